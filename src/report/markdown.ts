/**
 * Reports as Markdown: the body of a review comment for one finding, and the summary of a run. Needs: findings, the
 * source texts, and where a line can be looked at. Gives: GitHub Markdown in which foreign text is escaped.
 */
import type { Finding, Fix, InputProblem, KernelAnswer, Report, Witness } from '../verdict/finding.ts';
import { isAssumption } from '../verdict/reason-shape.ts';
import { titleOf } from '../verdict/catalogue.ts';
import type { Address, PlaceWords } from './finding-places.ts';
import { code, fenced, html, inline, sentence } from './markdown-escape.ts';
import { detailsMarkdown } from './finding-details.ts';
import { editsKey, firstShown, shownPatchOf } from './patch.ts';
import { placeWords } from './finding-places.ts';
import { timelineOf } from './timeline.ts';
import { timelineText } from './timeline-text.ts';
import {
  capital, doingWords, findingsOf, plural, proofWords, summaryWords, suppressionWords, threadWords, iterationWords, verdictWords,
} from './wording.ts';
import type { SourceLookup } from './wording.ts';
import { shortened } from '../base/quote.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

export type MarkdownContext = Readonly<{
  source: SourceLookup;
  /** Address of a line for links; null: no links. */
  address: Address;
  /** The fix as a diff; a review that posts a suggestion block leaves it out. */
  patch: 'diff' | 'none';
}>;

/** What a report or review knows beyond the finding. */
export type Around = Readonly<{
  /** What the kernel's answer rests on. */
  assumptions: readonly string[];
  /** A suggestion block with the patch; null: the patch is a diff, if it is shown at all. */
  block: string | null;
  /** Where the patch is shown that removes this too, in Markdown: `of F1`. It is then not shown here. */
  patchAt: string | null;
}>;
export const nothingAround: Around = { assumptions: [], block: null, patchAt: null };

/** One finding, as the body of a comment (without hidden markers): what happens, the two threads, the patch; the rest folded. */
export function findingMarkdown(finding: Finding, context: MarkdownContext, around: Around = nothingAround): string {
  const { witness, fix } = finding;
  const steps = finding.related.filter(({ isStep }) => isStep === true);
  const place = placeWords(context.address);
  return [
    ...leadLines(finding),
    ...(witness === null ? [placesOf(finding, place)] : [witnessTable(witness, context), fenced(timelineText(timelineOf(witness), 84).join('\n'))]),
    ...(steps.length > 0 ? [steps.map(({ span, note }) => `- ${place(span.file, span.line)}: ${sentence(note)}`).join('\n')] : []),
    ...(fix === null ? [] : [patchMarkdown(fix, context, around)]),
    ...(finding.advice === null ? [] : [fill(messages.noPatch, { why: sentence(finding.advice) })]),
    detailsMarkdown(finding, around.assumptions, place, around.patchAt === null),
  ].join('\n\n');
}

/** The same in a line or two, for lists: what happens, and where. */
export function briefMarkdown(finding: Finding, context: MarkdownContext): string {
  return [...leadLines(finding), placesOf(finding, placeWords(context.address))].join('\n\n');
}

function leadLines(finding: Finding): readonly string[] {
  return [
    `**${sentence(capital(finding.message))}.**`,
    `<sub>${html(titleOf(finding.code) ?? finding.kind)} (${finding.code}, ${finding.severity}, ${finding.status}${finding.inBaseline === true ? messages.inBaselineToo : ''}) in kernel ${code(finding.kernel)}</sub>`,
    ...(finding.suppressed === undefined ? [] : [fill(messages.notCounted, { why: inline(suppressionWords(finding.suppressed)) })]),
    ...(finding.condition === null ? [] : [fill(messages.provedCondition, { condition: code(finding.condition), assertion: code(`assert(${finding.condition})`) })]),
  ];
}

/** The two ends, each once. */
function placesOf(finding: Finding, place: PlaceWords): string {
  const spans = finding.witness === null ? [finding.span, ...finding.pairs.slice(0, 1).flatMap(({ first, second }) => [first, second])] : finding.witness.accesses.map((access) => access.span);
  return fill(messages.atPlace, { place: [...new Set(spans.map((span) => place(span.file, span.line)))].join(' and ') });
}

function patchMarkdown(fix: Fix, context: MarkdownContext, { block, patchAt }: Around): string {
  if (patchAt !== null) return fill(messages.sameFix, { patchAt });
  const head = `**Fix:** ${sentence(fix.title)} (${inline(proofWords(fix))}).`;
  const patch = block ?? (context.patch === 'diff' ? diffBlock(fix, context) : '');
  return patch === '' ? head : `${head}\n\n${patch}`;
}

