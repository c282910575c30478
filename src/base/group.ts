/**
 * Groups values by key, in order of first appearance. No group is empty. (`Map.groupBy` needs Node 21; dist runs on
 * 20.)
 */
export function groupBy<Value, Key = string>(
  values: readonly Value[],
  keyOf: (value: Value) => Key,
): ReadonlyMap<Key, readonly [Value, ...Value[]]> {
  const groups = new Map<Key, [Value, ...Value[]]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [value]);
    else group.push(value);
  }
  return groups;
}
