/**
 * Decides one kernel under one launch: protocol, intervals, obligations, solver, and the machine as judge of every model.
 * Needs: a lowered kernel. Gives: a `Decision`. A model that the machine refutes is blocked, and the next one is asked for,
 * within `tries`.
 */
import type { Decision, Evidence, OpenObligation } from './evidence.ts';
import type { Costs } from './costs.ts';
import type { Deadline } from '../base/deadline.ts';
import type { CompiledKernel } from '../machine/compile.ts';
import type { Expr } from '../base/expr.ts';
import type { Kernel, MemoryScope } from '../ir/ir.ts';
import type { LaunchConfig, WarpModel } from '../launch/launch.ts';
import type { MachineBudget, MachineReport } from '../machine/machine.ts';
import type { Model, Solver } from '../solve/solve.ts';
import type { Obligation } from '../obligation/obligation.ts';
import type { SplitProtocol } from '../protocol/protocol.ts';
import type { ConcreteRun } from '../launch/run.ts';
import { TimeLimit, partOf } from '../base/deadline.ts';
import type { Vain } from './budgets.ts';
import { answerOf } from './asking.ts';
import { arithmetic } from '../solve/decide.ts';
import { breaksAssumption } from './assumed.ts';
import { budgets, effortOf } from './budgets.ts';
import { blockModel, modestSizes, toConcreteRun } from '../witness/witness.ts';
import { farFetched } from '../witness/realistic.ts';
import { eachNode, mapExpr } from '../base/expr-walk.ts';
import { eachStmt } from '../ir/walk.ts';
import { binary, int } from '../base/expr-build.ts';
import { evaluate } from '../solve/evaluate.ts';
import { i64 } from '../base/ctype.ts';
import { isHarmless, notAskedBecause } from './evidence.ts';
import { followersOf } from '../handover/handover.ts';
import { launchRoots } from '../protocol/launch-facts.ts';
import { keptApart } from '../ir/mutual-exclusion.ts';
import { keyOf, raceKeyOf } from './question-keys.ts';
import { notModelled } from '../protocol/protocol.ts';
import { runCompiled } from '../machine/run.ts';
import { unknownFlow } from '../ir/unknown-flow.ts';
import { isOneOfEqual, leavesOpen, notSoonRefuted } from './soon-decided.ts';
import { divisionByZero, refusal } from './refusal.ts';
import { restsOnTable } from './tables.ts';
import { withUnequalValues } from './unequal.ts';
import { withoutOutsideReads } from './outside-reads.ts';
import { witnessContext } from './witness-context.ts';
import { linesListed } from '../base/listing.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

type DecideInput = Readonly<{
  kernel: Kernel;
  compiled: CompiledKernel;
  config: LaunchConfig;
  split: SplitProtocol;
  obligations: readonly Obligation[];
  warpModel: WarpModel;
  solver: Solver;
  deadline: Deadline;
  costs: Costs;
  /** What runs under other launches that this one allows have shown. */
  known: Shown;
  /** Questions that have a model under another launch that this one allows, and none that a run confirmed: no proof is possible, and few models are worth a run. */
  doubted: ReadonlySet<string>;
  /** What was in vain for this kernel so far, under any launch. */
  vain: Vain;
  /** Evidence for some of the obligations, from runs that no model proposes. `isRacy`: something else is confirmed already. */
  look: (obligations: readonly Obligation[], isRacy: boolean) => readonly Evidence[];
  /** Whether only a proof is of use: the first question that stays open ends it, and no model is replayed. */
  onlyProof?: boolean;
  /** Before each question: how many came before it. */
  onQuestion?: (done: number) => void;
  onAnswer?: (obligation: Obligation, text: string) => void;
  onRun?: (obligation: Obligation, run: ConcreteRun, report: MachineReport) => void;
}>;

/** `fitted`: as asking.ts has it. `isRacy`: something is confirmed already. */
type Spending = Readonly<{ fitted: Set<number>; isRacy: boolean }>;

