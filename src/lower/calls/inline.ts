/**
 * Inlining device functions: picks the overload, binds parameters (values to temporaries, references to slots, pointers
 * to pointer variables), lowers the body into a `call` statement. Exact.
 */
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { Argument, Invocation } from './invocation.ts';
import type { Frame } from '../frame.ts';
import type { CType } from '../types/c-type.ts';
import type { FunctionDecl } from '../file-scope.ts';
import type { Binding, Scope } from '../scope.ts';
import type { Fitting } from './fitting.ts';
import type { Slot, Value } from '../expressions/value.ts';
import { i32, sameType } from '../../base/ctype.ts';
import { printExpr } from '../../base/expr-print.ts';
import { assignedIn } from '../../ir/walk.ts';
import { childIn, isBroken, namedChildren } from '../../parse/node.ts';
import { refuseBrokenHeader } from '../headers.ts';
import {
  capture,
  emit,
  fail,
  freshScalar,
  isInLibrary,
  lowerLimits,
  note,
  spanOf,
  textOf,
  withoutTrace,
} from '../context.ts';
import { use } from '../uses.ts';
import { isOwnAtomic } from '../synchronization/own-atomics.ts';
import { keep } from '../../base/memoize.ts';
import { constantOf, isConstantExpr } from '../expressions/constants.ts';
import { evaluatedConstant } from './constexpr.ts';
import { withoutEffects } from './purity.ts';
import { sameCType } from '../types/c-type.ts';
import { initializeMembers } from '../classes/constructors.ts';
import { hasWord } from '../file-scope.ts';
import { withoutTailJumps } from '../statements/jumps.ts';
import { refuseEnd, refuseTemporary } from '../classes/lifetimes.ts';
import { builtInInstead, recursiveCall } from './recursion.ts';
import { clobber } from '../memory/memory.ts';
import { tellsReferences } from './forwarding.ts';
import { isExplicitSpecialization } from './explicit-arguments.ts';
import { fitOf, inFileOf } from './fitting.ts';
import { declaredObject, fitsObject, objectFor, ownObject } from './implied-object.ts';
import { bestCandidate, isExactly, mayBeatMember, withoutLosers } from './overloads.ts';
import type { Parameter } from './parameters.ts';
import { parametersOf, takesAny, takesRest } from './parameters.ts';
import { dereference } from '../memory/pointers.ts';
import { newSlot, pinnedSlot, resultSlot } from '../memory/slots.ts';
import { wholeOf } from '../memory/parts.ts';
import { baseOrDerived } from '../types/conversions.ts';
import { qualifiersOf } from '../types/types.ts';
import { returnType, returnsOften, returnsOnce } from './returns.ts';
import { typeOfSlot, typeOfValue, unknownOf, voidValue } from '../expressions/value.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

/** Inlines the candidate that C++ chooses; null when none fits. */
export function invoke(
  cx: Context,
  candidates: readonly FunctionDecl[],
  args: readonly Argument[],
  node: SyntaxNode,
  how: Invocation,
): Slot | null {
  const named = candidates.filter((decl) => !isInLibrary(decl.node));
  const plain = named.flatMap((decl) => fitOf(cx, decl, args, how) ?? []);
  const own = plain.length > 0 ? plain : fittingRest(cx, named, args, how);
  const found = withLibrary(cx, candidates, own, args, how);
  const object = objectFor(candidates, how.object ?? null);
  const callable = found.filter((one) => how.self === null || fitsObject(one.decl, object));
  const several = callable.length > 0 ? callable : found;
  const fitting = withoutLosers(cx, several, args, how.self === null ? 'none' : object) ?? [];
  const [only] = fitting;
  if (only === undefined)
    return several[0] === undefined ? null : unclearCall(cx, several[0].decl.name, args, node, how);
  const elsewhere =
    own.length > 0
      ? definedElsewhere(cx, candidates, found, args, how).filter(
          (one) => how.self === null || fitsObject(one.decl, object),
        )
      : [];
  const all =
    elsewhere.length === 0
      ? fitting
      : candidates.flatMap((decl) => [...fitting, ...elsewhere].filter((one) => one.decl === decl));
  const best = all.length === 1 ? only : bestCandidate(cx, all, args, how.self === null ? 'none' : object);
  if (best !== null && elsewhere.includes(best)) return null;
  const isAnyOther = fitting.some((one) => !one.isCertain && isExplicitSpecialization(one.decl));
  const isOpen =
    isAnyOther ||
    (best?.isCertain === false &&
      candidates.some((one) => one !== best.decl && (fitting.some((fit) => fit.decl === one) || takesAny(one))));
  if (fitting.some((one) => tellsReferences(cx, one.decl, one.formals, args, how.explicit.length)))
    return unclearCall(cx, only.decl.name, args, node, how);
  if (best !== null && isRivalled(cx, best, how)) return unclearCall(cx, best.decl.name, args, node, how);
  if (best !== null && !isOpen) return inlineChosen(cx, best, args, node, how);
  const isAnyOfThese = elsewhere.length === 0 && !candidates.some(takesAny);
  return (
    (isAnyOfThese ? anyValueOf(cx, fitting, args, node, how) : null) ?? unclearCall(cx, only.decl.name, args, node, how)
  );
}

