/**
 * What of a diff leads elsewhere and is not followed: symbolic links, and commits of other repositories (submodules).
 */
import type { Snapshot } from './snapshot.ts';
import type { Unread } from './unread.ts';
import { fill } from '../base/message.ts';
import { folderOf, isSourceFile, joinPath, printablePath } from './paths.ts';
import { messages } from './wording.ts';
import { readBlobsIn } from './git.ts';

type Elsewhere = Readonly<{
  links: readonly Readonly<{ path: string; blob: string }>[];
  submodules: readonly string[];
}>;
type Commits = Readonly<{
  repo: string;
  base: Snapshot;
  head: Snapshot;
  /** By the user's choice of paths. */ isWanted: (path: string) => boolean;
}>;

export function notFollowed(
  { links, submodules }: Elsewhere,
  { repo, base, head, isWanted }: Commits,
): readonly Unread[] {
  const named = submodules.filter((path) => isWanted(`${path}/kernel.cu`));
  const folders = links.filter(({ path }) => !isSourceFile(path) && isWanted(`${path}/kernel.cu`));
  const held = named.length + folders.length === 0 ? new Set<string>() : placesOfSources(base);
  const counted = [
    ...links.filter(({ path }) => isSourceFile(path) && isWanted(path)),
    ...folders.filter(({ path }) => held.has(path)),
  ];
  return [
    ...unreadLinks(repo, counted, head),
    ...named.map((path) => ({ name: path, because: messages.submoduleUnread, isOld: !held.has(path) })),
  ];
}

/**
 * A link is not followed. Where it leads to a source of the commit, or to a folder with some, these are read under
 * their own names.
 */
function unreadLinks(repo: string, links: Elsewhere['links'], head: Snapshot): readonly Unread[] {
  if (links.length === 0) return [];
  const targets = readBlobsIn(repo)(links.map(({ blob }) => blob));
  const places = placesOfSources(head);
  return links.flatMap(({ path, blob }) => {
    const target = targets.get(blob)?.toString('utf8') ?? '';
    const place = target.startsWith('/') ? null : joinPath(folderOf(path), target);
    if (place !== null && places.has(place)) return [];
    return [{ name: path, because: fill(messages.linkToOther, { target: printablePath(target) }), isOld: false }];
  });
}

/**
 * Sources, and the folders that they are in. A submodule's files belong to another repository, whose reviews they are
 * for: it is named, and does not fail the default gate. One that takes the place of sources of this repository does:
 * they could be read before.
 */
function placesOfSources({ files }: Snapshot): ReadonlySet<string> {
  const places = new Set<string>();
  for (const file of files.keys()) {
    if (!isSourceFile(file)) continue;
    for (let place = file; place !== '' && !places.has(place); place = folderOf(place)) places.add(place);
  }
  return places;
}
