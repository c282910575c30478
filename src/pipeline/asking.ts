/**
 * What is asked of the solver about one obligation, and with what budget. Needs: the obligation, and what its models
 * must not be. Gives: an answer, whose model is one to show.
 */
import type { Answer, Solver } from '../solve/solve.ts';
import type { Deadline } from '../base/deadline.ts';
import type { Expr } from '../base/expr.ts';
import type { Fitting } from '../obligation/fitting.ts';
import { wherePlacesFit } from '../obligation/fitting.ts';
import type { Formula, Obligation } from '../obligation/obligation.ts';
import type { QuestionsElsewhere } from './siblings.ts';
import type { Vain } from './budgets.ts';
import { arithmetic } from '../solve/by-arithmetic.ts';
import { budgets } from './budgets.ts';
import { messages } from './wording.ts';
import { plainArguments, preferSmall, smallArguments } from '../witness/witness.ts';

/**
 * `fitted`: gets the lines of which proofs assume that their unsigned indices do not wrap around. `hard`: whether the
 * last question was one with products of unknowns and was proved: the next one is mostly alike, and proved by the same
 * test. `showsModels`: else only a proof counts. `elsewhere`: what came of such questions in other instances.
 * `isProvable`: whether a proof of this question may be a part of one of the kernel; else only models are of use, and
 * only those that are soon found. `isOpen`: whether another question is open already, so that a proof of this one is
 * not one of the kernel, though a run may still decide all.
 */
export type Asked = Readonly<{
  solver: Solver;
  deadline: Deadline;
  vain: Vain;
  fitted: Set<number>;
  hard: { isLastProved: boolean };
  showsModels: boolean;
  elsewhere: QuestionsElsewhere;
  isProvable: boolean;
  isOpen: boolean;
}>;

/**
 * `isEqual`: no model has different values. `isPlain`: it may have a model with small positive arguments, or that was
 * not asked.
 */
type Answered = Readonly<{ answer: Answer; isEqual: boolean; isPlain: boolean }>;

/**
 * Where two writes race, a model in which they store different values is preferred: it says more. A model with small
 * positive arguments is looked for first: mostly there is one at once, where there is any. `blocked`: models that runs
 * refuted; where there are some, a proof says no more than that no other model was found.
 */
export async function answerOf(
  obligation: Obligation,
  blocked: readonly Expr[],
  sameValue: boolean,
  input: Asked,
): Promise<Answered> {
  const differ = obligation.kind === 'race' && !sameValue ? obligation.differ : null;
  const wanted = differ === null ? blocked : [...blocked, differ];
  if (blocked.length > 0) {
    const other = await answerFor(obligation, wanted, input, { share: 1, aim: 'model' });
    const any =
      other.kind === 'sat' || differ === null
        ? other
        : await answerFor(obligation, blocked, input, { share: 1, aim: 'model' });
    return { answer: any, isEqual: false, isPlain: true };
  }
  const aim = input.isOpen ? 'soon' : 'decide';
  const isProofWanted = !input.showsModels && !arithmetic.isLinear(obligation.formula);
  const isProofLikely =
    input.isProvable &&
    (isProofWanted || input.hard.isLastProved || input.elsewhere.wasProved(obligation) || isSoonFitted(obligation));
  const tried = isProofLikely ? await answerFor(obligation, [], input, { share: 1, aim }) : null;
  if (tried?.kind === 'unsat') return { answer: tried, isEqual: false, isPlain: false };
  // where a run refuses such a model, the others are seldom better
  const plain = await plainModel(obligation, wanted, input);
  const isPlain = plain.kind !== 'unsat';
  if (plain.kind === 'sat') return { answer: plain, isEqual: false, isPlain };
  // what is too hard with a condition more is seldom easy without it
  const equal = differ === null || plain.kind === 'unknown' ? plain : await plainModel(obligation, [], input);
  if (!input.isProvable) return { ...(await soonModel(obligation, wanted, equal, input)), isPlain };
  const any = equal.kind === 'sat' ? equal : (tried ?? (await answerFor(obligation, [], input, { share: 1, aim })));
  if (any.kind === 'unsat' || differ === null || (any.kind === 'unknown' && input.elsewhere.wasLeftOpen(obligation)))
    return { answer: any, isEqual: false, isPlain };
  const unequal = await answerFor(
    obligation,
    wanted,
    input,
    any.kind === 'unknown' ? { share: 1 / 4, aim: 'model' } : { share: 1, aim },
  );
  return unequal.kind === 'sat'
    ? { answer: unequal, isEqual: false, isPlain }
    : { answer: any, isEqual: unequal.kind === 'unsat', isPlain };
}

