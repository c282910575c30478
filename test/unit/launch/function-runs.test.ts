import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Expr } from '../../../src/base/expr.ts';
import type { Parser } from '../../../src/parse/tree-sitter.ts';
import { int } from '../../../src/base/expr-build.ts';
import { printExpr } from '../../../src/base/expr-print.ts';
import { freeVariables, substitute } from '../../../src/base/expr-walk.ts';
import { applyBinary, applyUnary, constantOf, converted } from '../../../src/launch/host-value.ts';
import { fc } from '../../seeded.ts';
import { launchesIn, startParser } from './given.ts';
import { meaningOf, programs, textOfProgram } from './random-host-function.ts';

let parser: Parser;
beforeAll(async () => {
  parser = await startParser();
});
afterAll(() => {
  parser.close();
});

/** The arguments of launches `k<<<1, 1>>>(f(GIVEN))` in a function that has an `int n` and an `unsigned u`. */
const argumentsOf = (functions: string, given: readonly string[]): readonly (Expr | null)[] =>
  launchesIn(
    parser,
    `${functions}\nvoid run(int n, unsigned u) { ${given.map((one) => `k<<<1, 1>>>(f(${one}));`).join(' ')} }`,
  ).map((site) => site.arguments[0]?.value ?? null);
const argument = (functions: string, given: string): Expr | null => argumentsOf(functions, [given])[0] ?? null;
/** With the symbols by the names of their variables alone. */
const text = (expr: Expr | null): string =>
  expr === null ? 'null' : printExpr(expr).replace(/\b([a-z]\w*) [\d/<>]+[=@?]\d+/g, '$1');

