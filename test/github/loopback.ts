/**
 * A GitHub on 127.0.0.1 for tests: as much of it as review and fix mode use, over a real bare repository. Every request
 * and answer is held against GitHub's description; an unknown operation is a violation, which fails the test.
 */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Actor } from './shapes.ts';
import type { Answer } from './answers.ts';
import type { GithubState } from './state.ts';
import { answerGraphql, isMutation } from './graphql.ts';
import { answerViolations, operationFor, requestViolations } from './description.ts';
import { fieldsOf, isFields } from './json.ts';
import { gitPath, gitToken, serveGit } from './git-http.ts';
import { resolversFor, rules } from './rules.ts';

export type Permission =
  | 'contents'
  | 'pull-requests'
  | 'checks'
  | 'issues'
  | 'security-events'
  | 'administration'
  | 'actions';
export type Caller = Readonly<{ actor: Actor; write: ReadonlySet<Permission> }>;
export type Logged = Readonly<{
  method: string;
  path: string;
  id: string;
  status: number;
  body: unknown;
  isWrite: boolean;
  at: number;
}>;

/** Done to the first requests that match, `times` of them. */
export type Fault = {
  readonly matches: (method: string, path: string, body: unknown) => boolean;
  times: number;
  /** `lost`: carried out, but the connection ends without an answer. */
  readonly act:
    | Readonly<{ kind: 'answer'; status: number; headers?: Readonly<Record<string, string>>; body: unknown }>
    | Readonly<{ kind: 'lost' }>;
};

export type Loopback = Readonly<{
  /** Of the REST API. */
  url: string;
  graphqlUrl: string;
  /** Where git fetches, and people look. */
  server: string;
  state: GithubState;
  log: readonly Logged[];
  violations: readonly string[];
  callers: Map<string, Caller>;
  faults: Fault[];
  /** Awaited before a write is carried out; `token`: of who asks for it. */
  gate: {
    beforeWrite: ((token: string) => Promise<void>) | null;
    /** Awaited before an answer is sent that says what there was until then. */
    beforeAnswer: ((id: string, token: string) => Promise<void>) | null;
  };
  close: () => Promise<void>;
}>;

/** Where an enterprise server has its two APIs (docs, enterprise-server: "Getting started with the REST API"). */
type Mount = 'github.com' | 'enterprise';
const roots = {
  'github.com': { rest: '', graphql: '/graphql' },
  enterprise: { rest: '/api/v3', graphql: '/api/graphql' },
} as const;

