/** Runners that reach GitHub through a proxy only. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Proxy } from './proxy.ts';
import type { Run } from './world.ts';
import { World } from './world.ts';
import { shift } from './kernels.ts';
import { startProxy, startTls } from './proxy.ts';

// A machine with other work on it is slow; nothing here measures time.
vi.setConfig({ testTimeout: 300_000 });

let world: World;
let proxy: Proxy;
beforeEach(async () => {
  world = await World.open();
});
afterEach(async () => {
  const { violations } = world.github;
  await world.close();
  await proxy.close();
  expect(violations).toEqual([]);
});

/** A name that no server of names knows (RFC 6761). */
const host = 'api.github.test';
const port = (): number => Number(new URL(world.github.url).port);
const login = 'kim:p%40ss%2Fw0rd-of-the-proxy';
const password = 'p@ss/w0rd-of-the-proxy';

/** Mode `doctor`: it reads, writes what changes nothing, and needs no engine. */
async function doctor(env: Readonly<Record<string, string>>): Promise<Run> {
  world.commit('main', { 'a.cu': 'int a;\n' });
  return world.run(world.openPull({ 'a.cu': 'int b;\n' }), { inputs: { mode: 'doctor' }, env });
}

const complaints = (run: Run): readonly string[] => run.log.split('\n').filter((line) => line.startsWith('::error'));

test.each(['HTTP_PROXY', 'http_proxy'])('%s: every request goes through the proxy', async (variable) => {
  proxy = await startProxy({ [`${host}:${port()}`]: port() });
  const run = await doctor({ GITHUB_API_URL: `http://${host}:${port()}`, [variable]: `http://${proxy.host}` });
  expect(complaints(run)).toEqual([]);
  expect(run.status).toBe(0);
  expect(run.log).toContain(`ok    proxy ${proxy.host}`);
  expect(run.requests.length).toBeGreaterThan(5);
  expect(proxy.passed.length).toBeGreaterThan(0);
  expect(new Set(proxy.passed.map(({ target }) => target))).toEqual(new Set([`${host}:${port()}`]));
  expect(proxy.refused).toEqual([]);
});

// Windows does not connect to 0.0.0.0, which is this machine elsewhere and, unlike 127.0.0.1, no address that is never
// sent to a proxy.
test.skipIf(process.platform === 'win32').each([
  ['NO_PROXY', '0.0.0.0'],
  ['no_proxy', 'elsewhere.test, 0.0.0.0'],
  ['NO_PROXY', '*'],
])('%s=%s: the proxy is not used', async (variable, value) => {
  proxy = await startProxy({ [`0.0.0.0:${port()}`]: port() });
  const env = { GITHUB_API_URL: `http://0.0.0.0:${port()}`, HTTP_PROXY: `http://${proxy.host}` };
  const run = await doctor({ ...env, [variable]: value });
  expect([run.status, complaints(run)]).toEqual([0, []]);
  expect(run.requests.length).toBeGreaterThan(5);
  expect([proxy.passed, proxy.refused]).toEqual([[], []]);
  const other = await doctor({ ...env, [variable]: 'elsewhere.test' });
  expect(other.status).toBe(0);
  expect(proxy.passed.length).toBeGreaterThan(0);
});

test('a review goes over TLS through a proxy with a password, which no log shows', async () => {
  const certificate = selfSigned(world.folder);
  const tls = await startTls(
    { cert: readFileSync(certificate.cert, 'utf8'), key: readFileSync(certificate.key, 'utf8') },
    port(),
  );
  proxy = await startProxy({ [`${host}:443`]: tls.port }, `kim:${password}`);
  world.commit('main', { 'src/shift.cu': shift({ barrier: true }) });
  const pull = world.openPull({ 'src/shift.cu': shift({ barrier: false }) });
  const env = {
    GITHUB_API_URL: `https://${host}`,
    HTTPS_PROXY: `http://${login}@${proxy.host}`,
    NODE_EXTRA_CA_CERTS: certificate.cert,
    RUNNER_DEBUG: '1',
  };
  const run = await world.run(pull, { env });
  expect([run.status, run.writes.map((one) => one.id)]).toEqual([1, ['pulls/create-review']]);
  expect(world.state.comments).toHaveLength(1);
  expect(new Set(proxy.passed.map((one) => `${one.method} ${one.target}`))).toEqual(new Set([`CONNECT ${host}:443`]));
  const wrong = await world.run(pull, {
    inputs: { mode: 'doctor' },
    env: { ...env, HTTPS_PROXY: `http://kim:wrong-password@${proxy.host}` },
  });
  expect(wrong.status).toBe(3);
  expect(complaints(wrong).at(-1)).toContain(
    `the proxy ${proxy.host} refuses the connection to GitHub (status 407); it requires a user name and password`,
  );
  for (const { log } of [run, wrong]) {
    const shown = log
      .split('\n')
      .filter((line) => !line.startsWith('::add-mask::'))
      .join('\n');
    for (const secret of [
      password,
      'p%40ss%2Fw0rd',
      'wrong-password',
      Buffer.from(`kim:${password}`).toString('base64'),
    ])
      expect(shown).not.toContain(secret);
  }
  expect(run.log).toContain(`::add-mask::${password}\n`);
  await tls.close();
});

