/** Calls: casts in call form, constructors, methods, device functions, built-ins; what is left is an unknown call. */
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { Invocation } from './invocation.ts';
import type { StructType, TemplateArgument } from '../types/c-type.ts';
import type { FunctionDecl } from '../file-scope.ts';
import type { Intrinsic } from './intrinsic.ts';
import { watching } from '../expressions/unsequenced.ts';
import type { Slot, Value } from '../expressions/value.ts';
import { childIn, namedChildren } from '../../parse/node.ts';
import { callArguments, withoutOrder } from './arguments.ts';
import { annotationIntrinsics } from '../annotations.ts';
import { atomicIntrinsics } from '../synchronization/atomics.ts';
import { barrierIntrinsics } from '../synchronization/barriers.ts';
import { hasOwnBarrier } from '../synchronization/own-barriers.ts';
import { cachedIntrinsics } from '../memory/cached-access.ts';
import { castTo } from '../types/casts.ts';
import { emit, isInLibrary, note, textOf } from '../context.ts';
import { launchFromKernel } from './device-launches.ts';
import { isFunction, sameCType, scalarNamed, vectorNamed } from '../types/c-type.ts';
import { innermostScope, resolveName } from '../names.ts';
import { callFunctionValue } from './function-values.ts';
import { pointerCall, withoutStars } from './function-pointers.ts';
import { blockCopies } from '../memory/block-copies.ts';
import { notModelled } from '../not-modelled.ts';
import { slotSeenAs } from '../types/conversions.ts';
import { unevaluatedType } from '../types/unevaluated.ts';
import { isHiddenIn } from '../classes/dependent-bases.ts';
import { baseNamed, fieldSlot, structIn, valueSlot } from '../classes/fields.ts';
import { splitName, visible } from '../file-scope.ts';
import { lambdaDecl } from '../classes/lambdas.ts';
import { expanded } from './packs.ts';
import { callOperatorOf, isCallOfEmptyObject } from '../classes/empty-objects.ts';
import { groupFunction } from '../groups/groups.ts';
import { groupMethod } from '../groups/members.ts';
import { functionsBefore } from '../declared-before.ts';
import { isHiddenByUsing } from '../namesakes.ts';
import { objectNamed } from './implied-object.ts';
import { unclearCall } from './inline.ts';
import { parametersOf, parameterType, takesAny } from './parameters.ts';
import { isOwnAtomic, returnsOldValue } from '../synchronization/own-atomics.ts';
import { laneIntrinsics } from '../synchronization/lanes.ts';
import { libraryPrimitives } from '../library/primitives.ts';
import { libraryFunction, libraryMethod } from '../library/objects.ts';
import { mathIntrinsics } from './math.ts';
import { heapCall } from '../memory/heap.ts';
import { clobber } from '../memory/memory.ts';
import { memberFunctions } from '../expressions/operators.ts';
import { objectOf, throughPointer } from '../memory/places.ts';
import { lookUp } from '../scope.ts';
import { isVirtual, methodsOf } from '../classes/structs.ts';
import { templateArguments } from './templates.ts';
import { branchByCases, branchOn, callInBranches, returnsReference, virtualCall } from './virtual-calls.ts';
import { pinnedExpr } from '../memory/pointers.ts';
import { typeOfSlot, unknownOf } from '../expressions/value.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';
import { traitTruth } from '../types/type-traits.ts';
import { functionObject, unknownCall } from './unknown-calls.ts';

/** Always CUDA's own, whatever the file defines. */
const firstIntrinsics: ReadonlyMap<string, Intrinsic> = new Map([
  ...barrierIntrinsics,
  ...atomicIntrinsics,
  ...laneIntrinsics,
  ...cachedIntrinsics,
  ...annotationIntrinsics,
]);

