import { describe, expect, it } from 'vitest';
import { buildFactsOf } from '../../../src/preprocess/build-facts.ts';
import { pythonCalls } from '../../../src/preprocess/python-literals.ts';

/** Names of macros that are given under a condition. */
function unsure(script: string): readonly string[] {
  const {
    facts: [facts],
  } = buildFactsOf('a.cu', (path) => (path === 'setup.py' ? script : null), null);
  return (facts?.macros ?? []).filter(({ remark }) => remark.startsWith('under a condition')).map(({ name }) => name);
}

function factsOf(
  source: string,
  files: Readonly<Record<string, string>>,
): readonly [readonly string[], readonly string[]] | null {
  const {
    facts: [facts],
  } = buildFactsOf(source, (path) => files[path] ?? null, null);
  return facts === undefined ? null : [facts.macros.map(({ name, value }) => `${name}=${value}`), facts.includeDirs];
}

describe('setup.py', () => {
  const script = `
import os
from setuptools import setup  # CUDAExtension('no', ['src/a.cu'], define_macros=[('NO', '1')])
nvcc_flags = ['-O3', "-std=c++14",
  '-DFROM_NAME=3', f'-DNO={1}', '-DNO2=' + str(2)]
twice = ['-DNO3']
twice = ['-DNO4']
setup(name='x', ext_modules=[
  CUDAExtension(name='a', sources=['src/a.cu', os.path.join('src', 'c.cu')],
    include_dirs=[os.path.join(here, 'no'), 'include', r'lib'],
    define_macros=[('A', '1'), ('B', None), ("T", 'float')] + other,
    extra_compile_args={'cxx': ['-DHOST'], 'nvcc': nvcc_flags + twice + ['-DX=1', '-U__CUDA_NO_HALF_OPERATORS__', '-gencode', 'arch=compute_75,code=sm_75', '-Igen']}),
  cpp_extension.CUDAExtension('b', ['src/b.cu'], extra_compile_args=['-DPLAIN=2']),
])
`;
  it('gives what is literal for the source that it names', () => {
    expect(factsOf('src/a.cu', { 'setup.py': script })).toEqual([
      ['A=1', 'B=1', 'T=float', 'FROM_NAME=3', 'X=1', '__cplusplus=201402L', '__CUDA_ARCH__=750'],
      ['include', 'lib', 'gen'],
    ]);
    expect(factsOf('src/b.cu', { 'setup.py': script })).toEqual([['PLAIN=2'], []]);
    expect(
      factsOf('sub/csrc/x/y/z.cu', {
        'sub/setup.py': 'ext = CUDAExtension("a", sources=glob("csrc/*.cu"), define_macros=[("N", "8")])',
      })?.[0],
    ).toEqual(['N=8']);
  });

  it('gives nothing of extensions that name other sources, nor what those of unknown sources do not agree on', () => {
    expect(factsOf('src/d.cu', { 'setup.py': script.replace(", os.path.join('src', 'c.cu')", '') })).toBeNull();
    expect(
      factsOf('d.cu', {
        'setup.py':
          'CUDAExtension("a", glob("*"), define_macros=[("N", "8"), ("M", "1")])\nCUDAExtension("b", glob("*"), define_macros=[("N", "9"), ("M", "1")])',
      })?.[0],
    ).toEqual(['M=1']);
  });

  it('marks what stands under a condition, and what is changed later', () => {
    const call =
      "CUDAExtension('a', ['a.cu'], define_macros=[('A', '1')], extra_compile_args={'nvcc': flags + ['-DB=2']})";
    expect(unsure(`flags = ['-DC']\next = ${call}`)).toEqual([]);
    expect(unsure(`flags = ['-DC']\ndef extensions():\n    with here():\n        return [${call}]`)).toEqual([]);
    expect(unsure(`flags = ['-DC']\nif x:\n    print(1)\next = ${call}`)).toEqual([]);
    for (const head of ['if x:', 'for x in y:', 'try:', 'if x:\n    pass\nelse:'])
      expect(unsure(`flags = ['-DC']\n${head}\n    ext = [\n${call}]`)).toEqual(['A', 'C', 'B']);
    expect(unsure(`flags = ['-DC']\nif x: ext = ${call}`)).toEqual(['A', 'C', 'B']);
    for (const change of ["flags += ['-DC=2']", "flags.append('-DC=2')", "flags[0] = '-DC=2'"])
      expect(unsure(`flags = ['-DC']\nif x:\n    ${change}\next = ${call}`)).toEqual(['C']);
    expect(unsure(`flags = ['-DC']\next = ${call}\nif x: ext.extra_compile_args['nvcc'].append('-UB')`)).toEqual([
      'C',
      'B',
    ]);
  });

  it('takes no value that goes on in the next line for a whole one', () => {
    for (const flags of ["[\n'-DA'\nif x else '-DB']", "['-DA'] \\\nif x else []"])
      expect(
        factsOf('a.cu', { 'setup.py': `flags = ${flags}\nCUDAExtension('a', ['a.cu'], extra_compile_args=flags)` }),
      ).toBeNull();
  });

  it('comes after a makefile that says something', () => {
    expect(
      factsOf('a.cu', {
        Makefile: '-DM=1\n',
        'setup.py': 'CUDAExtension("a", ["a.cu"], define_macros=[("N", "8")])',
      })?.[0],
    ).toEqual(['M=1']);
    expect(
      factsOf('a.cu', {
        Makefile: 'lint:\n\tflake8\n',
        'setup.py': 'CUDAExtension("a", ["a.cu"], define_macros=[("N", "8")])',
      })?.[0],
    ).toEqual(['N=8']);
  });

  it('is bounded, whatever its names stand for', () => {
    const doubling = Array.from({ length: 60 }, (_, k) => `v${k + 1} = v${k} + v${k}`).join('\n');
    expect(
      pythonCalls(
        `v0 = ['-DA']\n${doubling}\nself = self + self\nCUDAExtension('a', v60, x=self, y=((((((`,
        (name) => name === 'CUDAExtension',
      ),
    ).toHaveLength(1);
    expect(pythonCalls(`f(${'['.repeat(50_000)}`, (name) => name === 'f')).toHaveLength(1);
  });
});

describe('a Bazel package', () => {
  const build = `
load("//tools:cuda.bzl", "cuda_library")
COPTS = ["-DFROM_NAME=1"]
cuda_library(
    name = "a",
    srcs = ["a.cu", ":b.cu"] + glob(["gen/*.cu"]),
    hdrs = ["a.cuh"],
    copts = COPTS + ["-DX=2", "-Ithird_party/inc", "-DP=$(location x)"] + select({"//:fast": ["-DFAST"], "//conditions:default": []}),
    defines = ["A=1", "B"],
    local_defines = ["C=3"],
    includes = ["include"],
)
cuda_library(name = "c", srcs = ["c.cu"], defines = ["NO=1"])
`;
  it('gives what its rules say of the source', () => {
    const files = { 'pkg/BUILD.bazel': build, 'MODULE.bazel': '' };
    const expected = [
      ['A=1', 'B=1', 'C=3', 'FROM_NAME=1', 'X=2'],
      ['pkg/include', 'third_party/inc'],
    ];
    expect(factsOf('pkg/a.cu', files)).toEqual(expected);
    expect(factsOf('pkg/a.cuh', files)).toEqual(expected);
    expect(factsOf('pkg/d.cu', files)).toBeNull();
    expect(factsOf('pkg/a.cu', { 'pkg/BUILD': build })?.[1]).toEqual(['pkg/include']);
  });
});
