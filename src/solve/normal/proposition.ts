/** Propositions over polynomials, in negation normal form. Constructors fold what is constant; nothing else. */
import { constantOf, evaluatePoly, negate, plus, polyText, subtract } from './polynomial.ts';
import type { AtomId, Poly } from './polynomial.ts';
import { assertNever } from '../../base/invariant.ts';

/** `le`: poly <= 0. `eq`: poly = 0. `ne`: poly /= 0. */
export type Literal = Readonly<{ kind: 'le' | 'eq' | 'ne'; poly: Poly }>;
export type Prop =
  | Literal
  | Readonly<{ kind: 'const'; value: boolean }>
  | Readonly<{ kind: 'and' | 'or'; parts: readonly Prop[] }>;

export const yes: Prop = { kind: 'const', value: true };
export const no: Prop = { kind: 'const', value: false };
const fixed = (value: boolean): Prop => (value ? yes : no);

function literal(kind: Literal['kind'], poly: Poly): Prop {
  const value = constantOf(poly);
  if (value === null) return { kind, poly };
  return fixed(kind === 'le' ? value <= 0n : (value === 0n) === (kind === 'eq'));
}
export const atMost = (a: Poly, b: Poly): Prop => literal('le', subtract(a, b));
export const below = (a: Poly, b: Poly): Prop => literal('le', plus(subtract(a, b), 1n));
export const equal = (a: Poly, b: Poly): Prop => literal('eq', subtract(a, b));
export const unequal = (a: Poly, b: Poly): Prop => literal('ne', subtract(a, b));
/** A literal again, after its polynomial changed. */
export const relit = (l: Literal, poly: Poly): Prop => literal(l.kind, poly);

export function conjunction(parts: readonly Prop[]): Prop {
  const flat = parts.flatMap((p) => (p.kind === 'and' ? p.parts : [p])).filter((p) => !(p.kind === 'const' && p.value));
  if (flat.some((p) => p.kind === 'const')) return no;
  return flat.length === 0 ? yes : flat.length === 1 ? (flat[0] ?? yes) : { kind: 'and', parts: flat };
}
export function disjunction(parts: readonly Prop[]): Prop {
  const flat = parts.flatMap((p) => (p.kind === 'or' ? p.parts : [p])).filter((p) => !(p.kind === 'const' && !p.value));
  if (flat.some((p) => p.kind === 'const')) return yes;
  return flat.length === 0 ? no : flat.length === 1 ? (flat[0] ?? no) : { kind: 'or', parts: flat };
}
export function negation(p: Prop): Prop {
  switch (p.kind) {
    case 'const':
      return fixed(!p.value);
    case 'le':
      return literal('le', plus(negate(p.poly), 1n));
    case 'eq':
      return literal('ne', p.poly);
    case 'ne':
      return literal('eq', p.poly);
    case 'and':
      return disjunction(p.parts.map(negation));
    case 'or':
      return conjunction(p.parts.map(negation));
    default:
      return assertNever(p);
  }
}
export const implication = (a: Prop, b: Prop): Prop => disjunction([negation(a), b]);
export const equivalence = (a: Prop, b: Prop): Prop => conjunction([implication(a, b), implication(b, a)]);

/** Canonical text. */
export function propText(p: Prop): string {
  switch (p.kind) {
    case 'const':
      return `${p.value}`;
    case 'le':
    case 'eq':
    case 'ne':
      return `(${p.kind} ${polyText(p.poly)})`;
    case 'and':
    case 'or':
      return `(${p.kind} ${p.parts.map(propText).join(' ')})`;
    default:
      return assertNever(p);
  }
}

/** Whether it is true where the atoms have these values. */
export function holds(prop: Prop, valueOf: (atom: AtomId) => bigint): boolean {
  switch (prop.kind) {
    case 'const':
      return prop.value;
    case 'le':
      return evaluatePoly(prop.poly, valueOf) <= 0n;
    case 'eq':
      return evaluatePoly(prop.poly, valueOf) === 0n;
    case 'ne':
      return evaluatePoly(prop.poly, valueOf) !== 0n;
    case 'and':
      return prop.parts.every((part) => holds(part, valueOf));
    case 'or':
      return prop.parts.some((part) => holds(part, valueOf));
  }
}
