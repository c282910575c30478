/**
 * Whether everybody can read it: every view at every width, in light and dark, held against the rules of axe (WCAG 2.2
 * A and AA); nothing runs over the edge.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import type { Surfer } from './browser.ts';
import { exampleReport } from './example-report.ts';
import { hasNoBrowser, openBrowser } from './browser.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const widths = [360, 768, 1280, 1920];
const opened: Surfer[] = [];
let html = '';
let views: readonly string[] = [];

/** One line for each rule that an element breaks. The policy of the page forbids scripts, not the tests. */
async function brokenRules(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe);
  const found: unknown = await page.evaluate(
    `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => id + ': ' + html.slice(0, 120) + ' ' + failureSummary.split('\\n')[1])))`,
  );
  return Array.isArray(found) ? found.map(String) : ['axe did not run'];
}

/** What reaches over the right edge, but for boxes that scroll by themselves. */
const tooWide = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

describe.skipIf(hasNoBrowser)('readable', () => {
  beforeAll(async () => {
    opened.push(await openBrowser());
    const made = await exampleReport();
    ({ html } = made);
    const shown = await opened[0]?.show(html, '#/kernels');
    const links =
      (await shown?.page
        .locator('#list .row a.name')
        .evaluateAll((found) => found.map((one) => one.getAttribute('href') ?? ''))) ?? [];
    await shown?.close();
    views = ['#/', '#/kernels?verdict=racy', ...links.slice(0, 4), links.at(-1) ?? ''];
  }, 180_000);
  afterAll(async () => {
    await opened[0]?.close();
  });

  test.each(['light', 'dark'] as const)(
    '%s: no rule of axe is broken, at no width anything runs over the edge',
    async (colorScheme) => {
      const problems: string[] = [];
      for (const view of views) {
        const shown = await opened[0]?.show(html, view, { colorScheme, viewport: { width: 1280, height: 900 } });
        if (shown === undefined) throw new Error('the browser did not start');
        for (const width of widths) {
          await shown.page.setViewportSize({ width, height: 900 });
          const over = await tooWide(shown.page);
          if (over > 0) problems.push(`${view} is ${over} px too wide at ${width}`);
          if (width === 360 || width === 1280)
            problems.push(...(await brokenRules(shown.page)).map((line) => `${view} at ${width}: ${line}`));
        }
        problems.push(...shown.complaints);
        await shown.close();
      }
      expect(problems).toEqual([]);
    },
    300_000,
  );

  test('headings go down one level at a time, and each view has one of the first level', async () => {
    for (const view of views) {
      const shown = await opened[0]?.show(html, view);
      const levels =
        (await shown?.page
          .locator('h1, h2, h3, h4')
          .evaluateAll((found) =>
            found.filter((one) => one.checkVisibility()).map((one) => Number(one.tagName.slice(1))),
          )) ?? [];
      expect(
        levels.filter((level) => level === 1),
        view,
      ).toHaveLength(1);
      expect(
        levels.filter((level, k) => k > 0 && level > (levels[k - 1] ?? 0) + 1),
        view,
      ).toEqual([]);
      await shown?.close();
    }
  });
});
