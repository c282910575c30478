/** Templates: evaluating arguments, binding parameters, deducing from call arguments. */
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { Expr } from '../../base/expr.ts';
import type { CType, TemplateArgument } from '../types/c-type.ts';
import type { Binding } from '../scope.ts';
import { childIn, namedChildren } from '../../parse/node.ts';
import { i32, i64 } from '../../base/ctype.ts';
import { typeOf } from '../../base/expr-build.ts';
import { printExpr } from '../../base/expr-print.ts';
import { assertNever } from '../../base/invariant.ts';
import { textIn, textOf } from '../context.ts';
import { constantOf, convert } from '../expressions/constants.ts';
import { functionType, isFunction, pointerTo, printCType, sameCType, scalar, typeKey } from '../types/c-type.ts';
import type { FunctionValue } from '../expressions/value.ts';
import { isOpenConst, maybeConst, pointeeOf } from '../types/open-const.ts';
import { declaredName, splitName, visible } from '../file-scope.ts';
import { mentions } from '../kept.ts';
import { isDeduced } from '../types/deduced.ts';
import { aliasedPatterns, isAliasOf } from './alias-patterns.ts';
import { elementScopes } from './packs.ts';
import { lookUp, withBound } from '../scope.ts';
import { fill } from '../../base/message.ts';
import { undeclaredConstant } from '../types/undeclared-constant.ts';
import { messages } from '../wording.ts';
import { isSequence, sequenceTemplate } from '../types/integer-sequences.ts';

export type TemplateParameter = Readonly<{
  kind: 'type' | 'value' | 'other';
  name: string;
  /** Of values: the node with the type. */
  node: SyntaxNode;
  fallback: SyntaxNode | null;
}>;

/** One of a pack's elements. */
export function asElement(parameter: TemplateParameter): TemplateParameter {
  return { ...parameter, kind: parameter.node.type === 'variadic_type_parameter_declaration' ? 'type' : 'value' };
}

/** The parameters of a `template_parameter_list`. */
export function templateParameters(cx: Context, list: SyntaxNode | null): readonly TemplateParameter[] {
  if (list === null) return [];
  return namedChildren(list).map((node): TemplateParameter => {
    const name =
      childIn(node, 'name') ??
      childIn(node, 'declarator') ??
      namedChildren(node).find((child) => child.type === 'type_identifier') ??
      null;
    const declaredAs = name === null ? null : declaredName(name);
    const text = declaredAs === null ? '' : textOf(cx, declaredAs).trim();
    switch (node.type) {
      case 'type_parameter_declaration':
        return { kind: 'type', name: text, node, fallback: null };
      case 'optional_type_parameter_declaration':
        return { kind: 'type', name: text, node, fallback: childIn(node, 'default_type') };
      case 'parameter_declaration':
        return { kind: isConcept(cx, childIn(node, 'type')) ? 'type' : 'value', name: text, node, fallback: null };
      case 'optional_parameter_declaration':
        return { kind: 'value', name: text, node, fallback: childIn(node, 'default_value') };
      case 'template_template_parameter_declaration': {
        const [own] = templateParameters(cx, {
          ...node,
          children: node.children.filter(({ type }) => /^(?:optional_)?type_parameter_declaration$/.test(type)),
        });
        return own !== undefined ? { ...own, node } : { kind: 'other', name: text, node, fallback: null };
      }
      default:
        return { kind: 'other', name: text, node, fallback: null };
    }
  });
}

/** Whether a type node names a concept: `template <std::integral T>` declares a type. */
function isConcept(cx: Context, type: SyntaxNode | null): boolean {
  if (type === null || !['type_identifier', 'template_type', 'qualified_identifier'].includes(type.type)) return false;
  const { name, scopes } = splitName(type, (inner) => textOf(cx, inner));
  return standardConcepts.has(name)
    ? scopes.includes('std') || mentions(cx.unit, new RegExp(`\\bconcept\\s+${name}\\b`))
    : mentions(cx.unit, /\bconcept\b/) && mentions(cx.unit, new RegExp(`\\bconcept\\s+${name}\\b`));
}
const standardConcepts: ReadonlySet<string> = new Set([
  'same_as',
  'derived_from',
  'convertible_to',
  'integral',
  'signed_integral',
  'unsigned_integral',
  'floating_point',
  'invocable',
  'regular',
  'semiregular',
  'copyable',
  'movable',
  'default_initializable',
  'equality_comparable',
  'totally_ordered',
  'predicate',
  'regular_invocable',
]);

