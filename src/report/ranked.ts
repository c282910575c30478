/** The order in which findings are told, the worst first, and which of them are one bug to a reader. */
import type { Finding } from '../verdict/finding.ts';
import { baseName } from '../base/kernel-name.ts';
import { severityRank } from '../verdict/finding.ts';

/** What is confirmed comes before what is possible; of two alike, the one with a patch. */
export function ranked(findings: readonly Finding[]): readonly Finding[] {
  const score = (finding: Finding): number =>
    (finding.status === 'confirmed' ? 100 : 0) +
    10 * severityRank(finding.severity) +
    (finding.condition === null ? 5 : 0) +
    (finding.fix === null ? 0 : 1);
  const place = (finding: Finding): string =>
    `${finding.span.file}\n${String(finding.span.line).padStart(9, '0')}\n${finding.code}\n${finding.fingerprint}`;
  return [...findings].sort((a, b) => score(b) - score(a) || (place(a) < place(b) ? -1 : place(a) > place(b) ? 1 : 0));
}

/** `finding` speaks for those in `also`. */
export type Group = Readonly<{ finding: Finding; also: readonly Finding[] }>;

/**
 * Findings of one template's instances at the same places are one bug to a reader: `scan<32>` and `scan<64>` racing on
 * the same two lines. The first of them speaks for all; groups keep the order of their first.
 */
export function byInstance(findings: readonly Finding[]): readonly Group[] {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const places = [finding.span, ...finding.pairs.flatMap(({ first, second }) => [first, second])]
      .map((span) => `${span.file}:${span.start}`)
      .sort();
    const key = JSON.stringify([
      finding.code,
      finding.suppressed === undefined,
      finding.status,
      finding.severity,
      finding.condition === null,
      finding.array,
      baseName(finding.kernel),
      finding.kernel.includes('<') ? null : finding.fingerprint,
      places,
    ]);
    groups.set(key, [...(groups.get(key) ?? []), finding]);
  }
  return [...groups.values()].flatMap(([finding, ...also]) => (finding === undefined ? [] : [{ finding, also }]));
}
