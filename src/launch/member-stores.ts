/**
 * What declarations and constructors of classes say of one member: whether it shares its place, is copied, or cannot be
 * what a list gives. Exact.
 */
import type { SyntaxNode } from '../parse/node.ts';
import type { Declaration, HostNames } from './host-names.ts';
import type { Evaluation } from './evaluation.ts';
import type { Origins } from './origins.ts';
import type { Struct } from './type-index.ts';
import { memoized } from '../base/memoize.ts';
import { childIn, namedChildren, textOf } from '../parse/node.ts';
import { calleeName, declaredName, withoutCasts } from './declarator.ts';
import { isNamedCast, takesOut } from './library-calls.ts';
import { mayHold } from './opaque-calls.ts';
import { ownDefinitions } from './own-functions.ts';
import { isMember, lookup } from './lookup.ts';
import { classTypeOf } from './host-type.ts';
import { structNamed } from './type-index.ts';

/** Whether a braced list gives an object where the member is a pointer, so that the list is of another class. */
export function isObjectForPointer(cx: Evaluation, value: SyntaxNode, member: string): boolean {
  const own = (cx.names.declarations.get(member) ?? []).filter(isMember);
  const isThis =
    value.type === 'pointer_expression' &&
    value.children[0]?.type === '*' &&
    childIn(value, 'argument')?.type === 'this';
  return isThis && own.length > 0 && own.every(({ shape, isArray }) => shape === 'pointer' && !isArray);
}

/**
 * Whether a constructor or `operator=` copies the member of the object that it is given: then the objects have an
 * origin in common.
 */
