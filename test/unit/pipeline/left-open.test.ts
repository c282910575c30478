/**
 * What may be possible in a patched kernel, since it was not asked of the kernel as it was. `npm run check:patched` and
 * the bench meet it in whole kernels.
 */
import { expect, test } from 'vitest';
import { arrayId } from '../../../src/base/brand.ts';
import { wasLeftOpen } from '../../../src/pipeline/left-open.ts';

const [alpha, beta] = [arrayId('1'), arrayId('2')];
const at = (start: number, length: number): Readonly<{ start: number; end: number }> => ({
  start,
  end: start + length,
});
const before = (status: 'possible' | 'undecided', array = alpha): Parameters<typeof wasLeftOpen>[1] => [
  {
    decision: {
      open: [
        { status, obligation: { kind: 'race', array, first: { span: at(10, 4) }, second: { span: at(30, 7) } } },
        { status, obligation: { kind: 'divergence' } },
      ],
    },
    kernel: {
      arrays: new Map([
        [alpha, { name: 'alpha' }],
        [beta, { name: 'beta' }],
      ]),
    },
  },
];
const now = {
  status: 'possible',
  kind: 'data-race',
  array: 'alpha',
  pairs: [{ first: at(12, 4), second: at(32, 7) }],
} as const;

test('what was not settled before is no news, whichever way round', () => {
  expect(wasLeftOpen(now, before('undecided'))).toBe(true);
  expect(wasLeftOpen({ ...now, pairs: [{ first: at(32, 7), second: at(12, 4) }] }, before('undecided'))).toBe(true);
});

test.each([
  ['is confirmed', { ...now, status: 'confirmed' as const }, before('undecided')],
  ['is about another array', now, before('undecided', beta)],
  [
    'is about other statements too',
    { ...now, pairs: [...now.pairs, { first: at(12, 4), second: at(50, 9) }] },
    before('undecided'),
  ],
  ['was told before, so that its finding is known', now, before('possible')],
  ['is about no pair', { ...now, pairs: [] }, before('undecided')],
])('what %s is', (_, found, asked) => {
  expect(wasLeftOpen(found, asked)).toBe(false);
});
