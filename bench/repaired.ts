/**
 * Repairs a kernel as `syncwright fix` does, in memory, and measures what a patch costs: time without detection, and
 * barriers executed.
 */
import type { ConcreteRun } from '../src/launch/run.ts';
import type { Engine, EngineOptions } from '../src/engine.ts';
import type { Finding, Fix, Report, Verdict } from '../src/verdict/finding.ts';
import { verdicts } from '../src/verdict/finding.ts';
import type { ArrayDecl, Kernel } from '../src/ir/ir.ts';
import type { MachineReport } from '../src/machine/machine.ts';
import type { Parser } from '../src/parse/tree-sitter.ts';
import { applyEdits } from '../src/verdict/edit.ts';
import { presumedOf } from '../src/report/wording.ts';
import { compileKernel } from '../src/machine/compile.ts';
import { configurationsFor } from '../src/launch/configurations.ts';
import { eachStmt } from '../src/ir/walk.ts';
import { launchesOf, readUnit } from '../src/pipeline/unit.ts';
import { mergeArrays } from '../src/ir/merge-arrays.ts';
import { runCompiled } from '../src/machine/run.ts';
import { runOf } from './enumerate.ts';

export type Read = (path: string) => string | null;
export type Subject = Readonly<{ name: string; file: string; read: Read; options: EngineOptions }>;

/** `faults`: what a kernel must not have; `redundant`: a barrier that it does not need. */
export type Wanted = 'faults' | 'redundant';
/**
 * `fixes`: those taken, one of a kernel a round, as `fix` takes them; `read`: the sources with them; `after`: the worst
 * verdict then;
 * `left`: codes found still, `errors`: those of them that are errors, `new`: those that were not found before.
 */
export type Repaired = Readonly<{
  before: Report;
  fixes: readonly Fix[];
  read: Read;
  after: Verdict;
  left: readonly string[];
  hadErrors: boolean;
  errors: readonly string[];
  new: readonly string[];
  /** That then presume something, and what the kernel is with them. */ presumed: readonly Fix[];
  afterPresumed: Verdict;
}>;

const maxRounds = 8;
export const worst = (report: Report): Verdict =>
  verdicts.find((verdict) => report.kernels.some((kernel) => kernel.verdict === verdict)) ?? 'unsupported';
const isWanted = (finding: Finding, wanted: Wanted): boolean =>
  finding.status === 'confirmed' && (wanted === 'redundant' ? finding.code === 'SW301' : finding.severity !== 'info');
const found = (report: Report, wanted: Wanted): readonly Finding[] =>
  report.kernels.flatMap(({ findings }) => findings).filter((finding) => isWanted(finding, wanted));
export const codesOf = (report: Report, wanted: Wanted = 'faults'): readonly string[] =>
  [...new Set(found(report, wanted).map(({ code }) => code))].sort();

const errorsOf = (report: Report): readonly string[] =>
  [
    ...new Set(
      found(report, 'faults')
        .filter(({ severity }) => severity === 'error')
        .map(({ code }) => code),
    ),
  ].sort();

export async function repaired(
  engine: Engine,
  { file, read, options }: Subject,
  wanted: Wanted = 'faults',
): Promise<Repaired> {
  const texts = new Map<string, string>();
  const over: Read = (path) => texts.get(path) ?? read(path);
  const analyze = (): Promise<Report> =>
    engine.analyze({ files: [file], read: over, options: { ...options, repair: true } });
  const before = await analyze();
  let now = before;
  const take = async (of: (finding: Finding) => Fix | null): Promise<readonly Fix[]> => {
    const taken: Fix[] = [];
    for (let round = 0; round < maxRounds; round++) {
      const fix = found(now, wanted).flatMap((finding) => of(finding) ?? [])[0];
      if (fix === undefined) break;
      for (const name of new Set(fix.edits.map((edit) => edit.file)))
        texts.set(
          name,
          applyEdits(
            over(name) ?? '',
            fix.edits.filter((edit) => edit.file === name),
          ),
        );
      taken.push(fix);
      now = await analyze();
    }
    return taken;
  };
  const fixes = await take(({ fix }) => fix);
  const known = codesOf(before);
  const plain = new Map(texts);
  const done = {
    before,
    fixes,
    read: (path: string) => plain.get(path) ?? read(path),
    after: worst(now),
    left: codesOf(now, wanted),
    hadErrors: wanted === 'faults' && errorsOf(before).length > 0,
    errors: errorsOf(now),
    new: codesOf(now).filter((code) => !known.includes(code)),
  };
  const presumed = await take((finding) => finding.fix ?? presumedOf(finding));
  return { ...done, presumed, afterPresumed: worst(now) };
}

