/**
 * One finding on the page of its kernel: what happens, the two threads, the time line, the steps, the patch, the
 * inputs, and what the code means. What needs a script (steps, saving the picture) is an empty place that src/page/
 * fills.
 */
import { isOfContents } from '../../verdict/contents.ts';
import type { Finding, Fix, Witness } from '../../verdict/finding.ts';
import type { Html } from './markup.ts';
import type { Address } from '../finding-places.ts';
import type { SourceLookup } from '../wording.ts';
import {
  arrayWords,
  commonBlockWords,
  configuredAs,
  doingWords,
  furtherPlaces,
  printScalars,
  printShape,
  presumedOf,
  proofWords,
  scheduleWords,
  suppressionWords,
  threadWords,
  iterationWords,
  outcomeWords,
  warpModelWords,
} from '../wording.ts';
import { conclusionOf, timelineOfStory } from '../timeline-story.ts';
import { editsKey } from '../../verdict/edit.ts';
import { explanationMarkup } from './explanation-markup.ts';
import { explanationOf } from '../explanation.ts';
import { html, nothing, prose } from './markup.ts';
import { patchDiff } from './patch-diff.ts';
import { replayWords } from '../finding-details.ts';
import type { Picture } from '../timeline-svg.ts';
import { asideOf, capital, severityBadge } from './words.ts';
import { timeLineTable } from './time-line.ts';
import { timelineOf } from '../timeline.ts';
import { sameDim } from '../../launch/dimensions.ts';
import { isConditionNote } from '../../verdict/conditional.ts';
import { titleOf } from '../../verdict/catalogue.ts';
import type { TimeLine } from '../timeline.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

export type FindingContext = Readonly<{
  source: SourceLookup;
  /** Where a line can be looked at; null: nowhere. */
  address: Address;
  /** The id of the finding that shows a patch first, by its edits. */
  patches: ReadonlyMap<string, string>;
  /** The file of the kernel, whose places are named without its folders. */
  home: string;
  /** Codes that are explained already on this page. */
  explained: Set<string>;
}>;