/** Lowers a `call_expression`. */
export function lowerCall(cx: Context, node: SyntaxNode): Slot {
  const fn = childIn(node, 'function');
  const list = childIn(node, 'arguments');
  const args = list === null ? [] : withoutOrder(cx, expanded(cx, namedChildren(list)));
  if (fn === null) return valueSlot(notModelled(cx, node, messages.call, true));
  const configuration = node.children.find((child) => child.type === 'kernel_call_syntax');
  if (configuration !== undefined) return valueSlot(launchFromKernel(cx, configuration, args, node));
  switch (fn.type) {
    case 'identifier':
    case 'qualified_identifier':
    case 'template_function':
    case 'dependent_name':
      return namedCall(cx, fn, args, node);
    case 'primitive_type':
    case 'sized_type_specifier':
    case 'type_identifier':
    case 'template_type':
      return valueSlot(cx.rules.construct(cx, cx.rules.type(cx, fn), args, node));
    case 'field_expression':
      return methodCall(cx, fn, args, node);
    case 'parenthesized_expression': {
      const inner = namedChildren(fn)[0];
      const type = inner?.type === 'identifier' ? namedTypeOf(cx, inner) : null;
      if (type !== null && args.length > 0) {
        for (const arg of args.slice(0, -1)) cx.rules.discard(cx, arg);
        return valueSlot(castTo(cx, type, cx.rules.value(cx, args.at(-1) ?? node), node));
      }
      const only = args.length === 1 ? args[0] : undefined;
      if (only !== undefined && inner?.type === 'identifier' && cx.discarding !== node && !isDeclared(cx, inner))
        return valueSlot(undeclaredCast(cx, inner, only));
      if (inner === undefined) return valueSlot(unknownOf(messages.noCallee));
      return isFunctionName(cx, inner) ? namedCall(cx, inner, args, node) : callValue(cx, inner, args, node);
    }
    default:
      return callValue(cx, fn, args, node);
  }
}

function isDeclared(cx: Context, node: SyntaxNode): boolean {
  const name = textOf(cx, node);
  return (
    lookUp(cx.scope, name) !== null || cx.unit.declared.functions.has(name) || cx.unit.declared.variables.has(name)
  );
}

/**
 * Whether a name in parentheses, as in `(std::numeric_limits<T>::max)()`, is a function's: they only keep macros and
 * ADL away from it.
 */
function isFunctionName(cx: Context, node: SyntaxNode): boolean {
  if (node.type === 'qualified_identifier' || node.type === 'template_function') return true;
  const name = textOf(cx, node);
  return (
    node.type === 'identifier' &&
    lookUp(cx.scope, name) === null &&
    (cx.unit.declared.functions.has(name) || firstIntrinsics.has(name) || mathIntrinsics.has(name))
  );
}

/** `(T)(x)` where nothing declares T: its value is a cast to a type that is not known. */
function undeclaredCast(cx: Context, type: SyntaxNode, arg: SyntaxNode): Value {
  const because = fill(messages.takenAsType, { text: textOf(cx, type) });
  cx.rules.discard(cx, arg);
  note(cx, type, because);
  return unknownOf(because);
}

function namedTypeOf(cx: Context, node: SyntaxNode): ReturnType<Context['rules']['type']> | null {
  const name = textOf(cx, node);
  const local = lookUp(cx.scope, name);
  if (local !== null) return local.kind === 'type' ? local.type : null;
  if (!cx.unit.declared.types.has(name) && vectorNamed(name) === null && scalarNamed(name) === null) return null;
  return cx.rules.type(cx, node);
}

