/**
 * All questions of a split protocol [D13]: for every barrier interval and every conflicting pair of its accesses, can
 * two threads of one block perform them and touch a common byte; the same for the whole kernel and two blocks; and for
 * every branch around a barrier, can two threads of a block disagree. Exact with respect to the protocol: a pair races
 * in the protocol exactly when its formula is satisfiable.
 *
 * Example: `s[threadIdx.x] = 0; x = s[threadIdx.x + 1];` of 64 threads gives, for the store and the load,
 * threadIdx.x@1 < 64, threadIdx.x@2 < 64, threadIdx.x@1 /= threadIdx.x@2, threadIdx.x@1 = threadIdx.x@2 + 1.
 */
import { createCopies, differ } from './copies.ts';
import { addressOf } from '../protocol/index/address.ts';
import { areOrderedIn } from '../protocol/handed.ts';
import type { Copies, Scope, Side } from './copies.ts';
import type { Alike, DivergenceObligation, Formula, Obligation, RaceObligation, Turn } from './obligation.ts';
import type {
  Access,
  AccessCell,
  Interval,
  IntervalAccess,
  Pairs,
  Place,
  SplitProtocol,
  UniformityQuestion,
  WholeProtocol,
} from '../protocol/protocol.ts';
import type { Pair } from './conflict.ts';
import { conflictingPairs } from './conflict.ts';
import { allottedRanges, claimsApart, resultsApart } from './counters.ts';
import { alikeInTiles, differentWarps, inOneTile } from './warps.ts';
import { ranksIn } from './ranks.ts';
import { reservedApart } from './reserved.ts';
import { ofPairs } from './parts.ts';
import type { Deadline } from '../base/deadline.ts';
import type { Expr } from '../base/expr.ts';
import type { StmtId } from '../base/brand.ts';
import type { WarpModel } from '../launch/launch.ts';
import { binary, int, not, truth, typeOf } from '../base/expr-build.ts';
import { i64 } from '../base/ctype.ts';
import { accessFamilies, withMembers } from './families.ts';
import { fittingOf, wherePlacesFit } from './fitting.ts';
import { groupBy } from '../base/group.ts';
import { betweenBlocks } from '../protocol/split.ts';
import { overlap } from './overlap.ts';
import { and, sameExpr } from '../protocol/fold.ts';
import { sameType } from '../base/ctype.ts';
import { operandsOf } from '../base/expr-walk.ts';
import { printExpr } from '../base/expr-print.ts';

type ObligationOptions = Readonly<{
  /** Of two accesses of one thread, whose answers of atomics may be those of one. Not given: of two threads. */ isOneThread?: true;
  level: 'block' | 'grid';
  warpModel: WarpModel;
  /** Not given: none. */ deadline?: Deadline;
  /** Whether a formula certainly has no solution, where that is soon seen: questions of families (families.ts). Not given: all pairs are asked. */ refutes?: (
    formula: Formula,
  ) => boolean;
}>;

export function obligationsOf(given: SplitProtocol, options: ObligationOptions): readonly Obligation[] {
  const split = withMembers(given);
  const found: Obligation[] = [];
  const block = createCopies(split, 'block');
  const threadsDiffer = differ(split, block);
  const oneThread = threadsDiffer === null ? truth(true) : not(threadsDiffer);
  for (const interval of split.intervals) found.push(...ownRaces(split, interval, block, oneThread, options));
  if (threadsDiffer !== null) {
    for (const question of split.questions) found.push(divergence(question, block, threadsDiffer));
    const outside = both(threadsDiffer, ofPairs(split, block, { within: [], apart: split.apart }));
    for (const interval of split.intervals) found.push(...races(split, interval, block, outside, options));
    for (const { pairs, intervals, questions } of split.parts) {
      const theirs = both(threadsDiffer, ofPairs(split, block, pairs));
      for (const question of questions) found.push(divergence(question, block, theirs));
      for (const interval of intervals) found.push(...races(split, interval, block, theirs, options));
    }
  }
  if (options.level === 'grid') {
    const grid = createCopies(split, 'grid');
    const blocksDiffer = differ(split, grid);
    if (blocksDiffer !== null) {
      for (const question of split.between?.questions ?? []) found.push(divergence(question, grid, blocksDiffer));
      for (const interval of betweenBlocks(split)) found.push(...races(split, interval, grid, blocksDiffer, options));
    }
  }
  return distinct(found).map((obligation, id) => ({ ...obligation, id }));
}

