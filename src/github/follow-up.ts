/**
 * Follow-up pull requests: each offer as a proposal, at most so many open at once; and the
 * end of those whose finding, or whose pull request, is gone.
 */
import type { Client, Repo } from './octokit.ts';
import type { GithubProblem } from './problem.ts';
import type { Offer, ProposalOutcome } from '../platform/proposal.ts';
import type { ProposalTarget, Session } from './proposal.ts';
import type { PullState } from './pulls.ts';
import type { Result } from '../base/result.ts';
import { branchTip, branchesUnder, deleteBranch } from './branches.ts';
import { blobAt, compareBranch, filesOfCommit } from './contents.ts';
import { editPull, pullsOfBranch } from './pulls.ts';
import { hashOf, marker, markersIn } from '../platform/markers.ts';
import { isOurCommit, propose, repoOf } from './proposal.ts';
import { isSameLogin } from './reviews.ts';
import { writeThread } from './threads.ts';
import { listConversation, postToConversation } from './conversation.ts';
import { ok } from '../base/result.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

export type FollowUpTarget = ProposalTarget & Readonly<{ /** `pr-12`, or the base branch's name. */ label: string }>;

export type FollowUpRequest = Readonly<{
  client: Client;
  target: FollowUpTarget;
  /** Ours. */
  login: string;
  /** Ranked. */
  offers: readonly Offer[];
  /** Most that may be open at once. */
  most: number;
  isAskedFor: boolean;
  /** Why a follow-up that is there and not offered now is obsolete, in one sentence; null: it is not. */
  obsolete: (key: string, kernel: string | null) => string | null;
}>;

/** Branches of follow-ups begin so; all of ours begin with its first part. */
const branchPrefix = 'syncwright/fix/';
export const isOwnBranch = (branch: string): boolean => branch.startsWith('syncwright/');

type Outcomes = Promise<Result<readonly ProposalOutcome[], GithubProblem>>;

export async function followUps(request: FollowUpRequest): Outcomes {
  const { client, target, login } = request;
  const session: Session = { client, target, login };
  const known = await knownBranches(session, target.label);
  if (!known.ok) return known;
  const plans = request.offers.map((offer) => ({ offer, branch: branchFor(offer, target.label, known.value) }));
  const offered = new Set(plans.map((plan) => plan.branch));
  const swept = await sweep(
    session,
    known.value.filter((branch) => !offered.has(branch)),
    request.obsolete,
  );
  if (!swept.ok) return swept;
  const pulls = new Map<string, readonly PullState[]>();
  for (const { branch } of plans) {
    const found = await pullsOfBranch(client, repoOf(target), branch, target.base);
    if (!found.ok) return found;
    pulls.set(branch, found.value);
  }
  const isOpen = (branch: string): boolean => (pulls.get(branch) ?? []).some((pull) => pull.state === 'open');
  let open = swept.value.open + plans.filter((plan) => isOpen(plan.branch)).length;
  const outcomes = [...swept.value.outcomes];
  for (const { offer, branch } of plans) {
    const done = await propose(session, { ...offer.proposal, branch }, pulls.get(branch) ?? [], {
      mayOpen: open < request.most,
      isAskedFor: request.isAskedFor,
    });
    if (!done.ok) return done;
    if (
      !isOpen(branch) &&
      (done.value.kind === 'opened' || done.value.kind === 'reopened' || done.value.kind === 'branch-only')
    )
      open += 1;
    outcomes.push(done.value);
  }
  return ok(outcomes);
}

/** Those of the label; of a branch, also those that merged pull requests handed on to it. */
async function knownBranches(session: Session, label: string): Promise<Result<readonly string[], GithubProblem>> {
  const repo = repoOf(session.target);
  const own = await branchesUnder(session.client, repo, folderOf(label));
  if (!own.ok) return own;
  const handedOn: string[] = [];
  const others = isPullLabel(label) ? ok([]) : await branchesUnder(session.client, repo, `${branchPrefix}pr-`);
  if (!others.ok) return others;
  for (const { branch } of others.value) {
    const pulls = await pullsOfBranch(session.client, repo, branch, session.target.base);
    if (!pulls.ok) return pulls;
    if (pulls.value.some(({ state, author }) => state === 'open' && isSameLogin(author, session.login)))
      handedOn.push(branch);
  }
  return ok([...own.value.map(({ branch }) => branch), ...handedOn]);
}

