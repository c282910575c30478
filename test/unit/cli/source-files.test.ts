import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { repositoryOf } from '../../../src/cli/repository.ts';
import { gatherSources, readText } from '../../../src/cli/source-files.ts';

const root = mkdtempSync(join(tmpdir(), 'syncwright-files-'));
const at = (...parts: readonly string[]): string => join(root, ...parts);
const limit = 4096;
const limits = { maxBytes: limit, include: [] };

beforeAll(() => {
  mkdirSync(at('tree', 'deep'), { recursive: true });
  mkdirSync(at('tree', '.git'));
  mkdirSync(at('tree', 'node_modules'));
  mkdirSync(at('outside'));
  mkdirSync(at('empty'));
  writeFileSync(at('tree', 'b.cu'), '__global__ void b() {}\n');
  writeFileSync(at('tree', 'a.cuh'), '__device__ int a();\n');
  writeFileSync(at('tree', 'deep', 'c.cu.h'), '__global__ void c() {}\n');
  writeFileSync(at('tree', 'deep', 'plain.h'), 'int plain();\n');
  writeFileSync(at('tree', 'deep', 'kernels.hpp'), '__global__ void k() {}\n');
  writeFileSync(at('tree', 'main.cpp'), '// __global__ in words only\n');
  writeFileSync(at('tree', '.git', 'x.cu'), '');
  writeFileSync(at('tree', 'node_modules', 'x.cu'), '');
  writeFileSync(at('outside', 'o.cu'), '');
  symlinkSync(at('outside'), at('tree', 'way-out'));
  symlinkSync(at('tree', 'b.cu'), at('tree', 'same.cu'));
  writeFileSync(at('binary.cu'), Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 1]));
  writeFileSync(at('latin1.cu'), Buffer.from([0x2f, 0x2f, 0xe9, 0x0a]));
  writeFileSync(at('large.cu'), 'x'.repeat(limit + 1));
  writeFileSync(at('bom.cu'), '\ufeff// a\r\n__global__ void k() {}\r\n');
});
afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

test('a directory stands for its CUDA sources and headers with kernels, in order', () => {
  const found = gatherSources([at('tree')], limits);
  expect(found.files).toEqual([
    at('tree', 'a.cuh'),
    at('tree', 'b.cu'),
    at('tree', 'deep', 'c.cu.h'),
    at('tree', 'deep', 'kernels.hpp'),
  ]);
  expect(found.problems).toEqual([
    {
      file: at('tree', 'way-out'),
      line: null,
      code: 'SI109',
      text: 'a symbolic link that leads outside the given directory; not followed',
    },
  ]);
});

test('a file named twice, or by name and by directory, is analysed once', () => {
  expect(gatherSources([at('tree', 'b.cu'), at('tree', 'same.cu'), at('tree', 'b.cu')], limits).files).toEqual([
    at('tree', 'b.cu'),
  ]);
});

test('a file named outright is taken whatever it is called', () => {
  expect(gatherSources([at('tree', 'main.cpp')], limits).files).toEqual([at('tree', 'main.cpp')]);
});

describe('a header that is named is read with what includes it', () => {
  const made = (
    name: string,
    files: Readonly<Record<string, string>>,
    isRepository = true,
  ): ((file: string) => string) => {
    mkdirSync(at(name, ...(isRepository ? ['.git'] : [])), { recursive: true });
    for (const [file, text] of Object.entries(files)) writeFileSync(at(name, file), text);
    return (file) => at(name, file);
  };
  const header = 'template <int N> __global__ void k(int *p) {}\n';
  const includes = (file: string): string => `#include "${file}"\n`;

  test('at any depth: the source, not the headers between', () => {
    const path = made('deep', {
      'k.cuh': header,
      'run.cuh': includes('k.cuh'),
      'main.cu': includes('run.cuh'),
      'other.cu': 'int i;\n',
      'host.cpp': includes('k.cuh'),
    });
    const found = gatherSources([path('k.cuh')], limits);
    expect([found.files, found.includers, found.problems]).toEqual([[path('k.cuh')], [path('main.cu')], []]);
  });

  test('but for one that has no device code, a source, a header that a given file includes, and outside of repositories', () => {
    const files = { 'k.cuh': header, 'plain.h': 'int i;\n', 'main.cu': `${includes('k.cuh')}${includes('plain.h')}` };
    const path = made('some', files);
    expect(gatherSources([path('plain.h')], limits).includers).toEqual([]);
    expect(gatherSources([path('main.cu')], limits).includers).toEqual([]);
    expect(gatherSources([path('k.cuh'), path('main.cu')], limits).includers).toEqual([]);
    expect(gatherSources([made('loose', files, false)('k.cuh')], limits).includers).toEqual([]);
  });

  test('of many those that name its kernel come first, and it is said that there are more', () => {
    const plain = Object.fromEntries('abcdefghi'.split('').map((name) => [`${name}.cu`, includes('k.cuh')]));
    const path = made('many', {
      ...plain,
      'k.cuh': header,
      'z.cu': `${includes('k.cuh')}void run(int *p) { k<2><<<1, 32>>>(p); }\n`,
    });
    const found = gatherSources([path('k.cuh')], limits);
    expect(found.includers).toEqual(['z.cu', ...'abcdefg'.split('').map((name) => `${name}.cu`)].map(path));
    expect(found.problems).toMatchObject([
      {
        file: path('k.cuh'),
        code: 'SI122',
        text: 'read with 8 of the sources that include it; launches in 2 more are not known (checking the directory reads all)',
      },
    ]);
  });
});

