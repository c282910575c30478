/**
 * Amplification [D18, T9]: decides races on some arrays, and divergence, under one launch for all inputs by running the
 * kernel's slice once (Leung et al., "Verifying GPU kernels by test amplification", PLDI 2012). It applies where the
 * launch fixes what control and addresses depend on: the machine follows, value by value, what comes from memory, and
 * ends the run where it matters.
 * Needs: a kernel whose pointers are arrays of their own. Gives: that nothing races or diverges, for all inputs and
 * schedules; or a run that shows something; or why neither. Exact where it answers.
 *
 * Example: `s[(t * 7) % 64] = in[t];` in blocks of 64 threads: no solver multiplies, 64 addresses are compared.
 */
import type { ArrayId } from '../base/brand.ts';
import type { BuiltinName, Expr } from '../base/expr.ts';
import type { Kernel, Stmt } from '../ir/ir.ts';
import type { Dim3, LaunchConfig } from '../launch/launch.ts';
import type { ConcreteRun } from '../launch/run.ts';
import type { CompiledKernel } from '../machine/compiled.ts';
import type { MachineBudget, MachineFault, MachineRace, MachineReport } from '../machine/machine.ts';
import type { Slice } from './slice.ts';
import { compileKernel } from '../machine/compile.ts';
import { runCompiled } from '../machine/run.ts';
import { closedDimensions, volumeOf } from '../launch/dimensions.ts';
import { assertNever } from '../base/invariant.ts';
import { argumentsOf } from './arguments.ts';
import { eachStmt } from '../ir/walk.ts';
import { withoutOptional } from './optional.ts';
import { sliceFor } from './slice.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

export type Amplification =
  | Readonly<{ kind: 'free'; steps: number; block: Dim3; grid: Dim3; blocks: number }>
  /**
   * Of the slice: up to the first race or divergence, every run of the kernel under this launch has the same accesses
   * and barriers.
   */
  | Readonly<{ kind: 'seen'; steps: number; run: ConcreteRun; report: MachineReport }>
  /** `isBudget`: the launch does fix it, and a longer run would tell. */
  | Readonly<{ kind: 'open'; steps: number; because: string; isBudget: boolean }>;

type AmplifyInput = Readonly<{
  kernel: Kernel;
  config: LaunchConfig;
  /** What holds of arguments, besides the launch's own facts. */
  facts: readonly Expr[];
  /** Arrays whose races are asked about. */
  arrays: ReadonlySet<ArrayId>;
  /** Whether threads of different blocks are, too. */
  betweenBlocks: boolean;
  /** Whether the kernel's barriers order this array's accesses as they do in a run (ir/views.ts). */
  isOrdered: (array: ArrayId) => boolean;
  /** Whether it is proved that no thread leaves the kernel where others of its block meet a barrier later. */
  leavesTogether: boolean;
  /** Races that are known to store equal values only. */
  isHarmless: (race: MachineRace) => boolean;
  /** For all runs together. */
  budget: MachineBudget;
}>;

export function amplify(input: AmplifyInput): Amplification {
  const slice = sliceFor(input.kernel, input.arrays);
  if ('because' in slice) return open(slice.because);
  const exact = decided(slice, input);
  if (exact.kind !== 'open' || exact.isBudget) return exact;
  const relaxed = relaxedSlice(slice, input);
  // What such a run shows need not happen.
  const answer =
    relaxed === null
      ? exact
      : decided(relaxed, { ...input, budget: { ...input.budget, maxSteps: input.budget.maxSteps - exact.steps } });
  return answer.kind === 'free' ? { ...answer, steps: answer.steps + exact.steps } : exact;
}

function decided(slice: Slice, input: AmplifyInput): Amplification {
  if (![...slice.fixed].every(input.isOrdered)) return open(messages.collectiveMemory);
  const launch = launchFor(slice, input);
  return 'because' in launch ? open(launch.because) : runAll(slice, launch, input);
}

/** Rounds of leaving conditions out, inner ones first. */
const maxRounds = 4;

/** The slice with all accesses that may or may not happen; null where there are none. */
function relaxedSlice(slice: Slice, { kernel, config, facts, arrays, leavesTogether }: AmplifyInput): Slice | null {
  const scalars = argumentsOf(kernel, config, facts);
  const parameters = new Set(
    kernel.params.flatMap((param) => (param.kind === 'scalar' && !scalars.has(param.name) ? [param.id] : [])),
  );
  const builtins = new Set(
    axes.flatMap((axis, k): readonly BuiltinName[] =>
      config.grid[k] === null ? [`blockIdx.${axis}`, `gridDim.${axis}`] : [],
    ),
  );
  let best: Slice | null = null;
  for (let round = 0, last = slice; round < maxRounds; round++) {
    const body = withoutOptional(last, { parameters, builtins, leavesTogether });
    if (branchesIn(body) === branchesIn(last.kernel.body)) break;
    const next = sliceFor({ ...last.kernel, body }, arrays);
    if ('because' in next) break;
    best = last = next;
  }
  return best;
}

function branchesIn(body: readonly Stmt[]): number {
  let count = 0;
  eachStmt(body, ({ kind }) => {
    if (kind === 'branch') count++;
  });
  return count;
}

const open = (because: string, steps = 0, isBudget = false): Amplification => ({
  kind: 'open',
  steps,
  because,
  isBudget,
});

