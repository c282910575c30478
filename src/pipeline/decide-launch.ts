/**
 * Decides one view of a kernel under one launch, pass by pass. Needs: the launch, the view, and what other launches of
 * the kernel have shown. Gives: a decision, with what findings are made of. Depends on: kernel IR, launch, view, facts,
 * goal, and what was spent and shown before.
 */
import { messages } from './wording.ts';
import { textIn } from './kernel-input.ts';
import type { ArrayId } from '../base/brand.ts';
import type { Coding } from './race-codes.ts';
import type { CompiledKernel } from '../machine/compile.ts';
import type { Decision, Evidence } from './evidence.ts';
import type { Fact } from '../protocol/infer.ts';
import type { Kernel } from '../ir/ir.ts';
import type { KernelInput } from './kernel-input.ts';
import type { LaunchConfig } from '../launch/launch.ts';
import type { Learner } from './learn.ts';
import type { Obligation } from '../obligation/obligation.ts';
import type { ShowingRun } from './siblings.ts';
import type { Shown } from './evidence.ts';
import type { Vain } from './budgets.ts';
import type { View } from '../ir/views.ts';
import type { Watch } from './decide.ts';
import type { SplitProtocol, WholeProtocol } from '../protocol/protocol.ts';
import { TimeLimit, partOf } from '../base/deadline.ts';
import type { Admission } from './admitted.ts';
import { admissionUnder, shownByAdmitted, withAdmitted } from './admitted.ts';
import { amplified } from './amplified.ts';
import { byTiles, provedBy, tryTiles } from './by-tiles.ts';
import { codingOf } from './race-codes.ts';
import { countableAxes } from '../launch/unused-axes.ts';
import { decide } from './decide.ts';
import { fill } from '../base/message.ts';
import { gridBarriersUnder } from '../protocol/handed.ts';
import { isHarmless, nothingOpen, unfinished } from './evidence.ts';
import { orderedInStep } from './in-step.ts';
import { learn } from './learn.ts';
import type { Plan } from './goal.ts';
import { planOf } from './goal.ts';
import { printIntervals, printProtocol } from '../protocol/print.ts';
import { printMachineReport } from '../machine/print.ts';
import { printObligation } from '../obligation/print.ts';
import { contradictionIn, questionsOf } from './questions.ts';
import { asyncFindings, provedByRun } from './async-runs.ts';
import { refusalsUnder } from './refusals.ts';
import { reportStep } from './report-step.ts';
import type { Searches } from './search-open.ts';
import { noSearches, searchesUnder } from './search-open.ts';
import type { SplitInput } from './view-split.ts';
import { protocolOf, splitView } from './view-split.ts';
import { unmodelledIn, withoutRuledOut } from './unmodelled.ts';
import type { UsualRuns } from './usual-launch.ts';
import { usualRunsUnder } from './usual-launch.ts';

/** What is decided: a view (`compiled`: of the kernel that it is of) under a launch with facts. */
export type ViewUnder = Readonly<{
  config: LaunchConfig;
  view: View;
  facts: readonly Fact[];
  compiled: CompiledKernel;
}>;

/**
 * What launches that this one allows have shown, runs that show something under this one, which questions were left
 * possible (by key), and what all have cost in vain. `onEvidence`: gets what is confirmed, at once.
 */
export type Before = Readonly<{
  known: Shown;
  proposed: readonly ShowingRun[];
  doubted: ReadonlySet<string>;
  vain: Vain;
  onEvidence: (evidence: Evidence) => void;
  standsFor?: ViewUnder;
}>;

/**
 * `whole` is null where nothing was decided within the time limit. `isCompared`: all pairs of accesses were, arrays
 * taken as distinct.
 */
export type Decided = UsualRuns &
  Readonly<{
    decision: Decision;
    shown: Shown;
    kernel: Kernel;
    coding: Coding;
    whole: WholeProtocol | null;
    view: View;
    obligations: readonly Obligation[];
    isCompared: boolean;
  }>;

