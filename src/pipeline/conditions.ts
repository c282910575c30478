/**
 * The weakest simple condition on the arguments under which the races of a kernel are ruled out [T8]: found among the
 * candidates of obligation/conditions.ts, read as `--assume` reads them, and proved: for each cause by the solver, and
 * then for the whole kernel. A model in which a candidate holds and the race stays is kept, and settles other
 * candidates without the solver.
 *
 * Example: `if (x < cols) out[y * stride + x] = v;` collides with stride 1 and cols 4. `stride != 0` holds there and so
 * is no candidate; `stride >= cols` does not, and with it the formula has no solution.
 */
import type { ArrayId } from '../base/brand.ts';
import type { Caused, ConditionInput, Search, Spent } from './condition-search.ts';
import type { RaceObligation } from '../obligation/obligation.ts';
import type { SharedCondition } from './shared-conditions.ts';
import { candidatePairs, isEquation, isOfRoundedGrid, isUsual, isUsualOf } from '../obligation/conditions.ts';
import {
  conjunctionOf,
  firstIn,
  firstOf,
  isFalseWhereItRaces,
  isReachable,
  limits,
  nothingSpent,
  refutes,
  searchFor,
  subjectOf,
} from './condition-search.ts';
import { contentsApart } from './content-conditions.ts';
import { groupBy } from '../base/group.ts';

/**
 * By racing pair: one condition for all of them, under which the kernel is proved, or one of which it stays open
 * whether the kernel is race-free under it. `areSought`: else there may be others.
 */
export type Conditions = Readonly<{
  proved: ReadonlyMap<RaceObligation, string>;
  unsettled: ReadonlyMap<RaceObligation, Readonly<{ text: string; isProved: boolean }>>;
  areSought: boolean;
}>;
type Proved = Conditions['proved'];

/**
 * One condition for all causes of a kernel, under which it is proved as a whole (`isProved` decides it anew, as
 * `--assume` would); empty where some cause has none, or where that is not proved; `isProved` null: no condition proves
 * it. `ofOthers`: conditions of other instances of the kernel, which are tried first.
 * `alone`: where the kernel is not proved, what rules out the races of single causes and is usual, and says nothing of
 * the rest of the kernel.
 */
export async function conditionsOf(
  causes: readonly Caused[],
  isProved: ((text: string) => Promise<boolean>) | null,
  ofOthers: readonly SharedCondition[] = [],
): Promise<Readonly<{ proved: Proved; alone: ReadonlyMap<Caused['cause'], string> }>> {
  const found: { search: Search; text: string }[] = [];
  const spent = nothingSpent();
  if (isProved !== null) {
    for (const { text } of ofOthers)
      if ((await isOfAll(text, causes, spent)) && (await isProved(text)))
        return { proved: ofAll(text, causes), alone: new Map() };
  }
  for (const { cause, input } of causes) {
    const search = searchFor(cause, input, spent);
    const text =
      search === null
        ? null
        : ((await firstOf(
            found.map((one) => one.text),
            (candidate) => refutes(candidate, search),
            search,
          )) ?? (await conditionFor(search, isProved)));
    if (search !== null && text !== null) found.push({ search, text });
  }
  const alone = new Map(
    found.flatMap(({ search, text }) =>
      isUsual(text) || search.rows.includes(text) ? [[search.cause, text] as const] : [],
    ),
  );
  const [first] = found;
  if (isProved === null || first === undefined || found.length < causes.length || first.search.deadline.passed())
    return { proved: new Map(), alone };
  const text = await slimmed([...new Set((await fewest(found)).values())].join(' && '), found);
  // what each cause needs may together leave no thread
  const isJoined = found.some((one) => one.text !== text);
  const isWhole = (!isJoined || (await isOfAll(text, causes, spent))) && (await isProved(text));
  return isWhole ? { proved: ofAll(text, causes), alone: new Map() } : { proved: new Map(), alone };
}

/** Whether callers are trusted to keep a condition, in view of the races that it rules out. */
export const isUsualFor = (text: string, causes: readonly Caused[]): boolean =>
  isUsual(text) ||
  text
    .split(' && ')
    .every((part) => isUsual(part) || causes.every(({ cause, input }) => isUsualOf(part, subjectOf(cause, input))));

/** One condition for all pairs of the causes. */
export const ofAll = (text: string, causes: readonly Caused[]): Proved =>
  new Map(causes.flatMap(({ cause }) => cause.map(({ obligation }) => [obligation, text] as const)));

