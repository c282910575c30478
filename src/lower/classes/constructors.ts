/**
 * Construction of class objects [class.init]: a constructor runs the constructors of bases and members in the order of
 * their declaration, with what its initializer list says, else with default member initializers, and then its body.
 * Exact; a constructor that is declared and not defined in this file may do anything to its object and arguments.
 *
 * Example: `struct S : B { int x = 1; T t; S(int a) : B(a), t{a} { } };` runs B(a), x = 1, t{a}, and the body.
 */
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { Argument } from '../calls/invocation.ts';
import type { CType, Field, StructType } from '../types/c-type.ts';
import type { FunctionDecl } from '../file-scope.ts';
import type { Slot, Value } from '../expressions/value.ts';
import { i32 } from '../../base/ctype.ts';
import { int, variable } from '../../base/expr-build.ts';
import { eachStmt } from '../../ir/walk.ts';
import { childIn, namedChildren } from '../../parse/node.ts';
import { capture, conditionally, emit, fail, freshScalar, textOf } from '../context.ts';
import { combine } from '../expressions/constants.ts';
import { argumentOf, callArguments, itemArguments } from '../calls/arguments.ts';
import { basesOf, sameCType } from '../types/c-type.ts';
import { arrayElement, fieldSlot, subobject } from './fields.ts';
import { functionDeclarator, splitName } from '../file-scope.ts';
import { giveAway } from '../memory/give-away.ts';
import { clobber, readSlot, writeSlot } from '../memory/memory.ts';
import { hasVirtualBases, methodsOf } from './structs.ts';
import { pinnedSlot } from '../memory/slots.ts';
import { addressOf } from '../memory/pointers.ts';
import { pointerValue, typeOfSlot, unknownOf } from '../expressions/value.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

const maxConstructedElements = 64;

/** The name that constructors of the class have. */
export function className(struct: StructType): string {
  return struct.template?.name ?? struct.name;
}

/** Constructors that the class itself defines. */
export function constructorsOf(cx: Context, struct: StructType): readonly FunctionDecl[] {
  const found = methodsOf(cx, struct, className(struct));
  return found.owner === struct ? found.decls.filter((decl) => childIn(decl.node, 'type') === null) : [];
}

/**
 * Whether the class declares constructors of its own (then it is no aggregate); `= default` and `= delete` do not
 * count.
 */
export function declaresConstructor(cx: Context, struct: StructType): boolean {
  const body = struct.body === null ? null : childIn(struct.body.node, 'body');
  return (
    body !== null &&
    namedChildren(body).some((member) => {
      const own = member.type === 'template_declaration' ? namedChildren(member).at(-1) : member;
      if (
        own === undefined ||
        childIn(own, 'type') !== null ||
        own.children.some((child) => child.type === 'default_method_clause' || child.type === 'delete_method_clause')
      )
        return false;
      const declarator = functionDeclarator(childIn(own, 'declarator'));
      const name = declarator === null ? null : childIn(declarator, 'declarator');
      return name !== null && textOf(cx, name) === className(struct);
    })
  );
}

/** Whether an object of the class that is declared without initializer is given some value, or runs some code. */
function startsDefined(cx: Context, struct: StructType): boolean {
  if (struct.body === null) return false;
  return (
    declaresConstructor(cx, struct) ||
    struct.fields.some((field) => field.initializer !== null || startsDefinedAs(cx, field.type))
  );
}

/** The same for a type. */
export function startsDefinedAs(cx: Context, type: CType): boolean {
  if (type.kind === 'array') return startsDefinedAs(cx, type.of);
  return type.kind === 'struct' && startsDefined(cx, type.struct);
}

/**
 * Constructs the object in a slot. False, without effects, where no constructor fits: the class is an aggregate, or has
 * none for these arguments. `isConversion`: implicit, for which those that are `explicit` are none [class.conv.ctor].
 */
