/**
 * Programs that are followed from `main`, of which somebody once got past us what they pass to the kernel `k`: none may
 * be called race-free. (As never-proved.test.ts; the launch and the contents of arrays are as host code makes them.)
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Engine, EngineOptions } from '../src/engine.ts';
import { assetPaths } from '../src/assets.ts';
import { createEngine } from '../src/pipeline.ts';
import { answersOf, unproved } from './unproved.ts';

const put = '__global__ void k(int *a, int *b) { int t = threadIdx.x; a[t % 64] = b[t]; } ';
const two = '__global__ void k(int *a, int *b) { int t = threadIdx.x; a[t] = 1; b[t + 1] = t; } ';
const scatter = '__global__ void k(int *a, const int *idx) { a[idx[threadIdx.x]] = threadIdx.x; } ';
const start =
  'int main() { int *d0, *e0; cudaMalloc(&d0, 4096); cudaMalloc(&e0, 4096); std::vector<int *> v = {d0, e0};';
const filled =
  'int main() { int h[64]; for (int i = 0; i < 64; i++) h[i] = i; int *d, *e; cudaMalloc(&d, 4096); cudaMalloc(&e, 256); cudaMemcpy(e, h, 256, cudaMemcpyHostToDevice);';

const kernels: Readonly<Record<string, string>> = {
  'an alias names the class in the constructor that copies it':
    put +
    'struct Cfg { using Self = Cfg; int n = 64; Cfg() {} Cfg(const Self &o) : n(o.n * 2) {} }; ' +
    start +
    ' Cfg a; auto b = a; k<<<1, b.n>>>(v[0], v[1]); }',
  'a constructor template copies':
    put +
    'struct Cfg { int n = 64; Cfg() {} template <class T> Cfg(T &o) : n(o.n * 2) {} }; ' +
    start +
    ' Cfg a; auto b = a; k<<<1, b.n>>>(v[0], v[1]); }',
  'a member is aligned':
    'struct Page { int n; alignas(128) int body[16]; }; ' +
    two +
    'int main() { Page *p; cudaMalloc(&p, 4096); std::vector<int *> v = {p->body, (int *)((char *)p + 128)}; k<<<1, 16>>>(v[0], v[1]); }',
  'a class is packed':
    'struct __attribute__((packed)) Page { char c; int body[16]; char d; int tail[16]; }; __global__ void k(int *a, int *b) { int t = threadIdx.x; a[t] = 1; b[t] = t; } int main() { Page *p; cudaMalloc(&p, 4096); std::vector<int *> v = {(int *)((char *)p + 8 ), (int *)((char *)p->tail + 2)}; k<<<1, 16>>>(v[0], v[1]); }',
  'indices change through an object that is passed as well':
    'struct S { int *p; }; __global__ void fill(const int *idx, S s) { int t = threadIdx.x; s.p[t] = t / 2; } ' +
    scatter +
    filled +
    ' S s{e}; fill<<<1, 64>>>(e, s); k<<<1, 64>>>(d, e); }',
  'indices change through an alias of a pointer type':
    'using P32 = int *; __global__ void fill(const int *idx) { int t = threadIdx.x; ((P32)idx)[t] = t / 2; } ' +
    scatter +
    filled +
    ' fill<<<1, 64>>>(e); k<<<1, 64>>>(d, e); }',
  'indices change through a number that is an address':
    '__global__ void fill(const int *idx) { int t = threadIdx.x; reinterpret_cast<int *>(reinterpret_cast<unsigned long>(idx))[t] = t / 2; } ' +
    scatter +
    filled +
    ' fill<<<1, 64>>>(e); k<<<1, 64>>>(d, e); }',
  'indices change through a cast to two words':
    '__global__ void fill(const unsigned *idx) { int t = threadIdx.x; ((unsigned int *)idx)[t] = t / 2; } __global__ void k(int *a, const unsigned *idx) { a[idx[threadIdx.x]] = threadIdx.x; } int main() { unsigned h[64]; for (int i = 0; i < 64; i++) h[i] = i; int *d; unsigned *e; cudaMalloc(&d, 4096); cudaMalloc(&e, 256); cudaMemcpy(e, h, 256, cudaMemcpyHostToDevice); fill<<<1, 64>>>(e); k<<<1, 64>>>(d, e); }',
  'indices change through a table of pointers':
    '__global__ void fill(const int *idx, int **t2) { int t = threadIdx.x; t2[0][t] = t / 2; } ' +
    scatter +
    'int main() { int h[64]; for (int i = 0; i < 64; i++) h[i] = i; int *d, *e, **f; cudaMalloc(&d, 4096); cudaMalloc(&e, 256); cudaMalloc(&f, 8); cudaMemcpy(f, &e, 8, cudaMemcpyHostToDevice); cudaMemcpy(e, h, 256, cudaMemcpyHostToDevice); fill<<<1, 64>>>(e, f); k<<<1, 64>>>(d, e); }',
  'indices change through a pointer in a variable of the device':
    '__device__ int *g; __global__ void fill() { g[threadIdx.x] = threadIdx.x / 2; } ' +
    scatter +
    'int main() { int h[64]; for (int i = 0; i < 64; i++) h[i] = i; int *d, *e; cudaMalloc(&d, 4096); cudaMalloc(&e, 256); cudaMemcpyToSymbol(g, &e, sizeof e); cudaMemcpy(e, h, 256, cudaMemcpyHostToDevice); fill<<<1, 64>>>(); k<<<1, 64>>>(d, e); }',
  'parentheses make a reference of what is returned':
    put +
    'int g = 64; decltype(auto) get() { return (g); } ' +
    start +
    ' auto &&r = get(); r = 128; k<<<1, g>>>(v[0], v[1]); }',
  'a label stands in a loop':
    put +
    start +
    ' int n = 16, c = 2; switch (c) { case 0: do { n += 16; case 2: n += 96; } while (--c > 5); } k<<<1, n>>>(v[0], v[1]); }',
  'a scoped enumeration has one byte':
    put +
    'enum class E : unsigned char { A, B }; template <class T> void run(int *d, int *e, T) { k<<<1, 128 / sizeof(T)>>>(d, e); } ' +
    start +
    ' run(v[0], v[1], E::B); }',
  'an enumeration has one byte':
    put +
    'enum E : unsigned char { A, B }; template <class T> void run(int *d, int *e, T) { k<<<1, 128 / sizeof(T)>>>(d, e); } ' +
    start +
    ' run(v[0], v[1], B); }',
  'an attribute in brackets calls a function before main':
    put +
    'int block = 64; [[gnu::constructor]] void init() { block = 128; } ' +
    start +
    ' k<<<1, block>>>(v[0], v[1]); }',
  'the order of a map makes two keys one':
    'struct Half { bool operator()(int a, int b) const { return a / 2 < b / 2; } }; ' +
    two +
    'int main() { int *d, *e; cudaMalloc(&d, 4096); cudaMalloc(&e, 4096); std::map<int, int *, Half> m; m[0] = d; m[1] = e; k<<<1, 64>>>(m[0], m[1]); }',
  'two spellings are one key':
    two +
    'int main() { int *d, *e; cudaMalloc(&d, 4096); cudaMalloc(&e, 4096); std::map<std::string, int *> m; m["a"] = d; m["\\x61"] = e; k<<<1, 64>>>(m["a"], m["\\x61"]); }',
  'printing stores a number': put + start + ' int n = 64; printf("%0*d%n\\n", 128, 1, &n); k<<<1, n>>>(v[0], v[1]); }',
};

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine(assetPaths(), () => performance.now());
});
afterAll(() => engine.close());

const options: EngineOptions = {
  kernel: null,
  block: null,
  grid: null,
  params: new Map(),
  assumes: [],
  defines: new Map(),
  includeDirs: [],
  warpModel: 'its',
  level: 'grid',
  timeoutSeconds: null,
  repair: false,
};

async function verdictOf(source: string): Promise<string> {
  const report = await engine.analyze({ files: ['k.cu'], read: (path) => (path === 'k.cu' ? source : null), options });
  return answersOf(report.kernels.filter(({ name }) => name === 'k'));
}

test.each(Object.entries(kernels))('%s', async (_what, source) => {
  expect(await verdictOf(source)).toMatch(unproved);
});
