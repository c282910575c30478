/** The page of one kernel: the answer, its findings or reasons, what the answer rests on, and the source. */
import type { Finding, KernelAnswer } from '../../verdict/finding.ts';
import type { LaunchConfig } from '../../launch/launch.ts';
import type { KernelPage } from './contract.ts';
import type { Html } from './markup.ts';
import type { Address } from '../finding-places.ts';
import type { SourceShelf } from './sources.ts';
import type { SourceLookup } from '../wording.ts';
import { briefly } from '../../launch/print.ts';
import { html, nothing, prose, shown } from './markup.ts';
import { findingSection, pictureOf, placeLink } from './finding-section.ts';
import { firstShown } from '../patch.ts';
import { plural, printScalars, printShape } from '../wording.ts';
import { stepsOf } from './steps.ts';
import { timelineSvg } from '../timeline-svg.ts';
import { costWords } from '../cost-words.ts';
import { timeWords } from './tally.ts';
import { verdictBadge, verdictMeanings } from './words.ts';
import { viewsOf } from './sources.ts';

export type PageContext = Readonly<{ source: SourceLookup; address: Address; shelf: SourceShelf }>;

export function kernelPage(kernel: KernelAnswer, context: PageContext): KernelPage {
  const views = viewsOf(kernel, context.shelf);
  const steps = kernel.findings.flatMap((finding) => {
    const list = stepsOf(finding, context.shelf);
    return list === null ? [] : [[finding.id, list] as const];
  });
  const pictures = kernel.findings.flatMap((finding) =>
    finding.witness === null
      ? []
      : [[finding.id, timelineSvg(pictureOf(finding, finding.witness, context.source))] as const],
  );
  return {
    html: pageMarkup(kernel, context).markup,
    views,
    steps: Object.fromEntries(steps),
    pictures: Object.fromEntries(pictures),
  };
}

function pageMarkup(kernel: KernelAnswer, context: PageContext): Html {
  const { findings } = kernel;
  const patches = firstShown(findings, ({ fix }) => (fix === null ? [] : [fix]));
  const explained = new Set<string>();
  return html`<nav class="crumbs" aria-label="Where you are"><a href="#/kernels">Kernels</a> ${crumbs(kernel.span.file)}</nav>
<header class="page-head"><h1 tabindex="-1"><code>${kernel.name}</code></h1>
<p class="facts">${verdictBadge(kernel.verdict)} ${placeLink(kernel.span.file, kernel.span.line, { ...context, home: null })} <span class="quiet-words">${timeWords(kernel.timeMs)}${kernel.repairMs === undefined ? '' : `, ${timeWords(kernel.repairMs)} of it for patches`}</span></p>
${costWords(kernel).map((words) => html`<p class="facts quiet-words">${words}</p>`)}
<p class="meaning">${verdictMeanings[kernel.verdict]}</p></header>
<div class="page-body"><div class="story">
${findings.length > 1 ? contentsPart(findings) : nothing}
${reasonsPart(kernel)}
${findings.map((finding) => findingSection(finding, { ...context, patches, explained, home: kernel.span.file }))}
${assumptionsPart(kernel)}
</div><aside class="sources" aria-label="Source"><h2>Source</h2><div data-views></div></aside></div>`;
}

/** Each folder leads to its kernels. */
function crumbs(file: string): Html {
  const parts = file.split('/').filter((part) => part !== '');
  return html`${parts.map((part, k) => html`<span aria-hidden="true">/</span> <a href="#" data-folder="${`${file.startsWith('/') ? '/' : ''}${parts.slice(0, k + 1).join('/')}`}">${part}</a> `)}`;
}

const contentsPart = (findings: readonly Finding[]): Html =>
  html`<nav class="contents" aria-label="Findings"><ul>${findings.map(({ id, code, severity, message }) => html`<li><a href="#" data-finding="${id}"><span class="id">${id}</span> <span class="chip ${severity}">${code}</span> ${prose(message)}</a></li>`)}</ul></nav>`;

function reasonsPart({ reasons, verdict }: KernelAnswer): Html {
  if (reasons.length === 0) return nothing;
  const title =
    verdict === 'drf' || verdict === 'conditional'
      ? 'How it was decided'
      : verdict === 'racy'
        ? 'Further reasons'
        : 'Why it was not decided';
  return html`<section class="reasons"><h2>${title}</h2><ul>${reasons.map((reason) => html`<li>${prose(reason)}</li>`)}</ul></section>`;
}

const shownLaunches = 12;

function assumptionsPart(kernel: KernelAnswer): Html {
  const { assumptions, launches } = kernel;
  const others = assumptions.filter((text) => !text.startsWith('launch '));
  if (launches.length + others.length === 0) return nothing;
  return html`<section class="rests"><h2>What this answer is based on</h2>
${launches.length === 0 ? nothing : html`<h3>${plural(launches.length, 'launch').replace('launchs', 'launches')}</h3><ul>${launches.slice(0, shownLaunches).map(launchItem)}</ul>${launches.length > shownLaunches ? html`<p class="quiet-words">And ${launches.length - shownLaunches} more.</p>` : nothing}`}
${others.length === 0 ? nothing : html`<h3>Assumptions</h3><ul>${others.map((text) => html`<li>${prose(text)}</li>`)}</ul>`}
${kernel.runs === undefined ? nothing : html`<h3>Runs that decide for all inputs</h3><ul>${kernel.runs.map(({ grid, block, blocks, steps }) => html`<li><code>${printShape({ grid, block })}</code>: ${plural(blocks, 'block')}, ${plural(steps, 'step')}</li>`)}</ul>`}
</section>`;
}

const launchItem = (launch: LaunchConfig): Html =>
  html`<li><code>${printShape(launch)}</code> ${launch.origin}${launch.scalars.size === 0 ? nothing : html`, with <code>${printScalars(launch.scalars)}</code>`}${launch.cooperative ? ', cooperative' : ''}${launch.facts.length === 0 ? '' : `; ${launch.facts.map(({ text }) => shown(briefly(text))).join('; ')}`}</li>`;
