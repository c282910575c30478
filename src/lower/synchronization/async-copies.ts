/**
 * Asynchronous copies: `cuda::memcpy_async`, `cg::memcpy_async`, `__pipeline_memcpy_async`, and what commits and awaits
 * them. The copy's accesses are emitted where it is issued, with a mark (marks.ts); in-flight.ts finds out whether that
 * says all. A copy by a group is made by unspecified threads of it: each of them is taken to copy every byte, by stores
 * that do not race among themselves. CUDA guide, "Asynchronous Data Copies"; libcu++ documentation, `cuda::pipeline`.
 */
import type { ArrayId } from '../../base/brand.ts';
import type { Expr } from '../../base/expr.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { CType, TemplateArgument } from '../types/c-type.ts';
import type { AsyncObject, CopyAccess } from '../../ir/ir.ts';
import type { CopiedPlace, Mark } from './marks.ts';
import type { Group } from '../groups/type.ts';
import type { Pointer, Slot, Value } from '../expressions/value.ts';
import { i64, sizeOf, u32 } from '../../base/ctype.ts';
import { int, variable } from '../../base/expr-build.ts';
import { childIn, namedChildren } from '../../parse/node.ts';
import { stmtId } from '../../base/brand.ts';
import { capture, emit, freshScalar, textOf } from '../context.ts';
import { choose, combine, constantOf, convert } from '../expressions/constants.ts';
import { atomicOn } from './atomics.ts';
import { barrierAt, barrierName, transact } from './barrier-objects.ts';
import { isSized, sizeOfType } from '../types/c-type.ts';
import { asIndex, pointerOf, seenAs } from '../types/conversions.ts';
import { notModelled } from '../not-modelled.ts';
import { arrayElement, fieldSlot } from '../classes/fields.ts';
import { groupArgument, synchronize } from '../groups/groups.ts';
import { collectTouched } from '../memory/give-away.ts';
import { libraryClassOf, scopeOf } from '../library/types.ts';
import { setExact, setMark } from './marks.ts';
import { producedStage } from './shared-pipelines.ts';
import { readSlot, writeSlot } from '../memory/memory.ts';
import { addToPointer, dereference, pinnedExpr } from '../memory/pointers.ts';
import { scalarValue, typeOfSlot, unknownOf, voidValue } from '../expressions/value.ts';
import { messages } from '../wording.ts';

/** The batches of a thread: all kinds of commits and waits of one thread count the same groups of copies. */
export const ownBatches = 'batches';

/** The batches of one pipeline object of the thread: others' commits and waits do not count. */
export function pipelineName(object: Slot): string | null {
  const state = fieldSlot(object, 'state');
  return state?.kind === 'scalar' ? `pipeline ${state.id}` : null;
}

/** Calls of such functions; null, without effects, for others. */
export function asyncFunction(
  cx: Context,
  name: string,
  explicit: readonly TemplateArgument[],
  args: readonly SyntaxNode[],
  node: SyntaxNode,
): Value | null {
  const first = args[0];
  switch (name) {
    case '__pipeline_memcpy_async':
      return args.length < 3 ? null : copy(cx, args, ownCopy, node);
    case 'memcpy_async':
      return memcpyAsync(cx, args, node);
    case '__pipeline_commit':
      commit(cx, ownBatches, node);
      return voidValue;
    case '__pipeline_wait_prior':
      return awaited(cx, ownBatches, first === undefined ? null : constantIn(cx, first), node);
    case 'pipeline_consumer_wait_prior':
      return awaited(
        cx,
        pipelineIn(cx, first) ?? ownBatches,
        explicit[0]?.kind === 'value' ? constantOf(explicit[0].value) : null,
        node,
      );
    case 'wait':
    case 'wait_prior': {
      const group = groupArgument(cx, args);
      if (group === null) return null;
      // what the thread has copied itself and not committed is waited for by `wait` only
      if (name === 'wait') commit(cx, ownBatches, node);
      const keep = name === 'wait' ? 0n : explicit[0]?.kind === 'value' ? constantOf(explicit[0].value) : null;
      awaited(cx, ownBatches, keep, node);
      return synchronize(cx, group, node);
    }
    default:
      return bulkFunction(cx, name, explicit, args, node);
  }
}

