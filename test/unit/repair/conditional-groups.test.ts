/** Where a barrier at the edge of an arm of `#if … #else … #endif` goes. */
import { expect, test } from 'vitest';
import { otherBuilds, outOfGroups, wordOnOtherBuilds } from '../../../src/repair/conditional-groups.ts';

/** The text with `@` where the barrier would go, out of groups; null where it stays. */
function moved(marked: string): string | null {
  const offset = marked.indexOf('^');
  const text = marked.replace('^', '');
  const found = outOfGroups(text, offset);
  return found === null ? null : `${text.slice(0, found.at)}@${text.slice(found.at)}`;
}

test.each([
  ['at the end of an arm', '#if A\na;\n#else\nb;^\n#endif\nc;', '#if A\na;\n#else\nb;\n#endif@\nc;'],
  [
    'at the end of the first arm, before a comment',
    '#ifdef A\na;^ // last\n#elif B\nb;\n#endif // A\nc;',
    '#ifdef A\na; // last\n#elif B\nb;\n#endif // A@\nc;',
  ],
  ['at the beginning of an arm', 'a;\n#if A\n^b;\nc;\n#else\nd;\n#endif', 'a;\n@#if A\nb;\nc;\n#else\nd;\n#endif'],
  ['at the end of the only arm: other builds have an empty one', '#if A\na;^\n#endif\nb;', '#if A\na;\n#endif@\nb;'],
  [
    'out of two groups',
    '#if A\n#if B\na;^\n#else\nb;\n#endif\n#else\nc;\n#endif',
    '#if A\n#if B\na;\n#else\nb;\n#endif\n#else\nc;\n#endif@',
  ],
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
  const edit = (text: string): ReturnType<typeof wordOnOtherBuilds> =>
    wordOnOtherBuilds([{ file: 'k.cu', start: text.indexOf('b;'), end: text.indexOf('b;'), text: 'x;' }], () => text);
  expect(edit('#if A\na;\nb;\nc;\n#else\nd;\n#endif')).toMatch(/line 1.* stays as it is/);
  expect(edit('#if A\na;\nb;\nc;\n#endif')).toMatch(/line 1.* stays as it is/);
  expect(edit('#if A\n__global__ void k() {\na;\nb;\nc;\n}\n#else\nd;\n#endif')).toBe('');
});

/** The builds beside the one that is read of a place in so many groups; null: too many. */
function buildsIn(depth: number): number | null {
  const names = Array.from({ length: depth }, (_, k) => `N${k}`);
  const text = `${names.map((name) => `#ifdef ${name}\n`).join('')}a;\n${names.map(() => '#endif\n').join('')}`;
  return otherBuilds(text, [text.indexOf('a;')])?.length ?? null;
}

test('a place in more groups than can be read in all builds has none that a patch could be proved in', () => {
  expect([0, 1, 2, 3, 4].map(buildsIn)).toEqual([0, 1, 3, 7, null]);
});

test('groups that ask the same are one choice, and those of several places are counted together', () => {
  const [same, others] = [
    ['A', 'A', 'A', 'A'],
    ['A', 'B', 'C', 'D'],
  ].map((names) => names.map((name) => `#ifdef ${name}\na;\n#endif\n`).join(''));
  const places = (text = ''): readonly number[] => [...text.matchAll(/a;/g)].map(({ index }) => index);
  expect(otherBuilds(same ?? '', places(same))).toHaveLength(1);
  expect(otherBuilds(others ?? '', places(others).slice(1))).toHaveLength(7);
  expect(otherBuilds(others ?? '', places(others))).toBeNull();
});
