/**
 * Runs a kernel on concrete threads, warps and blocks, and reports what happened. This is the evidence for every alarm,
 * so it shares nothing with the solver's side but the syntax of the IR. Exact within its model [D1, D2]; what it does
 * not model ends the run as `unmodelled`. Reports races that this schedule's accesses show, whether or not they changed
 * a value.
 */
import type { Kernel } from '../ir/ir.ts';
import type { ScalarType } from '../base/ctype.ts';
import type { ConcreteRun } from '../launch/run.ts';
import type { CompiledKernel } from './compiled.ts';
import type { Footsteps } from './footsteps.ts';
import type { FinalArray, MachineBudget, MachineReport, Traffic } from './machine.ts';
import type { Block, Machine } from './state.ts';
import type { StmtId } from '../base/brand.ts';
import type { Store } from './memory.ts';
import type { TraceEvent } from './trace.ts';
import { accessingIn, createAccessLog, racesOf } from './access-log.ts';
import { initialOf } from './block.ts';
import { compileKernel } from './compile.ts';
import { roundFloat, wrapInt } from './convert.ts';
import { createStore, writtenBytes, writtenMark } from './memory.ts';
import { createNeeds, neededBarriers } from './needs.ts';
import { mayOrder } from './order.ts';
import { runSchedule } from './schedule.ts';
import { endRun } from './state.ts';
import { volumeOf } from '../launch/dimensions.ts';
import { trafficOf } from './traffic.ts';

/** Compiles the kernel and runs it once. */
export function runOnMachine(kernel: Kernel, run: ConcreteRun, budget: MachineBudget): MachineReport {
  return runCompiled(compileKernel(kernel), run, budget);
}

/**
 * Runs a compiled kernel. The same arguments give the same report. `trace`, if given, receives the accesses in their
 * order, `footsteps` what the threads did that it names.
 */
export function runCompiled(
  compiled: CompiledKernel,
  run: ConcreteRun,
  budget: MachineBudget,
  trace: TraceEvent[] | null = null,
  footsteps: Footsteps | null = null,
): MachineReport {
  const m = createMachine(compiled, run, budget, trace, footsteps);
  const frames = m.threadsPerBlock * compiled.code.frameBytes;
  if (!(frames <= budget.maxBytes)) endRun(m, { kind: 'budget', which: 'bytes' });
  else if (m.threadsPerBlock >= 1) runSchedule(m);
  return reportOf(m);
}

function createMachine(
  compiled: CompiledKernel,
  run: ConcreteRun,
  budget: MachineBudget,
  trace: TraceEvent[] | null,
  footsteps: Footsteps | null,
): Machine {
  const lockstep = run.warpModel === 'lockstep';
  const template = frameTemplate(compiled, run);
  return {
    compiled,
    run,
    budget,
    lockstep,
    threadsPerBlock: volumeOf(run.block),
    blocks: [],
    template: template.bytes,
    globals: compiled.arrays.map((info) =>
      info.space === 'global' || info.space === 'constant' ? createStore(info, initialOf(run, info), 1) : null,
    ),
    log: createAccessLog(compiled, run.blocks.length),
    // where a run is to stand for all, what one observes of another is left out: it depends on the schedule
    releases: mayOrder(compiled) && !lockstep && budget.endsAtData !== true ? new Map() : null,
    steps: 0,
    maxSteps: budget.maxSteps,
    nextLook: 0,
    bytes: 0,
    outcome: null,
    gridEpoch: 0,
    gridArrived: 0,
    clusters: new Map(),
    wakeups: 0,
    exited: 0,
    holds: 0,
    changes: 0,
    trace,
    footsteps,
    watchesChanges: trace !== null || footsteps !== null || run.schedule.kind === 'delayed',
    dataDependent: false,
    invented: template.invented,
    lateReads: new Uint8Array(compiled.memory.length),
    openPhase: null,
    openAt: null,
    outside: bitsOf(budget.outside ?? 0n),
    faults: new Map(),
    divergences: new Map(),
    partings: new Map(),
    lonely: new Set(),
    released: new Map(),
    needs: createNeeds(compiled),
  };
}