/**
 * Bulk copies and transactions: libcu++ documentation, `cuda::device::barrier_arrive_tx`, and its experimental
 * functions for `cp.async.bulk`.
 */
function bulkFunction(
  cx: Context,
  name: string,
  explicit: readonly TemplateArgument[],
  args: readonly SyntaxNode[],
  node: SyntaxNode,
): Value | null {
  const [first, second, third, fourth] = args;
  const known = explicit[0]?.kind === 'value' ? constantOf(explicit[0].value) : null;
  switch (name) {
    case 'fence_proxy_async':
    case 'fence_proxy_async_shared_cta':
      setExact(cx, node, { kind: 'proxy-fence' });
      return voidValue;
    case 'cp_async_bulk_commit_group':
      for (const on of bulkBatches) commit(cx, on, node);
      return voidValue;
    case 'cp_async_bulk_wait_group':
    case 'cp_async_bulk_wait_group_read':
      for (const on of name.endsWith('read') ? bulkBatches.slice(0, 1) : bulkBatches)
        awaitBatches(cx, on, known === null ? null : Number(known), node);
      return voidValue;
    case 'cp_async_bulk_shared_to_global':
    case 'cp_async_bulk_global_to_shared': {
      const object = fourth === undefined ? null : barrierNamed(cx, fourth);
      if (
        first === undefined ||
        second === undefined ||
        third === undefined ||
        (object === null) === name.endsWith('shared')
      )
        return null;
      const [to, from] = [first, second].map((arg) => pointerOf(cx, cx.rules.value(cx, arg)));
      if (to === undefined || from === undefined) return null;
      const bytes = bytesOf(cx, third);
      if (object === null) copyOfBulkGroup(cx, to, from, bytes, node);
      else
        emitCopy(
          cx,
          to,
          from,
          bytes,
          { on: 'some barrier', completion: object, by: 'thread', doubt: messages.bulkCopy, isBulk: true },
          node,
        );
      return voidValue;
    }
    case 'barrier_arrive_tx':
    case 'barrier_expect_tx': {
      const object = first === undefined ? null : barrierNamed(cx, first);
      const numbers = args.slice(1).map((arg) => convert(bytesOf(cx, arg), u32));
      const counts = name === 'barrier_expect_tx' ? [] : numbers.slice(0, 1);
      const bytes = numbers.at(-1);
      if (object === null || bytes === undefined || numbers.length !== counts.length + 1) return null;
      return scalarValue(transact(cx, object, counts[0] ?? int(0, u32), bytes, node));
    }
    default:
      return null;
  }
}

/** Reads and writes of bulk copies are waited for apart. */
const bulkBatches = ['bulk reads', 'bulk writes'] as const;

function barrierNamed(cx: Context, node: SyntaxNode): AsyncObject | null {
  const slot = /identifier$|^subscript_expression$|^pointer_expression$/.test(node.type)
    ? cx.rules.slot(cx, node)
    : null;
  return slot === null ? null : barrierAt(cx, slot);
}

/** The pipeline of the thread that an expression names. */
function pipelineIn(cx: Context, node: SyntaxNode | undefined): string | null {
  const slot = node?.type === 'identifier' ? cx.rules.slot(cx, node) : null;
  return slot === null ? null : pipelineName(slot);
}

function constantIn(cx: Context, node: SyntaxNode): bigint | null {
  const value = cx.rules.value(cx, node);
  return value.kind === 'scalar' ? constantOf(value.expr) : null;
}

function awaited(cx: Context, on: string, keep: bigint | null, node: SyntaxNode): Value {
  awaitBatches(cx, on, keep === null ? null : Number(keep), node);
  return voidValue;
}

