/**
 * Pure functions of the CUDA math library, as `apply` of C's name; `min`, `max` and `abs` of integers as `select`.
 * `__mul24` is taken as a product: its operands are assumed to fit in 24 bits, and a note says so.
 */
import type { FloatType, ScalarType } from '../base/ctype.ts';
import type { Expr } from '../base/expr.ts';
import type { Context } from './context.ts';
import type { Intrinsic } from './intrinsic.ts';
import type { Value } from './value.ts';
import { bool, f16, f32, f64, i32, i64, u32, u64 } from '../base/ctype.ts';
import { apply, int, typeOf } from '../base/expr-build.ts';
import { note } from './context.ts';
import { choose, combine, commonType, convert, negated } from './constants.ts';
import { dereference } from './pointers.ts';
import { asScalar, pointerOf, toScalar } from './conversions.ts';
import { readSlot, writeSlot } from './memory.ts';
import { scalarValue, unknownOf } from './value.ts';

const unaryFloat = ['sqrt', 'rsqrt', 'cbrt', 'exp', 'exp2', 'exp10', 'expm1', 'log', 'log2', 'log10', 'log1p', 'sin', 'cos', 'tan', 'asin', 'acos', 'atan', 'sinh', 'cosh', 'tanh',
  'asinh', 'acosh', 'atanh', 'floor', 'ceil', 'round', 'trunc', 'rint', 'nearbyint', 'fabs', 'erf', 'erfc', 'erfinv', 'tgamma', 'lgamma', 'sinpi', 'cospi', 'normcdf', 'normcdfinv', 'rcbrt', 'j0', 'j1'];
const binaryFloat = ['pow', 'fmod', 'atan2', 'fmin', 'fmax', 'hypot', 'copysign', 'fdim', 'remainder', 'nextafter', 'fdivide'];
const fastFloat = ['__expf', '__exp10f', '__logf', '__log2f', '__log10f', '__sinf', '__cosf', '__tanf', '__powf', '__fdividef', '__saturatef', '__frcp_rn', '__fsqrt_rn', '__fsqrt_rz', '__fadd_rn', '__fmul_rn',
  '__fdiv_rn', '__fmaf_rn', '__fsub_rn', '__fadd_rz', '__fmul_rz', '__frsqrt_rn', '__frcp_rz', '__fdiv_rz', '__tanhf'];
const fastDouble = ['__dadd_rn', '__dmul_rn', '__ddiv_rn', '__dsqrt_rn', '__fma_rn', '__drcp_rn', '__dsub_rn'];

const exact: ReadonlyMap<string, readonly [args: readonly ScalarType[], result: ScalarType]> = new Map<string, readonly [readonly ScalarType[], ScalarType]>([
  ['__umulhi', [[u32, u32], u32]], ['__mulhi', [[i32, i32], i32]], ['__umul64hi', [[u64, u64], u64]], ['__mul64hi', [[i64, i64], i64]],
  ['__popc', [[u32], i32]], ['__popcll', [[u64], i32]], ['__clz', [[i32], i32]], ['__clzll', [[i64], i32]], ['__ffs', [[i32], i32]], ['__ffsll', [[i64], i32]],
  ['__brev', [[u32], u32]], ['__brevll', [[u64], u64]], ['__byte_perm', [[u32, u32, u32], u32]], ['__sad', [[i32, i32, u32], u32]], ['__usad', [[u32, u32, u32], u32]],
  ['__float_as_int', [[f32], i32]], ['__int_as_float', [[i32], f32]], ['__float_as_uint', [[f32], u32]], ['__uint_as_float', [[u32], f32]],
  ['__double_as_longlong', [[f64], i64]], ['__longlong_as_double', [[i64], f64]], ['__double2hiint', [[f64], i32]], ['__double2loint', [[f64], i32]], ['__hiloint2double', [[i32, i32], f64]],
  ['__float2int_rn', [[f32], i32]], ['__float2int_rz', [[f32], i32]], ['__float2int_rd', [[f32], i32]], ['__float2int_ru', [[f32], i32]], ['__float2uint_rn', [[f32], u32]], ['__float2uint_rz', [[f32], u32]],
  ['__int2float_rn', [[i32], f32]], ['__uint2float_rn', [[u32], f32]], ['__int2float_rz', [[i32], f32]], ['__uint2float_rz', [[u32], f32]], ['__float2half', [[f32], f16]], ['__half2float', [[f16], f32]],
  ['__float2half_rn', [[f32], f16]], ['__double2int_rn', [[f64], i32]], ['__double2int_rz', [[f64], i32]], ['__double2float_rn', [[f64], f32]], ['__funnelshift_l', [[u32, u32, u32], u32]], ['__funnelshift_r', [[u32, u32, u32], u32]],
  ['lrintf', [[f32], i64]], ['lroundf', [[f32], i64]], ['lrint', [[f64], i64]], ['__rhadd', [[i32, i32], i32]], ['__hadd', [[i32, i32], i32]], ['ldexpf', [[f32, i32], f32]], ['ldexp', [[f64, i32], f64]],
  ['powif', [[f32, i32], f32]], ['clock', [[], i64]], ['clock64', [[], i64]],
]);

