/**
 * Reports as Markdown: the body of a review comment for one finding, and the summary of a run. Needs: findings, the
 * source texts, and where a line can be looked at. Gives: GitHub Markdown in which foreign text is escaped.
 */
import { isOfContents } from '../verdict/contents.ts';
import type { Finding, Fix, InputProblem, KernelAnswer, Report } from '../verdict/finding.ts';
import { isAssumption } from '../verdict/reason-shape.ts';
import { isConditionNote, withoutCondition } from '../verdict/conditional.ts';
import { titleOf } from '../verdict/catalogue.ts';
import type { Address, PlaceWords } from './finding-places.ts';
import { causeWords, effectWords } from './cause.ts';
import { code, fenced, html, inline, sentence } from './markdown-escape.ts';
import { detailsMarkdown } from './finding-details.ts';
import { editsKey } from '../verdict/edit.ts';
import { firstShown, shownPatchOf } from './patch.ts';
import { placeWords } from './finding-places.ts';
import {
  capital,
  configuredAs,
  findingsOf,
  plural,
  proofWords,
  summaryWords,
  suppressionWords,
  verdictWords,
} from './wording.ts';
import type { SourceLookup } from './wording.ts';
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
  /**
   * Where a person can object: in the thread of the comment, in any comment of the pull request, or nowhere. Not given:
   * nowhere.
   */
  reply?: 'thread' | 'anywhere' | 'none';
  /**
   * The comment stands at changed lines that the finding rests on, one of so many places; its own lines are elsewhere.
   * Not given: at its own.
   */
  ofCauses?: number;
}>;
export const nothingAround: Around = { assumptions: [], block: null, patchAt: null };

/** Lines of a patch that are shown unfolded. */
const unfoldedLines = 14;

/**
 * One finding, as the body of a comment (without hidden markers): cause, effect, patch and what it costs; the rest
 * folded, and the means to refer to it in one small line. No more than 25 lines stand before the fold.
 */
export function findingMarkdown(finding: Finding, context: MarkdownContext, around: Around = nothingAround): string {
  const { fix } = finding;
  const place = placeWords(context.address);
  return [
    ...leadLines(finding),
    ...(around.ofCauses === undefined ? [] : [elsewhereLine(finding, place, around.ofCauses)]),
    ...(fix === null ? [] : [patchMarkdown(fix, context, around)]),
    ...(finding.advice === null ? [] : [fill(messages.noPatch, { why: sentence(finding.advice) })]),
    detailsMarkdown(finding, around.assumptions, place, around.patchAt === null),
    smallLine(finding, place, around.reply ?? 'none'),
  ].join('\n\n');
}

/** The same in a line or two, for lists: what happens, and where. */
export function briefMarkdown(finding: Finding, context: MarkdownContext): string {
  return [...leadLines(finding), smallLine(finding, placeWords(context.address), 'none')].join('\n\n');
}

function leadLines(finding: Finding): readonly string[] {
  const aside =
    finding.suppressed === undefined
      ? []
      : [fill(messages.notCounted, { why: inline(suppressionWords(finding.suppressed)) })];
  if (finding.condition === null)
    return [`**${sentence(causeWords(finding))}.**\n${sentence(effectWords(finding))}.`, ...aside];
  const [condition, assertion] = [code(finding.condition), code(`assert(${finding.condition})`)];
  if (!isConditionNote(finding))
    return [
      `**${sentence(causeWords(finding))}.**\n${sentence(effectWords(finding))}.`,
      ...aside,
      isOfContents(finding.condition)
        ? fill(messages.provedContents, { condition })
        : fill(messages.provedCondition, { condition, assertion }),
    ];
  return [
    `${fill(messages.conditionLead, { condition })}\n${fill(messages.conditionElse, { cause: sentence(causeWords(finding)), effect: sentence(effectWords(withoutCondition(finding))) })}`,
    ...aside,
    fill(isOfContents(finding.condition) ? messages.stateContents : messages.conditionState, {
      option: code(`--assume '${finding.condition}'`),
      assertion,
      configured: code(configuredAs(finding.kernel, finding.condition)),
    }),
  ];
}

/** Kernel and place, code and id, and the command against it. */
function smallLine(finding: Finding, place: PlaceWords, reply: Around['reply'] & string): string {
  const id = finding.fingerprint.slice(0, idDigits);
  const parts = [
    `${code(finding.kernel)}, ${placesOf(finding, place)}`,
    `${finding.code} ${finding.severity}, ${finding.status}${finding.inBaseline === true ? messages.inBaselineToo : ''}`,
    code(id),
    ...(reply === 'none' ? [] : [reply === 'thread' ? messages.replyInThread : fill(messages.replyAnywhere, { id })]),
  ];
  return fill(messages.smallLine, { parts: parts.join(' · ') });
}

const idDigits = 8;

/** Why a comment stands where the race is not. */
const elsewhereLine = (finding: Finding, place: PlaceWords, ofCauses: number): string =>
  fill(messages.happensElsewhere, {
    places: placesOf(finding, place),
    kernel: code(finding.kernel),
    more: ofCauses === 1 ? '' : fill(messages.otherCauses, { places: plural(ofCauses - 1, 'other place') }),
  });

