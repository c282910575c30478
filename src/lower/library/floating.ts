/**
 * Floating-point functions of the CUDA Math API, and their spellings in `std::`. Those that the machine computes are an
 * `apply` of C's name; of the others the value is not modelled, only the type and what they write through pointers.
 */
import type { FloatType, ScalarType } from '../../base/ctype.ts';
import type { Intrinsic } from '../calls/intrinsic.ts';
import type { Value } from '../expressions/value.ts';
import { bool, f32, f64, i32, i64 } from '../../base/ctype.ts';
import { apply, typeOf } from '../../base/expr-build.ts';
import { givenAtWill } from '../at-will.ts';
import { convert } from '../expressions/constants.ts';
import { asScalar, pointerOf, toScalar } from '../types/conversions.ts';
import { writeSlot } from '../memory/memory.ts';
import { dereference } from '../memory/pointers.ts';
import { scalarValue, unknownOf } from '../expressions/value.ts';
import { anyOf, applied } from './integer.ts';

/** Functions that are known for `double` and, with an `f`, for `float`; by number of arguments. */
const known: Readonly<Record<string, number>> = {
  sqrt: 1,
  rsqrt: 1,
  cbrt: 1,
  rcbrt: 1,
  exp: 1,
  exp2: 1,
  exp10: 1,
  expm1: 1,
  log: 1,
  log2: 1,
  log10: 1,
  log1p: 1,
  sin: 1,
  cos: 1,
  tan: 1,
  asin: 1,
  acos: 1,
  atan: 1,
  sinh: 1,
  cosh: 1,
  tanh: 1,
  asinh: 1,
  acosh: 1,
  atanh: 1,
  sinpi: 1,
  cospi: 1,
  erf: 1,
  erfc: 1,
  fabs: 1,
  floor: 1,
  ceil: 1,
  trunc: 1,
  round: 1,
  rint: 1,
  nearbyint: 1,
  pow: 2,
  atan2: 2,
  hypot: 2,
  rhypot: 2,
  fmod: 2,
  remainder: 2,
  fmin: 2,
  fmax: 2,
  fdim: 2,
  copysign: 2,
  fdivide: 2,
  fma: 3,
};
const unmodelled: Readonly<Record<string, number>> = {
  erfinv: 1,
  erfcinv: 1,
  erfcx: 1,
  tgamma: 1,
  lgamma: 1,
  normcdf: 1,
  normcdfinv: 1,
  j0: 1,
  j1: 1,
  y0: 1,
  y1: 1,
  logb: 1,
  tanpi: 1,
  cyl_bessel_i0: 1,
  cyl_bessel_i1: 1,
  nextafter: 2,
  norm3d: 3,
  rnorm3d: 3,
  norm4d: 4,
  rnorm4d: 4,
  lerp: 3,
};
const fastFloat = ['__exp', '__exp10', '__log', '__log2', '__log10', '__sin', '__cos', '__tan', '__saturate'].map(
  (name) => `${name}f`,
);

/** `fadd`, … with the number of arguments: rounded to nearest they are known, in the other directions not. */
const rounded: Readonly<Record<string, number>> = { add: 2, sub: 2, mul: 2, div: 2, sqrt: 1, rcp: 1 };

/** C++ overloads: float stays float, everything else is double; `…f` is float. */
const floating =
  (count: number, forced: FloatType | null, isKnown: boolean): Intrinsic =>
  (cx, call) => {
    if (call.args.length !== count) return null;
    const values = call.args.map((arg) => cx.rules.value(cx, arg));
    if (values.some((value) => value.kind === 'struct'))
      return unknownOf(`\`${call.name}\` of such values is not modelled`);
    const type = forced ?? (values.every(isSingle) ? f32 : f64);
    const args = values.map((value, k) => toScalar(cx, value, type, call.args[k] ?? call.node));
    return isKnown
      ? scalarValue(apply(call.name, args, type))
      : unknownOf(`the value of \`${call.name}\` is not modelled`, { kind: 'scalar', type });
  };

function isSingle(value: Value): boolean {
  const type =
    value.kind === 'scalar'
      ? typeOf(value.expr)
      : value.kind === 'unknown' && value.type?.kind === 'scalar'
        ? value.type.type
        : f32;
  return type.kind === 'float' && type.bits <= 32;
}

const classified: Intrinsic = (cx, call) => {
  const [first] = call.args;
  if (first === undefined) return null;
  const value = asScalar(cx, cx.rules.value(cx, first), call.node, f32);
  const plain = call.name.replace(/^__(?=is|finite|signbit)/, '').replace(/(?<=nan|inf|finite|signbit)[fd]$/, '');
  const name = plain === 'finite' ? 'isfinite' : plain;
  return scalarValue(apply(name, [convert(value, typeOf(value).kind === 'float' ? typeOf(value) : f64)], bool));
};

type Output = Readonly<{ fn: string | null; type: ScalarType | null }>;

/**
 * `sincos(x, &s, &c)` and the like: `inputs` numbers, then pointers to what is written. An output without `fn` is not
 * modelled, and one without type has that of the numbers.
 */
