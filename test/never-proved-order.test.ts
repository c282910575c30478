/**
 * Kernels in which something orders less than it seems to: loads past the coherent caches, scopes that are not known,
 * barriers under a lock. None may be called race-free; those of `ordered`, which are like them, are.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Engine } from '../src/engine.ts';
import { assetPaths } from '../src/assets.ts';
import { createEngine } from '../src/pipeline.ts';

const operands =
  '__device__ int put(int *s) { s[threadIdx.x] = threadIdx.x; __syncthreads(); return 1; } __device__ int get(int *s) { return s[63 - threadIdx.x]; } __device__ int sum(int a, int b) { return a + b; } __device__ int bump(int *c) { return ++c[0]; } ';
const exchange = (value: string): string =>
  `${operands}__global__ void k(int *g) { __shared__ int s[64]; g[blockIdx.x * 64 + threadIdx.x] = ${value}; }`;
const atomicHeader = '#include <cuda/atomic>\n';

const tried = (lock: string, held: string, fence = '__threadfence_block();'): string =>
  `bool done = false; while (!done) { if (atomicCAS(${lock}, 0, 1) == 0) { ${fence} ${held} ${fence} atomicExch(${lock}, 0); done = true; } }`;
const locked = (body: string): string =>
  `__global__ void k(int *g, int n) { __shared__ int l; __shared__ int c; int t = threadIdx.x; if (t == 32) c = 0; ${body} }`;
const lockedCells = (body: string): string =>
  `__global__ void k(int *g, const int *key, int n) { __shared__ int l[16]; __shared__ int c[16]; int t = threadIdx.x; int b = key[t] & 15; ${body} }`;
const setUp = 'if (t < 16) { l[t] = 0; c[t] = 0; } __syncthreads();';

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
  'the scope of an atomic is a parameter that stays open': `${atomicHeader}template <cuda::thread_scope S> __global__ void k(int *g) { cuda::atomic_ref<int, S> r(*g); r.fetch_add(1); }`,
  'the scope of an atomic is a parameter that a call makes the block': `${atomicHeader}template <cuda::thread_scope S> __device__ void add(int *g) { cuda::atomic_ref<int, S> r(*g); r.fetch_add(1); } __global__ void k(int *g) { add<cuda::thread_scope_block>(g); }`,
  'the scope of an atomic is the second of a choice': `${atomicHeader}template <bool B> __device__ void add(int *g) { cuda::atomic_ref<int, (B ? cuda::thread_scope_device : cuda::thread_scope_block)> r(*g); r.fetch_add(1); } __global__ void k(int *g) { add<false>(g); }`,
  'the scope of an atomic object is a parameter that stays open': `${atomicHeader}template <cuda::thread_scope S> __global__ void k(cuda::atomic<int, S> *g) { *g = 3; }`,
  'an atomic in shared memory may be one of the thread alone': `${atomicHeader}template <cuda::thread_scope S> __global__ void k(int *g) { __shared__ int s; cuda::atomic_ref<int, S> r(s); r.fetch_add(1); }`,
  'the scope of an atomic is the cluster':
    '__global__ void k(int *g) { asm volatile("red.relaxed.cluster.global.add.s32 [%0], %1;" :: "l"(g), "r"(1) : "memory"); }',
  'the scope of a built-in atomic is the thread':
    '__global__ void k(int *g) { __shared__ int s; __nv_atomic_fetch_add(&s, 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_THREAD); }',
  'a barrier stands under a spin lock':
    '__global__ void k(int *lock, int *value) { while (atomicCAS(lock, 0, 1) != 0) { } __threadfence(); *value += 1; __syncthreads(); __threadfence(); atomicExch(lock, 0); }',
  'a barrier stands in a function under a spin lock that a function takes':
    '__device__ void take(int *lock) { while (atomicCAS(lock, 0, 1) != 0) { } __threadfence(); } __device__ void meet() { __syncthreads(); } __global__ void k(int *lock) { take(lock); if (gridDim.x > 1) meet(); __threadfence(); atomicExch(lock, 0); }',
  'a lock of shared memory is used before it is sure to be free': locked(
    `if (t == 0) l = 0; ${tried('&l', 'c += t;')}`,
  ),
  'a lock of shared memory is set free behind a barrier of the warp': locked(
    `if (t == 0) l = 0; __syncwarp(); ${tried('&l', 'c += t;')}`,
  ),
  'a lock of shared memory is set free behind a barrier that stands under a condition': locked(
    `if (t == 0) l = 0; if (n > 3) __syncthreads(); ${tried('&l', 'c += t;')}`,
  ),
  'a lock of shared memory is set free by a thread that leaves before the barrier': locked(
    `if (t == 0) { l = 0; return; } __syncthreads(); ${tried('&l', 'c += t;')}`,
  ),
  'a lock of shared memory is set free again': locked(
    `if (t == 0) l = 0; __syncthreads(); if (t == 5) l = 0; ${tried('&l', 'c += t;')}`,
  ),
  'a lock of shared memory is set free by an atomic behind the barrier': locked(
    `if (t == 0) l = 0; __syncthreads(); if (t == 5) atomicExch(&l, 0); ${tried('&l', 'c += t;')}`,
  ),
  'a lock of shared memory is set free in each turn of a loop': locked(
    `__syncthreads(); for (int i = 0; i < n; i++) { if (t == 0) l = 0; __syncthreads(); ${tried('&l', 'c += t;')} }`,
  ),
  'a lock of shared memory has no fence': locked(`if (t == 0) l = 0; __syncthreads(); ${tried('&l', 'c += t;', '')}`),
  'what a lock of shared memory protects is read without it': locked(
    `if (t == 0) l = 0; __syncthreads(); ${tried('&l', 'c += t;')} g[blockIdx.x * 64 + t] = c;`,
  ),
  'a lock of shared memory protects what other blocks write': locked(
    `if (t == 0) l = 0; __syncthreads(); ${tried('&l', 'g[0] += t;', '__threadfence();')}`,
  ),
  'locks of shared memory protect what other blocks write': lockedCells(
    `${setUp} ${tried('&l[b]', 'g[b] += t;', '__threadfence();')}`,
  ),
  'a lock of shared memory protects the cells of two': lockedCells(`${setUp} ${tried('&l[b]', 'c[b / 2] += t;')}`),
  'locks of shared memory are set free without a barrier': lockedCells(
    `if (t < 16) { c[t] = 0; } __syncthreads(); if (t < 16) l[t] = 0; ${tried('&l[b]', 'c[b] += t;')}`,
  ),
  'one of many locks of shared memory is set free again': lockedCells(
    `${setUp} if (t == 7) l[3] = 0; ${tried('&l[b]', 'c[b] += t;')}`,
  ),
};

const operandKernels: Readonly<Record<string, string>> = {
  'a barrier at the end of an operand comes after another operand': exchange('put(s) + get(s)'),
  'a barrier in an operand comes before what the other one loads': exchange('put(s) * s[63 - threadIdx.x]'),
  'a barrier in an argument comes after another argument': exchange('sum(put(s), get(s))'),
  'a barrier in an argument comes after an argument that is an element': exchange('sum(s[63 - threadIdx.x], put(s))'),
  'a barrier in an argument of a built-in function comes after another argument': exchange('min(put(s), get(s))'),
  'a barrier in an argument of a function of floats comes after another argument':
    exchange('fmaxf(put(s), 2 * get(s))'),
  'a barrier in an operand of an operand comes after another operand': exchange(
    '(1 + put(s)) * 2 - (threadIdx.x > 3 ? get(s) : 0)',
  ),
  'operands of a comparison that have barriers': exchange('put(s) < get(s)'),
  'an index is what two operands make of one cell': `${operands}__global__ void k(int *g) { __shared__ int own[64]; int *mine = own + threadIdx.x; mine[0] = 0; int d = bump(mine) - bump(mine); g[(d == -1 ? blockIdx.x * 64 + threadIdx.x : 0)] = threadIdx.x; }`,
};

const ordered: Readonly<Record<string, string>> = {
  'one operand has a barrier, and the others do nothing': exchange('2 * put(s) + threadIdx.x'),
  'both operands load': `${operands}__global__ void k(int *g) { __shared__ int s[64]; s[threadIdx.x] = 1; __syncthreads(); g[blockIdx.x * 64 + threadIdx.x] = get(s) * get(s) + s[1]; }`,
  'what two operands make of one cell is stored': `${operands}__global__ void k(int *g) { __shared__ int own[64]; int *mine = own + threadIdx.x; mine[0] = 0; g[blockIdx.x * 64 + threadIdx.x] = bump(mine) - bump(mine); }`,
  'operands that are evaluated in order': exchange('put(s) && get(s)'),
  'what is loaded past the coherent caches is only read':
    '__global__ void k(const int *in, int *out) { int t = blockIdx.x * 64 + threadIdx.x; out[t] = __ldg(in + t); }',
  'a load through the caches of the device is coherent':
    '__global__ void k(int *g) { int *own = g + blockIdx.x * 128; int t = threadIdx.x; own[t] = t; __syncthreads(); own[t + 64] = __ldcg(&own[(t + 1) % 64]); }',
  'the scope of an atomic is a parameter that a call makes the device': `${atomicHeader}template <cuda::thread_scope S = cuda::thread_scope_device> __device__ void add(int *g) { cuda::atomic_ref<int, S> r(*g); r.fetch_add(1); } __global__ void k(int *g) { add(g); add<cuda::thread_scope_system>(g); }`,
  'the scope of an atomic in shared memory is the cluster':
    '__global__ void k(int *g) { __shared__ int s; __nv_atomic_fetch_add(&s, 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_CLUSTER); }',
  'one thread holds a lock while all come to a barrier':
    '__global__ void k(int *lock, int *value) { if (threadIdx.x == 0) { while (atomicCAS(lock, 0, 1) != 0) { } __threadfence(); *value += 1; __threadfence(); atomicExch(lock, 0); } __syncthreads(); }',
  'a lock of shared memory is set free before a barrier': locked(
    `if (t == 0) l = 0; __syncthreads(); ${tried('&l', 'c += t;')} __syncthreads(); g[blockIdx.x * 64 + t] = c;`,
  ),
  'a lock of shared memory is set free before a barrier, by an atomic': locked(
    `if (t < 1) atomicExch(&l, 0); __syncthreads(); ${tried('&l', 'c += t;', '__threadfence();')}`,
  ),
  'locks of shared memory are set free before a barrier': lockedCells(
    `${setUp} ${tried('&l[b]', 'c[b] += t;')} __syncthreads(); if (t < 16) g[blockIdx.x * 16 + t] = c[t];`,
  ),
};

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine(assetPaths(), () => performance.now());
});
afterAll(() => engine.close());

const analyse = (source: string, isLaunched: boolean): ReturnType<Engine['analyze']> =>
  engine.analyze({
    files: ['k.cu'],
    read: (path) => (path === 'k.cu' ? source : null),
    options: {
      kernel: null,
      block: isLaunched ? null : [64, 1, 1],
      grid: isLaunched ? null : [2, 1, 1],
      params: new Map(),
      assumes: [],
      defines: new Map(),
      includeDirs: [],
      warpModel: 'its',
      level: 'grid',
      timeoutSeconds: null,
      repair: true,
    },
  });

async function verdictOf(source: string, isLaunched: boolean): Promise<string> {
  const { kernels } = await analyse(source, isLaunched);
  return kernels.map((kernel) => kernel.verdict).join();
}

test.each(Object.entries({ ...unordered, ...operandKernels }))('%s', async (what, source) => {
  expect(await verdictOf(source, what.startsWith('a launch'))).toMatch(/^(?:racy|unknown|unsupported)$/);
});

test.each(Object.entries(ordered))('proved: %s', async (_, source) => {
  expect(await verdictOf(source, false)).toBe('drf');
});

test('no patch puts a barrier into one of several operands', async () => {
  const {
    kernels: [kernel],
  } = await analyse(exchange('put(s) + get(s)').replace('__syncthreads(); ', ''), false);
  expect(kernel?.verdict).toBe('racy');
  expect(kernel?.findings.map(({ fix }) => fix)).toEqual([null]);
});
