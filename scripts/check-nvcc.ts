/**
 * Why: a test case that is not CUDA proves nothing. Compiles every kernel of test/cases, examples and bench/project
 * with nvcc, which needs no GPU. Where there is no nvcc, says so and passes: nothing else here needs the CUDA toolkit.
 *
 * Run: node scripts/check-nvcc.ts
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { groupBy } from '../src/base/group.ts';
import { filesBelow, root, textIfThere } from './source-tree.ts';
import { type Outcome, execute, failed, passed, skipped } from './steps.ts';

/** `-D` words of a case's options; a case that is not even JSON is the business of test/case-tests.ts. */
export function definesOf(kernel: string): readonly string[] {
  const path = resolve(root, kernel.replace(/kernel\.cu$/, 'case.json'));
  if (!kernel.endsWith('/kernel.cu') || !existsSync(path)) return [];
  const json: unknown = JSON.parse(readFileSync(path, 'utf8'));
  const under = (value: unknown, key: string): unknown =>
    typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
  const defines = under(under(json, 'options'), 'define');
  const given =
    typeof defines === 'object' && defines !== null
      ? Object.entries(defines).map(([name, value]) => `-D${name}=${String(value)}`)
      : [];
  return [...given, ...buildDefinesOf(kernel)];
}

/**
 * Those that a build file beside the kernel gives, where a case is about such a file: `-DNAME=VALUE`, and pairs of
 * `define_macros`.
 */
function buildDefinesOf(kernel: string): readonly string[] {
  const texts = ['compile_commands.json', 'setup.py'].map(
    (name) => textIfThere(kernel.replace(/kernel\.cu$/, name)) ?? '',
  );
  return texts.flatMap((text) => [
    ...[...text.matchAll(/(?<![\w-])-D(\w+)(?:=(\w+))?/g)].map(([, name = '', value]) => `-D${name}=${value ?? '1'}`),
    ...[...text.matchAll(/\('(\w+)', '(\w+)'\)/g)].map(([, name = '', value = '']) => `-D${name}=${value}`),
  ]);
}

/** A kernel that launches another is compiled for linking. */
const linkingOf = (kernel: string): readonly string[] =>
  readFileSync(resolve(root, kernel), 'utf8').includes('<<<') ? ['-rdc=true'] : [];

/** Cases that pin how we meet text that is no CUDA say so on their first line. */
export const isMeantToFail = (kernel: string): boolean =>
  readFileSync(resolve(root, kernel), 'utf8').startsWith('// not compiled by nvcc');

/** The front ends alone: what they accept is CUDA. No code is generated, so it takes a fraction of the time. */
const words = ['--ptx', '-O0', '-w', '--extended-lambda', '-I', 'test/nvcc-only', '-o', '/dev/null'];

/** Bulk copies and clusters are there from Hopper on. */
const architectureOf = (kernel: string): string =>
  /cp_async_bulk|fence_proxy_async|__cluster_dims__/.test(readFileSync(resolve(root, kernel), 'utf8'))
    ? '-arch=sm_90a'
    : '-arch=sm_80';

/**
 * Constraints and `<=>` are there from C++20 on, as is what a comment `// C++20` says so of; the type of the latter is
 * of the standard library, whose functions are for the host alone.
 */
function standardOf(kernel: string): readonly string[] {
  const text = readFileSync(resolve(root, kernel), 'utf8');
  if (text.includes('<=>')) return ['-std=c++20', '--expt-relaxed-constexpr'];
  return text.includes('// C++20') || /\b(?:concept|requires)\b/.test(text.replace(/\/\/.*/g, ''))
    ? ['-std=c++20']
    : [];
}

/** The folder of a case with headers of its own: `#include <NAME>` finds them there, as a build's `-I` would. */
export function foldersOf(kernel: string): readonly string[] {
  const folder = dirname(resolve(root, kernel));
  const hasOwn = includesOf(kernel).some((line) => existsSync(join(folder, /<(.*)>/.exec(line)?.[1] ?? '\0')));
  return hasOwn ? ['-I', folder] : [];
}

/** Kernels compiled as one file. */
const together = 40;

/**
 * What makes kernels that can be compiled as one file alike; null for one that means something else inside a namespace
 * beside others. Most of the time of a small file goes into headers, which are then read once for many.
 */
