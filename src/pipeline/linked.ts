/**
 * Device functions that a header declares and another source file defines: they are linked (`nvcc -rdc=true`). The file
 * of the header's name beside it is read behind the source that calls them, as if it were included at its end. The
 * answers of kernels that use one of its functions say so; where no such file defines them, they stay unknown.
 *
 * Example: `kernel.cu` includes `hash.cuh`, which declares `__device__ unsigned mix(unsigned);`, and `hash.cu` defines
 * it.
 */
import type { Choice, Preprocessed, ReadSource } from '../preprocess/preprocess.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/** The files to read behind a source, in the order of the headers that name them. */
export function linkedFiles(file: string, { source, files }: Preprocessed, read: ReadSource): readonly string[] {
  const beside = files
    .slice(1)
    .flatMap((header) => /^(.*)\.(?:h|hh|hpp|hxx|cuh)$/.exec(header)?.[1] ?? [])
    .map((stem) => `${stem}.cu`);
  const possible = [...new Set(beside)].filter((path) => path !== file && !files.includes(path) && read(path) !== null);
  if (possible.length === 0) return [];
  const missing = calledWithoutBody(source.text);
  return possible.filter((path) => {
    const defined = new Set(definedIn(read(path) ?? ''));
    return missing.some((name) => defined.has(name));
  });
}

/** Device functions that are declared and used in a text that does not define them. */
function calledWithoutBody(text: string): readonly string[] {
  const defined = new Set(definedIn(text));
  const declared = [...text.matchAll(/\b__device__\b(?:(?!\b__device__\b)[^;{}()=])*?\b(\w+)\s*\([^;{}]*\)\s*;/g)].map(
    ([, name = '']) => name,
  );
  return [...new Set(declared)].filter(
    (name) => !defined.has(name) && [...text.matchAll(new RegExp(`\\b${name}\\s*\\(`, 'g'))].length > 1,
  );
}

function definedIn(text: string): readonly string[] {
  return [...text.matchAll(/\b(\w+)\s*\([^;{}()]*(?:\([^()]*\)[^;{}()]*)*\)\s*(?:const\s*)?\{/g)].map(
    ([, name = '']) => name,
  );
}

/** The source followed by those files. Macros of its own end before them. */
export function readingLinked(file: string, linked: readonly string[], read: ReadSource): ReadSource {
  const own = [...(read(file) ?? '').matchAll(/^[ \t]*(?:#|%:)[ \t]*define[ \t]+(\w+)/gm)].map(
    ([, name = '']) => `#undef ${name}\n`,
  );
  return readingBehind(file, linked, read, [...new Set(own)].join(''));
}

/** The source followed by those files. `between`: lines in front of them. */
export function readingBehind(file: string, others: readonly string[], read: ReadSource, between = ''): ReadSource {
  const suffix = `\n${between}${others.map((path) => `#include "${fromFolderOf(file, path)}"\n`).join('')}`;
  return (path) => {
    const text = read(path);
    return path === file && text !== null ? text + suffix : text;
  };
}

/** A path as an `#include` of the file spells it. */
function fromFolderOf(file: string, path: string): string {
  const [own, other] = [file, path].map((one) => one.split('/'));
  if (own === undefined || other === undefined) return path;
  const folders = own.slice(0, -1);
  const differs = folders.findIndex((part, k) => part !== other[k]);
  const shared = differs === -1 ? folders.length : differs;
  return [...folders.slice(shared).map(() => '..'), ...other.slice(shared)].join('/');
}

/** What an answer takes for granted that rests on such a file. */
export function linkedChoices(linked: readonly string[], read: ReadSource): readonly Choice[] {
  return linked.map((path) => ({
    text: fill(messages.linkedWith, { path }),
    span: { file: path, start: 0, end: (read(path) ?? '').length, line: 1, column: 1, endLine: 1, endColumn: 1 },
  }));
}
