/** Assignment, compound assignment, `++` and `--`: the right side first, then the place, then the store. Exact. */
import type { BinaryOp, Expr } from '../../base/expr.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { PointerVariable } from '../memory/pointer-variable.ts';
import type { Slot, Value } from './value.ts';
import { promoted } from '../../base/arithmetic.ts';
import { i32, i64 } from '../../base/ctype.ts';
import { float, int, typeOf } from '../../base/expr-build.ts';
import { freeVariables } from '../../base/expr-walk.ts';
import { childIn } from '../../parse/node.ts';
import { atomicCompound, atomicObject, atomicUpdate } from '../synchronization/atomic-objects.ts';
import { emit, temporary, textOf } from '../context.ts';
import { combine, convert } from './constants.ts';
import { sameCType } from '../types/c-type.ts';
import { asIndex, asScalar } from '../types/conversions.ts';
import { clobber, readSlot, writeSlot } from '../memory/memory.ts';
import { variablesIn } from '../memory/parts.ts';
import { bitsOf, cutTo, promotedBits } from '../classes/bit-fields.ts';
import { assignObject } from '../classes/object-assignment.ts';
import { refuseTemporary } from '../classes/lifetimes.ts';
import { notModelled } from '../not-modelled.ts';
import { operate, operatorOf, overloaded, slotArgument, valueArgument } from './operators.ts';
import { refuseForEnum } from './user-operators.ts';
import { asOf, keptFor } from './order.ts';
import { movePointer, readPointer } from '../memory/pointer-variable.ts';
import { addToPointer, negatedIndex, pinned } from '../memory/pointers.ts';
import { writtenMember } from '../types/undeclared.ts';
import { pointerValue, scalarValue, typeOfSlot, unknownOf } from './value.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

type Assigned = Readonly<{ slot: Slot; value: Value }>;
const nothing: Extract<Slot, { kind: 'unknown' }> = {
  kind: 'unknown',
  because: messages.assignmentWithoutTarget,
  type: null,
  footprint: 'everything',
  clobbers: null,
};

/** `left op= right`: emits it, and gives the slot and its new value. */
export function assign(cx: Context, node: SyntaxNode, isDiscarded = false): Assigned {
  const left = childIn(node, 'left');
  const right = childIn(node, 'right');
  const operator = childIn(node, 'operator');
  if (left === null || right === null || operator === null)
    return { slot: nothing, value: unknownOf(messages.assignment) };
  const text = textOf(cx, operator);
  if (text === '=') return assignPlain(cx, left, right, node, isDiscarded);
  const op = operatorOf(text.slice(0, -1));
  if (op === null) return { slot: nothing, value: unknownOf(fill(messages.operatorText, { text })) };
  const first = cx.rules.value(cx, right);
  const mark = cx.out.length;
  const slot = targetOf(cx, left);
  const value = asOf(cx, first, mark, right);
  if (slot.kind === 'pointer' && (op === '+' || op === '-')) {
    const step = asIndex(cx, value, right);
    movePointer(cx, slot.variable, op === '-' ? negatedIndex(step) : step, node);
    return { slot, value: readSlot(cx, slot, node) };
  }
  return compound(cx, slot, op, value, { node, left, right, text, isDiscarded });
}

function targetOf(cx: Context, left: SyntaxNode): Slot {
  const slot = cx.rules.slot(cx, left) ?? {
    ...nothing,
    because: fill(messages.assignmentTo, { text: textOf(cx, left) }),
  };
  if (slot.kind === 'value' && slot.value.kind === 'unknown' && slot.holds === undefined) {
    // `view(0, 0) = x`: the call gave a reference to something that is not known
    emit(cx, left, {
      kind: 'unknown',
      because: fill(messages.storeThrough, { text: textOf(cx, left) }),
      footprint: cx.everything,
      synchronizes: false,
    });
  }
  return slot;
}

