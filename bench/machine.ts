/**
 * Speed of the SIMT machine: IR statements per second of one core, over kernels and launch sizes (a statement is one to
 * five instructions of src/machine/opcode.ts). Run with `npx node bench/machine.ts`. Times are processor times of whole
 * runs: starting blocks, executing, logging accesses, the report; the first rows include the warming up of V8. Then how
 * time grows with the work, threads times the statements of each, from a warp to 8 blocks of 1,024 threads: the fit of
 * t ~ n^k over medians of several runs of each size.
 */
import type { Kernel } from '../src/ir/ir.ts';
import type { ConcreteRun } from '../src/launch/run.ts';
import { array, assign, at, barrier, branch, forLoop, kernel, load, store, v, whileLoop } from '../src/ir/build.ts';
import { binary, builtin, cast, float, int } from '../src/base/expr-build.ts';
import { f32, i32, i64 } from '../src/base/ctype.ts';
import { compileKernel } from '../src/machine/compile.ts';
import type { CompiledKernel } from '../src/machine/compiled.ts';
import type { MachineReport } from '../src/machine/machine.ts';
import { runCompiled } from '../src/machine/run.ts';
import { line } from './fit.ts';
import { median } from './table.ts';

const tid = cast(i32, builtin('threadIdx.x'));
const tx = binary('%', tid, int(32));
const ty = binary('/', tid, int(32));
const bid = cast(i32, builtin('blockIdx.x'));
const global = binary('+', binary('*', bid, int(1024)), tid);
const [i, k, sum] = [v('i'), v('k'), v('sum', f32)];

/** `for k < 400: sum = sum * 0.5 + (k ^ tid)`: no memory in the loop. */
function arithmetic(): Kernel {
  const out = array('out', { element: f32 });
  return kernel({
    name: 'arithmetic',
    arrays: [out],
    body: [
      assign('sum', float(0, f32)),
      ...forLoop('k', int(0), int(400), int(1), [
        assign('sum', binary('+', binary('*', sum, float(0.5, f32)), cast(f32, binary('^', k, tid)))),
      ]),
      store(at(out, global), sum),
    ],
  });
}

/** Tiled product of 32x32 tiles, 8 tiles long. */
function product(): Kernel {
  const [a, b, out] = [array('a', { element: f32 }), array('b', { element: f32 }), array('out', { element: f32 })];
  const [as, bs] = ['as', 'bs'].map((name) => array(name, { space: 'shared', element: f32, extents: [32, 32] }));
  if (as === undefined || bs === undefined) throw new Error('two arrays');
  return kernel({
    name: 'product',
    arrays: [a, b, out, as, bs],
    body: [
      assign('sum', float(0, f32)),
      ...forLoop('i', int(0), int(8), int(1), [
        load('x', at(a, binary('+', binary('*', ty, int(256)), binary('+', binary('*', i, int(32)), tx)))),
        store(at(as, ty, tx), v('x', f32)),
        load('y', at(b, binary('+', binary('*', binary('+', binary('*', i, int(32)), ty), int(256)), tx))),
        store(at(bs, ty, tx), v('y', f32)),
        barrier(),
        ...forLoop('k', int(0), int(32), int(1), [
          load('p', at(as, ty, k)),
          load('q', at(bs, k, tx)),
          assign('sum', binary('+', sum, binary('*', v('p', f32), v('q', f32)))),
        ]),
        barrier(),
      ]),
      store(at(out, global), sum),
    ],
  });
}

/** Tree reduction over shared memory, 16 times. */
function reduction(): Kernel {
  const [input, out] = [array('input', { element: f32 }), array('out', { element: f32 })];
  const s = array('s', { space: 'shared', element: f32, extents: [1024] });
  const stride = v('stride');
  return kernel({
    name: 'reduction',
    arrays: [input, out, s],
    body: [
      ...forLoop('i', int(0), int(16), int(1), [
        load('x', at(input, global)),
        store(at(s, tid), v('x', f32)),
        barrier(),
        assign('stride', int(512)),
        whileLoop(
          binary('>', stride, int(0)),
          [
            branch(binary('<', tid, stride), [
              load('p', at(s, tid)),
              load('q', at(s, binary('+', tid, stride))),
              store(at(s, tid), binary('+', v('p', f32), v('q', f32))),
            ]),
            barrier(),
          ],
          { step: [assign('stride', binary('>>', stride, int(1)))] },
        ),
      ]),
      branch(binary('==', tid, int(0)), [load('r', at(s, int(0))), store(at(out, bid), v('r', f32))]),
    ],
  });
}

