import { expect, test } from 'vitest';
import { readSources } from '../../../src/lib/sources.ts';

test('CUDA files and files with a kernel are analysed, the others may be included', () => {
  const given = readSources([
    { path: 'src/a.cu', text: 'a' },
    { path: './src/b.cuh', text: 'b' },
    { path: 'src/k.h', text: '__global__ void k() {}' },
    { path: 'src/plain.h', text: 'p' },
  ]);
  expect(given.files).toEqual(['src/a.cu', './src/b.cuh', 'src/k.h']);
  expect(['src/b.cuh', 'src/../src/plain.h', './src/a.cu', 'b.cuh'].map(given.read)).toEqual(['b', 'p', 'a', null]);
  expect(given.locate?.('plain.h')).toEqual(['src/plain.h']);
  expect(given.locate?.('ain.h')).toEqual([]);
});

test('a reader gets the paths as they are, null and undefined are no file, and what else is no text is an error', () => {
  const paths: unknown[] = [];
  const given = readSources({
    files: ['a.txt'],
    read: (path: string) => {
      paths.push(path);
      return path === 'a.txt' ? 'text' : undefined;
    },
  });
  expect([given.files, given.read('a.txt'), given.read('./b.h')]).toEqual([['a.txt'], 'text', null]);
  for (const other of [Promise.resolve('text'), Buffer.from('text'), 3]) {
    expect(() => readSources({ files: ['a.txt'], read: () => other }).read('a.txt')).toThrow(
      new TypeError('analyze: read must return the text of a.txt or null, and return it at once, not as a promise'),
    );
  }
  expect(paths).toEqual(['a.txt', './b.h']);
});

const files =
  'analyze: the first argument must be an array of files (objects with path and text), or an object with files and read';
test.each<[unknown, string]>([
  [undefined, files],
  ['a.cu', files],
  [{ files: ['a.cu'] }, files],
  [{ files: 'a.cu', read: () => null }, files],
  [{ files: [''], read: () => null }, files],
  [['a.cu'], 'analyze: file 1 must be an object whose path and text are strings'],
  [[{ path: 'a.cu', text: '' }, { path: 'b.cu' }], 'analyze: file 2 must be an object whose path and text are strings'],
  [
    [
      { path: 'a.cu', text: '' },
      { path: './a.cu', text: '' },
    ],
    'analyze: the path ./a.cu is given twice',
  ],
])('%j is a TypeError', (given, message) => {
  expect(() => readSources(given)).toThrow(new TypeError(message));
});
