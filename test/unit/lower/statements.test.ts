import { describe, expect, it } from 'vitest';
import { lowerOne, statements } from './lowered.ts';

describe('control flow', () => {
  it('exits, loops with header parts, breaks and continues', async () => {
    expect(
      await statements(
        'if (n == 0) return; for (int i = 0; i < n; i += 2) { if (i == 4) continue; if (i == 6) break; a[i] = 1; }',
      ),
    ).toEqual([
      'if n == 0',
      ' exit',
      'i = 0',
      'loop while i < n',
      'body',
      ' if i == 4',
      '  continue',
      ' if i == 6',
      '  break',
      ' store a[i /4] : i32 = 1',
      'step',
      ' i = i + 2',
    ]);
  });

  it('computes conditions with loads before each test', async () => {
    expect(await statements('while (a[n]) n--; do n++; while (a[n] > 1);')).toEqual([
      'loop while (bool)a.value',
      'before',
      ' a.value = load a[n /4] : i32',
      'body',
      ' n = n - 1',
      'loop do-while a.value#2 > 1',
      'before',
      ' a.value#2 = load a[n /4] : i32',
      'body',
      ' n = n + 1',
    ]);
  });

  it('nests the cases of a switch, with fall-through and inner breaks', async () => {
    expect(
      await statements(
        'switch (n) { case 1: n = 5; case 2: case 3: if (u) { n = 6; break; } n = 7; break; default: n = 8; }',
      ),
    ).toEqual([
      'switch = n',
      'if switch == 1',
      ' n = 5',
      ' if (bool)u',
      '  n = 6',
      ' else',
      '  n = 7',
      'else',
      ' if switch == 2 || switch == 3',
      '  if (bool)u',
      '   n = 6',
      '  else',
      '   n = 7',
      ' else',
      '  n = 8',
    ]);
  });

  it('follows constant conditions', async () => {
    expect(
      await statements(
        'const int T = 4; if (T > 2) a[0] = 1; else __syncthreads(); if constexpr (false) __syncthreads(); for (;;) { break; }',
      ),
    ).toEqual(['store a[0 /4] : i32 = 1', 'loop while true', 'body', ' break']);
  });

  it('makes loops and branches of goto', async () => {
    expect(
      await statements('int i = 0; again: i++; if (i < n) goto again; if (n > 7) goto out; a[i] = 1; out: a[0] = 1;'),
    ).toEqual([
      'i = 0',
      'loop do-while i < n',
      'body',
      ' i = i + 1',
      'if n > 7',
      'else',
      ' store a[i /4] : i32 = 1',
      'store a[0 /4] : i32 = 1',
    ]);
  });

  it('gives up on a goto into a block, with its line', async () => {
    const kernel = await lowerOne('__global__ void k(int *a) {\n  goto in;\n { in: a[0] = 1; }\n}');
    expect(kernel.unsupported?.text).toBe('a `goto` into a block, or into the middle of a loop, is not modelled');
    expect(kernel.unsupported?.span.line).toBe(2);
    expect(kernel.body).toEqual([]);
  });

  it('never drops what it cannot read', async () => {
    const body = await statements(
      'asm volatile("mbarrier.inval.b64 x;" ::: "memory"); foo(a); int y = bar(n); a[y] = 0;',
    );
    expect(body[0]).toBe('unknown [a, f] may synchronize // inline assembly is not modelled');
    expect(body).toContain('unknown [a, f] may synchronize // `foo` is undeclared');
    expect(body).toContain('y = unknown // `bar` is undeclared');
  });
});

describe('sources', () => {
  it('knows nesting, blocks, macros and callees', async () => {
    const kernel = await lowerOne(`#define BOTH(x) x = 1; x = 2
__device__ void g(int *p) { p[0] = 3; }
__global__ void k(int *a, int n) {
  if (n) { a[0] = 1; }
  if (n) a[1] = 1;
  BOTH(a[2]);
  g(a);
}`);
    const at = (line: number): readonly (readonly [boolean, boolean, string | null, number | null])[] =>
      [...kernel.sources.values()]
        .filter((one) => one.span.line === line && one.id !== 0)
        .map((one) => [one.inBlock, one.inMacro, one.callee, one.parent]);
    const ifs = [...kernel.sources.values()].filter((one) => one.span.line === 4);
    expect(at(4)).toEqual([
      [true, false, null, null],
      [true, false, null, ifs[0]?.id],
    ]);
    expect(at(5).map(([inBlock]) => inBlock)).toEqual([true, false]);
    expect(at(6).map(([, inMacro]) => inMacro)).toEqual([true, true]);
    expect(at(2)).toEqual([[true, false, 'g', null]]);
    expect(kernel.uses.map((one) => `${one.what} ${one.name} ${one.span.line}`)).toEqual(
      expect.arrayContaining(['kernel k 3', 'function g 2', 'macro BOTH 1']),
    );
  });
});

describe('synchronization', () => {
  it('knows barriers, fences, atomics, votes and shuffles', async () => {
    expect(
      await statements(
        '__syncthreads(); int c = __syncthreads_count(n > 0); __syncwarp(u); __threadfence_block(); atomicAdd(&f[n], 2); int o = atomicCAS_block(a, 0, n); unsigned m = __ballot_sync(u, n); n = __shfl_down_sync(u, n, 4, 16);',
      ),
    ).toEqual([
      'barrier block',
      'barrier block syncthreads = count n > 0',
      'c = syncthreads',
      'barrier warp mask u',
      'fence block',
      'atomic add f[n /4] : f32 (2:f32) device relaxed',
      'atomicCAS_block = atomic cas a[0 /4] : i32 (0, n) block relaxed'.replace('a[0 /4]', 'a'),
      'o = atomicCAS_block',
      'ballot = lanes ballot((bool)n) width 32 mask u',
      'm = ballot',
      'shfl_down = lanes shfl_down(n, 4:u32) width 16 mask u',
      'n = shfl_down',
    ]);
  });

  it('knows the cooperative groups of block, grid and tile', async () => {
    expect(
      await statements(
        'auto b = cg::this_thread_block(); b.sync(); cg::sync(b); auto t = cg::tiled_partition<16>(b); t.sync(); cg::this_grid().sync(); unsigned r = t.thread_rank() + t.size();',
      ),
    ).toEqual([
      'barrier block',
      'barrier block',
      'barrier tile 16',
      'barrier grid',
      'r = (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) % 16:u32 + 16:u32',
    ]);
  });

  it('takes annotations as assertions and assumptions of the kernel', async () => {
    const kernel = await lowerOne(
      '__global__ void k(int *a, int n) { __requires(n == blockDim.x); assert(n > 0); if (n > 3) __builtin_assume(n > 4); n = a[0]; int m = 2; __builtin_assume(m > 1); }',
    );
    expect(kernel.assumptions).toEqual([]);
    expect(kernel.notes.map((one) => one.text)).toContain(
      'this assumption is ignored because its variables change: `n == blockDim.x`',
    );
    const steady = await lowerOne('__global__ void k(int *a, int n) { __requires(n == blockDim.x); a[n] = 0; }');
    expect(steady.assumptions.map((one) => one.text)).toEqual(['n == blockDim.x']);
  });
});
