/**
 * Random kernels. Those of `randomCase` have control and addresses that depend only on thread and block ids, loop
 * counters and one scalar parameter: one canonical run of the machine decides them, so that every answer of the
 * solver's side can be held against it.
 */
import { fc } from '../seeded.ts';
import type { ArrayDecl, Kernel, Stmt } from '../../src/ir/ir.ts';
import type { Dim3 } from '../../src/launch/launch.ts';
import type { Expr } from '../../src/base/expr.ts';
import {
  array,
  assign,
  at,
  atomic,
  barrier,
  branch,
  forLoop,
  jump,
  kernel,
  load,
  store,
  v,
  whileLoop,
} from '../../src/ir/build.ts';
import { binary, builtin, cast, int, select } from '../../src/base/expr-build.ts';
import { i32, u32 } from '../../src/base/ctype.ts';

export type RandomCase = Readonly<{
  kernel: Kernel;
  block: Dim3;
  grid: Dim3;
  n: bigint;
  /** values of the arrays' cells, for the machine */ seed: number;
}>;

/** Extents leave room on both sides of every index that the generator makes, so that nothing is out of bounds. */
const extent = 512;
const middle = 200;
const shared: ArrayDecl = array('s', { space: 'shared', element: i32, extents: [extent] });
const global: ArrayDecl = array('g', { space: 'global', element: i32, extents: [extent] });
/** Changed by atomics mostly, so that their results are of use. */
const counters: readonly ArrayDecl[] = [
  array('c', { space: 'shared', element: i32, extents: [4] }),
  array('d', { space: 'global', element: i32, extents: [4] }),
];

const tid: Expr = cast(i32, builtin('threadIdx.x'));
const bid: Expr = cast(i32, builtin('blockIdx.x'));
const n: Expr = v('n');

/** `wild`: control and addresses may also depend on loaded data, and loops may have any shape and be left early. */
type Scope = Readonly<{
  depth: number;
  counters: readonly string[];
  label: string;
  wild: boolean;
  grids: boolean;
  tiles: boolean;
}>;

const small = (lo: number, hi: number) => fc.integer({ min: lo, max: hi }).map((k) => int(k));

/** Between about -40 and 120, for threads below 8, blocks below 3, counters below 8. */
function indexIn(scope: Scope): fc.Arbitrary<Expr> {
  const plain = fc.oneof(
    { weight: 6, arbitrary: fc.constant(tid) },
    { weight: 1, arbitrary: small(0, 4) },
    { weight: 1, arbitrary: fc.constant(n) },
    { weight: 2, arbitrary: fc.constant(bid) },
    ...scope.counters.map((name) => ({ weight: 4, arbitrary: fc.constant<Expr>(v(name)) })),
    ...(scope.wild
      ? [
          { weight: 2, arbitrary: fc.constant<Expr>(v('data')) },
          { weight: 2, arbitrary: fc.constant<Expr>(v('sum')) },
        ]
      : []),
  );
  return fc.oneof(
    { weight: 4, arbitrary: plain },
    { weight: 3, arbitrary: fc.tuple(plain, small(-2, 3)).map(([a, c]) => binary('+', a, c)) },
    { weight: 2, arbitrary: fc.tuple(plain, small(1, 5), plain).map(([a, k, b]) => binary('+', binary('*', a, k), b)) },
    { weight: 1, arbitrary: fc.tuple(plain, small(2, 5)).map(([a, m]) => binary('%', a, m)) },
    { weight: 1, arbitrary: fc.tuple(plain, small(1, 3)).map(([a, m]) => binary('^', a, m)) },
    { weight: 1, arbitrary: fc.tuple(plain, small(1, 3)).map(([a, m]) => binary('/', a, m)) },
    { weight: 1, arbitrary: fc.tuple(plain, small(0, 2)).map(([a, m]) => binary('<<', a, m)) },
    { weight: 1, arbitrary: fc.tuple(plain, small(1, 7)).map(([a, m]) => binary('&', a, m)) },
  );
}

function conditionIn(scope: Scope): fc.Arbitrary<Expr> {
  const op = fc.constantFrom<'<' | '==' | '!=' | '>='>('<', '==', '!=', '>=');
  return fc.oneof(
    fc.tuple(op, indexIn(scope), small(0, 4)).map(([o, a, b]) => binary(o, a, b)),
    fc.tuple(op, indexIn(scope), indexIn(scope)).map(([o, a, b]) => binary(o, a, b)),
    fc.tuple(op, small(0, 3)).map(([o, b]) => binary(o, n, b)),
  );
}

