/** Names that fit a pattern, against the same question asked of a regular expression. */
import { expect, test } from 'vitest';
import { fitsKernel, fitsName } from '../../../src/base/name-pattern.ts';
import { fc } from '../../seeded.ts';

test('as the regular expression does', () => {
  const text = (letters: readonly string[], most: number) =>
    fc.array(fc.constantFrom(...letters), { maxLength: most }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(text(['a', 'b', '*', '.'], 6), text(['a', 'b', '.'], 8), (pattern, name) => {
      const same = new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '.*')}$`);
      expect(fitsName(pattern, name)).toBe(same.test(name));
    }),
    { numRuns: 3000 },
  );
});

test('a kernel is meant by its whole name or without its template arguments', () => {
  expect([
    fitsKernel('scan', 'scan<32>'),
    fitsKernel('scan<32>', 'scan<32>'),
    fitsKernel('scan<64>', 'scan<32>'),
    fitsKernel('s*n', 'scan<32>'),
    fitsKernel('sc', 'scan'),
  ]).toEqual([true, true, false, true, false]);
});

test('many stars take no time', () => {
  expect(fitsName('*a'.repeat(100), 'a'.repeat(100_000).concat('b'))).toBe(false);
});
