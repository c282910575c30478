/**
 * A report as one HTML file (docs/decisions/0014-html-report.md). Needs: the report, what is known of the run, and the
 * sources. Gives: the file's text. It asks nothing of a network, runs no script but its own, whose hash its policy
 * names, and opens fast however many kernels it holds: the overview is there at once, the rest is inflated when it is
 * asked for (pieces.ts, src/page/). Without scripts the overview and a list of all findings are read.
 */
import { createHash } from 'node:crypto';
import type { KernelAnswer, Report } from '../../verdict/finding.ts';
import type { Address } from '../finding-places.ts';
import type { SourceLookup } from '../wording.ts';
import type { Html } from './markup.ts';
import type { TrendPoint } from './trend.ts';
import { createShelf } from './sources.ts';
import { html, raw } from './markup.ts';
import { indexOf } from './index-data.ts';
import { kernelPage } from './kernel-page.ts';
import { overview } from './overview.ts';
import { packed, packedPiece, pieceOf } from './pieces.ts';
import { pageScript, pageStyle } from './page-assets.ts';
import { plainList } from './plain-list.ts';
import { reasonTallies } from './tally.ts';

export type HtmlFacts = Readonly<{
  /** Of the engine. */
  version: string;
  title?: string;
  commit?: string;
  /** As it was typed. */
  command?: string;
  /** How long the whole run took. */
  seconds?: number;
  /** Of audits, oldest first, the last of them this one. */
  trend?: readonly TrendPoint[];
}>;

export type HtmlInput = Readonly<{
  report: Report;
  facts: HtmlFacts;
  /** Text of a source file; null when there is none. */
  read: SourceLookup;
  /** Where a line can be looked at (such as at GitHub); not given: nowhere but in the file itself. */
  address?: Address;
}>;

export function renderHtml({ report, facts, read, address = null }: HtmlInput): string {
  const keys = keysOf(report.kernels);
  const shelf = createShelf(read);
  const { pieceOfKey, pieces } = packed(pagesOf(report.kernels, keys, { source: read, address, shelf }));
  const index = indexOf(report.kernels, { keys, pieceOfKey, shelf, reasons: reasonTallies(report.kernels), facts });
  const sources = shelf.files().flatMap((file, k) => {
    const piece = shelf.pieceOf(file);
    return piece === null ? [] : [pieceOf(`source-${k}`, piece)];
  });
  return html`<!doctype html>
<html lang="en">
${headPart(facts)}
<body>
<a class="skip" href="#main">Skip to the content</a>
${barPart()}
<main id="main" tabindex="-1">
${overview(report, facts, keys)}
<section id="list" class="view" aria-labelledby="list-title" hidden></section>
<section id="kernel" class="view" hidden></section>
${plainList(report)}
</main>
<footer>Made by syncwright ${facts.version}. Nothing in this file was loaded from elsewhere, and nothing leaves it.</footer>
${pieceOf('index', index)}${pieces.map((text, k) => packedPiece(`pages-${k}`, text))}${sources}</body>
</html>
`.markup;
}

function* pagesOf(
  kernels: readonly KernelAnswer[],
  keys: ReadonlyMap<KernelAnswer, string>,
  context: Parameters<typeof kernelPage>[1],
): Generator<readonly [string, ReturnType<typeof kernelPage>]> {
  for (const kernel of kernels) yield [keys.get(kernel) ?? '', kernelPage(kernel, context)];
}

/** Of file and name; instances that share both are numbered. */
function keysOf(kernels: readonly KernelAnswer[]): ReadonlyMap<KernelAnswer, string> {
  const taken = new Map<string, number>();
  return new Map(
    kernels.map((kernel) => {
      const key = createHash('sha256')
        .update(JSON.stringify([kernel.span.file, kernel.name]))
        .digest('hex')
        .slice(0, 12);
      const n = taken.get(key) ?? 0;
      taken.set(key, n + 1);
      return [kernel, n === 0 ? key : `${key}-${n}`];
    }),
  );
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** A tick in the colour of the page. */
const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='7' fill='%230a5bc4'/%3E%3Cpath d='M9 8v16M23 8v16M9 12h14M9 20h14' stroke='%23fff' stroke-width='3' stroke-linecap='round'/%3E%3C/svg%3E";

function headPart({ title }: HtmlFacts): Html {
  const policy = `default-src 'none'; script-src ${hashOf(pageScript)}; style-src ${hashOf(pageStyle)}; img-src data:; base-uri 'none'; form-action 'none'`;
  return html`<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${raw(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title ?? 'Synchronization report'} · Syncwright</title>
<link rel="icon" href="${raw(icon)}">
<style>${raw(pageStyle)}</style>
<script>${raw(pageScript)}</script>
</head>`;
}

function barPart(): Html {
  return html`<header class="bar-top"><div class="bar-inner"><a class="brand" href="#/">Syncwright</a>
<nav aria-label="Report"><a href="#/" data-nav="overview">Overview</a><a href="#/kernels" data-nav="list">Kernels</a></nav>
<div class="tools needs-script"><label class="search"><span class="hidden-words">Search kernels, files and messages</span><input type="search" id="search" placeholder="Search" autocomplete="off" spellcheck="false" aria-keyshortcuts="/"></label>
<label class="theme"><span class="hidden-words">Colours</span><select id="theme"><option value="auto">Auto</option><option value="light">Light</option><option value="dark">Dark</option></select></label></div></div></header>`;
}