// The launch ----------------------------------------------------------------------------------------------------------

/** `samples`: the extents of the blocks to run; what happens in the others is the same. */
type Launch = Readonly<{ block: Dim3; grid: Dim3; samples: Dim3; scalars: ReadonlyMap<string, bigint | number> }>;
const axes = ['x', 'y', 'z'] as const;

/** All that the slice looks at, as numbers; or what is not known of it. */
function launchFor(
  slice: Slice,
  { kernel, config, facts, betweenBlocks }: AmplifyInput,
): Launch | Readonly<{ because: string }> {
  const scalars = argumentsOf(kernel, config, facts);
  const missing = kernel.params.find(
    (param) => param.kind === 'scalar' && slice.parameters.has(param.id) && !scalars.has(param.name),
  );
  if (missing !== undefined) return { because: fill(messages.openParameter, { name: missing.name }) };
  const [x, y, z] = config.block;
  if (x === null || y === null || z === null) return { because: messages.openBlock };
  const isRead = (name: 'blockIdx' | 'gridDim', k: number): boolean => slice.builtins.has(`${name}.${axes[k] ?? 'x'}`);
  // Blocks that cannot tell where they are do the same: any two of them stand for all.
  const alike = betweenBlocks ? 2 : 1;
  const sampled = (k: 0 | 1 | 2): number | null =>
    isRead('blockIdx', k) ? config.grid[k] : Math.min(config.grid[k] ?? alike, alike);
  const unknown = config.grid.findIndex(
    (extent, k) => extent === null && (isRead('blockIdx', k) || isRead('gridDim', k)),
  );
  if (unknown >= 0) return { because: messages.openGrid };
  const samples = closedDimensions([sampled(0), sampled(1), sampled(2)], [1, 1, 1]);
  return { block: [x, y, z], grid: closedDimensions(config.grid, samples), samples, scalars };
}

/** Linear ids of the blocks to run. */
function* blocksOf({ grid, samples }: Launch): Generator<number> {
  for (let z = 0; z < samples[2]; z++)
    for (let y = 0; y < samples[1]; y++) for (let x = 0; x < samples[0]; x++) yield x + grid[0] * (y + grid[1] * z);
}

// The runs ------------------------------------------------------------------------------------------------------------

/** One run of all blocks where they can race with each other, else one of each. */
function runAll(slice: Slice, launch: Launch, input: AmplifyInput): Amplification {
  const compiled = compileKernel(slice.kernel, slice.fixed);
  const count = volumeOf(launch.samples);
  // Each thread takes a step at least.
  const threads = count * volumeOf(launch.block);
  if (threads > input.budget.maxSteps)
    return open(fill(messages.tooManyThreads, { threads, maxSteps: input.budget.maxSteps }), 0, true);
  let steps = 0;
  for (const blocks of input.betweenBlocks ? [[...blocksOf(launch)]] : singles(launch)) {
    const run: ConcreteRun = {
      block: launch.block,
      grid: launch.grid,
      blocks,
      scalars: launch.scalars,
      arrays: new Map(),
      schedule: { kind: 'canonical' },
      warpModel: 'its',
    };
    const report = runCompiled(compiled, run, {
      ...input.budget,
      maxSteps: input.budget.maxSteps - steps,
      endsAtData: true,
    });
    steps += report.steps;
    const because = whyNot(report, slice, compiled);
    if (because !== null) return open(because, steps, report.outcome.kind === 'budget' && !report.dataDependent);
    if (
      !report.races.every(input.isHarmless) ||
      report.divergences.length > 0 ||
      (input.betweenBlocks && report.partings.length > 0) ||
      report.outcome.kind === 'deadlock'
    )
      return { kind: 'seen', steps, run, report };
  }
  return { kind: 'free', steps, block: launch.block, grid: launch.grid, blocks: count };
}

function* singles(launch: Launch): Generator<readonly number[]> {
  for (const block of blocksOf(launch)) yield [block];
}

/** Why the run tells nothing of others; null: it does. */
function whyNot(report: MachineReport, slice: Slice, { kernel }: CompiledKernel): string | null {
  const { outcome } = report;
  switch (outcome.kind) {
    case 'data':
      return fill(messages.dataDependent, { line: outcome.span.line });
    case 'budget':
      return fill(messages.budget, { which: outcome.which });
    case 'aborted':
    case 'endless':
      return fill(messages.endsRun, { line: outcome.span.line });
    case 'unmodelled':
      return fill(messages.cannotExecute, { line: outcome.span.line, name: kernel.name, because: outcome.because });
    case 'completed':
    case 'deadlock': {
      if (report.dataDependent) return messages.dataDependentControl;
      if (report.openPhase !== null) return fill(messages.scheduleDependent, { line: report.openPhase.line });
      const fault = report.faults.find((one) => isGrave(one, slice));
      return fault === undefined ? null : `line ${fault.span.line}: ${fault.text}`;
    }
    default:
      return assertNever(outcome);
  }
}

/**
 * Whether what C or the machine does there is not what a GPU must do: the address is not logged, or the value is any.
 */
function isGrave(fault: MachineFault, { unread }: Slice): boolean {
  switch (fault.kind) {
    case 'uninitialized':
      return !unread.has(fault.stmt);
    case 'out-of-bounds':
    case 'division-by-zero':
    case 'assumption':
    case 'assertion':
      return true;
    default:
      return assertNever(fault.kind);
  }
}
