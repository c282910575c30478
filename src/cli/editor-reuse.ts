/**
 * What an analysis for the editor read, compared with what the last one read: what of its answers still holds
 * (lsp/kept.ts).
 */
import { resolve } from 'node:path';
import type { Basis } from '../lsp/analysis.ts';
import type { Candidates, Kept } from '../lsp/kept.ts';
import type { TextSource } from '../cache/trace.ts';
import { digestOf } from '../cache/digest.ts';
import { keptAfter } from '../lsp/kept.ts';

/** Whether everything that the answers rest on is as it was. */
export const unchanged = (before: Basis, source: TextSource): boolean =>
  changedPaths(before, source).length === 0 && namesAreSame(before, source);

const changedPaths = ({ seen }: Basis, { read }: TextSource): readonly string[] =>
  [...seen].filter(([path, digest]) => digestNow(path, read) !== digest).map(([path]) => path);

function digestNow(path: string, read: TextSource['read']): string | null {
  const text = read(path);
  return text === null ? null : digestOf(text);
}

const namesAreSame = ({ looked, names }: Basis, { locate }: TextSource): boolean =>
  digestOf(JSON.stringify(looked.map((tail) => [...locate(tail)].sort()))) === names;

/** Null: everything has to be decided anew. `textNow`: of a document in the editor. */
export function keptFrom(
  before: Basis,
  source: TextSource,
  textNow: (path: string) => string | null,
): Kept | Candidates | null {
  const paths = changedPaths(before, source);
  const [path] = paths;
  // a file may have been read under several spellings of its path
  if (path === undefined || paths.some((other) => resolve(other) !== resolve(path)) || !namesAreSame(before, source))
    return null;
  const text = textNow(path);
  return text === null ? null : keptAfter(before, { path, text, isFile: (other) => resolve(other) === resolve(path) });
}