/**
 * Functions that take what is left of the arguments by the `...` of C: meant where no other fits [over.ics.ellipsis].
 */
function fittingRest(
  cx: Context,
  candidates: readonly FunctionDecl[],
  args: readonly Argument[],
  how: Invocation,
): readonly Fitting[] {
  return candidates.filter(takesRest).flatMap((decl) => {
    const count = parametersOf(cx, decl.declarator).length;
    const isPlain = args
      .slice(count)
      .every(({ type }) => type?.kind === 'scalar' || type?.kind === 'pointer' || type?.kind === 'array');
    return isPlain ? (fitOf(cx, decl, args.slice(0, count), how) ?? []) : [];
  });
}

/** Whether a function that is no member may be meant instead. */
function isRivalled(cx: Context, best: Fitting, { rivals, self }: Invocation): boolean {
  if (rivals === undefined || isInLibrary(best.decl.node)) return false;
  const fitting = rivals.decls
    .filter((decl) => decl !== best.decl && !isInLibrary(decl.node))
    .flatMap(
      (decl) =>
        fitOf(cx, decl, rivals.args, { self: null, explicit: [], scope: null }, childIn(decl.node, 'body') === null) ??
        [],
    );
  return fitting.some((one) => mayBeatMember(cx, one, best, rivals.args, self !== null));
}

/**
 * One of several functions is called, and all of them only give a value: any of that type. Null where one does more.
 */
function anyValueOf(
  cx: Context,
  fitting: readonly Fitting[],
  args: readonly Argument[],
  node: SyntaxNode,
  how: Invocation,
): Slot | null {
  const types: (CType | null)[] = [];
  const given = args.map((arg, k) => (fitting.every((one) => isByValue(one.types[k])) ? evaluated(arg) : arg));
  for (const one of fitting) {
    const found = withoutEffects(cx, () => inlineChosen(cx, one, given, node, how));
    if (found?.made.kind !== 'value' && found?.made.kind !== 'scalar') return null;
    types.push(found.made.kind === 'value' ? typeOfValue(found.made.value) : typeOfSlot(found.made));
  }
  const [first] = types;
  const same =
    first !== undefined && first !== null && types.every((type) => type !== null && sameCType(type, first))
      ? first
      : null;
  const because = fill(messages.ambiguousCall, { text: fitting[0]?.decl.name ?? '' });
  note(cx, node, because);
  return { kind: 'value', value: unknownOf(because, same), type: same ?? { kind: 'opaque', text: 'a value' } };
}

const isByValue = (type: CType | null | undefined): boolean =>
  type !== undefined && type !== null && type.kind !== 'reference';

/** An argument that was read, once. */
function evaluated(arg: Argument): Argument {
  if (arg.node.type === 'initializer_list') return arg;
  const value = arg.value();
  return { ...arg, value: () => value };
}

