/**
 * Kernels in which a flag, lock or counter in a cell of an array, or a counter of as many arrivals as an open dimension
 * says, orders less than it seems to [T17, T18]. None may be called race-free; those of `ordered`, which are like them,
 * are.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Engine } from '../src/engine.ts';
import { assetPaths } from '../src/assets.ts';
import { createEngine } from '../src/pipeline.ts';

const parameters = 'int *sum, int *flag, int *out, const int *in';
const kernel = (body: string): string => `__global__ void k(${parameters}) { int b = blockIdx.x; ${body} }`;
const byLeader = (body: string): string => kernel(`if (threadIdx.x != 0) return; ${body}`);

/** Each block waits for the one before. `wait` may set `k`, of which `sum[k]` is read. */
const lookBack = ({
  wait = 'k = b - 1; while (atomicAdd(&flag[k], 0) == 0) { }',
  fence = '__threadfence();',
  read = 'sum[k]',
  set = 'sum[b] = in[b]; __threadfence(); atomicExch(&flag[b], 1);',
}): string => byLeader(`${set} if (b > 0) { int k; ${wait} ${fence} out[b] = ${read}; }`);

const handedOn = ({ barrier = '__syncthreads();', setter = 'threadIdx.x == 0', behind = '__syncthreads();' }): string =>
  kernel(`sum[b * 64 + threadIdx.x] = threadIdx.x; __threadfence(); ${barrier} if (${setter}) atomicExch(&flag[b], 1);
    if (threadIdx.x == 0 && b > 0) { while (atomicAdd(&flag[b - 1], 0) == 0) { } __threadfence(); } ${behind} if (b > 0) out[b * 64 + threadIdx.x] = sum[(b - 1) * 64 + 63 - threadIdx.x];`);

const locked = ({ taken = 'k', changed = '', released = 'k', used = 'k' }): string =>
  byLeader(
    `int k = in[b] & 15; while (atomicCAS(&flag[${taken}], 0, 1) != 0) { } __threadfence(); ${changed} sum[${used}] += 1; __threadfence(); atomicExch(&flag[${released}], 0);`,
  );

const ofRow = (answer: string, row = 'blockIdx.y'): string =>
  byLeader(
    `int row = ${row}; sum[blockIdx.y * gridDim.x + b] = b; __threadfence(); if (${answer}) { __threadfence(); for (int k = 0; k < gridDim.x; k++) out[row] += sum[row * gridDim.x + k]; }`,
  );

const lastBlock = (answer: string): string =>
  `__global__ void k(float *part, unsigned *count, float *out) { __shared__ bool last; int t = threadIdx.x; part[blockIdx.x * 64 + t] = t; __threadfence(); __syncthreads();
  ${answer} __syncthreads(); if (last) { __threadfence(); float all = 0; for (int k = 0; k < gridDim.x; k++) all += part[k * 64 + t]; out[t] = all; } }`;

/** Flags of another type than `int`. */
const ofType = (type: string, set: string, look: string): string =>
  `__global__ void k(int *sum, ${type} *flag, int *out, const int *in) { int b = blockIdx.x; if (threadIdx.x != 0) return; ${set} if (b > 0) { ${look} } }`;

/** Cells of tickets: the first who draws one says so, in a cell of that number. */
const drawn = (drawing: string): string =>
  `__global__ void k(int *sum, int *flag, int *out, const int *in, unsigned *next) { int b = blockIdx.x; if (threadIdx.x != 0) return;
  unsigned me = ${drawing}; atomicExch(&sum[me], in[b]); __threadfence(); atomicExch(&flag[me], 1); while (atomicAdd(&flag[b], 0) == 0) { } __threadfence(); out[b] = sum[b]; }`;

