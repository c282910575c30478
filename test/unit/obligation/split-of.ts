/** Small split protocols, written by hand: 64 threads, or blocks of them, and accesses to the arrays `s` and `g`. */
import type {
  Access,
  Interval,
  IntervalAccess,
  ProtocolVariable,
  SplitProtocol,
  UniformityQuestion,
} from '../../../src/protocol/protocol.ts';
import { arrayId, bytes, stmtId, varId } from '../../../src/base/brand.ts';
import { binary, int, variable } from '../../../src/base/expr-build.ts';
import type { Expr } from '../../../src/base/expr.ts';
import type { Span } from '../../../src/base/span.ts';
import { i32, u32 } from '../../../src/base/ctype.ts';

export const span = (line: number): Span => ({
  file: 'k.cu',
  start: line * 10,
  end: line * 10 + 5,
  line,
  column: 1,
  endLine: line,
  endColumn: 6,
});
export const tx = variable(varId('threadIdx.x'), u32);
export const bx = variable(varId('blockIdx.x'), u32);
export const n = variable(varId('n'), i32);
export const k = (value: number): Expr => int(value, u32);

type AccessOptions = Readonly<{
  array?: string;
  mode?: Access['mode'];
  scope?: Access['scope'];
  when?: readonly Expr[];
  width?: number;
  stride?: number;
  offset?: number;
  crossed?: readonly number[];
}>;

/** An access at that line, which is its statement too. */
export function access(line: number, index: Expr | null, options: AccessOptions = {}): IntervalAccess {
  const {
    array = 's',
    mode = 'write',
    scope = null,
    when = [],
    width = 4,
    stride = 4,
    offset = 0,
    crossed = [],
  } = options;
  return {
    access: {
      id: stmtId(line),
      span: span(line),
      mode,
      scope,
      value: null,
      gives: null,
      cells: [],
      isInFlight: false,
      text: `${array}[…]`,
      place: {
        array: arrayId(array),
        subscripts: index === null ? [] : [{ index, stride: bytes(stride) }],
        offset: bytes(offset),
        width: bytes(width),
      },
    },
    when,
    crossed: crossed.map(stmtId),
    loops: [],
  };
}

type SplitOptions = Readonly<{
  whole?: readonly IntervalAccess[];
  questions?: readonly UniformityQuestion[];
  variables?: readonly ProtocolVariable[];
  threads?: number;
  blocks?: number;
  aliases?: readonly string[];
  facts?: readonly Expr[];
}>;

export function splitOf(intervals: readonly (readonly IntervalAccess[])[], options: SplitOptions = {}): SplitProtocol {
  const { threads = 64, blocks = 4, aliases = [] } = options;
  const builtinVariable = (name: string, sharing: ProtocolVariable['sharing']): ProtocolVariable => ({
    id: varId(name),
    type: u32,
    sharing,
    origin: { kind: 'builtin', name },
  });
  const all: readonly ProtocolVariable[] = [
    ...(threads > 1 ? [builtinVariable('threadIdx.x', 'thread')] : []),
    ...(blocks > 1 ? [builtinVariable('blockIdx.x', 'block')] : []),
    { id: varId('n'), type: i32, sharing: 'launch', origin: { kind: 'parameter', name: 'n' } },
    ...(options.variables ?? []),
  ];
  const variables = new Map(all.map((v) => [v.id, v] as const));
  const facts = [
    ...(threads > 1 ? [binary('<', tx, k(threads))] : []),
    ...(blocks > 1 ? [binary('<', bx, k(blocks))] : []),
    ...(options.facts ?? []),
  ];
  const arrays = new Map(
    (['s', 'g', 'h'] as const).map(
      (name) =>
        [
          arrayId(name),
          {
            id: arrayId(name),
            name,
            space: name === 's' ? ('shared' as const) : ('global' as const),
            elementBytes: bytes(4),
            readOnly: false,
            aliases: name === 'g' ? aliases.map(arrayId) : [],
          },
        ] as const,
    ),
  );
  const interval = (id: number, accesses: readonly IntervalAccess[]): Interval => ({
    id,
    start: 'entry',
    accesses,
    unknowns: [],
  });
  return {
    protocol: {
      kernel: 'k',
      variables,
      facts: facts.map((condition) => ({ condition, text: null })),
      contents: [],
      body: [],
      arrays,
      assumptions: [],
      approximations: [],
    },
    variables,
    intervals: intervals.map((accesses, id) => interval(id, accesses)),
    owned: { block: new Set(), grid: new Set() },
    between: null,
    parts: [],
    apart: [],
    whole: interval(-1, options.whole ?? []),
    questions: options.questions ?? [],
  };
}
