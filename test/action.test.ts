import * as core from '@actions/core';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { annotationCommand, escapeProperty } from '../src/report/workflow-command.ts';
import { stoppedText } from '../src/action/foreign-text.ts';
import { fittingSarif, fittingSummary, leaveOutputs, mostSummaryBytes } from '../src/action/results.ts';
import { readEvent } from '../src/action/event.ts';
import { inputsFrom } from './inputs.ts';
import type { Client } from '../src/github/octokit.ts';
import type { SettleStep } from '../src/review/settle.ts';
import { annotateAll, mask } from '../src/action/step.ts';
import { githubPlatform } from '../src/github/platform.ts';
import { carryOut, settlingWords } from '../src/review/carry-out.ts';

/** What is written to the log meanwhile. */
function logged(act: () => void): string {
  const texts: string[] = [];
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    texts.push(String(text));
    return true;
  });
  try {
    act();
  } finally {
    spy.mockRestore();
  }
  return texts.join('').replaceAll('\r\n', '\n');
}

test('no text breaks out of an annotation', () => {
  const one = {
    level: 'error',
    file: 'a,b:c%.cu\n::error::x',
    line: 3,
    endLine: 4,
    title: 'x,y::set-output::',
    message: '100%\n::add-mask::y',
  } as const;
  expect(annotationCommand(one)).toBe(
    '::error file=a%2Cb%3Ac%25.cu%0A%3A%3Aerror%3A%3Ax,line=3,endLine=4,title=x%2Cy%3A%3Aset-output%3A%3A::100%25%0A::add-mask::y',
  );
  expect(logged(() => annotateAll({ core }, [one]))).toBe(
    '::error title=x%2Cy%3A%3Aset-output%3A%3A,file=a%2Cb%3Ac%25.cu%0A%3A%3Aerror%3A%3Ax,line=3,endLine=4::100%25%0A::add-mask::y\n',
  );
  expect(
    logged(() =>
      annotateAll({ core }, [
        { level: 'notice', file: null, line: 0, endLine: 0, title: 'a\r\nb', message: 'c\rd\u001b[2J' },
      ]),
    ),
  ).toBe('::notice title=a␊b::c␍d␛[2J\n');
  expect(escapeProperty('a:b')).toBe('a%3Ab');
  expect(logged(() => mask(core, 'a\nb'))).toBe('::add-mask::a%0Ab\n');
  expect(logged(() => mask(core, ''))).toBe('');
});

test('free text stands between commands that it cannot guess or close', () => {
  const text = stoppedText('::error::x\r\n::tok::\nplain', 'tok');
  expect(text.split('\n')).toEqual(['::stop-commands::tok', '::error::x', '::::', 'plain', '::tok::']);
});

test("an output's value cannot end its own entry; a file that is missing is one line", () => {
  const file = join(mkdtempSync(join(tmpdir(), 'syncwright-outputs-')), 'outputs');
  vi.stubEnv('GITHUB_OUTPUT', file);
  expect(leaveOutputs({ core }, [['sarif', 'a']])).toEqual([`cannot write the outputs: Missing file at path: ${file}`]);
  writeFileSync(file, '');
  expect(
    leaveOutputs({ core }, [
      ['sarif', 'a\nracy<<x\n9\nx'],
      ['racy', '1'],
    ]),
  ).toEqual([]);
  expect(readFileSync(file, 'utf8')).toMatch(
    /^sarif<<(ghadelimiter_[0-9a-f-]{36})\na\nracy<<x\n9\nx\n\1\nracy<<(ghadelimiter_[0-9a-f-]{36})\n1\n\2\n$/,
  );
  vi.unstubAllEnvs();
});

test('a SARIF file that is too large for code scanning holds fewer results', () => {
  const asked: number[] = [];
  const render = (most: number): string => {
    asked.push(most);
    return Array.from({ length: most }, (_, k) => `${k} ${(k * 2654435761) % 2 ** 32}`).join('\n');
  };
  expect(fittingSarif(render, 10_000).split('\n')).toHaveLength(1250);
  expect(asked).toEqual([5000, 2500, 1250]);
  expect(fittingSarif(render)).toHaveLength(render(5000).length);
});

test('a summary that is too long is cut and says so, also when its characters are wide', () => {
  const summary = fittingSummary('ü€ß\n'.repeat(300_000));
  expect(Buffer.byteLength(summary)).toBeLessThanOrEqual(mostSummaryBytes);
  expect(summary).toContain('does not fit');
  expect(fittingSummary('short\n')).toBe('short\n');
});