function namedCall(cx: Context, fn: SyntaxNode, args: readonly SyntaxNode[], node: SyntaxNode): Slot {
  const split = splitName(fn, (inner) => textOf(cx, inner));
  const { name } = split;
  if (/^(static|reinterpret|const|dynamic)_cast$/.test(name)) return castCall(cx, split.arguments, args, node);
  // an operator, whose operand is not evaluated
  if (name === 'noexcept') return valueSlot(unknownOf(messages.noexceptOperator));
  const local = split.scopes.length === 0 ? lookUp(cx.scope, name) : null;
  if (local?.kind === 'slot') return callObject(cx, local.slot, args, node);
  if (local?.kind === 'type') return valueSlot(cx.rules.construct(cx, local.type, args, node));
  const member = split.scopes.length === 0 ? heldObject(cx, name) : null;
  if (member !== null) return callObject(cx, member, args, node);
  const primitive = isInLibrary(fn) ? libraryPrimitives.get(name) : undefined;
  if (primitive !== undefined)
    return valueSlot(
      primitive(cx, { name, template: split.arguments, args, node }) ?? unknownOf(fill(messages.misused, { name })),
    );
  const isForeign = split.scopes.some((scope) => !/^(?:std|cuda|cooperative_groups|)$/.test(scope));
  const built = isForeign ? undefined : firstIntrinsics.get(name);
  if (built !== undefined && barrierIntrinsics.has(name) && hasOwnBarrier(cx, name))
    return unclearCall(cx, name, callArguments(cx, args), node, { self: cx.frame.self });
  const first =
    built === undefined || isOverridden(cx, name)
      ? null
      : watching(cx, args, node, () => built(cx, { name, template: split.arguments, args, node }));
  if (first !== null)
    return valueSlot(isOwnValue(cx, name, args[0]) ? unknownOf(fill(messages.ownFunctionResult, { name })) : first);
  const explicit = split.arguments === null ? [] : templateArguments(cx, split.arguments);
  // A wrapper such as `T abs(T x) { return abs(x); }` means the built-in one.
  const wraps = cx.frame.callee === name && mathIntrinsics.has(name);
  const own = wraps ? null : declaredCall(cx, fn, name, split.scopes, explicit, args, node);
  if (own !== null) return own;
  // the file's own atomic is for other types
  const other =
    built !== undefined && atomicIntrinsics.has(name)
      ? built(cx, { name, template: split.arguments, args, node })
      : null;
  if (other !== null) return valueSlot(other);
  const variadic = wraps ? [] : unfitting(cx, name, split.scopes).filter(takesAny);
  if (variadic.length > 0) return unclearCall(cx, name, callArguments(cx, args), node, { self: cx.frame.self });
  const group = groupFunction(cx, name, explicit, args, node);
  if (group !== null) return valueSlot(group);
  const allocation = isForeign ? null : heapCall(cx, name, args, node);
  if (allocation !== null) return valueSlot(allocation);
  const library = libraryFunction(cx, name, explicit, args, node);
  if (library !== null) return valueSlot(library);
  const object = /^atomic(_ref)?$/.test(name) ? cx.rules.type(cx, fn) : null;
  if (object?.kind === 'struct') return valueSlot(cx.rules.construct(cx, object, args, node));
  const pure = watching(
    cx,
    args,
    node,
    () =>
      (blockCopies.get(name) ?? mathIntrinsics.get(name))?.(cx, { name, template: split.arguments, args, node }) ??
      null,
  );
  if (pure !== null) return valueSlot(pure);
  const made = /^make_(\w+[1-4])$/.exec(name)?.[1];
  const vector = made === undefined ? null : vectorNamed(made);
  if (vector !== null) return valueSlot(cx.rules.construct(cx, { kind: 'struct', struct: vector }, args, node));
  if (
    cx.unit.declared.types.has(name) ||
    vectorNamed(name) !== null ||
    scalarNamed(name) !== null ||
    (args.length === 0 && split.arguments !== null && traitTruth(cx, fn) !== null)
  )
    return valueSlot(cx.rules.construct(cx, cx.rules.type(cx, fn), args, node));
  if (unfitting(cx, name, split.scopes).length > 0)
    return unclearCall(cx, name, callArguments(cx, args), node, { self: cx.frame.self });
  const held = fn.type === 'identifier' || fn.type === 'qualified_identifier' ? resolveName(cx, fn) : null;
  if (held !== null && isFunction(typeOfSlot(held) ?? { kind: 'void' })) return callObject(cx, held, args, node);
  return valueSlot(unknownCall(cx, name, callArguments(cx, args), node));
}

/** A function object that the class around holds as a member of that name. */
function heldObject(cx: Context, name: string): Slot | null {
  const { self } = cx.frame;
  const slot = self === null ? null : fieldSlot(self, name);
  const struct =
    slot === null ? null : slot.kind === 'value' && slot.value.kind === 'struct' ? slot.value.type : structIn(slot);
  return struct !== null && struct.body !== null ? slot : null;
}

/** Functions of that name that the file defines, one of which may be meant although none is seen to fit. */
function unfitting(cx: Context, name: string, scopes: readonly string[]): readonly FunctionDecl[] {
  const own = cx.unit.declared.functions.get(name) ?? [];
  return visible(own, scopes, cx.frame.path).filter(
    (decl) => decl.path.at(-1) !== name && childIn(decl.node, 'body') !== null && !isInLibrary(decl.node),
  );
}

/**
 * Assertions and the like may be defined by the file itself; synchronization and atomics are CUDA's. An atomic of the
 * file's own (`atomicMax` of floats) is taken for one where its body is read to be one, and is called as it is written
 * where not.
 */
function isOverridden(cx: Context, name: string): boolean {
  const own = cx.unit.declared.functions.get(name) ?? [];
  if (atomicIntrinsics.has(name))
    return own.some((decl) => childIn(decl.node, 'body') !== null && !isOwnAtomic(cx, decl));
  return (name === 'any' || name === 'all' || (annotationIntrinsics.has(name) && name !== 'assert')) && own.length > 0;
}

