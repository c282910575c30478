/** Expressions: each kind of node to a value or a slot. Effects are emitted in C's evaluation order, left to right. */
import type { Expr } from '../../base/expr.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { Value } from './value.ts';
import { bool, u64 } from '../../base/ctype.ts';
import { int, truth, typeOf } from '../../base/expr-build.ts';
import { childIn, namedChildren } from '../../parse/node.ts';
import { unorderedValue } from '../calls/arguments.ts';
import { isNoTemplate, regrouped } from '../statements/ambiguity.ts';
import { statementExpression } from '../statements/statement-expressions.ts';
import { assign, update } from './assignments.ts';
import { lowerAssembly } from '../assembly/assembly.ts';
import { castExpression } from '../types/casts.ts';
import { spanOf, textOf } from '../context.ts';
import { complemented, convert, negated, negation } from './constants.ts';
import { alignOfType, isSized, sizeOfType } from '../types/c-type.ts';
import { valueSlot } from '../classes/fields.ts';
import { deleteExpression, newExpression } from '../classes/new-objects.ts';
import { discardFold, expanded, foldExpression, isPackElement, packSize, withElement } from '../calls/packs.ts';
import { lambdaValue } from '../classes/lambdas.ts';
import { charLiteral, numberLiteral } from './literals.ts';
import { asScalar, toScalar } from '../types/conversions.ts';
import { keep } from '../../base/memoize.ts';
import { readSlot } from '../memory/memory.ts';
import { resolveName } from '../names.ts';
import { functionValue } from '../calls/function-values.ts';
import { notModelled } from '../not-modelled.ts';
import { truthOf } from '../calls/constraints.ts';
import { inOrder } from './order.ts';
import { conditionalExpression } from './conditional.ts';
import { binaryExpression, operandOf, overloaded, valueArgument } from './operators.ts';
import { refuseForEnum, refuseOperator } from './user-operators.ts';
import { addressValue, pointee, slotOf } from '../memory/places.ts';
import { stringBytes, stringValue } from '../memory/strings.ts';
import { arithmeticType } from '../types/conversion-functions.ts';
import { asExpression, isNoType } from '../types/type-as-expression.ts';
import { unevaluatedType } from '../types/unevaluated.ts';
import { undeclaredConstant } from '../types/undeclared-constant.ts';
import { pointerValue, scalarValue, unknownOf } from './value.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

/** The value of an expression. */
export function valueOf(cx: Context, node: SyntaxNode): Value {
  if (cx.failed !== null) return unknownOf(messages.abandoned);
  if (cx.valueDepth > 300) {
    cx.failed = { text: messages.deepExpression, span: spanOf(cx, node) };
    return unknownOf('too deep');
  }
  const watched = cx.watched?.get(node);
  const from = cx.out.length;
  cx.valueDepth++;
  const made = valueOfNode(cx, regrouped(cx, node) ?? node);
  cx.valueDepth--;
  watched?.push(...cx.out.slice(from));
  return made;
}

function valueOfNode(cx: Context, node: SyntaxNode): Value {
  switch (node.type) {
    case 'parenthesized_expression':
    case 'condition_clause':
      return onlyChild(cx, node);
    case 'number_literal':
    case 'char_literal':
      return literalValue(
        cx,
        node,
        node.type === 'char_literal'
          ? charLiteral(textOf(cx, node))
          : keep(cx.unit.kept.numbers, textOf(cx, node), numberLiteral),
      );
    case 'requires_expression':
      return requirement(cx, node);
    case 'user_defined_literal':
      return userLiteral(cx, node);
    case 'true':
    case 'false':
      return scalarValue(truth(node.type === 'true'));
    case 'null':
    case 'nullptr':
      return pointerValue({ to: { kind: 'void' }, volatile: false, target: { kind: 'null' } });
    case 'identifier':
    case 'qualified_identifier':
    case 'type_identifier':
    case 'field_identifier':
      return nameValue(cx, node);
    case 'template_type':
    case 'template_function':
      return isNoTemplate(cx, node)
        ? notModelled(cx, node, fill(messages.comparison, { text: textOf(cx, node) }), true)
        : nameValue(cx, node);
    case 'field_expression':
    case 'subscript_expression':
    case 'this':
      return readSlot(cx, slotOf(cx, node) ?? valueSlot(unknownOf(messages.notAnObject)), node);
    case 'pointer_expression':
      return childText(cx, node, 'operator') === '&'
        ? (functionAddressed(cx, node) ?? addressValue(cx, node))
        : readSlot(cx, pointee(cx, node), node);
    case 'call_expression':
      return readSlot(cx, cx.rules.call(cx, node), node);
    case 'binary_expression':
      return binaryExpression(cx, node);
    case 'unary_expression':
      return unaryExpression(cx, node);
    case 'update_expression':
      return update(cx, node);
    case 'assignment_expression':
      return assign(cx, node).value;
    case 'conditional_expression':
      return conditionalExpression(cx, node);
    case 'comma_expression':
      refuseOperator(cx, 'operator,', namedChildren(node), node);
      discarded(cx, childIn(node, 'left'));
      return operand(cx, node, 'right');
    case 'cast_expression':
      return castExpression(cx, node);
    case 'new_expression':
      return newExpression(cx, node);
    case 'delete_expression':
      return deleteExpression(cx, node);
    case 'sizeof_expression':
      return sizeOfExpression(cx, node);
    case 'alignof_expression':
      return alignOfExpression(cx, node);
    case 'offsetof_expression':
      return offsetOfExpression(cx, node);
    case 'compound_literal_expression':
      return compoundLiteral(cx, node);
    case 'initializer_list':
      return { kind: 'list', items: inOrder(cx, expanded(cx, namedChildren(node)), (item) => valueOf(cx, item)) };
    case 'lambda_expression':
      return lambdaValue(cx, node);
    case 'string_literal':
    case 'raw_string_literal':
    case 'concatenated_string':
      return stringValue(cx, node);
    case 'unordered_argument':
      return unorderedValue(cx, node);
    case 'compound_statement':
      return statementExpression(cx, node);
    case 'gnu_asm_expression':
      return lowerAssembly(cx, node);
    case 'fold_expression':
      return foldExpression(cx, node);
    default:
      if (isPackElement(node)) return withElement(cx, node, (pattern) => valueOf(cx, pattern));
      return notModelled(cx, node, fill(messages.expression, { type: node.type }), true);
  }
}

