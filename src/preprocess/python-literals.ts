/**
 * Calls with their keyword arguments in a text of Python or Starlark, as far as they are literal: strings, lists,
 * tuples and dictionaries of them, their sums, and names that the file sets once, to such values. Nothing is run; what
 * is not literal is `unknown`, and a list may have unknown items among others. What stands under an `if` is read as
 * well, and marked.
 * Example: `flags = ['-O3']` and `CUDAExtension('a', sources=['a.cu'], extra_compile_args=flags + ['-DX'])`.
 */

/**
 * `at`, `end`: where a string stands. `isSure`: neither under a condition nor in a list that the file changes later.
 */
export type PythonText = Readonly<{ kind: 'text'; text: string; at: number; end: number; isSure: boolean }>;
export type PythonValue =
  | PythonText
  | Readonly<{ kind: 'list'; items: readonly PythonValue[] }>
  | Readonly<{ kind: 'pairs'; pairs: readonly (readonly [PythonValue, PythonValue])[] }>
  | Readonly<{ kind: 'none' }>
  | Readonly<{ kind: 'unknown' }>;
export type PythonCall = Readonly<{
  name: string;
  plain: readonly PythonValue[];
  keywords: ReadonlyMap<string, PythonValue>;
}>;

const unknown: PythonValue = { kind: 'unknown' };

/**
 * A text in which strings are one token; `value`: of a string. `indent`: white space before the first of a line; null:
 * it is not the first.
 */
type Token = Readonly<{
  kind: 'name' | 'string' | 'sign';
  text: string;
  value: string;
  at: number;
  end: number;
  indent: number | null;
}>;

const tokenPattern =
  /#[^\n]*|([A-Za-z]{0,2})("""(?:[^\\]|\\[^])*?(?:"""|$)|'''(?:[^\\]|\\[^])*?(?:'''|$)|"(?:[^"\\\n]|\\[^])*"?|'(?:[^'\\\n]|\\[^])*'?)|[A-Za-z_]\w*|\d[\w.]*|\+=|==|\*\*|[^\s\w]/g;

