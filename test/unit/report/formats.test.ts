/**
 * `github`, `gitlab`, `junit` and `checkstyle`: each keeps its schema whatever a report holds, and says what it has to.
 */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { Ajv } from 'ajv';
import { XMLParser } from 'fast-xml-parser';
import { validateXML } from 'xmllint-wasm';
import { expect, test } from 'vitest';
import type { Finding, Report } from '../../../src/verdict/finding.ts';
import { codeQualityOf, renderGitlab } from '../../../src/report/gitlab.ts';
import { fieldsOf } from '../../github/json.ts';
import { hostileReport } from './hostile-reports.ts';
import { isFailing } from '../../../src/report/gate.ts';
import { plainPath } from '../../../src/report/finding-words.ts';
import { capital } from '../../../src/report/wording.ts';
import { divergence, race, report } from './sample-report.ts';
import { renderCheckstyle } from '../../../src/report/checkstyle.ts';
import { renderGithub } from '../../../src/report/github.ts';
import { renderJunit } from '../../../src/report/junit.ts';

const textOf = (name: string): string => readFileSync(new URL(`formats/${name}`, import.meta.url), 'utf8');
const isCodeQuality = new Ajv().compile(fieldsOf(JSON.parse(textOf('code-quality.schema.json'))));
const problemsOf = (one: unknown): readonly string[] =>
  isCodeQuality(one)
    ? []
    : (isCodeQuality.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`);
/** By libxml2, which also finds what is not well-formed. */
const schemaProblems = async (xml: readonly string[], schema: string): Promise<readonly string[]> =>
  (
    await validateXML({
      xml: xml.map((contents, k) => ({ fileName: `${k}.xml`, contents })),
      schema: textOf(schema),
      maxMemoryPages: 4096,
    })
  ).errors.map(({ rawMessage }) => rawMessage);

const byGate = (finding: Finding): boolean => isFailing(finding, 'error');
const junit = (one: Report): string => renderJunit(one, byGate);
const withFindings = (change: (finding: Finding) => Finding, from: Report = report): Report => ({
  ...from,
  kernels: from.kernels.map((kernel) => ({ ...kernel, findings: kernel.findings.map(change) })),
});
const suppressed = { by: 'comment', reason: 'one thread only', author: null, file: 'src/sum.cu', line: 4 } as const;

// ── Schemas ──────────────────────────────────────────────────────────────────────────────────────────────────

test('XML keeps its schema, whatever a report holds', async () => {
  const problems = async (reports: readonly Report[]): Promise<readonly string[]> => [
    ...(await schemaProblems(reports.map(junit), 'junit.xsd')),
    ...(await schemaProblems(reports.map(renderCheckstyle), 'checkstyle.xsd')),
  ];
  expect(await problems([report, { ...report, kernels: [], problems: [] }, { ...report, kernels: [] }])).toEqual([]);
  // many in one go, since the validator takes long to start
  await fc.assert(
    fc.asyncProperty(fc.array(hostileReport, { minLength: 20, maxLength: 60 }), async (reports) => {
      expect(await problems(reports)).toEqual([]);
    }),
    { numRuns: 5 },
  );
  expect(await schemaProblems([junit(report).replace('tests="', 'test="')], 'junit.xsd')).not.toEqual([]);
  expect(
    await schemaProblems([renderCheckstyle(report).replace('severity="error"', 'severity="bad"')], 'checkstyle.xsd'),
  ).not.toEqual([]);
}, 60_000);

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  isArray: (name) => ['testsuite', 'testcase', 'file', 'error'].includes(name),
});
const unseen =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

test('XML shows what readers would not see; no text adds a test, a file or a finding', () => {
  fc.assert(
    fc.property(hostileReport, (one) => {
      for (const xml of [junit(one), renderCheckstyle(one)]) expect(xml).not.toMatch(unseen);
      const files = new Set(
        [...one.kernels.map(({ span }) => span.file), ...one.problems.map(({ file }) => file)].map(plainPath),
      );
      expect([...junit(one).matchAll(/<testsuite /g)]).toHaveLength(files.size);
      const unread = one.problems
        .map(({ file }) => plainPath(file))
        .filter((file) => one.kernels.every(({ span }) => plainPath(span.file) !== file));
      expect([...junit(one).matchAll(/<testcase /g)]).toHaveLength(one.kernels.length + new Set(unread).size);
      const counted = one.kernels
        .flatMap(({ findings }) => findings)
        .filter((finding) => finding.suppressed === undefined && finding.inBaseline !== true);
      expect([...renderCheckstyle(one).matchAll(/<error /g)]).toHaveLength(counted.length);
    }),
  );
});

test('the Code Quality report keeps its schema, and its fingerprints are unique and do not depend on lines', () => {
  expect(problemsOf(codeQualityOf(report))).toEqual([]);
  expect(problemsOf([{ description: '' }])).not.toEqual([]);
  fc.assert(
    fc.property(hostileReport, (one) => {
      const issues: unknown = JSON.parse(renderGitlab(one));
      expect(problemsOf(issues)).toEqual([]);
      const prints = codeQualityOf(one).map(({ fingerprint }) => fingerprint);
      expect(new Set(prints).size).toBe(prints.length);
      expect(
        codeQualityOf(
          withFindings((finding) => ({ ...finding, span: { ...finding.span, line: finding.span.line + 7 } }), one),
        ).map(({ fingerprint }) => fingerprint),
      ).toEqual(prints);
    }),
  );
});

/**
 * As the runner reads them (ActionCommand.TryParseV2, TryParse): a command begins a line, and the old form stands
 * anywhere in a line that begins with none.
 */
function commandsOf(text: string): readonly string[] {
  return text.split(/\r\n|\r|\n/).flatMap((line) => {
    const found = /^\s*::([^: ]*)(?: [^]*?)?::/.exec(line) ?? /##\[([^\]]*)\]/.exec(line);
    return found === null ? [] : [found[1] ?? ''];
  });
}

test('no text makes a command of its own, and every line but the last is one of ours', () => {
  fc.assert(
    fc.property(hostileReport, (one) => {
      const text = renderGithub(one);
      const lines = text.trimEnd().split('\n');
      expect(commandsOf(text)).toHaveLength(lines.length - 1);
      expect(commandsOf(text).filter((name) => !['error', 'warning', 'notice'].includes(name))).toEqual([]);
      expect(
        Buffer.from(text)
          .toString()
          .replaceAll(/[\n\ufffe\uffff]/g, ''),
      ).not.toMatch(unseen);
      expect(lines.at(-1)).toMatch(/^(no kernel was analysed|\d+ kernels?: )/);
    }),
  );
});

// ── What is in them ──────────────────────────────────────────────────────────────────────────────────────────

test('github: the worst first, each with its place, and what was not decided or not read as notices', () => {
  expect(renderGithub({ ...report, kernels: [...report.kernels].reverse() }).split('\n')).toEqual([
    '::error file=src/sum.cu,line=4,endLine=4,col=2,endColumn=12,title=SW101 race on shared memory inside a barrier interval in sum::Thread (0,0,0) may read `scratch[63]` (line 5) before thread (63,0,0) has written it (line 4) (confirmed). Patch: add `__syncthreads();` before line 5 (proved: the patched kernel is race-free).',
    `::error file=src/sum.cu,line=8,endLine=8,col=25,endColumn=41,title=SW201 barrier under a thread-dependent branch in half::${capital(divergence.message)} (confirmed).`,
    '::notice title=Syncwright%3A 2 kernels not decided::odd (src/sum.cu:40): unsupported, line 41: inline assembly is not modelled [SL101]%0Awalk (src/sum.cu:30): unknown, the budget of launches (16) was reached [SL104]',
    '::notice file=src/gone.cu,line=1,endLine=1,title=Syncwright SI101::src/gone.cu: no such file or directory',
    '5 kernels: 2 racy, 1 drf (race-free), 1 unknown, 1 unsupported',
    '',
  ]);
});

test('github: instances of a template are one annotation; what is only possible is no error', () => {
  const [kernel] = report.kernels;
  if (kernel === undefined) throw new Error('the sample has kernels');
  const kernels = ['k<1>', 'k<2>', 'k<3>'].map((name) => ({
    ...kernel,
    name,
    findings: [{ ...race, kernel: name, fingerprint: name }],
  }));
  const text = renderGithub({ version: 1, kernels, problems: [] });
  expect(text.split('\n').slice(0, -2)).toHaveLength(1);
  expect(text).toContain('The same holds for 2 other instances of the template.');
  expect(renderGithub(withFindings((finding) => ({ ...finding, status: 'possible' })))).not.toContain('::error');
});

test('what is suppressed or in the baseline does not count: github, gitlab and checkstyle leave it out, junit has it as output', () => {
  for (const one of [
    withFindings((finding) => ({ ...finding, suppressed })),
    withFindings((finding) => ({ ...finding, inBaseline: true })),
  ]) {
    expect(renderGithub(one)).not.toContain('::error');
    expect(codeQualityOf(one)).toEqual([]);
    expect(renderCheckstyle(one)).not.toContain('<error');
    expect(junit(one)).not.toContain('<failure');
    expect(junit(one)).toContain('<system-out>src/sum.cu:4: error: SW101');
  }
  expect(junit(withFindings((finding) => ({ ...finding, suppressed })))).toContain(
    'suppressed by the comment on src/sum.cu:4: one thread only',
  );
  expect(
    renderJunit(
      withFindings((finding) => ({ ...finding, inBaseline: true })),
      (finding) => isFailing(finding, 'error', true),
    ),
  ).toContain('<failure');
});

test('gitlab: severities by what was seen', () => {
  const severities = (change: Partial<Finding>): readonly string[] => [
    ...new Set(codeQualityOf(withFindings((finding) => ({ ...finding, ...change }))).map(({ severity }) => severity)),
  ];
  expect(severities({})).toEqual(['critical']);
  expect(severities({ status: 'possible' })).toEqual(['major']);
  expect(severities({ severity: 'warning' })).toEqual(['major']);
  expect(severities({ severity: 'warning', status: 'possible' })).toEqual(['minor']);
  expect(severities({ severity: 'info' })).toEqual(['info']);
});

test('junit: racy kernels fail, undecided ones are skipped, a bug of ours is an error, a file without kernels does not pass', () => {
  const fault = {
    ...report,
    kernels: report.kernels.map((kernel) => (kernel.name === 'walk' ? { ...kernel, reasons: ['x [SL111]'] } : kernel)),
  };
  const results = (one: Report): readonly string[] =>
    [...junit(one).matchAll(/<testcase name="([^"]*)"[^>]*?(?:\/>|>\s*<(\w+))/g)].map(
      ([, name = '', result = 'passed']) => `${name} ${result}`,
    );
  expect(results(report)).toEqual([
    'sum failure',
    'half failure',
    'copy passed',
    'walk skipped',
    'odd skipped',
    'kernels of the file skipped',
  ]);
  expect(results(fault)[3]).toBe('walk error');
  const [suites] = [fieldsOf(fieldsOf(parser.parse(junit(report)))['testsuites'])];
  expect([suites['tests'], suites['failures'], suites['errors']]).toEqual(['6', '2', '0']);
  expect(results(withFindings((finding) => ({ ...finding, severity: 'warning' })))[0]).toBe('sum system');
});

test('junit: kernels of one name in one file are told apart', () => {
  const [kernel] = report.kernels;
  if (kernel === undefined) throw new Error('the sample has kernels');
  const names = [
    ...junit({
      version: 1,
      kernels: [kernel, { ...kernel, span: { ...kernel.span, line: 9 } }, kernel, kernel],
      problems: [],
    }).matchAll(/testcase name="([^"]*)"/g),
  ].map(([, name]) => name);
  expect(names).toEqual(['sum', 'sum (line 9)', 'sum (line 1)', 'sum (line 1, 2)']);
});

test('checkstyle: all files stand in it, with their findings', () => {
  const kernels = report.kernels.map((kernel) =>
    kernel.name === 'copy' ? { ...kernel, span: { ...kernel.span, file: './src/copy.cu' } } : kernel,
  );
  const { checkstyle } = fieldsOf(parser.parse(renderCheckstyle({ ...report, kernels })));
  const { file } = fieldsOf(checkstyle);
  expect(file).toMatchObject([
    {
      name: 'src/sum.cu',
      error: [
        { line: '4', column: '2', severity: 'error', source: 'syncwright.SW101' },
        { line: '8', severity: 'error', source: 'syncwright.SW201' },
      ],
    },
    { name: 'src/copy.cu' },
  ]);
});
