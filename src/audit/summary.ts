/** An audit in words: what stands on standard output at its end. */
import type { Paint } from '../report/text.ts';
import type { AuditTally } from './tally.ts';
import { shownVerdicts } from '../verdict/finding.ts';
import { titleOf } from '../verdict/catalogue.ts';
import { plural, verdictWords } from '../report/wording.ts';
import { visible } from '../report/visible.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

const mostReasons = 10;

/** `file`: where the audit is, to be read by `merge`. `notes`: lines of their own. */
export function summaryText(tally: AuditTally, file: string, notes: readonly string[], paint: Paint): string {
  const { verdicts, reasons, confirmed, known, possible, problems } = tally;
  const kernels = shownVerdicts.reduce((sum, verdict) => sum + verdicts[verdict], 0);
  const row = (n: number, words: string): string => `${`${n}`.padStart(7)}  ${words}`;
  const lines = [
    paint.bold(plural(kernels, 'kernel')),
    ...shownVerdicts.map((verdict) => row(verdicts[verdict], verdictWords(verdict))),
    ...(reasons.length === 0
      ? []
      : [
          '',
          paint.bold(messages.commonReasons),
          ...reasons.slice(0, mostReasons).map(({ reason, kernels: n }) => row(n, visible(reason))),
        ]),
    '',
    paint.bold(confirmed.length === 0 ? messages.noneConfirmed : plural(confirmed.length, 'confirmed finding')),
    ...confirmed.map(
      ({ code, kernel, file: where, line, message }) =>
        `  ${visible(where)}:${line}: ${visible(code)} in ${visible(kernel)}: ${visible(message)}`,
    ),
    ...(known === 0 ? [] : [fill(messages.notCounted, { findings: plural(known, 'confirmed finding') })]),
    ...(possible === 0
      ? []
      : [fill(messages.possible, { findings: plural(possible, 'finding'), are: possible === 1 ? 'is' : 'are' })]),
    ...(problems.size === 0
      ? []
      : [
          '',
          paint.bold(messages.inputProblems),
          ...[...problems]
            .sort(([, a], [, b]) => b - a)
            .map(([code, n]) => row(n, `${titleOf(code) ?? visible(code)} [${visible(code)}]`)),
        ]),
    '',
    ...notes.map((note) => visible(note)),
    fill(messages.auditFile, { file: visible(file), file2: visible(file) }),
  ];
  return `${lines.join('\n')}\n`;
}
