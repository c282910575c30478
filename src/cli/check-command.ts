/** `syncwright check`: analyse files and report. */
import type { Stage } from '../engine.ts';
import {
  assumptionUnreadable,
  fileMissing,
  fileNotUtf8,
  includeMissing,
  includersLeftOut,
  isFaultReason,
  notCuda,
  parameterMissing,
  textUnclosed,
} from '../verdict/catalogue.ts';
import type { Finding, InputProblem, Report } from '../verdict/finding.ts';
import { failing, isFailing } from '../report/gate.ts';
import { problemLine } from '../report/text.ts';
import { baselineText } from '../config/baseline.ts';
import type { Baseline } from '../config/baseline.ts';
import { fill } from '../base/message.ts';
import { inReportSet } from '../config/report-set.ts';
import { findingsOf, plural, summaryWords } from '../report/wording.ts';
import type { AnalysisFlags } from './analysis-options.ts';
import { analyzeFiles, usesWorkers } from './analyze-files.ts';
import type { RunControl } from './analyze-files.ts';
import { exitWords, interrupted, signalWords } from './exit-words.ts';
import { interruptionFrom } from './interruption.ts';
import { status } from './io.ts';
import type { CliIo, StopSignal } from './io.ts';
import type { Format } from './option-values.ts';
import { baselineFor, judged } from './policy.ts';
import type { Policy } from './policy.ts';
import { checkPlace, checkWritable, deliver, paintOf, render, writeOut } from './render.ts';
import { pathFrom } from './repository.ts';
import { cudaName, gatherSources } from './source-files.ts';
import type { Sources } from './source-files.ts';
import { messages } from './wording.ts';

export type CheckFlags = AnalysisFlags &
  Readonly<{
    format: Format;
    out?: string;
    dump?: Stage;
    stopAfter?: Stage;
    jobs?: number;
    writeBaseline?: string;
    watch?: boolean;
  }>;

/** What a check is of. `flags`: with what the policy settles; `command`: as it was typed. */
export type Checked = Readonly<{ paths: readonly string[]; flags: CheckFlags; policy: Policy; command: string }>;

export async function check(checked: Checked, io: CliIo): Promise<number> {
  const prepared = prepare(checked, io);
  const interruption = usesWorkers(checked.flags, io) ? interruptionFrom(io) : null;
  const never = new AbortController().signal;
  const made = await analyzed(
    prepared,
    { stop: interruption?.stop ?? never, stoppedBy: interruption?.by ?? (() => null), memory: null },
    io,
  );
  // what is left is soon done, and the next Ctrl-C ends it
  interruption?.end();
  return deliverCheck(prepared, made, io);
}

/** `start`: when it was asked for, by this process's clock. */
export type Prepared = Checked & Readonly<{ sources: Sources; baseline: Baseline | null; start: number }>;

/** All that is refused is refused before anything is analysed. */
export function prepare(checked: Checked, io: CliIo): Prepared {
  const start = performance.now();
  const { paths, policy, flags: given } = checked;
  checkPlace(given.dump === undefined ? given.format : 'text', given.out, '--out', io);
  if (given.writeBaseline !== undefined) checkWritable(given.writeBaseline);
  const flags = given.format === 'html' ? { ...given, stories: true } : given;
  return {
    ...checked,
    flags,
    start,
    sources: gatherSources(paths, flags),
    baseline: flags.writeBaseline === undefined ? baselineFor(policy, flags.baseline) : null,
  };
}

/** `found`: before the policy has its say. */
export type Made = Readonly<{ found: Report; dumps: readonly string[]; stoppedBy: StopSignal | null }>;

export async function analyzed({ paths, sources, flags }: Prepared, control: RunControl, io: CliIo): Promise<Made> {
  const dumps: string[] = [];
  const found = await analyzeFiles(paths, sources, flags, io, control, (title, text) =>
    dumps.push(`== ${title}\n${text.trimEnd()}\n`),
  );
  return { found, dumps, stoppedBy: control.stoppedBy() };
}

