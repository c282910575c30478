/** Declarations inside functions: locals, shared arrays, references, constants, types. */
import type { ImpliedObject } from '../calls/implied-object.ts';
import { declaredObject } from '../calls/implied-object.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { Argument } from '../calls/invocation.ts';
import type { CType } from '../types/c-type.ts';
import type { Slot, Value } from '../expressions/value.ts';
import { childIn, childrenIn, namedChildren } from '../../parse/node.ts';
import { i32, sameType } from '../../base/ctype.ts';
import { emit, fail, initializing, note, textAfter, textOf } from '../context.ts';
import { constructInto, declaresConstructor, startByDefault } from '../classes/constructors.ts';
import { callArguments, itemArguments } from '../calls/arguments.ts';
import { asEmptyObject } from '../classes/empty-objects.ts';
import { copied, endsWithScope } from '../classes/lifetimes.ts';
import { constantOf } from '../expressions/constants.ts';
import { sameCType, scalar } from '../types/c-type.ts';
import { declareEnum } from '../types/enums.ts';
import { declaredName, functionDeclarator, hasWord } from '../file-scope.ts';
import { argumentsLikeParameters, madeNode } from '../types/type-as-expression.ts';
import { mayBeOne, mayBeSeveral } from '../calls/instance-keys.ts';
import { initializedBy } from '../../parse/initializers.ts';
import { baseOrDerived } from '../types/conversions.ts';
import { declareAlias } from '../classes/structs.ts';
import { bindParts, structuredBinding } from './structured-bindings.ts';
import { arraySlot, sharedArray, withInitializedExtent } from '../names.ts';
import { readSlot } from '../memory/memory.ts';
import { newSlot, pinnedSlot } from '../memory/slots.ts';
import { decltypeOf } from '../types/decltype.ts';
import { declared, declaredType, qualifiersOf } from '../types/types.ts';
import { typeOfSlot, typeOfValue, unknownOf } from '../expressions/value.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

/**
 * `T x(a)`, `T &x(a)` whose parentheses hold values: the variable with its initializer. Null: it declares a function,
 * or none was read.
 */
function asInitialized(cx: Context, declarator: SyntaxNode): SyntaxNode | null {
  const fn = functionDeclarator(declarator);
  const list = fn === null ? null : childIn(fn, 'parameters');
  const args = fn === null ? null : argumentsLikeParameters(cx, fn);
  if (list === null || args === null) return null;
  return initializedBy(
    declarator,
    madeNode(
      'argument_list',
      args.map((arg) => ({ ...arg, field: null })),
      list,
    ),
  );
}

/** Lowers a `declaration` (or the declaration in an `if` or `for` header). */
export function declareLocals(cx: Context, node: SyntaxNode): void {
  const typeNode = childIn(node, 'type');
  if (typeNode?.type === 'enum_specifier') declareEnum(cx, typeNode, cx.scope);
  if (typeNode !== null && /^(struct|class|union)_specifier$/.test(typeNode.type)) declareStruct(cx, typeNode);
  const base = declaredType(cx, node);
  for (const declarator of childrenIn(node, 'declarator')) {
    const values = node.children.filter((child) => child.field === 'value' || child.field === 'default_value');
    const value =
      childIn(declarator, 'value') ??
      (declarator.type === 'init_declarator' ? null : (values.find((child) => child.start >= declarator.end) ?? null));
    declareLocal(cx, node, declarator, base, value);
  }
}

/** Binds the name of a struct that is defined here. */
function declareStruct(cx: Context, node: SyntaxNode): void {
  const name = childIn(node, 'name');
  if (name !== null && childIn(node, 'body') !== null)
    cx.scope.names.set(textOf(cx, name), { kind: 'type', type: cx.rules.type(cx, node) });
}

