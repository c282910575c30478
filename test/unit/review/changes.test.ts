import { expect, test } from 'vitest';
import { containsRange, linesBetween, meetsRange, rangeAt } from '../../../src/review/line-range.ts';
import { parseHunks, parseRawChanges } from '../../../src/review/changes.ts';

test('a hunk has its lines with context, and the blocks that really changed', () => {
  const [hunk] = parseHunks('@@ -3,3 +3,4 @@ head\n a\n+b\n+c\n-x\n d\n') ?? [];
  expect(hunk).toEqual({
    base: rangeAt(3, 3),
    head: rangeAt(3, 4),
    blocks: [{ base: rangeAt(4, 1), head: rangeAt(4, 2) }],
  });
});

test('lines of the file that look like headers are lines', () => {
  const hunks = parseHunks('@@ -1,2 +1,3 @@\n a\n+@@ -9,9 +9,9 @@\n-- old\n+++ new\n') ?? [];
  expect(hunks).toHaveLength(1);
  expect(hunks[0]?.blocks).toEqual([{ base: rangeAt(2, 1), head: rangeAt(2, 2) }]);
});

test('a pure deletion is the gap before the line that follows', () => {
  const [hunk] = parseHunks('@@ -1,3 +1,2 @@\n a\n-b\n c\n') ?? [];
  expect(hunk?.blocks).toEqual([{ base: rangeAt(2, 1), head: rangeAt(2, 0) }]);
  const [all] = parseHunks('@@ -1,1 +0,0 @@\n-b\n\\ No newline at end of file\n') ?? [];
  expect(all?.blocks).toEqual([{ base: rangeAt(1, 1), head: rangeAt(1, 0) }]);
});

test('a diff that is cut off is no diff', () => {
  expect(parseHunks('@@ -1,3 +1,2 @@\n a\n')).toBeNull();
});

test('raw changes: paths with blanks and renames, and nonsense is refused', () => {
  const text =
    ':100644 100644 aa bb M\0a b.cu\0:100644 100755 aa bb R086\0old.cu\0new.cu\0:000000 120000 00 bb A\0l.cu\0';
  expect(parseRawChanges(text)?.map((one) => [one.status, one.basePath, one.headPath, one.headMode])).toEqual([
    ['M', 'a b.cu', 'a b.cu', '100644'],
    ['R', 'old.cu', 'new.cu', '100755'],
    ['A', 'l.cu', 'l.cu', '120000'],
  ]);
  expect(parseRawChanges('')).toEqual([]);
  expect(parseRawChanges('hello\0')).toBeNull();
});

test('a gap meets what stands around it, and an empty change nothing else', () => {
  expect(meetsRange(rangeAt(5, 0), linesBetween(1, 4))).toBe(true);
  expect(meetsRange(rangeAt(5, 0), linesBetween(5, 9))).toBe(true);
  expect(meetsRange(rangeAt(5, 0), linesBetween(6, 9))).toBe(false);
  expect(meetsRange(rangeAt(5, 2), linesBetween(7, 9))).toBe(false);
  expect(containsRange(rangeAt(3, 2), rangeAt(4, 1))).toBe(true);
  expect(containsRange(rangeAt(3, 2), rangeAt(4, 0))).toBe(false);
});
