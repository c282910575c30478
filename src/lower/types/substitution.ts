/**
 * Whether template parameters, as they are bound, can be put into a type at all (C++ [temp.deduct]: "substitution
 * failure is not an error"): members that a class does not have, `enable_if` of what is false. Exact where it says
 * `fine` or `fails`.
 */
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { TemplateParameter } from '../calls/templates.ts';
import type { Binding } from '../scope.ts';
import type { CType, StructType } from './c-type.ts';
import { childIn, namedChildren } from '../../parse/node.ts';
import { textOf } from '../context.ts';
import { basesOf } from './c-type.ts';
import { lookUp, withBound } from '../scope.ts';
import { enabled } from './conditions.ts';
import { traitType } from './type-traits.ts';

export type Substitution = 'fine' | 'fails' | 'unclear';

/** The worst of several. */
export function worst(all: readonly Substitution[]): Substitution {
  return all.includes('fails') ? 'fails' : all.includes('unclear') ? 'unclear' : 'fine';
}

/**
 * Looks at a type, or at the defaults and arguments in it, with what is bound in the context's scope. `typeNamed`: of
 * the function's parameters, by their names.
 */
export function substitution(
  cx: Context,
  node: SyntaxNode,
  typeNamed: (name: string) => CType | null = () => null,
): Substitution {
  const [only, second] = node.type === 'decltype' ? namedChildren(node) : [];
  if (only !== undefined && second === undefined) return memberAsked(cx, only, typeNamed);
  if (node.type === 'decltype' || node.type === 'requires_expression' || node.type === 'noexcept') return 'unclear';
  const isOn = enabled(cx, node);
  const own =
    isOn === null
      ? node.type === 'qualified_identifier'
        ? member(cx, node)
        : 'fine'
      : ({ true: 'fine', false: 'fails', open: 'unclear' } as const);
  return worst([
    typeof own === 'string' ? own : own[isOn ?? 'open'],
    ...node.children.map((child) => substitution(cx, child, typeNamed)),
  ]);
}

/** `x.name`, for an object of which the type is known. */
export function memberAsked(cx: Context, node: SyntaxNode, typeNamed: (name: string) => CType | null): Substitution {
  const [object, field] =
    node.type === 'field_expression' ? [childIn(node, 'argument'), childIn(node, 'field')] : [null, null];
  if (
    object?.type !== 'identifier' ||
    field?.type !== 'field_identifier' ||
    node.children.some(({ type }) => type === '->')
  )
    return 'unclear';
  const own = typeNamed(textOf(cx, object));
  const type = own?.kind === 'reference' ? own.to : own;
  if (type?.kind === 'struct') return memberOf(cx, type.struct, textOf(cx, field));
  return type?.kind === 'scalar' && type.type.kind !== 'float' ? 'fails' : 'unclear';
}

/** `T::name`. */
function member(cx: Context, node: SyntaxNode): Substitution {
  const scope = childIn(node, 'scope');
  const name = childIn(node, 'name');
  if (scope === null || name === null || isNamespace(cx, scope)) return 'fine';
  const type = cx.rules.type(cx, scope);
  const held = type.kind === 'reference' ? type.to : type;
  if (held.kind === 'opaque')
    return isTrait(cx, node, scope, name) || (held.truth !== undefined && textOf(cx, name) === 'value')
      ? 'fine'
      : 'unclear';
  if (isEnumerator(cx, scope, name)) return 'fine';
  // an enumeration has members, which its type does not tell
  if (held.kind !== 'struct') return held.kind === 'scalar' && held.mayBeConst === true ? 'unclear' : 'fails';
  return name.type.endsWith('identifier') ? memberOf(cx, held.struct, textOf(cx, name)) : 'unclear';
}

/** `E::a` of an enumeration that is named as such. */
function isEnumerator(cx: Context, scope: SyntaxNode, name: SyntaxNode): boolean {
  const [own, last] = [textOf(cx, scope), textOf(cx, name)];
  if (lookUp(cx.scope, own) !== null) return lookUp(cx.scope, `${own}::${last}`)?.kind === 'slot';
  return (cx.unit.declared.types.get(own.replace(/^.*::/s, '').trim()) ?? []).some(({ kind }) => kind === 'enum');
}

/** `is_same<A, B>::value`, `remove_cv<T>::type` and the like of a library. */
function isTrait(cx: Context, node: SyntaxNode, scope: SyntaxNode, name: SyntaxNode): boolean {
  const isForeign =
    scope.type === 'template_type' && !cx.unit.declared.types.has(textOf(cx, childIn(scope, 'name') ?? scope));
  return isForeign && (textOf(cx, name) === 'value' || traitType(cx, node) !== null);
}

function isNamespace(cx: Context, scope: SyntaxNode): boolean {
  const name = textOf(cx, scope);
  return scope.type === 'namespace_identifier' && lookUp(cx.scope, name) === null && !cx.unit.declared.types.has(name);
}

/** Whether a class has a member of that name. */
export function memberOf(cx: Context, struct: StructType, name: string): Substitution {
  if (struct.body === null) return 'unclear';
  if (struct.body.scope.names.has(name) || struct.fields.some((field) => field.name === name)) return 'fine';
  const body = childIn(struct.body.node, 'body');
  if (body === null || new RegExp(`\\b${name}\\b`).test(textOf(cx, body))) return 'unclear';
  const inherited = basesOf(struct).map((base) => memberOf(cx, base, name));
  if (inherited.includes('fine')) return 'fine';
  const isComplete = struct.fields.every((field) => field.role !== 'base' || isClass(field.type));
  return isComplete && inherited.every((one) => one === 'fails') ? 'fails' : 'unclear';
}

const isClass = (type: CType): boolean => type.kind === 'struct';

/** The same of a function template's parameter that no argument binds, the others being bound. */
export function substitutionOf(
  cx: Context,
  parameter: TemplateParameter,
  bound: ReadonlyMap<string, Binding>,
): Substitution {
  const nodes = [parameter.kind === 'value' ? childIn(parameter.node, 'type') : null, parameter.fallback];
  return withBound(cx, bound, () => worst(nodes.map((node) => (node === null ? 'fine' : substitution(cx, node)))));
}
