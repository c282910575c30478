/**
 * Kernels that race because of what C++ says a name, a type, an overload or an operator means: each was once taken to
 * mean something else, or could be. None may be called race-free (never-proved.test.ts).
 */
export const languageKernels: Readonly<Record<string, string>> = {
  'decltype reference in template':
    'template <class T> __device__ void f(T &t, int *g) { decltype(t) u = t; u = 0; g[threadIdx.x * t] = threadIdx.x; } __global__ void k(int *g) { int one = 1; f(one, g); }',
  'decltype reference plain':
    '__global__ void k(int *g) { int one = 1; int &t = one; decltype(t) u = t; u = 0; g[threadIdx.x * one] = threadIdx.x; }',
  'decltype reference parameter':
    '__device__ void f(int &t, int *g) { decltype(t) u = t; u = 0; g[threadIdx.x * t] = threadIdx.x; } __global__ void k(int *g) { int one = 1; f(one, g); }',
  'decltype member reference':
    'struct S { int &r; }; __global__ void k(int *g) { int one = 1; S s{one}; decltype(s.r) u = s.r; u = 0; g[threadIdx.x * one] = threadIdx.x; }',
  'decltype call returning reference':
    '__device__ int &id(int &x) { return x; } __global__ void k(int *g) { int one = 1; decltype(id(one)) u = id(one); u = 0; g[threadIdx.x * one] = threadIdx.x; }',
  'decltype auto variable':
    '__device__ int &id(int &x) { return x; } __global__ void k(int *g) { int one = 1; decltype(auto) u = id(one); u = 0; g[threadIdx.x * one] = threadIdx.x; }',
  'decltype auto parenthesised':
    '__global__ void k(int *g) { int one = 1; decltype(auto) u = (one); u = 0; g[threadIdx.x * one] = threadIdx.x; }',
  'decltype assignment expr':
    '__global__ void k(int *g) { int one = 1, x = 1; decltype(x = 1) u = one; u = 0; g[threadIdx.x * one] = threadIdx.x; }',
  'decltype prefix increment':
    '__global__ void k(int *g) { int one = 1, x = 1; decltype(++x) u = one; u = 0; g[threadIdx.x * one] = threadIdx.x; }',
  'decltype conditional lvalue':
    '__global__ void k(int *g) { int one = 1, x = 1; decltype(true ? x : one) u = one; u = 0; g[threadIdx.x * one] = threadIdx.x; }',
  'decltype comma lvalue':
    '__global__ void k(int *g) { int one = 1, x = 1; decltype(0, x) u = one; u = 0; g[threadIdx.x * one] = threadIdx.x; }',
  'decltype static_cast lvalue':
    '__global__ void k(int *g) { int one = 1; decltype(static_cast<int &>(one)) u = one; u = 0; g[threadIdx.x * one] = threadIdx.x; }',
  'decltype C cast ref':
    '__global__ void k(int *g) { int one = 1; decltype((int &)one) u = one; u = 0; g[threadIdx.x * one] = threadIdx.x; }',
  'decltype operator result':
    'struct A { int v; __device__ int &operator[](int) { return v; } __device__ int &operator+(int) { return v; } }; __global__ void k(int *g) { A a{1}; decltype(a[0]) u = a[0]; u = 0; g[threadIdx.x * a.v] = threadIdx.x; }',
  'decltype operator plus result':
    'struct A { int v; __device__ int &operator[](int) { return v; } __device__ int &operator+(int) { return v; } }; __global__ void k(int *g) { A a{1}; decltype(a + 1) u = a + 1; u = 0; g[threadIdx.x * a.v] = threadIdx.x; }',
  'decltype return type':
    'template <class T> __device__ auto pick(T &t) -> decltype(t) { return t; } __global__ void k(int *g) { int one = 1; pick(one) = 0; g[threadIdx.x * one] = threadIdx.x; }',
  'decltype return type paren':
    'template <class T> __device__ auto pick(T &t) -> decltype((t)) { return t; } __global__ void k(int *g) { int one = 1; pick(one) = 0; g[threadIdx.x * one] = threadIdx.x; }',
  'decltype auto function':
    '__device__ decltype(auto) pick(int &t) { return (t); } __global__ void k(int *g) { int one = 1; pick(one) = 0; g[threadIdx.x * one] = threadIdx.x; }',
  'decltype auto function of param ref':
    '__device__ decltype(auto) pick(int &t) { return t; } __global__ void k(int *g) { int one = 1; pick(one) = 0; g[threadIdx.x * one] = threadIdx.x; }',
  'decltype alias':
    'template <class T> __device__ void f(T &t, int *g) { using R = decltype(t); R u = t; u = 0; g[threadIdx.x * t] = threadIdx.x; } __global__ void k(int *g) { int one = 1; f(one, g); }',
  'typedef of reference':
    'typedef int &R; __global__ void k(int *g) { int one = 1; R u = one; u = 0; g[threadIdx.x * one] = threadIdx.x; }',
  add_lvalue_reference:
    '#include <type_traits>\n__global__ void k(int *g) { int one = 1; std::add_lvalue_reference_t<int> u = one; u = 0; g[threadIdx.x * one] = threadIdx.x; }',
  'decltype of structured binding':
    'struct P { int a, b; }; __global__ void k(int *g) { P p{1, 2}; auto &[a, b] = p; decltype((a)) u = a; u = 0; g[threadIdx.x * p.a] = threadIdx.x; }',
  'auto&& of lvalue':
    '__global__ void k(int *g) { int one = 1; auto &&u = one; u = 0; g[threadIdx.x * one] = threadIdx.x; }',
  'dependent base data member':
    'int __device__ stride = 1; template <class T> struct B { T stride; }; __device__ int which = 1; template <class T> struct D : B<T> { __device__ int get() { return stride; } }; __global__ void k(int *g) { D<int> d; d.B<int>::stride = 1; g[threadIdx.x * d.get()] = threadIdx.x; }',
  'dependent base const global':
    'static const int scale = 0; template <class T> struct B { T scale = 1; }; template <class T> struct D : B<T> { __device__ int get() { return scale; } }; __global__ void k(int *g) { D<int> d; g[threadIdx.x * d.get()] = threadIdx.x; }',
  'dependent base static const':
    'static const int scale = 0; template <class T> struct B { static const int scale = 1; }; template <class T> struct D : B<T> { __device__ int get() { return scale; } }; __global__ void k(int *g) { D<int> d; g[threadIdx.x * d.get()] = threadIdx.x; }',
  'dependent base type':
    'typedef char Word; template <class T> struct B { typedef int Word; }; template <class T> struct D : B<T> { __device__ int get() { return sizeof(Word) - 1; } }; __global__ void k(int *g) { D<int> d; g[threadIdx.x * d.get()] = threadIdx.x; }',
  'dependent base enumerator':
    'enum { SCALE = 0 }; template <class T> struct B { enum { SCALE = 1 }; }; template <class T> struct D : B<T> { __device__ int get() { return SCALE; } }; __global__ void k(int *g) { D<int> d; g[threadIdx.x * d.get()] = threadIdx.x; }',
  'dependent base nested namespace':
    'namespace n { static const int scale = 0; template <class T> struct B { T scale = 1; }; template <class T> struct D : B<T> { __device__ int get() { return scale; } }; } __global__ void k(int *g) { n::D<int> d; g[threadIdx.x * d.get()] = threadIdx.x; }',
  'dependent base out of class definition':
    'static const int scale = 0; template <class T> struct B { T scale = 1; }; template <class T> struct D : B<T> { __device__ int get(); }; template <class T> __device__ int D<T>::get() { return scale; } __global__ void k(int *g) { D<int> d; g[threadIdx.x * d.get()] = threadIdx.x; }',
  'dependent base template parameter':
    'static const int scale = 0; struct B { int scale = 1; }; template <class T> struct D : T { __device__ int get() { return scale; } }; __global__ void k(int *g) { D<B> d; g[threadIdx.x * d.get()] = threadIdx.x; }',
  'dependent base two levels':
    'static const int scale = 0; template <class T> struct A { T scale = 1; }; template <class T> struct B : A<T> { }; template <class T> struct D : B<T> { __device__ int get() { return scale; } }; __global__ void k(int *g) { D<int> d; g[threadIdx.x * d.get()] = threadIdx.x; }',
  'operator on enum':
    'enum E { A = 0, B = 1 }; __device__ int operator+(E a, int b) { return 0; } __global__ void k(int *g) { g[B + (int)threadIdx.x] = threadIdx.x; }',
  'operator on enum class or':
    'enum class E { A = 1, B = 2 }; __device__ int operator|(E a, E b) { return 0; } __global__ void k(int *g) { g[threadIdx.x * (E::A | E::B)] = threadIdx.x; }',
  'operator equal on enum':
    'enum E { A = 0, B = 1 }; __device__ bool operator==(E a, E b) { return false; } __global__ void k(int *g) { g[threadIdx.x * (A == A)] = threadIdx.x; }',
  'unary operator on enum':
    'enum E { A = 0, B = 1 }; __device__ int operator!(E a) { return 0; } __global__ void k(int *g) { g[threadIdx.x * !A] = threadIdx.x; }',
  'unary minus on enum':
    'enum E { A = 0, B = 1 }; __device__ int operator-(E a) { return 0; } __global__ void k(int *g) { g[threadIdx.x * -B] = threadIdx.x; }',
  'tilde on enum variable':
    'enum E { A = 0, B = 1 }; __device__ int operator~(E a) { return 0; } __global__ void k(int *g) { E e = A; g[threadIdx.x * ~e] = threadIdx.x; }',
  'compound operator on enum':
    'enum E { A = 0, B = 1 }; __device__ E &operator+=(E &a, int b) { a = A; return a; } __global__ void k(int *g) { E e = A; e += 1; g[threadIdx.x * e] = threadIdx.x; }',
  'increment operator on enum':
    'enum E { A = 0, B = 1 }; __device__ E &operator++(E &a) { a = A; return a; } __global__ void k(int *g) { E e = A; ++e; g[threadIdx.x * e] = threadIdx.x; }',
  'enum parameter operator':
    'enum E { A = 0, B = 1 }; __device__ int operator*(E a, int b) { return 0; } __device__ int at(E e, int i) { return e * i; } __global__ void k(int *g) { g[at(B, threadIdx.x)] = threadIdx.x; }',
  'enum member operator':
    'enum E { A = 0, B = 1 }; struct S { E e; }; __device__ int operator*(E a, int b) { return 0; } __global__ void k(int *g) { S s{B}; g[s.e * (int)threadIdx.x] = threadIdx.x; }',
  'enum cast operator':
    'enum E { A = 0, B = 1 }; __device__ int operator*(E a, int b) { return 0; } __global__ void k(int *g) { g[static_cast<E>(1) * (int)threadIdx.x] = threadIdx.x; }',
  'enum call result operator':
    'enum E { A = 0, B = 1 }; __device__ E one() { return B; } __device__ int operator*(E a, int b) { return 0; } __global__ void k(int *g) { g[one() * (int)threadIdx.x] = threadIdx.x; }',
  'template operator on enum':
    'enum E { A = 0, B = 1 }; template <class T> __device__ int operator*(T a, E b) { return 0; } __global__ void k(int *g) { g[threadIdx.x * B] = threadIdx.x; }',
  'operator and spelled':
    'struct S { int v; }; __device__ bool operator and(S a, S b) { return false; } __global__ void k(int *g) { S a{1}, b{1}; g[threadIdx.x * (a && b)] = threadIdx.x; }',
  'operator not spelled':
    'struct S { int v; __device__ operator int() const { return v; } }; __device__ int operator not(S a) { return 0; } __global__ void k(int *g) { S a{0}; g[threadIdx.x * !a] = threadIdx.x; }',
  'operator or spelled member':
    'struct S { int v; __device__ operator int() const { return v; } __device__ bool operator or(S b) { return false; } }; __global__ void k(int *g) { S a{1}, b{1}; g[threadIdx.x * (a || b)] = threadIdx.x; }',
  'operator bitand spelled':
    'struct S { int v; __device__ operator int() const { return v; } __device__ int operator bitand(S b) { return 0; } }; __global__ void k(int *g) { S a{1}, b{1}; g[threadIdx.x * (a & b)] = threadIdx.x; }',
  'operator xor spelled':
    'struct S { int v; __device__ operator int() const { return v; } __device__ int operator xor(S b) { return 0; } }; __global__ void k(int *g) { S a{1}, b{0}; g[threadIdx.x * (a ^ b)] = threadIdx.x; }',
  'operator compl spelled':
    'struct S { int v; __device__ operator int() const { return v; } __device__ int operator compl() { return 0; } }; __global__ void k(int *g) { S a{-2}; g[threadIdx.x * ~a] = threadIdx.x; }',
  'operator not_eq spelled':
    'struct S { int v; __device__ operator int() const { return v; } __device__ int operator not_eq(S o) { return 0; } }; __global__ void k(int *g) { S a{-2}, b{1}; g[threadIdx.x * (a != b)] = threadIdx.x; }',
  'operator used with alternative spelling':
    'struct S { int v; __device__ operator int() const { return v; } __device__ int operator&&(S o) { return 0; } }; __global__ void k(int *g) { S a{1}, b{1}; g[threadIdx.x * (a and b)] = threadIdx.x; }',
  'operator and_eq spelled use':
    'struct S { int v; __device__ operator int() const { return v; } __device__ S &operator&=(S o) { v = 0; return *this; } }; __global__ void k(int *g) { S a{1}, b{1}; a and_eq b; g[threadIdx.x * a.v] = threadIdx.x; }',
  'builtin and_eq': '__global__ void k(int *g) { int a = 1; a and_eq 2; g[threadIdx.x * a] = threadIdx.x; }',
  'builtin xor_eq': '__global__ void k(int *g) { int a = 1; a xor_eq 1; g[threadIdx.x * a] = threadIdx.x; }',
  'operator not used spelled':
    'struct S { int v; __device__ operator int() const { return v; } __device__ int operator!() { return 0; } }; __global__ void k(int *g) { S a{0}; g[threadIdx.x * (not a)] = threadIdx.x; }',
  'same trait enum int':
    'template <class A, class B> struct same { static const int v = 0; }; template <class A> struct same<A, A> { static const int v = 1; }; enum E { X }; __global__ void k(int *g) { g[threadIdx.x * same<E, int>::v] = threadIdx.x; }',
  'same trait enum unsigned':
    'template <class A, class B> struct same { static const int v = 0; }; template <class A> struct same<A, A> { static const int v = 1; }; enum E { X }; __global__ void k(int *g) { g[threadIdx.x * same<E, unsigned>::v] = threadIdx.x; }',
  'same trait two enums':
    'template <class A, class B> struct same { static const int v = 0; }; template <class A> struct same<A, A> { static const int v = 1; }; enum E { X }; enum F { Y }; __global__ void k(int *g) { g[threadIdx.x * same<E, F>::v] = threadIdx.x; }',
  'same variable template enum':
    'template <class A, class B> constexpr int same = 0; template <class A> constexpr int same<A, A> = 1; enum E { X }; __global__ void k(int *g) { g[threadIdx.x * same<E, unsigned>] = threadIdx.x; }',
  'same function overload pair':
    'enum E { X }; template <class A, class B> __device__ int same(A, B) { return 0; } template <class A> __device__ int same(A, A) { return 1; } __global__ void k(int *g) { g[threadIdx.x * same(X, 1u)] = threadIdx.x; }',
  'explicit long long':
    'template <class T> __device__ int f(int) { return 1; } template <> __device__ int f<long>(int) { return 0; } template <> __device__ int f<long long>(int) { return 1; } __global__ void k(int *g) { g[threadIdx.x * f<long>(1)] = threadIdx.x; }',
  'explicit long only':
    'template <class T> __device__ int f(int) { return 0; } template <> __device__ int f<long>(int) { return 1; } __global__ void k(int *g) { g[threadIdx.x * f<long long>(1)] = threadIdx.x; }',
  'explicit signed char':
    'template <class T> __device__ int f(int) { return 0; } template <> __device__ int f<char>(int) { return 1; } __global__ void k(int *g) { g[threadIdx.x * f<signed char>(1)] = threadIdx.x; }',
  'explicit enum':
    'enum E { X }; template <class T> __device__ int f(int) { return 0; } template <> __device__ int f<unsigned>(int) { return 1; } __global__ void k(int *g) { g[threadIdx.x * f<E>(1)] = threadIdx.x; }',
  'explicit size_t vs unsigned long long':
    '#include <cstddef>\ntemplate <class T> __device__ int f(int) { return 0; } template <> __device__ int f<unsigned long long>(int) { return 1; } __global__ void k(int *g) { g[threadIdx.x * f<size_t>(1)] = threadIdx.x; }',
  'explicit int64_t vs long long':
    '#include <cstdint>\ntemplate <class T> __device__ int f(int) { return 0; } template <> __device__ int f<long long>(int) { return 1; } __global__ void k(int *g) { g[threadIdx.x * f<int64_t>(1)] = threadIdx.x; }',
  'explicit const':
    'template <class T> __device__ int f(int) { return 0; } template <> __device__ int f<int>(int) { return 1; } __global__ void k(int *g) { g[threadIdx.x * f<const int>(1)] = threadIdx.x; }',
  'explicit wchar':
    'template <class T> __device__ int f(int) { return 0; } template <> __device__ int f<int>(int) { return 1; } __global__ void k(int *g) { g[threadIdx.x * f<wchar_t>(1)] = threadIdx.x; }',
  'explicit class long':
    'template <class T> struct F { static const int v = 0; }; template <> struct F<long> { static const int v = 1; }; __global__ void k(int *g) { g[threadIdx.x * F<long long>::v] = threadIdx.x; }',
  'explicit vector longlong':
    'template <class T> struct F { static const int v = 0; }; template <> struct F<long2> { static const int v = 1; }; __global__ void k(int *g) { g[threadIdx.x * F<longlong2>::v] = threadIdx.x; }',
  'static data member defined outside template':
    'template <class T> struct S { static const int n; }; template <class T> const int S<T>::n = 0; __global__ void k(int *g) { g[threadIdx.x * S<int>::n] = threadIdx.x; }',
  'member enum specialized':
    'template <class T> struct S { enum E : int; }; template <> enum S<int>::E : int { n = 0 }; template <> enum S<char>::E : int { n = 1 }; __global__ void k(int *g) { g[threadIdx.x * S<int>::n] = threadIdx.x; }',
  'member class specialized':
    'template <class T> struct S { struct I { static const int n = 1; }; }; template <> struct S<int>::I { static const int n = 0; }; __global__ void k(int *g) { g[threadIdx.x * S<int>::I::n] = threadIdx.x; }',
  'prototype competes':
    '__device__ int at(int i); __device__ int at(long i) { return i; } __global__ void k(int *g) { g[at((int)threadIdx.x)] = threadIdx.x; }',
  'prototype method competes':
    'struct S { __device__ int at(int i); __device__ int at(long i) { return i; } }; __global__ void k(int *g) { S s; g[s.at((int)threadIdx.x)] = threadIdx.x; }',
  'prototype operator competes':
    'struct S { int v; }; __device__ int operator+(S s, int i); __device__ int operator+(S s, long i) { return i; } __global__ void k(int *g) { S s; g[s + (int)threadIdx.x] = threadIdx.x; }',
  'prototype constructor competes':
    'struct S { int v; __device__ S(int i); __device__ S(long i) : v(i) {} }; __global__ void k(int *g) { S s((int)threadIdx.x); g[s.v] = threadIdx.x; }',
  'prototype conversion competes':
    'struct S { int v; __device__ operator int() const; __device__ operator long() const { return v; } }; __global__ void k(int *g) { S s; s.v = threadIdx.x; int i = s; g[i] = threadIdx.x; }',
  'prototype call operator competes':
    'struct S { __device__ int operator()(int i) const; __device__ int operator()(long i) const { return i; } }; __global__ void k(int *g) { S s; g[s((int)threadIdx.x)] = threadIdx.x; }',
  'prototype in a friend':
    'struct S { int v; __device__ friend int at(S s, int i); }; __device__ int at(S s, long i) { return i; } __global__ void k(int *g) { S s; g[at(s, (int)threadIdx.x)] = threadIdx.x; }',
  'prototype template competes':
    'template <class T> __device__ int at(T i); __device__ int at(long i) { return i; } __global__ void k(int *g) { g[at((int)threadIdx.x)] = threadIdx.x; }',
  'prototype in the function':
    '__device__ int at(long i) { return i; } __global__ void k(int *g) { __device__ int at(int i); g[at((int)threadIdx.x)] = threadIdx.x; }',
  'deleted overload is chosen elsewhere':
    '__device__ int at(long i) { return i; } __device__ int at(char i) { return 0; } __global__ void k(int *g) { char c = threadIdx.x; g[at(c)] = threadIdx.x; }',
  'postfix user':
    'struct C { int v; __device__ C &operator++() { v = 1; return *this; } __device__ C operator++(int) { v = 0; return *this; } }; __global__ void k(int *g) { C c{1}; c++; g[threadIdx.x * c.v] = threadIdx.x; }',
  'postfix result':
    'struct C { int v; __device__ C &operator++() { v = 1; return *this; } __device__ C operator++(int) { C old = *this; v = 1; return old; } }; __global__ void k(int *g) { C c{0}; g[threadIdx.x * (c++).v] = threadIdx.x; }',
  'braced items order':
    'struct P { int a, b, c; }; __global__ void k(int *g) { int i = 0; P p{i, i++, i}; g[threadIdx.x * p.a] = threadIdx.x; }',
  'braced items order array':
    '__global__ void k(int *g) { int i = 1; int p[3] = {i, i = 0, i}; g[threadIdx.x * p[2]] = threadIdx.x; }',
  'braced constructor order':
    'struct P { int a, b; __device__ P(int x, int y, int z) : a(x), b(z) {} }; __global__ void k(int *g) { int i = 1; P p{i, i = 0, i}; g[threadIdx.x * p.b] = threadIdx.x; }',
  'Base reference other object':
    'struct B { int v; }; struct D : B { int w; }; __global__ void k(int *g) { D d; d.v = 1; B &b = d; b.v = 0; g[threadIdx.x * d.v] = threadIdx.x; }',
  'Base pointer other object':
    'struct B { int v; }; struct D : B { int w; }; __global__ void k(int *g) { D d; d.v = 1; B *b = &d; b->v = 0; g[threadIdx.x * d.v] = threadIdx.x; }',
  'second base pointer':
    'struct A { int u; }; struct B { int v; }; struct D : A, B { int w; }; __global__ void k(int *g) { D d; d.v = 1; B *b = &d; b->v = 0; g[threadIdx.x * d.v] = threadIdx.x; }',
  'pointer changed via pointer to pointer':
    '__global__ void k(int *g) { int a = 1, z = 0; int *p = &a; int **q = &p; *q = &z; g[threadIdx.x * *p] = threadIdx.x; }',
  'pointer changed via pointer to pointer in function':
    '__device__ int zero; __device__ void set(int **q) { *q = &zero; } __global__ void k(int *g) { int *p = g + threadIdx.x; set(&p); *p = threadIdx.x; }',
  'pointer ref':
    '__device__ int zero; __device__ void set(int *&q) { q = &zero; } __global__ void k(int *g) { int *p = g + threadIdx.x; set(p); *p = threadIdx.x; }',
  'pointer changed as bytes':
    '__global__ void k(int *g) { int *p = g + threadIdx.x; *(long long *)&p = (long long)g; *p = threadIdx.x; }',
  'free operator beats member':
    'struct S { int v; __device__ long operator+(long i) { return i; } }; __device__ int operator+(S &s, int i) { return 0; } __global__ void k(int *g) { S s; g[s + (int)threadIdx.x] = threadIdx.x; }',
  'free nontemplate beats member template':
    'struct S { int v; template <class T> __device__ int operator+(T i) { return i; } }; __device__ int operator+(S s, int i) { return 0; } __global__ void k(int *g) { S s{1}; g[s + (int)threadIdx.x] = threadIdx.x; }',
  'free beats friend':
    'struct S { int v; friend __device__ long operator+(S s, long i) { return i; } }; __device__ int operator+(S s, int i) { return 0; } __global__ void k(int *g) { S s{1}; g[s + (int)threadIdx.x] = threadIdx.x; }',
  'friend of second operand':
    'struct A { int v; }; struct B { int v; friend __device__ int operator+(A a, B b) { return 0; } }; template <class T> __device__ int operator+(A a, T b) { return threadIdx.x; } __global__ void k(int *g) { A a{1}; B b{1}; g[a + b] = threadIdx.x; }',
  'conversion of float operand':
    'struct S { __device__ operator float() const { return 0.5f; } }; __global__ void k(int *g) { S s; int i = (s + 1) * 2 - 3; g[threadIdx.x * i] = threadIdx.x; }',
  'conversion of float both':
    'struct S { float f; __device__ operator float() const { return f; } }; __global__ void k(int *g) { S s{0.5f}, t{0.5f}; int i = (s + t) - 1; g[threadIdx.x * i] = threadIdx.x; }',
  'conversion to char then int':
    'struct S { __device__ operator float() const { return 1.0f; } __device__ operator char() const { return 0; } }; __global__ void k(int *g) { S s; int i = s; g[threadIdx.x * i] = threadIdx.x; }',
  'conversion const overload':
    'struct S { __device__ operator int() const { return 1; } __device__ operator int() { return 0; } }; __global__ void k(int *g) { S s; int i = s; g[threadIdx.x * i] = threadIdx.x; }',
  'explicit conversion is passed over':
    'struct S { __device__ explicit operator int() const { return 1; } __device__ operator short() const { return 0; } }; __global__ void k(int *g) { S s; int i = s; g[threadIdx.x * i] = threadIdx.x; }',
  'inherited conversion':
    'struct B { __device__ operator int() const { return 0; } }; struct S : B { __device__ operator float() const { return 1.0f; } }; __global__ void k(int *g) { S s; int i = s; g[threadIdx.x * i] = threadIdx.x; }',
  'conversion template':
    'struct S { template <class T> __device__ operator T() const { return 0; } }; __global__ void k(int *g) { S s; int i = s; g[threadIdx.x * i] = threadIdx.x; }',
  'conversion to bool in condition':
    'struct S { int v; __device__ operator int() const { return 1; } __device__ explicit operator bool() const { return v; } }; __global__ void k(int *g) { S s{0}; if (s) g[threadIdx.x] = 1; else g[0] = threadIdx.x; }',
  'conversion in negation':
    'struct S { __device__ operator long long() const { return 1LL << 32; } }; __global__ void k(int *g) { S s; g[threadIdx.x * (int)!s] = threadIdx.x; }',
  'conversion minus long':
    'struct S { __device__ operator long long() const { return 1LL << 32; } }; __global__ void k(int *g) { S s; long long i = -s + (1LL << 32); g[threadIdx.x * i] = threadIdx.x; }',
  'conversion shift':
    'struct S { __device__ operator long long() const { return 1LL << 32; } }; __global__ void k(int *g) { S s; int i = (s >> 32) - 1; g[threadIdx.x * i] = threadIdx.x; }',
  'conversion switch':
    'struct S { __device__ operator char() const { return (char)257; } }; __global__ void k(int *g) { S s; switch (s) { case 1: g[0] = threadIdx.x; break; default: g[threadIdx.x] = 1; } }',
  'conversion compound':
    'struct S { __device__ operator float() const { return 0.5f; } }; __global__ void k(int *g) { S s; int i = 2; i *= s; g[threadIdx.x * (i - 1)] = threadIdx.x; }',
  'conversion compare':
    'struct S { __device__ operator float() const { return 0.5f; } }; __global__ void k(int *g) { S s; g[threadIdx.x * (s == 0)] = threadIdx.x; }',
  'forwarding constructor hijacks copy':
    'struct S { int v; __device__ S(int x) : v(x) {} template <class T> __device__ S(T &&) : v(0) {} }; __global__ void k(int *g) { S a(1); S b(a); g[threadIdx.x * b.v] = threadIdx.x; }',
  'template constructor of non const':
    'struct S { int v; __device__ S(int x) : v(x) {} template <class T> __device__ S(T &t) : v(0) {} }; __global__ void k(int *g) { S a(1); S b = a; g[threadIdx.x * b.v] = threadIdx.x; }',
  'non const copy constructor':
    'struct S { int v; __device__ S(int x) : v(x) {} __device__ S(S &o) : v(0) {} __device__ S(const S &o) : v(o.v) {} }; __global__ void k(int *g) { S a(1); S b(a); g[threadIdx.x * b.v] = threadIdx.x; }',
  'assignment operator of another type':
    'struct S { int v; __device__ S &operator=(int x) { v = 0; return *this; } __device__ S(int x) : v(x) {} }; __global__ void k(int *g) { S a(1); a = 1; g[threadIdx.x * a.v] = threadIdx.x; }',
  'assignment by conversion':
    'struct S { int v; __device__ S(int x) : v(x) {} __device__ S &operator=(const S &o) { v = 0; return *this; } }; __global__ void k(int *g) { S a(1); a = 1; g[threadIdx.x * a.v] = threadIdx.x; }',
  'assignment of braces':
    'struct S { int v, w; }; __global__ void k(int *g) { S a{1, 1}; a = {}; g[threadIdx.x * a.v] = threadIdx.x; }',
  'initializer list constructor':
    '#include <initializer_list>\nstruct S { int v; __device__ S(std::initializer_list<int> l) : v(0) {} __device__ S(int a, int b) : v(1) {} }; __global__ void k(int *g) { S s{1, 2}; g[threadIdx.x * s.v] = threadIdx.x; }',
  CTAD: 'template <class T> struct Box { T v; __device__ Box(T x) : v(x) {} }; __global__ void k(int *g) { Box b(0.5f); int i = b.v * 2 - 1; g[threadIdx.x * i] = threadIdx.x; }',
  'CTAD guide':
    'template <class T> struct Box { T v; __device__ Box(float x) : v(x) {} }; Box(float) -> Box<int>; __global__ void k(int *g) { Box b(0.5f); g[threadIdx.x * (b.v > 0)] = threadIdx.x; }',
  'CTAD aggregate array':
    'template <class T, int N> struct Arr { T d[N]; };  template <class T, class... U> Arr(T, U...) -> Arr<T, 1 + sizeof...(U)>; __global__ void k(int *g) { Arr a{1, 2, 3}; g[threadIdx.x * (sizeof(a) / 4 - 3)] = threadIdx.x; }',
  'if constexpr requires':
    'template <class T> __device__ int f(T t) { if constexpr (requires { t.foo(); }) return 1; else return 0; } __global__ void k(int *g) { g[threadIdx.x * f(3)] = threadIdx.x; }',
  'concept overload':
    'template <class T> concept Small = sizeof(T) <= 4; template <class T> __device__ int f(T t) { return 1; } template <Small T> __device__ int f(T t) { return 0; } __global__ void k(int *g) { g[threadIdx.x * f(3)] = threadIdx.x; }',
  'requires clause':
    'template <class T> __device__ int f(T t) { return 1; } template <class T> requires (sizeof(T) == 4) __device__ int f(T t) { return 0; } __global__ void k(int *g) { g[threadIdx.x * f(3)] = threadIdx.x; }',
  'trailing requires':
    'template <class T> struct S { __device__ int f() { return 1; } __device__ int f() requires (sizeof(T) == 4) { return 0; } }; __global__ void k(int *g) { S<int> s; g[threadIdx.x * s.f()] = threadIdx.x; }',
  'constrained auto':
    'template <class T> concept Big = sizeof(T) > 4; __device__ int f(auto x) { return 1; } __device__ int f(Big auto x) { return 0; } __global__ void k(int *g) { g[threadIdx.x * f(3L)] = threadIdx.x; }',
  'SFINAE expression':
    'template <class T> __device__ auto f(T t, int) -> decltype(t.foo(), 0) { return 1; } template <class T> __device__ int f(T t, long) { return 0; } __global__ void k(int *g) { g[threadIdx.x * f(3, 0)] = threadIdx.x; }',
  'SFINAE expression member':
    'struct F { __device__ int foo() { return 0; } }; template <class T> __device__ auto f(T t, int) -> decltype(t.foo(), 0) { return 0; } template <class T> __device__ int f(T t, long) { return 1; } __global__ void k(int *g) { F x; g[threadIdx.x * f(x, 0)] = threadIdx.x; }',
  void_t:
    '#include <type_traits>\ntemplate <class T, class = void> struct has : std::false_type {}; template <class T> struct has<T, std::void_t<decltype(T::foo)>> : std::true_type {}; struct F { int foo; }; __global__ void k(int *g) { g[threadIdx.x * (1 - has<F>::value)] = threadIdx.x; }',
  'name hiding of methods':
    'struct B { __device__ int f(int i) { return 1; } }; struct D : B { __device__ int f(long i) { return 0; } }; __global__ void k(int *g) { D d; g[threadIdx.x * d.f(1)] = threadIdx.x; }',
  'using declaration of base':
    'struct B { __device__ int f(int i) { return 0; } }; struct D : B { using B::f; __device__ int f(long i) { return 1; } }; __global__ void k(int *g) { D d; g[threadIdx.x * d.f(1)] = threadIdx.x; }',
  ADL: 'namespace n { struct S {}; __device__ int f(S, int) { return 0; } } __device__ int f(n::S, long) { return 1; } __global__ void k(int *g) { n::S s; g[threadIdx.x * f(s, 1)] = threadIdx.x; }',
  'using directive':
    'namespace n { __device__ int f(int) { return 0; } } __device__ int f(long) { return 1; } using namespace n; __global__ void k(int *g) { g[threadIdx.x * f(1)] = threadIdx.x; }',
  'using declaration in function hides':
    'namespace n { __device__ int f(long) { return 0; } } __device__ int f(int) { return 1; } __global__ void k(int *g) { using n::f; g[threadIdx.x * f(1)] = threadIdx.x; }',
  'inner namespace hides':
    '__device__ int f(int) { return 1; } namespace n { __device__ int f(long) { return 0; } __global__ void k(int *g) { g[threadIdx.x * f(1)] = threadIdx.x; } }',
  'inline namespace':
    'namespace n { inline namespace v2 { __device__ int f(int) { return 0; } } namespace v1 { __device__ int f(int) { return 1; } } } __global__ void k(int *g) { g[threadIdx.x * n::f(1)] = threadIdx.x; }',
  'namespace alias':
    'namespace n { __device__ int f(int) { return 0; } } namespace m { __device__ int f(int) { return 1; } } namespace q = n; __global__ void k(int *g) { g[threadIdx.x * q::f(1)] = threadIdx.x; }',
  'namespace variable of alias':
    'namespace n { const int c = 0; } namespace m { const int c = 1; } namespace q = n; __global__ void k(int *g) { g[threadIdx.x * q::c] = threadIdx.x; }',
  'using variable':
    'namespace n { const int c = 0; } namespace m { const int c = 1; } __global__ void k(int *g) { using n::c; g[threadIdx.x * c] = threadIdx.x; }',
  'using namespace in block':
    'namespace m { const int c = 1; } namespace n { const int c = 0; } __global__ void k(int *g) { using namespace n; g[threadIdx.x * c] = threadIdx.x; }',
  'using type':
    'namespace m { typedef int T; } namespace n { typedef char T; } __global__ void k(int *g) { using n::T; g[threadIdx.x * (sizeof(T) - 1)] = threadIdx.x; }',
  'using namespace type':
    'namespace m { struct T { char c[2]; }; } namespace n { struct T { char c; }; } __global__ void k(int *g) { using namespace n; g[threadIdx.x * (sizeof(T) - 1)] = threadIdx.x; }',
  'global scope operator':
    'const int c = 0; namespace n { const int c = 1; __global__ void k(int *g) { g[threadIdx.x * ::c] = threadIdx.x; } }',
  'global scope operator function':
    '__device__ int f() { return 0; } namespace n { __device__ int f() { return 1; } __global__ void k(int *g) { g[threadIdx.x * ::f()] = threadIdx.x; } }',
  'default argument other scope':
    'const int d = 0; __device__ int f(int i = d) { return i; } namespace n { const int d = 1; } __global__ void k(int *g) { const int d = 1; g[threadIdx.x * f()] = threadIdx.x; }',
  'default argument of redeclaration':
    '__device__ int f(int i = 0); __device__ int f(int i) { return i; } __global__ void k(int *g) { g[threadIdx.x * f()] = threadIdx.x; }',
  'default argument member':
    'struct S { static const int d = 0; __device__ int f(int i = d) { return i; } }; const int d = 1; __global__ void k(int *g) { S s; g[threadIdx.x * s.f()] = threadIdx.x; }',
  'default argument virtual':
    'struct B { __device__ virtual int f(int i = 0) { return i; } }; struct D : B { __device__ int f(int i = 1) override { return i; } }; __global__ void k(int *g) { D d; B &b = d; g[threadIdx.x * b.f()] = threadIdx.x; }',
  'arrow operator':
    'struct P { int v; }; struct Q { P *p; P *o; __device__ P *operator->() { return o; } }; __global__ void k(int *g) { P a{1}, b{0}; Q q{&a, &b}; g[threadIdx.x * q->v] = threadIdx.x; }',
  'arrow chain':
    'struct P { int v; }; struct R { P *p; __device__ P *operator->() { return p; } }; struct Q { R r; __device__ R operator->() { return r; } }; __global__ void k(int *g) { P a{0}; Q q{{&a}}; g[threadIdx.x * q->v] = threadIdx.x; }',
  'call operator overloads':
    'struct F { __device__ int operator()(int) { return 0; } __device__ int operator()(long) { return 1; } }; __global__ void k(int *g) { F f; g[threadIdx.x * f(1)] = threadIdx.x; }',
  'subscript operator const':
    'struct F { int a[2]; __device__ int operator[](int i) const { return 1; } __device__ int operator[](int i) { return 0; } }; __global__ void k(int *g) { F f; g[threadIdx.x * f[1]] = threadIdx.x; }',
  'subscript operator with two':
    'struct F { __device__ int operator[](long i) { return 1; } __device__ int operator[](int i) { return 0; } }; __global__ void k(int *g) { F f; g[threadIdx.x * f[1]] = threadIdx.x; }',
};