/** A race or divergence that some run has shown, by what it is about. */
export type Shown = ReadonlyMap<string, Evidence>;

export async function decide(input: DecideInput): Promise<Readonly<{ decision: Decision; shown: Shown }>> {
  const { split } = input;
  const shown = new Map(input.known);
  const fitted = new Set<number>();
  const confirmed: Evidence[] = [];
  const open: OpenObligation[] = [];
  const equal: Obligation[] = [];
  let [late, openSince, isSearched] = [0, 0, false];
  const isRacyElsewhere = ![...input.known.values()].every(isHarmless);
  const asked = input.costs.timed('questions', () => notSoonRefuted([...input.obligations].sort(likeliestFirst), input));
  for (const [k, obligation] of asked.entries()) {
    input.onQuestion?.(input.obligations.length - asked.length + k);
    const known = shown.get(keyOf(obligation));
    if (known !== undefined && !isHarmless(known)) {
      if (!confirmed.includes(known)) confirmed.push(known);
      continue;
    }
    if (input.deadline.passed()) {
      late++;
      continue;
    }
    if (isOneOfEqual(obligation, [...equal, ...confirmed.filter(isHarmless).map((evidence) => evidence.obligation)])) {
      equal.push(obligation);
      continue;
    }
    const isRacy = isRacyElsewhere || !confirmed.every(isHarmless);
    const notAsked = notAskedSince(open, isRacy, input);
    const outcome = notAsked === null ? await input.costs.asked(obligation, () => decideInTime(obligation, { ...input, fitted, isRacy, deadline: partOf(input.deadline, k + 1 === asked.length ? 1 : mostOfTime) }, shown)) : leftOut(obligation, notAsked);
    if (outcome === 'stores equal values') equal.push(obligation);
    if (outcome === 'cannot happen' || outcome === 'stores equal values') continue;
    if ('evidence' in outcome) confirmed.push(outcome.evidence);
    else open.push(outcome);
    if (isRacy && !('evidence' in outcome)) openSince++;
    if (input.onlyProof === true && open.length > 0) break;
    if (!isSearched && isWorthSearching(open, openSince, confirmed)) {
      isSearched = true;
      for (const evidence of input.look(input.obligations, isRacy)) addTo(shown, evidence);
    }
  }
  for (const { obligation } of open) {
    const evidence = shown.get(keyOf(obligation));
    if (evidence !== undefined && !isHarmless(evidence) && !confirmed.includes(evidence)) confirmed.push(evidence);
  }
  const decision = {
    config: input.config,
    confirmed,
    equal,
    open: open.filter((o) => leavesOpen(shown.get(keyOf(o.obligation)))),
    late,
    refused: late === 0 ? [] : [fill(messages.lateQuestions, { late, count: input.obligations.length, questions: input.obligations.length === 1 ? 'question was' : late === 1 ? 'questions was' : 'questions were', text: input.deadline.text })],
    unknowns: unknownsOf(split),
    assumptions: split.protocol.assumptions,
    fitted: fitted.size === 0 ? [] : [fill(messages.unsignedNoWrap, { lines: linesListed([...fitted].sort((a, b) => a - b)) })],
    approximations: split.protocol.approximations.map((a) => `line ${a.span.line}: ${a.text}`),
    amplified: null,
  };
  return { decision, shown };
}

/** What one question may take of the time that is left, where others are still to come. */
const mostOfTime = 1 / 3;

/** Why the solver is not asked any more, or null. Of a kernel that is racy, what no run would show says little: arithmetic alone tells what cannot be. */
function notAskedSince(open: readonly OpenObligation[], isRacy: boolean, { vain }: DecideInput): string | null {
  if (open.filter(({ status }) => status === 'undecided').length >= budgets.undecided) return fill(messages.skippedAfterQuestions, { notAskedBecause, undecided: budgets.undecided });
  const { all } = effortOf(vain, isRacy);
  return isRacy && vain.steps >= all ? fill(messages.skippedAfterSteps, { notAskedBecause, all }) : null;
}

