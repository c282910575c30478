/**
 * One revision of a repository as the engine sees it: which files there are, and their texts, read from git's objects
 * when asked for. Symbolic links and submodules are no files here; a file that is included by way of a link in the
 * commit is found under its own name (tree-links.ts).
 */
import type { LocateSource, ReadSource } from '../preprocess/preprocess.ts';
import type { Result } from '../base/result.ts';
import type { Git, GitProblem, ReadBlobs } from './git.ts';
import { askGit, gitIn, readBlobsIn } from './git.ts';
import { blobSizes } from './blob-diff.ts';
import { isTailOf, lastName, tailKeys } from '../base/tail.ts';
import { checkPath, folderOf, joinPath } from './paths.ts';
import { fail, ok } from '../base/result.ts';
import { isPartialClone } from './fetching.ts';
import { otherNames } from './tree-links.ts';
import { missingObjects } from './missing-files.ts';
import type { Links } from './tree-links.ts';
import type { UnreadFile } from './unread.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

type TreeEntry = Readonly<{ mode: string; blob: string; bytes: number }>;
export type Snapshot = Readonly<{
  commit: string;
  /** Regular files by path. */
  files: ReadonlyMap<string, TreeEntry>;
  /** Paths that are symbolic links. */
  links: ReadonlySet<string>;
  read: ReadSource;
  /** Files that it has and could not give when they were read, with the reason. */
  failed: () => readonly UnreadFile[];
  /** These will be read: they then come from one git, and so does what they include. */
  expect: (paths: Iterable<string>) => void;
  locate: LocateSource;
  /** Whether the file's bytes are exactly the UTF-8 of its text, so that offsets into the text can be written back. */
  isExactText: (path: string) => boolean;
}>;

/** Larger files are not read; the engine's own limit is lower, and says so. */
const maxFileBytes = 64 * 1024 * 1024;

/** Why a file of the snapshot is not read, in words; null: it is. */
export function unreadable(snapshot: Pick<Snapshot, 'files'>, path: string): string | null {
  const { bytes = 0 } = snapshot.files.get(path) ?? {};
  return bytes > maxFileBytes ? fill(messages.tooLarge, { bytes, maxFileBytes }) : null;
}

export async function takeSnapshot(
  git: Git,
  readBlobs: ReadBlobs,
  commit: string,
): Promise<Result<Snapshot, GitProblem>> {
  const isPartial = await isPartialClone(git);
  const listing = await askGit(git, ['ls-tree', '-r', '-z', ...(isPartial ? [] : ['-l']), '--full-tree', commit]);
  if (!listing.ok) return listing;
  const files = new Map<string, TreeEntry>();
  const links = new Map<string, string>();
  for (const line of listing.value.out.toString('utf8').split('\0')) {
    if (line === '') continue;
    const match = /^(\d{6}) (\w+) ([0-9a-f]+)(?: +(\d+|-|BAD))?\t([^]*)$/.exec(line);
    if (match === null) return fail({ kind: 'git-failed', text: messages.badLsTree });
    const [, mode = '', type = '', blob = '', size = 'BAD', path = ''] = match;
    if (type !== 'blob' || !checkPath(path).ok) continue;
    if (mode === '120000') links.set(path, blob);
    // BAD: the clone lacks the object; the file is there, and cannot be read
    else files.set(path, { mode, blob, bytes: size === 'BAD' ? 0 : Number(size) });
  }
  return isPartial
    ? ofPartialClone(git, readBlobs, commit, files, links)
    : ok(snapshotWith(commit, files, links, readBlobs));
}

/**
 * Git before version 2.44 would try to fetch each object that is not there when it is asked for its size: it is asked
 * for the others only.
 */
async function ofPartialClone(
  git: Git,
  readBlobs: ReadBlobs,
  commit: string,
  files: ReadonlyMap<string, TreeEntry>,
  links: Links,
): Promise<Result<Snapshot, GitProblem>> {
  const missing = await missingObjects(git, [commit]);
  if (!missing.ok) return missing;
  const sizes = await blobSizes(
    git,
    [...files.values()].filter(({ blob }) => !missing.value.has(blob)).map(({ blob }) => ({ base: blob, head: null })),
  );
  if (!sizes.ok) return sizes;
  const sized = new Map(
    [...files].map(([path, entry]) => [path, { ...entry, bytes: sizes.value.get(entry.blob) ?? 0 }]),
  );
  return ok(snapshotWith(commit, sized, links, (blobs) => readBlobs(blobs.filter((blob) => !missing.value.has(blob)))));
}

function snapshotWith(
  commit: string,
  files: ReadonlyMap<string, TreeEntry>,
  links: Links,
  readBlobs: ReadBlobs,
): Snapshot {
  const { contents, expect, failed } = cachedContents(files, readBlobs);
  let locate: LocateSource | null = null;
  return {
    commit,
    files,
    links: new Set(links.keys()),
    expect,
    failed,
    read: (path) => contents(path)?.text ?? null,
    locate: (tail) => (locate ??= locateIn(files.keys(), otherNames(links, files.keys(), readBlobs)))(tail),
    isExactText: (path) => contents(path)?.exact ?? false,
  };
}

