/**
 * Arrays that hold what is not modelled: a kernel stores such a value there, and may read it back. What a run made up for the value
 * is no more evidence when it comes from memory. Over-approximating: by arrays, whatever the order of store and load.
 *
 * Example: `ids[blockIdx.x] = cub::BlockReduce<int, 128>(tmp).Sum(x); __syncthreads(); out[ids[blockIdx.x]] = 1;`: what `ids` holds then is
 * not known, though memory may hold anything where nobody stored.
 */
import type { ArrayId, VarId } from '../base/brand.ts';
import type { Expr } from '../base/expr.ts';
import type { Kernel, Stmt } from './ir.ts';
import { freeVariables } from '../base/expr-walk.ts';
import { memoized } from '../base/memoize.ts';
import { isUnmodelled } from './gaps.ts';
import { eachStmt } from './walk.ts';

export const inventedArrays = memoized(({ body }: Kernel): ReadonlySet<ArrayId> => {
  const variables = new Set<VarId>();
  const arrays = new Set<ArrayId>();
  const isInvented = (exprs: readonly Expr[]): boolean => exprs.some((expr) => [...freeVariables(expr)].some((id) => variables.has(id)));
  for (let known = -1; known !== variables.size + arrays.size;) {
    known = variables.size + arrays.size;
    eachStmt(body, (stmt) => { follow(stmt, variables, arrays, isInvented); });
  }
  return arrays;
});

function follow(stmt: Stmt, variables: Set<VarId>, arrays: Set<ArrayId>, isInvented: (exprs: readonly Expr[]) => boolean): void {
  switch (stmt.kind) {
    case 'unknown-value':
      if (isUnmodelled(stmt)) variables.add(stmt.target);
      return;
    case 'assign':
      if (isInvented([stmt.value])) variables.add(stmt.target);
      return;
    case 'lanes':
      if (isInvented(stmt.operands)) variables.add(stmt.target);
      return;
    case 'load':
      if (arrays.has(stmt.place.array)) variables.add(stmt.target);
      return;
    case 'store':
      if (isInvented([stmt.value])) arrays.add(stmt.place.array);
      return;
    case 'atomic':
      if (isInvented(stmt.operands)) arrays.add(stmt.place.array);
      if (stmt.target !== null && arrays.has(stmt.place.array)) variables.add(stmt.target);
      return;
    default:
  }
}
