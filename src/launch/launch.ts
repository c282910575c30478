/** What is known of how a kernel is launched. */
import type { Expr } from '../base/expr.ts';
import type { Span } from '../base/span.ts';
import type { Kernel } from '../ir/ir.ts';
import type { KnownContents } from '../ir/known-contents.ts';
import type { SyntaxNode } from '../parse/node.ts';
import type { MayBeSame, Offset } from './offsets.ts';

export type Dim3 = readonly [x: number, y: number, z: number];

/**
 * One configuration to analyse a kernel under. Dimensions may be known per axis: null is "any from 1 to the
 * device's limit". Scalar arguments that are known are constants; others are free.
 */
export type LaunchConfig = Readonly<{
  /** Where it comes from, for the report: `examples/matmul.cu:31`, `--block`, `no launch found`. */
  origin: string;
  span: Span | null;
  block: readonly [x: number | null, y: number | null, z: number | null];
  grid: readonly [x: number | null, y: number | null, z: number | null];
  /** Dimensions (`gridDim.y`) that host code computes from variables. Not given: none is seen to be. */
  computed?: readonly string[];
  /**
   * Scalar parameters, and `blockDim`, that host code in sight computes in a way that is not followed: it may pass any
   * value. Not given: none.
   */
  lost?: readonly string[];
  /** Known values of scalar parameters, by parameter name; integers as bigint. */
  scalars: ReadonlyMap<string, bigint | number>;
  /**
   * Names of pointer parameters that get the same pointer, or pointers into one array (`shifts`), in classes of two or
   * more.
   */
  aliases: readonly (readonly string[])[];
  /** How far those of `aliases` that differ from the first of their class point behind it. Not given: all are equal. */
  shifts?: readonly Shift[];
  /** Names of pointer parameters that get pointers into one array, or may get them, in a way that is not followed. */
  overlaps: readonly (readonly string[])[];
  /**
   * Names of two pointer parameters that may overlap, though nothing that is followed makes them: a proof is one under
   * the condition that they do not (decision 0029). Not given: none.
   */
  assumedApart?: readonly (readonly [string, string])[];
  /**
   * Names of two pointer parameters that get the same pointer, or pointers to memory that is apart (aliasings.ts). Not
   * given: none.
   */
  either?: readonly (readonly [string, string])[];
  /**
   * Names of pointer parameters that would be among `overlaps`, but for a `__restrict__` that promises them to be
   * apart. Not given: none.
   */
  promised?: readonly (readonly string[])[];
  /**
   * Functions out of sight whose results are taken as apart from all else, since their names say that they allocate.
   * Not given: none.
   */
  trusted?: readonly string[];
  /** Scalar parameters of 32 bits that get 64-bit values of host code, which `facts` takes to fit. Not given: none. */
  narrowed?: readonly string[];
  /** Whether it is what a run of the program passes (program/run.ts). Not given: no. */
  isRan?: true;
  /** Of a run: what arrays hold that the kernel only reads. Not given: none is known. */
  contents?: readonly KnownContents[];
  /** Of a run: arrays that need not hold 0 when it begins. Not given: none is known. */
  found?: readonly FoundFirst[];
  /** Dynamic shared memory in bytes, when known. */
  sharedBytes: number | null;
  /** `cudaLaunchCooperativeKernel`. */
  cooperative: boolean;
  /** Further facts, as bool expressions over parameters (their VarIds) and built-ins, with the words for the report. */
  facts: readonly Readonly<{ condition: Expr; text: string }>[];
  /**
   * Likewise, of which nothing is proved: products of unknowns and the like. A run that breaks one shows nothing. Not
   * given: none.
   */
  checks?: readonly Readonly<{ condition: Expr; text: string }>[];
}>;

/**
 * `own`: what earlier launches of the same kernel have left there; `other`: what host code or another kernel has put
 * there.
 */
export type FoundFirst = Readonly<{
  name: string;
  by: 'own' | 'other';
  /** elements that are known */ values: readonly (readonly [number, bigint])[];
}>;

/**
 * `bytes + Σ index * stride` bytes; the indices are of type i64, over parameters as they are on entry and built-ins.
 */
export type Shift = Readonly<{ name: string }> & Offset;

/**
 * An argument of a launch. `value`: over symbols of host code; null: not known. `fields`: of a struct, those that are
 * known.
 * `pointer`: how a pointer is written.
 */
