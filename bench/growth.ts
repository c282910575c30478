/**
 * How the time for a kernel grows with its size, in five families of race-free kernels after Faial (CAV'21, Figures 7 and 8):
 * accesses, barriers, conditionals, nested loops without and with barriers. Every kernel must be `drf`. Times are processor
 * times of all threads, of the whole way from text to answer, in a process that has started and answered before.
 *
 * Run: npx node bench/growth.ts
 */
import type { EngineOptions } from '../src/engine.ts';
import { assetPaths } from '../src/assets.ts';
import { createEngine } from '../src/pipeline.ts';
import { line } from './fit.ts';
import { printTable } from './table.ts';

/** The kernel's body at a size. */
type Family = Readonly<{ name: string; body: (size: number) => readonly string[] }>;

const upTo = (size: number): readonly number[] => Array.from({ length: size }, (_, k) => k + 1);
const threads = 128;

/** `for (…) { inside for (…) { inside … } }` */
function nested(size: number, inside: string): readonly string[] {
  return [...upTo(size).map((k) => `for (int i${k} = 0; i${k} < n; i${k}++) { ${inside}`), '}'.repeat(size)];
}

const families: readonly Family[] = [
  { name: 'accesses', body: (size) => upTo(size).map((k) => `x += a[tid + ${(7 * k) % 64 + 100} * ${threads}]; a[tid + ${k} * ${threads}] = x;`) },
  { name: 'barriers', body: (size) => upTo(size).map(() => 'a[tid] = x; __syncthreads();') },
  { name: 'conditionals', body: (size) => upTo(size).map((k) => `if (tid == ${k - 1}) { a[tid] = x; }`) },
  { name: 'nested loops', body: (size) => nested(size, 'a[tid] = x;') },
  { name: 'nested loops with barriers', body: (size) => nested(size, 'a[tid] = x; __syncthreads();') },
];

const kernelOf = ({ body }: Family, size: number): string => ['__global__ void k(int *a, int n) {', 'int tid = threadIdx.x; int x = 1;', ...body(size), '}', ''].join('\n');

const options: EngineOptions = {
  kernel: null, block: [threads, 1, 1], grid: [1, 1, 1], params: new Map(), assumes: [], defines: new Map(), includeDirs: [],
  warpModel: 'its', level: 'block', timeoutSeconds: null, repair: false,
};

const sizes = [1, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50] as const;
const times = 7;
const [mostMs, mostExponent] = [500, 1.1];

type Point = Readonly<{ size: number; ms: number; verdicts: ReadonlySet<string> }>;

const engine = await createEngine(assetPaths(), () => performance.now());

async function once(text: string): Promise<Readonly<{ ms: number; verdict: string }>> {
  const before = process.cpuUsage();
  const report = await engine.analyze({ files: ['growth.cu'], read: (path) => (path === 'growth.cu' ? text : null), options });
  const { user, system } = process.cpuUsage(before);
  return { ms: (user + system) / 1000, verdict: report.kernels.map(({ verdict, reasons }) => [verdict, ...reasons].join(' ')).join() };
}

async function measured(family: Family, size: number): Promise<Point> {
  const text = kernelOf(family, size);
  const runs = [];
  for (let n = 0; n < times; n++) runs.push(await once(text));
  return { size, ms: Math.min(...runs.map(({ ms }) => ms)), verdicts: new Set(runs.map(({ verdict }) => verdict)) };
}

/** All families once at every size, so that none pays for the warming up of V8. */
for (const family of families) for (const size of sizes) await once(kernelOf(family, size));

const rows = [];
for (const family of families) {
  const points: Point[] = [];
  for (const size of sizes) points.push(await measured(family, size));
  const last = points.at(-1)?.ms ?? Number.NaN;
  const straight = line(points.map(({ size, ms }) => ({ x: size, y: ms })));
  const power = line(points.filter(({ size }) => size >= 10).map(({ size, ms }) => ({ x: Math.log(size), y: Math.log(ms) })));
  const isProved = points.every(({ verdicts }) => [...verdicts].every((verdict) => verdict === 'drf'));
  const shown = points.map(({ size, ms }) => `${size}: ${ms.toFixed(1)}`).join(', ');
  rows.push(
    { what: `${family.name}, all sizes`, measured: isProved ? 'drf' : points.flatMap(({ verdicts }) => [...verdicts]).join('; '), limit: 'drf', holds: isProved },
    { what: `${family.name}, milliseconds by size`, measured: shown, limit: `50 within ${mostMs} ms`, holds: last <= mostMs },
    {
      what: `${family.name}, fit`,
      measured: `${straight.height.toFixed(1)} + ${straight.slope.toFixed(2)}·n ms (R² ${straight.r2.toFixed(2)}); from 10 on as n^${power.slope.toFixed(2)}`,
      limit: `at most n^${mostExponent}`, holds: power.slope <= mostExponent,
    },
  );
}
await engine.close();
console.log(printTable({ title: `Growth (processor time, least of ${times}, after Faial's Figures 7 and 8)`, command: 'npx node bench/growth.ts', rows }));
