/**
 * The other builds that the text of a kernel has: conditionals inside of it, of functions of its file that it calls, or
 * around macros of its file that it uses, ask for names that a build may define otherwise (preprocess/open-names.ts).
 * The file is read again with other values of these, one at a time, then in combinations, up to a bound; a build that
 * lowers to the same IR is the same kernel. Kernels without such conditionals are not looked at.
 *
 *     #ifdef FAST
 *       …
 *     #else                  ⟶    one other build: `FAST` is defined
 *       __syncthreads();
 *     #endif
 */
import type { Deadline } from '../base/deadline.ts';
import type { InputProblem } from '../verdict/finding.ts';
import type { Kernel } from '../ir/ir.ts';
import type { OpenName } from '../preprocess/open-names.ts';
import type { Parser } from '../parse/tree-sitter.ts';
import type { ReadUnit, UnitRequest } from './unit.ts';
import type { Test } from '../preprocess/preprocess.ts';
import { TimeLimit, partOf } from '../base/deadline.ts';
import { architectureName } from '../preprocess/open-names.ts';
import { groupBy } from '../base/group.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';
import { printKernel } from '../ir/print.ts';
import { readingAgain } from './joined-sources.ts';
import { readUnit } from './unit.ts';
import { templateName } from '../base/kernel-name.ts';

export type Macros = ReadonlyMap<string, string>;
/**
 * `when`: what distinguishes it, to stand behind "when". `isOffered`: some text speaks of defining all that it defines
 * (`OpenName.isOffered`).
 * `isInStep`: it is for devices whose warps run in lockstep.
 */
export type OtherBuild = Readonly<{
  macros: Macros;
  when: string;
  isOffered: boolean;
  isInStep: boolean;
  kernel: Kernel;
  from: ReadUnit;
}>;
/**
 * `others`: those that make another kernel. `varied`: names of which other values were tried. `left`: names of which
 * some were not, or could not be read.
 */
export type Builds = Readonly<{
  others: readonly OtherBuild[];
  varied: ReadonlySet<string>;
  left: ReadonlySet<string>;
}>;

/** From Volta on, threads of a warp run independently. */
const firstIndependent = 700;

/** Builds of one kernel that are read beside its own. */
export const mostBuilds = 5;
/**
 * Builds of one file, and characters of text that are read for them all together: what a file includes may be long, and
 * each of them keeps its own.
 */
export const mostOfFile = { builds: 16, characters: 4_000_000 } as const;

export const noBuilds: Builds = { others: [], varied: new Set(), left: new Set() };

/** `isKnown`: whether a problem of the input is one of the build that is read too. */
type Reader = Readonly<{
  request: UnitRequest;
  parser: Parser;
  nextDeadline: () => Deadline;
  isKnown: (problem: InputProblem) => boolean;
}>;

