import { expect, test } from 'vitest';
import type { Unread } from '../../../src/review/unread.ts';
import { tallyWords } from '../../../src/review/unread.ts';

const lost = (because: string, ...names: readonly string[]): readonly Unread[] =>
  names.map((name) => ({ name, because, isOld: false }));
const words = (...unread: readonly Unread[]): string => tallyWords({ touched: 3, decided: 2, unread });
const many = Array.from({ length: 12 }, (_, k) => `f${k}.cu`);

test.each<[string, readonly Unread[], string]>([
  ['nothing', [], ''],
  ['one file', lost('a link', 'a.cu'), '; 1 not read: a.cu (a link)'],
  ['one reason', lost('a link', 'a.cu', 'b.cu'), '; 2 not read: a.cu, b.cu (all 2: a link)'],
  [
    'two reasons that alternate',
    [...lost('a link', 'a.cu'), ...lost('too long', 'b.cu'), ...lost('a link', 'c.cu')],
    '; 3 not read: a.cu, c.cu (all 2: a link); b.cu (too long)',
  ],
  [
    'more than are named',
    lost('a link', ...many),
    `; 12 not read: ${many.slice(0, 10).join(', ')}, … (all 12: a link)`,
  ],
  [
    'a reason behind those that are named',
    [...lost('a link', ...many), ...lost('too long', 'z.cu')],
    `; 13 not read: ${many.slice(0, 10).join(', ')}, … (all 12: a link); …`,
  ],
])('%s', (_, unread, rest) => {
  expect(words(...unread)).toBe(`2 of 3 touched kernels decided${rest}`);
});
