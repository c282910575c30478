/** What the loopback GitHub remembers beside git: pull requests, reviews, comments, check runs, settings. */
import type {
  Actor,
  CheckRecord,
  CommentRecord,
  ConversationRecord,
  IssueRecord,
  JobRecord,
  PullRecord,
  PullTips,
  ReactionRecord,
  RepoName,
  ReviewRecord,
} from './shapes.ts';
import type { DiffFile } from './git-store.ts';
import type { GitStore } from './git-store.ts';

export class GithubState {
  readonly name: RepoName;
  readonly store: GitStore;
  readonly pulls: PullRecord[] = [];
  readonly issues: IssueRecord[] = [];
  /** The repository's setting. */
  hasIssues = true;
  readonly reviews: ReviewRecord[] = [];
  readonly comments: CommentRecord[] = [];
  readonly checks: CheckRecord[] = [];
  /** Jobs of workflow runs at pull requests, the latest attempt of each. */
  readonly jobs: JobRecord[] = [];
  readonly conversation: ConversationRecord[] = [];
  readonly reactions: ReactionRecord[] = [];
  /** SARIF files of code scanning, by the ref that they were uploaded for, oldest first. */
  readonly scans: { readonly id: number; readonly ref: string; readonly commit: string; readonly text: string }[] = [];
  /** What accounts may do; those not listed may read. `unknown`: there is no such account. */
  readonly permissions = new Map<string, 'admin' | 'write' | 'read' | 'none' | 'unknown'>();
  /** A ruleset: words of refusal for a branch, or null. */
  ruleFor: (branch: string, step: 'create' | 'commit') => string | null = () => null;
  /** "Allow GitHub Actions to create and approve pull requests". */
  actionsMayOpenPulls = true;
  /** Files that GitHub shows without lines, because their diff is too large. */
  readonly filesWithoutPatch = new Set<string>();
  private last = 1000;

  constructor(name: RepoName, store: GitStore) {
    this.name = name;
    this.store = store;
  }

  nextId(): number {
    this.last += 1;
    return this.last;
  }

  pull(number: number): PullRecord | undefined {
    return this.pulls.find((pull) => pull.number === number);
  }

  /** Issues and pull requests count together. */
  private nextNumber(): number {
    return this.pulls.length + this.issues.length + 1;
  }

  openIssue(title: string, body: string, author: Actor): IssueRecord {
    const issue: IssueRecord = { number: this.nextNumber(), title, body, state: 'open', reason: null, author };
    this.issues.push(issue);
    return issue;
  }

  openPull(
    title: string,
    body: string,
    author: Actor,
    headRef: string,
    baseRef: string,
    headRepo: RepoName = this.name,
  ): PullRecord {
    const pull: PullRecord = {
      number: this.nextNumber(),
      title,
      body,
      state: 'open',
      mergedAt: null,
      draft: false,
      author,
      headRepo,
      headRef,
      baseRef,
      closedHead: null,
    };
    this.pulls.push(pull);
    return pull;
  }

  /** A person's answer in the thread that a comment began. */
  reply(to: CommentRecord, author: Actor, body: string): CommentRecord {
    const { resolved: _, ...rest } = to;
    const comment: CommentRecord = { ...rest, id: this.nextId(), author, body, replyTo: to.id, minimized: null };
    this.comments.push(comment);
    return comment;
  }

  /** The head of a fork's branch is kept in `refs/forks/OWNER/REF`. */
  headRefName(pull: PullRecord): string {
    return pull.headRepo.owner === this.name.owner
      ? `refs/heads/${pull.headRef}`
      : `refs/forks/${pull.headRepo.owner}/${pull.headRef}`;
  }

  tips(pull: PullRecord): PullTips {
    return {
      head: this.store.commitAt(this.headRefName(pull)) ?? pull.closedHead ?? '',
      base: pull.mergedInto ?? this.store.branchAt(pull.baseRef) ?? '',
    };
  }

  filesOf(pull: PullRecord): readonly DiffFile[] {
    const { head, base } = this.tips(pull);
    const from = this.store.mergeBase(base, head);
    return from === null ? [] : this.store.diff(from, head);
  }

  closePull(pull: PullRecord): void {
    pull.closedHead = this.tips(pull).head;
    pull.state = 'closed';
  }

  /**
   * Its commits are in the base from now on, or by now. What it shows stays compared with the tip that the base has now
   * (docs, "About comparing branches").
   */
  mergePull(pull: PullRecord): void {
    this.closePull(pull);
    pull.mergedInto = this.tips(pull).base;
    pull.mergedAt = '2026-11-01T12:00:00Z';
  }

  /**
   * Open pull requests of a branch close with it (docs, "Deleting and restoring branches in a pull request"). Those
   * into it go into the base of the merged pull request that it was the head of (docs, "About branches"); where there
   * is none, they close.
   */
  deleteBranch(branch: string): void {
    const isOpen = ({ state }: PullRecord): boolean => state === 'open';
    for (const pull of this.pulls.filter(isOpen))
      if (this.headRefName(pull) === `refs/heads/${branch}`) this.closePull(pull);
    const merged = this.pulls.findLast(
      (pull) => pull.mergedAt !== null && this.headRefName(pull) === `refs/heads/${branch}`,
    );
    for (const pull of this.pulls.filter((one) => isOpen(one) && one.baseRef === branch)) {
      if (merged === undefined) this.closePull(pull);
      else pull.baseRef = merged.baseRef;
    }
    this.store.git(['update-ref', '-d', `refs/heads/${branch}`]);
  }

  /**
   * A pull request without commits of its own closes: its branch was set back to its base (thread in
   * create-pull-request).
   */
  closeEmptyPulls(): void {
    for (const pull of this.pulls) {
      const { head, base } = this.tips(pull);
      if (pull.state === 'open' && this.store.isAncestor(head, base)) this.closePull(pull);
    }
  }
}
