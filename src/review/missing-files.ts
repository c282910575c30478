/**
 * Brings in the files that a partial clone (`filter: blob:none`, `sparse-checkout`) lacks: all that the analysis of a
 * commit may read, in one request, and not one after the other when they are read. Nothing is fetched while reading:
 * the processes that analyse have no token.
 *
 * Needed of a commit: its sources, build files and configuration; of two, also files that were added or removed, which
 * git compares to find those that were renamed; then files that a source includes under an unusual name (`#include
 * "table.dat"`).
 */
import type { Fetching } from './fetching.ts';
import type { Git, GitProblem } from './git.ts';
import type { Result } from '../base/result.ts';
import { askGit } from './git.ts';
import { fail, ok } from '../base/result.ts';
import { includesOf } from './includes.ts';
import { parseRawChanges } from './changes.ts';
import { mayHoldKernels } from './paths.ts';
import { plural } from '../report/wording.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/**
 * A commit, and which of its files are needed. `withIncludes`: its sources are read, with what they include under an
 * unusual name.
 */
export type NeededFiles = Readonly<{ commit: string; isNeeded: (path: string) => boolean; withIncludes: boolean }>;

/** Gives how many files were fetched. `renames`: the commits between which renamed files are looked for. */
export async function fetchFiles(
  fetching: Fetching,
  needed: readonly NeededFiles[],
  renames: readonly [string, string] | null = null,
): Promise<Result<number, GitProblem>> {
  if (!fetching.isPartial || needed.length === 0) return ok(0);
  const lists = await filesOf(
    fetching,
    needed.map(({ commit }) => commit),
  );
  if (!lists.ok) return lists;
  const missing = lists.value.map((files) => files.filter(({ isMissing }) => isMissing));
  if (missing.every(({ length }) => length === 0)) return ok(0);
  const moved = renames === null ? ok([]) : await comparedBlobs(fetching.git, renames);
  if (!moved.ok) return moved;
  const all = new Set(missing.flat().map(({ blob }) => blob));
  const first = new Set([
    ...moved.value.filter((blob) => all.has(blob)),
    ...missing.flatMap((files, k) =>
      files.filter(({ path }) => needed[k]?.isNeeded(path) === true).map(({ blob }) => blob),
    ),
  ]);
  const fetched = await fetchBlobs(fetching, first);
  if (!fetched.ok) return fetched;
  const there = new Set(first);
  for (;;) {
    const unusual = await includedUnusually(fetching.git, needed, lists.value, there);
    if (!unusual.ok) return unusual;
    if (unusual.value.size === 0) return ok(there.size);
    const more = await fetchBlobs(fetching, unusual.value);
    if (!more.ok) return more;
    for (const blob of unusual.value) there.add(blob);
  }
}

async function fetchBlobs(fetching: Fetching, blobs: ReadonlySet<string>): Promise<Result<null, GitProblem>> {
  if (blobs.size === 0) return ok(null);
  const fetched = await fetchObjects(fetching, [...blobs]);
  return fetched.ok
    ? fetched
    : fail({
        kind: 'not-fetched',
        text: fill(messages.filesNotFetched, { files: plural(blobs.size, 'file'), problem: fetched.problem.text }),
      });
}

/** As git itself asks for promised objects: these, and nothing that belongs to them. */
const fetchObjects = (fetching: Fetching, ids: readonly string[]): Promise<Result<null, GitProblem>> =>
  fetching.fetch(['--filter=blob:none'], [], ids.map((id) => `${id}\n`).join(''));

type FileOfCommit = Readonly<{ path: string; blob: string; isMissing: boolean }>;

