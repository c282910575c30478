/**
 * A look at the proxy before the first request goes through it. Why: undici, which sends the requests, connects again
 * at once where a proxy closes the connection without an answer, thousands of times a second, and reports nothing until
 * the time for the request is over. Needs: the address of the proxy. Gives: a `fetch` that fails at once, with the
 * reason, where the proxy gives no answer that is HTTP. What it answers (407, 502) is for the requests.
 */
import type { IncomingMessage } from 'node:http';
import { request as requestByHttp } from 'node:http';
import { request as requestByHttps } from 'node:https';

/** Milliseconds for the proxy's answer; it may have to reach GitHub first. */
const mostMilliseconds = 30_000;

/** `proxy`: with the user and password for it, if there are any. `api`: what is reached through it. */
export function throughProxy(send: typeof fetch, proxy: URL, api: URL): typeof fetch {
  let answered: Promise<void> | null = null;
  return async (...given) => {
    answered ??= answers(proxy, api);
    try {
      await answered;
    } catch (error) {
      throw new TypeError('fetch failed', { cause: error });
    }
    return send(...given);
  };
}

async function answers(proxy: URL, api: URL): Promise<void> {
  const { username, password, hostname, protocol } = proxy;
  const port = api.port === '' ? (api.protocol === 'https:' ? '443' : '80') : api.port;
  const login =
    username === ''
      ? {}
      : {
          'proxy-authorization': `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}`,
        };
  const host = `${api.hostname}:${port}`;
  const start = protocol === 'https:' ? requestByHttps : requestByHttp;
  const tunnel = start({
    hostname: hostname.replaceAll(/^\[|\]$/g, ''),
    port: proxy.port === '' ? undefined : proxy.port,
    method: 'CONNECT',
    path: host,
    headers: { host, ...login },
    timeout: mostMilliseconds,
    agent: false,
  });
  await new Promise<void>((resolve, reject) => {
    const done = (answer: IncomingMessage): void => {
      answer.socket.destroy();
      resolve();
    };
    tunnel.on('connect', done).on('response', done);
    tunnel.on('timeout', () => tunnel.destroy(new Error(`no answer within ${mostMilliseconds / 1000} s`)));
    tunnel.on('error', reject);
    tunnel.end();
  });
}
