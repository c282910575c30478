/** Schedules: reproducible, of the kind that was asked for, and without effect on kernels that are free of races. */
import { fc } from '../../seeded.ts';
import { describe, expect, test } from 'vitest';
import type { Stmt } from '../../../src/ir/ir.ts';
import type { Schedule } from '../../../src/launch/run.ts';
import {
  array,
  at,
  atomic,
  barrier,
  branch,
  forLoop,
  kernel,
  load,
  store,
  v,
  whileLoop,
} from '../../../src/ir/build.ts';
import { bytes } from '../../../src/base/brand.ts';
import { binary, int } from '../../../src/base/expr-build.ts';
import { finalMemoryDigest, printMachineReport } from '../../../src/machine/print.ts';
import { bid, grid, launch, runIt, tid, words } from './launch.ts';

const out = array('out');
const winner = kernel({ arrays: [out], body: [store(at0(0), tid)] });
function at0(index: number) {
  return {
    array: out.id,
    subscripts: [],
    offset: bytes(index * 4),
    type: { kind: 'int', bits: 32, signed: true },
    volatile: false,
  } as const;
}
const last = (schedule: Schedule, threads = 8): number | undefined =>
  words(runIt(winner, launch(threads, { schedule })), 'out').get(0);

describe('order', () => {
  test('canonical: the last thread writes last', () => {
    expect(last({ kind: 'canonical' })).toBe(7);
  });
  test('preferred: the named threads go first, in their order', () => {
    const order = kernel({
      arrays: [out],
      body: [atomic('add', at0(0), [int(1)], { target: 'n' }), store(at(out, binary('+', tid, int(1))), v('n'))],
    });
    const report = runIt(
      order,
      launch(4, {
        schedule: {
          kind: 'preferred',
          order: [
            { block: 0, thread: 3 },
            { block: 0, thread: 1 },
          ],
        },
      }),
    );
    expect([...words(report, 'out')].sort(([a], [b]) => a - b).map(([, value]) => value)).toEqual([4, 2, 1, 3, 0]);
  });
  test('preferred: a thread of a later block can go first', () => {
    const order = kernel({ arrays: [out], body: [store(at0(0), bid)] });
    expect(words(runIt(order, grid(2, 1)), 'out').get(0)).toBe(1);
    expect(
      words(runIt(order, grid(2, 1, { schedule: { kind: 'preferred', order: [{ block: 1, thread: 0 }] } })), 'out').get(
        0,
      ),
    ).toBe(0);
  });
  test('delayed: a thread is delayed before its n-th visible step until nobody else can move', () => {
    expect(last({ kind: 'delayed', delays: [{ block: 0, thread: 2, step: 0 }] })).toBe(2);
    const twice = kernel({ arrays: [out], body: [store(at0(0), tid), store(at0(1), tid)] });
    const report = runIt(
      twice,
      launch(8, { schedule: { kind: 'delayed', delays: [{ block: 0, thread: 2, step: 1 }] } }),
    );
    expect([words(report, 'out').get(0), words(report, 'out').get(1)]).toEqual([7, 2]);
  });
  test('random: one seed, one run; other seeds, other runs', () => {
    const seeds = Array.from({ length: 20 }, (_, seed) => last({ kind: 'random', seed }));
    expect(seeds).toEqual(Array.from({ length: 20 }, (_, seed) => last({ kind: 'random', seed })));
    expect(new Set(seeds).size).toBeGreaterThan(3);
  });
});

test.each(['its', 'lockstep'] as const)('the same run gives the same report, text for text (%s)', (warpModel) => {
  const subject = kernel({
    arrays: [out],
    body: [
      ...forLoop('i', int(0), int(3), int(1), [load('x', at(out, v('i'))), store(at(out, tid), v('x')), barrier()]),
    ],
  });
  for (const schedule of [{ kind: 'canonical' }, { kind: 'random', seed: 9 }] as const) {
    const texts = [1, 2].map(() => printMachineReport(runIt(subject, grid(2, 40, { schedule, warpModel }))));
    expect(texts[0]).toBe(texts[1]);
  }
});

