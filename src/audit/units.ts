/**
 * The units of work of an audit: groups of files that do not include each other or launch each other's kernels, those
 * with very many kernels in parts; each with an estimate of what it costs, from its text alone. Every machine that sees
 * the same files finds the same units in the same order.
 */
import type { AnalyzeRequest } from '../engine.ts';
import { countKernelMarks } from '../base/kernel-mark.ts';
import { digestOf } from '../cache/digest.ts';
import { independentGroups } from '../pipeline/units.ts';

/** `index`: in the order of the files. `kernels`: as its text counts them. `cost`: seconds, roughly. */
export type AuditUnit = Readonly<{
  index: number;
  files: readonly string[];
  part: NonNullable<AnalyzeRequest['part']>;
  kernels: number;
  cost: number;
}>;

/** More kernels than these are shared by parts of about as many; each part reads all the files. */
const most = 48;

export function auditUnits(
  files: readonly string[],
  read: (path: string) => string | null,
  includeDirs: readonly string[],
): readonly AuditUnit[] {
  const units = independentGroups(files, read, includeDirs).flatMap((group) => {
    const sizes = group.map((file) => sizeOf(read(file) ?? ''));
    const kernels = sum(sizes.map((size) => size.kernels));
    const parts = kernels > most ? Math.ceil(kernels / (most / 2)) : 1;
    const [reading, deciding] = [sum(sizes.map(readingCost)), sum(sizes.map(decidingCost))];
    return Array.from({ length: parts }, (_, part) => ({
      files: group,
      part: [part, parts] as const,
      cost: reading + deciding / parts,
      kernels: Math.floor(((part + 1) * kernels) / parts) - Math.floor((part * kernels) / parts),
    }));
  });
  return units.map((unit, index) => ({ index, ...unit }));
}

/** The same for the same files in the same groups, whatever stands in them. */
export const digestOfUnits = (units: readonly AuditUnit[]): string =>
  digestOf(JSON.stringify(units.map(({ files, part }) => [files, part])));

type Size = Readonly<{ characters: number; kernels: number; barriers: number }>;

const sizeOf = (text: string): Size => ({
  characters: text.length,
  kernels: countKernelMarks(text),
  barriers: text.split(/__sync|\.sync\(|atomic[A-Z]/).length - 1,
});

const readingCost = ({ characters, kernels }: Size): number => (kernels === 0 ? 0.02 : 0.05 + characters / 500_000);

/** A kernel that synchronizes costs more than others. */
const decidingCost = ({ kernels, barriers }: Size): number => 0.4 * kernels + 0.1 * Math.min(barriers, 20 * kernels);

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