const isConstMember = ({ declarator }: FunctionDecl): boolean => hasWord(declarator, 'const');

/**
 * Overloads that fit and are declared here without a body (nor as deleted or defaulted), but for the prototypes of
 * functions that have one.
 */
function definedElsewhere(
  cx: Context,
  candidates: readonly FunctionDecl[],
  defined: readonly Fitting[],
  args: readonly Argument[],
  how: Invocation,
): readonly Fitting[] {
  const isSame = (a: Fitting, b: Fitting): boolean =>
    a.types.length === b.types.length &&
    isConstMember(a.decl) === isConstMember(b.decl) &&
    a.types.every((type, k) => {
      const other = b.types[k] ?? null;
      return type === null || other === null || sameCType(type, other);
    });
  const prototypes = candidates.filter(
    (decl) =>
      childIn(decl.node, 'body') === null &&
      decl.node.type !== 'function_definition' &&
      decl.specialization === null &&
      !isInLibrary(decl.node),
  );
  return prototypes
    .flatMap((decl) => fitOf(cx, decl, args, how, true) ?? [])
    .filter((one) => !defined.some((other) => isSame(one, other)));
}

/**
 * What the file declares hides what a library would: a header is missing, not two in conflict. One that the arguments
 * need no conversion for is an overload beside those of the file's that they have to be converted for.
 */
function withLibrary(
  cx: Context,
  candidates: readonly FunctionDecl[],
  own: readonly Fitting[],
  args: readonly Argument[],
  how: Invocation,
): readonly Fitting[] {
  const takesAsTheyAre = ({ formals }: Fitting): boolean =>
    args.every((arg, k) => formals[k] !== undefined && isExactly(cx, formals[k], arg));
  if (own.some(takesAsTheyAre)) return own;
  const others = libraryCandidates(cx, candidates).flatMap((decl) => fitOf(cx, decl, args, how) ?? []);
  return own.length === 0 ? others : [...own, ...others.filter(takesAsTheyAre)];
}

/** Those of the libraries, each once: `thrust` and `cuda::std` declare some alike. */
function libraryCandidates(cx: Context, candidates: readonly FunctionDecl[]): readonly FunctionDecl[] {
  return [
    ...new Map(
      candidates.filter((decl) => isInLibrary(decl.node)).map((decl) => [textOf(cx, decl.node), decl]),
    ).values(),
  ];
}

/** One of several functions is called, and it is not known which: anything may happen. */
export function unclearCall(
  cx: Context,
  name: string,
  args: readonly Argument[],
  node: SyntaxNode,
  how: Pick<Invocation, 'self'>,
): Slot {
  const because = fill(messages.ambiguousCall, { text: name });
  note(cx, node, because);
  if (how.self !== null) clobber(cx, how.self, because, node);
  for (const arg of args) clobberArgument(cx, arg, because);
  emit(cx, node, { kind: 'unknown', because, footprint: cx.everything, synchronizes: true });
  return valueOf(unknownOf(because));
}

function clobberArgument(cx: Context, arg: Argument, because: string): void {
  const value = arg.type === null || arg.type.kind === 'pointer' || arg.type.kind === 'array' ? arg.value() : null;
  if (value?.kind === 'pointer') clobber(cx, wholeOf(cx, dereference(value.pointer)), because, arg.node);
  if (arg.slot !== null && arg.type?.kind !== 'array') clobber(cx, arg.slot, because, arg.node);
}

function inlineChosen(
  cx: Context,
  chosen: Fitting,
  args: readonly Argument[],
  node: SyntaxNode,
  how: Invocation,
): Slot {
  const made = inlined(cx, chosen, args, node, how);
  const type = inFileOf(cx, chosen.decl, chosen.scope, () => returnType(cx, chosen.decl));
  if (type?.kind === 'reference') cx.referenceCalls.add(node);
  else cx.referenceCalls.delete(node);
  refuseTemporary(cx, type ?? (made.kind === 'value' ? typeOfValue(made.value) : typeOfSlot(made)), node);
  return made;
}

