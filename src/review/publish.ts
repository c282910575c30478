/**
 * Posts a planned review: at most one, and nothing that was said before; then settles what is gone. What was said is read
 * from our own comments on the pull request, nowhere else; so a second run on the same head writes nothing, wherever it runs.
 */
import type { Client } from '../github/octokit.ts';
import type { Finding } from '../verdict/finding.ts';
import type { GithubProblem } from '../github/problem.ts';
import type { Pull, Written } from '../github/reviews.ts';
import type { RenderedReview, ReviewWords } from './body.ts';
import type { Result } from '../base/result.ts';
import type { ReviewPlan } from './plan.ts';
import type { Said } from './said.ts';
import type { Settling } from './carry-out.ts';
import { carryOut } from './carry-out.ts';
import { containsRange } from './line-range.ts';
import { fail, ok } from '../base/result.ts';
import { isLoud, moveToBody, withoutKnown } from './plan.ts';
import { isSameLogin, postFileComment, postReview } from '../github/reviews.ts';
import { itemsMarkdown, renderReview } from './body.ts';
import { listPullFiles } from '../github/pulls.ts';
import { markersIn, plainKey, withoutMarkers } from '../github/markers.ts';
import { parseHunks } from './changes.ts';
import { planSettling } from './settle.ts';
import { readConversation } from '../github/threads.ts';
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
  | Readonly<{ kind: 'posted'; url: string; comments: number; /** Moved to the body, because GitHub refused their lines. */ moved: number }>;
export type Published = Readonly<{ outcome: PublishOutcome; settling: Settling }>;

/** First what is new, then what became of what was said. */
export async function publishReview(client: Client, pull: Pull, plan: ReviewPlan, words: ReviewWords): Promise<Result<Published, GithubProblem>> {
  const conversation = await readConversation(client, pull);
  if (!conversation.ok) return conversation;
  if (conversation.value.head !== plan.head) return ok({ outcome: { kind: 'moved' }, settling: await carryOut(client, []) });
  const said = whatWasSaid(conversation.value, findingsIn(plan));
  const outdated = outdatedIn(conversation.value, said, plan);
  const posted = await postWhatIsNew({ client, pull, words, login: conversation.value.login }, outdated.plan, { ...said, known: outdated.known });
  if (!posted.ok) return posted;
  // another run may have written at the same time: both then see what is there twice, and hide the same of it
  const isWritten = posted.value.kind === 'posted';
  const now = isWritten ? await readConversation(client, pull) : conversation;
  if (!now.ok) return ok({ outcome: posted.value, settling: { ...await carryOut(client, []), problem: now.problem } });
  const steps = planSettling(plan, now.value, isWritten ? whatWasSaid(now.value, findingsIn(plan)) : said, (items) => itemsMarkdown(items, words));
  return ok({ outcome: posted.value, settling: await carryOut(client, steps) });
}

const findingsIn = (plan: ReviewPlan): readonly Finding[] => plan.items.flatMap((item) => [item.finding, ...item.also]);

type Session = Readonly<{ client: Client; pull: Pull; words: ReviewWords; login: string }>;

async function postWhatIsNew(session: Session, plan: ReviewPlan, said: Pick<Said, 'known' | 'folded'>): Promise<Result<PublishOutcome, GithubProblem>> {
  if (!plan.items.some(isLoud)) return ok({ kind: 'silent' });
  const open = withoutKnown(plan, said);
  if (!open.items.some(isLoud)) return ok({ kind: 'said-before' });
  const after = await postFileComments(session, open);
  return after.ok ? postOnce(session, after.value) : after;
}

/** Comments on whole files cannot be part of a review by REST. One that is refused goes to the review's body. */
async function postFileComments(session: Session, plan: ReviewPlan): Promise<Result<ReviewPlan, GithubProblem>> {
  let left = plan;
  for (const comment of renderReview(plan, session.words)?.fileComments ?? []) {
    const posted = await postFileComment(session.client, session.pull, { head: plan.head, path: comment.path, body: comment.body },
      (written) => isSameLogin(written.author, session.login) && comment.fingerprints.every((key) => markersIn(written.body, 'finding').includes(plainKey(key))));
    if (!posted.ok && posted.problem.kind !== 'invalid') return posted;
    if (posted.ok) continue;
    left = { ...left, items: left.items.map((item) => item.place.kind === 'file' && item.place.path === comment.path ? { ...item, place: { kind: 'body' } } : item) };
  }
  return ok(left);
}

async function postOnce(session: Session, plan: ReviewPlan): Promise<Result<PublishOutcome, GithubProblem>> {
  const inline = (one: ReviewPlan): number => one.items.filter((item) => item.place.kind === 'inline').length;
  const before = inline(plan);
  for (const step of [asPlanned, withLinesOfApi, withoutLines]) {
    const next = await step(session, plan);
    if (!next.ok) return next;
    if (step !== asPlanned && inline(next.value) === before) continue;
    const review = renderReview(next.value, session.words);
    if (review === null) return ok({ kind: 'silent' });
    const posted = await postReview(session.client, session.pull, { head: review.head, body: review.body, comments: review.comments }, isReview(session, review));
    if (posted.ok) return ok({ kind: 'posted', url: posted.value.url, comments: inline(next.value), moved: before - inline(next.value) });
    if (posted.problem.kind !== 'invalid' || inline(next.value) === 0) return posted;
  }
  return fail({ kind: 'invalid', text: messages.reviewRejected, detail: '', retryAfterSeconds: null });
}

function isReview(session: Session, review: RenderedReview): (written: Written) => boolean {
  const { head } = withoutMarkers(review.body);
  return (written) => isSameLogin(written.author, session.login) && withoutMarkers(written.body.replaceAll('\r\n', '\n')).head === head;
}

type Step = (session: Session, plan: ReviewPlan) => Promise<Result<ReviewPlan, GithubProblem>>;

const asPlanned: Step = (_session, plan) => Promise.resolve(ok(plan));
/** GitHub does not say which position it refused; its own list of files shows which lines it takes. */
const withLinesOfApi: Step = async (session, plan) => {
  const files = await listPullFiles(session.client, session.pull);
  if (!files.ok) return files;
  const hunks = new Map(files.value.map((file) => [file.path, file.patch === null ? [] : parseHunks(`${file.patch}\n`) ?? []]));
  return ok(moveToBody(plan, (item) => {
    const { place } = item;
    return place.kind === 'inline' && !(hunks.get(place.path) ?? []).some((hunk) => containsRange(hunk.head, place.lines));
  }));
};
const withoutLines: Step = (_session, plan) => Promise.resolve(ok(moveToBody(plan, () => true)));
