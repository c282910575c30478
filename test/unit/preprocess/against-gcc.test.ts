/** Random macros, expanded by GCC's preprocessor (where it is installed) and by ours: the tokens must be the same. */
import { describe, expect, it } from 'vitest';
import { spawnSync } from 'node:child_process';
import { fc } from '../../seeded.ts';
import { preprocessed } from './given.ts';
import { tokenize } from '../../../src/preprocess/token.ts';

type Answer = Readonly<{ text: string; errorLines: readonly number[] }>;
const cpp = (text: string): Answer | null => {
  const run = spawnSync(
    'cpp',
    ['-P', '-x', 'c++', '-std=gnu++17', '-w', '-fno-diagnostics-show-caret', '-fmax-errors=0', '-'],
    { input: text, encoding: 'utf8', maxBuffer: 1 << 28 },
  );
  if (run.error !== undefined) return null;
  return {
    text: run.stdout,
    errorLines: [...run.stderr.matchAll(/^<stdin>:(\d+):/gm)].map((match) => Number(match[1])),
  };
};
const hasGcc = cpp('int a;')?.text.includes('int a;') ?? false;

const word = fc.constantFrom('A', 'B', 'F', 'G', 'V', 'x', 'y', 'z', '1', '2', '+', '-', ',', '"s"', '.', '<', '->');
const group = (inner: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.array(inner, { maxLength: 4 }).map((parts) => parts.join(' '));
const call = fc
  .tuple(fc.constantFrom('F', 'G', 'V', 'A', 'B', '', 'x'), group(word), group(word))
  .map(([name, a, b]) => `${name}(${a}, ${b})`);
const nested = fc
  .tuple(fc.constantFrom('F', 'G', 'V'), group(fc.oneof(word, call)))
  .map(([name, inner]) => `${name}(${inner})`);
const line = fc
  .array(fc.oneof({ weight: 2, arbitrary: word }, { weight: 2, arbitrary: call }, { weight: 2, arbitrary: nested }), {
    minLength: 1,
    maxLength: 5,
  })
  .map((parts) => parts.join(' '));
/** Bodies: `#` only before a parameter, `##` only between tokens. */
const body = (parameters: readonly string[]): fc.Arbitrary<string> => {
  const operand = fc.oneof(word, parameters.length > 0 ? fc.constantFrom(...parameters) : word);
  const hash = parameters.length > 0 ? fc.constantFrom(...parameters).map((name) => `#${name}`) : word;
  const pasted = fc.tuple(operand, operand).map(([a, b]) => `${a} ## ${b}`);
  return fc
    .array(
      fc.oneof(
        { weight: 5, arbitrary: operand },
        { weight: 1, arbitrary: hash },
        { weight: 1, arbitrary: pasted },
        { weight: 2, arbitrary: call },
      ),
      { maxLength: 5 },
    )
    .map((parts) => parts.join(' '));
};
const program = fc
  .tuple(
    body([]),
    body([]),
    body(['x']),
    body(['x', 'y']),
    body(['x', '__VA_ARGS__']),
    fc.array(line, { minLength: 1, maxLength: 3 }),
  )
  .map(
    ([a, b, f, g, v, lines]) =>
      `#define A ${a}\n#define B ${b}\n#define F(x) ${f}\n#define G(x, y) ${g}\n#define V(x, ...) ${v}\n${lines.map((each) => `${each};`).join('\n')}\n#undef A\n#undef B\n#undef F\n#undef G\n#undef V\nEND\n`,
  );

const spellings = (text: string): readonly string[] => tokenize(text, 0, 0).map((token) => token.text);

/** Whether GCC complained about lines of the program that begins at `first`: what it then does is no rule. */
const isMeaningless = (answer: Answer, first: number, count: number): boolean =>
  answer.errorLines.some((at) => at >= first && at < first + count);

describe('against GCC', () => {
  it.skipIf(!hasGcc)('expands random macros to the same tokens', () => {
    const programs = fc.sample(program, { numRuns: 3000, seed: 20260101 });
    const theirs = cpp(programs.join('')) ?? { text: '', errorLines: [] };
    const parts = {
      theirs: theirs.text.split(/\bEND\b/),
      ours: preprocessed(programs.join('')).source.text.split(/\bEND\b/),
    };
    expect(parts.ours.length).toBe(parts.theirs.length);
    let line = 1;
    let compared = 0;
    for (const [k, one] of programs.entries()) {
      const count = one.split('\n').length - 1;
      if (!isMeaningless(theirs, line, count)) {
        compared++;
        expect(spellings(parts.ours[k] ?? ''), one).toEqual(spellings(parts.theirs[k] ?? ''));
      }
      line += count;
    }
    expect(compared).toBeGreaterThan(500);
  });

  it.skipIf(!hasGcc)('ends lines where GCC does, also at a carriage return alone', () => {
    const part = fc.constantFrom(
      '//',
      ' c ',
      '/*',
      '*/',
      '#define N 7',
      'N',
      'x',
      ' \\\n ',
      ' \\\r\n',
      ' \\\r ',
      '/\\\n/',
      '/\\\r*',
      ' ',
      '\r',
      '\r\n',
      '\n',
      '"s"',
      '??',
    );
    const texts = fc.sample(
      fc.array(part, { minLength: 2, maxLength: 12 }).map((parts) => parts.join('')),
      { numRuns: 1000, seed: 20261129 },
    );
    const whole = (text: string): string => `${text}\n\n*/ END\n#undef N\n`;
    const theirs = (cpp(texts.map(whole).join(''))?.text ?? '').split(/\bEND\b/);
    const ours = preprocessed(texts.map(whole).join('')).source.text.split(/\bEND\b/);
    expect(ours.length).toBe(theirs.length);
    expect(ours.map(spellings)).toEqual(theirs.map(spellings));
  });
});
