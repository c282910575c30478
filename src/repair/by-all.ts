/**
 * Which statements all threads of a block (or of the grid, or lanes of a warp) come to, as often and together, and
 * which values are the same for all of them there. Over-approximates what differs. A value read from memory is the same
 * where the address is, as far as the input makes no two threads race.
 */
import type { Expr } from '../base/expr.ts';
import type { Kernel, Stmt } from '../ir/ir.ts';
import type { StmtId, VarId } from '../base/brand.ts';
import { bodiesOf, expressionsOf, targetOf } from '../ir/walk.ts';
import { operandsOf } from '../base/expr-walk.ts';

export type ByAll = Readonly<{ reached: ReadonlySet<StmtId>; isSame: (expr: Expr) => boolean }>;

/**
 * Of a warp it is a guess: that rows of the block are whole warps, and that a number of the thread divided by 32 is
 * that of its warp.
 */
export function byAll(kernel: Kernel, scope: 'warp' | 'block' | 'grid'): ByAll {
  const variant = new Set<VarId>();
  const parted = new Set<StmtId>();
  const all = new Set<StmtId>();
  const leaving = new Set<StmtId>();
  const isSame = (expr: Expr): boolean => {
    if (expr.kind === 'var') return !variant.has(expr.id);
    if (expr.kind === 'builtin')
      return (
        !expr.name.startsWith(scope === 'warp' ? 'threadIdx.x' : 'threadIdx') &&
        !(scope === 'grid' && expr.name.startsWith('blockIdx'))
      );
    return (scope === 'warp' && isOfWarp(expr)) || operandsOf(expr).every(isSame);
  };
  const givesSame = (stmt: Stmt): boolean => {
    if (stmt.kind === 'barrier') return scope !== 'grid';
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
  for (let known = -1; known !== variant.size + parted.size;) {
    known = variant.size + parted.size;
    visit(kernel.body, false);
  }
  return { reached: leaving.size > 0 ? new Set() : new Set([...all].filter((id) => !parted.has(id))), isSame };
}

/** `t / 32`, `t >> 5` */
function isOfWarp(expr: Expr): boolean {
  if (expr.kind !== 'binary' || expr.right.kind !== 'int') return false;
  return (
    (expr.op === '/' && expr.right.value > 0n && expr.right.value % 32n === 0n) ||
    (expr.op === '>>' && expr.right.value >= 5n)
  );
}
