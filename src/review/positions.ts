/**
 * Where in a pull request a finding can be said. GitHub takes a comment only on lines that its diff shows (of the head
 * side, context included), all of them in one hunk; and one bad position refuses a whole review. So the place is found
 * here first: an end of the race in the diff, else changed lines that it rests on (causes.ts), else the changed file,
 * else the body of the review. Nothing is dropped.
 * https://docs.github.com/en/rest/pulls/comments#create-a-review-comment-for-a-pull-request
 */
import type { Cause } from './causes.ts';
import type { ChangedFile } from './changes.ts';
import type { Finding } from '../verdict/finding.ts';
import type { LineRange } from './line-range.ts';
import { containsRange, linesBetween, mostMarked } from './line-range.ts';
import { joinPath } from './paths.ts';

export type Place =
  /** Lines of the head side, within one hunk. */
  | Readonly<{
      kind: 'inline';
      path: string;
      lines: LineRange;
      /** The race is elsewhere and rests on these lines, one of so many places; not given: it is here. */
      ofCauses?: number;
    }>
  | Readonly<{ kind: 'file'; path: string }>
  | Readonly<{ kind: 'body' }>;

/** A path as the repository spells it, whatever includes it was reached through. */
export const repositoryPath = (file: string): string => joinPath('', file) ?? file;

export function placeOf(finding: Finding, files: readonly ChangedFile[], causes: readonly Cause[] = []): Place {
  const ends = endsOf(finding);
  for (const end of ends) {
    const lines = visibleLines(end, files);
    if (lines !== null) return { kind: 'inline', path: end.path, lines };
  }
  const [cause] = causes;
  if (cause !== undefined) return { kind: 'inline', ...cause, ofCauses: causes.length };
  const changed = ends.find((end) => files.some((file) => file.headPath === end.path));
  return changed === undefined ? { kind: 'body' } : { kind: 'file', path: changed.path };
}

/** Whether a comment may stand on these lines of the head. */
export function isVisible(path: string, lines: LineRange, files: readonly ChangedFile[]): boolean {
  return files.some(
    (file) => file.headPath === path && (file.hunks ?? []).some((hunk) => containsRange(hunk.head, lines)),
  );
}

type End = Readonly<{ path: string; lines: LineRange }>;

/** The places that a finding is about, the most telling first. */
function endsOf(finding: Finding): readonly End[] {
  const spans = [
    finding.span,
    ...(finding.witness?.accesses ?? []).map((access) => access.span),
    ...finding.pairs.flatMap(({ first, second }) => [first, second]),
    ...finding.related.map((related) => related.span),
  ];
  return spans.map((span) => ({
    path: repositoryPath(span.file),
    lines: linesBetween(span.line, Math.max(span.line, span.endLine)),
  }));
}

function visibleLines(end: End, files: readonly ChangedFile[]): LineRange | null {
  const last = end.lines.start + end.lines.count - 1;
  const wanted = [
    ...(end.lines.count <= mostMarked ? [end.lines] : []),
    linesBetween(end.lines.start, end.lines.start),
    linesBetween(last, last),
  ];
  return wanted.find((lines) => isVisible(end.path, lines, files)) ?? null;
}
