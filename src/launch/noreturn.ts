/**
 * Functions that are declared never to return: `[[noreturn]] void fail(const char *);` (C++ [dcl.attr.noreturn]), also
 * as GCC, Clang, MSVC and C write it.
 * Exact: a name counts where all that is declared under it is one function.
 */
import type { HostNames } from './host-names.ts';
import type { SyntaxNode } from '../parse/node.ts';
import { calleeName, declaredName } from './declarator.ts';
import { childIn, textOf } from '../parse/node.ts';
import { lookup, resolveQualified } from './lookup.ts';
import { declaratorAround, parameterTypes } from './host-call.ts';
import { memoized } from '../base/memoize.ts';

const marked = /\[\[(?=[^[\]]*\bnoreturn\b)[^[\]]*\]\]|\b_Noreturn\b|\b__declspec\s*\(\s*noreturn\b/;
const attribute = /\b__attribute__\s*\(\(/;

function isMarkedIn(text: string): boolean {
  const at = text.search(attribute);
  return marked.test(text) || (at >= 0 && /\b(?:__)?noreturn(?:__)?\b/.test(text.slice(at)));
}

/** The names of functions that never return. */
const neverReturning = memoized((names: HostNames): ReadonlySet<string> => {
  const { text } = names.source;
  if (!/noreturn|_Noreturn/.test(text)) return new Set();
  const isMarked = (statement: SyntaxNode, name: SyntaxNode): boolean =>
    isMarkedIn(text.slice(statement.start, name.start));
  const found = new Set<string>();
  for (const name of new Set([...names.declarations.keys(), ...names.functions.keys()])) {
    const prototypes = (names.declarations.get(name) ?? []).filter(({ kind }) => kind === 'other');
    const definitions = names.functions.get(name) ?? [];
    const own = definitions.map((definition) => declaredName(childIn(definition, 'declarator')));
    const isDeclared =
      prototypes.some(({ statement, node }) => isMarked(statement, node)) ||
      definitions.some((definition, k) => isMarked(definition, own[k] ?? definition));
    if (isDeclared && isOneFunction(names, name)) found.add(name);
  }
  return found;
});

/**
 * Whether all that the text declares under a name is one function: in one namespace or class, with the same parameters.
 */
export function isOneFunction(names: HostNames, name: string): boolean {
  const nodes = (names.declarations.get(name) ?? []).map(({ node }) => node);
  const own = (names.functions.get(name) ?? []).flatMap(
    (definition) => declaredName(childIn(definition, 'declarator')) ?? [],
  );
  const signatures = [...new Set([...nodes, ...own])].map((node) => {
    const declarator = declaratorAround(names, node);
    return declarator === undefined ? null : `${ownerOf(names, node)} ${parameterTypes(names, declarator)}`;
  });
  return !signatures.includes(null) && new Set(signatures).size === 1;
}

/** The path of the namespace or class that declares a function. */
function ownerOf(names: HostNames, node: SyntaxNode): string {
  const parts: string[] = [];
  for (let at = names.parents.get(node); at !== undefined; at = names.parents.get(at)) {
    const scope =
      at.type === 'qualified_identifier'
        ? childIn(at, 'scope')
        : /^(?:namespace_definition|class_specifier|struct_specifier)$/.test(at.type)
          ? childIn(at, 'name')
          : null;
    if (scope !== null) parts.unshift(textOf(names.source, scope));
  }
  return parts.join('::');
}

/** Whether a call never comes back: of a function that is declared so, which its name means where it stands. */
export function neverReturns(names: HostNames, call: SyntaxNode): boolean {
  const callee = childIn(call, 'function');
  const name = calleeName(callee);
  return (
    callee !== null &&
    name !== null &&
    callee.type !== 'field_expression' &&
    neverReturning(names).has(textOf(names.source, name)) &&
    meansDeclared(names, callee, name)
  );
}

/**
 * Whether a callee means the function of the text with its name: one that is visible there, or that the path before it
 * leads to.
 */
export function meansDeclared(names: HostNames, callee: SyntaxNode, name: SyntaxNode): boolean {
  return (
    (callee.type === 'qualified_identifier'
      ? resolveQualified(names, callee)
      : lookup(names, textOf(names.source, name), name)) !== null
  );
}
