/**
 * How long a reviewer waits: a pull request that touches ten ordinary kernels (bench/project), two of which lose a
 * barrier, reviewed by the built action from the start of its process to its last request, against a GitHub on this
 * machine. The shares are those that the action itself tells with RUNNER_DEBUG=1.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { World } from '../test/github/world.ts';
import { type Row, type Table, median, printTable, root } from './table.ts';

const times = 3;
const folder = join(root, 'bench/project');
const mostSeconds = 10;
const mostMiB = 1024;

/**
 * What the pull request does to each file: a barrier taken away in two, elsewhere a step that touches the kernel and
 * changes nothing of its order.
 */
function changed(name: string, text: string): string {
  if (name === 'block_reduce.cu') return text.replace('    __syncthreads();\n  }\n', '  }\n');
  if (name === 'transpose.cu') return text.replace('  __syncthreads();\n', '');
  return text.replace(/__global__ void \w+\([^)]*\) \{\n/, (line) => `${line}  // one launch, one array\n`);
}

type Measured = Readonly<{ seconds: number; shares: ReadonlyMap<string, number>; peakMiB: number }>;

async function once(): Promise<Measured> {
  const world = await World.open();
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith('.cu'));
    const before = new Map(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const));
    world.commit('main', Object.fromEntries(before));
    const pull = world.openPull(Object.fromEntries([...before].map(([name, text]) => [name, changed(name, text)])));
    const run = await world.run(pull, { env: { RUNNER_DEBUG: '1' }, haste: 1 });
    const last = run.writes.at(-1);
    if (run.status !== 1 || last === undefined)
      throw new Error(`the review did not go as it should (status ${run.status}):\n${run.log}`);
    const shares = new Map(
      [...run.log.matchAll(/^::debug::time of ([\w ]+): ([\d.]+) s$/gm)].map(
        (match) => [match[1] ?? '', Number(match[2])] as const,
      ),
    );
    const peak = /^::debug::peak memory: (\d+) MiB$/m.exec(run.log);
    return { seconds: (last.at - run.startedAt) / 1000, shares, peakMiB: Number(peak?.[1] ?? Number.NaN) };
  } finally {
    await world.close();
  }
}

export async function measure(): Promise<Table> {
  const all: Measured[] = [];
  for (let n = 0; n < times; n += 1) all.push(await once());
  const seconds = median(all.map((one) => one.seconds));
  const peak = median(all.map((one) => one.peakMiB));
  const names = [...new Set(all.flatMap((one) => [...one.shares.keys()]))];
  const share = (name: string): Row => {
    const own = median(all.map((one) => one.shares.get(name) ?? 0));
    return {
      what: `… ${name}`,
      measured: `${own.toFixed(2)} s (${((100 * own) / seconds).toFixed(0)} %)`,
      limit: '',
      holds: null,
    };
  };
  return {
    title: `Review of ten ordinary kernels (median of ${times} runs)`,
    command: 'npx node bench/review.ts',
    rows: [
      {
        what: 'start of the process to the last request',
        measured: `${seconds.toFixed(2)} s`,
        limit: `within ${mostSeconds} s`,
        holds: seconds <= mostSeconds,
      },
      ...names.map(share),
      {
        what: 'peak of resident memory, all processes',
        measured: `${peak.toFixed(0)} MiB`,
        limit: `within ${mostMiB} MiB`,
        holds: peak <= mostMiB,
      },
    ],
  };
}

if (import.meta.main) console.log(printTable(await measure()));
