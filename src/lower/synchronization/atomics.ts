/**
 * Atomic functions: `atomicAdd(&place, value)` and its kin, with `_block` and `_system`, which are relaxed; and the
 * built-ins `__nv_atomic_…`, `__hip_atomic_…`, which name order and scope. CUDA guide, "Atomic Functions".
 */
import type { AtomicOp, MemoryOrder, MemoryScope } from '../../ir/ir.ts';
import type { Expr } from '../../base/expr.ts';
import type { ScalarType } from '../../base/ctype.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { StructType } from '../types/c-type.ts';
import type { Intrinsic } from '../calls/intrinsic.ts';
import type { Guess } from './orders.ts';
import type { MemoryPlace, Slot, Value } from '../expressions/value.ts';
import { bool } from '../../base/ctype.ts';
import { int, typeOf } from '../../base/expr-build.ts';
import { conditionally, emit, isInLibrary, note, temporary, textOf, unknownScalar } from '../context.ts';
import { choose, combine, convert } from '../expressions/constants.ts';
import { pointerOf, toScalar } from '../types/conversions.ts';
import { fieldSlot } from '../classes/fields.ts';
import { clobber, readSlot, typedPlace, writeSlot } from '../memory/memory.ts';
import { dereference, pinnedExpr } from '../memory/pointers.ts';
import { guessed, isOfCluster, namedOrder, namedScope, ofAnyScope, ofCluster } from './orders.ts';
import { scalarValue, typeOfSlot, unknownOf, voidValue } from '../expressions/value.ts';
import { leftUndefined } from '../../ir/gaps.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

const operations: ReadonlyMap<string, AtomicOp> = new Map<string, AtomicOp>([
  ['Add', 'add'],
  ['Sub', 'sub'],
  ['Min', 'min'],
  ['Max', 'max'],
  ['And', 'and'],
  ['Or', 'or'],
  ['Xor', 'xor'],
  ['Inc', 'inc'],
  ['Dec', 'dec'],
  ['Exch', 'exch'],
  ['CAS', 'cas'],
]);

/** `used`: the old value is. */
type AtomicAccess = Guess &
  Readonly<{
    op: AtomicOp;
    scope: MemoryScope;
    order: MemoryOrder;
    values: readonly Value[];
    used: boolean;
    call: Readonly<{ name: string; args: readonly SyntaxNode[]; node: SyntaxNode }>;
  }>;

const legacy: Intrinsic = (cx, call) => {
  const match = /^_*atomic([A-Z][A-Za-z]*?)(_block|_system)?$/.exec(call.name);
  const op = operations.get(match?.[1] ?? '');
  const [where, ...operands] = call.args;
  if (op === undefined || where === undefined || operands.length !== (op === 'cas' ? 2 : 1)) return null;
  const scope: MemoryScope = match?.[2] === '_block' ? 'block' : match?.[2] === '_system' ? 'system' : 'device';
  const used = cx.discarding !== call.node;
  const pointer = pointerOf(cx, cx.rules.value(cx, where));
  const values = operands.map((operand) => cx.rules.value(cx, operand));
  return atomicOn(cx, dereference(pointer), { op, scope, order: 'relaxed', values, used, call });
};

/** HIP's names for additions that need not be seen by the host, or give nothing back. */
const addition: Intrinsic = (cx, call) => legacy(cx, { ...call, name: 'atomicAdd' });

const builtInOps: ReadonlyMap<string, AtomicOp> = new Map<string, AtomicOp>([
  ['load', 'load'],
  ['store', 'store'],
  ['exchange', 'exch'],
  ['fetch_add', 'add'],
  ['fetch_sub', 'sub'],
  ['fetch_and', 'and'],
  ['fetch_or', 'or'],
  ['fetch_xor', 'xor'],
  ['fetch_min', 'min'],
  ['fetch_max', 'max'],
]);

/**
 * `__nv_atomic_fetch_add(p, v, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE)` and the like. Without `_n`, CUDA's
 * `load`, `store` and `exchange` take their value, and give what they read, through pointers (CUDA guide, "Built-in
 * Atomic Functions").
 */
