/**
 * What schedules show of kernels with atomics: an assertion that fails, an outcome that no order of whole threads has,
 * outcomes that differ with the order.
 *
 * The threads of a kernel that is right either do not notice each other, or end as if each had run alone, one after the
 * other (serializability: Papadimitriou, JACM 1979; for atomic blocks, Flanagan and Freund, POPL 2004). So the outcomes
 * of the serial orders are what others are held against, up to renaming (renaming.ts). An outcome beside them is a
 * fault only where the run also shows how it came about: a thread that acted on a value which another had changed since
 * (`staleAct`).
 */
import type { ArrayId } from '../../base/brand.ts';
import type { CompiledKernel } from '../../machine/compiled.ts';
import type { ConcreteRun } from '../../launch/run.ts';
import type { MachineFault } from '../../machine/machine.ts';
import type { TraceEvent } from '../../machine/trace.ts';
import type { ExplorationLimits, ScheduledRun } from './explore.ts';
import type { FinalState } from './renaming.ts';
import { volumeOf } from '../../launch/dimensions.ts';
import { cellKey, isChange, threadKey } from './conflicts.ts';
import { exploreSchedules, isComplete, runScheduled } from './explore.ts';
import { difference, finalState } from './renaming.ts';

/** Steps of one run: what the thread saw, who changed it, and what the thread did all the same. */
export type StaleAct = Readonly<{ seen: TraceEvent; changed: TraceEvent; act: TraceEvent }>;

export type ScheduleFinding =
  /** SW403: an assertion of the source fails. */
  | Readonly<{ kind: 'assertion'; at: ScheduledRun; fault: MachineFault; stale: StaleAct | null }>
  /**
   * SW401: an outcome that no serial order has, and the stale value that it comes from. `isSure`: all orders were run.
   */
  | Readonly<{
      kind: 'lost-atomicity';
      at: ScheduledRun;
      place: Readonly<{ array: ArrayId; element: number }>;
      stale: StaleAct;
      isSure: boolean;
    }>
  /** SW402: two serial orders, `at` and `other`, end differently. */
  | Readonly<{
      kind: 'depends-on-order';
      at: ScheduledRun;
      other: ScheduledRun;
      place: Readonly<{ array: ArrayId; element: number }>;
    }>;

export type AtomicityAnswer = Readonly<{
  findings: readonly ScheduleFinding[];
  /** Delay-bounded schedules that were run, and serial orders that their outcomes were held against. */
  schedules: number;
  serial: number;
  isWhole: boolean;
}>;

/** `assertions`, `outcomes`: what is asked; the search ends with the first of the faults asked for. */
type AtomicityQuestion = Readonly<{ assertions: boolean; outcomes: boolean }>;

/** Runs serial orders and delay-bounded schedules of one launch with its inputs. */
export function checkAtomicity(
  compiled: CompiledKernel,
  run: ConcreteRun,
  limits: ExplorationLimits,
  asked: AtomicityQuestion,
): AtomicityAnswer {
  const stateOf = stateIn(compiled);
  const serial = asked.outcomes ? serialRuns(compiled, run, limits).map((at) => ({ at, state: stateOf(at) })) : [];
  const complete = serial.filter(({ at }) => isComplete(at));
  const findings: ScheduleFinding[] = [];
  const faulty = (at: ScheduledRun): ScheduleFinding | null => {
    // What fails for whole threads in every order is a matter of the inputs.
    if (serial.length > 0 && serial.every(({ at: whole }) => whole.report.faults.length > 0)) return null;
    const fault = asked.assertions ? at.report.faults.find(({ kind }) => kind === 'assertion') : undefined;
    if (fault !== undefined) return { kind: 'assertion', at, fault, stale: staleAct(at.trace) };
    const [first] = complete;
    if (first === undefined || !isComplete(at)) return null;
    const state = stateOf(at);
    if (complete.some((one) => difference(one.state, state) === null)) return null;
    const place = difference(first.state, state);
    const stale = staleAct(at.trace);
    if (place === null || stale === null) return null;
    const isSure = threadsOf(run).length <= allOrders;
    if (
      !isSure &&
      ordersOf(at.trace, run).some(
        (order) =>
          difference(
            stateOf(runScheduled(compiled, { ...run, schedule: { kind: 'preferred', order } }, limits.each)),
            state,
          ) === null,
      )
    )
      return null;
    return { kind: 'lost-atomicity', at, place, stale, isSure };
  };
  for (const { at } of asked.assertions ? serial : []) {
    const found = at.report.faults.length === 0 ? null : faulty(at);
    if (found !== null) return { findings: [found], schedules: 0, serial: serial.length, isWhole: false };
  }
  const explored = exploreSchedules(compiled, run, limits, (at) => {
    const found = faulty(at);
    if (found !== null) findings.push(found);
    return found !== null;
  });
  const [first] = complete;
  const other = first === undefined ? undefined : complete.find((one) => difference(first.state, one.state) !== null);
  const place = first === undefined || other === undefined ? null : difference(first.state, other.state);
  if (first !== undefined && other !== undefined && place !== null)
    findings.push({ kind: 'depends-on-order', at: first.at, other: other.at, place });
  return { findings, schedules: explored.schedules, serial: serial.length, isWhole: explored.isWhole };
}

/**
 * Whether a run ends as some order of whole threads does, up to renaming. Null: it does not end, or none of those does.
 */
