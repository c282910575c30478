import { expect, test } from 'vitest';
import { nearestFirst } from '../../../src/base/nearest.ts';

test('puts the name that differs least first, case aside', () => {
  expect(nearestFirst('Reduce', ['scan', 'reduceSum', 'reduce', 'produce'])).toEqual([
    'reduce',
    'produce',
    'reduceSum',
    'scan',
  ]);
});

test('orders equally near names by themselves, and names each once', () => {
  expect(nearestFirst('k', ['kb', 'ka', 'kb'])).toEqual(['ka', 'kb']);
});

test('has nothing to say where there are no names', () => expect(nearestFirst('k', [])).toEqual([]));
