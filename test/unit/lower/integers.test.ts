/**
 * Integer functions, lowered and run on the machine, against their definitions in the CUDA Math API, written here bit
 * by bit.
 */
import { expect, test } from 'vitest';
import { fc } from '../../seeded.ts';
import { runOnMachine } from '../../../src/machine/run.ts';
import { launch, words } from '../machine/launch.ts';
import { lowerOne } from './lowered.ts';

type Definition = (a: bigint, b: bigint, c: bigint) => bigint;
const s32 = (x: bigint): bigint => BigInt.asIntN(32, x);
const u32 = (x: bigint): bigint => BigInt.asUintN(32, x);
const bit = (x: bigint, k: number): bigint => (x >> BigInt(k)) & 1n;
const sum = (xs: readonly bigint[]): bigint => xs.reduce((x, y) => x + y, 0n);
const size = (x: bigint): bigint => (x < 0n ? -x : x);
const least = (x: bigint, y: bigint): bigint => (x < y ? x : y);
const most = (x: bigint, y: bigint): bigint => (x > y ? x : y);
const bits = (x: bigint): readonly bigint[] => Array.from({ length: 32 }, (_, k) => bit(x, k));
const low24 = (x: bigint): bigint => BigInt.asIntN(24, x);
const byte = (x: bigint, k: number): bigint => (x >> BigInt(8 * k)) & 0xffn;
const firstSet = (x: bigint): bigint => BigInt(bits(x).findIndex((one) => one === 1n) + 1);
const leading = (x: bigint): bigint => BigInt(32 - (bits(x).lastIndexOf(1n) + 1));
const join = (parts: readonly bigint[], width: number): bigint =>
  parts.reduce((word, part, k) => word | (BigInt.asUintN(width, part) << BigInt(k * width)), 0n);
const nth = (mask: bigint, base: bigint, offset: bigint): bigint => {
  const order =
    offset < 0n
      ? bits(mask)
          .map((_, k) => 31 - k)
          .filter((k) => BigInt(k) <= base)
      : bits(mask)
          .map((_, k) => k)
          .filter((k) => BigInt(k) >= base);
  if (offset === 0n) return bit(mask, Number(base)) === 1n ? base : -1n;
  return BigInt(order.filter((k) => bit(mask, k) === 1n)[Number(size(offset)) - 1] ?? -1);
};

/** Operation on parts of a word, signed or not, of 8 or 16 bits. */
const each =
  (width: number, signed: boolean, one: (a: bigint, b: bigint, low: bigint, high: bigint) => bigint): Definition =>
  (a, b) => {
    const part = (x: bigint, k: number): bigint =>
      signed ? BigInt.asIntN(width, x >> BigInt(k * width)) : BigInt.asUintN(width, x >> BigInt(k * width));
    const [low, high] = signed
      ? [-(2n ** BigInt(width - 1)), 2n ** BigInt(width - 1) - 1n]
      : [0n, 2n ** BigInt(width) - 1n];
    return join(
      Array.from({ length: 32 / width }, (_, k) => one(part(a, k), part(b, k), low, high)),
      width,
    );
  };
const saturated = (x: bigint, low: bigint, high: bigint): bigint => least(most(x, low), high);
const ones = -1n;

