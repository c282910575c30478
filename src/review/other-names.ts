/**
 * Changed files with kernels in them that are no sources by their names, and that no source includes: kernels in the
 * strings of another language (`cupy.RawKernel`), templates of sources (`scan.cu.in`), and what a build compiles by
 * `-x cu`. They are not analysed, so they are named. That does not fail the default gate: at the merge base they could
 * not be read either.
 */
import type { ChangedFile } from './changes.ts';
import type { Git, GitProblem } from './git.ts';
import type { Result } from '../base/result.ts';
import type { Unread } from './unread.ts';
import { filesMarked } from './includes.ts';
import { mayHoldKernels } from './paths.ts';
import { messages } from './wording.ts';
import { ok } from '../base/result.ts';

/** `isOther`: of a path of the head whether its text is in the clone, is not analysed, and is asked for by the user. */
export async function otherNames(
  git: Git,
  head: string,
  files: readonly ChangedFile[],
  isOther: (path: string) => boolean,
): Promise<Result<readonly Unread[], GitProblem>> {
  const paths = files.flatMap(({ headPath }) => headPath ?? []).filter((path) => mayHoldKernels(path) && isOther(path));
  const marked = await filesMarked(git, head, paths);
  return marked.ok ? ok(marked.value.map((name) => ({ name, because: messages.noSourceName, isOld: true }))) : marked;
}
