/**
 * What becomes of the solver's models: the share that the machine confirms, that it refutes, and that it cannot run or
 * may not take as evidence, with the reasons. Over the cases of this repository, and over a suite of the evaluation
 * (`--suite`: its manifest), whose sources are read from a bare clone in the mirror.
 *
 * Run: npx node bench/models.ts [--suite MANIFEST] [--mirror FOLDER] [--list]
 */
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { EngineOptions } from '../src/engine.ts';
import { allCases } from '../test/case-folder.ts';
import { assetPaths } from '../src/assets.ts';
import { createEngine } from '../src/pipeline.ts';
import { root } from './table.ts';
import { suiteCases } from './suites.ts';

type Subject = Readonly<{ name: string; file: string; read: (path: string) => string | null; options: EngineOptions }>;
/** `reasons`: of the models that were not confirmed. */
type Count = Readonly<{ name: string; verdict: string; models: number; confirmed: number; reasons: readonly string[] }>;

const after = (word: string, otherwise: string): string =>
  process.argv.includes(word) ? (process.argv[process.argv.indexOf(word) + 1] ?? '') : otherwise;
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
  repair: false,
};

const cases: readonly Subject[] = allCases().map((one) => ({
  name: `${one.topic}/${one.name}`,
  file: 'kernel.cu',
  options: { ...one.options, repair: false },
  read: (path) => (path === 'kernel.cu' ? one.source : null),
}));

/** The cases that a suite scores. */
const suite = (manifest: string, mirror: string): readonly Subject[] =>
  suiteCases(manifest, mirror, blank).filter(({ excluded }) => excluded === '');

const engine = await createEngine(assetPaths(), () => performance.now());

async function countsOf({ name, file, read, options }: Subject): Promise<Count> {
  const reasons: string[] = [];
  let confirmed = 0;
  const write = (_title: string, text: string): void => {
    const [, outcome, because] = /: model (confirmed|not confirmed: (.*))$/.exec(text) ?? [];
    if (outcome === 'confirmed') confirmed++;
    else if (because !== undefined) reasons.push(because);
  };
  const report = await engine.analyze({ files: [file], read, options, dump: { stage: 'solve', write } });
  return {
    name,
    verdict: [...new Set(report.kernels.map((kernel) => kernel.verdict))].join(', '),
    models: confirmed + reasons.length,
    confirmed,
    reasons,
  };
}

const refuted = /did not see it|divides by zero|contradicts/;
const shapeOf = (reason: string): string =>
  reason
    .replace(/line \d+/g, 'line …')
    .replace(/`[^`]*`/g, '`…`')
    .replace(/budget of \S+( steps)?/, 'budget of …');

function rowsOf(title: string, counts: readonly Count[]): string {
  const sum = (of: (count: Count) => number): number => counts.reduce((all, count) => all + of(count), 0);
  const [models, confirmed, shownFalse] = [
    sum((c) => c.models),
    sum((c) => c.confirmed),
    sum((c) => c.reasons.filter((reason) => refuted.test(reason)).length),
  ];
  const share = (n: number): string => `${n} (${models === 0 ? '–' : `${((100 * n) / models).toFixed(1)} %`})`;
  return `| ${[title, counts.length, counts.filter((c) => c.models > 0).length, models, share(confirmed), share(shownFalse), share(models - confirmed - shownFalse)].join(' | ')} |`;
}

function reasonsOf(title: string, counts: readonly Count[]): string {
  const found = new Map<string, number>();
  for (const reason of counts.flatMap((count) => count.reasons).map(shapeOf))
    found.set(reason, (found.get(reason) ?? 0) + 1);
  const lines = [...found].sort(([, a], [, b]) => b - a).map(([reason, n]) => `| ${n} | ${reason} |`);
  return lines.length === 0
    ? ''
    : [`Models not confirmed, ${title}:`, '', '| models | why |', '| ---: | --- |', ...lines, ''].join('\n');
}

const manifest = after('--suite', join(root, '../shared/eval/suites/gpuverify-benchmarks-mutated.json'));
const sets: readonly Readonly<{ title: string; subjects: readonly Subject[] }>[] = [
  { title: 'test/cases', subjects: process.argv.includes('--suite') ? [] : cases },
  {
    title: basename(manifest, '.json'),
    subjects: existsSync(manifest) ? suite(manifest, after('--mirror', join(root, '../.mirror'))) : [],
  },
];
const results: Readonly<{ title: string; counts: readonly Count[] }>[] = [];
for (const { title, subjects } of sets.filter((one) => one.subjects.length > 0)) {
  const counts: Count[] = [];
  for (const subject of subjects) counts.push(await countsOf(subject));
  results.push({ title, counts });
}
await engine.close();

console.log('## Models of the solver, and what the machine says of them\n\n`npx node bench/models.ts`\n');
console.log(
  '| set | sources | with models | models | confirmed | refuted | not run, or no evidence |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: |',
);
console.log(results.map(({ title, counts }) => rowsOf(title, counts)).join('\n'));
console.log(`\n${results.map(({ title, counts }) => reasonsOf(title, counts)).join('\n')}`);
if (process.argv.includes('--list')) {
  const listed = results.flatMap(({ counts }) => counts).filter(({ reasons }) => reasons.length > 0);
  console.log(
    listed
      .map(
        ({ name, verdict, models, confirmed, reasons }) =>
          `- ${name}: ${verdict}, ${confirmed} of ${models}; ${[...new Set(reasons)].join('; ')}`,
      )
      .join('\n'),
  );
}
