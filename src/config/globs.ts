/** Files by glob patterns of a user (`kernels/**`, `!third_party/**`). The only user of `picomatch`. */
import picomatch from 'picomatch';
import { withoutTrailing } from '../base/trailing.ts';

/** A pattern with `!` takes away. */
export function pathFilter(patterns: readonly string[]): (path: string) => boolean {
  const wanted = patterns.filter((pattern) => !pattern.startsWith('!'));
  const unwanted = patterns.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1));
  const isWanted = picomatch(wanted.length === 0 ? ['**'] : wanted, { dot: true });
  const isUnwanted = unwanted.length === 0 ? () => false : picomatch(unwanted, { dot: true });
  return (path) => isWanted(path) && !isUnwanted(path);
}

/** A folder stands for what is in it: `third_party` for `third_party/**` too. */
export function scopeFilter({
  include,
  exclude,
}: Readonly<{ include: readonly string[]; exclude: readonly string[] }>): (path: string) => boolean {
  const within = (globs: readonly string[]): string[] =>
    globs.flatMap((glob) => {
      const bare = withoutTrailing(glob, /\//);
      return [bare, `${bare}/**`];
    });
  const isWanted = include.length === 0 ? () => true : picomatch(within(include), { dot: true });
  const isUnwanted = exclude.length === 0 ? () => false : picomatch(within(exclude), { dot: true });
  return (path) => isWanted(path) && !isUnwanted(path);
}

/** One of these globs, in which `{a,b}` and `+(a)` mean nothing special. */
export const globMatcher = (globs: readonly string[]): ((path: string) => boolean) =>
  picomatch([...globs], { dot: true, nobrace: true, noextglob: true, nonegate: true });
