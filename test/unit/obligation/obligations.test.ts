/** Which pairs become obligations, what their formulas say, and that the solver answers them as a person would. */
import { afterAll, describe, expect, it } from 'vitest';
import { access, bx, k, n, span, splitOf, tx } from './split-of.ts';
import { binary, cast, int, variable } from '../../../src/base/expr-build.ts';
import { arrayId, bytes, stmtId, varId } from '../../../src/base/brand.ts';
import { i32, u32 } from '../../../src/base/ctype.ts';
import type { Obligation } from '../../../src/obligation/obligation.ts';
import type { UniformityQuestion } from '../../../src/protocol/protocol.ts';
import { checkObligation } from '../../../src/obligation/check.ts';
import { createSolver } from '../../../src/solve/z3.ts';
import { obligationsOf } from '../../../src/obligation/obligations.ts';
import { printExpr } from '../../../src/base/expr-print.ts';
import { printObligation } from '../../../src/obligation/print.ts';

const plus = (a: typeof tx, b: number) => binary('+', a, k(b));
const title = (o: Obligation): string =>
  o.kind === 'race' ? `${o.scope} ${o.array} ${o.first.id}-${o.second.id}` : `divergence ${o.question.barrier}`;
const titles = (obligations: readonly Obligation[]): readonly string[] => obligations.map(title);
const last = (o: Obligation | undefined): string => {
  const constraint = o?.formula.constraints.at(-1);
  return constraint === undefined ? '' : printExpr(constraint);
};
const options = { level: 'grid', warpModel: 'its' } as const;

const solver = await createSolver();
afterAll(() => solver.close());
async function satisfiable(obligations: readonly Obligation[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const o of obligations) {
    expect(checkObligation(o)).toEqual([]);
    const answer = await solver.decide(o.formula, { rlimit: 5_000_000 });
    if (answer.kind !== 'unsat') found.push(`${answer.kind} ${title(o)}`);
  }
  return found;
}

describe('pairs', () => {
  it('a store pairs with itself and with a load of its interval; two loads do not', () => {
    const split = splitOf([
      [access(1, tx), access(2, plus(tx, 1), { mode: 'read' })],
      [access(3, tx, { mode: 'read' })],
    ]);
    expect(titles(obligationsOf(split, options))).toEqual(['block s 1-1', 'block s 1-2']);
  });
  it('atomics race with plain accesses, not with atomics of their block', () => {
    const split = splitOf([[access(1, tx, { mode: 'atomic', scope: 'block' }), access(2, tx, { mode: 'read' })]]);
    expect(titles(obligationsOf(split, options))).toEqual(['block s 1-2']);
  });
  it('between blocks only global memory, and atomics only where a scope is too narrow', () => {
    const narrow = access(1, k(0), { array: 'g', mode: 'atomic', scope: 'block' });
    const wide = access(2, k(0), { array: 'g', mode: 'atomic', scope: 'device' });
    const split = splitOf([], { whole: [narrow, wide, access(3, tx)] });
    expect(titles(obligationsOf(split, options))).toEqual(['grid g 1-1', 'grid g 1-2']);
    expect(obligationsOf(split, { ...options, level: 'block' })).toEqual([]);
  });
  it('aliased arrays are one memory, others are not', () => {
    const accesses = [access(1, tx, { array: 'g' }), access(2, plus(tx, 1), { array: 'h', mode: 'read' })];
    expect(titles(obligationsOf(splitOf([accesses]), options))).toEqual(['block g 1-1']);
    expect(titles(obligationsOf(splitOf([accesses], { aliases: ['h'] }), options))).toEqual([
      'block g 1-1',
      'block g 1-2',
    ]);
  });
  it('one thread has nobody to race with, one block neither', () => {
    const split = splitOf([[access(1, k(0))]], { threads: 1, blocks: 1, whole: [access(2, k(0), { array: 'g' })] });
    expect(obligationsOf(split, options)).toEqual([]);
  });
  it('intervals that read alike are asked about once', () => {
    expect(titles(obligationsOf(splitOf([[access(1, tx)], [access(1, tx)]]), options))).toEqual(['block s 1-1']);
  });
});

