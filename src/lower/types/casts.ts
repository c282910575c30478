/** Conversions between C++ types: casts, initialization, constructors, braced lists. */
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { Argument } from '../calls/invocation.ts';
import type { CType, Field, StructType } from './c-type.ts';
import { mentions } from '../kept.ts';
import type { FunctionDecl } from '../file-scope.ts';
import { hasWord } from '../file-scope.ts';
import type { Slot, Value } from '../expressions/value.ts';
import { childIn, namedChildren } from '../../parse/node.ts';
import { int, truth } from '../../base/expr-build.ts';
import { assertNever } from '../../base/invariant.ts';
import { emit, fail, textOf } from '../context.ts';
import { within } from '../scope.ts';
import { bitsOf, cutTo } from '../classes/bit-fields.ts';
import { convert } from '../expressions/constants.ts';
import {
  className,
  constructInto,
  constructorsOf,
  declaresConstructor,
  explicitOf,
  inheritsConstructors,
  referenceValue,
} from '../classes/constructors.ts';
import { basesOf, isFunction, isSameClass, sameCType } from './c-type.ts';
import { callArguments, itemArguments } from '../calls/arguments.ts';
import { parametersOf, parameterType } from '../calls/parameters.ts';
import { conversionTo } from './conversion-functions.ts';
import { seenAs, toPointer, toScalar } from './conversions.ts';
import { subobject } from '../classes/fields.ts';
import { constructLibrary, valueOfAtomic } from '../library/objects.ts';
import { copied, refuseConverted, refuseTemporary } from '../classes/lifetimes.ts';
import { giveAway } from '../memory/give-away.ts';
import { addressAsNumber } from '../memory/addresses.ts';
import { readSlot } from '../memory/memory.ts';
import { inOrder } from '../expressions/order.ts';
import { valueArgument } from '../expressions/operators.ts';
import { mayChangeItself } from '../expressions/user-operators.ts';
import { newSlot } from '../memory/slots.ts';
import { pointerFromNumber } from './undeclared.ts';
import { isNoType } from './type-as-expression.ts';
import { valueOfType, pointerValue, scalarValue, unknownOf, voidValue } from '../expressions/value.ts';
import { quoted } from '../../base/quote.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';
import { expanded } from '../calls/packs.ts';

/** `(T)x`. */
export function castExpression(cx: Context, node: SyntaxNode): Value {
  const typeNode = childIn(node, 'type');
  const value = childIn(node, 'value');
  if (typeNode === null || value === null) return unknownOf(messages.cast);
  if (isNoType(cx, typeNode)) {
    const because = fill(messages.castOf, { text: quoted(textOf(cx, node), 60) });
    emit(cx, node, { kind: 'unknown', because, footprint: cx.everything, synchronizes: true });
    return unknownOf(because);
  }
  return castTo(cx, cx.rules.type(cx, typeNode), cx.rules.value(cx, value), node);
}

/**
 * An explicit conversion of an evaluated value. What a pointer is to is volatile if the type says so, whatever it was
 * before.
 */
export function castTo(cx: Context, type: CType, value: Value, node: SyntaxNode): Value {
  if (type.kind === 'void') return voidValue;
  if (type.kind === 'struct') refuseTemporary(cx, type, node);
  if (type.kind === 'pointer' && value.kind === 'pointer') {
    const { target, ...seen } = seenAs(cx, value.pointer, type.to);
    const isPlain = target.kind === 'memory' && !type.volatile;
    return pointerValue({
      ...seen,
      target: isPlain ? { ...target, place: { ...target.place, volatile: false } } : target,
      to: type.to,
      volatile: type.volatile,
    });
  }
  return coerce(cx, value, type, node);
}

