/** Baselines: written in one order, read strictly, and what they list is old for the gate. */
import { expect, test } from 'vitest';
import type { Report } from '../../../src/verdict/finding.ts';
import { baselineText, readBaseline, withBaseline } from '../../../src/config/baseline.ts';
import { failing } from '../../../src/report/gate.ts';
import { inReportSet } from '../../../src/config/report-set.ts';
import { findingsOf } from '../../../src/report/wording.ts';
import { report } from '../report/sample-report.ts';

const same = (file: string): string => file;
const read = (text: string) => {
  const baseline = readBaseline(text);
  if (!baseline.ok) throw new Error(baseline.problem);
  return baseline.value;
};
const changed = (rest: (finding: Report['kernels'][number]['findings'][number]) => object): Report => ({
  ...report,
  kernels: report.kernels.map((kernel) => ({
    ...kernel,
    findings: kernel.findings.map((finding) => ({ ...finding, ...rest(finding) })),
  })),
});

test('what was written is known again, in whatever order it was found', () => {
  const text = baselineText(report, same);
  expect(text).toBe(baselineText({ ...report, kernels: [...report.kernels].reverse() }, same));
  const { report: marked, gone } = withBaseline(report, read(text));
  expect(findingsOf(marked).map(({ inBaseline }) => inBaseline)).toEqual(findingsOf(report).map(() => true));
  expect(gone).toEqual([]);
  expect(failing(marked, 'info')).toEqual([]);
  expect(failing(marked, 'info', true).map(({ id }) => id)).toEqual(failing(report, 'info').map(({ id }) => id));
});

test('new findings, a second of the same, and one that was only possible count', () => {
  const baseline = read(baselineText(report, same));
  const [first] = baseline;
  expect(findingsOf(withBaseline(report, []).report).every(({ inBaseline }) => inBaseline === false)).toBe(true);
  expect(withBaseline({ ...report, kernels: [] }, baseline).gone).toEqual(baseline);
  const twice: Report = { ...report, kernels: [...report.kernels, ...report.kernels] };
  expect(findingsOf(withBaseline(twice, baseline).report).filter(({ inBaseline }) => inBaseline === true)).toHaveLength(
    baseline.length,
  );
  const wasPossible = baseline.map((entry) => (entry === first ? { ...entry, status: 'possible' } : entry));
  const marked = findingsOf(
    withBaseline(
      changed(() => ({ status: 'confirmed' })),
      wasPossible,
    ).report,
  );
  expect(marked.find(({ fingerprint }) => fingerprint === first?.fingerprint)?.inBaseline).toBe(false);
});

test('what is suppressed is not listed', () => {
  expect(
    read(
      baselineText(
        changed(() => ({ suppressed: { by: 'comment', reason: 'x', author: null, file: 'a', line: 1 } })),
        same,
      ),
    ),
  ).toEqual([]);
});

test.each([
  ['x', 'it is not JSON'],
  ['[]', 'it is not a baseline: "the file" is a list; it must be a baseline, as written by --write-baseline'],
  ['{"version":2,"findings":[]}', 'it is not a baseline: version: "version" is 2; it must be one of 1'],
  [
    '{"version":1,"findings":[{"fingerprint":"zz","code":"SW101","status":"confirmed","kernel":"k","file":"a"}]}',
    'it is not a baseline: findings.0.fingerprint: "fingerprint" is "zz"; it must be 16 hexadecimal digits',
  ],
])('no baseline: %j', (text, line) => {
  expect(readBaseline(text)).toEqual({ ok: false, problem: line });
});

test('report sets keep verdicts and count what they leave out', () => {
  const all = findingsOf(report).length;
  for (const set of ['all', 'confirmed', 'warning', 'error'] as const) {
    const { report: kept, left } = inReportSet(report, set);
    expect(findingsOf(kept).length + left).toBe(all);
    expect(kept.kernels.map(({ verdict }) => verdict)).toEqual(report.kernels.map(({ verdict }) => verdict));
  }
  expect(
    findingsOf(inReportSet(report, 'error').report).every(
      ({ status, severity }) => status === 'confirmed' && severity === 'error',
    ),
  ).toBe(true);
});

test('of races that are told as one finding, the one that remains is known', () => {
  const told = changed(() => ({
    also: [{ code: 'SW104', status: 'confirmed', message: 'between blocks', fingerprint: '00000000000000aa' }],
  }));
  const baseline = read(baselineText(told, same));
  expect(withBaseline(told, baseline).gone).toEqual([]);
  const [first] = baseline.filter(({ fingerprint }) => fingerprint === '00000000000000aa');
  const remaining = changed(() => ({ fingerprint: '00000000000000aa', status: first?.status ?? 'confirmed' }));
  expect(findingsOf(withBaseline(remaining, baseline).report)[0]?.inBaseline).toBe(true);
});
