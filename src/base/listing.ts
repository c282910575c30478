/** How a sentence lists several things. */

/** "a", "a and b", "a, b and c". */
export const listed = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1) ?? ''}`;

/** "line 4", "lines 4 and 6 (twice)": each line once, in the given order. `noteOf`: what follows the number. */
export function linesListed(lines: readonly number[], noteOf: (line: number) => string = () => ''): string {
  const all = [...new Set(lines)].map((line) => `${line}${noteOf(line)}`);
  return `${all.length === 1 ? 'line' : 'lines'} ${listed(all)}`;
}

/** "one test per thread, in 3 places; one barrier": equal words once, with how many there are. */
export function countedListed(items: readonly string[]): string {
  const all = [...new Set(items)].map((item) => ({ item, count: items.filter((other) => other === item).length }));
  return all.map(({ item, count }) => (count === 1 ? item : `${item}, in ${count} places`)).join('; ');
}
