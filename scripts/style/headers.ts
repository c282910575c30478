/** STYLE 26: a file of the sources says first why it is there. */
import { type Complaint, filesBelow, textOf } from '../source-tree.ts';

export function check(): readonly Complaint[] {
  return ['src', 'scripts', 'bench']
    .flatMap((folder) => filesBelow(folder, (path) => path.endsWith('.ts')))
    .filter((path) => !/^(?:#![^\n]*\n)?\s*\/\*\*/.test(textOf(path)))
    .map((path) => ({ path, line: 1, text: 'begins without a comment that says why it is there (STYLE 26)' }));
}
