/**
 * Bounds test: narrows the range of every atom; an empty one, or a literal outside its range, is a contradiction.
 * Literals and parts of clauses that the ranges decide are dropped. Example: `t + 64 = u`, t in 0..31, u in 0..31.
 */
import { disjunction, no, yes } from '../normal/proposition.ts';
import { mapLiterals, withProps } from './system.ts';
import type { AtomId } from '../normal/polynomial.ts';
import type { Literal, Prop } from '../normal/proposition.ts';
import type { Range } from '../normal/range.ts';
import type { System } from './system.ts';
import { isEmpty } from '../normal/range.ts';
import { narrowed } from '../normal/narrow.ts';
import { rangeOfPoly } from '../normal/atoms.ts';

export function boundsTest(system: System): System | 'contradiction' {
  const narrower = narrowed(system.literals, system.rangeOf);
  if ([...narrower.values()].some(isEmpty)) return 'contradiction';
  const rangeOf = (atom: AtomId): Range => narrower.get(atom) ?? system.rangeOf(atom);
  const decide = (literal: Literal): Prop => decided(literal, rangeOf);
  if (system.literals.some((l) => isFalse(decide(l)))) return 'contradiction';
  const clauses = system.clauses.map((clause) => mapLiterals(clause, decide));
  // literals stay, even those that the ranges imply: the other tests read their shape
  return withProps({ literals: system.literals, clauses: [], rangeOf }, clauses.map((c) => (c.kind === 'or' ? disjunction(c.parts) : c)));
}

const isFalse = (p: Prop): boolean => p.kind === 'const' && !p.value;

function decided(literal: Literal, rangeOf: (atom: AtomId) => Range): Prop {
  const range = rangeOfPoly(literal.poly, rangeOf);
  const [positive, negative] = [range.lo !== null && range.lo > 0n, range.hi !== null && range.hi < 0n];
  switch (literal.kind) {
    case 'le':
      return positive ? no : range.hi !== null && range.hi <= 0n ? yes : literal;
    case 'eq':
      return positive || negative ? no : range.lo === 0n && range.hi === 0n ? yes : literal;
    case 'ne':
      return positive || negative ? yes : range.lo === 0n && range.hi === 0n ? no : literal;
  }
}
