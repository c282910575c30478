/** With which right, from where, and with which programs a clone is completed. */
import { createServer } from 'node:http';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { authorizationOf, authorizationOfCheckout, fetchingFor, originOfClone } from '../../../src/review/fetching.ts';

let folder: string;
let repo: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'syncwright-fetching-'));
  repo = join(folder, 'clone');
  execFileSync('git', ['init', '-q', '--template=', repo]);
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const configure = (...words: readonly string[]): void => {
  execFileSync('git', ['-C', repo, 'config', '--local', ...words]);
};

test('the header of actions/checkout, from the clone or from a file that it includes; nothing else of that name', async () => {
  const server = 'https://github.com';
  const name = `http.${server}/.extraheader`;
  expect(await authorizationOfCheckout(repo, server)).toBe(null);
  configure(name, 'AUTHORIZATION: basic eDp5');
  expect(await authorizationOfCheckout(repo, server)).toBe('basic eDp5');
  const included = join(folder, 'credentials.config');
  execFileSync('git', ['config', '--file', included, name, 'Authorization: Basic aaaa']);
  configure(`includeIf.gitdir:${join(repo, '.git')}.path`, included);
  expect(await authorizationOfCheckout(repo, server)).toBe('basic aaaa');
  expect(await authorizationOfCheckout(repo, 'https://ghe.example.com')).toBe(null);
  for (const value of [
    'Cookie: a=b',
    'Authorization: basic a\nHost: evil',
    'Authorization: basic a b',
    `Authorization: basic ${'a'.repeat(9000)}`,
  ]) {
    execFileSync('git', ['config', '--file', included, name, value]);
    configure('--unset-all', name);
    expect(await authorizationOfCheckout(repo, server), value).toBe(null);
    configure(name, 'AUTHORIZATION: basic eDp5');
  }
});

test('the origin of a clone: HTTP(S) and folders; the token goes to its own server', async () => {
  const access = { server: 'https://github.com', token: 't' };
  const of = async (url: string): ReturnType<typeof originOfClone> => {
    configure('remote.origin.url', url);
    return originOfClone(repo, access);
  };
  expect(await originOfClone(repo, access)).toBe('the clone has no remote `origin`');
  expect(await of('https://github.com/a/b.git')).toEqual({
    url: 'https://github.com/a/b.git',
    authorizations: [authorizationOf('t'), null],
  });
  for (const other of ['https://github.com.evil.example/a/b', 'https://example.com/a/b'])
    expect(await of(other)).toEqual({ url: other, authorizations: [null] });
  for (const path of ['/srv/a.git', 'file:///srv/a.git'])
    expect(await of(path)).toEqual({ url: path, authorizations: [null] });
  for (const refused of [
    'git@github.com:a/b.git',
    'ssh://github.com/a/b',
    'ext::sh -c true',
    'https://user:secret@github.com/a/b',
    '-oProxyCommand=true',
    'git://github.com/a/b',
    'relative/path',
  ]) {
    expect(await of(refused), refused).toContain('is not an HTTP(S) address without a password');
  }
});

test('no program that the clone names is started, no redirect is followed, and each right is tried once', async () => {
  const mark = join(folder, 'started');
  const program = join(folder, 'program');
  writeFileSync(program, `#!/bin/sh\ntouch ${mark}\necho x\n`);
  chmodSync(program, 0o755);
  const asked: string[] = [];
  const elsewhere: string[] = [];
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/elsewhere') === true) elsewhere.push(request.url);
    else asked.push(request.headers.authorization ?? '(none)');
    const isMoved = request.headers.authorization === authorizationOf('moved').replace('basic', 'basic');
    response.writeHead(
      isMoved ? 302 : 401,
      isMoved ? { location: '/elsewhere/info/refs' } : { 'www-authenticate': 'Basic realm="x"' },
    );
    response.end();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  try {
    const address = server.address();
    const root = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
    const url = `${root}/a/b.git`;
    for (const [name, value] of [
      ['credential.helper', `!${program}`],
      [`credential.${root}.helper`, `!${program}`],
      [`credential.${url}.helper`, `!${program}`],
      ['core.askPass', program],
      ['core.sshCommand', program],
      ['core.fsmonitor', program],
      ['core.hooksPath', folder],
      [`http.${root}/.extraheader`, 'Authorization: basic leaked'],
      [`remote.${url}.uploadpack`, program],
    ] as const)
      configure(name, value);
    const fetching = await fetchingFor(repo, {
      url,
      authorizations: [authorizationOf('one'), authorizationOf('moved'), null],
    });
    const done = await fetching.fetch([], ['HEAD']);
    expect(done).toEqual({
      ok: false,
      problem: { kind: 'not-fetched', text: 'the server requires a token with `contents: read` for the repository' },
    });
    expect(asked).toEqual([authorizationOf('one'), authorizationOf('moved'), '(none)']);
    expect([elsewhere, existsSync(mark)]).toEqual([[], false]);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test("of a folder, git's own program answers, whatever the clone names", async () => {
  const from = join(folder, 'from.git');
  execFileSync('git', ['init', '-q', '--bare', '--template=', from]);
  const mark = join(folder, 'started');
  configure(`remote.${from}.uploadpack`, `touch ${mark}; git-upload-pack`);
  configure('remote.origin.uploadpack', `touch ${mark}; git-upload-pack`);
  const fetching = await fetchingFor(repo, { url: from, authorizations: [null] });
  expect((await fetching.reach()).ok).toBe(true);
  expect(existsSync(mark)).toBe(false);
});
