/**
 * The words of a command line: by the quoting rules of a POSIX shell, or by those of Windows programs
 * (`CommandLineToArgvW`). Nothing is expanded or run: `$`, `*` and backquotes are plain characters.
 * Example: `nvcc -DNAME="a b" 'x y'` gives `nvcc`, `-DNAME=a b` and `x y`.
 */

export type Quoting = 'posix' | 'windows';

export const shellWords = (text: string, quoting: Quoting): readonly string[] =>
  quoting === 'posix' ? posixWords(text) : windowsWords(text);

/** Within double quotes a backslash escapes only these. */
const escapedInQuotes = new Set(['"', '\\', '$', '`']);

function posixWords(text: string): readonly string[] {
  const words: string[] = [];
  let word: string | null = null;
  let quote = '';
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    const next = text.charAt(at + 1);
    if (quote === '' && /\s/.test(char)) {
      if (word !== null) words.push(word);
      word = null;
    } else if (quote === '' && (char === '"' || char === "'")) {
      quote = char;
      word ??= '';
    } else if (char === quote) quote = '';
    else if (char === '\\' && quote !== "'" && next === '\n') at++;
    else if (char === '\\' && next !== '' && (quote === '' || (quote === '"' && escapedInQuotes.has(next)))) {
      word = (word ?? '') + next;
      at++;
    } else word = (word ?? '') + char;
  }
  return word === null ? words : [...words, word];
}

/** Backslashes are plain, but before a double quote: there two make one, and an odd one makes the quote plain. */
function windowsWords(text: string): readonly string[] {
  const words: string[] = [];
  let word: string | null = null;
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (!isQuoted && /\s/.test(char)) {
      if (word !== null) words.push(word);
      word = null;
    } else if (char === '\\') {
      const from = at;
      while (text.charAt(at + 1) === '\\') at++;
      const count = at - from + 1;
      const isBeforeQuote = text.charAt(at + 1) === '"';
      word = (word ?? '') + '\\'.repeat(isBeforeQuote ? count >> 1 : count);
      if (isBeforeQuote && count % 2 === 1) {
        word += '"';
        at++;
      }
    } else if (char === '"') {
      word ??= '';
      if (isQuoted && text.charAt(at + 1) === '"') {
        word += '"';
        at++;
      } else isQuoted = !isQuoted;
    } else word = (word ?? '') + char;
  }
  return word === null ? words : [...words, word];
}
