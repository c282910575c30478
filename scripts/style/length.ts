/**
 * STYLE 4: past 300 lines a file probably holds a second concept; past the limit it says here why it does not. Lines are
 * those of the formatter, which lays a file out on about half more lines than were written before it (decision 0036).
 */
import { type Complaint, filesBelow, textOf } from '../source-tree.ts';

const limit = 600;
/** Path → why it may be longer. */
const reasons: Readonly<Record<string, string>> = {
  'src/verdict/catalogue.ts': 'one table: a row for each code',
};

export function check(): readonly Complaint[] {
  const lengths = ['src', 'scripts', 'bench', 'test']
    .flatMap((folder) => filesBelow(folder, (path) => path.endsWith('.ts')))
    .map((path) => ({ path, lines: textOf(path).split('\n').length - 1 }));
  const tooLong = lengths
    .filter(({ path, lines }) => lines > limit && !(path in reasons))
    .map(({ path, lines }) => ({
      path,
      line: null,
      text: `${lines} lines: is there a second concept in it? (STYLE 4; else a reason in scripts/style/length.ts)`,
    }));
  const idle = Object.keys(reasons)
    .filter((path) => !lengths.some((file) => file.path === path && file.lines > limit))
    .map((path) => ({
      path,
      line: null,
      text: 'no longer above the limit: take its reason out of scripts/style/length.ts',
    }));
  return [...tooLong, ...idle];
}
