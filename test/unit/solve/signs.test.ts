/**
 * Signs of arguments that are converted to unsigned, against enumeration [T7]: no solution is lost, and a sign without
 * one is excluded.
 */
import { describe, expect, it } from 'vitest';
import { binary, cast, int, variable } from '../../../src/base/expr-build.ts';
import type { Expr } from '../../../src/base/expr.ts';
import type { Formula, FormulaVariable } from '../../../src/obligation/obligation.ts';
import { i8, u8 } from '../../../src/base/ctype.ts';
import { arithmetic } from '../../../src/solve/by-arithmetic.ts';
import { evaluate } from '../../../src/solve/evaluate.ts';
import { printExpr } from '../../../src/base/expr-print.ts';
import { varId } from '../../../src/base/brand.ts';
import { withSigns } from '../../../src/solve/signs.ts';
import fc from 'fast-check';

const types = { p: i8, q: i8, t: u8, u: u8 } as const;
const of = (name: keyof typeof types): Expr => variable(varId(name), types[name]);
const variables = new Map(
  (['p', 'q', 't', 'u'] as const).map((name): readonly [FormulaVariable['id'], FormulaVariable] => [
    varId(name),
    { id: varId(name), type: types[name], of: varId(name), copy: 'launch' },
  ]),
);
const formula = (...constraints: readonly Expr[]): Formula => ({ variables, constraints });
const unsigned = (name: 'p' | 'q'): Expr => cast(u8, of(name));

const edges: readonly bigint[] = [-128n, -127n, -3n, -1n, 0n, 1n, 2n, 127n];
const threads: readonly bigint[] = [0n, 1n, 2n, 3n, 255n];
function solutionsOf({ constraints }: Formula): readonly string[] {
  const found: string[] = [];
  for (const p of edges)
    for (const q of edges)
      for (const t of threads)
        for (const u of threads) {
          const values = new Map([
            [varId('p'), p],
            [varId('q'), q],
            [varId('t'), t],
            [varId('u'), u],
          ]);
          if (constraints.every((one) => evaluate(one, { values, functions: new Map() }, 'ideal') === 1n))
            found.push([p, q, t, u].join(' '));
        }
  return found;
}

const number: fc.Arbitrary<Expr> = fc.oneof(
  fc.constantFrom(of('t'), of('u'), unsigned('p'), unsigned('q'), unsigned('p')),
  fc.constantFrom(0, 1, 3, 127, 128, 255).map((n) => int(n, u8)),
);
const index: fc.Arbitrary<Expr> = fc
  .tuple(fc.constantFrom('+' as const, '-' as const, '*' as const), number, number)
  .map(([op, a, b]) => binary(op, a, b));
const compared: fc.Arbitrary<Expr> = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('<' as const, '<=' as const, '==' as const, '!=' as const),
      fc.oneof(number, index),
      fc.oneof(number, index),
    )
    .map(([op, a, b]) => binary(op, a, b)),
  fc
    .tuple(
      fc.constantFrom('<' as const, '>=' as const, '==' as const),
      fc.constantFrom(of('p'), of('q')),
      fc.constantFrom(-128, -3, -1, 0, 2),
    )
    .map(([op, a, n]) => binary(op, a, int(n, i8))),
);

const signed = (f: Formula): Formula | null => withSigns(f, new Map(), arithmetic.refutes);

describe('signs of converted arguments', () => {
  it('no solution is lost and none is new', () => {
    let told = 0;
    fc.assert(
      fc.property(fc.array(compared, { minLength: 1, maxLength: 4 }), (constraints) => {
        const f = formula(...constraints);
        const known = signed(f);
        if (known !== f) told++;
        expect(known === null ? [] : solutionsOf(known), constraints.map(printExpr).join('\n')).toEqual(solutionsOf(f));
      }),
      { numRuns: Number(process.env['RUNS'] ?? 150), seed: Number(process.env['SEED'] ?? 3) },
    );
    expect(told).toBeGreaterThan(10);
  });

  it('a sign without a solution is excluded, and a formula without a sign has none', () => {
    const isBelow = binary('<', unsigned('p'), int(100, u8));
    const isAbove = binary('>=', unsigned('p'), int(200, u8));
    expect(signed(formula(isBelow))?.constraints.map(printExpr)).toContain(
      printExpr(binary('>=', of('p'), int(0, i8))),
    );
    expect(signed(formula(isAbove))?.constraints.map(printExpr)).toContain(printExpr(binary('<', of('p'), int(0, i8))));
    expect(signed(formula(isBelow, isAbove))).toBeNull();
  });

  it('what says nothing of a sign stays as it is', () => {
    const f = formula(binary('!=', unsigned('p'), of('t')));
    expect(signed(f)).toBe(f);
  });
});