/** Whether an atomic of the file's own may be meant whose value is not that of CUDA's. */
function isOwnValue(cx: Context, name: string, place: SyntaxNode | undefined): boolean {
  const all = atomicIntrinsics.has(name) ? (cx.unit.declared.functions.get(name) ?? []) : [];
  const own = all.filter(
    (decl) => childIn(decl.node, 'body') !== null && !isInLibrary(decl.node) && !returnsOldValue(cx, decl),
  );
  if (own.length === 0 || place === undefined) return own.length > 0;
  const given = unevaluatedType(cx, place);
  return own.some((decl) => {
    const [first] = parametersOf(cx, decl.declarator);
    const wanted = first === undefined || decl.template !== null ? null : parameterType(cx, first);
    return (
      !(
        given?.kind === 'pointer' &&
        wanted?.kind === 'pointer' &&
        given.to.kind === 'scalar' &&
        wanted.to.kind === 'scalar'
      ) || sameCType(given.to, wanted.to)
    );
  });
}

function castCall(cx: Context, list: SyntaxNode | null, args: readonly SyntaxNode[], node: SyntaxNode): Slot {
  const typeNode = list === null ? undefined : namedChildren(list)[0];
  const value = args[0];
  if (typeNode === undefined || value === undefined) return valueSlot(unknownOf(messages.cast));
  const type = cx.rules.type(cx, typeNode);
  if (type.kind === 'reference') {
    const slot = cx.rules.slot(cx, value);
    if (slot !== null) return slotSeenAs(cx, slot, type.to);
  }
  return valueSlot(castTo(cx, type, cx.rules.value(cx, value), node));
}

/** A function of the file: of the class around, a static one, or a free one; constructors are not called so. */
function declaredCall(
  cx: Context,
  fn: SyntaxNode,
  name: string,
  scopes: readonly string[],
  explicit: readonly TemplateArgument[],
  args: readonly SyntaxNode[],
  node: SyntaxNode,
): Slot | null {
  const { self } = cx.frame;
  const selfType = self === null ? null : typeOfSlot(self);
  const scopeNode = innermostScope(fn);
  const owner = scopeNode === null ? (selfType?.kind === 'struct' ? selfType : null) : cx.rules.type(cx, scopeNode);
  let isMember = false;
  if (owner?.kind === 'struct' && owner.struct.body !== null && !(scopeNode === null && scopes.length > 0)) {
    const object =
      self === null || scopeNode === null ? self : baseNamed(self, owner.struct.template?.name ?? owner.struct.name);
    const found =
      object === null
        ? { ...methodsOf(cx, owner.struct, name), self: null }
        : memberFunctions(cx, object, owner.struct, name, node, scopeNode !== null);
    const scope = 'scope' in found ? found.scope : (found.owner.body?.scope ?? null);
    if (scopeNode === null && isOfDependentBase(cx, owner.struct, name))
      return unclearCall(cx, name, callArguments(cx, args), node, { self });
    const made = attempt(cx, found.decls, args, node, { self: found.self, object: cx.frame.object, explicit, scope });
    if (made !== null) return made;
    isMember = found.decls.some((decl) => childIn(decl.node, 'body') !== null);
  }
  const { functions, prototypes } = cx.unit.declared;
  const all = visible([...(functions.get(name) ?? []), ...(prototypes.get(name) ?? [])], scopes, cx.frame.path).filter(
    (decl) => decl.path.at(-1) !== name,
  );
  const found = functionsBefore(cx, all, fn, scopes.length > 0, () =>
    args.map((arg) => unevaluatedType(cx, arg)),
  ).filter((decl) => parametersOf(cx, decl.declarator).length >= args.length || takesAny(decl));
  const isDefined = found.some((decl) => childIn(decl.node, 'body') !== null);
  if (isDefined && scopes.length === 0 && isHiddenByUsing(cx, found))
    return unclearCall(cx, name, callArguments(cx, args), node, { self: null });
  const free = isDefined ? attempt(cx, found, args, node, { self: null, explicit, scope: null }) : null;
  return free === null && isMember ? unclearCall(cx, name, callArguments(cx, args), node, { self }) : free;
}

/** Whether a base that depends on template parameters has the function, and the file or CUDA another. */
function isOfDependentBase(cx: Context, struct: StructType, name: string): boolean {
  if (!cx.unit.declared.functions.has(name) && !mathIntrinsics.has(name)) return false;
  return isHiddenIn(cx, struct, methodsOf(cx, struct, name).path[0]?.name, name);
}

