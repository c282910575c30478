/**
 * Strategy atomic-store: what several threads store into one cell, each stores atomically.
 *
 * Applies to plain assignments of numbers, by `atomicExch` or, of types that it does not take, by `cuda::atomic_ref`,
 * that race with themselves or with one another, within a block or between blocks. Promises: the cell ends with one of
 * the values that were stored, as before, and nobody sees another. That is a repair only where any of the values will
 * do (`parent[v] = u` of a search, a flag); where each thread meant a cell of its own, the index is wrong, and this
 * hides it. Where an index rests on what an atomic gave, a cell of its own was meant, and nothing is proposed. So it is
 * never taken for what is meant: a person says so (presumed.ts). Smallest example:
 *
 *     parent[v] = u;   ⟶   atomicExch(&parent[v], u);
 *
 * Cost: 10^(loop depth) for each statement, as for a barrier.
 */
import { linesListed } from '../../base/listing.ts';
import type { Edit } from '../../verdict/finding.ts';
import type { Fault } from '../fault.ts';
import type { Proposal, RepairInput, Strategy } from '../repair.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Written } from '../written.ts';
import { accessesIn, assignmentOf, hasType, lineOf } from '../written.ts';
import { isUpdate } from '../update-shapes.ts';
import { addressOf, costOfAtomics, hasAtomic } from '../atomic-calls.ts';
import { includeOf } from '../include-line.ts';
import { typeName } from '../cell-type.ts';
import { textOf } from '../../parse/node.ts';
import type { AtomicOp, Kernel } from '../../ir/ir.ts';
import type { VarId } from '../../base/brand.ts';
import { freeVariables } from '../../base/expr-walk.ts';
import { eachStmt, targetOf } from '../../ir/walk.ts';
import { isPoll, isWait, pollsBehind } from '../../handover/polls.ts';
import { memoized } from '../../base/memoize.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

export const atomicStore: Strategy = {
  name: 'atomic-store',
  handles: (fault, input) => storesOf(fault, input) !== null,
  propose,
};

/**
 * Of a flag that others wait for by atomics (`while (atomicAdd(flag, 0) == 0) { }`) nothing is presumed: `*flag = 1`
 * tells them, and must be atomic for that. What blocks then hand over is in order, too.
 */
export const flagStore: Strategy = {
  name: 'flag-store',
  handles: (fault, input) => isOfFlag(fault, input) || isHandedOver(fault, input),
  propose: (faults, input) =>
    propose(
      faults.filter((fault) => isOfFlag(fault, input)),
      input,
    ),
};

/** Whether one access is a plain store into what another access, an atomic one, waits for. */
function isOfFlag(fault: Fault, input: RepairInput): boolean {
  if (fault.kind !== 'race' || !awaitedIn(input.kernel).has(fault.array) || storesOf(fault, input) === null)
    return false;
  return [fault.first, fault.second].some((id) => accessesIn(input).get(id)?.stmt.kind === 'atomic');
}

const isHandedOver = (fault: Fault, input: RepairInput): boolean =>
  fault.kind === 'race' &&
  fault.scope === 'grid' &&
  fault.handover === null &&
  !awaitedIn(input.kernel).has(fault.array) &&
  input.faults.some((one) => isOfFlag(one, input));

/** Arrays for which loops wait that do nothing else. */
const awaitedIn = memoized((kernel: Kernel): ReadonlySet<string> => {
  const awaited = new Set<string>();
  const behind = pollsBehind(kernel, 'block');
  eachStmt(kernel.body, (loop) => {
    if (loop.kind !== 'loop') return;
    eachStmt([...loop.before, ...loop.body], (stmt) => {
      if (stmt.kind === 'atomic' && isPoll(stmt, kernel) && isWait(loop, stmt, behind, kernel))
        awaited.add(stmt.place.array);
    });
  });
  return awaited;
});

/** `type`: what `cuda::atomic_ref` is to take; null: `atomicExch` takes it. */
type Store = Readonly<{ at: Written; target: SyntaxNode; value: SyntaxNode; whole: SyntaxNode; type: string | null }>;