/** `64_h`: a call of `operator""_h` with the number [lex.ext]. */
function userLiteral(cx: Context, node: SyntaxNode): Value {
  const [number, suffix] = namedChildren(node);
  const literal = number?.type === 'number_literal' ? numberLiteral(textOf(cx, number)) : null;
  const own = suffix === undefined ? '' : textOf(cx, suffix);
  const isWhole = literal !== null && typeOf(literal).kind === 'int';
  const argument = isWhole ? valueArgument(scalarValue(convert(literal, u64)), number ?? node) : null;
  const made =
    argument === null
      ? null
      : (overloaded(cx, `operator""${own}`, [argument], node) ?? overloaded(cx, `operator"" ${own}`, [argument], node));
  return made === null
    ? notModelled(cx, node, fill(messages.expression, { type: node.type }), true)
    : readSlot(cx, made, node);
}

function requirement(cx: Context, node: SyntaxNode): Value {
  const isMet = truthOf(cx, node);
  return isMet === null
    ? notModelled(cx, node, fill(messages.expression, { type: node.type }), true)
    : scalarValue(truth(isMet));
}

const literalValue = (cx: Context, node: SyntaxNode, literal: Expr | null): Value =>
  literal === null ? unknownOf(fill(messages.literal, { text: textOf(cx, node) })) : scalarValue(literal);

function onlyChild(cx: Context, node: SyntaxNode): Value {
  const inner = childIn(node, 'value') ?? namedChildren(node)[0];
  return inner === undefined ? unknownOf(messages.emptyParentheses) : valueOf(cx, inner);
}

function childText(cx: Context, node: SyntaxNode, field: string): string {
  const child = childIn(node, field);
  return child === null ? '' : textOf(cx, child);
}

function operand(cx: Context, node: SyntaxNode, field: string): Value {
  const child = childIn(node, field);
  return child === null ? unknownOf(messages.missingOperand) : valueOf(cx, child);
}

/** `&f` of a function is what `f` is, as a value [conv.func]; null for other operands. */
function functionAddressed(cx: Context, node: SyntaxNode): Value | null {
  const named = childIn(node, 'argument');
  const isName = named !== null && ['identifier', 'qualified_identifier', 'template_function'].includes(named.type);
  return isName && resolveName(cx, named) === null ? functionValue(cx, named) : null;
}

function nameValue(cx: Context, node: SyntaxNode): Value {
  const slot = resolveName(cx, node);
  if (slot !== null) return readSlot(cx, slot, node);
  if (textOf(cx, node) === 'NULL')
    return pointerValue({ to: { kind: 'void' }, volatile: false, target: { kind: 'null' } });
  return (
    functionValue(cx, node) ??
    undeclaredConstant(cx, textOf(cx, node), node) ??
    unknownOf(fill(messages.undeclared, { text: textOf(cx, node) }))
  );
}

/** Evaluates an expression for its effects. */
export function discarded(cx: Context, node: SyntaxNode | null): void {
  if (node === null) return;
  switch (node.type) {
    case 'parenthesized_expression':
      discarded(cx, namedChildren(node)[0] ?? null);
      return;
    case 'update_expression':
      update(cx, node, true);
      return;
    case 'assignment_expression':
      assign(cx, node, true);
      return;
    case 'comma_expression':
      refuseOperator(cx, 'operator,', namedChildren(node), node);
      discarded(cx, childIn(node, 'left'));
      discarded(cx, childIn(node, 'right'));
      return;
    case 'call_expression':
      cx.discarding = node;
      cx.rules.call(cx, node);
      return;
    case 'fold_expression':
      discardFold(cx, node);
      return;
    case 'identifier':
      // a bare name that nothing declares can only be a macro: `BARRIER;`
      if (resolveName(cx, node) === null)
        notModelled(cx, node, fill(messages.undeclared, { text: textOf(cx, node) }), true);
      return;
    default:
      if (isPackElement(node))
        withElement(cx, node, (pattern) => {
          discarded(cx, pattern);
        });
      else valueOf(cx, node);
  }
}

