/** A plan as text and as JSON, for `syncwright review --dry-run`: exactly what would be posted, where. */
import type { PlannedItem, ReviewPlan } from './plan.ts';
import type { RenderedReview } from './body.ts';
import { plural, suppressionWords } from '../report/wording.ts';
import { tallyWords } from './unread.ts';
import { visible } from '../report/visible.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/** What was found, line by line, without what would be posted. */
export function planLines(plan: ReviewPlan): readonly string[] {
  return [
    `review of ${plan.mergeBase.slice(0, 12)}..${plan.head.slice(0, 12)}: ${plural(plan.report.kernels.length, 'touched kernel')}`,
    ...plan.report.kernels.map(
      (kernel) =>
        `  ${kernel.verdict.padEnd(11)} ${kernel.name}  ${kernel.span.file}:${kernel.span.line}${kernel.reasons.length === 0 ? '' : `  (${kernel.reasons.slice(0, 2).join('; ')})`}`,
    ),
    ...plan.items.map(
      (item) =>
        `${item.state} ${item.finding.code} ${item.finding.status} ${item.finding.severity} in ${item.finding.kernel}${item.also.length === 0 ? '' : ` and ${plural(item.also.length, 'more instance')}`}: ${item.finding.message}\n  ${placeWords(item)}${acceptedWords(item)}`,
    ),
    ...plan.fixed.map((finding) => `removed ${finding.code} in ${finding.kernel}: ${finding.message}`),
    ...plan.notes.map((note) => `note: ${note}`),
    tallyWords(plan.tally),
  ];
}

/** `review` is what {@link renderReview} gave. */
export function planText(plan: ReviewPlan, review: RenderedReview | null): string {
  const lines = [
    ...planLines(plan),
    `${review === null ? messages.nothingPosted : fill(messages.onePosted, { comments: plural(review.comments.length, 'comment') })}; ${plan.fixes.length} fix${plan.fixes.length === 1 ? '' : 'es'}; check: ${plan.conclusion}`,
  ];
  const posted =
    review === null
      ? []
      : [
          '',
          '--- review body',
          review.body,
          ...review.comments.flatMap((comment) => [
            '',
            `--- comment on ${comment.path}:${comment.startLine === null ? '' : `${comment.startLine}-`}${comment.line}`,
            comment.body,
          ]),
          ...review.fileComments.flatMap((comment) => ['', `--- comment on file ${comment.path}`, comment.body]),
        ];
  return `${[...lines, ...posted].map((line) => visible(line, 'lines')).join('\n')}\n`;
}

/** By what, where it does not count. */
const acceptedWords = ({ finding: { suppressed } }: PlannedItem): string =>
  suppressed === undefined ? '' : `; ${suppressionWords(suppressed)}`;

function placeWords(item: PlannedItem): string {
  const at = `at ${item.finding.span.file}:${item.finding.span.line}, `;
  switch (item.place.kind) {
    case 'inline':
      return `comment on ${item.place.path}:${item.place.lines.start}${item.place.lines.count > 1 ? `-${item.place.lines.start + item.place.lines.count - 1}` : ''}${item.suggestion === null ? '' : ', with a suggestion'}`;
    case 'file':
      return fill(messages.commentOnFile, { path: item.place.path });
    case 'body':
      return `${at}${item.finding.suppressed === undefined ? messages.inBody : messages.onlyInBody}`;
    case 'folded':
      return `${at}${messages.folded}`;
    case 'left-out':
      return `${at}${messages.countedInBody}`;
  }
}

/** The plan as plain data for `--format json`. */
export function planJson(plan: ReviewPlan, review: RenderedReview | null): Readonly<Record<string, unknown>> {
  return {
    version: 1,
    base: plan.base,
    mergeBase: plan.mergeBase,
    head: plan.head,
    conclusion: plan.conclusion,
    touched: plan.tally.touched,
    decided: plan.tally.decided,
    unread: plan.tally.unread.map(({ name, because }) => ({ name, because })),
    kernels: plan.report.kernels.map((kernel) => ({
      name: kernel.name,
      file: kernel.span.file,
      line: kernel.span.line,
      verdict: kernel.verdict,
      reasons: kernel.reasons,
    })),
    findings: plan.items.map((item) => ({
      id: item.finding.id,
      fingerprint: item.finding.fingerprint,
      code: item.finding.code,
      status: item.finding.status,
      severity: item.finding.severity,
      condition: item.finding.condition,
      kernel: item.finding.kernel,
      also: item.also.map((finding) => finding.id),
      message: item.finding.message,
      file: item.finding.span.file,
      line: item.finding.span.line,
      state: item.state,
      place: item.place,
      suggestion: item.suggestion,
    })),
    removed: plan.fixed.map((finding) => ({
      fingerprint: finding.fingerprint,
      code: finding.code,
      kernel: finding.kernel,
    })),
    fixes: plan.fixes.map((set) => ({
      key: set.key,
      title: set.fix.title,
      proof: set.fix.proof,
      cost: set.fix.cost,
      files: set.files.map((file) => file.path),
    })),
    notes: plan.notes,
    review,
  };
}