function applied(cx: Context, name: string, values: readonly Value[], types: readonly ScalarType[], result: ScalarType, call: Parameters<Intrinsic>[1]): Value {
  const args = types.map((type, k) => toScalar(cx, values[k] ?? unknownOf('an argument is missing'), type, call.args[k] ?? call.node));
  return scalarValue(apply(name, args, result));
}

const evaluated = (cx: Context, call: Parameters<Intrinsic>[1]): readonly Value[] => call.args.map((arg) => cx.rules.value(cx, arg));

/** C++ overloads: float stays float, everything else is double; `…f` is float. */
const floating = (count: number, forced: FloatType | null): Intrinsic => (cx, call) => {
  if (call.args.length !== count) return null;
  const values = evaluated(cx, call);
  const types = values.map((value) => (value.kind === 'scalar' ? typeOf(value.expr) : value.kind === 'unknown' && value.type?.kind === 'scalar' ? value.type.type : f32));
  const type = forced ?? (types.every((one) => one.kind === 'float' && one.bits <= 32) ? f32 : f64);
  return applied(cx, call.name, values, types.map(() => type), type, call);
};

const fixedTypes = (args: readonly ScalarType[], result: ScalarType): Intrinsic => (cx, call) => {
  const values = evaluated(cx, call);
  return call.name.startsWith('clock') ? unknownOf('a clock is read', { kind: 'scalar', type: result }) : applied(cx, call.name, values, args, result, call);
};

const extremum = (isMin: boolean, forced: ScalarType | null): Intrinsic => (cx, call) => {
  if (call.args.length !== 2) return null;
  const [a, b] = evaluated(cx, call);
  if (a === undefined || b === undefined || a.kind === 'struct' || b.kind === 'struct') return unknownOf(`${call.name} of such values is not modelled`);
  const left = asScalar(cx, a, call.node);
  const right = asScalar(cx, b, call.node);
  const type = forced ?? commonType(typeOf(left), typeOf(right));
  const x = convert(left, type);
  const y = convert(right, type);
  if (type.kind === 'float') return scalarValue(apply(isMin ? 'fmin' : 'fmax', [x, y], type));
  return scalarValue(choose(combine(isMin ? '<' : '>', x, y), x, y));
};

const absolute: Intrinsic = (cx, call) => {
  const [a] = evaluated(cx, call);
  if (a === undefined) return null;
  const raw = asScalar(cx, a, call.node);
  const value = convert(raw, commonType(typeOf(raw), i32));
  const type = typeOf(value);
  if (type.kind === 'float') return scalarValue(apply('fabs', [value], type));
  return scalarValue(choose(combine('<', value, convert(int(0), type)), negated(value), value));
};

const product24 = (type: ScalarType): Intrinsic => (cx, call) => {
  const [a, b] = evaluated(cx, call).map((value, k) => toScalar(cx, value, type, call.args[k] ?? call.node));
  if (a === undefined || b === undefined) return null;
  if (![a, b].every(fitsIn24)) note(cx, call.node, `${call.name} is taken as a product: its operands are assumed to fit in 24 bits`);
  return scalarValue(combine('*', a, b));
};

