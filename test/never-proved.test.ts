/**
 * Kernels that somebody once got past us: each races, diverges, or rests on something that is not modelled. None may be
 * called race-free. (Found by attack; what names are not declared here stands for a header that is not there.)
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Engine, EngineOptions } from '../src/engine.ts';
import { assetPaths } from '../src/assets.ts';
import { arithmeticKernels } from './never-proved-arithmetic.ts';
import { createEngine } from '../src/pipeline.ts';
import { languageKernels } from './never-proved-language.ts';
import { moreLanguageKernels } from './never-proved-language-more.ts';
import { answersOf, unproved } from './unproved.ts';

const kernels: Readonly<Record<string, string>> = {
  ...languageKernels,
  ...moreLanguageKernels,
  ...arithmeticKernels,
  'a destructor stores':
    'struct G { int *p; __device__ ~G() { p[0] = threadIdx.x; } }; __global__ void k(int *g) { G q; q.p = g; }',
  'a destructor is a barrier':
    'struct B { __device__ ~B() { __syncthreads(); } }; __global__ void k(int *g) { if (threadIdx.x < 3) { B b; g[threadIdx.x] = 1; } }',
  'a string has a zero at its end': '__global__ void k(int *g) { g[threadIdx.x * (sizeof("abc") - 4)] = threadIdx.x; }',
  'several characters in one are an int':
    "__global__ void k(int *g) { g[threadIdx.x * ('ab' - 24930)] = threadIdx.x; }",
  'a bit-field keeps one bit':
    '__global__ void k(int *g) { __shared__ int s[64]; struct { unsigned v : 1; } b; b.v = threadIdx.x; s[b.v] = threadIdx.x; }',
  'an object of a class that is not declared is never used':
    '__global__ void k(int *g) { __shared__ int s[64]; if (threadIdx.x < 3) { Scoped guard; s[0] = 1; } g[threadIdx.x] = s[0]; }',
  'the assignment of a member stores':
    '__device__ int n; struct A { int v; __device__ A &operator=(const A &o) { n = threadIdx.x; return *this; } }; struct B { A a; }; __global__ void k(int *g) { B b, c; b = c; }',
  'a store goes through a member that is a reference':
    'struct R { int &r; }; __global__ void k(int *g) { R a{g[0]}; a.r = threadIdx.x; }',
  'a conversion operator stores':
    'struct F { int *p; __device__ operator bool() const { p[0] = threadIdx.x; return true; } }; __global__ void k(int *g) { F f{g}; if (f) return; }',
  'the called function object is unknown':
    'template <class F> __global__ void k(int *g, F f) { g[threadIdx.x] = f(threadIdx.x); }',
  'a function object that is made of nothing is given a pointer':
    '__global__ void k(int *g) { Op op; op.set(g); g[threadIdx.x] = op(threadIdx.x); }',
  'a function object that is made of nothing is given a pointer through what its member gives':
    '__global__ void k(int *g) { Op op; op.data() = g; g[threadIdx.x] = op(threadIdx.x); }',
  'a function object that is made of nothing is given a pointer through what its call gives':
    '__global__ void k(int *g) { Op op; op(1) = g; g[threadIdx.x] = op(threadIdx.x); }',
  'a function object that is made of nothing is given a pointer later in a loop':
    '__global__ void k(int *g, int n) { Op op; for (int i = 0; i < n; i++) { g[threadIdx.x] = op(threadIdx.x); op = Op(g); } }',
  'a function object that is made of nothing is captured':
    '__global__ void k(int *g) { Op op; auto give = [&] { use(op, g); }; give(); g[threadIdx.x] = op(threadIdx.x); }',
  'a function object that is made of the call names no function with a pointer':
    '__global__ void k(int *g) { Op op; g[threadIdx.x] = op(g, threadIdx.x); }',
  'a function object that is made of the call names no function for its effects':
    '__global__ void k(int *g) { Op op; g[threadIdx.x] = 1; op(threadIdx.x); }',
  'a virtual function is called':
    'struct V { virtual __device__ int f() { return 0; } }; __global__ void k(V *v, int *g) { g[threadIdx.x] = v->f(); }',
  'a virtual function of two classes is called, and one of them writes for all':
    'struct V { __device__ virtual void f(int *g) = 0; }; struct A : V { __device__ void f(int *g) override { g[threadIdx.x] = 1; } }; struct B : V { __device__ void f(int *g) override { g[0] = threadIdx.x; } }; __global__ void k(V *v, int *g) { v->f(g); }',
  'a virtual function is overridden two classes below':
    'struct V { __device__ virtual void f(int *g) { } }; struct A : V { }; struct B : A { __device__ void f(int *g) override { g[0] = threadIdx.x; } }; __global__ void k(V *v, int *g) { v->f(g); }',
  'a virtual function is overridden by an instance of a template':
    'struct V { __device__ virtual void f(int *g) { } }; template <int N> struct A : V { __device__ void f(int *g) override { g[N] = threadIdx.x; } }; __global__ void k(V *v, int *g) { v->f(g); }',
  'a virtual function is overridden by a specialization':
    'template <class T> struct V { __device__ virtual void f(int *g) = 0; }; template <class T> struct A : V<T> { __device__ void f(int *g) override { g[threadIdx.x] = 1; } }; template <> struct A<int> : V<int> { __device__ void f(int *g) override { g[0] = threadIdx.x; } }; __global__ void k(V<int> *v, int *g) { v->f(g); }',
  'a virtual function is overridden by a class of an alias':
    'struct V { __device__ virtual void f(int *g) { } }; using W = V; struct A : V { }; struct B : W { __device__ void f(int *g) override { g[0] = threadIdx.x; } }; __global__ void k(V *v, int *g) { v->f(g); }',
  'a virtual function is overridden for another type of argument':
    'struct V { __device__ virtual void f(int *g, int i) { g[0] = threadIdx.x; } }; struct A : V { __device__ virtual void f(int *g, long i) { } }; __global__ void k(V *v, int *g) { v->f(g, 1); }',
  'a virtual function is called on two names of one object':
    'struct V { __device__ virtual void f(int x) = 0; }; struct A : V { int v; __device__ void f(int x) override { if (threadIdx.x < 2) v = x; } }; __global__ void k(V **v) { V *a = threadIdx.x ? v[0] : v[1]; V *b = v[0]; a->f(threadIdx.x); b->f(threadIdx.x); }',
  'allocated memory is published in shared memory':
    '__global__ void k(int *g) { __shared__ int *p; if (threadIdx.x == 0) p = new int[64]; __syncthreads(); p[0] = threadIdx.x; }',
  'allocated memory is published by malloc in global memory':
    '__global__ void k(int **g) { if (threadIdx.x == 0) g[blockIdx.x] = (int *)malloc(256); __syncthreads(); g[blockIdx.x][0] = threadIdx.x; }',
  'allocated memory goes round in a loop':
    '__global__ void k(int *g, int n) { int *last = 0; for (int i = 0; i < n; i++) { int *p = new int; *p = i; if (last) g[*last - i + 1] = threadIdx.x; last = p; } }',
  'two allocations at one place hold two values':
    '__global__ void k(int *g) { int *p[2]; for (int i = 0; i < 2; i++) p[i] = (int *)malloc(4); *p[0] = 0; *p[1] = 1; g[*p[0] ? threadIdx.x : 0] = threadIdx.x; }',
  'an allocation may fail':
    '__global__ void k(int *g) { int *p = (int *)malloc(4); if (p == nullptr) g[0] = threadIdx.x; }',
  'the memory of all threads is freed by all threads': '__global__ void k(int **g) { delete[] g[0]; }',
  'a constructor stores in memory of others':
    'struct S { int v; __device__ S(int *g) { g[0] = threadIdx.x; } }; __global__ void k(int *g) { S *s = new S(g); g[threadIdx.x + 1] = s->v; }',
  'a constructor of an object in given memory stores there':
    'struct S { int v; __device__ S(int x) : v(x) {} }; __global__ void k(char *g) { S *s = new (g) S(threadIdx.x); }',
  'a destructor stores of a new object':
    'struct S { int *g; __device__ S(int *p) : g(p) {} __device__ ~S() { g[0] = threadIdx.x; } }; __global__ void k(int *g) { S *s = new S(g); delete s; }',
  'a virtual destructor of a derived class stores':
    'struct S { int *g; __device__ virtual ~S() {} }; struct D : S { __device__ ~D() { g[0] = threadIdx.x; } }; __global__ void k(S **s) { S *p = s[threadIdx.x]; delete p; }',
  'an object is constructed while others call its virtual function':
    'struct V { __device__ virtual int f() = 0; }; struct A : V { __device__ A() {} __device__ int f() override { return 1; } }; __global__ void k(char *c, int *g) { V *v = (V *)c; if (blockIdx.x == 0 && threadIdx.x == 0) v = new (c) A(); if (blockIdx.x == 1) g[threadIdx.x] = ((V *)c)->f(); }',
  'the file has an operator new of its own':
    '__device__ char pool[1024]; __device__ void *operator new(size_t n, int) { return pool; } __global__ void k() { int *p = new (1) int; *p = threadIdx.x; }',
  'arrays of objects are constructed':
    '__device__ int g[64]; struct S { __device__ S() { g[0] = threadIdx.x; } }; __global__ void k() { S *s = new S[4]; }',
  'an object of an aggregate holds a pointer':
    'struct S { int *a; int n; }; __global__ void k(int *g) { S *s = new S{g, 0}; s->a[s->n] = threadIdx.x; }',
  'allocated memory is compared with other memory':
    '__global__ void k(int *g, int **q) { int *p = new int; q[threadIdx.x + 64 * blockIdx.x] = p; if (q[0] != p) g[0] = threadIdx.x; }',
  'a copy constructor stores':
    'struct I { int *p; __device__ I(const I &o) { p = o.p; p[0] = threadIdx.x; } __device__ I(int *q) : p(q) {} }; __global__ void k(int *g) { I i(g); I j = i; }',
  'a function of another namespace is named like an atomic':
    'namespace my { __device__ void atomicAdd(int *p, int v) { *p += v; } } __global__ void k(int *g) { my::atomicAdd(g, 1); }',
  'a function of another namespace is named like a barrier':
    'namespace my { __device__ void __syncthreads() {} } __global__ void k(int *g) { __shared__ int s[64]; int t = threadIdx.x; s[t] = t; my::__syncthreads(); g[t] = s[63 - t]; }',
  'a macro that is not there stands before a store': '__global__ void k(int *g) { HINT g[0] = threadIdx.x; }',
  'a macro that is not there stands alone':
    '__global__ void k(int *g) { __shared__ int s[64]; if (threadIdx.x < 3) { BARRIER; g[threadIdx.x] = s[0]; } }',
  'a store goes through a call that is undeclared': '__global__ void k(View<float, 2> a) { a(0, 0) = threadIdx.x; }',
  'a lambda keeps the value it captured':
    '__global__ void k(int *g) { int x = 0; auto f = [=] { g[x] = threadIdx.x; }; x = threadIdx.x; f(); }',
  'a lambda keeps the value it captured by name':
    '__global__ void k(int *g) { int x = threadIdx.x / 2; auto f = [x](int v) { g[x] = v; }; x = threadIdx.x; f(x); }',
  'the index was forgotten, and no launch is known': '__global__ void k(int *c) { c[0] += 1; }',
  'the launch passes two parts of one array':
    '__global__ void k(int *a, int *b) { a[threadIdx.x] = 1; b[threadIdx.x] = 2; } void run(int *x) { k<<<1, 64>>>(x, x + 8); }',
  'storage of a collective call stands beside other memory in a struct':
    '#include <cub/cub.cuh>\n__global__ void k(int *g) { typedef cub::BlockReduce<int, 64> R; __shared__ struct { R::TempStorage r; int q[64]; } s; int t = threadIdx.x; s.q[t] = t; int v = R(s.r).Sum(2); g[t] = s.q[63 - t] + v; }',
  'the launch passes a struct before a number':
    'struct Size { int w, h; }; __global__ void k(Size s, int n, int *g) { if (s.h > 0) g[threadIdx.x / 2] = threadIdx.x; } void run(int *x, Size s) { k<<<1, 64>>>(s, 0, x); }',
  'a narrow counter wraps around':
    '__global__ void k(int *g, int n) { unsigned char c = threadIdx.x; for (int i = 0; i < n; i++) { g[c] = i; c += 37; } }',
  'only one block comes to the barrier of the grid':
    'namespace cg = cooperative_groups; __global__ void k(int *g) { if (blockIdx.x == 0) cg::this_grid().sync(); }',
  'a store goes through a reference in a struct':
    'struct Cell { int &value; }; __global__ void k(int *g) { Cell cell{g[0]}; cell.value = threadIdx.x; }',
  'a struct refers to itself':
    'struct Node { Node &up; int v; }; __global__ void k(int *g) { Node n{*(Node *)g, 1}; n.up.v = threadIdx.x; }',
  '`jump stands` outside of a loop':
    '__global__ void k(int *g, int n) { EACH(i, n) { if (i == 3) continue; g[0] = threadIdx.x; } }',
  'an atomic of the file is none':
    '__device__ void atomicMax(float *p, float v) { if (v > *p) *p = v; } __global__ void k(float *g) { atomicMax(g, (float)threadIdx.x); }',
  'an atomic of the file calls a function that stores':
    '__device__ int g; __device__ float bump(float v) { g = (int)v; return v; } __device__ float atomicMax(float *p, float v) { return __int_as_float(atomicMax((int *)p, __float_as_int(bump(v)))); } __global__ void k(float *x) { atomicMax(x, (float)threadIdx.x); }',
  'an atomic of the file calls a function that stores through a reference':
    '__device__ int g; __device__ int ref(int &r) { r = threadIdx.x; return 1; } __device__ int one(int v) { return ref(g) + v; } __device__ int atomicMax(int *p, short v) { return atomicMax(p, one(v)); } __global__ void k(int *x) { atomicMax(x, (short)threadIdx.x); }',
  'an atomic of the file reads a variable that another thread stores':
    '__device__ int g; __device__ int rd(int v) { return g + v; } __device__ int atomicMax(int *p, short v) { return atomicMax(p, rd(v)); } __global__ void k(int *x) { if (threadIdx.x == 0) g = blockIdx.x; if (threadIdx.x == 1) atomicMax(x, (short)1); }',
  'an atomic of the file makes an object that stores':
    '__device__ int g; struct Bump { int v; __device__ Bump(int k) : v(k) { g = k; } __device__ operator int() const { return v; } }; __device__ char atomicOr(char *p, char v) { return (char)atomicOr((int *)p, (int)Bump(v | threadIdx.x)); } __global__ void k(char *x) { atomicOr(x, (char)1); }',
  'an atomic of the file declares an object that stores':
    '__device__ int g; struct Bump { int v; __device__ Bump(int k) : v(k) { g = k; } }; __device__ int atomicAnd(int *p, short v) { Bump b(v); return atomicAnd(p, v & 3); } __global__ void k(int *x) { atomicAnd(x, (short)threadIdx.x); }',
  'an atomic of the file uses an operator that stores':
    '__device__ int g; struct Op { int v; __device__ Op operator+(int k) const { g = k; return *this; } }; __device__ int atomicXor(int *p, Op v) { return atomicXor(p, (v + threadIdx.x).v ^ 1); } __global__ void k(int *x) { Op o; o.v = 1; atomicXor(x, o); }',
  'an atomic of the file holds for one block':
    '__device__ double atomicMax(double *p, double v) { unsigned long long *q = (unsigned long long *)p; unsigned long long o = *q, a; do { a = o; o = atomicCAS_block(q, a, (unsigned long long)__double_as_longlong(v > __longlong_as_double(a) ? v : __longlong_as_double(a))); } while (a != o); return v; } __global__ void k(double *x) { atomicMax(x, (double)threadIdx.x); }',
  'an atomic of the file is an atomic_ref of one block':
    '#include <cuda/atomic>\n__device__ float atomicMin(float *p, float v) { cuda::atomic_ref<float, cuda::thread_scope_block> r(*p); float o = r.load(); while (v < o && !r.compare_exchange_weak(o, v)); return o; } __global__ void k(float *x) { atomicMin(x, (float)threadIdx.x); }',
  'an atomic of the file works on the word around a byte':
    '__device__ char atomicMin(char *p, char v) { unsigned *q = (unsigned *)((size_t)p & ~3); unsigned o = *q, a; do { a = o; o = atomicCAS(q, a, a < v ? a : v); } while (a != o); return 0; } __global__ void k(char *x) { if (threadIdx.x == 0) atomicMin(x, (char)1); if (threadIdx.x == 1) x[2] = 3; }',
  'overloads differ in const alone':
    '__device__ int at(const int *p) { return 0; } __device__ int at(int *p) { return threadIdx.x; } __global__ void k(const int *a, int *g) { g[at(a)] = threadIdx.x; }',
  'the launch passes a device variable of a namespace by its address':
    'namespace N { __device__ int b[99]; } __global__ void k(int *a) { a[threadIdx.x] = N::b[threadIdx.x + 1]; } void run() { int *p; cudaGetSymbolAddress((void **)&p, N::b); k<<<1, 64>>>(p); }',
  'the launch passes a device variable of a class by its address':
    'struct S { static __device__ int b[99]; }; __device__ int S::b[99]; __global__ void k(int *a) { a[threadIdx.x] = S::b[threadIdx.x + 1]; } void run() { int *p; cudaGetSymbolAddress((void **)&p, S::b); k<<<1, 64>>>(p); }',
  'the launch passes a device variable by its address':
    '__device__ int b[99]; __global__ void k(int *a) { a[threadIdx.x] = b[threadIdx.x + 1]; } void run() { int *p; cudaGetSymbolAddress((void **)&p, b); k<<<1, 64>>>(p); }',
  'the launch passes a managed variable':
    '__managed__ int b[99]; __global__ void k(int *a) { a[threadIdx.x] = b[threadIdx.x + 1]; } void run() { k<<<1, 64>>>(b); }',
  'the launch passes a global pointer and a parameter that holds it':
    'int *p; __global__ void k(int *a, int *b) { a[threadIdx.x] = b[threadIdx.x + 1]; } void help(int *q) { k<<<1, 64>>>(q, p); } void run() { help(p); }',
  'collective calls share the storage that the library keeps':
    '#include <cub/cub.cuh>\n__global__ void k(int *g) { typedef cub::BlockReduce<int, 64> R; int a = R().Sum(1); int b = R().Sum(a); g[threadIdx.x] = b; }',
  'threads give different storages to one collective call':
    '#include <cub/cub.cuh>\n__global__ void k(int *g) { typedef cub::BlockReduce<int, 64> R; __shared__ typename R::TempStorage s[2]; g[threadIdx.x] = R(s[threadIdx.x & 1]).Sum(2); }',
  'a better overload is declared and not defined here':
    '__device__ int at(int i); __device__ int at(long i) { return i; } __global__ void k(int *g) { g[at((int)threadIdx.x)] = threadIdx.x; }',
  'an operand of <=> stores':
    '#include <compare>\n__global__ void k(int *g) { bool less = ((g[0] = threadIdx.x) <=> 2) < 0; }',
  'two arguments change one variable':
    '__device__ int sum(int a, int b) { return a + b; } __global__ void k(int *g) { int n = 0; sum(n = 1, n = 0); g[n * threadIdx.x] = threadIdx.x; }',
  'a volatile flag may change between two reads':
    '__global__ void k(volatile int *flag, int *g) { if (*flag) __syncthreads(); }',
  'the launch passes an array of pointers whose rows may be one':
    '__global__ void k(int **rows) { rows[blockIdx.x][threadIdx.x] = threadIdx.x + blockIdx.x; } void run(int **r) { k<<<2, 64>>>(r); }',
  'the launch passes a struct whose two pointers may be one':
    'struct P { int *a, *b; }; __global__ void k(P *p) { p->a[threadIdx.x] = p->b[threadIdx.x + 1]; } void run(P *p) { k<<<1, 64>>>(p); }',
  'the launch passes a struct that may point to another argument':
    'struct P { int *a; }; __global__ void k(P *p, int *g) { p->a[threadIdx.x] = g[threadIdx.x + 1]; } void run(P *p, int *g) { k<<<1, 64>>>(p, g); }',
  'the launch passes a struct that may point to itself':
    'struct P { int *a; int n; }; __global__ void k(P *p) { p->a[threadIdx.x] = p[threadIdx.x + 1].n; } void run(P *p) { k<<<1, 64>>>(p); }',
  'the launch passes one array of pointers twice':
    '__global__ void k(int **a, int **b) { a[0][threadIdx.x] = b[0][threadIdx.x + 1]; } void run(int **r) { k<<<1, 64>>>(r, r); }',
  'the launch passes one array of pointers twice, and one is changed':
    '__global__ void k(int **a, int **b, int *g) { if (threadIdx.x == 0) b[0] = g; __syncthreads(); a[0][threadIdx.x] = g[threadIdx.x + 1]; } void run(int **r, int *g) { k<<<1, 64>>>(r, r, g); }',
  'the launch passes an array beside a pointer in a device variable':
    '__device__ int *buf; __global__ void k(int *g) { g[threadIdx.x] = buf[threadIdx.x + 1]; } void run(int *x) { k<<<1, 64>>>(x); }',
  'a field is a pointer to its own struct':
    'struct S { S *self; int v[99]; }; __global__ void k(S *s) { s->self->v[threadIdx.x] = s->v[threadIdx.x + 1]; }',
  'all nodes of a list are written by all threads':
    'struct N { int v; N *next; }; __global__ void k(N *n) { for (N *p = n->next; p; p = p->next) p->v = threadIdx.x; }',
  'the nodes of two lists may be the same':
    'struct N { int v; N *next; }; __global__ void k(N **heads) { heads[threadIdx.x]->v = threadIdx.x; }',
  'two pointers in a struct are swapped':
    'struct P { int *a, *b; }; __global__ void k(P *p) { if (threadIdx.x == 0) { int *t = p->a; p->a = p->b; p->b = t; } __syncthreads(); p->a[threadIdx.x / 2] = threadIdx.x; }',
  'a pointer in memory is made equal to another one':
    'struct P { int *a, *b; }; __global__ void k(P *all) { P *p = all + blockIdx.x; if (threadIdx.x == 0) p->a = p->b; __syncthreads(); p->a[threadIdx.x] = p->b[threadIdx.x + 1]; }',
  'a struct with a pointer is copied over another one':
    'struct P { int *a; int n; }; __global__ void k(P *p) { p += 2 * blockIdx.x; if (threadIdx.x == 0) { P t = p[1]; p[0] = t; } __syncthreads(); p[0].a[threadIdx.x] = p[1].a[threadIdx.x + 1]; }',
  'a struct with a pointer is copied by memcpy':
    'struct P { int *a; int n; }; __global__ void k(P *p) { p += 2 * blockIdx.x; if (threadIdx.x == 0) memcpy(p, p + 1, sizeof(P)); __syncthreads(); p[0].a[threadIdx.x] = p[1].a[threadIdx.x + 1]; }',
  'a pointer is overwritten as bytes':
    'struct P { int *a; int *b; }; __global__ void k(P *all) { P *p = all + blockIdx.x; if (threadIdx.x < 8) ((char *)&p->a)[threadIdx.x] = ((char *)&p->b)[threadIdx.x]; __syncthreads(); p->a[threadIdx.x] = p->b[threadIdx.x + 1]; }',
  'a pointer is overwritten as a number':
    'struct P { int *a; int *b; }; __global__ void k(P *all) { P *p = all + blockIdx.x; if (threadIdx.x == 0) *(unsigned long long *)&p->a = *(unsigned long long *)&p->b; __syncthreads(); p->a[threadIdx.x] = p->b[threadIdx.x + 1]; }',
  'a pointer is overwritten by an atomic':
    'struct P { int *a; int *b; }; __global__ void k(P *all) { P *p = all + blockIdx.x; if (threadIdx.x == 0) atomicExch((unsigned long long *)&p->a, (unsigned long long)p->b); __syncthreads(); p->a[threadIdx.x] = p->b[threadIdx.x + 1]; }',
  'a pointer is overwritten through a union':
    'union U { int *p; unsigned long long n; }; __global__ void k(U *all) { U *u = all + 2 * blockIdx.x; if (threadIdx.x == 0) u[0].n = u[1].n; __syncthreads(); u[0].p[threadIdx.x] = u[1].p[threadIdx.x + 1]; }',
  'one cell is read as two fields':
    'struct P { int *a; int *b; }; __global__ void k(P *p) { ((int **)p)[1][threadIdx.x] = p->b[threadIdx.x + 1]; }',
  'one cell is read by two indices':
    '__global__ void k(int **rows, int i, int j) { rows[i][threadIdx.x] = rows[j][threadIdx.x + 1]; }',
  'one cell is read through a pointer that moves':
    '__global__ void k(int **rows, int n) { int **q = rows; for (int i = 0; i < n; i++) q++; (*q)[threadIdx.x] = rows[3][threadIdx.x + 1]; }',
  'one cell is read by a pointer into the middle':
    'struct P { int n; int *a; }; __global__ void k(P *p) { int **q = &p[2].a; q[0][threadIdx.x] = p[threadIdx.y + 2].a[threadIdx.x + 1]; }',
  'a pointer in shared memory is the same for all':
    '__global__ void k(int *g) { __shared__ int *p; if (threadIdx.x == 0) p = g + blockIdx.x * 64; __syncthreads(); p[threadIdx.x / 2] = threadIdx.x; }',
  'a pointer in shared memory does not depend on the block':
    '__global__ void k(int *g) { __shared__ int *p; if (threadIdx.x == 0) p = g; __syncthreads(); p[threadIdx.x] = blockIdx.x; }',
  'a pointer in shared memory is read with no barrier':
    '__global__ void k(int *g) { __shared__ int *p; if (threadIdx.x == 0) p = g + blockIdx.x * 64; p[threadIdx.x] = 1; }',
  'two cells of shared memory hold one pointer':
    '__global__ void k(int *g) { __shared__ int *p[2]; if (threadIdx.x < 2) p[threadIdx.x] = g + blockIdx.x * 64; __syncthreads(); p[threadIdx.x & 1][threadIdx.x / 2] = threadIdx.x; }',
  'a pointer in shared memory depends on the thread that stores it':
    '__global__ void k(int *g) { __shared__ int *p[64]; p[threadIdx.x] = g + threadIdx.x + blockIdx.x * 128; __syncthreads(); p[63 - threadIdx.x][threadIdx.x & 1] = threadIdx.x; }',
  'a pointer in shared memory rests on a parameter that changes':
    '__global__ void k(int *g, int n) { __shared__ int *p; if (threadIdx.x == 0) p = g + n; __syncthreads(); n = 0; p[threadIdx.x] = g[n + threadIdx.x + 1]; }',
  'a pointer in shared memory is one of two':
    '__global__ void k(int *a, int *b, int n) { __shared__ int *p; if (threadIdx.x == 0) { p = a; if (n > 3) p = b; } __syncthreads(); p[threadIdx.x] = b[threadIdx.x + 1]; }',
  'pointers in shared memory trade places in a loop':
    '__global__ void k(int *a, int *b, int n) { __shared__ int *p[2]; if (threadIdx.x == 0) { p[0] = a; p[1] = b; } for (int i = 0; i < n; i++) { __syncthreads(); p[0][threadIdx.x] = p[1][threadIdx.x + 1]; if (threadIdx.x == 0) { int *t = p[0]; p[0] = p[1]; p[1] = t; } } }',
  'a pointer in shared memory lies under other data':
    'extern __shared__ char pool[]; __global__ void k(int *g) { int **p = (int **)pool; int *data = (int *)pool; if (threadIdx.x == 0) p[0] = g; __syncthreads(); data[threadIdx.x] = 0; __syncthreads(); p[0][threadIdx.x] = p[1][threadIdx.x + 1]; }',
  'a local variable is changed through its address in memory':
    '__global__ void k(int *g) { int x = threadIdx.x; int *a[40]; a[0] = &x; *a[0] = 0; g[x] = threadIdx.x; }',
  'a local variable is changed through its address in a union':
    'union U { int *p; long n; }; __global__ void k(int *g) { int x = threadIdx.x; U u; u.p = &x; *u.p = 0; g[x] = threadIdx.x; }',
  'a local variable is changed through its address in shared memory':
    '__global__ void k(int *g) { __shared__ int *a[64]; int x = threadIdx.x; a[threadIdx.x] = &x; *a[threadIdx.x] = 0; g[x] = threadIdx.x; }',
  'a pointer to shared memory goes through global memory':
    'struct P { int *a; }; __global__ void k(P *all) { __shared__ int s[64]; P *p = all + blockIdx.x; if (threadIdx.x == 0) p->a = s; __syncthreads(); p->a[threadIdx.x] = s[63 - threadIdx.x]; }',
  'a store goes through a reference in memory': 'struct R { int &r; }; __global__ void k(R *r) { r->r = threadIdx.x; }',
  'a pointer is one of two that are read from memory':
    'struct P { int *a, *b; }; __global__ void k(P *p, int n) { int *q = n > 3 ? p->a : p->b; q[threadIdx.x] = p->b[threadIdx.x + 1]; }',
  'rows of rows': '__global__ void k(int ***t, int i) { t[i][blockIdx.x][threadIdx.x] = t[1][0][threadIdx.x + 1]; }',
  'the pointer in a volatile cell may change':
    '__global__ void k(int *volatile *p) { p[0][threadIdx.x] = p[1][threadIdx.x + 1]; }',
  'threads choose the row by what they read':
    '__global__ void k(int **rows, const int *which) { rows[which[threadIdx.x]][0] = threadIdx.x; }',
  'rows meet where the index runs over them':
    '__global__ void k(int **rows, long n) { for (long i = 0; i < n; i++) rows[threadIdx.x][i * 315] = threadIdx.x + blockIdx.x; }',
  'a pointer in shared memory is one of two, and the other one is read':
    '__global__ void k(int *a, int *b, int n) { __shared__ int *p; if (threadIdx.x == 0) { if (n > 3) p = b - 5; else p = a - n; } __syncthreads(); if (threadIdx.x < 10 && blockIdx.x == 0) { p[threadIdx.x + 10] = threadIdx.x; b[threadIdx.x + 4] = 77; } }',
  'a pointer is overwritten beyond an array without extent':
    'struct B { float *d; int n[20]; }; __global__ void k(B *s, int k) { B *b = s + blockIdx.x; int *q = b->n + k; if (threadIdx.x < 2) q[threadIdx.x - 2] = 0; __syncthreads(); b->d[threadIdx.x] = 1; }',
  'a pointer in memory is read by a launched kernel':
    'struct P { int *a; }; __global__ void child(P *p); __global__ void k(P *p) { if (threadIdx.x == 0) child<<<1, 64>>>(p); p->a[threadIdx.x] = 2; }',
  'pointers in shared memory are two ends of one array':
    '__global__ void k(int *g, const int *n) { __shared__ int *p, *q; if (threadIdx.x == 0) { p = g + n[0]; q = g + n[1]; } __syncthreads(); if (blockIdx.x == 0) p[threadIdx.x] = q[threadIdx.x + 1]; }',
  'a pointer in a struct of a struct is the same':
    'struct In { int *a; }; struct Out { In x, y; }; __global__ void k(Out *o) { In *i = &o->x; i[1].a[threadIdx.x] = threadIdx.x + o->y.a[threadIdx.x + 1]; }',
  'a reference to a const variable deduces const':
    'template <class T> __device__ void f(T &p, int *g) { if constexpr (std::is_same_v<T, int>) g[threadIdx.x] = p; else g[0] = threadIdx.x; } __global__ void k(int *g) { const int c = 3; f(c, g); }',
  'a class is made of a const type':
    'template <class T> struct W { T *p; __device__ void go(int *g) { if constexpr (std::is_same_v<T, int>) g[threadIdx.x] = 1; else g[0] = threadIdx.x; } }; __global__ void k(int *g, const int *in) { W<const int> w; w.go(g); }',
  'a template argument is const':
    'template <class T> __device__ void f(int *g) { if constexpr (std::is_same_v<T, int>) g[threadIdx.x] = 1; else g[0] = threadIdx.x; } __global__ void k(int *g) { f<const int>(g); }',
  'an alias is const':
    'using C = const int; __global__ void k(int *g) { if constexpr (std::is_same_v<C, int>) g[threadIdx.x] = 1; else g[0] = threadIdx.x; }',
  'decltype of a const variable is const':
    '__global__ void k(int *g) { const int x = 1; if constexpr (std::is_same_v<decltype(x), int>) g[threadIdx.x] = x; else g[0] = threadIdx.x; }',
  'a class that is made of a const type is deduced from':
    'template <class T> struct W { T *p; }; template <class T> __device__ void f(W<T> w, int *g) { if constexpr (std::is_same_v<T, int>) g[threadIdx.x] = 1; else g[0] = threadIdx.x; } __global__ void k(int *g, const int *in) { W<const int> w{in}; f(w, g); }',
  'two pointers differ in const':
    'template <class T, class U> __device__ void f(T *a, U *b, int *g) { if constexpr (std::is_same_v<T, U>) g[threadIdx.x] = 1; else g[0] = threadIdx.x; } __global__ void k(int *g, const int *in) { f(g, in, g); }',
  'a pointer to const is passed by value':
    'template <class P> __device__ void f(P p, int *g) { if constexpr (std::is_same_v<P, int*>) g[threadIdx.x] = 1; else g[0] = threadIdx.x; } __global__ void k(int *g, const int *in) { f(in, g); }',
  'a generic lambda is given a pointer to const':
    '__global__ void k(int *g, const int *in) { auto f = [=](auto *p) { if constexpr (std::is_same_v<decltype(p), int *>) g[threadIdx.x] = 1; else g[0] = threadIdx.x; }; f(in); }',
  'a kernel template is launched with a pointer to const: no launch is known':
    'template <class T> __global__ void k(T *in, int *g) { if constexpr (std::is_same_v<T, int>) g[threadIdx.x] = 1; else g[0] = threadIdx.x; } void go(const int *in, int *g) { k<<<1, 64>>>(in, g); }',
  'a pointer to const is passed on':
    'template <class T> __device__ void h(T *p, int *g) { if constexpr (std::is_same_v<T, int>) g[threadIdx.x] = 1; else g[0] = threadIdx.x; } template <class T> __device__ void f(T *p, int *g) { T *q = p; h(q, g); } __global__ void k(int *g, const int *in) { f(in + 1, g); }',
  'the operator of a block-wide reduction stores':
    'struct Log { int *p; __device__ int operator()(int a, int b) const { p[0] = a; return a + b; } }; __global__ void k(int *g, int *log, const int *in) {   __shared__ typename cub::BlockReduce<int, 64>::TempStorage t;   int s = cub::BlockReduce<int, 64>(t).Reduce(in[threadIdx.x], Log{log});   if (threadIdx.x == 0) g[blockIdx.x] = s; }',
  'the operator of a block-wide scan stores':
    '__global__ void k(int *g, int *log, const int *in) {   __shared__ typename cub::BlockScan<int, 64>::TempStorage t;   int s;   cub::BlockScan<int, 64>(t).InclusiveScan(in[threadIdx.x], s, [=](int a, int b) { log[0] += 1; return a + b; });   g[blockIdx.x * 64 + threadIdx.x] = s; }',
  'the operator of a warp-wide reduction stores':
    '__global__ void k(int *g, int *n, const int *in) {   __shared__ typename cub::WarpReduce<int>::TempStorage t;   int s = cub::WarpReduce<int>(t).Reduce(in[threadIdx.x], [&](int a, int b) { n[0] = threadIdx.x; return a + b; });   if (threadIdx.x == 0) g[blockIdx.x] = s; }',
  'warps share the storage of a reduction':
    '__global__ void k(int *g, const int *in) {   __shared__ typename cub::WarpReduce<int>::TempStorage t;   int s = cub::WarpReduce<int>(t).Sum(in[threadIdx.x]);   if (threadIdx.x % 32 == 0) g[blockIdx.x * 64 + threadIdx.x] = s; }',
  'a temporary that a call gives is destroyed':
    '__device__ int g; struct L { int v; __device__ ~L() { g = v; } }; __device__ L make() { return L{(int)threadIdx.x}; } __global__ void k(int *x) { make(); }',
  'a temporary is destroyed of which a member is read':
    '__device__ int g; struct L { int v; __device__ ~L() { g = v; } }; __device__ L make() { return L{(int)threadIdx.x}; } __global__ void k(int *x) { int q = make().v; x[threadIdx.x + blockIdx.x * 64] = q; }',
  'a temporary in braces is destroyed':
    '__device__ int g; struct L { int v; __device__ ~L() { g = v; } }; __device__ L make() { return L{(int)threadIdx.x}; } __global__ void k(int *x) { L{(int)threadIdx.x}; }',
  'a temporary is destroyed with its member':
    '__device__ int g; struct L { int v; __device__ ~L() { g = v; } }; __device__ L make() { return L{(int)threadIdx.x}; } struct M { L l; }; __device__ M both() { return M{{(int)threadIdx.x}}; } __global__ void k(int *x) { both(); }',
  'a temporary that a cast makes is destroyed':
    '__device__ int g; struct L { int v; __device__ ~L() { g = v; } }; __device__ L make() { return L{(int)threadIdx.x}; } __global__ void k(int *x) { L l{0}; l.v = threadIdx.x; (void)(L)l; l.v = 0; }',
  'a temporary that is bound to a reference is destroyed':
    '__device__ int g; struct L { int v; __device__ ~L() { g = v; } }; __device__ L make() { return L{(int)threadIdx.x}; } __global__ void k(int *x) { const L &r = make(); }',
  'a temporary is destroyed that is converted to a number':
    '__device__ int g; struct L { int v; __device__ operator int() const { return v; } __device__ ~L() { g = v; } }; __device__ L make() { return L{(int)threadIdx.x}; } __global__ void k(int *x) { int q = make(); }',
  'a temporary is destroyed that is assigned':
    '__device__ int g; struct L { int v; __device__ ~L() { g = v; } }; __device__ L make() { return L{(int)threadIdx.x}; } __global__ void k(int *x) { L l{0}; l = {(int)threadIdx.x}; l.v = 0; }',
  'a parameter without a name is destroyed':
    '__device__ int g; struct L { int v; __device__ ~L() { g = v; } }; __device__ L make() { return L{(int)threadIdx.x}; } __device__ void take(L) {} __global__ void k(int *x) { take({(int)threadIdx.x}); }',
  'an object that a lambda captures by an initializer is destroyed':
    '__device__ int g; struct L { int v; __device__ ~L() { g = v; } }; __device__ L make() { return L{(int)threadIdx.x}; } __global__ void k(int *x) { L l{0}; l.v = threadIdx.x; { auto f = [p = l] { return p.v; }; f(); } l.v = 0; }',
  'the destructor of a temporary is a barrier':
    'struct S { __device__ ~S() { __syncthreads(); } }; __global__ void k(int *x) { if (threadIdx.x < 3) S(); }',
  'the destructor of what a call gives is a barrier':
    'struct S { __device__ ~S() { __syncthreads(); } }; __device__ S make() { return S(); } __global__ void k(int *x) { if (threadIdx.x < 3) make(); }',
  'a function named ref sets a pointer, and the launch passes it':
    'void ref(float *&r, float *q) { r = q; } __global__ void k(float *a, float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; } void h() { float *a, *c; cudaMalloc(&a, 1024); cudaMalloc(&c, 1024); ref(c, a); k<<<1, 32>>>(a, c); }',
  'a function named forward sets a pointer, and the launch passes it':
    'void forward(float *&r, float *q) { r = q; } __global__ void k(float *a, float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; } void h() { float *a, *c; cudaMalloc(&a, 1024); cudaMalloc(&c, 1024); forward(c, a); k<<<1, 32>>>(a, c); }',
  'a function named move sets a pointer, and the launch passes it':
    'void move(float *&r, float *q) { r = q; } __global__ void k(float *a, float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; } void h() { float *a, *c; cudaMalloc(&a, 1024); cudaMalloc(&c, 1024); move(c, a); k<<<1, 32>>>(a, c); }',
  'a function named addressof sets a pointer, and the launch passes it':
    'void addressof(float *&r, float *q) { r = q; } __global__ void k(float *a, float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; } void h() { float *a, *c; cudaMalloc(&a, 1024); cudaMalloc(&c, 1024); addressof(c, a); k<<<1, 32>>>(a, c); }',
  'a lambda sets a pointer by reference, and the launch passes it':
    '__global__ void k(float *a, float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; } void h() { float *a, *c; cudaMalloc(&a, 1024); cudaMalloc(&c, 1024); auto f = [](float *&r, float *q) { r = q; }; f(c, a); k<<<1, 32>>>(a, c); }',
  'a lambda in parentheses sets a pointer by reference, and the launch passes it':
    '__global__ void k(float *a, float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; } void h() { float *a, *c; cudaMalloc(&a, 1024); cudaMalloc(&c, 1024); auto f = [](float *&r, float *q) { r = q; }; (f)(c, a); k<<<1, 32>>>(a, c); }',
  'a lambda that is called at once sets a pointer by reference, and the launch passes it':
    '__global__ void k(float *a, float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; } void h() { float *a, *c; cudaMalloc(&a, 1024); cudaMalloc(&c, 1024); [](float *&r, float *q) { r = q; }(c, a); k<<<1, 32>>>(a, c); }',
  'a prototype takes a pointer by reference, and the launch passes it':
    'void ext(float *&r, float *q); __global__ void k(float *a, float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; } void h() { float *a, *c; cudaMalloc(&a, 1024); cudaMalloc(&c, 1024); ext(c, a); k<<<1, 32>>>(a, c); }',
  'a pointer to a function sets a pointer by reference, and the launch passes it':
    'void two(float *&r, float *q) { r = q; } __global__ void k(float *a, float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; } void h() { float *a, *c; cudaMalloc(&a, 1024); cudaMalloc(&c, 1024); void (*f)(float *&, float *) = two; (*f)(c, a); k<<<1, 32>>>(a, c); }',
  'a function object sets a pointer by reference, and the launch passes it':
    'struct F { void operator()(float *&r, float *q) { r = q; } }; __global__ void k(float *a, float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; } void h() { float *a, *c; cudaMalloc(&a, 1024); cudaMalloc(&c, 1024); F f; f(c, a); k<<<1, 32>>>(a, c); }',
  "an overload takes what a user's operator returns by reference":
    'struct W { int v; __device__ W &operator<<(int k) { v += k; return *this; } __device__ W &operator-() { return *this; } }; __device__ void f(W &w) { w.v = 0; } __device__ void f(const W &) { } __global__ void k(int *g) { W w; w.v = threadIdx.x; f(w << 0); g[w.v] = threadIdx.x; }',
  "an overload takes what a user's unary operator returns by reference":
    'struct W { int v; __device__ W &operator<<(int k) { v += k; return *this; } __device__ W &operator-() { return *this; } }; __device__ void f(W &w) { w.v = 0; } __device__ void f(W &&) { } __global__ void k(int *g) { W w; w.v = threadIdx.x; f(-w); g[w.v] = threadIdx.x; }',
  "a function changes what a chain of a user's operators returns by reference":
    'struct W { int v; __device__ W &operator<<(int k) { v += k; return *this; } __device__ W &operator-() { return *this; } }; __device__ void f(W &w) { w.v = 0; } __global__ void k(int *g) { W w; w.v = threadIdx.x; f((w << 0) << 0); g[w.v] = threadIdx.x; }',
  "a member of what a user's operator returns by reference is assigned":
    'struct W { int v; __device__ W &operator<<(int k) { v += k; return *this; } __device__ W &operator-() { return *this; } }; __global__ void k(int *g) { W w; w.v = threadIdx.x; (w << 0).v = 0; g[w.v] = threadIdx.x; }',
  'a using directive brings a better overload':
    'namespace n { __device__ void u(int &r) { r = 0; } } using namespace n; __device__ void u(const int &) { } __global__ void k(int *g) { int i = threadIdx.x; u(i); g[i] = threadIdx.x; }',
  'a better overload is found through the argument':
    'namespace m { struct T { int v; }; __device__ void z(T &t) { t.v = 0; } } template <class X> __device__ void z(const X &) { } __global__ void k(int *g) { m::T t; t.v = threadIdx.x; z(t); g[t.v] = threadIdx.x; }',
  'a friend in the class is the better overload':
    'struct T { int v; friend __device__ void h(T &t) { t.v = 0; } }; template <class X> __device__ void h(const X &) { } __global__ void k(int *g) { T t; t.v = threadIdx.x; h(t); g[t.v] = threadIdx.x; }',
  'a function of a class template is specialized, declared and defined outside':
    'template <class T> struct A { __device__ int f(); }; template <class T> __device__ int A<T>::f() { return 1; } template <> __device__ int A<float>::f() { return 0; } __global__ void k(int *x) { A<float> a; x[threadIdx.x * a.f()] = threadIdx.x; }',
  'a static function of a class template is specialized':
    'template <class T> struct A { __device__ static int f() { return 1; } }; template <> __device__ int A<float>::f() { return 0; } __global__ void k(int *x) { x[threadIdx.x * A<float>::f()] = threadIdx.x; }',
  'a function of a class template is specialized for a number':
    'template <int N> struct A { __device__ int f(int i) { return i; } }; template <> __device__ int A<4>::f(int) { return 0; } __global__ void k(int *x) { A<4> a; x[a.f(threadIdx.x)] = threadIdx.x; }',
  'a constructor of a class template is specialized':
    'template <class T> struct A { T v; __device__ A(T k) { v = k; } }; template <> __device__ A<int>::A(int) { v = 0; } __global__ void k(int *x) { A<int> a((int)threadIdx.x); x[a.v] = threadIdx.x; }',
  'a destructor of a class template is specialized':
    'template <class T> struct A { int *v; __device__ ~A() {} }; template <> __device__ A<int>::~A() { v[0] = threadIdx.x; } __global__ void k(int *x) { A<int> a; a.v = x; }',
  'a template in a class template is specialized':
    'template <class T> struct A { T v; template <class U> __device__ void set(U i) { v = i; } }; template <> template <class U> __device__ void A<int>::set(U) { v = 0; } __global__ void k(int *x) { A<int> a; a.set(threadIdx.x); x[a.v] = threadIdx.x; }',
  'a function of a class inside a class template is specialized':
    'template <class T> struct A { struct B { __device__ static int f() { return 1; } }; }; template <> __device__ int A<int>::B::f() { return 0; } __global__ void k(int *x) { x[threadIdx.x * A<int>::B::f()] = threadIdx.x; }',
  'a function of a partial specialization is defined outside for a longer type':
    'template <class T> struct A { __device__ int f(int a); }; template <class T> __device__ int A<T>::f(int) { return 1; } template <class T> struct A<T *> { __device__ int f(long a); }; template <class T> __device__ int A<T *>::f(long) { return 0; } __global__ void k(int *x) { A<int *> a; x[threadIdx.x * a.f(1)] = threadIdx.x; }',
  'a conversion operator of a class template is specialized':
    'template <class T> struct A { T v; __device__ operator int() { return v; } }; template <> __device__ A<int>::operator int() { return 0; } __global__ void k(int *x) { A<int> a; a.v = threadIdx.x; x[(int)a] = threadIdx.x; }',
  'a forwarding reference deduces a reference':
    'template <class T> struct R { static const int v = 1; }; template <class T> struct R<T &> { static const int v = 0; }; template <class T> __device__ int f(T &&t) { return R<T>::v; } __global__ void k(int *x) { int i = 0; x[threadIdx.x * f(i)] = threadIdx.x; }',
  'a variable of a forwarded type is a reference':
    'template <class T> __device__ int f(T &&t) { T u = t; u = 0; return t; } __global__ void k(int *x) { int i = 1; x[threadIdx.x * f(i)] = threadIdx.x; }',
  'what a function of a forwarded type returns is a reference':
    'template <class T> __device__ T f(T &&t) { return t; } __global__ void k(int *x) { int i = threadIdx.x; f(i) = 0; x[i] = threadIdx.x; }',
  'a forwarded type is a template argument':
    'template <class T> __device__ int g(T t) { t = 0; return 1; } template <class T> __device__ int f(T &&t) { g<T>(t); return t; } __global__ void k(int *x) { int i = threadIdx.x; x[f(i)] = threadIdx.x; }',
  'wchar_t is taken for int':
    'template <class T, class U> struct same { static const int v = 0; }; template <class T> struct same<T, T> { static const int v = 1; }; __global__ void k(int *x) { x[threadIdx.x * same<wchar_t, int>::v] = threadIdx.x; }',
  'char16_t is taken for a short':
    'template <class T, class U> struct same { static const int v = 0; }; template <class T> struct same<T, T> { static const int v = 1; }; __global__ void k(int *x) { x[threadIdx.x * same<char16_t, unsigned short>::v] = threadIdx.x; }',
  'a function is taken for a pointer to one':
    'template <class T, class U> struct same { static const int v = 0; }; template <class T> struct same<T, T> { static const int v = 1; }; __global__ void k(int *x) { x[threadIdx.x * same<int(int), int(*)(int)>::v] = threadIdx.x; }',
  'two functions are of different types':
    'template <class T, class U> struct same { static const int v = 0; }; template <class T> struct same<T, T> { static const int v = 1; }; __global__ void k(int *x) { x[threadIdx.x * same<int(*)(int), int(*)(float)>::v] = threadIdx.x; }',
  'two sorts of references differ':
    'template <class T, class U> struct same { static const int v = 0; }; template <class T> struct same<T, T> { static const int v = 1; }; __global__ void k(int *x) { x[threadIdx.x * same<int &&, int &>::v] = threadIdx.x; }',
  'a call in a class template finds no member of a dependent base':
    'template <class T> struct B { __device__ int h() { return 1; } }; __device__ int h() { return 0; } template <class T> struct D : B<T> { __device__ int k() { return h(); } }; __global__ void k(int *x) { D<int> d; x[threadIdx.x * d.k()] = threadIdx.x; }',
  'an overloaded && is a barrier':
    'struct S { int v; }; __device__ bool operator&&(S &a, int) { __syncthreads(); return true; } __global__ void k(int *x) { S a; if (threadIdx.x < 3) { bool b = a && 1; } }',
  'an overloaded && changes its operand':
    'struct S { int v; }; __device__ bool operator&&(S &a, int) { a.v = 0; return true; } __global__ void k(int *x) { S a; a.v = threadIdx.x; bool b = a && 1; x[a.v] = threadIdx.x; }',
  'an overloaded || of the class is a barrier':
    'struct S { int v; __device__ bool operator||(int) { __syncthreads(); return true; } }; __global__ void k(int *x) { S a; if (threadIdx.x < 3) { bool b = a || 1; } }',
  'an overloaded && of a namespace is a barrier':
    'namespace n { struct S { int v; }; __device__ bool operator&&(S &a, int) { __syncthreads(); return true; } } __global__ void k(int *x) { n::S a; if (threadIdx.x < 3) { bool b = a && 1; } }',
  'an overloaded & changes its operand':
    'struct S { int v; __device__ int *operator&() { v = 0; return &v; } }; __global__ void k(int *x) { S s; s.v = threadIdx.x; int *p = &s; x[s.v] = threadIdx.x; }',
  'an overloaded comma changes its operand':
    'struct S { int v; __device__ int operator,(int i) { v = 0; return i; } }; __global__ void k(int *x) { S s; s.v = threadIdx.x; s, 3; x[s.v] = threadIdx.x; }',
  'an overloaded comma gives another object':
    'struct S { int v; __device__ S operator,(int) { S r; r.v = 0; return r; } }; __global__ void k(int *x) { S s; s.v = threadIdx.x; x[(s, 3).v] = threadIdx.x; }',
  'a condition changes the object that it converts':
    'struct B { int v; __device__ operator bool() { v = 0; return true; } }; __global__ void k(int *x) { B b; b.v = threadIdx.x; if (b) {} x[b.v] = threadIdx.x; }',
  'a negation changes the object that it converts':
    'struct B { int v; __device__ operator bool() { v = 0; return true; } }; __global__ void k(int *x) { B b; b.v = threadIdx.x; bool q = !b; x[b.v] = threadIdx.x; }',
  'a conditional expression changes the object that it converts':
    'struct B { int v; __device__ operator bool() { v = 0; return true; } }; __global__ void k(int *x) { B b; b.v = threadIdx.x; int q = b ? 1 : 2; x[b.v] = threadIdx.x; }',
  'a loop changes the object that it converts':
    'struct B { int v; __device__ operator bool() { v = 0; return true; } }; __global__ void k(int *x) { B b; b.v = threadIdx.x; while (b) break; x[b.v] = threadIdx.x; }',
  'an operand of && changes the object that it converts':
    'struct B { int v; __device__ operator bool() { v = 0; return true; } }; __global__ void k(int *x) { B b; b.v = threadIdx.x; bool q = b && true; x[b.v] = threadIdx.x; }',
  'a sum changes the object that it converts':
    'struct B { int v; __device__ operator bool() { v = 0; return true; } }; __global__ void k(int *x) { B b; b.v = threadIdx.x; int q = b + 1; x[b.v] = threadIdx.x; }',
  'a switch changes the object that it converts':
    'struct B { int v; __device__ operator int() { return v = 0; } }; __global__ void k(int *x) { B b; b.v = threadIdx.x; switch (b) { default: ; } x[b.v] = threadIdx.x; }',
  'a copy constructor changes what it copies':
    'struct C { int v; __device__ C(int a) : v(a) {} __device__ C(C &o) : v(o.v) { o.v = 0; } }; __global__ void k(int *x) { C s(threadIdx.x); C t = s; x[s.v] = threadIdx.x; }',
  'a copy constructor changes what stands in parentheses':
    'struct C { int v; __device__ C(int a) : v(a) {} __device__ C(C &o) : v(o.v) { o.v = 0; } }; __global__ void k(int *x) { C s(threadIdx.x); C t(s); x[s.v] = threadIdx.x; }',
  'a copy constructor changes what stands in braces':
    'struct C { int v; __device__ C(int a) : v(a) {} __device__ C(C &o) : v(o.v) { o.v = 0; } }; __global__ void k(int *x) { C s(threadIdx.x); C t{s}; x[s.v] = threadIdx.x; }',
  'a move constructor changes what a cast gives':
    'struct M { int v; __device__ M(int a) : v(a) {} __device__ M(M &&o) : v(o.v) { o.v = 0; } }; __device__ M &&pass(M &m) { return static_cast<M &&>(m); } __global__ void k(int *x) { M s(threadIdx.x); M t(static_cast<M &&>(s)); x[s.v] = threadIdx.x; }',
  'a move constructor changes what a function gives':
    'struct M { int v; __device__ M(int a) : v(a) {} __device__ M(M &&o) : v(o.v) { o.v = 0; } }; __device__ M &&pass(M &m) { return static_cast<M &&>(m); } __global__ void k(int *x) { M s(threadIdx.x); M t = pass(s); x[s.v] = threadIdx.x; }',
  'a move constructor changes what a library function gives':
    '#include <utility>\nstruct M { int v; __device__ M(int a) : v(a) {} __device__ M(M &&o) : v(o.v) { o.v = 0; } }; __device__ M &&pass(M &m) { return static_cast<M &&>(m); } __global__ void k(int *x) { M s(threadIdx.x); M t = std::move(s); x[s.v] = threadIdx.x; }',
  'a move constructor changes the argument of a parameter':
    'struct M { int v; __device__ M(int a) : v(a) {} __device__ M(M &&o) : v(o.v) { o.v = 0; } }; __device__ M &&pass(M &m) { return static_cast<M &&>(m); } __device__ void take(M m) {} __global__ void k(int *x) { M s(threadIdx.x); take(static_cast<M &&>(s)); x[s.v] = threadIdx.x; }',
  'an assignment changes what it is given':
    'struct A { int v; __device__ A &operator=(A &o) { v = o.v; o.v = 0; return *this; } }; __global__ void k(int *x) { A s, t; s.v = threadIdx.x; t = s; x[s.v] = threadIdx.x; }',
  'a lambda captures a copy':
    'struct P { int v; __device__ P(int a) : v(a) {} __device__ P(const P &o) { v = 0; } }; __global__ void k(int *x) { P p(threadIdx.x); auto f = [p] { return p.v; }; x[f()] = threadIdx.x; }',
  'what a function refers to is copied':
    'struct P { int v; __device__ P(int a) : v(a) {} __device__ P(const P &o) { v = 0; } }; __device__ P &same(P &p) { return p; } __global__ void k(int *x) { P p(threadIdx.x); P q = same(p); x[q.v] = threadIdx.x; }',
  'a member is copied into braces':
    'struct P { int v; __device__ P(int a) : v(a) {} __device__ P(const P &o) { v = 0; } }; struct Q { P p; }; __global__ void k(int *x) { P p(threadIdx.x); Q q = {p}; x[q.p.v] = threadIdx.x; }',
  'a specialization for long is given a long long':
    'template <class T> __device__ int f(T) { return 0; } template <> __device__ int f<long>(long) { return 1; } __global__ void k(int *x) { x[threadIdx.x * f(1ll)] = threadIdx.x; }',
  'an overload for unsigned long is given an unsigned long long':
    '__device__ int f(unsigned long *) { return 1; } template <class T> __device__ int f(T *) { return 0; } __global__ void k(int *x, unsigned long long *n) { x[threadIdx.x * f(n)] = threadIdx.x; }',
  'a specialization for char is given a signed char':
    'template <class T> __device__ int f(T) { return 0; } template <> __device__ int f<char>(char) { return 1; } __global__ void k(int *x, signed char c) { x[threadIdx.x * f(c)] = threadIdx.x; }',
  'an overload for int is given an enumerator':
    'enum E { A }; __device__ int s(int) { return 1; } template <class T> __device__ int s(T) { return 0; } __global__ void k(int *x) { x[threadIdx.x * s(A)] = threadIdx.x; }',
  'a specialization for int is given an enumeration':
    'enum E { A }; template <class T> __device__ int f(T) { return 0; } template <> __device__ int f<int>(int) { return 1; } __global__ void k(int *x, E e) { x[threadIdx.x * f(e)] = threadIdx.x; }',
  'an enumeration is compared with int':
    'enum E { A }; template <class T, class U> struct same { static const int v = 0; }; template <class T> struct same<T, T> { static const int v = 1; }; __global__ void k(int *x) { x[threadIdx.x * same<E, int>::v] = threadIdx.x; }',
  'a type that is deduced from an enumeration is compared with int':
    'enum E { A }; template <class T, class U> struct same { static const int v = 0; }; template <class T> struct same<T, T> { static const int v = 1; }; template <class T> __device__ int f(T) { return same<T, int>::v; } __global__ void k(int *x, E e) { x[threadIdx.x * f(e)] = threadIdx.x; }',
  'an enumeration is passed on by a template':
    'enum E { A }; __device__ int s(int) { return 1; } template <class T> __device__ int s(T) { return 0; } template <class T> __device__ int f(T t) { return s(t); } __global__ void k(int *x) { x[threadIdx.x * f(A)] = threadIdx.x; }',
};

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine(assetPaths(), () => performance.now());
});
afterAll(() => engine.close());

const options: EngineOptions = {
  kernel: null,
  block: [64, 1, 1],
  grid: [2, 1, 1],
  params: new Map(),
  assumes: [],
  defines: new Map(),
  includeDirs: [],
  warpModel: 'its',
  level: 'grid',
  timeoutSeconds: null,
  repair: false,
};

async function verdictOf(source: string, more: Partial<EngineOptions> = {}): Promise<string> {
  const report = await engine.analyze({
    files: ['k.cu'],
    read: (path) => (path === 'k.cu' ? source : null),
    options: { ...options, ...more },
  });
  return answersOf(report.kernels);
}

test.each(Object.entries(kernels))('%s', async (what, source) => {
  const launched = /no launch is known|launch passes/.test(what);
  expect(await verdictOf(source, launched ? { block: null, grid: null } : {})).toMatch(unproved);
});

test.each([
  'if (t < n) s[t] = t; else g[t] = s[t - 1];',
  'if (t < 16) { if (n > 3) s[t] = t; } else if (n > 4) g[t] = s[t - 16];',
  'switch (t % 3) { case 0: s[t] = t; break; case 1: g[t] = s[t - 1]; break; }',
  'if (t == 5) { s[2] = 3; return; } g[t] = s[2];',
  'for (int i = 0; i < 9; i++) { if (t < 16 && n > i) { s[t] = t; continue; } g[t] = s[t - 16]; }',
])('lanes in lockstep take the sides of a branch in no known order: %s', async (body) => {
  const source = `__global__ void k(int *g, int n) { __shared__ volatile int s[64]; int t = threadIdx.x; ${body} }`;
  expect(await verdictOf(source, { warpModel: 'lockstep', block: [32, 1, 1], grid: [1, 1, 1] })).toMatch(
    /^(?:racy|unknown)$/,
  );
});

test.each(['0', 'blockDim.x == 1', 'n < 3 && n > 5'])(
  'the assumption %s contradicts the launch or itself',
  async (assumption) => {
    expect(await verdictOf('__global__ void k(int *g, int n) { g[0] = threadIdx.x; }', { assumes: [assumption] })).toBe(
      'unknown',
    );
  },
);

test('a publication through fence and atomic is not reported as a confirmed race', async () => {
  const source =
    '__device__ unsigned done; __global__ void k(const float *in, volatile float *part, float *out) { if (threadIdx.x != 0) return; part[blockIdx.x] = in[blockIdx.x]; __threadfence(); if (atomicAdd(&done, 1u) == gridDim.x - 1) { float v = 0; for (int b = 0; b < gridDim.x; b++) v += part[b]; *out = v; } }';
  expect(await verdictOf(source)).toBe('unknown');
});
