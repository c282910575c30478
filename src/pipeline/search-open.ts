/**
 * Looks for runs that show what the solver left open: possible races and divergences, and those that it could not
 * decide. The search (search/search.ts) begins with the runs that the solver proposed. What the machine sees is
 * confirmed under the same rules as a replayed model; what it does not see stays open.
 */
import type { Admission } from './admitted.ts';
import type { ConcreteRun } from '../launch/run.ts';
import type { Costs } from './costs.ts';
import type { Deadline } from '../base/deadline.ts';
import type { Decision, Evidence } from './evidence.ts';
import type { Expr } from '../base/expr.ts';
import type { Fact } from '../protocol/infer.ts';
import type { Kernel } from '../ir/ir.ts';
import type { LaunchConfig, WarpModel } from '../launch/launch.ts';
import type { MachineRace, MachineReport } from '../machine/machine.ts';
import type { Obligation } from '../obligation/obligation.ts';
import type { Siblings } from './siblings.ts';
import type { Vain } from './budgets.ts';
import type { SplitProtocol } from '../protocol/protocol.ts';
import { breaksAssumption, compileAssuming, statedOf } from './assumed.ts';
import { confirmable, mayBeSteered } from './confirmable.ts';
import { keyOf, raceKeyOf } from './question-keys.ts';
import { eachStmt, expressionsOf } from '../ir/walk.ts';
import { withinFacts } from './within-facts.ts';
import { withoutTold } from './handed-over.ts';
import { isAnswered } from './evidence.ts';
import { remembered } from '../base/remembered.ts';
import { runDigestOf, withoutPlaces } from './run-text.ts';
import { digestOf } from '../cache/digest.ts';
import { runCompiled } from '../machine/run.ts';
import { withoutOutsideReads } from './outside-reads.ts';
import { defaultSearch, search } from '../search/search.ts';
import { operandsOf } from '../base/expr-walk.ts';

const limits = {
  ...defaultSearch,
  steps: 8_000_000,
  /**
   * The same where something else is confirmed already, and once searches of the kernel that showed nothing have cost
   * `steps`.
   */
  laterSteps: 2_000_000,
  /** The same before hard questions are asked, of the first runs only. */
  briefSteps: 250_000,
  /** Runs in a row that show nothing new, after some that did, before the search ends. */
  stale: 48,
  machine: { maxSteps: 400_000, maxBytes: 64 * 1024 * 1024 },
  /**
   * Runs that come to something the machine cannot do before the search gives up; and runs that show nothing because
   * values were made up in them, whatever else they do.
   */
  unmodelled: 4,
  madeUp: 24,
} as const;

/** `admission`: which runs the answer speaks of. `onEvidence`: gets what is found, at once. */
type SearchSpace = Readonly<{
  onEvidence: (evidence: Evidence) => void;
  admission: Admission;
  kernel: Kernel;
  config: LaunchConfig;
  split: SplitProtocol;
  facts: readonly Fact[];
  warpModel: WarpModel;
  deadline: Deadline;
}>;
/** `brief`: before hard questions are asked. `short`: something else is confirmed already. */
type Extent = 'brief' | 'short' | 'long';
/** `proposed`: runs to begin with. `vain`: what was in vain for this kernel so far. */
type OpenSearch = SearchSpace & Readonly<{ proposed: readonly ConcreteRun[]; extent: Extent; vain: Vain }>;

/**
 * `look`: before and while questions are asked. `onRun`: gets the runs that the solver proposes. `finish`: what is
 * still open in the end, unless no run was proposed since it was looked for.
 */
export type Searches = Readonly<{
  look: (obligations: readonly Obligation[], extent: Extent) => readonly Evidence[];
  onRun: (obligation: Obligation, run: ConcreteRun) => void;
  finish: (decision: Decision) => Decision;
}>;

export const noSearches: Searches = { look: () => [], onRun: () => undefined, finish: (decision) => decision };

/** Milliseconds after which a search that time cuts short has found nothing, as one that ends by itself. */
const longMs = 300;

/**
 * The searches of one view under one launch. `asRacy`: each as short as if something was confirmed already. `vain`:
 * what was in vain for the kernel so far.
 * `siblings`: get whether one found something. The last search begins with the runs that were proposed since the first
 * one.
 */
