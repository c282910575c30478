/**
 * A pull request of our own: changed files on a branch whose name follows from what they are for, so that a second run
 * finds it again. Its life cycle:
 *  - opened; updated in place while only we wrote to its branch; left alone once a person did;
 *  - closed by us when it is obsolete, and then opened again, not anew, when it is needed again;
 *  - once a person closed it, never opened again, unless a person asks for it.
 * Where GitHub refuses a step because of a rule of the repository, that is an outcome with a way to do it by hand.
 */
import type { Client, Repo } from './octokit.ts';
import type { NewCommit } from './contents.ts';
import type { GithubProblem } from './problem.ts';
import type { Proposal, ProposalOutcome } from '../platform/proposal.ts';
import type { PullState } from './pulls.ts';
import type { Result } from '../base/result.ts';
import { branchTip, createBranch, deleteBranch } from './branches.ts';
import { commitOnBranch, compareBranch, holdsText, replaceBranch } from './contents.ts';
import { editPull, openPull, pullsOfBranch } from './pulls.ts';
import { hashOf, marker, markersIn } from '../platform/markers.ts';
import { isSameLogin } from './reviews.ts';
import { ok } from '../base/result.ts';

export type ProposalTarget = Repo &
  Readonly<{
    /** The branch that the pull request goes into. */
    base: string;
    /** The commit that was analysed: the tip of `base`. */
    commit: string;
    /** `https://github.com`, for links. */
    server: string;
  }>;

export type Wish = Readonly<{
  /** Whether one more may be open. */ mayOpen: boolean;
  /** Whether a person asks for it: one that a person closed is opened again. */ isAskedFor: boolean;
}>;
export type Session = Readonly<{ client: Client; target: ProposalTarget; login: string }>;

type Answer = Promise<Result<ProposalOutcome, GithubProblem>>;

/**
 * `pulls`: those of the branch into the base, newest first. When the branch moves meanwhile, all is done once more from
 * fresh state.
 */
export async function propose(session: Session, proposal: Proposal, pulls: readonly PullState[], wish: Wish): Answer {
  const first = await attempt(session, proposal, pulls, wish);
  if (first.ok || !hasMoved(first.problem)) return first;
  const fresh = await pullsOfBranch(session.client, repoOf(session.target), proposal.branch, session.target.base);
  return fresh.ok ? attempt(session, proposal, fresh.value, wish) : fresh;
}

export const repoOf = (target: Repo): Repo => ({ owner: target.owner, repo: target.repo });

const hasMoved = (problem: GithubProblem): boolean =>
  problem.kind === 'conflict' ||
  (problem.kind === 'invalid' && /reference already exists|not a fast forward/i.test(problem.detail));

async function attempt(session: Session, proposal: Proposal, pulls: readonly PullState[], wish: Wish): Answer {
  const { target } = session;
  const outcome = (kind: ProposalOutcome['kind'], url: string, because = ''): ProposalOutcome => ({
    branch: proposal.branch,
    kind,
    url,
    because,
  });
  const [last] = pulls;
  let open = pulls.find((pull) => pull.state === 'open') ?? null;
  if (open === null && last !== undefined && !last.merged && !isClosedByUs(session, last) && !wish.isAskedFor)
    return ok(outcome('closed-by-person', last.url));
  if (open === null && !wish.mayOpen) return ok(outcome('waiting', compareUrl(target, proposal.branch)));
  let isReopened = false;
  if (open === null && last !== undefined && !last.merged) {
    const again = await reopened(session, proposal, last);
    if (!again.ok) return again;
    open = again.value;
    isReopened = open !== null;
  }
  const pushed = await pushFiles(session, proposal);
  if (!pushed.ok)
    return isRuleRefusal(pushed.problem)
      ? ok(outcome('refused', editUrl(target, proposal), pushed.problem.detail))
      : pushed;
  if (pushed.value === 'left-alone') return ok(outcome('left-alone', open?.url ?? compareUrl(target, proposal.branch)));
  const settled = await settlePull(session, proposal, open, pushed.value);
  return settled.ok && isReopened ? ok({ ...settled.value, kind: 'reopened' }) : settled;
}

/** Closing writes a marker into the body, in the same request; a person's closing does not. */
export const isClosedByUs = (session: Session, pull: PullState): boolean =>
  isSameLogin(pull.author, session.login) && markersIn(pull.body, 'closed').length > 0;

/**
 * GitHub opens a pull request again only if its branch comes from the commit that it had when it was closed
 * (threads: isaacs/github#361), so the branch is put back first. Null: it cannot be opened again.
 */
async function reopened(
  session: Session,
  proposal: Proposal,
  pull: PullState,
): Promise<Result<PullState | null, GithubProblem>> {
  const { client, target } = session;
  if (!isSameLogin(pull.author, session.login)) return ok(null);
  const tip = await branchTip(client, repoOf(target), proposal.branch);
  if (!tip.ok) return tip;
  if (tip.value === null) {
    const put = await createBranch(client, repoOf(target), proposal.branch, pull.head.sha);
    if (!put.ok) return put.problem.kind === 'invalid' ? ok(null) : put;
  }
  const edited = await editPull(client, repoOf(target), pull.number, {
    state: 'open',
    title: proposal.title,
    body: bodyOf(session, proposal),
  });
  if (edited.ok) return ok(edited.value);
  return edited.problem.kind === 'invalid' ? ok(null) : edited;
}

function bodyOf(session: Session, proposal: Proposal): string {
  // Links name the commit; a commit that changes nothing else is no reason to edit.
  const hash = hashOf(`${proposal.title}\n${proposal.body.replaceAll(session.target.commit, '')}`);
  return `${marker('body', hash)}\n${marker('fix', ...proposal.about)}\n${proposal.body}`;
}

