/** Tokens inside expansions and directives: a spelling, and where in the physical file they stand. */
import type { TokenKind } from './lex.ts';
import type { Macro } from './macro.ts';
import { commentEnd, isBlank, tokenAt } from './lex.ts';

/**
 * `start`, `end`: the physical place. A token of a macro's body has the place of the macro's use; one that was written
 * as an argument has its own. `uses`: the expansions it came through, innermost first.
 */
export type Token = Readonly<{
  kind: TokenKind;
  text: string;
  /** White space stands before it. */
  space: boolean;
  /** It named a macro that was being expanded, and so is never expanded again ([cpp.rescan]). */
  painted: boolean;
  start: number;
  end: number;
  uses: UseChain | null;
}>;

export type UseChain = Readonly<{ macro: Macro; start: number; end: number; outer: UseChain | null }>;

/** The tokens of one logical line (no directives in it, newlines are white space). All get the place given. */
export function tokenize(text: string, start: number, end: number): Token[] {
  const tokens: Token[] = [];
  let space = false;
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at);
    const pastComment = code === 47 ? commentEnd(text, at) : at;
    if (pastComment > at || isBlank(code) || code === 10) {
      at = Math.max(at + 1, pastComment);
      space = true;
      continue;
    }
    const token = tokenAt(text, at);
    tokens.push({ kind: token.kind, text: text.slice(at, token.end), space, painted: false, start, end, uses: null });
    space = false;
    at = token.end;
  }
  return tokens;
}

/** The text of tokens, with one space where white space stood. */
export function spell(tokens: readonly Token[]): string {
  return tokens.map((token, k) => (token.space && k > 0 ? ` ${token.text}` : token.text)).join('');
}

/** Whether two spellings side by side could be read as something else. Errs towards a space. */
export function wouldMerge(before: string, after: string): boolean {
  const last = before.charAt(before.length - 1);
  const first = after.charAt(0);
  if (isWord.test(last))
    return (
      isWord.test(first) ||
      first === '"' ||
      first === "'" ||
      (/^\.?\d/.test(before) && (first === '.' || (/[eEpP]$/.test(before) && '+-'.includes(first))))
    );
  if (last === '.') return first === '.' || first === '*' || /\d/.test(first);
  if (first === '=') return '+-*/%<>=!&|^'.includes(last);
  return merging.has(last + first);
}
const isWord = /[\w$\u0080-\uffff]/;
const merging = new Set([
  '++',
  '--',
  '<<',
  '>>',
  '&&',
  '||',
  '->',
  '::',
  '##',
  '//',
  '/*',
  '<:',
  '<%',
  '%:',
  '%>',
  ':>',
]);
