/**
 * Strategy mask-literal: a mask of a constant number names the lanes that come: the lowest ones under `if (lane < 8)`,
 * else all.
 *
 * Applies to SW211 in the kernel's own text. All calls of the branch with that mask get the new one. Promises: nothing
 * else changes; where the mask was right, it named the same. Smallest example:
 *
 *     v += __shfl_xor_sync(0xffffu, v, 1);   ⟶   v += __shfl_xor_sync(0xffffffffu, v, 1);
 *
 * Cost: none. Whether just these lanes come is not guessed here: `recheck` refuses it else, as where a shuffle reads a
 * lane that does not come.
 */
import { linesListed, listed } from '../../base/listing.ts';
import type { Edit } from '../../verdict/finding.ts';
import type { Fault } from '../fault.ts';
import type { Proposal, RepairInput, Strategy } from '../repair.ts';
import { lanesUnder } from './syncwarp.ts';
import { lineOf, withinFunction } from '../written.ts';
import { maskEdit, maskedCall, meetingsIn, missedAt, withSameMask } from '../meetings.ts';
import { textOf } from '../../parse/node.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

export const maskLiteral: Strategy = {
  name: 'mask-literal',
  handles: (fault) => fault.kind === 'missed' && fault.code === 'SW211',
  propose,
  onlyProved: true,
};

function propose(faults: readonly Fault[], input: RepairInput): readonly Proposal[] {
  const written = meetingsIn(input);
  const meetings = missedAt(faults, input);
  if (written === null || meetings === null) return [];
  const { source, definition } = written;
  const edits = new Map<number, Edit>();
  const masks = new Set<string>();
  const names = new Set<string>();
  for (const meeting of meetings) {
    const call = maskedCall(meeting, source);
    if (call === null) return [];
    const lanes = lanesUnder(withinFunction(meeting.around), source);
    const mask = `0x${(2 ** Math.min(lanes, 32) - 1).toString(16)}u`;
    if (call.mask !== null && Number.parseInt(textOf(source, call.mask)) === Number.parseInt(mask)) return [];
    masks.add(mask);
    for (const one of withSameMask(meeting, meeting.partings[0] ?? definition, input, written)) {
      edits.set(one.call.start, maskEdit(one, mask, source));
      names.add(`\`${maskedCall(one, source)?.name ?? ''}\``);
    }
  }
  const lines = linesListed([...edits.keys()].map((start) => lineOf(source, start)));
  return [
    {
      title: fill(messages.setMask, {
        calls: listed([...names]),
        mask: listed([...masks].map((mask) => `\`${mask}\``)),
        place: lines,
        name: input.kernel.name,
      }),
      edits: [...edits.values()],
      cost: { weight: 0.06, words: messages.noCost },
    },
  ];
}
