/**
 * One formula, in the order of cost: the arithmetic tests (with powers of two first, then with narrower ranges, then by
 * the signs of arguments), the whole by cases, Z3 on integers with small instances of nonlinear formulas before the
 * full budget, Z3 on bit-vectors. `unsat` of any but an instance is an answer; `sat` counts when the model, evaluated
 * in the formula, makes it true. A model in which integers and formula disagree (an operation that the integers only
 * bound) sends the formula to the bit-vectors.
 */
import type { Answer, Model, SolveBudget } from './solve.ts';
import type { BitVectorScript, Named } from './smt/bit-vectors.ts';
import type { Z3, Z3Dialogue } from './z3-wasm.ts';
import { integerScript, propSmt } from './smt/integers.ts';
import { readCheck, readValues } from './smt/answers.ts';
import type { ArithmeticTest } from './arithmetic/refute.ts';
import type { Expr } from '../base/expr.ts';
import type { Formula } from '../obligation/obligation.ts';
import type { NormalForm } from './normal/normal-form.ts';
import { holds } from './normal/proposition.ts';
import { bitVectorScript } from './smt/bit-vectors.ts';
import { casesOf } from './cases.ts';
import { completed, withoutUnused } from './definitions.ts';
import { evaluatePoly } from './normal/polynomial.ts';
import { nearestToZero } from './normal/range.ts';
import { declaredIn, normalForm, usedIn } from './normal/normal-form.ts';
import { atomsIn } from './normal/atoms.ts';
import { canonical } from './formula-key.ts';
import type { Instance } from './instances.ts';
import { instancesOf } from './instances.ts';
import { probed } from './arithmetic/probe.ts';
import { refute } from './arithmetic/refute.ts';
import { workFor } from './arithmetic/system.ts';
import { withSigns } from './signs.ts';
import { settled } from './arithmetic/settle.ts';
import { satisfies } from './evaluate.ts';
import { withoutPowerRules } from './powers.ts';
import type { VarId } from '../base/brand.ts';
import { z3Limits } from './limits.ts';
import type { NamedFormula } from './by-arithmetic.ts';
import {
  arithmetic,
  isLinear,
  refutedCone,
  refutedConeQuickly,
  named,
  refutedPlainly,
  refutedQuickly,
  refutedWhole,
  refutedByTerms,
  guessed,
} from './by-arithmetic.ts';

/** An answer, and how it was found, for statistics. */
export type Decision = Readonly<{ answer: Answer; how: ArithmeticTest | 'integers' | 'bit-vectors' | 'none' }>;

type Found =
  | Readonly<{ kind: 'unsat' }>
  | Readonly<{ kind: 'model'; values: ReadonlyMap<string, bigint> }>
  | Readonly<{ kind: 'unknown'; because: string }>;

export async function decideFormula(
  z3: Z3,
  stated: Formula,
  budget: SolveBudget,
  prefer: readonly Expr[],
): Promise<Decision> {
  const whole = withoutPowerRules(stated);
  const { formula, definitions } = withoutUnused(whole);
  const decision = await decideAsked(z3, formula, budget, prefer);
  if (definitions.length === 0 || decision.answer.kind !== 'sat') return decision;
  const model = completed(
    decision.answer.model,
    whole,
    definitions,
    decision.answer.by === 'bit-vectors' ? 'wrapping' : 'ideal',
  );
  return model === null
    ? decideAsked(z3, whole, budget, prefer)
    : { ...decision, answer: { ...decision.answer, model } };
}

async function decideAsked(z3: Z3, stated: Formula, budget: SolveBudget, prefer: readonly Expr[]): Promise<Decision> {
  const own = canonical(stated, prefer);
  const made = own.made();
  const decision = await decideNamed(z3, named(own.key, made.formula), budget, made.prefer);
  return decision.answer.kind === 'sat'
    ? { ...decision, answer: { ...decision.answer, model: own.restored(decision.answer.model) } }
    : decision;
}