/** Whether arithmetic soon proves it of arguments that fit: no model of such arguments need be looked for. */
function isSoonFitted(obligation: Obligation): boolean {
  const fitting = obligation.kind === 'race' ? obligation.fitting : null;
  if (fitting === null) return false;
  const { variables, constraints } = obligation.formula;
  return arithmetic.refutesQuickly({ variables, constraints: wherePlacesFit(constraints, fitting) });
}

/**
 * Where no proof is of use: a model, if one is soon found. `equal`: a small one that may store equal values, if it is
 * one.
 */
async function soonModel(
  obligation: Obligation,
  wanted: readonly Expr[],
  equal: Answer,
  input: Asked,
): Promise<Pick<Answered, 'answer' | 'isEqual'>> {
  if (!input.showsModels)
    return {
      answer: equal.kind === 'sat' ? equal : { kind: 'unknown', because: messages.notProvedAnyway },
      isEqual: false,
    };
  const found = await answerFor(obligation, wanted, input, { share: 1, aim: 'model' });
  if (found.kind === 'sat' || wanted.length === 0) return { answer: found, isEqual: false };
  const any = equal.kind === 'sat' ? equal : await answerFor(obligation, [], input, { share: 1, aim: 'model' });
  return { answer: any, isEqual: found.kind === 'unsat' };
}

/**
 * A model with small positive arguments, if Z3 finds one at once; arguments that the question does not let be positive
 * are left as they are.
 */
async function plainModel(
  obligation: Obligation,
  more: readonly Expr[],
  { vain, deadline, solver, showsModels }: Asked,
): Promise<Answer> {
  const { variables, constraints } = obligation.formula;
  const asked = { variables, constraints: [...constraints, ...more] };
  if (more.length > 0 && arithmetic.refutesQuickly(asked)) return { kind: 'unsat', by: 'arithmetic' };
  const given = [
    ...plainArguments(obligation, arithmetic.boundsIn(obligation.formula)),
    ...(obligation.kind === 'race' && obligation.fitting !== null ? [obligation.fitting.holds] : []),
  ];
  const wishes = showsModels && vain.models < budgets.wishedModels ? preferSmall(obligation) : [];
  return await solver.decide(
    { variables, constraints: [...given, ...asked.constraints] },
    { rlimit: budgets.smallRlimit, deadline, aim: 'glance' },
    wishes,
  );
}

/** `share`: of the budget. */
type Asking = Readonly<{ share: number; aim: 'decide' | 'soon' | 'model' }>;

/**
 * Where arithmetic alone proves nothing, the question is whether it happens to arguments with which addresses do not
 * wrap around [D19]: what happens to others only is nothing to a person, and hard to exclude.
 */