export type HostArgument = Readonly<{
  value: Expr | null;
  fields: ReadonlyMap<string, Expr>;
  pointer: string | null;
  /** Whether code out of sight gives it its value (outside.ts); not given: not for certain. */ isFromOutside?: boolean;
  /** The axes of a `uint3` of which that is so; not given: none. */ outsideAxes?: ReadonlySet<string>;
  /** Whether it leads to memory that the text allocates and never sets (unset.ts); not given: not for certain. */ isUnset?: boolean;
}>;
type HostDimensions = readonly [Expr | null, Expr | null, Expr | null];

/** Two arguments that are or may be one array; `same`: the second points `by` behind the first. */
export type Shared = Readonly<{ first: string; second: string }> & MayBeSame;

/**
 * A launch of a kernel found in host code, by one chain of calls that leads there, before it is matched with a kernel.
 */
export type LaunchSite = Readonly<{
  kernel: string;
  /** Template arguments as written, or []. */
  templateArguments: readonly string[];
  /** Their values over symbols of host code; null: not known, or a type. */
  templateValues: readonly (Expr | null)[];
  /** Of those that are functions, whether a text names another one; null: it is none. */
  templateFunctions: readonly (((text: string) => boolean) | null)[];
  /** The launch in the tree: what names the kernel, and the arguments; null where they cannot be seen. */
  nodes: Readonly<{
    call: SyntaxNode;
    name: SyntaxNode;
    arguments: readonly SyntaxNode[] | null;
    /** The lambda that an argument is, where that is certain. */ closures: readonly (SyntaxNode | null)[];
  }>;
  config: Omit<
    LaunchConfig,
    | 'facts'
    | 'checks'
    | 'scalars'
    | 'aliases'
    | 'shifts'
    | 'either'
    | 'overlaps'
    | 'assumedApart'
    | 'promised'
    | 'trusted'
    | 'narrowed'
  >;
  /** Of type u32, over symbols of host code. */
  dimensions: Readonly<{ grid: HostDimensions; block: HostDimensions }>;
  arguments: readonly HostArgument[];
  /**
   * Whether code out of sight decides on the block, as far as that is open (outside.ts); not given: not for certain.
   */
  isBlockFromOutside?: boolean;
  /**
   * Arguments (`0`, or `2.out` for a field of a struct) that are or may be one array (same-array.ts); `::table` is a
   * device variable, `=rows->data` an array of the kernel by its name.
   */
  aliases: readonly Shared[];
  /** Pairs of them that are apart if functions out of sight, trusted to allocate, do. */
  trusted: readonly Readonly<{ first: string; second: string; by: readonly string[] }>[];
  /**
   * The arguments, and members of arguments, whose pointers `aliases` is about. `2.*`: any other pointer in that
   * argument.
   */
  pointers: readonly string[];
  /** Whether the last arguments are those of a pack that is not followed: of them nothing is known. */
  isCut?: boolean;
  /** What holds at the launch, over symbols of host code. */
  conditions: readonly Readonly<{ condition: Expr; span: Span }>[];
  /** Likewise, of pitches that arguments are made of (pitches.ts). */
  pitches: readonly Readonly<{ condition: Expr; span: Span }>[];
  span: Span;
  /** Constants and macros of host code that the values were taken from. */
  uses: readonly Span[];
  /** Whether the place names several kernels, of which it may launch this one or another. Not given: no. */
  isOneOfSeveral?: true;
  /**
   * What runs of the program pass to a kernel here (program/run.ts), where that is known. Not given: none is looked at.
   */
  ran?: (kernel: Kernel) => RanLaunches;
  /** Whether this is what a run of the program passes. Not given: no. */
  isRan?: true;
  /** Of a run: the arrays of the kernel (`=rows->data`) that `aliases` says all of. */
  settled?: ReadonlySet<string>;
}>;

/** `isAll`: the program of the file launches the kernel here with these alone. */
export type RanLaunches = Readonly<{ sites: readonly LaunchSite[]; isAll: boolean }>;

/** Limits of the device, used where a launch leaves a dimension open (CUDA guide, compute capabilities). */
export const deviceLimits = {
  threadsPerBlock: 1024,
  block: [1024, 1024, 64],
  grid: [2147483647, 65535, 65535],
  warpSize: 32,
} as const;

/** `its`: independent thread scheduling, Volta and later. `lockstep`: converged lanes step together, before Volta. */
export type WarpModel = 'its' | 'lockstep';
