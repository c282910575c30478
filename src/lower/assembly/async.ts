/**
 * Inline PTX of asynchronous copies and barrier objects (PTX ISA, "Data Movement and Conversion Instructions:
 * Asynchronous copy", "mbarrier"). `cp.async` and its batches may be shown to be in order by their shape
 * (in-flight.ts); all else is said by exact steps only (marks.ts).
 */
import type { AsyncObject } from '../../ir/ir.ts';
import type { Context } from '../context.ts';
import type { Expr } from '../../base/expr.ts';
import type { Instruction } from './syntax.ts';
import type { Machine } from './operands.ts';
import { bool, u32, u64 } from '../../base/ctype.ts';
import { int, typeOf } from '../../base/expr-build.ts';
import { addressOf } from './memory.ts';
import { arriveAt, setOdd } from '../synchronization/barrier-objects.ts';
import {
  awaitBatches,
  commit,
  copyOfBulkGroup,
  emitCopy,
  ownBatches,
  ownCopy,
} from '../synchronization/async-copies.ts';
import { constantOf, convert } from '../expressions/constants.ts';
import { dereference } from '../memory/pointers.ts';
import { emit, temporary } from '../context.ts';
import { orderNothing } from '../not-modelled.ts';
import { read, valueOf, write } from './operands.ts';
import { setExact, standingIn } from '../synchronization/marks.ts';
import { typedPlace } from '../memory/memory.ts';
import { messages } from '../wording.ts';

/** Null for other instructions; false where an operand or form is not known. */
export function asyncInstruction(cx: Context, m: Machine, one: Instruction): boolean | null {
  if (one.opcode === 'mbarrier') return barrierInstruction(cx, m, one);
  if (one.opcode === 'fence' && one.modifiers.join('.').startsWith('proxy.async')) {
    setExact(cx, m.node, { kind: 'proxy-fence' });
    return true;
  }
  if (one.opcode === 'fence' && one.modifiers[0] === 'mbarrier_init') return true;
  if (one.opcode !== 'cp' || one.modifiers[0] !== 'async') return null;
  const kind = one.modifiers[1];
  if (kind === 'mbarrier') {
    const on = objectAt(cx, m, one.operands[0]);
    if (on?.kind !== 'at') return false;
    setOdd(cx, on.place, m.node);
    partly(cx, m, one);
    setExact(cx, m.node, { kind: 'arrive-copies', on, isExtra: !one.modifiers.includes('noinc') });
    return true;
  }
  if (kind === 'bulk') return bulkInstruction(cx, m, one);
  if (kind === 'commit_group') commit(cx, ownBatches, m.node);
  else if (kind === 'wait_all') {
    commit(cx, ownBatches, m.node);
    awaitBatches(cx, ownBatches, 0, m.node);
  } else if (kind === 'wait_group') {
    const latest = read(cx, m, one.operands[0], u32);
    const known = latest === null ? null : constantOf(latest);
    awaitBatches(cx, ownBatches, known === null ? null : Number(known), m.node);
  } else if (kind === 'ca' || kind === 'cg') {
    const [to, from, size] = one.operands;
    const target = addressOf(cx, m, to, u32);
    const source = addressOf(cx, m, from, u32);
    const bytes = read(cx, m, size, u32);
    if (target === null || source === null || bytes === null) return false;
    emitCopy(cx, target, source, bytes, ownCopy, m.node);
  } else return false;
  return true;
}

/** The object in shared memory that `[address]` names. */
function objectAt(cx: Context, m: Machine, text: string | undefined): AsyncObject | null {
  const pointer = addressOf(cx, m, text, u64);
  const slot = pointer === null ? null : dereference(pointer);
  return slot?.kind === 'memory' && cx.arrays.get(slot.place.array)?.space === 'shared'
    ? { kind: 'at', place: typedPlace(cx, slot.place, u64) }
    : null;
}

/** The prover takes the instruction to order nothing. */
function partly(cx: Context, m: Machine, one: Instruction): void {
  standingIn(cx, () => {
    orderNothing(cx, `\`${[one.opcode, ...one.modifiers.slice(0, 2)].join('.')}\``, m.node);
  });
}

