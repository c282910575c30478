/**
 * Functions whose results follow from a value alone, and are found once for it. The only values that outlive a call,
 * together with the parser's WebAssembly (ARCHITECTURE, "Deliberately absent"): they go when their keys go, and no
 * answer shows whether they were there.
 */

/** `rest`: what belongs to the key, such as the index that a node is of; never what changes the result for one key. */
export function memoized<Key extends object, Rest extends readonly unknown[], Found>(
  find: (key: Key, ...rest: Rest) => Found,
): (key: Key, ...rest: Rest) => Found {
  const known = new WeakMap<Key, Readonly<{ found: Found }>>();
  return (key, ...rest) => {
    const before = known.get(key);
    if (before !== undefined) return before.found;
    const found = find(key, ...rest);
    known.set(key, { found });
    return found;
  };
}

/** The kept value of a key, or a new one that is kept. */
export function keep<Key, Value>(map: Map<Key, Value>, key: Key, make: (key: Key) => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make(key);
  map.set(key, made);
  return made;
}
