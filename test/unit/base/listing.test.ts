import { expect, test } from 'vitest';
import { countedListed, linesListed, listed } from '../../../src/base/listing.ts';

test('things are listed as in a sentence', () => {
  expect([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map(listed)).toEqual(['', 'a', 'a and b', 'a, b and c']);
});

test('a line is listed once, with its note', () => {
  expect([
    linesListed([4]),
    linesListed([4, 4]),
    linesListed([4, 6, 6, 9], (line) => (line === 6 ? ' (twice)' : '')),
  ]).toEqual(['line 4', 'line 4', 'lines 4, 6 (twice) and 9']);
});

test('equal words are counted', () => {
  expect(countedListed(['one test', 'one barrier', 'one test', 'one test'])).toBe('one test, in 3 places; one barrier');
});
