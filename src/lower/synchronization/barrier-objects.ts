/**
 * `cuda::barrier` in shared memory (CUDA guide, "Asynchronous Barrier"). A barrier made for as many threads as the
 * block has is one of the block, where each thread arrives once and waits. Any other number, object or member orders
 * nothing here, and is an `unknown` step that touches no memory: whether all that it waits for arrive is not asked.
 * Over-approximating. A missing barrier between `init` and the first arrival is a race on the object.
 */
import type { AsyncObject, Place } from '../../ir/ir.ts';
import type { Expr } from '../../base/expr.ts';
import type { VarId } from '../../base/brand.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { MemoryPlace, Slot, Value } from '../expressions/value.ts';
import { stmtId } from '../../base/brand.ts';
import { u64, u32 } from '../../base/ctype.ts';
import { int, typeOf } from '../../base/expr-build.ts';
import { eachNode } from '../../base/expr-walk.ts';
import { emit, temporary, textOf } from '../context.ts';
import { constantOf, convert } from '../expressions/constants.ts';
import { whereWhole } from './barriers.ts';
import { pointerOf, toScalar } from '../types/conversions.ts';
import { notModelled, orderNothing } from '../not-modelled.ts';
import { libraryClassOf, scopeOf } from '../library/types.ts';
import { setExact, setMark, standingIn } from './marks.ts';
import { typedPlace } from '../memory/memory.ts';
import { dereference } from '../memory/pointers.ts';
import { awaitPhase, evaluateToken, splitArrive, tokenIn } from './split-barriers.ts';
import { scalarValue, typeOfSlot, unknownOf, voidValue } from '../expressions/value.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

/** The place of a barrier object in shared memory; null where that is not known. */
function placeOfBarrier(cx: Context, slot: Slot): MemoryPlace | null {
  const type = typeOfSlot(slot);
  if (slot.kind !== 'memory' || type?.kind !== 'struct' || libraryClassOf(type.struct) !== 'barrier') return null;
  return cx.arrays.get(slot.place.array)?.space === 'shared' ? slot.place : null;
}

/** Names the object among all of the kernel; null where an index is no constant. */
export function barrierName(cx: Context, slot: Slot): string | null {
  const place = placeOfBarrier(cx, slot);
  if (place === null) return null;
  const indices = place.subscripts.map((subscript) => constantOf(subscript.index));
  return indices.includes(null) ? null : `barrier ${place.array}+${place.offset}[${indices.join(',')}]`;
}

/** `init(&barrier, threads)`; null, without effects, when the first argument is none. */
export function initBarrier(cx: Context, args: readonly SyntaxNode[], node: SyntaxNode): Value | null {
  const [first, ...given] = args;
  const [second] = given;
  if (first === undefined || second === undefined || !/^&|[a-zA-Z_]/.test(textOf(cx, first))) return null;
  const before = { out: cx.out, nextStmt: cx.nextStmt };
  cx.out = [];
  const slot = dereference(pointerOf(cx, cx.rules.value(cx, first)));
  const type = typeOfSlot(slot);
  const made = cx.out;
  cx.out = before.out;
  if (type?.kind !== 'struct' || libraryClassOf(type.struct) !== 'barrier') {
    cx.nextStmt = before.nextStmt;
    return null;
  }
  cx.out.push(...made);
  return makeBarrier(cx, slot, given, node);
}

/** What `init` and a constructor, as of `new (place) cuda::barrier(threads)`, do to the object. */
export function makeBarrier(
  cx: Context,
  slot: Slot,
  [count, completion]: readonly SyntaxNode[],
  node: SyntaxNode,
): Value {
  const threads = count === undefined ? null : toScalar(cx, cx.rules.value(cx, count), u32, count);
  const name = barrierName(cx, slot);
  const place = placeOfBarrier(cx, slot);
  if (place === null || threads === null) return notModelled(cx, node, messages.barrierObjectPlace, true);
  emit(cx, node, { kind: 'store', place: typedPlace(cx, place, u64), value: int(0, u64) });
  setExact(
    cx,
    node,
    completion === undefined ? { kind: 'init', on: objectAt(cx, place), count: threads } : messages.barrierCompletion,
  );
  if (name === null) return voidValue;
  setMark(cx, node, { kind: 'init', on: name });
  const isFirst = !cx.barrierCounts.has(name);
  cx.barrierCounts.set(name, isFirst && completion === undefined && isOfBlock(cx, threads) ? threads : null);
  return voidValue;
}

