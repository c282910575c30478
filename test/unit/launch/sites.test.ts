import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Parser } from '../../../src/parse/tree-sitter.ts';
import { printSite } from '../../../src/launch/print.ts';
import { launchesIn, startParser } from './given.ts';

let parser: Parser;
beforeAll(async () => {
  parser = await startParser();
});
afterAll(() => {
  parser.close();
});

/** The launches of `void run(int n, float* p, float* q) { … }`, on line 1. */
const inFunction = (body: string, before = ''): readonly string[] =>
  launchesIn(parser, `${before} void run(int n, float* p, float* q) { ${body} }`).map((site) =>
    printSite(site).replace(/^main\.cu:\d+: /, ''),
  );

describe('launches', () => {
  it.each([
    ['numbers', 'k<<<4, 256>>>(p, n);', 'k(p, n) grid (4, 1, 1) block (256, 1, 1)'],
    [
      'a ceiling division of an unknown',
      'k<<<(n + 255) / 256, 256>>>(p, n);',
      'k(p, n) grid (*, 1, 1) block (256, 1, 1)',
    ],
    ['dim3 in place', 'k<<<dim3(2, 3), dim3(16, 16)>>>(p);', 'k(p) grid (2, 3, 1) block (16, 16, 1)'],
    ['dim3 variables', 'dim3 g(n / 16, 4), b(16, 8); k<<<g, b>>>(p);', 'k(p) grid (*, 4, 1) block (16, 8, 1)'],
    [
      'dim3 that reads like a prototype',
      'const int w = 8; dim3 b(w, w); k<<<1, b>>>(p);',
      'k(p) grid (1, 1, 1) block (8, 8, 1)',
    ],
    [
      'dim3 with braces, copies and auto',
      'dim3 a{4, 2}; auto b = dim3(8); dim3 c = a; k<<<b, c>>>(p);',
      'k(p) grid (8, 1, 1) block (4, 2, 1)',
    ],
    [
      'members set one by one',
      'dim3 b; b.x = 8; b.y = b.x / 2; k<<<1, b>>>(p);',
      'k(p) grid (1, 1, 1) block (8, 4, 1)',
    ],
    ['braces in the launch', 'k<<<1, {16, 2}>>>(p);', 'k(p) grid (1, 1, 1) block (16, 2, 1)'],
    [
      'dynamic shared memory and a stream',
      'int t = 64; k<<<1, t, 2 * t * sizeof(float), s>>>(p);',
      'k(p) grid (1, 1, 1) block (64, 1, 1) shared 512',
    ],
    ['unknown shared memory', 'k<<<1, 32, n>>>(p);', 'k(p) grid (1, 1, 1) block (32, 1, 1) shared *'],
    [
      'template arguments, constants by value',
      'const int T = 16; k<float, T><<<1, T>>>(p);',
      'k<float, 16>(p) grid (1, 1, 1) block (16, 1, 1)',
    ],
    ['namespaces', 'a::b::k<2><<<1, 1>>>(p);', 'k<2>(p) grid (1, 1, 1) block (1, 1, 1)'],
    [
      'an assignment that replaces the first value',
      'int t = 64; t = 128; k<<<1, t>>>(p);',
      'k(p) grid (1, 1, 1) block (128, 1, 1)',
    ],
    ['an assignment after the launch', 'int t = 64; k<<<1, t>>>(p); t = 128;', 'k(p) grid (1, 1, 1) block (64, 1, 1)'],
    ['a compound assignment', 'int t = 64; t *= 2; k<<<1, t>>>(p);', 'k(p) grid (1, 1, 1) block (128, 1, 1)'],
    [
      'an assignment under a condition',
      'int t = 64; if (n) t = 128; k<<<1, t>>>(p);',
      'k(p) grid (1, 1, 1) block (*, 1, 1)',
    ],
    [
      'assignments that agree',
      'int t; if (n) t = 128; else t = 128; k<<<1, t>>>(p);',
      'k(p) grid (1, 1, 1) block (128, 1, 1)',
    ],
    [
      'a loop that changes it',
      'for (int t = 256; t > 0; t /= 2) k<<<1, t>>>(p);',
      'k(p) grid (1, 1, 1) block (*, 1, 1)',
    ],
    [
      'a loop that changes it afterwards',
      'for (int t = 256; t > 0;) { k<<<1, t>>>(p); t /= 2; }',
      'k(p) grid (1, 1, 1) block (*, 1, 1)',
    ],
    [
      'a loop around a later change',
      'int t = 64; while (n--) { k<<<1, t>>>(p); t = 32; }',
      'k(p) grid (1, 1, 1) block (*, 1, 1)',
    ],
    [
      'a constant in a loop',
      'for (int i = 0; i < n; i++) { int t = 64; k<<<1, t>>>(p, i); }',
      'k(p, i) grid (1, 1, 1) block (64, 1, 1)',
    ],
    [
      'a variable whose address is taken',
      'int t = 64; choose(&t); k<<<1, t>>>(p);',
      'k(p) grid (1, 1, 1) block (*, 1, 1)',
    ],
    [
      'a variable handed to an unknown function',
      'int t = 64; choose(t); k<<<1, t>>>(p);',
      'k(p) grid (1, 1, 1) block (*, 1, 1)',
    ],
    [
      'a constant handed to an unknown function',
      'const int t = 64; choose(t); k<<<1, t>>>(p);',
      'k(p) grid (1, 1, 1) block (64, 1, 1)',
    ],
    [
      'a variable that a reference may change',
      'int t = 64; int& r = t; r = 1; k<<<1, t>>>(p);',
      'k(p) grid (1, 1, 1) block (*, 1, 1)',
    ],
    [
      'a variable that a lambda may change',
      'int t = 64; auto f = [&] { t = 1; }; f(); k<<<1, t>>>(p);',
      'k(p) grid (1, 1, 1) block (*, 1, 1)',
    ],
    [
      'a launch in a lambda',
      'const int t = 64; auto f = [&] { k<<<1, t>>>(p); };',
      'k(p) grid (1, 1, 1) block (64, 1, 1)',
    ],
    ['goto', 'int t = 64; again: t = 32; k<<<1, t>>>(p); t = 16; goto again;', 'k(p) grid (1, 1, 1) block (*, 1, 1)'],
    ['input', 'int t = 64; std::cin >> t; k<<<1, t>>>(p);', 'k(p) grid (1, 1, 1) block (*, 1, 1)'],
    [
      'shadowing',
      'const int t = 64; { int t = n; k<<<1, t>>>(p); } k<<<1, t>>>(p);',
      'k(p) grid (1, 1, 1) block (*, 1, 1)',
    ],
    [
      'a structured binding that shadows',
      'const int t = 64; { auto [t, u] = f(); k<<<1, t>>>(p); }',
      'k(p) grid (1, 1, 1) block (*, *, *)',
    ],
    [
      'min, max and the conditional operator',
      'k<<<min(4, 8), n > 0 ? 32 : 64>>>(p); ',
      'k(p) grid (4, 1, 1) block (*, 1, 1)',
    ],
    [
      'ceil in floating point',
      'k<<<(int)ceil(100 / 32.0), static_cast<int>(ceilf(65.f / 32))>>>(p);',
      'k(p) grid (4, 1, 1) block (3, 1, 1)',
    ],
    ['a parameter of type int', 'k<<<n, n>>>(p);', 'k(p) grid (*, 1, 1) block (*, 1, 1)'],
    ['something unknown', 'k<<<g, b.dims()>>>(p);', 'k(p) grid (*, *, *) block (*, *, *)'],
    ['dimensions beyond the device', 'k<<<0, 4096>>>(p);', 'k(p) grid (*, 1, 1) block (*, 1, 1)'],
    [
      'the same pointer twice, floats and expressions',
      'k<<<1, 1>>>(p, p, 2.5f, p + 1, v.data(), (float*)q);',
      'k(p, p, 2.5, p+1, v.data(), q) grid (1, 1, 1) block (1, 1, 1)',
    ],
    ['a variable that holds the kernel', 'auto f = k<4>; f<<<1, 1>>>(p);', 'k<4>(p) grid (1, 1, 1) block (1, 1, 1)'],
    [
      'cudaLaunchKernel',
      'dim3 g(2), b(32); void* args[] = { &p, &n }; cudaLaunchKernel((void*)k, g, b, args, 64, 0);',
      'k(p, n) grid (2, 1, 1) block (32, 1, 1) shared 64',
    ],
    [
      'an argument set after its address is taken',
      'int m = 3; void* args[] = { &p, &m }; m = 5; cudaLaunchKernel((void*)k, dim3(1), dim3(32), args, 0, 0);',
      'k(p, 5) grid (1, 1, 1) block (32, 1, 1)',
    ],
    [
      'an array of arguments that is changed',
      'int m = 3; void* args[] = { &p, &m }; args[1] = &n; cudaLaunchKernel((void*)k, dim3(1), dim3(32), args, 0, 0);',
      'k() grid (1, 1, 1) block (32, 1, 1)',
    ],
    [
      'cudaLaunchKernelEx',
      'cudaLaunchConfig_t c = {0}; c.gridDim = 2; c.blockDim = dim3(8, 4); cudaLaunchKernelEx(&c, k, p, 3);',
      'k(p, 3) grid (2, 1, 1) block (8, 4, 1) shared *',
    ],
    [
      'cudaLaunchKernelExC of a configuration that is not followed',
      'void* args[] = { &p, &n }; cudaLaunchKernelExC(config(), (void*)k, args);',
      'k(p, n) grid (*, *, *) block (*, *, *) shared *',
    ],
    [
      'cudaLaunchCooperativeKernel',
      'cudaLaunchCooperativeKernel((void*)&k<8>, dim3(2), dim3(32), args);',
      'k<8>() grid (2, 1, 1) block (32, 1, 1) cooperative',
    ],
    [
      'cuLaunchKernel of a function that is loaded by name',
      'CUfunction f; CUmodule m; cuModuleGetFunction(&f, m, "k"); void* args[] = { &p, &n }; cuLaunchKernel(f, 2, 3, 1, 32, 4, 1, 64, 0, args, NULL);',
      'k(p, n) grid (2, 3, 1) block (32, 4, 1) shared 64',
    ],
    [
      'cuLaunchKernel with packed arguments',
      'CUfunction f; cuModuleGetFunction(&f, m, "k"); void* args[] = { &p, &n }; cuLaunchKernel(f, n, 1, 1, 32, 1, 1, 0, 0, NULL, config);',
      'k() grid (*, 1, 1) block (32, 1, 1)',
    ],
    [
      'cuLaunchCooperativeKernel of a library kernel',
      'CUkernel h; CUfunction f; cuLibraryGetKernel(&h, lib, "k"); cuKernelGetFunction(&f, h); void* args[] = { &p }; cuLaunchCooperativeKernel(f, 2, 1, 1, 64, 1, 1, 0, 0, args);',
      'k(p) grid (2, 1, 1) block (64, 1, 1) cooperative',
    ],
    [
      'cuLaunchKernel of a function that is loaded by an unknown name',
      'CUfunction f; cuModuleGetFunction(&f, m, name); cuLaunchKernel(f, 2, 1, 1, 64, 1, 1, 0, 0, 0, 0);',
      undefined,
    ],
    [
      'cudaLaunchCooperativeKernelMultiDevice',
      'cudaLaunchParams lp[2]; void* args[] = { &p, &n }; for (int d = 0; d < 2; d++) { lp[d].func = (void*)k; lp[d].gridDim = dim3(4); lp[d].blockDim = 32; lp[d].args = args; } cudaLaunchCooperativeKernelMultiDevice(lp, 2);',
      'k(p, n) grid (4, 1, 1) block (32, 1, 1) shared * cooperative',
    ],
    [
      'devices whose grids differ',
      'cudaLaunchParams lp[2]; lp[0].func = lp[1].func = (void*)k; lp[0].gridDim = 4; lp[1].gridDim = 8; lp[0].blockDim = 32; cudaLaunchCooperativeKernelMultiDevice(lp, 2);',
      undefined,
    ],
    [
      'one function for devices whose grids differ',
      'cudaLaunchParams lp[2]; for (int d = 0; d < 2; d++) { lp[d].func = (void*)k; lp[d].blockDim = 32; lp[d].gridDim = d + 1; } cudaLaunchCooperativeKernelMultiDevice(lp, 2);',
      'k() grid (*, 1, 1) block (32, 1, 1) shared * cooperative',
    ],
    [
      'hipModuleLaunchKernel',
      'hipFunction_t f; hipModuleGetFunction(&f, m, "k"); hipModuleLaunchKernel(f, 2, 1, 1, 64, 1, 1, 0, 0, nullptr, nullptr);',
      'k() grid (2, 1, 1) block (64, 1, 1)',
    ],
    [
      'hipLaunchKernelGGL',
      'hipLaunchKernelGGL(HIP_KERNEL_NAME(k<2>), dim3(1), dim3(4, 4), 0, 0, p, n);',
      'k<2>(p, n) grid (1, 1, 1) block (4, 4, 1)',
    ],
  ])('%s', (_what, body, expected) => {
    expect(inFunction(body)[0]).toBe(expected);
  });

  it.each([
    ['macros', '#define B 64\n', 'k<<<1, B>>>(p);'],
    ['const', 'const int B = 64;\n', 'k<<<1, B>>>(p);'],
    ['constexpr from another', 'static constexpr unsigned A = 32, B = A * 2;\n', 'k<<<1, B>>>(p);'],
    ['an enumerator', 'enum { A = 63, B };\n', 'k<<<1, B>>>(p);'],
    ['a member', 'struct C { static const int B = 64; };\n', 'k<<<1, C::B>>>(p);'],
    [
      'a function that only returns',
      'int up(int a, int b) { return (a + b - 1) / b * b; }\n',
      'k<<<1, up(33, 32)>>>(p);',
    ],
    ['a function that makes a dim3', 'dim3 make(int a) { return dim3(a * 2); }\n', 'k<<<1, make(32)>>>(p);'],
    ['a launching macro', '#define L(f, g, b, ...) f<<<g, b>>>(__VA_ARGS__)\n', 'L(k, 1, 64, p);'],
  ])('takes values from %s of the file', (_what, before, body) => {
    expect(inFunction(body, before)[0]).toBe('k(p) grid (1, 1, 1) block (64, 1, 1)');
  });

  it.each([
    ['a variable that is not constant', 'int B = 64;\n'],
    ['an extern constant', 'extern const int B;\n'],
    ['a parameter of a prototype', 'void f(int B);\n'],
  ])('takes nothing from %s', (_what, before) => {
    expect(inFunction('k<<<1, B>>>(p);', before)[0]).toMatch(/block \(\*, (?:1|\*), (?:1|\*)\)/);
  });

  it('says which constants and macros a launch rests on', () => {
    const [site] = launchesIn(
      parser,
      '#define T 16\nconst int H = 4;\nvoid f(float* p) {\n  dim3 b(T, H);\n  k<<<1, b>>>(p);\n}\n',
    );
    expect(site?.span.line).toBe(5);
    expect(new Set(site?.uses.map((span) => span.line))).toEqual(new Set([1, 2, 4]));
  });

  it('finds every launch, in order', () => {
    const sites = launchesIn(
      parser,
      'void f() { if (a) { k<<<1, 1>>>(); } else k<<<2, 1>>>(); }\nnamespace n { struct S { void g() { m<<<3, 1>>>(); } }; }\n',
    );
    expect(sites.map(printSite)).toEqual([
      'main.cu:1: k() grid (1, 1, 1) block (1, 1, 1)',
      'main.cu:1: k() grid (2, 1, 1) block (1, 1, 1)',
      'main.cu:2: m() grid (3, 1, 1) block (1, 1, 1)',
    ]);
  });

  it('takes the one element of a table of kernels that is launched, where the table is never set', () => {
    const table = 'void (*const table[])(float *) = {k, other};\n';
    expect(inFunction('table[0]<<<1, 32>>>(p); table[1]<<<1, 64>>>(p);', table)).toEqual([
      'k(p) grid (1, 1, 1) block (32, 1, 1)',
      'other(p) grid (1, 1, 1) block (64, 1, 1)',
    ]);
    expect(inFunction('table[n]<<<1, 64>>>(p);', table)).toEqual([
      'k(p) grid (1, 1, 1) block (64, 1, 1)',
      'other(p) grid (1, 1, 1) block (64, 1, 1)',
    ]);
    expect(inFunction('table[0] = table[1]; table[1]<<<1, 64>>>(p);', table.replace('const ', ''))).toHaveLength(2);
  });
  it('ends on values that depend on themselves', () => {
    expect(inFunction('int t = t + 1; int a = b, b = a; k<<<t, b>>>(p);')).toEqual([
      'k(p) grid (*, 1, 1) block (*, 1, 1)',
    ]);
    expect(inFunction('k<<<f(1), 1>>>(p);', 'int f(int x) { return f(x) + 1; }\n')).toEqual([
      'k(p) grid (*, 1, 1) block (1, 1, 1)',
    ]);
  });
});
