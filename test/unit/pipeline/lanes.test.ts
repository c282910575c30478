/** Which meetings of lanes are proved to be missed by nobody, in blocks of 64 unless told otherwise. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Expr } from '../../../src/base/expr.ts';
import type { LaneDecision } from '../../../src/pipeline/lanes.ts';
import type { LaunchConfig } from '../../../src/launch/launch.ts';
import type { Solver } from '../../../src/solve/solve.ts';
import type { Stmt } from '../../../src/ir/ir.ts';
import {
  array,
  assign,
  at,
  barrier,
  branch,
  forLoop,
  jump,
  kernel,
  lanes,
  load,
  store,
  v,
  whileLoop,
} from '../../../src/ir/build.ts';
import { binary, builtin, cast, int } from '../../../src/base/expr-build.ts';
import { createSolver } from '../../../src/solve/z3.ts';
import { decideLanes } from '../../../src/pipeline/lanes.ts';
import { i32, u32 } from '../../../src/base/ctype.ts';
import { noDeadline } from '../../../src/base/deadline.ts';

let solver: Solver;
beforeAll(async () => {
  solver = await createSolver();
});
afterAll(() => solver.close());

const out = array('out');
const t = cast(i32, builtin('threadIdx.x'));
const n = v('n');
const full = int(0xffffffff, u32);
const mask = v('m', u32);
const shuffled = (of: Expr = full): Stmt => lanes('shfl_down', 'y', [t, int(1)], { mask: of });
const low = (count: number): Expr => binary('<', t, int(count));
const after = store(at(out, t), t);

async function decided(body: readonly Stmt[], more: Partial<LaunchConfig> = {}): Promise<LaneDecision> {
  const config: LaunchConfig = {
    origin: 'test',
    span: null,
    block: [64, 1, 1],
    grid: [1, 1, 1],
    scalars: new Map(),
    aliases: [],
    overlaps: [],
    sharedBytes: null,
    cooperative: false,
    facts: [],
    ...more,
  };
  return decideLanes({
    kernel: kernel({ params: [{ name: 'n', type: i32 }], arrays: [out], body }),
    config,
    facts: [],
    level: 'grid',
    warpModel: 'its',
    solver,
    deadline: noDeadline,
    showsModels: true,
  });
}

async function isProved(body: readonly Stmt[], more: Partial<LaunchConfig> = {}): Promise<boolean> {
  return (await decided(body, more)).open.size === 0;
}

describe('lanes that go around a call', () => {
  test('and do something behind it', async () => {
    expect(await isProved([branch(low(16), [shuffled()]), after])).toBe(false);
    expect(await isProved([branch(low(16), [shuffled()], [after])])).toBe(false);
    expect(await isProved([branch(low(16), [shuffled()]), branch(low(20), [after])])).toBe(false);
  });

  test('and only end, or have ended', async () => {
    expect(await isProved([branch(low(16), [shuffled(), after])])).toBe(true);
    expect(await isProved([branch(low(16), [shuffled()]), branch(low(16), [after])])).toBe(true);
    expect(await isProved([branch(low(16), [], [jump('exit')]), shuffled(), after])).toBe(true);
  });

  test('as whole warps', async () => {
    expect(await isProved([branch(low(32), [shuffled()]), after])).toBe(true);
    expect(await isProved([branch(binary('==', binary('/', t, int(32)), n), [shuffled()]), after])).toBe(true);
  });

  test('and make the same call on the other side', async () => {
    expect(await isProved([branch(low(16), [shuffled()], [shuffled()]), after])).toBe(true);
    expect(await isProved([branch(low(16), [shuffled()], [barrier({ kind: 'warp', mask: null })]), after])).toBe(false);
    expect(await isProved([branch(low(16), [shuffled(), shuffled()], [shuffled()]), after])).toBe(false);
  });

  test('because they leave a loop sooner', async () => {
    expect(await isProved([...forLoop('i', int(0), t, int(1), [shuffled()]), after])).toBe(false);
    expect(await isProved(forLoop('i', int(0), t, int(1), [shuffled(), after]))).toBe(true);
    expect(await isProved([...forLoop('i', int(0), binary('/', t, int(32)), int(1), [shuffled()]), after])).toBe(true);
    expect(
      await isProved([
        ...forLoop('i', int(0), int(4), int(1), [shuffled(), branch(binary('==', t, v('i')), [jump('break')])]),
        after,
      ]),
    ).toBe(false);
    expect(
      await isProved([
        ...forLoop('i', int(0), int(4), int(1), [shuffled(), branch(binary('==', t, v('i')), [jump('exit')])]),
        after,
      ]),
    ).toBe(true);
  });

  test('by what memory holds', async () => {
    expect(await isProved([load('x', at(out, t)), branch(binary('<', v('x'), int(3)), [shuffled()]), after])).toBe(
      false,
    );
  });
});

describe('whom a mask names', () => {
  test('a constant', async () => {
    expect(await isProved([branch(low(16), [shuffled(int(0xffff, u32))]), after], { block: [32, 1, 1] })).toBe(true);
    expect(await isProved([branch(low(8), [shuffled(int(0xffff, u32))]), after], { block: [32, 1, 1] })).toBe(false);
    // its own lane is left out
    expect(await isProved([branch(low(17), [shuffled(int(0xffff, u32))]), after], { block: [32, 1, 1] })).toBe(false);
  });

  test('a ballot: those for whom it holds', async () => {
    const ballot = (of: Expr): Stmt => lanes('ballot', 'm', [of], { mask: full });
    expect(
      await isProved([
        load('x', at(out, t)),
        ballot(binary('<', v('x'), int(3))),
        branch(binary('<', v('x'), int(3)), [shuffled(mask)]),
        after,
      ]),
    ).toBe(true);
    expect(await isProved([ballot(low(8)), branch(low(4), [shuffled(mask)]), after])).toBe(false);
    expect(await isProved([ballot(low(8)), shuffled(mask), after])).toBe(false);
    expect(
      await isProved([
        ...forLoop('i', int(0), int(3), int(1), [ballot(low(8)), branch(low(8), [shuffled(mask)])]),
        after,
      ]),
    ).toBe(true);
  });

  test('a match: those with the same value', async () => {
    const match = (of: Expr): Stmt => lanes('match_any', 'm', [of], { mask: full });
    expect(
      await isProved([
        match(binary('/', t, int(4))),
        branch(binary('==', binary('/', t, int(4)), n), [shuffled(mask)]),
        after,
      ]),
    ).toBe(true);
    expect(
      await isProved([
        match(binary('/', t, int(4))),
        branch(binary('==', binary('/', t, int(2)), n), [shuffled(mask)]),
        after,
      ]),
    ).toBe(false);
  });

  test('those who are there: not who does not come to where it is asked', async () => {
    const there = lanes('activemask', 'm', []);
    expect(await isProved([branch(low(16), [there, shuffled(mask)]), after])).toBe(true);
    expect(await isProved([there, branch(low(16), [shuffled(mask)]), after])).toBe(false);
  });

  test('an argument: not known', async () => {
    expect(await isProved([shuffled(cast(u32, n)), after])).toBe(false);
  });

  test('a mask that is carried from turn to turn: not known', async () => {
    const loop = forLoop('i', int(0), int(3), int(1), [
      branch(low(4), [shuffled(mask)]),
      lanes('ballot', 'm', [low(8)], { mask: full }),
    ]);
    expect(await isProved([assign('m', int(0xf, u32)), ...loop, after])).toBe(false);
  });
});

test('tiles are waited for by their threads alone', async () => {
  const tile: Stmt = barrier({ kind: 'tile', size: 8 });
  expect(await isProved([branch(binary('==', binary('/', t, int(8)), int(1)), [tile]), after])).toBe(true);
  expect(await isProved([branch(binary('==', binary('/', t, int(4)), int(1)), [tile]), after])).toBe(false);
  // turns that are equal in a tile need not be in a warp
  expect(
    await isProved([
      ...forLoop('i', int(0), binary('/', t, int(8)), int(1), [tile]),
      branch(binary('<', v('i'), int(2)), [shuffled()]),
      after,
    ]),
  ).toBe(false);
});

test('what all lanes vote is one for them', async () => {
  const vote = lanes('any', 'x', [low(20)], { mask: full });
  expect(
    await isProved([assign('x', int(1)), whileLoop(binary('!=', v('x'), int(0)), [shuffled(), vote]), after]),
  ).toBe(true);
  expect(
    await isProved([assign('x', t), whileLoop(binary('!=', v('x'), int(0)), [shuffled(), assign('x', int(0))]), after]),
  ).toBe(false);
});

describe('what no launch states', () => {
  test('rows of threads are taken for whole warps, and that is said', async () => {
    const body = [
      branch(
        binary(
          '<',
          binary(
            '/',
            binary('+', t, binary('*', cast(i32, builtin('blockIdx.x')), cast(i32, builtin('blockDim.x')))),
            int(32),
          ),
          n,
        ),
        [shuffled()],
      ),
      after,
    ];
    const { open, rows } = await decided(body, { block: [null, 1, 1], grid: [null, 1, 1] });
    expect([open.size, rows.size]).toEqual([0, 1]);
  });

  test('not where the launch denies it', async () => {
    const few = { condition: binary('<', builtin('blockDim.x'), int(32, u32)), text: 'few' };
    const { open, rows } = await decided([branch(low(16), [shuffled()]), after], { block: [null, 1, 1], facts: [few] });
    expect([open.size, rows.size]).toEqual([1, 0]);
  });

  test('an argument that is no multiple of 32 is a fault on that condition', async () => {
    const { shown } = await decided([...forLoop('i', t, n, int(64), [shuffled()]), after]);
    expect(shown.map(({ condition, parting: { how } }) => [condition, how])).toEqual([['n % 32 == 0', 'gone']]);
    expect(
      (await decided([...forLoop('i', t, binary('+', n, int(1)), int(64), [shuffled()]), barrier()])).shown,
    ).toEqual([]);
  });
});
