/** Which kernels have the same runs, whatever their variables are called and wherever they stand. */
import { expect, test } from 'vitest';
import type { Kernel } from '../../../src/ir/ir.ts';
import type { Expr } from '../../../src/base/expr.ts';
import { array, assign, at, kernel, store, v } from '../../../src/ir/build.ts';
import { binary, builtin, cast, int } from '../../../src/base/expr-build.ts';
import { i32, u32 } from '../../../src/base/ctype.ts';
import { runDigestOf, withoutPlaces } from '../../../src/pipeline/run-text.ts';

const cells = array('cells', { element: i32, space: 'global' });
const withLocal = (name: string, value: Expr = cast(i32, builtin('threadIdx.x'))): Kernel =>
  kernel({
    params: [{ name: 'n', type: i32 }],
    arrays: [cells],
    body: [assign(name, value), store(at(cells, v(name)), v('n'))],
  });

test('a local variable may be called anything, and a kernel may stand anywhere', () => {
  const one = withLocal('index');
  expect(runDigestOf(withLocal('place'))).toBe(runDigestOf(one));
  expect(runDigestOf({ ...one, name: 'other', span: { ...one.span, start: one.span.start + 7, line: 9 } })).toBe(
    runDigestOf(one),
  );
});

test('another value, another type, another array or another parameter makes other runs', () => {
  const one = withLocal('index');
  const others = [
    withLocal('index', int(1, i32)),
    withLocal('index', binary('+', cast(i32, builtin('threadIdx.x')), int(1, i32))),
    { ...one, scalars: new Map([...one.scalars].map(([id, scalar]) => [id, { ...scalar, type: u32 }] as const)) },
    {
      ...one,
      arrays: new Map([...one.arrays].map(([id, decl]) => [id, { ...decl, space: 'shared' as const }] as const)),
    },
    { ...one, params: [] },
    { ...one, maxThreads: 32 },
  ];
  expect(new Set([one, ...others].map(runDigestOf)).size).toBe(others.length + 1);
});

test('numbers of any kind are told apart, in maps and sets too', () => {
  const values = [
    1,
    1n,
    '1',
    -0,
    0,
    Infinity,
    -Infinity,
    new Map([['a', 1n]]),
    new Map([['a', 2n]]),
    new Set([1]),
    new Set([2]),
    [1],
    { a: 1 },
  ];
  expect(new Set(values.map((value) => withoutPlaces([value]))).size).toBe(values.length);
  expect(withoutPlaces({ span: 1, text: 'x', n: 1n })).toBe(withoutPlaces({ span: 2, text: 'y', n: 1n }));
});