function leftOut(obligation: Obligation, because: string): 'cannot happen' | OpenObligation {
  return arithmetic.refutes(obligation.formula) ? 'cannot happen' : { obligation, status: 'undecided', because };
}

function addTo(shown: Map<string, Evidence>, evidence: Evidence): void {
  const key = keyOf(evidence.obligation);
  if (leavesOpen(shown.get(key))) shown.set(key, evidence);
}

/** Whether so much is open that runs are searched for, before more is asked. `openSince`: of what is open, since something is confirmed. */
function isWorthSearching(open: readonly OpenObligation[], openSince: number, confirmed: readonly Evidence[]): boolean {
  if (!confirmed.every(isHarmless)) return openSince >= budgets.openBeforeSearchOnceRacy;
  return open.length >= budgets.openBeforeSearch || open.some(({ status }) => status === 'undecided');
}

/** Divergences; then races whose formula speaks of no contents of memory, since the machine sees in a run what the solver sees in them. */
function likeliestFirst(a: Obligation, b: Obligation): number {
  const rank = ({ kind, reads }: Obligation): number => (kind === 'divergence' ? 0 : reads.length === 0 ? 1 : 2);
  return rank(a) - rank(b);
}

/** Whether both stand between the taking and the giving back of one lock [T15]. */
const isKeptApart = (obligation: Obligation, kernel: Kernel): boolean =>
  obligation.kind === 'race' && keptApart(kernel)({ first: obligation.first.id, second: obligation.second.id, isBetweenBlocks: obligation.scope === 'grid' });

function unknownsOf(split: SplitProtocol): readonly string[] {
  const all = [...split.intervals, split.whole].flatMap((interval) => interval.unknowns);
  return [...new Set(all.map((u) => `line ${u.span.line}: ${u.because}`))];
}

async function decideInTime(obligation: Obligation, input: DecideInput & Spending, shown: Map<string, Evidence>): ReturnType<typeof decideOne> {
  try {
    return await decideOne(obligation, input, shown);
  } catch (error) {
    if (error instanceof TimeLimit) return { obligation, status: 'undecided', because: error.message };
    throw error;
  }
}

async function decideOne(obligation: Obligation, input: DecideInput & Spending, shown: Map<string, Evidence>): Promise<'cannot happen' | 'stores equal values' | { evidence: Evidence } | OpenObligation> {
  const blocked: Expr[] = [];
  let because = '';
  let [models, isUnusual] = [0, false];
  let status: OpenObligation['status'] = 'undecided';
  let sameValue = false;
  if (isKeptApart(obligation, input.kernel)) return 'cannot happen';
  const never = neverShown(obligation, input);
  const checks = checksFor(obligation, input);
  const { each } = effortOf(input.vain, input.isRacy);
  for (const steps of input.doubted.has(keyOf(obligation)) ? each.slice(0, 2) : each) {
    input.deadline.check();
    const { answer, isEqual, isPlain } = await answerOf(checks.asked, blocked, sameValue, never === null ? input : { ...input, onlyProof: true });
    sameValue ||= isEqual && blocked.length === 0;
    input.onAnswer?.(obligation, answer.kind === 'unknown' ? `unknown: ${answer.because}` : `${answer.kind} by ${answer.by}`);
    if (answer.kind === 'unsat') return blocked.length === 0 ? 'cannot happen' : notShown(obligation, { status, because }, sameValue);
    if (answer.kind === 'unknown') return notShown(obligation, { status: 'undecided', because: fill(messages.solverGaveUp, { because: answer.because }) }, sameValue);
    // runs (partings.ts) tell which of these faults are real
    if (obligation.kind === 'divergence' && obligation.scope === 'grid') return { obligation, status: 'undecided', because: messages.gridBarrierOpen };
    if (input.onlyProof === true && !sameValue) return { obligation, status: 'undecided', because: messages.onlyProof };
    if (never !== null) return notShown(obligation, { status: 'possible', because: never }, sameValue);
    const unreal = farFetched(obligation, answer.model);
    const replayed: { evidence: Evidence } | Refusal = unreal === null ? input.costs.timed('runs', () => replay(obligation, answer.model, sameValue, steps, input, shown)) : { because: unreal, isFinal: false };
    input.onAnswer?.(obligation, 'evidence' in replayed ? 'model confirmed' : fill(messages.notConfirmed, { because: replayed.because }));
    if ('evidence' in replayed) return replayed;
    input.vain.models++;
    status = unreal === null ? 'possible' : status;
    if (replayed.isFaulty === true && replayed.because === because) break;
    because = replayed.because;
    models++;
    isUnusual ||= !isPlain;
    // that such writes meet is all that a run could show
    if (sameValue) break;
    if (isUnusual && models >= budgets.unusualModels) break;
    if (replayed.isFinal || input.vain.cut >= budgets.cutRuns) break;
    if (replayed.isStated === true && checks.conditions.some((check) => !blocked.includes(check))) {
      blocked.push(...checks.conditions);
      continue;
    }
    const block = unreal === null ? blockModel(obligation, answer.model) : modestSizes(obligation);
    if (block === null) break;
    blocked.push(block, ...withinShared(obligation, answer.model, input.kernel));
  }
  return notShown(obligation, { status, because }, sameValue);
}

