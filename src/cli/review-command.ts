/**
 * `syncwright review`: the review of a pull request, on a local clone. Posts nothing; `--dry-run` shows what would be
 * posted.
 */
import type { Report } from '../verdict/finding.ts';
import type { Origin } from '../review/fetching.ts';
import type { ReviewPlan } from '../review/plan.ts';
import { githubDialect } from '../github/dialect.ts';
import { renderReview } from '../review/body.ts';
import { planJson, planText } from '../review/plan-text.ts';
import { tallyWords } from '../review/unread.ts';
import { originOfClone } from '../review/fetching.ts';
import type { Given } from './analysis-options.ts';
import { status, UsageError } from './io.ts';
import type { CliIo } from './io.ts';
import { isCompleteClone, localReview } from './local-review.ts';
import type { LocalReviewFlags } from './local-review.ts';
import { checkPlace, deliver, paintOf, render, tellStatus } from './render.ts';
import type { SourceLookup } from '../report/wording.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

export type ReviewFlags = LocalReviewFlags & Readonly<{ fetch: boolean; dryRun?: boolean; out?: string }>;

export async function review(given: ReviewFlags, command: Given, io: CliIo): Promise<number> {
  checkPlace(given.dryRun === true ? 'text' : given.format, given.out, '--out', io);
  const {
    review: { plan, source },
    flags,
  } = await localReview(given, command, { origin: await originFor(given, io), isApart: false }, io);
  deliver(flags.dryRun === true ? dryRunText(plan, source, flags) : reportText(plan, source, flags, io), flags.out, io);
  return tellGate(plan, flags, io);
}

/** The exit status, with the reason where the report is not on the terminal. */
export function tellGate(plan: ReviewPlan, { failOn, out }: Pick<ReviewFlags, 'failOn' | 'out'>, io: CliIo): number {
  tellStatus(plan.failing.length, failOn, out, io);
  if (plan.isUndecided) io.err(`${tallyWords(plan.tally)}\n`);
  return plan.conclusion === 'failure' ? status.findings : status.nothing;
}

/** A clone that is complete is taken as it is, and nothing is asked of its remote. */
async function originFor({ repo, fetch }: ReviewFlags, io: CliIo): Promise<Origin | string | null> {
  return fetch && !(await isCompleteClone(repo))
    ? originOfClone(repo, io.serverToken ?? { server: 'https://github.com', token: '' })
    : null;
}

function dryRunText(plan: ReviewPlan, source: SourceLookup, flags: ReviewFlags): string {
  const posted = renderReview(plan, { source, address: null, fixesBy: 'diff', dialect: githubDialect });
  if (flags.format === 'json') return `${JSON.stringify(planJson(plan, posted), null, 1)}\n`;
  if (flags.format === 'text') return planText(plan, posted);
  throw new UsageError(fill(messages.dryRunFormats, { format: flags.format }));
}

/** The touched kernels as a report; the findings that the pull request brings are named. */
export function reportText(
  plan: ReviewPlan,
  source: SourceLookup,
  flags: LocalReviewFlags & Pick<ReviewFlags, 'out'>,
  io: CliIo,
): string {
  const report: Report = plan.report;
  const text = render(report, flags.format, flags, source, {
    paint: paintOf(io.color && flags.out === undefined),
    width: io.width,
    isReview: true,
    fails: (finding) => plan.failing.includes(finding),
    facts: { title: `${flags.head} against ${flags.base}`, commit: flags.head },
  });
  if (flags.format !== 'text') return text;
  const ids = (state: 'new' | 'old'): string =>
    plan.items
      .filter((item) => item.state === state)
      .flatMap((item) => [item.finding, ...item.also])
      .map((finding) => finding.id)
      .join(', ') || 'none';
  return `${text}new: ${ids('new')}; there before: ${ids('old')}; removed: ${plan.fixed.length === 0 ? 'none' : plan.fixed.map((finding) => `${finding.code} in ${finding.kernel}`).join(', ')}\n${plan.notes.map((note) => `note: ${note}\n`).join('')}`;
}
