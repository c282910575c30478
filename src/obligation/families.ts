/**
 * Families: accesses that read alike but for integer literals, as unrolled loops, macros and vector code give them. One
 * access with variables in place of the literals stands for all of them, so that one question takes the place of one
 * for each pair. Over-approximating: each variable takes all values between the least and the greatest that occur, at
 * their common distance, and literals that do not change together change independently. So a family is good for proofs
 * only; what is not proved of it is asked pair by pair.
 *
 * Example: `d[t + 128] = a; d[t + 256] = b; d[t + 512] = c;` is `d[t + (128 + 128 * k)]` with 0 <= k <= 3.
 */
import type { Expr } from '../base/expr.ts';
import type { IntervalAccess, ProtocolVariable, WholeProtocol } from '../protocol/protocol.ts';
import type { IntType } from '../base/ctype.ts';
import type { VarId } from '../base/brand.ts';
import { gcd } from '../base/arithmetic.ts';
import { binary, cast, int, typeOf, variable } from '../base/expr-build.ts';
import { groupBy } from '../base/group.ts';
import { i64, printType, sameType } from '../base/ctype.ts';
import { mapExpr } from '../base/expr-walk.ts';
import { memoized } from '../base/memoize.ts';
import { printExpr } from '../base/expr-print.ts';
import { bytes, stmtId, varId } from '../base/brand.ts';

/** `exprs`: those of the members, generalised; `within`: the values that its variables take. */
type Family<Item> = Readonly<{ members: readonly [Item, ...Item[]]; exprs: readonly Expr[]; within: readonly Expr[] }>;

/** Fewer are compared pair by pair as soon. */
const minMembers = 3;

/** Literals that change independently of each other, in one family. */
const maxVariables = 3;
const members: readonly VarId[] = Array.from({ length: maxVariables }, (_, k) => varId(`member.${k}`));

/**
 * The protocol in which formulas about families are written: every thread has a member of its own, as it has a turn of
 * a loop.
 */
export function withMembers<Protocol extends WholeProtocol>(split: Protocol): Protocol {
  const own = members.map((id): readonly [VarId, ProtocolVariable] => [
    id,
    { id, type: i64, sharing: 'thread', origin: { kind: 'turn', loop: stmtId(-1) } },
  ]);
  return { ...split, variables: new Map([...split.variables, ...own]) };
}

/**
 * `partsOf`: what members of one family have in common, and the expressions that may differ in literals. An item that
 * is like no other is a family of its own.
 */
export function familiesOf<Item>(
  items: readonly Item[],
  partsOf: (item: Item) => Readonly<{ key: string; exprs: readonly Expr[] }>,
): readonly Family<Item>[] {
  const parts = items.map((item) => ({ item, ...partsOf(item) }));
  const groups = groupBy(parts, ({ key, exprs }) =>
    [key, ...exprs.map((expr) => withoutLiterals(expr).text)].join('\n'),
  );
  return [...groups.values()].flatMap((group): readonly Family<Item>[] => {
    const general = group.length < minMembers ? null : generalised(group.map(({ exprs }) => exprs));
    if (general === null) return group.map(({ item, exprs }) => ({ members: [item], exprs, within: [] }));
    const [first, ...others] = group;
    return [{ members: [first.item, ...others.map(({ item }) => item)], ...general }];
  });
}

/**
 * Families of accesses, each as an access that stands for all its members. `storing`: members of one family also read
 * alike in the values that they store, and so does the access that stands for them; without it, it stores nothing that
 * is known.
 */
export function accessFamilies(
  accesses: readonly IntervalAccess[],
  storing: 'any values' | 'like values',
): readonly AccessFamily[] {
  const valuesOf = ({ access: { value } }: IntervalAccess): readonly Expr[] =>
    storing === 'any values' || value === null ? [] : [value];
  const families = familiesOf(
    storing === 'any values' ? joined(accesses) : accesses.map((one): Joined => ({ ...one, members: [one] })),
    (one) => {
      const {
        access: { place, mode, scope, isInFlight },
        when,
      } = one;
      return {
        key: [
          mode,
          scope ?? '',
          isInFlight,
          place.array,
          place.offset,
          place.width,
          ...place.subscripts.map(({ stride }) => stride),
          when.length,
          valuesOf(one).length,
        ].join(' '),
        exprs: [...place.subscripts.map(({ index }) => withLiteral(index)), ...valuesOf(one), ...when],
      };
    },
  );
  return families.map(({ members: [first, ...others], exprs, within }) => {
    const { place } = first.access;
    const subscripts = place.subscripts.map(({ index, stride }, k) => ({ index: exprs[k] ?? index, stride }));
    const values = exprs.slice(subscripts.length, subscripts.length + valuesOf(first).length);
    const when = [...exprs.slice(subscripts.length + values.length), ...within];
    const { members: own, ...sample } = first;
    return {
      members: [...own, ...others.flatMap((other) => other.members)],
      all: {
        ...sample,
        access: { ...first.access, place: { ...place, subscripts }, cells: [], value: values[0] ?? null },
        when,
      },
    };
  });
}

