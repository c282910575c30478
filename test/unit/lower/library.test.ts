/** Libraries known by meaning: sizes of their types, whose declarations win, what their functions touch. */
import { expect, test } from 'vitest';
import { bodyOf, lowerOne } from './lowered.ts';

const accesses = async (text: string): Promise<readonly string[]> =>
  (await bodyOf(text))
    .map((line) => line.trim())
    .filter((line) => /\b(load|store|unknown \[|barrier)/.test(line))
    .map((line) => line.replace(/ = unknown.*/, ''));

test('a generator reads and writes the whole of its state, and nothing else', async () => {
  const lines = await accesses(
    '__global__ void k(curandState *s, float *f) { f[threadIdx.x] = curand_uniform(&s[threadIdx.x]); }',
  );
  const offsets = ['', ' +8', ' +16', ' +24', ' +32', ' +40'];
  expect(lines.filter((line) => line.includes('load')).map((line) => line.replace(/^.*= /, ''))).toEqual(
    offsets.map((at) => `load s[threadIdx.x /48]${at} : u64`),
  );
  expect(lines.filter((line) => line.startsWith('store s')).map((line) => line.replace(/ : u64.*/, ''))).toEqual(
    offsets.map((at) => `store s[threadIdx.x /48]${at}`),
  );
  expect(lines.at(-1)).toMatch(/^store f\[threadIdx.x \/4\] : f32/);
});

test('sizes are those of the headers', async () => {
  const sizes = {
    __half: 2,
    __half2: 4,
    __nv_bfloat16: 2,
    __nv_bfloat162: 4,
    __nv_fp8_e4m3: 1,
    __nv_fp8x4_e4m3: 4,
    cuDoubleComplex: 16,
    'thrust::complex<float>': 8,
    'cuda::std::complex<double>': 16,
    'std::pair<char, int>': 8,
    'cuda::std::array<short, 3>': 6,
    curandStatePhilox4_32_10_t: 64,
    cudaSurfaceObject_t: 8,
    cudaTextureObject_t: 8,
    'std::tuple<int, double>': 16,
  };
  const types = Object.entries(sizes);
  const lines = await bodyOf(
    `__global__ void k(int *a) { ${types.map(([type], k) => `a[${k}] = sizeof(${type});`).join(' ')} }`,
  );
  expect(lines).toEqual(types.map(([, size], k) => `store a[${k} /4] : i32 = ${size}`));
});

test('what a file declares itself is its own', async () => {
  const own = 'struct complex { int a[5]; }; __device__ int dot(float3 a, float3 b) { return 7; }';
  const lines = await bodyOf(
    `${own} __global__ void k(int *a, float3 *v) { a[0] = sizeof(complex); a[1] = dot(v[0], v[1]); }`,
  );
  expect(lines.filter((line) => line.includes('store'))).toEqual([
    'store a[0 /4] : i32 = 20',
    'store a[1 /4] : i32 = 7',
  ]);
});

test('steps inside of a library stand where its function is called, and are no statements of the file', async () => {
  const kernel = await lowerOne(
    '#include <cuComplex.h>\n__global__ void k(cuFloatComplex *z) {\n  z[0] = cuCmulf(z[1], z[2]);\n}',
  );
  expect([...kernel.sources.values()].every((source) => source.span.file === 't.cu' && source.callee === null)).toBe(
    true,
  );
  expect(kernel.uses.filter((use) => use.what === 'function')).toEqual([]);
});

test.each([
  ['cuda::atomic_thread_fence(cuda::memory_order_acquire)', 'fence system acquire'],
  ['cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_device)', 'fence device'],
  ['cuda::atomic_thread_fence(cuda::memory_order_relaxed, cuda::thread_scope_device)', null],
  ['cuda::atomic_thread_fence(cuda::memory_order_acq_rel, cuda::thread_scope_thread)', null],
  ['asm volatile("fence.acq_rel.gpu;" ::: "memory")', 'fence device acq_rel'],
  [
    'constexpr auto s = cuda::thread_scope_block; cuda::atomic_thread_fence(cuda::memory_order_release, s)',
    'fence system release guessed',
  ],
  ['asm volatile("fence.acq_rel.cluster;" ::: "memory")', 'fence device acq_rel guessed'],
])('what %s reaches', async (text, expected) => {
  const lines = await bodyOf(`__global__ void k(int *a) { ${text}; a[0] = 1; }`);
  expect(lines.map((line) => line.trim()).find((line) => line.startsWith('fence')) ?? null).toBe(expected);
});
