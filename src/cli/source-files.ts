/**
 * Which files PATH… stands for, and their texts. Files named outright are taken whatever they are called; directories
 * are searched for CUDA. What cannot be used is one problem each, and the rest goes on. Texts are decoded as strict
 * UTF-8 and keep a byte-order mark and CRLF line ends: offsets of edits count from the first character of the file as
 * it is, the mark included, so that writing a text back gives the same bytes.
 */
import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import type { Dirent } from 'node:fs';
import { join, normalize, relative, isAbsolute } from 'node:path';
import {
  fileBinary,
  fileMissing,
  fileNotUtf8,
  fileTooLarge,
  fileUnreadable,
  includeFolderMissing,
  includersLeftOut,
  linkLeadsOutside,
  noCudaInDirectory,
} from '../verdict/catalogue.ts';
import type { AnalyzeRequest } from '../engine.ts';
import type { Includers } from './includers.ts';
import type { InputProblem } from '../verdict/finding.ts';
import type { LocateSource } from '../preprocess/preprocess.ts';
import { includersOf } from './includers.ts';
import { pathFrom, repositoryOf } from './repository.ts';
import { scopeFilter } from '../config/globs.ts';
import { fail, ok } from '../base/result.ts';
import { hasKernelMark } from '../base/kernel-mark.ts';
import { keep } from '../base/memoize.ts';
import type { Result } from '../base/result.ts';
import { messages } from './wording.ts';

export type Sources = Readonly<{
  /** Files to analyse, as paths that start as the user's do. */
  files: readonly string[];
  /** Those of them that were named outright, not found in a directory. */
  named: ReadonlySet<string>;
  /** Sources of the repository that include headers that were named outright: read with them, and not asked about. */
  includers: readonly string[];
  problems: readonly InputProblem[];
  /** Files of directories that the scope leaves out. */
  leftOut: number;
  /** Text of any source file (also of included ones); null when there is none that can be used. */
  read: (path: string) => string | null;
  locate: LocateSource;
  /** How the file's bytes make its text, and the text its bytes. */
  encodingOf: (path: string) => Encoding;
}>;
/** A source that is not UTF-8 is read as Latin-1, which every sequence of bytes is. */
type Encoding = 'utf8' | 'latin1';
type Content = Readonly<{ text: string; encoding: Encoding }>;

export const defaultMaxBytes = 16 * 1024 * 1024;
const skipped: ReadonlySet<string> = new Set(['.git', 'node_modules']);
export const cudaName = /\.cuh?$/i;
const headerName = /\.(?:h|hpp|hh|hxx|inl)$/i;

/** Which files of directories are looked at: globs on paths from the root. */
export type FileScope = Readonly<{ root: string; include: readonly string[]; exclude: readonly string[] }>;

/** `include`: the `-I` folders. `compileCommands`: the file of `--compile-commands`. */
type BuildPlaces = Readonly<{ maxBytes: number; include: readonly string[]; compileCommands?: string }>;
/** What may be read beside the repository: what the command line names. */
const openedBy = ({ include, compileCommands }: BuildPlaces): readonly string[] => [
  ...include,
  ...(compileCommands === undefined ? [] : [compileCommands]),
];

/**
 * `limits.include`: the `-I` folders. `limits.scope`: not given: all files. `isKept`: false: texts are read anew each
 * time, and none stays in memory.
 */
