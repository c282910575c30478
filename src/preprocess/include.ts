/**
 * Where `#include` finds a file: beside the including one (quoted only), then in the `-I` folders, in order. Most
 * projects name their headers from some folder that only their build knows; so the folders above the source are tried,
 * and at last every file of the repository whose path ends with the name: the only one, or the one that shares more
 * folders with the including file than every other.
 * Example: `scan.hpp` in `src/cuda/a.cu`, with `src/kernel/scan.hpp` and `test/scan.hpp` there: the first.
 */
import type { State } from './state.ts';
import { isStandardHeader } from './known.ts';

/** `isQuoted`: `"name"`, not `<name>`. */
type IncludeName = Readonly<{ name: string; isQuoted: boolean }>;

export function parseIncludeName(words: string): IncludeName | null {
  const match = /^\s*(?:"([^"\n]+)"|<([^>\n]+)>)/.exec(words);
  const name = match?.[1] ?? match?.[2];
  return name === undefined ? null : { name: name.trim(), isQuoted: match?.[1] !== undefined };
}

/** `isElsewhere`: found by its name alone. */
type Found = Readonly<{ path: string; text: string; isElsewhere: boolean }>;

const modelledLibrary = /^(?:(?:cub|thrust|nv)\/|cuda\/[\w/]+$)/;

/** The first path that the reader has, with its text. */
export function findInclude(state: State, from: string, wanted: IncludeName): Found | null {
  const guessed = isStandardHeader(wanted.name)
    ? []
    : [...foldersAbove(folderOf(from)), ...foldersAbove(folderOf(state.files[0]?.path ?? from))];
  // libraries that are modelled (lower/library/) are not read, also where a project brings them along
  const built = modelledLibrary.test(wanted.name) ? [] : (state.build?.includeDirs ?? []);
  const folders = [...(wanted.isQuoted ? [folderOf(from)] : []), ...state.options.includeDirs, ...built, ...guessed];
  for (const folder of new Set(folders)) {
    const path = joinPath(folder, wanted.name);
    // `af/cuda.h` that says <cuda.h> means the system's
    if (!wanted.isQuoted && path === from) continue;
    const text = textOf(state, path);
    if (text === null) continue;
    if (built.includes(folder) && !guessed.includes(folder) && !state.options.includeDirs.includes(folder))
      state.throughBuild.set(path, folder);
    return { path, text, isElsewhere: false };
  }
  const path = isStandardHeader(wanted.name) ? null : locate(state, from, wanted.name);
  const text = path === null ? null : textOf(state, path);
  return path === null || text === null ? null : { path, text, isElsewhere: true };
}

function textOf(state: State, path: string): string | null {
  return state.files.find((file) => file.path === path)?.text ?? state.read(path);
}

/** The one file of the repository that the name can mean. */
function locate(state: State, from: string, name: string): string | null {
  if (state.options.locate === undefined || name.startsWith('/')) return null;
  const tail = name
    .split('/')
    .filter((part) => part !== '' && part !== '.' && part !== '..')
    .join('/');
  const candidates = state.options.locate(tail).filter((path) => path !== from);
  const depth = (path: string): number => sharedFolders(from, path);
  const most = Math.max(...candidates.map(depth));
  const nearest = candidates.filter((path) => depth(path) === most);
  return nearest.length === 1 ? (nearest[0] ?? null) : null;
}

/** How many leading folders two paths share. */
export function sharedFolders(a: string, b: string): number {
  const [left, right] = [folderOf(a).split('/'), folderOf(b).split('/')];
  const differs = left.findIndex((part, k) => part !== right[k]);
  return differs < 0 ? left.length : differs;
}

export function folderOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : slash === 0 ? '/' : path.slice(0, slash);
}

/** How many folders up an include is looked for. */
const maxLevels = 4;

/** `a/b` gives `a/b`, `a/b/include`, `a`, `a/include`, ``, `include`. */
export function foldersAbove(folder: string): readonly string[] {
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