test('inputs have the defaults of action.yml', () => {
  expect(inputsFrom({ token: ' t ', 'include-dirs': 'a, b\nc', defines: 'N=4,FAST', timeout: '0' })).toEqual({
    ok: true,
    value: {
      mode: 'review',
      token: 't',
      paths: ['**'],
      failOn: 'error',
      failOnOld: false,
      failOnUndecided: 'unread',
      comments: 'error',
      maxComments: 25,
      drafts: 'review',
      maxFixes: 1,
      checkRun: false,
      warpModel: 'its',
      level: 'grid',
      compileCommands: null,
      includeDirs: ['a', 'b', 'c'],
      defines: new Map([
        ['N', '4'],
        ['FAST', '1'],
      ]),
      timeoutSeconds: null,
      sarifFile: 'syncwright.sarif',
      jsonFile: 'syncwright.json',
      given: new Set(['timeout']),
      analysisFile: 'syncwright-analysis.json',
      workflow: '.github/workflows/syncwright-analyze.yml',
      auditFile: 'syncwright-audit.jsonl',
      shard: null,
      shards: 'auto',
      planFile: 'syncwright-plan.json',
      auditDir: '.',
      cacheDir: '',
      budgetSeconds: null,
      issue: true,
      htmlFile: 'syncwright.html',
      overviewFile: 'syncwright-overview.svg',
      badgeFile: 'syncwright-badge.svg',
      badgeJsonFile: 'syncwright-badge.json',
      historyFile: '',
      baselineFile: '',
      workingDirectory: '.',
    },
  });
});

test('a truth value is what YAML calls one', () => {
  for (const [word, value] of [
    ['true', true],
    ['True', true],
    ['TRUE', true],
    ['false', false],
    ['False', false],
    ['FALSE', false],
  ] as const)
    expect(inputsFrom({ 'check-run': word })).toMatchObject({ ok: true, value: { checkRun: value } });
  expect(inputsFrom({ issue: '' })).toMatchObject({ ok: true, value: { issue: true } });
  for (const word of ['yes', 'tRue', '1', 'on'])
    expect(inputsFrom({ 'check-run': word })).toEqual({
      ok: false,
      problem: `input \`check-run\` is "${word}"; it must be true or false`,
    });
});

test('a merge queue and a push compare two commits; a new branch is one commit; a deleted one is none', () => {
  const [a, b] = ['a'.repeat(40), 'b'.repeat(40)];
  const repository = { full_name: 'ada/kernels' };
  const nowhere = { commit: '', ref: '' };
  expect(
    readEvent({ name: 'merge_group', payload: { repository, merge_group: { base_sha: a, head_sha: b } } }, nowhere),
  ).toMatchObject({ ok: true, value: { kind: 'range', base: a, head: b, branch: null } });
  expect(
    readEvent({ name: 'push', payload: { repository, before: a, after: b, ref: 'refs/heads/x/y' } }, nowhere),
  ).toMatchObject({ ok: true, value: { branch: 'x/y' } });
  expect(
    readEvent(
      { name: 'push', payload: { repository, before: '0'.repeat(40), after: b, ref: 'refs/heads/x' } },
      nowhere,
    ),
  ).toEqual({
    ok: true,
    value: {
      kind: 'created',
      repository: { owner: 'ada', repo: 'kernels' },
      head: b,
      branch: 'x',
      defaultBranch: 'main',
    },
  });
  expect(
    readEvent(
      { name: 'push', payload: { repository, before: a, after: '0'.repeat(40), ref: 'refs/heads/x' } },
      nowhere,
    ),
  ).toEqual({ ok: true, value: { kind: 'nothing', why: 'the push deleted the branch' } });
});

test('of a level as many annotations are written as GitHub shows, and how many more there are is said', () => {
  const all = (level: 'error' | 'warning', n: number) =>
    Array.from({ length: n }, (_, k) => ({
      level,
      file: 'a.cu',
      line: k + 1,
      endLine: k + 1,
      title: '',
      message: 'x',
    }));
  const lines = logged(() => annotateAll({ core }, [...all('error', 25), ...all('warning', 11)])).split('\n');
  expect(lines.filter((line) => line.startsWith('::error '))).toHaveLength(10);
  expect(lines.filter((line) => line.startsWith('::warning '))).toHaveLength(10);
  expect(lines).toContain(
    '16 more findings have no annotation, because GitHub shows at most 10 of each level; the job summary lists all findings.',
  );
});

test('more steps of settling than a minute takes wait for the next run, and are counted', async () => {
  let asked = 0;
  const client: Client = {
    rest: () => Promise.reject(new Error('not here')),
    pages: () => Promise.reject(new Error('not here')),
    sleep: () => Promise.resolve(),
    mostWaitSeconds: 0,
    graphql: () => {
      asked += 1;
      return Promise.resolve({ ok: true, value: {} });
    },
  };
  const steps = Array.from({ length: 130 }, (_, k): SettleStep => ({
    what: 'thread',
    change: 'settled',
    before: [[{ kind: 'resolve', thread: `T${k}` }]],
    edit: { kind: 'edit-comment', id: `C${k}`, body: 'x' },
  }));
  const done = await carryOut(githubPlatform(client, { owner: 'ada', repo: 'kernels', number: 1 }), steps);
  expect(done).toMatchObject({ resolved: 100, left: 30, problem: null });
  expect(settlingWords(done)).toBe('Earlier comments: 100 threads resolved, 30 left for the next run.');
  expect(asked).toBe(200);
});
