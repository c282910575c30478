import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { buildFactsOf } from '../../../src/preprocess/build-facts.ts';
import { compilerFlags } from '../../../src/preprocess/compiler-flags.ts';
import { shellWords } from '../../../src/preprocess/shell-words.ts';
import { preprocessed, words } from './given.ts';

const flags = (text: string) => compilerFlags(shellWords(text, 'posix'), 'posix', () => null);

describe('the words of a command', () => {
  it('are those of a shell', () => {
    expect(shellWords(String.raw`nvcc -DA="x y" '-DB=a b' -DC=\"s\" -D"D=\"q\"" a\ b "" 'it'"'"s`, 'posix')).toEqual([
      'nvcc',
      '-DA=x y',
      '-DB=a b',
      '-DC="s"',
      '-DD="q"',
      'a b',
      '',
      "it's",
    ]);
    expect(shellWords('a $(rm -rf x) `y` *', 'posix')).toEqual(['a', '$(rm', '-rf', 'x)', '`y`', '*']);
  });

  it('are those of Windows', () => {
    expect(shellWords(String.raw`C:\cuda\nvcc.exe -DA=\"x\" "-IC:\a b\\" C:\p\a.cu "a""b"`, 'windows')).toEqual([
      String.raw`C:\cuda\nvcc.exe`,
      '-DA="x"',
      String.raw`-IC:\a b` + '\\',
      String.raw`C:\p\a.cu`,
      'a"b',
    ]);
  });

  it('come back from any quoting', () => {
    const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;
    const escaped = (word: string): string =>
      `"${word.replace(/(\\*)("|$)/g, (_all, slashes: string, end: string) => slashes + slashes + (end === '' ? '' : '\\"'))}"`;
    fc.assert(
      fc.property(fc.array(fc.string()), (all) => {
        expect(shellWords(all.map(quoted).join(' '), 'posix')).toEqual(all);
        expect(shellWords(all.map(escaped).join(' '), 'windows')).toEqual(all);
      }),
    );
  });
});

describe('the flags of a compiler', () => {
  it('define, undefine and search', () => {
    const found = flags(
      'nvcc -DA -D B=2 -DC= --define-macro=D=4 --define-macro E -DF -UF -UG -DG -D"H(x)=x+1" -Ia -I b -isystem c -isystem=d -iquote e --include-path f -Xcompiler=-DX=1,-fPIC -Xcompiler -DY -Wp,-DZ -o -DNO -Xptxas -DNO -MF -DNO x.cu',
    );
    expect([...found.macros]).toEqual([
      ['A', 'A 1'],
      ['B', 'B 2'],
      ['C', 'C '],
      ['D', 'D 4'],
      ['E', 'E 1'],
      ['F', null],
      ['G', 'G 1'],
      ['H', 'H(x) x+1'],
      ['X', 'X 1'],
      ['Y', 'Y 1'],
      ['Z', 'Z 1'],
    ]);
    expect(found.includeDirs).toEqual(['e', 'a', 'b', 'f', 'c', 'd']);
  });

  it('choose the language and the architectures', () => {
    expect(
      flags(
        'nvcc -std=c++20 -gencode arch=compute_70,code=sm_70 -gencode=arch=compute_90a,code=[sm_90a,compute_90a] "--generate-code=arch=compute_80,code=[sm_80]"',
      ),
    ).toMatchObject({ cplusplus: '202002L', architectures: [700, 800, 900] });
    expect(flags('nvcc --std gnu++14 -arch sm_75')).toMatchObject({ cplusplus: '201402L', architectures: [750] });
    expect(flags('clang++ -x cuda --cuda-gpu-arch=sm_100 --offload-arch=gfx90a -arch=native')).toMatchObject({
      cplusplus: null,
      architectures: [1000],
    });
    expect(compilerFlags(['cl', '/DA=1', '/I', 'x', '/std:c++17'], 'windows', () => null)).toMatchObject({
      cplusplus: '201703L',
      includeDirs: ['x'],
    });
    expect(flags('nvcc /Data/x.cu').macros.size).toBe(0);
  });

  it('may stand in response files, also in each other', () => {
    const files: Readonly<Record<string, string>> = {
      'a.rsp': '-DA "-Ix y" @b.rsp',
      'b.rsp': '-DB=2\n@a.rsp',
      'c.rsp': '-DC',
    };
    const found = compilerFlags(['nvcc', '--options-file', 'a.rsp', '-optf=c.rsp', '@missing'], 'posix', (path) =>
      files[path] === undefined ? null : shellWords(files[path], 'posix'),
    );
    expect([...found.macros.keys()]).toEqual(['B', 'A', 'C']);
    expect(found.includeDirs).toEqual(['x y']);
  });
});

