/**
 * Changed lines that bring a finding whose own lines the diff does not show: a macro of a header loses its barrier,
 * and the kernel that races stands in a file that nobody touched. What its kernel rests on is known of both sides
 * (`uses`: definitions, macros, launches), so the changed lines that meet one of these are where to say it.
 * Over-approximating: the finding is new and one of them brought it, but no single one is shown to be the one; the
 * text says so. Nearest first. Pure.
 */
import type { ChangedFile, Hunk } from './changes.ts';
import type { Finding } from '../verdict/finding.ts';
import type { LineRange } from './line-range.ts';
import type { Use } from '../base/span.ts';
import { containsRange, linesBetween, meetsRange, mostMarked, rangeAt } from './line-range.ts';
import { groupBy } from '../base/group.ts';
import { joinPath } from './paths.ts';

/** What the kernel of a finding rests on, at the head and at the merge base. */
export type UsesOf = (finding: Finding) => Readonly<{ head: readonly Use[]; base: readonly Use[] }>;

/** Lines of the head, within one hunk. */
export type Cause = Readonly<{ path: string; lines: LineRange }>;

/** What is nearest to the statements themselves comes first; data that the kernel only reads come last. */
const nearness: Readonly<Record<Use['what'], number>> = {
  kernel: 0,
  macro: 1,
  function: 1,
  launch: 2,
  type: 3,
  constant: 3,
  array: 3,
};

export function causesOf(finding: Finding, usesOf: UsesOf, files: readonly ChangedFile[]): readonly Cause[] {
  const uses = usesOf(finding);
  const [head, base] = [byFile(uses.head), byFile(uses.base)];
  const found = files.flatMap((file) =>
    (file.hunks ?? []).flatMap((hunk) => hunk.blocks.flatMap((block) => causeIn({ block, hunk, file }, head, base))),
  );
  const inside = found.filter(({ isInside }) => isInside);
  const ranked = (inside.length > 0 ? inside : found).sort((a, b) => a.rank - b.rank);
  return ranked.length > 0 || uses.head.length === 0
    ? ranked.map(({ path, lines }) => ({ path, lines }))
    : inOnlySource(files);
}

/**
 * Where it is known what the kernel rests on and nothing of it was changed (another header is included, a member of a
 * class has another type), and only one source is changed, its lines brought the finding. Where other files are changed
 * whose lines were not compared, one of these may have.
 */
function inOnlySource(files: readonly ChangedFile[]): readonly Cause[] {
  const [file, ...others] = files.filter(
    ({ headPath, basePath, hunks }) => hunks !== null || mayBeRead(headPath) || mayBeRead(basePath),
  );
  if (file === undefined || others.length > 0 || file.headPath === null) return [];
  const path = file.headPath;
  return (file.hunks ?? []).flatMap((hunk) =>
    hunk.blocks.flatMap((block) => {
      const lines = linesFor(block.head, hunk, null);
      return lines === null ? [] : [{ path, lines }];
    }),
  );
}

/** Prose, pictures and other languages are neither included nor asked how a source is built. */
const mayBeRead = (path: string | null): boolean =>
  path !== null && !/\.(?:md|rst|adoc|png|jpe?g|gif|svg|pdf|ipynb|js|ts|html|css)$/i.test(path);

type UsesByFile = ReadonlyMap<string, readonly Use[]>;
/** `isInside`: not only side by side with what is used. */
type Candidate = Cause & Readonly<{ rank: number; isInside: boolean }>;

type Change = Readonly<{ block: Hunk['blocks'][number]; hunk: Hunk; file: ChangedFile }>;

function causeIn({ block, hunk, file }: Change, head: UsesByFile, base: UsesByFile): readonly Candidate[] {
  const { headPath, basePath } = file;
  if (headPath === null) return [];
  const now = (head.get(headPath) ?? []).filter((use) => meetsRange(block.head, linesOf(use)));
  // What is only added meets nothing that was there before; what is removed may have been all that the base used.
  const isNew = basePath === null || block.base.count === 0;
  const ofBase = isNew || now.length > 0 ? [] : (base.get(basePath) ?? []);
  const before = ofBase.filter((use) => meetsRange(block.base, linesOf(use)));
  const [nearest] = [...now, ...before].sort((a, b) => nearness[a.what] - nearness[b.what]);
  const lines = nearest === undefined ? null : linesFor(block.head, hunk, now.length === 0 ? null : nearest);
  if (nearest === undefined || lines === null) return [];
  const around = rangeAt(block.head.start - 1, 2);
  const isInside = now.length === 0 || block.head.count > 0 || now.some((use) => containsRange(linesOf(use), around));
  return [{ path: headPath, lines, rank: nearness[nearest.what], isInside }];
}

const linesOf = ({ span }: Use): LineRange => linesBetween(span.line, span.endLine);

/**
 * Of the changed lines those of what is used; where lines are only gone, the one before them, else after. Null: the
 * hunk has none.
 */
function linesFor(changed: LineRange, hunk: Hunk, used: Use | null): LineRange | null {
  if (changed.count === 0) {
    const beside = [changed.start - 1, changed.start].map((line) => rangeAt(line, 1));
    return beside.find((lines) => containsRange(hunk.head, lines)) ?? null;
  }
  const last = changed.start + changed.count - 1;
  const own = used === null ? changed : linesOf(used);
  const lines = linesBetween(Math.max(changed.start, own.start), Math.min(last, own.start + own.count - 1));
  return lines.count <= mostMarked ? lines : rangeAt(lines.start, 1);
}

const byFile = (uses: readonly Use[]): UsesByFile => groupBy(uses, ({ span }) => joinPath('', span.file) ?? span.file);
