/**
 * Proves `poly <= 0` by adding up known inequalities and ranges: `t - bd + 1 <= 0` and t2 >= 0 prove `t - t2 - bd + 1
 * <= 0`. Facts may be multiplied by atoms that are not negative: `bx <= gd - 1` proves `bx*bd <= gd*bd - bd`. A small
 * search; what it does not find is simply not proved.
 */
import {
  addScaled,
  atomPoly,
  monomialKey,
  multiply,
  negate,
  plus,
  polyText,
  scale,
  withoutAtoms,
  zero,
} from '../normal/polynomial.ts';
import type { AtomId, Monomial, Poly } from '../normal/polynomial.ts';
import type { Literal } from '../normal/proposition.ts';
import { memoized } from '../../base/memoize.ts';
import type { Range } from '../normal/range.ts';
import type { System } from './system.ts';
import { rangeOfMonomial } from '../normal/atoms.ts';

/** Facts that are added up, of all that concern any term. */
const maxDepth = 4;
/** Facts that are added up, each of those that concern the one term which is hardest to bound. */
const maxChain = 10;
const [maxSteps, maxChainSteps, maxOutweighed, soonSteps] = [300, 100, 40, 60];
/** A term that may be as large as this is bounded by its type alone. */
const huge = 1n << 31n;

const isHuge = (constant: bigint): boolean => constant >= huge - 1n || constant <= 1n - huge;

/** The facts that may be added next. */
type Ways = (goal: Poly) => readonly Summand[];

export function provesAtMost(system: System, poly: Poly): boolean {
  const { rangeOf, summands, outweighing } = searchIn(system);
  if (isAtMost(poly, zero, 1n, rangeOf)) return true;
  const search = searchFor(poly, system, rangeOf);
  const all = everyWay(rangeOf, summands);
  // what one fact or two say is not to be lost among all that many say
  if (search(1, maxSteps, all) || search(2, maxSteps, all)) return true;
  if (search(maxChain, maxChainSteps, (goal) => forced(goal, rangeOf, summands)) || search(maxDepth, maxSteps, all))
    return true;
  const withOthers: Search['summands'] = (key, term) => [...outweighing(key, term), ...summands(key, term)];
  return search(maxChain, maxOutweighed, (goal) => forced(goal, rangeOf, withOthers));
}

/** The same by one fact or two. */
export function provesSoon(system: System, poly: Poly): boolean {
  const { rangeOf, summands } = searchIn(system);
  const search = searchFor(poly, system, rangeOf);
  const all = everyWay(rangeOf, summands);
  return isAtMost(poly, zero, 1n, rangeOf) || search(1, soonSteps, all) || search(2, soonSteps, all);
}

const everyWay =
  (rangeOf: UnitRanges, summands: Summands): Ways =>
  (goal) =>
    [...goal.terms].flatMap(([key, term]) =>
      isAbove(0n, key, term, rangeOf)
        ? summands(key, term).filter((one) => one.kind !== 'range' && isOfSize(goal, one))
        : [],
    );

/** That something fits in its type says nothing of a goal of other numbers. */
const isOfSize = (goal: Poly, { isOnlyType }: Summand): boolean => !isOnlyType || isHuge(goal.constant);

function searchFor(
  poly: Poly,
  system: System,
  rangeOf: UnitRanges,
): (depth: number, steps: number, ways: Ways) => boolean {
  return (depth, steps, ways) => {
    const left = { steps };
    // the same facts, added in another order, make the same goal
    const seen = new Set<number | string>();
    const from = (goal: Poly, open: number, added: readonly number[]): boolean => {
      const shorter = withoutDominated(goal, rangeOf);
      if (shorter !== null && isAtMost(shorter, zero, 1n, rangeOf)) return true;
      // what nothing may be added to any more
      if (left.steps <= 0 || system.work.left <= 0) return false;
      for (const { id, more } of ways(goal)) {
        if (left.steps <= 0 || system.work.left <= 0) return false;
        const now = withSorted(added, id);
        const sum = keyOfSum(now);
        if (seen.has(sum)) continue;
        seen.add(sum);
        left.steps--;
        system.work.left -= goal.terms.size + 1;
        if (isAtMost(goal, more, -1n, rangeOf)) return true;
        if (open > 1 && from(addScaled(goal, more, -1n), open - 1, now)) return true;
      }
      return false;
    };
    return from(poly, depth, []);
  };
}

