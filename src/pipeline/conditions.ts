/**
 * The weakest simple condition on the arguments under which the races of a kernel are ruled out [T8]: found among the candidates of
 * obligation/conditions.ts, read as `--assume` reads them, and proved: for each cause by the solver, and then for the whole kernel.
 * A model in which a candidate holds and the race stays is kept, and settles other candidates without the solver.
 *
 * Example: `if (x < cols) out[y * stride + x] = v;` collides with stride 1 and cols 4. `stride != 0` holds there and so is no
 * candidate; `stride >= cols` does not, and with it the formula has no solution.
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
import type { ArrayId } from '../base/brand.ts';
import { TimeLimit } from '../base/deadline.ts';
import { budgets } from './budgets.ts';
import { groupBy } from '../base/group.ts';
import { binary, int, typeOf, variable } from '../base/expr-build.ts';
import { freeVariables, mapExpr } from '../base/expr-walk.ts';
import { u32 } from '../base/ctype.ts';
import type { ContentConditions } from './content-conditions.ts';
import type { ContentFact } from '../protocol/contents.ts';
import { contentConstraints } from '../protocol/contents.ts';
import { boundConditions, contentConditions, contentsApart, counterConditions } from './content-conditions.ts';
import { candidateConditions, candidatePairs, isEquation, isOfRoundedGrid, isUsual, powerConditions, quickConditions, warpConditions } from '../obligation/conditions.ts';
import { readOnlyNamed } from '../obligation/copies.ts';
import { rowConditions, strideNames } from '../obligation/layout.ts';
import { modelOf, trialsOf } from './trial-runs.ts';
import type { Trials } from './trial-runs.ts';
import type { Fact } from '../protocol/infer.ts';
import { arithmetic } from '../solve/by-arithmetic.ts';
import { evaluate } from '../solve/evaluate.ts';
import { meetingsOf } from '../obligation/obligations.ts';
import { statedValues } from '../launch/stated-values.ts';
import { userFacts } from './user-facts.ts';
import { varId } from '../base/brand.ts';

/** For all causes of one kernel together, so that looking for a condition costs no more than deciding the kernel. */
const limits = {
  /** Candidates that arithmetic looks at. */
  tests: 240,
  /** What long searches of arithmetic for proofs may cost, counted in constraints of the formulas: large ones take longer than many small ones. */
  searched: 2_000,
  /** Those of two parts among them, for one cause. */
  pairs: 80,
  /** Runs that are made to see whether a race is there under one candidate. */
  trials: 3,
  /** Candidates of which it is asked whether they leave two threads. */
  checks: 24,
  /** Questions to Z3. */
  questions: 24,
  /** Questions that Z3 may leave undecided. */
  undecided: 2,
} as const;
type Spent = { tests: number; searched: number; checks: number; questions: number; undecided: number };

export type ConditionInput = Readonly<{ kernel: Kernel; config: LaunchConfig; facts: readonly Fact[]; whole: WholeProtocol; parser: Parser; solver: Solver; deadline: Deadline }>;

