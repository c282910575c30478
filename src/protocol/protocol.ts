/**
 * Access protocols [D3]: what threads do to memory, in order, with data values forgotten. Made from the IR for one
 * launch configuration. Expressions are C-typed (base/expr.ts), without `builtin` nodes for known dimensions: those
 * are constants; all other built-ins are variables.
 *
 * P1: expressions are pure and read only variables of `variables`.
 * P2: `unknown` stands for all memory its footprint names. It is never dropped: then the verdict is not `drf`.
 * P3: the protocol over-approximates: every access of every thread in every run that the facts allow is an instance of
 *     an `access` step here (or within an `unknown`).
 * P4: a variable whose sharing is `block` has one value for all threads of a block at each dynamic instance.
 */
import type { ContentFact } from './contents.ts';
import type { Start } from './index/allocated.ts';
import type { ArrayId, Bytes, StmtId, VarId } from '../base/brand.ts';
import type { Expr } from '../base/expr.ts';
import type { ScalarType } from '../base/ctype.ts';
import type { CellOrder } from '../ir/order/cells.ts';
import type { LaneOp, MemoryScope } from '../ir/ir.ts';
import type { Span } from '../base/span.ts';

/**
 * One variable of a protocol. `sharing` says among whom its value is one: all threads of the launch, the threads of a
 * block, or nobody else. The solver's copy of a variable per thread or block follows from it.
 */
export type ProtocolVariable = Readonly<{
  id: VarId;
  type: ScalarType | Readonly<{ kind: 'integer' }>;
  sharing: 'launch' | 'block' | 'thread';
  origin:
    | Readonly<{ kind: 'parameter'; name: string }>
    | Readonly<{ kind: 'builtin'; name: string }>
    /** Number of the turn of a loop, from 0; a mathematical integer. */
    | Readonly<{ kind: 'turn'; loop: StmtId }>
    /** Value of a scalar of the source that a loop carries, at the start of a turn, or after the loop. */
    | Readonly<{ kind: 'carried'; loop: StmtId; name: string }>
    /** A value read from memory, or not modelled. Alarms that rest on it are possible, not certain. */
    /** `counts`: the result of an atomic on a counter, and by how much it counts [D16]; null: no such thing. */
    | Readonly<{
        kind: 'unknown';
        because: string;
        span: Span;
        read: Place | null;
        counts: bigint | null;
        /** The value is where the range starts that the block has allocated for what a shared counter of its own counts [D27]; not given: no such thing. */ startOf?: Start;
        /** Of what is counted for such a range: all hold if the atomic was made, and only then. */ when?: readonly Expr[];
        /** Of an atomic that claims a cell [D31]; not given: of none. */ claim?: Claim;
        /** Of results of atomics and lanes. */ turns?: Turns;
        /** Of lanes; not given: no such thing. */ vote?: Vote;
        /** Which threads have the same value [D26]; not given: none is known. */ alike?: AlikeInTile;
        /** It is the start of a range that a lane has reserved for its warp [D32]; not given: it is not. */ reserved?: Reserved;
        /** It is read from this array, which the thread has for itself; not given: it is not. */ own?: ArrayId;
      }>;
}>;
/**
 * What a ballot, match or `__activemask()` gives, at the statement `at`, to the lanes of `mask` (null: of the whole
 * tile of `size`): as a mask it names those for whom `of` holds, or is the same as one's own; null: those who are
 * there.
 */
export type Vote = Readonly<{
  op: 'ballot' | 'match_any' | 'activemask';
  at: StmtId;
  size: number;
  mask: Expr | null;
  of: Expr | null;
}>;
/**
 * Threads of one tile of this size have one value in equal turns of all loops around the statement, if each of `keys`
 * has one value for them.
 * `isMask`: it is a mask of the lanes of a warp, of which `laneNamed` says whether it names the thread.
 */
export type AlikeInTile = Readonly<{ size: number; keys: readonly Expr[]; isMask: boolean }>;
/** By which atomic, from which counter and how long the range is. `when`: only then it is one. */
export type Reserved = Readonly<{ by: StmtId; array: ArrayId; amount: Expr; when: Expr | null }>;
/** The function by which a protocol says so, of the mask and the indices of the thread. */
export const laneNamed = 'lane.named';
/**
 * The answer that one at most of the atomics on a cell gets: this value, any but this one, or 0 in all bits of the
 * operand, of those with the same operand.
 */
export type Claim = Readonly<{ kind: 'is' | 'is not'; value: bigint }> | Readonly<{ kind: 'bits'; operand: Expr }>;
/**
 * The loops around a statement. `areNamed`: variables of the protocol that its own expressions name are those of its
 * turn wherever its result is.
 */
export type Turns = Readonly<{ loops: readonly StmtId[]; areNamed: boolean }>;
/** A place as in the IR, with expressions of the protocol. */
export type Place = Readonly<{
  array: ArrayId;
  subscripts: readonly Readonly<{ index: Expr; stride: Bytes }>[];
  offset: Bytes;
  width: Bytes;
}>;

