/** Keys under which answers are remembered: one key for two formulas would give one the answer of the other. */
import { describe, expect, it, test } from 'vitest';
import type { Expr } from '../../../src/base/expr.ts';
import type { Formula, FormulaVariable } from '../../../src/obligation/obligation.ts';
import { apply, binary, cast, float, int, select, unary, variable } from '../../../src/base/expr-build.ts';
import { f32, f64, i32, i64, i8, u32 } from '../../../src/base/ctype.ts';
import { createRandom } from '../../../src/base/random.ts';
import { canonical, formulaKey, keyOfExprs } from '../../../src/solve/formula-key.ts';
import { truth } from './random-formula.ts';
import { varId } from '../../../src/base/brand.ts';
import { fc } from '../../seeded.ts';

const x = variable(varId('x'), i32);
const y = variable(varId('y'), i32);
const read = (type: typeof i32): Expr => apply('read:a', [x], type);
const wide = (expr: Expr): Expr => cast(i64, expr);
const sum = (...parts: readonly Expr[]): Expr => parts.reduce((a, b) => binary('+', a, b));

describe('keys of expressions differ with', () => {
  const pairs: readonly (readonly [string, Expr, Expr])[] = [
    ['the type of a literal', int(1, i32), int(1, u32)],
    ['the precision of a literal', float(1, f32), float(1, f64)],
    ['the sign of zero', float(0, f32), float(-0, f32)],
    ['the type that a cast goes to', cast(i8, x), cast(u32, x)],
    ['the type of a function', read(i32), read(u32)],
    [
      'the place of a type among uses of one function',
      sum(wide(read(i32)), wide(read(u32)), wide(read(i32))),
      sum(wide(read(i32)), wide(read(u32)), wide(read(u32))),
    ],
    ['the type of a variable where it is used', wide(x), wide(variable(varId('x'), u32))],
    ['grouping', binary('-', binary('-', x, y), x), binary('-', x, binary('-', y, x))],
    [
      'the arms of nested choices',
      select(binary('<', x, y), select(binary('<', y, x), x, y), x),
      select(binary('<', x, y), x, select(binary('<', y, x), y, x)),
    ],
    ['what a sign belongs to', unary('neg', binary('*', x, y)), binary('*', binary('*', x, y), int(-1))],
    ['the order of arguments', apply('f', [x, y], i32), apply('f', [y, x], i32)],
    [
      'how arguments are nested',
      apply('f', [apply('f', [x], i32), y], i32),
      apply('f', [apply('f', [x, y], i32)], i32),
    ],
  ];
  for (const [what, a, b] of pairs) it(what, () => expect(keyOfExprs([a])).not.toBe(keyOfExprs([b])));
});

const of = (constraints: readonly Expr[], ...variables: readonly FormulaVariable[]): Formula => ({
  variables: new Map(variables.map((v) => [v.id, v] as const)),
  constraints,
});
const declared = (
  name: string,
  type: FormulaVariable['type'] = i32,
  copy: FormulaVariable['copy'] = 'launch',
  origin = name,
): FormulaVariable => ({ id: varId(name), type, of: varId(origin), copy });
const named = (name: string): Expr => variable(varId(name), i32);

describe('keys of formulas', () => {
  it('differ with the types and the copies of variables, and with what they are of the launch', () => {
    const all = [
      declared('x'),
      declared('x', u32),
      declared('x', { kind: 'integer' }),
      declared('x', i32, 'first'),
      declared('x', i32, 'launch', 'gridDim.x'),
    ];
    expect(new Set(all.map((v) => formulaKey(of([binary('<', x, int(3))], v)))).size).toBe(all.length);
  });
  it('do not depend on the names of variables, on their order, on those that nothing mentions, or on repetitions', () => {
    const one = of(
      [binary('<', named('a'), named('b')), binary('<', named('b'), int(9))],
      declared('a'),
      declared('b', i32, 'first'),
      declared('c'),
    );
    const other = of(
      [binary('<', named('q'), named('a')), binary('<', named('q'), named('a')), binary('<', named('a'), int(9))],
      declared('a', i32, 'first'),
      declared('q'),
    );
    expect(formulaKey(one)).toBe(formulaKey(other));
  });
  it('differ where two constraints speak of one variable, and of two', () => {
    const both = (second: string): Formula =>
      of([binary('<', named('a'), int(3)), binary('>', named(second), int(5))], declared('a'), declared('b'));
    expect(formulaKey(both('a'))).not.toBe(formulaKey(both('b')));
    const sides = (...names: readonly [string, string, string, string]): Formula =>
      of(
        [binary('<', named(names[0]), named(names[1])), binary('<', named(names[2]), named(names[3]))],
        declared('a'),
        declared('b'),
      );
    expect(
      new Set(
        [
          sides('a', 'b', 'b', 'a'),
          sides('a', 'b', 'a', 'b'),
          sides('a', 'a', 'b', 'b'),
          sides('a', 'b', 'b', 'b'),
        ].map(formulaKey),
      ).size,
    ).toBe(4);
  });
  it('give models back in the names that were asked in', () => {
    const own = canonical(
      of([binary('<', named('q'), named('p'))], declared('p'), declared('unused', u32), declared('q')),
    );
    expect(
      own.restored({
        values: new Map([
          [varId('v0'), 4n],
          [varId('v1'), 7n],
        ]),
        functions: new Map(),
      }).values,
    ).toEqual(
      new Map([
        [varId('p'), 7n],
        [varId('unused'), 0n],
        [varId('q'), 4n],
      ]),
    );
  });
});

/** Everything that an expression consists of; `BigInt` values as text. */
const structure = (expr: Expr): string =>
  JSON.stringify(expr, (_, part: unknown) => (typeof part === 'bigint' ? `${part}` : part));
/** Another expression, near to the first: that is where texts could meet. */
function near(expr: Expr, seed: number): Expr {
  const random = createRandom(seed);
  const change = (node: Expr): Expr => {
    const here = random.below(4) === 0;
    switch (node.kind) {
      case 'binary': {
        const { op, left, right } = node;
        if (here && right.kind === 'binary' && right.op === op)
          return binary(op, binary(op, left, right.left), right.right);
        return here ? binary(op, right, left) : binary(op, change(left), change(right));
      }
      case 'cast':
        return here ? change(node.operand) : cast(node.to, change(node.operand));
      case 'apply':
        return here ? { ...node, type: node.type === i32 ? u32 : i32 } : { ...node, args: node.args.map(change) };
      case 'var':
        return here ? variable(node.id, node.type === i32 ? u32 : i32) : node;
      case 'unary':
        return here ? change(node.operand) : unary(node.op, change(node.operand));
      case 'select':
        return here
          ? select(node.when, node.otherwise, node.then)
          : select(change(node.when), change(node.then), change(node.otherwise));
      case 'int':
      case 'float':
      case 'bool':
      case 'builtin':
        return node;
    }
  };
  return change(expr);
}

test('two expressions have one key only if they are the same', () => {
  fc.assert(
    fc.property(truth(4), fc.integer(), (expr, seed) => {
      const other = near(expr, seed);
      expect(keyOfExprs([expr]) === keyOfExprs([other])).toBe(structure(expr) === structure(other));
    }),
    { numRuns: 500 },
  );
});

test('expressions that have nothing to do with each other share no key', () => {
  const byKey = new Map<string, string>();
  fc.assert(
    fc.property(truth(3), (expr) => {
      const key = keyOfExprs([expr]);
      expect(byKey.get(key) ?? structure(expr)).toBe(structure(expr));
      byKey.set(key, structure(expr));
    }),
    { numRuns: 500 },
  );
});
