/**
 * Strategy delete-store: a statement goes that stores into a cell what it has just read from it.
 *
 * Applies to races of `place = place;` with other threads' stores to the place, within a block or between blocks, where
 * the statement stands in a list, the place is neither volatile nor atomic, and the statement does nothing else in any
 * instance of the kernel's template. Promises: what one thread leaves in memory stays as it is. Smallest example:
 *
 *     out[t] = x;
 *     out[t + 1] = out[t + 1];   ⟶   out[t] = x;
 *
 * Cost: none; one load and one store less.
 */
import { linesListed } from '../../base/listing.ts';
import type { Fault } from '../fault.ts';
import type { Proposal, RepairInput, Strategy } from '../repair.ts';
import type { Written } from '../written.ts';
import { accessesIn, assignmentOf, isSameText, lineOf, mayChange } from '../written.ts';
import { onlyCopies } from '../effects.ts';
import { removalOf } from '../remove-barrier.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

export const deleteStore: Strategy = {
  name: 'delete-store',
  handles: (fault, input) => selfStoresOf(fault, input).length > 0,
  propose,
};

/** Which of the two accesses belong to a statement that only stores what was there. */
function selfStoresOf(fault: Fault, input: RepairInput): readonly Written[] {
  if (fault.kind !== 'race' || fault.handover !== null) return [];
  const known = accessesIn(input);
  return [fault.first, fault.second].flatMap((id) => known.get(id) ?? []).filter((one) => isSelfStore(one, input));
}

function isSelfStore({ node, text, place, source }: Written, { instances }: RepairInput): boolean {
  const assigned = assignmentOf(node, text);
  if (assigned === null || assigned.value === null || assigned.op !== '' || place.volatile || source.callee !== null)
    return false;
  const isAlike = isSameText(text, assigned.target, assigned.value) && !mayChange(assigned.target);
  return (
    isAlike &&
    instances.every((kernel) =>
      [...kernel.sources.values()].every(
        (one) =>
          one.callee !== null ||
          one.span.file !== source.span.file ||
          one.span.start !== source.span.start ||
          onlyCopies(one.id, kernel),
      ),
    )
  );
}

function propose(faults: readonly Fault[], input: RepairInput): readonly Proposal[] {
  const statements = new Map(faults.flatMap((fault) => selfStoresOf(fault, input)).map((one) => [one.node.start, one]));
  const sorted = [...statements.values()].sort((a, b) => a.node.start - b.node.start);
  const lines = linesListed(sorted.map(({ text, node }) => lineOf(text, node.start)));
  const edits = sorted.map(({ text, source }) => removalOf({ source }, text.text)).filter((edit) => edit !== null);
  if (edits.length === 0 || edits.length < sorted.length) return [];
  return [
    {
      title: fill(messages.deleteStore, {
        lines,
        store: sorted.length === 1 ? 'stores' : 'store',
        name: input.kernel.name,
      }),
      edits,
      cost: { weight: 0, words: messages.storeLess },
    },
  ];
}
