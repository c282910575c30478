/**
 * What lockstep warps exclude (option `--warp lockstep`, architectures before Volta): two lanes of one warp execute
 * different statements in order, so they race only in one and the same statement, or in statements of which the path
 * conditions contradict each other (then the order of the two sides is not known). Over-approximating.
 */
import type { Axis, Expr } from '../base/expr.ts';
import { binary, cast, int, not, variable } from '../base/expr-build.ts';
import type { Copies, Side } from './copies.ts';
import type { IntervalAccess, SplitProtocol } from '../protocol/protocol.ts';
import { deviceLimits } from '../launch/launch.ts';
import { i64, u32 } from '../base/ctype.ts';
import { printExpr } from '../base/expr-print.ts';

/** That the two threads are in different warps, where only then the pair is unordered; null where it always is. */
export function differentWarps(split: SplitProtocol, copies: Copies, first: IntervalAccess, second: IntervalAccess): Expr | null {
  if (first.access.id === second.access.id || opposed(first, second)) return null;
  const [a, b] = [warpOf(split, copies, 'first'), warpOf(split, copies, 'second')];
  return a === null || b === null ? null : binary('!=', a, b);
}

/** Whether one side's condition is the other's negation. */
function opposed(first: IntervalAccess, second: IntervalAccess): boolean {
  const texts = new Set(first.when.map(printExpr));
  const negated = new Set(first.when.map((c) => printExpr(not(c))));
  return second.when.some((c) => negated.has(printExpr(c)) || texts.has(printExpr(not(c))));
}

function warpOf(split: SplitProtocol, copies: Copies, side: Side): Expr | null {
  const axes: readonly Axis[] = ['x', 'y', 'z'];
  let size: Expr = int(1, i64);
  let linear: Expr = int(0, i64);
  for (const axis of axes) {
    const index = [...split.variables.values()].find((v) => v.origin.kind === 'builtin' && v.origin.name === `threadIdx.${axis}`);
    if (index === undefined) continue;
    const extent = extentOf(split, index.id);
    if (extent === null) return null;
    linear = binary('+', linear, binary('*', cast(i64, variable(index.id, u32)), size));
    size = binary('*', size, cast(i64, extent));
  }
  return copies.rename(binary('/', linear, int(deviceLimits.warpSize, i64)), side);
}

/** The launch's facts hold `threadIdx.x < extent`. */
function extentOf(split: SplitProtocol, index: string): Expr | null {
  for (const { condition } of split.protocol.facts) {
    if (condition.kind === 'binary' && condition.op === '<' && condition.left.kind === 'var' && condition.left.id === index) return condition.right;
  }
  return null;
}
