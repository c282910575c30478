/**
 * Ends of paths, by which files of a repository are looked for: `lib/a.cuh`, or `workflows/*.yml` for every name that
 * ends so. Paths have `/`.
 */

export const lastName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Last names of the tails that a path may have, to find it by: its own, and that of its ending. */
export function tailKeys(path: string): readonly string[] {
  const name = lastName(path);
  const dot = name.lastIndexOf('.');
  return dot < 0 ? [name] : [name, `*${name.slice(dot)}`];
}

export function isTailOf(tail: string, path: string): boolean {
  const last = lastName(tail);
  if (!last.startsWith('*')) return path === tail || path.endsWith(`/${tail}`);
  const folder = tail.slice(0, tail.length - last.length);
  const own = path.slice(0, path.length - lastName(path).length);
  return path.endsWith(last.slice(1)) && (own === folder || own.endsWith(`/${folder}`) || folder === '');
}
