/**
 * Texts with comments, and literals where asked, as blanks; line ends stay, so that every place is what it was. One
 * pass from left to right: an expression such as `/\\*[^]*?\\*\\/` begins again at each `/*` that nothing closes. A
 * comment that is not closed is none; a literal ends with its line.
 */
export function withoutComments(text: string, literals: 'blank' | 'kept' = 'kept'): string {
  const parts: string[] = [];
  let done = 0;
  let unclosed = text.length;
  const blank = (start: number, end: number): void => {
    parts.push(text.slice(done, start), text.slice(start, end).replace(/[^\n]/g, ' '));
    done = end;
  };
  for (const { index } of text.matchAll(/\/[/*]|["']/g)) {
    if (index < done) continue;
    const start = text.slice(index, index + 2);
    if (start === '//') blank(index, lineEnd(text, index));
    else if (start === '/*') {
      const close = index < unclosed ? text.indexOf('*/', index + 2) : -1;
      if (close < 0) unclosed = Math.min(unclosed, index);
      else blank(index, close + 2);
    } else {
      const end = literalEnd(text, index);
      if (literals === 'blank') blank(index, end);
      else {
        parts.push(text.slice(done, end));
        done = end;
      }
    }
  }
  return parts.join('') + text.slice(done);
}

/** Compilers end a line at a carriage return too. */
function lineEnd(text: string, start: number): number {
  const ends = /[\r\n]/g;
  ends.lastIndex = start;
  return ends.exec(text)?.index ?? text.length;
}

/**
 * Past the closing quote; the beginning of the line's end where there is none. A quote between digits, as in `1'000`,
 * opens nothing.
 */
function literalEnd(text: string, start: number): number {
  const quote = text[start];
  if (quote === "'" && /[0-9A-Za-z_]/.test(text[start - 1] ?? '')) return start + 1;
  for (let k = start + 1; k < text.length; k++) {
    if (text[k] === '\\') k++;
    else if (text[k] === quote) return k + 1;
    else if (text[k] === '\n' || text[k] === '\r') return k;
  }
  return text.length;
}
