/**
 * Which confirmed races of one block warps in lockstep would have ordered (SW111): only two threads of one warp can
 * meet there, in different statements. Asked of the solver; what it does not settle is not called so. Called so only
 * where the kernel speaks of lanes, or the cells are volatile, as was the custom: any other code may lack a barrier of
 * the block.
 */
import type { Decision } from './evidence.ts';
import type { Deadline } from '../base/deadline.ts';
import type { LaunchConfig, WarpModel } from '../launch/launch.ts';
import type { RaceObligation } from '../obligation/obligation.ts';
import type { Solver } from '../solve/solve.ts';
import { TimeLimit } from '../base/deadline.ts';
import type { Kernel } from '../ir/ir.ts';
import type { StmtId } from '../base/brand.ts';
import { budgets } from './budgets.ts';
import { closedDimensions, volumeOf } from '../launch/dimensions.ts';
import { deviceLimits } from '../launch/launch.ts';
import { eachStmt, placeOf } from '../ir/walk.ts';
import { keyOf } from './question-keys.ts';

/** Pairs that are asked about. */
const maxPairs = 40;

type Given = Readonly<{ kernel: Kernel; warpModel: WarpModel; solver: Solver; deadline: Deadline }>;

export async function orderedInStep(
  decision: Decision,
  given: Given,
): Promise<(obligation: RaceObligation) => boolean> {
  const found = new Set<string>();
  if (given.warpModel === 'lockstep') return () => false;
  const isWarp = isOneWarp(decision.config);
  const meant = meantInStep(given.kernel);
  let asked = 0;
  for (const evidence of decision.confirmed) {
    if (evidence.kind !== 'race' || evidence.sameValue || evidence.race.scope !== 'warp' || given.deadline.passed())
      continue;
    if (!meant.has(evidence.obligation.first.id) && !meant.has(evidence.obligation.second.id)) continue;
    if (asked++ < maxPairs && (await onlyInOneWarp(evidence.obligation, isWarp, given)))
      found.add(keyOf(evidence.obligation));
  }
  return (obligation) => found.has(keyOf(obligation));
}

const isOneWarp = ({ block }: LaunchConfig): boolean =>
  volumeOf(closedDimensions(block, [Infinity, Infinity, Infinity])) <= deviceLimits.warpSize;

/** The statements that rely on a warp: all of a kernel that speaks of lanes, else those that access volatile cells. */
function meantInStep(kernel: Kernel): ReadonlySet<StmtId> {
  const [all, cells, lanes] = [new Set<StmtId>(), new Set<StmtId>(), new Set<StmtId>()];
  eachStmt(kernel.body, (stmt) => {
    all.add(stmt.id);
    if (placeOf(stmt)?.volatile === true) cells.add(stmt.id);
    if (stmt.kind === 'lanes' || (stmt.kind === 'barrier' && stmt.scope.kind === 'warp')) lanes.add(stmt.id);
  });
  return lanes.size > 0 ? all : cells;
}

async function onlyInOneWarp(
  { formula, warpsDiffer }: RaceObligation,
  isWarp: boolean,
  { solver, deadline }: Given,
): Promise<boolean> {
  const apart = warpsDiffer();
  if (apart === null) return false;
  if (isWarp) return true;
  try {
    const answer = await solver.decide(
      { variables: formula.variables, constraints: [...formula.constraints, apart] },
      { rlimit: budgets.inStepRlimit, deadline },
    );
    return answer.kind === 'unsat';
  } catch (error) {
    if (error instanceof TimeLimit) return false;
    throw error;
  }
}
