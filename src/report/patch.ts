/** A fix as a unified diff. The only user of the library `diff`. */
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';
import type { Edit, Finding, Fix } from '../verdict/finding.ts';
import { applyEdits } from '../verdict/edit.ts';
import type { SourceLookup } from './wording.ts';

/** The same for edits that do the same. */
export const editsKey = (edits: readonly Edit[]): string => JSON.stringify(edits.map(({ file, start, end, text }) => [file, start, end, text]).sort());

/**
 * Where each patch is shown, by its edits ({@link editsKey}): the id of the first finding that has it, since one patch often repairs a whole kernel.
 * `findings`: those whose patches are shown, in the order of the page. `of`: the patches that a finding shows.
 */
export function firstShown(findings: readonly Finding[], of: (finding: Finding) => readonly Fix[]): ReadonlyMap<string, string> {
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
  return files.map((file) => {
    const before = source(file);
    return before === null ? '' : patchBetween(file, before, applyEdits(before, edits.filter((edit) => edit.file === file)));
  }).join('');
}

/** The same for people: without the byte-order mark that a file may start with. */
export const shownPatchOf = (edits: readonly Edit[], source: SourceLookup): string => patchOf(edits, source).replace(/^([ +-])\ufeff/gm, '$1');

/** A diff in the form that `git apply` and `patch -p1` take; line ends are kept. */
export function patchBetween(file: string, before: string, after: string): string {
  const name = file.replace(/^(?:\.?\/)+/, '');
  return createTwoFilesPatch(`a/${name}`, `b/${name}`, before, after, undefined, undefined, { context: 3, headerOptions: FILE_HEADERS_ONLY });
}