/**
 * The goal without terms that another one outweighs, which makes it no smaller: of `s - g*s`, where g is at least 1 and
 * s not negative, nothing is left. Null: there are none.
 */
function withoutDominated(goal: Poly, rangeOf: UnitRanges): Poly | null {
  let left: Poly | null = null;
  for (const heavy of goal.terms.values()) {
    if (heavy.coef >= 0n || heavy.atoms.length < 2) continue;
    for (const [key, light] of goal.terms) {
      const factor =
        light.coef > 0n && light.atoms.length < heavy.atoms.length ? withoutAtoms(heavy.atoms, light.atoms) : null;
      if (
        factor === null ||
        (rangeOf(key, light).lo ?? -1n) < 0n ||
        (rangeOf(monomialKey(factor), { atoms: factor, coef: 1n }).lo ?? 0n) < 1n
      )
        continue;
      const taken = light.coef < -heavy.coef ? light.coef : -heavy.coef;
      const pair: Poly = {
        constant: 0n,
        terms: new Map([
          [key, { ...light, coef: -taken }],
          [monomialKey(heavy.atoms), { ...heavy, coef: taken }],
        ]),
      };
      left = addScaled(left ?? goal, pair, 1n);
      break;
    }
  }
  return left;
}

/** Whether the range says no less than that the term may be above the bound. */
function isAbove(bound: bigint, key: string, term: Monomial, rangeOf: UnitRanges): boolean {
  const { lo, hi } = rangeOf(key, term);
  const highest = term.coef > 0n ? hi : lo;
  return highest === null || highest * term.coef > bound;
}

/**
 * Of terms that no range bounds, each must be cancelled by some fact: those of one term are enough, of that which has
 * fewest. So `z*s + y*w + x - s < 0` follows from `s >= w*h`, `y < h`, `w >= n`, `x < n`, each the only one of its
 * term. Inequalities go first: the equation that is taken apart says nothing of its parts.
 */
function forced(goal: Poly, rangeOf: UnitRanges, summands: Search['summands']): readonly Summand[] {
  let best: Readonly<{ own: readonly Summand[]; degree: number }> | null = null;
  for (const [key, term] of goal.terms) {
    if (!isAbove(huge, key, term, rangeOf)) continue;
    const all = summands(key, term).filter((one) => isOfSize(goal, one));
    const stated = all.filter(({ kind }) => kind === 'inequality');
    const own = stated.length > 0 ? stated : all;
    const degree = term.atoms.length;
    // what nothing cancels now, other facts may still change; of products, what is left may cancel a part of another
    // term
    const isBetter =
      best === null || own.length < best.own.length || (own.length === best.own.length && degree > best.degree);
    if (own.length > 0 && isBetter) best = { own, degree };
  }
  return (
    best?.own ??
    [...goal.terms].flatMap(([key, term]) =>
      isAbove(0n, key, term, rangeOf) ? summands(key, term).filter((one) => isOfSize(goal, one)) : [],
    )
  );
}

function withSorted(numbers: readonly number[], one: number): readonly number[] {
  if (numbers.length === 0) return [one];
  const at = numbers.findIndex((other) => other > one);
  return at < 0 ? [...numbers, one] : [...numbers.slice(0, at), one, ...numbers.slice(at)];
}

/** Four numbers below this fit in one exactly. */
const radix = 2 ** 13;

const keyOfSum = (numbers: readonly number[]): number | string =>
  numbers.length <= maxDepth && (numbers.at(-1) ?? 0) < radix - 1
    ? numbers.reduce((key, id) => key * radix + id + 1, 0)
    : numbers.join();

/**
 * What a fact adds to a goal, multiplied so that it has the goal's term, or more of it; `id` tells one product of a
 * fact from another. `isOnlyType`: the fact is that something fits in its type.
 */
type Summand = Readonly<{ id: number; more: Poly; kind: Stated['kind'] | 'range'; isOnlyType: boolean }>;
type Summands = (key: string, term: Monomial) => readonly Summand[];
/**
 * `summands`: that have exactly the term; `outweighing`: that have more of it, `2*s` or, where g is at least 1, `g*s`
 * for `s`.
 */
type Search = Readonly<{ rangeOf: UnitRanges; summands: Summands; outweighing: Summands }>;

