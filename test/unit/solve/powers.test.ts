/**
 * Indices made of powers of two, against enumeration [L7]: what the constraints say is one, and what arithmetic
 * concludes from it.
 */
import { describe, expect, it } from 'vitest';
import { binary, cast, int, select, unary, variable } from '../../../src/base/expr-build.ts';
import type { Expr } from '../../../src/base/expr.ts';
import type { Formula, FormulaVariable } from '../../../src/obligation/obligation.ts';
import type { IntType } from '../../../src/base/ctype.ts';
import { i32, i8, u32, u8 } from '../../../src/base/ctype.ts';
import { freeVariables } from '../../../src/base/expr-walk.ts';
import { evaluate } from '../../../src/solve/evaluate.ts';
import { normalForm } from '../../../src/solve/normal/normal-form.ts';
import { powersIn, withoutPowerRules } from '../../../src/solve/powers.ts';
import { printExpr } from '../../../src/base/expr-print.ts';
import { refute } from '../../../src/solve/arithmetic/refute.ts';
import { refutedByPowers } from '../../../src/solve/power-cases.ts';
import { settled } from '../../../src/solve/arithmetic/settle.ts';
import { varId } from '../../../src/base/brand.ts';
import { fc } from '../../seeded.ts';

const runs = Number(process.env['RUNS'] ?? 80);

/**
 * Two threads, and numbers of which a mask may be made; small ranges of 8 bits so that masks and shifts wrap around.
 */
const domains = [
  { name: 't', type: u32, lo: 0n, hi: 4n },
  { name: 'u', type: u32, lo: 0n, hi: 4n },
  { name: 's', type: u32, lo: 0n, hi: 5n },
  { name: 'n', type: u8, lo: 0n, hi: 6n },
  { name: 'm', type: i32, lo: -1n, hi: 4n },
  { name: 'x', type: i8, lo: -3n, hi: 2n },
] as const;
const valueOf = (name: string): Expr => variable(varId(name), domains.find((d) => d.name === name)?.type ?? u32);
const variables = new Map(
  domains.map(({ name, type }): readonly [FormulaVariable['id'], FormulaVariable] => [
    varId(name),
    { id: varId(name), type, of: varId(name), copy: 'launch' },
  ]),
);
const bounds = domains.flatMap(({ name, type, lo, hi }) => [
  binary('<=', int(lo, type), valueOf(name)),
  binary('<=', valueOf(name), int(hi, type)),
]);
const formulaOf = (constraints: readonly Expr[]): Formula => ({ variables, constraints: [...bounds, ...constraints] });

/** Variables of which nothing is said have one value. */
function* solutions(formula: Formula): Generator<ReadonlyMap<FormulaVariable['id'], bigint>> {
  const said = formula.constraints.slice(bounds.length);
  const used = new Set(said.flatMap((c) => [...freeVariables(c)]));
  const values = new Map<FormulaVariable['id'], bigint>();
  function* choose(k: number): Generator<ReadonlyMap<FormulaVariable['id'], bigint>> {
    const domain = domains[k];
    if (domain === undefined) {
      if (said.every((c) => evaluate(c, { values, functions: new Map() }, 'ideal') === 1n)) yield values;
      return;
    }
    for (let v = domain.lo; v <= (used.has(varId(domain.name)) ? domain.hi : domain.lo); v++) {
      values.set(varId(domain.name), v);
      yield* choose(k + 1);
    }
  }
  yield* choose(0);
}
const isSolvable = (formula: Formula): boolean => solutions(formula).next().done !== true;

const as = (type: IntType, expr: Expr): Expr => cast(type, expr);
const one = (type: IntType): Expr => int(1, type);
const mask = (e: Expr, type: IntType): Expr => binary('-', e, one(type));
const tested = (e: Expr, type: IntType, op: '==' | '!='): Expr =>
  binary(op, binary('&', e, mask(e, type)), int(0, type));

/**
 * What may be a power of two, as a number of that type: a variable, halved or doubled or not, or a literal that is
 * doubled so many times.
 */
