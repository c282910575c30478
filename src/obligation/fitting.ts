/**
 * That the places of two accesses are computed without wrap-around where they multiply arguments of the kernel [D19]:
 * `blockIdx.x * n + t` is an `unsigned`, and collides for every n large enough, in an array that no device holds.
 * Whether that is assumed is for the caller to say; it is an assumption, as that signed arithmetic does not overflow.
 *
 * Only sums and products in which an argument is multiplied by something that is no constant are spoken of: hashing
 * multiplies by constants. What counts is the value of the whole, since arithmetic modulo 2^bits forgives what happens
 * on the way: -2^31 to 2^32 - 1 for 32 bits, so that a negative argument, converted to `unsigned`, is none; -2^31 to
 * 2^31 - 1 where the sum is used as an `int`. Operands of `__mul24` and `__umul24` are to fit in their 24 bits.
 */
import type { VarId } from '../base/brand.ts';
import type { WholeProtocol } from '../protocol/protocol.ts';
import type { Copies, Side } from './copies.ts';
import type { BinaryExpr, Expr } from '../base/expr.ts';
import type { Pair } from './conflict.ts';
import type { Formula } from './obligation.ts';
import { all, binary, cast, int, typeOf, variable } from '../base/expr-build.ts';
import { conjuncts, freeVariables, operandsOf } from '../base/expr-walk.ts';
import { overlap } from './overlap.ts';
import { convert, sameExpr } from '../protocol/fold.ts';
import { i32, i64, isUnsigned, u32, u64 } from '../base/ctype.ts';
import { bitsOf, idealOf, isRing, leavesOf } from './sums.ts';
import type { Sign } from './sums.ts';

/**
 * `holds`: no wrap-around in either place. `ideal`: what says then, in place of the condition `of`, that the two
 * overlap. `byAll`: questions of which each must have a satisfiable case if arguments are to exist with which no thread
 * wraps around: one of the two is the last thread of the launch, the other the first. The first cases of a question are
 * special ones that are easy to decide.
 */
export type Fitting = Readonly<{
  holds: Expr;
  ideal: Readonly<{ of: Expr; is: Expr }> | null;
  byAll: () => readonly (readonly Formula[])[];
}>;

/** The constraints where the places fit. */
export const wherePlacesFit = (constraints: readonly Expr[], { holds, ideal }: Fitting): readonly Expr[] => [
  ...constraints.map((one) => (ideal !== null && one === ideal.of ? ideal.is : one)),
  holds,
];

/** Null where no argument is multiplied. `common`: that the two places overlap. */
export function fittingOf(split: WholeProtocol, [first, second]: Pair, copies: Copies, common: Expr): Fitting | null {
  const found = [...ofPlace(split, first, copies, 'first'), ...ofPlace(split, second, copies, 'second')];
  if (found.length === 0) return null;
  const ideal = overlapOfIdeals(split, [first, second], copies);
  return {
    holds: all(found),
    ideal: ideal === null ? null : { of: common, is: ideal },
    byAll: () => questions(split, [first, second], copies, found),
  };
}

/**
 * That the two places overlap, with sums of 64 bits as mathematical integers: what holds of them where they do not wrap
 * around, without the remainders by 2^64 of every product in them. Null where there is no such sum.
 */
function overlapOfIdeals(split: WholeProtocol, [first, second]: Pair, copies: Copies): Expr | null {
  const isSum = (index: Expr): boolean =>
    bitsOf(index) === 64 && !isUnsigned(typeOf(index)) && multipliesArgument(split, index);
  const places = [first.access.place, second.access.place] as const;
  if (!places.some(({ subscripts }) => subscripts.some(({ index }) => isSum(index)))) return null;
  const on =
    (side: Side) =>
    (index: Expr): Expr =>
      isSum(index) ? idealOf(copies.rename(index, side), 64, 'converted') : copies.rename(index, side);
  return overlap(places[0], on('first'), places[1], on('second'));
}

