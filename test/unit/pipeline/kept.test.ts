/** Results of passes that are kept: found again for what they depend on, and made anew where any of it differs. */
import { expect, test } from 'vitest';
import type { LaunchConfig } from '../../../src/launch/launch.ts';
import type { SplitInput } from '../../../src/pipeline/view-split.ts';
import { array, at, barrier, kernel, load, store, v } from '../../../src/ir/build.ts';
import { binary, builtin, cast, int } from '../../../src/base/expr-build.ts';
import { createKept, launchKey } from '../../../src/pipeline/kept.ts';
import { i32 } from '../../../src/base/ctype.ts';
import { noDeadline } from '../../../src/base/deadline.ts';
import { obligationsUnder, protocolOf, splitView } from '../../../src/pipeline/view-split.ts';
import { seesAll } from '../../../src/ir/views.ts';

const cells = array('cells', { element: i32, space: 'shared', extents: [64] });
const lane = cast(i32, builtin('threadIdx.x'));
const made = kernel({
  params: [{ name: 'n', type: i32 }],
  arrays: [cells],
  body: [
    store(at(cells, lane), int(1, i32)),
    barrier(),
    load('x', at(cells, binary('+', lane, v('n')))),
    store(at(cells, lane), int(2, i32)),
  ],
});
const launch = (more: Partial<LaunchConfig> = {}): LaunchConfig => ({
  origin: 'test',
  span: null,
  block: [64, 1, 1],
  grid: [1, 1, 1],
  scalars: new Map(),
  aliases: [],
  overlaps: [],
  sharedBytes: null,
  cooperative: false,
  facts: [],
  ...more,
});
const kept = createKept();
const under = (more: Partial<SplitInput> = {}): SplitInput => ({
  config: launch(),
  view: { kernel: made, sees: seesAll },
  facts: [],
  inFull: new Set(),
  level: 'grid',
  warpModel: 'its',
  deadline: noDeadline,
  kept,
  ...more,
});
const positive = { condition: binary('>', v('n'), int(0, i32)), text: 'n > 0' };

test('launches and facts that read alike have one protocol, one split and the same obligations', () => {
  const first = splitView(under({ facts: [positive] }));
  const again = splitView(
    under({ config: launch(), facts: [{ ...positive, condition: binary('>', v('n'), int(0, i32)) }] }),
  );
  expect(again.split).toBe(first.split);
  expect(again.whole).toBe(first.whole);
  const obligations = obligationsUnder(first.split, under());
  expect(obligations.length).toBeGreaterThan(0);
  expect(obligationsUnder(again.split, under())).toBe(obligations);
});

test('a kernel, launch, fact or level that differs has a protocol of its own', () => {
  const others = [
    under(),
    under({ view: { kernel: { ...made }, sees: seesAll } }),
    under({ config: launch({ block: [32, 1, 1] }) }),
    under({ config: launch({ scalars: new Map([['n', 1n]]) }) }),
    under({ facts: [positive] }),
    under({ config: launch({ facts: [positive] }) }),
    under({ level: 'block' }),
  ];
  expect(new Set(others.map(protocolOf)).size).toBe(others.length);
});

test('what a view sees, the model of warps and arrays that stay in the intervals make another split', () => {
  const others = [
    under(),
    under({ view: { kernel: made, sees: () => false } }),
    under({ warpModel: 'lockstep' }),
    under({ inFull: new Set([cells.id]) }),
  ];
  expect(new Set(others.map((one) => splitView(one).split)).size).toBe(others.length);
});

test('values of a launch that print alike are told apart', () => {
  const values: readonly (bigint | number)[] = [1n, 1, 0, -0, NaN, Infinity];
  expect(new Set(values.map((value) => launchKey(launch({ scalars: new Map([['n', value]]) }), []))).size).toBe(
    values.length,
  );
  expect(launchKey(launch({ checks: [positive] }), [])).not.toBe(launchKey(launch({ facts: [positive] }), []));
});

test('what a time limit ends is not kept', () => {
  const view = { kernel: { ...made }, sees: seesAll };
  const ended = {
    ...noDeadline,
    check: () => {
      throw new Error('ended');
    },
  };
  expect(() => protocolOf(under({ view, deadline: ended }))).toThrow('ended');
  expect(protocolOf(under({ view })).body.length).toBeGreaterThan(0);
});
