/** Barriers and fences of the CUDA guide's "Synchronization Functions" and "Memory Fence Functions". */
import type { BarrierReduction, MemoryScope } from '../ir/ir.ts';
import type { Intrinsic, IntrinsicCall } from './intrinsic.ts';
import type { Context } from './context.ts';
import type { Value } from './value.ts';
import { bool, i32, u32 } from '../base/ctype.ts';
import { emit, temporary } from './context.ts';
import { toScalar } from './conversions.ts';
import { scalarValue, voidValue } from './value.ts';

const blockBarrier: Intrinsic = (cx, call) => {
  emit(cx, call.node, { kind: 'barrier', scope: { kind: 'block' }, reduction: null });
  return voidValue;
};

const reducing = (op: BarrierReduction['op']): Intrinsic => (cx, call) => {
  const predicate = call.args[0];
  if (predicate === undefined) return null;
  const value = toScalar(cx, cx.rules.value(cx, predicate), bool, predicate);
  const made = temporary(cx, 'syncthreads', i32);
  emit(cx, call.node, { kind: 'barrier', scope: { kind: 'block' }, reduction: { op, predicate: value, target: made.id } });
  return scalarValue(made.expr);
};

const warpBarrier: Intrinsic = (cx: Context, call: IntrinsicCall): Value => {
  const mask = call.args[0];
  const value = mask === undefined ? null : toScalar(cx, cx.rules.value(cx, mask), u32, mask);
  emit(cx, call.node, { kind: 'barrier', scope: { kind: 'warp', mask: value }, reduction: null });
  return voidValue;
};

const fence = (scope: MemoryScope): Intrinsic => (cx, call) => {
  emit(cx, call.node, { kind: 'fence', scope });
  return voidValue;
};

export const barrierIntrinsics: ReadonlyMap<string, Intrinsic> = new Map<string, Intrinsic>([
  ['__syncthreads', blockBarrier],
  ['__syncthreads_count', reducing('count')],
  ['__syncthreads_and', reducing('and')],
  ['__syncthreads_or', reducing('or')],
  ['__syncwarp', warpBarrier],
  ['__threadfence', fence('device')],
  ['__threadfence_block', fence('block')],
  ['__threadfence_system', fence('system')],
]);
