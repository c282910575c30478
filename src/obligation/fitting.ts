/**
 * That the places of two accesses are computed without wrap-around where they multiply arguments of the kernel [D19]: `blockIdx.x * n + t` is
 * an `unsigned`, and collides for every n large enough, in an array that no device holds. Whether that is assumed is for
 * the caller to say; it is an assumption, as that signed arithmetic does not overflow.
 *
 * Only sums and products in which an argument is multiplied by something that is no constant are spoken of: hashing multiplies by constants.
 * What counts is the value of the whole, since arithmetic modulo 2^bits forgives what happens on the way: -2^31 to 2^32 - 1 for 32 bits,
 * so that a negative argument, converted to `unsigned`, is none.
 */
import type { Access, WholeProtocol } from '../protocol/protocol.ts';
import type { Copies, Side } from './copies.ts';
import type { BinaryExpr, Expr } from '../base/expr.ts';
import type { Pair } from './conflict.ts';
import type { Formula } from './obligation.ts';
import { all, binary, cast, int, typeOf, unary, variable } from '../base/expr-build.ts';
import { freeVariables, operandsOf } from '../base/expr-walk.ts';
import { i64, u32, u64 } from '../base/ctype.ts';

/**
 * `holds`: no wrap-around in either place. `byAll`: one of these is satisfiable exactly if a launch and arguments exist with which its last threads
 * keep to it, too; the first ones are special cases that are easy to decide.
 */
export type Fitting = Readonly<{ holds: Expr; byAll: readonly Formula[] }>;

/** Null where no argument is multiplied. */
export function fittingOf(split: WholeProtocol, [first, second]: Pair, copies: Copies): Fitting | null {
  const found = [...ofPlace(split, first.access, copies, 'first'), ...ofPlace(split, second.access, copies, 'second')];
  if (found.length === 0) return null;
  const given = [...copies.facts, ...lastThreads(split, copies), ...found];
  const there = [...first.when.map((c) => copies.rename(c, 'first')), ...second.when.map((c) => copies.rename(c, 'second'))];
  const ofArguments = [first.when, second.when].every((when) => when.every((c) => isOf(split, c, 'launch') || !isOf(split, c, 'argument')));
  const one = (dims: RegExp): readonly Expr[] => extents(split, dims).map((extent) => binary('==', extent, int(1, u32)));
  const cases = [one(/Dim/), one(/^gridDim/), []].flatMap((more) => [
    [...given, ...there, ...more],
    // a guard such as `threadIdx.x < 16` keeps the last threads away, and says nothing of the arguments
    ...(ofArguments ? [[...given, ...more, ...first.when.filter((c) => isOf(split, c, 'launch')).map((c) => copies.rename(c, 'first')), ...second.when.filter((c) => isOf(split, c, 'launch')).map((c) => copies.rename(c, 'second'))]] : []),
  ]);
  return { holds: all(found), byAll: cases.map((constraints) => ({ variables: copies.variablesOf(constraints), constraints })) };
}

/** Whether the condition speaks of an argument, or of nothing but what is one for the whole launch. */
function isOf(split: WholeProtocol, condition: Expr, what: 'argument' | 'launch'): boolean {
  const used = [...freeVariables(condition)].map((id) => split.variables.get(id));
  return what === 'argument' ? used.some((v) => v?.origin.kind === 'parameter') : used.every((v) => v?.sharing === 'launch');
}

/** The dimensions of the launch that are open. */
function extents(split: WholeProtocol, named: RegExp): readonly Expr[] {
  return [...split.variables.values()].flatMap(({ id, origin }) => (origin.kind === 'builtin' && /Dim/.test(origin.name) && named.test(origin.name) ? [variable(id, u32)] : []));
}

function ofPlace(split: WholeProtocol, { place }: Access, copies: Copies, side: Side): readonly Expr[] {
  return place.subscripts.flatMap(({ index }) => sumsIn(index).filter((sum) => multipliesArgument(split, sum))).flatMap((sum) => bounds(copies.rename(sum, side)));
}

