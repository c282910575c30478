/**
 * Runs of kernels whose threads tell each other something in memory: flags, locks, counters of arrivals. What these
 * cells hold at the start is not ours to choose: a flag that is set before anybody set it shows nothing. They are 0.
 * All blocks take part, as far as they are few, for a counter may count them; and a thread may be held back right
 * behind its access, so that whoever does not wait for it overtakes it.
 */
import type { CompiledKernel } from '../machine/compile.ts';
import type { ConcreteRun, InitialArray } from '../launch/run.ts';
import type { Kernel } from '../ir/ir.ts';
import type { LaunchConfig } from '../launch/launch.ts';
import type { StmtId } from '../base/brand.ts';
import type { TraceEvent } from '../machine/trace.ts';
import { eachStmt, someStmt } from '../ir/walk.ts';
import { isPoll } from '../handover/polls.ts';
import { lookedAt } from '../ir/order/looks.ts';
import { memoized } from '../base/memoize.ts';
import { runCompiled } from '../machine/run.ts';
import { volumeOf } from '../launch/dimensions.ts';

const limits = { blocks: 64, threads: 1 << 13, machine: { maxSteps: 400_000, maxBytes: 64 * 1024 * 1024 } } as const;

/**
 * The arrays in which threads tell each other something that some of them look at, by their names in runs; none where
 * nothing releases or acquires.
 */
const toldIn: (kernel: Kernel) => ReadonlySet<string> = memoized((kernel: Kernel) => {
  const found = new Set<string>();
  if (!someStmt(kernel.body, (stmt) => stmt.kind === 'fence' || (stmt.kind === 'atomic' && stmt.order !== 'relaxed')))
    return found;
  eachStmt(kernel.body, (stmt) => {
    if (!isPoll(stmt, kernel)) return;
    const array = kernel.arrays.get(stmt.place.array);
    if (array !== undefined) for (const name of [array.name, array.parameter ?? array.name]) found.add(name);
  });
  return found;
});

/** The run with these cells at 0. */
export function withoutTold(run: ConcreteRun, kernel: Kernel): ConcreteRun {
  const told = toldIn(kernel);
  const isSet = (name: string, initial: InitialArray): boolean =>
    told.has(name) &&
    [initial.fill, ...initial.values.values()].some(
      (value) => value === 'distinct' || (value !== 'uninitialized' && Number(value) !== 0),
    );
  if (![...run.arrays].some(([name, initial]) => isSet(name, initial))) return run;
  return { ...run, arrays: new Map([...run.arrays].filter(([name, initial]) => !isSet(name, initial))) };
}

/** The run with what the program or the source puts into these cells before the launch, where that is known. */
export function withFound(run: ConcreteRun, kernel: Kernel, { found = [] }: LaunchConfig): ConcreteRun {
  const looked = lookedAt(kernel);
  const known = [...kernel.arrays.values()].flatMap((decl): readonly (readonly [string, InitialArray])[] => {
    if (!looked.has(decl.id) || decl.element?.kind !== 'int') return [];
    const own = found.find(({ name }) => name === (decl.parameter ?? decl.name))?.values ?? [];
    const values = own.length > 0 ? own : (decl.starts ?? []).map((value, k) => [k, value] as const);
    return values.length === 0
      ? []
      : [[decl.name, { elements: run.arrays.get(decl.name)?.elements ?? null, fill: 0n, values: new Map(values) }]];
  });
  return known.length === 0 ? run : { ...run, arrays: new Map([...run.arrays, ...known]) };
}

/**
 * Further runs in which threads may part since what some look at changes before others do: at random, all blocks
 * together.
 */
export function* partingRuns(run: ConcreteRun, kernel: Kernel): Generator<ConcreteRun> {
  if (run.warpModel === 'lockstep' || !someStmt(kernel.body, (stmt) => isPoll(stmt, kernel))) return;
  for (let seed = 1; seed <= seeds; seed++) yield { ...wholeOf(run), schedule: { kind: 'random', seed } };
}

const seeds = 3;

/** With all blocks, where they are few. */
function wholeOf(run: ConcreteRun): ConcreteRun {
  const count = volumeOf(run.grid);
  const isWhole = count <= limits.blocks && count * volumeOf(run.block) <= limits.threads;
  return isWhole ? { ...run, blocks: Array.from({ length: count }, (_, k) => k) } : run;
}

/** Further runs that may show a race of the two statements; each is made only when it is asked for. */
export function* handedOverRuns(
  run: ConcreteRun,
  compiled: CompiledKernel,
  statements: readonly StmtId[],
): Generator<ConcreteRun> {
  if (toldIn(compiled.kernel).size === 0) return;
  const whole = wholeOf(run);
  if (whole.blocks.length > run.blocks.length) yield whole;
  if (run.schedule.kind === 'preferred')
    yield { ...whole, schedule: { kind: 'preferred', order: [...run.schedule.order].reverse() } };
  const canonical: ConcreteRun = { ...whole, schedule: { kind: 'canonical' } };
  yield canonical;
  const trace: TraceEvent[] = [];
  runCompiled(compiled, canonical, limits.machine, trace);
  for (const { block, thread, step } of firstIn(trace, statements))
    yield { ...canonical, schedule: { kind: 'delayed', delays: [{ block, thread, step: step + 1 }] } };
}

/**
 * The first time that a thread came to one of the statements, and the first in each of some other blocks: a block that
 * is not waited for may be any.
 */
function firstIn(trace: readonly TraceEvent[], statements: readonly StmtId[]): readonly TraceEvent[] {
  const found: TraceEvent[] = [];
  const seen = new Set<string>();
  for (const event of trace) {
    if (!statements.includes(event.stmt) || seen.has(`${event.stmt} ${event.block}`)) continue;
    seen.add(`${event.stmt} ${event.block}`);
    found.push(event);
  }
  const firsts = found.filter(({ stmt }, k) => found.findIndex((one) => one.stmt === stmt) === k);
  const others = found.filter((event) => !firsts.includes(event));
  const lasts =
    others.length <= maxDelays ? others : [...others.slice(0, maxDelays / 2), ...others.slice(-maxDelays / 2)];
  return [...firsts, ...lasts];
}

/** How many blocks beside the first one are held back, one in each run. */
const maxDelays = 6;
