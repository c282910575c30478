/**
 * Reports as Markdown: the body of a review comment for one finding, and the summary of a run. Needs: findings, the
 * source texts, and where a line can be looked at. Gives: GitHub Markdown in which foreign text is escaped.
 */
import type { Finding, Fix, InputProblem, KernelAnswer, Report, Witness } from '../verdict/finding.ts';
import { titleOf } from '../verdict/catalogue.ts';
import { code, fenced, html, inline, link, sentence } from './markdown-escape.ts';
import { shownPatchOf } from './patch.ts';
import { timelineOf } from './timeline.ts';
import { timelineText } from './timeline-text.ts';
import {
  arrayWords, commonBlockWords, doingWords, findingsOf, furtherPlaces, plural, printScalars, printShape, proofWords, scheduleWords, summaryWords, threadWords, turnWords, verdictWords, warpModelWords,
} from './wording.ts';
import type { SourceLookup } from './wording.ts';
import { shortened } from '../base/quote.ts';

export type MarkdownContext = Readonly<{
  source: SourceLookup;
  /** Address of a line for links; null: no links. */
  address: ((file: string, line: number) => string) | null;
  /** The fix as a diff; a review that posts a suggestion block leaves it out. */
  patch: 'diff' | 'none';
}>;

/** One finding, as the body of a comment (without hidden markers). */
export function findingMarkdown(finding: Finding, context: MarkdownContext): string {
  const { witness, fix } = finding;
  return [
    `**${inline(titleOf(finding.code) ?? finding.kind)}** (${finding.code}, ${finding.severity}, ${finding.status}) in kernel ${code(finding.kernel)}`,
    `${sentence(capital(finding.message))}.`,
    ...(finding.condition === null ? [] : [`It cannot happen where ${code(finding.condition)} holds: ${code(`assert(${finding.condition})`)} in the kernel states that, and proves it free of this.`]),
    ...(witness === null ? [] : [witnessTable(witness, context), runMarkdown(witness), fenced(timelineText(timelineOf(witness), 84).join('\n'))]),
    ...(finding.pairs.length > 1 ? [pairsMarkdown(finding, context)] : []),
    ...(furtherPlaces(finding).length > 0 ? [furtherPlaces(finding).map(({ span, note }) => `- ${place(span.file, span.line, context)}: ${sentence(note)}`).join('\n')] : []),
    ...(fix === null ? [] : [fixMarkdown(fix, context)]),
    ...(finding.advice === null ? [] : [`**No patch:** ${sentence(finding.advice)}.`]),
  ].join('\n\n');
}

/** The two threads, what each does and where. */
function witnessTable(witness: Witness, context: MarkdownContext): string {
  const element = witness.address === null ? null : witness.address.text;
  const cells = witness.accesses.map((access) => ({
    name: inline(threadWords(access, witness)),
    place: place(access.span.file, access.span.line, context, 'table'),
    does: code(doingWords(access, element), 'table'),
    text: code(shortened(access.expression, 120), 'table'),
    turns: inline(turnWords(access).join(', ')),
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

function runMarkdown(witness: Witness): string {
  const arrays = arrayWords(witness.run, 6);
  return [
    `Replayed with ${code(printShape(witness.run))} (${inline(witness.launch.origin)})${commonBlockWords(witness)}`,
    ...(witness.run.scalars.size === 0 ? [] : [code(printScalars(witness.run.scalars))]),
    ...(arrays.length === 0 ? [] : [code(arrays.join(', '))]),
    inline(warpModelWords(witness.warpModel)),
    `schedule: ${inline(scheduleWords(witness.run))}.`,
  ].join('; ');
}

function pairsMarkdown(finding: Finding, context: MarkdownContext): string {
  const others = finding.pairs.slice(1);
  const shown = others.slice(0, 5).map(({ first, second }) => `${place(first.file, first.line, context)} with ${place(second.file, second.line, context)}`);
  return `The same cause: ${shown.join(', ')}${others.length > 5 ? `, and ${others.length - 5} more` : ''}.`;
}

export function fixMarkdown(fix: Fix, context: MarkdownContext): string {
  const head = `**Fix:** ${sentence(fix.title)} (${inline(proofWords(fix))}). ${sentence(capital(fix.cost))}`;
  const patch = context.patch === 'diff' ? shownPatchOf(fix.edits, context.source) : '';
  return patch === '' ? head : `${head}\n\n${fenced(patch, 'diff')}`;
}

/** Shown when a summary would be longer than GitHub takes; the rest is counted. */
const findingsShown = 50;

/** The whole report: job summary, and `--format markdown`. */
export function renderMarkdown(report: Report, context: MarkdownContext): string {
  const findings = findingsOf(report);
  return `${[
    '## Syncwright',
    `${capital(summaryWords(report))}; ${plural(findings.length, 'finding')}.`,
    ...(report.kernels.length === 0 ? [] : [kernelTable(report.kernels, context)]),
    ...findings.slice(0, findingsShown).map((finding) =>
      `<details><summary>${finding.id} ${html(titleOf(finding.code) ?? finding.kind)} at ${html(`${finding.span.file}:${finding.span.line}`)}</summary>\n\n${findingMarkdown(finding, context)}\n\n</details>`),
    ...(findings.length > findingsShown ? [`${findings.length - findingsShown} more findings are not shown here; they are in the JSON report.`] : []),
    ...(report.problems.length === 0 ? [] : [`### Problems with the input\n\n${report.problems.map(problemLine).join('\n')}`]),
  ].join('\n\n')}\n`;
}

function kernelTable(kernels: readonly KernelAnswer[], context: MarkdownContext): string {
  const rows = kernels.map((kernel) => {
    const why = kernel.verdict === 'racy' ? kernel.findings.map((finding) => `${finding.id} ${finding.code}`).join(', ') : kernel.reasons.slice(0, 3).join('; ');
    return `| ${code(kernel.name, 'table')} | ${place(kernel.span.file, kernel.span.line, context, 'table')} | ${verdictWords(kernel.verdict)} | ${inline(why)} |`;
  });
  return ['| kernel | place | verdict | why |', '|---|---|---|---|', ...rows].join('\n');
}

const problemLine = (problem: InputProblem): string =>
  `- ${code(problem.line === null ? problem.file : `${problem.file}:${problem.line}`)}: ${inline(problem.text)} (${problem.code})`;

function place(file: string, line: number, context: MarkdownContext, where: 'text' | 'table' = 'text'): string {
  const words = `${file}:${line}`;
  if (context.address === null) return code(words, where);
  const linked = link(words, context.address(file, line));
  return where === 'table' ? linked.replaceAll('|', '\\|') : linked;
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
