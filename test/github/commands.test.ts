/** Mode `command`, through the action's program and the loopback GitHub: what each does, and what strangers cannot. */
import { execFileSync } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PullRecord } from './shapes.ts';
import type { Run } from './world.ts';
import { World, ada, robot, token } from './world.ts';
import { here } from './here.ts';
import { shift } from './kernels.ts';

// A machine with other work on it is slow; nothing here measures time.
vi.setConfig({ testTimeout: 300_000 });

let world: World;
beforeEach(async () => {
  world = await World.open(undefined, undefined, here);
  world.state.permissions.set('ada', 'write');
});
afterEach(async () => {
  const { violations, log } = world.github;
  await world.close();
  expect(violations).toEqual([]);
  expect(JSON.stringify(log)).not.toContain(token);
});

const mallory = { login: 'mallory', id: 9, type: 'User' } as const;
const racy = { 'src/shift.cu': shift({ barrier: false }) };

function openRacy(): PullRecord {
  world.commit('main', { 'src/shift.cu': shift({ barrier: true }) });
  return world.openPull(racy);
}

const reactions = (): readonly string[] => world.state.reactions.map((one) => `${one.content} by ${one.author.login}`);
const ours = (): readonly string[] =>
  world.state.conversation.filter((one) => one.author.login === robot.login).map((one) => one.body);
const ids = (run: Run): readonly string[] => run.writes.map((one) => one.id);
const [reacts, answers] = ['reactions/create-for-issue-comment', 'issues/create-comment'];
/** A run that nothing is asked of the engine in. */
const command = (
  pull: PullRecord,
  text: string,
  author = ada,
  options: Parameters<World['runOnComment']>[2] = {},
): Promise<Run> => world.runOnComment(pull, world.say(pull, text, author), options);

describe('who is heard', () => {
  test.each([
    ['a reader', 'read', mallory],
    ['nobody in particular', 'none', mallory],
    ['an account that is no more', 'unknown', mallory],
  ] as const)('%s: a reaction, one line, and nothing else', async (_who, permission, author) => {
    const pull = openRacy();
    world.state.permissions.set(author.login, permission);
    const run = await command(pull, '/syncwright fix', author);
    expect(run.status).toBe(0);
    expect(ids(run)).toEqual([reacts]);
    expect(reactions()).toEqual([`confused by ${robot.login}`]);
    expect(run.log).toContain('Command refused: mallory does not have write access to this repository.');
    expect(run.log).not.toContain('touched kernel');
  });

  test.each([
    ['a bot', '/syncwright fix', { author: robot }, 'Comment ignored: its author is not a person.'],
    ['an edit', '/syncwright fix', { action: 'edited' }, 'Comment ignored: only new comments are read'],
    ['a deletion', '/syncwright fix', { action: 'deleted' }, 'Comment ignored: only new comments are read'],
    ['an issue', '/syncwright fix', { isPull: false }, 'Comment ignored: it is on an issue'],
    ['a quote', '> /syncwright fix', {}, 'No command'],
    ['a code block', '```\n/syncwright fix\n```', {}, 'No command'],
    ['the second line', 'Hello\n/syncwright fix', {}, 'No command'],
    ['a line of 1 MB', ` /syncwright ${'x'.repeat(1 << 20)}`, {}, 'No command'],
  ] as const)('%s: not one request', async (_what, text, how, line) => {
    const pull = openRacy();
    const { author, ...options } = { author: ada, ...how };
    const run = await command(pull, text, author, options);
    expect(run.status).toBe(0);
    expect(run.requests).toEqual([]);
    expect(run.log).toContain(line);
  });

  test('another event: one line', async () => {
    const run = await world.run(openRacy(), { inputs: { mode: 'command' } });
    expect(run.status).toBe(2);
    expect(run.requests).toEqual([]);
    expect(run.log).toContain(
      'mode `command` runs on the events issue_comment and pull_request_review_comment, not on "pull_request"',
    );
  });
});

