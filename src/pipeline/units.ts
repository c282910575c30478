/**
 * Reads the files of a request as units. A file that another one includes is read after it, and then only for kernels
 * that no includer has shown: alone it would lack the macros and types that its includer gives it. Where the limit on
 * time ends the reading of its includer, it is not read at all.
 * Example: of `main.cu`, which includes `kernels.cu`, and `kernels.cu` the unit `main.cu` has all kernels.
 */
import type { AnalyzeRequest } from '../engine.ts';
import type { Deadline } from '../base/deadline.ts';
import type { Dump } from './dump.ts';
import type { InputProblem } from '../verdict/finding.ts';
import type { Parser } from '../parse/tree-sitter.ts';
import type { ReadUnit, UnitRequest } from './unit.ts';
import type { Result } from '../base/result.ts';
import { TimeLimit, noDeadline } from '../base/deadline.ts';
import { fail, ok } from '../base/result.ts';
import { folderOf, foldersAbove, joinPath, sharedFolders } from '../preprocess/include.ts';
import { configurationsOf } from '../preprocess/preprocess.ts';
import { groupBy } from '../base/group.ts';
import { countKernelMarks } from '../base/kernel-mark.ts';
import { faultInAnalysis, includeMissing, readingTimedOut } from '../verdict/catalogue.ts';
import { definersOf, namesOf } from './kernel-names.ts';
import { joinableSources, onlyInstantiates, readingJoined } from './joined-sources.ts';
import { leftOutUnits } from './left-out.ts';
import { readUnit } from './unit.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/** `from`: null for a file whose kernels its includers have shown. */
type FileRead = Readonly<{ file: string; from: Result<ReadUnit, InputProblem> | null }>;

/**
 * `nextDeadline`: made for each file, with the limit so many times where one reading is of several; `onFile`: called
 * before it is read.
 */
type Reading = Readonly<{ nextDeadline: (times?: number) => Deadline; onFile: (file: string, done: number) => void }>;
const unlimited: Reading = { nextDeadline: () => noDeadline, onFile: () => undefined };

/** One file after the other, so that a caller need not keep them all. */
export function* readUnits(
  request: UnitRequest & Pick<AnalyzeRequest, 'files'>,
  parser: Parser,
  dump: Dump,
  reading: Reading = unlimited,
): Generator<FileRead> {
  const shown = new Map<string, Set<number>>();
  const read = new Set<string>();
  const told = new Set<string>();
  const cutOff = new Map<string, InputProblem>();
  let includers: Includers | null = null;
  const joinable = joinableSources(request.files, request.read, request.options.compileCommands ?? null);
  /** Of those, the groups that were read as one, or are to be read one by one. */
  const tried = new Set<readonly string[]>();
  // seldom asked for, and it reads every file
  const includersOfFile = (file: string): Iterable<string> =>
    (includers ??= includersOf(
      request.files,
      request.read,
      likeliest(request.files, request.read, request.options.includeDirs),
    )).get(file) ?? [];
  const tell = (from: ReadUnit): ReadUnit => {
    const problems = from.problems.filter((problem) => !told.has(aboutOf(problem)) && told.add(aboutOf(problem)));
    return { ...from, problems };
  };
  for (const [done, file] of includersFirst(request.files, request.read).entries()) {
    reading.onFile(file, done);
    const known = shown.get(file) ?? new Set();
    if (read.has(file) && known.size >= countKernelMarks(request.read(file) ?? '')) {
      yield { file, from: null };
      continue;
    }
    const lost =
      read.has(file) || cutOff.size === 0 ? undefined : [...includersOfFile(file)].find((one) => cutOff.has(one));
    if (lost !== undefined) {
      yield { file, from: fail(notAlone(file, lost, cutOff.get(lost)?.text ?? '')) };
      continue;
    }
    const [isIncluded, before] = [read.has(file), new Set(known)];
    const group = joinable.get(file);
    const joined =
      group === undefined || tried.has(group)
        ? null
        : readJoined([file, ...group.filter((other) => other !== file)], request, parser, dump, reading.nextDeadline);
    if (group !== undefined) tried.add(group);
    for (const alone of joined === null ? readEach(file, request, parser, dump, reading.nextDeadline) : [joined]) {
      if (!alone.ok) {
        if (alone.problem.code === timedOut) cutOff.set(file, alone.problem);
        yield { file, from: alone };
        continue;
      }
      const kernels = isIncluded
        ? alone.value.unit.kernels.filter(({ span }) => span.file !== file || !before.has(span.start))
        : alone.value.unit.kernels;
      if (isIncluded && kernels.length === 0) {
        yield { file, from: null };
        continue;
      }
      for (const path of alone.value.source.files.slice(1)) read.add(path);
      for (const { span } of kernels) shown.set(span.file, (shown.get(span.file) ?? new Set()).add(span.start));
      yield { file, from: { ok: true, value: tell({ ...alone.value, unit: { ...alone.value.unit, kernels } }) } };
    }
  }
}