function questions(
  split: WholeProtocol,
  [first, second]: Pair,
  copies: Copies,
  found: readonly Expr[],
): readonly (readonly Formula[])[] {
  const of = ({ when }: Pair[number]): readonly Expr[] => when.flatMap(conjuncts);
  const on = (chosen: (condition: Expr) => boolean): readonly Expr[] => [
    ...of(first)
      .filter(chosen)
      .map((c) => copies.rename(c, 'first')),
    ...of(second)
      .filter(chosen)
      .map((c) => copies.rename(c, 'second')),
  ];
  const small = [/Dim\./, /^gridDim\./, /^$/].map((named) =>
    extents(split, named).map((extent) => binary('==', extent, int(1, u32))),
  );
  // a guard such as `threadIdx.x < 16` keeps the last threads away, and says nothing of the arguments
  const isApart = [...of(first), ...of(second)].every((c) => isOf(split, c, 'launch') || !isOf(split, c, 'argument'));
  const paths = [on(() => true), on((c) => (isApart ? isOf(split, c, 'launch') : !isOfIndices(split, c)))];
  return (['first', 'second'] as const).map((last) => {
    const given = [...copies.facts, ...outermost(split, [first, second], copies, last), ...found];
    return small
      .flatMap((more) => paths.map((path) => [...given, ...path, ...more]))
      .map((constraints) => ({ variables: copies.variablesOf(constraints), constraints }));
  });
}

/**
 * Whether a condition speaks of nothing but indices of threads and blocks, and what is one for the launch, arguments
 * left out.
 */
const isOfIndices = (split: WholeProtocol, condition: Expr): boolean =>
  [...freeVariables(condition)].every((id) => split.variables.get(id)?.origin.kind === 'builtin');

/** Whether the condition speaks of an argument, or of nothing but what is one for the whole launch. */
function isOf(split: WholeProtocol, condition: Expr, what: 'argument' | 'launch'): boolean {
  const used = [...freeVariables(condition)].map((id) => split.variables.get(id));
  return what === 'argument'
    ? used.some((v) => v?.origin.kind === 'parameter')
    : used.every((v) => v?.sharing === 'launch');
}

/** The dimensions of the launch of these names that are open. */
function extents(split: WholeProtocol, named: RegExp): readonly Expr[] {
  return [...split.variables.values()].flatMap(({ id, origin }) =>
    origin.kind === 'builtin' && named.test(origin.name) ? [variable(id, u32)] : [],
  );
}

/**
 * Of the subscripts, and of what says where the loop variables in them begin and end, as far as that is one for all
 * iterations: what leaves out arguments must not leave out iterations.
 */
function ofPlace(split: WholeProtocol, { access, when }: Pair[number], copies: Copies, side: Side): readonly Expr[] {
  const indices = access.place.subscripts.map(({ index }) => index);
  const fits = (sums: readonly Expr[], sign: Sign): readonly Expr[] =>
    sums.filter((sum) => multipliesArgument(split, sum)).flatMap((sum) => bounds(copies.rename(sum, side), sign));
  const limits = indices.flatMap((index) => [...freeVariables(index)]).flatMap((id) => limitsOf(split, id, when));
  const narrowed = indices.flatMap((index) => narrowedIn(split, index, when)).map((one) => copies.rename(one, side));
  return [
    ...fits(indices.flatMap(sumsIn), 'converted'),
    ...fits(
      limits.flatMap(sumsIn).filter((sum) => !isOfLoop(split, sum)),
      'own',
    ),
    ...narrowed,
  ];
}

const isOfLoop = (split: WholeProtocol, expr: Expr): boolean =>
  [...freeVariables(expr)].some((id) => ['carried', 'turn'].includes(split.variables.get(id)?.origin.kind ?? ''));
const isVariable = (expr: Expr, id: VarId): boolean =>
  expr.kind === 'cast' ? isVariable(expr.operand, id) : expr.kind === 'var' && expr.id === id;

/** What the loop variable is compared with. */
function limitsOf(split: WholeProtocol, id: VarId, when: readonly Expr[]): readonly Expr[] {
  if (split.variables.get(id)?.origin.kind !== 'carried') return [];
  return when.flatMap((condition) =>
    condition.kind !== 'binary'
      ? []
      : isVariable(condition.left, id)
        ? [condition.right]
        : isVariable(condition.right, id)
          ? [condition.left]
          : [],
  );
}

/**
 * That conversions of loop variables and arguments to 32 bits lose nothing, nor those of their quotients and
 * remainders: `(unsigned)z`, `(int)(z / n)`, for a number of rows that are no more than fit. Of other values, the lower
 * bits may be meant.
 */
function narrowedIn(split: WholeProtocol, expr: Expr, when: readonly Expr[]): readonly Expr[] {
  const inner = operandsOf(expr).flatMap((operand) => narrowedIn(split, operand, when));
  if (expr.kind !== 'cast' || bitsOf(expr) !== 32) return inner;
  const { operand, to } = expr;
  const counted = countedIn(operand);
  const isShorter =
    bitsOf(operand) === 64 ||
    (counted !== operand && bitsOf(operand) === 32 && isUnsigned(typeOf(operand)) && !isUnsigned(to));
  if (counted.kind !== 'var' || !isShorter) return inner;
  return [...inner, ...keptIn(split, counted, isUnsigned(to), when)];
}

