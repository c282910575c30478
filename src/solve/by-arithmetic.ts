/**
 * What arithmetic alone tells of a formula, without Z3 and its budgets: that nothing solves it, a model that is soon
 * guessed, bounds of its variables. What was tested once is remembered under the formula's key for the life of the
 * process.
 */
import type { Model } from './solve.ts';
import type { ArithmeticTest } from './arithmetic/refute.ts';
import type { Expr } from '../base/expr.ts';
import type { Formula } from '../obligation/obligation.ts';
import type { NormalForm } from './normal/normal-form.ts';
import type { Prop } from './normal/proposition.ts';
import { someNode } from '../base/expr-walk.ts';
import { memoized } from '../base/memoize.ts';
import { coneOf } from './cone.ts';
import { withoutUnused } from './definitions.ts';
import { guess } from './guess/guess.ts';
import { degree } from './normal/polynomial.ts';
import type { Range } from './normal/range.ts';
import { everything } from './normal/range.ts';
import { normalForm, usedIn } from './normal/normal-form.ts';
import { canonical } from './formula-key.ts';
import { remembered } from '../base/remembered.ts';
import { refutedByPowers } from './power-cases.ts';
import { refute } from './arithmetic/refute.ts';
import { workFor } from './arithmetic/system.ts';
import { withNamedTerms } from './named-terms.ts';
import { settled } from './arithmetic/settle.ts';
import { powersIn, withoutPowerRules } from './powers.ts';
import { withPartners } from './exclusive-or.ts';
import type { VarId } from '../base/brand.ts';

/** Whether no two unknowns are multiplied by each other. */
export function isLinear(form: NormalForm): boolean {
  const parts = (prop: Prop): readonly Prop[] => ('parts' in prop ? prop.parts.flatMap(parts) : [prop]);
  return [...form.constraints, ...usedIn(form).definitions]
    .flatMap(parts)
    .every((prop) => !('poly' in prop) || degree(prop.poly) <= 1);
}

/** The test that refutes what two places are made of, where the whole is too much for it; or null. */
export function refutedCone(formula: Formula): ArithmeticTest | null {
  const cone = coneOf(formula);
  return cone === null ? null : refute(settled(normalForm(cone)));
}

/**
 * A formula in names of its own (formula-key.ts), with its key and its normal form, both made when they are first asked
 * for.
 */
export type NamedFormula = Readonly<{ key: string; formula: () => Formula; form: () => NormalForm }>;

export function named(key: string, formula: Formula): NamedFormula {
  let made: NormalForm | null = null;
  return { key, formula: () => formula, form: () => (made ??= settled(normalForm(formula))) };
}

type Test = (question: NamedFormula) => ArithmeticTest | null;

/**
 * A test of formulas, made once for all that read alike: launches, instances and patches ask the same, and so do the
 * questions of one pair.
 */
function once(test: Test): Test {
  const known = remembered<ArithmeticTest | 'none'>(maxTested);
  return (question) => {
    const before = known.get(question.key);
    const found = before ?? test(question) ?? 'none';
    if (before === undefined) known.set(question.key, found);
    return found === 'none' ? null : found;
  };
}

/** The same of a long test, which is not made where a model is known. */
const unlessGuessed = (test: Test): Test => once((question) => (guessed(question) === null ? test(question) : null));

/** Formulas whose tests are remembered, of each sort. */
const maxTested = 50_000;

const linear = remembered<boolean>(maxTested);

function isLinearQuestion({ key, form }: NamedFormula): boolean {
  const known = linear.get(key) ?? isLinear(form());
  linear.set(key, known);
  return known;
}

const guesses = remembered<Model | 'none'>(maxTested);

/** Variables of a formula from which on looking for a model costs less than looking for a proof. */
const guessedVariables = 12;

/**
 * A model of it that is soon found, where many unknowns are multiplied: then nothing refutes it. Null for others, which
 * are decided soon.
 */
export function guessed(question: NamedFormula): Model | null {
  const { key, formula } = question;
  const known =
    guesses.get(key) ??
    (formula().variables.size < guessedVariables || isLinearQuestion(question) ? null : guess(formula())) ??
    'none';
  guesses.set(key, known);
  return known === 'none' ? null : known;
}

/** The test that refutes it by its powers of two, or as it stands, or null. */
export const refutedPlainly = unlessGuessed(
  ({ formula, form }) => refutedByPowers(formula(), 'full') ?? refute(form()),
);

/**
 * The same where the proof is soon found: if there is one, a few steps show it, and looking for a model first would
 * take longer.
 */
export const refutedQuickly = once(
  ({ formula, form }) =>
    refutedByPartners(formula()) ?? refutedByPowers(formula(), 'quick') ?? refute(form(), workFor('quick')),
);

