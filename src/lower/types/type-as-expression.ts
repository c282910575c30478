/**
 * Types that are expressions: the grammar reads `(a * (b)) - c` as a cast of `-c` to the type "pointer to a function
 * that takes a `b`", and `(T(x)) + y` as one to "function that takes an `x`". No cast to such types exists in C++
 * [expr.cast], so where the names are values the declarator is turned back into the expression that was written. Exact.
 */
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import { childIn, namedChildren } from '../../parse/node.ts';
import { textOf } from '../context.ts';
import { splitName, visible } from '../file-scope.ts';
import { resolveName } from '../names.ts';
import { lookUp } from '../scope.ts';

/** Whether the name means a value here, and not a type. */
function isValueName(cx: Context, node: SyntaxNode): boolean {
  return (
    /identifier$|^template_(type|function)$/.test(node.type) &&
    lookUp(cx.scope, textOf(cx, node))?.kind !== 'type' &&
    resolveName(cx, node) !== null
  );
}

/**
 * What `T x(…);` is given where it cannot declare a function: one of the parameters starts with the name of a value or
 * of a function, and all are expressions (C++ [dcl.ambig.res]). Null where it declares one, or is not understood.
 */
export function argumentsLikeParameters(cx: Context, declarator: SyntaxNode): readonly SyntaxNode[] | null {
  const list = declarator.type === 'function_declarator' ? childIn(declarator, 'parameters') : null;
  return list !== null && namedChildren(list).some((parameter) => isNoParameter(cx, parameter))
    ? argumentsOf(cx, declarator)
    : null;
}

/** Whether it starts with the name of a value or of a function, or is `f(…)` of such with an `f` that is no type. */
function isNoParameter(cx: Context, parameter: SyntaxNode): boolean {
  const type = childIn(parameter, 'type');
  if (type === null || !isName(type)) return false;
  if (isValueName(cx, type)) return true;
  const list = childIn(childIn(parameter, 'declarator') ?? parameter, 'parameters');
  return (
    !namesType(cx, type) &&
    (isFunctionName(cx, type) || (list !== null && namedChildren(list).some((inner) => isNoParameter(cx, inner))))
  );
}

const isName = (node: SyntaxNode): boolean => /identifier$|^template_(type|function)$/.test(node.type);

function namesType(cx: Context, node: SyntaxNode): boolean {
  const { name } = splitName(node, (inner) => textOf(cx, inner));
  return (
    !isName(node) ||
    lookUp(cx.scope, name)?.kind === 'type' ||
    cx.unit.declared.types.has(name) ||
    cx.rules.type(cx, node).kind !== 'opaque'
  );
}

function isFunctionName(cx: Context, node: SyntaxNode): boolean {
  const { name, scopes } = splitName(node, (inner) => textOf(cx, inner));
  return visible(cx.unit.declared.functions.get(name) ?? [], scopes, cx.frame.path).length > 0;
}

/** The name of a function that was read as one of a type. */
function asCallee(name: SyntaxNode): SyntaxNode {
  switch (name.type) {
    case 'type_identifier':
      return retyped(name, 'identifier');
    case 'template_type':
      return retyped(name, 'template_function');
    default:
      return { ...name, children: name.children.map((child) => (child.field === 'name' ? asCallee(child) : child)) };
  }
}

function retyped(node: SyntaxNode, type: string): SyntaxNode {
  return { ...node, type };
}

/** A node of our own making, over the text from `first` to `last`. */
export function madeNode(
  type: string,
  children: readonly SyntaxNode[],
  first: SyntaxNode,
  last: SyntaxNode = first,
): SyntaxNode {
  return { type, children, start: first.start, end: last.end, named: true, missing: false, field: null };
}

/** Expressions joined by commas: none or one. */
export function commaOf(items: readonly SyntaxNode[]): readonly SyntaxNode[] {
  const [first, ...rest] = items;
  if (first === undefined) return [];
  return [
    rest.reduce(
      (left, right) =>
        madeNode(
          'comma_expression',
          [
            { ...left, field: 'left' },
            { ...right, field: 'right' },
          ],
          left,
          right,
        ),
      { ...first, field: null },
    ),
  ];
}

/** Whether a `type_descriptor` can be no type of a cast: it names a value, or a function type. */
export function isNoType(cx: Context, descriptor: SyntaxNode): boolean {
  const type = childIn(descriptor, 'type');
  return type !== null && (isValueName(cx, type) || isFunctionType(childIn(descriptor, 'declarator')));
}

function isFunctionType(declarator: SyntaxNode | null): boolean {
  if (declarator === null) return false;
  if (declarator.type === 'abstract_function_declarator')
    return childIn(declarator, 'declarator')?.type !== 'abstract_parenthesized_declarator';
  return isFunctionType(innerOf(declarator));
}

/** The expression that a `type_descriptor` (or a parameter) stands for, or null when it is none that is understood. */
export function asExpression(cx: Context, descriptor: SyntaxNode): SyntaxNode | null {
  const type = childIn(descriptor, 'type');
  const declarator = childIn(descriptor, 'declarator');
  const word = type === null ? '' : textOf(cx, type);
  if (type !== null && declarator === null && (word === 'true' || word === 'false'))
    return { ...type, type: word, field: null };
  if (type === null || namedChildren(descriptor).length > (declarator === null ? 1 : 2)) return null;
  if (isValueName(cx, type))
    return declarator === null ? { ...type, field: null } : applied(cx, { ...type, field: null }, declarator);
  if (declarator?.type !== 'abstract_function_declarator' || childIn(declarator, 'declarator') !== null) return null;
  const args = argumentsOf(cx, declarator);
  const fn = namesType(cx, type) && type.type !== 'template_type' ? type : asCallee(type);
  return args === null ? null : calling(fn, args, declarator);
}

