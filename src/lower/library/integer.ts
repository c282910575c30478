/**
 * Integer functions of the CUDA Math API ("Integer Mathematical Functions", "Integer Intrinsics", "SIMD Intrinsics",
 * "Type Casting Intrinsics"). What indices are computed with is an exact expression; the rest is an `apply` that the
 * machine computes. Exact, but for one printed assumption: numbers of blocks given to `__mul24` fit in its 24 bits.
 */
import type { IntType, ScalarType } from '../../base/ctype.ts';
import type { Expr } from '../../base/expr.ts';
import type { Context } from '../context.ts';
import type { Intrinsic, IntrinsicCall } from '../calls/intrinsic.ts';
import { commonType } from '../../base/arithmetic.ts';
import { bool, f32, f64, i32, i64, u32, u64 } from '../../base/ctype.ts';
import { apply, builtin, int, typeOf } from '../../base/expr-build.ts';
import { choose, combine, convert, negated } from '../expressions/constants.ts';
import { spanOf } from '../context.ts';
import { asScalar, pointerOf, toScalar } from '../types/conversions.ts';
import { dereference } from '../memory/pointers.ts';
import { writeSlot } from '../memory/memory.ts';
import { scalarValue, unknownOf } from '../expressions/value.ts';

/** The arguments as scalars of those types; null when their number is another. */
function scalarArguments(cx: Context, call: IntrinsicCall, types: readonly ScalarType[]): readonly Expr[] | null {
  if (call.args.length !== types.length) return null;
  return call.args.map((arg, k) => toScalar(cx, cx.rules.value(cx, arg), types[k] ?? i32, arg));
}

/** A function that is an expression of its arguments. */
const computed =
  (types: readonly ScalarType[], result: (...args: readonly Expr[]) => Expr): Intrinsic =>
  (cx, call) => {
    const args = scalarArguments(cx, call, types);
    return args === null ? null : scalarValue(result(...args));
  };

/** A function that only the machine computes, under its own name or another. */
export const applied =
  (types: readonly ScalarType[], type: ScalarType, fn: string | null = null): Intrinsic =>
  (cx, call) => {
    const args = scalarArguments(cx, call, types);
    return args === null ? null : scalarValue(apply(fn ?? call.name, args, type));
  };

const extremum =
  (isMin: boolean, forced: ScalarType | null): Intrinsic =>
  (cx, call) => {
    if (call.args.length !== 2) return null;
    const [a, b] = call.args.map((arg) => cx.rules.value(cx, arg));
    if (a === undefined || b === undefined || a.kind === 'struct' || b.kind === 'struct')
      return unknownOf(`\`${call.name}\` of such values is not modelled`);
    const left = asScalar(cx, a, call.node);
    const right = asScalar(cx, b, call.node);
    const type = forced ?? commonType(typeOf(left), typeOf(right));
    const x = convert(left, type);
    const y = convert(right, type);
    if (type.kind === 'float') return scalarValue(apply(isMin ? 'fmin' : 'fmax', [x, y], type));
    return scalarValue(choose(combine(isMin ? '<' : '>', x, y), x, y));
  };

const absolute: Intrinsic = (cx, call) => {
  const [arg] = call.args;
  if (arg === undefined) return null;
  const raw = asScalar(cx, cx.rules.value(cx, arg), call.node);
  const value = convert(raw, commonType(typeOf(raw), i32));
  const type = typeOf(value);
  if (type.kind === 'float') return scalarValue(apply('fabs', [value], type));
  return scalarValue(choose(combine('<', value, convert(int(0), type)), negated(value), value));
};

// __mul24 -------------------------------------------------------------------------------------------------------------

/** The product's low 32 bits, of operands cut to 24 bits and extended again. */
const product24 =
  (type: IntType): Intrinsic =>
  (cx, call) => {
    const args = scalarArguments(cx, call, [type, type]);
    if (args === null) return null;
    const [a, b] = args.map((arg) => convert(low24(cx, arg, type, call), u32));
    return a === undefined || b === undefined ? null : scalarValue(convert(combine('*', a, b), type));
  };

