/**
 * The function of a library that a call means. A name is believed only where it resolves to the library: the text
 * declares no function or variable that the call may mean, in any scope, with or without a body; and a method is one of
 * an object of a library's class. Exact: null where the call may mean another function. What the functions do is for
 * library-calls.ts.
 *
 * Example: after `namespace log { void abort(const char *); }`, `log::abort("x")` means no function of a library, while
 * `abort()` does.
 */
import type { HostNames } from './host-names.ts';
import type { SyntaxNode } from '../parse/node.ts';
import { childIn, namedChildren, textOf } from '../parse/node.ts';
import { calleeName } from './declarator.ts';
import { hostTypeOf } from './host-type.ts';
import { hostType } from './host-value.ts';
import { lookup } from './lookup.ts';
import { isLibraryType } from './library-types.ts';
import { isGlobal, isOfLibrary, ownDefinitions } from './own-functions.ts';
import { withoutTrailing } from '../base/trailing.ts';

/** The name of the library's function; null: it may be another. */
export function libraryCallee(names: HostNames, call: SyntaxNode): string | null {
  const callee = childIn(call, 'function');
  const node = calleeName(callee);
  if (callee === null || node === null) return null;
  const name = textOf(names.source, node);
  // the algorithm, which stores a range elsewhere
  if (name === 'move' && namedChildren(childIn(call, 'arguments') ?? call).length > 1) return null;
  switch (callee.type) {
    case 'field_expression':
      return isLibraryObject(names, childIn(callee, 'argument')) ? name : null;
    case 'qualified_identifier':
      return isOfLibrary(names, callee) || (isGlobal(callee) && !isDeclaredGlobally(names, name, call)) ? name : null;
    default:
      return isDeclared(names, name, node) || isFoundByArguments(names, name, call) || mayBeInherited(names, node)
        ? null
        : name;
  }
}

/** Whether the text declares what `::name` means: outside of namespaces, or brought there by a `using`. */
function isDeclaredGlobally(names: HostNames, name: string, call: SyntaxNode): boolean {
  if (
    ownDefinitions(names, call).length > 0 ||
    names.types.structs.has(name) ||
    names.usingNamespaces.length > 0 ||
    names.usings.length > 0
  )
    return isDeclared(names, name, call);
  return (names.declarations.get(name) ?? []).some(
    ({ scope, node }) => scope === names.root && !hasLanguageLinkage(names, node),
  );
}

/** Whether the text declares what the name means, other than as `extern "C"`, which is the library's function again. */
function isDeclared(names: HostNames, name: string, at: SyntaxNode): boolean {
  if (names.functions.has(name) || names.types.structs.has(name)) return true;
  const declaration = lookup(names, name, at);
  return declaration !== null && !hasLanguageLinkage(names, declaration.node);
}

function hasLanguageLinkage(names: HostNames, node: SyntaxNode): boolean {
  for (let at = names.parents.get(node); at !== undefined; at = names.parents.get(at))
    if (at.type === 'linkage_specification') return true;
  return false;
}

/** Whether argument-dependent lookup may find a function of a namespace of the text (C++ [basic.lookup.argdep]). */
function isFoundByArguments(names: HostNames, name: string, call: SyntaxNode): boolean {
  if (!(names.declarations.get(name) ?? []).some(({ scope }) => scope.type === 'declaration_list')) return false;
  return namedChildren(childIn(call, 'arguments') ?? call).some((arg) => {
    const type = hostTypeOf(names, arg);
    return type === null ? !/_literal$/.test(arg.type) : !type.endsWith('*') && hostType(type) === null;
  });
}

/** Whether a class around has a base that is not seen, which may have a member of any name. */
function mayBeInherited(names: HostNames, at: SyntaxNode): boolean {
  for (let node = names.parents.get(at); node !== undefined; node = names.parents.get(node)) {
    if (node.type !== 'class_specifier' && node.type !== 'struct_specifier') continue;
    if (node.children.some(({ type }) => type === 'base_class_clause') && hasUnseenBase(names, node, 0)) return true;
  }
  return false;
}

function hasUnseenBase(names: HostNames, node: SyntaxNode, depth: number): boolean {
  const bases = node.children
    .filter(({ type }) => type === 'base_class_clause')
    .flatMap(namedChildren)
    .filter(({ type }) => type !== 'access_specifier');
  return bases.some((base) => {
    const text = textOf(names.source, base);
    const struct = names.types.structs.get(text.replace(/<.*$/s, '').replace(/^.*::/s, ''));
    if (struct === undefined || struct === null) return !isLibraryType(text, names);
    return depth > 8 || hasUnseenBase(names, struct.node, depth + 1);
  });
}

/** Whether an object is of a class of a library, whose methods do what they are known for. */
function isLibraryObject(names: HostNames, object: SyntaxNode | null): boolean {
  const type = object === null ? null : hostTypeOf(names, object);
  return type !== null && isLibraryType(type.endsWith('*') ? withoutTrailing(type, /\*/).trimEnd() : type, names);
}