async function decideNamed(
  z3: Z3,
  question: NamedFormula,
  budget: SolveBudget,
  prefer: readonly Expr[],
): Promise<Decision> {
  const formula = question.formula();
  const cone = budget.aim === 'glance' || budget.aim === 'model' ? null : refutedConeQuickly(formula);
  if (cone !== null) return { answer: { kind: 'unsat', by: 'arithmetic' }, how: cone };
  const form = question.form();
  if (budget.aim === 'glance') {
    const first = Math.min(budget.rlimit, glanceRlimit);
    const instance = smallInstances(formula, form).next().value;
    const small = instance === undefined ? null : await inInstance(z3, instance, formula, { ...budget, first }, prefer);
    if (small !== null) return small;
    const model = await withIntegers(z3, formula, form, { ...budget, first }, prefer);
    return typeof model !== 'string'
      ? model
      : (withGuess(question) ?? { answer: { kind: 'unknown', because: model }, how: 'none' });
  }
  // with products of unknowns, an instance has a model sooner than the whole
  if (budget.aim === 'model') return withSolver(z3, formula, form, budget, prefer, true);
  const test = refutedQuickly(question) ?? refutedWhole(question);
  if (test !== null) return { answer: { kind: 'unsat', by: 'arithmetic' }, how: test };
  budget.deadline?.check();
  const known = withGuess(question);
  // Z3 may find a model that is wished for more
  if (known !== null) {
    const wished = await withIntegers(
      z3,
      formula,
      form,
      { ...budget, first: Math.min(budget.rlimit, quickRlimit) },
      prefer,
    );
    return typeof wished === 'string' ? known : wished;
  }
  // Z3 seldom gets far with products of unknowns, which is what separation is for
  const early = isLinear(form) ? null : refutedPlainly(question);
  if (early !== null) return { answer: { kind: 'unsat', by: 'arithmetic' }, how: early };
  budget.deadline?.check();
  const soon = await withIntegers(
    z3,
    formula,
    form,
    { ...budget, first: Math.min(budget.rlimit, quickRlimit) },
    prefer,
  );
  if (typeof soon !== 'string') return soon;
  if (budget.aim === 'soon') return withSolver(z3, formula, form, budget, prefer, true);
  budget.deadline?.check();
  const late = refutedPlainly(question);
  if (late !== null) return { answer: { kind: 'unsat', by: 'arithmetic' }, how: late };
  budget.deadline?.check();
  const whole = refutedCone(formula);
  if (whole !== null) return { answer: { kind: 'unsat', by: 'arithmetic' }, how: whole };
  budget.deadline?.check();
  const narrower = probed(form);
  const sharper = narrower === null ? form : settled(normalForm(formula, narrower));
  const again = narrower === null ? null : refute(sharper);
  if (again !== null) return { answer: { kind: 'unsat', by: 'arithmetic' }, how: again };
  const byTerms = refutedByTerms(question);
  if (byTerms !== null) return { answer: { kind: 'unsat', by: 'arithmetic' }, how: byTerms };
  const refutesInTime = (one: Formula): boolean => {
    budget.deadline?.check();
    return arithmetic.refutes(one);
  };
  const signed = isLinear(sharper) ? formula : withSigns(formula, sharper.ranges, refutesInTime);
  if (signed === null) return { answer: { kind: 'unsat', by: 'arithmetic' }, how: 'separation' };
  const best = signed === formula ? sharper : settled(normalForm(signed, sharper.ranges));
  const cases = casesOf(signed);
  return (
    (cases === null ? null : await byCases(z3, cases, budget, prefer)) ??
    withSolver(z3, signed, best, budget, prefer, best === form)
  );
}

