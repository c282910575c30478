/**
 * Random kernels with loops of many shapes (strided, counting down, geometric, do/while, ping-pong buffers, left early,
 * continued, returned from, with values used behind the loop), whose control and addresses depend on ids, counters and
 * one scalar only: one canonical run of the machine decides them, and the solver's side has no excuse for a false
 * alarm.
 */
import { fc } from '../seeded.ts';
import type { BinaryOp, Expr } from '../../src/base/expr.ts';
import type { Dim3 } from '../../src/launch/launch.ts';
import type { RandomCase } from './random-kernel.ts';
import type { Stmt } from '../../src/ir/ir.ts';
import {
  array,
  assign,
  at,
  barrier,
  branch,
  call,
  jump,
  kernel,
  load,
  store,
  v,
  whileLoop,
} from '../../src/ir/build.ts';
import { binary, builtin, cast, int } from '../../src/base/expr-build.ts';
import { i32 } from '../../src/base/ctype.ts';

const shared = array('s', { space: 'shared', element: i32, extents: [1024] });
const tid = cast(i32, builtin('threadIdx.x'));
const n = v('n');
const op = (a: Expr, o: BinaryOp, b: Expr): Expr => binary(o, a, b);
const k = (value: number): Expr => int(value);

type Shape = Readonly<{ first: Expr; guard: (i: Expr) => Expr; next: (i: Expr) => Expr }>;
const counted = (first: Expr, o: BinaryOp, bound: Expr, by: BinaryOp, step: Expr): Shape => ({
  first,
  guard: (i) => op(i, o, bound),
  next: (i) => op(i, by, step),
});

/** `own`: the number of turns may depend on the thread. */
function shapes(own: boolean): fc.Arbitrary<Shape> {
  const start = fc.constantFrom<Expr>(k(0), k(1), k(3), n, ...(own ? [tid] : []));
  const bound = fc.constantFrom<Expr>(k(2), k(4), k(7), n, op(n, '*', k(2)), ...(own ? [tid, op(tid, '+', k(3))] : []));
  const by = fc.constantFrom<Expr>(k(1), k(2), k(3), op(n, '+', k(1)));
  return fc.oneof(
    fc.tuple(start, bound, by).map(([a, b, c]) => counted(a, '<', b, '+', c)),
    fc.tuple(start, bound).map(([a, b]) => counted(b, '>', a, '-', k(1))),
    fc.tuple(start, by).map(([a, c]) => counted(op(a, '+', k(5)), '>=', k(0), '-', c)),
    fc.constantFrom(k(8), k(5), op(n, '*', k(2))).map((a) => counted(a, '>', k(0), '>>', k(1))),
    fc.tuple(fc.constantFrom(k(1), k(3)), bound).map(([a, b]) => counted(a, '<', b, '*', k(2))),
    fc.constantFrom(k(4), k(9)).map((a) => counted(a, '>', k(0), '/', k(2))),
  );
}

/**
 * `asks`: whether there are functions that return a value from inside a loop. `result`: what the one around gives,
 * which has no value before; null: there is none.
 */
type Scope = Readonly<{
  depth: number;
  names: readonly string[];
  label: string;
  synchronized: boolean;
  inLoop: boolean;
  asks: boolean;
  result: string | null;
}>;

function indexIn(scope: Scope): fc.Arbitrary<Expr> {
  const plain = fc.constantFrom<Expr>(
    tid,
    tid,
    k(1),
    n,
    ...scope.names.map((name) => v(name)),
    ...scope.names.map((name) => v(name)),
  );
  return fc.oneof(
    plain,
    fc.tuple(plain, fc.integer({ min: -1, max: 2 })).map(([a, c]) => op(a, '+', k(c))),
    fc.tuple(plain, fc.integer({ min: 2, max: 5 }), plain).map(([a, c, b]) => op(op(a, '*', k(c)), '+', b)),
  );
}

const conditionIn = (scope: Scope, own: boolean): fc.Arbitrary<Expr> =>
  fc
    .tuple(
      fc.constantFrom<BinaryOp>('<', '==', '!=', '>='),
      fc.constantFrom<Expr>(
        n,
        ...(own ? [tid] : []),
        ...scope.names.filter((name) => own || name.startsWith('u')).map((name) => v(name)),
      ),
      fc.integer({ min: 0, max: 4 }),
    )
    .map(([o, a, c]) => op(a, o, k(c)));

function leafIn(scope: Scope): fc.Arbitrary<readonly Stmt[]> {
  const access = fc
    .tuple(indexIn(scope), fc.boolean())
    .map(([index, reads]) => [
      reads
        ? load(`x${scope.label}`, at(shared, op(index, '+', k(300))))
        : store(at(shared, op(index, '+', k(300))), tid),
    ]);
  const { result } = scope;
  const giving =
    result === null
      ? []
      : [
          fc
            .tuple(conditionIn(scope, !scope.synchronized), indexIn(scope))
            .map(([when, value]) => [branch(when, [assign(result, value), jump('return')])]),
        ];
  return fc.oneof(
    { weight: 2, arbitrary: access },
    { weight: scope.synchronized ? 1 : 0, arbitrary: fc.constant([barrier()]) },
    ...giving.map((arbitrary) => ({ weight: 2, arbitrary })),
  );
}

