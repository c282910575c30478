/**
 * Reading an event's payload: the runner writes it, but its texts are whatever people chose, so each is checked when it
 * is read.
 */
export type Repository = Readonly<{ owner: string; repo: string }>;

export const isCommit = (value: string | null): value is string => value !== null && /^[0-9a-f]{40,64}$/.test(value);

export function repositoryOf(fullName: string | null): Repository | null {
  const [, owner, repo] = /^(?!\.+\/)([\w.-]{1,100})\/(?!\.+$)([\w.-]{1,100})$/.exec(fullName ?? '') ?? [];
  return owner === undefined || repo === undefined ? null : { owner, repo };
}

export function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce(
    (inner: unknown, name) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, name) ? Reflect.get(inner, name) : undefined,
    value,
  );
}

export function text(value: unknown, ...path: readonly string[]): string | null {
  const found = at(value, ...path);
  return typeof found === 'string' && found.length <= 1000 ? found : null;
}