/** Whether the branch has another tip than what was analysed: another run is about that one. */
export async function hasMovedOn(client: Client, target: ProposalTarget): Promise<Result<boolean, GithubProblem>> {
  const tip = await branchTip(client, repoOf(target), target.base);
  return tip.ok ? ok(tip.value !== target.commit) : tip;
}

/** Ends all follow-ups of a pull request that was merged or closed. */
export async function endFollowUps(session: Session, label: string, because: string): Outcomes {
  const known = await branchesUnder(session.client, repoOf(session.target), folderOf(label));
  if (!known.ok) return known;
  const swept = await sweep(
    session,
    known.value.map((one) => one.branch),
    () => because,
  );
  return swept.ok ? ok(swept.value.outcomes) : swept;
}

/**
 * The pull request was merged with its race: what is open goes into its base, as GitHub does where the merged branch is
 * deleted. What the base has already is closed. Where the base is otherwise than what was analysed, the next run on it
 * decides.
 */
export async function handOnFollowUps(session: Session, label: string, base: string, because: string): Outcomes {
  const known = await branchesUnder(session.client, repoOf(session.target), folderOf(label));
  if (!known.ok) return known;
  const outcomes: ProposalOutcome[] = [];
  for (const { branch } of known.value) {
    const pulls = await pullsOfBranch(session.client, repoOf(session.target), branch, null);
    if (!pulls.ok) return pulls;
    const pull = pulls.value.find(({ state, author }) => state === 'open' && isSameLogin(author, session.login));
    if (pull === undefined) continue;
    const isThere = await isIn(session, branch, base);
    if (!isThere.ok) return isThere;
    const ended = isThere.value ? await end(session, branch, pull, because) : ok(null);
    if (!ended.ok) return ended;
    if (ended.value !== null) outcomes.push(ended.value);
    if (ended.value !== null) continue;
    const edited =
      pull.base.ref === base ? ok(pull) : await editPull(session.client, repoOf(session.target), pull.number, { base });
    if (!edited.ok) return edited;
    outcomes.push({ branch, kind: pull.base.ref === base ? 'unchanged' : 'updated', url: pull.url, because: '' });
  }
  return ok(outcomes);
}

/** Whether the files that a follow-up changes are on the base as it has them. */
async function isIn(
  { client, target }: Session,
  branch: string,
  base: string,
): Promise<Result<boolean, GithubProblem>> {
  const repo = repoOf(target);
  const state = await compareBranch(client, repo, base, branch);
  if (!state.ok) return state;
  const { tip } = state.value;
  if (tip === null) return ok(true);
  const files = await filesOfCommit(client, repo, tip.parents[0] ?? tip.sha, tip.sha);
  if (!files.ok) return files;
  for (const { path, blob } of files.value) {
    const there = await blobAt(client, repo, path, base);
    if (!there.ok) return there;
    if (there.value !== blob) return ok(false);
  }
  return ok(files.value.length > 0);
}

/**
 * A branch that is there for any of the offer's findings, so that another order of them opens no second pull request.
 */
function branchFor({ keys }: Offer, label: string, known: readonly string[]): string {
  const own = `${folderOf(label)}${keys[0]}`;
  return known.includes(own)
    ? own
    : (known.find((branch) => keys.includes(branch.slice(branch.lastIndexOf('/') + 1))) ?? own);
}

/** `syncwright/fix/pr-12/`: legal in a git branch name, whatever the label, and another for each label. */
export function folderOf(label: string): string {
  const safe = label
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80);
  return `${branchPrefix}${safe === label ? safe : `${safe === '' ? 'base' : safe}-${hashOf(label).slice(0, 6)}`}/`;
}

