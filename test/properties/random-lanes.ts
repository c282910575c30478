/**
 * Random kernels with meetings of lanes in branches and loops. Ways depend on ids, counters, one parameter and votes,
 * so that a run shows all.
 */
import { fc } from '../seeded.ts';
import type { Dim3 } from '../../src/launch/launch.ts';
import type { Expr } from '../../src/base/expr.ts';
import type { Kernel, Stmt } from '../../src/ir/ir.ts';
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
  store,
  v,
  whileLoop,
} from '../../src/ir/build.ts';
import { binary, builtin, cast, int } from '../../src/base/expr-build.ts';
import { i32, u32 } from '../../src/base/ctype.ts';

export type LanesCase = Readonly<{ kernel: Kernel; block: Dim3; n: bigint }>;

const out = array('out', { extents: [4096] });
const linear: Expr = binary(
  '+',
  builtin('threadIdx.x'),
  binary(
    '*',
    builtin('blockDim.x'),
    binary('+', builtin('threadIdx.y'), binary('*', builtin('blockDim.y'), builtin('threadIdx.z'))),
  ),
);
const t: Expr = cast(i32, linear);
const lane: Expr = binary('%', linear, int(32, u32));
const n: Expr = v('n');
const k = (value: number): Expr => int(value);
const voted = v('m', u32);
const full = int(0xffffffff, u32);

type Scope = Readonly<{ depth: number; counters: readonly string[]; label: string }>;

const threadValue = ({ counters }: Scope): fc.Arbitrary<Expr> =>
  fc.oneof(
    fc.constant(t),
    fc.constant(binary('/', t, k(32))),
    fc.constant(binary('/', t, k(16))),
    fc.constant(binary('%', t, k(2))),
    fc.constant(cast(i32, lane)),
    fc.constant(n),
    fc.constant(v('x')),
    ...counters.map((name) => fc.constant<Expr>(v(name))),
    ...counters.map((name) => fc.constant(binary('+', t, v(name)))),
  );

const conditionIn = (scope: Scope): fc.Arbitrary<Expr> =>
  fc
    .tuple(
      fc.constantFrom<'<' | '==' | '>='>('<', '==', '>='),
      threadValue(scope),
      fc.constantFrom(0, 1, 2, 16, 32, 40).map(k),
    )
    .map(([op, a, b]) => binary(op, a, b));

const masks: fc.Arbitrary<Expr> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Expr>(full) },
  { weight: 2, arbitrary: fc.constant<Expr>(voted) },
  { weight: 1, arbitrary: fc.constantFrom<Expr>(int(0xffff, u32), int(1, u32)) },
  { weight: 1, arbitrary: fc.constant(binary('<<', int(1, u32), cast(i32, lane))) },
  { weight: 1, arbitrary: fc.constant(binary('<<', int(0xffff, u32), binary('&', cast(i32, lane), k(-16)))) },
);

function meetingIn(scope: Scope): fc.Arbitrary<readonly Stmt[]> {
  return fc.oneof(
    { weight: 3, arbitrary: masks.map((mask) => [lanes('shfl_down', 'y', [t, k(1)], { mask })]) },
    { weight: 1, arbitrary: masks.map((mask) => [barrier({ kind: 'warp', mask })]) },
    { weight: 1, arbitrary: fc.constantFrom(8, 16, 32).map((size) => [barrier({ kind: 'tile', size })]) },
    {
      weight: 1,
      arbitrary: fc.tuple(masks, conditionIn(scope)).map(([mask, of]) => [lanes('ballot', 'm', [of], { mask })]),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom<'any' | 'all'>('any', 'all'), conditionIn(scope))
        .map(([op, of]) => [lanes(op, 'x', [of], { mask: full })]),
    },
    { weight: 1, arbitrary: fc.constant([lanes('shfl', 'x', [t, k(0)], { mask: full })]) },
    { weight: 1, arbitrary: threadValue(scope).map((of) => [lanes('match_any', 'm', [of], { mask: full })]) },
    { weight: 1, arbitrary: fc.constant([lanes('activemask', 'm', [])]) },
  );
}