/** Inlines a candidate that fits; null, without effects, when none does. */
function attempt(
  cx: Context,
  candidates: readonly FunctionDecl[],
  args: readonly SyntaxNode[],
  node: SyntaxNode,
  how: Invocation,
): Slot | null {
  if (candidates.length === 0) return null;
  const { nextStmt, out } = cx;
  cx.out = [];
  const made = cx.rules.invoke(cx, candidates, callArguments(cx, args), node, how);
  if (made === null) cx.nextStmt = nextStmt;
  else out.push(...cx.out);
  cx.out = out;
  return made;
}

function methodCall(cx: Context, fn: SyntaxNode, args: readonly SyntaxNode[], node: SyntaxNode): Slot {
  const argument = childIn(fn, 'argument');
  const field = childIn(fn, 'field');
  const operator = childIn(fn, 'operator');
  if (argument === null || field === null) return valueSlot(unknownOf(messages.call));
  const split = splitName(field, (inner) => textOf(cx, inner));
  const object =
    operator !== null && textOf(cx, operator) === '->' ? throughPointer(cx, argument) : objectOf(cx, argument);
  if (object.kind === 'value' && object.value.kind === 'group')
    return valueSlot(groupMethod(cx, object.value.group, split.name, args, node));
  const library = libraryMethod(cx, object, split.name, args, node);
  if (library !== null) return valueSlot(library);
  if (object.kind === 'value' && object.value.kind === 'lambda' && split.name === 'operator()')
    return lambdaCall(cx, object.value, args, node, split.arguments);
  const type = typeOfSlot(object) ?? null;
  const struct =
    type?.kind === 'struct'
      ? type.struct
      : object.kind === 'value' && object.value.kind === 'struct'
        ? object.value.type
        : null;
  if (struct !== null && struct.body !== null) {
    const named = split.scopes.at(-1);
    const part = named === undefined ? object : (baseNamed(object, named) ?? object);
    if (named === undefined && isVirtual(cx, struct, split.name) && !isWhole(object)) {
      const chosen =
        split.arguments === null ? virtualCall(cx, object, struct, split.name, callArguments(cx, args), node) : null;
      return chosen ?? valueSlot(notModelled(cx, node, fill(messages.virtualTarget, { name: split.name }), true));
    }
    const found = memberFunctions(cx, part, structIn(part) ?? struct, split.name, node, named !== undefined);
    const explicit = split.arguments === null ? [] : templateArguments(cx, split.arguments);
    const isArrow = operator !== null && textOf(cx, operator) === '->';
    const whole = isArrow ? (argument.type === 'this' ? cx.frame.object : null) : objectNamed(cx, argument);
    const made = attempt(cx, found.decls, args, node, {
      self: found.self,
      object: whole,
      explicit,
      scope: found.scope,
    });
    if (made !== null) return made;
    if (found.decls.some((decl) => childIn(decl.node, 'body') !== null))
      return unclearCall(cx, split.name, callArguments(cx, args), node, found);
    const held = named === undefined && found.decls.length === 0 ? fieldSlot(object, split.name) : null;
    if (held !== null && isCallable(held)) return callObject(cx, held, args, node);
  }
  if (object.kind !== 'value' || object.value.kind !== 'struct')
    clobber(cx, object, fill(messages.unknownMemberFunction, { name: split.name }), node);
  return valueSlot(unknownCall(cx, split.name, callArguments(cx, args), node));
}

/** Whether a member holds an object of a class that is known, a lambda, or a pointer to a function. */
function isCallable(slot: Slot): boolean {
  return (
    (structIn(slot)?.body ?? null) !== null ||
    (slot.kind === 'value' && (slot.value.kind === 'lambda' || slot.value.kind === 'function')) ||
    isFunction(typeOfSlot(slot) ?? { kind: 'void' })
  );
}

/** Whether the object is a variable or value, whose class is the one that it was declared with. */
function isWhole(object: Slot): boolean {
  return object.kind === 'struct' || object.kind === 'value';
}

/** Calls what an expression evaluates to: a functor or a lambda. */
function callValue(cx: Context, fn: SyntaxNode, args: readonly SyntaxNode[], node: SyntaxNode): Slot {
  return callObject(cx, objectOf(cx, calledThrough(cx, fn) ?? fn), args, node);
}

