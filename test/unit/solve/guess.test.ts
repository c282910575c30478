/** Guesses: what the quick evaluation says agrees with the exact one, and what is given as a model is one. */
import { describe, expect, test } from 'vitest';
import type { Expr } from '../../../src/base/expr.ts';
import type { Formula, FormulaVariable } from '../../../src/obligation/obligation.ts';
import { binary, int, variable } from '../../../src/base/expr-build.ts';
import { domains, truth } from './random-formula.ts';
import { evaluate, satisfies } from '../../../src/solve/evaluate.ts';
import { fc } from '../../seeded.ts';
import { guess } from '../../../src/solve/guess/guess.ts';
import { i32, i64 } from '../../../src/base/ctype.ts';
import { run, tapeOf } from '../../../src/solve/guess/tape.ts';
import { varId } from '../../../src/base/brand.ts';

const declared = (names: readonly Readonly<{ name: string; type: FormulaVariable['type'] }>[]): Formula['variables'] =>
  new Map(
    names.map(({ name, type }) => [varId(name), { id: varId(name), type, of: varId(name), copy: 'launch' }] as const),
  );

describe('the quick evaluation', () => {
  test('of random formulas agrees with the exact one, or gives up', () => {
    fc.assert(
      fc.property(
        truth(3),
        fc.tuple(...domains.map(({ lo, hi }) => fc.bigInt({ min: lo, max: hi }))),
        (constraint, values) => {
          const tape = tapeOf({ variables: declared(domains), constraints: [constraint] });
          if (tape === null) return;
          const point = new Float64Array(tape.variables.length + tape.operations.length);
          values.forEach((value, k) => {
            point[k] = Number(value);
          });
          run(tape, point);
          const found = point[tape.constraints[0] ?? 0] ?? NaN;
          const exact = evaluate(
            constraint,
            { values: new Map(domains.map(({ name }, k) => [varId(name), values[k] ?? 0n])), functions: new Map() },
            'ideal',
          );
          if (!Number.isNaN(found) && exact !== null) expect(BigInt(found)).toBe(exact);
        },
      ),
      { numRuns: 3000 },
    );
  });
});

describe('a guess', () => {
  test('is a model', () => {
    let found = 0;
    fc.assert(
      fc.property(fc.array(truth(2), { minLength: 1, maxLength: 4 }), (constraints) => {
        const formula: Formula = { variables: declared(domains), constraints };
        const model = guess(formula);
        if (model === null) return;
        found++;
        expect(satisfies(formula, model, 'ideal')).toBe(true);
      }),
      { numRuns: 300 },
    );
    expect(found).toBeGreaterThan(150);
  });

  test('is found where strides are open: two places that are one', () => {
    const of = (name: string): Expr => variable(varId(name), i64);
    const place = (at: Expr): Expr => binary('+', binary('*', at, of('stride')), binary('%', at, of('width')));
    const between = (low: number, at: Expr, high: number): readonly Expr[] => [
      binary('<=', int(low, i64), at),
      binary('<', at, int(high, i64)),
    ];
    const sizes = [
      ...between(0, of('x'), 256),
      ...between(0, of('y'), 256),
      ...between(0, of('stride'), 1000),
      ...between(8, of('width'), 1000),
    ];
    const constraints = [...sizes, binary('!=', of('x'), of('y')), binary('==', place(of('x')), place(of('y')))];
    const formula: Formula = {
      variables: declared(['x', 'y', 'stride', 'width'].map((name) => ({ name, type: i64 }))),
      constraints,
    };
    const model = guess(formula);
    expect(model !== null && satisfies(formula, model, 'ideal')).toBe(true);
  });

  test('is none of what has no model', () => {
    const a = variable(varId('a'), i32);
    expect(
      guess({
        variables: declared([{ name: 'a', type: i32 }]),
        constraints: [binary('<', a, int(3, i32)), binary('>', a, int(5, i32))],
      }),
    ).toBeNull();
  });
});
