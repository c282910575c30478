/**
 * One revision of a repository as the engine sees it: which files there are, and their texts, read from git's objects
 * when asked for. Symbolic links and submodules are no files here.
 */
import type { LocateSource, ReadSource } from '../preprocess/preprocess.ts';
import type { Result } from '../base/result.ts';
import type { Git, GitProblem } from './git.ts';
import { askGit, gitIn, readBlobIn } from './git.ts';
import { blobSizes } from './blob-diff.ts';
import { checkPath, printablePath } from './paths.ts';
import { fail, ok } from '../base/result.ts';
import { isPartialClone } from './fetching.ts';
import { missingObjects } from './missing-files.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

type TreeEntry = Readonly<{ mode: string; blob: string; bytes: number }>;
export type Snapshot = Readonly<{
  commit: string;
  /** Regular files by path. */
  files: ReadonlyMap<string, TreeEntry>;
  /** Paths that are symbolic links; they are not followed. */
  links: ReadonlySet<string>;
  read: ReadSource;
  locate: LocateSource;
  /** Whether the file's bytes are exactly the UTF-8 of its text, so that offsets into the text can be written back. */
  isExactText: (path: string) => boolean;
}>;

/** Larger files are not read; the engine's own limit is lower, and says so. */
const maxFileBytes = 64 * 1024 * 1024;

/** Why a file of the snapshot is not read, in words; null: it is. */
export function unreadable(snapshot: Pick<Snapshot, 'files'>, path: string): string | null {
  const { bytes = 0 } = snapshot.files.get(path) ?? {};
  return bytes > maxFileBytes ? fill(messages.largeLeftOut, { path: printablePath(path), bytes, maxFileBytes }) : null;
}

export async function takeSnapshot(git: Git, readBlob: (blob: string) => Buffer | null, commit: string): Promise<Result<Snapshot, GitProblem>> {
  const isPartial = await isPartialClone(git);
  const listing = await askGit(git, ['ls-tree', '-r', '-z', ...(isPartial ? [] : ['-l']), '--full-tree', commit]);
  if (!listing.ok) return listing;
  const files = new Map<string, TreeEntry>();
  const links = new Set<string>();
  for (const line of listing.value.out.toString('utf8').split('\0')) {
    if (line === '') continue;
    const match = /^(\d{6}) (\w+) ([0-9a-f]+)(?: +(\d+|-|BAD))?\t([^]*)$/.exec(line);
    if (match === null) return fail({ kind: 'git-failed', text: messages.badLsTree });
    const [, mode = '', type = '', blob = '', size = 'BAD', path = ''] = match;
    if (type !== 'blob' || !checkPath(path).ok) continue;
    if (mode === '120000') links.add(path);
    // BAD: the clone lacks the object; the file is there, and cannot be read
    else files.set(path, { mode, blob, bytes: size === 'BAD' ? 0 : Number(size) });
  }
  return isPartial ? ofPartialClone(git, readBlob, commit, files, links) : ok(snapshotWith(commit, files, links, readBlob));
}

/** Git before version 2.44 would try to fetch each object that is not there when it is asked for its size: it is asked for the others only. */
async function ofPartialClone(git: Git, readBlob: (blob: string) => Buffer | null, commit: string, files: ReadonlyMap<string, TreeEntry>, links: ReadonlySet<string>): Promise<Result<Snapshot, GitProblem>> {
  const missing = await missingObjects(git, [commit]);
  if (!missing.ok) return missing;
  const sizes = await blobSizes(git, [...files.values()].filter(({ blob }) => !missing.value.has(blob)).map(({ blob }) => ({ base: blob, head: null })));
  if (!sizes.ok) return sizes;
  const sized = new Map([...files].map(([path, entry]) => [path, { ...entry, bytes: sizes.value.get(entry.blob) ?? 0 }]));
  return ok(snapshotWith(commit, sized, links, (blob) => (missing.value.has(blob) ? null : readBlob(blob))));
}

function snapshotWith(commit: string, files: ReadonlyMap<string, TreeEntry>, links: ReadonlySet<string>, readBlob: (blob: string) => Buffer | null): Snapshot {
  const contents = cachedContents(files, readBlob);
  return {
    commit, files, links,
    read: (path) => contents(path)?.text ?? null,
    locate: locateIn(files.keys()),
    isExactText: (path) => contents(path)?.exact ?? false,
  };
}

/** Of a folder of the clone. */
export const snapshotOf = (repo: string, commit: string): Promise<Result<Snapshot, GitProblem>> => takeSnapshot(gitIn(repo), readBlobIn(repo), commit);

type Content = Readonly<{ text: string; exact: boolean }>;

function cachedContents(files: ReadonlyMap<string, TreeEntry>, readBlob: (blob: string) => Buffer | null): (path: string) => Content | null {
  const cache = new Map<string, Content | null>();
  return (path) => {
    const known = cache.get(path);
    if (known !== undefined) return known;
    const entry = files.get(path);
    const bytes = entry === undefined || entry.bytes > maxFileBytes ? null : readBlob(entry.blob);
    const content = bytes === null ? null : decoded(bytes);
    cache.set(path, content);
    return content;
  };
}

function decoded(bytes: Buffer): Content {
  const text = bytes.toString('utf8');
  return { text, exact: Buffer.from(text, 'utf8').equals(bytes) };
}

function locateIn(paths: Iterable<string>): LocateSource {
  const byName = new Map<string, string[]>();
  for (const path of paths) {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const same = byName.get(name);
    if (same === undefined) byName.set(name, [path]);
    else same.push(path);
  }
  return (tail) => (byName.get(tail.slice(tail.lastIndexOf('/') + 1)) ?? []).filter((path) => path === tail || path.endsWith(`/${tail}`));
}