/** Finds the builds of kernels, one after the other: a file is read once in each build. */
export function createBuilds({
  request,
  parser,
  nextDeadline,
  isKnown,
}: Reader): (kernel: Kernel, from: ReadUnit) => Builds {
  const readings = new Map<ReadUnit, Map<string, ReadUnit | null>>();
  /** Milliseconds that its other builds took, which all together get what one reading gets. */
  const spent = new Map<ReadUnit, number>();
  const readIn = (macros: Macros, from: ReadUnit): ReadUnit | null => {
    const ofFile = readings.get(from) ?? new Map<string, ReadUnit | null>();
    readings.set(from, ofFile);
    const known = ofFile.get(keyOf(macros));
    const { length } = from.source.source.text;
    if (known !== undefined || ofFile.size >= mostOfFile.builds || (ofFile.size + 1) * length > mostOfFile.characters)
      return known ?? null;
    const whole = nextDeadline();
    const limit = whole.remaining();
    const taken = spent.get(from) ?? 0;
    if (taken >= limit) return null;
    const made = read(macros, from, partOf(whole, 1 - taken / limit));
    if (limit !== Infinity) spent.set(from, taken + limit - whole.remaining());
    ofFile.set(keyOf(macros), made);
    return made;
  };
  const read = (macros: Macros, from: ReadUnit, deadline: Deadline): ReadUnit | null => {
    const wanted = new Set(
      from.unit.kernels.filter((kernel) => namesOf(kernel, from).size > 0).map(({ name }) => templateName(name)),
    );
    const { options, configuration } = { ...request, configuration: from.configuration };
    try {
      const made = readUnit(
        from.unit.file,
        {
          ...request,
          read: readingAgain(from, request.read),
          configuration,
          wanted,
          options: { ...options, build: macros },
        },
        parser,
        () => undefined,
        deadline,
      );
      return made.ok && made.value.problems.every(isKnown) ? made.value : null;
    } catch (error) {
      if (error instanceof TimeLimit) return null;
      throw error;
    }
  };
  return (kernel, from) => {
    // a kernel of another build is not varied further
    if (from.only !== undefined || namesOf(kernel, from).size === 0) return noBuilds;
    const [varied, left] = [new Set<string>(), new Set<string>()];
    const others: OtherBuild[] = [];
    const texts = new Set([textOf(kernel)]);
    const tried = new Set([keyOf(new Map())]);
    const waiting: { macros: Macros; kernel: Kernel; from: ReadUnit }[] = [{ macros: new Map(), kernel, from }];
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { macros: before } = next;
      for (const [name, values] of namesOf(next.kernel, next.from)) {
        if (before.has(name)) continue;
        for (const value of values) {
          const macros = new Map([...before, [name, value] as const].sort(([a], [b]) => (a < b ? -1 : 1)));
          if (tried.has(keyOf(macros))) continue;
          const isOneTooMany = tried.size > mostBuilds;
          tried.add(keyOf(macros));
          const made = isOneTooMany ? null : readIn(macros, from);
          (made === null ? left : varied).add(name);
          const own = made?.unit.kernels.find(
            (one) =>
              one.name === kernel.name && one.span.file === kernel.span.file && one.span.start === kernel.span.start,
          );
          // a build that does not have the kernel
          if (made === null || own === undefined) continue;
          waiting.push({ macros, kernel: own, from: made });
          const text = textOf(own);
          if (!texts.has(text)) {
            const isInStep = Number(macros.get(architectureName) ?? firstIndependent) < firstIndependent;
            const isOffered = [...macros.keys()].every((one) => isOfferedIn(one, [from, next.from]));
            others.push({
              macros,
              when: whenWords(macros, from.source.openNames),
              isOffered,
              isInStep,
              kernel: own,
              from: made,
            });
          }
          texts.add(text);
        }
      }
    }
    return { others, varied, left };
  };
}

export const isOfferedIn = (name: string, units: readonly ReadUnit[]): boolean =>
  units.some(({ source }) => source.openNames.get(name)?.isOffered() === true);

/** Without the numbers of statements and lines, which tell nothing of what it does. */
const textOf = (kernel: Kernel): string => printKernel(kernel).replace(/^ *\d+ @\d+|(?<=note )@\d+/gm, '');

export const keyOf = (macros: Macros): string => JSON.stringify([...macros]);

/** The names that conditionals of a kernel ask for, with the other values that matter. */
function namesOf(kernel: Kernel, { source: { tests, openNames } }: ReadUnit): ReadonlyMap<string, readonly string[]> {
  if (openNames.size === 0 || tests.length === 0) return new Map();
  return valuesAsked(
    tests.filter((test) => [...test.names].some((name) => openNames.has(name)) && concerns(test, kernel)),
    openNames,
  );
}

/** The names that conditionals ask for, with the other values that matter. */
export function valuesAsked(
  asking: readonly Pick<Test, 'conditions' | 'names'>[],
  openNames: ReadonlyMap<string, OpenName>,
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const name of new Set(asking.flatMap(({ names }) => [...names]))) {
    const open = openNames.get(name);
    const values =
      open === undefined
        ? []
        : otherValues(
            name,
            open,
            asking.flatMap(({ conditions }) => conditions).filter((text) => wordsOf(text).includes(name)),
          );
    if (values.length > 0) found.set(name, values);
  }
  return found;
}

function concerns({ span }: Test, { uses, span: own }: Kernel): boolean {
  if (span.file !== own.file) return false;
  return uses.some(
    ({ what, span: use }) =>
      use.file === span.file &&
      (what === 'kernel' || what === 'function'
        ? use.start < span.start && span.end <= use.end
        : what === 'macro' && span.start < use.start && use.end <= span.end),
  );
}