/** 64-bit index arithmetic as `size_t` code has it. */
function wide(): Kernel {
  const [input, out] = [array('input', { element: f32 }), array('out', { element: f32 })];
  const [j, wideGlobal] = [v('j', i64), cast(i64, global)];
  return kernel({
    name: 'wide',
    arrays: [input, out],
    body: [
      assign('sum', float(0, f32)),
      ...forLoop('j', int(0, i64), int(100, i64), int(1, i64), [
        load('x', at(input, binary('+', binary('*', j, int(1024, i64)), wideGlobal))),
        assign('sum', binary('+', sum, v('x', f32))),
      ]),
      store(at(out, wideGlobal), sum),
    ],
  });
}

const runOf = (
  blocks: number,
  threads: number,
  schedule: ConcreteRun['schedule'],
  warpModel: ConcreteRun['warpModel'] = 'its',
): ConcreteRun => ({
  block: [threads, 1, 1],
  grid: [blocks, 1, 1],
  blocks: Array.from({ length: blocks }, (_, b) => b),
  scalars: new Map(),
  arrays: new Map(),
  schedule,
  warpModel,
});

function timed(compiled: CompiledKernel, run: ConcreteRun): Readonly<{ ms: number; report: MachineReport }> {
  const start = process.threadCpuUsage();
  const report = runCompiled(compiled, run, { maxSteps: 1e9, maxBytes: 1e9 });
  const { user, system } = process.threadCpuUsage(start);
  return { ms: (user + system) / 1000, report };
}

function measure(name: string, subject: Kernel, run: ConcreteRun, label: string): void {
  const { ms, report } = timed(compileKernel(subject), run);
  const size = `${run.blocks.length} x ${run.block[0]}`;
  console.log(
    `${name.padEnd(12)} ${label.padEnd(10)} ${size.padEnd(9)} ${report.outcome.kind.padEnd(9)} ${String(report.steps).padStart(10)} steps ${ms.toFixed(0).padStart(6)} ms ${(report.steps / ms / 1000).toFixed(1).padStart(6)} M/s`,
  );
}

for (const make of [arithmetic, product, reduction, wide]) {
  const subject = make();
  for (const [blocks, threads] of [
    [1, 32],
    [1, 256],
    [1, 1024],
    [8, 1024],
  ] as const)
    measure(subject.name, subject, runOf(blocks, threads, { kind: 'canonical' }), 'canonical');
  measure(subject.name, subject, runOf(1, 1024, { kind: 'random', seed: 1 }), 'random');
  measure(subject.name, subject, runOf(1, 1024, { kind: 'canonical' }, 'lockstep'), 'lockstep');
}

const sizes = [
  [1, 128],
  [1, 256],
  [1, 512],
  [1, 1024],
  [2, 1024],
  [4, 1024],
  [8, 1024],
] as const;
const repeats = 5;
/** Statements a second that are asked for, in millions. */
const askedRate = 20;

/** Time against threads times statements of each; smaller launches are over before they can be measured. */
function fit(subject: Kernel): void {
  const compiled = compileKernel(subject);
  timed(compiled, runOf(8, 1024, { kind: 'canonical' }));
  const points = sizes.map(([blocks, threads]) => {
    const runs = Array.from({ length: repeats }, () => timed(compiled, runOf(blocks, threads, { kind: 'canonical' })));
    return { size: `${blocks} x ${threads}`, steps: runs[0]?.report.steps ?? 0, ms: median(runs.map(({ ms }) => ms)) };
  });
  const { slope, r2 } = line(points.map(({ steps, ms }) => ({ x: Math.log(steps), y: Math.log(ms) })));
  const rates = points.map(({ steps, ms }) => steps / ms / 1000);
  const largest = rates.at(-1) ?? 0;
  console.log(`${subject.name.padEnd(12)} ${points.map(({ size, ms }) => `${size}: ${ms.toFixed(1)} ms`).join(', ')}`);
  console.log(
    `${''.padEnd(12)} t ~ n^${slope.toFixed(2)} (R² ${r2.toFixed(3)}) for n = ${points[0]?.steps ?? 0} to ${points.at(-1)?.steps ?? 0} statements of all threads; ${largest.toFixed(1)} M/s in the largest launch, ${Math.min(...rates).toFixed(1)} in the slowest (asked: ${askedRate}: ${largest >= askedRate ? 'holds' : 'missed'})`,
  );
}

console.log('\ntime against threads x statements (median of 5 runs each)');
for (const make of [arithmetic, product, reduction, wide]) fit(make());
