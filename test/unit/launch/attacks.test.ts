/**
 * Launches whose block looks like 64 threads and is, or may be, another: no host code among these may pass for `<<<1,
 * 64>>>` alone.
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

const attacks: Readonly<Record<string, string>> = {
  'address taken':
    'void run(int *g, int b) { k<<<1, b>>>(g); } void one(int *g) { run(g, 64); } void (*f)(int *, int) = run;',
  'array elem': 'void run(int *g, int i) { int w[2] = {64, 64}; w[i] = 128; k<<<1, w[0]>>>(g); }',
  'array memset': 'void run(int *g, int i) { int w[2] = {64, 64}; memcpy(w, g, 8); k<<<1, w[0]>>>(g); }',
  'array passed': 'void fill(int *); void run(int *g, int i) { int w[2] = {64, 64}; fill(w); k<<<1, w[0]>>>(g); }',
  'array pointer': 'void run(int *g, int i) { int w[2] = {64, 64}; int *p = w; p[0] = 128; k<<<1, w[0]>>>(g); }',
  'assert own': 'void assert(bool b) { } void run(int *g, int b) { assert(b <= 64); k<<<1, b>>>(g); }',
  'auto ref': 'void run(int *g) { int b = 64; auto &r = b; r = 128; k<<<1, b>>>(g); }',
  'base member hides':
    'const int b = 64; struct B { static const int b = 128; }; struct S : B { void run(int *g); }; void S::run(int *g) { k<<<1, b>>>(g); }',
  branch: 'void run(int *g, int c) { int b = 64; if (c) b = 128; k<<<1, b>>>(g); }',
  catch: 'void run(int *g) { int b = 64; try { f(); b = 64; } catch (int b) { k<<<1, b>>>(g); } }',
  'char wrap': 'void run(int *g) { unsigned char b = 64 + 256; b = b + 64; k<<<1, b>>>(g); }',
  cin: 'int main() { int b = 64; std::cin >> b; int *g; k<<<1, b>>>(g); }',
  'cli default if':
    'int main(int argc, char **argv) { int b = 64; if (argc > 1) b = atoi(argv[1]); int *g; k<<<1, b>>>(g); }',
  'cli default': 'int main(int argc, char **argv) { int b = argc > 1 ? atoi(argv[1]) : 64; int *g; k<<<1, b>>>(g); }',
  comma: 'void run(int *g, int b) { if (b = 128, b == 64 || b) k<<<1, b>>>(g); }',
  'cond assign': 'void run(int *g, int b) { if (b <= 64 && (b = 128)) k<<<1, b>>>(g); }',
  'const cast': 'void run(int *g) { const int b = 64; const_cast<int &>(b) = 128; int c = b; k<<<1, c * 2>>>(g); }',
  'default argument': 'void run(int *g, int b = 128) { k<<<1, b>>>(g); } void one(int *g) { run(g, 64); run(g); }',
  'dim member': 'void run(int *g, int c) { dim3 b(64); if (c) b.x = 128; k<<<1, b>>>(g); }',
  'dim ref': 'void fix(dim3 &b) { b.x = 128; } void run(int *g) { dim3 b(64); fix(b); k<<<1, b>>>(g); }',
  'do while': 'void run(int *g, int b) { do { k<<<1, b>>>(g); b++; } while (b <= 64); }',
  'early exit changed': 'void run(int *g, int b) { if (b > 64) return; b *= 2; k<<<1, b>>>(g); }',
  'early exit loop': 'void run(int *g, int b) { for (;;) { if (b > 64) break; b *= 4; } k<<<1, b>>>(g); }',
  else: 'void run(int *g, int b) { if (b <= 64) { } else k<<<1, b>>>(g); }',
  'enum shadow': 'enum { b = 64 }; void run(int *g, int b) { k<<<1, b>>>(g); }',
  'exit not always': 'void run(int *g, int b, int v) { if (b > 64) { if (v) return; } k<<<1, b>>>(g); }',
  'exit usage':
    'void usage() { if (getenv("X")) exit(1); } void run(int *g, int b) { if (b > 64) usage(); k<<<1, b>>>(g); }',
  'extern const': 'extern const int b; void run(int *g) { k<<<1, b>>>(g); }',
  'float trunc':
    'void run(int *g) { float f = 16777217; int b = (int)(f - 16777216.0f) == 1 ? 64 : 128; k<<<1, b>>>(g); }',
  'for cond': 'void run(int *g, int b) { for (; b <= 64; ) { b *= 2; k<<<1, b>>>(g); } }',
  'function reference':
    'int grow(int &b) { b *= 2; return b; } void run(int *g) { int b = 64; grow(b); int c = grow(b); k<<<1, c>>>(g); }',
  'function static':
    'int next() { static int b = 32; b *= 2; return b; } void run(int *g) { next(); k<<<1, next()>>>(g); }',
  getopt:
    'int main(int c, char **v) { int b = 64, o; while ((o = getopt(c, v, "b:")) != -1) switch (o) { case \'b\': b = atoi(optarg); break; } int *g; k<<<1, b>>>(g); }',
  'global unwritten': 'int b = 64; void run(int *g) { k<<<1, b>>>(g); }',
  global: 'int b = 64; void set() { b = 128; } void run(int *g) { set(); k<<<1, b>>>(g); }',
  goto: 'void run(int *g) { int b = 64; again: k<<<1, b>>>(g); b = 128; goto again; }',
  'if 0 else': 'void run(int *g) {\n#if 0\n const int b = 64;\n#else\n const int b = 128;\n#endif\n k<<<1, b>>>(g); }',
  'if 0': '#if 0\nvoid run(int *g) { k<<<1, 64>>>(g); }\n#endif',
  'increment pointer': 'void run(int *g) { int b[1] = {64}; ++*b; k<<<1, b[0]>>>(g); }',
  'int division': 'void run(int *g) { int b = 3 / 2 * 128; k<<<1, b>>>(g); }',
  'lambda changes': 'void run(int *g) { int b = 64; auto f = [&] { b = 128; }; f(); k<<<1, b>>>(g); }',
  'lambda parameter': 'void run(int *g) { auto f = [&](int b) { k<<<1, b>>>(g); }; f(64); f(128); }',
  lambda: 'void run(int *g) { int b = 64; auto f = [&] { k<<<1, b>>>(g); }; b = 128; f(); }',
  'loop values body': 'void run(int *g) { for (int b = 32; b <= 64; b *= 2) { b *= 2; k<<<1, b>>>(g); } }',
  'loop values': 'void run(int *g) { for (int b = 32; b <= 128; b *= 2) k<<<1, b>>>(g); }',
  loop: 'void run(int *g) { int b = 64; for (int i = 0; i < 2; i++) { k<<<1, b>>>(g); b *= 2; } }',
  macro: '#define SET b = 128\nvoid run(int *g) { int b = 64; SET; k<<<1, b>>>(g); }',
  'loop changes its bound':
    'void run(int *g) { int b = 16, m = 60; while (b < m) { b *= 2; m += 8; } k<<<1, b>>>(g); }',
  'loop condition changes it':
    'bool more(int &b) { b++; return false; } void run(int *g) { int b = 64; while (more(b)) b *= 2; k<<<1, b>>>(g); }',
  'loop condition counts': 'void run(int *g) { int b = 16, m = 0; while (b < 64 + 64 * m++) b *= 2; k<<<1, b>>>(g); }',
  'loop ends early':
    'void run(int *g, int n) { int b = 16; while (b < 64) { if (b == n) break; b *= 2; } k<<<1, b>>>(g); }',
  'loop in a branch': 'void run(int *g, int c) { int b = 128; if (c) while (b > 64) b /= 2; k<<<1, b>>>(g); }',
  'loop in a loop':
    'void run(int *g, int n) { int b = 16; for (int i = 0; i < n; i++) { while (b < 64 + i) b *= 2; k<<<1, b>>>(g); } }',
  'loop of a condition that is not known':
    'void run(int *g, int n) { int b = 64; while (b < n) b *= 2; k<<<1, b>>>(g); }',
  'loop passed over by a label':
    'void run(int *g, int c) { int b = 128; switch (c) { case 0: while (b > 64) b /= 2; case 1: k<<<1, b>>>(g); } }',
  'loop then a reference':
    'void run(int *g) { int b = 16; int &r = b; while (b < 64) b *= 2; r = 128; k<<<1, b>>>(g); }',
  'loop then another loop':
    'void run(int *g, int n) { int b = 16; while (b < 64) b *= 2; for (; n > 0; n--) b += 1; k<<<1, b>>>(g); }',
  'loop with two steps': 'void run(int *g) { int b = 16; while (b < 64) { b *= 2; b += 1; } k<<<1, b>>>(g); }',
  'loop wraps': 'void run(int *g) { unsigned char b = 255; while (b < 64 || b == 255) b += 66; k<<<1, b>>>(g); }',
  'member changed':
    'struct S { int b; S() : b(64) {} void grow() { b = 128; } void run(int *g) { grow(); k<<<1, b>>>(g); } };',
  'member hides inline':
    'const int b = 64; struct S { void run(int *g) { k<<<1, b>>>(g); } static const int b = 128; };',
  'member hides':
    'const int b = 64; struct S { int b = 128; void run(int *g); }; void S::run(int *g) { k<<<1, b>>>(g); }',
  'memset dim': 'void run(int *g) { dim3 b(64); memset(&b, 1, 4); k<<<1, b>>>(g); }',
  'method name':
    'struct A { int size() { return 64; } }; void run(int *g, std::vector<int> v) { k<<<1, v.size()>>>(g); }',
  'other caller':
    'void run(int *g, int b) { k<<<1, b>>>(g); } void one(int *g) { run(g, 64); } void two(int *g) { run(g, 128); }',
  'out api': 'void run(int *g) { int b = 64, m; cudaOccupancyMaxPotentialBlockSize(&m, &b, k, 0, 0); k<<<1, b>>>(g); }',
  'overload caller':
    'void run(int *g, int b) { k<<<1, b>>>(g); } void run(int *g, double b) { } void one(int *g) { run(g, 64); run(g, 128); }',
  overload:
    'int pick(int) { return 64; } int pick(double) { return 128; } void run(int *g) { k<<<1, pick(2.0)>>>(g); }',
  'parameter changed': 'void run(int *g, int b) { b *= 2; k<<<1, b>>>(g); } void one(int *g) { run(g, 64); }',
  'pointer alias': 'void run(int *g) { int b = 64; int *p = &b; *p = 128; k<<<1, b>>>(g); }',
  'pointer kernel': 'void run(int *g, int c) { void (*f)(int *) = c ? k : 0; f<<<1, 128>>>(g); k<<<1, 64>>>(g); }',
  pointer: 'void grow(int *b); void run(int *g) { int b = 64; grow(&b); k<<<1, b>>>(g); }',
  'range for': 'void run(int *g) { for (int b : {64, 128}) k<<<1, b>>>(g); }',
  recursion: 'void run(int *g, int b) { k<<<1, b>>>(g); if (b < 256) run(g, b * 2); } void one(int *g) { run(g, 64); }',
  'ref alias': 'void run(int *g) { int b = 64; int &r = b; r = 128; k<<<1, b>>>(g); }',
  'reference undeclared': 'void grow(int &b); void run(int *g) { int b = 64; grow(b); k<<<1, b>>>(g); }',
  reference: 'void grow(int &b) { b *= 2; } void run(int *g) { int b = 64; grow(b); k<<<1, b>>>(g); }',
  'retained pointer':
    'struct R { int *p; R(int *q) : p(q) {} void go() { *p = 128; } }; void run(int *g) { int b = 64; R r(&b); r.go(); k<<<1, b>>>(g); }',
  'retained reference braces':
    'struct R { int &p; void go() { p = 128; } }; void run(int *g) { int b = 64; R r{b}; r.go(); k<<<1, b>>>(g); }',
  'retained reference':
    'struct R { int &p; R(int &q) : p(q) {} void go() { p = 128; } }; void run(int *g) { int b = 64; R r(b); r.go(); k<<<1, b>>>(g); }',
  scanf: 'int main() { int b = 64; scanf("%d", &b); int *g; k<<<1, b>>>(g); }',
  'shadow for': 'void run(int *g, int n) { int b = 64; for (int b = 128; b < n; b++) k<<<1, b>>>(g); }',
  shadow: 'void run(int *g, int n) { const int b = 64; { int b = n; k<<<1, b>>>(g); } }',
  'sscanf macro':
    '#define READ(x) sscanf(s, "%d", &x)\nint main(int argc, char **s) { int b = 64; READ(b); int *g; k<<<1, b>>>(g); }',
  'static local': 'void run(int *g) { static int b = 32; b *= 2; k<<<1, b>>>(g); }',
  'std name': 'int max(int a, int b) { return 64; } void run(int *g) { k<<<1, std::max(64, 128)>>>(g); }',
  'struct copy': 'struct P { int b; }; void run(int *g) { P p; p.b = 64; P &q = p; q.b = 128; k<<<1, p.b>>>(g); }',
  'struct init ctor':
    'struct P { int a, b; P(int x, int y) : a(y), b(x + y) {} }; void run(int *g) { P p{64, 64}; k<<<1, p.b>>>(g); }',
  'struct method':
    'struct P { int b; void set() { b = 128; } }; void run(int *g) { P p; p.b = 64; p.set(); k<<<1, p.b>>>(g); }',
  'struct nested write':
    'struct Q { int b; }; struct P { Q q; }; void run(int *g) { P p; p.q.b = 64; Q *x = &p.q; x->b = 128; k<<<1, p.q.b>>>(g); }',
  structured: 'void run(int *g) { int b = 64; auto h = [b = 128](int *g) { k<<<1, b>>>(g); }; h(g); }',
  swap: 'void run(int *g) { int b = 64, c = 128; std::swap(b, c); k<<<1, b>>>(g); }',
  'switch default': 'void run(int *g, int b) { switch (b) { case 64: break; default: k<<<1, b>>>(g); } }',
  'switch fall if':
    'void run(int *g, int b, int c) { switch (b) { case 128: if (c) break; case 64: k<<<1, b>>>(g); } }',
  'switch fall': 'void run(int *g, int b) { switch (b) { case 128: g = 0; case 64: k<<<1, b>>>(g); } }',
  'template default':
    'template <int B = 128> void run(int *g) { k<<<1, B>>>(g); } void one(int *g) { run<64>(g); run(g); }',
  'template function':
    'template <int N> int b() { return N; } template <> int b<2>() { return 128; } void run(int *g) { k<<<1, b<2>()>>>(g); }',
  'template member':
    'template <int N> struct C { static const int b = N; }; void run(int *g) { k<<<1, C<128>::b>>>(g); }',
  'ternary assign': 'void run(int *g, int c) { int b = 64, d = 1; (c ? b : d) = 128; k<<<1, b>>>(g); }',
  'thread caller':
    'void run(int *g, int b) { k<<<1, b>>>(g); } void one(int *g) { run(g, 64); std::thread t(run, g, 128); }',
  tie: 'void run(int *g) { int b = 64, c; std::tie(b, c) = f(); k<<<1, b>>>(g); }',
  'unsigned wrap': 'void run(int *g) { unsigned b = 0; b = (b - 1) / 33554432 ; k<<<1, b + 1>>>(g); }',
  'using namespace':
    'namespace a { const int b = 128; } const int c = 64; void run(int *g) { using namespace a; k<<<1, b>>>(g); }',
  'array element by reference':
    'void set(int &x) { x = 128; } void run(int *g) { int w[2] = {64, 64}; set(w[0]); k<<<1, w[0]>>>(g); }',
  'assembly output': 'void run(int *g) { int b = 64; asm("mov $128, %0" : "=r"(b)); k<<<1, b>>>(g); }',
  'cast to a reference': 'void run(int *g) { int b = 64; (int &)b = 128; k<<<1, b>>>(g); }',
  'cast to a reference handed on':
    'void set(int &x) { x = 128; } void run(int *g) { dim3 b(64); set((int &)b.x); k<<<1, b>>>(g); }',
  'const member given by a constructor':
    'struct S { const int b = 64; S(int n) : b(n) {} void run(int *g) { k<<<1, b>>>(g); } };',
  'dim member by reference':
    'void set(unsigned &x) { x = 128; } void run(int *g) { dim3 b(64); set(b.x); k<<<1, b>>>(g); }',
  'enum class beside a constant': 'const int b = 128; enum class E { b = 64 }; void run(int *g) { k<<<1, b>>>(g); }',
  'file variable by a qualified name':
    'static int b = 64; void set(int n) { ::b = n; } void run(int *g) { k<<<1, b>>>(g); }',
  'file variable by a reference to a qualified name':
    'static int b = 64; void set() { int &r = ::b; r = 128; } void run(int *g) { k<<<1, b>>>(g); }',
  'file variable by the address of a qualified name':
    'static int b = 64; void set() { int *p = &::b; *p = 128; } void run(int *g) { k<<<1, b>>>(g); }',
  'file variable returned by reference':
    'static int b = 64; int &ref() { return b; } void set() { ref() = 128; } void run(int *g) { k<<<1, b>>>(g); }',
  'function of another namespace':
    'namespace p { int b() { return 64; } } namespace q { int b(); } void run(int *g) { k<<<1, q::b()>>>(g); }',
  'function of a namespace that is not seen': 'int b() { return 64; } void run(int *g) { k<<<1, ext::b()>>>(g); }',
  'member of another specialization':
    'template <int N> struct C { static const int b = 64; }; template <> struct C<2> { static const int b = 128; }; void run(int *g) { k<<<1, C<2>::b>>>(g); }',
  'member returned by reference':
    'struct C { int b; int &block() { return b; } }; void run(int *g) { C c{64}; c.block() = 128; k<<<1, c.b>>>(g); }',
  'member that a binding names':
    'struct C { int b, n; }; void run(int *g) { C c{64, 1}; auto &[b, n] = c; b = 128; k<<<1, c.b>>>(g); }',
  'namespaces with one name of a constant':
    'namespace p { const int b = 64; } namespace q { const int b = 128; void run(int *g) { k<<<1, b>>>(g); } }',
  'namespace that is not seen': 'const int b = 64; void run(int *g) { k<<<1, ext::b>>>(g); }',
  'namespace variable set from outside':
    'namespace p { static int b = 64; } void set(int n) { p::b = n; } namespace p { void run(int *g) { k<<<1, b>>>(g); } }',
  'namespace variable set in another block':
    'namespace p { static int b = 64; } namespace p { void set(int n) { b = n; } } namespace p { void run(int *g) { k<<<1, b>>>(g); } }',
  'namespace of an alias':
    'namespace p { const int b = 64; } namespace q { const int b = 128; } namespace p2 = q; void run(int *g) { k<<<1, p2::b>>>(g); }',
  'nearer namespace':
    'const int b = 64; namespace p { const int b = 128; } namespace p { void run(int *g) { k<<<1, b>>>(g); } }',
  'namespace inside of another':
    'namespace p { namespace i { const int b = 128; } const int b = 64; } namespace p::i { void run(int *g) { k<<<1, b>>>(g); } }',
  'parameter of a function defined outside of its namespace':
    'namespace p { const int b = 64; void run(int *g, int b); } void p::run(int *g, int b) { k<<<1, b>>>(g); }',
  'member with a default that a branch sets':
    'struct P { int b = 128; }; void run(int *g, int c) { P p; if (c) p.b = 64; k<<<1, p.b>>>(g); }',
  'member that a constructor sets, and a branch':
    'struct P { int b; P() : b(128) {} }; void run(int *g, int c) { P p; if (c) p.b = 64; k<<<1, p.b>>>(g); }',
  'member behind an array without its braces':
    'struct P { int a[2], b; }; void run(int *g) { P p{1, 64, 128}; k<<<1, p.b>>>(g); }',
  'member behind an object without its braces':
    'struct Q { int x, y; }; struct P { Q q; int b; }; void run(int *g) { P p{1, 64, 128}; k<<<1, p.b>>>(g); }',
  'member behind a static one':
    'struct P { static const int n = 3; int a, b; }; void run(int *g) { P p{64, 128}; k<<<1, p.b>>>(g); }',
  'member of a class with a constructor that is only declared':
    'struct P { P(int, int); int a, b; }; void run(int *g) { P p{1, 64}; k<<<1, p.b>>>(g); }',
  'bit-field':
    'struct P { unsigned b : 7; }; void run(int *g) { P p; p.b = 192; p.b = p.b + 128; k<<<1, p.b + 64>>>(g); }',
  'assignment that a class defines':
    'struct P { int b; void operator=(const P &o) { b = 128; } }; void run(int *g) { P p{64}, q{64}; q = p; k<<<1, q.b>>>(g); }',
  'copy that a class defines':
    'struct P { int b; P() = default; P(const P &o) : b(128) {} }; void run(int *g) { P p; p.b = 64; P q = p; k<<<1, q.b>>>(g); }',
  'object of another class':
    'struct A { int b; }; struct P { int b; P(A a) : b(128) {} }; void run(int *g) { A a{64}; P p = a; k<<<1, p.b>>>(g); }',
  'object changed by what returns it':
    'struct P { int b; }; P grown(P p) { p.b *= 2; return p; } void run(int *g) { P p{64}; P q = grown(p); k<<<1, q.b>>>(g); }',
  'object changed by reference':
    'struct P { int b; }; void grow(P &p) { p.b *= 2; } void run(int *g) { P p{64}; grow(p); k<<<1, p.b>>>(g); }',
  'object chosen':
    'struct P { int b; }; P pick(int c) { if (c) return P{128}; return P{64}; } void run(int *g, int c) { k<<<1, pick(c).b>>>(g); }',
  'nested namespace declared later':
    'namespace p { const int b = 64; namespace i { const int b = 128; } } namespace p::i { void run(int *g) { k<<<1, b>>>(g); } }',
  'definition outside of its namespace':
    'const int b = 64; namespace p { const int b = 128; void run(int *g); } void p::run(int *g) { k<<<1, b>>>(g); }',
  'overload of a prototype': 'int b(float n); int b(int n) { return n; } void run(int *g) { k<<<1, b(64.5f)>>>(g); }',
  'range by reference': 'void run(int *g) { int w[2] = {64, 64}; for (int &x : w) x = 128; k<<<1, w[0]>>>(g); }',
  'reference captured': 'void run(int *g) { int b = 64; auto set = [&r = b] { r = 128; }; set(); k<<<1, b>>>(g); }',
  'reference of a choice':
    'void run(int *g, int c) { int b = 64, d = 1; int &r = c ? b : d; r = 128; k<<<1, b>>>(g); }',
  'reference of a call':
    'int &pick(int &x, int &y) { return x; } void run(int *g) { int b = 64, d = 1; int &r = pick(b, d); r = 128; k<<<1, b>>>(g); }',
  'static member by its object':
    'struct C { inline static int b = 64; void run(int *g) { k<<<1, b>>>(g); } }; void set(C c) { c.b = 128; }',
  'using declaration':
    'const int b = 64; namespace p { const int b = 128; } void run(int *g) { using p::b; k<<<1, b>>>(g); }',
  'using directive in the function':
    'namespace o { const int b = 64; namespace i { const int b = 128; } } namespace o { void run(int *g) { using namespace i; using i::b; k<<<1, b>>>(g); } }',
  'void pointer': 'void run(int *g) { int b = 64; void *q = &b; *(int *)q = 128; k<<<1, b>>>(g); }',
  virtual:
    'struct A { virtual int b() { return 64; } }; struct B : A { int c; int b2() { return 1; } }; void run(int *g, A *a) { k<<<1, a->b()>>>(g); }',
  'while cond': 'void run(int *g, int b) { while (b <= 64) { b++; k<<<1, b>>>(g); } }',
};

it.each(Object.entries(attacks))('%s', (_what, host) => {
  const blocks = launchesIn(parser, `__global__ void k(int *g) { }\n${host}`)
    .filter((site) => site.kernel === 'k')
    .map((site) => site.config.block.join());
  expect(new Set(blocks)).not.toEqual(new Set(['64,1,1']));
});
