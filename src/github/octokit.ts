/**
 * The only file that knows Octokit. Gives typed requests whose failures are values.
 *
 * Reads are repeated by the retry plugin on 5xx and lost answers, a bounded number of times. Writes never are: a write
 * without an answer may have happened, so who writes first looks whether it did ({@link persist}). Rate limits are
 * waited for (`retry-after`, else the reset time) within a bound, by the throttling plugin, which also keeps GitHub's
 * advice of one write a second. GraphQL's queries read, though they are POST: they have an Octokit of their own without
 * that pace ({@link persist} waits for their limits). The token goes to the API's own origin only.
 */
import type { Result } from '../base/result.ts';
import type { GithubProblem } from './problem.ts';
import { Octokit } from '@octokit/rest';
import { fail, ok } from '../base/result.ts';
import { retry } from '@octokit/plugin-retry';
import { throttling } from '@octokit/plugin-throttling';
import { oneLine } from '../base/one-line.ts';
import { secondsIn } from '../platform/retry-after.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

type GithubSettings = Readonly<{
  /**
   * `https://api.github.com`, or an enterprise server's `https://host/api/v3`, to which `https://host/api/graphql`
   * belongs.
   */
  apiUrl: string;
  token: string;
  /** How requests are sent, through a proxy where one has to be. */
  fetch: typeof fetch;
  /** The proxy that `fetch` uses, `host:port`, for messages; null: none. */
  proxy: string | null;
  userAgent: string;
  /** Waits longer than this are given up with a clear line. */
  mostWaitSeconds: number;
  sleep: (seconds: number) => Promise<void>;
  /** A request without an answer is given up after so long; not given: a minute. */
  answerSeconds?: number;
  /** Keeps GitHub's advised pace of writes, and a second's pause before a read is repeated; a test need not. */
  paced: boolean;
  /** One line about waiting and repeating. Never contains the token. */
  log: (line: string) => void;
}>;

export type Repo = Readonly<{ owner: string; repo: string }>;
export type Client = Readonly<{
  /** One request of GitHub's REST API, repeated only when it is a read. */
  rest: <T>(send: (api: RestApi) => Promise<Readonly<{ data: T }>>) => Promise<Result<T, GithubProblem>>;
  /** A list over all of its pages, up to `most` entries: `list` calls `octokit.paginate` and passes it `upToMost`. */
  pages: <T>(
    list: (octokit: Paginating, upToMost: UpToMost) => Promise<readonly T[]>,
    most: number,
  ) => Promise<Result<readonly T[], GithubProblem>>;
  graphql: (query: string, variables: Readonly<Record<string, unknown>>) => Promise<Result<unknown, GithubProblem>>;
  sleep: (seconds: number) => Promise<void>;
  mostWaitSeconds: number;
}>;
type RestApi = Octokit['rest'];
type Paginating = Pick<Octokit, 'paginate' | 'rest'>;
/** What `octokit.paginate` does with each page: keeps its entries, and ends when there are enough. */
type UpToMost = <T>(page: Readonly<{ data: T[] }>, done: () => void) => T[];

const readRetries = 3;
const limitRetries = 2;

export function connect(settings: GithubSettings): Result<Client, GithubProblem> {
  const base = parseUrl(settings.apiUrl);
  if (base === null)
    return fail(problem('unexpected', fill(messages.badApiUrl, { address: oneLine(settings.apiUrl) })));
  if (settings.token === '') return fail(problem('unauthorized', messages.noToken));
  // What does not fit into a header stands in the words of the error, where the runner may not know it for the token.
  if (!/^[\x21-\x7e]+$/.test(settings.token)) return fail(problem('unauthorized', messages.badToken));
  const [octokit, queries] = [makeOctokit(settings, base, settings.paced), makeOctokit(settings, base, false)];
  const settle = settledBy(settings.proxy);
  return ok({
    rest: (send) => settle(() => send(octokit.rest)),
    pages: (list, most) => settle(async () => ({ data: (await list(octokit, upTo(most))).slice(0, most) })),
    graphql: async (query, variables) => {
      const answer = await settle(async () => ({
        data: await (query.startsWith('query') ? queries : octokit).graphql<unknown>(query, { ...variables }),
      }));
      return answer.ok && (typeof answer.value !== 'object' || answer.value === null)
        ? fail(problem('unavailable', messages.brokenAnswer))
        : answer;
    },
    sleep: settings.sleep,
    mostWaitSeconds: settings.mostWaitSeconds,
  });
}

