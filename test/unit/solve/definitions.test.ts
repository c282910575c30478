/**
 * Values that nothing asks for, against enumeration [T4]: no solution is lost, and every model that is completed is one
 * of the whole.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { binary, cast, int, not, variable } from '../../../src/base/expr-build.ts';
import { bool, i32, u32, u8 } from '../../../src/base/ctype.ts';
import type { Expr } from '../../../src/base/expr.ts';
import type { Formula, FormulaVariable } from '../../../src/obligation/obligation.ts';
import { completed, withoutUnused } from '../../../src/solve/definitions.ts';
import { domains, formulaOf, truth, value, variables } from './random-formula.ts';
import { createSolver } from '../../../src/solve/z3.ts';
import { evaluate, satisfies } from '../../../src/solve/evaluate.ts';
import { printExpr } from '../../../src/base/expr-print.ts';
import { varId } from '../../../src/base/brand.ts';
import { fc } from '../../seeded.ts';

const declared = (name: string, type: FormulaVariable['type']): readonly [FormulaVariable['id'], FormulaVariable] => [
  varId(name),
  { id: varId(name), type, of: varId(name), copy: 'launch' },
];
const [v, w, x] = [variable(varId('v'), i32), variable(varId('w'), u8), variable(varId('x'), u32)];
const all = new Map([...variables, declared('v', i32), declared('w', u8), declared('x', u32)]);
const withDefinitions = (constraints: readonly Expr[], values: readonly [Expr, Expr, Expr]): Formula => ({
  variables: all,
  constraints: [
    binary('==', w, values[1]),
    ...formulaOf(constraints).constraints,
    binary('==', v, values[0]),
    binary('==', x, values[2]),
  ],
});

/** Values of the four variables that are bounded. */
function assignments(): readonly (readonly (readonly [FormulaVariable['id'], bigint])[])[] {
  let found: (readonly (readonly [FormulaVariable['id'], bigint])[])[] = [[]];
  for (const { name, lo, hi } of domains) {
    const values = Array.from({ length: Number(hi - lo) + 1 }, (_, k) => lo + BigInt(k));
    found = found.flatMap((before) => values.map((n) => [...before, [varId(name), n] as const]));
  }
  return found;
}

