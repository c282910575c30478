import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { fieldsOf } from '../../github/json.ts';
import { explanationOf } from '../../../src/report/explanation.ts';
import { sarifOf } from '../../../src/report/sarif.ts';
import { homepage } from '../../../src/base/version.ts';
import { fix, report, source, text } from './sample-report.ts';

const log = sarifOf(report, { toolVersion: '1.2.3', source, explain: explanationOf });
const [run] = log.runs;

// The schema that code scanning names, as Microsoft's matchers for Jest bring it. Of draft 4 it uses nothing that later
// drafts changed, but `id`.
const schema: unknown = createRequire(import.meta.url)('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json');
const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
addFormats.default(ajv);
const { $schema: _, id: __, ...rules } = fieldsOf(schema);
const isValid = ajv.compile(rules);
function problemsOf(one: unknown): readonly string[] {
  isValid(JSON.parse(JSON.stringify(one)));
  return (isValid.errors ?? []).map((error) => `${error.instancePath} ${error.message ?? ''}`);
}

test('the log is valid by the schema of SARIF 2.1.0, whatever is in it', () => {
  expect(problemsOf(log)).toEqual([]);
  expect(problemsOf({ ...log, version: '2.0.0' })).not.toEqual([]);
  const odd = {
    ...report,
    kernels: report.kernels.map((kernel) => ({
      ...kernel,
      name: 'k<"\u202e">',
      findings: kernel.findings.map((finding) => ({
        ...finding,
        witness: null,
        pairs: [],
        condition: 'n < 3',
        code: 'SW999',
      })),
    })),
  };
  expect(problemsOf(sarifOf(odd, { toolVersion: '1.2.3', source: () => null, explain: () => null }))).toEqual([]);
  expect(
    problemsOf(
      sarifOf({ ...report, kernels: [], problems: [] }, { toolVersion: '1.2.3', source, explain: explanationOf }),
    ),
  ).toEqual([]);
});

test("it keeps GitHub's limits: results, locations, tags; the worst stay, and what is left out is counted", () => {
  const [kernel] = report.kernels;
  if (kernel === undefined) throw new Error('the sample has kernels');
  const [race] = kernel.findings;
  if (race === undefined) throw new Error('the sample has findings');
  const pairs = Array.from({ length: 1500 }, (_, k) => ({
    first: { ...race.span, line: k + 10, start: k },
    second: race.span,
    array: null,
  }));
  const many = Array.from({ length: 5200 }, (_, k) => ({
    ...race,
    pairs: k === 0 ? pairs : race.pairs,
    severity: k % 2 === 0 ? ('warning' as const) : ('error' as const),
  }));
  const [full] = sarifOf(
    { ...report, kernels: [{ ...kernel, findings: many }], problems: [] },
    { toolVersion: '1', source, explain: explanationOf },
  ).runs;
  expect(full?.results).toHaveLength(5000);
  expect(full?.results?.filter((result) => result.level === 'error')).toHaveLength(2600);
  expect(Math.max(...(full?.results ?? []).map((result) => result.relatedLocations?.length ?? 0))).toBeLessThanOrEqual(
    1000,
  );
  expect(
    Math.max(...(full?.tool.driver.rules ?? []).map((rule) => rule.properties?.tags?.length ?? 0)),
  ).toBeLessThanOrEqual(20);
  expect(full?.invocations?.[0]?.toolExecutionNotifications?.at(-1)?.message.text).toBe(
    '200 further findings are omitted',
  );
});

test('related places stand once each', () => {
  const twice = {
    ...report,
    kernels: report.kernels.map((kernel) => ({
      ...kernel,
      findings: kernel.findings.map((finding) => ({
        ...finding,
        pairs: [...finding.pairs, ...finding.pairs, ...finding.pairs],
        related: [...finding.related, ...finding.related],
      })),
    })),
  };
  const places = (sarifOf(twice, { toolVersion: '1', source, explain: explanationOf }).runs[0]?.results ?? []).map(
    (result) => result.relatedLocations?.map(({ physicalLocation }) => JSON.stringify(physicalLocation)) ?? [],
  );
  expect(places.map((all) => all.length)).toEqual(places.map((all) => new Set(all).size));
  expect(places[0]).toHaveLength(2);
});

