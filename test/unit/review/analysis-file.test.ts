/** Analysis files: what is written is read back and renders alike; what somebody else made is refused in one line. */
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { githubDialect } from '../../../src/github/dialect.ts';
import type { Finding } from '../../../src/verdict/finding.ts';
import type { ReviewInput } from '../../../src/review/plan.ts';
import { analysisLimits } from '../../../src/review/analysis-file.ts';
import { analysisSchema } from '../../../src/review/analysis-schema.ts';
import { answer, changed, finding, fixWith, reportOf, spanAt } from './example.ts';
import { defaultSettings, planReview } from '../../../src/review/plan.ts';
import { measureJson } from '../../../src/review/json-measure.ts';
import { readAnalysis } from '../../../src/review/analysis-read.ts';
import { renderAnalysis } from '../../../src/review/analysis-write.ts';
import { renderReview, summaryMarkdown } from '../../../src/review/body.ts';

const docs = new URL('../../../docs/analysis.schema.json', import.meta.url);
const source = Array.from({ length: 30 }, (_, k) => `line ${k + 1};`).join('\n') + '\n';
const context = { tool: 'syncwright 0', pull: 7 };
const [base, head] = ['a'.repeat(40), 'b'.repeat(40)];

const witnessed: Finding = finding({
  id: 'F1',
  fingerprint: '1'.repeat(16),
  span: spanAt('a.cu', 5),
  message: 'thread (1,0,0) may overwrite `s[0]` before thread (0,0,0) has read it',
  condition: null,
  related: [
    { span: spanAt('b.cuh', 3), note: 'the barrier is here' },
    { span: spanAt('a.cu', 9), note: 'then this', isStep: true },
  ],
  pairs: [
    { first: spanAt('a.cu', 5), second: spanAt('a.cu', 7), array: 's' },
    { first: spanAt('a.cu', 5), second: spanAt('a.cu', 8), array: null },
  ],
  witness: {
    run: {
      block: [64, 1, 1],
      grid: [2, 1, 1],
      blocks: [0, 1],
      scalars: new Map<string, bigint | number>([
        ['n', 1n],
        ['big', 2n ** 63n],
        ['alpha', 3],
        ['nan', Number.NaN],
        ['__proto__', 1n],
      ]),
      warpModel: 'its',
      arrays: new Map([
        [
          'data',
          {
            elements: 4,
            fill: 'uninitialized',
            values: new Map<number, bigint | number>([
              [0, 1n],
              [3, 0.5],
            ]),
          },
        ],
      ]),
      schedule: { kind: 'preferred', order: [{ block: 1, thread: 3 }] },
    },
    launch: {
      origin: 'a.cu:20',
      span: null,
      block: [64, 1, null],
      grid: [2, null, null],
      scalars: new Map(),
      aliases: [],
      overlaps: [],
      sharedBytes: null,
      cooperative: false,
      facts: [],
    },
    accesses: [
      {
        block: [0, 0, 0],
        thread: [1, 0, 0],
        span: spanAt('a.cu', 5),
        expression: 's[0]',
        mode: 'write',
        value: '1',
        loops: [{ line: 4, turn: 2 }],
      },
      {
        block: [1, 0, 0],
        thread: [0, 0, 0],
        span: spanAt('a.cu', 7),
        expression: 's[0]',
        mode: 'read',
        value: null,
        loops: [],
      },
    ],
    address: { byte: 0, text: 's[0]' },
    interval: 1,
    warpModel: 'its',
  },
  fix: fixWith([{ file: 'a.cu', start: 40, end: 40, text: '__syncthreads();\n' }]),
  alternatives: [fixWith([{ file: 'a.cu', start: 0, end: 1, text: 'L' }])],
  advice: 'think',
});
const older = finding({
  id: 'F2',
  fingerprint: '2'.repeat(16),
  span: spanAt('a.cu', 12),
  status: 'possible',
  severity: 'warning',
  condition: 'n > 3',
  code: 'SW201',
  kind: 'barrier-divergence',
});
const silenced = finding({
  id: 'F4',
  fingerprint: '5'.repeat(16),
  span: spanAt('a.cu', 15),
  suppressed: { by: 'configuration', reason: 'known', author: 'ada', file: '.syncwright.yml', line: 3 },
  inBaseline: false,
});
const gone = finding({ id: 'F3', fingerprint: '3'.repeat(16), kernel: 'k' });

function inputFor(findings: readonly Finding[], old: readonly Finding[], more: Partial<ReviewInput> = {}): ReviewInput {
  return {
    base,
    mergeBase: base,
    head,
    changes: [
      changed(
        'a.cu',
        '@@ -1,30 +1,30 @@\n' +
          source
            .trimEnd()
            .split('\n')
            .map((line) => ` ${line}`)
            .join('\n'),
      ),
    ],
    report: {
      ...reportOf(answer({ findings: [...findings, ...old], reasons: ['because'], assumptions: ['so'] })),
      problems: [{ file: 'x.h', line: 3, text: 'cut off', code: 'SI104' }],
    },
    compared: { fresh: findings, old, fixed: [gone] },
    read: (path) => (path === 'a.cu' ? source : null),
    isExactText: () => true,
    notes: ['one kernel skipped'],
    asides: ['one finding silenced'],
    settings: defaultSettings,
    ...more,
  };
}