/** Where the time limit ends a pass on the way, what a launch that this one allows has shown is all there is. */
export async function decideLaunch(given: ViewUnder, before: Before, input: KernelInput): Promise<Decided> {
  const { at, assumptions } = withOwnBarriers(withinLimits(given), input);
  try {
    const decided = await decideInTime(at, before, input);
    return { ...decided, decision: { ...decided.decision, fitted: [...decided.decision.fitted, ...assumptions] } };
  } catch (error) {
    if (!(error instanceof TimeLimit)) throw error;
    const { config, view, facts } = at;
    const decision = unfinished(config, [...before.known.values()], unmodelledIn(view.kernel, [config]), error.message);
    const usual = usualRunsUnder({ kernel: input.kernel, config, facts });
    return {
      decision,
      shown: before.known,
      kernel: view.kernel,
      coding: codingOf(view.kernel, () => false),
      ...usual,
      whole: null,
      view,
      obligations: [],
      isCompared: false,
    };
  }
}

/** Without what is not modelled in blocks that an open launch does not have. */
function withinLimits(at: ViewUnder): ViewUnder {
  const { view, config } = at;
  const kernel = config.block.every((axis) => axis !== null) ? view.kernel : withoutRuledOut(view.kernel, [config]);
  return kernel === view.kernel ? at : { ...at, view: { ...view, kernel } };
}

/** With barriers of the grid where the kernel makes them of atomics [T23], and what that rests on. */
function withOwnBarriers(
  at: ViewUnder,
  {
    request: {
      options: { level, warpModel },
    },
  }: KernelInput,
): Readonly<{ at: ViewUnder; assumptions: readonly string[] }> {
  if (level !== 'grid' || warpModel !== 'its') return { at, assumptions: [] };
  const { kernel, restsOn, counters } = gridBarriersUnder(at.view.kernel, at.config);
  if (kernel === at.view.kernel) return { at, assumptions: [] };
  const named = (arrays: readonly ArrayId[]): string =>
    [...new Set(arrays.map((id) => kernel.arrays.get(id)?.name ?? id))].sort().join(', ');
  const assumptions = [
    fill(messages.startsAtZero, { names: named(restsOn) }),
    ...(counters.length === 0 ? [] : [fill(messages.countersNoWrap, { names: named(counters) })]),
  ];
  return { at: { ...at, view: { ...at.view, kernel } }, assumptions };
}

/** What a view is under a launch: its accesses by interval, and the questions about them. */
type Posed = Readonly<{
  at: ViewUnder;
  input: KernelInput;
  plan: Plan;
  under: SplitInput;
  protocol: ReturnType<typeof protocolOf>;
  whole: WholeProtocol;
  split: SplitProtocol;
  obligations: readonly Obligation[];
  /** Why not all pairs of accesses are compared; null: they are. */
  tooMany: string | null;
  /** What runs have shown that answers questions. */
  known: Shown;
  /** Why nothing is proved under this launch. */
  refusals: readonly string[];
  /** Whether a proof is possible: nothing is refused, and all is modelled. */
  isProvable: boolean;
}>;

