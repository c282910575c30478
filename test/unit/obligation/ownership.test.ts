import { expect, test } from 'vitest';
import type { Expr } from '../../../src/base/expr.ts';
import type { Formula } from '../../../src/obligation/obligation.ts';
import type { Kernel, Place, Stmt } from '../../../src/ir/ir.ts';
import { bytes } from '../../../src/base/brand.ts';
import { i32 } from '../../../src/base/ctype.ts';
import { builtin, cast } from '../../../src/base/expr-build.ts';
import { TimeLimit, deadlineAfter, noDeadline } from '../../../src/base/deadline.ts';
import { arithmetic } from '../../../src/solve/by-arithmetic.ts';
import { at, barrier, branch, forLoop, load, store, v } from '../../../src/ir/build.ts';
import { inferProtocol } from '../../../src/protocol/infer.ts';
import { ownedArrays } from '../../../src/obligation/ownership.ts';
import { splitProtocol, wholeOf } from '../../../src/protocol/split.ts';
import { built, launch, n, op, out, shared, tid } from '../protocol/sketch.ts';

const N = [{ name: 'N', type: i32 }];
const own = at(shared, tid);
const next = at(shared, op(tid, '+', n(1)));

function owned(kernel: Kernel, level: 'block' | 'grid' = 'block'): readonly string[] {
  const whole = wholeOf(inferProtocol(kernel, launch([32, 1, 1], { grid: [8, 1, 1] }), []));
  const { block, grid } = ownedArrays(whole, level, arithmetic);
  return [...[...block].map((id) => `block ${id}`), ...[...grid].map((id) => `grid ${id}`)];
}
const ownedOf = (body: readonly Stmt[]): readonly string[] => owned(built(body, N));

test('a cell per thread, in any turn and under any condition', () => {
  expect(
    ownedOf(
      forLoop('i', n(0), v('N'), n(1), [branch(op(v('i'), '<', tid), [store(own, n(1))]), barrier(), load('x', own)]),
    ),
  ).toEqual(['block s']);
});

test('turns of a stride are told apart by their facts', () => {
  expect(
    ownedOf(
      forLoop('i', tid, v('N'), n(32), [store(at(shared, v('i')), n(1)), barrier(), load('x', at(shared, v('i')))]),
    ),
  ).toEqual(['block s']);
  expect(ownedOf(forLoop('i', tid, v('N'), n(31), [store(at(shared, v('i')), n(1))]))).toEqual([]);
});

test('a barrier does not help: turns of two threads may be any', () => {
  expect(ownedOf([store(own, n(1)), barrier(), load('x', next)])).toEqual([]);
  expect(
    ownedOf(
      forLoop('i', n(0), v('N'), n(1), [branch(op(tid, '==', n(3)), [store(at(shared, v('i')), n(1))]), barrier()]),
    ),
  ).toEqual([]);
});

test('what is only read, and places far apart', () => {
  expect(ownedOf([load('x', own), load('y', next)])).toEqual(['block s']);
  expect(
    ownedOf([
      store(own, n(1)),
      store(at(shared, op(tid, '+', n(32))), n(1)),
      load('x', at(shared, op(tid, '+', n(64)))),
      load('y', at(shared, op(tid, '+', n(65)))),
    ]),
  ).toEqual(['block s']);
});

test('where an array stands is not asked if it is only read, and the time limit ends the asking', () => {
  const bounds = {
    ...arithmetic,
    boundsOf: () => {
      throw new Error('asked');
    },
  };
  const ownedBy = (body: readonly Stmt[], deadline = noDeadline): readonly string[] => [
    ...ownedArrays(wholeOf(inferProtocol(built(body, N), launch([32, 1, 1]), [])), 'block', bounds, deadline).block,
  ];
  expect(ownedBy([load('x', own), load('y', next)])).toEqual(['s']);
  expect(() => ownedBy([store(own, n(1)), load('y', at(shared, op(tid, '+', n(32))))])).toThrow('asked');
  let asked = 0;
  const late = deadlineAfter(0, () => asked++, 'late');
  expect(() => ownedBy([store(own, n(1)), load('y', at(shared, op(tid, '+', n(32))))], late)).toThrow(TimeLimit);
});

test('members of an element are one question where elements are apart, and are asked about one by one where they are not', () => {
  const member = (index: Expr, k: number): Place => ({
    ...at(out, index),
    subscripts: [{ index, stride: bytes(12), extent: null }],
    offset: bytes(4 * k),
  });
  const all = (index: Expr, members: readonly number[]): readonly Stmt[] =>
    members.map((k) => store(member(index, k), n(k)));
  let asked = 0;
  const counting = {
    ...arithmetic,
    refutes: (formula: Formula) => {
      asked++;
      return arithmetic.refutes(formula);
    },
  };
  const ownedBy = (body: readonly Stmt[]): readonly string[] => [
    ...ownedArrays(wholeOf(inferProtocol(built(body), launch([32, 1, 1]), [])), 'block', counting).block,
  ];
  expect(ownedBy([...all(tid, [0, 1, 2]), ...all(op(tid, '+', n(32)), [0, 1, 2])])).toEqual(['out']);
  expect(asked).toBe(2);
  expect(ownedBy([...all(tid, [0, 2]), load('x', member(op(tid, '+', n(1)), 1))])).toEqual(['out']);
  expect(ownedBy([...all(tid, [0, 2]), load('x', member(op(tid, '+', n(1)), 2))])).toEqual([]);
  expect(ownedBy([...all(tid, [0, 2]), ...all(op(tid, '/', n(2)), [1])])).toEqual([]);
});

test('a place that was read from memory has no bounds, and is not owned', () => {
  expect(ownedOf([load('x', own), store(at(out, v('x')), n(1)), store(at(out, tid), n(1))])).toEqual(['block s']);
});

test('between blocks, only with the block in the index', () => {
  const global = op(op(cast(i32, builtin('blockIdx.x')), '*', n(32)), '+', tid);
  expect(owned(built([store(at(out, global), n(1)), store(own, n(1))]), 'grid')).toEqual([
    'block out',
    'block s',
    'grid out',
  ]);
  expect(owned(built([store(at(out, tid), n(1))]), 'grid')).toEqual(['block out']);
});

test('intervals are without what is owned, and the whole without what is owned between blocks', () => {
  const protocol = inferProtocol(
    built([store(own, n(1)), store(at(out, tid), n(1)), barrier(), load('x', next)]),
    launch(),
    [],
  );
  const whole = wholeOf(protocol);
  const split = splitProtocol(protocol, noDeadline, ownedArrays(whole, 'grid', arithmetic), whole);
  expect(split.intervals.map(({ accesses }) => accesses.map(({ access }) => access.place.array))).toEqual([
    ['s'],
    ['s'],
  ]);
});
