/**
 * Brings the inputs of a run within what is known of its launch (`gridDim.x == (n + 255) / 256`, `n % 4 == 0`). Inputs
 * that a search draws seldom agree with such facts, and a run that breaks one shows nothing. Open sizes are changed one
 * after the other, as long as more facts hold with each change. This only proposes inputs: whether a run breaks a fact
 * is decided by the machine.
 */
import type { BinaryExpr, Expr } from '../base/expr.ts';
import type { Fact } from '../protocol/infer.ts';
import type { Individual } from '../search/individual.ts';
import type { LaunchConfig } from '../launch/launch.ts';
import type { Param } from '../ir/ir.ts';
import type { VarId } from '../base/brand.ts';
import { conjuncts, freeVariables, mapExpr } from '../base/expr-walk.ts';
import { binary, variable } from '../base/expr-build.ts';
import { evaluate } from '../solve/evaluate.ts';
import { i64, u32 } from '../base/ctype.ts';
import { rounded } from '../search/individual.ts';
import { varId } from '../base/brand.ts';

/** Sizes by the names of parameters and axes (`gridDim.x`). */
type Point = ReadonlyMap<VarId, bigint>;
/** `gap`: how far the two sides of a comparison are apart; null: no comparison of numbers. */
type Condition = Readonly<{ holds: Expr; gap: Expr | null; open: readonly VarId[] }>;

/** Changes to one individual before it is given up. */
const mostRounds = 8;
/** A size that is changed stays below. */
const largest = 2n ** 31n - 1n;
/** Values beside each that is found, since a fact may want a multiple of something. */
const beside = [0n, 1n, -1n, 2n, 3n] as const;
const multiples = [2n, 4n, 8n, 16n, 32n, 64n] as const;

const axes = ['x', 'y', 'z'] as const;

/**
 * Returns a function that gives an individual within the facts: the same one if it keeps them, null if no change was
 * found that makes all of them hold.
 */
export function withinFacts(
  facts: readonly Fact[],
  params: readonly Param[],
  { block, grid, scalars: stated }: Pick<LaunchConfig, 'block' | 'grid' | 'scalars'>,
): (individual: Individual) => Individual | null {
  const scalars = new Map(
    params.flatMap((param) =>
      param.kind === 'scalar' && param.type.kind === 'int' ? [[param.id, param.name] as const] : [],
    ),
  );
  const isOpenScalar = (id: VarId): boolean => scalars.has(id) && !stated.has(scalars.get(id) ?? '');
  const openAxes = new Set(
    [
      ...axes.filter((_, k) => block[k] === null).map((axis) => `blockDim.${axis}`),
      ...axes.filter((_, k) => grid[k] === null).map((axis) => `gridDim.${axis}`),
    ].map(varId),
  );
  const conditions = facts
    .flatMap(({ condition }) => conjuncts(withAxesAsVariables(condition)))
    .map((holds): Condition => {
      const free = [...freeVariables(holds)];
      return { holds, gap: gapOf(holds), open: free.filter((id) => openAxes.has(id) || isOpenScalar(id)) };
    })
    .filter(({ holds }) => [...freeVariables(holds)].every((id) => scalars.has(id) || isAxis(id)));
  if (conditions.length === 0) return (individual) => individual;
  return (individual) => {
    const start = pointOf(individual, scalars, stated);
    const found = kept(start, conditions);
    return found === null || found === start ? found && individual : withPoint(individual, found, scalars);
  };
}

const withAxesAsVariables = (condition: Expr): Expr =>
  mapExpr(condition, (node) => (node.kind === 'builtin' ? variable(varId(node.name), u32) : node));
const isAxis = (id: VarId): boolean => axes.some((axis) => id === `blockDim.${axis}` || id === `gridDim.${axis}`);

function gapOf(condition: Expr): Expr | null {
  if (condition.kind !== 'binary' || !['==', '<', '<=', '>', '>='].includes(condition.op)) return null;
  const { left, right }: BinaryExpr = condition;
  return binary('-', asInteger(left), asInteger(right));
}

const asInteger = (operand: Expr): Expr => ({ kind: 'cast', to: i64, operand });

