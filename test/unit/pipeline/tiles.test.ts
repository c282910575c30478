/** Which barriers of tiles order accesses [T13]. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Dim3, LaunchConfig } from '../../../src/launch/launch.ts';
import type { Expr } from '../../../src/base/expr.ts';
import type { Solver } from '../../../src/solve/solve.ts';
import type { Stmt } from '../../../src/ir/ir.ts';
import { array, assign, at, barrier, branch, forLoop, jump, kernel, load, store, v } from '../../../src/ir/build.ts';
import { binary, builtin, cast, int } from '../../../src/base/expr-build.ts';
import { createSolver } from '../../../src/solve/z3.ts';
import { i32, u32 } from '../../../src/base/ctype.ts';
import { noDeadline } from '../../../src/base/deadline.ts';
import { orderedParts } from '../../../src/pipeline/tiles.ts';

let solver: Solver;
beforeAll(async () => {
  solver = await createSolver();
});
afterAll(() => solver.close());

const s = array('s', { space: 'shared', element: i32, extents: [128] });
const a = array('a', { element: i32, extents: [1024] });
const t: Expr = cast(i32, builtin('threadIdx.x'));
const warp = (mask: Expr | null = null): Stmt => barrier({ kind: 'warp', mask });
const write = (): Stmt => store(at(s, t), t);
const isBeyond = binary('>=', t, v('n'));

/** The sizes of the tiles that some barrier orders. */
async function sizesIn(body: readonly Stmt[], block: Dim3 = [64, 1, 1]): Promise<readonly number[]> {
  const config: LaunchConfig = {
    origin: 'unit',
    span: null,
    block,
    grid: [1, 1, 1],
    scalars: new Map(),
    aliases: [],
    overlaps: [],
    sharedBytes: null,
    cooperative: false,
    facts: [],
  };
  const ordered = await orderedParts({
    kernel: kernel({ params: [{ name: 'n', type: i32 }], arrays: [s, a], body }),
    config,
    facts: [],
    level: 'grid',
    solver,
    quiet: new Set(),
    deadline: noDeadline,
  });
  return ordered.protocols.flatMap(({ pairs: { within } }) =>
    within.flatMap((part) => (part.kind === 'tiles' ? [part.size] : [])),
  );
}

test('of whole warps, and of tiles, the largest first', async () => {
  expect(await sizesIn([write(), warp(), barrier({ kind: 'tile', size: 8 }), write()])).toEqual([32, 8]);
});

test('not of tiles larger than a warp', async () => {
  expect(await sizesIn([write(), barrier({ kind: 'tile', size: 64 }), write()])).toEqual([]);
});

test('of a mask in a variable only where it is all ones', async () => {
  expect(await sizesIn([assign('m', int(0xffffffff, u32)), write(), warp(v('m', u32)), write()])).toEqual([32]);
  expect(
    await sizesIn([
      assign('m', int(0xffffffff, u32)),
      branch(isBeyond, [assign('m', int(1, u32))]),
      write(),
      warp(v('m', u32)),
      write(),
    ]),
  ).toEqual([]);
});

test('under a condition that is one for the tile, or for those of its size', async () => {
  expect(await sizesIn([write(), branch(binary('<', binary('/', t, int(32)), v('n')), [warp()]), write()])).toEqual([
    32,
  ]);
  expect(
    await sizesIn([
      write(),
      branch(binary('<', binary('/', t, int(8)), v('n')), [warp(), barrier({ kind: 'tile', size: 8 })]),
      write(),
    ]),
  ).toEqual([8]);
  expect(await sizesIn([write(), branch(isBeyond, [warp()]), write()])).toEqual([]);
});

test('in loops in which all lanes have equal turns', async () => {
  expect(await sizesIn(forLoop('k', int(0), v('n'), int(1), [write(), warp()]))).toEqual([32]);
  expect(await sizesIn(forLoop('k', binary('/', t, int(32)), v('n'), int(2), [write(), warp()]))).toEqual([32]);
  expect(await sizesIn(forLoop('k', t, v('n'), int(64), [write(), warp()]))).toEqual([]);
});

test('threads that leave need not come, if they have done nothing', async () => {
  expect(await sizesIn([branch(isBeyond, [jump('exit')]), write(), warp(), write()])).toEqual([32]);
  expect(await sizesIn([load('x', at(a, t)), branch(isBeyond, [jump('exit')]), write(), warp(), write()])).toEqual([
    32,
  ]);
  expect(await sizesIn([write(), branch(isBeyond, [jump('exit')]), warp(), write()])).toEqual([]);
  expect(await sizesIn([load('x', at(s, t)), branch(isBeyond, [jump('exit')]), write(), warp(), write()])).toEqual([]);
});

test('threads that go around need not come, if they do nothing before, there or behind', async () => {
  const then = [write(), warp(), write()];
  expect(await sizesIn([branch(isBeyond, then)])).toEqual([32]);
  expect(await sizesIn([branch(isBeyond, then, [write()])])).toEqual([]);
  expect(await sizesIn([branch(isBeyond, then), write()])).toEqual([]);
  expect(await sizesIn([branch(binary('<', v('n'), int(5)), [write()]), branch(isBeyond, then)])).toEqual([]);
  expect(await sizesIn(forLoop('k', int(0), v('n'), int(1), [branch(binary('<', t, v('k')), then)]))).toEqual([]);
});

test('all barriers of a number or none', async () => {
  const all = (): Stmt => barrier({ kind: 'named', barrier: int(1, u32), threads: int(64, u32), arrive: false });
  expect(await sizesIn([write(), all(), write(), all()])).toEqual([64]);
  expect(await sizesIn([...forLoop('k', t, int(2), int(1), [all()]), write(), all(), write()])).toEqual([]);
});

test('threads that leave are missed at a number, if they have done nothing, too', async () => {
  const all = barrier({ kind: 'named', barrier: int(1, u32), threads: int(64, u32), arrive: false });
  expect(await sizesIn([branch(isBeyond, [jump('exit')]), write(), all, write()])).toEqual([]);
});
