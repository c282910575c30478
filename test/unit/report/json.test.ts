import { fc } from '../../seeded.ts';
import { describe, expect, test } from 'vitest';
import { parseReport } from '../../../src/report/json-read.ts';
import { renderJson, valueJson } from '../../../src/report/json.ts';
import type { JsonContext } from '../../../src/report/json.ts';
import type { Report } from '../../../src/verdict/finding.ts';
import { divergence, race, report, run } from './sample-report.ts';

const stated: NonNullable<JsonContext['stated']> = [
  { name: 'sum_*', block: null, grid: null, params: new Map(), assumes: ['n % 32 == 0'], from: '.syncwright.yml:4' },
];
const context: JsonContext = {
  tool: 'syncwright 1',
  defines: new Map([['TILE', '16']]),
  includeDirs: ['include'],
  params: new Map<string, bigint | number>([['W', 4n]]),
  assumes: ['n > 3'],
  stated,
};
const written = renderJson(report, context);

describe('what is written is read back', () => {
  const read = parseReport(written);

  test('the run of the witness, value for value', () => {
    expect(read.ok && read.value.findings.map((finding) => finding.run)).toEqual([run, divergence.witness?.run]);
  });
  test('where the finding is', () => {
    expect(read.ok && read.value.findings[0]).toMatchObject({
      id: 'F1',
      code: 'SW101',
      kernel: 'sum',
      file: 'src/sum.cu',
      line: 4,
      fingerprint: race.fingerprint,
    });
  });
  test('what the command was given', () => {
    expect(
      read.ok && [read.value.defines, read.value.includeDirs, read.value.params, read.value.assumes, read.value.stated],
    ).toEqual([new Map([['TILE', '16']]), ['include'], new Map([['W', 4n]]), ['n > 3'], stated]);
  });

  test('any argument: integers stay integers, floating values stay floating', () => {
    const value = fc.oneof(fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n }), fc.double());
    fc.assert(
      fc.property(fc.dictionary(fc.string(), value), (scalars) => {
        const one: Report = {
          ...report,
          kernels: report.kernels.slice(0, 1).map((kernel) => ({
            ...kernel,
            findings: [
              {
                ...race,
                witness:
                  race.witness === null
                    ? null
                    : { ...race.witness, run: { ...run, scalars: new Map(Object.entries(scalars)) } },
              },
            ],
          })),
        };
        const back = parseReport(renderJson(one, context));
        expect(back.ok ? back.value.findings[0]?.run?.scalars : back.problem).toEqual(new Map(Object.entries(scalars)));
      }),
      { numRuns: 60 },
    );
  });
});

test.each([
  [3n, 3],
  [2n ** 60n, '1152921504606846976'],
  [-(2n ** 53n), '-9007199254740992'],
  [2n ** 53n - 1n, 9007199254740991],
  [10n ** 400n, `1${'0'.repeat(400)}`],
  [3, '3.0'],
  [0.5, 0.5],
  [-0, '-0.0'],
  [1e300, '1e+300'],
  [Number.NaN, 'nan'],
  [-Infinity, '-inf'],
])('%s is written as %s', (value, expected) => expect(valueJson(value)).toBe(expected));

test('kernels and findings stand flat, as evaluation reads them', () => {
  expect(JSON.parse(written)).toMatchObject({
    version: 2,
    kernels: [
      { name: 'sum', file: 'src/sum.cu', line: 1, verdict: 'racy', timeMs: 12 },
      { name: 'half' },
      { name: 'copy', verdict: 'drf' },
      { name: 'walk', verdict: 'unknown', reasons: ['the budget of launches (16) was reached [SL104]'] },
      { name: 'odd' },
    ],
    findings: [
      {
        id: 'F1',
        kernel: 'sum',
        kind: 'data-race',
        status: 'confirmed',
        line: 4,
        endLine: 4,
        array: 'scratch',
        witness: { address: { byte: 252, text: 'scratch[63]' }, interval: 0, warpModel: 'its' },
        fix: { proof: 'drf', edits: [{ text: '\t__syncthreads();\n' }] },
      },
      { id: 'F2', fix: null },
    ],
    problems: [{ file: 'src/gone.cu', line: null, code: 'SI101' }],
  });
});

describe('a file that is no report gets one line that says where', () => {
  test.each([
    ['not JSON', '{"version": 1', /^not a JSON file: /],
    ['another file', '[]', /^not a report of Syncwright: the file: expected an object$/],
    ['another version', '{"version": 3}', /^not a report of Syncwright: version: expected version 1 or 2$/],
    ['no findings', '{"version": 1, "kernels": []}', /^not a report of Syncwright: findings: expected this field$/],
    [
      'a block from two',
      written.replace(
        /"block": \[\s*64,\s*1,\s*1\s*\],\s*"grid": \[\s*1,\s*1,\s*1\s*\],\s*"blocks"/,
        '"block": [64, 1], "grid": [1, 1, 1], "blocks"',
      ),
      /^not a report of Syncwright: findings\[0\]\.witness\.launch\.block: expected three whole numbers$/,
    ],
    [
      'a schedule that does not exist',
      written.replace('"preferred"', '"backwards"'),
      /findings\[0\]\.witness\.schedule\.kind: expected a kind of schedule$/,
    ],
    [
      'a value that is no number',
      written.replace('"1152921504606846976"', '"many"'),
      /findings\[0\]\.witness\.arguments\.big: expected a number$/,
    ],
  ])('%s', (_, text, line) => {
    const read = parseReport(text);
    expect(read.ok ? 'was read' : read.problem).toMatch(line);
  });

  test('nothing makes the reader throw', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        parseReport(text);
      }),
    );
  });
});
