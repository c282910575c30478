/** Binary operators: arithmetic, pointers, short circuits with effects, operator overloads. */
import { objectNamed } from '../calls/implied-object.ts';
import type { BinaryOp, Expr } from '../../base/expr.ts';
import type { CType, StructType } from '../types/c-type.ts';
import type { FunctionDecl } from '../file-scope.ts';
import type { Scope } from '../scope.ts';
import type { MappedText } from '../../base/text-map.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Stmt } from '../../ir/ir.ts';
import type { Context } from '../context.ts';
import type { Argument } from '../calls/invocation.ts';
import type { Slot, Value } from './value.ts';
import { commonType, isComparison } from '../../base/arithmetic.ts';
import { memoized } from '../../base/memoize.ts';
import { bool, i32 } from '../../base/ctype.ts';
import { int, truth, typeOf } from '../../base/expr-build.ts';
import { childIn, namedChildren } from '../../parse/node.ts';
import { conditionally, emit, fail, temporary, textOf } from '../context.ts';
import { combine, constantOf, convert, negation } from './constants.ts';
import { scalar } from '../types/c-type.ts';
import { functionsBefore } from '../declared-before.ts';
import { visible } from '../file-scope.ts';
import { toScalar } from '../types/conversions.ts';
import { asOf } from './order.ts';
import { arrayOf, inAnyOrder } from './unsequenced.ts';
import { mayCallOperator, refuseForEnum } from './user-operators.ts';
import { readSlot } from '../memory/memory.ts';
import { callOperatorOf } from '../classes/closures.ts';
import { structIn, subobject } from '../classes/fields.ts';
import { newSlot } from '../memory/slots.ts';
import { wholeOverrider } from '../calls/virtual-calls.ts';
import { mayBeOverridden } from '../classes/overriders.ts';
import { friendsNamed, methodsOf } from '../classes/structs.ts';
import { notModelled } from '../not-modelled.ts';
import { pointerOperation } from '../memory/pointer-operators.ts';
import { arithmeticType } from '../types/conversion-functions.ts';
import { unevaluatedType } from '../types/unevaluated.ts';
import { scalarValue, typeOfSlot, typeOfValue, unknownOf } from './value.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

const spelled: ReadonlyMap<string, BinaryOp> = new Map<string, BinaryOp>([
  ['+', '+'],
  ['-', '-'],
  ['*', '*'],
  ['/', '/'],
  ['%', '%'],
  ['<<', '<<'],
  ['>>', '>>'],
  ['&', '&'],
  ['|', '|'],
  ['^', '^'],
  ['bitand', '&'],
  ['bitor', '|'],
  ['xor', '^'],
  ['==', '=='],
  ['!=', '!='],
  ['not_eq', '!='],
  ['<', '<'],
  ['<=', '<='],
  ['>', '>'],
  ['>=', '>='],
  ['&&', '&&'],
  ['and', '&&'],
  ['||', '||'],
  ['or', '||'],
]);

/** The IR's operator for C's spelling, or null. */
export function operatorOf(text: string): BinaryOp | null {
  return spelled.get(text) ?? null;
}

/** An argument that is already evaluated. */
export function valueArgument(value: Value, node: SyntaxNode): Argument {
  return { node, slot: null, value: () => value, type: typeOfValue(value) };
}

export function slotArgument(cx: Context, slot: Slot, node: SyntaxNode): Argument {
  return { node, slot, value: () => readSlot(cx, slot, node), type: typeOfSlot(slot) };
}

export function binaryExpression(cx: Context, node: SyntaxNode): Value {
  return binaryOperation(cx, node).value();
}

/** A binary expression; where an overloaded operator returns a reference, its slot. */
function binaryOperation(cx: Context, node: SyntaxNode): Argument {
  const left = childIn(node, 'left');
  const right = childIn(node, 'right');
  const operator = childIn(node, 'operator');
  const op = operator === null ? null : operatorOf(textOf(cx, operator));
  if (left === null || right === null || operator === null) return valueArgument(unknownOf(messages.operator), node);
  if (op === null) return notAnOperator(cx, textOf(cx, operator), left, right, node);
  if (op === '&&' || op === '||') return logical(cx, op, left, right, node);
  return operated(cx, op, left, right, node);
}

/**
 * What an operator that the file declares gives: an object where it returns a reference. Null, without effects, for
 * other nodes.
 */
export function operatorSlot(cx: Context, node: SyntaxNode): Slot | null {
  if (!mayBeOverloaded(cx, node)) return null;
  if (node.type === 'binary_expression') {
    const made = binaryOperation(cx, node);
    return made.slot ?? slotOfValue(made.value(), made.type);
  }
  const argument = childIn(node, 'argument');
  if (argument === null || unevaluatedType(cx, argument)?.kind !== 'struct') return null;
  const marker = node.children[0] === argument ? [valueArgument(scalarValue(int(0)), node)] : [];
  return overloaded(cx, `operator${signOf(node)}`, [operandOf(cx, argument), ...marker], node);
}

