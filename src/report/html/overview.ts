/**
 * The first page: how many kernels have which verdict, what to look at first, and counts by folder, reason, code and
 * time.
 */
import type { Finding, KernelAnswer, Report } from '../../verdict/finding.ts';
import type { Html } from './markup.ts';
import type { HtmlFacts } from './html.ts';
import type { FolderTally } from './tally.ts';
import type { VerdictCounts } from '../../verdict/counts.ts';
import { asideOf, capital, severityBadge, verdictMarks, verdictMeanings, verdictNames } from './words.ts';
import {
  codeTallies,
  folderTallies,
  reasonTallies,
  shownFolders,
  sumOf,
  timeOf,
  timeTallies,
  timeWords,
  verdicts,
} from './tally.ts';
import { findingsOf, plural } from '../wording.ts';
import { html, nothing, prose } from './markup.ts';
import { severityRank } from '../../verdict/finding.ts';
import { trendPart } from './trend.ts';
import { titleOf } from '../../verdict/catalogue.ts';
import { shownVerdicts } from '../../verdict/finding.ts';
import { verdictCounts } from '../../verdict/counts.ts';

/** Characters of a command that stands among the facts. */
const longCommand = 120;
/** Rows that are shown at once. */
const most = { findings: 8, reasons: 10, slow: 10, problems: 100 } as const;

/** `keys`: how pages of kernels are named. */
export function overview(report: Report, facts: HtmlFacts, keys: ReadonlyMap<KernelAnswer, string>): Html {
  const { kernels } = report;
  return html`<section id="overview" class="view" aria-labelledby="overview-title">
<header class="page-head"><h1 id="overview-title" tabindex="-1">${facts.title ?? 'Synchronization report'}</h1>${factsLine(report, facts)}</header>
${
  kernels.length === 0
    ? html`<p class="note">No kernel was analysed.</p>`
    : html`${totals(kernels)}
<div class="panels">${firstPart(kernels, keys)}${trendPart(facts.trend ?? [])}${folderPart(kernels)}${reasonPart(kernels)}${codePart(findingsOf(report))}${timePart(kernels, keys)}</div>`
}
${problemPart(report)}
</section>`;
}

function factsLine({ kernels, problems }: Report, { version, commit, command, seconds }: HtmlFacts): Html {
  const files = new Set(kernels.map(({ span }) => span.file)).size;
  const pairs: readonly (readonly [string, Html])[] = [
    ['Analysed', html`${plural(kernels.length, 'kernel')} in ${plural(files, 'file')}`],
    ...(commit === undefined ? [] : [['Commit', html`<code>${commit}</code>`] as const]),
    ...(seconds === undefined ? [] : [['Took', html`${timeWords(seconds * 1000)}`] as const]),
    ['Engine', html`syncwright ${version}`],
    ...(problems.length === 0
      ? []
      : [['Input', html`<a href="#problems">${plural(problems.length, 'problem')}</a>`] as const]),
    ...(command === undefined || command.length > longCommand
      ? []
      : [['Command', html`<code>${command}</code>`] as const]),
  ];
  return html`<dl class="facts-line">${pairs.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>${command === undefined || command.length <= longCommand ? nothing : html`<details class="facts-line"><summary>Command</summary><p><code>${command}</code></p></details>`}`;
}

function totals(kernels: readonly KernelAnswer[]): Html {
  const tally = verdictCounts(kernels);
  return html`<section class="totals" aria-label="Verdicts">${stackedBar(tally, 'large')}
<ul>${shownVerdicts.map((verdict) => html`<li class="total ${verdict}"><a href="#/kernels?verdict=${verdict}"><span class="count">${tally[verdict]}</span> <span class="name"><span class="mark" aria-hidden="true">${verdictMarks[verdict]}</span>${verdictNames[verdict]}</span> <span class="share">${shareWords(tally[verdict], kernels.length)}</span></a><p>${verdictMeanings[verdict]}</p></li>`)}</ul></section>`;
}

const shareWords = (part: number, whole: number): string =>
  part === 0 || whole === 0 ? '' : part === whole ? '100 %' : `${((100 * part) / whole).toFixed(1)} %`;

