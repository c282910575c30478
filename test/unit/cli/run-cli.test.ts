import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { version } from '../../../src/cli/version.ts';
import { root, path, empty, kernel, cli, inOwnFolder } from './ran.ts';
import type { Analyze } from './ran.ts';

inOwnFolder();

describe('a mistake is one line and status 2', () => {
  test.each([
    [['check'], "error: missing required argument 'PATH'\n"],
    [['chekc'], "error: unknown command 'chekc'\n(Did you mean check?)\n"],
    [['check', path, '--blok', '1'], "error: unknown option '--blok'\n(Did you mean --block?)\n"],
    [
      ['check', path, '--block', '0'],
      "error: option '--block <X,Y,Z>' argument '0' is invalid. x is 0; it must be from 1 to 65536.\n",
    ],
    [
      ['check', path, '--format', 'yaml'],
      "error: option '--format <FORMAT>' argument 'yaml' is invalid. Allowed choices are text, json, sarif, markdown, html, github, gitlab, junit, checkstyle.\n",
    ],
    [
      ['check', path, '--warp', 'volta'],
      "error: option '--warp <MODEL>' argument 'volta' is invalid. Allowed choices are its, lockstep.\n",
    ],
    [
      ['check', path, '--out', join(root, 'no', 'where')],
      `error: cannot write ${join(root, 'no', 'where')}: its folder does not exist\n`,
    ],
    [['explain', 'SW999'], 'error: there is no code SW999; `syncwright explain` lists them all\n'],
    [['audit', '.', '--shard', '1/4'], 'error: audit needs to start processes, which is not possible here\n'],
    [['replay', join(root, 'gone.json'), 'F1'], `error: ${join(root, 'gone.json')}: no such file or directory\n`],
    [['review', '--head', 'x'], "error: required option '--base <REV>' not specified\n"],
  ])('%j', async (argv, line) => {
    const ran = await cli(argv);
    expect([ran.status, ran.err, ran.out]).toEqual([2, line, '']);
  });

  test('no command prints the help', async () => {
    const ran = await cli([]);
    expect([ran.status, ran.out]).toEqual([2, '']);
    expect(ran.err).toContain('Usage: syncwright');
  });
});

test('a report as HTML tells how it was made, and asks what the threads of each witness did', async () => {
  const html = await cli(['check', path, '--format', 'html']);
  expect(html.out).toMatch(/^<!doctype html>\n<html lang="en">/);
  expect(html.out).toContain(`<code>syncwright check ${path} --format html</code>`);
  expect(html.asked[0]?.options.stories).toBe(true);
  expect((await cli(['check', path])).asked[0]?.options.stories).toBeUndefined();
});

test('the version is that of package.json', async () => {
  expect((await cli(['--version'])).out).toBe(`${version}\n`);
  expect(JSON.parse(readFileSync('package.json', 'utf8'))).toMatchObject({ version });
});

describe('a bug of ours is status 3', () => {
  const broken: Analyze = () => {
    throw new Error('expected a loop');
  };
  test('in one line, with what to do', async () => {
    const ran = await cli(['check', path], broken);
    expect([ran.status, ran.err, ran.closed]).toEqual([
      3,
      'this is a bug in Syncwright: expected a loop\nplease report it with the command and, if you can, the kernel; --debug shows where it happened\n',
      1,
    ]);
  });
  test('--debug shows where', async () => {
    for (const argv of [
      ['--debug', 'check', path],
      ['check', path, '--debug'],
    ])
      expect((await cli(argv, broken)).err).toMatch(
        /^this is a bug in Syncwright: expected a loop\nError: expected a loop\n +at /,
      );
  });
});

test('explain prints the page of a code, and the list of all', async () => {
  expect((await cli(['explain', 'sw101'])).out).toMatch(/^# SW101: race on shared memory inside a barrier interval\n/);
  expect((await cli(['explain'])).out).toContain('  SL104  budget reached\n');
});

test('doctor says which part does not work', async () => {
  const ran = await cli(['doctor']);
  expect([ran.status, ran.out]).toEqual([
    3,
    `syncwright ${version}\n  ok   node ${process.version}\n  ok   the parser and the grammar load\n  FAIL a racy kernel is found racy: it was not seen\n  FAIL the corrected kernel is proved race-free: it was not seen\n  ok   no configuration (.syncwright.yml)\nthe installation does not work\n`,
  ]);
});

test('a bug of ours that cost one kernel is status 3', async () => {
  const ran = await cli(['check', path], () => ({
    ...empty,
    kernels: [
      kernel({ verdict: 'unknown', reasons: ['a bug in Syncwright stopped the analysis of this kernel: x [SL111]'] }),
    ],
  }));
  expect([ran.status, ran.out.includes('[SL111]')]).toEqual([3, true]);
});

describe('coverage', () => {
  test('prints the counts and succeeds whatever they are', async () => {
    const ran = await cli(['coverage', path]);
    expect(ran).toMatchObject({
      status: 0,
      closed: 1,
      out: '0 kernels in 1 file: 0 exact, 0 approximated, 0 unsupported\n0 of them are launched where they are read, 0 with a known block\n',
    });
  });

  test.each(['sarif', 'html', 'github', 'gitlab', 'junit', 'checkstyle'])('has no form %s', async (form) => {
    expect(await cli(['coverage', path, '--format', form])).toMatchObject({ status: 2, out: '' });
  });
});
