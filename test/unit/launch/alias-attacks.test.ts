/**
 * Launches that pass one array twice, or may: none of them may pass for two arrays. And some that never do, which
 * should be seen.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Parser } from '../../../src/parse/tree-sitter.ts';
import { launchesIn, startParser } from './given.ts';

let parser: Parser;
beforeAll(async () => {
  parser = await startParser();
});
afterAll(() => {
  parser.close();
});

/** Whether the two arguments of every launch are said to be two arrays. */
function areApart(host: string): boolean {
  const sites = launchesIn(
    parser,
    `__global__ void k(int *a, const int *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }\n${host}`,
  ).filter((site) => site.kernel === 'k');
  return sites.every(
    (site) =>
      site.nodes.arguments !== null &&
      site.isCut !== true &&
      !site.aliases.some(({ first, second }) => `${first}${second}` === '01'),
  );
}

const attacks: Readonly<Record<string, string>> = {
  'a table of arguments that is assigned':
    'void run(int n) { int *a; cudaMalloc(&a, 4 * n); void *args[2]; args[0] = &a; args[1] = &a; cudaLaunchKernel((void *)k, dim3(1), dim3(64), args, 0, 0); }',
  'a list gives fields past a defaulted constructor':
    'struct S { int *a, *b; S() = default; }; void go(int *x) { S s{x, x}; k<<<1, 64>>>(s.a, s.b); }',
  'a list is the argument of a constructor that stores it twice':
    'struct S { int *a, *b; S(int *x) { a = x; b = x; } }; void go(int *x) { S s{x}; k<<<1, 64>>>(s.a, s.b); }',
  'a list is for a constructor template':
    'struct S { int *a, *b; template <class T> S(T *x, T *y) : a(x), b(y) {} }; void go(int *x) { S s{x, x}; k<<<1, 64>>>(s.a, s.b); }',
  'a list is for a constructor that is defined elsewhere':
    'struct S { int *a, *b; S(int *x, int *y); }; S::S(int *x, int *y) : a(x), b(y) {} void go(int *x) { S s{x, x}; k<<<1, 64>>>(s.a, s.b); }',
  'a returned list is for a constructor':
    'struct S { int *a, *b; S(int *x, int *y); }; S::S(int *x, int *y) : a(x), b(y) {} S make(int *x) { return {x, x}; } void go(int *x) { S s = make(x); k<<<1, 64>>>(s.a, s.b); }',
  'a list is an argument for a constructor':
    'struct S { int *a, *b; S(const S &o) = default; S(int *x, int *y); }; S::S(int *x, int *y) : a(x), b(y) {} void run(S s) { k<<<1, 64>>>(s.a, s.b); } void go(int *x) { run({x, x}); }',
  'a list in a list is for a constructor':
    'struct S { int *a, *b; S(int *x, int *y) : a(x), b(y) {} }; void run(std::vector<S> v) { k<<<1, 64>>>(v[0].a, v[0].b); } void go(int *x) { run({{x, x}}); }',
  'a function of the file is named assign':
    'void assign(int *&a, int *b) { a = b; } void run(int *x, int *y) { x = nullptr; assign(x, y); k<<<1, 64>>>(x, y); }',
  'std::bind gives one pointer twice':
    'void go(int *x, int *y) { k<<<1, 64>>>(x, y); } void run(int *a) { auto f = std::bind(go, a, a); f(); }',
  'objects convert themselves to the pointer that both hold':
    'struct Buf { int *p; Buf(int *q) : p(q) {} operator int *() const { return p; } }; void run(int *a) { Buf x(a), y(a); k<<<1, 64>>>(x, y); }',
  'one object converts itself twice':
    'struct Buf { int *p; operator int *() const { return p; } }; void run(int *a) { Buf x; cudaMalloc(&x.p, 400); k<<<1, 64>>>(x, x); }',
  'a copied object of a class template converts itself':
    'template <class T> struct Buf { T *p; Buf(T *q) : p(q) {} operator T *() { return p; } }; void run(int *a) { Buf<int> x(a); Buf<int> y = x; k<<<1, 64>>>(x, y); }',
  'a copied object of a class that is not seen converts itself':
    'void run(Tensor a) { Tensor b = a; k<<<1, 64>>>(a, b); }',
  'the conversion is that of a base':
    'struct Base { int *p; operator int *() const { return this->p; } }; struct Buf : Base { int n; }; void run(Buf x) { Buf y = x; k<<<1, 64>>>(x, y); }',
  'the conversion is defined elsewhere':
    'struct Buf { int *p; operator int *() const; }; Buf::operator int *() const { return p; } void run(Buf x, Buf y) { x.p = y.p; k<<<1, 64>>>(x, y); }',
  'a function of the file is named cudaMalloc':
    'int *pool; int cudaMalloc(int **p, int n) { *p = pool; return 0; } void run(int *x) { int *a, *b; cudaMalloc(&a, 4); cudaMalloc(&b, 4);  k<<<1, 64>>>(a, b); }',
  'data() gives a static member':
    'struct V { int *d() { return g; } static int *g; int *data() { return g; } }; void run(V a, V b) { k<<<1, 64>>>(a.data(), b.data()); }',
  'a device pointer is a number':
    'void run(size_t a) { CUfunction f; CUmodule m; cuModuleGetFunction(&f, m, "k"); size_t b = a; void *args[] = {&a, &b}; cuLaunchKernel(f, 1, 1, 1, 64, 1, 1, 0, 0, args, 0); }',
  'a device pointer is added to a number':
    'void run() { CUdeviceptr a, b; CUfunction f; CUmodule m; cuMemAlloc(&a, 4); b = 16 + a; cuModuleGetFunction(&f, m, "k"); void *args[] = {&a, &b}; cuLaunchKernel(f, 1, 1, 1, 64, 1, 1, 0, 0, args, 0); }',
  'a number that is an address is added to':
    'void run() { size_t a, b; CUfunction f; CUmodule m; cuMemAlloc(&a, 4); b = 16 + a; cuModuleGetFunction(&f, m, "k"); void *args[] = {&a, &b}; cuLaunchKernel(f, 1, 1, 1, 64, 1, 1, 0, 0, args, 0); }',
  'a device pointer is made from another':
    'void run(CUdeviceptr a) { CUdeviceptr b(a); CUfunction f; CUmodule m; cuModuleGetFunction(&f, m, "k"); void *args[] = {&a, &b}; cuLaunchKernel(f, 1, 1, 1, 64, 1, 1, 0, 0, args, 0); }',
  'a number that is an address is made from another':
    'void run(unsigned long long a) { unsigned long long b(a); CUfunction f; CUmodule m; cuModuleGetFunction(&f, m, "k"); void *args[] = {&a, &b}; cuLaunchKernel(f, 1, 1, 1, 64, 1, 1, 0, 0, args, 0); }',
  'a call operator is given one pointer twice':
    'struct L { void operator()(int *x, int *y) const { k<<<1, 64>>>(x, y); } }; void run(int *a) { L l; l(a, a); }',
  'a call operator of a temporary is given one pointer twice':
    'struct L { void operator()(int *x, int *y) const { k<<<1, 64>>>(x, y); } }; void run(int *a) { L()(a, a); }',
  'a function of the file is named forward':
    'int *forward(int *a) { static int *f = a; return f; } void run(int *x) { int *a, *b; cudaMalloc(&a, 4); cudaMalloc(&b, 4);  k<<<1, 64>>>(forward(a), forward(b)); }',
  'a function of the file is named get':
    'struct P { int *base; int *get() { return base; } }; void run(int *x) { P p, q; p.base = x; q.base = x; k<<<1, 64>>>(p.get(), q.get()); }',
  'a generic lambda is given the kernel': 'void run(int *a) { auto go = [=](auto f) { f<<<1, 64>>>(a, a); }; go(k); }',
  'a function of the file is named malloc':
    'void *malloc(int n) { static char pool[99]; return pool; } void run(int *x) { int *a = (int *)malloc(4), *b = (int *)malloc(4);  k<<<1, 64>>>(a, b); }',
  'a function of the file is named memcpy':
    'void memcpy(int **a, int **b, int n) { *a = *b; } void run(int *x) { int *a, *b; cudaMalloc(&a, 4); cudaMalloc(&b, 4); memcpy(&a, &b, 8);  k<<<1, 64>>>(a, b); }',
  'a function of the file is named like one of CUDA':
    'void cudaCopyPtr(int **a, int *b) { *a = b; } void run(int *x, int *y) { x = x + 0; cudaCopyPtr(&x, y); k<<<1, 64>>>(x, y); }',
  'a constructor is given one pointer twice':
    'struct S { int *p, *q; S(int *a, int *b) : p(a), q(b) {} void go() { k<<<1, 64>>>(p, q); } }; void run(int *a) { S s(a, a); s.go(); }',
  'a method is given one pointer twice':
    'struct S { int *p = nullptr, *q = nullptr; void set(int *a, int *b) { p = a; q = b; } void go() { k<<<1, 64>>>(p, q); } }; void run(int *a) { S s; s.set(a, a); s.go(); }',
  'a function of the file is named min':
    'void min(int *&a, int *b) { a = b; } void run(int *x, int *y) { min(x, y); k<<<1, 64>>>(x, y); }',
  'a lambda is given one pointer twice':
    'void run(int *a) { auto go = [](int *x, int *y) { k<<<1, 64>>>(x, y); }; go(a, a); }',
  'a std::function is given one pointer twice':
    'void run(int *a) { std::function<void(int *, int *)> go = [](int *x, int *y) { k<<<1, 64>>>(x, y); }; go(a, a); }',
  'a lambda is handed on as a std::function':
    'void apply(std::function<void(int *, int *)> f, int *a) { f(a, a); } void run(int *a) { apply([](int *x, int *y) { k<<<1, 64>>>(x, y); }, a); }',
  'a lambda is handed on':
    'template <class F> void apply(F f, int *a) { f(a, a); } void run(int *a) { apply([](int *x, int *y) { k<<<1, 64>>>(x, y); }, a); }',
  'a function of the file is named move':
    'template <class T> T *move(T *a) { static T *first = a; return first; } void run(int *x) { int *a, *b; cudaMalloc(&a, 400); cudaMalloc(&b, 400); k<<<1, 64>>>(move(a), move(b)); }',
  'a pack of arguments holds one pointer twice':
    'template <class K, class... A> void launch(K f, A... args) { f<<<1, 64>>>(args...); } void run(int *a) { launch(k, a, a); }',
  'a pack goes to cudaLaunchKernelEx':
    'template <class... A> void launch(void (*f)(A...), A... args) { cudaLaunchConfig_t c = {}; c.gridDim = 1; c.blockDim = 64; cudaLaunchKernelEx(&c, f, args...); } void run(int *a) { launch<int *, const int *>(k, a, a); }',
  'a forwarded pack holds one pointer twice':
    'template <class... A> void launch(void (*f)(A...), A&&... args) { f<<<1, 64>>>(std::forward<A>(args)...); } void run(int *a) { launch(k, a, a); }',
  'a pack of addresses holds one pointer twice':
    'template <class... A> void launch(void (*f)(A...), A... args) { void *p[] = { (void *)&args... }; cudaLaunchKernel((void *)f, 1, 64, p); } void run(int *a) { launch<int *, const int *>(k, a, a); }',
  'a rotation forgets its last step':
    'void run() { int *a, *b, *c; cudaMalloc(&a, 4); cudaMalloc(&b, 4); cudaMalloc(&c, 4); for (int i = 0; i < 9; i++) { k<<<1, 64>>>(a, b); int *tmp = a; a = b; b = c; c = b; } }',
  'a rotation begins with two that are one':
    'void run() { int *a, *b, *c; cudaMalloc(&a, 4); cudaMalloc(&b, 4); c = a; for (int i = 0; i < 9; i++) { k<<<1, 64>>>(a, b); int *tmp = a; a = b; b = c; c = tmp; } }',
  'a rotation is broken once':
    'void run() { int *a, *b, *c; cudaMalloc(&a, 4); cudaMalloc(&b, 4); cudaMalloc(&c, 4); for (int i = 0; i < 9; i++) { k<<<1, 64>>>(a, b); int *tmp = a; a = b; b = c; c = tmp; if (i == 3) c = a; } }',
  'the launch stands amid a rotation':
    'void run() { int *a, *b, *c; cudaMalloc(&a, 4); cudaMalloc(&b, 4); cudaMalloc(&c, 4); for (int i = 0; i < 9; i++) { int *tmp = a; a = b; k<<<1, 64>>>(a, b); b = c; c = tmp; } }',
  'a function of the file is named swap and only copies':
    'void swap(int *&a, int *&b) { a = b; } void run(int *x) { int *a, *b; cudaMalloc(&a, 400); cudaMalloc(&b, 400); swap(a, b); k<<<1, 64>>>(a, b); }',
  'a template of the file is named swap and only copies':
    'template <class T> void swap(T &a, T &b) { a = b; } void run(int *x) { int *a, *b; cudaMalloc(&a, 400); cudaMalloc(&b, 400); for (int i = 0; i < 4; i++) { k<<<1, 64>>>(a, b); swap(a, b); } }',
  'a method is named swap and only copies':
    'struct S { int *a, *b; void swap() { a = b; } void run() { cudaMalloc(&a, 400); cudaMalloc(&b, 400); swap(); k<<<1, 64>>>(a, b); } };',
  'the kernel stands in a table of structs':
    'typedef void (*Fn)(int *, const int *); struct Task { Fn fn; int n; }; Task tasks[] = { { k, 1 } }; void run(int *a) { tasks[0].fn<<<1, 64>>>(a, a); }',
  'the kernel stands in a map':
    'typedef void (*Fn)(int *, const int *); std::map<int, Fn> table = { { 1, k } }; void run(int *a) { table[1]<<<1, 64>>>(a, a); }',
  'a function returns the kernel':
    'typedef void (*Fn)(int *, const int *); Fn pick() { return k; } void run(int *a) { pick()<<<1, 64>>>(a, a); }',
  'a variable is set to what a function returns, the kernel':
    'typedef void (*Fn)(int *, const int *); Fn pick() { return k; } void run(int *a) { Fn f = pick(); f<<<1, 64>>>(a, a); }',
  'the kernel is pushed onto a vector':
    'typedef void (*Fn)(int *, const int *); std::vector<Fn> fs; void run(int *a) { fs.push_back(k); for (auto f : fs) f<<<1, 64>>>(a, a); }',
  'a function that is not seen is handed this':
    'void fill(struct S *s); struct S { int *p, *q; void go() { cudaMalloc(&p, 4); cudaMalloc(&q, 4); fill(this); k<<<1, 64>>>(p, q); } };',
  'a function that is not seen is handed this of a class template':
    'template <class T> void fill(T *s); template <class T> struct S { T *p, *q; void go() { cudaMalloc(&p, 4); cudaMalloc(&q, 4); fill(this); k<<<1, 64>>>(p, q); } }; void run() { S<int> s; s.go(); }',
  'a function that is not seen takes *this by reference':
    'void fill(struct S &s); struct S { int *p, *q; void go() { cudaMalloc(&p, 4); cudaMalloc(&q, 4); fill(*this); k<<<1, 64>>>(p, q); } }; void run() { S s; s.go(); }',
  'a thread is given one pointer twice':
    'void go(int *x, int *y) { k<<<1, 64>>>(x, y); } void run(int *a) { std::thread t(go, a, a); std::async(go, a, a); }',
  'the kernel is a template argument':
    'template <void (*F)(int *, const int *)> void go(int *a) { F<<<1, 64>>>(a, a); } void run(int *a) { go<k>(a); }',
  'an object of a class template is handed by address':
    'template <class T> struct Pair { T *p, *q; }; void fill(Pair<int> *s); void run() { Pair<int> s; cudaMalloc(&s.p, 4); cudaMalloc(&s.q, 4); fill(&s); k<<<1, 64>>>(s.p, s.q); }',
  'an object of a class template is handed by reference':
    'template <class T> struct Pair { T *p, *q; }; void fill(Pair<int> &s); void run() { Pair<int> s; cudaMalloc(&s.p, 4); cudaMalloc(&s.q, 4); fill(s); k<<<1, 64>>>(s.p, s.q); }',
  'a pointer to a class template is handed on':
    'template <class T> struct Pair { T *p, *q; }; template <class T> void fill(Pair<T> *s); template <class T> void run(Pair<T> *s) { cudaMalloc(&s->p, 4); cudaMalloc(&s->q, 4); fill(s); k<<<1, 64>>>(s->p, s->q); } void go() { Pair<int> s; run(&s); }',
  'this of a class template is handed out of the class':
    'template <class T> struct Pair { T *p, *q; void run(); }; void fill(Pair<int> *s); template <class T> void Pair<T>::run() { cudaMalloc(&this->p, 4); cudaMalloc(&this->q, 4); fill(this); k<<<1, 64>>>(this->p, this->q); } void go() { Pair<int> s; s.run(); }',
  'what was kept before a swap is put back':
    'void run(int *a, int *b, int n) { for (int i = 0; i < n; i++) { int *t = a; if (i & 1) { std::swap(a, b); } a = t; k<<<1, 64>>>(a, b); } }',
  'a constructor gives two members one pointer':
    'struct S { int *a, *b; S(int *x, int *y) : a(x), b(y) {} void run() { k<<<1, 64>>>(a, b); std::swap(a, b); } }; void go(int *x) { S s(x, x); s.run(); }',
  'new gives two members one pointer':
    'struct S { int *a, *b; void run() { k<<<1, 64>>>(a, b); std::swap(a, b); } }; void go(int *x) { S *s = new S{x, x}; s->run(); }',
  'a returned list gives two members one pointer':
    'struct S { int *a, *b; void run() { k<<<1, 64>>>(a, b); std::swap(a, b); } }; S make(int *x) { return {x, x}; } void go(int *x) { make(x).run(); }',
  'the constructor of a base gives two members one pointer':
    'struct B { int *a, *b; B(int *x) { a = x; b = x; } }; struct S : B { S(int *x) : B(x) {} void run() { k<<<1, 64>>>(a, b); std::swap(a, b); } }; void go(int *x) { S s(x); s.run(); }',
  'a setter gives two members one pointer':
    'struct S { int *a, *b; void set(int *x, int *y) { a = x; b = y; } void run() { k<<<1, 64>>>(a, b); std::swap(a, b); } }; void go(int *x) { S s; s.set(x, x); s.run(); }',
  'a method sets a member of this':
    'struct S { int *a, *b; S() { cudaMalloc(&a, 4); cudaMalloc(&b, 4); } void half() { this->a = this->b; } void run() { std::swap(a, b); k<<<1, 64>>>(a, b); } };',
  'a member of an element is set':
    'struct S { int *a, *b; S() { cudaMalloc(&a, 4); cudaMalloc(&b, 4); } void run() { std::swap(a, b); k<<<1, 64>>>(a, b); } }; S s[2]; void half() { s[0].a = s[0].b; }',
  'a launch stands in a function that initializes a variable':
    'int *a, *b; int go() { k<<<1, 64>>>(a, b); return 1; } void run() { cudaMalloc(&a, 4); cudaMalloc(&b, 4); int *t = a; a = b; int r = go(); b = t; }',
  'a launch stands in a function whose result is assigned':
    'int *a, *b; int *go(int *x) { k<<<1, 64>>>(a, b); return x; } void run() { cudaMalloc(&a, 4); cudaMalloc(&b, 4); int *t = a; a = b; b = go(t); }',
  'a list gives two members one pointer':
    'struct S { int *a, *b; void run() { k<<<1, 64>>>(a, b); std::swap(a, b); } }; void go(int *x) { S s{x, x}; s.run(); }',
  'an assigned list gives two members one pointer':
    'struct S { int *a, *b; void run() { k<<<1, 64>>>(a, b); std::swap(a, b); } }; void go(int *x) { S s; s = {x, x}; s.run(); }',
  'a member and a parameter begin as one':
    'struct S { int *m; S(int *x) : m(x) {} void run(int *p) { k<<<1, 64>>>(m, p); std::swap(m, p); } }; void go(int *x) { S s(x); s.run(x); }',
  'a member and a local variable begin as one':
    'struct S { int *m; S(int *x) : m(x) {} void run(int *y) { int *p = y; k<<<1, 64>>>(m, p); std::swap(m, p); } }; void go(int *x) { S s(x); s.run(x); }',
  cudaLaunchKernelExC:
    'void run(int n) { int *a; cudaMalloc(&a, 4 * n); cudaLaunchConfig_t c = {}; c.gridDim = 1; c.blockDim = 64; void *args[] = { &a, &a }; cudaLaunchKernelExC(&c, (const void *)k, args); }',
  'a node of a graph':
    'void run(int n) { int *a; cudaMalloc(&a, 4 * n); cudaGraph_t graph; cudaGraphCreate(&graph, 0); cudaGraphNode_t node; cudaKernelNodeParams p = {}; void *args[] = { &a, &a }; p.func = (void *)k; p.gridDim = dim3(1); p.blockDim = dim3(64); p.kernelParams = args; cudaGraphAddKernelNode(&node, graph, nullptr, 0, &p); }',
  'a node of a graph whose parameters are a list':
    'void run(int n) { int *a; cudaMalloc(&a, 4 * n); int *b; cudaMalloc(&b, 4 * n); cudaGraph_t graph; cudaGraphCreate(&graph, 0); cudaGraphNode_t node; cudaKernelNodeParams p = {(void *)k, dim3(1), dim3(64), 0, nullptr, nullptr}; void *args[2] = { &a, &b }; args[1] = &a; p.kernelParams = args; cudaGraphAddKernelNode(&node, graph, nullptr, 0, &p); }',
  'a node of a graph by its type':
    'void run(int n) { int *a; cudaMalloc(&a, 4 * n); cudaGraph_t graph; cudaGraphCreate(&graph, 0); cudaGraphNode_t node; cudaGraphNodeParams p = {}; void *args[] = { &a, &a }; p.type = cudaGraphNodeTypeKernel; p.kernel.func = (void *)k; p.kernel.gridDim = dim3(1); p.kernel.blockDim = dim3(64); p.kernel.kernelParams = args; cudaGraphAddNode(&node, graph, nullptr, 0, &p); }',
  'a launch of the driver by device pointers':
    'void run(CUmodule m, int n) { CUdeviceptr a; cuMemAlloc(&a, 4 * n); CUfunction f; cuModuleGetFunction(&f, m, "k"); void *args[] = { &a, &a }; cuLaunchKernel(f, 1, 1, 1, 64, 1, 1, 0, 0, args, 0); }',
  'the kernel and one pointer twice go to a function that is not seen':
    'void enqueue(const void *f, int *x, int *y); void run(int n) { int *a; cudaMalloc(&a, 4 * n); enqueue((void *)k, a, a); }',
  'a table of arguments that a helper is given':
    'void launch(void **args, const void *f) { cudaLaunchKernel(f, dim3(1), dim3(64), args, 0, 0); } void run(int n) { int *a; cudaMalloc(&a, 4 * n); void *args[2] = { &a, &a }; launch(args, (void *)k); }',
  hipLaunchKernel:
    'void run(int n) { int *a; hipMalloc(&a, 4 * n); void *args[] = { &a, &a }; hipLaunchKernel((const void *)k, dim3(1), dim3(64), args, 0, 0); }',
  'a module function by its mangled name':
    'void run(hipModule_t m, int n) { int *a; hipMalloc(&a, 4 * n); hipFunction_t f; hipModuleGetFunction(&f, m, "_Z1kPiPKi"); void *args[] = { &a, &a }; hipModuleLaunchKernel(f, 1, 1, 1, 64, 1, 1, 0, 0, args, 0); }',
  'cudaLaunchKernel as a template':
    'void run(int n) { int *a; cudaMalloc(&a, 4 * n); void *args[] = { &a, &a }; cudaLaunchKernel(k, 1, 64, args); }',
  'a function returns the vector that it is given':
    'std::vector<int> &pick(std::vector<int> &x) { return x; } void run() { std::vector<int> v(65); k<<<1, 64>>>(v.data(), pick(v).data()); }',
  'a function returns a reference to the pointer that it is given':
    'int *&pick(int *&x) { return x; } void run(int *v) { k<<<1, 64>>>(v, pick(v)); }',
  'a function returns a constant reference to the vector that it is given':
    'const std::vector<int> &pick(const std::vector<int> &x) { return x; } void run(std::vector<int> &v) { k<<<1, 64>>>(v.data(), pick(v).data()); }',
  'std::tie sets both': 'void run(int *q) { int *x, *y; std::tie(x, y) = std::make_pair(q, q); k<<<1, 64>>>(x, y); }',
  'std::tie is given what a function that is not seen returns':
    'std::pair<int *, int *> both(int *); void run(int *q) { int *x, *y; std::tie(x, y) = both(q); k<<<1, 64>>>(x, y); }',
  'std::tie sets one of two':
    'void run(int *q) { int *x = nullptr; std::tie(x, std::ignore) = both(q); k<<<1, 64>>>(x, q); }',
  'std::tie sets two members':
    'struct S { int *x, *y; }; void run(int *q) { S s; std::tie(s.x, s.y) = std::make_pair(q, q); k<<<1, 64>>>(s.x, s.y); }',
  'std::tie sets an argument':
    'void run(int *q) { int *x = q, *y; std::tie(y, x) = std::make_pair(q, q); k<<<1, 64>>>(x, y); }',
  'an object is copied in parentheses': 'struct Buf { int *p; }; void run(Buf b) { Buf c(b); k<<<1, 64>>>(b.p, c.p); }',
  'what a pointer leads to is copied':
    'struct Buf { int *p; }; void run(Buf *b) { Buf c(*b); k<<<1, 64>>>(b->p, c.p); }',
  'a part of a derived object is copied':
    'struct Buf { int *p; }; struct D : Buf { int n; }; void run(D b) { Buf c(b); k<<<1, 64>>>(b.p, c.p); }',
  'a copy is written as a cast': 'struct Buf { int *p; }; void run(Buf b) { Buf c = Buf(b); k<<<1, 64>>>(b.p, c.p); }',
  'an object of a class template is copied':
    'template <class T> struct Buf { T *p; }; void run(Buf<int> b) { Buf<int> c(b); k<<<1, 64>>>(b.p, c.p); }',
  'one of two is set': 'void run(int *q, int *x, int *y, bool c) { (c ? x : y) = q; k<<<1, 64>>>(x, q); }',
  'a part of a pair is set by std::get':
    'void run(int *q, std::pair<int *, int *> p) { std::get<0>(p) = q; k<<<1, 64>>>(p.first, q); }',
  'a part of a tuple is set by std::get':
    'void run(int *q, std::tuple<int *, int *> p) { std::get<0>(p) = q; k<<<1, 64>>>(std::get<0>(p), q); }',
  'operator-> leads to the member':
    'struct I { int *p; }; struct B { I *i; I *operator->() { return i; } }; void run(B b) { k<<<1, 64>>>(b->p, b.i->p); }',
  'operator[] gives one pointer for all':
    'struct B { int *p; int *operator*() { return p; } int *operator()() { return p; } int *operator[](int) { return p; } }; void run(B b) { k<<<1, 64>>>(b[0], b[1]); }',
  'operator* gives a member':
    'struct B { int *p; int *operator*() { return p; } int *operator()() { return p; } int *operator[](int) { return p; } }; void run(B b) { k<<<1, 64>>>(*b, b.p); }',
  'the constructor of a base is given the pointer':
    'struct B { int *p; B(int *x) : p(x) {} }; struct S : B { int *q; S(int *x) : B(x), q(x) {} }; void run(int *z) { S s(z); k<<<1, 64>>>(s.p, s.q); }',
  'an address is hidden in a number':
    'void run(int *q, int *r) { size_t u = (size_t)q ^ (size_t)r; int *x = (int *)(u ^ (size_t)r); k<<<1, 64>>>(x, q); }',
  'one object, by -> and by [0]': 'struct Buf { int *p; }; void run(Buf *b) { k<<<1, 64>>>(b->p, b[0].p); }',
  'an object is set to what a pointer leads to':
    'struct Buf { int *p; }; void run(Buf *b) { Buf c; c = *b; k<<<1, 64>>>(c.p, b->p); }',
  'a constructor copies a member of another class':
    'struct Other { int *p; }; struct Buf { int *p; Buf(const Other &o) : p(o.p) {} }; void run(Other o) { Buf c(o); k<<<1, 64>>>(c.p, o.p); }',
  'an object converts itself in a sum':
    'struct B { int *p; operator int *() { return p; } }; void run(B b) { k<<<1, 64>>>(b + 0, b.p); }',
  'an object converts itself where a pointer is made':
    'struct B { int *p; operator int *() { return p; } }; void run(B b) { int *x = b; k<<<1, 64>>>(x, b.p); }',
  'an object converts itself for a parameter':
    'struct B { int *p; operator int *() { return p; } }; void go(int *x, int *y) { k<<<1, 64>>>(x, y); } void run(B b) { go(b, b.p); }',
  'an object converts itself in a cast':
    'struct B { int *p; operator int *() { return p; } }; void run(B b) { k<<<1, 64>>>((int *)b, b.p); }',
  'an object converts itself before [0]':
    'struct B { int *p; operator int *() { return p; } }; void run(B b) { k<<<1, 64>>>(&b[0], b.p); }',
  'half a swap is skipped':
    'void run(int *x, int *y, int n) { for (int i = 0; i < n; i++) { k<<<1, 64>>>(x, y); int *t = x; if (i > 2) t = y; x = y; y = t; } }',
  'std::bind keeps one argument for later':
    'void go(int *a, int *b) { k<<<1, 64>>>(a, b); } void run(int *h, int *g) { auto f = std::bind(go, h, std::placeholders::_1); f(h); }',
  'an object is copied by its bytes':
    'struct Buf { int *p; int *q; }; void run(Buf b) { Buf c; memcpy(&c, &b, sizeof b); k<<<1, 64>>>(b.p, c.p); }',
  'a pointer is moved on beside a copy':
    'void run(int *x, int n) { int *z = x; int *y = nullptr; for (int i = 0; i < n; i++) { y = z; x += 1; k<<<1, 64>>>(x, y); } }',
  'one assignment in another':
    'void run(int *q, int *r, int *x, int *y, int n) { for (int i = 0; i < n; i++) { k<<<1, 64>>>(x, y); y = r; x = (y = q); } }',
  'an allocator out of sight is given the memory that it hands out':
    'int *pool_alloc(int *pool, int n); void run(int *x) { int *a = pool_alloc(x, 4), *b = pool_alloc(x, 4); k<<<1,64>>>(a, b); }',
  'an allocator out of sight maps a pointer that it is given':
    'void host_alloc_map(int **d, int *h); void run(int *h) { int *a; host_alloc_map(&a, h); k<<<1,64>>>(a, h); }',
  'an allocator that is declared to return a reference':
    'Buf &dev_alloc(int); void run() { k<<<1,64>>>(dev_alloc(4).data(), dev_alloc(4).data()); }',
  'members of objects that an allocator out of sight returns':
    'void run() { auto a = dev_alloc(4); auto b = dev_alloc(4); k<<<1,64>>>(a.p, b.p); }',
  'an allocator that says that it keeps': 'void run() { k<<<1,64>>>(cached_alloc("a"), cached_alloc("a")); }',
  'a condition is handed to a function of a namespace that another declaration seems to be of':
    'void flip(int c); void run(bool c) { int *x, *y, *z, *p, *q; cudaMalloc(&x, 4); cudaMalloc(&y, 4); p = x; q = x; if (c) { p = y; } m::flip(c); if (c) k<<<1,64>>>(p, x); }',
  'a condition of a volatile variable, asked twice':
    'void run(volatile bool c) { int *x, *y, *z, *p, *q; cudaMalloc(&x, 4); cudaMalloc(&y, 4); p = x; q = x; if (c) { p = y; } if (c) k<<<1,64>>>(p, x); }',
  'a condition of an object that converts itself, asked twice':
    'struct Flip { int n; operator bool() { return n++ & 1; } }; void run(Flip c) { int *x, *y, *z, *p, *q; cudaMalloc(&x, 4); cudaMalloc(&y, 4); p = x; q = x; if (c) { p = y; } if (c) k<<<1,64>>>(p, x); }',
  'a condition of an object of a class that is not seen, asked twice':
    'void run(Gen c) { int *x, *y, *z, *p, *q; cudaMalloc(&x, 4); cudaMalloc(&y, 4); p = x; q = x; if (c) { p = y; } if (c) k<<<1,64>>>(p, x); }',
  'a comparison of an object, asked twice':
    'struct Flip { int n; bool operator==(int) { return n++ & 1; } }; void run(Flip c) { int *x, *y, *z, *p, *q; cudaMalloc(&x, 4); cudaMalloc(&y, 4); p = x; q = x; if (c == 1) { p = y; } if (c == 1) k<<<1,64>>>(p, x); }',
  'an atomic condition, asked twice':
    'void run() { int *x, *y, *z, *p, *q; cudaMalloc(&x, 4); cudaMalloc(&y, 4); p = x; q = x; std::atomic<bool> c; if (c) { p = y; } if (c) k<<<1,64>>>(p, x); }',
  'a condition that is a reference by an alias':
    'using Ref = bool &; void run(bool u) { int *x, *y, *z, *p, *q; cudaMalloc(&x, 4); cudaMalloc(&y, 4); p = x; q = x; Ref c = u; if (c) { p = y; } u = !u; if (c) k<<<1,64>>>(p, x); }',
  'a condition that is a reference by decltype(auto)':
    'void run(bool u) { int *x, *y, *z, *p, *q; cudaMalloc(&x, 4); cudaMalloc(&y, 4); p = x; q = x; decltype(auto) c = (u); if (c) { p = y; } u = !u; if (c) k<<<1,64>>>(p, x); }',
  'a condition that is a reference by decltype':
    'void run(bool u) { int *x, *y, *z, *p, *q; cudaMalloc(&x, 4); cudaMalloc(&y, 4); p = x; q = x; decltype((u)) c = u; if (c) { p = y; } u = !u; if (c) k<<<1,64>>>(p, x); }',
  'a condition that is a parameter by an alias of a reference':
    'bool G; using Ref = bool &; void run(Ref c) { int *x, *y, *z, *p, *q; cudaMalloc(&x, 4); cudaMalloc(&y, 4); p = x; q = x; if (c) { p = y; } G = !G; if (c) k<<<1,64>>>(p, x); }',
  'a condition that is a parameter of a type that is given as a reference':
    'template <class T> void run(T c) { int *x, *y, *p; cudaMalloc(&x, 4); cudaMalloc(&y, 4); p = x; if (c) { p = y; } G = !G; if (c) k<<<1,64>>>(p, x); } bool G; void go() { run<bool &>(G); }',
  'a condition that outlives the call':
    'void flip(); void run() { int *x, *y, *z, *p, *q; cudaMalloc(&x, 4); cudaMalloc(&y, 4); p = x; q = x; thread_local bool G; if (G) { p = y; } flip(); if (G) k<<<1,64>>>(p, x); }',
  'a label stands between an assignment and the launch':
    'void run(int n) { int *x, *y, *z, *p, *q; cudaMalloc(&x, 4); cudaMalloc(&y, 4); p = x; q = x; switch (n) { case 1: { p = x; { p = y; case 0: ; } k<<<1,64>>>(p, x); } } }',
  'a label stands in the second of two branches':
    'void run(int n, bool c) { int *x, *y, *z, *p, *q; cudaMalloc(&x, 4); cudaMalloc(&y, 4); p = x; q = x; switch (n) { case 0: if (c) { p = y; } if (c) { case 1: k<<<1,64>>>(p, x); } } }',
  'a label stands in the first of two branches':
    'void run(int n, bool c) { int *x, *y, *z, *p, *q; cudaMalloc(&x, 4); cudaMalloc(&y, 4); p = x; q = x; switch (n) { case 0: if (c) { p = y; case 2: ; } if (c) { k<<<1,64>>>(p, x); } } }',
  'a condition is handed on by an alias of a reference':
    'using Ref = bool &; void flip(Ref c); void run(bool c) { int *x, *y, *z, *p, *q; cudaMalloc(&x, 4); cudaMalloc(&y, 4); p = x; q = x; if (c) { p = y; } flip(c); if (c) k<<<1,64>>>(p, x); }',
  'a condition is handed on as a reference that is given explicitly':
    'template <class T> void flip(T c); void run(bool c) { int *x, *y, *z, *p, *q; cudaMalloc(&x, 4); cudaMalloc(&y, 4); p = x; q = x; if (c) { p = y; } flip<bool &>(c); if (c) k<<<1,64>>>(p, x); }',
  'a pointer is handed on by an alias of a reference':
    'using R = int *&; void flip(R c, int *d); void run() { int *x, *y, *z, *p, *q; cudaMalloc(&x, 4); cudaMalloc(&y, 4); p = x; q = x; q = y; flip(q, x); k<<<1,64>>>(q, x); }',
  'a pointer is handed to a function of a namespace that another declaration seems to be of':
    'void run() { int *x, *y, *z, *p, *q; cudaMalloc(&x, 4); cudaMalloc(&y, 4); p = x; q = x; void flip(int *, int *); q = y; s::flip(q, x); k<<<1,64>>>(q, x); }',
  'a pointer is handed on as a reference that a class template is given':
    'template <class T> struct F { static void flip(T c, int *d); }; void run() { int *x, *y, *z, *p, *q; cudaMalloc(&x, 4); cudaMalloc(&y, 4); p = x; q = x; q = y; F<int *&>::flip(q, x); k<<<1,64>>>(q, x); }',
  'a pointer is set through an alias of a reference':
    'using R = int *&; void run(int *x, int *y) { R t = x; t = y; k<<<1,64>>>(x, y); }',
  'a member is set through an object that is a reference by an alias':
    'struct S { int *p; }; typedef S &R; void run(S s, S u) { R t = s; t.p = u.p; k<<<1,64>>>(s.p, u.p); }',
  'a member is set through an object that is a reference by decltype(auto)':
    'struct S { int *p; }; void run(S s, S u) { decltype(auto) t = (s); t.p = u.p; k<<<1,64>>>(s.p, u.p); }',
  'a member is set through an object that is a reference by decltype':
    'struct S { int *p; }; void run(S s, S u) { decltype((s)) t = s; t.p = u.p; k<<<1,64>>>(s.p, u.p); }',
  'a member is set through a parameter of a type that is given as a reference':
    'struct S { int *p; }; template <class T> void set(T t, int *q) { t.p = q; } void run(S s, S u) { set<S &>(s, u.p); k<<<1,64>>>(s.p, u.p); }',
  'a member is set through a parameter that is a reference by an alias':
    'struct S { int *p; }; typedef S &R; void set(R t, int *q) { t.p = q; } void run(S s, S u) { set(s, u.p); k<<<1,64>>>(s.p, u.p); }',
  'a member is set through a structured binding':
    'struct S { int *p, *q; }; void run(S s, int *y) { auto &[a, b] = s; a = y; k<<<1,64>>>(s.p, y); }',
  'a member is set through a structured binding that is handed on':
    'struct S { int *p, *q; }; void set(int *&x, int *y) { x = y; } void run(S s, int *y) { auto &[a, b] = s; set(b, y); k<<<1,64>>>(s.q, y); }',
  'a constructor gives two members what callers out of sight give it':
    'struct S { int *a, *b; S(int *x) : a(x), b(x) {} }; S make(int *x) { return S(x); } void run(S s) { k<<<1,64>>>(s.a, s.b); }',
  'an object from elsewhere is built again in its place':
    'struct S { int *a, *b; S() {} S(int *x, int n) : a(x), b(x) {} void re(int *x) { new (this) S(x, 1); } }; void run(S s, int *x) { s.re(x); k<<<1,64>>>(s.a, s.b); }',
  'an object from elsewhere sets all of itself':
    'struct S { int *a, *b; S() {} S(int *x, int n) : a(x), b(x) {} void re(int *x) { *this = S(x, 1); } }; void run(S s, int *x) { s.re(x); k<<<1,64>>>(s.a, s.b); }',
  'a constructor copies one member to two':
    'struct S { int *a, *b; S(const S &o) : a(o.a), b(o.a) {} }; void run(S s) { S t = s; k<<<1,64>>>(t.a, t.b); }',
  'a constructor that copies one member to two made what callers out of sight give':
    'struct S { int *a, *b; S(const S &o) : a(o.a), b(o.a) {} }; void run(S s) { k<<<1,64>>>(s.a, s.b); }',
  'a constructor moves one member to two':
    'struct S { int *a, *b; S(S &&o) : a(o.b), b(o.b) {} }; void run(S s) { S t = std::move(s); k<<<1,64>>>(t.a, t.b); }',
  'a constructor template copies one member to two':
    'template <class T> struct S { T *a, *b; S(T *x, int n) : a(x), b(x) {} template <class U> S(const S<U> &o) : a((T*)o.a), b((T*)o.a) {} }; void run(S<int> s) { k<<<1,64>>>(s.a, s.b); } void go(S<float> s) { run(s); }',
};

