/**
 * A large pull request: 2,000 changed CUDA files of one small kernel each, reviewed by the built action against a
 * GitHub on this machine. Most lie beyond the limit of files that a review reads; git still gives the diff and the
 * texts of all that are compared.
 */
import { World } from '../test/github/world.ts';
import { type Table, printTable } from './table.ts';

const files = 2000;
const mostSeconds = 60;
const mostMiB = 1024;

const kernel = (k: number, step: number): string => `__global__ void scale_${k}(float *data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] *= ${step}.0f;
}
`;
const all = (step: number): Readonly<Record<string, string>> =>
  Object.fromEntries(Array.from({ length: files }, (_, k) => [`src/part_${k % 40}/scale_${k}.cu`, kernel(k, step)]));

export async function measure(): Promise<Table> {
  const world = await World.open();
  try {
    world.commit('main', all(2));
    const run = await world.run(world.openPull(all(3)), { env: { RUNNER_DEBUG: '1' }, haste: 1 });
    const seconds = ((run.requests.at(-1)?.at ?? Number.NaN) - run.startedAt) / 1000;
    const peak = Number(/^::debug::peak memory: (\d+) MiB$/m.exec(run.log)?.[1] ?? Number.NaN);
    const shares = [...run.log.matchAll(/^::debug::time of ([\w ]+): ([\d.]+) s$/gm)].map(
      ([, name = '', time = '']) => ({ what: `… ${name}`, measured: `${time} s`, limit: '', holds: null }),
    );
    if (!run.log.includes('beyond the limit of 400 files'))
      throw new Error(`the review did not go as it should (status ${run.status}):\n${run.log.slice(-2000)}`);
    return {
      title: `Review of ${files} changed files`,
      command: 'npx node bench/many-files.ts',
      rows: [
        {
          what: 'start of the process to the last request',
          measured: `${seconds.toFixed(1)} s`,
          limit: `within ${mostSeconds} s`,
          holds: seconds <= mostSeconds,
        },
        ...shares,
        {
          what: 'peak of resident memory, all processes',
          measured: `${peak} MiB`,
          limit: `within ${mostMiB} MiB`,
          holds: peak <= mostMiB,
        },
      ],
    };
  } finally {
    await world.close();
  }
}

if (import.meta.main) console.log(printTable(await measure()));
