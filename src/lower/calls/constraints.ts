/**
 * Constraints of templates [temp.constr]: a requires-clause, also behind the parameters, a concept in place of
 * `typename` or before `auto`. A function of which they do not hold cannot be called, and of two that are alike
 * otherwise, the one that has some goes first. Exact where it answers; null: not known.
 *
 * Example: of `template <class T> int f(T) requires (sizeof(T) > 4)` and `template <class T> int f(T)`, `f(1)` calls
 * the second one, and `f(1L)` the first.
 */
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { CType, TemplateArgument } from '../types/c-type.ts';
import type { FunctionDecl } from '../file-scope.ts';
import type { Parameter } from './parameters.ts';
import { memoized } from '../../base/memoize.ts';
import { childIn, namedChildren } from '../../parse/node.ts';
import { textOf } from '../context.ts';
import { mentions } from '../kept.ts';
import { splitName } from '../file-scope.ts';
import { lookUp, withBound } from '../scope.ts';
import { sameCType } from '../types/c-type.ts';
import { truthIn } from '../types/conditions.ts';
import type { Substitution } from '../types/substitution.ts';
import { memberAsked, substitution } from '../types/substitution.ts';
import { unevaluatedType } from '../types/unevaluated.ts';
import { bindTemplate, templateArguments, templateParameters } from './templates.ts';

/** `of`: whose type the concept is about, where one stands before a name; null: the expression says it all. */
type Part = Readonly<{ node: SyntaxNode; of: Parameter | string | null }>;

/** Whether the constraints hold, of a function whose template parameters are bound in the context's scope. */
export function constraintsHold(
  cx: Context,
  decl: FunctionDecl,
  parameters: readonly Parameter[],
  types: readonly (CType | null)[],
): Substitution {
  const truths = partsOf(cx, decl, parameters).map(({ node, of }) => {
    if (of === null) return truthOf(cx, node);
    const bound = typeof of === 'string' ? lookUp(cx.scope, of) : null;
    const type =
      typeof of === 'string' ? (bound?.kind === 'type' ? bound.type : null) : (types[parameters.indexOf(of)] ?? null);
    return type === null ? null : conceptHolds(cx, node, type.kind === 'reference' ? type.to : type, 0);
  });
  return truths.includes(false) ? 'fails' : truths.includes(null) ? 'unclear' : 'fine';
}

/**
 * The atomic constraints that all have to hold [temp.constr.normal], by where they stand, with concepts of the file
 * spelled out: of two functions, the one whose constraints contain those of the other is the more constrained one
 * [temp.constr.order]. Disjunctions count as atomic.
 */
export function constraintsOf(cx: Context, decl: FunctionDecl, parameters: readonly Parameter[]): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (node: SyntaxNode, of: string, depth: number): void => {
    const [only, second] = namedChildren(node);
    if (
      (node.type === 'requires_clause' || node.type === 'parenthesized_expression') &&
      only !== undefined &&
      second === undefined
    )
      return add(only, of, depth);
    const [left, right] = [childIn(node, 'left'), childIn(node, 'right')];
    if (left !== null && right !== null && node.children.some(({ type }) => type === '&&' || type === 'and')) {
      add(left, of, depth);
      return add(right, of, depth);
    }
    const { name, arguments: list } = splitName(node, (inner) => textOf(cx, inner));
    const [concept, another] = cx.unit.trees.flatMap((tree) => declaredIn(tree, cx).concepts.get(name) ?? []);
    // of other arguments than one name, they are others
    const about =
      list === null || namedChildren(list).every((one) => /^\w+$/.test(textOf(cx, one))) ? '' : textOf(cx, list);
    // one template parameter is what all is about; of others, by the name or the place of the parameter of the function
    const own = isOfOne || depth > 0 ? of : `${of} ${list === null ? '' : textOf(cx, list)}`;
    if (concept !== undefined && another === undefined && depth < maxDepth && about === '')
      add(concept.body, own, depth + 1);
    else found.add(`${isConceptNamed(cx, node) ? `${name}${about}` : node.start}${own}`);
  };
  const isOfOne = namedChildren(decl.template ?? decl.node).length === 1;
  for (const { node, of } of partsOf(cx, decl, parameters))
    add(node, isOfOne || of === null ? '' : ` ${typeof of === 'string' ? of : parameters.indexOf(of)}`, 0);
  return found;
}

