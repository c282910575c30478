import { fc, seed } from '../../seeded.ts';
import { expect, test } from 'vitest';
import type { Kernel, Stmt } from '../../../src/ir/ir.ts';
import type { ConcreteRun } from '../../../src/launch/run.ts';
import type { ScheduledRun } from '../../../src/search/schedules/explore.ts';
import { i32 } from '../../../src/base/ctype.ts';
import { binary, builtin, cast, int } from '../../../src/base/expr-build.ts';
import { array, assign, at, atomic, branch, kernel, load, store, v } from '../../../src/ir/build.ts';
import { compileKernel } from '../../../src/machine/compile.ts';
import { checkAtomicity } from '../../../src/search/schedules/atomicity.ts';
import { delayPoints } from '../../../src/search/schedules/conflicts.ts';
import { exploreSchedules, runScheduled } from '../../../src/search/schedules/explore.ts';
import { difference, finalState } from '../../../src/search/schedules/renaming.ts';

const each = { maxSteps: 100_000, maxBytes: 1 << 24 };
const limits = { bound: 2, schedules: 1000, steps: 10_000_000, accesses: 1_000_000, each };
const bid = cast(i32, builtin('blockIdx.x'));
const [counter, cells] = [array('counter', { element: i32 }), array('cells', { element: i32 })];
const first = at(counter, int(0));

const launch = (blocks: number): ConcreteRun => ({
  block: [1, 1, 1],
  grid: [blocks, 1, 1],
  blocks: Array.from({ length: blocks }, (_, k) => k),
  scalars: new Map(),
  arrays: new Map(),
  schedule: { kind: 'delayed', delays: [] },
  warpModel: 'its',
});
const compiled = (body: readonly Stmt[]) => compileKernel(kernel({ arrays: [counter, cells], body }));
const ask = (body: readonly Stmt[], blocks = 2) =>
  checkAtomicity(compiled(body), launch(blocks), limits, { assertions: true, outcomes: true }).findings.map(
    ({ kind }) => kind,
  );
const finalOf = (one: Kernel, run: ScheduledRun): string =>
  JSON.stringify(
    [...one.arrays.keys()].map((id) =>
      run.report.memory.filter(({ array: of }) => of === id).map(({ bytes }) => [...bytes]),
    ),
  );

test('a value that is read, and stored changed, is lost where another thread stored in between', () => {
  expect(ask([load('x', first), store(first, binary('+', v('x'), int(1)))])).toEqual(['lost-atomicity']);
  expect(ask([atomic('add', first, [int(1)])])).toEqual([]);
});

test('a compare-and-swap that is tried again loses nothing', () => {
  const once = [load('x', first), atomic('cas', first, [v('x'), binary('+', v('x'), int(1))], { target: 'old' })];
  expect(ask([...once, branch(binary('!=', v('old'), v('x')), [atomic('add', first, [int(1)])])])).toEqual([]);
});

test('who comes last decides: that depends on the order, and is no fault', () => {
  expect(ask([atomic('exch', first, [binary('+', bid, int(1))])])).toEqual(['depends-on-order']);
});

test('tickets that threads draw are the same up to renaming', () => {
  const draw = [
    atomic('add', first, [int(1)], { target: 'ticket' }),
    store(at(cells, v('ticket')), binary('+', bid, int(7))),
  ];
  expect(ask(draw, 3)).toEqual([]);
  const code = compiled(draw);
  const runs = [
    [0, 1],
    [1, 0],
  ].map((order) =>
    runScheduled(
      code,
      { ...launch(2), schedule: { kind: 'preferred', order: order.map((block) => ({ block, thread: 0 })) } },
      each,
    ),
  );
  const [a, b] = runs.map(({ trace }) => finalState(trace, () => 4));
  if (a === undefined || b === undefined) throw new Error('two runs');
  expect(difference(a, b)).toBeNull();
  expect(difference({ ...a, drawn: new Map() }, b)).not.toBeNull();
});

test('of many threads, the order that a run comes from is among those that it is held against', () => {
  const last = [
    load('x', first),
    branch(binary('!=', v('x'), binary('+', bid, int(1))), [atomic('exch', first, [binary('+', bid, int(1))])]),
  ];
  expect(ask(last, 5)).toEqual(['depends-on-order']);
  expect(ask([load('x', first), store(first, binary('+', v('x'), int(1)))], 5)).toEqual(['lost-atomicity']);
});

test('operations that commute are no reason to hold a thread back', () => {
  const points = (body: readonly Stmt[]): number =>
    delayPoints(runScheduled(compiled(body), launch(2), each).trace, -1).length;
  expect(points([atomic('add', first, [int(1)])])).toBe(0);
  expect(points([atomic('add', first, [int(1)], { target: 'x' })])).toBe(1);
  expect(points([load('x', first)])).toBe(0);
});

test('the same arguments give the same runs', () => {
  const code = compiled([
    load('x', first),
    branch(binary('==', v('x'), int(0)), [atomic('exch', first, [int(2)]), load('y', at(cells, int(0)))]),
    store(at(cells, int(0)), v('x')),
  ]);
  const seen = (): string[] => {
    const runs: string[] = [];
    exploreSchedules(code, launch(3), limits, ({ run }) => {
      runs.push(JSON.stringify(run.schedule));
      return false;
    });
    return runs;
  };
  const [a, b] = [seen(), seen()];
  expect(a.length).toBeGreaterThan(5);
  expect(new Set(a).size).toBe(a.length);
  expect(b).toEqual(a);
});

const place = fc
  .tuple(fc.constantFrom(counter, cells), fc.integer({ min: 0, max: 1 }))
  .map(([of, k]) => at(of, int(k)));
const step: fc.Arbitrary<readonly Stmt[]> = fc.oneof(
  place.map((p) => [load('x', p)]),
  fc
    .tuple(place, fc.integer({ min: 1, max: 3 }))
    .map(([p, k]) => [store(p, binary('+', binary('*', v('x'), int(3)), binary('+', bid, int(k))))]),
  fc
    .tuple(place, fc.integer({ min: 0, max: 2 }))
    .map(([p, k]) => [atomic('cas', p, [int(k), binary('+', bid, int(1))], { target: 'x' })]),
  fc
    .tuple(place, fc.constantFrom<'add' | 'exch' | 'max'>('add', 'exch', 'max'))
    .map(([p, op]) => [atomic(op, p, [binary('+', bid, int(1))], { target: 'x' })]),
  fc
    .tuple(place, place)
    .map(([p, q]) => [
      load('y', p),
      branch(binary('<', v('y'), int(2)), [store(q, v('x'))], [atomic('add', q, [int(1)])]),
    ]),
);

test(
  'with delays enough, no random schedule ends in memory that the delay-bounded ones have not shown',
  { timeout: 120_000 },
  () => {
    console.log(`schedules: seed ${seed}`);
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 3 }), (steps) => {
        const one = kernel({ arrays: [counter, cells], body: [assign('x', int(0)), ...steps.flat()] });
        const code = compileKernel(one);
        const shown = new Set<string>();
        const { isWhole } = exploreSchedules(code, launch(2), { ...limits, bound: 6, schedules: 4000 }, (run) => {
          shown.add(finalOf(one, run));
          return false;
        });
        fc.pre(isWhole);
        for (let k = 0; k < 40; k++)
          expect(shown).toContain(
            finalOf(one, runScheduled(code, { ...launch(2), schedule: { kind: 'random', seed: k } }, each)),
          );
      }),
      { seed, numRuns: Number(process.env['RUNS'] ?? 60) },
    );
  },
);
