/**
 * The preprocessor's contract and entry: macros expanded, conditionals decided, includes inlined, with the way back to
 * the physical files for every stretch of the text. Text outside macros and directives is copied as it is (comments
 * blanked), so that its offsets map one to one.
 */
import type { Deadline } from '../base/deadline.ts';
import type { MacroUse, MappedText } from '../base/text-map.ts';
import type { Result } from '../base/result.ts';
import type { Span } from '../base/span.ts';
import type { State } from './state.ts';
import { fail, ok } from '../base/result.ts';
import { isOfCudaHeaders, isReservedName, knownMacros, macroOutside, silentAssert } from './known.ts';
import { buildFactsOf } from './build-facts.ts';
import { choicesOf } from './choices.ts';
import { emptyOutput, mappedText } from './output.ts';
import { conventionalAliases } from './namespace-aliases.ts';
import { noPacking, packingAt } from './packing.ts';
import { macroPlaces } from './macro-places.ts';
import type { OpenName } from './open-names.ts';
import { openNamesOf } from './open-names.ts';
import { parseMacro } from './macro.ts';
import type { PhysicalFile } from './physical-file.ts';
import { physicalFile } from './physical-file.ts';
import { note } from './state.ts';
import { scanFile } from './scan.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/**
 * Reads a source file; null when there is none. Paths are as given by the caller or joined from include directories.
 */
export type ReadSource = (path: string) => string | null;
/**
 * Every path of the repository that is `tail` or ends with `/tail`, for includes that are found nowhere else. Of a tail
 * such as `*.bzl` or `workflows/*.yml` the name is any that ends so.
 */
export type LocateSource = (tail: string) => readonly string[];

export type PreprocessOptions = Readonly<{
  /** `-D NAME[=VALUE]`, value '1' when not given. */
  defines: ReadonlyMap<string, string>;
  /**
   * What macros are in the build that is read, of several that the text has (open-names.ts); not given: none are
   * changed.
   */
  build?: ReadonlyMap<string, string>;
  /** `-I DIR`, searched in order after the including file's own folder. */
  includeDirs: readonly string[];
  /** `--compile-commands FILE`; not given: one is looked for. */
  compileCommands?: string;
  /** For which pass of the compiler: the host's has no `__CUDA_ARCH__`. Not given: the device's. */
  pass?: 'host';
  /** Which of the ways in which the source is built, from 0 on; not given: the first. */
  configuration?: number;
  /** Not given: includes are looked for in the folders above and `includeDirs` only. */
  locate?: LocateSource;
  budget: PreprocessBudget;
  /** Not given: none. */
  deadline?: Deadline;
}>;
/** Each is a stated limit; reaching one ends preprocessing with a problem that names it. */
export type PreprocessBudget = Readonly<{
  maxBytes: number;
  maxIncludeDepth: number;
  maxExpansions: number;
  maxExpandedBytes: number;
}>;

export type MacroDefinition = Readonly<{
  name: string;
  parameters: readonly string[] | null;
  body: string;
  span: Span;
}>;

export type Preprocessed = Readonly<{
  file: string;
  source: MappedText;
  /**
   * Every macro that a stretch of the text rests on: expanded in it (also to nothing), or asked for by a conditional in
   * it.
   */
  macrosIn: (start: number, end: number) => readonly MacroUse[];
  /** The largest alignment that members of a class there get, in bytes; null: each its own (packing.ts). */
  packingAt: (at: number) => number | null;
  /** The outermost macro whose use contains a span of a physical file, or null. */
  macroAround: (span: Span) => MacroUse | null;
  /** Every macro that was defined in a physical file, by name (the last definition). */
  macros: ReadonlyMap<string, MacroDefinition>;
  /** Physical files that were read, the main one first. */
  files: readonly string[];
  notes: readonly PreprocessNote[];
  /** What the text takes for granted of how it is built, with the stretch of a file that rests on it. */
  choices: readonly Choice[];
  /** Every conditional of which something was evaluated. */
  tests: readonly Test[];
  /** The macros that builds may give other values. */
  openNames: ReadonlyMap<string, OpenName>;
  /** Branches with kernels that are not taken. */
  leftOut: readonly LeftOut[];
  /** Text of which it is not known whether it is compiled, since its conditionals are wrong. */
  undecided: readonly Undecided[];
}>;

/** `conditions` and `names`: of the innermost conditional around it, as of a test. */
export type LeftOut = Test;

/**
 * `span`: from `#if` to the end of `#endif`. `conditions`: those evaluated, from their directive on. `names`: what they
 * asked for.
 */
export type Test = Readonly<{ span: Span; conditions: readonly string[]; names: ReadonlySet<string> }>;

export type Undecided = Readonly<{ span: Span; text: string }>;

/**
 * `missing`: an include that was not found, once per name. `elsewhere`: one that was found by its name alone.
 * `undefined`: a name that conditionals ask for and nothing defines. `guess`: something was passed over. `build`: a
 * build file is not understood.
 * `unclosed`: a comment or `#if` that the file does not close.
 */
export type PreprocessNote = Readonly<{
  kind: 'build' | 'missing' | 'elsewhere' | 'undefined' | 'guess' | 'unclosed';
  text: string;
  span: Span;
}>;

/**
 * One way to build the source among several. A kernel rests on it when something that it uses stands in `span`.
 * `abroad`: the text where another source is spoken of; not given: the same. `isBuilt`: it is no guess, but how the
 * source is built. `names`: of macros that are taken as not defined; not given: it is about something else.
 */
export type Choice = Readonly<{ text: string; span: Span; abroad?: string; isBuilt?: true; names?: readonly string[] }>;

