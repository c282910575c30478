/**
 * Which lines GitHub takes a comment on: those that its diff shows on that side, `start_line` and `line` in one hunk.
 * Written anew, apart from src/review/, so that one does not repeat the other's mistake.
 * https://docs.github.com/en/rest/pulls/comments#create-a-review-comment-for-a-pull-request
 */
import type { Fields } from './json.ts';
import type { GithubState } from './state.ts';
import type { CommentRecord, PullRecord } from './shapes.ts';
import { textOf } from './json.ts';

type Shown = Readonly<{ hunk: number; text: string; right: ReadonlySet<number> }>;

/** GitHub's words, or null when the position is taken. */
export function positionProblem(state: GithubState, pull: PullRecord, commit: string, comment: Fields): string | null {
  if (state.store.commitAt(commit) === null || !state.store.isAncestor(commit, state.tips(pull).head))
    return 'Commit could not be resolved';
  const file = state.filesOf(pull).find((one) => one.path === textOf(comment['path']));
  if (file === undefined) return 'Path could not be resolved';
  if (comment['subject_type'] === 'file') return null;
  if (comment['side'] !== 'RIGHT') return 'Side could not be resolved';
  const hunks = state.filesWithoutPatch.has(file.path) ? [] : shownHunks(file.patch);
  const { line, start_line: start } = { line: comment['line'], start_line: comment['start_line'] };
  const hunk = hunks.find((one) => typeof line === 'number' && one.right.has(line));
  if (hunk === undefined) return 'Line could not be resolved';
  if (start === undefined) return null;
  if (typeof start !== 'number' || typeof line !== 'number' || start >= line)
    return 'Start line must precede the end line.';
  return hunk.right.has(start) ? null : 'Start line must be part of the same hunk as the line.';
}

/** The text of the hunk that a comment stands in. */
export function hunkOf(state: GithubState, pull: PullRecord, comment: Fields): string {
  const file = state.filesOf(pull).find((one) => one.path === textOf(comment['path']));
  const { line } = comment;
  return shownHunks(file?.patch ?? '').find((one) => typeof line === 'number' && one.right.has(line))?.text ?? '';
}

/**
 * Whether a line of a comment is changed since, or shown no more.
 * https://docs.github.com/en/rest/pulls/comments: `line` is null then, and `original_line` stays
 */
export function isOutdated(state: GithubState, comment: CommentRecord): boolean {
  const pull = state.pull(comment.pull);
  const { head } = pull === undefined ? { head: '' } : state.tips(pull);
  if (pull === undefined || comment.line === null || head === comment.commit) return false;
  const file = state.filesOf(pull).find((one) => one.path === comment.path);
  if (file === undefined || state.store.commitAt(comment.commit) === null) return true;
  const [first, last] = [comment.startLine ?? comment.line, comment.line];
  let shift = 0;
  for (const [, start = '', count = '1', added = '1'] of state.store
    .git(['diff', '-U0', '--no-renames', comment.commit, head, '--', comment.path])
    .matchAll(/^@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@/gm)) {
    const [from, size] = [Number(start), Number(count)];
    if (size === 0 ? from >= first && from < last : from <= last && from + size > first) return true;
    if (from < first) shift += Number(added) - size;
  }
  return !shownHunks(file.patch).some(({ right }) => right.has(last + shift));
}

function shownHunks(patch: string): readonly Shown[] {
  return patch
    .split(/^(?=@@ )/m)
    .filter((part) => part.startsWith('@@ '))
    .map((text, hunk) => {
      const [header = '', ...lines] = text.split('\n');
      let next = Number(/\+(\d+)/.exec(header)?.[1]);
      const right = new Set<number>();
      for (const line of lines) {
        if (line.startsWith('+') || line.startsWith(' ')) right.add(next++);
      }
      return { hunk, text, right };
    });
}
