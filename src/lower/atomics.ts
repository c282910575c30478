/** Legacy atomic functions: `atomicAdd(&place, value)` and its kin, with `_block` and `_system`. They are relaxed. */
import type { AtomicOp, MemoryScope } from '../ir/ir.ts';
import type { ScalarType } from '../base/ctype.ts';
import type { Context } from './context.ts';
import type { Intrinsic, IntrinsicCall } from './intrinsic.ts';
import type { MemoryPlace, Slot, Value } from './value.ts';
import { bool } from '../base/ctype.ts';
import { typeOf } from '../base/expr-build.ts';
import { conditionally, emit, temporary } from './context.ts';
import { convert } from './constants.ts';
import { pointerOf, toScalar } from './conversions.ts';
import { clobber, readSlot, touch, typedPlace, writeSlot } from './memory.ts';
import { dereference } from './pointers.ts';
import { scalarValue, typeOfSlot, unknownOf } from './value.ts';

const operations: ReadonlyMap<string, AtomicOp> = new Map<string, AtomicOp>([
  ['Add', 'add'], ['Sub', 'sub'], ['Min', 'min'], ['Max', 'max'], ['And', 'and'], ['Or', 'or'], ['Xor', 'xor'], ['Inc', 'inc'],
  ['Dec', 'dec'], ['Exch', 'exch'], ['CAS', 'cas'],
]);

const atomic: Intrinsic = (cx, call) => {
  const match = /^_*atomic([A-Z][A-Za-z]*?)(_block|_system)?$/.exec(call.name);
  const op = operations.get(match?.[1] ?? '');
  const [where, ...operands] = call.args;
  if (op === undefined || where === undefined || operands.length !== (op === 'cas' ? 2 : 1)) return null;
  const scope: MemoryScope = match?.[2] === '_block' ? 'block' : match?.[2] === '_system' ? 'system' : 'device';
  const pointer = pointerOf(cx, cx.rules.value(cx, where));
  const values = operands.map((operand) => cx.rules.value(cx, operand));
  return atomicOn(cx, dereference(pointer), { op, scope, values, call });
};

type Operation = Readonly<{ op: AtomicOp; scope: MemoryScope; values: readonly Value[]; call: IntrinsicCall }>;

function atomicOn(cx: Context, slot: Slot, what: Operation): Value {
  const { node } = what.call;
  const type = typeOfSlot(slot);
  if (slot.kind === 'chosen') return chosenAtomic(cx, slot, what);
  if (slot.kind === 'unknown') {
    touch(cx, slot, node);
    return unknownOf(slot.because, type);
  }
  if (slot.kind === 'memory' && type?.kind === 'scalar') return emitAtomic(cx, slot.place, type.type, what);
  if (slot.kind === 'scalar' && type?.kind === 'scalar') return onLocal(cx, slot, type.type, what);
  clobber(cx, slot, `${what.call.name} of such a type is not modelled`, node);
  return unknownOf(`${what.call.name} of such a type is not modelled`, type);
}

function emitAtomic(cx: Context, place: MemoryPlace, type: ScalarType, what: Operation): Value {
  const { node } = what.call;
  const operands = what.values.map((value, k) => toScalar(cx, value, type, what.call.args[k + 1] ?? node));
  const used = cx.discarding !== node;
  const made = used ? temporary(cx, what.call.name, type) : null;
  emit(cx, node, { kind: 'atomic', op: what.op, place: typedPlace(place, type), operands, target: made?.id ?? null, scope: what.scope, order: 'relaxed' });
  return made === null ? unknownOf('the old value is not used', { kind: 'scalar', type }) : scalarValue(made.expr);
}

/** On a variable of the thread itself an atomic is an ordinary update; its result is left open. */
function onLocal(cx: Context, slot: Extract<Slot, { kind: 'scalar' }>, type: ScalarType, what: Operation): Value {
  const { node } = what.call;
  const old = temporary(cx, what.call.name, type);
  emit(cx, node, { kind: 'assign', target: old.id, value: toScalar(cx, readSlot(cx, slot, node), type, node) });
  const first = what.values[0];
  if (what.op === 'exch' && first !== undefined) writeSlot(cx, slot, first, node);
  else clobber(cx, slot, 'an atomic changes a local variable', node);
  return scalarValue(old.expr);
}

function chosenAtomic(cx: Context, slot: Extract<Slot, { kind: 'chosen' }>, what: Operation): Value {
  const { node } = what.call;
  const type = typeOfSlot(slot);
  const made = type?.kind === 'scalar' ? temporary(cx, what.call.name, type.type) : null;
  const into = (inner: Slot): void => {
    const value = atomicOn(cx, inner, what);
    if (made !== null) emit(cx, node, { kind: 'assign', target: made.id, value: toScalar(cx, value, typeOf(made.expr), node) });
  };
  const choose = (cases: typeof slot.cases): void => {
    const [first, ...rest] = cases;
    if (first === undefined) {
      into(slot.last);
      return;
    }
    const then = conditionally(cx, () => { into(first.slot); });
    const otherwise = conditionally(cx, () => { choose(rest); });
    emit(cx, node, { kind: 'branch', when: convert(first.when, bool), then, otherwise });
  };
  choose(slot.cases);
  return made === null ? unknownOf('which object is meant is not resolved', type) : scalarValue(made.expr);
}

const suffixes = ['', '_block', '_system'];
export const atomicIntrinsics: ReadonlyMap<string, Intrinsic> = new Map(
  [...operations.keys()].flatMap((name) => suffixes.map((suffix): [string, Intrinsic] => [`atomic${name}${suffix}`, atomic])),
);