function tokensOf(text: string): readonly Token[] {
  let depth = 0;
  let lineEnd = -1;
  return [...text.matchAll(tokenPattern)].flatMap(
    ({ 0: whole, 1: prefix = '', 2: quoted, index }): readonly Token[] => {
      if (whole.startsWith('#')) return [];
      const lineStart = text.lastIndexOf('\n', index - 1) + 1;
      // within brackets and after a backslash, a line continues
      const isFirst = depth === 0 && lineEnd < lineStart && text[lineStart - 2] !== '\\';
      lineEnd = index;
      const place = { text: whole, at: index, end: index + whole.length, indent: isFirst ? index - lineStart : null };
      if ('([{'.includes(whole)) depth++;
      if (')]}'.includes(whole)) depth = Math.max(0, depth - 1);
      if (whole === '\\') return [];
      if (quoted === undefined) return [{ ...place, kind: /^[A-Za-z_]/.test(whole) ? 'name' : 'sign', value: '' }];
      const quotes = /^(?:"""|''')/.test(quoted) ? 3 : 1;
      const inner = quoted.slice(quotes, -quotes);
      const isClosed = quoted.length >= 2 * quotes && quoted.endsWith(quoted.slice(0, quotes));
      // an f-string is no literal
      if (/f/i.test(prefix) || !isClosed) return [{ ...place, kind: 'sign', value: '' }];
      return [
        {
          ...place,
          kind: 'string',
          value: /r/i.test(prefix)
            ? inner
            : inner.replace(/\\([^])/g, (all, char: string) =>
                '\\\'"'.includes(char) ? char : char === '\n' ? '' : all,
              ),
        },
      ];
    },
  );
}

type Reading = {
  readonly tokens: readonly Token[];
  readonly names: ReadonlyMap<string, number | null>;
  readonly changed: ReadonlySet<string>;
  readonly isSure: boolean;
  at: number;
  depth: number;
  /** Values that are still read of one text: names may stand for sums of names. */ readonly left: { values: number };
};

const maxDepth = 40;
const maxValues = 20_000;

/** All calls of functions of these names, also as members: `cpp_extension.CUDAExtension(…)`. */
export function pythonCalls(text: string, isWanted: (name: string) => boolean): readonly PythonCall[] {
  const tokens = tokensOf(text);
  const names = assignedOnce(tokens);
  const changed = changedNames(tokens);
  const isConditional = conditionalTokens(tokens);
  const calls: PythonCall[] = [];
  const left = { values: maxValues };
  for (let k = 0; k + 1 < tokens.length; k++) {
    const { kind, text: name = '' } = tokens[k] ?? {};
    if (kind !== 'name' || !isWanted(name) || tokens[k + 1]?.text !== '(' || tokens[k - 1]?.text === 'def') continue;
    const reading: Reading = {
      tokens,
      names,
      changed,
      isSure: !(isConditional[k] ?? false),
      at: k + 2,
      depth: 0,
      left,
    };
    calls.push({ name, ...argumentsOf(reading) });
  }
  return calls;
}

/** Names that are assigned once, at the left margin, with the token where their value begins; null: otherwise. */
function assignedOnce(tokens: readonly Token[]): ReadonlyMap<string, number | null> {
  const names = new Map<string, number | null>();
  let depth = 0;
  tokens.forEach(({ kind, text, indent }, k) => {
    if ('([{'.includes(text)) depth++;
    if (')]}'.includes(text)) depth--;
    if (kind === 'name' && depth === 0 && tokens[k + 1]?.text === '=')
      names.set(text, names.has(text) || indent !== 0 ? null : k + 2);
  });
  return names;
}

/**
 * Names of what a statement changes in place: `flags += …`, `flags.append(…)`, `extension.extra_compile_args['nvcc'] =
 * …`.
 */
function changedNames(tokens: readonly Token[]): ReadonlySet<string> {
  const changed = new Set<string>();
  for (let k = 0; k < tokens.length; k++) {
    if (
      tokens[k]?.kind !== 'name' ||
      !isStatementStart(tokens, k) ||
      !['.', '[', '+='].includes(tokens[k + 1]?.text ?? '')
    )
      continue;
    for (let at = k; at < tokens.length && !['=', '+=', '('].includes(tokens[at]?.text ?? ''); at++) {
      const { kind, text = '' } = tokens[at] ?? {};
      if (kind === 'name') changed.add(text);
    }
  }
  return changed;
}

const isStatementStart = (tokens: readonly Token[], k: number): boolean =>
  tokens[k]?.indent !== null || [':', ';'].includes(tokens[k - 1]?.text ?? '');

const conditionals = new Set(['if', 'elif', 'else', 'for', 'while', 'try', 'except', 'match', 'case']);

/** Of each token, whether its statement stands in a block that may not be run, or may be run more than once. */
function conditionalTokens(tokens: readonly Token[]): readonly boolean[] {
  let blocks: readonly Readonly<{ indent: number; isConditional: boolean }>[] = [];
  return tokens.map(({ text, indent }) => {
    if (indent !== null)
      blocks = [...blocks.filter((block) => block.indent < indent), { indent, isConditional: conditionals.has(text) }];
    return blocks.some(({ isConditional }) => isConditional);
  });
}

function argumentsOf(reading: Reading): Omit<PythonCall, 'name'> {
  const plain: PythonValue[] = [];
  const keywords = new Map<string, PythonValue>();
  while (reading.at < reading.tokens.length && !isNext(reading, ')')) {
    const { kind, text: name = '' } = reading.tokens[reading.at] ?? {};
    if (kind === 'name' && reading.tokens[reading.at + 1]?.text === '=') {
      reading.at += 2;
      const own: Reading = { ...reading, isSure: reading.isSure && !reading.changed.has(name) };
      keywords.set(name, valueOf(own));
      reading.at = own.at;
    } else plain.push(valueOf(reading));
    if (isNext(reading, ',')) reading.at++;
    else if (!isNext(reading, ')')) break;
  }
  return { plain, keywords };
}

function isNext({ tokens, at }: Reading, text: string): boolean {
  const token = tokens[at];
  return token?.kind === 'sign' && token.text === text;
}

/** A sum of values, up to what ends it. */
function valueOf(reading: Reading): PythonValue {
  let value = operand(reading);
  while (isNext(reading, '+')) {
    reading.at++;
    value = sum(value, operand(reading));
  }
  if (endsHere(reading)) return value;
  skip(reading);
  return unknown;
}

const endsHere = (reading: Reading): boolean =>
  reading.at >= reading.tokens.length ||
  [',', ')', ']', '}', ':'].some((sign) => isNext(reading, sign)) ||
  (reading.tokens[reading.at]?.indent ?? null) !== null;

function sum(a: PythonValue, b: PythonValue): PythonValue {
  if (a.kind === 'text' && b.kind === 'text')
    return { ...a, text: a.text + b.text, end: b.end, isSure: a.isSure && b.isSure };
  const items = (value: PythonValue): readonly PythonValue[] => (value.kind === 'list' ? value.items : [unknown]);
  return a.kind === 'list' || b.kind === 'list' ? { kind: 'list', items: [...items(a), ...items(b)] } : unknown;
}

function operand(reading: Reading): PythonValue {
  const token = reading.tokens[reading.at];
  if (token === undefined) return unknown;
  if (reading.depth > maxDepth || reading.left.values-- <= 0) {
    skip(reading);
    return unknown;
  }
  reading.depth++;
  const value = operandAt(reading, token);
  reading.depth--;
  return value;
}

function operandAt(reading: Reading, token: Token): PythonValue {
  if (token.kind === 'string') {
    let [text, end] = ['', token.end];
    for (let next = reading.tokens[reading.at]; next?.kind === 'string'; next = reading.tokens[++reading.at])
      [text, end] = [text + next.value, next.end];
    return { kind: 'text', text, at: token.at, end, isSure: reading.isSure };
  }
  if (token.kind === 'name') return named(reading, token.text);
  const closing = token.text === '[' ? ']' : token.text === '(' ? ')' : token.text === '{' ? '}' : null;
  if (closing === null) {
    skip(reading);
    return unknown;
  }
  reading.at++;
  return bracketed(reading, closing);
}

function bracketed(reading: Reading, closing: string): PythonValue {
  const items: PythonValue[] = [];
  const pairs: (readonly [PythonValue, PythonValue])[] = [];
  let isTuple = closing !== ')';
  while (reading.at < reading.tokens.length && !isNext(reading, closing)) {
    const value = valueOf(reading);
    if (closing === '}' && isNext(reading, ':')) {
      reading.at++;
      pairs.push([value, valueOf(reading)]);
    } else items.push(value);
    if (isNext(reading, ',')) {
      isTuple = true;
      reading.at++;
    } else if (!isNext(reading, closing)) skip(reading);
    if ([')', ']', '}'].some((sign) => sign !== closing && isNext(reading, sign))) break;
  }
  if (isNext(reading, closing)) reading.at++;
  const [only = unknown] = items;
  return closing === '}' ? { kind: 'pairs', pairs } : isTuple ? { kind: 'list', items } : only;
}

function named(reading: Reading, name: string): PythonValue {
  reading.at++;
  if (name === 'None') return { kind: 'none' };
  const start = reading.names.get(name);
  if (start === undefined || start === null || ['(', '.', '['].some((sign) => isNext(reading, sign))) {
    skip(reading);
    return unknown;
  }
  return valueOf({
    ...reading,
    at: start,
    depth: reading.depth + 1,
    isSure: reading.isSure && !reading.changed.has(name),
  });
}

/** Past what is not understood, to a comma, a sum or a closing bracket of the same level. */
function skip(reading: Reading): void {
  for (let depth = 0; reading.at < reading.tokens.length; reading.at++) {
    const { text = '', kind } = reading.tokens[reading.at] ?? {};
    if (kind !== 'sign') continue;
    if (depth === 0 && ',)]}+'.includes(text)) return;
    if ('([{'.includes(text)) depth++;
    if (')]}'.includes(text)) depth--;
  }
}

/** The strings of a list, or of one string. */
export const textsIn = (value: PythonValue | undefined): readonly PythonText[] =>
  value === undefined
    ? []
    : value.kind === 'text'
      ? [value]
      : value.kind === 'list'
        ? value.items.flatMap((item) => (item.kind === 'text' ? [item] : []))
        : [];

/** Whether something in it is not literal. */
export const isOpen = (value: PythonValue | undefined): boolean =>
  value === undefined ||
  value.kind === 'unknown' ||
  (value.kind === 'list' && value.items.some(({ kind }) => kind === 'unknown'));
