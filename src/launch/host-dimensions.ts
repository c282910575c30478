/**
 * The three dimensions of a grid or block, from numbers, `dim3` values and variables, and functions that make them.
 * Exact.
 */
import type { Expr } from '../base/expr.ts';
import type { SyntaxNode } from '../parse/node.ts';
import type { Binding, Dimensions, Evaluation } from './evaluation.ts';
import type { Declaration, Initial } from './host-names.ts';
import { varId } from '../base/brand.ts';
import { bool, u32 } from '../base/ctype.ts';
import { int, select, variable } from '../base/expr-build.ts';
import { isConstantName } from '../base/constant-name.ts';
import { childIn, namedChildren, textOf } from '../parse/node.ts';
import { calleeName } from './declarator.ts';
import { goesOn } from './evaluation.ts';
import { resultOf, resultsOf, returnedTypeOf } from './host-call.ts';
import { hostTypeOf, spelledType } from './host-type.ts';
import { constantOf, applyFunction, converted, hostType } from './host-value.ts';
import { memberOfType } from './type-members.ts';
import { lookup } from './lookup.ts';
import { mayCallOperator } from './own-operators.ts';

export const isDim3 = (declaration: Declaration): boolean =>
  /^(?:const\s+)?(?:::)?(?:dim3|uint3)$/.test(declaration.typeText.trim());
/** Whether a parameter has the type of what it is given: `auto v`, and `T v` of a template. */
export const isDeduced = ({ names }: Evaluation, { kind, typeText, node }: Declaration): boolean =>
  kind === 'parameter' && (typeText === 'auto' || lookup(names, typeText, node)?.scope.type === 'template_declaration');
export const axes: readonly string[] = ['x', 'y', 'z'];
/** Whether a type is one of three axes. */
export const isAxesType = (type: string | null): boolean => type === 'dim3' || type === 'uint3';

/** One axis of a `dim3` that begins so; axes that are not given are 1. */
export function axisOf(cx: Evaluation, initial: Initial, member: string): Expr | null {
  const k = axes.indexOf(member);
  if (k < 0) return null;
  if (initial.kind === 'none') return int(1, u32);
  if (initial.kind === 'expression') return dimensions(cx, initial.node)[k] ?? null;
  const [only, second] = initial.nodes;
  if (only !== undefined && second === undefined && shapeOfExpression(cx, only) !== 'scalar')
    return dimensions(cx, only)[k] ?? null;
  const node = initial.nodes[k];
  return node === undefined ? int(1, u32) : converted(u32, cx.rules.evaluate(cx, node));
}

/** The three dimensions that an expression gives as a launch's grid or block. */
export function dimensions(cx: Evaluation, node: SyntaxNode): Dimensions {
  if (!goesOn(cx)) return [null, null, null];
  const inner = node.type === 'parenthesized_expression' ? namedChildren(node)[0] : undefined;
  if (inner !== undefined) return dimensions(cx, inner);
  const given = constructorArguments(cx, node);
  if (given !== null) {
    const initial: Initial = { kind: 'arguments', nodes: given };
    return [axisOf(cx, initial, 'x'), axisOf(cx, initial, 'y'), axisOf(cx, initial, 'z')];
  }
  switch (shapeOfExpression(cx, node)) {
    case 'scalar':
      return [converted(u32, cx.rules.evaluate(cx, node)), int(1, u32), int(1, u32)];
    case 'constant':
      return [converted(u32, cx.rules.evaluate(cx, node)), null, null];
    case 'unknown':
      return [null, null, null];
    case 'dim3': {
      // `block`, and `params.block`
      const [name = '', ...members] = textOf(cx.names.source, node)
        .split('.')
        .map((part) => part.trim());
      const axis = (own: string): Expr | null => cx.rules.variable(cx, name, node, [...members, own].join('.'));
      return [axis('x'), axis('y'), axis('z')];
    }
    case 'call':
      return resultOf(cx, node, dimensions) ?? amongResults(cx, node, resultsOf(cx, node, dimensions) ?? []);
  }
}