/** Whether a template's arguments must fulfil what is not evaluated here: a concept, or a requires-clause. */
export function isConstrained(cx: Context, list: SyntaxNode | null): boolean {
  return (
    list !== null &&
    (/^\s*requires\b/.test(textIn(cx.unit, list.end, list.end + 40)) ||
      namedChildren(list).some((node) => node.type === 'parameter_declaration' && isConcept(cx, childIn(node, 'type'))))
  );
}

/**
 * The arguments written in `<…>`, an expansion of a known pack one by one. A name alone may be a type or a value: what
 * it is bound to decides.
 */
export function templateArguments(cx: Context, list: SyntaxNode): readonly TemplateArgument[] {
  return namedChildren(list).flatMap((node) => {
    const pattern = node.type === 'parameter_pack_expansion' ? childIn(node, 'pattern') : null;
    const elements = pattern === null ? null : elementScopes(cx, pattern);
    return pattern === null || elements === null
      ? [templateArgument(cx, node)]
      : elements.map((bound) => withBound(cx, bound, () => templateArgument(cx, pattern)));
  });
}

function templateArgument(cx: Context, node: SyntaxNode): TemplateArgument {
  if (node.type === 'type_descriptor') {
    const type = childIn(node, 'type');
    const alone = type !== null && namedChildren(node).length === 1;
    if (
      alone &&
      (/identifier$/.test(type.type)
        ? isValueName(cx, type)
        : type.type === 'template_type' && isFunctionName(cx, type))
    )
      return valueArgument(cx, type);
    const made = cx.rules.type(cx, node);
    return {
      kind: 'type',
      node,
      path: cx.frame.path,
      ...(alone ? templateNamed(cx, type) : {}),
      type: /\bdecltype\b/.test(textOf(cx, node)) ? maybeConst(made) : made,
    };
  }
  return valueArgument(cx, node);
}

/** The class template that a name is, its primary declaration first. */
function templateNamed(cx: Context, node: SyntaxNode): Readonly<{ template?: CType }> {
  const { name, scopes, arguments: args } = splitName(node, (inner) => textOf(cx, inner));
  const local = scopes.length === 0 ? lookUp(cx.scope, name) : null;
  if (local?.kind === 'type' && local.type.kind === 'opaque' && local.type.template !== undefined)
    return { template: local.type };
  const entries =
    args !== null || local !== null ? [] : visible(cx.unit.declared.types.get(name) ?? [], scopes, cx.frame.path);
  const primary = entries.find(({ specialization }) => specialization === null);
  if (primary === undefined || primary.template === null) return {};
  return {
    template: { kind: 'opaque', text: name, template: [primary, ...entries.filter((entry) => entry !== primary)] },
  };
}

function isValueName(cx: Context, node: SyntaxNode): boolean {
  const split = splitName(node, (inner) => textOf(cx, inner));
  // an enumerator may be named like a type of a library: `Mode::half`
  const isOfEnum =
    split.scopes.length > 0 &&
    lookUp(cx.scope, split.scopes.join('::')) === null &&
    (cx.unit.declared.types.get(split.scopes.at(-1) ?? '') ?? []).some(({ kind }) => kind === 'enum');
  if (split.scopes.length > 0) {
    const type = isOfEnum ? null : cx.rules.type(cx, node);
    return type === null || (type.kind === 'opaque' && type.truth === undefined);
  }
  const local = lookUp(cx.scope, split.name);
  if (local !== null) return local.kind === 'slot';
  return cx.unit.declared.variables.has(split.name) || isFunctionName(cx, node);
}

/** Whether the name is one of functions of the files, and of no type. */
function isFunctionName(cx: Context, node: SyntaxNode): boolean {
  const { name, scopes } = splitName(node, (inner) => textOf(cx, inner));
  return (
    (scopes.length > 0 || lookUp(cx.scope, name) === null) &&
    cx.unit.declared.functions.has(name) &&
    !cx.unit.declared.types.has(name)
  );
}

