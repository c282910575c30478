/**
 * The machine's arithmetic against the system's C++ compiler: random typed expressions over a few inputs, in one
 * program. Signed overflow is made defined (-fwrapv), shift amounts are kept in range (beyond it CUDA and C++ differ,
 * see below), and floats are only compared where C++ defines the result.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fc } from '../../seeded.ts';
import { describe, expect, test } from 'vitest';
import type { BinaryOp, Expr } from '../../../src/base/expr.ts';
import type { IntType, ScalarType } from '../../../src/base/ctype.ts';
import { array, assign, at, kernel, load, store, v } from '../../../src/ir/build.ts';
import { apply, binary, cast, float, int, select, truth, typeOf, unary } from '../../../src/base/expr-build.ts';
import { bool, f16, f32, f64, i16, i32, i64, i8, printType, u16, u32, u64, u8 } from '../../../src/base/ctype.ts';
import { assertNever } from '../../../src/base/invariant.ts';
import { bitsToHalf, bigToFloat, fusedSingle, halfToBits, roundHalf } from '../../../src/machine/convert.ts';
import { launch, runIt, tid } from './launch.ts';

const compiler = spawnSync('g++', ['--version']).status === 0;
const ints: readonly IntType[] = [i8, u8, i16, u16, i32, u32, i64, u64];
const inputs = [
  0n,
  1n,
  -1n,
  5n,
  -7n,
  127n,
  -128n,
  255n,
  32767n,
  2147483647n,
  -2147483648n,
  4294967295n,
  9007199254740993n,
  0x7fffffffffffffffn,
  -0x8000000000000000n,
  123456789012345n,
];

// Random expressions --------------------------------------------------------------------------------------------------

const wrapTo = (value: bigint, type: IntType): bigint =>
  type.signed ? BigInt.asIntN(type.bits, value) : BigInt.asUintN(type.bits, value);
const literal = (type: ScalarType): fc.Arbitrary<Expr> => {
  if (type.kind === 'bool') return fc.boolean().map(truth);
  if (type.kind === 'float')
    return fc.constantFrom(0, 1, -2.5, 0.1, 1e9, -3e-5).map((x) => float(type.bits === 32 ? Math.fround(x) : x, type));
  return fc.constantFrom(...inputs).map((value) => int(wrapTo(value, type), type));
};
const leaf = (type: ScalarType): fc.Arbitrary<Expr> =>
  type.kind === 'int'
    ? fc.oneof(
        literal(type),
        fc.constantFrom('a', 'b').map((name) => cast(type, v(name, i64))),
      )
    : literal(type);
const arithmetic: readonly BinaryOp[] = ['+', '-', '*', '/', '%', '&', '|', '^', '<<', '>>'];
const comparisons: readonly BinaryOp[] = ['==', '!=', '<', '<=', '>', '>='];
const anyType = fc.constantFrom<ScalarType>(...ints, f32, f64, bool);

function expression(type: ScalarType, depth: number): fc.Arbitrary<Expr> {
  if (depth === 0) return leaf(type);
  const sub = (t: ScalarType): fc.Arbitrary<Expr> => expression(t, depth - 1);
  const choice = fc.tuple(sub(bool), sub(type), sub(type)).map(([c, x, y]) => select(c, x, y));
  switch (type.kind) {
    case 'bool':
      return fc.oneof(
        anyType.chain((t) =>
          fc.tuple(fc.constantFrom(...comparisons), sub(t), sub(t)).map(([op, x, y]) => binary(op, x, y)),
        ),
        fc.tuple(fc.constantFrom<BinaryOp>('&&', '||'), sub(bool), sub(bool)).map(([op, x, y]) => binary(op, x, y)),
        sub(bool).map((x) => unary('not', x)),
        anyType.chain((t) => sub(t).map((x) => cast(bool, x))),
        choice,
      );
    case 'float':
      return fc.oneof(
        fc
          .tuple(fc.constantFrom<BinaryOp>('+', '-', '*', '/'), sub(type), sub(type))
          .map(([op, x, y]) => binary(op, x, y)),
        sub(type).map((x) => unary('neg', x)),
        anyType.chain((t) => sub(t).map((x) => cast(type, x))),
        choice,
      );
    case 'int':
      return fc.oneof(
        fc.tuple(fc.constantFrom(...arithmetic), sub(type), sub(type)).map(([op, x, y]) => defined(op, type, x, y)),
        sub(type).map((x) => unary('neg', x)),
        sub(type).map((x) => unary('bitnot', x)),
        fc.constantFrom<ScalarType>(...ints, bool).chain((t) => sub(t).map((x) => cast(type, x))),
        choice,
        fc.tuple(fc.constantFrom('min', 'max'), sub(type), sub(type)).map(([fn, x, y]) => apply(fn, [x, y], type)),
      );
    default:
      return assertNever(type);
  }
}

/** Divisors are made 1 to 16 and shift amounts 0 to bits - 1, which C++ defines. */
function defined(op: BinaryOp, type: IntType, x: Expr, y: Expr): Expr {
  if (op === '/' || op === '%') return binary(op, x, binary('+', binary('&', y, int(15, type)), int(1, type)));
  if (op === '<<' || op === '>>') return binary(op, x, cast(i32, binary('&', y, int(type.bits - 1, type))));
  return binary(op, x, y);
}