function declareLocal(
  cx: Context,
  node: SyntaxNode,
  declarator: SyntaxNode,
  base: CType | null,
  value: SyntaxNode | null,
): void {
  const binding = structuredBinding(declarator);
  if (binding !== null) {
    bindParts(cx, binding, declarator, value);
    return;
  }
  const nameNode = declaredName(declarator);
  if (nameNode === null) return;
  const name = textOf(cx, nameNode);
  const initialized = asInitialized(cx, declarator);
  if (initialized !== null) {
    declareLocal(cx, node, initialized, base, childIn(initialized, 'value'));
    return;
  }
  if (functionDeclarator(declarator) !== null) {
    declareFunction(cx, declarator, name);
    return;
  }
  cx.unknownExtents.length = 0;
  const quals = qualifiersOf(node);
  const key = `${cx.frame.key}:${declarator.start}`;
  const bind = (slot: Slot, object: ImpliedObject | null = null): void => {
    cx.scope.names.set(name, { kind: 'slot', slot, key, object });
  };
  const own =
    base === null && value !== null && declaresDecltypeAuto(node) ? (decltypeOf(cx, value) ?? openDecltype) : null;
  if (own?.kind === 'opaque') refuseOpenReference(cx, own, declarator);
  if (own?.kind === 'reference') {
    cx.references.add(key);
    bind(referenceTo(cx, value, own, name, key, declarator));
    return;
  }
  if (base === null) {
    bind(declareAuto(cx, declarator, value, name, key, quals.isConst));
    return;
  }
  const type = withInitializedExtent(cx, declared(cx, declarator, base, quals), value);
  const isListed =
    value === null ||
    ['initializer_list', 'string_literal', 'concatenated_string', 'raw_string_literal'].includes(value.type);
  if (base.kind === 'opaque' && type.kind === 'array' && !isListed) {
    fail(cx, declarator, fill(messages.maybeStore, { text: textOf(cx, declarator) }));
    return;
  }
  if (hasWord(node, '__shared__')) {
    bind(sharedVariable(cx, node, declarator, type, name));
    return;
  }
  if (hasWord(node, 'static') && !quals.isConst) {
    bind(
      staticVariable(cx, declarator, type, name, {
        volatile: quals.volatile,
        space: hasWord(node, '__constant__') ? 'constant' : 'global',
        isTable: value !== null && hasWord(node, '__constant__'),
      }),
    );
    return;
  }
  if (type.kind === 'reference') {
    cx.references.add(key);
    bind(referenceTo(cx, value, type, name, key, declarator), declaredObject(cx, node, declarator, type));
    return;
  }
  bind(
    declareTyped(cx, type, value, { name, key, isConst: quals.isConst, declarator }),
    declaredObject(cx, node, declarator, type),
  );
}

/** `decltype(auto) x = …`. */
const declaresDecltypeAuto = (node: SyntaxNode): boolean =>
  childIn(node, 'type')?.children.some((child) => child.type === 'decltype') === true;

const openDecltype: CType = { kind: 'opaque', text: 'decltype(auto)' };

/** A variable of a type that may be a reference: what is stored in it may be stored elsewhere. */
function refuseOpenReference(cx: Context, type: Extract<CType, { kind: 'opaque' }>, node: SyntaxNode): void {
  if (/^decltype\b/.test(type.text)) fail(cx, node, fill(messages.maybeReference, { type: type.text }));
}

type Declared = Readonly<{ name: string; key: string; isConst: boolean; declarator: SyntaxNode }>;

function declareTyped(cx: Context, type: CType, value: SyntaxNode | null, made: Declared): Slot {
  if (value !== null && constructsInPlace(cx, type, value))
    return constructed(
      cx,
      type,
      value.type === 'initializer_list'
        ? itemArguments(cx, namedChildren(value))
        : callArguments(cx, namedChildren(value)),
      made,
    );
  const initial = value === null ? null : initializing(cx, value, () => initialValue(cx, type, value));
  if (
    made.isConst &&
    initial?.kind === 'scalar' &&
    (constantOf(initial.expr) !== null || initial.expr.kind === 'float')
  )
    return { kind: 'value', value: initial, type };
  const fresh = newSlot(cx, type, made.name, made.key, initial, made.declarator);
  const slot = value === null ? asEmptyObject(cx, fresh, made.declarator, made.name) : fresh;
  if (type.kind === 'opaque') refuseOpenReference(cx, type, made.declarator);
  if (type.kind === 'opaque')
    undeclaredObject(cx, type.text, slot.kind === 'unknown' && (value === null || value.type.endsWith('_list')), made);
  if (value === null) startByDefault(cx, slot, type, made.declarator);
  if (made.isConst && slot.kind === 'scalar') cx.steady.add(slot.id);
  endsWithScope(cx, slot, type, made.declarator);
  return slot;
}

/**
 * An object of a class that is not declared here: what its constructor is given is given away (casts.ts). One that
 * nothing names afterwards lives for what its constructor and destructor do: they may synchronize.
 */
function undeclaredObject(cx: Context, type: string, isConstructed: boolean, made: Declared): void {
  if (type === 'auto') return;
  if (isNamedAfter(cx, made.declarator.end, made.name)) {
    if (isConstructed) note(cx, made.declarator, fill(messages.undeclaredClass, { type }));
    return;
  }
  emit(cx, made.declarator, {
    kind: 'unknown',
    because: fill(messages.undeclaredGuard, { type, name: made.name }),
    footprint: cx.everything,
    synchronizes: true,
  });
}

