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

export type Run = Readonly<{ ms: number; peakMiB: number; status: number | null; stdout: string }>;

/** Tells the peak of the process's resident memory when it ends, in KiB, as the last line of standard error. */
const preload = 'data:text/javascript,process.on("exit",()=>process.stderr.write("\\npeak "+process.resourceUsage().maxRSS))';

/** Runs the built command line once in a process of its own. */
export function runOnce(words: readonly string[], node = process.execPath): Promise<Run> {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const child = spawn(node, ['--import', preload, 'dist/cli.js', ...words], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => { stdout += text; });
    child.stderr.setEncoding('utf8').on('data', (text: string) => { stderr += text; });
    child.on('error', reject);
    child.on('close', (status) => {
      const peak = /\npeak (\d+)$/.exec(stderr)?.[1];
      if (peak === undefined || status === null || status > 1) reject(new Error(`dist/cli.js ${words.join(' ')} ended with ${status ?? 'a signal'}: ${stderr}`));
      else resolve({ ms: performance.now() - start, peakMiB: Number(peak) / 1024, status, stdout });
    });
  });
}

/** The middle of several runs, one after the other. */
export async function runs(words: readonly string[], times: number): Promise<Readonly<{ ms: number; peakMiB: number }>> {
  const all: Run[] = [];
  for (let n = 0; n < times; n++) all.push(await runOnce(words));
  return { ms: median(all.map(({ ms }) => ms)), peakMiB: median(all.map(({ peakMiB }) => peakMiB)) };
}

export function printTable({ title, command, rows }: Table): string {
  const cells = rows.map(({ what, measured, limit, holds }) => `| ${what} | ${measured} | ${limit}${holds === null ? '' : holds ? ', holds' : ', **missed**'} |`);
  return [`## ${title}`, '', `\`${command}\``, '', '| what | measured | limit |', '| --- | --- | --- |', ...cells, ''].join('\n');
}