/** One value for the whole block, in all of the kernel. */
function isOfBlock(cx: Context, expr: Expr): boolean {
  let isSo = true;
  eachNode(expr, (node) => {
    if (node.kind === 'var') isSo &&= cx.scalars.get(node.id)?.role === 'parameter' && cx.steady.has(node.id);
    else if (node.kind === 'builtin') isSo &&= !node.name.startsWith('threadIdx');
  });
  return isSo;
}

/** `barrier.method(args)`. */
export function barrierMethod(
  cx: Context,
  slot: Slot,
  name: string,
  args: readonly SyntaxNode[],
  node: SyntaxNode,
): Value {
  const on = barrierName(cx, slot);
  const place = placeOfBarrier(cx, slot);
  const threads = on === null ? null : (cx.barrierCounts.get(on) ?? null);
  const scope = scopeOfBarrier(slot);
  const isPlain = name === 'arrive_and_wait' || name === 'wait' || (name === 'arrive' && args.length === 0);
  if (place === null) {
    for (const arg of args) evaluateToken(cx, arg);
    return notModelled(cx, node, fill(messages.barrierObjectMemberPlace, { name }), true);
  }
  if (on === null || threads === null || !isPlain || scope === 'thread' || scope === 'open') {
    const given = args.map((arg) => evaluateToken(cx, arg));
    setMark(cx, node, { kind: 'odd', on: on ?? `barrier ${place.array}+` });
    // of one thread: it orders no threads, and is as other memory is where several use it
    if (scope === 'thread') {
      emit(cx, node, { kind: 'store', place: typedPlace(cx, place, u64), value: int(0, u64) });
      return arrives.has(name)
        ? scalarValue(int(0, u64))
        : unknownOf(fill(messages.barrierObjectMemberNotModelled, { name }));
    }
    standingIn(cx, () => {
      orderNothing(
        cx,
        scope === 'open'
          ? messages.barrierObjectScope
          : on === null || threads === null
            ? messages.barrierObjectCount
            : fill(messages.barrierObjectMember, { name }),
        node,
      );
    });
    if (scope === 'open') setExact(cx, node, messages.barrierObjectScope);
    if (arrives.has(name)) emitArrival(cx, place, node);
    return exactMember(cx, objectAt(cx, place), name, given, node);
  }
  const token = name === 'wait' ? tokenIn(cx, args) : null;
  if (name !== 'wait') emitArrival(cx, place, node);
  const object = objectAt(cx, place);
  if (name === 'arrive') return splitArrive(cx, on, object, node);
  if (name === 'wait') {
    setMark(cx, node, { kind: 'settle', on, token });
    awaitPhase(cx, object, token, node);
  } else {
    setMark(cx, node, { kind: 'commit', on });
    exactMember(cx, object, name, [], node);
  }
  setMark(cx, node, { kind: 'wait', on, keep: 0 });
  whereWhole(
    cx,
    threads,
    node,
    () => {
      setMark(cx, node, { kind: 'meet', on, barrier: stmtId(cx.nextStmt + 1) });
      standingIn(cx, () => {
        emit(cx, node, { kind: 'barrier', scope: { kind: 'block' }, reduction: null });
      });
    },
    () => {
      standingIn(cx, () => {
        orderNothing(cx, messages.partialBarrierObject, node);
      });
    },
  );
  return voidValue;
}

/** The access to the object itself: with the one that initializes it, it races where nothing lies between. */
function emitArrival(cx: Context, place: MemoryPlace, node: SyntaxNode): void {
  emit(cx, node, {
    kind: 'atomic',
    op: 'add',
    place: typedPlace(cx, place, u64),
    operands: [int(1, u64)],
    target: null,
    scope: 'block',
    order: 'relaxed',
  });
}

