/** What a build says of its sources, through the command line's own program, in a small repository. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { schemaProblems } from '../../report-schema.ts';
import { cliProgram } from '../../programs.ts';

// A machine with other work on it is slow; nothing here measures time.
vi.setConfig({ testTimeout: 300_000 });

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'syncwright-build-'));
  execFileSync('git', ['init', '-q', '-b', 'main', root]);
  write(
    'src/k.cu',
    '#include "cfg.h"\n__global__ void k(int *a) {\n  __shared__ int s[TILE];\n  int t = threadIdx.x;\n  s[t] = a[t];\n#ifdef SYNC\n  __syncthreads();\n#endif\n  a[t] = s[(t + 1) % TILE] + CFG;\n}\nvoid host(int *a) { k<<<1, TILE>>>(a); }\n',
  );
  write('include/cfg.h', '#define CFG 3\n');
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

const commands = (flags: string): string =>
  JSON.stringify([
    { directory: '/ci/p/build', file: '/ci/p/src/k.cu', command: `nvcc ${flags} -I/ci/p/include -c /ci/p/src/k.cu` },
  ]);

type Ran = Readonly<{ status: number | null; out: string; err: string }>;
function cli(...args: readonly string[]): Ran {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cliProgram, ...args], {
    cwd: root,
    encoding: 'utf8',
  });
  return { status, out: stdout, err: stderr };
}

test('compile_commands.json is found, and -v says what comes from it', () => {
  write('build/compile_commands.json', commands('-DTILE=64 -DSYNC'));
  const { status, out } = cli('check', 'src');
  expect(status).toBe(0);
  expect(out).not.toContain('assuming');
  const verbose = cli('check', 'src', '-v').out;
  expect(verbose).toContain('assuming `SYNC` is defined, as in build/compile_commands.json\n');
  expect(verbose).toContain('assuming `TILE` is 64, as in build/compile_commands.json\n');
});

test('without it, what the verdict rests on is reported beside it, with the option, in every format', () => {
  const said = [
    'assuming `SYNC` is undefined (line 6; -D defines it)',
    'assuming line 3: `TILE` is undeclared and is taken to be an unknown `int` (-D TILE=VALUE sets it)',
  ];
  const { status, out } = cli('check', 'src', '--fail-on', 'warning');
  expect(status).toBe(1);
  for (const line of said) expect(out).toContain(`      ${line}\n`);
  const sarif = cli('check', 'src', '--format', 'sarif').out;
  const markdown = cli('check', 'src', '--format', 'markdown').out.replaceAll('\\', '');
  const html = cli('check', 'src', '--format', 'html').out;
  for (const line of said) expect(sarif).toContain(`Assuming${line.slice('assuming'.length)}`);
  for (const line of said) expect(markdown).toContain(line);
  expect(html).toContain('-D TILE=VALUE sets it');
  expect(cli('check', 'src', '-D', 'TILE=64', '-D', 'SYNC').out).not.toContain('assuming `SYNC`');
});

test('a kernel that is not decided says so too, behind its reasons', () => {
  write(
    'u.cu',
    '__global__ void u(int *a, int *b) {\n#ifdef FAST\n  __syncthreads();\n#endif\n  a[b[threadIdx.x]] = 1 + unknown_function(a);\n}\n',
  );
  const {
    kernels: [kernel],
  } = reportOf('u.cu');
  expect(['unknown', 'unsupported']).toContain(kernel?.verdict);
  expect(kernel?.reasons.length).toBeGreaterThan(1);
  expect(kernel?.reasons.at(-1)).toBe('assuming `FAST` is undefined (line 2; -D defines it)');
});

test('--compile-commands, and the configuration, name another; -D goes before both', () => {
  write('mine/cc.json', commands('-DTILE=64 -DSYNC'));
  expect(cli('check', 'src', '--compile-commands', 'mine/cc.json', '--fail-on', 'warning').status).toBe(0);
  write('.syncwright.yml', 'compile-commands: mine/cc.json\n');
  expect(cli('check', 'src', '--fail-on', 'warning').status).toBe(0);
  expect(cli('check', 'src', '-v', '-D', 'TILE=32').out).toContain('block (32, 1, 1)');
  write('broken.json', '{');
  expect(cli('check', 'src', '--compile-commands', 'broken.json').out).toContain(
    'problem broken.json:1: this is not valid JSON, so the flags of the build are missing [SI120]\n',
  );
  const missing = cli('check', 'src', '--compile-commands', 'none.json');
  expect([missing.status, missing.out.includes('problem none.json: no such file or directory [SI101]')]).toEqual([
    2,
    true,
  ]);
  write('.syncwright.yml', 'compile-commands: ../cc.json\n');
  expect(cli('check', 'src').status).toBe(2);
});

test('a report records the file, so that replay reads the source the same way', () => {
  write('mine/cc.json', commands('-DTILE=64'));
  const {
    findings: [finding],
  } = reportOf('src', '--compile-commands', 'mine/cc.json', '--out', 'report.json');
  expect(cli('replay', 'report.json', finding?.id ?? '').status).toBe(1);
});

test('a review reads the one that is committed, and none of the work tree', () => {
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-C', root, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { encoding: 'utf8' });
  git('commit', '-q', '--allow-empty', '-m', 'base');
  git('checkout', '-q', '-b', 'change');
  git('add', 'src', 'include');
  git('commit', '-q', '-m', 'change');
  write('build/compile_commands.json', commands('-DTILE=64 -DSYNC'));
  expect(cli('review', '--base', 'main', '--head', 'change').out).toContain('`SYNC` is undefined');
  git('add', '-f', 'build');
  git('commit', '-q', '-m', 'build');
  expect(cli('review', '--base', 'main', '--head', 'change').out).not.toContain('`SYNC` is undefined');
  const note = (path: string): string =>
    `${path} is not in commit ${git('rev-parse', 'change').slice(0, 12)}, so the flags of the build are missing: reviews read only files that are committed`;
  expect(
    cli('review', '--base', 'main', '--head', 'change', '--compile-commands', './build/compile_commands.json').out,
  ).not.toContain('is not in commit');
  write('mine/cc.json', commands('-DTILE=64 -DSYNC'));
  expect(cli('review', '--base', 'main', '--head', 'change', '--compile-commands', 'mine/cc.json').out).toContain(
    note('mine/cc.json'),
  );
});

type Written = Readonly<{
  kernels: readonly Readonly<{ verdict: string; reasons: readonly string[] }>[];
  findings: readonly Readonly<{ id: string }>[];
}>;

function reportOf(...args: readonly string[]): Written {
  const { out } = cli('check', ...args, '--format', 'json');
  const text = out === '' ? readFileSync(join(root, args.at(-1) ?? ''), 'utf8') : out;
  const report: unknown = JSON.parse(text);
  expect(schemaProblems(report)).toEqual([]);
  return {
    kernels: partOf(report, 'kernels').map(({ verdict, reasons }) => ({
      verdict: String(verdict),
      reasons: Array.isArray(reasons) ? reasons.map(String) : [],
    })),
    findings: partOf(report, 'findings').map(({ id }) => ({ id: String(id) })),
  };
}

function partOf(report: unknown, name: string): readonly Readonly<Record<string, unknown>>[] {
  const found: unknown = typeof report === 'object' && report !== null ? Reflect.get(report, name) : [];
  return isRecords(found) ? found : [];
}

const isRecords = (value: unknown): value is readonly Readonly<Record<string, unknown>>[] => Array.isArray(value);
