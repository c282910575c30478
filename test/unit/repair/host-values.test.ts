/**
 * A second buffer holds what the array held, whatever host code does to the array, its size and its name in between.
 */
import { expect, test } from 'vitest';
import { lines, patchesOfPrograms } from './first-patch.ts';

const patched = patchesOfPrograms();

const program = (...host: readonly string[]): string =>
  lines(
    '\n',
    '#include <vector>',
    '__global__ void blur(float *a, int n) {',
    '  int i = blockIdx.x * blockDim.x + threadIdx.x;',
    '  if (i > 0 && i < n - 1) a[i] = (a[i - 1] + a[i + 1]) / 2;',
    '}',
    'void grown(int &n) { n *= 2; }',
    'void moved(float *&a, int n) { cudaFree(a); cudaMalloc(&a, n * sizeof(float)); }',
    'void host(int n) {',
    ...host.map((line) => `  ${line}`),
    '}',
  );
const allocated = ['float *a;', 'cudaMalloc(&a, n * sizeof(float));'];
const launched = 'blur<<<4, 256>>>(a, 1024);';

test('a size that stays is computed again', async () => {
  const found = await patched(program(...allocated, launched, 'cudaFree(a);'));
  expect(found).toContain('cudaMemcpy(a_old, a, n * sizeof(float), cudaMemcpyDeviceToDevice);');
  expect(found).toContain('cudaFree(a_old);');
});

test.each(['grown(n);', 'n = 7;', 'int &m = n; m = 7;', 'scanf("%d", &n);', 'std::cin >> n;'])(
  'a size that may be another after %s is kept',
  async (between) => {
    const found = await patched(program(...allocated, between, launched, 'cudaFree(a);'));
    expect(found).toContain('const size_t a_old_bytes = n * sizeof(float);');
    expect(found).toContain('cudaMemcpy(a_old, a, a_old_bytes, cudaMemcpyDeviceToDevice);');
  },
);

test('so is that of a list that grows', async () => {
  const found = await patched(
    program('std::vector<float> v(n);', 'float *a;', 'cudaMalloc(&a, v.size() * 4);', 'v.push_back(1);', launched),
  );
  expect(found).toContain('const size_t a_old_bytes = v.size() * 4;');
});

test.each([
  ['another array of the name', [...allocated, 'moved(a, 4096);', launched]],
  ['a reference to it', [...allocated, 'float *&r = a;', 'r = nullptr;', launched]],
  ['its address', [...allocated, 'cudaMallocManaged(&a, 16);', 'cudaGetSymbolAddress((void **)&a, n);', launched]],
  ['a parameter of a lambda', [...allocated, 'auto run = [&](float *a) {', `  ${launched}`, '};', 'run(a);']],
  ['a lambda that copies it', [...allocated, 'auto done = [a] {', '  cudaFree(a);', '};', launched, 'done();']],
  ['no type', ['auto *a = static_cast<float *>(nullptr);', 'cudaMalloc(&a, n * sizeof(float));', launched]],
  [
    'an array freed before it is allocated',
    ['float *a = nullptr;', 'for (int k = 0; k < 3; k++) {', 'cudaFree(a);', 'cudaMalloc(&a, n * 4);', launched, '}'],
  ],
])('no second buffer for %s', async (_, host) => {
  expect((await patched(program(...host))) ?? '').not.toContain('a_old');
});

test('no second buffer where several threads change one cell', async () => {
  const counted = lines(
    '\n',
    '__global__ void count(const int *key, int *d) {',
    '  int t = blockIdx.x * blockDim.x + threadIdx.x;',
    '  int x = d[key[t]];',
    '  x = x + 1;',
    '  d[key[t]] = x;',
    '}',
    'void host(int *key) {',
    '  int *d;',
    '  cudaMalloc(&d, 4096);',
    '  count<<<4, 256>>>(key, d);',
    '}',
  );
  expect((await patched(counted)) ?? '').not.toContain('d_old');
});
