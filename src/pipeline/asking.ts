/**
 * What is asked of the solver about one obligation, and with what budget. Needs: the obligation, and what its models must not be. Gives: an
 * answer, whose model is one to show.
 */
import type { Answer, SolveBudget, Solver } from '../solve/solve.ts';
import type { Deadline } from '../base/deadline.ts';
import type { Expr } from '../base/expr.ts';
import type { Fitting } from '../obligation/fitting.ts';
import type { Formula, Obligation } from '../obligation/obligation.ts';
import type { Vain } from './budgets.ts';
import { arithmetic } from '../solve/decide.ts';
import { budgets } from './budgets.ts';
import { plainArguments, preferSmall, smallArguments } from '../witness/witness.ts';

/** `fitted`: gets the lines of which proofs assume that their unsigned indices do not wrap around. `onlyProof`: no model is shown. */
export type Asked = Readonly<{ solver: Solver; deadline: Deadline; vain: Vain; fitted: Set<number>; onlyProof?: boolean }>;

/** `isEqual`: no model has different values. `isPlain`: it may have a model with small positive arguments, or that was not asked. */
type Answered = Readonly<{ answer: Answer; isEqual: boolean; isPlain: boolean }>;

/**
 * Where two writes race, a model in which they store different values is preferred: it says more.
 * What is hard is seldom easy with a condition more, so that gets less of the budget then; and only of the model that is used small values are wished for.
 */
export async function answerOf(obligation: Obligation, blocked: readonly Expr[], sameValue: boolean, input: Asked): Promise<Answered> {
  const isShown = input.onlyProof !== true;
  const differ = obligation.kind === 'race' && !sameValue ? obligation.differ : null;
  // where a run refuses such a model, the others are seldom better
  const plain = isShown && blocked.length === 0 ? await plainModel(obligation, differ === null ? [] : [differ], input) : null;
  if (plain?.kind === 'sat') return { answer: plain, isEqual: false, isPlain: true };
  const isPlain = plain?.kind !== 'unsat';
  const any = await answerFor(obligation, blocked, input, { share: 1, isShown: isShown && differ === null, ...(blocked.length > 0 ? { sought: 'model first' } : {}) });
  if (any.kind === 'unsat' || differ === null) return { answer: any, isEqual: false, isPlain };
  const unequal = await answerFor(obligation, [...blocked, differ], input, { share: any.kind === 'unknown' ? 1 / 4 : 1, isShown, ...(any.kind === 'sat' ? { sought: 'model first' } : {}) });
  if (unequal.kind === 'sat') return { answer: unequal, isEqual: false, isPlain };
  const answer = any.kind === 'sat' && isShown ? await answerFor(obligation, blocked, input, { share: 1, isShown, sought: 'model first' }) : any;
  return { answer, isEqual: unequal.kind === 'unsat', isPlain };
}

/** Whether a question that arithmetic does not refute has a model with small positive arguments: mostly there is one at once, where there is any. */
async function plainModel(obligation: Obligation, more: readonly Expr[], { vain, deadline, solver }: Asked): Promise<Answer | null> {
  const { variables, constraints } = obligation.formula;
  const given = [...plainArguments(obligation), ...(obligation.kind === 'race' && obligation.fitting !== null ? [obligation.fitting.holds] : [])];
  if (more.length > 0 && arithmetic.refutesQuickly({ variables, constraints: [...constraints, ...more] })) return null;
  const wishes = vain.models < budgets.wishedModels ? preferSmall(obligation) : [];
  return await solver.decide({ variables, constraints: [...given, ...constraints, ...more] }, { rlimit: budgets.smallRlimit, deadline, sought: 'model' }, wishes);
}

/** `share`: of the budget. `isShown`: a model of it is one to show, and to run: small values are wished for. `sought`: whether a weaker question had a model. */
type Asking = Readonly<{ share: number; isShown: boolean; sought?: SolveBudget['sought'] }>;

/**
 * Where arithmetic alone proves nothing, the question is whether it happens to arguments with which addresses do not
 * wrap around [D19]: what happens to others only is nothing to a person, and hard to exclude.
 */
async function answerFor(obligation: Obligation, more: readonly Expr[], input: Asked, asking: Asking): Promise<Answer> {
  const fitting = obligation.kind === 'race' ? obligation.fitting : null;
  const { variables, constraints } = obligation.formula;
  if (fitting === null) return answerUnder(obligation, more, input, asking);
  const whole = { variables, constraints: [...constraints, ...more] };
  if (asking.sought === undefined && arithmetic.refutesQuickly(whole)) return { kind: 'unsat', by: 'arithmetic' };
  const fitted = await answerUnder(obligation, [...more, fitting.holds], input, asking);
  if (fitted.kind === 'sat') return fitted;
  if (arithmetic.refutes(whole)) return { kind: 'unsat', by: 'arithmetic' };
  if (fitted.kind === 'unsat' && (await mayFit(fitting, input))) {
    for (const line of linesOf(obligation)) input.fitted.add(line);
    return fitted;
  }
  return answerUnder(obligation, more, input, asking);
}

/** Whether arguments exist with which no thread of the launch wraps around: else the assumption would leave threads out. */
async function mayFit({ byAll }: Fitting, { deadline, solver }: Asked): Promise<boolean> {
  const has = async (cases: readonly Formula[]): Promise<boolean> => {
    for (const formula of cases) {
      if ((await solver.decide(formula, { rlimit: budgets.smallRlimit, deadline })).kind === 'sat') return true;
    }
    return false;
  };
  for (const cases of byAll()) if (!(await has(cases))) return false;
  return true;
}

const linesOf = (obligation: Obligation): readonly number[] =>
  (obligation.kind === 'divergence' ? [obligation.question.span.line] : [obligation.first.span.line, obligation.second.span.line]);

async function answerUnder(obligation: Obligation, more: readonly Expr[], { vain, deadline, solver }: Asked, { share, isShown, sought }: Asking): Promise<Answer> {
  const { variables, constraints } = obligation.formula;
  const rlimit = (vain.units < budgets.allRlimit ? budgets.rlimit : budgets.laterRlimit) * share;
  const ask = (given: readonly Expr[], units: number, first: SolveBudget['sought']): Promise<Answer> => solver.decide({ variables, constraints: [...given, ...constraints, ...more] }, { rlimit: units, deadline, ...(first === undefined ? {} : { sought: first }) }, isShown && vain.models < budgets.wishedModels ? preferSmall(obligation) : []);
  const answer = await ask([], rlimit, sought);
  if (answer.kind === 'unknown') vain.units += rlimit;
  const small = answer.kind === 'sat' && isShown ? smallArguments(obligation, answer.model) : null;
  const other = small === null ? answer : await ask(small, budgets.smallRlimit, 'model first');
  return other.kind === 'sat' ? other : answer;
}
