/**
 * Strategy split-statement: what a statement stores is computed first, then comes a barrier, then the store.
 *
 * Applies to `place = value;` and `place op= value;` whose value reads what other threads store by the same statement,
 * where all threads come to it: directly, or each by its own answer to the one `if` around it. Promises: each value is
 * computed once, from what the cells held before, and converted as before; single-thread results stay as they are.
 * Smallest example:
 *
 *                                int other = t < 63 ? s[t + 1] : 0;
 *     if (t < 63)            ⟶   __syncthreads();
 *       s[t] += s[t + 1];        if (t < 63)
 *                                  s[t] += other;
 *
 * Just so where a store races with what the `if` that it is all of asks: `if (s[t + 1] > 0) s[t] = 0;`.
 *
 * Cost: 10^(loop depth) for the barrier of each statement, and a tenth for the temporary. Whether all threads come
 * there is not guessed here: `recheck` refuses a divergent barrier.
 */
import { countedListed, linesListed } from '../../base/listing.ts';
import type { Edit } from '../../verdict/finding.ts';
import type { Fault, RaceFault } from '../fault.ts';
import type { Parts } from '../taken-apart.ts';
import type { Proposal, RepairInput, Strategy } from '../repair.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Written } from '../written.ts';
import { accessesIn, accessesWithin, isSamePlace, lineOf, loopsAround } from '../written.ts';
import { partsOf, partsOfBranch, takenApart } from '../taken-apart.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

export const splitStatement: Strategy = {
  name: 'split-statement',
  handles: (fault, input) => partsFor(fault, input) !== null,
  propose,
};

/**
 * Of the statement whose own accesses race in one turn, or whose store races with what the `if` around it asks; null
 * where it cannot be taken apart.
 */
function partsFor(fault: Fault, input: RepairInput): Parts | null {
  if (fault.kind !== 'race' || fault.scope !== 'block' || fault.handover !== null || fault.carriedBy !== null)
    return null;
  const [first, second] = [fault.first, fault.second].map((id) => accessesIn(input).get(id));
  if (first === undefined || second === undefined || isUnordered(fault, first, second)) return null;
  if (first.source.id === second.source.id) return partsOf(first, input);
  const [load, store] = first.stmt.kind === 'load' ? [first, second] : [second, first];
  // of a cell that is asked about and then stored, two threads that ask before a barrier both store behind it
  return store.stmt.kind === 'store' && !isSamePlace(load.place, store.place)
    ? partsUnder(load.node, store, input)
    : null;
}

/** Of a store that is all of the branch, or one of several. */
function partsUnder(branch: SyntaxNode, store: Written, input: RepairInput): Parts | null {
  if (branch.type !== 'if_statement' || !store.around.includes(branch)) return null;
  const parts = partsOfBranch(branch, accessesWithin(branch, input), input.kernel) ?? partsOf(store, input);
  return parts?.outer === branch ? parts : null;
}

/** Two stores stay as they are; so does what is read and stored at the place itself. */
const isUnordered = (fault: RaceFault, first: Written, second: Written): boolean =>
  fault.first === fault.second || (first.stmt.kind === 'load') === (second.stmt.kind === 'load');

function propose(faults: readonly Fault[], input: RepairInput): readonly Proposal[] {
  const parts = new Map(faults.flatMap((fault) => partsFor(fault, input) ?? []).map((one) => [one.outer, one]));
  const all = [...parts.values()];
  const sorted = all
    .filter(({ outer, at }) => !all.some((other) => other.outer !== outer && at.around.includes(other.outer)))
    .sort((a, b) => a.outer.start - b.outer.start);
  const inLoops = sorted.filter(({ at }) => loopsAround(at.around).length > 0);
  // the next turn may read what others store in this one
  const editsFor = (lastOf: (one: Parts) => readonly string[]): readonly (readonly Edit[] | null)[] =>
    sorted.map((one, k) =>
      takenApart(
        one,
        {
          before: { statements: k, stores: sorted.slice(0, k).reduce((sum, { stores }) => sum + stores.length, 0) },
          barrier: '__syncthreads();',
          first: [],
          last: lastOf(one),
        },
        input,
      ),
    );
  const edits = editsFor(() => []);
  if (sorted.length === 0 || edits.includes(null)) return [];
  const where = `${linesListed(sorted.map(({ at }) => lineOf(at.text, at.node.start)))} of ${input.kernel.name}`;
  const once: Proposal = {
    title: fill(messages.splitStatement, { where }),
    edits: edits.flatMap((some) => some ?? []),
    cost: {
      weight: sorted.reduce((sum, one) => sum + weightOf(one) + 0.1, 0),
      words: countedListed(sorted.map((one) => wordsFor('one barrier', one))),
    },
  };
  return inLoops.length === 0
    ? [once]
    : [
        once,
        {
          title: `read, __syncthreads(), store, __syncthreads() at ${where}`,
          edits: editsFor((one) => (inLoops.includes(one) ? ['__syncthreads();'] : [])).flatMap((some) => some ?? []),
          cost: {
            weight: once.cost.weight + inLoops.reduce((sum, one) => sum + weightOf(one), 0),
            words: countedListed(
              sorted.map((one) => wordsFor(inLoops.includes(one) ? 'two barriers' : 'one barrier', one)),
            ),
          },
        },
      ];
}

const weightOf = ({ at }: Parts): number => 10 ** loopsAround(at.around).length;

function wordsFor(barriers: string, { at }: Parts): string {
  const [inner] = loopsAround(at.around);
  return inner === undefined
    ? fill(messages.barriersOnce, { barriers })
    : fill(messages.barriersInLoop, { barriers, line: lineOf(at.text, inner.start) });
}