/** Why nothing was made of a file. */
export type PreprocessProblem = Readonly<{
  file: string;
  line: number | null;
  text: string;
  code: 'no-file' | 'not-text' | 'budget' | 'too-deep' | 'bad-define';
}>;

export const defaultBudget: PreprocessBudget = {
  maxBytes: 16 * 1024 * 1024,
  maxIncludeDepth: 100,
  maxExpansions: 1_000_000,
  maxExpandedBytes: 32 * 1024 * 1024,
};

/** In how many ways the source is built, as far as its build files tell: at least one. */
export const configurationsOf = (file: string, read: ReadSource, compileCommands: string | null): number =>
  Math.max(1, buildFactsOf(file, read, compileCommands).facts.length);

/** Preprocesses one source file and what it includes. */
export function preprocess(
  file: string,
  read: ReadSource,
  options: PreprocessOptions,
): Result<Preprocessed, PreprocessProblem> {
  const opened = opening(file, read, options.budget);
  if (!opened.ok) return opened;
  const main = opened.value;
  const { facts, problems } = buildFactsOf(file, read, options.compileCommands ?? null);
  const build = facts[options.configuration ?? 0] ?? facts[0] ?? null;
  const state = stateAtStart(main, read, options, build);
  for (const { file: source, at, text: words } of problems) note(state, words, source.span(at, at), 'build');
  const badDefine = withGivenMacros(state, file);
  if (badDefine !== null) return fail(badDefine);
  scanFile(state, main, 0);
  if (state.problem !== null) return fail(state.problem);
  return ok({
    file,
    ...mappedText(state.output, main),
    packingAt: (at) => packingAt(state.packing, at, state.output.length),
    macroAround: macroPlaces(state.output),
    macros: state.defined,
    files: state.files.map((each) => each.path),
    notes: notesOf(state),
    choices: choicesOf(state),
    tests: state.tests,
    leftOut: state.leftOut,
    openNames: openNamesOf(state),
    undecided: state.undecided,
  });
}

/** The file, where it exists, is text and within the budget. */
function opening(
  file: string,
  read: ReadSource,
  { maxBytes }: PreprocessBudget,
): Result<PhysicalFile, PreprocessProblem> {
  const text = read(file);
  if (text === null) return fail({ file, line: null, text: messages.noSuchFile, code: 'no-file' });
  const main = physicalFile(file, text);
  if (text.length > maxBytes)
    return fail({ file, line: null, text: fill(messages.fileTooLarge, { maxBytes }), code: 'budget' });
  const nul = text.indexOf('\0');
  return nul >= 0 ? fail({ file, line: main.lineOf(nul), text: messages.notText, code: 'not-text' }) : ok(main);
}

/** Before the first line is read, with the macros that the compiler defines and those of the build. */
function stateAtStart(main: PhysicalFile, read: ReadSource, options: PreprocessOptions, build: State['build']): State {
  const given = new Map(
    (build?.macros ?? []).flatMap((each) => {
      const macro = parseMacro(
        `${each.name}${each.parameters} ${each.value}`,
        build?.file.span(each.start, each.end) ?? main.span(0, 0),
      );
      return macro === null || isOfCudaHeaders(each.name) || options.defines.has(each.name)
        ? []
        : [[each.name, macro] as const];
    }),
  );
  return {
    options,
    read,
    build,
    given,
    macros: new Map([...knownMacros(), ...given]),
    aliases: conventionalAliases(),
    keptMacros: new Map(),
    disabled: new Set(),
    defined: new Map(),
    files: [main],
    once: new Set(),
    notes: [],
    missing: new Set(),
    unknownNames: new Map(),
    conditionals: [],
    tests: [],
    kernelMacros: new Set(),
    leftOut: [],
    undecided: [],
    lineShifts: new Map(),
    throughBuild: new Map(),
    elsewhere: new Map(),
    output: emptyOutput(),
    packing: noPacking(),
    spent: { bytes: main.text.length, expansions: 0, made: 0, counter: 0, unclosedCalls: 0 },
    problem: null,
  };
}

/** Defines and undefines what the build, the pass and the options say. Gives: a definition that is none; else null. */
function withGivenMacros(state: State, file: string): PreprocessProblem | null {
  const { options, build } = state;
  for (const name of build?.undefined ?? []) state.macros.delete(name);
  if (options.pass === 'host')
    for (const name of ['__CUDA_ARCH__', '__HIP_DEVICE_COMPILE__']) state.macros.delete(name);
  for (const [name, value] of options.defines) {
    const macro = macroOutside(`${name} ${value}`, '<command line>');
    if (macro === null)
      return { file, line: null, text: fill(messages.badDefine, { name, value }), code: 'bad-define' };
    if (!isOfCudaHeaders(macro.name)) state.macros.set(macro.name, macro);
    if (macro.name === 'NDEBUG') state.macros.set(silentAssert.name, silentAssert);
  }
  for (const [name, value] of options.build ?? []) {
    const macro = macroOutside(`${name} ${value}`, '<build>');
    if (macro !== null) state.macros.set(name, macro);
  }
  return null;
}

/** The notes, with one for each name that conditionals asked for and that nothing the run saw ever defines. */
function notesOf(state: State): Preprocessed['notes'] {
  const unknown = [...state.unknownNames].filter(([name]) => !state.defined.has(name) && !isReservedName(name));
  return [
    ...state.notes,
    ...unknown.map(([name, span]) => ({
      kind: 'undefined' as const,
      text: fill(messages.undefinedInCondition, { name }),
      span,
    })),
  ];
}
