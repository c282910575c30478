/** Mixed-radix indices of two threads, literal and symbolic radices, against enumeration and by example. */
import { describe, expect, it } from 'vitest';
import { all, binary, cast, int, variable } from '../../../src/base/expr-build.ts';
import type { Expr } from '../../../src/base/expr.ts';
import type { Formula, FormulaVariable } from '../../../src/obligation/obligation.ts';
import { i32, i64, u32 } from '../../../src/base/ctype.ts';
import { normalForm } from '../../../src/solve/normal/normal-form.ts';
import { printExpr } from '../../../src/base/expr-print.ts';
import { refute } from '../../../src/solve/arithmetic/refute.ts';
import { settled } from '../../../src/solve/arithmetic/settle.ts';
import { satisfies } from '../../../src/solve/evaluate.ts';
import { varId } from '../../../src/base/brand.ts';
import { fc } from '../../seeded.ts';

const u = (name: string): Expr => variable(varId(name), u32);
const lt = (a: Expr, b: Expr): Expr => binary('<', a, b);
const plus = (a: Expr, b: Expr): Expr => binary('+', a, b);
const times = (a: Expr, b: Expr): Expr => binary('*', a, b);
const differ = (...pairs: readonly (readonly [Expr, Expr])[]): Expr =>
  pairs.map(([a, b]) => binary('!=', a, b)).reduce((a, b) => binary('||', a, b));
const same = (a: Expr, b: Expr): Expr => binary('==', cast(i64, a), cast(i64, b));
const k = (n: number): Expr => int(n, u32);

function formula(constraints: readonly Expr[]): Formula {
  const names = ['t1', 't2', 's1', 's2', 'b1', 'b2', 'd', 'w', 'h'];
  const variables = new Map(
    names.map((name): readonly [FormulaVariable['id'], FormulaVariable] => [
      varId(name),
      { id: varId(name), type: u32, of: varId(name), copy: 'launch' },
    ]),
  );
  return { variables, constraints };
}
const decide = (...constraints: readonly Expr[]) => refute(settled(normalForm(formula(constraints))));
const below = (limit: Expr, ...names: readonly string[]): Expr => all(names.map((n) => lt(u(n), limit)));