const both = and;

/** Of two threads of a part; null where there is only one thread. */
export function partQuestion(
  question: UniformityQuestion,
  split: SplitProtocol,
  pairs: Pairs,
): DivergenceObligation | null {
  const copies = createCopies(split, 'block');
  const apart = differ(split, copies);
  return apart === null ? null : divergence(question, copies, both(apart, ofPairs(split, copies, pairs)));
}

/**
 * Of accesses that a thread's copies make while they are in flight with other accesses of that thread, and with those
 * of one copy in two turns [D30].
 */
function ownRaces(
  split: SplitProtocol,
  interval: Interval,
  copies: Copies,
  oneThread: Expr,
  options: ObligationOptions,
): readonly RaceObligation[] {
  if (!interval.accesses.some(({ access }) => access.isInFlight)) return [];
  return conflictingPairs(split, interval.accesses, copies.scope).flatMap((pair) => {
    const [first, second] = pair;
    const apart = first.access.isInFlight || second.access.isInFlight ? otherTime(pair, copies) : null;
    return apart === null
      ? []
      : [race(split, interval, pair, copies, both(oneThread, apart), { ...options, isOneThread: true })];
  });
}

/**
 * That a thread makes the two accesses at two times: of one statement, in different turns of a loop around it. Null: it
 * never does in one interval.
 */
function otherTime([first, second]: Pair, copies: Copies): Expr | null {
  if (first.access.id !== second.access.id || first.crossed.join() !== second.crossed.join()) return truth(true);
  const turns = [turnsOf(first.loops, copies, 'first'), turnsOf(second.loops, copies, 'second')] as const;
  const apart = turns[0].flatMap(({ loop, turn }) => {
    const other = turns[1].find((one) => one.loop === loop)?.turn;
    return other === undefined || sameExpr(turn, other) ? [] : [binary('!=', turn, other)];
  });
  return apart.length === 0 ? null : apart.reduce((a, b) => binary('||', a, b));
}

function races(
  split: SplitProtocol,
  interval: Interval,
  copies: Copies,
  apart: Expr,
  options: ObligationOptions,
): readonly RaceObligation[] {
  const pairs = conflictingPairs(split, interval.accesses, copies.scope);
  const { refutes } = options;
  const raceOf = (pair: Pair, own = options): RaceObligation => race(split, interval, pair, copies, apart, own);
  const withAlike = ([pair, ...others]: Group, own = options): RaceObligation => ({
    ...raceOf(pair, own),
    alike: alikeOf(others),
  });
  // one at a time, while others are decided: whoever asks for it looks at the time
  const { deadline: _, ...endless } = options;
  const alikeOf = ([next, ...others]: readonly Pair[]): Alike | null =>
    next === undefined
      ? null
      : {
          pairs: [next, ...others].map(([first, second]) => [first.access, second.access] as const),
          next: () => withAlike([next, ...others], endless),
        };
  // in lockstep, what one statement does with itself is another question than what it does with the next one
  if (refutes === undefined || pairs.length < minPairs || options.warpModel === 'lockstep')
    return pairs.map((pair) => raceOf(pair));
  const storesEqual = (pair: Pair): boolean => {
    const {
      formula: { variables, constraints },
      differ: unequal,
    } = raceOf(pair);
    return unequal !== null && refutes({ variables, constraints: [...constraints, unequal] });
  };
  return notRefuted(pairs, interval.accesses, { raceOf, refutes, storesEqual }).map(({ group, family }) => ({
    ...withAlike(group),
    family,
  }));
}

/** Pairs of which one is asked about; where there are several, they store equal values wherever they meet. */
type Group = readonly [Pair, ...Pair[]];
/**
 * `family`: the question about the accesses that stand for the families of the two; null where they have none, or a
 * small one.
 */
type Undecided = Readonly<{ group: Group; family: RaceObligation | null }>;

/** With fewer pairs, each is asked by itself as soon as families would be. */
const minPairs = 8;
/** Pairs of two families, at least, for which one question is worth asking. */
const minOfFamilies = 4;

/** What is asked about two families, as a pair of accesses that stand for them. */
type OfFamilies = Readonly<{
  raceOf: (pair: Pair) => RaceObligation;
  refutes: NonNullable<ObligationOptions['refutes']>;
  storesEqual: (pair: Pair) => boolean;
}>;

