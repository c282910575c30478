/**
 * Counts of a report: by verdict, folder, reason, code and time. Needs: kernels. Gives: rows in the order in which they
 * are shown.
 */
import type { Finding, KernelAnswer, Verdict } from '../../verdict/finding.ts';
import { groupBy } from '../../base/group.ts';
import { isUndecided } from '../wording.ts';
import { isAssumption, shapeOf, wordsOfAlike } from '../../verdict/reason-shape.ts';
import type { VerdictCounts } from '../../verdict/counts.ts';
import { verdictCounts } from '../../verdict/counts.ts';

export const verdicts = ['racy', 'unknown', 'unsupported', 'conditional', 'drf'] as const satisfies readonly Verdict[];

export const sumOf = (tally: VerdictCounts): number => verdicts.reduce((sum, verdict) => sum + tally[verdict], 0);

/** `name`: without what is the same for all rows. */
export type FolderTally = Readonly<{
  folder: string;
  name: string;
  tally: VerdictCounts;
  /** Milliseconds. */ time: number;
}>;

/** Rows that are shown at once. */
export const shownFolders = 24;

/**
 * As deep as fits into one look, else as shallow as tells anything apart; the worst first. Where all files lie in one
 * folder, the files.
 * Smallest example: `a/x/1.cu`, `a/x/2.cu`, `a/y/3.cu` are the folders `a/x` and `a/y`.
 */
export function folderTallies(
  kernels: readonly KernelAnswer[],
): Readonly<{ above: string; rows: readonly FolderTally[] }> {
  const depths = Math.max(0, ...kernels.map(({ span }) => partsOf(span.file).length));
  const levels = Array.from({ length: depths }, (_, depth) =>
    groupBy(kernels, ({ span }) =>
      partsOf(span.file)
        .slice(0, depth + 1)
        .join('/'),
    ),
  );
  const telling = levels.filter((groups) => groups.size > 1);
  const groups =
    telling.filter(({ size }) => size <= shownFolders).at(-1) ??
    telling[0] ??
    levels.at(-1) ??
    new Map<string, readonly KernelAnswer[]>();
  const above = sharedFolder([...groups.keys()]);
  const rows = [...groups].map(([folder, own]): FolderTally => ({
    folder,
    name: folder.slice(above.length),
    tally: verdictCounts(own),
    time: timeOf(own),
  }));
  return {
    above,
    rows: rows.sort(
      (a, b) => b.tally.racy - a.tally.racy || sumOf(b.tally) - sumOf(a.tally) || (a.folder < b.folder ? -1 : 1),
    ),
  };
}

/** The folder that holds all of them, with its slash; empty where there is none. */
function sharedFolder([first = '', ...others]: readonly string[]): string {
  let shared = first.slice(0, first.lastIndexOf('/') + 1);
  while (shared !== '' && !others.every((other) => other.startsWith(shared)))
    shared = shared.slice(0, shared.lastIndexOf('/', shared.length - 2) + 1);
  return others.length === 0 ? '' : shared;
}

/** An absolute path keeps its first slash. */
function partsOf(file: string): readonly string[] {
  const parts = file.split('/');
  return parts[0] === '' ? [`/${parts[1] ?? ''}`, ...parts.slice(2)] : parts;
}

export const timeOf = (kernels: readonly KernelAnswer[]): number =>
  kernels.reduce((sum, { timeMs }) => sum + timeMs, 0);

/** `shape`: what the reasons have in common, to find them by; `words`: what is shown. */
export type ReasonTally = Readonly<{ shape: string; words: string; kernels: readonly KernelAnswer[] }>;

/** Of kernels that were not decided, the commonest first. */
export function reasonTallies(kernels: readonly KernelAnswer[]): readonly ReasonTally[] {
  const found = new Map<string, Readonly<{ kernel: KernelAnswer; reason: string }>[]>();
  for (const kernel of kernels.filter(isUndecided)) {
    for (const [shape, [reason]] of groupBy(
      kernel.reasons.filter((each) => !isAssumption(each)),
      shapeOf,
    )) {
      const known = found.get(shape);
      if (known === undefined) found.set(shape, [{ kernel, reason }]);
      else known.push({ kernel, reason });
    }
  }
  const tallies = [...found].map(([shape, alike]): ReasonTally => ({
    shape,
    words: wordsOfAlike(alike.map(({ reason }) => reason)),
    kernels: alike.map(({ kernel }) => kernel),
  }));
  return tallies.sort((a, b) => b.kernels.length - a.kernels.length || (a.words < b.words ? -1 : 1));
}

export type CodeTally = Readonly<{ code: string; confirmed: number; possible: number }>;

export function codeTallies(findings: readonly Finding[]): readonly CodeTally[] {
  return [...groupBy(findings, ({ code }) => code)]
    .map(([code, own]) => ({
      code,
      confirmed: own.filter(({ status }) => status === 'confirmed').length,
      possible: own.filter(({ status }) => status === 'possible').length,
    }))
    .sort((a, b) => b.confirmed - a.confirmed || b.possible - a.possible || (a.code < b.code ? -1 : 1));
}

export type TimeTally = Readonly<{ words: string; kernels: number }>;

const timeSteps: readonly Readonly<{ words: string; below: number }>[] = [
  { words: 'under 10 ms', below: 10 },
  { words: '10 to 100 ms', below: 100 },
  { words: '0.1 to 1 s', below: 1000 },
  { words: '1 to 10 s', below: 10_000 },
  { words: '10 to 60 s', below: 60_000 },
  { words: 'a minute or more', below: Infinity },
];

export function timeTallies(kernels: readonly KernelAnswer[]): readonly TimeTally[] {
  const stepOf = (ms: number): number => timeSteps.findIndex(({ below }) => ms < below);
  const rows = timeSteps.map(({ words }, k) => ({
    words,
    kernels: kernels.filter(({ timeMs }) => stepOf(timeMs) === k).length,
  }));
  const last = rows.findLastIndex(({ kernels: n }) => n > 0);
  return rows.slice(0, last + 1);
}

/** `1.2 s`, `35 ms`, `3 min 20 s`. */
export function timeWords(ms: number): string {
  if (ms < 1) return 'under 1 ms';
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
