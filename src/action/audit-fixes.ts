/**
 * Follow-up pull requests of an audit: the proved patches, the worst finding's first, at most so many open at once; and
 * the end of those that are obsolete.
 */
import type { Client } from '../github/octokit.ts';
import type { Finished } from './audit-results.ts';
import type { FixSet } from '../review/fix-sets.ts';
import type { FollowUpTarget } from '../github/follow-up.ts';
import type { GithubProblem } from '../github/problem.ts';
import type { Result } from '../base/result.ts';
import type { Status } from './step.ts';
import { branchLabel, followUps, hasMovedOn } from '../github/follow-up.ts';
import { isReadAllTheSame } from '../verdict/catalogue.ts';
import { findingsOf } from '../report/wording.ts';
import { fixSets } from '../review/fix-sets.ts';
import { offerOf } from '../review/offer.ts';
import { holdsText } from '../github/contents.ts';
import { obsoleteIn } from '../review/obsolete.ts';
import { ok } from '../base/result.ts';
import { ranked } from '../report/ranked.ts';
import { repoOf } from '../github/proposal.ts';
import { say, status } from './step.ts';
import { sayOutcomes } from './fix-mode.ts';
import { serverOf, unwritten } from './connection.ts';
import { messages } from './wording.ts';

export async function offerFixes(finished: Finished, client: Client, login: string, branch: string): Promise<Status> {
  const { step, inputs, target, audit, snapshot, words } = finished;
  const place: FollowUpTarget = {
    ...target.repository,
    base: branch,
    commit: target.head,
    label: branchLabel(branch),
    server: serverOf(step),
  };
  const { sets, notes } = fixSets(
    ranked(
      findingsOf(audit.report).filter((finding) => finding.suppressed === undefined && finding.inBaseline !== true),
    ),
    words.source,
    snapshot.isExactText,
  );
  for (const note of notes) say(step, note);
  const current = await stillThere(client, place, sets);
  const done = !current.ok
    ? current
    : await followUps({
        client,
        target: place,
        login,
        most: inputs.maxFixes,
        isAskedFor: false,
        offers: current.value.map((set) =>
          offerOf(set, words, branch, (path) => snapshot.files.get(path)?.mode ?? null),
        ),
        obsolete: obsoleteIn(
          { report: audit.report, head: target.head, isComplete: audit.report.problems.every(isReadAllTheSame) },
          'whole',
        ),
      });
  if (!done.ok)
    return unwritten(step, messages.pullsWithFixes, '`contents: write` or `pull-requests: write`', done.problem);
  sayOutcomes(step, done.value);
  return status.nothing;
}

/**
 * An audit takes long: where the branch has moved on meanwhile, a patch is offered only where its files are what they
 * were.
 */
async function stillThere(
  client: Client,
  place: FollowUpTarget,
  sets: readonly FixSet[],
): Promise<Result<readonly FixSet[], GithubProblem>> {
  const moved = await hasMovedOn(client, place);
  if (!moved.ok) return moved;
  if (!moved.value) return ok(sets);
  const current: FixSet[] = [];
  for (const set of sets) {
    const held = await areHeld(client, place, set);
    if (!held.ok) return held;
    if (held.value) current.push(set);
  }
  return ok(current);
}

async function areHeld(
  client: Client,
  place: FollowUpTarget,
  { files }: FixSet,
): Promise<Result<boolean, GithubProblem>> {
  for (const { path, before } of files) {
    const held = await holdsText(client, repoOf(place), path, place.base, before);
    if (!held.ok || !held.value) return held;
  }
  return ok(true);
}
