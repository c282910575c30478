import { describe, expect, it } from 'vitest';
import type { Kernel } from '../../../src/ir/ir.ts';
import { checkKernel } from '../../../src/ir/check.ts';
import { printExpr } from '../../../src/base/expr-print.ts';
import { lowerAssumption } from '../../../src/lower/assumption.ts';
import { bodyOf, lowerOne, lowerText, statements, theParser } from './lowered.ts';

describe('inlining', () => {
  it('turns early returns into branches, and keeps those in loops', async () => {
    expect(
      await statements('a[0] = pick(n, 3);', '__device__ int pick(int x, int y) { if (x > y) return x; return y; }'),
    ).toEqual([
      'x = n',
      'call pick',
      ' if x > 3',
      '  pick.result = x',
      ' else',
      '  pick.result = 3',
      'store a[0 /4] : i32 = pick.result',
    ]);
    expect(
      await statements(
        'a[0] = find(a, n);',
        '__device__ int find(const int *p, int n) { for (int i = 0; i < n; i++) if (p[i]) return i; return -1; }',
      ),
    ).toContain('   return');
  });

  it('gives callees their own lines, and calls the line of the call', async () => {
    const kernel = await lowerOne(
      '__device__ void put(int *p) {\n  p[0] = 1;\n}\n__global__ void k(int *a) {\n  put(a);\n}',
    );
    const [call] = kernel.body;
    expect(call?.kind === 'call' ? [call.span.line, call.callee, call.body[0]?.span.line] : null).toEqual([
      5,
      'put',
      2,
    ]);
  });

  it('does not follow recursion, but keeps what it may touch', async () => {
    expect(
      await bodyOf(
        '__device__ int f(int n) { return n > 0 ? f(n - 1) : 0; }\n__global__ void k(int *a, int n) { a[0] = f(n); }',
      ),
    ).toEqual([
      'n#2 = n',
      'call f',
      ' if n#2 > 0',
      '  unknown = unknown // `f` calls itself; its deeper calls are not analysed',
      '  conditional = unknown',
      ' else',
      '  conditional = 0',
      ' f.result = conditional',
      'store a[0 /4] : i32 = f.result',
    ]);
    expect(
      await bodyOf(
        '__device__ void f(int *p, int n) { p[n] = 0; if (n > 0) f(p, n - 1); }\n__global__ void k(int *a, int n) { f(a, n); }',
      ),
    ).toContain('  unknown [a] // `f` calls itself; its deeper calls are not analysed');
    expect(
      await bodyOf(
        '__device__ void f(int n) { __syncthreads(); if (n > 0) f(n - 1); }\n__global__ void k(int *a, int n) { f(n); }',
      ),
    ).toContain('  unknown [a] may synchronize // `f` calls itself; its deeper calls are not analysed');
  });

  it('runs constexpr functions of constants', async () => {
    const text =
      'constexpr int log2(int n) { int k = 0; while (n > 1) { n /= 2; k++; } return k; }\nconstexpr int bits(int n) { return n < 2 ? 0 : 1 + bits(n / 2); }\nstruct S { static constexpr int size = bits(64); };';
    const kernel = await lowerOne(
      `${text} __global__ void k(int *a) { __shared__ int s[S::size][log2(1000)]; s[0][0] = a[0]; }`,
    );
    expect([...kernel.arrays.values()].find((one) => one.space === 'shared')?.extents).toEqual([6, 9]);
    expect(kernel.notes).toEqual([]);
  });

  it('picks overloads by type and namespaces by qualification', async () => {
    expect(
      await statements(
        'a[0] = g(n); a[1] = g(1.5f); a[2] = in::g(n);',
        '__device__ int g(int x) { return x + 1; } __device__ int g(float x) { return 2; } namespace in { __device__ int g(int x) { return 3; } }',
      ),
    ).toEqual([
      'x = n',
      'call g',
      ' g.result = x + 1',
      'store a[0 /4] : i32 = g.result',
      'call g',
      'store a[1 /4] : i32 = 2',
      'x#2 = n',
      'call g',
      'store a[2 /4] : i32 = 3',
    ]);
  });

  it('assigns parameters that are changed in the callee', async () => {
    expect(await statements('a[0] = inc(3);', '__device__ int inc(int x) { x += 1; return x; }')).toEqual([
      'x = 3',
      'call inc',
      ' x = x + 1',
      ' inc.result = x',
      'store a[0 /4] : i32 = inc.result',
    ]);
  });
});

