/** A patch of text that several kernels have: it is made where it makes none of them the worse, proved or not. */
import { expect, test } from 'vitest';
import type { Report } from '../../../src/verdict/finding.ts';
import { firstPatches, lines, reports } from './first-patch.ts';

const patched = firstPatches();
const reported = reports();

/** Neither instance can be proved: a stride below 4 makes stores meet. */
const shifted = (...barrier: readonly string[]): string =>
  lines(
    '\n',
    'template <bool last>',
    '__global__ void shifted(int *out, const int *in, int stride) {',
    '  __shared__ int s[64];',
    '  int t = threadIdx.x;',
    '  for (int j = 0; j < 4; j++) {',
    '    s[t] = in[64 * j + t];',
    '    __syncthreads();',
    '    out[stride * t + j] = s[63 - t];',
    ...barrier,
    '  }',
    '  if (last && t == 0) out[256] = 0;',
    '}',
    'void host(int *out, const int *in, int stride) {',
    '  shifted<true><<<1, 64>>>(out, in, stride);',
    '  shifted<false><<<1, 64>>>(out, in, stride);',
    '}',
  );

test('instances of which more is open than the patch is for', async () => {
  expect(await patched(shifted())).toBe(shifted('    __syncthreads();'));
});

const turned = (call: string): string =>
  lines(
    '\n',
    '__device__ void turn(float *s, float *data, int t) {',
    '  s[t] = data[t];',
    '  data[t] = s[31 - t % 32];',
    '}',
    '__global__ void first(float *data) {',
    '  __shared__ float s[64];',
    '  turn(s, data, threadIdx.x);',
    '}',
    '__global__ void second(float *data) {',
    '  __shared__ float s[64];',
    `  ${call}`,
    '}',
  );

test('a device function gets a barrier where all threads of every caller come to it', async () => {
  expect(await patched(turned('turn(s, data, threadIdx.x);'))).toContain('s[t] = data[t];\n  __syncthreads();\n');
  expect((await patched(turned('if (threadIdx.x < 32) turn(s, data, threadIdx.x);'))) ?? '').not.toContain(
    's[t] = data[t];\n  __syncthreads();\n',
  );
});

const turnedBy = (call: string): string =>
  lines(
    '\n',
    '#define TURN(s, data, t) (s)[t] = (data)[t]; (data)[t] = (s)[31 - (t) % 32]',
    '__global__ void first(float *data) {',
    '  __shared__ float s[64];',
    '  TURN(s, data, threadIdx.x);',
    '}',
    '__global__ void second(float *data) {',
    '  __shared__ float s[64];',
    `  ${call}`,
    '}',
  );
const barrierInMacro = '(s)[t] = (data)[t]; __syncthreads(); (data)[t] = (s)[31 - (t) % 32]';

test('a macro gets a barrier where all threads of every use come to it', async () => {
  expect(await patched(turnedBy('TURN(s, data, threadIdx.x);'))).toContain(barrierInMacro);
  expect((await patched(turnedBy('if (threadIdx.x < 32) { TURN(s, data, threadIdx.x); }'))) ?? '').not.toContain(
    barrierInMacro,
  );
});

test('the advice names the kernel that a barrier in a macro would break', async () => {
  const text = turnedBy('if (threadIdx.x < 32) { TURN(s, data, threadIdx.x); }');
  const [advice] =
    (await reported((path) => (path === 'a.cu' ? text : null))).kernels[0]?.findings.map((finding) => finding.advice) ??
    [];
  expect(advice).toContain('(insert __syncthreads() at line 1 of TURN) repairs this kernel, but not second');
});

/** A header of two files that are compiled by themselves. */
const header = lines(
  '\n',
  '#pragma once',
  '__device__ inline void turn(float *s, float *data, int t) {',
  '  s[t] = data[t];',
  '  data[t] = s[31 - t % 32];',
  '}',
);
const including = (name: string, call: string): string =>
  lines(
    '\n',
    '#include "turn.cuh"',
    `__global__ void ${name}(float *data) {`,
    '  __shared__ float s[64];',
    `  ${call}`,
    '}',
  );

test('a function of a header gets a barrier where that is good for all files that are analysed', async () => {
  const fixOf = async (call: string): Promise<Report['kernels'][number]['findings'][number] | undefined> => {
    const texts = new Map([
      ['a.cu', including('first', 'turn(s, data, threadIdx.x);')],
      ['b.cu', including('second', call)],
      ['turn.cuh', header],
    ]);
    return (await reported((path) => texts.get(path) ?? null, ['a.cu', 'b.cu'])).kernels.find(
      ({ name }) => name === 'first',
    )?.findings[0];
  };
  expect((await fixOf('turn(s, data, threadIdx.x);'))?.fix).toMatchObject({
    title: 'insert __syncthreads() at line 4 of turn in `turn.cuh`',
    edits: [{ file: 'turn.cuh' }],
  });
  const broken = await fixOf('if (threadIdx.x < 32) turn(s, data, threadIdx.x);');
  expect(broken?.fix ?? null).toBeNull();
  expect(broken?.advice).toContain('repairs this kernel, but not second');
});
