/**
 * The kernel IR: structured, typed, close to the source. One `Kernel` per `__global__` function (and template
 * instance) after inlining device functions. Effects are statements, expressions are pure (base/expr.ts).
 *
 * Invariants (checked by check.ts), besides E1 to E3 of base/expr.ts:
 * K1: statement ids are unique in a kernel; every `VarId` is declared in `scalars`, every `ArrayId` in `arrays`.
 * K2: a scalar is assigned its declared type; a load's target has the place's type; so do a store's value and an
 *     atomic's operands and target.
 * K3: `jump break|continue` stands inside a loop of the same call, `jump return` inside a `call`.
 * K4: a variable is read only where some assignment may have happened before, or it is a parameter; locals without
 *     initializer are assigned an `undefined` value by an `unknown-value` statement.
 * K5: nothing of the source is dropped in silence: what is not modelled is an `unknown-value` (one scalar gets any
 *     value) or an `unknown` (memory or synchronization may be touched) statement.
 */
import type { ElementMember } from '../base/member.ts';
import type { ArrayId, Bytes, SourceId, StmtId, VarId } from '../base/brand.ts';
import type { Expr } from '../base/expr.ts';
import type { ScalarType } from '../base/ctype.ts';
import type { Span, Use } from '../base/span.ts';

export type Kernel = Readonly<{
  /** Name as a user writes it; template instances as `name<16, float>`. */
  name: string;
  /** The function definition's span. */
  span: Span;
  params: readonly Param[];
  /**
   * Names of the formal parameters as the source lists them: a struct is one here, and in `params` as many as it has
   * members.
   */
  formals: readonly string[];
  /** Constants that nothing declares, with the namespace where each is named; null: in several, or in a class. */
  undeclared?: ReadonlyMap<string, string | null>;
  /** All scalars: scalar parameters, locals, temporaries of lowering. */
  scalars: ReadonlyMap<VarId, Scalar>;
  arrays: ReadonlyMap<ArrayId, ArrayDecl>;
  body: readonly Stmt[];
  /** `__launch_bounds__(maxThreads, …)`, when it is a constant. */
  maxThreads: number | null;
  /** What the source states as true on entry or at a point: `__builtin_assume`, `__requires`. */
  assumptions: readonly Assumption[];
  /** Statements of the source text, for placing edits. */
  sources: ReadonlyMap<SourceId, SourceStatement>;
  /** Physical spans that the IR was made from: kernel, inlined functions, macro and constant definitions, types. */
  uses: readonly Use[];
  /**
   * What was approximated, for the report. Each is also an `unknown…` statement in `body`, or without effect on memory.
   */
  notes: readonly Note[];
  /** What rests on the order in which C++ leaves operands to be evaluated; absent: nothing. */
  unsequenced?: readonly Unsequenced[];
  /**
   * Quotients that the text computes with magic numbers, and that stand in `body` as quotients (magic-division.ts);
   * absent: none.
   */
  divisions?: readonly Division[];
  /** Not null: the kernel could not be lowered, and this says why; `body` is then empty. */
  unsupported: Note | null;
}>;

/**
 * Names of arguments: of the two numbers by which is multiplied and shifted, and of what is divided by if they are
 * computed from that.
 */
export type Division = Readonly<{ multiplier: string; shift: string; divisor: string }>;

/** A formal parameter, in order. `scalar` parameters are variables; pointers and references are arrays. */
export type Param =
  | Readonly<{ kind: 'scalar'; name: string; id: VarId; type: ScalarType }>
  | Readonly<{
      kind: 'array';
      name: string;
      id: ArrayId;
      elementBytes: Bytes;
      isConst: boolean;
      /** `__restrict__`: no other pointer leads to what is reached through it, if that is written. */ isRestrict: boolean;
    }>
  | Readonly<{ kind: 'opaque'; name: string; typeText: string }>;

export type Scalar = Readonly<{
  id: VarId;
  /** The source's name, for reports; temporaries have a printable made-up one. */
  name: string;
  type: ScalarType;
  role: 'parameter' | 'local' | 'temporary';
}>;

