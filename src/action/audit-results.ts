/**
 * What an audit leaves: SARIF, JSON, the job summary, a baseline where one is asked for; at GitHub the tracking issue
 * and follow-up pull requests. What one of these cannot do is one line, and the others go on.
 */
import type { Audit } from '../audit/audit.ts';
import type { AuditTarget } from './audit-event.ts';
import type { Client } from '../github/octokit.ts';
import type { Fetching } from '../review/fetching.ts';
import type { HtmlFacts } from '../report/html/html.ts';
import type { Inputs } from './inputs.ts';
import type { IssueOutcome } from './track-audit.ts';
import type { RecordIndex } from '../audit/record-file.ts';
import type { ReviewPolicy } from '../review/policy.ts';
import type { ReviewWords } from '../review/body.ts';
import type { Snapshot } from '../review/snapshot.ts';
import type { Status, Step } from './step.ts';
import { readFileSync, statSync } from 'node:fs';
import { allowancesIn } from '../config/inline.ts';
import { attempt } from '../base/attempt.ts';
import { auditSummary } from '../audit/summary-markdown.ts';
import { badgeJson, badgeSvg } from '../report/badge.ts';
import { baselineText, withBaseline } from '../config/baseline.ts';
import { complain, refuse, say, status } from './step.ts';
import { connectFor, serverOf, unwritten } from './connection.ts';
import { failing } from '../report/gate.ts';
import { fetchFiles } from '../review/missing-files.ts';
import { recordsOf } from '../audit/record-file.ts';
import { inReportSet } from '../config/report-set.ts';
import { isFaultReason, isReadAllTheSame } from '../verdict/catalogue.ts';
import { historyText, historyWith } from '../audit/history.ts';
import { isOwnBranch } from '../github/follow-up.ts';
import { keptAlerts } from './alerts.ts';
import { joined } from '../audit/join.ts';
import { leaveResults, placeInside } from './results.ts';
import { offerFixes } from './audit-fixes.ts';
import { overviewSvg } from '../report/html/overview-svg.ts';
import { ownLogin } from '../github/reviews.ts';
import { ownersIn, ownersPaths } from '../audit/owners.ts';
import { renderHtml } from '../report/html/html.ts';
import { repositoryPath } from '../review/positions.ts';
import { snapshotOf } from '../review/snapshot.ts';
import { suppressed } from '../config/suppress.ts';
import { trackAudit } from './track-audit.ts';
import { verdictCounts } from '../verdict/counts.ts';
import { version } from '../base/version.ts';
import { wordsFor } from './words.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

export type AuditRun = Readonly<{
  step: Step;
  inputs: Inputs;
  target: AuditTarget;
  workspace: string;
  fetching: Fetching;
  policy: ReviewPolicy;
}>;
/** `audit`: judged by the configuration and the baseline. */
export type Finished = AuditRun & Readonly<{ audit: Audit; snapshot: Snapshot; words: ReviewWords }>;

/** `indices`: of files that are together a whole audit. */
export async function finishAudit(run: AuditRun, indices: readonly RecordIndex[]): Promise<Status> {
  const { step, inputs, target, workspace, fetching, policy } = run;
  const whole = auditOf(indices, policy);
  const files = new Set<string>([
    ...ownersPaths,
    ...whole.report.kernels
      .flatMap(({ span, uses }) => [span.file, ...uses.map((use) => use.span.file)])
      .map(repositoryPath),
  ]);
  const fetched = await fetchFiles(fetching, [
    { commit: target.head, isNeeded: (path) => files.has(path), withIncludes: false },
  ]);
  if (!fetched.ok) return refuse(step, fetched.problem.text);
  const snapshot = await snapshotOf(fetching.repo, target.head);
  if (!snapshot.ok) return refuse(step, snapshot.problem.text);
  const source = (path: string): string | null => snapshot.value.read(repositoryPath(path));
  const audit = judged(whole, source, policy);
  const words = wordsFor(
    { plan: { head: target.head }, source },
    { repository: target.repository },
    serverOf(step),
    'follow-up',
  );
  const finished: Finished = { ...run, audit, snapshot: snapshot.value, words };
  const written = await writeAtGithub(finished);
  const held: Audit = { ...audit, report: inReportSet(audit.report, policy.config.report ?? 'all').report };
  const counts = verdictCounts(held.report.kernels);
  const history =
    inputs.historyFile === ''
      ? null
      : historyWith(earlierAudits(workspace, inputs.historyFile), {
          commit: target.head,
          time: new Date().toISOString(),
          counts,
        });
  const facts: HtmlFacts = {
    ...(history === null ? {} : { trend: history }),
    version,
    title: `${target.repository.owner}/${target.repository.repo}${target.branch === null ? '' : `, ${target.branch}`}`,
    commit: target.head,
    seconds: audit.facts.seconds,
  };
  const context = { source, address: words.address, patch: 'diff' as const };
  const kept = await keptAlerts(step, inputs, target.repository, {
    report: audit.report,
    isComplete: audit.report.problems.every(isReadAllTheSame),
    source,
  });
  const problems = await leaveResults(step, workspace, inputs, {
    report: held.report,
    source,
    kept,
    summary: auditSummary(held, context, written.notes),
    outputs: written.issue === null ? [] : [['issue', written.issue]],
    newFindings: failing(audit.report, 'info').length,
    files: [
      {
        name: 'html',
        path: inputs.htmlFile,
        text: renderHtml({ report: held.report, facts, read: source, address: words.address }),
      },
      { name: 'overview', path: inputs.overviewFile, text: overviewSvg(held.report, facts) },
      { name: 'badge', path: inputs.badgeFile, text: badgeSvg(counts) },
      { name: 'badge-json', path: inputs.badgeJsonFile, text: badgeJson(counts) },
      ...(history === null ? [] : [{ name: 'history', path: inputs.historyFile, text: historyText(history) }]),
      ...(inputs.baselineFile === ''
        ? []
        : [{ name: 'baseline', path: inputs.baselineFile, text: baselineText(audit.report, repositoryPath) }]),
    ],
  });
  for (const problem of problems) complain(step, 'warning', problem);
  if (failing(audit.report, inputs.failOn, inputs.failOnOld).length > 0) return status.findings;
  return written.status === status.nothing && audit.report.kernels.some(({ reasons }) => reasons.some(isFaultReason))
    ? status.fault
    : written.status;
}

