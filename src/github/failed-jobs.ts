/**
 * The jobs of GitHub Actions that failed at the head of a pull request because of what we found, and starting one
 * again. A job is one of ours where we left an error there: what it is called, and by which workflow, is the
 * repository's own business.
 */
import type { Client, Repo } from './octokit.ts';
import type { GithubProblem } from './problem.ts';
import type { Result } from '../base/result.ts';
import { ok } from '../base/result.ts';

export type FailedJob = Readonly<{ id: number; run: number; name: string }>;

const [mostChecks, mostJobs] = [1000, 20];
/** The slug of the app that reports the jobs. */
const actions = 'github-actions';

/** `title`: of the annotations that our errors leave. The latest attempt of each job of a `pull_request` workflow. */
export async function failedJobs(
  client: Client,
  repo: Repo,
  head: string,
  title: string,
): Promise<Result<readonly FailedJob[], GithubProblem>> {
  const list = await client.pages(
    (octokit, upToMost) =>
      octokit.paginate(
        octokit.rest.checks.listForRef,
        { ...repo, ref: head, status: 'completed', per_page: 100 },
        upToMost,
      ),
    mostChecks,
  );
  if (!list.ok) return list;
  const failed = list.value.flatMap((run) =>
    run.conclusion === 'failure' && run.app?.slug === actions ? jobOf(run.name, run.details_url ?? '') : [],
  );
  const ours: FailedJob[] = [];
  for (const job of failed.slice(0, mostJobs)) {
    const isOurs = await hasError(client, repo, job, title);
    if (!isOurs.ok) return isOurs;
    if (!isOurs.value) continue;
    const run = await client.rest((api) => api.actions.getWorkflowRun({ ...repo, run_id: job.run }));
    if (!run.ok) return run;
    if (/^pull_request(?:_target)?$/.test(run.value.event)) ours.push(job);
  }
  return ok(ours);
}

/** `https://github.com/OWNER/REPO/actions/runs/RUN/job/JOB`; a check run that is no job has no such address. */
function jobOf(name: string, url: string): readonly FailedJob[] {
  const [, run, id] = /\/actions\/runs\/(\d{1,15})\/job\/(\d{1,15})$/.exec(url) ?? [];
  return run === undefined || id === undefined ? [] : [{ id: Number(id), run: Number(run), name }];
}

async function hasError(
  client: Client,
  repo: Repo,
  job: FailedJob,
  title: string,
): Promise<Result<boolean, GithubProblem>> {
  const annotations = await client.rest((api) =>
    api.checks.listAnnotations({ ...repo, check_run_id: job.id, per_page: 100 }),
  );
  return annotations.ok
    ? ok(annotations.value.some((one) => one.title === title && one.annotation_level === 'failure'))
    : annotations;
}

/** Needs `actions: write`. Sent once: after a lost answer it may run already. */
export async function runAgain(client: Client, repo: Repo, job: FailedJob): Promise<Result<null, GithubProblem>> {
  const started = await client.rest((api) => api.actions.reRunJobForWorkflowRun({ ...repo, job_id: job.id }));
  return started.ok ? ok(null) : started;
}
