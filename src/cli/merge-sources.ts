/**
 * What `merge` reads of the codebase that audit files say they are of. The files may be a stranger's, and what they
 * name would stand in reports, so
 *  - nothing is read but below the current directory (or the repository in which that stands) and the folders that
 *    the command line names (`--source`), neither a source nor a configuration;
 *  - of that, only texts count for which a unit has the digest of what its analysis read: who wrote the unit then
 *    knows them, and they have not changed since.
 */
import { realpathSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { UnitRecord } from '../audit/record.ts';
import { attempt } from '../base/attempt.ts';
import { stateOf, statesOf } from '../cache/trace.ts';
import { shellWord } from '../report/finding-details.ts';
import { plural } from '../report/wording.ts';
import { isWithin, rootOf } from './repository.ts';
import { textsOf } from './source-files.ts';
import type { Sources } from './source-files.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

export type MergeSources = Readonly<{
  /** Whether the configuration of the codebase may be read. */
  isOpen: boolean;
  /** Of units that were seen. */
  read: Sources['read'];
  /** To be called with each unit before its texts are asked for. */
  see: (unit: UnitRecord) => void;
  /** What is not read, a line each. */
  notes: () => readonly string[];
}>;

/** `path`, `include`: as the audit says. `given`: `--source`. */
export function mergeSources(
  path: string,
  include: readonly string[],
  given: readonly string[],
  maxBytes: number,
): MergeSources {
  const roots = [...[rootOf('.')].filter((root) => dirname(root) !== root), ...given].map(realOrSame);
  const isOpen = (folder: string): boolean => roots.some((root) => isWithin(root, realOrSame(folder)));
  const closed = [...new Set([path, ...include].filter((folder) => !isOpen(folder)))];
  const texts = isOpen(path)
    ? textsOf([path], { maxBytes, include: include.filter(isOpen) })
    : { read: () => null, locate: () => [] };
  const now = statesOf(texts);
  const known = new Set<string>();
  let [units, different] = [0, 0];
  return {
    isOpen: isOpen(path),
    read: (file) => (known.has(file) ? texts.read(file) : null),
    see: ({ trace }) => {
      units += 1;
      if (isOpen(path) && stateOf(trace, now) === trace.digest) for (const text of trace.texts) known.add(text);
      else different += 1;
    },
    notes: () => [
      ...(closed.length === 0
        ? []
        : [
            fill(messages.notReadBelow, {
              places: closed.join(', '),
              noun: closed.length === 1 ? 'a folder' : 'folders',
              options: closed.map((one) => `--source ${shellWord(one)}`).join(' '),
              consequence: isOpen(path) ? messages.excerptsMissing : messages.nothingBelow,
            }),
          ]),
      ...(different === 0 || !isOpen(path)
        ? []
        : [fill(messages.differentSources, { different, all: plural(units, 'unit') })]),
    ],
  };
}

const realOrSame = (path: string): string => attempt(() => realpathSync(path)) ?? resolve(path);
