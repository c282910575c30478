import { describe, expect, it } from 'vitest';
import { printKernel } from '../../../src/ir/print.ts';
import { lowerText } from './lowered.ts';

/** The instance of the template that is launched last, as it is lowered behind the ones before it. */
async function lastOf(template: string, instances: readonly string[]): Promise<string> {
  const launches = instances.map((one) => `  k<${one}><<<8, 64>>>(out, in, other, n);`).join('\n');
  const kernels = await lowerText(
    `${template}\nvoid all(float *out, float *in, float *other, int n) {\n${launches}\n}`,
  );
  const last = kernels.find(({ name }) => name === `k<${instances.at(-1) ?? ''}>`);
  return last === undefined ? '' : printKernel(last);
}

const head = '__global__ void k(float *out, float *in, float *other, int n)';
const templates = {
  'a pointer that each instance moves': `template <int N> ${head} { float *at = in; for (int i = 0; i < n; i += N) { out[i] = *at; at += N; } }`,
  'a pointer that one instance moves': `template <int N> ${head} { float *at = in; if constexpr (N == 1) at += n; out[threadIdx.x] = *at; }`,
  'a pointer that one instance assigns': `template <int N> ${head} { float *at = in; if constexpr (N == 1) { if (n > 4) at = other; } out[threadIdx.x] = at[threadIdx.x]; }`,
  'a pointer with one more target in one instance': `template <int N> ${head} { float *at = in; if (n > 4) at = other; if constexpr (N == 1) { if (n > 8) at = out; } out[threadIdx.x] = at[threadIdx.x]; }`,
  'an argument that one instance changes': `template <int N> __device__ int f(int x) { if constexpr (N == 1) x += blockIdx.x; if (x == 3) return 1; return x; }\ntemplate <int N> ${head} { out[f<N>(3)] = 0; }`,
  'a function that each instance chooses': `__device__ float f(float x) { return x; } __device__ float g(float x) { return x + 1; }\ntemplate <int N> constexpr auto chosen() { if (N == 1) return &f; return &g; }\ntemplate <int N> ${head} { constexpr auto call = chosen<N>(); out[threadIdx.x] = call(in[threadIdx.x]); }`,
  'an address in an integer of one instance': `template <int N> ${head} { size_t at = N == 1 ? (size_t)in : 0; if constexpr (N == 1) at += 4; out[threadIdx.x] = at; }`,
  'pointers in memory': `struct node { int v; node *next; };\ntemplate <int N> ${head} { node *at = (node *)in + threadIdx.x; for (int i = 0; i < n; i += N) { at->v += 1; at = at->next; } }`,
  'memory that the kernel allocates': `template <int N> ${head} { float *at = in; for (int i = 0; i < n; i++) { if (i == N) at = (float *)malloc(16); at += N; at[0] = 1; } }`,
} as const;

describe('instances of a template', () => {
  it.each(Object.entries(templates))('are lowered as if they were alone: %s', async (_, template) => {
    for (const [before, last] of [
      ['1', '2'],
      ['2', '1'],
    ] as const) {
      const alone = await lastOf(template, [last]);
      expect(alone).not.toBe('');
      expect(await lastOf(template, [before, last])).toBe(alone);
    }
  });

  it('may be less large once one of them was given up for its size', async () => {
    const nested = (depth: number): string =>
      Array.from(
        { length: depth },
        (_, k) =>
          `template <int N> __device__ void f${k + 1}(float *p, int i) { f${k}<N>(p, i); f${k}<N>(p + 1, i); f${k}<N>(p + 2, i); f${k}<N>(p + 3, i); }`,
      ).join('\n');
    const text = `template <int N> __device__ void f0(float *p, int i) { p[i] = N; }\n${nested(8)}\ntemplate <int N> ${head} { if constexpr (N == 3) out[0] = 0; else f8<N>(out, n); }`;
    const kernels = await lowerText(
      `${text}\nvoid all(float *out, float *in, float *other, int n) { k<1><<<8, 64>>>(out, in, other, n); k<2><<<8, 64>>>(out, in, other, n); k<3><<<8, 64>>>(out, in, other, n); }`,
    );
    expect(kernels.map(({ name, unsupported }) => [name, unsupported?.text ?? null])).toEqual([
      ['k<1>', 'more than 40000 statements after inlining'],
      ['k<2>', 'more than 10000 statements after inlining'],
      ['k<3>', null],
    ]);
  });
});