export function searchesUnder(
  space: SearchSpace,
  asRacy: boolean,
  vain: Vain,
  costs: Costs,
  siblings: Pick<Siblings, 'onSearched' | 'onLooked'>,
): Searches {
  const proposed: ConcreteRun[] = [];
  let searchedWith = -1;
  const searched = (
    obligations: readonly Obligation[],
    extent: Extent,
    seeds: readonly ConcreteRun[],
  ): readonly Evidence[] => {
    const before = space.deadline.remaining();
    const found = costs.timed('search', () => searchFor(obligations, { ...space, vain, proposed: seeds, extent }));
    if (extent === 'brief') {
      siblings.onLooked(found.length > 0);
      if (found.length === 0) {
        vain.looked++;
        return found;
      }
    }
    // one that time cut short soon says nothing of others
    const isWhole = !space.deadline.passed() || before - space.deadline.remaining() >= longMs;
    if (found.length > 0 || (isWhole && obligations.some((obligation) => confirmable(obligation, space))))
      siblings.onSearched(found.length > 0);
    return found;
  };
  return {
    look: (obligations, extent) => {
      if (extent !== 'brief') searchedWith = proposed.length;
      return searched(obligations, extent === 'long' && asRacy ? 'short' : extent, proposed);
    },
    onRun: (_, run) => void proposed.push(run),
    finish: (decision) =>
      searchedWith === proposed.length
        ? decision
        : searchOpen(decision, (open) =>
            searched(open, asRacy ? 'short' : 'long', proposed.slice(Math.max(0, searchedWith))),
          ),
  };
}

/** The decision with what was found; where something is confirmed already, as it is. */
function searchOpen(decision: Decision, search: (open: readonly Obligation[]) => readonly Evidence[]): Decision {
  if (isAnswered(decision)) return decision;
  const found = search(decision.open.map(({ obligation }) => obligation));
  const shown = new Set(found.map(({ obligation }) => keyOf(obligation)));
  return {
    ...decision,
    confirmed: [...decision.confirmed, ...found],
    open: decision.open.filter(({ obligation }) => !shown.has(keyOf(obligation))),
  };
}

/** Evidence for as many of the obligations as runs are found for. */
function searchFor(obligations: readonly Obligation[], input: OpenSearch): readonly Evidence[] {
  const wanted = new Map(
    obligations.flatMap((obligation) =>
      confirmable(obligation, input) ? [[keyOf(obligation), obligation] as const] : [],
    ),
  );
  if (wanted.size === 0 || input.deadline.passed()) return [];
  const { kernel, config, warpModel, deadline } = input;
  const isLater = input.extent === 'short' || input.vain.searched >= limits.steps;
  const asked = keyOfSearch(wanted, isLater, input);
  const before = inVain.get(asked);
  if (before !== undefined) {
    if (input.extent !== 'brief') input.vain.searched += before;
    return [];
  }
  const compiled = compileAssuming(kernel, [...statedOf(config), ...input.facts]);
  const machine = { ...limits.machine, isTimeUp: deadline.passed };
  const found = new Map<string, Evidence>();
  let [unmodelled, madeUp, stale] = [0, 0, 0];
  const { steps } = search(
    {
      space: { compiled, block: config.block, grid: config.grid, known: config.scalars, warpModel },
      within: withinFacts([...statedOf(config), ...input.facts], kernel.params, config),
      seeds: input.proposed,
      hints: constantsOf(kernel),
      seed: 1,
      targets: new Set(
        [...wanted.values()].flatMap((obligation) =>
          obligation.kind === 'race' ? [obligation.first.id, obligation.second.id] : [],
        ),
      ),
      budget: {
        ...limits,
        ...(input.extent === 'brief'
          ? { generations: 0, steps: limits.briefSteps }
          : { steps: isLater ? limits.laterSteps : limits.steps }),
        machine,
      },
    },
    (run, report) => {
      if (withoutTold(run, kernel) !== run) return 'go on';
      if (report.outcome.kind === 'unmodelled') unmodelled++;
      if (
        report.inventedValues &&
        [...wanted.values()].every((obligation) => mayBeSteered(obligation, { run, kernel, report }))
      )
        madeUp++;
      const seen = evidencesIn(report, wanted, { run, kernel });
      const news = [...seen.keys()].filter((key) => !found.has(key));
      stale = news.length > 0 ? 0 : stale + 1;
      if (news.length > 0) {
        const least = leastOf(run, (smaller) => {
          const again = (outside: bigint): MachineReport =>
            runCompiled(compiled, smaller, { ...machine, maxSteps: Math.min(machine.maxSteps, report.steps), outside });
          const shown = evidencesIn(withoutOutsideReads(again(0n), again), wanted, { run: smaller, kernel });
          return news.every((key) => shown.has(key)) ? shown : null;
        });
        for (const [key, evidence] of least ?? []) {
          if (found.has(key) || input.admission(evidence.run) !== null) continue;
          found.set(key, evidence);
          input.onEvidence(evidence);
        }
      }
      return found.size === wanted.size ||
        unmodelled >= limits.unmodelled ||
        madeUp >= limits.madeUp ||
        (found.size > 0 && stale >= limits.stale)
        ? 'enough'
        : 'go on';
    },
  );
  if (found.size === 0 && input.extent !== 'brief') input.vain.searched += steps;
  if (found.size === 0 && !deadline.passed()) inVain.set(asked, steps);
  return [...found.values()];
}