function accessIn(scope: Scope): fc.Arbitrary<readonly Stmt[]> {
  return fc
    .tuple(fc.constantFrom(shared, shared, global), indexIn(scope), fc.constantFrom('load', 'store', 'store', 'atomic'))
    .map(([decl, index, kind]) => {
      const place = at(decl, binary('+', index, int(middle)));
      if (kind === 'load') return [load(`x${scope.label}`, place)];
      return kind === 'store' ? [store(place, tid)] : [atomic('add', place, [int(1)])];
    });
}

const bits = (e: Expr, mask: number): Expr => binary('&', e, int(mask));

function wildLeafIn(scope: Scope): fc.Arbitrary<readonly Stmt[]> {
  return fc.oneof(
    fc
      .tuple(fc.constantFrom(shared, global), indexIn(scope))
      .map(([decl, index]) => [
        load('data', at(decl, binary('+', index, int(middle)))),
        assign('data', bits(v('data'), 7)),
      ]),
    fc
      .tuple(fc.constantFrom(shared, global), indexIn(scope), indexIn(scope), fc.option(accessIn(scope), { nil: [] }))
      .map(([decl, index, e, between]) => {
        const place = at(decl, binary('+', index, int(middle)));
        return [store(place, bits(e, 7)), ...between, load('data', place), assign('data', bits(v('data'), 7))];
      }),
    fc
      .tuple(fc.constantFrom(...counters), small(0, 1), small(1, 2))
      .map(([decl, cell, by]) => [
        atomic('add', at(decl, cell), [by], { target: 'data' }),
        assign('data', bits(v('data'), 31)),
      ]),
    fc
      .tuple(fc.constantFrom(...counters, ...counters.slice(0, 1)), small(0, 1))
      .map(([decl, cell]) => [branch(binary('==', tid, int(0)), [store(at(decl, cell), int(0))]), barrier()]),
    indexIn(scope).map((e) => [assign('sum', bits(binary('+', v('sum'), e), 15))]),
    fc
      .tuple(conditionIn(scope), indexIn(scope))
      .map(([when, e]) => [assign('sum', select(when, bits(e, 7), v('sum')))]),
  );
}

/** Geometric and countdown loops, do/while, and loops that are left or continued early. */
function wildLoopIn(scope: Scope, counter: string, body: fc.Arbitrary<readonly Stmt[]>): fc.Arbitrary<readonly Stmt[]> {
  const i = v(counter);
  const inside = { ...scope, counters: [...scope.counters, counter] };
  const jumps = fc.option(fc.tuple(conditionIn(inside), fc.constantFrom<'break' | 'continue'>('break', 'continue')), {
    nil: null,
  });
  const whole = fc
    .tuple(body, jumps, body)
    .map(([a, jumped, b]) => (jumped === null ? a : [...a, branch(jumped[0], [jump(jumped[1])]), ...b]));
  const step = (e: Expr) => ({ step: [assign(counter, e)] });
  return fc.oneof(
    fc
      .tuple(small(1, 8), whole)
      .map(([from, list]) => [
        assign(counter, from),
        whileLoop(binary('>', i, int(0)), list, step(binary('>>', i, int(1)))),
      ]),
    fc
      .tuple(small(1, 3), fc.oneof(small(2, 9), fc.constant(n)), whole)
      .map(([from, below, list]) => [
        assign(counter, from),
        whileLoop(binary('<', i, below), list, step(binary('*', i, int(2)))),
      ]),
    fc
      .tuple(fc.oneof(small(0, 4), fc.constant(n), fc.constant(tid)), small(1, 2), whole)
      .map(([from, by, list]) => [
        assign(counter, from),
        whileLoop(binary('>', i, int(0)), list, step(binary('-', i, by))),
      ]),
    fc
      .tuple(small(0, 2), small(1, 3), whole)
      .map(([from, below, list]) => [
        assign(counter, from),
        whileLoop(binary('<', i, below), list, { ...step(binary('+', i, int(1))), testFirst: false }),
      ]),
  );
}

/** Of constants, and of shifts by what makes a lane name itself and its neighbours, or others. */
const partMask: fc.Arbitrary<Expr> = fc.oneof(
  fc.constantFrom(1, 3, 5, 6, 10, 12, 0xf0, 0x3f, 0xfffe).map((mask) => int(mask, u32)),
  fc.constantFrom(2, 4).map((size) => binary('<<', int(2 ** size - 1, u32), binary('&', tid, int(32 - size)))),
  fc.constantFrom(2, 3).map((lanes) => binary('-', binary('<<', int(1, u32), int(lanes)), int(1, u32))),
  small(1, 3).map((k) => select(binary('<', tid, k), int(3, u32), int(12, u32))),
);

