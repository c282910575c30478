/** `syncwright merge`: the files of all shards of an audit as one. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordIndex } from '../audit/record-file.ts';
import { canBeAuditFile, diskProblem, indexOf, isSameFile, writeLines } from '../audit/record-file.ts';
import { mergedLines, wholeAudit } from '../audit/merge.ts';
import { plural } from '../report/wording.ts';
import type { AuditReportFlags } from './audit-report.ts';
import { reportOn } from './audit-report.ts';
import { UsageError } from './io.ts';
import type { CliIo } from './io.ts';
import type { Policy } from './policy.ts';
import { textsOf } from './source-files.ts';

export type MergeFlags = AuditReportFlags & Readonly<{ out?: string }>;

/** `settle`: the configuration of the codebase that the audit is of, and the flags with what it says. */
export function merge(paths: readonly string[], given: MergeFlags, settle: (path: string) => Readonly<{ policy: Policy; flags: MergeFlags }>, io: CliIo): number {
  const whole = wholeAudit(onDisk(() => paths.flatMap(filesAt).map(readIndex)));
  if (!whole.ok) throw new UsageError(whole.problem);
  const indices = whole.value;
  const { report } = given;
  if (report !== undefined && [...indices.map((index) => index.path), ...(given.out === undefined ? [] : [given.out])].some((one) => isSameFile(one, report))) throw new UsageError(`${report} is the file of an audit: --report must be another`);
  const [{ header: { path, build, units, commit } }] = indices;
  if (given.out !== undefined) write(given.out, indices, given.reproducible === true);
  const { policy, flags } = settle(path);
  return reportOn({
    indices, policy, io, place: given.out ?? paths.join(' '),
    flags: { ...flags, define: new Map(build.defines), include: build.includeDirs },
    read: textsOf([path], { maxBytes: flags.maxBytes, include: build.includeDirs }).read,
    notes: () => [`${plural(indices.length, 'file')} of ${plural(units.count, 'unit')} together${commit === null ? '' : `, commit ${commit.slice(0, 12)}`}`],
  });
}

/** A file, or all `.jsonl` below a folder. */
function filesAt(path: string): readonly string[] {
  if (!statSync(path).isDirectory()) return [path];
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.jsonl')).sort();
  return names.map((name) => join(path, name)).filter((file) => !statSync(file).isDirectory());
}

function readIndex(path: string): RecordIndex {
  if (!canBeAuditFile(path)) throw new UsageError(`${path}: it is not a regular file`);
  const index = indexOf(path);
  if (!index.ok) throw new UsageError(index.problem);
  return index.value;
}

function write(path: string, indices: readonly [RecordIndex, ...RecordIndex[]], isReproducible: boolean): void {
  if (!canBeAuditFile(path)) throw new UsageError(`${path}: it is not a regular file: --out must be another`);
  if (indices.some((index) => isSameFile(index.path, path))) throw new UsageError(`${path} is one of the files that are merged: --out must be another`);
  onDisk(() => writeLines(path, mergedLines(indices, isReproducible)));
}

/** Whatever the file system refuses is one line. */
function onDisk<Made>(make: () => Made): Made {
  try {
    return make();
  } catch (error) {
    throw new UsageError(diskProblem(error));
  }
}
