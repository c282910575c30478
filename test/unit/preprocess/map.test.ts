import { describe, expect, it } from 'vitest';
import { fc } from '../../seeded.ts';
import { attempt, preprocessed } from './given.ts';

/** Physical text of the span that a stretch maps to. */
function physical(text: string, made: string, which = 0): string {
  const { source } = preprocessed(text);
  let at = source.text.indexOf(made);
  for (let k = 0; k < which; k++) at = source.text.indexOf(made, at + 1);
  expect(at).toBeGreaterThanOrEqual(0);
  const span = source.spanOf(at, at + made.length);
  return text.slice(span.start, span.end);
}

describe('the map', () => {
  it('is the identity on text without directives, macros and comments', () => {
    const piece = fc.constantFrom(
      'int ',
      'x',
      'foo_bar',
      ' = ',
      '1.5e+3f',
      ';\n',
      '"str /* no */ \\" "',
      "'c'",
      '<<<1, 2>>>',
      '{',
      '}\r\n',
      '\t',
      'é漢',
      '😀',
      '->',
      '::',
      'R"(a\n"b)"',
      '+',
      '#x',
      '\f',
      '$',
      "0x1'0",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), fc.nat(), fc.nat(), (parts, a, b) => {
        const text = `_ ${parts.join('')}`;
        fc.pre(!/^\s*#/m.test(text));
        const { source } = preprocessed(text);
        expect(source.text).toBe(text);
        const start = a % text.length;
        const end = start + (b % (text.length - start + 1));
        const span = source.spanOf(start, end);
        expect([span.file, span.start, span.end]).toEqual(['main.cu', start, end]);
        const before = text.slice(0, start).split('\n');
        expect([span.line, span.column]).toEqual([before.length, (before.at(-1) ?? '').length + 1]);
        expect(source.macrosAt(start)).toEqual([]);
      }),
    );
  });

  it('blanks comments in place', () => {
    const text = 'a /* x\n é y */ b // z \\\n z\nc';
    const { source } = preprocessed(text);
    expect(source.text).toBe('a     \n        b       \n  \nc');
    expect(source.text.length).toBe(text.length);
    expect(source.spanOf(text.length - 1, text.length)).toMatchObject({ line: 4, column: 1 });
  });

  it('maps what a macro made to its use, and an argument to where it is written', () => {
    const text = '#define SET(a, i, v) a[i] = (v) + 0\nint before; SET(s, t + 1, 2); int after;';
    expect(physical(text, '[')).toBe('SET(s, t + 1, 2)');
    expect(physical(text, 't + 1')).toBe('t + 1');
    expect(physical(text, 's[t + 1] = (2) + 0')).toBe('SET(s, t + 1, 2)');
    expect(physical(text, 's[t + 1] = (2) + 0;')).toBe('SET(s, t + 1, 2);');
    expect(physical(text, 'before; s[')).toBe('before; SET(s, t + 1, 2)');
    expect(physical(text, 'int after;')).toBe('int after;');
  });

  it('names the macros around a place, outermost first', () => {
    const { source } = preprocessed('#define INNER(x) (x + 1)\n#define OUTER(x) [INNER(x)]\nOUTER(y) z');
    const names = (text: string): readonly string[] =>
      source
        .macrosAt(source.text.indexOf(text))
        .map((use) => `${use.name}@${use.definition.line} in ${use.use.line}:${use.use.column}-${use.use.endColumn}`);
    expect(names('+')).toEqual(['OUTER@2 in 3:1-9', 'INNER@1 in 3:1-9']);
    expect(names('y')).toEqual(['OUTER@2 in 3:1-9', 'INNER@1 in 3:1-9']);
    expect(names('[')).toEqual(['OUTER@2 in 3:1-9']);
    expect(names('z')).toEqual([]);
  });

  it('names a macro that became nothing', () => {
    const text = '#define SYNC\na SYNC b';
    const { source } = preprocessed(text);
    const at = source.text.indexOf('a') + 2;
    expect(source.macrosAt(at)).toMatchObject([{ name: 'SYNC', definition: { line: 1 }, use: { line: 2, column: 3 } }]);
  });

  it('lists all macros that a stretch rests on, with those that became nothing or chose a group', () => {
    const { source, macrosIn } = preprocessed(
      '#define SYNC\n#define USE 1\n#define N 4\n#define M N\nvoid f() {\n  SYNC a;\n#if USE\n  b = M;\n#endif\n}\nint c = N;',
    );
    const body = source.text.slice(0, source.text.indexOf('int c'));
    expect(
      macrosIn(source.text.indexOf('void'), body.length)
        .map((use) => `${use.name} in line ${use.use.line}`)
        .sort(),
    ).toEqual(['M in line 8', 'N in line 8', 'SYNC in line 6', 'USE in line 7']);
    expect(macrosIn(body.length, source.text.length).map((use) => use.name)).toEqual(['N']);
  });

  it('gives a stretch over an include the file it starts in', () => {
    const { source } = preprocessed('void f() {\n#include "body.inc"\n}', { files: { 'body.inc': 'x = 1;\n' } });
    expect(source.spanOf(0, source.text.length)).toMatchObject({ file: 'main.cu', line: 1, endLine: 3, endColumn: 2 });
    expect(source.spanOf(0, source.text.indexOf('x') + 1)).toMatchObject({ file: 'main.cu', line: 1 });
  });
});