/** Decides every case by itself: unsatisfiable if all are. Null where one stays open, since the whole may be easier. */
async function byCases(
  z3: Z3,
  cases: readonly Formula[],
  budget: SolveBudget,
  prefer: readonly Expr[],
): Promise<Decision | null> {
  const share = { ...budget, rlimit: Math.ceil(budget.rlimit / cases.length) };
  let last: Decision | null = null;
  for (const formula of cases) {
    const decision = await decideFormula(z3, formula, share, prefer);
    if (decision.answer.kind === 'sat') return decision;
    if (decision.answer.kind === 'unknown') return null;
    if (last === null || decision.how === 'integers' || decision.how === 'bit-vectors') last = decision;
  }
  return last;
}

/** `isLookedAt`: no short look of Z3 at this form is needed, where it has instances. */
async function withSolver(
  z3: Z3,
  formula: Formula,
  form: NormalForm,
  budget: SolveBudget,
  prefer: readonly Expr[],
  isLookedAt = false,
): Promise<Decision> {
  const least = prefer.length === 0 ? integerModel(form, new Map()) : null;
  if (least !== null && satisfies(formula, least, 'ideal'))
    return { answer: { kind: 'sat', model: least, by: 'arithmetic' }, how: 'bounds' };
  const instances = smallInstances(formula, form);
  let instance = instances.next().value;
  const hasInstance = instance !== undefined;
  const first =
    hasInstance && isLookedAt
      ? ''
      : await withIntegers(z3, formula, form, hasInstance ? { ...budget, first: shortRlimit } : budget, prefer);
  if (typeof first !== 'string') return first;
  for (; instance !== undefined; instance = instances.next().value) {
    budget.deadline?.check();
    const found = await inInstance(
      z3,
      instance,
      formula,
      { ...budget, first: instanceRlimit, wishes: maxWishChecks / 2 },
      prefer,
    );
    if (found !== null) return found;
  }
  const again = hasInstance ? await withIntegers(z3, formula, form, budget, prefer) : first;
  if (typeof again !== 'string') return again;
  // products of unknowns that are too hard for integers are harder bit by bit
  if (hasInstance && again !== onlyBounds)
    return {
      answer: { kind: 'unknown', because: `Z3 within ${budget.rlimit} steps: integers: ${again}` },
      how: 'none',
    };
  return withBitVectors(z3, formula, budget, prefer, again);
}

function* smallInstances(formula: Formula, form: NormalForm): Generator<Instance, undefined> {
  if (!isLinear(form))
    yield* instancesOf(formula, form.ranges, (instance, ranges) => normalForm(instance, ranges).ranges);
}

/** A model of the formula that is one of its instance, or null. */
async function inInstance(
  z3: Z3,
  instance: Instance,
  formula: Formula,
  budget: SolveBudget & First,
  prefer: readonly Expr[],
): Promise<Decision | null> {
  const small = settled(normalForm(instance.formula, instance.ranges));
  if (refute(small, workFor('quick')) !== null) return null;
  const found = await withIntegers(z3, instance.formula, small, budget, prefer);
  // a quotient by 0 may be anything: no example
  return typeof found !== 'string' && found.answer.kind === 'sat' && satisfies(formula, found.answer.model, 'ideal')
    ? found
    : null;
}

/** Why the integers' model is none of the formula. */
const onlyBounds = 'the integers only bound an operation on bits';

