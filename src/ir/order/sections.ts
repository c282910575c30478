/**
 * What stands between what begins a section and what ends it, with fences on both sides: of locks [T15] and turns
 * [T20]. And the accesses to their cells, without those that only give them their first values.
 */
import type { MemoryOrder, MemoryScope, Kernel, Stmt, StmtOf } from '../ir.ts';
import type { StmtId } from '../../base/brand.ts';
import { eachStmt } from '../walk.ts';
import { isBlockBarrier, mayLeave, pathsOf } from './paths.ts';

type Atomic = StmtOf<'atomic'>;
export type Use = StmtOf<'load'> | StmtOf<'store'> | Atomic;
/**
 * `isWide`: what takes, gives back and fences it reaches all blocks, and so does the lock; `isOfBlocks`: one thread
 * holds it for all of its block.
 */
export type Section = Readonly<{ held: ReadonlySet<StmtId>; isWide: boolean; isOfBlocks: boolean }>;

/**
 * All accesses to a cell; of one in shared memory also without those that a barrier of the block parts from the others,
 * in every run of every thread: they give it the value that it is found with, whichever that is.
 */
export function settledUses(own: readonly Use[], { arrays, body }: Kernel): readonly (readonly Use[])[] {
  const array = own[0]?.place.array;
  if (array === undefined || arrays.get(array)?.space !== 'shared') return [own];
  const paths = pathsOf(body);
  const places = own.flatMap((stmt) => {
    const root = paths.get(stmt.id)?.[0];
    return root === undefined ? [] : [{ stmt, root }];
  });
  const list = places[0]?.root.list;
  if (list === undefined || places.length < own.length) return [own];
  const later = list.flatMap((barrier, k): readonly (readonly Use[])[] => {
    if (!isBlockBarrier(barrier) || barrier.isStandIn === true) return [];
    const [before, behind] = [places.filter(({ root }) => root.at < k), places.filter(({ root }) => root.at > k)];
    // who leaves before the barrier is not waited for
    const isMet =
      before.length > 0 && before.every(({ root }) => !list.slice(root.at, k).some((stmt) => mayLeave(stmt)));
    return isMet ? [behind.map(({ stmt }) => stmt)] : [];
  });
  return [own, ...later];
}

const isAtLeast = (order: MemoryOrder, needed: 'acquire' | 'release'): boolean =>
  order === needed || order === 'acq_rel' || order === 'seq_cst';

/** What stands between a fence, or order, behind the taking and one before the release. */
export function fenced(inside: readonly Stmt[], taken: Atomic, released: Atomic): Section | null {
  const ways = (['device', 'block'] as const).flatMap((reach): readonly Section[] => {
    const reaches = (scope: MemoryScope): boolean => reach === 'block' || scope !== 'block';
    const isFence =
      (needed: 'acquire' | 'release') =>
      (stmt: Stmt): boolean =>
        stmt.kind === 'fence' && stmt.isGuessed !== true && reaches(stmt.scope) && isAtLeast(stmt.order, needed);
    if (taken.isGuessed === true || released.isGuessed === true || !reaches(taken.scope) || !reaches(released.scope))
      return [];
    const acquires = isAtLeast(taken.order, 'acquire');
    const from = acquires ? -1 : inside.findIndex(isFence('acquire'));
    const to = isAtLeast(released.order, 'release') ? inside.length : inside.findLastIndex(isFence('release'));
    if ((from < 0 && !acquires) || from >= to) return [];
    const held = new Set<StmtId>();
    eachStmt(inside.slice(from + 1, to), ({ id }) => held.add(id));
    return [{ held, isWide: reach === 'device', isOfBlocks: false }];
  });
  return ways[0] ?? null;
}