/** The pairs whose families are not refuted as a whole; those of families that store equal values together. */
function notRefuted(
  pairs: readonly Pair[],
  accesses: readonly IntervalAccess[],
  { raceOf, refutes, storesEqual }: OfFamilies,
): readonly Undecided[] {
  const byPlace = familyPairs(accesses, 'any values');
  const byValue = familyPairs(accesses, 'like values');
  const alone = (group: Group, family: RaceObligation | null): readonly Undecided[] =>
    group.map((pair) => ({ group: [pair], family }));
  return byPlace(pairs).flatMap(({ group, all }) => {
    if (group.length < minOfFamilies || all === null) return alone(group, null);
    const family = raceOf(all);
    if (refutes(family.formula)) return [];
    return byValue(group).flatMap((one) =>
      one.group.length >= minOfFamilies && one.all !== null && storesEqual(one.all)
        ? [{ group: one.group, family }]
        : alone(one.group, family),
    );
  });
}

/** The pairs of each two families, with the pair that stands for them. */
function familyPairs(
  accesses: readonly IntervalAccess[],
  storing: 'any values' | 'like values',
): (pairs: readonly Pair[]) => readonly Readonly<{ group: Group; all: Pair | null }>[] {
  const families = accessFamilies(accesses, storing);
  const numbers = new Map(
    families.flatMap(({ members }, number) => members.map((member) => [member, number] as const)),
  );
  const numbersOf = ([first, second]: Pair): string =>
    [numbers.get(first) ?? -1, numbers.get(second) ?? -1].sort((a, b) => a - b).join();
  return (pairs) =>
    [...groupBy(pairs, numbersOf).values()].map((group) => {
      const [first, second] = group[0].map((one) => families[numbers.get(one) ?? -1]?.all);
      return { group, all: first === undefined || second === undefined ? null : [first, second] };
    });
}

function race(
  split: SplitProtocol,
  interval: Interval,
  pair: Pair,
  copies: Copies,
  apart: Expr,
  options: ObligationOptions,
): RaceObligation {
  options.deadline?.check();
  const [first, second] = pair;
  const isOfCopy = first.access.isInFlight || second.access.isInFlight;
  const warps =
    options.warpModel === 'lockstep' && !isOfCopy && copies.scope === 'block'
      ? differentWarps(split, copies, first, second)
      : null;
  const common = overlap(
    first.access.place,
    (e) => copies.rename(e, 'first'),
    second.access.place,
    (e) => copies.rename(e, 'second'),
  );
  const constraints = copies.withContents([
    ...copies.facts,
    ...first.when.map((c) => copies.rename(c, 'first')),
    ...second.when.map((c) => copies.rename(c, 'second')),
    apart,
    ...(warps === null ? [] : [warps]),
    ...aboutOtherCells(first.access, second.access, copies),
    common,
  ]);
  const turns = { first: turnsOf(first.loops, copies, 'first'), second: turnsOf(second.loops, copies, 'second') };
  const unequal = valuesDiffer(first.access, second.access, (a, b) => inOneTile(split, copies, a, b, pair), copies);
  const asked = [
    ...constraints,
    ...(unequal === null ? [] : [unequal]),
    ...[...turns.first, ...turns.second].map((t) => t.turn),
  ];
  const named = copies.variablesOf(asked);
  const reserved = reservedApart(split, copies, named, pair);
  const ranges = [
    ...allottedRanges(split, copies, named),
    ...alikeInTiles(split, copies, named, pair),
    ...reserved,
    ...ranksIn(split, copies, [...constraints, ...reserved]),
    ...(options.isOneThread === true ? [] : claimsApart(split, copies, named)),
  ];
  const variables = copies.variablesOf([...asked, ...ranges]);
  return {
    kind: 'race',
    id: 0,
    array: first.access.place.array,
    first: first.access,
    second: second.access,
    scope: copies.scope,
    interval: interval.id,
    carriedBy: carrierOf(first, second),
    turns,
    formula: {
      variables,
      constraints: [
        ...constraints,
        ...(options.isOneThread === true ? [] : resultsApart(split, copies, variables)),
        ...ranges,
      ],
    },
    address: copies.rename(addressOf(first.access.place), 'first'),
    differ: unequal,
    alike: null,
    family: null,
    fitting: fittingOf(split, pair, copies, common),
    warpsDiffer: () => (copies.scope === 'block' ? differentWarps(split, copies, first, second) : null),
    reads: copies.readsOf(variables),
    ownReads: copies.ownReadsOf(variables),
  };
}

