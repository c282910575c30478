/**
 * Reads a file that came out of somebody else's archive: a regular file and no link, of a bounded size, and UTF-8. It
 * is opened once and asked through the open file, so that nothing can be put in its place meanwhile.
 */
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from 'node:fs';
import type { Result } from '../base/result.ts';
import { fail, ok } from '../base/result.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/** The problem is one line that does not name the file. */
export function readUntrusted(path: string, mostBytes: number): Result<string, string> {
  try {
    if (lstatSync(path).isSymbolicLink()) return fail(messages.isLink);
    // A pipe would wait for a writer. (Windows has neither flag; they are undefined there and add nothing.)
    const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const { size } = fstatSync(file);
      if (!fstatSync(file).isFile()) return fail(messages.irregularFile);
      return size > mostBytes ? fail(fill(messages.largeFile, { bytes: mostBytes })) : textOf(readAll(file, size));
    } finally {
      closeSync(file);
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return fail(
      message.includes('ENOENT')
        ? messages.noSuchFile
        : message.includes('ELOOP')
          ? messages.isLink
          : fill(messages.unreadableFile, { reason: (message.split('\n')[0] ?? '').slice(0, 200) }),
    );
  }
}

function readAll(file: number, size: number): Buffer {
  const bytes = Buffer.alloc(size);
  let filled = 0;
  for (let got = 1; got > 0 && filled < size; filled += got) got = readSync(file, bytes, filled, size - filled, filled);
  return bytes.subarray(0, filled);
}

function textOf(bytes: Buffer): Result<string, string> {
  try {
    return ok(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return fail(messages.notUtf8);
  }
}
