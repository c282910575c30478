/**
 * Calls of virtual functions on objects whose class is not known: one of the functions that the classes of the file
 * give the object, by a choice that is not known (over-approximating; exact where there is only one). The call reads
 * the object's pointer to its virtual functions, which its construction writes. The class of a local variable that is
 * not in memory is known, and so is the function: exact.
 *
 * Example: `shape->area()` calls `Circle::area` or `Square::area`, on the bytes at `shape`.
 */
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { Argument } from './invocation.ts';
import type { FunctionDecl } from '../file-scope.ts';
import type { CType, Field, StructType } from '../types/c-type.ts';
import type { DynamicType } from '../classes/dynamic-types.ts';
import type { Slot } from '../expressions/value.ts';
import type { Expr } from '../../base/expr.ts';
import type { Stmt } from '../../ir/ir.ts';
import { i32 } from '../../base/ctype.ts';
import { int } from '../../base/expr-build.ts';
import { childIn, namedChildren } from '../../parse/node.ts';
import { conditionally, emit, note, textOf, unknownScalar } from '../context.ts';
import { combine } from '../expressions/constants.ts';
import { basesOf, sameCType } from '../types/c-type.ts';
import { functionDeclarator, hasWord } from '../file-scope.ts';
import type { Scope } from '../scope.ts';
import { within } from '../scope.ts';
import { readSlot, writeSlot } from '../memory/memory.ts';
import { newSlot, pinnedSlot } from '../memory/slots.ts';
import { subobject, valueSlot } from '../classes/fields.ts';
import { dynamicTypes } from '../classes/dynamic-types.ts';
import { methodsOf } from '../classes/structs.ts';
import { asDynamic, virtualPointers } from '../classes/virtual-pointers.ts';
import { typeOfSlot, voidValue } from '../expressions/value.ts';
import { parametersOf, parameterType } from './parameters.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

/**
 * A function that an object may give, with the class that it is a member of, and where that begins: bytes before the
 * part that is seen.
 */
type Overrider = Readonly<{ decl: FunctionDecl; owner: StructType; distance: number }>;

const maxOverriders = 8;

/**
 * What a call on a local object, or on a part of one, calls by the class of the whole; null where that is not known.
 */
export function wholeOverrider(
  cx: Context,
  part: Slot,
  name: string,
): Readonly<{ decl: FunctionDecl; self: Slot; scope: Scope | null }> | null {
  if (part.kind !== 'struct' || cx.frame.builds) return null;
  const declared = declarationIn(cx, part.type, name);
  const path: Field[] = [];
  let whole = part;
  for (let around = cx.wholes.get(whole); around?.kind === 'struct'; around = cx.wholes.get(whole)) {
    const { fields } = around;
    const field = around.type.fields.find((one) => fields.get(one.name) === whole);
    if (field === undefined) return null;
    if (field.role !== 'base') break;
    path.unshift(field);
    whole = around;
  }
  const found = declared === null ? null : overriderOf(cx, { struct: whole.type, path }, name, declared);
  if (found === null || found === 'pure') return null;
  // default arguments are those of the class that the call names, not of the overrider [dcl.fct.default]
  if (path.length > 0 && parametersOf(cx, found.decl.declarator).some(({ fallback }) => fallback !== null)) return null;
  const parts = [...path, null].reduce<readonly Slot[]>(
    (slots, field) => {
      const last = slots.at(-1);
      const inner = last === undefined || field === null ? null : subobject(last, field);
      return inner === null ? slots : [...slots, inner];
    },
    [whole],
  );
  const self = parts.find((slot) => slot.kind === 'struct' && slot.type === found.owner);
  return self === undefined ? null : { decl: found.decl, self, scope: found.owner.body?.scope ?? null };
}

/** A call on one of several local objects; null, without effects, where the class of one is not known. */
function callOfChosen(
  cx: Context,
  object: Extract<Slot, { kind: 'chosen' }>,
  name: string,
  args: readonly Argument[],
  node: SyntaxNode,
): Slot | null {
  const targets = [...object.cases.map(({ slot }) => slot), object.last].flatMap(
    (slot) => wholeOverrider(cx, slot, name) ?? [],
  );
  if (targets.length <= object.cases.length || targets.some(({ decl }) => returnsReference(decl))) return null;
  const pinned = pinnedSlot(cx, object, 'object', node);
  const whens = pinned.kind === 'chosen' ? pinned.cases.map(({ when }) => when) : [];
  const calls = targets.map(
    ({ decl, self, scope }) =>
      () =>
        cx.rules.invoke(cx, [decl], args, node, { self, explicit: [], scope }) ?? notFitting(cx, name, node),
  );
  return callInBranches(
    cx,
    name,
    calls,
    (bodies) => {
      branchByCases(cx, whens, bodies, node);
    },
    node,
  );
}

