/**
 * Mode `doctor`: whether this workflow is set up for what it wants to do. One line for each thing, with the remedy
 * where something is missing. Writes nothing.
 */
import type { Client, Repo } from '../github/octokit.ts';
import type { Git } from '../review/git.ts';
import type { Inputs } from './inputs.ts';
import type { Probe } from '../github/probes.ts';
import type { Status, Step } from './step.ts';
import type { Target } from './event.ts';
import { askGit, checkRepository, gitIn, mergeBaseOf, resolveCommit } from '../review/git.ts';
import { at, repositoryOf } from './payload.ts';
import { compareBranch } from '../github/contents.ts';
import { complain, say, status } from './step.ts';
import { connectFor, failureStatus } from './connection.ts';
import { fetchingOf, placeOf } from './checkout.ts';
import { isShallowClone } from '../review/fetching.ts';
import { probeActions, probeChecks, probeContents, probeIssues, probePulls, probeSetting } from '../github/probes.ts';
import { readEvent } from './event.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

type Check = Readonly<{
  what: string;
  /** Null: it is as it should be. */ remedy: string | null;
  /** Whether what this workflow does cannot be done without it. */ isNeeded: boolean;
}>;

const good = (what: string): Check => ({ what, remedy: null, isNeeded: true });
const bad = (what: string, remedy: string): Check => ({ what, remedy, isNeeded: true });
const wanting = (what: string, remedy: string): Check => ({ what, remedy, isNeeded: false });

export async function runDoctor(step: Step, inputs: Inputs): Promise<Status> {
  const { runner } = step;
  const { name, payload } = runner.event.ok ? runner.event.value : { name: '', payload: {} };
  const event = runner.event.ok ? readEvent(runner.event.value, runner) : runner.event;
  const target = event.ok && event.value.kind !== 'created' && event.value.kind !== 'nothing' ? event.value : null;
  const isOther = ['issue_comment', 'pull_request_review_comment', 'workflow_run'].includes(name);
  const first =
    event.ok || isOther
      ? good(fill(messages.eventName, { event: name }))
      : bad(fill(messages.eventName, { event: name === '' ? '(none)' : name }), event.problem);
  const repository = repositoryOf(runner.repository);
  if (repository === null)
    return report(step, [
      first,
      bad('repository', fill(messages.notInActions, { variable: 'GITHUB_REPOSITORY', command: 'doctor' })),
    ]);
  const client = connectFor(step, inputs);
  if (!client.ok) return report(step, [first, bad('token', client.problem.text)]);
  const known = await client.value.rest((api) => api.pulls.list({ ...repository, state: 'open', per_page: 1 }));
  if (!known.ok) {
    complain(step, 'error', fill(messages.cannotAskGithub, { problem: known.problem.text }));
    return failureStatus(known.problem);
  }
  const clone = await cloneChecks(step, inputs, client.value, repository, target);
  const proxy = runner.proxy === null ? [] : [good(fill(messages.proxyUsed, { proxy: runner.proxy }))];
  return report(step, [
    first,
    ...proxy,
    ...clone,
    ...(await tokenChecks(client.value, repository, inputs, target, defaultBranchIn(payload))),
  ]);
}

function defaultBranchIn(payload: object): string {
  const name = at(payload, 'repository', 'default_branch');
  return typeof name === 'string' && name !== '' ? name : 'main';
}

