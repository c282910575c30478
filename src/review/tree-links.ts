/**
 * Symbolic links of a commit, resolved by its tree alone: a header that is a link to another one of the repository is
 * what compilers read there. Nothing of the disk is looked at; a link that leads out of the repository, to nothing or
 * in a circle leads nowhere.
 */
import type { ReadBlobs } from './git.ts';
import { folderOf, joinPath } from './paths.ts';

/** The blob that holds the target, by path. */
export type Links = ReadonlyMap<string, string>;

const mostHops = 10;
const mostLinks = 2000;
const mostNames = 20_000;
/** PATH_MAX of Linux. */
const longestTarget = 4096;

/** Names that files have by way of links, to the file or to a folder that it is in. */
export function otherNames(
  links: Links,
  files: Iterable<string>,
  readBlobs: ReadBlobs,
): readonly Readonly<{ name: string; path: string }>[] {
  if (links.size === 0 || links.size > mostLinks) return [];
  const targets = readBlobs([...new Set(links.values())]);
  const resolved = [...links.keys()].flatMap((link) => {
    const target = endOf(link, links, targets);
    return target === null ? [] : [{ link, target }];
  });
  const names: Readonly<{ name: string; path: string }>[] = [];
  const all = new Set(files);
  for (const { link, target } of resolved) {
    if (all.has(target)) names.push({ name: link, path: target });
    else
      for (const path of all)
        if (names.length < mostNames && path.startsWith(`${target}/`))
          names.push({ name: `${link}/${path.slice(target.length + 1)}`, path });
  }
  return names.slice(0, mostNames);
}

/** Where a link leads, over others; null: nowhere. */
function endOf(link: string, links: Links, targets: ReadonlyMap<string, Buffer>): string | null {
  let at: string | null = link;
  for (let hop = 0; at !== null && hop < mostHops; hop += 1) {
    const blob = links.get(at);
    if (blob === undefined) return at === '' ? null : at;
    const target = targets.get(blob);
    at =
      target === undefined || target.length > longestTarget || target[0] === 0x2f
        ? null
        : joinPath(folderOf(at), target.toString('utf8'));
  }
  return null;
}
