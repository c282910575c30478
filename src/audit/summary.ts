/** An audit in words: what stands on standard output at its end. */
import type { Paint } from '../report/text.ts';
import type { AuditTally } from './tally.ts';
import { titleOf } from '../verdict/catalogue.ts';
import { plural } from '../report/wording.ts';
import { visible } from '../report/visible.ts';

const mostReasons = 10;

/** `file`: where the audit is, to be read by `merge`. `notes`: lines of their own. */
export function summaryText(tally: AuditTally, file: string, notes: readonly string[], paint: Paint): string {
  const { verdicts, reasons, confirmed, known, possible, problems } = tally;
  const kernels = verdicts.racy + verdicts.drf + verdicts.unknown + verdicts.unsupported;
  const row = (n: number, words: string): string => `${`${n}`.padStart(7)}  ${words}`;
  const lines = [
    paint.bold(plural(kernels, 'kernel')),
    row(verdicts.racy, 'racy'), row(verdicts.drf, 'drf (race-free)'), row(verdicts.unknown, 'unknown'), row(verdicts.unsupported, 'unsupported'),
    ...(reasons.length === 0 ? [] : ['', paint.bold('the commonest reasons for unknown and unsupported'), ...reasons.slice(0, mostReasons).map(({ reason, kernels: n }) => row(n, visible(reason)))]),
    '', paint.bold(confirmed.length === 0 ? 'no confirmed findings' : plural(confirmed.length, 'confirmed finding')),
    ...confirmed.map(({ code, kernel, file: where, line, message }) => `  ${visible(where)}:${line}: ${visible(code)} in ${visible(kernel)}: ${visible(message)}`),
    ...(known === 0 ? [] : [`${plural(known, 'confirmed finding')} that a comment, the configuration or the baseline says not to count`]),
    ...(possible === 0 ? [] : [`${plural(possible, 'finding')} that ${possible === 1 ? 'is' : 'are'} only possible`]),
    ...(problems.size === 0 ? [] : ['', paint.bold('problems with the input'), ...[...problems].sort(([, a], [, b]) => b - a).map(([code, n]) => row(n, `${titleOf(code) ?? visible(code)} [${visible(code)}]`))]),
    '', ...notes.map((note) => visible(note)), `the audit is in ${visible(file)}; \`syncwright merge ${visible(file)} --format json\` and other formats show it whole`,
  ];
  return `${lines.join('\n')}\n`;
}
