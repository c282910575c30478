/** Members of the structs that launches pass. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Parser } from '../../../src/parse/tree-sitter.ts';
import { constantOf } from '../../../src/launch/host-value.ts';
import { launchesIn, startParser } from './given.ts';

let parser: Parser;
beforeAll(async () => {
  parser = await startParser();
});
afterAll(() => {
  parser.close();
});

const view = `struct View { int *p; int stride; };
struct Kept { int *p; int stride; Kept(const Kept &o) : p(o.p), stride(0) {} };
struct Handed { int *p; int stride; Handed(int *q, int s) : p(q), stride(s) {} }; __global__ void handed(Handed v) { }
struct Narrow { int *p; int stride; Narrow(int *q, unsigned char s) : p(q), stride(s) {} }; __global__ void narrow(Narrow v) { }
struct Twice { int *p; int stride; Twice(int *q, int s) : p(q), stride(s) { stride *= 2; } }; __global__ void twice(Twice v) { }
struct Listed { int *p; int stride; Listed(int *q, int s) : p(q), stride(s) {} Listed(std::initializer_list<int *> all) : p(*all.begin()), stride(0) {} }; __global__ void listed2(Listed v) { }
int zero(int &s) { s = 0; return 0; } struct Changed { int first; int *p; int stride; Changed(int *q, int s) : first(zero(s)), p(q), stride(s) {} }; __global__ void changed(Changed v) { }
struct Two { int *p; int stride; Two(int *q, int s) : p(q), stride(s) {} Two(int s, int *q) : p(q), stride(0) {} }; __global__ void two(Two v) { }
struct Other { int *p; int stride; }; struct Made { int *p; int stride; Made(Other o) : p(o.p), stride(0) {} };
__global__ void k(View v) { } __global__ void kept(Kept v) { } __global__ void made(Made v) { } template <class T> __global__ void any(T v) { }
View make(int *p) { return View{p, 1}; } View filled(int *p) { View v; v.p = p; v.stride = 1; return v; } View listed(int *p) { return {p, 1}; }
void change(View &v); View changed(View v) { v.stride = 2; return v; }`;

/** What the launch says of the member `stride`; null: nothing. */
const strideIn = (body: string): bigint | number | null =>
  constantOf(
    launchesIn(parser, `${view}\nvoid run(int *p, bool c) { ${body} }`)[0]?.arguments[0]?.fields.get('stride') ?? null,
  );

it.each([
  ['an object in place', 'k<<<1, 64>>>(View{p, 1});'],
  ['braces', 'k<<<1, 64>>>({p, 1});'],
  ['members set one by one', 'View v; v.p = p; v.stride = 1; k<<<1, 64>>>(v);'],
  ['a braced variable', 'View v{p, 1}; k<<<1, 64>>>(v);'],
  ['a copy', 'View w{p, 1}; View v = w; k<<<1, 64>>>(v);'],
  ['an assignment', 'View v; v = {p, 1}; k<<<1, 64>>>(v);'],
  ['auto', 'auto v = View{p, 1}; k<<<1, 64>>>(v);'],
  ['a function', 'k<<<1, 64>>>(make(p));'],
  ['a function that fills one', 'View v = filled(p); k<<<1, 64>>>(v);'],
  ['a function that returns braces', 'k<<<1, 64>>>(listed(p));'],
  ['an argument of a template', 'any<<<1, 64>>>(View{p, 1});'],
  ['a constructor that hands its arguments on', 'Handed v{p, 1}; handed<<<1, 64>>>(v);'],
])('%s', (_what, body) => {
  expect(strideIn(body)).toBe(1n);
});

it.each([
  ['an object that a function may change', 'View v{p, 1}; change(v); k<<<1, 64>>>(v);'],
  ['a constructor that takes less', 'Narrow v{p, 1}; narrow<<<1, 64>>>(v);'],
  ['a constructor that does more', 'Twice v{p, 1}; twice<<<1, 64>>>(v);'],
  ['a constructor that changes its argument before', 'Changed v{p, 1}; changed<<<1, 64>>>(v);'],
  ['a constructor that takes the whole list', 'Listed v{p, 1}; listed2<<<1, 64>>>(v);'],
  ['constructors that do not agree', 'Two v{p, 1}; two<<<1, 64>>>(v);'],
  ['an object with another name', 'View v{p, 1}; View &w = v; w.stride = 2; k<<<1, 64>>>(v);'],
  ['an object that a copy changes', 'Kept v{p, 1}; kept<<<1, 64>>>(v);'],
  ['an object of another class', 'Other o{p, 1}; made<<<1, 64>>>(o);'],
  ['an object set in a branch', 'View v{p, 1}; if (c) v.stride = 2; k<<<1, 64>>>(v);'],
  ['an object behind a pointer', 'View v{p, 1}; View *w = &v; w->stride = 2; k<<<1, 64>>>(v);'],
  ['one of two objects', 'k<<<1, 64>>>(c ? View{p, 1} : View{p, 2});'],
])('%s is open', (_what, body) => {
  expect(strideIn(body)).toBeNull();
});
