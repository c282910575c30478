/**
 * The normal form of a formula: propositions over atoms, with the range of each. Satisfiable exactly when the formula
 * is, unless an atom is `inexact`: then it may be satisfiable where the formula is not, never the other way round.
 *
 * Ranges of variables are narrowed from the constraints first and the formula translated again with them, so that most
 * wrap-around is seen not to happen. The narrowed ranges are part of the normal form: each follows from the formula,
 * and with them the simplified translation is equivalent to the exact one.
 */
import type { Atom, AtomTable, Divisions } from './atoms.ts';
import { atomsIn, createAtoms } from './atoms.ts';
import type { Expr } from '../../base/expr.ts';
import type { Formula } from '../../obligation/obligation.ts';
import type { Prop } from './proposition.ts';
import type { Range } from './range.ts';
import type { VarId } from '../../base/brand.ts';
import { narrowed } from './narrow.ts';
import { isEmpty, rangeOfType } from './range.ts';
import { memoized } from '../../base/memoize.ts';
import { no } from './proposition.ts';
import { leastPowerFrom } from '../../base/powers.ts';
import { powersIn } from '../powers.ts';
import { translation } from './translate.ts';

export type NormalForm = Readonly<{
  atoms: AtomTable;
  /** All hold. Top-level conjunctions are taken apart. */
  constraints: readonly Prop[];
  /** Translates further expressions with the same atoms: to be called before the atoms are read. */
  translated: (exprs: readonly Expr[]) => readonly Prop[];
  /** That signed arithmetic does not overflow, where it could: wishes. */
  overflowFree: readonly Prop[];
  /** Range of every variable of the formula, also of those without an atom. */
  ranges: ReadonlyMap<VarId, Range>;
}>;

/** The atoms that matter, and what defines them. */
export type Used = Readonly<{
  atoms: readonly Atom[];
  definitions: readonly Prop[];
  /** Whether no atom is `inexact`. */ isExact: boolean;
}>;
export const usedIn: (form: NormalForm) => Used = memoized(({ atoms, constraints }: NormalForm): Used => {
  const used = atomsIn(atoms, constraints);
  return {
    atoms: used,
    definitions: used.flatMap(({ definition }) => definition),
    isExact: !used.some(({ meaning }) => meaning.kind === 'inexact'),
  };
});

const rounds = 4;

/**
 * `given`: ranges of variables that are known to follow from the formula. `powers`: which of them are powers of two, or
 * not positive.
 */
export function normalForm(
  formula: Formula,
  given: ReadonlyMap<VarId, Range> = new Map(),
  powers = powersIn(formula),
  divisions: Divisions = 'digits',
): NormalForm {
  let known = betweenPowers(given, formula, powers);
  let form = formWith(formula, known, powers, divisions);
  for (let round = 0; round < rounds; round++) {
    const better = narrowedVariables(form, known);
    if (better === null) return form;
    known = betweenPowers(better, formula, powers);
    // plain polynomials over variables read the same, whatever the ranges
    if (round > 0 && form.atoms.all.every((atom) => atom.meaning.kind === 'variable')) break;
    form = formWith(formula, known, powers, divisions);
  }
  return form;
}

/**
 * What is a power of two wherever it is positive is at least the next one from below, and at most the last one, in its
 * range.
 */
function betweenPowers(
  known: ReadonlyMap<VarId, Range>,
  formula: Formula,
  powers: ReadonlySet<VarId>,
): ReadonlyMap<VarId, Range> {
  const found = new Map(known);
  for (const id of powers) {
    const type = formula.variables.get(id)?.type;
    if (type === undefined || type.kind !== 'int') continue;
    const { lo, hi } = known.get(id) ?? rangeOfType(type);
    found.set(id, {
      lo: lo !== null && lo > 0n ? leastPowerFrom(lo) : lo,
      hi: hi !== null && hi > 0n ? leastPowerFrom(hi + 1n) / 2n : hi,
    });
  }
  return found;
}

function formWith(
  formula: Formula,
  known: ReadonlyMap<VarId, Range>,
  powers: ReadonlySet<VarId>,
  divisions: Divisions,
): NormalForm {
  const atoms = createAtoms(powers, divisions);
  const { truth, overflowFree } = translation(atoms, formula.variables, known);
  const contradiction = [...known.values()].some(isEmpty) ? [no] : [];
  const constraints = [
    ...contradiction,
    ...formula.constraints.map(truth).flatMap((p) => (p.kind === 'and' ? p.parts : [p])),
  ];
  const signed = overflowFree();
  const ranges = new Map<VarId, Range>();
  for (const v of formula.variables.values()) ranges.set(v.id, known.get(v.id) ?? rangeOfType(v.type));
  return {
    atoms,
    constraints,
    overflowFree: signed,
    ranges,
    translated: (exprs) => exprs.map(truth),
  };
}

/** The atoms that a model gives values: those that matter, and all variables, which wishes may speak of. */
export function declaredIn(form: NormalForm): readonly Atom[] {
  const used = new Set(usedIn(form).atoms);
  return form.atoms.all.filter((atom) => used.has(atom) || atom.meaning.kind === 'variable');
}

/** Narrower ranges of variables than `known`, or null when there are none. */
function narrowedVariables(form: NormalForm, known: ReadonlyMap<VarId, Range>): ReadonlyMap<VarId, Range> | null {
  if (form.constraints.some((p) => p.kind === 'const' && !p.value)) return null;
  const ranges = narrowed([...form.constraints, ...usedIn(form).definitions], form.atoms.rangeOfAtom);
  const better = new Map(known);
  let changed = false;
  for (const atom of form.atoms.all) {
    const range = ranges.get(atom.id);
    if (range === undefined || atom.meaning.kind !== 'variable') continue;
    better.set(atom.meaning.id, range);
    changed = true;
  }
  return changed ? better : null;
}
