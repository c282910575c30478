/**
 * The pure functions of C and CUDA that the machine knows, on numbers (floats and integers of up to 32 bits, unsigned
 * ones non-negative) and on 64-bit integers. Section numbers of the specification: CUDA Math API and PTX ISA.
 * Basic arithmetic is exact; transcendental functions are the host's, so their last digits may differ from a GPU's.
 */
import { bitsToHalf, fusedSingle, halfToBits } from './convert.ts';
import { packedFunction } from './packed.ts';

type OfNumbers = (a: number, b: number, c: number) => number;
type OfBigs = (a: bigint, b: bigint, c: bigint) => bigint;

const evenRound = (x: number): number => {
  const floor = Math.floor(x);
  const rest = x - floor;
  if (rest === 0.5) return floor % 2 === 0 ? floor : floor + 1;
  return rest < 0.5 ? floor : floor + 1;
};
const awayRound = (x: number): number => {
  const size = Math.trunc(Math.abs(x));
  return Math.sign(x) * (Math.abs(x) - size >= 0.5 ? size + 1 : size);
};
const fmin: OfNumbers = (a, b) => (a !== a ? b : b !== b ? a : Math.min(a, b));
const fmax: OfNumbers = (a, b) => (a !== a ? b : b !== b ? a : Math.max(a, b));
const asFlag = (holds: boolean): number => (holds ? 1 : 0);
const popcount = (x: number): number => {
  let count = 0;
  for (let rest = x | 0; rest !== 0; rest &= rest - 1) count++;
  return count;
};
const reverseBits = (x: number): number => {
  let out = 0;
  for (let k = 0; k < 32; k++) if ((x >>> k) & 1) out |= 1 << (31 - k);
  return out;
};
const highProduct = (a: number, b: number): number => Number(BigInt.asIntN(32, (BigInt(a) * BigInt(b)) >> 32n));
const reinterpret =
  (read: (view: DataView) => number, write: (view: DataView, x: number) => void) =>
  (x: number): number => {
    const view = new DataView(new ArrayBuffer(8));
    write(view, x);
    return read(view);
  };
const funnel = (low: number, high: number): bigint => (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);
/** Abramowitz and Stegun 7.1.26, to about 1e-7. */
const erf = (x: number): number => {
  const t = 1 / (1 + 0.3275911 * Math.abs(x));
  const poly = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return Math.sign(x) * (1 - poly * Math.exp(-x * x));
};
const bytePerm = (x: number, y: number, selector: number): number => {
  const all = funnel(x, y);
  let out = 0;
  for (let k = 0; k < 4; k++) out |= Number((all >> BigInt(((selector >>> (4 * k)) & 7) * 8)) & 0xffn) << (8 * k);
  return out;
};

/**
 * CUDA Math API, `__fns`: the position of the n-th set bit from `base` on, upwards (n > 0) or downwards; all ones
 * without.
 */
const nthSetBit = (mask: number, base: number, offset: number): number => {
  const step = offset < 0 ? -1 : 1;
  let left = Math.abs(offset);
  for (let at = base >>> 0; at >= 0 && at < 32; at += step) {
    const isSet = ((mask >>> at) & 1) === 1;
    if (offset === 0) return isSet ? at : -1;
    if (isSet && --left === 0) return at;
  }
  return -1;
};
const byteProducts = (a: number, b: number, isSigned: boolean): number => {
  const byte = (word: number, k: number): number =>
    isSigned ? (word << (24 - 8 * k)) >> 24 : (word >>> (8 * k)) & 0xff;
  return [0, 1, 2, 3].reduce((sum, k) => sum + byte(a, k) * byte(b, k), 0);
};
const halves = (x: number): readonly [high: number, low: number] => {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, x);
  return [view.getInt32(0), view.getInt32(4)];
};
const fromHalves = (high: number, low: number): number => {
  const view = new DataView(new ArrayBuffer(8));
  view.setInt32(0, high);
  view.setInt32(4, low);
  return view.getFloat64(0);
};

