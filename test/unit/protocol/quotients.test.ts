/** Quotients in one form have the values of what was written, wherever C gives that one. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ArithmeticOp, Expr } from '../../../src/base/expr.ts';
import type { IntType } from '../../../src/base/ctype.ts';
import { i32, i64, u32 } from '../../../src/base/ctype.ts';
import { binary, cast, int, variable } from '../../../src/base/expr-build.ts';
import { varId } from '../../../src/base/brand.ts';
import { printExpr } from '../../../src/base/expr-print.ts';
import { simplify } from '../../../src/protocol/fold.ts';
import { evaluate } from '../../../src/solve/evaluate.ts';

const names = ['a', 'b', 'c'] as const;
const named = (name: string, type: IntType): Expr => variable(varId(name), type);

/** Products of factors in all associations, one of them a number now and then. */
function products(type: IntType): fc.Arbitrary<Expr> {
  const factor = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...names).map((name) => named(name, type)) },
    { weight: 1, arbitrary: fc.constantFrom(2, 3, 4).map((value) => int(value, type)) },
  );
  const join = (left: Expr, right: Expr): Expr => binary('*', left, right);
  return fc
    .array(factor, { minLength: 1, maxLength: 3 })
    .chain((factors) =>
      fc
        .boolean()
        .map((isLeft) => (isLeft ? factors.reduce(join) : factors.reduceRight((right, left) => join(left, right)))),
    );
}

/**
 * What code takes from a number, step by step: quotients, remainders, and differences that are remainders, or nearly.
 */
function coordinates(type: IntType): fc.Arbitrary<Expr> {
  const step = fc.record({ kind: fc.constantFrom('/', '%', '-', 'nearly'), by: products(type), other: products(type) });
  return fc.array(step, { minLength: 1, maxLength: 4 }).map((steps) =>
    steps.reduce<Expr>(
      (of, { kind, by, other }) => {
        if (kind === '/' || kind === '%') return binary(kind satisfies ArithmeticOp, of, by);
        return binary('-', of, binary('*', binary('/', of, by), kind === '-' ? by : other));
      },
      named('x', type),
    ),
  );
}

describe('quotients in one form', () => {
  for (const [type, most] of [
    [i64, 4_000n],
    [u32, 2n ** 32n - 1n],
  ] as const) {
    it(`keep their values, ${type.signed ? 'signed' : 'unsigned'}`, () => {
      const value = fc.bigInt({ min: type.signed ? -most : 0n, max: most });
      const factor = type.signed
        ? fc.bigInt({ min: -9n, max: 9n })
        : fc.oneof(fc.bigInt({ min: 0n, max: 9n }), fc.bigInt({ min: 2n ** 15n, max: 2n ** 17n }));
      fc.assert(
        fc.property(coordinates(type), value, factor, factor, factor, (expr, x, a, b, c) => {
          const model = {
            values: new Map(
              [
                ['x', x],
                ['a', a],
                ['b', b],
                ['c', c],
              ].map(([name, one]) => [varId(String(name)), BigInt(one ?? 0n)] as const),
            ),
            functions: new Map(),
          };
          const written = evaluate(expr, model, 'ideal');
          fc.pre(written !== null);
          expect(evaluate(simplify(expr), model, 'ideal'), `${printExpr(expr)} as ${printExpr(simplify(expr))}`).toBe(
            written,
          );
        }),
        { numRuns: 2_000 },
      );
    });
  }

  it('keep their values where signed quotients are multiplied as unsigned numbers', () => {
    const signed = products(i32);
    const unsigned = (expr: Expr): Expr =>
      expr.kind === 'binary' ? binary('*', unsigned(expr.left), unsigned(expr.right)) : cast(u32, expr);
    const rest = fc.tuple(signed, signed, fc.boolean()).map(([by, other, isNearly]) => {
      const x = named('x', i32);
      return binary('-', cast(u32, x), binary('*', cast(u32, binary('/', x, by)), unsigned(isNearly ? other : by)));
    });
    const then = fc
      .tuple(rest, fc.constantFrom('/', '%' as const), fc.constantFrom(...names))
      .map(([left, op, name]) => binary(op, left, cast(u32, named(name, i32))));
    const factor = fc.bigInt({ min: -9n, max: 9n });
    fc.assert(
      fc.property(
        fc.oneof(rest, then),
        fc.bigInt({ min: -(2n ** 31n), max: 2n ** 31n - 1n }),
        factor,
        factor,
        factor,
        (expr, x, a, b, c) => {
          const model = {
            values: new Map([
              [varId('x'), x],
              [varId('a'), a],
              [varId('b'), b],
              [varId('c'), c],
            ]),
            functions: new Map(),
          };
          const written = evaluate(expr, model, 'ideal');
          fc.pre(written !== null);
          expect(evaluate(simplify(expr), model, 'ideal'), `${printExpr(expr)} as ${printExpr(simplify(expr))}`).toBe(
            written,
          );
        },
      ),
      { numRuns: 4_000 },
    );
    const [x, a, b] = [named('x', i32), named('a', i32), named('b', i32)];
    const left = binary(
      '-',
      cast(u32, x),
      binary('*', binary('*', cast(u32, binary('/', x, binary('*', a, b))), cast(u32, a)), cast(u32, b)),
    );
    expect(printExpr(simplify(left))).toBe('(u32)(x % (a * b))');
  });

  it('are by one factor after the other', () => {
    const [i, n, m] = [named('i', i64), named('n', i64), named('m', i64)];
    const plane = binary('/', i, binary('*', n, m));
    const left = binary('-', i, binary('*', binary('*', plane, n), m));
    const row = binary('/', left, n);
    expect(printExpr(simplify(row))).toBe('i / n % m');
    expect(printExpr(simplify(binary('-', left, binary('*', row, n))))).toBe('i % n');
    expect(printExpr(simplify(plane))).toBe('i / n / m');
  });
});
