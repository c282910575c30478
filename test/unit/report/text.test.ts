import { describe, expect, test } from 'vitest';
import { plain, renderText } from '../../../src/report/text.ts';
import type { Paint } from '../../../src/report/text.ts';
import type { Report } from '../../../src/verdict/finding.ts';
import { divergence, race, report, source, spanOf } from './sample-report.ts';

const context = { source, paint: plain, width: 100, verbose: false };
const only = (name: string): Report => ({
  ...report,
  problems: [],
  kernels: report.kernels.filter((kernel) => kernel.name === name),
});

test('a race: the sentence, both lines, the run, the two threads, the patch', () => {
  expect(renderText(only('sum'), context)).toBe(`src/sum.cu
  ✗ sum line 1  racy  F1 SW101

F1 error race on shared memory inside a barrier interval (SW101, confirmed) in sum, src/sum.cu:4
  thread (0,0,0) may read \`scratch[63]\` (line 5) before thread (63,0,0) has written it (line 4).

     4 │ scratch[t] = data[t];
       │ ^^^^^^^^^^ thread (63,0,0) writes scratch[63] = 7
     + │ __syncthreads();
     5 │ if (t < n) data[t] = scratch[63 - t];
       │                      ^^^^^^^^^^^^^^^
       │ thread (0,0,0) reads scratch[63], iteration 1 of the loop on line 4

  launch <<<(1,1,1), (64,1,1)>>> (src/main.cu:31)
  with n = 64, big = 1152921504606846976, alpha = 3
  memory data[63] = 7, data[2] = 0.5
  warps  independent thread scheduling

    thread (63,0,0)                             │   thread (0,0,0)
  ══ start of the kernel ═══════════════════════╪════════════════════════════════════════════
    line 4                                      │   line 5
    writes scratch[63] = 7                    ✗ │ ✗ reads scratch[63]
                                                │   (loop on line 4, iteration 1)
  ══ next barrier, or the end ══════════════════╪════════════════════════════════════════════

  fix    add \`__syncthreads();\` before line 5 (proved: the patched kernel is race-free)
  cost   one barrier, executed once
  --- a/src/sum.cu
  +++ b/src/sum.cu
  @@ -2,6 +2,7 @@
   \t__shared__ int scratch[64];
   \tint t = threadIdx.x;
   \tscratch[t] = data[t];
  +\t__syncthreads();
   \tif (t < n) data[t] = scratch[63 - t];
   }
   __global__ void half(int *data) {

1 kernel: 1 racy; 1 finding (1 confirmed, 1 with a proved patch)
explain a code: syncwright explain SW101
replay a finding: write a report with --format json --out report.json, then syncwright replay report.json F1
apply the patches: syncwright fix --write with the same arguments
`);
});

test('one patch for several findings is shown once', () => {
  const both: Report = {
    ...only('sum'),
    kernels: only('sum').kernels.map((kernel) => ({ ...kernel, findings: [race, { ...race, id: 'F2' }] })),
  };
  const shown = renderText(both, context);
  expect(shown.split('+++ b/src/sum.cu').length).toBe(2);
  expect(shown).toContain('  fix    the patch of F1 fixes this as well: add `__syncthreads();` before line 5\n\n');
  const hidden: Report = {
    ...both,
    kernels: both.kernels.map((kernel) => ({
      ...kernel,
      findings: kernel.findings.map((one) =>
        one.id === 'F1'
          ? { ...one, suppressed: { by: 'comment', reason: 'known', author: null, file: 'src/sum.cu', line: 3 } }
          : one,
      ),
    })),
  };
  expect(renderText(hidden, context)).toContain('+++ b/src/sum.cu');
});

test('the last line says how patches are applied, where there are any to apply', () => {
  const suppressed = { by: 'comment', reason: 'known', author: null, file: 'src/sum.cu', line: 3 } as const;
  const hidden: Report = {
    ...only('sum'),
    kernels: only('sum').kernels.map((kernel) => ({
      ...kernel,
      findings: kernel.findings.map((one) => ({ ...one, suppressed })),
    })),
  };
  expect(renderText(hidden, context)).not.toContain('apply the patches');
  expect(renderText(only('sum'), { ...context, isReview: true })).toContain(
    'apply the patches: syncwright fix --write PATH, with the head checked out\n',
  );
});

test('a divergence: who waits, who has left, and where they part', () => {
  const lines = renderText(only('half'), context).split('\n');
  expect(lines).toContain('    waits at this barrier                     ✗ │ ✗ takes another path here');
  expect(lines).toContain(
    '  ══ on the way to the barrier ═════════════════╪════════════════════════════════════════════',
  );
  expect(lines).toContain('  src/sum.cu:8: the threads of a block diverge here');
});

test('a kernel that is race-free is one line', () => {
  expect(renderText(only('copy'), context)).toBe(
    'src/sum.cu\n  ✓ copy line 20  drf (race-free)\n\n1 kernel: 1 drf (race-free)\n',
  );
});

