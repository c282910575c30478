/** Whom barriers of parts of a block wait for [D23], and which pairs of threads they order. */
import { expect, test } from 'vitest';
import type { Dim3, LaunchConfig } from '../../../src/launch/launch.ts';
import type { Expr } from '../../../src/base/expr.ts';
import type { Stmt } from '../../../src/ir/ir.ts';
import { array, at, barrier, branch, forLoop, kernel, lanes, store, v } from '../../../src/ir/build.ts';
import { binary, builtin, cast, int, select } from '../../../src/base/expr-build.ts';
import { i32, u32 } from '../../../src/base/ctype.ts';
import { noDeadline } from '../../../src/base/deadline.ts';
import { pairsOf } from '../../../src/pipeline/pairs.ts';
import { partsOf } from '../../../src/pipeline/parts.ts';
import type { Parts } from '../../../src/pipeline/parts.ts';

const s = array('s', { space: 'shared', element: i32, extents: [128] });
const t: Expr = cast(i32, builtin('threadIdx.x'));
const warp = (mask: Expr | null): Stmt => barrier({ kind: 'warp', mask });
const number = (which: Expr, threads: number, arrive = false): Stmt =>
  barrier({ kind: 'named', barrier: cast(u32, which), threads: int(threads, u32), arrive });

function partsIn(body: readonly Stmt[], block: LaunchConfig['block'] = [128, 1, 1]): Parts {
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
  return partsOf({
    kernel: kernel({ params: [{ name: 'n', type: i32 }], arrays: [s], body }),
    config,
    facts: [],
    level: 'grid',
    deadline: noDeadline,
  });
}

/** The sets of each barrier as lists of threads, those of single threads left out; or why it has none. */
function setsIn(body: readonly Stmt[], block: LaunchConfig['block'] = [128, 1, 1]): readonly string[] {
  const { sets, why } = partsIn(body, block);
  const inWords = (of: Int32Array): string => {
    const lists = new Map<number, number[]>();
    of.forEach((set, linear) => {
      if (set >= 0) lists.set(set, [...(lists.get(set) ?? []), linear]);
    });
    return [...lists.values()]
      .filter((list) => list.length > 1)
      .map((list) => `${list[0] ?? ''}..${list.at(-1) ?? ''}/${list.length}`)
      .join(' ');
  };
  return [...[...sets.values()].map(inWords), ...why.values()];
}

test('lanes of one warp with one mask that names them', () => {
  expect(setsIn([warp(int(0xf0, u32))], [64, 1, 1])).toEqual(['4..7/4 36..39/4']);
  expect(setsIn([warp(binary('<<', int(0xff, u32), binary('&', t, int(24))))], [32, 1, 1])).toEqual([
    '0..7/8 8..15/8 16..23/8 24..31/8',
  ]);
  expect(setsIn([warp(select(binary('<', t, int(2)), int(3, u32), int(14, u32)))], [32, 1, 1])).toEqual([
    '0..1/2 2..3/2',
  ]);
});

test('by the number of a thread in its block, of any shape', () => {
  expect(setsIn([warp(int(0x30, u32))], [4, 4, 1] satisfies Dim3)).toEqual(['4..5/2']);
  expect(setsIn([warp(binary('<<', int(3, u32), binary('&', t, int(2))))], [4, 2, 1])).toEqual(['0..1/2 2..3/2']);
});

test('of a block whose size is open: a row of threads, and constant masks', () => {
  expect(setsIn([warp(int(0x5, u32))], [null, null, 1])[0]).toMatch(/^0\.\.2\/2 32\.\.34\/2 /);
  expect(setsIn([warp(binary('<<', int(3, u32), binary('&', t, int(2))))], [null, 1, 1])[0]).toMatch(
    /^0\.\.1\/2 2\.\.3\/2 32\.\.33\/2 /,
  );
});

test('of no mask that rests on more than the launch', () => {
  const vague = 'the lanes that its mask names depend on more than the launch';
  expect(setsIn([warp(cast(u32, v('n')))])).toEqual([vague]);
  expect(
    setsIn([lanes('ballot', 'm', [binary('<', t, v('n'))], { mask: int(0xffffffff, u32) }), warp(v('m', u32))]),
  ).toEqual([vague]);
});

test('those who may come to a number, if it is for so many', () => {
  const half = (body: readonly Stmt[]): readonly Stmt[] => [branch(binary('<', t, int(64)), body)];
  expect(setsIn(half([number(int(1), 64)]))).toEqual(['0..63/64']);
  expect(setsIn([number(binary('+', binary('/', t, int(64)), int(1)), 64)])).toEqual(['0..63/64 64..127/64']);
  expect(setsIn(half([branch(binary('<', v('n'), t), [number(int(1), 64)])]))).toEqual(['0..63/64']);
  expect(setsIn(half([number(int(1), 96)]))).toEqual(['barrier 1 is for 96 threads, and 64 may reach it']);
  expect(setsIn([number(int(1), 64)])).toEqual(['barrier 1 is for 64 threads, and 128 may reach it']);
  expect(setsIn([branch(binary('==', binary('%', t, int(2)), int(0)), [number(int(1), 64)])])).toEqual([
    'parts of warps reach barrier 1',
  ]);
  expect(setsIn(half([number(int(16), 64)]))).toEqual(['barrier 16 is not a barrier for parts of a block']);
});

test('not where a number has other users, arrivals that do not wait, or is undeclared', () => {
  const [low, high] = [binary('<', t, int(64)), binary('>=', t, int(64))];
  expect(setsIn([branch(low, [number(int(1), 64)]), branch(high, [number(int(1), 64)])])).toEqual(
    Array(2).fill('different threads may reach different uses of barrier 1'),
  );
  expect(setsIn([branch(low, [number(int(1), 128, true)], [number(int(1), 128)])])).toEqual(
    Array(2).fill('a thread arrives at barrier 1 without waiting'),
  );
  expect(
    setsIn([branch(low, [number(int(2), 64)]), ...forLoop('k', int(0), int(3), int(1), [number(v('k'), 128)])]),
  ).toEqual(Array(2).fill('the number of the barrier depends on more than the launch'));
});

test('pairs of threads by the barriers that both take part in', () => {
  const { sets } = partsIn([warp(null), barrier({ kind: 'tile', size: 8 }), warp(int(0xffff, u32))], [64, 1, 1]);
  const { groups, apart } = pairsOf(sets);
  const [warps, tiles, lower] = [
    { kind: 'tiles', size: 32 },
    { kind: 'tiles', size: 8 },
    { kind: 'sets', of: 'warp', sets: [[{ from: 0, to: 15 }]] },
  ];
  expect(groups.map(({ pairs }) => pairs)).toEqual([
    { within: [warps], apart: [tiles, lower] },
    { within: [lower], apart: [tiles] },
    { within: [tiles], apart: [lower] },
    { within: [tiles, lower], apart: [] },
  ]);
  expect(apart).toEqual([warps]);
});

test('pairs of which one stores', () => {
  const { sets } = partsIn([store(at(s, t), t), number(binary('+', binary('/', t, int(64)), int(1)), 64)]);
  expect(pairsOf(sets)).toMatchObject({
    groups: [{ pairs: { within: [{ kind: 'tiles', size: 64 }], apart: [] } }],
    apart: [{ kind: 'tiles', size: 64 }],
  });
});
