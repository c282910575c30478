/** What tells one question from another of a kernel under one launch. */
import type { MachineRace } from '../machine/machine.ts';
import type { Span } from '../base/span.ts';
import type { Obligation, RaceObligation } from '../obligation/obligation.ts';
import { pairsAlike } from './alike.ts';

/** The key of the obligations that the race confirms. */
export const raceKeyOf = ({ array, first, second, scope }: MachineRace): string =>
  raceKey(array, first.stmt, second.stmt, scope === 'grid' ? 'grid' : 'block');

export function keyOf(obligation: Obligation): string {
  return obligation.kind === 'race'
    ? pairKey(obligation)
    : `divergence ${obligation.scope} ${obligation.question.at} ${obligation.question.barrier} ${obligation.question.cause}`;
}

/** The keys of the obligation, and of those that are proved to store equal values with it (alike.ts). */
export const keysWithAlike = (obligation: Obligation): readonly string[] => [
  keyOf(obligation),
  ...pairsAlike(obligation).map(([a, b]) => raceKey(a.place.array, a.id, b.id, obligation.scope)),
];

function pairKey(obligation: RaceObligation): string {
  return raceKey(obligation.array, obligation.first.id, obligation.second.id, obligation.scope);
}

function raceKey(array: string, a: number, b: number, scope: 'block' | 'grid'): string {
  return `race ${array} ${Math.min(a, b)} ${Math.max(a, b)} ${scope}`;
}

/**
 * The same of all instances of a kernel: by places in the source, which several questions of one instance may share.
 */
export function sourceKeyOf(obligation: Obligation): string {
  const placeOf = ({ file, start }: Span): string => `${file}:${start}`;
  if (obligation.kind === 'divergence')
    return `divergence ${obligation.scope} ${placeOf(obligation.question.barrierSpan)} ${placeOf(obligation.question.span)}`;
  return `race ${obligation.scope} ${[obligation.first, obligation.second]
    .map(({ span, mode }) => `${placeOf(span)} ${mode}`)
    .sort()
    .join(' ')}`;
}