function upTo(most: number): UpToMost {
  let seen = 0;
  return ({ data }, done) => {
    seen += data.length;
    if (seen >= most) done();
    return data;
  };
}

function makeOctokit(settings: GithubSettings, base: URL, throttled: boolean): Octokit {
  const wait =
    (what: string) =>
    (seconds: number, options: object, _octokit: unknown, count: number): boolean => {
      const again = seconds <= settings.mostWaitSeconds && count < limitRetries;
      const path = 'url' in options && typeof options.url === 'string' ? options.url : 'a request';
      settings.log(
        again ? fill(messages.waiting, { what, path, seconds }) : fill(messages.notWaiting, { what, path, seconds }),
      );
      return again;
    };
  const octokit = new (Octokit.plugin(retry, throttling))({
    auth: settings.token,
    baseUrl: base.href.replace(/\/$/, ''),
    userAgent: settings.userAgent,
    request: { fetch: remembering(sameOriginFetch(settings.fetch, base.origin, settings.answerSeconds ?? 60)) },
    log: { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined },
    retry: {
      retries: readRetries,
      retryAfterBaseValue: settings.paced ? 1000 : 1,
      doNotRetry: [400, 401, 403, 404, 410, 422, 429, 451],
    },
    throttle: {
      enabled: throttled,
      onRateLimit: wait('rate limit'),
      onSecondaryRateLimit: wait('secondary rate limit'),
      id: settings.apiUrl,
    },
  });
  octokit.hook.before('request', (options) => {
    if (options.method !== 'GET' && options.method !== 'HEAD') options.request = { ...options.request, retries: 0 };
  });
  return octokit;
}

/**
 * Fetch that keeps to one origin: a redirect elsewhere is an error, so the token cannot be taken along. Its answer has
 * to be there, whole, within a time.
 */
function sameOriginFetch(send: typeof fetch, origin: string, answerSeconds: number): typeof fetch {
  return async (input, init) => {
    let address = new URL(input instanceof Request ? input.url : input);
    const signal = AbortSignal.timeout(answerSeconds * 1000);
    for (let hop = 0; hop < 4; hop += 1) {
      if (address.origin !== origin) throw new Error(fill(messages.leavesOrigin, { origin, origin2: address.origin }));
      const answer = await send(address, { ...init, redirect: 'manual', signal });
      const location = answer.headers.get('location');
      if (![301, 302, 307, 308].includes(answer.status) || location === null) return answer;
      address = new URL(location, address);
    }
    throw new Error(messages.tooManyRedirects);
  };
}

const mostRemembered = 50;
const mostRememberedBytes = 1024 * 1024;

/**
 * What was read before is asked for with its ETag: GitHub counts no request for "not modified", and the answer is the
 * one that is here. For one run of the program only.
 * https://docs.github.com/en/rest/using-the-rest-api/best-practices-for-using-the-rest-api#use-conditional-requests-if-appropriate
 */
function remembering(send: typeof fetch): typeof fetch {
  const known = new Map<string, Readonly<{ tag: string; headers: Headers; text: string }>>();
  return async (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    if ((init?.method ?? 'GET') !== 'GET') return send(input, init);
    const before = known.get(address);
    const headers = new Headers(init?.headers);
    if (before !== undefined) headers.set('if-none-match', before.tag);
    const answer = await send(input, { ...init, headers });
    if (answer.status === 304 && before !== undefined) return answerFrom(address, before.text, before.headers);
    const tag = answer.headers.get('etag');
    if (answer.status !== 200 || tag === null || (known.size >= mostRemembered && before === undefined)) return answer;
    const text = await answer.text();
    if (text.length <= mostRememberedBytes) known.set(address, { tag, headers: answer.headers, text });
    return answerFrom(address, text, answer.headers);
  };
}

