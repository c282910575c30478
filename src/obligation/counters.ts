/**
 * Results of counters as the two threads have them [D16]: of one cell, they are as far apart as what the earlier of the two
 * atomics added. Told only of cells whose address is the same in every turn, so that it is known which cell is meant. And the ranges that
 * blocks allocate by them [D27].
 */
import type { Copies } from './copies.ts';
import type { Expr } from '../base/expr.ts';
import type { FormulaVariable } from './obligation.ts';
import type { Place, ProtocolVariable, SplitProtocol } from '../protocol/protocol.ts';
import type { ArrayId, VarId } from '../base/brand.ts';
import { i64 } from '../base/ctype.ts';
import { all, binary, cast, int, not, variable } from '../base/expr-build.ts';
import { freeVariables } from '../base/expr-walk.ts';
import { addressOf } from '../protocol/index/address.ts';

type Result = Readonly<{ value: Expr; amount: bigint; place: Place; address: Expr }>;
/** A start of a range, and a result in it; `end`: one past what it counts; `last`: the largest value of the counter of all blocks; `isMade`: whether the result is one. */
type Allotted = Readonly<{ start: Expr; value: Expr; end: Expr; last: Expr; isMade: Expr; counter: ArrayId; kept: ArrayId }>;

/** What holds between the results that a formula speaks of. */
export function resultsApart(split: SplitProtocol, copies: Copies, variables: ReadonlyMap<VarId, FormulaVariable>): readonly Expr[] {
  const of = (side: 'first' | 'second'): readonly Result[] => [...variables.values()].filter((v) => v.copy === side).flatMap((v) => resultOf(split, copies, v, side));
  const [first, second] = [of('first'), of('second')];
  return first.flatMap((a) => second.filter((b) => a.place.array === b.place.array).map((b) => {
    const apart = binary('||', isBefore(a, b), isBefore(b, a));
    return binary('||', not(binary('==', a.address, b.address)), apart);
  }));
}

function resultOf(split: SplitProtocol, copies: Copies, v: FormulaVariable, side: 'first' | 'second'): readonly Result[] {
  const origin = split.variables.get(v.of)?.origin;
  if (origin?.kind !== 'unknown' || origin.counts === null || origin.read === null || v.type.kind !== 'int') return [];
  const place = origin.read;
  const space = split.protocol.arrays.get(place.array)?.space;
  const address = addressOf(place);
  const isFixed = (id: VarId): boolean => isOfLaunch(split.variables.get(id));
  if (![...freeVariables(address)].every(isFixed) || (copies.scope === 'grid' && space !== 'global')) return [];
  return [{ value: cast(i64, variable(v.id, v.type)), amount: origin.counts, place, address: copies.rename(address, side) }];
}

const isOfLaunch = (v: ProtocolVariable | undefined): boolean => v?.origin.kind === 'builtin' || v?.origin.kind === 'parameter';

/** That the first of the two counted before the other. */
function isBefore(a: Result, b: Result): Expr {
  const after = binary('+', a.value, int(a.amount, i64));
  return a.amount > 0n ? binary('<=', after, b.value) : binary('>=', after, b.value);
}

/**
 * What holds of places in the ranges that blocks allocate [D27]: what one block has counted ends before the other block's range starts, and the counter of all
 * blocks has come that far without wrapping around.
 */
export function allottedRanges(split: SplitProtocol, copies: Copies, variables: ReadonlyMap<VarId, FormulaVariable>): readonly Expr[] {
  const of = (side: 'first' | 'second'): readonly Allotted[] => allotted(split, copies, [...variables.values()].filter((v) => v.copy === side || v.copy === 'block'), side);
  const [first, second] = [of('first'), of('second')];
  const within = [...first, ...second].map(({ value, end, last, isMade }) => binary('||', binary('&&', binary('<=', int(0n, i64), value), binary('<=', end, last)), not(isMade)));
  if (copies.scope !== 'grid') return within;
  const apart = first.flatMap((a) => second.filter((b) => a.counter === b.counter && a.kept === b.kept).map((b) =>
    [binary('<=', a.end, b.start), binary('<=', b.end, a.start), not(a.isMade), not(b.isMade)].reduce((any, one) => binary('||', any, one))));
  return [...within, ...apart];
}

function allotted(split: SplitProtocol, copies: Copies, variables: readonly FormulaVariable[], side: 'first' | 'second'): readonly Allotted[] {
  return variables.flatMap((v) => {
    const origin = split.variables.get(v.of)?.origin;
    const counter = origin?.kind === 'unknown' ? origin.startOf : undefined;
    const kept = origin?.kind === 'unknown' ? origin.read?.array : undefined;
    if (counter === undefined || kept === undefined || v.type.kind !== 'int') return [];
    const start = cast(i64, variable(v.id, v.type));
    const last = int((1n << BigInt(v.type.signed ? v.type.bits - 1 : v.type.bits)) - 1n, i64);
    return variables.flatMap((r) => {
      const result = split.variables.get(r.of)?.origin;
      if (result?.kind !== 'unknown' || result.counts === null || result.when === undefined || result.read?.array !== counter || r.type.kind !== 'int') return [];
      const value = cast(i64, variable(r.id, r.type));
      const end = binary('+', start, binary('+', value, int(result.counts, i64)));
      return [{ start, value, end, last, isMade: all(result.when.map((when) => copies.rename(when, side))), counter, kept }];
    });
  });
}
