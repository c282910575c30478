import { expect, test } from 'vitest';
import type { LaunchConfig } from '../../../src/launch/launch.ts';
import type { ProtocolOf } from '../../../src/protocol/protocol.ts';
import type { Stmt } from '../../../src/ir/ir.ts';
import { varId } from '../../../src/base/brand.ts';
import { i32, u32 } from '../../../src/base/ctype.ts';
import { builtin } from '../../../src/base/expr-build.ts';
import { printExpr } from '../../../src/base/expr-print.ts';
import {
  array,
  assign,
  at,
  barrier,
  branch,
  forLoop,
  jump,
  kernel,
  load,
  store,
  v,
  whileLoop,
} from '../../../src/ir/build.ts';
import { inferProtocol } from '../../../src/protocol/infer.ts';
import { printBody } from '../../../src/protocol/print.ts';
import { built, launch, n, op, out, shared, tid, u } from './sketch.ts';

const N = [{ name: 'N', type: i32 }];
const t = '(i32)threadIdx.x';

function loopIn(body: readonly Stmt[], config: LaunchConfig = launch()): ProtocolOf<'loop'> {
  const found = inferProtocol(built(body, N), config, []).body.find((step) => step.kind === 'loop');
  if (found?.kind !== 'loop') throw new Error('there is no loop');
  return found;
}
const facts = (body: readonly Stmt[], config?: LaunchConfig): readonly string[] =>
  loopIn(body, config).facts.map(printExpr);
const ends = (body: readonly Stmt[], config?: LaunchConfig): readonly string[] =>
  loopIn(body, config).finalFacts.map(printExpr);
const touch = store(at(shared, v('i')), n(0));

test('a counter that goes by one needs no number of the turn', () => {
  expect(facts(forLoop('i', n(0), v('N'), n(1), [touch]))).toEqual(['0 <= i@2']);
  expect(ends(forLoop('i', n(0), v('N'), n(1), [touch]))).toEqual([
    '0 <= i@2.end',
    'i@2.end >= N',
    'i@2.end == 0 || i@2.end - 1 < N',
  ]);
});

test('strides keep the residue', () => {
  expect(facts(forLoop('i', tid, v('N'), n(32), [touch]))).toEqual([
    '0:i64 <= turn@2',
    `(i64)i@2 == (i64)${t} + 32:i64 * turn@2`,
    `${t} <= i@2`,
  ]);
});

test('a stride that is not a constant still bounds where its sign is known', () => {
  const loop = [
    assign('i', builtin('threadIdx.x')),
    whileLoop(op(v('i', u32), '<', u(100)), [store(at(shared, v('i', u32)), n(0))], {
      step: [assign('i', op(v('i', u32), '+', builtin('blockDim.x')))],
    }),
  ];
  expect(facts(loop, launch([null, 1, 1]))).toContain('threadIdx.x <= i@2');
  expect(facts(loop, launch([null, 1, 1]))).toContain('(i64)i@2 == (i64)threadIdx.x + (i64)blockDim.x * turn@2');
});

test('counting down', () => {
  const loop = [
    assign('i', v('N')),
    whileLoop(op(v('i'), '>', n(0)), [touch], { step: [assign('i', op(v('i'), '-', n(1)))] }),
  ];
  expect(facts(loop)).toEqual(['i@2 <= N']);
});

test('halving from a constant: the values, one by one', () => {
  const loop = [
    assign('i', n(4)),
    whileLoop(op(v('i'), '>', n(0)), [touch], { step: [assign('i', op(v('i'), '>>', n(1)))] }),
  ];
  expect(facts(loop)).toEqual([
    '0:i64 <= turn@2',
    'turn@2 < 3:i64',
    'i@2 == (turn@2 == 0:i64 ? 4 : turn@2 == 1:i64 ? 2 : 1)',
  ]);
});

test('doubling from a constant to an unknown bound ends where the type does', () => {
  const loop = [
    assign('i', n(1)),
    whileLoop(op(v('i'), '<', v('N')), [touch], { step: [assign('i', op(v('i'), '*', n(2)))] }),
  ];
  expect(facts(loop).at(-1)).toBe('turn@2 < 31:i64');
});

test('halving from an unknown value stays below it, and keeps a power of two one', () => {
  const loop = [
    assign('i', op(builtin('blockDim.x'), '/', u(2))),
    whileLoop(op(v('i', u32), '>', u(0)), [store(at(shared, v('i', u32)), n(0)), barrier()], {
      step: [assign('i', op(v('i', u32), '>>', n(1)))],
    }),
  ];
  expect(facts(loop, launch([null, 1, 1]))).toEqual([
    '0:i64 <= turn@2',
    'i@2 <= blockDim.x / 2:u32',
    '(blockDim.x / 2:u32 & blockDim.x / 2:u32 - 1:u32) != 0:u32 || (i@2 & i@2 - 1:u32) == 0:u32',
  ]);
});

test('values that repeat: k = (k + 1) % 3', () => {
  const loop = [
    assign('k', n(0)),
    ...forLoop('i', n(0), v('N'), n(1), [
      store(at(shared, v('k')), n(0)),
      assign('k', op(op(v('k'), '+', n(1)), '%', n(3))),
    ]),
  ];
  expect(facts(loop)).toContain('k@3 == (turn@3 % 3:i64 == 0:i64 ? 0 : turn@3 % 3:i64 == 1:i64 ? 1 : 2)');
});