/** With its address, which `octokit.paginate` reads of lists in an object (`check_runs`). */
function answerFrom(address: string, text: string, headers: Headers): Response {
  return Object.defineProperty(new Response(text, { status: 200, headers }), 'url', { value: address });
}

type Settle = <T>(send: () => Promise<Readonly<{ data: T }>>) => Promise<Result<T, GithubProblem>>;

const settledBy =
  (proxy: string | null): Settle =>
  async (send) => {
    try {
      return ok((await send()).data);
    } catch (error) {
      return fail(problemOf(error, proxy));
    }
  };

/** Octokit throws; here its errors become values. Anything that is not a failed request is read as "no answer". */
function problemOf(error: unknown, proxy: string | null): GithubProblem {
  const status = numberField(error, 'status');
  const needed = status === 403 ? permissionsIn(headerOf(error, 'x-accepted-github-permissions')) : '';
  const detail = [detailOf(error), needed].filter((part) => part !== '').join('; ');
  const retryAfterSeconds = waitIn(error);
  const shown = detail === '' ? '' : `: ${detail}`;
  const limited =
    status === 429 ||
    (status === 422 && isTooFast(error, detail)) ||
    (status === 403 &&
      (retryAfterSeconds !== null || /rate limit/i.test(detail) || headerOf(error, 'x-ratelimit-remaining') === '0'));
  if (limited) return rateLimited(detail, retryAfterSeconds);
  if (status === 401) return problem('unauthorized', messages.tokenRejected, detail);
  if ((status === 403 || status === 422) && isLocked.test(detail))
    return problem('locked', fill(messages.locked, { shown }), detail);
  if (status === 403) return problem('forbidden', fill(messages.refuses, { shown }), detail);
  if (status === 404 || status === 410) return problem('missing', messages.notFound404, detail);
  if (status === 409) return problem('conflict', fill(messages.conflict, { shown }), detail);
  if (status === 422 || status === 400)
    return problem('invalid', fill(messages.invalidRequest, { status, shown }), detail);
  if (graphqlErrors(error).length > 0) return graphqlProblem(graphqlErrors(error), retryAfterSeconds);
  if (proxy !== null && fieldOf(error, 'response') === undefined) return unreachable(error, proxy);
  if (status === null || status >= 500)
    return problem(
      'unavailable',
      fill(messages.noAnswer, { status: status === null || status === 500 ? '' : ` (${status})`, shown }),
      detail,
    );
  return problem('unexpected', fill(messages.otherStatus, { status, shown }), detail);
}

/**
 * A locked conversation takes nothing of a token that is no collaborator's, whatever it may write: "Unable to create
 * comment because issue is locked" (403; threads of renovate and stale), "lock prevents review" (422, for a review).
 */
const isLocked = /\bissue is locked\b|\block prevents\b/i;

/**
 * The limit on content comes as a 422 and as an error of GraphQL without a type, too, which say nothing about positions
 * (threads of reviewdog and danger).
 */
const isTooFast = (error: unknown, detail: string): boolean =>
  /submitted too quickly|abuse detection|secondary rate limit/i.test(detail) ||
  errorsOf(error).some((one) => stringField(one, 'code') === 'abuse');

/** There is no answer at all. What the proxy did stands in the innermost cause. */
function unreachable(error: unknown, proxy: string): GithubProblem {
  let cause = error;
  for (let depth = 0; depth < 5 && fieldOf(cause, 'cause') instanceof Error; depth += 1)
    cause = fieldOf(cause, 'cause');
  const reason = oneLine(stringField(cause, 'message') ?? '');
  const status = /^Proxy response \((\d+)\)/.exec(reason)?.[1];
  if (status === undefined) return problem('unavailable', fill(messages.noProxy, { proxy, reason }), reason);
  const remedy = status === '407' ? messages.proxyPassword : '';
  return problem('unavailable', fill(messages.proxyRefuses, { proxy, status, remedy }), reason);
}

const rateLimited = (detail: string, retryAfterSeconds: number | null): GithubProblem => ({
  kind: 'rate-limited',
  text: messages.rateLimit,
  detail,
  retryAfterSeconds,
});

type GraphqlError = Readonly<{ type: string; message: string }>;

