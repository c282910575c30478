/**
 * Strategy uniform-loop: a loop with a barrier whose turns differ between threads runs as often for all of them, its
 * body guarded.
 *
 * Applies to SW202 (with SW201, SW203 and SW204 in the same kernel), where the loop stands in the kernel's own text and
 * its step touches no memory; so to SW211 and SW212, of lanes that leave a loop with a shuffle, vote or barrier of
 * theirs before others.
 * Promises: what each thread does, and in which order, stays as it is. Smallest example:
 *
 *     for (int i = t; i < n; i += 64) {        for (int base = 0; base < n; base += 64) {
 *       s[t] = in[i];                            const int i = base + t;
 *       __syncthreads();                  ⟶      const bool active = i < n;
 *       out[i] = s[63 - t];                      if (active) {
 *     }                                            s[t] = in[i];
 *                                                } …
 *
 * Other loops ask each turn: `for (…; __syncthreads_or(i < n); …)`, of lanes `__any_sync`. Cost: no barrier more; of
 * the second form one vote in every turn.
 */
import type { Strategy } from '../repair.ts';
import { convergences, hardestOf } from './convergence.ts';
import { meetingProposals } from '../all-come.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

export const uniformLoop: Strategy = {
  name: 'uniform-loop',
  handles: (fault, { faults }) =>
    (fault.kind === 'divergence' && hardestOf(faults) === 'SW202') || (fault.kind === 'missed' && !fault.isLeftOut),
  propose: (faults, input) => [
    ...(faults.every(({ kind }) => kind === 'missed')
      ? []
      : convergences(faults, input, (place) => fill(messages.evenLoopBlock, { place }))),
    ...meetingProposals(faults, input, 'loop', (calls, place) => fill(messages.evenLoopLanes, { place, calls })),
  ],
};
