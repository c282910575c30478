import { fc } from '../../seeded.ts';
import { expect, test } from 'vitest';
import { applyEdits } from '../../../src/verdict/edit.ts';
import { applySuggestion, suggestionFor } from '../../../src/review/suggestion.ts';
import { answer, finding, fixWith, reportOf, spanAt } from './example.ts';
import { defaultSettings, planReview } from '../../../src/review/plan.ts';
import { findingMarkdown } from '../../../src/report/markdown.ts';
import { rangeAt } from '../../../src/review/line-range.ts';
import { suggestion as block } from '../../../src/report/markdown-escape.ts';
import type { ChangedFile } from '../../../src/review/changes.ts';

const text = 'a\nb\nc\nd\ne\n';
const shown = (start: number, count: number): ChangedFile => ({
  status: 'modified',
  basePath: 'a.cu',
  headPath: 'a.cu',
  hunks: [{ base: rangeAt(start, count), head: rangeAt(start, count), blocks: [] }],
});

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

// Without a last line end, with tabs, with carriage returns, which no suggestion is made for.
const lines = fc
  .array(fc.constantFrom('', 'a', 'b', '  __syncthreads();', '\ttile[t] = 0;', '\t', 'c \r', '```', 'x `y`'), {
    maxLength: 8,
  })
  .map((all) => all.join('\n'));
const fileAndEdits = lines.chain((file) =>
  fc.tuple(
    fc.constant(file),
    fc.array(
      fc.record({
        at: fc.nat(file.length),
        length: fc.nat(4),
        text: fc.constantFrom('', 'X', '\n', 'X\n', '\n  Y;', '\t', '\n\tZ;'),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  ),
);

test('applying a suggestion gives exactly the patched file, and its lines are in one hunk', () => {
  fc.assert(
    fc.property(fileAndEdits, fc.nat(8), fc.nat(8), ([file, raw], start, count) => {
      let end = 0;
      const edits = raw
        .map((one) => ({
          file: 'a.cu',
          start: one.at,
          end: Math.min(file.length, one.at + one.length),
          text: one.text,
        }))
        .sort((a, b) => a.start - b.start)
        .filter((edit) => {
          const isApart = edit.start >= end;
          if (isApart) end = Math.max(edit.end, edit.start + 1);
          return isApart;
        });
      const hunk = rangeAt(start + 1, count);
      const made = suggestionFor(
        fixWith(edits),
        [{ ...shown(1, 1), hunks: [{ base: hunk, head: hunk, blocks: [] }] }],
        () => file,
      );
      if (made === null) return;
      expect(applySuggestion(file, made)).toBe(applyEdits(file, edits));
      expect(made.lines.start >= hunk.start && made.lines.start + made.lines.count <= hunk.start + hunk.count).toBe(
        true,
      );
      expect(made.replacement.length).toBeGreaterThan(0);
      // What GitHub reads out of the block: the lines between the fences.
      const fence = block(`${made.replacement.join('\n')}\n`);
      if (fence !== null) expect(fence.split('\n').slice(1, -1)).toEqual(made.replacement);
    }),
    { seed: 20261101, numRuns: 1500 },
  );
});

/** Kernels of one file, each with findings and its own patch, or with the patch of another. */
const reviews = fc.record({
  lines: fc.array(fc.constantFrom('a', '', '\tb();', 'c;', '}'), { minLength: 4, maxLength: 20 }),
  hasLastEnd: fc.boolean(),
  fixes: fc.array(
    fc.record({
      kernel: fc.nat(3),
      line: fc.nat(19),
      how: fc.constantFrom('before', 'after', 'replace', 'delete', 'two'),
      proof: fc.constantFrom('drf' as const, 'machine' as const),
    }),
    { minLength: 1, maxLength: 6 },
  ),
  hunk: fc.record({ start: fc.integer({ min: 1, max: 8 }), count: fc.integer({ min: 1, max: 20 }) }),
});

test('applying all suggestions of a review, in any order, gives exactly the file with their patches', () => {
  fc.assert(
    fc.property(reviews, ({ lines: all, hasLastEnd, fixes, hunk }) => {
      const file = all.join('\n') + (hasLastEnd ? '\n' : '');
      const starts = all.map((_, k) => all.slice(0, k).reduce((sum, line) => sum + line.length + 1, 0));
      const findings = fixes.map(({ kernel, line, how, proof }, k) => {
        const at = line % all.length;
        const [start, end] = [starts[at] ?? 0, (starts[at] ?? 0) + (all[at] ?? '').length];
        const one = {
          before: [start, start, '\tA;\n'],
          after: [end, end, '\n\tB;'],
          replace: [start, end, 'R;'],
          delete: [start, Math.min(file.length, end + 1), ''],
          two: [start, start, 'if (x) '],
        } as const;
        const edits = [one[how], ...(how === 'two' ? [one.after] : [])].map(([from, to, added]) => ({
          file: 'a.cu',
          start: from,
          end: to,
          text: added,
        }));
        return finding({
          fingerprint: `f${k}`,
          array: `s${k}`,
          kernel: `k${kernel}`,
          span: spanAt('a.cu', at + 1),
          fix: { ...fixWith(edits), proof },
        });
      });
      const range = rangeAt(hunk.start, hunk.count);
      const changes: readonly ChangedFile[] = [{ ...shown(1, 1), hunks: [{ base: range, head: range, blocks: [] }] }];
      const plan = planReview({
        base: 'b',
        mergeBase: 'm',
        head: 'h',
        changes,
        report: reportOf(answer({ findings })),
        compared: { fresh: findings, old: [], fixed: [] },
        read: () => file,
        isExactText: () => true,
        notes: [],
        settings: defaultSettings,
      });
      const offered = plan.items.flatMap((item) =>
        item.suggestion === null ? [] : [{ suggestion: item.suggestion, edits: item.finding.fix?.edits ?? [] }],
      );
      const patched = applyEdits(
        file,
        offered.flatMap(({ edits }) => edits),
      );
      // Each is applied to what the ones before it left: those further down first, as GitHub keeps track of lines that
      // moved.
      const applied = [...offered]
        .sort((a, b) => b.suggestion.lines.start - a.suggestion.lines.start)
        .reduce((text, { suggestion }) => applySuggestion(text, suggestion), file);
      expect(applied).toBe(patched);
      for (const item of plan.items) expect(item.patchIn === null || item.suggestion === null).toBe(true);
      // A kernel's proved patch is offered once.
      const kernels = plan.items
        .filter((item) => item.suggestion !== null && item.finding.fix?.proof === 'drf')
        .map((item) => item.finding.kernel);
      expect(new Set(kernels).size).toBe(kernels.length);
    }),
    { seed: 20261102, numRuns: 1000 },
  );
});

test('the fence is longer than any run of backticks in it', () => {
  expect(block('````\n')?.split('\n')[0]).toBe('`````suggestion');
  expect(findingMarkdown(finding(), { source: () => null, address: null, patch: 'none' })).toContain('SW101');
});
