import { describe, expect, test } from 'vitest';
import type { Kernel } from '../../../src/ir/ir.ts';
import type { MachineReport } from '../../../src/machine/machine.ts';
import type { SearchSummary } from '../../../src/search/search.ts';
import type { SearchSpace } from '../../../src/search/individual.ts';
import { array, at, branch, kernel, load, store, v } from '../../../src/ir/build.ts';
import { binary, int } from '../../../src/base/expr-build.ts';
import { i32 } from '../../../src/base/ctype.ts';
import { compileKernel } from '../../../src/machine/compile.ts';
import { createRandom } from '../../../src/base/random.ts';
import { cauchy, normal } from '../../../src/search/mutation.ts';
import { defaultSearch, search } from '../../../src/search/search.ts';
import { tid } from '../machine/launch.ts';

const out = array('out');
const table = array('table');
const machine = { maxSteps: 100_000, maxBytes: 10_000_000 };

function searched(
  subject: Kernel,
  hints: readonly number[],
  more: Partial<SearchSpace> = {},
): Readonly<{ summary: SearchSummary; last: MachineReport | null }> {
  const space: SearchSpace = {
    compiled: compileKernel(subject),
    block: [64, 1, 1],
    grid: [1, 1, 1],
    known: new Map(),
    warpModel: 'its',
    ...more,
  };
  const targets = new Set(space.compiled.memory.map(({ site }) => site.stmt));
  let last: MachineReport | null = null;
  const summary = search(
    {
      space,
      within: (one) => one,
      seeds: [],
      hints,
      targets,
      seed: 1,
      budget: { ...defaultSearch, steps: 20_000_000, machine },
    },
    (_run, report) => {
      last = report;
      return report.races.length > 0 ? 'enough' : 'go on';
    },
  );
  return { summary, last };
}

/** `out[t * k]`, k open: threads collide where k is 0. */
const strided = kernel({
  params: [{ name: 'k', type: i32 }],
  arrays: [out],
  body: [store(at(out, binary('*', tid, v('k'))), tid)],
});
/** Collides only where k is one number that the kernel compares with. */
const guarded = kernel({
  params: [{ name: 'k', type: i32 }],
  arrays: [out],
  body: [branch(binary('==', v('k'), int(4711)), [store(at(out, int(0)), tid)])],
});
/** Collides where two cells of the table hold one number. */
const indirect = kernel({
  arrays: [out, table],
  body: [load('x', at(table, tid)), branch(binary('>', v('x'), int(0)), [store(at(out, v('x')), tid)])],
});

describe('search', () => {
  test('finds scalar arguments with which threads collide', () => {
    expect(searched(strided, []).last?.races.length).toBeGreaterThan(0);
  });

  test('takes a branch that no run took, with what the kernel compares with', () => {
    expect(searched(guarded, [4711]).last?.races.length).toBeGreaterThan(0);
  });

  test('fills memory', () => {
    expect(searched(indirect, []).last?.races.length).toBeGreaterThan(0);
  });

  test('stops within its budget where nothing collides', () => {
    const own = kernel({ params: [{ name: 'k', type: i32 }], arrays: [out], body: [store(at(out, tid), v('k'))] });
    const { summary, last } = searched(own, []);
    expect(last?.races).toEqual([]);
    expect(summary.generations).toBe(10);
    expect(summary.runs).toBeLessThanOrEqual(10 + 10 * 20);
  });

  test('gives the same runs again', () => {
    expect(searched(indirect, [7]).summary).toEqual(searched(indirect, [7]).summary);
  });

  test('keeps what the launch states', () => {
    const { last } = searched(strided, [], { known: new Map([['k', 1n]]) });
    expect(last?.races).toEqual([]);
  });
});

test('normal steps are small, Cauchy steps are sometimes large', () => {
  const random = createRandom(3);
  const largest = (step: typeof normal): number =>
    Math.max(...Array.from({ length: 1000 }, () => Math.abs(step(random))));
  expect(largest(normal)).toBeLessThan(6);
  expect(largest(cauchy)).toBeGreaterThan(20);
});
