/** `syncwright merge`: the files of all shards of an audit as one. */
import type { RecordIndex } from '../audit/record-file.ts';
import { canBeAuditFile, isSameFile, onDisk } from '../audit/disk.ts';
import { writeLines } from '../audit/record-file.ts';
import { mergedLines, wholeAudit } from '../audit/merge.ts';
import { plural } from '../report/wording.ts';
import { visible } from '../report/visible.ts';
import type { AuditReportFlags } from './audit-report.ts';
import { reportOn } from './audit-report.ts';
import { checkPlace, refuseForeignLink } from './render.ts';
import { UsageError } from './io.ts';
import type { CliIo } from './io.ts';
import { mergeFiles } from './merge-files.ts';
import { mergeSources } from './merge-sources.ts';
import { isDirectory } from './repository.ts';
import type { Policy } from './policy.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

export type MergeFlags = AuditReportFlags &
  Readonly<{ out?: string; /** Folders of sources, beside the current directory. */ source: readonly string[] }>;

/**
 * `settle`: the configuration of the codebase (null: none counts but one that is given), and the flags with what it
 * says.
 */
export function merge(
  paths: readonly string[],
  given: MergeFlags,
  settle: (path: string | null) => Readonly<{ policy: Policy; flags: MergeFlags }>,
  io: CliIo,
): number {
  const noFolder = given.source.find((folder) => !isDirectory(folder));
  if (noFolder !== undefined) throw new UsageError(fill(messages.notASourceFolder, { noFolder }));
  const found = onDisk(() => mergeFiles(paths));
  if (!found.ok) throw new UsageError(found.problem);
  for (const note of found.value.notes) io.err(`${visible(note)}\n`);
  const whole = wholeAudit(found.value.indices);
  if (!whole.ok) throw new UsageError(whole.problem);
  const indices = whole.value;
  const { report } = given;
  if (
    report !== undefined &&
    [...indices.map((index) => index.path), ...(given.out === undefined ? [] : [given.out])].some((one) =>
      isSameFile(one, report),
    )
  )
    throw new UsageError(fill(messages.mergeReport, { report }));
  checkPlace(given.format, report, '--report', io);
  const [
    {
      header: { path, build, units, commit },
    },
  ] = indices;
  if (given.out !== undefined) write(given.out, indices, given.reproducible === true);
  const sources = mergeSources(path, build.includeDirs, given.source, given.maxBytes);
  const { policy, flags } = settle(sources.isOpen ? path : null);
  const status = reportOn({
    indices,
    policy,
    io,
    place: given.out ?? paths.join(' '),
    flags: { ...flags, define: new Map(build.defines), include: build.includeDirs },
    read: sources.read,
    onRecord: sources.see,
    notes: () => [
      `${plural(units.count, 'unit')} from ${plural(indices.length, 'audit file')}${commit === null ? '' : `, commit ${commit.slice(0, 12)}`}`,
    ],
  });
  for (const note of sources.notes()) io.err(`${visible(note)}\n`);
  return status;
}

function write(path: string, indices: readonly [RecordIndex, ...RecordIndex[]], isReproducible: boolean): void {
  refuseForeignLink(path);
  if (!canBeAuditFile(path)) throw new UsageError(fill(messages.irregularOut, { path }));
  if (indices.some((index) => isSameFile(index.path, path))) throw new UsageError(fill(messages.mergedOut, { path }));
  const written = onDisk(() => writeLines(path, mergedLines(indices, isReproducible)));
  if (!written.ok) throw new UsageError(written.problem);
}