/** One search for all goals of a system, and of those that come of it with the same literals and ranges. */
function searchIn({ literals, rangeOf }: System): Search {
  const known = searches(literals);
  const before = known.get(rangeOf);
  if (before !== undefined) return before;
  const found = createSearch(factsIn(literals), rangeOf);
  known.set(rangeOf, found);
  return found;
}
const searches = memoized((_literals: readonly Literal[]): WeakMap<RangeOfAtom, Search> => new WeakMap());

function createSearch(facts: Facts, rangeOf: RangeOfAtom): Search {
  const ids = new Map<string, number>();
  const products = new Map<string, Poly>();
  const numbered = (name: string, more: Poly, fact: Poly, kind: Summand['kind']): readonly Summand[] => {
    const id = ids.get(name) ?? ids.size;
    ids.set(name, id);
    return [{ id, more, kind, isOnlyType: isHuge(fact.constant) }];
  };
  const summand = (
    term: Monomial,
    fact: Poly,
    factId: number | string,
    kind: Summand['kind'],
    isMore = false,
  ): readonly Summand[] => {
    const multiplier = cancelling(rangeOf, term, fact, isMore);
    if (multiplier === null) return [];
    const name = `${factId} ${multiplier.key}*${multiplier.coef}`;
    const more =
      products.get(name) ??
      (multiplier.atoms.length === 0
        ? scale(fact, multiplier.coef)
        : multiply({ constant: 0n, terms: new Map([[multiplier.key, multiplier]]) }, fact));
    products.set(name, more);
    return numbered(name, more, fact, kind);
  };
  const heavier = (term: Monomial): readonly Summand[] =>
    facts.having(term).flatMap(({ fact, id, kind }) => {
      const isHeavier = ({ atoms, coef }: Monomial): boolean =>
        coef === term.coef &&
        (withoutAtoms(atoms, term.atoms)?.every((atom) => (rangeOf(atom).lo ?? 0n) >= 1n) ?? false);
      return term.coef > 0n &&
        term.atoms.every((atom) => (rangeOf(atom).lo ?? -1n) >= 0n) &&
        [...fact.terms.values()].some(isHeavier)
        ? numbered(`${id} *1`, fact, fact, kind)
        : [];
    });
  const exact = (key: string, term: Monomial): readonly Summand[] => {
    const ranges = rangesDividing(term, rangeOf).flatMap(({ fact, id }) => summand(term, fact, id, 'range'));
    return [...facts.dividing(key, term).flatMap(({ fact, id, kind }) => summand(term, fact, id, kind)), ...ranges];
  };
  const more: Summands = (key, term) => [
    ...facts.dividing(key, term).flatMap(({ fact, id, kind }) => summand(term, fact, id, kind, true)),
    ...heavier(term),
  ];
  return {
    rangeOf: unitRanges(rangeOf),
    summands: remembering(exact),
    outweighing: remembering(more),
  };
}

function remembering(made: Summands): Summands {
  const known = new Map<string, readonly Summand[]>();
  return (key, term) => {
    const own = `${key} ${term.coef}`;
    const found = known.get(own) ?? made(key, term);
    known.set(own, found);
    return found;
  };
}

/** Of a product, what the ranges of its atoms say: the other ones may be without bounds. */
function rangesDividing(
  { atoms, coef }: Monomial,
  rangeOf: RangeOfAtom,
): readonly Readonly<{ fact: Poly; id: string }>[] {
  if (atoms.length < 2) return [];
  return [...new Set(atoms)].flatMap((atom) => {
    const { lo, hi } = rangeOf(atom);
    const bound = coef > 0n ? hi : lo;
    if (bound === null) return [];
    const fact = coef > 0n ? plus(atomPoly(atom), -bound) : plus(negate(atomPoly(atom)), bound);
    return [{ fact, id: `${coef > 0n ? 'at most' : 'at least'} ${atom}` }];
  });
}

/** Whether the ranges alone say that `goal + factor * more` is at most 0. It is not made: most sums are of no use. */
function isAtMost(goal: Poly, more: Poly, factor: bigint, rangeOf: UnitRanges): boolean {
  let highest = goal.constant + factor * more.constant;
  const add = (key: string, term: Monomial, coef: bigint): boolean => {
    if (coef === 0n) return true;
    const { lo, hi } = rangeOf(key, term);
    const bound = coef > 0n ? hi : lo;
    if (bound === null) return false;
    highest += coef * bound;
    return true;
  };
  for (const [key, term] of goal.terms) {
    const other = more.terms.get(key);
    if (!add(key, term, other === undefined ? term.coef : term.coef + factor * other.coef)) return false;
  }
  for (const [key, term] of more.terms) if (!goal.terms.has(key) && !add(key, term, factor * term.coef)) return false;
  return highest <= 0n;
}

