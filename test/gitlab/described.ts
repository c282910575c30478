/**
 * What GitLab's own description of its REST API says of the requests that the review sends: names, types, what is
 * required, and choices. Facts only, for these operations: the description itself (CC BY-SA 4.0) is not kept here.
 *
 * Read in November 2026 from gitlabhq/gitlabhq: merge requests in doc/api/openapi/openapi_v3.yaml at 045bf877;
 * discussions and notes in the declarations that GitLab makes it from (lib/api/discussions.rb since 16.4, with the
 * position type `file`; lib/api/notes.rb at 017a6c12); statuses as a client has them that is generated from it
 * (getApiV4ProjectsIdRepositoryCommitsShaStatuses, postApiV4ProjectsIdStatusesSha).
 *
 * Compared with the pages of the same repository: doc/api/discussions.md at 00f1d9a3 ("Create new merge request
 * thread", "Parameters for multiline comments", "Resolve a merge request thread"), doc/api/notes.md at 077b92f7
 * ("Create new merge request note", "Modify existing merge request note") and doc/api/users.md at 000087ab ("List
 * current user"). Where a page asks for more than the declarations, both hold here: `body` of a note that is edited,
 * `line_code` and `type` of both ends of a range of lines. What only a page has is not taken: `commit_id` of a new
 * thread, and `sudo` of `/user`, which is for administrators. `/user` takes nothing else. On the page `x` and `y` of
 * images are floats.
 */
export type Type = 'string' | 'integer' | 'boolean' | 'number';
/** `fields`: of an object. */
export type Parameter =
  | Readonly<{ type: Type; isRequired?: boolean; choices?: readonly string[] }>
  | Readonly<{ fields: Readonly<Record<string, Parameter>>; isRequired?: boolean }>;
export type Parameters = Readonly<Record<string, Parameter>>;
/** `path`: as GitLab writes it, below `/api/v4`. `body`: null: it takes none. */
export type Described = Readonly<{ method: string; path: string; query: Parameters; body: Parameters | null }>;

const string: Parameter = { type: 'string' };
const integer: Parameter = { type: 'integer' };
const boolean: Parameter = { type: 'boolean' };
const number: Parameter = { type: 'number' };
const needed = <One extends Parameter>(one: One): One => ({ ...one, isRequired: true });
const oneOf = (...choices: readonly string[]): Parameter => ({ type: 'string', choices });
const pagination: Parameters = { page: integer, per_page: integer };

/** The numbers of lines are texts here, and numbers beside it. */
const rangeEnd: Parameter = {
  fields: { line_code: needed(string), type: needed(oneOf('new', 'old')), old_line: string, new_line: string },
};
const position: Parameter = {
  fields: {
    base_sha: needed(string),
    start_sha: needed(string),
    head_sha: needed(string),
    position_type: needed(oneOf('text', 'image', 'file')),
    new_path: string,
    new_line: integer,
    old_path: string,
    old_line: integer,
    width: integer,
    height: integer,
    x: number,
    y: number,
    line_range: { fields: { start: rangeEnd, end: rangeEnd } },
  },
};

const request = '/projects/{id}/merge_requests/{noteable_id}';
/** By the ids of operations.ts. */
export const described: Readonly<Record<string, Described>> = {
  user: { method: 'GET', path: '/user', query: {}, body: null },
  'merge request': {
    method: 'GET',
    path: '/projects/{id}/merge_requests/{merge_request_iid}',
    body: null,
    query: { render_html: boolean, include_diverged_commits_count: boolean, include_rebase_in_progress: boolean },
  },
  discussions: { method: 'GET', path: `${request}/discussions`, query: pagination, body: null },
  'new discussion': {
    method: 'POST',
    path: `${request}/discussions`,
    query: {},
    body: { body: needed(string), created_at: string, position },
  },
  resolve: {
    method: 'PUT',
    path: `${request}/discussions/{discussion_id}`,
    query: {},
    body: { resolved: needed(boolean) },
  },
  'new note': {
    method: 'POST',
    path: `${request}/notes`,
    query: {},
    body: {
      body: needed(string),
      confidential: boolean,
      internal: boolean,
      created_at: string,
      merge_request_diff_head_sha: string,
    },
  },
  'edit note': {
    method: 'PUT',
    path: `${request}/notes/{note_id}`,
    query: {},
    body: { body: needed(string), confidential: boolean },
  },
  statuses: {
    method: 'GET',
    path: '/projects/{id}/repository/commits/{sha}/statuses',
    body: null,
    query: {
      ref: string,
      stage: string,
      name: string,
      pipeline_id: integer,
      all: boolean,
      order_by: oneOf('id', 'pipeline_id'),
      sort: oneOf('asc', 'desc'),
      ...pagination,
    },
  },
  'new status': {
    method: 'POST',
    path: '/projects/{id}/statuses/{sha}',
    query: {},
    body: {
      state: needed(oneOf('pending', 'running', 'success', 'failed', 'canceled', 'skipped')),
      ref: string,
      target_url: string,
      description: string,
      name: string,
      context: string,
      coverage: number,
      pipeline_id: integer,
    },
  },
};

/** What is wrong with a request by these facts, in words. */
export function describedViolations(id: string, query: URLSearchParams, sent: unknown): readonly string[] {
  const facts = described[id];
  if (facts === undefined) return [`${id}: GitLab describes no such operation`];
  const asked = Object.fromEntries(
    [...query].map(([name, value]): [string, unknown] => [name, valueOf(facts.query[name], value)]),
  );
  if (facts.body === null)
    return [
      ...objectViolations(`${id} query`, facts.query, asked),
      ...(sent === undefined ? [] : [`${id}: takes no body`]),
    ];
  return [...objectViolations(`${id} query`, facts.query, asked), ...objectViolations(id, facts.body, sent)];
}

/** All is text in a query. */
function valueOf(parameter: Parameter | undefined, text: string): unknown {
  if (parameter === undefined || 'fields' in parameter || parameter.type === 'string') return text;
  return parameter.type === 'boolean'
    ? text === 'true'
      ? true
      : text === 'false'
        ? false
        : text
    : /^\d+$/.test(text)
      ? Number(text)
      : text;
}

function objectViolations(where: string, parameters: Parameters, sent: unknown): readonly string[] {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return [`${where}: is no object`];
  const given = new Map<string, unknown>(Object.entries(sent));
  return [
    ...[...given.keys()]
      .filter((name) => parameters[name] === undefined)
      .map((name) => `${where}: ${name} is not described`),
    ...Object.entries(parameters).flatMap(([name, parameter]) => {
      const value = given.get(name);
      if (value === undefined) return parameter.isRequired === true ? [`${where}: ${name} is missing`] : [];
      if ('fields' in parameter) return objectViolations(`${where}.${name}`, parameter.fields, value);
      const { type, choices } = parameter;
      const fits = type === 'integer' ? Number.isSafeInteger(value) : typeof value === type;
      return !fits
        ? [`${where}: ${name} is no ${type}`]
        : choices !== undefined && !(typeof value === 'string' && choices.includes(value))
          ? [`${where}: ${name} is none of ${choices.join(', ')}`]
          : [];
    }),
  ];
}