const builtIn: Intrinsic = (cx, call) => {
  const [, vendor, base = '', tail] = /^__(nv|hip)_atomic_(\w+?)(_n)?$/.exec(call.name) ?? [];
  const op = builtInOps.get(base);
  const [where, ...rest] = call.args;
  const isThroughPointers = vendor === 'nv' && tail === undefined && ['load', 'store', 'exchange'].includes(base);
  const given = op === 'load' ? [] : rest.slice(0, 1);
  const results = isThroughPointers && op !== 'store' ? rest.slice(given.length, given.length + 1) : [];
  const ordering = orderingOf(cx, rest.slice(given.length + results.length));
  if (
    op === undefined ||
    where === undefined ||
    ordering === null ||
    given.length !== (op === 'load' ? 0 : 1) ||
    (isThroughPointers && op !== 'store' && results.length === 0)
  )
    return null;
  const used = op === 'load' || results.length > 0 || (op !== 'store' && cx.discarding !== call.node);
  const pointer = pointerOf(cx, cx.rules.value(cx, where));
  const values = given.map((operand) =>
    isThroughPointers ? readSlot(cx, slotBehind(cx, operand), operand) : cx.rules.value(cx, operand),
  );
  const made = atomicOn(cx, dereference(pointer), { op, ...ordering, values, used, call });
  for (const result of results) writeSlot(cx, slotBehind(cx, result), made, result);
  return op === 'store' || results.length > 0 ? voidValue : made;
};

const slotBehind = (cx: Context, node: SyntaxNode): Slot => dereference(pointerOf(cx, cx.rules.value(cx, node)));

function orderingOf(
  cx: Context,
  args: readonly SyntaxNode[],
): (Guess & Readonly<{ order: MemoryOrder; scope: MemoryScope }>) | null {
  const [order, scope, ...more] = args.map((arg) => textOf(cx, arg));
  if (more.length > 0) return null;
  const [knownOrder, knownScope] = [namedOrder(order ?? ''), namedScope(scope)];
  const guess: Guess =
    knownScope === null || knownScope === 'thread'
      ? ofAnyScope
      : isOfCluster(scope)
        ? ofCluster
        : knownOrder === null
          ? guessed
          : {};
  return {
    scope: knownScope === 'thread' ? 'block' : (knownScope ?? 'system'),
    order: knownOrder ?? 'seq_cst',
    ...guess,
  };
}

/**
 * `__nv_atomic_compare_exchange_n(p, &expected, desired, weak, success, failure, scope)`; without `_n` the desired
 * value is behind a pointer; HIP's has no `weak`.
 */
const compareExchange: Intrinsic = (cx, call) => {
  const isHip = call.name.startsWith('__hip');
  const [where, expected, desired, ...rest] = call.args;
  const [success, failure, ...scope] = isHip ? rest : rest.slice(1);
  if (
    where === undefined ||
    expected === undefined ||
    desired === undefined ||
    success === undefined ||
    failure === undefined
  )
    return null;
  const ordering = orderingOf(cx, [success, ...scope]);
  if (ordering === null) return null;
  const cell = dereference(pointerOf(cx, cx.rules.value(cx, where)));
  const type = typeOfSlot(cell);
  const own = slotBehind(cx, expected);
  if (type?.kind !== 'scalar') return null;
  const hoped = pinnedExpr(cx, toScalar(cx, readSlot(cx, own, expected), type.type, expected), 'expected', expected);
  const value =
    isHip || call.name.endsWith('_n') ? cx.rules.value(cx, desired) : readSlot(cx, slotBehind(cx, desired), desired);
  const args = [where, expected, desired];
  const old = toScalar(
    cx,
    atomicOn(cx, cell, {
      op: 'cas',
      ...ordering,
      values: [scalarValue(hoped), value],
      used: true,
      call: { ...call, args },
    }),
    type.type,
    call.node,
  );
  const isEqual = pinnedExpr(cx, combine('==', old, hoped), 'exchanged', call.node);
  const otherwise = conditionally(cx, () => {
    writeSlot(cx, own, scalarValue(old), call.node);
  });
  emit(cx, call.node, { kind: 'branch', when: isEqual, then: [], otherwise });
  return scalarValue(isEqual);
};

