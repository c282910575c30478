/**
 * The file of an audit (JSON lines): what was asked, what each unit came to as soon as it was done, and a mark at the
 * end. A process that dies loses the line that it was writing, nothing else.
 *
 * Line 1 is the header, the last one the end mark; between them stands one line for each unit, in the order in which
 * they were done. Where a unit has several, the last one counts; where a file was gone on with behind damaged lines, a
 * mark says so. Each line begins with a digest of the rest of it: `{"sum":"0f…","unit":3,…}`.
 */
import type { InputProblem, Report } from '../verdict/finding.ts';
import type { Result } from '../base/result.ts';
import type { Shard } from './shards.ts';
import type { Trace } from '../cache/trace.ts';
import { endSchema, headerSchema, mendSchema, unitSchema } from './record-schema.ts';
import { fail, ok } from '../base/result.ts';
import { fromPlainJson, plainJson } from '../base/plain-json.ts';
import { sealLength, sealStart, sealed, unsealed } from '../cache/seal.ts';
import { schemaGuard } from '../schema/guard.ts';
import { messages } from './wording.ts';

/** Whether these first characters of a file are those of one of ours, as far as they go. */
export function beginsLikeAudit(start: string): boolean {
  const [digest, kind] = [start.slice(sealStart.length, sealLength - 2), start.slice(sealLength - 2)];
  return (
    start !== '' &&
    sealStart.startsWith(start.slice(0, sealStart.length)) &&
    /^[0-9a-f]*$/.test(digest) &&
    kindStart.startsWith(kind.slice(0, kindStart.length))
  );
}
const kindStart = '","kind":"syncwright-audit",';
/** Of a first line, what tells whose it is. */
export const beginningLength = sealLength - 2 + kindStart.length;

/** What two files must have in common to be of one audit, but for the shard. */
export type AuditHeader = Readonly<{
  kind: 'syncwright-audit';
  version: 1;
  /** {@link file://./audit.ts}: `engine` and `commit` of the facts. */
  engine: string;
  commit: string | null;
  /** Digest of options and configuration. */
  options: string;
  /** The folder, as the command was given it. */
  path: string;
  /** What a replay must be given again. */
  build: Readonly<{ defines: readonly (readonly [name: string, value: string])[]; includeDirs: readonly string[] }>;
  /** Of the whole codebase. */
  units: Readonly<{ count: number; digest: string }>;
  shard: Shard;
}>;

/**
 * `cut`: why it is to be done again when the audit goes on; null: it is done. `ms`: what it took when it was analysed.
 */
export type UnitRecord = Readonly<{
  unit: number;
  files: readonly string[];
  trace: Trace;
  cut: string | null;
  ms: number;
  report: Report;
}>;

/** `units`, `kernels`: in this file. `problems`: with the files as such, before any unit. */
export type EndMark = Readonly<{
  end: Readonly<{ units: number; kernels: number; problems: readonly InputProblem[] }>;
}>;

/**
 * Written where an audit goes on behind damaged lines: what they held counts as not done, so they are of no matter any
 * more. `lines`: how many at least.
 */
export type MendMark = Readonly<{ mended: Readonly<{ lines: number }> }>;

/** With its line end. */
export const lineOf = (value: AuditHeader | UnitRecord | EndMark | MendMark): string => `${sealed(plainJson(value))}\n`;

/** The problem is one line, without the file's name. */
export const readHeader = (line: string): Result<AuditHeader, string> => readLine(line, headerGuard);

export type OtherLine =
  | Readonly<{ kind: 'unit'; record: UnitRecord }>
  | Readonly<{ kind: 'end'; end: EndMark['end'] }>
  | Readonly<{ kind: 'mended' }>;

/** Of a line after the header. */
export function readOther(line: string): Result<OtherLine, string> {
  if (line.startsWith('"end":', sealLength)) {
    const end = readLine(line, endGuard);
    return end.ok ? ok({ kind: 'end', end: end.value.end }) : end;
  }
  if (line.startsWith('"mended":', sealLength)) {
    const mark = readLine(line, mendGuard);
    return mark.ok ? ok({ kind: 'mended' }) : mark;
  }
  const record = readLine(line, unitGuard);
  return record.ok ? ok({ kind: 'unit', record: record.value }) : record;
}

function readLine<Value>(line: string, guard: (value: unknown) => Result<Value, string>): Result<Value, string> {
  const body = unsealed(line);
  if (!body.ok) return body;
  try {
    return guard(fromPlainJson(body.value));
  } catch {
    return fail(messages.notJson);
  }
}

const headerGuard = schemaGuard<AuditHeader>(headerSchema);
const unitGuard = schemaGuard<UnitRecord>(unitSchema);
const mendGuard = schemaGuard<MendMark>(mendSchema);
const endGuard = schemaGuard<EndMark>(endSchema);