const unordered: Readonly<Record<string, string>> = {
  'the flag of the block before says nothing of the one before that': lookBack({ read: 'sum[b >= 2 ? b - 2 : 0]' }),
  'the flag is set before what it tells of': lookBack({
    set: '__threadfence(); atomicExch(&flag[b], 1); sum[b] = in[b];',
  }),
  'a fence of the block stands before the flag of another block': lookBack({
    set: 'sum[b] = in[b]; __threadfence_block(); atomicExch(&flag[b], 1);',
  }),
  'no fence stands behind the look': lookBack({ fence: '' }),
  'the place changes behind the look': lookBack({
    wait: 'k = b - 1; while (atomicAdd(&flag[k], 0) == 0) { } k = b / 2;',
  }),
  'the place changes in the turn of the look': lookBack({
    wait: 'k = b - 1; int seen; do { seen = atomicAdd(&flag[k], 0); k = (k + 1) % b; } while (seen == 0);',
  }),
  'the loop is left for another reason as well': lookBack({
    wait: 'k = b - 1; int n = 0; while (atomicAdd(&flag[k], 0) == 0 && n < 9) n++;',
  }),
  'the answer is that of another turn': lookBack({
    wait: '__threadfence(); int seen = 0; for (k = b - 1; k > 0; k--) { if (k % 2 == 1) seen = atomicAdd(&flag[k], 0); __threadfence(); if (seen == 1) out[b] = sum[k]; } k = 0; while (atomicAdd(&flag[0], 0) == 0) { }',
  }),
  'the answer is kept from another turn': lookBack({
    wait: 'bool is = false; for (k = b - 1; k > 0; k--) { int seen = atomicAdd(&flag[k], 0); if (k % 2 == 1) is = seen == 1; __threadfence(); if (is) out[b] = sum[k]; } k = 0; while (atomicAdd(&flag[0], 0) == 0) { }',
  }),
  'the flag is set back': lookBack({ fence: '__threadfence(); atomicExch(&flag[b], 0);' }),
  'a flag that may be 2 already is waited for until it is not 0, and 1 says less': lookBack({
    set: 'atomicExch(&flag[b], 1); sum[b] = in[b]; __threadfence(); atomicExch(&flag[b], 2);',
  }),
  'two blocks set one flag': byLeader(
    'sum[b] = in[b]; __threadfence(); atomicExch(&flag[b / 2], 1); while (atomicAdd(&flag[b / 4], 0) == 0) { } __threadfence(); out[b] = sum[b / 2];',
  ),
  'flags overlap': byLeader(
    'sum[b] = in[b]; __threadfence(); atomicExch((int *)((char *)flag + b * 2), 1); if (b > 0) { while (atomicAdd((int *)((char *)flag + (b - 1) * 2), 0) == 0) { } __threadfence(); out[b] = sum[b - 1]; }',
  ),
  'the block does not meet before the flag': handedOn({ barrier: '' }),
  'the block does not meet behind the look': handedOn({ behind: '' }),
  'all threads of the block set its flag': handedOn({ barrier: '', setter: 'true' }),
  'a thread that need not be there sets the flag': handedOn({ setter: 'in[threadIdx.x] > 0' }),
  'the lock is that of another bucket': locked({ used: 'k / 2' }),
  'the bucket changes under the lock': locked({ changed: 'k = (k + 1) & 15;' }),
  'the lock is given back for another bucket': locked({ released: 'k ^ 1' }),
  'the bucket of the lock is not what is used': locked({ used: 'in[b + 1] & 15' }),
  'the last but one of a row goes on': ofRow('atomicAdd(&flag[row], 1) == gridDim.x - 2'),
  'the last of a column goes on with a row': ofRow('atomicAdd(&flag[b], 1) == gridDim.y - 1'),
  'the last of two rows together is not that of a row': ofRow('atomicAdd(&flag[row / 2], 1) == gridDim.x - 1'),
  'the last of a row goes on with another one': ofRow('atomicAdd(&flag[row], 1) == gridDim.x - 1', '1 - blockIdx.y'),
  'two bits together are more than what one is waited for': lookBack({
    set: 'atomicOr(&flag[b], 1); atomicOr(&flag[b], 2); sum[b] = in[b]; __threadfence(); atomicOr(&flag[b], 8);',
    wait: 'k = b - 1; while (atomicAdd(&flag[k], 0) < 3) { }',
  }),
  'a bit is set in a cell that holds another value': lookBack({
    set: 'atomicExch(&flag[b], 1); atomicOr(&flag[b], 2); sum[b] = in[b]; __threadfence(); atomicExch(&flag[b], 8);',
    wait: 'k = b - 1; while (atomicAdd(&flag[k], 0) < 3) { }',
  }),
  'half of the bits of the answer are compared': ofType(
    'unsigned long long',
    'atomicExch(&flag[b], 4294967301ull); sum[b] = in[b]; __threadfence(); atomicExch(&flag[b], 5ull);',
    'int seen = atomicAdd(&flag[b - 1], 0ull); if (seen == 5) { __threadfence(); out[b] = sum[b - 1]; }',
  ),
  'the answer is compared without its sign': ofType(
    'int',
    'atomicExch(&flag[b], -1); sum[b] = in[b]; __threadfence(); atomicExch(&flag[b], 5);',
    'unsigned seen = atomicAdd(&flag[b - 1], 0); if (seen >= 5u) { __threadfence(); out[b] = sum[b - 1]; }',
  ),
  'the look is a plain one, by a cast': ofType(
    'volatile int',
    'sum[b] = in[b]; __threadfence(); flag[b] = 1;',
    'int *plain = (int *)flag; while (plain[b - 1] == 0) { } __threadfence(); out[b] = sum[b - 1];',
  ),
  'the flag is set by a plain store, by a cast': ofType(
    'volatile int',
    'sum[b] = in[b]; __threadfence(); *const_cast<int *>(&flag[b]) = 1;',
    'while (flag[b - 1] == 0) { } __threadfence(); out[b] = sum[b - 1];',
  ),
  'open: tickets come again after 65,536': drawn('atomicAdd(next, 65536u)'),
  'open row: the count of the rows is taken off': ofRow('atomicAdd(&flag[row], 1) == gridDim.x - gridDim.y'),
  'open row: the count begins anew too early': ofRow(
    'atomicInc((unsigned *)&flag[row], gridDim.x - gridDim.y) == gridDim.x - 1',
  ),
  'open: the last but one goes on': lastBlock('if (t == 0) last = atomicAdd(count, 1) >= gridDim.x - 2;'),
  'open: one in the middle goes on': lastBlock('if (t == 0) last = atomicAdd(count, 1) == gridDim.x / 2;'),
  'open: two of each block count': lastBlock('if (t < 2) last = atomicAdd(count, 1) == gridDim.x - 1;'),
  'open: it counts by two': lastBlock('if (t == 0) last = atomicAdd(count, 2) == gridDim.x - 1;'),
  'open: the count begins anew too early': lastBlock(
    'if (t == 0) last = atomicInc(count, gridDim.x - 2) == gridDim.x - 1 || gridDim.x == 1;',
  ),
  'open: eight bits of the count are compared': lastBlock(
    'if (t == 0) last = (unsigned char)atomicAdd(count, 1) == (unsigned char)(gridDim.x - 1);',
  ),
  'open: a difference wraps around before it is made wider': lastBlock(
    'if (t == 0) last = (unsigned long long)(atomicAdd(count, 1) - gridDim.x) + gridDim.x >= gridDim.x - 1ull;',
  ),
};