/** The pointer of `(*f)(…)`; null where what is called is no pointer that is written so. */
function calledThrough(cx: Context, fn: SyntaxNode): SyntaxNode | null {
  const bare = withoutStars(fn, (inner) => textOf(cx, inner));
  const { out, nextStmt } = cx;
  const notes = cx.notes.length;
  cx.out = [];
  const type = bare === fn ? null : typeOfSlot(objectOf(cx, bare));
  cx.out = out;
  cx.nextStmt = nextStmt;
  cx.notes.length = notes;
  return type !== null && isFunction(type) ? bare : null;
}

function callObject(cx: Context, object: Slot, args: readonly SyntaxNode[], node: SyntaxNode): Slot {
  if (object.kind === 'value' && object.value.kind === 'lambda') return lambdaCall(cx, object.value, args, node);
  if (object.kind === 'value' && object.value.kind === 'function') {
    return (
      callFunctionValue(cx, object.value, args, node) ??
      unclearCall(cx, object.value.name, callArguments(cx, args), node, { self: null })
    );
  }
  const several = callOfSeveral(cx, object, args, node);
  if (several !== null) return several;
  const type = typeOfSlot(object);
  const struct =
    type?.kind === 'struct'
      ? type.struct
      : object.kind === 'value' && object.value.kind === 'struct'
        ? object.value.type
        : null;
  if (struct !== null && struct.body !== null) {
    const found = memberFunctions(cx, object, struct, 'operator()', node);
    const made = attempt(cx, found.decls, args, node, {
      self: found.self,
      object: objectNamed(cx, childIn(node, 'function')),
      explicit: [],
      scope: found.scope,
    });
    if (made !== null) return made;
    if (found.decls.some((decl) => childIn(decl.node, 'body') !== null))
      return unclearCall(cx, 'operator()', callArguments(cx, args), node, found);
  }
  const pointed = pointerCall(cx, object, args, node);
  if (pointed !== null) return pointed;
  const given = callArguments(cx, args);
  const isEmpty = isCallOfEmptyObject(object, given);
  // what an object of unknown class holds, its function may use: pointers among it
  if (struct === null && !isEmpty)
    emit(cx, node, {
      kind: 'unknown',
      because: messages.unknownFunctionObject,
      footprint: cx.everything,
      synchronizes: false,
    });
  return valueSlot(unknownCall(cx, struct?.name ?? (isEmpty ? callOperatorOf(object) : functionObject), given, node));
}

/**
 * A call of one of several functions, each in a branch: exact. Null, without effects, where not all are known, or one
 * gives a reference.
 */
function callOfSeveral(cx: Context, object: Slot, args: readonly SyntaxNode[], node: SyntaxNode): Slot | null {
  if (object.kind === 'chosen') {
    const slots = [...object.cases.map(({ slot }) => slot), object.last];
    if (!slots.every((slot) => slot.kind === 'value' && isOneOfFunctions(slot.value))) return null;
    const whens = object.cases.map(({ when }) => pinnedExpr(cx, when, 'which', node));
    return callInBranches(
      cx,
      'called',
      slots.map((slot) => () => callObject(cx, slot, args, node)),
      (bodies) => {
        branchByCases(cx, whens, bodies, node);
      },
      node,
    );
  }
  if (object.kind !== 'value' || object.value.kind !== 'functions' || !isOneOfFunctions(object.value)) return null;
  const which = pinnedExpr(cx, object.value.which, 'which', node);
  const calls = object.value.of.map((value) => () => callObject(cx, { ...valueSlot(value) }, args, node));
  return callInBranches(
    cx,
    'called',
    calls,
    (bodies) => {
      branchOn(cx, which, bodies, node);
    },
    node,
  );
}

const isOneOfFunctions = (value: Value): boolean =>
  value.kind === 'function'
    ? !value.decls.some(returnsReference)
    : value.kind === 'functions' && value.of.every(isOneOfFunctions);

/** A lambda is inlined in the scope where it was made. */
function lambdaCall(
  cx: Context,
  lambda: Extract<Value, { kind: 'lambda' }>,
  args: readonly SyntaxNode[],
  node: SyntaxNode,
  list: SyntaxNode | null = null,
): Slot {
  const explicit = list === null ? [] : templateArguments(cx, list);
  const made = cx.rules.invoke(cx, [lambdaDecl(lambda)], callArguments(cx, args), node, {
    self: lambda.self,
    explicit,
    scope: lambda.scope,
  });
  return made ?? valueSlot(notModelled(cx, node, messages.lambdaCall, true));
}