async function cloneChecks(
  step: Step,
  inputs: Inputs,
  client: Client,
  repository: Repo,
  target: Target | null,
): Promise<readonly Check[]> {
  const checkout = messages.addCheckout;
  const version = await askGit(gitIn('.'), ['--version']);
  if (!version.ok) return [bad('git', version.problem.text)];
  const place = placeOf(step, inputs);
  if (!place.ok)
    return [bad('clone', step.runner.workspace === '' ? fill(messages.noClone, { checkout }) : place.problem)];
  const { clone } = place.value;
  const git = gitIn(clone);
  const there = await checkRepository(git, clone);
  if (!there.ok)
    return [
      bad(
        'clone',
        clone === place.value.workspace
          ? fill(messages.noClone, { checkout })
          : fill(messages.noCloneInFolder, { folder: inputs.workingDirectory, checkout }),
      ),
    ];
  const shallow = await isShallowClone(git);
  const isShallow = shallow.ok && shallow.value;
  const fetching = await fetchingOf(step, inputs, repository, clone);
  const kind = [...(isShallow ? ['shallow'] : []), ...(fetching.isPartial ? ['partial'] : [])].join(' and ');
  if (target === null) return [good(kind === '' ? 'clone' : fill(messages.cloneOfKind, { kind }))];
  const isWhole = target.kind === 'branch' || (await holdsMergeBase(git, target));
  if (isWhole && !fetching.isPartial)
    return [
      good(target.kind !== 'branch' ? messages.cloneWithBase : isShallow ? messages.cloneWithoutHistory : 'clone'),
    ];
  const reached = await fetching.reach();
  if (reached.ok) return [good(fill(messages.cloneFetches, { kind: kind === '' ? messages.withoutCommits : kind }))];
  const problem = reached.problem.text;
  if (isWhole) return [bad('clone', fill(messages.partialClone, { problem }))];
  if (!isShallow)
    return [bad('clone', fill(messages.cloneWithoutCommits, { problem, remedy: messages.checkoutOfEvent }))];
  return [
    bad(
      'clone',
      fill(messages.shallowClone, {
        problem,
        remedy: fill(messages.fullDepth, { depth: await depthWords(client, repository, target) }),
      }),
    ),
  ];
}

async function holdsMergeBase(git: Git, target: Extract<Target, { kind: 'pull' | 'range' }>): Promise<boolean> {
  const base = await resolveCommit(git, target.base);
  const head = await resolveCommit(git, target.head);
  return base.ok && head.ok && (await mergeBaseOf(git, base.value, head.value)).ok;
}

/** How many commits would do: down to the merge base on either side, below the merge commit that is checked out. */
async function depthWords(client: Client, repository: Repo, target: Target): Promise<string> {
  if (target.kind === 'branch') return '';
  const ahead = await compareBranch(client, repository, target.base, target.head);
  const behind = await compareBranch(client, repository, target.head, target.base);
  return ahead.ok && behind.ok
    ? fill(messages.enoughDepth, { commits: Math.max(ahead.value.ahead, behind.value.ahead) + 2 })
    : '';
}

async function tokenChecks(
  client: Client,
  repository: Repo,
  inputs: Inputs,
  target: Target | null,
  branch: string,
): Promise<readonly Check[]> {
  const isFork = target?.kind === 'pull' && target.isFork;
  const add = (permission: string): string =>
    isFork ? messages.forkToken : fill(messages.addPermission, { permission });
  const permission = (name: string, use: string, probe: Probe, isNeeded: boolean): Check => {
    const what = fill(messages.permission, { permission: name, use });
    if (probe.kind === 'granted' || probe.kind === 'switched-off') return good(what);
    return {
      what,
      remedy: probe.kind === 'lacking' ? add(name) : fill(messages.notChecked, { because: probe.because }),
      isNeeded: isNeeded && probe.kind === 'lacking',
    };
  };
  const pulls = await probePulls(client, repository, branch);
  return [
    permission('pull-requests: write', messages.forPulls, pulls, true),
    permission('contents: write', messages.forContents, await probeContents(client, repository), false),
    permission('checks: write', messages.forChecks, await probeChecks(client, repository), inputs.checkRun),
    permission('issues: write', messages.forIssues, await probeIssues(client, repository), false),
    permission('actions: write', messages.forActions, await probeActions(client, repository), false),
    settingCheck(pulls.kind === 'switched-off' ? pulls : await probeSetting(client, repository)),
  ];
}

function settingCheck(probe: Probe): Check {
  const what = messages.mayOpenPulls;
  if (probe.kind === 'granted') return good(what);
  return wanting(
    what,
    probe.kind === 'untold' ? fill(messages.settingUnknown, { because: probe.because }) : messages.settingOff,
  );
}

function report(step: Step, checks: readonly Check[]): Status {
  for (const { what, remedy, isNeeded } of checks) {
    if (remedy === null) say(step, fill(messages.doctorGood, { what }));
    else complain(step, isNeeded ? 'error' : 'notice', fill(messages.doctor, { what, remedy }));
  }
  return checks.some((check) => check.remedy !== null && check.isNeeded) ? status.setup : status.nothing;
}
