/** Two reports that nobody makes by hand: one of 10,000 kernels, and one whose every text tries to run a script. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Surfer } from './browser.ts';
import { bigReport, bigSource } from './big-report.ts';
import { hasNoBrowser, openBrowser } from './browser.ts';
import { hostileReport, hostileSource, hostileTexts } from './hostile-report.ts';
import { renderHtml } from '../../src/report/html/html.ts';

const opened: Surfer[] = [];

describe.skipIf(hasNoBrowser)('unusual reports', () => {
  beforeAll(async () => {
    opened.push(await openBrowser());
  });
  afterAll(async () => {
    await opened[0]?.close();
  });

  test('10,000 kernels open, are listed, searched and read without waiting', async () => {
    const html = renderHtml({
      report: bigReport(10_000),
      facts: { version: '0.1.0', title: 'large' },
      read: bigSource,
    });
    const times: Record<string, number> = {};
    const shown = await opened[0]?.show(html);
    if (shown === undefined) throw new Error('the browser did not start');
    const { page } = shown;
    const timed = async (what: string, act: () => Promise<unknown>): Promise<void> => {
      const start = performance.now();
      await act();
      times[what] = Math.round(performance.now() - start);
    };
    await timed('open', async () => {
      await page.reload();
      await page.waitForSelector('html.ready');
    });
    times['first paint'] = Math.round(
      await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0),
    );
    await timed('list', async () => {
      await page.click('[data-nav=list]');
      await page.waitForSelector('#list:not([hidden]) .row');
    });
    expect(await page.locator('#list .row').count()).toBe(100);
    await timed('search', async () => {
      await page.fill('#search', 'sum99');
      await page.waitForFunction(() => document.querySelector('.count-line')?.textContent.startsWith('111 of'));
    });
    await timed('next page', async () => {
      await page.getByRole('link', { name: 'Next' }).click();
      await page.waitForFunction(() => document.querySelector('.count-line')?.textContent.includes('101 to 111'));
    });
    await timed('kernel', async () => {
      await page.locator('#list .row a.name').first().click();
      await page.waitForSelector('#kernel:not([hidden]) .source-lines');
    });
    console.log(
      `10,000 kernels, ${(html.length / 1e6).toFixed(1)} MB: ${Object.entries(times)
        .map(([what, ms]) => `${what} ${ms} ms`)
        .join(', ')}`,
    );
    // two seconds where the machine is quiet; tests share it
    expect(times['open']).toBeLessThan(10_000);
    expect(shown.complaints).toEqual([]);
    await shown.close();
  }, 180_000);

  test('nothing foreign runs, whatever is opened and pressed', async () => {
    const html = renderHtml({
      report: hostileReport,
      facts: {
        version: '0.1.0',
        title: hostileTexts[0] ?? '',
        commit: hostileTexts[1] ?? '',
        command: hostileTexts[2] ?? '',
      },
      read: hostileSource,
    });
    const shown = await opened[0]?.show(html);
    if (shown === undefined) throw new Error('the browser did not start');
    const { page } = shown;
    const isHacked = (): Promise<boolean> => page.evaluate(() => 'hacked' in window);
    const isOurs = async (): Promise<void> => {
      expect(await isHacked()).toBe(false);
      expect(await page.locator('img, iframe, object, embed, [onerror], [onload]').count()).toBe(0);
    };
    await isOurs();
    expect(await page.title()).toContain('</script><img src=x');
    await page.click('[data-nav=list]');
    await page.waitForSelector('#list .row');
    await isOurs();
    const rows = await page.locator('#list .row a.name').count();
    for (let k = 0; k < rows; k++) {
      await page.click('[data-nav=list]');
      await page.locator('#list .row a.name').nth(k).click();
      await page.waitForSelector('#kernel:not([hidden]) h1');
      for (const button of await page.locator('#kernel button').all())
        if (await button.isVisible()) await button.click({ force: true });
      await page.evaluate(() => {
        for (const one of document.querySelectorAll('details')) one.open = true;
      });
      await isOurs();
    }
    for (const text of hostileTexts) {
      await page.fill('#search', text);
      await page.getByLabel('Folder or file').fill(text);
      await page.getByLabel('Folder or file').press('Enter');
      await isOurs();
    }
    await page.evaluate((hash) => {
      location.hash = hash;
    }, '#/kernels?q=<img src=x onerror=window.hacked=1>&verdict=<b>&folder="><script>');
    await isOurs();
    expect(shown.complaints).toEqual([]);
    await shown.close();
  }, 180_000);
});
