/**
 * What the cheap tests work on: literals that all hold, clauses (disjunctions) that all hold, and a range per atom.
 * Each step replaces a system by one that has the same solutions.
 */
import type { AtomId, Poly } from '../normal/polynomial.ts';
import { atMost, conjunction, disjunction, relit } from '../normal/proposition.ts';
import { atomPoly, constantPoly, plus, polyText, substituteAtom } from '../normal/polynomial.ts';
import type { Atom } from '../normal/atoms.ts';
import type { Literal, Prop } from '../normal/proposition.ts';
import type { NormalForm } from '../normal/normal-form.ts';
import { usedIn } from '../normal/normal-form.ts';
import type { Range } from '../normal/range.ts';
import { memoized } from '../../base/memoize.ts';
import { rangeOfPoly } from '../normal/atoms.ts';

export type System = Readonly<{
  literals: readonly Literal[];
  clauses: readonly Prop[];
  rangeOf: (atom: AtomId) => Range;
  /** Literals that narrow none of these ranges further: they have been asked. */
  settled: ReadonlySet<Prop>;
  /** One counter for a formula and all its cases. */
  work: Work;
}>;

/**
 * What may still be spent, counted in terms. `left`: by all searches for combinations; `pairs`: by those for products
 * of two atoms as a radix; `seen`: by the tests, each time that they go through a system.
 */
export type Work = { left: number; pairs: number; seen: number };

export const noneSettled: ReadonlySet<Prop> = new Set();

/**
 * Proofs that are found take a few thousand; systems of hundreds of clauses would take minutes to find none. Of 1,900
 * quick proofs 99.5 % see less than 7,000 terms.
 */
const maxWork = {
  quick: { left: 3_000, pairs: 3_000, seen: 8_000 },
  full: { left: 70_000, pairs: 70_000, seen: Infinity },
} as const;

/** `quick`: before Z3 has had a short look. */
export type Effort = keyof typeof maxWork;

export const workFor = (effort: Effort): Work => ({ ...maxWork[effort] });

export function systemOf(form: NormalForm, work: Work = workFor('full')): System | 'contradiction' {
  const { atoms, definitions } = usedIn(form);
  const whole = withProps({ literals: [], clauses: [], rangeOf: form.atoms.rangeOfAtom, settled: noneSettled, work }, [
    ...form.constraints,
    ...definitions,
    ...digitBounds(form, atoms),
  ]);
  return whole === 'contradiction' ? whole : withoutZeros(whole);
}

/**
 * That remainders are below their divisors: the quotients' rules say so of sums, and a search multiplies what is said
 * of one atom.
 */
function digitBounds({ atoms }: NormalForm, used: readonly Atom[]): readonly Prop[] {
  return used.flatMap(({ id, meaning }) => {
    const isDigit =
      meaning.kind === 'remainder' &&
      (atoms.rangeOf(meaning.of).lo ?? -1n) >= 0n &&
      (atoms.rangeOf(meaning.by).lo ?? 0n) >= 1n;
    return isDigit ? [atMost(plus(atomPoly(id), 1n), meaning.by)] : [];
  });
}

/** The system without the atoms that are 0, of which there are many where arithmetic does not wrap around. */
function withoutZeros(system: System): System | 'contradiction' {
  const zeros = new Set(system.literals.flatMap((literal) => zeroOf(literal) ?? []));
  if (zeros.size === 0) return system;
  const isOutside = (atom: AtomId): boolean => {
    const { lo, hi } = system.rangeOf(atom);
    return (lo !== null && lo > 0n) || (hi !== null && hi < 0n);
  };
  if ([...zeros].some(isOutside)) return 'contradiction';
  const rewrite = (literal: Literal): Prop => {
    const left = [...literal.poly.terms].filter(([, { atoms }]) => !atoms.some((atom) => zeros.has(atom)));
    return left.length === literal.poly.terms.size
      ? literal
      : relit(literal, { constant: literal.poly.constant, terms: new Map(left) });
  };
  return withProps(
    { ...system, literals: [], clauses: [] },
    [...system.literals, ...system.clauses].map((prop) => mapLiterals(prop, rewrite)),
  );
}

/** The atom that the literal says is 0. */
function zeroOf({ kind, poly }: Literal): AtomId | null {
  const [term, ...others] = poly.terms.values();
  return kind === 'eq' && poly.constant === 0n && others.length === 0 && term?.atoms.length === 1
    ? (term.atoms[0] ?? null)
    : null;
}

/** Counts one look at the whole system. Gives whether it may be made. */
export function maySee({ literals, clauses, work }: System): boolean {
  for (const literal of literals) work.seen -= literal.poly.terms.size + 1;
  for (const clause of clauses) work.seen -= sizeOf(clause);
  return work.seen >= 0;
}

/** In terms. */
const sizeOf = memoized((clause: Prop): number =>
  'parts' in clause
    ? clause.parts.reduce((size, part) => size + sizeOf(part), 0)
    : 'poly' in clause
      ? clause.poly.terms.size + 1
      : 0,
);

/** The system with more propositions. */
export function withProps(system: System, props: readonly Prop[]): System | 'contradiction' {
  const literals = new Map(system.literals.map((l) => [literalText(l), l] as const));
  const clauses = [...system.clauses];
  for (const prop of props.flatMap((p) => (p.kind === 'and' ? p.parts : [p]))) {
    if (prop.kind === 'const') {
      if (!prop.value) return 'contradiction';
    } else if (prop.kind === 'le' || prop.kind === 'eq' || prop.kind === 'ne') literals.set(literalText(prop), prop);
    else clauses.push(prop);
  }
  return { ...system, literals: [...literals.values()], clauses };
}

// the same literals stand in one system after the other
const literalText = memoized(({ kind, poly }: Literal): string => `${kind} ${polyText(poly)}`);

export const rangeIn = (system: System, poly: Poly): Range => rangeOfPoly(poly, system.rangeOf);

/** The proposition with every literal rewritten; the same object where nothing changed. */
export function mapLiterals(prop: Prop, rewrite: (literal: Literal) => Prop): Prop {
  switch (prop.kind) {
    case 'const':
      return prop;
    case 'le':
    case 'eq':
    case 'ne':
      return rewrite(prop);
    case 'and':
    case 'or': {
      const parts = prop.parts.map((p) => mapLiterals(p, rewrite));
      if (parts.every((part, k) => part === prop.parts[k])) return prop;
      return prop.kind === 'and' ? conjunction(parts) : disjunction(parts);
    }
  }
}

/** Replaces an atom that equals `by` everywhere; its range becomes two literals on `by`. */
export function eliminated(system: System, atom: AtomId, by: Poly): System | 'contradiction' {
  const range = system.rangeOf(atom);
  const bounds = [
    ...(range.lo === null ? [] : [atMost(constantPoly(range.lo), by)]),
    ...(range.hi === null ? [] : [atMost(by, constantPoly(range.hi))]),
  ];
  const rewrite = (l: Literal): Prop => {
    const poly = substituteAtom(l.poly, atom, by);
    return poly === l.poly ? l : relit(l, poly);
  };
  const props: Prop[] = [...system.literals, ...system.clauses].map((p) => mapLiterals(p, rewrite));
  return withProps({ literals: [], clauses: [], rangeOf: system.rangeOf, settled: noneSettled, work: system.work }, [
    ...props,
    ...bounds,
  ]);
}