/** `shared`: one per block. `global`, `constant`: one for all. `local`: one per thread, never raced on. */
export type AddressSpace = 'shared' | 'global' | 'constant' | 'local';

export type ArrayDecl = Readonly<{
  id: ArrayId;
  name: string;
  space: AddressSpace;
  /** Scalar type of the elements where they are scalars; null for structs and other aggregates. */
  element: ScalarType | null;
  elementBytes: Bytes;
  /** Of elements that are structs, for reports. Not given: none is named. */
  members?: readonly ElementMember[];
  /**
   * Extents in elements, outermost first; null where unknown (pointers, `extern __shared__`). Scalars in memory: [].
   */
  extents: readonly (number | null)[] | null;
  /** Which parameter it is, or null. */
  parameter: string | null;
  /**
   * Whether it holds what the source says and nothing changes that: a constant table with an initializer. What that is,
   * is not kept.
   */
  isTable?: boolean;
  /**
   * Not in the source: it holds what a clock, the device or the host says whenever a thread asks (lower/at-will.ts).
   */
  isAtWill?: true;
  /** Whether the source gives pointers in it something to point to from the start. */
  isPointing?: boolean;
  /** The source gives it first values other than 0: which ones, as far as they are known. */
  starts?: readonly bigint[];
  /**
   * Shared memory that other blocks of the cluster reach: as global memory, with a row for each block; or since
   * when (`start`) and how long it is there, as far as its first thread tells that leaves at the end (`life`) or before
   * (lower/clusters.ts).
   */
  isOfCluster?: 'memory' | 'start' | 'life' | 'life of one';
  /** Not in the source: what pointers that are read from memory point to (objects.ts). */
  reached?: Reached;
  span: Span;
}>;

/**
 * `from`: the array that holds the pointers. `several`: more than one, `objectStride` bytes apart. `isAnything`: it
 * stands for all that such pointers lead to in the end, which may be any other array. `cell`: where in `from` the one
 * pointer stands, unless there are several.
 */
export type Reached = Readonly<{ from: ArrayId; several: boolean; isAnything: boolean; cell: Bytes }>;

/**
 * A typed place in an array. Its byte address within the array is `offset + Σ subscript.index * subscript.stride`,
 * computed without wrap-around; it covers `sizeOf(type)` bytes. Subscripts are kept as written (outermost first;
 * pointer arithmetic adds to the last one of equal stride): `s[ty][tx]` of `float s[16][17]` is
 * [{ty, 68}, {tx, 4}], offset 0.
 * Subscripts have an integer type.
 */
export type Place = Readonly<{
  array: ArrayId;
  subscripts: readonly Subscript[];
  offset: Bytes;
  type: ScalarType;
  /** `volatile` in the source: a fact for messages; it orders nothing. */
  volatile: boolean;
}>;
export type Subscript = Readonly<{
  index: Expr;
  stride: Bytes;
  /** extent of this dimension where declared */ extent: number | null;
}>;

/** Fields of every statement. `source` names the statement of the text it comes from. */
type Step<Kind extends string, Fields> = Readonly<{ kind: Kind; id: StmtId; span: Span; source: SourceId }> &
  Readonly<Fields>;

/**
 * By which number PTX knows the barrier; `isAligned`: all threads of a warp must execute it together (`bar`,
 * `barrier.aligned`).
 */
