/**
 * Decides the meetings of lanes and tiles of one kernel under one launch [T11]: questions of uniformity, the solver,
 * and the machine as judge of every model. What stays unsettled is assumed, and said with the proof of the kernel; runs
 * (partings.ts) look for it first.
 *
 * Where the launch leaves arguments open, a model is a fault of the kernel only with a condition that rules it out:
 * that a parameter is a multiple of the size of a warp. What other arguments do, runs with usual ones tell.
 */
import type { Builder } from '../protocol/builder.ts';
import type { CompiledKernel } from '../machine/compiled.ts';
import type { ConcreteRun } from '../launch/run.ts';
import type { Deadline } from '../base/deadline.ts';
import type { DivergenceObligation } from '../obligation/obligation.ts';
import type { Expr } from '../base/expr.ts';
import type { Fact } from '../protocol/infer.ts';
import type { Kernel } from '../ir/ir.ts';
import type { LaneObligation } from '../obligation/lanes.ts';
import type { LaneQuestion, Protocol, WholeProtocol } from '../protocol/protocol.ts';
import type { LaunchConfig, WarpModel } from '../launch/launch.ts';
import type { MachineParting } from '../machine/machine.ts';
import type { Answer, Solver } from '../solve/solve.ts';
import type { StmtId } from '../base/brand.ts';
import { TimeLimit } from '../base/deadline.ts';
import { binary, int, truth, variable } from '../base/expr-build.ts';
import { blockModel, preferSmall, toConcreteRun } from '../witness/witness.ts';
import { breaksAssumption, compileAssuming, statedOf } from './assumed.ts';
import { budgets } from './budgets.ts';
import { deviceLimits } from '../launch/launch.ts';
import { eachNode, freeVariables } from '../base/expr-walk.ts';
import { inTiles, laneMeetings, tileSizes } from '../ir/lane-groups.ts';
import { inferProtocol, ofTiles } from '../protocol/infer.ts';
import { laneObligations } from '../obligation/lanes.ts';
import { laneQuestions } from '../protocol/sync/lane-questions.ts';
import { printExpr } from '../base/expr-print.ts';
import { runCompiled } from '../machine/run.ts';
import { witnessContext } from './witness-context.ts';

const limits = {
  /** Questions of one kernel under one launch; meetings of others stay open. */
  questions: 48,
  /** Questions that the solver may leave undecided before the rest is not asked. */
  undecided: 3,
  /** Questions with a solution, after which the rest is not asked. */
  possible: 8,
  /** Models of one question that are replayed, and of all together that the machine may refute. */
  tries: 2,
  vain: 4,
  machine: { maxSteps: 3_000_000, maxBytes: 64 * 1024 * 1024 },
} as const;

type LaneInput = Readonly<{
  kernel: Kernel;
  config: LaunchConfig;
  facts: readonly Fact[];
  level: Builder['level'];
  warpModel: WarpModel;
  solver: Solver;
  deadline: Deadline;
  /** Whether models are replayed. */ showsModels: boolean;
}>;

/**
 * `condition`: on arguments, under which it is proved that nobody is missed there; null where nothing that the launch
 * leaves open plays a part.
 */
export type LaneEvidence = Readonly<{ parting: MachineParting; run: ConcreteRun; condition: string | null }>;
/**
 * `open`: meetings of which it is not proved that all come. `ofData`: those of them where what memory holds may part
 * two lanes. `rows`: those of which it is for blocks whose rows are whole warps. `assumptions`: of the protocols.
 */
export type LaneDecision = Readonly<{
  config: LaunchConfig;
  open: ReadonlySet<StmtId>;
  ofData: ReadonlySet<StmtId>;
  rows: ReadonlySet<StmtId>;
  shown: readonly LaneEvidence[];
  assumptions: readonly string[];
}>;

type State = LaneInput &
  Readonly<{
    open: Set<StmtId>;
    ofData: Set<StmtId>;
    rows: Set<StmtId>;
    shown: LaneEvidence[];
    answers: Map<string, Answer>;
    spent: { asked: number; undecided: number; possible: number; vain: number };
    compiled: () => CompiledKernel;
  }>;

