/**
 * Partners of exchanges: the formula that is asked has the solutions of the one that was stated, and of a bitonic
 * exchange nothing is left.
 */
import { describe, expect, it } from 'vitest';
import { binary, cast, int, variable } from '../../../src/base/expr-build.ts';
import type { Expr } from '../../../src/base/expr.ts';
import type { Formula, FormulaVariable } from '../../../src/obligation/obligation.ts';
import { i32, i64, u32 } from '../../../src/base/ctype.ts';
import { printExpr } from '../../../src/base/expr-print.ts';
import { satisfies } from '../../../src/solve/evaluate.ts';
import { withPartners } from '../../../src/solve/exclusive-or.ts';
import { arithmetic } from '../../../src/solve/by-arithmetic.ts';
import { varId } from '../../../src/base/brand.ts';
import { fc } from '../../seeded.ts';

const runs = Number(process.env['RUNS'] ?? 300);
const types = { t: u32, u: u32, s: i32, k: i32, n: i32 } as const;
type Name = keyof typeof types;
const names: readonly Name[] = ['t', 'u', 's', 'k', 'n'];
const variables = new Map(
  names.map((name): readonly [FormulaVariable['id'], FormulaVariable] => [
    varId(name),
    { id: varId(name), type: types[name], of: varId(name), copy: 'launch' },
  ]),
);
const of = (name: Name): Expr =>
  types[name] === u32 ? cast(i32, variable(varId(name), u32)) : variable(varId(name), i32);
const formulaOf = (...constraints: readonly Expr[]): Formula => ({ variables, constraints });
const partner = (name: Name, step: Expr): Expr => binary('^', of(name), step);
const wide = (expr: Expr): Expr => cast(i64, expr);

const terms: fc.Arbitrary<Expr> = fc.oneof(
  fc.constantFrom(...names).map(of),
  fc.bigInt(0n, 4n).map((n) => int(n, i32)),
  fc.tuple(fc.constantFrom(...names), fc.constantFrom(...names)).map(([a, b]) => partner(a, of(b))),
  fc
    .tuple(fc.constantFrom(...names), fc.constantFrom(...names))
    .map(([a, b]) => partner(a, binary('+', of(b), int(1n, i32)))),
);
const statements: fc.Arbitrary<Expr> = fc
  .tuple(fc.constantFrom('==', '==', '<', '!=', '||' as const), terms, terms, terms, fc.boolean())
  .map(([op, a, b, c, isWide]) =>
    op === '||'
      ? binary('||', binary('!=', a, b), binary('==', b, c))
      : isWide
        ? binary(op, wide(a), wide(b))
        : binary(op, a, b),
  );

describe('partners of exchanges', () => {
  it('leave a formula its solutions', () => {
    let rewritten = 0;
    fc.assert(
      fc.property(
        fc.array(statements, { minLength: 1, maxLength: 5 }),
        fc.array(fc.tuple(...names.map(() => fc.bigInt(0n, 4n))), { minLength: 40, maxLength: 40 }),
        (constraints, all) => {
          const stated = formulaOf(...constraints);
          const asked = withPartners(stated);
          if (asked !== stated) rewritten++;
          for (const values of all) {
            const model = {
              values: new Map(names.map((name, k) => [varId(name), values[k] ?? 0n] as const)),
              functions: new Map(),
            };
            expect(satisfies(asked, model, 'ideal'), asked.constraints.map(printExpr).join('\n')).toBe(
              satisfies(stated, model, 'ideal'),
            );
          }
        },
      ),
      { numRuns: runs },
    );
    expect(rewritten).toBeGreaterThan(runs / 10);
  });

  const step = binary('/', of('k'), int(2n, i32));
  const isLower = (name: Name): Expr => binary('>', partner(name, step), of(name));
  const differ = binary('!=', variable(varId('t'), u32), variable(varId('u'), u32));
  const positive = binary('>', of('k'), int(1n, i32));

  it.each([
    ['the partners of two', wide(partner('t', step)), wide(partner('u', step))],
    ['one and the partner of the other', wide(of('t')), wide(partner('u', step))],
    ['the partner of one and the other', wide(partner('t', step)), wide(of('u'))],
  ])('are refuted at once where two lower halves meet in %s', (_, a, b) => {
    expect(arithmetic.refutesQuickly(formulaOf(positive, isLower('t'), isLower('u'), differ, binary('==', a, b)))).toBe(
      true,
    );
  });

  it('may meet where one of the two is no lower half', () => {
    expect(
      arithmetic.refutes(
        formulaOf(positive, isLower('t'), differ, binary('==', wide(of('t')), wide(partner('u', step)))),
      ),
    ).toBe(false);
  });

  it('are the same where equations say that the steps are', () => {
    const other = binary('==', of('n'), binary('*', of('k'), int(2n, i32)));
    const same = binary(
      '||',
      binary('<=', of('k'), int(0n, i32)),
      binary('==', of('s'), binary('*', of('k'), int(2n, i32))),
    );
    const lower = (name: Name, by: Name): Expr =>
      binary('>', partner(name, binary('/', of(by), int(2n, i32))), of(name));
    const meeting = binary('==', wide(of('t')), wide(partner('u', binary('/', of('s'), int(2n, i32)))));
    expect(
      arithmetic.refutesQuickly(formulaOf(positive, other, same, lower('t', 'n'), lower('u', 's'), differ, meeting)),
    ).toBe(true);
    expect(arithmetic.refutes(formulaOf(positive, other, lower('t', 'n'), lower('u', 's'), differ, meeting))).toBe(
      false,
    );
  });
});
