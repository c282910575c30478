/**
 * Sources that would never end, or fill memory, end at a budget that is named. How long it needs is not measured here.
 */
import { describe, expect, it } from 'vitest';
import { attempt, preprocessed } from './given.ts';

const doubling = (first: string, next: (before: string) => string, count = 40): string =>
  Array.from({ length: count }, (_, k) => `#define A${k}${k === 0 ? ` ${first}` : ` ${next(`A${k - 1}`)}`}`).join('\n');
const nested = (name: string, inner: string, count: number): string =>
  `${`${name}(`.repeat(count)}${inner}${')'.repeat(count)}`;

describe('bombs', () => {
  it.each([
    ['macros that double', `${doubling('x', (a) => `${a} ${a}`)}\nA39\n`],
    ['macros that double to nothing', `${doubling('', (a) => `${a} ${a}`)}\nA39\n`],
    ['arguments that double', `#define D(x) x x\n${nested('D', '1', 40)}\n`],
    ['strings of strings', `#define S(x) #x\n#define D(x) S(x) S(x)\n${nested('D', '"\\\\"', 30)}\n`],
    ['a condition that doubles', `${doubling('1', (a) => `${a} + ${a}`)}\n#if A39\n#endif\n`],
    ['many conditions', `${doubling('1', (a) => `${a} + ${a}`, 15)}\n${'#if A14\n#endif\n'.repeat(200)}`],
  ])('%s', (_what, text) => {
    const result = attempt(text, { budget: { maxExpansions: 100_000, maxExpandedBytes: 4_000_000 } });
    expect(result.ok ? '' : `${result.problem.code}: ${result.problem.text}`).toMatch(
      /^budget: preprocessing stopped: the budget max(?:Expansions|ExpandedBytes) \(\d+\) was reached$/,
    );
  });

  it('files that include the next one twice', () => {
    const files = Object.fromEntries(
      Array.from({ length: 40 }, (_, k) => [`h${k}.h`, `#include "h${k + 1}.h"\n#include "h${k + 1}.h"\n`]),
    );
    expect(attempt('#include "h0.h"\n', { files, budget: { maxBytes: 200_000 } })).toMatchObject({
      ok: false,
      problem: { code: 'budget', text: 'preprocessing stopped: the budget maxBytes (200000) was reached' },
    });
  });

  it('conditionals in conditionals, parentheses and shifts in one', () => {
    const { source } = preprocessed(`${'#if 1\n'.repeat(20_000)}int a;\n${'#endif\n'.repeat(20_000)}`);
    expect(source.text.trim()).toBe('int a;');
    expect(preprocessed(`#if ${nested('', '1', 50_000)}\n#endif\n`).notes.map(({ text }) => text.slice(-50))).toEqual([
      expect.stringContaining('it is nested too deeply'),
    ]);
    expect(preprocessed(`#if ${'1 << '.repeat(50_000)}1\nint a;\n#endif\n`).notes).toEqual([]);
  });
});