export function isSerializableRun(
  compiled: CompiledKernel,
  run: ConcreteRun,
  limits: ExplorationLimits,
): boolean | null {
  const stateOf = stateIn(compiled);
  const at = runScheduled(compiled, run, limits.each);
  const near = ordersOf(at.trace, run).map((order) =>
    runScheduled(compiled, { ...run, schedule: { kind: 'preferred', order } }, limits.each),
  );
  const complete = [...serialRuns(compiled, run, limits), ...near].filter(isComplete);
  if (!isComplete(at) || complete.length === 0) return null;
  return complete.some((one) => difference(stateOf(one), stateOf(at)) === null);
}

function stateIn(compiled: CompiledKernel): (at: ScheduledRun) => FinalState {
  const elementBytes = new Map(compiled.arrays.map((info) => [info.id, info.elementBytes]));
  return ({ trace }) => finalState(trace, (array) => elementBytes.get(array) ?? 1);
}

type Order = readonly Readonly<{ block: number; thread: number }>[];

/** Threads of which all orders are run. */
const allOrders = 3;

const threadsOf = ({ block, blocks }: ConcreteRun): Order =>
  blocks.flatMap((id) => Array.from({ length: volumeOf(block) }, (_, thread) => ({ block: id, thread })));

/** Every order of few threads; of more, ascending and descending. */
function serialRuns(compiled: CompiledKernel, run: ConcreteRun, limits: ExplorationLimits): readonly ScheduledRun[] {
  const all = threadsOf(run);
  const orders = all.length <= allOrders ? permutations(all) : [all, [...all].reverse()];
  return orders.map((order) => runScheduled(compiled, { ...run, schedule: { kind: 'preferred', order } }, limits.each));
}

/**
 * The orders of whole threads that come nearest to a run: by when each began, first changed something, changed
 * something last, and ended.
 */
function ordersOf(trace: readonly TraceEvent[], run: ConcreteRun): readonly Order[] {
  const places = [
    new Map<string, number>(),
    new Map<string, number>(),
    new Map<string, number>(),
    new Map<string, number>(),
  ] as const;
  const [began, changed, changedLast, ended] = places;
  for (const [at, event] of trace.entries()) {
    const key = threadKey(event);
    if (!began.has(key)) began.set(key, at);
    if (isChange(event) && !changed.has(key)) changed.set(key, at);
    if (isChange(event)) changedLast.set(key, at);
    ended.set(key, at);
  }
  return places.map((by) =>
    [...threadsOf(run)].sort((a, b) => (by.get(threadKey(a)) ?? -1) - (by.get(threadKey(b)) ?? -1)),
  );
}

const permutations = <T>(list: readonly T[]): readonly (readonly T[])[] =>
  list.length <= 1
    ? [list]
    : list.flatMap((one, k) => permutations([...list.slice(0, k), ...list.slice(k + 1)]).map((rest) => [one, ...rest]));

/** An event and its position in the trace. */
type Step = Readonly<{ event: TraceEvent; at: number }>;

/**
 * A thread saw a value, another changed it, and the thread acted without noticing. On the cell itself: by a store, an
 * operation whose result it does not keep, or one that follows a second read by another statement, whose value may not
 * have been tested. Or on a second cell that the other thread had changed as well after the first: each of the two has
 * one of its values in memory.
 */
function staleAct(trace: readonly TraceEvent[]): StaleAct | null {
  /** By thread and cell: what it saw there, oldest first, since it last noticed a change. */
  const seen = new Map<string, TraceEvent[]>();
  /** Where in the trace each cell was changed last. */
  const changes = new Map<string, Step>();
  for (const [at, event] of trace.entries()) {
    const cell = cellKey(event, event.address);
    const own = `${threadKey(event)} ${cell}`;
    const last = changes.get(cell);
    const before = seen.get(own) ?? [];
    const isOthers = last !== undefined && threadKey(last.event) !== threadKey(event);
    const found = isOthers ? (staleOn(event, before, last.event) ?? torn(trace, { event, at }, last)) : null;
    if (found !== null) return found;
    if (isChange(event)) {
      changes.set(cell, { event, at });
      seen.set(own, event.isKept || event.op === null ? [] : before);
    } else seen.set(own, event.op === 'cas' || before.at(-1)?.stmt === event.stmt ? [event] : [...before, event]);
  }
  return null;
}

const isBlind = (event: TraceEvent): boolean => isChange(event) && (event.mode === 'write' || !event.isKept);

function staleOn(act: TraceEvent, seen: readonly TraceEvent[], changed: TraceEvent): StaleAct | null {
  const [oldest] = seen;
  const latest = seen.at(-1);
  if (oldest === undefined || latest === undefined) return null;
  if (isBlind(act) && latest.after !== act.before) return { seen: latest, changed, act };
  const isReread = latest.op !== 'cas' && oldest.stmt !== latest.stmt && oldest.after !== latest.after;
  return isReread && (isBlind(act) || act.isSwapped) ? { seen: oldest, changed, act } : null;
}

/**
 * The thread changed a first cell, the other changed that and then the second, and now the thread overwrites the
 * second.
 */
function torn(trace: readonly TraceEvent[], { event: act, at: end }: Step, changed: Step): StaleAct | null {
  if (!isBlind(act) || act.after === act.before) return null;
  for (let at = end - 1; at >= 0; at--) {
    const seen = trace[at];
    if (
      seen === undefined ||
      threadKey(seen) !== threadKey(act) ||
      !isChange(seen) ||
      cellKey(seen, seen.address) === cellKey(act, act.address)
    )
      continue;
    const later = trace
      .slice(at + 1, changed.at)
      .find(
        (event) =>
          threadKey(event) === threadKey(changed.event) &&
          isChange(event) &&
          cellKey(event, event.address) === cellKey(seen, seen.address),
      );
    if (later !== undefined) return { seen, changed: later, act };
  }
  return null;
}
