/**
 * Strategy relaxed: what threads store into a cell is the same for all of them, and nothing but atomics is missing.
 *
 * Applies to races of an array into which the kernel stores one value only, which is the same for all threads
 * (`*changed = 1`, `level[w] = depth + 1`): all its accesses of the array become relaxed ones of `cuda::atomic_ref`
 * (libcu++). A read finds the value from before, or the one that is stored. Where that only decides whether the same is
 * stored once more (`if (!*changed) *changed = 1;`), both do the same (`relaxed`); elsewhere a person has to say that
 * either will do (`relaxedReads`, presumed.ts). Smallest example:
 *
 *     if (!*changed) *changed = 1; ⟶ if (!cuda::atomic_ref<int,
 *     cuda::thread_scope_device>(*changed).load(cuda::memory_order_relaxed))
 *                                          cuda::atomic_ref<int, cuda::thread_scope_device>(*changed).store(1,
 *                                          cuda::memory_order_relaxed);
 *
 * Cost: a tenth of that of atomics that read and write, since these are plain loads and stores past the first cache.
 */
import { linesListed } from '../../base/listing.ts';
import type { Edit } from '../../verdict/finding.ts';
import type { Fault } from '../fault.ts';
import type { ArrayId } from '../../base/brand.ts';
import type { Expr } from '../../base/expr.ts';
import type { Kernel } from '../../ir/ir.ts';
import type { Proposal, RepairInput, Strategy } from '../repair.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Written } from '../written.ts';
import { accessesIn, assignmentOf, hasType, lineOf, loopTypes } from '../written.ts';
import { eachNode, freeVariables } from '../../base/expr-walk.ts';
import { printExpr } from '../../base/expr-print.ts';
import { cellsIn, nameOf } from './atomic-load.ts';
import { effects } from '../update-shapes.ts';
import { costOfAtomics } from '../atomic-calls.ts';
import { drawnIn } from './atomic-store.ts';
import { assignedIn, eachStmt, placeOf } from '../../ir/walk.ts';
import { includeOf } from '../include-line.ts';
import { memoized } from '../../base/memoize.ts';
import { namedChildren, textOf } from '../../parse/node.ts';
import { typeName } from '../cell-type.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

export const relaxed: Strategy = {
  name: 'relaxed',
  handles: (fault, input) => arrayOf(fault, input)?.isEither === true,
  propose,
};

/** Presumes that the value from before will do as well as the one that is stored. */
export const relaxedReads: Strategy = {
  name: 'relaxed-reads',
  handles: (fault, input) => arrayOf(fault, input)?.isEither === false,
  propose,
};

/** `isEither`: all reads do the same, whichever value they find. */
type Relaxed = Readonly<{ accesses: readonly Access[]; isEither: boolean }>;
/** `cell`: with what becomes of it; of a store the whole assignment, with what is stored. */
type Access = Readonly<{ at: Written; cell: SyntaxNode; whole: SyntaxNode; value: SyntaxNode | null; type: string }>;

const arrayOf = (fault: Fault, input: RepairInput): Relaxed | null =>
  fault.kind === 'race' && fault.handover === null ? (allOf(input).get(fault.array) ?? null) : null;

const allOf = memoized((input: RepairInput) => {
  const found = new Map<ArrayId, Relaxed>();
  for (const id of input.kernel.arrays.keys()) {
    const one = relaxedOf(id, input);
    if (one !== null) found.set(id, one);
  }
  return found;
});

/** Null where stores are of several values, or some access is not to be made atomic. */
function relaxedOf(id: ArrayId, input: RepairInput): Relaxed | null {
  const own = [...accessesIn(input).values()].filter(({ array }) => array.id === id);
  let count = 0;
  eachStmt(input.kernel.body, (stmt) => {
    if (placeOf(stmt)?.array === id) count++;
  });
  const stores = own.filter(({ stmt }) => stmt.kind === 'store');
  if (
    count > own.length ||
    stores.length === 0 ||
    own.some(({ stmt }) => stmt.kind !== 'store' && stmt.kind !== 'load')
  )
    return null;
  const drawn = drawnIn(input.kernel);
  const isDrawn = stores.some(({ place }) =>
    place.subscripts.some(({ index }) => [...freeVariables(index)].some((one) => drawn.has(one))),
  );
  const values = new Set(
    stores.flatMap(({ stmt }) =>
      stmt.kind === 'store' && isFixed(stmt.value, input.kernel) ? [printExpr(stmt.value)] : [null],
    ),
  );
  if (isDrawn || values.size > 1 || values.has(null)) return null;
  const accesses = own.map((at) => (at.stmt.kind === 'store' ? storeOf(at, own) : readsOf(at)));
  if (accesses.some((some) => some.length === 0)) return null;
  const once = [...new Map(accesses.flat().map((one) => [one.cell.start, one])).values()].sort(
    (a, b) => a.whole.start - b.whole.start,
  );
  return { accesses: once, isEither: own.every((at) => at.stmt.kind === 'store' || onlyDecides(at, stores)) };
}

