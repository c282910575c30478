/**
 * Warp barriers, tiles, votes, shuffles, and the lockstep model; the sentences are of the CUDA C++ Programming Guide.
 */
import { describe, expect, test } from 'vitest';
import type { Stmt } from '../../../src/ir/ir.ts';
import { array, assign, at, barrier, branch, forLoop, kernel, lanes, load, store, v } from '../../../src/ir/build.ts';
import { binary, int } from '../../../src/base/expr-build.ts';
import { u32 } from '../../../src/base/ctype.ts';
import { divergences, launch, races, runIt, tid, words } from './launch.ts';

const s = array('s', { space: 'shared', extents: [128] });
const out = array('out');
const warpBarrier = barrier({ kind: 'warp', mask: null });
const masked = (mask: number): Stmt => barrier({ kind: 'warp', mask: int(mask, u32) });
const fromNext = (n: number): readonly Stmt[] => [
  load('x', at(s, binary('^', tid, int(n)))),
  store(at(out, tid), v('x')),
];

describe('__syncwarp', () => {
  test('"guarantees memory ordering among threads participating in the barrier"', () => {
    const subject = kernel({ arrays: [s, out], body: [store(at(s, tid), tid), warpBarrier, ...fromNext(1)] });
    const report = runIt(subject, launch(64));
    expect(races(report)).toEqual([]);
    expect(words(report, 'out').get(6)).toBe(7);
    expect([...report.barriers]).toEqual([[2, 2]]);
  });

  test('it orders no threads of other warps', () => {
    const subject = kernel({ arrays: [s, out], body: [store(at(s, tid), tid), warpBarrier, ...fromNext(32)] });
    expect(races(runIt(subject, launch(64)))).toEqual(['s: 1-3 block']);
  });

  test('"waits until all warp lanes named in mask": it orders no lanes outside the mask', () => {
    // Lanes 0 to 15 and lanes 16 to 31 meet apart.
    const halves = branch(binary('<', tid, int(16)), [masked(0xffff)], [masked(0xffff0000)]);
    const subject = (distance: number) =>
      kernel({ arrays: [s, out], body: [store(at(s, tid), tid), halves, ...fromNext(distance)] });
    expect(races(runIt(subject(8), launch(32)))).toEqual([]);
    expect(races(runIt(subject(16), launch(32)))).toEqual(['s: 1-5 warp']);
  });

  test('order is transitive over lanes', () => {
    // 0 meets 1, then 1 meets 2: what 0 wrote, 2 may read.
    const chain = [branch(binary('<', tid, int(2)), [masked(3)]), branch(binary('>', tid, int(0)), [masked(6)])];
    const subject = kernel({
      arrays: [s],
      body: [
        branch(binary('==', tid, int(0)), [store(at(s, int(0)), int(1))]),
        ...chain,
        branch(binary('==', tid, int(2)), [load('x', at(s, int(0)))]),
      ],
    });
    expect(races(runIt(subject, launch(3)))).toEqual([]);
    const reversed = kernel({
      arrays: [s],
      body: [
        branch(binary('==', tid, int(0)), [store(at(s, int(0)), int(1))]),
        ...[...chain].reverse(),
        branch(binary('==', tid, int(2)), [load('x', at(s, int(0)))]),
      ],
    });
    expect(races(runIt(reversed, launch(3)))).toEqual(['s: 2-8 warp']);
  });

  test('lanes that exited, and lanes that the block does not have, are not waited for', () => {
    expect(runIt(kernel({ body: [warpBarrier] }), launch(7)).outcome.kind).toBe('completed');
  });

  test('warp-synchronous tail of a reduction: correct with barriers between the steps, racy without [SW111]', () => {
    const step = (n: number, sync: readonly Stmt[]): readonly Stmt[] => [
      load('a', at(s, tid)),
      load('b', at(s, binary('+', tid, int(n)))),
      ...sync,
      store(at(s, tid), binary('+', v('a'), v('b'))),
      ...sync,
    ];
    const subject = (sync: readonly Stmt[]) =>
      kernel({
        arrays: [s],
        body: [
          store(at(s, tid), tid),
          store(at(s, binary('+', tid, int(32))), int(0)),
          ...sync,
          ...step(16, sync),
          ...step(8, sync),
          ...step(4, sync),
          ...step(2, sync),
          ...step(1, sync),
        ],
      });
    const correct = runIt(subject([warpBarrier]), launch(32));
    expect(races(correct)).toEqual([]);
    expect(words(correct, 's', 0).get(0)).toBe(496);
    expect(races(runIt(subject([]), launch(32))).length).toBeGreaterThan(0);
    const lockstep = runIt(subject([]), launch(32, { warpModel: 'lockstep' }));
    expect(races(lockstep)).toEqual([]);
    expect(words(lockstep, 's', 0).get(0)).toBe(496);
  });

  test('a mask that names lanes which do not come: deadlock [SW211]', () => {
    const subject = kernel({ body: [branch(binary('<', tid, int(16)), [masked(-1)], [barrier()])] });
    const report = runIt(subject, launch(32));
    expect(report.outcome.kind).toBe('deadlock');
    expect(divergences(report)).toEqual(['at 2: 0 waits, 16 barrier 3']);
  });

  test('a tile of 8 orders its 8 lanes', () => {
    const subject = (distance: number) =>
      kernel({
        arrays: [s, out],
        body: [store(at(s, tid), tid), barrier({ kind: 'tile', size: 8 }), ...fromNext(distance)],
      });
    expect(races(runIt(subject(4), launch(32)))).toEqual([]);
    expect(races(runIt(subject(8), launch(32)))).toEqual(['s: 1-3 warp']);
  });
});

