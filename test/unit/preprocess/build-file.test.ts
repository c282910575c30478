import { describe, expect, it } from 'vitest';
import { preprocessed, words } from './given.ts';
import { buildFileOf } from '../../../src/preprocess/build-file.ts';

function readIn(
  files: Readonly<Record<string, string>>,
  source = 'main.cu',
): readonly [readonly string[], readonly string[]] | null {
  const found = buildFileOf(source, (path) => files[path] ?? null);
  return found === null ? null : [found.macros.map(({ name, value }) => `${name}=${value}`), found.includeDirs];
}

describe('the build file', () => {
  it('gives macros and folders that hold whatever the build is asked for', () => {
    const makefile =
      'SIZE = 64\nSIZE2 := 1\nSIZE2 := 2\nFLAGS = -O3 -DN=$(SIZE) -DM=$(SIZE2) -DINT -I../lib -I$(SOMEWHERE) # -DNO=1\nFLAGS += -DTWICE=1 \\\n  -DTWICE=2 -DNAME="\\"x\\""\n' +
      'ifeq ($(FAST),yes)\n  FLAGS += -DFAST -DN=128 -Ifast\nendif\nmain: main.cu\n\tnvcc $(FLAGS) -DLAST=0x10 $<\n';
    expect(readIn({ 'src/Makefile': makefile.replaceAll('-DN=128', '') }, 'src/main.cu')).toEqual([
      ['N=64', 'INT=1', 'LAST=0x10'],
      ['lib'],
    ]);
    expect(readIn({ 'src/Makefile': makefile }, 'src/main.cu')?.[0]).toEqual(['INT=1', 'LAST=0x10']);
  });

  it("may be CMake's", () => {
    const text =
      'add_definitions(-DA=1 -DB)\ntarget_compile_definitions(t PRIVATE C=3 D)\nif(FAST)\nadd_compile_definitions(E=1)\nendif()\n# add_definitions(-DF)\ntarget_include_directories(t PUBLIC ${CMAKE_CURRENT_SOURCE_DIR}/include ${OTHER})\nset(FLAGS "-DG=2")\n';
    expect(readIn({ 'CMakeLists.txt': text }, 'a/b/main.cu')).toEqual([
      ['A=1', 'B=1', 'C=3', 'D=1', 'G=2'],
      ['include'],
    ]);
  });

  it('is read as CMake reads it: parentheses, quotes and comments within a condition end none', () => {
    const macros = (text: string): unknown => readIn({ 'CMakeLists.txt': text })?.[0];
    const nested =
      'if(CUDA)\n  if(A AND (B OR C)) # not (this\n    add_definitions(-DX)\n  endif()\n  if(NOT FA)\n    add_compile_definitions(NO_FA)\n  endif()\nendif()\n';
    expect(macros(`${nested}add_definitions(-DLAST)`)).toEqual(['LAST=1']);
    expect(
      macros(
        'if(A STREQUAL ")")\nadd_definitions(-DX)\nendif()\n#[[ if(OLD)\n]] add_definitions(-DY)\nset(Z [=[ ( ]] ]=])\nadd_definitions(-DZ)',
      ),
    ).toEqual(['Y=1', 'Z=1']);
    expect(
      macros(
        'macro(m)\nadd_definitions(-DX)\nendmacro()\nwhile(A)\nadd_definitions(-DY)\nendwhile()\nadd_definitions (-DZ)',
      ),
    ).toEqual(['Z=1']);
  });

  it('takes nothing of what CMake would not close', () => {
    for (const open of ['if(A AND (B)\n', 'set(A "b)\n', 'set(A [==[ )\n', '#[[ old\n'])
      expect(readIn({ 'CMakeLists.txt': `add_definitions(-DA)\n${open}add_definitions(-DB)\n` })?.[0]).toEqual(['A=1']);
  });

  it('is the nearest, at most two folders up', () => {
    expect(readIn({ Makefile: '-DA', 'x/Makefile': '-DB' }, 'x/y/main.cu')?.[0]).toEqual(['B=1']);
    expect(readIn({ Makefile: '-DA' }, 'x/y/z/main.cu')).toBeNull();
  });

  it('counts where the source asks, less than -D, and is said', () => {
    const text = '#ifdef INT\nint a;\n#else\nlong a;\n#endif\nint b[N];\n';
    const files = { Makefile: 'F = -DINT -DN=8 -Iinc\n', 'inc/x.h': 'int x;\n' };
    expect(words(`#include "x.h"\n${text}`, { files })).toBe('int x; int a; int b[8];');
    expect(words(text, { files, defines: { N: '9' } })).toBe('int a; int b[9];');
    expect(
      preprocessed(text, { files }).choices.map(({ text: said, span }) => `${said} on ${span.file}:${span.line}`),
    ).toEqual([
      '`INT` is defined, as in Makefile on main.cu:1',
      '`INT` is defined, as in Makefile on Makefile:1',
      '`N` is 8, as in Makefile on Makefile:1',
    ]);
  });
});
