/**
 * The units of work of an audit: groups of files that do not include each other, each with an estimate of what it costs, from its text alone.
 * Every machine that sees the same files finds the same units in the same order.
 */
import { digestOf } from '../cache/digest.ts';
import { independentGroups } from '../pipeline/units.ts';

/** `index`: in the order of the files. `kernels`: as its text counts them. `cost`: seconds, roughly. */
export type AuditUnit = Readonly<{ index: number; files: readonly string[]; kernels: number; cost: number }>;

export function auditUnits(files: readonly string[], read: (path: string) => string | null): readonly AuditUnit[] {
  return independentGroups(files, read).map((group, index) => {
    const sizes = group.map((file) => sizeOf(read(file) ?? ''));
    return { index, files: group, kernels: sum(sizes.map(({ kernels }) => kernels)), cost: sum(sizes.map(costOf)) };
  });
}

/** The same for the same files in the same groups, whatever stands in them. */
export const digestOfUnits = (units: readonly AuditUnit[]): string => digestOf(JSON.stringify(units.map(({ files }) => files)));

type Size = Readonly<{ characters: number; kernels: number; barriers: number }>;

const sizeOf = (text: string): Size => ({ characters: text.length, kernels: text.split('__global__').length - 1, barriers: text.split(/__sync|\.sync\(|atomic[A-Z]/).length - 1 });

/** A kernel costs most, and one that synchronizes more than others; a file without any is only read. */
const costOf = ({ characters, kernels, barriers }: Size): number => 0.05 + characters / 500_000 + 0.4 * kernels + 0.1 * Math.min(barriers, 20 * kernels);

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
