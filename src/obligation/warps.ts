/**
 * What lockstep warps exclude (option `--warp lockstep`, architectures before Volta): two lanes of one warp execute
 * different statements in order, so they race only in one and the same statement, or in statements of which the path
 * conditions contradict each other (then the order of the two sides is not known). Over-approximating.
 */
import type { Axis, Expr } from '../base/expr.ts';
import { binary, cast, int, not, variable } from '../base/expr-build.ts';
import type { Copies, Side } from './copies.ts';
import type { FormulaVariable } from './obligation.ts';
import type { IntervalAccess, SplitProtocol, WholeProtocol } from '../protocol/protocol.ts';
import type { VarId } from '../base/brand.ts';
import { deviceLimits } from '../launch/launch.ts';
import { freeVariables } from '../base/expr-walk.ts';
import { i64, u32 } from '../base/ctype.ts';
import { negation } from '../protocol/fold.ts';
import { printExpr } from '../base/expr-print.ts';

/** That the two threads are in different warps, where only then the pair is unordered; null where it always is. */
export function differentWarps(
  split: SplitProtocol,
  copies: Copies,
  first: IntervalAccess,
  second: IntervalAccess,
): Expr | null {
  if (first.access.id === second.access.id || opposed(first, second)) return null;
  const [a, b] = [warpOf(split, copies, 'first'), warpOf(split, copies, 'second')];
  return a === null || b === null ? null : binary('!=', a, b);
}

/** Whether no thread takes the paths of both: one of a side's conditions is denied by what the other side's say. */
function opposed(first: IntervalAccess, second: IntervalAccess): boolean {
  const [a, b] = [saidOn(first), saidOn(second)];
  return (
    isDenied(first, b) ||
    isDenied(second, a) ||
    [...a.values()].some((x) => [...b.values()].some((y) => areTwoValues(x, y)))
  );
}

/** By their text. */
const saidOn = ({ when }: IntervalAccess): ReadonlyMap<string, Expr> =>
  new Map(when.flatMap((c) => conjuncts(c, true)).map((c) => [printExpr(c), c]));

const isDenied = ({ when }: IntervalAccess, said: ReadonlyMap<string, Expr>): boolean =>
  when.some((c) => conjuncts(c, false).every((one) => said.has(printExpr(one))));

/** What holds all together if the condition holds, or if it does not. */
function conjuncts(condition: Expr, holds: boolean): readonly Expr[] {
  if (condition.kind === 'unary' && condition.op === 'not') return conjuncts(condition.operand, !holds);
  if (condition.kind === 'binary' && condition.op === (holds ? '&&' : '||'))
    return [...conjuncts(condition.left, holds), ...conjuncts(condition.right, holds)];
  return [holds ? condition : negation(condition)];
}

/** `x == 1` and `x == 2`. */
function areTwoValues(a: Expr, b: Expr): boolean {
  if (a.kind !== 'binary' || b.kind !== 'binary' || a.op !== '==' || b.op !== '==') return false;
  return (
    a.right.kind === 'int' &&
    b.right.kind === 'int' &&
    a.right.value !== b.right.value &&
    printExpr(a.left) === printExpr(b.left)
  );
}

function warpOf(split: SplitProtocol, copies: Copies, side: Side): Expr | null {
  const linear = linearOf(split);
  return linear === null ? null : copies.rename(binary('/', linear, int(deviceLimits.warpSize, i64)), side);
}

export const axes: readonly Axis[] = ['x', 'y', 'z'];
/** The variable that is the index of a thread along the axis; null: nothing asks for it. */
export const indexOf = (whole: WholeProtocol, axis: Axis): VarId | null =>
  [...whole.variables.values()].find((v) => v.origin.kind === 'builtin' && v.origin.name === `threadIdx.${axis}`)?.id ??
  null;
const asInteger = (id: VarId): Expr => cast(i64, variable(id, u32));

/** The number of the thread in its block. */
function linearOf(whole: WholeProtocol): Expr | null {
  let size: Expr = int(1, i64);
  let linear: Expr = int(0, i64);
  for (const axis of axes) {
    const index = indexOf(whole, axis);
    if (index === null) continue;
    const extent = extentOf(whole, index);
    if (extent === null) return null;
    linear = binary('+', linear, binary('*', asInteger(index), size));
    size = binary('*', size, cast(i64, extent));
  }
  return linear;
}

/** `facts`: under which it is so. */
export type PlaceInBlock = Readonly<{
  lane: Expr;
  linear: Expr;
  tileOf: (size: number) => readonly Expr[];
  facts: readonly Expr[];
}>;

/**
 * The lane of a thread, and what threads of one tile have in common, with rows of threads along x as whole warps where
 * they are: then each axis speaks for itself. `wholeRows`: where they may be, too. Null: how long a row is, is not
 * known.
 */