function fitsIn24(expr: Expr): boolean {
  if (expr.kind === 'builtin') return expr.name.startsWith('threadIdx') || expr.name.startsWith('blockDim');
  if (expr.kind === 'int') return expr.value < 2n ** 23n && expr.value >= -(2n ** 23n);
  return expr.kind === 'cast' && expr.to.kind === 'int' && fitsIn24(expr.operand);
}

/** Loads that bypass or choose caches: `__ldg(p)` and its kin. */
const cachedLoad: Intrinsic = (cx, call) => {
  const where = call.args[0];
  if (where === undefined) return null;
  return readSlot(cx, dereference(pointerOf(cx, cx.rules.value(cx, where))), call.node);
};

const classified: Intrinsic = (cx, call) => {
  const [a] = evaluated(cx, call);
  if (a === undefined) return null;
  const value = asScalar(cx, a, call.node, f32);
  return scalarValue(apply(call.name, [convert(value, typeOf(value).kind === 'float' ? typeOf(value) : f64)], bool));
};

/** `sincos(x, &s, &c)` and the like: results through pointers; null stands for a value that is not modelled. */
const outputs = (fns: readonly (string | null)[], forced: FloatType | null): Intrinsic => (cx, call) => {
  const [first, ...rest] = call.args;
  if (first === undefined || rest.length !== fns.length) return null;
  const raw = asScalar(cx, cx.rules.value(cx, first), first, f32);
  const type = forced ?? (typeOf(raw).kind === 'float' ? typeOf(raw) : f64);
  const value = convert(raw, type);
  const slots = rest.map((arg) => dereference(pointerOf(cx, cx.rules.value(cx, arg))));
  slots.forEach((slot, k) => {
    const fn = fns[k];
    writeSlot(cx, slot, fn === null || fn === undefined ? unknownOf(`the result of ${call.name} is not modelled`) : scalarValue(apply(fn, [value], type)), rest[k] ?? call.node);
  });
  return unknownOf(`the value of ${call.name} is not modelled`, { kind: 'scalar', type });
};

const fused = (forced: FloatType | null): Intrinsic => floating(3, forced);

export const mathIntrinsics: ReadonlyMap<string, Intrinsic> = new Map<string, Intrinsic>([
  ...unaryFloat.flatMap((name): [string, Intrinsic][] => [[name, floating(1, null)], [`${name}f`, floating(1, f32)]]),
  ...binaryFloat.flatMap((name): [string, Intrinsic][] => [[name, floating(2, null)], [`${name}f`, floating(2, f32)]]),
  ...fastFloat.map((name): [string, Intrinsic] => [name, (cx, call) => floating(call.args.length, f32)(cx, call)]),
  ...fastDouble.map((name): [string, Intrinsic] => [name, (cx, call) => floating(call.args.length, f64)(cx, call)]),
  ...[...exact].map(([name, [args, result]]): [string, Intrinsic] => [name, fixedTypes(args, result)]),
  ['sincos', outputs(['sin', 'cos'], null)], ['sincosf', outputs(['sin', 'cos'], f32)], ['__sincosf', outputs(['sin', 'cos'], f32)], ['sincospif', outputs(['sinpi', 'cospi'], f32)],
  ['frexp', outputs([null], null)], ['frexpf', outputs([null], f32)], ['modf', outputs([null], null)], ['modff', outputs([null], f32)],
  ['fma', fused(null)], ['fmaf', fused(f32)], ['norm3df', fused(f32)], ['normf', floating(2, f32)],
  ['min', extremum(true, null)], ['max', extremum(false, null)], ['umin', extremum(true, u32)], ['umax', extremum(false, u32)],
  ['llmin', extremum(true, i64)], ['llmax', extremum(false, i64)], ['ullmin', extremum(true, u64)], ['ullmax', extremum(false, u64)],
  ['abs', absolute], ['labs', absolute], ['llabs', absolute],
  ['__mul24', product24(i32)], ['__umul24', product24(u32)], ['mul24', product24(i32)], ['umul24', product24(u32)],
  ...['isnan', 'isinf', 'isfinite', 'signbit'].map((name): [string, Intrinsic] => [name, classified]),
  ...['__ldg', '__ldcg', '__ldca', '__ldcs', '__ldlu', '__ldcv'].map((name): [string, Intrinsic] => [name, cachedLoad]),
]);
