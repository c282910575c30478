import { expect, test } from 'vitest';
import { explanationOf } from '../../../src/report/explanation.ts';
import { sarifOf } from '../../../src/report/sarif.ts';
import { fix, report, source, text } from './sample-report.ts';

const log = sarifOf(report, { toolVersion: '1.2.3', source, explain: explanationOf });
const [run] = log.runs;

test('one rule per code, with its page as help', () => {
  expect(run?.tool.driver.rules?.map((rule) => rule.id)).toEqual(['SW101', 'SW201']);
  expect(run?.tool.driver.rules?.[0]?.help?.markdown).toContain('## Corrected');
  expect(run?.columnKind).toBe('utf16CodeUnits');
});

test('a result points at its rule, its line and its two threads', () => {
  const [first] = run?.results ?? [];
  expect(first).toMatchObject({
    ruleId: 'SW101', ruleIndex: 0, level: 'error',
    locations: [{ physicalLocation: { artifactLocation: { uri: 'src/sum.cu' }, region: { startLine: 4, startColumn: 2, endLine: 4, endColumn: 12 } }, logicalLocations: [{ name: 'sum', kind: 'function' }] }],
    partialFingerprints: { 'syncwright/v1': '00112233445566aa' },
  });
  expect(first?.codeFlows?.[0]?.threadFlows.map((flow) => [flow.id, flow.locations[0]?.location?.message?.text])).toEqual([
    ['thread (63,0,0)', 'thread (63,0,0) writes scratch[63] = 7'],
    ['thread (0,0,0)', 'thread (0,0,0) reads scratch[63], turn 1 of the loop on line 4'],
  ]);
  expect(first?.relatedLocations?.map((location) => location.physicalLocation?.region?.startLine)).toEqual([4, 5]);
});

test('a fix is the edit, by line and by offset', () => {
  const start = fix.edits[0]?.start ?? 0;
  expect(text.slice(start).startsWith('\tif (t < n)')).toBe(true);
  expect(run?.results?.[0]?.fixes?.[0]?.artifactChanges[0]?.replacements).toEqual([
    { deletedRegion: { startLine: 5, startColumn: 1, endLine: 5, endColumn: 1, charOffset: start, charLength: 0 }, insertedContent: { text: '\t__syncthreads();\n' } },
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
  const odd = { ...report, kernels: report.kernels.map((kernel) => ({ ...kernel, findings: kernel.findings.map((finding) => ({ ...finding, span: { ...finding.span, file: './a dir/ä#1.cu' } })) })) };
  expect(sarifOf(odd, { toolVersion: '1', source, explain: () => null }).runs[0]?.results?.[0]?.locations?.[0]?.physicalLocation?.artifactLocation?.uri).toBe('a%20dir/%C3%A4%231.cu');
});

test('where there is no patch, the message ends with what can be done', () => {
  const advised = { ...report, kernels: report.kernels.map((kernel) => ({ ...kernel, findings: kernel.findings.map((finding) => ({ ...finding, fix: null, advice: 'take it out' })) })) };
  expect(sarifOf(advised, { toolVersion: '1.2.3', source, explain: explanationOf }).runs[0]?.results?.[0]?.message.text).toMatch(/\(confirmed\) No patch: take it out\.$/);
});
