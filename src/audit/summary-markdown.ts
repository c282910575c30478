/**
 * An audit for the job summary: verdicts by folder, why kernels were not decided, and the findings in full as far as a
 * summary takes them.
 */
import { posix } from 'node:path';
import type { Audit } from './audit.ts';
import type { KernelAnswer, Verdict } from '../verdict/finding.ts';
import type { VerdictCounts } from '../verdict/counts.ts';
import { shownVerdicts } from '../verdict/finding.ts';
import { verdictCounts } from '../verdict/counts.ts';
import type { MarkdownContext } from '../report/markdown.ts';
import { byInstance, ranked } from '../report/ranked.ts';
import { capital, findingsOf, plural, summaryWords } from '../report/wording.ts';
import { code, html, inline } from '../report/markdown-escape.ts';
import { findingMarkdown } from '../report/markdown.ts';
import { tallying } from './tally.ts';
import { roughTime } from './progress.ts';
import { titleOf } from '../verdict/catalogue.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/** `notes`: of what was written, a line each, in Markdown. */
export function auditSummary({ report, facts }: Audit, context: MarkdownContext, notes: readonly string[]): string {
  const counted = tallying('never', false);
  counted.add(report);
  const { verdicts, reasons, known, possible } = counted.tally();
  const all = byInstance(
    ranked(
      findingsOf(report).filter(
        (finding) =>
          finding.suppressed === undefined &&
          finding.inBaseline !== true &&
          finding.status === 'confirmed' &&
          finding.severity !== 'info',
      ),
    ),
  );
  const assumptions = new Map(
    report.kernels.flatMap((kernel) => kernel.findings.map((finding) => [finding, kernel.assumptions] as const)),
  );
  const asides = [
    ...(known === 0 ? [] : [fill(messages.suppressedOrOld, { count: plural(known, 'confirmed finding') })]),
    ...(possible === 0 ? [] : [fill(messages.onlyPossible, { count: plural(possible, 'finding') })]),
  ];
  return `${[
    '## Syncwright audit',
    `${capital(summaryWords(report))}. ${facts.commit === null ? '' : `Commit ${code(facts.commit.slice(0, 12))}, `}syncwright ${inline(facts.engine)}, ${plural(facts.units, 'unit')}${facts.shards === 1 ? '' : ` on ${facts.shards} machines`}${facts.seconds === 0 ? '' : `, ${roughTime(facts.seconds)} of analysis`}.`,
    ...(notes.length === 0 ? [] : [notes.map((note) => `- ${note}`).join('\n')]),
    ...pie(verdicts),
    ...folderTable(report.kernels),
    ...(reasons.length === 0
      ? []
      : [
          `### Why kernels were not decided\n\n${['| kernels | reason |', '|---:|---|', ...reasons.slice(0, mostReasons).map(({ reason, kernels }) => `| ${kernels} | ${inline(reason)} |`)].join('\n')}`,
        ]),
    `### ${all.length === 0 ? messages.noConfirmed : capital(plural(all.length, 'confirmed finding'))}${asides.length === 0 ? '' : ` (and ${asides.join(', ')})`}`,
    ...all
      .slice(0, mostFindings)
      .map(
        ({ finding }) =>
          `<details><summary>${finding.id} ${html(titleOf(finding.code) ?? finding.kind)} in ${html(finding.kernel)} at ${html(`${finding.span.file}:${finding.span.line}`)}</summary>\n\n${findingMarkdown(finding, context, { assumptions: assumptions.get(finding) ?? [], block: null, patchAt: null })}\n\n</details>`,
      ),
    ...(all.length > mostFindings ? [fill(messages.moreInReports, { count: all.length - mostFindings })] : []),
    ...(report.problems.length === 0
      ? []
      : [
          `### Problems with the input\n\n${report.problems
            .slice(0, mostProblems)
            .map(
              ({ file, line, text, code: id }) =>
                `- ${code(line === null ? file : `${file}:${line}`)}: ${inline(text)} (${id})`,
            )
            .join(
              '\n',
            )}${report.problems.length > mostProblems ? `\n- and ${report.problems.length - mostProblems} more` : ''}`,
        ]),
  ].join('\n\n')}\n`;
}

const mostReasons = 10;
const mostFindings = 50;
const mostProblems = 50;
const mostFolders = 25;

/** The verdicts as a picture: job summaries show no SVG, but draw Mermaid. */
function pie(counts: VerdictCounts): readonly string[] {
  const slices = shownVerdicts.flatMap((verdict) =>
    counts[verdict] === 0 ? [] : [`  "${verdict === 'drf' ? 'race-free' : verdict}" : ${counts[verdict]}`],
  );
  return slices.length === 0
    ? []
    : [['```mermaid', 'pie showData title Kernels by verdict', ...slices, '```'].join('\n')];
}

/** By folder of the file, those with the most that is wrong first. */
function folderTable(kernels: readonly KernelAnswer[]): readonly string[] {
  const folders = new Map<string, Record<Verdict, number>>();
  for (const { span, verdict } of kernels) {
    const folder = posix.dirname(span.file);
    const counts = folders.get(folder) ?? { ...verdictCounts([]) };
    counts[verdict] += 1;
    folders.set(folder, counts);
  }
  const sorted = [...folders].sort(
    ([a, x], [b, y]) => y.racy - x.racy || y.unknown + y.unsupported - x.unknown - x.unsupported || (a < b ? -1 : 1),
  );
  if (sorted.length === 0) return [];
  const rows = sorted
    .slice(0, mostFolders)
    .map(
      ([folder, counts]) =>
        `| ${code(folder, 'table')} | ${shownVerdicts.map((verdict) => `${counts[verdict]}`).join(' | ')} |`,
    );
  return [
    [
      '| folder | racy | conditional | race-free | unknown | unsupported |',
      '|---|---:|---:|---:|---:|---:|',
      ...rows,
    ].join('\n'),
    ...(sorted.length > mostFolders ? [`and ${plural(sorted.length - mostFolders, 'folder')} more`] : []),
  ];
}
