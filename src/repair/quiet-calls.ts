/**
 * Calls of device functions that all threads may make where only some did: `v = warpSum(v);`. What is called computes,
 * and exchanges values among lanes; it touches no memory, changes no variable of its caller, and turns as often
 * whatever it is given, so that it ends. By the IR, under- approximating.
 */
import type { Expr } from '../base/expr.ts';
import type { Kernel, Stmt, StmtOf } from '../ir/ir.ts';
import type { VarId } from '../base/brand.ts';
import { assignedIn, bodiesOf, eachStmt, expressionsOf, someStmt, targetOf } from '../ir/walk.ts';
import { freeVariables } from '../base/expr-walk.ts';
import { laneGroupOf } from '../ir/lane-groups.ts';

/** Whether it has a meeting of lanes or of a tile, and all else is quiet. */
export function isQuietCall(call: StmtOf<'call'>, kernel: Kernel): boolean {
  if (!someStmt(call.body, (stmt) => laneGroupOf(stmt) !== null) || someStmt(call.body, (stmt) => !isQuiet(stmt)))
    return false;
  const inside = new Set<Stmt>();
  eachStmt(call.body, (stmt) => {
    inside.add(stmt);
  });
  const read = new Set<VarId>();
  const given = new Set<VarId>();
  eachStmt(kernel.body, (stmt) => {
    if (inside.has(stmt) || stmt === call) return;
    for (const expr of expressionsOf(stmt)) for (const id of freeVariables(expr)) read.add(id);
    const target = targetOf(stmt);
    if (target !== null && !(stmt.kind === 'assign' && stmt.value.kind === 'int')) given.add(target);
  });
  // the one is what it gives back
  return [...assignedIn(call.body)].filter((id) => read.has(id)).length <= 1 && turnsAlike(call, given);
}

function isQuiet(stmt: Stmt): boolean {
  switch (stmt.kind) {
    case 'assign':
    case 'lanes':
    case 'loop':
    case 'branch':
    case 'call':
      return true;
    case 'jump':
      return stmt.to !== 'exit';
    case 'barrier':
      return stmt.scope.kind === 'warp' || stmt.scope.kind === 'tile';
    case 'load':
    case 'store':
    case 'atomic':
    case 'fence':
    case 'async':
    case 'assert':
    case 'unknown-value':
    case 'unknown':
      return false;
  }
}

/** Whether what is given to it decides about no loop. */
function turnsAlike({ body }: StmtOf<'call'>, given: ReadonlySet<VarId>): boolean {
  const own = assignedIn(body);
  const varies = new Set(given);
  const rests = (expr: Expr): boolean => [...freeVariables(expr)].some((id) => varies.has(id) || !own.has(id));
  for (let before = -1; before !== varies.size;) {
    before = varies.size;
    const visit = (list: readonly Stmt[], isParted: boolean): void => {
      for (const stmt of list) {
        const target = targetOf(stmt);
        if (target !== null && (isParted || stmt.kind !== 'assign' || rests(stmt.value))) varies.add(target);
        for (const inner of bodiesOf(stmt)) visit(inner, isParted || (stmt.kind === 'branch' && rests(stmt.when)));
      }
    };
    visit(body, false);
  }
  const jumps = (list: readonly Stmt[]): boolean => someStmt(list, ({ kind }) => kind === 'jump');
  return !someStmt(body, (stmt) => stmt.kind === 'loop' && (rests(stmt.condition) || jumps(stmt.body)));
}
