/**
 * One finding for one bug: findings that one edit mends are told together, whatever arrays, codes and scopes they are
 * about. Needs: the findings of one kernel with their patches. Gives: the worst of each group, which names the others.
 * One statement of a condition mends all that it rules out, too.
 * Smallest example: `count[0]++` races within a block (SW105) and between blocks (SW104), and one `atomicAdd` mends
 * both.
 */
import type { Finding, Fix } from './finding.ts';
import { editsKey } from './edit.ts';
import { provesKernel, severityRank } from './finding.ts';

/** In the order of the first of each group. */
export function groupedFindings(findings: readonly Finding[]): readonly Finding[] {
  const groups: [Finding, ...Finding[]][] = [];
  for (const finding of findings) {
    const group = groups.find(([first]) => isOneBug(first, finding));
    if (group === undefined) groups.push([finding]);
    else group.push(finding);
  }
  return groups.map(joined);
}

function isOneBug(a: Finding, b: Finding): boolean {
  if (a.kind !== b.kind || (a.severity === 'info') !== (b.severity === 'info')) return false;
  if (a.status !== b.status) return a.status === 'confirmed' ? isDoubtOf(a, b) : isDoubtOf(b, a);
  if (a.condition !== b.condition) return false;
  if (a.condition !== null) return true;
  if (editsKey(a.fix?.edits ?? []) !== editsKey(b.fix?.edits ?? [])) return false;
  return isOneChange(a.fix) || (a.kind === 'data-race' && pairsOf(a) === pairsOf(b));
}

/**
 * Whether what is only possible goes with the confirmed race: one change proves the kernel, or its accesses are all
 * among those that race.
 */
function isDoubtOf(confirmed: Finding, possible: Finding): boolean {
  if (confirmed.kind !== 'data-race') return false;
  if (confirmed.fix !== null && provesKernel(confirmed.fix) && isOneChange(confirmed.fix)) return true;
  const known = new Set(placesOf(confirmed));
  return placesOf(possible).every((place) => known.has(place));
}

/** Whether the patch changes one place; what it includes is no change of its own. */
function isOneChange(fix: Fix | null): boolean {
  return fix !== null && fix.edits.filter(({ text }) => !text.startsWith('#include')).length === 1;
}

const placeOf = ({ file, start, end }: Finding['span']): string => `${file}:${start}:${end}`;

const placesOf = ({ pairs }: Finding): readonly string[] =>
  pairs.flatMap(({ first, second }) => [placeOf(first), placeOf(second)]);

/** The pairs of places, without regard to their order. */
function pairsOf({ pairs }: Finding): string {
  return [...new Set(pairs.map(({ first, second }) => [placeOf(first), placeOf(second)].sort().join(' ')))]
    .sort()
    .join('; ');
}

/** The worst speaks for the others. */
export function joined(group: readonly [Finding, ...Finding[]]): Finding {
  const [first] = group;
  const main = group.reduce((worst, one) => (rankOf(one) > rankOf(worst) ? one : worst), first);
  const others = group.filter((one) => one !== main);
  if (others.length === 0) return main;
  const pairs = new Map(
    [main, ...others.filter(({ status }) => status === main.status)]
      .flatMap((one) => one.pairs)
      .map((pair) => [
        JSON.stringify([pair.first.file, pair.first.start, pair.second.file, pair.second.start, pair.array]),
        pair,
      ]),
  );
  return {
    ...main,
    pairs: [...pairs.values()],
    also: others.map(({ code, status, message, fingerprint }) => ({ code, status, message, fingerprint })),
    apart: [...(main.apart ?? []), ...others.flatMap((one) => [withoutApart(one), ...(one.apart ?? [])])],
  };
}

/** As files keep it. */
export const withoutApart = <One extends Readonly<{ apart?: unknown }>>({
  apart: _,
  ...one
}: One): Omit<One, 'apart'> => one;

/** What happens goes before what may. */
const rankOf = ({ status, severity }: Finding): number => (status === 'confirmed' ? 10 : 0) + severityRank(severity);
