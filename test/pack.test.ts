/**
 * The package as users get it: `npm pack`, installed into an empty folder without a network, its program run by each
 * Node there is, its library imported from JavaScript and TypeScript. Skipped in a checkout whose dist/ is not built;
 * `npm test` compares dist/ with the sources before.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const onWindows = process.platform === 'win32';
const minutes = 60_000;

/** This Node, and the user's: the first one of PATH that no package brought. */
function nodes(): readonly string[] {
  const found = (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .map((folder) => join(folder, onWindows ? 'node.exe' : 'node'))
    .find((path) => existsSync(path));
  return [...new Set([process.execPath, ...(found === undefined ? [] : [found])])];
}

/** The programs of npm are scripts of the shell on Windows. */
const npm = (words: readonly string[], cwd: string): string =>
  execFileSync('npm', words, { cwd, encoding: 'utf8', shell: onWindows, stdio: ['ignore', 'pipe', 'pipe'] });

const racy =
  '__global__ void shift(int *out) {\n  __shared__ int s[64];\n  s[threadIdx.x] = out[threadIdx.x];\n  out[threadIdx.x] = s[(threadIdx.x + 1) % 64];\n}\n';

describe.skipIf(!existsSync(join(root, 'dist/lib.js')))('the packed package', () => {
  const folder = mkdtempSync(join(tmpdir(), 'syncwright-pack-'));
  const user = join(folder, 'user');
  const installed = join(user, 'node_modules/syncwright');

  beforeAll(() => {
    mkdirSync(user);
    npm(['pack', '--offline', '--pack-destination', folder], root);
    const [archive = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
    writeFileSync(join(user, 'package.json'), '{ "type": "module" }\n');
    npm(['install', '--offline', '--no-audit', '--no-fund', join(folder, archive)], user);
    writeFileSync(join(user, 'kernel.cu'), racy);
  }, 5 * minutes);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('installs nothing else, and holds all that dist/ has, the docs and the action', () => {
    expect(readdirSync(join(user, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['syncwright']);
    expect(readdirSync(join(installed, 'dist')).sort()).toEqual(readdirSync(join(root, 'dist')).sort());
    expect(readdirSync(installed).sort()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'action.yml',
      'dist',
      'docs',
      'package.json',
    ]);
    expect(existsSync(join(installed, 'docs/report.schema.json'))).toBe(true);
  });

  test('runs no script when it is installed or packed', () => {
    const description: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(description).not.toHaveProperty('dependencies');
    for (const script of ['preinstall', 'install', 'postinstall', 'prepare', 'prepack', 'postpack'])
      expect(description).not.toHaveProperty(['scripts', script]);
  });

  test.each(nodes())(
    '%s runs the program',
    (node) => {
      const { status, stdout, stderr } = spawnSync(
        node,
        [join(installed, 'dist/cli.js'), 'check', 'kernel.cu', '--block', '64', '--format', 'json'],
        { cwd: user, encoding: 'utf8' },
      );
      expect(stderr).toBe('');
      expect(status).toBe(1);
      expect(JSON.parse(stdout)).toMatchObject({ kernels: [{ name: 'shift', verdict: 'racy' }] });
    },
    2 * minutes,
  );

  test(
    'npx runs the program',
    () => {
      expect(
        npm(['exec', '--offline', '--', 'syncwright', 'check', 'kernel.cu', '--fail-on', 'never'], user),
      ).toContain('shift');
    },
    2 * minutes,
  );

  test.each(nodes())(
    '%s imports the library, and ends',
    (node) => {
      const script =
        "import { analyze, version } from 'syncwright';\nimport { readFileSync } from 'node:fs';\nconst report = await analyze([{ path: 'kernel.cu', text: readFileSync('kernel.cu', 'utf8') }], { block: 64, grid: 1 });\nconsole.log(version, report.kernels[0].verdict, report.findings.length);\n";
      writeFileSync(join(user, 'use.js'), script);
      const { status, stdout, stderr } = spawnSync(node, ['use.js'], { cwd: user, encoding: 'utf8', timeout: minutes });
      expect(stderr).toBe('');
      expect([status, stdout.trim().split(' ').slice(1)]).toEqual([0, ['racy', '1']]);
    },
    2 * minutes,
  );

  test(
    'a library that needed the solver ends too',
    () => {
      copyFileSync(join(root, 'examples/matmul.cu'), join(user, 'matmul.cu'));
      copyFileSync(join(root, 'examples/check.cuh'), join(user, 'check.cuh'));
      writeFileSync(
        join(user, 'solve.js'),
        "import { analyze } from 'syncwright';\nimport { readFileSync } from 'node:fs';\nconst report = await analyze(['matmul.cu', 'check.cuh'].map((path) => ({ path, text: readFileSync(path, 'utf8') })));\nconsole.log(report.kernels.length > 0);\n",
      );
      const { status, stdout } = spawnSync(process.execPath, ['solve.js'], {
        cwd: user,
        encoding: 'utf8',
        timeout: 2 * minutes,
      });
      expect([status, stdout]).toEqual([0, 'true\n']);
    },
    3 * minutes,
  );

  test(
    'its types stand alone, and refuse what analyze would',
    () => {
      const use = (options: string): string =>
        `import { analyze } from 'syncwright';\nimport type { Finding, Report } from 'syncwright';\nconst report: Report = await analyze([{ path: 'k.cu', text: '' }], ${options});\nconst lines: readonly number[] = report.findings.map((finding: Finding) => finding.line);\nif (lines.length > 0) throw new Error(report.kernels[0]?.verdict);\n`;
      const options = {
        target: 'ES2023',
        module: 'NodeNext',
        moduleResolution: 'NodeNext',
        strict: true,
        noUncheckedIndexedAccess: true,
        exactOptionalPropertyTypes: true,
        noEmit: true,
        types: ['node'],
        typeRoots: [join(root, 'node_modules/@types')],
      };
      const compiled = (text: string): string => {
        writeFileSync(join(user, 'use.ts'), text);
        writeFileSync(join(user, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['use.ts'] }));
        return spawnSync(process.execPath, [join(root, 'node_modules/typescript7/bin/tsc'), '-p', user], {
          encoding: 'utf8',
        }).stdout;
      };
      expect(
        compiled(use("{ block: [16, 16], params: { n: 5n, alpha: '3.0' }, warp: 'its', timeout: undefined }")),
      ).toBe('');
      const examples = [...readFileSync(join(installed, 'docs/library.md'), 'utf8').matchAll(/```ts\n([^]*?)```/g)].map(
        ([, code = '']) => code,
      );
      expect(examples.map((code) => compiled(code))).toEqual(['']);
      expect(compiled(use('{ blok: 16 }'))).toContain("'blok' does not exist in type");
      expect(compiled(use("{ level: 'warp' }"))).toContain('is not assignable to type');
    },
    2 * minutes,
  );
});
