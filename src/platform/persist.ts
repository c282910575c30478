/**
 * A write that happens once. A server may carry a request out and its answer get lost; posting again would then post
 * twice. So after "no answer" the state is read first, and the write repeated only if it did not happen. A rate limit
 * is waited for, within the bound. Everything else is the caller's.
 */
import type { PlatformProblem } from './problem.ts';
import type { Result } from '../base/result.ts';

/** How a client waits: not longer at once than the bound. */
export type Waiting = Readonly<{ sleep: (seconds: number) => Promise<void>; mostWaitSeconds: number }>;

const attempts = 3;
const pauseSeconds = 1;

export async function persist<T>(
  waiting: Waiting,
  write: () => Promise<Result<T, PlatformProblem>>,
  landed: () => Promise<Result<T | null, PlatformProblem>>,
): Promise<Result<T, PlatformProblem>> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await write();
    if (answer.ok || attempt >= attempts) return answer;
    const pause = pauseAfter(answer.problem, attempt, waiting.mostWaitSeconds);
    if (pause === null) return answer;
    await waiting.sleep(pause);
    if (answer.problem.kind !== 'unavailable') continue;
    const found = await landed();
    if (!found.ok) return found;
    if (found.value !== null) return { ok: true, value: found.value };
  }
}

/** Null: not to be repeated. */
function pauseAfter(problem: PlatformProblem, attempt: number, most: number): number | null {
  if (problem.kind === 'unavailable') return pauseSeconds * attempt * attempt;
  if (problem.kind !== 'rate-limited') return null;
  const wait = problem.retryAfterSeconds ?? 60;
  return wait <= most ? wait : null;
}