function barrierInstruction(cx: Context, m: Machine, one: Instruction): boolean {
  const [kind, ...more] = one.modifiers;
  const isAnswering = kind === 'arrive' || kind === 'arrive_drop' || kind === 'try_wait' || kind === 'test_wait';
  const [result = '_', address, ...rest] =
    isAnswering && one.operands[0]?.startsWith('[') === false ? one.operands : ['_', ...one.operands];
  const on = objectAt(cx, m, address);
  const [first] = rest.map((text) => read(cx, m, text, u32));
  if (
    on?.kind !== 'at' ||
    first === null ||
    more.includes('noComplete') ||
    (more.includes('relaxed') && kind !== 'expect_tx')
  )
    return false;
  setOdd(cx, on.place, m.node);
  partly(cx, m, one);
  const arrival = (): void => {
    emit(cx, m.node, {
      kind: 'atomic',
      op: 'add',
      place: on.place,
      operands: [int(1, u64)],
      target: null,
      scope: 'block',
      order: 'relaxed',
    });
  };
  const give = (token: Expr): boolean => result === '_' || write(cx, m, result, token);
  switch (kind) {
    case 'init':
      if (first === undefined) return false;
      emit(cx, m.node, { kind: 'store', place: on.place, value: int(0, u64) });
      setExact(cx, m.node, { kind: 'init', on, count: first });
      return true;
    case 'expect_tx':
      if (first === undefined) return false;
      arriveAt(cx, on, { count: int(0, u32), drops: false, bytes: first }, m.node);
      return true;
    case 'arrive':
    case 'arrive_drop': {
      arrival();
      const isExpecting = more.includes('expect_tx');
      if (isExpecting && first === undefined) return false;
      const token = arriveAt(
        cx,
        on,
        {
          count: isExpecting ? int(1, u32) : (first ?? int(1, u32)),
          drops: kind === 'arrive_drop',
          bytes: isExpecting ? (first ?? null) : null,
        },
        m.node,
      );
      return give(token.expr);
    }
    case 'try_wait':
    case 'test_wait': {
      const isParity = more.includes('parity');
      const raw = rest[0] === undefined ? null : valueOf(cx, m, rest[0]);
      if (first === undefined || raw?.kind !== 'scalar' || typeOf(raw.expr).kind !== 'int') return false;
      // a look that is repeated until the phase is over waits for it (syntax.ts); whether the statements around any
      // other one do that, looks.ts finds out
      if (one.isRepeated === true) {
        setExact(cx, m.node, { kind: 'await-phase', on, phase: convert(raw.expr, u64), isParity });
        return give({ kind: 'bool', value: true });
      }
      const found = temporary(cx, 'is over', bool);
      setExact(cx, m.node, {
        kind: 'look',
        on,
        phase: convert(raw.expr, u64),
        isParity,
        target: found.id,
        isAwaited: false,
      });
      return give(found.expr);
    }
    default:
      return false;
  }
}

/** Copies by the async proxy: with an object that counts their bytes, or in batches of their own. */
function bulkInstruction(cx: Context, m: Machine, one: Instruction): boolean {
  const words = one.modifiers.slice(2);
  if (words[0] === 'commit_group') {
    for (const queue of ['bulk reads', 'bulk writes']) commit(cx, queue, m.node);
    return true;
  }
  if (words[0] === 'wait_group') {
    const latest = read(cx, m, one.operands[0], u32);
    const known = latest === null ? null : constantOf(latest);
    for (const queue of words.includes('read') ? ['bulk reads'] : ['bulk reads', 'bulk writes'])
      awaitBatches(cx, queue, known === null ? null : Number(known), m.node);
    return true;
  }
  const [to, from, size, object] = one.operands;
  const target = addressOf(cx, m, to, u32);
  const source = addressOf(cx, m, from, u32);
  const bytes = read(cx, m, size, u32);
  if (
    words.includes('tensor') ||
    words.includes('multicast') ||
    words.includes('reduce') ||
    words.includes('prefetch') ||
    target === null ||
    source === null ||
    bytes === null
  )
    return false;
  if (words.includes('bulk_group') && one.operands.length === 3) {
    copyOfBulkGroup(cx, target, source, bytes, m.node);
    return true;
  }
  const on = objectAt(cx, m, object);
  if (on === null || !words.some((word) => word.endsWith('complete_tx')) || one.operands.length !== 4) return false;
  emitCopy(
    cx,
    target,
    source,
    bytes,
    { on: 'some barrier', completion: on, by: 'thread', doubt: messages.bulkCopy, isBulk: true },
    m.node,
  );
  return true;
}