describe('formulas', () => {
  it('variables of a thread are copied, those of the block and the launch are not', () => {
    const [o] = obligationsOf(splitOf([[access(1, binary('+', binary('+', tx, bx), cast(u32, n)))]]), options);
    expect([...(o?.formula.variables.values() ?? [])].map((v) => `${v.id} of ${v.of}: ${v.copy}`)).toEqual([
      'threadIdx.x@1 of threadIdx.x: first',
      'threadIdx.x@2 of threadIdx.x: second',
      'blockIdx.x of blockIdx.x: block',
      'n of n: launch',
    ]);
  });
  it('between blocks those of the block are copied too', () => {
    const [o] = obligationsOf(splitOf([], { whole: [access(1, bx, { array: 'g' })] }), options);
    expect([...(o?.formula.variables.keys() ?? [])]).toEqual([
      'threadIdx.x@1',
      'threadIdx.x@2',
      'blockIdx.x@1',
      'blockIdx.x@2',
      'n',
    ]);
    expect(o?.formula.constraints.map(printExpr)).toContain('blockIdx.x@1 != blockIdx.x@2');
  });
  it('equal strides and widths compare indices', () => {
    expect(last(obligationsOf(splitOf([[access(1, plus(tx, 1))]]), options)[0])).toBe(
      '(i64)(threadIdx.x@1 + 1:u32) == (i64)(threadIdx.x@2 + 1:u32)',
    );
  });
  it('a float4 against a float compares bytes', () => {
    const obligations = obligationsOf(
      splitOf([[access(1, tx, { width: 16, stride: 16 }), access(2, tx, { mode: 'read' })]]),
      options,
    );
    expect(last(obligations[1])).toBe(
      '0:i64 + (i64)threadIdx.x@1 * 16:i64 < 0:i64 + (i64)threadIdx.x@2 * 4:i64 + 4:i64'.replaceAll('0:i64 + ', '') +
        ' && (i64)threadIdx.x@2 * 4:i64 < (i64)threadIdx.x@1 * 16:i64 + 16:i64',
    );
  });
  it('fields of structs never meet', () => {
    const fields = [access(1, tx, { stride: 8, offset: 0 }), access(2, tx, { stride: 8, offset: 4 })];
    expect(last(obligationsOf(splitOf([fields]), options)[1])).toBe(
      '(i64)threadIdx.x@1 * 2:i64 == (i64)threadIdx.x@2 * 2:i64 + 1:i64',
    );
  });
  it('prints with lines, arrays and modes', () => {
    const [o] = obligationsOf(splitOf([[access(7, tx, { when: [binary('<', cast(i32, tx), n)] })]]), options);
    expect(o === undefined ? '' : printObligation(o)).toBe(
      [
        'race 0 on s: write s[…] at k.cu:7:1 with write s[…] at k.cu:7:1, within a block, interval 0',
        '  over threadIdx.x@1: u32, threadIdx.x@2: u32, blockIdx.x: u32, n: i32',
        '  threadIdx.x@1 < 64:u32',
        '  threadIdx.x@2 < 64:u32',
        '  blockIdx.x < 4:u32',
        '  (i32)threadIdx.x@1 < n',
        '  (i32)threadIdx.x@2 < n',
        '  threadIdx.x@1 != threadIdx.x@2',
        '  (i64)threadIdx.x@1 == (i64)threadIdx.x@2',
        '',
      ].join('\n'),
    );
  });
  it('a pair across a back edge names the loop', () => {
    const [, o] = obligationsOf(splitOf([[access(1, tx), access(2, k(0), { crossed: [9] })]]), options);
    expect(o?.kind === 'race' && o.carriedBy).toBe(stmtId(9));
  });
});

describe('answers', () => {
  it('s[t] = …; … = s[t + 1] races, s[t] with itself does not', async () => {
    const split = splitOf([[access(1, tx), access(2, plus(tx, 1), { mode: 'read' })]]);
    expect(await satisfiable(obligationsOf(split, options))).toEqual(['sat block s 1-2']);
  });
  it('block*64 + t is its own element, t alone is shared by the blocks', async () => {
    const own = binary('+', binary('*', bx, k(64)), tx);
    const split = splitOf([], { whole: [access(1, own, { array: 'g' }), access(2, tx, { array: 'h' })] });
    expect(await satisfiable(obligationsOf(split, options))).toEqual(['sat grid h 2-2']);
  });
  it('lockstep orders different statements of a warp, not the same one', async () => {
    const when = [binary('<', tx, k(32))];
    const split = splitOf([[access(1, k(0), { when }), access(2, k(0), { mode: 'read', when })]]);
    expect(await satisfiable(obligationsOf(split, { level: 'block', warpModel: 'lockstep' }))).toEqual([
      'sat block s 1-1',
    ]);
    expect(await satisfiable(obligationsOf(split, options))).toEqual(['sat block s 1-1', 'sat block s 1-2']);
  });
  it('lockstep says nothing of two warps, nor of the two sides of a branch', async () => {
    const both = splitOf([[access(1, tx), access(2, plus(tx, 1), { mode: 'read' })]]);
    expect(await satisfiable(obligationsOf(both, { level: 'block', warpModel: 'lockstep' }))).toEqual([
      'sat block s 1-2',
    ]);
    const low = binary('<', tx, k(16));
    const sides = splitOf([
      [
        access(1, k(0), { when: [low, binary('==', tx, k(1))] }),
        access(2, k(0), { when: [{ kind: 'unary', op: 'not', operand: low }, binary('==', tx, k(17))] }),
      ],
    ]);
    expect(await satisfiable(obligationsOf(sides, { level: 'block', warpModel: 'lockstep' }))).toEqual([
      'sat block s 1-2',
    ]);
  });
  it('a branch on the thread diverges, one on a parameter does not', async () => {
    const question = (id: number, condition: UniformityQuestion['condition']): UniformityQuestion => ({
      id,
      at: stmtId(5),
      span: span(5),
      barrier: stmtId(id),
      barrierSpan: span(id),
      cause: 'branch',
      condition,
      when: [],
      loops: [],
    });
    const split = splitOf([], {
      questions: [
        question(6, binary('<', tx, k(32))),
        question(7, binary('<', n, int(32))),
        question(8, binary('<', tx, k(64))),
      ],
    });
    expect(await satisfiable(obligationsOf(split, options))).toEqual(['sat divergence 6']);
  });
  it('values read from memory name their place', () => {
    const place = {
      array: arrayId('g'),
      subscripts: [{ index: tx, stride: bytes(4) }],
      offset: bytes(8),
      width: bytes(4),
    };
    const value = {
      id: varId('v'),
      type: i32,
      sharing: 'thread' as const,
      origin: { kind: 'unknown' as const, because: 'read from memory', span: span(1), read: place, counts: null },
    };
    const [o] = obligationsOf(
      splitOf([[access(1, cast(u32, variable(varId('v'), i32)))]], { variables: [value] }),
      options,
    );
    expect(o?.reads.map((r) => `${r.variable} = ${r.array}[${printExpr(r.address)}]`)).toEqual([
      'v@1 = g[8:i64 + (i64)threadIdx.x@1 * 4:i64]',
      'v@2 = g[8:i64 + (i64)threadIdx.x@2 * 4:i64]',
    ]);
  });
});
