import { expect, test } from 'vitest';
import { lastWord, trailingFrom, withoutTrailing } from '../../../src/base/trailing.ts';

test('what a text ends with', () => {
  expect([trailingFrom('a  ', / /), trailingFrom('  ', / /), trailingFrom('a', / /), trailingFrom('', / /)]).toEqual([
    1, 0, 1, 0,
  ]);
  expect(withoutTrailing('a//b//', /\//)).toBe('a//b');
  expect([lastWord('const T &other '), lastWord('f()'), lastWord('')]).toEqual(['other', '', '']);
});
