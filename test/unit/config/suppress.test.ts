/** Suppressions: which comments are read where, and which findings they and the configuration mark. */
import { expect, test } from 'vitest';
import type { IgnoreRule } from '../../../src/config/config.ts';
import type { Report } from '../../../src/verdict/finding.ts';
import type { Suppressed } from '../../../src/config/suppress.ts';
import { allowancesIn } from '../../../src/config/inline.ts';
import { commentsIn } from '../../../src/config/comments.ts';
import { failing } from '../../../src/report/gate.ts';
import { race, report, spanOf } from '../report/sample-report.ts';
import { suppressed } from '../../../src/config/suppress.ts';

const allowed = (text: string) =>
  allowancesIn('a.cu', text).allowed.map(({ line, codes, reason, at }) => ({
    line,
    codes: codes.join(),
    reason,
    at: [...at],
  }));
const complaints = (text: string) =>
  allowancesIn('a.cu', text).problems.map(({ line, code, text: words }) => `${line ?? ''} ${code} ${words}`);

test('comments are found beside strings, characters and raw strings, with the code that they stand at', () => {
  const text = [
    'int a; // one',
    '// two',
    '',
    '// three',
    '/* four',
    ' * five */',
    "int b = 1'000; /* six */ char c = '\"'; // seven",
    'auto s = R"x(// no )" )x"; const char *t = "/* no"; // eight\\',
    'nine',
    "char d = '\\''; // ten",
    'f(/* eleven',
    '*/);',
  ].join('\n');
  expect(
    commentsIn(text, '').map(({ lines, line, at }) => [line, lines.map((one) => one.trim()).join('|'), ...at]),
  ).toEqual([
    [1, 'one', 1],
    [2, 'two'],
    [4, 'three', 7],
    [5, 'four|* five', 7],
    [7, 'six', 7],
    [7, 'seven', 7],
    [8, 'eight\\|nine', 8],
    [10, 'ten', 10],
    [11, 'eleven|', 11, 12],
  ]);
});

test.each(['"', '//', '/*', "'", 'R"x(', '"\\', '//\\\n', '\n', '/', '//syncwright:\n'])(
  'two million characters of %j take no time and no stack',
  (part) => {
    const start = performance.now();
    commentsIn(part.repeat(Math.floor(2_000_000 / part.length)), 'syncwright:');
    expect(performance.now() - start).toBeLessThan(30_000);
  },
);

test('the forms that are understood', () => {
  expect(allowed('x = 1; // syncwright: allow(SW101) guarded by the host\n')).toEqual([
    { line: 1, codes: 'SW101', reason: 'guarded by the host', at: [1] },
  ]);
  expect(allowed('// syncwright: allow(SW101, SW103): both benign\nx = 1;\n')).toEqual([
    { line: 1, codes: 'SW101,SW103', reason: 'both benign', at: [2] },
  ]);
  expect(allowed('/* syncwright:allow( SW101 ) — why */ x = 1;\n')).toEqual([
    { line: 1, codes: 'SW101', reason: 'why', at: [1] },
  ]);
  expect(allowed('/**\n * syncwright: allow(SW101) why\n */\n// more words\nx = 1;\r\n')).toEqual([
    { line: 2, codes: 'SW101', reason: 'why', at: [5] },
  ]);
  expect(allowed('// syncwright: allow(SW101) why\n\nx = 1;\n')).toEqual([
    { line: 1, codes: 'SW101', reason: 'why', at: [] },
  ]);
  expect(allowed('const char *s = "// syncwright: allow(SW101) why";\n// see syncwright: allow(SW101) why\n')).toEqual(
    [],
  );
  for (const text of ['// see syncwright allow(SW101)', '// syncwright allows (some) races', '// syncwright allow'])
    expect(allowancesIn('a.cu', text)).toEqual({ allowed: [], problems: [] });
});

test.each([
  [
    '// syncwright: allow(SW101)',
    '1 SI118 the reason is missing, so this comment has no effect; write `// syncwright: allow(SW101) reason`',
  ],
  [
    '// syncwright: allow(SW101) : - ',
    '1 SI118 the reason is missing, so this comment has no effect; write `// syncwright: allow(SW101) reason`',
  ],
  [
    '\n// syncwright: allow(SW999) why',
    '2 SI118 "SW999" is not the code of a finding, so this comment has no effect; write `// syncwright: allow(SW101) reason`',
  ],
  [
    '// syncwright: allow() why',
    '1 SI118 no code is not the code of a finding, so this comment has no effect; write `// syncwright: allow(SW101) reason`',
  ],
  [
    '/* x\n   syncwright: alow(SW101) why */',
    '2 SI118 this comment is not a valid suppression; write `// syncwright: allow(SW101) reason`',
  ],
])('not understood: %j', (text, line) => {
  expect(complaints(text)).toEqual([line]);
  expect(allowed(text)).toEqual([]);
});

test.each([
  '// syncwright allow(SW101) why',
  '// Syncwright: allow(SW101) why',
  '// syncwright; allow SW101 why',
  '/* syncwright : allow(SW101) */',
])('a slip is reported: %j', (text) => {
  expect(complaints(text)).toEqual([
    '1 SI118 this comment looks like a suppression but is not one, so it has no effect; write `// syncwright: allow(SW101) reason`',
  ]);
  expect(allowed(text)).toEqual([]);
});

