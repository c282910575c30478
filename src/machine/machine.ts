/** The machine's contract: one SIMT machine for the IR. Knows nothing of the solver's side. */
import type { ArrayId, StmtId } from '../base/brand.ts';
import type { Dim3 } from '../launch/launch.ts';
import type { Span } from '../base/span.ts';

/** `nearly`: the same with equal values, while different ones are sought. */
export type Sighting = 'sought' | 'nearly' | 'other';

/**
 * `isTimeUp`: asked between the movements of threads; not given: never. `sought`: whether this is what the run is made
 * for; where it has been seen, the run ends after as many steps again, as one whose budget is spent; where it was seen,
 * but with equal values, after some times as many.
 * `isAll`: nothing else is wanted of the run, which ends where it has been seen.
 * `endsAtData`: whether the run ends as soon as control or an address depends on data. `outside`: what loads outside of
 * their arrays give; not given: 0.
 */
export type MachineBudget = Readonly<{
  maxSteps: number;
  maxBytes: number;
  isTimeUp?: () => boolean;
  endsAtData?: boolean;
  outside?: bigint;
  sought?: Readonly<{
    race: (race: MachineRace) => Sighting;
    divergence: (divergence: MachineDivergence) => boolean;
    isAll?: boolean;
  }>;
}>;

export type MachineReport = Readonly<{
  outcome:
    | Readonly<{ kind: 'completed' }>
    /** Threads wait and none can go on; the divergences say where. */
    | Readonly<{
        kind: 'deadlock';
        /**
         * Not given: at barriers. `waits`: `who` waits for a phase of a barrier object that takes `count` arrivals and
         * has got `arrived`, or `bytes` more than were copied; `uninitialized`: it uses one that nobody has
         * initialized.
         */
        object?: Readonly<{
          how: 'waits' | 'uninitialized';
          who: MachineThread;
          stmt: StmtId;
          span: Span;
          name: string;
          array: ArrayId | null;
          arrived: number;
          count: number;
          bytes: number;
        }>;
      }>
    /**
     * Threads look for ever at memory that nobody changes any more, `who` among them. `starved`: in lockstep, a lane of
     * its warp whose turn never comes, and where it is.
     */
    | Readonly<{
        kind: 'endless';
        who: MachineThread;
        stmt: StmtId;
        span: Span;
        array: ArrayId;
        starved: Readonly<{ who: MachineThread; span: Span }> | null;
      }>
    /** An assertion of the source failed, which ends the kernel (CUDA guide, Assertion); the fault says which. */
    | Readonly<{ kind: 'aborted'; span: Span }>
    | Readonly<{ kind: 'budget'; which: 'steps' | 'bytes' | 'time' }>
    /** With `endsAtData`: the statement here depends on data. */
    | Readonly<{ kind: 'data'; span: Span }>
    /** A statement has no meaning here (`unknown`, unknown math function, …). */
    | Readonly<{ kind: 'unmodelled'; because: string; span: Span }>;
  races: readonly MachineRace[];
  divergences: readonly MachineDivergence[];
  /** Of meetings of lanes and of the grid; those of blocks are divergences. */
  partings: readonly MachineParting[];
  /** Out-of-bounds and uninitialized accesses, division by zero, failed assertions and assumptions. */
  faults: readonly MachineFault[];
  /** Final contents, by array: for `shared` of every executed block, and all others once. Written bytes only. */
  memory: readonly FinalArray[];
  /** Statements executed, over all threads. */
  steps: number;
  /** Barriers executed (releases), by statement. */
  barriers: ReadonlyMap<StmtId, number>;
  /**
   * Barriers of blocks that alone stood between two conflicting accesses of this run (needs.ts); all statements of one
   * place of the source together.
   */
  neededBarriers: ReadonlySet<StmtId>;
  /** Statements that accessed memory in which races are looked for. */
  accessing: ReadonlySet<StmtId>;
  /** Computed when it is asked for. */
  traffic: Traffic;
  /**
   * Whether any branch, loop condition or address depended on data read from memory (for amplification). Branches that
   * only assign scalars do not count by themselves: what they assign depends on their condition instead.
   */
  dataDependent: boolean;
  /**
   * Whether some value was made up: of an `unknown-value` statement that may be read, of a scalar argument that the run
   * does not give, or of a lane that took no part in a shuffle. Values of this report may then be wrong.
   */
  inventedValues: boolean;
  /**
   * Statements that accessed memory after that. What all others read is what a device reads there, whatever the kernel
   * stores later. Computed when it is asked for.
   */
  lateReads: ReadonlySet<StmtId>;
  /** Shuffles of which the first lane that came got a value of none, since the lane that it reads was not there. */
  lonely: ReadonlySet<StmtId>;
  /**
   * Where a thread came to a numbered barrier that nothing orders behind the time when it was last passed: under
   * another schedule other threads may pass it together. Null: nowhere [T9].
   */
  openPhase: Span | null;
}>;

/** Cells touched, accesses to memory, and bytes from the first to the last cell touched, summed over arrays. */
export type Traffic = Readonly<{ cells: number; accesses: number; range: number }>;

export type MachineThread = Readonly<{ block: Dim3; thread: Dim3; linearBlock: number; linearThread: number }>;

export type MachineAccess = Readonly<{
  who: MachineThread;
  stmt: StmtId;
  span: Span;
  mode: 'read' | 'write' | 'atomic';
  /** An asynchronous copy makes it that the thread has issued. */
  isCopy?: true;
  /** Value read or written, as printed text; null when not kept. */
  value: string | null;
  /** Enclosing loops, outermost first, with the number of the turn (from 0). */
  turns: readonly Readonly<{ loop: StmtId; turn: number }>[];
  /** Barriers that this thread passed before it, counted over its block. */
  interval: number;
}>;

/** Two accesses to overlapping bytes, at least one a write, not both atomic of sufficient scope, unordered. */
export type MachineRace = Readonly<{
  array: ArrayId;
  /** First byte of the overlap, from the array's start. */
  address: number;
  scope: 'warp' | 'block' | 'grid';
  first: MachineAccess;
  second: MachineAccess;
  /** Whether both are writes of equal values. */
  sameValue: boolean;
}>;

/** At a rendezvous, threads of one block were not at the same barrier in the same turn of its loops. */
export type MachineDivergence = Readonly<{
  barrier: StmtId;
  span: Span;
  waiting: MachineThread;
  other: MachineThread;
  /** Where the other thread is. */
  otherAt:
    | Readonly<{ kind: 'exited'; span: Span | null }>
    | Readonly<{ kind: 'barrier'; stmt: StmtId; span: Span }>
    | Readonly<{ kind: 'other-turn'; span: Span }>;
}>;

/**
 * At a meeting of lanes, or of the grid, those whom it names and those who come are not the same. `elsewhere`:
 * `waiting` waits for `other`, who waits where it needs `waiting`. `gone`: `other` went around the meeting, did
 * something behind it, and ended. `left-out`: `waiting` came with a mask that names `other`, but not itself. Only of
 * threads whose ways depend on no data.
 */
export type MachineParting = MachineDivergence & Readonly<{ how: 'elsewhere' | 'gone' | 'left-out' }>;

export type MachineFault = Readonly<{
  kind: 'out-of-bounds' | 'uninitialized' | 'division-by-zero' | 'assertion' | 'assumption';
  stmt: StmtId;
  span: Span;
  who: MachineThread;
  text: string;
}>;

export type FinalArray = Readonly<{ array: ArrayId; block: number | null; bytes: ReadonlyMap<number, number> }>;
