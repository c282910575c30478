/** Cold start to the first verdict, and time and memory of README's first command, on the built command line. */
import { type Run, type Table, printTable, runs } from './table.ts';

const times = 5;

export async function measure(): Promise<Table> {
  const first = await runs(['check', 'examples/stencil.cu', '--kernel', 'stencil', '--format', 'json'], times);
  const all = await runs(['check', 'examples/', '--format', 'json'], times);
  // Processor time tells a slow program from a busy machine.
  const seconds = ({ ms, cpuMs }: Run): string =>
    `${(ms / 1000).toFixed(2)} s (processor time ${(cpuMs / 1000).toFixed(2)} s)`;
  return {
    title: `Start and memory (median of ${times} processes)`,
    command: 'npx node bench/start.ts',
    rows: [
      {
        what: 'cold start to the first verdict (`stencil`)',
        measured: seconds(first),
        limit: 'under 1 s',
        holds: first.ms < 1000,
      },
      { what: '`check examples/`', measured: seconds(all), limit: 'under 5 s', holds: all.ms < 5000 },
      {
        what: 'peak resident memory of `check examples/`',
        measured: `${all.peakMiB.toFixed(0)} MiB`,
        limit: 'under 400 MB',
        holds: all.peakMiB * 1024 * 1024 < 400e6,
      },
    ],
  };
}

if (import.meta.main) console.log(printTable(await measure()));
