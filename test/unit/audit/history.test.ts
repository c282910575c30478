import { expect, test } from 'vitest';
import type { TrendPoint } from '../../../src/report/html/trend.ts';
import { historyText, historyWith } from '../../../src/audit/history.ts';
import { trendPart } from '../../../src/report/html/trend.ts';

const point = (commit: string | null, drf: number, racy = 0): TrendPoint => ({
  commit,
  time: '2026-11-01T00:00:00.000Z',
  counts: { racy, conditional: 0, drf, unknown: 1, unsupported: 0 },
});

test('a line for each audit; one commit has one line; damaged lines and other data are passed over', () => {
  const first = historyText(historyWith('', point('a', 1, 2)));
  expect(historyWith(first, point('b', 2))).toEqual([point('a', 1, 2), point('b', 2)]);
  expect(historyWith(first, point('a', 3))).toEqual([point('a', 3)]);
  expect(historyWith(historyText([point(null, 1)]), point(null, 1))).toHaveLength(2);
  const evil =
    '{"commit":"x","time":null,"counts":{"racy":"<script>","conditional":0,"drf":0,"unknown":0,"unsupported":0}}\n';
  expect(historyWith(`${first}{"commit":\n${evil}[]\n`, point('b', 2))).toEqual([point('a', 1, 2), point('b', 2)]);
  expect(
    historyWith(historyText(Array.from({ length: 1200 }, (_, k) => point(`c${k}`, k))), point('now', 1)),
  ).toHaveLength(1000);
});

test('the trend: a column for each audit, which together say what has changed; nothing for one audit; foreign text is escaped', () => {
  expect(trendPart([point('a', 1)]).markup).toBe('');
  const { markup } = trendPart([point('aaaaaaaaaaaaaaaa', 1, 2), point('<b>', 4, 1)]);
  expect(markup).toContain('2 audits from 2026-11-01 · aaaaaaaaaaaa to 2026-11-01 · &lt;b&gt;: −1 racy, +3 race-free.');
  expect([...markup.matchAll(/<g>/g)]).toHaveLength(2);
  expect(markup).not.toContain('<b>');
  // of the tallest column, the parts fill the whole height
  const heights = [...(markup.split('<g>')[2] ?? '').matchAll(/height="([\d.]+)%"/g)].map(([, height]) =>
    Number(height),
  );
  expect(heights.reduce((sum, one) => sum + one, 0)).toBeCloseTo(100, 1);
});
