/**
 * Processor time of the front end. Without arguments: how it grows with the size of a text, in families of what
 * maintained code has much of (instances of a template, launches, tables of constants, headers). With files and
 * folders: the time that each stage takes, and the files that take most.
 *
 * Run: npx node bench/front-end.ts [PATH…]
 */
import type { EngineOptions } from '../src/engine.ts';
import { assetPaths } from '../src/assets.ts';
import { createEngine } from '../src/pipeline.ts';
import { defaultMaxBytes, gatherSources } from '../src/cli/source-files.ts';
import { line } from './fit.ts';
import { printTable } from './table.ts';

const options: EngineOptions = {
  kernel: null,
  block: null,
  grid: null,
  params: new Map(),
  assumes: [],
  defines: new Map(),
  includeDirs: [],
  warpModel: 'its',
  level: 'grid',
  timeoutSeconds: null,
  repair: false,
};
const stages = ['preprocess', 'parse', 'launch', 'lower'] as const;
type StageMs = Readonly<Record<(typeof stages)[number], number>>;

/** Milliseconds that the process has computed for, over all its threads. */
const processorMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const engine = await createEngine(assetPaths(), processorMs);

type Sources = Readonly<{ files: readonly string[]; read: (path: string) => string | null }>;
type Measured = Readonly<{ ms: number; stageMs: StageMs; kernels: number }>;

function once({ files, read }: Sources): Measured {
  const start = processorMs();
  const { stageMs, kernels } = engine.coverage({ files, read, options });
  return {
    ms: processorMs() - start,
    stageMs,
    kernels: kernels.reduce((sum, { instances }) => sum + instances.length, 0),
  };
}

/**
 * `files`: the texts by path, the first of which is read; `kernels`: how many instances there are in it; `most`: the
 * power of the size that the time may grow with.
 */
type Family = Readonly<{
  name: string;
  sizes: readonly number[];
  files: (size: number) => Readonly<Record<string, string>>;
  kernels: (size: number) => number;
  most: number;
}>;

const upTo = (size: number): readonly number[] => Array.from({ length: size }, (_, k) => k + 1);
const lines = (size: number, each: (k: number) => string): string => upTo(size).map(each).join('\n');
const usual = [1, 25, 50, 100, 200];
/** So many instances of one template are followed. */
const instances = 10;
const templateOf = (k: number): string => `k${Math.ceil(k / instances)}`;
/** As many templates as have so many instances, and a launch of each instance. */
const launched = (size: number, body: string): string =>
  `${lines(Math.ceil(size / instances), (k) => `template <int n> __global__ void k${k}(int *a) { ${body} }`)}\nvoid run(int *a) {\n${lines(size, (k) => `${templateOf(k)}<${k}><<<1, 64>>>(a);`)}\n}`;
const shape =
  'struct Shape { int rows, cols; constexpr __host__ __device__ Shape(int r, int c) : rows(r), cols(c) {} };';