function planned(input: ReviewInput): unknown {
  const plan = planReview(input);
  const words = {
    source: input.read,
    address: (file: string, line: number) => `https://x.example/${file}#L${line}`,
    fixesBy: 'diff' as const,
    dialect: githubDialect,
  };
  return [renderReview(plan, words), summaryMarkdown(plan, words), plan.conclusion];
}

test('docs/analysis.schema.json is the schema that files are held against (UPDATE=1 writes it)', () => {
  const text = `${JSON.stringify(analysisSchema, null, 1)}\n`;
  if (process.env['UPDATE'] === '1') writeFileSync(docs, text);
  expect(readFileSync(docs, 'utf8')).toBe(text);
});

test('a review from the file reads as the review itself', () => {
  const shown = inputFor([witnessed], [older]);
  const input = {
    ...shown,
    report: {
      ...shown.report,
      kernels: shown.report.kernels.map((kernel) => ({ ...kernel, findings: [...kernel.findings, silenced] })),
    },
  };
  const analysis = readAnalysis(renderAnalysis(input, context));
  if (!analysis.ok) throw new Error(analysis.problem);
  const { report, compared, sources, notes, asides } = analysis.value;
  expect(planned({ ...input, report, compared, notes, asides, read: (path) => sources.get(path) ?? null })).toEqual(
    planned(input),
  );
  expect(analysis.value).toMatchObject({ pull: 7, base, mergeBase: base, head });
});

test('what is too much is cut, and it is said', () => {
  const many = Array.from({ length: 700 }, (_, k) =>
    finding({ id: `F${k + 1}`, fingerprint: k.toString(16).padStart(16, '0'), message: 'x'.repeat(5000) }),
  );
  const text = renderAnalysis(inputFor(many, []), context);
  const analysis = readAnalysis(text);
  if (!analysis.ok) throw new Error(analysis.problem);
  expect(analysis.value.report.kernels[0]?.findings.length).toBe(500);
  expect(analysis.value.notes).toContain('200 findings did not fit into the analysis file');
  expect(analysis.value.notes).toContain('500 whole texts did not fit into the analysis file');
});

test('a file that would be too large holds less', () => {
  const wide = finding({
    fingerprint: '4'.repeat(16),
    span: spanAt('wide.cu', 1),
    fix: fixWith([{ file: 'wide.cu', start: 0, end: 0, text: 'x' }]),
  });
  const huge = Array.from({ length: 60 }, (_, k) =>
    finding({ id: `F${k + 2}`, fingerprint: k.toString(16).padStart(16, '0'), span: spanAt(`f${k}.cu`, 1) }),
  );
  const text = renderAnalysis(inputFor([wide, ...huge], [], { read: () => '\u20ac\n'.repeat(200_000) }), context);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(analysisLimits.bytes);
  const analysis = readAnalysis(text);
  if (!analysis.ok) throw new Error(analysis.problem);
  expect([...analysis.value.sources.keys()]).toEqual(['wide.cu']);
  expect(analysis.value.report.kernels[0]?.findings).toHaveLength(61);
  expect(analysis.value.notes.join()).toMatch(/source texts did not fit/);
});

test('depth and number of values are found without parsing', () => {
  expect(measureJson('{"a":[1,2,{"b":"[{,\\"]"}]}')).toEqual({ depth: 3, values: 6 });
  expect(measureJson('"never closed').depth).toBe(0);
  expect(measureJson('[['.repeat(1000)).depth).toBe(2000);
});

