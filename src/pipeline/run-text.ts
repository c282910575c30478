/**
 * A digest that determines what runs of a kernel do: of its IR without places in the source, and with names of their
 * own for local variables. Kernels with equal digests have the same runs: an edit that renames a variable, or moves a
 * kernel, leaves it as it is. Exact.
 */
import type { Kernel } from '../ir/ir.ts';
import { digestOf } from '../cache/digest.ts';
import { memoized } from '../base/memoize.ts';
import { plainJson } from '../base/plain-json.ts';

/** Says where something stands, or why; no run depends on it. */
const placesAndWords: ReadonlySet<string> = new Set(['span', 'source', 'because', 'text']);

export const runDigestOf = memoized(({ params, scalars, arrays, body, assumptions, maxThreads }: Kernel): string => {
  const names = new Map<string, string>();
  for (const { id, role } of scalars.values()) if (role !== 'parameter') names.set(id, `\0${names.size}`);
  const own = [...scalars.values()].map(({ id, type, role }) => ({ id, type, role }));
  return digestOf(withoutPlaces({ params, scalars: own, arrays: [...arrays], body, assumptions, maxThreads }, names));
});

/** `names`: strings that are exchanged, each for one of its own. */
export function withoutPlaces(value: unknown, names: ReadonlyMap<string, string> = new Map()): string {
  return JSON.stringify(value, (key, inner: unknown) => {
    if (placesAndWords.has(key)) return undefined;
    if (typeof inner === 'string') return names.get(inner) ?? inner;
    if (inner instanceof Set) return { $set: [...inner] };
    if (isPlain(inner)) return inner;
    const marked: unknown = JSON.parse(plainJson(inner));
    return marked;
  });
}

/** What JSON says without loss, but for what is inside. */
const isPlain = (value: unknown): boolean =>
  typeof value !== 'bigint' &&
  !(value instanceof Map) &&
  (typeof value !== 'number' || (Number.isFinite(value) && !Object.is(value, -0)));
