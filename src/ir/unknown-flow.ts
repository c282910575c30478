/**
 * Where values that are not modelled flow: whether any condition, address, mask or assertion may depend on one. If none does, a run in
 * which such values were made up visits the statements and cells that a device visits; only the data there is not what a device has.
 * Flow of data as in taint analysis, insensitive to order; over-approximating. A branch that only assigns passes its condition on to
 * what it assigns. An array is one cell; other arrays that it may share memory with are merged into it before (merge-arrays.ts).
 *
 * Example: `v = f(in[i]); s[tid] = v;` with an unknown `f` makes data up, and steers nothing; `if (v > 0) s[0] = v;` is steered.
 */
import type { ArrayId, StmtId, VarId } from '../base/brand.ts';
import type { Expr } from '../base/expr.ts';
import type { Kernel, Stmt, StmtOf } from './ir.ts';
import { assertNever } from '../base/invariant.ts';
import { freeVariables } from '../base/expr-walk.ts';
import { memoized } from '../base/memoize.ts';
import { overwrittenValues } from './overwritten.ts';
import { assignedIn, eachStmt, expressionsOf, placeOf, targetOf } from './walk.ts';

/** `writers`: stores and atomics that may write a value that is not modelled, or what follows from one. */
export type UnknownFlow = Readonly<{ steers: boolean; writers: ReadonlySet<StmtId> }>;

/** What may hold such a value; grows. */
type Found = Readonly<{ scalars: Set<VarId>; arrays: Set<ArrayId>; writers: Set<StmtId> }>;

export const unknownFlow: (kernel: Kernel) => UnknownFlow = memoized(flowOf);

function flowOf(kernel: Kernel): UnknownFlow {
  const overwritten = overwrittenValues(kernel.body);
  const found: Found = { scalars: new Set(), arrays: new Set(), writers: new Set() };
  eachStmt(kernel.body, (stmt) => {
    // a shuffle may ask for a lane that takes no part
    if (stmt.kind === 'lanes' || (stmt.kind === 'unknown-value' && !overwritten.has(stmt.id))) found.scalars.add(stmt.target);
  });
  for (let size = -1; size !== sizeOf(found);) {
    size = sizeOf(found);
    eachStmt(kernel.body, (stmt) => { pass(found, stmt); });
  }
  let steers = kernel.assumptions.some(({ condition }) => holds(found, [condition]));
  eachStmt(kernel.body, (stmt) => { steers ||= isSteered(found, stmt); });
  return { steers, writers: found.writers };
}

const sizeOf = ({ scalars, arrays, writers }: Found): number => scalars.size + arrays.size + writers.size;

const holds = ({ scalars }: Found, exprs: readonly Expr[]): boolean => exprs.some((expr) => [...freeVariables(expr)].some((id) => scalars.has(id)));

/** What the statement hands on. */
function pass(found: Found, stmt: Stmt): void {
  const place = placeOf(stmt);
  if (stmt.kind === 'branch') {
    if (onlyAssigns(stmt) && holds(found, [stmt.when])) for (const id of assignedIn([stmt])) found.scalars.add(id);
    return;
  }
  if (holds(found, expressionsOf(stmt))) {
    const target = targetOf(stmt);
    if (target !== null) found.scalars.add(target);
    if (place !== null && stmt.kind !== 'load') {
      found.arrays.add(place.array);
      found.writers.add(stmt.id);
    }
  }
  if ((stmt.kind === 'load' || (stmt.kind === 'atomic' && stmt.target !== null)) && found.arrays.has(stmt.place.array) && stmt.target !== null) found.scalars.add(stmt.target);
  // what an atomic leaves behind follows from what it finds
  if (stmt.kind === 'atomic' && found.arrays.has(stmt.place.array)) found.writers.add(stmt.id);
}

/** Whether where the thread goes next, or which cells it touches, may follow from such a value. */
function isSteered(found: Found, stmt: Stmt): boolean {
  switch (stmt.kind) {
    case 'load':
    case 'store':
    case 'atomic':
      return holds(found, stmt.place.subscripts.map(({ index }) => index));
    case 'branch':
      return !onlyAssigns(stmt) && holds(found, [stmt.when]);
    case 'loop':
    case 'assert':
      return holds(found, [stmt.condition]);
    case 'lanes':
      return stmt.mask !== null && holds(found, [stmt.mask]);
    case 'barrier':
      return holds(found, expressionsOf({ ...stmt, reduction: null }));
    case 'unknown':
      return true;
    case 'assign':
    case 'fence':
    case 'call':
    case 'jump':
    case 'unknown-value':
      return false;
    default:
      return assertNever(stmt);
  }
}

const onlyAssigns = (stmt: StmtOf<'branch'>): boolean =>
  [...stmt.then, ...stmt.otherwise].every((inner) => inner.kind === 'assign' || (inner.kind === 'branch' && onlyAssigns(inner)));
