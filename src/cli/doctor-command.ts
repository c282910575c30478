/**
 * `syncwright doctor`: whether this installation works (the runtime, the files beside the program, one small analysis),
 * and whether the configuration does.
 */
import type { Engine } from '../engine.ts';
import type { EngineOptions } from '../engine.ts';
import { visible } from '../report/visible.ts';
import { configLines } from './doctor-config.ts';
import { status } from './io.ts';
import type { CliIo } from './io.ts';
import { version } from './version.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/** Racy: thread t reads what thread 5t mod 64 writes. The index is not affine, so the solver must be asked. */
const racy = `__global__ void doctor_racy(int *out) {
  __shared__ int box[64];
  box[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = box[threadIdx.x * 5 % 64];
}
`;
const free = racy.replace('doctor_racy', 'doctor_free').replace('x;\n  out', 'x;\n  __syncthreads();\n  out');

/** `folder`: in whose repository the configuration is looked for. `given`: `--config FILE`. */
export async function doctor(
  io: CliIo,
  nodeVersion: string,
  folder: string,
  given: string | undefined,
): Promise<number> {
  io.out(`syncwright ${version}\n`);
  const major = Number(/^v?(\d+)/.exec(nodeVersion)?.[1] ?? '0');
  let sound = line(io, major >= 20, `node ${nodeVersion}`, messages.nodeNeeded);
  let engine: Engine | null = null;
  try {
    engine = await io.openEngine();
    sound = line(io, true, messages.parserLoads, '') && sound;
    const verdicts = await verdictsOf(engine);
    sound =
      line(
        io,
        verdicts.get('doctor_racy') === 'racy',
        messages.racyFound,
        fill(messages.wasFound, { verdict: verdicts.get('doctor_racy') ?? 'not seen' }),
      ) && sound;
    sound =
      line(
        io,
        verdicts.get('doctor_free') === 'drf',
        messages.correctedProved,
        fill(messages.wasFound, { verdict: verdicts.get('doctor_free') ?? 'not seen' }),
      ) && sound;
  } catch (error) {
    sound = line(
      io,
      false,
      messages.engineStarts,
      error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'unknown reason',
    );
  } finally {
    await engine?.close();
  }
  const ours = configLines(folder, given).map(({ good, what, why }) => line(io, good, what, why));
  const isConfigured = ours.every((good) => good);
  io.out(!sound ? messages.badInstallation : isConfigured ? messages.allWell : messages.badConfiguration);
  return !sound ? status.fault : isConfigured ? status.nothing : status.usage;
}

function line(io: CliIo, good: boolean, what: string, why: string): boolean {
  io.out(good ? `  ok   ${what}\n` : `  FAIL ${visible(what)}${why === '' ? '' : `: ${visible(why)}`}\n`);
  return good;
}

async function verdictsOf(engine: Engine): Promise<ReadonlyMap<string, string>> {
  const options: EngineOptions = {
    kernel: null,
    block: [64, 1, 1],
    grid: [1, 1, 1],
    params: new Map(),
    assumes: [],
    defines: new Map(),
    includeDirs: [],
    warpModel: 'its',
    level: 'block',
    timeoutSeconds: null,
    repair: false,
  };
  const report = await engine.analyze({
    files: ['doctor.cu'],
    read: (path) => (path === 'doctor.cu' ? `${racy}${free}` : null),
    options,
  });
  return new Map(report.kernels.map((kernel) => [kernel.name, kernel.verdict]));
}
