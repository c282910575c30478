/**
 * A kernel in a file that several others include is one kernel to the user. Where the includers agree on its IR it is
 * analysed once, under the launches of all of them; where their macros or types make different kernels of it, each is.
 */
import type { Kernel } from '../ir/ir.ts';
import type { LaunchSite } from '../launch/launch.ts';
import type { ReadUnit } from './unit.ts';
import { groupBy } from '../base/group.ts';
import { givenLaunch, ownLaunchesOf, withLaunches } from './unit.ts';
import { instanceKey } from '../ir/ir.ts';
import { printKernel } from '../ir/print.ts';

export type Variant = Readonly<{ kernel: Kernel; from: ReadUnit }>;

/** What is to be analysed of all kernels that were read: one entry per physical kernel and name, with its variants. */
export function variantsOf(read: readonly Variant[]): readonly (readonly [Variant, ...Variant[]])[] {
  return [...groupBy(read, keyOf).values()].map((group) => {
    if (group.length === 1) return group;
    const launched = group.filter((each) => ownLaunches(each).length > 0);
    // where none launches it, each includer is as good as the others
    const [first = group[0], ...others] = launched.length > 0 ? launched : group;
    const distinct: [Variant, ...Variant[]] = [first];
    for (const other of others) {
      const text = printKernel(other.kernel);
      const same = distinct.findIndex((each) => printKernel(each.kernel) === text);
      const known = distinct[same];
      if (known === undefined) distinct.push(other);
      else
        distinct[same] = {
          ...known,
          from: withLaunches(
            known.from,
            ownLaunches(other).map((site) => givenLaunch(site, other.from)),
          ),
        };
    }
    return distinct;
  });
}

const keyOf = ({ kernel }: Variant): string => instanceKey(kernel);

const ownLaunches = ({ kernel, from }: Variant): readonly LaunchSite[] => ownLaunchesOf(kernel, from);
