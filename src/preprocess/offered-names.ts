/**
 * Names of macros that some text defines or tells how to define. In a source that is read: `#define FAST`, `// #define
 * FAST`, `-DFAST`, `option(FAST …)`. The build file of the source does by having the word at all:
 * `macros.append(('FAST', None))`, `DEFS += FAST`. Every other build file of the repository, and every job of its CI,
 * has to spell a definition out: the word may be about something else there.
 *
 *     -DFAST, /DFAST                                  on a command line, in flags or in a job
 *     define_macros=[('FAST', 1)], defines = ["FAST=1"] in quotes, where a script of a build has lists of definitions
 *     target_compile_definitions(a PRIVATE FAST)      in CMake
 */
import type { LocateSource } from './preprocess.ts';
import type { State } from './state.ts';
import { packageNames } from './bazel-file.ts';
import { isTailOf } from '../base/tail.ts';
import { makefileNames } from './build-file.ts';
import { setupScriptName } from './setup-script.ts';

/** Tails of paths (`LocateSource`). */
const scripts = [
  setupScriptName,
  'pyproject.toml',
  ...packageNames,
  '*.bzl',
  '*.bazelrc',
  'meson.build',
  'SConstruct',
  'SConscript',
  'wscript',
  ...makefileNames,
  '*.mk',
  '*.cmake',
  'CMakePresets.json',
];
const jobs = [
  '.github/workflows/*.yml',
  '.github/workflows/*.yaml',
  '.gitlab-ci.yml',
  '.travis.yml',
  'azure-pipelines.yml',
  'Jenkinsfile',
  '.circleci/config.yml',
  '.buildkite/*.yml',
];

/** Paths of files of the repository that say how it is built, in scripts and in jobs. */
export const isBuildScript = (path: string): boolean => [...scripts, ...jobs].some((tail) => isTailOf(tail, path));

/** Of all these files together; the first of more are read. */
const mostFiles = 400;
const mostCharacters = 256 * 1024;

/**
 * Of what was read (`State`), no more, since it is kept as long as the unit is. Looked up once, when it is first asked
 * for.
 */
export function offering({ files, build, read, options: { locate } }: State): (name: string) => boolean {
  let names: ReadonlySet<string> | null = null;
  return (name) => (names ??= offeredNames({ files, build, read, locate })).has(name);
}

type Read = Pick<State, 'files' | 'build' | 'read'> & Readonly<{ locate: LocateSource | undefined }>;

function offeredNames({ files, build, read, locate }: Read): ReadonlySet<string> {
  const names = new Set<string>();
  const take = (text: string, pattern: RegExp): void => {
    for (const [, name] of text.matchAll(pattern)) if (name !== undefined) names.add(name);
  };
  for (const { text } of files) take(text, /(?:\bdefine[ \t(]|[-/]D|\boption[ \t]*\()[ \t]*([A-Za-z_]\w*)/gi);
  for (const { text } of build === null ? [] : [build.file, ...(build.otherFiles ?? [])])
    take(text, /\b([A-Za-z_]\w*)/g);
  if (locate === undefined) return names;
  const textsAt = (tails: readonly string[]): readonly string[] =>
    [...new Set(tails.flatMap(locate))]
      .sort()
      .slice(0, mostFiles)
      .flatMap((path) => {
        const text = read(path);
        return text === null || text.length > mostCharacters ? [] : [text];
      });
  for (const text of textsAt(scripts)) {
    take(text, flag);
    take(text, quoted);
    for (const [call] of text.matchAll(definitions)) take(call, /\b([A-Za-z_]\w*)/g);
  }
  for (const text of textsAt(jobs)) take(text, flag);
  return names;
}

const flag = /[-/]D[ \t]{0,9}([A-Za-z_]\w*)/g;
/** `'FAST'`, `"FAST=1"`, `"-DFAST"`, the last of which is a flag as well. */
const quoted = /["']([A-Za-z_]\w*)(?:=[^"'\n]{0,99})?["']/g;
const definitions =
  /\b(?:target_compile_definitions|add_compile_definitions|add_definitions|COMPILE_DEFINITIONS)\b[ \t]*\(?[^()]{0,9999}/g;