const signOf = (node: SyntaxNode): string => node.children.find((child) => !child.named)?.type ?? '';
const slotOfValue = (value: Value, type: CType | null): Slot => ({
  kind: 'value',
  value,
  type: type ?? { kind: 'opaque', text: 'a value' },
});

/** Whether the node uses an operator of which the file declares one: that may return a reference. */
export function mayBeOverloaded(cx: Context, node: SyntaxNode): boolean {
  if (!/^(?:binary|unary|update)_expression$/.test(node.type)) return false;
  const sign = signOf(node);
  return sign !== '&&' && sign !== '||' && operatorsIn(cx.unit.source).has(sign);
}

const operatorsIn = memoized(
  (source: MappedText): ReadonlySet<string | undefined> =>
    new Set([...source.text.matchAll(/\boperator\s*([-+*/%^&|~!<>=]+)/g)].map(([, sign]) => sign)),
);

const asInt = (condition: Expr): Expr => convert(condition, i32);

/**
 * An operator without a counterpart in the IR: its operands are evaluated, its value is any. `<=>` of integers is
 * compared with 0 as a number of its sign is.
 */
function notAnOperator(cx: Context, text: string, left: SyntaxNode, right: SyntaxNode, node: SyntaxNode): Argument {
  const operands = [operandOf(cx, left), operandOf(cx, right)];
  if (operands.some((each) => each.type?.kind === 'struct')) {
    const made = overloaded(cx, `operator${text}`, operands, node);
    if (made !== null) return slotArgument(cx, made, node);
  }
  if (text === '<=>') {
    const [a, b] = operands.map((each) =>
      each.type?.kind === 'scalar' && each.type.type.kind !== 'float' ? each.value() : null,
    );
    if (a?.kind === 'scalar' && b?.kind === 'scalar')
      return valueArgument(
        scalarValue(combine('-', asInt(combine('>', a.expr, b.expr)), asInt(combine('<', a.expr, b.expr)))),
        node,
      );
  }
  return valueArgument(unknownOf(fill(messages.operatorText, { text })), node);
}

/** `&&` and `||`: a user's operator evaluates both operands, left to right. */
function logical(cx: Context, op: '&&' | '||', left: SyntaxNode, right: SyntaxNode, node: SyntaxNode): Argument {
  const name = `operator${op}`;
  refuseForEnum(cx, name, [left, right], node);
  if (!mayCallOperator(cx, name, [left, right])) return valueArgument(shortCircuit(cx, op, left, right), node);
  const a = operandOf(cx, left);
  const read = a.type?.kind === 'struct' ? null : a.value();
  const mark = cx.out.length;
  const b = operandOf(cx, right);
  const made = overloaded(cx, name, [read === null ? a : valueArgument(asOf(cx, read, mark, left), left), b], node);
  if (made === null) fail(cx, node, fill(messages.ambiguous, { name }));
  return made === null
    ? valueArgument(unknownOf(fill(messages.ambiguous, { name })), node)
    : slotArgument(cx, made, node);
}

function operated(cx: Context, op: BinaryOp, left: SyntaxNode, right: SyntaxNode, node: SyntaxNode): Argument {
  const start = cx.out.length;
  const a = operandOf(cx, left);
  const read = a.type?.kind === 'struct' ? null : a.value();
  const mark = cx.out.length;
  const b = operandOf(cx, right);
  if (mark > start || cx.out.length > mark)
    inAnyOrder(cx, node, [
      { does: cx.out.slice(start, mark), read: arrayOf(a) },
      { does: cx.out.slice(mark), read: arrayOf(b) },
    ]);
  const first = read === null ? null : asOf(cx, read, mark, left);
  if (a.type?.kind === 'struct' || b.type?.kind === 'struct') {
    const made = overloaded(cx, `operator${op}`, [first === null ? a : valueArgument(first, left), b], node);
    if (made !== null) return slotArgument(cx, made, node);
  } else refuseForEnum(cx, `operator${op}`, [left, right], node);
  return valueArgument(operate(cx, op, first ?? a.value(), b.value(), node, [left, right]), node);
}

/** An operand: an object of class type as its slot, so that an overloaded operator may change it; else a value. */
export function operandOf(cx: Context, node: SyntaxNode): Argument {
  if (node.type === 'binary_expression') return binaryOperation(cx, node);
  if (!mayBeObject(cx, node)) return valueArgument(cx.rules.value(cx, node), node);
  const slot = cx.rules.slot(cx, node);
  if (slot === null || (slot.kind === 'unknown' && slot.footprint === 'everything' && /identifier$/.test(node.type)))
    return valueArgument(cx.rules.value(cx, node), node);
  return structIn(slot) === null || slot.kind === 'value'
    ? valueArgument(readSlot(cx, slot, node), node)
    : slotArgument(cx, slot, node);
}

