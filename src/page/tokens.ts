/**
 * CUDA C++ cut into tokens, to be coloured. Not a parser: every character is in exactly one token, whatever the text
 * is. Comments and raw strings may run over lines, so the state at the end of a line is handed to the next one.
 * Smallest example: `int x; // y` is the type `int`, plain ` x; ` and the comment `// y`.
 */
export type TokenKind =
  | 'plain'
  | 'keyword'
  | 'type'
  | 'builtin'
  | 'number'
  | 'string'
  | 'comment'
  | 'directive'
  | 'call';
export type Token = Readonly<{ kind: TokenKind; text: string }>;
/** What a line begins in: a comment, or a raw string that ends in these characters. */
export type Inside = 'comment' | Readonly<{ until: string }> | null;

const keywords = new Set(
  'alignas alignof asm auto break case catch class const const_cast constexpr continue decltype default delete do dynamic_cast else enum explicit export extern false final for friend goto if inline mutable namespace new noexcept nullptr operator override private protected public register reinterpret_cast requires return sizeof static static_assert static_cast struct switch template this throw true try typedef typename union using virtual volatile while __restrict__ __volatile__ __asm__'.split(
    ' ',
  ),
);
const types = new Set(
  'bool char char8_t char16_t char32_t double float half int long short signed size_t unsigned void wchar_t int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t dim3 half2 __half __half2 __nv_bfloat16 cudaStream_t cudaError_t'.split(
    ' ',
  ),
);
const vectors = /^(?:u?(?:char|short|int|long|longlong)|float|double)[1-4]$/;
const builtins = new Set(
  '__global__ __device__ __host__ __shared__ __constant__ __managed__ __forceinline__ __noinline__ __launch_bounds__ __cluster_dims__ __grid_constant__ threadIdx blockIdx blockDim gridDim warpSize'.split(
    ' ',
  ),
);
const builtinCall =
  /^(?:__sync\w+|__threadfence\w*|__shfl\w*|__ballot\w*|__any\w*|__all\w*|__activemask|__match\w*|__reduce\w*|atomic[A-Z]\w*|__ld\w+|__st\w+|__nanosleep|assert|cooperative_groups)$/;

const word = /[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*/y;
const number = /(?:0[xX][\da-fA-F']+|0[bB][01']+|(?:\d[\d']*\.?[\d']*|\.\d[\d']*)(?:[eE][+-]?\d+)?)[\w.]*/y;
const text = /(?:u8|[uUL])?"(?:[^"\\]|\\.)*(?:"|\\?$)/y;
const character = /(?:u8|[uUL])?'(?:[^'\\]|\\.)*(?:'|\\?$)/y;
const rawStart = /(?:u8|[uUL])?R"([^()\\\s]{0,16})\(/y;
const directive = /\s*#\s*\w*/y;

export function tokensOf(line: string, inside: Inside = null): Readonly<{ tokens: readonly Token[]; inside: Inside }> {
  const tokens: Token[] = [];
  let plain = '';
  let at = 0;
  const add = (kind: TokenKind, upTo: number): void => {
    if (plain !== '') tokens.push({ kind: 'plain', text: plain });
    plain = '';
    if (upTo > at) tokens.push({ kind, text: line.slice(at, upTo) });
    at = upTo;
  };
  const matched = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    return pattern.exec(line);
  };
  /** Up to the end of what the line began in, or of itself. */
  const finish = (now: Exclude<Inside, null>): Inside => {
    const [kind, end] = now === 'comment' ? (['comment', '*/'] as const) : (['string', now.until] as const);
    const found = line.indexOf(end, at);
    add(kind, found < 0 ? line.length : found + end.length);
    return found < 0 ? now : null;
  };
  let state = inside === null ? null : finish(inside);
  if (state === null && at === 0) {
    const found = matched(directive);
    if (found !== null) add('directive', found[0].length);
    const name = /^\s*#\s*include\b/.test(line) ? matched(/\s*<[^>]*>/y) : null;
    if (name !== null) add('string', at + name[0].length);
  }
  while (at < line.length && state === null) {
    if (line.startsWith('//', at)) add('comment', line.length);
    else if (line.startsWith('/*', at)) {
      const found = line.indexOf('*/', at + 2);
      add('comment', found < 0 ? line.length : found + 2);
      state = found < 0 ? 'comment' : null;
    } else {
      const raw = matched(rawStart);
      if (raw !== null) {
        const until = `)${raw[1] ?? ''}"`;
        const found = line.indexOf(until, at + raw[0].length);
        add('string', found < 0 ? line.length : found + until.length);
        state = found < 0 ? { until } : null;
        continue;
      }
      const literal = matched(text) ?? matched(character);
      if (literal !== null) {
        add('string', at + literal[0].length);
        continue;
      }
      const name = matched(word);
      if (name !== null) {
        const kind = kindOf(name[0], line.slice(at + name[0].length));
        if (kind === 'plain') {
          plain += name[0];
          at += name[0].length;
        } else add(kind, at + name[0].length);
        continue;
      }
      const digits = /[\d.]/.test(line[at] ?? '') ? matched(number) : null;
      if (digits !== null) add('number', at + digits[0].length);
      else {
        plain += line[at] ?? '';
        at += 1;
      }
    }
  }
  add('plain', at);
  return { tokens, inside: state };
}

function kindOf(name: string, rest: string): TokenKind {
  if (keywords.has(name)) return 'keyword';
  if (types.has(name) || vectors.test(name)) return 'type';
  if (builtins.has(name) || builtinCall.test(name)) return 'builtin';
  return /^\s*(?:<<<|\()/.test(rest) ? 'call' : 'plain';
}
