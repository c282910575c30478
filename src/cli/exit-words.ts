/** Why a run ends with its exit status, in one line. */
import type { Report } from '../verdict/finding.ts';
import type { Gate } from '../report/gate.ts';
import { fill } from '../base/message.ts';
import { failing } from '../report/gate.ts';
import { findingsOf, plural } from '../report/wording.ts';
import { isFaultReason, isInterruption, isUnparsed } from '../verdict/catalogue.ts';
import { status } from './io.ts';
import type { StopSignal } from './io.ts';
import { messages } from './wording.ts';

/** As a shell counts them. */
export const interrupted = { SIGINT: 130, SIGTERM: 143 } as const;

export const signalWords = (signal: StopSignal): string => (signal === 'SIGINT' ? messages.ctrlC : messages.sigterm);

/**
 * `gate`: null where the findings do not count, since they are written to a baseline. `stoppedBy`: null: the run came
 * to its end.
 */
export type RunFacts = Readonly<{
  report: Report;
  exit: number;
  gate: Gate | null;
  oldToo: boolean;
  isEmpty: boolean;
  stoppedBy: StopSignal | null;
}>;

/** Such as "1 warning, below --fail-on error: exit 0". */
export function exitWords(facts: RunFacts): string {
  return fill(messages.exitWords, { because: reasonsFor(facts).join('; '), status: facts.exit });
}

function reasonsFor({ report, exit, gate, oldToo, isEmpty, stoppedBy }: RunFacts): readonly string[] {
  const kernels = (isCounted: (reason: string) => boolean): number =>
    report.kernels.filter(({ reasons }) => reasons.some(isCounted)).length;
  if (stoppedBy !== null)
    return [
      fill(messages.stoppedAfter, {
        signal: signalWords(stoppedBy),
        kernels: plural(kernels(isInterruption), 'kernel'),
      }),
      ...found(report, gate, oldToo),
    ];
  const undecided = report.kernels.filter(({ verdict }) => verdict === 'unknown' || verdict === 'unsupported').length;
  const damaged = new Set(report.problems.filter(isUnparsed).map(({ file }) => file)).size;
  const unparsed = damaged === 0 ? [] : [fill(messages.unparsed, { files: plural(damaged, 'file') })];
  const open = undecided === 0 ? [] : [fill(messages.undecided, { kernels: plural(undecided, 'kernel') })];
  switch (exit) {
    case status.usage:
      return [isEmpty ? messages.usageNothing : messages.usageInput, ...unparsed];
    case status.fault:
      return [fill(messages.faultCost, { kernels: plural(kernels(isFaultReason), 'kernel') })];
    case status.findings:
      return found(report, gate, oldToo);
    default:
      return [...(gate === null ? [messages.baselineWritten] : found(report, gate, oldToo)), ...open, ...unparsed];
  }
}

/** What counts; where nothing does, why not. */
function found(report: Report, gate: Gate | null, oldToo: boolean): readonly string[] {
  const counting = gate === null ? [] : failing(report, gate, oldToo);
  if (counting.length > 0) return [bySeverity(counting)];
  const confirmed = findingsOf(report).filter(({ status: state }) => state === 'confirmed');
  const below = confirmed.filter(
    ({ suppressed, inBaseline }) => suppressed === undefined && (oldToo || inBaseline !== true),
  );
  const possible = findingsOf(report).filter(
    ({ status: state, suppressed }) => state === 'possible' && suppressed === undefined,
  );
  return [
    ...(below.length === 0
      ? []
      : [
          gate === 'never'
            ? fill(messages.gateNever, { findings: bySeverity(below) })
            : fill(messages.belowGate, { findings: bySeverity(below), gate: gate ?? '' }),
        ]),
    ...(below.length < confirmed.length
      ? [fill(messages.onlyAside, { findings: bySeverity(confirmed.filter((one) => !below.includes(one))) })]
      : []),
    ...(confirmed.length === 0 && possible.length === 0 ? [messages.nothingFound] : []),
    ...(possible.length === 0 ? [] : [fill(messages.possibleOnly, { findings: bySeverity(possible) })]),
  ];
}

const names = [
  ['error', 'error'],
  ['warning', 'warning'],
  ['info', 'note'],
] as const;

/** `2 errors and 1 warning`. */
function bySeverity(findings: ReturnType<typeof findingsOf>): string {
  const parts = names.flatMap(([severity, name]) => {
    const count = findings.filter((finding) => finding.severity === severity).length;
    return count === 0 ? [] : [plural(count, name)];
  });
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`;
}
