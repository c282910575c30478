/**
 * Strategy active-flag: an early `return`, `break` or `continue` before a barrier becomes a flag, and what follows is
 * guarded by it, but for the barriers.
 *
 * Applies to SW203 (with SW201 and SW204 in the same kernel), where the exit and the barriers stand in the kernel's own
 * text. Promises: what each thread does, and in which order, stays as it is. Smallest example:
 *
 *     if (t >= n) return;          const bool active = t < n;
 *     s[t] = in[t];                if (active) {
 *     __syncthreads();        ⟶      s[t] = in[t];
 *     out[t] = s[n - 1 - t];       }
 *                                  __syncthreads();
 *                                  if (active) {
 *                                    out[t] = s[n - 1 - t];
 *                                  }
 *
 * Cost: no barrier more; threads that left stay, and wait.
 */
import type { Strategy } from '../repair.ts';
import { convergences, hardestOf } from './convergence.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

export const activeFlag: Strategy = {
  name: 'active-flag',
  handles: (fault, { faults }) => fault.kind === 'divergence' && hardestOf(faults) === 'SW203',
  propose: (faults, input) => convergences(faults, input, (place) => fill(messages.activeFlag, { place })),
};
