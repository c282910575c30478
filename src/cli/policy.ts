/**
 * What the configuration of a repository means for a command: options that were not given, and what is said of
 * findings. The configuration is that of the repository in which the paths stand, whose text may be a stranger's:
 * nothing outside of it is read for it.
 */
import { realpathSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Baseline } from '../config/baseline.ts';
import type { Config, ConfigProblem } from '../config/config.ts';
import type { InputProblem, Report } from '../verdict/finding.ts';
import type { Sources } from './source-files.ts';
import { allowancesIn } from '../config/inline.ts';
import { configPath, noConfig, problemWords, readConfig } from '../config/config.ts';
import { isWithin, pathFrom, rootOf } from './repository.ts';
import { readBaseline, withBaseline } from '../config/baseline.ts';
import { readText } from './source-files.ts';
import { suppressed } from '../config/suppress.ts';
import { UsageError } from './io.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/**
 * `root`: the folder that the configuration's paths start from. `file`: of the configuration, as the user may open it.
 */
export type Policy = Readonly<{ config: Config; root: string; file: string }>;

const mostBytes = 16 * 1024 * 1024;

/** `given`: `--config FILE`, or false: `--no-config`. */
export function policyFor(paths: readonly string[], given: string | false | undefined): Policy {
  const { root, file, text } = found(paths, given);
  if (text === null) return { config: noConfig, root, file };
  const config = readConfig(text, file);
  if (!config.ok) throw new UsageError(problemWords(config.problem));
  return { config: config.value, root, file };
}

/** All that is wrong with the configuration; null: there is none. */
export function problemsOfConfig(paths: readonly string[], given: string | undefined): readonly ConfigProblem[] | null {
  const { file, text } = found(paths, given);
  if (text === null) return null;
  const config = readConfig(text, file);
  return config.ok ? [] : config.problem;
}

/** Paths in several repositories have no configuration in common. */
function found(
  paths: readonly string[],
  given: string | false | undefined,
): Readonly<{ root: string; file: string; text: string | null }> {
  const roots = [...new Set(paths.map(rootOf))];
  const [root = process.cwd()] = roots;
  if (given === false) return { root, file: configPath, text: null };
  if (given !== undefined) return { root, file: given, text: textOf(given) };
  const file = relative('', join(root, configPath));
  return { root, file, text: roots.length > 1 ? null : textIfThere(root, file) };
}

function textOf(path: string): string {
  const text = readText(path, mostBytes);
  if (!text.ok) throw new UsageError(`${path}: ${text.problem.text}`);
  return text.value;
}

/** Null when there is no such file. */
function textIfThere(root: string, file: string): string | null {
  const found = readText(file, mostBytes);
  if (!found.ok && found.problem.code === 'SI101') return null;
  return textOf(inside(root, file, file));
}

/** The path, which must not lead out of the root by a symbolic link. One that is not there leads nowhere. */
function inside(root: string, path: string, saidIn: string): string {
  try {
    if (isWithin(realpathSync(root), realpathSync(path))) return path;
  } catch {
    return path;
  }
  throw new UsageError(fill(messages.linkOutside, { saidIn, path }));
}

/** Folders of the configuration as the user would give them with `-I`. */
export const includeDirsOf = ({ config, root, file }: Policy): readonly string[] =>
  config.includeDirs.map((dir) => inside(root, relative('', join(root, dir)) || '.', file));

/**
 * What the configuration says of how sources are built, as the user would give it, and the folder that its globs start
 * from.
 */
export function builtAs(
  policy: Policy,
): Readonly<{ include: readonly string[]; compileCommands: string | null; root: string }> {
  const {
    config: { compileCommands: path },
    root,
    file,
  } = policy;
  return {
    include: includeDirsOf(policy),
    compileCommands: path === null ? null : inside(root, relative('', join(root, path)), file),
    root,
  };
}

/** `given`: `--baseline FILE`; else the configuration's. Null: there is none. */
export function baselineFor(policy: Policy, given: string | undefined): Baseline | null {
  const { root, file, config } = policy;
  const path =
    given ?? (config.baseline === null ? null : inside(root, relative('', join(root, config.baseline)), file));
  if (path === null) return null;
  const text = readText(path, mostBytes);
  if (!text.ok)
    throw new UsageError(
      `baseline ${path}: ${text.problem.text}${text.problem.code === 'SI101' ? '; --write-baseline writes it' : ''}`,
    );
  const baseline = readBaseline(text.value);
  if (!baseline.ok) throw new UsageError(`baseline ${path}: ${baseline.problem}`);
  return baseline.value;
}

type Judged = Readonly<{ report: Report; /** Entries of the baseline that were not found. */ gone: number }>;

/** The report with what the sources, the configuration and the baseline say of its findings. */
export function judged(
  report: Report,
  sources: Pick<Sources, 'files' | 'read'>,
  policy: Policy,
  about: Readonly<{ baseline: Baseline | null; isWhole: boolean }>,
): Judged {
  const said = suppressed(report, {
    rules: policy.config.ignore,
    rulesFile: policy.file,
    files: sources.files,
    pathOf: (path) => pathFrom(policy.root, path),
    isWhole: about.isWhole,
    allowances: (file) => allowancesIn(file, sources.read(file) ?? ''),
  });
  const marked: Report = {
    ...said.report,
    problems: [...said.report.problems, ...(about.isWhole ? said.problems : said.problems.filter(isNotIdle))],
  };
  if (about.baseline === null) return { report: marked, gone: 0 };
  const { report: compared, gone } = withBaseline(marked, about.baseline);
  return { report: compared, gone: gone.length };
}

/** What suppresses nothing among some of the kernels may be for the others. */
const isNotIdle = ({ code }: InputProblem): boolean => code !== 'SI119';
