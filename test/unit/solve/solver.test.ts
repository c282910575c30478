/** The solver's contract: answers, models, wishes, functions, floats, budgets, and that it survives its own errors. */
import { afterAll, describe, expect, it } from 'vitest';
import { apply, binary, cast, float, int, variable } from '../../../src/base/expr-build.ts';
import { f32, i32, i64, u32 } from '../../../src/base/ctype.ts';
import type { Answer } from '../../../src/solve/solve.ts';
import type { Expr } from '../../../src/base/expr.ts';
import type { Formula, FormulaVariable } from '../../../src/obligation/obligation.ts';
import { createSolver } from '../../../src/solve/z3.ts';
import { createZ3 } from '../../../src/solve/z3-wasm.ts';
import { satisfies } from '../../../src/solve/evaluate.ts';
import { varId } from '../../../src/base/brand.ts';

const i = (name: string): Expr => variable(varId(name), i32);
const u = (name: string): Expr => variable(varId(name), u32);
const n = (value: number): Expr => int(value, i32);
const declared = (types: Readonly<Record<string, FormulaVariable['type']>>): Formula['variables'] =>
  new Map(
    Object.entries(types).map(([name, type]): readonly [FormulaVariable['id'], FormulaVariable] => [
      varId(name),
      { id: varId(name), type, of: varId(name), copy: 'launch' },
    ]),
  );

const solver = await createSolver();
afterAll(() => solver.close());
const budget = { rlimit: 5_000_000 };
const decide = (
  types: Readonly<Record<string, FormulaVariable['type']>>,
  constraints: readonly Expr[],
  prefer: readonly Expr[] = [],
): Promise<Answer> => solver.decide({ variables: declared(types), constraints }, budget, prefer);
const valueOf = (answer: Answer, name: string): bigint | undefined =>
  answer.kind === 'sat' ? answer.model.values.get(varId(name)) : undefined;

describe('answers', () => {
  it('gives every variable a value, also those that no constraint names', async () => {
    const answer = await decide({ x: i32, y: u32, k: { kind: 'integer' } }, [binary('==', i('x'), n(-7))]);
    expect(answer.kind === 'sat' && [...answer.model.values]).toEqual([
      ['x', -7n],
      ['y', 0n],
      ['k', 0n],
    ]);
  });
  it('unsigned subtraction wraps', async () => {
    const answer = await decide({ x: u32 }, [
      binary('<', u('x'), int(5, u32)),
      binary('==', binary('-', u('x'), int(1, u32)), int(4294967295, u32)),
    ]);
    expect(valueOf(answer, 'x')).toBe(0n);
  });
  it('signed addition is assumed not to overflow', async () => {
    expect((await decide({ x: i32 }, [binary('<', binary('+', i('x'), n(1)), i('x'))])).kind).toBe('unsat');
  });
  it('a cast to a narrower type keeps the low bits', async () => {
    const answer = await decide({ x: i32 }, [
      binary('>', i('x'), n(255)),
      binary(
        '==',
        cast({ kind: 'int', bits: 8, signed: true }, i('x')),
        int(-1, { kind: 'int', bits: 8, signed: true }),
      ),
      binary('<', i('x'), n(512)),
    ]);
    expect(valueOf(answer, 'x')).toBe(511n);
  });
  it('what only bits can say goes to the bit-vectors', async () => {
    const different = binary('!=', u('x'), u('y'));
    const masked = (e: Expr): Expr => binary('|', binary('^', e, u('m')), binary('&', e, u('m')));
    const answer = await decide({ x: u32, y: u32, z: u32, m: u32 }, [
      different,
      binary('==', masked(u('x')), u('z')),
      binary('==', masked(u('y')), u('z')),
      binary('==', binary('&', u('x'), u('m')), binary('&', u('y'), u('m'))),
    ]);
    expect(answer).toEqual({ kind: 'unsat', by: 'bit-vectors' });
  });
  it('tx >> 5 and tx & 31 together are one to one', async () => {
    const key = (e: Expr): Expr =>
      binary('+', binary('*', binary('>>', e, n(5)), int(33, u32)), binary('&', e, int(31, u32)));
    const small = ['x', 'y'].map((name) => binary('<', u(name), int(1024, u32)));
    expect(
      (
        await decide({ x: u32, y: u32 }, [
          ...small,
          binary('!=', u('x'), u('y')),
          binary('==', key(u('x')), key(u('y'))),
        ])
      ).kind,
    ).toBe('unsat');
  });
});

