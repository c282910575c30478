/** What a clone lacks for the analysis of a commit, or for the comparison of two, is fetched: history, then files. */
import type { Ends } from './history.ts';
import type { Fetching } from './fetching.ts';
import type { GitProblem } from './git.ts';
import type { Result } from '../base/result.ts';
import { plural } from '../report/wording.ts';
import { checkRepository, mergeBaseOf, resolveCommit } from './git.ts';
import { configPath } from '../config/config.ts';
import { fetchFiles } from './missing-files.ts';
import { isBuildFile, isSourceFile, joinPath } from './paths.ts';
import { ok } from '../base/result.ts';
import { reachHistory } from './history.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/** In one line, what was fetched; null: nothing. Revisions that mean nothing here are left for who looks them up. */
export async function completeClone(fetching: Fetching, ends: Ends): Promise<Result<string | null, GitProblem>> {
  const repository = await checkRepository(fetching.git, fetching.repo);
  if (!repository.ok) return repository;
  const history = await reachHistory(fetching, ends);
  if (!history.ok) return history;
  const { commits, mergeBase, wasShallow } = history.value;
  const files = await completeFiles(fetching, ends, mergeBase);
  if (!files.ok) return files;
  const toWhat =
    mergeBase === null ? messages.missingCommits : fill(messages.toMergeBase, { commit: mergeBase.slice(0, 7) });
  const kind = [
    ...(wasShallow && commits > 0 ? ['shallow'] : []),
    ...(fetching.isPartial && files.value > 0 ? ['partial'] : []),
  ].join(' and ');
  const parts = [
    ...(commits === 0 ? [] : [`${plural(commits, 'commit')} ${toWhat}`]),
    ...(files.value === 0 ? [] : [plural(files.value, 'file')]),
  ];
  return ok(
    parts.length === 0
      ? null
      : fill(messages.fetched, {
          what: parts.join(' and '),
          kind: kind === '' ? '' : fill(messages.cloneWas, { kind }),
        }),
  );
}

/**
 * The same for one more file, which an option names, and which may have any name; null: there is none. Gives how many
 * files were fetched.
 */
export async function completeFile(
  fetching: Fetching,
  { base, head }: Ends,
  path: string | null,
): Promise<Result<number, GitProblem>> {
  if (!fetching.isPartial || path === null) return ok(0);
  const last = await resolveCommit(fetching.git, head);
  const tip = base === null ? last : await resolveCommit(fetching.git, base);
  if (!last.ok || !tip.ok) return ok(0);
  const common = await mergeBaseOf(fetching.git, tip.value, last.value);
  const commits = new Set([tip.value, last.value, ...(common.ok ? [common.value] : [])]);
  return fetchFiles(
    fetching,
    [...commits].map((commit) => ({
      commit,
      isNeeded: (one) => one === (joinPath('', path) ?? path),
      withIncludes: false,
    })),
  );
}

/** Files that an analysis may read. */
const isRead = (path: string): boolean => isSourceFile(path) || isBuildFile(path) || path === configPath;

async function completeFiles(
  fetching: Fetching,
  { base, head }: Ends,
  found: string | null,
): Promise<Result<number, GitProblem>> {
  if (!fetching.isPartial) return ok(0);
  const last = await resolveCommit(fetching.git, head);
  if (!last.ok) return ok(0);
  if (base === null) return fetchFiles(fetching, [{ commit: last.value, isNeeded: isRead, withIncludes: true }]);
  const tip = await resolveCommit(fetching.git, base);
  if (!tip.ok) return ok(0);
  const common = found === null ? await mergeBaseOf(fetching.git, tip.value, last.value) : ok(found);
  if (!common.ok) return ok(0);
  // A head that is an ancestor of the base is compared with the base itself.
  const compared = common.value === last.value ? tip.value : common.value;
  return fetchFiles(
    fetching,
    [
      ...(compared === tip.value
        ? []
        : [{ commit: tip.value, isNeeded: (path: string) => path === configPath, withIncludes: false }]),
      { commit: compared, isNeeded: isRead, withIncludes: true },
      { commit: last.value, isNeeded: isRead, withIncludes: true },
    ],
    [compared, last.value],
  );
}
