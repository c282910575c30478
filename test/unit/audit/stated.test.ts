import { expect, test } from 'vitest';
import type { InputProblem, Report } from '../../../src/verdict/finding.ts';
import type { StatedFacts } from '../../../src/launch/stated.ts';
import { assumptionUnreadable } from '../../../src/verdict/catalogue.ts';
import { withoutUnderstood } from '../../../src/audit/stated.ts';
import { report as sample } from '../report/sample-report.ts';

const stated: StatedFacts = {
  name: 'sum*',
  block: null,
  grid: null,
  params: new Map(),
  assumes: ['m % 4 == 0'],
  from: '.syncwright.yml:3',
};
const misread: InputProblem = { ...assumptionUnreadable('m % 4 == 0', 'm is unknown'), file: stated.from };
const other: InputProblem = { file: 'a.cu', line: 1, code: 'SI107', text: 'included file x.h was not found' };
const [kernel] = sample.kernels;
const unit = (name: string, ...problems: readonly InputProblem[]): Report => ({
  version: 1,
  kernels: kernel === undefined ? [] : [{ ...kernel, name, verdict: 'drf' }],
  problems,
});
const problemsOf = (...reports: readonly Report[]): unknown =>
  withoutUnderstood(reports, [stated]).map(({ problems }) => problems);

test('what one unit understands is not mistyped', () => {
  expect(problemsOf(unit('sum_a', misread, other), unit('sum_b'))).toEqual([[other], []]);
});

test('what no unit understands is told once', () => {
  expect(problemsOf(unit('sum_a', misread), unit('other'), unit('sum_b', misread, other))).toEqual([
    [misread],
    [],
    [other],
  ]);
});
