/** `syncwright check`: analyse files and report. */
import type { Engine, Stage } from '../engine.ts';
import { assumptionUnreadable, fileMissing, fileNotUtf8, includeMissing, isFaultReason, notCuda, parameterMissing } from '../verdict/catalogue.ts';
import type { Finding, InputProblem, Report } from '../verdict/finding.ts';
import { failing, isFailing } from '../report/gate.ts';
import { problemLine } from '../report/text.ts';
import { baselineText } from '../config/baseline.ts';
import { inReportSet } from '../config/report-set.ts';
import { findingsOf, plural, summaryWords } from '../report/wording.ts';
import { engineOptions } from './analysis-options.ts';
import type { AnalysisFlags } from './analysis-options.ts';
import { status } from './io.ts';
import type { CliIo } from './io.ts';
import type { Format } from './option-values.ts';
import { progressOn } from './progress.ts';
import { baselineFor, judged } from './policy.ts';
import type { Policy } from './policy.ts';
import { checkPlace, checkWritable, deliver, paintOf, render, tellStatus, writeOut } from './render.ts';
import { pathFrom } from './repository.ts';
import { cudaName, gatherSources } from './source-files.ts';
import type { Sources } from './source-files.ts';
import type { Worker } from './workers.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

export type CheckFlags = AnalysisFlags & Readonly<{ format: Format; out?: string; dump?: Stage; stopAfter?: Stage; jobs?: number; writeBaseline?: string }>;

/** `given` with what the policy settles; `command` as it was typed. */
export async function check(paths: readonly string[], given: CheckFlags, policy: Policy, command: string, io: CliIo): Promise<number> {
  const start = performance.now();
  checkPlace(given.dump === undefined ? given.format : 'text', given.out, '--out', io);
  if (given.writeBaseline !== undefined) checkWritable(given.writeBaseline);
  const flags = given.format === 'html' ? { ...given, stories: true } : given;
  const sources = gatherSources(paths, flags);
  const baseline = flags.writeBaseline === undefined ? baselineFor(policy, flags.baseline) : null;
  const dumps: string[] = [];
  const found = await analyzed(paths, sources, flags, io, (title, text) => dumps.push(`== ${title}\n${text.trimEnd()}\n`));
  const { report: whole, gone } = judged(found, sources, policy, { baseline, isWhole: flags.kernel === undefined && flags.stopAfter === undefined && flags.dump === undefined });
  const { report, left } = inReportSet(whole, policy.config.report ?? 'all');
  const facts = { title: titleOf(paths), command, seconds: (performance.now() - start) / 1000 };
  const oldToo = policy.config.failOnOld ?? false;
  const screen = { paint: paintOf(io.color && flags.out === undefined), width: io.width, facts, fails: (finding: Finding) => isFailing(finding, flags.failOn, oldToo) };
  // What is about to be old is counted, unless a report is asked for.
  const isCounted = flags.writeBaseline !== undefined && flags.format === 'text' && flags.out === undefined && flags.dump === undefined && flags.verbose !== true;
  const text = isCounted ? `${summaryWords(report)}\n` : flags.dump === undefined ? render(report, flags.format, flags, sources.read, screen) : dumps.join('\n');
  deliver(text, flags.out, io);
  if (isCounted || flags.dump !== undefined || flags.format !== 'text' || flags.out !== undefined) for (const problem of report.problems) io.err(problemLine(problem));
  if (sources.leftOut > 0) io.err(fill(messages.excluded, { count: plural(sources.leftOut, 'file'), file: policy.file }));
  if (left > 0) io.err(`${plural(left, 'finding')} not in the report (${policy.file}: report)\n`);
  if (gone > 0) io.err(`${plural(gone, 'finding')} of the baseline not found here: --write-baseline renews it\n`);
  if (flags.writeBaseline === undefined && flags.dump === undefined) tellStatus(failing(whole, flags.failOn, oldToo).length, flags.failOn, flags.out, io);
  if (flags.writeBaseline === undefined) return exitStatus(whole, sources, flags, oldToo);
  writeOut(flags.writeBaseline, baselineText(whole, (path) => pathFrom(policy.root, path)));
  io.err(`baseline written: ${flags.writeBaseline} (${plural(findingsOf(whole).length, 'finding')})\n`);
  return exitStatus(whole, sources, { ...flags, failOn: 'never' }, false);
}

