/**
 * Plain data as JSON text and back, without loss: beside what JSON has, maps, integers of any size, and the numbers
 * that JSON has no word for.
 * Needs: objects whose keys are ours, none beginning with `$`; what sources choose stands in maps, and so never becomes
 * a key.
 * Example: `{ n: 3n, at: new Map([['a', -0]]) }` becomes `{"n":{"$int":"3"},"at":{"$map":[["a",{"$num":"-0"}]]}}`.
 */

export function plainJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => marked(inner));
}

/**
 * Of a text that {@link plainJson} made; another one gives a value that is checked like any from outside. Throws where
 * it is no JSON.
 */
export function fromPlainJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return unmarked(value);
}

function marked(value: unknown): unknown {
  if (typeof value === 'bigint') return { $int: `${value}` };
  if (typeof value === 'number' && (!Number.isFinite(value) || Object.is(value, -0)))
    return { $num: Object.is(value, -0) ? '-0' : `${value}` };
  return value instanceof Map ? { $map: [...value] } : value;
}

/** Changes the value that was parsed, which nobody else has. */
function unmarked(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const list: unknown[] = value;
    for (const [k, inner] of list.entries()) if (typeof inner === 'object' && inner !== null) list[k] = unmarked(inner);
    return list;
  }
  const own: readonly (readonly [string, unknown])[] = Object.entries(value);
  const [first] = own;
  if (own.length === 1 && first !== undefined && first[0].startsWith('$')) return valueOf(first[0], first[1]) ?? value;
  for (const [key, inner] of own)
    if (typeof inner === 'object' && inner !== null && key !== '__proto__') Reflect.set(value, key, unmarked(inner));
  return value;
}

/** Null: no mark of ours. */
function valueOf(mark: string, held: unknown): unknown {
  if (mark === '$int') return typeof held === 'string' && /^-?\d+$/.test(held) ? BigInt(held) : null;
  if (mark === '$num') return typeof held === 'string' ? Number(held) : null;
  if (mark !== '$map' || !Array.isArray(held)) return null;
  const pairs: readonly unknown[] = held;
  return pairs.every(isPair) ? new Map(pairs.map(([key, value]) => [key, unmarked(value)])) : null;
}

const isPair = (value: unknown): value is readonly [unknown, unknown] => Array.isArray(value) && value.length === 2;