describe('answers without an analysis', () => {
  test('help, and what is not understood: a table of the commands, one comment, once', async () => {
    const pull = openRacy();
    const asked = world.say(pull, '/syncwright help\r\nplease');
    const run = await world.runOnComment(pull, asked);
    expect(ids(run)).toEqual([reacts, answers, reacts]);
    expect(reactions()).toEqual([`eyes by ${robot.login}`, `rocket by ${robot.login}`]);
    expect(ours()).toEqual([expect.stringContaining('| `/syncwright recheck` |')]);
    const again = await world.runOnComment(pull, asked);
    expect(again.writes).toEqual([]);
    expect(again.log).toContain('This command was already answered: ');
    await command(pull, '/syncwright dance @everyone <b>', ada);
    expect(reactions().at(-1)).toBe(`confused by ${robot.login}`);
    expect(ours().at(-1)).toContain('Not a valid command: there is no such command.');
    expect(ours().at(-1)).not.toContain('everyone');
  });

  test("a marker in somebody's comment is not believed", async () => {
    const pull = openRacy();
    const asked = world.say(pull, '/syncwright help');
    world.say(pull, `<!-- syncwright:answer ${asked.id} -->\n\nAll is well.`, mallory);
    await world.runOnComment(pull, asked);
    expect(ours()).toHaveLength(1);
  });

  test('a closed pull request', async () => {
    const pull = openRacy();
    world.state.closePull(pull);
    const run = await command(pull, '/syncwright fix');
    expect(ids(run)).toEqual([reacts, answers, reacts]);
    expect(ours()).toEqual([expect.stringContaining('This pull request is closed; nothing was done.')]);
    expect(reactions().at(-1)).toBe(`confused by ${robot.login}`);
    expect(run.log).not.toContain('touched kernel');
  });

  test('answers that get lost are given once; a GitHub that fails is no answer, so that the job can run again', async () => {
    const pull = openRacy();
    for (const end of ['/comments', '/reactions'])
      world.github.faults.push({
        matches: (method, path) => method === 'POST' && path.endsWith(end),
        times: 1,
        act: { kind: 'lost' },
      });
    const asked = world.say(pull, '/syncwright help');
    await world.runOnComment(pull, asked);
    expect(ours()).toHaveLength(1);
    expect(reactions()).toEqual([`eyes by ${robot.login}`, `rocket by ${robot.login}`]);
    world.github.faults.push({
      matches: (method, path) => method === 'GET' && path.endsWith('/pulls/1'),
      times: 99,
      act: { kind: 'answer', status: 503, body: { message: 'Unavailable' } },
    });
    const run = await command(pull, '/syncwright fix');
    expect(run.status).toBe(3);
    expect(run.log).toContain('the command cannot be carried out: GitHub does not answer properly (503): Unavailable');
    expect(ours()).toHaveLength(1);
  });

  test('a token that may not write: named', async () => {
    const pull = openRacy();
    world.github.callers.set(token, { actor: robot, write: new Set() });
    const run = await command(pull, '/syncwright help');
    expect(run.status).toBe(2);
    expect(run.log).toContain(
      '::error title=Syncwright::the command cannot be carried out: the token lacks `pull-requests: write` or `contents: write`; grant this under `permissions:` of the job (GitHub: Resource not accessible by integration; it needs pull-requests: write)',
    );
  });

  test('the head cannot be fetched: said', async () => {
    const pull = openRacy();
    await command(pull, '/syncwright fix', ada, { env: { GITHUB_SERVER_URL: 'http://127.0.0.1:9' } });
    expect(ours()).toEqual([
      expect.stringContaining('The command failed: the commits of the pull request cannot be fetched'),
    ]);
  });
});