describe('a poisoned file is refused in one line', () => {
  const good: unknown = JSON.parse(renderAnalysis(inputFor([witnessed], [older]), context));
  /** The file with one value set. Names of the way are own properties of plain objects. */
  const withValue = (path: readonly (string | number)[], value: unknown): string =>
    JSON.stringify(changedAt(good, path, value));
  const first = ['kernels', 0, 'findings', 0, 'finding'] as const;

  test.each<readonly [string, string, RegExp]>([
    ['cut off', JSON.stringify(good).slice(0, -20), /^it is not JSON, or it is cut off$/],
    ['empty', '', /^it is not JSON/],
    [
      'half a character in a path, which breaks addresses',
      JSON.stringify(good).replaceAll('a.cu', '\\ud800.cu'),
      /^a text in it contains half of a surrogate/,
    ],
    ['a list', '[]', /^it does not match docs\/analysis.schema.json: the whole must be object$/],
    ['nothing', 'null', /must be object/],
    ['deeply nested', '['.repeat(3_000_000), /^it is nested more than 16 levels deep$/],
    [
      'nested in a field',
      withValue(['notes'], JSON.parse(`${'['.repeat(20)}${']'.repeat(20)}`)),
      /^it is nested more than 16 levels deep$/,
    ],
    ['too many values', `[${'0,'.repeat(500_000)}0]`, /^it contains more than 400000 values$/],
    [
      'another version',
      withValue(['version'], 1),
      /^it has version 1, but this program reads version 2: use the same version/,
    ],
    ['another kind', withValue(['kind'], 'report'), /\/kind must be equal to constant$/],
    ['an unknown key', withValue(['more'], 1), /must NOT have additional properties$/],
    ['a missing key', withValue(['head'], undefined), /must have required property 'head'$/],
    [
      'a prototype key',
      JSON.stringify(good).replace('{', '{"__proto__":{"head":"x"},'),
      /must NOT have additional properties$/,
    ],
    [
      'a prototype key inside',
      JSON.stringify(good).replace('"state":"new"', '"state":"new","__proto__":{}'),
      /additional properties$/,
    ],
    [
      'fields of a prototype only',
      JSON.stringify({ ['__proto__x']: 1, constructor: { prototype: good } }),
      /required property|additional properties/,
    ],
    ['a head that is none', withValue(['head'], 'main'), /\/head must match pattern/],
    [
      'a path out of the repository',
      withValue([...first, 'span', 'file'], '../../etc/passwd'),
      /^a path in it contains `\.\.` or `\.`$/,
    ],
    ['an absolute path', withValue([...first, 'fix', 'edits', 0, 'file'], '/etc/passwd'), /^a path in it is absolute$/],
    ['a path into .git', withValue(['sources', 0, 'path'], '.git/config'), /^a path in it leads into `\.git`$/],
    [
      'a path with a newline',
      withValue([...first, 'pairs', 0, 'second', 'file'], 'a\n::error::b'),
      /^a path in it contains a newline or control character$/,
    ],
    ['a path of a changed file', withValue(['files', 0, 'headPath'], 'a\\b'), /^a path in it contains a backslash$/],
    [
      'a fingerprint with a marker',
      withValue([...first, 'fingerprint'], '--><script>'),
      /fingerprint must match pattern|fingerprint must NOT have/,
    ],
    ['a code that is text', withValue([...first, 'code'], '[x](http://y)'), /\/code must/],
    ['an id that is text', withValue([...first, 'id'], 'F1 @all'), /\/id must/],
    [
      'a severity of its own',
      withValue([...first, 'severity'], 'fatal'),
      /\/severity must be equal to one of the allowed values$/,
    ],
    ['a line that is a text', withValue([...first, 'span', 'line'], '5'), /\/line must be integer$/],
    ['a line below one', withValue([...first, 'span', 'line'], 0), /\/line must be >= 1$/],
    [
      'a place that ends before it starts',
      withValue([...first, 'span', 'endLine'], 2),
      /^a place in it ends before it starts$/,
    ],
    [
      'edits that overlap',
      withValue(
        [...first, 'fix', 'edits'],
        [
          { file: 'a.cu', start: 0, end: 5, text: '' },
          { file: 'a.cu', start: 4, end: 6, text: '' },
        ],
      ),
      /^the edits of a patch in it overlap, or are too long$/,
    ],
    [
      'an edit of everything',
      withValue([...first, 'fix', 'edits'], [{ file: 'a.cu', start: 0, end: 900_000, text: '' }]),
      /^the edits of a patch/,
    ],
    [
      'a text that is too long',
      withValue([...first, 'message'], 'x'.repeat(100_000)),
      /\/message must NOT have more than 4000 characters$/,
    ],
    ['a number that is none', withValue([...first, 'witness', 'scalars', 0, 1], '1; rm'), /scalars\/0\/1 must/],
    ['one access', withValue([...first, 'witness', 'accesses'], []), /accesses must NOT have fewer than 2 items$/],
  ])('%s', (_what, text, line) => {
    const read = readAnalysis(text);
    expect(read.ok).toBe(false);
    if (!read.ok) expect(read.problem).toMatch(line);
    if (!read.ok) expect(read.problem).not.toMatch(/[\r\n]/);
    expect(Reflect.get({}, 'head')).toBeUndefined();
  });
});

function changedAt(value: unknown, path: readonly (string | number)[], to: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return to;
  const items: readonly unknown[] | null = Array.isArray(value) ? value : null;
  if (items !== null) return items.map((item, k) => (k === step ? changedAt(item, rest, to) : item));
  const fields: readonly (readonly [string, unknown])[] =
    typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const known = fields.some(([name]) => name === step);
  return Object.fromEntries([
    ...fields.map(([name, inner]) => [name, name === step ? changedAt(inner, rest, to) : inner]),
    ...(known ? [] : [[step, to]]),
  ]);
}