function inlined(cx: Context, chosen: Fitting, args: readonly Argument[], node: SyntaxNode, how: Invocation): Slot {
  const { decl } = chosen;
  const name = decl.name;
  const constant = constantCall(cx, chosen, args);
  if (constant !== null) {
    use(cx, 'function', name, decl.node);
    return { kind: 'value', value: constant, type: typeOfValue(constant) ?? { kind: 'void' } };
  }
  if (cx.frame.active.includes(chosen.instance)) {
    const builtIn = cx.frame.active.at(-1) === chosen.instance ? builtInInstead(cx, decl, node) : null;
    if (builtIn !== null) return valueOf(builtIn);
    const scope = { names: new Map(), parent: chosen.scope };
    const given = args.map((arg, k) => ({
      arg,
      isReference: chosen.types[k]?.kind === 'reference' || chosen.types[k] === null,
    }));
    return valueOf(
      recursiveCall(
        cx,
        decl,
        inFileOf(cx, decl, scope, () => returnType(cx, decl)),
        given,
        how.self,
        chosen.scope,
        node,
      ),
    );
  }
  if (cx.frame.depth >= lowerLimits.callDepth) {
    fail(cx, node, fill(messages.callDepth, { callDepth: lowerLimits.callDepth }));
    return valueOf(unknownOf('too deep'));
  }
  use(cx, 'function', name, decl.node);
  const key = `${cx.frame.key}/${node.start}.${decl.node.start}`;
  const bound = bindArguments(cx, chosen, args, node, key);
  const frame = frameFor(cx, chosen, name, key, how, node, bound);
  if (frame.isBroken) refuseBrokenHeader(cx, decl, node);
  const outer = { scope: cx.scope, frame: cx.frame, source: cx.source, parent: cx.parentSource };
  const { library } = cx.unit;
  const { calledFrom } = library;
  if (isInLibrary(decl.node)) library.calledFrom ??= spanOf(cx, node);
  cx.frame = frame;
  cx.scope = bound;
  cx.parentSource = null;
  const isReturn = (stmt: Context['out'][number]): boolean => stmt.kind === 'jump' && stmt.to === 'return';
  const body = capture(cx, () => {
    initializeMembers(cx, decl);
    const block = childIn(decl.node, 'body');
    if (block !== null) cx.rules.list(cx, namedChildren(block));
    cx.rules.leaveScope(cx, frame.living);
  });
  library.calledFrom = calledFrom;
  cx.frame = outer.frame;
  cx.scope = outer.scope;
  cx.source = outer.source;
  cx.parentSource = outer.parent;
  const result = frame.returned.late ?? frame.result;
  if (result?.kind === 'scalar' && frame.returned.slot === null && !assignedIn(body).has(result.id))
    emit(cx, node, { kind: 'unknown-value', target: result.id, because: fill(messages.noResultHere, { name }) });
  emit(cx, node, { kind: 'call', callee: name, body: withoutTailJumps(body, isReturn) });
  return (
    frame.returned.slot ??
    frame.returned.late ??
    frame.result ??
    valueOf(frame.returned.type?.kind === 'void' ? voidValue : unknownOf(fill(messages.noResult, { name })))
  );
}

const valueOf = (value: Value): Slot => ({ kind: 'value', value, type: { kind: 'opaque', text: 'a value' } });

