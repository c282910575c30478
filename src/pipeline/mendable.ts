/**
 * Whether an edit could make a kernel race-free at all, so that patches of one that none can mend are not analysed in vain. Only what every
 * patch would meet again counts: what is not modelled, and what races are possible between blocks.
 */
import type { Decision } from './evidence.ts';

export function isMendable({ refused, unknowns, open }: Decision): boolean {
  return refused.length + unknowns.length === 0 && open.every(({ status, obligation }) => status !== 'possible' || obligation.scope === 'block' || obligation.kind === 'divergence');
}
