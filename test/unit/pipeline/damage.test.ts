import { afterAll, expect, test } from 'vitest';
import { assetPaths } from '../../../src/assets.ts';
import { createEngine } from '../../../src/pipeline.ts';
import type { EngineOptions } from '../../../src/engine.ts';

const engine = await createEngine(assetPaths(), () => 0);
afterAll(() => engine.close());

const options: EngineOptions = {
  kernel: null,
  block: [64, 1, 1],
  grid: [1, 1, 1],
  params: new Map(),
  assumes: [],
  defines: new Map(),
  includeDirs: [],
  warpModel: 'its',
  level: 'grid',
  timeoutSeconds: null,
  repair: false,
};
const kernel = (name: string): string =>
  `__global__ void ${name}(int *p) {\n  __shared__ int s[64];\n  s[threadIdx.x] = p[threadIdx.x];\n  __syncthreads();\n  p[threadIdx.x] = s[63 - threadIdx.x];\n}\n`;
const [a, b, c] = [kernel('a'), kernel('b'), kernel('c')] as const;
const without = (text: string, part: string, instead = ''): string => {
  expect(text).toContain(part);
  return text.replace(part, instead);
};

/** `name verdict`, and each problem as `code line`. */
async function seen(
  text: string,
  more: Partial<EngineOptions> = {},
): Promise<Readonly<{ kernels: readonly string[]; problems: readonly string[] }>> {
  const { kernels, problems } = await engine.analyze({
    files: ['k.cu'],
    read: (path) => (path === 'k.cu' ? text : null),
    options: { ...options, ...more },
  });
  return {
    kernels: kernels.map(({ name, verdict }) => `${name} ${verdict}`),
    problems: problems.map(({ code, line }) => `${code} ${line ?? '-'}`),
  };
}

