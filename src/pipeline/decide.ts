/**
 * Decides one kernel under one launch: protocol, intervals, obligations, solver, and the machine as judge of every model.
 * Needs: a lowered kernel. Gives: a `Decision`. A model that the machine refutes is blocked, and the next one is asked for,
 * within `tries`.
 */
import type { Decision, Evidence, OpenObligation } from './evidence.ts';
import type { Deadline } from '../base/deadline.ts';
import type { CompiledKernel } from '../machine/compile.ts';
import type { Expr } from '../base/expr.ts';
import type { Kernel, MemoryScope } from '../ir/ir.ts';
import type { LaunchConfig, WarpModel } from '../launch/launch.ts';
import type { MachineBudget, MachineRace, MachineReport } from '../machine/machine.ts';
import type { Answer, Model, Solver } from '../solve/solve.ts';
import type { Formula, Obligation, RaceObligation } from '../obligation/obligation.ts';
import type { SplitProtocol } from '../protocol/protocol.ts';
import type { ConcreteRun } from '../launch/run.ts';
import type { Fitting } from '../obligation/fitting.ts';
import { arithmetic } from '../solve/decide.ts';
import { TimeLimit } from '../base/deadline.ts';
import { breaksAssumption } from './assumed.ts';
import { blockModel, modestSizes, preferSmall, smallArguments, toConcreteRun } from '../witness/witness.ts';
import { farFetched } from '../witness/realistic.ts';
import { eachNode } from '../base/expr-walk.ts';
import { eachStmt } from '../ir/walk.ts';
import { isHarmless } from './evidence.ts';
import { followersOf } from '../handover/handover.ts';
import { notModelled } from '../protocol/protocol.ts';
import { runCompiled } from '../machine/run.ts';
import { unknownFlow } from '../ir/unknown-flow.ts';
import { restsOnTable } from './tables.ts';
import { witnessContext } from './witness-context.ts';

export const budgets = {
  /** Z3 resource units for one obligation. */
  rlimit: 300_000,
  /** The same, once questions of the kernel that stayed without an answer have cost `allRlimit` units, under all launches together. */
  laterRlimit: 100_000,
  allRlimit: 300_000,
  /** For the question whether a model with large arguments has one with small arguments beside it. */
  smallRlimit: 100_000,
  /** Obligations of one kernel that the solver may leave undecided before the rest is not asked. */
  undecided: 12,
  /** Models of one obligation that are replayed before it is left `possible`. */
  tries: 4,
  /** Models of one kernel that the machine may refute before one of each further obligation must do. */
  allTries: 24,
  /** Questions left open, with nothing confirmed, after which runs are searched for that show them, before the rest is asked; or one that the solver left undecided. */
  openBeforeSearch: 6,
  /** Models of one kernel that the machine may refute before small arguments are no longer wished for: that costs as much as the question. */
  wishedModels: 6,
  /** Of one run. */
  machine: { maxSteps: 30_000_000, maxBytes: 256 * 1024 * 1024 },
  /** Machine steps of all runs of one kernel that confirm nothing, under all launches together. */
  allSteps: 90_000_000,
} as const;

type DecideInput = Readonly<{
  kernel: Kernel;
  compiled: CompiledKernel;
  config: LaunchConfig;
  split: SplitProtocol;
  obligations: readonly Obligation[];
  warpModel: WarpModel;
  solver: Solver;
  deadline: Deadline;
  /** What runs under other launches that this one allows have shown. */
  known: Shown;
  /** What was in vain for this kernel so far, under any launch. */
  vain: Vain;
  /** Evidence for some of the obligations, from runs that no model proposes. */
  look: (obligations: readonly Obligation[]) => readonly Evidence[];
  /** Whether only a proof is of use: the first question that stays open ends it, and no model is replayed. */
  onlyProof?: boolean;
  onAnswer?: (obligation: Obligation, text: string) => void;
  onRun?: (obligation: Obligation, run: ConcreteRun, report: MachineReport) => void;
}>;

/** Z3 resource units of questions without an answer, models that were refuted, and the machine's steps for those. */
export type Vain = { units: number; models: number; steps: number };
export const nothingInVain = (): Vain => ({ units: 0, models: 0, steps: 0 });

type Spending = Readonly<{ /** Assumptions on which proofs rest. */ fitted: Set<string> }>;

