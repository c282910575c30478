/** Looking into answers of GraphQL, which have no type: what is not there is empty. */
export const fieldOf = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce(
    (inner: unknown, name) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, name) : undefined),
    value,
  );
export const isTrue = (value: unknown, ...path: readonly string[]): boolean => fieldOf(value, ...path) === true;

export function wordOf(value: unknown, ...path: readonly string[]): string {
  const found = fieldOf(value, ...path);
  return typeof found === 'string' ? found : '';
}

export function listOf(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const found: unknown = fieldOf(value, ...path);
  return Array.isArray(found) ? found : [];
}
