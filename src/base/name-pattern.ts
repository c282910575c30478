/**
 * Patterns of names, in which `*` stands for any characters. Matching takes time linear in the pattern for each
 * character of the name.
 */

/** Whether the whole name fits; other characters than `*` stand for themselves. */
export function fitsName(pattern: string, name: string): boolean {
  const parts = pattern.split('*');
  const [first = '', last = ''] = [parts[0], parts.at(-1)];
  if (parts.length === 1) return pattern === name;
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) return false;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = name.indexOf(part, at);
    if (found < 0 || found + part.length > name.length - last.length) return false;
    at = found + part.length;
  }
  return true;
}

/** Whether a kernel is meant: by its whole name, `scan<32>`, or without template arguments, `scan`. */
export const fitsKernel = (pattern: string, kernel: string): boolean =>
  fitsName(pattern, kernel) || fitsName(pattern, kernel.replace(/<.*/s, ''));
