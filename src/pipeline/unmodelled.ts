/**
 * What of a kernel is not modelled, by its IR alone: for kernels that no time was left for. Whatever else is found out, it keeps them from being proved.
 * What the block and the grid of all launches rule out is none of it: of a block of 128 threads what is done in one of more than 128.
 * Gives: reasons as those of `Decision.unknowns`, without repetitions.
 */
import type { Expr } from '../base/expr.ts';
import type { Kernel, Stmt } from '../ir/ir.ts';
import type { LaunchConfig } from '../launch/launch.ts';
import { u32 } from '../base/ctype.ts';
import { int } from '../base/expr-build.ts';
import { mapExpr } from '../base/expr-walk.ts';
import { eachStmt } from '../ir/walk.ts';
import { combine, constantOf, convert } from '../lower/expressions/constants.ts';

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
  const folded = mapExpr(when, (node) => {
    if (node.kind === 'binary') return combine(node.op, node.left, node.right);
    if (node.kind === 'cast') return convert(node.operand, node.to);
    if (node.kind !== 'builtin') return node;
    const [of, axis = ''] = node.name.split('.');
    const known = of === 'blockDim' || of === 'gridDim' ? (of === 'blockDim' ? block : grid)['xyz'.indexOf(axis)] : null;
    return known === null || known === undefined ? node : int(known, u32);
  });
  return constantOf(folded);
}
