/**
 * What the runner says of this run, and the way to GitHub's API: both are `@actions/github`'s. It reads the event and
 * the proxy when it is loaded, and throws there where one of them is broken. So it is loaded here, after a look at
 * both, and a problem is one line.
 */
import { existsSync } from 'node:fs';
import type * as toolkit from '@actions/github/lib/utils';
import type { Result } from '../base/result.ts';
import { fail, ok } from '../base/result.ts';
import { getProxyUrl } from '@actions/http-client/lib/proxy';
import { proxyFor } from './proxy.ts';
import { throughProxy } from './proxy-check.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/** `payload`: an object, of which nothing else is known. */
export type RunEvent = Readonly<{ name: string; payload: object }>;

export type Runner = Readonly<{
  /** The problem is one line for the user. */
  event: Result<RunEvent, string>;
  /** GITHUB_SHA and GITHUB_REF: what events without commits of their own are about. Empty where they are not set. */
  commit: string;
  ref: string;
  /** GITHUB_REPOSITORY, `owner/name`. */
  repository: string;
  /** The folder of the checkout; empty: not set. */
  workspace: string;
  apiUrl: string;
  serverUrl: string;
  /** Sends through the proxy of the environment, if there is one for the API. */
  fetch: typeof fetch;
  /** Of that proxy, `host:port`; null: there is none. */
  proxy: string | null;
  userAgent: string;
}>;

/** The problem is one line for the user. */
export async function openRunner(): Promise<Result<Runner, string>> {
  const { env } = process;
  const [name, path] = [env['GITHUB_EVENT_NAME'] ?? '', env['GITHUB_EVENT_PATH'] ?? ''];
  const api = env['GITHUB_API_URL'] || 'https://api.github.com';
  if (!URL.canParse(api)) return fail(fill(messages.badApiUrl, { value: JSON.stringify(api) }));
  const proxy = proxyFor(new URL(api));
  if (!proxy.ok) return proxy;
  if (path !== '' && !existsSync(path))
    return fail(fill(messages.cannotReadEvent, { path, reason: messages.noSuchFile }));
  const loaded = await loadToolkit(name, path);
  if (!loaded.ok) return loaded;
  const { context, defaults, getUserAgentWithOrchestrationId } = loaded.value;
  const payload: unknown = context.payload;
  const send: unknown = defaults.request?.fetch;
  if (!isFetch(send)) throw new Error('@actions/github gives no fetch');
  const way = getProxyUrl(new URL(api));
  return ok({
    event: eventOf(name, path, payload),
    commit: env['GITHUB_SHA'] ?? '',
    ref: env['GITHUB_REF'] ?? '',
    repository: env['GITHUB_REPOSITORY'] ?? '',
    workspace: env['GITHUB_WORKSPACE'] ?? '',
    apiUrl: defaults.baseUrl ?? api,
    serverUrl: context.serverUrl,
    fetch: way === undefined || proxy.value === null ? send : throughProxy(send, way, new URL(api)),
    proxy: proxy.value,
    userAgent: getUserAgentWithOrchestrationId('syncwright') ?? 'syncwright',
  });
}

async function loadToolkit(name: string, path: string): Promise<Result<typeof toolkit, string>> {
  try {
    return ok(await import('@actions/github/lib/utils'));
  } catch (error) {
    if (error instanceof SyntaxError) return fail(notAnObject(name));
    return fail(
      fill(messages.cannotReadEvent, { path, reason: error instanceof Error ? error.message : messages.unknownReason }),
    );
  }
}

function eventOf(name: string, path: string, payload: unknown): Result<RunEvent, string> {
  if (path === '' || name === '')
    return fail(fill(messages.notInActions, { variable: 'GITHUB_EVENT_PATH or GITHUB_EVENT_NAME', command: 'review' }));
  return typeof payload === 'object' && payload !== null ? ok({ name, payload }) : fail(notAnObject(name));
}

const notAnObject = (name: string): string => fill(messages.eventNotObject, { event: name });

const isFetch = (value: unknown): value is typeof fetch => typeof value === 'function';
