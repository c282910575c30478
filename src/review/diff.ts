/**
 * The changed files and lines between two commits, from git. Files come from `git diff-tree`, lines from comparing the
 * two blobs of a file, so that no path chosen by the author can be mistaken for a part of the diff's form, and no
 * attribute of the repository (`*.cu -diff`) can hide lines from us.
 */
import type { ChangedFile, Hunk, RawChange } from './changes.ts';
import { parseHunks, parseRawChanges } from './changes.ts';
import type { Git, GitProblem } from './git.ts';
import { askGit } from './git.ts';
import { rangeAt } from './line-range.ts';
import { checkPath, isSourceFile, printablePath } from './paths.ts';
import type { Result } from '../base/result.ts';
import { fail, ok } from '../base/result.ts';

type Changes = Readonly<{
  files: readonly ChangedFile[];
  /** Files that are left out, in words: refused paths, symbolic links, submodules. */
  notes: readonly string[];
}>;

export async function changesBetween(git: Git, base: string, head: string): Promise<Result<Changes, GitProblem>> {
  const raw = await askGit(git, ['diff-tree', '-r', '--raw', '-z', '-M50%', base, head]);
  if (!raw.ok) return raw;
  const changes = parseRawChanges(raw.value.out.toString('utf8'));
  if (changes === null) return fail({ kind: 'git-failed', text: 'git diff-tree gave an answer that is not understood' });
  const notes: string[] = [];
  const files: ChangedFile[] = [];
  for (const change of changes.flatMap(splitTypeChange)) {
    const refusal = refusalOf(change);
    if (refusal !== null) {
      notes.push(refusal);
      continue;
    }
    const hunks = await hunksOf(git, change);
    if (!hunks.ok) return hunks;
    files.push({ status: statusNames[change.status], basePath: change.status === 'A' ? null : change.basePath, headPath: change.status === 'D' ? null : change.headPath, hunks: hunks.value });
  }
  return ok({ files, notes });
}

const statusNames = { A: 'added', D: 'deleted', M: 'modified', R: 'renamed', C: 'copied', T: 'modified' } as const;

/** A file that became a link (or the other way round) is one file removed and one added. */
function splitTypeChange(change: RawChange): readonly RawChange[] {
  if (change.status !== 'T') return [change];
  return [{ ...change, status: 'D', headMode: '000000', headBlob: '' }, { ...change, status: 'A', baseMode: '000000', baseBlob: '' }];
}

/** Why a change is left out; null when it is taken. */
function refusalOf(change: RawChange): string | null {
  for (const path of new Set([change.basePath, change.headPath])) {
    const checked = checkPath(path);
    if (!checked.ok) return `${printablePath(path)}: left out, the path ${checked.problem}`;
  }
  const mode = change.status === 'D' ? change.baseMode : change.headMode;
  if (mode === '120000') return `${printablePath(change.headPath)}: left out, a symbolic link is not followed`;
  if (mode === '160000') return `${printablePath(change.headPath)}: left out, it is a submodule`;
  return null;
}

async function hunksOf(git: Git, change: RawChange): Promise<Result<readonly Hunk[] | null, GitProblem>> {
  if (!isSourceFile(change.headPath)) return ok(null);
  if (change.baseBlob === change.headBlob) return ok([]);
  if (change.status === 'A' || change.status === 'D') return wholeFile(git, change);
  const diff = await askGit(git, ['diff', '--no-ext-diff', '--no-textconv', '--no-color', '--text', '-U3', '--diff-algorithm=myers', '--indent-heuristic', change.baseBlob, change.headBlob]);
  if (!diff.ok) return diff;
  const hunks = parseHunks(diff.value.out.toString('utf8'));
  return hunks === null ? fail({ kind: 'git-failed', text: `git diff of ${printablePath(change.headPath)} is not understood` }) : ok(hunks);
}

/** The one hunk of a file that is added or deleted. */
async function wholeFile(git: Git, change: RawChange): Promise<Result<readonly Hunk[], GitProblem>> {
  const content = await askGit(git, ['cat-file', 'blob', change.status === 'A' ? change.headBlob : change.baseBlob]);
  if (!content.ok) return content;
  const count = lineCount(content.value.out);
  if (count === 0) return ok([]);
  const none = rangeAt(1, 0);
  const all = rangeAt(1, count);
  const [base, head] = change.status === 'A' ? [none, all] : [all, none];
  return ok([{ base, head, blocks: [{ base, head }] }]);
}

function lineCount(bytes: Buffer): number {
  let newlines = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) newlines += 1;
  return bytes.length > 0 && bytes[bytes.length - 1] !== 10 ? newlines + 1 : newlines;
}
