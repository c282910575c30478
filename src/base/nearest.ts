/** Names that may have been meant. */

/** The names, those that differ least from `wanted` first: by edit distance, case aside. */
export function nearestFirst(wanted: string, names: readonly string[]): readonly string[] {
  const distances = new Map(names.map((name) => [name, editDistance(wanted.toLowerCase(), name.toLowerCase())]));
  return [...distances.keys()].sort((a, b) => (distances.get(a) ?? 0) - (distances.get(b) ?? 0) || (a < b ? -1 : 1));
}

/** Levenshtein's: insertions, deletions and substitutions of characters. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, k) => k);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1;
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + change));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