export async function decideLanes(input: LaneInput): Promise<LaneDecision> {
  const { config, kernel } = input;
  let code: CompiledKernel | null = null;
  const compiled = (): CompiledKernel => (code ??= compileAssuming(kernel, [...statedOf(config), ...input.facts]));
  const state: State = {
    ...input,
    compiled,
    open: new Set(),
    ofData: new Set(),
    rows: new Set(),
    shown: [],
    answers: new Map(),
    spent: { asked: 0, undecided: 0, possible: 0, vain: 0 },
  };
  const allOpen = (shown: LaneDecision['shown']): LaneDecision => ({
    config,
    open: new Set(laneMeetings(kernel.body)),
    ofData: new Set(),
    rows: new Set(),
    shown,
    assumptions: [],
  });
  const assumptions: string[] = [];
  try {
    for (const size of tileSizes(kernel.body)) {
      const protocol = inferProtocol(
        inTiles(kernel, size),
        config,
        input.facts,
        input.deadline,
        input.level,
        ofTiles(size),
      );
      if (hasUnknown(protocol.body)) return allOpen([]);
      const { variables, questions } = laneQuestions(protocol, input.deadline);
      const own = questions.filter(({ meeting }) => meeting.size === size);
      if (own.length > 0) assumptions.push(...protocol.assumptions);
      await decideTile(
        { protocol, variables, whole: { id: 0, start: 'entry', accesses: [], unknowns: [] } },
        own,
        state,
      );
    }
  } catch (error) {
    if (!(error instanceof TimeLimit)) throw error;
    return allOpen(state.shown);
  }
  return { config, open: state.open, ofData: state.ofData, rows: state.rows, shown: state.shown, assumptions };
}

const hasUnknown = (list: readonly Protocol[]): boolean =>
  list.some(
    (step) =>
      step.kind === 'unknown' ||
      (step.kind === 'branch' && (hasUnknown(step.then) || hasUnknown(step.otherwise))) ||
      (step.kind === 'loop' && hasUnknown(step.body)),
  );

/** A question with a solution, or without an answer. */
type Unsettled = Readonly<{ asked: LaneObligation; answer: Answer | null }>;

async function decideTile(whole: WholeProtocol, questions: readonly LaneQuestion[], state: State): Promise<void> {
  const exact = laneObligations(whole, questions, false);
  const mayHaveRows = state.config.block[0] === null;
  const inRows = mayHaveRows
    ? new Map(laneObligations(whole, questions, true).map((one) => [one.question, one]))
    : new Map<LaneQuestion, LaneObligation>();
  const left = new Map<StmtId, Unsettled[]>();
  /** No run is evidence, or nothing more is asked. */
  const unshown = new Set<StmtId>();
  for (const one of exact) {
    const {
      question: { meeting },
    } = one;
    if (unshown.has(meeting.id)) continue;
    // what cannot happen in any block cannot in those with whole rows, which is mostly easier to say
    const asked = inRows.get(one.question) ?? one;
    const answer = await answerTo(asked, state);
    if (answer?.kind === 'unsat') {
      if (asked === one || (await answerTo(one, state))?.kind === 'unsat') continue;
      if (await mayCome(asked.obligation, truth(true), state)) {
        state.rows.add(meeting.id);
        continue;
      }
    }
    left.set(meeting.id, [...(left.get(meeting.id) ?? []), { asked, answer }]);
    const isOfData = restsOnData(asked.question, whole);
    if (answer === null || isOfData) unshown.add(meeting.id);
    if (answer?.kind === 'sat' && isOfData) state.ofData.add(meeting.id);
  }
  for (const [meeting, unsettled] of left) {
    state.open.add(meeting);
    if (state.showsModels && !unshown.has(meeting)) await show(unsettled, whole, state);
  }
}

/** Whether memory may decide about the two threads' ways: no run is evidence of that. */
function restsOnData({ first, second }: LaneQuestion, { variables }: WholeProtocol): boolean {
  let rests = false;
  for (const expr of [...first, ...second]) {
    eachNode(expr, (node) => {
      const origin = node.kind === 'var' ? variables.get(node.id)?.origin : undefined;
      rests ||=
        (node.kind === 'apply' && node.fn.startsWith('read:')) || (origin?.kind === 'unknown' && origin.read !== null);
    });
  }
  return rests;
}

/** Null: it is not asked. Calls that stand side by side, as in an unrolled reduction, ask the same. */
async function answerTo(
  { obligation }: LaneObligation,
  { solver, deadline, spent, answers }: State,
): Promise<Answer | null> {
  if (obligation === null) return null;
  const text = obligation.formula.constraints.map(printExpr).join('\n');
  const known = answers.get(text) ?? null;
  if (
    known !== null ||
    spent.asked >= limits.questions ||
    spent.undecided >= limits.undecided ||
    spent.possible >= limits.possible
  )
    return known;
  spent.asked++;
  const answer = await solver.decide(obligation.formula, { rlimit: budgets.smallRlimit, deadline });
  if (answer.kind === 'unknown') spent.undecided++;
  if (answer.kind === 'sat') spent.possible++;
  answers.set(text, answer);
  return answer;
}

