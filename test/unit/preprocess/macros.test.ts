import { describe, expect, it } from 'vitest';
import { preprocessed, words } from './given.ts';

describe('macros', () => {
  it.each([
    ['object-like', '#define N 16\nint a[N];', 'int a[16];'],
    ['function-like', '#define SQ(x) ((x)*(x))\nSQ(a+1);', '((a+1)*(a+1));'],
    ['a function-like name without parentheses stays', '#define SQ(x) x\nint SQ;', 'int SQ;'],
    [
      'arguments over lines, comments and newlines before the parenthesis',
      '#define F(a,b) a+b\nF // c\n (1,\n 2)',
      '1+2',
    ],
    ['commas in parentheses', '#define F(a) [a]\nF((1,2))', '[(1,2)]'],
    ['an empty argument', '#define F(a,b) [a|b]\nF(,1) F(1,)', '[|1] [1|]'],
    ['nested uses', '#define MAX(a,b) (a>b?a:b)\nMAX(MAX(1,2),3)', '((1>2?1:2)>3?(1>2?1:2):3)'],
    ['a macro that names itself', '#define foo (4 + foo)\nfoo', '(4 + foo)'],
    ['macros that name each other', '#define x (4 + y)\n#define y (2 * x)\nx y', '(4 + (2 * x)) (2 * (4 + y))'],
    ['an expansion takes its arguments from what follows', '#define f(a) a*g\n#define g(a) f(a)\nf(2)(9)', '2*9*g'],
    ['stringizing', '#define S(x) #x\nS( a  "b\\n" \'"\' )', '"a \\"b\\\\n\\" \'\\"\'"'],
    ['stringizing what is expanded', '#define S(x) #x\n#define X(x) S(x)\n#define N 4\nS(N) X(N)', '"N" "4"'],
    ['pasting', '#define C(a,b) a##b\nC(x,1) C(,y) C(z,) C(1,e5) C(<,<)', 'x1 y z 1e5 <<'],
    ['pasting prevents the expansion of the operand', '#define N 4\n#define C(a,b) a##b\n#define N4 ok\nC(N,4)', 'ok'],
    ['variadic', '#define P(...) p(__VA_ARGS__)\nP() P(1) P(1, 2)', 'p() p(1) p(1, 2)'],
    ["GNU's comma", '#define P(f, ...) p(f, ##__VA_ARGS__)\nP(1) P(1,2)', 'p(1) p(1,2)'],
    ["GNU's named rest", '#define P(f, r...) p(f, r)\nP(1, 2, 3)', 'p(1, 2, 3)'],
    ['__VA_OPT__', '#define P(f, ...) p(f __VA_OPT__(,) __VA_ARGS__)\nP(1) P(1,2)', 'p(1 ) p(1 , 2)'],
    ['#undef', '#define N 1\n#undef N\nN', 'N'],
    ['redefinition', '#define N 1\nN\n#define N 2\nN', '1 2'],
    ['a definition over lines', '#define F(a) a + \\\n  1\nF(2)', '2 + 1'],
    [
      'white space behind the backslash that continues a line, as gcc reads it',
      '// c \\ \t\nint a;\n#define F(a) a + \\ \n  1\nint b = F(2) \\ \n;',
      'int b = 2 + 1 ;',
    ],
    ['tokens that would merge are kept apart', '#define M -1\n#define E\n-M +E+', '- -1 + +'],
    ['no expansion in literals', '#define N 16\n"N" \'N\' u8"N" R"(N " N)" L"N"', '"N" \'N\' u8"N" R"(N " N)" L"N"'],
    ['a name split over two lines', '#define N 16\nint a\\\nb = 1;', 'int ab = 1;'],
    [
      'launch brackets through a macro',
      '#define L(k, g, b, ...) k<<<g, b>>>(__VA_ARGS__)\nL(f, 1, 32, p, n);',
      'f<<<1, 32>>>(p, n);',
    ],
    [
      'constants of the headers',
      'int a = INT_MAX; float p = M_PI;',
      'int a = 2147483647; float p = 3.14159265358979323846;',
    ],
    ['__LINE__', '\nint a = __LINE__;', 'int a = 2;'],
    [
      'attribute words that the grammar does not know',
      'template<int N> __device__ __forceinline__ void f(); __shared__ __align__(16) float s[4];',
      'template<int N> __device__ void f(); __shared__ alignas (16) float s[4];',
    ],
    [
      'attribute words through a macro',
      '#define DEV static __device__ __forceinline__\nDEV int f();',
      'static __device__ int f();',
    ],
    ['the execution space of a lambda', 'auto f = [=] __device__ (int i) { };', 'auto f = [=] (int i) { };'],
    [
      'the execution space of a function',
      '// in (0, 1]\n__device__ int f(); [[nodiscard]] __device__ int g();',
      '__device__ int f(); [[nodiscard]] __device__ int g();',
    ],
    [
      'attributes without a meaning here',
      '#define DEP(x) __attribute__((deprecated(x)))\ntypedef DEP("no") long l; __attribute__((always_inline)) int f(); int a __attribute__((aligned(16)));',
      'typedef long l; int f(); int a __attribute__((aligned(16)));',
    ],
    ['pragmas leave nothing', '#pragma unroll\nfor(;;);_Pragma("unroll") x', 'for(;;); x'],
  ])('%s', (_what, text, expected) => {
    expect(words(text)).toBe(expected);
  });

  it('leaves what the headers of CUDA define as it is, whatever -D says, as nvcc does', () => {
    const text = '__global__ void k() { __shared__ int s[N]; }';
    expect(words(text, { defines: { __global__: '', __shared__: '', N: '4' } })).toBe(
      '__global__ void k() { __shared__ int s[4]; }',
    );
    const commands = JSON.stringify([
      { directory: '/p', file: 'main.cu', command: 'nvcc -D__global__= -D__shared__= -DN=4 main.cu' },
    ]);
    expect(words(text, { files: { 'compile_commands.json': commands } })).toBe(
      '__global__ void k() { __shared__ int s[4]; }',
    );
    expect(words(`#define __shared__\n${text}`, { defines: { N: '4' } })).toBe('__global__ void k() { int s[4]; }');
  });

  it('takes -D over the built-in and lets the file redefine it', () => {
    expect(words('N M', { defines: { N: '8', M: '1' } })).toBe('8 1');
    expect(words('#define N 4\nN', { defines: { N: '8' } })).toBe('4');
  });

  it('lists the macros of physical files, with where they are defined', () => {
    const { macros } = preprocessed('int a;\n#define TILE 32\n#define F(a, b) a b\n', { defines: { D: '1' } });
    expect([...macros.keys()]).toEqual(['TILE', 'F']);
    expect(macros.get('TILE')).toMatchObject({
      parameters: null,
      body: '32',
      span: { file: 'main.cu', line: 2, column: 1 },
    });
    expect(macros.get('F')).toMatchObject({ parameters: ['a', 'b'], body: 'a b' });
  });

  it('leaves a use that is not closed as it is, and says so', () => {
    const { source, notes } = preprocessed('#define F(a) a+a\nint x = F(1;\nint y;\n');
    expect(source.text.replace(/\s+/g, ' ')).toContain('F(1; int y;');
    expect(notes.map((each) => each.text)).toEqual(['the use of macro `F` is not closed; it is not expanded']);
  });

  it('keeps the rest of the file when the number of arguments is wrong', () => {
    const { source, notes } = preprocessed('#define F(a, b) a+b\nint x = F(1);\nint y;\n');
    expect(source.text).toContain('int x = F(1);\nint y;');
    expect(notes[0]).toMatchObject({
      text: 'the use of macro `F` has the wrong number of arguments; it is not expanded',
      span: { line: 2 },
    });
  });
});

describe('assert', () => {
  it('is for the analysis to understand, unless NDEBUG is defined where its header is included, or by -D', () => {
    expect(words('#include <assert.h>\nassert(a < 1);')).toBe('assert(a < 1);');
    expect(words('#define NDEBUG\n#include <cassert>\nassert(a < 1);')).toBe('((void)0);');
    expect(words('#include <cassert>\n#define NDEBUG\nassert(a < 1);')).toBe('assert(a < 1);');
    expect(words('#define NDEBUG\n#include <cassert>\n#undef NDEBUG\n#include <cassert>\nassert(a < 1);')).toBe(
      'assert(a < 1);',
    );
    expect(words('assert(a < 1);', { defines: { NDEBUG: '1' } })).toBe('((void)0);');
  });
});

describe('constants of headers', () => {
  it('are what they mean on Linux', () => {
    expect(words('INT64_C(5) UINT32_C(7) CUDART_ZERO_F CUDART_TWO_TO_23_F INTPTR_MAX')).toBe(
      '5L 7U 0.000000000e+00f 8.388608000e+06f 9223372036854775807L',
    );
  });
});