function loopIn(scope: Scope): fc.Arbitrary<readonly Stmt[]> {
  return fc.boolean().chain((aligned) => {
    const synchronized = scope.synchronized && aligned;
    const name = `${synchronized ? 'u' : 't'}${scope.label}`;
    const i = v(name);
    const inner: Scope = {
      depth: scope.depth - 1,
      names: [...scope.names, name],
      label: `${scope.label}l`,
      synchronized,
      inLoop: true,
      asks: scope.asks,
      result: scope.result,
    };
    return fc
      .record({
        shape: shapes(!synchronized),
        body: statementsIn(inner),
        testFirst: fc.integer({ min: 0, max: 3 }),
        pong: fc.boolean(),
      })
      .map(({ shape, body, testFirst, pong }) => {
        const buffer = `${name}p`;
        const turn: Stmt[] = pong
          ? [
              ...body,
              store(at(shared, op(op(v(buffer), '*', k(8)), '+', op(tid, '+', k(320)))), tid),
              assign(buffer, op(k(1), '-', v(buffer))),
            ]
          : [...body];
        const step = assign(name, shape.next(i));
        return [
          assign(name, shape.first),
          ...(pong ? [assign(buffer, k(0))] : []),
          testFirst > 0
            ? whileLoop(shape.guard(i), turn, { step: [step] })
            : whileLoop(shape.guard(i), turn, { before: [step], testFirst: false }),
          // The value behind the loop, where some turn is sure not to have gone far.
          load(`y${name}`, at(shared, op(i, '+', op(tid, '+', k(300))))),
        ];
      });
  });
}

function statementsIn(scope: Scope): fc.Arbitrary<readonly Stmt[]> {
  const leaf = leafIn(scope);
  if (scope.depth === 0) return fc.array(leaf, { minLength: 1, maxLength: 2 }).map((list) => list.flat());
  const inner: Scope = { ...scope, depth: scope.depth - 1, label: `${scope.label}b` };
  const plain: Scope = { ...inner, synchronized: false };
  const kinds = scope.inLoop ? (['break', 'continue', 'return'] as const) : (['return'] as const);
  const choice = fc.oneof(
    fc
      .tuple(conditionIn(scope, true), statementsIn(plain), statementsIn(plain))
      .map(([when, a, b]) => [branch(when, a, b)]),
    ...(scope.synchronized
      ? [fc.tuple(conditionIn(scope, false), statementsIn(inner)).map(([when, a]) => [branch(when, a)])]
      : []),
  );
  const leaving = fc
    .tuple(conditionIn(scope, !scope.synchronized), fc.constantFrom(...kinds), statementsIn(inner))
    .map(([when, to, rest]) =>
      to === 'return' ? [call('f', [branch(when, [jump('return')]), ...rest])] : [branch(when, [jump(to)]), ...rest],
    );
  const given = `r${scope.label}`;
  const asked = fc
    .tuple(loopIn({ ...scope, label: `${scope.label}g`, result: given }), indexIn(scope))
    .map(([body, value]) => [
      call('g', [...body, assign(given, value)]),
      store(at(shared, op(v(given), '+', k(300))), tid),
    ]);
  const one = fc.oneof(
    { weight: 4, arbitrary: leaf },
    { weight: 4, arbitrary: loopIn(scope) },
    { weight: 2, arbitrary: choice },
    { weight: 2, arbitrary: leaving },
    { weight: scope.asks ? 4 : 0, arbitrary: asked },
  );
  return fc.array(one, { minLength: 1, maxLength: 3 }).map((list) => list.flat());
}

const casesWith = (asks: boolean): fc.Arbitrary<RandomCase> =>
  fc
    .record({
      body: statementsIn({ depth: 2, names: [], label: 'i', synchronized: true, inLoop: false, asks, result: null }),
      block: fc.constantFrom<Dim3>([2, 1, 1], [3, 1, 1], [4, 1, 1]),
      n: fc.bigInt({ min: 0n, max: 3n }),
    })
    .map(({ body, block, n: value }) => ({
      kernel: kernel({ params: [{ name: 'n', type: i32 }], arrays: [shared], body }),
      block,
      grid: [1, 1, 1] as const,
      n: value,
      seed: 1,
      [fc.toStringMethod]: () => 'the kernel below',
    }));

export const loopCase = casesWith(false);
/**
 * With values that functions return from inside loops: in which turn is undeclared exactly, so the solver may see more.
 */
export const returningCase = casesWith(true);
