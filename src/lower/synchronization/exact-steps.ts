/**
 * What the machine is to execute where something in flight is in doubt (in-flight.ts): the exact steps, and which
 * accesses are a copy's.
 */
import type { StmtId } from '../../base/brand.ts';
import type { AsyncOp, CopyAccess, Stmt } from '../../ir/ir.ts';
import type { Mark } from './marks.ts';
import { inFlight } from './flight-copies.ts';

export const noStmts: ReadonlySet<StmtId> = new Set();

/**
 * How the machine makes the accesses of copies; `agents`: copies of which the prover is told what they do behind
 * barriers.
 */
export function copyAccesses(
  marks: ReadonlyMap<StmtId, Mark>,
  agents: ReadonlySet<StmtId>,
): ReadonlyMap<StmtId, CopyAccess> {
  return new Map(
    [...marks].flatMap(([at, mark]) =>
      mark.kind === 'copy' ? [...mark.own].map((id) => [id, agents.has(at) ? inFlight : { by: mark.by }] as const) : [],
    ),
  );
}

/** The statement as the machine shall execute it. */
export function executed(stmt: Stmt, copies: ReadonlyMap<StmtId, CopyAccess>, standIns: ReadonlySet<StmtId>): Stmt {
  const copy = copies.get(stmt.id);
  if (copy !== undefined && (stmt.kind === 'load' || stmt.kind === 'store' || stmt.kind === 'atomic'))
    return { ...stmt, copy };
  return standIns.has(stmt.id) && (stmt.kind === 'barrier' || stmt.kind === 'unknown')
    ? { ...stmt, isStandIn: true }
    : stmt;
}

/** The step that a mark says exactly. */
export function exactly({ id, span, source }: Stmt, said: AsyncOp | string, awaited: ReadonlySet<StmtId>): Stmt {
  const step = { id, span, source };
  const op = typeof said !== 'string' && said.kind === 'look' ? { ...said, isAwaited: awaited.has(id) } : said;
  return typeof op === 'string'
    ? { kind: 'unknown', ...step, because: op, footprint: [], synchronizes: false }
    : { kind: 'async', ...step, op };
}
