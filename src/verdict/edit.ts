/** Applying edits to a text: the one meaning of {@link Edit}, for repairs, reports and `fix --write`. */
import type { Edit, Finding, Fix } from './finding.ts';

/** Applies edits (of one file, not overlapping) to its text. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  return [...edits]
    .sort((a, b) => b.start - a.start || b.end - a.end)
    .reduce((t, edit) => t.slice(0, edit.start) + edit.text + t.slice(edit.end), text);
}

/** The same for edits that do the same. */
export const editsKey = (edits: readonly Edit[]): string =>
  JSON.stringify(edits.map(({ file, start, end, text }) => [file, start, end, text]).sort());

/** The patch of a finding, then its other patches. */
export const allFixes = ({ fix, alternatives }: Pick<Finding, 'fix' | 'alternatives'>): readonly Fix[] => [
  ...(fix === null ? [] : [fix]),
  ...alternatives,
];
