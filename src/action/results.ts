/**
 * What a step leaves. The job summary and the outputs are written by `@actions/core`; files in the workspace (SARIF,
 * JSON) are written here, never through a symbolic link of the checkout.
 */
import { closeSync, constants, existsSync, lstatSync, mkdirSync, openSync, realpathSync, writeSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import type { LocalReview } from '../review/review.ts';
import type { Inputs } from './inputs.ts';
import type { Report } from '../verdict/finding.ts';
import type { Result } from '../base/result.ts';
import type { KeptResult } from '../report/sarif.ts';
import type { SourceLookup } from '../report/wording.ts';
import type { Step } from './step.ts';
import type { Tally } from '../review/unread.ts';
import { cutMarkdown } from '../report/markdown-escape.ts';
import { explanationOf } from '../report/explanation.ts';
import { attempt } from '../base/attempt.ts';
import { fail, ok } from '../base/result.ts';
import { renderJson } from '../report/json.ts';
import { maxResults, renderSarif } from '../report/sarif.ts';
import { version } from '../base/version.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';
import { shownVerdicts } from '../verdict/finding.ts';

/** `name`: of the output that says where it is. */
export type ResultFile = Readonly<{ name: string; path: string; text: string }>;
export type Results = Readonly<{
  report: Report;
  source: SourceLookup;
  /** Confirmed findings that count and were not known. */
  newFindings: number;
  /** Of a review. */
  tally?: Tally;
  /** Markdown. */
  summary: string;
  /** Results of an earlier SARIF file that stay; not given: none. */
  kept?: readonly KeptResult[];
  /** Beside SARIF and JSON. */
  files?: readonly ResultFile[];
  outputs?: readonly (readonly [name: string, value: string])[];
}>;

/** Writes all of them; the problems are lines for the user. */
export async function leaveResults(
  step: Step,
  workspace: string,
  inputs: Inputs,
  { report, source, newFindings, tally, summary, kept = [], files: more = [], outputs: given = [] }: Results,
): Promise<readonly string[]> {
  const files: readonly ResultFile[] = [
    {
      name: 'sarif',
      path: inputs.sarifFile,
      text: fittingSarif((most) =>
        renderSarif(counted(report), { toolVersion: version, source, explain: explanationOf, kept }, most),
      ),
    },
    {
      name: 'json',
      path: inputs.jsonFile,
      text: renderJson(report, {
        tool: `syncwright ${version}`,
        defines: inputs.defines,
        includeDirs: inputs.includeDirs,
        params: new Map(),
        ...(inputs.compileCommands === null ? {} : { compileCommands: inputs.compileCommands }),
      }),
    },
    ...more,
  ];
  const written = files.map((file) => ({ ...file, result: writeInside(workspace, file.path, file.text) }));
  const kernels = (verdict: string): string =>
    `${report.kernels.filter((kernel) => kernel.verdict === verdict).length}`;
  return [
    ...written.flatMap((file) => (file.result.ok ? [] : [file.result.problem])),
    ...leaveOutputs(step, [
      ...shownVerdicts.map((verdict) => [verdict, kernels(verdict)] as const),
      ['new-findings', `${newFindings}`],
      ...(tally === undefined
        ? []
        : ([
            ['decided', `${tally.decided}`],
            ['undecided', `${tally.touched - tally.decided}`],
            ['unread', `${tally.unread.length}`],
          ] as const)),
      ...written.flatMap((file) => (file.result.ok ? [[file.name, file.path] as const] : [])),
      ...given,
    ]),
    ...(await leaveSummary(step, summary)),
  ];
}

/** Code scanning opens an alert for each result, also for one that is marked as suppressed. */
const counted = (report: Report): Report => ({
  ...report,
  kernels: report.kernels.map((kernel) => ({
    ...kernel,
    findings: kernel.findings.filter((finding) => finding.suppressed === undefined),
  })),
});

/** Of a pull request. */
export const resultsOf = ({ plan, source }: LocalReview, summary: string, kept: readonly KeptResult[]): Results => ({
  kept,
  report: plan.report,
  source,
  summary,
  tally: plan.tally,
  newFindings: plan.items
    .filter(
      (item) => item.state === 'new' && item.finding.status === 'confirmed' && item.finding.suppressed === undefined,
    )
    .reduce((sum, item) => sum + 1 + item.also.length, 0),
});

/** The problems are lines for the user. */
export function leaveOutputs(
  { core }: Pick<Step, 'core'>,
  outputs: readonly (readonly [name: string, value: string])[],
): readonly string[] {
  // Without the file, `@actions/core` falls back to a command that GitHub has switched off.
  if ((process.env['GITHUB_OUTPUT'] ?? '') === '') return [];
  try {
    for (const [name, value] of outputs) core.setOutput(name, value);
    return [];
  } catch (error) {
    return [fill(messages.cannotWriteOutputs, { reason: reasonOf(error) })];
  }
}

async function leaveSummary({ core }: Pick<Step, 'core'>, summary: string): Promise<readonly string[]> {
  if ((process.env['GITHUB_STEP_SUMMARY'] ?? '') === '') return [];
  try {
    await core.summary.addRaw(fittingSummary(summary)).write();
    return [];
  } catch (error) {
    core.summary.emptyBuffer();
    return [fill(messages.cannotWriteSummary, { reason: reasonOf(error) })];
  }
}

/** A step's summary above 1 MiB is dropped whole. */
export const mostSummaryBytes = 1024 * 1024;

/** Cuts a summary so that GitHub does not drop it whole; `@actions/core` writes any size. */
export function fittingSummary(summary: string): string {
  let text = summary;
  for (
    let limit = mostSummaryBytes - 1024;
    Buffer.byteLength(text, 'utf8') > mostSummaryBytes - 1024;
    limit = Math.floor(limit * 0.7)
  )
    text = cutMarkdown(summary, limit, messages.restInFiles);
  return text;
}

/** Code scanning takes no file of more, compressed (GITHUB.md, limits). */
const mostSarifBytes = 10_000_000;

/** With as many results as fit; `render` says in the file what it leaves out. */
export function fittingSarif(render: (most: number) => string, mostBytes = mostSarifBytes): string {
  let most = maxResults;
  let text = render(most);
  while (most > 1 && gzipSync(text).length > mostBytes) {
    most = Math.floor(most / 2);
    text = render(most);
  }
  return text;
}

/**
 * Where a file of the step lies. A path that is relative, or begins with the workspace, must stay in the workspace
 * after links of folders are followed; the file itself must be no link. The checkout may be a pull request's: a link in
 * it would let its author choose what is overwritten. The problem begins with the path.
 */
export function placeInside(workspace: string, path: string): Result<string, string> {
  try {
    const target = resolve(workspace, path);
    const folder = realpathSync(dirname(target));
    const isMeantInside = !isAbsolute(path) || [workspace, realpathSync(workspace)].some((one) => staysIn(one, target));
    if (isMeantInside && !staysIn(realpathSync(workspace), folder))
      return fail(fill(messages.cannotWriteFile, { path, reason: messages.leadsOut }));
    const place = join(folder, target.slice(dirname(target).length + 1));
    return lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink() === true
      ? fail(fill(messages.cannotWriteFile, { path, reason: messages.isLink }))
      : ok(place);
  } catch (error) {
    return fail(fill(messages.cannotWriteFile, { path, reason: reasonOf(error) }));
  }
}

function staysIn(folder: string, path: string): boolean {
  const inside = relative(folder, path);
  return !/^\.\.(?:[\\/]|$)/.test(inside) && !isAbsolute(inside);
}

/**
 * Makes the folders of a relative path that are missing, if the last one that is there lies in the workspace; what goes
 * wrong, the file says.
 */
function makeFolders(workspace: string, path: string): void {
  const folder = dirname(resolve(workspace, path));
  let last = folder;
  while (!existsSync(last) && dirname(last) !== last) last = dirname(last);
  if (isAbsolute(path) || last === folder) return;
  if (staysIn(realpathSync(workspace), realpathSync(last))) attempt(() => mkdirSync(folder, { recursive: true }));
}

/**
 * {@link placeInside}. Folders that are missing are made. (Windows has no O_NOFOLLOW; it is undefined there and adds
 * nothing.)
 */
export function writeInside(workspace: string, path: string, text: string): Result<null, string> {
  makeFolders(workspace, path);
  const place = placeInside(workspace, path);
  if (!place.ok) return place;
  try {
    const file = openSync(
      place.value,
      constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW,
      0o644,
    );
    try {
      writeSync(file, text);
    } finally {
      closeSync(file);
    }
    return ok(null);
  } catch (error) {
    return fail(fill(messages.cannotWriteFile, { path, reason: reasonOf(error) }));
  }
}

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.includes('ELOOP') ? messages.isLink : (message.split('\n')[0] ?? '');
}
