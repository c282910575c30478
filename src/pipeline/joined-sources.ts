/**
 * Sources that hold nothing but explicit instantiations behind the same headers are read as one, as a unity build
 * compiles them: what generators write to compile the instances of one template side by side. The headers are read once
 * then, not once for each of them.
 *
 * Example: `a.cu` is `#include "k.cuh"` and `template void run<1>(int *);`, `b.cu` the same header and `template void
 * run<2>(int *);`.
 */
import type { AnalyzeRequest } from '../engine.ts';
import type { Preprocessed, ReadSource } from '../preprocess/preprocess.ts';
import { buildFactsOf } from '../preprocess/build-facts.ts';
import { folderOf } from '../preprocess/include.ts';
import { groupBy } from '../base/group.ts';
import { withoutComments } from '../base/comments.ts';
import { readingBehind } from './linked.ts';

/** Of the text of one such source. */
const maxBytes = 64 * 1024;
/** Fewer are read one by one: a finding then names the source that shows it alone. */
const leastSources = 8;

/**
 * By source, the group that it may be read with: those in the same folder, with the same includes and flags. To be
 * confirmed of the text that comes of it (`onlyInstantiates`).
 */
export function joinableSources(
  files: readonly string[],
  read: ReadSource,
  compileCommands: string | null,
): ReadonlyMap<string, readonly string[]> {
  const joinable = new Map<string, readonly string[]>();
  if (files.length < leastSources) return joinable;
  const keyed = files.flatMap((file) => {
    const includes = includesBeforeRest(read(file) ?? '');
    return includes === null ? [] : [{ file, key: JSON.stringify([folderOf(file), includes]) }];
  });
  for (const alike of groupBy(keyed, ({ key }) => key).values()) {
    // seldom several, and flags are read from files
    const built =
      alike.length < leastSources
        ? []
        : alike.flatMap(({ file }) => flagsOf(file, read, compileCommands).map((flags) => ({ file, flags })));
    for (const group of groupBy(built, ({ flags }) => flags).values()) {
      if (group.length < leastSources) continue;
      const members = group.map(({ file }) => file);
      for (const file of members) joinable.set(file, members);
    }
  }
  return joinable;
}

const instantiates = /^(?:extern\s+)?template\b(?!\s*<)/;

/** What the build gives the source; none: it is built in several ways. */
function flagsOf(file: string, read: ReadSource, compileCommands: string | null): readonly string[] {
  const { facts, problems } = buildFactsOf(file, read, compileCommands);
  if (facts.length > 1 || problems.length > 0) return [];
  return [
    JSON.stringify(
      facts.map(({ macros, undefined: without, includeDirs }) => [
        macros.map(({ name, parameters, value, values = [] }) => [name, parameters, value, values]),
        without,
        includeDirs,
      ]),
    ),
  ];
}

/**
 * The includes of a text that has no other directive, and no body of anything, behind them; null: it is another text.
 */
function includesBeforeRest(text: string): readonly string[] | null {
  if (text.length > maxBytes || text.includes('__global__') || text.includes('{')) return null;
  const lines = withoutComments(text)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^#\s*pragma\s+once$/.test(line));
  const rest = lines.findIndex((line) => !/^#\s*include\s/.test(line));
  // macros that write them, or the instantiations themselves
  const isPlain =
    rest > 0 &&
    lines
      .slice(rest)
      .join('\n')
      .split(';')
      .map((one) => one.trim())
      .every(
        (one) =>
          one === '' || ((instantiates.test(one) || /^[A-Za-z_]\w*\s*\(/.test(one)) && !/^(?:#|%:)|\\$/m.test(one)),
      );
  return isPlain ? lines.slice(0, rest) : null;
}

/**
 * The first of them, with the others behind it, whose includes are the same and do not count again: not every header
 * has a guard.
 */
export function readingJoined([first = '', ...others]: readonly string[], read: ReadSource): AnalyzeRequest['read'] {
  const behind = new Set(others);
  return readingBehind(first, others, (path) => {
    const text = read(path);
    return text !== null && behind.has(path)
      ? text.replace(/^[ \t]*#[ \t]*include[^\n]*/gm, (line) => ' '.repeat(line.length))
      : text;
  });
}

/** For reading a unit once more, in another build or patched. */
export const readingAgain = (
  { joined }: Readonly<{ joined?: readonly string[] }>,
  read: ReadSource,
): AnalyzeRequest['read'] => (joined === undefined ? read : readingJoined(joined, read));

/**
 * Whether what the sources give to the text is explicit instantiations, behind all that the headers give: in either
 * order they are the same then.
 */
export function onlyInstantiates(
  sources: readonly string[],
  { source: { text, spanOf }, files }: Pick<Preprocessed, 'source' | 'files'>,
): boolean {
  const own = new Set(sources);
  const parts: string[] = [];
  let at = 0;
  for (const line of text.split('\n')) {
    const start = at + line.length - line.trimStart().length;
    at += line.length + 1;
    if (line.trim() === '') continue;
    const isOwn = own.has(spanOf(start, start + 1).file);
    if (isOwn) parts.push(line);
    else if (parts.length > 0) return false;
  }
  const statements = parts
    .join('\n')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
  return (
    sources.every((file) => files.includes(file)) &&
    statements.length > 0 &&
    statements.every((one) => instantiates.test(one) && !/[{}]/.test(one))
  );
}
