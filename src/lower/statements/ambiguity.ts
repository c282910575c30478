/**
 * Expressions that the grammar cannot group without knowing which names are types. `(T) - x` is a cast or a difference,
 * `(f)(x)[i]` a cast or a call, `a < b > (c)` two comparisons or a call of a template. The parser guesses; here the
 * tokens are grouped again by what the names mean (C++ [expr], precedence). Exact.
 *
 * Example: with `typedef unsigned char byte`, the tree of `(byte) - x * 2` is `(byte) - (x * 2)` and becomes
 * `((byte)-x) * 2`.
 */
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import { childIn, namedChildren } from '../../parse/node.ts';
import { textOf } from '../context.ts';
import { scalarNamed, vectorNamed } from '../types/c-type.ts';
import { splitName } from '../file-scope.ts';
import { resolveName } from '../names.ts';
import { lookUp } from '../scope.ts';
import { asExpression, commaOf, madeNode } from '../types/type-as-expression.ts';

/**
 * Operands with the operators between them, in the order of the text. `closing`: the `>` that the parser took for the
 * end of template arguments and that no operator has joined yet.
 */
type Sequence = Readonly<{
  operands: readonly SyntaxNode[];
  operators: readonly SyntaxNode[];
  closing: SyntaxNode | null;
}>;

const levels: ReadonlyMap<string, number> = new Map([
  ['||', 4],
  ['or', 4],
  ['&&', 5],
  ['and', 5],
  ['|', 6],
  ['bitor', 6],
  ['^', 7],
  ['xor', 7],
  ['&', 8],
  ['bitand', 8],
  ['==', 9],
  ['!=', 9],
  ['not_eq', 9],
  ['<', 10],
  ['<=', 10],
  ['>', 10],
  ['>=', 10],
  ['<=>', 10],
  ['<<', 11],
  ['>>', 11],
  ['+', 12],
  ['-', 12],
  ['*', 13],
  ['/', 13],
  ['%', 13],
]);

/** The expression grouped as the names in it demand, or null when the parser's grouping is right. */
export function regrouped(cx: Context, node: SyntaxNode): SyntaxNode | null {
  if (node.children.length === 0 || !isAmbiguous(node)) return null;
  switch (node.type) {
    case 'binary_expression':
    case 'unary_expression':
    case 'pointer_expression':
    case 'cast_expression':
      return ofOperators(cx, node);
    case 'update_expression':
      return node.children[0]?.field === 'operator' ? ofOperators(cx, node) : castOfPostfix(cx, node);
    case 'call_expression':
      return isComparison(cx, node) ? ofOperators(cx, node) : castOfPostfix(cx, node);
    case 'field_expression':
    case 'subscript_expression':
      return castOfPostfix(cx, node);
    default:
      return null;
  }
}

/**
 * Whether it could be grouped otherwise, whatever its names mean: it has a cast, `name<…>`, or `(name)` as a callee, or
 * as an operand beside operators that may be prefixes.
 */
function isAmbiguous(node: SyntaxNode): boolean {
  switch (node.type) {
    case 'binary_expression':
      return hasAmbiguousOperand(node, hasPrefixOperator(node));
    case 'unary_expression':
    case 'pointer_expression':
    case 'cast_expression':
      return isAmbiguousOperand(node, true);
    case 'update_expression':
    case 'call_expression':
    case 'field_expression':
    case 'subscript_expression':
      return isAmbiguousOperand(node, true) || isAmbiguousPostfix(node);
    default:
      return false;
  }
}

/** Whether one of the operators of a sequence could be a prefix, if what stands before it were a cast. */
const hasPrefixOperator = (node: SyntaxNode): boolean =>
  node.type === 'binary_expression' &&
  (node.children.some(({ field, type }) => field === 'operator' && prefixOperator.test(type)) ||
    [childIn(node, 'left'), childIn(node, 'right')].some((side) => side !== null && hasPrefixOperator(side)));

const prefixOperator = /^[-+*&]$/;

const hasAmbiguousOperand = (node: SyntaxNode, beforePrefix: boolean): boolean =>
  [childIn(node, 'left'), childIn(node, 'right')].some(
    (side) => side !== null && isAmbiguousOperand(side, beforePrefix),
  );

/** `beforePrefix`: an operator that may be a prefix stands in its sequence. */
function isAmbiguousOperand(node: SyntaxNode, beforePrefix: boolean): boolean {
  switch (node.type) {
    case 'binary_expression':
      return hasAmbiguousOperand(node, beforePrefix);
    case 'unary_expression':
    case 'pointer_expression':
    case 'update_expression': {
      const inner = childIn(node, 'argument');
      return inner !== null && (inner.type === 'binary_expression' || isAmbiguousOperand(inner, beforePrefix));
    }
    case 'call_expression':
      return childIn(node, 'function')?.type === 'template_function';
    default:
      return (
        node.type === 'cast_expression' ||
        node.type === 'template_function' ||
        (beforePrefix &&
          node.type === 'parenthesized_expression' &&
          namedChildren(node)[0]?.type.endsWith('identifier') === true)
      );
  }
}

