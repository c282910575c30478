import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { kernelMissing } from '../../../src/verdict/catalogue.ts';
import type { AnalyzeRequest } from '../../../src/engine.ts';
import type { KernelAnswer, Report } from '../../../src/verdict/finding.ts';
import { race } from '../report/sample-report.ts';
import { root, path, clean, empty, kernel, withFinding, cli, inOwnFolder } from './ran.ts';
import type { Analyze } from './ran.ts';

inOwnFolder();

describe('check', () => {
  test('passes the options on', async () => {
    const ran = await cli(
      [
        'check',
        path,
        '--kernel',
        'sum',
        '--block',
        '64',
        '--grid',
        '2,3',
        '--param',
        'n=7',
        '--param',
        'a=1.5',
        '--fill',
        'out=3',
        '--assume',
        'n > 0',
        '-DTILE=16',
        '-D',
        'X',
        '-I',
        'inc',
        '-Iother',
        '--warp',
        'lockstep',
        '--level',
        'block',
        '--timeout',
        '2',
      ],
      () => ({ ...empty, kernels: [kernel({})] }),
    );
    expect(ran.asked[0]?.options).toEqual({
      kernel: 'sum',
      block: [64, 1, 1],
      grid: [2, 3, 1],
      params: new Map<string, bigint | number>([
        ['n', 7n],
        ['a', 1.5],
      ]),
      fills: new Map([['out', 3n]]),
      assumes: ['n > 0'],
      defines: new Map([
        ['TILE', '16'],
        ['X', '1'],
      ]),
      includeDirs: ['inc', 'other'],
      warpModel: 'lockstep',
      level: 'block',
      timeoutSeconds: 2,
      repair: true,
      maxBytes: 16 * 1024 * 1024,
    });
    expect([ran.asked[0]?.files, ran.asked[0]?.read(path), ran.closed]).toEqual([[path], clean, 1]);
  });

  test.each([
    ['a confirmed error', race, [], 1],
    ['a possible one', { ...race, status: 'possible' } as const, [], 0],
    ['a warning', { ...race, severity: 'warning' } as const, [], 0],
    ['a warning under --fail-on warning', { ...race, severity: 'warning' } as const, ['--fail-on', 'warning'], 1],
    ['an error under --fail-on never', race, ['--fail-on', 'never'], 0],
  ] as const)('%s', async (_, finding, more, status) =>
    expect((await cli(['check', path, ...more], () => withFinding(finding))).status).toBe(status),
  );

  test('a missing file is a mistake, the rest is analysed', async () => {
    const ran = await cli(['check', join(root, 'gone.cu'), path], () => ({ ...empty, kernels: [kernel({})] }));
    expect([ran.status, ran.asked[0]?.files]).toEqual([2, [path]]);
    expect(ran.out).toContain(`problem ${join(root, 'gone.cu')}: no such file or directory [SI101]\n`);
  });

  test('no usable input is status 2, in JSON too', async () => {
    const ran = await cli(['check', join(root, 'gone.cu'), '--format', 'json']);
    expect([ran.status, ran.asked, ran.err]).toEqual([
      2,
      [],
      `problem ${join(root, 'gone.cu')}: no such file or directory [SI101]\n`,
    ]);
    expect(JSON.parse(ran.out)).toMatchObject({ kernels: [], problems: [{ code: 'SI101' }] });
  });

  test('a kernel that is not there is a mistake', async () => {
    const ran = await cli(['check', path, '--kernel', 'smu'], () => ({
      ...empty,
      problems: [kernelMissing(path, 'smu', ['sum', 'other'])],
    }));
    expect([ran.status, ran.out]).toEqual([
      2,
      `problem ${path}: no kernel named smu; there are only sum, other [SI111]\n\nno kernel was analysed\n`,
    ]);
  });

  test('an -I folder that does not exist is said, once', async () => {
    const gone = join(root, 'gone');
    const ran = await cli(['check', path, '-I', gone], () => ({ ...empty, kernels: [kernel({})] }));
    expect([
      ran.status,
      ran.out.split(gone).length - 1,
      ran.out.includes(`problem ${gone}: no such directory; -I is ignored there [SI101]\n`),
    ]).toEqual([0, 1, true]);
  });

  test('instances of a template of which the same is to be said share their lines', async () => {
    const instance = (name: string): KernelAnswer =>
      kernel({ name, verdict: 'unknown', reasons: ['line 3: it is dark [SL101]'] });
    const ran = await cli(['check', path], () => ({
      ...empty,
      kernels: ['sum<64>', 'sum<32>', 'sum<16>'].map(instance),
    }));
    expect(ran.out).toMatch(
      /\? sum \(3 instances: <64>, <32>, …\) line \d+ {2}unknown\n {6}line 3: it is dark \[SL101\]\n\n/,
    );
  });

  test('the report goes to a file', async () => {
    const out = join(root, 'out.sarif');
    const ran = await cli(['check', path, '--format', 'sarif', '--out', out], () => withFinding(race));
    expect([ran.status, ran.out]).toEqual([1, '']);
    expect(JSON.parse(readFileSync(out, 'utf8'))).toMatchObject({
      version: '2.1.0',
      runs: [{ results: [{ ruleId: 'SW101' }] }],
    });
  });

  test('--format junit fails a kernel exactly where --fail-on fails the run', async () => {
    const slight = (): Report => withFinding({ ...race, severity: 'warning' });
    const [lenient, strict] = [
      await cli(['check', path, '--format', 'junit'], slight),
      await cli(['check', path, '--format', 'junit', '--fail-on', 'warning'], slight),
    ];
    expect([lenient.status, lenient.out.includes('<failure'), strict.status, strict.out.includes('<failure')]).toEqual([
      0,
      false,
      1,
      true,
    ]);
  });

  test('a dump is printed instead of the report, and later stages do not run', async () => {
    const ran = await cli(['check', path, '--dump', 'ir'], (request) => {
      request.dump?.write('kernel sum', 'body\n\n');
      return empty;
    });
    expect([ran.out, ran.asked[0]?.stopAfter, ran.asked[0]?.dump?.stage]).toEqual([
      '== kernel sum\nbody\n',
      'ir',
      'ir',
    ]);
  });

  test('after -- everything is a path', async () => {
    expect((await cli(['check', '--', '--block'])).out).toContain(
      'problem --block: no such file or directory [SI101]\n',
    );
  });

  const starting = { kind: 'start', name: 'sum', file: path, done: 0, total: 2 } as const;
  const event = { kind: 'kernel', name: 'sum\u001b', file: path, verdict: 'drf', done: 1, total: 2 } as const;
  const progressing: Analyze = (request) => {
    request.onProgress?.(starting);
    request.onProgress?.(event);
    return { ...empty, kernels: [kernel({})] };
  };
  test('progress is for terminals', async () => {
    expect((await cli(['check', path], progressing)).err).toBe('no confirmed findings: exit 0\n');
    expect((await cli(['check', path], progressing, true)).err).toBe(
      '\r\u001b[K1/2 sum\r\u001b[K1/2 sum␛: drf\r\u001b[Kno confirmed findings: exit 0\n',
    );
  });
});

describe('files without the kernel asked for', () => {
  const problems = (request: AnalyzeRequest, code: string): Report['problems'] =>
    request.files.map((file) => ({ file, line: null, code, text: 'none here' }));

  test('a CUDA file without any kernel is said and is no mistake', async () => {
    const ran = await cli(['check', path], (request) => ({ ...empty, problems: problems(request, 'SI112') }));
    expect([ran.status, ran.out]).toEqual([0, `problem ${path}: none here [SI112]\n\nno kernel was analysed\n`]);
  });
  test('of a directory it is not said', async () => {
    const ran = await cli(['check', root], (request) => ({ ...empty, problems: problems(request, 'SI112') }));
    expect([ran.status, ran.out]).toEqual([0, 'no kernel was analysed\n']);
  });
  test('another file without a kernel is a mistake', async () => {
    const ran = await cli(['check', join(root, 'empty.txt')], (request) => ({
      ...empty,
      problems: problems(request, 'SI112'),
    }));
    expect(ran.status).toBe(2);
  });
});
