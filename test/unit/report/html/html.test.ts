/**
 * The HTML report as text: what stands in it without a script, its policy, its pieces, and that nothing foreign becomes
 * markup.
 */
import { createHash } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { fc } from '../../../seeded.ts';
import { escaped, html, markupOf, prose } from '../../../../src/report/html/markup.ts';
import type { KernelPage, ReportIndex, SourcePiece } from '../../../../src/report/html/contract.ts';
import { overviewSvg } from '../../../../src/report/html/overview-svg.ts';
import { pageScript } from '../../../../src/report/html/page-assets.ts';
import { renderHtml } from '../../../../src/report/html/html.ts';
import { hostileReport, hostileSource, hostileTexts } from '../../../browser/hostile-report.ts';
import { report, source } from '../sample-report.ts';

const facts = { version: '0.1.0', title: 'sample', commit: 'abc123', command: 'syncwright check src', seconds: 12 };
const page = renderHtml({ report, facts, read: source });

/** What a piece holds, which has the type of `blank`: the engine wrote it as contract.ts says. */
function pieceIn<Value>(text: string, name: string, blank: Value): Value {
  const found = new RegExp(`data-piece="${name}">([^<]*)<`).exec(text)?.[1];
  const holder = { value: blank };
  const value: unknown =
    found === undefined ? blank : JSON.parse(inflateRawSync(Buffer.from(found, 'base64')).toString('utf8'));
  Object.assign(holder, { value });
  return holder.value;
}
const blankIndex: ReportIndex = { title: '', files: [], reasons: [], codes: {}, kernels: [] };
const blankPages: Readonly<Record<string, KernelPage>> = {};
const blankSource: SourcePiece = { stretches: [] };
const indexIn = (text: string): ReportIndex => pieceIn(text, 'index', blankIndex);
const pagesIn = (text: string): Readonly<Record<string, KernelPage>> => pieceIn(text, 'pages-0', blankPages);

describe('the file', () => {
  test('is the same for the same report', () => expect(renderHtml({ report, facts, read: source })).toBe(page));
  test('allows its own script and style, by their hashes, and no other source of anything', () => {
    const policy = /Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1] ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`script-src 'sha256-${createHash('sha256').update(pageScript).digest('base64')}'`);
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(page).not.toMatch(/\ssrc=|<link(?! rel="icon" href="data:)|\son\w+=|\sstyle=/);
  });
  test('holds the overview, and without a script a list of every kernel and finding', () => {
    const plain = /<noscript>([\s\S]*)<\/noscript>/.exec(page)?.[1] ?? '';
    for (const { name, findings } of report.kernels) {
      expect(plain).toContain(name);
      for (const { id } of findings) expect(plain).toContain(`<strong>${id} `);
    }
    expect(plain).toContain('Thread (63,0,0) writes scratch[63] = 7 (src/sum.cu:4)');
    const seen = page.slice(0, page.indexOf('<noscript>'));
    for (const words of [
      '5 kernels in 1 file',
      'abc123',
      '12 s',
      'Look at these first',
      'By file',
      'Why kernels were not decided',
      'By code',
      'no such file or directory',
    ])
      expect(seen).toContain(words);
  });
  test('counts reasons, with their values', () =>
    expect(page).toContain('>the budget of launches (16) was reached [SL104]</a>'));
});

