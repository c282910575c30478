/** Families stand for all their members: each member is the general expression with some values of its variables. */
import { describe, expect, it, test } from 'vitest';
import type { Expr } from '../../../src/base/expr.ts';
import type { Model } from '../../../src/solve/solve.ts';
import { binary, int, variable } from '../../../src/base/expr-build.ts';
import { evaluate } from '../../../src/solve/evaluate.ts';
import { familiesOf } from '../../../src/obligation/families.ts';
import { fc } from '../../seeded.ts';
import { i32, i64, u32 } from '../../../src/base/ctype.ts';
import { varId } from '../../../src/base/brand.ts';

const t = variable(varId('t'), i32);
const at = (...literals: readonly number[]): Expr =>
  literals.reduce<Expr>((sum, value) => binary('+', binary('*', sum, int(value, i32)), int(value + 1, i32)), t);
const families = (items: readonly Expr[]): ReturnType<typeof familiesOf<Expr>> =>
  familiesOf(items, (item) => ({ key: '', exprs: [item] }));

/** All values of the variables within their bounds. */
function modelsOf(within: readonly Expr[], t0: bigint): readonly Model[] {
  let models: readonly Model[] = [{ values: new Map([[varId('t'), t0]]), functions: new Map() }];
  for (let k = 0; k < within.length / 2; k++) {
    const id = varId(`member.${k}`);
    models = models.flatMap(({ values, functions }) =>
      Array.from({ length: 60 }, (_, n): Model => ({ values: new Map([...values, [id, BigInt(n)]]), functions })),
    );
    models = models.filter((model) =>
      within.slice(2 * k, 2 * k + 2).every((bound) => evaluate(bound, model, 'ideal') === 1n),
    );
  }
  return models;
}

describe('a family', () => {
  it('needs three members that read alike', () => {
    expect(families([at(1), at(2)]).map(({ members }) => members.length)).toEqual([1, 1]);
    expect(families([at(1), at(2), at(5)]).map(({ members }) => members.length)).toEqual([3]);
    expect(families([at(1), at(2), binary('-', t, int(3, i32))]).map(({ members }) => members.length)).toEqual([
      1, 1, 1,
    ]);
  });
  it('has no members whose literals are of other types', () => {
    const typed = [1, 2, 3].map((value) => binary('<', int(value, value === 2 ? u32 : i32), t));
    expect(families(typed).map(({ members }) => members.length)).toEqual([1, 1, 1]);
  });
  it('takes literals that change together as one, and all of them at their common distance', () => {
    const [family] = families([at(10), at(16), at(22)]);
    expect(family?.within).toEqual([
      binary('<=', int(0, i64), variable(varId('member.0'), i64)),
      binary('<=', variable(varId('member.0'), i64), int(2, i64)),
    ]);
  });
  it('is none where too many literals change independently', () => {
    const [a, b, c] = [
      [1, 2, 4, 8],
      [1, 3, 4, 9],
      [5, 2, 7, 3],
    ];
    expect(families([at(...a), at(...b), at(...c)]).length).toBeGreaterThan(0);
    expect(
      families(
        [
          [1, 9, 4, 7],
          [2, 3, 9, 1],
          [3, 7, 2, 8],
          [8, 1, 1, 3],
          [9, 8, 3, 2],
        ].map((list) => at(...list)),
      ).map(({ members }) => members.length),
    ).toEqual([1, 1, 1, 1, 1]);
  });
});

test('every member is the family for some values', () => {
  const lists = fc.array(fc.tuple(fc.integer({ min: -20, max: 20 }), fc.constantFrom(3, 7)), {
    minLength: 3,
    maxLength: 6,
  });
  fc.assert(
    fc.property(lists, fc.integer({ min: -9, max: 9 }), (all, t0) => {
      for (const {
        members,
        exprs: [general],
        within,
      } of families(all.map((literals) => at(...literals)))) {
        if (general === undefined || within.length === 0) continue;
        const values = new Set(modelsOf(within, BigInt(t0)).map((model) => evaluate(general, model, 'ideal')));
        for (const member of members)
          expect(values).toContain(
            evaluate(member, { values: new Map([[varId('t'), BigInt(t0)]]), functions: new Map() }, 'ideal'),
          );
      }
    }),
    { numRuns: 200 },
  );
});
