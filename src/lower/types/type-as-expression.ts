/**
 * Types that are expressions: the grammar reads `(a * (b)) - c` as a cast of `-c` to the type "pointer to a function that
 * takes a `b`", and `(T(x)) + y` as one to "function that takes an `x`". No cast to such types exists in C++ [expr.cast],
 * so where the names are values the declarator is turned back into the expression that was written. Exact.
 */
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import { childIn, namedChildren } from '../../parse/node.ts';
import { textOf } from '../context.ts';
import { resolveName } from '../names.ts';
import { lookUp } from '../scope.ts';

/** Whether the name means a value here, and not a type. */
export function isValueName(cx: Context, node: SyntaxNode): boolean {
  return /identifier$|^template_(type|function)$/.test(node.type) && lookUp(cx.scope, textOf(cx, node))?.kind !== 'type' && resolveName(cx, node) !== null;
}

/** A node of our own making, over the text from `first` to `last`. */
export function madeNode(type: string, children: readonly SyntaxNode[], first: SyntaxNode, last: SyntaxNode = first): SyntaxNode {
  return { type, children, start: first.start, end: last.end, named: true, missing: false, field: null };
}

/** Expressions joined by commas: none or one. */
export function commaOf(items: readonly SyntaxNode[]): readonly SyntaxNode[] {
  const [first, ...rest] = items;
  if (first === undefined) return [];
  return [rest.reduce((left, right) => madeNode('comma_expression', [{ ...left, field: 'left' }, { ...right, field: 'right' }], left, right), { ...first, field: null })];
}

/** Whether a `type_descriptor` can be no type of a cast: it names a value, or a function type. */
export function isNoType(cx: Context, descriptor: SyntaxNode): boolean {
  const type = childIn(descriptor, 'type');
  return type !== null && (isValueName(cx, type) || isFunctionType(childIn(descriptor, 'declarator')));
}

function isFunctionType(declarator: SyntaxNode | null): boolean {
  if (declarator === null) return false;
  if (declarator.type === 'abstract_function_declarator') return childIn(declarator, 'declarator')?.type !== 'abstract_parenthesized_declarator';
  return isFunctionType(innerOf(declarator));
}

/** The expression that a `type_descriptor` (or a parameter) stands for, or null when it is none that is understood. */
export function asExpression(cx: Context, descriptor: SyntaxNode): SyntaxNode | null {
  const type = childIn(descriptor, 'type');
  const declarator = childIn(descriptor, 'declarator');
  const word = type === null ? '' : textOf(cx, type);
  if (type !== null && declarator === null && (word === 'true' || word === 'false')) return { ...type, type: word, field: null };
  if (type === null || namedChildren(descriptor).length > (declarator === null ? 1 : 2)) return null;
  if (isValueName(cx, type)) return declarator === null ? { ...type, field: null } : applied(cx, { ...type, field: null }, declarator);
  if (declarator?.type !== 'abstract_function_declarator' || childIn(declarator, 'declarator') !== null) return null;
  const args = argumentsOf(cx, declarator);
  const fn: SyntaxNode = type.type === 'template_type' ? { ...type, type: 'template_function' } : type;
  return args === null ? null : calling(fn, args, declarator);
}

/** References have no field for what they are applied to; the extent of an array has one. */
function innerOf(declarator: SyntaxNode): SyntaxNode | null {
  return childIn(declarator, 'declarator') ?? declarator.children.find((child) => child.named && child.field === null && /declarator$|^identifier$/.test(child.type)) ?? null;
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
      if (base === null) return madeNode('pointer_expression', [{ ...operator, field: 'operator' }, { ...right, field: 'argument' }], declarator);
      return madeNode('binary_expression', [{ ...base, field: 'left' }, { ...operator, field: 'operator' }, { ...right, field: 'right' }], base, declarator);
    }
    case 'abstract_function_declarator':
      return appliedFunction(cx, base, inner, declarator);
    case 'abstract_array_declarator': {
      const size = childIn(declarator, 'size');
      const array = inner === null ? base : applied(cx, base, inner);
      if (size === null || array === null) return null;
      return madeNode('subscript_expression', [{ ...array, field: 'argument' }, { ...madeNode('subscript_argument_list', [{ ...size, field: null }], size), field: 'indices' }], array, declarator);
    }
    default:
      return null;
  }
}

function appliedFunction(cx: Context, base: SyntaxNode | null, inner: SyntaxNode | null, declarator: SyntaxNode): SyntaxNode | null {
  const args = argumentsOf(cx, declarator);
  if (args === null || (args.length === 0 && base === null)) return null;
  if (inner === null) return base === null ? madeNode('parenthesized_expression', commaOf(args), declarator) : calling(base, args, declarator);
  const type = inner.type === 'abstract_function_declarator' && base === null ? onlyType(cx, inner) : null;
  if (type !== null) {
    const value = madeNode('parenthesized_expression', commaOf(args), childIn(declarator, 'parameters') ?? declarator);
    return madeNode('cast_expression', [{ ...type, field: 'type' }, { ...value, field: 'value' }], declarator);
  }
  const callee = applied(cx, base, inner);
  return callee === null ? null : calling(callee, args, declarator);
}

/** The type in `(unsigned)`, which is read as a list of one parameter. */
function onlyType(cx: Context, declarator: SyntaxNode): SyntaxNode | null {
  const parameters = childIn(declarator, 'parameters');
  const [only, ...more] = parameters === null ? [] : namedChildren(parameters);
  const type = only === undefined ? null : childIn(only, 'type');
  return type === null || more.length > 0 || childIn(declarator, 'declarator') !== null || isValueName(cx, type) ? null : (only ?? null);
}

function calling(fn: SyntaxNode, args: readonly SyntaxNode[], last: SyntaxNode): SyntaxNode {
  return madeNode('call_expression', [{ ...fn, field: 'function' }, { ...madeNode('argument_list', args, last), field: 'arguments' }], fn, last);
}

/** Parameters as arguments; null when one of them is no expression. */
function argumentsOf(cx: Context, declarator: SyntaxNode): readonly SyntaxNode[] | null {
  const list = childIn(declarator, 'parameters');
  const parameters = list === null ? [] : namedChildren(list);
  const args = parameters.flatMap((parameter) => (parameter.type === 'parameter_declaration' ? (asExpression(cx, parameter) ?? []) : []));
  return args.length === parameters.length ? args : null;
}
