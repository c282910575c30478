/**
 * What an audit finds where it is to write: nothing, a file of its own that it goes on with, or one that it must not
 * touch.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { normalize } from 'node:path';
import type { AuditHeader } from './record.ts';
import type { Continuation } from './record-file.ts';
import type { FileStates } from '../cache/trace.ts';
import type { Result } from '../base/result.ts';
import { fail, ok } from '../base/result.ts';
import { beginsLikeAudit } from './record.ts';
import { canBeAuditFile } from './disk.ts';
import { indexOf, isAuditFile } from './record-file.ts';
import { plural } from '../report/wording.ts';
import { stateOf } from '../cache/trace.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/** `begin`: to give the writer. `done`: units that are not to be done again. `notes`: a line each. */
export type Beginning = Readonly<{
  begin: AuditHeader | Continuation;
  done: ReadonlySet<number>;
  isComplete: boolean;
  notes: readonly string[];
}>;

/** `now`: the files as they are. The problem is one line. Throws what the file system throws. */
export function beginningOf(
  path: string,
  header: AuditHeader,
  now: FileStates,
  restart: boolean,
): Result<Beginning, string> {
  const anew: Beginning = { begin: header, done: new Set(), isComplete: false, notes: [] };
  if (!canBeAuditFile(path)) return fail(fill(messages.irregularFile, { path }));
  if (isBarelyBegun(path) || (restart && isAuditFile(path))) return ok(anew);
  let [cut, changed] = [0, 0];
  const index = indexOf(path, ({ trace, cut: isCut }) => {
    const isSame = stateOf(trace, now) === trace.digest;
    if (!isSame) changed += 1;
    else if (isCut !== null) cut += 1;
    return isSame && isCut === null;
  });
  if (!index.ok)
    return fail(
      fill(messages.leftAsIs, { problem: index.problem, restart: isAuditFile(path) ? messages.restartHint : '' }),
    );
  const { header: before, units, end, bytes, damaged } = index.value;
  const difference = differenceOf(before, header);
  if (difference !== null) return fail(fill(messages.anotherAudit, { path, difference }));
  const notes = [
    ...damaged.map(({ line, because }) => fill(messages.damagedRest, { path, line, because })),
    ...(changed === 0
      ? []
      : [fill(messages.changedAgain, { units: plural(changed, 'unit'), are: changed === 1 ? 'is' : 'are' })]),
    ...(cut === 0 ? [] : [fill(messages.cutAgain, { units: plural(cut, 'unit'), are: cut === 1 ? 'is' : 'are' })]),
  ];
  return ok({
    begin: { bytes, damaged: damaged.length },
    done: new Set(units.keys()),
    isComplete: damaged.length === 0 && end !== null && units.size === end.units,
    notes,
  });
}

/** What two files say differently of the audit that they are of; null: nothing. The shard is not compared. */
export function auditDifference(a: AuditHeader, b: AuditHeader): string | null {
  if (a.commit !== b.commit)
    return `commit ${a.commit?.slice(0, 12) ?? 'none'}, not ${b.commit?.slice(0, 12) ?? 'none'}`;
  if (a.engine !== b.engine) return `syncwright ${a.engine}, not ${b.engine}`;
  if (folderName(a.path) !== folderName(b.path)) return fill(messages.otherFile, { path: a.path, path2: b.path });
  if (a.options !== b.options) return messages.otherOptions;
  if (a.units.digest !== b.units.digest || a.units.count !== b.units.count) return 'other files';
  return null;
}

/** One name for a folder, however its name is spelled; the files below are named so anyway. */
export const folderName = (path: string): string => normalize(path).replace(/(?<=[^\\/])[\\/]+$/, '');

const differenceOf = (a: AuditHeader, b: AuditHeader): string | null =>
  auditDifference(a, b) ??
  (a.shard.join('/') === b.shard.join('/') ? null : `shard ${a.shard.join('/')}, not ${b.shard.join('/')}`);

/** Nothing is there, or part of a first line of ours. */
function isBarelyBegun(path: string): boolean {
  if (!existsSync(path) || statSync(path).size === 0) return true;
  if (statSync(path).size >= longestHeader) return false;
  const text = readFileSync(path, 'utf8');
  return beginsLikeAudit(text) && !text.includes('\n');
}
/** Bytes. */
const longestHeader = 100_000;
