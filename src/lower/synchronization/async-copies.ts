/**
 * Asynchronous copies: `cuda::memcpy_async`, `cg::memcpy_async`, `__pipeline_memcpy_async`, and what commits and awaits
 * them. The copy's accesses are emitted where it is issued, with a mark (marks.ts); in-flight.ts finds out whether that says
 * all. A copy by a group is made by unspecified threads of it: each of them is taken to copy every byte, by stores that do
 * not race among themselves. CUDA guide, "Asynchronous Data Copies"; libcu++ documentation, `cuda::pipeline`.
 */
import type { ArrayId } from '../../base/brand.ts';
import type { Expr } from '../../base/expr.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { CType, TemplateArgument } from '../types/c-type.ts';
import type { CopiedPlace, Mark } from './marks.ts';
import type { Pointer, Slot, Value } from '../expressions/value.ts';
import { i64, sizeOf } from '../../base/ctype.ts';
import { int, variable } from '../../base/expr-build.ts';
import { childIn, namedChildren } from '../../parse/node.ts';
import { stmtId } from '../../base/brand.ts';
import { capture, emit, freshScalar, textOf } from '../context.ts';
import { combine, constantOf, convert } from '../expressions/constants.ts';
import { atomicOn } from './atomics.ts';
import { barrierName } from './barrier-objects.ts';
import { isSized, sizeOfType } from '../types/c-type.ts';
import { asIndex, pointerOf, seenAs } from '../types/conversions.ts';
import { notModelled } from '../not-modelled.ts';
import { arrayElement, fieldSlot } from '../classes/fields.ts';
import { groupArgument, synchronize } from '../groups/groups.ts';
import { collectTouched } from '../memory/give-away.ts';
import { libraryClassOf, scopeOf } from '../library/types.ts';
import { setMark } from './marks.ts';
import { readSlot, writeSlot } from '../memory/memory.ts';
import { addToPointer, dereference, pinnedExpr } from '../memory/pointers.ts';
import { typeOfSlot, voidValue } from '../expressions/value.ts';
import { messages } from '../wording.ts';

/** The batches of a thread: all kinds of commits and waits of one thread count the same groups of copies. */
export const ownBatches = 'batches';

/** The batches of one pipeline object of the thread: others' commits and waits do not count. */
export function pipelineName(object: Slot): string | null {
  const state = fieldSlot(object, 'state');
  return state?.kind === 'scalar' ? `pipeline ${state.id}` : null;
}

/** Calls of such functions; null, without effects, for others. */
export function asyncFunction(cx: Context, name: string, explicit: readonly TemplateArgument[], args: readonly SyntaxNode[], node: SyntaxNode): Value | null {
  const first = args[0];
  switch (name) {
    case '__pipeline_memcpy_async':
      return args.length < 3 ? null : copy(cx, args, { on: ownBatches, isCollective: false }, node);
    case 'memcpy_async':
      return memcpyAsync(cx, args, node);
    case '__pipeline_commit':
      setMark(cx, node, { kind: 'commit', on: ownBatches });
      return voidValue;
    case '__pipeline_wait_prior':
      return awaited(cx, ownBatches, first === undefined ? null : constantIn(cx, first), node);
    case 'pipeline_consumer_wait_prior':
      return awaited(cx, pipelineIn(cx, first) ?? ownBatches, explicit[0]?.kind === 'value' ? constantOf(explicit[0].value) : null, node);
    case 'wait':
    case 'wait_prior': {
      const group = groupArgument(cx, args);
      if (group === null) return null;
      setMark(cx, node, { kind: 'commit', on: ownBatches });
      const keep = name === 'wait' ? 0n : explicit[0]?.kind === 'value' ? constantOf(explicit[0].value) : null;
      awaited(cx, ownBatches, keep, node);
      return synchronize(cx, group, node);
    }
    default:
      return null;
  }
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
  setMark(cx, node, { kind: 'wait', on, keep: keep === null ? null : Number(keep) });
  return voidValue;
}

/** With or without a group in front, and with or without a barrier or pipeline at the end. */
function memcpyAsync(cx: Context, args: readonly SyntaxNode[], node: SyntaxNode): Value | null {
  const group = groupArgument(cx, args);
  const rest = group === null ? args : args.slice(1);
  if (rest.length !== 3 && rest.length !== 4) return null;
  if (group !== null && group.kind !== 'block') return copyOfSome(cx, rest, messages.copyByPart, node);
  if (rest.length === 3) return group === null ? null : copy(cx, rest, { on: ownBatches, isCollective: true }, node);
  const last = rest[3];
  const on = last === undefined ? null : completionOf(cx, last);
  if (on === null) return null;
  if (on === 'others') return copyOfSome(cx, rest, messages.copyAwaitedBySeveral, node);
  return copy(cx, rest, { on, isCollective: group !== null }, node);
}

