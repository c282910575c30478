/**
 * Whether an edit could make a kernel race-free at all, so that patches of one that none can mend are not analysed in
 * vain. Only what every patch would meet again counts: what is not modelled, and what races are possible between
 * blocks, which barriers leave.
 */
import type { Decision } from './evidence.ts';

export function isMendable(decision: Decision): boolean {
  return (
    isModelled(decision) &&
    decision.open.every(
      ({ status, obligation }) =>
        status !== 'possible' || obligation.scope === 'block' || obligation.kind === 'divergence',
    )
  );
}

/** Whether all is modelled: of a patch that changes accesses, what is possible between blocks may go, too. */
export const isModelled = ({ refused, unknowns }: Decision): boolean => refused.length + unknowns.length === 0;