/** The condition as text, and as a constraint of formulas of this launch, beside which it may state something of elements. */
type Candidate = Readonly<{ text: string; constraint: Expr; contents: readonly ContentFact[] }>;
type Search = ConditionInput & Readonly<{
  cause: readonly RaceEvidence[];
  groups: readonly (readonly string[])[];
  /** Those of the groups that are for arithmetic alone. */
  quick: ReadonlySet<string>;
  /** What may hold of the elements that addresses rest on, the likeliest first: that they are distinct, or ascend; empty: they rest on none. */
  contents: ContentConditions;
  /** That elements stay in the row within which they count. */
  bounds: readonly string[];
  /** Under which only the kernel as a whole, with its barriers, can be proved: of powers of two, and of counters. */
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
type Caused = Readonly<{ cause: readonly RaceEvidence[]; input: ConditionInput }>;
/** By racing pair: one condition for all of them, under which the kernel is proved, or one of which it stays open whether the kernel is race-free under it. `areSought`: else there may be others. */
export type Conditions = Readonly<{ proved: ReadonlyMap<RaceObligation, string>; unsettled: ReadonlyMap<RaceObligation, Readonly<{ text: string; isProved: boolean }>>; areSought: boolean }>;
type Proved = Conditions['proved'];

/**
 * One condition for all causes of a kernel, under which it is proved as a whole (`isProved` decides it anew, as `--assume` would); empty
 * where some cause has none, or where that is not proved; `isProved` null: no condition proves it. `ofOthers`: conditions of other instances of the kernel, which are tried first.
 * `alone`: where the kernel is not proved, what rules out the races of single causes and is usual, and says nothing of the rest of the kernel.
 */
export async function conditionsOf(causes: readonly Caused[], isProved: ((text: string) => Promise<boolean>) | null, ofOthers: readonly string[] = []): Promise<Readonly<{ proved: Proved; alone: ReadonlyMap<Caused['cause'], string> }>> {
  const found: { search: Search; text: string }[] = [];
  const spent: Spent = { tests: 0, searched: 0, checks: 0, questions: 0, undecided: 0 };
  const whole = (text: string): Proved => new Map(causes.flatMap(({ cause }) => cause.map(({ obligation }) => [obligation, text] as const)));
  if (isProved !== null) {
    for (const text of ofOthers) if ((await isOfAll(text, causes, spent)) && (await isProved(text))) return { proved: whole(text), alone: new Map() };
  }
  for (const { cause, input } of causes) {
    const search = searchFor(cause, input, spent);
    const text = search === null ? null : (await firstOf(found.map((one) => one.text), (candidate) => refutes(candidate, search), search)) ?? (await conditionFor(search, isProved));
    if (search !== null && text !== null) found.push({ search, text });
  }
  const alone = new Map(found.flatMap(({ search, text }) => (isUsual(text) || search.rows.includes(text) ? [[search.cause, text] as const] : [])));
  const [first] = found;
  if (isProved === null || first === undefined || found.length < causes.length || first.search.deadline.passed()) return { proved: new Map(), alone };
  const text = await slimmed([...new Set((await fewest(found)).values())].join(' && '), found);
  // what each cause needs may together leave no thread
  const isJoined = found.some((one) => one.text !== text);
  const isWhole = (!isJoined || (await isOfAll(text, causes, spent))) && (await isProved(text));
  return isWhole ? { proved: whole(text), alone: new Map() } : { proved: new Map(), alone };
}

/** Whether no race that was seen is one under the condition, and two threads still come to every place. */
async function isOfAll(text: string, causes: readonly Caused[], spent: Spent): Promise<boolean> {
  for (const { cause, input } of causes) {
    const search = searchFor(cause, input, spent);
    const candidate = search?.candidate(text) ?? null;
    if (search === null || candidate === null || !isFalseWhereItRaces(candidate, search) || !(await isReachable(candidate, search))) return false;
  }
  return causes.length > 0;
}

/**
 * The conditions under which no run of the kernel was seen to race, though it is not proved either: those that rule out the races of one cause
 * (`alone`), or else what callers mostly keep and no race that was seen does. `racyUnder` decides the kernel anew under a condition, with its models
 * replayed: the arrays that threads still race on, to which the condition is beside the point.
 */
export async function unsettledConditions(causes: readonly Caused[], alone: ReadonlyMap<Caused['cause'], string>, racyUnder: (text: string) => Promise<ReadonlySet<ArrayId>>): Promise<Conditions['unsettled']> {
  const spent: Spent = { tests: 0, searched: 0, checks: 0, questions: 0, undecided: 0 };
  const found = causes.flatMap(({ cause, input }) => {
    const text = alone.get(cause) ?? keptOf(cause, input, spent);
    return text === null ? [] : [{ cause, text, isProved: alone.has(cause) }];
  });
  const racy = new Map<string, ReadonlySet<ArrayId>>();
  for (const { text } of found) if (!racy.has(text)) racy.set(text, await racyUnder(text));
  return new Map(found.filter(({ cause, text }) => !cause.some(({ race }) => racy.get(text)?.has(race.array))).flatMap(({ cause, text, isProved }) => cause.map(({ obligation }) => [obligation, { text, isProved }] as const)));
}

/** That arguments are powers of two, since a loop that halves one is seldom meant for others, or else that a row is long enough. */
function keptOf(cause: Caused['cause'], input: ConditionInput, spent: Spent): string | null {
  const search = searchFor(cause, input, spent);
  if (search === null) return null;
  const kept = (texts: readonly string[]): readonly string[] => texts.filter((text) => {
    const candidate = search.candidate(text);
    return candidate !== null && isFalseWhereItRaces(candidate, search);
  });
  const powers = kept(search.powers);
  return powers.length > 0 ? powers.join(' && ') : kept(search.rows)[0] ?? null;
}

/** One condition for several causes where it rules all of them out, though it may be stronger than some of them need. */
async function fewest(found: readonly Readonly<{ search: Search; text: string }>[]): Promise<ReadonlyMap<Search, string>> {
  const chosen = new Map(found.map(({ search, text }) => [search, text] as const));
  const texts = [...new Set(found.map(({ text }) => text))];
  for (const text of texts.length === 1 ? [] : texts) {
    const covered: Search[] = [];
    for (const { search, text: own } of found) {
      const candidate = search.groups.flat().includes(text) ? search.candidate(text) : null;
      if (own === text || (candidate !== null && (await refutes(candidate, search)) && (await isReachable(candidate, search)))) covered.push(search);
    }
    if (covered.length === found.length) return new Map(covered.map((search) => [search, text]));
  }
  return chosen;
}

/** Without the parts that no cause needs beside the others; what is the condition of each cause by itself stays whole. */
async function slimmed(text: string, found: readonly Readonly<{ search: Search; text: string }>[]): Promise<string> {
  const isOfEach = found.every((one) => one.text === text);
  let parts = [...new Set(text.split(' && '))];
  for (const part of parts.length > 1 && !isOfEach ? parts : []) {
    const rest = parts.filter((other) => other !== part).join(' && ');
    if (rest !== '' && (await isEnough(rest, found))) parts = rest.split(' && ');
  }
  return parts.join(' && ');
}

/** Whether it rules all causes out; decided by arithmetic alone. */
async function isEnough(text: string, found: readonly Readonly<{ search: Search }>[]): Promise<boolean> {
  for (const { search } of found) {
    const candidate = search.candidate(text);
    if (candidate === null || !isFalseWhereItRaces(candidate, search) || !(await refutes(candidate, search))) return false;
  }
  return true;
}

/** Null where the race is about no argument of which a layout is made. */
function searchFor(cause: readonly RaceEvidence[], input: ConditionInput, spent: Spent): Search | null {
  const pairs = cause.map(({ obligation }) => ({ first: obligation.first.id, second: obligation.second.id, scope: obligation.scope }));
  const ids = new Set(pairs.flatMap(({ first, second }) => [first, second]));
  const subject: Subject = {
    whole: input.whole,
    accesses: input.whole.whole.accesses.filter(({ access }) => ids.has(access.id)),
    isOneWrite: cause.some(({ obligation: { first, second } }) => first.id === second.id && first.mode === 'write'),
    parameters: openParameters(input),
    launch: input.config,
  };
  const [groups, powers] = [candidateConditions(subject), [...counterConditions(cause, input), ...warpConditions(subject), ...powerConditions(subject)]];
  const [contents, bounds] = [contentConditions(cause, input), boundConditions(cause, input, subject)];
  if (groups.length === 0 && powers.length === 0 && contents.length === 0 && bounds.length === 0) return null;
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
    ...input, cause, groups, quick: quickConditions(subject), contents, bounds, powers, rows: subject.isOneWrite ? rowConditions(subject) : [], candidate,
    meetings: meetings.flat(), racing: cause.map(({ run }) => modelOf(run, input)), trials: trialsOf(cause, strideNames(subject), input, () => input.deadline.passed()), spent,
  };
}

