/**
 * Strategy ballot-mask: lanes vote before they part who comes, and those that come name each other by that mask
 * [NVIDIA, Using CUDA Warp-Level Primitives].
 *
 * Applies to SW211 under an `if` in the kernel's own text, of calls that name lanes which do not come. All calls of its
 * arm with that mask get the new one.
 * Promises: the condition is evaluated as often as it was, once where it reads memory or changes something; where all
 * lanes came, the mask is the one that it was. Smallest example:
 *
 *                                                              const unsigned mask = __ballot_sync(0xffffffffu, t < 8);
 *     if (t < 8) {                                             if (t < 8) {
 *       for (int o = 4; o > 0; o /= 2)                ⟶          for (int o = 4; o > 0; o /= 2)
 *         v += __shfl_down_sync(0xffffffffu, v, o);                v += __shfl_down_sync(mask, v, o);
 *     }                                                        }
 *
 * Cost: a tenth of 10^(loop depth) for the vote. Whether all lanes come to it, and each shuffle still reads a lane that
 * comes, `recheck` tells.
 */
import { linesListed, listed } from '../../base/listing.ts';
import type { Edit } from '../../verdict/finding.ts';
import type { Fault } from '../fault.ts';
import type { Proposal, RepairInput, Strategy } from '../repair.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { WrittenMeeting, WrittenMeetings } from '../meetings.ts';
import { childIn, textOf } from '../../parse/node.ts';
import { conditionOf, freshName, lineOf, loopsAround } from '../written.ts';
import { gapBefore } from '../source-text.ts';
import { isPure, namesOf, negated } from '../restructure/expressions.ts';
import { isWithin } from '../restructure/work.ts';
import { maskEdit, maskedCall, meetingsIn, missedAt, withSameMask } from '../meetings.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

export const ballotMask: Strategy = {
  name: 'ballot-mask',
  handles: (fault) => fault.kind === 'missed' && fault.code === 'SW211' && !fault.isLeftOut,
  propose,
  onlyProved: true,
};

/** An arm of a branch, with its calls that get the mask of those who take it. */
type Arm = Readonly<{
  branch: SyntaxNode;
  around: readonly SyntaxNode[];
  isElse: boolean;
  calls: readonly WrittenMeeting[];
}>;

function propose(faults: readonly Fault[], input: RepairInput): readonly Proposal[] {
  const written = meetingsIn(input);
  const meetings = missedAt(faults, input);
  if (written === null || meetings === null) return [];
  const arms = new Map<string, Arm>();
  for (const meeting of meetings) {
    const arm = armOf(meeting, input, written);
    if (arm === null) return [];
    const key = `${arm.branch.start} ${arm.isElse}`;
    const others = arms.get(key)?.calls ?? [];
    arms.set(key, {
      ...arm,
      calls: [...others, ...arm.calls.filter((one) => others.every(({ call }) => call !== one.call))],
    });
  }
  if (new Set([...arms.values()].map(({ branch }) => branch)).size < arms.size) return [];
  const made = [...arms.values()].map((arm, k) => editsFor(arm, k, written));
  const lines = linesListed([...arms.values()].map(({ branch }) => lineOf(written.source, branch.start)));
  const calls = new Set(
    [...arms.values()].flatMap((arm) => arm.calls.map((one) => `\`${maskedCall(one, written.source)?.name ?? ''}\``)),
  );
  const weight = [...arms.values()].reduce((sum, { around }) => sum + 0.1 * 10 ** loopsAround(around).length, 0);
  return made.some((edits) => edits === null)
    ? []
    : [
        {
          title: fill(messages.ballotMask, { calls: listed([...calls]), place: lines, name: input.kernel.name }),
          edits: made.flatMap((edits) => edits ?? []),
          cost: { weight, words: arms.size === 1 ? messages.oneVote : fill(messages.votes, { count: arms.size }) },
        },
      ];
}

/** The arm of the innermost branch at which threads part; null where a loop is what is innermost. */
function armOf(meeting: WrittenMeeting, input: RepairInput, written: WrittenMeetings): Arm | null {
  const [branch] = meeting.partings;
  const [then, otherwise] =
    branch === undefined ? [null, null] : [childIn(branch, 'consequence'), childIn(branch, 'alternative')];
  if (branch === undefined || maskedCall(meeting, written.source) === null) return null;
  const around = meeting.around.slice(meeting.around.indexOf(branch) + 1);
  const part = [then, otherwise].find((one) => one !== null && isWithin(meeting.call, one)) ?? null;
  // only of a list can there be a statement before it
  if (part === null || around[0]?.type !== 'compound_statement') return null;
  return { branch, around, isElse: part !== then, calls: withSameMask(meeting, part, input, written) };
}

function editsFor(
  { branch, around, isElse, calls }: Arm,
  taken: number,
  { source, definition }: WrittenMeetings,
): readonly Edit[] | null {
  const condition = conditionOf(branch);
  if (condition === null) return null;
  const names = namesOf(definition, source);
  const mask = freshName('mask', around, source, taken);
  const put = (start: number, end: number, text: string): Edit => ({ file: source.file, start, end, text });
  const gap = gapBefore(source.text, branch.start);
  const asked = (voted: string): string => `const unsigned ${mask} = __ballot_sync(0xffffffffu, ${voted});${gap}`;
  const renamed = calls.map((one) => maskEdit(one, mask, source));
  if (isPure(condition, names, new Set()))
    return [
      put(branch.start, branch.start, asked(isElse ? negated(condition, names) : textOf(source, condition))),
      ...renamed,
    ];
  const flag = freshName('active', around, source, taken);
  return [
    put(
      branch.start,
      branch.start,
      `const bool ${flag} = ${textOf(source, condition)};${gap}${asked(isElse ? `!${flag}` : flag)}`,
    ),
    put(condition.start, condition.end, flag),
    ...renamed,
  ];
}