/** What was looked at, in a few words. */
function titleOf([first = '', ...others]: readonly string[]): string {
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}

/** 2 when no input could be used or a file that was named is not there, 3 when a bug of ours cost a kernel, else by the gate. What was not decided is no finding, and fails no run. */
export function exitStatus(report: Report, sources: Sources, flags: Pick<AnalysisFlags, 'failOn'>, oldToo: boolean): number {
  if (sources.files.length === 0) return status.usage;
  if (report.kernels.length === 0 && report.problems.some((problem) => !isHarmless(problem))) return status.usage;
  if (report.problems.some(({ code, file }) => file.startsWith('--') && (code === assumptionUnreadable('', '').code || code === parameterMissing('', []).code))) return status.usage;
  if (sources.problems.some(({ file, text }) => text === fileMissing(file).text)) return status.usage;
  if (failing(report, flags.failOn, oldToo).length > 0) return status.findings;
  return report.kernels.some((kernel) => kernel.reasons.some(isFaultReason)) ? status.fault : status.nothing;
}

/** A CUDA file without a kernel is no mistake, and what it includes or how it is encoded does not matter then. */
const isHarmless = ({ code, file }: InputProblem): boolean => (code === notCuda('').code && cudaName.test(file)) || code === includeMissing('', null, '').code || code === fileNotUtf8('').code;

async function analyzed(paths: readonly string[], sources: Sources, flags: CheckFlags, io: CliIo, write: (title: string, text: string) => void): Promise<Report> {
  if (sources.files.length === 0) return { version: 1, kernels: [], problems: sources.problems };
  const stopAfter = flags.stopAfter ?? flags.dump;
  const shared = io.openWorker === null || stopAfter !== undefined ? null : await analyzedByWorkers(io.openWorker, { paths, flags, sources, io });
  if (shared !== null) return shared;
  const engine = await io.openEngine();
  try {
    return await analyzeSources(engine, sources, flags, io, {
      ...(flags.dump === undefined ? {} : { dump: { stage: flags.dump, write } }),
      ...(stopAfter === undefined ? {} : { stopAfter }),
    });
  } finally {
    await engine.close();
  }
}

type Shared = Readonly<{ paths: readonly string[]; flags: CheckFlags; sources: Sources; io: CliIo }>;

/** Null where this process does it alone. The engine is loaded with what shares the files. */
async function analyzedByWorkers(open: () => Promise<Worker>, { paths, flags, sources, io }: Shared): Promise<Report | null> {
  const { analyzeShared, sharesOf } = await import('./workers.ts');
  const shares = sharesOf(sources, flags);
  if (shares === null) return null;
  const progress = progressOn(io);
  try {
    const report = await analyzeShared({ ...shares, task: { paths, flags }, sources, open, show: progress.show });
    return { ...report, problems: [...sources.problems, ...relevant(report, sources)] };
  } finally {
    progress.clear();
  }
}

/** Runs the engine on gathered sources; their problems come first in the report. */
export async function analyzeSources(
  engine: Engine, sources: Sources, flags: AnalysisFlags, io: CliIo,
  more: Readonly<{ dump?: Readonly<{ stage: Stage; write: (title: string, text: string) => void }>; stopAfter?: Stage }> = {},
): Promise<Report> {
  const progress = progressOn(io);
  try {
    const report = await engine.analyze({ files: sources.files, read: sources.read, locate: sources.locate, options: engineOptions(flags), onProgress: progress.show, ...more });
    return { ...report, problems: [...sources.problems, ...relevant(report, sources)] };
  } finally {
    progress.clear();
  }
}

/** The engine names every file without a kernel. Of a directory that is no problem. */
function relevant(report: Report, sources: Sources): readonly InputProblem[] {
  return report.problems.filter((problem) => problem.code !== notCuda('').code || sources.named.has(problem.file));
}
