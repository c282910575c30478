/**
 * What the Bazel package of a source says of it, where it is literal: `defines`, `local_defines`, `copts` and
 * `includes` of the rules that name the source. `select(…)` and variables that are loaded are left out.
 * Example: `cuda_library(name = "a", srcs = ["a.cu"], copts = ["-DTILE=16"], defines = ["N=8"], includes =
 * ["include"])`.
 */
import type { BuildFacts } from './build-facts.ts';
import type { PythonCall } from './python-literals.ts';
import type { ReadSource } from './preprocess.ts';
import { agreed } from './rules-of-build.ts';
import { folderOf, joinPath } from './include.ts';
import { nearestFile } from './nearest-file.ts';
import { physicalFile } from './physical-file.ts';
import { pythonCalls, textsIn } from './python-literals.ts';

export const packageNames = ['BUILD.bazel', 'BUILD'];
export const workspaceNames = ['MODULE.bazel', 'WORKSPACE', 'WORKSPACE.bazel'];
/** How many folders up a package, or the root of the workspace, is looked for. */
const maxLevels = 8;
const maxBytes = 512 * 1024;

export function bazelFileOf(source: string, read: ReadSource): BuildFacts | null {
  const found = nearestFile(folderOf(source), packageNames, read, maxLevels);
  if (found === null || found.text.length > maxBytes) return null;
  const { folder, path, text } = found;
  const own = source.slice(folder === '' ? 0 : folder.length + 1);
  const naming = pythonCalls(text, (name) => name.includes('_')).filter((call) => names(call, own));
  if (naming.length === 0) return null;
  const root = nearestFile(folder, workspaceNames, read, maxLevels)?.folder ?? null;
  return agreed(
    physicalFile(path, text),
    naming.map(({ keywords }) => ({
      definitions: ['defines', 'local_defines'].flatMap((name) => textsIn(keywords.get(name))),
      flags: textsIn(keywords.get('copts')),
      includeDirs: textsIn(keywords.get('includes')).map((dir) => joinPath(folder, dir.text)),
      flagFolder: root,
    })),
  );
}

/** By its name, or as `:a.cu`. */
const names = ({ keywords }: PythonCall, own: string): boolean =>
  ['srcs', 'hdrs', 'textual_hdrs'].some((list) =>
    textsIn(keywords.get(list)).some(({ text }) => text.replace(/^:/, '') === own),
  );
