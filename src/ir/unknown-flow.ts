/**
 * Where values that are not modelled flow: which statements a thread may come to, or which cells it may touch, because
 * of one. A run in which such values were made up shows of all others what a device shows; only the data there is not
 * what a device has. Flow of data and control as in taint analysis, insensitive to order; over-approximating. A branch
 * whose arms neither meet other threads nor jump passes its condition on to what is in it, and to nothing else. An
 * array is one cell; other arrays that it may share memory with are merged into it before (merge-arrays.ts). Statements
 * without a meaning end a run of the machine, so that nothing it shows comes after one.
 *
 * Example: `v = f(in[i]); s[tid] = v;` with an unknown `f` makes data up, and steers nothing; of `if (v > 0) s[0] = v;
 * t[tid] = 1;` the store to `s` is steered, of `if (v > 0) return; t[tid] = 1;` everything.
 */
import type { ArrayId, StmtId, VarId } from '../base/brand.ts';
import type { Expr } from '../base/expr.ts';
import type { Kernel, Stmt } from './ir.ts';
import { assertNever } from '../base/invariant.ts';
import { freeVariables } from '../base/expr-walk.ts';
import { isUnmodelled } from './gaps.ts';
import { memoized } from '../base/memoize.ts';
import { overwrittenValues } from './overwritten.ts';
import { bodiesOf, countStmts, eachStmt, expressionsOf, placeOf, someStmt, targetOf } from './walk.ts';

/**
 * `leadsTo`: whether such a value may lead to the statement, or to its cells, or decide before it which threads meet,
 * or how far they come.
 * `writers`: stores and atomics that may write a value that is not modelled, or what follows from one.
 */
export type UnknownFlow = Readonly<{ leadsTo: (id: StmtId) => boolean; writers: ReadonlySet<StmtId> }>;

/** What may hold such a value, and what follows from one; grows. */
type Found = Readonly<{ scalars: Set<VarId>; arrays: Set<ArrayId>; writers: Set<StmtId>; steered: Set<StmtId> }>;

/** In all runs. */
export const unknownFlow = (kernel: Kernel): UnknownFlow => unknownFlowIn(kernel, null);

/**
 * In a run in which only the statements `late` accessed memory when a value had been made up: what others read from an
 * array that holds such values was there before. Null: nothing is known of the run.
 */
export function unknownFlowIn(kernel: Kernel, late: ReadonlySet<StmtId> | null): UnknownFlow {
  const early = late === null ? [] : readersOf(kernel).filter((id) => !late.has(id));
  const key = early.join();
  const known = flows(kernel);
  const found = known.get(key) ?? flowOf(kernel, new Set(early));
  known.set(key, found);
  return found;
}

/** By the loads that come before values are made up. */
const flows = memoized((_kernel: Kernel) => new Map<string, UnknownFlow>());

/** Loads of arrays that may hold values that are not modelled. */
const readersOf = memoized((kernel: Kernel): readonly StmtId[] => {
  const { arrays } = spread(kernel, sourcesOf(kernel), new Set());
  const readers: StmtId[] = [];
  eachStmt(kernel.body, (stmt) => {
    if (stmt.kind === 'load' && arrays.has(stmt.place.array)) readers.push(stmt.id);
  });
  return readers;
});

/** Values that are not modelled and may be read; a shuffle may ask for a lane that takes no part. */
function sourcesOf(kernel: Kernel): (stmt: Stmt) => boolean {
  const overwritten = overwrittenValues(kernel.body);
  return (stmt) => stmt.kind === 'lanes' || (stmt.kind === 'unknown-value' && !overwritten.has(stmt.id));
}

/** `early`: loads that find what was there before any value was made up. */
function flowOf(kernel: Kernel, early: ReadonlySet<StmtId>): UnknownFlow {
  const found = spread(kernel, sourcesOf(kernel), early);
  const isAssumed = kernel.assumptions.some(({ condition }) => holds(found, [condition]));
  const order = orderOf(kernel.body);
  let first = isAssumed ? -1 : Infinity;
  eachStmt(kernel.body, (stmt) => {
    if (steersOthers(found, stmt)) first = Math.min(first, order.get(stmt.id)?.at ?? -1);
  });
  return {
    leadsTo: (id) => found.steered.has(id) || first <= (order.get(id)?.until ?? Infinity),
    writers: found.writers,
  };
}

/**
 * Arrays that may hold a value that is not modelled, since the kernel stores one there: read back it is no more
 * evidence than it was.
 */
export const inventedArrays: (kernel: Kernel) => ReadonlySet<ArrayId> = memoized(
  (kernel: Kernel) => spread(kernel, isUnmodelled, new Set()).arrays,
);

/** What such values reach from the targets of the statements that are sources. */
function spread({ body }: Kernel, isSource: (stmt: Stmt) => boolean, early: ReadonlySet<StmtId>): Found {
  const found: Found = { scalars: new Set(), arrays: new Set(), writers: new Set(), steered: new Set() };
  eachStmt(body, (stmt) => {
    const target = isSource(stmt) ? targetOf(stmt) : null;
    if (target !== null) found.scalars.add(target);
  });
  const passed = passedBy(body);
  for (let size = -1; size !== sizeOf(found);) {
    size = sizeOf(found);
    eachStmt(body, (stmt) => {
      pass(found, stmt, early);
      if (
        (stmt.kind === 'branch' && holds(found, [stmt.when])) ||
        (stmt.kind === 'loop' && holds(found, [stmt.condition]))
      )
        passed.get(stmt.id)?.forEach((id) => found.steered.add(id));
    });
  }
  return found;
}

