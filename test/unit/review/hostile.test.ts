/**
 * What an analysis that somebody made up can cost who reads it: texts, patches and findings at the bounds of its
 * schema.
 */
import { expect, test, vi } from 'vitest';
import { answer, finding, fixWith, reportOf, spanAt } from './example.ts';
import { githubDialect } from '../../../src/github/dialect.ts';
import { checkOf } from '../../../src/review/check.ts';
import { code, fenced, inline } from '../../../src/report/markdown-escape.ts';
import { defaultSettings, planReview } from '../../../src/review/plan.ts';
import { checkPath } from '../../../src/review/paths.ts';
import { cutTo, hasHalves, withoutHalves } from '../../../src/base/cut.ts';
import { mostCharacters } from '../../../src/platform/markers.ts';
import { plainLine } from '../../../src/review/offer.ts';
import { renderAnalysis } from '../../../src/review/analysis-write.ts';
import { renderReview, summaryMarkdown } from '../../../src/review/body.ts';

// Where each of them were compared line by line, this would take an hour.
vi.setConfig({ testTimeout: 180_000 });

test('three hundred patches of ten thousand lines each, in a file of two hundred thousand', () => {
  const text = 'a\nb\n'.repeat(100_000);
  const findings = Array.from({ length: 300 }, (_, k) =>
    finding({
      kernel: `k${k}`,
      fingerprint: String(k).padStart(16, '0'),
      span: spanAt('a.cu', 1 + k),
      fix: fixWith([{ file: 'a.cu', start: 4 * k, end: 4 * k + 10_000, text: 'c\n'.repeat(4900 - k) }]),
    }),
  );
  const words = { source: () => text, address: null, fixesBy: 'diff' as const, dialect: githubDialect };
  const plan = planReview({
    base: 'b',
    mergeBase: 'm',
    head: 'h',
    changes: [{ status: 'modified', basePath: 'a.cu', headPath: 'a.cu', hunks: [] }],
    report: reportOf(...findings.map((one) => answer({ name: one.kernel, findings: [one] }))),
    compared: { fresh: findings, old: [], fixed: [] },
    read: () => text,
    isExactText: () => true,
    notes: [],
    settings: defaultSettings,
  });
  const review = renderReview(plan, words);
  expect(review?.body.length).toBeLessThanOrEqual(mostCharacters);
  expect(summaryMarkdown(plan, words)).toContain('k299');
  expect(checkOf(plan, words).annotations).toHaveLength(300);
});

test('a line with a million runs of backticks', () => {
  const text = '`a'.repeat(1_000_000);
  expect(code(text).startsWith('`` ')).toBe(true);
  expect(fenced(text).startsWith('```text\n')).toBe(true);
  expect(inline(text).length).toBeGreaterThan(text.length);
});

test('characters at a cut are not halved', () => {
  const smile = '\u{1F600}';
  expect([cutTo(`a${smile}b`, 2), cutTo(`a${smile}b`, 3), cutTo('ab', 2)]).toEqual(['a', `a${smile}`, 'ab']);
  expect(withoutHalves(`a\ud800b${smile}\udc00`)).toBe(`a\ufffdb${smile}\ufffd`);
  expect(hasHalves(plainLine(smile.repeat(100)))).toBe(false);
  expect(checkPath('\ud800.cu')).toEqual({ ok: false, problem: 'is not UTF-8' });
  const long = finding({ message: `x${smile.repeat(3000)}`, span: spanAt('b.cu', 1) });
  const input = {
    base: 'b',
    mergeBase: 'm',
    head: 'h',
    changes: [],
    report: reportOf(answer({ findings: [long] })),
    compared: { fresh: [long], old: [], fixed: [] },
    read: () => null,
    isExactText: () => true,
    notes: [],
    settings: defaultSettings,
  };
  expect(renderAnalysis(input, { tool: 't', pull: null })).not.toMatch(/\\ud[89a-f]/);
});
