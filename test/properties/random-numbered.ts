/**
 * Random kernels with numbered barriers: of warps, halves and quarters of the block, in branches that part whole warps
 * and others, and in loops. Control and addresses depend on ids, counters and one parameter, so that a run shows all.
 */
import { fc } from '../seeded.ts';
import type { Dim3 } from '../../src/launch/launch.ts';
import type { Expr } from '../../src/base/expr.ts';
import type { RandomCase } from './random-kernel.ts';
import type { Stmt } from '../../src/ir/ir.ts';
import { array, at, barrier, branch, forLoop, jump, kernel, load, store, v } from '../../src/ir/build.ts';
import { binary, builtin, cast, int } from '../../src/base/expr-build.ts';
import { i32, u32 } from '../../src/base/ctype.ts';

const s = array('s', { space: 'shared', element: i32, extents: [512] });
const t: Expr = cast(i32, builtin('threadIdx.x'));
const n: Expr = v('n');
const middle = 200;

type Scope = Readonly<{
  depth: number;
  counters: readonly string[];
  label: string;
  /** Threads of the block that come here, if nothing else is said. */ threads: number;
}>;

const numbered = (number: Expr, threads: number, arrive = false): Stmt =>
  barrier({ kind: 'named', barrier: cast(u32, number), threads: int(threads, u32), arrive });
const groupOf = (size: number): Expr => binary('/', t, int(size));

function barrierIn({ threads }: Scope): fc.Arbitrary<Stmt> {
  return fc.oneof(
    {
      weight: 3,
      arbitrary: fc
        .constantFrom(32, 64)
        .chain((size) => fc.constantFrom(1, 4).map((first) => numbered(binary('+', groupOf(size), int(first)), size))),
    },
    { weight: 4, arbitrary: fc.constantFrom(1, 2, 3).map((number) => numbered(int(number), threads)) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom(1, 2), fc.constantFrom(32, 64, 96))
        .map(([number, count]) => numbered(int(number), count)),
    },
    { weight: 1, arbitrary: fc.constant(numbered(binary('+', binary('%', n, int(2)), int(1)), threads)) },
    { weight: 1, arbitrary: fc.constant(barrier({ kind: 'warp', mask: null })) },
    { weight: 1, arbitrary: fc.constant(barrier()) },
  );
}

function indexIn({ counters }: Scope): fc.Arbitrary<Expr> {
  const plain = fc.oneof(
    { weight: 4, arbitrary: fc.constant(t) },
    { weight: 1, arbitrary: fc.constantFrom(groupOf(32), groupOf(64), binary('%', t, int(32)), int(0)) },
    ...counters.map((name) => ({ weight: 1, arbitrary: fc.constant<Expr>(v(name)) })),
  );
  return fc.oneof(
    plain,
    fc.tuple(plain, fc.constantFrom(-64, -32, -1, 1, 32, 64)).map(([a, by]) => binary('+', a, int(by))),
    fc.tuple(plain, fc.constantFrom(1, 31, 32, 63, 64)).map(([a, by]) => binary('^', a, int(by))),
  );
}

const accessIn = (scope: Scope): fc.Arbitrary<Stmt> =>
  fc.tuple(indexIn(scope), fc.boolean()).map(([index, isStore]) => {
    const place = at(s, binary('+', index, int(middle)));
    return isStore ? store(place, t) : load(`x${scope.label}`, place);
  });

/** Those whose part takes whole warps come with how many threads that are. */
const choices = [
  { when: binary('<', t, int(32)), threads: 32 },
  { when: binary('<', t, int(64)), threads: 64 },
  { when: binary('>=', t, int(64)), threads: 64 },
  { when: binary('==', groupOf(32), int(1)), threads: 32 },
  { when: binary('<', t, n), threads: 64 },
  { when: binary('<', n, int(2)), threads: 128 },
  { when: binary('<', t, int(40)), threads: 64 },
  { when: binary('==', binary('%', t, int(2)), int(0)), threads: 64 },
];

