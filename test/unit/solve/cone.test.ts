/** What two places are made of: which constraints are left, and that none of them is another's. */
import { expect, test } from 'vitest';
import { binary, int, variable } from '../../../src/base/expr-build.ts';
import type { Copy, Formula, FormulaVariable } from '../../../src/obligation/obligation.ts';
import type { Expr } from '../../../src/base/expr.ts';
import { coneOf } from '../../../src/solve/cone.ts';
import { i32 } from '../../../src/base/ctype.ts';
import { formulas } from './random-formula.ts';
import { varId } from '../../../src/base/brand.ts';
import { fc } from '../../seeded.ts';

const of = (name: string): Expr => variable(varId(name), i32);
const declared = (copies: Readonly<Record<string, Copy>>): Formula['variables'] =>
  new Map(
    Object.entries(copies).map(([name, copy]): readonly [FormulaVariable['id'], FormulaVariable] => [
      varId(name),
      { id: varId(name), type: i32, of: varId(name), copy },
    ]),
  );
const variables = declared({ n: 'launch', a: 'first', b: 'second', i: 'first', j: 'second', k: 'first' });
const left = (...constraints: readonly Expr[]): readonly number[] | undefined =>
  coneOf({ variables, constraints })?.constraints.map((one) => constraints.indexOf(one));

test('definitions that lead back from the places stay, and what speaks of other values goes', () => {
  const places = binary('==', of('i'), of('j'));
  const [first, second] = [
    binary('==', of('i'), binary('*', of('a'), of('n'))),
    binary('==', of('j'), binary('*', of('b'), of('n'))),
  ];
  const others = [binary('==', of('k'), of('i')), binary('<=', of('i'), of('k'))];
  const [ofLaunch, ofThread] = [binary('<', of('n'), int(9, i32)), binary('<', of('a'), int(9, i32))];
  expect(left(ofLaunch, ofThread, ...others, first, second, places)).toEqual([0, 1, 4, 5, 6]);
});

test('where nothing goes, or nothing speaks of both threads, there is no smaller question', () => {
  expect(left(binary('<', of('n'), int(9, i32)), binary('==', of('a'), of('b')))).toBeUndefined();
  expect(left(binary('<', of('a'), int(9, i32)), binary('<', of('b'), int(9, i32)))).toBeUndefined();
});

test('what is left are constraints of the formula', () => {
  const copies: readonly Copy[] = ['first', 'second', 'launch', 'block'];
  fc.assert(
    fc.property(
      formulas(2),
      fc.array(fc.constantFrom(...copies), { minLength: 4, maxLength: 4 }),
      (formula, chosen) => {
        const named = new Map(
          [...formula.variables].map(([id, one], k) => [id, { ...one, copy: chosen[k] ?? 'launch' }] as const),
        );
        const cone = coneOf({ ...formula, variables: named });
        expect(
          cone === null ||
            (cone.constraints.length < formula.constraints.length &&
              cone.constraints.every((one) => formula.constraints.includes(one))),
        ).toBe(true);
      },
    ),
  );
});