export function gatherSources(
  paths: readonly string[],
  limits: BuildPlaces & Readonly<{ scope?: FileScope }>,
  isKept = true,
): Sources {
  const { maxBytes } = limits;
  const repository = repositoryOf(paths, openedBy(limits));
  const contents = new Map<string, Content | null>();
  const { scope } = limits;
  const isWanted = scope === undefined ? () => true : scopeFilter(scope);
  const all = paths.map((path) => expandPath(path, maxBytes));
  const found =
    scope === undefined
      ? all
      : all.map((one) =>
          one.outright ? one : { ...one, files: one.files.filter((file) => isWanted(pathFrom(scope.root, file))) },
        );
  const count = (expanded: typeof all): number => expanded.reduce((sum, { files: some }) => sum + some.length, 0);
  const problems = [
    ...limits.include.flatMap(folderProblem),
    ...commandsProblem(limits),
    ...found.flatMap((one) => one.problems),
  ];
  const files: string[] = [];
  const named = new Set<string>();
  const seen = new Set<string>();
  for (const { path, outright } of found.flatMap((one) =>
    one.files.map((file) => ({ path: file, outright: one.outright })),
  )) {
    const real = realPathOf(path);
    if (outright) named.add(path);
    if (real.ok && seen.has(real.value)) continue;
    if (real.ok) seen.add(real.value);
    const content = real.ok ? readSource(path, maxBytes) : real;
    if (!content.ok) problems.push(content.problem);
    else {
      if (isKept) contents.set(path, content.value);
      files.push(path);
      if (content.value.encoding !== 'utf8') problems.push(fileNotUtf8(path));
    }
  }
  const contentOf = (path: string): Content | null => {
    const known = contents.get(path);
    if (known !== undefined) return known;
    const content = repository.holds(path) ? readSource(path, maxBytes) : null;
    const made = content?.ok === true ? content.value : null;
    if (isKept) contents.set(path, made);
    return made;
  };
  const read = (path: string): string | null => contentOf(path)?.text ?? null;
  const headers = files.filter((path) => named.has(path) && isHeader(path) && mayHoldKernels.test(read(path) ?? ''));
  const { files: includers, others } =
    headers.length === 0
      ? noIncluders
      : includersOf(headers, { given: files, all: repository.sources(), read: textOnce(repository.holds, maxBytes) });
  if (others > 0) problems.push(includersLeftOut(headers[0] ?? '', includers.length, others));
  return {
    files,
    named,
    includers,
    problems,
    leftOut: count(all) - count(found),
    read,
    locate: repository.locate,
    encodingOf: (path) => contentOf(path)?.encoding ?? 'utf8',
  };
}

/** Words that only device code has: what marks a kernel may be a macro. */
const mayHoldKernels = /__(?:global|device|shared)__|\b(?:thread|block)Idx\b|\b__sync(?:threads|warp)\b/;
const isHeader = (path: string): boolean => /\.cuh$/i.test(path) || headerName.test(path);
const noIncluders: Includers = { files: [], others: 0 };

/** A text each time anew: none stays in memory. */
const textOnce =
  (holds: (path: string) => boolean, maxBytes: number) =>
  (path: string): string | null => {
    const content = holds(path) ? readSource(path, maxBytes) : null;
    return content?.ok === true ? content.value.text : null;
  };

/** The files that are read for what was asked. */
export const filesRead = ({ files, includers }: Pick<Sources, 'files' | 'includers'>): readonly string[] => [
  ...files,
  ...includers,
];

/** For a request: of the files that are read, which kernels are asked about. */
export function askedOf({ files, includers }: Pick<Sources, 'files' | 'includers'>): Pick<AnalyzeRequest, 'touches'> {
  if (includers.length === 0) return {};
  const places = new Map<string, string>();
  const placeOf = (path: string): string =>
    keep(places, path, () => {
      const real = realPathOf(path);
      return real.ok ? real.value : path;
    });
  const asked = new Set(files.map(placeOf));
  return { touches: (uses) => uses.some(({ what, span }) => what === 'kernel' && asked.has(placeOf(span.file))) };
}

/** Texts of the same files, for one who knows which to ask for. Each is read anew each time. */
export function textsOf(paths: readonly string[], limits: BuildPlaces): Pick<Sources, 'read' | 'locate'> {
  const repository = repositoryOf(paths, openedBy(limits));
  return { locate: repository.locate, read: textOnce(repository.holds, limits.maxBytes) };
}

/** An `-I` folder that is none would leave its includes out. */
function folderProblem(path: string): readonly InputProblem[] {
  try {
    return statSync(path).isDirectory() ? [] : [includeFolderMissing(path)];
  } catch {
    return [includeFolderMissing(path)];
  }
}

function commandsProblem({ compileCommands, maxBytes }: BuildPlaces): readonly InputProblem[] {
  const text = compileCommands === undefined ? null : readText(compileCommands, maxBytes);
  return text === null || text.ok ? [] : [text.problem];
}

function readSource(path: string, maxBytes: number): Result<Content, InputProblem> {
  const bytes = readBytes(path, maxBytes);
  if (!bytes.ok) return bytes;
  const text = decoded(bytes.value);
  return ok(text === null ? { text: bytes.value.toString('latin1'), encoding: 'latin1' } : { text, encoding: 'utf8' });
}

/** The text of one file, or in one line why it cannot be used. */
export function readText(path: string, maxBytes: number): Result<string, InputProblem> {
  const bytes = readBytes(path, maxBytes);
  if (!bytes.ok) return bytes;
  const text = decoded(bytes.value);
  return text === null ? fail(fileNotUtf8(path)) : ok(text);
}