function graphqlProblem(errors: readonly GraphqlError[], retryAfterSeconds: number | null): GithubProblem {
  const detail = oneLine(errors.map((error) => error.message).join('; '));
  const types = errors.map((error) => error.type);
  if (types.includes('RATE_LIMITED') || types.includes('RATE_LIMIT') || isTooFast(null, detail))
    return rateLimited(detail, retryAfterSeconds);
  if (isLocked.test(detail)) return problem('locked', fill(messages.locked, { shown: `: ${detail}` }), detail);
  if (types.includes('FORBIDDEN') || types.includes('INSUFFICIENT_SCOPES'))
    return problem('forbidden', fill(messages.refusesBecause, { detail }), detail);
  if (types.includes('NOT_FOUND')) return problem('missing', messages.notFound, detail);
  if (types.includes('STALE_DATA')) return problem('conflict', fill(messages.branchMovedDetail, { detail }), detail);
  return problem('invalid', fill(messages.rejects, { detail }), detail);
}

function graphqlErrors(error: unknown): readonly GraphqlError[] {
  const errors = fieldOf(error, 'errors');
  return Array.isArray(errors) && numberField(error, 'status') === null
    ? errors.map((one: unknown) => ({
        type: stringField(one, 'type') ?? '',
        message: stringField(one, 'message') ?? '',
      }))
    : [];
}

/**
 * How long GitHub asks to wait: what it says, else until its limit is reset, by its own clock; null: it does not say.
 * https://docs.github.com/en/rest/using-the-rest-api/best-practices-for-using-the-rest-api#handle-rate-limit-errors-appropriately
 */
function waitIn(error: unknown): number | null {
  const said = secondsIn(headerOf(error, 'retry-after'), headerOf(error, 'date'));
  if (said !== null) return said;
  const [reset, now] = [
    Number(headerOf(error, 'x-ratelimit-reset') ?? Number.NaN),
    Date.parse(headerOf(error, 'date') ?? '') / 1000,
  ];
  return headerOf(error, 'x-ratelimit-remaining') === '0' && Number.isFinite(reset - now)
    ? Math.max(1, Math.ceil(reset - now) + 1)
    : null;
}

function errorsOf(error: unknown): readonly unknown[] {
  const errors: unknown = fieldOf(fieldOf(fieldOf(error, 'response'), 'data'), 'errors');
  return Array.isArray(errors) ? errors : [];
}

/** GitHub's message with the messages of its `errors`. */
function detailOf(error: unknown): string {
  const data = fieldOf(fieldOf(error, 'response'), 'data');
  const more = errorsOf(error).map((one) =>
    typeof one === 'string' ? one : (stringField(one, 'message') ?? stringField(one, 'code') ?? ''),
  );
  const message = stringField(data, 'message') ?? (error instanceof Error ? error.message : '');
  return oneLine([message, ...more].filter((part) => part !== '').join('; '));
}

/**
 * The permissions that GitHub names beside a refusal, in the words of a workflow: `pull_requests=write` is
 * `pull-requests: write`.
 */
function permissionsIn(header: string | null): string {
  const named = oneLine(header ?? '')
    .split(';')
    .map((one) =>
      one
        .split(',')
        .map((part) => part.trim().replaceAll('_', '-').replace('=', ': '))
        .join(' and '),
    )
    .filter((one) => one !== '');
  return named.length === 0 ? '' : fill(messages.needed, { permissions: named.join(' or ') });
}

function problem(kind: GithubProblem['kind'], text: string, detail = ''): GithubProblem {
  return { kind, text, detail, retryAfterSeconds: null };
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function stringField(value: unknown, name: string): string | null {
  const field = fieldOf(value, name);
  return typeof field === 'string' ? field : null;
}

function numberField(value: unknown, name: string): number | null {
  const field = fieldOf(value, name);
  return typeof field === 'number' ? field : null;
}

/** GraphQL's errors have the headers at themselves. */
function headerOf(error: unknown, name: string): string | null {
  const header = fieldOf(fieldOf(fieldOf(error, 'response'), 'headers') ?? fieldOf(error, 'headers'), name);
  return typeof header === 'string' ? header : null;
}

function parseUrl(text: string): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') ? url : null;
}
