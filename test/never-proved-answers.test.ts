/**
 * Locks, flags and last blocks in which what a thread has read says less than it seems to: none may be called
 * race-free; those of `right`, which are like them, are.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Engine } from '../src/engine.ts';
import { assetPaths } from '../src/assets.ts';
import { createEngine } from '../src/pipeline.ts';

const launched = (kernel: string, blocks: number): string =>
  `${kernel}\nvoid go(int *a, int *b, int *c, unsigned *d) { k<<<${blocks}, 32>>>(a, b, c, d); }`;

/** A lock that is taken by the loop. */
const lock = (taking: string): string =>
  launched(
    `#include <cuda/atomic>
__global__ void k(int *lock, int *sum, int *n, unsigned *) {
  cuda::atomic_ref<int, cuda::thread_scope_device> l(*lock);
  if (threadIdx.x > 0) return;
  ${taking}
  sum[0] += n[0];
  l.store(0, cuda::memory_order_release);
}`,
    8,
  );

/** A lock that one thread takes for its block. */
const forBlock = (taking: string, behind: string, before: string, release: string): string =>
  launched(
    `__global__ void k(int *lock, int *data, int *n, unsigned *) {
  int t = threadIdx.x; ${taking} ${behind} data[t] += n[0]; ${before} ${release}
}`,
    8,
  );
const take = 'while (atomicCAS(lock, 0, 1) != 0) { } __threadfence();';
const meet = '__syncthreads();';
const free = 'if (t == 0) { __threadfence(); atomicExch(lock, 0); }';

/** Block 0 sets the first flag, block 2 waits for the second one; what block 1 does between. */
const chain = (middle: string): string =>
  launched(
    `__global__ void k(int *data, int *flag, int *out, unsigned *) {
  if (threadIdx.x > 0) return;
  if (blockIdx.x == 0) { data[0] = 7; __threadfence(); atomicExch(&flag[0], 1); }
  else if (blockIdx.x == 1) { ${middle} }
  else { while (atomicAdd(&flag[1], 0) == 0) { } __threadfence(); out[0] = data[0]; }
}`,
    3,
  );
const look = 'while (atomicAdd(&flag[0], 0) == 0) { }';

const arrive = 'part[blockIdx.x] = t; __threadfence();';
/** The last of eight blocks sums up what all have written. */
const last = (counting: string, isLast: string): string =>
  launched(
    `__global__ void k(int *part, int *out, int *in, unsigned *count) {
  __shared__ unsigned told;
  unsigned t = threadIdx.x;
  ${counting}
  if (${isLast}) { __threadfence(); int sum = 0; for (int k = 0; k < 8; k++) sum += part[k]; out[t] = sum; }
}`,
    8,
  );
const tellAll = `if (t == 0) { ${arrive} told = atomicAdd(count, 1u); } __syncthreads();`;