// In C++ --------------------------------------------------------------------------------------------------------------

const cName: Readonly<Record<string, string>> = {
  i8: 'int8_t',
  u8: 'uint8_t',
  i16: 'int16_t',
  u16: 'uint16_t',
  i32: 'int32_t',
  u32: 'uint32_t',
  i64: 'int64_t',
  u64: 'uint64_t',
  f32: 'float',
  f64: 'double',
  bool: 'bool',
};
const cType = (type: ScalarType): string => cName[printType(type)] ?? 'void';

/** C++ text in which every node is converted to its own type, as the IR has it. */
function inC(expr: Expr): string {
  const as = (text: string): string => `((${cType(typeOf(expr))})(${text}))`;
  switch (expr.kind) {
    case 'int':
      return as(
        expr.type.signed ? (expr.value === -0x8000000000000000n ? 'INT64_MIN' : `${expr.value}LL`) : `${expr.value}ULL`,
      );
    case 'float':
      return as(expr.value.toExponential(17));
    case 'bool':
      return `${expr.value}`;
    case 'var':
      return expr.id;
    case 'unary':
      return as(`${{ neg: '-', bitnot: '~', not: '!' }[expr.op]}${inC(expr.operand)}`);
    case 'binary':
      return as(`${inC(expr.left)} ${expr.op} ${inC(expr.right)}`);
    case 'cast':
      return as(inC(expr.operand));
    case 'select':
      return as(`${inC(expr.when)} ? ${inC(expr.then)} : ${inC(expr.otherwise)}`);
    case 'apply':
      return as(`std::${expr.fn}(${expr.args.map(inC).join(', ')})`);
    case 'builtin':
      return 'unused';
    default:
      return assertNever(expr);
  }
}

function evaluateInC(exprs: readonly Expr[], a: bigint, b: bigint): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'syncwright-arith-'));
  const constant = (x: bigint): string => (x === -0x8000000000000000n ? 'INT64_MIN' : `${x}LL`);
  const lines = exprs.map(
    (expr) =>
      `  { ${cType(typeOf(expr))} r = ${inC(expr)}; uint64_t bits = 0; memcpy(&bits, &r, sizeof r); printf("%016llx\\n", (unsigned long long)bits); }`,
  );
  const text = `#include <cstdint>\n#include <cstdio>\n#include <cstring>\n#include <algorithm>\nint main(int n, char**) {\n  volatile int64_t va = ${constant(a)}, vb = ${constant(b)};\n  int64_t a = va, b = vb;\n${lines.join('\n')}\n}\n`;
  writeFileSync(join(folder, 'all.cpp'), text);
  execFileSync('g++', [
    '-O0',
    '-w',
    '-fwrapv',
    '-msse2',
    '-mfpmath=sse',
    '-ffp-contract=off',
    '-o',
    join(folder, 'all'),
    join(folder, 'all.cpp'),
  ]);
  return execFileSync(join(folder, 'all'), { encoding: 'utf8' }).trim().split('\n');
}

function evaluateOnMachine(expr: Expr, a: bigint, b: bigint): string {
  const type = typeOf(expr);
  const out = array('out', { element: type });
  const subject = kernel({
    params: [
      { name: 'a', type: i64 },
      { name: 'b', type: i64 },
    ],
    arrays: [out],
    body: [store(at(out, int(0)), expr)],
  });
  const report = runIt(
    subject,
    launch(1, {
      scalars: new Map([
        ['a', a],
        ['b', b],
      ]),
    }),
  );
  expect(report.outcome).toEqual({ kind: 'completed' });
  const bytes = report.memory[0]?.bytes ?? new Map<number, number>();
  return [7, 6, 5, 4, 3, 2, 1, 0].map((k) => (bytes.get(k) ?? 0).toString(16).padStart(2, '0')).join('');
}

