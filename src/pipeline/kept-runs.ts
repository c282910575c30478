/**
 * Runs that showed nothing, and what was looked for by runs in vain, kept for the life of the process: a model of a
 * question that is asked again after an edit is replayed on a kernel that does the same. Like `memoized`
 * (base/memoize.ts), it changes no answer. Only reports without places in the source are kept.
 */
import type { CompiledKernel } from '../machine/compile.ts';
import type { ConcreteRun } from '../launch/run.ts';
import type { MachineBudget, MachineReport } from '../machine/machine.ts';
import { digestOf } from '../cache/digest.ts';
import { remembered } from '../base/remembered.ts';
import { runCompiled } from '../machine/run.ts';
import { runDigestOf, withoutPlaces } from './run-text.ts';

const mostKept = 500;
/** Shorter ones are soon made again. */
const leastSteps = 20_000;
const kept = remembered<Omit<MachineReport, 'memory'>>(mostKept);

const mostInVain = 500;
const inVain = remembered<true>(mostInVain);

/**
 * Looks for something by runs of the kernel, unless it was looked for in vain. `about`: a text that determines, with
 * the kernel, what is looked for.
 */
export function foundByRuns<Found>(
  compiled: CompiledKernel,
  about: string,
  isTimeUp: () => boolean,
  find: () => Found | null,
): Found | null {
  const key = digestOf(`${runDigestOf(compiled.kernel)} ${about}`);
  if (inVain.get(key) !== undefined) return null;
  const found = find();
  if (found === null && !isTimeUp()) inVain.set(key, true);
  return found;
}

/** `sought`: a text that determines what the budget says is sought. */
export function runKept(
  compiled: CompiledKernel,
  run: ConcreteRun,
  budget: MachineBudget,
  sought: string,
): MachineReport {
  const { isTimeUp: _, sought: __, ...limits } = budget;
  const key = digestOf(`${runDigestOf(compiled.kernel)} ${withoutPlaces([run, limits])} ${sought}`);
  const known = kept.get(key);
  if (known !== undefined)
    return {
      ...known,
      get memory() {
        return runCompiled(compiled, run, budget).memory;
      },
    };
  const report = runCompiled(compiled, run, budget);
  if (report.steps >= leastSteps && isPlaceless(report)) kept.set(key, withoutMemory(report));
  return report;
}

function isPlaceless({ outcome, races, divergences, partings, faults, openPhase }: MachineReport): boolean {
  const isWhole = outcome.kind === 'completed' || (outcome.kind === 'budget' && outcome.which !== 'time');
  return isWhole && openPhase === null && races.length + divergences.length + partings.length + faults.length === 0;
}

/** What is computed when it is asked for holds all of the machine. */
function withoutMemory({
  outcome,
  races,
  divergences,
  partings,
  faults,
  steps,
  barriers,
  neededBarriers,
  accessing,
  traffic,
  dataDependent,
  inventedValues,
  lateReads,
  lonely,
  openPhase,
}: MachineReport): Omit<MachineReport, 'memory'> {
  return {
    outcome,
    races,
    divergences,
    partings,
    faults,
    steps,
    barriers,
    neededBarriers,
    accessing,
    traffic,
    dataDependent,
    inventedValues,
    lateReads,
    lonely,
    openPhase,
  };
}