export function placeInBlock(
  whole: WholeProtocol,
  copies: Copies,
  side: Side,
  wholeRows: boolean,
): PlaceInBlock | null {
  const [x, ...others] = axes.flatMap((axis) => indexOf(whole, axis) ?? []);
  if (x === undefined) return null;
  const { warpSize } = deviceLimits;
  const rename = (expr: Expr): Expr => copies.rename(expr, side);
  const row = x === indexOf(whole, 'x') ? extentOf(whole, x) : int(1, u32);
  if (row === null) return null;
  const isWhole = row.kind === 'int' ? row.value % BigInt(warpSize) === 0n : wholeRows;
  const facts =
    row.kind === 'int' || !wholeRows ? [] : [rename(binary('==', binary('%', row, int(warpSize, u32)), int(0, u32)))];
  const linear = others.length === 0 ? asInteger(x) : linearOf(whole);
  if (linear === null || (row.kind !== 'int' && !isWhole && others.length > 0)) return null;
  const [first, rest] = isWhole ? [asInteger(x), others.map(asInteger)] : [linear, []];
  return {
    lane: rename(binary('%', first, int(warpSize, i64))),
    linear: rename(linear),
    facts,
    tileOf: (size) =>
      (size <= warpSize ? [binary('/', first, int(size, i64)), ...rest] : [binary('/', linear, int(size, i64))]).map(
        rename,
      ),
  };
}

/** Two accesses, of the first and the second thread. */
type Two = readonly [IntervalAccess, IntervalAccess];

/**
 * That the two threads have the same value of the variable, because lanes got it together [D26]; null: it is no such
 * variable, or its tile is not known.
 */
function areAlike(whole: WholeProtocol, copies: Copies, id: VarId, [a, b]: Two): Expr | null {
  const origin = whole.variables.get(id)?.origin;
  if (copies.scope !== 'block' || origin?.kind !== 'unknown' || origin.alike === undefined) return null;
  const { size, keys } = origin.alike;
  const { loops } = origin.turns ?? { loops: [] };
  const [first, second] = [placeInBlock(whole, copies, 'first', false), placeInBlock(whole, copies, 'second', false)];
  // of two accesses the one of which has gone around a loop, the variable stands for turns that are one apart
  if (first === null || second === null || (loops.length > 0 && a.crossed.join() !== b.crossed.join())) return null;
  if (!isOfOneTurn(whole, id, keys)) return null;
  const theirs = second.tileOf(size);
  const inTile = first.tileOf(size).map((part, k) => binary('==', part, theirs[k] ?? part));
  const inTurn = loops.map((loop) => {
    const [own, other] = [a, b].map((access) => access.loops.find((one) => one.loop === loop)?.turn);
    return own === undefined || other === undefined
      ? null
      : binary('==', copies.rename(own, 'first'), copies.rename(other, 'second'));
  });
  const equal = keys.map((key) => binary('==', copies.rename(key, 'first'), copies.rename(key, 'second')));
  const parts = [...inTile, ...inTurn, ...equal].filter((part) => part !== null);
  return parts.length < inTile.length + loops.length + keys.length ? null : parts.reduce((x, y) => binary('&&', x, y));
}

/**
 * When the two threads come to one execution of the statement by lanes that gives the variable; null: that is not
 * known.
 */
export const inOneMeeting = (whole: WholeProtocol, copies: Copies, id: VarId, of: Two): Expr | null =>
  areAlike(whole, copies, id, of);

/** Whether it is one value in all turns of all loops. */
const isOfLaunch = (whole: WholeProtocol, expr: Expr): boolean =>
  [...freeVariables(expr)].every((id) => ['builtin', 'parameter'].includes(whole.variables.get(id)?.origin.kind ?? ''));

/** Whether the variable and what these expressions name are of one turn wherever the variable stands. */
export function isOfOneTurn(whole: WholeProtocol, id: VarId, exprs: readonly Expr[]): boolean {
  const origin = whole.variables.get(id)?.origin;
  return (
    (origin?.kind === 'unknown' && origin.turns?.areNamed === true && whole.protocol.variables.has(id)) ||
    exprs.every((expr) => isOfLaunch(whole, expr))
  );
}

/** When the two are copies of one variable that lanes have alike; null: they are not, or that is not known. */
export function inOneTile(whole: WholeProtocol, copies: Copies, a: Expr, b: Expr, of: Two): Expr | null {
  if (a.kind !== 'var' || b.kind !== 'var') return null;
  const [own, other] = [copies.originalOf(a.id), copies.originalOf(b.id)];
  return own === null || own !== other ? null : areAlike(whole, copies, own, of);
}

/** What holds of values that lanes have alike, for those of the variables that both threads have. */
export function alikeInTiles(
  whole: WholeProtocol,
  copies: Copies,
  variables: ReadonlyMap<VarId, FormulaVariable>,
  of: Two,
): readonly Expr[] {
  const second = new Map(
    [...variables.values()].filter(({ copy }) => copy === 'second').map((v) => [v.of, v] as const),
  );
  return [...variables.values()]
    .filter(({ copy }) => copy === 'first')
    .flatMap(({ id, of: original, type }) => {
      const other = second.get(original);
      const when =
        other === undefined || type.kind === 'integer' || type.kind === 'float'
          ? null
          : areAlike(whole, copies, original, of);
      if (other === undefined || when === null || type.kind === 'integer') return [];
      return [binary('||', not(when), binary('==', variable(id, type), variable(other.id, type)))];
    });
}

/** The launch's facts hold `threadIdx.x < extent`. */
function extentOf(split: WholeProtocol, index: VarId): Expr | null {
  for (const { condition } of split.protocol.facts) {
    if (
      condition.kind === 'binary' &&
      condition.op === '<' &&
      condition.left.kind === 'var' &&
      condition.left.id === index
    )
      return condition.right;
  }
  return null;
}
