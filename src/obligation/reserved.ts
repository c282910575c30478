/**
 * Ranges that one lane reserves for its warp [D32] (`protocol/index/reserved.ts`): what two executions of the shuffle
 * give to their lanes are the starts of ranges that do not overlap, and the counter has come to the end of each without
 * wrapping around.
 */
import type { VarId } from '../base/brand.ts';
import type { Expr } from '../base/expr.ts';
import type { IntervalAccess, Reserved, WholeProtocol } from '../protocol/protocol.ts';
import type { Copies, Side } from './copies.ts';
import type { FormulaVariable } from './obligation.ts';
import { i64 } from '../base/ctype.ts';
import { binary, cast, int, not, variable } from '../base/expr-build.ts';
import { inOneMeeting, isOfOneTurn } from './warps.ts';

/** `isOne`: when it is the start of a range. */
type Range = Readonly<{ of: VarId; reserved: Reserved; start: Expr; end: Expr; last: Expr; isOne: Expr | null }>;

/** What holds of the starts that a formula speaks of. */
export function reservedApart(
  whole: WholeProtocol,
  copies: Copies,
  variables: ReadonlyMap<VarId, FormulaVariable>,
  pair: readonly [IntervalAccess, IntervalAccess],
): readonly Expr[] {
  const of = (side: Side): readonly Range[] =>
    [...variables.values()].filter(({ copy }) => copy === side).flatMap((v) => rangeOf(whole, copies, v, side));
  const [first, second] = [of('first'), of('second')];
  const within = [...first, ...second].map((one) => either([...unlessOne(one), binary('<=', one.end, one.last)]));
  return [
    ...within,
    ...first.flatMap((a) =>
      second.filter((b) => a.reserved.array === b.reserved.array).flatMap((b) => apart(whole, copies, [a, b], pair)),
    ),
  ];
}

function apart(
  whole: WholeProtocol,
  copies: Copies,
  [a, b]: readonly [Range, Range],
  pair: readonly [IntervalAccess, IntervalAccess],
): readonly Expr[] {
  const parts = [...unlessOne(a), ...unlessOne(b), binary('<=', a.end, b.start), binary('<=', b.end, a.start)];
  // two shuffles may give what one atomic gave
  if (a.of !== b.of) return a.reserved.by === b.reserved.by ? [] : [either(parts)];
  if (copies.scope === 'grid') return [either(parts)];
  const isTogether = inOneMeeting(whole, copies, a.of, pair);
  return isTogether === null ? [] : [either([isTogether, ...parts])];
}

const unlessOne = ({ isOne }: Range): readonly Expr[] => (isOne === null ? [] : [not(isOne)]);
const either = (parts: readonly Expr[]): Expr => parts.reduce((any, one) => binary('||', any, one));

function rangeOf(whole: WholeProtocol, copies: Copies, v: FormulaVariable, side: Side): readonly Range[] {
  const origin = whole.variables.get(v.of)?.origin;
  const reserved = origin?.kind === 'unknown' ? origin.reserved : undefined;
  if (reserved === undefined || v.type.kind !== 'int') return [];
  const { amount, when, array } = reserved;
  if (!isOfOneTurn(whole, v.of, when === null ? [amount] : [amount, when])) return [];
  if (copies.scope === 'grid' && whole.protocol.arrays.get(array)?.space !== 'global') return [];
  const start = cast(i64, variable(v.id, v.type));
  const end = binary('+', start, cast(i64, copies.rename(amount, side)));
  const last = int((1n << BigInt(v.type.signed ? v.type.bits - 1 : v.type.bits)) - 1n, i64);
  return [{ of: v.of, reserved, start, end, last, isOne: when === null ? null : copies.rename(when, side) }];
}