/** A bar whose parts have widths by attributes, as the page allows no style of its own to elements. */
function stackedBar(tally: VerdictCounts, size: 'large' | 'small'): Html {
  const whole = Math.max(1, sumOf(tally));
  let at = 0;
  const parts = verdicts.flatMap((verdict) => {
    const width = (100 * tally[verdict]) / whole;
    const x = at;
    at += width;
    return width === 0
      ? []
      : [html`<rect class="${verdict}" x="${x.toFixed(3)}%" width="${width.toFixed(3)}%" height="100%"/>`];
  });
  const words = verdicts
    .filter((verdict) => tally[verdict] > 0)
    .map((verdict) => `${tally[verdict]} ${verdictNames[verdict]}`)
    .join(', ');
  return html`<svg class="bar ${size}" role="img" aria-label="${words}">${parts}</svg>`;
}

// What to look at first -----------------------------------------------------------------------------------------------

type Found = Readonly<{ finding: Finding; kernel: KernelAnswer }>;

export function worstFirst(kernels: readonly KernelAnswer[]): readonly Found[] {
  const rank = ({ finding }: Found): number =>
    (asideOf(finding) === '' ? 100 : 0) + (finding.status === 'confirmed' ? 10 : 0) + severityRank(finding.severity);
  return kernels
    .flatMap((kernel) => kernel.findings.map((finding) => ({ finding, kernel })))
    .sort((a, b) => rank(b) - rank(a));
}

function firstPart(kernels: readonly KernelAnswer[], keys: ReadonlyMap<KernelAnswer, string>): Html {
  const found = worstFirst(kernels);
  if (found.length === 0)
    return html`<section class="panel wide"><h2>Findings</h2><p>None. Nothing was found in any kernel that could be decided.</p></section>`;
  const patched = found.filter(({ finding }) => finding.fix !== null).length;
  const confirmed = found.filter(({ finding }) => finding.status === 'confirmed').length;
  return html`<section class="panel wide"><div class="part-head"><h2>Look at these first</h2><a href="#/kernels?status=confirmed">All ${plural(found.length, 'finding')}</a></div>
<p class="quiet-words">${confirmed} confirmed, ${found.length - confirmed} possible; ${patched} with a patch.</p>
<ol class="found">${found.slice(0, most.findings).map(({ finding, kernel }) => html`<li><a href="#/kernel/${keys.get(kernel) ?? ''}/${finding.id}"><span class="found-head">${severityBadge(finding.severity)} <span class="chip">${finding.code}</span> <strong>${capital(titleOf(finding.code) ?? finding.kind)}</strong> <span class="quiet-words">in <code>${kernel.name}</code>, ${finding.span.file}:${finding.span.line}</span></span> <span class="found-text">${prose(capital(finding.message))}</span></a></li>`)}</ol></section>`;
}

// Tables --------------------------------------------------------------------------------------------------------------

function folderPart(kernels: readonly KernelAnswer[]): Html {
  const { above, rows } = folderTallies(kernels);
  const isFiles = rows.some(({ folder }) => kernels.some(({ span }) => span.file === folder));
  const more = rows.slice(shownFolders);
  return html`<section class="panel wide"><h2>By ${isFiles ? 'file' : 'folder'}</h2>${above === '' ? nothing : html`<p class="quiet-words">below <code>${above}</code></p>`}${folderTable(rows.slice(0, shownFolders), isFiles)}
${more.length === 0 ? nothing : html`<details><summary>${more.length} more</summary>${folderTable(more, isFiles)}</details>`}</section>`;
}

const folderTable = (
  rows: readonly FolderTally[],
  isFiles: boolean,
): Html => html`<table class="tally folders"><thead><tr><th scope="col">${isFiles ? 'File' : 'Folder'}</th><th scope="col" class="bar-cell"><span class="hidden-words">Shares</span></th>${verdicts.map((verdict) => html`<th scope="col" class="number"><span class="mark ${verdict}" aria-hidden="true">${verdictMarks[verdict]}</span> <span class="column-name">${verdictNames[verdict]}</span></th>`)}<th scope="col" class="number time-cell">Time</th></tr></thead>
<tbody>${rows.map(({ folder, name, tally, time }) => html`<tr><th scope="row"><a href="#/kernels?folder=${encodeURIComponent(folder)}">${brokenAtSlashes(name)}</a></th><td class="bar-cell">${stackedBar(tally, 'small')}</td>${verdicts.map((verdict) => html`<td class="number${tally[verdict] === 0 ? ' zero' : ''}">${tally[verdict]}</td>`)}<td class="number time-cell">${timeWords(time)}</td></tr>`)}</tbody></table>`;

