/**
 * Evidence for and against redundant barriers (Wu et al., Simulee, Algorithm 5): a barrier is needed where two threads
 * make conflicting accesses to a cell in two intervals between which only this barrier was passed, once or several
 * times.
 *
 * Example: [s[t] = x] barrier [y = s[t + 1]] needs the barrier; with y = s[t] it does not.
 *
 * Under-approximating: a cell forgets accesses when others take their place (access-log.ts), so that a barrier that no
 * run needs is only a candidate, for the solver to decide. One that a run needs is needed for that run's arguments.
 */
import type { Block, Machine, Thread } from './state.ts';
import type { CompiledKernel } from './compiled.ts';
import type { StmtId } from '../base/brand.ts';

/**
 * `placeOf`: for each rendezvous, the first one of its place in the source. `needed`: by that, 1 where a run needed it.
 */
export type BarrierNeeds = Readonly<{ placeOf: Int32Array; needed: Uint8Array }>;

export function createNeeds({ rendezvous }: CompiledKernel): BarrierNeeds {
  const first = new Map<string, number>();
  const placeOf = Int32Array.from(rendezvous, ({ site: { span } }, index) => {
    const key = `${span.file}:${span.start}`;
    const known = first.get(key) ?? index;
    first.set(key, known);
    return known;
  });
  return { placeOf, needed: new Uint8Array(rendezvous.length) };
}

/** The block begins its next interval, behind the barrier at which `thread` waited; undefined: nobody did. */
export function passBarrier(m: Machine, block: Block, thread: Thread | undefined): void {
  const passed = thread === undefined ? -1 : (m.needs.placeOf[thread.meeting] ?? -1);
  if (passed !== block.passed || passed < 0) block.since = block.interval;
  block.passed = passed;
  block.interval++;
}

/** Whether only one barrier lies between that interval and the block's current one, of which no need is known yet. */
export const isOpenNeed = (m: Machine, block: Block, interval: number): boolean =>
  block.passed >= 0 && interval >= block.since && m.needs.needed[block.passed] === 0;

export function recordNeed(m: Machine, { passed }: Block): void {
  m.needs.needed[passed] = 1;
}

export function neededBarriers({ placeOf, needed }: BarrierNeeds, { rendezvous }: CompiledKernel): ReadonlySet<StmtId> {
  return new Set(rendezvous.flatMap(({ site }, index) => (needed[placeOf[index] ?? index] === 1 ? [site.stmt] : [])));
}
