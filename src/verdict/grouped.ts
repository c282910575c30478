/**
 * One finding for one bug: findings that one edit mends are told together, whatever arrays, codes and scopes they are about. Needs: the findings of one
 * kernel with their patches. Gives: the worst of each group, which names the others.
 * Smallest example: `count[0]++` races within a block (SW105) and between blocks (SW104), and one `atomicAdd` mends both.
 */
import type { Finding, Severity } from './finding.ts';

const rank: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 };

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
  const [mine, yours] = [a, b].map(editsOf);
  if (mine !== yours) return false;
  return a.fix?.edits.length === 1 || [...pairsOf(a)].join('; ') === [...pairsOf(b)].join('; ');
}

/** What the patch does; the empty text: there is none. */
const editsOf = ({ fix }: Finding): string => (fix === null ? '' : JSON.stringify(fix.edits.map(({ file, start, end, text }) => [file, start, end, text])));

/** The pairs of places, without regard to their order. */
function pairsOf({ pairs }: Finding): ReadonlySet<string> {
  const place = ({ file, start, end }: Finding['span']): string => `${file}:${start}:${end}`;
  return new Set(pairs.map(({ first, second }) => [place(first), place(second)].sort().join(' ')).sort());
}

function joined(group: readonly [Finding, ...Finding[]]): Finding {
  const [first] = group;
  const main = group.reduce((worst, one) => (rank[one.severity] < rank[worst.severity] ? one : worst), first);
  const others = group.filter((one) => one !== main);
  if (others.length === 0) return main;
  const pairs = new Map([main, ...others].flatMap((one) => one.pairs).map((pair) => [JSON.stringify([pair.first.file, pair.first.start, pair.second.file, pair.second.start, pair.array]), pair]));
  return { ...main, pairs: [...pairs.values()], also: others.map(({ code, message, fingerprint }) => ({ code, message, fingerprint })) };
}