test('a thread that spins on what a later thread writes lets it go on', () => {
  const flag = atomic('load', at0(0), [], { target: 'f' });
  const subject = kernel({
    arrays: [out],
    body: [
      branch(
        binary('==', bid, int(0)),
        [whileLoop(binary('==', v('f'), int(0)), [], { before: [flag] }), store(at0(1), int(5))],
        [atomic('exch', at0(0), [int(1)])],
      ),
    ],
  });
  const report = runIt(subject, grid(2, 1));
  expect(report.outcome.kind).toBe('completed');
  expect(words(report, 'out').get(1)).toBe(5);
});

test('a spin lock within a warp: progress with independent threads, none in lockstep [SW406]', () => {
  const subject = kernel({
    arrays: [out],
    body: [
      whileLoop(binary('!=', v('old'), int(0)), [], {
        before: [atomic('cas', at0(0), [int(0), int(1)], { target: 'old' })],
        testFirst: true,
      }),
      load('x', at0(1)),
      store(at0(1), binary('+', v('x'), int(1))),
      atomic('exch', at0(0), [int(0)]),
    ],
  });
  const its = runIt(subject, launch(8, { schedule: { kind: 'random', seed: 3 } }));
  expect([its.outcome.kind, words(its, 'out').get(1)]).toEqual(['completed', 8]);
  expect(runIt(subject, launch(8, { warpModel: 'lockstep' })).outcome).toMatchObject({
    kind: 'endless',
    starved: { who: { linearThread: 0 } },
  });
});

// Property ------------------------------------------------------------------------------------------------------------

/**
 * Phases of loads and stores at shifted indices of a shared array, most with barriers, so that about half are free of
 * races.
 */
const s = array('s', { space: 'shared', extents: [256] });
const step = fc.record({
  from: fc.integer({ min: 0, max: 3 }),
  to: fc.integer({ min: 0, max: 3 }),
  half: fc.boolean(),
  hasBarrier: fc.boolean(),
});
const bodyOf = (steps: readonly (typeof step extends fc.Arbitrary<infer T> ? T : never)[]): readonly Stmt[] => [
  store(at(s, tid), tid),
  barrier(),
  ...steps.flatMap(({ from, to, half, hasBarrier }): Stmt[] => {
    const work: Stmt[] = [
      load('x', at(s, binary('+', binary('*', tid, int(2)), int(from)))),
      ...(hasBarrier ? [barrier()] : []),
      store(at(s, binary('+', binary('*', tid, int(2)), int(to))), binary('+', v('x'), tid)),
    ];
    return [...(half && !hasBarrier ? [branch(binary('<', tid, int(20)), work)] : work), barrier()];
  }),
  load('x', at(s, tid)),
  store(at(out, binary('+', binary('*', bid, int(64)), tid)), v('x')),
];

test('a kernel without races ends with the same memory under every schedule and warp model', () => {
  let free = 0;
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 4 }), fc.integer(), (steps, seed) => {
      const subject = kernel({ arrays: [s, out], body: bodyOf(steps) });
      const canonical = runIt(subject, grid(2, 40));
      const others = [
        runIt(subject, grid(2, 40, { schedule: { kind: 'random', seed } })),
        runIt(subject, grid(2, 40, { warpModel: 'lockstep' })),
      ];
      // What races does not depend on the schedule here, since no address depends on data.
      const named = (report: typeof canonical): readonly string[] =>
        report.races
          .map((race) => `${[race.first.stmt, race.second.stmt].sort((a, b) => a - b).join('-')} ${race.scope}`)
          .sort();
      expect(named(others[0] ?? canonical)).toEqual(named(canonical));
      if (canonical.races.length > 0) return;
      free++;
      for (const other of others) expect(finalMemoryDigest(other)).toBe(finalMemoryDigest(canonical));
    }),
    { numRuns: 100, seed: 4 },
  );
  expect(free).toBeGreaterThan(5);
});
