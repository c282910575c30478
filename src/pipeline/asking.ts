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

/** `fitted`: gets the lines of which proofs assume that their unsigned indices do not wrap around. `showsModels`: else only a proof counts. */
export type Asked = Readonly<{ solver: Solver; deadline: Deadline; vain: Vain; fitted: Set<number>; showsModels: boolean }>;

/** `isEqual`: no model has different values. `isPlain`: it may have a model with small positive arguments, or that was not asked. */
type Answered = Readonly<{ answer: Answer; isEqual: boolean; isPlain: boolean }>;

/**
 * Where two writes race, a model in which they store different values is preferred: it says more.
 * What is hard is seldom easy with a condition more, so that gets less of the budget then; and only of the model that is used small values are wished for.
 */
export async function answerOf(obligation: Obligation, blocked: readonly Expr[], sameValue: boolean, input: Asked): Promise<Answered> {
  const isShown = input.showsModels;
  const differ = obligation.kind === 'race' && !sameValue ? obligation.differ : null;
  // where a run refuses such a model, the others are seldom better
  const plain = isShown && blocked.length === 0 ? await plainModel(obligation, differ === null ? [] : [differ], input) : null;
  if (plain?.kind === 'sat') return { answer: plain, isEqual: false, isPlain: true };
  const isPlain = plain?.kind !== 'unsat';
  const any = await answerFor(obligation, blocked, input, { share: 1, isShown: isShown && differ === null, sought: blocked.length > 0 ? 'model first' : 'proof first' });
  if (any.kind === 'unsat' || differ === null) return { answer: any, isEqual: false, isPlain };
  const unequal = await answerFor(obligation, [...blocked, differ], input, { share: any.kind === 'unknown' ? 1 / 4 : 1, isShown, sought: any.kind === 'sat' ? 'model first' : 'proof first' });
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
  return await solver.decide({ variables, constraints: [...given, ...constraints, ...more] }, budgetFor('model only', budgets.smallRlimit, deadline), wishes);
}

/**
 * What the solver looks for first; the answer is right in any case. `proof first`: nothing is known of the question, and most have no model. `model first`:
 * a weaker question had a model, so that this one probably has one too. `model only`: without a model at once, the question is asked again in another way.
 */
type Sought = 'proof first' | 'model first' | 'model only';

function budgetFor(sought: Sought, rlimit: number, deadline: Deadline): SolveBudget {
  switch (sought) {
    case 'proof first': return { rlimit, deadline };
    case 'model first': return { rlimit, deadline, sought: 'model first' };
    case 'model only': return { rlimit, deadline, sought: 'model' };
  }
}

/** `share`: of the budget. `isShown`: a model of it is one to show, and to run: small values are wished for. */
type Asking = Readonly<{ share: number; isShown: boolean; sought: Sought }>;

/**
 * Where arithmetic alone proves nothing, the question is whether it happens to arguments with which addresses do not
 * wrap around [D19]: what happens to others only is nothing to a person, and hard to exclude.
 */
async function answerFor(obligation: Obligation, more: readonly Expr[], input: Asked, asking: Asking): Promise<Answer> {
  const fitting = obligation.kind === 'race' ? obligation.fitting : null;
  const { variables, constraints } = obligation.formula;
  if (fitting === null) return answerUnder(obligation, more, input, asking);
  const whole = { variables, constraints: [...constraints, ...more] };
  if (asking.sought === 'proof first' && arithmetic.refutesQuickly(whole)) return { kind: 'unsat', by: 'arithmetic' };
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
  const wishes = isShown && vain.models < budgets.wishedModels ? preferSmall(obligation) : [];
  const ask = (given: readonly Expr[], units: number, first: Sought): Promise<Answer> => solver.decide({ variables, constraints: [...given, ...constraints, ...more] }, budgetFor(first, units, deadline), wishes);
  const answer = await ask([], rlimit, sought);
  if (answer.kind === 'unknown') vain.units += rlimit;
  const small = answer.kind === 'sat' && isShown ? smallArguments(obligation, answer.model) : null;
  const other = small === null ? answer : await ask(small, budgets.smallRlimit, 'model first');
  return other.kind === 'sat' ? other : answer;
}