/**
 * What a thread may go around, or come to more often, by the condition of a branch or a loop, beside what is in the
 * branch: by jumps, the rest of what they leave.
 */
function passedBy(body: readonly Stmt[]): ReadonlyMap<StmtId, readonly StmtId[]> {
  const passed = new Map<StmtId, readonly StmtId[]>();
  const all = idsIn(body);
  const walk = (stmts: readonly Stmt[], loop: readonly StmtId[], call: readonly StmtId[]): void => {
    for (const stmt of stmts) {
      const inside = stmt.kind === 'loop' || stmt.kind === 'call' ? idsIn(bodiesOf(stmt).flat()) : [];
      for (const inner of bodiesOf(stmt))
        walk(
          inner,
          stmt.kind === 'loop' ? inside : stmt.kind === 'call' ? [] : loop,
          stmt.kind === 'call' ? inside : call,
        );
      if (stmt.kind === 'loop') passed.set(stmt.id, inside);
      if (stmt.kind !== 'branch') continue;
      const left = new Set<'break' | 'continue' | 'return' | 'exit'>();
      eachStmt([stmt], (inner) => {
        if (inner.kind === 'jump') left.add(inner.to);
      });
      const isOfLoop = left.has('break') || left.has('continue');
      const rest = left.has('exit') ? all.slice(all.indexOf(stmt.id) + 1) : [];
      passed.set(stmt.id, [
        ...rest,
        ...(left.has('return') ? call : []),
        ...(isOfLoop || (left.size > 0 && loop.length > 0) ? loop : []),
      ]);
    }
  };
  walk(body, [], []);
  return passed;
}

function idsIn(body: readonly Stmt[]): readonly StmtId[] {
  const ids: StmtId[] = [];
  eachStmt(body, ({ id }) => {
    ids.push(id);
  });
  return ids;
}

const sizeOf = ({ scalars, arrays, writers, steered }: Found): number =>
  scalars.size + arrays.size + writers.size + steered.size;

const holds = ({ scalars }: Found, exprs: readonly Expr[]): boolean =>
  exprs.some((expr) => [...freeVariables(expr)].some((id) => scalars.has(id)));

/**
 * `at`: its place in the order of the text. `until`: that of the last statement that a thread may execute before it,
 * which a loop around both lets come first.
 */
type Placed = Readonly<{ at: number; until: number }>;

function orderOf(body: readonly Stmt[]): ReadonlyMap<StmtId, Placed> {
  const order = new Map<StmtId, Placed>();
  let count = 0;
  const place = (stmts: readonly Stmt[], end: number | null): void => {
    for (const stmt of stmts) {
      const at = count++;
      const inside = end ?? (stmt.kind === 'loop' ? at + countStmts([stmt]) - 1 : null);
      order.set(stmt.id, { at, until: inside ?? at });
      for (const inner of bodiesOf(stmt)) place(inner, inside);
    }
  };
  place(body, null);
  return order;
}

/** What the statement hands on. */
function pass(found: Found, stmt: Stmt, early: ReadonlySet<StmtId>): void {
  if (stmt.kind === 'branch') {
    if (holds(found, [stmt.when])) eachStmt([...stmt.then, ...stmt.otherwise], ({ id }) => found.steered.add(id));
    return;
  }
  const place = placeOf(stmt);
  if (
    place !== null &&
    holds(
      found,
      place.subscripts.map(({ index }) => index),
    )
  )
    found.steered.add(stmt.id);
  const target = targetOf(stmt);
  const isGiven = holds(found, expressionsOf(stmt)) || found.steered.has(stmt.id);
  const isRead = place !== null && target !== null && found.arrays.has(place.array) && !early.has(stmt.id);
  if (target !== null && (isGiven || isRead)) found.scalars.add(target);
  if (stmt.kind !== 'store' && stmt.kind !== 'atomic') return;
  if (isGiven) found.arrays.add(stmt.place.array);
  // what an atomic leaves behind follows from what it finds
  if (isGiven || (stmt.kind === 'atomic' && found.arrays.has(stmt.place.array))) found.writers.add(stmt.id);
}

/** Whether such a value decides which threads meet, or which statements behind this one a thread comes to. */
function steersOthers(found: Found, stmt: Stmt): boolean {
  switch (stmt.kind) {
    case 'branch':
      return holds(found, [stmt.when]) && [...stmt.then, ...stmt.otherwise].some((inner) => someStmt([inner], isFelt));
    case 'loop':
    case 'assert':
      return holds(found, [stmt.condition]);
    case 'lanes':
      return stmt.mask !== null && holds(found, [stmt.mask]);
    case 'barrier':
      return holds(found, expressionsOf({ ...stmt, reduction: null }));
    case 'async':
      return holds(found, expressionsOf(stmt));
    case 'load':
    case 'store':
    case 'atomic':
    case 'assign':
    case 'fence':
    case 'call':
    case 'jump':
    case 'unknown':
    case 'unknown-value':
      return false;
    default:
      return assertNever(stmt);
  }
}

/**
 * Whether others feel that a thread goes around the statement: they meet it there, or it goes on elsewhere, or for
 * ever. A fence may order what is around it.
 */
const isFelt = ({ kind }: Stmt): boolean =>
  kind === 'barrier' ||
  kind === 'lanes' ||
  kind === 'jump' ||
  kind === 'assert' ||
  kind === 'loop' ||
  kind === 'fence' ||
  kind === 'async' ||
  kind === 'unknown';
