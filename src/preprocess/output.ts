/**
 * The text that is being written and the table of where its pieces come from. Plain text is copied in stretches that
 * map offset by offset; what a macro made maps to a range. Looking up is a binary search.
 */
import type { Span } from '../base/span.ts';
import type { MacroUse, MappedText } from '../base/text-map.ts';
import type { Macro } from './macro.ts';
import type { PhysicalFile } from './physical-file.ts';
import type { Token, UseChain } from './token.ts';
import { wouldMerge } from './token.ts';

/**
 * Text from `out` to the next segment. `isCopy`: offset by offset from `start`, else all of it from [start, end).
 * The last segment of a copy grows as text is added; its length is the next one's `out`.
 */
type Segment = Readonly<{
  out: number;
  file: PhysicalFile;
  start: number;
  end: number;
  isCopy: boolean;
  uses: UseChain | null;
}>;

export type Output = {
  readonly chunks: string[];
  readonly segments: Segment[];
  /** Macros that conditionals asked for, where in the text. */
  readonly consulted: Consulted[];
  length: number;
  /** The last code units written, to keep tokens apart. */
  tail: string;
};

type Consulted = Readonly<{ out: number; macro: Macro; span: Span }>;

export const emptyOutput = (): Output => ({ chunks: [], segments: [], consulted: [], length: 0, tail: '' });

/** Remembers that the text from here on depends on a macro that a conditional at `span` asked for. */
export function consult(output: Output, macro: Macro, span: Span): void {
  output.consulted.push({ out: output.length, macro, span });
}

/** Writes text that stands at `start` of the file in the same length (comments may be blanked). */
export function copy(output: Output, file: PhysicalFile, start: number, text: string): void {
  if (text.length === 0) return;
  const last = output.segments.at(-1);
  const continues =
    last !== undefined && last.isCopy && last.file === file && last.start + (output.length - last.out) === start;
  if (!continues) output.segments.push({ out: output.length, file, start, end: start, isCopy: true, uses: null });
  write(output, text);
}

/** Writes what a macro's use became: [start, end) is the use, `next` the first code unit that will follow. */
export function writeTokens(
  output: Output,
  file: PhysicalFile,
  tokens: readonly Token[],
  use: UseChain | null,
  next: string,
): void {
  for (const [k, token] of tokens.entries()) {
    const space = (k > 0 && token.space) || wouldMerge(output.tail, token.text);
    place(output, file, token.start, token.end, token.uses);
    write(output, space ? ` ${token.text}` : token.text);
  }
  if (tokens.length > 0 && !wouldMerge(tokens.at(-1)?.text ?? '', next)) return;
  if (use !== null) place(output, file, use.start, use.end, use);
  write(output, ' ');
}

/** Writes one token that the source spells differently (a name split by a backslash at the line's end). */
export function writeGlued(output: Output, file: PhysicalFile, start: number, end: number, text: string): void {
  place(output, file, start, end, null);
  write(output, text);
}

function place(output: Output, file: PhysicalFile, start: number, end: number, uses: UseChain | null): void {
  const last = output.segments.at(-1);
  if (
    last !== undefined &&
    !last.isCopy &&
    last.file === file &&
    last.start === start &&
    last.end === end &&
    last.uses === uses
  )
    return;
  output.segments.push({ out: output.length, file, start, end, isCopy: false, uses });
}

function write(output: Output, text: string): void {
  output.chunks.push(text);
  output.length += text.length;
  output.tail = text.length > 24 ? text.slice(-24) : text;
}

