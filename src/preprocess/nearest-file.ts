/** Build files are looked for in the folder of a source, then in those above it. */
import type { ReadSource } from './preprocess.ts';
import { folderOf, joinPath } from './include.ts';

export type FoundFile = Readonly<{ folder: string; path: string; text: string }>;

/**
 * `levels`: how many folders up; `mostCharacters`: a longer file is passed over. Of one folder the first of the names
 * that is there. Null: there is none.
 */
export function nearestFile(
  start: string,
  names: readonly string[],
  read: ReadSource,
  levels: number,
  mostCharacters = Number.POSITIVE_INFINITY,
): FoundFile | null {
  let folder = start;
  for (let level = 0; level <= levels; level++) {
    for (const name of names) {
      const path = joinPath(folder, name);
      const text = read(path);
      if (text !== null && text.length <= mostCharacters) return { folder, path, text };
    }
    if (folder === '' || folder === '/') break;
    folder = folderOf(folder);
  }
  return null;
}
