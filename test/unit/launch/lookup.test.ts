/** Constants that a launch names, from wherever they are declared. */
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

it.each([
  ['a namespace opened again', 'namespace a { const int N = 64; } namespace a { void f() { k<<<1, N>>>(); } }'],
  [
    'a nested namespace opened again',
    'namespace a { namespace b { const int N = 64; } } namespace a::b { void f() { k<<<1, N>>>(); } }',
  ],
  ['a namespace around', 'namespace a { const int N = 64; } namespace a::b { void f() { k<<<1, N>>>(); } }'],
  [
    'a function defined outside of its namespace',
    'const int N = 1; namespace a { const int N = 64; void f(); } void a::f() { k<<<1, N>>>(); }',
  ],
  ['a qualified name', 'namespace a::b { const int N = 64; } void f() { k<<<1, a::b::N>>>(); }'],
  ['a name qualified in part', 'namespace a { namespace b { const int N = 64; } void f() { k<<<1, b::N>>>(); } }'],
  ['a name of the file', 'const int N = 64; namespace a { const int N = 1; void f() { k<<<1, ::N>>>(); } }'],
  ['using namespace', 'namespace a { const int N = 64; } using namespace a; void f() { k<<<1, N>>>(); }'],
  ['using namespace in a function', 'namespace a { const int N = 64; } void f() { using namespace a; k<<<1, N>>>(); }'],
  [
    'using namespace of one that does so',
    'namespace a { const int N = 64; } namespace b { using namespace a; } using namespace b; void f() { k<<<1, N>>>(); }',
  ],
  [
    'using namespace in a qualified name',
    'namespace a { const int N = 64; } namespace b { using namespace a; } void f() { k<<<1, b::N>>>(); }',
  ],
  ['a using declaration', 'namespace a { const int N = 64; } using a::N; void f() { k<<<1, N>>>(); }'],
  [
    'a using declaration that hides',
    'const int N = 1; namespace a { const int N = 64; } void f() { using a::N; k<<<1, N>>>(); }',
  ],
  ['an alias', 'namespace a::b { const int N = 64; } namespace z = a::b; void f() { k<<<1, z::N>>>(); }'],
  ['an inline namespace', 'inline namespace v1 { const int N = 64; } void f() { k<<<1, N>>>(); }'],
  [
    'the name of an inline namespace',
    'namespace a { inline namespace v1 { const int N = 64; } } void f() { k<<<1, a::v1::N>>>(); }',
  ],
  ['a variable of an anonymous namespace that nothing sets', 'namespace { int N = 64; } void f() { k<<<1, N>>>(); }'],
  ['extern "C"', 'extern "C" { const int N = 64; } void f() { k<<<1, N>>>(); }'],
  ['a static member', 'struct S { static constexpr int N = 64; }; void f() { k<<<1, S::N>>>(); }'],
  [
    'a static member of a base',
    'struct B { static constexpr int N = 64; }; struct S : B { }; void f() { k<<<1, S::N>>>(); }',
  ],
  [
    'a static member of a class template',
    'template <int M, int L = 8> struct S { static constexpr int N = M * L; }; void f() { k<<<1, S<8>::N>>>(); }',
  ],
  ['an enumerator of a class', 'struct S { enum { N = 64 }; }; void f() { k<<<1, S::N>>>(); }'],
  ['an enumerator by its enumeration', 'enum E { N = 64 }; void f() { k<<<1, E::N>>>(); }'],
  ['a function of a namespace', 'namespace a { int n() { return 64; } } void f() { k<<<1, a::n()>>>(); }'],
  ['a function that using names', 'namespace a { int n() { return 64; } } using a::n; void f() { k<<<1, n()>>>(); }'],
  ['a function with its prototype', 'int n(int m = 64); int n(int m) { return m; } void f() { k<<<1, n(64)>>>(); }'],
])('%s', (_what, host) => {
  expect(launchesIn(parser, host).map((site) => site.config.block.join())).toEqual(['64,1,1']);
});
