/**
 * Which runs are equivalent: those in which conflicting steps came in the same order (Mazurkiewicz traces). They end in
 * the same memory and meet the same conflicts, so that one of them stands for all. How often a thread spins does not
 * count.
 */
import type { TraceEvent } from '../../machine/trace.ts';
import { cellKey, isChange, repetitions, threadKey } from './conflicts.ts';

/**
 * Equal for two runs only if they are equivalent: for every byte, its changes in order, each with the reads since the
 * last.
 */
export function signatureOf(trace: readonly TraceEvent[]): string {
  const cells = new Map<string, { past: string; reads: string[] }>();
  const repeated = repetitions(trace);
  /** Steps of a thread are numbered without those that repeat. */
  const numbers = new Map<string, number>();
  for (const event of trace) {
    if (repeated.has(event)) continue;
    const number = (numbers.get(threadKey(event)) ?? 0) + 1;
    numbers.set(threadKey(event), number);
    const step = `${threadKey(event)}:${number}`;
    const key = cellKey(event, event.address);
    const cell = cells.get(key) ?? { past: '', reads: [] };
    cells.set(key, cell);
    if (isChange(event)) {
      cell.past += `${cell.reads.sort().join(' ')}|${step};`;
      cell.reads = [];
    } else cell.reads.push(step);
  }
  return [...cells]
    .map(([key, { past, reads }]) => `${key}=${past}${reads.sort().join(' ')}`)
    .sort()
    .join('\n');
}
