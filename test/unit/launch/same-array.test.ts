/** Which pointers of a launch are, or may be, one array; and which never are, however they are handed around. */
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

const aliasesIn = (host: string): number =>
  launchesIn(parser, `__global__ void k(int *a, const int *b) { }\n${host}`).flatMap((site) => site.aliases).length;

const shared: Readonly<Record<string, string>> = {
  api: 'void run(int *d) { int *e = d; void *args[] = {&d, &e}; cudaLaunchKernel((void *)k, dim3(1), dim3(64), args); }',
  'array elem': 'void run(int *d) { int *p[2]; p[0] = d; p[1] = d; k<<<1, 64>>>(p[0], p[1]); }',
  'array index': 'void run(int **p, int i, int j) { k<<<1, 64>>>(p[i], p[j]); }',
  'array init': 'void run(int *d) { int *p[2] = {d, d}; k<<<1, 64>>>(p[0], p[1]); }',
  'array same index': 'void run(int **p, int i) { int j = i; k<<<1, 64>>>(p[i], p[j]); }',
  auto: 'void run(int *d) { auto e = d; k<<<1, 64>>>(d, e); }',
  'branch copy': 'void run(int *d, int *f, int c) { int *e = f; if (c) e = d; k<<<1, 64>>>(d, e); }',
  comma: 'void run(int *d) { int *e; k<<<1, 64>>>(d, (e = d)); }',
  'copy cast': 'void run(void *d) { int *e = (int *)d; k<<<1, 64>>>((int *)d, e); }',
  'copy later': 'void run(int *d) { int *e; e = d; k<<<1, 64>>>(d, e); }',
  copy: 'void run(int *d) { int *e = d; k<<<1, 64>>>(d, e); }',
  function: 'int *same(int *p) { return p; } void run(int *d) { k<<<1, 64>>>(d, same(d)); }',
  getter: 'struct S { int *p; int *get() { return p; } }; void run(S s) { k<<<1, 64>>>(s.p, s.get()); }',
  getter2:
    'struct S { int *p; int *a() { return p; } int *b() { return p; } }; void run(S s) { k<<<1, 64>>>(s.a(), s.b()); }',
  global: 'int *gd, *ge; void init() { cudaMalloc(&gd, 400); ge = gd; } void run() { k<<<1, 64>>>(gd, ge); }',
  'host device pointer': 'void run(int *d) { int *e; cudaHostGetDevicePointer(&e, d, 0); k<<<1, 64>>>(d, e); }',
  'malloc copy twice': 'void run() { int *d; cudaMalloc(&d, 400); int *e = d; int *f = e; k<<<1, 64>>>(d, f); }',
  'malloc copy': 'void run() { int *d; cudaMalloc(&d, 400); int *e = d; k<<<1, 64>>>(d, e); }',
  'member init': 'struct S { int *a_, *b_; S(int *d) : a_(d), b_(d) {} void run() { k<<<1, 64>>>(a_, b_); } };',
  'member swap':
    'struct S { int *a_, *b_; S() { cudaMalloc(&a_, 400); b_ = a_; } void run() { for (int i = 0; i < 9; i++) { k<<<1, 64>>>(a_, b_); std::swap(a_, b_); } } };',
  'member this': 'struct S { int *a_; void run() { k<<<1, 64>>>(a_, this->a_); } };',
  member: 'struct S { int *a_, *b_; S(int *d) { a_ = d; b_ = a_; } void run() { k<<<1, 64>>>(a_, b_); } };',
  'memcpy pointer': 'void run(int *d) { int *e; memcpy(&e, &d, sizeof d); k<<<1, 64>>>(d, e); }',
  offset: 'void run(int *d) { k<<<1, 64>>>(d, d + 64); }',
  reference: 'void run(int *d) { int *&e = d; k<<<1, 64>>>(d, e); }',
  same: 'void run(int *d) { k<<<1, 64>>>(d, d); }',
  select: 'void run(int *d, int *f, int c) { k<<<1, 64>>>(d, c ? d : f); }',
  select2: 'void run(int *d, int *f, int c) { int *e = c ? d : f; k<<<1, 64>>>(d, e); }',
  'struct copy': 'struct P { int *a; }; void run(P p) { P q = p; k<<<1, 64>>>(p.a, q.a); }',
  'struct init': 'struct P { int *a, *b; }; void run(int *d) { P p = {d, d}; k<<<1, 64>>>(p.a, p.b); }',
  'struct pointer': 'struct P { int *a; }; void run(P *p) { P *q = p; k<<<1, 64>>>(p->a, q->a); }',
  struct: 'struct P { int *a, *b; }; void run(int *d) { P p; p.a = d; p.b = d; k<<<1, 64>>>(p.a, p.b); }',
  'sub add assign': 'void run(int *d, int n) { int *e = d; e += n; k<<<1, 64>>>(d, e); }',
  'sub addr': 'void run(int *d, int n) { int *e = &d[n]; k<<<1, 64>>>(d, e); }',
  'sub comm': 'void run(int *d, int n) { int *e = n + d; k<<<1, 64>>>(d, e); }',
  'sub inc': 'void run(int *d, int n) { int *e = d; e++; k<<<1, 64>>>(d, e); }',
  'sub var': 'void run(int *d, int n) { int *e = d + n; k<<<1, 64>>>(d, e); }',
  sub: 'void run(int *d) { k<<<1, 64>>>(d, d + 3); }',
  'swap bad': 'void run(int *d, int *e, int c) { if (c) e = d; std::swap(d, e); k<<<1, 64>>>(d, e); }',
  'touched by reference': 'void touch(int *&p); void run(int *d) { int *x = d; touch(d); k<<<1, 64>>>(x, d); }',
  touched:
    'struct S { int *p; void touch() { n++; } int n; }; void run(S s) { int *x = s.p; s.touch(); k<<<1, 64>>>(x, s.p); }',
  'vector copy ref': 'void run(thrust::device_vector<int> &v) { auto &w = v; k<<<1, 64>>>(v.data(), w.data()); }',
  vector:
    'void run(thrust::device_vector<int> &v) { int *e = thrust::raw_pointer_cast(v.data()); k<<<1, 64>>>(e, thrust::raw_pointer_cast(&v[0])); }',
  vector2:
    'void run(thrust::device_vector<int> &v) { k<<<1, 64>>>(thrust::raw_pointer_cast(v.data()), thrust::raw_pointer_cast(&v[0])); }',
  'wrapper copy': 'void go(int *a, int *b) { k<<<1, 64>>>(a, b); } void run(int *d) { int *e = d; go(d, e); }',
  wrapper: 'void go(int *a, int *b) { k<<<1, 64>>>(a, b); } void run(int *d) { go(d, d); }',
  wrapper2: 'void go(int *a, int *b) { k<<<1, 64>>>(a, b); } void run(int *d, int *e) { go(d, e); go(d, d); }',
};

