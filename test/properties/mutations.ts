/**
 * Broken sources: real kernels that were cut, shuffled, overwritten byte by byte, or in which tokens were repeated,
 * deleted or replaced by what upsets a preprocessor. Reproducible: the same seed and texts give the same source.
 */
export type Random = () => number;

/** Mulberry32: numbers from 0 to 1. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const below = (random: Random, end: number): number => Math.floor(random() * end);
const pick = <Value>(random: Random, values: readonly Value[]): Value | undefined =>
  values[below(random, values.length)];

const fragments = [
  '#define F(x, ...) x ## __VA_ARGS__ #x\n',
  '#define G F(G, G)(',
  '#if defined(',
  '\n#endif\n',
  '\n#else\n',
  '#include "kernel.cu"\n',
  '##',
  '#',
  '\\\n',
  '"',
  "'",
  'R"x(',
  '/*',
  '*/',
  '//',
  '__VA_OPT__(',
  '<<<',
  '>>>',
  '{',
  '}',
  '(',
  ')',
  '[',
  ']',
  ';',
  ',',
  '::',
  '->',
  'template <',
  'typename T = ',
  'struct S { S s; }; ',
  'operator',
  '__syncthreads();',
  '__shared__ ',
  'extern __shared__ int s[];',
  'asm volatile("bar.sync 0;");',
  'goto x; x:',
  'switch (a) { case 1:',
  'for (;;) ',
  'do ',
  'while (',
  'return',
  '1e999',
  '0x',
  '0b2',
  "1'2'",
  '99999999999999999999',
  '\0',
  '\u{1F600}',
  '\u0080',
  '\r',
  'sizeof(',
  'decltype(',
  'auto x = [&](auto... y) { return (y + ...); };',
  '...',
  'if constexpr (',
  'constexpr int N = N + 1;',
  'typedef T T;',
  'using T = T*;',
  'int a[a[a]];',
  '/ 0',
  '% 0',
  '<< -1',
];

type Mutation = (text: string, random: Random, others: readonly string[]) => string;

function span(text: string, random: Random, most: number): readonly [number, number] {
  const start = below(random, text.length + 1);
  return [start, Math.min(text.length, start + below(random, most))];
}

const mutations: readonly Mutation[] = [
  function cut(text, random) {
    return text.slice(0, below(random, text.length));
  },
  function drop(text, random) {
    const [from, to] = span(text, random, 80);
    return text.slice(0, from) + text.slice(to);
  },
  function shuffleLines(text, random) {
    const lines = text.split('\n').map((line) => ({ line, key: random() < 0.3 ? random() : 0.5 }));
    return lines
      .sort((a, b) => a.key - b.key)
      .map(({ line }) => line)
      .join('\n');
  },
  function overwrite(text, random) {
    const codes = [...text].map((letter) => (random() < 0.01 ? String.fromCharCode(below(random, 256)) : letter));
    return codes.join('');
  },
  function repeatToken(text, random) {
    const tokens = [...text.matchAll(/\w+|\S/g)];
    const token = pick(random, tokens);
    return token === undefined
      ? text
      : text.slice(0, token.index) +
          `${token[0]} `.repeat(1 + below(random, random() < 0.1 ? 3000 : 8)) +
          text.slice(token.index);
  },
  function swapTokens(text, random) {
    const tokens = [...text.matchAll(/\w+|\S/g)];
    const [a, b] = [pick(random, tokens), pick(random, tokens)];
    return a === undefined || b === undefined
      ? text
      : `${text.slice(0, a.index)}${b[0]}${text.slice(a.index + a[0].length)}`;
  },
  function insert(text, random) {
    const at = below(random, text.length + 1);
    return `${text.slice(0, at)}${pick(random, fragments) ?? ''}${text.slice(at)}`;
  },
  function splice(text, random, others) {
    const other = pick(random, others) ?? '';
    const [from, to] = span(other, random, 400);
    const at = below(random, text.length + 1);
    return text.slice(0, at) + other.slice(from, to) + text.slice(at);
  },
  function repeatSpan(text, random) {
    const [from, to] = span(text, random, 200);
    return text.slice(0, to) + text.slice(from, to).repeat(below(random, 20)) + text.slice(to);
  },
];

/** One to eight mutations of one of the texts. */
export function mutated(texts: readonly string[], random: Random): string {
  let text = pick(random, texts) ?? '';
  for (let count = 1 + below(random, 8); count > 0; count--)
    text = pick(random, mutations)?.(text, random, texts) ?? text;
  return text;
}
