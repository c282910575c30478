import { expect, test } from 'vitest';
import type { Origins } from '../../../src/launch/origins.ts';
import { mayMeet, nowhere, onlyFrom, sharedOrigins } from '../../../src/launch/origins.ts';

const from = (...origins: readonly string[]): Origins => ({
  from: new Set(origins),
  own: new Set(),
  any: false,
  isUnseen: false,
  isCopied: false,
  arrived: new Set(),
  isBuilt: false,
});

test('pointers of different places do not meet, those of one place do', () => {
  expect(mayMeet(onlyFrom('alloc 10|'), onlyFrom('alloc 20|'))).toBe(false);
  expect(sharedOrigins(from('alloc 10|', 'var p 3|'), from('var p 3|'))).toEqual(['var p 3|']);
});

test('what may come from anywhere may meet anything', () => {
  expect(sharedOrigins(nowhere, onlyFrom('alloc 10|'))).toBeNull();
  expect(mayMeet(from(), nowhere)).toBe(true);
});

test('one place in two calls is two, and in any call may be the same', () => {
  expect(mayMeet(onlyFrom('alloc 10|5/'), onlyFrom('alloc 10|9/'))).toBe(false);
  expect(mayMeet(onlyFrom('alloc 10|5/'), onlyFrom('alloc 10|*'))).toBe(true);
  expect(mayMeet(onlyFrom('alloc 10|5/'), onlyFrom('alloc 10|*5/'))).toBe(true);
  expect(mayMeet(onlyFrom('alloc 10|5/'), onlyFrom('alloc 10|*9/'))).toBe(false);
});
