import { describe, expect, test } from 'vitest';
import { blockOf, bytesOf, defineOf, gridOf, paramOf, secondsOf } from '../../../src/cli/option-values.ts';

describe('dimensions', () => {
  test.each([
    ['256', [256, 1, 1]],
    ['16,16', [16, 16, 1]],
    ['8, 8, 4', [8, 8, 4]],
  ])('%s', (text, dim) => expect(blockOf(text)).toEqual(dim));
  test.each([
    ['0', 'x is 0; it must be from 1 to 65536.'],
    ['1,1,65', 'z is 65; it must be from 1 to 64.'],
    ['512,512', 'That is 262144 threads; blocks of at most 65536 are analysed.'],
    ['a', 'Expected one to three integers, such as 16,16 or 256.'],
    ['1,2,3,4', 'Expected one to three integers, such as 16,16 or 256.'],
    ['-1', 'Expected one to three integers, such as 16,16 or 256.'],
  ])('%s is refused', (text, why) => expect(() => blockOf(text)).toThrow(why));
  test('a grid may be large', () => {
    expect(gridOf('2147483647,65535')).toEqual([2147483647, 65535, 1]);
    expect(() => gridOf('1,65536')).toThrow('y is 65536; it must be from 1 to 65535.');
  });
});

describe('parameters', () => {
  test.each([
    ['n=1024', 'n', 1024n],
    ['n=0x10', 'n', 16n],
    ['n=-3', 'n', -3n],
    ['n=7u', 'n', 7n],
    ['f=true', 'f', 1n],
    ['a=1.5', 'a', 1.5],
    ['a=2.f', 'a', 2],
    ['a=1e-3', 'a', 0.001],
    ['a=1e3', 'a', 1000],
  ])('%s', (text, name, value) => expect(paramOf(text, new Map())).toEqual(new Map([[name, value]])));
  test.each(['n', 'n=', '=3', 'n=x', '3=n', 'n=1 2', 'n=0xg'])('%s is refused', (text) =>
    expect(() => paramOf(text, new Map())).toThrow('Expected NAME=NUMBER, such as n=1024.'),
  );
  test('the last one of a name counts', () =>
    expect(paramOf('n=2', new Map([['n', 1n]]))).toEqual(new Map([['n', 2n]])));
});

test('macros', () => {
  expect(defineOf('TILE=16', defineOf('DEBUG', new Map()))).toEqual(
    new Map([
      ['DEBUG', '1'],
      ['TILE', '16'],
    ]),
  );
  expect(defineOf('EMPTY=', new Map())).toEqual(new Map([['EMPTY', '']]));
  expect(() => defineOf('1X', new Map())).toThrow('Expected NAME or NAME=VALUE.');
});

test('sizes and times', () => {
  expect([bytesOf('500000'), bytesOf('512K'), bytesOf('16M'), secondsOf('0.5')]).toEqual([
    500000, 524288, 16777216, 0.5,
  ]);
  expect(() => bytesOf('0')).toThrow('Expected a number of bytes');
  expect(() => secondsOf('-1')).toThrow('Expected seconds');
});