/** The number of what counts these batches (ir.ts). */
function queueOf(cx: Context, on: string): number {
  if (on === ownBatches) return 0;
  const known = cx.queues.get(on) ?? cx.queues.size + 1;
  cx.queues.set(on, known);
  return known;
}

export function commit(cx: Context, on: string, node: SyntaxNode): void {
  setMark(cx, node, { kind: 'commit', on });
  setExact(cx, node, { kind: 'commit', queue: queueOf(cx, on) });
}

/** `keep`: null where it is not known. */
export function awaitBatches(cx: Context, on: string, keep: number | 'oldest' | null, node: SyntaxNode): void {
  setMark(cx, node, { kind: 'wait', on, keep });
  setExact(cx, node, keep === null ? messages.unknownBatches : { kind: 'await-batches', queue: queueOf(cx, on), keep });
}

/** With or without a group in front, and with or without a barrier or pipeline at the end. */
function memcpyAsync(cx: Context, args: readonly SyntaxNode[], node: SyntaxNode): Value | null {
  const group = groupArgument(cx, args);
  const rest = group === null ? args : args.slice(1);
  if (rest.length !== 3 && rest.length !== 4) return null;
  const by = group === null ? 'thread' : copiersOf(group);
  if (by === null) return copyOfSome(cx, rest, messages.copyByPart, node);
  const own: How = {
    on: ownBatches,
    completion: 0,
    by,
    doubt: typeof by === 'number' ? messages.copyByPart : null,
    isBulk: false,
  };
  if (rest.length === 3) return group === null ? null : committed(cx, copy(cx, rest, own, node), node);
  const last = rest[3];
  const bound = last === undefined ? null : completionOf(cx, last, node);
  if (bound === null) return group === null ? null : committed(cx, copyOfLayouts(cx, rest, own, node), node);
  if (bound === 'others') return copyOfSome(cx, rest, messages.copyAwaitedBySeveral, node);
  return copy(cx, rest, { ...own, ...bound, doubt: own.doubt ?? bound.doubt }, node);
}

/** CUDA guide, `wait_prior`: each call of a group's `memcpy_async` is a stage of its own. */
function committed(cx: Context, value: Value | null, node: SyntaxNode): Value | null {
  if (value !== null) commit(cx, ownBatches, node);
  return value;
}

/** Who makes a copy that a group is asked for; null: it is not known. */
function copiersOf(group: Group): CopyAccess['by'] | null {
  return group.kind === 'block' ? 'block' : group.kind !== 'tile' ? null : group.size === 1 ? 'thread' : group.size;
}

/** CUDA guide, "memcpy_async": `(to, elements, from, elements)`, of which the least are copied. */
function copyOfLayouts(cx: Context, args: readonly SyntaxNode[], how: How, node: SyntaxNode): Value | null {
  const [toNode, toSize, fromNode, fromSize] = args;
  if (toNode === undefined || toSize === undefined || fromNode === undefined || fromSize === undefined) return null;
  const to = pointerOf(cx, cx.rules.value(cx, toNode));
  const from = pointerOf(cx, cx.rules.value(cx, fromNode));
  const [a, b] = [convert(bytesOf(cx, toSize), i64), convert(bytesOf(cx, fromSize), i64)];
  const unit = unitOf(to.to) ?? unitOf(from.to);
  emitCopy(
    cx,
    to,
    from,
    combine('*', choose(combine('<', a, b), a, b), int(unit === null ? 1 : sizeOfType(unit), i64)),
    how,
    node,
  );
  return voidValue;
}

/**
 * What completes a copy that is bound to a barrier or to a pipeline; `others`: one that is not followed; null for what
 * is none.
 */