function valueArgument(cx: Context, node: SyntaxNode): TemplateArgument {
  const { out } = cx;
  cx.out = [];
  const value = cx.rules.value(cx, node);
  cx.out = out;
  if (value.kind === 'scalar') return { kind: 'value', value: value.expr };
  if (value.kind === 'function') return { kind: 'function', value };
  return { kind: 'type', type: { kind: 'opaque', text: textOf(cx, node) } };
}

/** The function with its namespaces and template arguments. */
function printFunction({ decls, explicit }: FunctionValue): string {
  const path = decls
    .slice(0, 1)
    .flatMap((decl) => [...decl.path, decl.name])
    .join('::');
  return explicit.length === 0 ? path : `${path}<${explicit.map(printArgument).join(', ')}>`;
}

export function isSameFunction(a: FunctionValue, b: FunctionValue): boolean {
  return a.decls[0]?.node === b.decls[0]?.node && printFunction(a) === printFunction(b);
}

export function printArgument(argument: TemplateArgument): string {
  if (argument.kind === 'type') return printCType(argument.type);
  if (argument.kind === 'function') return printFunction(argument.value);
  if (argument.value.kind === 'int') return argument.value.value.toString();
  return printExpr(argument.value);
}

const isOfTemplates = ({ node }: TemplateParameter): boolean => node.type === 'template_template_parameter_declaration';

/**
 * A parameter's binding to an argument; values are converted to the parameter's type, which names those of the template
 * (`bound`), whatever is called so where the argument stands: `template <class T, T V>`. Packs and templates are not
 * followed.
 */
export function bindParameter(
  cx: Context,
  parameter: TemplateParameter,
  argument: TemplateArgument,
  bound: ReadonlyMap<string, Binding>,
): Binding {
  if (argument.kind === 'function')
    return {
      kind: 'slot',
      key: parameter.name,
      slot: { kind: 'value', value: argument.value, type: pointerTo(functionType) },
    };
  if (parameter.kind === 'other') return { kind: 'type', type: { kind: 'opaque', text: `${parameter.name}...` } };
  if (argument.kind === 'type') {
    if (isOfTemplates(parameter))
      return {
        kind: 'type',
        type:
          argument.template ??
          (argument.type.kind === 'opaque' ? argument.type : { kind: 'opaque', text: printArgument(argument) }),
      };
    // a name that nothing declares is read as that of a type
    const constant =
      parameter.kind === 'value' && argument.type.kind === 'opaque'
        ? undeclaredConstant(cx, argument.type.text, argument.node ?? parameter.node, argument.path)
        : null;
    if (constant?.kind === 'scalar')
      return {
        kind: 'slot',
        key: parameter.name,
        slot: { kind: 'value', value: constant, type: scalar(typeOf(constant.expr)) },
      };
    return parameter.kind === 'value'
      ? {
          kind: 'slot',
          key: parameter.name,
          slot: {
            kind: 'value',
            value: {
              kind: 'unknown',
              because: fill(messages.unknownTemplateArgument, { text: printArgument(argument) }),
              type: null,
            },
            type: argument.type,
          },
        }
      : { kind: 'type', type: argument.type };
  }
  const typeNode = childIn(parameter.node, 'type');
  const wanted = typeNode === null ? null : withBound(cx, bound, () => cx.rules.type(cx, typeNode));
  const value = wanted?.kind === 'scalar' ? convert(argument.value, wanted.type) : argument.value;
  return {
    kind: 'slot',
    key: parameter.name,
    slot: { kind: 'value', value: { kind: 'scalar', expr: value }, type: scalar(typeOf(value)) },
  };
}

/**
 * Arguments as values of the types of the parameters. What a type that is not known makes of a number is told by the
 * number alone.
 */
