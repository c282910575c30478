/** The command line with workers of audits that are this process. */
import type { CliIo } from '../../../src/cli/io.ts';
import type { Fake } from './fake-worker.ts';
import { fakeWorker } from './fake-worker.ts';
import { runCli } from '../../../src/cli/run-cli.ts';

export type Ran = Readonly<{
  status: number;
  out: string;
  err: string;
  /** Files of the units that workers were asked about. */ asked: readonly (readonly string[])[];
}>;

export async function command(
  argv: readonly string[],
  fake: Fake = fakeWorker(),
  more: Partial<CliIo> = {},
): Promise<Ran> {
  const seen = { out: '', err: '' };
  const status = await runCli(argv, {
    out: (text) => {
      seen.out += text;
    },
    err: (text) => {
      seen.err += text;
    },
    outIsTerminal: false,
    errIsTerminal: false,
    color: false,
    width: 100,
    keys: null,
    openEngine: () => Promise.reject(new Error('not asked')),
    openWorker: null,
    openSideWorker: null,
    openAuditWorker: fake.open,
    ...more,
  });
  return { status, ...seen, asked: fake.asked };
}

/** A kernel of which {@link fakeWorker} says what its name says. */
export const kernel = (name: string): string => `__global__ void ${name}(int *p) {}\n`;
