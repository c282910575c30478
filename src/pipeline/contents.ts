/**
 * Whether a race rests on what arrays hold: `out[order[i]] = v` collides for the contents that we chose, and never if
 * `order` is a permutation, which host code or an earlier kernel sees to. What is computed from an element by an
 * operation that maps several values to one (`bins[data[i] % 16]`, `>>`, `&`) collides for ordinary contents, and does
 * not count; nor does an element that both threads read, one counter of all, or what the kernel itself computes from
 * ids and arguments. Of several counters in global memory (`out[atomicAdd(&next[bin], 1)]`) it is what they start at
 * that decides, such as a prefix sum; of strides in memory, what they are (strides-in-memory.ts); of what moves on from
 * an element, that element (cursors.ts). In shared memory both addresses must rest on elements: where `bins[t] = 0` and
 * `bins[data[i]]` lack a barrier, only contents that name each thread's own bin would not collide.
 */
import type { ArrayId, VarId } from '../base/brand.ts';
import { arrayId } from '../base/brand.ts';
import type { Expr } from '../base/expr.ts';
import type { Kernel, Stmt } from '../ir/ir.ts';
import type { RaceObligation } from '../obligation/obligation.ts';
import { freeVariables, mapExpr } from '../base/expr-walk.ts';
import { printExpr } from '../base/expr-print.ts';
import { eachStmt } from '../ir/walk.ts';
import { cursorArrays, ownCounters, partsOf } from './cursors.ts';
import { countersOf } from '../protocol/index/counters.ts';
import { stridesBehind } from './strides-in-memory.ts';

/**
 * The arrays on whose elements an address of the race depends, one to one, if what these hold depends on memory at the
 * start.
 */
export function contentsBehind(obligation: RaceObligation, kernel: Kernel): readonly ArrayId[] {
  const { first, second } = obligation;
  const given = givenArrays(kernel, ownCounters(kernel, obligation.scope));
  const strides = stridesBehind(obligation, kernel, given);
  const cursors = cursorArrays(kernel, obligation.scope, given);
  const behind = (access: RaceObligation['first']): readonly ArrayId[] => [
    ...elementsBehind(obligation, [access]),
    ...cursors(access.id),
  ];
  const found = [...behind(first), ...behind(second)];
  const isShared = kernel.arrays.get(obligation.array)?.space === 'shared';
  if (found.length === 0 || (isShared && [first, second].some((access) => behind(access).length === 0))) return strides;
  const counting = manyCounters(obligation, kernel);
  const resting = found.filter((array) => given.has(array) || counting.has(array));
  return [...new Set([...resting.flatMap((array) => sourcesOf(array, kernel)), ...strides])];
}

/** Of an array of a thread's own, from which arrays that others see it is filled; else the array itself. */
function sourcesOf(array: ArrayId, kernel: Kernel): readonly ArrayId[] {
  const isOwn = (id: ArrayId): boolean => kernel.arrays.get(id)?.space === 'local';
  const [arrays, values] = [new Set([array]), new Set<VarId>()];
  for (let before = -1; before !== arrays.size + values.size;) {
    before = arrays.size + values.size;
    eachStmt(kernel.body, (stmt) => {
      if (stmt.kind === 'store' && isOwn(stmt.place.array) && arrays.has(stmt.place.array))
        for (const id of freeVariables(stmt.value)) values.add(id);
      if (stmt.kind === 'assign' && values.has(stmt.target)) for (const id of freeVariables(stmt.value)) values.add(id);
      if (stmt.kind === 'load' && values.has(stmt.target)) arrays.add(stmt.place.array);
    });
  }
  return isOwn(array) ? [...arrays].filter((id) => !isOwn(id)) : [array];
}

/**
 * The arrays on whose elements an address of the race depends by operations that keep their order, which may make one
 * value of several: `key[i] >> 32`.
 */
export function orderedBehind(obligation: RaceObligation, kernel: Kernel): readonly ArrayId[] {
  const given = givenArrays(kernel, ownCounters(kernel, obligation.scope));
  return elementsBehind(obligation, [obligation.first, obligation.second], orderedParts).filter((array) =>
    given.has(array),
  );
}

/** The arrays on whose elements either address of the race depends one to one, whatever the other one does. */
export function visitedBehind(obligation: RaceObligation, kernel: Kernel): readonly ArrayId[] {
  const given = givenArrays(kernel, ownCounters(kernel, obligation.scope));
  return elementsBehind(obligation, [obligation.first, obligation.second]).filter((array) => given.has(array));
}

/** The arrays of which the text of the kernel reads elements at several indices. */
export function readAtSeveral(kernel: Kernel): ReadonlySet<ArrayId> {
  const [first, several] = [new Map<ArrayId, string>(), new Set<ArrayId>()];
  eachStmt(kernel.body, (stmt) => {
    if (stmt.kind !== 'load') return;
    const at = stmt.place.subscripts.map(({ index }) => printExpr(index)).join();
    if ((first.get(stmt.place.array) ?? at) !== at) several.add(stmt.place.array);
    first.set(stmt.place.array, at);
  });
  return several;
}

/** Arrays in global memory that hold several counters [D16], as far as the race has results of them. */
function manyCounters({ formula, reads }: RaceObligation, kernel: Kernel): ReadonlySet<ArrayId> {
  const steps = countersOf(kernel, () => false, new Set());
  const counted = new Map<ArrayId, boolean>();
  eachStmt(kernel.body, (stmt) => {
    if (stmt.kind === 'atomic')
      counted.set(stmt.place.array, steps.has(stmt.id) && counted.get(stmt.place.array) !== false);
  });
  const differs = (id: VarId): boolean => ['first', 'second'].includes(formula.variables.get(id)?.copy ?? '');
  return new Set(
    reads.flatMap(({ array, address }) => {
      const isCounted = counted.get(array) === true && kernel.arrays.get(array)?.space === 'global';
      return isCounted && [...freeVariables(address)].some(differs) ? [array] : [];
    }),
  );
}