/**
 * A condition that rules out one race and under which the kernel is proved, of those that say how rows and matrices of
 * several strides are laid out, if arithmetic sees it: before other questions are asked, which would mostly have the
 * same answer. Null: there may be one all the same.
 */
export async function soonCondition(
  caused: Caused,
  isProved: (text: string) => Promise<boolean>,
  ofOthers: readonly SharedCondition[],
): Promise<string | null> {
  const spent = nothingSpent();
  for (const { text, isTrusted } of ofOthers)
    if (isTrusted && (await isOfAll(text, [caused], spent)) && (await isProved(text))) return text;
  const search = searchFor(caused.cause, caused.input, spent);
  if (search === null || search.contents.length + search.bounds.length > 0) return null;
  const text = await firstOf(
    search.groups.flat().filter((one) => isOfManyStrides(one) && isUsual(one)),
    (candidate) => refutes(candidate, search),
    search,
  );
  return text !== null && (await isProved(text)) ? text : null;
}

/** Whether no race that was seen is one under the condition, and two threads still come to every place. */
async function isOfAll(text: string, causes: readonly Caused[], spent: Spent): Promise<boolean> {
  for (const { cause, input } of causes) {
    const search = searchFor(cause, input, spent, text);
    const candidate = search?.candidate(text) ?? null;
    if (
      search === null ||
      candidate === null ||
      !isFalseWhereItRaces(candidate, search) ||
      !(await isReachable(candidate, search))
    )
      return false;
  }
  return causes.length > 0;
}

/**
 * The conditions under which no run of the kernel was seen to race, though it is not proved either: those that rule out
 * the races of one cause (`alone`), or else what callers mostly keep and no race that was seen does. `racyUnder`
 * decides the kernel anew under a condition, with its models replayed: the arrays that threads still race on, to which
 * the condition is beside the point.
 */
export async function unsettledConditions(
  causes: readonly Caused[],
  alone: ReadonlyMap<Caused['cause'], string>,
  racyUnder: (text: string) => Promise<ReadonlySet<ArrayId>>,
): Promise<Conditions['unsettled']> {
  const spent = nothingSpent();
  const found = causes.flatMap(({ cause, input }) => {
    const text = alone.get(cause) ?? keptOf(cause, input, spent);
    return text === null ? [] : [{ cause, text, isProved: alone.has(cause) }];
  });
  const racy = new Map<string, ReadonlySet<ArrayId>>();
  for (const { text } of found) if (!racy.has(text)) racy.set(text, await racyUnder(text));
  return new Map(
    found
      .filter(({ cause, text }) => !cause.some(({ race }) => racy.get(text)?.has(race.array)))
      .flatMap(({ cause, text, isProved }) => cause.map(({ obligation }) => [obligation, { text, isProved }] as const)),
  );
}

/**
 * That arguments are powers of two, since a loop that halves one is seldom meant for others, or else that a row is long
 * enough.
 */
function keptOf(cause: Caused['cause'], input: ConditionInput, spent: Spent): string | null {
  const search = searchFor(cause, input, spent);
  if (search === null) return null;
  const kept = (texts: readonly string[]): readonly string[] =>
    texts.filter((text) => {
      const candidate = search.candidate(text);
      return candidate !== null && isFalseWhereItRaces(candidate, search);
    });
  const powers = kept(search.powers);
  return powers.length > 0 ? powers.join(' && ') : (kept(search.rows)[0] ?? null);
}

/**
 * One condition for several causes where it rules all of them out, though it may be stronger than some of them need.
 */
async function fewest(
  found: readonly Readonly<{ search: Search; text: string }>[],
): Promise<ReadonlyMap<Search, string>> {
  const chosen = new Map(found.map(({ search, text }) => [search, text] as const));
  const texts = [...new Set(found.map(({ text }) => text))];
  for (const text of texts.length === 1 ? [] : texts) {
    const covered: Search[] = [];
    for (const { search, text: own } of found) {
      const candidate = search.groups.flat().includes(text) ? search.candidate(text) : null;
      if (
        own === text ||
        (candidate !== null && (await refutes(candidate, search)) && (await isReachable(candidate, search)))
      )
        covered.push(search);
    }
    if (covered.length === found.length) return new Map(covered.map((search) => [search, text]));
  }
  return chosen;
}

/**
 * Without the parts that no cause needs beside the others; what is the condition of each cause by itself stays whole.
 */
