/**
 * Waits that never end (SW406, SW407): a loop that one value in memory decides, and threads that cannot come to change
 * it. The launch is run on the machine, which says when nobody would ever change anything again (machine/endless.ts).
 *
 * Blocks may run one after the other (CUDA guide, Thread Hierarchy: "in any order, in parallel or in series"), but for
 * those of a cooperative launch. So a block that comes to its end beside the others, but never alone, waits for blocks
 * that need not have started. In lockstep, a lane that has taken a lock may wait for those that look at it. Shows
 * faults, proves nothing: one launch with inputs of ours where none are stated, and what all threads together do not
 * end is left alone, since it is the inputs that may be wrong then.
 */
import type { ArrayId } from '../base/brand.ts';
import type { ConcreteRun, InitialArray } from '../launch/run.ts';
import type { CompiledKernel } from '../machine/compiled.ts';
import type { Deadline } from '../base/deadline.ts';
import type { Dim3, LaunchConfig, WarpModel } from '../launch/launch.ts';
import type { Draft } from './draft.ts';
import type { AnsweredLaunch } from './admitted.ts';
import type { Fact } from '../protocol/infer.ts';
import type { Kernel } from '../ir/ir.ts';
import type { MachineReport } from '../machine/machine.ts';
import type { Span } from '../base/span.ts';
import type { TraceEvent } from '../machine/trace.ts';
import { argumentsOf } from '../amplify/arguments.ts';
import { notAdmitted } from './admitted.ts';
import { closedDimensions, coordinatesOf, volumeOf } from '../launch/dimensions.ts';
import { compileKernel } from '../machine/compile.ts';
import { someStmt } from '../ir/walk.ts';
import { isChange } from '../search/schedules/conflicts.ts';
import { leavingOf, pollsBehind } from '../handover/polls.ts';
import { printElement } from '../verdict/element.ts';
import { runCompiled } from '../machine/run.ts';
import { threadName, waitForOthers, waitInLockstep } from '../verdict/catalogue.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

const limits = { maxSteps: 6_000_000, maxBytes: 64 * 1024 * 1024 } as const;
/** Of runs that are tried first: with other arguments the kernel may end far sooner. */
const shortly = 1_000_000;
/** Blocks that are run of a grid with more; threads of a whole grid that is run where fewer blocks do not end. */
const few = 4;
const manyThreads = 1 << 15;

/** `fills`: what arrays hold at first, by name, as far as it is stated. */
type WaitInput = Readonly<{
  kernel: Kernel;
  launches: readonly LaunchConfig[];
  facts: readonly Fact[];
  warpModel: WarpModel;
  fills: ReadonlyMap<string, bigint | number>;
  deadline: Deadline;
  textAt: (span: Span) => string;
}>;
type Endless = Extract<MachineReport['outcome'], { kind: 'endless' }>;
/** `changed`: where another block changes what is waited for; null: it is a lane of the warp, in lockstep. */
type Wait = Readonly<{ wait: Endless; run: ConcreteRun; config: LaunchConfig; changed: TraceEvent | null }>;

export function waitFindings(input: WaitInput): readonly Draft[] {
  const { kernel, launches } = input;
  if (!mayWait(kernel)) return [];
  const compiled = compileKernel(kernel);
  return launches.flatMap((config) => [...waitsUnder(config, compiled, input)].map((wait) => draftOf(wait, input)));
}

/** Whether some loop is left only when memory that threads share says so. */
function mayWait(kernel: Kernel): boolean {
  const behind = pollsBehind(kernel, 'block');
  return someStmt(kernel.body, (stmt) => stmt.kind === 'loop' && leavingOf(stmt, behind).size > 0);
}

function* waitsUnder(
  config: LaunchConfig,
  compiled: CompiledKernel,
  { facts, warpModel, deadline, fills }: WaitInput,
): Generator<Wait> {
  if (config.aliases.length + config.overlaps.length > 0 || config.either !== undefined) return;
  const go = (run: ConcreteRun, trace: TraceEvent[] | null = null, maxSteps: number = limits.maxSteps): MachineReport =>
    runCompiled(compiled, run, { ...limits, maxSteps, isTimeUp: deadline.passed }, trace);
  const launch = { kernel: compiled.kernel, config, facts };
  // a smaller grid tells whether the inputs make sense; what is shown is a run of the launch itself
  const ofLaunch = (run: ConcreteRun): ConcreteRun => ({ ...run, grid: closedDimensions(config.grid, run.grid) });
  const runs = runsOf(launch, compiled, fills).filter((run) => notAdmitted(ofLaunch(run), launch) === null);
  const endingWithin = (maxSteps: number): ConcreteRun | undefined =>
    runs.find((run) => !deadline.passed() && isPlain(go(run, null, maxSteps)));
  const whole = endingWithin(shortly) ?? endingWithin(limits.maxSteps);
  if (whole === undefined) return;
  const changeOf = (wait: Endless): TraceEvent | null => {
    const trace: TraceEvent[] = [];
    go({ ...whole, blocks: whole.blocks.filter((id) => id !== wait.who.linearBlock) }, trace);
    return trace.find((event) => event.array === wait.array && isChange(event)) ?? null;
  };
  if (warpModel === 'lockstep') {
    const run: ConcreteRun = { ...ofLaunch(whole), warpModel };
    const { outcome } = go(run);
    if (outcome.kind === 'endless' && outcome.starved !== null) yield { wait: outcome, run, config, changed: null };
  }
  const alone: ConcreteRun = { ...ofLaunch(whole), blocks: [0] };
  const { outcome, inventedValues } =
    config.cooperative || volumeOf(alone.grid) === 1 ? { outcome: null, inventedValues: false } : go(alone);
  if (outcome?.kind === 'endless' && !inventedValues) {
    const changed = changeOf(outcome);
    if (changed !== null) yield { wait: outcome, run: alone, config, changed };
  }
}

