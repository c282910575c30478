/** What the texts of a review need to know of the run: sources, and where lines can be looked at. */
import type { LocalReview } from '../review/review.ts';
import type { ReviewWords } from '../review/body.ts';
import type { Target } from './event.ts';
import { githubDialect } from '../github/dialect.ts';

/** Addresses are of the head that was analysed, in the repository that the run is of. */
export function wordsFor(
  review: Readonly<{ plan: Pick<LocalReview['plan'], 'head'>; source: LocalReview['source'] }>,
  target: Pick<Target, 'repository'>,
  server: string,
  fixesBy: ReviewWords['fixesBy'],
): ReviewWords {
  const { owner, repo } = target.repository;
  const blob = `${server}/${owner}/${repo}/blob/${review.plan.head}`;
  return {
    source: review.source,
    address: (file, line) => `${blob}/${file.split('/').map(encodeURIComponent).join('/')}#L${line}`,
    fixesBy,
    dialect: githubDialect,
  };
}
