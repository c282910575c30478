/** Numbered barriers of a part of a block. The sentences are of the PTX ISA, "bar, barrier". */
import { expect, test } from 'vitest';
import type { Expr } from '../../../src/base/expr.ts';
import type { Stmt } from '../../../src/ir/ir.ts';
import { array, at, barrier, branch, kernel, load, store } from '../../../src/ir/build.ts';
import { binary, cast, int } from '../../../src/base/expr-build.ts';
import { launch, races, runIt, tid } from './launch.ts';
import { u32 } from '../../../src/base/ctype.ts';

const s = array('s', { space: 'shared', extents: [256] });
const named = (which: Expr | number, threads: number | null, arrive = false): Stmt =>
  barrier({
    kind: 'named',
    barrier: typeof which === 'number' ? int(which, u32) : cast(u32, which),
    threads: threads === null ? null : int(threads, u32),
    arrive,
  });
const below = (n: number, then: readonly Stmt[], otherwise: readonly Stmt[] = []): Stmt =>
  branch(binary('<', tid, int(n)), then, otherwise);
const own = at(s, tid);
const plus = (n: number) => at(s, binary('^', tid, int(n)));
const run = (body: readonly Stmt[], threads = 128) => runIt(kernel({ arrays: [s], body }), launch(threads));
const outcome = (body: readonly Stmt[], threads = 128): string => {
  const { outcome: end } = run(body, threads);
  return end.kind === 'unmodelled' ? end.because : end.kind;
};

test('"causes executing thread to wait for non-exited threads of all other warps participating in the barrier to arrive": sync orders several warps', () => {
  expect(races(run([store(own, tid), below(64, [named(1, 64), load('x', plus(63))])]))).toEqual([]);
  expect(races(run([store(own, tid), below(64, [named(1, 64), load('x', plus(64))])]))).toEqual(['s: 1-4 block']);
});

test('each group by its own number', () => {
  const group = binary('+', binary('/', tid, int(32)), int(1));
  expect(races(run([store(own, tid), named(group, 32), load('x', plus(31))]))).toEqual([]);
  expect(races(run([store(own, tid), named(group, 32), load('x', plus(32))]))).toEqual(['s: 1-3 block']);
});

test('"barrier{.cta}.arrive does not cause executing thread to wait for threads of other participating warps": what came before is ordered, what comes after is not', () => {
  expect(races(run([below(64, [store(own, tid), named(1, 128, true)], [named(1, 128), load('x', plus(64))])]))).toEqual(
    [],
  );
  expect(races(run([below(64, [named(1, 128, true), store(own, tid)], [named(1, 128), load('x', plus(64))])]))).toEqual(
    ['s: 3-5 block'],
  );
});

test('what a third one did is passed on', () => {
  const warp = (w: number, then: readonly Stmt[]): Stmt =>
    branch(binary('==', binary('/', tid, int(32)), int(w)), then);
  const body = [
    warp(0, [store(own, tid), named(1, 64, true)]),
    warp(1, [named(1, 64), named(2, 64, true)]),
    warp(2, [named(2, 64), load('x', plus(64))]),
  ];
  expect(races(run(body))).toEqual([]);
});

test('one of many threads of several warps is unordered with a later one', () => {
  const body = [
    below(96, [load('x', at(s, int(0)))]),
    branch(binary('!=', binary('/', tid, int(32)), int(2)), [named(1, 96)]),
    branch(binary('==', tid, int(96)), [store(at(s, int(0)), tid)]),
  ];
  expect(races(run(body))).toEqual(['s: 2-6 block']);
});

test('what has no meaning ends the run', () => {
  expect(outcome([named(16, 64)])).toBe('barrier 16 for part of the block');
  expect(outcome([named(1, 48)])).toBe('barrier 1 is for 48 threads, which are not whole warps');
  expect(outcome([below(64, [named(1, 64)], [named(1, 32)])])).toBe('completed');
  expect(outcome([below(32, [named(1, 64)], [named(1, 96)])])).toBe('barrier 1 is for 64 threads, and for 96');
  expect(outcome([branch(binary('==', binary('%', tid, int(2)), int(0)), [named(1, 64)])])).toBe(
    'parts of warps reach barrier 1',
  );
  expect(outcome([below(32, [named(1, 64)])])).toBe('32 of the 64 threads of barrier 1 reach it');
  expect(outcome([named(0, 128), barrier()])).toBe('barrier 0 for part of the block');
});
