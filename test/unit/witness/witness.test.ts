/** From models to runs: dimensions, threads, arguments, contents of arrays, and other models than the last. */
import { afterAll, describe, expect, it } from 'vitest';
import { access, k, n, splitOf, tx } from '../obligation/split-of.ts';
import { apply, binary, cast, int, variable } from '../../../src/base/expr-build.ts';
import { arrayId, bytes, stmtId, varId } from '../../../src/base/brand.ts';
import { blockModel, preferSmall, toConcreteRun } from '../../../src/witness/witness.ts';
import { f32, i32, i64, u32 } from '../../../src/base/ctype.ts';
import type { Expr } from '../../../src/base/expr.ts';
import type { Model } from '../../../src/solve/solve.ts';
import type { Obligation } from '../../../src/obligation/obligation.ts';
import type { ProtocolVariable } from '../../../src/protocol/protocol.ts';
import type { WitnessContext, WitnessPlan } from '../../../src/witness/witness.ts';
import { createSolver } from '../../../src/solve/z3.ts';
import { invariant } from '../../../src/base/invariant.ts';
import { obligationsOf } from '../../../src/obligation/obligations.ts';
import { span } from '../obligation/split-of.ts';

const context: WitnessContext = {
  block: [64, 1, 1],
  grid: [4, 1, 1],
  warpModel: 'its',
  scalarParameters: [
    { name: 'n', id: varId('n'), type: i32, known: null },
    { name: 'scale', id: varId('scale'), type: f32, known: null },
    { name: 'width', id: varId('width'), type: i32, known: 7n },
  ],
  arrays: [
    { id: arrayId('g'), name: 'g', space: 'global', element: i32, elementBytes: bytes(4) },
    { id: arrayId('h'), name: 'h', space: 'global', element: i32, elementBytes: bytes(4) },
  ],
};

const solver = await createSolver();
afterAll(() => solver.close());
const only = (obligations: readonly Obligation[], index = 0): Obligation => {
  const found = obligations[index];
  invariant(found !== undefined, 'the test makes it');
  return found;
};
async function modelOf(obligation: Obligation, more: readonly Expr[] = []): Promise<Model> {
  const formula = { ...obligation.formula, constraints: [...obligation.formula.constraints, ...more] };
  const answer = await solver.decide(formula, { rlimit: 5_000_000 }, preferSmall(obligation));
  invariant(answer.kind === 'sat', `satisfiable, not ${answer.kind}`);
  return answer.model;
}
async function planOf(obligation: Obligation, where: WitnessContext = context): Promise<WitnessPlan> {
  const plan = toConcreteRun(obligation, await modelOf(obligation), where);
  invariant(plan.ok, plan.ok ? '' : plan.problem);
  return plan.value;
}

