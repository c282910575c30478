/**
 * Why: what a GPU shows is the truth that neither prover nor machine has made up. Plans one launch of each kernel of test/cases: of a kernel with a
 * confirmed finding, the run that shows it; of one that is proved, a run that the proof covers, with what the machine says memory holds behind it.
 *
 * Run: node test/gpu/plan.ts FOLDER [PART PARTS], then test/gpu/compile.ts; test/gpu/README.md says how.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { ConcreteRun, InitialArray } from '../../src/launch/run.ts';
import type { KernelAnswer } from '../../src/verdict/finding.ts';
import type { Kernel } from '../../src/ir/ir.ts';
import type { LaunchConfig } from '../../src/launch/launch.ts';
import type { MachineReport } from '../../src/machine/machine.ts';
import type { ScalarType } from '../../src/base/ctype.ts';
import type { TraceEvent } from '../../src/machine/trace.ts';
import { type Case, allCases } from '../case-folder.ts';
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
import { runCompiled } from '../../src/machine/run.ts';
import { type Plan, type PlannedArray, roomBefore, roomOf } from './planned.ts';

const budget = { maxSteps: 2_000_000, maxBytes: 1 << 28 } as const;
/** What open arguments are, one value for all of them, in the order in which runs are tried. */
const values = [64n, 256n, 32n, 100n, 16n, 128n, 8n, 1024n, 4n, 2n, 1n, 0n] as const;
const mostBlocks = 64;

const engine = await createEngine(assetPaths(), () => 0);
const parser = await createParser(assetPaths());

function readIn(one: Case): (path: string) => string | null {
  return (path) => (existsSync(join(one.folder, path)) ? readFileSync(join(one.folder, path), 'utf8') : null);
}

/** The launches of one case, and why the other kernels have none. */
async function plansOf(one: Case): Promise<Readonly<{ plans: readonly Plan[]; without: readonly Readonly<{ kernel: string; because: string }>[] }>> {
  const files = readdirSync(one.folder, { recursive: true, encoding: 'utf8' });
  const request = { files: ['kernel.cu'], read: readIn(one), locate: (tail: string) => files.filter((path) => path.endsWith(tail)), options: { ...one.options, repair: false } };
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
  const shown = answer.findings.flatMap(({ status, witness, severity }) => (status === 'confirmed' && severity !== 'info' && witness !== null ? [witness] : []))[0];
  const launch = shown?.launch ?? answer.launches[0];
  if (launch === undefined) return 'no launch';
  if (launch.aliases.length + launch.overlaps.length > 0) return 'two parameters get one array';
  const run = shown === undefined ? coveredRun(kernel, launch, one) : { ...shown.run, schedule: { kind: 'canonical' } as const };
  if (run === null) return 'no run of the machine is covered by the proof, ends and touches memory';
  if (volumeOf(run.grid) > mostBlocks || volumeOf(run.block) > 1024) return 'the launch is large';
  const whole: ConcreteRun = { ...run, blocks: Array.from({ length: volumeOf(run.grid) }, (_, k) => k) };
  const reported = runCompiled(compileKernel(kernel), whole, budget);
  const lines = (kind: 'shared' | 'global'): readonly string[] =>
    [...new Set(reported.races.flatMap(({ array, first, second }) => ((kernel.arrays.get(array)?.space === 'shared') === (kind === 'shared') ? [[first.span.line, second.span.line].sort((a, b) => a - b).join('-')] : [])))];
  const isExact = shown === undefined && reported.outcome.kind === 'completed' && !reported.inventedValues && reported.races.length === 0;
  return {
    id: `${one.topic}/${one.name} ${answer.name}`, folder: relative(root, one.folder), kernel: answer.name, line: kernel.span.line, verdict: answer.verdict,
    codes: [...new Set(answer.findings.flatMap(({ status, severity, code }) => (status === 'confirmed' && severity !== 'info' ? [code] : [])))],
    grid: [...run.grid], block: [...run.block], sharedBytes: dynamicBytes(kernel, launch), cooperative: launch.cooperative,
    machine: { outcome: reported.outcome.kind, sharedRaces: lines('shared'), globalRaces: lines('global'), divergences: [...new Set(reported.divergences.map(({ span }) => span.line))] },
    hasGlobals: [...kernel.arrays.values()].some(({ space, parameter }) => (space === 'global' || space === 'constant') && parameter === null),
    params: kernel.params.map((param) => (param.kind === 'scalar' ? { kind: 'scalar', bytes: scalarBytes(param.type, run.scalars.get(param.name) ?? 1) } : arrayPlan(param.name, kernel, run, isExact ? reported : null))),
  };
}

/** Dynamic shared memory; where the launch does not say, enough for small kernels. */
function dynamicBytes(kernel: Kernel, { sharedBytes }: LaunchConfig): number {
  const isOpen = [...kernel.arrays.values()].some(({ space, extents }) => space === 'shared' && (extents === null || extents.includes(null)));
  return isOpen ? Math.max(sharedBytes ?? 0, 16 << 10) : 0;
}

