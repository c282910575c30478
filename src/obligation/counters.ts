/**
 * Results of counters as the two threads have them [D16]: of one cell, they are as far apart as what the earlier of the two
 * atomics added. Told only of cells whose address is the same in every turn, so that it is known which cell is meant.
 */
import type { Copies } from './copies.ts';
import type { Expr } from '../base/expr.ts';
import type { FormulaVariable } from './obligation.ts';
import type { Place, ProtocolVariable, SplitProtocol } from '../protocol/protocol.ts';
import type { VarId } from '../base/brand.ts';
import { i64 } from '../base/ctype.ts';
import { binary, cast, int, not, variable } from '../base/expr-build.ts';
import { freeVariables } from '../base/expr-walk.ts';
import { addressOf } from '../protocol/index/address.ts';

type Result = Readonly<{ value: Expr; amount: bigint; place: Place; address: Expr }>;

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
