/**
 * What strategies share that bring all to the meetings of lanes, tiles and the grid which some miss: plans by which the
 * constructs around are taken apart (restructure/), and what they cost.
 */
import { listed } from '../base/listing.ts';
import type { Fault } from './fault.ts';
import type { Plan } from './restructure/work.ts';
import type { Proposal, RepairInput } from './repair.ts';
import type { SourceText } from './source-text.ts';
import type { SyntaxNode } from '../parse/node.ts';
import type { WrittenMeeting } from './meetings.ts';
import { conditionOf, lineOf, loopsAround } from './written.ts';
import { jumpsBefore, meetingsIn, missedAt } from './meetings.ts';
import { restructure } from './restructure/restructure.ts';
import { textOf } from '../parse/node.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/**
 * Proposals by which all come to the meetings that some miss: the innermost constructs around at which threads may part
 * are taken apart, one, two or three of them. `which`: whether only branches, or loops and jumps too. `title`: of the
 * calls, at a place.
 */
export function meetingProposals(
  faults: readonly Fault[],
  input: RepairInput,
  which: 'branch' | 'loop',
  title: (calls: string, place: string) => string,
): readonly Proposal[] {
  const meetings = faults.every(({ kind }) => kind === 'missed') ? missedAt(faults, input) : null;
  const written = meetings === null ? null : meetingsIn(input);
  if (meetings === null || written === null) return [];
  const { source, definition } = written;
  const calls = listed([...new Set(meetings.map(({ call }) => `\`${textOf(source, call.children[0] ?? call)}\``))]);
  const loops = [...new Map(meetings.map((one) => [one.call, one])).values()].reduce(
    (sum, { around }) => sum + 10 ** loopsAround(around).length,
    0,
  );
  const plans = meetingPlans(meetings).filter(
    ({ opened, exits }) =>
      (exits.size > 0 || [...opened].some(({ type }) => type !== 'if_statement')) === (which === 'loop'),
  );
  return plans
    .flatMap((plan): readonly Proposal[] => {
      const made = restructure(input.kernel, source, plan, { callee: null, definition, isFlagged: false });
      const first = Math.min(...[...plan.opened, ...plan.exits].map(({ start }) => start));
      if ('because' in made || made.edits.length === 0 || made.flagged.size > 0) return [];
      const more = (word: string): number =>
        made.edits.reduce(
          (sum, { start, end, text }) =>
            sum + text.split(word).length - source.text.slice(start, end).split(word).length,
          0,
        );
      const asks = more('__any_sync(0xffffffffu, ') > 0;
      const pads = more(' : 0') > 0;
      if (pads && which === 'branch' && ![...plan.opened].every((node) => isRange(conditionOf(node), source)))
        return [];
      const weight =
        0.05 * (loops + Math.max(0, more('if ('))) +
        plan.opened.size / 1000 +
        (asks ? 0.1 : 0) +
        (which === 'loop' ? 0.2 : 0);
      return [
        {
          title: title(calls, `line ${lineOf(source, first)} of ${input.kernel.name}`),
          edits: made.edits,
          cost: {
            weight,
            words: fill(messages.sameCalls, {
              zero: pads ? messages.passZero : '',
              vote: asks ? messages.andVotes : '',
            }),
          },
        },
      ];
    })
    .filter(
      (proposal, k, every) =>
        every.findIndex((other) => JSON.stringify(other.edits) === JSON.stringify(proposal.edits)) === k,
    );
}

/** Whether it keeps to a range, as `i < n` does: what is beyond it counts for nothing. */
function isRange(condition: SyntaxNode | null, source: SourceText): boolean {
  const text = condition === null ? '' : textOf(source, condition);
  return /[<>]/.test(text) && !/%|==|!=|\?|[^&]&[^&]|\|/.test(text);
}

function meetingPlans(meetings: readonly WrittenMeeting[]): readonly Plan[] {
  const jumps = new Set(meetings.flatMap(jumpsBefore));
  const around = ({ partings, others }: WrittenMeeting): readonly SyntaxNode[] =>
    partings.length > 0 ? partings : others;
  const depths = [0, 1, 2, 3].flatMap((depth) =>
    meetings.some((one) => around(one).length >= depth)
      ? [new Set(meetings.flatMap((one) => around(one).slice(0, depth)))]
      : [],
  );
  return depths.flatMap((opened) =>
    [new Set<SyntaxNode>(), jumps].flatMap((exits) =>
      opened.size + exits.size === 0
        ? []
        : [false, true].map((votes): Plan => ({ opened, exits, gaps: [], votes, of: 'lanes' })),
    ),
  );
}