function bitsOf(value: bigint): DataView {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigInt64(0, value, true);
  return view;
}

/** Constants, launch dimensions and scalar arguments, in their slots. */
function frameTemplate(compiled: CompiledKernel, run: ConcreteRun): Readonly<{ bytes: Uint8Array; invented: boolean }> {
  const view = new DataView(new ArrayBuffer(compiled.code.frameBytes));
  for (const { slot, cls, value } of compiled.code.constants) {
    if (cls === 'l') view.setBigInt64(slot, BigInt(value), true);
    else if (cls === 'i') view.setInt32(slot, Number(value), true);
    else view.setFloat64(slot, Number(value), true);
  }
  const axes = ['x', 'y', 'z'] as const;
  axes.forEach((axis, k) => {
    view.setUint32(compiled.builtins.get(`blockDim.${axis}`) ?? 0, run.block[k] ?? 1, true);
    view.setUint32(compiled.builtins.get(`gridDim.${axis}`) ?? 0, run.grid[k] ?? 1, true);
  });
  let invented = false;
  for (const { name, slot, type } of compiled.params) {
    const value = run.scalars.get(name);
    if (value === undefined) invented = true;
    else setArgument(view, slot, type, value);
  }
  return { bytes: new Uint8Array(view.buffer), invented };
}

function setArgument(view: DataView, slot: number, type: ScalarType, value: bigint | number): void {
  if (type.kind === 'float') return view.setFloat64(slot, roundFloat(Number(value), type.bits), true);
  const whole = typeof value === 'bigint' ? value : BigInt(Number.isFinite(value) ? Math.trunc(value) : 0);
  if (type.kind === 'bool') return view.setInt32(slot, whole === 0n ? 0 : 1, true);
  if (type.bits === 64) return view.setBigInt64(slot, BigInt.asIntN(64, whole), true);
  view.setInt32(slot, wrapInt(Number(BigInt.asIntN(32, whole)), type), true);
}

// Report --------------------------------------------------------------------------------------------------------------

function reportOf(m: Machine): MachineReport {
  return {
    outcome: m.outcome ?? { kind: 'completed' },
    races: racesOf(m.log),
    divergences: [...m.divergences.values()],
    partings: [...m.partings.values()],
    faults: [...m.faults.values()].flat().sort((a, b) => a.stmt - b.stmt),
    get memory(): readonly FinalArray[] {
      return finalArrays(m);
    },
    steps: m.steps,
    barriers: m.released,
    neededBarriers: neededBarriers(m.needs, m.compiled),
    accessing: accessingIn(m.log, m.compiled),
    get traffic(): Traffic {
      return trafficOf(m);
    },
    dataDependent: m.dataDependent,
    inventedValues: m.invented,
    get lateReads(): ReadonlySet<StmtId> {
      return new Set(m.compiled.memory.flatMap(({ index, site }) => (m.lateReads[index] === 1 ? [site.stmt] : [])));
    },
    lonely: m.lonely,
    openPhase: m.openPhase,
  };
}

function finalArrays(m: Machine): readonly FinalArray[] {
  const shared = (block: Block | undefined): FinalArray[] =>
    (block?.stores ?? []).flatMap((store) =>
      store.info.space === 'shared' ? finalArray(store, block?.id ?? null) : [],
    );
  return [
    ...m.globals.flatMap((store) => (store === null ? [] : finalArray(store, null))),
    ...m.blocks.flatMap(shared),
  ];
}

/** Contents are copied when somebody asks for them: most runs are for their races only. */
function finalArray(store: Store, block: number | null): FinalArray[] {
  if (![...store.pages.values()].some((page) => page.marks.some((mark) => (mark & writtenMark) !== 0))) return [];
  let copied: ReadonlyMap<number, number> | null = null;
  return [
    {
      array: store.info.id,
      block,
      get bytes(): ReadonlyMap<number, number> {
        copied ??= writtenBytes(store);
        return copied;
      },
    },
  ];
}
