/**
 * The conditional operator: as a value, as an lvalue, with arms that have effects, of pointers, functions and structs
 * (C++ [expr.cond]). Exact.
 */
import type { Expr } from '../../base/expr.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Stmt } from '../../ir/ir.ts';
import type { Context } from '../context.ts';
import type { Pointer, Slot, Value } from './value.ts';
import { commonType } from '../../base/arithmetic.ts';
import { bool, i64, sameType } from '../../base/ctype.ts';
import { typeOf } from '../../base/expr-build.ts';
import { childIn } from '../../parse/node.ts';
import { conditionally, emit, temporary } from '../context.ts';
import { choose, constantOf, convert } from './constants.ts';
import { sameCType } from '../types/c-type.ts';
import { toPointer, toScalar } from '../types/conversions.ts';
import { pinnedSlot } from '../memory/slots.ts';
import { joinedFunctions } from '../memory/function-variables.ts';
import { resolveName } from '../names.ts';
import { pinned, pinnedExpr } from '../memory/pointers.ts';
import { unevaluatedType } from '../types/unevaluated.ts';
import { pointerValue, scalarValue, typeOfValue, unknownOf } from './value.ts';
import { messages } from '../wording.ts';

/**
 * `c ? a : b`. Pure arms make a `select`; arms with effects, or of pointers and structs, are told apart by a branch.
 */
export function conditionalExpression(cx: Context, node: SyntaxNode): Value {
  const test = childIn(node, 'condition');
  const yes = childIn(node, 'consequence');
  const no = childIn(node, 'alternative');
  if (test === null || no === null) return unknownOf(messages.conditional);
  const tested = cx.rules.value(cx, test);
  const when = toScalar(cx, tested, bool, test);
  const decided = constantOf(when);
  if (decided !== null)
    return decided === 1n
      ? typedAs(cx, yes === null ? tested : cx.rules.value(cx, yes), no)
      : typedAs(cx, cx.rules.value(cx, no), yes ?? test);
  const kept = yes === null ? keptValue(cx, tested, test) : tested;
  let a: Value = unknownOf('not evaluated');
  let b: Value = a;
  const first = conditionally(cx, () => {
    a = yes === null ? kept : cx.rules.value(cx, yes);
  });
  const second = conditionally(cx, () => {
    b = cx.rules.value(cx, no);
  });
  return joined(cx, node, when, { effects: first, value: a }, { effects: second, value: b });
}

/** The arm that is taken, converted to the type that it has together with the other (C++ [expr.cond]). */
function typedAs(cx: Context, value: Value, other: SyntaxNode): Value {
  if (value.kind !== 'scalar') return value;
  const type = unevaluatedType(cx, other);
  return type?.kind !== 'scalar' || sameType(type.type, typeOf(value.expr))
    ? value
    : scalarValue(convert(value.expr, commonType(typeOf(value.expr), type.type)));
}

/** GNU's `a ?: b`: `a` is evaluated once. */
function keptValue(cx: Context, value: Value, node: SyntaxNode): Value {
  return value.kind === 'scalar' ? scalarValue(pinnedExpr(cx, value.expr, 'kept', node)) : value;
}

/**
 * `c ? a : b` as an lvalue: both arms are lvalues of one type (C++ [expr.cond]). Null, without effects, when it is
 * none.
 */
export function conditionalSlot(cx: Context, node: SyntaxNode): Slot | null {
  const test = childIn(node, 'condition');
  const yes = childIn(node, 'consequence');
  const no = childIn(node, 'alternative');
  if (test === null || yes === null || no === null || ![yes, no].every((arm) => isLvalue(cx, arm))) return null;
  const [a, b] = [unevaluatedType(cx, yes), unevaluatedType(cx, no)];
  if (a === null || b === null || !sameCType(a, b)) return null;
  const when = pinnedExpr(cx, toScalar(cx, cx.rules.value(cx, test), bool, test), 'which', test);
  const decided = constantOf(when);
  if (decided !== null) return cx.rules.slot(cx, decided === 1n ? yes : no);
  const arm = (of: SyntaxNode): Readonly<{ slot: Slot | null; effects: readonly Stmt[] }> => {
    let slot: Slot | null = null;
    const effects = conditionally(cx, () => {
      const found = cx.rules.slot(cx, of);
      slot = found === null ? null : pinnedSlot(cx, found, 'arm', of);
    });
    return { slot, effects };
  };
  const [first, second] = [arm(yes), arm(no)];
  if (first.effects.length + second.effects.length > 0)
    emit(cx, node, { kind: 'branch', when, then: first.effects, otherwise: second.effects });
  if (first.slot === null || second.slot === null)
    return { kind: 'unknown', because: messages.unresolvedObject, type: a, footprint: 'everything', clobbers: null };
  return { kind: 'chosen', cases: [{ when, slot: first.slot }], last: second.slot };
}

