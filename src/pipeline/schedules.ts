/**
 * What schedules show of a kernel whose atomics notice each other (SW401, SW402, SW403): one launch, with small inputs,
 * run on the machine under all orders of whole threads and under delay-bounded schedules (search/schedules/). Shows
 * faults, proves nothing: what needs other inputs, more blocks or more delays is not seen. Every finding has its run.
 */
import type { ArrayId } from '../base/brand.ts';
import type { ConcreteRun, InitialArray } from '../launch/run.ts';
import type { Deadline } from '../base/deadline.ts';
import type { Draft } from './draft.ts';
import type { Fact } from '../protocol/infer.ts';
import type { Kernel } from '../ir/ir.ts';
import type { Dim3, LaunchConfig, WarpModel } from '../launch/launch.ts';
import type { CompiledKernel } from '../machine/compiled.ts';
import type { TraceEvent } from '../machine/trace.ts';
import type { ScheduleFinding, StaleAct } from '../search/schedules/atomicity.ts';
import type { ScheduledRun } from '../search/schedules/explore.ts';
import type { Described } from '../verdict/catalogue.ts';
import type { WitnessAccess } from '../verdict/finding.ts';
import type { Span } from '../base/span.ts';
import { argumentsOf } from '../amplify/arguments.ts';
import { closedDimensions, coordinatesOf, volumeOf } from '../launch/dimensions.ts';
import { compileKernel } from '../machine/compile.ts';
import { eachStmt, placeOf, someStmt } from '../ir/walk.ts';
import { formatValue } from '../machine/value.ts';
import { checkAtomicity } from '../search/schedules/atomicity.ts';
import { isChange } from '../search/schedules/conflicts.ts';
import { failingAssertion, lostAtomicity, orderDependence, threadName } from '../verdict/catalogue.ts';
import { notAdmitted } from './admitted.ts';
import { printElement } from '../verdict/element.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

export const scheduleLimits = {
  /** Delays in one schedule (Chiang et al., NFM 2013, section 5: 2 was sufficient). */
  bound: 2,
  schedules: 400,
  /** Machine steps and accesses of all schedules of a kernel, and steps of one. */
  steps: 4_000_000,
  accesses: 300_000,
  each: { maxSteps: 200_000, maxBytes: 64 * 1024 * 1024 },
  /** Blocks that are run, of those of the launch. */
  blocks: 3,
  /** Elements of an input that have a value other than zero. */
  elements: 64,
} as const;

/** `fills`: what arrays hold at first, by name, as far as it is stated. */
type ScheduleInput = Readonly<{
  kernel: Kernel;
  launches: readonly LaunchConfig[];
  facts: readonly Fact[];
  warpModel: WarpModel;
  fills: ReadonlyMap<string, bigint | number>;
  deadline: Deadline;
  textAt: (span: Span) => string;
}>;
type Compiled = ScheduleInput & Readonly<{ compiled: CompiledKernel }>;
/** Of one launch; `isOurs`: the launch does not state all of it. */
type FirstRun = Readonly<{ config: LaunchConfig; run: ConcreteRun; isOurs: boolean }>;

/**
 * Findings of all launches. Empty where no thread can notice the atomics of another, or no launch is one that can be
 * run.
 */
export function scheduleFindings(input: ScheduleInput): readonly Draft[] {
  const { kernel, launches, deadline } = input;
  const runs = isDelicate(kernel) ? launches.flatMap((config) => firstRun(config, input) ?? []) : [];
  if (runs.length === 0) return [];
  const compiled = compileKernel(kernel);
  const limits = { ...scheduleLimits, each: { ...scheduleLimits.each, isTimeUp: deadline.passed } };
  return runs.flatMap((first) => {
    const { findings } = checkAtomicity(compiled, first.run, limits, { assertions: true, outcomes: true });
    return findings.map((finding) => draftOf(finding, first, { ...input, compiled }));
  });
}

/** Whether some thread keeps what an atomic operation returns, or replaces values whatever they were. */
const isDelicate = (kernel: Kernel): boolean =>
  someStmt(
    kernel.body,
    (stmt) =>
      stmt.kind === 'atomic' &&
      (stmt.op === 'cas' || stmt.op === 'exch' || (stmt.target !== null && stmt.op !== 'load')),
  );

/** Global arrays whose first contents decide what atomics and stores do, by whether something is changed in them. */
function touchedArrays(kernel: Kernel): ReadonlyMap<ArrayId, 'read' | 'changed'> {
  const touched = new Map<ArrayId, 'read' | 'changed'>();
  eachStmt(kernel.body, (stmt) => {
    const array = placeOf(stmt)?.array;
    if (array === undefined || kernel.arrays.get(array)?.space !== 'global') return;
    touched.set(array, stmt.kind === 'load' ? (touched.get(array) ?? 'read') : 'changed');
  });
  return touched;
}

/**
 * The launch, small where it is not known; scalars that nobody states are as many as there are threads. Null: pointers
 * may share an array, or it is not stated what an array that is changed holds at first, and a lock that begins as taken
 * or a counter that begins in the middle would show faults that are none.
 */
