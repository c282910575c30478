/**
 * Kernels that call what host code makes, lambdas and functors, that somebody once got past us: none may be called
 * race-free. (As never-proved.test.ts; launches are as host code has them.)
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Engine, EngineOptions } from '../src/engine.ts';
import { assetPaths } from '../src/assets.ts';
import { createEngine } from '../src/pipeline.ts';
import { answersOf, unproved } from './unproved.ts';

const each =
  'template <class F> __global__ void each(int n, F f) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) f(i); } ';

const kernels: Readonly<Record<string, string>> = {
  'a lambda captures one pointer under two names that a caller makes one':
    each +
    'void sub(float *x, float *y, int n) { each<<<1, 64>>>(n, [=] __device__ (int i) { x[i] = y[i + 1]; }); } void go(float *p, int n) { sub(p, p, n); }',
  'a lambda captures the pointer that is an argument too':
    'template <class F> __global__ void each(float *o, F f) { o[threadIdx.x] = f(threadIdx.x + 1); } void go(float *x) { each<<<1, 64>>>(x, [=] __device__ (int i) { return x[i]; }); }',
  'a lambda captures a pointer into the array of another one':
    each + 'void go(float *x, int n) { each<<<1, 64>>>(n, [=, y = x + 1] __device__ (int i) { x[i] = y[i]; }); }',
  'a lambda names its captures like other variables':
    each +
    'void go(float *a, float *b, int n) { each<<<1, 64>>>(n, [a = b, b = b] __device__ (int i) { a[i] = b[i + 1]; }); }',
  'a lambda captures a variable by reference and writes it':
    each + 'void go(int n) { int sum = 0; each<<<1, 64>>>(n, [&] __device__ (int i) { sum = i; }); }',
  'a lambda captures a reference into an array that it captures too':
    each + 'void go(int *p, int n) { int &r = *p; each<<<1, 64>>>(n, [&r, p] __device__ (int i) { p[i] = r; }); }',
  'a lambda is a barrier, called by a few threads':
    'template <class F> __global__ void k(F f) { if (threadIdx.x < 3) f(); } void go() { k<<<1, 64>>>([=] __device__ () { __syncthreads(); }); }',
  'a lambda captures a lambda that reads what it writes':
    each +
    'void go(float *x, int n) { auto g = [=] __device__ (int i) { return x[i + 1]; }; each<<<1, 64>>>(n, [=] __device__ (int i) { x[i] = g(i); }); }',
  'a lambda is made in a loop that changes what it captures':
    each +
    'void go(float *x, float *y, int n) { for (int t = 0; t < 2; t++) { each<<<1, 64>>>(n, [=] __device__ (int i) { x[i] = y[i + 1]; }); y = x; } }',
  'a lambda captures the variable of a loop that reaches zero':
    each +
    'void go(float *x, int n) { for (int s = 2; s >= 0; s--) each<<<1, 64>>>(n, [=] __device__ (int i) { x[i * s] = i; }); }',
  'a lambda captures a variable that changes before the launch':
    each +
    'void go(float *x, int n) { int s = 0; auto f = [=] __device__ (int i) { x[i * s] = i; }; s = 1; each<<<1, 64>>>(n, f); }',
  'a lambda captures a pointer that changes before the launch':
    each +
    'void go(float *x, float *y, int n) { y = x; auto f = [=] __device__ (int i) { x[i] = y[i + 1]; }; cudaMalloc(&y, n); each<<<1, 64>>>(n, f); }',
  'a struct holds a lambda that captures one pointer twice':
    'template <class F> struct Box { F f; }; template <class F> __global__ void k(Box<F> b) { b.f(threadIdx.x); } template <class F> void run(F f) { Box<F> b{f}; k<<<1, 64>>>(b); } void go(float *x) { float *y = x; run([=] __device__ (int i) { x[i] = y[i + 1]; }); }',
  'a struct holds a lambda and the pointer that it captures':
    'template <class F> struct Box { F f; float *o; }; template <class F> __global__ void k(Box<F> b) { b.o[threadIdx.x] = b.f(threadIdx.x + 1); } template <class F> void run(F f, float *o) { Box<F> b{f, o}; k<<<1, 64>>>(b); } void go(float *x) { run([=] __device__ (int i) { return x[i]; }, x); }',
  'a lambda is launched twice, once with the stride zero':
    each +
    'void sub(float *x, float *y, int n, int s) { each<<<1, 64>>>(n, [=] __device__ (int i) { x[i * s] = y[i]; }); } void go(float *a, float *b, int n) { sub(a, b, n, 1); sub(a, b, n, 0); }',
  'a lambda is launched twice, once with one pointer for two':
    each +
    'template <class F> void run(int n, F f) { each<<<1, 64>>>(n, f); } void sub(float *x, float *y, int n) { run(n, [=] __device__ (int i) { x[i] = y[i + 1]; }); } void go(float *a, float *b, int n) { sub(a, b, n); sub(a, a, n); }',
  'a mutable lambda is called on the host before it is launched':
    each +
    'void go(float *x, int n) { auto f = [x, s = 2] __host__ __device__ (int i) mutable { if (i < 0) s = 0; else x[i * s] = i; }; f(-1); each<<<1, 64>>>(n, f); }',
  'a lambda captures an object with two members that are one pointer':
    each +
    'struct S { float *x, *y; int n; S(float *p) : x(p), y(p) {} void go() { each<<<1, 64>>>(n, [this] __device__ (int i) { x[i] = y[i + 1]; }); } };',
  'a lambda captures a copy of an object with two members that are one pointer':
    each +
    'struct S { float *x, *y; int n; void go() { each<<<1, 64>>>(n, [*this] __device__ (int i) { x[i] = y[i + 1]; }); } }; void run(float *p) { S s; s.x = p; s.y = p; s.go(); }',
  'a lambda calls a method of the object that it captures':
    each +
    'struct S { int c; int n; __device__ void set(int i) { c = i; } void go() { each<<<1, 64>>>(n, [=] __device__ (int i) { set(i); }); } };',
  'a lambda captures a part of a pair that is named like a variable of the file':
    '__device__ int p[64]; template <class F> __global__ void each(int n, F f) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) f(i); } void go(int *q, int n) { auto [p, m] = pairOf(q, n); each<<<1, 64>>>(n, [=] __device__ (int i) { p[i] = i; q[i + 1] = 2; }); }',
  'a lambda captures a pack':
    each +
    '__device__ void put(int i, int *a) { a[0] = i; } template <class... A> void go(int n, A... a) { each<<<1, 64>>>(n, [=] __device__ (int i) { put(i, a...); }); } void r(int *x) { go(3, x); }',
  'a lambda captures a constant that hides another one, and is undeclared':
    each +
    'void go(float *x, int n, int argc) { const int s = 1; if (n) { const int s = argc; each<<<1, 64>>>(n, [=] __device__ (int i) { x[i * s] = i; }); } }',
  'a lambda captures an object of which nothing is known':
    each +
    'struct V { float *p, *q; }; V make(float *); void go(float *x, int n) { auto v = make(x); each<<<1, 64>>>(n, [=] __device__ (int i) { v.p[i] = v.q[i + 1]; }); }',
  'a lambda captures two pointers of one tensor':
    each +
    'void go(Tensor t, int n) { auto p = t.data_ptr<float>(); auto q = t.data_ptr<float>(); each<<<1, 64>>>(n, [=] __device__ (int i) { p[i] = q[i + 1]; }); }',
  'a lambda captures the address of a variable of the file':
    '__device__ float tab[65]; template <class F> __global__ void each(int n, F f) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) f(i); } void go(int n) { float *p; cudaGetSymbolAddress((void **)&p, tab); each<<<1, 64>>>(n, [=] __device__ (int i) { p[i] = tab[i + 1]; }); }',
  'a lambda with a captured reference is copied':
    'template <class F> __device__ void app(F f, int i) { f(i); } template <class F> __global__ void k(F f) { app(f, threadIdx.x); } void go(float *x) { k<<<1, 64>>>([&] __device__ (int i) { x[i / 2] = i; }); }',
  'a functor is made of one pointer twice by its constructor':
    'struct Op { float *a; float *b; Op(float *p) : a(p), b(p) {} __device__ void operator()(int i) const { a[i] = b[i + 1]; } }; template <class F> __global__ void each(int n, F f) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) f(i); } void go(float *x, int n) { each<<<1, 64>>>(n, Op(x)); }',
  'a functor is made by a function that is not seen':
    'struct Op { float *a; float *b; __device__ void operator()(int i) const { a[i] = b[i + 1]; } }; Op make(float *); template <class F> __global__ void each(int n, F f) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) f(i); } void go(float *x, int n) { each<<<1, 64>>>(n, make(x)); }',
  'a functor of a class template is made of one pointer twice':
    'template <class T> struct Op { T *a; T *b; __device__ void operator()(int i) const { a[i] = b[i + 1]; } }; template <class F> __global__ void each(int n, F f) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) f(i); } template <class T> void run(T *x, int n) { each<<<1, 64>>>(n, Op<T>{x, x}); } void go(float *x, int n) { run(x, n); }',
  'a functor has an array of two pointers that are one':
    'struct Op { float *a[2]; __device__ void operator()(int i) const { a[0][i] = a[1][i + 1]; } }; template <class F> __global__ void each(int n, F f) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) f(i); } void go(float *x, int n) { each<<<1, 64>>>(n, Op{{x, x}}); }',
  'a class keeps a lambda and launches it':
    'template <class F> struct R { F f; R(F g) : f(g) {} void run(); }; template <class F> __global__ void k(F f) { f(threadIdx.x); } template <class F> void R<F>::run() { k<<<1, 64>>>(f); } void go(float *x) { auto l = [=] __device__ (int i) { x[i / 2] = i; }; R<decltype(l)> r(l); r.run(); }',
  'a kernel is launched with the type of a lambda':
    'template <class F> __global__ void k(F f) { f(threadIdx.x); } void go(float *x) { auto l = [=] __device__ (int i) { x[i / 2] = i; }; k<decltype(l)><<<1, 64>>>(l); }',
  'a function returns the lambda that is launched':
    each +
    'auto make(float *x) { return [=] __device__ (int i) { x[0] = i; }; } void go(float *x, int n) { each<<<1, 64>>>(n, make(x)); }',
  'a lambda is passed by its address':
    'template <class F> __global__ void k(F f) { f(threadIdx.x); } void go(float *x, float *y) { y = x; auto l = [=] __device__ (int i) { x[i] = y[i + 1]; }; void *args[] = { &l }; cudaLaunchKernel((void *)k<decltype(l)>, 1, 64, args, 0, 0); }',
  'a lambda is passed on with a pack':
    'template <class F, class... A> __global__ void k(F f, A... a) { f(threadIdx.x, a...); } template <class F, class... A> void run(F f, A... a) { k<<<1, 64>>>(f, a...); } void go(float *x) { run([=] __device__ (int i, float *y) { x[i] = y[i + 1]; }, x); }',
  'a kernel folds the strides of its pack to zero':
    'template <class... A> __global__ void k(int *x, A... a) { x[threadIdx.x * (0 + ... + a)] = threadIdx.x; } void go(int *x) { k<<<1, 64>>>(x, 1, -1); }',
  'a kernel counts its pack':
    'template <class... A> __global__ void k(int *x, A... a) { x[threadIdx.x * (sizeof...(A) - 2)] = threadIdx.x; } void go(int *x) { k<<<1, 64>>>(x, 1, 2); }',
  'a kernel counts a pack that no launch gives':
    'template <class... A> __global__ void k(int *x, A... a) { x[threadIdx.x * (sizeof...(a) - 1)] = threadIdx.x; }',
  'a kernel writes through all pointers of its pack':
    'template <class... A> __global__ void k(A... a) { ((a[threadIdx.x] = threadIdx.x), ...); } void go(int *x) { k<<<1, 64>>>(x, x + 1); }',
  'a kernel calls a function for each element of its pack':
    '__device__ void put(int *p) { p[threadIdx.x / 2] = threadIdx.x; } template <class... A> __global__ void k(A... a) { (put(a), ...); } void go(int *x) { k<<<1, 64>>>(x); }',
  'a function that is undeclared is called for each element of a pack':
    'template <class... A> __global__ void k(int *x, A... a) { x[threadIdx.x] = 1; (use(a), ...); } void go(int *x) { k<<<1, 64>>>(x, 1); }',
  'a pack that no launch gives is named like a variable of the file':
    '__device__ int a[64]; template <class... A> __global__ void k(A... a) { ((a[threadIdx.x] = 1), ...); }',
  'a lambda is given a pack of one pointer twice':
    'template <class F, class... A> __global__ void k(F f, A... a) { f(a...); } void go(int *x) { k<<<1, 64>>>([=] __device__ (int *p, int *q) { p[threadIdx.x] = q[threadIdx.x + 1]; }, x, x); }',
  'two launches give a pack with different strides':
    'template <class... A> __global__ void k(int *x, A... a) { x[threadIdx.x * (0 + ... + a)] = threadIdx.x; } void go(int *x) { k<<<1, 64>>>(x, 1, -1); k<<<1, 64>>>(x, 1, 1); }',
  'a helper hands on a pack with the stride zero':
    'template <class... A> __global__ void k(int *x, A... a) { x[threadIdx.x * (0 + ... + a)] = threadIdx.x; } template <class... A> void run(int *x, A... a) { k<<<1, 64>>>(x, a...); } void go(int *x) { run(x, 1, 1); run(x, 1, -1); }',
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
  return answersOf(report.kernels);
}

test.each(Object.entries(kernels))('%s', async (_what, source) => {
  expect(await verdictOf(source)).toMatch(unproved);
});

test('two lambdas that go through one helper are two kernels, each with its own captures', async () => {
  const source =
    each +
    'template <class F> void launch(int n, F f) { each<<<1, 64>>>(n, f); } void go(float *x, int n) { int none = 0; int one = 1; launch(n, [=] __device__ (int i) { x[i * none] = i; }); launch(n, [=] __device__ (int i) { x[i * one] = i; }); }';
  expect(await verdictOf(source)).toBe('racy,drf');
});