/** The largest sums and products that are evaluated whenever the expression is. */
function sumsIn(expr: Expr): readonly Expr[] {
  if (expr.kind === 'select') return sumsIn(expr.when);
  if (expr.kind === 'binary' && (expr.op === '&&' || expr.op === '||')) return sumsIn(expr.left);
  if (!isRing(expr)) return operandsOf(expr).flatMap(sumsIn);
  return [expr, ...leavesOf(expr, bitsOf(expr)).flatMap(sumsIn)];
}

const bitsOf = (expr: Expr): number => {
  const type = typeOf(expr);
  return type.kind === 'int' ? type.bits : 0;
};

/** Computed modulo 2^bits. */
function isRing(expr: Expr): boolean {
  const bits = bitsOf(expr);
  if (bits < 32) return false;
  if (expr.kind === 'binary') return expr.op === '+' || expr.op === '-' || expr.op === '*';
  if (expr.kind === 'unary') return expr.op === 'neg';
  return expr.kind === 'cast' && bitsOf(expr.operand) >= bits && isRing(expr.operand);
}

/** What the sum is made of: its operands that are no sums, or are reduced to fewer bits before. */
const leavesOf = (expr: Expr, bits: number): readonly Expr[] => (isRing(expr) && bitsOf(expr) >= bits ? operandsOf(expr).flatMap((part) => leavesOf(part, bits)) : [expr]);

/** And does so in an unsigned type, there or further on: that signed sums do not wrap around is assumed anyway. */
function multipliesArgument(split: WholeProtocol, sum: Expr, isWithin = false): boolean {
  if (!isRing(sum)) return false;
  const canWrap = isWithin || (sum.kind !== 'cast' && isUnsigned(sum));
  if (canWrap && sum.kind === 'binary' && sum.op === '*' && isOpenProduct(split, sum)) return true;
  return operandsOf(sum).some((part) => multipliesArgument(split, part, canWrap));
}

function isOpenProduct(split: WholeProtocol, { left, right }: BinaryExpr): boolean {
  const used = [...freeVariables(left), ...freeVariables(right)];
  return left.kind !== 'int' && right.kind !== 'int' && used.some((id) => split.variables.get(id)?.origin.kind === 'parameter');
}

function bounds(sum: Expr): readonly Expr[] {
  const bits = bitsOf(sum);
  const value = idealOf(sum, bits);
  const most = bits < 64 ? 2n ** BigInt(bits) - 1n : 2n ** 63n - 1n;
  const unsigned = leavesOf(sum, bits).filter((leaf) => leaf.kind !== 'int' && bitsOf(leaf) === 64 && isUnsigned(leaf));
  return [
    ...unsigned.map((leaf) => binary('<=', leaf, { kind: 'int', value: 2n ** 63n - 1n, type: u64 })),
    binary('<=', int(-(2n ** BigInt(bits - 1)), i64), value), binary('<=', value, int(most, i64)),
  ];
}

const isUnsigned = (expr: Expr): boolean => {
  const type = typeOf(expr);
  return type.kind === 'int' && !type.signed;
};

/** The value of the sum as a mathematical integer. */
function idealOf(expr: Expr, bits: number): Expr {
  if (expr.kind === 'int') return int(BigInt.asIntN(bits, expr.value), i64);
  if (!isRing(expr) || bitsOf(expr) < bits) return cast(i64, expr);
  if (expr.kind === 'binary') return binary(expr.op, idealOf(expr.left, bits), idealOf(expr.right, bits));
  if (expr.kind === 'unary') return unary(expr.op, idealOf(expr.operand, bits));
  return expr.kind === 'cast' ? idealOf(expr.operand, bits) : cast(i64, expr);
}

/** That both are the last threads of the last block: whoever assumes something of all threads must mean these, too. */
function lastThreads(split: WholeProtocol, { rename }: Copies): readonly Expr[] {
  return split.protocol.facts.flatMap(({ condition }) => {
    if (condition.kind !== 'binary' || condition.op !== '<' || condition.left.kind !== 'var') return [];
    const { left, right } = condition;
    const origin = split.variables.get(left.id)?.origin;
    if (origin?.kind !== 'builtin' || !/^(?:thread|block)Idx\./.test(origin.name)) return [];
    const isLast = binary('==', binary('+', left, int(1, u32)), right);
    return [rename(isLast, 'first'), rename(isLast, 'second')];
  });
}
