import { expect, test } from 'vitest';
import type { AuditUnit } from '../../../src/audit/units.ts';
import type { UnitRecord } from '../../../src/audit/record.ts';
import { auditProgress, roughTime } from '../../../src/audit/progress.ts';

const unit = (index: number, kernels: number): AuditUnit => ({
  index,
  files: [`${index}.cu`],
  part: [0, 1],
  kernels,
  cost: kernels,
});
const record = ({ index, files }: AuditUnit): UnitRecord => ({
  unit: index,
  files,
  trace: { texts: [], names: [], digest: '' },
  cut: null,
  ms: 1,
  report: { version: 1, kernels: [], problems: [] },
});

test('counts kernels, also of units that are being done, and foretells by what the done ones cost', () => {
  let now = 0;
  const [known, long, short] = [unit(0, 40), unit(1, 40), unit(2, 20)];
  const progress = auditProgress([known, long, short], () => now);
  progress.on({ kind: 'done', unit: known, record: record(known), isCached: true });
  expect(progress.line()).toBe('audit: 40 of 100 kernels, 0 racy');
  now = 10_000;
  progress.on({ kind: 'done', unit: short, record: record(short), isCached: false });
  for (let done = 1; done <= 10; done++)
    progress.on({
      kind: 'progress',
      unit: long,
      event: { kind: 'kernel', name: 'k', file: '1.cu', verdict: done % 5 === 0 ? 'racy' : 'drf', done, total: 40 },
    });
  expect(progress.line()).toBe('audit: 70 of 100 kernels, 2 racy, 3.0 a second, about 20 s left');
  expect(progress.bar(60)).toBe('[##############......] 70 of 100 kernels · 2 racy · 3.0 a se');
});

test('shows names of files, and does not obey them', () => {
  const one = unit(0, 1);
  const progress = auditProgress([one], () => 0);
  progress.on({
    kind: 'progress',
    unit: one,
    event: { kind: 'kernel', name: 'k', file: 'a\u001b[2J\n.cu', verdict: 'drf', done: 1, total: 1 },
  });
  expect(progress.bar(100)).toContain('a␛[2J␊.cu');
});

test.each([
  [0.2, '1 s'],
  [89, '89 s'],
  [200, '3 min'],
  [7200, '2.0 h'],
])('%d s are %s', (seconds, words) => {
  expect(roughTime(seconds)).toBe(words);
});
