/**
 * The changed files and lines between two commits, from git. Files come from `git diff-tree`, lines from comparing the
 * two blobs of a file (blob-diff.ts), so that no path chosen by the author can be mistaken for a part of the diff's
 * form, and no attribute of the repository (`*.cu -diff`) can hide lines from us.
 */
import type { BlobPair } from './blob-diff.ts';
import type { ChangedFile, Hunk, RawChange } from './changes.ts';
import { blobHunks, blobSizes } from './blob-diff.ts';
import { parseRawChanges } from './changes.ts';
import type { Git, GitProblem } from './git.ts';
import type { UnreadFile } from './unread.ts';
import { askGit } from './git.ts';
import { checkPath, isSourceFile, printablePath } from './paths.ts';
import type { Result } from '../base/result.ts';
import { fail, ok } from '../base/result.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';
import { plural } from '../report/wording.ts';

/** What differs between two commits, as far as it is looked at. */
export type Changes = Readonly<{
  files: readonly ChangedFile[];
  /** Symbolic links. */
  links: readonly Readonly<{ path: string; blob: string }>[];
  /** Paths at which a commit of another repository stands, or another one than before. */
  submodules: readonly string[];
  /** Of those left out for their path, the ones that are named like sources. */
  refused: readonly (UnreadFile & Readonly<{ /** Whether it has no other name at the base. */ isOld: boolean }>)[];
  /** Files that are left out, in words: refused paths, symbolic links, submodules. */
  notes: readonly string[];
}>;

/** Of both sides, files that are sources because a source includes them. */
type Unusual = Readonly<Record<'base' | 'head', ReadonlySet<string>>>;
const noUnusual: Unusual = { base: new Set(), head: new Set() };

export async function changesBetween(
  git: Git,
  base: string,
  head: string,
  unusual: Unusual = noUnusual,
): Promise<Result<Changes, GitProblem>> {
  const raw = await askGit(git, ['diff-tree', '-r', '--raw', '-z', '-M50%', base, head]);
  if (!raw.ok) return raw;
  const changes = parseRawChanges(raw.value.out.toString('utf8'));
  if (changes === null) return fail({ kind: 'git-failed', text: messages.badDiffTree });
  const notes: string[] = [];
  const taken: RawChange[] = [];
  const [refused, links, submodules]: [Changes['refused'][number][], Changes['links'][number][], string[]] = [
    [],
    [],
    [],
  ];
  for (const change of changes.flatMap(splitTypeChange).map(withoutBadBase)) {
    const refusal = refusalOf(change);
    if (refusal === null) taken.push(change);
    else notes.push(refusal);
    const problem = change.status === 'D' || !isSourceFile(change.headPath) ? null : pathProblem(change.headPath);
    if (change.status !== 'D' && change.headMode === linkMode)
      links.push({ path: change.headPath, blob: change.headBlob });
    if (change.status !== 'D' && change.headMode === submoduleMode) submodules.push(change.headPath);
    if (problem !== null)
      refused.push({ path: change.headPath, because: `the path ${problem}`, isOld: change.status === 'M' });
  }
  const lines = await linesOf(git, taken, unusual);
  if (!lines.ok) return lines;
  const files = taken.map((change): ChangedFile => ({
    status: statusNames[change.status],
    basePath: change.status === 'A' ? null : change.basePath,
    headPath: change.status === 'D' ? null : change.headPath,
    hunks: lines.value.hunks.get(change) ?? null,
  }));
  return ok({ files, refused, links, submodules, notes: [...notes, ...lines.value.notes] });
}

/** More are not compared line by line, nor larger ones, nor more bytes together: they count as changed whole. */
const mostCompared = 3000;
const mostFileBytes = 16 * 1024 * 1024;
const mostBytes = 96 * 1024 * 1024;

type Lines = Readonly<{ hunks: ReadonlyMap<RawChange, readonly Hunk[]>; notes: readonly string[] }>;

async function linesOf(git: Git, changes: readonly RawChange[], unusual: Unusual): Promise<Result<Lines, GitProblem>> {
  // a partial clone has those of other files that the side needs
  const sources = changes.filter(
    ({ status, basePath, headPath }) =>
      isSourceFile(headPath) ||
      ((status === 'A' || unusual.base.has(basePath)) && (status === 'D' || unusual.head.has(headPath))),
  );
  const pairs = sources.map((change): BlobPair => ({
    base: change.status === 'A' ? null : change.baseBlob,
    head: change.status === 'D' ? null : change.headBlob,
  }));
  const sizes = await blobSizes(git, pairs.slice(0, mostCompared));
  if (!sizes.ok) return sizes;
  let bytes = 0;
  const isCompared = pairs.map((pair, k) => {
    const size =
      pair.base === pair.head
        ? 0
        : [pair.base, pair.head].reduce((sum, blob) => sum + (blob === null ? 0 : (sizes.value.get(blob) ?? 0)), 0);
    const fits = k < mostCompared && size <= 2 * mostFileBytes && bytes + size <= mostBytes;
    if (fits) bytes += size;
    return fits;
  });
  const compared = await blobHunks(
    git,
    pairs.filter((_, k) => isCompared[k]),
  );
  if (!compared.ok) return compared;
  const left = sources.filter((_, k) => isCompared[k] !== true);
  return ok({
    hunks: new Map(sources.filter((_, k) => isCompared[k]).map((change, k) => [change, compared.value[k] ?? []])),
    notes:
      left.length === 0
        ? []
        : [
            fill(messages.linesNotCompared, {
              files: plural(left.length, 'file'),
              were: left.length === 1 ? 'was' : 'were',
              mostCompared,
              mostBytes,
              names: left
                .slice(0, 5)
                .map((change) => printablePath(change.headPath))
                .join(', '),
              more: left.length > 5 ? ', …' : '',
            }),
          ],
  });
}

const statusNames = { A: 'added', D: 'deleted', M: 'modified', R: 'renamed', C: 'copied', T: 'modified' } as const;

/** A file that became a link (or the other way round) is one file removed and one added. */
function splitTypeChange(change: RawChange): readonly RawChange[] {
  if (change.status !== 'T') return [change];
  return [
    { ...change, status: 'D', headMode: '000000', headBlob: '' },
    { ...change, status: 'A', baseMode: '000000', baseBlob: '' },
  ];
}

/** A file that had a path which is not taken is a new one. */
const withoutBadBase = (change: RawChange): RawChange =>
  change.basePath !== change.headPath && pathProblem(change.basePath) !== null
    ? { ...change, status: 'A', basePath: change.headPath }
    : change;

const linkMode = '120000';
const submoduleMode = '160000';

function pathProblem(path: string): string | null {
  const checked = checkPath(path);
  return checked.ok ? null : checked.problem;
}

/** Why a change is left out; null when it is taken. */
function refusalOf(change: RawChange): string | null {
  for (const path of new Set([change.basePath, change.headPath])) {
    const problem = pathProblem(path);
    if (problem !== null) return fill(messages.badPathLeftOut, { path: printablePath(path), problem });
  }
  const mode = change.status === 'D' ? change.baseMode : change.headMode;
  if (mode === linkMode) return fill(messages.linkLeftOut, { path: printablePath(change.headPath) });
  if (mode === submoduleMode) return fill(messages.submoduleLeftOut, { path: printablePath(change.headPath) });
  return null;
}