/**
 * Arrays in global memory that no atomic changes, and arrays of the kernel's own in which it puts what it read from
 * such, or from counters of each thread.
 */
function givenArrays(kernel: Kernel, counters: ReadonlySet<Stmt>): ReadonlySet<ArrayId> {
  const counted = new Set<ArrayId>();
  eachStmt(kernel.body, (stmt) => {
    if (stmt.kind === 'atomic') counted.add(stmt.place.array);
  });
  const given = new Set(
    [...kernel.arrays.values()]
      .filter(({ id, space }) => (space === 'global' || space === 'constant') && !counted.has(id))
      .map(({ id }) => id),
  );
  const read = new Set<VarId>();
  const isRead = (exprs: readonly Expr[]): boolean =>
    exprs.some((expr) => [...freeVariables(expr)].some((id) => read.has(id)));
  for (let before = -1; before !== read.size + given.size;) {
    before = read.size + given.size;
    eachStmt(kernel.body, (stmt) => {
      if (stmt.kind === 'load' && given.has(stmt.place.array)) read.add(stmt.target);
      if (stmt.kind === 'atomic' && stmt.target !== null && counters.has(stmt)) read.add(stmt.target);
      if (stmt.kind === 'assign' && isRead([stmt.value])) read.add(stmt.target);
      if (stmt.kind === 'lanes' && isRead(stmt.operands)) read.add(stmt.target);
      if (stmt.kind === 'store' && isRead([stmt.value]) && !counted.has(stmt.place.array)) given.add(stmt.place.array);
    });
  }
  return given;
}

/**
 * The arrays on whose elements the addresses of the accesses, one or both of the race, depend by operations of which
 * `parts` gives the operands: one to one.
 */
function elementsBehind(
  obligation: RaceObligation,
  accesses: readonly RaceObligation['first'][],
  parts = partsOf,
): readonly ArrayId[] {
  const { formula, reads, ownReads } = obligation;
  const own = new Set(
    [...formula.variables.values()].flatMap(({ of, copy }) => (copy === 'first' || copy === 'second' ? [of] : [])),
  );
  const readBy = new Map(
    [...reads, ...ownReads].flatMap(({ variable, array }) => {
      const one = formula.variables.get(variable);
      return one !== undefined && own.has(one.of) ? [[one.of, array] as const] : [];
    }),
  );
  const found = new Set<ArrayId>();
  const seen = new Set<VarId>();
  const open: Expr[] = accesses.flatMap(({ place }) => place.subscripts.map(({ index }) => index));
  for (const index of open) {
    for (const leaf of leavesOf(index, parts)) {
      const array =
        leaf.kind === 'apply' ? arrayRead(leaf, own) : leaf.kind === 'var' ? readBy.get(leaf.id) : undefined;
      if (array !== undefined) found.add(array);
      // a thread's own id is what it is, whatever the two addresses have in common
      if (leaf.kind !== 'var' || seen.has(leaf.id) || /^(threadIdx|blockIdx|blockDim|gridDim)\./.test(leaf.id))
        continue;
      seen.add(leaf.id);
      open.push(...meaningsOf(leaf.id, obligation));
    }
  }
  return [...found];
}

/** The variables and contents to which the parts of an expression lead. */
function leavesOf(expr: Expr, parts: typeof partsOf): readonly Expr[] {
  if (expr.kind === 'var' || expr.kind === 'apply') return [expr];
  return parts(expr).flatMap((part) => leavesOf(part, parts));
}

/** Beside sums of multiples, what is divided by a constant. */
function orderedParts(expr: Expr): readonly Expr[] {
  if (
    expr.kind === 'binary' &&
    (expr.op === '/' || expr.op === '>>') &&
    expr.right.kind === 'int' &&
    expr.right.value > 0n
  )
    return [expr.left];
  return partsOf(expr);
}

/** `read:ARRAY:TYPE(byte offset)`, where the offset is a thread's own. */
function arrayRead({ fn, args }: Extract<Expr, { kind: 'apply' }>, own: ReadonlySet<VarId>): ArrayId | undefined {
  const array = /^read:(.*):[^:]*$/.exec(fn)?.[1];
  const isOwn = args.some((arg) => [...freeVariables(arg)].some((id) => own.has(id)));
  return array === undefined || !isOwn ? undefined : arrayId(array);
}

/** What the conditions say that the variable of either thread is equal to, or begins with, in the protocol's names. */
function meaningsOf(id: VarId, { formula: { variables, constraints } }: RaceObligation): readonly Expr[] {
  const isIt = (side: Expr): boolean =>
    side.kind === 'cast' ? isIt(side.operand) : side.kind === 'var' && variables.get(side.id)?.of === id;
  const inProtocol = (expr: Expr): Expr =>
    mapExpr(expr, (node) => (node.kind === 'var' ? { ...node, id: variables.get(node.id)?.of ?? node.id } : node));
  return constraints.flatMap((fact) => {
    if (fact.kind !== 'binary' || (fact.op !== '==' && fact.op !== '<=')) return [];
    const { op, left, right } = fact;
    return [...(isIt(right) ? [inProtocol(left)] : []), ...(op === '==' && isIt(left) ? [inProtocol(right)] : [])];
  });
}
