import { describe, expect, test } from 'vitest';
import type { Definition } from '../../../src/lsp/change.ts';
import { changeBetween } from '../../../src/lsp/change.ts';

const source = `#include "a.h"
__device__ int twice(int x) { return 2 * x; }
__global__ void first(int *out) {
  // a comment
  out[threadIdx.x] = twice(1);
}
__global__ void second(int *out) {
#pragma unroll
  for (int k = 0; k < 4; k++) out[k] = k;
}
void host(int *p) { first<<<1, 64>>>(p); second<<<1, 1>>>(p); }
`;

/** From the mark to the first brace at the start of a line. */
const definitionsIn = (text: string): readonly Definition[] =>
  [...text.matchAll(/__global__ void (\w+)[^]*?\n\}/g)].map((found) => ({
    name: found[1] ?? '',
    start: found.index,
    end: found.index + found[0].length,
  }));

function changed(from: string, to: string): string {
  const after = source.replace(from, () => to);
  expect(after).not.toBe(source);
  const definitions = definitionsIn(source);
  const change = changeBetween(source, after, definitions);
  return change.kind === 'kernel'
    ? (definitions.find(({ start }) => start === change.start)?.name ?? '?')
    : change.kind;
}

describe('what an edit can change', () => {
  test.each([
    ['a comment', '// a comment', '// another one'],
    ['a comment that grows by a line', '// a comment', '// a comment\n  // and more'],
    ['white space', 'twice(1);', 'twice( 1 );'],
    ['a comment at the end of the file', '(p); }\n', '(p); } // done\n'],
  ])('%s: nothing', (_, from, to) => expect(changed(from, to)).toBe('nothing'));

  test.each([
    ['an index', 'out[threadIdx.x]', 'out[threadIdx.x + 1]', 'first'],
    ['a new statement', '  out[threadIdx.x]', '  __syncthreads();\n  out[threadIdx.x]', 'first'],
    ['a new block', 'out[threadIdx.x] = twice(1);', 'if (threadIdx.x < 3) { out[threadIdx.x] = twice(1); }', 'first'],
    ['the first statement', '  // a comment', '  int y = 1;', 'first'],
    ['a body with a pragma', 'k < 4', 'k < 5', 'second'],
    [
      'a body that becomes empty',
      '#pragma unroll\n  for (int k = 0; k < 4; k++) out[k] = k;',
      '#pragma unroll\n',
      'second',
    ],
  ])('%s: one kernel', (_, from, to, kernel) => expect(changed(from, to)).toBe(kernel));

  test.each([
    ['a device function', '2 * x', '3 * x'],
    ['host code', '1, 64', '1, 32'],
    ['a parameter', 'first(int *out)', 'first(int *out, int n)'],
    ['a qualifier', '__global__ void first', '__global__ __launch_bounds__(64) void first'],
    ['a brace too many', 'twice(1);', 'twice(1); }'],
    ['a brace too few', 'twice(1);', 'twice(1); {'],
    ['a parenthesis too few', 'twice(1);', 'twice(1;'],
    ['two braces the wrong way round', 'twice(1);', 'twice(1); } void more() {'],
    ['a launch from a kernel', 'twice(1);', 'second<<<1, 1>>>(out);'],
    ['the name of another kernel', 'twice(1);', '((void)second, 1);'],
    ['a comment that hides a brace', 'twice(1);\n}', 'twice(1);\n//}'],
  ])('%s: code, to be read', (_, from, to) => expect(changed(from, to)).toBe('code'));

  test.each([
    ['an include', 'a.h', 'b.h'],
    ['a directive in a body', 'twice(1);', 'twice(1);\n#define K 2\n'],
    ['a changed pragma', 'unroll', 'unroll 2'],
    ['a comment that is not closed', '// a comment', '/* a comment'],
    [
      'two kernels and the directive between them',
      'twice(1);\n}\n__global__ void second(int *out) {\n',
      'twice(2);\n}\n__global__ void second(int *out) {\nout[0] = 1;',
    ],
    ['a comment that speaks of a kernel', '// a comment', '// __global__ void third();'],
  ])('%s: everything', (_, from, to) => expect(changed(from, to)).toBe('everything'));
});

test.each([
  [
    'with branches that are whole',
    '#ifdef FAST\n  if (out) { out[0] = 1; }\n#elif defined(SLOW)\n#else\n  out[0] = 2;\n#endif\n',
    'kernel',
  ],
  ['with one in another', '#if A\n  {\n#if B\n  out[0] = 1;\n#endif\n  }\n#endif\n', 'kernel'],
  ['with a definition in one', '#if A\n#define K 1\n#endif\n', 'code'],
  ['with a branch that nothing begins', '#endif\n', 'code'],
  ['with a branch that nothing ends', '#if A\n', 'code'],
  ['with a block across a branch', '{\n#if A\n  }\n#else\n  }\n#endif\n', 'code'],
])('a body %s', (_, branches, kind) => {
  const text = source.replace('// a comment', `\n${branches}`);
  expect(changeBetween(text, text.replace('twice(1)', 'twice(2)'), definitionsIn(text)).kind).toBe(kind);
});

test('where a body has branches of the preprocessor that are no whole statements, every edit of it is one of code', () => {
  const text = source
    .replace('// a comment', '#ifdef FAST\n  if (out) {\n#else\n  {\n#endif\n')
    .replace('twice(1);', 'twice(1); }');
  expect(changeBetween(text, text.replace('twice(1)', 'twice(2)'), definitionsIn(text)).kind).toBe('code');
});

test('numbers of lines are values where the text asks for them: an edit that moves lines is one of code there', () => {
  const text = source.replace('twice(1)', '__LINE__');
  expect(changeBetween(text, text.replace('// a comment', '//\n'), definitionsIn(text)).kind).toBe('code');
});

test('offsets and lines before the edit stay, those behind it move, those in it are gone', () => {
  const change = changeBetween('ab\ncd\nef\n', 'ab\ncXYd\n\nef\n', []);
  expect(change.kind).toBe('code');
  const moved = changeBetween('a;\n/* b */ c;\nd;\n', 'a;\n/* b\n */ c;\nd;\n', []);
  if (moved.kind === 'everything') throw new Error('only a comment changed');
  expect([0, 3, 11, 14].map((at) => moved.moves.start(at))).toEqual([0, 3, 12, 15]);
  // the line break is inserted at 7: what begins there moves, what ends there does not
  expect([moved.moves.start(7), moved.moves.end(7)]).toEqual([8, 7]);
  expect([1, 2, 3].map((line) => moved.moves.line(line))).toEqual([1, null, 4]);
});
