import type { Coverage } from '../../../src/verdict/coverage.ts';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { stmtId } from '../../../src/base/brand.ts';
import { ok } from '../../../src/base/result.ts';
import { faultInAnalysis, kernelMissing, reasonText } from '../../../src/verdict/catalogue.ts';
import { runCli } from '../../../src/cli/run-cli.ts';
import { version } from '../../../src/cli/version.ts';
import type { AnalyzeRequest, Engine } from '../../../src/engine.ts';
import type { MachineReport } from '../../../src/machine/machine.ts';
import type { Finding, KernelAnswer, Report } from '../../../src/verdict/finding.ts';
import { race, report as sample, run as witnessRun } from '../report/sample-report.ts';

const root = mkdtempSync(join(tmpdir(), 'syncwright-cli-'));
const path = join(root, 'k.cu');
const clean = '__global__ void sum(int *p) {\n  use();\n}\n';
beforeAll(() => {
  writeFileSync(join(root, 'empty.txt'), '');
});
beforeEach(() => {
  writeFileSync(path, clean);
});
afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

type Ran = Readonly<{ status: number; out: string; err: string; asked: readonly AnalyzeRequest[]; closed: number }>;
type Analyze = (request: AnalyzeRequest) => Report | Promise<Report>;

const quiet: MachineReport = {
  outcome: { kind: 'completed' },
  races: [],
  divergences: [],
  partings: [],
  faults: [],
  memory: [],
  steps: 12,
  barriers: new Map(),
  neededBarriers: new Set(),
  accessing: new Set(),
  traffic: { cells: 0, accesses: 0, range: 0 },
  dataDependent: false,
  inventedValues: false,
  lateReads: new Set(),
  lonely: new Set(),
  openPhase: null,
};
const empty: Report = { version: 1, kernels: [], problems: [] };
const [answer] = sample.kernels;
const kernel = (rest: Partial<KernelAnswer>): KernelAnswer => {
  if (answer === undefined) throw new Error('the sample has kernels');
  return { ...answer, span: { ...answer.span, file: path }, findings: [], verdict: 'drf', ...rest };
};
const withFinding = (finding: Finding): Report => ({
  ...empty,
  kernels: [kernel({ verdict: 'racy', findings: [finding] })],
});
/** Racy until the text has a barrier; the fix adds one. */
const repairable = (request: AnalyzeRequest): Report => {
  const text = request.read(path) ?? '';
  const at = text.indexOf('  use();');
  return text.includes('__syncthreads')
    ? { ...empty, kernels: [kernel({})] }
    : withFinding({
        ...race,
        fix: {
          title: 'barrier',
          strategy: 'insert',
          proof: 'drf',
          cost: 'one',
          edits: [{ file: path, start: at, end: at, text: '  __syncthreads();\n' }],
        },
      });
};

const noCoverage: Coverage = {
  files: 1,
  characters: 0,
  stageMs: { preprocess: 0, parse: 0, launch: 0, lower: 0 },
  kernels: [],
  problems: [],
};

async function cli(argv: readonly string[], analyze: Analyze = () => empty, terminal = false): Promise<Ran> {
  const seen = { out: '', err: '', closed: 0 };
  const asked: AnalyzeRequest[] = [];
  const engine: Engine = {
    analyze: async (request) => {
      asked.push(request);
      return analyze(request);
    },
    coverage: () => noCoverage,
    replay: async () => ok({ ...quiet, isSerializable: null, story: null, broken: null }),
    close: async () => {
      seen.closed += 1;
    },
  };
  const status = await runCli(argv, {
    out: (text) => {
      seen.out += text;
    },
    err: (text) => {
      seen.err += text;
    },
    outIsTerminal: false,
    errIsTerminal: terminal,
    color: false,
    width: 100,
    keys: null,
    openEngine: async () => engine,
    openWorker: null,
    openSideWorker: null,
  });
  return { status, ...seen, asked };
}