describe('its pieces', () => {
  const index = indexIn(page);
  test('the index has every kernel with its findings, and where its page is', () => {
    expect(index.kernels.map(({ name, verdict, findings }) => [name, verdict, findings.map(({ id }) => id)])).toEqual(
      report.kernels.map(({ name, verdict, findings }) => [name, verdict, findings.map(({ id }) => id)]),
    );
    expect(new Set(index.kernels.map(({ key }) => key)).size).toBe(index.kernels.length);
  });
  test('the page of a kernel has the two threads, the time line, the patch, the inputs, the commands and what the code means', () => {
    const own = pagesIn(page)[index.kernels[0]?.key ?? ''];
    for (const words of [
      'Thread (63,0,0)',
      'class="timeline"',
      '+\t__syncthreads();',
      'n = 64, big = 1152921504606846976',
      'syncwright replay report.json 00112233445566aa --step',
      'What SW101 means',
      'data and out are distinct arrays',
    ])
      expect(own?.html).toContain(words);
    expect(own?.pictures['F1']).toMatch(/^<svg /);
    expect(own?.steps['F1']?.steps.map(({ who, words, isHit }) => [who, words, isHit])).toEqual([
      [0, 'writes scratch[63] = 7', true],
      [1, 'reads scratch[63]', true],
    ]);
  });
  test('marks say where on the line the accesses are, as the line is shown', () => {
    const views = pagesIn(page)[index.kernels[0]?.key ?? '']?.views ?? [];
    const lines = pieceIn(page, `source-${views[0]?.file ?? ''}`, blankSource).stretches[0]?.lines ?? [];
    expect(
      views.flatMap(({ marks }) => marks).map(({ line, from, to }) => (lines[line - 1] ?? '').slice(from, to)),
    ).toEqual(['scratch[t]', 'scratch[63 - t]']);
  });
});

describe('nothing foreign becomes markup', () => {
  const hostile = renderHtml({
    report: hostileReport,
    facts: {
      version: '0.1.0',
      title: hostileTexts[0] ?? '',
      commit: hostileTexts[1] ?? '',
      command: hostileTexts[2] ?? '',
    },
    read: hostileSource,
  });
  const shownTexts = [
    hostile.replace(/<script>[\s\S]*?<\/script>|<style>[\s\S]*?<\/style>/g, ''),
    ...Object.values(pagesIn(hostile)).map((own) => own.html),
    ...Object.values(pagesIn(hostile)).flatMap((own) => Object.values(own.pictures)),
    overviewSvg(hostileReport, { version: '1', title: hostileTexts[0] ?? '' }),
  ];
  test('no element, attribute or comment of it', () => {
    for (const text of shownTexts) {
      const tag = /<(?:!doctype html|\/?[a-z][a-z0-9]*(?:\s+[\w:-]+(?:="[^"<>]*")?)*\s*\/?)>/g;
      expect(text.replace(tag, '')).not.toMatch(/[<>]/);
      const tags = text.match(tag) ?? [];
      expect(tags.map((one) => one.replace(/="[^"]*"/g, '=')).join('\n')).not.toMatch(
        /^<(?:img|iframe|object|embed|form|base)|\s(?:on\w+|style|src|srcdoc|formaction)=/m,
      );
      expect(
        tags
          .flatMap((one) => one.match(/(?<=^[^"]*(?:"[^"]*"[^"]*)*\shref=")[^"]*/g) ?? [])
          .filter((href) => !/^(?:#|data:image\/svg)/.test(href)),
      ).toEqual([]);
      expect(
        tags
          .filter((one) => one.startsWith('<script'))
          .every((one) => /^<script type="application\/octet-stream" data-piece="[\w-]+">$/.test(one)),
      ).toBe(true);
    }
  });
  test('what does not print or turns the order of text is shown', () => {
    for (const text of shownTexts)
      expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/);
    expect(shownTexts[0]).toContain('&lt;U+202E&gt;');
    expect(shownTexts[0]).toContain('&lt;U+2028&gt;');
  });
  test('whatever the text is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const made = `${escaped(text)}${markupOf(html`<a title="${text}">${text}</a>${prose(text)}`)}`;
        expect(made.replace(/<a title="[^"<>]*">|<\/a>|<\/?code>/g, '')).not.toMatch(/[<>"']/);
      }),
    );
  });
});

describe('the overview as a picture', () => {
  const svg = overviewSvg(report, facts);
  test('stands alone and tells its numbers to a screen reader', () => {
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" [^>]*role="img"/);
    expect(svg).toContain('2 racy, 0 conditional, 1 race-free, 1 unknown, 1 unsupported');
    expect(svg).not.toMatch(/<script|href=|@import|url\(/);
  });
  test('of nothing is a picture too', () =>
    expect(overviewSvg({ version: 1, kernels: [], problems: [] }, facts)).toContain('0 kernels'));
});

test('a report of nothing says so', () =>
  expect(renderHtml({ report: { version: 1, kernels: [], problems: [] }, facts, read: source })).toContain(
    'No kernel was analysed.',
  ));
