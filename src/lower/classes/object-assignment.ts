/**
 * Assignment of class objects [class.copy.assign]: by the class's own operator for its own type, else member by member,
 * where members of class type are assigned by theirs. Exact; an operator that is not defined here may do anything.
 */
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { CType, StructType } from '../types/c-type.ts';
import type { FunctionDecl } from '../file-scope.ts';
import type { Slot, Value } from '../expressions/value.ts';
import { childIn, namedChildren } from '../../parse/node.ts';
import { emit, fail, textOf } from '../context.ts';
import { className } from './constructors.ts';
import { subobject } from './fields.ts';
import { takesChangeable } from './lifetimes.ts';
import { functionDeclarator } from '../file-scope.ts';
import { clobber, writeSlot } from '../memory/memory.ts';
import { valueArgument } from '../expressions/operators.ts';
import { methodsOf } from './structs.ts';
import { unknownOf } from '../expressions/value.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

/** `slot = value` for a value of the same class. */
export function assignObject(cx: Context, slot: Slot, value: Value, struct: StructType, node: SyntaxNode): void {
  const own = operatorsOf(cx, struct);
  if (own.length > 0) {
    if (own.some((decl) => takesChangeable(cx, decl)))
      fail(cx, node, fill(messages.assignmentMayChange, { name: struct.name }));
    const made = cx.rules.invoke(cx, own, [valueArgument(value, node)], node, {
      self: slot,
      explicit: [],
      scope: struct.body?.scope ?? null,
    });
    if (made !== null) return;
  }
  if (own.length > 0 || declaresOperator(cx, struct)) {
    const because = fill(messages.undefinedAssignment, { name: struct.name });
    emit(cx, node, { kind: 'unknown', because, footprint: cx.everything, synchronizes: true });
    clobber(cx, slot, because, node);
    return;
  }
  if (value.kind !== 'struct' || !assignsWithEffects(cx, struct)) {
    writeSlot(cx, slot, value, node);
    return;
  }
  for (const field of struct.fields) {
    const target = subobject(slot, field);
    const part = value.fields.get(field.name) ?? unknownOf(fill(messages.unknownField, { name: field.name }));
    if (target !== null) assignPart(cx, target, part, field.type, node);
  }
}

function assignPart(cx: Context, slot: Slot, value: Value, type: CType, node: SyntaxNode): void {
  if (type.kind === 'struct') assignObject(cx, slot, value, type.struct, node);
  else if (type.kind === 'array' && assigns(cx, type)) {
    emit(cx, node, {
      kind: 'unknown',
      because: messages.arrayAssignment,
      footprint: cx.everything,
      synchronizes: true,
    });
    clobber(cx, slot, messages.arrayAssignment, node);
  } else writeSlot(cx, slot, value, node);
}

function assigns(cx: Context, type: CType): boolean {
  if (type.kind === 'array') return assigns(cx, type.of);
  return (
    type.kind === 'struct' &&
    (operatorsOf(cx, type.struct).length > 0 ||
      declaresOperator(cx, type.struct) ||
      assignsWithEffects(cx, type.struct))
  );
}

/** Whether the implicit assignment of the class runs an operator of a member or base. */
function assignsWithEffects(cx: Context, struct: StructType): boolean {
  return struct.body !== null && struct.fields.some((field) => assigns(cx, field.type));
}

/** Assignment operators that the class itself defines for its own type. */
function operatorsOf(cx: Context, struct: StructType): readonly FunctionDecl[] {
  if (struct.body === null) return [];
  const { owner, decls } = methodsOf(cx, struct, 'operator=');
  return owner === struct
    ? decls.filter((decl) => childIn(decl.node, 'body') !== null && takesOwn(cx, struct, decl.declarator))
    : [];
}

function declaresOperator(cx: Context, struct: StructType): boolean {
  const body = struct.body === null ? null : childIn(struct.body.node, 'body');
  return (
    body !== null &&
    namedChildren(body).some((member) => {
      const declarator =
        member.type === 'field_declaration' || member.type === 'declaration'
          ? functionDeclarator(childIn(member, 'declarator'))
          : null;
      const name = declarator === null ? null : childIn(declarator, 'declarator');
      return (
        declarator !== null &&
        name !== null &&
        textOf(cx, name).replace(/\s+/g, '') === 'operator=' &&
        takesOwn(cx, struct, declarator)
      );
    })
  );
}

function takesOwn(cx: Context, struct: StructType, declarator: SyntaxNode): boolean {
  const list = childIn(declarator, 'parameters');
  const first = list === null ? undefined : namedChildren(list).find((child) => child.type === 'parameter_declaration');
  const type = first === undefined ? null : childIn(first, 'type');
  return (
    type !== null &&
    textOf(cx, type)
      .replace(/<[^]*$/, '')
      .replace(/^.*::/, '')
      .trim() === className(struct)
  );
}