describe('what is asked for', () => {
  test('fix: opens the follow-up from a clone of the base; nothing of the head is checked out, nothing of it runs, the token stays out of the clone', async () => {
    const pull = openRacy();
    world.commit('change', {
      '.gitattributes': '* filter=evil\n',
      '.gitmodules': '[submodule "x"]\n\tpath = x\n\turl = http://127.0.0.1:9/x\n',
    });
    const run = await command(pull, '/syncwright fix', ada, { depth: 1 });
    expect(run.status).toBe(0);
    expect(ids(run)).toEqual([reacts, 'git/create-ref', 'graphql', 'pulls/create', answers, reacts]);
    expect(world.state.pulls.map((one) => [one.baseRef, one.headRef.replace(/[0-9a-f]{16}$/, 'FP')])).toEqual([
      ['main', 'change'],
      ['change', 'syncwright/fix/pr-1/FP'],
    ]);
    expect(ours()).toEqual([expect.stringMatching(/- Opened https:\/\/github\.com\/ada\/kernels\/pull\/2/)]);
    expect(reactions()).toEqual([`eyes by ${robot.login}`, `rocket by ${robot.login}`]);
    const git = (...args: readonly string[]): string =>
      execFileSync('git', ['-C', run.workspace, ...args], { encoding: 'utf8' });
    expect(git('status', '--porcelain', '--untracked-files=no')).toBe('');
    expect(git('rev-parse', 'HEAD').trim()).toBe(world.state.store.branchAt('main'));
    expect(git('config', '--list', '--local')).not.toMatch(/extraheader|token/i);
    expect(run.log.split(token)).toHaveLength(2); // the mask alone names it
    expect(run.log).not.toContain(Buffer.from(`x-access-token:${token}`).toString('base64'));
  });

  test('the head moves while it is worked on: nothing is written but the answer', async () => {
    const pull = openRacy();
    let reads = 0;
    world.github.faults.push({
      matches: (method, path) => {
        if (method === 'GET' && path.endsWith('/pulls/1') && ++reads === 2)
          world.commit('change', { 'README.md': 'pushed\n' });
        return false;
      },
      times: 1,
      act: { kind: 'lost' },
    });
    const run = await command(pull, '/syncwright fix');
    expect(ids(run)).toEqual([reacts, answers, reacts]);
    expect(ours()).toEqual([
      expect.stringContaining('The pull request changed in the meantime, so nothing was done. Repeat the command.'),
    ]);
  });

  test('a fork: the patch is shown, and the comment that ignores it', async () => {
    world.commit('main', { 'src/shift.cu': shift({ barrier: true }) });
    world.commitTo('refs/forks/mallory/change', racy, 'main', mallory);
    const pull = world.state.openPull('From a fork', '', mallory, 'change', 'main', {
      owner: 'mallory',
      repo: 'kernels',
    });
    expect(ids(await command(pull, '/syncwright fix SW101'))).toEqual([reacts, answers, reacts]);
    expect(ours()[0]).toContain('+  __syncthreads();');
    await command(pull, '/syncwright ignore SW101 the block is one warp \\');
    expect(ours()[1]).toMatch(/^\+ {2}\/\/ syncwright: allow\(SW101\) the block is one warp$/m);
    expect(world.state.pulls).toHaveLength(1);
    expect(world.state.store.git(['for-each-ref', '--format=%(refname)', 'refs/heads']).trim()).toBe('refs/heads/main');
  });

  test('explain, recheck, and ignore with a reason that wants to be more than text', async () => {
    const pull = openRacy();
    world.commit('change', { '.syncwright.yml': '# Ours.\nlevel: grid # both\n' });
    await command(pull, '/syncwright explain SW101');
    expect(ours()[0]).toContain('<details><summary>What SW101 means</summary>');
    expect(ours()[0]).toContain('<sub>`shift`, ');
    expect(ids(await command(pull, '/syncwright recheck'))).toEqual([reacts, 'pulls/create-review', answers, reacts]);
    expect(ours()[1]).toContain('Checked 1 touched kernel: 1 new');
    expect(world.state.reviews).toHaveLength(1);
    await command(pull, '/syncwright ignore SW101 "}: [x] # @ada <!-- syncwright:answer 1 --> ${{ secrets.X }}');
    expect(ours()[2]).toContain('- Opened https://github.com/ada/kernels/pull/2');
    const [, proposal] = world.state.pulls;
    expect(proposal?.headRef).toMatch(/^syncwright\/ignore\/pr-1\/[0-9a-f]{16}$/);
    expect(proposal?.body.split('\n').slice(2).join('\n')).not.toContain('<!--');
    const written = world.state.store.file(proposal?.headRef ?? '', '.syncwright.yml')?.text ?? '';
    expect(written).toContain('# Ours.\nlevel: grid # both\n');
    expect(written).toContain('author: ada');
    await command(pull, '/syncwright explain F9');
    expect(ours()[3]).toContain('There is no finding `F9` at this commit');
  });
});
