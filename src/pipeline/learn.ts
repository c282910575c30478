/**
 * What a run shows beside what it was made for: every obligation that it happens to confirm needs no question of its
 * own. Needs: the report of a run. Gives: more evidence by question. Not learned: what may come from values that the
 * machine made up, or rests on tables that are not read.
 */
import type { ConcreteRun } from '../launch/run.ts';
import type { Evidence } from './evidence.ts';
import type { Kernel } from '../ir/ir.ts';
import type { MachineRace, MachineReport } from '../machine/machine.ts';
import type { Obligation } from '../obligation/obligation.ts';
import type { SplitProtocol } from '../protocol/protocol.ts';
import { eachNode } from '../base/expr-walk.ts';
import { keyOf, raceKeyOf } from './question-keys.ts';
import { inventedArrays } from '../ir/unknown-flow.ts';
import { leavesOpen } from './soon-decided.ts';
import { mayBeFenced, mayBeSteered } from './confirmable.ts';
import { notModelled } from '../protocol/protocol.ts';
import { restsOnTable } from './tables.ts';
import type { VarId } from '../base/brand.ts';

/** The questions that runs may answer. */
export type Learner = Readonly<{ obligations: readonly Obligation[]; split: SplitProtocol; kernel: Kernel }>;

/** `asked`: the question that the run is for, if there is one. */
type ForQuestion = Readonly<{ asked: Readonly<{ obligation: Obligation; sameValue: boolean }> | null }>;

/**
 * Every obligation that this run happens to show is confirmed by it, too; but not writes that here stored equal values
 * and might store others: those are asked about themselves.
 */
export function learn(
  report: MachineReport,
  run: ConcreteRun,
  input: Learner & ForQuestion,
  shown: Map<string, Evidence>,
): void {
  const races = new Map(
    report.races.toSorted((a, b) => tellingOf(a) - tellingOf(b)).map((race) => [raceKeyOf(race), race]),
  );
  const divergences = new Map(report.divergences.map((d) => [d.barrier, d]));
  for (const obligation of input.obligations) {
    const key = keyOf(obligation);
    const own = obligation === input.asked?.obligation;
    if (!leavesOpen(shown.get(key)) || isMadeUp(obligation, { report, run, ...input })) continue;
    if (restsOnTable(obligation, input.split, input.kernel)) continue;
    if (obligation.kind === 'race') {
      const race = races.get(key);
      if (
        race === undefined ||
        (race.sameValue && !own && obligation.differ !== null) ||
        mayBeFenced(obligation, input.kernel, run.warpModel)
      )
        continue;
      shown.set(key, {
        kind: 'race',
        obligation,
        race,
        run,
        sameValue: own && input.asked.sameValue && race.sameValue,
      });
    } else {
      const divergence = divergences.get(obligation.question.barrier);
      if (divergence !== undefined) shown.set(key, { kind: 'divergence', obligation, divergence, run });
    }
  }
}

/**
 * Of races of the same statements, one with different values tells more, then one of different warps: the threads of a
 * warp seem to step together.
 */
const tellingOf = ({ sameValue, scope }: MachineRace): number => (sameValue ? 0 : 2) + (scope === 'warp' ? 0 : 1);

type Replayed = Readonly<{ report: MachineReport; run: ConcreteRun; split: SplitProtocol; kernel: Kernel }>;

/** Whether what the run shows of the obligation may come from values that the machine made up. */
export const isMadeUp = (obligation: Obligation, replayed: Replayed): boolean =>
  replayed.report.inventedValues && restsOnInvented(obligation, replayed) && mayBeSteered(obligation, replayed);

/**
 * Whether the formula speaks of a value that is neither an input nor read from memory, or is read where such a value
 * may have been stored: what a run made up for it shows nothing. That values of unknown functions, such as textures,
 * differ where their arguments do, may be made up; what else follows from them may not.
 */
function restsOnInvented({ formula, ...obligation }: Obligation, { split, kernel }: Replayed): boolean {
  const functions = new Set<string>();
  const mentioned = new Set<VarId>();
  const parts =
    obligation.kind === 'race' && obligation.differ !== null
      ? [...formula.constraints, obligation.differ]
      : formula.constraints;
  for (const part of parts) {
    eachNode(part, (node) => {
      if (node.kind === 'apply') functions.add(node.fn);
      else if (node.kind === 'var') mentioned.add(node.id);
    });
  }
  return (
    [...functions].some((fn) => fn.startsWith(notModelled)) ||
    [...formula.variables].some(([id, { of }]) => {
      const origin = mentioned.has(id) ? split.variables.get(of)?.origin : undefined;
      return origin?.kind === 'unknown' && (origin.read === null || inventedArrays(kernel).has(origin.read.array));
    })
  );
}