function firstRun(config: LaunchConfig, { kernel, facts, warpModel, fills }: ScheduleInput): FirstRun | null {
  if (config.aliases.length > 0 || config.overlaps.length > 0 || config.either !== undefined) return null;
  const [block, grid] = [
    closedDimensions(config.block, [1, 1, 1]),
    closedDimensions(config.grid, [scheduleLimits.blocks, 1, 1]),
  ];
  const stated = argumentsOf(
    kernel,
    config,
    facts.map(({ condition }) => condition),
  );
  const scalars = new Map<string, bigint | number>();
  let isOurs = config.block.includes(null);
  for (const param of kernel.params) {
    if (param.kind !== 'scalar') continue;
    const { name, type } = param;
    const known = stated.get(name);
    isOurs ||= known === undefined;
    const ours =
      type.kind === 'float' ? 1 : type.kind === 'bool' ? 1n : BigInt(Math.min(volumeOf(block) * volumeOf(grid), 100));
    scalars.set(name, known ?? ours);
  }
  const arrays = new Map<string, InitialArray>();
  for (const [id, how] of touchedArrays(kernel)) {
    const name = kernel.arrays.get(id)?.name ?? id;
    const fill = fills.get(name);
    if (fill === undefined && how === 'changed') return null;
    isOurs ||= fill === undefined;
    arrays.set(name, fill === undefined ? someInput() : { elements: null, fill, values: new Map() });
  }
  const blocks = Array.from({ length: Math.min(volumeOf(grid), scheduleLimits.blocks) }, (_, k) => k);
  // What we chose may contradict what the launch says of it.
  if (isOurs && config.facts.length > 0) return null;
  const run: ConcreteRun = { block, grid, blocks, scalars, arrays, schedule: { kind: 'canonical' }, warpModel };
  return notAdmitted(run, { kernel, config, facts }) === null ? { config, run, isOurs } : null;
}

/** Small numbers, none the same as its neighbour. */
function someInput(): InitialArray {
  return {
    elements: null,
    fill: 0n,
    values: new Map(Array.from({ length: scheduleLimits.elements }, (_, k) => [k, BigInt((k * 5 + 3) % 8)])),
  };
}

function draftOf(finding: ScheduleFinding, { config, isOurs }: FirstRun, input: Compiled): Draft {
  const described = describe(finding, input);
  const { place, related, code } = described;
  const isSure = finding.kind !== 'lost-atomicity' || finding.isSure;
  const severity = (isOurs || !isSure) && described.severity === 'error' ? 'warning' : described.severity;
  const chosen =
    (isOurs && severity === 'warning' ? messages.chosenInputs : '') + (isSure ? '' : messages.likeliestOrders);
  return {
    code,
    kind: described.kind,
    severity,
    message: `${described.message}${chosen}`,
    condition: null,
    status: 'confirmed',
    kernel: input.kernel.name,
    span: place,
    array: null,
    related,
    pairs: [],
    witness: witnessOf(finding, config, input),
    parts: {
      kernel: input.kernel.name,
      array: null,
      code,
      statements: [input.textAt(place), input.textAt(related[0]?.span ?? place)],
    },
  };
}

type Placed = Described & Readonly<{ place: Span; related: Draft['related'] }>;

function describe(finding: ScheduleFinding, input: Compiled): Placed {
  switch (finding.kind) {
    case 'assertion':
      return {
        ...failingAssertion(finding.fault.who, finding.fault.span.line),
        place: finding.fault.span,
        related: finding.stale === null ? [] : story(finding.stale, finding.at, input),
      };
    case 'lost-atomicity': {
      const {
        stale: { seen, changed, act },
        at,
      } = finding;
      const who = (event: TraceEvent) => threadOf(event, at.run);
      const described = lostAtomicity({
        element: elementOf(seen, input),
        seen: who(seen),
        seenLine: seen.span.line,
        changed: who(changed),
        changedLine: changed.span.line,
        actLine: act.span.line,
      });
      return { ...described, place: act.span, related: story(finding.stale, at, input) };
    }
    case 'depends-on-order': {
      const [one, other] = [finding.at, finding.other].map((run) => lastChange(run, finding, input));
      const name = input.kernel.arrays.get(finding.place.array)?.name ?? finding.place.array;
      return {
        ...orderDependence(`${name}[${finding.place.element}]`),
        place: one?.span ?? other?.span ?? input.kernel.span,
        related: twoOrders([one, other], finding, input),
      };
    }
  }
}

type OrderDependence = Extract<ScheduleFinding, { kind: 'depends-on-order' }>;

/** The step of a run that leaves in the element what is in it at the end; undefined: none changes it. */
function lastChange({ trace }: ScheduledRun, { place }: OrderDependence, { kernel }: Compiled): TraceEvent | undefined {
  const bytes = Math.max(1, kernel.arrays.get(place.array)?.elementBytes ?? 1);
  return trace.findLast(
    (one) =>
      one.array === place.array &&
      one.owner === null &&
      isChange(one) &&
      Math.floor(one.address / bytes) === place.element,
  );
}

