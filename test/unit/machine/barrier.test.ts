/** Block barriers and their divergence; the sentences are of the CUDA C++ Programming Guide. */
import { describe, expect, test } from 'vitest';
import {
  array,
  assign,
  at,
  barrier,
  barrierReduction,
  branch,
  call,
  forLoop,
  jump,
  kernel,
  load,
  store,
  v,
  whileLoop,
} from '../../../src/ir/build.ts';
import { binary, int } from '../../../src/base/expr-build.ts';
import { divergences, grid, launch, races, runIt, tid, words } from './launch.ts';

const s = array('s', { space: 'shared', extents: [128] });
const out = array('out');
const next = binary('%', binary('+', tid, int(1)), int(64));

describe('__syncthreads', () => {
  test('"waits until all threads in the thread block have reached this point and all … accesses … are visible"', () => {
    const subject = kernel({
      arrays: [s, out],
      body: [store(at(s, tid), tid), barrier(), load('x', at(s, next)), store(at(out, tid), v('x'))],
    });
    const report = runIt(subject, launch(64));
    expect([races(report), divergences(report), report.faults]).toEqual([[], [], []]);
    expect(words(report, 'out').get(63)).toBe(0);
    expect(words(report, 'out').get(7)).toBe(8);
    expect([...report.barriers]).toEqual([[2, 1]]);
  });

  test('without it the same accesses race, within a warp and between warps', () => {
    const subject = kernel({
      arrays: [s, out],
      body: [store(at(s, tid), tid), load('x', at(s, next)), store(at(out, tid), v('x'))],
    });
    expect(races(runIt(subject, launch(64)))).toEqual(['s: 1-2 block', 's: 1-2 warp']);
  });

  test('"is allowed in conditional code but only if the conditional evaluates identically across the entire thread block"', () => {
    const uniform = kernel({ body: [branch(binary('<', int(0), int(1)), [barrier()])] });
    expect(divergences(runIt(uniform, launch(64)))).toEqual([]);
    const divergent = kernel({ body: [branch(binary('<', tid, int(5)), [barrier()])] });
    expect(divergences(runIt(divergent, launch(64)))).toEqual(['at 2: 0 waits, 5 exited on line end']);
  });

  test('two barriers in the two arms of a branch are two barriers', () => {
    const subject = kernel({ body: [branch(binary('<', tid, int(5)), [barrier()], [barrier()])] });
    expect(divergences(runIt(subject, launch(64)))).toEqual(['at 2: 0 waits, 5 barrier 3']);
  });

  test('one barrier in two turns of a loop is met in different turns', () => {
    // Thread 0 skips the barrier of its first turn.
    const subject = kernel({
      body: [
        ...forLoop('i', int(0), int(3), int(1), [
          branch(binary('&&', binary('==', tid, int(0)), binary('==', v('i'), int(0))), [jump('continue')]),
          barrier(),
        ]),
      ],
    });
    expect(divergences(runIt(subject, launch(4)))).toEqual([
      'at 5: 0 waits, 1 other-turn',
      'at 5: 1 waits, 0 exited on line end',
    ]);
  });

  test('trip counts that depend on the thread', () => {
    const subject = kernel({ body: [...forLoop('i', int(0), tid, int(1), [barrier()])] });
    expect(divergences(runIt(subject, launch(4)))).toEqual(['at 3: 1 waits, 0 exited on line end']);
  });

  test('sm_70 and later: "__syncthreads() … will not succeed until reached by all non-exited threads in the block"', () => {
    const subject = kernel({
      arrays: [s],
      body: [branch(binary('>=', tid, int(40)), [jump('exit')]), barrier(), store(at(s, tid), tid)],
    });
    const report = runIt(subject, launch(64));
    expect(report.outcome.kind).toBe('completed');
    expect(divergences(report)).toEqual(['at 3: 0 waits, 40 exited on line 3']);
    expect(words(report, 's', 0).size).toBe(40);
  });

  test('a thread that ends after the last barrier diverges from nobody', () => {
    const subject = kernel({
      body: [barrier(), branch(binary('<', tid, int(3)), [jump('exit')]), assign('x', int(1))],
    });
    expect(divergences(runIt(subject, launch(64)))).toEqual([]);
  });

  test('`return` in a device function skips its barrier, and the kernel goes on', () => {
    const subject = kernel({
      body: [call('f', [branch(binary('<', tid, int(3)), [jump('return')]), barrier()]), barrier()],
    });
    expect(divergences(runIt(subject, launch(64)))).toEqual([
      'at 5: 0 waits, 3 barrier 4',
      'at 5: 3 waits, 0 exited on line end',
    ]);
  });

  test('`break` before the barrier of a loop', () => {
    const subject = kernel({
      body: [
        ...forLoop('i', int(0), int(2), int(1), [branch(binary('==', tid, int(1)), [jump('break')]), barrier()]),
        barrier(),
      ],
    });
    expect(divergences(runIt(subject, launch(2)))).toContain('at 5: 0 waits, 1 barrier 7');
  });
});

test('__syncthreads_count "evaluates predicate for all threads of the block and returns the number of threads for which predicate evaluates to non-zero"; _and and _or likewise', () => {
  const subject = kernel({
    arrays: [out],
    body: [
      barrierReduction('count', binary('<', tid, int(5)), 'n'),
      barrierReduction('and', binary('<', tid, int(5)), 'a'),
      barrierReduction('or', binary('<', tid, int(5)), 'o'),
      store(
        at(out, tid),
        binary('+', v('n'), binary('+', binary('*', v('a'), int(100)), binary('*', v('o'), int(1000)))),
      ),
    ],
  });
  expect(words(runIt(subject, launch(40)), 'out').get(39)).toBe(1005);
});

describe('grid barrier', () => {
  test('orders all threads of the launch', () => {
    const other = binary('%', binary('+', tid, int(1)), int(2));
    const body = (middle: readonly ReturnType<typeof barrier>[]) =>
      kernel({
        arrays: [out],
        body: [
          branch(binary('==', tid, int(0)), [store(at(out, int(0)), int(7))]),
          ...middle,
          load('x', at(out, int(0))),
          assign('y', other),
        ],
      });
    const twice = grid(2, 2);
    expect(races(runIt(body([barrier({ kind: 'grid' })]), twice))).toEqual(['out: 2-2 grid =']);
    expect(races(runIt(body([]), twice))).toEqual(['out: 2-2 grid =', 'out: 2-3 grid', 'out: 2-3 warp']);
  });
});

test('threads that wait for each other for ever: deadlock, and where', () => {
  const subject = kernel({
    body: [branch(binary('<', tid, int(3)), [barrier({ kind: 'warp', mask: null })], [barrier()])],
  });
  const report = runIt(subject, launch(8));
  expect(report.outcome.kind).toBe('deadlock');
  expect(divergences(report)).toEqual(['at 2: 0 waits, 3 barrier 3']);
});

test('a loop that never ends spends the budget of steps', () => {
  const subject = kernel({ body: [whileLoop(binary('<', int(0), int(1)), [])] });
  expect(runIt(subject, launch(32)).outcome).toEqual({ kind: 'budget', which: 'steps' });
});
