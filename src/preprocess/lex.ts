/**
 * Where the preprocessing tokens of C++ end ([lex.pptoken]), as offsets: the scanner of whole files must not make an
 * object per token. `<<<` and `>>>` are one token each, as in CUDA's launches. Garbage never fails: a literal that
 * is not closed ends with its line.
 */
export type TokenKind = 'name' | 'number' | 'string' | 'char' | 'punct';

/** Character classes below 128. */
const nameStart = 1;
const digit = 2;
const classes = new Uint8Array(128);
for (const c of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_$') classes[c.charCodeAt(0)] = nameStart;
for (const c of '0123456789') classes[c.charCodeAt(0)] = digit;

const newline = 10;
const carriageReturn = 13;
const quote = 34;
const hash = 35;
const percent = 37;
const apostrophe = 39;
const colon = 58;
const backslash = 92;

/** Whether a name may start with this code unit; letters beyond ASCII count, odd spaces do not. */
export function startsName(code: number): boolean {
  return code < 128
    ? classes[code] === nameStart
    : code > 0xa0 && code !== 0xfeff && code !== 0x2028 && code !== 0x2029 && code !== 0x3000;
}

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

export function nameEnd(text: string, at: number): number {
  let end = at + 1;
  for (;;) {
    const code = text.charCodeAt(end);
    if (code < 128 ? classes[code] === 0 : !startsName(code)) return end;
    if (Number.isNaN(code)) return end;
    end++;
  }
}

/** A pp-number: `0x1p-3f`, `1'000`, `1.e+5`, `.5`. */
export function numberEnd(text: string, at: number): number {
  let end = at + 1;
  for (;;) {
    const code = text.charCodeAt(end);
    const last = text.charCodeAt(end - 1) | 32;
    if (code === 46 || isDigit(code) || (code < 128 && classes[code] === nameStart)) end++;
    else if ((code === 43 || code === 45) && (last === 101 || last === 112)) end++;
    else if (code === apostrophe && /[0-9A-Za-z]/.test(text.charAt(end + 1))) end += 2;
    else return end;
  }
}

/** End of a string or character literal that opens at `at`; one that is not closed ends before its newline. */
export function literalEnd(text: string, at: number): number {
  const closing = text.charCodeAt(at);
  let end = at + 1;
  for (;;) {
    const code = text.charCodeAt(end);
    if (code === closing) return end + 1;
    if (Number.isNaN(code) || code === newline) return Math.min(end, text.length);
    if (code === backslash)
      end += text.charCodeAt(end + 1) === carriageReturn && text.charCodeAt(end + 2) === newline ? 3 : 2;
    else end++;
  }
}

/** End of a raw literal whose quote is at `at` (after `R`). */
function rawLiteralEnd(text: string, at: number): number {
  const open = text.indexOf('(', at);
  if (open < 0 || open - at > 17) return literalEnd(text, at);
  const close = text.indexOf(`)${text.slice(at + 1, open)}"`, open);
  return close < 0 ? literalEnd(text, at) : close + (open - at) + 1;
}

/**
 * End of the literal that a prefix such as `u8`, `L` or `R` opens, given the end of that name; null where none does.
 */
export function prefixedLiteralEnd(text: string, at: number, end: number): number | null {
  const code = text.charCodeAt(end);
  if ((code !== quote && code !== apostrophe) || end - at > 3) return null;
  const prefix = text.slice(at, end);
  if (code === quote && /^(?:u8|[uUL])?R$/.test(prefix)) return rawLiteralEnd(text, end);
  return /^(?:u8|[uUL])$/.test(prefix) ? literalEnd(text, end) : null;
}

/**
 * End of a comment that starts at `at`, where a slash is, or `at` when none does. A `//` comment ends before its
 * newline; its two signs may stand on two lines.
 */
export function commentEnd(text: string, at: number): number {
  const from = joinsEnd(text, at + 1);
  const second = text.charCodeAt(from);
  if (second === 42) {
    for (let star = text.indexOf('*', from + 1); star >= 0; star = text.indexOf('*', star + 1)) {
      const next = joinsEnd(text, star + 1);
      if (text.charCodeAt(next) === 47) return next + 1;
    }
    return text.length;
  }
  if (second !== 47) return at;
  let end = from;
  for (;;) {
    end = text.indexOf('\n', end + 1);
    if (end < 0) return text.length;
    if (!endsContinued(text, end)) return end;
  }
}

/**
 * Whether the newline at `at` follows a backslash; white space may stand between them, as for gcc (so nvcc on Linux)
 * and clang.
 */
export function endsContinued(text: string, at: number): boolean {
  let before = at - 1;
  while (isBlank(text.charCodeAt(before))) before--;
  return text.charCodeAt(before) === backslash;
}

/** After all newlines that backslashes from `at` on continue: they stand between any two characters, as `*` and `/`. */
function joinsEnd(text: string, at: number): number {
  let end = at;
  for (let next = joinEnd(text, end); next > end; next = joinEnd(text, end)) end = next;
  return end;
}

/** After the newline that the backslash at `at` continues; `at` where it does not. */
export function joinEnd(text: string, at: number): number {
  if (text.charCodeAt(at) !== backslash) return at;
  let end = at + 1;
  while (isBlank(text.charCodeAt(end))) end++;
  return text.charCodeAt(end) === newline ? end + 1 : at;
}

/** After the `#` of a directive, which may be spelled `%:` ([lex.digraph]), at `at`; `at` where there is none. */
export function hashEnd(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code !== percent) return code === hash ? at + 1 : at;
  const second = joinEnd(text, at + 1);
  return text.charCodeAt(second) === colon ? second + 1 : at;
}

const punctuators = [
  '%:',
  '<<<',
  '>>>',
  '<<=',
  '>>=',
  '...',
  '->*',
  '<=>',
  '##',
  '::',
  '->',
  '++',
  '--',
  '<<',
  '>>',
  '<=',
  '>=',
  '==',
  '!=',
  '&&',
  '||',
  '+=',
  '-=',
  '*=',
  '/=',
  '%=',
  '^=',
  '&=',
  '|=',
  '.*',
];
const longer = new Set(punctuators);

function punctEnd(text: string, at: number): number {
  for (const length of [3, 2])
    if (at + length <= text.length && longer.has(text.slice(at, at + length))) return at + length;
  const code = text.charCodeAt(at);
  return at + (code >= 0xd800 && code < 0xdc00 && at + 1 < text.length ? 2 : 1);
}

/** The token at `at`, where no white space and no comment stands. */
export function tokenAt(text: string, at: number): Readonly<{ kind: TokenKind; end: number }> {
  const code = text.charCodeAt(at);
  if (startsName(code)) {
    const end = nameEnd(text, at);
    const literal = prefixedLiteralEnd(text, at, end);
    if (literal === null) return { kind: 'name', end };
    return { kind: text.charCodeAt(literal - 1) === apostrophe ? 'char' : 'string', end: literal };
  }
  if (isDigit(code) || (code === 46 && isDigit(text.charCodeAt(at + 1))))
    return { kind: 'number', end: numberEnd(text, at) };
  if (code === quote) return { kind: 'string', end: literalEnd(text, at) };
  if (code === apostrophe) return { kind: 'char', end: literalEnd(text, at) };
  return { kind: 'punct', end: punctEnd(text, at) };
}

/** White space other than newlines. */
export function isBlank(code: number): boolean {
  return (
    code === 32 ||
    code === 9 ||
    code === carriageReturn ||
    code === 11 ||
    code === 12 ||
    code === 0xa0 ||
    code === 0xfeff
  );
}