export function asParameters(
  cx: Context,
  list: SyntaxNode | null,
  given: readonly TemplateArgument[],
): readonly TemplateArgument[] {
  const parameters = templateParameters(cx, list);
  const bound = new Map<string, Binding>();
  return given.map((argument, k) => {
    const last = parameters.at(-1);
    const own = parameters[k] ?? last;
    if (own === undefined) return argument;
    const parameter = own.node.type.startsWith('variadic_') ? asElement(own) : own;
    if (parameter === own) bound.set(own.name, bindParameter(cx, own, argument, bound));
    if (argument.kind === 'type' && argument.template !== undefined && isOfTemplates(parameter))
      return { ...argument, type: argument.template };
    const typeNode = childIn(own.node, 'type');
    if (argument.kind !== 'value' || parameter.kind !== 'value' || typeNode === null || isDeduced(cx, own.node))
      return argument;
    const wanted = withBound(cx, bound, () => cx.rules.type(cx, typeNode));
    return {
      kind: 'value',
      value: wanted.kind === 'scalar' ? convert(argument.value, wanted.type) : asNumber(argument.value),
    };
  });
}

/** An integer as an `int`, or where it does not fit there, a `long`. */
function asNumber(value: Expr): Expr {
  if (typeOf(value).kind === 'float') return value;
  const [short, long] = [convert(value, i32), convert(value, i64)];
  return constantOf(short) === constantOf(long) ? short : long;
}

/** Binds the parameters of a class or alias template, from arguments and then defaults. What is left is opaque. */
export function bindTemplate(
  cx: Context,
  list: SyntaxNode | null,
  given: readonly TemplateArgument[],
  node: SyntaxNode,
): Map<string, Binding> {
  const bound = new Map<string, Binding>();
  templateParameters(cx, list).forEach((parameter, k) => {
    const argument = given[k] ?? fallbackArgument(cx, parameter, bound);
    if (argument !== null) bound.set(parameter.name, bindParameter(cx, parameter, argument, bound));
    else if (parameter.kind === 'type')
      bound.set(parameter.name, { kind: 'type', type: { kind: 'opaque', text: parameter.name } });
    else bound.set(parameter.name, unknownBinding(parameter, node));
  });
  return bound;
}

function unknownBinding(parameter: TemplateParameter, node: SyntaxNode): Binding {
  return {
    kind: 'slot',
    key: `${parameter.name} ${node.start}`,
    slot: {
      kind: 'value',
      value: {
        kind: 'unknown',
        because: fill(messages.unknownTemplateArgument, { text: parameter.name }),
        type: scalar(i32),
      },
      type: scalar(i32),
    },
  };
}

/** The default of a parameter, with the earlier parameters in scope. */
export function fallbackArgument(
  cx: Context,
  parameter: TemplateParameter,
  bound: ReadonlyMap<string, Binding>,
): TemplateArgument | null {
  const { fallback } = parameter;
  if (fallback === null) return null;
  return withBound(cx, bound, () =>
    parameter.kind === 'type'
      ? { kind: 'type', ...templateNamed(cx, fallback), type: cx.rules.type(cx, fallback) }
      : valueArgument(cx, fallback),
  );
}

/**
 * Binds template parameters so that the declared type (type node and declarator) becomes `actual`. False where the
 * shapes contradict each other; parts that name no parameter are not compared.
 */
export function deduce(
  cx: Context,
  typeNode: SyntaxNode | null,
  declarator: SyntaxNode | null,
  given: CType,
  parameters: readonly TemplateParameter[],
  bound: Map<string, Binding>,
): boolean {
  // from the type of a function nothing is deduced: it is not told apart from others
  if (isFunction(given) && isOfFunctions(declarator)) return true;
  let actual: CType | null = referred(given);
  for (const level of levelsOf(declarator)) {
    const isArray = level.kind === 'array';
    if (isArray && level.size !== null && !level.decays && actual.kind === 'array')
      bindExtent(cx, level.size, actual.extent, parameters, bound);
    actual = actual.kind === 'pointer' ? pointeeOf(actual) : actual.kind === 'array' ? actual.of : null;
    if (actual === null) return false;
    actual = referred(actual);
  }
  return typeNode === null || deduceType(cx, typeNode, actual, parameters, bound);
}

const isOfFunctions = (declarator: SyntaxNode | null): boolean =>
  declarator !== null && (/function_declarator$/.test(declarator.type) || declarator.children.some(isOfFunctions));

const referred = (type: CType): CType =>
  type.kind !== 'reference' ? type : type.isConst ? maybeConst(type.to) : type.to;