describe('votes and shuffles', () => {
  const value = binary('*', tid, int(10));
  const resultOf = (
    op: Parameters<typeof lanes>[0],
    operands: Parameters<typeof lanes>[2],
    threads = 32,
    width = 32,
  ): ReadonlyMap<number, number> =>
    words(
      runIt(
        kernel({
          arrays: [out],
          body: [
            lanes(op, 'x', operands, { width }),
            store(
              at(out, tid),
              binary('+', { ...v('x'), type: op === 'ballot' || op === 'activemask' ? u32 : v('x').type }, int(0)),
            ),
          ],
        }),
        launch(threads),
      ),
      'out',
    );
  const odd = binary('&', tid, int(1));

  test('any, all, ballot, activemask', () => {
    expect(resultOf('any', [odd]).get(4)).toBe(1);
    expect(resultOf('all', [odd]).get(4)).toBe(0);
    expect(resultOf('all', [odd], 1).get(0)).toBe(0);
    expect(resultOf('ballot', [odd]).get(4)).toBe(0xaaaaaaaa | 0);
    expect(resultOf('activemask', [], 5).get(4)).toBe(31);
  });

  test('shfl: "value held by the thread whose ID is given by srcLane", within segments of width', () => {
    expect(resultOf('shfl', [value, int(3)]).get(9)).toBe(30);
    expect(resultOf('shfl', [value, int(3)], 32, 8).get(9)).toBe(110);
  });

  test('shfl_up, _down, _xor: out-of-segment sources give the own value', () => {
    expect(resultOf('shfl_up', [value, int(2)]).get(9)).toBe(70);
    expect(resultOf('shfl_up', [value, int(2)]).get(1)).toBe(10);
    expect(resultOf('shfl_down', [value, int(2)], 32, 8).get(5)).toBe(70);
    expect(resultOf('shfl_down', [value, int(2)], 32, 8).get(6)).toBe(60);
    expect(resultOf('shfl_xor', [value, int(1)]).get(9)).toBe(80);
  });

  test('"do not imply a memory barrier"', () => {
    const subject = kernel({
      arrays: [s, out],
      body: [store(at(s, tid), tid), lanes('shfl', 'y', [tid, int(0)]), ...fromNext(1)],
    });
    expect(races(runIt(subject, launch(32)))).toEqual(['s: 1-3 warp']);
  });

  test('a lane that takes no part gives an invented value', () => {
    const subject = kernel({
      body: [branch(binary('<', tid, int(4)), [lanes('shfl', 'y', [tid, int(9)], { mask: int(0xf, u32) })])],
    });
    expect(runIt(subject, launch(32)).inventedValues).toBe(true);
  });

  test('without mask, in a branch that some lanes do not take: the lanes that are there', () => {
    const subject = kernel({
      arrays: [out],
      body: [
        branch(binary('<', tid, int(4)), [
          lanes('ballot', 'y', [int(1)]),
          store(at(out, tid), { ...v('y'), type: u32 }),
        ]),
        barrier(),
      ],
    });
    const report = runIt(subject, launch(32));
    expect(report.outcome.kind).toBe('completed');
    expect(words(report, 'out').get(2)).toBe(15);
  });
});

describe('lockstep', () => {
  const lockstep = { warpModel: 'lockstep' } as const;
  const shifted = [load('x', at(s, binary('+', tid, int(1)))), store(at(s, tid), v('x'))];

  test('s[t] = s[t+1]: converged lanes load, then store; between warps it is a race still', () => {
    const subject = kernel({
      arrays: [s],
      body: [store(at(s, tid), tid), store(at(s, binary('+', tid, int(64))), int(0)), barrier(), ...shifted],
    });
    expect(races(runIt(subject, launch(32, lockstep)))).toEqual([]);
    expect(races(runIt(subject, launch(64, lockstep)))).toEqual(['s: 4-5 block']);
    expect(words(runIt(subject, launch(32, lockstep)), 's', 0).get(5)).toBe(6);
  });

  test('two lanes of one store to one cell race', () => {
    const subject = kernel({ arrays: [s], body: [store(at(s, binary('/', tid, int(2))), tid)] });
    expect(races(runIt(subject, launch(32, lockstep)))).toEqual(['s: 1-1 warp']);
  });

  test('lanes converge after a branch and after a loop', () => {
    // Lanes take 1 to 8 turns; then all shift together.
    const subject = kernel({
      arrays: [s, out],
      body: [
        store(at(s, tid), tid),
        store(at(s, binary('+', tid, int(32))), int(0)),
        barrier(),
        ...forLoop('i', int(0), binary('%', tid, int(8)), int(1), [load('y', at(out, v('i')))]),
        branch(binary('<', tid, int(7)), [load('z', at(out, int(0)))], [assign('q', int(0))]),
        ...shifted,
      ],
    });
    const report = runIt(subject, launch(32, lockstep));
    expect(races(report)).toEqual([]);
    expect([...words(report, 's', 0)].slice(0, 31)).toEqual(Array.from({ length: 31 }, (_, k) => [k, k + 1]));
  });

  test('`continue` waits for the other lanes at the end of the turn', () => {
    const subject = kernel({
      arrays: [s],
      body: [
        ...forLoop('i', int(0), int(4), int(1), [
          branch(binary('==', binary('%', tid, int(4)), v('i')), [
            { ...branch(int(0), []), kind: 'jump', to: 'continue' },
          ]),
          load('x', at(s, binary('+', tid, int(1)))),
          store(at(s, tid), binary('+', v('x'), int(1))),
        ]),
      ],
    });
    const [first, second] = [
      runIt(subject, launch(4, lockstep)),
      runIt(subject, launch(4, { ...lockstep, schedule: { kind: 'random', seed: 5 } })),
    ];
    expect(words(first, 's', 0)).toEqual(words(second, 's', 0));
  });
});