function assignPlain(
  cx: Context,
  left: SyntaxNode,
  right: SyntaxNode,
  node: SyntaxNode,
  isDiscarded: boolean,
): Assigned {
  const moved = selfMove(cx, left, right);
  if (moved !== null) return moved;
  const list = right.type === 'initializer_list';
  const first = list ? null : cx.rules.value(cx, right);
  const mark = cx.out.length;
  const slot = targetOf(cx, left);
  const given = first === null ? null : asOf(cx, first, mark, right);
  const type = typeOfSlot(slot);
  if (type?.kind === 'struct') {
    if (list) refuseTemporary(cx, type, right);
    const raw =
      given ??
      cx.rules.construct(
        cx,
        type,
        right.children.filter((child) => child.named),
        right,
      );
    const isSame = raw.kind === 'struct' && sameCType(type, { kind: 'struct', struct: raw.type });
    const made = isSame ? null : overloadedAssignment(cx, slot, raw, left, right, node);
    if (made !== null) return made;
    const whole = isSame ? raw : cx.rules.coerce(cx, raw, type, right);
    const value = isDiscarded ? whole : keptFor(cx, whole, new Set(variablesIn(slot)), node);
    assignObject(cx, slot, value, type.struct, left);
    return { slot, value };
  }
  const raw = given ?? cx.rules.value(cx, right);
  const value = type === null ? raw : cx.rules.coerce(cx, raw, type, right);
  if (slot.kind === 'scalar') writtenMember(cx, slot);
  return { slot, value: written(cx, slot, value, { target: left, use: isDiscarded ? null : node }) };
}

/** Writes a value, and gives what the lvalue then holds; `null` as use: nobody asks. */
function written(
  cx: Context,
  slot: Slot,
  value: Value,
  { target, use }: Readonly<{ target: SyntaxNode; use: SyntaxNode | null }>,
): Value {
  const isReadAgain = slot.kind === 'scalar' || slot.kind === 'pointer';
  const kept = use === null || isReadAgain ? value : keptFor(cx, value, new Set(variablesIn(slot)), use);
  writeSlot(cx, slot, kept, target);
  if (use !== null && isReadAgain) return readSlot(cx, slot, use);
  return slot.kind === 'bits' && kept.kind === 'scalar'
    ? scalarValue(promotedBits(bitsOf(cutTo(kept.expr, slot), { ...slot, shift: 0 }), slot.width))
    : kept;
}

function overloadedAssignment(
  cx: Context,
  slot: Slot,
  value: Value,
  left: SyntaxNode,
  right: SyntaxNode,
  node: SyntaxNode,
): Assigned | null {
  const made = overloaded(cx, 'operator=', [slotArgument(cx, slot, left), valueArgument(value, right)], node);
  return made === null ? null : { slot, value: unknownOf(messages.overloadedAssignmentValue) };
}

/** `p = p + n` moves a pointer variable like `p += n`. */
function selfMove(cx: Context, left: SyntaxNode, right: SyntaxNode): Assigned | null {
  if (left.type !== 'identifier' || right.type !== 'binary_expression') return null;
  const from = childIn(right, 'left');
  const by = childIn(right, 'right');
  const op = childIn(right, 'operator');
  if (
    from === null ||
    by === null ||
    op === null ||
    textOf(cx, from) !== textOf(cx, left) ||
    !/^[+-]$/.test(textOf(cx, op))
  )
    return null;
  const slot = cx.rules.slot(cx, left);
  if (slot?.kind !== 'pointer') return null;
  const step = asIndex(cx, cx.rules.value(cx, by), by);
  movePointer(cx, slot.variable, textOf(cx, op) === '-' ? negatedIndex(step) : step, right);
  return { slot, value: readSlot(cx, slot, right) };
}

type Nodes = Readonly<{ node: SyntaxNode; left: SyntaxNode; right: SyntaxNode; text: string; isDiscarded: boolean }>;

