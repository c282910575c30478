/** The line that includes a header which a patch needs. */
import type { Edit } from '../verdict/finding.ts';
import type { SourceText } from './source-text.ts';
import { includesOfAllBuilds } from './conditional-groups.ts';
import { layoutAt } from './source-text.ts';
import { namedChildren } from '../parse/node.ts';

/**
 * `#include <header>`, before the first `#include` that every build reads; none where it, or another name of it, is
 * there.
 */
export function includeOf(
  header: string,
  { file, text, tree }: SourceText,
  otherNames: readonly string[] = [],
): readonly Edit[] {
  const isThere = new RegExp(
    String.raw`^[ \t]*(?:#|%:)[ \t]*include[ \t]*[<"](?:${[header, ...otherNames].join('|').replaceAll('.', String.raw`\.`)})[>"]`,
    'm',
  ).test(text);
  if (isThere) return [];
  const line = `#include <${header}>`;
  const [include] = includesOfAllBuilds(text);
  if (include !== undefined) return [insertedAt(file, text, include, line, 1)];
  const [first] = namedChildren(tree).filter(({ type }) => type !== 'comment' && !type.startsWith('preproc'));
  return first === undefined ? [] : [insertedAt(file, text, text.lastIndexOf('\n', first.start - 1) + 1, line, 2)];
}

const insertedAt = (file: string, text: string, at: number, line: string, lineEnds: number): Edit => ({
  file,
  start: at,
  end: at,
  text: `${line}${layoutAt(text, at).eol.repeat(lineEnds)}`,
});
