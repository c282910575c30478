/**
 * A report as annotations of GitHub Actions, for a step that runs the command line. Each line is a workflow command,
 * but for the last one, which has the counts and no foreign text. The worst findings come first, since GitHub shows ten
 * annotations of each level for a step.
 */
import type { Finding, InputProblem, KernelAnswer, Report, Severity } from '../verdict/finding.ts';
import type { Group } from './ranked.ts';
import type { LogAnnotation } from './workflow-command.ts';
import { annotationCommand } from './workflow-command.ts';
import { byInstance, ranked } from './ranked.ts';
import { countedFindings, findingWords, plainPath, titleWords } from './finding-words.ts';
import { isUndecided, plural, summaryWords } from './wording.ts';
import { visible } from './visible.ts';

export function renderGithub(report: Report): string {
  const undecided = report.kernels.filter(isUndecided);
  const all = [
    ...byInstance(ranked(countedFindings(report))).map(annotationOf),
    ...(undecided.length === 0 ? [] : [undecidedNotice(undecided)]),
    ...report.problems.map(problemNotice),
  ];
  return [...all.map(annotationCommand), summaryWords(report), ''].join('\n');
}

function annotationOf({ finding, also }: Group): LogAnnotation {
  const { span } = finding;
  return {
    level: levelOf(finding),
    file: visible(plainPath(span.file)),
    line: span.line,
    endLine: span.endLine,
    columns: { from: span.column, to: span.endColumn },
    title: titleWords(finding),
    message: `${findingWords(finding)}${also.length === 0 ? '' : ` The same holds for ${plural(also.length, 'other instance')} of the template.`}`,
  };
}

const levels: Readonly<Record<Severity, LogAnnotation['level']>> = {
  error: 'error',
  warning: 'warning',
  info: 'notice',
};

/** What was not seen to happen is no error. */
const levelOf = ({ severity, status }: Finding): LogAnnotation['level'] =>
  status === 'possible' && severity === 'error' ? 'warning' : levels[severity];

const shownKernels = 10;

function undecidedNotice(kernels: readonly KernelAnswer[]): LogAnnotation {
  const lines = kernels
    .slice(0, shownKernels)
    .map(
      ({ name, verdict, span, reasons }) =>
        `${name} (${plainPath(span.file)}:${span.line}): ${verdict}${reasons[0] === undefined ? '' : `, ${reasons[0]}`}`,
    );
  const more = kernels.length - lines.length;
  return {
    level: 'notice',
    file: null,
    line: 0,
    endLine: 0,
    title: `Syncwright: ${plural(kernels.length, 'kernel')} not decided`,
    message: [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('\n'),
  };
}

const problemNotice = ({ file, line, text, code }: InputProblem): LogAnnotation => ({
  level: 'notice',
  file: file.startsWith('--') ? null : visible(plainPath(file)),
  line: line ?? 1,
  endLine: line ?? 1,
  title: `Syncwright ${code}`,
  message: line === null ? `${file}: ${text}` : text,
});
