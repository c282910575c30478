/** Which variables hold what certain statements give. */
import type { Kernel, Stmt } from '../ir/ir.ts';
import type { VarId } from '../base/brand.ts';
import { eachStmt, targetOf } from '../ir/walk.ts';
import { freeVariables } from '../base/expr-walk.ts';

/**
 * The targets of the sources, and variables that are assigned something made of them; insensitive to order,
 * over-approximating.
 */
export function derivedFrom({ body }: Kernel, isSource: (stmt: Stmt) => boolean): ReadonlySet<VarId> {
  const found = new Set<VarId>();
  for (let known = -1; known !== found.size;) {
    known = found.size;
    eachStmt(body, (stmt) => {
      const target = targetOf(stmt);
      const isMade = stmt.kind === 'assign' && [...freeVariables(stmt.value)].some((id) => found.has(id));
      if (target !== null && (isMade || isSource(stmt))) found.add(target);
    });
  }
  return found;
}
