/**
 * Why: what a GPU shows is the truth that neither prover nor machine has made up. Plans one launch of each kernel of
 * test/cases: of a kernel with a confirmed finding, the run that shows it; of one that is proved, a run that the proof
 * covers, with what the machine says memory holds behind it.
 *
 * Run: node test/gpu/plan.ts FOLDER [PART PARTS], then test/gpu/compile.ts; test/gpu/README.md says how.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { ConcreteRun, InitialArray } from '../../src/launch/run.ts';
import type { CompiledKernel } from '../../src/machine/compile.ts';
import type { KernelAnswer } from '../../src/verdict/finding.ts';
import type { Kernel } from '../../src/ir/ir.ts';
import type { LaunchConfig } from '../../src/launch/launch.ts';
import type { MachineReport } from '../../src/machine/machine.ts';
import type { ScalarType } from '../../src/base/ctype.ts';
import type { TraceEvent } from '../../src/machine/trace.ts';
import { type Case, allCases, locateIn, readIn } from '../case-folder.ts';
import { assetPaths } from '../../src/assets.ts';
import { breaksAssumption, compileAssuming, statedOf } from '../../src/pipeline/assumed.ts';
import { closedDimensions, volumeOf } from '../../src/launch/dimensions.ts';
import { compileKernel } from '../../src/machine/compile.ts';
import { createEngine } from '../../src/pipeline.ts';
import { createParser } from '../../src/parse/tree-sitter.ts';
import { drawnArrays } from '../../src/search/individual.ts';
import { factsFor } from '../../src/pipeline/user-facts.ts';
import { readUnit } from '../../src/pipeline/unit.ts';
import { root } from '../../scripts/source-tree.ts';
import { type Store, createStore, turnToPage, writeElement } from '../../src/machine/memory.ts';
import { sizeOf } from '../../src/base/ctype.ts';
import { runCompiled } from '../../src/machine/run.ts';
import { type Plan, type PlannedArray, roomBefore, roomOf } from './planned.ts';

const budget = { maxSteps: 2_000_000, maxBytes: 1 << 28 } as const;
/** What open arguments are, one value for all of them, in the order in which runs are tried. */
const values = [64n, 256n, 32n, 100n, 16n, 128n, 8n, 1024n, 4n, 2n, 1n, 0n] as const;
const mostBlocks = 64;
/** Of memory that begins with distinct values. */
const distinctBytes = 1 << 14;

const engine = await createEngine(assetPaths(), () => 0);
const parser = await createParser(assetPaths());

/** The launches of one case, and why the other kernels have none. */
async function plansOf(
  one: Case,
): Promise<Readonly<{ plans: readonly Plan[]; without: readonly Readonly<{ kernel: string; because: string }>[] }>> {
  const request = {
    files: ['kernel.cu'],
    read: readIn(one),
    locate: locateIn(one),
    options: { ...one.options, repair: false },
  };
  const report = await engine.analyze(request);
  const read = readUnit('kernel.cu', request, parser, () => undefined);
  const plans: Plan[] = [];
  const without: { kernel: string; because: string }[] = [];
  for (const answer of report.kernels) {
    const kernel = read.ok ? read.value.unit.kernels.find(({ name }) => name === answer.name) : undefined;
    const made = kernel === undefined ? 'not read' : planOf(answer, kernel, one);
    if (typeof made === 'string') without.push({ kernel: `${one.topic}/${one.name} ${answer.name}`, because: made });
    else plans.push(made);
  }
  return { plans, without };
}