describe('a mistake is one line and status 2', () => {
  test.each([
    [['check'], "error: missing required argument 'PATH'\n"],
    [['chekc'], "error: unknown command 'chekc'\n(Did you mean check?)\n"],
    [['check', path, '--blok', '1'], "error: unknown option '--blok'\n(Did you mean --block?)\n"],
    [
      ['check', path, '--block', '0'],
      "error: option '--block <X,Y,Z>' argument '0' is invalid. x is 0; it must be from 1 to 65536.\n",
    ],
    [
      ['check', path, '--format', 'yaml'],
      "error: option '--format <FORMAT>' argument 'yaml' is invalid. Allowed choices are text, json, sarif, markdown, html, github, gitlab, junit, checkstyle.\n",
    ],
    [
      ['check', path, '--warp', 'volta'],
      "error: option '--warp <MODEL>' argument 'volta' is invalid. Allowed choices are its, lockstep.\n",
    ],
    [
      ['check', path, '--out', join(root, 'no', 'where')],
      `error: cannot write ${join(root, 'no', 'where')}: its folder does not exist\n`,
    ],
    [['explain', 'SW999'], 'error: there is no code SW999; `syncwright explain` lists them all\n'],
    [['audit', '.', '--shard', '1/4'], 'error: audit needs to start processes, which is not possible here\n'],
    [['replay', join(root, 'gone.json'), 'F1'], `error: ${join(root, 'gone.json')}: no such file or directory\n`],
    [['review', '--head', 'x'], "error: required option '--base <REV>' not specified\n"],
  ])('%j', async (argv, line) => {
    const ran = await cli(argv);
    expect([ran.status, ran.err, ran.out]).toEqual([2, line, '']);
  });

  test('no command prints the help', async () => {
    const ran = await cli([]);
    expect([ran.status, ran.out]).toEqual([2, '']);
    expect(ran.err).toContain('Usage: syncwright');
  });
});

test('a report as HTML tells how it was made, and asks what the threads of each witness did', async () => {
  const html = await cli(['check', path, '--format', 'html']);
  expect(html.out).toMatch(/^<!doctype html>\n<html lang="en">/);
  expect(html.out).toContain(`<code>syncwright check ${path} --format html</code>`);
  expect(html.asked[0]?.options.stories).toBe(true);
  expect((await cli(['check', path])).asked[0]?.options.stories).toBeUndefined();
});

test('the version is that of package.json', async () => {
  expect((await cli(['--version'])).out).toBe(`${version}\n`);
  expect(JSON.parse(readFileSync('package.json', 'utf8'))).toMatchObject({ version });
});

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

describe('a bug of ours is status 3', () => {
  const broken: Analyze = () => {
    throw new Error('expected a loop');
  };
  test('in one line, with what to do', async () => {
    const ran = await cli(['check', path], broken);
    expect([ran.status, ran.err, ran.closed]).toEqual([
      3,
      'this is a bug in Syncwright: expected a loop\nplease report it with the command and, if you can, the kernel; --debug shows where it happened\n',
      1,
    ]);
  });
  test('--debug shows where', async () => {
    for (const argv of [
      ['--debug', 'check', path],
      ['check', path, '--debug'],
    ])
      expect((await cli(argv, broken)).err).toMatch(
        /^this is a bug in Syncwright: expected a loop\nError: expected a loop\n +at /,
      );
  });
});

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

test('explain prints the page of a code, and the list of all', async () => {
  expect((await cli(['explain', 'sw101'])).out).toMatch(/^# SW101: race on shared memory inside a barrier interval\n/);
  expect((await cli(['explain'])).out).toContain('  SL104  budget reached\n');
});

test('doctor says which part does not work', async () => {
  const ran = await cli(['doctor']);
  expect([ran.status, ran.out]).toEqual([
    3,
    `syncwright ${version}\n  ok   node ${process.version}\n  ok   the parser and the grammar load\n  FAIL a racy kernel is found racy: it was not seen\n  FAIL the corrected kernel is proved race-free: it was not seen\n  ok   no configuration (.syncwright.yml)\nthe installation does not work\n`,
  ]);
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

test('a bug of ours that cost one kernel is status 3', async () => {
  const ran = await cli(['check', path], () => ({
    ...empty,
    kernels: [
      kernel({ verdict: 'unknown', reasons: ['a bug in Syncwright stopped the analysis of this kernel: x [SL111]'] }),
    ],
  }));
  expect([ran.status, ran.out.includes('[SL111]')]).toEqual([3, true]);
});

describe('coverage', () => {
  test('prints the counts and succeeds whatever they are', async () => {
    const ran = await cli(['coverage', path]);
    expect(ran).toMatchObject({
      status: 0,
      closed: 1,
      out: '0 kernels in 1 file: 0 exact, 0 approximated, 0 unsupported\n0 of them are launched where they are read, 0 with a known block\n',
    });
  });

  test.each(['sarif', 'html', 'github', 'gitlab', 'junit', 'checkstyle'])('has no form %s', async (form) => {
    expect(await cli(['coverage', path, '--format', form])).toMatchObject({ status: 2, out: '' });
  });
});