describe('products of arguments', () => {
  const types = { x1: u32, x2: u32, y1: u32, y2: u32, w: u32, pitch: u32, p: i32, q: i32 };
  const at = (y: string, x: string, pitch: Expr): Expr => binary('+', binary('*', u(y), pitch), u(x));
  const same = (a: Expr, b: Expr): Expr => binary('==', cast(i64, a), cast(i64, b));
  const small = (most: number, ...names: readonly string[]): readonly Expr[] =>
    names.map((name) => binary('<', u(name), int(most, u32)));
  const inRow = ['x1', 'x2'].map((x) => binary('<', u(x), u('w')));
  it('are tried with small values, which have to be values of the formula', async () => {
    const constraints = [
      ...small(1 << 12, 'y1', 'y2', 'w'),
      ...inRow,
      binary('!=', u('y1'), u('y2')),
      binary('>', u('pitch'), int(5, u32)),
      same(at('y1', 'x1', u('pitch')), at('y2', 'x2', u('pitch'))),
    ];
    const answer = await decide(types, constraints);
    expect(answer.kind === 'sat' && satisfies({ variables: declared(types), constraints }, answer.model, 'ideal')).toBe(
      true,
    );
  });
  it('whose small values have no solution are none the less asked about', async () => {
    const product = binary('*', i('p'), i('q'));
    const answer = await decide(types, [
      binary('>', i('p'), n(1)),
      binary('>', i('q'), i('p')),
      binary('==', product, n(143)),
    ]);
    expect([valueOf(answer, 'p'), valueOf(answer, 'q')]).toEqual([11n, 13n]);
  });
  it('of either sign are told apart where they are converted to unsigned', async () => {
    const fits = ['y1', 'y2'].map((y) =>
      binary('<=', binary('*', cast(i64, u(y)), cast(i64, cast(u32, i('p')))), int(2n ** 32n - 1n, i64)),
    );
    const rows = [
      binary('!=', u('y1'), u('y2')),
      ...small(1 << 20, 'y1', 'y2'),
      ...fits,
      same(binary('*', u('y1'), cast(u32, i('p'))), binary('*', u('y2'), cast(u32, i('p')))),
    ];
    expect(await decide(types, [binary('!=', i('p'), n(0)), ...rows])).toEqual({ kind: 'unsat', by: 'arithmetic' });
    expect(valueOf(await decide(types, rows), 'p')).toBe(0n);
  });
});

describe('wishes', () => {
  it('are kept as far as the formula allows, the first ones first', async () => {
    const answer = await decide(
      { x: i32, y: i32 },
      [binary('>', i('x'), n(100))],
      [
        binary('<', i('x'), n(50)),
        binary('==', i('y'), n(3)),
        binary('==', i('y'), n(4)),
        binary('==', i('x'), n(101)),
      ],
    );
    expect([valueOf(answer, 'x'), valueOf(answer, 'y')]).toEqual([101n, 3n]);
  });
  it('never make a formula unsatisfiable', async () => {
    const answer = await decide(
      { x: i32 },
      [binary('==', i('x'), n(9))],
      [binary('<', i('x'), n(9)), binary('>', i('x'), n(9))],
    );
    expect(valueOf(answer, 'x')).toBe(9n);
  });
  it('signed overflow is avoided in models where it can be', async () => {
    const product = binary('*', i('x'), i('y'));
    const answer = await decide({ x: i32, y: i32 }, [binary('>', product, n(1000))]);
    const [x, y] = [valueOf(answer, 'x') ?? 0n, valueOf(answer, 'y') ?? 0n];
    expect(x * y > 1000n && x * y < 1n << 31n).toBe(true);
  });
});