/** Whether the name stands between here and the end of the block. */
function isNamedAfter(cx: Context, from: number, name: string): boolean {
  let depth = 0;
  for (const match of textAfter(cx, from).matchAll(/[{}]|[A-Za-z_]\w*/g)) {
    if (match[0] === '{') depth++;
    else if (match[0] === '}') depth--;
    else if (match[0] === name) return true;
    if (depth < 0) return false;
  }
  return false;
}

/** `T x(a, b);` of a class with constructors. */
function constructsInPlace(cx: Context, type: CType, value: SyntaxNode): type is Extract<CType, { kind: 'struct' }> {
  return (
    type.kind === 'struct' &&
    (value.type === 'argument_list' || value.type === 'initializer_list') &&
    declaresConstructor(cx, type.struct) &&
    !isUnionType(type)
  );
}

function constructed(
  cx: Context,
  type: Extract<CType, { kind: 'struct' }>,
  args: readonly Argument[],
  made: Declared,
): Slot {
  const isCopy = args.length === 1 && args[0]?.type?.kind === 'struct' && sameCType(args[0].type, type);
  const source = isCopy ? args[0]?.value() : undefined;
  const slot = newSlot(
    cx,
    type,
    made.name,
    made.key,
    source?.kind === 'struct' ? copied(cx, source, args[0]?.node ?? made.declarator) : (source ?? null),
    made.declarator,
  );
  if (!isCopy) constructInto(cx, slot, type.struct, args, made.declarator);
  endsWithScope(cx, slot, type, made.declarator);
  return slot;
}

function isUnionType(type: Extract<CType, { kind: 'struct' }>): boolean {
  return type.struct.body?.node.type === 'union_specifier';
}

function initialValue(cx: Context, type: CType, value: SyntaxNode): Value {
  if (value.type === 'argument_list' || value.type === 'initializer_list')
    return cx.rules.construct(cx, type, namedChildren(value), value);
  return cx.rules.coerce(cx, cx.rules.value(cx, value), type, value);
}

function declareAuto(
  cx: Context,
  declarator: SyntaxNode,
  value: SyntaxNode | null,
  name: string,
  key: string,
  isConst: boolean,
): Slot {
  const inner = declarator.type === 'init_declarator' ? childIn(declarator, 'declarator') : declarator;
  const list =
    value?.type === 'argument_list' || value?.type === 'initializer_list' ? namedChildren(value)[0] : undefined;
  const given = list ?? value;
  if (given === null) return newSlot(cx, scalar(i32), name, key, unknownOf(messages.autoWithoutValue), declarator);
  if (inner?.type === 'reference_declarator') {
    cx.references.add(key);
    const slot = cx.rules.slot(cx, given);
    if (slot !== null) return pinnedSlot(cx, slot, name, declarator);
  }
  const raw = initializing(cx, given, () => cx.rules.value(cx, given));
  const made = raw.kind === 'struct' ? copied(cx, raw, given) : raw;
  const type = typeOfValue(made);
  if (type === null)
    return made.kind === 'unknown'
      ? newSlot(cx, { kind: 'opaque', text: 'auto' }, name, key, made, declarator)
      : { kind: 'value', value: made, type: { kind: 'opaque', text: 'auto' } };
  if (isConst && made.kind === 'scalar' && constantOf(made.expr) !== null) return { kind: 'value', value: made, type };
  const slot = newSlot(cx, type, name, key, made, declarator);
  if (isConst && slot.kind === 'scalar') cx.steady.add(slot.id);
  endsWithScope(cx, slot, type, declarator);
  return slot;
}

/** `T &r = x`: another name for the slot; a value bound to a const reference is kept in a variable. */
function referenceTo(
  cx: Context,
  value: SyntaxNode | null,
  type: Extract<CType, { kind: 'reference' }>,
  name: string,
  key: string,
  node: SyntaxNode,
): Slot {
  const list =
    value?.type === 'argument_list' || value?.type === 'initializer_list' ? namedChildren(value)[0] : undefined;
  const given = list ?? value;
  const slot = given === null ? null : cx.rules.slot(cx, given);
  if (slot !== null && given !== null && isConverted(slot, type.to))
    return newSlot(cx, type.to, name, key, cx.rules.coerce(cx, readSlot(cx, slot, given), type.to, given), node);
  if (slot !== null) return pinnedSlot(cx, asBase(cx, slot, type.to), name, node);
  const made = newSlot(
    cx,
    type.to,
    name,
    key,
    given === null
      ? null
      : initializing(cx, given, () => cx.rules.coerce(cx, cx.rules.value(cx, given), type.to, given)),
    node,
  );
  endsWithScope(cx, made, type.to, node);
  return made;
}

/**
 * Whether a reference to that type refers to a temporary made from the object, which is of another type [dcl.init.ref].
 */
