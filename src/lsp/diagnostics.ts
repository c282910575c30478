/** Findings and problems of the input as diagnostics; both accesses of a witness are related information. Pure. */
import type { Diagnostic, DiagnosticRelatedInformation } from 'vscode-languageserver';
import { DiagnosticSeverity, DiagnosticTag } from 'vscode-languageserver';
import type { Finding, InputProblem, Report } from '../verdict/finding.ts';
import type { Span } from '../base/span.ts';
import { capital, doingWords, furtherPlaces, iterationWords, threadWords } from '../report/wording.ts';
import { countedFindings } from '../report/finding-words.ts';
import { isConditionNote } from '../verdict/conditional.ts';
import { isIncludeProblem, notCuda } from '../verdict/catalogue.ts';
import { explanationOf } from '../report/explanation.ts';
import { visible } from '../report/visible.ts';
import { fill } from '../base/message.ts';
import { homepage } from '../base/version.ts';
import { rangeOf } from './places.ts';
import { messages } from './wording.ts';

export const source = 'syncwright';

/** By path of the report. `uriOf`: of a path of the report. */
export function diagnosticsOf(
  report: Report,
  uriOf: (path: string) => string,
): ReadonlyMap<string, readonly Diagnostic[]> {
  const all = new Map<string, Diagnostic[]>();
  const add = (file: string, diagnostic: Diagnostic): void => {
    all.set(file, [...(all.get(file) ?? []), diagnostic]);
  };
  for (const finding of countedFindings(report)) add(finding.span.file, diagnosticOf(finding, uriOf));
  for (const problem of report.problems) if (isOfFile(problem, report)) add(problem.file, diagnosticOfProblem(problem));
  return all;
}

/** A file without a kernel is no mistake, and what it includes does not matter then. */
const isOfFile = ({ file, code }: InputProblem, { kernels }: Report): boolean =>
  !file.startsWith('--') && code !== notCuda('').code && (kernels.length > 0 || !isIncludeProblem(code));

/** Of one finding in several reports, the key. */
export const keyOf = ({ range, code, message }: Diagnostic): string => JSON.stringify([range, code, message]);

function diagnosticOf(finding: Finding, uriOf: (path: string) => string): Diagnostic {
  return {
    range: rangeOf(finding.span),
    severity: severityOf(finding),
    code: finding.code,
    ...(explanationOf(finding.code) === null
      ? {}
      : { codeDescription: { href: `${homepage}/blob/main/docs/codes/${finding.code}.md` } }),
    source,
    message: visible(messageOf(finding)),
    relatedInformation: relatedOf(finding).map(({ span, note }): DiagnosticRelatedInformation => ({
      location: { uri: uriOf(span.file), range: rangeOf(span) },
      message: visible(note),
    })),
    ...(finding.kind === 'redundant-barrier' ? { tags: [DiagnosticTag.Unnecessary] } : {}),
    data: finding.fingerprint,
  };
}

function severityOf({ status, severity }: Finding): DiagnosticSeverity {
  if (status === 'possible') return DiagnosticSeverity.Information;
  return severity === 'error'
    ? DiagnosticSeverity.Error
    : severity === 'warning'
      ? DiagnosticSeverity.Warning
      : DiagnosticSeverity.Information;
}

function messageOf(finding: Finding): string {
  const { message, status, condition } = finding;
  const text = capital(message);
  if (condition !== null && !isConditionNote(finding))
    return fill(messages.notConfirmedIf, { message: text, status, condition });
  return status === 'possible' ? fill(messages.notConfirmed, { message: text }) : text;
}

const mostRelated = 20;

/** The two accesses, then what else there is to see. */
function relatedOf(finding: Finding): readonly Readonly<{ span: Span; note: string }>[] {
  const { witness } = finding;
  const accesses =
    witness === null
      ? []
      : witness.accesses.map((access) => ({
          span: access.span,
          note: [
            `${threadWords(access, witness)} ${doingWords(access, witness.address?.text ?? null)}`,
            ...iterationWords(access),
          ].join(', '),
        }));
  return [...accesses, ...furtherPlaces(finding)].slice(0, mostRelated);
}

function diagnosticOfProblem({ line, text, code }: InputProblem): Diagnostic {
  const at = line ?? 1;
  return {
    range: rangeOf({ line: at, column: 1, endLine: at + 1, endColumn: 1 }),
    severity: DiagnosticSeverity.Warning,
    code,
    source,
    message: capital(visible(text)),
  };
}
