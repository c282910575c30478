/**
 * Whose member a function template is that host code calls: `Kernel<Op, gpu>::launch(n, a, b)` and `runner.launch(a)`
 * bind the parameters of the class template together with those that the call deduces, so that no arguments of one call
 * meet the class of another (C++ [temp.mem]). Exact where it answers; `undefined` where the class cannot be told, and
 * any of its instances may be meant.
 */
import type { SyntaxNode } from '../../parse/node.ts';
import type { Binding } from '../scope.ts';
import type { CType, TemplateArgument } from '../types/c-type.ts';
import type { TemplateParameter } from '../calls/templates.ts';
import type { Environment, Host } from './host.ts';
import { emptyScope, lookUp } from '../scope.ts';
import { childIn, namedChildren } from '../../parse/node.ts';
import { textOf } from '../context.ts';
import { splitName, visible } from '../file-scope.ts';
import { withDefaults } from '../calls/specializations.ts';
import { bindParameter, fallbackArgument, templateArguments, templateParameters } from '../calls/templates.ts';
import { ancestorsOf, at, inScopeOf, isClass } from './host.ts';
import { hostType } from './types.ts';
import { basesOf, elementOf, typeNamed } from './written.ts';

/** A class and, of a template, its parameters. */
export type Owner = Readonly<{ node: SyntaxNode; parameters: readonly TemplateParameter[] }>;

/** The class whose body declares a member template; null: none does, or it is a class within a class template. */
export function ownerOf(host: Host, member: SyntaxNode): Owner | null {
  const around = ancestorsOf(host, member);
  const node = around.findLast(isClass);
  const [only, second] =
    node === undefined
      ? []
      : around.slice(0, around.indexOf(node)).filter((one) => one.type === 'template_declaration');
  if (node === undefined || second !== undefined || (only !== undefined && host.parents.get(node) !== only))
    return null;
  if (only === undefined) return { node, parameters: [] };
  return { node, parameters: templateParameters(host.cx, childIn(only, 'parameters')) };
}

/** How a use of a member's `name` binds the parameters of its class; null: the use means a member of another class. */
export function boundByOwner(
  host: Host,
  owner: Owner,
  name: string,
  use: SyntaxNode,
  env: Environment,
): ReadonlyMap<string, Binding> | null | undefined {
  if (isCalledObject(host, name, use)) return boundIn(host, owner, hostType(host, use, env));
  const above = named(host, use);
  const object = above.type === 'field_expression' ? childIn(above, 'argument') : null;
  const scope = above.type === 'qualified_identifier' ? childIn(above, 'scope') : null;
  if (object?.type === 'this' || (object === null && scope === null)) return withinOwner(host, owner, use, env);
  const type = scope !== null ? typeNamed(host, scope, use, env) : object === null ? null : hostType(host, object, env);
  const found = boundIn(
    host,
    owner,
    above.type === 'field_expression' && childIn(above, 'operator')?.type === '->' ? elementOf(type) : type,
  );
  return found === undefined && scope?.type === 'template_type' ? boundAsWritten(host, owner, scope, use, env) : found;
}

/** Whether what is called is an object, by the operator of its class, and no name of a function. */
export const isCalledObject = (host: Host, name: string, use: SyntaxNode): boolean =>
  name === 'operator()' && host.calledObjects().has(use);

/**
 * Where it is not known which specialization is meant, the class may be it; what is written binds its parameters all
 * the same.
 */
function boundAsWritten(
  host: Host,
  owner: Owner,
  scope: SyntaxNode,
  use: SyntaxNode,
  env: Environment,
): ReadonlyMap<string, Binding> | undefined {
  const pattern = childIn(owner.node, 'name');
  const list = childIn(scope, 'arguments');
  const nameOf = (node: SyntaxNode): string => splitName(node, (inner) => textOf(host.cx, inner)).name;
  if (pattern === null || list === null || nameOf(pattern) !== nameOf(scope)) return undefined;
  const bound = boundByPattern(host, pattern, owner.parameters, list, use, env);
  return boundOf(owner, (name) => bound.get(name));
}