test('one rule per code, with its page as help', () => {
  expect(run?.tool.driver.rules?.map((rule) => rule.id)).toEqual(['SW101', 'SW201']);
  expect(run?.tool.driver.rules?.[0]?.help?.markdown).toContain('## Corrected');
  expect(run?.columnKind).toBe('utf16CodeUnits');
});

test('a result points at its rule, its line and its two threads', () => {
  const [first] = run?.results ?? [];
  expect(first).toMatchObject({
    ruleId: 'SW101',
    ruleIndex: 0,
    level: 'error',
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: 'src/sum.cu' },
          region: { startLine: 4, startColumn: 2, endLine: 4, endColumn: 12 },
        },
        logicalLocations: [{ name: 'sum', kind: 'function' }],
      },
    ],
    partialFingerprints: { 'syncwright/v1': '00112233445566aa' },
  });
  expect(
    first?.codeFlows?.[0]?.threadFlows.map((flow) => [flow.id, flow.locations[0]?.location?.message?.text]),
  ).toEqual([
    ['thread (63,0,0)', 'thread (63,0,0) writes scratch[63] = 7'],
    ['thread (0,0,0)', 'thread (0,0,0) reads scratch[63], iteration 1 of the loop on line 4'],
  ]);
  expect(first?.relatedLocations?.map((location) => location.physicalLocation?.region?.startLine)).toEqual([4, 5]);
});

test('a fix is the edit, by line and by offset', () => {
  const start = fix.edits[0]?.start ?? 0;
  expect(text.slice(start).startsWith('\tif (t < n)')).toBe(true);
  expect(run?.results?.[0]?.fixes?.[0]?.artifactChanges[0]?.replacements).toEqual([
    {
      deletedRegion: { startLine: 5, startColumn: 1, endLine: 5, endColumn: 1, charOffset: start, charLength: 0 },
      insertedContent: { text: '\t__syncthreads();\n' },
    },
  ]);
});

test('what was not decided and what could not be read are notifications, not results', () => {
  expect(run?.invocations?.[0]?.toolExecutionNotifications?.map((note) => note.message.text)).toEqual([
    'walk: unknown: the budget of launches (16) was reached [SL104]',
    'odd: unsupported: line 41: inline assembly is not modelled [SL101]',
    'src/gone.cu: no such file or directory [SI101]',
  ]);
});

test('paths become URIs', () => {
  const odd = {
    ...report,
    kernels: report.kernels.map((kernel) => ({
      ...kernel,
      findings: kernel.findings.map((finding) => ({ ...finding, span: { ...finding.span, file: './a dir/ä#1.cu' } })),
    })),
  };
  expect(
    sarifOf(odd, { toolVersion: '1', source, explain: () => null }).runs[0]?.results?.[0]?.locations?.[0]
      ?.physicalLocation?.artifactLocation?.uri,
  ).toBe('a%20dir/%C3%A4%231.cu');
});

test('where there is no patch, the message ends with what can be done', () => {
  const advised = {
    ...report,
    kernels: report.kernels.map((kernel) => ({
      ...kernel,
      findings: kernel.findings.map((finding) => ({ ...finding, fix: null, advice: 'take it out' })),
    })),
  };
  expect(
    sarifOf(advised, { toolVersion: '1.2.3', source, explain: explanationOf }).runs[0]?.results?.[0]?.message.text,
  ).toMatch(/\(confirmed\) No patch: take it out\.$/);
});

test('the log says where the tool and its rules are explained, and of which runs it is', () => {
  expect(run?.tool.driver.informationUri).toBe(homepage);
  expect(
    fieldsOf(JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')))['homepage'],
  ).toBe(`${homepage}#readme`);
  expect(run?.automationDetails?.id).toBe('syncwright/');
  const rules = run?.tool.driver.rules ?? [];
  expect(rules.map(({ id, helpUri }) => [id, helpUri])).toEqual(
    rules.map(({ id }) => [id, `${homepage}/blob/main/docs/codes/${id}.md`]),
  );
  expect(rules.length).toBeGreaterThan(0);
});
