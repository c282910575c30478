/**
 * The layout at every width from a small phone to a wide screen: no column of text collapses to a few letters, and no
 * text runs out of its box or the page.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import type { Surfer } from './browser.ts';
import { bigReport, bigSource } from './big-report.ts';
import { exampleReport } from './example-report.ts';
import { hasNoBrowser, openBrowser } from './browser.ts';
import { renderHtml } from '../../src/report/html/html.ts';

const trend = Array.from({ length: 30 }, (_, k) => ({
  commit: `${10 + k}`.repeat(20),
  time: '2026-11-01T12:00:00Z',
  counts: { drf: 12_000 + k, racy: 30 - k, conditional: 120, unknown: 1400, unsupported: 900 },
}));
const widths = Array.from({ length: 65 }, (_, k) => 320 + 25 * k);
const opened: Surfer[] = [];
const reports = new Map<string, string>();

/**
 * Lines for what is wrong as the page stands. A text is squeezed that is broken where its longest line has less than
 * six letters' room; it overflows where it reaches beyond the page, or beyond a box that neither scrolls nor cuts with
 * a mark.
 */
const layoutProblems = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const problems: string[] = [];
    const right = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth > right)
      problems.push(`the page is ${document.documentElement.scrollWidth - right} px too wide`);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const isHidden = (element: Element): boolean =>
      !element.checkVisibility({ visibilityProperty: true }) ||
      [...ancestors(element)].some((one) => getComputedStyle(one).clipPath !== 'none');
    function* ancestors(element: Element): Generator<Element> {
      for (let at: Element | null = element; at !== null; at = at.parentElement) yield at;
    }
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const words = (node.textContent ?? '').trim();
      const parent = node.parentElement;
      if (
        words === '' ||
        parent === null ||
        ['SCRIPT', 'STYLE', 'TEMPLATE', 'OPTION', 'NOSCRIPT'].includes(parent.tagName) ||
        isHidden(parent)
      )
        continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const boxes = [...range.getClientRects()].filter(({ width }) => width > 0);
      const lines = new Set(boxes.map(({ top }) => Math.round(top))).size;
      const widest = Math.max(0, ...boxes.map(({ width }) => width));
      const letter = Number.parseFloat(getComputedStyle(parent).fontSize) * 0.5;
      if (lines >= 2 && words.length >= 8 && widest < 6 * letter)
        problems.push(`squeezed into ${Math.round(widest)} px: ${words.slice(0, 40)}`);
      const scrolls = [...ancestors(parent)].some(
        (one) =>
          ['auto', 'scroll', 'hidden', 'clip'].includes(getComputedStyle(one).overflowX) &&
          one !== document.body &&
          one !== document.documentElement,
      );
      const cell = parent.closest('td, th, .panel, .row, .total, section, .bar-inner, footer');
      const edge = cell === null ? right : cell.getBoundingClientRect().right;
      const over = Math.max(0, ...boxes.map((box) => box.right - Math.min(edge, right)));
      if (!scrolls && over > 1) problems.push(`${Math.round(over)} px beyond its box: ${words.slice(0, 40)}`);
    }
    return [...new Set(problems)].slice(0, 5);
  });

describe.skipIf(hasNoBrowser)('widths', () => {
  beforeAll(async () => {
    opened.push(await openBrowser());
    reports.set('examples', (await exampleReport()).html);
    reports.set(
      'big',
      renderHtml({
        report: bigReport(400),
        facts: { version: '0.1.0', title: 'a large codebase', command: 'syncwright check src', trend },
        read: bigSource,
      }),
    );
  }, 180_000);
  afterAll(async () => {
    await opened[0]?.close();
  });

  test.each([
    ['examples', '#/'],
    ['big', '#/'],
    ['examples', '#/kernels'],
    ['big', '#/kernels?verdict=unknown&reason=0'],
    ['examples', 'racy'],
    ['big', 'racy'],
    ['big', 'unknown'],
  ])(
    '%s %s',
    async (name, view) => {
      const shown = await opened[0]?.show(
        reports.get(name) ?? '',
        view.startsWith('#') ? view : `#/kernels?verdict=${view}`,
      );
      if (shown === undefined) throw new Error('the browser did not start');
      const { page } = shown;
      if (!view.startsWith('#')) {
        await page.locator('#list .row a.name').first().click();
        await page.waitForSelector('#kernel:not([hidden]) .source-lines');
      }
      if (name === 'big' && view === '#/') await page.locator('#trend summary').click();
      const problems: string[] = [];
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        problems.push(...(await layoutProblems(page)).map((problem) => `${width} px: ${problem}`));
      }
      expect(problems).toEqual([]);
      expect(shown.complaints).toEqual([]);
      await shown.close();
    },
    120_000,
  );
});
