/**
 * Which scalars a loop carries from turn to turn: those it assigns, that are read in a turn before they are assigned
 * there, or read outside the loop. Over-approximating: too many do no harm.
 *
 * Example: in `for (i = 0; i < n; i++) { x = a[i]; s = s + x; }`, `i` and `s` are carried, `x` is not.
 */
import type { Expr } from '../../base/expr.ts';
import type { Kernel, Stmt, StmtOf } from '../../ir/ir.ts';
import type { VarId } from '../../base/brand.ts';
import { eachNode } from '../../base/expr-walk.ts';
import { assignedIn, bodiesOf, eachStmt, expressionsOf, targetOf } from '../../ir/walk.ts';

/** The parts of a loop as they are executed: [if !condition leave; body; step], repeated; see loop.ts. */
export type TurnParts = Readonly<{ body: readonly Stmt[]; step: readonly Stmt[]; condition: Expr }>;

/** The carried scalars, in the order of the kernel's declarations. */
export function carriedScalars(kernel: Kernel, loop: StmtOf<'loop'>, parts: TurnParts): readonly VarId[] {
  const assigned = assignedIn([...parts.body, ...parts.step]);
  const exposed = new Set<VarId>();
  exposedReads(parts.body, new Set(), exposed);
  // A `continue` may skip any assignment of the body.
  exposedReads(parts.step, leavesEarly(parts.body) ? new Set() : definitelyAssigned(parts.body), exposed);
  for (const id of variablesOf(parts.condition)) exposed.add(id);
  const outside = readsOutside(kernel, loop);
  return [...kernel.scalars.keys()].filter((id) => assigned.has(id) && (exposed.has(id) || outside.has(id)));
}

function variablesOf(expr: Expr): readonly VarId[] {
  const found: VarId[] = [];
  eachNode(expr, (node) => {
    if (node.kind === 'var') found.push(node.id);
  });
  return found;
}

function countReads(body: readonly Stmt[], counts: Map<VarId, number>, by: number): void {
  eachStmt(body, (stmt) => {
    for (const expr of expressionsOf(stmt)) for (const id of variablesOf(expr)) counts.set(id, (counts.get(id) ?? 0) + by);
  });
}

function readsOutside(kernel: Kernel, loop: Stmt): ReadonlySet<VarId> {
  const counts = new Map<VarId, number>();
  countReads(kernel.body, counts, 1);
  countReads([loop], counts, -1);
  return new Set([...counts].filter(([, count]) => count !== 0).map(([id]) => id));
}

/** Adds the variables that are read where `defined` does not yet hold them; extends `defined`. */
function exposedReads(body: readonly Stmt[], defined: Set<VarId>, exposed: Set<VarId>): void {
  for (const stmt of body) {
    for (const expr of expressionsOf(stmt)) for (const id of variablesOf(expr)) if (!defined.has(id)) exposed.add(id);
    if (stmt.kind === 'branch') {
      const arms = [stmt.then, stmt.otherwise].map((arm) => {
        const inner = new Set(defined);
        exposedReads(arm, inner, exposed);
        return inner;
      });
      for (const id of arms[0] ?? []) if (arms[1]?.has(id) === true) defined.add(id);
      continue;
    }
    for (const inner of bodiesOf(stmt)) exposedReads(inner, new Set(defined), exposed);
    if (stmt.kind === 'call' && !leavesEarly(stmt.body)) for (const id of definitelyAssigned(stmt.body)) defined.add(id);
    const target = targetOf(stmt);
    if (target !== null) defined.add(target);
  }
}

function definitelyAssigned(body: readonly Stmt[]): Set<VarId> {
  const defined = new Set<VarId>();
  exposedReads(body, defined, new Set());
  return defined;
}

/** Whether some jump may skip a part of the list. */
function leavesEarly(body: readonly Stmt[]): boolean {
  let found = false;
  eachStmt(body, (stmt) => {
    if (stmt.kind === 'jump') found = true;
  });
  return found;
}
