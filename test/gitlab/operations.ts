/**
 * The operations of GitLab's REST API that the review uses. A request has to fit what GitLab describes (described.ts)
 * and, as JSON Schema that ajv reads, what its pages on https://docs.gitlab.com/api/discussions/, /api/notes/,
 * /api/merge_requests/, /api/users/ and /api/commits/ say beyond that (read November 2026), such as forms of commits.
 * What both leave open is marked. A property, query parameter or operation that is not here is a violation.
 */
import { Ajv } from 'ajv';
import { describedViolations } from './described.ts';

type Schema = Readonly<Record<string, unknown>>;
export type Operation = Readonly<{
  id: string;
  method: string;
  path: RegExp;
  query: Schema;
  request: Schema | null;
  status: number;
  answer: Schema;
}>;

const text = { type: 'string' };
const integer = { type: 'integer' };
const number = { type: 'number' };
const flag = { type: 'boolean' };
const commit = { type: 'string', pattern: '^[0-9a-f]{40}$' };
const closed = (properties: Schema, required: readonly string[] = []): Schema => ({
  type: 'object',
  additionalProperties: false,
  properties,
  required,
});
const open = (properties: Schema, required: readonly string[]): Schema => ({ type: 'object', properties, required });

const user = open({ id: integer, username: text, name: text, state: text, web_url: text }, ['id', 'username']);
const rangeEnd = closed({ line_code: text, type: { enum: ['new', 'old'] }, old_line: text, new_line: text }, [
  'line_code',
  'type',
]);
const position = {
  ...closed(
    {
      base_sha: commit,
      start_sha: commit,
      head_sha: commit,
      position_type: { enum: ['text', 'image', 'file'] },
      new_path: text,
      old_path: text,
      new_line: integer,
      old_line: integer,
      line_range: closed({ start: rangeEnd, end: rangeEnd }),
      width: integer,
      height: integer,
      x: number,
      y: number,
    },
    ['base_sha', 'start_sha', 'head_sha', 'position_type'],
  ),
  // "yes (if the position type is `text`)"
  if: { properties: { position_type: { const: 'text' } } },
  then: { required: ['new_path', 'old_path'] },
};
const note = open(
  {
    id: integer,
    type: { enum: ['DiffNote', 'DiscussionNote', null] },
    body: text,
    author: user,
    system: flag,
    resolvable: flag,
    resolved: flag,
    position: { type: 'object' },
  },
  ['id', 'type', 'body', 'author', 'system', 'resolvable'],
);
const discussion = open({ id: text, individual_note: flag, notes: { type: 'array', items: note, minItems: 1 } }, [
  'id',
  'individual_note',
  'notes',
]);
// the description names no least length; GitLab answers 400 to a blank one, and to more than a million characters
const body = { type: 'string', minLength: 1, maxLength: 1_000_000 };
const nothing = closed({});
const pages = closed({
  page: { type: 'string', pattern: '^\\d+$' },
  per_page: { type: 'string', pattern: '^(?:[1-9]\\d?|100)$' },
});

const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] });
const commitStatus = open(
  {
    id: integer,
    sha: commit,
    ref: text,
    status: text,
    name: text,
    target_url: orNull(text),
    description: orNull(text),
    created_at: text,
    started_at: orNull(text),
    finished_at: orNull(text),
    allow_failure: flag,
    coverage: orNull(number),
    pipeline_id: integer,
    author: user,
  },
  ['id', 'sha', 'status', 'name', 'target_url', 'description'],
);