function completionOf(
  cx: Context,
  node: SyntaxNode,
  at: SyntaxNode,
): Pick<How, 'on' | 'completion' | 'doubt'> | 'others' | null {
  const slot = /identifier$|^subscript_expression$|^pointer_expression$/.test(node.type)
    ? cx.rules.slot(cx, node)
    : null;
  const type = slot === null ? null : typeOfSlot(slot);
  if (slot === null || type?.kind !== 'struct') return null;
  const known = libraryClassOf(type.struct);
  if (known === 'barrier') {
    const object = barrierAt(cx, slot);
    const on = barrierName(cx, slot);
    return object === null
      ? 'others'
      : { on: on ?? 'some barrier', completion: object, doubt: on === null ? messages.copyAwaitedBySeveral : null };
  }
  if (known !== 'pipeline') return null;
  const on = pipelineName(slot);
  if (scopeOf(type.struct) === 'thread')
    return on === null ? 'others' : { on, completion: queueOf(cx, on), doubt: null };
  const stage = producedStage(cx, slot, at);
  return stage === null ? 'others' : { on: 'some pipeline', completion: stage, doubt: messages.copyAwaitedBySeveral };
}

/** A copy that may happen at any time, by any thread of some: it touches the arrays that it is between. */
function copyOfSome(cx: Context, args: readonly SyntaxNode[], because: string, node: SyntaxNode): Value {
  const [to, from] = args.map((arg) => cx.rules.value(cx, arg));
  if (to !== undefined && from !== undefined) touchBoth(cx, pointerOf(cx, to), pointerOf(cx, from), because, node);
  return voidValue;
}

function touchBoth(cx: Context, to: Pointer, from: Pointer, because: string, node: SyntaxNode): void {
  const touched: ArrayId[] = [];
  const isResolved = [to, from].every((pointer) => collectTouched(cx, pointer, touched, messages.asyncCopy, node));
  emit(cx, node, { kind: 'unknown', because, footprint: isResolved ? touched : cx.everything, synchronizes: false });
}

/**
 * `completion`: what completes it, exactly. `doubt`: why nothing is known of its order; null: in-flight.ts finds out.
 */
export type How = Readonly<{
  on: string;
  completion: AsyncObject | number;
  by: CopyAccess['by'];
  doubt: string | null;
  isBulk: boolean;
}>;

/** A copy by the thread, with its own batches. */
export const ownCopy: How = { on: ownBatches, completion: 0, by: 'thread', doubt: null, isBulk: false };

/** `(to, from, bytes, …)`. */
function copy(cx: Context, args: readonly SyntaxNode[], how: How, node: SyntaxNode): Value {
  const [toNode, fromNode, sizeNode, zeroNode] = args;
  if (toNode === undefined || fromNode === undefined || sizeNode === undefined)
    return notModelled(cx, node, messages.asyncCopyForm, true);
  const to = pointerOf(cx, cx.rules.value(cx, toNode));
  const from = pointerOf(cx, cx.rules.value(cx, fromNode));
  const bytes = bytesOf(cx, sizeNode);
  if (zeroNode !== undefined && how.on === ownBatches && how.by === 'thread') cx.rules.value(cx, zeroNode);
  emitCopy(cx, to, from, bytes, how, node);
  return voidValue;
}

/** `cuda::aligned_size_t<16>(n)` is n. */
function bytesOf(cx: Context, node: SyntaxNode): Expr {
  const callee = node.type === 'call_expression' ? childIn(node, 'function') : null;
  const list = childIn(node, 'arguments') ?? childIn(node, 'value');
  const inner = list === null ? undefined : namedChildren(list)[0];
  const isAligned =
    (callee !== null && /aligned_size_t/.test(textOf(cx, callee))) ||
    (node.type === 'compound_literal_expression' && /aligned_size_t/.test(textOf(cx, node)));
  return isAligned && inner !== undefined ? bytesOf(cx, inner) : asIndex(cx, cx.rules.value(cx, node), node);
}