const families: readonly Family[] = [
  {
    name: 'instances of templates',
    sizes: usual,
    most: 1.3,
    kernels: (size) => size,
    files: (size) => ({ 'a.cu': launched(size, 'for (int i = 0; i < n; i++) a[threadIdx.x + 64 * i] = n;') }),
  },
  {
    // each of the launches has the conditions of those before it
    name: 'launches in a chain of `else if`',
    sizes: usual,
    most: 2.1,
    kernels: () => 1,
    files: (size) => ({
      'a.cu': `__global__ void k(int *a, int n) { a[threadIdx.x] = n; }\nvoid run(int *a, int n) {\n${upTo(size)
        .map((k) => `if (n == ${k}) k<<<1, ${32 * (1 + (k % 4))}>>>(a, n);`)
        .join('\nelse ')}\n}`,
    }),
  },
  {
    name: 'functions that call the next',
    sizes: [1, 10, 20, 30, 40],
    most: 1.3,
    kernels: () => 1,
    files: (size) => ({
      'a.cu': `__device__ int f0(int x) { return x; }\n${lines(size, (k) => `__device__ int f${k}(int x) { return f${k - 1}(x + 1); }`)}\n__global__ void k(int *a) { a[f${size}(threadIdx.x)] = 1; }`,
    }),
  },
  {
    name: '`constexpr` functions that make objects and call the next',
    sizes: [1, 10, 20, 30, 40],
    most: 1.3,
    kernels: () => 1,
    files: (size) => ({
      'a.cu': `${shape}\nconstexpr __device__ int f0(int x) { return x; }\n${lines(size, (k) => `constexpr __device__ int f${k}(int x) { return Shape(f${k - 1}(x) + 1, x).rows; }`)}\n__global__ void k(int *a) { a[threadIdx.x + f${size}(3)] = 1; }`,
    }),
  },
  {
    name: 'rows of a table of constants, read in each instance',
    sizes: usual,
    most: 2.1,
    kernels: (size) => size,
    files: (size) => ({
      'a.cu': `${shape}\nconstexpr __device__ Shape shapeOf(int n) {\n${lines(size, (k) => `if (n == (${k}) && n < ${k + 1}) return Shape(${k}, ${2 * k});`)}\nreturn Shape(1, 1);\n}\nconstexpr __device__ int rowsOf(int n) { return shapeOf(n).rows; }\nconstexpr __device__ int colsOf(int n) { return shapeOf(n).cols; }\n${launched(size, 'a[threadIdx.x * rowsOf(n) + colsOf(n)] = rowsOf(n);')}`,
    }),
  },
  {
    name: 'enumerators, of an enumeration that as many functions name',
    sizes: usual,
    most: 1.3,
    kernels: () => 1,
    files: (size) => ({
      'a.cu': `enum Kind { ${upTo(size)
        .map((k) => `KIND_${k} = ${k}`)
        .join(
          ', ',
        )} };\n${lines(size, (k) => `__device__ int f${k}(Kind kind) { return kind + ${k}; }`)}\n__global__ void k(int *a, Kind kind) {\n${lines(size, (k) => `a[threadIdx.x * 512 + ${k}] = f${k}(kind);`)}\n}`,
    }),
  },
  {
    name: 'headers',
    sizes: usual,
    most: 1.3,
    kernels: () => 1,
    files: (size) => ({
      'a.cu': `${lines(size, (k) => `#include "h${k}.cuh"`)}\n__global__ void k(int *a) { a[threadIdx.x] = f${size}(1); }`,
      ...Object.fromEntries(
        upTo(size).map((k) => [
          `h${k}.cuh`,
          `#pragma once\n${k > 1 ? `#include "h${k - 1}.cuh"\n` : ''}#define M${k}(x) ((x) + ${k})\n__device__ int f${k}(int x) { return M${k}(x); }\n`,
        ]),
      ),
    }),
  },
];

const times = 3;

/** The least of several times; null where the kernels are not those that there must be. */
function least(family: Family, size: number): number | null {
  const files = family.files(size);
  const [first = ''] = Object.keys(files);
  const made = upTo(times).map(() => once({ files: [first], read: (path) => files[path] ?? null }));
  return made.every(({ kernels }) => kernels === family.kernels(size)) ? Math.min(...made.map(({ ms }) => ms)) : null;
}

function growth(): string {
  for (const family of families) for (const size of family.sizes) least(family, size);
  const rows = families.map((family) => {
    const points = family.sizes.map((size) => ({ size, ms: least(family, size) }));
    const large = points
      .slice(-3)
      .flatMap(({ size, ms }) => (ms === null ? [] : [{ x: Math.log(size), y: Math.log(ms) }]));
    const power = line(large).slope;
    const shown = points.map(({ size, ms }) => `${size}: ${ms === null ? 'other kernels' : ms.toFixed(1)}`).join(', ');
    return {
      what: family.name,
      measured: `${shown}; as n^${power.toFixed(2)}`,
      limit: `at most n^${family.most}`,
      holds: large.length === 3 && power <= family.most,
    };
  });
  return printTable({
    title: `Growth of the front end (milliseconds of processor time by size, least of ${times})`,
    command: 'npx node bench/front-end.ts',
    rows,
  });
}

/** The stages' times over all files, and the files that take most, each with what it includes. */
function stagesOf(paths: readonly string[]): string {
  const { files, read } = gatherSources(paths, { maxBytes: defaultMaxBytes, include: [] });
  const all = once({ files, read });
  const alone = files.map((file) => ({ file, ...once({ files: [file], read }) })).sort((a, b) => b.ms - a.ms);
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
  const shown = ({ ms, stageMs, kernels }: Measured): string =>
    `${seconds(ms)} (${stages.map((stage) => `${stage} ${seconds(stageMs[stage])}`).join(', ')}; ${kernels} kernels)`;
  const rows = [
    { what: `${files.length} files`, ...all },
    ...alone.slice(0, 20).map((one) => ({ what: `… \`${one.file}\` alone`, ...one })),
  ];
  return printTable({
    title: 'Time of the front end',
    command: `npx node bench/front-end.ts ${paths.join(' ')}`,
    rows: rows.map((row) => ({ what: row.what, measured: shown(row), limit: '', holds: null })),
  });
}

const paths = process.argv.slice(2);
console.log(paths.length === 0 ? growth() : stagesOf(paths));
await engine.close();
