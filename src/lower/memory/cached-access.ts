/** Stores and loads that choose caches (`__stcg(p, v)`, `__builtin_nontemporal_load(p)`): ordinary accesses. */
import type { Intrinsic } from '../calls/intrinsic.ts';
import { pointerOf } from '../types/conversions.ts';
import { readSlot, writeSlot } from './memory.ts';
import { dereference } from './pointers.ts';
import { typeOfSlot, voidValue } from '../expressions/value.ts';

/** `(pointer, value)` for CUDA's stores, `(value, pointer)` for the compiler's. */
const cachedStore =
  (pointerFirst: boolean): Intrinsic =>
  (cx, call) => {
    const [where, what] = pointerFirst ? call.args : [call.args[1], call.args[0]];
    if (where === undefined || what === undefined) return null;
    const slot = dereference(pointerOf(cx, cx.rules.value(cx, where)));
    const raw = cx.rules.value(cx, what);
    const type = typeOfSlot(slot);
    writeSlot(cx, slot, type === null ? raw : cx.rules.coerce(cx, raw, type, what), call.node);
    return voidValue;
  };

const cachedLoad: Intrinsic = (cx, call) => {
  const where = call.args[0];
  if (where === undefined) return null;
  return readSlot(cx, dereference(pointerOf(cx, cx.rules.value(cx, where))), call.node);
};

export const cachedIntrinsics: ReadonlyMap<string, Intrinsic> = new Map<string, Intrinsic>([
  ...['__stwb', '__stcg', '__stcs', '__stwt'].map((name): [string, Intrinsic] => [name, cachedStore(true)]),
  ['__builtin_nontemporal_store', cachedStore(false)],
  ['__builtin_nontemporal_load', cachedLoad],
]);