/** The passes over one view under one launch, in order. */
async function decideInTime(at: ViewUnder, before: Before, input: KernelInput): Promise<Decided> {
  const posed = pose(at, before, input);
  const { plan, under, protocol, isProvable } = posed;
  const { costs, solver, deadline } = input;
  const mayUseRun = mayBeProvedByRun(posed);
  const byRun = mayUseRun ? runProof(posed) : null;
  const isShownByRun = mayUseRun && byRun === null && plan.showsModels && isFaultShown(posed);
  const isStopped = isShownByRun || isStoppedBefore(input.request.stopAfter) || (!isProvable && !plan.asksUnprovable);

  // a proof by barriers of parts of the block
  const byParts = { ...under, solver, compiled: at.compiled };
  const tried =
    !isStopped && isTiledFirst(posed)
      ? await costs.timedLong('tiles', () => tryTiles({ ...byParts, deadline: partOf(deadline, 0.4) }))
      : null;
  const proof =
    byRun === null
      ? provedBy(tried)
      : { ...nothingOpen(at.config), assumptions: protocol.assumptions, amplified: byRun };

  const { searches, admission } = searchesFor(posed, before);
  const solved =
    proof === null ? await solvedBy(posed, before, searches, isStopped) : { decision: proof, shown: posed.known };

  // runs that decide what is left open
  const isAmplified = plan.showsModels && input.request.stopAfter === undefined && proof === null;
  const {
    decision: settled,
    shown,
    notCompared,
  } = isAmplified
    ? costs.timed('runs', () => amplifiedBy(posed, solved))
    : { ...solved, notCompared: byRun === null ? posed.tooMany : null };
  const isLeft = !isStopped && byRun === null;
  const ordered =
    isLeft && posed.tooMany === null ? await costs.timedLong('tiles', () => byTiles(settled, tried, byParts)) : settled;
  const searched = isLeft && plan.showsModels ? searches.finish(ordered) : ordered;
  return await decidedAs(posed, {
    searched,
    shown,
    notCompared,
    admission,
    isCompared: posed.tooMany === null || byRun !== null,
    isFlightShown: isShownByRun && mayFly(posed),
  });
}

/**
 * Pass: protocol, intervals and questions. Needs: a view under a launch. Gives: what is asked of it, and what runs under
 * other launches answer already.
 */
function pose(at: ViewUnder, { known: before, proposed }: Before, input: KernelInput): Posed {
  const {
    config,
    view: { kernel },
  } = at;
  const { costs, dump, request } = input;
  reportStep(input, 'accesses', 0, null);
  const under = splitInput(at, input);
  const protocol = costs.timed('accesses', () => protocolOf(under));
  dump('protocol', kernel.name, () => printProtocol(protocol));
  const { whole, split } = costs.timed('accesses', () => splitView(under));
  dump('intervals', kernel.name, () => printIntervals(split));
  const { obligations, tooMany } = questionsOf(split, under, input);
  dump('obligation', kernel.name, () => obligations.map(printObligation).join('\n'));
  const known = shownByRuns(proposed, before, { obligations, split, kernel });
  const refusals = refusalsUnder(config, kernel, request.options.level).flatMap((reason) => reason ?? []);
  const isProvable = refusals.length === 0 && !hasUnknowns(split);
  const plan = planOf(input.goal);
  return { at, input, plan, under, protocol, whole, split, obligations, tooMany, known, refusals, isProvable };
}

const hasUnknowns = (split: SplitProtocol): boolean =>
  [...split.intervals, split.whole].some(({ unknowns }) => unknowns.length > 0);

/** Whether accesses of asynchronous copies may be under way across steps. */
const mayFly = ({ split }: Posed): boolean => split.whole.accesses.some(({ access }) => access.isInFlight);

const isNothingShown = ({ known }: Posed): boolean => [...known.values()].every(isHarmless);

/**
 * Whether a run may prove the view: where asynchronous steps are not all known to be in order by their shape, or
 * addresses are what arrays are known to hold.
 */
function mayBeProvedByRun(posed: Posed): boolean {
  const { at, input, protocol, split, refusals } = posed;
  const isSeparate = [...protocol.arrays.values()].every(({ aliases }) => aliases.length === 0);
  return (
    input.request.stopAfter === undefined &&
    isSeparate &&
    refusals.length === 0 &&
    isNothingShown(posed) &&
    (mayFly(posed) || at.config.contents !== undefined || hasUnknowns(split))
  );
}

/** A proof by a run, or null. */
function runProof({ at: { view, config, facts }, input }: Posed): ReturnType<typeof provedByRun> {
  const { level, warpModel } = input.request.options;
  const { deadline } = input;
  return input.costs.timed('runs', () => provedByRun({ view, config, facts, level, warpModel, deadline }));
}

