/**
 * A report made by hand for the tests of formats: one confirmed race with a patch, one divergence, one kernel of each
 * verdict.
 */
import type { Span } from '../../../src/base/span.ts';
import type { ConcreteRun } from '../../../src/launch/run.ts';
import type { LaunchConfig } from '../../../src/launch/launch.ts';
import type { Finding, Fix, KernelAnswer, Report, Witness } from '../../../src/verdict/finding.ts';

export const file = 'src/sum.cu';
export const text = [
  '__global__ void sum(int *data, int n) {',
  '\t__shared__ int scratch[64];',
  '\tint t = threadIdx.x;',
  '\tscratch[t] = data[t];',
  '\tif (t < n) data[t] = scratch[63 - t];',
  '}',
  '__global__ void half(int *data) {',
  '  if (threadIdx.x < 32) __syncthreads();',
  '}',
  '',
].join('\n');
export const source = (path: string): string | null => (path === file ? text : null);

/** The span of the first occurrence of `part` in the text. */
export function spanOf(part: string): Span {
  const start = text.indexOf(part);
  const end = start + part.length;
  const position = (offset: number): readonly [number, number] => {
    const before = text.slice(0, offset).split('\n');
    return [before.length, (before.at(-1) ?? '').length + 1];
  };
  const [line, column] = position(start);
  const [endLine, endColumn] = position(end);
  return { file, start, end, line, column, endLine, endColumn };
}

export const launch: LaunchConfig = {
  origin: 'src/main.cu:31',
  span: null,
  block: [64, 1, 1],
  grid: [1, 1, 1],
  scalars: new Map([['n', 64n]]),
  aliases: [],
  overlaps: [],
  sharedBytes: null,
  cooperative: false,
  facts: [],
};
export const run: ConcreteRun = {
  block: [64, 1, 1],
  grid: [1, 1, 1],
  blocks: [0],
  scalars: new Map<string, bigint | number>([
    ['n', 64n],
    ['big', 2n ** 60n],
    ['alpha', 3],
  ]),
  arrays: new Map([
    [
      'data',
      {
        elements: 64,
        fill: 0n,
        values: new Map<number, bigint | number>([
          [63, 7n],
          [2, 0.5],
        ]),
      },
    ],
    ['scratch', { elements: null, fill: 'uninitialized', values: new Map() }],
  ]),
  schedule: { kind: 'preferred', order: [{ block: 0, thread: 0 }] },
  warpModel: 'its',
};
export const fix: Fix = {
  title: 'add `__syncthreads();` before line 5',
  strategy: 'insert-barrier',
  proof: 'drf',
  cost: 'one barrier, executed once',
  edits: [
    { file, start: text.indexOf('\tif (t < n)'), end: text.indexOf('\tif (t < n)'), text: '\t__syncthreads();\n' },
  ],
};
export const witness: Witness = {
  run,
  launch,
  address: { byte: 252, text: 'scratch[63]' },
  interval: 0,
  warpModel: 'its',
  accesses: [
    {
      block: [0, 0, 0],
      thread: [63, 0, 0],
      span: spanOf('scratch[t]'),
      expression: 'scratch[t]',
      mode: 'write',
      value: '7',
      loops: [],
    },
    {
      block: [0, 0, 0],
      thread: [0, 0, 0],
      span: spanOf('scratch[63 - t]'),
      expression: 'scratch[63 - t]',
      mode: 'read',
      value: null,
      loops: [{ line: 4, turn: 1 }],
    },
  ],
};
export const race: Finding = {
  id: 'F1',
  code: 'SW101',
  kind: 'data-race',
  status: 'confirmed',
  severity: 'error',
  message: 'thread (0,0,0) may read `scratch[63]` (line 5) before thread (63,0,0) has written it (line 4)',
  condition: null,
  kernel: 'sum',
  span: spanOf('scratch[t]'),
  array: 'scratch',
  related: [{ span: spanOf('scratch[63 - t]'), note: 'the other access, a read' }],
  pairs: [{ first: spanOf('scratch[t]'), second: spanOf('scratch[63 - t]'), array: 'scratch' }],
  witness,
  fix,
  alternatives: [],
  advice: null,
  fingerprint: '00112233445566aa',
};
export const divergence: Finding = {
  id: 'F2',
  code: 'SW201',
  kind: 'barrier-divergence',
  status: 'confirmed',
  severity: 'error',
  message:
    'thread (0,0,0) waits at the barrier on line 8, but thread (32,0,0) takes another path (line 9) and does not reach it',
  condition: null,
  kernel: 'half',
  span: spanOf('__syncthreads();'),
  array: null,
  related: [{ span: spanOf('threadIdx.x < 32'), note: 'the threads of a block diverge here' }],
  pairs: [],
  fix: null,
  alternatives: [],
  advice: null,
  fingerprint: '99112233445566bb',
  witness: {
    run: { ...run, scalars: new Map(), arrays: new Map(), schedule: { kind: 'canonical' } },
    launch: { ...launch, origin: '--block' },
    address: null,
    interval: null,
    warpModel: 'its',
    accesses: [
      {
        block: [0, 0, 0],
        thread: [0, 0, 0],
        span: spanOf('__syncthreads();'),
        expression: '__syncthreads();',
        mode: 'barrier',
        value: null,
        loops: [],
      },
      {
        block: [0, 0, 0],
        thread: [32, 0, 0],
        span: { ...spanOf('__syncthreads();'), line: 9 },
        expression: '}',
        mode: 'exited',
        value: null,
        loops: [],
      },
    ],
  },
};
const kernel = (name: string, line: number, rest: Partial<KernelAnswer>): KernelAnswer => ({
  name,
  span: { ...spanOf('__global__'), line },
  verdict: 'drf',
  reasons: [],
  assumptions: ['data and out are distinct arrays'],
  launches: [launch],
  findings: [],
  uses: [],
  timeMs: 12.4,
  ...rest,
});

export const report: Report = {
  version: 1,
  kernels: [
    kernel('sum', 1, { verdict: 'racy', findings: [race] }),
    kernel('half', 7, { verdict: 'racy', findings: [divergence] }),
    kernel('copy', 20, {}),
    kernel('walk', 30, { verdict: 'unknown', reasons: ['the budget of launches (16) was reached [SL104]'] }),
    kernel('odd', 40, { verdict: 'unsupported', reasons: ['line 41: inline assembly is not modelled [SL101]'] }),
  ],
  problems: [{ file: 'src/gone.cu', line: null, text: 'no such file or directory', code: 'SI101' }],
};
