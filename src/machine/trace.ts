/**
 * What the visible steps of a run did to memory that threads share, in their order. Recorded only when it is asked for:
 * searches over schedules need it, a replay does not.
 */
import type { ArrayId, StmtId } from '../base/brand.ts';
import type { Span } from '../base/span.ts';
import type { AtomicOp } from '../ir/ir.ts';
import type { AccessMode, MemorySite } from './compiled.ts';
import type { Machine, Thread } from './state.ts';
import { commutes } from '../ir/atomics.ts';
import { writeFromSlot } from './memory.ts';
import { endRun } from './state.ts';

export type TraceEvent = Readonly<{
  /** Linear ids: of the block in the grid, of the thread in its block. */
  block: number;
  thread: number;
  /** How many visible steps the thread had performed before: a delay with this number holds it back right here. */
  step: number;
  stmt: StmtId;
  span: Span;
  array: ArrayId;
  /** As the source calls the array. */
  name: string;
  /** Whose the memory is: the block's, for shared memory; null: everybody's. */
  owner: number | null;
  /** First byte from the array's start, and number of bytes. */
  address: number;
  size: number;
  mode: AccessMode;
  op: AtomicOp | null;
  /** Whether the kernel keeps the value that an atomic operation returns. */
  isKept: boolean;
  /**
   * Of an atomic operation: whether its order with others of its kind cannot be seen, as they commute and it keeps
   * nothing.
   */
  commutes: boolean;
  /** The bits in memory before and after, little-endian. */
  before: bigint;
  after: bigint;
  /** Of a compare-and-swap: whether it stored. */
  isSwapped: boolean;
  /** Barriers that the thread's block had passed, and grid barriers. */
  interval: number;
  grid: number;
}>;

/** Events that are recorded of one run, which ends with the last of them. */
const traceLimit = 1 << 14;

/** The bits of a value of 1, 2, 4 or 8 bytes. */
export function bitsAt(view: DataView, at: number, size: number): bigint {
  if (size === 8) return view.getBigUint64(at, true);
  return BigInt(size === 4 ? view.getUint32(at, true) : size === 2 ? view.getUint16(at, true) : view.getUint8(at));
}

/** The bits that a compare-and-swap expects; null for other operations. Asked for before it is performed. */
export function expectedBits(thread: Thread, { atomic, format, size }: MemorySite): bigint | null {
  const slot = atomic?.op === 'cas' ? atomic.operands[0] : undefined;
  if (slot === undefined) return null;
  const scratch = new DataView(new ArrayBuffer(8));
  writeFromSlot(scratch, 0, format, thread.block.frames, thread.base + slot);
  return bitsAt(scratch, 0, size);
}

/** Records an access that has just been performed: it is the last of the visible steps of its thread. */
export function traceAccess(
  m: Machine,
  thread: Thread,
  site: MemorySite,
  address: number,
  before: bigint,
  after: bigint,
  expected: bigint | null = null,
): void {
  if (m.trace === null) return;
  if (m.trace.length >= traceLimit) return endRun(m, { kind: 'budget', which: 'steps' });
  const info = m.compiled.arrays[site.array];
  if (info === undefined) return;
  const op = site.atomic?.op ?? null;
  const isKept = site.atomic !== null && site.atomic.target !== null;
  m.trace.push({
    block: thread.block.id,
    thread: thread.linear,
    step: thread.visible - 1,
    stmt: site.site.stmt,
    span: site.site.span,
    array: info.id,
    name: info.name,
    owner: info.space === 'shared' ? thread.block.id : null,
    address,
    size: site.size,
    mode: site.mode,
    op,
    isKept,
    commutes: op !== null && !isKept && commutes(op),
    before,
    after,
    isSwapped: expected === before,
    interval: thread.block.interval,
    grid: m.gridEpoch,
  });
}
