/** The check of a review: conclusion, words, and an annotation for each new finding. */
import type { Check } from '../platform/check.ts';
import type { ReviewPlan } from './plan.ts';
import type { ReviewWords } from './body.ts';
import { cutMarkdown } from '../report/markdown-escape.ts';
import { hashOf } from '../platform/markers.ts';
import { plural } from '../report/wording.ts';
import { repositoryPath } from './positions.ts';
import { summaryMarkdown } from './body.ts';
import { checkName } from './view.ts';
import { visible } from '../report/visible.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/** Ten requests. */
const mostAnnotations = 500;

export function checkOf(plan: ReviewPlan, words: ReviewWords): Check {
  const fresh = plan.items.filter(
    (item) => item.state === 'new' && item.finding.status === 'confirmed' && item.finding.suppressed === undefined,
  );
  const left =
    fresh.length <= mostAnnotations
      ? ''
      : fill(messages.unannotated, { left: fresh.length - mostAnnotations, count: fresh.length });
  const summary = cutMarkdown(
    `${left}${summaryMarkdown(plan, words)}`,
    65_000,
    fill(messages.restInSummary, words.dialect),
  );
  const title =
    fresh.length === 0
      ? fill(messages.noNewFindings, { kernels: plural(plan.report.kernels.length, 'touched kernel') })
      : plural(fresh.length, 'new finding');
  return {
    name: words.checkName ?? checkName,
    head: plan.head,
    conclusion: plan.conclusion,
    title:
      plan.tally.unread.length === 0
        ? title
        : `${title}, ${fill(messages.filesUnread, { count: plan.tally.unread.length })}`,
    summary,
    annotations: fresh.slice(0, mostAnnotations).map(({ finding }) => ({
      path: repositoryPath(finding.span.file),
      startLine: finding.span.line,
      endLine: finding.span.endLine,
      level: finding.severity === 'error' ? 'failure' : finding.severity === 'warning' ? 'warning' : 'notice',
      title: visible(`${finding.code} in ${finding.kernel}`),
      message: visible(finding.message),
    })),
    // Without times, so that the same result has the same name.
    externalId: `syncwright:${hashOf(JSON.stringify([plan.head, plan.conclusion, plan.tally, plan.items.map((item) => [item.state, item.finding.fingerprint, item.finding.status])])).slice(0, 32)}`,
  };
}
