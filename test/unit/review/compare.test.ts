import { describe, expect, test } from 'vitest';
import type { Finding } from '../../../src/verdict/finding.ts';
import type { Span } from '../../../src/base/span.ts';
import { answer, reportOf } from './example.ts';
import { compareFindings } from '../../../src/review/compare.ts';
import { joined } from '../../../src/verdict/grouped.ts';
import { withNewsApart } from '../../../src/review/news-apart.ts';

const span: Span = { file: 'a.cu', start: 0, end: 4, line: 1, column: 1, endLine: 1, endColumn: 5 };
const finding = (
  fingerprint: string,
  also: readonly string[] = [],
  status: Finding['status'] = 'confirmed',
): Finding => ({
  id: 'F1',
  code: 'SW105',
  kind: 'data-race',
  status,
  severity: 'error',
  message: '',
  condition: null,
  kernel: 'k',
  span,
  array: 'a',
  related: [],
  pairs: [],
  witness: null,
  fix: null,
  alternatives: [],
  advice: null,
  fingerprint,
  ...(also.length === 0
    ? {}
    : { also: also.map((one) => ({ code: 'SW104', status: 'confirmed', message: '', fingerprint: one })) }),
});
const on = (one: Finding, ...arrays: readonly string[]): Finding => ({
  ...one,
  pairs: arrays.map((array) => ({ first: span, second: span, array })),
});
const told = (head: readonly Finding[], base: readonly Finding[]): readonly string[] => {
  const { fresh, old, fixed } = compareFindings(head, base);
  return [['new', fresh] as const, ['old', old] as const, ['fixed', fixed] as const].flatMap(([what, all]) =>
    all.map((one) => `${what} ${one.fingerprint}`),
  );
};

describe('findings of the head and of the merge base', () => {
  test.each<[string, readonly Finding[], readonly Finding[], readonly string[]]>([
    ['new, old and fixed', [finding('a'), finding('b')], [finding('b'), finding('c')], ['new a', 'old b', 'fixed c']],
    ['two that read alike are two', [finding('a'), finding('a')], [finding('a')], ['new a', 'old a']],
    ['confirmed after it was only possible is new', [finding('a')], [finding('a', [], 'possible')], ['new a']],
    ['what remains of two that were told as one is old', [finding('s')], [finding('a', ['s'])], ['old s']],
    ['both remain, told apart', [finding('a'), finding('s')], [finding('a', ['s'])], ['old a', 'old s']],
    ['one that is told with a new one is not fixed', [finding('a', ['s'])], [finding('s')], ['new a']],
    [
      'a race on another array among its pairs is new',
      [on(finding('a'), 's', 'u')],
      [on(finding('a'), 's')],
      ['new a'],
    ],
    [
      'one on an array that another finding of the kernel had is not',
      [on(finding('a'), 's', 'u')],
      [on(finding('a'), 's'), on(finding('b'), 'u')],
      ['old a', 'fixed b'],
    ],
    ['one array less is old', [on(finding('a'), 's')], [on(finding('a'), 's', 'u')], ['old a']],
    [
      'what remains of pairs on two arrays is old',
      [on(finding('b'), 'u')],
      [{ ...on(finding('a'), 's', 'u'), apart: [on(finding('b'), 'u')] }],
      ['old b'],
    ],
    ['the same two', [finding('a', ['s'])], [finding('a', ['s'])], ['old a']],
  ])('%s', (_what, head, base, expected) => {
    expect(told(head, base)).toEqual(expected);
  });
});

describe('a race that joins an old one', () => {
  const [s, u, v] = [on(finding('a'), 's'), { ...on(finding('b'), 'u'), message: 'on u' }, on(finding('c'), 'v')];
  const apart = (head: Finding, base: readonly Finding[]): readonly Finding[] =>
    withNewsApart(reportOf(answer({ findings: [head] })), base).kernels.flatMap(({ findings }) => findings);

  test('is told by itself, with its own words and pair', () => {
    const head = apart(joined([s, u]), [s]);
    expect(head.map(({ isPart }) => isPart)).toEqual([undefined, true]);
    expect(
      head.map(({ id, fingerprint, message, pairs, also }) => [
        id,
        fingerprint,
        message,
        pairs.map(({ array }) => array),
        also,
      ]),
    ).toEqual([
      ['F1', 'a', '', ['s'], undefined],
      ['F2', 'b', 'on u', ['u'], undefined],
    ]);
    expect(told(head, [s])).toEqual(['new b', 'old a']);
  });
  test('two of them are one finding, and what was there before stays one', () => {
    const head = apart(joined([s, finding('d'), u, v]), [s]);
    expect(head.map(({ fingerprint, also }) => [fingerprint, ...(also ?? []).map((one) => one.fingerprint)])).toEqual([
      ['a', 'd'],
      ['b', 'c'],
    ]);
  });
  test.each<[string, Finding, readonly Finding[]]>([
    ['all are new', joined([s, u]), []],
    ['all are old', joined([s, u]), [joined([s, u])]],
    ['the array raced before, in another finding', joined([s, u]), [s, on(finding('z'), 'u')]],
    ['what comes to it is only possible', joined([s, { ...u, status: 'possible' }]), [s]],
    ['the new one speaks for both', joined([u, s]), [s]],
  ])('else it stays one finding: %s', (_what, head, base) => {
    expect(apart(head, base)).toEqual([head]);
  });
});
