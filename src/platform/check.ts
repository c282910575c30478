/** The result of a review as one check on its commit: at GitHub a check run, at GitLab the title of a commit status. */

export type CheckAnnotation = Readonly<{
  path: string;
  startLine: number;
  endLine: number;
  level: 'notice' | 'warning' | 'failure';
  title: string;
  message: string;
}>;
export type Check = Readonly<{
  name: string;
  head: string;
  conclusion: 'success' | 'failure' | 'neutral';
  title: string;
  summary: string;
  annotations: readonly CheckAnnotation[];
  /** Ours for this head and these words; a check that is there with the same id is left alone. */
  externalId: string;
}>;
