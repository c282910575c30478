/**
 * The recipes that people copy: what is YAML parses, and every command of ours runs and leaves the files that the
 * recipe names.
 */
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { XMLParser } from 'fast-xml-parser';
import { parse } from 'yaml';
import { fieldsOf, listOf, textOf } from './github/json.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const page = readFileSync(join(root, 'docs/recipes.md'), 'utf8');
const blocks = (language: string): readonly string[] =>
  [...page.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].flatMap(([, name, text = '']) => (name === language ? [text] : []));
const folder = mkdtempSync(join(tmpdir(), 'syncwright-recipes-'));
const code = join(folder, 'code');

/** Programs that recipes call, beside ours: `npx` runs the built program, `reviewdog` shows what it was given. */
const programs: Readonly<Record<string, string>> = {
  npx: `shift 2; exec "${process.execPath}" "${join(root, 'dist/cli.js')}" "$@"`,
  reviewdog: 'echo "reviewdog $*"; cat',
};

const git = (...args: readonly string[]): string => {
  const ran = spawnSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.com', ...args], {
    cwd: code,
    encoding: 'utf8',
  });
  expect(ran.status, ran.stderr).toBe(0);
  return ran.stdout.trim();
};

beforeAll(() => {
  cpSync(join(root, 'examples'), code, { recursive: true });
  git('init', '-q', '-b', 'main');
  git('add', '.');
  git('commit', '-q', '-m', 'first');
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(folder, name), 0o755);
  }
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function shell(
  script: string,
  env: Readonly<Record<string, string>> = {},
): Readonly<{ status: number | null; out: string; err: string }> {
  const ran = spawnSync('bash', ['-e', '-o', 'pipefail', '-c', script], {
    cwd: code,
    encoding: 'utf8',
    env: {
      ...process.env,
      ...env,
      PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}`,
      XDG_CACHE_HOME: join(folder, 'cache'),
    },
  });
  return { status: ran.status, out: ran.stdout, err: ran.stderr };
}

const written = (name: string): string => readFileSync(join(code, name), 'utf8');
const xml = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '' });
const suitesOf = (text: string): unknown => fieldsOf(fieldsOf(xml.parse(text))['testsuites']);

test('GitLab: the job fails for the races of examples/, and leaves both reports', () => {
  const job = fieldsOf(fieldsOf(parse(readFileSync(join(root, 'docs/recipes/gitlab.yml'), 'utf8')))['syncwright']);
  const reports = fieldsOf(fieldsOf(job['artifacts'])['reports']);
  const ran = shell(listOf(job['script']).map(textOf).join('\n'));
  expect(ran, ran.err).toMatchObject({ status: 1 });
  expect(suitesOf(written(textOf(reports['junit'])))).toMatchObject({ tests: '7', failures: '4' });
  expect(
    listOf(JSON.parse(written(textOf(reports['codequality']))))
      .map((one) => fieldsOf(one)['check_name'])
      .sort(),
  ).toEqual(['SW101', 'SW101', 'SW102', 'SW201']);
  expect(fieldsOf(job['artifacts'])['paths']).toEqual(Object.values(reports));
}, 300_000);

test('GitLab: a merge request', () => {
  const [base, text] = [git('rev-parse', 'HEAD'), written('stencil.cu')];
  writeFileSync(join(code, 'stencil.cu'), text.replace('cache[', ' cache['));
  git('commit', '-q', '-a', '-m', 'second');
  const [review = ''] = blocks('sh').filter((block) => block.includes(' review '));
  const ran = shell(review, { CI_MERGE_REQUEST_DIFF_BASE_SHA: base, CI_COMMIT_SHA: git('rev-parse', 'HEAD') });
  expect([0, 1], ran.err).toContain(ran.status);
  expect(Array.isArray(JSON.parse(written('gl-code-quality-report.json')))).toBe(true);
  git('reset', '-q', '--hard', base);
}, 300_000);

test('Jenkins: its steps run, and leave the files that it reads', () => {
  const [pipeline = '', tests = ''] = blocks('groovy');
  const ran = shell([...pipeline.matchAll(/^\s*sh '(.*)'$/gm)].map(([, line]) => line).join('\n'));
  expect(ran, ran.err).toMatchObject({ status: 0 });
  const [, pattern = ''] = /pattern: '([^']*)'/.exec(pipeline) ?? [];
  expect(
    listOf(fieldsOf(fieldsOf(xml.parse(written(pattern)))['checkstyle'])['file']).map((file) => fieldsOf(file)['name']),
  ).toEqual(['matmul.cu', 'reduction.cu', 'stencil.cu']);
  expect(suitesOf(written(/'(.*)'/.exec(tests)?.[1] ?? ''))).toMatchObject({ tests: '7' });
}, 300_000);

test('reviewdog gets the findings', () => {
  const [line = ''] = blocks('sh').filter((block) => block.includes('reviewdog'));
  const ran = shell(line);
  expect(ran, ran.err).toMatchObject({ status: 0 });
  expect(ran.out).toContain('reviewdog -f=checkstyle -name=syncwright -reporter=local -diff=git diff main\n<?xml');
  expect(ran.out.match(/<error /g)).toHaveLength(4);
}, 300_000);

test('YAML parses; a step of GitHub Actions annotates', () => {
  const [preCommit, steps] = blocks('yaml').map((block): unknown => parse(block));
  expect(preCommit).toMatchObject({ repos: [{ hooks: [{ id: 'syncwright' }] }] });
  const ran = shell(textOf(fieldsOf(listOf(steps)[0])['run']));
  expect([ran.status, ran.out.match(/^::error /gm)?.length]).toEqual([1, 4]);
}, 300_000);