/** The object as steps of the IR name it; null where its place is not known, or it is one thread's. */
export function barrierAt(cx: Context, slot: Slot): AsyncObject | null {
  const place = placeOfBarrier(cx, slot);
  const scope = scopeOfBarrier(slot);
  return place === null || scope === 'thread' || scope === 'open' ? null : objectAt(cx, place);
}

const objectAt = (cx: Context, place: MemoryPlace): AsyncObject => ({ kind: 'at', place: typedPlace(cx, place, u64) });

/** What a member of the object does, exactly; where that is not known, why. `args`: null where their values are not. */
function exactMember(
  cx: Context,
  on: AsyncObject,
  name: string,
  args: readonly (Value | null)[],
  node: SyntaxNode,
): Value {
  const [first] = args;
  const given = first?.kind === 'scalar' && typeOf(first.expr).kind === 'int' ? convert(first.expr, u32) : null;
  const isCounted = args.length === 0 || given !== null;
  switch (name) {
    case 'arrive':
    case 'arrive_and_wait': {
      if (!isCounted || (name === 'arrive_and_wait' && args.length > 0)) break;
      const token = arriveAt(cx, on, { count: given ?? int(1, u32), drops: false, bytes: null }, node);
      if (name === 'arrive') return scalarValue(token.expr);
      awaitPhase(cx, on, token.id, node);
      return voidValue;
    }
    case 'arrive_and_drop':
      if (args.length > 0) break;
      arriveAt(cx, on, { count: int(1, u32), drops: true, bytes: null }, node);
      return voidValue;
    case 'wait':
      awaitPhase(cx, on, first?.kind === 'scalar' && first.expr.kind === 'var' ? first.expr.id : null, node);
      return voidValue;
    case 'wait_parity': {
      const isParity = first?.kind === 'scalar' && typeOf(first.expr).kind !== 'float';
      setExact(
        cx,
        node,
        isParity ? { kind: 'await-phase', on, phase: convert(first.expr, u64), isParity: true } : messages.unknownToken,
      );
      return voidValue;
    }
    default:
  }
  setExact(cx, node, fill(messages.barrierObjectMemberNotModelled, { name }));
  return arrives.has(name)
    ? scalarValue(int(0, u64))
    : unknownOf(fill(messages.barrierObjectMemberNotModelled, { name }));
}

/** The object is used in a way that no barrier of the block is. */
export function setOdd(cx: Context, { array, offset, subscripts }: Place, node: SyntaxNode): void {
  const indices = subscripts.map(({ index }) => constantOf(index));
  setMark(cx, node, {
    kind: 'odd',
    on: `barrier ${array}+${indices.includes(null) ? '' : `${offset}[${indices.join(',')}]`}`,
  });
}

/** Arrivals that expect bytes: the object is none of the block. Gives the token. */
export function transact(cx: Context, on: AsyncObject, count: Expr, bytes: Expr, node: SyntaxNode): Expr {
  if (on.kind === 'at') {
    setOdd(cx, on.place, node);
    emit(cx, node, {
      kind: 'atomic',
      op: 'add',
      place: on.place,
      operands: [int(1, u64)],
      target: null,
      scope: 'block',
      order: 'relaxed',
    });
  }
  standingIn(cx, () => {
    orderNothing(cx, fill(messages.barrierObjectMember, { name: 'arrive_tx' }), node);
  });
  return arriveAt(cx, on, { count, drops: false, bytes }, node).expr;
}

/** Arrivals at an object, with the scalar that holds what they answer. */
export function arriveAt(
  cx: Context,
  on: AsyncObject,
  how: Readonly<{ count: Expr; drops: boolean; bytes: Expr | null }>,
  node: SyntaxNode,
): Readonly<{ id: VarId; expr: Expr }> {
  const token = temporary(cx, 'token', u64);
  emit(cx, node, { kind: 'assign', target: token.id, value: int(0, u64) });
  setExact(cx, node, { kind: 'arrive', on, ...how, target: token.id });
  return token;
}

function scopeOfBarrier(slot: Slot): ReturnType<typeof scopeOf> {
  const type = typeOfSlot(slot);
  return type?.kind === 'struct' ? scopeOf(type.struct) : 'open';
}

const arrives: ReadonlySet<string> = new Set(['arrive', 'arrive_and_wait', 'arrive_and_drop', 'arrive_tx']);
