/**
 * Why: a GPU runs binaries. Compiles the kernels of the launches that plan.ts has planned, without optimization, so
 * that each access of the source is made, and writes what runner.cpp reads: `jobs-N.txt`, and the binaries beside them.
 *
 * Run: node test/gpu/compile.ts FOLDER
 */
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { definesOf, foldersOf, gathered, halvesOf, isMeantToFail, setsOf } from '../../scripts/check-nvcc.ts';
import { execute } from '../../scripts/steps.ts';
import type { Plan } from './planned.ts';

/** Launches of one process, which a fault or a deadlock ends. */
const jobsOfFile = 40;
const words = [
  '-cubin',
  '-arch=sm_90a',
  '-std=c++20',
  '-G',
  '-fmad=false',
  '-w',
  '--extended-lambda',
  '-I',
  'test/nvcc-only',
];

const [folder = 'tmp/gpu'] = process.argv.slice(2);
const isPlan = (name: string): boolean => /^plan-\d+\.json$/.test(name);
type Written = Readonly<{ plans: readonly Plan[] }>;
const hasPlans = (json: unknown): json is Written =>
  typeof json === 'object' && json !== null && 'plans' in json && Array.isArray(json.plans);

/** As plan.ts has written them. */
function plansIn(name: string): readonly Plan[] {
  const json: unknown = JSON.parse(readFileSync(join(folder, name), 'utf8'));
  return hasPlans(json) ? json.plans : [];
}
const plans = readdirSync(folder).filter(isPlan).sort().flatMap(plansIn);
const fileOf = ({ folder: place }: Plan): string => `${place}/kernel.cu`;

type Binary = Readonly<{
  name: string;
  /** By the file that it is compiled from: the symbols in its namespace, and what they are called in C++. */ symbols: ReadonlyMap<
    string,
    readonly Symbol[]
  >;
}>;
type Symbol = Readonly<{ mangled: string; name: string }>;

const binaries: Binary[] = [];
const problems: string[] = [];

/** The entry points of a binary: global functions of the section table. */
async function symbolsOf(path: string): Promise<readonly Symbol[]> {
  const { stdout } = await execute('readelf', ['-sW', path]);
  const mangled = stdout
    .split('\n')
    .flatMap((line) => /\bFUNC\s+(?:GLOBAL|WEAK|LOCAL)\b.*\s(\S+)$/.exec(line)?.[1] ?? []);
  if (mangled.length === 0) return [];
  const named = await execute('c++filt', mangled);
  const names = named.stdout.trimEnd().split('\n');
  return mangled.map((one, k) => ({ mangled: one, name: names[k] ?? one }));
}

async function compile(kernels: readonly [string, ...string[]], at: string): Promise<void> {
  const [first] = kernels;
  const isOne = kernels.length === 1;
  const source = isOne ? first : join(folder, `set-${at}.cu`);
  if (!isOne) writeFileSync(source, gathered(kernels));
  const name = `set-${at}.cubin`;
  const done = await execute('nvcc', [
    ...words,
    ...foldersOf(first),
    ...definesOf(first),
    '-o',
    join(folder, name),
    source,
  ]);
  if (done.status === 0) {
    const all = await symbolsOf(join(folder, name));
    binaries.push({
      name,
      symbols: new Map(
        kernels.map(
          (kernel, k) =>
            [
              kernel,
              isOne
                ? all
                : all.flatMap((one) =>
                    one.name.includes(`alone_${k}::`)
                      ? [{ ...one, name: one.name.replaceAll(`alone_${k}::`, '') }]
                      : [],
                  ),
            ] as const,
        ),
      ),
    });
    return;
  }
  if (isOne) {
    problems.push(`${first}: ${done.stderr.split('\n')[0] ?? ''}`);
    return;
  }
  for (const [k, half] of halvesOf(kernels).entries()) await compile(half, `${at}-${k}`);
}

