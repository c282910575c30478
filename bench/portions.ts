/**
 * `check` over a corpus of many programs, a few folders to a process: memory does not grow with the corpus, and what
 * one folder costs, a crash or a standstill, is its own. A portion that fails is done again folder by folder.
 */
import { mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { type Run, runOnce } from './table.ts';

/** CUDA files for one process: enough that its start does not count, few enough for its memory. */
const filesInPortion = 12;
/** At a time, one for each core. */
export const processes = availableParallelism();
/** Seconds for the reading of one file or the deciding of one kernel, with room: whoever takes longer stands still. */
const secondsForFile = 120;

/**
 * `words`: further options of `check`; `minutes`: after which no further portion is begun; `scratch`: a folder for the
 * reports.
 */
export type PortionInput = Readonly<{
  sources: string;
  scratch: string;
  depth: number;
  words: readonly string[];
  minutes: number;
}>;

/**
 * `failed`: folders whose process gave no report; `left`: those that were not begun. Times are sums, memory the
 * largest.
 */
export type Portions = Run &
  Readonly<{ reports: readonly unknown[]; failed: readonly string[]; left: readonly string[] }>;

/** `path`: or a file's. */
type Folder = Readonly<{ path: string; files: number }>;

export async function checkInPortions(input: PortionInput): Promise<Portions> {
  // the mark of a repository: an include is looked for in the whole corpus, whichever folder is checked
  mkdirSync(join(input.sources, '.git'), { recursive: true });
  mkdirSync(input.scratch, { recursive: true });
  const start = performance.now();
  const [reports, failed, left]: [unknown[], string[], string[]] = [[], [], []];
  let [cpuMs, peakMiB] = [0, 0];
  const waiting = [...portionsOf(foldersOf(input.sources, input.depth))];
  const work = async (name: string): Promise<void> => {
    for (let portion = waiting.shift(); portion !== undefined; portion = waiting.shift()) {
      const names = portion.map(({ path }) => relative(input.sources, path));
      if (performance.now() - start > input.minutes * 60_000) {
        left.push(...names);
        continue;
      }
      const done = await checked(portion, join(input.scratch, `${name}.json`), input);
      if (done === null && portion.length > 1) waiting.unshift(...portion.map((folder) => [folder]));
      else if (done === null) failed.push(...names);
      else {
        reports.push(done.report);
        cpuMs += done.run.cpuMs;
        peakMiB = Math.max(peakMiB, done.run.peakMiB);
      }
    }
  };
  await Promise.all(Array.from({ length: processes }, (_, k) => work(`report-${k}`)));
  return { reports, failed, left, ms: performance.now() - start, cpuMs, peakMiB };
}

/** Null where the process crashed or stood still. */
async function checked(
  portion: readonly Folder[],
  json: string,
  { words }: PortionInput,
): Promise<Readonly<{ run: Run; report: unknown }> | null> {
  rmSync(json, { force: true });
  const files = portion.reduce((sum, folder) => sum + folder.files, 0);
  try {
    const run = await runOnce(
      ['check', ...portion.map(({ path }) => path), ...words, '--format', 'json', '--out', json],
      { mostStatus: 3, seconds: secondsForFile * files },
    );
    const report: unknown = JSON.parse(readFileSync(json, 'utf8'));
    return { run, report };
  } catch {
    return null;
  }
}

/** Folders `depth` deep that hold sources; files that lie less deep stand for themselves. */
function foldersOf(sources: string, depth: number): readonly Folder[] {
  const found = new Map<string, number>();
  for (const entry of readdirSync(sources, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(?:cuh?|h|hh|hpp|hxx|inl)$/.test(entry.name)) continue;
    const path = join(sources, ...relative(sources, join(entry.parentPath, entry.name)).split('/').slice(0, depth));
    found.set(path, (found.get(path) ?? 0) + (/\.cuh?$/.test(entry.name) ? 1 : 0));
  }
  return [...found]
    .map(([path, files]) => ({ path, files: Math.max(1, files) }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

function portionsOf(folders: readonly Folder[]): readonly (readonly Folder[])[] {
  const portions: Folder[][] = [];
  let files = filesInPortion;
  for (const folder of folders) {
    if (files + folder.files > filesInPortion) {
      portions.push([]);
      files = 0;
    }
    portions.at(-1)?.push(folder);
    files += folder.files;
  }
  return portions;
}
