/** A patch changes all instances of a template: what it may leave open in one, it may leave open in the others. */
import { expect, test } from 'vitest';
import { assetPaths } from '../../../src/assets.ts';
import type { Kernel } from '../../../src/ir/ir.ts';
import type { KernelAnswer } from '../../../src/verdict/finding.ts';
import { createParser } from '../../../src/parse/tree-sitter.ts';
import { createTried } from '../../../src/pipeline/tried.ts';
import { firstPatches, lines, options, reports } from './first-patch.ts';
import { invariant } from '../../../src/base/invariant.ts';
import { noDeadline } from '../../../src/base/deadline.ts';
import { readUnit } from '../../../src/pipeline/unit.ts';

const patched = firstPatches();
const analyzed = reports();

async function kernelOf(text: string): Promise<Kernel> {
  const parser = await createParser(assetPaths());
  const unit = readUnit('a.cu', { read: () => text, options }, parser, () => undefined);
  parser.close();
  const kernel = unit.ok ? unit.value.unit.kernels[0] : undefined;
  invariant(kernel !== undefined, 'the kernel is read');
  return kernel;
}
const template = (...inside: readonly string[]): string =>
  lines(
    '\n',
    'template <typename T> __global__ void mirror(T *data, T *out, int n) {',
    '  __shared__ T s[64];',
    '  int t = threadIdx.x, at;',
    '  asm("mov.u32 %0, %clock;" : "=r"(at));',
    '  if (t >= n) return;',
    ...inside,
    '}',
    'void run(float *f, float *fo, double *d, double *e, int n) { mirror<<<1, 64>>>(f, fo, n); mirror<<<1, 64>>>(d, e, n); }',
  );

test('instances of which the same is open before and after', async () => {
  expect(await patched(template('  s[t] = data[t];', '  __syncthreads();', '  out[at] = s[t];'))).toContain(
    '  const bool active = t < n;\n  if (active) {\n    s[t] = data[t];\n  }\n  __syncthreads();\n  if (active) {\n    out[at] = s[t];\n  }\n',
  );
});

test('an instance that is none the better for it', async () => {
  expect(
    await patched(
      template('  s[t] = data[t];', '  __syncthreads();', '  out[at] = s[t];', '  if (sizeof(T) == 8) out[0] = t;'),
    ),
  ).toBe(null);
});

test('the patch of one instance is that of the others, under their names', async () => {
  const types = ['float', 'double', 'int'];
  const text = lines(
    '\n',
    'template <typename T> __global__ void mirror(T *out) {',
    '  __shared__ T s[64];',
    '  s[threadIdx.x] = threadIdx.x;',
    '  out[threadIdx.x] = s[63 - threadIdx.x];',
    '}',
    `void run(${types.map((type) => `${type} *of_${type}`).join(', ')}) { ${types.map((type) => `mirror<<<1, 64>>>(of_${type});`).join(' ')} }`,
  );
  const { kernels } = await analyzed((path) => (path === 'a.cu' ? text : null));
  expect(kernels.map(({ findings }) => findings.map(({ fix }) => [fix?.title, fix?.proof]))).toEqual(
    types.map((type) => [[`insert __syncthreads() at line 4 of mirror<${type}>`, 'drf']]),
  );
});

test('a store of what was read goes only where it is nothing else in any instance', async () => {
  const keeping = (type: string): string =>
    lines(
      '\n',
      'struct Copied { int value, times; __device__ Copied &operator=(const Copied &o) { value = o.value; times = o.times + 1; return *this; } };',
      'template <typename T> __global__ void keep(const T *in, T *out) {',
      '  int t = threadIdx.x;',
      '  out[t] = in[t];',
      '  out[t + 1] = out[t + 1];',
      '}',
      `void run(const float *a, float *b, const ${type} *c, ${type} *d) { keep<<<1, 64>>>(a, b); keep<<<1, 64>>>(c, d); }`,
    );
  expect(await patched(keeping('double'))).not.toContain('out[t + 1]');
  expect(await patched(keeping('Copied'))).toContain('  __syncthreads();\n  out[t + 1] = out[t + 1];\n');
});

test('what is found of a patched kernel is found once, unless a time limit may have cut it short', async () => {
  const { proof } = createTried();
  const kernel = await kernelOf('__global__ void k(int *out) { out[threadIdx.x] = 1; }');
  let asked = 0;
  const find = (): Promise<KernelAnswer> => {
    asked++;
    return Promise.resolve({
      name: `${asked}`,
      span: kernel.span,
      verdict: 'drf',
      reasons: [],
      assumptions: [],
      launches: [],
      findings: [],
      uses: [],
      timeMs: 0,
    });
  };
  const late = { ...noDeadline, passed: () => true };
  const names = [
    (await proof.find(kernel, late, find)).name,
    (await proof.find(kernel, noDeadline, find)).name,
    (await proof.find(kernel, noDeadline, find)).name,
  ];
  expect(names).toEqual(['1', '2', '2']);
});