/** What sources that are read as one get of the limit on time for one. */
const mostTimes = 2;

/** The sources as one (joined-sources.ts), under the name of the first; null: each is to be read alone. */
function readJoined(
  sources: readonly string[],
  request: UnitRequest,
  parser: Parser,
  dump: Dump,
  nextDeadline: Reading['nextDeadline'],
): ReturnType<typeof readUnit> | null {
  const [file = ''] = sources;
  const joined = readSafely(
    file,
    { ...request, read: readingJoined(sources, request.read) },
    parser,
    dump,
    nextDeadline(Math.min(sources.length, mostTimes)),
  );
  return joined.ok && onlyInstantiates(sources, joined.value.source) ? ok({ ...joined.value, joined: sources }) : null;
}

/**
 * The file in each way in which it is built, then for kernels that are in none of these. One that cannot be read in the
 * first way, in none of the others is read.
 */
function* readEach(
  file: string,
  request: UnitRequest,
  parser: Parser,
  dump: Dump,
  nextDeadline: () => Deadline,
): Generator<ReturnType<typeof readUnit>> {
  const count = configurationsOf(file, request.read, request.options.compileCommands ?? null);
  const readings: ReadUnit[] = [];
  for (let configuration = 0; configuration < count; configuration++) {
    const alone = readSafely(file, { ...request, configuration }, parser, dump, nextDeadline());
    yield alone;
    if (!alone.ok) return;
    readings.push(alone.value);
  }
  for (const other of leftOutOf(readings, request, parser, nextDeadline())) yield ok(other);
}

/** Readings of the file in other builds, of which only kernels are shown that it does not have in this one. */
export const otherUnits = (own: ReadUnit, request: UnitRequest, parser: Parser): readonly ReadUnit[] => [
  ...leftOutOf([own], request, parser, noDeadline),
];

function leftOutOf(
  readings: readonly ReadUnit[],
  request: UnitRequest,
  parser: Parser,
  deadline: Deadline,
): Generator<ReadUnit> {
  return leftOutUnits(readings, (build) => {
    const made = readSafely(
      readings[0]?.unit.file ?? '',
      { ...request, options: { ...request.options, build } },
      parser,
      () => undefined,
      deadline,
    );
    return made.ok ? made.value : null;
  });
}

const missingInclude = includeMissing('', null, '').code;
const timedOut = readingTimedOut('', '').code;

/** Without the types and macros that its includer gives it, what a header says would be guessed. */
const notAlone = (file: string, includer: string, because: string): InputProblem => ({
  ...readingTimedOut(file, ''),
  text: fill(messages.notReadAlone, { includer, because }),
});

/**
 * What a problem is about, to tell it once: an include that is missing, from wherever; what is wrong in a line of a
 * header, in whichever file includes it.
 */
export const aboutOf = ({ code, file, line, text }: InputProblem): string =>
  code === missingInclude ? `${code} ${text}` : `${code} ${file}:${line ?? ''} ${text}`;

/** The files in their order, but each after those that include it (by the names in `#include` lines). */
export function includersFirst(files: readonly string[], read: AnalyzeRequest['read']): readonly string[] {
  const includers = includersOf(files, read, possible);
  const placed = new Set<string>();
  const visiting = new Set<string>();
  const place = (file: string): void => {
    if (placed.has(file) || visiting.has(file)) return;
    visiting.add(file);
    for (const includer of includers.get(file) ?? []) place(includer);
    placed.add(file);
  };
  for (const file of files) place(file);
  return [...placed];
}

/**
 * The files in groups, none of which includes a file of another that has kernels, or launches a kernel of another as
 * far as the texts tell (kernel-names.ts): each can be analysed without the others. In the order in which they are
 * read. A file without kernels, in itself and in what it includes, is with the first that includes it: nobody else
 * needs it there.
 */
export function independentGroups(
  files: readonly string[],
  read: AnalyzeRequest['read'],
  includeDirs: readonly string[] = [],
): readonly (readonly string[])[] {
  const includers = includersOf(files, read, likeliest(files, read, includeDirs));
  const holds = kernelHolders(files, read, includers);
  const group = new Map<string, string[]>(files.map((file) => [file, [file]]));
  const join = (target: string, file: string): void => {
    const [one, other] = [group.get(target) ?? [target], group.get(file) ?? [file]];
    if (one === other) return;
    one.push(...other);
    for (const moved of other) group.set(moved, one);
  };
  for (const [target, from] of includers)
    for (const file of holds.has(target) ? from : [...from].slice(0, 1)) join(target, file);
  for (const [file, definers] of definersOf(
    namesOf(files, read),
    (from, target) => includers.get(target)?.has(from) === true,
  ))
    for (const target of definers) join(target, file);
  return [...groupBy(includersFirst(files, read), (file) => group.get(file)?.[0] ?? file).values()];
}