/** What a `constexpr` function gives for arguments that are constants; null when it does not come out so. */
function constantCall(cx: Context, chosen: Fitting, args: readonly Argument[]): Value | null {
  const { decl } = chosen;
  if (!hasWord(decl.node, 'constexpr') && !hasWord(decl.node, 'consteval')) return null;
  if (chosen.parameters.some(({ element }) => element !== undefined)) return null;
  const given = chosen.parameters.map((parameter, k) => {
    const arg = args[k];
    const evaluated =
      arg !== undefined && arg.node.type !== 'initializer_list' && (arg.slot === null || arg.slot.kind === 'value');
    const { fallback } = parameter;
    const value = evaluated
      ? arg.value()
      : arg === undefined && fallback !== null
        ? withoutTrace(cx, () =>
            inFileOf(cx, decl, { names: new Map(), parent: chosen.scope }, () => cx.rules.value(cx, fallback)),
          )
        : null;
    const type = chosen.types[k] ?? null;
    return value?.kind === 'scalar' && isConstantExpr(value.expr)
      ? { name: parameter.name, value: value.expr, type }
      : null;
  });
  const known = given.filter((one) => one !== null);
  if (known.length < given.length) return null;
  // what a function gives that is neither a template nor a member follows from these
  const key =
    decl.template === null && chosen.scope.parent === null
      ? `${decl.node.start}(${known.map(({ value }) => printExpr(value)).join()})`
      : null;
  const before = key === null ? undefined : cx.constantCalls.get(key);
  if (before !== undefined) return before;
  const isOutermost = cx.constantDepth === 0;
  const scope: Scope = { names: new Map(), parent: chosen.scope };
  const made = inFileOf(cx, decl, scope, () => evaluatedConstant(cx, decl.node, known, returnType(cx, decl)));
  // within another call it may be that one's limit that was reached
  if (key !== null && (made !== null || isOutermost)) cx.constantCalls.set(key, made);
  return made;
}

/** Binds the formal parameters in the callee's scope; assignments are emitted before the call. */
function bindArguments(cx: Context, chosen: Fitting, args: readonly Argument[], node: SyntaxNode, key: string): Scope {
  const scope: Scope = { names: new Map(), parent: chosen.scope };
  const packs = new Map<string, Binding[]>();
  chosen.parameters.forEach((parameter, k) => {
    const arg = args[k];
    const type = chosen.types[k] ?? arg?.type ?? null;
    const own = parameter.name === '' ? `${key}:#${k}` : `${key}:${parameter.name}`;
    if (type?.kind === 'reference') cx.references.add(own);
    // an object without a name is made as any other: a constructor may run for it
    const isObject = (type?.kind === 'reference' ? type.to : type)?.kind === 'struct';
    if (parameter.name === '' && !isObject) {
      if (type !== null) refuseEnd(cx, type, 'a parameter', node);
      // a reference reads nothing
      const isBound =
        type?.kind === 'reference' && arg !== undefined && arg.slot !== null && refersDirectly(type.to, arg.type);
      if (!isBound) arg?.value();
      return;
    }
    const slot =
      arg === undefined
        ? fallbackSlot(cx, chosen, parameter, type, own, node, scope)
        : bindArgument(cx, parameter, type, arg, own);
    if (parameter.name === '') return;
    const binding: Binding = {
      kind: 'slot',
      slot,
      key: own,
      object: declaredObject(cx, parameter.node, parameter.declarator, type),
    };
    if (parameter.element === undefined) scope.names.set(parameter.name, binding);
    else packs.set(parameter.element.pack, [...(packs.get(parameter.element.pack) ?? []), binding]);
  });
  for (const [name, elements] of packs) scope.names.set(name, { kind: 'pack', elements });
  return scope;
}

function fallbackSlot(
  cx: Context,
  chosen: Fitting,
  parameter: Parameter,
  type: CType | null,
  key: string,
  node: SyntaxNode,
  scope: Scope,
): Slot {
  const { fallback } = parameter;
  if (fallback === null) return valueOf(unknownOf(fill(messages.missingArgument, { name: parameter.name })));
  const value = inFileOf(cx, chosen.decl, scope, () => cx.rules.value(cx, fallback));
  return type === null ? valueOf(value) : byValue(cx, parameter, type, value, key, node);
}

/** `f({x, y})`: the list initializes the parameter as it is written, so that its items may be bound to references. */
function listed(cx: Context, type: CType | null, arg: Argument): Argument {
  const wanted = type?.kind === 'reference' ? type.to : type;
  if (
    arg.node.type !== 'initializer_list' ||
    arg.slot !== null ||
    arg.type !== null ||
    wanted?.kind !== 'struct' ||
    wanted.struct.body === null
  )
    return arg;
  return { ...arg, value: () => cx.rules.construct(cx, wanted, namedChildren(arg.node), arg.node) };
}