/** The axes in which all that a call may return are numbers: one, or a choice between them that nothing decides. */
function amongResults(cx: Evaluation, call: SyntaxNode, results: readonly Dimensions[]): Dimensions {
  const numbers = (one: Dimensions): string => one.map((value) => (value === null ? '' : constantOf(value))).join();
  const kinds = [...new Map(results.map((one) => [numbers(one), one])).values()];
  const isResult = (k: number): Expr => variable(varId(`result ${k} ${cx.frame}${call.start}`), bool);
  const axis = (k: 0 | 1 | 2): Expr | null => {
    const values = kinds.map((one) => one[k]);
    const known = values.filter((value) => value !== null && constantOf(value) !== null);
    const isOne = new Set(known.map((value) => (value === null ? null : constantOf(value)))).size === 1;
    if (known.length < values.length) return null;
    return isOne
      ? (known[0] ?? null)
      : known.reduceRight(
          (rest, value, at) => (rest === null || value === null ? value : select(isResult(at), value, rest)),
          null,
        );
  };
  return [axis(0), axis(1), axis(2)];
}

/** The arguments of `dim3(…)`, `dim3{…}`, `{…}`, `make_uint3(…)`. */
export function constructorArguments(cx: Evaluation, node: SyntaxNode): readonly SyntaxNode[] | null {
  if (node.type === 'initializer_list') return namedChildren(node);
  if (node.type === 'compound_literal_expression') {
    const type = childIn(node, 'type');
    const value = childIn(node, 'value');
    return value !== null && (type === null || type.missing || textOf(cx.names.source, type) === 'dim3')
      ? namedChildren(value)
      : null;
  }
  const callee = node.type === 'call_expression' ? childIn(node, 'function') : null;
  const args = callee === null ? null : childIn(node, 'arguments');
  const name = callee === null ? '' : textOf(cx.names.source, callee).replace(/^::/, '');
  return args !== null && /^(?:dim3|make_uint3)$/.test(name) && !cx.names.functions.has(name)
    ? namedChildren(args)
    : null;
}

const scalarNodes = new Set([
  'number_literal',
  'binary_expression',
  'unary_expression',
  'sizeof_expression',
  'cast_expression',
  'field_expression',
  'true',
  'false',
  'update_expression',
]);

/**
 * Whether the expression is a number (then a launch with it has one dimension), a `dim3` variable, a call, or cannot be
 * told. `constant`: a number or a `dim3` that nothing in sight declares.
 */
function shapeOfExpression(cx: Evaluation, node: SyntaxNode): 'scalar' | 'dim3' | 'call' | 'constant' | 'unknown' {
  const [inner] = namedChildren(node);
  if (node.type === 'parenthesized_expression' && inner !== undefined) return shapeOfExpression(cx, inner);
  if (node.type === 'field_expression')
    return isDim3Member(cx, node)
      ? 'dim3'
      : /\.\s*[xyz]$/.test(textOf(cx.names.source, node)) && hostTypeOf(cx.names, node) === null
        ? 'scalar'
        : shapeOfType(cx, node);
  if (node.type === 'cast_expression') return shapeOfCast(cx, childIn(node, 'type'));
  // what an operator of the file's makes of a `dim3` may be another
  if (scalarNodes.has(node.type))
    return mayCallOperator(cx.names, node) ||
      namedChildren(node).some((operand) => isNamed(operand) && shapeOfExpression(cx, operand) === 'dim3')
      ? 'unknown'
      : 'scalar';
  if (node.type === 'conditional_expression') {
    const arms = [childIn(node, 'consequence'), childIn(node, 'alternative')];
    return arms.every((arm) => arm !== null && shapeOfExpression(cx, arm) === 'scalar') ? 'scalar' : 'unknown';
  }
  if (node.type === 'call_expression') return shapeOfCall(cx, node);
  if (node.type !== 'identifier' && node.type !== 'type_identifier' && node.type !== 'qualified_identifier')
    return shapeOfType(cx, node);
  const name = calleeName(node) ?? node;
  const member = node.type === 'qualified_identifier' ? memberOfType(cx, node) : null;
  const declaration = member?.declaration ?? lookup(cx.names, textOf(cx.names.source, name), node);
  if (declaration === null && isConstantName(textOf(cx.names.source, node))) return 'constant';
  if (declaration === null || !goesOn(cx)) return 'unknown';
  if (declaration.kind === 'enumerator' || hostType(declaration.typeText) !== null) return 'scalar';
  if (isDim3(declaration)) return 'dim3';
  // the name of a type may be another one's
  if (shapeOfType(cx, name) === 'scalar') return 'scalar';
  const given = typedBy(cx, declaration);
  if (given === null) return 'unknown';
  return constructorArguments(given.cx, given.node) !== null
    ? 'dim3'
    : shapeOfExpression({ ...given.cx, depth: cx.depth + 1 }, given.node);
}

