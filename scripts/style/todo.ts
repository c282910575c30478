/** STYLE 30: what is left to do is an issue. */
import { type Complaint, filesBelow, lineAt, textOf } from '../source-tree.ts';

const mark = /\b(?:TO(?:)DO|FIX(?:)ME|XX(?:)X)\b(?![^\n]*(?:#\d+|issue \d+))/g;

export function check(): readonly Complaint[] {
  return ['src', 'test', 'scripts', 'bench']
    .flatMap((folder) => filesBelow(folder, (path) => path.endsWith('.ts')))
    .flatMap((path) => {
      const text = textOf(path);
      return [...text.matchAll(mark)].map((match) => ({
        path,
        line: lineAt(text, match.index),
        text: `"${match[0]}" names no issue (STYLE 30)`,
      }));
    });
}
