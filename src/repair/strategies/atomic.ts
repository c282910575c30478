/**
 * Strategy atomic: a read-modify-write of one cell becomes an atomic.
 *
 * Applies to statements that change a cell of global or shared memory by what it held (`hist[bin]++`, `*sum += v`, `x =
 * x | v`, `m = max(m, v)`, `if (v > m) m = v;`, `list[(*count)++] = v`), to a cell that is claimed (`if (owner[v] ==
 * -1) owner[v] = i;`, by `atomicCAS`), and to a number that is drawn in two statements (claims.ts), where the CUDA
 * guide ("Atomic Functions") has the operation for the type of the cell, and the races are those of the cell with
 * itself, in a block or between blocks; what is added may come from other cells of the same array (`s[t % 8] += s[t +
 * 64]`), if those race with nothing. Promises: the cell gets what one thread alone would have stored: the operands are
 * converted as before, and nothing else used the old value. (Only subnormal sums of `float` in global memory become
 * zero [PTX ISA, atom].) Smallest example:
 *
 *     hist[bin]++;   ⟶   atomicAdd(&hist[bin], 1);
 *
 * Cost: 10^(loop depth) for each statement, as for a barrier.
 */
import { listed } from '../../base/listing.ts';
import type { Fault } from '../fault.ts';
import type { Proposal, RepairInput, Strategy } from '../repair.ts';
import { lineOf } from '../written.ts';
import type { StmtId } from '../../base/brand.ts';
import { statementOf } from '../apart.ts';
import { derivedFrom } from '../derived.ts';
import { placeOf } from '../../ir/walk.ts';
import { freeVariables } from '../../base/expr-walk.ts';
import { memoized } from '../../base/memoize.ts';
import { editsOf } from '../updates.ts';
import { costOfAtomics } from '../atomic-calls.ts';
import { addsForAll } from './one-adder.ts';
import { updatesIn } from '../claims.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

export const atomic: Strategy = { name: 'atomic', handles, propose };

function handles(fault: Fault, input: RepairInput): boolean {
  if (fault.kind !== 'race' || fault.handover !== null) return false;
  const both = [fault.first, fault.second];
  if (both.some((id) => addsForAll(id, input))) return false;
  if (
    both.every((id) => isAtDrawnPlace(id, input)) &&
    input.faults.some((one) => one !== fault && isOfUpdates(one, input))
  )
    return true;
  return isOfUpdates(fault, input);
}

/** Whether both accesses belong to such statements; one of them may be atomic already. */
function isOfUpdates(fault: Fault, input: RepairInput): boolean {
  if (fault.kind !== 'race' || fault.handover !== null) return false;
  const known = updatesIn(input);
  const both = [fault.first, fault.second];
  return (
    both.some((id) => known.has(id)) &&
    both.every((id) => known.has(id) || statementOf(id, input.kernel)?.kind === 'atomic')
  );
}

/** Whether it is where a number says that the thread is to draw: `items[slot]` of two threads that drew one slot. */
function isAtDrawnPlace(id: StmtId, input: RepairInput): boolean {
  const stmt = statementOf(id, input.kernel);
  const place = stmt === null ? null : placeOf(stmt);
  return (
    place !== null &&
    place.subscripts.some(({ index }) => [...freeVariables(index)].some((one) => drawnBy(input).has(one)))
  );
}

/** Variables that get what a cell held that is updated, and those that get their values. */
const drawnBy = memoized((input: RepairInput) =>
  derivedFrom(input.kernel, (stmt) => stmt.kind === 'load' && updatesIn(input).has(stmt.id)),
);

function propose(faults: readonly Fault[], input: RepairInput): readonly Proposal[] {
  const known = updatesIn(input);
  const updates = new Set(
    faults
      .flatMap((fault) => (fault.kind === 'race' ? [known.get(fault.first), known.get(fault.second)] : []))
      .flatMap((update) => update ?? []),
  );
  const sorted = [...updates].sort((a, b) => a.replaced.start - b.replaced.start);
  if (sorted.length === 0) return [];
  return [
    {
      title: fill(messages.useAtomics, {
        which: listed([
          ...new Set(
            sorted.map(({ name, replaced, at }) =>
              fill(messages.atomicAtLine, { name, line: lineOf(at.text, replaced.start) }),
            ),
          ),
        ]),
        name: input.kernel.name,
      }),
      edits: editsOf(sorted),
      cost: costOfAtomics(sorted.map(({ at }) => at)),
    },
  ];
}
