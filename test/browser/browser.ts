/**
 * A headless Chromium for the tests of the HTML report. It may show files of a folder of its own and nothing else:
 * whatever a page asks for beside is a failure, as is an error on its console. Where there is no Chromium the tests are
 * skipped with a word, but not where SYNCWRIGHT_BROWSER is `required` (.ci/run, which installs it).
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Null: there is none. */
function executablePath(): string | null {
  const given = process.env['SYNCWRIGHT_CHROMIUM'];
  if (given !== undefined) return given;
  const places = (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)));
  return places.find((path) => existsSync(path)) ?? null;
}

const found = executablePath();
if (found === null) {
  if (process.env['SYNCWRIGHT_BROWSER'] === 'required')
    throw new Error('no Chromium to test the HTML report in (apt-get install chromium)');
  console.log('skipped: there is no Chromium to test the HTML report in (apt-get install chromium)');
}
/** For `describe.skipIf`. */
export const hasNoBrowser = found === null;

export type Shown = Readonly<{
  page: Page;
  address: string;
  /** What must stay empty: errors, and what was asked of elsewhere. */ complaints: readonly string[];
  close: () => Promise<void>;
}>;
export type Surfer = Readonly<{
  show: (html: string, hash?: string, options?: BrowserContextOptions) => Promise<Shown>;
  close: () => Promise<void>;
}>;

/** Elements that say that a page is ready, with scripts and without. */
const readyMarks = { true: 'html.ready', false: '#overview' } as const;

export async function openBrowser(): Promise<Surfer> {
  const browser: Browser = await chromium.launch({ executablePath: found ?? '', args: ['--no-sandbox'] });
  const folder = mkdtempSync(join(tmpdir(), 'syncwright-browser-'));
  const files = new Map<string, string>();
  /** The same text is written once. */
  const fileOf = (html: string): string => {
    const known = files.get(html) ?? pathToFileURL(join(folder, `report-${files.size}.html`)).href;
    if (!files.has(html)) writeFileSync(new URL(known), html);
    files.set(html, known);
    return known;
  };
  return {
    show: async (html, hash = '', options = {}) => {
      const address = fileOf(html);
      const context = await browser.newContext({
        viewport: { width: 1280, height: 900 },
        acceptDownloads: true,
        ...options,
      });
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') complaints.push(`console: ${message.text()}`);
      });
      page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
      page.on('dialog', (dialog) => {
        complaints.push(`dialog: ${dialog.message()}`);
        void dialog.dismiss();
      });
      page.on('request', (request) => {
        if (!request.url().startsWith(address) && !/^(?:data|blob):/.test(request.url()))
          complaints.push(`request: ${request.url()}`);
      });
      await page.goto(`${address}${hash}`);
      await page.waitForSelector(readyMarks[options.javaScriptEnabled === false ? 'false' : 'true']);
      return { page, address, complaints, close: () => context.close() };
    },
    close: async () => {
      await browser.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
