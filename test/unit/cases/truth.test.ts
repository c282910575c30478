import { expect, test } from 'vitest';
import type { Span } from '../../../src/base/span.ts';
import type { Finding, Report, Verdict } from '../../../src/verdict/finding.ts';
import { marksIn, pairOf } from '../../case-folder.ts';
import type { Truth } from '../../case-folder.ts';
import { disagreements } from '../../case-truth.ts';

const span = (line: number): Span => ({
  file: 'kernel.cu',
  start: 0,
  end: 1,
  line,
  column: 1,
  endLine: line,
  endColumn: 2,
});

function race(a: number, b: number, change: Partial<Finding> = {}): Finding {
  return {
    id: 'F1',
    code: 'SW101',
    kind: 'data-race',
    status: 'confirmed',
    severity: 'error',
    message: '',
    condition: null,
    kernel: 'k',
    span: span(a),
    array: 's',
    related: [],
    pairs: [{ first: span(a), second: span(b), array: 's' }],
    witness: null,
    fix: null,
    alternatives: [],
    advice: null,
    fingerprint: '',
    ...change,
  };
}

const report = (verdict: Verdict, findings: readonly Finding[]): Report => ({
  version: 1,
  problems: [],
  kernels: [
    { name: 'k', span: span(1), verdict, reasons: [], assumptions: [], launches: [], findings, uses: [], timeMs: 0 },
  ],
});

const truth = (change: Partial<Truth>): Truth => ({
  verdict: 'racy',
  because: 'as made',
  races: new Set(),
  divergences: new Set(),
  codes: null,
  ...change,
});

test('marks are read from the ends of lines', () => {
  const marks = marksIn('a\nb // race: 3\nc // race: 3, 2\nd\n__syncthreads(); // divergence\n');
  expect([...marks.races]).toEqual(['2-3', '3-3']);
  expect([...marks.divergences]).toEqual([5]);
  expect(pairOf(9, 2)).toBe('2-9');
});

test('right is right', () => {
  expect(disagreements(report('racy', [race(3, 2)]), truth({ races: new Set(['2-3']), codes: ['SW101'] }))).toEqual([]);
});

test('a missed pair, a false alarm and a wrong verdict are each said with their lines', () => {
  expect(disagreements(report('drf', [race(4, 5)]), truth({ races: new Set(['2-3']) }))).toEqual([
    'verdict drf, in truth racy: as made',
    'missed: lines 2-3 race',
    'false alarm: lines 4-5 do not race',
  ]);
});

test('what is only possible, or only a note, neither finds a race nor is a false alarm', () => {
  const guesses = [race(2, 3, { status: 'possible' }), race(2, 3, { severity: 'info' })];
  expect(disagreements(report('racy', guesses), truth({ races: new Set(['2-3']) }))).toEqual([
    'missed: lines 2-3 race',
  ]);
  expect(disagreements(report('drf', guesses), truth({ verdict: 'drf' }))).toEqual([]);
});

test('a barrier that diverges is known by its line', () => {
  const divergence = race(7, 7, { kind: 'barrier-divergence', code: 'SW201' });
  expect(disagreements(report('racy', [divergence]), truth({ divergences: new Set([7]) }))).toEqual([]);
  expect(disagreements(report('racy', [divergence]), truth({ divergences: new Set([8]) }))).toEqual([
    'missed: the barrier on line 8 diverges',
    'false alarm: the barrier on line 7 does not diverge',
  ]);
});

test('codes, where the case names them, are all of them', () => {
  expect(disagreements(report('racy', [race(2, 3)]), truth({ races: new Set(['2-3']), codes: ['SW102'] }))).toEqual([
    'codes SW101, in truth SW102',
  ]);
});

test('a file without its kernel is no success', () => {
  expect(disagreements({ version: 1, kernels: [], problems: [] }, truth({ verdict: 'drf' }))).toEqual([
    'one kernel expected, found none',
  ]);
});

test('a conditional kernel races where its condition is broken, and the truth names that', () => {
  const found = report('conditional', [race(2, 3, { severity: 'info', condition: 'n > 0' })]);
  const races = new Set(['2-3'] as const);
  expect(disagreements(found, truth({ verdict: 'conditional', because: 'race-free if n > 0', races }))).toEqual([]);
  expect(disagreements(found, truth({ verdict: 'conditional', races }))).toEqual([
    'the condition is n > 0, which "because" does not name: as made',
  ]);
  expect(disagreements(found, truth({ races }))).toEqual(['verdict conditional, in truth racy: as made']);
});
