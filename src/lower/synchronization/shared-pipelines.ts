/**
 * `cuda::pipeline` of a block (libcu++ documentation, `cuda::make_pipeline` with a group and a shared state, and
 * perhaps a role of each thread or a number of producers): a ring of stages, each with an object that the threads
 * arrive at when they have produced it, and one for when they have consumed it. The members are given by exact steps
 * only (marks.ts): no shape of such a pipeline is known to the prover.
 */
import type { AsyncObject } from '../../ir/ir.ts';
import type { Expr } from '../../base/expr.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { Slot, Value } from '../expressions/value.ts';
import { i32, i64, i8, sameType, u32, u64 } from '../../base/ctype.ts';
import { int, typeOf } from '../../base/expr-build.ts';
import { combine, convert } from '../expressions/constants.ts';
import { conditionally, emit, temporary } from '../context.ts';
import { arriveAt } from './barrier-objects.ts';
import { fieldSlot, arrayElement } from '../classes/fields.ts';
import { libraryClass, libraryClassOf, scopeOf } from '../library/types.ts';
import { setExact } from './marks.ts';
import { pointerOf } from '../types/conversions.ts';
import { addressOf, addToPointer, dereference } from '../memory/pointers.ts';
import { readSlot, typedPlace, writeSlot } from '../memory/memory.ts';
import { count, rank } from '../ranks.ts';
import { pointerValue, scalarValue, typeOfSlot, unknownOf, voidValue } from '../expressions/value.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

/**
 * `make_pipeline(block, &state)`: one thread initializes the state, then all meet. `role`: that of the thread, or how
 * many threads produce. Null where the state or the role is not known.
 */
export function makeShared(cx: Context, state: SyntaxNode, role: SyntaxNode | null, node: SyntaxNode): Value | null {
  const slot = dereference(pointerOf(cx, cx.rules.value(cx, state)));
  const struct = typeOfSlot(slot);
  const objects =
    struct?.kind === 'struct' &&
    libraryClassOf(struct.struct) === 'pipeline_shared_state' &&
    scopeOf(struct.struct) === 'block'
      ? fieldSlot(slot, 'state')
      : null;
  const type = objects === null ? null : typeOfSlot(objects);
  const first = objects === null ? null : arrayElement(objects, int(0));
  const pipeline = libraryClass('pipeline', ['cuda'], [], '<cuda::thread_scope_block>');
  if (first === null || type?.kind !== 'array' || type.extent === null || pipeline?.kind !== 'struct') return null;
  const sides = role === null ? bothSides : sidesOf(cx, role, node);
  if (sides === null) return null;
  const shared = addressOf(cx, first, `${cx.frame.key}:pipeline ${node.start}`);
  const extent = type.extent;
  const then = conditionally(cx, () => {
    for (let k = 0; k < extent; k++) {
      const on = objectIn(cx, dereference(addToPointer(shared, int(k))));
      if (on !== null) setExact(cx, node, { kind: 'init', on, count: k % 2 === 0 ? sides.producers : sides.consumers });
    }
  });
  emit(cx, node, {
    kind: 'branch',
    when: combine('==', rank('thread'), convert(int(0), typeOf(rank('thread')))),
    then,
    otherwise: [],
  });
  emit(cx, node, { kind: 'barrier', scope: { kind: 'block' }, reduction: null });
  const fields = new Map<string, Value>([
    ['state', scalarValue(int(0, i64))],
    ['tail', scalarValue(int(0, i64))],
    ['stages', scalarValue(int(extent / 2, i64))],
    ['shared', pointerValue(shared)],
  ]);
  return { kind: 'struct', type: pipeline.struct, fields };
}

type Sides = Readonly<{ producers: Expr; consumers: Expr }>;
const bothSides: Sides = { producers: convert(count('blockDim'), u32), consumers: convert(count('blockDim'), u32) };

