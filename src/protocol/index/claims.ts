/**
 * Claims: cells that the kernel changes only by atomics which never put back what the first of them found. Of several
 * on one cell, at most one gets that value, and so at most one thread goes on as its owner [D31]. Exact.
 *
 * Example: `if (atomicCAS(&owner[s], 0, i + 1) == 0) data[s] = x;`: no two threads store to one `data[s]`, as long as
 * no `i + 1` is 0.
 */
import type { ArrayId, StmtId } from '../../base/brand.ts';
import type { Claim } from '../protocol.ts';
import type { Expr } from '../../base/expr.ts';
import type { Kernel, StmtOf } from '../../ir/ir.ts';
import type { Range } from '../range.ts';
import { comesFirst, isSetInTurn, isWholeCell, touchesByArray } from './counters.ts';
import { constantOf, simplify } from '../fold.ts';
import { typeOf } from '../../base/expr-build.ts';
import { sameType } from '../../base/ctype.ts';
import { wrap } from '../../base/arithmetic.ts';

/**
 * What an answer is that at most one atomic on the cell gets: this value (`is`), anything else (`is not`), or 0 in all
 * bits of its operand, of those with the same operand. `written`: what it writes, which is never `value`.
 */
export type ClaimBy =
  | Readonly<{ array: ArrayId; kind: 'is' | 'is not'; value: bigint; written: Expr }>
  | Readonly<{ array: ArrayId; kind: 'bits' }>;

type Atomic = StmtOf<'atomic'>;

/** By each such atomic. Of compare-and-swaps it has still to be shown that they never write what they look for. */
export function claimsOf(
  kernel: Kernel,
  isAliased: (array: ArrayId) => boolean,
  handed: ReadonlySet<StmtId>,
): ReadonlyMap<StmtId, ClaimBy> {
  const found = new Map<StmtId, ClaimBy>();
  for (const [array, touches] of touchesByArray(kernel)) {
    const changes = touches.flatMap(({ stmt }) => (stmt.kind === 'atomic' && stmt.op !== 'load' ? [stmt] : []));
    const [first] = changes;
    if (
      first === undefined ||
      isAliased(array) ||
      !changes.every((stmt) => isWholeCell(stmt) && sameType(stmt.place.type, first.place.type))
    )
      continue;
    if (!comesFirst(kernel, array, touches) || isSetInTurn(touches, handed)) continue;
    for (const [id, claim] of claimsAt(array, changes)) found.set(id, claim);
  }
  return found;
}

function claimsAt(array: ArrayId, changes: readonly Atomic[]): readonly (readonly [StmtId, ClaimBy])[] {
  if (changes.every(({ op }) => op === 'or')) {
    return changes.map(({ id }) => [id, { array, kind: 'bits' }] as const);
  }
  const writes = changes.map((stmt) =>
    stmt.op === 'cas' ? stmt.operands[1] : stmt.op === 'exch' ? stmt.operands[0] : undefined,
  );
  const sought = changes.flatMap((stmt) => (stmt.op === 'cas' ? [valueOf(stmt.operands[0], stmt)] : []));
  const stored = sought.length > 0 ? sought : changes.map((stmt, k) => valueOf(writes[k], stmt));
  const [value] = stored;
  if (value === undefined || value === null || stored.some((other) => other !== value)) return [];
  const kind = sought.length > 0 ? 'is' : 'is not';
  const claims = changes.flatMap((stmt, k) => {
    const written = writes[k];
    return written === undefined ? [] : [[stmt.id, { array, kind, value, written }] as const];
  });
  return claims.length < changes.length ? [] : claims;
}

/** As the cell holds it. */
function valueOf(expr: Expr | undefined, { place: { type } }: Atomic): bigint | null {
  const value = expr === undefined ? null : constantOf(simplify(expr));
  return value === null || type.kind !== 'int' ? null : wrap(value, type);
}

/**
 * The claim, with its operand as it is where it is made. Null: it is not known to be one. `returns`: nor is any on the
 * array, as it may write what they look for.
 */
export function claimed(
  claim: ClaimBy,
  operand: Expr,
  rangeOfWritten: (written: Expr) => Range | null,
): Claim | 'returns' | null {
  if (claim.kind === 'bits') return isSomeBit(operand) ? { kind: 'bits', operand } : null;
  const { kind, value } = claim;
  const type = typeOf(operand);
  const range = kind === 'is' ? rangeOfWritten(operand) : null;
  if (kind === 'is not') return { kind, value };
  const all = type.kind === 'int' ? 1n << BigInt(type.bits) : null;
  return all === null ||
    range === null ||
    [value, value - all, value + all].some((one) => range.low <= one && one <= range.high)
    ? 'returns'
    : { kind, value };
}

/** `1 << k`, or a constant. */
function isSomeBit(bits: Expr): boolean {
  if (bits.kind === 'cast') return bits.to.kind === 'int' && bits.to.bits >= 32 && isSomeBit(bits.operand);
  const value = constantOf(bits.kind === 'binary' && bits.op === '<<' ? bits.left : bits);
  return bits.kind === 'binary' && bits.op === '<<' ? value === 1n : value !== null && value !== 0n;
}
