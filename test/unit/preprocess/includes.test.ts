import { describe, expect, it } from 'vitest';
import { attempt, preprocessed, words } from './given.ts';
import { joinPath } from '../../../src/preprocess/include.ts';

describe('includes', () => {
  it('inlines beside the source, then in the folders given, and maps to the included file', () => {
    const given = {
      files: { 'lib/a.cuh': '#include "b.cuh"\nint a;\n', 'lib/b.cuh': 'int b;\n', 'inc/c.cuh': 'int c;\n' },
      includeDirs: ['inc'],
    };
    const { source, files } = preprocessed('#include "lib/a.cuh"\n#include <c.cuh>\nint m;\n', given);
    expect(source.text.replace(/\s+/g, ' ').trim()).toBe('int b; int a; int c; int m;');
    expect(files).toEqual(['main.cu', 'lib/a.cuh', 'lib/b.cuh', 'inc/c.cuh']);
    const at = (text: string): string => {
      const k = source.text.indexOf(text);
      const span = source.spanOf(k, k + text.length);
      return `${span.file}:${span.line}:${span.column}-${span.endColumn}`;
    };
    expect([at('int a;'), at('int b;'), at('int c;'), at('int m;')]).toEqual([
      'lib/a.cuh:2:1-7',
      'lib/b.cuh:1:1-7',
      'inc/c.cuh:1:1-7',
      'main.cu:3:1-7',
    ]);
  });

  it('uses macros of an included file, and says where they are defined', () => {
    const { source } = preprocessed('#include "n.h"\nint a[N];', { files: { 'n.h': '\n#define N 16\n' } });
    const at = source.text.indexOf('16');
    expect(source.macrosAt(at)).toMatchObject([
      { name: 'N', definition: { file: 'n.h', line: 2 }, use: { file: 'main.cu', line: 2, column: 7, endColumn: 8 } },
    ]);
  });

  it('notes an include that is missing once, and nothing of the headers of CUDA and C++', () => {
    const { notes } = preprocessed(
      '#include "mine.h"\n#include <cuda_runtime.h>\n#include "cuda_runtime.h"\n#include <vector>\n#include <unheard.h>\n#include "stdio.h"\n#include "mine.h"\n',
    );
    expect(notes.map(({ kind, text, span }) => `${kind} ${text} ${span.line}`)).toEqual([
      'missing mine.h 1',
      'missing unheard.h 5',
    ]);
  });

  it('looks for headers whose names only begin like those of CUDA', () => {
    const files = {
      'lib/cuda_tile.h': 'int tile;\n',
      'lib/cuda/pair.cuh': 'int pair;\n',
      'lib/device_part.cuh': 'int part;\n',
      'lib/cuda_fp16.h': 'int half;\n',
      'lib/cuda/pipeline': 'int pipe;\n',
    };
    const text =
      '#include <cuda_tile.h>\n#include <cuda/pair.cuh>\n#include <device_part.cuh>\n#include <cuda_fp16.h>\n#include <cuda/pipeline>\n#include <cuda_unheard.h>\n';
    const { source, notes } = preprocessed(text, { files, locates: true });
    expect(source.text.replace(/\s+/g, ' ').trim()).toBe('int tile; int pair; int part;');
    expect(notes.filter(({ kind }) => kind === 'missing').map((note) => note.text)).toEqual(['cuda_unheard.h']);
  });

  it('defines what the headers of HIP define for nvcc, where one is included', () => {
    const text =
      '#ifdef __HIPCC__\nint before;\n#endif\n#include <hip/hip_runtime.h>\n#if defined(__HIPCC__) && defined(__HIP_PLATFORM_NVIDIA__)\nint behind;\n#endif\n';
    expect(words(text)).toBe('int behind;');
  });

  it('reads a file with #pragma once or a guard once', () => {
    const files = {
      'once.h': '#pragma once\nint once;\n',
      'guard.h': '#ifndef G\n#define G\nint guard;\n#include "guard.h"\n#endif\n',
    };
    expect(words('#include "once.h"\n#include "guard.h"\n#include "once.h"\n#include "guard.h"\n', { files })).toBe(
      'int once; int guard;',
    );
  });

  it('looks in the folders above the source, and their include folders, at last', () => {
    const files = {
      'src/k/a.h': '#include "k/b.h"\n#include <c.h>\nint a;\n',
      'src/k/b.h': 'int b;\n',
      'include/c.h': 'int c;\n',
    };
    expect(words('#include "src/k/a.h"\n', { files })).toBe('int b; int c; int a;');
  });

  it("takes <name> in a file of that name for the system's", () => {
    const files = { 'inc/cuda.h': '#include <cuda.h>\nint a;\n' };
    expect(words('#include "inc/cuda.h"\n', { files, includeDirs: ['inc'] })).toBe('int a;');
  });

  it('takes the name from a macro', () => {
    expect(words('#define H "a.h"\n#include H\n', { files: { 'a.h': 'int a;' } })).toBe('int a;');
  });

  it.each([
    ['itself', { 'main.cu': '' }, 'int a;\n#include "main.cu"\n'],
    ['a cycle', { 'a.h': '#include "b.h"', 'b.h': '#include "a.h"' }, '\n#include "a.h"\n'],
  ])('stops at an include of %s', (_what, files, text) => {
    const result = attempt(text, { files, budget: { maxIncludeDepth: 20 } });
    expect(result).toMatchObject({
      ok: false,
      problem: { code: 'too-deep', text: 'preprocessing stopped: the budget maxIncludeDepth (20) was reached' },
    });
  });

  it('finds a file by its name alone where one is nearest, and says so', () => {
    const files = {
      'lib/gpu/scan.h': 'int near;\n',
      'other/scan.h': 'int far;\n',
      'x/twice.h': '',
      'y/twice.h': '',
      'lib/gpu/deep/only.h': 'int only;\n',
    };
    const from = { 'lib/a.h': '#include "scan.h"\n#include <only.h>\n#include "twice.h"\n' };
    const { source, notes, choices } = preprocessed('#include "lib/a.h"\n', {
      files: { ...files, ...from },
      locates: true,
    });
    expect(source.text.replace(/\s+/g, ' ').trim()).toBe('int near; int only;');
    expect(notes.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
      'elsewhere: `scan.h` is taken to be lib/gpu/scan.h, found by its name alone',
      'elsewhere: `only.h` is taken to be lib/gpu/deep/only.h, found by its name alone',
      'missing: twice.h',
    ]);
    expect(choices.map(({ text, span }) => `${text} ${span.file}`)).toEqual([
      '`scan.h` is lib/gpu/scan.h, the only file of that name nearby lib/gpu/scan.h',
      '`only.h` is lib/gpu/deep/only.h, the only file of that name nearby lib/gpu/deep/only.h',
    ]);
  });

  it('joins paths without a file system', () => {
    expect([
      joinPath('a/b', '../c.h'),
      joinPath('', 'x/./y.h'),
      joinPath('/r', '../../e.h'),
      joinPath('a', '../../b.h'),
      joinPath('a', '/abs.h'),
    ]).toEqual(['a/c.h', 'x/y.h', '/e.h', '../b.h', '/abs.h']);
  });
});
