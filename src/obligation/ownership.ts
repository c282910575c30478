/**
 * Arrays of which every thread touches cells of its own, whatever the barriers [T6]: no two different threads can touch
 * a common byte of them, in any two turns, one of them writing. Their pairs need not be looked at interval by interval,
 * which is what keeps the cost of a large kernel in proportion to its size. Over-approximating: conditions of branches
 * are left out, so that accesses to one place are one question; an array of which that cannot be shown is compared in
 * full.
 *
 * Example: `for (i = tid; i < n; i += 32) { out[i] = 0; … out[i] += x; }` asks whether tid@1 + 32*k == tid@2 + 32*l can
 * be.
 */
import type { ArrayId, VarId } from '../base/brand.ts';
import type { Deadline } from '../base/deadline.ts';
import type { Copies, Scope } from './copies.ts';
import type { Expr } from '../base/expr.ts';
import type { Formula } from './obligation.ts';
import type { Access, IntervalAccess, Owned, WholeProtocol } from '../protocol/protocol.ts';
import { noDeadline } from '../base/deadline.ts';
import { i64 } from '../base/ctype.ts';
import { binary, variable } from '../base/expr-build.ts';
import { freeVariables } from '../base/expr-walk.ts';
import { printExpr } from '../base/expr-print.ts';
import { accessesByArray, aliasesOf, conflict } from './conflict.ts';
import { createCopies, differ } from './copies.ts';
import { familiesOf, withMembers } from './families.ts';
import { addressOf } from '../protocol/index/address.ts';
import { gcd, overlap } from './overlap.ts';
import { groupBy } from '../base/group.ts';
import { bytes, varId } from '../base/brand.ts';

/** The cheap tests of the solver, passed in. */
type Arithmetic = Readonly<{
  /** True only if the formula has no solution. */
  refutes: (formula: Formula) => boolean;
  /** Bounds of the variable's values in all solutions. */
  boundsOf: (formula: Formula, id: VarId) => Readonly<{ lo: bigint | null; hi: bigint | null }>;
}>;

const address = varId('address');

/** Accesses to one place under facts that read alike: one of each mode. */
type Group = Readonly<{
  sample: IntervalAccess;
  facts: readonly Expr[];
  /** of the subscripts and the facts */ text: string;
  members: Map<string, Access>;
}>;

/** Questions about one array before it is compared in full. */
const maxQuestions = 2000;

/**
 * What other instances of the kernel tell of whether arrays are owned; one of which it is asked in vain is compared in
 * full.
 */
export type Ownership = Readonly<{
  isInVain: (array: string) => boolean;
  note: (array: string, isOwned: boolean) => void;
}>;

/** The owned arrays, among the threads of a block, and among those of different blocks if that is of interest. */
export function ownedArrays(
  split: WholeProtocol,
  level: Scope,
  arithmetic: Arithmetic,
  deadline: Deadline = noDeadline,
  ownership: Ownership | null = null,
): Owned {
  const asked: Arithmetic = {
    refutes: (formula) => {
      deadline.check();
      return arithmetic.refutes(formula);
    },
    boundsOf: (formula, id) => {
      deadline.check();
      return arithmetic.boundsOf(formula, id);
    },
  };
  return {
    block: ownedIn(split, 'block', asked, ownership),
    grid: level === 'grid' ? ownedIn(split, 'grid', asked, ownership) : new Set(),
  };
}

function ownedIn(
  given: WholeProtocol,
  scope: Scope,
  arithmetic: Arithmetic,
  ownership: Ownership | null,
): ReadonlySet<ArrayId> {
  const split = withMembers(given);
  const copies = createCopies(split, scope, 'apart');
  const apart = differ(split, copies);
  const owned = new Set<ArrayId>();
  for (const [array, accesses] of accessesByArray(split.whole.accesses)) {
    const declared = split.protocol.arrays.get(array);
    // a copy is not ordered with accesses of its own thread either
    if (accesses.some(({ access }) => access.isInFlight)) continue;
    if (
      declared === undefined ||
      aliasesOf(split, array).length > 0 ||
      (scope === 'grid' && declared.space !== 'global')
    )
      continue;
    const key = `${scope} ${declared.name}`;
    if (apart !== null && ownership?.isInVain(key) === true) continue;
    const isOwn = apart === null || isOwned(split, accesses, copies, apart, arithmetic);
    ownership?.note(key, isOwn);
    if (isOwn) owned.add(array);
  }
  return owned;
}