/**
 * The condition for all pairs of one cause, or null. Of each kind, arithmetic looks at all before Z3 looks at any. `isProved`: of the whole
 * kernel with its barriers, which powers of two need; a size that is at most something says less, and comes after them.
 */
async function conditionFor(search: Search, isProved: ((text: string) => Promise<boolean>) | null): Promise<string | null> {
  return (await firstIn([search.bounds], search)) ?? ((await isForContents(search)) ? null : await layoutFor(search, isProved));
}

/** Whether distinct elements rule the races out, though that is not stated where an atomic may be missing: then a layout that does so, too, is beside the point. */
async function isForContents(search: Search): Promise<boolean> {
  return search.contents.length === 0 && (await firstIn([contentsApart(search.cause, search)], search)) !== null;
}

async function layoutFor(search: Search, isProved: ((text: string) => Promise<boolean>) | null): Promise<string | null> {
  // that sizes are equal says what is wrong; that a grid is not rounded up, which arguments are; upper bounds and multiples least of all
  const kindOf = (texts: readonly string[]): 'equal' | 'rounded' | 'upper' | 'room' =>
    texts.every(isEquation) ? 'equal' : texts.every(isOfRoundedGrid) ? 'rounded' : texts.some((text) => / (<=|%|==) /.test(text)) ? 'upper' : 'room';
  const byKind = groupBy(search.groups, kindOf);
  const ofKind = (kind: ReturnType<typeof kindOf>): readonly (readonly string[])[] => byKind.get(kind) ?? [];
  return (await firstOfContents(search))
    ?? (await firstOf(search.groups.flat().filter(isOfManyStrides), (candidate) => refutes(candidate, search), search))
    ?? (await firstIn(ofKind('room'), search))
    ?? (isProved === null ? null : await firstOf(search.powers, ({ text }) => isProved(text), search))
    ?? (await firstIn(ofKind('equal'), search))
    ?? (await firstIn(ofKind('rounded'), search))
    ?? (await firstIn(ofKind('upper'), search))
    ?? (await firstPair(search));
}

