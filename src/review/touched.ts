/**
 * Whether a pull request touches a kernel. It does when a changed line, of either side, meets
 *  - a span that the kernel uses: its own text, device functions, macros, constants, types, arrays; or
 *  - a launch of it in host code.
 * Over-approximating: a kernel too many costs time; a kernel too few would be a race that nobody looks for.
 */
import type { ChangedFile } from './changes.ts';
import type { KernelAnswer } from '../verdict/finding.ts';
import type { LineRange } from './line-range.ts';
import type { ReadSource } from '../preprocess/preprocess.ts';
import type { Span } from '../base/span.ts';
import { containsRange, linesBetween, meetsRange } from './line-range.ts';
import { outermostBlocks } from './host-blocks.ts';

type Side = 'base' | 'head';
type Uses = KernelAnswer['uses'];

/** The changed lines of one side by path; null: all of the file's lines. */
export type ChangedLines = ReadonlyMap<string, readonly LineRange[] | null>;

export function changedLines(files: readonly ChangedFile[], side: Side): ChangedLines {
  const lines = new Map<string, readonly LineRange[] | null>();
  for (const file of files) {
    const path = side === 'base' ? file.basePath : file.headPath;
    if (path !== null) lines.set(path, file.hunks === null ? null : file.hunks.flatMap((hunk) => hunk.blocks.map((block) => block[side])));
  }
  return lines;
}

/** Whether a changed line lies in the span (or, for removed lines, directly at it). */
function meetsSpan(lines: ChangedLines, span: Span): boolean {
  if (!lines.has(span.file)) return false;
  const ranges = lines.get(span.file) ?? null;
  return ranges === null || ranges.some((range) => meetsRange(range, linesBetween(span.line, span.endLine)));
}

/** What touches a kernel: changed lines, or that it has one of these base names (its launch changed, or it is asked for by name). */
export type Touching = Readonly<{ lines: ChangedLines; names: ReadonlySet<string> }>;

/** The test for `AnalyzeRequest.touches`. */
export function touchesKernel({ lines, names }: Touching): (uses: Uses) => boolean {
  return (uses) => uses.some((use) => meetsSpan(lines, use.span) || (use.what === 'kernel' && names.has(baseName(use.name))));
}

/** A kernel's name without template arguments and namespaces. */
export function baseName(name: string): string {
  const plain = name.replace(/<[^]*$/, '').trim();
  return plain.slice(plain.lastIndexOf(':') + 1);
}

/**
 * Kernels whose launches changed in the text of host code: a changed line meets the launch statement, or, in the
 * same function or outside of all, names something that the launch names too (`dim3 block(…)`, a constant, an argument).
 */
export function launchesTouched(lines: ChangedLines, read: ReadSource): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [path, ranges] of lines) {
    const text = read(path);
    if (text === null || !/<<<|Launch(?:Cooperative)?Kernel/.test(text)) continue;
    const blocks = ranges === null ? [] : outermostBlocks(text);
    for (const launch of launchTexts(text)) {
      const direct = ranges === null || ranges.some((range) => meetsRange(range, launch.lines));
      const elsewhere = blocks.filter((block) => !meetsRange(launch.lines, block));
      const near = (ranges ?? []).filter((range) => !elsewhere.some((block) => containsRange(block, range)));
      const mentioned = wordsOfLines(text, near);
      if (direct || [...launch.words].some((word) => mentioned.has(word))) names.add(launch.kernel);
    }
  }
  return names;
}

type LaunchText = Readonly<{ kernel: string; lines: LineRange; words: ReadonlySet<string> }>;

/** Finds `name<…><<<…>>>(…);` and `cudaLaunch…Kernel(name, …);` in linear time. */
export function launchTexts(text: string): readonly LaunchText[] {
  const found: LaunchText[] = [];
  const lineAt = lineCounter(text);
  for (let at = text.indexOf('<<<'); at >= 0; at = text.indexOf('<<<', at + 3)) {
    const kernel = nameBefore(text, at);
    if (kernel !== null) found.push(launchAt(text, kernel.name, kernel.start, lineAt));
  }
  for (const match of text.matchAll(/Launch(?:Cooperative)?Kernel\w*\s{0,80}\(/g)) {
    const start = match.index + match[0].length;
    const name = /[A-Za-z_][\w:]*(?=\s*(?:<[^;]*>)?\s*[,)])/.exec(text.slice(start, start + 200))?.[0];
    if (name !== undefined) found.push(launchAt(text, baseName(name), match.index, lineAt));
  }
  return found;
}

function launchAt(text: string, kernel: string, start: number, lineAt: (offset: number) => number): LaunchText {
  const semicolon = text.indexOf(';', start);
  const end = semicolon < 0 || semicolon - start > 4000 ? Math.min(text.length, start + 4000) : semicolon;
  const words = wordsIn(text.slice(start, end));
  return { kernel, lines: linesBetween(lineAt(start), lineAt(end)), words: new Set([...words].filter((word) => word !== kernel)) };
}

/** The kernel's name directly before `<<<`, over template arguments. */
function nameBefore(text: string, at: number): Readonly<{ name: string; start: number }> | null {
  let k = at - 1;
  const skipBlank = (): void => { while (k >= 0 && /\s/.test(text[k] ?? '')) k -= 1; };
  skipBlank();
  if (text[k] === '>') {
    let [depth, parens] = [0, 0];
    const limit = Math.max(0, k - 2000);
    for (; k >= limit; k -= 1) {
      if (text[k] === ')') parens += 1;
      if (text[k] === '(') parens -= 1;
      if (parens === 0 && text[k] === '>') depth += 1;
      if (parens === 0 && text[k] === '<') depth -= 1;
      if (depth === 0) break;
    }
    k -= 1;
    skipBlank();
  }
  const end = k + 1;
  while (k >= 0 && /\w/.test(text[k] ?? '')) k -= 1;
  const name = text.slice(k + 1, end);
  return /^[A-Za-z_]/.test(name) ? { name, start: k + 1 } : null;
}

const notNames = new Set('auto bool break case char class const constexpr continue cudaStream_t default delete do double else enum extern false float for if inline int long new nullptr return short signed size_t sizeof static static_cast std struct switch template this true typename unsigned using void while'.split(' '));

function wordsIn(text: string): ReadonlySet<string> {
  return new Set((text.match(/[A-Za-z_]\w*/g) ?? []).filter((word) => !notNames.has(word)));
}

function wordsOfLines(text: string, ranges: readonly LineRange[]): ReadonlySet<string> {
  const lines = text.split('\n');
  return new Set(ranges.flatMap((range) => [...wordsIn(lines.slice(range.start - 1, range.start - 1 + range.count).join('\n'))]));
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