/** Calls that are branches of one, with what they return in one variable. */
export function callInBranches(
  cx: Context,
  name: string,
  calls: readonly (() => Slot)[],
  branch: (bodies: readonly (readonly Stmt[])[]) => void,
  node: SyntaxNode,
): Slot {
  const results: Slot[] = [];
  branch(
    calls.map((call) =>
      conditionally(cx, () => {
        const made = call();
        const type: CType | null = made.kind === 'value' && made.value.kind === 'void' ? null : typeOfSlot(made);
        if (type === null) return;
        const [result] = results;
        const into = result ?? newSlot(cx, type, name, `${cx.frame.key}:virtual ${node.start}`, null, node);
        if (result === undefined) results.push(into);
        writeSlot(cx, into, readSlot(cx, made, node), node);
      }),
    ),
  );
  return results[0] ?? valueSlot(voidValue);
}

/** Calls what the object's class has for the function; null, without effects, where that is not known. */
export function virtualCall(
  cx: Context,
  object: Slot,
  struct: StructType,
  name: string,
  args: readonly Argument[],
  node: SyntaxNode,
): Slot | null {
  const known = object.kind === 'chosen' ? callOfChosen(cx, object, name, args, node) : null;
  if (known !== null) return known;
  const overriders = overridersOf(cx, struct, name);
  const [first] = overriders ?? [];
  if (
    overriders === null ||
    first === undefined ||
    (overriders.length > 1 && overriders.some(({ decl }) => returnsReference(decl)))
  )
    return null;
  const self = pinnedSlot(cx, object, 'object', node);
  const parts = overriders.map((one) => asDynamic(self, one.owner, one.distance));
  const tables = virtualPointers(self, struct).slice(0, 1);
  if (parts.includes(null) || tables.length === 0) return null;
  note(cx, node, fill(messages.takenAsMember, { name }));
  for (const table of tables) readSlot(cx, table, node);
  const call = (one: Overrider, part: Slot | null): Slot =>
    (part === null
      ? null
      : cx.rules.invoke(cx, [one.decl], args, node, {
          self: part,
          explicit: [],
          scope: one.owner.body?.scope ?? null,
        })) ?? notFitting(cx, name, node);
  if (overriders.length === 1) return call(first, parts[0] ?? null);
  const which = unknownScalar(cx, i32, fill(messages.virtualTarget, { name }), node);
  return callInBranches(
    cx,
    name,
    overriders.map((one, k) => () => call(one, parts[k] ?? null)),
    (bodies) => {
      branchOn(cx, which, bodies, node);
    },
    node,
  );
}

/** One of several steps, by a number that chooses it; the last one for all other numbers. */
export function branchOn(cx: Context, which: Expr, bodies: readonly (readonly Stmt[])[], node: SyntaxNode): void {
  branchByCases(
    cx,
    bodies.slice(1).map((_, k) => combine('==', which, int(k))),
    bodies,
    node,
  );
}

/** One of several steps: that of the first condition that holds, or the last one. */
export function branchByCases(
  cx: Context,
  whens: readonly Expr[],
  bodies: readonly (readonly Stmt[])[],
  node: SyntaxNode,
): void {
  let rest: readonly Stmt[] = bodies.at(-1) ?? [];
  for (let k = bodies.length - 2; k >= 0; k--) {
    const [otherwise, when] = [rest, whens[k]];
    if (when !== undefined)
      rest = conditionally(cx, () => {
        emit(cx, node, { kind: 'branch', when, then: bodies[k] ?? [], otherwise });
      });
  }
  cx.out.push(...rest);
}

function notFitting(cx: Context, name: string, node: SyntaxNode): Slot {
  const because = fill(messages.virtualArguments, { name });
  emit(cx, node, { kind: 'unknown', because, footprint: cx.everything, synchronizes: true });
  return valueSlot({ kind: 'unknown', because, type: null });
}

export const returnsReference = (decl: FunctionDecl): boolean =>
  childIn(decl.node, 'declarator')?.type === 'reference_declarator';

