/**
 * Which scalars must carry a taint bit at run time, so that the machine can say whether control or addresses depended
 * on data read from memory (`dataDependent`), at no cost for the others.
 *
 * A scalar is tracked when data may flow into it (from loads, atomics, lanes, unknown values) *and* it may flow into a
 * sink: an address, a loop condition, a branch, a mask of lanes. Flow is by assignment, and through branches that only
 * assign (`if (x > m) m = x;` is no control that matters: it is the assignment `m = x > m ? x : m`).
 * What is loaded from a *fixed* array is no data, but what is stored to one is looked at as an address is.
 * Over-approximating: flow-insensitive here; the bits themselves are exact in time.
 */
import type { ArrayId, StmtId, VarId } from '../base/brand.ts';
import type { Expr } from '../base/expr.ts';
import type { Stmt, StmtOf } from '../ir/ir.ts';
import { freeVariables } from '../base/expr-walk.ts';
import { groupBy } from '../base/group.ts';
import { assertNever } from '../base/invariant.ts';
import { assignedIn, eachStmt, expressionsOf, placeOf } from '../ir/walk.ts';

export type TaintPlan = Readonly<{
  tracked: ReadonlySet<VarId>;
  /** Branches that only assign. */
  assigning: ReadonlySet<StmtId>;
}>;

type Flow = Readonly<{ from: VarId; to: VarId }>;

export function planTaint(body: readonly Stmt[], fixed: ReadonlySet<ArrayId>): TaintPlan {
  const assigning = new Set<StmtId>();
  const flows: Flow[] = [];
  const sources = new Set<VarId>();
  const sinks = new Set<VarId>();
  const flow = (exprs: readonly Expr[], to: VarId): void => {
    for (const expr of exprs) for (const from of freeVariables(expr)) flows.push({ from, to });
  };
  const sink = (expr: Expr): void => {
    for (const id of freeVariables(expr)) sinks.add(id);
  };
  eachStmt(body, (stmt) => {
    for (const subscript of placeOf(stmt)?.subscripts ?? []) sink(subscript.index);
    switch (stmt.kind) {
      case 'assign':
        return flow([stmt.value], stmt.target);
      case 'load':
        if (!fixed.has(stmt.place.array)) sources.add(stmt.target);
        return;
      case 'unknown-value':
        sources.add(stmt.target);
        return;
      case 'atomic':
        if (stmt.target !== null) sources.add(stmt.target);
        return;
      case 'lanes':
        if (stmt.mask !== null) sink(stmt.mask);
        if (stmt.op.startsWith('shfl') || restsOnSchedule(stmt)) sources.add(stmt.target);
        return flow(stmt.operands, stmt.target);
      case 'barrier':
        if (stmt.scope.kind === 'warp' && stmt.scope.mask !== null) sink(stmt.scope.mask);
        if (stmt.scope.kind === 'named')
          for (const expr of [stmt.scope.barrier, ...(stmt.scope.threads === null ? [] : [stmt.scope.threads])])
            sink(expr);
        if (stmt.reduction !== null) flow([stmt.reduction.predicate], stmt.reduction.target);
        return;
      case 'loop':
        return sink(stmt.condition);
      case 'branch':
        if (!onlyAssigns(stmt)) return sink(stmt.when);
        assigning.add(stmt.id);
        for (const target of assignedIn([stmt])) flow([stmt.when], target);
        return;
      case 'store':
        if (fixed.has(stmt.place.array)) sink(stmt.value);
        return;
      case 'async':
        if (stmt.op.kind === 'look' && !stmt.op.isAwaited) sources.add(stmt.op.target);
        return expressionsOf(stmt).forEach(sink);
      case 'fence':
      case 'call':
      case 'jump':
      case 'assert':
      case 'unknown':
        return;
      default:
        return assertNever(stmt);
    }
  });
  const reached = closure(
    sources,
    flows.map(({ from, to }) => [from, to]),
  );
  const mattering = closure(
    sinks,
    flows.map(({ from, to }) => [to, from]),
  );
  return { tracked: new Set([...reached].filter((id) => mattering.has(id))), assigning };
}

/** Whether lanes may take part or not as they happen to be scheduled. */
export const restsOnSchedule = ({ op, mask }: Pick<StmtOf<'lanes'>, 'op' | 'mask'>): boolean =>
  op === 'activemask' || mask === null;

function onlyAssigns(stmt: StmtOf<'branch'>): boolean {
  return [...stmt.then, ...stmt.otherwise].every(
    (inner) => inner.kind === 'assign' || (inner.kind === 'branch' && onlyAssigns(inner)),
  );
}

function closure(start: ReadonlySet<VarId>, edges: readonly (readonly [VarId, VarId])[]): ReadonlySet<VarId> {
  const next = groupBy(edges, ([from]) => from);
  const found = new Set(start);
  for (const id of found) for (const [, to] of next.get(id) ?? []) found.add(to);
  return found;
}
