/**
 * What changed between two revisions, file by file, as git says it. Pure data and its parser; git.ts runs the binary.
 *
 * Two granularities are kept, because two questions are asked:
 *  - a *hunk* (with its three lines of context) is where GitHub allows a comment;
 *  - a *block* (a run of `-` and `+` lines inside a hunk) is what really changed, for "is this kernel touched".
 */
import type { LineRange } from './line-range.ts';
import { rangeAt } from './line-range.ts';

type ChangeBlock = Readonly<{ base: LineRange; head: LineRange }>;
export type Hunk = Readonly<{ base: LineRange; head: LineRange; blocks: readonly ChangeBlock[] }>;

export type ChangedFile = Readonly<{
  status: 'added' | 'deleted' | 'modified' | 'renamed' | 'copied';
  /** Path in the base revision; null when added. */
  basePath: string | null;
  /** Path in the head revision; null when deleted. */
  headPath: string | null;
  /** Null: the lines were not compared (not a source file, too large); the whole file counts as changed. */
  hunks: readonly Hunk[] | null;
}>;

/** A change as `git diff-tree --raw` lists it, before its lines are compared. */
export type RawChange = Readonly<{
  status: 'A' | 'D' | 'M' | 'R' | 'C' | 'T';
  baseMode: string;
  headMode: string;
  baseBlob: string;
  headBlob: string;
  basePath: string;
  headPath: string;
}>;

/**
 * Parses `git diff-tree -r -M --raw -z`: `:100644 100644 AAA BBB M NUL path NUL`, with two paths for R and C.
 * Null when the text is not of that form.
 */
export function parseRawChanges(text: string): readonly RawChange[] | null {
  const fields = text.split('\0');
  if (fields.pop() !== '') return text === '' ? [] : null;
  const changes: RawChange[] = [];
  for (let k = 0; k < fields.length;) {
    const match = /^:(\d{6}) (\d{6}) ([0-9a-f]+) ([0-9a-f]+) ([ADMRCT])\d*$/.exec(fields[k] ?? '');
    if (match === null) return null;
    const [, baseMode = '', headMode = '', baseBlob = '', headBlob = '', letter = ''] = match;
    const status =
      letter === 'A' || letter === 'D' || letter === 'R' || letter === 'C' || letter === 'T' ? letter : 'M';
    const basePath = fields[k + 1] ?? '';
    const twoPaths = status === 'R' || status === 'C';
    changes.push({
      status,
      baseMode,
      headMode,
      baseBlob,
      headBlob,
      basePath,
      headPath: twoPaths ? (fields[k + 2] ?? '') : basePath,
    });
    k += twoPaths ? 3 : 2;
  }
  return changes;
}

/** Parses the hunks of a unified diff of one file, with or without its header. Null when the text ends too early. */
export function parseHunks(diff: string): readonly Hunk[] | null {
  const files = parseFileHunks(diff);
  return files === null ? null : [...files.values()].flat();
}

/**
 * Parses the hunks of a unified diff, by the name that stands in `diff --git a/NAME b/NAME` (none: empty); names are
 * taken to hold no blank. Lines are counted by the hunk's header, so no line of the file's own text can be taken for a
 * header. Null when the text ends too early.
 *
 * `@@ -3,2 +3,3 @@`, ` a`, `+b`, ` c`  ->  base 3..4, head 3..5, one block: nothing after line 3 -> line 4.
 */
export function parseFileHunks(diff: string): ReadonlyMap<string, readonly Hunk[]> | null {
  const lines = diff.split('\n');
  const files = new Map<string, Hunk[]>();
  let name = '';
  for (let k = 0; k < lines.length;) {
    const line = lines[k] ?? '';
    const header = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line);
    k += 1;
    name = /^diff --git a\/(\S+) b\/\1$/.exec(line)?.[1] ?? name;
    if (header === null) continue;
    const base = headerRange(header[1], header[2]);
    const head = headerRange(header[3], header[4]);
    const body = parseBody(lines, k, base, head);
    if (body === null) return null;
    files.set(name, [...(files.get(name) ?? []), { base, head, blocks: body.blocks }]);
    k = body.next;
  }
  return files;
}

/** With a count of 0 git names the line *before*; our ranges always start at the first line that follows. */
function headerRange(start: string | undefined, count: string | undefined): LineRange {
  const lines = count === undefined ? 1 : Number(count);
  return rangeAt(Number(start) + (lines === 0 ? 1 : 0), lines);
}

function parseBody(
  lines: readonly string[],
  from: number,
  base: LineRange,
  head: LineRange,
): Readonly<{ blocks: readonly ChangeBlock[]; next: number }> | null {
  const blocks: ChangeBlock[] = [];
  let [baseLine, headLine, k] = [base.start, head.start, from];
  let open: Readonly<{ base: number; head: number }> | null = null;
  const close = (): void => {
    if (open !== null)
      blocks.push({ base: rangeAt(open.base, baseLine - open.base), head: rangeAt(open.head, headLine - open.head) });
    open = null;
  };
  while (baseLine < base.start + base.count || headLine < head.start + head.count) {
    const line = lines[k];
    if (line === undefined) return null;
    k += 1;
    if (line.startsWith('\\')) continue;
    if (line.startsWith('-') || line.startsWith('+')) {
      open ??= { base: baseLine, head: headLine };
      if (line.startsWith('-')) baseLine += 1;
      else headLine += 1;
    } else {
      close();
      baseLine += 1;
      headLine += 1;
    }
  }
  close();
  return { blocks, next: k };
}
