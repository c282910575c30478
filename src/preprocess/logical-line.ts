/** The logical line of a directive ([lex.phases] 2 and 3): continued lines joined, comments a space each. */
import { commentEnd, endsContinued, joinEnd, literalEnd } from './lex.ts';

/** `text`: what follows the `#`; `end`: the offset of the newline that ends the line, or the text's length. */
type LogicalLine = Readonly<{ text: string; end: number }>;

/** `at` is just after the `#`. */
export function logicalLine(text: string, at: number): LogicalLine {
  const newline = text.indexOf('\n', at);
  const end = newline < 0 ? text.length : newline;
  const line = text.slice(at, end);
  if (!line.includes('/') && !(newline >= 0 && endsContinued(text, newline))) return { text: line, end };
  return slowLine(text, at);
}

function slowLine(text: string, from: number): LogicalLine {
  const parts: string[] = [];
  let copied = from;
  let at = from;
  const cut = (to: number, instead: string): void => {
    parts.push(text.slice(copied, at), instead);
    copied = to;
    at = to;
  };
  for (;;) {
    const code = text.charCodeAt(at);
    if (at >= text.length || code === 10) break;
    const pastComment = code === 47 ? commentEnd(text, at) : at;
    const pastContinuation = joinEnd(text, at);
    if (pastComment > at) cut(pastComment, ' ');
    else if (pastContinuation > at) cut(pastContinuation, '');
    else if (code === 34 || code === 39) at = Math.max(at + 1, endOfLiteral(text, at));
    else at++;
  }
  parts.push(text.slice(copied, at));
  return { text: parts.join('').replace(/\\[ \t\v\f\r]*\n/g, ''), end: at };
}

/** A literal in a directive ends with its line even when it is not closed (`#error don't`). */
function endOfLiteral(text: string, at: number): number {
  const end = literalEnd(text, at);
  return text.charCodeAt(end - 1) === text.charCodeAt(at) ? end : at + 1;
}