/** A race or divergence that some run has shown, by what it is about. */
export type Shown = ReadonlyMap<string, Evidence>;

/** That a pair only stores equal values was proved for one interval under one launch: it says nothing of the others. */
const leavesOpen = (known: Evidence | undefined): boolean => known === undefined || isHarmless(known);

export async function decide(input: DecideInput): Promise<Readonly<{ decision: Decision; shown: Shown }>> {
  const { split } = input;
  const shown = new Map(input.known);
  const fitted = new Set<string>();
  const confirmed: Evidence[] = [];
  const open: OpenObligation[] = [];
  let [late, isSearched] = [0, false];
  for (const obligation of [...input.obligations].sort(divergencesFirst)) {
    const known = shown.get(keyOf(obligation));
    if (known !== undefined && !isHarmless(known)) {
      if (!confirmed.includes(known)) confirmed.push(known);
      continue;
    }
    if (input.deadline.passed()) {
      late++;
      continue;
    }
    const outcome = open.filter((o) => o.status === 'undecided').length >= budgets.undecided
      ? ({ obligation, status: 'undecided', because: `not asked after ${budgets.undecided} questions without an answer` } as const)
      : await decideInTime(obligation, { ...input, fitted }, shown);
    if (outcome === 'cannot happen') continue;
    if ('evidence' in outcome) confirmed.push(outcome.evidence);
    else open.push(outcome);
    if (input.onlyProof === true && open.length > 0) break;
    if (!isSearched && confirmed.every(isHarmless) && (open.length >= budgets.openBeforeSearch || open.some(({ status }) => status === 'undecided'))) {
      isSearched = true;
      for (const evidence of input.look(input.obligations)) addTo(shown, evidence);
    }
  }
  for (const { obligation } of open) {
    const evidence = shown.get(keyOf(obligation));
    if (evidence !== undefined && !isHarmless(evidence) && !confirmed.includes(evidence)) confirmed.push(evidence);
  }
  const decision = {
    config: input.config,
    confirmed,
    open: open.filter((o) => leavesOpen(shown.get(keyOf(o.obligation)))),
    refused: late === 0 ? [] : [`${late} of ${input.obligations.length} questions were not asked: ${input.deadline.text}`],
    unknowns: unknownsOf(split),
    assumptions: split.protocol.assumptions,
    fitted: [...fitted],
    approximations: split.protocol.approximations.map((a) => `line ${a.span.line}: ${a.text}`),
    amplified: null,
  };
  return { decision, shown };
}

function addTo(shown: Map<string, Evidence>, evidence: Evidence): void {
  const key = keyOf(evidence.obligation);
  if (leavesOpen(shown.get(key))) shown.set(key, evidence);
}

function divergencesFirst(a: Obligation, b: Obligation): number {
  return Number(a.kind === 'race') - Number(b.kind === 'race');
}

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

async function decideOne(obligation: Obligation, input: DecideInput & Spending, shown: Map<string, Evidence>): Promise<'cannot happen' | { evidence: Evidence } | OpenObligation> {
  const blocked: Expr[] = [];
  let because = '';
  let status: OpenObligation['status'] = 'undecided';
  let sameValue = false;
  const tries = input.vain.models < budgets.allTries ? budgets.tries : 1;
  for (let attempt = 0; attempt < tries; attempt++) {
    input.deadline.check();
    const { answer, isEqual } = await answerOf(obligation, blocked, sameValue, input);
    sameValue ||= isEqual && blocked.length === 0;
    input.onAnswer?.(obligation, answer.kind === 'unknown' ? `unknown: ${answer.because}` : `${answer.kind} by ${answer.by}`);
    if (answer.kind === 'unsat') return blocked.length === 0 ? 'cannot happen' : notShown(obligation, { status, because }, sameValue);
    if (answer.kind === 'unknown') return notShown(obligation, { status: 'undecided', because: `the solver gave up: ${answer.because}` }, sameValue);
    if (input.onlyProof === true && !sameValue) return { obligation, status: 'undecided', because: 'a model exists, which is not replayed where only a proof is of use' };
    const unreal = farFetched(obligation, answer.model);
    const replayed: { evidence: Evidence } | Refusal = unreal === null ? replay(obligation, answer.model, sameValue, input, shown) : { because: unreal, isFinal: false };
    input.onAnswer?.(obligation, 'evidence' in replayed ? 'model confirmed' : `model not confirmed: ${replayed.because}`);
    if ('evidence' in replayed) return replayed;
    input.vain.models++;
    status = unreal === null ? 'possible' : status;
    because = replayed.because;
    if (replayed.isFinal) break;
    const block = unreal === null ? blockModel(obligation, answer.model) : modestSizes(obligation);
    if (block === null) break;
    blocked.push(block);
  }
  return notShown(obligation, { status, because }, sameValue);
}

