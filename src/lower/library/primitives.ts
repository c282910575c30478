/** What the texts of libraries (source.ts) are written with beyond CUDA C++. No file can call these: they are known inside libraries only. */
import type { Intrinsic } from '../intrinsic.ts';
import { apply } from '../../base/expr-build.ts';
import { textOf } from '../context.ts';
import { asScalar } from '../conversions.ts';
import { templateArguments } from '../templates.ts';
import { scalarValue, unknownOf } from '../value.ts';

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

export const libraryPrimitives: ReadonlyMap<string, Intrinsic> = new Map<string, Intrinsic>([
  ['__sw_any', anyValue],
  ['__sw_apply', applied],
]);
