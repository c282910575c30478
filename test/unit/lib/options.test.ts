import { expect, test } from 'vitest';
import { readOptions } from '../../../src/lib/options.ts';

test('no options mean what the command line means without any', () => {
  expect(readOptions({})).toEqual({
    engine: {
      kernel: null,
      block: null,
      grid: null,
      params: new Map(),
      fills: new Map(),
      assumes: [],
      defines: new Map(),
      includeDirs: [],
      warpModel: 'its',
      level: 'grid',
      timeoutSeconds: null,
      repair: true,
    },
  });
  expect(readOptions({ timeout: undefined, block: undefined })).toEqual(readOptions({}));
});

test('values are read as on the command line', () => {
  const { engine, totalSeconds } = readOptions({
    kernel: 'sum',
    block: 256,
    grid: [4, 2],
    params: { n: 3, big: 2n ** 60n, on: true, alpha: '3.0', x: 0.5, hex: '0x10' },
    fill: { a: 0 },
    assume: ['n > 0'],
    define: { A: true, B: 2, C: 'c' },
    include: ['inc'],
    warp: 'lockstep',
    level: 'block',
    timeout: 5,
    budget: 60,
    fixes: false,
  });
  expect(engine).toEqual({
    kernel: 'sum',
    block: [256, 1, 1],
    grid: [4, 2, 1],
    params: new Map<string, bigint | number>([
      ['n', 3n],
      ['big', 2n ** 60n],
      ['on', 1n],
      ['alpha', 3],
      ['x', 0.5],
      ['hex', 16n],
    ]),
    fills: new Map([['a', 0n]]),
    assumes: ['n > 0'],
    defines: new Map([
      ['A', '1'],
      ['B', '2'],
      ['C', 'c'],
    ]),
    includeDirs: ['inc'],
    warpModel: 'lockstep',
    level: 'block',
    timeoutSeconds: 5,
    repair: false,
  });
  expect(totalSeconds).toBe(60);
});

test.each<[unknown, string]>([
  [null, 'analyze: the second argument must be an object with options'],
  [[], 'analyze: the second argument must be an object with options'],
  [{ timout: 5 }, "analyze: unknown option 'timout'; did you mean 'timeout'?"],
  [{ toString: 5 }, "analyze: unknown option 'toString'; did you mean 'define'?"],
  [{ kernel: '' }, "analyze: option 'kernel' must be a string that is not empty"],
  [{ block: '256' }, "analyze: option 'block' must be one to three whole numbers, such as 256 or [16, 16]"],
  [{ block: [1, 2, 3, 4] }, "analyze: option 'block' must be one to three whole numbers, such as 256 or [16, 16]"],
  [{ block: 100_000 }, "analyze: option 'block' is out of range: x is 100000; it must be from 1 to 65536."],
  [{ grid: 1.5 }, "analyze: option 'grid' must be one to three whole numbers, such as 256 or [16, 16]"],
  [{ grid: -1 }, "analyze: option 'grid' must be one to three whole numbers, such as 256 or [16, 16]"],
  [
    { params: { n: 'many' } },
    "analyze: option 'params' has 'n', which must be a finite number, a bigint, a boolean or a number as text",
  ],
  [
    { params: { n: NaN } },
    "analyze: option 'params' has 'n', which must be a finite number, a bigint, a boolean or a number as text",
  ],
  [{ params: { n: 2 ** 60 } }, "analyze: option 'params' has 'n', a whole number beyond 2^53: give it as a bigint"],
  [{ params: { 'a b': 1 } }, "analyze: option 'params' has the key 'a b', which is not the name of a parameter"],
  [{ params: new Map([['n', 1]]) }, "analyze: option 'params' must be an object whose values are numbers"],
  [{ assume: 'n > 0' }, "analyze: option 'assume' must be an array of strings that are not empty"],
  [{ assume: [1] }, "analyze: option 'assume' must be an array of strings that are not empty"],
  [{ define: { A: false } }, "analyze: option 'define' must be an object whose values are strings, numbers or true"],
  [{ define: { 'A(x)': 'x' } }, "analyze: option 'define' has the key 'A(x)', which is not the name of a macro"],
  [{ warp: 'volta' }, "analyze: option 'warp' must be 'its' or 'lockstep'"],
  [{ level: 'warp' }, "analyze: option 'level' must be 'grid' or 'block'"],
  [{ timeout: 0 }, "analyze: option 'timeout' must be a number of seconds, more than 0 and at most 86400"],
  [{ budget: '60' }, "analyze: option 'budget' must be a number of seconds, more than 0 and at most 86400"],
  [{ fixes: 1 }, "analyze: option 'fixes' must be true or false"],
  [{ onProgress: true }, "analyze: option 'onProgress' must be a function"],
])('%j is a TypeError', (options, message) => {
  expect(() => readOptions(options)).toThrow(new TypeError(message));
});