/** An answer, or why there is none. */
async function withIntegers(
  z3: Z3,
  formula: Formula,
  form: NormalForm,
  budget: SolveBudget & First,
  prefer: readonly Expr[],
): Promise<Decision | string> {
  const wished = [...form.overflowFree, ...form.translated(prefer)];
  const declared = new Set(declaredIn(form));
  const wishes = wished
    .filter((wish) => wish.kind !== 'const' && atomsIn(form.atoms, [wish]).every((atom) => declared.has(atom)))
    .map((wish): Wish => ({
      text: propSmt(wish),
      holds: (values) => holds(wish, (id) => values.get(`a${id}`) ?? 0n),
    }));
  const script = integerScript(form);
  const found = await z3.dialogue((dialogue) => search(dialogue, script, wishes, budget));
  if (found.kind === 'unsat') return { answer: { kind: 'unsat', by: 'integers' }, how: 'integers' };
  const model = found.kind === 'model' ? integerModel(form, found.values) : null;
  // in an exact form only what C leaves undefined can differ now: a division by 0, a shift by the width or more
  if (model !== null && (satisfies(formula, model, 'ideal') || usedIn(form).isExact))
    return { answer: { kind: 'sat', model, by: 'integers' }, how: 'integers' };
  return found.kind === 'unknown' ? found.because : onlyBounds;
}

function withGuess(question: NamedFormula): Decision | null {
  const model = guessed(question);
  return model === null ? null : { answer: { kind: 'sat', model, by: 'arithmetic' }, how: 'bounds' };
}

async function withBitVectors(
  z3: Z3,
  formula: Formula,
  budget: SolveBudget,
  prefer: readonly Expr[],
  reason: string,
): Promise<Decision> {
  budget.deadline?.check();
  const script = bitVectorScript(formula, prefer);
  const found = await z3.dialogue((dialogue) =>
    search(
      dialogue,
      script,
      script.preferred.map((text) => ({ text, holds: () => false })),
      budget,
    ),
  );
  switch (found.kind) {
    case 'unsat':
      return { answer: { kind: 'unsat', by: 'bit-vectors' }, how: 'bit-vectors' };
    case 'model':
      return {
        answer: { kind: 'sat', model: bitVectorModel(script, found.values), by: 'bit-vectors' },
        how: 'bit-vectors',
      };
    case 'unknown':
      budget.deadline?.check();
      return {
        answer: {
          kind: 'unknown',
          because: `Z3 within ${budget.rlimit} steps: integers: ${reason}; bit-vectors: ${found.because}`,
        },
        how: 'none',
      };
  }
}

/** Less than the budget: resource units for the first check, and how many checks wishes are worth. */
type First = Readonly<{ first?: number; wishes?: number }>;

const { glanceRlimit, quickRlimit, shortRlimit, instanceRlimit, wishShare, maxWishChecks } = z3Limits;

/** Milliseconds that mean no limit to Z3. */
const noTimeout = 2 ** 32 - 1;

/**
 * Steps decide when Z3 gives up, and time only where the user set a limit: a long check would run far beyond it.
 * Without a limit none is set, because Z3 starts a thread for every one, even for one that means none: 0.2 s of
 * processor time.
 */
function limitsOf({ deadline }: SolveBudget, rlimit: number): string {
  const milliseconds = Math.max(1, Math.ceil(deadline?.remaining() ?? noTimeout));
  return `(set-option :rlimit ${rlimit})${milliseconds >= noTimeout ? '' : `\n(set-option :timeout ${milliseconds})`}`;
}

/**
 * The core alone: what Z3 chooses by itself tries several tactics, each for some milliseconds, and so answers
 * differently on another machine.
 */
const check = '(check-sat-using smt)';

type Question = Readonly<{ text: string; names: readonly string[] }>;

/** A constraint that a model should keep if it can; `holds`: whether one does for sure. */
type Wish = Readonly<{ text: string; holds: (values: ReadonlyMap<string, bigint>) => boolean }>;

/**
 * Checks, then keeps as many wishes as it can: those that the first model keeps by itself, and of the others the first
 * ones first.
 */