/** Where the two are about one cell of a flag or lock, they are ordered [T18]: that they are not. */
function aboutOtherCells(first: Access, second: Access, copies: Copies): readonly Expr[] {
  const isOrdering = (one: AccessCell, other: AccessCell): boolean =>
    areOrderedIn(one, other, copies.scope) && (copies.scope === 'block' || (one.isWide && other.isWide));
  return first.cells.flatMap((one) =>
    second.cells
      .filter((other) => isOrdering(one, other))
      .map((other) => {
        const [a, b] = [copies.rename(addressOf(one.place), 'first'), copies.rename(addressOf(other.place), 'second')];
        return one.role === 'reaches'
          ? notReached(a, b)
          : one.role === 'awaited'
            ? notReached(b, a)
            : binary('!=', a, b);
      }),
  );
}

/** That the number stored is not among those waited for [T21]. */
const notReached = (stored: Expr, awaited: Expr): Expr =>
  binary('||', binary('<=', stored, int(0n, i64)), binary('>', stored, awaited));

/** Null where it is not known. */
function valuesDiffer(first: Access, second: Access, together: Together, copies: Copies): Expr | null {
  if (first.isInFlight || second.isInFlight) return null;
  if (first.mode !== 'write' || second.mode !== 'write' || first.value === null || second.value === null) return null;
  if (!sameType(typeOf(first.value), typeOf(second.value)) || !wholeCells(first.place) || !wholeCells(second.place))
    return null;
  const [a, b] = [copies.rename(first.value, 'first'), copies.rename(second.value, 'second')];
  return mayDiffer(a, b, together);
}

/**
 * Expressions that are the same to the letter have one value. Floats, of which the solver knows nothing, have one if
 * they are the same function of equal integers, such as contents of a read-only array: `bias[x]` of two threads differs
 * only if x does. Of integers the solver could tell that by itself; arithmetic, which knows nothing of functions, could
 * not.
 */
function mayDiffer(a: Expr, b: Expr, together: Together): Expr {
  if (sameExpr(a, b)) return truth(false);
  if (a.kind === 'select' && b.kind === 'select' && sameExpr(a.when, b.when)) {
    return binary(
      '||',
      binary('&&', a.when, mayDiffer(a.then, b.then, together)),
      binary('&&', not(a.when), mayDiffer(a.otherwise, b.otherwise, together)),
    );
  }
  const [own, other] = [operandsOf(a), operandsOf(b)];
  const byOperands = (): Expr =>
    own.map((operand, k) => mayDiffer(operand, other[k] ?? operand, together)).reduce((x, y) => binary('||', x, y));
  const isLike = own.length > 0 && own.length === other.length && sameFunction(a, b);
  if (isLike && typeOf(a).kind === 'float') return byOperands();
  const apart = together(a, b);
  const unequal = sameType(typeOf(a), typeOf(b)) ? binary('!=', a, b) : truth(true);
  const withOperands = isLike && a.kind === 'apply' ? binary('&&', unequal, byOperands()) : unequal;
  return apart === null ? withOperands : binary('&&', withOperands, not(apart));
}

/** When two values are one because lanes of a tile got them together [D26]; null: never that is known. */
type Together = (a: Expr, b: Expr) => Expr | null;

function sameFunction(a: Expr, b: Expr): boolean {
  if (a.kind === 'apply') return b.kind === 'apply' && a.fn === b.fn && sameType(a.type, b.type);
  if (a.kind === 'cast')
    return b.kind === 'cast' && sameType(a.to, b.to) && sameType(typeOf(a.operand), typeOf(b.operand));
  if (a.kind === 'unary') return b.kind === 'unary' && a.op === b.op;
  return (a.kind === 'binary' && b.kind === 'binary' && a.op === b.op) || (a.kind === 'select' && b.kind === 'select');
}

/**
 * Whether overlapping places of this shape and width are equal places: of `mem[128]` in bytes and `[t / 32]` in floats,
 * which 128 bytes leave whole.
 */
function wholeCells({ offset, width, subscripts }: Place): boolean {
  const start = subscripts.reduce(
    (sum, { index, stride }) => sum + (index.kind === 'int' ? index.value * BigInt(stride) : 0n),
    BigInt(offset),
  );
  return (
    start % BigInt(width) === 0n &&
    subscripts.every(({ index, stride }) => index.kind === 'int' || stride % width === 0)
  );
}

