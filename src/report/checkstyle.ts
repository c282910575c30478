/**
 * A report in the form of Checkstyle, which Jenkins, reviewdog and many editors read: all files, each with its findings
 * that count. https://checkstyle.org/config.html, XMLLogger
 */
import type { Finding, Report } from '../verdict/finding.ts';
import type { XmlElement } from './xml.ts';
import { countedFindings, findingWords, plainPath, titleWords } from './finding-words.ts';
import { element, xmlOf } from './xml.ts';
import { groupBy } from '../base/group.ts';

/** Of the form, not of ours: readers look at nothing newer. */
const formVersion = '4.3';

export function renderCheckstyle(report: Report): string {
  const found = groupBy(countedFindings(report), ({ span }) => plainPath(span.file));
  const files = new Set([...report.kernels.map(({ span }) => plainPath(span.file)), ...found.keys()]);
  return xmlOf(
    element(
      'checkstyle',
      { version: formVersion },
      [...files].map((name) => element('file', { name }, (found.get(name) ?? []).map(errorOf))),
    ),
  );
}

function errorOf(finding: Finding): XmlElement {
  const { span, code, severity, status } = finding;
  // what was not seen to happen is no error
  const shown = severity === 'error' && status === 'possible' ? 'warning' : severity;
  return element('error', {
    line: span.line,
    column: span.column,
    severity: shown,
    message: `${titleWords(finding)}: ${findingWords(finding)}`,
    source: `syncwright.${code}`,
  });
}