export function constructInto(
  cx: Context,
  self: Slot,
  struct: StructType,
  args: readonly Argument[],
  node: SyntaxNode,
  isConversion = false,
): boolean {
  if (struct.body === null) return false;
  const constructors = constructorsOf(cx, struct).filter((decl) => !isConversion || explicitOf(cx, decl) === null);
  const isListed = constructors.some((decl) =>
    /\binitializer_list\s*</.test(textOf(cx, childIn(decl.declarator, 'parameters') ?? decl.declarator)),
  );
  if (isListed && textOf(cx, node).includes('{')) fail(cx, node, fill(messages.bracesUnclear, { name: struct.name }));
  // they overload each other (C++ [over.match.ctor])
  const sources = [struct, ...inheritedFrom(cx, struct)].filter((one) =>
    constructorsOf(cx, one).some((decl) => mayTake(cx, decl, args.length)),
  );
  if (sources.length > 1) fail(cx, node, fill(messages.inheritedConstructors, { name: struct.name }));
  const made =
    constructors.length === 0
      ? null
      : cx.rules.invoke(cx, constructors, args, node, { self, explicit: [], scope: struct.body.scope });
  if (made !== null) return true;
  if (inheritConstructor(cx, self, struct, args, node)) return true;
  if (declaresConstructor(cx, struct) && !(args.length === 0 && hasDefaulted(cx, struct))) {
    undefinedConstructor(cx, self, struct, args, node);
    return true;
  }
  if (args.length > 0) return false;
  startMembers(cx, self, struct, new Map(), node);
  return true;
}