async function search(
  z3: Z3Dialogue,
  { text, names }: Question,
  wishes: readonly Wish[],
  budget: SolveBudget & First,
): Promise<Found> {
  const answer = readCheck(
    await z3.ask(`${limitsOf(budget, Math.min(budget.rlimit, budget.first ?? budget.rlimit))}\n${text}\n${check}`),
  );
  if (answer === 'unsat') return { kind: 'unsat' };
  if (answer === 'unknown') return { kind: 'unknown', because: await reasonOf(z3) };
  if (answer !== 'sat') return { kind: 'unknown', because: answer.error };
  const values = async (): Promise<ReadonlyMap<string, bigint>> =>
    names.length === 0 ? new Map() : readValues(await z3.ask(`(get-value (${names.join(' ')}))`));
  let best = await values();
  let checks = wishes.length === 0 ? 0 : (budget.wishes ?? maxWishChecks);
  if (checks > 0) await z3.ask(limitsOf(budget, Math.ceil(budget.rlimit / wishShare)));
  const attempt = async (group: readonly Wish[]): Promise<void> => {
    if (group.length === 0 || checks === 0 || budget.deadline?.passed() === true) return;
    checks--;
    const kept = readCheck(
      await z3.ask(`(push)\n(assert (and ${group.map((wish) => wish.text).join(' ')} true))\n(check-sat)`),
    );
    if (kept === 'sat') {
      best = await values();
      return;
    }
    // what the budget cut short leaves the context cancelled: nothing more can be asked of it
    if (kept !== 'unsat') checks = 0;
    if (checks === 0) return;
    await z3.ask('(pop)');
    if (group.length === 1) return;
    const half = Math.ceil(group.length / 2);
    await attempt(group.slice(0, half));
    await attempt(group.slice(half));
  };
  const first = best;
  const kept = wishes.filter((wish) => wish.holds(first));
  if (checks > 0 && kept.length > 0) await z3.ask(`(assert (and ${kept.map((wish) => wish.text).join(' ')} true))`);
  await attempt(wishes.filter((wish) => !kept.includes(wish)));
  return { kind: 'model', values: best };
}

async function reasonOf(z3: Z3Dialogue): Promise<string> {
  const reason = /:reason-unknown "([^"]*)"/.exec(await z3.ask('(get-info :reason-unknown)'));
  return reason?.[1] ?? 'no reason given';
}

function integerModel(form: NormalForm, values: ReadonlyMap<string, bigint>): Model {
  const valueOfAtom = (id: number): bigint => values.get(`a${id}`) ?? nearestToZero(form.atoms.rangeOfAtom(id));
  const found = new Map<VarId, bigint>();
  for (const [id, range] of form.ranges) found.set(id, nearestToZero(range));
  const functions = new Map<string, { args: readonly bigint[]; value: bigint }[]>();
  for (const atom of declaredIn(form)) {
    if (atom.meaning.kind === 'variable') found.set(atom.meaning.id, valueOfAtom(atom.id));
    if (atom.meaning.kind !== 'apply') continue;
    record(
      functions,
      atom.meaning.fn,
      atom.meaning.args.map((arg) => evaluatePoly(arg, valueOfAtom)),
      valueOfAtom(atom.id),
    );
  }
  return { values: found, functions };
}

function bitVectorModel(script: BitVectorScript, values: ReadonlyMap<string, bigint>): Model {
  const read = (n: Named): bigint => {
    const bits = values.get(n.name) ?? 0n;
    return n.type.kind === 'int' && n.type.signed ? BigInt.asIntN(n.type.bits, bits) : bits;
  };
  const functions = new Map<string, { args: readonly bigint[]; value: bigint }[]>();
  for (const use of script.applications) record(functions, use.fn, use.args.map(read), read(use.result));
  return { values: new Map([...script.variables].map(([id, named]) => [id, read(named)] as const)), functions };
}

type Entries = { args: readonly bigint[]; value: bigint }[];
function record(functions: Map<string, Entries>, fn: string, args: readonly bigint[], value: bigint): void {
  const entries: Entries = functions.get(fn) ?? [];
  if (!entries.some((e) => e.args.length === args.length && e.args.every((arg, k) => arg === args[k])))
    entries.push({ args, value });
  functions.set(fn, entries);
}
