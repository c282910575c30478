import { describe, expect, it } from 'vitest';
import { preprocessed } from './given.ts';

/** Each choice with the lines that it decides. */
function choicesIn(text: string, defines: Readonly<Record<string, string>> = {}): readonly string[] {
  return preprocessed(text, { defines }).choices.map(
    ({ text: words, span }) => `${words} on ${span.line}-${span.endLine}`,
  );
}

describe('choices that the text takes for granted', () => {
  it('names that nothing defines', () => {
    expect(choicesIn('#ifdef DOUBLE\ntypedef double real;\n#else\ntypedef float real;\n#endif\nint a;\n')).toEqual([
      '`DOUBLE` is undefined (line 1; -D defines it) on 1-5',
    ]);
    expect(choicesIn('#if defined(A) || B > 2\n#elif C\n#endif\n')).toEqual([
      '`A`, `B` and `C` are undefined (line 1; -D defines them) on 1-3',
    ]);
  });

  it('values that a file gives where the build does not', () => {
    const text = '\n#ifndef TILE\n#define TILE 16\n#endif\n';
    expect(choicesIn(text)).toEqual(['`TILE` is 16 by default (line 2; -D sets another value) on 2-4']);
    expect(choicesIn(text, { TILE: '32' })).toEqual([]);
  });

  it('not the guards of headers, nor what compilers define, nor what the file defines elsewhere', () => {
    expect(choicesIn('#ifndef A_H\n#define A_H\nint a;\n#endif\n')).toEqual([]);
    expect(choicesIn('#ifdef _WIN32\n#endif\n#ifdef __cplusplus\n#endif\n')).toEqual([]);
    expect(choicesIn('#ifdef LATER\n#endif\n#define LATER 1\n')).toEqual([]);
  });

  it('not in text that is not read', () => {
    expect(choicesIn('#if 0\n#ifdef X\n#endif\n#endif\n')).toEqual([]);
  });
});