function isOwned(
  split: WholeProtocol,
  accesses: readonly IntervalAccess[],
  copies: Copies,
  apart: Expr,
  arithmetic: Arithmetic,
): boolean {
  const groups = withPartners(groupsOf(split, accesses), copies.scope);
  const families = inFamilies(groups);
  return (
    (families.length < groups.length && areOwned(families, copies, apart, arithmetic)) ||
    areOwned(groups, copies, apart, arithmetic)
  );
}

/** Groups that differ in literals as one, which stands for all of them. */
function inFamilies(groups: readonly Group[]): readonly Group[] {
  const families = familiesOf(
    groups,
    ({
      sample: {
        access: { place },
      },
      facts,
    }) => ({
      key: [place.array, place.offset, place.width, ...place.subscripts.map(({ stride }) => stride), facts.length].join(
        ' ',
      ),
      exprs: [...place.subscripts.map(({ index }) => index), ...facts],
    }),
  );
  return families.map(({ members: [first, ...others], exprs, within }) => {
    if (others.length === 0) return first;
    const { access } = first.sample;
    const subscripts = access.place.subscripts.map(({ index, stride }, k) => ({ index: exprs[k] ?? index, stride }));
    const modes = new Map([first, ...others].flatMap((one) => [...one.members]));
    return {
      sample: { ...first.sample, access: { ...access, place: { ...access.place, subscripts } } },
      facts: [...exprs.slice(subscripts.length), ...within],
      text: [...exprs, ...within].map(printExpr).join('\n'),
      members: modes,
    };
  });
}

function areOwned(groups: readonly Group[], copies: Copies, apart: Expr, arithmetic: Arithmetic): boolean {
  const cells = cellsOf(groups);
  const budget = { questions: maxQuestions };
  const isApart = (a: Group, b: Group): boolean => {
    if (!mayConflict(a, b, copies.scope)) return true;
    budget.questions -= 1;
    return budget.questions > 0 && arithmetic.refutes(questionOf(a, b, copies, apart));
  };
  const areApart = (a: Cell, b: Cell): boolean => {
    if (a.groups.length + b.groups.length > 2 && isApart(a.cover, b.cover)) return true;
    return a.groups.every((first, k) =>
      (a === b ? a.groups.slice(k) : b.groups).every((second) => isApart(first, second)),
    );
  };
  // what one place does with itself fails most often, and costs least to ask
  if (!cells.every((cell) => areApart(cell, cell))) return false;
  return neighbours(cells, copies, arithmetic).every(([a, b]) => areApart(a, b));
}

/**
 * Accesses to members of one element: with n of them, one question in place of n * n where elements are apart. `cover`:
 * to the whole of it.
 */
type Cell = Readonly<{ cover: Group; groups: readonly Group[] }>;

function cellsOf(groups: readonly Group[]): readonly Cell[] {
  const byCell = groupBy(
    groups,
    ({
      sample: {
        access: { place },
      },
      text,
    }) => {
      const unit = unitOf(place);
      const start = unit === 0 ? place.offset : Math.floor(place.offset / unit) * unit;
      return [place.offset + place.width > start + unit ? `${place.offset} ${place.width}` : `${start}`, text].join(
        '\n',
      );
    },
  );
  return [...byCell.values()].map((members) => ({ cover: coverOf(members), groups: members }));
}

/** Bytes from one element to the next; 0: there is but one. */
const unitOf = ({ subscripts }: Access['place']): number =>
  subscripts.reduce((size, { stride }) => gcd(size, stride), 0);

function coverOf([first, ...others]: readonly [Group, ...Group[]]): Group {
  if (others.length === 0) return first;
  const { access } = first.sample;
  const unit = unitOf(access.place);
  const place = { ...access.place, offset: bytes(Math.floor(access.place.offset / unit) * unit), width: bytes(unit) };
  return {
    ...first,
    sample: { ...first.sample, access: { ...access, place } },
    members: new Map(
      [first, ...others].flatMap(({ members }, k) =>
        [...members].map(([key, member]) => [`${k} ${key}`, member] as const),
      ),
    ),
  };
}

