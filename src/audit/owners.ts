/**
 * Who owns a file, by `CODEOWNERS` (docs.github.com, "About code owners"). Pure. The last rule that fits counts, one
 * without owners takes a file out. Patterns are those of gitignore but for `!`, `[ ]` and `\#`, whose lines GitHub
 * skips, and `docs/*`, which does not reach below `docs/sub/`.
 */
import { globMatcher } from '../config/globs.ts';

/** Where GitHub looks, in this order; the first file that is there counts. */
export const ownersPaths = ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS'] as const;

/** GitHub loads no larger file. */
const mostBytes = 3 * 1024 * 1024;

/** Gives the owners as they are written there: `@ada`, `@org/team` or an address. */
export type OwnersOf = (path: string) => readonly string[];

/** Null: there is no such file, and nobody is named. */
export function ownersIn(read: (path: string) => string | null): OwnersOf | null {
  for (const path of ownersPaths) {
    const text = read(path);
    if (text !== null) return text.length > mostBytes ? () => [] : ownersBy(text);
  }
  return null;
}

export function ownersBy(text: string): OwnersOf {
  const rules = text
    .split(/\r?\n/)
    .flatMap((line) => ruleOf(line) ?? [])
    .reverse();
  return (path) => rules.find(({ fits }) => fits(path))?.owners ?? [];
}

type Rule = Readonly<{ fits: (path: string) => boolean; owners: readonly string[] }>;

/** Null: the line says nothing, or what GitHub does not take. */
function ruleOf(line: string): Rule | null {
  const parts = line.trim().match(/(?:\\.|[^\s\\])+/g) ?? [];
  const [pattern = '', ...rest] = parts;
  if (pattern === '' || /^[#!]|[[\]]|^\\#/.test(pattern)) return null;
  const comment = rest.findIndex((part) => part.startsWith('#'));
  const owners = comment < 0 ? rest : rest.slice(0, comment);
  return owners.every((owner) => /^@[\w-]+(?:\/[\w.-]+)?$|^[^\s@]+@[^\s@]+$/.test(owner))
    ? { fits: globMatcher(globsOf(pattern)), owners }
    : null;
}

/** The files that a pattern means, as globs: those below a folder too. */
function globsOf(pattern: string): readonly string[] {
  const bare = pattern.replace(/^\//, '').replace(/\/$/, '');
  const isAnchored = pattern.startsWith('/') || bare.includes('/');
  // what is special to a glob, and not in CODEOWNERS
  const own = `${isAnchored ? '' : '**/'}${bare.replace(/\\(.)/g, '$1').replace(/[(){}+@|!\\]/g, '\\$&')}`;
  if (pattern.endsWith('/')) return [`${own}/**/*`];
  return isAnchored && /(?:^|\/)\*$/.test(bare) ? [own] : [own, `${own}/**/*`];
}