/** A call of `(name)` to the left, as in `(name)(x).m[i]`. */
function isAmbiguousPostfix(node: SyntaxNode): boolean {
  const inner = childIn(node, node.type === 'call_expression' ? 'function' : 'argument');
  if (inner === null) return false;
  return (
    (inner.type === 'call_expression' && childIn(inner, 'function')?.type === 'parenthesized_expression') ||
    isAmbiguousPostfix(inner)
  );
}

function ofOperators(cx: Context, node: SyntaxNode): SyntaxNode | null {
  const found = sequenceOf(cx, node);
  if (found.closing !== null) return null;
  const merged = withCasts(cx, found);
  const isSame = merged.operands.length === found.operands.length && found.operands.length === plainLength(node);
  return isSame ? null : { ...grouped(cx, merged), field: node.field };
}

/** Number of operands as the parser has them. */
function plainLength(node: SyntaxNode): number {
  if (node.type !== 'binary_expression') return 1;
  const left = childIn(node, 'left');
  const right = childIn(node, 'right');
  return (left === null ? 0 : plainLength(left)) + (right === null ? 0 : plainLength(right));
}

function sequenceOf(cx: Context, node: SyntaxNode): Sequence {
  const alone = single(node);
  switch (node.type) {
    case 'binary_expression': {
      const left = childIn(node, 'left');
      const operator = childIn(node, 'operator');
      const right = childIn(node, 'right');
      return left === null || operator === null || right === null
        ? alone
        : joined(sequenceOf(cx, left), operator, sequenceOf(cx, right));
    }
    case 'unary_expression':
    case 'pointer_expression':
      return underPrefix(cx, node, 'argument');
    case 'update_expression':
      return node.children[0]?.field === 'operator' ? underPrefix(cx, node, 'argument') : alone;
    case 'cast_expression':
      return castSequence(cx, node) ?? underPrefix(cx, node, 'value');
    case 'call_expression':
      return comparisonSequence(cx, node) ?? alone;
    case 'template_function':
      return lessThan(cx, node) ?? alone;
    default:
      return alone;
  }
}

const single = (node: SyntaxNode): Sequence => ({ operands: [node], operators: [], closing: null });

/**
 * `a < b >` before `> c` is `a < b >> c`, and before `- c` it is `a < b > -c`. Where the two do not fit, `closing`
 * stays and the whole is left alone.
 */
function joined(left: Sequence, operator: SyntaxNode, right: Sequence): Sequence {
  const { closing } = left;
  const [first, ...others] = right.operands;
  if (closing !== null && first !== undefined && /^[-+*&]$/.test(operator.type)) {
    const kind = /^[*&]$/.test(operator.type) ? 'pointer_expression' : 'unary_expression';
    const prefixed = madeNode(
      kind,
      [
        { ...operator, field: 'operator' },
        { ...first, field: 'argument' },
      ],
      operator,
      first,
    );
    return {
      operands: [...left.operands, prefixed, ...others],
      operators: [...left.operators, closing, ...right.operators],
      closing: right.closing,
    };
  }
  const isShift = closing !== null && operator.type === '>' && operator.start === closing.end;
  const token: SyntaxNode = isShift ? { ...operator, type: '>>', start: closing.start } : operator;
  const rest = closing !== null && !isShift ? closing : right.closing;
  return {
    operands: [...left.operands, ...right.operands],
    operators: [...left.operators, token, ...right.operators],
    closing: rest,
  };
}

/** A prefix binds to the first operand only. */
function underPrefix(cx: Context, node: SyntaxNode, field: string): Sequence {
  const inner = childIn(node, field);
  const sequence = inner === null ? null : sequenceOf(cx, inner);
  const first = sequence?.operands[0];
  if (inner === null || sequence === null || first === undefined || first === inner) return single(node);
  const wrapped: SyntaxNode = {
    ...node,
    end: first.end,
    children: node.children.map((child) => (child === inner ? { ...first, field } : child)),
  };
  return { ...sequence, operands: [wrapped, ...sequence.operands.slice(1)] };
}

