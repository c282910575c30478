/**
 * Where `#include` finds a file: beside the including one (quoted only), then in the `-I` folders, in order. Most
 * projects name their headers from some folder above the source that only their build knows; so at last that is tried.
 */
import type { State } from './state.ts';
import { isStandardHeader } from './known.ts';

/** `isQuoted`: `"name"`, not `<name>`. */
export type IncludeName = Readonly<{ name: string; isQuoted: boolean }>;

export function parseIncludeName(words: string): IncludeName | null {
  const match = /^\s*(?:"([^"\n]+)"|<([^>\n]+)>)/.exec(words);
  const name = match?.[1] ?? match?.[2];
  return name === undefined ? null : { name: name.trim(), isQuoted: match?.[1] !== undefined };
}

/** The first path that the reader has, with its text. */
export function findInclude(state: State, from: string, wanted: IncludeName): Readonly<{ path: string; text: string }> | null {
  const guessed = isStandardHeader(wanted.name) ? [] : [...foldersAbove(folderOf(from)), ...foldersAbove(folderOf(state.files[0]?.path ?? from))];
  const folders = [...(wanted.isQuoted ? [folderOf(from)] : []), ...state.options.includeDirs, ...guessed];
  for (const folder of new Set(folders)) {
    const path = joinPath(folder, wanted.name);
    // `af/cuda.h` that says <cuda.h> means the system's
    if (!wanted.isQuoted && path === from) continue;
    const known = state.files.find((file) => file.path === path);
    const text = known?.text ?? state.read(path);
    if (text !== null) return { path, text };
  }
  return null;
}

function folderOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : slash === 0 ? '/' : path.slice(0, slash);
}

/** How many folders up an include is looked for. */
const maxLevels = 4;

/** `a/b` gives `a/b`, `a/b/include`, `a`, `a/include`, ``, `include`. */
function foldersAbove(folder: string): readonly string[] {
  const folders: string[] = [];
  let at = folder;
  for (let level = 0; level <= maxLevels; level++) {
    folders.push(at, at === '' ? 'include' : `${at}/include`);
    if (at === '' || at === '/') break;
    at = folderOf(at);
  }
  return folders;
}

/** Joins and takes out `.` and `..` where that needs no file system. */
export function joinPath(folder: string, name: string): string {
  const whole = name.startsWith('/') || folder === '' ? name : `${folder}/${name}`;
  const parts: string[] = [];
  for (const part of whole.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (part !== '..' || !whole.startsWith('/')) parts.push(part);
  }
  return `${whole.startsWith('/') ? '/' : ''}${parts.join('/')}`;
}
