/**
 * `compile_commands.json` (the JSON compilation database of Clang, which CMake, Bear and Bazel write): the command of
 * each source, with the folder that it runs in. It is the one given, or found in the folders above a source, in
 * `build/` or in `out/` there.
 *
 * Its paths are absolute, on the machine that ran the build; the reader's start anywhere. They are matched by their
 * ends: `src/a.cu` beside `build/compile_commands.json` is `/work/p/src/a.cu` there, since the commands run in
 * `/work/p/build`; so `/work/p` is the folder of the source's path, and `/work/p/include` is `include`. Folders outside
 * of it stay absolute: who reads decides on them.
 *
 * A source with several commands is built several times, and is read with each of them that gives it other flags.
 *
 * A header has no command of its own: it takes that of a source which includes it.
 */
import type { BuildFacts, BuildProblem, GivenMacro } from './build-facts.ts';
import type { PhysicalFile } from './physical-file.ts';
import type { ReadSource } from './preprocess.ts';
import { attempt } from '../base/attempt.ts';
import { compilerFlags } from './compiler-flags.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';
import { folderOf, joinPath, sharedFolders } from './include.ts';
import { groupBy } from '../base/group.ts';
import { macrosOf } from './given-macros.ts';
import { memoized } from '../base/memoize.ts';
import { physicalFile } from './physical-file.ts';
import { shellWords } from './shell-words.ts';
import type { Quoting } from './shell-words.ts';

/** `facts`: of each command for the source that differs from those before it. */
type Given = Readonly<{ facts: readonly BuildFacts[]; problems: readonly BuildProblem[] }>;
/** `directory`, `path`: absolute, with `/`. `start`, `end`: where the entry stands. */
type Entry = Readonly<{
  directory: string;
  path: string;
  command: string | readonly string[];
  start: number;
  end: number;
}>;
/**
 * `byName`: by the last part of the path. `folder`, `sources`: the deepest that hold all directories, and all sources.
 * `problem`: it cannot be used.
 */
type Database = Readonly<{
  file: PhysicalFile;
  entries: readonly Entry[];
  byName: ReadonlyMap<string, readonly Entry[]>;
  folder: string;
  sources: string;
  problem: BuildProblem | null;
}>;

export const databaseName = 'compile_commands.json';
const subfolders = ['', 'build', 'out'];
const mostCharacters = 64 * 1024 * 1024;
const mostEntries = 200_000;
/** Different commands for one source that are read. */
const mostCommands = 8;

export function commandsOf(source: string, read: ReadSource, given: string | null): Given {
  const places = given === null ? placesAbove(source) : [{ path: given, root: null, below: '' }];
  for (const { path, root, below } of places) {
    const database = databaseAt(path, read);
    if (database === null) continue;
    if (database.problem !== null) return { facts: [], problems: [database.problem] };
    const found = commandFor(source, database, { read, root, below });
    if (found !== null) return found;
  }
  return { facts: [], problems: [] };
}

/** Where a database is looked for; `root`: the folder in which, or below which (`below`), it would lie. */
function placesAbove(source: string): readonly Readonly<{ path: string; root: string; below: string }>[] {
  const folders: string[] = [];
  for (let folder = folderOf(source); folders.length < 32; folder = folderOf(folder)) {
    folders.push(folder);
    if (folder === '' || folder === '/' || /^(?:.*\/)?\.\.$/.test(folder)) break;
  }
  return folders.flatMap((root) =>
    subfolders.map((below) => ({
      path: joinPath(root, below === '' ? databaseName : `${below}/${databaseName}`),
      root,
      below,
    })),
  );
}

// ── The file ──────────────────────────────────────────────────────────────────────────────────────────────────

/** Those that a reader has shown, so that a large one is read once and not for every source. */
const knownDatabases = memoized(
  (_read: ReadSource) => new Map<string, Readonly<{ text: string; database: Database }>>(),
);

function databaseAt(path: string, read: ReadSource): Database | null {
  const text = read(path);
  if (text === null) return null;
  const known = knownDatabases(read).get(path);
  if (known?.text === text) return known.database;
  const database = databaseIn(physicalFile(path, text));
  knownDatabases(read).set(path, { text, database });
  return database;
}