function partsOf(cx: Context, decl: FunctionDecl, parameters: readonly Parameter[]): readonly Part[] {
  if (!mentions(cx.unit, /\b(?:requires|concept|auto)\b|\bstd\s*::/)) return [];
  const trailing = [decl.declarator, childIn(decl.declarator, 'declarator')].flatMap(
    (node) => node?.children.filter(({ type }) => type === 'requires_clause') ?? [],
  );
  const clause =
    decl.template === null
      ? []
      : cx.unit.trees.flatMap((tree) => declaredIn(tree, cx).clauses.get(decl.template ?? tree) ?? []);
  const named = templateParameters(cx, decl.template).flatMap(({ kind, name, node }): readonly Part[] => {
    const type = node.type === 'parameter_declaration' && kind === 'type' ? childIn(node, 'type') : null;
    return type === null ? [] : [{ node: type, of: name }];
  });
  const placed = parameters.flatMap((parameter): readonly Part[] => {
    const type = childIn(parameter.node, 'type');
    const concept =
      type?.type === 'placeholder_type_specifier'
        ? (childIn(type, 'constraint') ??
          namedChildren(type).find((child) => child.type !== 'auto' && child.type !== 'decltype') ??
          null)
        : null;
    return concept === null ? [] : [{ node: concept, of: parameter }];
  });
  return [...[...clause, ...trailing].map((node) => ({ node, of: null })), ...named, ...placed];
}

type Concept = Readonly<{ list: SyntaxNode; body: SyntaxNode }>;
type Declared = Readonly<{
  /** by the list of template parameters before it */ clauses: ReadonlyMap<SyntaxNode, SyntaxNode>;
  concepts: ReadonlyMap<string, readonly Concept[]>;
}>;

const declaredIn = memoized((tree: SyntaxNode, cx: Context): Declared => {
  const clauses = new Map<SyntaxNode, SyntaxNode>();
  const concepts = new Map<string, readonly Concept[]>();
  const pending = [tree];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    pending.push(...node.children);
    const list = node.type === 'template_declaration' ? childIn(node, 'parameters') : null;
    if (list === null) continue;
    for (const child of node.children) {
      if (child.type === 'requires_clause') clauses.set(list, child);
      const name = child.type === 'concept_definition' ? childIn(child, 'name') : null;
      const body = name === null ? undefined : namedChildren(child).at(-1);
      if (name !== null && body !== undefined)
        concepts.set(textOf(cx, name), [...(concepts.get(textOf(cx, name)) ?? []), { list, body }]);
    }
  }
  return { clauses, concepts };
});

const maxDepth = 12;

/** What a constraint says; null: not known. */
export function truthOf(cx: Context, node: SyntaxNode, depth = 0): boolean | null {
  const inner = (): readonly SyntaxNode[] => namedChildren(node).filter(({ type }) => type !== 'comment');
  switch (node.type) {
    case 'requires_clause':
    case 'parenthesized_expression': {
      const [only, second] = inner();
      return only === undefined || second !== undefined ? null : truthOf(cx, only, depth);
    }
    case 'constraint_conjunction':
    case 'constraint_disjunction':
    case 'binary_expression':
      return ofBoth(cx, node, depth);
    case 'unary_expression': {
      const argument = childIn(node, 'operator')?.type === '!' ? childIn(node, 'argument') : null;
      const truth = argument === null ? null : truthOf(cx, argument, depth);
      return truth === null ? null : !truth;
    }
    case 'requires_expression':
      return requirementsHold(cx, node, depth);
    case 'template_type':
    case 'template_function':
    case 'qualified_identifier':
      return isConceptNamed(cx, node) ? conceptHolds(cx, node, null, depth) : truthIn(cx, node);
    default:
      return truthIn(cx, node);
  }
}

function ofBoth(cx: Context, node: SyntaxNode, depth: number): boolean | null {
  const [left, right] = [childIn(node, 'left'), childIn(node, 'right')];
  const operator = node.children.find(({ type }) => /^(?:&&|\|\||and|or)$/.test(type))?.type;
  if (left === null || right === null || operator === undefined) return truthIn(cx, node);
  const parts = [truthOf(cx, left, depth), truthOf(cx, right, depth)];
  const deciding = operator === '||' || operator === 'or';
  return parts.includes(deciding) ? deciding : parts.includes(null) ? null : !deciding;
}

