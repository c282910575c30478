/**
 * Conflict-directed delay-bounded schedules: the kernel is run under the canonical schedule, then again and again with
 * threads held back right before a step that conflicted, up to `bound` delays, shorter lists first.
 *
 * Source: Chiang, Gopalakrishnan, Li, Rakamarić, NFM 2013, section 4: RETRIG is `extended`, BOUND the test of the
 * list's length, NXTPCBI_rec the test that a conflict came after the last delay, NXTTIDCSDEL and NXTBIDCS the `delayed`
 * schedule of the machine.
 * Beyond it: plain accesses are among the conflicts, and of equivalent runs one is extended (signature.ts).
 * Under-approximates: what needs more delays, threads or other inputs is not seen.
 */
import type { CompiledKernel } from '../../machine/compiled.ts';
import type { MachineBudget, MachineReport } from '../../machine/machine.ts';
import type { ConcreteRun, Schedule } from '../../launch/run.ts';
import type { TraceEvent } from '../../machine/trace.ts';
import { runCompiled } from '../../machine/run.ts';
import { delayPoints, threadKey } from './conflicts.ts';
import { signatureOf } from './signature.ts';

type Delay = Readonly<{ block: number; thread: number; step: number }>;

/** A run under one schedule, and what its visible steps did. */
export type ScheduledRun = Readonly<{ run: ConcreteRun; report: MachineReport; trace: readonly TraceEvent[] }>;

export type ExplorationLimits = Readonly<{
  /** Delays in one schedule. */
  bound: number;
  /** Runs, all told. */
  schedules: number;
  /** Machine steps and accesses to shared memory, all told, and the machine's budget for one run. */
  steps: number;
  accesses: number;
  each: MachineBudget;
}>;

type Exploration = Readonly<{
  schedules: number;
  /**
   * Every schedule of up to `bound` delays was run, or one that is equivalent to it; `false`: a limit came first, or a
   * visitor ended it.
   */
  isWhole: boolean;
}>;

/**
 * Runs the schedules and shows each to the visitor, which ends the search by returning true. The same arguments give
 * the same runs.
 */
export function exploreSchedules(
  compiled: CompiledKernel,
  run: ConcreteRun,
  limits: ExplorationLimits,
  visit: (one: ScheduledRun) => boolean,
): Exploration {
  const queue: (readonly Delay[])[] = [[]];
  const queued = new Set(['']);
  const extended = new Set<string>();
  let steps = 0;
  let accesses = 0;
  let schedules = 0;
  // It grows on the way; lists are one longer than those that they come from, so that shorter ones go first.
  for (const delays of queue) {
    if (schedules >= limits.schedules || steps >= limits.steps || accesses >= limits.accesses)
      return { schedules, isWhole: false };
    const one = runScheduled(compiled, { ...run, schedule: delayed(delays) }, limits.each);
    schedules++;
    steps += one.report.steps;
    accesses += one.trace.length;
    if (visit(one)) return { schedules, isWhole: false };
    if (delays.length >= limits.bound) continue;
    const signature = signatureOf(one.trace);
    if (extended.has(signature)) continue;
    extended.add(signature);
    for (const next of extensions(one.trace, delays)) {
      const key = next
        .map(({ block, thread, step }) => `${block}/${thread}:${step}`)
        .sort()
        .join(' ');
      if (queued.has(key)) continue;
      queued.add(key);
      queue.push(next);
    }
  }
  return { schedules, isWhole: true };
}

const delayed = (delays: readonly Delay[]): Schedule => ({ kind: 'delayed', delays });

/** Runs the kernel and keeps the trace. */
export function runScheduled(compiled: CompiledKernel, run: ConcreteRun, budget: MachineBudget): ScheduledRun {
  const trace: TraceEvent[] = [];
  const report = runCompiled(compiled, run, budget, trace);
  return { run, report, trace };
}

/** Whether the run came to its end. */
export const isComplete = ({ report }: ScheduledRun): boolean => report.outcome.kind === 'completed';

/**
 * The list with one more delay: before the first step of each conflict that came to light when all delays of the list
 * had been used.
 */
function extensions(trace: readonly TraceEvent[], delays: readonly Delay[]): readonly (readonly Delay[])[] {
  const lastUse = Math.max(
    -1,
    ...delays.map((delay) =>
      trace.findLastIndex((event) => event.step < delay.step && threadKey(event) === threadKey(delay)),
    ),
  );
  return delayPoints(trace, lastUse).map(({ block, thread, step }) => [...delays, { block, thread, step }]);
}