/** Symmetric in the two threads, so that one of the two orders is enough. */
function divergence(question: UniformityQuestion, copies: Copies, apart: Expr): DivergenceObligation {
  const constraints = copies.withContents([
    ...copies.facts,
    ...question.when.flatMap((c) => [copies.rename(c, 'first'), copies.rename(c, 'second')]),
    apart,
    copies.rename(question.condition, 'first'),
    not(copies.rename(question.condition, 'second')),
  ]);
  const turns = { first: turnsOf(question.loops, copies, 'first'), second: turnsOf(question.loops, copies, 'second') };
  const variables = copies.variablesOf([...constraints, ...[...turns.first, ...turns.second].map((t) => t.turn)]);
  return {
    kind: 'divergence',
    id: 0,
    scope: copies.scope,
    question,
    formula: { variables, constraints },
    turns,
    reads: copies.readsOf(variables),
  };
}

const turnsOf = (loops: readonly Turn[], copies: Copies, side: Side): readonly Turn[] =>
  loops.map(({ loop, turn }) => ({ loop, turn: copies.rename(turn, side) }));

/**
 * Two statements that race, whatever the barriers: that two threads, in any turns of their loops, touch a common byte
 * there, and that two get there at all. Over-approximating: `meet` is satisfiable wherever the pair races in some
 * interval with indices that fit [D19].
 */
export type Meeting = Readonly<{ meet: Formula; reach: Formula }>;

export function meetingsOf(
  whole: WholeProtocol,
  pair: Readonly<{ first: StmtId; second: StmtId; scope: Scope }>,
): readonly Meeting[] {
  const copies = createCopies(whole, pair.scope, pair.scope === 'block' ? 'apart' : 'together');
  const apart = differ(whole, copies);
  if (apart === null) return [];
  const at = (id: StmtId): readonly IntervalAccess[] => whole.whole.accesses.filter(({ access }) => access.id === id);
  return at(pair.first).flatMap((first) =>
    at(pair.second).map((second) => {
      const reach = [
        ...copies.facts,
        ...first.when.map((c) => copies.rename(c, 'first')),
        ...second.when.map((c) => copies.rename(c, 'second')),
        apart,
      ];
      const common = overlap(
        first.access.place,
        (e) => copies.rename(e, 'first'),
        second.access.place,
        (e) => copies.rename(e, 'second'),
      );
      const fitting = fittingOf(whole, [first, second], copies, common);
      const met = copies.withContents(
        fitting === null ? [...reach, common] : wherePlacesFit([...reach, common], fitting),
      );
      const meet = [...met, ...alikeInTiles(whole, copies, copies.variablesOf(met), [first, second])];
      const variables = copies.variablesOf(meet);
      return { meet: { variables, constraints: meet }, reach: { variables, constraints: reach } };
    }),
  );
}

/** The innermost loop whose back edge only one of the two has crossed. */
function carrierOf(first: IntervalAccess, second: IntervalAccess): StmtId | null {
  const only = [
    ...first.crossed.filter((l) => !second.crossed.includes(l)),
    ...second.crossed.filter((l) => !first.crossed.includes(l)),
  ];
  return only.at(-1) ?? null;
}

/** Intervals that read alike ask the same questions about the same statements: each is kept once. */
function distinct(obligations: readonly Obligation[]): readonly Obligation[] {
  const texts = new Map<Expr, string>();
  const textOf = (expr: Expr): string => {
    const text = texts.get(expr) ?? printExpr(expr);
    texts.set(expr, text);
    return text;
  };
  const about = (o: Obligation): string =>
    o.kind === 'race'
      ? `race ${o.scope} ${o.array} ${o.second.place.array} ${o.first.id} ${o.second.id} ${(o.alike?.pairs ?? []).map(([a, b]) => `${a.id} ${b.id}`).join()}`
      : `divergence ${o.scope} ${o.question.id}`;
  const counts = new Map<string, number>();
  for (const o of obligations) counts.set(about(o), (counts.get(about(o)) ?? 0) + 1);
  const seen = new Set<string>();
  return obligations.filter((o) => {
    // most questions have no twin, and long formulas are not printed for nothing
    if (counts.get(about(o)) === 1) return true;
    const key = `${about(o)}\n${o.formula.constraints.map(textOf).join('\n')}`;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}
