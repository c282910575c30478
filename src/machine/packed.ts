/**
 * SIMD functions of the CUDA Math API ("SIMD Intrinsics": `__vadd2`, `__vcmpgts4` …) and the DPX functions
 * (`__viaddmax_s16x2_relu` …): one operation on each 8-, 16- or 32-bit part of their words.
 */
type OfWords = (a: number, b: number, c: number) => number;
type OfParts = (a: number, b: number, part: Part) => number;
type Part = Readonly<{ bits: number; low: number; high: number }>;

const clamped = (x: number, part: Part): number => Math.min(Math.max(x, part.low), part.high);
const all = (holds: boolean): number => (holds ? -1 : 0);
const one = (holds: boolean): number => (holds ? 1 : 0);

const comparisons: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  eq: (a, b) => a === b,
  ne: (a, b) => a !== b,
  ge: (a, b) => a >= b,
  gt: (a, b) => a > b,
  le: (a, b) => a <= b,
  lt: (a, b) => a < b,
};

/** By name without `__v`, the sign and the width; parts are read signed where the name says `s`. */
const operations: Readonly<Record<string, OfParts>> = {
  abs: (a) => Math.abs(a),
  absss: (a, _, part) => clamped(Math.abs(a), part),
  neg: (a) => -a,
  negss: (a, _, part) => clamped(-a, part),
  absdiff: (a, b) => Math.abs(a - b),
  add: (a, b) => a + b,
  addss: (a, b, part) => clamped(a + b, part),
  addus: (a, b, part) => clamped(a + b, part),
  sub: (a, b) => a - b,
  subss: (a, b, part) => clamped(a - b, part),
  subus: (a, b, part) => clamped(a - b, part),
  hadd: (a, b) => Math.floor((a + b) / 2),
  max: (a, b) => Math.max(a, b),
  min: (a, b) => Math.min(a, b),
};

function operationOf(name: string): OfParts | null {
  if (Object.hasOwn(operations, name)) return operations[name] ?? null;
  // Signed averages round away from zero, as PTX's vavrg does; of unsigned ones that is upwards.
  if (name === 'avg') return (a, b) => Math.sign(a + b) * Math.ceil(Math.abs(a + b) / 2);
  const compare = /^(cmp|set)(eq|ne|ge|gt|le|lt)$/.exec(name);
  const holds = compare?.[2] === undefined ? undefined : comparisons[compare[2]];
  if (holds === undefined) return null;
  return compare?.[1] === 'cmp' ? (a, b) => all(holds(a, b)) : (a, b) => one(holds(a, b));
}

const rangeOf = (bits: number, signed: boolean): Part => ({
  bits,
  low: signed ? -(2 ** (bits - 1)) : 0,
  high: signed ? 2 ** (bits - 1) - 1 : 2 ** bits - 1,
});

function partOf(word: number, k: number, { bits, low }: Part): number {
  const whole = bits === 32 ? word >>> 0 : (word >>> (k * bits)) & (2 ** bits - 1);
  return low < 0 && whole >= 2 ** (bits - 1) ? whole - 2 ** bits : whole;
}

const lanes =
  (part: Part, operation: (...parts: readonly number[]) => number): OfWords =>
  (...words) => {
    let out = 0;
    for (let k = 0; k * part.bits < 32; k++) {
      const result = operation(...words.map((word) => partOf(word, k, part)));
      out |= part.bits === 32 ? result : (result & (2 ** part.bits - 1)) << (k * part.bits);
    }
    return out;
  };

/** The function of that name, or null. */
export function packedFunction(fn: string): OfWords | null {
  const lane = /^__v([a-z]+?)(s|u|)([24])$/.exec(fn);
  if (lane?.[1] !== undefined) return lanewise(lane[1], lane[2] ?? '', lane[3] === '2' ? 16 : 8);
  const dpx = /^__vi(add)?(max|min)(3?)_([su])(16x2|32)(_relu)?$/.exec(fn);
  if (dpx === null) return null;
  const part = rangeOf(dpx[5] === '32' ? 32 : 16, dpx[4] === 's');
  const choose = dpx[2] === 'max' ? Math.max : Math.min;
  const wrap = (x: number): number => partOf(x, 0, part);
  const value = (a = 0, b = 0, c = 0): number =>
    dpx[1] !== undefined ? choose(wrap(a + b), c) : dpx[3] === '3' ? choose(a, b, c) : choose(a, b);
  return lanes(part, dpx[6] === undefined ? value : (a, b, c) => Math.max(value(a, b, c), 0));
}

function lanewise(name: string, sign: string, bits: number): OfWords | null {
  // The letters of saturation belong to the operation: `addss` and `addus` are no `adds` and `addu`.
  const full = ['addss', 'addus', 'subss', 'subus', 'absss', 'negss', 'abs'].find((one) => one === name + sign);
  const signed = full === undefined ? sign === 's' || name === 'neg' : full === 'abs' || full.endsWith('ss');
  const part = rangeOf(bits, signed);
  if (name === 'sad')
    return (a, b) =>
      Array.from({ length: 32 / bits }, (_, k) => Math.abs(partOf(a, k, part) - partOf(b, k, part))).reduce(
        (x, y) => x + y,
        0,
      );
  const operation = operationOf(full ?? name);
  return operation === null ? null : lanes(part, (a = 0, b = 0) => operation(a, b, part));
}
