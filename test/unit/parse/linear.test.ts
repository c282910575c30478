/**
 * Expressions over foreign text take a time that grows with its length: where they did not, these texts would take
 * minutes.
 */
import { expect, test } from 'vitest';
import { tolerated } from '../../../src/parse/tolerated.ts';
import { unreadKernels } from '../../../src/pipeline/unread.ts';
import { withoutComments } from '../../../src/base/comments.ts';

const size = 400_000;
const parts = [
  ' ',
  '\n',
  '  \n',
  ']',
  ' ]',
  '.',
  '-> ',
  '*',
  '* ',
  'inline ',
  '__device__ ',
  '__host__\n',
  'extern template class A ',
  'asm(',
  'asm ',
  'asm volatile ',
  'asm("',
  '"',
  "'",
  '/*',
  '/* ',
  '//',
  '// \n',
  '__global__ ',
  '__global__ f ',
  'operator[] ',
  'operator++',
  '__attribute__(( ',
];
const texts = parts.flatMap((part) =>
  ['', 'extern template friend asm operator ] '].map((before) => before + part.repeat(Math.ceil(size / part.length))),
);

test.each(texts.map((text): [string, string] => [text.slice(0, 60), text]))('%j and so on', (_, text) => {
  const begin = performance.now();
  expect(tolerated(text)).toHaveLength(text.length);
  expect(withoutComments(text, 'blank')).toHaveLength(text.length);
  unreadKernels([{ file: 'a.cu', text, because: '' }], null, false);
  expect(performance.now() - begin).toBeLessThan(8000);
});

test('places stay, and literals are told from comments', () => {
  expect(withoutComments('a /* b\nc */ d // e\n"/*" f')).toBe('a     \n     d     \n"/*" f');
  expect(withoutComments('"// a" b \'"\' // c', 'blank')).toBe('       b     ' + '    ');
  expect(withoutComments('/* open')).toBe('/* open');
  expect(withoutComments("1'000 // x")).toBe("1'000     ");
});

test('what is spelled otherwise is spelled so still', () => {
  expect(tolerated('[=] __host__ __device__ (int i) { }')).toBe('[=]                     (int i) { }');
  expect(tolerated('[[nodiscard]] __device__ int f();')).toBe('[[nodiscard]] __device__ int f();');
  expect(tolerated('this->operator[](k); a . operator ()')).toBe('this->operator__(k); a . operator ()');
});