/** Empty where there is none that can be read. */
function earlierAudits(workspace: string, path: string): string {
  const place = placeInside(workspace, path);
  if (!place.ok) return '';
  return attempt(() => (statSync(place.value).size > mostHistoryBytes ? '' : readFileSync(place.value, 'utf8'))) ?? '';
}
const mostHistoryBytes = 4 * 1024 * 1024;

function auditOf(indices: readonly RecordIndex[], { config }: ReviewPolicy): Audit {
  return joined(
    indices.map(({ header }) => header),
    [...recordsOf(indices)],
    indices[0]?.end?.problems ?? [],
    config.stated,
  );
}

/** With what the sources, the configuration and the baseline say of its findings. */
function judged(audit: Audit, source: ReviewWords['source'], { config, file, baseline }: ReviewPolicy): Audit {
  const { report } = audit;
  const said = suppressed(report, {
    rules: config.ignore,
    rulesFile: file,
    files: [...new Set(report.kernels.map(({ span }) => span.file))],
    pathOf: repositoryPath,
    isWhole: true,
    allowances: (path) => allowancesIn(path, source(path) ?? ''),
  });
  const marked = { ...said.report, problems: [...said.report.problems, ...said.problems] };
  return { ...audit, report: baseline === null ? marked : withBaseline(marked, baseline).report };
}

/** `notes`: for the summary, in Markdown. `issue`: its address. */
type Written = Readonly<{ status: Status; notes: readonly string[]; issue: string | null }>;
const nothingWritten: Written = { status: status.nothing, notes: [], issue: null };

async function writeAtGithub(finished: Finished): Promise<Written> {
  const { step, inputs, target } = finished;
  if (!inputs.issue && inputs.maxFixes === 0) return nothingWritten;
  if (target.branch === null || isOwnBranch(target.branch)) {
    say(
      step,
      fill(messages.noIssueNoFixes, {
        why:
          target.branch === null
            ? messages.auditOfNoBranch
            : fill(messages.auditOfOwnBranch, { branch: target.branch }),
      }),
    );
    return nothingWritten;
  }
  const client = connectFor(step, inputs);
  const login = client.ok ? await ownLogin(client.value) : client;
  if (!client.ok || !login.ok) {
    const { problem } = client.ok && !login.ok ? login : client.ok ? { problem: null } : client;
    return problem === null
      ? nothingWritten
      : { ...nothingWritten, status: unwritten(step, messages.theIssueAndFixes, '', problem) };
  }
  const issue = inputs.issue ? await track(finished, client.value, login.value, target.branch) : nothingWritten;
  const fixes =
    inputs.maxFixes === 0 ? status.nothing : await offerFixes(finished, client.value, login.value, target.branch);
  return { ...issue, status: issue.status === status.nothing ? fixes : issue.status };
}

async function track(finished: Finished, client: Client, login: string, branch: string): Promise<Written> {
  const { step, inputs, target, audit, words, snapshot } = finished;
  const done = await trackAudit(
    client,
    target.repository,
    login,
    {
      branch,
      commit: target.head,
      report: audit.report,
      source: words.source,
      address: words.address,
      owners: ownersIn(snapshot.read),
    },
    inputs.comments,
  );
  if (!done.ok)
    return { ...nothingWritten, status: unwritten(step, messages.theTrackingIssue, '`issues: write`', done.problem) };
  say(step, issueWords(done.value));
  const { url } = done.value;
  return { status: status.nothing, issue: url, notes: url === null ? [] : [fill(messages.trackingIssue, { url })] };
}

const issueMessages = {
  opened: messages.issueOpened,
  updated: messages.issueUpdated,
  closed: messages.issueClosed,
  reopened: messages.issueReopened,
  unchanged: messages.issueUpToDate,
  'closed-by-person': messages.issueLeftClosed,
} as const;

function issueWords({ kind, url }: IssueOutcome): string {
  if (kind === 'clean') return fill(messages.issueNotNeeded, { url: url === null ? '' : ` (${url})` });
  return fill(issueMessages[kind], { url: url ?? '' });
}
