/**
 * Further kernels of the kind of never-proved-language.ts: unions, bindings, initialization, lookup. None may be called
 * race-free.
 */
export const moreLanguageKernels: Readonly<Record<string, string>> = {
  'braces as an argument':
    'struct S { int v; __device__ S(int x, int y) : v(x / y) {} }; __device__ int f(const S &s) { return s.v; } __global__ void k(int *g) { int t = threadIdx.x; g[f({t, 2})] = t; }',
  'braces as a member':
    'struct S { int v; __device__ S(int x, int y) : v(x / y) {} }; struct P { S s; int w; }; __global__ void k(int *g) { int t = threadIdx.x; P p{ {t, 2}, 0}; g[p.s.v] = t; }',
  'braces with one item':
    'struct S { int v; __device__ S(int x) : v(x / 2) {} }; __device__ int f(S s) { return s.v; } __global__ void k(int *g) { int t = threadIdx.x; g[f({t})] = t; }',
  'braces without items':
    'struct S { int v; __device__ S() : v(threadIdx.x / 2) {} }; __device__ int f(S s) { return s.v; } __global__ void k(int *g) { g[f({})] = threadIdx.x; }',
  'braces that are written through':
    'struct S { int v; __device__ S(int &x, int y) : v(y) { x = 0; } }; __device__ int f(S s) { return s.v; } __global__ void k(int *g) { int t = threadIdx.x; f({t, 1}); g[t] = threadIdx.x; }',
  'braces for a reference by another name':
    'using Ref = int &; struct I { int *r; __device__ I(Ref a, int b) : r(&a) { *r = b / 2; } }; struct J { I i; int z; }; __device__ void f(const J &) {} __global__ void k(int *g) { int t = threadIdx.x, x = t; f({ {x, t}, 1}); g[x] = t; }',
  'member without an address of its own':
    'struct E {}; struct S { [[no_unique_address]] E e; int v; }; __global__ void k(int *g) { S *p = (S *)g; int t = threadIdx.x; p[t].v = t; g[2 * t] = t; }',
  'empty parts of one class':
    'struct E {}; struct S : E { E e; char c; }; __global__ void k(int *g) { int t = threadIdx.x; g[t * 2 / (int)sizeof(S)] = t; }',
  'union pun':
    'union U { float f; int i; }; __global__ void k(int *g) { U u; u.f = 0.0f; g[threadIdx.x * u.i] = threadIdx.x; }',
  'union bytes':
    'union U { int i; char c[4]; }; __global__ void k(int *g) { U u; u.i = 256; g[threadIdx.x * u.c[0]] = threadIdx.x; }',
  'anonymous union':
    'struct S { union { int i; char c; }; }; __global__ void k(int *g) { S s; s.i = 256; g[threadIdx.x * s.c] = threadIdx.x; }',
  'bit-field signed':
    'struct S { int b : 1; }; __global__ void k(int *g) { S s; s.b = 1; g[threadIdx.x * (s.b + 1)] = threadIdx.x; }',
  'bit-field overflow':
    'struct S { unsigned b : 2; }; __global__ void k(int *g) { S s; s.b = 4; g[threadIdx.x * s.b] = threadIdx.x; }',
  'bit-field neighbours':
    'struct S { unsigned a : 4, b : 4; }; __global__ void k(S *s) { if (threadIdx.x == 0) s->a = 1; if (threadIdx.x == 1) s->b = 2; }',
  'structured bindings reference':
    'struct P { int a, b; }; __global__ void k(int *g) { P p{1, 1}; auto &[x, y] = p; x = 0; g[threadIdx.x * p.a] = threadIdx.x; }',
  'structured bindings copy':
    'struct P { int a, b; }; __global__ void k(int *g) { P p{0, 1}; auto [x, y] = p; p.a = 1; g[threadIdx.x * x] = threadIdx.x; }',
  'structured bindings array':
    '__global__ void k(int *g) { int a[2] = {1, 0}; auto [x, y] = a; g[threadIdx.x * y] = threadIdx.x; }',
  'tuple like':
    '#include <utility>\nstruct T { int a, b; template <int I> __device__ int get() const { return 0; } }; namespace std { template <> struct tuple_size<T> { static const size_t value = 2; }; template <size_t I> struct tuple_element<I, T> { using type = int; }; } __global__ void k(int *g) { T t{1, 1}; auto [x, y] = t; g[threadIdx.x * x] = threadIdx.x; }',
  'range for modifies':
    '__global__ void k(int *g) { int a[2] = {1, 1}; for (auto &x : a) x = 0; g[threadIdx.x * a[1]] = threadIdx.x; }',
  'range for init':
    '__global__ void k(int *g) { int s = 0; for (int i = 0; int x : {1, 2}) { s += x; } g[threadIdx.x * (s - 3)] = threadIdx.x; }',
  'range for own begin':
    'struct R { int a[2]; __device__ const int *begin() const { return a; } __device__ const int *end() const { return a + 1; } }; __global__ void k(int *g) { R r{{1, 5}}; int s = 0; for (int x : r) s += x; g[threadIdx.x * (s - 1)] = threadIdx.x; }',
  'range for ADL begin':
    'namespace n { struct R { int a[2]; }; __device__ int *begin(R &r) { return r.a; } __device__ int *end(R &r) { return r.a + 1; } } __global__ void k(int *g) { n::R r{{1, 5}}; int s = 0; for (int x : r) s += x; g[threadIdx.x * (s - 1)] = threadIdx.x; }',
  'init statement if':
    '__global__ void k(int *g) { int v = 1; if (int v = 0; v == 0) { g[threadIdx.x * v] = threadIdx.x; } }',
  'init statement switch':
    '__global__ void k(int *g) { int v = 1; switch (int v = 2; v - 2) { case 0: g[threadIdx.x * (v - 2)] = threadIdx.x; break; default: g[threadIdx.x] = v; } }',
  'condition variable':
    '__global__ void k(int *g) { int v = 1; if (int v = 5) g[threadIdx.x * (v - 5)] = threadIdx.x; }',
  'static local': '__global__ void k(int *g) { static __device__ int n; n = threadIdx.x; }',
  'variable template value':
    'template <int N> constexpr int v = N * 2; template <> constexpr int v<3> = 0; __global__ void k(int *g) { g[threadIdx.x * v<3>] = threadIdx.x; }',
  'variable template partial':
    'template <class T, int N> constexpr int v = 1; template <class T> constexpr int v<T, 2> = 0; __global__ void k(int *g) { g[threadIdx.x * v<int, 2>] = threadIdx.x; }',
  'alignas sizeof':
    'struct alignas(8) S { int a; }; __global__ void k(int *g) { g[threadIdx.x * (sizeof(S) - 8)] = threadIdx.x; }',
  'alignas member':
    'struct S { char c; alignas(16) int a; }; __global__ void k(int *g) { g[threadIdx.x * (sizeof(S) - 32)] = threadIdx.x; }',
  'alignas expression':
    'struct alignas(sizeof(double) * 2) S { int a; }; __global__ void k(int *g) { g[threadIdx.x * (sizeof(S) - 16)] = threadIdx.x; }',
  'pointer to member':
    'struct S { int a, b; }; __global__ void k(int *g) { S s{1, 0}; int S::*p = &S::b; g[threadIdx.x * s.*p] = threadIdx.x; }',
  'pointer to member arrow':
    'struct S { int a, b; }; __global__ void k(int *g) { S s{1, 0}; S *q = &s; int S::*p = &S::b; q->*p = 0; g[threadIdx.x * s.b] = threadIdx.x; }',
  'pointer to member function':
    'struct S { __device__ int f() { return 0; } __device__ int h() { return 1; } }; __global__ void k(int *g) { S s; int (S::*p)() = &S::f; g[threadIdx.x * (s.*p)()] = threadIdx.x; }',
  'pointer to member store':
    'struct S { int a, b; }; __global__ void k(int *g) { S s{1, 1}; int S::*p = &S::a; s.*p = 0; g[threadIdx.x * s.a] = threadIdx.x; }',
  'reference to array element':
    '__global__ void k(int *g) { int a[2] = {1, 1}; int &r = a[0]; r = 0; g[threadIdx.x * a[0]] = threadIdx.x; }',
  'reference to element index changes':
    '__global__ void k(int *g) { int a[2] = {1, 1}; int i = 0; int &r = a[i]; i = 1; r = 0; g[threadIdx.x * a[0]] = threadIdx.x; }',
  'reference to array':
    '__global__ void k(int *g) { int a[2] = {1, 1}; int (&r)[2] = a; r[1] = 0; g[threadIdx.x * a[1]] = threadIdx.x; }',
  'nested lambdas':
    '__global__ void k(int *g) { int x = 1; auto f = [&x](int v) { auto h = [&x, v]() mutable { x = v; v = 5; }; h(); return v; }; int r = f(0); g[threadIdx.x * (x + r)] = threadIdx.x; }',
  'mutable lambda state':
    '__global__ void k(int *g) { auto f = [n = 1]() mutable { return n--; }; f(); g[threadIdx.x * f()] = threadIdx.x; }',
  'lambda copy has own state':
    '__global__ void k(int *g) { auto f = [n = 1]() mutable { return n--; }; auto h = f; h(); int z = h(); g[threadIdx.x * z] = threadIdx.x; }',
  'generic lambda':
    "__global__ void k(int *g) { auto f = [](auto x) { return sizeof(x); }; g[threadIdx.x * (f('a') - 1)] = threadIdx.x; }",
  'generic lambda decltype':
    '__global__ void k(int *g) { int one = 1; auto f = [](auto &x) { decltype(x) y = x; y = 0; }; f(one); g[threadIdx.x * one] = threadIdx.x; }',
  'generic lambda template':
    '__global__ void k(int *g) { auto f = []<class T>(T x) { return sizeof(T); }; g[threadIdx.x * (f((short)1) - 2)] = threadIdx.x; }',
  'lambda this capture':
    'struct S { int v; __device__ void go(int *g) { auto f = [this] { v = 0; }; f(); g[threadIdx.x * v] = threadIdx.x; } }; __global__ void k(int *g) { S s{1}; s.go(g); }',
  'lambda star this capture':
    'struct S { int v; __device__ void go(int *g) { auto f = [*this] { return v; }; v = 1; g[threadIdx.x * f()] = threadIdx.x; } }; __global__ void k(int *g) { S s{0}; s.go(g); }',
  'lambda conversion to pointer':
    '__global__ void k(int *g) { int (*f)(int) = [](int x) { return x - 1; }; g[threadIdx.x * f(1)] = threadIdx.x; }',
  'recursive generic lambda':
    '__global__ void k(int *g) { auto f = [](auto self, int n) -> int { return n == 0 ? 0 : self(self, n - 1); }; g[threadIdx.x * f(f, 3)] = threadIdx.x; }',
  'macro redefines keyword':
    '#define const\n#define int short\n__global__ void k(int *g) { const int x = 1; x = 0; g[threadIdx.x * x] = threadIdx.x; }',
  'macro redefines if':
    '#define if(x) if (!(x))\n__global__ void k(int *g) { if (threadIdx.x > 5) g[0] = threadIdx.x; }',
  'macro redefines int to long':
    '#define int long long\n__global__ void k(int *g) { int x = 1LL << 32; g[threadIdx.x * (x >> 32) - threadIdx.x] = threadIdx.x; }',
  'digraph index': '__global__ void k(int *g) { int a<:2:> = <%1, 0%>; g[threadIdx.x * a<:1:>] = threadIdx.x; }',
  'raw string with code':
    '__global__ void k(int *g) { const char *s = R"x( g[threadIdx.x] = 1; } )" )x"; g[0] = threadIdx.x; }',
  'raw string sizeof': '__global__ void k(int *g) { g[threadIdx.x * (sizeof(R"(a\\n)") - 4)] = threadIdx.x; }',
  'string with comment':
    '__global__ void k(int *g) { const char *s = "/*"; g[0] = threadIdx.x; const char *t = "*/"; }',
  'line continuation in comment':
    '__global__ void k(int *g) { int x = 0; // comment \\\nx = 1;\ng[threadIdx.x * x] = threadIdx.x; }',
  'integer promotion char':
    '__global__ void k(int *g) { unsigned char a = 200, b = 56; g[threadIdx.x * ((unsigned char)(a + b))] = threadIdx.x; }',
  'integer promotion compare':
    '__global__ void k(int *g) { unsigned char a = 255; g[threadIdx.x * (~a == 0)] = threadIdx.x; }',
  'signed unsigned compare':
    '__global__ void k(int *g) { int a = -1; unsigned b = 1; g[threadIdx.x * (a < b)] = threadIdx.x; }',
  'signed shift': '__global__ void k(int *g) { int a = -8; g[threadIdx.x * ((a >> 2) + 2)] = threadIdx.x; }',
  'shift of char':
    '__global__ void k(int *g) { unsigned char a = 128; g[threadIdx.x * ((a << 1) - 256)] = threadIdx.x; }',
  'shift by long type':
    '__global__ void k(int *g) { int a = 1; g[threadIdx.x * (sizeof(a << 1LL) - 4)] = threadIdx.x; }',
  'sizeof pack':
    'template <class... T> __device__ int n(T... t) { return sizeof...(T) - 3; } __global__ void k(int *g) { g[threadIdx.x * n(1, 2, 3)] = threadIdx.x; }',
  'sizeof expression': '__global__ void k(int *g) { char c = 1; g[threadIdx.x * (sizeof(c + c) - 4)] = threadIdx.x; }',
  'sizeof not evaluated':
    '__global__ void k(int *g) { int i = 0; int n = sizeof(i++); g[threadIdx.x * i] = n * threadIdx.x; }',
  'sizeof char literal': "__global__ void k(int *g) { g[threadIdx.x * (sizeof('a') - 1)] = threadIdx.x; }",
  'sizeof comparision': '__global__ void k(int *g) { g[threadIdx.x * (sizeof(1 < 2) - 1)] = threadIdx.x; }',
  'enum underlying':
    'enum class E : unsigned char { A = 255 }; __global__ void k(int *g) { E e = (E)256; g[threadIdx.x * (int)e] = threadIdx.x; }',
  'enum underlying sizeof':
    'enum E : char { A }; __global__ void k(int *g) { g[threadIdx.x * (sizeof(E) - 1)] = threadIdx.x; }',
  'comma lvalue': '__global__ void k(int *g) { int a = 1, b = 1; (a, b) = 0; g[threadIdx.x * b] = threadIdx.x; }',
  'ternary lvalue':
    '__global__ void k(int *g) { int a = 1, b = 1; (threadIdx.x < 1000 ? a : b) = 0; g[threadIdx.x * a] = threadIdx.x; }',
  'assignment lvalue': '__global__ void k(int *g) { int a = 1; (a = 2) -= 2; g[threadIdx.x * a] = threadIdx.x; }',
  'prefix lvalue': '__global__ void k(int *g) { int a = 1; --++a = 0; g[threadIdx.x * a] = threadIdx.x; }',
  'goto out':
    '__global__ void k(int *g) { int x = 0; for (int i = 0; i < 4; i++) { if (i == 2) goto done; } x = 1; done: g[threadIdx.x * x] = threadIdx.x; }',
  'goto back':
    '__global__ void k(int *g) { int i = 3; again: i--; if (i > 0) goto again; g[threadIdx.x * i] = threadIdx.x; }',
  'attribute spellings':
    '[[maybe_unused]] __global__ [[noreturn]] void k(int *g) { [[likely]] g[0] = threadIdx.x; while (true) {} }',
  'attribute fallthrough':
    '__global__ void k(int *g) { int x = 1; switch (threadIdx.x * 0) { case 0: x = 0; [[fallthrough]]; case 1: x += 0; break; default: x = 5; } g[threadIdx.x * x] = threadIdx.x; }',
  'case range':
    '__global__ void k(int *g) { switch (threadIdx.x) { case 0 ... 5: g[0] = threadIdx.x; break; default: g[threadIdx.x] = 1; } }',
  'Duff device':
    '__global__ void k(int *g) { int n = 2, x = 0; switch (n) { case 3: do { x += 10; case 2: x += 1; } while (--n > 0); } g[threadIdx.x * (x - 12)] = threadIdx.x; }',
  'a constant that is inherited has namesakes':
    'struct B { static const int n = 1; }; struct A { static const int n = 0; }; struct D : A { __device__ int f() { return n; } }; __global__ void k(int *g) { D d; g[threadIdx.x * d.f()] = threadIdx.x; }',
  'a type that is inherited has namesakes':
    'struct B { typedef int W; }; struct A { typedef char W; }; struct D : A { __device__ int f() { return sizeof(W) - 1; } }; __global__ void k(int *g) { D d; g[threadIdx.x * d.f()] = threadIdx.x; }',
  'a static function uses an inherited constant with namesakes':
    'struct B { static const int n = 1; }; struct A { static const int n = 0; }; struct D : A { __device__ static int f() { return n; } }; __global__ void k(int *g) { g[threadIdx.x * D::f()] = threadIdx.x; }',
  'a static function uses an inherited type with namesakes':
    'struct B { typedef int W; }; struct A { typedef char W; }; struct D : A { __device__ static int f() { return sizeof(W) - 1; } }; __global__ void k(int *g) { g[threadIdx.x * D::f()] = threadIdx.x; }',
  'an enumerator of a base has namesakes':
    'struct B { enum { N = 1 }; }; struct A { enum { N = 0 }; }; struct D : A { __device__ int f() { return N; } }; __global__ void k(int *g) { D d; g[threadIdx.x * d.f()] = threadIdx.x; }',
  'an array extent of a base has namesakes':
    'struct B { static const int N = 2; }; struct A { static const int N = 1; }; struct D : A { char a[N]; __device__ int f() { return sizeof(a) - 1; } }; __global__ void k(int *g) { D d; g[threadIdx.x * d.f()] = threadIdx.x; }',
  'a base has the method and so has the file':
    '__device__ int f(int) { return 1; } struct A { __device__ int f(int) { return 0; } }; struct D : A { __device__ int h() { return f(1); } }; __global__ void k(int *g) { D d; g[threadIdx.x * d.h()] = threadIdx.x; }',
  'two bases have a method of one name':
    'struct A { __device__ int f(int) { return 1; } }; struct B { __device__ int f(long) { return 0; } }; struct D : A, B { using B::f; }; __global__ void k(int *g) { D d; g[threadIdx.x * d.f(1)] = threadIdx.x; }',
  'two bases have a member of one name':
    'struct A { int v; }; struct B { int v; }; struct D : A, B { using B::v; }; __global__ void k(int *g) { D d; d.A::v = 1; d.B::v = 0; g[threadIdx.x * d.v] = threadIdx.x; }',
  'a class is declared in a block':
    'struct S { int v = 1; }; __global__ void k(int *g) { struct S { int v = 0; }; S s; g[threadIdx.x * s.v] = threadIdx.x; }',
  'a variable hides a function':
    '__device__ int f(int) { return 1; } __global__ void k(int *g) { auto f = [](int) { return 0; }; g[threadIdx.x * f(1)] = threadIdx.x; }',
  'a parameter hides a template':
    'template <class T> __device__ int f(T) { return 1; } struct F { __device__ int operator()(int) const { return 0; } }; __device__ int h(F f) { return f(1); } __global__ void k(int *g) { g[threadIdx.x * h(F())] = threadIdx.x; }',
  'a template parameter is a template':
    'template <class T> struct A { static const int v = 0; }; template <class T> struct B { static const int v = 1; }; template <template <class> class C> __device__ int f() { return C<int>::v; } __global__ void k(int *g) { g[threadIdx.x * f<A>()] = threadIdx.x; }',
  'an alias template':
    'template <class T> struct A { static const int v = sizeof(T) - 1; }; template <class T> using P = A<char>; __global__ void k(int *g) { g[threadIdx.x * P<int>::v] = threadIdx.x; }',
  'a template default refers to another':
    'template <class T, class U = T, int N = sizeof(U) - 1> struct A { static const int v = N; }; __global__ void k(int *g) { g[threadIdx.x * A<char>::v] = threadIdx.x; }',
  'a fold expression':
    'template <class... T> __device__ int sum(T... t) { return (t + ...); } __global__ void k(int *g) { g[threadIdx.x * (sum(1, 2, 3) - 6)] = threadIdx.x; }',
  'a fold over commas stores':
    'template <class... T> __device__ void put(int *p, T... t) { ((*p = t), ...); } __global__ void k(int *g) { int x = 1; put(&x, 3, 2, 0); g[threadIdx.x * x] = threadIdx.x; }',
  'a fold with an initial value':
    'template <int... N> __device__ int f() { return (0 - ... - N); } __global__ void k(int *g) { g[threadIdx.x * (f<1, 2>() + 3)] = threadIdx.x; }',
  'an index sequence':
    '#include <utility>\ntemplate <int... I> __device__ int f(std::integer_sequence<int, I...>) { return (I + ... + 0); } __global__ void k(int *g) { g[threadIdx.x * (f(std::make_integer_sequence<int, 3>()) - 3)] = threadIdx.x; }',
  'a recursive class template':
    'template <int N> struct F { static const int v = F<N - 1>::v - 1; }; template <> struct F<0> { static const int v = 3; }; __global__ void k(int *g) { g[threadIdx.x * F<3>::v] = threadIdx.x; }',
  'a partial specialization of pointers':
    'template <class T> struct P { static const int v = 1; }; template <class T> struct P<T *> { static const int v = 0; }; __global__ void k(int *g) { g[threadIdx.x * P<int *>::v] = threadIdx.x; }',
  'a specialization of a value':
    'template <int N, bool B = (N > 2)> struct P { static const int v = 1; }; template <int N> struct P<N, true> { static const int v = 0; }; __global__ void k(int *g) { g[threadIdx.x * P<3>::v] = threadIdx.x; }',
  'a nested template':
    'template <class T> struct A { template <class U> struct B { static const int v = sizeof(T) - sizeof(U); }; }; __global__ void k(int *g) { g[threadIdx.x * A<int>::B<float>::v] = threadIdx.x; }',
  CRTP: 'template <class D> struct B { __device__ int f() { return static_cast<D *>(this)->h(); } __device__ int h() { return 1; } }; struct D : B<D> { __device__ int h() { return 0; } }; __global__ void k(int *g) { D d; g[threadIdx.x * d.f()] = threadIdx.x; }',
  'a base is called by its name':
    'struct B { __device__ int f() { return 0; } }; struct D : B { __device__ int f() { return 1; } __device__ int h() { return B::f(); } }; __global__ void k(int *g) { D d; g[threadIdx.x * d.h()] = threadIdx.x; }',
  slicing:
    'struct B { int v; }; struct D : B { int w; }; __device__ int f(B b) { b.v = 5; return 0; } __global__ void k(int *g) { D d; d.v = 0; f(d); g[threadIdx.x * d.v] = threadIdx.x; }',
  'a derived object is assigned to its base':
    'struct B { int v; }; struct D : B { int w; }; __global__ void k(int *g) { D d; d.v = 0; B b; b.v = 1; b = d; g[threadIdx.x * b.v] = threadIdx.x; }',
  'a base is assigned within a derived object':
    'struct B { int v; }; struct D : B { int w; }; __global__ void k(int *g) { D d; d.v = 1; B b; b.v = 0; static_cast<B &>(d) = b; g[threadIdx.x * d.v] = threadIdx.x; }',
  'an array member is copied':
    'struct S { int a[2]; }; __global__ void k(int *g) { S s{{1, 0}}; S t = s; s.a[1] = 1; g[threadIdx.x * t.a[1]] = threadIdx.x; }',
  'an object is swapped':
    'struct S { int v; }; __device__ void swap(S &a, S &b) { S t = a; a = b; b = t; } __global__ void k(int *g) { S a{1}, b{0}; swap(a, b); g[threadIdx.x * a.v] = threadIdx.x; }',
  'members are initialized in order of declaration':
    'struct S { int a, b; __device__ S(int x) : b(x), a(b * 0) {} }; struct T { int a; int b; __device__ T() : a(0), b(a) {} }; __global__ void k(int *g) { T t; g[threadIdx.x * t.b] = threadIdx.x; }',
  'a constructor delegates':
    'struct S { int v; __device__ S(int x) : v(x) {} __device__ S() : S(0) { } }; __global__ void k(int *g) { S s; g[threadIdx.x * s.v] = threadIdx.x; }',
  'a member initializer is overridden':
    'struct S { int v = 1; __device__ S() : v(0) {} }; __global__ void k(int *g) { S s; g[threadIdx.x * s.v] = threadIdx.x; }',
  'value initialization':
    'struct S { int v; }; __global__ void k(int *g) { S s = S(); S *p = &s; g[threadIdx.x * p->v] = threadIdx.x; }',
  'an explicit constructor is passed over':
    'struct S { int v; __device__ explicit S(int) : v(1) {} __device__ S(long) : v(0) {} }; __device__ int f(S s) { return s.v; } __global__ void k(int *g) { g[threadIdx.x * f(1)] = threadIdx.x; }',
  'an explicit constructor is passed over in an initialization':
    'struct S { int v; __device__ explicit S(int) : v(1) {} __device__ S(long) : v(0) {} }; __global__ void k(int *g) { S s = 1; g[threadIdx.x * s.v] = threadIdx.x; }',
  'an overload takes a class by conversion':
    'struct S { int v; __device__ S(int x) : v(x) {} }; __device__ int f(S s) { return 1; } __device__ int f(float x) { return 0; } __global__ void k(int *g) { g[threadIdx.x * f(1)] = threadIdx.x; }',
  'an overload takes an ellipsis':
    '__device__ int f(...) { return 1; } __device__ int f(double) { return 0; } __global__ void k(int *g) { g[threadIdx.x * f(1)] = threadIdx.x; }',
  'overloads of pointers and bool':
    '__device__ int f(bool) { return 0; } __device__ int f(long) { return 1; } __global__ void k(int *g) { g[threadIdx.x * f(g)] = threadIdx.x; }',
  'overloads of null':
    '__device__ int f(int *) { return 1; } __device__ int f(int) { return 0; } __global__ void k(int *g) { g[threadIdx.x * f(0)] = threadIdx.x; }',
  'overloads of nullptr':
    '__device__ int f(int *) { return 0; } __device__ int f(bool) { return 1; } __global__ void k(int *g) { g[threadIdx.x * f(nullptr)] = threadIdx.x; }',
  'overloads of char':
    "__device__ int f(char) { return 0; } __device__ int f(int) { return 1; } __global__ void k(int *g) { g[threadIdx.x * f('a')] = threadIdx.x; }",
  'overloads of a comparison':
    '__device__ int f(bool) { return 0; } __device__ int f(int) { return 1; } __global__ void k(int *g) { g[threadIdx.x * f(1 < 2)] = threadIdx.x; }',
  'overloads of promoted types':
    '__device__ int f(short) { return 1; } __device__ int f(int) { return 0; } __global__ void k(int *g) { short a = 1; g[threadIdx.x * f(a + a)] = threadIdx.x; }',
  'overloads of a ternary':
    '__device__ int f(int) { return 1; } __device__ int f(long) { return 0; } __global__ void k(int *g) { g[threadIdx.x * f(threadIdx.x < 1000 ? 1 : 1L)] = threadIdx.x; }',
  'overloads of a literal':
    '__device__ int f(int) { return 1; } __device__ int f(unsigned) { return 0; } __device__ int f(long) { return 1; } __global__ void k(int *g) { g[threadIdx.x * f(0x80000000)] = threadIdx.x; }',
  'overloads of a shift':
    '__device__ int f(int) { return 0; } __device__ int f(long) { return 1; } __global__ void k(int *g) { g[threadIdx.x * f(1 << 2L)] = threadIdx.x; }',
  'overloads of a string':
    '__device__ int f(const char *) { return 0; } __device__ int f(bool) { return 1; } __global__ void k(int *g) { g[threadIdx.x * f("a")] = threadIdx.x; }',
  'overloads of an rvalue reference':
    '__device__ int f(int &&) { return 0; } __device__ int f(const int &) { return 1; } __global__ void k(int *g) { g[threadIdx.x * f(3)] = threadIdx.x; }',
  'overloads of a moved variable':
    '#include <utility>\n__device__ int f(int &&) { return 0; } __device__ int f(int &) { return 1; } __global__ void k(int *g) { int x = 1; g[threadIdx.x * f(std::move(x))] = threadIdx.x; }',
  'overloads of an array':
    'template <int N> __device__ int f(int (&a)[N]) { return N - 2; } __device__ int f(int *a, int = 0) { return 1; } __global__ void k(int *g) { int a[2] = {1, 2}; g[threadIdx.x * f(a)] = threadIdx.x; }',
  'overloads of an array element':
    'template <class T> __device__ int f(T) { return sizeof(T) - 4; } __global__ void k(int *g) { int a[2][2] = {}; g[threadIdx.x * f(a[0][0])] = threadIdx.x; }',
  'a macro has a comma in angle brackets':
    '#define APPLY(f, x) f(x)\ntemplate <int A, int B> __device__ int h(int x) { return A - x; }\n#define H h<1, 2>\n__global__ void k(int *g) { g[threadIdx.x * APPLY(H, 1)] = threadIdx.x; }',
  'a macro pastes a name':
    '#define CAT(a, b) a##b\n__global__ void k(int *g) { int x1 = 0, x2 = 1; g[threadIdx.x * CAT(x, 1)] = threadIdx.x; }',
  'a macro is defined in the middle':
    '#define V 1\n__device__ int f() { return V; }\n#undef V\n#define V 0\n__global__ void k(int *g) { g[threadIdx.x * V] = threadIdx.x; f(); }',
  'a macro without parentheses':
    '#define ADD(a, b) a + b\n__global__ void k(int *g) { g[threadIdx.x * (2 * ADD(1, 2) - 4)] = threadIdx.x; }',
  'a macro with a statement':
    '#define TWICE(x) x; x\n__global__ void k(int *g) { int i = 2; if (threadIdx.x > 2000) TWICE(i--); i--; g[threadIdx.x * i] = threadIdx.x; }',
  'a macro counts':
    '__global__ void k(int *g) { int a = __COUNTER__, b = __COUNTER__; g[threadIdx.x * (b - a - 1)] = threadIdx.x; }',
  'a line macro': '__global__ void k(int *g) { g[threadIdx.x * (__LINE__ - 1)] = threadIdx.x; }',
  'octal and binary literals': '__global__ void k(int *g) { g[threadIdx.x * (010 - 0b1000)] = threadIdx.x; }',
  'separated digits': "__global__ void k(int *g) { g[threadIdx.x * (1'000 - 1000)] = threadIdx.x; }",
  'escaped characters':
    "__global__ void k(int *g) { g[threadIdx.x * ('\\x41' - 'A' + '\\101' - 65 + '\\0')] = threadIdx.x; }",
  'a negative char': "__global__ void k(int *g) { char c = '\\xff'; g[threadIdx.x * (c + 1)] = threadIdx.x; }",
  'unsigned char wraps': '__global__ void k(int *g) { unsigned char c = 255; c++; g[threadIdx.x * c] = threadIdx.x; }',
  'unsigned division':
    '__global__ void k(int *g) { int a = -1; unsigned b = 2; g[threadIdx.x * (a / b - 0x7fffffff)] = threadIdx.x; }',
  'negative remainder': '__global__ void k(int *g) { int a = -3; g[threadIdx.x * (a % 2 + 1)] = threadIdx.x; }',
  'bool increments to one': '__global__ void k(int *g) { bool b = 5; g[threadIdx.x * (b - 1)] = threadIdx.x; }',
  'float truncates': '__global__ void k(int *g) { int i = -0.9f; g[threadIdx.x * i] = threadIdx.x; }',
  'a function-try of default template types':
    'template <class T = char> __device__ int f(T t = 0) { return sizeof(T) - 1; } __global__ void k(int *g) { g[threadIdx.x * f()] = threadIdx.x; }',
  'an immediately called lambda':
    '__global__ void k(int *g) { const int x = [] { int s = 0; for (int i = 0; i < 3; i++) s += i; return s - 3; }(); g[threadIdx.x * x] = threadIdx.x; }',
  'a lambda returns a reference':
    '__global__ void k(int *g) { int x = 1; auto f = [&]() -> int & { return x; }; f() = 0; g[threadIdx.x * x] = threadIdx.x; }',
  'a lambda default argument':
    '__global__ void k(int *g) { auto f = [](int a, int b = 0) { return b; }; g[threadIdx.x * f(1)] = threadIdx.x; }',
  'a constexpr lambda in a template argument':
    'template <int N> struct C { static const int v = N; }; __global__ void k(int *g) { constexpr auto f = [](int x) { return x - 1; }; g[threadIdx.x * C<f(1)>::v] = threadIdx.x; }',
  'a shadowed loop variable':
    '__global__ void k(int *g) { int i = 0; for (int i = 1; i < 3; i++) { int j = i; i = j; } g[threadIdx.x * i] = threadIdx.x; }',
  'a do while with continue':
    '__global__ void k(int *g) { int i = 3, n = 0; do { if (i == 2) continue; n++; } while (--i > 0); g[threadIdx.x * (n - 2)] = threadIdx.x; }',
  'a switch in a loop continues':
    '__global__ void k(int *g) { int n = 2; for (int i = 0; i < 2; i++) { switch (i) { case 0: continue; default: n -= 2; break; } n += 0; } g[threadIdx.x * n] = threadIdx.x; }',
  'a reference is bound to a temporary of another type':
    '__global__ void k(int *g) { int x = 0; const long &r = x; x = 1; g[threadIdx.x * r] = threadIdx.x; }',
  'a const reference follows its object':
    '__global__ void k(int *g) { int x = 1; const int &r = x; x = 0; g[threadIdx.x * r] = threadIdx.x; }',
  'a reference to a conditional':
    '__global__ void k(int *g) { int x = 1, y = 1; int &r = threadIdx.x < 2000 ? x : y; r = 0; g[threadIdx.x * x] = threadIdx.x; }',
  'a reference is returned from a chain':
    'struct S { int v; __device__ S &set(int x) { v = x; return *this; } }; __global__ void k(int *g) { S s{1}; s.set(2).set(0); g[threadIdx.x * s.v] = threadIdx.x; }',
  'an operator chain':
    'struct S { int v; __device__ S &operator<<(int x) { v = v * 0 + x; return *this; } }; __global__ void k(int *g) { S s{1}; s << 1 << 0; g[threadIdx.x * s.v] = threadIdx.x; }',
  'a user-defined literal':
    '__device__ int operator""_z(unsigned long long) { return 0; } __global__ void k(int *g) { g[threadIdx.x * 5_z] = threadIdx.x; }',
  offsetof:
    '#include <cstddef>\nstruct S { char c; int i; }; __global__ void k(int *g) { g[threadIdx.x * (offsetof(S, i) - 4)] = threadIdx.x; }',
  'sizeof an empty base':
    'struct E {}; struct S : E { int i; }; __global__ void k(int *g) { g[threadIdx.x * (sizeof(S) - 4)] = threadIdx.x; }',
  'sizeof a member that is empty':
    'struct E {}; struct S { E e; int i; }; __global__ void k(int *g) { g[threadIdx.x * (sizeof(S) - 8)] = threadIdx.x; }',
  alignof:
    'struct S { char c; double d; }; __global__ void k(int *g) { g[threadIdx.x * (alignof(S) - 8)] = threadIdx.x; }',
  'a type alias of an array':
    'typedef int A[2]; __global__ void k(int *g) { A a = {1, 0}; g[threadIdx.x * (sizeof(A) - 8 + a[1])] = threadIdx.x; }',
  'volatile and register words':
    '__global__ void k(int *g) { volatile int x = 1; x = 0; g[threadIdx.x * x] = threadIdx.x; }',
  'a member of a class template is an enumeration':
    'enum E { A }; template <class T> struct Box { T v; }; __device__ int s(int) { return 1; } template <class T> __device__ int s(T) { return 0; } __global__ void k(int *x, Box<E> b) { x[threadIdx.x * s(b.v)] = threadIdx.x; }',
  'a member of an alias of an instance is an enumeration':
    'enum E { A }; template <class T> struct Box { T v; }; typedef Box<E> BE; __device__ int s(int) { return 1; } template <class T> __device__ int s(T) { return 0; } __global__ void k(int *x, BE b) { x[threadIdx.x * s(b.v)] = threadIdx.x; }',
  'a variable has the type of an enumerator':
    'enum E { A }; __device__ int s(int) { return 1; } template <class T> __device__ int s(T) { return 0; } __global__ void k(int *x) { decltype(A) v = A; x[threadIdx.x * s(v)] = threadIdx.x; }',
  'an enumeration is no integral type':
    '#include <type_traits>\nenum E { A }; struct S { E e; }; template <class T> __device__ int f(T) { return std::is_integral<T>::value; } __global__ void k(int *x, S s) { x[f(s.e) * threadIdx.x] = threadIdx.x; }',
  'a member is reached through the address of the one before':
    '__global__ void k(int *g, int n) { __shared__ int s[64]; int4 v = make_int4(threadIdx.x, threadIdx.x, threadIdx.x, threadIdx.x); (&v.x)[n & 3] = 3; s[v.z] = threadIdx.x; }',
  'a member is reached by a function that was given the address of another one':
    '__device__ void zero(int *p, int n) { for (int i = 0; i < n; i++) p[i] = 0; } struct V { int x; short h; int y; }; __global__ void k(int *g, int n) { __shared__ int s[64]; V v; v.y = threadIdx.x; zero(&v.x, n); s[v.y] = threadIdx.x; }',
  'a member is reached by an atomic through the address of another one':
    'struct V { int x; short h; int y; }; __global__ void k(int *g) { __shared__ int s[64]; V v; v.y = threadIdx.x; atomicAnd(&v.x + 2, 0); s[v.y] = threadIdx.x; }',
  'a pointer that may point to two members is moved':
    '__global__ void k(int *g, int n) { __shared__ int s[64]; struct { int x; short h; int y; } v; v.y = threadIdx.x; int o; int *p = &v.x; if (n) p = &o; p += 2; *p = 0; s[v.y] = threadIdx.x; }',
  'an element of a member is reached in bytes':
    'struct A { int a[4]; }; __global__ void k(int *g) { __shared__ int s[64]; A v; v.a[1] = threadIdx.x; char *c = (char *)v.a; c = c + 4; int *q = (int *)c; *q = 0; s[v.a[1]] = threadIdx.x; }',
  'an element of a member is reached in halves':
    'struct A { int a[4]; }; __global__ void k(int *g, int n) { __shared__ int s[64]; A v, o; v.a[1] = threadIdx.x; short *h = (short *)v.a; if (n) h = (short *)o.a; h += 2; *(int *)h = 0; s[v.a[1]] = threadIdx.x; }',
  'a pointer of file scope points to a variable from the start':
    '__device__ int flag; static __device__ int *const where = &flag; __global__ void k(int *g) { if (threadIdx.x == 0) flag = 1; g[threadIdx.x] = *where; }',
  'a table of file scope holds pointers from the start':
    '__device__ int cells[64]; __device__ int *parts[2] = {cells, cells + 32}; __global__ void k(int *g) { cells[threadIdx.x] = 1; g[threadIdx.x] = parts[0][63 - threadIdx.x]; }',
  'a member of an object of file scope is a pointer to a variable':
    'struct T { int *p; }; __device__ int flag; __device__ T at = {&flag}; __global__ void k(int *g) { if (threadIdx.x == 0) flag = 1; g[threadIdx.x] = *at.p; }',
};
