/**
 * Attribute words that the grammar does not know: blanked, or spelled in a way that it does. Exact in what concerns
 * memory and synchronization; layout (`__align__`) and address spaces are kept. The alternative tokens of C++ (`and`,
 * `not_eq` …) become those that they stand for [lex.digraph]. Attributes that the headers of CUDA define keywords as
 * become these keywords.
 * Example: `__attribute__((global, noinline))` becomes `__global__`, `__location__(device)` becomes `__device__`.
 */
import type { State } from './state.ts';
import type { Token } from './token.ts';
import { aliasedToken } from './namespace-aliases.ts';
import { spell } from './token.ts';

/**
 * Words that the grammar does not know, with what stands for them, unless the file defines them itself. `alone`: it
 * says nothing about memory or synchronization and is blanked; `with arguments`: so are its parentheses; `attribute`:
 * so are they, but for {@link attributeKeywords} and what {@link isMeaningfulAttribute}. `__launch_bounds__`,
 * `__restrict__` and the address spaces stay: the grammar knows them.
 */
type Respelling =
  | Readonly<{ kind: 'alone' | 'with arguments' | 'attribute' | 'cluster' }>
  | Readonly<{ kind: 'as'; text: string }>;
export const respelledWords: ReadonlyMap<string, Respelling> = new Map<string, Respelling>([
  ...respelled({ kind: 'alone' }, [
    '__forceinline__',
    '__noinline__',
    '__device_builtin__',
    '__cudart_builtin__',
    'CUDARTAPI',
    'CUDART_CB',
    'CUDAAPI',
    '__nv_pure__',
    '__extension__',
  ]),
  ...respelled({ kind: 'with arguments' }, ['__maxnreg__', '__block_size__']),
  ...respelled({ kind: 'cluster' }, ['__cluster_dims__']),
  ...respelled({ kind: 'attribute' }, ['__attribute__', '__attribute', '__annotate__', '__location__', '__declspec']),
  ...respelled({ kind: 'as', text: '__restrict__' }, ['__restrict']),
  ...respelled({ kind: 'as', text: 'alignas' }, ['__align__', '__builtin_align__']),
  ...(
    [
      ['and', '&&'],
      ['or', '||'],
      ['not', '!'],
      ['bitand', '&'],
      ['bitor', '|'],
      ['xor', '^'],
      ['compl', '~'],
      ['not_eq', '!='],
      ['and_eq', '&='],
      ['or_eq', '|='],
      ['xor_eq', '^='],
    ] as const
  ).map(([word, text]) => [word, { kind: 'as', text }] as const),
]);

/** The keyword that an attribute means, as `crt/host_defines.h` of CUDA defines it; with `__` around it for MSVC. */
const attributeKeywords: ReadonlyMap<string, string> = new Map(
  ['global', 'device', 'host', 'shared', 'constant', 'managed', 'grid_constant', 'launch_bounds'].map(
    (word) => [word, `__${word}__`] as const,
  ),
);

/** Attributes of layout stay for the parser, and those that say when a function is called. */
const isMeaningfulAttribute = (words: string): boolean =>
  /aligned|packed|vector_size|annotate|constructor|cleanup/.test(words);

/**
 * What becomes of an attribute, from its word to its last parenthesis: the keywords that it means, then what stays for
 * the parser.
 */
function respelledAttribute(tokens: readonly Token[]): readonly Token[] {
  const from = tokens.findIndex(({ text }, k) => k > 0 && text !== '(');
  const [head, foot] = [tokens.slice(0, from), tokens.slice(tokens.length - (from - 1))];
  const keywords: Token[] = [];
  const kept: Token[] = [];
  for (const item of itemsOf(tokens.slice(from, tokens.length - foot.length))) {
    const [first, ...rest] = item;
    const keyword = first === undefined ? undefined : attributeKeywords.get(first.text.replace(/^__(\w+)__$/, '$1'));
    if (first === undefined) continue;
    if (keyword !== undefined) keywords.push({ ...first, text: keyword, space: true }, ...rest);
    else
      kept.push(...(kept.length > 0 ? [{ ...first, kind: 'punct', text: ',', space: false } as const] : []), ...item);
  }
  return [...keywords, ...(isMeaningfulAttribute(spell(kept)) ? [...head, ...kept, ...foot] : [])];
}