export type Access = Readonly<{
  id: StmtId;
  span: Span;
  place: Place;
  mode: 'read' | 'write' | 'atomic';
  /** Of atomics. */
  scope: MemoryScope | null;
  /** What is stored, when it is known as an expression. */
  value: Expr | null;
  /** The variable that stands for what a read of shared memory gives, if one does. */
  gives: Expr | null;
  /** What orders it with accesses of others that are about the same cell [T18]. */
  cells: readonly AccessCell[];
  /** Made by an asynchronous copy: it is ordered with accesses of its own thread by barriers only [D30]. */
  isInFlight: boolean;
  /** Text of the accessed expression, as in the source. */
  text: string;
}>;
/** `CellOrder` of the IR, with the cell as a place of the protocol. */
export type AccessCell = Omit<CellOrder, 'place'> & Readonly<{ place: Place }>;

type Node<Kind extends string, Fields> = Readonly<{ kind: Kind; id: StmtId; span: Span }> & Readonly<Fields>;

export type Protocol =
  | Node<'access', { access: Access }>
  | Node<'barrier', { /** only block and wider ones reach protocols in the core */ scope: 'block' | 'grid' }>
  /**
   * Where a thread waits for others of its tile of `size`: those that `mask` names (over the lanes of the warp), null:
   * all. Only in protocols about lanes.
   */
  | Node<'meeting', { op: LaneOp | 'barrier'; size: number; mask: Expr | null }>
  /** A barrier of a part of the block [D23]. Only in protocols about parts. */
  | Node<'part', { names: PartNames }>
  /** `carried` are in scope in `guard` and `body`; `first` and `next` of all are simultaneous. See Carried. */
  | Node<
      'loop',
      {
        carried: readonly Carried[];
        /** Hold at the start of every executed turn, guard included; in terms of carried variables. */
        facts: readonly Expr[];
        /** A turn is executed only if it holds. */
        guard: Expr;
        /** False for do/while: the first turn is executed without the guard. */
        testFirst: boolean;
        body: readonly Protocol[];
        /** Hold between the `final` variables and outer ones, after the loop. */
        finalFacts: readonly Expr[];
        /** Variables that come into being in a turn, outside inner loops: every turn has its own instances of them. */
        locals: readonly VarId[];
        /** Has a barrier inside. Its turns are then lock-step for the block, once divergence is excluded. */
        synchronized: boolean;
        /** A turn may end the loop early (`break`, exit), so that the guard alone does not say which turns run. */
        mayBreak: boolean;
      }
    >
  | Node<'branch', { when: Expr; then: readonly Protocol[]; otherwise: readonly Protocol[]; cause: BranchCause }>
  /** Facts that hold from here on for the thread that comes here: user assumptions, facts of read values. */
  | Node<'assume', { condition: Expr; text: string }>
  | Node<'unknown', { because: string; footprint: readonly ArrayId[]; synchronizes: boolean }>;
export type ProtocolOf<Kind extends Protocol['kind']> = Extract<Protocol, { kind: Kind }>;

/**
 * Whom a barrier of a part names: the lanes of a mask, or the number of a barrier and how many threads it is for (null:
 * all of the block).
 */
export type PartNames =
  | Readonly<{ kind: 'mask'; mask: Expr }>
  | Readonly<{ kind: 'number'; barrier: Expr; threads: Expr | null; arrive: boolean }>;

/**
 * `if`: the source's own branch. `exit`: the rest of the code after `if (c) return;`, guarded by !c, and likewise for
 * `break` and `continue`.
 */
export type BranchCause =
  | Readonly<{ kind: 'if' }>
  | Readonly<{ kind: 'exit' | 'break' | 'continue'; span: Span; /** Whether all who leave end. */ ends: boolean }>;

/**
 * A loop-carried variable: `id` in a turn, `first` in the first turn, `next` in the turn after, `final` after the loop.
 */
export type Carried = Readonly<{ id: VarId; first: Expr; next: Expr; final: VarId }>;

export type KernelProtocol = Readonly<{
  kernel: string;
  variables: ReadonlyMap<VarId, ProtocolVariable>;
  /** Facts of the launch and the source that hold throughout, over variables of any sharing. */
  facts: readonly Readonly<{ condition: Expr; text: string | null }>[];
  /** What is stated of the elements of arrays; bounds over variables of the launch. */
  contents: readonly ContentFact[];
  body: readonly Protocol[];
  /** Scope of each array that is accessed. */
  arrays: ReadonlyMap<ArrayId, ProtocolArray>;
  /** Assumptions that making it took, in words for the report. */
  assumptions: readonly string[];
  /** Approximations (over) that were made, with the line: why an alarm may be only possible. */
  approximations: readonly Readonly<{ text: string; span: Span }>[];
}>;
export type ProtocolArray = Readonly<{
  id: ArrayId;
  name: string;
  space: 'shared' | 'global';
  elementBytes: Bytes;
  readOnly: boolean;
  /** arrays that may be the same memory */ aliases: readonly ArrayId[];
}>;