describe('bad input', () => {
  it.each([
    ['a NUL character', 'a\nb\0c', {}, { code: 'not-text', line: 2 }],
    [
      'too many bytes',
      'x'.repeat(100),
      { maxBytes: 50 },
      { code: 'budget', line: null, text: 'the file is larger than the budget maxBytes (50)' },
    ],
    [
      'too many expansions',
      '#define A B B\n#define B C C\n#define C x\nA',
      { maxExpansions: 3 },
      { code: 'budget', line: 4, text: 'preprocessing stopped: the budget maxExpansions (3) was reached' },
    ],
    [
      'too much text',
      `#define D(x) x x x x\n${'D('.repeat(40)}1${')'.repeat(40)}`,
      { maxExpandedBytes: 10_000 },
      { code: 'budget', line: 2, text: 'preprocessing stopped: the budget maxExpandedBytes (10000) was reached' },
    ],
  ])('%s', (_what, text, budget, problem) => {
    expect(attempt(text, { budget })).toMatchObject({ ok: false, problem: { file: 'main.cu', ...problem } });
  });

  it('says that there is no such file', () => {
    expect(attempt('', {}).ok).toBe(true);
  });

  it.each([
    ['uses that nest without end', `#define F(x) x\n${'F('.repeat(20_000)}`],
    ['closed uses that nest deeply', `#define F(x) x\n${'F('.repeat(2_000)}1${')'.repeat(2_000)}`],
    ['a long chain of macros', `${Array.from({ length: 3000 }, (_, k) => `#define A${k} A${k + 1}\n`).join('')}A0`],
    ['a deep condition', `#if ${'('.repeat(20_000)}1${')'.repeat(20_000)}\n#endif`],
    ['many negations', `#if ${'!'.repeat(20_000)}1\n#endif`],
    ['an open comment', 'int a; /* never'],
    ['an open string', 'char* a = "never\nint b;'],
    ['an open raw string', 'R"x(never'],
    ['a backslash at the end', 'int a; \\'],
    ['a hash at the end', 'int a;\n#'],
    ['a define at the end', '#define'],
  ])('survives %s', (_what, text) => {
    expect(attempt(text).ok).toBe(true);
  });

  it('survives any text', () => {
    const piece = fc.oneof(
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 6 }) },
      {
        weight: 4,
        arbitrary: fc.constantFrom(
          '\n',
          '#define F(x) x##x #x',
          '#define G(...) F(__VA_ARGS__)',
          '\n#if ',
          'defined',
          '\n#else',
          '\n#endif',
          '\n#elif F(1)',
          '\n#include "a.h"',
          '\\\n',
          'F',
          'G',
          '(',
          ')',
          ',',
          '"',
          "'",
          '/*',
          '*/',
          '//',
          ' ',
          'R"',
          '##',
          '__VA_OPT__(',
          '__align__(',
        ),
      },
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 40 }).map((parts) => parts.join('')),
        (text) => {
          const result = attempt(text, { files: { 'a.h': '#define A F\nF(1)' } });
          if (!result.ok) return;
          const { source } = result.value;
          for (let at = 0; at <= source.text.length; at += 3) {
            const span = source.spanOf(at, Math.min(at + 5, source.text.length));
            expect(span.start).toBeLessThanOrEqual(span.end);
            source.macrosAt(at);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});
