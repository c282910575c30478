/**
 * The running machine. Everything that changes during a run is here, reachable from one `Machine`; `run.ts` makes it,
 * the other files of this folder work on it, and nothing of it outlives the run except what the report copies.
 */
import type { Dim3 } from '../launch/launch.ts';
import type { ConcreteRun } from '../launch/run.ts';
import type { Span } from '../base/span.ts';
import type { StmtId } from '../base/brand.ts';
import type { Agent, Agents } from './agents.ts';
import type { AccessLog } from './access-log.ts';
import type { CompiledKernel, Site } from './compiled.ts';
import type { BarrierNeeds } from './needs.ts';
import type { NumberedBarrier, PassedBarrier } from './numbered.ts';
import type { Footsteps } from './footsteps.ts';
import type {
  MachineBudget,
  MachineDivergence,
  MachineFault,
  MachineParting,
  MachineReport,
  MachineThread,
} from './machine.ts';
import type { Store } from './memory.ts';
import type { Releases, ThreadOrder } from './order.ts';
import type { TraceEvent } from './trace.ts';
import { stmtId } from '../base/brand.ts';
import { coordinatesOf } from '../launch/dimensions.ts';

type ThreadStatus = 'runnable' | 'waiting' | 'held' | 'exited';

export type Thread = {
  /** Position among all threads of the executed blocks; `linear` is that within the block. */
  readonly index: number;
  readonly linear: number;
  readonly lane: number;
  readonly block: Block;
  /** Where its frame begins in the block's frames. */
  readonly base: number;
  /** Byte address of the next instruction. */
  pc: number;
  status: ThreadStatus;
  /** Index of the rendezvous it waits at, and the lanes that it expects there. */
  meeting: number;
  mask: number;
  /** Index of the exit it took. */
  exit: number;
  /** Its own clock within its warp (independent threads), or the warp's step (lockstep). */
  epoch: number;
  /** Visible steps performed, and numbers of the steps to hold it back before, ascending. */
  visible: number;
  readonly delays: number[];
  /** Where it stands among the threads that are held, first come first. */
  heldAs: number;
  /** It has let others go after a slice once: it may well wait for what they do. */
  hasSpun: boolean;
  /** Whether it has done what C leaves without any meaning (a division by zero): nothing it does later is evidence. */
  isUndefined: boolean;
  /** Whether its way depended on data. */
  isSteered: boolean;
  /** The statement of its latest store or meeting of lanes, and the meetings of lanes that it came to. */
  latest: StmtId;
  readonly met: Set<number>;
  /** The copy whose accesses it is making. */
  agent: Agent | null;
  readonly order: ThreadOrder;
};

/**
 * Threads that wait at the cluster's barrier, how many blocks of it are run, and how often its barrier was released.
 */
export type Cluster = { readonly id: number; readonly blocks: number; arrived: number; epoch: number };

export type Block = {
  /** Position in `run.blocks`, and linear id in the grid. */
  readonly ordinal: number;
  readonly id: number;
  readonly index: Dim3;
  readonly frames: DataView;
  readonly threads: readonly Thread[];
  readonly warps: readonly (readonly Thread[])[];
  /** By array index: the block's own for shared and local arrays, the machine's for the others. */
  readonly stores: readonly Store[];
  /** Threads at a block barrier, and threads that ended. */
  arrived: number;
  exited: number;
  /** The cluster that the block belongs to; null where clusters have no barriers. */
  readonly cluster: Cluster | null;
  /**
   * The first thread that ended in each place: at a barrier, one says what all would. Without those whose values C
   * leaves undefined.
   */
  readonly ended: Thread[];
  /** Barriers released so far. */
  interval: number;
  /**
   * The rendezvous of the latest barrier (the first of its place in the source; -1: none), and the interval since which
   * none but it was passed.
   */
  passed: number;
  since: number;
  /**
   * clocks[linear * clockWidth + k]: the latest epoch of that lane of the warp, or thread of the block, that this
   * thread is ordered after (clocks.ts).
   */
  readonly clocks: Int32Array;
  readonly clockWidth: number;
  /** The numbered barriers at which somebody has arrived since they were last passed. */
  readonly numbered: Map<number, NumberedBarrier>;
  readonly agents: Agents;
  readonly passedNumbers: Map<number, PassedBarrier>;
};

