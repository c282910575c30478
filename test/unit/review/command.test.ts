/** Commands in comments: what is one, what is none, and how long it needs to tell. */
import { describe, expect, test } from 'vitest';
import { finding } from './example.ts';
import { findFinding } from '../../../src/review/find-finding.ts';
import { mostReason, parseCommand } from '../../../src/review/command.ts';
import type { PlannedItem, ReviewPlan } from '../../../src/review/plan.ts';
import { fc } from '../../seeded.ts';

describe('the grammar', () => {
  test.each([
    ['/syncwright fix', { kind: 'fix', id: null }],
    ['/syncwright fix F3', { kind: 'fix', id: 'F3' }],
    ['/syncwright  fix \t 0a1b  ', { kind: 'fix', id: '0a1b' }],
    ['/syncwright explain SW101', { kind: 'explain', id: 'SW101' }],
    ['/syncwright recheck\r\nand thanks', { kind: 'recheck' }],
    [
      '/syncwright ignore 0a1b the block is never larger',
      { kind: 'ignore', id: '0a1b', reason: 'the block is never larger' },
    ],
    ['/syncwright help', { kind: 'help' }],
    ['/syncwright', { kind: 'help' }],
    ['/syncwright recheck\n/syncwright fix', { kind: 'recheck' }],
  ])('%j', (body, command) => {
    expect(parseCommand(body)).toEqual(command);
  });

  test.each([
    '',
    ' /syncwright fix',
    '\n/syncwright fix',
    'please /syncwright fix',
    '> /syncwright fix',
    '```\n/syncwright fix\n```',
    '    /syncwright fix',
    '`/syncwright fix`',
    '/Syncwright fix',
    '/syncwrightfix',
    '/syncwright-fix',
    '/syncwright/fix',
    '\u200b/syncwright fix',
    '\ufeff/syncwright fix',
    '/sync\u200bwright fix',
    '- /syncwright fix',
    '<!-- x -->/syncwright fix',
    '/syncwright\u00a0fix',
  ])('%j is no command', (body) => {
    expect(parseCommand(body)).toBe(null);
  });

  test.each([
    '/syncwright dance',
    '/syncwright fix a b',
    '/syncwright explain',
    '/syncwright explain a b',
    '/syncwright recheck now',
    '/syncwright ignore F1',
    '/syncwright ignore',
    '/syncwright FIX',
    '/syncwright fix --all',
    '/syncwright fix F1;rm',
    '/syncwright explain ../x',
    '/syncwright fix $(id)',
    '/syncwright ignore F1 hidden\u202eword',
    '/syncwright ignore F1 a\u0000b',
    `/syncwright ignore F1 ${'x'.repeat(mostReason + 1)}`,
    `/syncwright ${'x'.repeat(2000)}`,
  ])('%j is not understood', (body) => {
    expect(parseCommand(body)).toMatchObject({ kind: 'not-understood' });
  });

  test('what is said of a line that is not understood holds none of its words', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (words) => {
        const command = parseCommand(`/syncwright ${words}`);
        if (command?.kind === 'not-understood') expect(command.because).toMatch(/^[a-z`][A-Za-z0-9 `:,]*$/);
      }),
    );
  });

  test('a reason holds nothing that ends its line', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (words) => {
        const command = parseCommand(`/syncwright ignore F1 ${words}`);
        if (command?.kind === 'ignore') expect(command.reason).not.toMatch(/[\u0000-\u001f\u0085\u2028\u2029]/);
      }),
    );
  });

  test('a line of 50 MB is read no further than its beginning', () => {
    const line = `/syncwright ignore F1 ${'a '.repeat(25_000_000)}`;
    const begin = performance.now();
    expect(parseCommand(line)).toMatchObject({ kind: 'not-understood' });
    expect(performance.now() - begin).toBeLessThan(1000);
  });
});

describe('the finding that is named', () => {
  const item = (id: string, code: string, fingerprint: string): PlannedItem => ({
    finding: finding({ id, code, fingerprint }),
    also: [finding({ id: `${id}9`, code, fingerprint: `9${fingerprint.slice(1)}` })],
    state: 'new',
    place: { kind: 'body' },
    suggestion: null,
    patchIn: null,
    assumptions: [],
  });
  const plan = (...items: readonly PlannedItem[]): ReviewPlan => ({
    base: '',
    mergeBase: '',
    head: '',
    report: { version: 1, kernels: [], problems: [] },
    items,
    fixed: [],
    failing: [],
    tally: { touched: 0, decided: 0, unread: [] },
    isUndecided: false,
    conclusion: 'success',
    fixes: [],
    notes: [],
    isComplete: true,
  });
  const both = plan(item('F1', 'SW101', '0a1b2c3d4e5f6071'), item('F2', 'SW201', '0a1b000000000000'));
  const idOf = (id: string): string => {
    const found = findFinding(both, id);
    return found.ok ? found.value.finding.id : found.problem;
  };

  test('by id, by code, by the beginning of its fingerprint, and as one of several instances', () => {
    expect(['F2', 'f1', 'SW201', 'sw101', '0a1b2', '0A1B0', '9a1b2', 'F19'].map(idOf)).toEqual([
      'F2',
      'F1',
      'F2',
      'F1',
      'F1',
      'F2',
      'F1',
      'F1',
    ]);
  });

  test('not by too little, and not by what two have', () => {
    expect(idOf('0a1b')).toMatch(/^`0a1b` fits 2 findings; give more digits: /);
    expect(idOf('0a1')).toMatch(/^there is no finding `0a1` at this commit; there are /);
    expect(idOf('F7')).toContain('there is no finding `F7`');
    expect(findFinding(plan(), 'F1')).toEqual({
      ok: false,
      problem: 'there is no finding `F1` at this commit; there are no findings',
    });
  });
});
