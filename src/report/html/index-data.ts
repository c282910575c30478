/** What the list of kernels is searched and filtered by: one entry for each kernel. */
import type { KernelAnswer } from '../../verdict/finding.ts';
import type { IndexKernel, ReportIndex } from './contract.ts';
import type { HtmlFacts } from './html.ts';
import type { ReasonTally } from './tally.ts';
import type { SourceShelf } from './sources.ts';
import { asideOf, capital, verdictMeanings } from './words.ts';
import { shapeOf } from '../../verdict/reason-shape.ts';
import { shown } from './markup.ts';
import { titleOf } from '../../verdict/catalogue.ts';

/** `reasons`: in the order in which the overview counts them. */
type Around = Readonly<{
  keys: ReadonlyMap<KernelAnswer, string>;
  pieceOfKey: ReadonlyMap<string, number>;
  shelf: SourceShelf;
  reasons: readonly ReasonTally[];
  facts: HtmlFacts;
}>;

export function indexOf(
  kernels: readonly KernelAnswer[],
  { keys, pieceOfKey, shelf, reasons: tallies, facts }: Around,
): ReportIndex {
  const numbers = new Map(tallies.map(({ shape }, k) => [shape, k]));
  const entries = kernels.map((kernel): IndexKernel => {
    const key = keys.get(kernel) ?? '';
    const { name, span, verdict, timeMs, reasons, findings } = kernel;
    return {
      key,
      name: shown(name),
      file: shelf.numberOf(span.file),
      line: span.line,
      verdict,
      time: Math.round(timeMs),
      piece: pieceOfKey.get(key) ?? 0,
      reasons:
        verdict === 'unknown' || verdict === 'unsupported'
          ? [...new Set(reasons.flatMap((reason) => numbers.get(shapeOf(reason)) ?? []))]
          : [],
      why: shown(reasons[0] ?? verdictMeanings[verdict]),
      findings: findings.map((finding) => ({
        id: finding.id,
        code: finding.code,
        severity: finding.severity,
        status: finding.status,
        message: shown(capital(finding.message)),
        aside: asideOf(finding),
      })),
    };
  });
  const codes = new Set(kernels.flatMap(({ findings }) => findings.map(({ code }) => code)));
  return {
    title: shown(facts.title ?? 'Synchronization report'),
    kernels: entries,
    files: shelf.files().map(shown),
    reasons: tallies.map(({ words }) => shown(words)),
    codes: Object.fromEntries([...codes].sort().map((code) => [code, titleOf(code) ?? ''])),
  };
}
