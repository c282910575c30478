/** CUDA in colours: nothing of the text is lost, and what people look for is told apart. */
import { expect, test } from 'vitest';
import { fc } from '../../seeded.ts';
import type { Inside } from '../../../src/page/tokens.ts';
import { tokensOf } from '../../../src/page/tokens.ts';

const kinds = (line: string, inside: Inside = null): readonly string[] =>
  tokensOf(line, inside)
    .tokens.filter(({ kind }) => kind !== 'plain')
    .map(({ kind, text }) => `${kind} ${text}`);

test('every character is in one token, whatever the text is', () => {
  const state = fc.constantFrom<Inside>(null, 'comment', { until: ')x"' });
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc
          .array(
            fc.constantFrom(
              '"',
              "'",
              '/*',
              '*/',
              '//',
              '\\',
              'R"(',
              ')"',
              '#',
              'int',
              '0x',
              '1.',
              'x',
              ' ',
              '(',
              '<<<',
            ),
          )
          .map((parts) => parts.join('')),
      ),
      state,
      (line, inside) => {
        expect(
          tokensOf(line, inside)
            .tokens.map(({ text }) => text)
            .join(''),
        ).toBe(line);
      },
    ),
  );
});

test('keywords, types, what CUDA adds, calls, numbers, texts, comments', () => {
  expect(kinds('__global__ void f(const float4 *p) { p[threadIdx.x] = g<2>(1.5f, 0xffu); // end')).toEqual([
    'builtin __global__',
    'type void',
    'call f',
    'keyword const',
    'type float4',
    'builtin threadIdx',
    'number 2',
    'number 1.5f',
    'number 0xffu',
    'comment // end',
  ]);
  expect(kinds('__syncthreads(); atomicAdd(&s, 1); k<<<1, 64>>>("a\\"b", \'\\\'\');')).toEqual([
    'builtin __syncthreads',
    'builtin atomicAdd',
    'number 1',
    'call k',
    'number 1',
    'number 64',
    'string "a\\"b"',
    "string '\\''",
  ]);
  expect(kinds('#include <cuda_fp16.h>')).toEqual(['directive #include', 'string  <cuda_fp16.h>']);
});

test('a comment goes on over lines, and so does a raw string', () => {
  const first = tokensOf('int x; /* a');
  expect(first.inside).toBe('comment');
  expect(kinds('b */ int y;', first.inside)).toEqual(['comment b */', 'type int']);
  const raw = tokensOf('auto s = R"x(int');
  expect(kinds('")" )x"; int y;', raw.inside)).toEqual(['string ")" )x"', 'type int']);
});
