/**
 * Memory: extents, initial contents, what is read before it was written, unaligned and very distant accesses, budgets.
 */
import { describe, expect, test } from 'vitest';
import type { Expr } from '../../../src/base/expr.ts';
import type { Place } from '../../../src/ir/ir.ts';
import type { MachineReport } from '../../../src/machine/machine.ts';
import { bytes } from '../../../src/base/brand.ts';
import {
  array,
  assign,
  at,
  atomic,
  barrier,
  branch,
  call,
  forLoop,
  jump,
  kernel,
  load,
  store,
  unknownValue,
  v,
} from '../../../src/ir/build.ts';
import { binary, cast, float, int, variable } from '../../../src/base/expr-build.ts';
import { varId } from '../../../src/base/brand.ts';
import { bool, f32, f64, i32, i64, i8, u32 } from '../../../src/base/ctype.ts';
import { runOnMachine } from '../../../src/machine/run.ts';
import { grid, launch, races, runIt, tid, words } from './launch.ts';

const faults = (report: MachineReport): readonly string[] =>
  report.faults.map((fault) => `${fault.kind} ${fault.stmt} thread ${fault.who.linearThread}: ${fault.text}`);
const out = array('out');
const input = array('input');

describe('bounds', () => {
  test('beyond declared extents: a fault, the store goes nowhere, the load reads 0', () => {
    const s = array('s', { space: 'shared', extents: [4] });
    const subject = kernel({
      arrays: [s, out],
      body: [store(at(s, tid), int(9)), load('x', at(s, binary('+', tid, int(3)))), store(at(out, tid), v('x'))],
    });
    const report = runIt(subject, launch(5));
    expect(faults(report).filter((text) => text.startsWith('out-of-bounds'))).toEqual([
      'out-of-bounds 1 thread 4: write of 4 bytes at byte 16 of s, which has 16 bytes',
      'out-of-bounds 2 thread 1: read of 4 bytes at byte 16 of s, which has 16 bytes',
      'out-of-bounds 2 thread 2: read of 4 bytes at byte 20 of s, which has 16 bytes',
      'out-of-bounds 2 thread 3: read of 4 bytes at byte 24 of s, which has 16 bytes',
    ]);
    expect(words(report, 'out').get(1)).toBe(0);
    expect(words(report, 's', 0).size).toBe(4);
  });

  test('extents of parameters come from the run; without them only negative addresses are outside', () => {
    const subject = kernel({
      arrays: [input],
      body: [store(at(input, int(7)), int(1)), load('x', at(input, int(-1)))],
    });
    expect(faults(runIt(subject, launch(1)))).toEqual([
      'out-of-bounds 2 thread 0: read of 4 bytes at byte -4 of input, which has no negative addresses',
    ]);
    const bounded = launch(1, { arrays: new Map([['input', { elements: 7, fill: 0n, values: new Map() }]]) });
    expect(faults(runIt(subject, bounded))).toHaveLength(2);
  });

  test('addresses are computed without wrap-around', () => {
    const far = kernel({
      arrays: [out],
      body: [
        store(at(out, int(1_000_000_000)), int(3)),
        load('x', at(out, int(1_000_000_000))),
        store(at(out, int(0)), v('x')),
      ],
    });
    expect(words(runIt(far, launch(1)), 'out')).toEqual(
      new Map([
        [0, 3],
        [1_000_000_000, 3],
      ]),
    );
    const wrapped = kernel({
      arrays: [out],
      body: [store(at(out, cast({ kind: 'int', bits: 64, signed: false }, int(-1))), int(3))],
    });
    expect(faults(runIt(wrapped, launch(1)))[0]).toContain('out-of-bounds 1');
  });

  test('local arrays are per thread, checked, and never race', () => {
    const local = array('mine', { space: 'local', extents: [2] });
    const subject = kernel({
      arrays: [local, out],
      body: [
        store(at(local, int(1)), tid),
        barrier(),
        load('x', at(local, int(1))),
        store(at(out, tid), v('x')),
        store(at(local, int(2)), tid),
      ],
    });
    const report = runIt(subject, launch(40));
    expect(races(report)).toEqual([]);
    expect(words(report, 'out').get(39)).toBe(39);
    expect(report.faults.map((fault) => [fault.kind, fault.stmt])).toEqual([
      ['out-of-bounds', 5],
      ['out-of-bounds', 5],
      ['out-of-bounds', 5],
    ]);
  });
});