/** A long path may go on in the next line behind a slash. */
const brokenAtSlashes = (path: string): Html =>
  html`${path.split(/(?<=\/)/).map((part, k) => (k === 0 ? part : html`<wbr>${part}`))}`;

function reasonPart(kernels: readonly KernelAnswer[]): Html {
  const all = reasonTallies(kernels);
  if (all.length === 0) return nothing;
  const row = ({ words, kernels: own }: (typeof all)[number], k: number): Html =>
    html`<tr><td class="number">${own.length}</td><th scope="row"><a href="#/kernels?reason=${k}">${prose(words)}</a></th></tr>`;
  const table = (rows: readonly Html[]): Html =>
    html`<table class="tally"><thead><tr><th scope="col" class="number">Kernels</th><th scope="col">Reason</th></tr></thead><tbody>${rows}</tbody></table>`;
  const rows = all.map(row);
  return html`<section class="panel wide"><h2>Why kernels were not decided</h2>${table(rows.slice(0, most.reasons))}${rows.length <= most.reasons ? nothing : html`<details><summary>${rows.length - most.reasons} more</summary>${table(rows.slice(most.reasons))}</details>`}</section>`;
}

function codePart(findings: readonly Finding[]): Html {
  const rows = codeTallies(findings);
  if (rows.length === 0) return nothing;
  return html`<section class="panel"><h2>By code</h2><table class="tally codes"><thead><tr><th scope="col">Code</th><th scope="col" class="number">Confirmed</th><th scope="col" class="number">Possible</th></tr></thead><tbody>
${rows.map(({ code, confirmed, possible }) => html`<tr><th scope="row"><a href="#/kernels?code=${code}">${code}</a> <span class="quiet-words">${titleOf(code) ?? ''}</span></th><td class="number${confirmed === 0 ? ' zero' : ''}">${confirmed}</td><td class="number${possible === 0 ? ' zero' : ''}">${possible}</td></tr>`)}</tbody></table></section>`;
}

function timePart(kernels: readonly KernelAnswer[], keys: ReadonlyMap<KernelAnswer, string>): Html {
  const rows = timeTallies(kernels);
  const largest = Math.max(1, ...rows.map(({ kernels: n }) => n));
  const slow = [...kernels].sort((a, b) => b.timeMs - a.timeMs).slice(0, most.slow);
  return html`<section class="panel"><div class="part-head"><h2>Time</h2><a href="#/kernels?sort=time">Slowest first</a></div><p class="quiet-words">${timeWords(timeOf(kernels))} for all kernels together.</p>
<table class="tally times"><thead class="hidden-words"><tr><th scope="col">A kernel took</th><th scope="col">Share</th><th scope="col">Kernels</th></tr></thead><tbody>${rows.map(({ words, kernels: n }) => html`<tr><th scope="row">${words}</th><td class="bar-cell"><svg class="bar plain" aria-hidden="true"><rect width="${((100 * n) / largest).toFixed(2)}%" height="100%"/></svg></td><td class="number${n === 0 ? ' zero' : ''}">${n}</td></tr>`)}</tbody></table>
<details><summary>The slowest</summary><table class="tally"><tbody>${slow.map((kernel) => html`<tr><th scope="row"><a href="#/kernel/${keys.get(kernel) ?? ''}"><code>${kernel.name}</code></a></th><td class="number">${timeWords(kernel.timeMs)}</td></tr>`)}</tbody></table></details></section>`;
}

function problemPart({ problems }: Report): Html {
  if (problems.length === 0) return nothing;
  return html`<section class="panel wide" id="problems"><h2>Problems with the input</h2><ul>${problems.slice(0, most.problems).map(({ file, line, text, code }) => html`<li><code>${file}${line === null ? '' : `:${line}`}</code>: ${prose(text)} <span class="chip">${code}</span></li>`)}</ul>${problems.length > most.problems ? html`<p>And ${problems.length - most.problems} more.</p>` : nothing}</section>`;
}
