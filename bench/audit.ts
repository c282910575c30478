/**
 * An audit by one worker and by two, a second time with what is known, and in eight shards that are merged.
 * Run: node bench/audit.ts [DIR] [OPTION…] (options go to every audit; no DIR: a sixth of test/cases, and in shards one
 * of its folders)
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Row, type Table, printTable, root } from './table.ts';

const shards = 8;
const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** `peakMiB`: of all processes, as the summary tells it. */
type Ran = Readonly<{ ms: number; peakMiB: number; said: string }>;

function ran(words: readonly string[]): Ran {
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, ['dist/cli.js', ...words], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  if (status !== 0 && status !== 1) throw new Error(`${words.join(' ')} ended with ${status ?? 'a signal'}: ${stderr}`);
  return {
    ms: performance.now() - start,
    peakMiB: Number(/at most (\d+) MiB/.exec(stdout)?.[1] ?? Number.NaN),
    said: /^\d+ units.*(?= in )/m.exec(stdout)?.[0] ?? '',
  };
}

/** `sharded`: what is done in shards too. `part`: options that leave out some of the codebase. */
export function measure(codebase: string, sharded: string, part: readonly string[], options: readonly string[]): Table {
  const folder = mkdtempSync(join(tmpdir(), 'syncwright-bench-audit-'));
  try {
    const audited = (dir: string, out: string, ...more: readonly string[]): Ran =>
      ran(['audit', dir, '--out', join(folder, out), ...options, ...more]);
    const audit = (out: string, ...more: readonly string[]): Ran => audited(codebase, out, ...part, ...more);
    const cache = ['--cache', join(folder, 'cache')];
    const one = audit('one.jsonl', '--jobs', '1', '--no-cache');
    const two = audit('two.jsonl', '--jobs', '2', ...cache);
    const again = audit('again.jsonl', '--jobs', '2', ...cache);
    mkdirSync(join(folder, 'shards'));
    for (let k = 1; k <= shards; k++)
      audited(sharded, `shards/${k}.jsonl`, '--jobs', '2', '--no-cache', '--shard', `${k}/${shards}`);
    audited(sharded, 'whole.jsonl', '--jobs', '2', '--no-cache');
    const merged = (from: string): string => {
      ran(['merge', join(folder, from), '--reproducible', '--out', join(folder, 'merged.jsonl')]);
      return readFileSync(join(folder, 'merged.jsonl'), 'utf8');
    };
    const isSame = merged('shards') === merged('whole.jsonl');
    const rows: readonly Row[] = [
      { what: 'one worker', measured: seconds(one.ms), limit: '', holds: null },
      {
        what: 'two workers',
        measured: `${seconds(two.ms)}: ${(one.ms / two.ms).toFixed(2)} times as fast`,
        limit: 'at least 1.8',
        holds: one.ms / two.ms >= 1.8,
      },
      {
        what: 'again, with what is known',
        measured: `${seconds(again.ms)}: ${((100 * again.ms) / two.ms).toFixed(2)} % (${again.said})`,
        limit: 'under 2 %',
        holds: again.ms < 0.02 * two.ms,
      },
      {
        what: 'most memory of all processes together',
        measured: `${two.peakMiB} MiB`,
        limit: 'under 3 GB',
        holds: two.peakMiB * 1024 * 1024 < 3e9,
      },
      {
        what: `${shards} shards of ${sharded}, merged, are what one run is`,
        measured: isSame ? 'byte by byte' : 'not',
        limit: 'yes',
        holds: isSame,
      },
    ];
    return {
      title: `Audit of ${codebase}${part.length === 0 ? '' : ` (${part.join(' ')})`}${options.length === 0 ? '' : `, ${options.join(' ')}`}`,
      command: ['npx node bench/audit.ts', ...process.argv.slice(2)].join(' '),
      rows,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const [codebase, ...options] = process.argv.slice(2);
if (import.meta.main)
  console.log(
    printTable(
      codebase === undefined
        ? measure('test/cases', 'test/cases/handover', ['--shard', '1/6'], [])
        : measure(codebase, codebase, [], options),
    ),
  );
