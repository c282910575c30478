/**
 * A first look at formulas about powers of two, before the whole is translated: without the lists of values that such a
 * variable has, turn by turn, of which that it is one [L7] and the largest are kept; without what memory holds; and
 * apart for the turns, if any, in which it is 0.
 *
 * Over-approximating, and only asked for refutations [T4, T7]: a loop over 31 powers is then one case, or two.
 */
import type { Expr } from '../base/expr.ts';
import type { Formula } from '../obligation/obligation.ts';
import type { ArithmeticTest } from './arithmetic/refute.ts';
import type { Effort, Work } from './arithmetic/system.ts';
import { workFor } from './arithmetic/system.ts';
import type { VarId } from '../base/brand.ts';
import { binary, int, typeOf } from '../base/expr-build.ts';
import { eachNode } from '../base/expr-walk.ts';
import { valuesStated } from './cases.ts';
import type { Stated } from './cases.ts';
import { wrap } from '../base/arithmetic.ts';
import { normalForm } from './normal/normal-form.ts';
import { powersIn } from './powers.ts';
import { refute } from './arithmetic/refute.ts';
import { settled } from './arithmetic/settle.ts';

/** In how many variables that may be 0 a formula is split. */
const maxSplits = 2;

/** The test that refuted all cases, or null. */
export function refutedByPowers(formula: Formula, effort: Effort): ArithmeticTest | null {
  const powers = powersIn(formula);
  const stated = powers.size === 0 ? [] : formula.constraints.flatMap(valuesStated);
  const listed = stated.filter(({ id, values }) => powers.has(id) && values.length > 1);
  // of those that have a single value there is nothing to learn from their being powers
  const fixed = new Set(stated.flatMap(({ id, values }) => (values.length === 1 ? [id] : [])));
  if (listed.length === 0 && [...powers].every((id) => fixed.has(id))) return null;
  // what a case of a list says of its variable stays
  const constraints = formula.constraints.filter(
    (c) =>
      valuesStated(c).every(({ id, values }) => values.length === 1 || !listed.some((one) => one.id === id)) &&
      !readsMemory(c),
  );
  const least = new Map(listed.flatMap((one) => leastPositive(one)));
  return refutedIn(
    { ...formula, constraints: [...listed.flatMap(boundsOf), ...constraints] },
    { powers, least, work: workFor(effort) },
    maxSplits,
  );
}

/**
 * `least`: the smallest value above 0 that is listed for a variable. `work`: what all cases together may still cost.
 */
type Known = Readonly<{ powers: ReadonlySet<VarId>; least: ReadonlyMap<VarId, bigint>; work: Work }>;

function refutedIn(formula: Formula, known: Known, splits: number): ArithmeticTest | null {
  const { powers, least } = known;
  const form = normalForm(formula, new Map(), powers);
  const test = refute(settled(form), known.work);
  if (test !== null || splits === 0 || known.work.seen < 0) return test;
  for (const id of powers) {
    const [range, type] = [form.ranges.get(id), formula.variables.get(id)?.type];
    if (
      range === undefined ||
      type?.kind !== 'int' ||
      (range.lo !== null && range.lo > 0n) ||
      (range.hi !== null && range.hi <= 0n)
    )
      continue;
    const under = (condition: Expr): ArithmeticTest | null =>
      refutedIn({ ...formula, constraints: [condition, ...formula.constraints] }, known, splits - 1);
    const variable: Expr = { kind: 'var', id, type };
    return under(binary('>=', variable, int(least.get(id) ?? 1n, type))) === null
      ? null
      : under(binary('<=', variable, int(0, type)));
  }
  return null;
}

/** The least and the largest of the values. */
function boundsOf({ variable, values }: Stated): readonly Expr[] {
  const type = typeOf(variable);
  if (type.kind !== 'int') return [];
  const numbers = numbersOf(values);
  const extreme = (isBetter: (a: bigint, b: bigint) => boolean): Expr =>
    int(
      numbers.reduce((best, one) => (isBetter(one, best) ? one : best)),
      type,
    );
  return [
    binary(
      '<=',
      extreme((a, b) => a < b),
      variable,
    ),
    binary(
      '<=',
      variable,
      extreme((a, b) => a > b),
    ),
  ];
}

function leastPositive({ id, values }: Stated): readonly (readonly [VarId, bigint])[] {
  const positive = numbersOf(values).filter((value) => value > 0n);
  return positive.length === 0 ? [] : [[id, positive.reduce((a, b) => (a < b ? a : b))]];
}

const numbersOf = (values: readonly Expr[]): readonly bigint[] =>
  values.flatMap((value) => (value.kind === 'int' ? [wrap(value.value, value.type)] : []));

function readsMemory(expr: Expr): boolean {
  let reads = false;
  eachNode(expr, (node) => {
    if (node.kind === 'apply' && node.fn.includes(':')) reads = true;
  });
  return reads;
}