/**
 * Whether a run shows a fault of a copy or barrier object, which is no answer to a question: then none is asked, and the
 * pass over all launches reports it (judged.ts).
 */
function isFaultShown({ at: { config, facts }, input, isProvable }: Posed): boolean {
  const { level, warpModel } = input.request.options;
  return input.costs
    .timed('runs', () =>
      asyncFindings({
        kernel: input.kernel,
        isBrief: isProvable,
        launches: [config],
        facts,
        warpModel,
        level,
        deadline: input.deadline,
        textAt: textIn(input),
      }),
    )
    .some(({ draft: { kind } }) => kind === 'async-copy');
}

const isStoppedBefore = (stage: KernelInput['request']['stopAfter']): boolean =>
  stage === 'protocol' || stage === 'intervals' || stage === 'obligation';

/** Whether barriers of parts of the block are tried before the questions. */
const isTiledFirst = (posed: Posed): boolean =>
  posed.plan.triesTilesFirst && posed.isProvable && posed.tooMany === null && isNothingShown(posed);

/**
 * Searches for colliding runs, and which runs the launch admits: a view leaves barriers out, which a run may not. What
 * searches found for another instance is known already.
 */
function searchesFor(
  posed: Posed,
  { proposed, vain, onEvidence }: Before,
): Readonly<{ searches: Searches; admission: Admission }> {
  const { at, input, plan, under, split } = posed;
  const { config, view, facts, compiled } = at;
  const { siblings, deadline, costs } = input;
  const admission = admissionUnder({ kernel: view.kernel, config, facts });
  const { warpModel } = input.request.options;
  const isShown = proposed.length > 0 && !isNothingShown(posed);
  if (isShown || siblings.isSearchedInVain()) return { searches: noSearches, admission };
  const space = {
    onEvidence,
    admission,
    kernel: compiled.kernel,
    config,
    split,
    facts: under.facts,
    warpModel,
    deadline,
  };
  return { searches: searchesUnder(space, plan.searchesAsRacy, vain, costs, siblings), admission };
}

type Solved = Pick<Decided, 'decision' | 'shown'>;

/** Pass: the solver, and replays of its models. */
async function solvedBy(
  { at, input, plan, split, obligations, known, isProvable }: Posed,
  { doubted, vain, onEvidence, standsFor = at }: Before,
  searches: Searches,
  isStopped: boolean,
): Promise<Solved> {
  const { config, view, facts, compiled } = at;
  const { solver, deadline, costs, siblings } = input;
  return await decide({
    kernel: view.kernel,
    compiled,
    config,
    facts,
    split,
    obligations: isStopped ? [] : obligations,
    warpModel: input.request.options.warpModel,
    solver,
    deadline,
    costs,
    known,
    doubted,
    vain,
    showsModels: plan.showsModels,
    isProvable,
    settles: settlesAt(standsFor, input),
    look: searches.look,
    watch: { ...watchFor(at, obligations, searches.onRun, input), onEvidence },
    elsewhere: siblings.questions,
  });
}

/** Pass: runs that decide what the solver left open. */
function amplifiedBy({ at, input, split, obligations, tooMany }: Posed, solved: Solved): ReturnType<typeof amplified> {
  const { view, facts, compiled } = at;
  const { level, warpModel } = input.request.options;
  const { deadline } = input;
  return amplified({
    ...solved,
    view,
    compiled,
    split,
    obligations,
    notCompared: tooMany,
    facts,
    level,
    warpModel,
    deadline,
  });
}

/**
 * `notCompared`: why not all pairs were compared; null: they were, or need not be. `isFlightShown`: whether a run shows
 * a fault of a copy under way.
 */
type Found = Readonly<{
  searched: Decision;
  shown: Shown;
  notCompared: string | null;
  admission: Admission;
  isCompared: boolean;
  isFlightShown: boolean;
}>;