describe('separation', () => {
  it('block*256 + thread is one to one', () => {
    const index = (b: string, t: string): Expr => plus(times(u(b), k(256)), u(t));
    expect(
      decide(
        below(k(256), 't1', 't2'),
        below(k(65535), 'b1', 'b2'),
        differ([u('b1'), u('b2')]),
        same(index('b1', 't1'), index('b2', 't2')),
      ),
    ).toBe('separation');
  });
  it('a product that is known to be below a literal radix is a digit, and one that may reach it is none', () => {
    const digit = (b: string, t: string): Expr => plus(times(u(b), u('d')), u(t));
    const place = (s: string, b: string, t: string): Expr => plus(times(u(s), k(4096)), digit(b, t));
    const given = (limit: number): readonly Expr[] => [
      binary('<=', u('d'), k(1024)),
      below(u('d'), 't1', 't2'),
      below(k(65535), 'b1', 'b2'),
      below(k(1000), 's1', 's2'),
      lt(digit('b1', 't1'), k(limit)),
      lt(digit('b2', 't2'), k(limit)),
      differ([u('s1'), u('s2')], [u('b1'), u('b2')]),
      same(place('s1', 'b1', 't1'), place('s2', 'b2', 't2')),
    ];
    expect([decide(...given(4096)), decide(...given(4097))]).toEqual(['separation', null]);
  });
  it('block*blockDim + thread is one to one for every blockDim', () => {
    const index = (b: string, t: string): Expr => plus(times(u(b), u('d')), u(t));
    expect(
      decide(
        binary('<=', u('d'), k(1024)),
        below(u('d'), 't1', 't2'),
        below(k(65535), 'b1', 'b2'),
        differ([u('b1'), u('b2')]),
        same(index('b1', 't1'), index('b2', 't2')),
      ),
    ).toBe('separation');
  });
  it('(s*h + b)*w + t of three symbolic dimensions is one to one', () => {
    const index = (s: string, b: string, t: string): Expr => plus(times(plus(times(u(s), u('h')), u(b)), u('w')), u(t));
    const small = below(k(1000), 'w', 'h', 's1', 's2');
    expect(
      decide(
        small,
        below(u('w'), 't1', 't2'),
        below(u('h'), 'b1', 'b2'),
        differ([u('s1'), u('s2')], [u('b1'), u('b2')], [u('t1'), u('t2')]),
        same(index('s1', 'b1', 't1'), index('s2', 'b2', 't2')),
      ),
    ).toBe('separation');
  });
  it('a halo of width w + 2: (s + 1)*(w + 2) + t + 1', () => {
    const index = (s: string, t: string): Expr => plus(times(plus(u(s), k(1)), plus(u('w'), k(2))), plus(u(t), k(1)));
    expect(
      decide(
        below(k(1000), 'w', 's1', 's2'),
        below(u('w'), 't1', 't2'),
        differ([u('s1'), u('s2')], [u('t1'), u('t2')]),
        same(index('s1', 't1'), index('s2', 't2')),
      ),
    ).toBe('separation');
  });
  it('s*(h*w) + t with t below the product is one to one, and with t below another is not', () => {
    const index = (s: string, t: string): Expr => plus(times(u(s), times(u('h'), u('w'))), u(t));
    const small = below(k(1000), 'w', 'h', 's1', 's2', 'd');
    const apart = differ([u('s1'), u('s2')], [u('t1'), u('t2')]);
    expect(
      decide(small, below(times(u('h'), u('w')), 't1', 't2'), apart, same(index('s1', 't1'), index('s2', 't2'))),
    ).toBe('separation');
    expect(
      decide(small, below(times(u('h'), u('d')), 't1', 't2'), apart, same(index('s1', 't1'), index('s2', 't2'))),
    ).toBeNull();
  });
  it('rows shorter than the row index range say nothing', () => {
    const index = (s: string, t: string): Expr => plus(times(u(s), u('w')), u(t));
    expect(
      decide(
        below(k(1000), 'w', 's1', 's2'),
        below(k(32), 't1', 't2'),
        differ([u('s1'), u('s2')], [u('t1'), u('t2')]),
        same(index('s1', 't1'), index('s2', 't2')),
      ),
    ).toBeNull();
  });
  it('t/32*33 + t%32 is one to one', () => {
    const index = (t: string): Expr => plus(times(binary('/', u(t), k(32)), k(33)), binary('%', u(t), k(32)));
    expect(decide(below(k(1024), 't1', 't2'), differ([u('t1'), u('t2')]), same(index('t1'), index('t2')))).toBe(
      'separation',
    );
  });
  it('a float4 of t and a float of 256 + t2 never overlap', () => {
    const [a, b] = [times(k(16), u('t1')), plus(k(4096), times(k(4), u('t2')))];
    expect(decide(below(k(256), 't1', 't2'), lt(a, plus(b, k(4))), lt(b, plus(a, k(16))))).not.toBeNull();
  });
  it('even and odd elements never meet', () => {
    expect(decide(below(k(512), 't1', 't2'), same(times(k(2), u('t1')), plus(times(k(2), u('t2')), k(1))))).toBe(
      'divisibility',
    );
  });
  it('the upper half never meets the lower half', () => {
    expect(decide(below(k(64), 't1', 't2'), same(u('t1'), plus(u('t2'), k(64))))).toBe('folding');
  });
  it('a wrapped index is not taken for an unwrapped one', () => {
    // b*65536*65536 is 0 modulo 2^32
    const index = (b: string, t: string): Expr => plus(times(times(u(b), k(65536)), k(65536)), u(t));
    expect(
      decide(
        below(k(256), 't1', 't2'),
        below(k(65535), 'b1', 'b2'),
        differ([u('b1'), u('b2')]),
        same(index('b1', 't1'), index('b2', 't2')),
      ),
    ).toBeNull();
  });
});

/** Values of every name, tried out. */
function solution(f: Formula, limits: Readonly<Record<string, number>>): boolean {
  const names = [...f.variables.keys()];
  const values = new Map<FormulaVariable['id'], bigint>();
  const search = (n: number): boolean => {
    const name = names[n];
    if (name === undefined) return satisfies(f, { values, functions: new Map() }, 'ideal');
    for (let v = 0; v < (limits[name] ?? 1); v++) {
      values.set(name, BigInt(v));
      if (search(n + 1)) return true;
    }
    return false;
  };
  return search(0);
}

