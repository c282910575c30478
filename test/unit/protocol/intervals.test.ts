import { expect, test } from 'vitest';
import type { Expr } from '../../../src/base/expr.ts';
import type { Stmt } from '../../../src/ir/ir.ts';
import { i32 } from '../../../src/base/ctype.ts';
import { builtin } from '../../../src/base/expr-build.ts';
import { assign, at, barrier, branch, forLoop, jump, load, store, v, whileLoop } from '../../../src/ir/build.ts';
import { accessLines, built, launch, n, op, questionLines, shared, splitOf, tid } from './sketch.ts';

const N = [{ name: 'N', type: i32 }];
const NM = [...N, { name: 'M', type: i32 }];
const next: Expr = op(tid, '+', n(1));
const t = '(i32)threadIdx.x';
const upTo = (counter: string, below: Expr, body: readonly Stmt[]): readonly Stmt[] =>
  forLoop(counter, n(0), below, n(1), body);

test('Faial first-iter: what is written before the loop meets only the first turn', () => {
  const kernel = built(
    [store(at(shared, next), n(0)), ...upTo('i', v('N'), [store(at(shared, tid), n(1)), barrier()])],
    N,
  );
  expect(accessLines(splitOf(kernel))).toEqual([
    `0: write s[${t} + 1]*4:4 @2`,
    `0: write s[${t}]*4:4 @5 if 0 < N`,
    `1: write s[${t}]*4:4 @5 if i@3 < N and i@3 + 1 < N and 0 <= i@3`,
  ]);
});

test('Faial last-iter: the end of the last turn meets what follows, and so does a loop without turns', () => {
  const kernel = built(
    [...upTo('i', v('N'), [barrier(), store(at(shared, next), n(0))]), store(at(shared, tid), n(1))],
    N,
  );
  expect(accessLines(splitOf(kernel))).toEqual([
    `0: write s[${t}]*4:4 @7 if 0 >= N`,
    `1: write s[${t} + 1]*4:4 @5 if i@2 < N and 0 <= i@2`,
    `1: write s[${t}]*4:4 @7 if i@2 < N and i@2 + 1 >= N and 0 <= i@2`,
  ]);
});

test('Faial last-iter-first-iter: the last turn of an inner loop meets the first of the loop behind it', () => {
  const kernel = built(
    [
      ...forLoop('x', n(1), op(v('N'), '+', n(1)), n(1), [
        ...upTo('y', v('x'), [barrier(), store(at(shared, next), n(0))]),
      ]),
      ...upTo('z', v('N'), [store(at(shared, tid), n(1)), barrier()]),
    ],
    N,
  );
  const lines = accessLines(splitOf(kernel)).filter((line) => line.startsWith('1:'));
  expect(lines[0]).toContain(`1: write s[${t} + 1]*4:4 @7 if x@2 < N + 1 and y@4 < x@2`);
  expect(
    lines.some(
      (line) => line.includes(`write s[${t}]*4:4 @12`) && line.includes('y@4 + 1 >= x@2') && line.includes('0 < N'),
    ),
  ).toBe(true);
});

test('a barrier at the end of the turn parts the turns', () => {
  const kernel = built(
    upTo('i', n(4), [store(at(shared, next), n(0)), barrier(), load('x', at(shared, tid)), barrier()]),
  );
  expect(accessLines(splitOf(kernel))).toEqual([
    `0: write s[${t} + 1]*4:4 @4`,
    `1: read s[${t}]*4:4 @6 if i@2 < 4 and 0 <= i@2`,
    `2: write s[${t} + 1]*4:4 @4 if i@2 < 4 and i@2 + 1 < 4 and 0 <= i@2`,
  ]);
});

test('without a barrier at its end, the next turn is met', () => {
  const split = splitOf(built(upTo('i', n(4), [store(at(shared, next), n(0)), barrier(), load('x', at(shared, tid))])));
  const read = split.intervals[1]?.accesses[0];
  const write = split.intervals[1]?.accesses[1];
  expect(read?.crossed).toEqual([]);
  expect(write?.crossed).toEqual([2]);
  expect(accessLines(split).filter((line) => line.startsWith('1:'))).toEqual([
    `1: read s[${t}]*4:4 @6 if i@2 < 4 and 0 <= i@2`,
    `1: write s[${t} + 1]*4:4 @4 if i@2 < 4 and i@2 + 1 < 4 and 0 <= i@2`,
  ]);
});

test('double buffer: the buffer of the next turn is another one', () => {
  const buffer = op(v('k'), '*', n(32));
  const kernel = built(
    [
      assign('k', n(0)),
      ...upTo('i', v('N'), [
        store(at(shared, op(buffer, '+', tid)), n(1)),
        barrier(),
        load('x', at(shared, op(buffer, '+', op(n(31), '-', tid)))),
        assign('k', op(v('k'), '^', n(1))),
      ]),
    ],
    N,
  );
  const lines = accessLines(splitOf(kernel)).filter((line) => line.startsWith('1:'));
  expect(lines.map((line) => line.slice(0, line.indexOf(' if')))).toEqual([
    `1: read s[k@3 * 32 + (31 - ${t})]*4:4 @7`,
    `1: write s[(k@3 ^ 1) * 32 + ${t}]*4:4 @5`,
  ]);
  expect(lines[1]).toContain('k@3 == (turn@3 % 2:i64 == 0:i64 ? 0 : 1)');
});

