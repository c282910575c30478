/** What examples/ says of itself: the comment before each kernel begins with `Right:`, `Racy:` or `Divergent:`. */
import { filesBelow, textOf } from './source-tree.ts';

/** Verdict by the name of the kernel. */
export function statedVerdicts(): ReadonlyMap<string, 'racy' | 'drf'> {
  const stated = new Map<string, 'racy' | 'drf'>();
  for (const path of filesBelow('examples', (name) => name.endsWith('.cu'))) {
    for (const match of textOf(path).matchAll(
      /^\/\/ (Right|Racy|Divergent):.*\n(?:\/\/.*\n)*__global__ void (\w+)/gm,
    )) {
      stated.set(match[2] ?? '', match[1] === 'Right' ? 'drf' : 'racy');
    }
  }
  return stated;
}
