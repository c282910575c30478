import { describe, expect, test } from 'vitest';
import type { Finding, KernelAnswer, Report } from '../../../src/verdict/finding.ts';
import type { IssuePlan } from '../../../src/audit/tracking-issue.ts';
import { answer, finding, fixWith, reportOf, spanAt } from '../review/example.ts';
import { mostCharacters } from '../../../src/platform/markers.ts';
import { planIssue } from '../../../src/audit/tracking-issue.ts';
import { fc } from '../../seeded.ts';

const commit = 'c0ffee'.padEnd(40, '0');
const factsOf = (report: Report, at = commit): Parameters<typeof planIssue>[0] => ({
  branch: 'main',
  commit: at,
  report,
  source: () => 'text\n',
  address: (file, line) => `https://github.com/ada/kernels/blob/${at}/${file}#L${line}`,
});
const racy = (name: string, changes: Partial<Finding> = {}): KernelAnswer => {
  const file = `${name}.cu`;
  return answer({
    name,
    span: spanAt(file, 1, 9),
    findings: [finding({ kernel: name, span: spanAt(file, 5), fingerprint: `fp-${name}`, ...changes })],
  });
};
const clean = (name: string): KernelAnswer => answer({ name, span: spanAt(`${name}.cu`, 1, 9), verdict: 'drf' });

/** The text of a plan that writes. */
function bodyOf(plan: IssuePlan): string {
  if (plan.kind === 'none') throw new Error(`nothing is written: ${plan.because}`);
  return plan.body;
}
const opened = (report: Report): string => bodyOf(planIssue(factsOf(report), 'error', null));
const then = (body: string, report: Report, state: 'open' | 'closed' = 'open', at = commit): IssuePlan =>
  planIssue(factsOf(report, at), 'error', { state, body });
