/**
 * Strategy hoist-barrier: a barrier inside a branch at which threads part moves out of it; the branch is split there
 * [AuCS, ISSRE'20, section IV].
 *
 * Applies to SW201 and SW204, where the branch and its barriers stand in the kernel's own text. Promises: what each
 * thread does, and in which order, stays as it is; the condition is evaluated once. Smallest example:
 *
 *     if (t < n) {                 const bool active = t < n;
 *       s[t] = in[t];              if (active) {
 *       __syncthreads();    ⟶        s[t] = in[t];
 *       out[t] = s[n - 1 - t];     }
 *     }                            __syncthreads();
 *                                  if (active) {
 *                                    out[t] = s[n - 1 - t];
 *                                  }
 *
 * Cost: no barrier more in the text; those that wait in vain are the price. Barriers that meet in both arms become one.
 */
import type { Strategy } from '../repair.ts';
import { convergences, hardestOf } from './convergence.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

export const hoistBarrier: Strategy = {
  name: 'hoist-barrier',
  handles: (fault, { faults }) => fault.kind === 'divergence' && ['SW201', 'SW204'].includes(hardestOf(faults) ?? ''),
  propose: (faults, input) => convergences(faults, input, (place) => fill(messages.hoistBarrier, { place })),
};