/** `(x) - y` that was read as a cast to a type `x`; null when it is a cast. */
function castSequence(cx: Context, node: SyntaxNode): Sequence | null {
  const type = childIn(node, 'type');
  const value = childIn(node, 'value');
  const inside = type === null ? null : asExpression(cx, type);
  if (type === null || value === null || inside === null) return null;
  const first: SyntaxNode = madeNode('parenthesized_expression', [{ ...inside, field: null }], type);
  if (value.type === 'parenthesized_expression') {
    const call = madeNode(
      'call_expression',
      [
        { ...first, field: 'function' },
        { ...value, type: 'argument_list', field: 'arguments' },
      ],
      node,
    );
    return single(call);
  }
  const operator = childIn(value, 'operator');
  const argument = childIn(value, 'argument');
  if (operator === null || argument === null || !/^(unary|pointer)_expression$/.test(value.type)) return null;
  const inner = childIn(argument, 'operator');
  const isAnd =
    operator.type === '&' &&
    argument.type === 'pointer_expression' &&
    inner?.type === '&' &&
    inner.start === operator.end;
  const rest = isAnd ? childIn(argument, 'argument') : argument;
  if (rest === null) return null;
  const token: SyntaxNode = isAnd ? { ...operator, type: '&&', end: inner.end } : operator;
  return joined(single(first), token, sequenceOf(cx, rest));
}

const isComparison = (cx: Context, node: SyntaxNode): boolean => comparisonSequence(cx, node) !== null;

/** `a < b > (c)` where `a` is a value; null when it is a call. */
function comparisonSequence(cx: Context, node: SyntaxNode): Sequence | null {
  const fn = childIn(node, 'function');
  const args = childIn(node, 'arguments');
  const left = fn?.type === 'template_function' ? lessThan(cx, fn) : null;
  if (left === null || left.closing === null || args === null) return null;
  const last = madeNode('parenthesized_expression', commaOf(namedChildren(args)), args);
  return joined({ ...left, closing: null }, left.closing, single(last));
}

/** `a<b>` where `a` is a value: `a < b` with a `>` behind it; null when it is a template, or has several arguments. */
function lessThan(cx: Context, node: SyntaxNode): Sequence | null {
  const name = childIn(node, 'name');
  const list = childIn(node, 'arguments');
  if (name === null || list === null || !isScalarName(cx, name)) return null;
  const [inside, ...more] = namedChildren(list);
  const [less, greater] = list.children.filter((child) => !child.named);
  if (inside === undefined || more.length > 0 || less === undefined || greater === undefined) return null;
  const bare = inside.type === 'type_descriptor' ? asExpression(cx, inside) : inside;
  return bare === null
    ? null
    : { ...joined(single({ ...name, field: null }), less, sequenceOf(cx, bare)), closing: greater };
}

/** Whether a `template_function` has the name of a value that is no variable template: then its `<` is a comparison. */
export function isNoTemplate(cx: Context, node: SyntaxNode): boolean {
  const name = childIn(node, 'name');
  if (node.type !== 'template_function' || name === null) return false;
  const isTemplate =
    lookUp(cx.scope, textOf(cx, name)) === null &&
    (cx.unit.declared.variables.get(textOf(cx, name)) ?? []).some((one) => one.template !== null);
  return !isTemplate && isScalarName(cx, name);
}

/** Joins `(T)` with the operator and operand after it into a cast, last first. */
function withCasts(cx: Context, sequence: Sequence): Sequence {
  const operands = [...sequence.operands];
  const operators = [...sequence.operators];
  for (let k = operators.length - 1; k >= 0; k--) {
    const [left, operator, right] = [operands[k], operators[k], operands[k + 1]];
    if (left === undefined || operator === undefined || right === undefined || !prefixOperator.test(operator.type))
      continue;
    const cast = asCast(cx, left, operator, right);
    if (cast === null) continue;
    operands.splice(k, 2, cast);
    operators.splice(k, 1);
  }
  return { operands, operators, closing: null };
}

function asCast(cx: Context, left: SyntaxNode, operator: SyntaxNode, right: SyntaxNode): SyntaxNode | null {
  const field = left.type === 'cast_expression' ? 'value' : 'argument';
  const inner = /^(cast|unary|pointer)_expression$/.test(left.type) ? childIn(left, field) : null;
  if (inner !== null) {
    const wrapped = asCast(cx, inner, operator, right);
    return wrapped === null
      ? null
      : {
          ...left,
          end: right.end,
          children: left.children.map((child) => (child === inner ? { ...wrapped, field } : child)),
        };
  }
  const type = typeInParentheses(cx, left);
  if (type === null) return null;
  const kind = /^[*&]$/.test(operator.type) ? 'pointer_expression' : 'unary_expression';
  const value = madeNode(
    kind,
    [
      { ...operator, field: 'operator' },
      { ...right, field: 'argument' },
    ],
    operator,
    right,
  );
  return madeNode(
    'cast_expression',
    [
      { ...type, field: 'type' },
      { ...value, field: 'value' },
    ],
    left,
    right,
  );
}

