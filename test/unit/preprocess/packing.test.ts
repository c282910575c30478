/** Forms of `#pragma pack`, with what holds behind each line. */
import { expect, test } from 'vitest';
import { noPacking, pack, packingAt } from '../../../src/preprocess/packing.ts';

function after(lines: readonly string[]): readonly (number | null)[] {
  const packing = noPacking();
  lines.forEach((line, k) => expect(pack(packing, line, k), line).toBe(true));
  return lines.map((_, k) => packingAt(packing, k, lines.length));
}

test('what holds behind each line', () => {
  expect(
    after([
      ' pack(1)',
      ' once',
      ' pack()',
      ' pack(push, 2)',
      ' pack(push)',
      ' pack(4)',
      ' pack(pop)',
      ' pack(pop)',
      ' pack(pop)',
    ]),
  ).toEqual([1, 1, null, 2, 2, 4, 2, null, null]);
});

test('pushes with names', () => {
  expect(after([' pack(push, a, 1)', ' pack(push, b, 2)', ' pack(pop, a)', ' pack(push, 8)', ' pack(pop, a)'])).toEqual(
    [1, 2, null, 8, 8],
  );
});

test('behind the end nothing holds', () => {
  const packing = noPacking();
  pack(packing, ' pack(1)', 0);
  expect([packingAt(packing, 9, 10), packingAt(packing, 10, 10)]).toEqual([1, null]);
});

test.each([' pack', ' pack(3)', ' pack(N)', ' pack(push, 1, 2, 3)', ' pack(1, 2)'])('%s is not understood', (line) => {
  expect(pack(noPacking(), line, 0)).toBe(false);
});
