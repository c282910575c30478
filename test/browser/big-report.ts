/**
 * A large report made by rule: as many kernels as asked for, in files of eight, with findings, reasons and stories in a
 * mixture like that of real codebases.
 */
import type { Finding, KernelAnswer, Report, Verdict } from '../../src/verdict/finding.ts';
import type { RunStory, StoryStep } from '../../src/verdict/run-story.ts';
import type { Span } from '../../src/base/span.ts';
import { file as sampleFile, launch, race, text as sampleText } from '../unit/report/sample-report.ts';

const perFile = 8;
const kernelText = (n: number): string =>
  sampleText.slice(0, sampleText.indexOf('__global__ void half')).replace('void sum', `void sum${n}`);

const fileOf = (n: number): string =>
  `project-${Math.floor(n / 400)}/module-${Math.floor(n / 40)}/file-${Math.floor(n / perFile)}.cu`;
const textOfFile = (first: number): string => Array.from({ length: perFile }, (_, k) => kernelText(first + k)).join('');

/** The text of any of its files. */
export function bigSource(path: string): string | null {
  const found = /file-(\d+)\.cu$/.exec(path);
  return found === null ? null : textOfFile(Number(found[1]) * perFile);
}

function moved(span: Span, n: number): Span {
  const before = textOfFile(n - (n % perFile)).indexOf(kernelText(n));
  const lines = kernelText(n).split('\n').length - 1;
  const by = before + (span.start > 20 ? `sum${n}`.length - 3 : 0);
  const down = (n % perFile) * lines;
  return {
    ...span,
    file: fileOf(n),
    start: span.start + by,
    end: span.end + by,
    line: span.line + down,
    endLine: span.endLine + down,
  };
}

function storyOf(n: number): RunStory {
  const step = (who: 0 | 1, k: number): StoryStep => ({
    who,
    interval: 0,
    loops: [],
    touch: k === 19 ? 'hit' : 'other',
    span: moved((race.witness?.accesses[who] ?? race).span, n),
    did: {
      kind: 'access',
      mode: who === 0 ? 'write' : 'read',
      element: `scratch[${k}]`,
      byte: 4 * k,
      value: `${k}`,
      before: who === 0 ? '0' : null,
    },
  });
  return {
    kind: 'race',
    threads: [
      { block: [0, 0, 0], thread: [63, 0, 0] },
      { block: [0, 0, 0], thread: [0, 0, 0] },
    ],
    cell: { text: 'scratch[19]', byte: 76 },
    leftOut: 0,
    failure: null,
    gathered: null,
    steps: Array.from({ length: 20 }, (_, k) => [step(0, k), step(1, k)]).flat(),
  };
}

function findingOf(n: number): Finding {
  const { witness } = race;
  const span = moved(race.span, n);
  return {
    ...race,
    id: `F${n}`,
    code: n % 5 === 0 ? 'SW101' : 'SW104',
    severity: n % 7 === 0 ? 'warning' : 'error',
    status: n % 11 === 0 ? 'possible' : 'confirmed',
    kernel: `sum${n}`,
    span,
    fingerprint: n.toString(16).padStart(16, '0'),
    fix: null,
    related: [],
    pairs: [],
    story: storyOf(n),
    witness:
      witness === null
        ? null
        : {
            ...witness,
            accesses: [
              { ...witness.accesses[0], span: moved(witness.accesses[0].span, n) },
              { ...witness.accesses[1], span: moved(witness.accesses[1].span, n) },
            ],
          },
  };
}

const reasons = [
  'the solver did not answer within its budget: `in[i]` and `out[j]`',
  'line 12: `tex2D` is not modelled [SL101]',
  'the budget of launches (16) was reached [SL104]',
];

function kernelOf(n: number): KernelAnswer {
  const verdict: Verdict = n % 12 === 5 ? 'racy' : n % 9 === 2 ? 'unknown' : n % 31 === 3 ? 'unsupported' : 'drf';
  const span = { ...moved({ file: sampleFile, start: 0, end: 20, line: 1, column: 1, endLine: 6, endColumn: 2 }, n) };
  return {
    name: `sum${n}`,
    span,
    verdict,
    assumptions: ['data and out are distinct arrays', 'warp model: independent thread scheduling'],
    launches: [launch],
    uses: [],
    timeMs: (n * 37) % 4000,
    reasons: verdict === 'unknown' || verdict === 'unsupported' ? [reasons[n % 3] ?? ''] : [],
    findings: verdict === 'racy' ? [findingOf(n)] : [],
  };
}

export const bigReport = (kernels: number): Report => ({
  version: 1,
  kernels: Array.from({ length: kernels }, (_, n) => kernelOf(n)),
  problems: [],
});