const maybePower = (type: IntType): fc.Arbitrary<Expr> =>
  fc
    .tuple(fc.constantFrom('s', 'n', 'm', 's'), fc.constantFrom('', '/2', '>>1', '*2', '<<1', '/3', '1<<', '3<<'))
    .map(([name, how]) => {
      const own = as(type, valueOf(name));
      if (how === '') return own;
      if (how.endsWith('<<')) return binary('<<', int(how === '1<<' ? 1 : 3, type), own);
      const by = int(how.endsWith('3') ? 3 : how.endsWith('2') ? 2 : 1, type);
      return binary(
        how.startsWith('<<') ? '<<' : how.startsWith('>>') ? '>>' : how.startsWith('/') ? '/' : '*',
        own,
        by,
      );
    });

/** What could be said of s, n and m. */
const statement: fc.Arbitrary<Expr> = fc.oneof(
  fc.tuple(fc.constantFrom('s', 'n', 'm'), fc.subarray([0, 1, 2, 3, 4], { minLength: 1 })).map(([name, list]) => {
    const v = valueOf(name);
    const type = domains.find((d) => d.name === name)?.type ?? u32;
    return list.map((value) => binary('==', v, int(value, type))).reduce((a, b) => binary('||', a, b));
  }),
  fc.subarray([0, 1, 2, 4], { minLength: 2 }).map((list) =>
    binary(
      '==',
      valueOf('s'),
      list
        .map((value): Expr => int(value, u32))
        .reduce((rest, value) => select(binary('==', valueOf('x'), int(1, i8)), value, rest)),
    ),
  ),
  fc.constantFrom('s', 'm').map((name) => tested(valueOf(name), name === 's' ? u32 : i32, '==')),
  fc.constant(tested(as(i32, valueOf('n')), i32, '==')),
  fc.constant(
    unary('not', cast({ kind: 'bool' }, binary('&', as(u32, valueOf('n')), mask(as(u32, valueOf('n')), u32)))),
  ),
  fc
    .tuple(maybePower(u32), fc.constantFrom('s', 'n'))
    .map(([from, to]) =>
      binary(
        '||',
        tested(from, u32, '!='),
        to === 's' ? tested(valueOf('s'), u32, '==') : tested(as(u32, valueOf('n')), u32, '=='),
      ),
    ),
  maybePower(i32).map((from) =>
    binary(
      '||',
      binary(
        '||',
        binary('&&', binary('>', from, int(0, i32)), tested(from, i32, '!=')),
        binary('<=', valueOf('m'), int(0, i32)),
      ),
      tested(valueOf('m'), i32, '=='),
    ),
  ),
  maybePower(i32).map((from) =>
    binary(
      '||',
      unary('not', binary('||', binary('<=', from, int(0, i32)), tested(from, i32, '=='))),
      binary('||', binary('<=', valueOf('m'), int(0, i32)), tested(valueOf('m'), i32, '==')),
    ),
  ),
  maybePower(i32).map((from) => binary('==', valueOf('m'), from)),
  fc
    .tuple(fc.constantFrom('<', '<=', '>', '==' as const), maybePower(u32))
    .map(([op, e]) => binary(op, valueOf('s'), e)),
  fc.constantFrom('s', 'n').map((name) => binary('>', valueOf(name), int(0, name === 's' ? u32 : u8))),
);

