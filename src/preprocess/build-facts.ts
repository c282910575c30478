/**
 * What the build says of how a source is compiled, from the first of these that says something: `compile_commands.json`
 * (all flags of the source), a makefile or CMake file, `setup.py`, a Bazel package. All are read as text, never run.
 * What the command line and the configuration give goes before it, name by name. A verdict states what it took, and
 * from which file.
 */
import type { PhysicalFile } from './physical-file.ts';
import type { ReadSource } from './preprocess.ts';
import { bazelFileOf, packageNames, workspaceNames } from './bazel-file.ts';
import { buildFileOf, makefileNames } from './build-file.ts';
import { commandsOf, databaseName } from './compile-commands.ts';
import { setupScriptName, setupScriptOf } from './setup-script.ts';

/**
 * `parameters`: `(a, b)` of a macro with some, else empty. `start`, `end`: where in the build file it is given.
 * `remark`: why another value would do as well, for where it is reported; empty: none would. `values`: all that the
 * source is built with; not given: `value`.
 */
export type GivenMacro = Readonly<{
  name: string;
  parameters: string;
  value: string;
  start: number;
  end: number;
  remark: string;
  values?: readonly string[];
}>;

/** What is wrong with a build file, in words. */
export type BuildProblem = Readonly<{ file: PhysicalFile; at: number; text: string }>;

export type BuildFacts = Readonly<{
  file: PhysicalFile;
  macros: readonly GivenMacro[];
  /** Names that are made undefined. */
  undefined: readonly string[];
  /** Names that are not defined here, and are where the source is built in another way. Not given: none. */
  definedElsewhere?: ReadonlySet<string>;
  includeDirs: readonly string[];
  /** Other build files of the source, which say nothing that holds in all builds. Not given: none. */
  otherFiles?: readonly PhysicalFile[];
  /** All flags of the source are known, so a macro that is not among them is not defined. */
  isWhole: boolean;
}>;

/** Names of all files that may be read; of the last ones only whether they are there. */
export const buildFileNames: ReadonlySet<string> = new Set([
  databaseName,
  ...makefileNames,
  setupScriptName,
  ...packageNames,
  ...workspaceNames,
]);

/**
 * `facts`: of each way in which the source is built; none: nothing is known. `given`: the file of `--compile-commands`;
 * null: it is looked for.
 */
export function buildFactsOf(
  source: string,
  read: ReadSource,
  given: string | null,
): Readonly<{ facts: readonly BuildFacts[]; problems: readonly BuildProblem[] }> {
  const { facts, problems } = commandsOf(source, read, given);
  if (facts.length > 0) return { facts, problems };
  const native = buildFileOf(source, read);
  const found =
    native !== null && saysSomething(native) ? native : (setupScriptOf(source, read) ?? bazelFileOf(source, read));
  const one = found ?? native;
  const otherFiles = native !== null && native !== one ? [native.file] : [];
  return { facts: one === null ? [] : [{ ...one, otherFiles }], problems };
}

const saysSomething = ({ macros, includeDirs }: BuildFacts): boolean => macros.length + includeDirs.length > 0;