/** Functions on numbers, without the `f` of the single-precision variants. */
const ofNumbers: Readonly<Record<string, OfNumbers>> = {
  sqrt: Math.sqrt,
  rsqrt: (x) => 1 / Math.sqrt(x),
  cbrt: Math.cbrt,
  rcbrt: (x) => 1 / Math.cbrt(x),
  hypot: (a, b) => Math.hypot(a, b),
  rhypot: (a, b) => 1 / Math.hypot(a, b),
  exp: Math.exp,
  exp2: (x) => 2 ** x,
  exp10: (x) => 10 ** x,
  expm1: Math.expm1,
  log: Math.log,
  log2: Math.log2,
  log10: Math.log10,
  log1p: Math.log1p,
  pow: Math.pow,
  powi: Math.pow,
  sin: Math.sin,
  cos: Math.cos,
  tan: Math.tan,
  asin: Math.asin,
  acos: Math.acos,
  atan: Math.atan,
  atan2: Math.atan2,
  sinh: Math.sinh,
  cosh: Math.cosh,
  tanh: Math.tanh,
  asinh: Math.asinh,
  acosh: Math.acosh,
  atanh: Math.atanh,
  sinpi: (x) => Math.sin(Math.PI * x),
  cospi: (x) => Math.cos(Math.PI * x),
  erf,
  erfc: (x) => 1 - erf(x),
  fabs: Math.abs,
  abs: Math.abs,
  labs: Math.abs,
  floor: Math.floor,
  ceil: Math.ceil,
  trunc: Math.trunc,
  round: awayRound,
  rint: evenRound,
  nearbyint: evenRound,
  lrint: evenRound,
  lround: awayRound,
  fmod: (a, b) => a % b,
  remainder: (a, b) => a - b * evenRound(a / b),
  fmin,
  fmax,
  min: fmin,
  max: fmax,
  umin: fmin,
  umax: fmax,
  fdim: (a, b) => Math.max(a - b, 0),
  copysign: (a, b) => (Object.is(Math.sign(b), -0) || b < 0 ? -Math.abs(a) : Math.abs(a)),
  ldexp: (a, b) => a * 2 ** b,
  scalbn: (a, b) => a * 2 ** b,
  fdivide: (a, b) => a / b,
  saturate: (x) => Math.min(Math.max(x, 0), 1) || 0,
  isnan: (x) => asFlag(x !== x),
  isinf: (x) => asFlag(Math.abs(x) === Infinity),
  isfinite: (x) => asFlag(Number.isFinite(x)),
  signbit: (x) => asFlag(x < 0 || Object.is(x, -0)),
  fma: (a, b, c) => a * b + c,
  fmaf: fusedSingle,
  mad: (a, b, c) => a * b + c,
  __exp: Math.exp,
  __exp10: (x) => 10 ** x,
  __log: Math.log,
  __log2: Math.log2,
  __log10: Math.log10,
  __sin: Math.sin,
  __cos: Math.cos,
  __tan: Math.tan,
  __pow: Math.pow,
  __fdivide: (a, b) => a / b,
  __saturate: (x) => Math.min(Math.max(x, 0), 1) || 0,
  __fadd_rn: (a, b) => a + b,
  __fsub_rn: (a, b) => a - b,
  __fmul_rn: (a, b) => a * b,
  __fdiv_rn: (a, b) => a / b,
  __fsqrt_rn: Math.sqrt,
  __frcp_rn: (x) => 1 / x,
  __frsqrt_rn: (x) => 1 / Math.sqrt(x),
  __fmaf_rn: fusedSingle,
  __dadd_rn: (a, b) => a + b,
  __dsub_rn: (a, b) => a - b,
  __dmul_rn: (a, b) => a * b,
  __ddiv_rn: (a, b) => a / b,
  __dsqrt_rn: Math.sqrt,
  __drcp_rn: (x) => 1 / x,
  __fma_rn: (a, b, c) => a * b + c,
  __mul24: (a, b) => ((a << 8) >> 8) * ((b << 8) >> 8),
  __umul24: (a, b) => (a & 0xffffff) * (b & 0xffffff),
  mul24: (a, b) => ((a << 8) >> 8) * ((b << 8) >> 8),
  __mulhi: highProduct,
  __umulhi: highProduct,
  mulhi: highProduct,
  umulhi: highProduct,
  __popc: popcount,
  popc: popcount,
  __clz: (x) => Math.clz32(x),
  clz: (x) => Math.clz32(x),
  __ffs: (x) => 32 - Math.clz32(x & -x),
  ffs: (x) => 32 - Math.clz32(x & -x),
  __brev: reverseBits,
  brev: reverseBits,
  __sad: (a, b, c) => Math.abs(a - b) + c,
  __usad: (a, b, c) => Math.abs(a - b) + c,
  __byte_perm: bytePerm,
  __hadd: (a, b) => Math.floor((a + b) / 2),
  __uhadd: (a, b) => Math.floor((a + b) / 2),
  __rhadd: (a, b) => Math.floor((a + b + 1) / 2),
  __urhadd: (a, b) => Math.floor((a + b + 1) / 2),
  __funnelshift_l: (low, high, by) => Number(BigInt.asIntN(32, (funnel(low, high) << BigInt(by & 31)) >> 32n)),
  __funnelshift_r: (low, high, by) => Number(BigInt.asIntN(32, funnel(low, high) >> BigInt(by & 31))),
  __funnelshift_lc: (low, high, by) =>
    Number(BigInt.asIntN(32, (funnel(low, high) << BigInt(Math.min(by >>> 0, 32))) >> 32n)),
  __funnelshift_rc: (low, high, by) => Number(BigInt.asIntN(32, funnel(low, high) >> BigInt(Math.min(by >>> 0, 32)))),
  __fns: nthSetBit,
  __dp4a: (a, b, c) => byteProducts(a, b, true) + c,
  __dp4a_u32: (a, b, c) => byteProducts(a, b, false) + c,
  __double2hiint: (x) => halves(x)[0],
  __double2loint: (x) => halves(x)[1],
  __hiloint2double: fromHalves,
  __half_as_ushort: halfToBits,
  __ushort_as_half: bitsToHalf,
  __float_as_int: reinterpret(
    (view) => view.getInt32(0),
    (view, x) => view.setFloat32(0, x),
  ),
  __float_as_uint: reinterpret(
    (view) => view.getUint32(0),
    (view, x) => view.setFloat32(0, x),
  ),
  __int_as_float: reinterpret(
    (view) => view.getFloat32(0),
    (view, x) => view.setInt32(0, x),
  ),
  __uint_as_float: reinterpret(
    (view) => view.getFloat32(0),
    (view, x) => view.setInt32(0, x),
  ),
  __float2int_rn: evenRound,
  __float2int_rz: Math.trunc,
  __float2int_rd: Math.floor,
  __float2int_ru: Math.ceil,
  __float2uint_rn: evenRound,
  __float2uint_rz: Math.trunc,
  __float2uint_rd: Math.floor,
  __float2uint_ru: Math.ceil,
  __double2int_rn: evenRound,
  __double2int_rz: Math.trunc,
  __double2int_rd: Math.floor,
  __double2int_ru: Math.ceil,
  __int2float_rn: (x) => x,
  __uint2float_rn: (x) => x,
  __int2double_rn: (x) => x,
};

