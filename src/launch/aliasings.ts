/** The ways in which pointers of a launch may be equal to one another. */
import type { LaunchConfig } from './launch.ts';

/** More of them are not looked at. */
const maxAliasings = 8;

/** The pairs, and what follows from them, as classes. */
export function classesOf(pairs: readonly (readonly [string, string])[]): LaunchConfig['aliases'] {
  let classes: LaunchConfig['aliases'] = [];
  for (const [a, b] of pairs) {
    const joined = classes.filter((names) => names.includes(a) || names.includes(b));
    classes = [...classes.filter((names) => !joined.includes(names)), [...new Set([...joined.flat(), a, b])]];
  }
  return classes;
}

/**
 * The classes of `aliases`, joined as some of the pairs of `either` join them; without `aliases` as they are. Null: too
 * many.
 */
export function aliasingsOf({
  aliases,
  either = [],
}: Pick<LaunchConfig, 'aliases' | 'either'>): readonly LaunchConfig['aliases'][] | null {
  if (either.length > maxAliasings) return null;
  const known = aliases.flatMap(([first = '', ...others]) => others.map((other) => [first, other] as const));
  const found = new Map<string, LaunchConfig['aliases']>();
  for (let some = 1; some < 2 ** either.length; some++) {
    const joined = classesOf([...known, ...either.filter((_, k) => (some & (2 ** k)) !== 0)]);
    found.set(
      joined
        .map((names) => [...names].sort().join(' = '))
        .sort()
        .join('; '),
      joined,
    );
  }
  return found.size > maxAliasings ? null : [...found.values()];
}