function statementsIn(scope: Scope): fc.Arbitrary<readonly Stmt[]> {
  const leaf = fc
    .oneof({ weight: 4, arbitrary: accessIn(scope) }, { weight: 3, arbitrary: barrierIn(scope) })
    .map((stmt): readonly Stmt[] => [stmt]);
  if (scope.depth === 0) return fc.array(leaf, { minLength: 1, maxLength: 4 }).map((list) => list.flat());
  const inner = (more: Partial<Scope>, mark: string): Scope => ({
    ...scope,
    depth: scope.depth - 1,
    label: `${scope.label}${mark}`,
    ...more,
  });
  const counter = `i${scope.label}`;
  const choice = fc
    .constantFrom(...choices)
    .chain(({ when, threads }) =>
      fc
        .tuple(
          statementsIn(inner({ threads }, 'b')),
          fc.option(statementsIn(inner({ threads: Math.max(32, scope.threads - threads) }, 'c')), { nil: [] }),
        )
        .map(([then, otherwise]) => [branch(when, then, otherwise)]),
    );
  const loop = fc
    .tuple(
      fc.constantFrom(int(0), groupOf(64), t),
      fc.constantFrom(int(2), n),
      statementsIn(inner({ counters: [...scope.counters, counter] }, 'l')),
    )
    .map(([from, below, body]) => forLoop(counter, from, below, int(1), body));
  const leave = fc.constantFrom(...choices).map(({ when }) => [branch(when, [jump('exit')])]);
  return fc
    .array(
      fc.oneof(
        { weight: 7, arbitrary: leaf },
        { weight: 4, arbitrary: choice },
        { weight: 2, arbitrary: loop },
        { weight: 1, arbitrary: leave },
      ),
      { minLength: 1, maxLength: 4 },
    )
    .map((list) => list.flat());
}

export const numberedCase: fc.Arbitrary<RandomCase> = fc
  .constantFrom<Dim3>([64, 1, 1], [128, 1, 1], [128, 1, 1], [32, 4, 1], [96, 1, 1])
  .chain((block) =>
    fc.record({
      block: fc.constant(block),
      body: statementsIn({ depth: 2, counters: [], label: '', threads: block[0] * block[1] }),
      n: fc.constantFrom(0n, 1n, 2n, 64n),
    }),
  )
  .map(({ block, body, n: value }) => ({
    kernel: kernel({ params: [{ name: 'n', type: i32 }], arrays: [s], body }),
    block,
    grid: [1, 1, 1],
    n: value,
    seed: 1,
    [fc.toStringMethod]: () => 'the kernel below',
  }));

// Hand-overs: each warp has a text of its own, of stores, loads, arrivals and waits -----------------------------------

const cell = (index: Expr): Expr => binary('+', index, int(middle));
const lane: Expr = binary('%', t, int(32));
const waitsAt = (number: number, threads: number): Stmt => numbered(int(number), threads);
const arrivesAt = (number: number, threads: number): Stmt => numbered(int(number), threads, true);

const deed: fc.Arbitrary<Stmt> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom(0, 32), fc.boolean())
      .map(([from, isStore]) =>
        isStore
          ? store(at(s, cell(binary('+', lane, int(from)))), t)
          : load('x', at(s, cell(binary('+', lane, int(from))))),
      ),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom(1, 2), fc.constantFrom(64, 64, 96))
      .map(([number, threads]) => waitsAt(number, threads)),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom(1, 2), fc.constantFrom(64, 64, 96))
      .map(([number, threads]) => arrivesAt(number, threads)),
  },
);

/**
 * One warp fills a buffer, another empties it, turn by turn; some of the steps may be missing, or another warp be among
 * them.
 */
const pipelined: fc.Arbitrary<readonly (readonly Stmt[])[]> = fc
  .tuple(fc.subarray([0, 1, 2, 3, 4, 5], { minLength: 4 }), fc.constantFrom(1, 2, 3), fc.array(deed, { maxLength: 2 }))
  .map(([kept, turns, more]) => {
    const keep = (k: number, stmt: Stmt): readonly Stmt[] => (kept.includes(k) ? [stmt] : []);
    const fill = [...keep(0, waitsAt(2, 64)), ...keep(1, store(at(s, cell(lane)), t)), ...keep(2, arrivesAt(1, 64))];
    const empty = [...keep(3, waitsAt(1, 64)), ...keep(4, load('x', at(s, cell(lane)))), ...keep(5, arrivesAt(2, 64))];
    return [
      forLoop('i', int(0), int(turns), int(1), fill),
      [arrivesAt(2, 64), ...forLoop('j', int(0), int(turns), int(1), empty)],
      more,
    ];
  });

const deeds = fc.array(deed, { maxLength: 4 });
export const handOverCase: fc.Arbitrary<RandomCase> = fc
  .oneof(fc.tuple(deeds, deeds, deeds), fc.tuple(deeds, deeds, fc.constant([])), pipelined)
  .map((warps) => ({
    kernel: kernel({
      params: [{ name: 'n', type: i32 }],
      arrays: [s],
      body: warps.map((body, w) => branch(binary('==', groupOf(32), int(w)), body)),
    }),
    block: [96, 1, 1],
    grid: [1, 1, 1],
    n: 1n,
    seed: 1,
    [fc.toStringMethod]: () => 'the kernel below',
  }));
