/** The pure functions of CUDA and C++ that need no declaration: a table from name to rule. */
import type { Intrinsic } from './intrinsic.ts';
import type { Value } from '../expressions/value.ts';
import { nonCoherently } from '../memory/non-coherent.ts';
import { readSlot } from '../memory/memory.ts';
import { dereference } from '../memory/pointers.ts';
import { pointerOf } from '../types/conversions.ts';
import { floatingFunctions } from '../library/floating.ts';
import { integerIntrinsics } from '../library/integer.ts';
import { textureFunctions } from '../library/textures.ts';

/** Loads that bypass or choose caches: `__ldg(p)` and its kin. */
const cachedLoad: Intrinsic = (cx, call) => {
  const where = call.args[0];
  if (where === undefined) return null;
  const pointer = pointerOf(cx, cx.rules.value(cx, where));
  const read = (): Value => readSlot(cx, dereference(pointer), call.node);
  return call.name === '__ldg' ? nonCoherently(cx, read) : read();
};

export const mathIntrinsics: ReadonlyMap<string, Intrinsic> = new Map<string, Intrinsic>([
  ...floatingFunctions,
  ...integerIntrinsics,
  ...textureFunctions,
  ...['__ldg', '__ldcg', '__ldca', '__ldcs', '__ldlu', '__ldcv'].map((name): [string, Intrinsic] => [name, cachedLoad]),
]);