const tileBarrier: fc.Arbitrary<readonly Stmt[]> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(2, 4, 4, 32).map((size) => [barrier({ kind: 'tile', size })]) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<readonly Stmt[]>(
      [barrier({ kind: 'warp', mask: null })],
      [barrier({ kind: 'warp', mask: int(0xffffffff, u32) })],
    ),
  },
  { weight: 3, arbitrary: partMask.map((mask) => [barrier({ kind: 'warp', mask })]) },
);

function statementsIn(scope: Scope): fc.Arbitrary<readonly Stmt[]> {
  const leaf = fc.oneof(
    { weight: 5, arbitrary: accessIn(scope) },
    { weight: scope.grids ? 2 : 3, arbitrary: fc.constant<readonly Stmt[]>([barrier()]) },
    ...(scope.grids ? [{ weight: 3, arbitrary: fc.constant<readonly Stmt[]>([barrier({ kind: 'grid' })]) }] : []),
    ...(scope.tiles ? [{ weight: 5, arbitrary: tileBarrier }] : []),
    ...(scope.wild ? [{ weight: 3, arbitrary: wildLeafIn(scope) }] : []),
  );
  if (scope.depth === 0) return fc.array(leaf, { minLength: 1, maxLength: 3 }).map((list) => list.flat());
  const inner = (name: string): Scope => ({
    ...scope,
    depth: scope.depth - 1,
    counters: name === '' ? scope.counters : [...scope.counters, name],
    label: `${scope.label}${name === '' ? 'b' : 'l'}`,
  });
  const counter = `i${scope.label}`;
  const loop = fc
    .tuple(
      fc.oneof(small(0, 1), fc.constant(tid)),
      fc.oneof({ weight: 3, arbitrary: small(0, 4) }, { weight: 2, arbitrary: fc.constant(n) }),
      small(1, 3),
      statementsIn(inner(counter)),
    )
    .map(([from, below, by, body]) => forLoop(counter, from, below, by, body));
  const choice = fc
    .tuple(conditionIn(scope), statementsIn(inner('')), fc.option(statementsIn(inner('')), { nil: [] }))
    .map(([when, then, otherwise]) => [branch(when, then, otherwise)]);
  const leave = conditionIn(scope).map((when) => [branch(when, [jump('exit')])]);
  const one = fc.oneof(
    { weight: 8, arbitrary: leaf },
    { weight: 3, arbitrary: loop },
    { weight: 3, arbitrary: choice },
    { weight: scope.counters.length === 0 || scope.wild ? 1 : 0, arbitrary: leave },
    ...(scope.wild ? [{ weight: 3, arbitrary: wildLoopIn(scope, counter, statementsIn(inner(counter))) }] : []),
  );
  return fc.array(one, { minLength: 1, maxLength: 4 }).map((list) => list.flat());
}

function casesOf(
  wild: boolean,
  { grids = false, tiles = false }: Readonly<{ grids?: boolean; tiles?: boolean }> = {},
): fc.Arbitrary<RandomCase> {
  return fc
    .record({
      body: statementsIn({ depth: 2, counters: [], label: '', wild, grids, tiles }),
      block: fc.constantFrom<Dim3>(
        ...(tiles
          ? ([
              [4, 1, 1],
              [5, 1, 1],
              [8, 1, 1],
              [2, 4, 1],
              [34, 1, 1],
            ] as const)
          : ([
              [2, 1, 1],
              [3, 1, 1],
              [4, 1, 1],
              [2, 2, 1],
            ] as const)),
      ),
      grid: fc.constantFrom<Dim3>(
        ...(grids
          ? ([
              [2, 1, 1],
              [3, 1, 1],
            ] as const)
          : ([
              [1, 1, 1],
              [2, 1, 1],
            ] as const)),
      ),
      n: fc.bigInt({ min: 0n, max: 3n }),
      seed: fc.nat(1000),
    })
    .map(({ body, block, grid, n: value, seed }) => ({
      kernel: kernel({
        params: [{ name: 'n', type: i32 }],
        arrays: [shared, global, ...(wild ? counters : [])],
        body: wild ? [assign('data', int(0)), assign('sum', int(0)), ...body] : body,
      }),
      block,
      grid,
      n: value,
      seed,
      [fc.toStringMethod]: () => 'the kernel below',
    }));
}

export const randomCase = casesOf(false);
/** One run of the machine decides these only for the data it had: what it sees must not be proved absent. */
export const wildCase = casesOf(true);
/** Cooperative launches of several blocks: barriers of the grid stand beside those of the block. */
export const gridCase = casesOf(false, { grids: true });
export const wildGridCase = casesOf(true, { grids: true });
/** Barriers of tiles and warps stand beside those of the block. */
export const tileCase = casesOf(false, { tiles: true });
export const wildTileCase = casesOf(true, { tiles: true });
