/**
 * The gate as a status of the commit, which GitLab shows in the pipeline beside its jobs: for projects whose job may
 * fail (`allow_failure`), or that require it by name. https://docs.gitlab.com/api/commits/#set-commit-pipeline-status
 */
import type { Client } from './client.ts';
import type { PlatformProblem } from '../platform/problem.ts';
import type { Result } from '../base/result.ts';
import { cutTo } from '../base/cut.ts';
import { fieldsOf, listOf, textOf } from './fields.ts';
import { fail, ok } from '../base/result.ts';
import { persist } from '../platform/persist.ts';

/** Of the job: its project, the commit and number of its pipeline (null: not known). */
export type PipelinePlace = Readonly<{ project: string; sha: string; pipeline: number | null }>;
/** `url`: where more is said; empty: nowhere. */
export type CommitStatus = Readonly<{ state: 'success' | 'failed'; name: string; description: string; url: string }>;

const mostCharacters = 255;

/** A status that says the same is left alone: GitLab takes no change from a state to itself. */
export async function reportStatus(
  client: Client,
  place: PipelinePlace,
  status: CommitStatus,
): Promise<Result<'written' | 'unchanged', PlatformProblem>> {
  const description = cutTo(status.description, mostCharacters);
  const isThere = async (): Promise<Result<'unchanged' | null, PlatformProblem>> => {
    const last = await lastStatus(client, place, status.name);
    return !last.ok
      ? last
      : ok(last.value?.state === status.state && last.value.description === description ? 'unchanged' : null);
  };
  const before = await isThere();
  if (!before.ok) return before;
  if (before.value !== null) return ok(before.value);
  const { project, sha, pipeline } = place;
  return persist<'written' | 'unchanged'>(
    client,
    async () => {
      const answer = await client.write('POST', `/projects/${encodeURIComponent(project)}/statuses/${sha}`, {
        state: status.state,
        name: status.name,
        description,
        ...(status.url === '' || status.url.length > mostCharacters ? {} : { target_url: status.url }),
        ...(pipeline === null ? {} : { pipeline_id: pipeline }),
      });
      // "Another update to this commit status is in progress": as if it had not been heard
      return answer.ok
        ? ok('written')
        : answer.problem.kind === 'conflict'
          ? fail({ ...answer.problem, kind: 'unavailable' })
          : answer;
    },
    async () => {
      const now = await isThere();
      return now.ok && now.value !== null ? ok('written') : now;
    },
  );
}

/** The newest one of this name that nothing took the place of. */
async function lastStatus(
  client: Client,
  { project, sha, pipeline }: PipelinePlace,
  name: string,
): Promise<Result<Readonly<{ state: string; description: string }> | null, PlatformProblem>> {
  const query = new URLSearchParams({
    name,
    order_by: 'id',
    sort: 'desc',
    ...(pipeline === null ? {} : { pipeline_id: `${pipeline}` }),
  });
  const answer = await client.read(
    `/projects/${encodeURIComponent(project)}/repository/commits/${sha}/statuses?${query.toString()}`,
  );
  if (!answer.ok) return answer;
  const [last] = listOf(answer.value).map(fieldsOf);
  return ok(last === undefined ? null : { state: textOf(last['status']), description: textOf(last['description']) });
}