/** Null when the bytes are not UTF-8. A byte-order mark stays. */
function decoded(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function readBytes(path: string, maxBytes: number): Result<Buffer, InputProblem> {
  try {
    const { size } = regularFile(path);
    if (size > maxBytes) return fail(fileTooLarge(path, size, maxBytes));
    const bytes = readFileSync(path);
    if (bytes.includes(0)) return fail(fileBinary(path));
    return ok(bytes);
  } catch (error) {
    return fail(problemOf(path, error));
  }
}

type Found = Readonly<{ files: readonly string[]; problems: readonly InputProblem[] }>;

function expandPath(given: string, maxBytes: number): Found & Readonly<{ outright: boolean }> {
  const path = normalize(given);
  try {
    if (!statSync(path).isDirectory()) return { files: [path], problems: [], outright: true };
  } catch (error) {
    return { files: [], problems: [problemOf(given, error)], outright: true };
  }
  const { files, problems } = searchDirectory(path, maxBytes);
  return { files, problems: files.length === 0 ? [...problems, noCudaInDirectory(given)] : problems, outright: false };
}

/** All CUDA sources below a directory, in the order of their names. Symbolic links are not followed. */
function searchDirectory(root: string, maxBytes: number): Found {
  const files: string[] = [];
  const problems: InputProblem[] = [];
  const waiting = [root];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const below: string[] = [];
    for (const item of entriesOf(folder, problems)) {
      const path = join(folder, item.name);
      if (item.isDirectory()) {
        if (!skipped.has(item.name)) below.push(path);
      } else if (item.isSymbolicLink()) {
        if (leadsOutside(root, path)) problems.push(linkLeadsOutside(path));
      } else if (item.isFile() && isCuda(path, maxBytes)) files.push(path);
    }
    waiting.push(...below.reverse());
  }
  return { files: files.sort(), problems };
}

function entriesOf(folder: string, problems: InputProblem[]): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    problems.push(problemOfFound(folder, error));
    return [];
  }
}

/** `.cu` and `.cuh` by name; headers when they hold a kernel, or may for all that can be seen. */
function isCuda(path: string, maxBytes: number): boolean {
  if (cudaName.test(path)) return true;
  if (!headerName.test(path)) return false;
  try {
    return statSync(path).size <= maxBytes && hasKernelMark(readFileSync(path, 'latin1'));
  } catch {
    return path.includes(notInUtf8);
  }
}

/** A link to CUDA (by name) or to a directory, outside of `root`. Links inside lead to what is found anyway. */
function leadsOutside(root: string, path: string): boolean {
  try {
    const way = relative(realpathSync(root), realpathSync(path));
    if (!way.startsWith('..') && !isAbsolute(way)) return false;
    return statSync(path).isDirectory() || cudaName.test(path);
  } catch {
    return false;
  }
}

/** A file that was listed may be gone, have a name that is not UTF-8, or a path too long to be opened. */
function realPathOf(path: string): Result<string, InputProblem> {
  try {
    return ok(realpathSync(path));
  } catch (error) {
    return fail(problemOfFound(path, error));
  }
}

function regularFile(path: string): Readonly<{ size: number }> {
  const found = statSync(path);
  if (!found.isFile()) throw new Error(found.isDirectory() ? messages.isDirectory : messages.notRegular);
  return found;
}

/**
 * Of what a folder was seen to hold: bytes of a name that are no UTF-8 are read as this character, and by what was read
 * nothing is found.
 */
function problemOfFound(path: string, error: unknown): InputProblem {
  const problem = problemOf(path, error);
  return problem.text === fileMissing(path).text && path.includes(notInUtf8)
    ? fileUnreadable(path, messages.nameNotUtf8)
    : problem;
}
const notInUtf8 = '\ufffd';

function problemOf(path: string, error: unknown): InputProblem {
  const kind = error instanceof Error && 'code' in error ? error.code : null;
  if (kind === 'ENOENT' || kind === 'ENOTDIR') return fileMissing(path);
  if (kind === 'EACCES' || kind === 'EPERM') return fileUnreadable(path, 'permission denied');
  if (kind === 'ELOOP') return fileUnreadable(path, messages.linkCycle);
  if (kind === 'ENAMETOOLONG') return fileUnreadable(path, messages.nameTooLong);
  return fileUnreadable(
    path,
    error instanceof Error ? (error.message.split('\n')[0] ?? 'unknown reason') : 'unknown reason',
  );
}
