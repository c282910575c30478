import { expect, test } from 'vitest';
import { fingerprintOf, fingerprintsOf } from '../../../src/verdict/fingerprint.ts';
import type { FingerprintParts } from '../../../src/verdict/fingerprint.ts';

const parts: FingerprintParts = {
  kernel: 'sum<16, float>',
  array: 's',
  code: 'SW101',
  statements: ['s[t] += s[t + k];', 'int x = s[0];'],
  occurrence: 0,
};
const print = fingerprintOf(parts);

test('is 16 hexadecimal digits that no version may change', () => expect(print).toBe('896fddcc921fd41d'));

test.each([
  ['white space', { statements: ['s[t]  +=\n\ts[t+k] ;', 'int   x=s[0];'] }],
  ['comments', { statements: ['s[t] += /* tail */ s[t + k]; // here', 'int x = s[0];'] }],
  ['the order of the two', { statements: ['int x = s[0];', 's[t] += s[t + k];'] }],
  ['white space in template arguments', { kernel: 'sum<16,float>' }],
] as const)('survives a change of %s', (_, change) => expect(fingerprintOf({ ...parts, ...change })).toBe(print));

test('survives that a lambda which the kernel is made of moves', () => {
  const [before, after] = ['each<lambda at a.cu:7>', 'each<lambda at a.cu:9>'].map((kernel) =>
    fingerprintOf({ ...parts, kernel }),
  );
  expect(before).toBe(after);
});

test.each([
  ['kernel', { kernel: 'other' }],
  ['array', { array: 'u' }],
  ['code', { code: 'SW105' }],
  ['statement', { statements: ['s[t] += s[t + j];', 'int x = s[0];'] }],
  ['words that would run together', { statements: ['s[t] += s[t + k];', 'intx = s[0];'] }],
  ['occurrence', { occurrence: 1 }],
] as const)('differs by %s', (_, change) => expect(fingerprintOf({ ...parts, ...change })).not.toBe(print));

test('equal findings of one report are told apart by their order', () => {
  const [first, other, second] = fingerprintsOf([parts, { ...parts, array: 'u' }, parts]);
  expect([first, second]).toEqual([print, fingerprintOf({ ...parts, occurrence: 1 })]);
  expect(other).toBe(fingerprintOf({ ...parts, array: 'u' }));
});
