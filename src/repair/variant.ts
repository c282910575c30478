/**
 * Which branches and loops threads of a block may leave each other at, as a first guess: what rests on `threadIdx`, on
 * memory or on lanes. Only an order of preference comes of it: whether a barrier is reached by all is proved by the
 * analysis of the patched text.
 */
import type { Kernel, Stmt } from '../ir/ir.ts';
import type { StmtId, VarId } from '../base/brand.ts';
import type { Expr } from '../base/expr.ts';
import { bodiesOf, targetOf } from '../ir/walk.ts';
import { eachNode } from '../base/expr-walk.ts';

export function partingStatements(kernel: Kernel): ReadonlySet<StmtId> {
  const variant = new Set<VarId>();
  const parting = new Set<StmtId>();
  const varies = (expr: Expr): boolean => {
    let found = false;
    eachNode(expr, (node) => {
      if (
        (node.kind === 'builtin' && node.name.startsWith('threadIdx')) ||
        (node.kind === 'var' && variant.has(node.id))
      )
        found = true;
    });
    return found;
  };
  for (let known = -1; known !== variant.size + parting.size;) {
    known = variant.size + parting.size;
    const visit = (body: readonly Stmt[], isParted: boolean): void => {
      for (const stmt of body) {
        const condition = conditionOf(stmt);
        const parts = condition !== null && varies(condition);
        if (parts) parting.add(stmt.id);
        const target = targetOf(stmt);
        if (target !== null && (isParted || !isShared(stmt) || (stmt.kind === 'assign' && varies(stmt.value))))
          variant.add(target);
        for (const inner of bodiesOf(stmt)) visit(inner, isParted || parts);
      }
    };
    visit(kernel.body, false);
  }
  return parting;
}

const conditionOf = (stmt: Stmt): Expr | null =>
  stmt.kind === 'branch' ? stmt.when : stmt.kind === 'loop' ? stmt.condition : null;

/** Whether all threads that come here together get the same of it, but for what its operands are. */
const isShared = (stmt: Stmt): boolean => stmt.kind === 'assign' || stmt.kind === 'barrier';
