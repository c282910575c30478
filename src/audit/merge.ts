/**
 * The files of all shards of one audit, taken together. Needs: their indices. Refuses what would make the whole less
 * than it says: a shard that is missing or there twice, one that is damaged or did not come to its end, and shards of
 * different commits, versions, options or files.
 */
import type { AuditHeader, EndMark, UnitRecord } from './record.ts';
import type { RecordIndex } from './record-file.ts';
import type { Result } from '../base/result.ts';
import { auditDifference } from './continue.ts';
import { fail, ok } from '../base/result.ts';
import { lineOf } from './record.ts';
import { plural } from '../report/wording.ts';
import { recordsOf } from './record-file.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

type Wholeness = Pick<RecordIndex, 'path' | 'header' | 'damaged' | 'isCutOff'> &
  Readonly<{ end: EndMark['end'] | null; units: ReadonlyMap<number, unknown> }>;

/** The first thing that is wrong, in one line that begins with the path; null: together they are a whole audit. */
export function mergeProblem(indices: readonly Wholeness[]): string | null {
  const [first] = indices;
  if (first === undefined) return messages.noAuditFile;
  for (const index of indices) {
    const problem = ownProblem(index) ?? togetherProblem(index, first);
    if (problem !== null) return `${index.path}: ${problem}`;
  }
  const [, count] = first.header.shard;
  const missing = Array.from({ length: count }, (_, k) => k + 1).filter(
    (k) => !indices.some(({ header }) => header.shard[0] === k),
  );
  if (missing.length > 0)
    return `${missing.length === 1 ? 'shard' : 'shards'} ${missing.slice(0, 8).join(', ')}${missing.length > 8 ? ' …' : ''} of ${count} ${missing.length === 1 ? 'is' : 'are'} missing`;
  return unitProblem(indices, first.header.units.count);
}

function ownProblem({ header, damaged: [damage], isCutOff, end, units }: Wholeness): string | null {
  if (header.shard[0] > header.shard[1]) return fill(messages.damagedShard, { shard: header.shard.join(' of ') });
  if (damage !== undefined) return `line ${damage.line}: ${damage.because}`;
  if (isCutOff || end === null) return messages.incomplete;
  return units.size === end.units
    ? null
    : fill(messages.damagedCount, { count: plural(units.size, 'unit'), units: end.units });
}

function togetherProblem({ header }: Wholeness, first: Wholeness): string | null {
  const difference = auditDifference(header, first.header);
  if (difference !== null) return fill(messages.otherAudit, { path: first.path, difference });
  return header.shard[1] === first.header.shard[1]
    ? null
    : fill(messages.shardCounts, {
        shard: header.shard.join(' of '),
        path: first.path,
        other: first.header.shard.join(' of '),
      });
}

function unitProblem(indices: readonly Wholeness[], count: number): string | null {
  const shards = new Map<number, string>();
  const units = new Map<number, string>();
  for (const { path, header, units: own } of indices) {
    const twin = shards.get(header.shard[0]);
    if (twin !== undefined) return fill(messages.twice, { path, shard: header.shard.join(' of '), twin });
    shards.set(header.shard[0], path);
    for (const unit of own.keys()) {
      const other = units.get(unit);
      if (other !== undefined) return fill(messages.unitTwice, { path, unit, other });
      units.set(unit, path);
    }
  }
  return units.size === count
    ? null
    : fill(messages.missingUnits, {
        some: plural(count - units.size, 'unit'),
        count,
        are: count - units.size === 1 ? 'is' : 'are',
      });
}

/**
 * The lines of one file that says what all of them say, units in their order. `isReproducible`: without what differs
 * from run to run.
 */
export function* mergedLines(
  indices: readonly [RecordIndex, ...RecordIndex[]],
  isReproducible: boolean,
): Generator<string> {
  const header: AuditHeader = { ...indices[0].header, shard: [1, 1] };
  yield lineOf(header);
  for (const record of recordsOf(indices)) yield lineOf(isReproducible ? withoutTimes(record) : record);
  const [{ end: first }] = indices;
  yield lineOf({
    end: {
      units: header.units.count,
      kernels: indices.reduce((sum, { end }) => sum + (end?.kernels ?? 0), 0),
      problems: first?.problems ?? [],
    },
  });
}

/** Times go, which no two runs have in common. */
export const withoutTimes = (record: UnitRecord): UnitRecord => ({
  ...record,
  ms: 0,
  report: {
    ...record.report,
    kernels: record.report.kernels.map(({ repairMs: _, costs: __, ...kernel }) => ({ ...kernel, timeMs: 0 })),
  },
});

/** All files are of one audit that is whole. */
export function wholeAudit(indices: readonly RecordIndex[]): Result<readonly [RecordIndex, ...RecordIndex[]], string> {
  const problem = mergeProblem(indices);
  const [first, ...others] = indices;
  return problem !== null || first === undefined ? fail(problem ?? '') : ok([first, ...others]);
}