/** Looks for a run in which the meeting is missed. */
async function show(unsettled: readonly Unsettled[], whole: WholeProtocol, state: State): Promise<void> {
  const isOpen = unsettled.some(({ asked: { question } }) => restsOnLaunch(question, whole));
  const condition = isOpen ? await conditionOn(unsettled, whole, state) : null;
  if (isOpen && condition === null) return;
  for (const {
    asked: { obligation },
    answer,
  } of unsettled) {
    if (obligation === null || answer?.kind !== 'sat') continue;
    const evidence = await replayed(obligation, condition, state);
    if (evidence !== null) return void state.shown.push(evidence);
  }
}

/** Whether something that the launch leaves open decides about the two threads' ways, or whom the mask names. */
function restsOnLaunch({ meeting: { mask }, first, second }: LaneQuestion, { variables }: WholeProtocol): boolean {
  return [...first, ...second, ...(mask === null ? [] : [mask])].some((expr) =>
    [...freeVariables(expr)].some((id) => variables.get(id)?.sharing === 'launch'),
  );
}

const scalarsLeftOpen = ({ kernel, config }: State): readonly Extract<Kernel['params'][number], { kind: 'scalar' }>[] =>
  kernel.params.flatMap((param) => (param.kind === 'scalar' && !config.scalars.has(param.name) ? [param] : []));

async function replayed(
  obligation: DivergenceObligation,
  condition: string | null,
  state: State,
): Promise<LaneEvidence | null> {
  const { solver, deadline, kernel, config, warpModel, spent } = state;
  const blocked: Expr[] = [];
  for (let k = 0; k < limits.tries && spent.vain < limits.vain; k++) {
    const formula = { ...obligation.formula, constraints: [...obligation.formula.constraints, ...blocked] };
    const answer = await solver.decide(formula, { rlimit: budgets.smallRlimit, deadline }, preferSmall(obligation));
    if (answer.kind !== 'sat') return null;
    const plan = toConcreteRun(obligation, answer.model, witnessContext(kernel, config, warpModel));
    if (plan.ok) {
      // the schedule plays no part in it
      const run: ConcreteRun = { ...plan.value.run, schedule: { kind: 'canonical' } };
      const report = runCompiled(state.compiled(), run, { ...limits.machine, isTimeUp: deadline.passed });
      const parting = report.partings.find(({ barrier }) => barrier === obligation.question.barrier);
      if (parting !== undefined && !breaksAssumption(report)) return { parting, run, condition };
    }
    spent.vain++;
    const block: Expr | null = blockModel(obligation, answer.model);
    if (block === null) return null;
    blocked.push(block);
  }
  return null;
}

/**
 * That one parameter is a multiple of a warp's size, where that settles all of the questions and threads still come to
 * the meeting.
 */
async function conditionOn(
  unsettled: readonly Unsettled[],
  whole: WholeProtocol,
  state: State,
): Promise<string | null> {
  const { solver, deadline } = state;
  const budget = { rlimit: budgets.smallRlimit, deadline };
  for (const { name, id, type } of scalarsLeftOpen(state)) {
    if (type.kind !== 'int' || type.bits < 32 || !whole.variables.has(id)) continue;
    const holds = binary('==', binary('%', variable(id, type), int(deviceLimits.warpSize, type)), int(0, type));
    const isSettled = async ({ asked: { obligation }, answer }: Unsettled): Promise<boolean> => {
      if (
        obligation === null ||
        answer?.kind !== 'sat' ||
        !obligation.formula.constraints.some((constraint) => freeVariables(constraint).has(id))
      )
        return false;
      const { variables, constraints } = obligation.formula;
      return (
        (await solver.decide({ variables, constraints: [...constraints, holds] }, budget)).kind === 'unsat' &&
        (await mayCome(obligation, holds, state))
      );
    };
    let all = true;
    for (const one of unsettled) all &&= await isSettled(one);
    if (all) return `${name} % ${deviceLimits.warpSize} == 0`;
  }
  return null;
}

/** Whether the first thread comes to the meeting under the condition: else that would only switch it off. */
async function mayCome(
  obligation: DivergenceObligation | null,
  holds: Expr,
  { solver, deadline }: State,
): Promise<boolean> {
  if (obligation === null) return false;
  const { variables, constraints } = obligation.formula;
  const isOfSecond = (expr: Expr): boolean =>
    [...freeVariables(expr)].some((id) => variables.get(id)?.copy === 'second');
  const own = constraints.filter((constraint) => !isOfSecond(constraint));
  return (
    (await solver.decide({ variables, constraints: [...own, holds] }, { rlimit: budgets.smallRlimit, deadline }))
      .kind === 'sat'
  );
}
