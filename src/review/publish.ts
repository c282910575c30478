/**
 * Posts a planned review: at most one, and nothing that was said before; then settles what is gone. What was said is
 * read from our own comments on the pull request, nowhere else; so a second run on the same head writes nothing,
 * wherever it runs.
 */
import type { Conversation } from '../platform/conversation.ts';
import type { Finding } from '../verdict/finding.ts';
import type { LoneComment, Platform } from '../platform/platform.ts';
import type { PlatformProblem } from '../platform/problem.ts';
import type { RenderedComment, ReviewWords } from './body.ts';
import type { Result } from '../base/result.ts';
import type { ReviewPlan } from './plan.ts';
import type { Said } from './said.ts';
import type { Settling } from './carry-out.ts';
import { carryOut } from './carry-out.ts';
import { containsRange } from './line-range.ts';
import { fail, ok } from '../base/result.ts';
import { isLoud, moveToBody, withoutKnown } from './plan.ts';
import { itemsMarkdown, renderReview } from './body.ts';
import { withoutMarkers } from '../platform/markers.ts';
import { parseHunks } from './changes.ts';
import { planSettling } from './settle.ts';
import { whatWasSaid } from './said.ts';
import { outdatedIn } from './outdated.ts';
import { messages } from './wording.ts';

export type PublishOutcome =
  /** Nothing loud in the plan. */
  | Readonly<{ kind: 'silent' }>
  /** Everything loud was said before. */
  | Readonly<{ kind: 'said-before' }>
  /** The pull request has another head by now: what was found at this one would open and settle the wrong threads. */
  | Readonly<{ kind: 'moved' }>
  | Readonly<{
      kind: 'posted';
      url: string;
      comments: number;
      /** Moved to the body, because the platform refused their lines. */ moved: number;
    }>;
export type Published = Readonly<{ outcome: PublishOutcome; settling: Settling }>;

/** First what is new, then what became of what was said. */
export async function publishReview(
  platform: Platform,
  plan: ReviewPlan,
  words: ReviewWords,
): Promise<Result<Published, PlatformProblem>> {
  const conversation = await platform.readConversation();
  if (!conversation.ok) return conversation;
  if (conversation.value.head !== plan.head)
    return ok({ outcome: { kind: 'moved' }, settling: await carryOut(platform, []) });
  const said = saidOf(conversation.value, plan);
  const outdated = outdatedIn(conversation.value, said, plan);
  const posted = await postWhatIsNew({ platform, words, login: conversation.value.login }, outdated.plan, {
    ...said,
    known: outdated.known,
  });
  if (!posted.ok) return posted;
  // another run may have written at the same time: both then see what is there twice, and hide the same of it
  const isWritten = posted.value.kind === 'posted';
  const now = isWritten ? await platform.readConversation() : conversation;
  if (!now.ok)
    return ok({ outcome: posted.value, settling: { ...(await carryOut(platform, [])), problem: now.problem } });
  const steps = planSettling(
    plan,
    now.value,
    isWritten ? saidOf(now.value, plan) : said,
    (items) => itemsMarkdown(items, words),
    words,
  );
  return ok({ outcome: posted.value, settling: await carryOut(platform, steps) });
}

function saidOf(conversation: Conversation, { items }: ReviewPlan): Said {
  const paths = new Map(
    items.flatMap(({ finding, also, place }) =>
      [finding, ...also].map((one): [Finding, string | null] => [one, 'path' in place ? place.path : null]),
    ),
  );
  return whatWasSaid(conversation, [...paths.keys()], (finding) => paths.get(finding) ?? null);
}

type Session = Readonly<{ platform: Platform; words: ReviewWords; login: string }>;

async function postWhatIsNew(
  session: Session,
  plan: ReviewPlan,
  said: Pick<Said, 'known' | 'folded'>,
): Promise<Result<PublishOutcome, PlatformProblem>> {
  if (!plan.items.some(isLoud)) return ok({ kind: 'silent' });
  const open = withoutKnown(plan, said);
  if (!open.items.some(isLoud)) return ok({ kind: 'said-before' });
  const after = await postLoneComments(session, open);
  return after.ok ? postOnce(session, after.value, inlineIn(open)) : after;
}