/**
 * Pass: what counts of what was found. Races that are seen with arrays apart are reported all the same; only a proof
 * needs them to be apart.
 */
async function decidedAs(
  { at, input, whole, split, obligations, refusals }: Posed,
  { searched, shown, notCompared, admission, isCompared, isFlightShown }: Found,
): Promise<Decided> {
  const { config, view, facts } = at;
  const { kernel } = view;
  const { solver, deadline } = input;
  const { warpModel } = input.request.options;
  const isNothingLeft = searched.open.length === 0 && searched.confirmed.length === 0;
  const contradiction = isNothingLeft && mayContradict(at) ? await contradictionIn(split, input) : null;
  const refused = [contradiction, ...refusals, notCompared, isFlightShown ? messages.copyInFlight : null].flatMap(
    (reason) => reason ?? [],
  );
  const decision = { ...withAdmitted(searched, admission), refused: [...searched.refused, ...refused] };
  return {
    decision,
    shown: shownByAdmitted(shown, admission),
    kernel,
    coding: codingOf(kernel, await orderedInStep(decision, { kernel, warpModel, solver, deadline })),
    ...usualRunsUnder({ kernel: input.kernel, config, facts }),
    whole,
    view,
    obligations,
    isCompared: isCompared && contradiction === null && searched.refused.length === 0,
  };
}

const splitInput = (
  { config, view, facts }: ViewUnder,
  {
    deadline,
    kept,
    siblings,
    request: {
      options: { warpModel, level },
    },
  }: KernelInput,
): SplitInput => ({
  config,
  view,
  facts: [...facts, ...countableAxes(view.kernel, config)],
  inFull: new Set<never>(),
  level,
  warpModel,
  deadline,
  kept,
  ownership: siblings.ownership,
});

/** By a condition for the launch that is meant. */
const settlesAt =
  (at: ViewUnder, input: KernelInput) =>
  async (evidence: Evidence, left: number): Promise<boolean> => {
    const { settling, costs } = input;
    const {
      config,
      view: { kernel },
    } = at;
    return (
      settling !== null &&
      (await costs.timedLong('conditions', () =>
        settling.settles(evidence, left, () => ({ kernel, config, whole: splitView(splitInput(at, input)).whole })),
      ))
    );
  };

/** With what these runs show. */
function shownByRuns(runs: readonly ShowingRun[], before: Shown, learner: Learner): Shown {
  const shown = new Map(before);
  for (const { run, report } of runs) learn(report, run, { ...learner, asked: null }, shown);
  return shown;
}

/** A block that is wholly known agrees with itself; the solver need not start to prove that. */
const mayContradict = ({ facts, view: { kernel }, config }: ViewUnder): boolean =>
  facts.length + kernel.assumptions.length + config.facts.length > 0 || config.block.includes(null);

/** What is reported and printed while the questions are decided. */
function watchFor(
  { view: { kernel } }: ViewUnder,
  obligations: readonly Obligation[],
  propose: Watch['onRun'],
  input: KernelInput,
): Omit<Watch, 'onEvidence'> {
  const { dump } = input;
  return {
    onQuestion: (done) => reportStep(input, 'questions', done, obligations.length),
    onAnswer: (obligation, text) => dump('solve', kernel.name, () => `${obligation.kind} ${obligation.id}: ${text}`),
    onRun: (obligation, run, report) => {
      propose(obligation, run, report);
      dump('witness', kernel.name, () => `${obligation.kind} ${obligation.id}: ${printRun(run)}`);
      dump('machine', kernel.name, () => printMachineReport(report));
    },
  };
}

function printRun(run: unknown): string {
  return JSON.stringify(run, (_key, value: unknown): unknown =>
    typeof value === 'bigint' ? `${value}` : value instanceof Map ? Object.fromEntries(value) : value,
  );
}
