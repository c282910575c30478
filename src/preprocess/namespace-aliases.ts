/**
 * Namespace aliases: `namespace cg = cooperative_groups;` makes `cg::sync` another way to write
 * `cooperative_groups::sync` [namespace.alias]. They are written out, so that no later stage has to know them. Exact,
 * but that an alias holds from its definition to the end of the text, whatever block it stands in; a name with two
 * meanings is left as it is.
 */
import type { PhysicalFile } from './physical-file.ts';
import type { Token } from './token.ts';

/** What an alias stands for, null where it has several meanings; `isGiven`: by the text. */
export type NamespaceAlias = Readonly<{ target: string | null; isGiven: boolean }>;
export type NamespaceAliases = Map<string, NamespaceAlias>;

/** `cg` is what everybody calls it, also where the alias stands in a header that a clone lacks. */
export const conventionalAliases = (): NamespaceAliases =>
  new Map([['cg', { target: 'cooperative_groups', isGiven: false }]]);

const opening = /namespace\s+(\w+)\s*(?:=\s*((?:::\s*)?\w+(?:\s*::\s*\w+)*)\s*;|\{|::)/y;

/** Takes note of the namespace or the alias that the word `namespace` at `at` defines, if it defines one. */
export function noteNamespace(aliases: NamespaceAliases, { text }: PhysicalFile, at: number): void {
  opening.lastIndex = at;
  const [, name, target] = opening.exec(text) ?? [];
  if (name === undefined) return;
  const before = aliases.get(name);
  if (target === undefined) {
    if (before !== undefined) aliases.set(name, { target: null, isGiven: true });
    return;
  }
  const [first = '', ...rest] = target.replace(/\s+/g, '').split('::');
  const meaning = [aliases.get(first)?.target ?? first, ...rest].join('::');
  if (meaning === name) return;
  const isOnly = before?.isGiven !== true || before.target === meaning;
  aliases.set(name, { target: isOnly ? meaning : null, isGiven: true });
}

/**
 * What stands for the name in [start, end): it is followed by `::` and follows none that has a scope to its left. Null:
 * it is no alias.
 */
export function aliasedAt(aliases: NamespaceAliases, text: string, start: number, end: number): string | null {
  const target = aliases.get(text.slice(start, end))?.target ?? null;
  return target !== null &&
    /^\s*::/.test(text.slice(end, end + 40)) &&
    isOutermost(text.slice(Math.max(0, start - 40), start))
    ? target
    : null;
}

const isOutermost = (before: string): boolean => !/[\w>]\s*::\s*$|\bnamespace\s+$|(?:\.|->)\s*$/.test(before);

/** The same for the token at `k` of an expansion. */
export function aliasedToken(aliases: NamespaceAliases, tokens: readonly Token[], k: number): string | null {
  const target = aliases.get(tokens[k]?.text ?? '')?.target ?? null;
  if (target === null || tokens[k + 1]?.text !== '::') return null;
  const before = tokens[k - 1];
  const isInScope = before?.text === '::' && /[\w>]$/.test(tokens[k - 2]?.text ?? '');
  return isInScope || before?.text === 'namespace' || before?.text === '.' || before?.text === '->' ? null : target;
}