export function isOfCopied(cx: Evaluation, value: SyntaxNode, member: string): boolean {
  const bare = withoutCasts(value);
  const callee = bare.type === 'call_expression' ? calleeName(childIn(bare, 'function')) : null;
  const [given] =
    callee !== null && takesOut(textOf(cx.names.source, callee))
      ? namedChildren(childIn(bare, 'arguments') ?? bare)
      : [bare];
  const [object, field] =
    given?.type === 'field_expression' ? [childIn(given, 'argument'), childIn(given, 'field')] : [null, null];
  if (object?.type !== 'identifier' || field === null || textOf(cx.names.source, field) !== member) return false;
  const declaration = lookup(cx.names, textOf(cx.names.source, object), object);
  if (declaration?.kind !== 'parameter' || declaration.scope.type !== 'function_definition') return false;
  const name = declaredName(childIn(declaration.scope, 'declarator'));
  return (
    childIn(declaration.scope, 'type') === null ||
    /\boperator\s*=\s*\(/.test(
      cx.names.source.text.slice(
        declaration.scope.start,
        childIn(declaration.scope, 'body')?.start ?? declaration.scope.end,
      ),
    ) ||
    name === null
  );
}

/** Whether a member initializer may be one of the class that an object (null: not known) is of, or of a base of it. */
export function mayInitialize({ names }: Evaluation, value: SyntaxNode, object: SyntaxNode | null): boolean {
  const type =
    object === null || object.type === 'this' ? null : (classTypeOf(names, object)?.replace(/(?: ?\*)$/, '') ?? null);
  const own = type === null ? null : structNamed(names.types, type);
  let initialized = names.parents.get(value);
  while (initialized !== undefined && !/^(?:struct|class|union)_specifier$/.test(initialized.type))
    initialized = names.parents.get(initialized);
  return initialized === undefined || own === null || own === undefined || isOrDerivesFrom(names, own, initialized, 0);
}

/**
 * Whether a constructor gives a member just a parameter, or a field of one that is no object of the class: callers out
 * of sight give it what they like.
 */
export function isOfParameter({ names }: Evaluation, value: SyntaxNode): boolean {
  const bare = withoutCasts(value);
  const object = bare.type === 'field_expression' ? childIn(bare, 'argument') : bare;
  const declaration = object?.type === 'identifier' ? lookup(names, textOf(names.source, object), object) : null;
  if (
    declaration?.kind !== 'parameter' ||
    declaration.scope.type !== 'function_definition' ||
    /\*\s*this\s*=[^=]|\bnew\s*\(\s*this\b/.test(names.source.text)
  )
    return false;
  const name = declaredName(childIn(declaration.scope, 'declarator'));
  return (
    object === bare ||
    (names.parents.get(declaration.scope)?.type !== 'template_declaration' &&
      name !== null &&
      !new RegExp(`\\b${textOf(names.source, name)}\\b`).test(declaration.typeText))
  );
}

/**
 * What constructors in sight make of what callers out of sight give them, for each object apart: `C(int *x) : p(x),
 * q(x) {}` gives two members one pointer.
 */
export const givenOutside = (
  { names }: Evaluation,
  value: SyntaxNode,
  { from }: Origins,
  level: number,
): readonly string[] =>
  [...from].map((origin) => {
    const object = childIn(withoutCasts(value), 'argument') ?? withoutCasts(value);
    const [place = '', frame = ''] = origin.split('|');
    return `${place} built ${lookup(names, textOf(names.source, object), object)?.node.start ?? ''} ${textOf(names.source, withoutCasts(value))}${level === 0 ? '' : ` [${level}]`}|${frame}`;
  });

function isOrDerivesFrom(names: HostNames, own: Struct, node: SyntaxNode, depth: number): boolean {
  if (own.node === node || depth > 8) return true;
  const bases = own.bases.map((base) => structNamed(names.types, base));
  return bases.some((base) => base === null || base === undefined || isOrDerivesFrom(names, base, node, depth + 1));
}

/**
 * Whether a member of the name may be set under other names: in a union, through a pointer to members, where an object
 * is taken for an array or bytes, or bound by `auto &[a, b] = s;` where `a` is set or handed on.
 */
export const hasOtherNames = (cx: Evaluation, member: string): boolean =>
  isInUnion(cx, member) ||
  setsThroughBindings(cx.names) ||
  pointedToAsMembers(cx.names).has(member) ||
  seenAsOthers(cx.names).some((type) => mayHold(cx.names, type, member));

/**
 * The classes of objects that are stored to as something else, perhaps: `((int **)&s)[1] = p`, `memcpy((char *)&s + 8,
 * …)`, `int **q = (int **)&s;`. A cast that is only handed to a function out of sight is for opaque-calls.ts.
 */
const seenAsOthers = memoized((names: HostNames): readonly string[] => {
  const found = new Set<string>();
  const walk = (node: SyntaxNode): void => {
    const inner = node.type === 'cast_expression' ? childIn(node, 'value') : castArgument(names, node);
    const type = inner === null ? null : classBehind(names, withoutCasts(inner));
    if (type !== null && !found.has(type) && classBehind(names, node) === null && isUsedAsPlace(names, node))
      found.add(type);
    for (const child of node.children) walk(child);
  };
  walk(names.root);
  return [...found];
});

/** `x` of `reinterpret_cast<T *>(x)`. */
function castArgument(names: HostNames, node: SyntaxNode): SyntaxNode | null {
  const callee = node.type === 'call_expression' ? childIn(node, 'function') : null;
  const name = callee?.type === 'template_function' ? calleeName(callee) : null;
  return name !== null && isNamedCast(textOf(names.source, name))
    ? (namedChildren(childIn(node, 'arguments') ?? node)[0] ?? null)
    : null;
}

/** The class of the text that a pointer points to an object of. */
function classBehind(names: HostNames, node: SyntaxNode): string | null {
  const type = classTypeOf(names, node);
  const pointee = type?.endsWith(' *') === true ? type.slice(0, -2).replace(/<.*$/s, '').trim() : null;
  return pointee !== null && names.types.structs.has(pointee) ? pointee : null;
}

/** Whether a pointer is stored through, moved, kept, or handed to a function of the text. */
function isUsedAsPlace(names: HostNames, pointer: SyntaxNode): boolean {
  let isMoved = false;
  let at = pointer;
  for (let parent = names.parents.get(at); parent !== undefined; at = parent, parent = names.parents.get(at)) {
    switch (parent.type) {
      case 'parenthesized_expression':
      case 'cast_expression':
        break;
      case 'binary_expression':
        isMoved = true;
        break;
      case 'argument_list': {
        const call = names.parents.get(parent);
        if (call === undefined || call.type !== 'call_expression') return true;
        if (castArgument(names, call) !== null) {
          at = parent;
          parent = call;
          break;
        }
        return ownDefinitions(names, call).length > 0 || (isMoved && namedChildren(parent)[0] === at);
      }
      case 'subscript_expression':
      case 'pointer_expression':
      case 'init_declarator':
      case 'assignment_expression':
      case 'return_statement':
      case 'initializer_list':
      case 'conditional_expression':
        return true;
      default:
        return false;
    }
  }
  return false;
}

/** The last names of all `&C::m`: through such a pointer, `s.*p` means the member (C++ [expr.mptr.oper]). */
const pointedToAsMembers = memoized((names: HostNames): ReadonlySet<string> => {
  const found = new Set<string>();
  const walk = (node: SyntaxNode): void => {
    const named =
      node.type === 'pointer_expression' && node.children[0]?.type === '&' ? childIn(node, 'argument') : null;
    const last = named?.type === 'qualified_identifier' ? calleeName(named) : null;
    if (last !== null) found.add(textOf(names.source, last));
    for (const child of node.children) walk(child);
  };
  walk(names.root);
  return found;
});
const setsThroughBindings = memoized((names: HostNames): boolean => {
  const isSet = (node: SyntaxNode): boolean => {
    const isBinding =
      node.type === 'structured_binding_declarator' && names.parents.get(node)?.type === 'reference_declarator';
    return (
      (isBinding &&
        namedChildren(node).some((name) => (names.writes.get(textOf(names.source, name)) ?? []).length > 0)) ||
      node.children.some(isSet)
    );
  };
  return isSet(names.root);
});

/** Whether pointers of the name stand in a union, where others lie in their place. */
export function isInUnion(cx: Evaluation, member: string): boolean {
  return (cx.names.declarations.get(member) ?? []).some((declaration) => {
    if (!isMember(declaration) || isOwnObject(declaration)) return false;
    for (
      let at = cx.names.parents.get(declaration.scope);
      at !== undefined && at.type !== 'translation_unit';
      at = cx.names.parents.get(at)
    )
      if (at.type === 'union_specifier') return true;
    return false;
  });
}

/** `struct { float x; } data;`: no pointer, whatever else has its name. */
const isOwnObject = ({ shape, statement }: Declaration): boolean =>
  shape === 'plain' && childIn(childIn(statement, 'type') ?? statement, 'body')?.type === 'field_declaration_list';