function low24(cx: Context, expr: Expr, type: IntType, call: IntrinsicCall): Expr {
  if (fitsIn24(expr)) return expr;
  const index = blocksCounted(expr);
  if (index !== null) {
    const condition = combine('<=', builtin(`gridDim.${index}`), int(2n ** 23n - 1n, u32));
    const text = `gridDim.${index} < 8388608, for the 24 bits of \`${call.name}\``;
    if (!cx.assumptions.some((one) => one.text === text))
      cx.assumptions.push({ condition, text, span: spanOf(cx, call.node) });
    return expr;
  }
  if (!type.signed) return combine('&', expr, int(0xffffff, u32));
  return combine('>>', convert(combine('<<', convert(expr, u32), int(8)), i32), int(8));
}

/** Threads of a block are at most 1024 (CUDA guide, "Features and Technical Specifications"). */
function fitsIn24(expr: Expr): boolean {
  if (expr.kind === 'builtin') return expr.name.startsWith('threadIdx') || expr.name.startsWith('blockDim');
  if (expr.kind === 'int')
    return expr.value < 2n ** 23n && (expr.type.signed ? expr.value >= -(2n ** 23n) : expr.value >= 0n);
  if (expr.kind !== 'cast') return false;
  const from = typeOf(expr.operand);
  return (
    fitsIn24(expr.operand) ||
    (from.kind === 'int' &&
      (from.bits === 8 || from.bits === 16) &&
      (!from.signed || (expr.to.kind === 'int' && expr.to.signed)))
  );
}

/** The axis of `blockIdx.x` or `gridDim.x`, converted or not; null for other expressions. */
function blocksCounted(expr: Expr): 'x' | 'y' | 'z' | null {
  if (expr.kind === 'cast') return blocksCounted(expr.operand);
  if (expr.kind !== 'builtin') return null;
  switch (expr.name) {
    case 'blockIdx.x':
    case 'gridDim.x':
      return 'x';
    case 'blockIdx.y':
    case 'gridDim.y':
      return 'y';
    case 'blockIdx.z':
    case 'gridDim.z':
      return 'z';
    case 'threadIdx.x':
    case 'threadIdx.y':
    case 'threadIdx.z':
    case 'blockDim.x':
    case 'blockDim.y':
    case 'blockDim.z':
      return null;
  }
}

// Averages, sums of differences, conversions --------------------------------------------------------------------------

/** Without overflow: (a & b) + ((a ^ b) >> 1), and the same rounded up. */
const average = (type: IntType, up: boolean): Intrinsic =>
  computed([type, type], (a = int(0), b = int(0)) => {
    const half = combine('>>', combine('^', a, b), int(1));
    return up ? combine('-', combine('|', a, b), half) : combine('+', combine('&', a, b), half);
  });

const sumOfDifference = (type: IntType): Intrinsic =>
  computed([type, type, u32], (a = int(0), b = int(0), c = int(0)) => {
    const difference = (x: Expr, y: Expr): Expr => combine('-', convert(x, u32), convert(y, u32));
    return combine('+', choose(combine('<', a, b), difference(b, a), difference(a, b)), c);
  });

/** `__dp4a(a, b, c)`: c and the sum of the products of four bytes, given packed or as `char4`. */
const dotProduct: Intrinsic = (cx, call) => {
  const [a, b, c, ...others] = call.args.map((arg) => cx.rules.value(cx, arg));
  if (a === undefined || b === undefined || c === undefined || others.length > 0) return null;
  const start = asScalar(cx, c, call.node);
  const type = commonType(typeOf(start), i32);
  if (a.kind === 'struct' && b.kind === 'struct') {
    const factors = ['x', 'y', 'z', 'w'].map((name) =>
      [a, b].map((value) => asScalar(cx, value.fields.get(name) ?? unknownOf('no vector of four'), call.node)),
    );
    return scalarValue(
      factors.reduce(
        (sum, [x = int(0), y = int(0)]) => combine('+', sum, convert(combine('*', x, y), type)),
        convert(start, type),
      ),
    );
  }
  const [x, y] = [asScalar(cx, a, call.node), asScalar(cx, b, call.node)];
  const packedAs = commonType(commonType(typeOf(x), typeOf(y)), type);
  return scalarValue(
    apply(
      packedAs.kind === 'int' && packedAs.signed ? '__dp4a' : '__dp4a_u32',
      [convert(x, packedAs), convert(y, packedAs), convert(start, packedAs)],
      packedAs,
    ),
  );
};