/** What a quotient or remainder is of, than which neither is larger. */
function countedIn(expr: Expr): Expr {
  if (expr.kind === 'cast') return countedIn(expr.operand);
  return expr.kind === 'binary' && (expr.op === '/' || expr.op === '%') ? countedIn(expr.left) : expr;
}

/** That the argument, or what the loop variable counts up to, is a number of 32 bits. */
function keptIn(
  split: WholeProtocol,
  counted: Extract<Expr, { kind: 'var' }>,
  isToUnsigned: boolean,
  when: readonly Expr[],
): readonly Expr[] {
  const [least, most] = isToUnsigned ? [0n, 2n ** 32n - 1n] : [-(2n ** 31n), 2n ** 31n - 1n];
  const kind = split.variables.get(counted.id)?.origin.kind;
  if (kind === 'parameter') return fitsIn(counted, least, most);
  if (kind !== 'carried') return [];
  return when.flatMap((condition) => {
    const isLimit =
      condition.kind === 'binary' &&
      (condition.op === '<' || condition.op === '<=') &&
      isVariable(condition.left, counted.id) &&
      bitsOf(condition.right) === 64;
    const isForAll = isLimit && isOf(split, condition.right, 'launch') && !isUnsigned(typeOf(condition.right));
    return isForAll ? fitsIn(condition.right, least, condition.op === '<' ? most + 1n : most) : [];
  });
}

function fitsIn(value: Expr, least: bigint, most: bigint): readonly Expr[] {
  const type = isUnsigned(typeOf(value)) ? u64 : i64;
  return [...(type === u64 ? [] : [binary('<=', int(least, i64), value)]), binary('<=', value, int(most, type))];
}

/** The largest sums and products that are evaluated whenever the expression is. */
function sumsIn(expr: Expr): readonly Expr[] {
  if (expr.kind === 'select') return sumsIn(expr.when);
  if (expr.kind === 'binary' && (expr.op === '&&' || expr.op === '||')) return sumsIn(expr.left);
  if (!isRing(expr)) return operandsOf(expr).flatMap(sumsIn);
  return [expr, ...usedAsInt(expr), ...leavesOf(expr, bitsOf(expr)).flatMap(sumsIn)];
}

/**
 * Unsigned sums in a sum that are converted to a signed type before more is added: `(int)(blockIdx.x * n) + n` forgives
 * nothing.
 */
function usedAsInt(expr: Expr): readonly Expr[] {
  const parts = isRing(expr) && bitsOf(expr) >= 32 ? operandsOf(expr) : [];
  const isAdded = parts.length > 0 && expr.kind !== 'cast' && !isUnsigned(typeOf(expr));
  return parts.flatMap((part) => [
    ...(isAdded && part.kind === 'cast' && isRing(part) && isUnsigned(typeOf(part.operand)) ? [part] : []),
    ...usedAsInt(part),
  ]);
}

/** And does so in an unsigned type, there or further on: that signed sums do not wrap around is assumed anyway. */
function multipliesArgument(split: WholeProtocol, sum: Expr, isWithin = false): boolean {
  if (!isRing(sum)) return false;
  const canWrap = isWithin || (sum.kind !== 'cast' && isUnsigned(typeOf(sum)));
  if (canWrap && sum.kind === 'binary' && sum.op === '*' && isOpenProduct(split, sum)) return true;
  return operandsOf(sum).some((part) => multipliesArgument(split, part, canWrap));
}

function isOpenProduct(split: WholeProtocol, { left, right }: BinaryExpr): boolean {
  const used = [...freeVariables(left), ...freeVariables(right)];
  return (
    left.kind !== 'int' &&
    right.kind !== 'int' &&
    used.some((id) => split.variables.get(id)?.origin.kind === 'parameter')
  );
}

