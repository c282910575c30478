/**
 * A fix as a GitHub suggestion: whole lines of the head that are replaced by others. Exact: applying it gives the
 * patched file, character by character, or there is no suggestion and the fix is shown as a diff instead.
 *
 * An insertion has no line of its own to replace, so it repeats the line before it (or, outside of the hunk, the one
 * after it): `a;` becomes `a;` `__syncthreads();`.
 */
import type { ChangedFile } from './changes.ts';
import type { Fix } from '../verdict/finding.ts';
import type { LineRange } from './line-range.ts';
import type { ReadSource } from '../preprocess/preprocess.ts';
import { applyEdits } from '../verdict/edit.ts';
import { isVisible, repositoryPath } from './positions.ts';
import { rangeAt } from './line-range.ts';

export type Suggestion = Readonly<{ path: string; lines: LineRange; replacement: readonly string[] }>;

const mostLines = 60;

export function suggestionFor(fix: Fix, files: readonly ChangedFile[], read: ReadSource): Suggestion | null {
  const [path, ...others] = new Set(fix.edits.map((edit) => repositoryPath(edit.file)));
  const before = path === undefined || others.length > 0 ? null : read(path);
  if (path === undefined || before === null || before.includes('\r')) return null;
  const after = applyEdits(before, fix.edits);
  const found = replacements(before.split('\n'), after.split('\n'))
    .map((candidate) => ({ path, ...candidate }))
    .find((candidate) => candidate.lines.count <= mostLines && isVisible(path, candidate.lines, files));
  return found !== undefined && applySuggestion(before, found) === after ? found : null;
}

/** What GitHub does when the button is pressed. */
export function applySuggestion(text: string, suggestion: Suggestion): string {
  const lines = text.split('\n');
  lines.splice(suggestion.lines.start - 1, suggestion.lines.count, ...suggestion.replacement);
  return lines.join('\n');
}

/** The smallest stretches of whole lines that differ, as at least one line replaced by at least one line. */
function replacements(before: readonly string[], after: readonly string[]): readonly Omit<Suggestion, 'path'>[] {
  const shortest = Math.min(before.length, after.length);
  let same = 0;
  while (same < shortest && before[same] === after[same]) same += 1;
  let tail = 0;
  while (tail < shortest - same && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  if (same === before.length && same === after.length) return [];
  const stretch = (first: number, extra: number): Omit<Suggestion, 'path'> => ({
    lines: rangeAt(first + 1, before.length - tail + extra - first),
    replacement: after.slice(first, after.length - tail + extra),
  });
  if (before.length - tail > same && after.length - tail > same) return [stretch(same, 0)];
  return [...(same > 0 ? [stretch(same - 1, 0)] : []), ...(tail > 0 ? [stretch(same, 1)] : [])];
}
