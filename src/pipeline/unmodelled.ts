/**
 * What of a kernel is not modelled, by its IR alone: for kernels that no time was left for. Whatever else is found out, it keeps them from being proved.
 * What the block and the grid of all launches rule out is none of it: of a block of 128 threads what is done in one of more than 128.
 * Gives: reasons as those of `Decision.unknowns`, without repetitions.
 */
import type { Expr } from '../base/expr.ts';
import type { Kernel, Stmt } from '../ir/ir.ts';
import type { LaunchConfig } from '../launch/launch.ts';
import { eachStmt } from '../ir/walk.ts';
import { valueOf } from '../ir/order/values.ts';

type Extents = Pick<LaunchConfig, 'block' | 'grid'>;

export function unmodelledIn({ body }: Kernel, launches: readonly Extents[]): readonly string[] {
  const found = new Set<string>();
  const skipped = new Set<Stmt>();
  eachStmt(body, (stmt) => {
    if (stmt.kind !== 'branch') return;
    for (const [arm, value] of [[stmt.then, 0n], [stmt.otherwise, 1n]] as const) {
      if (launches.length > 0 && launches.every((launch) => valueUnder(stmt.when, launch) === value)) eachStmt(arm, (inner) => { skipped.add(inner); });
    }
  });
  eachStmt(body, (stmt) => {
    if (stmt.kind === 'unknown' && !skipped.has(stmt) && (stmt.footprint.length > 0 || stmt.synchronizes)) found.add(`line ${stmt.span.line}: ${stmt.because}`);
  });
  return [...found];
}

/** Of a condition on the block and the grid alone. */
function valueUnder(when: Expr, { block, grid }: Extents): bigint | null {
  const known = (['x', 'y', 'z'] as const).flatMap((axis, k) => ([[`blockDim.${axis}`, block[k]], [`gridDim.${axis}`, grid[k]]] as const));
  const builtins = new Map(known.flatMap(([name, extent]) => (extent === null || extent === undefined ? [] : [[name, BigInt(extent)] as const])));
  return valueOf(when, { builtins, variables: new Map() }, new Map());
}
