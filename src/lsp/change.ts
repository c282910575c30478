/**
 * What an edit of a file can change of the answers for its kernels.
 * Needs: the texts before and after, and where the definitions of kernels stood. Gives: nothing (only white space and
 * comments differ), one kernel (only its body differs, and it is still one body), other code, whose effect is seen when
 * it is read, or everything.
 * Why that is enough: a proof rests on texts. What stands between the braces of one kernel is seen by another one only
 * if it has a directive, a launch, or the name of that other kernel, and all of these count as a change of everything.
 * Example: in `__global__ void a() { x(); } __global__ void b() { y(); }` the edit of `x` to `z` changes `a`.
 */
import { commentEnd, endsContinued, isBlank, tokenAt } from '../preprocess/lex.ts';

/**
 * Where starts and ends of stretches and lines of the text before are in the text after; null: in what was changed.
 * What is inserted at an end is outside.
 */
export type Moves = Readonly<{
  start: (before: number) => number | null;
  end: (before: number) => number | null;
  line: (before: number) => number | null;
  /** Whether lines move. */ movesLines: boolean;
  /** Whether the change is in this stretch of the text before. */ isIn: (start: number, end: number) => boolean;
}>;
export type Definition = Readonly<{ name: string; start: number; end: number }>;
/**
 * `start`: of the definition that was changed. `code`: anything that is no directive, outside of the body of one
 * kernel.
 */
export type Change =
  | Readonly<{ kind: 'nothing' | 'code'; moves: Moves }>
  | Readonly<{ kind: 'kernel'; start: number; moves: Moves }>
  | Readonly<{ kind: 'everything' }>;

const everything: Change = { kind: 'everything' };

export function changeBetween(before: string, after: string, definitions: readonly Definition[]): Change {
  const [from, to] = [tokensOf(before), tokensOf(after)];
  const same = equalTokens(before, from, after, to);
  const moves = movesBetween(before, after);
  const changed = [
    wordsOf(before, from, same.head, from.length - same.tail),
    wordsOf(after, to, same.head, to.length - same.tail),
  ];
  // the number of a line is a value there, which is seen when it is read
  const isNumbered = moves.movesLines && /__LINE__|__COUNTER__|source_location/.test(after);
  if (changed.every((words) => words.length === 0))
    return marksIn(before) === marksIn(after) ? { kind: isNumbered ? 'code' : 'nothing', moves } : everything;
  const own = definitions.find(({ start, end }) => isInBody(before, from, same, start, end));
  const code: Change = changed.flat().some((word) => /^(?:#|%:)/.test(word)) ? everything : { kind: 'code', moves };
  if (own === undefined) return code;
  const [open = 0, close = 0] = bracesIn(before, from, own.start, own.end) ?? [];
  const closeAfter = close + to.length - from.length;
  if (!isBalanced(wordsOf(after, to, open + 1, closeAfter))) return code;
  const others = new Set(definitions.filter(({ start }) => start !== own.start).map(({ name }) => name));
  const isSeen = (word: string): boolean => word === '<<<' || word.startsWith('cudaLaunch') || others.has(word);
  const bodies = [...wordsOf(before, from, open + 1, close), ...wordsOf(after, to, open + 1, closeAfter)];
  return code.kind === 'everything' || isNumbered || bodies.some(isSeen)
    ? code
    : { kind: 'kernel', start: own.start, moves };
}

/** Which files are read together is decided by words that may stand in comments. */
const marksIn = (text: string): number => [...text.matchAll(/global|<<<|Launch/g)].length;

/** Starts and ends of tokens. A directive is one token, to the end of its logical line. */
type Tokens = Readonly<{ starts: readonly number[]; ends: readonly number[]; length: number }>;

function tokensOf(text: string): Tokens {
  const [starts, ends]: [number[], number[]] = [[], []];
  let [at, isLineStart] = [0, true];
  while (at < text.length) {
    const code = text.charCodeAt(at);
    const pastComment = code === 47 ? commentEnd(text, at) : at;
    if (pastComment > at) at = pastComment;
    else if (code === 10) {
      isLineStart = true;
      at += 1;
    } else if (isBlank(code)) at += 1;
    else {
      const end = isLineStart && code === 35 ? directiveEnd(text, at) : tokenAt(text, at).end;
      starts.push(at);
      ends.push(end);
      isLineStart = false;
      at = end;
    }
  }
  return { starts, ends, length: starts.length };
}

function directiveEnd(text: string, start: number): number {
  let at = start;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === 10 && !endsContinued(text, at)) return at;
    const pastComment = code === 47 ? commentEnd(text, at) : at;
    at = pastComment > at ? pastComment : at + 1;
  }
  return at;
}

