/**
 * One finding for one bug: findings that one edit mends are told together, whatever arrays, codes and scopes they are about. Needs: the findings of one
 * kernel with their patches. Gives: the worst of each group, which names the others.
 * Smallest example: `count[0]++` races within a block (SW105) and between blocks (SW104), and one `atomicAdd` mends both.
 */
import type { Finding } from './finding.ts';
import { editsKey } from './edit.ts';
import { severityRank } from './finding.ts';

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
  if (a.kind !== 'data-race' || b.kind !== 'data-race' || a.status !== b.status || a.condition !== b.condition) return false;
  if ((a.severity === 'info') !== (b.severity === 'info')) return false;
  if (editsKey(a.fix?.edits ?? []) !== editsKey(b.fix?.edits ?? [])) return false;
  return a.fix?.edits.length === 1 || pairsOf(a) === pairsOf(b);
}

/** The pairs of places, without regard to their order. */
function pairsOf({ pairs }: Finding): string {
  const place = ({ file, start, end }: Finding['span']): string => `${file}:${start}:${end}`;
  return [...new Set(pairs.map(({ first, second }) => [place(first), place(second)].sort().join(' ')))].sort().join('; ');
}

function joined(group: readonly [Finding, ...Finding[]]): Finding {
  const [first] = group;
  const main = group.reduce((worst, one) => (severityRank(one.severity) > severityRank(worst.severity) ? one : worst), first);
  const others = group.filter((one) => one !== main);
  if (others.length === 0) return main;
  const pairs = new Map([main, ...others].flatMap((one) => one.pairs).map((pair) => [JSON.stringify([pair.first.file, pair.first.start, pair.second.file, pair.second.start, pair.array]), pair]));
  return { ...main, pairs: [...pairs.values()], also: others.map(({ code, message, fingerprint }) => ({ code, message, fingerprint })) };
}