const wrong: Readonly<Record<string, string>> = {
  'what was read is expected the next time': lock(
    'int want = 0; while (!l.compare_exchange_weak(want, 1, cuda::memory_order_acquire)) { }',
  ),
  'what is expected is 0 only for a while': lock(
    'int want = 0, k = 0; while (!l.compare_exchange_weak(want, 1, cuda::memory_order_acquire)) { if (k++ < 3) want = 0; }',
  ),
  'what is expected depends on an argument': lock(
    'int want = n[1]; while (!l.compare_exchange_weak(want, 1, cuda::memory_order_acquire)) want = 0;',
  ),
  'a copy of what was read is overwritten': lock(
    'int got = atomicCAS(lock, 0, 1); got = 0; if (got != 0) return; __threadfence();',
  ),
  'a loop that is left early': lock(
    'int got; do { got = atomicCAS(lock, 0, 1); } while (got != 0 && n[1] < 3); __threadfence();',
  ),
  'only some blocks take the lock': forBlock(
    `if (t == 0 && blockIdx.x > 1) { ${take} }`,
    meet,
    meet,
    'if (t == 0 && blockIdx.x > 1) { __threadfence(); atomicExch(lock, 0); }',
  ),
  'nobody takes the lock': forBlock(
    `if (t == 40) { ${take} }`,
    meet,
    meet,
    'if (t == 40) { __threadfence(); atomicExch(lock, 0); }',
  ),
  'an argument says whether the lock is taken': forBlock(`if (t == 0 && n[1] > 2) { ${take} }`, meet, meet, free),
  'two threads give the lock back': forBlock(
    `if (t == 0) { ${take} }`,
    meet,
    meet,
    'if (t < 2) { __threadfence(); atomicExch(lock, 0); }',
  ),
  'no barrier stands behind the taking for a block': forBlock(`if (t == 0) { ${take} }`, '', meet, free),
  'no barrier stands before the release for a block': forBlock(`if (t == 0) { ${take} }`, meet, '', free),
  'a store stands behind the last barrier under a lock': forBlock(
    `if (t == 0) { ${take} }`,
    meet,
    `${meet} data[t + 1] = 1;`,
    free,
  ),
  'the second flag is set before the first is seen': chain(`atomicExch(&flag[1], 1); ${look}`),
  'the second flag is set without a fence': chain(`${look} atomicExch(&flag[1], 1);`),
  'the fence stands before the look': chain(`__threadfence(); ${look} atomicExch(&flag[1], 1);`),
  'the first flag is looked at only sometimes': chain(`if (out[1]) ${look} __threadfence(); atomicExch(&flag[1], 1);`),
  'the first flag is looked at once': chain(
    'if (atomicAdd(&flag[0], 0) == 1) out[2] = 1; __threadfence(); atomicExch(&flag[1], 1);',
  ),
  'others hold the last number from the beginning': last(
    `unsigned old = 7; if (t == 0) { ${arrive} old = atomicAdd(count, 1u); }`,
    'old == 7',
  ),
  'another thread tells the block the last number': last(
    `if (t == 0) { ${arrive} told = atomicAdd(count, 1u); } if (t == 1) told = 7; __syncthreads();`,
    'told == 7',
  ),
  'the last block but one goes on': last(tellAll, 'told + 2 >= 8'),
  'the block is told without a barrier': last(`if (t == 0) { ${arrive} told = atomicAdd(count, 1u); }`, 'told == 7'),
  'the number is changed': last(
    `unsigned old = 0; if (t == 0) { ${arrive} old = atomicAdd(count, 1u); old = old * 2; }`,
    'old >= 7',
  ),
  'eight bits of a number are compared': last(
    `if (t == 0) { ${arrive} told = atomicAdd(count, 256u); } __syncthreads();`,
    '(unsigned char)told == 0',
  ),
  'two looks in turn are compared with each other': last(
    `if (t == 0) { ${arrive} atomicAdd(count, 1u); unsigned now = 0, before = 0; while (now - before == 0) { before = now; now = atomicAdd(count, 0u); } }`,
    't == 0',
  ),
};

const right: Readonly<Record<string, string>> = {
  'nothing but 0 is expected': lock(
    'int want = 0; while (!l.compare_exchange_weak(want, 1, cuda::memory_order_acquire)) want = 0;',
  ),
  'one thread takes the lock for its block': forBlock(`if (t == 0) { ${take} }`, meet, meet, free),
  'one flag leads to the other': chain(`${look} __threadfence(); atomicExch(&flag[1], 1);`),
  'the block is told a number': last(tellAll, 'told == 7'),
  'others hold 0 from the beginning': last(
    `unsigned old = 0; if (t == 0) { ${arrive} old = atomicAdd(count, 1u); }`,
    'old == 7',
  ),
};

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine(assetPaths(), () => performance.now());
});
afterAll(() => engine.close());

async function verdictOf(text: string): Promise<string | undefined> {
  const options = {
    kernel: null,
    block: null,
    grid: null,
    params: new Map(),
    assumes: [],
    defines: new Map(),
    includeDirs: [],
    warpModel: 'its',
    level: 'grid',
    timeoutSeconds: 20,
    repair: false,
  } as const;
  const report = await engine.analyze({ files: ['k.cu'], read: (path) => (path === 'k.cu' ? text : null), options });
  return report.kernels[0]?.verdict;
}

test.each(Object.entries(wrong))(
  '%s',
  async (_, text) => {
    expect(['racy', 'unknown', 'unsupported']).toContain(await verdictOf(text));
  },
  120_000,
);

test.each(Object.entries(right))(
  'proved: %s',
  async (_, text) => {
    expect(await verdictOf(text)).toBe('drf');
  },
  120_000,
);
