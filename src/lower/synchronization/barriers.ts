/**
 * Barriers and fences of the CUDA guide's "Synchronization Functions" and "Memory Fence Functions", PTX's numbered
 * barriers under their CUDA names, and HIP's and libcu++'s spellings. Exact.
 */
import type { BarrierReduction, MemoryScope } from '../../ir/ir.ts';
import type { Expr } from '../../base/expr.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Intrinsic } from '../calls/intrinsic.ts';
import type { Context } from '../context.ts';
import { bool, i32, u32 } from '../../base/ctype.ts';
import { conditionally, emit, temporary, textOf } from '../context.ts';
import { combine, constantOf } from '../expressions/constants.ts';
import { toScalar } from '../types/conversions.ts';
import { count } from '../ranks.ts';
import { guessed, isOfCluster, namedOrder, namedScope } from './orders.ts';
import { scalarValue, voidValue } from '../expressions/value.ts';

const blockBarrier: Intrinsic = (cx, call) => {
  emit(cx, call.node, { kind: 'barrier', scope: { kind: 'block' }, reduction: null });
  return voidValue;
};

const reducing =
  (op: BarrierReduction['op']): Intrinsic =>
  (cx, call) => {
    const predicate = call.args[0];
    if (predicate === undefined) return null;
    const value = toScalar(cx, cx.rules.value(cx, predicate), bool, predicate);
    const made = temporary(cx, 'syncthreads', i32);
    emit(cx, call.node, {
      kind: 'barrier',
      scope: { kind: 'block' },
      reduction: { op, predicate: value, target: made.id },
    });
    return scalarValue(made.expr);
  };

const warpBarrier: Intrinsic = (cx, call) => {
  const mask = call.args[0];
  const value = mask === undefined ? null : toScalar(cx, cx.rules.value(cx, mask), u32, mask);
  emit(cx, call.node, { kind: 'barrier', scope: { kind: 'warp', mask: value }, reduction: null });
  return voidValue;
};

const numbered: Intrinsic = (cx, call) => {
  const [id, threads] = call.args.map((arg) => toScalar(cx, cx.rules.value(cx, arg), u32, arg));
  if (id === undefined) return null;
  numberedBarrier(cx, { id, threads: threads ?? null, arrive: false, isAligned: false }, call.node);
  return voidValue;
};

/**
 * PTX ISA, `barrier`: without a number of threads, or with the block's, all threads of the block take part; then a
 * constant number names one barrier for all of them, as `__syncthreads()` is barrier 0. Not where others of the kernel
 * may meet them there from another statement: then all stay what they are.
 */
export function numberedBarrier(
  cx: Context,
  what: Readonly<{ id: Expr; threads: Expr | null; arrive: boolean; isAligned: boolean }>,
  node: SyntaxNode,
): void {
  const number = constantOf(what.id);
  const known = number === null ? {} : { number: { barrier: Number(number), isAligned: what.isAligned } };
  const named = (): void => {
    emit(cx, node, {
      kind: 'barrier',
      scope: { kind: 'named', barrier: what.id, threads: what.threads, arrive: what.arrive, ...known },
      reduction: null,
    });
  };
  const block = (): void => {
    emit(cx, node, { kind: 'barrier', scope: { kind: 'block', ...known }, reduction: null });
  };
  if (!cx.facts.numbersApart && meetsOthers(cx, number, what)) cx.facts.numbersApart = cx.facts.changed = true;
  if (number === null || what.arrive || (cx.facts.numbersApart && (number !== 0n || what.threads !== null))) named();
  else if (what.threads === null) block();
  else whereWhole(cx, what.threads, node, block, named);
}

/**
 * Whether somebody arrives without waiting, one number is for two numbers of threads, two statements may meet at one,
 * or a number that is computed may be another one's.
 */
function meetsOthers(
  { facts: { numbers }, numbered: uses }: Context,
  number: bigint | null,
  { threads, arrive }: Readonly<{ threads: Expr | null; arrive: boolean }>,
): boolean {
  if (arrive) return true;
  if (number === 0n) return false;
  if (number !== null && threads !== null) uses.set(number, (uses.get(number) ?? 0) + 1);
  const [key, count] = [`${number ?? 'any'}`, threads === null ? 'all' : `${constantOf(threads) ?? 'open'}`];
  const known = numbers.get(key) ?? count;
  numbers.set(key, known);
  return (
    (number !== null && (uses.get(number) ?? 0) > 1) ||
    (known !== count && known !== 'open' && count !== 'open' && number !== null) ||
    (numbers.has('any') && numbers.size > 1)
  );
}

/** Branches on whether a number of threads is the block's. */
export function whereWhole(cx: Context, threads: Expr, node: SyntaxNode, whole: () => void, part: () => void): void {
  const then = conditionally(cx, whole);
  const otherwise = conditionally(cx, part);
  emit(cx, node, { kind: 'branch', when: combine('==', threads, count('blockDim')), then, otherwise });
}

const fence =
  (scope: MemoryScope): Intrinsic =>
  (cx, call) => {
    emit(cx, call.node, { kind: 'fence', scope, order: 'seq_cst' });
    return voidValue;
  };

/** `cuda::atomic_thread_fence(order, scope)` and the like: order and scope by their names, the system's without one. */
const scopedFence: Intrinsic = (cx, call) => {
  const [first, second] = call.args.map((arg) => textOf(cx, arg));
  const [order, scope] = [namedOrder(first ?? ''), namedScope(second)];
  if (order === 'relaxed' || scope === 'thread') return voidValue;
  emit(cx, call.node, {
    kind: 'fence',
    scope: scope ?? 'system',
    order: order ?? 'seq_cst',
    ...(order === null || scope === null || isOfCluster(second) ? guessed : {}),
  });
  return voidValue;
};

/** What takes time and does nothing else. */
const pause: Intrinsic = (cx, call) => {
  for (const arg of call.args) cx.rules.value(cx, arg);
  return voidValue;
};

/** The kernel is aborted: as with `assert`, what comes after is looked at for runs in which this does not happen. */
const trap: Intrinsic = (cx, call) => {
  emit(cx, call.node, { kind: 'assert', condition: { kind: 'bool', value: false } });
  return voidValue;
};

export const barrierIntrinsics: ReadonlyMap<string, Intrinsic> = new Map<string, Intrinsic>([
  ['__syncthreads', blockBarrier],
  ['__builtin_amdgcn_s_barrier', blockBarrier],
  ['__syncthreads_count', reducing('count')],
  ['__syncthreads_and', reducing('and')],
  ['__syncthreads_or', reducing('or')],
  ['__barrier_sync', numbered],
  ['__barrier_sync_count', numbered],
  ['__syncwarp', warpBarrier],
  ['__threadfence', fence('device')],
  ['__threadfence_block', fence('block')],
  ['__threadfence_system', fence('system')],
  ['atomic_thread_fence', scopedFence],
  ['__nv_atomic_thread_fence', scopedFence],
  ['__builtin_amdgcn_fence', scopedFence],
  ['__builtin_amdgcn_s_sleep', pause],
  ['__builtin_amdgcn_wave_barrier', pause],
  ['__builtin_amdgcn_s_waitcnt', pause],
  ['__brkpt', pause],
  ['__trap', trap],
  ['__assert_fail', trap],
  ['__assertfail', trap],
]);
