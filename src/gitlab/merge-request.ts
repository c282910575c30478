/** A merge request, and whose token we have. */
import type { Client } from './client.ts';
import type { PlatformProblem } from '../platform/problem.ts';
import type { Result } from '../base/result.ts';
import { fail, ok } from '../base/result.ts';
import { fieldsOf, numberOf, textOf } from './fields.ts';
import { problem } from './client.ts';
import { messages } from './wording.ts';

export type RequestPlace = Readonly<{ project: string; number: number }>;
/** The commits between which GitLab shows the diff: their merge base, the tip of the target and the head. */
export type DiffRefs = Readonly<{ base: string; start: string; head: string }>;
export type MergeRequest = Readonly<{
  state: string;
  isDraft: boolean;
  url: string;
  /** The commit that it has now. */
  head: string;
  /** Null while GitLab prepares the diff. */
  refs: DiffRefs | null;
}>;
export type Account = Readonly<{ id: number; login: string }>;

export const pathOf = ({ project, number }: RequestPlace): string =>
  `/projects/${encodeURIComponent(project)}/merge_requests/${number}`;

export async function readMergeRequest(
  client: Client,
  place: RequestPlace,
): Promise<Result<MergeRequest, PlatformProblem>> {
  const answer = await client.read(pathOf(place));
  if (!answer.ok) return answer;
  const fields = fieldsOf(answer.value);
  const refs = fieldsOf(fields['diff_refs']);
  const [base, start, head] = [textOf(refs['base_sha']), textOf(refs['start_sha']), textOf(refs['head_sha'])];
  const now = head === '' ? textOf(fields['sha']) : head;
  if (now === '') return fail(problem('unexpected', messages.brokenAnswer));
  return ok({
    state: textOf(fields['state']),
    isDraft: fields['draft'] === true,
    url: textOf(fields['web_url']),
    head: now,
    refs: base === '' || start === '' || head === '' ? null : { base, start, head },
  });
}

/** Whoever the token is of: of a project access token, a bot of the project. */
export async function readAccount(client: Client): Promise<Result<Account, PlatformProblem>> {
  const answer = await client.read('/user');
  if (!answer.ok) return answer;
  const fields = fieldsOf(answer.value);
  const account = { id: numberOf(fields['id']), login: textOf(fields['username']) };
  return account.id > 0 && account.login !== '' ? ok(account) : fail(problem('unexpected', messages.brokenAnswer));
}
