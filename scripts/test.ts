/**
 * README's second command: everything that has to hold before a change is sent. Each step runs even if one before it
 * failed; the last line counts tests and steps.
 *
 * Run: npm test     (single steps: npm run types | lint | arrows | style | unit | check:nvcc)
 *      npm test -- --portable     what needs neither a POSIX system nor a server of git: for macOS and Windows
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileAll } from './check-nvcc.ts';
import { staleFiles } from './dist-check.ts';
import { statedVerdicts } from './examples.ts';
import { type Outcome, type Step, execute, failed, passed, program, runSteps } from './steps.ts';

const tool = (path: string): string => join('node_modules', path);
const node = process.execPath;

function numberOf(json: unknown, key: string): number {
  const value: unknown = typeof json === 'object' && json !== null ? Reflect.get(json, key) : undefined;
  return typeof value === 'number' ? value : 0;
}

const isPortable = process.argv.includes('--portable');
/**
 * Tests of values and texts, of the programs on plain files, and of the package. What is left out starts shells, sends
 * signals, serves repositories or opens a browser.
 */
const portableTests: readonly string[] = [
  ...[
    'base',
    'preprocess',
    'parse',
    'ir',
    'lower',
    'launch',
    'protocol',
    'obligation',
    'solve',
    'witness',
    'machine',
    'search',
    'verdict',
    'repair',
    'pipeline',
    'report',
    'config',
    'lib',
  ].map((folder) => `test/unit/${folder}/`),
  'test/cases-',
  'test/never-proved',
  'test/examples',
  'test/pack',
  'test/action-yml',
  'test/workflows',
  'test/repository-files',
];

async function vitest(): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'syncwright-vitest-'));
  try {
    const results = join(folder, 'results.json');
    const { status, stdout, stderr } = await execute(node, [
      tool('vitest/vitest.mjs'),
      'run',
      ...(isPortable ? portableTests : []),
      '--no-color',
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${results}`,
    ]);
    let counts: unknown = null;
    try {
      counts = JSON.parse(readFileSync(results, 'utf8'));
    } catch {
      return failed(`vitest wrote no results\n${stdout}${stderr}`);
    }
    const good = numberOf(counts, 'numPassedTests');
    // A file that does not even load has no failed test, yet vitest fails.
    const bad = Math.max(numberOf(counts, 'numFailedTests'), status === 0 ? 0 : 1);
    if (good + bad === 0) return failed('vitest ran no test');
    // What failed stands in stderr; stdout is a dot for each test and what the tests print.
    return {
      passed: good,
      failed: bad,
      skipped: numberOf(counts, 'numPendingTests'),
      output: bad > 0 ? stderr || stdout : `${good} tests`,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** dist/ on examples/: it names every kernel, with the verdict that the source states. */
async function firstCommand(): Promise<Outcome> {
  const { status, stdout, stderr } = await execute(node, ['dist/cli.js', 'check', 'examples/', '--format', 'json'], {
    timeoutMs: 60_000,
  });
  if (status !== 1)
    return failed(`exit status ${status ?? 'none'}, not 1 (findings)\n${stdout.slice(0, 2000)}${stderr}`);
  const report: unknown = JSON.parse(stdout);
  const kernels: unknown = typeof report === 'object' && report !== null ? Reflect.get(report, 'kernels') : null;
  if (!Array.isArray(kernels) || kernels.length === 0) return failed('no kernels in its report');
  const answers = new Map(
    kernels.map((kernel: unknown) => {
      const read = (key: string): string =>
        typeof kernel === 'object' && kernel !== null ? String(Reflect.get(kernel, key)) : '';
      return [read('name'), read('verdict')] as const;
    }),
  );
  const stated = statedVerdicts();
  const wrong = [...stated]
    .filter(([name, verdict]) => answers.get(name) !== verdict)
    .map(([name, verdict]) => `${name}: ${answers.get(name) ?? 'not found'}, its comment says ${verdict}`);
  if (stated.size === 0 || answers.size !== stated.size)
    wrong.push(`${answers.size} kernels in the report, ${stated.size} in the comments`);
  return wrong.length === 0
    ? passed([...answers].map(([name, verdict]) => `${name}: ${verdict}`).join('\n'))
    : failed(wrong.join('\n'));
}

/** Side by side: none of them changes a file. */
const checks: readonly Step[] = [
  program('types', node, [tool('typescript7/bin/tsc'), '--noEmit']),
  program('types of the page', node, [tool('typescript7/bin/tsc'), '--noEmit', '-p', 'src/page']),
  program('types of its tests', node, [tool('typescript7/bin/tsc'), '--noEmit', '-p', 'test/browser']),
  program('lint', node, [tool('oxlint/bin/oxlint'), '--deny-warnings']),
  program('format', node, [tool('oxfmt/bin/oxfmt'), '--check']),
  program('arrows', node, ['scripts/arrows.ts']),
  program('style', node, ['scripts/style.ts']),
  { name: 'cases compile with nvcc', run: compileAll },
];
const built: Step = {
  name: 'dist is what src builds',
  run: async () => {
    const stale = await staleFiles();
    return stale.length === 0 ? passed() : failed(stale.join('\n'));
  },
};

const sets: readonly (readonly Step[])[] = [
  [built],
  [{ name: 'README: check examples/', run: firstCommand }],
  isPortable ? checks.slice(0, 1) : checks,
  [{ name: 'tests', run: vitest }],
];
if (!(await runSteps(sets))) process.exitCode = 1;
