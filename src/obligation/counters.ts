/**
 * Results of counters as the two threads have them [D16]: of one cell, they are as far apart as what the earlier of the
 * two atomics added. Told only of cells whose address is the same in every turn, so that it is known which cell is
 * meant, or where it is stated that those of different cells are apart, too. And the ranges that blocks allocate by
 * them [D27].
 */
import type { Copies } from './copies.ts';
import type { Expr } from '../base/expr.ts';
import type { FormulaVariable } from './obligation.ts';
import type { Place, SplitProtocol } from '../protocol/protocol.ts';
import type { ArrayId, VarId } from '../base/brand.ts';
import { i64 } from '../base/ctype.ts';
import { all, binary, cast, int, not, variable } from '../base/expr-build.ts';
import { isOfOneTurn } from './warps.ts';
import { freeVariables } from '../base/expr-walk.ts';
import { addressOf } from '../protocol/index/address.ts';

/** `address`: null, if it need not be the same in every turn. */
type Result = Readonly<{ value: Expr; amount: bigint; place: Place; address: Expr | null }>;
/**
 * A start of a range, and a result in it; `end`: one past what it counts; `last`: the largest value of the counter of
 * all blocks; `isMade`: whether the result is one. `bin`: of an array of counters, which of them; null: there is one.
 * `areBinsApart`: whether that is stated.
 */
type Allotted = Readonly<{
  start: Expr;
  value: Expr;
  end: Expr;
  last: Expr;
  isMade: Expr;
  counter: ArrayId;
  kept: ArrayId;
  bin: Expr | null;
  areBinsApart: boolean;
}>;

/** What holds between the results that a formula speaks of. */
export function resultsApart(
  split: SplitProtocol,
  copies: Copies,
  variables: ReadonlyMap<VarId, FormulaVariable>,
): readonly Expr[] {
  const of = (side: 'first' | 'second'): readonly Result[] =>
    [...variables.values()].filter((v) => v.copy === side).flatMap((v) => resultOf(split, copies, v, side));
  const [first, second] = [of('first'), of('second')];
  return first.flatMap((a) =>
    second
      .filter((b) => a.place.array === b.place.array)
      .map((b) => {
        const apart = binary('||', isBefore(a, b), isBefore(b, a));
        return a.address === null || b.address === null
          ? apart
          : binary('||', not(binary('==', a.address, b.address)), apart);
      }),
  );
}

function resultOf(
  split: SplitProtocol,
  copies: Copies,
  v: FormulaVariable,
  side: 'first' | 'second',
): readonly Result[] {
  const origin = split.variables.get(v.of)?.origin;
  if (origin?.kind !== 'unknown' || origin.counts === null || origin.read === null || v.type.kind !== 'int') return [];
  const place = origin.read;
  const space = split.protocol.arrays.get(place.array)?.space;
  const address = addressOf(place);
  const areApart = origin.counts > 0n && areCellsApart(split, place.array);
  if ((!areApart && !isOfOneTurn(split, v.of, [address])) || (copies.scope === 'grid' && space !== 'global')) return [];
  return [
    {
      value: cast(i64, variable(v.id, v.type)),
      amount: origin.counts,
      place,
      address: areApart ? null : copies.rename(address, side),
    },
  ];
}

/**
 * Whether it is stated that what atomics add to one cell of the array, from the old value on, does not overlap with
 * that of another cell.
 */
function areCellsApart({ protocol }: SplitProtocol, array: ArrayId): boolean {
  const found = protocol.arrays.get(array);
  return (
    found?.space === 'global' &&
    found.aliases.length === 0 &&
    protocol.contents.some((fact) => fact.kind === 'disjoint' && fact.array === found.name)
  );
}

/** A claim of a cell as one of the two threads makes it [D31]. */
type Claiming = Readonly<{ place: Place; address: Expr; when: Expr; operand: Expr | null }>;

/** That no two claims of one cell both succeed. */
export function claimsApart(
  split: SplitProtocol,
  copies: Copies,
  variables: ReadonlyMap<VarId, FormulaVariable>,
): readonly Expr[] {
  const of = (side: 'first' | 'second'): readonly Claiming[] =>
    [...variables.values()]
      .filter((v) => v.copy === side)
      .flatMap(({ id: name, of: id, type }): readonly Claiming[] => {
        const origin = split.variables.get(id)?.origin;
        if (origin?.kind !== 'unknown' || origin.claim === undefined || origin.read === null || type.kind !== 'int')
          return [];
        const { claim, read: place } = origin;
        const operand = claim.kind === 'bits' ? claim.operand : null;
        const address = addressOf(place);
        if (
          !isOfOneTurn(split, id, [address, ...(operand === null ? [] : [operand])]) ||
          (copies.scope === 'grid' && split.protocol.arrays.get(place.array)?.space !== 'global')
        )
          return [];
        const own = operand === null ? null : copies.rename(operand, side);
        const answer = variable(name, type);
        const is =
          claim.kind === 'bits'
            ? binary('==', binary('&', answer, own ?? answer), int(0, type))
            : binary('==', answer, int(claim.value, type));
        return [
          { place, address: copies.rename(address, side), when: claim.kind === 'is not' ? not(is) : is, operand: own },
        ];
      });
  const [first, second] = [of('first'), of('second')];
  return first.flatMap((a) =>
    second
      .filter((b) => a.place.array === b.place.array && (a.operand === null) === (b.operand === null))
      .map((b) => {
        const isOne = [
          not(binary('==', a.address, b.address)),
          ...(a.operand === null || b.operand === null ? [] : [not(binary('==', a.operand, b.operand))]),
        ];
        return anyOf([...isOne, not(a.when), not(b.when)]);
      }),
  );
}

