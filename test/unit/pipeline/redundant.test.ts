import { expect, test } from 'vitest';
import type { Finding, KernelAnswer } from '../../../src/verdict/finding.ts';
import type { Span } from '../../../src/base/span.ts';
import { agreed } from '../../../src/pipeline/redundant.ts';

const at = (start: number): Span => ({
  file: 'k.cu',
  start,
  end: start + 10,
  line: start,
  column: 1,
  endLine: start,
  endColumn: 11,
});
const barrier = (start: number): Finding => ({
  id: 'F1',
  code: 'SW301',
  kind: 'redundant-barrier',
  status: 'confirmed',
  severity: 'info',
  message: '',
  condition: null,
  kernel: 'pass',
  span: at(start),
  array: null,
  related: [],
  pairs: [],
  witness: null,
  fix: null,
  alternatives: [],
  advice: null,
  fingerprint: '',
});
const answer = (name: string, start: number, findings: readonly Finding[]): KernelAnswer => ({
  name,
  span: at(start),
  verdict: 'drf',
  reasons: [],
  assumptions: [],
  launches: [],
  findings,
  uses: [],
  timeMs: 0,
});
const claimed = (answers: readonly KernelAnswer[]): readonly number[][] =>
  answers.map(({ findings }) => findings.map(({ span }) => span.start));

test('a barrier that one instance of a template needs is redundant in none', () => {
  expect(claimed(agreed([answer('pass<0>', 1, [barrier(5), barrier(7)]), answer('pass<1>', 1, [barrier(7)])]))).toEqual(
    [[7], [7]],
  );
});

test('other kernels of the file have no say', () => {
  expect(claimed(agreed([answer('scale', 1, [barrier(5)]), answer('shift', 20, [])]))).toEqual([[5], []]);
});
