import { applyPatch } from 'diff';
import { fc } from '../../seeded.ts';
import { expect, test } from 'vitest';
import { applyEdits } from '../../../src/verdict/edit.ts';
import { patchBetween, patchOf } from '../../../src/report/patch.ts';
import { fix, source, text } from './sample-report.ts';

test('a patch applied gives the edited text', () => {
  expect(applyPatch(text, patchOf(fix.edits, source))).toBe(applyEdits(text, fix.edits));
});

test('paths become relative to the root', () => {
  expect(patchBetween('./a/b.cu', 'x\n', 'y\n').split('\n').slice(0, 2)).toEqual(['--- a/a/b.cu', '+++ b/a/b.cu']);
  expect(patchBetween('/a/b.cu', 'x\n', 'y\n').split('\n')[0]).toBe('--- a/a/b.cu');
});

test('CRLF line ends and a missing last line end survive', () => {
  const before = 'a\r\nb\r\nc';
  expect(applyPatch(before, patchBetween('a.cu', before, 'a\r\nx\r\nb\r\nc'), { autoConvertLineEndings: false })).toBe(
    'a\r\nx\r\nb\r\nc',
  );
});

test('edits apply from the end, in any order given', () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.array(fc.tuple(fc.nat(40), fc.string({ maxLength: 3 })), { maxLength: 5 }),
      (before, points) => {
        const edits = [...new Map(points.map(([at, inserted]) => [Math.min(at, before.length), inserted]))].map(
          ([at, inserted]) => ({ file: 'a', start: at, end: at, text: inserted }),
        );
        expect(applyEdits(before, [...edits].reverse())).toBe(applyEdits(before, edits));
      },
    ),
  );
});