describe.skipIf(!compiler)('against g++ (skipped where there is none)', () => {
  test('600 random expressions of all types', { timeout: 120_000 }, () => {
    const some = fc.sample(
      anyType.chain((type) => expression(type, 4)),
      { numRuns: 600, seed: 20 },
    );
    const [a, b] = [-1234567890123456789n, 40n];
    const expected = evaluateInC(some, a, b);
    some.forEach((expr, k) => {
      const isNaNBits = typeOf(expr).kind === 'float';
      const found = evaluateOnMachine(expr, a, b);
      if (isNaNBits && isNaNPattern(found, typeOf(expr)) && isNaNPattern(expected[k] ?? '', typeOf(expr))) return;
      expect(`${found} ${inC(expr)}`).toBe(`${expected[k] ?? ''} ${inC(expr)}`);
    });
  });
});

function isNaNPattern(hex: string, type: ScalarType): boolean {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(`0x${hex}`));
  return Number.isNaN(printType(type) === 'f32' ? view.getFloat32(4) : view.getFloat64(0));
}

// What C++ leaves open and CUDA defines -------------------------------------------------------------------------------

const valueOf = (expr: Expr): bigint => {
  const hex = evaluateOnMachine(expr, 0n, 0n);
  const type = typeOf(expr);
  const bits = BigInt(`0x${hex}`);
  return type.kind === 'int' ? wrapTo(bits, type) : bits;
};

describe('CUDA', () => {
  test.each([
    [binary('<<', int(1), int(32)), 0n],
    [binary('<<', int(1), int(-1)), 0n],
    [binary('>>', int(-8), int(40)), -1n],
    [binary('>>', int(0xffffffffn, u32), int(32)), 0n],
    [binary('<<', int(1, i64), int(64)), 0n],
    [binary('>>', int(-8, i64), int(64)), -1n],
  ])('PTX shl and shr: "shift amounts greater than the register width … are clamped" %#', (expr, value) => {
    expect(valueOf(expr)).toBe(value);
  });

  test.each([
    [cast(i32, float(3e9, f64)), 2147483647n],
    [cast(i32, float(-3e9, f64)), -2147483648n],
    [cast(u32, float(-1, f64)), 0n],
    [cast(i32, float(NaN, f64)), 0n],
    [cast(i64, float(1e19, f64)), 0x7fffffffffffffffn],
    [cast(u64, float(1e20, f64)), 0xffffffffffffffffn],
    [cast(i8, float(1000, f32)), 127n],
    [cast(i32, float(-1.9, f64)), -1n],
  ])('PTX cvt: float to integer truncates and is "clamped to the destination range" %#', (expr, value) => {
    expect(valueOf(expr)).toBe(value);
  });

  test('division by zero is a fault, and none where && or ?: guards it', () => {
    const out = array('out');
    const zero = binary('-', v('n'), v('n'));
    const guarded = select(binary('!=', zero, int(0)), binary('/', int(1), zero), int(0));
    const run = (expr: Expr) =>
      runIt(
        kernel({ params: [{ name: 'n', type: i32 }], arrays: [out], body: [store(at(out, int(0)), expr)] }),
        launch(1, { scalars: new Map([['n', 3n]]) }),
      ).faults.map((fault) => fault.kind);
    expect(run(binary('/', int(1), zero))).toEqual(['division-by-zero']);
    expect(run(binary('%', int(1, i64), cast(i64, zero)))).toEqual(['division-by-zero']);
    expect(run(guarded)).toEqual([]);
    expect(
      run(cast(i32, binary('&&', binary('!=', zero, int(0)), binary('==', binary('/', int(1), zero), int(0))))),
    ).toEqual([]);
  });

  test('what a thread does after a division by zero shows no race', () => {
    const out = array('out');
    const racing = (divisor: Expr) =>
      runIt(
        kernel({ arrays: [out], body: [assign('q', binary('/', int(8), divisor)), store(at(out, int(0)), tid)] }),
        launch(2),
      ).races.length;
    expect(racing(int(2))).toBe(1);
    expect(racing(cast(i32, binary('!=', tid, int(0))))).toBe(0);
  });

  test.each<[string, readonly Expr[], ScalarType, bigint]>([
    ['__mul24', [int(0x1ffffff), int(3)], i32, -3n],
    ['__umul24', [int(0x1ffffff, u32), int(3, u32)], u32, 0x2fffffdn],
    ['__umulhi', [int(0xffffffffn, u32), int(0xffffffffn, u32)], u32, 0xfffffffen],
    ['__mulhi', [int(-5), int(7)], i32, -1n],
    ['__umul64hi', [int(-1, u64), int(-1, u64)], u64, 0xfffffffffffffffen],
    ['__mul64hi', [int(-5, i64), int(7, i64)], i64, -1n],
    ['__popc', [int(0xf0f0, u32)], i32, 8n],
    ['__popcll', [int(0xffffffffffn, u64)], i32, 40n],
    ['__clz', [int(1)], i32, 31n],
    ['__clzll', [int(1, i64)], i32, 63n],
    ['__ffs', [int(8)], i32, 4n],
    ['__ffs', [int(0)], i32, 0n],
    ['__ffsll', [int(1n << 40n, i64)], i32, 41n],
    ['__brev', [int(1, u32)], u32, 0x80000000n],
    ['abs', [int(-3)], i32, 3n],
    ['min', [int(-3), int(4)], i32, -3n],
    ['umax', [int(0xffffffffn, u32), int(4, u32)], u32, 0xffffffffn],
    ['__float_as_int', [float(1, f32)], i32, 0x3f800000n],
    ['__float2int_rn', [float(2.5, f32)], i32, 2n],
    ['__byte_perm', [int(0x03020100, u32), int(0x07060504, u32), int(0x7410, u32)], u32, 0x07040100n],
    ['__funnelshift_l', [int(0x80000000, u32), int(1, u32), int(1, u32)], u32, 3n],
    ['sqrtf', [float(2, f32)], f32, 0x3fb504f3n],
    ['rsqrtf', [float(4, f32)], f32, 0x3f000000n],
    ['fmaxf', [float(NaN, f32), float(1, f32)], f32, 0x3f800000n],
    ['floorf', [float(-1.5, f32)], f32, 0xc0000000n],
    ['std::fma', [float(2, f32), float(3, f32), float(1, f32)], f32, 0x40e00000n],
  ])('%s', (fn, args, type, value) => {
    expect(valueOf(apply(fn, args, type))).toBe(value);
  });

  test('an unknown function ends the run as unmodelled', () => {
    const out = array('out', { element: f32 });
    expect(
      runIt(kernel({ arrays: [out], body: [store(at(out, int(0)), apply('tex1Dfetch', [int(0)], f32))] }), launch(1))
        .outcome,
    ).toMatchObject({ kind: 'unmodelled', because: 'the machine does not model the function tex1Dfetch' });
  });
});

