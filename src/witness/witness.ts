/**
 * From a model of an obligation to a run of the machine that should show it [D12]: the launch, scalar arguments,
 * initial contents of arrays (what the model says of reads), the one or two blocks to run, and a schedule in which the
 * two threads go first. The run is only a proposal: what does not fit (values of floats, contents of shared memory) is
 * left at its default, and the machine confirms or refutes.
 */
import type { ArrayId, Bytes, StmtId, VarId } from '../base/brand.ts';
import type { ConcreteRun } from '../launch/run.ts';
import type { Dim3, LaunchConfig, WarpModel } from '../launch/launch.ts';
import { fail, ok } from '../base/result.ts';
import type { Copy, Obligation, Turn } from '../obligation/obligation.ts';
import type { Model } from '../solve/solve.ts';
import type { Result } from '../base/result.ts';
import type { ScalarType } from '../base/ctype.ts';
import { linearOf, volumeOf } from '../launch/dimensions.ts';
import { deviceLimits } from '../launch/launch.ts';
import { evaluate } from '../solve/evaluate.ts';
import { initialArrays } from './arrays.ts';
import { varId } from '../base/brand.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

export { blockModel, modestSizes, plainArguments, preferSmall, smallArguments } from './preferences.ts';

export type WitnessArray = Readonly<{
  id: ArrayId;
  name: string;
  space: 'shared' | 'global' | 'constant' | 'local';
  element: ScalarType | null;
  elementBytes: Bytes;
}>;
export type WitnessContext = Readonly<{
  block: LaunchConfig['block'];
  grid: LaunchConfig['grid'];
  warpModel: WarpModel;
  scalarParameters: readonly Readonly<{ name: string; id: VarId; type: ScalarType; known: bigint | number | null }>[];
  arrays: readonly WitnessArray[];
}>;

type WitnessThread = Readonly<{
  block: Dim3;
  thread: Dim3;
  linearBlock: number;
  linearThread: number;
  turns: readonly Readonly<{ loop: StmtId; turn: number }>[];
}>;
/** A run, and what it should show. */
export type WitnessPlan = Readonly<{
  run: ConcreteRun;
  threads: readonly [WitnessThread, WitnessThread];
  /** The two racing statements; for divergence the branch and the barrier. */
  statements: readonly [StmtId, StmtId];
  /** Byte offset of the first access; null for divergence. */
  address: number | null;
}>;

/** The problem is a reason for the report: why the model is no run. */
export function toConcreteRun(
  obligation: Obligation,
  model: Model,
  context: WitnessContext,
): Result<WitnessPlan, string> {
  const value = launchValues(obligation, model);
  const block = dimensions(context.block, 'blockDim', value);
  const grid = dimensions(context.grid, 'gridDim', value);
  const first = thread('first', block, grid, value, turnNumbers(obligation.turns.first, model));
  const second = thread('second', block, grid, value, turnNumbers(obligation.turns.second, model));
  const problem = tooLarge(block, context.block) ?? impossible(first, block, grid) ?? impossible(second, block, grid);
  if (problem !== null) return fail(problem);
  const run: ConcreteRun = {
    block,
    grid,
    blocks: [...new Set([first.linearBlock, second.linearBlock])].sort((a, b) => a - b),
    scalars: scalars(obligation, model, context),
    arrays: initialArrays(obligation, model, context.arrays),
    schedule: {
      kind: 'preferred',
      order: [first, second].map((t) => ({ block: t.linearBlock, thread: t.linearThread })),
    },
    warpModel: context.warpModel,
  };
  const statements =
    obligation.kind === 'race'
      ? ([obligation.first.id, obligation.second.id] as const)
      : ([obligation.question.at, obligation.question.barrier] as const);
  const address = obligation.kind === 'race' ? evaluate(obligation.address, model, 'ideal') : null;
  return ok({ run, threads: [first, second], statements, address: address === null ? null : Number(address) });
}

type ValueOf = (name: string, copies: readonly Copy[]) => number | null;

/** Values of the launch's own variables, by their protocol name and whose copy. */
function launchValues(obligation: Obligation, model: Model): ValueOf {
  const found = new Map<string, number>();
  for (const variable of obligation.formula.variables.values()) {
    const value = model.values.get(variable.id);
    if (value !== undefined) found.set(`${variable.copy} ${variable.of}`, Number(value));
  }
  return (name, copies) =>
    copies.map((copy) => found.get(`${copy} ${varId(name)}`)).find((v) => v !== undefined) ?? null;
}

function dimensions(known: LaunchConfig['block'], name: string, value: ValueOf): Dim3 {
  const axis = (k: 0 | 1 | 2, letter: string): number => known[k] ?? value(`${name}.${letter}`, ['launch']) ?? 1;
  return [axis(0, 'x'), axis(1, 'y'), axis(2, 'z')];
}

function thread(
  side: 'first' | 'second',
  block: Dim3,
  grid: Dim3,
  value: ValueOf,
  turns: WitnessThread['turns'],
): WitnessThread {
  const copies: readonly Copy[] = [side, 'block', 'launch'];
  const index = (name: string): Dim3 => [
    value(`${name}.x`, copies) ?? 0,
    value(`${name}.y`, copies) ?? 0,
    value(`${name}.z`, copies) ?? 0,
  ];
  const [own, home] = [index('threadIdx'), index('blockIdx')];
  return { block: home, thread: own, linearBlock: linearOf(home, grid), linearThread: linearOf(own, block), turns };
}

function turnNumbers(turns: readonly Turn[], model: Model): WitnessThread['turns'] {
  return turns.map(({ loop, turn }) => ({ loop, turn: Number(evaluate(turn, model, 'ideal') ?? 0n) }));
}

/** A launch that states more threads than a device runs is analysed as it stands; the solver may not make one up. */
function tooLarge(block: Dim3, stated: LaunchConfig['block']): string | null {
  const threads = volumeOf(block);
  return threads > deviceLimits.threadsPerBlock && stated.includes(null)
    ? fill(messages.proposedBlock, { threads })
    : null;
}

function impossible({ block: home, thread: own }: WitnessThread, block: Dim3, grid: Dim3): string | null {
  for (const k of [0, 1, 2] as const) {
    if (own[k] < 0 || own[k] >= block[k])
      return fill(messages.proposedThread, { thread: own.join(', '), block: block.join(', ') });
    if (home[k] < 0 || home[k] >= grid[k])
      return fill(messages.proposedGrid, { block: home.join(', '), grid: grid.join(', ') });
  }
  return null;
}

/** Known arguments as they are; others from the model; floats, of which the solver knows nothing, are 1. */
function scalars(obligation: Obligation, model: Model, context: WitnessContext): ReadonlyMap<string, bigint | number> {
  const byProtocolName = new Map([...obligation.formula.variables.values()].map((v) => [v.of, v.id] as const));
  return new Map(
    context.scalarParameters.map(({ name, id, type, known }) => {
      if (known !== null) return [name, known] as const;
      if (type.kind === 'float') return [name, 1] as const;
      const variable = byProtocolName.get(id);
      return [name, (variable === undefined ? undefined : model.values.get(variable)) ?? 1n] as const;
    }),
  );
}