describe('values that nothing asks for', () => {
  it('are left out without losing a solution, and models are completed by them', () => {
    let [left, models] = [0, 0];
    const points = assignments();
    const values = fc.tuple(
      value(i32, 2),
      value(u8, 2),
      fc.oneof(
        value(u32, 1).map((e) => binary('*', e, cast(u32, v))),
        value(u32, 2),
      ),
    );
    fc.assert(
      fc.property(fc.array(truth(1), { minLength: 1, maxLength: 2 }), values, (constraints, defined) => {
        const whole = withDefinitions(constraints, defined);
        const { formula, definitions } = withoutUnused(whole);
        left += definitions.length;
        for (const point of points.filter((_, k) => k % 7 === 0)) {
          const functions = new Map();
          const values = new Map([
            ...point,
            [varId('v'), 0n] as const,
            [varId('w'), 0n] as const,
            [varId('x'), 0n] as const,
          ]);
          const of = (e: Expr): bigint => evaluate(e, { values, functions }, 'wrapping') ?? 0n;
          values.set(varId('v'), of(defined[0])).set(varId('w'), of(defined[1]));
          values.set(varId('x'), of(defined[2]));
          if (satisfies(whole, { values, functions }, 'wrapping'))
            expect(
              satisfies(formula, { values, functions }, 'wrapping'),
              formula.constraints.map(printExpr).join('\n'),
            ).toBe(true);
          const model = satisfies(formula, { values: new Map(point), functions }, 'wrapping')
            ? completed({ values: new Map(point), functions }, whole, definitions, 'wrapping')
            : null;
          if (model === null) continue;
          models++;
          expect(satisfies(whole, model, 'wrapping'), whole.constraints.map(printExpr).join('\n')).toBe(true);
        }
      }),
      { numRuns: Number(process.env['RUNS'] ?? 60) },
    );
    expect([left > 60, models > 60]).toEqual([true, true]);
  });

  it('are left out where branches give them, and no branch of another', () => {
    const [c, d, y, z, r] = [
      variable(varId('c'), bool),
      variable(varId('d'), bool),
      variable(varId('y'), u32),
      variable(varId('z'), u32),
      variable(varId('r'), u32),
    ];
    const declarations = new Map([
      declared('c', bool),
      declared('d', bool),
      declared('y', u32),
      declared('z', u32),
      declared('r', u32),
    ]);
    const leftOf = (constraints: readonly Expr[]): readonly string[] =>
      withoutUnused({ variables: declarations, constraints }).formula.constraints.map(printExpr);
    const bits = binary('&', y, int(7, u32));
    const isHigh = binary('==', c, binary('>', bits, int(3, u32)));
    const within = binary('<', z, int(4, u32));
    const either = [
      isHigh,
      within,
      binary('||', c, binary('==', r, bits)),
      binary('||', not(c), binary('==', r, binary('/', y, int(3, u32)))),
    ];
    expect(leftOf(either)).toEqual([within].map(printExpr));
    // both may give it a value, and another one each
    expect(
      leftOf([
        within,
        binary('||', c, binary('==', r, bits)),
        binary('||', d, binary('==', r, binary('/', y, int(3, u32)))),
      ]),
    ).toHaveLength(3);
    // it is asked for
    expect(leftOf([...either, binary('<', r, z)])).toHaveLength(5);

    const whole = { variables: declarations, constraints: either };
    const { definitions } = withoutUnused(whole);
    for (const [given, result] of [
      [5n, 1n],
      [2n, 2n],
    ] as const) {
      const model = completed(
        {
          values: new Map([
            [varId('y'), given],
            [varId('z'), 1n],
            [varId('d'), 0n],
          ]),
          functions: new Map(),
        },
        whole,
        definitions,
        'wrapping',
      );
      expect(model?.values.get(varId('r'))).toBe(result);
    }
  });

  const shifted = (e: Expr): Expr => binary('|', binary('<<', e, int(8, u32)), int(1, u32));
  const whole = (constraints: readonly Expr[]): Formula => ({
    variables: new Map([declared('x', u32), declared('y', u32), declared('z', u32)]),
    constraints,
  });
  const [y, z] = [variable(varId('y'), u32), variable(varId('z'), u32)];
  const texts = (constraints: readonly Expr[]): readonly string[] =>
    withoutUnused(whole(constraints)).formula.constraints.map(printExpr);

  it('so is what only such a value speaks of; not what others speak of, and no plain sum', () => {
    const bounded = binary('<', z, int(9, u32));
    expect(texts([binary('==', x, shifted(y)), binary('==', y, shifted(z)), bounded])).toEqual([printExpr(bounded)]);
    for (const kept of [
      [binary('==', x, shifted(y)), binary('<', x, z)],
      [binary('==', x, shifted(x))],
      [binary('==', x, binary('+', y, z))],
    ])
      expect(texts(kept)).toEqual(kept.map(printExpr));
  });

  const solver = createSolver();
  afterAll(async () => {
    await (await solver).close();
  });
  it('a model has values for them, and one that cannot have them is none', async () => {
    const decide = async (constraints: readonly Expr[]): Promise<unknown> => {
      const answer = await (await solver).decide(whole(constraints), { rlimit: 300_000 });
      return answer.kind === 'sat' ? ['x', 'y'].map((name) => answer.model.values.get(varId(name))) : answer.kind;
    };
    const small = binary('==', y, int(3, u32));
    expect(await decide([binary('==', x, shifted(y)), small])).toEqual([769n, 3n]);

    // signed arithmetic does not overflow
    const [p, q] = [variable(varId('p'), i32), variable(varId('q'), i32)];
    const product = [
      binary('>=', p, int(50_000, i32)),
      binary('>=', q, int(50_000, i32)),
      binary('==', v, binary('*', p, q)),
    ];
    expect(
      (
        await (
          await solver
        ).decide(
          { variables: new Map([declared('p', i32), declared('q', i32), declared('v', i32)]), constraints: product },
          { rlimit: 300_000 },
        )
      ).kind,
    ).toBe('unsat');
  });
});