export type BarrierNumber = Readonly<{ barrier: number; isAligned: boolean }>;
/** Blocks of a cluster along x, y and z. */
export type ClusterDims = readonly [number, number, number];
export type BarrierScope =
  | Readonly<{ kind: 'block'; number?: BarrierNumber }>
  | Readonly<{ kind: 'warp'; mask: Expr | null }>
  | Readonly<{ kind: 'tile'; size: number }>
  /**
   * `isOfClusters`: of a view in which barriers of clusters stand for it (views.ts). `isOwn`: the kernel makes it of
   * atomics (order/grid-barriers.ts).
   */
  | Readonly<{ kind: 'grid'; isOfClusters?: true; isOwn?: true }>
  /**
   * All threads of the blocks of a cluster, of which `dims` says how many there are along each axis. PTX ISA,
   * `barrier.cluster`.
   */
  | Readonly<{ kind: 'cluster'; dims: ClusterDims }>
  /**
   * A call that all threads of the block must make, such as CUB's: of memory it orders what it does to `storage`
   * itself.
   */
  | Readonly<{ kind: 'collective'; storage: ArrayId }>
  | Readonly<{ kind: 'named'; barrier: Expr; threads: Expr | null; arrive: boolean; number?: BarrierNumber }>;
/** Scope of an atomic or fence. Legacy atomics without suffix have `device`. */
export type MemoryScope = 'block' | 'device' | 'system';
export type MemoryOrder = 'relaxed' | 'acquire' | 'release' | 'acq_rel' | 'seq_cst';
/** A relaxed fence is none. */
export type FenceOrder = Exclude<MemoryOrder, 'relaxed'>;
export type AtomicOp =
  | 'add'
  | 'sub'
  | 'min'
  | 'max'
  | 'and'
  | 'or'
  | 'xor'
  | 'inc'
  | 'dec'
  | 'exch'
  | 'cas'
  | 'load'
  | 'store';
/** Value that a block barrier computes for all threads: `__syncthreads_count` and its kin. */
export type BarrierReduction = Readonly<{ op: 'count' | 'and' | 'or'; predicate: Expr; target: VarId }>;
export type LaneReduction = 'add' | 'min' | 'max' | 'and' | 'or' | 'xor';
export type LaneOp =
  | 'any'
  | 'all'
  | 'ballot'
  | 'activemask'
  | 'shfl'
  | 'shfl_up'
  | 'shfl_down'
  | 'shfl_xor'
  | 'match_any'
  | 'match_all'
  | `reduce_${LaneReduction}`;

/**
 * What threads arrive at and wait for: an mbarrier or `cuda::barrier` in shared memory, or the block's own barrier
 * (cooperative groups, `barrier_arrive`).
 */
export type AsyncObject = Readonly<{ kind: 'at'; place: Place }> | Readonly<{ kind: 'block' }>;

/**
 * Steps of asynchronous copies and of barrier objects. PTX ISA, "Asynchronous operations", "mbarrier"; libcu++
 * documentation, `cuda::barrier`. `queue` numbers what counts a thread's own batches: 0 is that of `cp.async`, others
 * are pipelines of the thread.
 */
export type AsyncOp =
  /**
   * The accesses up to `issued` that are `isAsync` are a copy's: it begins here, and is complete with the batch, or the
   * phase of the object, that it belongs to.
   */
  | Readonly<{
      kind: 'issue';
      on: AsyncObject | number;
      /** Of bulk copies, which the async proxy makes: the transaction count that it completes. */ bytes: Expr | null;
      isBulk: boolean;
    }>
  | Readonly<{ kind: 'issued' }>
  /** The thread's copies since the last one are a batch. */
  | Readonly<{ kind: 'commit'; queue: number }>
  /** Waits until all batches but the latest `keep` are complete, or until the oldest that was not waited for is. */
  | Readonly<{ kind: 'await-batches'; queue: number; keep: number | 'oldest' }>
  /** The object begins its first phase, each of which takes so many arrivals. */
  | Readonly<{ kind: 'init'; on: AsyncObject; count: Expr }>
  /**
   * `count` arrivals in the phase; `drops`: later ones take as many less. `bytes`: by how much the phase waits for more
   * transactions. `target`: gets the phase.
   */
  | Readonly<{ kind: 'arrive'; on: AsyncObject; count: Expr; drops: boolean; bytes: Expr | null; target: VarId | null }>
  /**
   * One arrival when all copies of queue 0 are complete that the thread has issued; else (`isExtra`) the phase takes
   * one more for it. PTX ISA, `cp.async.mbarrier.arrive`.
   */
  | Readonly<{ kind: 'arrive-copies'; on: AsyncObject; isExtra: boolean }>
  /**
   * What the thread did to memory, and comes after, comes before what the async proxy does later. PTX ISA,
   * `fence.proxy.async`.
   */
  | Readonly<{ kind: 'proxy-fence' }>
  /** Waits until the phase is over that an arrival has given, or that has this parity. */
  | Readonly<{ kind: 'await-phase'; on: AsyncObject; phase: Expr; isParity: boolean }>
  /**
   * Whether that phase is over, in `target`. `isAwaited`: the thread does nothing but look again until it is. PTX ISA,
   * `mbarrier.test_wait`, `mbarrier.try_wait`.
   */
  | Readonly<{ kind: 'look'; on: AsyncObject; phase: Expr; isParity: boolean; target: VarId; isAwaited: boolean }>;

