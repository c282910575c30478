/**
 * What is stated of the elements of arrays that the kernel does not change: that no two are equal, that they ascend,
 * that all are within bounds. A read of such an array is a function of its address, `read:ARRAY:TYPE(address)`; what is
 * stated holds for each two reads that a formula has. Exact for these reads. `disjoint` is about arrays of counters,
 * which the kernel changes: what atomics add to one of them, from the old value on, never overlaps with that of
 * another.
 *
 * Example: under `distinct(order)`, `out[order[i]]` of two threads is one cell only if both read one element.
 */
import type { ApplyExpr, Expr } from '../base/expr.ts';
import { binary, cast, not, typeOf } from '../base/expr-build.ts';
import { i64 } from '../base/ctype.ts';
import { eachNode } from '../base/expr-walk.ts';
import { printExpr } from '../base/expr-print.ts';

/** `array`: the name of a parameter. `below`, `atLeast`: of all its elements. */
export type ContentFact = Readonly<{ array: string }> &
  (Readonly<{ kind: 'distinct' | 'ascending' | 'disjoint' }> | Readonly<{ kind: 'below' | 'atLeast'; bound: Expr }>);

/** The fact with its bound, if it has one, as `of` gives it. */
export const withBound = (fact: ContentFact, of: (bound: Expr) => Expr): ContentFact =>
  fact.kind === 'below' || fact.kind === 'atLeast' ? { ...fact, bound: of(fact.bound) } : fact;

/** Reads of one array in a formula that are compared in pairs. */
const maxReads = 8;

/** What the facts say of the reads in these constraints. `idOf`: the array of a name. */
export function contentConstraints(
  facts: readonly ContentFact[],
  idOf: (array: string) => string | null,
  constraints: readonly Expr[],
): readonly Expr[] {
  return facts.flatMap((fact) => {
    const id = idOf(fact.array);
    const reads = id === null ? [] : readsIn(constraints, id).slice(0, maxReads);
    switch (fact.kind) {
      case 'distinct':
        return pairs(reads).map(([a, b]) => binary('||', binary('!=', a, b), binary('==', addressIn(a), addressIn(b))));
      case 'ascending':
        return pairs(reads)
          .flatMap(
            ([a, b]) =>
              [
                [a, b],
                [b, a],
              ] as const,
          )
          .map(([a, b]) => binary('||', not(binary('<=', addressIn(a), addressIn(b))), binary('<=', a, b)));
      case 'disjoint':
        // of results of atomics: obligation/counters.ts
        return [];
      case 'below':
        return reads.map((read) => binary('<', cast(i64, read), cast(i64, fact.bound)));
      case 'atLeast':
        return reads.map((read) => binary('>=', cast(i64, read), cast(i64, fact.bound)));
    }
  });
}

function readsIn(constraints: readonly Expr[], id: string): readonly ApplyExpr[] {
  const found = new Map<string, ApplyExpr>();
  for (const constraint of constraints) {
    eachNode(constraint, (node) => {
      if (node.kind === 'apply' && node.fn.startsWith(`read:${id}:`) && typeOf(node).kind === 'int')
        found.set(printExpr(node), node);
    });
  }
  return [...found.values()];
}

/** The same type of element only: other widths are other elements. */
const pairs = (reads: readonly ApplyExpr[]): readonly (readonly [ApplyExpr, ApplyExpr])[] =>
  reads.flatMap((a, k) =>
    reads
      .slice(k + 1)
      .filter(({ fn }) => fn === a.fn)
      .map((b) => [a, b] as const),
  );

const addressIn = ({ args: [address] }: ApplyExpr): Expr => {
  if (address === undefined) throw new RangeError('a read has an address');
  return address;
};
