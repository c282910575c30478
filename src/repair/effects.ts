/**
 * What a statement of the text does beside its own stores, which a thread that leaves it out would miss: `total = last
 * = in[t];` sets `last`, `at = atomicAdd(&next, 1);` counts. By the IR, over-approximating.
 */
import type { Kernel, Stmt } from '../ir/ir.ts';
import type { ArrayId, SourceId, VarId } from '../base/brand.ts';
import { bodiesOf, eachStmt, expressionsOf, someStmt, targetOf } from '../ir/walk.ts';
import { freeVariables } from '../base/expr-walk.ts';

/**
 * `atomics`: it has some of its own. `others`: variables that are read elsewhere, stores of functions that it calls,
 * meetings of threads.
 */
export type Effects = Readonly<{ atomics: boolean; others: boolean }>;

export function effectsBeside(source: SourceId, kernel: Kernel): Effects {
  const assigned = new Set<VarId>();
  const read = new Set<VarId>();
  let [atomics, others] = [false, false];
  const visit = (stmt: Stmt, isInside: boolean): void => {
    const isWritten = stmt.source === source;
    const isOwn = isInside || isWritten;
    const target = targetOf(stmt);
    if (isOwn && target !== null) assigned.add(target);
    if (!isOwn) for (const expr of expressionsOf(stmt)) for (const id of freeVariables(expr)) read.add(id);
    atomics ||= isWritten && stmt.kind === 'atomic';
    others ||=
      isOwn &&
      (meetings.has(stmt.kind) ||
        (stmt.kind === 'atomic' && !isWritten) ||
        (stmt.kind === 'store' && (!isWritten || kernel.arrays.get(stmt.place.array)?.space === 'local')));
    for (const inner of bodiesOf(stmt).flat()) visit(inner, isOwn);
  };
  for (const stmt of kernel.body) visit(stmt, false);
  return { atomics, others: others || [...assigned].some((id) => read.has(id)) };
}

const meetings: ReadonlySet<Stmt['kind']> = new Set(['barrier', 'fence', 'lanes', 'assert', 'unknown']);

/** Whether the statement, or what it calls, reads one of these arrays. */
export function readsAny(source: SourceId, arrays: readonly ArrayId[], kernel: Kernel): boolean {
  const reads = (stmt: Stmt): boolean =>
    (stmt.kind === 'load' || stmt.kind === 'atomic') && arrays.includes(stmt.place.array);
  return someStmt(
    kernel.body,
    (stmt) => stmt.source === source && (reads(stmt) || bodiesOf(stmt).some((inner) => someStmt(inner, reads))),
  );
}

/**
 * Whether all that the statement does is to store what it loaded, as it is: nothing is called, also by no operator of a
 * class, and nothing is set that is read elsewhere. By the IR, which sees through macros. Under-approximating.
 */
export function onlyCopies(source: SourceId, kernel: Kernel): boolean {
  const own: Stmt[] = [];
  eachStmt(kernel.body, (stmt) => {
    if (stmt.source === source) own.push(stmt);
  });
  const { atomics, others } = effectsBeside(source, kernel);
  const loaded = new Map(own.flatMap((stmt) => (stmt.kind === 'load' ? [[stmt.target, stmt.place.array]] : [])));
  const isCopy = (stmt: Stmt): boolean =>
    stmt.kind === 'load' ||
    stmt.kind === 'assign' ||
    (stmt.kind === 'store' && stmt.value.kind === 'var' && loaded.get(stmt.value.id) === stmt.place.array);
  return !atomics && !others && own.every(isCopy);
}
