import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { faultInAnalysis, kernelMissing, reasonText } from '../../../src/verdict/catalogue.ts';
import { race } from '../report/sample-report.ts';
import { root, path, clean, empty, kernel, withFinding, repairable, cli, inOwnFolder } from './ran.ts';
import type { Analyze } from './ran.ts';

inOwnFolder();

describe('fix', () => {
  test('prints a patch and writes nothing', async () => {
    const ran = await cli(['fix', path], repairable);
    expect(ran.status).toBe(1);
    expect(ran.out).toBe(
      `--- a${path}\n+++ b${path}\n@@ -1,3 +1,4 @@\n __global__ void sum(int *p) {\n+  __syncthreads();\n   use();\n }\n`,
    );
    expect(ran.err).toBe(
      'sum: SW101: barrier (proved: the patched kernel is race-free); checked again: drf (race-free)\n1 patch; after it: 1 kernel: 1 drf (race-free)\nnothing was written; --write applies these patches\n',
    );
    expect(readFileSync(path, 'utf8')).toBe(clean);
  });

  test('--write changes the file, keeps its mode, and is quiet the second time', async () => {
    chmodSync(path, 0o640);
    const ran = await cli(['fix', path, '--write'], repairable);
    expect([ran.status, ran.out.split('\n')[0]]).toEqual([0, `patched ${path}`]);
    expect(readFileSync(path, 'utf8')).toBe('__global__ void sum(int *p) {\n  __syncthreads();\n  use();\n}\n');
    expect(statSync(path).mode & 0o777).toBe(0o640);
    expect((await cli(['fix', path, '--write'], repairable)).out).toBe('no patches; 1 kernel: 1 drf (race-free)\n');
  });

  test('a byte-order mark and CRLF line ends stay', async () => {
    writeFileSync(path, `\ufeff${clean.replaceAll('\n', '\r\n')}`);
    await cli(['fix', path, '--write'], repairable);
    expect(readFileSync(path, 'utf8')).toBe(
      '\ufeff__global__ void sum(int *p) {\r\n  __syncthreads();\n  use();\r\n}\r\n',
    );
  });

  test('a source in Latin-1 stays so, byte for byte outside of the patch', async () => {
    const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');
    writeFileSync(path, bytes(`// caf\u00e9\r\n${clean}// \u00ff\u0080`));
    await cli(['fix', path, '--write'], repairable);
    expect(readFileSync(path)).toEqual(
      bytes(`// caf\u00e9\r\n${clean.replace('  use', '  __syncthreads();\n  use')}// \u00ff\u0080`),
    );
  });

  test('a file that changed meanwhile is not written', async () => {
    const ran = await cli(['fix', path, '--write'], (request) => {
      const report = repairable(request);
      writeFileSync(path, `${clean}// edited\n`);
      return report;
    });
    expect([ran.status, ran.err]).toEqual([2, `${path}: changed during the analysis; not written\n`]);
    expect(readFileSync(path, 'utf8')).toBe(`${clean}// edited\n`);
  });

  test('notes are patched when they are asked for', async () => {
    const noted: Analyze = (request) => {
      const report = repairable(request);
      return {
        ...report,
        kernels: report.kernels.map((one) => ({
          ...one,
          findings: one.findings.map((finding) => ({ ...finding, severity: 'info' as const })),
        })),
      };
    };
    expect((await cli(['fix', path], noted)).out).toBe('');
    expect((await cli(['fix', path, '--fail-on', 'info'], noted)).out).toContain('+  __syncthreads();\n');
  });

  test('what the time limit left is said', async () => {
    const late: Analyze = (request) => {
      const report = repairable(request);
      return {
        ...report,
        kernels: report.kernels.map((one) => ({
          ...one,
          verdict: 'unknown' as const,
          findings: [],
          reasons: ['the time limit of 1 s was reached; --timeout changes it [SL105]'],
        })),
      };
    };
    const ran = await cli(['fix', path], late);
    expect(ran.status).toBe(0); // as of check: what is not decided is no finding
    expect(ran.err).toBe(
      'sum: no patch was sought, because the kernel was not decided: the time limit of 1 s was reached; --timeout changes it [SL105]\nno patches; 1 kernel: 1 unknown\n',
    );
    const ended = withFinding({
      ...race,
      fix: null,
      advice: 'the time limit ended the search for a patch after 3 were tried',
    });
    expect((await cli(['fix', path], () => ended)).err).toContain(
      'sum: SW101: the time limit ended the search for a patch after 3 were tried\n',
    );
  });

  test('what was found before the time limit was reached is still found', async () => {
    const two: Analyze = (request) => {
      const [sum] = repairable(request).kernels;
      const other =
        sum?.verdict === 'racy'
          ? kernel({
              name: 'other',
              verdict: 'racy',
              findings: [{ ...race, id: 'F2', kernel: 'other', fix: null, advice: 'none' }],
            })
          : kernel({
              name: 'other',
              verdict: 'unknown',
              reasons: ['the time limit of 1 s was reached; --timeout changes it [SL105]'],
            });
      return { ...empty, kernels: [...(sum === undefined ? [] : [sum]), other] };
    };
    const ran = await cli(['fix', path, '--write'], two);
    expect([ran.status, ran.out.split('\n').slice(2, 4)]).toEqual([
      1,
      [
        'other: SW101: the time limit was reached before the kernel was analysed together with the other patches',
        '1 patch; after it: 2 kernels: 1 racy, 1 drf (race-free); 1 confirmed finding without a patch',
      ],
    ]);
  });

  test('a bug of ours that cost a kernel is status 3, and input of no use 2', async () => {
    expect(
      (
        await cli(['fix', path], () => ({
          ...empty,
          kernels: [kernel({ verdict: 'unknown', reasons: [reasonText(faultInAnalysis('expected a loop'))] })],
        }))
      ).status,
    ).toBe(3);
    expect(
      (await cli(['fix', path], () => ({ ...empty, problems: [kernelMissing(path, 'smu', ['sum'])] }))).status,
    ).toBe(2);
  });

  test('a patch in a file that was not given is refused', async () => {
    const other = join(root, 'other.cuh');
    const ran = await cli(['fix', path, '--write'], () =>
      withFinding({
        ...race,
        fix: {
          title: 'barrier',
          strategy: 'insert',
          proof: 'drf',
          cost: 'one',
          edits: [{ file: other, start: 0, end: 0, text: 'x' }],
        },
      }),
    );
    expect([ran.status, ran.out]).toEqual([
      1,
      `sum: its patch changes ${other}, which is not in the given PATHs\nno patches; 1 kernel: 1 racy; 1 confirmed finding without a patch\n`,
    ]);
  });
});
