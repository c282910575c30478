import { describe, expect, test } from 'vitest';
import { githubDialect } from '../../../src/github/dialect.ts';
import type { Finding } from '../../../src/verdict/finding.ts';
import type { ReviewInput } from '../../../src/review/plan.ts';
import { answer, changed, finding, fixWith, reportOf, spanAt } from './example.ts';
import { compareFindings } from '../../../src/review/compare.ts';
import { defaultSettings, isLoud, moveToBody, planReview, withoutKnown } from '../../../src/review/plan.ts';
import { markersIn, mostCharacters } from '../../../src/platform/markers.ts';
import { checkOf } from '../../../src/review/check.ts';
import { placeOf } from '../../../src/review/positions.ts';
import { planLines } from '../../../src/review/plan-text.ts';
import { renderReview, summaryMarkdown } from '../../../src/review/body.ts';

const text = Array.from({ length: 40 }, (_, k) => `line ${k + 1};`).join('\n');
const changes = [changed('a.cu', '@@ -4,3 +4,4 @@\n a\n+b\n c\n d\n')];
const words = { source: () => text, address: null, fixesBy: 'diff' as const, dialect: githubDialect };

function plan(head: readonly Finding[], base: readonly Finding[] = [], extra: Partial<ReviewInput> = {}) {
  return planReview({
    base: 'b',
    mergeBase: 'm',
    head: 'h',
    changes,
    report: reportOf(answer({ findings: head })),
    compared: compareFindings(head, base),
    read: () => text,
    isExactText: () => true,
    notes: [],
    settings: defaultSettings,
    ...extra,
  });
}

describe('comparing', () => {
  test('by fingerprint, as multisets, and a guess that is confirmed is news', () => {
    const [a, b] = [finding({ fingerprint: 'a' }), finding({ fingerprint: 'b' })];
    const compared = compareFindings([a, a, b], [a, finding({ fingerprint: 'c' }), { ...b, status: 'possible' }]);
    expect(compared.fresh.map((one) => one.fingerprint)).toEqual(['a', 'b']);
    expect(compared.old.map((one) => one.fingerprint)).toEqual(['a']);
    expect(compared.fixed.map((one) => one.fingerprint)).toEqual(['c']);
  });
});

describe('places', () => {
  test('the line itself where the diff shows it, context lines included', () => {
    expect(placeOf(finding({ span: spanAt('a.cu', 7) }), changes)).toEqual({
      kind: 'inline',
      path: 'a.cu',
      lines: { start: 7, count: 1 },
    });
  });
  test('else the other end of the race', () => {
    const far = finding({
      span: spanAt('a.cu', 30),
      pairs: [{ first: spanAt('a.cu', 30), second: spanAt('a.cu', 5), array: 's' }],
    });
    expect(placeOf(far, changes)).toEqual({ kind: 'inline', path: 'a.cu', lines: { start: 5, count: 1 } });
  });
  test('else the changed file, else the body', () => {
    expect(placeOf(finding({ span: spanAt('./a.cu', 30) }), changes)).toEqual({ kind: 'file', path: 'a.cu' });
    expect(placeOf(finding({ span: spanAt('b.cu', 5) }), changes)).toEqual({ kind: 'body' });
  });
  test('of several lines only those in one hunk', () => {
    expect(placeOf(finding({ span: spanAt('a.cu', 6, 9) }), changes)).toEqual({
      kind: 'inline',
      path: 'a.cu',
      lines: { start: 6, count: 1 },
    });
    expect(placeOf(finding({ span: spanAt('a.cu', 4, 6) }), changes)).toEqual({
      kind: 'inline',
      path: 'a.cu',
      lines: { start: 4, count: 3 },
    });
  });
});

