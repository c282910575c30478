/**
 * Ranks in a mask of lanes [D26]: how many lanes below a thread's own the mask names, as threads of a warp compute it
 * to store side by side what they keep. Of two lanes that a mask names, the lower one has the lower rank, and each rank
 * is below the number of all lanes that it names.
 *
 * Example: of `m = __ballot_sync(~0u, keep); if (keep) out[__popc(m & ((1u << lane) - 1))] = x;`, no two lanes store to
 * one element.
 */
import type { Copies, Side } from './copies.ts';
import type { Expr } from '../base/expr.ts';
import type { ScalarType } from '../base/ctype.ts';
import type { VarId } from '../base/brand.ts';
import type { WholeProtocol } from '../protocol/protocol.ts';
import { all, apply, binary, cast, int, not, variable } from '../base/expr-build.ts';
import { bool, i64, sizeOf, u32 } from '../base/ctype.ts';
import { eachNode } from '../base/expr-walk.ts';
import { laneNamed } from '../protocol/protocol.ts';
import { axes, indexOf, placeInBlock } from './warps.ts';
import { printExpr } from '../base/expr-print.ts';

/**
 * `isOwn`: it is counted below the thread's own lane, which the mask names. `of`: the variable of the protocol that is
 * the mask.
 */
type Rank = Readonly<{ value: Expr; mask: Expr; of: VarId; below: Expr; isOwn: Expr }>;

/** What holds of the ranks that the constraints speak of. */
export function ranksIn(whole: WholeProtocol, copies: Copies, constraints: readonly Expr[]): readonly Expr[] {
  const counts = new Map<string, Extract<Expr, { kind: 'apply' }>>();
  for (const constraint of constraints) {
    eachNode(constraint, (node) => {
      if (node.kind === 'apply' && node.fn === '__popc' && node.args.length === 1) counts.set(printExpr(node), node);
    });
  }
  if (counts.size === 0) return [];
  const ranks = (side: Side): readonly Rank[] =>
    [...counts.values()].flatMap((count) => rankOf(whole, copies, count, side) ?? []);
  const [first, second] = [ranks('first'), ranks('second')];
  const totals = [...counts.values()].flatMap((total) => {
    const [mask] = total.args;
    return mask?.kind !== 'var'
      ? []
      : [...first, ...second]
          .filter((rank) => printExpr(rank.mask) === printExpr(mask))
          .map((rank) => implied([rank.isOwn], isLess(rank.value, total)));
  });
  const apart =
    copies.scope === 'grid'
      ? []
      : first.flatMap((a) => second.filter((b) => a.of === b.of).flatMap((b) => [ordered(a, b), ordered(b, a)]));
  const bounds = [...first, ...second].flatMap(({ value, below }) => [
    binary('<=', int(0, i64), cast(i64, value)),
    binary('<=', cast(i64, value), cast(i64, below)),
  ]);
  return [...bounds, ...totals, ...apart];
}

const implied = (when: readonly Expr[], then: Expr): Expr => binary('||', not(all(when)), then);
const isLess = (a: Expr, b: Expr): Expr => binary('<', cast(i64, a), cast(i64, b));

/** Where both count in one mask, the one below the other: that lane is among those that the other counts. */
const ordered = (low: Rank, high: Rank): Expr =>
  implied([binary('==', low.mask, high.mask), low.isOwn, isLess(low.below, high.below)], isLess(low.value, high.value));

/** Null: it is no rank of a thread of that side. */
function rankOf(
  whole: WholeProtocol,
  copies: Copies,
  value: Extract<Expr, { kind: 'apply' }>,
  side: Side,
): Rank | null {
  const [among] = value.args;
  if (among?.kind !== 'binary' || among.op !== '&') return null;
  const [mask, below] =
    among.left.kind === 'var' ? [among.left, belowOf(among.right)] : [among.right, belowOf(among.left)];
  const of = mask.kind === 'var' ? copies.originalOf(mask.id) : null;
  const origin = of === null ? undefined : whole.variables.get(of)?.origin;
  const place = placeInBlock(whole, copies, side, false);
  if (
    mask.kind !== 'var' ||
    of === null ||
    below === null ||
    place === null ||
    origin?.kind !== 'unknown' ||
    origin.alike?.isMask !== true ||
    sizeOf(mask.type) !== 4
  )
    return null;
  const own = (id: VarId, type: ScalarType): Expr => copies.rename(variable(id, type), side);
  if (printExpr(own(of, mask.type)) !== printExpr(mask)) return null;
  const indices = axes.flatMap((axis) => {
    const index = indexOf(whole, axis);
    return index === null ? [] : [own(index, u32)];
  });
  const isNamed = apply(laneNamed, [mask, ...indices], bool);
  return { value, mask, of, below, isOwn: all([isNamed, binary('==', cast(i64, below), place.lane)]) };
}

/** The n of `(1 << n) - 1`: lanes below it. */
function belowOf(lanes: Expr): Expr | null {
  if (
    lanes.kind !== 'binary' ||
    lanes.op !== '-' ||
    !isOne(lanes.right) ||
    lanes.left.kind !== 'binary' ||
    lanes.left.op !== '<<' ||
    !isOne(lanes.left.left)
  )
    return null;
  return lanes.left.right;
}

const isOne = (expr: Expr): boolean => expr.kind === 'int' && expr.value === 1n;
