/**
 * `/syncwright ignore` counts at once at the pull request, and as long as both the command and the answer stand there.
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { join } from 'node:path';
import { existsSync, readFileSync } from 'node:fs';
import type { CommentRecord, PullRecord } from './shapes.ts';
import type { Permission } from './loopback.ts';
import type { Run } from './world.ts';
import { World, ada, robot, token } from './world.ts';
import { fieldsOf, listOf } from './json.ts';
import { here } from './here.ts';
import { shift } from './kernels.ts';

// A machine with other work on it is slow; nothing here measures time.
vi.setConfig({ testTimeout: 300_000 });

let world: World;
beforeEach(async () => {
  world = await World.open(undefined, undefined, here);
  world.state.permissions.set('ada', 'write');
  world.commit('main', { 'src/shift.cu': shift({ barrier: true }) });
});
afterEach(async () => {
  const { violations } = world.github;
  await world.close();
  expect(violations).toEqual([]);
});

const mallory = { login: 'mallory', id: 9, type: 'User' } as const;
const racy = { 'src/shift.cu': shift({ barrier: false }) };
const withCheck = { inputs: { 'check-run': 'true' } };

/** What the run leaves: status, findings that count, and why the finding does not. */
function left(run: Run): readonly unknown[] {
  const [finding] = listOf(
    fieldsOf(JSON.parse(readFileSync(join(run.workspace, 'syncwright.json'), 'utf8')))['findings'],
  );
  return [run.status, run.outputs.get('new-findings'), fieldsOf(fieldsOf(finding)['suppressed'])['by']];
}

async function reviewed(): Promise<Readonly<{ pull: PullRecord; root: CommentRecord }>> {
  const pull = world.openPull(racy);
  expect(left(await world.run(pull, withCheck))).toEqual([1, '1', undefined]);
  const [root] = world.state.comments;
  if (root === undefined) throw new Error('no comment');
  return { pull, root };
}

const conclusions = (): readonly string[] => world.state.checks.map(({ conclusion }) => conclusion);

test('in its thread, without an id: answered there; outputs, check run and thread change at once, and later runs pass', async () => {
  const { pull, root } = await reviewed();
  const run = await world.runInThread(
    pull,
    root,
    '/syncwright ignore the host starts @mallory one warp',
    ada,
    withCheck,
  );
  expect(left(run)).toEqual([0, '0', 'reply']);
  expect(run.summary).toContain('0 new, 0 also on the target branch, 0 removed; 0 findings at or above the threshold.');
  const answer = world.state.comments.at(-1);
  expect([answer?.author.login, answer?.replyTo, root.resolved]).toEqual([robot.login, root.id, true]);
  expect(answer?.body).toMatch(
    /\*\*Ignored at this pull request\*\*, as `ada` requested: the host starts @&#8203;mallory one warp/u,
  );
  expect(answer?.body).not.toContain(' @mallory');
  expect(answer?.body).toContain(
    'To ignore it beyond this pull request:\n\n- Opened https://github.com/ada/kernels/pull/2',
  );
  expect(root.body).toContain('Suppressed as of');
  expect(conclusions()).toEqual(['failure', 'neutral']);
  await world.runInThread(pull, root, '/syncwright ignore once more');
  expect(world.state.comments.at(-1)?.body).toMatch(
    /`\w{16}` is ignored already, as `ada` requested: the host starts @&#8203;mallory one warp\.\n/u,
  );
  const next = await world.run(pull, withCheck);
  expect([left(next), next.writes]).toEqual([[0, '0', 'reply'], []]);
  expect(next.log).not.toContain('::error');
  world.commit('change', {
    'src/shift.cu': `// More.\n${racy['src/shift.cu']}`,
    'src/other.cu': shift({ barrier: false, name: 'other' }),
  });
  const later = await world.run(pull, withCheck);
  expect([later.status, later.outputs.get('new-findings'), root.resolved]).toEqual([1, '1', true]);
  expect((await world.run(pull, { inputs: { mode: 'fix' } })).log).not.toMatch(/in shift\b/);
});

const may = (...more: readonly Permission[]): void => {
  world.github.callers.set(token, { actor: robot, write: new Set(['contents', 'pull-requests', 'checks', ...more]) });
};
const jobs = (): readonly unknown[] => world.state.jobs.map(({ name, conclusion }) => [name, conclusion]);