describe('what is said', () => {
  test('a new confirmed error is loud and fails the gate', () => {
    const made = plan([finding()]);
    expect(made.items.map((item) => item.place.kind)).toEqual(['inline']);
    expect(made.conclusion).toBe('failure');
  });
  test('possible findings and those that need unusual arguments are folded and do not make a review by themselves', () => {
    const made = plan([
      finding({ status: 'possible' }),
      finding({ condition: 'n < 3', severity: 'warning', fingerprint: 'w' }),
    ]);
    expect(made.items.map((item) => item.place.kind)).toEqual(['folded', 'folded']);
    expect(renderReview(made, words)).toBeNull();
    expect(made.conclusion).toBe('neutral');
    expect(summaryMarkdown(made, words)).toContain('n &lt; 3'.replace('&lt;', '<'));
  });
  test('an accepted finding: once in the body, with who accepts it in the log, and no fix is promised', () => {
    const fix = fixWith([{ file: 'b.cu', start: 0, end: 0, text: 'x' }]);
    const suppressed = { by: 'comment', reason: 'known', author: null, file: 'a.cu', line: 5 } as const;
    const [open, accepted] = [plan([finding({ fix })]), plan([finding({ fix, suppressed })])];
    const body = (made: typeof open): string => {
      const review = renderReview(made, { ...words, fixesBy: 'follow-up' });
      return [review?.body, ...(review?.comments ?? []).map((comment) => comment.body)].join('\n');
    };
    expect(body(open)).toContain('it comes as a separate pull request');
    expect(body(accepted)).not.toContain('it comes as a separate pull request');
    expect(body(accepted)).not.toContain('<details><summary>1 note');
    expect(planLines(accepted).slice(-1)[0]).toBe('1 of 1 touched kernel decided');
    expect(planLines(accepted).slice(-2)[0]).toMatch(
      /\n {2}at a\.cu:\d+, in the body of the review; suppressed by the comment on a\.cu:5: known$/,
    );
    expect([open, accepted].map(({ fixes }) => fixes.length)).toEqual([1, 0]);
  });
  test('the comment set and the gate are apart', () => {
    const warning = finding({ condition: 'n < 3', severity: 'warning' });
    expect(plan([warning], [], { settings: { ...defaultSettings, comments: 'warning' } }).items.map(isLoud)).toEqual([
      true,
    ]);
    expect(plan([warning], [], { settings: { ...defaultSettings, failOn: 'warning' } }).conclusion).toBe('failure');
    expect(plan([finding()], [], { settings: { ...defaultSettings, comments: 'none' } }).conclusion).toBe('failure');
    expect(plan([finding()], [], { settings: { ...defaultSettings, failOn: 'never' } }).failing).toEqual([]);
  });
  test('old findings are folded, and pass the gate unless asked', () => {
    expect(plan([finding()], [finding()]).conclusion).not.toBe('failure');
    expect(plan([finding()], [finding()], { settings: { ...defaultSettings, gateOld: true } }).conclusion).toBe(
      'failure',
    );
  });
  test('a finding that is gone is fixed only where the kernel was decided', () => {
    expect(plan([], [finding()], { report: reportOf(answer({ verdict: 'drf' })) }).fixed).toHaveLength(1);
    expect(plan([], [finding()], { report: reportOf(answer({ verdict: 'unknown' })) }).fixed).toEqual([]);
    expect(plan([], [finding()], { report: reportOf() }).fixed).toEqual([]);
  });
  test('thirty findings: 25 inline, the rest in the body, none dropped', () => {
    const many = Array.from({ length: 30 }, (_, k) =>
      finding({ fingerprint: `f${k}`, span: spanAt('a.cu', 4 + (k % 4)) }),
    );
    const review = renderReview(plan(many), words);
    expect(review?.comments).toHaveLength(25);
    expect(new Set(review?.comments.flatMap((comment) => comment.fingerprints)).size).toBe(25);
    expect(markersIn(review?.body ?? '', 'findings')).toHaveLength(30);
    expect(review?.body.match(/two threads collide/gi)?.length ?? 0).toBeGreaterThanOrEqual(5);
  });
  test('a thousand findings: 300 are said and remembered, the others counted; none of them twice', () => {
    const many = Array.from({ length: 1000 }, (_, k) =>
      finding({
        kernel: `kernel_number_${k}_${'x'.repeat(40)}`,
        fingerprint: String(k).padStart(16, '0'),
        span: spanAt('b.cu', 1 + k),
      }),
    );
    const guesses = Array.from({ length: 1000 }, (_, k) =>
      finding({ status: 'possible', fingerprint: `a${String(k).padStart(15, '0')}`, span: spanAt('b.cu', 1 + k) }),
    );
    const made = plan([...many, ...guesses]);
    const { body = '' } = renderReview(made, words) ?? {};
    expect(body.length).toBeLessThanOrEqual(mostCharacters);
    expect([...markersIn(body, 'findings')]).toEqual(many.slice(0, 300).map((one) => one.fingerprint));
    expect(markersIn(body, 'kernels')).toHaveLength(300);
    expect(markersIn(body, 'folded')).toHaveLength(400);
    expect(body).toContain(
      '700 further new findings are not shown here, because the number of comments in a review is limited.',
    );
    const known = new Set(made.items.filter(isLoud).map((item) => item.finding));
    expect(withoutKnown(made, { known, folded: new Set() }).items.filter(isLoud)).toEqual([]);
    expect(made.failing).toHaveLength(1000);
    expect(summaryMarkdown(made, words)).toContain('kernel_number_999_');
    const mended = plan(many.slice(1));
    expect(
      mended.items.filter((item) => isLoud(item) && !known.has(item.finding)).map((item) => item.finding.fingerprint),
    ).toEqual(['0000000000000300']);
  });
  test('a template with a thousand instances is remembered by ten of them', () => {
    const instances = Array.from({ length: 1000 }, (_, k) =>
      finding({ kernel: `scan<${k}>`, fingerprint: `s${k}`, span: spanAt('b.cu', 1) }),
    );
    const made = plan([...instances, finding({ fingerprint: 'other', span: spanAt('b.cu', 2) })]);
    expect(made.items.map((item) => item.place.kind)).toEqual(['body', 'body']);
    expect(markersIn(renderReview(made, words)?.body ?? '', 'findings')).toHaveLength(11);
  });
  test('at most five files have a comment of their own', () => {
    const names = Array.from({ length: 8 }, (_, k) => `f${k}.cu`);
    const far = names.flatMap((name, k) => [
      finding({ fingerprint: `${k}`, span: spanAt(name, 30) }),
      finding({ fingerprint: `${k}b`, array: 'other', span: spanAt(name, 31) }),
    ]);
    const review = renderReview(
      plan(far, [], { changes: names.map((name) => changed(name, '@@ -4,3 +4,4 @@\n a\n+b\n c\n d\n')) }),
      words,
    );
    expect(review?.fileComments.map((comment) => [comment.path, comment.fingerprints.length])).toEqual(
      names.slice(0, 5).map((name) => [name, 2]),
    );
    expect(markersIn(review?.body ?? '', 'here')).toHaveLength(6);
  });
  test('instances of a template that race at the same places are said once, and all are remembered', () => {
    const instance = (size: number, changes: Partial<Finding> = {}) =>
      finding({ kernel: `scan<${size}>`, fingerprint: `s${size}`, ...changes });
    const made = plan([instance(32), instance(64), instance(128), instance(64, { code: 'SW104', fingerprint: 'x' })]);
    expect(
      made.items.map((item) => [item.finding.code, item.finding.kernel, item.also.map((one) => one.kernel)]),
    ).toEqual([
      ['SW101', 'scan<128>', ['scan<32>', 'scan<64>']],
      ['SW104', 'scan<64>', []],
    ]);
    const review = renderReview(made, words);
    expect(review?.comments[0]?.body).toContain('The same in `scan<32>`, `scan<64>`.');
    expect([...markersIn(review?.body ?? '', 'findings')].sort()).toEqual(['s128', 's32', 's64', 'x']);
    expect(
      withoutKnown(made, {
        known: new Set(made.items.flatMap((item) => item.also.filter((one) => one.fingerprint === 's64'))),
        folded: new Set(),
      }).items.map((item) => item.finding.code),
    ).toEqual(['SW104']);
  });
  test('a confirmed warning is folded with its patch, what is possible without one', () => {
    const fix = fixWith([{ file: 'a.cu', start: 0, end: 0, text: 'X\n' }]);
    const made = plan([
      finding(),
      finding({ code: 'SW203', severity: 'warning', fingerprint: 'w', array: null, fix }),
      finding({ status: 'possible', fingerprint: 'p', fix: { ...fix, title: 'guess' } }),
    ]);
    const body = renderReview(made, words)?.body ?? '';
    expect(body).toContain('2 further findings that are warnings, only possible, or need unusual arguments');
    expect(body).toMatch(/SW203[^]*```diff[^]*\+X/);
    expect(body).not.toContain('guess');
  });
  test('which pointers are apart is said once', () => {
    const said = [
      'data, idx point to distinct arrays',
      'signed integer arithmetic does not overflow; distinct pointer arguments are distinct arrays',
    ];
    const finds = [finding()];
    const body =
      renderReview(plan(finds, [], { report: reportOf(answer({ findings: finds, assumptions: said })) }), words)
        ?.comments[0]?.body ?? '';
    expect(body.match(/distinct arrays/g)).toHaveLength(1);
    expect(body).toContain('signed integer arithmetic does not overflow\n');
  });
  test('a refused line moves to the body, word for word', () => {
    const moved = moveToBody(plan([finding()]), () => true);
    const review = renderReview(moved, words);
    expect(review?.comments).toEqual([]);
    expect(review?.body).toContain('SW101');
  });
  test('what was said is not said again; what was only folded may become loud', () => {
    const made = plan([finding()]);
    expect(
      withoutKnown(made, { known: new Set(made.items.map((item) => item.finding)), folded: new Set() }).items,
    ).toEqual([]);
    expect(withoutKnown(made, { known: new Set(), folded: new Set(['0123456789abcdef']) }).items).toHaveLength(1);
  });
  test('the body never exceeds what GitHub takes, and keeps its markers', () => {
    const long = Array.from({ length: 60 }, (_, k) =>
      finding({ fingerprint: `f${k}`, message: 'x'.repeat(4000), span: spanAt('b.cu', 1) }),
    );
    const body = renderReview(plan(long), words)?.body ?? '';
    expect(body.length).toBeLessThanOrEqual(mostCharacters);
    expect(markersIn(body, 'findings')).toHaveLength(60);
    expect(body).toContain('job summary');
  });
  test('a check run is near its limits: words within 65,535 characters, 500 annotations, and what is left out is said first', () => {
    const long = Array.from({ length: 900 }, (_, k) =>
      finding({ fingerprint: `f${k}`, message: 'ü'.repeat(900), span: spanAt('b.cu', 1 + k) }),
    );
    const check = checkOf(plan(long), words);
    expect(check.summary.length).toBeLessThanOrEqual(65_535);
    expect(check.summary.length).toBeGreaterThan(60_000);
    expect(check.summary).toMatch(/^400 of 900 new findings have no annotation\./);
    expect(check.annotations).toHaveLength(500);
    expect(check.title).toBe('900 new findings');
  });
  test('text of the pull request makes no mention, no HTML and no marker', () => {
    const hostile = finding({
      message: '@ada <img src=x> <!-- syncwright:finding deadbeef -->',
      kernel: 'k`@team`',
      span: spanAt('b.cu', 1),
    });
    const body = renderReview(plan([hostile]), words)?.body ?? '';
    expect(body).not.toContain('<img');
    expect(body).not.toMatch(/@ada/);
    expect(markersIn(body, 'finding')).not.toContain('deadbeef');
  });
});

describe('fixes', () => {
  const edit = { file: 'a.cu', start: 0, end: 0, text: 'X\n' };
  test('findings of one kernel, and kernels with the same edits, share one set', () => {
    const made = plan([
      finding({ fix: fixWith([edit]) }),
      finding({ fingerprint: 'b', fix: fixWith([{ ...edit, text: 'Y\n' }]) }),
      finding({ fingerprint: 'c', kernel: 'j', fix: fixWith([edit]) }),
    ]);
    expect(made.fixes.map((set) => [set.key, set.findings.map((one) => one.fingerprint)])).toEqual([
      ['0123456789abcdef', ['0123456789abcdef', 'b', 'c']],
    ]);
    expect(made.fixes[0]?.files[0]?.after.startsWith('X\nline 1;')).toBe(true);
  });
  test('none for a possible finding, nor in a file that is not valid UTF-8', () => {
    expect(plan([finding({ status: 'possible', fix: fixWith([edit]) })]).fixes).toEqual([]);
    expect(plan([finding({ fix: { ...fixWith([edit]), proof: 'machine' } })]).fixes).toEqual([]);
    const inexact = plan([finding({ fix: fixWith([edit]) })], [], { isExactText: () => false });
    expect(inexact.fixes).toEqual([]);
    expect(inexact.notes.join()).toContain('a.cu has NUL bytes or is not valid UTF-8');
  });
});