/**
 * Of an access that a copy makes: by one thread, or by unspecified ones of a group, the block or so many threads of it,
 * each of which is taken to make all of it.
 */
export type CopyAccess = Readonly<{
  by: 'thread' | 'block' | number;
  /** It may happen behind what its thread does next: to a proof, accesses of its own thread conflict with it, too. */ isInFlight?: true;
}>;

export type Stmt =
  | Step<'assign', { target: VarId; value: Expr }>
  /** `isNonCoherent`: it may read old data where the kernel writes (`__ldg`; PTX ISA, `ld.global.nc`). */
  | Step<'load', { target: VarId; place: Place; isNonCoherent?: true; copy?: CopyAccess }>
  | Step<'store', { place: Place; value: Expr; copy?: CopyAccess }>
  /**
   * `target` gets the old value (`load`: the value). Operands: `cas`: compare, value; `load`: none; else one.
   * `isGuessed`, also of fences: scope or order is not known, or there is no such scope here; a wider or stronger one
   * stands for it. Nothing is proved by it.
   * `leastScope`: where that is so of the scope, the narrowest that it may be.
   */
  | Step<
      'atomic',
      {
        op: AtomicOp;
        place: Place;
        operands: readonly Expr[];
        target: VarId | null;
        scope: MemoryScope;
        order: MemoryOrder;
        isGuessed?: true;
        leastScope?: 'thread' | 'block';
        copy?: CopyAccess;
      }
    >
  /**
   * `isStandIn`, also of `unknown` and `branch`: asynchronous steps say exactly what this one says roughly; the prover
   * reads this one, the machine those.
   */
  | Step<'barrier', { scope: BarrierScope; reduction: BarrierReduction | null; isStandIn?: true }>
  | Step<'fence', { scope: MemoryScope; order: FenceOrder; isGuessed?: true }>
  /**
   * Vote, shuffle, match or reduction: converges the lanes of `mask` (null: not given) and orders no memory. `width` is
   * of shuffles; the others are over all lanes that meet.
   */
  | Step<'lanes', { op: LaneOp; target: VarId; mask: Expr | null; operands: readonly Expr[]; width: number }>
  /**
   * `while`/`for`: [before; if !condition leave; body; step] repeated; `continue` goes to `step`.
   * `testFirst: false` (do/while): [body; before; if !condition leave; step], `continue` goes to `before`.
   * `before` computes what the condition needs (loads in conditions).
   */
  | Step<
      'loop',
      { before: readonly Stmt[]; condition: Expr; body: readonly Stmt[]; step: readonly Stmt[]; testFirst: boolean }
    >
  | Step<'branch', { when: Expr; then: readonly Stmt[]; otherwise: readonly Stmt[]; isStandIn?: true }>
  /** An inlined device function; `span` is the call. `jump return` inside leaves it. Arguments are assigned before. */
  | Step<'call', { callee: string; body: readonly Stmt[] }>
  /** `exit`: the thread ends (return from the kernel). */
  | Step<'jump', { to: 'break' | 'continue' | 'return' | 'exit' }>
  | Step<'assert', { condition: Expr }>
  /**
   * The scalar gets a value that is not modelled; `undefined` when C leaves it uninitialized. `result`: it is that of a
   * function of these arguments, the same for all threads at all times (what a texture holds); only which function is
   * not known.
   */
  | Step<
      'unknown-value',
      { target: VarId; because: string; result?: Readonly<{ name: string; args: readonly Expr[] }> }
    >
  /** Executed, and proved nothing by: what the prover may make of it are the stand-ins beside it. */
  | Step<'async', { op: AsyncOp }>
  /**
   * Something not modelled that may read or write all of `footprint` (with `onlyReads`, read), or, if `synchronizes`,
   * be a barrier.
   */
  | Step<
      'unknown',
      {
        because: string;
        footprint: readonly ArrayId[];
        synchronizes: boolean;
        onlyReads?: true;
        isStandIn?: true;
      }
    >;