export function findingSection(finding: Finding, context: FindingContext): Html {
  const { id, code, message, condition, witness, fix, advice, suppressed } = finding;
  const presumed = presumedOf(finding);
  const aside = asideOf(finding);
  return html`<section class="finding ${finding.severity}" id="${id}" aria-labelledby="${id}-title">
<header><h2 id="${id}-title" tabindex="-1"><span class="id">${id}</span> ${capital(titleOf(code) ?? finding.kind)}</h2>
<p class="facts">${severityBadge(finding.severity)} <span class="chip">${code}</span> <span class="chip ${finding.status}">${finding.status}</span>${aside === '' ? nothing : html` <span class="chip aside">${aside}</span>`} ${copyButton('Copy link', `#link:${id}`, `Copy link to ${id}`)}</p></header>
<p class="lead">${prose(capital(message))}.</p>
${(finding.also ?? []).map((other) => html`<p>One bug with ${other.code}: ${prose(other.message)}.</p>`)}
${suppressed === undefined ? nothing : html`<p class="note">Not counted: ${suppressionWords(suppressed)}.</p>`}
${condition === null ? nothing : isConditionNote(finding) ? statedPart(finding.kernel, condition) : conditionPart(condition)}
${witness === null ? placesPart(finding, context) : threadsPart(finding, witness, context)}
${witness === null ? nothing : timePart(finding, witness, context)}
${witness === null ? nothing : html`<div class="stepper" data-steps="${id}"></div>`}
${fix === null ? nothing : patchPart(finding, fix, context)}
${advice === null ? nothing : html`<h3>No patch</h3><p>${prose(capital(advice))}.</p>`}
${presumed === null ? nothing : presumedPart(presumed, context)}
${furtherPart(finding, context)}
${witness === null ? nothing : inputsPart(witness)}
${againPart(finding)}
${explanationPart(code, context)}
</section>`;
}

const conditionPart = (condition: string): Html =>
  html`<p class="note">It cannot happen where <code>${condition}</code> holds, which is proved. State it by ${isOfContents(condition) ? '' : html`<code>assert(${condition});</code> in the kernel, or by `}<code>--assume '${condition}'</code>. ${isOfContents(condition) ? copyButton('Copy', `--assume '${condition}'`, 'Copy the option') : copyButton('Copy', `assert(${condition});`, 'Copy the assertion')}</p>`;

const statedPart = (kernel: string, condition: string): Html =>
  html`<p class="note">The condition is proved. If every launch satisfies it, state it by <code>--assume '${condition}'</code>, ${isOfContents(condition) ? '' : html`by <code>assert(${condition});</code> in the kernel, `}or by <code>${configuredAs(kernel, condition)}</code> in <code>.syncwright.yml</code>. ${copyButton('Copy', `--assume '${condition}'`, 'Copy the option')}</p>`;

export const copyButton = (words: string, text: string, title: string): Html =>
  html`<button type="button" class="quiet" data-copy="${text}" aria-label="${title}">${words}</button>`;

/** `src/a.cu:12`: a line of a source that the page shows, or an address elsewhere. */
export function placeLink(
  file: string,
  line: number,
  { address, home }: Readonly<{ address: Address; home: string | null }>,
): Html {
  const words = html`<code>${file === home ? file.slice(file.lastIndexOf('/') + 1) : file}:${line}</code>`;
  const own = html`data-line="${line}" data-file="${file}" title="${file}:${line}"`;
  return address === null
    ? html`<a class="place" href="#" ${own}>${words}</a>`
    : html`<a class="place" href="${address(file, line)}" rel="noreferrer" ${own}>${words}</a>`;
}

function placesPart(finding: Finding, context: FindingContext): Html {
  const spans = [finding.span, ...finding.pairs.slice(0, 1).flatMap(({ first, second }) => [first, second])];
  const places = new Map(spans.map((span) => [`${span.file}:${span.line}`, span]));
  return html`<p>At ${[...places.values()].map((span, k) => html`${k > 0 ? ' and ' : ''}${placeLink(span.file, span.line, context)}`)}.</p>`;
}

/** A and B are the same two everywhere on the page: as the story of the run names them, where there is one. */
function threadsPart({ story }: Finding, witness: Witness, context: FindingContext): Html {
  const element = witness.address?.text ?? null;
  const [first, second] = witness.accesses;
  const isSwapped =
    story !== undefined &&
    sameDim(story.threads[0].thread, second.thread) &&
    sameDim(story.threads[0].block, second.block);
  return html`<div class="threads">${(isSwapped ? [second, first] : [first, second]).map(
    (
      access,
      k,
    ) => html`<div class="thread"><h3><span class="who who-${k}" aria-hidden="true">${'AB'[k] ?? ''}</span>${capital(threadWords(access, witness))}</h3>
<p class="deed">${doingWords(access, element)}</p><p class="where">${placeLink(access.span.file, access.span.line, context)}${iterationWords(access).map((words) => html`, ${words}`)}</p><pre class="code" tabindex="0"><code data-tokens>${access.expression.length > 400 ? `${access.expression.slice(0, 400)}…` : access.expression}</code></pre></div>`,
  )}</div>`;
}

/** What is drawn of a finding: the run that was watched, or else the witness. */
export function drawingOf(
  finding: Finding,
  witness: Witness,
  source: SourceLookup,
): Readonly<{ timeline: TimeLine; how: Picture['how']; cell: string | null; conclusion: string }> {
  const { story } = finding;
  if (story !== undefined && story.kind !== 'nothing')
    return {
      timeline: timelineOfStory(story, source),
      how: story.kind,
      cell: story.cell?.text ?? null,
      conclusion: conclusionOf(story),
    };
  const cell = witness.address?.text ?? null;
  return {
    timeline: timelineOf(witness),
    how: cell === null ? 'divergence' : 'race',
    cell,
    conclusion: cell === null ? messages.notTogether : fill(messages.noOrder, { cell }),
  };
}

/** The same as a picture that stands alone. */
export function pictureOf(finding: Finding, witness: Witness, source: SourceLookup): Picture {
  const { run } = witness;
  return {
    ...drawingOf(finding, witness, source),
    title: `${finding.code} in ${finding.kernel}, ${finding.span.file}:${finding.span.line}`,
    message: finding.message,
    facts: [
      `launch ${printShape(run)}${run.scalars.size === 0 ? '' : ` with ${printScalars(run.scalars)}`}; ${warpModelWords(run.warpModel)}; schedule: ${scheduleWords(run)}`,
    ],
    notes: finding.related
      .filter(({ note }) => /^\d+\. /.test(note))
      .map(({ note, span }) => `${note} (line ${span.line})`),
    patch: finding.fix?.title ?? null,
  };
}

function timePart(finding: Finding, witness: Witness, { source }: FindingContext): Html {
  const { timeline, how, cell, conclusion } = drawingOf(finding, witness, source);
  const outcome = outcomeWords(witness);
  return html`<div class="part-head"><h3>Time line</h3><button type="button" class="quiet" data-picture="${finding.id}">Save as SVG</button></div>
${timeLineTable({ timeline, meeting: cell, isOrder: how === 'schedule', caption: `What the two threads of ${finding.id} do, in time` })}
<p class="conclusion">${conclusion}</p>${outcome === null ? nothing : html`<p class="conclusion">${prose(capital(outcome))}.</p>`}`;
}

function patchPart({ id, alternatives }: Finding, fix: Fix, { source, patches }: FindingContext): Html {
  const at = patches.get(editsKey(fix.edits)) ?? id;
  if (at !== id)
    return html`<h3>Patch</h3><p>The patch of <a href="#" data-finding="${at}">${at}</a> fixes this as well: ${prose(fix.title)}.</p>`;
  const others = alternatives.map(
    (other) =>
      html`<details><summary>${prose(capital(other.title))} <span class="quiet-words">(${proofWords(other)})</span></summary>${costOf(other)}${patchDiff(other, source)?.html ?? nothing}</details>`,
  );
  const diff = patchDiff(fix, source);
  return html`<div class="part-head"><h3>Patch</h3>${diff === null ? nothing : copyButton('Copy', diff.text, 'Copy the patch')}</div>
<p>${prose(capital(fix.title))}. <span class="proof ${fix.proof}">${capital(proofWords(fix))}.</span></p>${costOf(fix)}${diff?.html ?? nothing}
${others.length === 0 ? nothing : html`<h4>Other patches</h4>${others}`}`;
}

/** What `fix --presume` takes. */
const presumedPart = (fix: Fix, { source }: FindingContext): Html =>
  html`<details><summary>A patch under a condition: ${prose(fix.title)}</summary><p><span class="proof ${fix.proof}">${capital(proofWords(fix))}.</span></p>${costOf(fix)}${patchDiff(fix, source)?.html ?? nothing}</details>`;

const costOf = ({ cost }: Fix): Html =>
  cost === '' ? nothing : html`<p class="quiet-words">Cost: ${prose(cost)}.</p>`;

/** Other pairs of the same cause, and places that belong to the story. */
function furtherPart(finding: Finding, context: FindingContext): Html {
  const link = (span: Finding['span']): Html => placeLink(span.file, span.line, context);
  const pairs = finding.pairs
    .slice(1)
    .map(({ first, second }) =>
      first.file === second.file && first.line === second.line
        ? html`<li>${link(first)}</li>`
        : html`<li>${link(first)} with ${link(second)}</li>`,
    );
  const further = furtherPlaces(finding).map(({ span, note }) => html`<li>${link(span)}: ${prose(note)}</li>`);
  return html`${further.length === 0 ? nothing : html`<h3>See also</h3><ul>${further}</ul>`}${pairs.length === 0 ? nothing : html`<h3>The same cause</h3><ul class="columns">${pairs.slice(0, 40)}</ul>${pairs.length > 40 ? html`<p>And ${pairs.length - 40} more pairs.</p>` : nothing}`}`;
}

function inputsPart(witness: Witness): Html {
  const { run, launch } = witness;
  const arrays = arrayWords(run, 24);
  const rows: readonly (readonly [string, Html])[] = [
    ['Launch', html`<code>${printShape(run)}</code> ${launch.origin}${commonBlockWords(witness)}`],
    ...(run.scalars.size === 0 ? [] : [['Arguments', html`<code>${printScalars(run.scalars)}</code>`] as const]),
    ...(arrays.length === 0 ? [] : [['Memory', html`<code>${arrays.join(', ')}</code>`] as const]),
    ['Warps', html`${warpModelWords(witness.warpModel)}`],
    ['Schedule', html`${scheduleWords(run)}`],
  ];
  return html`<h3>Inputs</h3><dl class="pairs">${rows.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
}

function againPart(finding: Finding): Html {
  const commands = replayWords(finding);
  return html`<h3>Run it again</h3><div class="command"><pre tabindex="0"><code>${commands.join('\n')}</code></pre>${copyButton('Copy', commands.join('\n'), 'Copy the commands')}</div>`;
}

function explanationPart(code: string, { explained }: FindingContext): Html {
  if (explained.has(code)) return nothing;
  explained.add(code);
  const page = explanationOf(code);
  return page === null
    ? nothing
    : html`<details class="explanation"><summary>What ${code} means</summary>${explanationMarkup(page, 4)}</details>`;
}