const ofBigs: Readonly<Record<string, OfBigs>> = {
  min: (a, b) => (a < b ? a : b),
  max: (a, b) => (a > b ? a : b),
  llmin: (a, b) => (a < b ? a : b),
  llmax: (a, b) => (a > b ? a : b),
  ullmin: (a, b) => (a < b ? a : b),
  ullmax: (a, b) => (a > b ? a : b),
  abs: (a) => (a < 0n ? -a : a),
  labs: (a) => (a < 0n ? -a : a),
  llabs: (a) => (a < 0n ? -a : a),
  __mul64hi: (a, b) => (a * b) >> 64n,
  __umul64hi: (a, b) => (a * b) >> 64n,
  __popcll: (a) => BigInt([...BigInt.asUintN(64, a).toString(2)].filter((digit) => digit === '1').length),
  __clzll: (a) => BigInt(64 - (a === 0n ? 0 : BigInt.asUintN(64, a).toString(2).length)),
  __ffsll: (a) => (a === 0n ? 0n : BigInt(BigInt.asUintN(64, a & -a).toString(2).length)),
  __brevll: (a) => BigInt(`0b${[...BigInt.asUintN(64, a).toString(2).padStart(64, '0')].reverse().join('')}`),
};

const bare = (fn: string): string => fn.replace(/^(::)?(cuda::)?std::|^::/, '');

/** The function called `fn` on numbers, or null. `single`: the result is a float, so that `fma` rounds once. */
export function functionOfNumbers(fn: string, single: boolean): OfNumbers | null {
  const name = bare(fn);
  const plain = Object.hasOwn(ofNumbers, name) ? name : name.replace(/f$/, '');
  const packed = packedFunction(name);
  if (packed !== null) return packed;
  const chosen = single && (plain === 'fma' || plain === '__fma_rn') ? 'fmaf' : plain;
  return Object.hasOwn(ofNumbers, chosen) ? (ofNumbers[chosen] ?? null) : null;
}

/** The function called `fn` on 64-bit integers, or null. */
export function functionOfBigs(fn: string): OfBigs | null {
  const name = bare(fn);
  return Object.hasOwn(ofBigs, name) ? (ofBigs[name] ?? null) : null;
}