describe('runs of functions of host code', () => {
  it.each([
    ['a while loop', 'int f(int x) { int r = 0; while (x > 1) { x >>= 1; r++; } return r; }', '64', '6'],
    ['a condition that shifts', 'int f(int x) { int r = 0; for (; x >>= 1;) ++r; return r; }', '100', '6'],
    ['a power above', 'int f(int x) { int p = 1; while (p < x) p *= 2; return p; }', '100', '128'],
    [
      'do, break and continue',
      'int f(int x) { int r = 0; do { x--; if (x % 2 == 0) continue; r += x; if (r > 20) break; } while (x > 0); return r; }',
      '9',
      '16',
    ],
    [
      'a table of cases',
      'int f(int x) { if (x < 64) return 32; else if (x < 512) return 256; return 1024; }',
      '100',
      '256',
    ],
    [
      'functions that call each other',
      'int g(int y) { int s = 0; for (int i = 0; i < y; i++) s += i; return s; }\nint f(int x) { int r = 0; while (g(r) < x) r++; return r; }',
      '50',
      '11',
    ],
    ['recursion', 'int f(int x) { if (x < 2) return 1; return x * f(x - 1); }', '6', '720'],
    [
      'what is printed between',
      'int f(int x) { int r = 0; while (x > 1) { x /= 2; r++; printf("%d\\n", x); } return r; }',
      '8',
      '3',
    ],
    [
      'unsigned numbers that wrap around',
      'unsigned f(unsigned x) { unsigned r = 0; while (x < 10u) { x -= 3u; r++; } return r; }',
      '5',
      '2:u32',
    ],
  ])('gives a number: %s', (_what, functions, given, expected) => {
    expect(text(argument(functions, given))).toBe(expected);
  });

  it('asks for the first value of what is halved', () => {
    expect(text(argument('int f(int x) { int r = 0; while (x > 1) { x >>= 1; r++; } return r; }', 'n / 2'))).toMatch(
      /^n < 4 \? 0 : n < 8 \? 1 : n < 16 \? 2 : .* : n < 1073741824 \? 28 : 29$/,
    );
    expect(text(argument('int f(int x) { int p = 1; while (p < x) p <<= 1; return p; }', 'n'))).toMatch(
      /^n <= 1 \? 1 : n <= 2 \? 2 : n <= 4 \? 4 : .* : 1073741824$/,
    );
    expect(
      text(argument('unsigned f(unsigned x) { unsigned r = 0; while (x != 0) { x /= 4; r++; } return r; }', 'u')),
    ).toMatch(/^u == 0:u32 \? 0:u32 : u < 4:u32 \? 1:u32 : u < 16:u32 \? .* : 16:u32$/);
    expect(text(argument('int f(int x) { int t = 64; if (x > 100) t = 128; return t * 2; }', 'n'))).toBe(
      'n > 100 ? 256 : 128',
    );
    expect(
      text(argument('int f(int x) { if (x < 1) return 1; int r = 0; while (1 << r < x) r++; return r; }', 'n')),
    ).toMatch(/^n < 1 \? 1 : n <= 1 \? 0 : n <= 2 \? 1 : /);
  });

  it.each([
    [
      'a loop that ends early, where that is not known',
      'int f(int x) { int r = 0; while (x > 1) { x >>= 1; if (x == 12) break; r++; } return r; }',
      'n',
    ],
    [
      'a loop that may return',
      'int f(int x) { int r = 0; while (x > 1) { x >>= 1; if (x == 12) return 3; r++; } return r; }',
      'n',
    ],
    [
      'a loop with more turns than a type has bits',
      'int f(int x) { int r = 0; while (x > 0) { x -= 1; r++; } return r; }',
      'n',
    ],
    ['a static variable', 'int f(int x) { static int r = 0; while (x > 1) { x >>= 1; r++; } return r; }', '8'],
    ['a reference', 'int f(int& x) { int r = 0; while (x > 1) { x >>= 1; r++; } return r; }', 'n'],
    [
      'another name for a variable',
      'int f(int x) { int r = 0; int& s = r; while (x > 1) { x >>= 1; s++; } return r; }',
      '8',
    ],
    [
      'a pointer to a variable',
      'int f(int x) { int r = 0; int* s = &r; while (x > 1) { x >>= 1; *s += 1; } return r; }',
      '8',
    ],
    [
      'a variable that a function may change',
      'void g(int& y);\nint f(int x) { int r = 0; while (x > 1) { x >>= 1; r++; g(r); } return r; }',
      '8',
    ],
    [
      'a variable of the file',
      'int w = 3;\nint f(int x) { int r = w; while (x > 1) { x >>= 1; r++; } return r; }',
      '8',
    ],
    [
      'a function that changes a variable of the file',
      'int w = 3;\nint f(int x) { while (x > 1) { x >>= 1; w++; } return w; }',
      '8',
    ],
    ['input', 'int f(int x) { int r = 0; while (x > 1) { x >>= 1; std::cin >> r; } return r; }', '8'],
    [
      'a function of the library with another type',
      'int log2(int x) { int r = 0; while (x > 1) { x >>= 1; r++; } return r; }\nint f(double x) { if (x < 0) return 0; return log2(x); }',
      '8',
    ],
    [
      'a second function of the name',
      'int f(int x) { int r = 0; while (x > 1) { x >>= 1; r++; } return r; }\nint f(long x) { return 0; }',
      '8',
    ],
    ['a jump', 'int f(int x) { int r = 0; again: if (x > 1) { x >>= 1; r++; goto again; } return r; }', '8'],
    [
      'a choice that is not read',
      'int f(int x) { int r = 0; switch (x) { case 8: r = 3; } while (r > 5) r--; return r; }',
      '8',
    ],
  ])('says nothing of %s', (_what, functions, given) => {
    const value = argument(functions, given);
    // no number, and nothing that the argument decides
    expect(constantOf(value)).toBe(null);
    expect(value === null || (value.kind === 'var' && !value.id.startsWith('n '))).toBe(true);
  });

  it('gives what the function returns, for numbers and for all that a variable can be', () => {
    let followed = 0;
    fc.assert(
      fc.property(
        programs,
        fc.array(fc.oneof(fc.integer({ min: -70, max: 300 }), fc.integer()), { minLength: 4, maxLength: 8 }),
        (program, values) => {
          const body = textOfProgram(program);
          const [open = null, ...known] = argumentsOf(`int f(int x) { ${body} }`, ['n', ...values.map(String)]);
          const symbols = open === null ? [] : [...freeVariables(open)];
          const isFollowed = open !== null && symbols.every((id) => id.startsWith('n '));
          if (isFollowed) followed++;
          for (const [k, value] of values.entries()) {
            const meant = meaningOf(program, value);
            const number = constantOf(known[k] ?? null);
            if (meant === null) continue;
            if (isFollowed)
              expect([body, value, valueAt(substitute(open, new Map(symbols.map((id) => [id, int(value)]))))]).toEqual([
                body,
                value,
                BigInt(meant),
              ]);
            if (number !== null) expect([body, value, number]).toEqual([body, value, BigInt(meant)]);
          }
        },
      ),
      { numRuns: 100 },
    );
    expect(followed).toBeGreaterThan(25);
  });
});

/** The number that an expression without variables stands for; arms that are not chosen are not looked at. */
function valueAt(expr: Expr): bigint | number | null {
  switch (expr.kind) {
    case 'select':
      return valueAt(valueAt(expr.when) === 1n ? expr.then : expr.otherwise);
    case 'binary':
      return constantOf(applyBinary(expr.op, literal(expr.left), literal(expr.right)));
    case 'unary':
      return constantOf(applyUnary({ neg: '-', bitnot: '~', not: '!' }[expr.op], literal(expr.operand)));
    case 'cast':
      return constantOf(converted(expr.to, literal(expr.operand)));
    case 'int':
    case 'float':
    case 'bool':
    case 'var':
    case 'builtin':
    case 'apply':
      return constantOf(expr);
  }
}

function literal(expr: Expr): Expr | null {
  if (constantOf(expr) !== null) return expr;
  const value = valueAt(expr);
  if (typeof value !== 'bigint') return null;
  const type = expr.kind === 'binary' && /^(?:[<>]=?|[!=]=|&&|\|\|)$/.test(expr.op) ? null : int(0);
  return type === null
    ? { kind: 'bool', value: value === 1n }
    : expr.kind === 'cast' && expr.to.kind === 'bool'
      ? { kind: 'bool', value: value === 1n }
      : int(value);
}