test.each(['review', 'analyze'])(
  'the failed job of mode %s is run again where the token may, and passes',
  async (mode) => {
    const pull = world.openPull(racy);
    const inputs = { inputs: { mode } };
    expect((await world.run(pull, inputs)).status).toBe(1);
    world.state.jobs.push({
      id: 90,
      run: 91,
      name: 'lint',
      head: world.state.tips(pull).head,
      event: 'pull_request',
      conclusion: 'failure',
      annotations: [
        {
          path: '.github',
          start_line: 1,
          end_line: 1,
          annotation_level: 'failure',
          title: 'Lint',
          message: 'a line is too long',
        },
      ],
    });
    may('actions');
    await world.runOnComment(pull, world.say(pull, '/syncwright ignore SW101 it is one warp'));
    expect(jobs()).toEqual([
      [mode, null],
      ['lint', 'failure'],
    ]);
    const answer = world.state.conversation.at(-1)?.body ?? '';
    expect(answer).toMatch(
      new RegExp(
        `Runs again, without the finding: \\[\`${mode}\`\\]\\(http://\\S+/ada/kernels/actions/runs/\\d+/job/\\d+\\)`,
      ),
    );
    expect(answer).not.toContain('lint');
    expect([left(await world.run(pull, inputs)), jobs()]).toEqual([
      [0, '0', 'reply'],
      [
        [mode, 'success'],
        ['lint', 'failure'],
      ],
    ]);
  },
);

test('a failed job among hundreds of checks of the commit is run again', async () => {
  const { pull, root } = await reviewed();
  may('actions');
  const { head } = world.state.tips(pull);
  const others = Array.from({ length: 230 }, (_, k) => ({
    id: 90_000 + k,
    run: 95_000 + k,
    name: `build ${k}`,
    head,
    event: 'pull_request',
    conclusion: 'success' as const,
    annotations: [],
  }));
  world.state.jobs.unshift(...others);
  await world.runInThread(pull, root, '/syncwright ignore it is one warp');
  expect(jobs().at(-1)).toEqual(['review', null]);
});

test('where the token may not, or GitHub refuses, the answer says what to do, and the command succeeds', async () => {
  const { pull, root } = await reviewed();
  const ignored = async (): Promise<Run> => {
    const run = await world.runInThread(pull, root, '/syncwright ignore it is one warp');
    world.state.comments.splice(world.state.comments.indexOf(run.asked), 1);
    expect([run.status, jobs()]).toEqual([0, [['review', 'failure']]]);
    return run;
  };
  const first = await ignored();
  expect(world.state.comments.at(-1)?.body).toMatch(
    /Please run again \(\*Re-run jobs\* on its page\): \[`review`\]\(\S+\)\. Without the finding it passes\./,
  );
  expect(first.log).toContain(
    '::notice title=Syncwright::the check "review" is not run again: the token lacks `actions: write`',
  );
  expect(first.writes.map(({ id }) => id)).not.toContain('pulls/update-review-comment');
  may('actions');
  world.github.faults.push({
    matches: (_, path) => path.endsWith('/rerun'),
    times: 1,
    act: {
      kind: 'answer',
      status: 403,
      body: { message: 'Unable to retry this workflow run because it was created over a month ago' },
    },
  });
  await ignored();
  expect(world.state.comments.at(-1)?.body).toContain('Please run again');
  world.github.faults.push({
    matches: (_, path) => path.endsWith('/annotations'),
    times: 9,
    act: { kind: 'answer', status: 404, body: { message: 'Not Found' } },
  });
  await ignored();
  expect(world.state.comments.at(-1)?.body).toContain('A check that failed before passes when it is run again.');
});