/**
 * A `*` or `[size]` of a declarator. An array that decays is a parameter by value, whose own length says nothing
 * ([dcl.fct]).
 */
type Level = Readonly<{ kind: 'pointer' } | { kind: 'array'; size: SyntaxNode | null; decays: boolean }>;

/**
 * What a declarator adds to its base type, outermost part of the type first: that is the part next to the name, so that
 * `a[8][16]` has 8 first.
 */
function levelsOf(declarator: SyntaxNode | null): readonly Level[] {
  if (declarator === null) return [];
  const inner =
    childIn(declarator, 'declarator') ??
    declarator.children.find((child) => child.named && /declarator$/.test(child.type)) ??
    null;
  switch (declarator.type) {
    case 'pointer_declarator':
    case 'abstract_pointer_declarator':
      return [...levelsOf(inner), { kind: 'pointer' }];
    case 'array_declarator':
    case 'abstract_array_declarator':
      return [
        ...levelsOf(inner),
        { kind: 'array', size: childIn(declarator, 'size'), decays: inner?.type === 'identifier' },
      ];
    case 'reference_declarator':
    case 'abstract_reference_declarator':
    case 'parenthesized_declarator':
    case 'abstract_parenthesized_declarator':
      return levelsOf(inner);
    default:
      return [];
  }
}

/**
 * Binds the parameter that an extent names. One that is bound already stays: arguments that are written come before
 * what is deduced.
 */
function bindExtent(
  cx: Context,
  size: SyntaxNode,
  extent: number | null,
  parameters: readonly TemplateParameter[],
  bound: Map<string, Binding>,
): void {
  const own = parameters.find((parameter) => parameter.name === textOf(cx, size));
  if (own === undefined || extent === null || bound.has(own.name)) return;
  bound.set(
    own.name,
    bindParameter(cx, own, { kind: 'value', value: { kind: 'int', value: BigInt(extent), type: i32 } }, bound),
  );
}

function deduceType(
  cx: Context,
  typeNode: SyntaxNode,
  actual: CType,
  parameters: readonly TemplateParameter[],
  bound: Map<string, Binding>,
): boolean {
  const own = parameters.find((parameter) => parameter.kind === 'type' && parameter.name === textOf(cx, typeNode));
  if (own !== undefined) {
    const known = bound.get(own.name);
    if (known?.kind === 'type') {
      if (isOpenConst(actual) && sameCType(known.type, actual))
        bound.set(own.name, { kind: 'type', type: maybeConst(known.type) });
      return sameCType(known.type, actual) || actual.kind === 'scalar';
    }
    bound.set(own.name, { kind: 'type', type: actual });
    return true;
  }
  const isTemplate = lastPart(typeNode).type === 'template_type';
  if (isTemplate && isNoClass(actual) && asksForClass(cx, typeNode, parameters, bound)) return false;
  if (!isTemplate || actual.kind !== 'struct' || actual.struct.template === null) return true;
  const { template } = actual.struct;
  const split = splitName(typeNode, (inner) => textOf(cx, inner));
  if (split.arguments === null) return true;
  const isOfSequence = template.name === sequenceTemplate && isSequence(split.name);
  if (split.name !== template.name && !isOfSequence) {
    const aliased = aliasedPatterns(cx, typeNode, template.name, (list) => templateParameters(cx, list));
    return aliased === null
      ? isAliasOf(cx, typeNode, actual, parameters)
      : aliased.every((one, k) => one === null || deduceArgument(cx, one, template.arguments[k], parameters, bound));
  }
  const given = isOfSequence && split.name !== sequenceTemplate ? template.arguments.slice(1) : template.arguments;
  const patterns = namedChildren(split.arguments);
  const isPackFit = deducePack(cx, patterns, given, parameters, bound);
  if (isPackFit === false) return false;
  return patterns
    .slice(0, isPackFit === null ? patterns.length : -1)
    .every((pattern, k) => deduceArgument(cx, pattern, given[k], parameters, bound));
}

/** `c<int>` of `a::b::c<int>`. */
const lastPart = (node: SyntaxNode): SyntaxNode => {
  const last = node.type === 'qualified_identifier' ? childIn(node, 'name') : null;
  return last === null ? node : lastPart(last);
};

