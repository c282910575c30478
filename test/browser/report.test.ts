/**
 * The HTML report of examples/ in a browser, as people use it: look, search, filter, read a kernel, step, by mouse and
 * by keyboard.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import type { Shown, Surfer } from './browser.ts';
import { bigReport, bigSource } from './big-report.ts';
import { exampleReport } from './example-report.ts';
import { hasNoBrowser, openBrowser } from './browser.ts';
import { renderHtml } from '../../src/report/html/html.ts';

const opened: Surfer[] = [];
let html = '';

/** Shows the report, does something, and sees that nothing was asked of elsewhere and nothing went wrong. */
async function using(
  hash: string,
  act: (page: Page, shown: Shown) => Promise<void>,
  options: Parameters<Surfer['show']>[2] = {},
): Promise<void> {
  const [surfer] = opened;
  if (surfer === undefined) throw new Error('the browser did not start');
  const shown = await surfer.show(html, hash, options);
  await act(shown.page, shown);
  expect(shown.complaints).toEqual([]);
  await shown.close();
}

const texts = (page: Page, selector: string): Promise<readonly string[]> =>
  page
    .locator(selector)
    .evaluateAll((found) =>
      found.filter((one) => one.checkVisibility()).map((one) => one.textContent.replace(/\s+/g, ' ').trim()),
    );
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => (document.activeElement?.id ?? '') || (document.activeElement?.textContent ?? '').trim());
const rowNames = (page: Page): Promise<readonly string[]> => texts(page, '#list .row .name');

/** To the page of a kernel, by its name. */
async function goToKernel(page: Page, name: string): Promise<void> {
  await page.click('[data-nav=list]');
  await page.getByRole('link', { name, exact: true }).click();
  await page.waitForSelector('#kernel:not([hidden]) .source-lines');
}

