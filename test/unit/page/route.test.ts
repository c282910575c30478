/** Addresses: what is written is read back, and nothing that is typed breaks the page. */
import { expect, test } from 'vitest';
import { fc } from '../../seeded.ts';
import type { Filter, Route } from '../../../src/page/route.ts';
import { addressOf, noFilter, orders, routeOf } from '../../../src/page/route.ts';

const some = (values: readonly string[]): fc.Arbitrary<readonly string[]> => fc.subarray([...values]);
const filter: fc.Arbitrary<Filter> = fc.record({
  text: fc.string(),
  folder: fc.string(),
  reason: fc.option(fc.nat(999)),
  sort: fc.constantFrom(...orders),
  page: fc.integer({ min: 1, max: 999 }),
  chosen: fc.record({
    verdict: some(['racy', 'drf']),
    severity: some(['error', 'info']),
    status: some(['confirmed']),
    code: some(['SW101', 'SW203']),
  }),
});
const route: fc.Arbitrary<Route> = fc.oneof(
  fc.constant<Route>({ kind: 'overview' }),
  filter.map((one): Route => ({ kind: 'list', filter: one })),
  fc.record({
    kind: fc.constant('kernel' as const),
    key: fc.stringMatching(/^[0-9a-f]{12}(?:-\d)?$/),
    finding: fc.option(fc.nat(99).map((n) => `F${n}`)),
    step: fc.option(fc.integer({ min: 1, max: 400 })),
  }),
);

test('an address leads back to what it was made of', () => {
  fc.assert(
    fc.property(route, (one) => {
      expect(routeOf(addressOf(one))).toEqual(one);
    }),
  );
});
test('any address leads somewhere', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      routeOf(text);
      routeOf(`#/kernels?${text}`);
      routeOf(`#/kernel/${text}`);
    }),
  );
});
test('an address of the page itself is none of ours', () => expect(routeOf('#problems')).toBeNull());
test('what is not understood is left out', () =>
  expect(routeOf('#/kernels?verdict=racy,<b>&page=-1&reason=x')).toEqual({
    kind: 'list',
    filter: { ...noFilter, chosen: { ...noFilter.chosen, verdict: ['racy'] } },
  }));
test('a broken escape is no error', () => expect(routeOf('#/kernels?q=%E0%A4%A')?.kind).toBe('list'));
