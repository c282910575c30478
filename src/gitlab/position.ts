/**
 * Where a comment stands, in GitLab's words: a line of the head that is added has no number in the base, any other line
 * of the diff has both. https://docs.gitlab.com/api/discussions/#create-a-new-thread-in-the-merge-request-diff
 */
import { createHash } from 'node:crypto';
import type { DiffFile, DiffLine } from '../platform/diff-file.ts';
import type { DiffRefs } from './merge-request.ts';

export type Position = Readonly<Record<string, unknown>>;

/** On a file as a whole (GitLab 16.4). */
export const filePosition = (refs: DiffRefs, path: string, file: DiffFile): Position => ({
  ...shas(refs),
  position_type: 'file',
  old_path: file.oldPath,
  new_path: path,
});

/**
 * The comment stands at the last of its lines; `isWide`: with the first marked too. Null: a line is not in the diff.
 */
export function linePosition(
  refs: DiffRefs,
  path: string,
  file: DiffFile,
  { first, last }: Readonly<{ first: number; last: number }>,
  isWide: boolean,
): Position | null {
  const [start, end] = [file.lineAt(first), file.lineAt(last)];
  if (start === null || end === null) return null;
  return {
    ...shas(refs),
    position_type: 'text',
    old_path: file.oldPath,
    new_path: path,
    new_line: end.number,
    ...(end.isAdded ? {} : { old_line: end.old }),
    ...(isWide && first < last ? { line_range: { start: rangeEnd(path, start), end: rangeEnd(path, end) } } : {}),
  };
}

const shas = ({ base, start, head }: DiffRefs): Position => ({ base_sha: base, start_sha: start, head_sha: head });

/** https://docs.gitlab.com/api/discussions/#line-code */
const rangeEnd = (path: string, { number, old, isAdded }: DiffLine): Position => ({
  line_code: `${createHash('sha1').update(path).digest('hex')}_${old}_${number}`,
  type: isAdded ? 'new' : 'old',
});