function bounds(sum: Expr, sign: Sign): readonly Expr[] {
  const bits = bitsOf(sum);
  const value = idealOf(sum, bits, sign);
  const isSigned = !isUnsigned(typeOf(sum));
  const most = bits < 64 && !isSigned ? 2n ** BigInt(bits) - 1n : 2n ** BigInt(bits - 1) - 1n;
  const unsigned = leavesOf(sum, bits).filter(
    (leaf) => leaf.kind !== 'int' && bitsOf(leaf) === 64 && isUnsigned(typeOf(leaf)),
  );
  return [
    ...unsigned.map((leaf) => binary('<=', leaf, int(2n ** 63n - 1n, u64))),
    ...cutFactors(sum, bits).flatMap(fitsIn24),
    binary('<=', int(-(2n ** BigInt(bits - 1)), i64), value),
    binary('<=', value, int(most, i64)),
  ];
}

/** Operands of `__mul24` and `__umul24` in the sum, before they are cut to the 24 bits that these functions are for. */
function cutFactors(expr: Expr, bits: number): readonly Expr[] {
  if (!isRing(expr) || bitsOf(expr) < bits) return [];
  const isProduct = expr.kind === 'binary' && expr.op === '*';
  return operandsOf(expr).flatMap((part) => {
    const operand = isProduct ? cutTo24(part) : null;
    return [...(operand === null ? [] : [operand]), ...cutFactors(part, bits)];
  });
}

/** `x & 0xffffff`, or `(int)(x << 8) >> 8`, as lower/library/integer.ts writes them: x. */
function cutTo24(expr: Expr): Expr | null {
  if (expr.kind === 'cast') return bitsOf(expr.operand) === 32 ? cutTo24(expr.operand) : null;
  if (expr.kind !== 'binary' || expr.right.kind !== 'int') return null;
  if (expr.op === '&' && expr.right.value === 0xffffffn) return expr.left;
  const shifted = expr.op === '>>' && expr.right.value === 8n && expr.left.kind === 'cast' ? expr.left.operand : null;
  const isShift =
    shifted?.kind === 'binary' && shifted.op === '<<' && shifted.right.kind === 'int' && shifted.right.value === 8n;
  return isShift
    ? convert(
        i32,
        shifted.left.kind === 'cast' && bitsOf(shifted.left.operand) === 32 ? shifted.left.operand : shifted.left,
      )
    : null;
}

function fitsIn24(operand: Expr): readonly Expr[] {
  const [value, least, most] = isUnsigned(typeOf(operand))
    ? [operand, int(0, u32), int(0xffffff, u32)]
    : [cast(i64, operand), int(-0x800000, i64), int(0x7fffff, i64)];
  return [binary('<=', least, value), binary('<=', value, most)];
}

/**
 * That one is the last thread of the last block, the other the first thread of the first: whoever assumes something of
 * all threads means these. Where the access says of an index that it is below a constant (`threadIdx.x < 2`), the last
 * thread is the last of those.
 */
function outermost(split: WholeProtocol, [first, second]: Pair, { rename }: Copies, last: Side): readonly Expr[] {
  const bounded = split.protocol.facts.flatMap(({ condition }) => {
    if (condition.kind !== 'binary' || condition.op !== '<' || condition.left.kind !== 'var') return [];
    const { left, right } = condition;
    const origin = split.variables.get(left.id)?.origin;
    return origin?.kind === 'builtin' && /^(?:thread|block)Idx\./.test(origin.name)
      ? [{ end: right, index: left }]
      : [];
  });
  return bounded.flatMap(({ end, index }) => {
    const isFirst = binary('==', index, int(0, u32));
    const isLastOf = (side: Side): Expr =>
      lastBelow(index, [end, ...constantEnds(index, (side === 'first' ? first : second).when)]);
    const isShared = sameExpr(rename(index, 'first'), rename(index, 'second'));
    // threads of one block are in the last block in one question, and in the first in the other
    if (isShared) return [rename(last === 'first' ? isLastOf('first') : isFirst, 'first')];
    return [rename(isLastOf(last), last), rename(isFirst, last === 'first' ? 'second' : 'first')];
  });
}

/** The constants that conditions keep an index below. */
const constantEnds = (index: Expr, when: readonly Expr[]): readonly Expr[] =>
  when
    .flatMap(conjuncts)
    .flatMap((one) =>
      one.kind === 'binary' && one.op === '<' && one.right.kind === 'int' && sameExpr(one.left, index)
        ? [one.right]
        : [],
    );

/** That the index is the greatest one below all of the ends. */
function lastBelow(index: Expr, ends: readonly Expr[]): Expr {
  const next = binary('+', index, int(1, u32));
  const isOne = ends.map((end) => binary('==', next, end)).reduce((a, b) => binary('||', a, b));
  return ends.length === 1 ? isOne : all([...ends.map((end) => binary('<', index, end)), isOne]);
}
