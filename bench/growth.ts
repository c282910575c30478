/**
 * How the time for a kernel grows with its size, in five families of race-free kernels after Faial (CAV'21, Figures 7
 * and 8), accesses, barriers, conditionals, nested loops without and with barriers, and in eight of what maintained
 * code has: unrolled stores, guards, template instances … Every kernel must be `drf`. Times are processor times of all
 * threads, of the whole way from text to answer, in a process that has started and answered before; but never this
 * text: each run has a block of another width, so that no answer about one is kept from another.
 *
 * Run: npx node bench/growth.ts [FAMILY]     all families, or those whose names contain this
 */
import type { EngineOptions } from '../src/engine.ts';
import { assetPaths } from '../src/assets.ts';
import { createEngine } from '../src/pipeline.ts';
import { line } from './fit.ts';
import type { Row } from './table.ts';
import { printTable } from './table.ts';

/** The kernel's body at a size; or a whole text, of what a body cannot show. */
type Family = Readonly<{
  name: string;
  /** A larger one is beyond a stated limit. */
  most?: number;
  /**
   * Under which launch; not given: one block. `blocks`: 16 blocks, with what they do to each other. `stated`: what host
   * code of the text states.
   */
  launch?: 'blocks' | 'stated';
}> &
  (Readonly<{ body: Lines }> | Readonly<{ text: Lines }>);
/** `threads`: of the block. */
type Lines = (size: number, threads: number) => readonly string[];

const upTo = (size: number): readonly number[] => Array.from({ length: size }, (_, k) => k + 1);

/** `for (…) { inside for (…) { inside … } }` */
function nested(size: number, inside: string): readonly string[] {
  return [...upTo(size).map((k) => `for (int i${k} = 0; i${k} < n; i${k}++) { ${inside}`), '}'.repeat(size)];
}

const families: readonly Family[] = [
  {
    name: 'accesses',
    body: (size, threads) =>
      upTo(size).map((k) => `x += a[tid + ${((7 * k) % 64) + 100} * ${threads}]; a[tid + ${k} * ${threads}] = x;`),
  },
  { name: 'barriers', body: (size) => upTo(size).map(() => 'a[tid] = x; __syncthreads();') },
  { name: 'conditionals', body: (size) => upTo(size).map((k) => `if (tid == ${k - 1}) { a[tid] = x; }`) },
  { name: 'nested loops', body: (size) => nested(size, 'a[tid] = x;') },
  { name: 'nested loops with barriers', body: (size) => nested(size, 'a[tid] = x; __syncthreads();') },
];

function copiedRows(size: number, threads: number): readonly string[] {
  const copied = upTo(size)
    .map((k) => threads * k)
    .map((at) => `if (i + ${at} < n) dst[o + i + ${at}] = src[o + i + ${at}];`);
  return [
    '__global__ void k(float *dst, const float *__restrict__ src, const int *__restrict__ rows, int n) {',
    'int o = rows[blockIdx.y], i = blockIdx.x * blockDim.x + threadIdx.x;',
    ...copied,
    '}',
  ];
}

/** One kernel, launched with each of these numbers of blocks and threads. */
function launched(sizes: readonly (readonly [number, number])[]): readonly string[] {
  const kernel =
    '__global__ void k(int *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] = n; }';
  return [
    kernel,
    `void run(int *a, int n) { ${sizes.map(([blocks, threads]) => `k<<<${blocks}, ${threads}>>>(a, n);`).join(' ')} }`,
  ];
}

/** Of code that people maintain: what unrolling, macros and templates make. */
const maintained: readonly Family[] = [
  {
    name: 'guarded stores at constant distances',
    launch: 'blocks',
    body: (size, threads) =>
      upTo(size).map(
        (k) =>
          `if (blockIdx.x * ${threads * size} + tid + ${threads * k} < n) a[blockIdx.x * ${threads * size} + tid + ${threads * k}] = x;`,
      ),
  },
  { name: 'copied rows, which may begin at one offset', launch: 'blocks', text: copiedRows },
  {
    name: 'statements in one interval',
    body: (size, threads) =>
      upTo(size).map((k) => `a[tid + ${threads * (k % 7)}] += a[tid + ${threads * (k % 5)}] * ${k} + n;`),
  },
  {
    name: 'nested guards',
    body: (size) => [...upTo(size).map((k) => `if (tid + ${k} < n) {`), 'a[tid] = x;', '}'.repeat(size)],
  },
  {
    name: 'locals carried through a loop',
    body: (size) => [
      ...upTo(size).map((k) => `int v${k} = x;`),
      'for (int i = 0; i < n; i++) {',
      ...upTo(size).map((k) => `v${k} += i;`),
      '}',
      `a[tid] = ${upTo(size)
        .map((k) => `v${k}`)
        .join(' + ')};`,
    ],
  },
  {
    name: 'template instances',
    most: 24,
    launch: 'stated',
    text: (size, threads) => [
      'template <int N> __global__ void k(int *a, int n) { int i = blockIdx.x * N + threadIdx.x; if (threadIdx.x < N && i < n) a[i] = N; }',
      `void run(int *a, int n) { ${upTo(size)
        .map((k) => `k<${k + 32}><<<8, ${threads}>>>(a, n);`)
        .join(' ')} }`,
    ],
  },
  {
    name: 'launches of one kernel, of one size',
    launch: 'stated',
    text: (size, threads) => launched(upTo(size).map(() => [8, threads])),
  },
  {
    name: 'launches of one kernel, of as many sizes',
    most: 16,
    launch: 'stated',
    text: (size, threads) => launched(upTo(size).map((k) => [k + 8, threads])),
  },
  {
    name: 'device functions that call each other',
    most: 40,
    text: (size) => [
      '__device__ int f0(int x) { return x; }',
      ...upTo(size).map((k) => `__device__ int f${k}(int x) { return f${k - 1}(x) + 1; }`),
      `__global__ void k(int *a, int n) { a[threadIdx.x] = f${size}(n); }`,
    ],
  },
];