function kindOf(kernel: string): string | null {
  const text = readFileSync(resolve(root, kernel), 'utf8');
  const isAlone = /^\s*#\s*(?:include\s*"|pragma|if|undef)|extern "C"|\basm\b/m.test(text);
  return isAlone
    ? null
    : JSON.stringify([
        architectureOf(kernel),
        standardOf(kernel),
        linkingOf(kernel),
        definesOf(kernel),
        foldersOf(kernel),
        includesOf(kernel),
      ]);
}

const includesOf = (kernel: string): readonly string[] =>
  readFileSync(resolve(root, kernel), 'utf8').match(/^\s*#\s*include\s*<.*$/gm) ?? [];

/** One file of many kernels with the same includes: each in a namespace, its macros forgotten behind it. */
export function gathered(kernels: readonly [string, ...string[]]): string {
  const parts = kernels.map((kernel, k) => {
    const names = [...readFileSync(resolve(root, kernel), 'utf8').matchAll(/^\s*#\s*define\s+(\w+)/gm)].flatMap(
      ([, name]) => name ?? [],
    );
    return `namespace alone_${k} {\n#include "${resolve(root, kernel)}"\n}\n${[...new Set(names)].map((name) => `#undef ${name}\n`).join('')}`;
  });
  return `${includesOf(kernels[0]).join('\n')}\n${parts.join('')}`;
}

/** Two sets in the place of one that is rejected. */
export function halvesOf(kernels: readonly string[]): readonly (readonly [string, ...string[]])[] {
  const half = Math.ceil(kernels.length / 2);
  return [kernels.slice(0, half), kernels.slice(half)].flatMap(([one, ...others]) =>
    one === undefined ? [] : [[one, ...others] as const],
  );
}

/**
 * Those of them that the compiler rejects, with what it says: of a set that it rejects, those that it rejects alone.
 */
async function rejected(
  nvcc: string,
  kernels: readonly [string, ...string[]],
  folder: string,
): Promise<readonly string[]> {
  const [first] = kernels;
  const isOne = kernels.length === 1;
  const file = isOne ? first : join(folder, `${first.replace(/\W/g, '_')}.cu`);
  if (!isOne) writeFileSync(file, gathered(kernels));
  const { status, stdout, stderr } = await execute(nvcc, [
    ...words,
    architectureOf(first),
    ...standardOf(first),
    ...foldersOf(first),
    ...linkingOf(first),
    ...definesOf(first),
    file,
  ]);
  if (status === 0) return [];
  if (isOne) return [`${first}\n${stdout}${stderr}`];
  const problems: string[] = [];
  for (const half of halvesOf(kernels)) problems.push(...(await rejected(nvcc, half, folder)));
  return problems;
}

export function setsOf(kernels: readonly string[]): readonly (readonly [string, ...string[]])[] {
  return [...groupBy(kernels, (kernel) => kindOf(kernel) ?? kernel).values()]
    .flatMap((kind) =>
      Array.from({ length: Math.ceil(kind.length / together) }, (_, k) => kind.slice(k * together, (k + 1) * together)),
    )
    .flatMap(([one, ...others]) => (one === undefined ? [] : [[one, ...others] as const]));
}

export function compileAll(): Promise<Outcome> {
  return compileFiles([
    ...filesBelow('test/cases', (path) => path.endsWith('/kernel.cu')),
    ...filesBelow('examples', (path) => path.endsWith('.cu')),
    ...filesBelow('bench/project', (path) => path.endsWith('.cu')),
  ]);
}

/** `paths`: of CUDA files, seen from the root or whole. A `kernel.cu` of a case has its `case.json` beside it. */
export async function compileFiles(paths: readonly string[]): Promise<Outcome> {
  const nvcc = (await execute('nvcc', ['--version'])).status === 0 ? 'nvcc' : '/usr/local/cuda/bin/nvcc';
  if ((await execute(nvcc, ['--version'])).status !== 0) return skipped('no nvcc on this machine');
  const kernels = paths.filter((path) => !isMeantToFail(path));
  const waiting = [...setsOf(kernels)];
  const folder = mkdtempSync(join(tmpdir(), 'syncwright-nvcc-'));
  const problems: string[] = [];
  const worker = async (): Promise<void> => {
    for (let set = waiting.shift(); set !== undefined; set = waiting.shift())
      problems.push(...(await rejected(nvcc, set, folder)));
  };
  try {
    await Promise.all([worker(), worker()]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return problems.length === 0 ? passed(`${kernels.length} files`) : failed(problems.sort().join('\n'));
}

if (import.meta.main) {
  const outcome = await compileAll();
  console.log(outcome.output);
  process.exitCode = outcome.failed > 0 ? 1 : 0;
}