/** `a` and `b` are unsigned 32-bit words; `n` is small. */
const definitions: Readonly<Record<string, Definition>> = {
  '__mul24((int)a, (int)b)': (a, b) => low24(a) * low24(b),
  '__umul24(a, b)': (a, b) => (a & 0xffffffn) * (b & 0xffffffn),
  '__umulhi(a, b)': (a, b) => (a * b) >> 32n,
  '__mulhi((int)a, (int)b)': (a, b) => (s32(a) * s32(b)) >> 32n,
  '(unsigned)__umul64hi((unsigned long long)a << 20, (unsigned long long)b << 20)': (a, b) =>
    ((a << 20n) * (b << 20n)) >> 64n,
  '__hadd((int)a, (int)b)': (a, b) => (s32(a) + s32(b)) >> 1n,
  '__rhadd((int)a, (int)b)': (a, b) => (s32(a) + s32(b) + 1n) >> 1n,
  '__uhadd(a, b)': (a, b) => (a + b) >> 1n,
  '__urhadd(a, b)': (a, b) => (a + b + 1n) >> 1n,
  '__sad((int)a, (int)b, n)': (a, b, n) => size(s32(a) - s32(b)) + n,
  '__usad(a, b, n)': (a, b, n) => size(a - b) + n,
  '__popc(a)': (a) => sum(bits(a)),
  '__popcll((unsigned long long)a << 7)': (a) => sum(bits(a)),
  '__clz(a)': leading,
  '__clzll((long long)a)': (a) => leading(a) + 32n,
  '__ffs(a)': firstSet,
  '__ffsll((long long)a << 9)': (a) => (a === 0n ? 0n : firstSet(a) + 9n),
  '__brev(a)': (a) => sum(bits(a).map((one, k) => one << BigInt(31 - k))),
  '(unsigned)(__brevll((unsigned long long)a) >> 32)': (a) => sum(bits(a).map((one, k) => one << BigInt(31 - k))),
  '__fns(a, n, (int)(b & 7) - 3)': (a, b, n) => nth(a, n, (b & 7n) - 3n),
  '__byte_perm(a, b, a >> 3)': (a, b) =>
    join(
      [0, 1, 2, 3].map((k) => {
        const at = Number(((a >> 3n) >> BigInt(4 * k)) & 7n);
        return at < 4 ? byte(a, at) : byte(b, at - 4);
      }),
      8,
    ),
  '__funnelshift_l(a, b, n)': (a, b, n) => (((b << 32n) | a) << (n & 31n)) >> 32n,
  '__funnelshift_r(a, b, n)': (a, b, n) => ((b << 32n) | a) >> (n & 31n),
  '__funnelshift_lc(a, b, n * 2)': (a, b, n) => (((b << 32n) | a) << least(2n * n, 32n)) >> 32n,
  '__funnelshift_rc(a, b, n * 2)': (a, b, n) => ((b << 32n) | a) >> least(2n * n, 32n),
  '__dp4a(a, b, n)': (a, b, n) => sum([0, 1, 2, 3].map((k) => byte(a, k) * byte(b, k))) + n,
  '__dp4a((int)a, (int)b, (int)n)': (a, b, n) =>
    sum([0, 1, 2, 3].map((k) => BigInt.asIntN(8, byte(a, k)) * BigInt.asIntN(8, byte(b, k)))) + n,
  'min((int)a, (int)b)': (a, b) => least(s32(a), s32(b)),
  'max(a, b)': most,
  'abs((int)n - 9)': (_, __, n) => size(n - 9n),
  '__vadd2(a, b)': each(16, false, (a, b) => a + b),
  '__vadd4(a, b)': each(8, false, (a, b) => a + b),
  '__vaddss2(a, b)': each(16, true, (a, b, low, high) => saturated(a + b, low, high)),
  '__vaddus4(a, b)': each(8, false, (a, b, low, high) => saturated(a + b, low, high)),
  '__vsubss4(a, b)': each(8, true, (a, b, low, high) => saturated(a - b, low, high)),
  '__vsubus2(a, b)': each(16, false, (a, b, low, high) => saturated(a - b, low, high)),
  '__vsub4(a, b)': each(8, false, (a, b) => a - b),
  '__vabs4(a)': each(8, true, (a) => size(a)),
  '__vabsss2(a)': each(16, true, (a, _, low, high) => saturated(size(a), low, high)),
  '__vneg2(a)': each(16, true, (a) => -a),
  '__vabsdiffu4(a, b)': each(8, false, (a, b) => size(a - b)),
  '__vabsdiffs2(a, b)': each(16, true, (a, b) => size(a - b)),
  '__vavgu4(a, b)': each(8, false, (a, b) => (a + b + 1n) >> 1n),
  '__vavgs2(a, b)': each(16, true, (a, b) => (a + b < 0n ? (a + b) >> 1n : (a + b + 1n) >> 1n)),
  '__vhaddu2(a, b)': each(16, false, (a, b) => (a + b) >> 1n),
  '__vmaxs4(a, b)': each(8, true, most),
  '__vminu2(a, b)': each(16, false, least),
  '__vcmpeq4(a, b)': each(8, false, (a, b) => (a === b ? ones : 0n)),
  '__vcmpgts2(a, b)': each(16, true, (a, b) => (a > b ? ones : 0n)),
  '__vcmpleu4(a, b)': each(8, false, (a, b) => (a <= b ? ones : 0n)),
  '__vsetlts4(a, b)': each(8, true, (a, b) => (a < b ? 1n : 0n)),
  '__vsetne2(a, b)': each(16, false, (a, b) => (a === b ? 0n : 1n)),
  '__vsadu4(a, b)': (a, b) => sum([0, 1, 2, 3].map((k) => size(byte(a, k) - byte(b, k)))),
  '__vimax_s16x2_relu(a, b)': each(16, true, (a, b) => most(most(a, b), 0n)),
  '__vimin3_u32(a, b, n)': (a, b, n) => least(least(a, b), n),
  '__viaddmax_s32((int)a, (int)b, (int)n)': (a, b, n) => most(s32(s32(a) + s32(b)), n),
};

test('integer functions compute what the CUDA Math API says', async () => {
  const calls = Object.keys(definitions);
  const kernel = await lowerOne(
    `__global__ void k(unsigned *out, unsigned a, unsigned b, unsigned n) {\n${calls.map((call, k) => `out[${k}] = (unsigned)${call};`).join('\n')}\n}`,
  );
  const word = fc.oneof(
    fc.bigInt({ min: 0n, max: 2n ** 32n - 1n }),
    fc.constantFrom(0n, 1n, 0x7fffffffn, 0x80000000n, 0xffffffffn, 0x00ff00ffn, 0x80008000n, 0x7f807f80n),
  );
  fc.assert(
    fc.property(word, word, fc.bigInt({ min: 0n, max: 31n }), (a, b, n) => {
      const report = runOnMachine(
        kernel,
        launch(1, {
          scalars: new Map([
            ['a', a],
            ['b', b],
            ['n', n],
          ]),
        }),
        { maxSteps: 100_000, maxBytes: 10_000_000 },
      );
      const out = words(report, 'out');
      const got = calls.map((call, k) => `${call} = ${u32(BigInt(out.get(k) ?? 0))}`);
      expect(got).toEqual(Object.entries(definitions).map(([call, of]) => `${call} = ${u32(of(a, b, n))}`));
    }),
    { numRuns: 300 },
  );
});