/** The first of `y[i]`, `y[i + 32]`, `y[i + 64]` reads like the others as `y[i + 0]`. */
function withLiteral(index: Expr): Expr {
  if (index.kind === 'cast') return cast(index.to, withLiteral(index.operand));
  const type = typeOf(index);
  return type.kind !== 'int' ||
    index.kind === 'int' ||
    (index.kind === 'binary' && index.op === '+' && index.right.kind === 'int')
    ? index
    : binary('+', index, int(0, type));
}

/** An access that stands for some: `members`. */
type Joined = IntervalAccess & Readonly<{ members: readonly [IntervalAccess, ...IntervalAccess[]] }>;

/**
 * Accesses to parts of one element that lie side by side, as to the fields of a vector, as one that is as wide as all
 * of them together.
 */
function joined(accesses: readonly IntervalAccess[]): readonly Joined[] {
  const groups = groupBy(accesses, ({ access: { place, mode, scope, isInFlight }, when }) =>
    [
      mode,
      scope ?? '',
      isInFlight,
      place.array,
      ...place.subscripts.map(({ index, stride }) => `${stride}*${printExpr(index)}`),
      ...when.map(printExpr),
    ].join('\n'),
  );
  return [...groups.values()].flatMap((group): readonly Joined[] => {
    const [first] = group;
    const start = Math.min(...group.map(({ access: { place } }) => place.offset));
    const end = Math.max(...group.map(({ access: { place } }) => place.offset + place.width));
    if (first.access.mode === 'atomic' || !coverAll(group, start, end))
      return group.map((one) => ({ ...one, members: [one] }));
    return [
      {
        ...first,
        access: {
          ...first.access,
          place: { ...first.access.place, offset: bytes(start), width: bytes(end - start) },
          cells: [],
        },
        members: group,
      },
    ];
  });
}

function coverAll(group: readonly IntervalAccess[], start: number, end: number): boolean {
  const ends = group
    .map(({ access: { place } }) => ({ from: place.offset, to: place.offset + place.width }))
    .sort((a, b) => a.from - b.from);
  let at = start;
  for (const { from, to } of ends) {
    if (from > at) return false;
    at = Math.max(at, to);
  }
  return at === end;
}

type AccessFamily = Readonly<{ members: readonly IntervalAccess[]; all: IntervalAccess }>;

type Literal = Readonly<{ value: bigint; type: IntType }>;

/** The text of the expression without the values of its literals, and these in order. */
const withoutLiterals = memoized((expr: Expr): Readonly<{ text: string; literals: readonly Literal[] }> => {
  const literals: Literal[] = [];
  const blank = mapExpr(expr, (node) => {
    if (node.kind !== 'int') return node;
    literals.push({ value: node.value, type: node.type });
    return variable(varId('#'), node.type);
  });
  return { text: `${printExpr(blank)} ${literals.map(({ type }) => printType(type)).join(' ')}`, literals };
});

/**
 * Expressions that stand for all of the lists, which read alike; null: too many of their literals change independently.
 */
function generalised(lists: readonly (readonly Expr[])[]): Pick<Family<unknown>, 'exprs' | 'within'> | null {
  const values = lists.map((list) => list.flatMap((expr) => withoutLiterals(expr).literals.map(({ value }) => value)));
  const [sample = []] = values;
  const found: Series[] = [];
  const series = sample.map((first, place) => {
    const own = values.map((list) => list[place] ?? first);
    return own.every((value) => value === first) ? null : inSeries(own, found);
  });
  if (found.length > maxVariables) return null;
  let place = 0;
  const exprs = (lists[0] ?? []).map((expr) =>
    mapExpr(expr, (node) => {
      if (node.kind !== 'int') return node;
      const own = series[place++] ?? null;
      return own === null ? node : literalOf(own, node.type);
    }),
  );
  const within = found.flatMap(({ last }, k) => {
    const member = variable(members[k] ?? varId('#'), i64);
    return [binary('<=', int(0, i64), member), binary('<=', member, int(last, i64))];
  });
  return { exprs, within };
}

/** `numbers`: of each item, the least is 0 and the greatest `last`. */
type Series = Readonly<{ numbers: readonly bigint[]; last: bigint }>;
/** The literal is `start + step * number`, of the series with that index. */
type InSeries = Readonly<{ index: number; start: bigint; step: bigint }>;

/** As a linear function of a series that is there, or of a new one. */
function inSeries(values: readonly bigint[], found: Series[]): InSeries {
  for (const [index, { numbers, last }] of found.entries()) {
    const [start, end] = [values[numbers.indexOf(0n)] ?? 0n, values[numbers.indexOf(last)] ?? 0n];
    const step = (end - start) / last;
    if (values.every((value, k) => value === start + step * (numbers[k] ?? 0n))) return { index, start, step };
  }
  const least = values.reduce((a, b) => (b < a ? b : a));
  const step = values.reduce((g, value) => gcd(g, value - least), 0n);
  const numbers = values.map((value) => (value - least) / step);
  found.push({ numbers, last: numbers.reduce((a, b) => (b > a ? b : a)) });
  return { index: found.length - 1, start: least, step };
}

function literalOf({ index, start, step }: InSeries, type: IntType): Expr {
  const value = binary('+', int(start, i64), binary('*', int(step, i64), variable(members[index] ?? varId('#'), i64)));
  return sameType(type, i64) ? value : cast(type, value);
}