type Command = Readonly<{ file: string; command: string; directory?: string }>;
const commands = (...all: readonly Command[]): string =>
  JSON.stringify(
    all.map((one) => ({ directory: '/work/p/build', ...one })),
    null,
    1,
  );

function factsOf(
  source: string,
  files: Readonly<Record<string, string>>,
  given: string | null = null,
): readonly [readonly string[], readonly string[]] | null {
  const {
    facts: [facts],
  } = buildFactsOf(source, (path) => files[path] ?? null, given);
  return facts === undefined ? null : [facts.macros.map(({ name, value }) => `${name}=${value}`), facts.includeDirs];
}

describe('compile_commands.json', () => {
  const one = commands({
    file: '/work/p/src/a.cu',
    command: 'nvcc -DA=1 -I/work/p/include -I../gen -Igen -isystem /usr/local/cuda/include -c /work/p/src/a.cu',
  });
  const expected = [['A=1'], ['include', 'gen', 'build/gen', '/usr/local/cuda/include']];

  it('is found at the root, in build and in out, from wherever its paths start', () => {
    expect(factsOf('src/a.cu', { 'build/compile_commands.json': one })).toEqual(expected);
    expect(factsOf('src/a.cu', { 'compile_commands.json': one })).toEqual(expected);
    expect(factsOf('src/a.cu', { 'out/compile_commands.json': one.replaceAll('p/build', 'p/out') })?.[0]).toEqual([
      'A=1',
    ]);
    expect(factsOf('../p/src/a.cu', { '../p/build/compile_commands.json': one })?.[1]).toEqual([
      '../p/include',
      '../p/gen',
      '../p/build/gen',
      '/usr/local/cuda/include',
    ]);
    expect(factsOf('/work/p/src/a.cu', { '/work/p/build/compile_commands.json': one })?.[1]?.[0]).toBe(
      '/work/p/include',
    );
    expect(factsOf('/other/src/a.cu', { '/other/build/compile_commands.json': one })?.[1]?.[0]).toBe('/other/include');
  });

  it('that is given may lie anywhere', () => {
    expect(
      factsOf(
        'src/a.cu',
        { '/elsewhere/cc.json': one.replaceAll('/work/p/build', '/elsewhere') },
        '/elsewhere/cc.json',
      )?.[0],
    ).toEqual(['A=1']);
    expect(factsOf('a.cu', { '../build/compile_commands.json': one }, '../build/compile_commands.json')).toEqual([
      ['A=1'],
      ['/work/p/include', '/work/p/gen', '/work/p/build/gen', '/usr/local/cuda/include'],
    ]);
    expect(factsOf('src/a.cu', { 'build/compile_commands.json': one, 'mine.json': '[]' }, 'mine.json')).toBeNull();
  });

  it('does not take another file of the same name for the source', () => {
    const other = commands(
      { file: '/work/p/third_party/x/src/a.cu', command: 'nvcc -DNO' },
      { file: '/work/p/src/b.cu', command: 'nvcc' },
    );
    expect(factsOf('src/a.cu', { 'build/compile_commands.json': other })).toBeNull();
    expect(factsOf('src/a.cu', { 'compile_commands.json': other })).toBeNull();
    expect(factsOf('third_party/x/src/a.cu', { 'compile_commands.json': other })?.[0]).toEqual(['NO=1']);
  });

  it('may list its arguments, relative files and Windows paths', () => {
    const listed = JSON.stringify([
      { directory: '/work/p/src', file: 'a.cu', arguments: ['nvcc', '-DS="x y"', '-I../lib', 'a.cu'] },
    ]);
    expect(factsOf('src/a.cu', { 'compile_commands.json': listed })).toEqual([['S="x y"'], ['lib']]);
    const windows = commands({
      directory: String.raw`C:\p\build`,
      file: String.raw`C:\p\src\a.cu`,
      command: String.raw`C:\cuda\bin\nvcc.exe -DS=\"x\" -IC:\p\include -c C:\p\src\a.cu`,
    });
    expect(factsOf('src/a.cu', { 'build/compile_commands.json': windows })).toEqual([['S="x"'], ['include']]);
  });

  it('goes before a makefile, and less than -D', () => {
    const files = {
      Makefile: 'F = -DA=7 -DB=7\n',
      'compile_commands.json': commands({ file: '/work/p/main.cu', command: 'nvcc -DA=1 -DC=1 -U__CUDA_NO_HALF__' }),
    };
    expect(words('int a = A, b = B, c = C;', { files, defines: { C: '9' } })).toBe('int a = 1, b = B, c = 9;');
  });

  it('gives the architecture and the language, but not NDEBUG', () => {
    const files = {
      'compile_commands.json': commands({
        file: '/work/p/main.cu',
        command: 'nvcc -DNDEBUG -std=c++20 -arch=sm_90 -c main.cu',
      }),
    };
    expect(
      words('#if __CUDA_ARCH__ >= 900 && __cplusplus > 201703L && !defined(NDEBUG)\nint yes;\n#endif\n', { files }),
    ).toBe('int yes;');
    const several = {
      'compile_commands.json': commands({
        file: '/work/p/main.cu',
        command: 'nvcc -gencode arch=compute_70,code=sm_70 -gencode arch=compute_90,code=sm_90',
      }),
    };
    const text = '#if __CUDA_ARCH__ >= 900\nint a;\n#endif\n#ifdef FAST\n#endif\n';
    expect(
      preprocessed(text, { files: several }).choices.map((choice) => [choice.text, choice.isBuilt === true]),
    ).toEqual([
      ['`__CUDA_ARCH__` is 900, as in compile_commands.json (the build is for 700, 900; -D sets another value)', false],
      ['`FAST` is undefined (line 4), as in compile_commands.json', true],
      ['`__CUDA_ARCH__` is 900, as in compile_commands.json (the build is for 700, 900; -D sets another value)', false],
    ]);
  });

  it('gives the flags of each of several commands that differ', () => {
    const one = (flags: string): Command => ({ file: '/work/p/main.cu', command: `nvcc ${flags}` });
    const files = { 'compile_commands.json': commands(one('-DN=4 -DM'), one('-DN=4 -DM -o x'), one('-DM -DN=5')) };
    expect(
      preprocessed('int a = N;', { files }).choices.map(({ text, span }) => `${text} on ${span.file}:${span.line}`),
    ).toEqual([
      '`N` is 4, as in compile_commands.json (one of several commands for this file, all of which are analysed) on compile_commands.json:5',
      '`M` is defined, as in compile_commands.json on compile_commands.json:5',
    ]);
    const { facts, problems } = buildFactsOf(
      'main.cu',
      (path) => (path === 'compile_commands.json' ? files[path] : null),
      null,
    );
    expect([facts.map(({ macros }) => macros.map(({ name, value }) => `${name}=${value}`)), problems]).toEqual([
      [
        ['N=4', 'M=1'],
        ['M=1', 'N=5'],
      ],
      [],
    ]);
  });

  it('says that a name is undefined in one of several commands only', () => {
    const files = {
      'compile_commands.json': commands(
        { file: '/work/p/main.cu', command: 'nvcc' },
        { file: '/work/p/main.cu', command: 'nvcc -DSAFE' },
      ),
    };
    expect(
      preprocessed('#ifdef SAFE\n#endif\n#ifdef FAST\n#endif\n', { files }).choices.map((choice) => [
        choice.text,
        choice.isBuilt === true,
      ]),
    ).toEqual([
      [
        '`SAFE` is undefined (line 1), as in compile_commands.json (one of several commands for this file, all of which are analysed)',
        false,
      ],
      ['`FAST` is undefined (line 3), as in compile_commands.json', true],
    ]);
  });

  it('has a limit to the commands that are read for one source, and reports it', () => {
    const text = commands(
      ...Array.from({ length: 10_000 }, (_, k) => ({ file: '/work/p/main.cu', command: `nvcc -DN=${k}` })),
    );
    const { facts, problems } = buildFactsOf(
      'main.cu',
      (path) => (path === 'compile_commands.json' ? text : null),
      null,
    );
    expect([facts.length, problems.map((problem) => problem.text)]).toEqual([
      8,
      ['more than 8 different commands for main.cu; the others are not analysed'],
    ]);
  });

  it('gives a header the command of a source that includes it', () => {
    const files = {
      'build/compile_commands.json': commands(
        { file: '/work/p/src/b.cu', command: 'nvcc -DN=1' },
        { file: '/work/p/src/a.cu', command: 'nvcc -DN=2' },
      ),
      'src/a.cu': '#include "../include/k.cuh"\n',
      'src/b.cu': '',
    };
    expect(factsOf('include/k.cuh', files)?.[0]).toEqual(['N=2']);
    expect(factsOf('include/other.cuh', files)).toBeNull();
  });

  it('reads response files beside the commands, and says which it lacks', () => {
    const text = commands({ file: '/work/p/main.cu', command: 'nvcc -DA --options-file CMakeFiles/a.rsp -c main.cu' });
    expect(
      factsOf('main.cu', { 'build/compile_commands.json': text, 'build/CMakeFiles/a.rsp': '-I/work/p/lib -DB' }),
    ).toEqual([['A=1', 'B=1'], ['lib']]);
    const lacking = preprocessed('#ifdef C\n#endif\n', { files: { 'build/compile_commands.json': text } });
    expect(
      lacking.notes
        .filter(({ kind }) => kind === 'build')
        .map(({ text: said, span }) => `${span.file}:${span.line} ${said}`),
    ).toEqual([
      'build/compile_commands.json:2 the response file CMakeFiles/a.rsp cannot be read, so its flags are missing',
    ]);
    expect(lacking.choices.some((choice) => choice.isBuilt)).toBe(false);
  });

  it('that is broken is one note, and the makefile counts', () => {
    for (const broken of ['[{"directory": "/x",', '{}', 'null', '['.repeat(100_000)]) {
      const result = preprocessed('int a = A;', { files: { Makefile: '-DA=7\n', 'compile_commands.json': broken } });
      expect(result.source.text).toBe('int a = 7;');
      expect(result.notes.map(({ kind, span }) => `${kind} ${span.file}`)).toEqual(['build compile_commands.json']);
    }
    expect(
      factsOf('main.cu', {
        'compile_commands.json':
          '[1, null, {"file": "main.cu"}, {"directory": "build", "file": "main.cu", "command": "nvcc -DA"}, {"directory": "/p", "file": "main.cu", "arguments": [1, "-DB"]}]',
      })?.[0],
    ).toEqual(['B=1']);
  });

  it('does not bring in what libraries that are modelled consist of', () => {
    const files = {
      'compile_commands.json': commands({ file: '/work/p/main.cu', command: 'nvcc -I/work/p/cccl' }),
      'cccl/cub/cub.cuh': 'int own;',
      'cccl/x.h': 'int x;',
    };
    expect(words('#include <cub/cub.cuh>\n#include <x.h>\n', { files })).toBe('int x;');
  });
});