describe('initial contents', () => {
  const sum = kernel({
    arrays: [input, out],
    body: [
      load('a', at(input, int(0))),
      load('b', at(input, int(5))),
      store(at(out, int(0)), binary('+', v('a'), v('b'))),
    ],
  });
  test('listed values, else the fill', () => {
    const given = (fill: bigint | 'uninitialized') =>
      launch(1, { arrays: new Map([['input', { elements: null, fill, values: new Map([[5, 40n]]) }]]) });
    expect(words(runIt(sum, given(2n)), 'out').get(0)).toBe(42);
    expect(runIt(sum, given(2n)).memory.map((final) => final.array)).toEqual(['out']);
    expect(faults(runIt(sum, given('uninitialized')))).toEqual([
      'uninitialized 1 thread 0: byte 0 of input is read before anything was written to it',
    ]);
    expect(words(runIt(sum, launch(1)), 'out').get(0)).toBe(0);
  });

  test('by element type, far from the start', () => {
    const d = array('d', { element: f64 });
    const subject = kernel({
      arrays: [d, out],
      body: [load('x', at(d, int(100_000))), store(at(out, int(0)), cast(i32, v('x', f64)))],
    });
    expect(
      words(
        runIt(
          subject,
          launch(1, { arrays: new Map([['d', { elements: null, fill: 1, values: new Map([[100_000, 77.5]]) }]]) }),
        ),
        'out',
      ).get(0),
    ).toBe(77);
  });

  test("shared memory is each block's own, and not initialized", () => {
    const s = array('s', { space: 'shared', extents: [1] });
    const subject = kernel({
      arrays: [s, out],
      body: [load('x', at(s, int(0))), store(at(s, int(0)), int(5)), store(at(out, int(0)), v('x'))],
    });
    const report = runIt(subject, grid(2, 1));
    expect(report.faults.map((fault) => [fault.kind, fault.who.linearBlock])).toEqual([
      ['uninitialized', 0],
      ['uninitialized', 1],
    ]);
    expect(report.memory.map((final) => `${final.array} ${final.block ?? '-'}`)).toEqual(['out -', 's 0', 's 1']);
  });
});

describe('bytes', () => {
  const raw = array('raw', { element: i8 });
  const place = (index: Expr, type: Place['type']): Place => ({
    array: raw.id,
    subscripts: [{ index, stride: bytes(1), extent: null }],
    offset: bytes(0),
    type,
    volatile: false,
  });

  test('accesses of different widths overlap: a float2 against a byte', () => {
    const subject = kernel({
      arrays: [raw],
      body: [
        branch(
          binary('==', tid, int(0)),
          [store(place(int(8), f64), float(1, f64))],
          [store(place(int(15), i8), int(1, i8))],
        ),
      ],
    });
    expect(runIt(subject, launch(2)).races).toMatchObject([{ address: 15, scope: 'warp' }]);
    const apart = kernel({
      arrays: [raw],
      body: [
        branch(
          binary('==', tid, int(0)),
          [store(place(int(8), f64), float(1, f64))],
          [store(place(int(16), i8), int(1, i8))],
        ),
      ],
    });
    expect(races(runIt(apart, launch(2)))).toEqual([]);
  });

  test('an access across the end of a page', () => {
    const subject = kernel({
      arrays: [raw, out],
      body: [
        store(place(int(16_382), i32), int(0x01020304)),
        load('x', place(int(16_382), i32)),
        load('y', place(int(16_384), i8)),
        store(at(out, int(0)), binary('+', v('x'), cast(i32, v('y', i8)))),
      ],
    });
    expect(words(runIt(subject, launch(1)), 'out').get(0)).toBe(0x01020304 + 2);
    expect(races(runIt(subject, launch(2)))).toEqual([
      'out: 4-4 warp =',
      'raw: 1-1 warp =',
      'raw: 1-2 warp',
      'raw: 1-3 warp',
    ]);
  });
});