/** An index of a thread, as such kernels have them. */
const index = (thread: string, e: Expr, shape: number, type: IntType): Expr => {
  const t = as(type, valueOf(thread));
  const low = binary('&', t, mask(e, type));
  switch (shape) {
    case 0:
      return binary('-', binary('+', t, t), low);
    case 1:
      return binary('+', binary('-', binary('+', t, t), low), e);
    case 2:
      return low;
    case 3:
      return binary('&', t, unary('bitnot', mask(e, type)));
    case 4:
      return binary('^', t, e);
    case 5:
      return binary('*', binary('*', int(2, type), e), t);
    case 6:
      return binary('-', binary('-', binary('+', t, t), low), e);
    default:
      return binary('+', binary('&', t, unary('neg', e)), low);
  }
};
const question: fc.Arbitrary<readonly Expr[]> = fc
  .constantFrom(u32, i32, u32, u8, i8)
  .chain((type) =>
    fc
      .tuple(
        maybePower(type),
        maybePower(type),
        fc.nat(7),
        fc.nat(7),
        fc.boolean(),
        fc.constantFrom('u', 'x', 'u'),
        fc.constantFrom('==', '==', '<', '>=' as const),
      )
      .map(([e, f, a, b, isOne, other, op]) => [
        binary('!=', valueOf('t'), as(u32, valueOf(other))),
        binary(op, index('t', e, a, type), index(other, isOne ? e : f, b, type)),
      ]),
  );
const formulas = fc
  .tuple(fc.array(statement, { minLength: 1, maxLength: 3 }), question)
  .map(([said, asked]) => formulaOf([...said, ...asked]));
const text = (f: Formula): string => f.constraints.slice(bounds.length).map(printExpr).join('\n');

describe('powers of two', () => {
  it('what is said to be one is one, 0 or negative in every solution', () => {
    let compared = 0;
    fc.assert(
      fc.property(formulas, (f) => {
        const powers = powersIn(f);
        if (powers.size === 0) return;
        for (const values of solutions(f)) {
          for (const id of powers) {
            compared++;
            const value = values.get(id) ?? 0n;
            expect(value <= 0n || (value & (value - 1n)) === 0n, `${id} = ${value}\n${text(f)}`).toBe(true);
          }
        }
      }),
      { numRuns: runs },
    );
    expect(compared).toBeGreaterThan(0);
  });

  it('nothing is refuted that has a solution', () => {
    let refuted = 0;
    fc.assert(
      fc.property(formulas, (f) => {
        const plain = withoutPowerRules(f);
        const by = refutedByPowers(plain, 'full') ?? refute(settled(normalForm(plain)));
        if (by === null) return;
        refuted++;
        expect(isSolvable(f), `${by} refuted\n${text(f)}`).toBe(false);
      }),
      { numRuns: runs },
    );
    expect(refuted).toBeGreaterThan(0);
  });

  it('a case of a list is told apart from the list', () => {
    const s = valueOf('s');
    const listed = [1, 2, 4].map((value) => binary('==', s, int(value, u32))).reduce((a, c) => binary('||', a, c));
    const asked = binary('>', binary('&', valueOf('t'), mask(s, u32)), int(1, u32));
    expect(refutedByPowers(formulaOf([listed, asked]), 'full')).toBeNull();
    expect(refutedByPowers(formulaOf([binary('==', s, int(2, u32)), listed, asked]), 'full')).not.toBeNull();
    expect(refutedByPowers(formulaOf([binary('==', s, int(4, u32)), listed, asked]), 'full')).toBeNull();
  });

  it('a shift of 1 is one, whatever its type', () => {
    const m = valueOf('m');
    const shifted = (first: number): Expr => binary('<<', int(first, i32), as(i32, valueOf('n')));
    const rule = (from: Expr): Expr =>
      binary(
        '||',
        unary('not', binary('||', binary('<=', from, int(0, i32)), tested(from, i32, '=='))),
        binary('||', binary('<=', m, int(0, i32)), tested(m, i32, '==')),
      );
    expect(powersIn(formulaOf([binary('==', m, shifted(1))]))).toContain(varId('m'));
    expect(powersIn(formulaOf([rule(binary('>>', shifted(4), int(2, i32)))]))).toContain(varId('m'));
    expect(powersIn(formulaOf([rule(shifted(3))]))).not.toContain(varId('m'));
  });

  it('without rules there are as many solutions or more', () => {
    fc.assert(
      fc.property(formulas, (f) => {
        if (isSolvable(f)) expect(isSolvable(withoutPowerRules(f)), text(f)).toBe(true);
      }),
      { numRuns: runs },
    );
  });
});
