/**
 * Changed headers of device code that are part of no kernel: no source includes them, and none was found in them.
 * Nothing of them is analysed, which is said; a review that passes them over in silence would look as if it had read
 * them.
 */
import type { IncludeLine } from './include-lines.ts';
import type { Snapshot } from './snapshot.ts';
import { groupBy } from '../base/group.ts';
import { includeResolver } from './includes.ts';
import { isCudaUnit, isSourceFile } from './paths.ts';

type Headers = Readonly<{
  snapshot: Pick<Snapshot, 'files' | 'read'>;
  lines: readonly IncludeLine[];
  /** Paths that the review looks at. */
  changed: readonly string[];
  /** Files in which kernels were found, and those that are named as not read. */
  seen: ReadonlySet<string>;
  unread: ReadonlySet<string>;
}>;

export function loneHeaders({ snapshot, lines, changed, seen, unread }: Headers): readonly string[] {
  const asked = changed.filter(
    (path) =>
      isHeader(path) &&
      !seen.has(path) &&
      !unread.has(path) &&
      snapshot.files.has(path) &&
      deviceCode.test(snapshot.read(path) ?? ''),
  );
  if (asked.length === 0) return [];
  const included = includedBy(
    [...snapshot.files.keys()].filter((path) => seen.has(path) || (isSourceFile(path) && !isHeader(path))),
    lines,
    snapshot.files.keys(),
  );
  return asked.filter((path) => !included.has(path));
}

const isHeader = (path: string): boolean =>
  isSourceFile(path) && !isCudaUnit(path) && !/\.c(?:c|pp|xx|\+\+)?$/i.test(path);

/** Words that only device code has. */
const deviceCode =
  /__(?:global|device|shared|constant|launch_bounds)__|\b(?:thread|block)Idx\b|\b__sync(?:threads|warp)\b/;

/** At any depth. */
function includedBy(
  roots: readonly string[],
  lines: readonly IncludeLine[],
  paths: Iterable<string>,
): ReadonlySet<string> {
  const resolve = includeResolver(paths);
  const byIncluder = groupBy(lines, ({ from }) => from);
  const included = new Set<string>();
  const queue = [...roots];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    for (const target of (byIncluder.get(path) ?? []).flatMap(resolve)) {
      if (included.has(target)) continue;
      included.add(target);
      queue.push(target);
    }
  }
  return included;
}
