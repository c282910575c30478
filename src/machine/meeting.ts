/** The rendezvous that waiting threads are at, and how often each was passed. */
import type { Machine, Thread } from './state.ts';
import type { Rendezvous } from './compiled.ts';
import { invariant } from '../base/invariant.ts';
import { recordStep } from './footsteps.ts';

export function meetingOf(m: Machine, thread: Thread): Rendezvous {
  const meeting = m.compiled.rendezvous[thread.meeting];
  invariant(meeting !== undefined, 'waiting threads are at a rendezvous');
  return meeting;
}

/** Lets the threads go on, and counts one release for each statement that was among those met at. */
export function releaseThreads(m: Machine, arrived: readonly Thread[]): void {
  const met = new Set<number>();
  for (const thread of arrived) {
    met.add(thread.meeting);
    thread.status = 'runnable';
    if (m.footsteps !== null) recordPassing(m, thread);
  }
  m.wakeups++;
  for (const index of met) {
    const stmt = m.compiled.rendezvous[index]?.site.stmt;
    if (stmt !== undefined) m.released.set(stmt, (m.released.get(stmt) ?? 0) + 1);
  }
}

function recordPassing(m: Machine, thread: Thread): void {
  const { site, scope } = meetingOf(m, thread);
  if (scope !== 'async') recordStep(m, thread, site, { kind: 'passes', scope });
}