const isNamed = ({ type }: SyntaxNode): boolean => type === 'identifier' || type === 'field_expression';

/** The expression that gives a variable its type: what a parameter is given, and e of `auto v = e`. */
function typedBy(cx: Evaluation, declaration: Declaration): NonNullable<Binding> | null {
  const { typeText, initial } = declaration;
  const bound = isDeduced(cx, declaration) ? (cx.bindings.get(declaration) ?? null) : null;
  return bound ?? (typeText === 'auto' && initial.kind === 'expression' ? { cx, node: initial.node } : null);
}

/** What is told by the type of `config.threads`, `sizes[k]` and `*threads`. */
function shapeOfType(cx: Evaluation, node: SyntaxNode): 'scalar' | 'unknown' {
  const type = hostTypeOf(cx.names, node);
  return type === null || hostType(type) === null ? 'unknown' : 'scalar';
}

/** Whether it is a member of an object that a variable is, and a `dim3`. */
const isDim3Member = (cx: Evaluation, node: SyntaxNode): boolean =>
  childIn(node, 'argument')?.type === 'identifier' &&
  !textOf(cx.names.source, node).includes('->') &&
  /^(?:dim3|uint3)$/.test(hostTypeOf(cx.names, node) ?? '');

/** By the type that is written, aliases followed. */
const shapeOfCast = ({ names }: Evaluation, type: SyntaxNode | null): 'scalar' | 'unknown' =>
  type === null || (hostType(textOf(names.source, type)) === null && hostType(spelledType(names, type) ?? '') === null)
    ? 'unknown'
    : 'scalar';

function shapeOfCall(cx: Evaluation, node: SyntaxNode): 'scalar' | 'call' | 'unknown' {
  const callee = childIn(node, 'function');
  const name = callee === null ? null : calleeName(callee);
  const spelled = name === null ? '' : textOf(cx.names.source, name);
  if (
    callee?.type === 'primitive_type' ||
    hostType(spelled) !== null ||
    applyFunction(spelled, [int(4), int(2)]) !== null
  )
    return 'scalar';
  if (callee?.type === 'template_function') {
    const [type] = namedChildren(childIn(callee, 'arguments') ?? callee);
    if (textOf(cx.names.source, callee).startsWith('static_cast') && type !== undefined) return shapeOfCast(cx, type);
  }
  const [definition] = cx.names.functions.get(spelled) ?? [];
  const returned = definition === undefined ? null : returnedTypeOf(definition);
  if (returned === null) return 'unknown';
  if (shapeOfCast(cx, returned) === 'scalar') return 'scalar';
  const type = spelledType(cx.names, returned) ?? textOf(cx.names.source, returned);
  // `template <typename T> T ceilDiv(T a, T b)`: the type is that of what is computed
  return /^(?:auto|dim3|uint3)$/.test(type) || lookup(cx.names, type, returned)?.scope.type === 'template_declaration'
    ? 'call'
    : 'unknown';
}
