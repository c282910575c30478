/**
 * What the front end reads of public code that nobody here wrote: HeCBench's `-cuda` folders and cuda-samples, read
 * from bare clones in ../.mirror (`OWNER+NAME/repo`, as the evaluation tool has them). A repository that is not there
 * is skipped with a word. Limits are those of the issue that asked for the front end.
 *
 * Run: npx node bench/coverage.ts [MIRROR]
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Corpus, corpora, mirror, withCorpus } from './corpora.ts';
import { type Run, type Table, printTable, runOnce } from './table.ts';
import type { Coverage, KernelCoverage } from '../src/verdict/coverage.ts';

/** What of the JSON is counted here. */
type Counted = Pick<Coverage, 'files' | 'characters' | 'stageMs'> &
  Readonly<{ kernels: readonly Pick<KernelCoverage, 'lowering' | 'block'>[] }>;
const isCoverage = (value: unknown): value is Counted =>
  typeof value === 'object' && value !== null && 'kernels' in value && 'characters' in value && 'stageMs' in value;

function rowsOf(
  { files, characters, stageMs, kernels }: Counted,
  { ms, cpuMs, peakMiB }: Run,
  { blockShare }: Corpus,
): Table['rows'] {
  const of = (lowering: KernelCoverage['lowering']): number =>
    kernels.filter((kernel) => kernel.lowering === lowering).length;
  const percent = (part: number, whole: number): string =>
    `${part} of ${whole} (${((100 * part) / whole).toFixed(1)} %)`;
  const launched = kernels.filter(({ block }) => block !== 'elsewhere');
  const known = launched.filter(({ block }) => block === 'known').length;
  const lowered = of('exact') + of('approximated');
  const [both, whole] = [stageMs.parse + stageMs.lower, ms].map((time) => characters / 1e6 / (time / 1000));
  const seconds = (time: number): string => `${(time / 1000).toFixed(1)} s`;
  return [
    {
      what: 'kernels lowered',
      measured: percent(lowered, kernels.length),
      limit: 'at least 98 %',
      holds: lowered >= 0.98 * kernels.length,
    },
    { what: '… exactly', measured: percent(of('exact'), kernels.length), limit: '', holds: null },
    { what: '… with approximations', measured: percent(of('approximated'), kernels.length), limit: '', holds: null },
    {
      what: 'kernels unsupported',
      measured: percent(of('unsupported'), kernels.length),
      limit: 'at most 2 %',
      holds: of('unsupported') <= 0.02 * kernels.length,
    },
    {
      what: 'launched in a file that was read, with a known block',
      measured: percent(known, launched.length),
      limit: blockShare === null ? '' : `at least ${100 * blockShare} %`,
      holds: blockShare === null ? null : known >= blockShare * launched.length,
    },
    {
      what: `parse and lower ${(characters / 1e6).toFixed(1)} MB of ${files} files, all threads on one core`,
      measured: `${seconds(stageMs.parse)} and ${seconds(stageMs.lower)} (${(both ?? 0).toFixed(2)} MB/s)`,
      limit: 'at least 1 MB/s',
      holds: (both ?? 0) >= 1,
    },
    {
      what: '… with preprocessing, launches and the start of the process',
      measured: `${seconds(ms)} (${(whole ?? 0).toFixed(2)} MB/s; preprocess ${seconds(stageMs.preprocess)}, launch ${seconds(stageMs.launch)}; ${seconds(cpuMs)} of processor time)`,
      limit: '',
      holds: null,
    },
    {
      what: 'peak resident memory',
      measured: `${peakMiB.toFixed(0)} MiB`,
      limit: 'under 1 GB',
      holds: peakMiB * 1024 * 1024 < 1e9,
    },
  ];
}

const measured = (corpus: Corpus): Promise<string> =>
  withCorpus(corpus, mirror(), async ({ folder, sources, commit }) => {
    const [json, markdown] = [join(folder, 'coverage.json'), join(folder, 'coverage.md')];
    const run = await runOnce(['coverage', sources, '--format', 'json', '--out', json], { core: 0 });
    await runOnce(['coverage', sources, '--format', 'markdown', '--out', markdown]);
    const found: unknown = JSON.parse(readFileSync(json, 'utf8'));
    if (!isCoverage(found)) throw new Error('coverage wrote something else');
    const table = printTable({
      title: `Coverage of ${corpus.name} at ${commit}`,
      command: 'npx node bench/coverage.ts',
      rows: rowsOf(found, run, corpus),
    });
    return `${table}\n${readFileSync(markdown, 'utf8').split('\n').slice(2).join('\n')}`;
  });

for (const corpus of corpora) console.log(await measured(corpus));
