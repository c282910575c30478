import { expect, test } from 'vitest';
import type { ElementMember } from '../../../src/base/member.ts';
import { printElement } from '../../../src/verdict/element.ts';

const member = (
  name: string,
  byte: number,
  extents: readonly number[] = [],
  members: readonly ElementMember[] = [],
  elementBytes = 4,
): ElementMember => ({ name, byte, elementBytes, extents, members });
// struct Pair { struct { float sum; int count; } a; int w[2][3]; };
const members = [member('a', 0, [], [member('sum', 0), member('count', 4)], 8), member('w', 8, [2, 3])];
const pairs = { name: 'pairs', elementBytes: 32, extents: [4, 2], members };

test('members are named as the source names them', () => {
  expect([0, 4, 8, 20, 32, 64 + 4].map((byte) => printElement(pairs, byte))).toEqual([
    'pairs[0][0].a.sum',
    'pairs[0][0].a.count',
    'pairs[0][0].w[0][0]',
    'pairs[0][0].w[1][0]',
    'pairs[0][1].a.sum',
    'pairs[1][0].a.count',
  ]);
  expect(printElement({ ...pairs, name: 'acc', extents: [] }, 4)).toBe('acc.a.count');
  expect(printElement({ ...pairs, extents: null }, 36)).toBe('pairs[1].a.count');
});

test('where no member begins, the byte is said', () => {
  expect(printElement(pairs, 6)).toBe('pairs[0][0]+6');
  expect(printElement({ name: 'x', elementBytes: 4, extents: [8] }, 5)).toBe('x[1]+1');
  expect(printElement({ name: 'x', elementBytes: 4, extents: [] }, 2)).toBe('x');
});