test.each([
  'not a url',
  'proxy.example:3128',
  'socks5://kim:secret-of-kim@127.0.0.1:1080',
  'http://kim:secret-of-kim@',
  'http://kim:secret-of-kim%zz@127.0.0.1:1',
])('a proxy address that cannot be used (%s) is one clear line', async (address) => {
  proxy = await startProxy({});
  const run = await doctor({ GITHUB_API_URL: `http://${host}:${port()}`, HTTP_PROXY: address });
  expect(run.status).toBe(2);
  expect(run.log.split('\n').filter((line) => line !== '' && !line.startsWith('::add-mask::'))).toEqual([
    '::error title=Syncwright::the proxy address in HTTP_PROXY is not a URL such as http://proxy.example:3128 (http and https proxies are supported)',
  ]);
});

test('a proxy that is not there is named', async () => {
  proxy = await startProxy({});
  await proxy.close();
  const run = await doctor({ GITHUB_API_URL: `http://${host}:${port()}`, HTTP_PROXY: `http://${proxy.host}` });
  expect(run.status).toBe(3);
  expect(complaints(run)).toEqual([
    expect.stringMatching(
      new RegExp(
        `^::error title=Syncwright::doctor: the GitHub API cannot be used: GitHub cannot be reached through the proxy ${proxy.host}: .*ECONNREFUSED`,
      ),
    ),
  ]);
});

/** Made anew for each run: a key in the repository would be one more secret to explain. */
function selfSigned(folder: string): Readonly<{ cert: string; key: string }> {
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const made = spawnSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '2',
      '-keyout',
      key,
      '-out',
      cert,
      '-subj',
      `/CN=${host}`,
      '-addext',
      `subjectAltName=DNS:${host}`,
    ],
    { encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`openssl: ${made.error?.message ?? made.stderr}`);
  return { cert, key };
}

test.each<readonly [string, (client: Socket) => void]>([
  ['closes', (client) => client.destroy()],
  ['closes after a part', (client) => client.end('HTTP/1.1 200 Conn')],
  ['is not one', (client) => client.end('SSH-2.0-OpenSSH_9.6\r\n')],
  ['has no upstream', (client) => client.end('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n')],
  ['wants a login', (client) => client.end('HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n')],
  [
    'shows a page',
    (client) => client.end('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 15\r\n\r\n<html>Log in :)'),
  ],
])('a proxy that %s is one line, and no run that hangs', async (fault, act) => {
  proxy = await startProxy({});
  const faulty = createServer((client) => {
    client.on('error', () => undefined);
    client.once('data', () => act(client));
  });
  await new Promise<void>((listens) => {
    faulty.listen(0, '127.0.0.1', listens);
  });
  try {
    const address = faulty.address();
    const own = typeof address === 'object' && address !== null ? address.port : 0;
    world.commit('main', { 'src/shift.cu': shift({ barrier: true }) });
    const pull = world.openPull({ 'src/shift.cu': shift({ barrier: false }) });
    const overTls = { GITHUB_API_URL: `https://${host}`, HTTPS_PROXY: `http://${login}@127.0.0.1:${own}` };
    const plainly = { GITHUB_API_URL: `http://${host}`, HTTP_PROXY: `http://${login}@127.0.0.1:${own}` };
    // a page in place of a tunnel is waited for until the time for a request is over, where nothing else speaks TLS
    for (const env of fault === 'shows a page' ? [overTls] : [overTls, plainly]) {
      // at this pace, a minute for the kernel would be 0.3 s
      const run = await world.run(pull, { env, haste: 200, inputs: { timeout: '0' } });
      // what was found stands in the log, whatever becomes of the review
      expect(run.log).toContain('SW101');
      // status 1: the finding, which the gate names; the review that cannot be written is an error beside it
      const said = complaints(run).filter((line) => line.includes('title=Syncwright::'));
      expect([run.status, said.length]).toEqual([1, 2]);
      expect(said.filter((line) => line.includes('at or above `fail-on`'))).toHaveLength(1);
      expect(said.filter((line) => line.includes(`the proxy 127.0.0.1:${own}`))).toHaveLength(1);
      expect(run.log).not.toMatch(/^\s+at /m);
      expect(run.log).not.toContain('bug in Syncwright');
      expect(run.log.replaceAll(/^::add-mask::.*$/gm, '')).not.toContain('w0rd-of-the-proxy');
    }
  } finally {
    faulty.close();
  }
});
