/**
 * Brings in the commits that a comparison needs: both ends, and what lies between them and their merge base. Of a
 * shallow clone the history is deepened step by step, because all of it may be very long.
 *
 * A merge base that is found in a cut history may be a wrong one: a newer one may lie behind the cut. It counts once no
 * commit that is cut off is left among those that only one end has.
 *
 *   base  o--o--o--+           cut at `+`: the common ancestor through `m` is found first,
 *   head  o--m--x  +--y        and `y`, which is newer, only after deepening
 */
import { readFileSync } from 'node:fs';
import type { Fetching } from './fetching.ts';
import type { Git, GitProblem } from './git.ts';
import type { Result } from '../base/result.ts';
import { askGit, resolveCommit } from './git.ts';
import { fail, ok } from '../base/result.ts';
import { fetchedRef, isShallowClone } from './fetching.ts';
import { attempt } from '../base/attempt.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/** `base` null: nothing is compared. */
export type Ends = Readonly<{ base: string | null; head: string }>;
/** `commits`: how many were fetched. `mergeBase`: null where it was not looked for. */
export type History = Readonly<{ commits: number; mergeBase: string | null; wasShallow: boolean }>;

/** How many commits of a missing end are fetched from a shallow clone; then by how many all ends are deepened. */
export const firstDepth = 64;
const deeper = [256, 2048, 16_384];

export async function reachHistory(fetching: Fetching, { base, head }: Ends): Promise<Result<History, GitProblem>> {
  const { git } = fetching;
  const shallow = await isShallowClone(git);
  if (!shallow.ok) return shallow;
  const ends = [...new Set(base === null ? [head] : [base, head])];
  const before = await presentOf(git, ends);
  const missing = ends.filter((end) => !before.includes(end));
  // A name that means nothing here, or what may not be fetched, is the user's mistake, and is reported where it is
  // looked up.
  if (!fetching.mayFetch || missing.some((end) => !isFullId(end)) || (missing.length === 0 && !shallow.value))
    return ok({ commits: 0, mergeBase: null, wasShallow: shallow.value });
  const counted = await countOf(git, before);
  const done = async (isFetched: boolean, mergeBase: string | null): Promise<Result<History, GitProblem>> =>
    ok({
      commits: isFetched ? Math.max(0, (await countOf(git, ends)) - counted) : 0,
      mergeBase,
      wasShallow: shallow.value,
    });
  if (missing.length > 0) {
    const fetched = await fetching.fetch(
      shallow.value ? [`--depth=${firstDepth}`] : [],
      missing.map((commit) => `+${commit}:${fetchedRef(commit)}`),
    );
    if (!fetched.ok)
      return fail(
        notReached(fill(messages.commitNotFetched, { commit: missing[0] ?? '' }), shallow.value, fetched.problem),
      );
  }
  if (base === null || !shallow.value) return done(missing.length > 0, null);
  const ids = await idsOf(git, ends);
  if (!ids.ok) return ids;
  let found = await certainMergeBase(git, ids.value);
  let isDeepened = false;
  for (const by of [...deeper, null]) {
    if (!found.ok) return found;
    if (found.value !== null || !isStillShallow(await isShallowClone(git))) break;
    const fetched = await fetching.fetch([by === null ? '--unshallow' : `--deepen=${by}`], ids.value);
    if (!fetched.ok) return fail(notReached(messages.historyNotFetched, true, fetched.problem));
    isDeepened = true;
    found = await certainMergeBase(git, ids.value);
  }
  return found.ok ? done(missing.length > 0 || isDeepened, found.value) : found;
}

const isFullId = (revision: string): boolean => /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(revision);
const isStillShallow = (shallow: Result<boolean, GitProblem>): boolean => shallow.ok && shallow.value;

/** The tip of a branch of the remote, kept under a reference. */
export async function fetchBranch(fetching: Fetching, branch: string): Promise<Result<string, GitProblem>> {
  const shallow = await isShallowClone(fetching.git);
  if (!shallow.ok) return shallow;
  const place = fetchedRef(`heads/${branch}`);
  const fetched = await fetching.fetch(shallow.value ? [`--depth=${firstDepth}`] : [], [
    `+refs/heads/${branch}:${place}`,
  ]);
  return fetched.ok
    ? resolveCommit(fetching.git, place)
    : fail(notReached(fill(messages.branchNotFetched, { branch }), shallow.value, fetched.problem));
}

export const notReached = (what: string, isShallow: boolean, { text }: GitProblem): GitProblem => ({
  kind: 'not-fetched',
  text: `${what}: ${text}${isShallow ? messages.shallowRemedy : ''}`,
});

async function presentOf(git: Git, revisions: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(revisions.map((revision) => resolveCommit(git, revision)));
  return revisions.filter((_, k) => found[k]?.ok === true);
}

async function idsOf(git: Git, revisions: readonly string[]): Promise<Result<readonly string[], GitProblem>> {
  const ids: string[] = [];
  for (const revision of revisions) {
    const id = await resolveCommit(git, revision);
    if (!id.ok) return id;
    ids.push(id.value);
  }
  return ok(ids);
}

async function countOf(git: Git, revisions: readonly string[]): Promise<number> {
  if (revisions.length === 0) return 0;
  const answer = await git(['rev-list', '--count', '--end-of-options', ...revisions]);
  return answer.ok && answer.value.status === 0 ? Number(answer.value.out.toString('utf8').trim()) : 0;
}

/** The merge base, if no deeper history can change it; null: there is none yet. */
async function certainMergeBase(git: Git, ids: readonly string[]): Promise<Result<string | null, GitProblem>> {
  const [first = '', second = first] = ids;
  const answer = await askGit(git, ['merge-base', '--all', first, second], [0, 1]);
  if (!answer.ok) return answer;
  const bases = linesOf(answer.value.out);
  const [base] = bases;
  if (base === undefined) return ok(null);
  const place = await askGit(git, ['rev-parse', '--path-format=absolute', '--git-path', 'shallow']);
  if (!place.ok) return place;
  const text = attempt(() => readFileSync(place.value.out.toString('utf8').replace(/\r?\n$/, ''), 'utf8'));
  if (text === null) return ok(base);
  const cut = new Set(text.split('\n'));
  const apart = await askGit(git, ['rev-list', first, second, '--not', ...bases]);
  if (!apart.ok) return apart;
  return ok(linesOf(apart.value.out).some((commit) => cut.has(commit)) ? null : base);
}

const linesOf = (out: Buffer): readonly string[] =>
  out
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '');