/** Rooms of two strides or more (obligation/layout.ts), of which one alone is seldom enough: what takes long to see. */
const isOfManyStrides = (text: string): boolean => !text.includes(' <= ') && new Set(text.split(' && ').filter((part) => !/^\w+ >= [01]$/.test(part)).map(boundedBy)).size >= 2;
const boundedBy = (part: string): string => part.slice(0, part.indexOf(' >= '));

async function firstIn(groups: readonly (readonly string[])[], search: Search): Promise<string | null> {
  const byArithmetic = (candidate: Candidate): Promise<boolean> => refutes(candidate, search);
  const bySolver = (candidate: Candidate): Promise<boolean> => refutesBySolver(candidate, search);
  for (const texts of groups) {
    const found = (await firstOf(texts, byArithmetic, search)) ?? (await firstOf(texts.filter((text) => !search.quick.has(text)), bySolver, search));
    if (found !== null) return found;
  }
  return null;
}

/** That elements are distinct or ascend, alone or with one condition on the layout. */
async function firstOfContents(search: Search): Promise<string | null> {
  const { contents, groups } = search;
  if (contents.length === 0) return null;
  return firstIn([...contents, ...groups.map((texts) => contents.flat().flatMap((about) => texts.map((text) => `${about} && ${text}`)))], search);
}

async function firstPair(search: Search): Promise<string | null> {
  search.spent.tests = Math.min(search.spent.tests, limits.tests - limits.pairs);
  for (const [first, second] of candidatePairs(search.groups).slice(0, limits.pairs)) {
    const both = conjunction(search.candidate(first), search.candidate(second));
    if (both !== null && isFalseWhereItRaces(both, search) && (await refutes(both, search)) && (await isReachable(both, search))) return both.text;
  }
  return null;
}

async function firstOf(texts: readonly string[], rulesOut: (candidate: Candidate) => Promise<boolean>, search: Search): Promise<string | null> {
  for (const text of texts) {
    const candidate = search.candidate(text);
    if (candidate !== null && isFalseWhereItRaces(candidate, search) && (await rulesOut(candidate)) && (await isReachable(candidate, search))) return text;
  }
  return null;
}

