/** Filters: which kernels pass, in which order, and what each further choice would leave. */
import { describe, expect, test } from 'vitest';
import type { IndexFinding, IndexKernel, ReportIndex } from '../../../src/report/html/contract.ts';
import { chosenBy, countsOf, searchable } from '../../../src/page/choose.ts';
import type { Filter } from '../../../src/page/route.ts';
import { noFilter } from '../../../src/page/route.ts';

const finding = (
  code: string,
  severity: IndexFinding['severity'],
  status: IndexFinding['status'],
  aside: IndexFinding['aside'] = '',
): IndexFinding => ({ id: 'F1', code, severity, status, message: `about ${code}`, aside });
const kernel = (
  name: string,
  file: number,
  verdict: IndexKernel['verdict'],
  findings: readonly IndexFinding[],
  rest: Partial<IndexKernel> = {},
): IndexKernel => ({
  key: name,
  name,
  file,
  line: 1,
  verdict,
  time: 1,
  piece: 0,
  reasons: [],
  why: 'because',
  findings,
  ...rest,
});
const index: ReportIndex = {
  title: '',
  files: ['src/a.cu', 'src/sub/b.cu', 'src-old/c.cu'],
  reasons: ['x'],
  codes: {},
  kernels: [
    kernel('copy', 0, 'drf', [], { time: 9 }),
    kernel('Sum', 0, 'racy', [finding('SW101', 'error', 'confirmed'), finding('SW301', 'info', 'possible')]),
    kernel('walk', 1, 'unknown', [finding('SW104', 'error', 'possible')], { reasons: [0] }),
    kernel('old', 2, 'racy', [finding('SW101', 'error', 'confirmed', 'suppressed')]),
  ],
};
const searched = searchable(index);
const named = (filter: Partial<Filter>, chosen: Partial<Filter['chosen']> = {}): readonly string[] =>
  chosenBy(searched, { ...noFilter, ...filter, chosen: { ...noFilter.chosen, ...chosen } }).map(
    (k) => index.kernels[k]?.name ?? '',
  );

test('without a filter all, the worst first, what is suppressed behind it', () =>
  expect(named({})).toEqual(['Sum', 'walk', 'old', 'copy']));
test('in other orders', () => {
  expect(named({ sort: 'name' })).toEqual(['copy', 'old', 'Sum', 'walk']);
  expect(named({ sort: 'file' })[0]).toBe('old');
  expect(named({ sort: 'time' })[0]).toBe('copy');
});
describe('a filter', () => {
  test('one finding must have all that is chosen of findings', () => {
    expect(named({}, { severity: ['info'], status: ['possible'] })).toEqual(['Sum']);
    expect(named({}, { severity: ['info'], status: ['confirmed'] })).toEqual([]);
  });
  test('a folder is not another one that begins alike', () =>
    expect(named({ folder: 'src' })).toEqual(['Sum', 'walk', 'copy']));
  test('a file is a folder of its own', () => expect(named({ folder: 'src-old/c.cu' })).toEqual(['old']));
  test('all words are searched, in small letters, in names, paths, codes and messages', () => {
    expect(named({ text: 'SUM sw301' })).toEqual(['Sum']);
    expect(named({ text: 'race-free' })).toEqual(['copy']);
    expect(named({ text: '  sub/b ' })).toEqual(['walk']);
  });
  test('a reason', () => expect(named({ reason: 0 })).toEqual(['walk']));
});
test('counts leave the own facet aside, and no other', () => {
  const filter: Filter = { ...noFilter, chosen: { ...noFilter.chosen, verdict: ['racy'], code: ['SW301'] } };
  expect(Object.fromEntries(countsOf(searched, filter, 'verdict'))).toEqual({ racy: 1 });
  expect(Object.fromEntries(countsOf(searched, filter, 'code'))).toEqual({ SW101: 2, SW301: 1 });
});