describe.skipIf(hasNoBrowser)('the report of examples/', () => {
  beforeAll(async () => {
    opened.push(await openBrowser());
    ({ html } = await exampleReport());
  }, 180_000);
  afterAll(async () => {
    await opened[0]?.close();
  });

  test('opens on the overview: verdicts, what to look at first, files, codes, times', async () => {
    await using('', async (page) => {
      expect(await page.title()).toBe('examples · Syncwright');
      expect(await texts(page, '.total a')).toEqual([
        '4 ✗racy 57.1 %',
        '0 ~conditional',
        '3 ✓race-free 42.9 %',
        '0 ?unknown',
        '0 –unsupported',
      ]);
      expect(await texts(page, '.found strong')).toContain('Barrier under a thread-dependent branch');
      expect(await texts(page, 'h2')).toEqual(['Look at these first', 'By file', 'By code', 'Time']);
      await page.getByRole('link', { name: 'stencil.cu', exact: true }).click();
      expect([...(await rowNames(page))].sort()).toEqual(['stencil', 'stencilGuarded', 'stencilUnordered']);
      await page.goBack();
      expect(await page.locator('#overview').isVisible()).toBe(true);
    });
  });

  test('search: / leads there, words narrow the list, Enter goes to the first, back leaves it', async () => {
    await using('', async (page) => {
      await page.keyboard.press('/');
      expect(await focused(page)).toBe('search');
      await page.keyboard.type('stencil barrier under');
      await page.waitForFunction(() => location.hash.includes('q=stencil'));
      await expect.poll(() => rowNames(page)).toEqual([]);
      await page.fill('#search', 'stencil branch');
      await page.fill('#search', 'SW201');
      await expect.poll(() => rowNames(page)).toEqual(['stencilGuarded']);
      expect(await page.locator('.count-line').textContent()).toBe('1 of 7 kernels');
      await page.keyboard.press('Enter');
      expect(await focused(page)).toBe('stencilGuarded');
      await page.goBack();
      expect(await page.locator('#overview').isVisible()).toBe(true);
    });
  });

  test('filters: each choice narrows and stands in the address, which leads there again', async () => {
    await using('#/kernels', async (page, { address }) => {
      expect(await rowNames(page)).toHaveLength(7);
      await page.getByRole('checkbox', { name: 'racy' }).check();
      expect(await rowNames(page)).toHaveLength(4);
      await page.getByRole('checkbox', { name: 'SW101' }).check();
      expect([...(await rowNames(page))].sort()).toEqual(['statisticsHasty', 'stencilUnordered']);
      expect(new URL(page.url()).hash).toBe('#/kernels?verdict=racy&code=SW101');
      expect(await texts(page, '.choice')).toContain('SW1021');
      await page.getByLabel('Folder or file').fill('examples/stencil.cu');
      await page.getByLabel('Folder or file').press('Enter');
      expect(await rowNames(page)).toEqual(['stencilUnordered']);
      const hash = new URL(page.url()).hash;
      await page.goto(`${address}#/`);
      await page.goto(`${address}${hash}`);
      await expect.poll(() => rowNames(page)).toEqual(['stencilUnordered']);
      expect(await page.getByRole('checkbox', { name: 'SW101' }).isChecked()).toBe(true);
      await page.getByRole('link', { name: /^in examples/ }).click();
      await expect.poll(() => rowNames(page)).toHaveLength(2);
      await page.getByRole('link', { name: 'Clear all' }).click();
      await expect.poll(() => rowNames(page)).toHaveLength(7);
      await page.getByLabel('Sort by').selectOption('name');
      expect((await rowNames(page))[0]).toBe('matmul');
    });
  });

  test('the page of a kernel: title, marked source, time line, patch, inputs, commands, what it rests on', async () => {
    await using('', async (page) => {
      await goToKernel(page, 'stencilUnordered');
      expect(await page.title()).toBe('stencilUnordered · examples · Syncwright');
      expect(await texts(page, '.source-view .marked .number')).toEqual(['30', '32', '33', '37']);
      expect(await texts(page, '#kernel .source-view mark')).toContain('cache[at + offset]');
      expect(await page.locator('#kernel .t-builtin').count()).toBeGreaterThan(5);
      expect(await texts(page, '.timeline .hit .deed')).toEqual([
        'reads cache[35] = 0line 37',
        'writes cache[35] = 38line 30',
      ]);
      expect(await texts(page, '.clash code')).toEqual(['cache[35]']);
      expect(await texts(page, '.diff .add')).toEqual(['+ __syncthreads();']);
      expect((await texts(page, '#kernel h3')).slice(2)).toEqual([
        'Time line',
        'Step by step',
        'Patch',
        'The same cause',
        'Inputs',
        'Run it again',
        '1 launch',
        'Assumptions',
      ]);
      await page.getByText('What SW101 means').click();
      expect(await page.locator('.explanation h4').first().isVisible()).toBe(true);
      await page.getByRole('button', { name: 'Show more of the file' }).click();
      expect(await texts(page, '.source-view .number')).toContain('1');
      await page.locator('.where .place').first().click();
      expect(await texts(page, 'tr.pointed .number')).toEqual(['37']);
      await page.goBack();
      expect(await page.locator('#list').isVisible()).toBe(true);
      await page.goForward();
      expect(await page.locator('#kernel h1').textContent()).toBe('stencilUnordered');
    });
  });

  test('steps: buttons, keys and the slider; both threads are shown where they are, in the address too', async () => {
    await using('', async (page, { address }) => {
      await goToKernel(page, 'matmulHasty');
      const count = page.locator('.step-count strong');
      expect(await count.textContent()).toBe('Step 1 of 55');
      await page.getByRole('button', { name: 'Next' }).click();
      await page.keyboard.press('ArrowRight');
      expect(await count.textContent()).toBe('Step 3 of 55');
      await page.keyboard.press('c');
      expect(await texts(page, '.lane.hit .deed')).toEqual(['writes tileA[0][0] = 22 line 32']);
      await expect.poll(() => texts(page, '.step-code tr.current .number')).toEqual(['32', '34']);
      expect(await texts(page, '.step-code tr.current .who')).toEqual(['thread A', 'thread B']);
      expect(await texts(page, '.source-view tr.here .number')).toEqual(['32', '34']);
      await page.keyboard.press('c');
      expect(await texts(page, '.lane.hit .deed')).toEqual(['reads tileA[0][0] = 22 line 36']);
      expect(await texts(page, '.lanes .conclusion')).toEqual([
        'Both access tileA[0][0] and no barrier separates them: either may come first.',
      ]);
      await page.keyboard.press('Home');
      await page.keyboard.press('ArrowLeft');
      expect(await count.textContent()).toBe('Step 1 of 55');
      await page.keyboard.press('End');
      await page.keyboard.press('ArrowLeft');
      await expect.poll(() => new URL(page.url()).hash).toMatch(/^#\/kernel\/\w+\/F1\?step=54$/);
      const { hash } = new URL(page.url());
      await page.goto(`${address}#/`);
      await page.goto(`${address}${hash}`);
      await expect.poll(() => count.textContent()).toBe('Step 54 of 55');
      await page.getByRole('slider', { name: 'Step' }).fill('7');
      expect(await count.textContent()).toBe('Step 7 of 55');
    });
  });

  test('the keys of the steps need no focus: not while typing, not with modifiers, and a box that scrolls keeps its arrows', async () => {
    await using('', async (page) => {
      await goToKernel(page, 'matmulHasty');
      const count = page.locator('.step-count strong');
      await page.evaluate(() =>
        document.activeElement instanceof HTMLElement ? document.activeElement.blur() : undefined,
      );
      for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowLeft']) await page.keyboard.press(key);
      expect(await count.textContent()).toBe('Step 3 of 55');
      await expect
        .poll(() => page.locator('.stepper').evaluate((root) => root.getBoundingClientRect().top < window.innerHeight))
        .toBe(true);
      await page.keyboard.press('c');
      expect(await texts(page, '.lane.hit .deed')).toEqual(['writes tileA[0][0] = 22 line 32']);
      const before = await count.textContent();
      for (const key of ['Control+ArrowRight', 'Alt+ArrowLeft', 'Shift+ArrowRight', 'Shift+C', 'Home', 'End', 'x'])
        await page.keyboard.press(key);
      expect(await count.textContent()).toBe(before);
      const box = page.locator('.source-box').first();
      await box.evaluate((one) => {
        one.style.width = '12rem';
      });
      await box.focus();
      await page.keyboard.press('ArrowRight');
      expect(await count.textContent()).toBe(before);
      await page.locator('#kernel h1').focus();
      await page.keyboard.press('ArrowLeft');
      expect(await count.textContent()).not.toBe(before);
      const now = await count.textContent();
      await expect.poll(() => new URL(page.url()).hash).toMatch(/step=43$/);
      await page.keyboard.press('/');
      await page.keyboard.type('c');
      await page.keyboard.press('ArrowLeft');
      expect([await page.locator('#search').inputValue(), await page.locator('#list').isVisible()]).toEqual([
        'c',
        true,
      ]);
      await page.goBack();
      await page.waitForSelector('#kernel:not([hidden]) .step-count');
      expect(await count.textContent()).toBe(now);
    });
  });

  test('of several steppers the keys mean the one in view, and the one used last while it is seen', async () => {
    const { kernels, problems } = bigReport(6);
    const twice = kernels.map((kernel) => ({
      ...kernel,
      findings: kernel.findings.flatMap((finding) => [finding, { ...finding, id: 'F77' }]),
    }));
    const shown = await opened[0]?.show(
      renderHtml({ report: { version: 1, kernels: twice, problems }, facts: { version: '0.1.0' }, read: bigSource }),
      '#/kernels?verdict=racy',
      { viewport: { width: 1000, height: 700 } },
    );
    if (shown === undefined) throw new Error('the browser did not start');
    const { page } = shown;
    await page.locator('#list .row a.name').first().click();
    await page.waitForSelector('#kernel:not([hidden]) .source-lines');
    const steps = (): Promise<readonly string[]> =>
      page
        .locator('.step-count strong')
        .evaluateAll((found) => found.map((one) => one.textContent.replace(/ of .*/, '')));
    const [first, second] = [page.locator('.stepper').nth(0), page.locator('.stepper').nth(1)];
    await page.keyboard.press('ArrowRight');
    expect(await steps()).toEqual(['Step 2', 'Step 1']);
    await second.evaluate((one) => one.scrollIntoView({ block: 'center', behavior: 'instant' }));
    await page.keyboard.press('ArrowRight');
    expect(await steps()).toEqual(['Step 2', 'Step 2']);
    await page.setViewportSize({ width: 1000, height: 6000 });
    await page.keyboard.press('ArrowRight');
    expect(await steps()).toEqual(['Step 2', 'Step 3']);
    await first.getByRole('button', { name: 'Next' }).click();
    await page.locator('#kernel h1').focus();
    await page.keyboard.press('ArrowRight');
    expect(await steps()).toEqual(['Step 4', 'Step 3']);
    expect(shown.complaints).toEqual([]);
    await shown.close();
  });

  test('the picture is saved as SVG', async () => {
    await using('', async (page) => {
      await goToKernel(page, 'stencilGuarded');
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Save as SVG' }).click(),
      ]);
      expect(download.suggestedFilename()).toBe('stencilGuarded-F4.svg');
      const path = await download.path();
      expect(readFileSync(path, 'utf8')).toMatch(/^<svg /);
    });
  });

  test('keyboard only: skip link, views, rows, a finding, its steps; the focus is always seen', async () => {
    await using('', async (page) => {
      const tab = async (): Promise<string> => {
        await page.keyboard.press('Tab');
        const outline = await page.evaluate(() =>
          document.activeElement === null || document.activeElement === document.body
            ? 'body'
            : getComputedStyle(document.activeElement).outlineStyle,
        );
        expect(outline, await focused(page)).not.toBe('none');
        return focused(page);
      };
      const tabTo = async (wanted: string): Promise<void> => {
        for (let k = 0; k < 60; k++) if ((await tab()) === wanted) return;
        throw new Error(`no ${wanted} by Tab`);
      };
      expect(await tab()).toBe('Skip to the content');
      await page.keyboard.press('Enter');
      expect(await focused(page)).toBe('main');
      await page.keyboard.press('Shift+Tab');
      await page.evaluate(() =>
        document.activeElement instanceof HTMLElement ? document.activeElement.blur() : undefined,
      );
      await page.locator('.brand').focus();
      await tabTo('Kernels');
      await page.keyboard.press('Enter');
      await expect.poll(() => focused(page)).toBe('list-title');
      await tabTo('statisticsHasty');
      await page.keyboard.press('Enter');
      await expect.poll(() => focused(page)).toBe('statisticsHasty');
      await tabTo('Next');
      await page.keyboard.press('Space');
      await page.keyboard.press('ArrowRight');
      expect(await page.locator('.step-count strong').textContent()).toMatch(/^Step 3 of /);
      await page.goBack();
      await expect.poll(() => focused(page)).toBe('list-title');
    });
  });

  test('dark and light: as the system says, and by the switch, which is remembered', async () => {
    const ground = (page: Page): Promise<string> =>
      page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await using(
      '',
      async (page) => {
        expect(await ground(page)).toBe('rgb(14, 18, 23)');
        await page.getByLabel('Colours').selectOption('light');
        expect(await ground(page)).toBe('rgb(246, 247, 249)');
        await page.reload();
        await page.waitForSelector('html.ready');
        expect(await ground(page)).toBe('rgb(246, 247, 249)');
        await page.getByLabel('Colours').selectOption('auto');
        expect(await ground(page)).toBe('rgb(14, 18, 23)');
      },
      { colorScheme: 'dark' },
    );
    await using(
      '',
      async (page) => {
        expect(await ground(page)).toBe('rgb(246, 247, 249)');
        await page.getByLabel('Colours').selectOption('dark');
        expect(await ground(page)).toBe('rgb(14, 18, 23)');
      },
      { colorScheme: 'light' },
    );
  });

  test('without scripts: the overview and every finding', async () => {
    await using(
      '',
      async (page) => {
        expect(await texts(page, '.total .count')).toEqual(['4', '0', '3', '0', '0']);
        expect(await texts(page, 'noscript .row .name')).toHaveLength(7);
        expect((await texts(page, 'noscript .row')).join('\n')).toContain(
          'F4 Barrier under a thread-dependent branch (SW201, error, confirmed): thread (0,0,0) waits at the barrier on line 53',
        );
        expect(await page.locator('#search').isVisible()).toBe(false);
      },
      { javaScriptEnabled: false },
    );
  });

  test('nothing moves by itself where the reader asks for that', async () => {
    const behaviour = (page: Page): Promise<string> =>
      page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior);
    await using(
      '',
      async (page) => {
        expect(await behaviour(page)).toBe('auto');
      },
      { reducedMotion: 'reduce' },
    );
    await using(
      '',
      async (page) => {
        expect(await behaviour(page)).toBe('smooth');
      },
      { reducedMotion: 'no-preference' },
    );
  });

  test('an address that leads nowhere says so', async () => {
    await using('#/kernel/0000', async (page) => {
      expect(await page.locator('#kernel h1').textContent()).toBe('No such kernel');
      expect(await page.title()).toBe('No such kernel · examples · Syncwright');
    });
  });
});