/** That the first of the two counted before the other. */
function isBefore(a: Result, b: Result): Expr {
  const after = binary('+', a.value, int(a.amount, i64));
  return a.amount > 0n ? binary('<=', after, b.value) : binary('>=', after, b.value);
}

/**
 * What holds of places in the ranges that blocks allocate [D27]: what one block has counted ends before the other
 * block's range starts, and the counter of all blocks has come that far without wrapping around.
 */
export function allottedRanges(
  split: SplitProtocol,
  copies: Copies,
  variables: ReadonlyMap<VarId, FormulaVariable>,
): readonly Expr[] {
  const of = (side: 'first' | 'second'): readonly Allotted[] =>
    allotted(
      split,
      copies,
      [...variables.values()].filter((v) => v.copy === side || v.copy === 'block'),
      side,
    );
  const [first, second] = [of('first'), of('second')];
  const within = [...first, ...second].map(({ value, end, last, isMade }) =>
    binary('||', binary('&&', binary('<=', int(0n, i64), value), binary('<=', end, last)), not(isMade)),
  );
  const pairs = first.flatMap((a) =>
    second.filter((b) => a.counter === b.counter && a.kept === b.kept).map((b) => [a, b] as const),
  );
  return [
    ...within,
    ...pairs.flatMap(([a, b]) => (copies.scope === 'grid' ? [betweenBlocks(a, b)] : inOneBlock(a, b))),
  ];
}

/** Ranges of two blocks, taken from one counter, or from several of which it is stated that they are apart. */
function betweenBlocks(a: Allotted, b: Allotted): Expr {
  return a.bin === null || b.bin === null || a.areBinsApart
    ? rangesApart(a, b)
    : binary('||', not(binary('==', a.bin, b.bin)), rangesApart(a, b));
}

/** Ranges of bins of one block: that of one bin starts at one place. */
function inOneBlock(a: Allotted, b: Allotted): readonly Expr[] {
  if (a.bin === null || b.bin === null) return [];
  const isSame = binary('==', a.bin, b.bin);
  const starts = anyOf([not(isSame), not(a.isMade), not(b.isMade), binary('==', a.start, b.start)]);
  return a.areBinsApart ? [starts, binary('||', isSame, rangesApart(a, b))] : [starts];
}

const rangesApart = (a: Allotted, b: Allotted): Expr =>
  anyOf([binary('<=', a.end, b.start), binary('<=', b.end, a.start), not(a.isMade), not(b.isMade)]);
const anyOf = (parts: readonly Expr[]): Expr => parts.reduce((any, one) => binary('||', any, one));

function allotted(
  split: SplitProtocol,
  copies: Copies,
  variables: readonly FormulaVariable[],
  side: 'first' | 'second',
): readonly Allotted[] {
  return variables.flatMap((v) => {
    const origin = split.variables.get(v.of)?.origin;
    const given = origin?.kind === 'unknown' ? origin.startOf : undefined;
    const kept = origin?.kind === 'unknown' ? origin.read : undefined;
    if (given === undefined || kept === undefined || kept === null || v.type.kind !== 'int') return [];
    const { counter, from, below } = given;
    const start = cast(i64, variable(v.id, v.type));
    const last = int((1n << BigInt(v.type.signed ? v.type.bits - 1 : v.type.bits)) - 1n, i64);
    const own = below === null ? null : binOf(split, copies, kept, side);
    if (own === null && below !== null) return [];
    const isTaken =
      own === null
        ? []
        : [
            binary('<=', int(0n, i64), own),
            ...(below ?? []).map((bound) => binary('<', own, cast(i64, copies.rename(bound, side)))),
          ];
    return variables.flatMap((r) => {
      const result = split.variables.get(r.of)?.origin;
      if (
        result?.kind !== 'unknown' ||
        result.counts === null ||
        result.when === undefined ||
        result.read?.array !== counter ||
        r.type.kind !== 'int'
      )
        return [];
      const counted = own === null ? null : binOf(split, copies, result.read, side);
      if (own !== null && counted === null) return [];
      const isOfIt = own === null || counted === null ? [] : [binary('==', own, counted)];
      const value = cast(i64, variable(r.id, r.type));
      const end = binary('+', start, binary('+', value, int(result.counts, i64)));
      const isMade = all([...result.when.map((when) => copies.rename(when, side)), ...isTaken, ...isOfIt]);
      return [
        {
          start,
          value,
          end,
          last,
          isMade,
          counter,
          kept: kept.array,
          bin: own,
          areBinsApart: areCellsApart(split, from),
        },
      ];
    });
  });
}

/** Which element of an array of 32-bit cells a place is, where loops do not change that; null: it may be none. */
function binOf(
  split: SplitProtocol,
  copies: Copies,
  { subscripts, offset, width }: Place,
  side: 'first' | 'second',
): Expr | null {
  const [only, ...others] = subscripts;
  if (only === undefined || others.length > 0 || offset !== 0 || width !== 4 || only.stride !== 4) return null;
  const isFixed = (id: VarId): boolean =>
    ['builtin', 'parameter', 'unknown'].includes(split.variables.get(id)?.origin.kind ?? '');
  return [...freeVariables(only.index)].every(isFixed) ? cast(i64, copies.rename(only.index, side)) : null;
}