/** What host code says of the launch and is too hard for a proof, for models to show; and the obligation, with the variables of that. */
function checksFor(obligation: Obligation, { kernel, config }: DecideInput): Readonly<{ asked: Obligation; conditions: readonly Expr[] }> {
  const { checks = [] } = config;
  if (checks.length === 0) return { asked: obligation, conditions: [] };
  const { roots } = launchRoots(kernel, config);
  const conditions = checks.map(({ condition }) => mapExpr(condition, (node) => (node.kind === 'var' ? roots.get(node.id) : node.kind === 'builtin' ? roots.get(node.name) : undefined) ?? node));
  const variables = new Map(obligation.formula.variables);
  for (const condition of conditions) {
    eachNode(condition, (node) => {
      if (node.kind === 'var' && !variables.has(node.id)) variables.set(node.id, { id: node.id, type: node.type, of: node.id, copy: 'launch' });
    });
  }
  return { asked: { ...obligation, formula: { ...obligation.formula, variables } }, conditions };
}

/** Writes that are proved to store equal values change nothing for anyone, whether or not they meet [T3]. */
const notShown = (obligation: Obligation, how: Pick<OpenObligation, 'status' | 'because'>, sameValue: boolean): 'stores equal values' | OpenObligation =>
  (sameValue ? 'stores equal values' : { obligation, ...how });

/** `isFinal`: whatever the model, so that another one is not worth asking for. `isFaulty`: the run has no meaning from a line on, which another model seldom changes. `isStated`: it breaks what is stated of runs. */
type Refusal = Readonly<{ because: string; isFinal: boolean; isFaulty?: boolean; isStated?: boolean }>;

/** Where the model has the two collide before the beginning of a shared array, which no run does: not there. */
function withinShared(obligation: Obligation, model: Model, kernel: Kernel): readonly Expr[] {
  if (obligation.kind !== 'race' || kernel.arrays.get(obligation.array)?.space !== 'shared') return [];
  const address = evaluate(obligation.address, model, 'ideal');
  return address !== null && address < 0n ? [binary('<=', int(0, i64), obligation.address)] : [];
}

/** Why no run of whatever model could show it, or null: then only a proof is of use. */
function neverShown(obligation: Obligation, { kernel, split }: DecideInput): string | null {
  if (mayBeFenced(obligation, kernel)) return messages.maybeOrdered;
  return restsOnTable(obligation, split, kernel) ? messages.constantTable : null;
}

