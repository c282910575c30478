/** What compiling a kernel for the machine gives: code, the frame's layout, and tables that instructions point into. */
import type { ArrayId, StmtId, VarId } from '../base/brand.ts';
import type { BuiltinName } from '../base/expr.ts';
import type { ScalarType } from '../base/ctype.ts';
import type { Span } from '../base/span.ts';
import type {
  AddressSpace,
  AsyncOp,
  AtomicOp,
  ClusterDims,
  CopyAccess,
  Kernel,
  LaneOp,
  MemoryOrder,
  MemoryScope,
} from '../ir/ir.ts';
import type { Code, Slot } from './assembler.ts';
import type { FenceSite } from './order.ts';

/** A statement to name in reports, with the loops around it (outermost first) and their turn counters. */
export type Site = Readonly<{
  stmt: StmtId;
  span: Span;
  loops: readonly Readonly<{ loop: StmtId; turn: Slot }>[];
  /** Of a check of data: whether it is of an address, which leads no thread. */ isAddress?: boolean;
}>;

export type AccessMode = 'read' | 'write' | 'atomic';
export type MemorySite = Readonly<{
  index: number;
  site: Site;
  array: number;
  mode: AccessMode;
  type: ScalarType;
  format: Format;
  size: number;
  atomic: Readonly<{
    op: AtomicOp;
    operands: readonly Slot[];
    target: Slot | null;
    scope: MemoryScope;
    order: MemoryOrder;
  }> | null;
  /** Of an access that an asynchronous copy makes: who is taken to make it. */
  copy: CopyAccess['by'] | null;
  isVolatile: boolean;
  /** The array is per thread. */
  isLocal: boolean;
  /** Accesses of it can race, so they are logged. */
  isLogged: boolean;
}>;

/** How a value lies in memory, as a small number for switches. */
export const format = { i8: 0, u8: 1, i16: 2, u16: 3, int: 4, long: 5, f16: 6, f32: 7, f64: 8 } as const;
export type Format = (typeof format)[keyof typeof format];

export function formatOf(type: ScalarType): Format {
  if (type.kind === 'bool') return format.u8;
  if (type.kind === 'float') return type.bits === 16 ? format.f16 : type.bits === 32 ? format.f32 : format.f64;
  if (type.bits === 64) return format.long;
  if (type.bits === 32) return format.int;
  if (type.bits === 16) return type.signed ? format.i16 : format.u16;
  return type.signed ? format.i8 : format.u8;
}

/** A statement where threads meet. Slots hold operands until the meeting is over. */
export type Rendezvous = Readonly<{
  index: number;
  site: Site;
  scope: 'block' | 'grid' | 'warp' | 'lanes' | 'named' | 'async';
  /** Slot of the mask, or null; `tile` is the size of the tile for tile barriers. */
  mask: Slot | null;
  tile: number | null;
  /** Of the barrier of a cluster: how many blocks it has along each axis. */
  cluster: ClusterDims | null;
  /**
   * Of numbered barriers: slots of the barrier and of the number of threads (null: all of the block), and whether
   * nobody waits.
   */
  number: Readonly<{ barrier: Slot; threads: Slot | null; arrive: boolean }> | null;
  reduction: Readonly<{ op: 'count' | 'and' | 'or'; predicate: Slot; target: Slot; isLong: boolean }> | null;
  lanes: Readonly<{
    op: LaneOp;
    target: Slot;
    isLong: boolean;
    operands: readonly Slot[];
    /** of the first operand */ type: ScalarType | null;
    width: number;
  }> | null;
  async: CompiledAsync | null;
  /** Taint bits of the operands, and of the target; null: not tracked. */
  taintFrom: readonly Slot[];
  taintTo: Slot | null;
}>;

/**
 * An asynchronous step (agents.ts). `object`: the array and the slot of the address; null: the block's own, or none.
 */
export type CompiledAsync = Readonly<{
  op: AsyncOp;
  object: Readonly<{ array: number; address: Slot }> | null;
  count: Slot | null;
  bytes: Slot | null;
  phase: Slot | null;
  target: Slot | null;
}>;

export type ArrayInfo = Readonly<{
  index: number;
  id: ArrayId;
  name: string;
  parameter: string | null;
  space: AddressSpace;
  elementType: ScalarType | null;
  elementBytes: number;
  /** Declared size in bytes; null: unknown. */
  bytes: number | null;
  /** log2 of the size of a cell: all accesses are unions of whole cells. */
  cellShift: number;
  isLogged: boolean;
}>;

export type CompiledKernel = Readonly<{
  kernel: Kernel;
  code: Code;
  builtins: ReadonlyMap<BuiltinName, Slot>;
  params: readonly Readonly<{ name: string; slot: Slot; type: ScalarType; id: VarId }>[];
  arrays: readonly ArrayInfo[];
  memory: readonly MemorySite[];
  rendezvous: readonly Rendezvous[];
  fences: readonly FenceSite[];
  /** Ways to end: `jump exit` statements, and null for the end of the kernel. */
  exits: readonly (Site | null)[];
  /** Statements to blame for faults. */
  sites: readonly Site[];
  unmodelled: readonly Readonly<{ because: string; span: Span }>[];
  /** For each pair of memory sites: bit 0, they conflict within a block; bit 1, between blocks. */
  conflicts: Uint8Array;
  /** Longest list of loops around a memory site. */
  depth: number;
  /** Of each loop, the last statement in it. */
  loopEnds: ReadonlyMap<StmtId, StmtId>;
  /**
   * Threads can be ordered by barriers of warps or by numbered ones; `partial`: by some that name only part of the
   * warp, or threads of several.
   */
  warpBarriers: 'none' | 'full' | 'partial';
  /** Whether there are asynchronous steps, and of them such of bulk copies; how many queues each thread has. */
  isAsync: boolean;
  isBulk: boolean;
  /** Of barriers of clusters: how many blocks a cluster has along each axis; null where there are none. */
  cluster: ClusterDims | null;
  queues: number;
  /** Whether clocks are of whole blocks: there are numbered barriers, or asynchronous steps. */
  isNumbered: boolean;
}>;