describe('templates', () => {
  const text = `template <typename T, int N> __global__ void k(T *a) { __shared__ T s[N]; s[threadIdx.x] = a[N]; }`;
  const shared = (kernel: Kernel | undefined): string =>
    [...(kernel?.arrays.values() ?? [])]
      .filter((one) => one.space === 'shared')
      .map((one) => `${one.elementBytes} ${one.extents?.join() ?? ''}`)
      .join();

  it('makes the instances of the launches', async () => {
    const kernels = await lowerText(
      `${text} void run(double *d, float *f) { k<double, 32><<<1, 32>>>(d); k<float, 64><<<1, 64>>>(f); k<double, 32><<<2, 32>>>(d); }`,
    );
    expect(kernels.map((kernel) => [kernel.name, shared(kernel)])).toEqual([
      ['k<double, 32>', '8 32'],
      ['k<float, 64>', '4 64'],
    ]);
    expect(kernels.flatMap(checkKernel)).toEqual([]);
  });

  it('follows templates that lead to themselves, up to `if constexpr` and specializations', async () => {
    const spread = 'template <int N> __global__ void spread(int *a) { a[threadIdx.x * N] = 0; }';
    const names = async (text: string): Promise<readonly string[]> =>
      (await lowerText(`${spread} ${text}`)).map(({ name }) => name);
    expect(
      await names(
        'template <int N> void up(int *x) { spread<N><<<1, 64>>>(x); if constexpr (N < 3) up<N + 1>(x); } void run(int *x) { up<1>(x); }',
      ),
    ).toEqual(['spread<1>', 'spread<2>', 'spread<3>']);
    const down =
      'template <int N> void down(int *x) { spread<N><<<1, 64>>>(x); down<N - 1>(x); } template <> void down<0>(int *) {}';
    expect(await names(`${down} void run(int *x) { down<2>(x); }`)).toEqual(['spread<2>', 'spread<1>']);
    const nested =
      'template <int N> struct Each { static void run(int *x) { spread<N><<<1, 64>>>(x); Each<N - 1>::run(x); } }; template <> struct Each<0> { static void run(int *) {} };';
    expect(await names(`${nested} void run(int *x) { Each<2>::run(x); }`)).toEqual(['spread<2>', 'spread<1>']);
  });

  it('says nothing of the instances that it leaves out', async () => {
    const kernels = await lowerText(
      'template <int N> __global__ void k(int *a) { a[N] = 0; } template <int N> void up(int *x, int n) { k<N><<<1, 1>>>(x); if (N < n) up<N + 1>(x, n); } void run(int *x) { up<1>(x, 40); }',
    );
    expect(kernels.at(-1)?.name).toBe('k<…>');
    expect(kernels.at(-1)?.unsupported?.text).toContain('more instances');
    expect(kernels.flatMap(checkKernel)).toEqual([]);
  });

  it('deduces one instance for each type that a launch gives', async () => {
    const names = async (host: string): Promise<readonly string[]> =>
      (await lowerText(`template <typename T, int N = 8> __global__ void k(T *a, T x) { a[N] = x; }\n${host}`)).map(
        (kernel) => kernel.name,
      );
    expect(
      await names(
        'void run(double *d, float *f) { k<<<1, 32>>>(d, 0.0); k<<<1, 32>>>(f, 0.0f); k<int, 4><<<1, 1>>>(nullptr, 1); }',
      ),
    ).toEqual(['k<double, 8>', 'k<float, 8>', 'k<int, 4>']);
    expect(
      await names(
        'template <class T> void run(T *d) { k<<<1, 32>>>(d, T(0)); } template <class T> void twice(T *d) { run(d); run<T>(d); } void host(char *c, short *s) { twice(c); twice<short>(s); }',
      ),
    ).toEqual(['k<char, 8>', 'k<short, 8>']);
    expect(
      await names(
        'template <class T> void run(T *d) { k<T><<<1, 32>>>(d, 0); }\ntemplate void run<unsigned char>(unsigned char *);\ntemplate void run(long *);',
      ),
    ).toEqual(['k<unsigned char, 8>', 'k<long, 8>']);
    expect(await names('void run(Unknown &x) { k<<<1, 32>>>(x.data(), 1); }')).toEqual(['k<int, 8>']);
    expect(await names('void run(Unknown &x) { k<<<1, 32>>>(x.data(), x.one()); }')).toEqual(['k<float, 8>']);
  });

  it('gives a launch to the overload that its arguments fit', async () => {
    const kernels = await lowerText(
      'template <class T> __global__ void k(T *a, int n) { a[n] = 0; }\ntemplate <class T> __global__ void k(T x, int *n) { *n = 1; }\nvoid run(short *s, int *n) { k<<<1, 1>>>(s, 3); k<<<1, 1>>>(2.0f, n); }',
    );
    expect(kernels.map((kernel) => kernel.name)).toEqual(['k<short>', 'k<float>']);
  });

  it('takes values by name, and leaves open what nobody gives', async () => {
    const [given] = await lowerText(text, { templateValues: new Map([['N', 16n]]) });
    expect([given?.name, shared(given)]).toEqual(['k<float, 16>', '4 16']);
    const [open] = await lowerText(text);
    expect(open?.params.map((one) => one.name)).toEqual(['a', 'N']);
    expect(shared(open)).toBe('4 ');
    expect(open?.notes.map((one) => one.text)).toEqual([
      'the template parameter `T` is taken to be `float`: no launch or instantiation that sets it was found',
      'the template parameter `N` is undetermined',
    ]);
  });

  it('uses explicit instantiations and specializations', async () => {
    const [kernel] =
      await lowerText(`template <int N> struct Size { static const int value = N; }; template <> struct Size<3> { static const int value = 7; };
template <int N> __global__ void k(int *a) { a[Size<N>::value] = 1; }
template __global__ void k<3>(int *);`);
    expect(kernel?.name).toBe('k<3>');
    expect(
      kernel?.body[0]?.kind === 'store' ? kernel.body[0].place.subscripts.map((one) => printExpr(one.index)) : null,
    ).toEqual(['7']);
  });

  it('deduces arguments of device functions', async () => {
    expect(
      await bodyOf(
        'template <class T, int N> __device__ void fill(T (&x)[N], T v) { for (int i = 0; i < N; i++) x[i] = v; }\n__global__ void k(int n) { __shared__ short s[8]; fill(s, (short)1); }',
      ),
    ).toEqual([
      'call fill',
      ' i = 0',
      ' loop while i < 8',
      ' body',
      '  store s[i /2] : i16 = 1:i16',
      ' step',
      '  i = i + 1',
    ]);
  });

  it('instantiates variable templates, and finds constants of base classes', async () => {
    const text =
      'template <typename T> constexpr int width = sizeof(T); template <> constexpr int width<double> = 2; constexpr auto lanes = 32; struct B { static constexpr int value = 7; }; struct D : B {};';
    const kernel = await lowerOne(
      `${text}\n__global__ void k(int *a) { __shared__ int s[width<float>][width<double>][lanes][D::value]; s[0][0][0][0] = a[0]; }`,
    );
    expect([...kernel.arrays.values()].find((one) => one.space === 'shared')?.extents).toEqual([4, 2, 32, 7]);
  });

  it('gives constants the types that they are declared with', async () => {
    const text =
      'constexpr unsigned wide(4); struct S { static constexpr size_t K = 4; static constexpr int M{6}; static const unsigned char c = 300; static int counter; }; enum { BIG = 0xFFFFFFFF };';
    const kernel = await lowerOne(
      `${text}\n__global__ void k(long *a) { __shared__ int s[wide][S::M]; s[0][0] = 1; a[0] = S::K - 5 > 0; a[1] = BIG; a[2] = S::c; }`,
    );
    expect([...kernel.arrays.values()].find((one) => one.space === 'shared')?.extents).toEqual([4, 6]);
    expect(kernel.body.slice(1).map((stmt) => (stmt.kind === 'store' ? printExpr(stmt.value) : ''))).toEqual([
      '1:i64',
      '4294967295:i64',
      '44:i64',
    ]);
  });

  it('degrades arrays whose rows have an open length to their footprint', async () => {
    const kernel = await lowerOne(
      'template <int W> __global__ void k(float *a) { __shared__ float s[W][W]; __shared__ float t[W]; s[1][2] = 0; t[3] = s[4][5]; }',
    );
    expect(kernel.unsupported).toBe(null);
    expect(kernel.body.map((stmt) => (stmt.kind === 'unknown' ? stmt.footprint.join() : stmt.kind))).toEqual([
      's',
      's',
      'unknown-value',
      'store',
    ]);
  });

  it('knows type traits, and leaves open what they cannot tell', async () => {
    const pick = `template <typename T, std::enable_if_t<std::is_integral<T>::value, int> = 0> __device__ int pick(T x) { return 1; }
template <typename T, typename = std::enable_if_t<!std::is_integral_v<T>>> __device__ int pick(T x, int y = 0) { return 2; }
template <class T> using Wide = typename std::conditional<sizeof(T) == 4, double, T>::type;`;
    expect(
      await statements(
        'a[0] = pick(1); a[1] = pick(1.5f); a[2] = sizeof(Wide<int>); a[3] = std::is_same<Wide<short>, short>::value;',
        pick,
      ),
    ).toEqual([
      'call pick',
      'store a[0 /4] : i32 = 1',
      'call pick',
      'store a[1 /4] : i32 = 2',
      'store a[2 /4] : i32 = 8',
      'store a[3 /4] : i32 = 1',
    ]);
    const open = await statements('if constexpr (std::is_same<long, long long>::value) a[0] = 1;');
    expect(open.filter((line) => line.startsWith('if'))).toHaveLength(1);
  });

  it('finds dynamic shared memory behind a conversion operator', async () => {
    expect(
      await bodyOf(
        'template <class T> struct Shared { __device__ operator T*() { extern __shared__ int mem[]; return (T*)mem; } };\n__global__ void k(int n) { float *s = Shared<float>(); s[n] = 1; }',
      ),
    ).toEqual(['call operator cast', 'store mem[n /4] : f32 = 1:f32']);
  });
});

describe('assumptions of the user', () => {
  it('are expressions over parameters and built-ins', async () => {
    const kernel = await lowerOne(
      'struct P { int dims[2]; };\n__global__ void k(P p, int n, int *a) { a[n] = p.dims[0]; }',
    );
    const parser = await theParser();
    const lowered = (text: string): string => {
      const source = `void assumption() { (void)(${text}); }`;
      const made = lowerAssumption(parser.parse(source), source, kernel);
      return made.ok ? printExpr(made.value) : `problem: ${made.problem}`;
    };
    expect(lowered('n == blockDim.x * 2')).toBe('(u32)n == blockDim.x * 2:u32');
    expect(lowered('p.dims[1] > 3 && n % 4 == 0')).toBe('p.dims[1] > 3 && n % 4 == 0');
    expect(lowered('n <')).toBe('problem: it is not a C expression');
    expect(lowered('m > 1')).toBe('problem: `m` is undeclared');
  });
});