/**
 * `proved`: all is gone that is wanted gone, and the kernel is race-free, where need be under a condition. `shown`: the
 * errors are gone, where there were none the warnings, and nothing was found that was not found before; but something
 * else keeps the kernel from being proved. `in part`: some is left. `none`: no patch.
 */
export type Standing = 'proved' | 'shown' | 'in part' | 'none';
export function standingOf(one: Repaired): Standing {
  if (one.fixes.length === 0) return 'none';
  if (isRaceFree(one.after) && one.left.length === 0) return 'proved';
  const isGone = one.left.length === 0 || (one.hadErrors && one.errors.length === 0);
  return isGone && one.new.length === 0 ? 'shown' : 'in part';
}
/** Or under conditions that the kernel needs without the patch, too (decision 0032). */
const isRaceFree = (verdict: Verdict): boolean => verdict === 'drf' || verdict === 'conditional';
/** Proved only with patches that presume something of what is meant. */
export const isPresumed = (one: Repaired): boolean =>
  !isProved(one) && one.presumed.length > 0 && isRaceFree(one.afterPresumed);
export const isProved = (one: Repaired): boolean => standingOf(one) === 'proved';
export const isRepaired = (one: Repaired): boolean => isProved(one) || standingOf(one) === 'shown';

/** Milliseconds that patches took, all kernels of the report together: without detection, their proofs included. */
export const repairTime = (report: Report): number =>
  report.kernels.reduce((sum, { repairMs = 0 }) => sum + repairMs, 0);

const budget = { maxSteps: 2_000_000, maxBytes: 1 << 27 } as const;

/** Runs of one block to count in: of the witnesses found, and with drawn arguments. */
export function countingRuns(parser: Parser, subject: Subject, report: Report): readonly ConcreteRun[] {
  const kernel = kernelOf(parser, subject, subject.read);
  if (kernel === null) return [];
  const witnessed = report.kernels
    .flatMap(({ findings }) => findings)
    .flatMap(({ witness }) => (witness === null ? [] : [witness.run]))
    .slice(0, 2);
  const [config] = configurationsFor(kernel.own, kernel.launches, subject.options);
  const drawn =
    config === undefined
      ? []
      : [4, 8, 12, 13, 15, 16].map((seed) => runOf(kernel.own, config, seed, subject.options.warpModel));
  return [...witnessed, ...drawn].map((run) => ({
    ...run,
    blocks: run.blocks.slice(0, 1),
    schedule: { kind: 'canonical' },
  }));
}

function kernelOf(
  parser: Parser,
  { file, options }: Subject,
  read: Read,
): Readonly<{ own: Kernel; launches: ReturnType<typeof launchesOf> }> | null {
  const from = readUnit(file, { read, options }, parser, () => undefined);
  const own = from.ok ? from.value.unit.kernels.find(({ unsupported }) => unsupported === null) : undefined;
  return from.ok && own !== undefined ? { own, launches: launchesOf(own, from.value) } : null;
}

