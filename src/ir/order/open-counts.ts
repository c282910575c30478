/**
 * Signals of which there are as many as a dimension of the grid says, which the launch leaves open [T17]: which answers
 * come only behind all of them. Both sides of a comparison are read as `a * answer + b * N + c` where nothing in them
 * wraps around: a dimension is less than 2^31, and an answer no more than that. Under-approximating.
 * Example: of one step for each block, only the last one gives an answer for which `answer == gridDim.x - 1` holds.
 */
import type { BinaryOp, BuiltinName, Expr } from '../../base/expr.ts';
import type { Definitions } from './values.ts';
import type { Shape } from './counting.ts';
import type { VarId } from '../../base/brand.ts';
import { assertNever } from '../../base/invariant.ts';
import { literal } from './counting.ts';

/** As many as this dimension, which is 1 at least. `ones`: dimensions that are 1. */
export type OpenCount = Readonly<{ dimension: BuiltinName; ones: readonly BuiltinName[] }>;
type Answer = Readonly<{
  ids: readonly VarId[];
  count: OpenCount;
  /** It is that of the signal itself, less than the count; else one at most as large. */ isSignal: boolean;
  definitions: Definitions;
}>;

const axes = ['x', 'y', 'z'] as const;

/**
 * One signal for each block, where one dimension of the grid is open and the others are 1. `fixed`: the blocks counted
 * are those of one index along this axis.
 */
export function openCount(
  inBlock: bigint | null,
  { launch: { grid } }: Shape,
  fixed: number | null = null,
): OpenCount | null {
  const [axis, ...others] = axes.filter((_, k) => k !== fixed && grid[k] === null);
  const isLine = grid.every((extent, k) => k === fixed || extent === null || extent === 1);
  if (inBlock !== 1n || axis === undefined || others.length > 0 || !isLine) return null;
  return {
    dimension: `gridDim.${axis}`,
    ones: axes.flatMap((name, k): readonly BuiltinName[] => (grid[k] === 1 ? [`gridDim.${name}`] : [])),
  };
}

/** Whether the condition, or its opposite, holds of no answer that is given before all signals are. */
export function saysAllOf(when: Expr, isTrue: boolean, answer: Answer): boolean {
  if (when.kind !== 'binary') return false;
  const [left, right] = [sideOf(when.left, answer), sideOf(when.right, answer)];
  if (left === null || right === null) return false;
  const [a, b, c] = [left.a - right.a, left.b - right.b, left.c - right.c];
  if (a === 0n || a + b !== 0n) return false;
  // the answer is so many less than the last one; coefficients are small, so that these stand for all there are
  const last = answer.isSignal ? c - a : c;
  return [1n, 2n, 3n, 4n, 1n << 30n].every((less) => {
    const truth = compared(when.op, last - a * less);
    return truth !== null && truth !== isTrue;
  });
}

/** Whether `atomicInc` with this operand counts so far before it begins anew. */
export function countsToAll(operand: Expr | undefined, count: OpenCount, definitions: Definitions): boolean {
  const side = operand === undefined ? null : sideOf(operand, { ids: [], count, isSignal: true, definitions });
  return side !== null && side.b === 1n && side.c >= -1n;
}

function compared(op: BinaryOp, difference: bigint): boolean | null {
  switch (op) {
    case '==':
      return difference === 0n;
    case '!=':
      return difference !== 0n;
    case '<':
      return difference < 0n;
    case '<=':
      return difference <= 0n;
    case '>':
      return difference > 0n;
    case '>=':
      return difference >= 0n;
    case '+':
    case '-':
    case '*':
    case '/':
    case '%':
    case '&':
    case '|':
    case '^':
    case '<<':
    case '>>':
    case '&&':
    case '||':
      return null;
    default:
      return assertNever(op);
  }
}

type Side = Readonly<{ a: bigint; b: bigint; c: bigint }>;

/** Of one of them at most, and a constant by which it leaves neither [0, 2^31) nor any type of 32 bits. */
function sideOf(expr: Expr, answer: Answer, depth = 8): Side | null {
  const side = linear(expr, answer, depth);
  if (side === null || (side.a === 0n) === (side.b === 0n) || side.a + side.b !== 1n)
    return side?.a === 0n && side.b === 0n && side.c >= 0n && side.c < 4n ? side : null;
  const least = side.b === 1n ? 1n : 0n;
  const most = side.a === 1n && answer.isSignal ? 1n : 0n;
  return side.c >= -least && side.c <= most ? side : null;
}

function linear(expr: Expr, answer: Answer, depth: number): Side | null {
  const of = (one: Expr): Side | null => linear(one, answer, depth - 1);
  if (depth <= 0) return null;
  const value = literal(expr);
  if (value !== null) return { a: 0n, b: 0n, c: value };
  if (expr.kind === 'builtin')
    return expr.name === answer.count.dimension
      ? { a: 0n, b: 1n, c: 0n }
      : answer.count.ones.includes(expr.name)
        ? { a: 0n, b: 0n, c: 1n }
        : null;
  if (expr.kind === 'var') {
    if (answer.ids.includes(expr.id)) return { a: 1n, b: 0n, c: 0n };
    const [only, ...others] = answer.definitions.get(expr.id) ?? [];
    return only?.kind === 'assign' && others.length === 0 ? of(only.value) : null;
  }
  if (expr.kind === 'cast')
    return expr.to.kind === 'int' && expr.to.bits >= 32 ? sideOf(expr.operand, answer, depth - 1) : null;
  if (expr.kind !== 'binary' || !['+', '-', '*'].includes(expr.op)) return null;
  const [left, right] = [of(expr.left), of(expr.right)];
  if (left === null || right === null) return null;
  if (expr.op === '*') return isOne(left) ? right : isOne(right) ? left : null;
  const sign = expr.op === '+' ? 1n : -1n;
  return { a: left.a + sign * right.a, b: left.b + sign * right.b, c: left.c + sign * right.c };
}

const isOne = ({ a, b, c }: Side): boolean => a === 0n && b === 0n && c === 1n;