test.each<[string, string, readonly string[], readonly string[]]>([
  [
    'the last kernel is cut off in the middle',
    `${a}${b}${without(c, '= p[threadIdx.x];\n  __syncthreads();\n  p[threadIdx.x] = s[63 - threadIdx.x];\n}\n', '= p[thre')}`,
    ['a drf', 'b drf', 'c unknown'],
    ['SI121 13'],
  ],
  ['the last kernel lacks its brace', `${a}${without(b, '}\n')}`, ['a drf', 'b unsupported'], ['SI121 7']],
  [
    'a kernel in the middle lacks its brace',
    `${a}${without(b, '}\n')}${c}`,
    ['a drf', 'b unsupported', 'c unknown'],
    ['SI121 7'],
  ],
  [
    'a comment in a kernel is not closed',
    `${a}${without(b, '  __sync', '  /* wait\n  __sync')}${c}`,
    ['a drf', 'b unsupported', 'c unknown'],
    ['SI121 10', 'SI121 7'],
  ],
  [
    'a comment between kernels is not closed',
    `${a}/* the next\n${b}${c}`,
    ['a drf', 'b unknown', 'c unknown'],
    ['SI121 7'],
  ],
  ['a file begins with a comment that is not closed', `/* all\n${a}${b}`, ['a unknown', 'b unknown'], ['SI121 1']],
  ['a comment that ends with the file is closed', `${a}/**/`, ['a drf'], []],
  [
    'an #if that is not read has no #endif',
    `${a}#if NEVER\n${b}${c}`,
    ['a drf', 'b unknown', 'c unknown'],
    ['SI121 7'],
  ],
  ['an #if that is read has no #endif', `${a}#if 1\n${b}`, ['a drf', 'b drf'], ['SI121 7']],
  ['a namespace is not closed: its kernels are whole', `namespace n {\n${a}${b}`, ['a drf', 'b drf'], ['SI121 1']],
  ['a brace too many', `${a}}\n${b}`, ['a drf', 'b drf'], ['SI121 7']],
  [
    'a brace too many in a kernel: what stands behind it may belong to it',
    `${a}${without(b, '__syncthreads();', '__syncthreads(); }')}${c}`,
    ['a drf', 'b unsupported', 'c drf'],
    ['SI106 11', 'SI121 12'],
  ],
  [
    'the same in a namespace, which the brace closes',
    `namespace n {\n${without(a, '__syncthreads();', '__syncthreads(); }')}${b}}\n${c}`,
    ['a unsupported', 'b drf', 'c drf'],
    ['SI106 6', 'SI121 14'],
  ],
  [
    'a declaration behind the last function before the brace',
    `${a}${without(b, '  p[threadIdx.x] = s[63 - threadIdx.x];', '}\n  int x = p[63 - threadIdx.x];')}${c}`,
    ['a drf', 'b unsupported', 'c drf'],
    ['SI121 13'],
  ],
  [
    'a device function that may end too early',
    `__device__ void f(int *p) { p[0] = 1; }\n  p[1] = 2;\n}\n__global__ void k(int *p) { f(p); }\n${a}`,
    ['k unsupported', 'a drf'],
    ['SI106 2', 'SI121 3'],
  ],
  [
    'a string that is not closed',
    `${a}${without(b, 's[63', '"abc s[63')}${c}`,
    ['a drf', 'b unsupported', 'c unknown'],
    ['SI106 11', 'SI121 7'],
  ],
  [
    'a kernel ends early, and a block follows',
    `${a}${without(b, '  __syncthreads();', '} {')}${c}`,
    ['a drf', 'b unsupported', 'c drf'],
    ['SI106 10'],
  ],
  [
    'a kernel ends early, and an assignment follows',
    `${a}${without(b, '  __syncthreads();', '}')}`,
    ['a drf', 'b unsupported'],
    ['SI106 11', 'SI121 12'],
  ],
  [
    'a statement stands between kernels that are whole',
    `${a}${b}int n;\nn = 1;\n${c}`,
    ['a drf', 'b unsupported', 'c drf'],
    ['SI106 14'],
  ],
  ['an undeclared macro with a body follows', `${a}BENCHMARK(f, 12) {\n  f(1);\n}\n`, ['a drf'], ['SI106 7']],
  [
    'an undeclared macro names a namespace',
    `__device__ int f(int k) { return k; }\nint n;\n${a.replace('= p[', '= f(1) + p[')}namespace NAME(f) {\nint x;\nREGISTER(f, "f", x);\n}\n`,
    ['a drf'],
    [],
  ],
  [
    'no brace is one too many, whatever the grammar makes of it',
    `__device__ int f(int k) { return k; }\nint n;\n${a.replace('= p[', '= f(1) + p[')}namespace NAME(f, "f") {\nint x;\nREGISTER(f, "f", x);\n}\n`,
    ['a drf'],
    ['SI106 9', 'SI106 12'],
  ],
  [
    'one is, in spite of braces in strings and comments',
    `__device__ int f(int k) { return k; }\nint n;\n${a.replace('= p[', '= f(1) + p[')}const char *open = "{"; // {\n}\n`,
    ['a unsupported'],
    ['SI121 10'],
  ],
  [
    'a condition around a barrier is wrong',
    `${a}${without(b, '  __syncthreads();', '#if (1\n  __syncthreads();\n#endif')}${c}`,
    ['a drf', 'b unsupported', 'c drf'],
    ['SI115 10'],
  ],
  [
    'a condition around kernels is wrong',
    `#if 1 +\n${a}#else\n${b}#endif\n${c}`,
    ['a unsupported', 'c drf', 'b unknown'],
    ['SI115 1'],
  ],
  [
    'a macro that is defined under a wrong condition',
    `#if 1/0\n#define MEET()\n#else\n#define MEET() __syncthreads()\n#endif\n${a.replace('__syncthreads()', 'MEET()')}${c}`,
    ['a unsupported', 'c drf'],
    ['SI115 1'],
  ],
  [
    'a branch behind #else',
    `#if 1\n${a}#else\n#elif 1\n${b}#endif\n${c}`,
    ['a unsupported', 'c drf', 'b unknown'],
    ['SI115 9'],
  ],
  [
    'an #else without #if in a kernel',
    `${a}${without(b, '  __syncthreads();', '  __syncthreads();\n#else')}${c}`,
    ['a drf', 'b unsupported', 'c drf'],
    ['SI115 11'],
  ],
  [
    'a carriage return ends a comment',
    `${a}${without(b, '  __sync', '  // wait\r  __sync')}${c}`,
    ['a drf', 'b drf', 'c drf'],
    [],
  ],
  ['a file whose lines end with carriage returns', `// all\n${a}`.replaceAll('\n', '\r'), ['a drf'], []],
  [
    'a trigraph may continue a comment',
    `${a}${without(b, '  __sync', '  // wait??/\n  __sync')}${c}`,
    ['a drf', 'b unsupported', 'c drf'],
    ['SI115 10'],
  ],
  [
    'an undeclared macro in a condition may come from a header that is missing',
    `#if NEWER(1, 2)\n${b}#else\n${a}#endif\n`,
    ['a drf'],
    ['SI115 1'],
  ],
])('%s', async (_, text, kernels, problems) => {
  expect(await seen(text)).toEqual({ kernels, problems });
});

test('what a complete #if leaves out is no hidden kernel, though another place is damaged', async () => {
  expect(await seen(`${a}#if 0\n${b}#endif\n${without(c, '}\n')}`)).toEqual({
    kernels: ['a drf', 'c unsupported'],
    problems: ['SI121 15'],
  });
});

test('a hidden kernel is there for --kernel, and says why it is unknown', async () => {
  const text = `${a}${without(b, '}\n')}${c}`;
  expect(await seen(text, { kernel: 'c' })).toEqual({ kernels: ['c unknown'], problems: ['SI121 7'] });
  const { kernels } = await engine.analyze({ files: ['k.cu'], read: () => text, options: { ...options, kernel: 'c' } });
  expect(kernels.map(({ span, reasons }) => [span.line, reasons])).toEqual([
    [12, ['not read, because of line 7: syntax error: the function or block that begins here is not closed']],
  ]);
});