/** Emits a copy of so many bytes with its mark. */
export function emitCopy(cx: Context, to: Pointer, from: Pointer, bytes: Expr, how: How, node: SyntaxNode): void {
  const unit = unitOf(to.to) ?? unitOf(from.to);
  const target = to.target.kind === 'memory' ? to.target.place : null;
  const sources = sourcesOf(from);
  if (unit === null || target === null || sources === null) {
    touchBoth(cx, to, from, messages.asyncCopyPlaces, node);
    return;
  }
  const size = sizeOfType(unit);
  const isCollective = how.by !== 'thread';
  setExact(cx, node, {
    kind: 'issue',
    on: how.completion,
    bytes: how.isBulk && typeof how.completion !== 'number' ? convert(bytes, u32) : null,
    isBulk: how.isBulk,
  });
  const start = cx.nextStmt;
  const known = constantOf(bytes);
  const whole = known !== null && known % BigInt(size) === 0n ? Number(known) / size : null;
  const pair = { to: { ...seenAs(cx, to, unit), to: unit }, from: { ...seenAs(cx, from, unit), to: unit } };
  if (whole !== null && whole <= 4)
    for (let k = 0; k < whole; k++)
      copyUnit(cx, addToPointer(pair.to, int(k)), addToPointer(pair.from, int(k)), isCollective, node);
  else copyLoop(cx, pair, pinnedExpr(cx, unitsIn(bytes, size), 'units', node), isCollective, node);
  const own = new Set(Array.from({ length: cx.nextStmt - start }, (_, k) => stmtId(start + k)));
  const place: CopiedPlace | null =
    known === null ? null : { subscripts: target.subscripts, offset: target.offset, bytes: Number(known) };
  setMark(cx, node, {
    kind: 'copy',
    on: how.on,
    by: how.by,
    to: target.array,
    from: sources,
    place,
    own,
    doubt: how.doubt,
  } satisfies Mark);
  setExact(cx, node, { kind: 'issued' });
}

/**
 * A bulk copy to global memory. PTX ISA, `cp.async.bulk.wait_group.read` waits until the sources have been read only:
 * reads and writes are in batches of their own.
 */
export function copyOfBulkGroup(cx: Context, to: Pointer, from: Pointer, bytes: Expr, node: SyntaxNode): void {
  const unit = unitOf(from.to) ?? unitOf(to.to);
  const size = constantOf(bytes);
  if (unit === null || size === null || Number(size) % sizeOfType(unit) !== 0)
    return touchBoth(cx, to, from, messages.asyncCopyPlaces, node);
  const pair = { to: { ...seenAs(cx, to, unit), to: unit }, from: { ...seenAs(cx, from, unit), to: unit } };
  const loop = (work: (k: Expr) => void): void => {
    const id = freshScalar(cx, 'copied', i64, 'local');
    const k = variable(id, i64);
    emit(cx, node, { kind: 'assign', target: id, value: int(0, i64) });
    const body = capture(cx, () => {
      work(k);
    });
    const step = capture(cx, () => {
      emit(cx, node, { kind: 'assign', target: id, value: combine('+', k, int(1, i64)) });
    });
    emit(cx, node, {
      kind: 'loop',
      before: [],
      condition: combine('<', k, int(size / BigInt(sizeOfType(unit)), i64)),
      body,
      step,
      testFirst: true,
    });
  };
  const part = (on: string, pointer: Pointer, work: (k: Expr) => void): void => {
    setExact(cx, node, { kind: 'issue', on: queueOf(cx, on), bytes: null, isBulk: true });
    const start = cx.nextStmt;
    loop(work);
    const own = new Set(Array.from({ length: cx.nextStmt - start }, (_, k) => stmtId(start + k)));
    const isTarget = pointer === pair.to;
    const to = isTarget && pair.to.target.kind === 'memory' ? pair.to.target.place.array : null;
    setMark(cx, node, {
      kind: 'copy',
      on,
      by: 'thread',
      to,
      from: isTarget ? [] : (sourcesOf(pair.from) ?? []),
      place: null,
      own,
      doubt: messages.bulkCopy,
    });
    setExact(cx, node, { kind: 'issued' });
  };
  part('bulk reads', pair.from, (k) => {
    readSlot(cx, dereference(addToPointer(pair.from, k)), node);
  });
  part('bulk writes', pair.to, (k) => {
    const value = unit.kind === 'scalar' ? unknownOf(messages.bulkCopy, unit) : unknownOf(messages.bulkCopy);
    writeSlot(cx, dereference(addToPointer(pair.to, k)), value, node);
  });
}

