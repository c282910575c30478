/**
 * Strategy split-statement: what a statement stores is computed first, then comes a barrier, then the store.
 *
 * Applies to `place = value;` and `place op= value;` whose value reads what other threads store by the same statement, where all threads come to
 * it: directly, or each by its own answer to the one `if` around it. Promises: each value is computed once, from what the cells held before, and
 * converted as before; single-thread results stay as they are. Smallest example:
 *
 *                                int other = t < 63 ? s[t + 1] : 0;
 *     if (t < 63)            ⟶   __syncthreads();
 *       s[t] += s[t + 1];        if (t < 63)
 *                                  s[t] += other;
 *
 * Cost: 10^(loop depth) for the barrier of each statement, and a tenth for the temporary. Whether all threads come there is not guessed here:
 * `recheck` refuses a divergent barrier.
 */
import type { Edit } from '../../verdict/finding.ts';
import type { Fault, RaceFault } from '../fault.ts';
import type { Parts } from '../taken-apart.ts';
import type { Proposal, RepairInput, Strategy } from '../repair.ts';
import type { Written } from '../written.ts';
import { behind } from '../source-text.ts';
import { accessesIn, lineOf, loopsAround } from '../written.ts';
import { partsOf, takenApart } from '../taken-apart.ts';

export const splitStatement: Strategy = { name: 'split-statement', handles: (fault, input) => partsFor(fault, input) !== null, propose };

/** Of the statement whose own accesses race in one turn; null where it cannot be taken apart. */
function partsFor(fault: Fault, input: RepairInput): Parts | null {
  if (fault.kind !== 'race' || fault.scope !== 'block' || fault.handover !== null || fault.carriedBy !== null) return null;
  const [first, second] = [fault.first, fault.second].map((id) => accessesIn(input).get(id));
  if (first === undefined || second === undefined || first.source.id !== second.source.id || isUnordered(fault, first, second)) return null;
  return partsOf(first);
}

/** Two stores stay as they are; so does what is read and stored at the place itself. */
const isUnordered = (fault: RaceFault, first: Written, second: Written): boolean => fault.first === fault.second || (first.stmt.kind === 'load') === (second.stmt.kind === 'load');

function propose(faults: readonly Fault[], input: RepairInput): readonly Proposal[] {
  const parts = new Map(faults.flatMap((fault) => partsFor(fault, input) ?? []).map((one) => [one.at.source.id, one]));
  const sorted = [...parts.values()].sort((a, b) => a.outer.start - b.outer.start);
  const edits = sorted.map((one, k) => takenApart(one, { before: { statements: k, stores: k }, barrier: '__syncthreads();', first: [] }, input));
  if (sorted.length === 0 || edits.includes(null)) return [];
  const inLoops = sorted.filter(({ at }) => loopsAround(at.around).length > 0);
  const where = `${sorted.map(({ at }) => `line ${lineOf(at.text, at.node.start)}`).join(' and ')} of ${input.kernel.name}`;
  const once: Proposal = {
    title: `read, __syncthreads(), then store at ${where}`,
    edits: edits.flatMap((some) => some ?? []),
    cost: { weight: sorted.reduce((sum, one) => sum + weightOf(one) + 0.1, 0), words: sorted.map((one) => wordsFor('one barrier', one)).join('; ') },
  };
  return inLoops.length === 0 ? [once] : [once, {
    title: `read, __syncthreads(), store, __syncthreads() at ${where}`,
    edits: [...once.edits, ...inLoops.map(barrierAfter)],
    cost: { weight: once.cost.weight + inLoops.reduce((sum, one) => sum + weightOf(one), 0), words: sorted.map((one) => wordsFor(inLoops.includes(one) ? 'two barriers' : 'one barrier', one)).join('; ') },
  }];
}

const weightOf = ({ at }: Parts): number => 10 ** loopsAround(at.around).length;

/** The next turn may read what others store in this one. */
function barrierAfter({ at: { text }, outer }: Parts): Edit {
  const { at, gap } = behind(text.text, outer);
  return { file: text.file, start: at, end: at, text: `${gap}__syncthreads();` };
}

function wordsFor(barriers: string, { at }: Parts): string {
  const [inner] = loopsAround(at.around);
  return inner === undefined ? `${barriers}, executed once by each thread` : `${barriers} in every turn of the loop at line ${lineOf(at.text, inner.start)}`;
}
