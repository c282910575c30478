/** Lines of the head as the diff has them, with the lines of the base that they were: GitLab names both. */
import type { ChangedFile, Hunk } from './changes.ts';
import type { DiffFile, DiffLine } from '../platform/diff-file.ts';

export function diffFileAt(files: readonly ChangedFile[], path: string): DiffFile | null {
  const file = files.find(({ headPath }) => headPath === path);
  return file === undefined
    ? null
    : { oldPath: file.basePath ?? path, lineAt: (number) => lineIn(file.hunks ?? [], number) };
}

/**
 * Null: no hunk shows it.
 * `@@ -3,2 +3,3 @@`, ` a`, `+b`, ` c`  ->  line 3 was 3, line 4 is added before 4, line 5 was 4.
 */
function lineIn(hunks: readonly Hunk[], number: number): DiffLine | null {
  const hunk = hunks.find(({ head }) => head.start <= number && number < head.start + head.count);
  if (hunk === undefined) return null;
  let old = hunk.base.start + number - hunk.head.start;
  for (const { base, head } of hunk.blocks) {
    if (head.start > number) break;
    // git counts the lines of a file that is not there from 0
    if (number < head.start + head.count)
      return {
        number,
        old: hunk.base.start === 1 && hunk.base.count === 0 ? 0 : base.start + base.count,
        isAdded: true,
      };
    old += base.count - head.count;
  }
  return { number, old, isAdded: false };
}