/** The arrays that a pointer may point into; null where that is not all. */
function sourcesOf({ target }: Pointer): readonly ArrayId[] | null {
  if (target.kind === 'memory') return [target.place.array];
  if (target.kind !== 'chosen') return null;
  const all = [...target.cases.map((one) => one.pointer), target.last].map(sourcesOf);
  return all.includes(null) ? null : all.flatMap((some) => some ?? []);
}

/** What is copied at a time: elements of the pointer's type. */
function unitOf(type: CType): CType | null {
  return isSized(type) && sizeOfType(type) > 0 && (type.kind === 'scalar' || type.kind === 'struct') ? type : null;
}

/** `bytes / size`, rounded up; a factor of the product is divided where it can be. */
function unitsIn(bytes: Expr, size: number): Expr {
  const factored = withoutFactor(bytes, size);
  return convert(factored ?? combine('/', combine('+', convert(bytes, i64), int(size - 1, i64)), int(size, i64)), i64);
}

function withoutFactor(expr: Expr, size: number): Expr | null {
  const known = constantOf(expr);
  if (known !== null) return known % BigInt(size) === 0n ? int(known / BigInt(size), i64) : null;
  if (expr.kind === 'cast' && expr.to.kind === 'int' && sizeOf(expr.to) === 8) return withoutFactor(expr.operand, size);
  if (expr.kind !== 'binary' || expr.op !== '*') return null;
  const left = withoutFactor(expr.left, size);
  if (left !== null) return combine('*', left, convert(expr.right, i64));
  const right = withoutFactor(expr.right, size);
  return right === null ? null : combine('*', convert(expr.left, i64), right);
}

function copyLoop(
  cx: Context,
  pair: Readonly<{ to: Pointer; from: Pointer }>,
  units: Expr,
  isCollective: boolean,
  node: SyntaxNode,
): void {
  const id = freshScalar(cx, 'copied', i64, 'local');
  const k = variable(id, i64);
  emit(cx, node, { kind: 'assign', target: id, value: int(0, i64) });
  const body = capture(cx, () => {
    copyUnit(cx, addToPointer(pair.to, k), addToPointer(pair.from, k), isCollective, node);
  });
  const step = capture(cx, () => {
    emit(cx, node, { kind: 'assign', target: id, value: combine('+', k, int(1, i64)) });
  });
  emit(cx, node, { kind: 'loop', before: [], condition: combine('<', k, units), body, step, testFirst: true });
}

function copyUnit(cx: Context, to: Pointer, from: Pointer, isCollective: boolean, node: SyntaxNode): void {
  const value = readSlot(cx, dereference(from), node);
  if (isCollective) storeByAll(cx, dereference(to), value, node);
  else writeSlot(cx, dereference(to), value, node);
}

/** Stores that any thread of the group may make: each makes them, as accesses that exclude each other. */
function storeByAll(cx: Context, slot: Slot, value: Value, node: SyntaxNode): void {
  const type = typeOfSlot(slot);
  if (type?.kind === 'scalar') {
    atomicOn(cx, slot, {
      op: 'store',
      scope: 'block',
      order: 'relaxed',
      values: [value],
      used: false,
      call: { name: 'memcpy_async', args: [], node },
    });
  } else if (type?.kind === 'struct') {
    for (const { name } of type.struct.fields) {
      const field = fieldSlot(slot, name);
      const part = value.kind === 'struct' ? value.fields.get(name) : undefined;
      if (field !== null && part !== undefined) storeByAll(cx, field, part, node);
    }
  } else if (type?.kind === 'array') {
    for (let k = 0; k < (type.extent ?? 0); k++) {
      const element = arrayElement(slot, int(k));
      const part = value.kind === 'list' ? value.items[k] : undefined;
      if (element !== null && part !== undefined) storeByAll(cx, element, part, node);
    }
  }
}
