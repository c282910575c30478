import { expect, test } from 'vitest';
import { failing } from '../../../src/report/gate.ts';
import type { Finding, Report } from '../../../src/verdict/finding.ts';
import { race, report } from './sample-report.ts';

const reportOf = (...findings: readonly Finding[]): Report => ({
  ...report,
  kernels: report.kernels.slice(0, 1).map((kernel) => ({ ...kernel, findings })),
});
const warning: Finding = { ...race, id: 'F3', severity: 'warning' };
const info: Finding = { ...race, id: 'F4', severity: 'info' };
const possible: Finding = { ...race, id: 'F5', status: 'possible' };
const all = reportOf(race, warning, info, possible);

test.each([
  ['error', ['F1']],
  ['warning', ['F1', 'F3']],
  ['info', ['F1', 'F3', 'F4']],
  ['never', []],
] as const)('--fail-on %s', (gate, ids) => expect(failing(all, gate).map((finding) => finding.id)).toEqual(ids));
