/**
 * What somebody who may write said does not count at one pull request: `/syncwright ignore`, answered by us. Such a
 * finding stays in the report, marked, as one that the configuration ignores: it is neither new nor old, and its thread
 * closes. Pure.
 */
import type { Finding, Report, Suppression } from '../verdict/finding.ts';
import type { LocalReview } from './review.ts';
import type { PlannedItem, ReviewInput } from './plan.ts';
import { isNamed } from './find-finding.ts';
import { plainKey } from '../platform/markers.ts';
import { planReview } from './plan.ts';

export type Ignore = Readonly<{
  /** As the command names the finding. */
  id: string;
  /** What our answer says is meant by it: fingerprints, as markers write them. */
  keys: readonly string[];
  reason: string;
  author: string;
  /** The address of the command. */
  url: string;
}>;

/** The review with these ignored too, beside those that it ignores already. */
export function withIgnores(review: LocalReview, more: readonly Ignore[]): LocalReview {
  const ignores = [...(review.ignores ?? []), ...more];
  if (more.length === 0) return review;
  const { items } = planReview(review.input);
  const ignored = new Map(
    ignores.flatMap((one) =>
      meantBy(one, items).map((finding): [Finding, Suppression] => [finding, suppressionOf(one)]),
    ),
  );
  return { ...review, ignores, plan: planReview(without(review.input, ignored)) };
}

/**
 * Both the command and our answer have to mean it: a text that somebody makes us write, or a command that fits what
 * came later, is not enough. Of several that fit, nobody said which.
 */
function meantBy({ id, keys }: Ignore, items: readonly PlannedItem[]): readonly Finding[] {
  const groups = items.map(({ finding, also }) => [finding, ...also]);
  const [meant = [], ...others] = groups.filter(
    (group) =>
      group.some((finding) => isNamed(finding, id)) &&
      group.some(({ fingerprint }) => keys.includes(plainKey(fingerprint))),
  );
  return others.length === 0 ? meant : [];
}

const suppressionOf = ({ reason, author, url }: Ignore): Suppression => ({
  by: 'reply',
  reason,
  author,
  file: url,
  line: null,
});

function without(input: ReviewInput, ignored: ReadonlyMap<Finding, Suppression>): ReviewInput {
  const counts = (finding: Finding): boolean => !ignored.has(finding);
  const marked = (finding: Finding): Finding => {
    const suppressed = ignored.get(finding);
    return suppressed === undefined ? finding : { ...finding, suppressed };
  };
  const report: Report = {
    ...input.report,
    kernels: input.report.kernels.map((kernel) => ({ ...kernel, findings: kernel.findings.map(marked) })),
  };
  const { compared } = input;
  return {
    ...input,
    report,
    compared: { ...compared, fresh: compared.fresh.filter(counts), old: compared.old.filter(counts) },
  };
}