/** A value as one of that type, as by initialization. */
export function coerce(cx: Context, value: Value, type: CType, node: SyntaxNode): Value {
  if (value.kind === 'group' || ((value.kind === 'function' || value.kind === 'functions') && isFunction(type)))
    return value;
  switch (type.kind) {
    case 'reference':
      return coerce(cx, value, type.to, node);
    case 'scalar':
      if (value.kind === 'unknown') return unknownOf(value.because, type);
      if (value.kind === 'scalar') return valueOfType(convert(value.expr, type.type), type);
      if (value.kind === 'struct') {
        const made = conversion(cx, value, type, node);
        return made === null ? notConverted(cx, value.type, type, node) : coerceAgain(made, type);
      }
      return (
        (value.kind === 'pointer' ? addressAsNumber(cx, value.pointer, type.type) : null) ??
        scalarValue(toScalar(cx, value, type.type, node))
      );
    case 'pointer': {
      const made = value.kind === 'struct' ? conversion(cx, value, type, node) : null;
      if (value.kind === 'scalar') pointerFromNumber(cx, value.expr);
      const pointer = toPointer(cx, made ?? value, type.to);
      return pointerValue({ ...pointer, volatile: pointer.volatile || type.volatile });
    }
    case 'struct':
      return toStruct(cx, value, type, node);
    case 'array':
      return value.kind === 'list' ? { kind: 'list', items: padded(cx, value.items, type, node) } : value;
    case 'opaque':
    case 'void':
      return value;
    default:
      return assertNever(type);
  }
}

const maxPadded = 64;

/** The elements of a braced list; those that it leaves out start as from `{}`. */
function padded(
  cx: Context,
  items: readonly Value[],
  type: Extract<CType, { kind: 'array' }>,
  node: SyntaxNode,
): readonly Value[] {
  const given = items.map((item) => coerce(cx, item, type.of, node));
  const count = type.extent === null || type.extent > maxPadded ? 0 : type.extent - given.length;
  const nothing = (): Value =>
    coerce(
      cx,
      type.of.kind === 'scalar' || type.of.kind === 'pointer' ? scalarValue(int(0)) : { kind: 'list', items: [] },
      type.of,
      node,
    );
  return [...given, ...Array.from({ length: Math.max(0, count) }, nothing)];
}

function coerceAgain(value: Value, type: Extract<CType, { kind: 'scalar' }>): Value {
  return value.kind === 'scalar'
    ? scalarValue(convert(value.expr, type.type))
    : unknownOf(messages.conversionOperator, type);
}

/** A class with a definition is used as a number: some conversion or operator that is not found runs. */
function notConverted(cx: Context, struct: StructType, type: CType, node: SyntaxNode): Value {
  const because = fill(messages.usedAsNumber, { name: struct.name });
  if (struct.body !== null) emit(cx, node, { kind: 'unknown', because, footprint: cx.everything, synchronizes: true });
  return unknownOf(because, type);
}

/** `operator T()` of a struct; null when it has none for such a type. */
function conversion(
  cx: Context,
  value: Extract<Value, { kind: 'struct' }>,
  type: CType,
  node: SyntaxNode,
): Value | null {
  if (value.type.body === null) return null;
  const because = fill(messages.unknownConversionOperator, { name: value.type.name });
  const unread = (): Value => {
    emit(cx, node, { kind: 'unknown', because, footprint: cx.everything, synchronizes: true });
    return unknownOf(because, type);
  };
  if (isDefinedOutside(cx, value.type)) return unread();
  const found = conversionTo(cx, value.type, type, isCast(cx, node));
  if (found === 'several') return unread();
  refuseConverted(cx, { kind: 'struct', struct: value.type }, node);
  const body = found?.owner.body ?? null;
  if (found === null || body === null) return null;
  const { path, decl: best } = found;
  const whole: Slot = { kind: 'value', value, type: { kind: 'struct', struct: value.type } };
  const self = path.reduce<Slot>((at, field) => subobject(at, field) ?? at, whole);
  if (mayChangeItself(cx, best) || /\bmutable\b/.test(textOf(cx, body.node)))
    fail(cx, node, fill(messages.conversionMayChange, { name: value.type.name }));
  const made = hasWord(best.node, 'virtual')
    ? null
    : cx.rules.invoke(cx, [best], [], node, { self, explicit: [], scope: body.scope });
  if (made !== null) return readSlot(cx, made, node);
  return unread();
}