function statementsIn(scope: Scope): fc.Arbitrary<readonly Stmt[]> {
  const leaf = fc.oneof(
    { weight: 5, arbitrary: meetingIn(scope) },
    { weight: 2, arbitrary: fc.constant<readonly Stmt[]>([store(at(out, t), t)]) },
    { weight: 1, arbitrary: fc.constant<readonly Stmt[]>([barrier()]) },
  );
  if (scope.depth === 0) return fc.array(leaf, { minLength: 1, maxLength: 2 }).map((list) => list.flat());
  const counter = `i${scope.label}`;
  const inner: Scope = { ...scope, depth: scope.depth - 1, label: `${scope.label}b` };
  const inLoop: Scope = { depth: scope.depth - 1, counters: [...scope.counters, counter], label: `${scope.label}l` };
  const leaves = fc
    .tuple(conditionIn(inLoop), fc.constantFrom<'break' | 'continue' | 'exit'>('break', 'continue', 'exit'))
    .map(([when, to]) => [branch(when, [jump(to)])]);
  const body = fc
    .tuple(
      statementsIn(inLoop),
      fc.option(leaves, { nil: [] }),
      fc.option(statementsIn({ ...inLoop, depth: 0 }), { nil: [] }),
    )
    .map((parts) => parts.flat());
  const from = fc.oneof(
    fc.constant(k(0)),
    fc.constant(t),
    fc.constant(binary('/', t, k(32))),
    fc.constant(cast(i32, lane)),
  );
  const below = fc.oneof(fc.constantFrom(2, 3, 40, 64).map(k), fc.constant(n));
  return fc
    .array(
      fc.oneof(
        { weight: 4, arbitrary: leaf },
        {
          weight: 3,
          arbitrary: fc
            .tuple(conditionIn(scope), statementsIn(inner), fc.option(statementsIn(inner), { nil: [] }))
            .map(([when, then, otherwise]) => [branch(when, then, otherwise)]),
        },
        {
          weight: 2,
          arbitrary: fc
            .tuple(from, below, fc.constantFrom(1, 16, 32).map(k), body)
            .map(([first, end, by, list]) => forLoop(counter, first, end, by, list)),
        },
        {
          weight: 1,
          arbitrary: fc
            .tuple(fc.constantFrom(0, 1).map(k), fc.constantFrom(1, 3).map(k), body)
            .map(([first, end, list]) => [
              assign(counter, first),
              whileLoop(binary('<', v(counter), end), list, {
                step: [assign(counter, binary('+', v(counter), k(1)))],
                testFirst: false,
              }),
            ]),
        },
        { weight: 1, arbitrary: conditionIn(scope).map((when) => [branch(when, [jump('exit')])]) },
      ),
      { minLength: 1, maxLength: 3 },
    )
    .map((list) => list.flat());
}

export const lanesCase: fc.Arbitrary<LanesCase> = fc
  .record({
    body: statementsIn({ depth: 2, counters: [], label: '' }),
    last: fc.boolean(),
    block: fc.constantFrom<Dim3>([32, 1, 1], [48, 1, 1], [64, 1, 1], [16, 4, 1], [32, 2, 1], [8, 3, 2]),
    n: fc.constantFrom(0n, 1n, 32n, 50n),
  })
  .map(({ body, last, block, n: value }) => ({
    kernel: kernel({
      params: [{ name: 'n', type: i32 }],
      arrays: [out],
      body: [
        assign('x', k(0)),
        lanes('ballot', 'm', [binary('<', t, k(40))], { mask: full }),
        ...body,
        ...(last ? [store(at(out, t), t)] : []),
      ],
    }),
    block,
    n: value,
    [fc.toStringMethod]: () => 'the kernel below',
  }));