/**
 * Searches that found nothing, and the steps that they took: after an edit that changes nothing for runs, they need not
 * be made again.
 */
const mostInVain = 2000;
const inVain = remembered<number>(mostInVain);

/** All that a search depends on: nothing that it finds rests on what the kernel's places and variables are called. */
function keyOfSearch(
  wanted: ReadonlyMap<string, Obligation>,
  isLater: boolean,
  { kernel, config, facts, warpModel, proposed, extent }: OpenSearch,
): string {
  const questions = [...wanted].map(([key, obligation]) => [
    key,
    obligation.kind === 'race' && obligation.differ !== null,
  ]);
  const { origin: _, ...launch } = config;
  return digestOf(
    `${runDigestOf(kernel)} ${withoutPlaces([questions, isLater, extent, launch, facts, warpModel, proposed])}`,
  );
}

type Of = Readonly<{ run: ConcreteRun; kernel: Kernel }>;
type Evidences = ReadonlyMap<string, Evidence>;

/** What the run shows, by key. */
function evidencesIn(report: MachineReport, wanted: ReadonlyMap<string, Obligation>, of: Of): Evidences {
  const races = new Map([...report.races].reverse().map((race) => [raceKeyOf(race), race] as const));
  return new Map(
    [...wanted].flatMap(([key, obligation]) => {
      const evidence = evidenceIn(report, obligation, races.get(key), of);
      return evidence === null ? [] : [[key, evidence] as const];
    }),
  );
}

/**
 * Not of runs that break an assumption or assertion of the source, or were steered by a value that was made up; nor of
 * writes that happened to store equal values.
 */
function evidenceIn(
  report: MachineReport,
  obligation: Obligation,
  race: MachineRace | undefined,
  of: Of,
): Evidence | null {
  const { run } = of;
  if ((report.inventedValues && mayBeSteered(obligation, { ...of, report })) || breaksAssumption(report)) return null;
  if (obligation.kind === 'divergence') {
    const divergence = report.divergences.find(({ barrier }) => barrier === obligation.question.barrier);
    return divergence === undefined ? null : { kind: 'divergence', obligation, divergence, run };
  }
  return race === undefined || (race.sameValue && obligation.differ !== null)
    ? null
    : { kind: 'race', obligation, race, run, sameValue: false };
}

/** What the run with contents of as few arrays as show it shows, and of as few of their first elements. */
function leastOf(run: ConcreteRun, evidences: (run: ConcreteRun) => Evidences | null): Evidences | null {
  let least = run;
  for (const [name, initial] of run.arrays) {
    const sizes = [0, 8, 64, 256].filter((size) => size < initial.values.size);
    const smaller = sizes.map((size) => withFirst(least, name, size)).find((one) => evidences(one) !== null);
    least = smaller ?? least;
  }
  return evidences(least);
}

/** The run with only the first elements of an array given; none: it is not given at all. */
function withFirst(run: ConcreteRun, name: string, size: number): ConcreteRun {
  const arrays = new Map(run.arrays);
  const initial = arrays.get(name);
  if (size === 0 || initial === undefined) arrays.delete(name);
  else arrays.set(name, { ...initial, values: new Map([...initial.values].filter(([index]) => index < size)) });
  return { ...run, arrays };
}

/** The integers that the kernel's conditions and addresses are made of. */
function constantsOf(kernel: Kernel): readonly number[] {
  const found = new Set<number>();
  eachStmt(kernel.body, (stmt) => {
    for (const expr of [...(stmt.kind === 'branch' ? [stmt.when] : []), ...expressionsOf(stmt)]) {
      collectConstants(expr, found);
    }
  });
  return [...found]
    .filter((value) => Number.isSafeInteger(value))
    .sort((a, b) => a - b)
    .slice(0, 32);
}

function collectConstants(expr: Expr, into: Set<number>): void {
  if (expr.kind === 'int') into.add(Number(expr.value));
  for (const operand of operandsOf(expr)) collectConstants(operand, into);
}
