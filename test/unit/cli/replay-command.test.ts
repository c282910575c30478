import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { stmtId } from '../../../src/base/brand.ts';
import { ok } from '../../../src/base/result.ts';
import { runCli } from '../../../src/cli/run-cli.ts';
import { race, run as witnessRun } from '../report/sample-report.ts';
import { root, path, clean, quiet, empty, withFinding, noCoverage, cli, inOwnFolder } from './ran.ts';

inOwnFolder();

describe('replay', () => {
  const recorded = join(root, 'report.json');
  beforeAll(async () => {
    writeFileSync(path, clean);
    const ran = await cli(['check', path, '--format', 'json', '-DTILE=4'], () =>
      withFinding({ ...race, span: { ...race.span, file: path } }),
    );
    writeFileSync(recorded, ran.out);
  });

  test('runs the recorded witness with the recorded macros', async () => {
    const seen: unknown[] = [];
    const status = await runCli(['replay', recorded, 'F1'], {
      out: (text) => seen.push(text),
      err: (text) => seen.push(text),
      outIsTerminal: false,
      errIsTerminal: false,
      color: false,
      width: 100,
      keys: null,
      openEngine: async () => ({
        analyze: async () => empty,
        coverage: () => noCoverage,
        replay: async (request) => {
          seen.push([request.file, request.kernel, request.run, request.options.defines, request.read(path)]);
          const who = { block: [0, 0, 0], thread: [1, 0, 0], linearBlock: 0, linearThread: 1 } as const;
          return ok({
            ...quiet,
            divergences: [
              {
                barrier: stmtId(1),
                span: race.span,
                waiting: who,
                other: who,
                otherAt: { kind: 'exited', span: null },
              },
            ],
            isSerializable: null,
            story: null,
            broken: null,
          });
        },
        close: async () => undefined,
      }),
      openWorker: null,
      openSideWorker: null,
    });
    expect(status).toBe(1);
    expect(seen[0]).toEqual([path, 'sum', witnessRun, new Map([['TILE', '4']]), clean]);
    expect(seen.slice(1).join('')).toContain(
      'observed again: 1 divergence\n  thread (1,0,0) waits at the barrier on line 4, thread (1,0,0) has exited the kernel\nthe machine ran to completion after 12 steps\n',
    );
  });

  test('a collision that does not come again is status 0', async () => {
    const ran = await cli(['replay', recorded, 'F1']);
    expect([ran.status, ran.out.split('\n')[2]]).toEqual([0, 'not observed again: no two threads collided']);
  });

  test('a finding without a witness cannot be run', async () => {
    const possible = join(root, 'possible.json');
    writeFileSync(
      possible,
      (
        await cli(['check', path, '--format', 'json'], () =>
          withFinding({ ...race, status: 'possible', witness: null }),
        )
      ).out,
    );
    expect((await cli(['replay', possible, 'F1', '--step', '--svg', join(root, 'x.svg')])).err).toBe(
      'error: F1 has no witness to run: it is not confirmed\n',
    );
  });

  test('an id that is not there lists those that are', async () => {
    expect((await cli(['replay', recorded, 'F7'])).err).toBe(`error: ${recorded} has no finding F7; it has F1\n`);
  });
});
