/**
 * What is answered for public code that nobody here wrote: the share of each verdict, the commonest reasons why a
 * kernel is `unknown`, and how long it takes. Limits are those of the issue that asked for the prover.
 *
 * The folders of a corpus are checked in portions, each by a process of its own (portions.ts), as many at a time as
 * there are cores: memory is that of the largest portion, and a portion that fails costs itself only, and is told.
 *
 * Run: npx node bench/verdicts.ts [MIRROR]
 */
import { join } from 'node:path';
import { type Corpus, corpora, mirror, withCorpus } from './corpora.ts';
import { type Portions, checkInPortions, processes } from './portions.ts';
import { median, printTable } from './table.ts';

/** Seconds a kernel may take; what `check` is told leaves one for the step that is under way then. */
const limit = 10;
const timeout = limit - 1;
/** Minutes a corpus may take before the rest is left out, and told. */
const minutes = 30;

/** What of the report is counted here. */
type Answer = Readonly<{
  name: string;
  file: string;
  line: number;
  verdict: string;
  reasons: readonly string[];
  timeMs: number;
}>;
const isReport = (value: unknown): value is Readonly<{ kernels: readonly Answer[] }> =>
  typeof value === 'object' && value !== null && 'kernels' in value;
const answersOf = (report: unknown): readonly Answer[] => {
  if (!isReport(report)) throw new Error('check wrote something else');
  return report.kernels;
};

/** One kernel of the source, all its instances together, is as bad as the worst of them. */
const badness = ['racy', 'unsupported', 'unknown', 'conditional', 'drf'];
function kernelsOf(answers: readonly Answer[]): readonly (readonly Answer[])[] {
  const groups = new Map<string, Answer[]>();
  for (const answer of answers) {
    const key = `${answer.file}:${answer.line}`;
    groups.set(key, [...(groups.get(key) ?? []), answer]);
  }
  return [...groups.values()].map((instances) =>
    instances.sort((a, b) => badness.indexOf(a.verdict) - badness.indexOf(b.verdict)),
  );
}

/** A reason without the names and numbers of its kernel. */
const shapeOf = (reason: string): string =>
  reason
    .replace(
      /^(?:approximated: )?(?:\S+:\d+: |lines? \d+(?: and \d+)?: |[^:`]+, lines? \d+(?: and \d+)?: |barrier of line \d+: )/,
      '',
    )
    .replace(/`[^`]*`/g, '`…`')
    .replace(/\S+\.(?:cuh?|h|hpp|cpp|inl):\d+/g, '…')
    .replace(/\d+/g, 'N');

function commonest(kernels: readonly (readonly Answer[])[], verdict: string): string {
  const counts = new Map<string, number>();
  const open = kernels.filter(([worst]) => worst?.verdict === verdict);
  for (const [worst] of open)
    for (const shape of new Set(worst?.reasons.map(shapeOf))) counts.set(shape, (counts.get(shape) ?? 0) + 1);
  const rows = [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, 10)
    .map(([shape, n]) => `| ${n} | ${shape.replace(/\|/g, '\\|')} |`);
  return [
    `The commonest reasons of the ${open.length} that are \`${verdict}\` (a kernel may have several):`,
    '',
    '| kernels | reason |',
    '| --- | --- |',
    ...rows,
    '',
  ].join('\n');
}

function tableOf(
  corpus: Corpus,
  commit: string,
  kernels: readonly (readonly Answer[])[],
  { ms, cpuMs, peakMiB, failed, left }: Portions,
): string {
  const of = (verdict: string): number => kernels.filter(([worst]) => worst?.verdict === verdict).length;
  const share = (n: number): string => `${n} of ${kernels.length} (${((100 * n) / kernels.length).toFixed(1)} %)`;
  const longest = Math.max(0, ...timesOf(kernels)) / 1000;
  const faults = kernels.filter((instances) =>
    instances.some(({ reasons }) => reasons.some((reason) => reason.includes('[SL111]'))),
  ).length;
  const isWhole = failed.length === 0 && left.length === 0;
  return printTable({
    title: `Verdicts on ${corpus.name} at ${commit}`,
    command: 'npx node bench/verdicts.ts',
    rows: [
      ...['drf', 'conditional', 'racy', 'unknown', 'unsupported'].map((verdict) => ({
        what: verdict,
        measured: share(of(verdict)),
        limit: '',
        holds: null,
      })),
      { what: 'kernels lost to a bug of ours', measured: `${faults}`, limit: '0', holds: faults === 0 },
      {
        what: 'folders of which nothing is known: failed, left out',
        measured: `${failed.length}, ${left.length}${isWhole ? '' : ` (${[...failed, ...left].slice(0, 5).join(', ')})`}`,
        limit: '0',
        holds: isWhole,
      },
      {
        what: 'median time of a kernel',
        measured: `${median(timesOf(kernels)).toFixed(0)} ms`,
        limit: '',
        holds: null,
      },
      {
        what: `longest time of a kernel (--timeout ${timeout})`,
        measured: `${longest.toFixed(1)} s`,
        limit: `${limit} s`,
        holds: longest <= limit,
      },
      {
        what: `the whole, ${processes} processes at a time`,
        measured: `${(ms / 1000).toFixed(0)} s (${(cpuMs / 1000).toFixed(0)} s of processor time)`,
        limit: `${corpus.seconds ?? 60 * minutes} s`,
        holds: ms / 1000 <= (corpus.seconds ?? 60 * minutes),
      },
      { what: 'peak resident memory', measured: `${peakMiB.toFixed(0)} MiB`, limit: '', holds: null },
    ],
  });
}

const timesOf = (kernels: readonly (readonly Answer[])[]): readonly number[] =>
  kernels.map((instances) => Math.max(...instances.map(({ timeMs }) => timeMs)));

function slowest(kernels: readonly (readonly Answer[])[]): string {
  const all = kernels
    .flat()
    .sort((a, b) => b.timeMs - a.timeMs)
    .slice(0, 5);
  return [
    'The slowest:',
    '',
    ...all.map(
      ({ name, file, line, verdict, timeMs }) =>
        `- ${(timeMs / 1000).toFixed(1)} s: \`${name}\`, ${file}:${line} (${verdict})`,
    ),
    '',
  ].join('\n');
}

const measured = (corpus: Corpus): Promise<string> =>
  withCorpus(corpus, mirror(), async ({ folder, sources, commit }) => {
    const portions = await checkInPortions({
      sources,
      scratch: join(folder, 'reports'),
      depth: corpus.depth,
      words: ['--timeout', String(timeout), '--fail-on', 'never'],
      minutes,
    });
    const answers = portions.reports
      .flatMap(answersOf)
      .map((answer) => ({ ...answer, file: answer.file.replace(`${sources}/`, '') }));
    const kernels = kernelsOf(answers);
    return [
      tableOf(corpus, commit, kernels, portions),
      commonest(kernels, 'unknown'),
      commonest(kernels, 'unsupported'),
      slowest(kernels),
    ].join('\n');
  });

for (const corpus of corpora) console.log(await measured(corpus));