/** The range of a monomial with the coefficient 1; found once for the ranges of the atoms. */
type UnitRanges = (key: string, term: Monomial) => Range;
type RangeOfAtom = (atom: AtomId) => Range;
const unitRanges = memoized((rangeOfAtom: RangeOfAtom): UnitRanges => {
  const known = new Map<string, Range>();
  return (key, { atoms }) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const range = rangeOfMonomial({ atoms, coef: 1n }, rangeOfAtom);
    known.set(key, range);
    return range;
  };
});

/**
 * What is known to be at most 0, in order. `dividing`: as far as it has a monomial that divides this one; `having`: one
 * that has all its atoms, and more.
 */
type Facts = Readonly<{
  dividing: (key: string, term: Monomial) => readonly Numbered[];
  having: (term: Monomial) => readonly Numbered[];
}>;
type Numbered = Stated & Readonly<{ id: number }>;
type Stated = Readonly<{ fact: Poly; kind: 'inequality' | 'equation' }>;
const factsIn = memoized((literals: readonly Literal[]): Facts => {
  const stated = literals.flatMap(({ kind, poly }): readonly Stated[] =>
    kind === 'le'
      ? [{ fact: poly, kind: 'inequality' }]
      : kind === 'eq'
        ? [
            { fact: poly, kind: 'equation' },
            { fact: negate(poly), kind: 'equation' },
          ]
        : [],
  );
  // what is substituted for a name makes one fact of several
  const all = [...new Map(stated.map((one) => [polyText(one.fact), one])).values()];
  const having = new Map<string, number[]>();
  all.forEach(({ fact }, k) => {
    for (const key of fact.terms.keys()) {
      const others = having.get(key);
      if (others === undefined) having.set(key, [k]);
      else others.push(k);
    }
  });
  const known = new Map<string, ReturnType<Facts['dividing']>>();
  const numbered = all.map((one, id) => ({ ...one, id }));
  const larger = numbered.filter(
    ({ fact, kind }) => kind === 'inequality' && [...fact.terms.values()].some(({ atoms }) => atoms.length > 1),
  );
  return {
    having: ({ atoms }) =>
      larger.filter(({ fact }) =>
        [...fact.terms.values()].some(
          (one) => one.atoms.length > atoms.length && withoutAtoms(one.atoms, atoms) !== null,
        ),
      ),
    dividing: (key, term) => {
      const before = known.get(key);
      if (before !== undefined) return before;
      const numbers = [...new Set(divisorsOf(term.atoms).flatMap((divisor) => having.get(divisor) ?? []))].sort(
        (a, b) => a - b,
      );
      const found = numbers.flatMap((id) => numbered[id] ?? []);
      known.set(key, found);
      return found;
    },
  };
});

/** The keys of all monomials of some of the atoms. */
function divisorsOf(atoms: readonly AtomId[]): readonly string[] {
  const [first, ...rest] = atoms;
  if (first === undefined) return [];
  return [`${first}`, ...divisorsOf(rest).flatMap((key) => [key, `${first}*${key}`])];
}

/** A factor of facts: a number, or one with atoms. */
type Multiplier = Monomial & Readonly<{ key: string }>;

/**
 * A factor m >= 0 with which m * fact has exactly the given term, or, for `more`, more of it: `2*s <= n` says `s <= n`
 * where s is not negative; or null.
 */
function cancelling(rangeOf: RangeOfAtom, term: Monomial, fact: Poly, more: boolean): Multiplier | null {
  for (const part of fact.terms.values()) {
    const isMore = part.coef > 0n ? part.coef > term.coef : part.coef < term.coef;
    if (part.coef > 0n !== term.coef > 0n || (more ? !isMore : term.coef % part.coef !== 0n)) continue;
    const atoms = withoutAtoms(term.atoms, part.atoms);
    if (atoms === null || atoms.some((atom) => (rangeOf(atom).lo ?? -1n) < 0n)) continue;
    return { atoms, coef: more ? 1n : term.coef / part.coef, key: monomialKey(atoms) };
  }
  return null;
}