const inlineIn = (plan: ReviewPlan): number => plan.items.filter((item) => item.place.kind === 'inline').length;

/**
 * Comments that are not part of a review: those on whole files and, where the platform wants it, all. They come before
 * it, so that one that is refused goes to the review's body, and a run that is cut off leaves nothing remembered that
 * was not said.
 */
async function postLoneComments(session: Session, plan: ReviewPlan): Promise<Result<ReviewPlan, PlatformProblem>> {
  const { platform, login } = session;
  const review = renderReview(plan, session.words);
  let left = plan;
  for (const comment of review === null
    ? []
    : [
        ...review.fileComments.map((one) => ({ ...one, lines: null })),
        ...(platform.commentsInReview ? [] : review.comments.map(withLines)),
      ]) {
    const { fingerprints, path, lines, body } = comment;
    const posted = await platform.postComment(
      { head: plan.head, path, lines, body },
      { login, isThis: (written) => isSameText(written, body) },
    );
    if (!posted.ok && posted.problem.kind !== 'invalid') return posted;
    if (posted.ok) continue;
    left = {
      ...left,
      items: left.items.map((item) =>
        item.place.kind === (lines === null ? 'file' : 'inline') &&
        item.place.path === path &&
        fingerprints.includes(item.finding.fingerprint)
          ? { ...item, place: { kind: 'body' } }
          : item,
      ),
    };
  }
  return ok(left);
}

const withLines = ({
  startLine,
  line,
  ...comment
}: RenderedComment): Omit<RenderedComment, 'startLine' | 'line'> & Pick<LoneComment, 'lines'> => ({
  ...comment,
  lines: { first: startLine ?? line, last: line },
});

/** `before`: how many comments on lines were planned. */
async function postOnce(
  { platform, words, login }: Session,
  plan: ReviewPlan,
  before: number,
): Promise<Result<PublishOutcome, PlatformProblem>> {
  for (const step of platform.commentsInReview ? [asPlanned, withLinesOfApi, withoutLines] : [asPlanned]) {
    const next = await step(platform, plan);
    if (!next.ok) return next;
    const inline = inlineIn(next.value);
    if (step !== asPlanned && inline === before) continue;
    const review = renderReview(next.value, words);
    if (review === null) return ok({ kind: 'silent' });
    const posted = await platform.postReview(
      { head: review.head, body: review.body, comments: platform.commentsInReview ? review.comments : [] },
      { login, isThis: (written) => isSameText(written, review.body) },
    );
    if (posted.ok) return ok({ kind: 'posted', url: posted.value.url, comments: inline, moved: before - inline });
    if (posted.problem.kind !== 'invalid' || inline === 0) return posted;
  }
  return fail({ kind: 'invalid', text: messages.reviewRejected, detail: '', retryAfterSeconds: null });
}

/** The markers of a text say what it is; platforms may change the rest a little. */
const isSameText = (written: string, body: string): boolean =>
  withoutMarkers(written.replaceAll('\r\n', '\n')).head === withoutMarkers(body).head;

type Step = (platform: Platform, plan: ReviewPlan) => Promise<Result<ReviewPlan, PlatformProblem>>;

const asPlanned: Step = (_platform, plan) => Promise.resolve(ok(plan));
/** GitHub does not say which position it refused; its own list of files shows which lines it takes. */
const withLinesOfApi: Step = async (platform, plan) => {
  const diffs = await platform.shownDiffs();
  if (!diffs.ok) return diffs;
  const hunks = new Map(
    [...diffs.value].map(([path, diff]) => [path, diff === null ? [] : (parseHunks(`${diff}\n`) ?? [])]),
  );
  return ok(
    moveToBody(plan, (item) => {
      const { place } = item;
      return (
        place.kind === 'inline' && !(hunks.get(place.path) ?? []).some((hunk) => containsRange(hunk.head, place.lines))
      );
    }),
  );
};
const withoutLines: Step = (_platform, plan) => Promise.resolve(ok(moveToBody(plan, () => true)));