/** The functions of that name that objects have of which a part of the class is seen; null where one is not known. */
function overridersOf(cx: Context, struct: StructType, name: string): readonly Overrider[] | null {
  const types = dynamicTypes(cx, struct);
  const declared = declarationIn(cx, struct, name);
  // virtual functions of a class alone are there for classes of other files
  const isAlone = types?.length === 1 && basesOf(struct).length === 0;
  if (types === null || isAlone || declared === null) return null;
  const found: Overrider[] = [];
  for (const type of types) {
    const made = overriderOf(cx, type, name, declared);
    if (made === null) return null;
    if (
      made !== 'pure' &&
      !found.some(
        (one) => one.decl.node === made.decl.node && one.owner === made.owner && one.distance === made.distance,
      )
    )
      found.push(made);
  }
  return found.length > maxOverriders ? null : found;
}

type Declaration = Readonly<{ member: SyntaxNode; owner: StructType; distance: number }>;

/** The one declaration of that name in the class, or in the bases above it; null where there is none, or several. */
function declarationIn(cx: Context, struct: StructType, name: string): Declaration | null {
  const own = membersNamed(cx, struct, name);
  const [member] = own;
  if (member !== undefined)
    return own.length === 1 && member.type !== 'template_declaration' ? { member, owner: struct, distance: 0 } : null;
  const above = struct.fields.flatMap((field) => {
    const found =
      field.role === 'base' && field.type.kind === 'struct' && isDeclared(cx, field.type.struct, name)
        ? declarationIn(cx, field.type.struct, name)
        : undefined;
    return found === undefined ? [] : [found === null ? null : { ...found, distance: found.distance - field.offset }];
  });
  return above.length === 1 ? (above[0] ?? null) : null;
}

function isDeclared(cx: Context, struct: StructType, name: string): boolean {
  return membersNamed(cx, struct, name).length > 0 || basesOf(struct).some((base) => isDeclared(cx, base, name));
}

function membersNamed(cx: Context, struct: StructType, name: string): readonly SyntaxNode[] {
  const body = struct.body === null ? null : childIn(struct.body.node, 'body');
  return (body === null ? [] : namedChildren(body)).filter((member) => {
    const inner = member.type === 'template_declaration' ? (namedChildren(member).at(-1) ?? member) : member;
    const declarator = functionDeclarator(childIn(inner, 'declarator'));
    const own = declarator === null ? null : childIn(declarator, 'declarator');
    return own !== null && textOf(cx, own).replace(/\s+/g, '') === name;
  });
}

/**
 * The function of an object of that class: of the nearest class that declares it, from the object's own to the part
 * that is seen.
 */
function overriderOf(
  cx: Context,
  { struct, path }: DynamicType,
  name: string,
  declared: Declaration,
): Overrider | 'pure' | null {
  const total = path.reduce((sum, field) => sum + field.offset, 0);
  let [at, before] = [struct, total];
  for (const field of path) {
    if (membersNamed(cx, at, name).length > 0) break;
    if (field.type.kind !== 'struct') return null;
    before -= field.offset;
    at = field.type.struct;
  }
  const found = declarationIn(cx, at, name);
  if (found === null || !isSameFunction(cx, found, declared)) return null;
  if (/=\s*0\s*(?:;\s*)?$/.test(textOf(cx, found.member))) return 'pure';
  const methods = methodsOf(cx, found.owner, name);
  const [decl, other] = methods.decls.filter((one) => childIn(one.node, 'body') !== null);
  if (methods.owner !== found.owner || decl === undefined || other !== undefined || decl.template !== null) return null;
  return { decl, owner: found.owner, distance: before + found.distance };
}

/**
 * Whether a function overrides another one of its name: of the same parameters, and both `const` or neither
 * [class.virtual].
 */
function isSameFunction(cx: Context, a: Declaration, b: Declaration): boolean {
  if (a.member === b.member) return true;
  const [one, other] = [signatureOf(cx, a), signatureOf(cx, b)];
  if (one === null || other === null || one.isConst !== other.isConst || one.types.length !== other.types.length)
    return false;
  return one.types.every((type, k) => {
    const against = other.types[k];
    return type !== null && against !== null && against !== undefined && sameCType(type, against);
  });
}

function signatureOf(
  cx: Context,
  { member, owner }: Declaration,
): Readonly<{ types: readonly (CType | null)[]; isConst: boolean }> | null {
  const declarator = functionDeclarator(childIn(member, 'declarator'));
  if (declarator === null || owner.body === null) return null;
  const { frame } = cx;
  cx.frame = { ...frame, path: owner.body.path };
  const types = within(cx, owner.body.scope, () =>
    parametersOf(cx, declarator).map((parameter) => parameterType(cx, parameter)),
  );
  cx.frame = frame;
  return { types, isConst: hasWord(declarator, 'const') };
}
