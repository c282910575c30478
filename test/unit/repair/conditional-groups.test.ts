/** Where a barrier at the edge of an arm of `#if … #else … #endif` goes. */
import { expect, test } from 'vitest';
import { outOfGroups, wordOnOtherBuilds } from '../../../src/repair/conditional-groups.ts';

/** The text with `@` where the barrier would go, out of groups; null where it stays. */
function moved(marked: string): string | null {
  const offset = marked.indexOf('^');
  const text = marked.replace('^', '');
  const found = outOfGroups(text, offset);
  return found === null ? null : `${text.slice(0, found.at)}@${text.slice(found.at)}`;
}

test.each([
  ['at the end of an arm', '#if A\na;\n#else\nb;^\n#endif\nc;', '#if A\na;\n#else\nb;\n#endif@\nc;'],
  ['at the end of the first arm, before a comment', '#ifdef A\na;^ // last\n#elif B\nb;\n#endif // A\nc;', '#ifdef A\na; // last\n#elif B\nb;\n#endif // A@\nc;'],
  ['at the beginning of an arm', 'a;\n#if A\n^b;\nc;\n#else\nd;\n#endif', 'a;\n@#if A\nb;\nc;\n#else\nd;\n#endif'],
  ['at the end of the only arm: other builds have an empty one', '#if A\na;^\n#endif\nb;', '#if A\na;\n#endif@\nb;'],
  ['out of two groups', '#if A\n#if B\na;^\n#else\nb;\n#endif\n#else\nc;\n#endif', '#if A\n#if B\na;\n#else\nb;\n#endif\n#else\nc;\n#endif@'],
])('%s', (_, marked, expected) => {
  expect(moved(marked)).toBe(expected);
});

test.each([
  ['in the middle of an arm', '#if A\na;^\nb;\n#else\nc;\n#endif'],
  ['where the other arms have their barrier', '#if A\na;\n__syncwarp();^\n#else\na;\n__syncthreads();\n#endif\nc;'],
  ['where the other arms begin with theirs', '#if A\n^a;\nb;\n#else\n__syncthreads();\nb;\n#endif\nc;'],
  ['behind a group', '#if A\na;\n#else\nb;\n#endif\nc;^'],
  ['beside directives in comments', '/*\n#if A\n*/ a;^ /*\n#else\n#endif\n*/'],
])('stays %s', (_, marked) => {
  expect(moved(marked)).toBeNull();
});

test('a patch inside of an arm says that other builds stay as they are', () => {
  const edit = (text: string): ReturnType<typeof wordOnOtherBuilds> => wordOnOtherBuilds([{ file: 'k.cu', start: text.indexOf('b;'), end: text.indexOf('b;'), text: 'x;' }], () => text);
  expect(edit('#if A\na;\nb;\nc;\n#else\nd;\n#endif')).toMatch(/line 1.* stays as it is/);
  expect(edit('#if A\na;\nb;\nc;\n#endif')).toMatch(/line 1.* stays as it is/);
  expect(edit('#if A\n__global__ void k() {\na;\nb;\nc;\n}\n#else\nd;\n#endif')).toBe('');
});