/** A run that the proof covers, of those that are tried the one with the most accesses; null: none was found. */
function coveredRun(kernel: Kernel, launch: LaunchConfig, one: Case): ConcreteRun | null {
  const facts = factsFor(one.options, kernel, parser);
  const compiled = compileAssuming(kernel, [...(facts.ok ? facts.value : []), ...statedOf(launch)]);
  const scalars = kernel.params.flatMap((param) => (param.kind === 'scalar' && !launch.scalars.has(param.name) ? [param] : []));
  let best: Readonly<{ run: ConcreteRun; accesses: number }> | null = null;
  for (const [dim, wide] of [[64, 2], [16, 2], [8, 4], [256, 1], [32, 1], [1, 1]] as const) {
    const block = closedDimensions(launch.block, [dim, 1, 1]);
    const grid = closedDimensions(launch.grid, [wide, 1, 1]);
    if (volumeOf(grid) > mostBlocks || volumeOf(block) > 1024) continue;
    for (const value of values) {
      const given = scalars.map(({ name, type }) => [name, type.kind === 'float' ? Number(value) + 0.5 : type.kind === 'bool' ? (value % 2n === 0n ? 1n : 0n) : value] as const);
      const base: ConcreteRun = { block, grid, blocks: Array.from({ length: volumeOf(grid) }, (_, k) => k), scalars: new Map([...launch.scalars, ...given]), arrays: new Map(), schedule: { kind: 'canonical' }, warpModel: 'its' };
      const drawn = drawnArrays({ compiled }, 7, Number(value > 0n ? value : 1n));
      for (const arrays of [drawn, base.arrays]) {
        const run = { ...base, arrays };
        const trace: TraceEvent[] = [];
        const report = runCompiled(compiled, run, budget, trace);
        const isLong = trace.length >= 1 << 14;
        const ended = isLong ? runCompiled(compiled, run, budget) : report;
        if (breaksAssumption(ended) || ended.faults.length > 0 || ended.outcome.kind !== 'completed' || !trace.every((event) => fits(event, kernel))) continue;
        const { accesses } = ended.traffic;
        if (accesses > (best?.accesses ?? 0)) best = { run, accesses };
      }
      if (best !== null && (scalars.length === 0 || best.accesses > 200)) break;
    }
    if (best !== null && (launch.block[0] !== null || best.accesses > 200)) break;
  }
  return best?.run ?? null;
}

const fits = ({ address, array }: TraceEvent, kernel: Kernel): boolean => kernel.arrays.get(array)?.parameter === null || (address >= -roomBefore && address < roomOf - roomBefore - 64);

function scalarBytes(type: ScalarType, value: bigint | number): string {
  const view = new DataView(new ArrayBuffer(type.kind === 'bool' ? 1 : type.bits / 8));
  writeScalar(view, 0, type, value);
  return Buffer.from(view.buffer).toString('hex');
}

function writeScalar(view: DataView, at: number, type: ScalarType, value: bigint | number): void {
  if (type.kind === 'float' && type.bits === 64) view.setFloat64(at, Number(value), true);
  else if (type.kind === 'float' && type.bits === 32) view.setFloat32(at, Number(value), true);
  // half precision: the values that are drawn are few enough to leave as they are
  else if (type.kind === 'float') view.setUint16(at, halfBits(Number(value)), true);
  else if (type.kind === 'bool') view.setUint8(at, value === 0n || value === 0 ? 0 : 1);
  else {
    const whole = BigInt.asUintN(type.bits, typeof value === 'bigint' ? value : BigInt(Math.trunc(value)));
    for (let k = 0; k < type.bits / 8; k++) view.setUint8(at + k, Number((whole >> BigInt(8 * k)) & 255n));
  }
}

/** Of whole numbers and halves below 2048, which half precision holds exactly. */
function halfBits(value: number): number {
  if (value === 0) return 0;
  const exponent = Math.floor(Math.log2(Math.abs(value)));
  return (value < 0 ? 0x8000 : 0) | ((exponent + 15) << 10) | Math.round((Math.abs(value) / 2 ** exponent - 1) * 1024);
}

/** How the array begins, in bytes; with what the machine says it holds at the end, where that is to be compared. */
function arrayPlan(name: string, kernel: Kernel, run: ConcreteRun, reported: MachineReport | null): PlannedArray {
  const decl = [...kernel.arrays.values()].find(({ parameter, name: own }) => parameter === name || own === name);
  const element = decl?.element ?? null;
  const bytes = decl?.elementBytes ?? 4;
  const initial: InitialArray | undefined = run.arrays.get(name) ?? (decl === undefined ? undefined : run.arrays.get(decl.name));
  const valueBytes = (value: bigint | number): string => (element === null ? Buffer.alloc(bytes).toString('hex') : scalarBytes(element, value));
  const distinct = (k: number): bigint => BigInt((k ^ 5) + 1);
  const listed = new Map<number, bigint | number>(initial?.fill === 'distinct' ? Array.from({ length: 4096 }, (_, k) => [k, distinct(k)] as const) : []);
  for (const [k, value] of initial?.values ?? []) listed.set(k, value);
  const final = reported?.memory.find(({ array }) => array === decl?.id);
  return {
    kind: 'array',
    fill: typeof initial?.fill === 'bigint' || typeof initial?.fill === 'number' ? valueBytes(initial.fill) : '00',
    values: [...listed].filter(([k]) => k * bytes >= -roomBefore && (k + 1) * bytes < roomOf - roomBefore).map(([k, value]) => [k * bytes, valueBytes(value)] as const),
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
    without.push({ kernel: `${one.topic}/${one.name}`, because: error instanceof Error ? error.message : String(error) });
  }
}
writeFileSync(join(folder, `plan-${part}.json`), JSON.stringify({ plans, without }));
console.log(`${plans.length} launches planned, ${without.length} kernels without one`);
parser.close();
await engine.close();
