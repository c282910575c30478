import { describe, expect, it } from 'vitest';
import { joinableSources, onlyInstantiates, readingJoined } from '../../../src/pipeline/joined-sources.ts';
import { defaultBudget, preprocess } from '../../../src/preprocess/preprocess.ts';
import { invariant } from '../../../src/base/invariant.ts';

const header =
  'template <int N> __global__ void k(int *a) { a[threadIdx.x] = N; }\ntemplate <int N> void run(int *a) { k<N><<<1, 32>>>(a); }\n#define RUN(N) template void run<N>(int *a)\n';

const readerOf =
  (files: Readonly<Record<string, string>>) =>
  (path: string): string | null =>
    files[path] ?? null;
const groupsOf = (files: Readonly<Record<string, string>>): unknown =>
  Object.fromEntries(joinableSources(Object.keys(files), readerOf(files), null));

function joined(
  files: Readonly<Record<string, string>>,
  sources: readonly string[],
): Readonly<{ isPlain: boolean; places: readonly string[] }> {
  const result = preprocess(sources[0] ?? '', readingJoined(sources, readerOf(files)), {
    defines: new Map(),
    includeDirs: [],
    budget: defaultBudget,
  });
  invariant(result.ok, 'the sources are read');
  const { text, spanOf } = result.value.source;
  const places = [...text.matchAll(/template void run<\d>/g)].map(
    ({ 0: found, index }) =>
      `${found.slice(-2, -1)} at ${spanOf(index, index + 1).file}:${spanOf(index, index + 1).line}`,
  );
  return { isPlain: onlyInstantiates(sources, result.value), places };
}

/** More of the kind, so that there are enough to be read as one. */
const more = (folder = ''): Readonly<Record<string, string>> =>
  Object.fromEntries(Array.from({ length: 8 }, (_, k) => [`${folder}m${k}.cu`, `#include "k.cuh"\nRUN(${k});\n`]));

describe('sources of explicit instantiations', () => {
  it('are read behind one header, each in its place, also where the header has no guard', () => {
    const files = {
      'k.cuh': header,
      'a.cu': '// generated\n#include "k.cuh"\n\nRUN(1);\n',
      'b.cu': '#include "k.cuh"\nRUN(2);\nRUN(3);\n',
      'c.cu': '#include "k.cuh"\ntemplate void run<4>(int *);\n',
    };
    expect(groupsOf({ ...files, ...more() })).toHaveProperty(['a.cu', 'length'], 11);
    expect(groupsOf(files), 'few are read one by one').toEqual({});
    expect(joined(files, ['a.cu', 'b.cu', 'c.cu'])).toEqual({
      isPlain: true,
      places: ['1 at a.cu:4', '2 at b.cu:2', '3 at b.cu:3', '4 at c.cu:2'],
    });
  });

  it('are read apart with other includes, flags or folders', () => {
    const own = { 'k.cuh': header, 'a.cu': '#include "k.cuh"\nRUN(1);\n', ...more() };
    expect(groupsOf(own)).toHaveProperty(['a.cu', 'length'], 9);
    for (const [path, text] of [
      ['b.cu', '#include "k.cuh"\n#include "l.cuh"\nRUN(2);\n'],
      ['b.cu', '#define N 2\n#include "k.cuh"\nRUN(N);\n'],
      ['x/b.cu', '#include "k.cuh"\nRUN(2);\n'],
      ['b.cu', '#include "k.cuh"\nstatic int n;\nRUN(2);\n'],
    ] as const) {
      expect(groupsOf({ ...own, [path]: text })).not.toHaveProperty([path, 1]);
    }
    const built = (of: (k: number) => string): unknown =>
      groupsOf({
        '/p/k.cuh': header,
        ...more('/p/'),
        '/p/compile_commands.json': JSON.stringify(
          Array.from({ length: 8 }, (_, k) => `m${k}`).map((name, k) => ({
            directory: '/p',
            file: `/p/${name}.cu`,
            command: `nvcc ${of(k)} -c /p/${name}.cu`,
          })),
        ),
      });
    expect(built(() => '-DN=1')).toHaveProperty(['/p/m0.cu', 'length'], 8);
    expect(built((k) => `-DN=${k}`)).toEqual({});
  });

  it('are nothing but that: macros that write bodies are read apart', () => {
    const files = {
      'k.cuh': `${header}#define BODY(N) static int n = N; template void run<N>(int *a)\n`,
      'a.cu': '#include "k.cuh"\nBODY(1);\n',
      'b.cu': '#include "k.cuh"\nBODY(2);\n',
    };
    expect(joined(files, ['a.cu', 'b.cu']).isPlain).toBe(false);
  });
});
