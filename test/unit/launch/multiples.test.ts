import { describe, expect, it } from 'vitest';
import type { Expr } from '../../../src/base/expr.ts';
import type { IntType } from '../../../src/base/ctype.ts';
import { varId } from '../../../src/base/brand.ts';
import { i32, i64, u32, u64 } from '../../../src/base/ctype.ts';
import { binary, cast, int, select, unary, variable } from '../../../src/base/expr-build.ts';
import { applyBinary } from '../../../src/launch/host-value.ts';
import { evaluate } from '../../../src/solve/evaluate.ts';
import { multipleIn } from '../../../src/launch/multiples.ts';
import { fc } from '../../seeded.ts';

const [n, m, u] = [variable(varId('n'), i32), variable(varId('m'), i32), variable(varId('u'), u32)];
const times = (a: Expr, k: number, type: IntType = i32): Expr => binary('*', a, int(k, type));

describe('multipleIn', () => {
  it('multiplies factors and takes what the parts of a sum share', () => {
    expect(multipleIn(times(n, 1024))).toBe(1024n);
    expect(multipleIn(binary('+', times(n, 12), times(m, 18)))).toBe(6n);
    expect(multipleIn(times(binary('/', n, int(16)), 16))).toBe(16n);
    expect(multipleIn(binary('-', times(n, 8), int(4)))).toBe(4n);
  });

  it('says nothing of variables, quotients and remainders', () => {
    for (const expr of [n, binary('/', times(n, 16), int(16)), binary('%', times(n, 16), int(24))])
      expect(multipleIn(expr)).toBe(1n);
  });

  it('keeps the factor of two only where a value may wrap around', () => {
    expect(multipleIn(times(u, 12, u32))).toBe(4n);
    expect(multipleIn(cast(u32, times(n, 12)))).toBe(4n);
    expect(multipleIn(cast(i64, times(n, 12)))).toBe(12n);
    expect(multipleIn(cast(i32, binary('*', cast(i64, n), int(12, i64))))).toBe(4n);
    expect(multipleIn(binary('<<', times(n, 3), int(2)))).toBe(4n);
  });

  it('divides every value that an expression may have', () => {
    const leaf = fc.oneof(
      fc.constantFrom<Expr>(n, m, u),
      fc.integer({ min: -40, max: 4096 }).map((value) => int(value)),
    );
    const { expr } = fc.letrec<{ expr: Expr }>((tie) => {
      const pair = fc.tuple(tie('expr'), tie('expr'));
      return {
        expr: fc.oneof(
          { depthSize: 'small' },
          leaf,
          fc
            .tuple(fc.constantFrom('+', '-', '*', '*', '/', '&'), pair)
            .map(([op, [a, b]]) => applyBinary(op, a, b) ?? n),
          fc.tuple(tie('expr'), fc.integer({ min: 0, max: 9 })).map(([a, by]) => applyBinary('<<', a, int(by)) ?? n),
          fc.tuple(tie('expr'), fc.constantFrom<IntType>(i32, u32, i64, u64)).map(([a, to]) => cast(to, a)),
          tie('expr').map((a) => unary('neg', a)),
          pair.map(([a, b]) => select(binary('<', n, m), cast(i64, a), cast(i64, b))),
        ),
      };
    });
    const value = fc.oneof(fc.integer({ min: -9, max: 9 }), fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }));
    let many = 0;
    fc.assert(
      fc.property(expr, value, value, value, (one, a, b, c) => {
        const model = {
          values: new Map([
            [varId('n'), BigInt(a)],
            [varId('m'), BigInt(b)],
            [varId('u'), BigInt(c >>> 0)],
          ]),
          functions: new Map(),
        };
        const [found, got] = [multipleIn(one), evaluate(one, model, 'wrapping')];
        // what overflows has no meaning in C
        if (got === null || got !== evaluate(one, model, 'ideal')) return;
        if (found > 1n) many++;
        expect(found === 0n ? got : got % found).toBe(0n);
      }),
      { numRuns: 5000 },
    );
    expect(many).toBeGreaterThan(500);
  });
});
