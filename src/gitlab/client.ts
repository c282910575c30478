/**
 * Requests of GitLab's REST API, whose failures are values.
 *
 * Why no library: @gitbeaker/rest, the one that is well kept, has 216 kB for the seven requests of this folder, and
 * repeats every request on 429 and 502, ten times, after pauses of its own whatever `Retry-After` says. A repeated POST
 * whose answer got lost posts twice, which is what {@link persist} is for; switching that off leaves `fetch`. The
 * Octokit plugins know only Octokit.
 *
 * Reads are repeated on 5xx and lost answers. A write is repeated by who writes, after looking whether it happened.
 * Rate limits are waited for, within a bound. The token goes to the API's own address only: no redirect is followed.
 */
import type { PlatformProblem } from '../platform/problem.ts';
import type { Result } from '../base/result.ts';
import type { Waiting } from '../platform/persist.ts';
import { attempt } from '../base/attempt.ts';
import { fail, ok } from '../base/result.ts';
import { persist } from '../platform/persist.ts';
import { secondsIn } from '../platform/retry-after.ts';
import { fill } from '../base/message.ts';
import { oneLine } from '../base/one-line.ts';
import { isFields, textOf } from './fields.ts';
import { messages } from './wording.ts';

export type GitlabSettings = Readonly<{
  /** `https://gitlab.example.com/api/v4` */
  apiUrl: string;
  token: string;
  fetch: typeof fetch;
  userAgent: string;
  /** Waits longer than this are given up with a clear line. */
  mostWaitSeconds: number;
  sleep: (seconds: number) => Promise<void>;
  /** One line about waiting. */
  log: (line: string) => void;
  /** A request without an answer is given up after so long; not given: a minute. */
  answerSeconds?: number;
}>;

type Answer<Value> = Promise<Result<Value, PlatformProblem>>;
export type Client = Waiting &
  Readonly<{
    read: (path: string) => Answer<unknown>;
    /** A list over all of its pages, up to `most` entries. */
    readAll: (path: string, most: number) => Answer<readonly unknown[]>;
    /** Sent once. */
    write: (method: 'POST' | 'PUT', path: string, body: Readonly<Record<string, unknown>>) => Answer<unknown>;
  }>;

const perPage = 100;

export function connect(settings: GitlabSettings): Client {
  const waiting: Waiting = {
    mostWaitSeconds: settings.mostWaitSeconds,
    sleep: (seconds) => {
      settings.log(fill(messages.waiting, { seconds }));
      return settings.sleep(seconds);
    },
  };
  const get = (path: string): Answer<Page> =>
    persist(
      waiting,
      () => send(settings, 'GET', path, null),
      () => Promise.resolve(ok(null)),
    );
  return {
    ...waiting,
    read: async (path) => {
      const page = await get(path);
      return page.ok ? ok(page.value.data) : page;
    },
    readAll: async (path, most) => {
      const all: unknown[] = [];
      for (let page: string | null = '1'; page !== null && all.length < most;) {
        const answer: Result<Page, PlatformProblem> = await get(`${path}?per_page=${perPage}&page=${page}`);
        if (!answer.ok) return answer;
        if (!Array.isArray(answer.value.data)) return fail(problem('unexpected', messages.brokenAnswer));
        for (const one of answer.value.data) all.push(one);
        // a page without entries is the last, whatever is said to come behind it
        page = answer.value.data.length === 0 ? null : answer.value.next;
      }
      return ok(all.slice(0, most));
    },
    write: async (method, path, body) => {
      const answer = await send(settings, method, path, body);
      return answer.ok ? ok(answer.value.data) : answer;
    },
  };
}

type Page = Readonly<{ data: unknown; /** The number of the next page. */ next: string | null }>;

async function send(
  settings: GitlabSettings,
  method: string,
  path: string,
  body: Readonly<Record<string, unknown>> | null,
): Answer<Page> {
  try {
    const response = await settings.fetch(`${settings.apiUrl}${path}`, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout((settings.answerSeconds ?? 60) * 1000),
      headers: {
        'private-token': settings.token,
        'user-agent': settings.userAgent,
        accept: 'application/json',
        ...(body === null ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === null ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const data = attempt((): unknown => JSON.parse(text));
    if (!response.ok) return fail(problemOf(response, data));
    // an answer that is cut off says nothing: what was written is looked for, as after none
    if (data === null) return fail(problem('unavailable', messages.brokenAnswer));
    const next = response.headers.get('x-next-page') ?? '';
    return ok({ data, next: /^\d{1,9}$/.test(next) ? next : null });
  } catch (error) {
    return fail(
      problem('unavailable', fill(messages.noAnswer, { status: '', shown: shown(reasonIn(error)) }), reasonIn(error)),
    );
  }
}

/** The innermost cause says what the network did. */
function reasonIn(error: unknown): string {
  let cause = error;
  for (let depth = 0; depth < 5 && cause instanceof Error && cause.cause instanceof Error; depth += 1)
    ({ cause } = cause);
  return oneLine(cause instanceof Error ? cause.message : '');
}

/** https://docs.gitlab.com/api/rest/troubleshooting/#status-codes */
function problemOf(response: Response, data: unknown): PlatformProblem {
  const { status } = response;
  const detail = detailOf(data);
  if (status === 429)
    return { kind: 'rate-limited', text: messages.rateLimit, detail, retryAfterSeconds: waitIn(response.headers) };
  if (status === 401) return problem('unauthorized', fill(messages.tokenRejected, { shown: shown(detail) }), detail);
  if (status === 403) return problem('forbidden', fill(messages.refuses, { shown: shown(detail) }), detail);
  if (status === 404 || status === 410)
    return problem('missing', fill(messages.notFound, { what: messages.theRequest, shown: shown(detail) }), detail);
  if (status === 409) return problem('conflict', fill(messages.conflict, { shown: shown(detail) }), detail);
  if (status === 400 || status === 422)
    return problem('invalid', fill(messages.invalid, { status, shown: shown(detail) }), detail);
  if (status >= 500)
    return problem('unavailable', fill(messages.noAnswer, { status: ` (${status})`, shown: shown(detail) }), detail);
  if (status >= 300 && status < 400) return problem('unexpected', fill(messages.redirect, { status }));
  return problem('unexpected', fill(messages.otherStatus, { status, shown: shown(detail) }), detail);
}

const shown = (detail: string): string => (detail === '' ? '' : `: ${detail}`);

/** `message` is a text, or texts by field; `error` names the scope that is missing. */
function detailOf(data: unknown): string {
  if (!isFields(data)) return '';
  const { message } = data;
  const texts = [
    typeof message === 'string' ? message : isFields(message) ? JSON.stringify(message) : '',
    textOf(data['error']),
    textOf(data['error_description']),
  ];
  return oneLine(texts.filter((text) => text !== '').join('; '));
}

/** What GitLab asks for, else until its limit is reset, by its own clock; null: it does not say. */
function waitIn(headers: Headers): number | null {
  const said = secondsIn(headers.get('retry-after'), headers.get('date'));
  if (said !== null) return Math.max(1, said);
  const left = Number(headers.get('ratelimit-reset') ?? Number.NaN) - Date.parse(headers.get('date') ?? '') / 1000;
  return Number.isFinite(left) ? Math.max(1, Math.ceil(left) + 1) : null;
}

export const problem = (kind: PlatformProblem['kind'], text: string, detail = ''): PlatformProblem => ({
  kind,
  text,
  detail,
  retryAfterSeconds: null,
});