/** The assignments that the two accesses are, atomics left out; null where one is something else. */
function storesOf(fault: Fault, input: RepairInput): readonly Store[] | null {
  if (fault.kind !== 'race' || fault.handover !== null) return null;
  const known = accessesIn(input);
  const both = [fault.first, fault.second].map((id) => known.get(id));
  // beside sums, what is stored would be lost or lose them, whichever comes first
  if (
    both.some((one) => one?.stmt.kind === 'atomic' && isUpdateOp(one.stmt.op)) &&
    !awaitedIn(input.kernel).has(fault.array)
  )
    return null;
  const plain = both.filter((one) => one?.stmt.kind !== 'atomic');
  const stores = plain.flatMap((one) => (one === undefined ? [] : (storeOf(one, input) ?? [])));
  return stores.length === plain.length && stores.length > 0 ? stores : null;
}

const isUpdateOp = (op: AtomicOp): boolean => !['exch', 'cas', 'load', 'store'].includes(op);

function storeOf(at: Written, input: RepairInput): Store | null {
  if (at.stmt.kind !== 'store' || isUpdate(at)) return null;
  const assigned = assignmentOf(at.node, at.text);
  if (
    assigned === null ||
    assigned.value === null ||
    assigned.op !== '' ||
    hasType(assigned.value, ['assignment_expression', 'initializer_list'])
  )
    return null;
  // a store of several cells, and one beside others of its statement, would be torn apart
  const own = [...accessesIn(input).values()].filter(
    ({ source, stmt }) => source.id === at.source.id && stmt.kind === 'store',
  );
  const drawn = drawnIn(input.kernel);
  const isDrawn = at.place.subscripts.some(({ index }) => [...freeVariables(index)].some((id) => drawn.has(id)));
  if (own.length !== 1 || isDrawn) return null;
  const isExchanged = hasAtomic(assigned.target, at);
  const type = isExchanged ? null : typeName({ at, target: assigned.target });
  const isTaken = type === null ? isExchanged : /^\w+(?: \w+)*$/.test(type) && !/\bconst\b/.test(type);
  return isTaken ? { at, target: assigned.target, value: assigned.value, whole: assigned.whole, type } : null;
}

/** The variables whose value rests on what an atomic gave: who draws a number means the cell for himself. */
export const drawnIn = memoized((kernel: Kernel): ReadonlySet<VarId> => {
  const drawn = new Set<VarId>();
  for (let known = -1; known !== drawn.size;) {
    known = drawn.size;
    eachStmt(kernel.body, (stmt) => {
      const target = targetOf(stmt);
      if (
        target !== null &&
        (stmt.kind === 'atomic' ||
          (stmt.kind === 'assign' && [...freeVariables(stmt.value)].some((id) => drawn.has(id))))
      )
        drawn.add(target);
    });
  }
  return drawn;
});

function propose(faults: readonly Fault[], input: RepairInput): readonly Proposal[] {
  const stores = [
    ...new Map(faults.flatMap((fault) => storesOf(fault, input) ?? []).map((one) => [one.whole.start, one])).values(),
  ].sort((a, b) => a.whole.start - b.whole.start);
  if (stores.length === 0) return [];
  return [
    {
      title: fill(stores.some(({ type }) => type !== null) ? messages.storeByReference : messages.storeAtomically, {
        places: linesListed(stores.map(({ at, whole }) => lineOf(at.text, whole.start))),
        name: input.kernel.name,
      }),
      edits: [
        ...stores
          .filter(({ type }) => type !== null)
          .slice(0, 1)
          .flatMap(({ at: { text } }) => includeOf('cuda/atomic', text)),
        ...stores.map(editFor),
      ],
      cost: costOfAtomics(stores.map(({ at }) => at)),
    },
  ];
}

function editFor({ at: { text, array }, target, value, whole, type }: Store): Edit {
  const stored = textOf(text, value);
  const scope = array.space === 'shared' ? 'block' : 'device';
  const call =
    type === null
      ? `atomicExch(${addressOf(target, text)}, ${stored})`
      : `cuda::atomic_ref<${type}, cuda::thread_scope_${scope}>(${textOf(text, target)}).store(${stored}, cuda::memory_order_relaxed)`;
  return { file: text.file, start: whole.start, end: whole.end, text: call };
}
