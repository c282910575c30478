/** How verdicts, launches, values and accesses are put into words: the same in every format. */
import type { LaunchConfig, WarpModel } from '../launch/launch.ts';
import type { ConcreteRun } from '../launch/run.ts';
import type { Finding, Fix, KernelAnswer, Report, Suppression, Verdict, Witness, WitnessAccess } from '../verdict/finding.ts';
import { assertNever } from '../base/invariant.ts';
import { coordinatesOf, sameDim } from '../launch/dimensions.ts';

/** Looks up the text of a source file; null when there is none. Passed in: reports read no file. */
export type SourceLookup = (file: string) => string | null;

export const printDim = (dim: readonly (number | null)[]): string => `(${dim.map((axis) => (axis === null ? '?' : `${axis}`)).join(',')})`;

/** `<<<(2,1,1), (64,1,1)>>>`; an axis that is not known is `?`. */
export const printShape = (launch: Pick<LaunchConfig, 'grid' | 'block'>): string => `<<<${printDim(launch.grid)}, ${printDim(launch.block)}>>>`;

export const printScalars = (scalars: ReadonlyMap<string, bigint | number>): string =>
  [...scalars].map(([name, value]) => `${name} = ${value}`).join(', ');

export function warpModelWords(model: WarpModel): string {
  return model === 'its' ? 'independent thread scheduling' : 'lockstep warps';
}

export function verdictWords(verdict: Verdict): string {
  switch (verdict) {
    case 'racy': return 'racy';
    case 'drf': return 'drf (race-free)';
    case 'unknown': return 'unknown';
    case 'unsupported': return 'unsupported';
    default: return assertNever(verdict);
  }
}

/** `, block (7,0,0)`: where both threads are, when the grid has more than one block. */
export function commonBlockWords(witness: Witness): string {
  const several = witness.run.grid.some((axis) => axis > 1);
  return several && !inDifferentBlocks(witness) ? `, block ${printDim(witness.accesses[0].block)}` : '';
}

/** `writes scratch[0]`, `waits at this barrier`, `has left here`. */
export function doingWords(access: WitnessAccess, element: string | null): string {
  const what = element ?? access.expression.replace(/\s+/g, ' ');
  const value = access.value === null ? '' : ` = ${access.value}`;
  switch (access.mode) {
    case 'read': return `reads ${what}${value}`;
    case 'write': return `writes ${what}${value}`;
    case 'atomic': return `updates ${what} atomically`;
    case 'barrier': return 'waits at this barrier';
    case 'exited': return 'has left here';
    default: return assertNever(access.mode);
  }
}

/** `thread (1,0,0)`, with its block where the two threads are in different ones. */
export function threadWords(access: WitnessAccess, witness: Witness): string {
  return `thread ${printDim(access.thread)}${inDifferentBlocks(witness) ? ` of block ${printDim(access.block)}` : ''}`;
}

export const inDifferentBlocks = (witness: Witness): boolean => !sameDim(witness.accesses[0].block, witness.accesses[1].block);

export const turnWords = (access: Pick<WitnessAccess, 'loops'>): readonly string[] => access.loops.map(({ line, turn }) => `turn ${turn} of the loop on line ${line}`);

/** Contents of arrays that matter to the run: the listed elements, at most `limit` of them. */
export function arrayWords(run: ConcreteRun, limit: number): readonly string[] {
  const words = [...run.arrays].flatMap(([name, { values }]) => [...values].map(([index, value]) => `${name}[${index}] = ${value}`));
  return words.length <= limit ? words : [...words.slice(0, limit), `and ${words.length - limit} more`];
}

/** In which order threads ran; they are named by their coordinates, as in the findings. */
export function scheduleWords({ schedule, grid, block }: Pick<ConcreteRun, 'schedule' | 'grid' | 'block'>): string {
  const isAlone = grid.every((axis) => axis === 1);
  const who = (one: Readonly<{ block: number; thread: number }>): string => `thread ${printDim(coordinatesOf(one.thread, block))}${isAlone ? '' : ` of block ${printDim(coordinatesOf(one.block, grid))}`}`;
  switch (schedule.kind) {
    case 'canonical': return 'threads in ascending order, each to its next barrier';
    case 'preferred': return `as ascending, but first ${schedule.order.map(who).join(', ')}`;
    case 'random': return `random, seed ${schedule.seed}`;
    case 'delayed': return `ascending, with ${schedule.delays.map((one) => `${who(one)} held back before its step ${one.step}`).join(', ')}`;
    default: return assertNever(schedule);
  }
}

/** Related places that the witness and the pairs do not show already, and steps of a story. */
export function furtherPlaces(finding: Finding): Finding['related'] {
  const shown = [...(finding.witness === null ? [finding.span] : finding.witness.accesses.map((access) => access.span)), ...finding.pairs.flatMap(({ first, second }) => [first, second])];
  return finding.related.filter(({ span, isStep }) => isStep === true || !shown.some((other) => other.file === span.file && other.start === span.start && other.end === span.end));
}

/** `suppressed by the comment on a.cu:3: guarded by the host`. */
export function suppressionWords({ by, reason, author, file, line }: Suppression): string {
  const place = `${file}${line === null ? '' : `:${line}`}`;
  return `suppressed by ${by === 'comment' ? `the comment on ${place}` : place}${author === null ? '' : ` (${author})`}: ${reason}`;
}

/** Right only if something is meant, where it presumes that. */
export const proofWords = ({ proof, presumes }: Fix): string => `${wordsOfProofs[proof]}${presumes === undefined ? '' : `; right only if ${presumes}`}`;

/** Of a finding without a patch, one that is right if something is meant. */
export const presumedOf = ({ fix, alternatives }: Finding): Fix | null => (fix === null ? alternatives.find(({ presumes }) => presumes !== undefined) ?? null : null);

const wordsOfProofs: Readonly<Record<Fix['proof'], string>> = {
  drf: 'proved: the patched kernel is race-free',
  machine: 'not proved: what this is for is gone from the patched kernel, and no run on the machine shows anything new',
  unneeded: 'proved: what is wrong or open in the kernel stays, and nothing comes to it',
};

/** Kernels grouped by file, files in the order of the report. */
export function byFile(report: Report): ReadonlyMap<string, readonly KernelAnswer[]> {
  const groups = new Map<string, KernelAnswer[]>();
  for (const kernel of report.kernels) {
    const group = groups.get(kernel.span.file);
    if (group === undefined) groups.set(kernel.span.file, [kernel]);
    else group.push(kernel);
  }
  return groups;
}

export const isUndecided = ({ verdict }: KernelAnswer): boolean => verdict === 'unknown' || verdict === 'unsupported';

export const findingsOf = (report: Report): readonly Finding[] => report.kernels.flatMap((kernel) => kernel.findings);

/** `3 kernels: 1 racy, 2 race-free`. */
export function summaryWords(report: Report): string {
  if (report.kernels.length === 0) return 'no kernel was analysed';
  const counts = (['racy', 'drf', 'unknown', 'unsupported'] as const)
    .map((verdict) => ({ verdict, n: report.kernels.filter((kernel) => kernel.verdict === verdict).length }))
    .filter(({ n }) => n > 0)
    .map(({ verdict, n }) => `${n} ${verdictWords(verdict)}`);
  return `${plural(report.kernels.length, 'kernel')}: ${counts.join(', ')}`;
}

export const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

export const plural = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`;