describe('atomics', () => {
  test.each<[Parameters<typeof atomic>[0], readonly Expr[], number]>([
    ['add', [int(5)], 15],
    ['sub', [int(5)], 5],
    ['min', [int(5)], 5],
    ['max', [int(50)], 50],
    ['and', [int(6)], 2],
    ['or', [int(5)], 15],
    ['xor', [int(3)], 9],
    ['inc', [int(9)], 0],
    ['inc', [int(20)], 11],
    ['dec', [int(9)], 9],
    ['dec', [int(20)], 9],
    ['exch', [int(7)], 7],
    ['cas', [int(10), int(3)], 3],
    ['cas', [int(11), int(3)], 10],
    ['store', [int(4)], 4],
    ['load', [], 10],
  ])('%s %#', (operation, operands, value) => {
    const subject = kernel({
      arrays: [input, out],
      body: [
        atomic(operation, at(input, int(0)), operands, { target: 'old' }),
        load('now', at(input, int(0))),
        store(at(out, int(0)), v('old')),
        store(at(out, int(1)), v('now')),
      ],
    });
    const report = runIt(
      subject,
      launch(1, { arrays: new Map([['input', { elements: 1, fill: 10n, values: new Map() }]]) }),
    );
    expect([words(report, 'out').get(0), words(report, 'out').get(1)]).toEqual([10, value]);
  });

  test('atomicAdd of all threads counts them, and races with nothing but plain accesses [SW106]', () => {
    const counting = kernel({ arrays: [out], body: [atomic('add', at(out, int(0)), [int(1)])] });
    const report = runIt(counting, grid(2, 100, { schedule: { kind: 'random', seed: 1 } }));
    expect([words(report, 'out').get(0), races(report)]).toEqual([200, []]);
    const mixed = kernel({
      arrays: [out],
      body: [atomic('add', at(out, int(0)), [int(1)]), load('x', at(out, int(0)))],
    });
    expect(races(runIt(mixed, grid(2, 2)))).toEqual(['out: 1-2 grid', 'out: 1-2 warp']);
    const narrow = kernel({ arrays: [out], body: [atomic('add', at(out, int(0)), [int(1)], { scope: 'block' })] });
    expect(races(runIt(narrow, grid(2, 2)))).toEqual(['out: 1-1 grid']);
  });
});

describe('data dependence', () => {
  const run = (body: Parameters<typeof kernel>[0]['body']): boolean =>
    runIt(
      kernel({ params: [{ name: 'n', type: i32 }], arrays: [input, out], body }),
      launch(4, { scalars: new Map([['n', 3n]]) }),
    ).dataDependent;
  const read = load('x', at(input, tid));
  const use = store(at(out, tid), v('m'));
  const pick = branch(binary('>', v('x'), int(0)), [assignTo('m', v('x'))], [assignTo('m', int(0))]);
  function assignTo(target: string, value: Expr) {
    return { ...branch(int(0), []), kind: 'assign', target: varId(target), value } as const;
  }

  test('none: loops and branches on parameters and thread ids, data only stored', () => {
    expect(
      run([
        ...forLoop('i', int(0), variable(varId('n'), i32), int(1), [
          read,
          branch(binary('<', tid, v('i')), [store(at(out, tid), v('x'))]),
        ]),
      ]),
    ).toBe(false);
  });
  test('branches that only assign data', () => {
    expect(run([read, pick, use])).toBe(false);
  });
  test('a branch over memory, a loop condition, an address', () => {
    expect(run([read, branch(binary('>', v('x'), int(-1)), [store(at(out, tid), int(1))])])).toBe(true);
    expect(run([read, ...forLoop('i', int(0), v('x'), int(1), [])])).toBe(true);
    expect(run([read, store(at(out, v('x')), int(1))])).toBe(true);
  });
  test('through assignments, also those under a branch that only assigns', () => {
    expect(run([read, pick, store(at(out, v('m')), int(1))])).toBe(true);
    expect(
      run([read, assignTo('y', binary('*', v('x'), int(0))), assignTo('z', v('y')), store(at(out, v('z')), int(1))]),
    ).toBe(true);
    // What is overwritten with something clean is clean.
    expect(run([read, assignTo('y', v('x')), assignTo('y', tid), store(at(out, v('y')), int(1))])).toBe(false);
  });
  test('atomics, shuffles, votes and reductions pass it on', () => {
    expect(run([atomic('add', at(out, int(100)), [int(1)], { target: 'k' }), store(at(out, v('k')), int(1))])).toBe(
      true,
    );
    const shuffled = (value: Expr, mask: Expr | null = int(-1)) =>
      run([
        read,
        {
          ...branch(int(0), []),
          kind: 'lanes',
          op: 'shfl',
          target: varId('k'),
          mask,
          operands: [value, int(0)],
          width: 32,
        },
        store(at(out, v('k')), int(1)),
      ]);
    expect([shuffled(v('x')), shuffled(tid)]).toEqual([true, false]);
    // Without a mask, who takes part is a matter of the schedule.
    expect(shuffled(tid, null)).toBe(true);
    const reduced = (predicate: Expr) =>
      run([
        read,
        {
          ...branch(int(0), []),
          kind: 'barrier',
          scope: { kind: 'block' },
          reduction: { op: 'count', predicate, target: varId('k') },
        },
        store(at(out, v('k')), int(1)),
      ]);
    expect([reduced(binary('>', v('x'), int(0))), reduced(binary('>', tid, int(0)))]).toEqual([true, false]);
  });
});