function groupsOf(split: WholeProtocol, accesses: readonly IntervalAccess[]): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const member of accesses) {
    const facts = connected(split, member);
    const { place } = member.access;
    const text = [
      ...place.subscripts.map(({ index, stride }) => `${stride}*${printExpr(index)}`),
      ...facts.map(printExpr),
    ].join('\n');
    const key = [place.offset, place.width, text].join('\n');
    const group: Group = groups.get(key) ?? { sample: member, facts, text, members: new Map() };
    group.members.set(`${member.access.mode} ${member.access.scope ?? ''}`, member.access);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/**
 * The conditions that speak, perhaps through others, of the variables of the place: those of its loops and of what was
 * read.
 */
function connected(split: WholeProtocol, { access, when }: IntervalAccess): readonly Expr[] {
  const isInner = (id: VarId): boolean =>
    !['builtin', 'parameter'].includes(split.variables.get(id)?.origin.kind ?? '');
  const innerOf = (expr: Expr): readonly VarId[] => [...freeVariables(expr)].filter(isInner);
  const found = new Set(access.place.subscripts.flatMap(({ index }) => innerOf(index)));
  let rest = found.size === 0 ? [] : when.map((condition) => ({ condition, variables: innerOf(condition) }));
  const chosen = new Set<Expr>();
  for (let size = -1; size < found.size;) {
    size = found.size;
    for (const { condition, variables } of rest.filter((one) => one.variables.some((id) => found.has(id)))) {
      chosen.add(condition);
      for (const id of variables) found.add(id);
    }
    rest = rest.filter(({ condition }) => !chosen.has(condition));
  }
  return when.filter((condition) => chosen.has(condition));
}

/** Those that may conflict with one of them: where a group stands is found for no array that is only read. */
function withPartners(groups: readonly Group[], scope: Scope): readonly Group[] {
  const kindOf = ({ sample, members }: Group): string =>
    [sample.access.place.width, ...[...members.keys()].sort()].join(', ');
  const kinds = new Map(groups.map((group) => [kindOf(group), group] as const));
  const partners = new Map(
    [...kinds].map(
      ([kind, one]) => [kind, [...kinds.values()].some((other) => mayConflict(one, other, scope))] as const,
    ),
  );
  return groups.filter((group) => partners.get(kindOf(group)) === true);
}

const mayConflict = (a: Group, b: Group, scope: Scope): boolean =>
  [...a.members.values()].some((first) => [...b.members.values()].some((second) => conflict(first, second, scope)));

function questionOf(a: Group, b: Group, copies: Copies, apart: Expr): Formula {
  const constraints = [
    ...copies.facts,
    ...a.facts.map((fact) => copies.rename(fact, 'first')),
    ...b.facts.map((fact) => copies.rename(fact, 'second')),
    apart,
    overlap(
      a.sample.access.place,
      (e) => copies.rename(e, 'first'),
      b.sample.access.place,
      (e) => copies.rename(e, 'second'),
    ),
  ];
  return { variables: copies.variablesOf(constraints), constraints };
}

/** Pairs of different cells whose byte ranges meet. */
function neighbours(
  cells: readonly Cell[],
  copies: Copies,
  arithmetic: Arithmetic,
): readonly (readonly [Cell, Cell])[] {
  const ranges = cells.map((cell) => {
    const group = cell.cover;
    const { place } = group.sample.access;
    const at = copies.rename(addressOf(place), 'first');
    const facts = [...copies.facts, ...group.facts.map((fact) => copies.rename(fact, 'first'))];
    const variables = new Map(copies.variablesOf([...facts, at])).set(address, {
      id: address,
      type: i64,
      of: address,
      copy: 'first',
    });
    const constraints = [...facts, binary('==', at, variable(address, i64))];
    const { lo, hi } = arithmetic.boundsOf({ variables, constraints }, address);
    return { cell, low: lo, end: hi === null ? null : hi + BigInt(place.width) };
  });
  const before = (a: bigint | null, b: bigint | null): number =>
    a === b ? 0 : a === null ? -1 : b === null ? 1 : a < b ? -1 : 1;
  ranges.sort((a, b) => before(a.low, b.low));
  return ranges.flatMap((first, k) => {
    const pairs: (readonly [Cell, Cell])[] = [];
    for (let next = k + 1; next < ranges.length; next++) {
      const second = ranges[next];
      if (second === undefined || (first.end !== null && second.low !== null && second.low >= first.end)) break;
      pairs.push([first.cell, second.cell]);
    }
    return pairs;
  });
}
