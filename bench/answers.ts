/**
 * What a kernel costs beyond start-up: the cases of a suite of the evaluation, one after the other in one process whose
 * engine is warm, with the repair of what is racy. Sources are read from a bare clone in the mirror.
 *
 * Run: npx node bench/answers.ts --suite MANIFEST [--mirror FOLDER] [--list]
 */
import { basename, join } from 'node:path';
import type { EngineOptions } from '../src/engine.ts';
import { assetPaths } from '../src/assets.ts';
import { createEngine } from '../src/pipeline.ts';
import { type Row, median, printTable, root } from './table.ts';
import { suiteCases } from './suites.ts';

const after = (word: string, otherwise: string): string =>
  process.argv.includes(word) ? (process.argv[process.argv.indexOf(word) + 1] ?? '') : otherwise;
const manifest = after('--suite', join(root, '../shared/eval/suites/gpuverify-benchmarks.json'));
const blank: EngineOptions = {
  kernel: null,
  block: null,
  grid: null,
  params: new Map(),
  assumes: [],
  defines: new Map(),
  includeDirs: [],
  warpModel: 'its',
  level: 'grid',
  timeoutSeconds: 60,
  repair: true,
};
const cases = suiteCases(manifest, after('--mirror', join(root, '../.mirror')), blank).filter(
  ({ excluded }) => excluded === '',
);
const engine = await createEngine(assetPaths(), () => performance.now());

type Answered = Readonly<{ name: string; verdict: string; ms: number }>;

/** `ms`: of all instances of the kernel, reading the file included. */
async function answered({ name, file, read, options }: (typeof cases)[number]): Promise<Answered> {
  const start = performance.now();
  const { kernels } = await engine.analyze({ files: [file], read, options });
  return {
    name,
    ms: performance.now() - start,
    verdict: [...new Set(kernels.map(({ verdict }) => verdict))].join(', '),
  };
}

// what is compiled on first use is start-up
const warmed = 20;
for (const one of cases.slice(0, warmed)) await answered(one);
const all: Answered[] = [];
for (const one of cases) all.push(await answered(one));
await engine.close();

const byTime = all.toSorted((a, b) => b.ms - a.ms);
if (process.argv.includes('--list'))
  for (const { name, verdict, ms } of byTime)
    console.log(`${ms.toFixed(0).padStart(7)} ms  ${verdict.padEnd(12)}${name}`);
const ms = median(all.map((one) => one.ms));
const [longest] = byTime;
const verdicts = ['drf', 'conditional', 'racy', 'unknown', 'unsupported']
  .map((verdict) => `${all.filter((one) => one.verdict === verdict).length} ${verdict}`)
  .join(', ');
const rows: readonly Row[] = [
  { what: 'answers', measured: verdicts, limit: '', holds: null },
  { what: 'median of a kernel', measured: `${ms.toFixed(0)} ms`, limit: 'at most 100 ms', holds: ms <= 100 },
  {
    what: '95 of 100 kernels within',
    measured: `${(byTime[Math.floor(byTime.length / 20)]?.ms ?? 0).toFixed(0)} ms`,
    limit: '',
    holds: null,
  },
  {
    what: `longest (${longest?.name ?? 'none'})`,
    measured: `${((longest?.ms ?? 0) / 1000).toFixed(1)} s`,
    limit: 'at most 10 s',
    holds: (longest?.ms ?? 0) <= 10_000,
  },
];
console.log(
  printTable({
    title: `Answers beyond start-up, ${basename(manifest, '.json')}`,
    command: 'npx node bench/answers.ts',
    rows,
  }),
);