function mayBeObject(cx: Context, node: SyntaxNode): boolean {
  if (node.type === 'parenthesized_expression')
    return namedChildren(node).every((inner) => mayBeObject(cx, inner) || mayBeOverloaded(cx, inner));
  return (
    ['identifier', 'qualified_identifier', 'field_expression', 'subscript_expression', 'call_expression'].includes(
      node.type,
    ) ||
    (node.type === 'pointer_expression' && node.children[0]?.type === '*')
  );
}

/** `a op b` for evaluated operands. */
export function operate(
  cx: Context,
  op: BinaryOp,
  a: Value,
  b: Value,
  node: SyntaxNode,
  nodes: readonly [SyntaxNode, SyntaxNode],
): Value {
  if (a.kind === 'struct' || b.kind === 'struct') return convertedOperands(cx, op, a, b, node, nodes);
  if (a.kind === 'pointer' || b.kind === 'pointer') return pointerOperation(cx, op, a, b, node);
  if (a.kind !== 'scalar' || b.kind !== 'scalar') {
    const because =
      a.kind === 'unknown' ? a.because : b.kind === 'unknown' ? b.because : fill(messages.operands, { op });
    return unknownOf(because, isComparison(op) ? scalar(bool) : commonOf(a, b));
  }
  if (['%', '<<', '>>', '&', '|', '^'].includes(op) && [a.expr, b.expr].some((side) => typeOf(side).kind === 'float')) {
    if (!cx.facts.integral) cx.facts.changed = true;
    cx.facts.integral = true;
    return unknownOf(fill(messages.floatOperand, { op }));
  }
  return scalarValue(combine(op, a.expr, b.expr));
}

/** Objects without a fitting operator: converted to numbers where they have a conversion operator. */
function convertedOperands(
  cx: Context,
  op: BinaryOp,
  a: Value,
  b: Value,
  node: SyntaxNode,
  nodes: readonly [SyntaxNode, SyntaxNode],
): Value {
  const made = overloaded(cx, `operator${op}`, [valueArgument(a, nodes[0]), valueArgument(b, nodes[1])], node);
  if (made !== null) return readSlot(cx, made, node);
  const number = (value: Value, other: Value, at: SyntaxNode): Value =>
    value.kind === 'struct'
      ? cx.rules.coerce(
          cx,
          value,
          arithmeticType(cx, value.type) ?? {
            kind: 'scalar',
            type: other.kind === 'scalar' ? typeOf(other.expr) : i32,
          },
          at,
        )
      : value;
  const left = number(a, b, nodes[0]);
  const right = number(b, a, nodes[1]);
  if (left.kind === 'scalar' && right.kind === 'scalar') return scalarValue(combine(op, left.expr, right.expr));
  const because = fill(messages.unknownOperatorOverload, { op });
  if ([a, b].some((one) => one.kind === 'struct' && one.type.body !== null)) notModelled(cx, node, because, true);
  return unknownOf(because, isComparison(op) ? scalar(bool) : null);
}

function commonOf(a: Value, b: Value): ReturnType<typeof scalar> | null {
  const left = typeOfValue(a);
  const right = typeOfValue(b);
  return left?.kind === 'scalar' && right?.kind === 'scalar' ? scalar(commonType(left.type, right.type)) : null;
}

/** `&&` and `||`. With effects in the right operand they become a branch. */
function shortCircuit(cx: Context, op: '&&' | '||', left: SyntaxNode, right: SyntaxNode): Value {
  const first = toScalar(cx, cx.rules.value(cx, left), bool, left);
  const decided = constantOf(first);
  if (decided !== null && (decided === 1n) === (op === '||')) return scalarValue(first);
  let second: Expr = truth(true);
  const effects = conditionally(cx, () => {
    second = toScalar(cx, cx.rules.value(cx, right), bool, right);
  });
  if (effects.length === 0) return scalarValue(combine(op, first, second));
  if (decided !== null) {
    cx.out.push(...effects);
    return scalarValue(second);
  }
  const made = temporary(cx, op === '&&' ? 'and' : 'or', bool);
  const assigned = rightOperand(cx, effects, right, made.id, second);
  emit(cx, left, { kind: 'assign', target: made.id, value: first });
  emit(cx, right, {
    kind: 'branch',
    when: op === '&&' ? made.expr : negation(made.expr),
    then: assigned,
    otherwise: [],
  });
  return scalarValue(made.expr);
}

