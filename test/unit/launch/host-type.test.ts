import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Parser } from '../../../src/parse/tree-sitter.ts';
import { indexHostNames } from '../../../src/launch/host-names.ts';
import { hostTypeOf } from '../../../src/launch/host-type.ts';
import { findLaunches } from '../../../src/launch/sites.ts';
import { hostCode, startParser } from './given.ts';

let parser: Parser;
beforeAll(async () => {
  parser = await startParser();
});
afterAll(() => {
  parser.close();
});

const before = `typedef float real; using vec = std::vector<real>; typedef unsigned int uint;
struct Params { int n; real *p; real table[4]; double mean() const; };
template <class T> struct Buf { T *ptr; T *data(); int size; };
int count(); float *make(int n); float *make(int n) { return 0; }
class Base { protected: short s_; };
class Sim : public Base { int n_; Params par; void run(Params &q) { k<<<1, 1>>>(n_, this->par.p, s_, q.table); } };
`;
function typesOf(body: string, head = before): readonly (string | null)[] {
  const code = hostCode(parser, `${head} void f(int n, const real *d, uint flags[4]) { ${body} }`);
  const names = indexHostNames(code.source, code.tree);
  return (findLaunches(code, code.tree).at(-1)?.nodes.arguments ?? []).map((argument) => hostTypeOf(names, argument));
}

describe('types of launch arguments', () => {
  it.each([
    ['n', 'int'],
    ['d', 'float *'],
    ['d + n', 'float *'],
    ['&d[2]', 'float *'],
    ['*d', 'float'],
    ['flags', 'unsigned int *'],
    ['flags[0]', 'unsigned int'],
    ['1', 'int'],
    ['1u', 'unsigned int'],
    ['2.5f', 'float'],
    ['2.5', 'double'],
    ['0x1f', 'int'],
    ['true', 'bool'],
    ['n * 2.0f', 'float'],
    ['n * 2.0', 'double'],
    ['n + sizeof(int)', 'unsigned long'],
    ['(unsigned)n', 'unsigned int'],
    ['(real *)d', 'float *'],
    ['reinterpret_cast<float4*>(v.data())', 'float4 *'],
    ['static_cast<real>(n)', 'float'],
    ['float(n)', 'float'],
    ['p.n', 'int'],
    ['p.p', 'float *'],
    ['q->table', 'float *'],
    ['p.mean()', 'double'],
    ['b.ptr', 'int *'],
    ['b.data()', 'int *'],
    ['v.data()', 'float *'],
    ['thrust::raw_pointer_cast(dv.data())', 'double *'],
    ['v[0]', 'float'],
    ['v.size()', 'unsigned long'],
    ['make(3)', 'float *'],
    ['a', 'float *'],
    ['unseen', null],
    ['unseen(n)', null],
    ['n > 0 ? n : 1u', 'unsigned int'],
    ['p', 'Params'],
    ['&p', 'Params *'],
    ['dim.x', 'unsigned int'],
    ['d - d', 'long'],
    ['n << 1u', 'int'],
  ])('%s is %s', (expression, type) => {
    expect(
      typesOf(
        `Params p, *q; Buf<int> b; vec v; thrust::device_vector<double> dv; auto a = d + 1; dim3 dim; k<<<1, 1>>>(${expression});`,
      ),
    ).toEqual([type]);
  });

  it('sees members in methods', () => {
    expect(typesOf('')).toEqual(['int', 'float *', 'short', 'float *']);
  });

  it('leaves what depends on template parameters', () => {
    expect(typesOf('', 'template <class T, int N> void g(T *a, T b, int c) { k<<<1, 1>>>(a, b, c); }')).toEqual([
      null,
      null,
      'int',
    ]);
  });

  it('does not choose between two meanings of a name', () => {
    expect(
      typesOf(
        'k<<<1, 1>>>(x.m, y);',
        'namespace a { typedef int R; struct S { int m; }; } namespace b { typedef float R; struct S { float m; }; } b::S x; a::R y;',
      ),
    ).toEqual([null, null]);
  });
});
