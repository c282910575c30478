/**
 * Which statements may do something else when some arrays hold something else: those that may be reached by other
 * threads, or access other cells, and those that may write other values. Flow of data and of control, insensitive to
 * order; an array is one cell. Over-approximating.
 *
 * Example: of `a`, `x = a[t]; s[x] = 0; if (s[t] > 0) out[t] = 1;` both stores rest on it, and the load of `s[t]` does
 * not.
 */
import type { ArrayId, StmtId, VarId } from '../base/brand.ts';
import type { Expr } from '../base/expr.ts';
import type { Kernel, Stmt } from './ir.ts';
import { bodiesOf, expressionsOf, placeOf, targetOf } from './walk.ts';
import { freeVariables } from '../base/expr-walk.ts';

/** `reached`: by whom, or with which cells; `writing`: with which values. */
export type Resting = Readonly<{ reached: ReadonlySet<StmtId>; writing: ReadonlySet<StmtId> }>;

/** What may hold something else; grows. `everywhere`: who comes to any statement may follow from it. */
type Found = {
  readonly scalars: Set<VarId>;
  readonly arrays: Set<ArrayId>;
  readonly reached: Set<StmtId>;
  readonly writing: Set<StmtId>;
  everywhere: boolean;
};

/** Null: every statement may. */
export function restingOn(kernel: Kernel, arrays: ReadonlySet<ArrayId>): Resting | null {
  if (arrays.size === 0) return { reached: new Set(), writing: new Set() };
  const found: Found = {
    scalars: new Set(),
    arrays: new Set(arrays),
    reached: new Set(),
    writing: new Set(),
    everywhere: false,
  };
  for (let size = -1; size !== sizeOf(found) && !found.everywhere;) {
    size = sizeOf(found);
    for (const stmt of kernel.body) visit(stmt, false, found);
  }
  found.everywhere ||= kernel.assumptions.some(({ condition }) => holds(found, [condition]));
  return found.everywhere ? null : found;
}

/** What orders other statements, or lets only some threads come to them. */
const movesAll: ReadonlySet<Stmt['kind']> = new Set(['barrier', 'fence', 'jump', 'assert', 'unknown']);

const sizeOf = ({ scalars, arrays, reached, writing }: Found): number =>
  scalars.size + arrays.size + reached.size + writing.size;

const holds = ({ scalars }: Found, exprs: readonly Expr[]): boolean =>
  exprs.some((expr) => [...freeVariables(expr)].some((id) => scalars.has(id)));

/** `isParted`: whether a thread comes here may follow from what the arrays hold. */
function visit(stmt: Stmt, isParted: boolean, found: Found): void {
  const place = placeOf(stmt);
  const target = targetOf(stmt);
  const rests = isParted || holds(found, expressionsOf(stmt));
  if (isParted || holds(found, place === null ? expressionsOf(stmt) : place.subscripts.map(({ index }) => index)))
    found.reached.add(stmt.id);
  if (rests && movesAll.has(stmt.kind)) found.everywhere = true;
  if (place !== null && stmt.kind !== 'load' && rests) {
    found.arrays.add(place.array);
    found.writing.add(stmt.id);
  }
  const reads = place !== null && stmt.kind !== 'store' && found.arrays.has(place.array);
  if (stmt.kind === 'unknown' && stmt.footprint.some((array) => found.arrays.has(array))) found.everywhere = true;
  if (target !== null && (rests || reads)) found.scalars.add(target);
  for (const inner of bodiesOf(stmt).flat()) visit(inner, rests, found);
}