const request = '/projects/(?<project>\\d+)/merge_requests/(?<number>\\d+)';
export const operations: readonly Operation[] = [
  { id: 'user', method: 'GET', path: /^\/user$/, query: nothing, request: null, status: 200, answer: user },
  {
    id: 'merge request',
    method: 'GET',
    path: new RegExp(`^${request}$`),
    query: nothing,
    request: null,
    status: 200,
    answer: open(
      {
        iid: integer,
        state: { enum: ['opened', 'closed', 'merged', 'locked'] },
        draft: flag,
        web_url: text,
        sha: commit,
        diff_refs: {
          anyOf: [
            { type: 'null' },
            closed({ base_sha: commit, start_sha: commit, head_sha: commit }, ['base_sha', 'start_sha', 'head_sha']),
          ],
        },
      },
      ['iid', 'state', 'draft', 'web_url', 'sha', 'diff_refs'],
    ),
  },
  {
    id: 'discussions',
    method: 'GET',
    path: new RegExp(`^${request}/discussions$`),
    query: pages,
    request: null,
    status: 200,
    answer: { type: 'array', items: discussion },
  },
  {
    id: 'new discussion',
    method: 'POST',
    path: new RegExp(`^${request}/discussions$`),
    query: nothing,
    request: closed({ body, position, created_at: text }, ['body']),
    status: 201,
    answer: discussion,
  },
  {
    id: 'resolve',
    method: 'PUT',
    path: new RegExp(`^${request}/discussions/(?<discussion>[0-9a-f]{40})$`),
    query: nothing,
    request: closed({ resolved: flag }, ['resolved']),
    status: 200,
    answer: discussion,
  },
  {
    id: 'new note',
    method: 'POST',
    path: new RegExp(`^${request}/notes$`),
    query: nothing,
    request: closed({ body, internal: flag, confidential: flag, created_at: text, merge_request_diff_head_sha: text }, [
      'body',
    ]),
    status: 201,
    answer: note,
  },
  {
    id: 'edit note',
    method: 'PUT',
    path: new RegExp(`^${request}/notes/(?<note>\\d+)$`),
    query: nothing,
    request: closed({ body, confidential: flag }, ['body']),
    status: 200,
    answer: note,
  },
  {
    id: 'statuses',
    method: 'GET',
    path: /^\/projects\/(?<project>\d+)\/repository\/commits\/(?<sha>[0-9a-f]{40})\/statuses$/,
    query: closed({
      name: text,
      ref: text,
      stage: text,
      all: text,
      order_by: { enum: ['id', 'pipeline_id'] },
      sort: { enum: ['asc', 'desc'] },
      pipeline_id: { type: 'string', pattern: '^\\d+$' },
      page: text,
      per_page: text,
    }),
    request: null,
    status: 200,
    answer: { type: 'array', items: commitStatus },
  },
  {
    id: 'new status',
    method: 'POST',
    path: /^\/projects\/(?<project>\d+)\/statuses\/(?<sha>[0-9a-f]{40})$/,
    query: nothing,
    status: 201,
    answer: commitStatus,
    request: closed(
      {
        state: { enum: ['pending', 'running', 'success', 'failed', 'canceled', 'skipped'] },
        ref: text,
        name: { ...text, maxLength: 255 },
        context: text,
        target_url: { type: 'string', pattern: '^https?://', maxLength: 255 },
        description: { type: 'string', maxLength: 255 },
        coverage: number,
        pipeline_id: integer,
      },
      ['state'],
    ),
  },
];

const ajv = new Ajv({ strict: false, allErrors: true });
const compiled = new Map(
  operations.map((one) => [
    one.id,
    {
      query: ajv.compile(one.query),
      request: one.request === null ? null : ajv.compile(one.request),
      answer: ajv.compile(one.answer),
    },
  ]),
);

export function requestViolations({ id }: Operation, query: URLSearchParams, sent: unknown): readonly string[] {
  const checks = compiled.get(id);
  if (checks === undefined) return [`${id}: no such operation`];
  const found: string[] = [...describedViolations(id, query, sent)];
  if (!checks.query(Object.fromEntries(query))) found.push(`${id}: query: ${ajv.errorsText(checks.query.errors)}`);
  if (checks.request === null ? sent !== undefined : !checks.request(sent))
    found.push(`${id}: ${checks.request === null ? 'has a body' : ajv.errorsText(checks.request.errors)}`);
  return found;
}

export function answerViolations({ id }: Operation, answer: unknown): readonly string[] {
  const check = compiled.get(id)?.answer;
  return check === undefined || check(answer) ? [] : [`the answer of ${id}: ${ajv.errorsText(check.errors)}`];
}