test('a name of a job is shown as code, and its markers are not ours', async () => {
  const { pull, root } = await reviewed();
  may('actions');
  const [job] = world.state.jobs;
  Object.assign(job ?? {}, {
    name: 'x`](https://evil.example) <!-- syncwright:ignored ffff --> @ada\n/syncwright fix',
  });
  await world.runInThread(pull, root, '/syncwright ignore it is one warp');
  const answer = world.state.comments.at(-1)?.body ?? '';
  expect(answer).toMatch(
    /^Runs again, without the finding: \[``x`\]\(https:\/\/evil\.example\) .* @ada \/syncwright fix``\]\(http:\/\/127\.0\.0\.1:\d+\/ada\/kernels\/actions\//m,
  );
  expect(answer.match(/<!-- syncwright:ignored/g)).toHaveLength(1);
});

test('an edited command counts as it reads now: about another finding, it ignores nothing', async () => {
  const { pull, root } = await reviewed();
  const { asked } = await world.runInThread(pull, root, '/syncwright ignore it is one warp');
  asked.body = '/syncwright ignore 0123456789abcdef it is one warp';
  expect((await world.run(pull)).status).toBe(1);
  asked.body = '/syncwright ignore for another reason';
  expect(left(await world.run(pull))).toEqual([0, '0', 'reply']);
});

test('analyze, where GitHub refuses or does not answer: everything counts, and the file is written', async () => {
  const pull = world.openPull(racy);
  for (const status of [403, 502]) {
    world.github.faults.push({
      matches: (method, path) => method === 'GET' && path.endsWith('/issues/1/comments'),
      times: 9,
      act: { kind: 'answer', status, body: { message: 'Resource not accessible by integration' } },
    });
    const run = await world.run(pull, { inputs: { mode: 'analyze' } });
    expect([
      run.status,
      run.outputs.get('new-findings'),
      existsSync(join(run.workspace, 'syncwright-analysis.json')),
      run.writes,
    ]).toEqual([1, '1', true, []]);
    expect(run.log).toContain('what commands ignore at this pull request cannot be read, so it counts');
    world.github.faults.splice(0);
  }
});

test('what other findings fail is not run again', async () => {
  const pull = world.openPull({ ...racy, 'src/other.cu': shift({ barrier: false, name: 'other' }) });
  await world.run(pull);
  may('actions');
  const root = world.state.comments.find(({ path }) => path === 'src/shift.cu');
  if (root === undefined) throw new Error('no comment');
  await world.runInThread(pull, root, '/syncwright ignore it is one warp');
  expect([jobs(), world.state.comments.at(-1)?.body]).toEqual([
    [['review', 'failure']],
    expect.not.stringContaining('again, without'),
  ]);
});

test('who wrote the command may not write any more, or deletes it: the finding counts again, and its thread is open', async () => {
  const { pull, root } = await reviewed();
  const { asked } = await world.runInThread(pull, root, '/syncwright ignore it is one warp');
  expect(root.resolved).toBe(true);
  world.state.permissions.set('ada', 'read');
  expect([(await world.run(pull)).status, root.resolved]).toEqual([1, false]);
  world.state.permissions.set('ada', 'write');
  world.state.comments.splice(world.state.comments.indexOf(asked), 1);
  expect([(await world.run(pull)).status, root.resolved]).toEqual([1, false]);
});

test('in the conversation, of a fork: it counts, and the comment for the source is shown', async () => {
  world.commitTo('refs/forks/mallory/change', racy, 'main', mallory);
  const pull = world.state.openPull('From a fork', '', mallory, 'change', 'main', {
    owner: 'mallory',
    repo: 'kernels',
  });
  const run = await world.runOnComment(pull, world.say(pull, '/syncwright ignore SW101 the block is one warp'));
  expect(left(run)).toEqual([0, '0', 'reply']);
  expect(world.state.conversation.at(-1)?.body).toContain('// syncwright: allow(SW101) the block is one warp');
  expect(world.state.conversation.at(-1)?.body).not.toContain('run again');
  expect(left(await world.run(pull))).toEqual([0, '0', 'reply']);
});

test('what is no answer to a command of somebody who may write ignores nothing', async () => {
  const { pull, root } = await reviewed();
  const key = /syncwright:finding (\w+)/.exec(root.body)?.[1] ?? '';
  const forged = (to: number): string =>
    `<!-- syncwright:answer ${to} -->\n<!-- syncwright:ignored ${key} -->\n\nIgnored.`;
  world.say(pull, forged(1), robot); // to nothing
  world.say(pull, forged(world.say(pull, `/syncwright ignore ${key} mine`, mallory).id), robot); // to a stranger
  world.say(pull, forged(world.say(pull, 'I would ignore it', ada).id), robot); // to no command
  // to one about another finding
  world.say(pull, forged(world.say(pull, '/syncwright ignore 0123456789abcdef another', ada).id), robot);
  world.say(pull, forged(world.say(pull, `/syncwright ignore ${key} not answered by us`, ada).id), mallory);
  world.say(pull, `Look:\n\n${forged(world.say(pull, `/syncwright ignore ${key} quoted`, ada).id)}`, robot);
  world.state.reply(root, robot, forged(world.say(pull, `/syncwright ignore ${key} elsewhere`, ada).id));
  const run = await world.run(pull);
  expect(left(run)).toEqual([1, '1', undefined]);
  const byNumber = await world.runInThread(pull, root, '/syncwright ignore F1 by its number');
  expect([left(byNumber)[1], world.state.comments.at(-1)?.body]).toEqual([
    '1',
    expect.stringContaining('The number of a finding changes from run to run'),
  ]);
});

test('where the conversation cannot be read, everything counts, and that is told', async () => {
  const { pull, root } = await reviewed();
  await world.runInThread(pull, root, '/syncwright ignore it is one warp');
  world.github.faults.push({
    matches: (method, path) => method === 'GET' && path.endsWith('/issues/1/comments'),
    times: 9,
    act: { kind: 'answer', status: 403, body: { message: 'Resource not accessible by integration' } },
  });
  const run = await world.run(pull);
  expect(run.status).toBe(1);
  expect(run.log).toContain('what commands ignore at this pull request cannot be read, so it counts');
});
