/** What we wrote at a pull request (at GitLab: merge request) in earlier runs, and what changes it. */

/** `order`: of what was written earlier it is smaller; 0 where the platform does not say. */
export type OwnReview = Readonly<{
  id: string;
  order: number;
  url: string;
  body: string;
  isMinimized: boolean;
  canMinimize: boolean;
}>;
/** A thread that we began. */
export type OwnThread = Readonly<{
  id: string;
  isResolved: boolean;
  /** The lines that it stands at are changed since: it is shown folded, and its suggestion cannot be applied. */
  isOutdated: boolean;
  canResolve: boolean;
  canUnresolve: boolean;
  path: string;
  comment: OwnReview;
  /** Whether anybody else wrote in it. */
  hasReply: boolean;
}>;
export type Conversation = Readonly<{
  /** Ours, as the platform may write it. */ login: string;
  /** The commit that the pull request has now. */ head: string;
  reviews: readonly OwnReview[];
  threads: readonly OwnThread[];
}>;

/** What changes a text or thread of ours. Each may be done twice with the effect of once. */
export type ThreadWrite =
  | Readonly<{ kind: 'resolve' | 'unresolve'; thread: string }>
  | Readonly<{
      kind: 'minimize';
      subject: string;
      /** Not given: what it is about is gone. */ as?: 'DUPLICATE' | 'OUTDATED';
    }>
  | Readonly<{ kind: 'unminimize'; subject: string }>
  | Readonly<{ kind: 'edit-comment' | 'edit-review'; id: string; body: string }>;
