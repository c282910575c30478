/** Applying edits to a text: the one meaning of {@link Edit}, for repairs, reports and `fix --write`. */
import type { Edit } from './finding.ts';

/** Applies edits (of one file, not overlapping) to its text. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  return [...edits].sort((a, b) => b.start - a.start || b.end - a.end)
    .reduce((t, edit) => t.slice(0, edit.start) + edit.text + t.slice(edit.end), text);
}
