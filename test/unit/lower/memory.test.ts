import { describe, expect, it } from 'vitest';
import { bodyOf, lowerOne, statements } from './lowered.ts';

describe('arrays', () => {
  it('keeps a subscript for each dimension, with strides and extents', async () => {
    const kernel = await lowerOne(
      '#define T 16\n__global__ void k(int n) { __shared__ float s[T][T + 1]; extern __shared__ int d[]; s[n][threadIdx.x] = 1; d[n] = 2; }',
    );
    expect(kernel.arrays.get([...kernel.arrays.keys()][0] ?? never())?.extents).toEqual([16, 17]);
    expect([...kernel.arrays.values()].map((one) => [one.name, one.space, one.extents])).toEqual([
      ['s', 'shared', [16, 17]],
      ['d', 'shared', [null]],
    ]);
    const store = kernel.body[0];
    expect(
      store?.kind === 'store' ? store.place.subscripts.map((one) => [Number(one.stride), one.extent]) : null,
    ).toEqual([
      [68, 16],
      [4, 17],
    ]);
  });

  it('takes all dynamic shared arrays as one piece of memory', async () => {
    expect(
      await bodyOf(
        '__global__ void k(int n) { extern __shared__ int d[]; extern __shared__ float e[]; d[n] = 1; e[n] = 2; }',
      ),
    ).toEqual(['store d[n /4] : i32 = 1', 'store d[n /4] : f32 = 2:f32']);
  });

  it('gives file-scope arrays and constants their places', async () => {
    const kernel = await lowerOne(
      '__device__ int counter;\n__constant__ float table[4];\nconst int N = 2;\n__global__ void k(float *f) { counter = N; f[0] = table[1]; }',
    );
    expect([...kernel.arrays.values()].map((one) => [one.name, one.space, one.extents])).toEqual([
      ['f', 'global', [null]],
      ['counter', 'global', []],
      ['table', 'constant', [4]],
    ]);
    expect(kernel.uses.map((one) => `${one.what} ${one.name}`)).toEqual(
      expect.arrayContaining(['array counter', 'array table', 'constant N']),
    );
  });
});

function never(): never {
  throw new Error('no array');
}

describe('pointers', () => {
  it('resolves a pointer that is never reassigned to its array and offset', async () => {
    expect(await statements('float *p = f + n; p[2] = 1; *(p - 1) = 2; int *q = &a[n]; *q = 3;')).toEqual([
      'p.at = n',
      'store f[(i64)p.at + 2:i64 /4] : f32 = 1:f32',
      'store f[(i64)p.at + -1:i64 /4] : f32 = 2:f32',
      'q.at = n',
      'store a[q.at /4] : i32 = 3',
    ]);
  });

  it('counts how far a pointer has moved', async () => {
    expect(await statements('a += n; *a++ = 1; a[2] = 0;')).toEqual([
      'a.count = 0:i64',
      'a.count = a.count + (i64)n',
      'a.at = a.count',
      'a.count = a.count + 1:i64',
      'store a[a.at /4] : i32 = 1',
      'store a[a.count + 2:i64 /4] : i32 = 0',
    ]);
  });

  it('tells the candidates of a reassigned pointer apart by a tag', async () => {
    const body = await bodyOf('__global__ void k(int *a, int *b, int n) { int *p = a; if (n) p = b; p[1] = 0; }');
    expect(body).toEqual([
      'p.tag = 0',
      'p.count = 0:i64',
      'if (bool)n',
      ' p.tag = 1',
      ' p.count = 0:i64',
      'which.at = p.tag == 0',
      'if which.at',
      ' store a[p.count + 1:i64 /4] : i32 = 0',
      'else',
      ' store b[p.count + 1:i64 /4] : i32 = 0',
    ]);
  });

  it('points to locals without memory', async () => {
    expect(
      await statements(
        'float x = 1, y = 2; swap(&x, &y);',
        '__device__ void swap(float *p, float *q) { float t = *p; *p = *q; *q = t; }',
      ),
    ).toEqual(['x = 1:f32', 'y = 2:f32', 'call swap', ' t = x', ' x = y', ' y = t']);
  });

  it('keeps strides when memory is seen as another type', async () => {
    expect(
      await statements('float4 *v = reinterpret_cast<float4 *>(f); v[n].y = 1; char *c = (char *)a; c[n] = 2;'),
    ).toEqual(['store f[n /16] +4 : f32 = 1:f32', 'store a[n /1] : i8 = 2:i8']);
  });

  it('asks whether a pointer argument is given with a flag of the kernel', async () => {
    const kernel = await lowerOne('__global__ void k(int *a, int n) { if (a != NULL) a[n] = 1; if (!a) a[0] = 2; }');
    expect(kernel.params.map((one) => one.name)).toEqual(['a', 'n', 'a.nonnull']);
  });

  it('gives a pointer from memory an array of its own', async () => {
    expect(await bodyOf('__global__ void k(int **pp, float *f) { pp[1][2] = 3; }')).toEqual([
      'pp.value = load pp[1 /8] : u64',
      'store pp[1][2 /4] : i32 = 3',
    ]);
  });
});

