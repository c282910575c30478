/** The configuration through the command line's own program, in a small repository. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { schemaProblems } from '../../report-schema.ts';
import { cliProgram } from '../../programs.ts';

// A machine with other work on it is slow; nothing here measures time.
vi.setConfig({ testTimeout: 300_000 });

const racy = (name: string, comment = ''): string =>
  `__global__ void ${name}(int *a) {\n  __shared__ int s[64];\n  s[threadIdx.x] = a[threadIdx.x];\n  a[threadIdx.x] = s[63 - threadIdx.x];${comment}\n}\nvoid run_${name}(int *a) { ${name}<<<1, 64>>>(a); }\n`;

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'syncwright-config-'));
  mkdirSync(join(root, '.git'));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

type Ran = Readonly<{ status: number | null; out: string; err: string }>;
function cli(...args: readonly string[]): Ran {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cliProgram, ...args], {
    cwd: root,
    encoding: 'utf8',
  });
  return { status, out: stdout, err: stderr };
}
type Written = Readonly<
  { status: number | null } & Record<'findings' | 'kernels' | 'problems', readonly Readonly<Record<string, unknown>>[]>
>;
const isRecords = (value: unknown): value is readonly Readonly<Record<string, unknown>>[] => Array.isArray(value);
const json = (...args: readonly string[]): Written => {
  const { status, out, err } = cli('check', ...args, '--format', 'json');
  if (!out.startsWith('{')) throw new Error(err);
  const report: unknown = JSON.parse(out);
  expect(schemaProblems(report)).toEqual([]);
  const part = (name: string): readonly Readonly<Record<string, unknown>>[] => {
    const found: unknown = typeof report === 'object' && report !== null ? Reflect.get(report, name) : [];
    return isRecords(found) ? found : [];
  };
  return { status, findings: part('findings'), kernels: part('kernels'), problems: part('problems') };
};

test('a configuration that is wrong is one line with its place, and status 2', () => {
  write('a.cu', racy('turn'));
  write('.syncwright.yml', 'level: grid\nkernels:\n  - name: turn\n    blok: 64\n');
  const line = 'error: .syncwright.yml:4: unknown key "blok"; known keys: block, grid, name, assume, params\n';
  expect(cli('check', 'a.cu')).toEqual({ status: 2, out: '', err: line });
  expect(cli('fix', 'a.cu')).toEqual({ status: 2, out: '', err: line });
  expect(cli('check', 'a.cu', '--config', 'none.yml').err).toBe('error: none.yml: no such file or directory\n');
  const doctor = cli('doctor');
  expect(doctor.status).toBe(2);
  expect(doctor.out).toContain('  FAIL .syncwright.yml:4: unknown key "blok"');
  rmSync(join(root, '.syncwright.yml'));
  symlinkSync('/etc/hostname', join(root, '.syncwright.yml'));
  expect(cli('check', 'a.cu').err).toBe(
    'error: .syncwright.yml: .syncwright.yml leads out of the repository through a symbolic link\n',
  );
  rmSync(join(root, '.syncwright.yml'));
  write('.syncwright.yml', 'include-dirs: [inc]\n');
  symlinkSync('/etc', join(root, 'inc'));
  expect(cli('check', 'a.cu')).toMatchObject({
    status: 2,
    err: 'error: .syncwright.yml: inc leads out of the repository through a symbolic link\n',
  });
});

test('the file is used below its folder too; options go before it; --no-config leaves it out', () => {
  write(
    'src/a.cu',
    '#include "size.h"\n__global__ void turn(int *a) {\n  __shared__ int s[64];\n  s[threadIdx.x] = a[threadIdx.x];\n  SYNC\n  a[threadIdx.x] = s[SIZE - 1 - threadIdx.x];\n}\n',
  );
  write('inc/size.h', '#define SIZE 64\n');
  write('old/b.cu', racy('gone'));
  write(
    '.syncwright.yml',
    'exclude: [old]\ndefines: { SYNC: __syncthreads(); }\ninclude-dirs: [inc]\nlevel: block\nwarp-model: lockstep\nkernels:\n  - name: turn\n    block: 64\n    grid: 1\n',
  );
  const found = json('.');
  expect(found.kernels).toMatchObject([
    {
      name: 'turn',
      verdict: 'drf',
      launches: [{ origin: 'grid from .syncwright.yml:7, block from .syncwright.yml:7', block: [64, 1, 1] }],
    },
  ]);
  expect(JSON.stringify(found.kernels[0]?.['assumptions'])).toContain('lockstep');
  expect(cli('check', '.').err).toContain('1 file excluded by .syncwright.yml (include, exclude)\n');
  const over = json('src/a.cu', '--grid', '3', '--warp', 'its', '-D', 'SYNC=');
  expect(over.kernels).toMatchObject([{ verdict: 'racy', launches: [{ block: [64, 1, 1], grid: [3, 1, 1] }] }]);
  expect(JSON.stringify(over.kernels[0]?.['assumptions'])).toContain('independent');
  expect(json('.', '--no-config').kernels.map(({ name }) => name)).toContain('gone');
  expect(json('old/b.cu').kernels).toMatchObject([{ name: 'gone' }]);
});

test('suppressed findings stay in the report, do not fail the gate, and get no patch', () => {
  write('a.cu', racy('said', ' // syncwright: allow(SW101) the host runs one thread'));
  write('b.cu', racy('listed'));
  write('c.cu', racy('open'));
  write(
    '.syncwright.yml',
    'ignore:\n  - id: SW101\n    kernel: listed\n    reason: known since 2020\n    author: ada\n',
  );
  const found = json('a.cu', 'b.cu');
  expect(found.status).toBe(0);
  expect(found.kernels.map(({ verdict }) => verdict)).toEqual(['racy', 'racy']);
  expect(found.findings.map(({ suppressed }) => suppressed)).toEqual([
    { by: 'comment', reason: 'the host runs one thread', file: 'a.cu', line: 4 },
    { by: 'configuration', reason: 'known since 2020', author: 'ada', file: '.syncwright.yml', line: 2 },
  ]);
  expect(json('.').status).toBe(1);
  const text = cli('check', 'a.cu');
  expect(text.out).toContain('suppressed by the comment on a.cu:4: the host runs one thread');
  expect(text.out).not.toContain('+  __syncthreads();');
  const sarif: unknown = JSON.parse(cli('check', 'a.cu', '--format', 'sarif').out);
  const suppressions = [
    {
      kind: 'inSource',
      status: 'accepted',
      justification: 'the host runs one thread',
      location: { physicalLocation: { artifactLocation: { uri: 'a.cu' }, region: { startLine: 4 } } },
    },
  ];
  expect(sarif).toMatchObject({ runs: [{ results: [{ suppressions }] }] });
  expect(cli('fix', 'a.cu', 'b.cu').out).toBe('');
  write('d.cu', racy('idle', ' // syncwright: allow(SW103) nothing'));
  expect(json('d.cu').problems).toMatchObject([{ file: 'd.cu', line: 4, code: 'SI119' }]);
});

test('a baseline: written, what it lists is old, what is new fails, and a strict gate takes all', () => {
  write('a.cu', racy('first'));
  const written = cli('check', 'a.cu', '--write-baseline', 'base.json');
  expect(written.status).toBe(0);
  expect(written.err).toMatch(
    /^baseline written: base\.json \(\d+ findings?\)\nthe findings? (?:are|is) in the baseline: exit 0\n$/,
  );
  const text = readFileSync(join(root, 'base.json'), 'utf8');
  expect(JSON.parse(text)).toEqual({
    version: 1,
    findings: [
      {
        fingerprint: /[0-9a-f]{16}/.exec(text)?.[0],
        code: 'SW101',
        status: 'confirmed',
        kernel: 'first',
        file: 'a.cu',
      },
    ],
  });
  expect(json('a.cu', '--baseline', 'base.json')).toMatchObject({ status: 0, findings: [{ inBaseline: true }] });
  write('b.cu', racy('second'));
  write('.syncwright.yml', 'baseline: base.json\n');
  expect(json('.')).toMatchObject({
    status: 1,
    findings: [
      { kernel: 'first', inBaseline: true },
      { kernel: 'second', inBaseline: false },
    ],
  });
  expect(cli('check', 'b.cu').err).toContain(
    '1 finding in the baseline was not found; --write-baseline updates the file',
  );
  write('.syncwright.yml', 'baseline: base.json\ngate: { fail-on-old: true }\n');
  expect(json('a.cu').status).toBe(1);
  write('.syncwright.yml', 'baseline: gone.json\n');
  expect(cli('check', 'a.cu')).toMatchObject({
    status: 2,
    err: 'error: baseline gone.json: no such file or directory; --write-baseline writes it\n',
  });
  write('.syncwright.yml', 'report: error\ngate: { fail-on: never }\n');
  expect(json('a.cu').status).toBe(0);
});

test('doctor names what the configuration says that cannot be', () => {
  write('.syncwright.yml', 'include-dirs: [nowhere]\nbaseline: gone.json\n');
  const { status, out } = cli('doctor');
  expect(status).toBe(2);
  expect(out).toContain('  ok   .syncwright.yml is valid\n');
  expect(out).toContain('  FAIL nowhere (include-dirs) is a folder: no such directory');
  expect(out).toContain('  FAIL the baseline can be read: baseline gone.json: no such file or directory');
  rmSync(join(root, '.syncwright.yml'));
  expect(cli('doctor').out).toContain('  ok   no configuration (.syncwright.yml)');
  expect(existsSync(join(root, 'gone.json'))).toBe(false);
});

test('`review` takes the configuration of the base, not that of the head', () => {
  rmSync(join(root, '.git'), { recursive: true });
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: root, encoding: 'utf8' });
  git('init', '-q', '-b', 'main');
  write('a.cu', racy('turn').replace(';\n  a[', ';\n  __syncthreads();\n  a['));
  write('.syncwright.yml', 'level: block\n');
  git('add', '.');
  git('commit', '-qm', 'right');
  write('a.cu', racy('turn'));
  write('.syncwright.yml', 'ignore: [{ id: SW101, reason: silenced by its author }]\n');
  git('commit', '-qam', 'wrong');
  const found = cli('review', '--base', 'HEAD~1', '--head', 'HEAD');
  expect(found.status).toBe(1);
  expect(found.out).toContain('note: .syncwright.yml is changed by these commits; the one of the base was used');
  expect(cli('review', '--base', 'HEAD~1', '--head', 'HEAD', '--config', '.syncwright.yml').status).toBe(0);
});
