/**
 * A patch keeps what races do not show: variables that a statement sets on the way, orders that atomics rest on,
 * conditions that are asked once.
 */
import { expect, test } from 'vitest';
import { firstPatches, lines } from './first-patch.ts';

const patched = firstPatches();
const patchedIfSo = firstPatches(null, true);

const chosen = (...store: readonly string[]): string =>
  lines(
    '\n',
    '__device__ int next;',
    '__device__ int put(int &to, int value) { to = value; return value; }',
    '__global__ void pick(int *out, const int *in) {',
    '  __shared__ int chosen;',
    '  int t = threadIdx.x, last = 0;',
    ...store,
    '  __syncthreads();',
    '  out[t] = chosen + last;',
    '}',
  );

test('one writer stores what only the cell gets', async () => {
  expect(await patchedIfSo(chosen('  chosen = in[t];'))).toBe(chosen('  if (threadIdx.x == 0) chosen = in[t];'));
});

test.each(['chosen = last = in[t];', 'chosen = in[t + last++];', 'chosen = put(last, in[t]);'])(
  'no one writer for all of %s',
  async (store) => {
    expect((await patchedIfSo(chosen(`  ${store}`))) ?? '').not.toContain('threadIdx.x == 0');
  },
);

test('a condition of the compiler asks for no thread', async () => {
  const text = (store: string): string =>
    `template <bool some>\n${chosen(store)}void host(int *out, int *in) { pick<true><<<1, 64>>>(out, in); }\n`;
  expect((await patchedIfSo(text('  if constexpr (some) chosen = in[t];'))) ?? '').not.toContain('threadIdx.x == 0');
});

const shifted = (...body: readonly string[]): string =>
  lines(
    '\n',
    '__global__ void shifted(int *out, int *in, int k) {',
    '  __shared__ int s[64];',
    '  int t = threadIdx.x;',
    '  s[t] = t;',
    '  __syncthreads();',
    ...body,
    '  __syncthreads();',
    '  out[t] = s[t] + k;',
    '}',
  );

test('a condition is asked before its value changes it', async () => {
  expect(await patched(shifted('  if (k < 9) s[t] = s[63 - t] + k++;'))).toContain(
    '  const bool stores = k < 9;\n  int value = stores ? s[63 - t] + k++ : 0;\n  __syncthreads();\n  if (stores) s[t] = value;\n',
  );
});

test('what is there of no value is none of auto', async () => {
  expect(await patched(shifted('  auto *own = in;', '  if (t < 63) own[t] = own[t + 1];'))).toContain(
    'auto other = t < 63 ? own[t + 1] : 0;\n',
  );
});

const counted = (...body: readonly string[]): string =>
  lines(
    '\n',
    '__global__ void counted(int *out) {',
    '  __shared__ int s[64], all;',
    '  int t = threadIdx.x;',
    '  if (t == 0) all = 0;',
    '  __syncthreads();',
    ...body,
    '  out[t] = s[63 - t];',
    '}',
  );

test('a barrier that atomics need stays beside a new one', async () => {
  const before = ['  atomicAdd(&all, 1);', '  __syncthreads();', '  s[t] = atomicAdd(&all, 0);'];
  expect(await patched(counted(...before))).toBe(counted(...before, '  __syncthreads();'));
});

test('a barrier stays that atomics of another instance need', async () => {
  const text = lines(
    '\n',
    'template <bool counts> __global__ void counted(int *out) {',
    '  __shared__ int all;',
    '  int t = threadIdx.x;',
    '  if (t == 0) all = 0;',
    '  __syncthreads();',
    '  if (counts) atomicAdd(&all, 1);',
    '  if (t < 32) {',
    '    __syncthreads();',
    '  }',
    '  if (counts) out[t] = atomicAdd(&all, 0);',
    '}',
    'void host(int *out) { counted<false><<<1, 64>>>(out); counted<true><<<1, 64>>>(out); }',
  );
  const after = await patched(text);
  expect(after?.match(/__syncthreads\(\);/g)).toHaveLength(2);
});
