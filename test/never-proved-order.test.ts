/**
 * Kernels in which something orders less than it seems to: loads past the coherent caches, scopes that are not known, barriers under a lock.
 * None may be called race-free; those of `ordered`, which are like them, are.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Engine } from '../src/engine.ts';
import { assetPaths } from '../src/assets.ts';
import { createEngine } from '../src/pipeline.ts';

const atomicHeader = '#include <cuda/atomic>\n';

const unordered: Readonly<Record<string, string>> = {
  'a load past the coherent caches reads what another thread has written':
    '__global__ void k(int *g) { int *own = g + blockIdx.x * 128; int t = threadIdx.x; own[t] = t; __syncthreads(); own[t + 64] = __ldg(&own[(t + 1) % 64]); }',
  'a load past the coherent caches reads what its thread has written':
    '__global__ void k(int *g) { int t = blockIdx.x * 128 + threadIdx.x; g[t] = t; g[t + 64] = __ldg(g + t); }',
  'inline assembly loads past the coherent caches':
    '__global__ void k(int *g) { int *own = g + blockIdx.x * 128; int t = threadIdx.x, v; own[t] = t; __syncthreads(); asm volatile("ld.global.nc.s32 %0, [%1];" : "=r"(v) : "l"(own + (t + 1) % 64)); own[t + 64] = v; }',
  'a vector is loaded past the coherent caches':
    '__global__ void k(int4 *g) { int t = blockIdx.x * 128 + threadIdx.x; g[t] = make_int4(t, t, t, t); g[t + 64] = __ldg(g + t); }',
  'a load past the coherent caches reads what a lock protects':
    '__global__ void k(int *lock, int *value) { if (threadIdx.x != 0) return; while (atomicCAS(lock, 0, 1) != 0) { } __threadfence(); *value = __ldg(value) + 1; __threadfence(); atomicExch(lock, 0); }',
  'a launch passes one array as what is loaded past the coherent caches and what is written':
    '__global__ void k(const int *in, int *out) { int t = threadIdx.x; out[t] = __ldg(in + t); } void go(int *p) { k<<<1, 64>>>(p, p); }',
  'the scope of an atomic is a parameter that stays open':
    `${atomicHeader}template <cuda::thread_scope S> __global__ void k(int *g) { cuda::atomic_ref<int, S> r(*g); r.fetch_add(1); }`,
  'the scope of an atomic is a parameter that a call makes the block':
    `${atomicHeader}template <cuda::thread_scope S> __device__ void add(int *g) { cuda::atomic_ref<int, S> r(*g); r.fetch_add(1); } __global__ void k(int *g) { add<cuda::thread_scope_block>(g); }`,
  'the scope of an atomic is the second of a choice':
    `${atomicHeader}template <bool B> __device__ void add(int *g) { cuda::atomic_ref<int, (B ? cuda::thread_scope_device : cuda::thread_scope_block)> r(*g); r.fetch_add(1); } __global__ void k(int *g) { add<false>(g); }`,
  'the scope of an atomic object is a parameter that stays open':
    `${atomicHeader}template <cuda::thread_scope S> __global__ void k(cuda::atomic<int, S> *g) { *g = 3; }`,
  'an atomic in shared memory may be one of the thread alone':
    `${atomicHeader}template <cuda::thread_scope S> __global__ void k(int *g) { __shared__ int s; cuda::atomic_ref<int, S> r(s); r.fetch_add(1); }`,
  'the scope of an atomic is the cluster':
    '__global__ void k(int *g) { asm volatile("red.relaxed.cluster.global.add.s32 [%0], %1;" :: "l"(g), "r"(1) : "memory"); }',
  'the scope of a built-in atomic is the thread':
    '__global__ void k(int *g) { __shared__ int s; __nv_atomic_fetch_add(&s, 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_THREAD); }',
  'a barrier stands under a spin lock':
    '__global__ void k(int *lock, int *value) { while (atomicCAS(lock, 0, 1) != 0) { } __threadfence(); *value += 1; __syncthreads(); __threadfence(); atomicExch(lock, 0); }',
  'a barrier stands in a function under a spin lock that a function takes':
    '__device__ void take(int *lock) { while (atomicCAS(lock, 0, 1) != 0) { } __threadfence(); } __device__ void meet() { __syncthreads(); } __global__ void k(int *lock, int *value) { take(lock); *value += 1; if (gridDim.x > 1) meet(); __threadfence(); atomicExch(lock, 0); }',
};

const ordered: Readonly<Record<string, string>> = {
  'what is loaded past the coherent caches is only read':
    '__global__ void k(const int *in, int *out) { int t = blockIdx.x * 64 + threadIdx.x; out[t] = __ldg(in + t); }',
  'a load through the caches of the device is coherent':
    '__global__ void k(int *g) { int *own = g + blockIdx.x * 128; int t = threadIdx.x; own[t] = t; __syncthreads(); own[t + 64] = __ldcg(&own[(t + 1) % 64]); }',
  'the scope of an atomic is a parameter that a call makes the device':
    `${atomicHeader}template <cuda::thread_scope S = cuda::thread_scope_device> __device__ void add(int *g) { cuda::atomic_ref<int, S> r(*g); r.fetch_add(1); } __global__ void k(int *g) { add(g); add<cuda::thread_scope_system>(g); }`,
  'the scope of an atomic in shared memory is the cluster':
    '__global__ void k(int *g) { __shared__ int s; __nv_atomic_fetch_add(&s, 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_CLUSTER); }',
  'one thread holds a lock while all come to a barrier':
    '__global__ void k(int *lock, int *value) { if (threadIdx.x == 0) { while (atomicCAS(lock, 0, 1) != 0) { } __threadfence(); *value += 1; __threadfence(); atomicExch(lock, 0); } __syncthreads(); }',
};

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine(assetPaths(), () => performance.now());
});
afterAll(() => engine.close());

async function verdictOf(source: string, isLaunched: boolean): Promise<string> {
  const report = await engine.analyze({
    files: ['k.cu'], read: (path) => (path === 'k.cu' ? source : null),
    options: {
      kernel: null, block: isLaunched ? null : [64, 1, 1], grid: isLaunched ? null : [2, 1, 1], params: new Map(), assumes: [], defines: new Map(), includeDirs: [],
      warpModel: 'its', level: 'grid', timeoutSeconds: null, repair: false,
    },
  });
  return report.kernels.map((kernel) => kernel.verdict).join();
}

test.each(Object.entries(unordered))('%s', async (what, source) => {
  expect(await verdictOf(source, what.startsWith('a launch'))).toMatch(/^(?:racy|unknown|unsupported)$/);
});

test.each(Object.entries(ordered))('proved: %s', async (_, source) => {
  expect(await verdictOf(source, false)).toBe('drf');
});
