/**
 * What the cheap tests work on: literals that all hold, clauses (disjunctions) that all hold, and a range per atom.
 * Each step replaces a system by one that has the same solutions.
 */
import type { AtomId, Poly } from '../normal/polynomial.ts';
import { atMost, conjunction, disjunction, relit } from '../normal/proposition.ts';
import { constantPoly, polyText, substituteAtom } from '../normal/polynomial.ts';
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
  /** What all searches for combinations may still cost, counted in terms; `pairs`: those for products of two atoms as a radix. One counter for a formula and all its cases. */
  work: { left: number; pairs: number };
}>;

export const noneSettled: ReadonlySet<Prop> = new Set();

/** Proofs that are found take a few thousand; systems of hundreds of clauses would take minutes to find none. */
const maxWork = { quick: { left: 3_000, pairs: 3_000 }, full: { left: 70_000, pairs: 70_000 } } as const;

/** `quick`: before Z3 has had a short look. */
export type Effort = keyof typeof maxWork;

export function systemOf(form: NormalForm, effort: Effort = 'full'): System | 'contradiction' {
  return withProps({ literals: [], clauses: [], rangeOf: form.atoms.rangeOfAtom, settled: noneSettled, work: { ...maxWork[effort] } }, [...form.constraints, ...usedIn(form).definitions]);
}

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
  return withProps({ literals: [], clauses: [], rangeOf: system.rangeOf, settled: noneSettled, work: system.work }, [...props, ...bounds]);
}