/** `(T)x` and `static_cast<T>(x)`. */
const isCast = (cx: Context, node: SyntaxNode): boolean =>
  node.type === 'cast_expression' || (node.type === 'call_expression' && /^static_cast\s*</.test(textOf(cx, node)));

/** Whether the file defines a conversion operator of the class outside of it: these are not followed. */
function isDefinedOutside(cx: Context, struct: StructType): boolean {
  const name = struct.template?.name ?? struct.name;
  const isOwn =
    /^\w+$/.test(name) &&
    mentions(cx.unit, new RegExp(`\\b${name}\\s*(?:<[^;{}]*>\\s*)?::\\s*operator\\s+(?!new\\b|delete\\b)[A-Za-z_]`));
  return isOwn || basesOf(struct).some((base) => isDefinedOutside(cx, base));
}

function toStruct(cx: Context, value: Value, type: Extract<CType, { kind: 'struct' }>, node: SyntaxNode): Value {
  const { struct } = type;
  const atomic = valueOfAtomic(struct, value);
  if (atomic !== null) return atomic;
  if (value.kind === 'list') return fromList(cx, struct, value.items, node);
  if (value.kind === 'struct' && isSame(value.type, struct)) return copied(cx, value, node);
  if (value.kind === 'struct') refuseConverted(cx, { kind: 'struct', struct: value.type }, node);
  if (value.kind === 'unknown') return unknownOf(value.because, type);
  const made = cx.converting.has(struct) ? null : convertedBy(cx, value, struct, node);
  if (made !== null) return made;
  const base = value.kind === 'struct' ? baseValue(value, struct) : null;
  if (base !== null) return copied(cx, base, node);
  const converted = value.kind === 'struct' ? conversion(cx, value, type, node) : null;
  return converted ?? unknownOf(fill(messages.classFromOther, { name: struct.name }), type);
}

/**
 * An object from a braced list whose items have been evaluated: its constructor runs, unless the class is an aggregate
 * [dcl.init.list].
 */
function fromList(cx: Context, struct: StructType, items: readonly Value[], node: SyntaxNode): Value {
  if (!declaresConstructor(cx, struct) && !inheritsConstructors(cx, struct)) return fromItems(cx, struct, items, node);
  const because = fill(messages.bracesUnclear, { name: struct.name });
  const constructors = constructorsOf(cx, struct);
  const parameters = constructors.map((decl) => textOf(cx, childIn(decl.declarator, 'parameters') ?? decl.declarator));
  // whether an item was an lvalue is no longer known
  const isOpen =
    parameters.some((text) => /\binitializer_list\s*</.test(text) || (items.length > 0 && takesObject(text, struct))) ||
    constructors.some((decl) => takesByAlias(cx, decl, struct));
  const made = isOpen
    ? null
    : constructed(
        cx,
        struct,
        items.map((item) => valueArgument(item, node)),
        node,
      );
  if (made !== null) return made;
  emit(cx, node, { kind: 'unknown', because, footprint: cx.everything, synchronizes: true });
  return unknownOf(because, { kind: 'struct', struct });
}

/** Whether the parameters name references other than to constants, and than those of constructors that copy or move. */
function takesObject(parameters: string, struct: StructType): boolean {
  const isCopying = new RegExp(`^\\(\\s*(?:const\\s+)?${className(struct)}\\b[^,]*\\)$`).test(parameters);
  const each = parameters.replace(/<[^<>]*>/g, '').split(',');
  return !isCopying && each.some((one) => one.includes('&') && !isConstReference(one));
}

