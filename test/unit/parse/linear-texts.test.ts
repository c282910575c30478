/** Texts made to keep an expression busy: 200 KB of them are read in no time. */
import { expect, test } from 'vitest';
import { instructionsOf } from '../../../src/lower/assembly/syntax.ts';
import { tolerated } from '../../../src/parse/tolerated.ts';

const much = (part: string): string => part.repeat(Math.ceil(200_000 / part.length));
const atMostMs = 2000;

function timeOf(read: () => unknown): number {
  const start = performance.now();
  read();
  return performance.now() - start;
}

test.each([
  ['strings without end', `asm("${much('\\"asm(')}`],
  ['blanks', `a]${much(' ')}b`],
  ['declarations without end', much('extern template class A ')],
  ['specifiers of no friend', `friend ${much('constexpr ')}`],
])('%s in a source', (_what, text) => {
  expect(timeOf(() => tolerated(text))).toBeLessThan(atMostMs);
});

test.each([
  ['comments without end', much('/* ')],
  ['a word', much('a')],
])('%s in assembly', (_what, text) => {
  expect(timeOf(() => instructionsOf(text))).toBeLessThan(atMostMs);
});

test('a comment without end is not taken out of assembly', () => {
  expect(instructionsOf('membar.gl; /*/ bar.sync 0;')).toBeNull();
  expect(instructionsOf('membar.gl; /**/ bar.sync 0;')?.map(({ opcode }) => opcode)).toEqual(['membar', 'bar']);
});
