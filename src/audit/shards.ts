/**
 * Shares the units of an audit among shards so that all cost about as much: the largest first, each to the shard that
 * has least so far. A function of the units alone, so that every shard finds by itself what is its own.
 */
import type { AuditUnit } from './units.ts';

/** Of so many; counted from 1. */
export type Shard = readonly [number, number];

export const mostShards = 256;

/** Units by shard, the first at 0; each in the order of the units. */
export function sharesOf<Unit extends Pick<AuditUnit, 'index' | 'cost'>>(
  units: readonly Unit[],
  shards: number,
): readonly (readonly Unit[])[] {
  const shares = Array.from({ length: shards }, () => ({ cost: 0, units: new Set<Unit>() }));
  for (const unit of largestFirst(units)) {
    const least = shares.reduce((a, b) => (b.cost < a.cost ? b : a));
    least.cost += unit.cost;
    least.units.add(unit);
  }
  return shares.map((share) => units.filter((unit) => share.units.has(unit)));
}

export const largestFirst = <Unit extends Pick<AuditUnit, 'index' | 'cost'>>(units: readonly Unit[]): readonly Unit[] =>
  [...units].sort((a, b) => b.cost - a.cost || a.index - b.index);