const sources: readonly (readonly [string, ScalarType])[] = [
  ['float', f32],
  ['double', f64],
];
const integers: readonly (readonly [string, IntType])[] = [
  ['int', i32],
  ['uint', u32],
  ['ll', i64],
  ['ull', u64],
];
const roundings = new Map([
  ['rn', 'rint'],
  ['rd', 'floor'],
  ['ru', 'ceil'],
]);

/** `__float2int_rn` and its kin: rounded, then C's conversion, which saturates as PTX's `cvt` does. */
function* conversions(): Generator<[string, Intrinsic]> {
  for (const [from, type] of sources) {
    for (const [to, result] of integers) {
      yield [`__${from}2${to}_rz`, computed([type], (x = int(0)) => convert(x, result))];
      for (const [mode, fn] of roundings)
        yield [`__${from}2${to}_${mode}`, computed([type], (x = int(0)) => convert(apply(fn, [x], type), result))];
      yield [`__${to}2${from}_rn`, computed([result], (x = int(0)) => convert(x, type))];
      for (const mode of ['rz', 'rd', 'ru']) yield [`__${to}2${from}_${mode}`, anyOf([result], type)];
    }
  }
  yield ['__double2float_rn', computed([f64], (x = int(0)) => convert(x, f32))];
  for (const mode of ['rz', 'rd', 'ru']) yield [`__double2float_${mode}`, anyOf([f64], f32)];
}

/** A value that nothing computes: of the arguments, but not modelled. */
export const anyOf =
  (types: readonly ScalarType[], type: ScalarType): Intrinsic =>
  (cx, call) => {
    const args = scalarArguments(cx, call, types);
    return args === null ? null : unknownOf(`the value of \`${call.name}\` is not modelled`, { kind: 'scalar', type });
  };

// SIMD ----------------------------------------------------------------------------------------------------------------

const compared = ['eq', 'ne', 'ges', 'geu', 'gts', 'gtu', 'les', 'leu', 'lts', 'ltu'];
const unaryLanes = ['abs', 'absss', 'neg', 'negss'];
const binaryLanes = [
  'absdiffs',
  'absdiffu',
  'add',
  'addss',
  'addus',
  'avgs',
  'avgu',
  'haddu',
  'maxs',
  'maxu',
  'mins',
  'minu',
  'sads',
  'sadu',
  'sub',
  'subss',
  'subus',
  ...compared.flatMap((name) => [`cmp${name}`, `set${name}`]),
];

/** `__vadd2`, `__vcmpeq4` …, and the DPX functions `__viaddmax_s32` …, which are packed by 32 or 16 bits. */
function* packed(): Generator<[string, Intrinsic]> {
  for (const width of [2, 4]) {
    for (const name of unaryLanes) yield [`__v${name}${width}`, applied([u32], u32)];
    for (const name of binaryLanes) yield [`__v${name}${width}`, applied([u32, u32], u32)];
  }
  for (const side of ['max', 'min']) {
    for (const [suffix, type] of [
      ['s32', i32],
      ['u32', u32],
      ['s16x2', u32],
      ['u16x2', u32],
    ] as const) {
      for (const relu of suffix.startsWith('s') ? ['', '_relu'] : ['']) {
        yield [`__vi${side}_${suffix}${relu}`, applied([type, type], type)];
        yield [`__vi${side}3_${suffix}${relu}`, applied([type, type, type], type)];
        yield [`__viadd${side}_${suffix}${relu}`, applied([type, type, type], type)];
      }
      yield [`__vib${side}_${suffix}`, withPredicates(side === 'max', type, suffix.endsWith('x2') ? 2 : 1)];
    }
  }
}

/** `__vibmax_s32(a, b, &pred)`: also says through pointers which operand it took. */
const withPredicates =
  (isMax: boolean, type: IntType, count: number): Intrinsic =>
  (cx, call) => {
    const [first, second, ...pointers] = call.args;
    if (first === undefined || second === undefined || pointers.length !== count) return null;
    const a = toScalar(cx, cx.rules.value(cx, first), type, first);
    const b = toScalar(cx, cx.rules.value(cx, second), type, second);
    const slots = pointers.map((node) => dereference(pointerOf(cx, cx.rules.value(cx, node))));
    const taken =
      count === 1
        ? scalarValue(combine(isMax ? '>=' : '<=', a, b))
        : unknownOf(`the predicate of \`${call.name}\` is not modelled`, { kind: 'scalar', type: bool });
    slots.forEach((slot, k) => {
      writeSlot(cx, slot, taken, pointers[k] ?? call.node);
    });
    return scalarValue(apply(call.name.replace('__vib', '__vi'), [a, b], type));
  };