export type Machine = {
  readonly compiled: CompiledKernel;
  readonly run: ConcreteRun;
  readonly budget: MachineBudget;
  readonly lockstep: boolean;
  readonly threadsPerBlock: number;
  /** Started blocks by ordinal. */
  readonly blocks: (Block | undefined)[];
  readonly template: Uint8Array;
  readonly globals: readonly (Store | null)[];
  readonly log: AccessLog;
  /** What was published where; null: nothing in the kernel releases or acquires. */
  readonly releases: Releases | null;
  steps: number;
  /** Of steps; less than the budget's once what was sought has been seen. */
  maxSteps: number;
  /** Of steps: when the clock is looked at next. */
  nextLook: number;
  /** Bytes allocated for frames, memory and the log. */
  bytes: number;
  /** Not null: the run is over. */
  outcome: MachineReport['outcome'] | null;
  /** Times that a grid barrier was released, and threads that wait at it. */
  gridEpoch: number;
  gridArrived: number;
  readonly clusters: Map<number, Cluster>;
  /** Times that waiting threads were let go. */
  wakeups: number;
  exited: number;
  /** Times that a thread was held. */
  holds: number;
  /** Stores, and atomic operations that changed something; the latter only where somebody asks. */
  changes: number;
  watchesChanges: boolean;
  /** The accesses so far; null: nobody asked for them. */
  readonly trace: TraceEvent[] | null;
  /** What followed threads did; null: nobody asked. */
  readonly footsteps: Footsteps | null;
  dataDependent: boolean;
  invented: boolean;
  /** By index of the memory site: 1 for those that accessed memory when some value had been made up. */
  readonly lateReads: Uint8Array;
  openPhase: Span | null;
  /** Where a thread waited last for a phase of a barrier object. */
  openAt: Span | null;
  /** What reads outside of their arrays find. */
  readonly outside: DataView;
  readonly faults: Map<Span, MachineFault[]>;
  readonly divergences: Map<string, MachineDivergence>;
  readonly partings: Map<StmtId, MachineParting>;
  readonly lonely: Set<StmtId>;
  readonly released: Map<StmtId, number>;
  readonly needs: BarrierNeeds;
};

export function describeThread(m: Machine, thread: Thread): MachineThread {
  return {
    block: thread.block.index,
    thread: coordinatesOf(thread.linear, m.run.block),
    linearBlock: thread.block.id,
    linearThread: thread.linear,
  };
}

const faultsPerStatement = 3;

/** Records a fault, up to a few of each kind for each statement. */
export function addFault(
  m: Machine,
  kind: MachineFault['kind'],
  at: Pick<Site, 'stmt' | 'span'>,
  thread: Thread,
  text: () => string,
): void {
  const list = m.faults.get(at.span) ?? [];
  let known = 0;
  for (const fault of list) if (fault.kind === kind && fault.stmt === at.stmt) known++;
  if (known >= faultsPerStatement) return;
  list.push({ kind, stmt: at.stmt, span: at.span, who: describeThread(m, thread), text: text() });
  m.faults.set(at.span, list);
}

/** Ends the run, unless it has ended already. */
export function endRun(m: Machine, outcome: MachineReport['outcome']): void {
  m.outcome ??= outcome;
}

/** Steps that a run goes on for at least when it has shown what was sought: it often shows more. */
const stepsAfterwards = 100_000;
/** The same where it was seen nearly. */
const stepsForMore = 2_000_000;

/** What the run was made for has been seen. */
export function endSoon(m: Machine, sighting: 'sought' | 'nearly'): void {
  if (sighting === 'sought' && m.budget.sought?.isAll === true) return endRun(m, { kind: 'budget', which: 'steps' });
  const most = sighting === 'sought' ? 2 * m.steps + stepsAfterwards : 8 * m.steps + stepsForMore;
  m.maxSteps = Math.min(m.maxSteps, most);
}

/** Counts allocated bytes and ends the run when they are too many. */
export function countBytes(m: Machine, bytes: number): void {
  m.bytes += bytes;
  if (m.bytes > m.budget.maxBytes) endRun(m, { kind: 'budget', which: 'bytes' });
}

/** Where assumptions of the kernel are reported: no statement of its body. */
export const nowhere = (span: Span): Pick<Site, 'stmt' | 'span'> => ({ stmt: stmtId(-1), span });