/** Whether it is one value for all threads and all iterations: of numbers and of parameters that never change. */
function isFixed(value: Expr, kernel: Kernel): boolean {
  const assigned = assignedIn(kernel.body);
  let found = true;
  eachNode(value, (node) => {
    found &&=
      !(node.kind === 'var' && assigned.has(node.id)) &&
      !(node.kind === 'builtin' && /^(?:threadIdx|blockIdx)/.test(node.name));
  });
  return found;
}

function storeOf(at: Written, own: readonly Written[]): readonly Access[] {
  const assigned = assignmentOf(at.node, at.text);
  const isAlone = own.filter(({ source, stmt }) => source.id === at.source.id && stmt.kind === 'store').length === 1;
  if (
    assigned === null ||
    assigned.value === null ||
    assigned.op !== '' ||
    !isAlone ||
    hasType(assigned.value, ['assignment_expression', 'initializer_list'])
  )
    return [];
  const type = plainType(at, assigned.target);
  // what is stored may not be read from the array itself: the edits would lie in one another
  const isApart = cellsIn(assigned.value, (cell) => nameOf(textOf(at.text, cell)) === at.array.name).length === 0;
  return type === null || !isApart
    ? []
    : [{ at, cell: assigned.target, whole: assigned.whole, value: assigned.value, type }];
}

function readsOf(at: Written): readonly Access[] {
  const { node, text, array } = at;
  const inner = [...loopTypes, 'if_statement'].includes(node.type)
    ? node.children.filter(({ field }) => field !== 'body' && field !== 'consequence' && field !== 'alternative')
    : [node];
  const cells = inner.flatMap((part) => cellsIn(part, (cell) => nameOf(textOf(text, cell)) === array.name));
  const [first] = cells;
  const type = first === undefined || cells.some((cell) => hasType(cell, effects)) ? null : plainType(at, first);
  return type === null ? [] : cells.map((cell) => ({ at, cell, whole: cell, value: null, type }));
}

function plainType(at: Written, target: SyntaxNode): string | null {
  const type = at.place.type.kind === 'bool' ? null : typeName({ at, target });
  return type !== null && /^\w+(?: \w+)*$/.test(type) && !/\bconst\b/.test(type) ? type : null;
}

/** Whether a branch asks it that does nothing but store the same, once more. */
function onlyDecides({ node, text }: Written, stores: readonly Written[]): boolean {
  if (node.type !== 'if_statement' || node.children.some(({ field }) => field === 'alternative')) return false;
  const then = node.children.find(({ field }) => field === 'consequence');
  const inside = then?.type === 'compound_statement' ? namedChildren(then) : then === undefined ? [] : [then];
  return inside.length > 0 && inside.every((one) => stores.some((store) => store.node === one && store.text === text));
}

function propose(faults: readonly Fault[], input: RepairInput): readonly Proposal[] {
  const all = [...new Set(faults.flatMap((fault) => arrayOf(fault, input) ?? []))].flatMap(({ accesses }) => accesses);
  const [first] = all;
  if (first === undefined) return [];
  const { weight, words } = costOfAtomics(all.map(({ at }) => at));
  return [
    {
      title: fill(messages.relaxed, {
        places: linesListed(
          [...new Set(all.map(({ at, whole }) => lineOf(at.text, whole.start)))].sort((a, b) => a - b),
        ),
        name: input.kernel.name,
      }),
      edits: [...includeOf('cuda/atomic', first.at.text), ...all.map(editFor)],
      cost: { weight: weight / 10, words },
    },
  ];
}

function editFor({ at: { text, array }, cell, whole, value, type }: Access): Edit {
  const reference = `cuda::atomic_ref<${type}, cuda::thread_scope_${array.space === 'shared' ? 'block' : 'device'}>(${textOf(text, cell)})`;
  const call =
    value === null ? 'load(cuda::memory_order_relaxed)' : `store(${textOf(text, value)}, cuda::memory_order_relaxed)`;
  return { file: text.file, start: whole.start, end: whole.end, text: `${reference}.${call}` };
}
