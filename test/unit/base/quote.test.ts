import { expect, test } from 'vitest';
import { quoted, shortened } from '../../../src/base/quote.ts';

test('quotes several lines as one', () => expect(quoted('  a[i] =\n\t b; ', 40)).toBe('`a[i] = b;`'));

test('cuts what is longer than asked, and what is as long not', () => {
  expect(shortened('abcd', 4)).toBe('abcd');
  expect(shortened('abcde', 4)).toBe('abc…');
});