/** What completes a copy that is bound to a barrier or to a pipeline of the thread; `others`: one that is not followed; null for what is none. */
function completionOf(cx: Context, node: SyntaxNode): string | null {
  const slot = /identifier$|^subscript_expression$|^pointer_expression$/.test(node.type) ? cx.rules.slot(cx, node) : null;
  const type = slot === null ? null : typeOfSlot(slot);
  if (slot === null || type?.kind !== 'struct') return null;
  const known = libraryClassOf(type.struct);
  if (known === 'barrier') return barrierName(cx, slot) ?? 'others';
  if (known !== 'pipeline') return null;
  return scopeOf(type.struct) === 'thread' ? (pipelineName(slot) ?? 'others') : 'others';
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

type How = Readonly<{ on: string; isCollective: boolean }>;

/** `(to, from, bytes, …)`. */
function copy(cx: Context, args: readonly SyntaxNode[], how: How, node: SyntaxNode): Value {
  const [toNode, fromNode, sizeNode, zeroNode] = args;
  if (toNode === undefined || fromNode === undefined || sizeNode === undefined) return notModelled(cx, node, messages.asyncCopyForm, true);
  const to = pointerOf(cx, cx.rules.value(cx, toNode));
  const from = pointerOf(cx, cx.rules.value(cx, fromNode));
  const bytes = bytesOf(cx, sizeNode);
  if (zeroNode !== undefined && how.on === ownBatches && !how.isCollective) cx.rules.value(cx, zeroNode);
  emitCopy(cx, to, from, bytes, how, node);
  return voidValue;
}

/** `cuda::aligned_size_t<16>(n)` is n. */
function bytesOf(cx: Context, node: SyntaxNode): Expr {
  const callee = node.type === 'call_expression' ? childIn(node, 'function') : null;
  const list = childIn(node, 'arguments') ?? childIn(node, 'value');
  const inner = list === null ? undefined : namedChildren(list)[0];
  const isAligned = (callee !== null && /aligned_size_t/.test(textOf(cx, callee))) || (node.type === 'compound_literal_expression' && /aligned_size_t/.test(textOf(cx, node)));
  return isAligned && inner !== undefined ? bytesOf(cx, inner) : asIndex(cx, cx.rules.value(cx, node), node);
}

/** Emits a copy of so many bytes with its mark. */
export function emitCopy(cx: Context, to: Pointer, from: Pointer, bytes: Expr, how: How, node: SyntaxNode): void {
  const unit = unitOf(to.to) ?? unitOf(from.to);
  const target = to.target.kind === 'memory' ? to.target.place : null;
  const sources = sourcesOf(from);
  const start = cx.nextStmt;
  if (unit === null || target === null || sources === null) {
    touchBoth(cx, to, from, messages.asyncCopyPlaces, node);
    return;
  }
  const size = sizeOfType(unit);
  const known = constantOf(bytes);
  const whole = known !== null && known % BigInt(size) === 0n ? Number(known) / size : null;
  const pair = { to: { ...seenAs(cx, to, unit), to: unit }, from: { ...seenAs(cx, from, unit), to: unit } };
  if (whole !== null && whole <= 4) for (let k = 0; k < whole; k++) copyUnit(cx, addToPointer(pair.to, int(k)), addToPointer(pair.from, int(k)), how.isCollective, node);
  else copyLoop(cx, pair, pinnedExpr(cx, unitsIn(bytes, size), 'units', node), how.isCollective, node);
  const own = new Set(Array.from({ length: cx.nextStmt - start }, (_, k) => stmtId(start + k)));
  const place: CopiedPlace | null = known === null ? null : { subscripts: target.subscripts, offset: target.offset, bytes: Number(known) };
  setMark(cx, node, { kind: 'copy', on: how.on, isCollective: how.isCollective, to: target.array, from: sources, place, own } satisfies Mark);
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

function copyLoop(cx: Context, pair: Readonly<{ to: Pointer; from: Pointer }>, units: Expr, isCollective: boolean, node: SyntaxNode): void {
  const id = freshScalar(cx, 'copied', i64, 'local');
  const k = variable(id, i64);
  emit(cx, node, { kind: 'assign', target: id, value: int(0, i64) });
  const body = capture(cx, () => { copyUnit(cx, addToPointer(pair.to, k), addToPointer(pair.from, k), isCollective, node); });
  const step = capture(cx, () => { emit(cx, node, { kind: 'assign', target: id, value: combine('+', k, int(1, i64)) }); });
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
    atomicOn(cx, slot, { op: 'store', scope: 'block', order: 'relaxed', values: [value], used: false, call: { name: 'memcpy_async', args: [], node } });
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
