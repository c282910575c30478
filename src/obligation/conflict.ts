/** Which pairs of accesses could race at all, by array and mode; everything else is never looked at again. */
import type { Access, IntervalAccess, ProtocolArray, WholeProtocol } from '../protocol/protocol.ts';
import type { ArrayId } from '../base/brand.ts';
import type { Scope } from './copies.ts';
import { groupBy } from '../base/group.ts';

export type Pair = readonly [IntervalAccess, IntervalAccess];

/** Unordered pairs, each access with itself included, of conflicting accesses to memory that may be the same. */
export function conflictingPairs(
  split: WholeProtocol,
  accesses: readonly IntervalAccess[],
  scope: Scope,
): readonly Pair[] {
  const pairs: Pair[] = [];
  for (const group of groups(split, accesses)) {
    if (scope === 'grid' && !group.some((a) => spaceOf(split, a.access) === 'global')) continue;
    if (!group.some((a) => a.access.mode !== 'read')) continue;
    group.forEach((first, k) => {
      for (const second of group.slice(k)) {
        if (mayBeSame(split, first.access, second.access) && conflict(first.access, second.access, scope))
          pairs.push([first, second]);
      }
    });
  }
  return pairs;
}

/** How many pairs `conflictingPairs` gives at most, without making them. */
export function countConflicting(split: WholeProtocol, accesses: readonly IntervalAccess[], scope: Scope): number {
  return groups(split, accesses).reduce((sum, group) => {
    if (scope === 'grid' && !group.some(({ access }) => spaceOf(split, access) === 'global')) return sum;
    const reads = group.filter(({ access }) => access.mode === 'read').length;
    const atomics = groupBy(
      group.filter(({ access }) => access.mode === 'atomic' && (scope === 'block' || access.scope !== 'block')),
      ({ access }) => access.place.width,
    );
    return [...atomics.values()].reduce(
      (rest, { length }) => rest - pairsAmong(length),
      sum + pairsAmong(group.length) - pairsAmong(reads),
    );
  }, 0);
}

/** Each with itself included. */
const pairsAmong = (count: number): number => (count * (count + 1)) / 2;

/** Accesses by the array that they name. */
export function accessesByArray(accesses: readonly IntervalAccess[]): ReadonlyMap<ArrayId, readonly IntervalAccess[]> {
  const byArray = new Map<ArrayId, IntervalAccess[]>();
  for (const access of accesses) {
    const { array } = access.access.place;
    const known = byArray.get(array);
    if (known === undefined) byArray.set(array, [access]);
    else known.push(access);
  }
  return byArray;
}

/** Accesses by array, aliases together. */
function groups(split: WholeProtocol, accesses: readonly IntervalAccess[]): readonly (readonly IntervalAccess[])[] {
  const byClass = new Map<string, IntervalAccess[]>();
  for (const access of accesses) {
    const key = classOf(split, access.access.place.array);
    const group = byClass.get(key);
    if (group === undefined) byClass.set(key, [access]);
    else group.push(access);
  }
  return [...byClass.values()];
}

/** A name of the connected class of arrays that may alias. */
function classOf(split: WholeProtocol, array: ArrayId): string {
  const seen = new Set<ArrayId>();
  const pending = [array];
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    pending.push(...aliasesOf(split, id));
  }
  return [...seen].sort().join(' ');
}

export function aliasesOf(split: WholeProtocol, id: ArrayId): readonly ArrayId[] {
  const own = split.protocol.arrays.get(id)?.aliases ?? [];
  const others = [...split.protocol.arrays.values()]
    .filter((a: ProtocolArray) => a.aliases.includes(id))
    .map((a) => a.id);
  return [...own, ...others];
}

const mayBeSame = (split: WholeProtocol, a: Access, b: Access): boolean =>
  a.place.array === b.place.array || aliasesOf(split, a.place.array).includes(b.place.array);
const spaceOf = (split: WholeProtocol, a: Access): ProtocolArray['space'] =>
  split.protocol.arrays.get(a.place.array)?.space ?? 'global';

/**
 * Two reads never conflict; two atomics do only where the scope of one is too narrow, or their widths differ (PTX ISA,
 * Mixed-size Data Races).
 */
export function conflict(a: Access, b: Access, scope: Scope): boolean {
  if (a.mode === 'read' && b.mode === 'read') return false;
  if (a.mode !== 'atomic' || b.mode !== 'atomic' || a.place.width !== b.place.width) return true;
  return scope === 'grid' && (a.scope === 'block' || b.scope === 'block');
}
