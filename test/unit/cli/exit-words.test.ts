import { expect, test } from 'vitest';
import { exitWords } from '../../../src/cli/exit-words.ts';
import type { RunFacts } from '../../../src/cli/exit-words.ts';
import { faultInAnalysis, interruptedBy, reasonText } from '../../../src/verdict/catalogue.ts';
import type { Finding, KernelAnswer, Report } from '../../../src/verdict/finding.ts';
import { race, report as sample } from '../report/sample-report.ts';

const [answer] = sample.kernels;
const kernel = (rest: Partial<KernelAnswer>): KernelAnswer => {
  if (answer === undefined) throw new Error('the sample has kernels');
  return { ...answer, findings: [], reasons: [], verdict: 'drf', ...rest };
};
const reportOf = (findings: readonly Finding[], ...others: readonly KernelAnswer[]): Report => ({
  version: 1,
  problems: [],
  kernels: [kernel({ verdict: findings.length > 0 ? 'racy' : 'drf', findings }), ...others],
});
const words = (report: Report, rest: Partial<RunFacts> = {}): string =>
  exitWords({ report, exit: 0, gate: 'error', oldToo: false, isEmpty: false, stoppedBy: null, ...rest });
const error: Finding = { ...race, status: 'confirmed', severity: 'error' };
const warning: Finding = { ...error, severity: 'warning' };

test('what fails the run, and what does not', () => {
  expect(words(reportOf([error, error]), { exit: 1 })).toBe('2 errors: exit 1');
  expect(words(reportOf([error, warning]), { exit: 1, gate: 'warning' })).toBe('1 error and 1 warning: exit 1');
  expect(words(reportOf([warning]))).toBe('1 warning, below --fail-on error: exit 0');
  expect(words(reportOf([error]), { gate: 'never' })).toBe('1 error, which --fail-on never ignores: exit 0');
  expect(words(reportOf([{ ...error, status: 'possible' }]))).toBe('1 error not confirmed: exit 0');
  expect(words(reportOf([{ ...error, inBaseline: true }]))).toBe(
    '1 error, none of which count (suppressed or in the baseline): exit 0',
  );
  expect(words(reportOf([{ ...error, inBaseline: true }]), { oldToo: true, exit: 1 })).toBe('1 error: exit 1');
  expect(words(reportOf([]))).toBe('no confirmed findings: exit 0');
  expect(words(reportOf([error]), { gate: null })).toBe('the findings are in the baseline: exit 0');
});

test('what is not decided is counted, and fails no run', () => {
  expect(
    words(
      reportOf([], kernel({ verdict: 'unknown' }), kernel({ verdict: 'unsupported' }), kernel({ verdict: 'unknown' })),
    ),
  ).toBe('no confirmed findings; 3 kernels not decided, which does not fail the run: exit 0');
});

test('a file with a syntax error is counted', () => {
  const problems = [
    { file: 'a.cu', line: 3, code: 'SI106', text: 'x' },
    { file: 'a.cu', line: 4, code: 'SI121', text: 'x' },
    { file: 'b.cu', line: 1, code: 'SI107', text: 'x' },
  ] as const;
  expect(words({ ...reportOf([]), problems })).toBe('no confirmed findings; 1 file with syntax errors: exit 0');
  expect(words({ ...reportOf([]), problems }, { exit: 2 })).toBe(
    'an input could not be used as given; 1 file with syntax errors: exit 2',
  );
});

test('what the other statuses are for', () => {
  expect(words(reportOf([]), { exit: 2 })).toBe('an input could not be used as given: exit 2');
  expect(words({ version: 1, kernels: [], problems: [] }, { exit: 2, isEmpty: true })).toBe(
    'no input could be used: exit 2',
  );
  expect(
    words(reportOf([], kernel({ verdict: 'unknown', reasons: [reasonText(faultInAnalysis('x'))] })), { exit: 3 }),
  ).toBe('because of a bug in Syncwright, 1 kernel could not be analysed: exit 3');
  const stopped = kernel({ verdict: 'unknown', reasons: [reasonText(interruptedBy('Ctrl-C'))] });
  expect(words(reportOf([error], stopped), { exit: 130, stoppedBy: 'SIGINT' })).toBe(
    'stopped by Ctrl-C; 1 kernel not analysed; 1 error: exit 130',
  );
});