const ordered: Readonly<Record<string, string>> = {
  'a flag for each block': lookBack({}),
  'a look whose place changes only behind what it is for': lookBack({
    wait: 'for (k = b - 1; k > 0; k--) { while (atomicAdd(&flag[k], 0) == 0) { } __threadfence(); out[b] = sum[k]; } while (atomicAdd(&flag[0], 0) == 0) { }',
  }),
  'a flag that tells of a whole block': handedOn({}),
  'a lock for each bucket': locked({}),
  'a counter for each row': ofRow('atomicAdd(&flag[row], 1) == gridDim.x - 1'),
  'bits of which one is waited for': lookBack({
    set: 'atomicOr(&flag[b], 1); atomicOr(&flag[b], 2); sum[b] = in[b]; __threadfence(); atomicOr(&flag[b], 8);',
    wait: 'k = b - 1; while (atomicAdd(&flag[k], 0) < 4) { }',
  }),
  'open: tickets of their own': drawn('atomicAdd(next, 1u)'),
  'open row: the last of a row': ofRow('atomicAdd(&flag[row], 1) == gridDim.x - 1'),
  'open: the last block': lastBlock('if (t == 0) last = atomicAdd(count, 1) == gridDim.x - 1;'),
  'open: the last block by a counter that begins anew': lastBlock(
    'if (t == 0) { int blocks = gridDim.x; last = atomicInc(count, blocks - 1) + 1 == blocks; }',
  ),
};

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine(assetPaths(), () => performance.now());
});
afterAll(() => engine.close());

async function verdictOf(source: string, what: string): Promise<string> {
  const grid = what.startsWith('open: ')
    ? ([null, 1, 1] as const)
    : what.startsWith('open row: ')
      ? ([null, 4, 1] as const)
      : source.includes('row')
        ? ([3, 4, 1] as const)
        : ([8, 1, 1] as const);
  const { kernels } = await engine.analyze({
    files: ['k.cu'],
    read: (path) => (path === 'k.cu' ? source : null),
    options: {
      kernel: null,
      block: [64, 1, 1],
      grid,
      params: new Map(),
      assumes: [],
      defines: new Map(),
      includeDirs: [],
      warpModel: 'its',
      level: 'grid',
      timeoutSeconds: 2,
      repair: false,
    },
  });
  return kernels.map(({ verdict }) => verdict).join();
}

test.each(Object.entries(unordered))('%s', async (what, source) => {
  expect(await verdictOf(source, what)).toMatch(/^(?:racy|unknown|unsupported)$/);
});

test.each(Object.entries(ordered))('proved: %s', async (what, source) => {
  expect(await verdictOf(source, what)).toBe('drf');
});