function compound(cx: Context, slot: Slot, op: BinaryOp, value: Value, nodes: Nodes): Assigned {
  const type = typeOfSlot(slot);
  const atomic = atomicObject(slot);
  const whole = atomic === null ? null : atomicCompound(cx, slot, atomic, nodes.text, value, nodes.node);
  if (whole !== null) return { slot, value: whole };
  if (type?.kind === 'struct') {
    const args = [slotArgument(cx, slot, nodes.left), valueArgument(value, nodes.right)];
    const made = overloaded(cx, `operator${nodes.text}`, args, nodes.node);
    if (made !== null) return { slot, value: unknownOf(messages.overloadedAssignmentValue) };
  }
  refuseForEnum(cx, `operator${nodes.text}`, [nodes.left, nodes.right], nodes.node);
  const old = readSlot(cx, slot, nodes.left);
  const raw = operate(cx, op, old, value, nodes.node, [nodes.left, nodes.right]);
  const made = type === null ? raw : cx.rules.coerce(cx, raw, type, nodes.node);
  return { slot, value: written(cx, slot, made, { target: nodes.left, use: nodes.isDiscarded ? null : nodes.node }) };
}

/** `++x`, `x--` and the like. The old value is kept only where it is used. */
export function update(cx: Context, node: SyntaxNode, isDiscarded = false): Value {
  const argument = childIn(node, 'argument');
  const operator = childIn(node, 'operator');
  if (argument === null || operator === null) return unknownOf(messages.missingOperand);
  const prefix = node.children[0] === operator;
  // the grammar reads `++a = 1` as `++(a = 1)`
  if (argument.type === 'assignment_expression') return notModelled(cx, node, messages.assignmentToIncrement, true);
  const down = textOf(cx, operator) === '--';
  const slot = targetOf(cx, argument);
  if (slot.kind === 'pointer') return updatePointer(cx, slot.variable, down, prefix || isDiscarded, node);
  const type = typeOfSlot(slot);
  const atomic = atomicObject(slot);
  if (atomic !== null) return atomicUpdate(cx, slot, atomic, { down, prefix, used: !isDiscarded }, node);
  if (type?.kind === 'struct') {
    // the int that tells `x++` from `++x` [over.inc]
    const marker = prefix ? [] : [valueArgument(scalarValue(int(0)), node)];
    const made = overloaded(cx, `operator${textOf(cx, operator)}`, [slotArgument(cx, slot, argument), ...marker], node);
    if (made !== null) return readSlot(cx, made, node);
    const because = fill(messages.unknownOperator, { text: textOf(cx, node) });
    emit(cx, node, { kind: 'unknown', because, footprint: cx.everything, synchronizes: true });
    clobber(cx, slot, because, node);
    return unknownOf(because);
  }
  refuseForEnum(cx, `operator${textOf(cx, operator)}`, prefix ? [argument] : [argument, node], node);
  const old = readSlot(cx, slot, argument);
  if (old.kind === 'pointer') {
    const moved = addToPointer(old.pointer, int(down ? -1 : 1));
    writeSlot(cx, slot, pointerValue(moved), argument);
    return prefix ? pointerValue(moved) : old;
  }
  const before = old.kind === 'scalar' ? old.expr : asScalar(cx, old, node);
  const kept = prefix || isDiscarded ? before : keep(cx, before, argument);
  const after = combine(down ? '-' : '+', before, unit(before));
  const made = type?.kind === 'scalar' ? convert(after, type.type) : after;
  const value = written(cx, slot, scalarValue(made), { target: argument, use: prefix && !isDiscarded ? node : null });
  return prefix ? value : scalarValue(kept);
}

function unit(of: Expr): Expr {
  const type = promoted(typeOf(of));
  return type.kind === 'float' ? float(1, type) : int(1, type.kind === 'int' ? type : i32);
}

function keep(cx: Context, value: Expr, node: SyntaxNode): Expr {
  if ([...freeVariables(value)].every((id) => cx.steady.has(id))) return value;
  const made = temporary(cx, 'old', typeOf(value));
  emit(cx, node, { kind: 'assign', target: made.id, value });
  return made.expr;
}

function updatePointer(cx: Context, pv: PointerVariable, down: boolean, newValue: boolean, node: SyntaxNode): Value {
  const old = newValue ? null : pinned(cx, readPointer(pv), pv.name, node);
  movePointer(cx, pv, int(down ? -1 : 1, i64), node);
  return pointerValue(old ?? readPointer(pv));
}