/** `void f<(int)64>(float*)` and `f<64>` are called `f<64>`. */
const plainName = (name: string): string =>
  withoutParameters(name.replace(/\((?:unsigned )?(?:int|long|bool|char|short)\)/g, ''))
    .replace(/^void /, '')
    .replaceAll(/(?<=\d)[ul]+\b/gi, '')
    .replaceAll('(anonymous namespace)::', '')
    .replaceAll(' ', '');

function withoutParameters(name: string): string {
  let depth = 0;
  for (let k = name.length - 1; k >= 0; k--) {
    if (name[k] === ')') depth++;
    if (name[k] === '(' && --depth === 0) return name.slice(0, k);
  }
  return name;
}

function symbolOf(plan: Plan): Readonly<{ binary: string; mangled: string }> | null {
  for (const { name: binary, symbols } of binaries) {
    const all = symbols.get(fileOf(plan)) ?? [];
    const wanted = plainName(plan.kernel);
    const same = all.filter(({ name }) => plainName(name) === wanted || plainName(name).endsWith(`::${wanted}`));
    const [one] = same;
    if (one !== undefined && same.length === 1) return { binary, mangled: one.mangled };
  }
  return null;
}

/** Bytes by offset, those that follow each other as one. */
function printed(writes: readonly (readonly [number, string])[]): string {
  const runs: { offset: number; bytes: string[]; end: number }[] = [];
  for (const [offset, bytes] of writes) {
    const last = runs.at(-1);
    if (last?.end === offset) last.bytes.push(bytes);
    else runs.push({ offset, bytes: [bytes], end: offset });
    const now = runs.at(-1);
    if (now !== undefined) now.end = offset + bytes.length / 2;
  }
  return `${runs.length} ${runs.map(({ offset, bytes }) => `${offset} ${bytes.join('')}`).join(' ')}`;
}

/** Numbers of one launch, as runner.cpp reads them. */
function jobOf(plan: Plan, { binary, mangled }: Readonly<{ binary: string; mangled: string }>, at: number): string {
  const params = plan.params.map((param) => {
    if (param.kind === 'scalar') return `S ${param.bytes}`;
    const final =
      param.final === null
        ? '-1'
        : printed(param.final.map(([offset, byte]) => [offset, byte.toString(16).padStart(2, '0')] as const));
    return `A ${param.fill} ${printed(param.values)} ${final}`;
  });
  return [
    `J ${at} ${binary} ${mangled} ${plan.grid.join(' ')} ${plan.block.join(' ')} ${plan.sharedBytes} ${plan.cooperative ? 1 : 0} ${plan.hasGlobals ? 1 : 0} ${params.length}`,
    ...params,
  ].join('\n');
}

mkdirSync(folder, { recursive: true });
const files = [...new Set(plans.map(fileOf))].filter((path) => !isMeantToFail(path));
const waiting = [...setsOf(files).entries()];
const worker = async (): Promise<void> => {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await compile(next[1], String(next[0]));
};
await Promise.all([worker(), worker()]);
const jobs = plans
  .flatMap((plan, at) => {
    const symbol = symbolOf(plan);
    if (symbol === null) {
      problems.push(`${plan.id}: no symbol`);
      return [];
    }
    return [{ at, binary: symbol.binary, text: jobOf(plan, symbol, at) }];
  })
  .sort((a, b) => (a.binary < b.binary ? -1 : a.binary > b.binary ? 1 : a.at - b.at));
for (let k = 0; k < jobs.length; k += jobsOfFile)
  writeFileSync(
    join(folder, `jobs-${k / jobsOfFile}.txt`),
    `${jobs
      .slice(k, k + jobsOfFile)
      .map(({ text }) => text)
      .join('\n')}\n`,
  );
writeFileSync(join(folder, 'problems.json'), JSON.stringify(problems, null, 1));
console.log(
  `${files.length} files, ${binaries.length} binaries, ${jobs.length} launches of ${plans.length}, ${problems.length} problems`,
);