const outputs =
  (inputs: number, given: readonly Output[], forced: FloatType | null): Intrinsic =>
  (cx, call) => {
    if (call.args.length !== inputs + given.length) return null;
    const raw = call.args.slice(0, inputs).map((arg) => asScalar(cx, cx.rules.value(cx, arg), arg, f32));
    const type = forced ?? (raw.every((expr) => isSingle(scalarValue(expr))) ? f32 : f64);
    const args = raw.map((expr) => convert(expr, type));
    const slots = call.args
      .slice(inputs)
      .map((arg) => ({ arg, slot: dereference(pointerOf(cx, cx.rules.value(cx, arg))) }));
    slots.forEach(({ arg, slot }, k) => {
      const fn = given[k]?.fn ?? null;
      const own: Value =
        fn === null
          ? unknownOf(`the result of \`${call.name}\` is not modelled`, {
              kind: 'scalar',
              type: given[k]?.type ?? type,
            })
          : scalarValue(apply(fn, args, type));
      writeSlot(cx, slot, own, arg);
    });
    return unknownOf(`the value of \`${call.name}\` is not modelled`, { kind: 'scalar', type });
  };

const both = (fns: readonly [string, string]): readonly Output[] => fns.map((fn) => ({ fn, type: null }));
const anInt: readonly Output[] = [{ fn: null, type: i32 }];
const aNumber: readonly Output[] = [{ fn: null, type: null }];

/** What a clock says. */
const clock =
  (type: ScalarType): Intrinsic =>
  (cx, { name, node }) =>
    scalarValue(givenAtWill(cx, `${name}()`, type, 'thread', node));

function* precisions(): Generator<[string, Intrinsic]> {
  for (const [table, isKnown] of [
    [known, true],
    [unmodelled, false],
  ] as const) {
    for (const [name, count] of Object.entries(table)) {
      yield [name, floating(count, null, isKnown)];
      yield [`${name}f`, floating(count, f32, isKnown)];
    }
  }
  for (const [name, count] of Object.entries(rounded)) {
    for (const mode of ['rn', 'rz', 'ru', 'rd']) {
      yield [`__f${name}_${mode}`, floating(count, f32, mode === 'rn')];
      yield [`__d${name}_${mode}`, floating(count, f64, mode === 'rn')];
    }
  }
  for (const mode of ['rn', 'rz', 'ru', 'rd']) {
    yield [`__fmaf_${mode}`, floating(3, f32, mode === 'rn')];
    yield [`__fmaf_ieee_${mode}`, floating(3, f32, false)];
    yield [`__fma_${mode}`, floating(3, f64, mode === 'rn')];
  }
}

export const floatingFunctions: ReadonlyMap<string, Intrinsic> = new Map<string, Intrinsic>([
  ...precisions(),
  ...fastFloat.map((name): [string, Intrinsic] => [name, floating(1, f32, true)]),
  ['__powf', floating(2, f32, true)],
  ['__fdividef', floating(2, f32, true)],
  ['__frsqrt_rn', floating(1, f32, true)],
  ['__tanhf', floating(1, f32, false)],
  ['__float_to_tf32', anyOf([f32], f32)],
  ['nanf', anyOf([], f32)],
  ['ldexpf', applied([f32, i32], f32)],
  ['ldexp', applied([f64, i32], f64)],
  ['scalbnf', applied([f32, i32], f32)],
  ['scalbn', applied([f64, i32], f64)],
  ['scalblnf', anyOf([f32, i64], f32)],
  ['scalbln', anyOf([f64, i64], f64)],
  ['powif', applied([f32, i32], f32)],
  ['powi', applied([f64, i32], f64)],
  ['ilogbf', anyOf([f32], i32)],
  ['ilogb', anyOf([f64], i32)],
  ['jnf', anyOf([i32, f32], f32)],
  ['jn', anyOf([i32, f64], f64)],
  ['ynf', anyOf([i32, f32], f32)],
  ['yn', anyOf([i32, f64], f64)],
  ['sincos', outputs(1, both(['sin', 'cos']), null)],
  ['sincosf', outputs(1, both(['sin', 'cos']), f32)],
  ['__sincosf', outputs(1, both(['sin', 'cos']), f32)],
  ['sincospi', outputs(1, both(['sinpi', 'cospi']), null)],
  ['sincospif', outputs(1, both(['sinpi', 'cospi']), f32)],
  ['frexp', outputs(1, anInt, null)],
  ['frexpf', outputs(1, anInt, f32)],
  ['modf', outputs(1, aNumber, null)],
  ['modff', outputs(1, aNumber, f32)],
  ['remquo', outputs(2, anInt, null)],
  ['remquof', outputs(2, anInt, f32)],
  ...[
    'isnan',
    'isinf',
    'isfinite',
    'signbit',
    '__isnan',
    '__isnanf',
    '__isinf',
    '__isinff',
    '__finite',
    '__finitef',
    '__isfinited',
    '__signbit',
    '__signbitf',
    '__signbitd',
  ].map((name): [string, Intrinsic] => [name, classified]),
  ['cudaGraphSetConditional', () => ({ kind: 'void' })],
  ['clock', clock(i64)],
  ['clock64', clock(i64)],
  ['__nanosleep', () => ({ kind: 'void' })],
  ['__globaltimer', clock(i64)],
]);
