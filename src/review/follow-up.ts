/**
 * Follow-up pull requests: the proved patch of one fix set on a branch of its own. The branch's name follows from the
 * finding, so a second run finds it again: it is updated in place while only we wrote to it, left alone when a person
 * did, and never opened again after a person closed it.
 */
import type { Client, Repo } from '../github/octokit.ts';
import type { FixSet } from './fix-sets.ts';
import type { GithubProblem } from '../github/problem.ts';
import type { NewCommit } from '../github/contents.ts';
import type { PullState } from '../github/pulls.ts';
import type { Result } from '../base/result.ts';
import { branchTip, commitOnBranch, compareBranch, createBranch, fileText, replaceBranch } from '../github/contents.ts';
import { editPull, openPull, pullsOfBranch } from '../github/pulls.ts';
import { hashOf, marker, markersIn } from './markers.ts';
import { isSameLogin } from '../github/reviews.ts';
import { ok } from '../base/result.ts';

export type FollowUpTarget = Repo & Readonly<{
  /** The branch that the pull request goes into. */
  base: string;
  /** The commit that was analysed: the tip of `base`. */
  commit: string;
  /** `pr-12`, or the base branch's name. */
  label: string;
  /** `https://github.com`, for links. */
  server: string;
}>;
export type FollowUpTexts = Readonly<{ title: string; body: string }>;

export type FollowUpOutcome = Readonly<{
  set: FixSet;
  branch: string;
  kind:
    | 'opened' | 'updated' | 'unchanged'
    /** The repository forbids actions to open pull requests; `url` opens it by hand. */
    | 'branch-only'
    /** A person committed to the branch. */
    | 'left-alone'
    /** A person closed the pull request. */
    | 'closed-by-person';
  url: string;
}>;

export async function followUp(client: Client, target: FollowUpTarget, set: FixSet, texts: FollowUpTexts, login: string, modeOf: (path: string) => string | null): Promise<Result<FollowUpOutcome, GithubProblem>> {
  const repo = { owner: target.owner, repo: target.repo };
  const branch = branchName(target.label, set.key);
  const outcome = (kind: FollowUpOutcome['kind'], url: string): Result<FollowUpOutcome, GithubProblem> => ok({ set, branch, kind, url });
  const pulls = await pullsOfBranch(client, repo, branch, target.base);
  if (!pulls.ok) return pulls;
  const open = pulls.value.find((pull) => pull.state === 'open');
  const closed = pulls.value.find((pull) => pull.state === 'closed' && !pull.merged);
  if (open === undefined && closed !== undefined) return outcome('closed-by-person', closed.url);
  const pushed = await pushPatch(client, target, branch, set, texts, login, modeOf);
  if (!pushed.ok) return pushed;
  if (pushed.value === 'left-alone') return outcome('left-alone', open?.url ?? branchUrl(target, branch));
  return settlePull(client, target, branch, open ?? null, texts, pushed.value, outcome);
}

async function settlePull(client: Client, target: FollowUpTarget, branch: string, open: PullState | null, texts: FollowUpTexts, pushed: 'pushed' | 'unchanged', outcome: (kind: FollowUpOutcome['kind'], url: string) => Result<FollowUpOutcome, GithubProblem>): Promise<Result<FollowUpOutcome, GithubProblem>> {
  const repo = { owner: target.owner, repo: target.repo };
  // Links name the commit; a commit that changes nothing else is no reason to edit.
  const body = `${marker('body', hashOf(`${texts.title}\n${texts.body.replaceAll(target.commit, '')}`))}\n${texts.body}`;
  const edit = async (pull: PullState): Promise<Result<FollowUpOutcome, GithubProblem>> => {
    if (markersIn(pull.body, 'body')[0] === markersIn(body, 'body')[0]) return outcome(pushed === 'pushed' ? 'updated' : 'unchanged', pull.url);
    const edited = await editPull(client, repo, pull.number, { title: texts.title, body });
    return edited.ok ? outcome('updated', edited.value.url) : edited;
  };
  if (open !== null) return edit(open);
  const made = await openPull(client, repo, { branch, base: target.base, title: texts.title, body });
  if (!made.ok) return made;
  switch (made.value.kind) {
    case 'not-permitted':
      return outcome('branch-only', branchUrl(target, branch));
    case 'existed':
      return edit(made.value.pull);
    case 'opened':
      return outcome('opened', made.value.pull.url);
  }
}

/** Brings the patch to the branch; `unchanged` when it is there. */
async function pushPatch(client: Client, target: FollowUpTarget, branch: string, set: FixSet, texts: FollowUpTexts, login: string, modeOf: (path: string) => string | null): Promise<Result<'pushed' | 'unchanged' | 'left-alone', GithubProblem>> {
  const repo = { owner: target.owner, repo: target.repo };
  const files = set.files.map((file) => ({ path: file.path, text: file.after, mode: modeOf(file.path) ?? '100644' }));
  const commit: NewCommit = { branch, parent: target.commit, title: texts.title, text: `${set.fix.cost}\n\nSyncwright-Fix: ${set.key}`.replace(/[@#]/g, ''), files };
  const tip = await branchTip(client, repo, branch);
  if (!tip.ok) return tip;
  if (tip.value === null) {
    const made = files.every((file) => file.mode === '100644') ? await freshBranch(client, repo, commit) : await replaceBranch(client, repo, commit, false);
    return made.ok ? ok('pushed') : made;
  }
  const state = await compareBranch(client, repo, target.base, branch);
  if (!state.ok) return state;
  if (state.value.commits.some((one) => !isSameLogin(one.author, login))) return ok('left-alone');
  const same = state.value.commits.length > 0 ? await hasFiles(client, repo, branch, files) : ok(false);
  if (!same.ok) return same;
  if (same.value) return ok('unchanged');
  const moved = await replaceBranch(client, repo, commit, true);
  return moved.ok ? ok('pushed') : moved;
}

async function freshBranch(client: Client, repo: Repo, commit: NewCommit): Promise<Result<null, GithubProblem>> {
  const made = await createBranch(client, repo, commit.branch, commit.parent);
  return made.ok ? commitOnBranch(client, repo, commit) : made;
}

async function hasFiles(client: Client, repo: Repo, branch: string, files: NewCommit['files']): Promise<Result<boolean, GithubProblem>> {
  for (const file of files) {
    const text = await fileText(client, repo, file.path, branch);
    if (!text.ok) return text;
    if (text.value !== file.text) return ok(false);
  }
  return ok(true);
}

/** `syncwright/fix/pr-12/FINGERPRINT`: a legal git branch name, whatever the label. */
function branchName(label: string, key: string): string {
  const safe = label.replace(/[^A-Za-z0-9_-]+/g, '-').replace(/^-+|-+$/g, '').slice(0, 80);
  return `syncwright/fix/${safe === '' ? 'base' : safe}/${key}`;
}

const branchUrl = (target: FollowUpTarget, branch: string): string =>
  `${target.server}/${target.owner}/${target.repo}/compare/${encodeRef(target.base)}...${encodeRef(branch)}?expand=1`;
const encodeRef = (ref: string): string => ref.split('/').map(encodeURIComponent).join('/');