test('verbose adds what the proof rests on', () => {
  const lines = renderText(only('copy'), { ...context, verbose: true }).split('\n');
  expect(lines).toContain('      launch <<<(1,1,1), (64,1,1)>>> (src/main.cu:31)');
  expect(lines).toContain('      assuming data and out are distinct arrays');
});

test('what was not decided, not supported or not readable says why', () => {
  const lines = renderText(report, context).split('\n');
  expect(lines).toContain('      the budget of launches (16) was reached [SL104]');
  expect(lines).toContain('      line 41: inline assembly is not modelled [SL101]');
  expect(lines).toContain('problem src/gone.cu: no such file or directory [SI101]');
});

test('between blocks the threads are named with their blocks', () => {
  const { witness } = race;
  if (witness === null) throw new Error('the sample has a witness');
  const far: Report = {
    ...report,
    problems: [],
    kernels: only('sum').kernels.map((kernel) => ({
      ...kernel,
      findings: [
        {
          ...race,
          witness: {
            ...witness,
            interval: null,
            accesses: [witness.accesses[0], { ...witness.accesses[1], block: [1, 0, 0] }],
          },
        },
      ],
    })),
  };
  const lines = renderText(far, context).split('\n');
  expect(lines).toContain('    block (0,0,0) thread (63,0,0)               │   block (1,0,0) thread (0,0,0)');
  expect(lines).toContain(
    '  ══ no order between blocks ═══════════════════╪════════════════════════════════════════════',
  );
});

test('what a proof rests on beyond the routine stands below the verdict, without --verbose too', () => {
  const kernels = only('sum').kernels.map((kernel) => ({
    ...kernel,
    verdict: 'drf' as const,
    findings: [],
    reasons: ['assuming indices do not wrap around'],
  }));
  expect(renderText({ ...only('sum'), kernels }, context)).toContain(
    '  ✓ sum line 1  drf (race-free)\n      assuming indices do not wrap around\n',
  );
});

describe('colours', () => {
  const paint: Paint = { ...plain, red: (text) => `<r>${text}</r>`, green: (text) => `<g>${text}</g>` };
  test('mark verdicts, severities and the patch', () => {
    const lines = renderText(only('sum'), { ...context, paint }).split('\n');
    expect(lines[1]).toBe('  <r>✗</r> sum line 1  racy  F1 SW101');
    expect(lines).toContain('  <g>+\t__syncthreads();</g>');
  });
});

test('foreign text cannot steer the terminal', () => {
  const evil = '\u001b]0;x\u0007\u202e';
  const hostile: Report = {
    ...report,
    kernels: report.kernels.map((kernel) => ({
      ...kernel,
      name: `${kernel.name}${evil}`,
      reasons: [evil],
      span: { ...kernel.span, file: `a${evil}.cu` },
    })),
    problems: [{ file: evil, line: 1, text: evil, code: 'SI101' }],
  };
  const out = renderText(hostile, { ...context, verbose: true, source: () => `${evil}\n`.repeat(9) });
  expect(out).not.toMatch(/[\u001b\u0007\u202e]/);
});

test('without the source the places are still named', () => {
  const lines = renderText(only('sum'), { ...context, source: () => null }).split('\n');
  expect(lines).toContain('  4: thread (63,0,0) writes scratch[63] = 7');
  expect(lines).not.toContain('+++ b/src/sum.cu');
});

test('a possible finding shows its place', () => {
  const maybe: Report = {
    ...only('half'),
    kernels: only('half').kernels.map((kernel) => ({
      ...kernel,
      verdict: 'unknown' as const,
      findings: [{ ...divergence, status: 'possible' as const, witness: null, span: spanOf('__syncthreads();') }],
    })),
  };
  expect(renderText(maybe, context).split('\n')).toContain('     8 │ if (threadIdx.x < 32) __syncthreads();');
});

test('a byte-order mark and CRLF line ends are not shown, and the underline stays true', () => {
  const dos = (path: string): string | null => {
    const unix = source(path);
    return unix === null ? null : `\ufeff${unix.replaceAll('\n', '\r\n')}`;
  };
  const first = { ...spanOf('sum'), column: spanOf('sum').column + 1, endColumn: spanOf('sum').endColumn + 1 };
  const lines = renderText(
    {
      ...only('sum'),
      kernels: only('sum').kernels.map((kernel) => ({
        ...kernel,
        findings: [{ ...race, witness: null, span: first }],
      })),
    },
    { ...context, source: dos },
  ).split('\n');
  expect(lines).toContain('     1 │ __global__ void sum(int *data, int n) {');
  expect(lines).toContain('       │                 ^^^');
  expect(lines.filter((line) => /[\r\ufeff␍]|U\+FEFF/.test(line))).toEqual([]);
});

test('where there is no patch, what can be done', () => {
  const [kernel] = only('half').kernels;
  if (kernel === undefined) throw new Error('the sample has a kernel half');
  const advised = {
    ...only('half'),
    kernels: [
      { ...kernel, findings: [{ ...divergence, advice: 'take the barrier on line 8 out of the branch at line 9' }] },
    ],
  };
  expect(renderText(advised, context)).toContain('\n  advice take the barrier on line 8 out of the branch at line 9\n');
});
