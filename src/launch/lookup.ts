/**
 * Which declaration a name of host code means at a place (C++ [basic.lookup]): blocks, classes and their bases,
 * namespaces with all of their blocks, `using namespace`, `using N::x`, and qualified names. Exact: null where none is
 * seen, or where what is named is not.
 *
 * Example: in `namespace a { const int N = 64; } namespace a { void f() { k<<<1, N>>>(); } }`, N is `a::N`, as it is in
 * `a::N` elsewhere.
 */
import type { Declaration, HostNames, Write } from './host-names.ts';
import type { SyntaxNode } from '../parse/node.ts';
import { childIn, textOf } from '../parse/node.ts';
import { qualifierOf } from './declarator.ts';
import { membersFrom, pathAround, sharedPath, startAround, targetsSeen } from './namespaces.ts';
import { placeOf } from './qualified.ts';
import { structNamed } from './type-index.ts';

export const contains = (outer: SyntaxNode, inner: SyntaxNode): boolean =>
  outer.start <= inner.start && inner.end <= outer.end;

export const isMember = (declaration: Declaration): boolean => declaration.scope.type === 'field_declaration_list';

/** Whether a namespace declares it, or the file outside of any. */
export const isOfNamespace = (declaration: Declaration): boolean =>
  declaration.scope.type === 'declaration_list' || declaration.scope.type === 'translation_unit';

/**
 * The declaration that a name means at a place: the innermost that is visible; null when none is. `at` may be the name,
 * or stand around it.
 */
export function lookup(names: HostNames, name: string, at: SyntaxNode): Declaration | null {
  const found = names.declarations.get(name);
  if (found === undefined) return null;
  const qualified = qualifiedAround(names, at);
  if (qualified !== null) return resolveQualified(names, qualified);
  const seen = unqualified(names, found, at);
  return seen?.kind === 'using' ? (usedBy(names, seen) ?? seen) : seen;
}

function unqualified(names: HostNames, found: readonly Declaration[], at: SyntaxNode): Declaration | null {
  let best: Declaration | null = null;
  let rank = -1;
  for (const declaration of found) {
    const own = rankAt(names, declaration, at);
    if (own === null || own < rank || (own === rank && best !== null && declaration.node.start < best.node.start))
      continue;
    best = declaration;
    rank = own;
  }
  return found.some(isMember) ? (memberSeen(names, found, at, best) ?? best) : best;
}

/**
 * Where the scope begins that makes a declaration visible at a place; the later, the nearer. Null: it is not visible.
 */
function rankAt(names: HostNames, declaration: Declaration, at: SyntaxNode): number | null {
  // a member is visible in all of its class
  if (declaration.isElsewhere || (declaration.node.start > at.start && !isMember(declaration))) return null;
  // what a capture is made of is meant where the lambda stands: `[n = n]` (C++ [expr.prim.lambda.capture])
  if (
    declaration.statement.type === 'lambda_capture_initializer' &&
    at !== declaration.node &&
    contains(names.parents.get(declaration.statement) ?? declaration.statement, at)
  )
    return null;
  if (!isOfNamespace(declaration)) return contains(declaration.scope, at) ? declaration.scope.start : null;
  if (declaration.scope.type === 'translation_unit') return 0;
  const path = pathAround(names, declaration.node);
  const around = startAround(names, path, at);
  if (around !== null) return around;
  const starts = targetsSeen(names, at)
    .filter(({ target }) => target === path)
    .map(({ from }) => startAround(names, sharedPath(from, path), at) ?? 0);
  return starts.length === 0 ? null : Math.max(...starts);
}

/** What `using N::x` makes visible; null where that is not seen. */
function usedBy(names: HostNames, using: Declaration, depth = 0): Declaration | null {
  const target = depth > 8 ? null : resolveQualified(names, using.statement);
  return target?.kind === 'using' ? usedBy(names, target, depth + 1) : target;
}

/** `a::b::N` for the name N in it, and for all of it. */
function qualifiedAround(names: HostNames, at: SyntaxNode): SyntaxNode | null {
  let whole = at.type === 'qualified_identifier' ? at : null;
  for (let node = at; node.field === 'name' || node.type === 'qualified_identifier';) {
    const parent = names.parents.get(node);
    if (parent?.type !== 'qualified_identifier' || node.field !== 'name') break;
    whole = node = parent;
  }
  return whole;
}

/** What a qualified name means: a variable or constant of a namespace, a member of a class, or an enumerator. */
export function resolveQualified(names: HostNames, node: SyntaxNode): Declaration | null {
  const place = placeOf(names, node);
  const found = place === null ? [] : (names.declarations.get(place.name) ?? []);
  switch (place?.kind) {
    case undefined:
      return null;
    case 'class':
      return memberOf(names, found, place.type, 0);
    case 'enumeration': {
      const [only, second] = found.filter(
        ({ kind, statement }) => kind === 'enumerator' && names.parents.get(statement) === place.node,
      );
      return second === undefined ? (only ?? null) : null;
    }
    case 'namespace': {
      const own = membersFrom(names, place.path, node).map((path) =>
        found.filter(
          (declaration) =>
            isOfNamespace(declaration) &&
            !declaration.isElsewhere &&
            declaration.node.start < node.start &&
            pathAround(names, declaration.node) === path,
        ),
      );
      const last = own.find((declarations) => declarations.length > 0)?.at(-1) ?? null;
      return last?.kind === 'using' ? usedBy(names, last) : last;
    }
  }
}

/**
 * In the definition of `Foo::run`, the member of `Foo` or of its bases hides what is declared outside of the function.
 */
function memberSeen(
  names: HostNames,
  found: readonly Declaration[],
  at: SyntaxNode,
  best: Declaration | null,
): Declaration | null {
  for (let node = names.parents.get(at); node !== undefined; node = names.parents.get(node)) {
    if (best !== null && best.scope === node) return null;
    const body = node.type === 'class_specifier' || node.type === 'struct_specifier';
    const owner = node.type === 'function_definition' ? qualifierOf(node) : body ? childIn(node, 'name') : null;
    const member = owner === null ? null : memberOf(names, found, textOf(names.source, owner), 0, true);
    if (member !== null) return member;
  }
  return null;
}

/**
 * `isBare`: of a name alone, which a template does not look up in bases that depend on its parameters (C++ [temp.dep]).
 */
function memberOf(
  names: HostNames,
  found: readonly Declaration[],
  owner: string,
  depth: number,
  isBare = false,
): Declaration | null {
  const struct = structNamed(names.types, owner);
  if (struct === undefined || struct === null || depth > 8) return null;
  const own = found.find((declaration) => isMember(declaration) && declaration.scope === childIn(struct.node, 'body'));
  const bases = struct.bases.filter(
    (base) => !isBare || !struct.parameters.some((parameter) => new RegExp(`\\b${parameter}\\b`).test(base)),
  );
  return (
    own ??
    bases.map((base) => memberOf(names, found, base, depth + 1, isBare)).find((member) => member !== null) ??
    null
  );
}

/**
 * Whether a write may be one to the variable. A qualified name that is not followed may be any that a namespace or
 * class declares.
 */
export function mayWrite(names: HostNames, declaration: Declaration, write: Write): boolean {
  if (write.qualified !== null) {
    const meant = resolveQualified(names, write.qualified);
    return meant === declaration || (meant === null && (isOfNamespace(declaration) || isMember(declaration)));
  }
  return lookup(names, declaration.name, write.node) === declaration;
}