export function isConverted(slot: Slot, type: CType): boolean {
  const own = typeOfSlot(slot);
  return type.kind === 'scalar' && own?.kind === 'scalar' && !sameType(type.type, own.type);
}

/** What a reference to a base class names: the base subobject, whose members those of the object may hide. */
function asBase(cx: Context, slot: Slot, type: CType): Slot {
  return (type.kind === 'struct' ? baseOrDerived(cx, slot, type.struct) : null) ?? slot;
}

/** The prototype of a function, or a pointer to functions: what that points to is not resolved. */
function declareFunction(cx: Context, declarator: SyntaxNode, name: string): void {
  const inner = functionDeclarator(declarator)?.children.find((child) => child.field === 'declarator');
  if (inner?.type !== 'parenthesized_declarator') {
    note(cx, declarator, fill(messages.takenAsDeclaration, { name }));
    if (cx.unit.declared.functions.has(name)) refuseOtherFunction(cx, declarator, name);
    return;
  }
  const because = fill(messages.unresolvedFunctionPointer, { name });
  cx.scope.names.set(name, {
    kind: 'slot',
    key: `${cx.frame.key}:${declarator.start}`,
    slot: { kind: 'unknown', because, type: null, footprint: 'everything', clobbers: null },
  });
}

/**
 * A prototype in a block hides the functions of its name outside, but for the one that it declares
 * [basic.scope.hiding].
 */
function refuseOtherFunction(cx: Context, declarator: SyntaxNode, name: string): void {
  const typesOf = (of: SyntaxNode): string =>
    namedChildren(childIn(of, 'parameters') ?? of)
      .map((one) => textOf(cx, childIn(one, 'type') ?? one))
      .join();
  const own = functionDeclarator(declarator);
  const others = (cx.unit.declared.functions.get(name) ?? []).filter(
    (one) => own === null || typesOf(one.declarator) !== typesOf(own),
  );
  if (others.length > 0) fail(cx, declarator, fill(messages.hidingDeclaration, { name }));
}

/**
 * The key in `cx.globals` of a variable that all calls of an instance of its function share, and what it has been made
 * before.
 */
function ofInstance(cx: Context, declarator: SyntaxNode): Readonly<{ key: string; known: Slot | undefined }> {
  const instance = cx.frame.active.at(-1) ?? '';
  const own = `${declarator.start} ${instance}`;
  const key = mayBeSeveral(instance) ? `${own} by ${cx.frame.key}` : own;
  const known = cx.globals.get(key);
  if (
    known === undefined &&
    [...cx.globals.keys()].some(
      (other) => other.startsWith(`${declarator.start} `) && mayBeOne(other.replace(/ by [^ ]*$/, ''), own),
    )
  )
    fail(cx, declarator, fill(messages.severalInstances, { name: textOf(cx, declaredName(declarator) ?? declarator) }));
  return { key, known };
}

/**
 * One for the whole grid and all launches, for all uses of the declaration in one instance of its function (C++
 * [stmt.dcl]).
 */
function staticVariable(
  cx: Context,
  declarator: SyntaxNode,
  type: CType,
  name: string,
  how: Readonly<{ volatile: boolean; space: 'global' | 'constant'; isTable: boolean }>,
): Slot {
  const { key, known } = ofInstance(cx, declarator);
  if (known !== undefined) return known;
  const made = arraySlot(cx, name, how.space, type, how.volatile, declarator);
  const decl = made.kind === 'memory' ? cx.arrays.get(made.place.array) : undefined;
  if (decl !== undefined && how.isTable) cx.arrays.set(decl.id, { ...decl, isTable: true });
  cx.globals.set(key, made);
  return made;
}

/** One per block, for all uses of the declaration in one instance of its function. */
function sharedVariable(cx: Context, node: SyntaxNode, declarator: SyntaxNode, type: CType, name: string): Slot {
  const { key, known } = ofInstance(cx, declarator);
  if (known !== undefined) return known;
  const made = sharedArray(cx, name, type, hasWord(node, 'volatile'), declarator, hasWord(node, 'extern'));
  cx.globals.set(key, made);
  return made;
}

/** Types declared in a block. */
export function declareTypes(cx: Context, node: SyntaxNode): void {
  switch (node.type) {
    case 'type_definition':
    case 'alias_declaration': {
      const type = childIn(node, 'type');
      if (type !== null && /^(struct|class|union)_specifier$/.test(type.type)) declareStruct(cx, type);
      declareAlias(cx, node, cx.scope);
      return;
    }
    case 'enum_specifier':
      declareEnum(cx, node, cx.scope);
      return;
    default:
      declareStruct(cx, node);
  }
}