/** Performs it on what a pointer or object denotes; the value is the old one (of `load`, the one read). */
export function atomicOn(cx: Context, slot: Slot, what: AtomicAccess): Value {
  const { node } = what.call;
  const type = typeOfSlot(slot);
  if (slot.kind === 'chosen') return chosenAtomic(cx, slot, what);
  if (slot.kind === 'unknown') {
    clobber(cx, slot, slot.because, node);
    return unknownOf(slot.because, type);
  }
  if (slot.kind === 'memory' && type?.kind === 'scalar') return emitAtomic(cx, slot.place, type.type, what);
  if (slot.kind === 'scalar' && type?.kind === 'scalar') return onLocal(cx, slot, type.type, what);
  if (type?.kind === 'struct' && isVector(type.struct) && (what.op === 'add' || what.op === 'exch'))
    return onVector(cx, slot, type.struct, what);
  if (type?.kind === 'struct' && isNarrow(type.struct)) return onNarrow(cx, slot, type.struct, what);
  clobber(cx, slot, fill(messages.typeNotModelled, { name: what.call.name }), node);
  return unknownOf(fill(messages.typeNotModelled, { name: what.call.name }), type);
}

function isVector(struct: StructType): boolean {
  return (
    struct.body === null &&
    struct.sized &&
    struct.template === null &&
    struct.fields.every((field) => field.type.kind === 'scalar')
  );
}

/** CUDA guide, `atomicAdd` of `float2`, `float4`, `__half2`: each element is added atomically, the whole is not. */
function onVector(cx: Context, slot: Slot, struct: StructType, what: AtomicAccess): Value {
  const [value] = what.values;
  const parts = struct.fields.map(({ name }): [string, Value] => {
    const field = fieldSlot(slot, name);
    const part =
      value?.kind === 'struct'
        ? (value.fields.get(name) ?? unknownOf(messages.missingField))
        : unknownOf(messages.vectorFromOther);
    return [name, field === null ? unknownOf(messages.missingField) : atomicOn(cx, field, { ...what, values: [part] })];
  });
  return { kind: 'struct', type: struct, fields: new Map(parts) };
}

/** A number of a library that its text makes of integers, such as `__nv_bfloat16`, or a pair of them. */
function isNarrow(struct: StructType): boolean {
  return (
    struct.body !== null &&
    isInLibrary(struct.body.node) &&
    struct.sized &&
    struct.fields.every(({ type }) => type.kind === 'scalar' || (type.kind === 'struct' && isNarrow(type.struct)))
  );
}

/** What becomes of its bits is not computed: each of its integers is exchanged for any value. */
function onNarrow(cx: Context, slot: Slot, struct: StructType, what: AtomicAccess): Value {
  const because = fill(messages.anyValue, { name: what.call.name, name2: struct.name });
  note(cx, what.call.node, because);
  for (const { name, type } of struct.fields) {
    const field = fieldSlot(slot, name);
    if (field === null) continue;
    const any = type.kind === 'scalar' ? [scalarValue(unknownScalar(cx, type.type, because, what.call.node))] : [];
    atomicOn(cx, field, { ...what, op: 'exch', values: any, used: false });
  }
  return unknownOf(because, { kind: 'struct', struct });
}

const guessOf = ({ isGuessed, leastScope }: Guess): Guess => ({
  ...(isGuessed === true ? guessed : {}),
  ...(leastScope === undefined ? {} : { leastScope }),
});

function emitAtomic(cx: Context, place: MemoryPlace, type: ScalarType, what: AtomicAccess): Value {
  const { node } = what.call;
  const operands = what.values.map((value, k) => toScalar(cx, value, type, what.call.args[k + 1] ?? node));
  const made = what.used ? temporary(cx, what.call.name, type) : null;
  emit(cx, node, {
    kind: 'atomic',
    op: what.op,
    place: typedPlace(cx, place, type),
    operands,
    target: made?.id ?? null,
    scope: what.scope,
    order: what.order,
    ...guessOf(what),
  });
  return made === null ? unknownOf(leftUndefined, { kind: 'scalar', type }) : scalarValue(made.expr);
}