export async function answerFor(
  obligation: Obligation,
  more: readonly Expr[],
  input: Asked,
  asking: Asking,
): Promise<Answer> {
  const fitting = obligation.kind === 'race' ? obligation.fitting : null;
  const { variables, constraints } = obligation.formula;
  const whole = { variables, constraints: [...constraints, ...more] };
  if (asking.aim !== 'model' && (await isProvedAsBefore(obligation, whole, input)))
    return { kind: 'unsat', by: 'arithmetic' };
  if (fitting === null) return answerUnder(obligation, whole.constraints, input, asking);
  if (asking.aim !== 'model' && arithmetic.refutesQuickly(whole)) return { kind: 'unsat', by: 'arithmetic' };
  const fitted = await answerUnder(obligation, wherePlacesFit(whole.constraints, fitting), input, asking);
  if (fitted.kind === 'sat') return fitted;
  // what is not proved for arguments that fit is not proved for all
  if (asking.aim === 'model' || fitted.kind === 'unknown')
    return answerUnder(obligation, whole.constraints, input, { ...asking, aim: 'model' });
  const lines = linesOf(obligation);
  // what is assumed of these lines anyway need not be avoided
  if (!lines.every((line) => input.fitted.has(line) || input.elsewhere.wasFitted(line)) && arithmetic.refutes(whole))
    return { kind: 'unsat', by: 'arithmetic' };
  if (await mayFit(fitting, input)) {
    for (const line of lines) input.fitted.add(line);
    return fitted;
  }
  return answerUnder(obligation, whole.constraints, input, asking);
}

/** Whether the test that proved the last hard questions proves this one, under what is assumed of its lines anyway. */
async function isProvedAsBefore(
  obligation: Obligation,
  { variables, constraints }: Formula,
  input: Asked,
): Promise<boolean> {
  if (!input.hard.isLastProved) return false;
  const fitting = obligation.kind === 'race' ? obligation.fitting : null;
  if (fitting === null) return arithmetic.refutesPlainly({ variables, constraints });
  return (
    linesOf(obligation).every((line) => input.fitted.has(line)) &&
    arithmetic.refutesPlainly({ variables, constraints: wherePlacesFit(constraints, fitting) }) &&
    (await mayFit(fitting, input))
  );
}

/**
 * Whether arguments exist with which no thread of the launch wraps around: else the assumption would leave threads out.
 */
async function mayFit({ byAll }: Fitting, { deadline, solver }: Asked): Promise<boolean> {
  const has = async (cases: readonly Formula[]): Promise<boolean> => {
    for (const formula of cases) {
      if ((await solver.decide(formula, { rlimit: budgets.smallRlimit, deadline, aim: 'model' })).kind === 'sat')
        return true;
    }
    return false;
  };
  for (const cases of byAll()) if (!(await has(cases))) return false;
  return true;
}

const linesOf = (obligation: Obligation): readonly number[] =>
  obligation.kind === 'divergence'
    ? [obligation.question.span.line]
    : [obligation.first.span.line, obligation.second.span.line];

async function answerUnder(
  obligation: Obligation,
  constraints: readonly Expr[],
  { vain, deadline, solver, showsModels, elsewhere, isProvable }: Asked,
  { share, aim: wanted }: Asking,
): Promise<Answer> {
  const { variables } = obligation.formula;
  const wasLeftOpen = elsewhere.wasLeftOpen(obligation);
  const aim = wasLeftOpen ? 'model' : wanted;
  const whole = !isProvable
    ? budgets.unprovableRlimit
    : wasLeftOpen
      ? budgets.leftOpenRlimit
      : vain.units < budgets.allRlimit
        ? budgets.rlimit
        : budgets.laterRlimit;
  const rlimit = Math.min(whole, aim === 'model' ? budgets.modelRlimit : whole) * share;
  const wishes = showsModels && vain.models < budgets.wishedModels ? preferSmall(obligation) : [];
  const answer = await solver.decide({ variables, constraints }, { rlimit, deadline, aim }, wishes);
  if (answer.kind === 'unknown' && !deadline.passed()) vain.units += rlimit;
  const small = answer.kind === 'sat' && showsModels ? smallArguments(obligation, answer.model) : null;
  if (small === null) return answer;
  const other = await solver.decide(
    { variables, constraints: [...small, ...constraints] },
    { rlimit: budgets.smallRlimit, deadline, aim: 'glance' },
    wishes,
  );
  return other.kind === 'sat' ? other : answer;
}
