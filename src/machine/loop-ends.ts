/** Where loops end in the order of statements: the last statement in each. */
import type { Stmt } from '../ir/ir.ts';
import type { StmtId } from '../base/brand.ts';
import { eachStmt } from '../ir/walk.ts';

export function loopEndsOf(body: readonly Stmt[]): ReadonlyMap<StmtId, StmtId> {
  const ends = new Map<StmtId, StmtId>();
  eachStmt(body, (stmt) => {
    if (stmt.kind !== 'loop') return;
    let last = stmt.id;
    eachStmt([stmt], ({ id }) => {
      if (id > last) last = id;
    });
    ends.set(stmt.id, last);
  });
  return ends;
}
