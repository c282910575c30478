/** Locks that keep accesses apart [T15], and planted faults, each of which must make them keep nothing apart. */
import { expect, test } from 'vitest';
import { eachStmt, placeOf } from '../../../src/ir/walk.ts';
import { orderOf } from '../../../src/ir/order/order.ts';
import { lowerOne } from '../lower/lowered.ts';

/** Whether all accesses to `value` are kept apart from each other. */
async function isKept(body: string, isBetweenBlocks = true, before = ''): Promise<boolean> {
  const kernel = await lowerOne(
    `#include <cuda/atomic>\n${before}\n__global__ void k(int *lock, int *value, int *other, int n) {\n${body}\n}`,
  );
  const ids: number[] = [];
  const order = orderOf(kernel, { block: [32, 1, 1], grid: [2, 1, 1], scalars: new Map(), isAliased: () => false });
  const kept: boolean[] = [];
  eachStmt(kernel.body, (first) => {
    if (placeOf(first)?.array !== 'value') return;
    ids.push(first.id);
    eachStmt(kernel.body, (second) => {
      if (placeOf(second)?.array === 'value')
        kept.push(order.between({ first: first.id, second: second.id, isBetweenBlocks }) !== null);
    });
  });
  expect(ids.length).toBeGreaterThan(0);
  return kept.every((one) => one);
}

const spin =
  'while (atomicCAS(lock, 0, 1) != 0) { } __threadfence(); *value += 1; __threadfence(); atomicExch(lock, 0);';
const branch =
  'bool done = false; while (!done) { if (atomicCAS(lock, 0, 1) == 0) { __threadfence(); *value += 1; __threadfence(); atomicExch(lock, 0); done = true; } }';
const exchange =
  'while (atomicExch(lock, 1) != 0) { } __threadfence(); *value += 1; __threadfence(); atomicExch(lock, 0);';
const doLoop =
  'int old; do { old = atomicCAS(lock, 0, 1); } while (old != 0); __threadfence(); *value += 1; __threadfence(); atomicExch(lock, 0);';
const object =
  'cuda::atomic_ref<int, cuda::thread_scope_device> l(*lock); while (l.exchange(1, cuda::memory_order_acquire) != 0) { } *value += 1; l.exchange(0, cuda::memory_order_release);';
const builtIn =
  'while (__nv_atomic_exchange_n(lock, 1, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE) != 0) { } *value += 1; __nv_atomic_exchange_n(lock, 0, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);';
const halves =
  'while (atomicCAS(lock, 0, 1) != 0) { } cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device); *value += 1; asm volatile("fence.release.gpu;"); atomicExch(lock, 0);';
const nested =
  'while (atomicCAS(lock, 0, 1) != 0) { } __threadfence(); for (int i = 0; i < n; i++) { if (i == 7) break; *value += i; } __threadfence(); atomicExch(lock, 0);';

test.each([
  ['spin', spin],
  ['branch', branch],
  ['exchange', exchange],
  ['do', doLoop],
  ['object', object],
  ['built-in', builtIn],
  ['fences of one side', halves],
  ['nested', nested],
])('%s keeps the two apart', async (_, body) => {
  expect(await isKept(body)).toBe(true);
});

test('functions that take the lock and give it back', async () => {
  const functions =
    '__device__ void take(int *l) { while (atomicCAS(l, 0, 1) != 0) { } __threadfence(); }\n__device__ void give(int *l) { __threadfence(); atomicExch(l, 0); }';
  expect(await isKept('take(lock); *value += 1; give(lock);', true, functions)).toBe(true);
  expect(await isKept('take(lock); *value += 1;', true, functions)).toBe(false);
});