function kernelOf(family: Family, size: number, threads: number): string {
  const lines =
    'text' in family
      ? family.text(size, threads)
      : ['__global__ void k(int *a, int n) {', 'int tid = threadIdx.x; int x = 1;', ...family.body(size, threads), '}'];
  return [...lines, ''].join('\n');
}

const optionsFor = ({ launch }: Family, threads: number): EngineOptions => ({
  kernel: null,
  block: launch === 'stated' ? null : [threads, 1, 1],
  grid: launch === 'stated' ? null : launch === 'blocks' ? [4, 4, 1] : [1, 1, 1],
  params: new Map(),
  assumes: [],
  defines: new Map(),
  includeDirs: [],
  warpModel: 'its',
  level: launch === undefined ? 'block' : 'grid',
  timeoutSeconds: null,
  repair: false,
});

const sizes = [1, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50] as const;
/** Of code that people maintain. */
const largeSizes = [1, 10, 16, 24, 40, 50, 100, 200] as const;
const times = 5;
const [mostMs, mostExponent] = [500, 1.1];

type Point = Readonly<{ size: number; ms: number; verdicts: ReadonlySet<string> }>;

const engine = await createEngine(assetPaths(), () => performance.now());

/** A block of a width that no run has had. */
let lastWidth = 63;

async function once(family: Family, size: number): Promise<Readonly<{ ms: number; verdict: string }>> {
  const threads = (++lastWidth % 960) + 64;
  const text = kernelOf(family, size, threads);
  const before = process.cpuUsage();
  const report = await engine.analyze({
    files: ['growth.cu'],
    read: (path) => (path === 'growth.cu' ? text : null),
    options: optionsFor(family, threads),
  });
  const { user, system } = process.cpuUsage(before);
  return {
    ms: (user + system) / 1000,
    verdict: [
      ...new Set(
        report.kernels.map(({ verdict, reasons }) => [verdict, ...(verdict === 'drf' ? [] : reasons)].join(' ')),
      ),
    ].join(),
  };
}

async function measured(family: Family, size: number): Promise<Point> {
  const runs = [];
  for (let n = 0; n < times; n++) runs.push(await once(family, size));
  return { size, ms: Math.min(...runs.map(({ ms }) => ms)), verdicts: new Set(runs.map(({ verdict }) => verdict)) };
}

/** Rows of a family: all sizes are proved, what the largest takes, and the fits. */
async function rowsOf(family: Family, of: readonly number[]): Promise<readonly Row[]> {
  const points: Point[] = [];
  for (const size of of) points.push(await measured(family, size));
  const last = points.at(-1);
  const straight = line(points.map(({ size, ms }) => ({ x: size, y: ms })));
  const power = line(
    points.filter(({ size }) => size >= 10).map(({ size, ms }) => ({ x: Math.log(size), y: Math.log(ms) })),
  );
  const isProved = points.every(({ verdicts }) => [...verdicts].every((verdict) => verdict === 'drf'));
  const shown = points.map(({ size, ms }) => `${size}: ${ms.toFixed(1)}`).join(', ');
  return [
    {
      what: `${family.name}, all sizes`,
      measured: isProved ? 'drf' : points.flatMap(({ verdicts }) => [...verdicts]).join('; '),
      limit: 'drf',
      holds: isProved,
    },
    {
      what: `${family.name}, milliseconds by size`,
      measured: shown,
      limit: `${last?.size ?? 0} within ${mostMs} ms`,
      holds: (last?.ms ?? Number.NaN) <= mostMs,
    },
    {
      what: `${family.name}, fit`,
      measured: `${straight.height.toFixed(1)} + ${straight.slope.toFixed(2)}·n ms (R² ${straight.r2.toFixed(2)}); from 10 on as n^${power.slope.toFixed(2)}`,
      limit: `at most n^${mostExponent}`,
      holds: power.slope <= mostExponent,
    },
  ];
}

const chosen = process.argv[2] ?? '';
const large = maintained.map((family) => ({ family, of: largeSizes.filter((size) => size <= (family.most ?? size)) }));
const all = [...families.map((family) => ({ family, of: sizes })), ...large].filter(({ family }) =>
  family.name.includes(chosen),
);
// all once at every size, so that none pays for the warming up of V8
for (const { family, of } of all) for (const size of of) await once(family, size);
const rows: Row[] = [];
for (const { family, of } of all) rows.push(...(await rowsOf(family, of)));
await engine.close();
console.log(
  printTable({
    title: `Growth (processor time, least of ${times}, after Faial's Figures 7 and 8)`,
    command: 'npx node bench/growth.ts',
    rows,
  }),
);