const rule = (rest: Partial<IgnoreRule>): IgnoreRule => ({
  id: 'SW101',
  kernel: null,
  file: null,
  reason: 'known',
  author: 'ada',
  line: 4,
  ...rest,
});
/** The sample's race has its ends on lines 4 and 5; `comments` are laid over its text by line. */
function judged(
  comments: Readonly<Record<number, string>>,
  rules: readonly IgnoreRule[] = [],
  of: Report = report,
  isWhole = true,
): Suppressed {
  const text = Array.from({ length: 9 }, (_, k) => `code();${comments[k + 1] ?? ''}`).join('\n');
  return suppressed(of, {
    rules,
    rulesFile: '.syncwright.yml',
    allowances: (file) => allowancesIn(file, text),
    files: [race.span.file],
    pathOf: (file) => file,
    isWhole,
  });
}
const marks = ({ report: { kernels } }: Suppressed) =>
  kernels.flatMap((kernel) => kernel.findings).map((finding) => [finding.id, finding.suppressed?.by ?? null]);

test('a comment at either end suppresses the finding of its code, and no other; verdicts stay', () => {
  for (const line of [4, 5]) {
    const found = judged({ [line]: ' // syncwright: allow(SW101) why' });
    expect(marks(found)[0]).toEqual(['F1', 'comment']);
    expect(
      marks(found)
        .slice(1)
        .every(([, by]) => by === null),
    ).toBe(true);
    expect(found.report.kernels.map(({ verdict }) => verdict)).toEqual(report.kernels.map(({ verdict }) => verdict));
    expect(found.problems).toEqual([]);
    expect(failing(found.report, 'error').map(({ id }) => id)).not.toContain('F1');
  }
  expect(marks(judged({ 4: ' // syncwright: allow(SW103) why' }))[0]).toEqual(['F1', null]);
  expect(marks(judged({ 3: ' // syncwright: allow(SW101) why' }))[0]).toEqual(['F1', null]);
});

test('a finding of several pairs is suppressed only if each has a comment', () => {
  const far = spanOf('if (threadIdx.x < 32)');
  const two: Report = {
    ...report,
    kernels: report.kernels.map((kernel) => ({
      ...kernel,
      findings: kernel.findings.map((finding) =>
        finding.id === 'F1'
          ? { ...finding, pairs: [...finding.pairs, { first: far, second: far, array: 'scratch' }] }
          : finding,
      ),
    })),
  };
  expect(marks(judged({ 4: ' // syncwright: allow(SW101) why' }, [], two))[0]).toEqual(['F1', null]);
  expect(
    judged({ 4: ' // syncwright: allow(SW101) why' }, [], two).problems.map(
      ({ code, line, text }) => `${line ?? ''} ${code} ${text}`,
    ),
  ).toEqual([
    '4 SI119 the finding SW101 of this line also has pairs of accesses elsewhere that no comment accepts, so it is not suppressed',
  ]);
  expect(
    marks(judged({ 4: ' // syncwright: allow(SW101) why', 8: ' // syncwright: allow(SW101) why' }, [], two))[0],
  ).toEqual(['F1', 'comment']);
});

test('what suppresses nothing is named', () => {
  expect(judged({ 2: ' // syncwright: allow(SW101) why' }).problems).toEqual([
    { file: race.span.file, line: 2, code: 'SI119', text: 'no finding with code SW101 is here; remove this comment' },
  ]);
  const open: Report = {
    ...report,
    kernels: report.kernels.map((kernel) => ({
      ...kernel,
      verdict: 'unknown',
      uses: [{ what: 'kernel', name: kernel.name, span: { ...kernel.span, line: 1, endLine: 9 } }],
    })),
  };
  expect(judged({ 2: ' // syncwright: allow(SW103) why' }, [], open).problems).toEqual([]);
});

test('the configuration suppresses by code or fingerprint, kernel and file', () => {
  for (const rest of [
    {},
    { id: race.fingerprint },
    { kernel: 'su*' },
    { file: 'src/**' },
    { file: 'src' },
    { file: race.span.file },
  ]) {
    const found = judged({}, [rule(rest)]);
    expect(marks(found)[0]).toEqual(['F1', 'configuration']);
    expect(found.report.kernels.flatMap((kernel) => kernel.findings)[0]?.suppressed).toEqual({
      by: 'configuration',
      reason: 'known',
      author: 'ada',
      file: '.syncwright.yml',
      line: 4,
    });
  }
  for (const rest of [{ id: 'SW103' }, { id: '0000000000000000' }, { kernel: 'half' }, { file: 'lib/**' }])
    expect(marks(judged({}, [rule(rest)]))[0]).toEqual(['F1', null]);
  expect(judged({}, [rule({ id: 'SW105', kernel: 'sum' })]).problems).toEqual([
    { file: '.syncwright.yml', line: 4, code: 'SI119', text: 'no finding matches this entry for SW105; remove it' },
  ]);
  expect(judged({}, [rule({ id: 'SW105', kernel: 'sum' })], report, false).problems).toEqual([]);
});