function databaseIn(file: PhysicalFile): Database {
  const unusable = (text: string): Database => ({
    file,
    entries: [],
    byName: new Map(),
    folder: '/',
    sources: '/',
    problem: { file, at: 0, text },
  });
  if (file.text.length > mostCharacters)
    return unusable(fill(messages.tooManyCommands, { most: `${mostCharacters} characters` }));
  const whole = attempt<unknown>(() => JSON.parse(file.text.replace(/^\ufeff/, ' ')));
  if (!Array.isArray(whole)) return unusable(whole === null ? messages.invalidJson : messages.notCommands);
  if (whole.length > mostEntries) return unusable(fill(messages.tooManyCommands, { most: `${mostEntries} commands` }));
  const places = elementsIn(file.text);
  const entries = whole
    .filter((one: unknown) => typeof one === 'object' && one !== null)
    .flatMap((one: unknown, k): readonly Entry[] => {
      const place = places[k];
      return place === undefined ? [] : (entryOf(one, place) ?? []);
    });
  return {
    file,
    entries,
    byName: groupBy(entries, ({ path }) => nameOf(path)),
    folder: commonFolder(entries.map(({ directory }) => directory)),
    sources: commonFolder(entries.map(({ path }) => folderOf(path))),
    problem: null,
  };
}

type Place = Readonly<{ start: number; end: number }>;

/** Where the objects and lists in the outermost list stand. */
function elementsIn(text: string): readonly Place[] {
  const found: Place[] = [];
  let depth = 0;
  let start = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\[^])*(?:"|$)|[{}[\]]/g)) {
    if (token === '{' || token === '[') {
      if (depth++ === 1) start = index;
    } else if ((token === '}' || token === ']') && --depth === 1) found.push({ start, end: index + 1 });
  }
  return found;
}

function entryOf(value: unknown, { start, end }: Place): readonly Entry[] | null {
  if (typeof value !== 'object' || value === null) return null;
  const textAt = (name: string): string | null => {
    const text: unknown = Reflect.get(value, name);
    return typeof text === 'string' ? text : null;
  };
  const [directory, file] = [slashed(textAt('directory') ?? ''), textAt('file')];
  const list: unknown = Reflect.get(value, 'arguments');
  const command = Array.isArray(list) ? list.filter((word: unknown) => typeof word === 'string') : textAt('command');
  if (file === null || command === null || !directory.startsWith('/')) return null;
  return [{ directory: joinPath(directory, ''), path: joinPath(directory, slashed(file)), command, start, end }];
}

/** `C:\p` as `/C:/p`, so that all absolute paths begin alike. */
const slashed = (path: string): string => (isWindows(path) ? `/${path.replaceAll('\\', '/')}` : path);
const isWindows = (path: string): boolean => /^[A-Za-z]:[\\/]/.test(path);

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

function commonFolder(paths: readonly string[]): string {
  let common = (paths[0] ?? '').split('/');
  for (const path of paths) {
    const parts = path.split('/');
    const differs = common.findIndex((part, k) => part !== parts[k]);
    if (differs >= 0) common = common.slice(0, differs);
  }
  return common.join('/') || '/';
}

const isBelow = (folder: string, path: string): boolean =>
  path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);

// ── The command of a source ───────────────────────────────────────────────────────────────────────────────────

type Around = Readonly<{
  read: ReadSource;
  /** Null: the database was given, and may lie anywhere. */ root: string | null;
  below: string;
}>;
/** `base`: the folder on the machine that ran the build which is `root` for the reader. */
type Match = Readonly<{ entries: readonly Entry[]; base: string; root: string; header: string | null }>;

function commandFor(source: string, database: Database, around: Around): Given | null {
  const match =
    matchOf(source, database, around) ??
    (/\.(?:cuh|h|hpp|hh|hxx|inl)$/.test(source) ? ofIncluder(source, database, around) : null);
  if (match === null || match.entries.length === 0) return null;
  const distinct = new Map<string, Given>();
  for (const [entry] of groupBy(match.entries, ({ directory, command }) =>
    JSON.stringify([directory, command]),
  ).values()) {
    const given = flagsOf(entry, database.file, match, around.read);
    const key = JSON.stringify(
      given.facts.map(({ macros, undefined: names, includeDirs }) => [
        macros.map(({ name, parameters, value }) => [name, parameters, value]).sort(),
        names,
        includeDirs,
      ]),
    );
    if (!distinct.has(key)) distinct.set(key, given);
    if (distinct.size > mostCommands) break;
  }
  const taken = [...distinct.values()].slice(0, mostCommands);
  const each = taken.flatMap(({ facts }) => facts);
  const isShared = (macro: GivenMacro): boolean =>
    each.every(({ macros }) =>
      macros.some((one) => one.name === macro.name && one.parameters === macro.parameters && one.value === macro.value),
    );
  const remarked = (macro: GivenMacro): GivenMacro =>
    isShared(macro)
      ? macro
      : { ...macro, remark: [macro.remark, messages.oneOfCommands].filter((text) => text !== '').join('; ') };
  const [first] = match.entries;
  return {
    facts: each.map((facts) => ({
      ...facts,
      macros: facts.macros.map(remarked),
      definedElsewhere: missingIn(facts, each),
    })),
    problems: [
      ...(distinct.size > mostCommands
        ? [
            {
              file: database.file,
              at: first?.start ?? 0,
              text: fill(messages.furtherCommands, { source, most: mostCommands }),
            },
          ]
        : []),
      ...new Map(taken.flatMap(({ problems }) => problems).map((problem) => [problem.text, problem])).values(),
    ],
  };
}