function isConceptNamed(cx: Context, node: SyntaxNode): boolean {
  const { name, scopes } = splitName(node, (inner) => textOf(cx, inner));
  return (
    cx.unit.trees.some((tree) => declaredIn(tree, cx).concepts.has(name)) ||
    (/^(?:cuda::)?std$/.test(scopes.join('::')) && isStandard(name))
  );
}

/** `first`: the argument before those in brackets, where it stands before a name. */
function conceptHolds(cx: Context, node: SyntaxNode, first: CType | null, depth: number): boolean | null {
  const { name, scopes, arguments: list } = splitName(node, (inner) => textOf(cx, inner));
  const given: readonly TemplateArgument[] = [
    ...(first === null ? [] : [{ kind: 'type', type: first } as const]),
    ...(list === null ? [] : templateArguments(cx, list)),
  ];
  const [concept, second] = cx.unit.trees.flatMap((tree) => declaredIn(tree, cx).concepts.get(name) ?? []);
  if (concept === undefined) return /^(?:cuda::)?std$/.test(scopes.join('::')) ? standardHolds(name, given) : null;
  const parameters = templateParameters(cx, concept.list);
  if (
    second !== undefined ||
    depth > maxDepth ||
    parameters.length !== given.length ||
    parameters.some((one) => /^(?:variadic|template_template)_/.test(one.node.type))
  )
    return null;
  return withBound(cx, bindTemplate(cx, concept.list, given, node), () => truthOf(cx, concept.body, depth + 1));
}

const isStandard = (name: string): boolean =>
  /^(?:integral|signed_integral|unsigned_integral|floating_point|same_as)$/.test(name);

/** Concepts of the library that a type alone decides. */
function standardHolds(name: string, given: readonly TemplateArgument[]): boolean | null {
  const [type, other, more] = given.map((one) => (one.kind === 'type' && one.type.kind !== 'opaque' ? one.type : null));
  if (type === null || type === undefined || more !== undefined || !isStandard(name)) return null;
  if (name === 'same_as')
    return other === null ||
      other === undefined ||
      type.kind !== 'scalar' ||
      other.kind !== 'scalar' ||
      type.mayBeConst === true ||
      other.mayBeConst === true
      ? null
      : sameCType(type, other);
  if (type.kind === 'struct' || type.kind === 'pointer') return false;
  if (type.kind !== 'scalar' || type.mayBeConst === true || other !== undefined) return null;
  const { type: own } = type;
  // a `half` is a class
  if (name === 'floating_point') return own.kind === 'float' && own.bits >= 32;
  const isSigned = own.kind === 'int' && own.signed;
  return own.kind !== 'float' && (name === 'integral' || isSigned === (name === 'signed_integral'));
}

/** `requires (T t) { t.x; typename T::type; }`: members that are asked for. */
function requirementsHold(cx: Context, node: SyntaxNode, depth: number): boolean | null {
  const list = childIn(node, 'parameters');
  const parameters = list === null ? [] : namedChildren(list).filter(({ type }) => type === 'parameter_declaration');
  const truths = namedChildren(childIn(node, 'requirements') ?? node).map((one) =>
    one.type === 'comment' ? true : requirementHolds(cx, one, parameters, depth),
  );
  return truths.includes(false) ? false : truths.includes(null) ? null : true;
}

function requirementHolds(
  cx: Context,
  requirement: SyntaxNode,
  parameters: readonly SyntaxNode[],
  depth: number,
): boolean | null {
  const [only, second] = namedChildren(requirement);
  if (requirement.type === 'simple_requirement' && only === undefined) return true;
  if (only === undefined || second !== undefined) return null;
  if (requirement.type === 'type_requirement') return asTruth(substitution(cx, only));
  if (requirement.type === 'nested_requirement') return truthOf(cx, only, depth);
  if (requirement.type !== 'simple_requirement') return null;
  return asTruth(
    memberAsked(cx, only, (name) => {
      const parameter = parameters.find((one) => textOf(cx, childIn(one, 'declarator') ?? one) === name);
      return parameter === undefined
        ? unevaluatedType(cx, childIn(only, 'argument') ?? only)
        : parameterTypeOf(cx, parameter);
    }),
  );
}

function parameterTypeOf(cx: Context, parameter: SyntaxNode): CType | null {
  const type = childIn(parameter, 'type');
  return type === null || childIn(parameter, 'declarator')?.type !== 'identifier' ? null : cx.rules.type(cx, type);
}

const asTruth = (possible: Substitution): boolean | null => (possible === 'unclear' ? null : possible === 'fine');