const wordsOf = (text: string): readonly string[] => text.split(/\W+/);

function otherValues(name: string, { now, among }: OpenName, conditions: readonly string[]): readonly string[] {
  if (name === architectureName)
    return otherArchitectures(Number(now), (among ?? []).map(Number), conditions).map(String);
  const value = now === null ? 0n : integerOf(now);
  if (value === null) return [];
  const values = new Set<string>();
  for (const condition of conditions) {
    const tokens = condition.match(/\w+|[<>=!]=|[<>!]|&&|\|\||\S/g) ?? [];
    for (const [k, token] of tokens.entries()) {
      if (token !== name) continue;
      const after =
        comparedWith(value, tokens[k + 1], tokens[k + 2]) ??
        comparedWith(value, mirrored.get(tokens[k - 1] ?? ''), tokens[k - 2]);
      // what is asked is whether it is defined, or is not 0
      if (after !== null) values.add(`${after}`);
      else if (now === null) values.add('1');
      else if (!isOfDefined(tokens, k)) values.add(value === 0n ? '1' : '0');
    }
  }
  if (now !== null) values.delete(now);
  return [...values];
}

const mirrored: ReadonlyMap<string, string> = new Map([
  ['<', '>'],
  ['>', '<'],
  ['<=', '>='],
  ['>=', '<='],
  ['==', '=='],
  ['!=', '!='],
]);
const isOfDefined = (tokens: readonly string[], k: number): boolean =>
  ['defined', 'ifdef', 'ifndef', 'elifdef', 'elifndef'].some(
    (word) => word === tokens[k - 1] || (tokens[k - 1] === '(' && word === tokens[k - 2]),
  );

/** A value on the other side of a comparison; null: there is no such comparison. */
function comparedWith(value: bigint, operator: string | undefined, operand: string | undefined): bigint | null {
  const bound = integerOf(operand ?? '');
  if (bound === null) return null;
  switch (operator) {
    case '==':
      return value === bound ? bound + 1n : bound;
    case '!=':
      return value === bound ? bound + 1n : bound;
    case '<':
      return value < bound ? bound : bound - 1n;
    case '>=':
      return value >= bound ? bound - 1n : bound;
    case '>':
      return value > bound ? bound : bound + 1n;
    case '<=':
      return value <= bound ? bound + 1n : bound;
    default:
      return null;
  }
}

const integerOf = (text: string): bigint | null =>
  /^(?:0[xX][0-9a-fA-F]+|\d+)[uUlL]*$/.test(text) ? BigInt(text.replace(/[uUlL]+$/, '')) : null;

/** One of each stretch of architectures between which conditions distinguish, but for that of `now`. */
function otherArchitectures(now: number, among: readonly number[], conditions: readonly string[]): readonly number[] {
  const bounds = new Set(
    conditions
      .flatMap((text) => wordsOf(text))
      .map(Number)
      .filter((value) => value >= 100 && value < 10_000),
  );
  const all = [...bounds].flatMap((bound) => [bound, bound + 1]);
  // what the conditions compare with is a macro's
  const edges = bounds.size === 0 ? [700, 900] : all;
  const cellOf = (architecture: number): number => edges.filter((edge) => edge <= architecture).length;
  const cells = groupBy<number, number>(
    among.filter((one) => cellOf(one) !== cellOf(now)),
    cellOf,
  );
  return [...cells.values()].flatMap((cell) => cell.findLast((one) => one % 100 === 0) ?? cell.at(-1) ?? []);
}

/** To stand behind "when". */
export function whenWords(macros: Macros, names: ReadonlyMap<string, OpenName>): string {
  return [...macros]
    .map(([name, value]) => {
      if (name === architectureName)
        return fill(messages.builtFor, {
          capability: `${Math.floor(Number(value) / 100)}.${Math.floor(Number(value) / 10) % 10}`,
        });
      const isNew = value === '1' && (names.get(name)?.now ?? null) === null;
      return isNew ? fill(messages.isDefined, { name }) : fill(messages.hasValue, { name, value });
    })
    .join(' and ');
}