/** Writes that are proved to store equal values change nothing for anyone, whether or not they meet [T3]. */
const notShown = (obligation: Obligation, how: Pick<OpenObligation, 'status' | 'because'>, sameValue: boolean): 'cannot happen' | OpenObligation =>
  (sameValue ? 'cannot happen' : { obligation, ...how });

/**
 * Where two writes race, a model in which they store different values is preferred: it says more. `isEqual`: no model has different values.
 * What is hard is seldom easy with a condition more, so that gets less of the budget then; and only of the model that is used small values are wished for.
 */
async function answerOf(obligation: Obligation, blocked: readonly Expr[], sameValue: boolean, input: DecideInput & Spending): Promise<Readonly<{ answer: Answer; isEqual: boolean }>> {
  const isShown = input.onlyProof !== true;
  const differ = obligation.kind === 'race' && !sameValue ? obligation.differ : null;
  const any = await answerFor(obligation, blocked, input, { share: 1, isShown: isShown && differ === null });
  if (any.kind === 'unsat' || differ === null) return { answer: any, isEqual: false };
  const unequal = await answerFor(obligation, [...blocked, differ], input, { share: any.kind === 'unknown' ? 1 / 4 : 1, isShown });
  if (unequal.kind === 'sat') return { answer: unequal, isEqual: false };
  const answer = any.kind === 'sat' && isShown ? await answerFor(obligation, blocked, input, { share: 1, isShown }) : any;
  return { answer, isEqual: unequal.kind === 'unsat' };
}

/** `share`: of the budget. `isShown`: a model of it is one to show, and to run: small values are wished for. */
type Asking = Readonly<{ share: number; isShown: boolean }>;

/**
 * Where arithmetic alone proves nothing, the question is whether it happens to arguments with which addresses do not
 * wrap around [D19]: what happens to others only is nothing to a person, and hard to exclude.
 */
async function answerFor(obligation: Obligation, more: readonly Expr[], input: DecideInput & Spending, asking: Asking): Promise<Answer> {
  const fitting = obligation.kind === 'race' ? obligation.fitting : null;
  const { variables, constraints } = obligation.formula;
  if (fitting === null) return answerUnder(obligation, more, input, asking);
  if (arithmetic.refutes({ variables, constraints: [...constraints, ...more] })) return { kind: 'unsat', by: 'arithmetic' };
  const fitted = await answerUnder(obligation, [...more, fitting.holds], input, asking);
  if (fitted.kind === 'sat') return fitted;
  if (fitted.kind === 'unsat' && (await mayFit(fitting, input))) {
    input.fitted.add(fittedText(obligation));
    return fitted;
  }
  return answerUnder(obligation, more, input, asking);
}

/** Whether arguments exist with which no thread of the launch wraps around: else the assumption would leave threads out. */
async function mayFit({ byAll }: Fitting, { deadline, solver }: DecideInput): Promise<boolean> {
  const has = async (cases: readonly Formula[]): Promise<boolean> => {
    for (const formula of cases) {
      if ((await solver.decide(formula, { rlimit: budgets.smallRlimit, deadline })).kind === 'sat') return true;
    }
    return false;
  };
  for (const cases of byAll()) if (!(await has(cases))) return false;
  return true;
}

function fittedText(obligation: Obligation): string {
  if (obligation.kind === 'divergence') return '';
  const lines = [...new Set([obligation.first.span.line, obligation.second.span.line])].sort((a, b) => a - b);
  return `unsigned indices that multiply arguments do not wrap around in ${lines.length === 1 ? 'line' : 'lines'} ${lines.join(' and ')}`;
}