it.each(Object.entries(attacks))('may be one array: %s', (_what, host) => {
  expect(areApart(host)).toBe(false);
});

const harmless: Readonly<Record<string, string>> = {
  'a lambda allocates through a reference':
    'void run() { int *a, *b; auto alloc = [&](int *&p, int n) { cudaMalloc(&p, n); }; alloc(a, 4); alloc(b, 4); k<<<1, 64>>>(a, b); }',
  'occupancy is asked for':
    'void run(int *a, int *b) { int n; cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, k, 64, 0); k<<<n, 64>>>(a, b); }',
  'objects convert themselves to pointers of their own':
    'struct Buf { int *p; Buf(int n) { cudaMalloc(&p, n); } operator int *() const { return p; } }; void run() { Buf x(4), y(4); k<<<1, 64>>>(x, y); }',
  'objects of a class that is not seen convert themselves': 'void run(Tensor a, Tensor b) { k<<<1, 64>>>(a, b); }',
  'different device pointers':
    'void run() { CUdeviceptr a, b; CUfunction f; CUmodule m; cuMemAlloc(&a, 4); cuMemAlloc(&b, 4); cuModuleGetFunction(&f, m, "k"); void *args[] = {&a, &b}; cuLaunchKernel(f, 1, 1, 1, 64, 1, 1, 0, 0, args, 0); }',
  'a table of different pointers, and the kernel in other calls':
    'void run() { int *a, *b; cudaMalloc(&a, 4); cudaMalloc(&b, 4); void *args[] = { &a, &b }; cudaLaunchKernel((void *)k, 1, 64, args, 0, 0); cudaFuncSetAttribute(k, 1, 1); }',
  'a helper allocates members':
    'struct S { int *p, *q; int n; }; void init(S *s) { cudaMalloc(&s->p, 4); cudaMalloc((void **)&s->q, 4); } void run() { S s; init(&s); k<<<1, 64>>>(s.p, s.q); }',
  'a helper returns what it allocates':
    'int *make(int n) { int *p; cudaMalloc(&p, n); return p; } void run() { int *a = make(4), *b = make(8); k<<<1, 64>>>(a, b); }',
  'a helper template allocates':
    'template <class T> void make(T **p, int n) { cudaMalloc((void **)p, n); } void run() { int *a, *b; make(&a, 4); make(&b, 4); k<<<1, 64>>>(a, b); }',
  'a node of a graph with different pointers':
    'void run() { int *a, *b; cudaMalloc(&a, 4); cudaMalloc(&b, 4); void *args[] = { &a, &b }; cudaKernelNodeParams p = {0}; p.func = (void *)k; p.gridDim = dim3(1); p.blockDim = dim3(64, 1, 1); p.kernelParams = (void **)args; p.extra = NULL; cudaGraph_t g; cudaGraphNode_t n; cudaGraphAddKernelNode(&n, g, NULL, 0, &p); }',
  'an object is set up before its members are allocated':
    'struct S { int *p, *q; int n; }; void init(S *s) { s->n = 0; s->p = nullptr; s->q = nullptr; } void run() { S s; init(&s); cudaMalloc(&s.p, 4); cudaMalloc(&s.q, 4); k<<<1, 64>>>(s.p, s.q); }',
  'a pack of different pointers':
    'template <class K, class... A> void launch(K f, A... args) { f<<<1, 64>>>(args...); } void run(int *a, int *b) { launch(k, a, b); }',
  'members are rotated':
    'struct S { int *a, *b, *c; void step() { int *tmp = a; a = b; b = c; c = tmp; } void run() { cudaMalloc(&a, 4); cudaMalloc(&b, 4); cudaMalloc(&c, 4); k<<<1, 64>>>(a, b); step(); } };',
  'variables are rotated':
    'void run() { int *a, *b, *c; cudaMalloc(&a, 4); cudaMalloc(&b, 4); cudaMalloc(&c, 4); for (int i = 0; i < 9; i++) { k<<<1, 64>>>(a, b); int *tmp = a; a = b; b = c; c = tmp; } }',
  'a swap without braces':
    'void run() { int *a, *b, *c; cudaMalloc(&a, 4); cudaMalloc(&b, 4); cudaMalloc(&c, 4); for (int i = 0; i < 9; i++) { k<<<1, 64>>>(a, b); if (i % 3) std::swap(b, c); } }',
  'a swap of the file is read':
    'template <class T> void Swap(T &a, T &b) { T t = a; a = b; b = t; } void run(int *x) { int *a, *b; cudaMalloc(&a, 400); cudaMalloc(&b, 400); for (int i = 0; i < 4; i++) { k<<<1, 64>>>(a, b); Swap(a, b); } }',
  'a swap in a branch':
    'void run(int n) { int *a, *b; cudaMalloc(&a, 4); cudaMalloc(&b, 4); for (int i = 0; i < n; i++) { k<<<1, 64>>>(a, b); if (i != n - 1) { int *t = a; a = b; b = t; } } }',
  'a table of kernels':
    'typedef void (*Fn)(int *, const int *); Fn fs[] = { k }; void run(int *a, int *b) { fs[0]<<<1, 64>>>(a, b); }',
  'a template argument with different pointers':
    'template <void (*F)(int *, const int *)> void go(int *a, int *b) { F<<<1, 64>>>(a, b); } void run(int *a, int *b) { go<k>(a, b); }',
};

it.each(Object.entries(harmless))('are two arrays: %s', (_what, host) => {
  expect(areApart(host)).toBe(true);
});