/** The text and the way back. `main`: the file that an empty text belongs to. */
export function mappedText(
  output: Output,
  main: PhysicalFile,
): Readonly<{ source: MappedText; macrosIn: (start: number, end: number) => readonly MacroUse[] }> {
  const text = output.chunks.join('');
  const { segments } = output;
  const find = (at: number): Segment =>
    segments[lastBefore(segments, at)] ?? { out: 0, file: main, start: 0, end: 0, isCopy: true, uses: null };
  const spanOf = (start: number, end: number): Span => {
    const first = find(start);
    const last = end > start ? find(end - 1) : first;
    if (first.file !== last.file)
      return first.file.span(rangeIn(first, start, start)[0], endIn(segments, first, start, end));
    const [from, to] = rangeBetween(segments, first, last, start, Math.max(start, end));
    return first.file.span(from, Math.min(to, first.file.text.length));
  };
  const macrosAt = (start: number): readonly MacroUse[] => {
    const segment = find(start);
    const uses: MacroUse[] = [];
    for (let use = segment.uses; use !== null; use = use.outer) {
      uses.push({
        name: use.macro.name,
        definition: use.macro.definition.span,
        use: segment.file.span(use.start, use.end),
      });
    }
    return uses.reverse();
  };
  const macrosIn = (start: number, end: number): readonly MacroUse[] => {
    const found = new Map<string, MacroUse>();
    const add = (use: MacroUse): void => {
      found.set(`${use.definition.file}:${use.definition.start}:${use.use.file}:${use.use.start}`, use);
    };
    const seen = new Set<UseChain>();
    for (let k = lastBefore(segments, start); (segments[k]?.out ?? end) < end; k++) {
      const uses = segments[k]?.uses ?? null;
      if (uses === null || seen.has(uses)) continue;
      seen.add(uses);
      for (const use of macrosAt(Math.max(start, segments[k]?.out ?? 0))) add(use);
    }
    for (const { out, macro, span } of output.consulted) {
      if (out >= start && out <= end) add({ name: macro.name, definition: macro.definition.span, use: span });
    }
    return [...found.values()];
  };
  return { source: { text, spanOf, macrosAt }, macrosIn };
}

/**
 * The physical range from the start of one segment's part to the end of another's, of one file. A stretch that leaves a
 * macro's use takes in all of the use; one within a use takes in the places of all it covers.
 */
function rangeBetween(
  segments: readonly Segment[],
  first: Segment,
  last: Segment,
  start: number,
  end: number,
): readonly [number, number] {
  if (first === last) return rangeIn(first, start, end);
  const [firstUse, lastUse] = [outermost(first), outermost(last)];
  if (firstUse?.start !== lastUse?.start || firstUse === null || lastUse === null) {
    const from = firstUse?.start ?? rangeIn(first, start, start)[0];
    return [from, Math.max(from, lastUse?.end ?? rangeIn(last, end, end)[1])];
  }
  let [from, to] = [first.start, first.end];
  for (let k = lastBefore(segments, start); k < segments.length; k++) {
    const segment = segments[k];
    if (segment === undefined || (from <= firstUse.start && to >= firstUse.end)) break;
    from = Math.min(from, segment.start);
    to = Math.max(to, segment.end);
    if (segment === last) break;
  }
  return [from, to];
}

function outermost(segment: Segment): UseChain | null {
  let use = segment.uses;
  while (use !== null && use.outer !== null) use = use.outer;
  return use;
}

/** The physical range of [start, end) of the text, both within the segment. */
function rangeIn(segment: Segment, start: number, end: number): readonly [number, number] {
  return segment.isCopy
    ? [segment.start + start - segment.out, segment.start + end - segment.out]
    : [segment.start, segment.end];
}

/** A stretch that starts in one file and ends in another: how far it reaches in the first. */
function endIn(segments: readonly Segment[], first: Segment, start: number, end: number): number {
  for (let k = lastBefore(segments, end - 1); k >= 0; k--) {
    const segment = segments[k];
    if (segment === undefined || segment.out < first.out) break;
    if (segment.file === first.file) return rangeIn(segment, start, Math.min(end, segments[k + 1]?.out ?? end))[1];
  }
  return first.isCopy ? first.start + start - first.out : first.end;
}

/** Index of the last segment that begins at or before `at`. */
function lastBefore(segments: readonly Segment[], at: number): number {
  let low = 0;
  let high = segments.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((segments[middle]?.out ?? 0) <= at) low = middle;
    else high = middle;
  }
  return low;
}