/** What one argument of a class template says of the parameters in the pattern for it. */
function deduceArgument(
  cx: Context,
  pattern: SyntaxNode,
  argument: TemplateArgument | undefined,
  parameters: readonly TemplateParameter[],
  bound: Map<string, Binding>,
): boolean {
  if (argument === undefined) return true;
  const parameter = parameters.find((one) => one.name === textOf(cx, pattern).trim());
  if (parameter === undefined) {
    if (argument.kind === 'type' && pattern.type === 'type_descriptor')
      deduce(cx, childIn(pattern, 'type'), childIn(pattern, 'declarator'), argument.type, parameters, bound);
    return true;
  }
  const known = bound.get(parameter.name);
  if (known === undefined) bound.set(parameter.name, bindParameter(cx, parameter, argument, bound));
  return (
    known?.kind !== 'type' ||
    argument.kind !== 'type' ||
    argument.type.kind === 'opaque' ||
    known.type.kind === 'opaque' ||
    sameCType(known.type, argument.type)
  );
}

/** `S<A...>` and `S<T, I...>` give a pack at the end the arguments that are left; null where it is no such pattern. */
function deducePack(
  cx: Context,
  patterns: readonly SyntaxNode[],
  given: readonly TemplateArgument[],
  parameters: readonly TemplateParameter[],
  bound: Map<string, Binding>,
): boolean | null {
  const last = patterns.at(-1);
  const pattern = last?.type === 'parameter_pack_expansion' ? childIn(last, 'pattern') : null;
  const own =
    pattern === null
      ? undefined
      : parameters.find((one) => one.kind === 'other' && one.name === textOf(cx, pattern).trim());
  if (own === undefined) return null;
  const rest = given.slice(patterns.length - 1);
  if (
    given.length < patterns.length - 1 ||
    rest.some(({ kind }) => (kind === 'type') !== (asElement(own).kind === 'type'))
  )
    return false;
  const made: Binding = { kind: 'pack', elements: rest.map((one) => bindParameter(cx, asElement(own), one, bound)) };
  const known = bound.get(own.name);
  if (known === undefined) bound.set(own.name, made);
  return known === undefined || bindingKey(known) === bindingKey(made);
}

/** `half` is a scalar here and a class in CUDA. */
const isNoClass = (type: CType): boolean =>
  type.kind === 'pointer' || (type.kind === 'scalar' && !(type.type.kind === 'float' && type.type.bits === 16));

/**
 * Whether a pattern `S<T>` names a class template whose arguments have yet to be deduced: no conversion leads there
 * [temp.deduct.call].
 */
function asksForClass(
  cx: Context,
  typeNode: SyntaxNode,
  parameters: readonly TemplateParameter[],
  bound: ReadonlyMap<string, Binding>,
): boolean {
  const { name, arguments: list } = splitName(typeNode, (inner) => textOf(cx, inner));
  const declared = cx.unit.declared.types.get(name) ?? [];
  if (list === null || declared.length === 0 || declared.some((one) => one.kind !== 'struct')) return false;
  const words = new Set([...textOf(cx, list).matchAll(/[A-Za-z_]\w*/g)].map(([word]) => word));
  return parameters.some((one) => words.has(one.name) && !bound.has(one.name));
}

/** Text that tells instances of one template apart, with types as `print` writes them. */
export function bindingKey(binding: Binding, print: (type: CType) => string = typeKey): string {
  if (binding.kind === 'type') return `${isOpenConst(binding.type) ? 'const ' : ''}${print(binding.type)}`;
  if (binding.kind === 'pack') return binding.elements.map((one) => bindingKey(one, print)).join(', ');
  switch (binding.slot.kind) {
    case 'value':
      if (binding.slot.value.kind === 'function') return printArgument({ kind: 'function', value: binding.slot.value });
      return binding.slot.value.kind === 'scalar'
        ? printArgument({ kind: 'value', value: binding.slot.value.expr })
        : '?';
    case 'bits':
    case 'joined':
    case 'scalar':
    case 'pointer':
    case 'struct':
    case 'elements':
    case 'memory':
    case 'chosen':
    case 'unknown':
      return binding.slot.kind;
    default:
      return assertNever(binding.slot);
  }
}
