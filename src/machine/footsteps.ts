/**
 * What a few threads of a run do, one step after the other, for people who want to watch it: accesses with their
 * values, where they wait, where they go on, are held back and leave. Recorded only when it is asked for, of the
 * threads asked for.
 */
import type { ArrayId, StmtId } from '../base/brand.ts';
import type { Span } from '../base/span.ts';
import type { AccessMode, MemorySite, Rendezvous, Site } from './compiled.ts';
import type { Machine, Thread } from './state.ts';
import { formatValue } from './value.ts';

/** Linear ids: of the block in the grid, of the thread in its block. */
export type Followed = Readonly<{ block: number; thread: number }>;

export type Footstep = Readonly<{
  /** Index among the threads that are followed. */
  who: number;
  /** Null where the step is no statement's: the end of the kernel, a delay. */
  stmt: StmtId | null;
  span: Span | null;
  /** Enclosing loops, outermost first, with the number of the turn (from 0). */
  turns: readonly Readonly<{ loop: StmtId; turn: number }>[];
  /** Barriers that its block had passed. */
  interval: number;
  /** Visible steps that the thread had performed; of an access, it is the last of them. */
  visible: number;
  did: Deed;
}>;

/** `address`: first byte from the array's start. `before`: what was there, null for reads. */
type Deed =
  | Readonly<{
      kind: 'access';
      mode: AccessMode;
      array: ArrayId;
      address: number;
      size: number;
      value: string;
      before: string | null;
    }>
  | Readonly<{ kind: 'arrives' | 'passes'; scope: Exclude<Rendezvous['scope'], 'async'> }>
  | Readonly<{ kind: 'exits' | 'held' | 'resumes' }>
  /**
   * Not the thread's own deed: here a divergence was seen of which it is one of the two, with so many at barriers and
   * so many that ended.
   */
  | Readonly<{ kind: 'diverges'; arrived: number; exited: number }>;

export type Footsteps = Readonly<{ threads: readonly Followed[]; steps: Footstep[]; leftOut: { count: number } }>;

/** Footsteps that are kept of one run, those of its beginning. */
const footstepLimit = 1 << 15;

export const createFootsteps = (threads: readonly Followed[]): Footsteps => ({
  threads,
  steps: [],
  leftOut: { count: 0 },
});

/** Records a step of a thread, if that is followed. */
export function recordStep(m: Machine, thread: Thread, site: Site | null, did: Deed): void {
  if (m.footsteps === null) return;
  const who = m.footsteps.threads.findIndex((one) => one.block === thread.block.id && one.thread === thread.linear);
  if (who < 0) return;
  const { steps, leftOut } = m.footsteps;
  if (steps.length >= footstepLimit) {
    leftOut.count++;
    return;
  }
  const { frames, interval } = thread.block;
  const turns = site?.loops.map(({ loop, turn }) => ({ loop, turn: frames.getInt32(thread.base + turn, true) })) ?? [];
  steps.push({
    who,
    stmt: site?.stmt ?? null,
    span: site?.span ?? null,
    turns,
    interval,
    visible: thread.visible,
    did,
  });
}

/** Records an access that has just been performed. `before` and `after`: the bits in memory, little-endian. */
export function recordAccess(
  m: Machine,
  thread: Thread,
  site: MemorySite,
  address: number,
  before: bigint | null,
  after: bigint,
): void {
  const info = m.compiled.arrays[site.array];
  if (m.footsteps === null || info === undefined || site.isLocal) return;
  const text = (bits: bigint): string =>
    formatValue(site.type, Number(BigInt.asIntN(32, bits)), Number(BigInt.asIntN(32, bits >> 32n)));
  recordStep(m, thread, site.site, {
    kind: 'access',
    mode: site.mode,
    array: info.id,
    address,
    size: site.size,
    value: text(after),
    before: before === null ? null : text(before),
  });
}