/**
 * A barrier interval [D5]: everything that threads of one block may do between two consecutive rendezvous. It starts at
 * the kernel's entry or at one barrier statement in some turn of its loops, and has every access that can come before
 * the next barrier.
 */
export type Interval = Readonly<{
  id: number;
  start: StmtId | 'entry';
  accesses: readonly IntervalAccess[];
  unknowns: readonly ProtocolOf<'unknown'>[];
}>;

/** An access in its interval: the conditions under which a thread performs it, in terms of the interval's variables. */
export type IntervalAccess = Readonly<{
  access: Access;
  /** Path conditions and facts, all of which hold. Over variables of `variables`. */
  when: readonly Expr[];
  /** Loops whose back edge is crossed between the interval's start and the access (for loop-carried races). */
  crossed: readonly StmtId[];
  /**
   * Whether the access is before (`entry` side) or after those back edges makes the pair loop-carried when it differs.
   */
  loops: readonly Readonly<{ loop: StmtId; turn: Expr }>[];
}>;

/** A question of divergence: can two threads of one block, both here, answer `condition` differently? */
export type UniformityQuestion = Readonly<{
  id: number;
  /** The branch, loop or exit that would split the block, and the first barrier that it concerns. */
  at: StmtId;
  span: Span;
  barrier: StmtId;
  barrierSpan: Span;
  cause: 'branch' | 'loop' | 'exit' | 'two-barriers';
  condition: Expr;
  /** What holds for both threads when they come here. */
  when: readonly Expr[];
  loops: readonly Readonly<{ loop: StmtId; turn: Expr }>[];
}>;

export type Meeting = ProtocolOf<'meeting'>;

/**
 * A question of lanes [D20]: can the first thread come to the meeting, and the second one of its tile, in the same
 * turns, be named by its mask and go around it? `mask`: or both come, and a mask leaves its own thread out, or is not
 * the same.
 */
export type LaneQuestion = Readonly<{
  meeting: Meeting;
  /** The branch, loop or exit that would part the two; of a mask, the meeting. */
  at: StmtId;
  span: Span;
  cause: 'branch' | 'loop' | 'exit' | 'mask';
  first: readonly Expr[];
  second: readonly Expr[];
  loops: readonly Readonly<{ loop: StmtId; turn: Expr }>[];
  /** Statements that the second one does not come to in these turns. */
  without: ReadonlySet<StmtId>;
  /** Variables of the mask of which nothing is known at the meeting. */
  unknown: ReadonlySet<VarId>;
}>;

/** A protocol with everything it may do, in any turn of its loops, whatever the barriers. */
export type WholeProtocol = Readonly<{
  protocol: KernelProtocol;
  /** All variables, those that splitting introduced among them. */
  variables: ReadonlyMap<VarId, ProtocolVariable>;
  whole: Interval;
}>;

/**
 * Arrays of which different threads of a block, or of different blocks, never touch a common byte that one of them
 * writes [T6].
 */
export type Owned = Readonly<{ block: ReadonlySet<ArrayId>; grid: ReadonlySet<ArrayId> }>;

/**
 * What threads of different blocks may do between two barriers of the grid [D21]: the intervals, and the questions
 * whether all blocks come to these barriers. Its variables stand among those of the split protocol.
 */
export type Between = Readonly<{ intervals: readonly Interval[]; questions: readonly UniformityQuestion[] }>;

/** From the one number to the other, both included. */
export type Run = Readonly<{ from: number; to: number }>;

/**
 * Threads of a block in sets, by their linear numbers: tiles of a size, all of them; or sets of lanes in each warp, or
 * of threads in the block, outside of which there may be others.
 */
export type Part =
  | Readonly<{ kind: 'tiles'; size: number }>
  | Readonly<{ kind: 'sets'; of: 'warp' | 'block'; sets: readonly (readonly Run[])[] }>;

/** The pairs of threads that are in one set of all that is in `within`, and of nothing that is in `apart`. */
export type Pairs = Readonly<{ within: readonly Part[]; apart: readonly Part[] }>;

/** What such pairs may do between two barriers at which both are waited for [D22, D23]: as `Between`. */
export type WithinPart = Between & Readonly<{ pairs: Pairs }>;

/** What splitting gives [D6]. `whole` is for races between blocks. */
export type SplitProtocol = WholeProtocol &
  Readonly<{
    /** Null where nothing orders blocks: then `whole` is the one interval. */
    between: Between | null;
    /**
     * Of pairs whom barriers of parts of the block order; `intervals` are of all others, which are in one set of
     * nothing that is in `apart`.
     */
    parts: readonly WithinPart[];
    apart: readonly Part[];
    /** Left out of the intervals, or of `whole`. */
    owned: Owned;
    intervals: readonly Interval[];
    questions: readonly UniformityQuestion[];
  }>;

/** How the names of functions begin of which nothing is known but that they are functions: what a texture holds. */
export const notModelled = 'unknown:';