test('a value that depends on a counter as well repeats only if both do', () => {
  const loop = [
    assign('k', n(0)),
    ...forLoop('i', n(0), v('N'), n(1), [store(at(shared, v('k')), n(0)), assign('k', op(v('i'), '/', n(100)))]),
  ];
  expect(facts(loop).filter((fact) => fact.startsWith('k@3'))).toEqual([]);
});

test('after a loop with known turns the counter is a constant', () => {
  const protocol = inferProtocol(
    built([...forLoop('i', n(0), n(10), n(3), [touch]), store(at(shared, v('i')), n(1))]),
    launch(),
    [],
  );
  expect(printBody(protocol.body.slice(-1))).toBe('write s[12]*4:4 = 1 @6');
});

test('a loop without turns is gone', () => {
  expect(inferProtocol(built(forLoop('i', n(5), n(3), n(1), [touch, barrier()])), launch(), []).body).toEqual([]);
});

test('a loop whose turns are the same for all threads ends with one value for all', () => {
  const protocol = inferProtocol(
    built([...forLoop('i', n(0), v('N'), n(1), [touch]), ...forLoop('j', n(0), v('i'), n(1), [barrier()])], N),
    launch(),
    [],
  );
  expect(protocol.variables.get(varId('i@2.end'))?.sharing).toBe('block');
  expect(protocol.variables.get(varId('i@2'))?.sharing).toBe('thread');
});

test('what a break leaves behind is a value of some turn', () => {
  const loop = [
    assign('i', tid),
    whileLoop(
      op(v('i'), '<', v('N')),
      [load('x', at(shared, v('i'))), branch(op(v('x'), '==', n(0)), [assign('i', n(-1)), jump('break')])],
      { step: [assign('i', op(v('i'), '+', n(32)))] },
    ),
    store(at(shared, v('i')), n(0)),
  ];
  expect(ends(loop)).toEqual([
    '0:i64 <= turns@2',
    '!(!left.break@2.end && i@2.end < N)',
    'turns@2 == 0:i64 || turns@2 == turn@2.last@2 + 1:i64',
    'turns@2 == 0:i64 || 0:i64 <= turn@2.last@2',
    `turns@2 == 0:i64 || (i64)i@2.last@2 == (i64)${t} + 32:i64 * turn@2.last@2`,
    `turns@2 == 0:i64 || ${t} <= i@2.last@2`,
    'turns@2 == 0:i64 || i@2.last@2 < N',
    'turns@2 == 0:i64 || i@2.end == (x?.last@2 == 0 ? -1 : i@2.last@2 + 32)',
    `turns@2 != 0:i64 || i@2.end == ${t}`,
    'turns@2 == 0:i64 || left.break@2.end == (x?.last@2 == 0)',
    'turns@2 != 0:i64 || left.break@2.end == false',
  ]);
});

test('continue goes on to the step', () => {
  const body = inferProtocol(
    built(forLoop('i', n(0), v('N'), n(1), [branch(op(v('i'), '==', tid), [jump('continue')]), touch]), N),
    launch(),
    [],
  ).body;
  expect(printBody(body)).toContain(`if i@2 != ${t} after continue @5 {\n    write s[i@2]*4:4 = 0 @6\n  }`);
  expect(printBody(body)).toContain('carries i@2 = 0, then i@2 + 1');
});

test('what a condition reads is read before the loop and at the end of each turn', () => {
  const body = inferProtocol(
    built([
      assign('i', n(0)),
      whileLoop(op(v('x'), '>', n(0)), [assign('i', op(v('i'), '+', n(1)))], {
        before: [load('x', at(shared, v('i')))],
      }),
    ]),
    launch(),
    [],
  ).body;
  expect(
    printBody(body)
      .split('\n')
      .filter((line) => line.includes('read')),
  ).toEqual(['read s[0]*4:4 @4', '  read s[i@2 + 1]*4:4 @4']);
});

test('do while: the first turn is made without the guard', () => {
  const loop = loopIn([
    assign('i', n(7)),
    whileLoop(op(v('i'), '<', v('N')), [touch, assign('i', op(v('i'), '+', n(1)))], { testFirst: false }),
  ]);
  expect(loop.testFirst).toBe(false);
  expect(loop.finalFacts.map(printExpr)).toEqual([
    '(i64)i@2.end == 7:i64 + turns@2',
    '7 <= i@2.end',
    '1:i64 <= turns@2',
    'i@2.end >= N',
    'turns@2 <= 1:i64 || i@2.end - 1 < N',
  ]);
});

test('arrays that are never written are functions of the index, unless they may be another one that is', () => {
  const a = array('a', { element: i32 });
  const k = kernel({
    arrays: [shared, out, a],
    body: [load('x', at(a, tid)), store(at(shared, v('x')), n(0)), store(at(out, tid), n(1))],
  });
  expect(printBody(inferProtocol(k, launch(), []).body)).toContain(`write s[read:a:i32((i64)${t} * 4:i64)]`);
  expect(printBody(inferProtocol(k, launch([32, 1, 1], { aliases: [['a', 'out']] }), []).body)).toContain(
    'write s[x?]',
  );
});
