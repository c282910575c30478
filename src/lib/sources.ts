/** The files that the library is given, as the engine reads them. Nothing is read from the disk. */
import { posix } from 'node:path';
import type { LocateSource, ReadSource } from '../preprocess/preprocess.ts';
import { fill } from '../base/message.ts';
import { hasKernelMark } from '../base/kernel-mark.ts';
import { isTailOf } from '../base/tail.ts';
import { messages } from './wording.ts';

/** `named`: every file was named as one to analyse, so that one without a kernel is a problem. */
export type GivenSources = Readonly<{
  files: readonly string[];
  read: ReadSource;
  locate?: LocateSource;
  named: boolean;
}>;

const cudaName = /\.cuh?$/i;

/** `given` comes from outside, and need not be what its type says. */
export function readSources(given: unknown): GivenSources {
  if (Array.isArray(given)) return ofTexts(given);
  if (typeof given !== 'object' || given === null) throw new TypeError(messages.filesExpected);
  const files: unknown = Reflect.get(given, 'files');
  const read: unknown = Reflect.get(given, 'read');
  if (
    !Array.isArray(files) ||
    !files.every((file) => typeof file === 'string' && file !== '') ||
    typeof read !== 'function'
  )
    throw new TypeError(messages.filesExpected);
  return {
    files,
    named: true,
    read: (path) => {
      const text: unknown = Reflect.apply(read, given, [path]);
      if (typeof text === 'string') return text;
      if (text === null || text === undefined) return null;
      throw new TypeError(fill(messages.badRead, { path }));
    },
  };
}

/**
 * Analysed is what `syncwright check` finds in a folder: CUDA files, and others with a kernel. The rest is there to be
 * included.
 */
function ofTexts(given: readonly unknown[]): GivenSources {
  const texts = new Map<string, string>();
  const files: string[] = [];
  for (const [k, one] of given.entries()) {
    const path = propertyOf(one, 'path');
    const text = propertyOf(one, 'text');
    if (typeof path !== 'string' || path === '' || typeof text !== 'string')
      throw new TypeError(fill(messages.fileExpected, { number: k + 1 }));
    const name = posix.normalize(path);
    if (texts.has(name)) throw new TypeError(fill(messages.pathTwice, { path }));
    texts.set(name, text);
    if (cudaName.test(path) || hasKernelMark(text)) files.push(path);
  }
  return {
    files,
    named: false,
    read: (path) => texts.get(posix.normalize(path)) ?? null,
    locate: (tail) => [...texts.keys()].filter((path) => isTailOf(tail, path)),
  };
}

function propertyOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
