/** STYLE 3: a drawer has no name of its own. */
import type { Complaint } from '../source-tree.ts';
import { filesBelow } from '../source-tree.ts';

const drawer = /^(?:utils?|helpers?|common|misc|manager)$|[-.](?:utils?|helpers?|manager)$|^(?:utils?|helpers?)[-.]/i;

export function badNames(paths: readonly string[]): readonly Complaint[] {
  return paths.flatMap((path) => {
    const bad = path
      .split('/')
      .map((part) => part.replace(/\.[a-z]+$/, ''))
      .find((part) => drawer.test(part));
    return bad === undefined ? [] : [{ path, line: null, text: `"${bad}" says nothing: name the concept (STYLE 3)` }];
  });
}

export const check = (): readonly Complaint[] =>
  badNames(['src', 'test', 'scripts', 'bench'].flatMap((folder) => filesBelow(folder)));