/** `Class<…>::name` or `object.name` around a name: the innermost qualification. */
function named(host: Host, use: SyntaxNode): SyntaxNode {
  let above = host.parents.get(use);
  while (above?.type === 'dependent_name') above = host.parents.get(above);
  return above?.type === 'qualified_identifier' || above?.type === 'field_expression' ? above : use;
}

/** A use in the class itself means the member of the same instance. */
function withinOwner(
  host: Host,
  owner: Owner,
  use: SyntaxNode,
  env: Environment,
): ReadonlyMap<string, Binding> | undefined {
  return ancestorsOf(host, use).includes(owner.node) ? boundOf(owner, (name) => env.get(name)) : undefined;
}

function boundIn(host: Host, owner: Owner, type: CType | null): ReadonlyMap<string, Binding> | null | undefined {
  const body = type?.kind === 'struct' ? type.struct.body : null;
  if (type?.kind !== 'struct' || body === null) return undefined;
  if (body.node === owner.node) return boundOf(owner, (name) => lookUp(body.scope, name));
  const bases = basesOf(host, type);
  if (bases.length === 0) return null;
  const found = bases.map((base) => boundIn(host, owner, base));
  return (
    found.find((one) => one !== null && one !== undefined) ?? (found.every((one) => one === null) ? null : undefined)
  );
}

/** `undefined` where a parameter is not bound. */
function boundOf(
  { parameters }: Owner,
  find: (name: string) => Binding | null | undefined,
): ReadonlyMap<string, Binding> | undefined {
  const bound = parameters.flatMap(({ name }): [string, Binding][] => {
    const binding = find(name) ?? undefined;
    return binding === undefined ? [] : [[name, binding]];
  });
  return bound.length === parameters.length ? new Map(bound) : undefined;
}

/**
 * What `Name<…>` binds of the parameters of a class template that is written `Name` or, as a specialization or a
 * member's definition has it, `Name<T, N>`.
 */
export function boundByPattern(
  host: Host,
  pattern: SyntaxNode,
  parameters: readonly TemplateParameter[],
  list: SyntaxNode,
  use: SyntaxNode,
  env: Environment,
): Environment {
  const { cx } = host;
  const own = splitName(pattern, (inner) => textOf(cx, inner));
  const names =
    own.arguments === null
      ? parameters.map((one) => one.name)
      : namedChildren(own.arguments).map((one) => textOf(cx, one).trim());
  return boundByName(
    host,
    parameters,
    names,
    at(host, use, env, () => complete(host, own.name, pattern, templateArguments(cx, list))),
  );
}

/**
 * The arguments, then the defaults that the class template itself declares: a member's definition outside of it repeats
 * none.
 */
function complete(
  host: Host,
  name: string,
  pattern: SyntaxNode,
  given: readonly TemplateArgument[],
): readonly TemplateArgument[] {
  const path = ancestorsOf(host, pattern).flatMap((one) =>
    one.type === 'namespace_definition' ? textOf(host.cx, childIn(one, 'name') ?? one).split('::') : [],
  );
  const templates = visible(host.cx.unit.declared.types.get(name) ?? [], [], path).filter(
    (one) => one.specialization === null,
  );
  const [primary] = templates;
  if (primary === undefined) return given;
  // any of its declarations may state them
  const same = templates.filter((one) => one.path.join('::') === primary.path.join('::'));
  return inScopeOf(host, emptyScope, primary.path, () =>
    same.reduce((known, one) => withDefaults(host.cx, one.template, known), given),
  );
}

function boundByName(
  host: Host,
  parameters: readonly TemplateParameter[],
  names: readonly string[],
  given: readonly TemplateArgument[],
): Environment {
  const bound = new Map<string, Binding>();
  for (const parameter of parameters) {
    const argument = given[names.indexOf(parameter.name)] ?? fallbackArgument(host.cx, parameter, bound);
    if (argument !== null) bound.set(parameter.name, bindParameter(host.cx, parameter, argument, bound));
  }
  return bound;
}