/** Whether a constructor is `explicit`: always, or under a condition that is not evaluated here; null: it is not. */
export function explicitOf(cx: Context, { node, declarator }: FunctionDecl): 'always' | 'perhaps' | null {
  const found = /\bexplicit\b(\s*\()?/.exec(textOf(cx, { ...node, end: declarator.start }));
  return found === null ? null : found[1] === undefined ? 'always' : 'perhaps';
}

/** `S() = default;`. */
function hasDefaulted(cx: Context, struct: StructType): boolean {
  return constructorsOf(cx, struct).some(
    (decl) =>
      decl.node.children.some((child) => child.type === 'default_method_clause') &&
      namedChildren(childIn(decl.declarator, 'parameters') ?? decl.declarator).every(
        (child) => child.type !== 'parameter_declaration',
      ),
  );
}

/** Whether a constructor, other than one that copies, may take so many arguments. */
function mayTake(cx: Context, { declarator }: FunctionDecl, count: number): boolean {
  const parameters = namedChildren(childIn(declarator, 'parameters') ?? declarator).filter(({ type }) =>
    type.endsWith('parameter_declaration'),
  );
  const name = textOf(cx, childIn(declarator, 'declarator') ?? declarator);
  const isCopying =
    parameters.length === 1 &&
    parameters[0] !== undefined &&
    textOf(cx, childIn(parameters[0], 'type') ?? parameters[0]).replace(/<.*$/s, '') === name;
  const isOpen = parameters.some(({ type }) => type === 'variadic_parameter_declaration');
  return (
    count > 0 &&
    !isCopying &&
    (isOpen ||
      (count <= parameters.length && count >= parameters.filter(({ type }) => type === 'parameter_declaration').length))
  );
}

/** The bases whose constructors a class takes over by `using Base::Base;`. */
function inheritedFrom(cx: Context, struct: StructType): readonly StructType[] {
  const body = struct.body === null ? null : childIn(struct.body.node, 'body');
  const usings = body === null ? [] : namedChildren(body).filter((member) => member.type === 'using_declaration');
  return usings.length === 0
    ? []
    : struct.fields.flatMap(({ role, type }) =>
        role === 'base' &&
        type.kind === 'struct' &&
        usings.some((member) => isConstructorsOf(textOf(cx, member), className(type.struct)))
          ? [type.struct]
          : [],
      );
}

/** Whether it has constructors by `using Base::Base;`: such a class is no aggregate either. */
export const inheritsConstructors = (cx: Context, struct: StructType): boolean => inheritedFrom(cx, struct).length > 0;

const isConstructorsOf = (using: string, name: string): boolean =>
  new RegExp(`\\b${name}\\b(?:(?!\\b${name}\\b)[^;])*::\\s*\\w+\\s*;?$`).test(using);

/** `using Base::Base;`: a constructor of the base makes the base subobject, the members start by default. */
function inheritConstructor(
  cx: Context,
  self: Slot,
  struct: StructType,
  args: readonly Argument[],
  node: SyntaxNode,
): boolean {
  const bases = args.length === 0 ? [] : inheritedFrom(cx, struct);
  for (const field of struct.fields) {
    const base =
      field.role === 'base' && field.type.kind === 'struct' && bases.includes(field.type.struct)
        ? field.type.struct
        : null;
    const slot = base === null ? null : subobject(self, field);
    if (slot === null || base === null || !constructInto(cx, slot, base, args, node)) continue;
    startMembers(cx, self, struct, new Map([[field.name, 'done']]), node);
    return true;
  }
  return false;
}

/** A constructor that is not defined here: its object and what its arguments point to may hold anything afterwards. */
function undefinedConstructor(
  cx: Context,
  self: Slot,
  struct: StructType,
  args: readonly Argument[],
  node: SyntaxNode,
): void {
  const because = fill(messages.undefinedConstructor, { name: struct.name });
  for (const arg of args)
    giveAway(
      cx,
      arg.slot !== null && arg.slot.kind !== 'value' ? readSlot(cx, arg.slot, node) : arg.value(),
      because,
      node,
    );
  emit(cx, node, { kind: 'unknown', because, footprint: [], synchronizes: true });
  clobber(cx, self, because, node);
}

type Initializer = SyntaxNode | 'done';

/** What a constructor does before its body. */
export function initializeMembers(cx: Context, decl: FunctionDecl): void {
  const { self } = cx.frame;
  const type = self === null ? null : typeOfSlot(self);
  if (self === null || type?.kind !== 'struct' || !isConstructor(cx, decl, type.struct)) return;
  const { struct } = type;
  const list = decl.node.children.find((child) => child.type === 'field_initializer_list');
  const entries = new Map<string, SyntaxNode>();
  for (const initializer of list === undefined ? [] : namedChildren(list)) {
    const [nameNode, args] = namedChildren(initializer);
    if (nameNode === undefined || args === undefined) continue;
    const name = splitName(nameNode, (inner) => textOf(cx, inner)).name;
    if (name === className(struct) && fieldSlot(self, name) === null) {
      if (!constructInto(cx, self, struct, argumentsOf(cx, args), args))
        fail(cx, args, fill(messages.undefinedDelegate, { name: struct.name }));
      return;
    }
    entries.set(fieldNamed(cx, struct, name, nameNode) ?? name, args);
  }
  startMembers(cx, self, struct, entries, decl.node);
  for (const [name, args] of entries)
    if (!isMember(struct, name))
      for (const arg of argumentsOf(cx, args))
        giveAway(cx, arg.value(), fill(messages.notAMember, { name, name2: struct.name }), args);
}

function isConstructor(cx: Context, decl: FunctionDecl, struct: StructType): boolean {
  if (decl.node.type !== 'function_definition' || childIn(decl.node, 'type') !== null) return false;
  const name = childIn(decl.declarator, 'declarator');
  return (
    name !== null &&
    name.type !== 'destructor_name' &&
    splitName(name, (inner) => textOf(cx, inner)).name === className(struct)
  );
}

/** The field that an initializer names: a base subobject goes by the name of its class. */
function fieldNamed(cx: Context, struct: StructType, name: string, node: SyntaxNode): string | null {
  if (struct.fields.some((field) => field.name === name)) return name;
  const base = struct.fields.find(
    (field) => field.role === 'base' && field.type.kind === 'struct' && className(field.type.struct) === name,
  );
  if (base !== undefined) return base.name;
  if (basesOf(struct).length === 0) return null;
  const type = cx.rules.type(cx, node.type === 'field_identifier' ? { ...node, type: 'type_identifier' } : node);
  return struct.fields.find((field) => field.role === 'base' && sameCType(field.type, type))?.name ?? null;
}

function isMember(struct: StructType, name: string): boolean {
  return struct.fields.some(
    (field) =>
      field.name === name ||
      (field.role === 'anonymous' && field.type.kind === 'struct' && isMember(field.type.struct, name)),
  );
}

/** Bases and members in order, each by its initializer, its default initializer, or its default constructor. */
function startMembers(
  cx: Context,
  self: Slot,
  struct: StructType,
  entries: ReadonlyMap<string, Initializer>,
  node: SyntaxNode,
): void {
  const isUnion = struct.body?.node.type === 'union_specifier';
  for (const field of struct.fields) {
    const slot = subobject(self, field);
    const entry = entries.get(field.name);
    if (slot === null || entry === 'done') continue;
    // the most derived class makes a virtual base, once [class.base.init]
    if (field.role === 'base' && field.type.kind === 'struct' && hasVirtualBases(field.type.struct))
      fail(cx, node, fill(messages.virtualBase, { name: struct.name }));
    if (entry !== undefined) initializeFrom(cx, slot, field.type, entry);
    else if (field.role === 'anonymous' && field.type.kind === 'struct')
      startMembers(cx, slot, field.type.struct, entries, node);
    else if (field.initializer !== null) defaultInitialize(cx, self, struct, field, slot);
    else if (!isUnion) startByDefault(cx, slot, field.type, node);
  }
}

/** Initializes an object from what stands in parentheses or braces. */
export function initializeFrom(cx: Context, slot: Slot, type: CType, entry: SyntaxNode): void {
  const nodes = namedChildren(entry);
  const only = nodes[0];
  if (type.kind === 'reference') {
    const arg = only === undefined ? null : argumentOf(cx, only);
    writeSlot(cx, slot, arg === null ? unknownOf(messages.unboundReference) : referenceValue(cx, arg), entry);
    return;
  }
  if (type.kind === 'struct') {
    const args = argumentsOf(cx, entry);
    const isCopy = args.length === 1 && args[0]?.type?.kind === 'struct' && sameCType(args[0].type, type);
    if (
      !isCopy &&
      type.struct.body !== null &&
      declaresConstructor(cx, type.struct) &&
      constructInto(cx, slot, type.struct, args, entry)
    )
      return;
    writeSlot(cx, slot, cx.rules.construct(cx, type, nodes, entry), entry);
  } else if (nodes.length === 1 && only !== undefined && type.kind !== 'array')
    writeSlot(cx, slot, cx.rules.coerce(cx, cx.rules.value(cx, only), type, entry), entry);
  else writeSlot(cx, slot, cx.rules.construct(cx, type, nodes, entry), entry);
}

/** A default member initializer sees the class, not the constructor's parameters. */
function defaultInitialize(cx: Context, self: Slot, struct: StructType, field: Field, slot: Slot): void {
  const outer = { scope: cx.scope, frame: cx.frame };
  if (field.initializer === null || struct.body === null) return;
  cx.scope = { names: new Map(), parent: struct.body.scope };
  cx.frame = { ...cx.frame, self, object: 'plain', path: struct.body.path, builds: true };
  const value =
    field.initializer.type === 'initializer_list'
      ? cx.rules.construct(cx, field.type, namedChildren(field.initializer), field.initializer)
      : cx.rules.coerce(cx, cx.rules.value(cx, field.initializer), field.type, field.initializer);
  writeSlot(cx, slot, value, field.initializer);
  cx.scope = outer.scope;
  cx.frame = outer.frame;
}

/** An object without initializer: classes run their default constructor, the rest stays undefined. */
export function startByDefault(cx: Context, slot: Slot, type: CType, node: SyntaxNode): void {
  if (type.kind === 'struct' && startsDefined(cx, type.struct)) constructInto(cx, slot, type.struct, [], node);
  if (type.kind !== 'array' || !startsDefinedAs(cx, type.of)) return;
  if (type.extent !== null && type.extent > maxConstructedElements && slot.kind === 'memory') {
    constructEach(cx, slot, type.of, type.extent, node);
    return;
  }
  if (type.extent === null || type.extent > maxConstructedElements) {
    clobber(cx, slot, fill(messages.arrayConstruction, { type: type.extent ?? 'unknown' }), node);
    emit(cx, node, {
      kind: 'unknown',
      because: fill(messages.arrayConstruction, { type: type.extent ?? 'unknown' }),
      footprint: cx.everything,
      synchronizes: true,
    });
    return;
  }
  for (let k = 0; k < type.extent; k++) {
    const element = arrayElement(slot, int(k));
    if (element !== null) startByDefault(cx, element, type.of, node);
  }
}

/** The elements of an array in memory, one after the other. */
function constructEach(cx: Context, slot: Slot, of: CType, extent: number, node: SyntaxNode): void {
  const counter = freshScalar(cx, 'element', i32, 'local');
  const at = variable(counter, i32);
  const element = arrayElement(slot, at);
  const body =
    element === null
      ? []
      : conditionally(cx, () => {
          startByDefault(cx, element, of, node);
        });
  const effects: string[] = [];
  eachStmt(body, ({ kind }) => {
    if (kind !== 'call') effects.push(kind);
  });
  if (effects.length === 0) return;
  emit(cx, node, { kind: 'assign', target: counter, value: int(0) });
  const step = capture(cx, () => {
    emit(cx, node, { kind: 'assign', target: counter, value: combine('+', at, int(1)) });
  });
  emit(cx, node, { kind: 'loop', before: [], condition: combine('<', at, int(extent)), body, step, testFirst: true });
}

/** Arguments in parentheses or braces, lvalues as slots. */
function argumentsOf(cx: Context, list: SyntaxNode): readonly Argument[] {
  const nodes = namedChildren(list);
  return list.type === 'initializer_list' ? itemArguments(cx, nodes) : callArguments(cx, nodes);
}

/** What a member that is a reference holds: the address of the argument. */
export function referenceValue(cx: Context, arg: Argument): Value {
  if (arg.slot === null) return unknownOf(messages.referenceToValue);
  const kept = pinnedSlot(cx, arg.slot, 'reference', arg.node);
  return pointerValue(addressOf(cx, kept, `${cx.frame.key}&member@${arg.node.start}`));
}
