/** Conversions between C++ types: casts, initialization, constructors, braced lists. */
import type { SyntaxNode } from '../parse/node.ts';
import type { Argument, Context } from './context.ts';
import type { CType, StructType } from './c-type.ts';
import type { Slot, Value } from './value.ts';
import { childIn } from '../parse/node.ts';
import { int } from '../base/expr-build.ts';
import { assertNever } from '../base/invariant.ts';
import { emit } from './context.ts';
import { convert } from './constants.ts';
import { sameCType } from './c-type.ts';
import { seenAs, toPointer, toScalar } from './conversions.ts';
import { clobber, readSlot } from './memory.ts';
import { slotArgument, valueArgument } from './operators.ts';
import { newSlot } from './slots.ts';
import { pointerFromNumber } from './undeclared.ts';
import { constructorsOf, methodsNamed } from './structs.ts';
import { pointerValue, scalarValue, unknownOf, voidValue } from './value.ts';

/** `(T)x`. */
export function castExpression(cx: Context, node: SyntaxNode): Value {
  const typeNode = childIn(node, 'type');
  const value = childIn(node, 'value');
  if (typeNode === null || value === null) return unknownOf('a cast is not understood');
  return castTo(cx, cx.rules.type(cx, typeNode), cx.rules.value(cx, value), node);
}

/** An explicit conversion of an evaluated value. */
export function castTo(cx: Context, type: CType, value: Value, node: SyntaxNode): Value {
  if (type.kind === 'void') return voidValue;
  if (type.kind === 'pointer' && value.kind === 'pointer') {
    return pointerValue({ ...seenAs(cx, value.pointer, type.to), to: type.to, volatile: value.pointer.volatile || type.volatile });
  }
  return coerce(cx, value, type, node);
}

/** A value as one of that type, as by initialization. */
export function coerce(cx: Context, value: Value, type: CType, node: SyntaxNode): Value {
  switch (type.kind) {
    case 'reference':
      return coerce(cx, value, type.to, node);
    case 'scalar':
      if (value.kind === 'unknown') return unknownOf(value.because, type);
      if (value.kind === 'scalar') return scalarValue(convert(value.expr, type.type));
      if (value.kind === 'struct') {
        const made = conversion(cx, value, type, node);
        if (made !== null) return coerceAgain(made, type);
      }
      return scalarValue(toScalar(cx, value, type.type, node));
    case 'pointer': {
      const made = value.kind === 'struct' ? conversion(cx, value, type, node) : null;
      if (value.kind === 'scalar') pointerFromNumber(cx, value.expr);
      const pointer = toPointer(cx, made ?? value, type.to);
      return pointerValue({ ...pointer, volatile: pointer.volatile || type.volatile });
    }
    case 'struct':
      return toStruct(cx, value, type, node);
    case 'array':
      return value.kind === 'list' ? { kind: 'list', items: value.items.map((item) => coerce(cx, item, type.of, node)) } : value;
    case 'opaque':
    case 'void':
      return value;
    default:
      return assertNever(type);
  }
}

function coerceAgain(value: Value, type: Extract<CType, { kind: 'scalar' }>): Value {
  return value.kind === 'scalar' ? scalarValue(convert(value.expr, type.type)) : unknownOf('a conversion operator is not understood', type);
}

/** `operator T()` of a struct; null when it has none for such a type. */
function conversion(cx: Context, value: Extract<Value, { kind: 'struct' }>, type: CType, node: SyntaxNode): Value | null {
  if (value.type.body === null) return null;
  const methods = methodsNamed(cx, value.type, 'operator cast').filter((decl) => {
    const declarator = childIn(decl.declarator, 'declarator');
    return (declarator?.type === 'abstract_pointer_declarator') === (type.kind === 'pointer');
  });
  const self: Slot = { kind: 'value', value, type: { kind: 'struct', struct: value.type } };
  const made = methods.length === 0 ? null : cx.rules.invoke(cx, methods.slice(0, 1), [], node, { self, explicit: [], scope: value.type.body.scope });
  return made === null ? null : readSlot(cx, made, node);
}

