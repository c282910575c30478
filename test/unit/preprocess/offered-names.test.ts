import { expect, it } from 'vitest';
import { isTailOf, tailKeys } from '../../../src/base/tail.ts';
import { preprocessed } from './given.ts';

/** Whether the files offer a build in which FAST is defined. */
function offers(files: Readonly<Record<string, string>>): boolean | undefined {
  return preprocessed('#ifdef FAST\nint a;\n#endif\n', { files, locates: true }).openNames.get('FAST')?.isOffered();
}

it.each([
  ['a Makefile far away', { 'other/deep/down/Makefile': 'fast:\n\tnvcc -DFAST=1 main.cu\n' }],
  [
    'define_macros of setup.py',
    { 'python/setup.py': "setup(ext_modules=[CUDAExtension('x', glob('*'), define_macros=[('FAST', None)])])" },
  ],
  ['flags of setup.py', { 'python/setup.py': "if fast: extra.append('-DFAST')" }],
  [
    'local_defines of Bazel',
    { 'lib/BUILD.bazel': 'cuda_library(name = "a", srcs = ["a.cu"], local_defines = ["FAST=2"])' },
  ],
  ['copts in a .bzl', { 'tools/copts.bzl': 'COPTS = select({":fast": ["-DFAST"]})' }],
  ['meson.build', { 'meson.build': "add_project_arguments('-DFAST', language: 'cuda')" }],
  ['CMake', { 'sub/CMakeLists.txt': 'if(X)\n  target_compile_definitions(a\n    PRIVATE OTHER FAST)\nendif()' }],
  [
    'a property of CMake',
    { 'sub/flags.cmake': 'set_target_properties(a PROPERTIES COMPILE_DEFINITIONS "OTHER;FAST")' },
  ],
  ['a workflow', { '.github/workflows/fast.yml': 'run: cmake -DCMAKE_CUDA_FLAGS="-DFAST" ..' }],
  ['GitLab CI', { '.gitlab-ci.yml': 'script: [nvcc -D FAST main.cu]' }],
])('%s offers the build', (_what, files) => {
  expect(offers(files)).toBe(true);
});

it.each([
  ['nothing', {}],
  ['a word elsewhere', { 'other/Makefile': '# FAST builds\nFAST:\n\techo -DFASTER\n' }],
  ['a word of a job', { '.github/workflows/a.yml': 'name: "FAST"\n' }],
  ['a workflow in no place for one', { 'docs/fast.yml': '-DFAST' }],
  ['a longer text', { 'setup.py': "x('the FAST way')" }],
])('%s does not', (_what, files) => {
  expect(offers(files)).toBe(false);
});

it('finds files by the ends of their paths', () => {
  expect(tailKeys('a/b.c.yml')).toEqual(['b.c.yml', '*.yml']);
  const found = (tail: string): readonly string[] =>
    ['w/a.yml', 'x/w/b.yml', 'xw/c.yml', 'w/d/e.yml', 'a.yml'].filter((path) => isTailOf(tail, path));
  expect([found('w/*.yml'), found('a.yml'), found('w/a.yml'), found('*.bzl')]).toEqual([
    ['w/a.yml', 'x/w/b.yml'],
    ['w/a.yml', 'a.yml'],
    ['w/a.yml'],
    [],
  ]);
  expect(found('*.yml')).toHaveLength(5);
});
