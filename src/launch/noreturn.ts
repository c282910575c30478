/**
 * Functions that are declared never to return: `[[noreturn]] void fail(const char *);` (C++ [dcl.attr.noreturn]), also as GCC, Clang, MSVC and C write it.
 * Exact: a name counts where all functions that are declared under it take the same parameters, so that they are one.
 */
import type { HostNames } from './host-names.ts';
import type { SyntaxNode } from '../parse/node.ts';
import { declaredName } from './declarator.ts';
import { childIn } from '../parse/node.ts';
import { declaratorAround, parameterTypes } from './host-call.ts';
import { memoized } from '../base/memoize.ts';

const marked = /\[\[[^\]]*\bnoreturn\b[^\]]*\]\]|\b__attribute__\s*\(\(.*?\b(?:__)?noreturn(?:__)?\b|\b_Noreturn\b|\b__declspec\s*\(\s*noreturn\b/s;

/** The names of functions that never return. */
const neverReturning = memoized((names: HostNames): ReadonlySet<string> => {
  const { text } = names.source;
  if (!/noreturn|_Noreturn/.test(text)) return new Set();
  const isMarked = (statement: SyntaxNode, name: SyntaxNode): boolean => marked.test(text.slice(statement.start, name.start));
  const found = new Set<string>();
  for (const name of new Set([...names.declarations.keys(), ...names.functions.keys()])) {
    const prototypes = (names.declarations.get(name) ?? []).filter(({ kind }) => kind === 'other');
    const definitions = names.functions.get(name) ?? [];
    const own = definitions.map((definition) => declaredName(childIn(definition, 'declarator')));
    const nodes = [...prototypes.map(({ node }) => node), ...own.flatMap((node) => node ?? [])];
    const isDeclared = prototypes.some(({ statement, node }) => isMarked(statement, node)) || definitions.some((definition, k) => isMarked(definition, own[k] ?? definition));
    if (!isDeclared) continue;
    const isOne = new Set(nodes.map((node) => { const declarator = declaratorAround(names, node); return declarator === undefined ? null : parameterTypes(names, declarator); })).size === 1;
    if (isOne) found.add(name);
  }
  return found;
});

/** Whether a call of the name never comes back. */
export const neverReturns = (names: HostNames, name: string): boolean => neverReturning(names).has(name);
