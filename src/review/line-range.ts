/**
 * A run of lines of one file, counted from 1. An empty range (`count` 0) is the gap *before* line `start`: where lines
 * were deleted, or would be inserted.
 */
export type LineRange = Readonly<{ start: number; count: number }>;

/** A comment on more lines than this says less than one on its first line. */
export const mostMarked = 10;

export const rangeAt = (start: number, count: number): LineRange => ({ start, count });
/** The lines `first` to `last`, both included. */
export const linesBetween = (first: number, last: number): LineRange => ({
  start: first,
  count: Math.max(0, last - first + 1),
});
const lastLine = (range: LineRange): number => range.start + range.count - 1;

/** Whether every line of `inner` (at least one) is a line of `outer`. */
export function containsRange(outer: LineRange, inner: LineRange): boolean {
  return inner.count > 0 && outer.start <= inner.start && lastLine(inner) <= lastLine(outer);
}

/**
 * Whether a change meets the lines. A gap meets what stands directly around it: code removed from between two lines of
 * a kernel changes the kernel, and so may code removed just before it (`template <int N>`). Over-approximating.
 */
export function meetsRange(change: LineRange, lines: LineRange): boolean {
  if (lines.count === 0) return false;
  const first = change.count === 0 ? change.start - 1 : change.start;
  const last = change.count === 0 ? change.start : lastLine(change);
  return first <= lastLine(lines) && lines.start <= last;
}
