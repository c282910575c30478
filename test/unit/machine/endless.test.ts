/** Waits that never end are told, and nothing else is. */
import { describe, expect, test } from 'vitest';
import { array, at, atomic, branch, forLoop, kernel, store, v, whileLoop } from '../../../src/ir/build.ts';
import { binary, int } from '../../../src/base/expr-build.ts';
import { bid, grid, launch, runIt, tid } from './launch.ts';

const flag = array('flag');
const cell = at(flag, int(0));
const read = atomic('add', cell, [int(0)], { target: 'seen' });
/** Looks at the flag until it is set. */
const wait = whileLoop(binary('==', v('seen'), int(0)), [], { before: [read] });

describe('endless', () => {
  test('a flag that nobody sets', () => {
    expect(runIt(kernel({ arrays: [flag], body: [wait] }), launch(1)).outcome).toMatchObject({
      kind: 'endless',
      array: flag.id,
      starved: null,
    });
  });
  test('a flag that another block sets, alone and beside it', () => {
    const waits = kernel({ arrays: [flag], body: [branch(binary('==', bid, int(0)), [wait], [store(cell, int(1))])] });
    expect(runIt(waits, { ...grid(2, 1), blocks: [0] }).outcome.kind).toBe('endless');
    expect(runIt(waits, grid(2, 1)).outcome.kind).toBe('completed');
  });
  test('a lock whose holder is a lane of the warp: in lockstep only, with the lane that cannot go on', () => {
    const take = atomic('cas', cell, [int(0), int(1)], { target: 'seen' });
    const lock = kernel({
      arrays: [flag],
      body: [whileLoop(binary('!=', v('seen'), int(0)), [], { before: [take] }), atomic('exch', cell, [int(0)])],
    });
    expect(runIt(lock, launch(2)).outcome.kind).toBe('completed');
    expect(runIt(lock, launch(2, { warpModel: 'lockstep' })).outcome).toMatchObject({
      kind: 'endless',
      starved: { who: { linearThread: 0 } },
    });
  });
  test('not a long loop that looks at memory and counts', () => {
    const counts = kernel({ arrays: [flag], body: [...forLoop('k', int(0), int(60_000), int(1), [read])] });
    expect(runIt(counts, launch(2)).outcome.kind).toBe('completed');
  });
  test('not threads that give each other their turns', () => {
    const isOther = binary('!=', binary('%', v('seen'), int(2)), tid);
    const both = kernel({
      arrays: [flag],
      body: [
        ...forLoop('k', int(0), int(4), int(1), [
          whileLoop(isOther, [], { before: [read] }),
          atomic('add', cell, [int(1)]),
        ]),
      ],
    });
    expect(runIt(both, launch(2)).outcome.kind).toBe('completed');
  });
});
