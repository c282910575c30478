/**
 * What a thread knows of memory cells: what it stored there itself, or read there before, since the last barrier [D8]
 * (d). Had another thread written the cell meanwhile, that write would race with the thread's own access, and up to the
 * first race of a run there is none. Local arrays are nobody else's: what is known of them outlasts barriers.
 *
 * Example: after `s[t] = n - t;`, `x = s[t];` gives n - t, until a barrier or a store that may touch s[t].
 */
import type { At } from '../escape.ts';
import type { Builder } from '../builder.ts';
import type { Expr } from '../../base/expr.ts';
import type { Place as IrPlace, Stmt } from '../../ir/ir.ts';
import type { Place, Protocol } from '../protocol.ts';
import type { ScalarType } from '../../base/ctype.ts';
import { sameType, widens } from '../../base/ctype.ts';
import { eachStmt } from '../../ir/walk.ts';
import { bounded } from '../builder.ts';
import { typeOf } from '../../base/expr-build.ts';
import { choose, constantOf, sameExpr } from '../fold.ts';

type Cell = Readonly<{ place: Place; type: ScalarType; value: Expr }>;
export type Cells = readonly Cell[];

/** The most cells that are remembered; the oldest are forgotten first. */
const cellLimit = 32;

/**
 * Whether what one thread knows of such a place can be kept. What others may change without a race, and floats, are
 * not.
 */
export function isRemembered(builder: Builder, { array, type, volatile }: IrPlace): boolean {
  const space = builder.kernel.arrays.get(array)?.space;
  if (volatile || type.kind === 'float' || builder.isAliased(array)) return false;
  return space === 'shared' || space === 'local' || (space === 'global' && builder.level === 'grid');
}

/** The value of the cell, or null if nothing is known of it. */
export function knownValue(cells: Cells, place: Place, type: ScalarType): Expr | null {
  return cells.find((cell) => sameType(cell.type, type) && samePlace(cell.place, place))?.value ?? null;
}

export function withCell(cells: Cells, cell: Cell): Cells {
  return [...cells, cell].slice(-cellLimit);
}

/** Without the cells that a store to the place may change. */
export function afterStore(cells: Cells, place: Place): Cells {
  return cells.filter((cell) => cell.place.array !== place.array || areApart(cell.place, place));
}

/** What outlasts a barrier. */
export function afterBarrier(builder: Builder, cells: Cells): Cells {
  return cells.filter(({ place }) => builder.kernel.arrays.get(place.array)?.space === 'local');
}

export function afterUnknown(
  builder: Builder,
  cells: Cells,
  { footprint, synchronizes }: Extract<Stmt, { kind: 'unknown' }>,
): Cells {
  const untouched = cells.filter(({ place }) => !footprint.includes(place.array));
  return synchronizes ? afterBarrier(builder, untouched) : untouched;
}

/** What still holds in any turn of a loop with these statements, and after it. */
export function throughTurns(builder: Builder, cells: Cells, body: readonly Stmt[]): Cells {
  let left = cells;
  if (left.length === 0) return left;
  eachStmt(body, (stmt) => {
    if (stmt.kind === 'store' || stmt.kind === 'atomic')
      left = left.filter(({ place }) => place.array !== stmt.place.array);
    if (stmt.kind === 'barrier') left = afterBarrier(builder, left);
    if (stmt.kind === 'unknown') left = afterUnknown(builder, left, stmt);
  });
  return left;
}

/** What is known where two ways join: of cells that both know. */
export function mergedCells(builder: Builder, when: Expr, a: Cells, b: Cells, at: At, steps: Protocol[]): Cells {
  if (a === b) return a;
  return a.flatMap((cell) => {
    const other = knownValue(b, cell.place, cell.type);
    if (other === null) return [];
    return [
      sameExpr(other, cell.value)
        ? cell
        : { ...cell, value: bounded(builder, choose(when, cell.value, other), 'cell', at, steps) },
    ];
  });
}

function samePlace(a: Place, b: Place): boolean {
  return (
    a.array === b.array &&
    a.offset === b.offset &&
    a.width === b.width &&
    a.subscripts.length === b.subscripts.length &&
    a.subscripts.every(({ index, stride }, k) => {
      const other = b.subscripts[k];
      return other?.stride === stride && sameExpr(index, other.index);
    })
  );
}

/** Whether two places of one array, in which only constants differ, have no byte in common. */
function areApart(a: Place, b: Place): boolean {
  if (a.subscripts.length !== b.subscripts.length) return false;
  let distance = BigInt(a.offset - b.offset);
  for (const [k, { index, stride }] of a.subscripts.entries()) {
    const other = b.subscripts[k];
    const difference = other?.stride === stride ? constantDifference(index, other.index) : null;
    if (difference === null) return false;
    distance += difference * BigInt(stride);
  }
  return distance >= BigInt(b.width) || -distance >= BigInt(a.width);
}

/** `x + 3` and `x + 1` differ by 2; null where that cannot be seen. */
function constantDifference(a: Expr, b: Expr): bigint | null {
  const [left, right] = [parted(a), parted(b)];
  if (left.base === null || right.base === null)
    return left.base === right.base ? left.constant - right.constant : null;
  return sameExpr(left.base, right.base) ? left.constant - right.constant : null;
}

/** The constant that is added to what is left; conversions that keep the value are passed over. */
function parted(expr: Expr): Readonly<{ base: Expr | null; constant: bigint }> {
  const whole = constantOf(expr);
  if (whole !== null) return { base: null, constant: whole };
  if (expr.kind === 'cast') {
    const from = typeOf(expr.operand);
    if (from.kind !== 'int' || expr.to.kind !== 'int' || !widens(from, expr.to)) return { base: expr, constant: 0n };
    return from.signed ? parted(expr.operand) : { base: expr.operand, constant: 0n };
  }
  if (expr.kind !== 'binary' || expr.op !== '+') return { base: expr, constant: 0n };
  const [left, right] = [constantOf(expr.left), constantOf(expr.right)];
  if (left === null && right === null) return { base: expr, constant: 0n };
  const rest = parted(left === null ? expr.left : expr.right);
  return { base: rest.base, constant: rest.constant + (left ?? right ?? 0n) };
}
