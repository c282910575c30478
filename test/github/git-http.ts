/**
 * Fetching over HTTP, by git's own server program, as `https://github.com/OWNER/NAME.git` gives it to who has a token.
 */
import { spawn } from 'node:child_process';
import { dirname, basename } from 'node:path';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Caller } from './loopback.ts';
import type { GithubState } from './state.ts';

/** The rest of the path behind `/OWNER/NAME.git`; null: no request of git. */
export function gitPath(state: GithubState, pathname: string): string | null {
  const root = `/${state.name.owner}/${state.name.repo}.git`;
  return pathname.startsWith(`${root}/`) ? pathname.slice(root.length) : null;
}

/** Tokens come as the password of any user (docs, "Managing your personal access tokens": over HTTPS). */
export function gitToken(request: IncomingMessage): string {
  const [, encoded = ''] = /^basic (\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
  return Buffer.from(encoded, 'base64')
    .toString('utf8')
    .replace(/^[^:]*:/, '');
}

/** Gives the status; `refused`: this one. Only reading is served. */
export function serveGit(
  request: IncomingMessage,
  response: ServerResponse,
  state: GithubState,
  path: string,
  caller: Caller | undefined,
  refused: number | null = null,
): Promise<number> {
  const url = new URL(request.url ?? '', 'http://loopback');
  if (refused !== null) return plain(response, refused);
  if (caller === undefined) return plain(response, 401);
  if (url.searchParams.get('service') === 'git-receive-pack' || path.endsWith('git-receive-pack'))
    return plain(response, 403);
  for (const pull of state.pulls) state.store.setRef(`refs/pull/${pull.number}/head`, state.tips(pull).head);
  const { folder } = state.store;
  const backend = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env['PATH'] ?? '',
      GIT_PROJECT_ROOT: dirname(folder),
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: `/${basename(folder)}${path}`,
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method ?? '',
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      GIT_PROTOCOL: [request.headers['git-protocol'] ?? ''].flat().join(':'),
      REMOTE_USER: 'x',
      REMOTE_ADDR: '127.0.0.1',
    },
  });
  request.pipe(backend.stdin);
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    backend.stdout.on('data', (part: Buffer) => parts.push(part));
    backend.on('error', reject);
    backend.on('close', () => {
      const all = Buffer.concat(parts);
      const end = all.indexOf('\r\n\r\n');
      const headers = all
        .subarray(0, end)
        .toString('utf8')
        .split('\r\n')
        .map((line) => line.split(/:\s*/, 2));
      const status = Number.parseInt(headers.find(([name]) => name === 'Status')?.[1] ?? '200', 10);
      response.writeHead(
        status,
        Object.fromEntries(
          headers.filter(([name]) => name !== 'Status').map(([name = '', value = '']) => [name, value]),
        ),
      );
      response.end(all.subarray(end + 4));
      resolve(status);
    });
  });
}

function plain(response: ServerResponse, status: number): Promise<number> {
  response.writeHead(status, status === 401 ? { 'www-authenticate': 'Basic realm="GitHub"' } : {});
  response.end();
  return Promise.resolve(status);
}