function diffBlock(fix: Fix, context: MarkdownContext): string {
  const patch = shownPatchOf(fix.edits, context.source);
  return patch === '' ? '' : fenced(patch, 'diff');
}

/** The two threads, what each does and where. */
function witnessTable(witness: Witness, context: MarkdownContext): string {
  const element = witness.address === null ? null : witness.address.text;
  const cells = witness.accesses.map((access) => ({
    name: inline(threadWords(access, witness)),
    place: placeWords(context.address, 'table')(access.span.file, access.span.line),
    does: code(doingWords(access, element), 'table'),
    text: code(shortened(access.expression, 120), 'table'),
    turns: inline(iterationWords(access).join(', ')),
  }));
  const line = (title: string, pick: (cell: (typeof cells)[number]) => string): string => `| ${title} | ${cells.map(pick).join(' | ')} |`;
  return [
    line('', (cell) => cell.name),
    '|---|---|---|',
    line('line', (cell) => cell.place),
    line('does', (cell) => cell.does),
    line('in', (cell) => cell.text),
    ...(cells.some((cell) => cell.turns !== '') ? [line('loops', (cell) => cell.turns)] : []),
  ].join('\n');
}

export function fixMarkdown(fix: Fix, context: MarkdownContext): string {
  const head = `**Fix:** ${sentence(fix.title)} (${inline(proofWords(fix))}). ${sentence(capital(fix.cost))}`;
  const patch = context.patch === 'diff' ? diffBlock(fix, context) : '';
  return patch === '' ? head : `${head}\n\n${patch}`;
}

/** Shown when a summary would be longer than GitHub takes; the rest is counted. */
const findingsShown = 50;

/** The whole report: job summary, and `--format markdown`. */
export function renderMarkdown(report: Report, context: MarkdownContext): string {
  const findings = findingsOf(report);
  const assumptions = new Map(report.kernels.flatMap((kernel) => kernel.findings.map((finding) => [finding, kernel.assumptions] as const)));
  const patches = firstShown(findings, ({ fix }) => (fix === null ? [] : [fix]));
  return `${[
    '## Syncwright',
    `${capital(summaryWords(report))}; ${plural(findings.length, 'finding')}.`,
    ...(report.kernels.length === 0 ? [] : [kernelTable(report.kernels, context)]),
    ...findings.slice(0, findingsShown).map((finding) =>
      `<details><summary>${finding.id} ${html(titleOf(finding.code) ?? finding.kind)} at ${html(`${finding.span.file}:${finding.span.line}`)}</summary>\n\n${findingMarkdown(finding, context, { assumptions: assumptions.get(finding) ?? [], block: null, patchAt: patchPlace(finding, patches) })}\n\n</details>`),
    ...(findings.length > findingsShown ? [fill(messages.moreFindings, { count: findings.length - findingsShown })] : []),
    ...(report.problems.length === 0 ? [] : [`### Problems with the input\n\n${report.problems.map(problemLine).join('\n')}`]),
  ].join('\n\n')}\n`;
}

/** Where the patch of a finding is shown, if not beside it. */
function patchPlace({ id, fix }: Finding, first: ReadonlyMap<string, string>): string | null {
  const at = fix === null ? id : first.get(editsKey(fix.edits)) ?? id;
  return at === id ? null : `of ${at}`;
}

function kernelTable(kernels: readonly KernelAnswer[], context: MarkdownContext): string {
  const rows = kernels.map((kernel) => {
    const [rests, reasons] = [kernel.reasons.filter(isAssumption), kernel.reasons.filter((reason) => !isAssumption(reason))];
    const what = kernel.verdict === 'racy' ? [kernel.findings.map((finding) => `${finding.id} ${finding.code}`).join(', ')] : reasons.slice(0, 3);
    const why = [...what, ...rests.slice(0, 3)].join('; ');
    return `| ${code(kernel.name, 'table')} | ${placeWords(context.address, 'table')(kernel.span.file, kernel.span.line)} | ${verdictWords(kernel.verdict)} | ${inline(why)} |`;
  });
  return ['| kernel | place | verdict | why |', '|---|---|---|---|', ...rows].join('\n');
}

const problemLine = (problem: InputProblem): string =>
  `- ${code(problem.line === null ? problem.file : `${problem.file}:${problem.line}`)}: ${inline(problem.text)} (${problem.code})`;

