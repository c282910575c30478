import { XMLParser } from 'fast-xml-parser';
import { expect, test } from 'vitest';
import type { VerdictCounts } from '../../../src/verdict/counts.ts';
import { badgeJson, badgeSvg, badgeWords } from '../../../src/report/badge.ts';

const counts = (given: Partial<VerdictCounts>): VerdictCounts => ({
  racy: 0,
  conditional: 0,
  drf: 0,
  unknown: 0,
  unsupported: 0,
  ...given,
});

test('one line, in which every kernel is counted', () => {
  expect(badgeWords(counts({ drf: 120, racy: 2, unknown: 15, unsupported: 5 }))).toBe(
    '142 kernels: 120 race-free, 2 racy, 20 open',
  );
  expect(badgeWords(counts({ drf: 1 }))).toBe('1 kernel: 1 race-free, 0 racy, 0 open');
  expect(badgeWords(counts({ drf: 3, conditional: 2 }))).toBe('5 kernels: 3 race-free, 2 conditional, 0 racy, 0 open');
});

test('green only where all kernels are proved', () => {
  const color = (given: Partial<VerdictCounts>): unknown => JSON.parse(badgeJson(counts(given)));
  expect(color({ drf: 3 })).toEqual({
    schemaVersion: 1,
    label: 'syncwright',
    message: '3 kernels: 3 race-free, 0 racy, 0 open',
    color: 'brightgreen',
  });
  expect(color({ drf: 3, unsupported: 1 })).toMatchObject({ color: 'yellow' });
  expect(color({ drf: 3, conditional: 1 })).toMatchObject({ color: 'yellow' });
  expect(color({ drf: 3, unknown: 1, racy: 1 })).toMatchObject({ color: 'red' });
  expect(color({})).toMatchObject({ color: 'lightgrey' });
});

test('the picture says the same', () => {
  const svg = badgeSvg(counts({ drf: 120, racy: 2, unknown: 20 }));
  expect(new XMLParser().parse(svg)).toMatchObject({
    svg: { title: 'syncwright: 142 kernels: 120 race-free, 2 racy, 20 open' },
  });
  expect([...svg.matchAll(/>([^<>\n]+)<\/text>/g)].map(([, text]) => text)).toEqual([
    'syncwright',
    '142 kernels: 120 race-free, 2 racy, 20 open',
  ]);
  expect(svg).toContain('aria-label="syncwright: 142 kernels: 120 race-free, 2 racy, 20 open"');
});
