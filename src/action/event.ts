/** The event that started the workflow: which commits to compare, and the pull request to write to, if there is one. */
import type { Repository } from './payload.ts';
import type { Result } from '../base/result.ts';
import type { RunEvent } from './runner.ts';
import { at, isCommit, repositoryOf, text } from './payload.ts';
import { fail, ok } from '../base/result.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

export type Target =
  | Readonly<{
      kind: 'pull';
      repository: Repository;
      number: number;
      base: string;
      baseRef: string;
      head: string;
      headRef: string;
      /** Whether the head lies in another repository: the token may then only read. */
      isFork: boolean;
      /** Not given: no. */
      isDraft?: boolean;
      /** Merged or closed, and so beyond review. */
      isClosed: boolean;
      isMerged: boolean;
    }>
  /** All of a branch (null: the ref is no branch), by hand or by the clock: nothing is posted. */
  | Readonly<{ kind: 'branch'; repository: Repository; head: string; branch: string | null }>
  /** A range of commits without a pull request: nothing is posted. `branch` is null for a merge queue's own branch. */
  | Readonly<{
      kind: 'range';
      repository: Repository;
      base: string;
      head: string;
      branch: string | null;
      /** Of a push: what it is compared with where its old commit is gone. */ defaultBranch?: string;
      /** Of a merge queue: the pull request that is merged. */ pull?: number;
    }>;

/** Where the workflow runs, as the runner names it: what events without commits of their own are about. */
export type Checkout = Readonly<{
  /** GITHUB_SHA */ commit: string;
  /** GITHUB_REF */ ref: string;
  /** GITHUB_REPOSITORY, which the payload of `schedule` may lack */ repository?: string;
}>;

/**
 * A push that made a branch: it names one commit; what that is to be compared with, the clone says (created-branch.ts).
 */
export type CreatedBranch = Readonly<{
  kind: 'created';
  repository: Repository;
  head: string;
  branch: string | null;
  /** The repository's default branch. */ defaultBranch: string;
}>;
/** `nothing`: there is nothing to look at; why, in words. */
export type ReadEvent = Target | CreatedBranch | Readonly<{ kind: 'nothing'; why: string }>;

/** The problem is one line for the user. */
export function readEvent({ name, payload }: RunEvent, checkout: Checkout): Result<ReadEvent, string> {
  const repository = repositoryOf(
    text(payload, 'repository', 'full_name') ?? (name === 'schedule' ? checkout.repository : undefined) ?? null,
  );
  if (repository === null) return fail(fill(messages.noRepositoryInEvent, { event: name }));
  switch (name) {
    case 'pull_request':
    case 'pull_request_target':
      return pullTarget(name, payload, repository);
    case 'merge_group':
      return groupTarget(payload, repository);
    case 'push':
      return pushTarget(payload, repository);
    case 'workflow_dispatch':
    case 'schedule':
      return isCommit(checkout.commit)
        ? ok({ kind: 'branch', repository, head: checkout.commit, branch: branchOf(checkout.ref) })
        : fail(fill(messages.notInActions, { variable: 'GITHUB_SHA', command: 'check' }));
    default:
      return fail(fill(messages.unsupportedEvent, { event: JSON.stringify(name) }));
  }
}

const branchOf = (ref: string): string | null => /^refs\/heads\/(.+)$/.exec(ref)?.[1] ?? null;

function pullTarget(name: string, payload: object, repository: Repository): Result<Target, string> {
  const number = at(payload, 'pull_request', 'number');
  const base = text(payload, 'pull_request', 'base', 'sha');
  const head = text(payload, 'pull_request', 'head', 'sha');
  const baseRef = text(payload, 'pull_request', 'base', 'ref');
  const headRef = text(payload, 'pull_request', 'head', 'ref');
  if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < 1)
    return fail(fill(messages.noPullNumber, { event: name }));
  if (!isCommit(base) || !isCommit(head) || baseRef === null || headRef === null)
    return fail(fill(messages.noPullCommits, { event: name }));
  // The head's repository is null when the fork was deleted.
  const headRepository = text(payload, 'pull_request', 'head', 'repo', 'full_name');
  return ok({
    kind: 'pull',
    repository,
    number,
    base,
    baseRef,
    head,
    headRef,
    isFork: headRepository !== `${repository.owner}/${repository.repo}`,
    isDraft: at(payload, 'pull_request', 'draft') === true,
    isClosed: text(payload, 'pull_request', 'state') === 'closed',
    isMerged: at(payload, 'pull_request', 'merged') === true,
  });
}

/**
 * What a merge queue tries: on top of the queue's commit before it (`base_sha`), one pull request, which the name of
 * the queue's branch holds. `refs/heads/gh-readonly-queue/main/pr-104-929d2e5` (docs, "Events that trigger workflows",
 * `merge_group`)
 */
function groupTarget(payload: object, repository: Repository): Result<Target, string> {
  const of = (name: string): string | null => text(payload, 'merge_group', name);
  const range = rangeTarget('merge_group', repository, of('base_sha'), of('head_sha'), null);
  const branch = /^refs\/heads\/gh-readonly-queue\/.+\/pr-(\d{1,9})-[0-9a-f]{7,64}$/.exec(of('head_ref') ?? '');
  const number = Number(branch?.[1] ?? 0);
  return range.ok && number > 0 ? ok({ ...range.value, pull: number }) : range;
}

function pushTarget(payload: object, repository: Repository): Result<ReadEvent, string> {
  const [before, after, branch] = [
    text(payload, 'before'),
    text(payload, 'after'),
    branchOf(text(payload, 'ref') ?? ''),
  ];
  if (isNoCommit(after)) return ok({ kind: 'nothing', why: messages.branchDeleted });
  if (!isNoCommit(before) || !isCommit(after)) {
    const range = rangeTarget('push', repository, before, after, branch);
    return range.ok
      ? ok({ ...range.value, defaultBranch: text(payload, 'repository', 'default_branch') ?? 'main' })
      : range;
  }
  return ok({
    kind: 'created',
    repository,
    head: after,
    branch,
    defaultBranch: text(payload, 'repository', 'default_branch') ?? 'main',
  });
}

/** What a push says of a branch that was not there before, or is not after. */
const isNoCommit = (commit: string | null): boolean => commit !== null && /^0{40,64}$/.test(commit);

function rangeTarget(
  name: string,
  repository: Repository,
  base: string | null,
  head: string | null,
  branch: string | null,
): Result<Extract<Target, { kind: 'range' }>, string> {
  if (!isCommit(base) || !isCommit(head)) return fail(fill(messages.noTwoCommits, { event: name }));
  return ok({ kind: 'range', repository, base, head, branch });
}
