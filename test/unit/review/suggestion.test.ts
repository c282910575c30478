import { fc } from '../../seeded.ts';
import { expect, test } from 'vitest';
import { applyEdits } from '../../../src/verdict/edit.ts';
import { applySuggestion, suggestionFor } from '../../../src/review/suggestion.ts';
import { finding, fixWith } from './example.ts';
import { findingMarkdown } from '../../../src/report/markdown.ts';
import { rangeAt } from '../../../src/review/line-range.ts';
import { suggestion as block } from '../../../src/report/markdown-escape.ts';
import type { ChangedFile } from '../../../src/review/changes.ts';

const text = 'a\nb\nc\nd\ne\n';
const shown = (start: number, count: number): ChangedFile => ({ status: 'modified', basePath: 'a.cu', headPath: 'a.cu', hunks: [{ base: rangeAt(start, count), head: rangeAt(start, count), blocks: [] }] });

test('an insertion repeats the line before it', () => {
  const made = suggestionFor(fixWith([{ file: 'a.cu', start: 4, end: 4, text: 'X\n' }]), [shown(1, 5)], () => text);
  expect(made).toEqual({ path: 'a.cu', lines: rangeAt(2, 1), replacement: ['b', 'X'] });
});

test('where the line before is outside of the hunk, it repeats the line after', () => {
  const made = suggestionFor(fixWith([{ file: 'a.cu', start: 4, end: 4, text: 'X\n' }]), [shown(3, 3)], () => text);
  expect(made).toEqual({ path: 'a.cu', lines: rangeAt(3, 1), replacement: ['X', 'c'] });
});

test('there is none outside of the hunks, over two files, or in a file with carriage returns', () => {
  const edit = { file: 'a.cu', start: 4, end: 4, text: 'X\n' };
  expect(suggestionFor(fixWith([edit]), [shown(5, 1)], () => text)).toBeNull();
  expect(suggestionFor(fixWith([edit, { ...edit, file: 'b.cu' }]), [shown(1, 5)], () => text)).toBeNull();
  expect(suggestionFor(fixWith([edit]), [shown(1, 5)], () => text.replaceAll('\n', '\r\n'))).toBeNull();
});

const lines = fc.array(fc.constantFrom('', 'a', 'b', '  __syncthreads();', '```', 'x `y`'), { maxLength: 8 }).map((all) => all.join('\n'));
const fileAndEdits = lines.chain((file) => fc.tuple(fc.constant(file), fc.array(fc.record({ at: fc.nat(file.length), length: fc.nat(4), text: fc.constantFrom('', 'X', '\n', 'X\n', '\n  Y;') }), { minLength: 1, maxLength: 3 })));

test('applying a suggestion gives exactly the patched file, and its lines are in one hunk', () => {
  fc.assert(fc.property(fileAndEdits, fc.nat(8), fc.nat(8), ([file, raw], start, count) => {
    let end = 0;
    const edits = raw.map((one) => ({ file: 'a.cu', start: one.at, end: Math.min(file.length, one.at + one.length), text: one.text })).sort((a, b) => a.start - b.start)
      .filter((edit) => { const isApart = edit.start >= end; if (isApart) end = Math.max(edit.end, edit.start + 1); return isApart; });
    const hunk = rangeAt(start + 1, count);
    const made = suggestionFor(fixWith(edits), [{ ...shown(1, 1), hunks: [{ base: hunk, head: hunk, blocks: [] }] }], () => file);
    if (made === null) return;
    expect(applySuggestion(file, made)).toBe(applyEdits(file, edits));
    expect(made.lines.start >= hunk.start && made.lines.start + made.lines.count <= hunk.start + hunk.count).toBe(true);
    expect(made.replacement.length).toBeGreaterThan(0);
    // What GitHub reads out of the block: the lines between the fences.
    const fence = block(`${made.replacement.join('\n')}\n`);
    if (fence !== null) expect(fence.split('\n').slice(1, -1)).toEqual(made.replacement);
  }), { seed: 20261101, numRuns: 1500 });
});

test('the fence is longer than any run of backticks in it', () => {
  expect(block('````\n')?.split('\n')[0]).toBe('`````suggestion');
  expect(findingMarkdown(finding(), { source: () => null, address: null, patch: 'none' })).toContain('SW101');
});