describe('limits', () => {
  test('bytes', () => {
    const subject = kernel({ arrays: [out], body: [store(at(out, binary('*', tid, int(100_000))), tid)] });
    expect(runOnMachine(subject, launch(1024), { maxSteps: 1e6, maxBytes: 1e6 }).outcome).toEqual({
      kind: 'budget',
      which: 'bytes',
    });
  });
  test('unknown statements, where a thread comes to them', () => {
    const body = (when: Expr) =>
      kernel({
        arrays: [out],
        body: [
          branch(when, [{ ...jump('exit'), kind: 'unknown', because: 'texture', footprint: [], synchronizes: false }]),
        ],
      });
    expect(runIt(body(binary('>', tid, int(5))), launch(8)).outcome).toMatchObject({
      kind: 'unmodelled',
      because: 'texture',
      span: { line: 3 },
    });
    expect(runIt(body(binary('>', tid, int(9))), launch(8)).outcome.kind).toBe('completed');
  });
  test('invented values: unknown values and missing arguments', () => {
    expect(
      runIt(kernel({ arrays: [out], body: [unknownValue('q'), store(at(out, int(0)), v('q'))] }), launch(1))
        .inventedValues,
    ).toBe(true);
    expect(runIt(kernel({ body: [unknownValue('q'), assign('q', int(1))] }), launch(1)).inventedValues).toBe(false);
    expect(runIt(kernel({ params: [{ name: 'n', type: i32 }], body: [] }), launch(1)).inventedValues).toBe(true);
    expect(
      runIt(kernel({ params: [{ name: 'n', type: i32 }], body: [] }), launch(1, { scalars: new Map([['n', 1n]]) }))
        .inventedValues,
    ).toBe(false);
  });
  test('assertions and assumptions that fail', () => {
    const n = variable(varId('n'), i32);
    const subject = kernel({
      params: [{ name: 'n', type: i32 }],
      assumptions: [binary('>', n, int(4)), binary('==', cast(i32, { kind: 'builtin', name: 'blockDim.x' }), int(2))],
      body: [{ ...jump('exit'), kind: 'assert', condition: binary('<', tid, int(1)) }],
    });
    const report = runIt(subject, launch(2, { scalars: new Map([['n', 3n]]) }));
    expect(report.faults.map((fault) => `${fault.kind} ${fault.who.linearThread}`)).toEqual([
      'assumption 0',
      'assumption 1',
      'assertion 1',
    ]);
  });
  test('calls: break and continue stay inside, return leaves', () => {
    const subject = kernel({
      arrays: [out],
      body: [
        call('f', [
          ...forLoop('i', int(0), int(9), int(1), [
            branch(binary('==', v('i'), int(2)), [jump('continue')]),
            store(at(out, v('i')), int(1)),
            branch(binary('==', v('i'), int(4)), [jump('return')]),
          ]),
          store(at(out, int(50)), int(1)),
        ]),
        store(at(out, int(60)), int(1)),
      ],
    });
    expect([...words(runIt(subject, launch(1)), 'out').keys()].sort((a, b) => a - b)).toEqual([0, 1, 3, 4, 60]);
  });
  test("arguments have their parameter's type", () => {
    const subject = kernel({
      params: [
        { name: 'a', type: u32 },
        { name: 'b', type: i64 },
        { name: 'c', type: f32 },
        { name: 'd', type: bool },
      ],
      arrays: [out],
      body: [
        store(at(out, int(0)), cast(i32, binary('>>', variable(varId('a'), u32), int(1)))),
        store(at(out, int(1)), cast(i32, binary('>>', variable(varId('b'), i64), int(40)))),
        store(at(out, int(2)), cast(i32, binary('*', variable(varId('c'), f32), float(10, f32)))),
        store(at(out, int(3)), cast(i32, variable(varId('d'), bool))),
      ],
    });
    const report = runIt(
      subject,
      launch(1, {
        scalars: new Map<string, bigint | number>([
          ['a', -2n],
          ['b', -(1n << 40n)],
          ['c', 1.25],
          ['d', 1n],
        ]),
      }),
    );
    expect([...words(report, 'out').values()]).toEqual([0x7fffffff, -1, 12, 1]);
  });
});