function planOf(answer: KernelAnswer, kernel: Kernel, one: Case): Plan | string {
  if (kernel.params.some(({ kind }) => kind === 'opaque')) return 'a parameter is an object';
  if (answer.verdict === 'unknown' || answer.verdict === 'unsupported') return answer.verdict;
  const shown = answer.findings.flatMap(({ status, witness, severity }) =>
    status === 'confirmed' && severity !== 'info' && witness !== null ? [witness] : [],
  )[0];
  const launch = shown?.launch ?? answer.launches[0];
  if (launch === undefined) return 'no launch';
  if (launch.aliases.length + launch.overlaps.length > 0) return 'two parameters get one array';
  const run =
    shown === undefined ? coveredRun(kernel, launch, one) : { ...shown.run, schedule: { kind: 'canonical' } as const };
  if (run === null) return 'no run of the machine is covered by the proof, ends and touches memory';
  if (volumeOf(run.grid) > mostBlocks || volumeOf(run.block) > 1024) return 'the launch is large';
  const whole: ConcreteRun = { ...run, blocks: Array.from({ length: volumeOf(run.grid) }, (_, k) => k) };
  const compiled = compileKernel(kernel);
  const reported = runCompiled(compiled, whole, budget);
  const lines = (kind: 'shared' | 'global'): readonly string[] => [
    ...new Set(
      reported.races.flatMap(({ array, first, second }) =>
        (kernel.arrays.get(array)?.space === 'shared') === (kind === 'shared')
          ? [[first.span.line, second.span.line].sort((a, b) => a - b).join('-')]
          : [],
      ),
    ),
  ];
  const isExact =
    shown === undefined &&
    reported.outcome.kind === 'completed' &&
    !reported.inventedValues &&
    reported.races.length === 0;
  return {
    id: `${one.topic}/${one.name} ${answer.name}`,
    folder: relative(root, one.folder),
    kernel: answer.name,
    line: kernel.span.line,
    verdict: answer.verdict,
    codes: [
      ...new Set(
        answer.findings.flatMap(({ status, severity, code }) =>
          status === 'confirmed' && severity !== 'info' ? [code] : [],
        ),
      ),
    ],
    grid: [...run.grid],
    block: [...run.block],
    sharedBytes: dynamicBytes(kernel, launch),
    cooperative: launch.cooperative,
    machine: {
      outcome: reported.outcome.kind,
      sharedRaces: lines('shared'),
      globalRaces: lines('global'),
      divergences: [...new Set(reported.divergences.map(({ span }) => span.line))],
    },
    hasGlobals: [...kernel.arrays.values()].some(
      ({ space, parameter }) => (space === 'global' || space === 'constant') && parameter === null,
    ),
    params: kernel.params.map((param) =>
      param.kind === 'scalar'
        ? { kind: 'scalar', bytes: scalarBytes(param.type, run.scalars.get(param.name) ?? 1) }
        : arrayPlan(param.name, { kernel, compiled }, run, isExact ? reported : null),
    ),
  };
}

/** Dynamic shared memory; where the launch does not say, enough for small kernels. */
function dynamicBytes(kernel: Kernel, { sharedBytes }: LaunchConfig): number {
  const isOpen = [...kernel.arrays.values()].some(
    ({ space, extents }) => space === 'shared' && (extents === null || extents.includes(null)),
  );
  return isOpen ? Math.max(sharedBytes ?? 0, 16 << 10) : 0;
}

/** A run that the proof covers, of those that are tried the one with the most accesses; null: none was found. */
function coveredRun(kernel: Kernel, launch: LaunchConfig, one: Case): ConcreteRun | null {
  const facts = factsFor(one.options, kernel, parser);
  const compiled = compileAssuming(kernel, [...(facts.ok ? facts.value : []), ...statedOf(launch)]);
  const scalars = kernel.params.flatMap((param) =>
    param.kind === 'scalar' && !launch.scalars.has(param.name) ? [param] : [],
  );
  let best: Readonly<{ run: ConcreteRun; accesses: number }> | null = null;
  for (const [dim, wide] of [
    [64, 2],
    [16, 2],
    [8, 4],
    [256, 1],
    [32, 1],
    [1, 1],
  ] as const) {
    const block = closedDimensions(launch.block, [dim, 1, 1]);
    const grid = closedDimensions(launch.grid, [wide, 1, 1]);
    if (volumeOf(grid) > mostBlocks || volumeOf(block) > 1024) continue;
    for (const value of values) {
      const given = scalars.map(
        ({ name, type }) =>
          [
            name,
            type.kind === 'float' ? Number(value) + 0.5 : type.kind === 'bool' ? (value % 2n === 0n ? 1n : 0n) : value,
          ] as const,
      );
      const base: ConcreteRun = {
        block,
        grid,
        blocks: Array.from({ length: volumeOf(grid) }, (_, k) => k),
        scalars: new Map([...launch.scalars, ...given]),
        arrays: new Map(),
        schedule: { kind: 'canonical' },
        warpModel: 'its',
      };
      const drawn = drawnArrays({ compiled }, 7, Number(value > 0n ? value : 1n));
      for (const arrays of [drawn, base.arrays]) {
        const run = { ...base, arrays };
        const trace: TraceEvent[] = [];
        const report = runCompiled(compiled, run, budget, trace);
        const isLong = trace.length >= 1 << 14;
        const ended = isLong ? runCompiled(compiled, run, budget) : report;
        if (
          breaksAssumption(ended) ||
          ended.faults.length > 0 ||
          ended.outcome.kind !== 'completed' ||
          !trace.every((event) => fits(event, kernel))
        )
          continue;
        const { accesses } = ended.traffic;
        if (accesses > (best?.accesses ?? 0)) best = { run, accesses };
      }
      if (best !== null && (scalars.length === 0 || best.accesses > 200)) break;
    }
    if (best !== null && (launch.block[0] !== null || best.accesses > 200)) break;
  }
  return best?.run ?? null;
}

