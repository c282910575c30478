/**
 * Which paths of a diff are taken. The author of a pull request chooses them, so they are judged before anything is
 * done with them: no path may lead out of the repository, into `.git`, or break a line of a log or of Markdown.
 */
import type { Result } from '../base/result.ts';
import { buildFileNames } from '../preprocess/build-facts.ts';
import { isBuildScript } from '../preprocess/offered-names.ts';
import { fail, ok } from '../base/result.ts';
import { hasHalves } from '../base/cut.ts';
import { messages } from './wording.ts';

/** The path, or in words why it is refused. */
export function checkPath(path: string): Result<string, string> {
  if (path === '') return fail('is empty');
  if (path.length > 4096) return fail(messages.longPath);
  if (path.includes('\0')) return fail(messages.nulPath);
  if (/[\u0000-\u001f\u007f\u2028\u2029]/.test(path)) return fail(messages.controlPath);
  if (path.includes('\\')) return fail('contains a backslash');
  if (path.includes('\uFFFD') || hasHalves(path)) return fail(messages.notUtf8Path);
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) return fail('is absolute');
  const parts = path.split('/');
  if (parts.includes('..') || parts.includes('.')) return fail('contains `..` or `.`');
  if (parts.includes('')) return fail(messages.emptyComponent);
  if (parts.some((part) => /^\.git[ .]*$/i.test(part) || /^git~\d+$/i.test(part))) return fail(messages.intoGit);
  return ok(path);
}

/** A path made harmless for one line of text: control, bidirectional and invisible characters are written out. */
export function printablePath(path: string): string {
  return path
    .replace(
      /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
      (c) => `\\u{${c.codePointAt(0)?.toString(16) ?? ''}}`,
    )
    .slice(0, 300);
}

const cudaUnit = /\.cu$/i;
/** In any case. */
export const sourceSuffixes: readonly string[] = [
  'cu',
  'cuh',
  'h',
  'hh',
  'hpp',
  'hxx',
  'h++',
  'inl',
  'inc',
  'ipp',
  'tpp',
  'tcc',
  'txx',
  'def',
  'c',
  'cc',
  'cpp',
  'cxx',
  'c++',
];
const sourceSuffix = new Set(sourceSuffixes);

/** A file that is compiled by itself: analysed even when it only launches kernels of its headers. */
export const isCudaUnit = (path: string): boolean => cudaUnit.test(path);
/** A file whose text can be part of a kernel, by its name. Others are where a source includes them (includes.ts). */
export const isSourceFile = (path: string): boolean =>
  path.includes('.') && sourceSuffix.has(path.slice(path.lastIndexOf('.') + 1).toLowerCase());

/** What is written about code, and what is no text. */
const otherSuffixes = new Set(
  [
    'md markdown rst adoc tex html htm css svg ipynb json jsonl csv tsv xml yml yaml toml lock log diff patch',
    'png jpg jpeg gif ico pdf zip gz xz bz2 zst tar whl so a o dll lib exe',
    'bin pt pth onnx npy npz safetensors wasm ttf woff woff2',
  ]
    .join(' ')
    .split(' '),
);
/** A file that is no source by its name, and whose text a build may make a kernel of all the same. */
export const mayHoldKernels = (path: string): boolean =>
  !isSourceFile(path) && !otherSuffixes.has(path.slice(path.lastIndexOf('.') + 1).toLowerCase());

/**
 * A file that says how sources are compiled (preprocess/build-facts.ts, preprocess/offered-names.ts), response files of
 * such included.
 */
export const isBuildFile = (path: string): boolean =>
  buildFileNames.has(path.slice(path.lastIndexOf('/') + 1)) || path.endsWith('.rsp') || isBuildScript(path);

/** `a/b/../c.h` from folder `a`: joined and normalised; null when it leaves the repository. */
export function joinPath(folder: string, path: string): string | null {
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join('/');
}

export const folderOf = (path: string): string => (path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '');