function pointOf(
  { block, grid, scalars }: Individual,
  names: ReadonlyMap<VarId, string>,
  stated: LaunchConfig['scalars'],
): Point {
  const point = new Map<VarId, bigint>();
  for (const [id, name] of names) {
    const value = stated.get(name) ?? scalars.get(name) ?? 1;
    point.set(id, typeof value === 'bigint' ? value : rounded(value));
  }
  axes.forEach((axis, k) => {
    point.set(varId(`blockDim.${axis}`), BigInt(block[k] ?? 1));
    point.set(varId(`gridDim.${axis}`), BigInt(grid[k] ?? 1));
  });
  return point;
}

function withPoint(individual: Individual, point: Point, names: ReadonlyMap<VarId, string>): Individual {
  const extent = (name: string): number => Number(point.get(varId(name)) ?? 1n);
  return {
    ...individual,
    block: [extent('blockDim.x'), extent('blockDim.y'), extent('blockDim.z')],
    grid: [extent('gridDim.x'), extent('gridDim.y'), extent('gridDim.z')],
    scalars: new Map([
      ...individual.scalars,
      ...[...names]
        .filter(([, name]) => individual.scalars.has(name))
        .map(([id, name]) => [name, Number(point.get(id) ?? 1n)] as const),
    ]),
  };
}

const valueAt = (expr: Expr, point: Point): bigint | null =>
  evaluate(expr, { values: point, functions: new Map() }, 'ideal');
const broken = (point: Point, conditions: readonly Condition[]): readonly Condition[] =>
  conditions.filter(({ holds }) => valueAt(holds, point) === 0n);

function kept(start: Point, conditions: readonly Condition[]): Point | null {
  let point = start;
  let left = broken(point, conditions);
  for (let round = 0; round < mostRounds && left.length > 0; round++) {
    const better = left
      .flatMap((condition) => condition.open.map((id) => ({ condition, id })))
      .map(({ condition, id }) => bestAlong(id, condition, point, conditions))
      .reduce<Readonly<{ point: Point; left: readonly Condition[] }> | null>(
        (best, one) => (one !== null && (best === null || one.left.length < best.left.length) ? one : best),
        null,
      );
    if (better === null || better.left.length >= left.length) return null;
    ({ point, left } = better);
  }
  return left.length === 0 ? point : null;
}

/**
 * The point with another value of one size with which the fewest facts are broken; of those, the value that is nearest
 * to what it was.
 */
function bestAlong(
  id: VarId,
  condition: Condition,
  point: Point,
  conditions: readonly Condition[],
): Readonly<{ point: Point; left: readonly Condition[] }> | null {
  const before = point.get(id) ?? 1n;
  let best: Readonly<{ point: Point; left: readonly Condition[]; value: bigint }> | null = null;
  for (const value of candidates(id, condition, point)) {
    const at = new Map([...point, [id, value]]);
    const left = broken(at, conditions);
    if (left.includes(condition)) continue;
    const isBetter =
      best === null ||
      left.length < best.left.length ||
      (left.length === best.left.length && distance(value, before) < distance(best.value, before));
    if (isBetter) best = { point: at, left, value };
  }
  return best;
}

const distance = (a: bigint, b: bigint): bigint => (a < b ? b - a : a - b);

/**
 * The values of other sizes, and the values at which the two sides of the comparison meet if its gap is monotonic in
 * the size; each with its neighbours.
 */
function candidates(id: VarId, { gap }: Condition, point: Point): readonly bigint[] {
  const found = new Set<bigint>([1n, ...point.values()]);
  const gapAt = (value: bigint): bigint | null =>
    gap === null ? null : valueAt(gap, new Map([...point, [id, value]]));
  for (const isAbove of [(g: bigint): boolean => g >= 0n, (g: bigint): boolean => g > 0n]) {
    const meet = firstChange((value) => {
      const g = gapAt(value);
      return g === null ? null : isAbove(g);
    });
    if (meet !== null) found.add(meet).add(meet - 1n);
  }
  const near = [...found].flatMap((value) => [
    ...beside.map((step) => value + step),
    ...multiples.map((step) => ((value + step - 1n) / step) * step),
  ]);
  return [...new Set(near)].filter((value) => value >= 1n && value <= largest);
}

/**
 * By bisection, the first value above 1 with another truth than at 1. Null if the truth is the same at the largest
 * value.
 */
function firstChange(at: (value: bigint) => boolean | null): bigint | null {
  let [low, high] = [1n, largest];
  const [first, last] = [at(low), at(high)];
  if (first === null || last === null || first === last) return null;
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (at(middle) === first) low = middle;
    else high = middle;
  }
  return high;
}