async function answerUnder(obligation: Obligation, more: readonly Expr[], { vain, deadline, solver }: DecideInput & Spending, { share, isShown }: Asking): Promise<Answer> {
  const { variables, constraints } = obligation.formula;
  const rlimit = (vain.units < budgets.allRlimit ? budgets.rlimit : budgets.laterRlimit) * share;
  const ask = (given: readonly Expr[], units: number): Promise<Answer> => solver.decide({ variables, constraints: [...given, ...constraints, ...more] }, { rlimit: units, deadline }, isShown && vain.models < budgets.wishedModels ? preferSmall(obligation) : []);
  const answer = await ask([], rlimit);
  if (answer.kind === 'unknown') vain.units += rlimit;
  const small = answer.kind === 'sat' && isShown ? smallArguments(obligation, answer.model) : null;
  const other = small === null ? answer : await ask(small, budgets.smallRlimit);
  return other.kind === 'sat' ? other : answer;
}

/** `isFinal`: whatever the model, so that another one is not worth asking for. */
type Refusal = Readonly<{ because: string; isFinal: boolean }>;

function replay(obligation: Obligation, model: Model, sameValue: boolean, input: DecideInput & Spending, shown: Map<string, Evidence>): { evidence: Evidence } | Refusal {
  const refused = (because: string, isFinal = false): Refusal => ({ because, isFinal });
  const plan = toConcreteRun(obligation, model, witnessContext(input.kernel, input.config, input.warpModel));
  if (!plan.ok) return refused(plan.problem);
  if (input.vain.steps >= budgets.allSteps) return refused(`the machine's budget of ${budgets.allSteps} steps for runs that show nothing is spent`, true);
  if (mayBeFenced(obligation, input.kernel)) return refused('fences and atomics may order the two, which is not modelled', true);
  if (restsOnTable(obligation, input.split, input.kernel)) return refused('it rests on the contents of a constant table, which are not read', true);
  const run = plan.value.run;
  const report = runCompiled(input.compiled, run, { maxBytes: budgets.machine.maxBytes, maxSteps: Math.min(budgets.machine.maxSteps, budgets.allSteps - input.vain.steps), isTimeUp: input.deadline.passed, sought: soughtBy(obligation, sameValue) });
  input.vain.steps += report.steps;
  input.onRun?.(obligation, run, report);
  if (breaksAssumption(report)) return refused('the model contradicts an assumption or assertion of the source');
  if (isMadeUp(obligation, { report, run, ...input })) return refused('it rests on a value that is not modelled', true);
  learn(report, run, { ...input, asked: { obligation, sameValue } }, shown);
  const evidence = shown.get(keyOf(obligation)) ?? otherBarrier(obligation, report, run);
  const ofAnother = evidence?.kind === 'race' && evidence.sameValue && evidence.obligation !== obligation;
  if (evidence === undefined || ofAnother) return refused(refusal(report));
  input.vain.steps -= report.steps;
  return { evidence };
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
      if (race === undefined || (race.sameValue && !own && obligation.differ !== null)) continue;
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

/** The key of the obligations that the race confirms. */
export const raceKeyOf = ({ array, first, second, scope }: MachineRace): string => raceKey(array, first.stmt, second.stmt, scope === 'grid' ? 'grid' : 'block');

export function keyOf(obligation: Obligation): string {
  return obligation.kind === 'race' ? pairKey(obligation) : `divergence ${obligation.question.at} ${obligation.question.barrier} ${obligation.question.cause}`;
}

function pairKey(obligation: RaceObligation): string {
  return raceKey(obligation.array, obligation.first.id, obligation.second.id, obligation.scope);
}

function raceKey(array: string, a: number, b: number, scope: 'block' | 'grid'): string {
  return `race ${array} ${Math.min(a, b)} ${Math.max(a, b)} ${scope}`;
}

function refusal(report: MachineReport): string {
  const undefinedAt = report.faults.find((fault) => fault.kind === 'division-by-zero');
  if (undefinedAt !== undefined) return `the run divides by zero in line ${undefinedAt.span.line}, which has no meaning`;
  switch (report.outcome.kind) {
    case 'unmodelled':
      return `the machine cannot run line ${report.outcome.span.line}: ${report.outcome.because}`;
    case 'budget':
      return `the machine reached its budget of ${report.outcome.which}`;
    case 'data':
    case 'completed':
    case 'deadlock':
    case 'aborted':
      return 'the machine did not see it in the runs that the solver proposed';
  }
}
