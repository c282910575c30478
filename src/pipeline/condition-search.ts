/**
 * What is asked of one candidate for a condition (conditions.ts): whether the race was seen where it holds, whether it
 * rules the race out, and whether two threads are left under it. Arithmetic and Z3 answer within limits that all causes
 * of a kernel share.
 */
import type { Deadline } from '../base/deadline.ts';
import type { Expr } from '../base/expr.ts';
import type { RaceEvidence } from './evidence.ts';
import type { Kernel } from '../ir/ir.ts';
import type { LaunchConfig } from '../launch/launch.ts';
import type { Meeting } from '../obligation/obligations.ts';
import type { OpenParameter, Subject } from '../obligation/conditions.ts';
import type { Formula, RaceObligation } from '../obligation/obligation.ts';
import type { Parser } from '../parse/tree-sitter.ts';
import type { WholeProtocol } from '../protocol/protocol.ts';
import type { Answer, Model, Solver } from '../solve/solve.ts';
import { TimeLimit } from '../base/deadline.ts';
import { budgets } from './budgets.ts';
import { binary, int, typeOf, variable } from '../base/expr-build.ts';
import { freeVariables, mapExpr } from '../base/expr-walk.ts';
import { u32 } from '../base/ctype.ts';
import type { ContentConditions } from './content-conditions.ts';
import type { ContentFact } from '../protocol/contents.ts';
import { contentConstraints } from '../protocol/contents.ts';
import { boundConditions, contentConditions, counterConditions } from './content-conditions.ts';
import { candidateConditions, powerConditions, quickConditions, warpConditions } from '../obligation/conditions.ts';
import { readOnlyNamed } from '../obligation/copies.ts';
import { rowConditions, strideNames } from '../obligation/layout.ts';
import { modelOf, trialsOf } from './trial-runs.ts';
import type { Trials } from './trial-runs.ts';
import type { Fact } from '../protocol/infer.ts';
import { arithmetic } from '../solve/by-arithmetic.ts';
import { evaluate } from '../solve/evaluate.ts';
import { meetingsOf } from '../obligation/obligations.ts';
import { firstIterationOf, skippedLoop } from './skipped-loops.ts';
import { statedValues } from '../launch/stated-values.ts';
import { userFacts } from './user-facts.ts';
import { varId } from '../base/brand.ts';

/** For all causes of one kernel together, so that looking for a condition costs no more than deciding the kernel. */
export const limits = {
  /** Candidates that arithmetic looks at. */
  tests: 240,
  /**
   * What long searches of arithmetic for proofs may cost, counted in constraints of the formulas: large ones take
   * longer than many small ones.
   */
  searched: 2_000,
  /** Those of two parts among them, for one cause. */
  pairs: 80,
  /** Runs that are made to see whether a race is there under one candidate. */
  trials: 3,
  /** Candidates of which it is asked whether they leave two threads. */
  checks: 24,
  /** Open pairs of which it is asked whether a condition leaves them two threads. */
  pairsAsked: 4,
  /** Questions to Z3. */
  questions: 24,
  /** Questions that Z3 may leave undecided. */
  undecided: 2,
} as const;
export type Spent = { tests: number; searched: number; checks: number; questions: number; undecided: number };
export const nothingSpent = (): Spent => ({ tests: 0, searched: 0, checks: 0, questions: 0, undecided: 0 });

export type ConditionInput = Readonly<{
  kernel: Kernel;
  config: LaunchConfig;
  facts: readonly Fact[];
  whole: WholeProtocol;
  parser: Parser;
  solver: Solver;
  deadline: Deadline;
}>;

/**
 * The condition as text, and as a constraint of formulas of this launch, beside which it may state something of
 * elements.
 */
export type Candidate = Readonly<{ text: string; constraint: Expr; contents: readonly ContentFact[] }>;
export type Search = ConditionInput &
  Readonly<{
    cause: readonly RaceEvidence[];
    groups: readonly (readonly string[])[];
    /** Those of the groups that are for arithmetic alone. */
    quick: ReadonlySet<string>;
    /**
     * What may hold of the elements that addresses rest on, the likeliest first: that they are distinct, or ascend;
     * empty: they rest on none.
     */
    contents: ContentConditions;
    /** That elements stay in the row within which they count. */
    bounds: readonly string[];
    /**
     * Under which only the kernel as a whole, with its barriers, can be proved: of powers of two, of counters, and that
     * loops make an iteration.
     */
    powers: readonly string[];
    /** That rows of constant length are long enough (`row * 8 + k`, `k < used`). */
    rows: readonly string[];
    candidate: (text: string) => Candidate | null;
    meetings: readonly Meeting[];
    /** Arguments with which the race is there. */
    racing: Model[];
    /** Runs that may show it with others. */
    trials: Trials;
    spent: Spent;
  }>;

/** A cause under one launch, and what it takes to look for its condition. */
export type Caused = Readonly<{ cause: readonly RaceEvidence[]; input: ConditionInput }>;