/** The other files that include it, also by way of others, as far as the texts tell. */
export function allIncluders(
  target: string,
  files: readonly string[],
  read: AnalyzeRequest['read'],
  includeDirs: readonly string[],
): readonly string[] {
  const candidates = files.includes(target) ? files : [...files, target];
  const includers = includersOf(candidates, read, likeliest(candidates, read, includeDirs));
  const found = new Set<string>();
  const visit = (file: string): void => {
    for (const one of includers.get(file) ?? []) {
      if (found.has(one)) continue;
      found.add(one);
      visit(one);
    }
  };
  visit(target);
  return [...found];
}

/** Files with a kernel, or that include one with. */
function kernelHolders(
  files: readonly string[],
  read: AnalyzeRequest['read'],
  includers: Includers,
): ReadonlySet<string> {
  const holders = new Set<string>();
  const waiting = files.filter((file) => countKernelMarks(read(file) ?? '') > 0);
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (holders.has(file)) continue;
    holders.add(file);
    waiting.push(...(includers.get(file) ?? []));
  }
  return holders;
}

/** By file, the others that include it, as far as the names in `#include` lines tell. */
type Includers = ReadonlyMap<string, ReadonlySet<string>>;
/** Which of the candidates, whose paths end like the name, the name in a file means. */
type Meaning = (from: string, name: string, candidates: readonly string[]) => readonly string[];

function includersOf(files: readonly string[], read: AnalyzeRequest['read'], meaning: Meaning): Includers {
  const includers = new Map<string, Set<string>>();
  if (files.length < 2) return includers;
  const byName = new Map<string, string[]>();
  for (const file of files) byName.set(baseName(file), [...(byName.get(baseName(file)) ?? []), file]);
  for (const file of files) {
    for (const [, name = ''] of (read(file) ?? '').matchAll(/^[ \t]*(?:#|%:)[ \t]*include[ \t]*["<]([^">\n]+)[">]/gm)) {
      const candidates = (byName.get(baseName(name)) ?? []).filter((path) => path !== file);
      for (const target of candidates.length === 0 ? [] : meaning(file, name, candidates))
        includers.set(target, (includers.get(target) ?? new Set()).add(file));
    }
  }
  return includers;
}

/** All that it may mean: those that end with all of it, and of these one in the includer's folder. */
const possible: Meaning = (from, name, candidates) => {
  const tail = tailOf(name);
  const fitting = candidates.filter((path) => path === tail || path.endsWith(`/${tail}`));
  const beside = fitting.filter((path) => path === from.slice(0, from.lastIndexOf('/') + 1) + tail);
  return beside.length > 0 ? beside : fitting;
};

/**
 * What it means by the rules of preprocess/include.ts, where no file of the build says otherwise. A header that is
 * missed so is read alone too, without what its includer gives it: its kernels then are joined with those that the
 * includer shows.
 */
function likeliest(files: readonly string[], read: AnalyzeRequest['read'], includeDirs: readonly string[]): Meaning {
  const all = new Set(files);
  return (from, name, candidates) => {
    const places = [folderOf(from), ...includeDirs, ...foldersAbove(folderOf(from))].map((folder) =>
      joinPath(folder, name),
    );
    const place = places.find((path) => path !== from && (all.has(path) || read(path) !== null));
    // one that is there, and has no kernels
    if (place !== undefined) return all.has(place) ? [place] : [];
    const fitting = candidates.filter((path) => path.endsWith(`/${tailOf(name)}`));
    const most = Math.max(...fitting.map((path) => sharedFolders(from, path)));
    const nearest = fitting.filter((path) => sharedFolders(from, path) === most);
    return nearest.length === 1 ? nearest : [];
  };
}

const tailOf = (name: string): string =>
  name
    .split('/')
    .filter((part) => part !== '.' && part !== '..')
    .join('/');

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** A fault in front of the kernels costs one file, not the run. */
function readSafely(
  file: string,
  request: UnitRequest,
  parser: Parser,
  dump: Dump,
  deadline: Deadline,
): ReturnType<typeof readUnit> {
  try {
    return readUnit(file, { ...request, isPartial: true }, parser, dump, deadline);
  } catch (error) {
    if (error instanceof TimeLimit) return fail(readingTimedOut(file, error.message));
    const { code, text } = faultInAnalysis(error instanceof Error ? error.message : String(error));
    return fail({ file, line: null, code, text });
  }
}