/** Of each commit its files, none where nothing is missing; folders that are not there are fetched first. */
async function filesOf(
  fetching: Fetching,
  commits: readonly string[],
): Promise<Result<readonly (readonly FileOfCommit[])[], GitProblem>> {
  const folders = await fetchFolders(fetching, commits);
  if (!folders.ok) return folders;
  const missing = await missingObjects(fetching.git, commits);
  if (!missing.ok) return missing;
  if (missing.value.size === 0) return ok(commits.map(() => []));
  const lists: (readonly FileOfCommit[])[] = [];
  for (const commit of commits) {
    const listing = await askGit(fetching.git, ['ls-tree', '-r', '-z', '--full-tree', commit]);
    if (!listing.ok) return listing;
    lists.push(
      listing.value.out
        .toString('utf8')
        .split('\0')
        .flatMap((line) => {
          const [, blob = '', path = ''] = /^\d{6} blob ([0-9a-f]+)\t([^]*)$/.exec(line) ?? [];
          return path === '' ? [] : [{ path, blob, isMissing: missing.value.has(blob) }];
        }),
    );
  }
  return ok(lists);
}

/** A clone with `filter: tree:0` lacks folders too. What is asked for brings all below it, so two rounds do. */
async function fetchFolders(fetching: Fetching, commits: readonly string[]): Promise<Result<null, GitProblem>> {
  for (let round = 0; round < 3; round += 1) {
    const missing = await missingObjects(fetching.git, commits, ['--filter=blob:none']);
    if (!missing.ok || missing.value.size === 0) return missing.ok ? ok(null) : missing;
    const fetched = await fetchObjects(fetching, [...missing.value]);
    if (!fetched.ok)
      return fail({ kind: 'not-fetched', text: fill(messages.foldersNotFetched, { problem: fetched.problem.text }) });
  }
  return ok(null);
}

/**
 * Objects of commits (not of their ancestors) that the clone lacks. This one command of git's asks for none of them.
 */
export async function missingObjects(
  git: Git,
  commits: readonly string[],
  options: readonly string[] = [],
): Promise<Result<ReadonlySet<string>, GitProblem>> {
  const listed = await askGit(git, [
    'rev-list',
    '--objects',
    '--no-object-names',
    '--no-walk=unsorted',
    '--missing=print',
    ...options,
    ...commits,
  ]);
  if (!listed.ok) return listed;
  return ok(new Set([...listed.value.out.toString('latin1').matchAll(/^\?([0-9a-f]+)/gm)].map(([, id = '']) => id)));
}

/**
 * Files of one side only, since a renamed one is one of each; and of the second, what is changed and may hold kernels
 * (other-names.ts).
 */
async function comparedBlobs(
  git: Git,
  [base, head]: readonly [string, string],
): Promise<Result<readonly string[], GitProblem>> {
  const raw = await askGit(git, ['diff-tree', '-r', '--raw', '-z', '--no-renames', base, head]);
  if (!raw.ok) return raw;
  const changes = parseRawChanges(raw.value.out.toString('utf8')) ?? [];
  const [added, deleted] = [
    changes.filter(({ status }) => status === 'A'),
    changes.filter(({ status }) => status === 'D'),
  ];
  const isPaired = added.length === 0 || deleted.length === 0;
  const unpaired = isPaired
    ? []
    : [...added.map(({ headBlob }) => headBlob), ...deleted.map(({ baseBlob }) => baseBlob)];
  const held = changes.filter(({ status, headPath }) => status !== 'D' && mayHoldKernels(headPath));
  return ok([...unpaired, ...held.map(({ headBlob }) => headBlob)]);
}

/** Missing files whose names do not say that they are sources, and that a source includes, or another one of those. */
async function includedUnusually(
  git: Git,
  needed: readonly NeededFiles[],
  lists: readonly (readonly FileOfCommit[])[],
  fetched: ReadonlySet<string>,
): Promise<Result<ReadonlySet<string>, GitProblem>> {
  const blobs = new Set<string>();
  for (const [k, { commit, isNeeded, withIncludes }] of needed.entries()) {
    const files = new Map(
      (lists[k] ?? []).map((file) => [
        file.path,
        { ...file, bytes: file.isMissing && !fetched.has(file.blob) ? 0 : 1 },
      ]),
    );
    if (!withIncludes || ![...files].some(([path, { bytes }]) => bytes === 0 && !isNeeded(path))) continue;
    const includes = await includesOf(git, { commit, files });
    if (!includes.ok) return includes;
    for (const path of includes.value.unusual) {
      const file = files.get(path);
      if (file?.bytes === 0) blobs.add(file.blob);
    }
  }
  return ok(blobs);
}