describe('runs', () => {
  it('a race of neighbours: two of different warps go first, in one block', async () => {
    const split = splitOf([[access(1, tx), access(2, binary('+', tx, k(1)), { mode: 'read' })]]);
    const plan = await planOf(only(obligationsOf(split, { level: 'block', warpModel: 'its' }), 1));
    expect(plan.threads.map((t) => t.thread)).toEqual([
      [32, 0, 0],
      [31, 0, 0],
    ]);
    expect(plan.address).toBe(4 * 32);
    expect(plan.statements).toEqual([stmtId(1), stmtId(2)]);
    expect(plan.run).toMatchObject({
      block: [64, 1, 1],
      grid: [4, 1, 1],
      blocks: [0],
      schedule: {
        kind: 'preferred',
        order: [
          { block: 0, thread: 32 },
          { block: 0, thread: 31 },
        ],
      },
    });
    expect([...plan.run.scalars]).toEqual([
      ['n', 1n],
      ['scale', 1],
      ['width', 7n],
    ]);
  });
  it('a race between blocks: both of them run', async () => {
    const split = splitOf([], { whole: [access(1, tx, { array: 'g' })] });
    const plan = await planOf(only(obligationsOf(split, { level: 'grid', warpModel: 'its' })));
    expect(plan.run.blocks).toEqual([0, 1]);
    expect(plan.threads[0].thread).toEqual(plan.threads[1].thread);
  });
  it('dimensions that are open take small values from the model', async () => {
    const dim: ProtocolVariable = {
      id: varId('blockDim.x'),
      type: u32,
      sharing: 'launch',
      origin: { kind: 'builtin', name: 'blockDim.x' },
    };
    const facts = [binary('<', tx, variable(dim.id, u32)), binary('<=', variable(dim.id, u32), k(1024))];
    const split = splitOf([[access(1, binary('/', tx, k(40)))]], { variables: [dim], threads: 1024, facts });
    const plan = await planOf(only(obligationsOf(split, { level: 'block', warpModel: 'its' })), {
      ...context,
      block: [null, 1, 1],
    });
    expect(plan.run.block[0]).toBeGreaterThan(1);
    expect(plan.run.block[0]).toBeLessThanOrEqual(64);
  });
  it('a parameter that the race needs gets its value', async () => {
    const guard = binary('&&', binary('>', n, int(1000)), binary('==', binary('%', n, int(7)), int(3)));
    const split = splitOf([[access(1, k(0), { when: [guard] })]]);
    const plan = await planOf(only(obligationsOf(split, { level: 'block', warpModel: 'its' })));
    const value = plan.run.scalars.get('n');
    expect(typeof value === 'bigint' && value > 1000n && value % 7n === 3n).toBe(true);
  });
  it('contents of read-only arrays follow the model', async () => {
    const index = (t: Expr): Expr => cast(u32, apply('read:h:i32', [binary('*', cast(i64, t), int(4, i64))], i32));
    const split = splitOf([[access(1, index(tx), { when: [binary('==', index(tx), k(9))] })]]);
    const plan = await planOf(only(obligationsOf(split, { level: 'block', warpModel: 'its' })));
    expect([...(plan.run.arrays.get('h')?.values ?? [])]).toEqual(plan.threads.map((t) => [t.linearThread, 9n]));
  });
  it('single reads of other arrays set their element too', async () => {
    const place = {
      array: arrayId('g'),
      subscripts: [{ index: tx, stride: bytes(4) }],
      offset: bytes(0),
      width: bytes(4),
    };
    const value: ProtocolVariable = {
      id: varId('v'),
      type: i32,
      sharing: 'thread',
      origin: { kind: 'unknown', because: 'read', span: span(1), read: place, counts: null },
    };
    const v = variable(varId('v'), i32);
    const split = splitOf([[access(1, k(3), { when: [binary('==', v, int(12))] })]], { variables: [value] });
    const plan = await planOf(only(obligationsOf(split, { level: 'block', warpModel: 'its' })));
    expect(plan.threads.map((t) => plan.run.arrays.get('g')?.values.get(t.linearThread))).toEqual([12n, 12n]);
  });
  it('a model outside the launch is no run', () => {
    const obligation = only(obligationsOf(splitOf([[access(1, k(0))]]), { level: 'block', warpModel: 'its' }));
    const model: Model = { values: new Map([[varId('threadIdx.x@1'), 99n]]), functions: new Map() };
    expect(toConcreteRun(obligation, model, context)).toEqual({
      ok: false,
      problem: 'the solver proposed thread (99, 0, 0) of a block of (64, 1, 1)',
    });
  });
});

describe('other models', () => {
  it('a blocked model does not come again', async () => {
    const obligation = only(
      obligationsOf(splitOf([[access(1, binary('/', tx, k(16)))]], { blocks: 1 }), {
        level: 'block',
        warpModel: 'its',
      }),
    );
    const seen = new Set<string>();
    const blocked: Expr[] = [];
    for (let round = 0; round < 4; round++) {
      const model = await modelOf(obligation, blocked);
      seen.add([...model.values].join(' '));
      const block = blockModel(obligation, model);
      if (block !== null) blocked.push(block);
    }
    expect(seen.size).toBe(4);
  });
});