const fits = ({ address, array }: TraceEvent, kernel: Kernel): boolean =>
  kernel.arrays.get(array)?.parameter === null || (address >= -roomBefore && address < roomOf - roomBefore - 64);

function scalarBytes(type: ScalarType, value: bigint | number): string {
  const view = new DataView(new ArrayBuffer(sizeOf(type)));
  writeElement(view, 0, type, value);
  return Buffer.from(view.buffer).toString('hex');
}

/** The first bytes of memory as it begins. */
function pagesOf(store: Store): readonly (readonly [number, string])[] {
  const offsets = Array.from(
    { length: Math.ceil(Math.min(store.size, distinctBytes) / store.pageBytes) },
    (_, k) => k * store.pageBytes,
  );
  return offsets.map((offset) => {
    const { view, size } = turnToPage(store, offset);
    return [offset, Buffer.from(view.buffer, 0, size).toString('hex')] as const;
  });
}

type Planned = Readonly<{ kernel: Kernel; compiled: CompiledKernel }>;

/** How the array begins, in bytes; with what the machine says it holds at the end, where that is to be compared. */
function arrayPlan(
  name: string,
  { kernel, compiled }: Planned,
  run: ConcreteRun,
  reported: MachineReport | null,
): PlannedArray {
  const decl = [...kernel.arrays.values()].find(({ parameter, name: own }) => parameter === name || own === name);
  const element = decl?.element ?? null;
  const bytes = decl?.elementBytes ?? 4;
  const initial: InitialArray | undefined =
    run.arrays.get(name) ?? (decl === undefined ? undefined : run.arrays.get(decl.name));
  const valueBytes = (value: bigint | number): string =>
    element === null ? Buffer.alloc(bytes, Number(value) & 255).toString('hex') : scalarBytes(element, value);
  const isInRoom = (k: number): boolean => k * bytes >= -roomBefore && (k + 1) * bytes < roomOf - roomBefore;
  const listed = [...(initial?.values ?? [])].flatMap(([k, value]) =>
    isInRoom(k) ? [[k * bytes, valueBytes(value)] as const] : [],
  );
  const info = compiled.arrays.find(({ id }) => id === decl?.id);
  // as the machine itself begins with them
  const distinct =
    info === undefined || initial?.fill !== 'distinct'
      ? []
      : pagesOf(createStore(info, { ...initial, values: new Map() }, 1));
  const final = reported?.memory.find(({ array }) => array === decl?.id);
  return {
    kind: 'array',
    fill: typeof initial?.fill === 'bigint' || typeof initial?.fill === 'number' ? valueBytes(initial.fill) : '00',
    values: [...distinct, ...listed],
    final: reported === null ? null : [...(final?.bytes ?? [])].sort(([a], [b]) => a - b),
  };
}

const [folder = 'tmp/gpu', part = '1', parts = '1'] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const plans: Plan[] = [];
const without: Readonly<{ kernel: string; because: string }>[] = [];
for (const [k, one] of allCases().entries()) {
  if (k % Number(parts) !== Number(part) - 1) continue;
  try {
    const made = await plansOf(one);
    plans.push(...made.plans);
    without.push(...made.without);
  } catch (error) {
    without.push({
      kernel: `${one.topic}/${one.name}`,
      because: error instanceof Error ? error.message : String(error),
    });
  }
}
writeFileSync(join(folder, `plan-${part}.json`), JSON.stringify({ plans, without }));
console.log(`${plans.length} launches planned, ${without.length} kernels without one`);
parser.close();
await engine.close();