function toStruct(cx: Context, value: Value, type: Extract<CType, { kind: 'struct' }>, node: SyntaxNode): Value {
  const { struct } = type;
  if (value.kind === 'list') return fromItems(cx, struct, value.items, node);
  if (value.kind === 'struct' && (sameCType(type, { kind: 'struct', struct: value.type }) || value.type.name === struct.name)) return value;
  if (value.kind === 'unknown') return unknownOf(value.because, type);
  const made = constructed(cx, struct, [valueArgument(value, node)], node);
  if (made !== null) return made;
  if (value.kind === 'struct' && struct.bases.length === 0 && value.type.bases.some((base) => base === struct)) {
    const { fields } = value;
    return { kind: 'struct', type: struct, fields: new Map(struct.fields.map((field) => [field.name, fields.get(field.name) ?? unknownOf('a field is missing')])) };
  }
  return unknownOf(`a ${struct.name} is made of something else`, type);
}

/** Builds a value of a type from arguments in parentheses or braces. */
export function construct(cx: Context, type: CType, args: readonly SyntaxNode[], node: SyntaxNode): Value {
  switch (type.kind) {
    case 'scalar':
    case 'pointer':
      return coerce(cx, args[0] === undefined ? scalarValue(int(0)) : cx.rules.value(cx, args[0]), type, node);
    case 'struct':
      return constructStruct(cx, type.struct, args, node);
    case 'array':
      return { kind: 'list', items: args.map((arg) => (arg.type === 'initializer_list' ? construct(cx, type.of, arg.children.filter((child) => child.named), arg) : coerce(cx, cx.rules.value(cx, arg), type.of, arg))) };
    case 'reference':
      return construct(cx, type.to, args, node);
    case 'opaque':
    case 'void':
      for (const arg of args) giveAway(cx, arg);
      return unknownOf(`the type ${type.kind === 'opaque' ? type.text : 'void'} is not known`, type);
    default:
      return assertNever(type);
  }
}

/** An argument to something unknown: what it points to may change. */
function giveAway(cx: Context, node: SyntaxNode): void {
  const value = cx.rules.value(cx, node);
  if (value.kind !== 'pointer') return;
  const { target } = value.pointer;
  if (target.kind === 'slot') clobber(cx, target.slot, 'its address is given to something that is not known', node);
  else if (target.kind === 'memory') emit(cx, node, { kind: 'unknown', because: 'a pointer is given to something that is not known', footprint: [target.place.array], synchronizes: false });
  else if (target.kind !== 'null') emit(cx, node, { kind: 'unknown', because: 'a pointer is given to something that is not known', footprint: cx.everything, synchronizes: false });
}

function constructStruct(cx: Context, struct: StructType, args: readonly SyntaxNode[], node: SyntaxNode): Value {
  const given = args.map((arg): Argument => {
    if (arg.type === 'initializer_list') return { node: arg, slot: null, value: () => cx.rules.value(cx, arg), type: null };
    const slot = cx.rules.slot(cx, arg);
    if (slot !== null) return slotArgument(cx, slot, arg);
    return valueArgument(cx.rules.value(cx, arg), arg);
  });
  const only = given.length === 1 ? given[0] : undefined;
  if (only?.type?.kind === 'struct' && sameCType(only.type, { kind: 'struct', struct })) return only.value();
  return constructed(cx, struct, given, node) ?? fromItems(cx, struct, given.map((arg) => arg.value()), node);
}

/** Runs a constructor that fits; null when the class declares none that does. */
function constructed(cx: Context, struct: StructType, args: readonly Argument[], node: SyntaxNode): Value | null {
  if (struct.body === null) return null;
  const constructors = constructorsOf(cx, struct);
  if (constructors.length === 0) return null;
  const key = `${cx.frame.key}:new ${node.start}`;
  const self = newSlot(cx, { kind: 'struct', struct }, struct.template?.name ?? struct.name, key, null, node);
  const made = cx.rules.invoke(cx, constructors, args, node, { self, explicit: [], scope: struct.body.scope });
  return made === null ? null : readSlot(cx, self, node);
}

/** An aggregate from its fields in order; missing ones are zero (one, in a `dim3`). */
function fromItems(cx: Context, struct: StructType, items: readonly Value[], node: SyntaxNode): Value {
  if (struct.fields.length === 0) return { kind: 'struct', type: struct, fields: new Map() };
  const splat = items.length === 1 && items[0]?.kind === 'scalar' && struct.body === null && struct.name !== 'dim3' && struct.fields.length > 1;
  const fields = new Map(struct.fields.map((field, k): [string, Value] => {
    const item = splat ? items[0] : items[k];
    const missing = field.type.kind === 'struct' || field.type.kind === 'array' ? { kind: 'list' as const, items: [] } : scalarValue(int(struct.name === 'dim3' ? 1 : 0));
    return [field.name, coerce(cx, item ?? missing, field.type, node)];
  }));
  return { kind: 'struct', type: struct, fields };
}

