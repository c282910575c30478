/** One finding in a title and a few sentences of plain text, for formats that have no room for its threads. */
import type { Finding, Report } from '../verdict/finding.ts';
import { capital, findingsOf, proofWords } from './wording.ts';
import { isConditionNote } from '../verdict/conditional.ts';
import { titleOf } from '../verdict/catalogue.ts';

/** Those that count: formats that cannot mark a finding as suppressed or as old leave such findings out. */
export const countedFindings = (report: Report): readonly Finding[] =>
  findingsOf(report).filter(({ suppressed, inBaseline }) => suppressed === undefined && inBaseline !== true);

/** `SW101 Race in shared memory in sum`. */
export const titleWords = ({ code, kind, kernel }: Finding): string => `${code} ${titleOf(code) ?? kind} in ${kernel}`;

export function findingWords(finding: Finding): string {
  const { message, status, condition, fix, advice } = finding;
  return [
    `${capital(message)} (${status}).`,
    ...(condition === null || isConditionNote(finding) ? [] : [`It cannot happen where ${condition} holds.`]),
    ...(fix === null ? [] : [`Patch: ${fix.title} (${proofWords(fix)}).`]),
    ...(advice === null ? [] : [`No patch: ${advice}.`]),
  ].join(' ');
}

/** As those who read reports want it: with slashes, from the folder that the program ran in, without `./`. */
export const plainPath = (file: string): string => file.replaceAll('\\', '/').replace(/^(?:\.\/+)+(?=[^])/, '');