/** Of a folder of the clone. */
export const snapshotOf = (repo: string, commit: string): Promise<Result<Snapshot, GitProblem>> =>
  takeSnapshot(gitIn(repo), readBlobsIn(repo), commit);

type Content = Readonly<{ text: string; exact: boolean }>;

/** Read ahead in one go; what is more waits for the next. */
const mostAhead = { bytes: 16 * 1024 * 1024, files: 2000 } as const;

type Contents = Readonly<{ contents: (path: string) => Content | null }> & Pick<Snapshot, 'expect' | 'failed'>;

function cachedContents(files: ReadonlyMap<string, TreeEntry>, readBlobs: ReadBlobs): Contents {
  const cache = new Map<string, Content | null>();
  const awaited = new Set<string>();
  const isReadable = (path: string): boolean => (files.get(path)?.bytes ?? Infinity) <= maxFileBytes;
  const expect: Contents['expect'] = (paths) => {
    for (const path of paths) if (!cache.has(path) && isReadable(path)) awaited.add(path);
  };
  const readWith = (path: string): void => {
    const together = [path];
    let bytes = 0;
    for (const other of awaited) {
      bytes += files.get(other)?.bytes ?? 0;
      if (bytes > mostAhead.bytes || together.length >= mostAhead.files) break;
      awaited.delete(other);
      if (other !== path) together.push(other);
    }
    awaited.delete(path);
    const read = readBlobs([...new Set(together.flatMap((one) => files.get(one)?.blob ?? []))]);
    for (const one of together) {
      const content = read.get(files.get(one)?.blob ?? '');
      // an object that is damaged ends git, and costs none that comes behind it: those are read on their own
      if (content === undefined && one !== path) continue;
      cache.set(one, content === undefined ? null : decoded(content));
      expect(includedBeside(one, cache.get(one)?.text ?? ''));
    }
  };
  const missed = new Set<string>();
  const contents = (path: string): Content | null => {
    if (!cache.has(path) && isReadable(path)) readWith(path);
    const content = cache.get(path) ?? null;
    if (content === null && files.has(path)) missed.add(path);
    return content;
  };
  return {
    contents,
    expect,
    failed: () => [...missed].map((path) => ({ path, because: unreadable({ files }, path) ?? messages.noContent })),
  };
}

/** The paths that its includes name, from its folder and from the root. */
const includedBeside = (path: string, text: string): readonly string[] =>
  [...text.matchAll(/^[ \t]*(?:#|%:)[ \t]*include[ \t]*["<]([^">\n]+)[">]/gm)].flatMap(([, name = '']) =>
    [joinPath(folderOf(path), name), joinPath('', name)].flatMap((one) => one ?? []),
  );

/**
 * Compilers take a NUL byte for a blank, git and GitHub the file for no text: so many are read as blanks. A file with
 * more is no source.
 */
const mostNul = 1000;
/**
 * Nor is one of which so large a part is NUL: that is text of two bytes a character, in which nothing would be found.
 */
const leastBetween = 8;
const isBinary = (text: string, nul: number): boolean => nul > mostNul || nul * leastBetween > text.length;

function decoded(bytes: Buffer): Content {
  const text = bytes.toString('utf8');
  const nul = countNul(text);
  return {
    text: nul === 0 || isBinary(text, nul) ? text : text.replaceAll('\0', ' '),
    exact: nul === 0 && Buffer.from(text, 'utf8').equals(bytes),
  };
}

function countNul(text: string): number {
  let count = 0;
  for (let k = text.indexOf('\0'); k >= 0; k = text.indexOf('\0', k + 1)) count += 1;
  return count;
}

/**
 * What git has of a file that Git LFS keeps elsewhere. The first line and the size of all are fixed:
 * https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md#the-pointer
 */
const lfsPointer = /^version https:\/\/(?:git-lfs|hawser)\.github\.com\/spec\/v1\r?\n/;
const mostOfPointer = 1024;

/** Why a file, whose text was read, is no source; null: it may be one. */
export function notText(snapshot: Pick<Snapshot, 'read'>, path: string): string | null {
  const text = snapshot.read(path) ?? '';
  if (text.length <= mostOfPointer && lfsPointer.test(text)) return messages.lfsPointer;
  const count = countNul(text);
  return count === 0 ? null : fill(messages.manyNul, { count });
}

/** `others`: further names of files. */
function locateIn(paths: Iterable<string>, others: readonly Readonly<{ name: string; path: string }>[]): LocateSource {
  const byName = new Map<string, Readonly<{ name: string; path: string }>[]>();
  const add = (name: string, path: string): void => {
    for (const key of tailKeys(name)) {
      const same = byName.get(key);
      if (same === undefined) byName.set(key, [{ name, path }]);
      else same.push({ name, path });
    }
  };
  for (const path of paths) add(path, path);
  for (const { name, path } of others) add(name, path);
  return (tail) => [
    ...new Set((byName.get(lastName(tail)) ?? []).flatMap(({ name, path }) => (isTailOf(tail, name) ? [path] : []))),
  ];
}
