/**
 * Kernels that race because of what C++ says a name, a type, an overload or an operator means: each was once taken to mean something else,
 * or could be. None may be called race-free (never-proved.test.ts).
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
  'add_lvalue_reference':
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
  'builtin and_eq':
    '__global__ void k(int *g) { int a = 1; a and_eq 2; g[threadIdx.x * a] = threadIdx.x; }',
  'builtin xor_eq':
    '__global__ void k(int *g) { int a = 1; a xor_eq 1; g[threadIdx.x * a] = threadIdx.x; }',
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
};
