/** The ways in which pointers of a launch may be equal. */
import { expect, it } from 'vitest';
import { aliasingsOf, classesOf } from '../../../src/launch/aliasings.ts';

it('joins what follows from pairs', () => {
  expect(
    classesOf([
      ['a', 'b'],
      ['c', 'd'],
      ['b', 'c'],
    ]),
  ).toEqual([['a', 'b', 'c', 'd']]);
});

it('names every way but that of distinct pointers, once', () => {
  expect(aliasingsOf({ aliases: [] })).toEqual([]);
  expect(aliasingsOf({ aliases: [], either: [['a', 'b']] })).toEqual([[['a', 'b']]]);
  const three = aliasingsOf({
    aliases: [],
    either: [
      ['a', 'b'],
      ['a', 'c'],
      ['b', 'c'],
    ],
  });
  expect(three?.map((classes) => classes.map((names) => [...names].sort().join('')).join()).sort()).toEqual([
    'ab',
    'abc',
    'ac',
    'bc',
  ]);
});

it('keeps what is equal in any case', () => {
  expect(aliasingsOf({ aliases: [['a', 'b']], either: [['b', 'c']] })).toEqual([[['a', 'b', 'c']]]);
});

it('gives up where there are too many', () => {
  expect(aliasingsOf({ aliases: [], either: ['b', 'c', 'd', 'e'].map((name) => ['a', name] as const) })).toBeNull();
});
