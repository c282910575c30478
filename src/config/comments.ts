/**
 * The comments of a C++ text, with what stands beside them. Strings, characters and raw strings hold no comments.
 * Takes time linear in the text.
 */

type Comment = Readonly<{
  /** Its lines, without the marks that begin and end it. */
  lines: readonly string[];
  /** Counted from 1. */
  line: number;
  /**
   * The lines of code that it stands at: its own; where there is no code on them, the next line if only comments stand
   * between.
   */
  at: readonly number[];
}>;

type Found = Readonly<{ line: number; endLine: number; text: string }>;

/** Comments further above the code than this stand at none. */
const mostLinesBetween = 50;

/** Those that hold `mark`, in lower case, with letters of any case. */
export function commentsIn(text: string, mark: string): readonly Comment[] {
  const found: Found[] = [];
  const withCode = new Set<number>();
  const withComment = new Set<number>();
  let line = 1;
  for (let at = 0; at < text.length;) {
    const end = endOfToken(text, at);
    const isComment = text.startsWith('//', at) || text.startsWith('/*', at);
    const endLine = end - at > 1 ? line + newlinesIn(text, at, end) : line;
    if (isComment) {
      const comment = text.slice(at, end);
      if (comment.toLowerCase().includes(mark)) found.push({ line, endLine, text: comment });
      for (let one = line; one <= endLine; one++) withComment.add(one);
    } else if (end - at > 1) for (let one = line; one <= endLine; one++) withCode.add(one);
    else if (!isBlank(text.charCodeAt(at))) withCode.add(line);
    line = end - at > 1 ? endLine : text[at] === '\n' ? line + 1 : line;
    at = end;
  }
  return found.map((comment) => ({
    lines: insideOf(comment.text),
    line: comment.line,
    at: placesOf(comment, withCode, withComment),
  }));
}

const isBlank = (code: number): boolean => code === 10 || code === 13 || code === 32 || code === 9;

/**
 * The end of the comment, string or character that begins at `at`, else of one character. What its line does not end is
 * over with the line.
 */
function endOfToken(text: string, at: number): number {
  const character = text[at];
  if (character === '/' && text[at + 1] === '*') {
    const end = text.indexOf('*/', at + 2);
    return end < 0 ? text.length : end + 2;
  }
  if (character === '/' && text[at + 1] === '/') return endOfLine(text, at + 2, null);
  if (character === '"') return text[at - 1] === 'R' ? endOfRaw(text, at) : endOfLine(text, at + 1, '"');
  // 1'000 is a number
  if (character === "'") return /[0-9A-Fa-f]/.test(text[at - 1] ?? '') ? at + 1 : endOfLine(text, at + 1, "'");
  return at + 1;
}

/** After `quote`, or before the line's end; a backslash takes the next character with it. */
function endOfLine(text: string, from: number, quote: string | null): number {
  let at = from;
  while (at < text.length && text[at] !== '\n') {
    if (text[at] === quote) return at + 1;
    at +=
      text[at] !== '\\'
        ? 1
        : text[at + 1] === '\r' && text[at + 2] === '\n'
          ? 3
          : quote === null && text[at + 1] !== '\n'
            ? 1
            : 2;
  }
  return Math.min(at, text.length);
}

function endOfRaw(text: string, at: number): number {
  const [opening, delimiter] = /^"([^\s()\\]{0,16})\(/.exec(text.slice(at, at + 18)) ?? [];
  if (opening === undefined || delimiter === undefined) return endOfLine(text, at + 1, '"');
  const end = text.indexOf(`)${delimiter}"`, at + opening.length);
  return end < 0 ? text.length : end + delimiter.length + 2;
}

function newlinesIn(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at++) if (text[at] === '\n') count += 1;
  return count;
}

const linesFrom = (first: number, last: number): readonly number[] =>
  Array.from({ length: last - first + 1 }, (_, k) => first + k);
const insideOf = (text: string): readonly string[] =>
  (text.startsWith('//') ? text.slice(2) : text.slice(2).replace(/\*\/$/, '')).split('\n');

function placesOf(
  { line, endLine }: Readonly<{ line: number; endLine: number }>,
  withCode: ReadonlySet<number>,
  withComment: ReadonlySet<number>,
): readonly number[] {
  const own = linesFrom(line, endLine).filter((one) => withCode.has(one));
  if (own.length > 0) return own;
  let next = endLine + 1;
  while (next <= endLine + mostLinesBetween && withComment.has(next) && !withCode.has(next)) next += 1;
  return withCode.has(next) ? [next] : [];
}