/** `__cluster_dims__(4, 1, 1)` as an attribute that the grammar knows. */
function asAttribute(tokens: readonly Token[]): readonly Token[] {
  const [word] = tokens;
  const last = tokens.at(-1);
  if (word === undefined || last === undefined) return [];
  const open: Token = { ...word, kind: 'punct', text: '(', space: false };
  const close: Token = { ...last, kind: 'punct', text: ')', space: false };
  return [
    { ...word, text: '__attribute__', space: true },
    open,
    open,
    { ...word, text: 'cluster_dims', space: false },
    ...tokens.slice(1),
    close,
    close,
  ];
}

/** Tokens between commas outside of parentheses. */
function itemsOf(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const items: Token[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    depth += token.text === '(' ? 1 : token.text === ')' ? -1 : 0;
    if (token.text === ',' && depth === 0) items.push([]);
    else items.at(-1)?.push(token);
  }
  return items;
}

function respelled(how: Respelling, words: readonly string[]): readonly (readonly [string, Respelling])[] {
  return words.map((word) => [word, how]);
}

export const isExecutionSpace = (word: string): boolean => word === '__device__' || word === '__host__';

/** `[=] __device__ (…)`: the grammar knows no execution space on a lambda. (`[[nodiscard]] __device__` is none.) */
export function isLambdaSpecifier(text: string, at: number, name: string): boolean {
  return (
    isExecutionSpace(name) &&
    /(?:^|[^\]])\][ \t]*(?:__host__[ \t]*|__device__[ \t]*)?$/.test(text.slice(Math.max(0, at - 24), at))
  );
}

/** The offset after the balanced parentheses that follow `at`, if any do. */
export function pastArguments(text: string, at: number): number {
  const open = /^\s*\(/.exec(text.slice(at, at + 80));
  if (open === null) return at;
  let depth = 0;
  for (let k = at; k < Math.min(text.length, at + 2000); k++) {
    const code = text.charCodeAt(k);
    if (code === 40) depth++;
    if (code === 41 && --depth === 0) return k + 1;
  }
  return at;
}

/** The same for tokens as for text: words the grammar does not know are left out or replaced. */
export function respell(state: State, tokens: readonly Token[]): readonly Token[] {
  const kept: Token[] = [];
  for (let k = 0; k < tokens.length; k++) {
    const token = tokens[k];
    if (token === undefined) break;
    const respelled =
      token.kind !== 'name' || state.macros.has(token.text) ? undefined : respelledWords.get(token.text);
    const isSpecifier = isExecutionSpace(token.text) && kept.at(-1)?.text === ']' && kept.at(-2)?.text !== ']';
    const aliased = token.kind === 'name' ? aliasedToken(state.aliases, tokens, k) : null;
    if (respelled?.kind === 'as') kept.push({ ...token, text: respelled.text });
    else if (aliased !== null) kept.push({ ...token, text: aliased });
    else if (respelled === undefined && !isSpecifier) kept.push(token);
    else if (respelled !== undefined && respelled.kind !== 'alone' && tokens[k + 1]?.text === '(') {
      const close = closing(tokens, k + 1);
      const isOfLambda = kept.at(-1)?.text === ']' && kept.at(-2)?.text !== ']';
      if (respelled.kind === 'cluster') kept.push(...asAttribute(tokens.slice(k, close + 1)));
      if (respelled.kind === 'attribute')
        kept.push(
          ...respelledAttribute(tokens.slice(k, close + 1)).filter(
            ({ text }) => !isOfLambda || !isExecutionSpace(text),
          ),
        );
      k = close;
    }
  }
  return kept;
}

/** Index of the parenthesis that closes the one at `open`, or of the last token. */
function closing(tokens: readonly Token[], open: number): number {
  let depth = 0;
  for (let k = open; k < tokens.length; k++) {
    if (tokens[k]?.text === '(') depth++;
    if (tokens[k]?.text === ')' && --depth === 0) return k;
  }
  return tokens.length - 1;
}
