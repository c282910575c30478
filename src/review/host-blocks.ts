/**
 * The outermost `{ … }` blocks of a C++ text (functions and classes; `namespace` and `extern "C"` are looked into), by
 * lines. Why: a word that changed in one function says nothing about a launch in another. Approximate: braces that
 * macros or conditionals leave unbalanced merge blocks, which only makes more lines count.
 */
import type { LineRange } from './line-range.ts';
import { linesBetween } from './line-range.ts';

export function outermostBlocks(text: string): readonly LineRange[] {
  const blocks: LineRange[] = [];
  let [line, depth, start] = [1, 0, 0];
  for (let k = 0; k < text.length; k++) {
    const c = text[k];
    if (c === '\n') line++;
    else if (c === '/' && text[k + 1] === '/') k = before(text.indexOf('\n', k), text);
    else if (c === '/' && text[k + 1] === '*') {
      const end = before(text.indexOf('*/', k + 2), text);
      line += newlines(text, k, end);
      k = end;
    } else if (c === '"' || c === "'") k = literalEnd(text, k, c);
    else if (c === '{') {
      const isLookedInto =
        depth === 0 && /(?:\bnamespace(?:\s+[\w:]+)?|\bextern\s*"C")\s*$/.test(text.slice(Math.max(0, k - 120), k));
      if (!isLookedInto && depth++ === 0) start = line;
    } else if (c === '}' && depth > 0 && --depth === 0) blocks.push(linesBetween(start, line));
  }
  return blocks;
}

const before = (found: number, text: string): number => (found < 0 ? text.length : found - 1);

function newlines(text: string, from: number, to: number): number {
  let count = 0;
  for (let k = text.indexOf('\n', from); k >= 0 && k <= to; k = text.indexOf('\n', k + 1)) count++;
  return count;
}

/** The closing quote, or the end of the line before which there is none. */
function literalEnd(text: string, start: number, quote: string): number {
  for (let k = start + 1; k < text.length; k++) {
    if (text[k] === '\\') k++;
    else if (text[k] === quote) return k;
    else if (text[k] === '\n') return k - 1;
  }
  return text.length;
}