describe('separation against enumeration', () => {
  it('never refutes what has a solution', () => {
    const limits = { t1: 4, t2: 4, b1: 3, b2: 3, d: 4, w: 4 };
    const names = Object.keys(limits);
    const atom = fc.constantFrom(
      ...names.filter((n) => !/[12]/.test(n)).map((n) => [n, n] as const),
      ['t1', 't2'] as const,
      ['b1', 'b2'] as const,
      ['t1', 't2'] as const,
      ['b1', 'b2'] as const,
    );
    const coefficient = fc.constantFrom(1, 1, 2, 3, 4, 8);
    const term = fc.tuple(coefficient, fc.array(atom, { minLength: 1, maxLength: 3 }));
    const index = fc
      .array(term, { minLength: 1, maxLength: 3 })
      .map((terms) =>
        [0, 1].map((side) =>
          terms.map(([c, atoms]) => atoms.reduce<Expr>((p, a) => times(p, u(a[side] ?? a[0])), k(c))).reduce(plus),
        ),
      );
    const facts = fc.subarray([
      lt(u('t1'), u('d')),
      lt(u('t2'), u('d')),
      lt(u('b1'), u('w')),
      lt(u('b2'), u('w')),
      lt(u('t1'), times(u('d'), u('w'))),
      lt(u('t2'), times(u('d'), u('w'))),
      lt(u('b1'), times(u('d'), u('d'))),
      lt(u('b2'), times(u('d'), u('d'))),
      lt(plus(u('b1'), u('t1')), u('w')),
      lt(plus(u('b2'), u('t2')), u('w')),
      differ([u('b1'), u('b2')]),
    ]);
    const ranges = Object.entries(limits).map(([name, limit]) => lt(u(name), k(limit)));
    const differs = fc.constantFrom(
      differ([u('t1'), u('t2')]),
      differ([u('b1'), u('b2')]),
      differ([u('t1'), u('t2')], [u('b1'), u('b2')]),
    );
    let refuted = 0;
    fc.assert(
      fc.property(
        index,
        index,
        fc.boolean(),
        facts,
        differs,
        fc.integer({ min: 0, max: 3 }),
        (one, other, self, more, apart, shift) => {
          const [a, b] = self ? one : [one[0], other[1]];
          if (a === undefined || b === undefined) return;
          const f = formula([...ranges, ...more, apart, same(a, plus(b, k(shift)))]);
          if (refute(settled(normalForm(f))) === null) return;
          refuted++;
          expect(solution(f, { ...limits, s1: 1, s2: 1, h: 1 }), f.constraints.map(printExpr).join('\n')).toBe(false);
        },
      ),
      { numRuns: Number(process.env['RUNS'] ?? 500) },
    );
    expect(refuted).toBeGreaterThan(20);
  });
});

describe('bounds of quotients against enumeration', () => {
  it('never refute what has a solution: of products and quotients by unknowns, with what is as likely false as true', () => {
    const names = ['t1', 't2', 'b1', 'd', 'w'] as const;
    const limits: Readonly<Record<string, number>> = { t1: 5, t2: 5, b1: 3, d: 4, w: 4 };
    const name = fc.constantFrom(...names).map(u);
    const product = fc.tuple(fc.constantFrom(1, 1, 2, 3), name, name).map(([c, a, b]) => times(times(k(c), a), b));
    const quotient = fc
      .tuple(name, fc.constantFrom('d', 'w'), fc.constantFrom('/', '%' as const))
      .map(([a, by, op]) => binary(op, a, u(by)));
    const part = fc.oneof(
      { weight: 3, arbitrary: product },
      { weight: 2, arbitrary: name },
      { weight: 1, arbitrary: quotient },
      { weight: 1, arbitrary: fc.nat(5).map(k) },
    );
    const side = fc.array(part, { minLength: 1, maxLength: 2 }).map((parts) => parts.reduce(plus));
    const signed = (a: Expr): Expr => cast(i64, a);
    const fact = fc
      .tuple(fc.constantFrom('<', '<=', '==', '!=' as const), side, side, fc.integer({ min: -2, max: 2 }), name)
      .map(([op, a, b, coef, c]) =>
        binary(op, signed(a), binary('+', signed(b), binary('*', int(coef, i64), signed(c)))),
      );
    const ranges = [
      ...Object.entries(limits).map(([of, limit]) => lt(u(of), k(limit))),
      lt(k(0), u('d')),
      lt(k(0), u('w')),
    ];
    let refuted = 0;
    fc.assert(
      fc.property(fc.array(fact, { minLength: 2, maxLength: 4 }), (facts) => {
        const f = formula([...ranges, ...facts]);
        if (refute(settled(normalForm(f))) === null) return;
        refuted++;
        expect(solution(f, { ...limits, b2: 1, s1: 1, s2: 1, h: 1 }), f.constraints.map(printExpr).join('\n')).toBe(
          false,
        );
      }),
      { numRuns: Number(process.env['RUNS'] ?? 400) },
    );
    expect(refuted).toBeGreaterThan(20);
  });
});

describe('remainders', () => {
  it('no thread is both even and odd', () => {
    const t = (n: string): Expr => cast(i32, u(n));
    const even = (n: string): Expr => binary('==', binary('%', t(n), int(2)), int(0));
    const odd = (n: string): Expr => binary('==', binary('%', t(n), int(2)), int(1));
    expect(decide(below(k(256), 't1', 't2'), even('t1'), odd('t2'), same(u('t1'), u('t2')))).not.toBeNull();
  });
});
