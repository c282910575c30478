/**
 * What the texts of libraries (source.ts) are written with beyond CUDA C++. No file can call these: they are known
 * inside libraries only.
 */
import type { Intrinsic } from '../calls/intrinsic.ts';
import { apply, truth } from '../../base/expr-build.ts';
import { i32, u32 } from '../../base/ctype.ts';
import { combine, convert } from '../expressions/constants.ts';
import { emit, textOf, unknownScalar } from '../context.ts';
import { asScalar, pointerOf, toScalar } from '../types/conversions.ts';
import { clobber, readSlot, writeSlot } from '../memory/memory.ts';
import { dereference } from '../memory/pointers.ts';
import { collectivePrimitives, threadRank } from './collectives.ts';
import { withoutEffects } from '../calls/purity.ts';
import { templateArguments } from '../calls/templates.ts';
import { scalarValue, typeOfSlot, unknownOf, voidValue } from '../expressions/value.ts';

/** `__sw_any<T>()`: any value of the type. What it replaces reads no memory that other threads can write. */
const anyValue: Intrinsic = (cx, call) => {
  for (const arg of call.args) cx.rules.value(cx, arg);
  const type = call.template === null ? undefined : templateArguments(cx, call.template)[0];
  return unknownOf(`the value of a library function is not modelled`, type?.kind === 'type' ? type.type : null);
};

/** `__sw_apply<T>("fn", x, …)`: a function that the machine computes, of the arguments in their own types. */
const applied: Intrinsic = (cx, call) => {
  const [name, ...args] = call.args;
  const type = call.template === null ? undefined : templateArguments(cx, call.template)[0];
  if (name === undefined || type?.kind !== 'type' || type.type.kind !== 'scalar') return null;
  const given = args.map((arg) => asScalar(cx, cx.rules.value(cx, arg), arg));
  return scalarValue(apply(textOf(cx, name).slice(1, -1), given, type.type.type));
};

/** `__sw_renew(p)`: reads all that p points to and gives it any values. */
const renewed: Intrinsic = (cx, call) => {
  const [arg] = call.args;
  if (arg === undefined) return null;
  const slot = dereference(pointerOf(cx, cx.rules.value(cx, arg)));
  if (slot.kind === 'memory' || slot.kind === 'chosen') {
    readSlot(cx, slot, call.node);
    writeSlot(cx, slot, unknownOf('the state of a library is not modelled', typeOfSlot(slot)), call.node);
  } else clobber(cx, slot, 'the state of a library is not modelled', call.node);
  return voidValue;
};

/** `__sw_opaque(p)`: may touch all that p points into, and may synchronize. */
const opaque: Intrinsic = (cx, call) => {
  const [arg] = call.args;
  const target = arg === undefined ? null : pointerOf(cx, cx.rules.value(cx, arg)).target;
  emit(cx, call.node, {
    kind: 'unknown',
    because: 'what a library does with its state is not modelled',
    footprint: target?.kind === 'memory' ? [target.place.array] : cx.everything,
    synchronizes: true,
  });
  return voidValue;
};

/** `__sw_rank()`: the thread's number in its block. */
const rank: Intrinsic = () => scalarValue(convert(threadRank(), i32));

/** `__sw_below(n)`: any of 0 … n - 1. */
const below: Intrinsic = (cx, call) => {
  const [limit] = call.args;
  if (limit === undefined) return null;
  const any = unknownScalar(cx, u32, 'an index inside a library', call.node);
  return scalarValue(convert(combine('%', any, toScalar(cx, cx.rules.value(cx, limit), u32, limit)), i32));
};

/**
 * `__sw_acts(op(x, y))`: whether a call of an operator that a library is given does anything besides giving a value.
 */
const acts: Intrinsic = (cx, call) => {
  const [arg] = call.args;
  if (arg === undefined) return null;
  return scalarValue(truth(withoutEffects(cx, () => cx.rules.value(cx, arg)) === null));
};

export const libraryPrimitives: ReadonlyMap<string, Intrinsic> = new Map<string, Intrinsic>([
  ...collectivePrimitives,
  ['__sw_renew', renewed],
  ['__sw_opaque', opaque],
  ['__sw_rank', rank],
  ['__sw_below', below],
  ['__sw_any', anyValue],
  ['__sw_apply', applied],
  ['__sw_acts', acts],
]);
