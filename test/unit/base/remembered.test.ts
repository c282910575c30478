import { expect, test } from 'vitest';
import { remembered } from '../../../src/base/remembered.ts';

test('keeps what was found under its key, the last one of several', () => {
  const kept = remembered<number>(2);
  kept.set('a', 1);
  kept.set('a', 2);
  expect([kept.get('a'), kept.get('b')]).toEqual([2, undefined]);
});

test('forgets what was not used for longest, and keeps no more than it may', () => {
  const kept = remembered<number>(2);
  kept.set('a', 1);
  kept.set('b', 2);
  kept.get('a');
  kept.set('c', 3);
  expect(['a', 'b', 'c'].map(kept.get)).toEqual([1, undefined, 3]);
});

test('what is set again is as new as what is set first', () => {
  const kept = remembered<number>(2);
  kept.set('a', 1);
  kept.set('b', 2);
  kept.set('a', 3);
  kept.set('c', 4);
  expect(['a', 'b', 'c'].map(kept.get)).toEqual([3, undefined, 4]);
});