/** The label of a branch's own follow-ups; a branch that is named like a pull request's label has another. */
export const branchLabel = (branch: string): string => (isPullLabel(branch) ? `refs/heads/${branch}` : branch);
const isPullLabel = (label: string): boolean => /^pr-\d+$/.test(label);

type Swept = Readonly<{ outcomes: readonly ProposalOutcome[]; /** How many stay open. */ open: number }>;

async function sweep(
  session: Session,
  branches: readonly string[],
  obsolete: FollowUpRequest['obsolete'],
): Promise<Result<Swept, GithubProblem>> {
  const outcomes: ProposalOutcome[] = [];
  let open = 0;
  for (const branch of branches) {
    const pulls = await pullsOfBranch(session.client, repoOf(session.target), branch, null);
    if (!pulls.ok) return pulls;
    const pull = pulls.value.find((one) => one.state === 'open') ?? null;
    const [key = branch.slice(branch.lastIndexOf('/') + 1), kernel = null] =
      pull === null || !isSameLogin(pull.author, session.login) ? [] : markersIn(pull.body, 'fix');
    // One that a person closed keeps its branch.
    const because = pull === null && pulls.value.length > 0 ? null : obsolete(key, kernel);
    const ended = because === null ? ok(null) : await end(session, branch, pull, because);
    if (!ended.ok) return ended;
    if (ended.value !== null) outcomes.push(ended.value);
    if (pull !== null && ended.value?.kind !== 'closed') open += 1;
  }
  return ok({ outcomes, open });
}

/** Says why, closes, and removes the branch; leaves alone what a person has written to. */
async function end(
  session: Session,
  branch: string,
  pull: PullState | null,
  because: string,
): Promise<Result<ProposalOutcome, GithubProblem>> {
  const { client, target, login } = session;
  const repo: Repo = repoOf(target);
  const outcome = (kind: ProposalOutcome['kind']): Result<ProposalOutcome, never> =>
    ok({ branch, kind, url: pull?.url ?? `${target.server}/${target.owner}/${target.repo}/branches`, because: '' });
  const state = await compareBranch(client, repo, target.commit, branch);
  if (!state.ok) return state;
  const { tip } = state.value;
  if (tip === null || !isOurCommit(session, tip) || (pull !== null && !isSameLogin(pull.author, login)))
    return outcome('left-alone');
  if (pull !== null) {
    const said = await sayOnce(session, pull, tip.sha, because);
    if (!said.ok) return said;
    const closed = await editPull(client, repo, pull.number, {
      state: 'closed',
      body: `${marker('closed', tip.sha)}\n${pull.body}`,
    });
    if (!closed.ok) return closed;
  }
  const removed = await deleteBranch(client, repo, branch, tip.sha);
  return removed.ok ? outcome(removed.value === 'kept' ? 'left-alone' : 'closed') : removed;
}

/** Where another run said the same meanwhile, the later one is hidden. */
async function sayOnce(
  session: Session,
  pull: PullState,
  tip: string,
  because: string,
): Promise<Result<unknown, GithubProblem>> {
  const place = { ...repoOf(session.target), number: pull.number };
  const isThis = (written: Readonly<{ author: string; body: string }>): boolean =>
    isSameLogin(written.author, session.login) && markersIn(written.body, 'closed').includes(tip);
  const before = await listConversation(session.client, place, null);
  if (!before.ok || before.value.some(isThis)) return before;
  const body = fill(messages.obsoleteClosed, { why: marker('closed', tip), because });
  const posted = await postToConversation(session.client, place, body, null, isThis);
  const after = posted.ok ? await listConversation(session.client, place, null) : posted;
  if (!posted.ok || !after.ok) return after;
  const first = after.value.find(isThis);
  return first === undefined || first.id === posted.value.id
    ? posted
    : writeThread(session.client, { kind: 'minimize', subject: posted.value.node, as: 'DUPLICATE' });
}