export type StmtOf<Kind extends Stmt['kind']> = Extract<Stmt, { kind: Kind }>;

export type Assumption = Readonly<{ condition: Expr; text: string; span: Span }>;
/** `undeclared`: it is about this name, which nothing declares. */
export type Note = Readonly<{ text: string; span: Span; undeclared?: string }>;
/**
 * An expression whose operands may be evaluated in another order than they are in `body`. `orders`: one is a barrier or
 * fence, and others do something; `arrays`: one changes what another one accesses.
 */
export type Unsequenced = Readonly<{ span: Span; orders: boolean; arrays: readonly ArrayId[] }>;

/**
 * A statement of the source text, with what an edit beside it must know. `parent` is the statement it is directly
 * nested in (null: the kernel's outermost block).
 */
export type SourceStatement = Readonly<{
  id: SourceId;
  /** From the first character of the statement to after its `;` or `}`. */
  span: Span;
  parent: SourceId | null;
  /** Whether it stands directly in a `{ … }` list, so that a new statement may stand before or after it as it is. */
  inBlock: boolean;
  /** Whether the text comes from a macro's expansion: no edit can go inside or beside it there. */
  inMacro: boolean;
  /** The device function whose text it stands in, or null for the kernel's own. */
  callee: string | null;
}>;

/**
 * What a kernel is known by in other files. `name`: with its namespaces; `parameters`: their types in C's words, null
 * where one is not known;
 * `arguments`: those of its template, null where one is not known, and null as a whole where it is none; `isShared`:
 * another file's declaration may mean it (it is not `static`, in no namespace without a name, and if it is a template,
 * an instance that is asked for); `declaredIn`: the files in which it is declared or defined.
 */
export type KernelSignature = Readonly<{
  name: string;
  parameters: readonly (string | null)[];
  arguments: readonly (string | null)[] | null;
  isShared: boolean;
  declaredIn: readonly string[];
}>;

/** An instance of a kernel by the place of its definition and its name. */
export const instanceKey = ({ name, span }: Readonly<{ name: string; span: Span }>): string =>
  `${span.file}:${span.start}:${name}`;

/** One source file (with its includes), lowered. */
export type Unit = Readonly<{
  file: string;
  kernels: readonly Kernel[];
  /** Of all kernels that the text declares, those that were not asked for too. */
  names: readonly string[];
  /** The launches (by their ids in the options) that ask for each of them. */
  launched: ReadonlyMap<Kernel, readonly number[]>;
  /** How each of them is declared, for launches in other files. */
  signatures: ReadonlyMap<Kernel, KernelSignature>;
  /** Of launches (by their ids) the kernels that they may mean and that the text only declares. */
  awaited: ReadonlyMap<number, readonly KernelSignature[]>;
  /** Instances of kernels for which the limit on time left nothing, with the launches that ask for them. */
  late: readonly Readonly<{ name: string; span: Span; launches: readonly number[] }>[];
  /**
   * Instances with open parameters for which nothing asks but host templates that nothing in the text instantiates, by
   * `instanceKey`.
   */
  standIns: ReadonlySet<string>;
  /** What went wrong outside kernels (parse errors, missing includes), for the report. */
  notes: readonly Note[];
}>;
