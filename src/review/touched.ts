/**
 * Whether a pull request touches a kernel. It does when a changed line, of either side, meets
 *  - a span that the kernel uses: its own text, device functions, macros, constants, types, arrays; or
 *  - a launch of it in host code.
 * Beside this, one is touched that reads otherwise, whatever lines were changed (side.ts, `Questions`).
 * Over-approximating: a kernel too many costs time; a kernel too few would be a race that nobody looks for.
 */
import type { ChangedFile } from './changes.ts';
import type { KernelAnswer } from '../verdict/finding.ts';
import type { LineRange } from './line-range.ts';
import type { ReadSource } from '../preprocess/preprocess.ts';
import type { Span } from '../base/span.ts';
import { linesBetween, meetsRange } from './line-range.ts';
import { outermostBlocks } from './host-blocks.ts';
import { baseName } from '../base/kernel-name.ts';
import { launchesIn } from '../pipeline/kernel-names.ts';

type Side = 'base' | 'head';
type Uses = KernelAnswer['uses'];

/** The changed lines of one side by path; null: all of the file's lines. */
export type ChangedLines = ReadonlyMap<string, readonly LineRange[] | null>;

export function changedLines(files: readonly ChangedFile[], side: Side): ChangedLines {
  const lines = new Map<string, readonly LineRange[] | null>();
  for (const file of files) {
    const path = side === 'base' ? file.basePath : file.headPath;
    if (path !== null)
      lines.set(
        path,
        file.hunks === null ? null : file.hunks.flatMap((hunk) => hunk.blocks.map((block) => block[side])),
      );
  }
  return lines;
}

/** Whether a changed line lies in the span (or, for removed lines, directly at it). */
function meetsSpan(lines: ChangedLines, span: Span): boolean {
  if (!lines.has(span.file)) return false;
  const ranges = lines.get(span.file) ?? null;
  return ranges === null || ranges.some((range) => meetsRange(range, linesBetween(span.line, span.endLine)));
}

/**
 * What touches a kernel: changed lines, or that it has one of these base names (its launch changed, or it is asked for
 * by name).
 */
export type Touching = Readonly<{ lines: ChangedLines; names: ReadonlySet<string> }>;

/** The test for `AnalyzeRequest.touches`. */
export function touchesKernel({ lines, names }: Touching): (uses: Uses) => boolean {
  return (uses) =>
    uses.some((use) => meetsSpan(lines, use.span) || (use.what === 'kernel' && names.has(baseName(use.name))));
}

/**
 * Kernels whose launches changed in the text of host code: a changed line meets the launch statement, or, in the
 * same function or outside of all, names something that the launch names too (`dim3 block(…)`, a constant, an
 * argument).
 */
export function launchesTouched(lines: ChangedLines, read: ReadSource): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [path, ranges] of lines) {
    const text = read(path);
    if (text === null || !/<<<|Launch(?:Cooperative)?Kernel/.test(text)) continue;
    const touches = ranges === null ? () => true : launchTest(text, ranges);
    for (const launch of launchTexts(text)) if (!names.has(launch.kernel) && touches(launch)) names.add(launch.kernel);
  }
  return names;
}

/** Prepared once for a text, so that a file of nothing but launches takes linear time. */
function launchTest(text: string, ranges: readonly LineRange[]): (launch: LaunchText) => boolean {
  const lines = text.split('\n');
  const blocks = outermostBlocks(text);
  // Of each line: the first and the last block on it, where there is one. Blocks stand in the order of the text.
  const [first, last] = [new Map<number, number>(), new Map<number, number>()];
  for (const [k, block] of blocks.entries()) {
    for (let line = block.start; line < block.start + block.count; line += 1) {
      if (!first.has(line)) first.set(line, k);
      last.set(line, k);
    }
  }
  /** The one block that a range lies in; null: none, or a line of it is shared. */
  const blockOf = ({ start, count }: LineRange): number | null => {
    const ends = new Set(
      [start, start + count - 1].flatMap((line) => [first.get(line) ?? null, last.get(line) ?? null]),
    );
    const [only = null] = ends;
    return ends.size === 1 ? only : null;
  };
  const said = new Map<number | null, Set<string>>();
  for (const range of ranges) {
    const home = blockOf(range);
    const words = said.get(home) ?? new Set();
    for (const word of wordsIn(lines.slice(range.start - 1, range.start - 1 + range.count).join('\n'))) words.add(word);
    said.set(home, words);
  }
  const isChanged = changeTest(ranges, lines.length);
  return (launch) => {
    const end = launch.lines.start + launch.lines.count - 1;
    if (isChanged(launch.lines.start, end)) return true;
    // Blocks between the first and the last lie on the launch's own lines, none of which changed.
    const homes = [null, first.get(launch.lines.start), last.get(launch.lines.start), first.get(end), last.get(end)];
    return homes.some(
      (home) => home !== undefined && [...launch.words].some((word) => said.get(home)?.has(word) === true),
    );
  };
}

/** Whether a range meets lines `from` to `to` ({@link meetsRange}), counted once for all of them. */
function changeTest(ranges: readonly LineRange[], lines: number): (from: number, to: number) => boolean {
  const changed = new Uint8Array(lines + 2);
  for (const { start, count } of ranges)
    changed.fill(1, Math.max(0, count === 0 ? start - 1 : start), start + Math.max(1, count));
  const upTo = new Uint32Array(lines + 3);
  for (const [line, one] of changed.entries()) upTo[line + 1] = (upTo[line] ?? 0) + one;
  return (from, to) => (upTo[Math.min(to, lines + 1) + 1] ?? 0) > (upTo[from] ?? 0);
}

type LaunchText = Readonly<{ kernel: string; lines: LineRange; words: ReadonlySet<string> }>;

/** Of every launch in the text, in linear time. */
export function launchTexts(text: string): readonly LaunchText[] {
  const lineAt = lineCounter(text);
  return launchesIn(text).map(({ kernel, start, inside }) => launchAt(text, kernel, start, inside, lineAt));
}

/** `inside`: behind what makes it a launch. It ends at a semicolon or where another begins. */
function launchAt(
  text: string,
  kernel: string,
  start: number,
  inside: number,
  lineAt: (offset: number) => number,
): LaunchText {
  const length = text.slice(inside, inside + 4000).search(/;|<<</);
  const end = length < 0 ? Math.min(text.length, inside + 4000) : inside + length;
  const words = wordsIn(text.slice(start, end));
  return {
    kernel,
    lines: linesBetween(lineAt(start), lineAt(end)),
    words: new Set([...words].filter((word) => word !== kernel)),
  };
}

const notNames = new Set(
  'auto bool break case char class const constexpr continue cudaStream_t default delete do double else enum extern false float for if inline int long new nullptr return short signed size_t sizeof static static_cast std struct switch template this true typename unsigned using void while'.split(
    ' ',
  ),
);

function wordsIn(text: string): ReadonlySet<string> {
  return new Set((text.match(/[A-Za-z_]\w*/g) ?? []).filter((word) => !notNames.has(word)));
}

/** Line numbers of ascending offsets, counted once. */
function lineCounter(text: string): (offset: number) => number {
  const starts = [0];
  for (let k = text.indexOf('\n'); k >= 0; k = text.indexOf('\n', k + 1)) starts.push(k + 1);
  return (offset) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}