/** `const T &x`, `T const &x`. */
const isConstReference = (parameter: string): boolean =>
  /^[\s(]*const\s+[\w:]+\s*&[^&]*$/.test(parameter) || /^[\s(]*[\w:]+\s+const\s*&[^&]*$/.test(parameter);

/** Whether a parameter is a reference by the name of its type (`using Ref = int &`). */
function takesByAlias(cx: Context, { declarator }: FunctionDecl, { body }: StructType): boolean {
  return (
    body !== null &&
    within(cx, body.scope, () =>
      parametersOf(cx, declarator).some((parameter) => {
        if (textOf(cx, parameter.node).includes('&')) return false;
        const type = parameterType(cx, parameter);
        return type?.kind === 'reference' && !type.isConst;
      }),
    )
  );
}

/**
 * By a constructor that takes the value: one user-defined conversion, not another one for its argument [class.conv].
 */
function convertedBy(cx: Context, value: Value, struct: StructType, node: SyntaxNode): Value | null {
  const [first, second] = constructorsOf(cx, struct).filter(
    (decl) =>
      !new RegExp(`^\\(\\s*(?:const\\s+)?${className(struct)}\\b`).test(
        textOf(cx, childIn(decl.declarator, 'parameters') ?? decl.declarator),
      ),
  );
  if (
    first !== undefined &&
    second !== undefined &&
    constructorsOf(cx, struct).some((decl) => explicitOf(cx, decl) === 'perhaps')
  )
    fail(cx, node, fill(messages.explicitConstructors, { name: struct.name }));
  cx.converting.add(struct);
  const made = constructed(cx, struct, [valueArgument(value, node)], node, true);
  cx.converting.delete(struct);
  return made;
}

const isSame = (a: StructType, b: StructType): boolean =>
  isSameClass(a, b) || (a.name === b.name && (a.id === undefined || b.id === undefined));

/** The base subobject of that class in a value: slicing. */
function baseValue(
  value: Extract<Value, { kind: 'struct' }>,
  struct: StructType,
): Extract<Value, { kind: 'struct' }> | null {
  for (const field of value.type.fields) {
    const inner = field.role === 'base' ? value.fields.get(field.name) : undefined;
    if (inner?.kind !== 'struct') continue;
    const found = isSame(inner.type, struct) ? inner : baseValue(inner, struct);
    if (found !== null) return found;
  }
  return null;
}

/** Builds a value of a type from arguments in parentheses or braces. */
export function construct(cx: Context, type: CType, given: readonly SyntaxNode[], node: SyntaxNode): Value {
  const args = expanded(cx, given);
  switch (type.kind) {
    case 'scalar':
    case 'pointer':
      return coerce(cx, args[0] === undefined ? scalarValue(int(0)) : cx.rules.value(cx, args[0]), type, node);
    case 'struct':
      return constructStruct(cx, type.struct, args, node);
    case 'array':
      return {
        kind: 'list',
        items: inOrder(cx, args, (arg) =>
          arg.type === 'initializer_list'
            ? construct(
                cx,
                type.of,
                arg.children.filter((child) => child.named),
                arg,
              )
            : coerce(cx, cx.rules.value(cx, arg), type.of, arg),
        ),
      };
    case 'reference':
      return construct(cx, type.to, args, node);
    case 'opaque':
    case 'void':
      // `std::is_same<A, B>()`: what it converts to, where nothing else is made of it
      if (
        type.kind === 'opaque' &&
        type.truth !== undefined &&
        args.length === 0 &&
        !mentions(cx.unit, /\b(?:true_type|false_type|bool_constant|integral_constant)\b/)
      )
        return scalarValue(truth(type.truth));
      for (const arg of args) giveAway(cx, cx.rules.value(cx, arg), messages.pointerToUnknown, arg);
      return unknownOf(fill(messages.undeclaredType, { type: type.kind === 'opaque' ? type.text : 'void' }), type);
    default:
      return assertNever(type);
  }
}

function constructStruct(cx: Context, struct: StructType, args: readonly SyntaxNode[], node: SyntaxNode): Value {
  if (args.some((arg) => arg.type === 'initializer_pair')) {
    if (node.type === 'compound_literal_expression') refuseTemporary(cx, { kind: 'struct', struct }, node);
    return designated(cx, struct, args, node);
  }
  const given =
    node.type === 'call_expression' || node.type === 'argument_list'
      ? callArguments(cx, args)
      : itemArguments(cx, args);
  const library = constructLibrary(cx, struct, given, node);
  if (library !== null) return library;
  if (node.type === 'call_expression' || node.type === 'compound_literal_expression')
    refuseTemporary(cx, { kind: 'struct', struct }, node);
  const only = given.length === 1 ? given[0] : undefined;
  if (only?.type?.kind === 'struct' && sameCType(only.type, { kind: 'struct', struct })) {
    const value = only.value();
    return value.kind === 'struct' ? copied(cx, value, only.node) : value;
  }
  const made = constructed(cx, struct, given, node);
  if (made !== null) return made;
  if (args.length === 1 && only?.type?.kind === 'struct' && !startsWith(struct, only.type))
    return toStruct(cx, only.value(), { kind: 'struct', struct }, only.node);
  return fromItems(
    cx,
    struct,
    given.map((arg, k) => (struct.fields[k]?.type.kind === 'reference' ? referenceValue(cx, arg) : itemOf(cx, arg))),
    node,
  );
}

/** What initializes a member: a copy of an object. */
function itemOf(cx: Context, arg: Argument): Value {
  const value = arg.value();
  return value.kind === 'struct' ? copied(cx, value, arg.node) : value;
}

/** Whether the first member is of that class: `Outer{inner}` is an aggregate of it [dcl.init.aggr]. */
function startsWith(struct: StructType, type: CType): boolean {
  const [first] = struct.fields;
  return struct.body !== null && first !== undefined && sameCType(first.type, type);
}

/** `{ .x = 1, .y = 2 }`. */
function designated(cx: Context, struct: StructType, args: readonly SyntaxNode[], node: SyntaxNode): Value {
  const given = new Map<string, Value>();
  for (const arg of args) {
    const designator = childIn(arg, 'designator');
    const inner = designator === null ? undefined : namedChildren(designator)[0];
    const value = childIn(arg, 'value');
    if (inner === undefined || value === null || designator?.type !== 'field_designator')
      return unknownOf(messages.designatedInitializer, { kind: 'struct', struct });
    const type = struct.fields.find((field) => field.name === textOf(cx, inner))?.type;
    const made =
      type !== undefined && value.type === 'initializer_list'
        ? construct(cx, type, namedChildren(value), value)
        : cx.rules.value(cx, value);
    given.set(textOf(cx, inner), made);
  }
  if ([...given.keys()].some((name) => !struct.fields.some((field) => field.name === name)))
    return unknownOf(messages.designatedInitializer, { kind: 'struct', struct });
  return withFields(cx, struct, (field) => given.get(field.name) ?? null, node);
}

/** Runs a constructor that fits; null when the class is an aggregate, or has none for these arguments. */
/** `isConversion`: implicit, for which constructors that are `explicit` are none [class.conv.ctor]. */
function constructed(
  cx: Context,
  struct: StructType,
  args: readonly Argument[],
  node: SyntaxNode,
  isConversion = false,
): Value | null {
  if (struct.body === null || (!declaresConstructor(cx, struct) && constructorsOf(cx, struct).length === 0))
    return null;
  refuseTemporary(cx, { kind: 'struct', struct }, node);
  const key = `${cx.frame.key}:new ${node.start}`;
  const self = newSlot(cx, { kind: 'struct', struct }, className(struct), key, null, node);
  return constructInto(cx, self, struct, args, node, isConversion) ? readSlot(cx, self, node) : null;
}

/**
 * An aggregate from its members in order; missing ones have their default initializers, or are zero (one, in a `dim3`).
 */
function fromItems(cx: Context, struct: StructType, items: readonly Value[], node: SyntaxNode): Value {
  const splat =
    items.length === 1 &&
    items[0]?.kind === 'scalar' &&
    node.type === 'call_expression' &&
    struct.body === null &&
    struct.name !== 'dim3' &&
    struct.fields.length > 1;
  const rest = splat ? struct.fields.flatMap(() => items) : [...items];
  return aggregate(cx, struct, rest, node);
}

/** Takes from the front of `items` what the members need: an inner aggregate takes a braced list, or its own share. */
function aggregate(cx: Context, struct: StructType, items: Value[], node: SyntaxNode): Value {
  const isUnion = struct.body?.node.type === 'union_specifier';
  let count = 0;
  return withFields(
    cx,
    struct,
    (field) => {
      if (isUnion && count++ > 0) return null;
      return takeItem(cx, field.type, items, node);
    },
    node,
  );
}

function takeItem(cx: Context, type: CType, items: Value[], node: SyntaxNode): Value | null {
  const first = items[0];
  if (first === undefined) return null;
  const isWhole =
    first.kind === 'list' || first.kind === 'unknown' || (first.kind === 'struct' && type.kind === 'struct');
  if (
    isWhole ||
    (type.kind !== 'array' && type.kind !== 'struct') ||
    (type.kind === 'struct' && declaresConstructor(cx, type.struct))
  )
    return items.shift() ?? null;
  if (type.kind === 'struct') return aggregate(cx, type.struct, items, node);
  const taken: Value[] = [];
  for (let k = 0; k < (type.extent ?? 0) && items.length > 0; k++)
    taken.push(takeItem(cx, type.of, items, node) ?? scalarValue(int(0)));
  return { kind: 'list', items: taken };
}

function withFields(cx: Context, struct: StructType, given: (field: Field) => Value | null, node: SyntaxNode): Value {
  const isUnion = struct.body?.node.type === 'union_specifier';
  const fields = new Map<string, Value>();
  for (const field of struct.fields) {
    const value = given(field);
    if (value !== null)
      fields.set(
        field.name,
        field.type.kind === 'reference' ? value : inWidth(field, coerce(cx, value, field.type, node)),
      );
    else if (!isUnion || field.initializer !== null)
      fields.set(field.name, inWidth(field, missing(cx, struct, field, node)));
  }
  if (isUnion && fields.size === 0)
    for (const field of struct.fields.slice(0, 1)) fields.set(field.name, missing(cx, struct, field, node));
  return { kind: 'struct', type: struct, fields };
}

/** What a bit-field keeps of a value ([class.bit]). */
function inWidth({ bits, type }: Field, value: Value): Value {
  if (bits === null || value.kind !== 'scalar' || type.kind !== 'scalar') return value;
  const own = { shift: 0, width: bits.width, type: type.type };
  return scalarValue(bitsOf(cutTo(value.expr, own), own));
}

/** The value of a member that an aggregate's initializer leaves out. */
function missing(cx: Context, struct: StructType, field: Field, node: SyntaxNode): Value {
  const { initializer, type } = field;
  if (initializer !== null) {
    return within(cx, struct.body?.scope ?? cx.scope, () =>
      initializer.type === 'initializer_list'
        ? construct(cx, type, namedChildren(initializer), initializer)
        : coerce(cx, cx.rules.value(cx, initializer), type, initializer),
    );
  }
  if (type.kind === 'struct') return constructStruct(cx, type.struct, [], node);
  if (type.kind === 'array') return coerce(cx, { kind: 'list', items: [] }, type, node);
  return coerce(cx, scalarValue(int(struct.name === 'dim3' ? 1 : 0)), type, node);
}