/** On a variable of the thread itself an atomic is an ordinary update. */
function onLocal(cx: Context, slot: Extract<Slot, { kind: 'scalar' }>, type: ScalarType, what: AtomicAccess): Value {
  const { node } = what.call;
  const old = temporary(cx, what.call.name, type);
  emit(cx, node, { kind: 'assign', target: old.id, value: toScalar(cx, readSlot(cx, slot, node), type, node) });
  const [first, second] = what.values.map((value) => pinnedExpr(cx, toScalar(cx, value, type, node), 'operand', node));
  if (what.op !== 'load' && first !== undefined)
    writeSlot(cx, slot, scalarValue(updated(what.op, old.expr, first, second ?? first)), node);
  return scalarValue(old.expr);
}

function updated(op: Exclude<AtomicOp, 'load'>, old: Expr, value: Expr, desired: Expr): Expr {
  const unit = convert(int(1), typeOf(old));
  const zero = convert(int(0), typeOf(old));
  switch (op) {
    case 'add':
      return combine('+', old, value);
    case 'sub':
      return combine('-', old, value);
    case 'and':
      return combine('&', old, value);
    case 'or':
      return combine('|', old, value);
    case 'xor':
      return combine('^', old, value);
    case 'min':
      return choose(combine('<', old, value), old, value);
    case 'max':
      return choose(combine('>', old, value), old, value);
    case 'inc':
      return choose(combine('>=', old, value), zero, combine('+', old, unit));
    case 'dec':
      return choose(combine('||', combine('==', old, zero), combine('>', old, value)), value, combine('-', old, unit));
    case 'cas':
      return choose(combine('==', old, value), desired, old);
    case 'exch':
    case 'store':
      return value;
  }
}

function chosenAtomic(cx: Context, slot: Extract<Slot, { kind: 'chosen' }>, what: AtomicAccess): Value {
  const { node } = what.call;
  const type = typeOfSlot(slot);
  const made = type?.kind === 'scalar' ? temporary(cx, what.call.name, type.type) : null;
  const into = (inner: Slot): void => {
    const value = atomicOn(cx, inner, what);
    if (made !== null)
      emit(cx, node, { kind: 'assign', target: made.id, value: toScalar(cx, value, typeOf(made.expr), node) });
  };
  const pick = (cases: typeof slot.cases): void => {
    const [first, ...rest] = cases;
    if (first === undefined) {
      into(slot.last);
      return;
    }
    const then = conditionally(cx, () => {
      into(first.slot);
    });
    const otherwise = conditionally(cx, () => {
      pick(rest);
    });
    emit(cx, node, { kind: 'branch', when: convert(first.when, bool), then, otherwise });
  };
  pick(slot.cases);
  return made === null ? unknownOf(messages.unresolvedObject, type) : scalarValue(made.expr);
}

const suffixes = ['', '_block', '_system'];
const builtInNames = [...builtInOps.keys()].flatMap((name) =>
  ['', '_n'].flatMap((tail) => ['nv', 'hip'].map((vendor) => `__${vendor}_atomic_${name}${tail}`)),
);

export const atomicIntrinsics: ReadonlyMap<string, Intrinsic> = new Map<string, Intrinsic>([
  ...[...operations.keys()].flatMap((name) =>
    suffixes.map((suffix): [string, Intrinsic] => [`atomic${name}${suffix}`, legacy]),
  ),
  ...['unsafeAtomicAdd', 'safeAtomicAdd', 'atomicAddNoRet'].map((name): [string, Intrinsic] => [name, addition]),
  ...builtInNames.map((name): [string, Intrinsic] => [name, builtIn]),
  ...[
    '__nv_atomic_compare_exchange',
    '__nv_atomic_compare_exchange_n',
    '__hip_atomic_compare_exchange_strong',
    '__hip_atomic_compare_exchange_weak',
  ].map((name): [string, Intrinsic] => [name, compareExchange]),
]);
