/**
 * What a statement of the text does beside its own stores, which a thread that leaves it out would miss: `total = last = in[t];` sets `last`,
 * `at = atomicAdd(&next, 1);` counts. By the IR, over-approximating.
 */
import type { Kernel, Stmt } from '../ir/ir.ts';
import type { SourceId, VarId } from '../base/brand.ts';
import { bodiesOf, expressionsOf, targetOf } from '../ir/walk.ts';
import { freeVariables } from '../base/expr-walk.ts';

/** `atomics`: it has some of its own. `others`: variables that are read elsewhere, stores of functions that it calls, meetings of threads. */
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
    others ||= isOwn && (meetings.has(stmt.kind) || (stmt.kind === 'atomic' && !isWritten) || (stmt.kind === 'store' && (!isWritten || kernel.arrays.get(stmt.place.array)?.space === 'local')));
    for (const inner of bodiesOf(stmt).flat()) visit(inner, isOwn);
  };
  for (const stmt of kernel.body) visit(stmt, false);
  return { atomics, others: others || [...assigned].some((id) => read.has(id)) };
}

const meetings: ReadonlySet<Stmt['kind']> = new Set(['barrier', 'fence', 'lanes', 'assert', 'unknown']);