const apart: Readonly<Record<string, string>> = {
  ifelse:
    'void run(int *d, int *e) { int *x, *y; for (int i = 0; i < 9; i++) { if (i % 2) { x = d; y = e; } else { x = e; y = d; } k<<<1, 64>>>(x, y); } }',
  'index const': 'void run() { int *p[2]; cudaMalloc(&p[0], 400); cudaMalloc(&p[1], 400); k<<<1, 64>>>(p[0], p[1]); }',
  index:
    'void run(int **p) { int cur = 0; for (int i = 0; i < 9; i++) { k<<<1, 64>>>(p[cur], p[1 - cur]); cur = 1 - cur; } }',
  'member swap':
    'struct S { int *a_, *b_; S() { cudaMalloc(&a_, 400); cudaMalloc(&b_, 400); } void run() { for (int i = 0; i < 9; i++) { k<<<1, 64>>>(a_, b_); std::swap(a_, b_); } } };',
  members: 'struct S { int *a_, *b_; S(int *d, int *e) : a_(d), b_(e) {} void run() { k<<<1, 64>>>(a_, b_); } };',
  reassigned: 'void run(int *d, int *f) { int *e = d; e = f; k<<<1, 64>>>(d, e); }',
  'select var':
    'void run(int *d, int *e) { for (int i = 0; i < 9; i++) { int *x = i % 2 ? d : e; int *y = i % 2 ? e : d; k<<<1, 64>>>(x, y); } }',
  select: 'void run(int *d, int *e) { for (int i = 0; i < 9; i++) { k<<<1, 64>>>(i % 2 ? d : e, i % 2 ? e : d); } }',
  swap: 'void run(int *d, int *e) { for (int i = 0; i < 9; i++) { k<<<1, 64>>>(d, e); std::swap(d, e); } }',
  swap3: 'void run(int *d, int *e) { for (int i = 0; i < 9; i++) { k<<<1, 64>>>(d, e); int *t = d; d = e; e = t; } }',
  two: 'void run() { int *d, *e; cudaMalloc(&d, 400); cudaMalloc(&e, 400); k<<<1, 64>>>(d, e); }',
  wrapper: 'void go(int *a, int *b) { k<<<1, 64>>>(a, b); } void run(int *d, int *e) { go(d, e); go(e, d); }',
};

it.each(Object.entries(shared))('%s: perhaps one array', (_what, host) => {
  expect(aliasesIn(host)).toBeGreaterThan(0);
});

it.each(Object.entries(apart))('%s: two arrays', (_what, host) => {
  expect(aliasesIn(host)).toBe(0);
});