/** The two ends, each once. */
function placesOf(finding: Finding, place: PlaceWords): string {
  const spans =
    finding.witness === null
      ? [finding.span, ...finding.pairs.slice(0, 1).flatMap(({ first, second }) => [first, second])]
      : finding.witness.accesses.map((access) => access.span);
  return [...new Set(spans.map((span) => place(span.file, span.line)))].join(' and ');
}

function patchMarkdown(fix: Fix, context: MarkdownContext, { block, patchAt }: Around): string {
  if (patchAt !== null) return fill(messages.sameFix, { patchAt });
  const patch = block ?? (context.patch === 'diff' ? diffBlock(fix, context) : '');
  return patch === ''
    ? `${sentence(capital(fix.title))}. ${checkedWords(fix)}`
    : `${folded(patch, fix)}\n\n${checkedWords(fix)}`;
}

/** A long patch in a fold of its own. */
const folded = (patch: string, { title }: Fix): string =>
  patch.split('\n').length <= unfoldedLines
    ? patch
    : `<details><summary>${messages.theDiff}: ${html(title)}</summary>\n\n${patch}\n\n</details>`;

/** How the patch was checked, and what it costs. */
function checkedWords({ proof, condition, cost, presumes }: Fix): string {
  const checked = {
    drf: messages.checkedDrf,
    conditional: fill(messages.checkedConditional, { condition: sentence(condition ?? '') }),
    machine: messages.checkedMachine,
    unneeded: messages.checkedUnneeded,
  }[proof];
  return `${checked}${presumes === undefined ? '' : fill(messages.presumedToo, { text: sentence(presumes) })}${cost === '' ? '' : fill(messages.costLine, { text: sentence(cost) })}`;
}

function diffBlock(fix: Fix, context: MarkdownContext): string {
  const patch = shownPatchOf(fix.edits, context.source);
  return patch === '' ? '' : fenced(patch, 'diff');
}

export function fixMarkdown(fix: Fix, context: MarkdownContext): string {
  const head = `**Fix:** ${sentence(fix.title)} (${sentence(proofWords(fix))}). ${sentence(capital(fix.cost))}`;
  const patch = context.patch === 'diff' ? diffBlock(fix, context) : '';
  return patch === '' ? head : `${head}\n\n${patch}`;
}

/** Shown when a summary would be longer than GitHub takes; the rest is counted. */
const findingsShown = 50;

/** The whole report: job summary, and `--format markdown`. */
export function renderMarkdown(report: Report, context: MarkdownContext): string {
  const findings = findingsOf(report);
  const assumptions = new Map(
    report.kernels.flatMap((kernel) => kernel.findings.map((finding) => [finding, kernel.assumptions] as const)),
  );
  const patches = firstShown(findings, ({ fix }) => (fix === null ? [] : [fix]));
  return `${[
    '## Syncwright',
    `${capital(summaryWords(report))}; ${plural(findings.length, 'finding')}.`,
    ...(report.kernels.length === 0 ? [] : [kernelTable(report.kernels, context)]),
    ...findings
      .slice(0, findingsShown)
      .map(
        (finding) =>
          `<details><summary>${finding.id} ${html(titleOf(finding.code) ?? finding.kind)} at ${html(`${finding.span.file}:${finding.span.line}`)}</summary>\n\n${findingMarkdown(finding, context, { assumptions: assumptions.get(finding) ?? [], block: null, patchAt: patchPlace(finding, patches) })}\n\n</details>`,
      ),
    ...(findings.length > findingsShown
      ? [fill(messages.moreFindings, { count: findings.length - findingsShown })]
      : []),
    ...(report.problems.length === 0
      ? []
      : [`### Problems with the input\n\n${report.problems.map(problemLine).join('\n')}`]),
  ].join('\n\n')}\n`;
}

/** Where the patch of a finding is shown, if not beside it. */
function patchPlace({ id, fix }: Finding, first: ReadonlyMap<string, string>): string | null {
  const at = fix === null ? id : (first.get(editsKey(fix.edits)) ?? id);
  return at === id ? null : `of ${at}`;
}

function kernelTable(kernels: readonly KernelAnswer[], context: MarkdownContext): string {
  const rows = kernels.map((kernel) => {
    const [rests, reasons] = [
      kernel.reasons.filter(isAssumption),
      kernel.reasons.filter((reason) => !isAssumption(reason)),
    ];
    const what =
      kernel.verdict === 'racy'
        ? [kernel.findings.map((finding) => `${finding.id} ${finding.code}`).join(', ')]
        : reasons.slice(0, 3);
    const why = [...what, ...rests.slice(0, 3)].join('; ');
    return `| ${code(kernel.name, 'table')} | ${placeWords(context.address, 'table')(kernel.span.file, kernel.span.line)} | ${verdictWords(kernel.verdict)} | ${sentence(why, 'table')} |`;
  });
  return ['| kernel | place | verdict | why |', '|---|---|---|---|', ...rows].join('\n');
}

const problemLine = (problem: InputProblem): string =>
  `- ${code(problem.line === null ? problem.file : `${problem.file}:${problem.line}`)}: ${inline(problem.text)} (${problem.code})`;
