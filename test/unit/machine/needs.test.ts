/** Which barriers a run needed (Wu et al., Simulee, Algorithm 5). */
import { expect, test } from 'vitest';
import type { Stmt } from '../../../src/ir/ir.ts';
import { array, at, barrier, branch, forLoop, kernel, load, store, v } from '../../../src/ir/build.ts';
import { binary, int } from '../../../src/base/expr-build.ts';
import { launch, runIt, tid } from './launch.ts';

const s = array('s', { space: 'shared', extents: [128] });
const out = array('out');
const next = binary('%', binary('+', tid, int(1)), int(64));
const needed = (body: readonly Stmt[]): readonly number[] =>
  [...runIt(kernel({ arrays: [s, out], body }), launch(64)).neededBarriers].sort((a, b) => a - b);

test('a barrier between a write and a read of another thread is needed', () => {
  expect(needed([store(at(s, tid), tid), barrier(), load('x', at(s, next)), store(at(out, tid), v('x'))])).toEqual([2]);
});

test('one between a write and a read of the same thread is not', () => {
  expect(needed([store(at(s, tid), tid), barrier(), load('x', at(s, tid)), store(at(out, tid), v('x'))])).toEqual([]);
});

test('of two in a row neither alone is', () => {
  expect(
    needed([store(at(s, tid), tid), barrier(), barrier(), load('x', at(s, next)), store(at(out, tid), v('x'))]),
  ).toEqual([]);
});

test('one that is passed several times in between is', () => {
  const turns = forLoop('i', int(0), int(3), int(1), [
    branch(binary('==', v('i'), int(0)), [store(at(s, tid), tid)]),
    barrier(),
    branch(binary('==', v('i'), int(2)), [load('x', at(s, next))]),
  ]);
  expect(needed(turns)).toHaveLength(1);
});
