import { describe, expect, test } from 'vitest';
import type { Finding } from '../../../src/verdict/finding.ts';
import type { Span } from '../../../src/base/span.ts';
import { compareFindings } from '../../../src/review/compare.ts';

const span: Span = { file: 'a.cu', start: 0, end: 4, line: 1, column: 1, endLine: 1, endColumn: 5 };
const finding = (fingerprint: string, also: readonly string[] = [], status: Finding['status'] = 'confirmed'): Finding => ({
  id: 'F1', code: 'SW105', kind: 'data-race', status, severity: 'error', message: '', condition: null, kernel: 'k', span, array: 'a', related: [], pairs: [], witness: null, fix: null, alternatives: [],
  advice: null, fingerprint, ...(also.length === 0 ? {} : { also: also.map((one) => ({ code: 'SW104', status: 'confirmed', message: '', fingerprint: one })) }),
});
const on = (one: Finding, ...arrays: readonly string[]): Finding => ({ ...one, pairs: arrays.map((array) => ({ first: span, second: span, array })) });
const told = (head: readonly Finding[], base: readonly Finding[]): readonly string[] => {
  const { fresh, old, fixed } = compareFindings(head, base);
  return [['new', fresh] as const, ['old', old] as const, ['fixed', fixed] as const].flatMap(([what, all]) => all.map((one) => `${what} ${one.fingerprint}`));
};

describe('findings of the head and of the merge base', () => {
  test.each<[string, readonly Finding[], readonly Finding[], readonly string[]]>([
    ['new, old and fixed', [finding('a'), finding('b')], [finding('b'), finding('c')], ['new a', 'old b', 'fixed c']],
    ['two that read alike are two', [finding('a'), finding('a')], [finding('a')], ['new a', 'old a']],
    ['confirmed after it was only possible is new', [finding('a')], [finding('a', [], 'possible')], ['new a']],
    ['what remains of two that were told as one is old', [finding('s')], [finding('a', ['s'])], ['old s']],
    ['both remain, told apart', [finding('a'), finding('s')], [finding('a', ['s'])], ['old a', 'old s']],
    ['one that is told with a new one is not fixed', [finding('a', ['s'])], [finding('s')], ['new a']],
    ['a race on another array among its pairs is new', [on(finding('a'), 's', 'u')], [on(finding('a'), 's')], ['new a']],
    ['one on an array that another finding of the kernel had is not', [on(finding('a'), 's', 'u')], [on(finding('a'), 's'), on(finding('b'), 'u')], ['old a', 'fixed b']],
    ['one array less is old', [on(finding('a'), 's')], [on(finding('a'), 's', 'u')], ['old a']],
    ['the same two', [finding('a', ['s'])], [finding('a', ['s'])], ['old a']],
  ])('%s', (_what, head, base, expected) => {
    expect(told(head, base)).toEqual(expected);
  });
});
