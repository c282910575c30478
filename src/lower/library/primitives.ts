/** What the texts of libraries (source.ts) are written with beyond CUDA C++. No file can call these: they are known inside libraries only. */
import type { Intrinsic } from '../intrinsic.ts';
import { templateArguments } from '../templates.ts';
import { unknownOf } from '../value.ts';

/** `__sw_any<T>()`: any value of the type. What it replaces reads no memory that other threads can write. */
const anyValue: Intrinsic = (cx, call) => {
  for (const arg of call.args) cx.rules.value(cx, arg);
  const type = call.template === null ? undefined : templateArguments(cx, call.template)[0];
  return unknownOf(`the value of a library function is not modelled`, type?.kind === 'type' ? type.type : null);
};

export const libraryPrimitives: ReadonlyMap<string, Intrinsic> = new Map<string, Intrinsic>([
  ['__sw_any', anyValue],
]);