describe('structs', () => {
  it('splits parameter structs into scalars and arrays with dotted names', async () => {
    const kernel = await lowerOne(
      'template <class T> struct Param { T *ptr; int dims[2]; };\n__global__ void k(Param<float> out, int n) { out.ptr[out.dims[0]] = n; }',
    );
    expect(kernel.params.map((one) => `${one.kind} ${one.name}`)).toEqual([
      'array out.ptr',
      'scalar out.dims[0]',
      'scalar out.dims[1]',
      'scalar n',
    ]);
    expect(await bodyOf('struct P { int d[2]; };\n__global__ void k(P p, int n, int *a) { a[0] = p.d[n]; }')).toEqual([
      'store a[0 /4] : i32 = n == 0 ? p.d[0] : p.d[1]',
    ]);
  });

  it('loads and stores structs field by field, at their offsets', async () => {
    expect(
      await bodyOf(
        'struct S { char c; int i; };\n__global__ void k(S *s, int n) { S x = s[n]; x.i += 1; s[0] = x; s[1].c = 2; }',
      ),
    ).toEqual([
      's.value = load s[n /8] : i8',
      's.value#2 = load s[n /8] +4 : i32',
      'x.c = s.value',
      'x.i = s.value#2',
      'x.i = x.i + 1',
      'store s[0 /8] : i8 = x.c',
      'store s[0 /8] +4 : i32 = x.i',
      'store s[1 /8] : i8 = 2:i8',
    ]);
  });

  it('knows constructors, member functions and operators', async () => {
    expect(
      await bodyOf(`struct V { int x; __device__ V(int a) : x(a) {} __device__ int twice() const { return x * 2; } };
__device__ V operator+(V a, V b) { return V(a.x + b.x); }
__global__ void k(int *a, int n) { V v(n); V w = v + v; a[0] = w.twice(); }`),
    ).toContain('store a[0 /4] : i32 = twice.result');
  });

  it('infers the members of a parameter whose type is not declared', async () => {
    const kernel = await lowerOne(
      '__global__ void k(CParam<int> in, Kind kind, int n) { int x = in.ptr[n] + in.dims[0]; if (kind == KIND_A) in.ptr[0] = x; }',
    );
    expect(kernel.params.map((one) => `${one.kind} ${one.name}`)).toEqual([
      'opaque in',
      'scalar kind',
      'scalar n',
      'array in.ptr',
      'scalar in.dims[0]',
      'scalar KIND_A',
    ]);
    expect(kernel.notes.map((one) => one.text)).toContain(
      'the type of `in` is undeclared: its members are inferred from their use',
    );
  });
});
