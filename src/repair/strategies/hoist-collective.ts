/**
 * Strategy hoist-collective: a shuffle, a vote or a barrier of lanes, of a tile or of the grid inside a branch at which
 * threads part moves out of it; what is done with its value stays in the branch.
 *
 * Applies to SW211 and SW212, where the branch and all such calls in it stand in the kernel's own text. Promises: what
 * each thread does, and in which order, stays as it is, where all came that were waited for; the condition is evaluated
 * once. Smallest example:
 *
 *     if (t % 2 == 0) v += __shfl_down_sync(full, v, 1);   ⟶   const int other = __shfl_down_sync(full, v, 1);
 *                                                              if (t % 2 == 0) {
 *                                                                v += other;
 *                                                              }
 *
 * Cost: a twentieth of 10^(loop depth) for each call, which more threads make.
 */
import type { Strategy } from '../repair.ts';
import { meetingProposals } from '../all-come.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

export const hoistCollective: Strategy = {
  name: 'hoist-collective',
  handles: (fault) => fault.kind === 'missed' && !fault.isLeftOut,
  propose: (faults, input) =>
    meetingProposals(faults, input, 'branch', (calls, place) => fill(messages.hoistCalls, { calls, place })),
};
