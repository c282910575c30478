import { expect, test } from 'vitest';
import type { Span } from '../../../src/base/span.ts';
import { jsonOf } from '../../../src/report/json.ts';
import type { JsonContext } from '../../../src/report/json.ts';
import type { Fix, Report, WitnessAccess } from '../../../src/verdict/finding.ts';
import { schemaProblems } from '../../report-schema.ts';

const context: JsonContext = {
  tool: 'syncwright 0',
  defines: new Map([['TILE', '16']]),
  includeDirs: ['include'],
  params: new Map<string, bigint | number>([
    ['n', 256n],
    ['alpha', 3],
  ]),
};
const span = (line: number): Span => ({
  file: 'a.cu',
  start: 10,
  end: 20,
  line,
  column: 3,
  endLine: line,
  endColumn: 13,
});
const access = (x: number, mode: WitnessAccess['mode']): WitnessAccess => ({
  block: [0, 0, 0],
  thread: [x, 0, 0],
  span: span(7),
  expression: 's[threadIdx.x]',
  mode,
  value: mode === 'write' ? '1' : null,
  loops: [{ line: 5, turn: 1 }],
});
const fix: Fix = {
  title: 'barrier',
  strategy: 'insert-barrier',
  edits: [{ file: 'a.cu', start: 5, end: 5, text: '__syncthreads();\n' }],
  proof: 'drf',
  cost: 'one barrier',
};

const full: Report = {
  version: 1,
  kernels: [
    {
      name: 'k',
      span: span(3),
      verdict: 'racy',
      reasons: [],
      assumptions: ['distinct arrays'],
      uses: [],
      timeMs: 12.4,
      launches: [
        {
          origin: 'a.cu:30',
          span: span(30),
          block: [64, 1, 1],
          grid: [null, 1, 1],
          scalars: new Map([['n', 2n ** 60n]]),
          aliases: [['a', 'b']],
          overlaps: [],
          sharedBytes: null,
          cooperative: false,
          facts: [],
        },
      ],
      findings: [
        {
          id: 'F1',
          code: 'SW101',
          kind: 'data-race',
          status: 'confirmed',
          severity: 'error',
          message: 'they collide',
          condition: null,
          kernel: 'k',
          span: span(7),
          array: 's',
          related: [{ span: span(8), note: 'the other access' }],
          pairs: [{ first: span(7), second: span(8), array: 's' }],
          witness: {
            run: {
              block: [64, 1, 1],
              grid: [1, 1, 1],
              blocks: [0],
              scalars: new Map<string, bigint | number>([
                ['n', 1n],
                ['x', Number.NaN],
              ]),
              arrays: new Map([['s', { elements: 64, fill: 'uninitialized', values: new Map([[3, 5n]]) }]]),
              schedule: { kind: 'preferred', order: [{ block: 0, thread: 1 }] },
              warpModel: 'its',
            },
            launch: {
              origin: 'a.cu:30',
              span: null,
              block: [64, 1, 1],
              grid: [1, 1, 1],
              scalars: new Map(),
              aliases: [],
              overlaps: [],
              sharedBytes: 0,
              cooperative: false,
              facts: [],
            },
            accesses: [access(0, 'write'), access(1, 'read')],
            address: { byte: 4, text: 's[1]' },
            interval: 0,
            warpModel: 'its',
          },
          fix,
          alternatives: [fix],
          advice: null,
          fingerprint: '0123456789abcdef',
        },
      ],
    },
  ],
  problems: [{ file: 'b.cu', line: null, text: 'not UTF-8', code: 'SI104' }],
};

test('a report with everything in it fits the schema', () => {
  expect(schemaProblems(jsonOf(full, context))).toEqual([]);
});

test('a field that the schema does not know is refused', () => {
  expect(schemaProblems({ ...Object(jsonOf(full, context)), speed: 1 })).toEqual([
    ' must NOT have additional properties',
  ]);
});

test('a confirmed race without a witness is refused', () => {
  const without = {
    ...full,
    kernels: full.kernels.map((kernel) => ({
      ...kernel,
      findings: kernel.findings.map((finding) => ({ ...finding, witness: null })),
    })),
  };
  expect(schemaProblems(jsonOf(without, context)).join('\n')).toContain('/findings/0/witness');
});

test('a finding without a fix says what can be done instead', () => {
  const advised = {
    ...full,
    kernels: full.kernels.map((kernel) => ({
      ...kernel,
      findings: kernel.findings.map((finding) => ({
        ...finding,
        fix: null,
        alternatives: [],
        advice: 'split the kernel',
      })),
    })),
  };
  expect(schemaProblems(jsonOf(advised, context))).toEqual([]);
  expect(JSON.stringify(jsonOf(advised, context))).toContain('"advice":"split the kernel"');
});