/** What is planted in which of them, and in place of what. */
const planted: readonly (readonly [string, string, string, string])[] = [
  ['no fence behind the taking', spin, '{ } __threadfence();', '{ }'],
  ['no fence before the release', spin, '*value += 1; __threadfence();', '*value += 1;'],
  ['a fence of the block', spin, '*value += 1; __threadfence();', '*value += 1; __threadfence_block();'],
  ['a fence that not all come to', spin, '*value += 1; __threadfence();', '*value += 1; if (n > 0) __threadfence();'],
  ['a release of the block', spin, 'atomicExch(lock, 0)', 'atomicExch_block(lock, 0)'],
  ['a taking of the block', spin, 'atomicCAS(', 'atomicCAS_block('],
  ['a plain release', spin, 'atomicExch(lock, 0)', '*lock = 0'],
  ['no release', spin, ' atomicExch(lock, 0);', ''],
  ['a second release', spin, 'atomicExch(lock, 0);', 'atomicExch(lock, 0); atomicExch(lock, 0);'],
  ['a release by who has it not', spin, 'while', 'if (n == 3) atomicExch(lock, 0); while'],
  ['a release under a condition', spin, 'atomicExch(lock, 0)', 'if (n > 0) atomicExch(lock, 0)'],
  ['a way out of the section', spin, '*value += 1;', 'if (n > 3) return; *value += 1;'],
  ['a way out of the wait', spin, '{ }', '{ if (n > 3) break; }'],
  ['a wait that ends by itself', spin, '!= 0)', '!= 0 && n > 3)'],
  ['a wait for the wrong value', spin, '!= 0)', '!= 1)'],
  ['a wait while it is free', spin, '!= 0)', '== 0)'],
  ['a lock for each thread', spin, 'atomicCAS(lock,', 'atomicCAS(&lock[threadIdx.x],'],
  ['another lock to give back', spin, 'atomicExch(lock', 'atomicExch(lock + 1'],
  [
    'a lock for each thread, given back too',
    spin.replace('atomicExch(lock', 'atomicExch(&lock[threadIdx.x]'),
    'atomicCAS(lock,',
    'atomicCAS(&lock[threadIdx.x],',
  ],
  ['a lock that taking leaves free', spin, '0, 1)', '0, 0)'],
  ['a lock that taking leaves free, in its bits', spin, '0, 1)', '0, (int)0x100000000ll)'],
  ['a lock that somebody opens', spin, 'while', 'if (n == 3) *lock = 0; while'],
  ['an access before the taking', spin, 'while', 'other[0] = *value; while'],
  ['an access behind the release', spin, 'atomicExch(lock, 0);', 'atomicExch(lock, 0); other[0] = *value;'],
  ['an access before the fence', spin, '{ } __threadfence();', '{ } other[0] = *value; __threadfence();'],
  ['an access beside the section', branch, '{ if', '{ other[0] = *value; if'],
  ['the other arm', branch, '== 0)', '!= 0)'],
  ['a section that is also entered otherwise', branch, '== 0)', '== 0 || n == 3)'],
  ['an answer that is changed', doLoop, '} while', 'if (n == 3) old = 0; } while'],
  ['an answer that is changed first', doLoop, 'lock, 0, 1); }', 'lock, 0, 1); old = 0; }'],
  [
    'an answer from the turn before',
    doLoop,
    'old = atomicCAS(lock, 0, 1);',
    'int now = old; old = atomicCAS(lock, 0, 1); old = now;',
  ],
  ['a taking that is passed over', doLoop, 'old = atomicCAS(lock, 0, 1);', 'if (n == 3) old = atomicCAS(lock, 0, 1);'],
  ['an exchange that a held lock answers', exchange, '!= 0)', '== 0)'],
  ['a relaxed taking', object, 'memory_order_acquire', 'memory_order_relaxed'],
  ['a taking that only releases', object, 'memory_order_acquire', 'memory_order_release'],
  ['a relaxed release', object, 'memory_order_release', 'memory_order_relaxed'],
  ['a release that only acquires', object, 'memory_order_release', 'memory_order_acquire'],
  ['an order that a variable holds', object, 'cuda::memory_order_acquire', 'order'],
  [
    'one of two orders',
    object,
    'cuda::memory_order_acquire',
    'n ? cuda::memory_order_acquire : cuda::memory_order_relaxed',
  ],
  ['a scope that a variable holds', object, 'cuda::thread_scope_device', 'scope'],
  ['an order by number', builtIn, '__NV_ATOMIC_ACQUIRE', '2'],
  ["a thread's own scope", builtIn, '__NV_THREAD_SCOPE_DEVICE', '__NV_THREAD_SCOPE_THREAD'],
  ['a scope of the cluster', builtIn, '__NV_THREAD_SCOPE_DEVICE', '__NV_THREAD_SCOPE_CLUSTER'],
  ['a relaxed fence', halves, 'memory_order_acquire', 'memory_order_relaxed'],
  ['a fence that only releases', halves, 'memory_order_acquire', 'memory_order_release'],
  ['a fence that only acquires', halves, 'fence.release.gpu', 'fence.acquire.gpu'],
  ['a fence of the cluster', halves, 'fence.release.gpu', 'fence.release.cluster'],
  ['a fence of the thread', halves, 'thread_scope_device', 'thread_scope_thread'],
  ['a fence of an order that a variable holds', halves, 'cuda::memory_order_acquire', 'order'],
  ['a fence of a scope that a variable holds', halves, 'cuda::thread_scope_device', 'scope'],
];

test.each(planted)('not with %s', async (_, body, from, to) => {
  expect(body).toContain(from);
  expect(await isKept(body.replace(from, to))).toBe(false);
});

test('a lock of the block orders threads of the block only', async () => {
  const body = `__shared__ int own; ${spin.replaceAll('lock', '&own')}`;
  expect(await isKept(body, false)).toBe(true);
  expect(await isKept(body, true)).toBe(false);
  expect(await isKept(spin.replaceAll('__threadfence()', '__threadfence_block()'), false)).toBe(true);
});