export const integerIntrinsics: ReadonlyMap<string, Intrinsic> = new Map<string, Intrinsic>([
  ['min', extremum(true, null)],
  ['max', extremum(false, null)],
  ['umin', extremum(true, u32)],
  ['umax', extremum(false, u32)],
  ['llmin', extremum(true, i64)],
  ['llmax', extremum(false, i64)],
  ['ullmin', extremum(true, u64)],
  ['ullmax', extremum(false, u64)],
  ['abs', absolute],
  ['labs', absolute],
  ['llabs', absolute],
  ['__mul24', product24(i32)],
  ['__umul24', product24(u32)],
  ['mul24', product24(i32)],
  ['umul24', product24(u32)],
  ['__hadd', average(i32, false)],
  ['__uhadd', average(u32, false)],
  ['__rhadd', average(i32, true)],
  ['__urhadd', average(u32, true)],
  ['__sad', sumOfDifference(i32)],
  ['__usad', sumOfDifference(u32)],
  ['__umulhi', applied([u32, u32], u32)],
  ['__mulhi', applied([i32, i32], i32)],
  ['umulhi', applied([u32, u32], u32)],
  ['mulhi', applied([i32, i32], i32)],
  ['__umul64hi', applied([u64, u64], u64)],
  ['__mul64hi', applied([i64, i64], i64)],
  ['umul64hi', applied([u64, u64], u64, '__umul64hi')],
  ['mul64hi', applied([i64, i64], i64, '__mul64hi')],
  ['__popc', applied([u32], i32)],
  ['__popcll', applied([u64], i32)],
  ['__clz', applied([i32], i32)],
  ['__clzll', applied([i64], i32)],
  ['__ffs', applied([i32], i32)],
  ['__ffsll', applied([i64], i32)],
  ['ffs', applied([i32], i32)],
  ['ffsll', applied([i64], i32, '__ffsll')],
  ['__builtin_popcount', applied([u32], i32, '__popc')],
  ['__builtin_clz', applied([i32], i32, '__clz')],
  ['__builtin_ffs', applied([i32], i32, '__ffs')],
  ['__brev', applied([u32], u32)],
  ['__brevll', applied([u64], u64)],
  ['__byte_perm', applied([u32, u32, u32], u32)],
  ['__fns', applied([u32, u32, i32], u32)],
  ...['__funnelshift_l', '__funnelshift_lc', '__funnelshift_r', '__funnelshift_rc'].map((name): [string, Intrinsic] => [
    name,
    applied([u32, u32, u32], u32),
  ]),
  ['__float_as_int', applied([f32], i32)],
  ['__int_as_float', applied([i32], f32)],
  ['__float_as_uint', applied([f32], u32)],
  ['__uint_as_float', applied([u32], f32)],
  ['__double_as_longlong', applied([f64], i64)],
  ['__longlong_as_double', applied([i64], f64)],
  ['__double2hiint', applied([f64], i32)],
  ['__double2loint', applied([f64], i32)],
  ['__hiloint2double', applied([i32, i32], f64)],
  ['lrintf', computed([f32], (x = int(0)) => convert(apply('rint', [x], f32), i64))],
  ['lrint', computed([f64], (x = int(0)) => convert(apply('rint', [x], f64), i64))],
  ['llrintf', computed([f32], (x = int(0)) => convert(apply('rint', [x], f32), i64))],
  ['llrint', computed([f64], (x = int(0)) => convert(apply('rint', [x], f64), i64))],
  ['lroundf', computed([f32], (x = int(0)) => convert(apply('round', [x], f32), i64))],
  ['lround', computed([f64], (x = int(0)) => convert(apply('round', [x], f64), i64))],
  ['llroundf', computed([f32], (x = int(0)) => convert(apply('round', [x], f32), i64))],
  ['llround', computed([f64], (x = int(0)) => convert(apply('round', [x], f64), i64))],
  ['__dp4a', dotProduct],
  ...conversions(),
  ...packed(),
]);