/** References have no field for what they are applied to; the extent of an array has one. */
function innerOf(declarator: SyntaxNode): SyntaxNode | null {
  return (
    childIn(declarator, 'declarator') ??
    declarator.children.find(
      (child) => child.named && child.field === null && /declarator$|^identifier$/.test(child.type),
    ) ??
    null
  );
}

/** `base declarator` as an expression; `base` is null behind an operator. */
function applied(cx: Context, base: SyntaxNode | null, declarator: SyntaxNode): SyntaxNode | null {
  const inner = innerOf(declarator);
  switch (declarator.type) {
    case 'identifier':
      return base === null ? { ...declarator, field: null } : null;
    case 'pointer_declarator':
    case 'reference_declarator':
    case 'abstract_pointer_declarator':
    case 'abstract_reference_declarator': {
      const operator = declarator.children[0];
      const right = inner === null ? null : applied(cx, null, inner);
      if (operator === undefined || right === null || !/^(\*|&&?)$/.test(operator.type)) return null;
      if (base === null && operator.type === '&&') return null;
      if (base === null)
        return madeNode(
          'pointer_expression',
          [
            { ...operator, field: 'operator' },
            { ...right, field: 'argument' },
          ],
          declarator,
        );
      return madeNode(
        'binary_expression',
        [
          { ...base, field: 'left' },
          { ...operator, field: 'operator' },
          { ...right, field: 'right' },
        ],
        base,
        declarator,
      );
    }
    case 'abstract_function_declarator':
      return appliedFunction(cx, base, inner, declarator);
    case 'array_declarator':
    case 'abstract_array_declarator': {
      const size = childIn(declarator, 'size');
      const array = inner === null ? base : applied(cx, base, inner);
      if (size === null || array === null) return null;
      return madeNode(
        'subscript_expression',
        [
          { ...array, field: 'argument' },
          { ...madeNode('subscript_argument_list', [{ ...size, field: null }], size), field: 'indices' },
        ],
        array,
        declarator,
      );
    }
    default:
      return null;
  }
}

function appliedFunction(
  cx: Context,
  base: SyntaxNode | null,
  inner: SyntaxNode | null,
  declarator: SyntaxNode,
): SyntaxNode | null {
  const args = argumentsOf(cx, declarator);
  if (args === null || (args.length === 0 && base === null)) return null;
  if (inner === null)
    return base === null
      ? madeNode('parenthesized_expression', commaOf(args), declarator)
      : calling(base, args, declarator);
  const type = inner.type === 'abstract_function_declarator' && base === null ? onlyType(cx, inner) : null;
  if (type !== null) {
    const value = madeNode('parenthesized_expression', commaOf(args), childIn(declarator, 'parameters') ?? declarator);
    return madeNode(
      'cast_expression',
      [
        { ...type, field: 'type' },
        { ...value, field: 'value' },
      ],
      declarator,
    );
  }
  const callee = applied(cx, base, inner);
  return callee === null ? null : calling(callee, args, declarator);
}

/** The type in `(unsigned)`, which is read as a list of one parameter. */
function onlyType(cx: Context, declarator: SyntaxNode): SyntaxNode | null {
  const parameters = childIn(declarator, 'parameters');
  const [only, ...more] = parameters === null ? [] : namedChildren(parameters);
  const type = only === undefined ? null : childIn(only, 'type');
  return type === null || more.length > 0 || childIn(declarator, 'declarator') !== null || isValueName(cx, type)
    ? null
    : (only ?? null);
}

function calling(fn: SyntaxNode, args: readonly SyntaxNode[], last: SyntaxNode): SyntaxNode {
  return madeNode(
    'call_expression',
    [
      { ...fn, field: 'function' },
      { ...madeNode('argument_list', args, last), field: 'arguments' },
    ],
    fn,
    last,
  );
}

/** Parameters as arguments; null when one of them is no expression. */
function argumentsOf(cx: Context, declarator: SyntaxNode): readonly SyntaxNode[] | null {
  const list = childIn(declarator, 'parameters');
  const parameters = list === null ? [] : namedChildren(list);
  const args = parameters.flatMap((parameter) => argumentOf(cx, parameter) ?? []);
  return args.length === parameters.length ? args : null;
}

function argumentOf(cx: Context, parameter: SyntaxNode): SyntaxNode | null {
  if (parameter.type === 'parameter_declaration') return asExpression(cx, parameter);
  return parameter.type === 'optional_parameter_declaration' ? assigned(cx, parameter) : null;
}

/** `x = y`, `x &= y` and `x *= y`, which are read as parameters with a default value. */
function assigned(cx: Context, parameter: SyntaxNode): SyntaxNode | null {
  const left = childIn(parameter, 'type');
  const declarator = childIn(parameter, 'declarator');
  const equals = parameter.children.find((child) => child.type === '=');
  const right = childIn(parameter, 'default_value');
  if (left === null || equals === undefined || right === null || !isValueName(cx, left)) return null;
  const sign = declarator === null ? '' : textOf(cx, declarator);
  if (!/^[*&]?$/.test(sign) || (declarator !== null && declarator.end !== equals.start)) return null;
  const operator: SyntaxNode = {
    ...equals,
    type: `${sign}=`,
    start: declarator?.start ?? equals.start,
    field: 'operator',
  };
  return madeNode(
    'assignment_expression',
    [{ ...left, field: 'left' }, operator, { ...right, field: 'right' }],
    parameter,
  );
}
