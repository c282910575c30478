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

/**
 * Tells the process's peak of resident memory (KiB) and processor time (µs) when it ends, as the last line of standard
 * error.
 */
const preload =
  'data:text/javascript,process.on("exit",()=>{const u=process.resourceUsage();process.stderr.write("\\npeak "+u.maxRSS+" "+(u.userCPUTime+u.systemCPUTime))})';

/**
 * `core`: all threads of the process, those of V8 too, on this processor core; the machine needs `taskset`.
 * `mostStatus`: the highest exit status that is no failure. `seconds`: after which the process is ended, which is one.
 */
export type RunOptions = Readonly<{ node?: string; core?: number; mostStatus?: number; seconds?: number }>;

/** Runs the built command line once in a process of its own. */
export function runOnce(
  words: readonly string[],
  { node = process.execPath, core, mostStatus = 1, seconds }: RunOptions = {},
): Promise<Run> {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const own = ['--import', preload, 'dist/cli.js', ...words];
    const [program, given] = core === undefined ? [node, own] : ['taskset', ['-c', String(core), node, ...own]];
    const child = spawn(program, given, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      killSignal: 'SIGKILL',
      ...(seconds === undefined ? {} : { timeout: seconds * 1000 }),
    });
    let stderr = '';
    child.stdout.resume();
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.on('error', reject);
    child.on('close', (status) => {
      const [, peak, cpu] = /\npeak (\d+) (\d+)$/.exec(stderr) ?? [];
      if (peak === undefined || status === null || status > mostStatus)
        reject(new Error(`dist/cli.js ${words.join(' ')} ended with ${status ?? 'a signal'}: ${stderr}`));
      else resolve({ ms: performance.now() - start, cpuMs: Number(cpu) / 1000, peakMiB: Number(peak) / 1024 });
    });
  });
}

/** The middle of several runs, one after the other. */
export async function runs(words: readonly string[], times: number): Promise<Run> {
  const all: Run[] = [];
  for (let n = 0; n < times; n++) all.push(await runOnce(words));
  return {
    ms: median(all.map(({ ms }) => ms)),
    cpuMs: median(all.map(({ cpuMs }) => cpuMs)),
    peakMiB: median(all.map(({ peakMiB }) => peakMiB)),
  };
}

export function printTable({ title, command, rows }: Table): string {
  const cells = rows.map(
    ({ what, measured, limit, holds }) =>
      `| ${what} | ${measured} | ${limit}${holds === null ? '' : holds ? ', holds' : ', **missed**'} |`,
  );
  return [
    `## ${title}`,
    '',
    `\`${command}\``,
    '',
    '| what | measured | limit |',
    '| --- | --- | --- |',
    ...cells,
    '',
  ].join('\n');
}