/** Whether an expression is written as an lvalue; calls count as none. */
function isLvalue(cx: Context, node: SyntaxNode): boolean {
  switch (node.type) {
    case 'identifier':
    case 'qualified_identifier':
      return resolveName(cx, node)?.kind !== 'value' && resolveName(cx, node) !== null;
    case 'subscript_expression':
    case 'field_expression':
      return true;
    case 'pointer_expression':
      return node.children[0]?.type === '*';
    case 'parenthesized_expression': {
      const inner = node.children.find((child) => child.named);
      return inner !== undefined && isLvalue(cx, inner);
    }
    case 'conditional_expression': {
      const arms = [childIn(node, 'consequence'), childIn(node, 'alternative')];
      return arms.every((arm) => arm !== null && isLvalue(cx, arm));
    }
    default:
      return false;
  }
}

type Arm = Readonly<{ effects: readonly Stmt[]; value: Value }>;

function joined(cx: Context, node: SyntaxNode, when: Expr, a: Arm, b: Arm): Value {
  const pure = a.effects.length === 0 && b.effects.length === 0;
  if (a.value.kind === 'pointer' || b.value.kind === 'pointer') {
    const test = pinnedExpr(cx, when, 'which', node);
    if (!pure) emit(cx, node, { kind: 'branch', when: test, then: a.effects, otherwise: b.effects });
    return pointerValue(chosenOf(cx, node, test, a.value, b.value));
  }
  const functions = joinedFunctions(a.value, b.value);
  if (functions !== null) {
    const which = joined(
      cx,
      node,
      when,
      { ...a, value: scalarValue(functions.first) },
      { ...b, value: scalarValue(functions.second) },
    );
    return which.kind === 'scalar'
      ? { kind: 'functions', which: pinnedExpr(cx, which.expr, 'which', node), of: functions.of }
      : which;
  }
  if (a.value.kind === 'struct' && b.value.kind === 'struct') return joinedStructs(cx, node, when, a, b);
  const object = unknownObject(a.value, b.value);
  if (object !== null) {
    if (!pure) emit(cx, node, { kind: 'branch', when, then: a.effects, otherwise: b.effects });
    return object;
  }
  if (a.value.kind === 'void' || b.value.kind === 'void') {
    emit(cx, node, { kind: 'branch', when, then: a.effects, otherwise: b.effects });
    return { kind: 'void' };
  }
  const common =
    a.value.kind === 'unknown' && b.value.kind === 'unknown' && a.value.type === null && b.value.type === null;
  if (common && pure) return a.value;
  if (pure && a.value.kind === 'scalar' && b.value.kind === 'scalar')
    return scalarValue(choose(when, a.value.expr, b.value.expr));
  return scalarValue(joinedScalars(cx, node, when, a, b));
}

/** An object of which one arm is not known: any object of the class. Null where the arms are no such. */
function unknownObject(a: Value, b: Value): Value | null {
  const [first, second] = [typeOfValue(a), typeOfValue(b)];
  const missing = a.kind === 'unknown' ? a : b.kind === 'unknown' ? b : null;
  if (missing === null || (first?.kind !== 'struct' && second?.kind !== 'struct')) return null;
  return unknownOf(missing.because, first !== null && second !== null && sameCType(first, second) ? first : null);
}

function joinedScalars(cx: Context, node: SyntaxNode, when: Expr, a: Arm, b: Arm): Expr {
  const left = typeOfValue(a.value);
  const right = typeOfValue(b.value);
  const x = left?.kind === 'scalar' ? left.type : right?.kind === 'scalar' ? right.type : i64;
  const y = right?.kind === 'scalar' ? right.type : x;
  const type = JSON.stringify(x) === JSON.stringify(y) ? x : commonType(x, y);
  const made = temporary(cx, 'conditional', type);
  const arm = (side: Arm): readonly Stmt[] =>
    conditionally(cx, () => {
      cx.out.push(...side.effects);
      emit(cx, node, { kind: 'assign', target: made.id, value: toScalar(cx, side.value, type, node) });
    });
  const then = arm(a);
  const otherwise = arm(b);
  emit(cx, node, { kind: 'branch', when, then, otherwise });
  return made.expr;
}

function chosenOf(cx: Context, node: SyntaxNode, when: Expr, a: Value, b: Value): Pointer {
  const to =
    a.kind === 'pointer' && a.pointer.target.kind !== 'null'
      ? a.pointer.to
      : b.kind === 'pointer'
        ? b.pointer.to
        : { kind: 'void' as const };
  const last = pinned(cx, toPointer(cx, b, to), 'pointer', node);
  return {
    to,
    volatile: false,
    target: { kind: 'chosen', cases: [{ when, pointer: pinned(cx, toPointer(cx, a, to), 'pointer', node) }], last },
  };
}

function joinedStructs(cx: Context, node: SyntaxNode, when: Expr, a: Arm, b: Arm): Value {
  const test = pinnedExpr(cx, when, 'which', node);
  if (a.effects.length > 0 || b.effects.length > 0)
    emit(cx, node, { kind: 'branch', when: test, then: a.effects, otherwise: b.effects });
  if (a.value.kind !== 'struct' || b.value.kind !== 'struct') return unknownOf(messages.structTypes);
  const other = b.value.fields;
  const fields = new Map(
    [...a.value.fields].map(([name, field]): [string, Value] => {
      const against = other.get(name) ?? unknownOf(messages.missingField);
      return [name, joined(cx, node, test, { effects: [], value: field }, { effects: [], value: against })];
    }),
  );
  return { kind: 'struct', type: a.value.type, fields };
}
