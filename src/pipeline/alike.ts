/**
 * Questions of which one is asked in place of many: pairs that were proved to store equal values wherever they meet
 * (obligations.ts). If the one that is asked about stores equal values, so do they; if it cannot happen, the next of
 * them is asked about.
 */
import type { Alike, Obligation } from '../obligation/obligation.ts';

/** The pairs that are alike beside the one that the obligation is about. */
export const pairsAlike = (obligation: Obligation): Alike['pairs'] =>
  obligation.kind === 'race' ? (obligation.alike?.pairs ?? []) : [];

/** What is left to ask where the obligation cannot happen: the next of those that are alike, or null. */
export function nextAlike(obligation: Obligation): Obligation | null {
  return obligation.kind === 'divergence' || obligation.alike === null
    ? null
    : { ...obligation.alike.next(), id: obligation.id };
}

/** The question, and those that are alike, each by itself; made one after the other, since there may be many. */
export function* oneByOne(obligation: Obligation): Generator<Obligation> {
  for (let one: Obligation | null = obligation; one !== null; one = nextAlike(one))
    yield one.kind === 'race' ? { ...one, alike: null } : one;
}
