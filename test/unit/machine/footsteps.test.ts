/**
 * What followed threads are seen to do: accesses with values, barriers, ends, delays, and the moment of a divergence.
 */
import { expect, test } from 'vitest';
import { array, at, atomic, barrier, branch, kernel, load, store, v } from '../../../src/ir/build.ts';
import { binary, int } from '../../../src/base/expr-build.ts';
import type { Kernel } from '../../../src/ir/ir.ts';
import type { ConcreteRun } from '../../../src/launch/run.ts';
import type { Followed } from '../../../src/machine/footsteps.ts';
import { compileKernel } from '../../../src/machine/compile.ts';
import { createFootsteps } from '../../../src/machine/footsteps.ts';
import { runCompiled } from '../../../src/machine/run.ts';
import { grid, launch, tid } from './launch.ts';

const s = array('s', { space: 'shared', extents: [64] });
const out = array('out');

function stepsOf(subject: Kernel, run: ConcreteRun, threads: readonly Followed[]): readonly string[] {
  const footsteps = createFootsteps(threads);
  runCompiled(compileKernel(subject), run, { maxSteps: 1e6, maxBytes: 1e8 }, null, footsteps);
  return footsteps.steps.map(
    ({ who, interval, did }) =>
      `${who} in ${interval}: ${did.kind === 'access' ? `${did.mode} ${did.address} ${did.before ?? ''}>${did.value}` : did.kind === 'diverges' ? `${did.kind} ${did.arrived}+${did.exited}` : did.kind}`,
  );
}

test('accesses have the values read and written, and the interval they are in', () => {
  const subject = kernel({
    arrays: [s, out],
    body: [store(at(s, tid), tid), barrier(), load('x', at(s, binary('-', int(63), tid))), store(at(out, tid), v('x'))],
  });
  expect(
    stepsOf(subject, launch(64), [
      { block: 0, thread: 1 },
      { block: 0, thread: 62 },
    ]),
  ).toEqual([
    '0 in 0: write 4 0>1',
    '0 in 0: arrives',
    '1 in 0: write 248 0>62',
    '1 in 0: arrives',
    '0 in 1: passes',
    '1 in 1: passes',
    '0 in 1: read 248 >62',
    '0 in 1: write 4 0>62',
    '0 in 1: exits',
    '1 in 1: read 4 >1',
    '1 in 1: write 248 0>1',
    '1 in 1: exits',
  ]);
});

test('the moment of a divergence says how many wait and how many have left', () => {
  const subject = kernel({ arrays: [out], body: [branch(binary('<', tid, int(3)), [barrier()])] });
  expect(
    stepsOf(subject, launch(8), [
      { block: 0, thread: 0 },
      { block: 0, thread: 3 },
    ]),
  ).toEqual([
    '0 in 0: arrives',
    '1 in 0: exits',
    '0 in 0: diverges 3+5',
    '1 in 0: diverges 3+5',
    '0 in 1: passes',
    '0 in 1: exits',
  ]);
});

test('a thread that is held back stands where it is until it goes on', () => {
  const subject = kernel({
    arrays: [out],
    body: [atomic('add', at(out, int(0)), [int(1)]), atomic('add', at(out, int(0)), [int(1)])],
  });
  const run: ConcreteRun = { ...grid(2, 1), schedule: { kind: 'delayed', delays: [{ block: 0, thread: 0, step: 1 }] } };
  expect(
    stepsOf(subject, run, [
      { block: 0, thread: 0 },
      { block: 1, thread: 0 },
    ]),
  ).toEqual([
    '0 in 0: atomic 0 0>1',
    '0 in 0: held',
    '1 in 0: atomic 0 1>2',
    '1 in 0: atomic 0 2>3',
    '1 in 0: exits',
    '0 in 0: resumes',
    '0 in 0: atomic 0 3>4',
    '0 in 0: exits',
  ]);
});

test('threads that nobody follows leave nothing', () => {
  expect(stepsOf(kernel({ arrays: [out], body: [store(at(out, tid), tid)] }), launch(64), [])).toEqual([]);
});
