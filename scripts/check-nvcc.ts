/**
 * Why: a test case that is not CUDA proves nothing. Compiles every kernel of test/cases and examples with nvcc, which
 * needs no GPU. Where there is no nvcc, says so and passes: nothing else here needs the CUDA toolkit.
 *
 * Run: node scripts/check-nvcc.ts
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow, root } from './source-tree.ts';
import { type Outcome, execute, failed, passed, skipped } from './steps.ts';

/** `-D` words of a case's options; a case that is not even JSON is the business of test/cases.test.ts. */
function definesOf(kernel: string): readonly string[] {
  const path = join(root, kernel.replace(/kernel\.cu$/, 'case.json'));
  if (!kernel.endsWith('/kernel.cu') || !existsSync(path)) return [];
  const json: unknown = JSON.parse(readFileSync(path, 'utf8'));
  const under = (value: unknown, key: string): unknown => typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
  const defines = under(under(json, 'options'), 'define');
  return typeof defines === 'object' && defines !== null ? Object.entries(defines).map(([name, value]) => `-D${name}=${String(value)}`) : [];
}

/** A kernel that launches another is compiled for linking. */
const linkingOf = (kernel: string): readonly string[] => (readFileSync(join(root, kernel), 'utf8').includes('<<<') ? ['-rdc=true'] : []);

/** Cases that pin how we meet text that is no CUDA say so on their first line. */
const isMeantToFail = (kernel: string): boolean => readFileSync(join(root, kernel), 'utf8').startsWith('// not compiled by nvcc');

export async function compileAll(): Promise<Outcome> {
  const nvcc = (await execute('nvcc', ['--version'])).status === 0 ? 'nvcc' : '/usr/local/cuda/bin/nvcc';
  if ((await execute(nvcc, ['--version'])).status !== 0) return skipped('no nvcc on this machine');
  const waiting = [...filesBelow('test/cases', (path) => path.endsWith('/kernel.cu')), ...filesBelow('examples', (path) => path.endsWith('.cu'))].filter((path) => !isMeantToFail(path));
  const total = waiting.length;
  const problems: string[] = [];
  const worker = async (): Promise<void> => {
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      // The front ends alone: what they accept is CUDA. No code is generated, so it takes a fraction of the time.
      const { status, stdout, stderr } = await execute(nvcc, ['--ptx', '-arch=sm_80', '-O0', '-w', '--extended-lambda', '-I', 'test/nvcc-only', ...linkingOf(path), ...definesOf(path), '-o', '/dev/null', path]);
      if (status !== 0) problems.push(`${path}\n${stdout}${stderr}`);
    }
  };
  await Promise.all([worker(), worker()]);
  return problems.length === 0 ? passed(`${total} files`) : failed(problems.sort().join('\n'));
}

if (import.meta.main) {
  const outcome = await compileAll();
  console.log(outcome.output);
  process.exitCode = outcome.failed > 0 ? 1 : 0;
}
