/**
 * What is answered for public code that nobody here wrote: the share of each verdict, the commonest reasons why a kernel is
 * `unknown`, and how long it takes. Limits are those of the issue that asked for the prover.
 *
 * Run: npx node bench/verdicts.ts [MIRROR]
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Corpus, corpora, mirror, withCorpus } from './corpora.ts';
import { type Run, median, printTable, runOnce } from './table.ts';

/** Seconds a kernel may take. */
const limit = 10;

/** What of the report is counted here. */
type Answer = Readonly<{ name: string; file: string; line: number; verdict: string; reasons: readonly string[]; timeMs: number }>;
const isReport = (value: unknown): value is Readonly<{ kernels: readonly Answer[] }> => typeof value === 'object' && value !== null && 'kernels' in value;

/** One kernel of the source, all its instances together, is as bad as the worst of them. */
const badness = ['racy', 'unsupported', 'unknown', 'drf'];
function kernelsOf(answers: readonly Answer[]): readonly (readonly Answer[])[] {
  const groups = new Map<string, Answer[]>();
  for (const answer of answers) {
    const key = `${answer.file}:${answer.line}`;
    groups.set(key, [...(groups.get(key) ?? []), answer]);
  }
  return [...groups.values()].map((instances) => instances.sort((a, b) => badness.indexOf(a.verdict) - badness.indexOf(b.verdict)));
}

/** A reason without the names and numbers of its kernel. */
const shapeOf = (reason: string): string => reason.replace(/^(?:approximated: )?(?:\S+:\d+: |lines? \d+(?: and \d+)?: |[^:`]+, lines? \d+(?: and \d+)?: |barrier of line \d+: )/, '').replace(/`[^`]*`/g, '`…`').replace(/\S+\.(?:cuh?|h|hpp|cpp|inl):\d+/g, '…').replace(/\d+/g, 'N');

function commonest(kernels: readonly (readonly Answer[])[], verdict: string): string {
  const counts = new Map<string, number>();
  const open = kernels.filter(([worst]) => worst?.verdict === verdict);
  for (const [worst] of open) for (const shape of new Set(worst?.reasons.map(shapeOf))) counts.set(shape, (counts.get(shape) ?? 0) + 1);
  const rows = [...counts].sort(([, a], [, b]) => b - a).slice(0, 10).map(([shape, n]) => `| ${n} | ${shape.replace(/\|/g, '\\|')} |`);
  return [`The commonest reasons of the ${open.length} that are \`${verdict}\` (a kernel may have several):`, '', '| kernels | reason |', '| --- | --- |', ...rows, ''].join('\n');
}

function tableOf(corpus: Corpus, commit: string, kernels: readonly (readonly Answer[])[], { ms, cpuMs, peakMiB }: Run): string {
  const of = (verdict: string): number => kernels.filter(([worst]) => worst?.verdict === verdict).length;
  const share = (n: number): string => `${n} of ${kernels.length} (${((100 * n) / kernels.length).toFixed(1)} %)`;
  const times = kernels.map((instances) => Math.max(...instances.map(({ timeMs }) => timeMs)));
  const longest = Math.max(...times) / 1000;
  return printTable({
    title: `Verdicts on ${corpus.name} at ${commit}`, command: 'npx node bench/verdicts.ts',
    rows: [
      ...['drf', 'racy', 'unknown', 'unsupported'].map((verdict) => ({ what: verdict, measured: share(of(verdict)), limit: '', holds: null })),
      { what: 'median time of a kernel', measured: `${median(times).toFixed(0)} ms`, limit: '', holds: null },
      { what: 'longest time of a kernel (--timeout 10)', measured: `${longest.toFixed(1)} s`, limit: `${limit} s`, holds: longest <= limit },
      { what: 'the whole, in one process', measured: `${(ms / 1000).toFixed(0)} s (${(cpuMs / 1000).toFixed(0)} s of processor time)`, limit: corpus.seconds === null ? '' : `${corpus.seconds} s`, holds: corpus.seconds === null ? null : ms / 1000 <= corpus.seconds },
      { what: 'peak resident memory', measured: `${peakMiB.toFixed(0)} MiB`, limit: '', holds: null },
    ],
  });
}

const measured = (corpus: Corpus): Promise<string> => withCorpus(corpus, mirror(), async ({ folder, sources, commit }) => {
  const json = join(folder, 'report.json');
  const run = await runOnce(['check', sources, '--timeout', String(limit), '--fail-on', 'never', '--format', 'json', '--out', json]);
  const report: unknown = JSON.parse(readFileSync(json, 'utf8'));
  if (!isReport(report)) throw new Error('check wrote something else');
  const kernels = kernelsOf(report.kernels);
  return [tableOf(corpus, commit, kernels, run), commonest(kernels, 'unknown'), commonest(kernels, 'unsupported')].join('\n');
});

for (const corpus of corpora) console.log(await measured(corpus));