describe('functions', () => {
  const read = (at: Expr): Expr => apply('read:param:t:i32', [cast(i64, at)], i32);
  it('equal arguments give equal results', async () => {
    expect(
      (await decide({ x: i32, y: i32 }, [binary('==', i('x'), i('y')), binary('!=', read(i('x')), read(i('y')))])).kind,
    ).toBe('unsat');
  });
  it('the model says what they are at the arguments that occur', async () => {
    const answer = await decide({ x: i32, y: i32 }, [
      binary('==', i('x'), n(4)),
      binary('==', i('y'), n(8)),
      binary('==', read(i('x')), n(70)),
      binary('<', read(i('y')), n(-5)),
      binary('>', read(i('y')), n(-7)),
    ]);
    expect(answer.kind === 'sat' && answer.model.functions.get('read:param:t:i32')).toEqual([
      { args: [4n], value: 70n },
      { args: [8n], value: -6n },
    ]);
  });
  it('float comparisons are functions of their operands', async () => {
    const x = variable(varId('x'), f32);
    const positive = (e: Expr): Expr => binary('>', e, float(0, f32));
    expect(
      (await decide({ x: f32, y: f32 }, [positive(x), { kind: 'unary', op: 'not', operand: positive(x) }])).kind,
    ).toBe('unsat');
    expect(
      (
        await decide({ x: f32, y: f32 }, [
          positive(x),
          { kind: 'unary', op: 'not', operand: positive(variable(varId('y'), f32)) },
        ])
      ).kind,
    ).toBe('sat');
  });
  it('float constants are not known to differ', async () => {
    expect((await decide({}, [binary('==', float(1, f32), float(2, f32))])).kind).toBe('sat');
  });
  it('min, max and abs of integers are exact', async () => {
    const f = (fn: string, ...args: readonly Expr[]): Expr => apply(fn, args, i32);
    expect(
      (await decide({ x: i32, y: i32 }, [binary('>', f('min', i('x'), i('y')), f('max', i('x'), i('y')))])).kind,
    ).toBe('unsat');
    expect((await decide({ x: i32 }, [binary('<', f('abs', i('x')), n(0))])).kind).toBe('unsat');
    expect(
      valueOf(await decide({ x: i32 }, [binary('==', f('abs', i('x')), n(6)), binary('<', i('x'), n(0))]), 'x'),
    ).toBe(-6n);
  });
});

describe('robustness', () => {
  const hard: readonly Expr[] = [
    binary(
      '==',
      binary('*', binary('*', u('x'), u('x')), u('y')),
      binary('^', binary('*', u('z'), u('y')), int(123456, u32)),
    ),
    binary('>', u('x'), int(100000, u32)),
    binary('>', u('y'), int(100000, u32)),
    binary('>', u('z'), int(100000, u32)),
    binary('==', binary('&', u('x'), u('z')), int(77, u32)),
  ];
  it('a budget that is too small gives unknown with the reason, and the next formula is decided', async () => {
    const variables = declared({ x: u32, y: u32, z: u32 });
    const answer = await solver.decide({ variables, constraints: hard }, { rlimit: 20_000 });
    expect(answer.kind).toBe('unknown');
    expect(answer.kind === 'unknown' && answer.because).toContain('20000 steps');
    expect(valueOf(await decide({ x: i32 }, [binary('==', i('x'), n(1))]), 'x')).toBe(1n);
  });
  it('an error of Z3 is an answer, and a fresh dialogue works', async () => {
    const z3 = createZ3();
    expect(await z3.dialogue(({ ask }) => ask('(assert (= nobody 1))'))).toContain('unknown constant nobody');
    await expect(z3.dialogue(() => Promise.reject(new Error('the caller failed')))).rejects.toThrow(
      'the caller failed',
    );
    expect((await z3.dialogue(({ ask }) => ask('(check-sat)'))).trim()).toBe('sat');
    await z3.close();
  });
  it('formulas asked for at the same time are decided one after the other', async () => {
    const answers = await Promise.all(
      [3, 4, 5].map((k) => decide({ x: i32 }, [binary('==', binary('*', i('x'), n(k)), n(60))])),
    );
    expect(answers.map((a) => valueOf(a, 'x'))).toEqual([20n, 15n, 12n]);
  });
  it('the same formula gets the same model, whatever was asked before', async () => {
    const x = { x: i32, y: i32, z: i32 };
    const formula = [
      binary('>', binary('+', i('x'), binary('*', i('y'), n(7))), binary('-', i('z'), n(100))),
      binary('!=', i('x'), i('y')),
    ];
    const first = await decide(x, formula);
    await decide(x, [binary('<', i('x'), binary('+', i('y'), i('z'))), binary('>', i('z'), n(5))]);
    const again = await decide(x, formula);
    expect(again).toEqual(first);
    expect(
      first.kind === 'sat' && satisfies({ variables: declared(x), constraints: formula }, first.model, 'ideal'),
    ).toBe(true);
  });
});