test.runIf(process.platform === 'linux')('names that are not UTF-8 are said to be so, and the others are read', () => {
  const folder = at('names');
  mkdirSync(folder);
  for (const name of ['a\xff.cu', 'b\xff.h', 'c\xff.txt'])
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(name, 'latin1')]), '__global__ void k() {}\n');
  mkdirSync(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from('d\xff', 'latin1')]));
  writeFileSync(at('names', 'e.cu'), '__global__ void e() {}\n');
  const found = gatherSources([folder], limits);
  expect(found.files).toEqual([at('names', 'e.cu')]);
  const text = 'cannot be read: its name, or the name of a folder above it, is not UTF-8';
  expect(found.problems).toEqual(
    ['d\ufffd', 'a\ufffd.cu', 'b\ufffd.h'].map((name) => ({
      file: at('names', name),
      line: null,
      code: 'SI108',
      text,
    })),
  );
  expect(gatherSources([at('names', 'a\ufffd.cu')], limits).problems).toMatchObject([{ code: 'SI101' }]);
});

describe('what cannot be used is one problem, and the rest goes on', () => {
  test.each([
    ['missing', 'gone.cu', 'SI101', 'no such file or directory'],
    [
      'a directory without CUDA',
      'empty',
      'SI102',
      'no CUDA source (.cu, .cuh, or a header with __global__) in this directory',
    ],
    ['binary', 'binary.cu', 'SI103', 'not a text file (it contains NUL bytes)'],
    ['too large', 'large.cu', 'SI105', '4097 bytes, more than the limit of 4096 (--max-bytes changes it)'],
  ])('%s', (_, name, code, text) => {
    const found = gatherSources([at(name), at('tree', 'b.cu')], limits);
    expect(found.files).toEqual([at('tree', 'b.cu')]);
    expect(found.problems).toEqual([{ file: at(name), line: null, code, text }]);
  });

  test('a device is not read', () => {
    expect(gatherSources(['/dev/zero'], limits).problems).toEqual([
      { file: '/dev/zero', line: null, code: 'SI108', text: 'cannot be read: it is not a regular file' },
    ]);
  });

  test.skipIf(process.getuid?.() === 0)('without permission', () => {
    writeFileSync(at('secret.cu'), '');
    chmodSync(at('secret.cu'), 0);
    expect(gatherSources([at('secret.cu')], limits).problems[0]?.text).toBe('cannot be read: permission denied');
  });
});

test('a byte-order mark and CRLF line ends stay in the text, so that writing it back gives the same bytes', () => {
  const read = readText(at('bom.cu'), limit);
  expect(read.ok && read.value).toBe('\ufeff// a\r\n__global__ void k() {}\r\n');
});

test('included files are read by the same rules', () => {
  const { read } = gatherSources([at('tree', 'b.cu')], limits);
  expect([read(at('tree', 'a.cuh')), read(at('large.cu')), read(at('tree'))]).toEqual([
    '__device__ int a();\n',
    null,
    null,
  ]);
});

test('a file that is not UTF-8 is read as Latin-1, which gives the same bytes back', () => {
  const found = gatherSources([at('latin1.cu')], limits);
  expect(found.problems).toEqual([
    { file: at('latin1.cu'), line: null, code: 'SI104', text: 'not valid UTF-8; read as Latin-1' },
  ]);
  expect([found.read(at('latin1.cu')), found.encodingOf(at('latin1.cu'))]).toEqual(['//\u00e9\n', 'latin1']);
});

describe('includes', () => {
  test('nothing outside of the repository is opened, but for the -I folders', () => {
    const secret = at('outside', 'secret.h');
    writeFileSync(secret, 'int secret;\n');
    symlinkSync(secret, at('tree', 'link.h'));
    const read = (include: readonly string[], path: string): string | null =>
      gatherSources([at('tree')], { maxBytes: limit, include }).read(path);
    expect([
      read([], '/etc/passwd'),
      read([], at('tree', '..', 'outside', 'secret.h')),
      read([], at('tree', 'link.h')),
    ]).toEqual([null, null, null]);
    expect(read([at('outside')], secret)).toBe('int secret;\n');
  });

  test('headers up to two folders above a file given alone are opened, and nothing else there', () => {
    mkdirSync(at('alone', 'a', 'b'), { recursive: true });
    for (const name of ['common.h', 'data.txt']) writeFileSync(at('alone', name), '');
    writeFileSync(at('high.h'), '');
    writeFileSync(at('alone', 'a', 'b', 'k.cu'), '');
    const { read } = gatherSources([at('alone', 'a', 'b', 'k.cu')], limits);
    expect([read(at('alone', 'common.h')), read(at('alone', 'data.txt')), read(at('high.h'))]).toEqual([
      '',
      null,
      null,
    ]);
    expect(gatherSources([at('alone', 'a', 'b')], limits).read(at('alone', 'common.h'))).toBeNull();
  });

  test('files are found by the end of their path, anywhere in the repository of a file that was given', () => {
    const { locate } = gatherSources([at('tree', 'b.cu')], limits);
    expect(locate('plain.h')).toEqual([at('tree', 'deep', 'plain.h')]);
    expect([locate('deep/plain.h'), locate('shallow/plain.h'), locate('x.cu')]).toEqual([
      [at('tree', 'deep', 'plain.h')],
      [],
      [],
    ]);
  });

  test('a repository larger than the walk goes says nothing of names', () => {
    const { locate } = repositoryOf([at('tree')], [], 3);
    expect(locate('plain.h')).toEqual([]);
  });
});
