/** Changes that we propose as a pull request of our own, as data: what is to be proposed, and what became of it. */

export type FileVersion = Readonly<{ path: string; text: string; mode: string }>;

export type Proposal = Readonly<{
  branch: string;
  /** The key of what it is for, and what else a later run needs to know of it: words without spaces. */
  about: readonly string[];
  title: string;
  body: string;
  /** The commit's text below its title. */
  message: string;
  files: readonly FileVersion[];
}>;

/**
 * A patch to be offered as a follow-up. `keys`: the first names its branch; a branch that is named after any other is
 * as good.
 */
export type Offer = Readonly<{ keys: readonly [string, ...string[]]; proposal: Omit<Proposal, 'branch'> }>;

export type ProposalOutcome = Readonly<{
  branch: string;
  kind:
    | 'opened'
    | 'reopened'
    | 'updated'
    | 'unchanged'
    /** The repository forbids actions to open pull requests; `url` opens it by hand. */
    | 'branch-only'
    /** A rule of the repository refuses the branch or the commit; `url` is where the file is edited by hand. */
    | 'refused'
    /** A person committed to the branch, or opened the pull request. */
    | 'left-alone'
    /** A person closed the pull request. */
    | 'closed-by-person'
    /** As many as wanted are open already. */
    | 'waiting'
    /** It is obsolete: closed, its branch removed. */
    | 'closed';
  url: string;
  /** The platform's words for `refused`, one line. Foreign text. */
  because: string;
}>;
