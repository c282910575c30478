/**
 * What scopes, fences and exited threads order and what they do not; the sentences are of the CUDA C++ Programming
 * Guide.
 */
import { describe, expect, test } from 'vitest';
import {
  array,
  at,
  atomic,
  barrier,
  branch,
  fence,
  jump,
  kernel,
  load,
  store,
  v,
  whileLoop,
} from '../../../src/ir/build.ts';
import { binary, int } from '../../../src/base/expr-build.ts';
import { bid, divergences, grid, launch, races, runIt, tid } from './launch.ts';

const s = array('s', { space: 'shared', extents: [64] });
const out = array('out');
const zero = at(out, int(0));

describe('scopes of atomics: "Block-wide atomics: atomic for all CUDA threads in the current program executing in the same thread block"', () => {
  const counted = (scope: 'block' | 'device') =>
    kernel({ arrays: [out], body: [atomic('add', zero, [int(1)], { scope })] });

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
  const subject = kernel({
    arrays: [s, out],
    body: [store(at(s, tid), tid), fence('device'), load('x', at(s, next)), store(at(out, tid), v('x'))],
  });
  expect(races(runIt(subject, launch(64)))).toEqual(['s: 1-3 block', 's: 1-3 warp']);
});

test('blocks are not ordered by what orders the threads of each', () => {
  const subject = kernel({
    arrays: [out],
    body: [branch(binary('==', tid, int(0)), [store(zero, int(1))]), barrier()],
  });
  expect(races(runIt(subject, launch(64)))).toEqual([]);
  expect(races(runIt(subject, grid(2, 64)))).toEqual(['out: 2-2 grid =']);
});

test('"all non-exited threads": what a thread did before it ended is ordered before what follows the barrier', () => {
  const subject = kernel({
    arrays: [s, out],
    body: [
      store(at(s, tid), tid),
      branch(binary('>', tid, int(31)), [jump('exit')]),
      barrier(),
      load('x', at(s, binary('+', tid, int(32)))),
      store(at(out, tid), v('x')),
    ],
  });
  const report = runIt(subject, launch(64));
  expect(races(report)).toEqual([]);
  expect(divergences(report)).toEqual(['at 4: 0 waits, 32 exited on line 4']);
});

describe('message passing between two blocks', () => {
  const [flags, data] = [array('flags'), array('data')];
  const [first, second, cell] = [at(flags, int(0)), at(flags, int(1)), at(data, int(0))];
  /** Block 0 stores and tells; block 1 waits for `value` in the flag, and reads. */
  const passing = (told: readonly Parameters<typeof branch>[1][number][], value: number) =>
    kernel({
      arrays: [flags, data],
      body: [
        branch(
          binary('==', bid, int(0)),
          [store(cell, int(1)), ...told],
          [
            whileLoop(binary('!=', v('seen'), int(value)), [], {
              before: [atomic('load', first, [], { target: 'seen', order: 'acquire' })],
            }),
            load('x', cell),
          ],
        ),
      ],
    });
  const release = (to: number) => atomic('store', first, [int(to)], { order: 'release' });
  const relaxed = (to: number) => atomic('store', first, [int(to)]);

  test('PTX ISA, "Release Patterns": "a release operation on M followed by a strong write on M in program order"', () => {
    expect(races(runIt(passing([release(1)], 1), grid(2, 1)))).toEqual([]);
    expect(races(runIt(passing([release(1), relaxed(2)], 2), grid(2, 1)))).toEqual([]);
    expect(races(runIt(passing([relaxed(1), relaxed(2)], 2), grid(2, 1)))).toHaveLength(1);
  });

  test('a plain store takes nothing from the cell beside it', () => {
    expect(races(runIt(passing([release(1), store(second, int(0))], 1), grid(2, 1)))).toEqual([]);
  });
});
