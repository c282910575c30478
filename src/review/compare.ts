/**
 * Tells the findings of the head from those that the merge base already has, by fingerprint. Fingerprints hold no line
 * numbers, so code that moved brings nothing new. As multisets: two races that read alike are two. Of races that are
 * told as one finding, each may be what remains of the other side's.
 */
import type { Finding } from '../verdict/finding.ts';
import { severityRank } from '../verdict/finding.ts';

export type Compared = Readonly<{
  /** In the head only. */
  fresh: readonly Finding[];
  /** In both; as the head shows them. */
  old: readonly Finding[];
  /** In the merge base only; as the merge base showed them. */
  fixed: readonly Finding[];
  /** Of `fresh`, those in kernels that the merge base has without them (regressions.ts); not given: none is known. */
  regressions?: ReadonlySet<Finding>;
}>;

export function compareFindings(head: readonly Finding[], base: readonly Finding[]): Compared {
  const left = new Map<string, Finding[]>();
  for (const finding of base)
    for (const fingerprint of fingerprintsIn(finding))
      left.set(fingerprint, [...(left.get(fingerprint) ?? []), finding]);
  const fresh: Finding[] = [];
  const old: Finding[] = [];
  const met = new Set<Finding>();
  for (const finding of head) {
    const [twin, ...others] = fingerprintsIn(finding).map((fingerprint) => left.get(fingerprint)?.shift());
    for (const one of [twin, ...others]) if (one !== undefined) met.add(one);
    if (twin !== undefined && !isWorse(finding, twin) && !racesElsewhere(finding, [twin, ...base])) old.push(finding);
    else fresh.push(finding);
  }
  return { fresh, old, fixed: base.filter((finding) => !met.has(finding)) };
}

/**
 * What was only possible before, or a warning (of a build that nothing asked for, of a launch that was not in sight),
 * is news where it is more now.
 */
const isWorse = (now: Finding, before: Finding): boolean =>
  now.status === 'confirmed' &&
  (before.status === 'possible' || severityRank(now.severity) > severityRank(before.severity));

/**
 * Races that one edit mends are one finding, and its fingerprint is that of the first: one on an array that raced
 * nowhere in the kernel is news.
 */
function racesElsewhere(finding: Finding, [twin, ...base]: readonly [Finding, ...Finding[]]): boolean {
  return !finding.pairs.every(racedBefore(finding, [{ ...twin, kernel: finding.kernel }, ...base]));
}

/** Whether a pair of the finding is on an array that raced in its kernel before, or on none. */
export function racedBefore(
  { kernel }: Finding,
  base: readonly Finding[],
): (pair: Finding['pairs'][number]) => boolean {
  const before = new Set(
    base.filter((one) => one.kernel === kernel).flatMap((one) => one.pairs.map(({ array }) => array)),
  );
  return ({ array }) => array === null || before.has(array);
}

/** Its own first, then those of what it tells as well, each once. */
export const fingerprintsIn = ({ fingerprint, also = [], apart = [] }: Finding): readonly string[] => [
  ...new Set([fingerprint, ...[...also, ...apart].map((one) => one.fingerprint)]),
];