function replay(obligation: Obligation, model: Model, sameValue: boolean, steps: number, input: DecideInput & Spending, shown: Map<string, Evidence>): { evidence: Evidence } | Refusal {
  const refused = (because: string, isFinal = false): Refusal => ({ because, isFinal });
  const plan = toConcreteRun(obligation, model, witnessContext(input.kernel, input.config, input.warpModel));
  if (!plan.ok) return refused(plan.problem);
  const { all } = effortOf(input.vain, input.isRacy);
  if (input.vain.steps >= all) return refused(fill(messages.stepsSpent, { all }), true);
  const run = plan.value.run;
  const budget = { maxBytes: budgets.machine.maxBytes, maxSteps: Math.min(steps, all - input.vain.steps), isTimeUp: input.deadline.passed, sought: soughtBy(obligation, sameValue) };
  const seen = runCompiled(input.compiled, run, budget);
  const inside = (first: MachineReport, at: ConcreteRun): MachineReport => withoutOutsideReads(first, (outside) => runCompiled(input.compiled, at, { ...budget, outside }));
  const report = inside(seen, run);
  input.vain.steps += report.steps;
  const isCut = report.outcome.kind === 'budget' && report.outcome.which === 'steps';
  input.onRun?.(obligation, run, report);
  if (breaksAssumption(report)) return { ...refused(messages.contradictsAssumption), isStated: true };
  if (isMadeUp(obligation, { report, run, ...input })) return refused(messages.unmodelledValue, true);
  learn(report, run, { ...input, asked: { obligation, sameValue } }, shown);
  const evidence = shown.get(keyOf(obligation)) ?? otherBarrier(obligation, report, run);
  const ofAnother = evidence?.kind === 'race' && evidence.sameValue && evidence.obligation !== obligation;
  if (evidence === undefined || ofAnother) {
    if (isCut) input.vain.cut++;
    return { ...refused(refusal(report, seen)), isFaulty: divisionByZero(report) !== undefined };
  }
  input.vain.steps -= report.steps;
  if (evidence.kind !== 'race' || evidence.obligation !== obligation || sameValue || evidence.obligation.differ === null) return { evidence };
  const unequal = withUnequalValues(evidence, input.compiled, input.config.scalars, (at) => inside(runCompiled(input.compiled, at, budget), at));
  if (unequal !== null) shown.set(keyOf(obligation), unequal);
  else shown.delete(keyOf(obligation));
  return unequal === null ? refused(messages.equalInRuns) : { evidence: unequal };
}

/** What a run of the obligation's model is made for; writes that might store different values are sought until they do. */
function soughtBy(obligation: Obligation, sameValue: boolean): NonNullable<MachineBudget['sought']> {
  const mayDiffer = obligation.kind === 'race' && obligation.differ !== null && !sameValue;
  const key = keyOf(obligation);
  return {
    race: (race) => (obligation.kind === 'divergence' || raceKeyOf(race) !== key ? 'other' : race.sameValue && mayDiffer ? 'nearly' : 'sought'),
    divergence: ({ barrier }) => obligation.kind === 'divergence' && barrier === obligation.question.barrier,
  };
}

/**
 * Publication through a fence, or an ordered atomic, and a flag that is read (TAXONOMY SW404, SW407) orders memory in ways that replay does not
 * see. Between blocks, fences and orders of block scope do nothing. Of shared memory, and where only atomics have an order, the two are
 * unordered if neither comes after something that a thread has seen.
 */
export function mayBeFenced(obligation: Obligation, kernel: Kernel): boolean {
  if (obligation.kind === 'divergence') return false;
  const isGlobal = kernel.arrays.get(obligation.array)?.space === 'global';
  let [fences, orders, polls] = [0, 0, 0];
  const reaches = (scope: MemoryScope): boolean => obligation.scope === 'block' || scope !== 'block';
  eachStmt(kernel.body, (stmt) => {
    if (stmt.kind === 'fence' && reaches(stmt.scope)) fences++;
    if (stmt.kind === 'atomic' && stmt.order !== 'relaxed' && reaches(stmt.scope)) orders++;
    if (stmt.kind === 'atomic' || (stmt.kind === 'load' && stmt.place.volatile)) polls++;
  });
  if (polls === 0 || fences + orders === 0) return false;
  if (isGlobal && fences > 0) return true;
  const follows = followersOf(kernel);
  return follows(obligation.first.id) || follows(obligation.second.id);
}