test('halves: every pattern survives, and rounding is to the nearest, ties to even', () => {
  for (let bits = 0; bits < 65536; bits++)
    if ((bits & 0x7c00) !== 0x7c00 || (bits & 0x3ff) === 0) expect(halfToBits(bitsToHalf(bits))).toBe(bits);
  fc.assert(
    fc.property(fc.float({ noNaN: true }), (x) => {
      const rounded = roundHalf(x);
      expect(bitsToHalf(halfToBits(rounded))).toBe(rounded);
      const bits = halfToBits(rounded) & 0x7fff;
      if (bits === 0 || bits >= 0x7bff) return;
      for (const near of [bits - 1, bits + 1])
        expect(Math.abs(Math.abs(x) - bitsToHalf(bits))).toBeLessThanOrEqual(Math.abs(Math.abs(x) - bitsToHalf(near)));
    }),
  );
  expect([65519, 65520, 2 ** -25, 2 ** -25 * 1.1, 2049, 2051].map(roundHalf)).toEqual([
    65504,
    Infinity,
    0,
    2 ** -24,
    2048,
    2052,
  ]);
  const s = array('s', { element: f16 });
  expect(
    runIt(
      kernel({
        arrays: [s],
        body: [load('x', at(s, int(0))), store(at(s, int(1)), binary('+', v('x', f16), float(0.5, f16)))],
      }),
      launch(1),
    ).memory[0]?.bytes.get(3),
  ).toBe(0x38);
});

test('64-bit integers become floats with one rounding; fma has one rounding', () => {
  expect(bigToFloat(0x1000001000000001n, 32)).toBe(Math.fround(2 ** 60) + 2 ** 37);
  expect(bigToFloat(9007199791611905n, 32)).toBe(9007200328482816);
  expect(fusedSingle(1 + 2 ** -12, 1 + 2 ** -12, 2 ** -60)).toBe(Math.fround(1 + 2 ** -11 + 2 ** -23));
});

test('scalars keep their width: an assignment wraps', () => {
  const out = array('out', { element: u8 });
  const subject = kernel({
    arrays: [out],
    body: [assign('c', cast(u8, int(300))), store(at(out, int(0)), binary('+', v('c', u8), int(250, u8)))],
  });
  expect(runIt(subject, launch(1)).memory[0]?.bytes.get(0)).toBe(38);
});