/** Whether the run came to its end, and nothing in it was made up. */
const isPlain = ({ outcome, inventedValues, faults }: MachineReport): boolean =>
  outcome.kind === 'completed' &&
  !inventedValues &&
  !faults.some(({ kind }) => kind === 'assumption' || kind === 'assertion');

/**
 * The launch with independent threads: of few blocks, then with all; scalars that nobody states are as many as there
 * are threads, or blocks.
 */
function runsOf(
  { kernel, config, facts }: AnsweredLaunch,
  compiled: CompiledKernel,
  fills: WaitInput['fills'],
): readonly ConcreteRun[] {
  const known = argumentsOf(
    kernel,
    config,
    facts.map(({ condition }) => condition),
  );
  const block = closedDimensions(config.block, [64, 1, 1]);
  const stated = closedDimensions(config.grid, [few, 1, 1]);
  const small: Dim3 = [Math.min(stated[0], few), stated[0] === 1 ? Math.min(stated[1], few) : 1, 1];
  const grids = volumeOf(small) === volumeOf(stated) ? [stated] : [small, stated];
  const arrays = new Map(
    compiled.arrays.flatMap(({ name }): readonly (readonly [string, InitialArray])[] => {
      const fill = fills.get(name);
      return fill === undefined ? [] : [[name, { elements: null, fill, values: new Map() }]];
    }),
  );
  return grids
    .filter((grid) => grid === small || volumeOf(grid) * volumeOf(block) <= manyThreads)
    .flatMap((grid) => {
      const isOpen = compiled.params.some(({ name }) => !known.has(name));
      return (isOpen ? [volumeOf(block) * volumeOf(grid), volumeOf(grid)] : [0]).map((value): ConcreteRun => ({
        block,
        grid,
        arrays,
        schedule: { kind: 'canonical' },
        warpModel: 'its',
        blocks: Array.from({ length: volumeOf(grid) }, (_, k) => k),
        scalars: new Map(
          compiled.params.map(({ name, type }) => [
            name,
            known.get(name) ?? (type.kind === 'float' ? 1 : type.kind === 'bool' ? 1n : BigInt(value)),
          ]),
        ),
      }));
    });
}

function draftOf({ wait, run, config, changed }: Wait, input: WaitInput): Draft {
  const { kernel, textAt } = input;
  const { who, span, array, starved } = wait;
  const element = elementOf(array, changed, kernel);
  const otherSpan = changed?.span ?? starved?.span ?? span;
  const other =
    changed === null
      ? (starved?.who ?? who)
      : { block: coordinatesOf(changed.block, run.grid), thread: coordinatesOf(changed.thread, run.block) };
  const described =
    changed === null
      ? waitInLockstep({ who, line: span.line, element, other: { who: other, line: otherSpan.line } })
      : waitForOthers({ who, line: span.line, element, changedLine: changed.span.line });
  return {
    ...described,
    status: 'confirmed',
    condition: null,
    kernel: kernel.name,
    span,
    array: kernel.arrays.get(array)?.name ?? array,
    related:
      changed === null
        ? [{ span: otherSpan, note: fill(messages.neverScheduled, { thread: threadName(other) }) }]
        : [{ span: changed.span, note: messages.otherBlockChanges }],
    pairs: [],
    witness:
      changed === null
        ? null
        : {
            run,
            launch: config,
            address: { byte: changed.address, text: element },
            interval: null,
            warpModel: run.warpModel,
            accesses: [
              { ...who, span, expression: textAt(span), mode: 'read', value: null, loops: [] },
              { ...other, span: otherSpan, expression: textAt(otherSpan), mode: changed.mode, value: null, loops: [] },
            ],
          },
    parts: { kernel: kernel.name, array, code: described.code, statements: [textAt(span), textAt(otherSpan)] },
  };
}

function elementOf(array: ArrayId, changed: TraceEvent | null, kernel: Kernel): string {
  const decl = kernel.arrays.get(array);
  return changed === null
    ? (decl?.name ?? array)
    : printElement(
        { name: decl?.name ?? array, elementBytes: decl?.elementBytes ?? 1, extents: decl?.extents ?? null },
        changed.address,
      );
}
