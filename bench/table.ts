/** What a bench script gives: one table, with the limit it is held against where the project states one. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export type Row = Readonly<{ what: string; measured: string; limit: string; holds: boolean | null }>;
export type Table = Readonly<{ title: string; command: string; rows: readonly Row[] }>;

export const root = fileURLToPath(new URL('..', import.meta.url));

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export type Run = Readonly<{ ms: number; cpuMs: number; peakMiB: number }>;

/** Tells the process's peak of resident memory (KiB) and processor time (µs) when it ends, as the last line of standard error. */
const preload = 'data:text/javascript,process.on("exit",()=>{const u=process.resourceUsage();process.stderr.write("\\npeak "+u.maxRSS+" "+(u.userCPUTime+u.systemCPUTime))})';

/**
 * Runs the built command line once in a process of its own. `core`: all its threads, those of V8 too, on this processor core; the
 * machine needs `taskset`.
 */
export function runOnce(words: readonly string[], node = process.execPath, core: number | null = null): Promise<Run> {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const own = ['--import', preload, 'dist/cli.js', ...words];
    const [program, given] = core === null ? [node, own] : ['taskset', ['-c', String(core), node, ...own]];
    const child = spawn(program, given, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let stderr = '';
    child.stdout.resume();
    child.stderr.setEncoding('utf8').on('data', (text: string) => { stderr += text; });
    child.on('error', reject);
    child.on('close', (status) => {
      const [, peak, cpu] = /\npeak (\d+) (\d+)$/.exec(stderr) ?? [];
      if (peak === undefined || status === null || status > 1) reject(new Error(`dist/cli.js ${words.join(' ')} ended with ${status ?? 'a signal'}: ${stderr}`));
      else resolve({ ms: performance.now() - start, cpuMs: Number(cpu) / 1000, peakMiB: Number(peak) / 1024 });
    });
  });
}

/** The middle of several runs, one after the other. */
export async function runs(words: readonly string[], times: number): Promise<Run> {
  const all: Run[] = [];
  for (let n = 0; n < times; n++) all.push(await runOnce(words));
  return { ms: median(all.map(({ ms }) => ms)), cpuMs: median(all.map(({ cpuMs }) => cpuMs)), peakMiB: median(all.map(({ peakMiB }) => peakMiB)) };
}

export function printTable({ title, command, rows }: Table): string {
  const cells = rows.map(({ what, measured, limit, holds }) => `| ${what} | ${measured} | ${limit}${holds === null ? '' : holds ? ', holds' : ', **missed**'} |`);
  return [`## ${title}`, '', `\`${command}\``, '', '| what | measured | limit |', '| --- | --- | --- |', ...cells, ''].join('\n');
}
