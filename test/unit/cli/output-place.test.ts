/**
 * What is written by a command line goes through no link of the folder that is analysed: its author may be a stranger.
 */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cliProgram } from '../../programs.ts';
import { foreignLinkOn } from '../../../src/cli/output-place.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'syncwright-links-')));
const clone = join(root, 'clone');
const target = join(root, 'target');
afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});
beforeAll(() => {
  mkdirSync(join(clone, '.git'), { recursive: true });
  writeFileSync(target, 'mine');
  writeFileSync(join(clone, 'a.cu'), '__global__ void k(int *d) { d[threadIdx.x] = 1; }\n');
  for (const name of ['report.json', 'syncwright-audit.jsonl', 'base.json', 'plan.json'])
    symlinkSync(target, join(clone, name));
  symlinkSync(root, join(clone, 'reports'));
  symlinkSync(clone, join(root, 'way'));
});

const run = (...argv: readonly string[]): readonly [number | null, string] => {
  const { status, stderr } = spawnSync(process.execPath, [cliProgram, ...argv], { cwd: clone, encoding: 'utf8' });
  return [status, stderr];
};
const refused = (path: string, link: string): string =>
  `error: cannot write ${path}: ${link} is a symbolic link of the folder that is analysed, and is not followed\n`;

test.each([
  [['check', 'a.cu', '--out', 'report.json'], 'report.json', 'report.json'],
  [['check', 'a.cu', '--out', join(clone, 'report.json')], join(clone, 'report.json'), 'report.json'],
  [['check', 'a.cu', '--out', 'reports/new.json'], 'reports/new.json', 'reports'],
  [['check', 'a.cu', '--write-baseline', 'base.json'], 'base.json', 'base.json'],
  [['audit', '.'], 'syncwright-audit.jsonl', 'syncwright-audit.jsonl'],
  [['audit', '.', '--plan', '--plan-file', 'plan.json'], 'plan.json', 'plan.json'],
])('%j is refused in one line', (argv, path, link) => {
  const [status, said] = run(...argv);
  expect([status, said.slice(said.indexOf('error: '))]).toEqual([2, refused(path, link)]);
  expect([readFileSync(target, 'utf8'), existsSync(join(root, 'new.json'))]).toEqual(['mine', false]);
});

test("links that are the user's are followed, and `..` is as it says", () => {
  expect([foreignLinkOn(join(root, 'way', 'x')), foreignLinkOn('/dev/stdout'), foreignLinkOn('../x')]).toEqual([
    null,
    null,
    null,
  ]);
  expect(foreignLinkOn(join(root, 'way', 'reports', 'x'))).toMatch(/clone\/reports$/);
  expect(run('check', 'a.cu', '--format', 'json', '--out', '../out.json')[0]).toBe(0);
  expect(existsSync(join(root, 'out.json'))).toBe(true);
});
