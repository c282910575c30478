import { describe, expect, it } from 'vitest';
import { preprocessed, words } from './given.ts';

const taken = (condition: string, before = ''): boolean =>
  words(`${before}\n#if ${condition}\nyes\n#endif\n`) === 'yes';

describe('conditions', () => {
  it.each([
    '1',
    '-1 < 0',
    '!0',
    '~0 == -1',
    '2 + 3 * 4 == 14',
    '(2 + 3) * 4 == 20',
    '7 / 2 == 3',
    '-7 / 2 == -3',
    '-7 % 3 == -1',
    '1 << 4 == 16',
    '0x10 == 16 && 010 == 8 && 0b11 == 3',
    "'A' == 65 && '\\n' == 10 && '\\0' == 0",
    '1 ? 2 : 0',
    '-1 > 0u',
    '18446744073709551615u == -1',
    '0 || 1',
    '1 || 1/0',
    '!(0 && 1/0)',
    "1'000 == 1000",
    'true && !false',
    'defined N',
    'defined(N) && N == 4',
    'F(3) == 6',
    'HAS',
    '__has_include("nothing.h") == 0',
    '__has_include(<cuda_fp16.h>)',
    '__CUDA_ARCH__ >= 700',
    '__cplusplus >= 201103L',
    'defined __CUDACC__',
    '!defined(_WIN32)',
  ])('%s holds', (condition) => {
    expect(taken(condition, '#define N 4\n#define F(x) (x*2)\n#define HAS defined(N)')).toBe(true);
  });

  it.each(['0', 'UNKNOWN', 'defined UNKNOWN', '1 - 1', '3 > 4', '1 == 2 || 0'])('%s does not', (condition) => {
    expect(taken(condition)).toBe(false);
  });

  it('takes one group of #if, #elif, #else, nested ones with it', () => {
    expect(
      words(
        '#define A 2\n#if A == 1\na\n#elif A == 2\nb\n#if 0\nx\n#else\nc\n#endif\n#elif A == 2\nd\n#else\ne\n#endif\nf',
      ),
    ).toBe('b c f');
    expect(words('#ifdef A\na\n#else\nb\n#endif\n#ifndef A\nc\n#endif')).toBe('b c');
  });

  it('does not look into groups that are not read, whatever they hold', () => {
    expect(
      words('#if 0\ndon\'t " open /* #endif\n*/ #error no\n#if 1\n#else\n#endif\n#bad\n#endif // done\nrest'),
    ).toBe('rest');
    expect(preprocessed('#if 0\n#error no\n#bad\n#endif\n').notes).toEqual([]);
  });

  it('says which conditionals ask for names that nobody defines', () => {
    const { notes } = preprocessed(
      '#ifndef GUARD_H\n#define GUARD_H\n#ifdef USE_FAST\nint a;\n#endif\n#if OTHER > 2 && defined(_MSC_VER)\n#endif\n#ifdef USE_FAST\n#endif\n#endif\n',
    );
    expect(notes.map((each) => [each.text, each.span.line])).toEqual([
      ['`USE_FAST` is not defined anywhere; the conditional takes it as undefined', 3],
      ['`OTHER` is not defined anywhere; the conditional takes it as undefined', 6],
    ]);
  });

  it('notes #error, unknown directives, and #if that is not closed', () => {
    const { notes } = preprocessed('#error no compiler\n#unheard of\n#else\n#if 1\nint a;');
    expect(notes.map((each) => each.text)).toEqual([
      '#error no compiler',
      'unknown directive `#unheard`',
      '#else without #if',
      'this #if has no #endif',
    ]);
  });
});