async function settlePull(
  session: Session,
  proposal: Proposal,
  open: PullState | null,
  pushed: 'pushed' | 'unchanged',
): Answer {
  const { client, target } = session;
  const outcome = (kind: ProposalOutcome['kind'], url: string): Result<ProposalOutcome, never> =>
    ok({ branch: proposal.branch, kind, url, because: '' });
  const body = bodyOf(session, proposal);
  const edit = async (pull: PullState): Answer => {
    // The words of a pull request that a person opened on our branch are that person's.
    const isSaid =
      !isSameLogin(pull.author, session.login) ||
      (markersIn(pull.body, 'body')[0] === markersIn(body, 'body')[0] && markersIn(pull.body, 'closed').length === 0);
    if (isSaid) return outcome(pushed === 'pushed' ? 'updated' : 'unchanged', pull.url);
    const edited = await editPull(client, repoOf(target), pull.number, { title: proposal.title, body });
    return edited.ok ? outcome('updated', edited.value.url) : edited;
  };
  if (open !== null) return edit(open);
  const made = await openPull(client, repoOf(target), {
    branch: proposal.branch,
    base: target.base,
    title: proposal.title,
    body,
  });
  if (!made.ok) return made;
  switch (made.value.kind) {
    case 'not-permitted':
      return outcome('branch-only', compareUrl(target, proposal.branch));
    case 'existed':
      return edit(made.value.pull);
    case 'opened':
      return outcome('opened', made.value.pull.url);
  }
}

/** Brings the files to the branch; `unchanged` when they are there. */
async function pushFiles(
  session: Session,
  proposal: Proposal,
): Promise<Result<'pushed' | 'unchanged' | 'left-alone', GithubProblem>> {
  const { client, target } = session;
  const repo = repoOf(target);
  const commit: NewCommit = {
    branch: proposal.branch,
    parent: target.commit,
    title: proposal.title,
    text: `${proposal.message}\n\n${trailer(proposal)}`,
    files: proposal.files,
  };
  const tip = await branchTip(client, repo, proposal.branch);
  if (!tip.ok) return tip;
  if (tip.value === null) {
    const made = proposal.files.every((file) => file.mode === '100644')
      ? await freshBranch(client, repo, commit)
      : await replaceBranch(client, repo, commit, null);
    return made.ok ? ok('pushed') : made;
  }
  const state = await compareBranch(client, repo, target.base, proposal.branch);
  if (!state.ok) return state;
  if (state.value.tip !== null && !isOurCommit(session, state.value.tip)) return ok('left-alone');
  // More than one commit: the base was rewritten, and the branch still holds what it was before.
  const same = state.value.ahead === 1 ? await hasFiles(client, repo, proposal.branch, proposal.files) : ok(false);
  if (!same.ok) return same;
  if (same.value) return ok('unchanged');
  const moved = await replaceBranch(client, repo, commit, tip.value);
  return moved.ok ? ok('pushed') : moved;
}

const trailer = (proposal: Proposal): string => `Syncwright-Fix: ${proposal.about[0] ?? ''}`;

/**
 * Whether we made a branch's last commit. A person who commits on top, merges, or rebases leaves a commit of which
 * author or committer is another; commits that GitHub signs for us have its account as committer.
 */
export function isOurCommit(
  session: Session,
  commit: Readonly<{ author: string; committer: string; message: string }>,
): boolean {
  return (
    isSameLogin(commit.author, session.login) &&
    (isSameLogin(commit.committer, session.login) || commit.committer === 'web-flow') &&
    /^Syncwright-Fix: /m.test(commit.message)
  );
}

async function freshBranch(client: Client, repo: Repo, commit: NewCommit): Promise<Result<null, GithubProblem>> {
  const made = await createBranch(client, repo, commit.branch, commit.parent);
  if (!made.ok) return made;
  const committed = await commitOnFresh(client, repo, commit);
  // A branch without its commit would be litter.
  if (!committed.ok && isRuleRefusal(committed.problem)) await deleteBranch(client, repo, commit.branch, commit.parent);
  return committed;
}

/** GraphQL may not know yet of a branch that REST has just made. */
async function commitOnFresh(client: Client, repo: Repo, commit: NewCommit): Promise<Result<null, GithubProblem>> {
  for (const seconds of [1, 2, 4]) {
    const committed = await commitOnBranch(client, repo, commit);
    if (committed.ok || committed.problem.kind !== 'missing') return committed;
    await client.sleep(seconds);
  }
  return commitOnBranch(client, repo, commit);
}

async function hasFiles(
  client: Client,
  repo: Repo,
  branch: string,
  files: NewCommit['files'],
): Promise<Result<boolean, GithubProblem>> {
  for (const file of files) {
    const held = await holdsText(client, repo, file.path, branch, file.text);
    if (!held.ok || !held.value) return held;
  }
  return ok(true);
}

/** Refusals by protected branches and rulesets, in GitHub's words (threads of renovate, release-plz, desktop). */
const isRuleRefusal = (problem: GithubProblem): boolean =>
  (problem.kind === 'forbidden' || problem.kind === 'invalid') &&
  /rule violation|protected branch|being restricted|verified signature|reference update failed|without `workflows` permission/i.test(
    problem.detail,
  );

const compareUrl = (target: ProposalTarget, branch: string): string =>
  `${target.server}/${target.owner}/${target.repo}/compare/${encodeRef(target.base)}...${encodeRef(branch)}?expand=1`;
const editUrl = (target: ProposalTarget, proposal: Proposal): string =>
  `${target.server}/${target.owner}/${target.repo}/edit/${encodeRef(target.base)}/${encodeRef(proposal.files[0]?.path ?? '')}`;
const encodeRef = (ref: string): string => ref.split('/').map(encodeURIComponent).join('/');
