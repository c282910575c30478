/**
 * Which statements all threads of a block (or of the grid) come to, as often and together, and which values are the same for all of them there.
 * Over-approximates what differs. A value read from memory is the same where the address is, as far as the input makes no two threads race.
 */
import type { Expr } from '../base/expr.ts';
import type { Kernel, Stmt } from '../ir/ir.ts';
import type { StmtId, VarId } from '../base/brand.ts';
import { bodiesOf, expressionsOf, targetOf } from '../ir/walk.ts';
import { eachNode } from '../base/expr-walk.ts';

export type ByAll = Readonly<{ reached: ReadonlySet<StmtId>; isSame: (expr: Expr) => boolean }>;

export function byAll(kernel: Kernel, scope: 'block' | 'grid'): ByAll {
  const variant = new Set<VarId>();
  const parted = new Set<StmtId>();
  const all = new Set<StmtId>();
  const leaving = new Set<StmtId>();
  const isSame = (expr: Expr): boolean => {
    let same = true;
    eachNode(expr, (node) => {
      if (node.kind === 'var' && variant.has(node.id)) same = false;
      if (node.kind === 'builtin' && (node.name.startsWith('threadIdx') || (scope === 'grid' && node.name.startsWith('blockIdx')))) same = false;
    });
    return same;
  };
  const givesSame = (stmt: Stmt): boolean => {
    if (stmt.kind === 'barrier') return scope === 'block';
    const space = stmt.kind === 'load' ? kernel.arrays.get(stmt.place.array)?.space : null;
    if (space === undefined || space === 'local' || (space === 'shared' && scope === 'grid')) return false;
    return (stmt.kind === 'assign' || stmt.kind === 'load') && expressionsOf(stmt).every(isSame);
  };
  const visit = (body: readonly Stmt[], isParted: boolean): void => {
    for (const stmt of body) {
      all.add(stmt.id);
      if (isParted) parted.add(stmt.id);
      if (isParted && stmt.kind === 'jump') leaving.add(stmt.id);
      const target = targetOf(stmt);
      if (target !== null && (isParted || !givesSame(stmt))) variant.add(target);
      const parts = (stmt.kind === 'branch' && !isSame(stmt.when)) || (stmt.kind === 'loop' && !isSame(stmt.condition));
      for (const inner of bodiesOf(stmt)) visit(inner, isParted || parts);
    }
  };
  for (let known = -1; known !== variant.size + parted.size; ) {
    known = variant.size + parted.size;
    visit(kernel.body, false);
  }
  return { reached: leaving.size > 0 ? new Set() : new Set([...all].filter((id) => !parted.has(id))), isSame };
}
