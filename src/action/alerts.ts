/**
 * The alerts of code scanning, in step with the threads. GitHub closes an alert that the next upload does not have; so
 * what is found again is in it, what is gone or does not count is not, and of a kernel that was not decided this time
 * the results of the last upload are kept as they were. So are those that only a comment of the pull request itself
 * silences: their threads stay open too, for whoever reviews it.
 */
import type { Inputs } from './inputs.ts';
import type { KeptResult } from '../report/sarif.ts';
import type { Report } from '../verdict/finding.ts';
import type { Repository } from './payload.ts';
import type { SourceLookup } from '../report/wording.ts';
import type { Step } from './step.ts';
import type { ScannedResult } from '../github/code-scanning.ts';
import { codeEntry } from '../verdict/catalogue.ts';
import { connectFor } from './connection.ts';
import { cutTo } from '../base/cut.ts';
import { debug } from './step.ts';
import { fill } from '../base/message.ts';
import { findingsOf } from '../report/wording.ts';
import { isDecided } from '../verdict/decided.ts';
import { lastScanned } from '../github/code-scanning.ts';
import { messages } from './wording.ts';

/**
 * `isComplete`: a kernel that is not in the report is not there, or not touched. `silenced`: fingerprints of findings
 * that only the pull request itself silences; not given: none.
 */
type Analysed = Readonly<{ report: Report; isComplete: boolean; source: SourceLookup; silenced?: ReadonlySet<string> }>;

const tool = 'Syncwright';
const mostMessage = 4000;
const noneSilenced: ReadonlySet<string> = new Set();

/**
 * Asks GitHub only where something was not decided or is silenced, and in the modes whose files are uploaded. What it
 * does not tell is not kept.
 */
export async function keptAlerts(
  step: Step,
  inputs: Inputs,
  repository: Repository,
  analysed: Analysed,
): Promise<readonly KeptResult[]> {
  const { report, isComplete, silenced = noneSilenced } = analysed;
  const isUploaded = inputs.mode === 'review' || inputs.mode === 'audit' || inputs.mode === 'audit-merge';
  if (
    !isUploaded ||
    inputs.token === '' ||
    step.runner.ref === '' ||
    (isComplete && silenced.size === 0 && report.kernels.every(isDecided))
  )
    return [];
  const client = connectFor(step, inputs);
  const last = client.ok ? await lastScanned(client.value, repository, step.runner.ref, tool) : client;
  if (last.ok) return keptOf(last.value, analysed);
  debug(step, fill(messages.alertsNotKept, { why: last.problem.text }));
  return [];
}

/**
 * Those of kernels that were not decided, and those that are silenced, in files that are there, as far as they are of
 * our form.
 */
export function keptOf(
  last: readonly ScannedResult[],
  { report, isComplete, source, silenced = noneSilenced }: Analysed,
): readonly KeptResult[] {
  const isOpen = (kernel: string): boolean => {
    const same = report.kernels.filter(({ name }) => name === kernel);
    return same.length === 0 ? !isComplete : !same.every(isDecided);
  };
  const found = new Set(
    findingsOf(report)
      .filter(({ fingerprint }) => !silenced.has(fingerprint))
      .map(({ code, fingerprint }) => `${code} ${fingerprint}`),
  );
  return last.flatMap(({ level, ...one }) =>
    (level === 'error' || level === 'warning' || level === 'note') &&
    codeEntry(one.code) !== null &&
    /^[0-9a-f]{16}$/.test(one.fingerprint) &&
    (isOpen(one.kernel) || silenced.has(one.fingerprint)) &&
    !found.has(`${one.code} ${one.fingerprint}`) &&
    source(one.file) !== null
      ? [{ ...one, level, message: cutTo(one.message, mostMessage) }]
      : [],
  );
}