test('an inner loop that may have no turn lets turns of the outer one meet, only if it has none', () => {
  const kernel = built(upTo('i', v('N'), [store(at(shared, tid), n(0)), ...upTo('j', v('M'), [barrier()])]), NM);
  const [first] = accessLines(splitOf(kernel));
  expect(first).toContain('turn@2~2 == 0:i64 || 0 >= M');
});

test('an inner loop with constant turns always has its barrier', () => {
  const kernel = built(upTo('i', v('N'), [store(at(shared, tid), n(0)), ...upTo('j', n(3), [barrier()])]), N);
  expect(accessLines(splitOf(kernel))).toEqual([
    `0: write s[${t}]*4:4 @4 if 0 < N`,
    `1: write s[${t}]*4:4 @4 if i@2 < N and j@5 < 3 and j@5 + 1 >= 3 and i@2 + 1 < N and 0 <= i@2 and 0 <= j@5`,
  ]);
});

test('a barrier under a uniform condition ends the interval on that way only', () => {
  const kernel = built(
    [
      store(at(shared, tid), n(0)),
      branch(op(v('N'), '>', n(3)), [barrier(), store(at(shared, n(0)), n(1))]),
      store(at(shared, next), n(2)),
    ],
    N,
  );
  const split = splitOf(kernel);
  expect(accessLines(split)).toEqual([
    `0: write s[${t}]*4:4 @2`,
    `0: write s[${t} + 1]*4:4 @6 if N <= 3`,
    '1: write s[0]*4:4 @5 if N > 3',
    `1: write s[${t} + 1]*4:4 @6 if N > 3`,
  ]);
  expect(split.questions).toEqual([]);
});

test('an exit before a barrier is asked about, and guards what follows', () => {
  const split = splitOf(
    built(
      [
        branch(op(tid, '>=', v('N')), [jump('exit')]),
        store(at(shared, tid), n(0)),
        barrier(),
        load('x', at(shared, next)),
      ],
      N,
    ),
  );
  expect(accessLines(split)).toEqual([`0: write s[${t}]*4:4 @4 if ${t} < N`, `1: read s[${t} + 1]*4:4 @6 if ${t} < N`]);
  expect(questionLines(split)).toEqual([`exit @3: ${t} < N`]);
});

test('a break that the block agrees on leaves the turns aligned', () => {
  const split = splitOf(
    built([
      whileLoop(op(n(1), '==', n(1)), [
        branch(op(tid, '==', n(0)), [store(at(shared, n(0)), n(1))]),
        barrier(),
        load('x', at(shared, n(0))),
        branch(op(v('x'), '==', n(0)), [jump('break')]),
        barrier(),
      ]),
    ]),
  );
  expect(accessLines(split)).toEqual([
    `0: write s[0]*4:4 @4 if ${t} == 0`,
    '1: read s[0]*4:4 @6',
    `2: write s[0]*4:4 @4 if x? != 0 and ${t} == 0`,
  ]);
  expect(questionLines(split)).toEqual([]);
});

test('a break of some threads before a barrier is asked about', () => {
  const split = splitOf(built(upTo('i', v('N'), [branch(op(v('i'), '>', tid), [jump('break')]), barrier()]), N));
  expect(questionLines(split)).toContain(`exit @5: i@2 <= ${t}`);
});

test('a loop whose number of turns depends on the thread is asked about, at its start and after each turn', () => {
  const split = splitOf(built([...forLoop('i', tid, v('N'), n(32), [barrier()])], N));
  expect(questionLines(split)).toEqual([`loop @3: ${t} < N`, 'loop @3: i@2 + 32 < N']);
});

test('different barriers in the arms of a branch', () => {
  const split = splitOf(built([branch(op(tid, '<', n(7)), [barrier()], [barrier()])]));
  expect(questionLines(split)).toEqual([`two-barriers @2: ${t} < 7`]);
});

test('a barrier under a condition that the launch refutes is gone', () => {
  const split = splitOf(
    built([branch(op(builtin('blockDim.x'), '>', builtin('threadIdx.x')), [], [barrier()])]),
    launch([64, 1, 1]),
  );
  expect(split.intervals.map((interval) => interval.start)).toEqual(['entry']);
  expect(split.questions).toEqual([]);
});

test('fifty loops with barriers inside one another have as many intervals as barriers, and one more', () => {
  const nest = (depth: number): readonly Stmt[] =>
    depth === 0
      ? [store(at(shared, tid), n(0)), barrier()]
      : [store(at(shared, op(tid, '+', n(depth))), n(0)), ...upTo(`i${depth}`, v('N'), nest(depth - 1)), barrier()];
  const split = splitOf(built(nest(50), N));
  expect(split.intervals.length).toBe(52);
  const accesses = split.intervals.reduce((sum, interval) => sum + interval.accesses.length, 0);
  expect(accesses).toBeLessThan(52 * 52);
});
