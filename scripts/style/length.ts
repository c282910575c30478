/** STYLE 4: past 300 lines a file probably holds a second concept; past 400 it says here why it does not. */
import { type Complaint, filesBelow, textOf } from '../source-tree.ts';

const limit = 400;
/** Path → why it may be longer. */
const reasons: Readonly<Record<string, string>> = {
  'src/machine/access-log.ts': 'one list in memory, whose fields all parts read',
  'src/machine/compile.ts': 'one case for each statement of the IR, over one context',
};

export function check(): readonly Complaint[] {
  const lengths = ['src', 'scripts', 'bench', 'test'].flatMap((folder) => filesBelow(folder, (path) => path.endsWith('.ts')))
    .map((path) => ({ path, lines: textOf(path).split('\n').length - 1 }));
  const tooLong = lengths.filter(({ path, lines }) => lines > limit && !(path in reasons))
    .map(({ path, lines }) => ({ path, line: null, text: `${lines} lines: is there a second concept in it? (STYLE 4; else a reason in scripts/style/length.ts)` }));
  const idle = Object.keys(reasons).filter((path) => !lengths.some((file) => file.path === path && file.lines > limit))
    .map((path) => ({ path, line: null, text: 'no longer above the limit: take its reason out of scripts/style/length.ts' }));
  return [...tooLong, ...idle];
}
