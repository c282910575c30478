/**
 * What of a kernel is not modelled, by its IR alone. What the block and the grid of all launches rule out is none of
 * it: of a block of 128 threads what is done in one of more than 128, and of an open one, what is done in one of more
 * threads than the kernel is written for (launch/block-limits.ts).
 */
import type { Expr } from '../base/expr.ts';
import type { Kernel, Stmt } from '../ir/ir.ts';
import type { LaunchConfig } from '../launch/launch.ts';
import { neededLimits, ruleOut } from '../launch/block-limits.ts';
import { eachStmt, mapStmts, someStmt } from '../ir/walk.ts';
import { knownOf } from '../ir/order/counting.ts';
import { usesOf } from '../ir/objects.ts';
import { valueOf } from '../ir/order/values.ts';

/** `facts`: what else is known of it; not given: what the kernel asks for. */
type Extents = Pick<LaunchConfig, 'block' | 'grid'> & Partial<Pick<LaunchConfig, 'facts'>>;

/**
 * For kernels that no time was left for: whatever else is found out, it keeps them from being proved. `launches`: none
 * stand for one that is open.
 * Gives: reasons as those of `Decision.unknowns`, without repetitions.
 */
export function unmodelledIn(kernel: Kernel, launches: readonly Extents[]): readonly string[] {
  const found = new Set<string>();
  const skipped = new Set<Stmt>();
  const known = (launches.length === 0 ? [anyLaunch] : launches).map((launch) => conditionsUnder(kernel, launch));
  eachStmt(kernel.body, (stmt) => {
    if (stmt.kind !== 'branch') return;
    for (const [arm, value] of [
      [stmt.then, 0n],
      [stmt.otherwise, 1n],
    ] as const) {
      if (known.every((valueIn) => valueIn(stmt.when) === value))
        eachStmt(arm, (inner) => {
          skipped.add(inner);
        });
    }
  });
  const { written } = usesOf(kernel);
  eachStmt(kernel.body, (stmt) => {
    if (stmt.kind !== 'unknown' || skipped.has(stmt)) return;
    const touched = stmt.footprint.filter((id) => kernel.arrays.get(id)?.space !== 'local');
    if (stmt.synchronizes || touched.some((id) => stmt.onlyReads !== true || written.has(id)))
      found.add(`line ${stmt.span.line}: ${stmt.because}`);
  });
  return [...found];
}

const anyLaunch: Extents = { block: [null, null, null], grid: [null, null, null] };

/** The kernel without the arms of branches that no run under the launches takes; the same object where it has none. */
export function withoutRuledOut(kernel: Kernel, launches: readonly Extents[]): Kernel {
  const known = launches.map((launch) => conditionsUnder(kernel, launch));
  const chosen = (when: Expr): bigint | null =>
    [0n, 1n].find((value) => known.length > 0 && known.every((valueIn) => valueIn(when) === value)) ?? null;
  if (!someStmt(kernel.body, (stmt) => stmt.kind === 'branch' && chosen(stmt.when) !== null)) return kernel;
  const body = mapStmts(kernel.body, (stmt) => {
    const value = stmt.kind === 'branch' ? chosen(stmt.when) : null;
    return stmt.kind !== 'branch' || value === null ? [stmt] : value === 0n ? stmt.otherwise : stmt.then;
  });
  return { ...kernel, body };
}

/** The values of conditions on the block and the grid alone; null: open. */
function conditionsUnder(
  kernel: Kernel,
  { block, grid, facts = neededLimits(kernel, block) }: Extents,
): (when: Expr) => bigint | null {
  const known = knownOf({ block, grid, scalars: new Map() }, new Map());
  const limits = facts.map(({ condition }) => condition);
  return (when) => valueOf(when, known, new Map()) ?? (ruleOut(limits, when, block) ? 0n : null);
}