async function slimmed(text: string, found: readonly Readonly<{ search: Search; text: string }>[]): Promise<string> {
  const isOfEach = found.every((one) => one.text === text);
  let parts = [...new Set(text.split(' && '))];
  for (const part of parts.length > 1 && !isOfEach ? parts : []) {
    const rest = parts.filter((other) => other !== part).join(' && ');
    if (rest !== '' && (await isEnough(rest, found))) parts = rest.split(' && ');
  }
  return parts.join(' && ');
}

/** Whether it rules all causes out; decided by arithmetic alone. */
async function isEnough(text: string, found: readonly Readonly<{ search: Search }>[]): Promise<boolean> {
  for (const { search } of found) {
    const candidate = search.candidate(text);
    if (candidate === null || !isFalseWhereItRaces(candidate, search) || !(await refutes(candidate, search)))
      return false;
  }
  return true;
}

/**
 * The condition for all pairs of one cause, or null. Of each kind, arithmetic looks at all before Z3 looks at any.
 * `isProved`: of the whole kernel with its barriers, which powers of two need; a size that is at most something says
 * less, and comes after them.
 */
async function conditionFor(
  search: Search,
  isProved: ((text: string) => Promise<boolean>) | null,
): Promise<string | null> {
  return (
    (await firstIn([search.bounds], search)) ??
    ((await isForContents(search)) ? null : await layoutFor(search, isProved))
  );
}

/**
 * Whether distinct elements rule the races out, though that is not stated where an atomic may be missing: then a layout
 * that does so, too, is beside the point.
 */
async function isForContents(search: Search): Promise<boolean> {
  return search.contents.length === 0 && (await firstIn([contentsApart(search.cause, search)], search)) !== null;
}

async function layoutFor(
  search: Search,
  isProved: ((text: string) => Promise<boolean>) | null,
): Promise<string | null> {
  // that sizes are equal says what is wrong; that a grid is not rounded up, which arguments are; upper bounds and
  // multiples least of all
  const kindOf = (texts: readonly string[]): 'equal' | 'rounded' | 'upper' | 'room' =>
    texts.every(isEquation)
      ? 'equal'
      : texts.every(isOfRoundedGrid)
        ? 'rounded'
        : texts.some((text) => / <= /.test(text) || (/ (?:%|==) /.test(text) && !text.includes(' >= ')))
          ? 'upper'
          : 'room';
  const byKind = groupBy(search.groups, kindOf);
  const ofKind = (kind: ReturnType<typeof kindOf>): readonly (readonly string[])[] => byKind.get(kind) ?? [];
  return (
    (await firstOfContents(search)) ??
    (await firstOf(
      usualFirst(search.groups.flat().filter(isOfManyStrides)),
      (candidate) => refutes(candidate, search),
      search,
    )) ??
    (await firstIn(ofKind('room'), search)) ??
    (isProved === null ? null : await firstOf(search.powers, ({ text }) => isProved(text), search)) ??
    (await firstIn(ofKind('equal'), search)) ??
    (await firstIn(ofKind('rounded'), search)) ??
    (await firstIn(ofKind('upper'), search)) ??
    (await firstPair(search))
  );
}

const usualFirst = (texts: readonly string[]): readonly string[] => [
  ...texts.filter(isUsual),
  ...texts.filter((text) => !isUsual(text)),
];

/** Rooms of two strides or more (obligation/layout.ts), of which one alone is seldom enough: what takes long to see. */
const isOfManyStrides = (text: string): boolean =>
  !text.includes(' <= ') &&
  new Set(
    text
      .split(' && ')
      .filter((part) => !/^\w+ >= [01]$/.test(part))
      .map(boundedBy),
  ).size >= 2;
const boundedBy = (part: string): string => part.slice(0, part.indexOf(' >= '));

/** That elements are distinct or ascend, alone or with one condition on the layout. */
async function firstOfContents(search: Search): Promise<string | null> {
  const { contents, groups } = search;
  if (contents.length === 0) return null;
  return firstIn(
    [
      ...contents,
      ...groups.map((texts) => contents.flat().flatMap((about) => texts.map((text) => `${about} && ${text}`))),
    ],
    search,
  );
}

async function firstPair(search: Search): Promise<string | null> {
  search.spent.tests = Math.min(search.spent.tests, limits.tests - limits.pairs);
  for (const [first, second] of candidatePairs(search.groups).slice(0, limits.pairs)) {
    const both = conjunctionOf(search.candidate(first), search.candidate(second));
    if (
      both !== null &&
      isFalseWhereItRaces(both, search) &&
      (await refutes(both, search)) &&
      (await isReachable(both, search))
    )
      return both.text;
  }
  return null;
}