/** A split that shows itself only at a later barrier than the first one concerned is the same divergence. */
function otherBarrier(obligation: Obligation, report: MachineReport, run: ConcreteRun): Evidence | undefined {
  const divergence = report.divergences[0];
  if (obligation.kind !== 'divergence' || divergence === undefined) return undefined;
  return { kind: 'divergence', obligation, divergence, run };
}

/** `asked`: the question that the run is for, if there is one. */
type Asked = Readonly<{ asked: Readonly<{ obligation: Obligation; sameValue: boolean }> | null }>;

/**
 * Every obligation that this run happens to show is confirmed by it, too; but not writes that here stored equal values and
 * might store others: those are asked about themselves.
 */
export function learn(report: MachineReport, run: ConcreteRun, input: Pick<DecideInput, 'obligations' | 'split' | 'kernel'> & Asked, shown: Map<string, Evidence>): void {
  const races = new Map(report.races.map((race) => [raceKeyOf(race), race]));
  const divergences = new Map(report.divergences.map((d) => [d.barrier, d]));
  for (const obligation of input.obligations) {
    const key = keyOf(obligation);
    const own = obligation === input.asked?.obligation;
    if (!leavesOpen(shown.get(key)) || isMadeUp(obligation, { report, run, ...input })) continue;
    if (restsOnTable(obligation, input.split, input.kernel)) continue;
    if (obligation.kind === 'race') {
      const race = races.get(key);
      if (race === undefined || (race.sameValue && !own && obligation.differ !== null) || mayBeFenced(obligation, input.kernel)) continue;
      shown.set(key, { kind: 'race', obligation, race, run, sameValue: own && input.asked.sameValue && race.sameValue });
    } else {
      const divergence = divergences.get(obligation.question.barrier);
      if (divergence !== undefined) shown.set(key, { kind: 'divergence', obligation, divergence, run });
    }
  }
}

type Replayed = Readonly<{ report: MachineReport; run: ConcreteRun; split: SplitProtocol; kernel: Kernel }>;

/** Whether what the run shows of the obligation may come from values that the machine made up. */
const isMadeUp = (obligation: Obligation, replayed: Replayed): boolean => replayed.report.inventedValues && restsOnInvented(obligation, replayed.split) && mayBeSteered(obligation, replayed);

/** Whether made-up values may have led the run to the obligation's statements or cells, or be what makes two stored values differ. */
export function mayBeSteered(obligation: Obligation, { run, kernel }: Pick<Replayed, 'run' | 'kernel'>): boolean {
  const { steers, writers } = unknownFlow(kernel);
  if (steers || kernel.params.some((param) => param.kind === 'scalar' && !run.scalars.has(param.name))) return true;
  return obligation.kind === 'race' && obligation.differ !== null && [obligation.first, obligation.second].some(({ id }) => writers.has(id));
}

/**
 * Whether the formula speaks of a value that is neither an input nor read from memory: what a run made up for it shows nothing. That
 * values of unknown functions, such as textures, differ where their arguments do, may be made up; what else follows from them may not.
 */
function restsOnInvented(obligation: Obligation, split: SplitProtocol): boolean {
  const functions = new Set<string>();
  for (const constraint of obligation.formula.constraints) {
    eachNode(constraint, (node) => {
      if (node.kind === 'apply') functions.add(node.fn);
    });
  }
  return [...functions].some((fn) => fn.startsWith(notModelled)) || [...obligation.formula.variables.values()].some(({ of }) => {
    const origin = split.variables.get(of)?.origin;
    return origin?.kind === 'unknown' && origin.read === null;
  });
}

/** Whether a run that makes no values up could confirm it: nothing else that it rests on is left out of runs. */
export const confirmable = (obligation: Obligation, { kernel, split }: Pick<DecideInput, 'kernel' | 'split'>): boolean => !mayBeFenced(obligation, kernel) && !restsOnTable(obligation, split, kernel);