/** Prints or writes the report, with what else there is to say; gives the exit status. */
export function deliverCheck(
  { paths, sources, flags, policy, baseline, command, start }: Prepared,
  { found, dumps, stoppedBy }: Made,
  io: CliIo,
): number {
  const isWhole =
    flags.kernel === undefined && flags.stopAfter === undefined && flags.dump === undefined && stoppedBy === null;
  const { report: whole, gone } = judged(found, sources, policy, { baseline, isWhole });
  const { report, left } = inReportSet(whole, policy.config.report ?? 'all');
  const facts = { title: titleOf(paths), command, seconds: (performance.now() - start) / 1000 };
  const oldToo = policy.config.failOnOld ?? false;
  const screen = {
    paint: paintOf(io.color && flags.out === undefined),
    width: io.width,
    facts,
    fails: (finding: Finding) => isFailing(finding, flags.failOn, oldToo),
  };
  // What is about to be old is counted, unless a report is asked for.
  const isCounted =
    flags.writeBaseline !== undefined &&
    flags.format === 'text' &&
    flags.out === undefined &&
    flags.dump === undefined &&
    flags.verbose !== true;
  const text = isCounted
    ? `${summaryWords(report)}\n`
    : flags.dump === undefined
      ? render(report, flags.format, flags, sources.read, screen)
      : dumps.join('\n');
  deliver(text, flags.out, io);
  if (isCounted || flags.dump !== undefined || flags.format !== 'text' || flags.out !== undefined)
    for (const problem of report.problems) io.err(problemLine(problem));
  if (sources.leftOut > 0)
    io.err(fill(messages.excluded, { count: plural(sources.leftOut, 'file'), file: policy.file }));
  if (left > 0) io.err(fill(messages.notInReport, { findings: plural(left, 'finding'), file: policy.file }));
  if (gone > 0 && stoppedBy === null)
    io.err(fill(messages.baselineGone, { findings: plural(gone, 'finding'), were: gone === 1 ? 'was' : 'were' }));
  const gate = flags.writeBaseline === undefined ? flags.failOn : null;
  const exit =
    stoppedBy === null
      ? exitStatus(whole, sources, { failOn: gate ?? 'never' }, gate !== null && oldToo)
      : interrupted[stoppedBy];
  if (flags.writeBaseline !== undefined) writeBaseline(flags.writeBaseline, whole, policy, stoppedBy, io);
  if (
    flags.dump === undefined &&
    (flags.format === 'text' || stoppedBy !== null || (flags.out !== undefined && exit !== status.nothing))
  ) {
    const words = exitWords({ report: whole, exit, gate, oldToo, isEmpty: sources.files.length === 0, stoppedBy });
    io.err(`${words}${flags.out === undefined ? '' : fill(messages.reportIn, { out: flags.out })}\n`);
  }
  return exit;
}

/** Of a run that was stopped, what was not found is not gone. */
function writeBaseline(path: string, report: Report, policy: Policy, stoppedBy: StopSignal | null, io: CliIo): void {
  if (stoppedBy !== null) {
    io.err(`${fill(messages.noBaselineWritten, { signal: signalWords(stoppedBy) })}\n`);
    return;
  }
  writeOut(
    path,
    baselineText(report, (file) => pathFrom(policy.root, file)),
  );
  io.err(`baseline written: ${path} (${plural(findingsOf(report).length, 'finding')})\n`);
}

/** What was looked at, in a few words. */
function titleOf([first = '', ...others]: readonly string[]): string {
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}

/**
 * 2 when no input could be used, or a file that was named is not there or is cut off, 3 when a bug of ours cost a
 * kernel, else by the gate. What was not decided is no finding, and fails no run.
 */
export function exitStatus(
  report: Report,
  sources: Sources,
  flags: Pick<AnalysisFlags, 'failOn'>,
  oldToo: boolean,
): number {
  if (sources.files.length === 0) return status.usage;
  if (report.kernels.length === 0 && report.problems.some((problem) => !isHarmless(problem))) return status.usage;
  if (
    report.problems.some(
      ({ code, file }) =>
        file.startsWith('--') && (code === assumptionUnreadable('', '').code || code === parameterMissing('', []).code),
    )
  )
    return status.usage;
  if (sources.problems.some(({ file, text }) => text === fileMissing(file).text)) return status.usage;
  if (report.problems.some(({ code, file }) => code === textUnclosed('', null, '').code && sources.named.has(file)))
    return status.usage;
  if (failing(report, flags.failOn, oldToo).length > 0) return status.findings;
  return report.kernels.some((kernel) => kernel.reasons.some(isFaultReason)) ? status.fault : status.nothing;
}

/** A CUDA file without a kernel is no mistake, and what it includes or how it is encoded does not matter then. */
const isHarmless = ({ code, file }: InputProblem): boolean =>
  (code === notCuda('').code && cudaName.test(file)) ||
  code === includeMissing('', null, '').code ||
  code === fileNotUtf8('').code ||
  code === includersLeftOut('', 0, 0).code;