function bindArgument(cx: Context, parameter: Parameter, type: CType | null, given: Argument, key: string): Slot {
  const arg = listed(cx, type, given);
  if (type?.kind === 'reference') {
    const base = arg.slot === null || type.to.kind !== 'struct' ? null : baseOrDerived(cx, arg.slot, type.to.struct);
    if (arg.slot !== null && refersDirectly(type.to, arg.type))
      return pinnedSlot(cx, base ?? arg.slot, parameter.name, arg.node);
    const value = arg.value();
    const isSame =
      value.kind === 'struct' &&
      type.to.kind === 'struct' &&
      sameCType(type.to, { kind: 'struct', struct: value.type });
    return isSame
      ? newSlot(cx, type.to, parameter.name, key, value, arg.node)
      : byValue(cx, parameter, type.to, value, key, arg.node);
  }
  if (arg.slot?.kind === 'unknown' && arg.slot.parameter !== undefined) return arg.slot;
  const value = arg.value();
  return type === null ? valueOf(value) : byValue(cx, parameter, type, value, key, arg.node);
}

function refersDirectly(wanted: CType, actual: CType | null): boolean {
  if (actual === null || wanted.kind === 'opaque') return true;
  if (wanted.kind === 'scalar' && actual.kind === 'scalar') return sameType(wanted.type, actual.type);
  return wanted.kind === actual.kind;
}

function byValue(cx: Context, parameter: Parameter, type: CType, raw: Value, key: string, node: SyntaxNode): Slot {
  const value = cx.rules.coerce(cx, raw, type, node);
  if (value.kind === 'group' || value.kind === 'lambda') return valueOf(value);
  const isConstant = value.kind === 'scalar' && (constantOf(value.expr) !== null || value.expr.kind === 'float');
  if (isConstant && !cx.facts.notConstant.has(key)) return { kind: 'value', value, type, assumedConstant: key };
  refuseEnd(cx, type, 'a parameter', node);
  const slot = newSlot(cx, type, parameter.name, key, value, node);
  if (isConstant && slot.kind === 'scalar') cx.onlyVariables.set(key, slot.id);
  if (slot.kind === 'scalar' && qualifiersOf(parameter.node).isConst) cx.steady.add(slot.id);
  return slot;
}

function frameFor(
  cx: Context,
  chosen: Fitting,
  name: string,
  key: string,
  how: Invocation,
  node: SyntaxNode,
  scope: Scope,
): Frame {
  const { decl } = chosen;
  const type = inFileOf(cx, decl, scope, () => returnType(cx, decl));
  const block = childIn(decl.node, 'body');
  const isValue = type === null || (type.kind !== 'void' && type.kind !== 'reference');
  const direct = isValue && block !== null && returnsOnce(cx, block);
  const result =
    type === null || !isValue || (direct && type.kind !== 'scalar')
      ? null
      : resultSlot(cx, type, `${decl.name}.result`, `${key}:result`, node);
  const several =
    type?.kind === 'reference' && block !== null && returnsOften(cx, block)
      ? { which: freshScalar(cx, `${decl.name}.which`, i32, 'local'), slots: [] }
      : null;
  return {
    callee: name,
    key,
    path: decl.path,
    result,
    returned: {
      slot: null,
      late: null,
      type: type ?? { kind: 'opaque', text: 'auto' },
      direct: type === null ? block !== null && returnsOnce(cx, block) : direct,
      deduce: type === null,
      several,
    },
    self: how.self,
    object: how.self === null ? null : ownObject(decl),
    depth: cx.frame.depth + 1,
    active: [...cx.frame.active, chosen.instance],
    living: cx.living.length,
    callersBreaks: cx.breaks.length,
    isBroken: keep(cx.unit.kept.broken, decl.node, isBroken),
    isAtomic: isOwnAtomic(cx, decl),
    builds: cx.frame.builds || (decl.node.type === 'function_definition' && childIn(decl.node, 'type') === null),
  };
}
