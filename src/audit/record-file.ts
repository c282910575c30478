/** An audit file on disk: read line by line, whatever its size, and continued at its end. */
import { closeSync, fstatSync, ftruncateSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import type { AuditHeader, EndMark, UnitRecord } from './record.ts';
import type { Result } from '../base/result.ts';
import { attempt } from '../base/attempt.ts';
import { fail, ok } from '../base/result.ts';
import { beginningLength, beginsLikeAudit, lineOf, readHeader, readOther } from './record.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/** Bytes of the file. */
type Stretch = Readonly<{ start: number; bytes: number }>;

/** What a file holds, by the place of its lines. */
export type RecordIndex = Readonly<{
  path: string;
  header: AuditHeader;
  /** By unit, its last line. */
  units: ReadonlyMap<number, Stretch>;
  /** The mark that ends the file; null: it is not complete. */
  end: EndMark['end'] | null;
  /** Up to the end of its last whole line. */
  bytes: number;
  /** Lines that cannot be used, from 1, and why: the first of them. None that an audit has seen to. */
  damaged: readonly Readonly<{ line: number; because: string }>[];
  /** Whether the last line has no end. */
  isCutOff: boolean;
}>;

/**
 * `isKept`: whether a unit counts that the file has. The problem is one line that begins with the path. Throws what the
 * file system throws.
 */
export function indexOf(
  path: string,
  isKept: (record: UnitRecord) => boolean = () => true,
): Result<RecordIndex, string> {
  const units = new Map<number, Stretch>();
  const damaged: Readonly<{ line: number; because: string }>[] = [];
  let header: AuditHeader | null = null;
  let end: EndMark['end'] | null = null;
  let [bytes, number, isCutOff] = [0, 0, false];
  const damage = (because: string): void => {
    if (damaged.push({ line: number, because }) > mostDamaged) damaged.pop();
  };
  for (const { text, start, bytes: length, isWhole } of linesOf(path)) {
    if (!isWhole) {
      [isCutOff, end] = [true, null];
      break;
    }
    bytes = start + length;
    number += 1;
    if (header === null) {
      const read = text === null ? fail(tooLong) : readHeader(text);
      if (!read.ok) return fail(fill(messages.notAnAudit, { path, problem: read.problem }));
      header = read.value;
      continue;
    }
    const read = text === null ? fail(tooLong) : readOther(text);
    end = read.ok && read.value.kind === 'end' ? read.value.end : null;
    if (!read.ok) damage(read.problem);
    else if (read.value.kind === 'mended') damaged.length = 0;
    else if (read.value.kind === 'unit') {
      const { record } = read.value;
      const { count } = header.units;
      if (record.unit >= count) damage(fill(messages.badUnit, { unit: record.unit, count }));
      else if (isKept(record)) units.set(record.unit, { start, bytes: length });
      else units.delete(record.unit);
    }
  }
  return header === null
    ? fail(fill(messages.noHeader, { path }))
    : ok({ path, header, units, end, bytes, damaged, isCutOff });
}

const chunk = 1024 * 1024;
/** More than the answer for any unit takes: who writes a file for us must not cost us our memory. */
const mostLineMiB = 256;
const tooLong = fill(messages.longLine, { mostLineMiB });
/** Of which it is told. */
const mostDamaged = 20;

/** Without their line ends; `bytes` counts them. `text`: null: it is too long. */
function* linesOf(path: string): Generator<Stretch & Readonly<{ text: string | null; isWhole: boolean }>> {
  const file = openSync(path, 'r');
  try {
    let start = 0;
    let [parts, length] = [new Array<Buffer>(), 0];
    const add = (part: Buffer): void => {
      length += part.length;
      if (length > mostLineMiB * 1024 * 1024) parts = [];
      else parts.push(part);
    };
    const text = (): string | null =>
      length > mostLineMiB * 1024 * 1024 ? null : Buffer.concat(parts).toString('utf8');
    for (let at = 0; ;) {
      const buffer = Buffer.allocUnsafe(chunk);
      const read = readSync(file, buffer, 0, chunk, at);
      if (read === 0) break;
      at += read;
      let rest = buffer.subarray(0, read);
      for (let newline = rest.indexOf(10); newline >= 0; newline = rest.indexOf(10)) {
        add(rest.subarray(0, newline));
        yield { text: text(), start, bytes: length + 1, isWhole: true };
        start += length + 1;
        [parts, length] = [[], 0];
        rest = rest.subarray(newline + 1);
      }
      if (rest.length > 0) add(rest);
    }
    if (length > 0) yield { text: text(), start, bytes: length, isWhole: false };
  } finally {
    closeSync(file);
  }
}

/**
 * The units of these files in their order, one in memory at a time. Throws where a file is no longer what its index
 * says.
 */
export function* recordsOf(indices: readonly Pick<RecordIndex, 'path' | 'units'>[]): Generator<UnitRecord> {
  const files = indices.map(({ path }) => openSync(path, 'r'));
  try {
    const places = indices.flatMap(({ path, units }, k) =>
      [...units].map(([unit, place]) => ({ unit, path, file: files[k] ?? -1, ...place })),
    );
    for (const { path, file, start, bytes } of places.sort((a, b) => a.unit - b.unit)) {
      const line = Buffer.allocUnsafe(bytes - 1);
      readSync(file, line, 0, bytes - 1, start);
      const read = readOther(line.toString('utf8'));
      if (!read.ok || read.value.kind !== 'unit')
        throw Object.assign(new Error(fill(messages.changedWhileRead, { path })), { code: 'EBUSY' });
      yield read.value.record;
    }
  } finally {
    for (const file of files) closeSync(file);
  }
}

export type RecordWriter = Readonly<{ add: (line: UnitRecord | EndMark) => void; close: () => void }>;

/** `bytes`: after which a file goes on; what follows is cut off. `damaged`: lines of it that are of no use. */
export type Continuation = Readonly<{ bytes: number; damaged: number }>;

/** A file that is begun, or goes on. Throws what the file system throws. */
export function recordWriter(path: string, begin: AuditHeader | Continuation): RecordWriter {
  const isNew = 'kind' in begin;
  const file = openSync(path, isNew ? 'w' : 'r+');
  let at = isNew ? 0 : begin.bytes;
  if (!isNew) ftruncateSync(file, at);
  const write = (text: string): void => {
    if (fstatSync(file).size > at) throw Object.assign(new Error(messages.concurrentAudit), { code: 'EBUSY' });
    at += writeWhole(file, text, at);
  };
  try {
    if (isNew) write(lineOf(begin));
    else if (begin.damaged > 0) write(lineOf({ mended: { lines: begin.damaged } }));
  } catch (error) {
    closeSync(file);
    throw error;
  }
  return { add: (line) => write(lineOf(line)), close: () => closeSync(file) };
}

/** Throws what the file system throws. */
export function writeLines(path: string, lines: Iterable<string>): void {
  const file = openSync(path, 'w');
  try {
    let at = 0;
    for (const line of lines) at += writeWhole(file, line, at);
  } finally {
    closeSync(file);
  }
}

/** The number of bytes. */
function writeWhole(file: number, text: string, at: number): number {
  const bytes = Buffer.from(text);
  for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done, bytes.length - done, at + done);
  return bytes.length;
}

/** Whether it begins as audits do; false where it cannot be read. */
export function isAuditFile(path: string): boolean {
  const start = attempt(() => (statSync(path).isFile() ? beginningOf(path) : null));
  return start?.length === beginningLength && beginsLikeAudit(start);
}

function beginningOf(path: string): string {
  const file = openSync(path, 'r');
  try {
    const buffer = Buffer.alloc(beginningLength);
    return buffer.subarray(0, readSync(file, buffer, 0, beginningLength, 0)).toString('latin1');
  } finally {
    closeSync(file);
  }
}
