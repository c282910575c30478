/**
 * Races that a pull request brings into a kernel that was decided at the merge base and free of them. A finding is a
 * warning where the launch or the contents that show it are not in sight; here they do not matter: the same kernel was
 * right under all of them before.
 *
 * Where the base was proved, the finding says so: of a kernel with another race there it was only free of this one.
 *
 * A finding of the base that is gone, with the same code on the same array, takes one of the head along: its statements
 * were edited, and the race is an old one.
 */
import type { Compared } from './compare.ts';
import type { Finding, Report } from '../verdict/finding.ts';
import { baseName } from '../base/kernel-name.ts';
import { groupBy } from '../base/group.ts';
import { isConditionNote } from '../verdict/conditional.ts';
import { isDecided } from '../verdict/decided.ts';

/** By finding: what the merge base shows of its kernel. */
export function regressionsIn({ fresh, fixed }: Compared, base: Report): ReadonlyMap<Finding, 'proved' | 'free of it'> {
  const kernels = groupBy(base.kernels, ({ name }) => baseName(name));
  const gone = fixed.map(likeness);
  return new Map(
    fresh.flatMap((finding) => {
      const at = gone.indexOf(likeness(finding));
      if (at >= 0) gone.splice(at, 1);
      const before = kernels.get(baseName(finding.kernel)) ?? [];
      const isOne =
        at < 0 &&
        finding.status === 'confirmed' &&
        (finding.severity !== 'info' || isConditionNote(finding)) &&
        before.length > 0 &&
        before.every(isDecided);
      return isOne
        ? [[finding, before.every(({ verdict }) => verdict === 'drf') ? 'proved' : 'free of it'] as const]
        : [];
    }),
  );
}

const likeness = ({ code, kernel, array }: Finding): string => JSON.stringify([code, baseName(kernel), array]);
