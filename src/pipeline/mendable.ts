/**
 * Whether a barrier more could make a kernel race-free at all, so that patches of one that none can mend are not analysed in vain. Only what every
 * patch would meet again counts: what is not modelled, that threads part at a barrier, what
 * no barrier of a block orders, and what two threads do in one statement.
 */
import type { Decision } from './evidence.ts';
import type { Kernel } from '../ir/ir.ts';
import type { Obligation } from '../obligation/obligation.ts';
import type { StmtId } from '../base/brand.ts';
import { eachStmt } from '../ir/walk.ts';
import { isHarmless } from './evidence.ts';

export function isMendable({ confirmed, open, refused, unknowns }: Decision, kernel: Kernel): boolean {
  if (refused.length + unknowns.length > 0) return false;
  const inLoops = statementsInLoops(kernel);
  const standing = [...confirmed.filter((evidence) => !isHarmless(evidence)), ...open.filter(({ status }) => status === 'possible')];
  return standing.every(({ obligation }) => isSeparable(obligation, inLoops));
}

function isSeparable(obligation: Obligation, inLoops: ReadonlySet<StmtId>): boolean {
  if (obligation.kind === 'divergence') return false;
  const { first, second, scope } = obligation;
  return scope === 'block' && (first.id !== second.id || inLoops.has(first.id));
}

function statementsInLoops(kernel: Kernel): ReadonlySet<StmtId> {
  const found = new Set<StmtId>();
  eachStmt(kernel.body, (loop) => {
    if (loop.kind === 'loop') eachStmt(loop.body, (stmt) => found.add(stmt.id));
  });
  return found;
}
