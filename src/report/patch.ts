/** A fix as a unified diff. The only user of the library `diff`. */
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';
import type { Edit, Finding, Fix } from '../verdict/finding.ts';
import { applyEdits, editsKey } from '../verdict/edit.ts';
import type { SourceLookup } from './wording.ts';

/**
 * Where each patch is shown, by its edits ({@link editsKey}): the id of the first finding that has it, since one patch
 * often repairs a whole kernel.
 * `findings`: those whose patches are shown, in the order of the page. `of`: the patches that a finding shows.
 */
export function firstShown(
  findings: readonly Finding[],
  of: (finding: Finding) => readonly Fix[],
): ReadonlyMap<string, string> {
  const first = new Map<string, string>();
  for (const finding of findings) {
    for (const { edits } of of(finding)) {
      const key = editsKey(edits);
      if (!first.has(key)) first.set(key, finding.id);
    }
  }
  return first;
}

/** One diff per file that the edits touch. Files without source are left out. */
export function patchOf(edits: readonly Edit[], source: SourceLookup): string {
  const files = [...new Set(edits.map((edit) => edit.file))];
  return files
    .map((file) => {
      const before = source(file);
      return before === null
        ? ''
        : patchBetween(
            file,
            before,
            applyEdits(
              before,
              edits.filter((edit) => edit.file === file),
            ),
          );
    })
    .join('');
}

/** The same for people: without the byte-order mark that a file may start with. */
export const shownPatchOf = (edits: readonly Edit[], source: SourceLookup): string =>
  patchOf(edits, source).replace(/^([ +-])\ufeff/gm, '$1');

/** A diff in the form that `git apply` and `patch -p1` take; line ends are kept. */
export function patchBetween(file: string, before: string, after: string): string {
  const name = file.replace(/^(?:\.?\/)+/, '');
  const isShort = Math.max(lineCount(before), lineCount(after)) <= mostLines;
  const compared = isShort
    ? createTwoFilesPatch(`a/${name}`, `b/${name}`, before, after, undefined, undefined, {
        context,
        headerOptions: FILE_HEADERS_ONLY,
        maxEditLength: mostEdits,
      })
    : undefined;
  return compared ?? `--- a/${name}\n+++ b/${name}\n${oneHunk(before, after)}`;
}

const context = 3;
/**
 * Beyond these a comparison takes seconds, and a reviewed source can be made to have them: all from the first to the
 * last line that differs is then one change.
 */
const mostLines = 10_000;
const mostEdits = 400;

const lineCount = (text: string): number => countIn(text, 0, text.length);

function countIn(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

/** The lines from the first to the last that differ, in one hunk. */
function oneHunk(before: string, after: string): string {
  if (before === after) return '';
  const shortest = Math.min(before.length, after.length);
  let [same, tail] = [0, 0];
  while (same < shortest && before[same] === after[same]) same += 1;
  // Whole lines: a file that ends in the middle of one differs there.
  const start = before.lastIndexOf('\n', same - 1) + 1;
  while (tail < shortest - start && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  const end = before.indexOf('\n', before.length - tail);
  const kept = end < 0 || tail === 0 ? 0 : before.length - end - 1;
  const from = linesBack(before, start);
  const to = linesOn(before, before.length - kept);
  const part = (text: string, a: number, b: number, sign: string): readonly string[] =>
    linesIn(text.slice(a, b)).map((line) => `${sign}${line}`);
  const lines = [
    ...part(before, from, start, ' '),
    ...part(before, start, before.length - kept, '-'),
    ...part(after, start, after.length - kept, '+'),
    ...part(before, before.length - kept, to, ' '),
  ];
  const count = (...signs: readonly string[]): number =>
    lines.filter((line) => signs.includes(line.slice(0, 1))).length;
  const at = countIn(before, 0, from) + 1;
  const range = (n: number): string => `${n === 0 ? at - 1 : at},${n}`;
  return `@@ -${range(count(' ', '-'))} +${range(count(' ', '+'))} @@\n${lines.map((line) => (line.endsWith('\n') ? line : `${line}\n\\ No newline at end of file\n`)).join('')}`;
}

/** With their ends. */
const linesIn = (text: string): readonly string[] => text.split(/(?<=\n)/).filter((line) => line !== '');

function linesBack(text: string, from: number): number {
  let at = from;
  for (let k = 0; k < context && at > 0; k += 1) at = text.lastIndexOf('\n', at - 2) + 1;
  return at;
}

function linesOn(text: string, from: number): number {
  let at = from;
  for (let k = 0; k < context && at < text.length; k += 1) {
    const end = text.indexOf('\n', at);
    at = end < 0 ? text.length : end + 1;
  }
  return at;
}
