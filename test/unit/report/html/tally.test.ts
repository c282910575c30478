/** Counts of the overview: folders of a useful depth, reasons without particulars, times. */
import { describe, expect, test } from 'vitest';
import { verdictCounts } from '../../../../src/verdict/counts.ts';
import {
  codeTallies,
  folderTallies,
  reasonTallies,
  timeTallies,
  timeWords,
} from '../../../../src/report/html/tally.ts';
import { shapeOf } from '../../../../src/verdict/reason-shape.ts';
import type { KernelAnswer, Verdict } from '../../../../src/verdict/finding.ts';
import { findingsOf } from '../../../../src/report/wording.ts';
import { report } from '../sample-report.ts';

const [first] = report.kernels;
const kernel = (file: string, verdict: Verdict = 'drf', timeMs = 5): KernelAnswer => {
  if (first === undefined) throw new Error('the sample has kernels');
  return { ...first, span: { ...first.span, file }, verdict, timeMs, findings: [] };
};

test('verdicts', () =>
  expect(verdictCounts(report.kernels)).toEqual({ racy: 2, unknown: 1, unsupported: 1, conditional: 0, drf: 1 }));

describe('folders', () => {
  const names = (files: readonly string[]): readonly string[] =>
    folderTallies(files.map((file) => kernel(file))).rows.map(({ folder }) => folder);
  test('as deep as fits', () =>
    expect(names(['a/x/1.cu', 'a/x/2.cu', 'a/y/3.cu'])).toEqual(['a/x/1.cu', 'a/x/2.cu', 'a/y/3.cu']));
  test('not deeper than can be looked at', () =>
    expect(names(Array.from({ length: 60 }, (_, k) => `src/p${k % 3}/f${k}.cu`))).toEqual([
      'src/p0',
      'src/p1',
      'src/p2',
    ]));
  test('never so shallow that it tells nothing', () =>
    expect(names(Array.from({ length: 60 }, (_, k) => `src/p${k}/f.cu`))).toHaveLength(60));
  test('an absolute path keeps its slash', () =>
    expect(names(Array.from({ length: 50 }, (_, k) => `/w/p${k % 2}/f${k}.cu`))).toEqual(['/w/p0', '/w/p1']));
  test('the worst first', () =>
    expect(folderTallies([kernel('a/1.cu'), kernel('b/1.cu', 'racy')]).rows.map(({ folder }) => folder)).toEqual([
      'b/1.cu',
      'a/1.cu',
    ]));
  test('what all have in common is said once', () => {
    const found = folderTallies([kernel('x/y/a/1.cu'), kernel('x/y/b/1.cu')]);
    expect([found.above, found.rows.map(({ name }) => name)]).toEqual(['x/y/', ['a/1.cu', 'b/1.cu']]);
  });
});

test('reasons of one shape are one', () => {
  expect(shapeOf('line 41: `tex2D` is not modelled [SL101]')).toBe('line …: `…` is not modelled [SL101]');
  expect(shapeOf('cellEnd, line 93: the time limit of 10 s was reached')).toBe(
    'line …: the time limit of … s was reached',
  );
  expect(shapeOf('a/b.cu:12: the loop on lines 3 and 17 takes 1,024 turns')).toBe(
    '…: the loop on line … takes … turns',
  );
  expect(reasonTallies(report.kernels).map(({ words, kernels }) => [words, kernels.length])).toEqual([
    ['inline assembly is not modelled [SL101]', 1],
    ['the budget of launches (16) was reached [SL104]', 1],
  ]);
  const assuming = report.kernels.map((kernel) => ({
    ...kernel,
    reasons: [...kernel.reasons, 'assuming `N` is undefined (line 3; -D defines it)'],
  }));
  expect(reasonTallies(assuming).map(({ words }) => words)).toEqual(
    reasonTallies(report.kernels).map(({ words }) => words),
  );
});
test('codes', () =>
  expect(codeTallies(findingsOf(report))).toEqual([
    { code: 'SW101', confirmed: 1, possible: 0 },
    { code: 'SW201', confirmed: 1, possible: 0 },
  ]));
test('times', () => {
  expect(
    timeTallies([kernel('a', 'drf', 5), kernel('a', 'drf', 9999), kernel('a', 'drf', 10)]).map(
      ({ kernels }) => kernels,
    ),
  ).toEqual([1, 1, 0, 1]);
  expect([0.2, 35, 1200, 12_000, 200_000, 7_300_000].map(timeWords)).toEqual([
    'under 1 ms',
    '35 ms',
    '1.2 s',
    '12 s',
    '3 min 20 s',
    '2 h 1 min',
  ]);
});