const missingIn = ({ macros }: BuildFacts, each: readonly BuildFacts[]): ReadonlySet<string> => {
  const own = new Set(macros.map(({ name }) => name));
  return new Set(each.flatMap((other) => other.macros.flatMap(({ name }) => (own.has(name) ? [] : [name]))));
};

function flagsOf(entry: Entry, file: PhysicalFile, match: Match, read: ReadSource): Given {
  const lost: string[] = [];
  const quoting: Quoting = /^\/[A-Za-z]:/.test(entry.directory) ? 'windows' : 'posix';
  const words = typeof entry.command === 'string' ? shellWords(entry.command, quoting) : entry.command;
  const found = compilerFlags(words, quoting, (path) => {
    const text = read(placedAt(joinPath(entry.directory, slashed(path)), match));
    if (text === null) lost.push(path);
    return text === null ? null : shellWords(text, quoting);
  });
  const about = match.header === null ? '' : fill(messages.commandOfIncluder, { source: match.header });
  return {
    facts: [
      {
        file,
        isWhole: lost.length === 0,
        includeDirs: found.includeDirs.map((dir) => placedAt(joinPath(entry.directory, slashed(dir)), match)),
        ...macrosOf(found, { file, start: entry.start, end: entry.end }, about),
      },
    ],
    problems: [...new Set(lost)].map((path) => ({
      file,
      at: entry.start,
      text: fill(messages.lostResponse, { path }),
    })),
  };
}

/** The reader's path of an absolute one of the build. */
const placedAt = (path: string, { base, root }: Match): string =>
  isBelow(base, path) ? joinPath(root, path.slice(base.length).replace(/^\//, '')) || '.' : path;

/**
 * The entries for the source: those whose path ends with its own, where that agrees with the folders of the commands.
 */
function matchOf(source: string, database: Database, { root, below }: Around): Match | null {
  const above = /^(?:\.\.\/)*|^\//.exec(source)?.[0] ?? '';
  const own = root ?? (above === '/' ? above : above.replace(/\/$/, ''));
  const tail = source.slice(own === '' || own === '/' ? own.length : own.length + 1);
  const bases = groupBy(
    (database.byName.get(nameOf(tail)) ?? []).filter(({ path }) => path.endsWith(`/${tail}`)),
    ({ path }) => path.slice(0, -tail.length - 1) || '/',
  );
  const isOf =
    (folder: string) =>
    (base: string): boolean =>
      isBelow(base, folder);
  const all = [...bases.keys()].sort((a, b) => a.length - b.length);
  const choices = [
    all.filter((base) => base === own || (below !== '' && isBelow(`${base}/${below}`, database.folder))),
    all.filter(isOf(database.folder)),
    all.filter(isOf(database.sources)),
    // a database that was given may lie anywhere, and so may the folder that is analysed
    root === null && all.length === 1 ? all : [],
  ];
  const [base] = choices.find((some) => some.length > 0) ?? [];
  const entries = base === undefined ? undefined : bases.get(base);
  return base === undefined || entries === undefined ? null : { entries, base, root: own, header: null };
}

const mostIncluders = 16;

/** The entry of a source that includes the header: the nearest of those whose text names it. */
function ofIncluder(header: string, database: Database, { read, root, below }: Around): Match | null {
  const base =
    below !== '' && database.folder.includes(`/${below}`)
      ? database.folder.slice(0, database.folder.indexOf(`/${below}`)) || '/'
      : commonFolder([database.folder, database.sources]);
  const own = root ?? '';
  const at = { entries: [], base, root: own, header: null };
  const near = [...new Map(database.entries.map((entry) => [entry.path, entry])).values()].map((entry) => ({
    entry,
    path: placedAt(entry.path, at),
  }));
  const sorted = near
    .map((one) => ({ ...one, shared: sharedFolders(header, one.path) }))
    .sort((a, b) => b.shared - a.shared)
    .slice(0, mostIncluders);
  const includer = sorted.find(({ path }) =>
    read(path)
      ?.split('\n')
      .some((line) => /^\s*(?:#|%:)\s*include\b/.test(line) && line.includes(nameOf(header))),
  );
  return includer === undefined ? null : { entries: [includer.entry], base, root: own, header: includer.path };
}