/**
 * The same with the partners of exchanges named; models are looked for without, since bits that are known are worth
 * more to them than names.
 */
function refutedByPartners(stated: Formula): ArithmeticTest | null {
  const formula = withPartners(stated);
  return formula === stated
    ? null
    : (refutedByPowers(formula, 'quick') ?? refute(settled(normalForm(formula)), workFor('quick')));
}

/** The same with its remainders written by their quotients. */
export const refutedWhole = unlessGuessed(({ formula }) => {
  const whole = wholeForm(formula());
  return whole === null ? null : refute(whole, workFor('quick'));
});

/**
 * Variables of a formula from which on it is worth while to try first what two places are made of, where that is less
 * than this part: of large kernels, most of the rest says nothing about them.
 */
const coneVariables = 32;
const partOfCone = 1 / 2;

/**
 * The test that soon refutes what two places are made of, or null. Many questions of a kernel differ only in the rest,
 * so one test answers them all.
 */
export const refutedConeQuickly = memoized((formula: Formula): ArithmeticTest | null => {
  const cone = formula.variables.size < coneVariables ? null : coneOf(formula);
  return cone === null || cone.constraints.length > partOfCone * formula.constraints.length
    ? null
    : refutedQuickly(questionOf(cone));
});

/** The normal form in which a quotient of a quotient is one, or null where no divisor is a term. */
function wholeForm(formula: Formula): NormalForm | null {
  return formula.constraints.some(hasTermDivisor)
    ? settled(normalForm(formula, new Map(), powersIn(formula), 'whole'))
    : null;
}

/** Whether something is divided by what is no number. */
const hasTermDivisor = memoized((constraint: Expr): boolean =>
  someNode(
    constraint,
    (node) => node.kind === 'binary' && (node.op === '/' || node.op === '%') && node.right.kind !== 'int',
  ),
);

/** The test that refutes it with its factors as variables, or with its remainders as quotients, or null. */
export const refutedByTerms = unlessGuessed((question) => {
  const formula = question.formula();
  const byNames = withNamedTerms(formula);
  for (const form of [byNames === null ? null : settled(normalForm(byNames)), wholeForm(formula)]) {
    const test = form === null ? null : refute(form);
    if (test !== null) return test;
  }
  return null;
});

/** The question whether the formula has a solution, without what nothing asks for. */
function questionOf(stated: Formula): NamedFormula {
  const own = canonical(withoutUnused(withoutPowerRules(stated)).formula);
  let made: NamedFormula | null = null;
  const whole = (): NamedFormula => (made ??= named(own.key, own.made().formula));
  return { key: own.key, formula: () => whole().formula(), form: () => whole().form() };
}

const knownRanges = remembered<ReadonlyMap<VarId, Range>>(maxTested);

/** Bounds of the variables of the formula in all its solutions. */
function boundsIn(formula: Formula): (id: VarId) => Range {
  const own = canonical(formula);
  const ranges = knownRanges.get(own.key) ?? normalForm(own.made().formula).ranges;
  knownRanges.set(own.key, ranges);
  return (id) => {
    const name = own.nameOf(id);
    return (name === null ? undefined : ranges.get(name)) ?? everything;
  };
}

/** What can be told without Z3 and its budgets. */
export const arithmetic = {
  /** True only if the formula has no solution. */
  refutes: (formula: Formula): boolean => {
    if (refutedConeQuickly(formula) !== null) return true;
    const question = questionOf(formula);
    return (
      (refutedQuickly(question) ?? refutedWhole(question) ?? refutedPlainly(question) ?? refutedByTerms(question)) !==
      null
    );
  },
  /** The same for proofs that a few steps show. */
  refutesAtOnce: (formula: Formula): boolean =>
    refutedConeQuickly(formula) !== null || refutedQuickly(questionOf(formula)) !== null,
  /** The same for proofs that are soon found. */
  refutesQuickly: (formula: Formula): boolean => {
    if (refutedConeQuickly(formula) !== null) return true;
    const question = questionOf(formula);
    return (refutedQuickly(question) ?? refutedWhole(question)) !== null;
  },
  /** The same by the longer test of what has products of unknowns, before all shorter ones. */
  refutesPlainly: (formula: Formula): boolean => refutedPlainly(questionOf(formula)) !== null,
  /** Whether no unknowns are multiplied in it: what is not refuted at once is decided soon by the solver. */
  isLinear: (formula: Formula): boolean => isLinearQuestion(questionOf(formula)),
  boundsIn,
  /** Bounds of one variable. */
  boundsOf: (formula: Formula, id: VarId): Range => boundsIn(formula)(id),
} as const;