/** What conditions of one cause are made of. */
export function subjectOf(cause: readonly RaceEvidence[], input: ConditionInput): Subject {
  const ids = new Set(cause.flatMap(({ obligation: { first, second } }) => [first.id, second.id]));
  return {
    whole: input.whole,
    accesses: input.whole.whole.accesses.filter(({ access }) => ids.has(access.id)),
    isOneWrite: cause.some(({ obligation: { first, second } }) => first.id === second.id && first.mode === 'write'),
    parameters: openParameters(input),
    launch: input.config,
  };
}

/** Null where the race is about no argument of which a layout is made, and no condition is `given`. */
export function searchFor(
  cause: readonly RaceEvidence[],
  input: ConditionInput,
  spent: Spent,
  given: string | null = null,
): Search | null {
  const pairs = cause.map(({ obligation }) => ({
    first: obligation.first.id,
    second: obligation.second.id,
    scope: obligation.scope,
  }));
  const subject = subjectOf(cause, input);
  const [groups, powers] = [
    candidateConditions(subject),
    [
      ...nonEmpty(cause, input),
      ...counterConditions(cause, input),
      ...warpConditions(subject),
      ...powerConditions(subject),
    ],
  ];
  const [contents, bounds] = [contentConditions(cause, input), boundConditions(cause, input, subject)];
  if (given === null && groups.length === 0 && powers.length === 0 && contents.length === 0 && bounds.length === 0)
    return null;
  const meetings = pairs.map((pair) => meetingsOf(input.whole, pair));
  if (meetings.some((met) => met.length === 0)) return null;
  const tried = new Map<string, Candidate | null>();
  const candidate = (text: string): Candidate | null => {
    const known = tried.get(text);
    const one = known === undefined ? candidateOf(text, input) : known;
    tried.set(text, one);
    return one;
  };
  return {
    ...input,
    cause,
    groups,
    quick: quickConditions(subject),
    contents,
    bounds,
    powers,
    rows: subject.isOneWrite ? rowConditions(subject) : [],
    candidate,
    meetings: meetings.flat(),
    racing: cause.map(({ run }) => modelOf(run, input)),
    trials: trialsOf(cause, strideNames(subject), input, () => input.deadline.passed()),
    spent,
  };
}

/** That the loops make an iteration without which two threads collide, since a barrier in them is not passed. */
function nonEmpty(cause: readonly RaceEvidence[], { kernel, config }: ConditionInput): readonly string[] {
  const texts = cause.flatMap(({ obligation }) => {
    const loop = skippedLoop(obligation, kernel, config);
    const text = loop === null ? null : firstIterationOf(loop, kernel);
    return text === null ? [] : [text];
  });
  return [...new Set(texts)];
}

/** Both of two candidates. */
export function conjunctionOf(a: Candidate | null, b: Candidate | null): Candidate | null {
  return a === null || b === null
    ? null
    : {
        text: `${a.text} && ${b.text}`,
        constraint: binary('&&', a.constraint, b.constraint),
        contents: [...a.contents, ...b.contents],
      };
}

/** The first candidate of a group that rules the race out, by arithmetic or else by Z3; null: of no group. */
export async function firstIn(groups: readonly (readonly string[])[], search: Search): Promise<string | null> {
  const byArithmetic = (candidate: Candidate): Promise<boolean> => refutes(candidate, search);
  const bySolver = (candidate: Candidate): Promise<boolean> => refutesBySolver(candidate, search);
  for (const texts of groups) {
    const found =
      (await firstOf(texts, byArithmetic, search)) ??
      (await firstOf(
        texts.filter((text) => !search.quick.has(text)),
        bySolver,
        search,
      ));
    if (found !== null) return found;
  }
  return null;
}

/** The first of the candidates that holds nowhere where the race was seen, rules it out, and leaves two threads. */
export async function firstOf(
  texts: readonly string[],
  rulesOut: (candidate: Candidate) => Promise<boolean>,
  search: Search,
): Promise<string | null> {
  for (const text of texts) {
    const candidate = search.candidate(text);
    if (
      candidate !== null &&
      isFalseWhereItRaces(candidate, search) &&
      (await rulesOut(candidate)) &&
      (await isReachable(candidate, search))
    )
      return text;
  }
  return null;
}

function openParameters({ kernel, whole, config }: ConditionInput): readonly OpenParameter[] {
  const stated = statedValues(config);
  return kernel.params.flatMap((param) =>
    param.kind === 'scalar' &&
    param.type.kind === 'int' &&
    !stated.has(param.id) &&
    whole.variables.get(param.id)?.origin.kind === 'parameter'
      ? [{ name: param.name, id: param.id, type: param.type }]
      : [],
  );
}

/** Read as `--assume` reads it; null where that does not understand it, or where it speaks of what formulas do not. */
function candidateOf(text: string, { kernel, config, whole, parser }: ConditionInput): Candidate | null {
  const facts = userFacts([text], kernel, parser);
  if (!facts.ok || facts.value.some(({ condition }) => typeOf(condition).kind !== 'bool')) return null;
  const constraint = mapExpr(
    facts.value.map(({ condition }) => condition).reduce((a, b) => binary('&&', a, b)),
    (node) => (node.kind === 'builtin' ? extentOf(node.name, config) : node),
  );
  const contents = facts.value.flatMap(({ about }) => about ?? []);
  return [...freeVariables(constraint)].every((id) => whole.variables.has(id)) ? { text, constraint, contents } : null;
}