/** How each of the two orders ends. */
function twoOrders(
  last: readonly (TraceEvent | undefined)[],
  { place, at }: OrderDependence,
  input: Compiled,
): Draft['related'] {
  return last.map((event, k) => {
    const order = k === 0 ? messages.inOneOrder : 'in another';
    if (event === undefined)
      return {
        span: last.find((one) => one !== undefined)?.span ?? input.kernel.span,
        note: fill(messages.nobodyChanges, {
          step: k + 1,
          order,
          array: input.kernel.arrays.get(place.array)?.name ?? place.array,
          element: place.element,
        }),
        isStep: true,
      };
    return {
      span: event.span,
      note: fill(messages.lastChange, {
        step: k + 1,
        order,
        thread: threadName(threadOf(event, at.run)),
        cell: elementOf(event, input),
        value: valueOf(event, input),
      }),
      isStep: true,
    };
  });
}

/** Who did what, in the order in which it happened. */
function story({ seen, changed, act }: StaleAct, { run }: ScheduledRun, input: Compiled): Draft['related'] {
  const who = (event: TraceEvent): string => threadName(threadOf(event, run));
  return [
    {
      span: seen.span,
      note: fill(messages.seesValue, { thread: who(seen), value: valueOf(seen, input), cell: elementOf(seen, input) }),
      isStep: true,
    },
    {
      span: changed.span,
      note: fill(messages.changesValue, { thread: who(changed), value: valueOf(changed, input) }),
      isStep: true,
    },
    {
      span: act.span,
      note: fill(messages.continues, { thread: who(act), cell: elementOf(act, input), value: valueOf(act, input) }),
      isStep: true,
    },
  ];
}

function threadOf(
  { block, thread }: Pick<TraceEvent, 'block' | 'thread'>,
  run: ConcreteRun,
): Readonly<{ block: Dim3; thread: Dim3 }> {
  return { block: coordinatesOf(block, run.grid), thread: coordinatesOf(thread, run.block) };
}

function elementOf({ array, address }: TraceEvent, { kernel }: ScheduleInput): string {
  const decl = kernel.arrays.get(array);
  return printElement(
    { name: decl?.name ?? array, elementBytes: decl?.elementBytes ?? 1, extents: decl?.extents ?? null },
    address,
  );
}

function valueOf({ stmt, after }: TraceEvent, { compiled }: Compiled): string {
  const type = compiled.memory.find(({ site }) => site.stmt === stmt)?.type ?? { kind: 'int', bits: 64, signed: false };
  return formatValue(type, Number(BigInt.asIntN(32, after)), Number(BigInt.asIntN(32, after >> 32n)));
}

/** The last step of the failing thread on a cell that another has changed before. */
function lastMeeting({
  at: { trace },
  fault,
}: Extract<ScheduleFinding, { kind: 'assertion' }>): Readonly<{ seen: TraceEvent; changed: TraceEvent }> | null {
  const isOwn = ({ block, thread }: TraceEvent): boolean =>
    block === fault.who.linearBlock && thread === fault.who.linearThread;
  for (let at = trace.length - 1; at >= 0; at--) {
    const seen = trace[at];
    if (seen === undefined || !isOwn(seen)) continue;
    const changed = trace
      .slice(0, at)
      .findLast(
        (event) =>
          !isOwn(event) &&
          isChange(event) &&
          event.array === seen.array &&
          event.owner === seen.owner &&
          event.address === seen.address,
      );
    if (changed !== undefined) return { seen, changed };
  }
  return null;
}

/** In the first order: what decides, and a step of another thread on the same cell, before it or else behind it. */
function twoSteps(
  finding: OrderDependence,
  input: Compiled,
): Readonly<{ seen: TraceEvent; changed: TraceEvent }> | null {
  const changed = lastChange(finding.at, finding, input);
  if (changed === undefined) return null;
  const { trace } = finding.at;
  const isOther = (one: TraceEvent): boolean =>
    one.array === changed.array &&
    one.owner === null &&
    one.address === changed.address &&
    (one.block !== changed.block || one.thread !== changed.thread);
  const before = trace.slice(0, trace.indexOf(changed)).findLast(isOther);
  const behind = before === undefined ? trace.find(isOther) : undefined;
  return before !== undefined
    ? { seen: before, changed }
    : behind === undefined
      ? null
      : { seen: changed, changed: behind };
}

function witnessOf(finding: ScheduleFinding, launch: LaunchConfig, input: Compiled): Draft['witness'] {
  const { run } = finding.at;
  const pair =
    finding.kind === 'depends-on-order'
      ? twoSteps(finding, input)
      : (finding.stale ?? (finding.kind === 'assertion' ? lastMeeting(finding) : null));
  if (pair === null) return null;
  const access = (event: TraceEvent): WitnessAccess => ({
    ...threadOf(event, run),
    span: event.span,
    expression: input.textAt(event.span),
    mode: event.mode,
    value: valueOf(event, input),
    loops: [],
  });
  return {
    run,
    launch,
    accesses: [access(pair.seen), access(pair.changed)],
    address: { byte: pair.seen.address, text: elementOf(pair.seen, input) },
    interval: null,
    warpModel: input.warpModel,
  };
}
