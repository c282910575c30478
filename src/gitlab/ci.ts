/**
 * What GitLab CI says of its job, from its predefined variables. Pure.
 *
 * In the pipeline of a fork's merge request CI_PROJECT_ID is the fork, and the merge request is in
 * CI_MERGE_REQUEST_PROJECT_ID. In a pipeline for merged results CI_COMMIT_SHA is a commit that GitLab made of source
 * and target, and the head of the merge request is CI_MERGE_REQUEST_SOURCE_BRANCH_SHA, which is empty in others.
 * https://docs.gitlab.com/ci/variables/predefined_variables/
 */
import type { PipelinePlace } from './statuses.ts';
import type { Result } from '../base/result.ts';
import { fail, ok } from '../base/result.ts';
import { fill } from '../base/message.ts';
import { oneLine } from '../base/one-line.ts';
import { withoutTrailing } from '../base/trailing.ts';
import { messages } from './wording.ts';

type Variables = Readonly<Record<string, string | undefined>>;

export type CiJob = Readonly<{
  /** `https://gitlab.example.com/api/v4` */
  apiUrl: string;
  /** Of the merge request's project. */
  project: string;
  /** The number of the merge request in its project. */
  number: number;
  /** Its merge base when the pipeline was made. */
  base: string;
  head: string;
  isFork: boolean;
  /** The pipeline of the job, in its own project. */
  pipeline: PipelinePlace;
  /** Where lines of the head can be looked at; null: not known. */
  projectUrl: string | null;
  /** What the job may fetch from, and the token for it; null: not known. */
  clone: Readonly<{ url: string; token: string }> | null;
}>;

/** The problem is one line for the user. */
export function jobIn(env: Variables): Result<CiJob, string> {
  const value = (name: string): string => env[name] ?? '';
  if (value('CI_API_V4_URL') === '') return fail(fill(messages.notInCi, { variable: 'CI_API_V4_URL' }));
  if (value('CI_MERGE_REQUEST_IID') === '')
    return fail(fill(messages.notMergeRequest, { variable: 'CI_MERGE_REQUEST_IID' }));
  const problems: string[] = [];
  const checked = (name: string, form: RegExp, what: string): string => {
    if (!form.test(value(name)))
      problems.push(fill(messages.badVariable, { variable: name, value: JSON.stringify(oneLine(value(name))), what }));
    return value(name);
  };
  const target = value('CI_MERGE_REQUEST_PROJECT_ID') === '' ? 'CI_PROJECT_ID' : 'CI_MERGE_REQUEST_PROJECT_ID';
  const headIn =
    value('CI_MERGE_REQUEST_SOURCE_BRANCH_SHA') === '' ? 'CI_COMMIT_SHA' : 'CI_MERGE_REQUEST_SOURCE_BRANCH_SHA';
  const apiUrl = withoutTrailing(checked('CI_API_V4_URL', /^https?:\/\/[^\s@]+$/, messages.anAddress), /\//);
  const project = checked(target, /^\d{1,18}$/, messages.aNumber);
  const number = Number(checked('CI_MERGE_REQUEST_IID', /^\d{1,15}$/, messages.aNumber));
  const base = checked('CI_MERGE_REQUEST_DIFF_BASE_SHA', /^[0-9a-f]{40,64}$/, messages.aCommit);
  const head = checked(headIn, /^[0-9a-f]{40,64}$/, messages.aCommit);
  const own = {
    project: checked('CI_PROJECT_ID', /^\d{1,18}$/, messages.aNumber),
    sha: checked('CI_COMMIT_SHA', /^[0-9a-f]{40,64}$/, messages.aCommit),
  };
  const pipeline = value('CI_PIPELINE_ID');
  const [first] = problems;
  if (first !== undefined) return fail(first);
  const source = value('CI_MERGE_REQUEST_SOURCE_PROJECT_ID');
  const [address, job] = [addressIn(value('CI_PROJECT_URL')), value('CI_JOB_TOKEN')];
  return ok({
    apiUrl,
    project,
    number,
    base,
    head,
    isFork: source !== '' && source !== project,
    pipeline: { ...own, pipeline: /^\d{1,15}$/.test(pipeline) ? Number(pipeline) : null },
    projectUrl: addressIn(value('CI_MERGE_REQUEST_SOURCE_PROJECT_URL')) ?? address,
    clone: address === null || job === '' ? null : { url: `${address}.git`, token: job },
  });
}

const addressIn = (text: string): string | null =>
  /^https?:\/\/[^\s@<>"]+$/.test(text) ? withoutTrailing(text, /\//) : null;

/** The token that may write; null: there is none, as in the pipeline of a fork. `variable`: its name. */
export function tokenIn(env: Variables, variable: string): Result<string | null, string> {
  const token = env[variable] ?? '';
  if (token === '') return ok(null);
  if (token === env['CI_JOB_TOKEN']) return fail(fill(messages.jobToken, { variable }));
  return /^[\x21-\x7e]+$/.test(token) ? ok(token) : fail(fill(messages.badToken, { variable }));
}