function extentOf(name: string, { block, grid }: LaunchConfig): Expr {
  const known = (name.startsWith('blockDim') ? block : grid)[['x', 'y', 'z'].indexOf(name.slice(-1))] ?? null;
  return known === null ? variable(varId(name), u32) : int(known, u32);
}

/**
 * Whether the race was seen under no arguments that the candidate allows, those among them of which runs are made to
 * see. What such a run starts with is not asked of elements: the solver tells.
 */
export function isFalseWhereItRaces({ constraint, contents }: Candidate, search: Search): boolean {
  if (contents.length > 0) return true;
  if (!search.racing.every((model) => evaluate(constraint, model, 'ideal') === 0n)) return false;
  const shown = search.trials((run) => evaluate(constraint, modelOf(run, search), 'ideal') === 1n, limits.trials);
  if (shown !== null) search.racing.push(modelOf(shown, search));
  return shown === null;
}

const under = (
  { constraint, contents }: Pick<Candidate, 'constraint' | 'contents'>,
  formula: Formula,
  { whole }: Pick<Search, 'whole'>,
): Formula => ({
  ...formula,
  constraints: [
    constraint,
    ...formula.constraints,
    ...contentConstraints(contents, (array) => readOnlyNamed(whole.protocol, array), formula.constraints),
  ],
});

/**
 * Whether arithmetic tells that no two threads meet under the condition; of what is only not 0, it tells for what is
 * greater, and Z3 the rest.
 */
export async function refutes(candidate: Candidate, search: Search): Promise<boolean> {
  const { constraint } = candidate;
  const isUnequal = constraint.kind === 'binary' && constraint.op === '!=';
  const part = isUnequal ? binary('>', constraint.left, constraint.right) : constraint;
  if (search.spent.tests >= limits.tests || search.deadline.passed()) return false;
  search.spent.tests++;
  if (
    !search.meetings.every(
      ({ meet }) =>
        !search.deadline.passed() && isRefuted(under({ ...candidate, constraint: part }, meet, search), search),
    )
  )
    return false;
  return !isUnequal || (await refutesBySolver(candidate, search));
}

function isRefuted(formula: Formula, { spent }: Search): boolean {
  if (arithmetic.refutesQuickly(formula)) return true;
  if (spent.searched >= limits.searched) return false;
  spent.searched += formula.constraints.length;
  return arithmetic.refutes(formula);
}

/** The same by Z3. */
async function refutesBySolver(candidate: Candidate, search: Search): Promise<boolean> {
  for (const { meet } of search.meetings) {
    const answer = await ask(under(candidate, meet, search), search);
    // a model of the bit-vectors may rest on an overflow, which is assumed away
    if (answer?.kind === 'sat' && answer.by === 'integers') search.racing.push(answer.model);
    if (answer?.kind !== 'unsat') return false;
  }
  return true;
}

/** The same of pairs that nothing was confirmed of. */
export async function leavesThreads(
  text: string,
  pairs: readonly RaceObligation[],
  input: ConditionInput,
): Promise<boolean> {
  const candidate = candidateOf(text, input);
  const meetings = pairs
    .slice(0, limits.pairsAsked)
    .flatMap(({ first, second, scope }) => meetingsOf(input.whole, { first: first.id, second: second.id, scope }));
  return candidate !== null && (await isMetIn(meetings, candidate, input));
}

/** Whether two threads still come to every place under the condition: it must not just switch the kernel off. */
export const isReachable = async (candidate: Candidate, search: Search): Promise<boolean> =>
  search.spent.checks++ < limits.checks && (await isMetIn(search.meetings, candidate, search));

async function isMetIn(meetings: readonly Meeting[], candidate: Candidate, input: ConditionInput): Promise<boolean> {
  for (const { reach } of meetings)
    if ((await inTime(under(candidate, reach, input), budgets.reachRlimit, input)).kind !== 'sat') return false;
  return true;
}

/** Null: the budget is spent. */
async function ask(formula: Formula, search: Search): Promise<Answer | null> {
  const { spent, deadline } = search;
  if (spent.questions >= limits.questions || spent.undecided >= limits.undecided || deadline.passed()) return null;
  spent.questions++;
  const answer = await inTime(formula, budgets.conditionRlimit, search);
  if (answer.kind === 'unknown') spent.undecided++;
  return answer;
}

/** A race that was seen stays one where the time limit ends the search for its condition. */
async function inTime(
  formula: Formula,
  rlimit: number,
  { solver, deadline }: Pick<ConditionInput, 'solver' | 'deadline'>,
): Promise<Answer> {
  try {
    return await solver.decide(formula, { rlimit, deadline });
  } catch (error) {
    if (error instanceof TimeLimit) return { kind: 'unknown', because: error.message };
    throw error;
  }
}