function rightOperand(
  cx: Context,
  effects: readonly Stmt[],
  node: SyntaxNode,
  target: ReturnType<typeof temporary>['id'],
  value: Expr,
): readonly Stmt[] {
  return conditionally(cx, () => {
    cx.out.push(...effects);
    emit(cx, node, { kind: 'assign', target, value });
  });
}

/**
 * Member functions of that name, with the subobject that they are called on and the names that they see. `isQualified`:
 * `Base::f()`.
 */
export function memberFunctions(
  cx: Context,
  object: Slot,
  struct: StructType,
  name: string,
  node: SyntaxNode,
  isQualified = false,
): Readonly<{ decls: readonly FunctionDecl[]; self: Slot | null; scope: Scope | null }> {
  const closure = name === 'operator()' ? callOperatorOf(cx, object, struct, node) : null;
  if (closure !== null) return closure;
  const overrider = !isQualified && mayBeOverridden(cx, struct, name) ? wholeOverrider(cx, object, name) : null;
  if (overrider !== null) return { ...overrider, decls: [overrider.decl] };
  if (!isQualified && mayBeOverridden(cx, struct, name))
    notModelled(cx, node, fill(messages.virtualTarget, { name }), true);
  const { owner, path, decls } = methodsOf(cx, struct, name);
  if (decls.length > 0 && addsFromBase(cx, owner, name))
    notModelled(cx, node, fill(messages.memberOverloads, { name }), true);
  if (
    path.length > 0 &&
    struct.fields.filter(
      (field) =>
        field.role === 'base' &&
        field.type.kind === 'struct' &&
        methodsOf(cx, field.type.struct, name).decls.length > 0,
    ).length > 1
  ) {
    notModelled(cx, node, fill(messages.ambiguousBase, { name }), true);
  }
  const isConst = decls.every((decl) =>
    decl.declarator.children.some(
      (child) => child.type === 'type_qualifier' && child.children.some((inner) => inner.type === 'const'),
    ),
  );
  const whole =
    object.kind === 'value' && object.value.kind === 'struct' && !isConst && decls.length > 0
      ? materialized(cx, object.value, node)
      : object;
  const self = path.reduce<Slot | null>((at, field) => (at === null ? null : subobject(at, field)), whole);
  if (self !== null && self !== whole) cx.enclosing.set(self, whole);
  return { decls: self === null ? [] : decls, self: self ?? object, scope: owner.body?.scope ?? null };
}

/** `using Base::f;`: functions of a base stand beside those of the class. */
function addsFromBase(cx: Context, { body }: StructType, name: string): boolean {
  return (body === null ? [] : body.node.children.flatMap((child) => child.children)).some(
    (child) => child.type === 'using_declaration' && textOf(cx, child).replace(/\s+/g, '').includes(`::${name};`),
  );
}

/** A temporary object, which a function may change. */
function materialized(cx: Context, value: Extract<Value, { kind: 'struct' }>, node: SyntaxNode): Slot {
  return newSlot(
    cx,
    { kind: 'struct', struct: value.type },
    'object',
    `${cx.frame.key}:object ${node.start}`,
    value,
    node,
  );
}

/** Calls a user's operator for evaluated operands; null when there is none that fits. */
export function overloaded(cx: Context, name: string, args: readonly Argument[], node: SyntaxNode): Slot | null {
  const [first, ...rest] = args;
  const { functions, prototypes } = cx.unit.declared;
  const free = functionsBefore(
    cx,
    visible([...(functions.get(name) ?? []), ...(prototypes.get(name) ?? [])], [], cx.frame.path),
    node,
    false,
    () => args.map(({ type }) => type),
  );
  const rivals = { decls: free, args };
  if (first?.type?.kind === 'struct' && first.type.struct.body !== null) {
    const whole: Slot = first.slot ?? { kind: 'value', value: first.value(), type: first.type };
    const found = memberFunctions(cx, whole, first.type.struct, name, node);
    const made =
      found.decls.length === 0
        ? null
        : cx.rules.invoke(cx, found.decls, rest, node, {
            self: found.self,
            object: objectNamed(cx, first.node),
            explicit: [],
            scope: found.scope,
            rivals,
          });
    if (made !== null) return made;
  }
  for (const arg of args) {
    const struct = arg.type?.kind === 'struct' ? arg.type.struct : null;
    const friends = struct === null ? [] : friendsNamed(cx, struct, name);
    const made =
      friends.length === 0
        ? null
        : cx.rules.invoke(cx, friends, args, node, {
            self: null,
            explicit: [],
            scope: struct?.body?.scope ?? null,
            rivals,
          });
    if (made !== null) return made;
  }
  return free.length === 0 ? null : cx.rules.invoke(cx, free, args, node, { self: null, explicit: [], scope: null });
}