const wordAt = (text: string, { starts, ends }: Tokens, k: number): string => text.slice(starts[k], ends[k]);
const wordsOf = (text: string, tokens: Tokens, from: number, to: number): readonly string[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, k) => wordAt(text, tokens, from + k));

/** How many tokens are the same at the head and at the tail. */
type Same = Readonly<{ head: number; tail: number }>;

function equalTokens(before: string, from: Tokens, after: string, to: Tokens): Same {
  const most = Math.min(from.length, to.length);
  let [head, tail] = [0, 0];
  while (head < most && wordAt(before, from, head) === wordAt(after, to, head)) head += 1;
  while (tail < most - head && wordAt(before, from, from.length - 1 - tail) === wordAt(after, to, to.length - 1 - tail))
    tail += 1;
  return { head, tail };
}

/** Whether all tokens that differ stand between the braces of the body. */
function isInBody(before: string, from: Tokens, { head, tail }: Same, start: number, end: number): boolean {
  const braces = bracesIn(before, from, start, end);
  return braces !== null && head > braces[0] && from.length - tail <= braces[1];
}

/**
 * The tokens that open and close the body: the first brace outside of parentheses, and the last token. Null: it has no
 * body, or directives decide what it is.
 */
function bracesIn(text: string, tokens: Tokens, start: number, end: number): readonly [number, number] | null {
  const first = tokens.starts.findIndex((at) => at >= start);
  const after = tokens.starts.findIndex((at) => at >= end);
  const close = (after < 0 ? tokens.length : after) - 1;
  if (first < 0 || wordAt(text, tokens, close) !== '}') return null;
  let depth = 0;
  for (let k = first; k < close; k += 1) {
    const word = wordAt(text, tokens, k);
    if (word === '{' && depth === 0) return isBalanced(wordsOf(text, tokens, k + 1, close)) ? [k, close] : null;
    depth += word === '(' ? 1 : word === ')' ? -1 : 0;
  }
  return null;
}

const closers: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
]);
const closing = new Set(closers.values());
/** What only says something about the code beside it. */
const harmless = /^#\s*pragma\b/;
const conditional = /^#\s*(if|ifdef|ifndef|elif|else|endif)\b/;

/** In every way of building it: what stands between two branches of a conditional is balanced, too. */
function isBalanced(words: readonly string[]): boolean {
  const open: string[] = [];
  for (const word of words) {
    const closer = closers.get(word);
    if (closer !== undefined) open.push(closer);
    else if (closing.has(word) && open.pop() !== word) return false;
    else if (/^(?:#|%:)/.test(word) && !harmless.test(word)) {
      const kind = conditional.exec(word)?.[1] ?? null;
      if (kind === null) return false;
      if (kind.startsWith('if')) open.push('#endif');
      else if (kind === 'endif' ? open.pop() !== '#endif' : open.at(-1) !== '#endif') return false;
    }
  }
  return open.length === 0;
}

/** Characters that are the same at the head and at the tail. */
function equalText(before: string, after: string): Same {
  const most = Math.min(before.length, after.length);
  let [head, tail] = [0, 0];
  while (head < most && before.charCodeAt(head) === after.charCodeAt(head)) head += 1;
  while (
    tail < most - head &&
    before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)
  )
    tail += 1;
  return { head, tail };
}

/** Where the text before is in the text after, by the characters that are the same at the head and at the tail. */
export function movesBetween(before: string, after: string): Moves {
  const { head, tail } = equalText(before, after);
  const linesIn = (text: string, to: number): number => text.slice(0, to).split('\n').length;
  const [firstChanged, lastChanged] = [linesIn(before, head), linesIn(before, before.length - tail)];
  const more = linesIn(after, after.length - tail) - lastChanged;
  return {
    start: (at) => (at >= before.length - tail ? at + after.length - before.length : at <= head ? at : null),
    end: (at) => (at <= head ? at : at >= before.length - tail ? at + after.length - before.length : null),
    line: (line) =>
      line <= firstChanged && (more === 0 || line < firstChanged)
        ? line
        : line > lastChanged
          ? line + more
          : more === 0
            ? line
            : null,
    movesLines: more !== 0,
    isIn: (start, end) => head < end && start < before.length - tail,
  };
}