/** `(T)(x).m`, `(T)(x)[i]`, `(T)(x)++`: the cast is of the whole; the parser has a member of a call. */
function castOfPostfix(cx: Context, node: SyntaxNode): SyntaxNode | null {
  const inner = childIn(node, node.type === 'call_expression' ? 'function' : 'argument');
  if (inner === null) return null;
  const type = inner.type === 'call_expression' ? calledType(cx, inner) : null;
  const args = childIn(inner, 'arguments');
  if (type !== null && args !== null) {
    const value = madeNode('parenthesized_expression', commaOf(namedChildren(args)), args);
    return castAround(node, type, inner, value);
  }
  const deeper = castOfPostfix(cx, inner);
  const own = deeper === null ? null : childIn(deeper, 'type');
  const value = deeper === null ? null : childIn(deeper, 'value');
  return own === null || value === null ? null : castAround(node, own, inner, value);
}

function castAround(node: SyntaxNode, type: SyntaxNode, inner: SyntaxNode, value: SyntaxNode): SyntaxNode {
  const whole: SyntaxNode = {
    ...node,
    children: node.children.map((child) => (child === inner ? { ...value, field: inner.field } : child)),
    field: 'value',
  };
  return { ...madeNode('cast_expression', [{ ...type, field: 'type' }, whole], node), field: node.field };
}

function calledType(cx: Context, call: SyntaxNode): SyntaxNode | null {
  const fn = childIn(call, 'function');
  return fn === null ? null : typeInParentheses(cx, fn);
}

function typeInParentheses(cx: Context, node: SyntaxNode): SyntaxNode | null {
  const inner = node.type === 'parenthesized_expression' ? namedChildren(node)[0] : undefined;
  return inner !== undefined && isTypeName(cx, inner) ? inner : null;
}

/** A name that holds no function object: `a < b > (c)` compares it. */
function isScalarName(cx: Context, node: SyntaxNode): boolean {
  const name = textOf(cx, node);
  const isTemplate =
    lookUp(cx.scope, name) === null &&
    (cx.unit.declared.variables.get(name) ?? []).some((decl) => decl.template !== null);
  const slot = isTemplate || isLocalType(cx, node) ? null : resolveName(cx, node);
  return (
    slot !== null &&
    (slot.kind === 'scalar' ||
      slot.kind === 'pointer' ||
      (slot.kind === 'value' && slot.value.kind === 'scalar') ||
      (slot.kind === 'memory' && slot.type.kind === 'scalar'))
  );
}

function isLocalType(cx: Context, node: SyntaxNode): boolean {
  return lookUp(cx.scope, textOf(cx, node))?.kind === 'type';
}

/** Whether the name means a type here. */
export function isTypeName(cx: Context, node: SyntaxNode): boolean {
  if (!/^(identifier|qualified_identifier|type_identifier)$/.test(node.type)) return false;
  if (isLocalType(cx, node)) return true;
  if (resolveName(cx, node) !== null) return false;
  const { name } = splitName(node, (inner) => textOf(cx, inner));
  return cx.unit.declared.types.has(name) || scalarNamed(name) !== null || vectorNamed(name) !== null;
}

/** Groups operands by the precedence of the operators between them; all of them group to the left. */
function grouped(cx: Context, { operands, operators }: Pick<Sequence, 'operands' | 'operators'>): SyntaxNode {
  const weakest = operators.reduce(
    (best, operator, k) => (levelOf(cx, operator) <= levelOf(cx, operators[best] ?? operator) ? k : best),
    0,
  );
  const operator = operators[weakest];
  const [first] = operands;
  if (first === undefined) return madeNode('ERROR', [], operands[0] ?? emptyNode);
  if (operator === undefined) return first;
  const left = grouped(cx, { operands: operands.slice(0, weakest + 1), operators: operators.slice(0, weakest) });
  const right = grouped(cx, { operands: operands.slice(weakest + 1), operators: operators.slice(weakest + 1) });
  return madeNode(
    'binary_expression',
    [
      { ...left, field: 'left' },
      { ...operator, field: 'operator' },
      { ...right, field: 'right' },
    ],
    left,
    right,
  );
}

const emptyNode: SyntaxNode = {
  type: 'ERROR',
  start: 0,
  end: 0,
  named: true,
  missing: false,
  field: null,
  children: [],
};
const levelOf = (cx: Context, operator: SyntaxNode): number => levels.get(textOf(cx, operator)) ?? 0;
