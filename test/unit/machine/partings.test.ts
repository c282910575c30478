/** Meetings of lanes and of the grid that some miss; the sentences are of the CUDA C++ Programming Guide. */
import { describe, expect, test } from 'vitest';
import type { MachineReport } from '../../../src/machine/machine.ts';
import type { Stmt } from '../../../src/ir/ir.ts';
import { array, at, barrier, branch, forLoop, jump, kernel, lanes, load, store, v } from '../../../src/ir/build.ts';
import { binary, int } from '../../../src/base/expr-build.ts';
import { u32 } from '../../../src/base/ctype.ts';
import { bid, launch, runIt, tid } from './launch.ts';

const out = array('out');
const shuffled = (mask: number | null, distance = 1): Stmt =>
  lanes('shfl_down', 'x', [tid, int(distance)], mask === null ? {} : { mask: int(mask, u32) });
const full = 0xffffffff;
const low = (count: number) => binary('<', tid, int(count));
const after = store(at(out, tid), tid);
const partings = (report: MachineReport): readonly string[] =>
  report.partings.map(
    ({ barrier: stmt, how, waiting, other }) => `${stmt}: ${waiting.linearThread} ${other.linearThread} ${how}`,
  );
const shown = (body: readonly Stmt[], threads = 32): readonly string[] =>
  partings(runIt(kernel({ arrays: [out], body }), launch(threads)));

describe('"all non-exited threads named in mask must execute the same intrinsic with the same mask"', () => {
  test('a lane that goes around the call and does something behind it', () => {
    expect(shown([branch(low(16), [shuffled(full)]), after])).toEqual(['2: 0 16 gone']);
  });

  test('a lane that goes around it and waits elsewhere', () => {
    expect(shown([branch(low(16), [shuffled(full)]), barrier()])).toEqual(['2: 0 16 elsewhere']);
  });

  test('exited lanes are not missed, whether they return before or only end', () => {
    expect(shown([branch(low(16), [shuffled(full), after])])).toEqual([]);
    expect(shown([branch(low(16), [], [jump('exit')]), shuffled(full), after])).toEqual([]);
  });

  test('a mask that names those who come, and whole warps', () => {
    expect(shown([branch(low(16), [shuffled(0xffff)]), after])).toEqual([]);
    expect(shown([branch(low(32), [shuffled(full)]), after], 64)).toEqual([]);
  });

  test('the same operation in both branches may be meant to meet, another mask is not', () => {
    expect(shown([branch(low(16), [shuffled(full)], [shuffled(full)]), after])).toEqual([]);
    expect(shown([branch(low(16), [shuffled(full)], [shuffled(-2)]), after])).toEqual(['2: 1 16 elsewhere']);
  });

  test('lanes that leave a loop sooner than others', () => {
    expect(
      shown([...forLoop('i', int(0), tid, int(1), [shuffled(full)]), barrier()]).map((text) =>
        text.replace(/^\d+: /, ''),
      ),
    ).toEqual(['1 0 elsewhere']);
    const uneven = forLoop('i', int(0), tid, int(1), [shuffled(full)]);
    expect(shown([...uneven, after]).map((text) => text.replace(/^\d+: /, ''))).toEqual(['1 0 gone']);
    expect(
      shown([...forLoop('i', int(0), binary('+', tid, int(1)), int(1), [shuffled(full)]), after]).map((text) =>
        text.replace(/^\d+: /, ''),
      ),
    ).toEqual(['1 0 gone']);
    expect(shown(forLoop('i', int(0), tid, int(1), [shuffled(full), after]))).toEqual([]);
  });

  test('"each calling thread must have its own bit set in the mask"', () => {
    expect(shown([shuffled(0xffff), after])).toEqual(['1: 16 0 left-out']);
  });

  test('without a mask it is for those who are there', () => {
    expect(shown([branch(low(16), [shuffled(null)]), after])).toEqual([]);
    expect(shown([branch(low(16), [lanes('activemask', 'x', [])]), after])).toEqual([]);
  });

  test('of ways that depend on data nothing is said', () => {
    expect(shown([load('y', at(out, tid)), branch(binary('<', v('y'), tid), [shuffled(full)]), barrier()])).toEqual([]);
  });
});

describe('the barrier of the grid', () => {
  const grid = barrier({ kind: 'grid' });
  const isFirst = binary('==', bid, int(0));

  test('a block that does not come, and one that comes', () => {
    const of = (body: readonly Stmt[]): readonly string[] =>
      partings(runIt(kernel({ arrays: [out], body }), launch(8, { grid: [2, 1, 1], blocks: [0, 1] })));
    expect(of([branch(isFirst, [grid]), after])).toEqual(['2: 0 0 gone']);
    expect(of([grid, after])).toEqual([]);
  });
});
