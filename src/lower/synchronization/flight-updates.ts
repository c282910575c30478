/**
 * How a scalar changes in each turn of a loop that is followed (flights.ts): by one statement, or by several that stand together, such as a count that
 * starts anew: `if (++stage == 3) stage = 0;`. Exact; null where it is something else.
 */
import type { Expr } from '../../base/expr.ts';
import type { VarId } from '../../base/brand.ts';
import type { Counted, Pass, Where } from './flight-pass.ts';
import type { Stmt } from '../../ir/ir.ts';
import { constantOf, convert } from '../expressions/constants.ts';
import { int } from '../../base/expr-build.ts';
import { orderOf, substituted } from './flight-pass.ts';
import { someStmt, targetOf } from '../../ir/walk.ts';

/** `first`, `last`: between where it stands; `next`: what it makes of a value; `sum`: where it only adds or subtracts something. */
export type Update = Readonly<{ first: number; last: number; next: (value: bigint) => bigint | null; sum: Readonly<{ op: '+' | '-'; by: Expr }> | null }>;

export function updateIn(pass: Pass, { loop }: Counted, id: VarId, inside: readonly Where[]): Update | null {
  const assigns = (stmt: Stmt): boolean => someStmt([stmt], (inner) => targetOf(inner) === id);
  const [own] = [loop.body, loop.step].map((list) => list.filter(assigns)).filter((list) => list.length > 0);
  if (own === undefined || !own.every(isPlain)) return null;
  // all of them, in this list
  if (inside.some(({ stmt }) => !someStmt(own, ({ id: one }) => one === stmt.id))) return null;
  const orders = inside.map(({ order }) => order);
  const first = Math.min(...orders, ...own.map((stmt) => orderOf(pass, stmt.id)));
  return { first, last: Math.max(...orders), next: (value) => after(own, id, value), sum: sumOf(own, id) };
}

/** Whether a place stands behind the update, or before it; null: in the middle. */
export const isPast = ({ first, last }: Update, order: number): boolean | null => (order < first ? false : order > last ? true : null);

/** Branches, and what assigns scalars from what is known. */
const isPlain = (stmt: Stmt): boolean => stmt.kind === 'assign' || (stmt.kind === 'branch' && [...stmt.then, ...stmt.otherwise].every(isPlain));

function after(list: readonly Stmt[], id: VarId, from: bigint): bigint | null {
  let now: bigint | null = from;
  for (const stmt of list) {
    if (now === null) return null;
    const value = now;
    const of = (expr: Expr): Expr | null => substituted(expr, (inner, type) => (inner === id ? convert(int(value), type) : null));
    if (stmt.kind === 'branch') {
      const when = of(stmt.when);
      now = when?.kind === 'bool' ? after(when.value ? stmt.then : stmt.otherwise, id, value) : null;
    } else if (stmt.kind === 'assign' && stmt.target === id) {
      const made = of(stmt.value);
      now = made === null ? null : constantOf(made);
    }
  }
  return now;
}

function sumOf([only, ...others]: readonly Stmt[], id: VarId): Update['sum'] {
  if (only?.kind !== 'assign' || others.length > 0) return null;
  const { value } = only;
  return value.kind === 'binary' && (value.op === '+' || value.op === '-') && value.left.kind === 'var' && value.left.id === id ? { op: value.op, by: value.right } : null;
}
