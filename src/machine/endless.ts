/**
 * Whether the threads that are left would move for ever: all that can move come round to where they were, with the same
 * values in the same memory, and have changed nothing on the way. Then nobody ever changes anything again, and nobody
 * that waits is let go. Exact where it says so; it does not where a thread counts its turns, or takes longer to come
 * round.
 *
 * Example: `while (atomicCAS(lock, 0, 1) != 0) { }` of a lane whose neighbour has the lock and, in lockstep, cannot go
 * on to give it back.
 */
import type { CompiledKernel, MemorySite } from './compiled.ts';
import type { MachineReport } from './machine.ts';
import type { Machine, Thread } from './state.ts';
import { op } from './opcode.ts';
import { describeThread } from './state.ts';

type Endless = Extract<MachineReport['outcome'], { kind: 'endless' }>;

/** Moves of a unit within which it must come round. */
const longest = 256;

/** Null: it is not known to. `step`: moves a thread, or the warp of a lane, by one visible step. */
export function endlessWait(m: Machine, step: (unit: Thread) => void): Endless | null {
  const turns = turnSlots(m.compiled);
  let found: Endless | null = null;
  for (const block of m.blocks) {
    for (const lanes of m.lockstep ? (block?.warps ?? []) : (block?.threads.map((thread) => [thread]) ?? [])) {
      const unit = lanes.find(({ status }) => status === 'runnable');
      if (unit === undefined) continue;
      const poll = roundTrip(m, lanes, turns, () => {
        step(unit);
      });
      if (poll === null) return null;
      found ??= poll;
    }
  }
  return found;
}

/** Where a lane looks at memory on its way round; null: they do not come round, or change something. */
function roundTrip(m: Machine, lanes: readonly Thread[], turns: ReadonlySet<number>, move: () => void): Endless | null {
  const { changes, exited, wakeups } = m;
  const before = stateOf(m, lanes, turns);
  const start = lanes.map(({ visible }) => visible);
  let poll: Endless | null = null;
  for (let k = 0; k < longest; k++) {
    const next = lanes.map((lane) => ({ lane, visible: lane.visible, looks: pollOf(m, lane) }));
    move();
    if (
      m.outcome !== null ||
      m.changes !== changes ||
      m.exited !== exited ||
      m.wakeups !== wakeups ||
      lanes.every(({ status }) => status !== 'runnable')
    )
      return null;
    poll ??= next.find(({ lane, visible, looks }) => looks !== null && lane.visible > visible)?.looks ?? null;
    if (poll !== null && stateOf(m, lanes, turns) === before)
      return {
        ...poll,
        starved: starvedOf(
          m,
          lanes.find(({ status, visible }, at) => status === 'runnable' && visible === start[at]),
        ),
      };
  }
  return null;
}

function starvedOf(m: Machine, lane: Thread | undefined): Endless['starved'] {
  const site = lane === undefined ? null : nextSite(m, lane);
  return lane === undefined || site === null ? null : { who: describeThread(m, lane), span: site.site.span };
}

/** The access that the lane stands before. */
function nextSite(
  {
    compiled: {
      code: { words },
      memory,
    },
  }: Machine,
  lane: Thread,
): MemorySite | null {
  const opcode = words.getInt32(lane.pc, true) & 255;
  return opcode === op.load || opcode === op.store || opcode === op.atomic
    ? (memory[words.getInt32(lane.pc + 4, true)] ?? null)
    : null;
}

/** The lane as one that looks at memory next. */
function pollOf(m: Machine, lane: Thread): Endless | null {
  const site = lane.status === 'runnable' ? nextSite(m, lane) : null;
  const info = site === null ? undefined : m.compiled.arrays[site.array];
  if (site === null || info === undefined || site.isLocal || site.mode === 'write') return null;
  return {
    kind: 'endless',
    who: describeThread(m, lane),
    stmt: site.site.stmt,
    span: site.site.span,
    array: info.id,
    starved: null,
  };
}

/** Where the lanes stand and what their frames hold, but for the numbers of turns, which nothing reads. */
function stateOf({ compiled: { code } }: Machine, lanes: readonly Thread[], turns: ReadonlySet<number>): string {
  const parts: (number | string)[] = [];
  for (const { status, pc, base, block } of lanes) {
    parts.push(status, pc);
    if (status !== 'runnable') continue;
    for (let slot = 0; slot + 8 <= code.frameBytes; slot += 8) {
      if (!turns.has(slot))
        parts.push(block.frames.getInt32(base + slot, true), block.frames.getInt32(base + slot + 4, true));
    }
  }
  return parts.join(' ');
}

function turnSlots({ memory, rendezvous, sites }: CompiledKernel): ReadonlySet<number> {
  const all = [...memory.map(({ site }) => site), ...rendezvous.map(({ site }) => site), ...sites];
  return new Set(all.flatMap(({ loops }) => loops.map(({ turn }) => turn)));
}