/** How often one block executes a barrier of the block in each run; null where the run does not come to its end. */
export function barriersExecuted(
  parser: Parser,
  subject: Subject,
  read: Read,
  runs: readonly ConcreteRun[],
): readonly (number | null)[] {
  const kernel = kernelOf(parser, subject, read);
  if (kernel === null) return runs.map(() => null);
  const [config] = configurationsFor(kernel.own, kernel.launches, subject.options);
  const merged = mergeArrays(kernel.own, config?.aliases ?? []) ?? kernel.own;
  const ofBlock = new Set<number>();
  eachStmt(merged.body, (stmt) => {
    if (stmt.kind === 'barrier' && (stmt.scope.kind === 'block' || stmt.scope.kind === 'collective'))
      ofBlock.add(stmt.id);
  });
  const compiled = compileKernel(merged);
  return runs.map((run) => {
    const report = runCompiled(compiled, run, budget);
    if (report.outcome.kind !== 'completed' || report.divergences.length > 0) return null;
    return [...report.barriers].reduce((sum, [id, count]) => sum + (ofBlock.has(id) ? count : 0), 0);
  });
}

/**
 * The counts of the run in which the last text executes most, of those that all texts end; null where there is none.
 */
export function largest(counts: readonly (readonly (number | null)[])[]): readonly number[] | null {
  const whole = (counts[0] ?? []).flatMap((_, run) => {
    const row = counts.flatMap((one) => one[run] ?? []);
    return row.length === counts.length ? [row] : [];
  });
  return whole.sort((a, b) => (b.at(-1) ?? 0) - (a.at(-1) ?? 0))[0] ?? null;
}

/**
 * Runs that show nothing wrong with the source as it was, and of those the ones that end with other memory when it is
 * patched.
 */
export function changedRuns(
  parser: Parser,
  subject: Subject,
  { read }: Repaired,
  runs: readonly ConcreteRun[],
): Readonly<{ compared: number; changed: number }> {
  const [before, after] = [subject.read, read].map((text) => kernelOf(parser, subject, text)?.own);
  if (before === undefined || after === undefined) return { compared: 0, changed: 0 };
  const [original, patched] = [compileKernel(before), compileKernel(after)];
  const result = { compared: 0, changed: 0 };
  for (const run of runs.flatMap((one) => [one, { ...one, block: [1, 1, 1], grid: [1, 1, 1], blocks: [0] } as const])) {
    const first = runCompiled(original, run, budget);
    if (
      first.outcome.kind !== 'completed' ||
      first.races.length + first.divergences.length + first.faults.length > 0 ||
      first.inventedValues
    )
      continue;
    result.compared++;
    if (differs(runCompiled(patched, run, budget), first, before, run)) result.changed++;
  }
  return result;
}

/**
 * Whether some cell of global memory ends otherwise; what only one of the runs wrote holds in the other what it held at
 * first.
 */
function differs(a: MachineReport, b: MachineReport, kernel: Kernel, run: ConcreteRun): boolean {
  return [...kernel.arrays.values()]
    .filter(({ space }) => space === 'global')
    .some((decl) => {
      const [ours, theirs] = [a, b].map(({ memory }) => memory.find(({ array }) => array === decl.id)?.bytes);
      const at = (bytes: ReadonlyMap<number, number> | undefined, offset: number): number =>
        bytes?.get(offset) ?? firstByte(decl, run, offset);
      return [...(ours?.keys() ?? []), ...(theirs?.keys() ?? [])].some(
        (offset) => at(ours, offset) !== at(theirs, offset),
      );
    });
}

function firstByte({ name, element, elementBytes }: ArrayDecl, run: ConcreteRun, offset: number): number {
  const initial = run.arrays.get(name);
  const value = initial?.values.get(Math.floor(offset / elementBytes)) ?? initial?.fill ?? 0n;
  // Of elements that are no scalar the machine sets each byte so.
  if (element === null && typeof value !== 'string')
    return Number(BigInt.asUintN(8, BigInt(Math.trunc(Number(value)))));
  if (typeof value === 'bigint') return Number(BigInt.asUintN(8, value >> BigInt(8 * (offset % elementBytes))));
  if (typeof value === 'string' || element?.kind !== 'float') return Number.NaN;
  const view = new DataView(new ArrayBuffer(8));
  if (elementBytes === 8) view.setFloat64(0, value, true);
  else view.setFloat32(0, value, true);
  return view.getUint8(offset % elementBytes);
}
