/** What scopes, fences and exited threads order and what they do not; the sentences are of the CUDA C++ Programming Guide. */
import { describe, expect, test } from 'vitest';
import { array, at, atomic, barrier, branch, fence, jump, kernel, load, store, v } from '../../../src/ir/build.ts';
import { binary, int } from '../../../src/base/expr-build.ts';
import { divergences, grid, launch, races, runIt, tid } from './launch.ts';

const s = array('s', { space: 'shared', extents: [64] });
const out = array('out');
const zero = at(out, int(0));

describe('scopes of atomics: "Block-wide atomics: atomic for all CUDA threads in the current program executing in the same thread block"', () => {
  const counted = (scope: 'block' | 'device') => kernel({ arrays: [out], body: [atomic('add', zero, [int(1)], { scope })] });

  test('of the block: no race within it, one between blocks [SW405]', () => {
    expect(races(runIt(counted('block'), launch(64)))).toEqual([]);
    expect(races(runIt(counted('block'), grid(2, 32)))).toEqual(['out: 1-1 grid']);
  });

  test('of the device: none between blocks', () => {
    expect(races(runIt(counted('device'), grid(2, 32)))).toEqual([]);
  });
});

test('"Memory fence functions only affect the ordering of memory operations by a thread": they are no barriers', () => {
  const next = binary('%', binary('+', tid, int(1)), int(64));
  const subject = kernel({ arrays: [s, out], body: [store(at(s, tid), tid), fence('device'), load('x', at(s, next)), store(at(out, tid), v('x'))] });
  expect(races(runIt(subject, launch(64)))).toEqual(['s: 1-3 block', 's: 1-3 warp']);
});

test('blocks are not ordered by what orders the threads of each', () => {
  const subject = kernel({ arrays: [out], body: [branch(binary('==', tid, int(0)), [store(zero, int(1))]), barrier()] });
  expect(races(runIt(subject, launch(64)))).toEqual([]);
  expect(races(runIt(subject, grid(2, 64)))).toEqual(['out: 2-2 grid =']);
});

test('"all non-exited threads": what a thread did before it ended is ordered before what follows the barrier', () => {
  const subject = kernel({ arrays: [s, out], body: [
    store(at(s, tid), tid),
    branch(binary('>', tid, int(31)), [jump('exit')]),
    barrier(),
    load('x', at(s, binary('+', tid, int(32)))),
    store(at(out, tid), v('x')),
  ] });
  const report = runIt(subject, launch(64));
  expect(races(report)).toEqual([]);
  expect(divergences(report)).toEqual(['at 4: 0 waits, 32 exited on line 4']);
});