function conjunction(a: Candidate | null, b: Candidate | null): Candidate | null {
  return a === null || b === null ? null : { text: `${a.text} && ${b.text}`, constraint: binary('&&', a.constraint, b.constraint), contents: [...a.contents, ...b.contents] };
}

function openParameters({ kernel, whole, config }: ConditionInput): readonly OpenParameter[] {
  const stated = statedValues(config);
  return kernel.params.flatMap((param) => (param.kind === 'scalar' && param.type.kind === 'int' && !stated.has(param.id) && whole.variables.get(param.id)?.origin.kind === 'parameter' ? [{ name: param.name, id: param.id, type: param.type }] : []));
}

/** Read as `--assume` reads it; null where that does not understand it, or where it speaks of what formulas do not. */
function candidateOf(text: string, { kernel, config, whole, parser }: ConditionInput): Candidate | null {
  const facts = userFacts([text], kernel, parser);
  if (!facts.ok || facts.value.some(({ condition }) => typeOf(condition).kind !== 'bool')) return null;
  const constraint = mapExpr(facts.value.map(({ condition }) => condition).reduce((a, b) => binary('&&', a, b)), (node) => (node.kind === 'builtin' ? extentOf(node.name, config) : node));
  const contents = facts.value.flatMap(({ about }) => about ?? []);
  return [...freeVariables(constraint)].every((id) => whole.variables.has(id)) ? { text, constraint, contents } : null;
}

function extentOf(name: string, { block, grid }: LaunchConfig): Expr {
  const known = (name.startsWith('blockDim') ? block : grid)[['x', 'y', 'z'].indexOf(name.slice(-1))] ?? null;
  return known === null ? variable(varId(name), u32) : int(known, u32);
}

/**
 * Whether the race was seen under no arguments that the candidate allows, those among them of which runs are made to see. What such a run starts with is not
 * asked of elements: the solver tells.
 */
function isFalseWhereItRaces({ constraint, contents }: Candidate, search: Search): boolean {
  if (contents.length > 0) return true;
  if (!search.racing.every((model) => evaluate(constraint, model, 'ideal') === 0n)) return false;
  const shown = search.trials((run) => evaluate(constraint, modelOf(run, search), 'ideal') === 1n, limits.trials);
  if (shown !== null) search.racing.push(modelOf(shown, search));
  return shown === null;
}

const under = ({ constraint, contents }: Pick<Candidate, 'constraint' | 'contents'>, formula: Formula, { whole }: Pick<Search, 'whole'>): Formula =>
  ({ ...formula, constraints: [constraint, ...formula.constraints, ...contentConstraints(contents, (array) => readOnlyNamed(whole.protocol, array), formula.constraints)] });

/** Whether arithmetic tells that no two threads meet under the condition; of what is only not 0, it tells for what is greater, and Z3 the rest. */
async function refutes(candidate: Candidate, search: Search): Promise<boolean> {
  const { constraint } = candidate;
  const isUnequal = constraint.kind === 'binary' && constraint.op === '!=';
  const part = isUnequal ? binary('>', constraint.left, constraint.right) : constraint;
  if (search.spent.tests >= limits.tests || search.deadline.passed()) return false;
  search.spent.tests++;
  if (!search.meetings.every(({ meet }) => !search.deadline.passed() && isRefuted(under({ ...candidate, constraint: part }, meet, search), search))) return false;
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

/** Whether two threads still come to every place under the condition: it must not just switch the kernel off. */
async function isReachable(candidate: Candidate, search: Search): Promise<boolean> {
  if (search.spent.checks++ >= limits.checks) return false;
  for (const { reach } of search.meetings) {
    const answer = await inTime(under(candidate, reach, search), budgets.reachRlimit, search);
    if (answer.kind !== 'sat') return false;
  }
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
async function inTime(formula: Formula, rlimit: number, { solver, deadline }: Search): Promise<Answer> {
  try {
    return await solver.decide(formula, { rlimit, deadline });
  } catch (error) {
    if (error instanceof TimeLimit) return { kind: 'unknown', because: error.message };
    throw error;
  }
}