export async function startLoopback(state: GithubState, mount: Mount = 'github.com'): Promise<Loopback> {
  const log: Logged[] = [];
  const violations: string[] = [];
  const callers = new Map<string, Caller>();
  const faults: Fault[] = [];
  const gate: Loopback['gate'] = { beforeWrite: null, beforeAnswer: null };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://loopback');
    const path = gitPath(state, pathname);
    const refused =
      path === null
        ? undefined
        : faults.find(
            (one) =>
              one.times > 0 && one.act.kind === 'answer' && one.matches(request.method ?? '', pathname, undefined),
          );
    if (refused !== undefined) refused.times -= 1;
    const served =
      path === null
        ? bodyOf(request).then((body) => serve(request, body, response))
        : serveGit(
            request,
            response,
            state,
            path,
            callers.get(gitToken(request)),
            refused?.act.kind === 'answer' ? refused.act.status : null,
          ).then((status) => {
            log.push({
              method: request.method ?? '',
              path: pathname,
              id: 'git',
              status,
              body: undefined,
              isWrite: false,
              at: Date.now(),
            });
          });
    void served.catch((error: unknown) => {
      violations.push(
        `the loopback server failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      );
      response.destroy();
    });
  });
  const serve = async (request: IncomingMessage, body: unknown, response: ServerResponse): Promise<void> => {
    const method = request.method ?? '';
    const url = new URL(request.url ?? '', 'http://loopback');
    url.pathname = pathWithin(url.pathname, roots[mount]);
    const isWrite = url.pathname === '/graphql' ? isMutation(fieldsOf(body)) : method !== 'GET';
    const fault = faults.find((one) => one.times > 0 && one.matches(method, url.pathname, body));
    if (fault !== undefined) fault.times -= 1;
    const token = (request.headers.authorization ?? '').replace(/^(bearer|token) /i, '');
    const caller = callers.get(token);
    if (isWrite) await gate.beforeWrite?.(token);
    const answer =
      fault?.act.kind === 'answer'
        ? { status: fault.act.status, body: fault.act.body, id: 'fault' }
        : await answerTo(method, url, body, request.headers.accept ?? '', caller, state, violations);
    if (!isWrite) await gate.beforeAnswer?.(answer.id, token);
    const tag =
      method === 'GET' && answer.status === 200
        ? `W/"${createHash('sha256').update(JSON.stringify(answer.body)).digest('hex')}"`
        : null;
    // https://docs.github.com/en/rest/using-the-rest-api/best-practices-for-using-the-rest-api#use-conditional-requests-if-appropriate
    const isKnown = tag !== null && request.headers['if-none-match'] === tag;
    log.push({
      method,
      path: url.pathname,
      id: answer.id,
      status: fault?.act.kind === 'lost' ? 0 : isKnown ? 304 : answer.status,
      body,
      isWrite: isWrite && fault?.act.kind !== 'answer',
      at: Date.now(),
    });
    if (fault?.act.kind === 'lost') {
      request.socket.destroy();
      return;
    }
    const headers =
      fault?.act.kind === 'answer'
        ? (fault.act.headers ?? {})
        : {
            ...('headers' in answer ? answer.headers : {}),
            ...('isFollowed' in answer && answer.isFollowed ? { link: nextLink(request) } : {}),
          };
    const isEmpty = isKnown || answer.status === 204;
    response.writeHead(isKnown ? 304 : answer.status, {
      ...(isEmpty ? {} : { 'content-type': 'media' in answer ? answer.media : 'application/json; charset=utf-8' }),
      ...(tag === null ? {} : { etag: tag }),
      ...headers,
    });
    response.end(isEmpty ? '' : JSON.stringify(answer.body));
  };
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = isFields(address) && typeof address['port'] === 'number' ? address['port'] : 0;
  return {
    url: `http://127.0.0.1:${port}${roots[mount].rest}`,
    server: `http://127.0.0.1:${port}`,
    graphqlUrl: `http://127.0.0.1:${port}${roots[mount].graphql}`,
    state,
    log,
    violations,
    callers,
    faults,
    gate,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** https://docs.github.com/en/rest/using-the-rest-api/using-pagination-in-the-rest-api#using-link-headers */
function nextLink({ url = '', headers }: IncomingMessage): string {
  const next = new URL(url, `http://${headers.host ?? ''}`);
  next.searchParams.set('page', `${Number(next.searchParams.get('page') ?? 1) + 1}`);
  return `<${next.href}>; rel="next"`;
}

/** The path as github.com has it; what lies beside both APIs is unknown. */
function pathWithin(pathname: string, root: Readonly<{ rest: string; graphql: string }>): string {
  if (pathname === root.graphql) return '/graphql';
  return pathname.startsWith(`${root.rest}/`) ? pathname.slice(root.rest.length) : `/outside-of-the-api${pathname}`;
}

async function answerTo(
  method: string,
  url: URL,
  body: unknown,
  accept: string,
  caller: Caller | undefined,
  state: GithubState,
  violations: string[],
): Promise<Answer & Readonly<{ id: string }>> {
  // https://docs.github.com/en/rest/using-the-rest-api/troubleshooting-the-rest-api
  if (caller === undefined)
    return {
      status: 401,
      body: { message: 'Bad credentials', documentation_url: 'https://docs.github.com/rest', status: '401' },
      id: 'unauthorized',
    };
  if (url.pathname === '/graphql') {
    const answer = await answerGraphql(fieldsOf(body), resolversFor(state, caller));
    violations.push(...answer.violations);
    return { status: 200, body: answer.body, id: 'graphql' };
  }
  const match = operationFor(method, url.pathname);
  const rule = match === null ? undefined : rules[match.operation.id];
  if (match === null || rule === undefined) {
    violations.push(`unknown operation: ${method} ${url.pathname}`);
    return {
      status: 404,
      body: { message: 'Not Found', documentation_url: 'https://docs.github.com/rest', status: '404' },
      id: 'unknown',
    };
  }
  violations.push(...requestViolations(match.operation, url.searchParams, body));
  const answer = rule({ values: match.values, query: url.searchParams, body: fieldsOf(body), state, caller, accept });
  // the description has a schema of the answer in JSON alone
  if (answer.media === undefined) violations.push(...answerViolations(match.operation, answer.status, answer.body));
  return { ...answer, id: match.operation.id };
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of request) if (part instanceof Buffer) parts.push(part);
  const text = Buffer.concat(parts).toString('utf8');
  return text === '' ? undefined : JSON.parse(text);
}