const sections = (body: string): readonly string[] =>
  [...body.matchAll(/^### (?!The two)(.*)$/gm)].map(([, title = '']) => title);

describe('the plan', () => {
  test('nothing was there and nothing is found: nothing is written', () => {
    expect(planIssue(factsOf(reportOf(clean('a'))), 'error', null)).toEqual({ kind: 'none', because: 'clean' });
  });

  test('a first finding opens it; what is the same, at another commit, is not written again', () => {
    const plan = planIssue(factsOf(reportOf(racy('a'), clean('b'))), 'error', null);
    expect(plan).toMatchObject({ kind: 'open', title: 'Syncwright: findings of the audit of main' });
    expect(bodyOf(plan)).toContain(
      '**Syncwright** audited `main` at `c0ffee000000`: 2 kernels: 1 racy, 1 drf (race-free). 1 bug is there.',
    );
    expect(sections(bodyOf(plan))).toEqual(['New (1)']);
    expect(then(bodyOf(plan), reportOf(racy('a'), clean('b')), 'open', 'd'.repeat(40))).toEqual({
      kind: 'none',
      because: 'unchanged',
    });
  });

  test('new, still there, fixed: each in its section, the fixed one in the words that it had', () => {
    const next = then(opened(reportOf(racy('a'), racy('b'))), reportOf(clean('a'), racy('b'), racy('c')));
    expect(next).toMatchObject({ kind: 'edit', state: null, as: 'updated' });
    expect(sections(bodyOf(next))).toEqual(['New (1)', 'Still present (1)', 'Fixed (1)']);
    expect(bodyOf(next)).toMatch(/### Fixed \(1\)\n\n- \[x\] \*\*SW101 .*\*\* in `a` at \[`a\.cu:5`\]/);
  });

  test('a finding in a kernel that was not decided is not called fixed, and nothing is closed', () => {
    const unknown = answer({ name: 'a', span: spanAt('a.cu', 1, 9), verdict: 'unknown', reasons: ['time'] });
    const next = then(opened(reportOf(racy('a'))), reportOf(unknown));
    expect(next).toMatchObject({ as: 'updated', state: null });
    expect(sections(bodyOf(next))).toEqual(['Not decided this time (1)']);
    expect(then(bodyOf(next), reportOf(clean('a')))).toMatchObject({ as: 'closed' });
    expect(sections(bodyOf(then(bodyOf(next), reportOf(racy('a')))))).toEqual(['Still present (1)']);
  });

  test('a kernel that is no more was fixed, but not where a file could not be read', () => {
    const before = opened(reportOf(racy('a')));
    expect(then(before, reportOf(clean('b')))).toMatchObject({ as: 'closed' });
    const unread: Report = {
      ...reportOf(clean('b')),
      problems: [{ file: 'a.cu', line: null, text: 'too large', code: 'SI102' }],
    };
    expect(sections(bodyOf(then(before, unread)))).toEqual(['Not decided this time (1)']);
  });

  test('closed when clean, left alone while it is, opened again when something comes back', () => {
    const closed = then(opened(reportOf(racy('a'))), reportOf(clean('a')));
    expect(closed).toMatchObject({ kind: 'edit', state: 'closed', as: 'closed' });
    expect(then(bodyOf(closed), reportOf(clean('a'), clean('b')), 'closed')).toEqual({
      kind: 'none',
      because: 'clean',
    });
    const back = then(bodyOf(closed), reportOf(racy('a')), 'closed');
    expect(back).toMatchObject({ kind: 'edit', state: 'open', as: 'reopened' });
    expect(then(bodyOf(back), reportOf(racy('a')))).toEqual({ kind: 'none', because: 'unchanged' });
  });

  test('a person opens what we closed: it stays open', () => {
    const closed = then(opened(reportOf(racy('a'))), reportOf(clean('a')));
    expect(then(bodyOf(closed), reportOf(clean('a')), 'open')).toEqual({ kind: 'none', because: 'clean' });
  });

  test('a person closed it: it stays closed until something new is found', () => {
    const body = opened(reportOf(racy('a'), racy('b')));
    for (const report of [
      reportOf(racy('a'), racy('b')),
      reportOf(racy('a'), clean('b')),
      reportOf(clean('a'), clean('b')),
    ])
      expect(then(body, report, 'closed')).toEqual({ kind: 'none', because: 'closed-by-person' });
    expect(then(body, reportOf(racy('a'), racy('b'), racy('c')), 'closed')).toMatchObject({
      state: 'open',
      as: 'reopened',
    });
  });

  test('what is suppressed, in the baseline, only possible, or not in the comment set, is not listed', () => {
    const said = { by: 'comment', reason: 'on purpose', author: null, file: 'a.cu', line: 3 } as const;
    for (const changes of [
      { suppressed: said },
      { inBaseline: true },
      { status: 'possible' as const },
      { severity: 'warning' as const },
    ])
      expect(planIssue(factsOf(reportOf(racy('a', changes))), 'error', null)).toMatchObject({ kind: 'none' });
    expect(planIssue(factsOf(reportOf(racy('a', { severity: 'warning' }))), 'warning', null)).toMatchObject({
      kind: 'open',
    });
    expect(planIssue(factsOf(reportOf(racy('a'))), 'none', null)).toMatchObject({ kind: 'none' });
  });
});

describe('the task list', () => {
  const tasks = (body: string): readonly string[] =>
    body
      .split('\n')
      .flatMap((line) => /^####? .*|^- \[[ x]\] .*? in `\w+`/.exec(line)?.[0].replace(/\*\*.*\*\* in /, '') ?? []);
  const owners = (path: string): readonly string[] =>
    path === 'a.cu' ? ['@ada', '@org/team'] : path === 'b.cu' ? ['@bob'] : [];
  const owned = (report: Report): Parameters<typeof planIssue>[0] => ({ ...factsOf(report), owners });

  test('by owner, in code spans, so that nobody is notified; fixed ones are ticked, below the owner that they had', () => {
    const body = bodyOf(planIssue(owned(reportOf(racy('a'), racy('b'), racy('c'))), 'error', null));
    expect(tasks(body)).toEqual([
      '### New (3)',
      '#### `@ada` `@org/team`',
      '- [ ] `a`',
      '#### `@bob`',
      '- [ ] `b`',
      '#### No owner',
      '- [ ] `c`',
      '### The two threads',
    ]);
    const next = bodyOf(planIssue(owned(reportOf(clean('a'), racy('b'), racy('c'))), 'error', { state: 'open', body }));
    expect(tasks(next)).toEqual([
      '### Still present (2)',
      '#### `@bob`',
      '- [ ] `b`',
      '#### No owner',
      '- [ ] `c`',
      '### Fixed (1)',
      '#### `@ada` `@org/team`',
      '- [x] `a`',
      '### The two threads',
    ]);
  });

  test('a box that a person ticked: opened again with a word where the finding is still there, once; kept where nothing is known', () => {
    const report = reportOf(racy('a'), racy('b'));
    const ticked = opened(report).replace(/- \[ \] (.* in `a`)/, '- [x] $1');
    const next = then(ticked, report);
    expect(next).toMatchObject({ kind: 'edit', state: null, as: 'updated' });
    expect(bodyOf(next)).toMatch(/- \[ \] .* in `a` .*\(The box was ticked, but the finding is still there\.\) <!-- /);
    expect(then(bodyOf(next), report)).toEqual({ kind: 'none', because: 'unchanged' });
    const unknown = answer({ name: 'a', span: spanAt('a.cu', 1, 9), verdict: 'unknown', reasons: ['time'] });
    expect(tasks(bodyOf(then(ticked, reportOf(unknown, racy('b')))))).toContain('- [x] `a`');
    expect(bodyOf(then(bodyOf(next), reportOf(clean('a'), racy('b'))))).not.toContain('The box was ticked');
  });
});

describe('the text', () => {
  test('however many findings there are, it fits, and the next run with the same writes nothing', () => {
    const many = reportOf(
      ...Array.from({ length: 3000 }, (_, k) =>
        racy(`kernel_${k}`, { message: `two threads collide ${'x'.repeat(400)}`, fix: fixWith([]) }),
      ),
    );
    const body = opened(many);
    expect(body.length).toBeLessThanOrEqual(mostCharacters);
    expect(then(body, many)).toEqual({ kind: 'none', because: 'unchanged' });
    const more = then(body, reportOf(...many.kernels, racy('one_more')));
    expect(bodyOf(more).length).toBeLessThanOrEqual(mostCharacters);
  });

  test('what foreign text says is neither a mention, a marker nor markup, in this text and when its lines are told again', () => {
    const hostile = fc.oneof(
      fc.string({ maxLength: 200 }),
      fc.constantFrom(
        '@everyone',
        '<!-- syncwright:at 0123456789ab -->',
        '<!-- syncwright:closed x -->',
        '</details><script>',
        '#1',
        '](https://evil.example)',
        '`',
        '\n### New',
        'a\r\n- b',
      ),
    );
    fc.assert(
      fc.property(hostile, hostile, (kernel, message) => {
        const report = reportOf(racy('a', { kernel, message }), racy('b'));
        const body = opened(report);
        const next = bodyOf(
          then(body, reportOf(answer({ name: kernel, span: spanAt('a.cu', 1, 9), verdict: 'drf' }), racy('b'))),
        );
        for (const text of [body, next]) {
          // what stands in a span of code is shown as it is
          expect(text.replace(/(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)/g, '')).not.toMatch(
            /@everyone|<script|<!-- syncwright:closed/,
          );
          expect([...text.matchAll(/<!-- syncwright:at ([0-9a-f]{12}) -->/g)].map(([, key]) => key)).not.toContain(
            '0123456789ab',
          );
          expect(
            sections(text).every((title) => /^(?:New|Still present|Fixed|Not decided this time) \(\d+\)$/.test(title)),
          ).toBe(true);
        }
      }),
    );
  });
});