function unaryExpression(cx: Context, node: SyntaxNode): Value {
  const argument = childIn(node, 'argument');
  const op = childText(cx, node, 'operator');
  if (argument === null) return unknownOf(messages.missingOperand);
  const object = operandOf(cx, argument);
  const made = object.type?.kind === 'struct' ? overloaded(cx, `operator${op}`, [object], node) : null;
  if (made !== null) return readSlot(cx, made, node);
  refuseForEnum(cx, `operator${op}`, [argument], node);
  const given = object.value();
  const type = given.kind === 'struct' && op !== '!' ? arithmeticType(cx, given.type) : null;
  const value = type === null ? given : cx.rules.coerce(cx, given, type, node);
  if (value.kind === 'unknown')
    return unknownOf(value.because, op === '!' ? { kind: 'scalar', type: bool } : value.type);
  switch (op) {
    case '-':
      return scalarValue(negated(asScalar(cx, value, node)));
    case '~':
    case 'compl':
      return scalarValue(complemented(asScalar(cx, value, node)));
    case '!':
    case 'not':
      return scalarValue(negation(conditionOf(cx, value, node)));
    case '+':
      return scalarValue(negated(negated(asScalar(cx, value, node))));
    default:
      return unknownOf(fill(messages.operatorText, { text: op }));
  }
}

/** A value as a condition. */
function conditionOf(cx: Context, value: Value, node: SyntaxNode): Expr {
  return toScalar(cx, value, bool, node);
}

function sizeOfExpression(cx: Context, node: SyntaxNode): Value {
  const count = packSize(cx, node);
  if (count !== null) return count;
  const named = childIn(node, 'type');
  const value = childIn(node, 'value');
  const inner = value?.type === 'parenthesized_expression' ? namedChildren(value)[0] : value;
  if (inner?.type === 'raw_string_literal')
    return unknownOf(fill(messages.unknownSize, { text: textOf(cx, node) }), { kind: 'scalar', type: u64 });
  const text =
    inner?.type === 'string_literal' || inner?.type === 'concatenated_string'
      ? stringBytes(textOf(cx, inner))
      : undefined;
  if (text !== undefined)
    return text === null
      ? unknownOf(fill(messages.unknownSize, { text: textOf(cx, node) }), { kind: 'scalar', type: u64 })
      : scalarValue(int(text, u64));
  const asType =
    named ??
    (inner !== null &&
    inner !== undefined &&
    /identifier$|_type$|^template_function$/.test(inner.type) &&
    resolveName(cx, inner) === null
      ? inner
      : null);
  const type =
    asType !== null
      ? typeMeasured(cx, asType)
      : inner === null || inner === undefined
        ? null
        : unevaluatedType(cx, inner);
  if (type === null || !isSized(type))
    return unknownOf(fill(messages.unknownSize, { text: textOf(cx, node) }), { kind: 'scalar', type: u64 });
  return scalarValue(int(sizeOfType(type), u64));
}

function alignOfExpression(cx: Context, node: SyntaxNode): Value {
  const named = childIn(node, 'type');
  const type = named === null ? null : cx.rules.type(cx, named);
  if (type === null || !isSized(type))
    return unknownOf(fill(messages.unknownAlignment, { text: textOf(cx, node) }), { kind: 'scalar', type: u64 });
  return scalarValue(int(alignOfType(type), u64));
}

function offsetOfExpression(cx: Context, node: SyntaxNode): Value {
  const [named, member] = [childIn(node, 'type'), childIn(node, 'member')];
  const type = named === null ? null : cx.rules.type(cx, named);
  const fields = type?.kind === 'struct' && type.struct.sized ? type.struct.fields : [];
  const field =
    member === null || namedChildren(node).length !== 2
      ? undefined
      : fields.find((one) => one.name === textOf(cx, member));
  if (field === undefined)
    return unknownOf(fill(messages.undeclared, { text: textOf(cx, node) }), { kind: 'scalar', type: u64 });
  return scalarValue(int(field.offset, u64));
}

/** `sizeof(T(x))` parses as a function type, which has no size: it is the size of a `T`. */
function typeMeasured(cx: Context, node: SyntaxNode): ReturnType<Context['rules']['type']> | null {
  const value = node.type === 'type_descriptor' && isNoType(cx, node) ? asExpression(cx, node) : null;
  if (value !== null) return unevaluatedType(cx, value);
  const inner = childIn(node, 'declarator')?.type === 'abstract_function_declarator' ? childIn(node, 'type') : null;
  return cx.rules.type(cx, inner ?? node);
}

function compoundLiteral(cx: Context, node: SyntaxNode): Value {
  const typeNode = childIn(node, 'type');
  const list = childIn(node, 'value');
  const type = typeNode === null ? null : cx.rules.type(cx, typeNode);
  if (type === null || list === null) return unknownOf(messages.untypedLiteral);
  return cx.rules.construct(cx, type, namedChildren(list), node);
}