/** How many threads produce, and how many consume. */
function sidesOf(cx: Context, role: SyntaxNode, node: SyntaxNode): Sides | null {
  const value = cx.rules.value(cx, role);
  if (value.kind !== 'scalar' || typeOf(value.expr).kind !== 'int') return null;
  const all = convert(count('blockDim'), u32);
  const given = convert(value.expr, u32);
  if (!sameType(typeOf(value.expr), i8)) return { producers: given, consumers: combine('-', all, given) };
  const { id, expr } = temporary(cx, 'producers', i32);
  emit(cx, node, {
    kind: 'barrier',
    scope: { kind: 'block' },
    reduction: { op: 'count', predicate: combine('==', value.expr, convert(int(0), i8)), target: id },
  });
  return { producers: convert(expr, u32), consumers: combine('-', all, convert(expr, u32)) };
}

function objectIn(cx: Context, slot: Slot): AsyncObject | null {
  return slot.kind === 'memory' && cx.arrays.get(slot.place.array)?.space === 'shared'
    ? { kind: 'at', place: typedPlace(cx, slot.place, u64) }
    : null;
}

type Ring = Readonly<{ at: Slot; turn: Expr; object: AsyncObject }>;

/**
 * The stage that comes next for the producer (`state`) or the consumer (`tail`), with its object for what is produced
 * (0) or consumed (1).
 */
function stageOf(cx: Context, pipeline: Slot, side: 'state' | 'tail', half: 0 | 1, node: SyntaxNode): Ring | null {
  const [at, stages, shared] = [side, 'stages', 'shared'].map((name) => fieldSlot(pipeline, name));
  if (
    at === undefined ||
    stages === undefined ||
    shared === undefined ||
    at === null ||
    stages === null ||
    shared === null
  )
    return null;
  const [next, of, pointer] = [readSlot(cx, at, node), readSlot(cx, stages, node), readSlot(cx, shared, node)];
  if (next.kind !== 'scalar' || of.kind !== 'scalar' || pointer.kind !== 'pointer') return null;
  const number = combine('+', combine('*', combine('%', next.expr, of.expr), int(2, i64)), int(half, i64));
  const object = objectIn(cx, dereference(addToPointer(pointer.pointer, number)));
  return object === null ? null : { at, turn: combine('/', next.expr, of.expr), object };
}

/** What completes a copy into the stage that the producer has acquired. */
export const producedStage = (cx: Context, pipeline: Slot, node: SyntaxNode): AsyncObject | null =>
  stageOf(cx, pipeline, 'state', 0, node)?.object ?? null;

/** A member of a pipeline of a block, exactly; what is not known ends runs there. */
export function sharedMember(cx: Context, pipeline: Slot, name: string, node: SyntaxNode): Value {
  const of = (side: 'state' | 'tail', half: 0 | 1): Ring | null => stageOf(cx, pipeline, side, half, node);
  const advance = ({ at, object }: Ring): void => {
    arriveAt(cx, object, { count: int(1, u32), drops: false, bytes: null }, node);
    const next = readSlot(cx, at, node);
    if (next.kind === 'scalar') writeSlot(cx, at, scalarValue(combine('+', next.expr, int(1, i64))), node);
  };
  const awaitTurn = ({ turn, object }: Ring, ahead: number): void => {
    const parity = combine('%', combine('+', turn, int(ahead, i64)), int(2, i64));
    setExact(cx, node, { kind: 'await-phase', on: object, phase: convert(parity, u64), isParity: true });
  };
  const known =
    {
      producer_acquire: of('state', 1),
      producer_commit: of('state', 0),
      consumer_wait: of('tail', 0),
      consumer_release: of('tail', 1),
    }[name] ?? null;
  if (known === null) {
    setExact(cx, node, fill(messages.sharedPipelineMember, { name }));
    return unknownOf(fill(messages.sharedPipelineMember, { name }));
  }
  if (name === 'producer_acquire') awaitTurn(known, 1);
  else if (name === 'consumer_wait') awaitTurn(known, 0);
  else advance(known);
  return voidValue;
}
