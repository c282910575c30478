/**
 * The launches of a source whose text differs between the passes of the compiler: nvcc compiles it for the host without
 * `__CUDA_ARCH__`, and for the device with it. What a launch passes follows from the host's text, what a kernel does
 * from the device's: each launch of the one is paired with the same place in the other. Exact where they pair; launches
 * of the host's text alone count for all kernels of their name.
 */
import type { LaunchSite } from '../launch/launch.ts';
import type { NamedLaunch } from '../launch/sites.ts';
import { groupBy } from '../base/group.ts';

/** Names that the compiler defines for the device alone. */
export const dividesPasses = (text: string): boolean => /\b(?:__CUDA_ARCH__|__HIP_DEVICE_COMPILE__)\b/.test(text);

type Sites = readonly LaunchSite[];

/**
 * `own`: with nodes of the device's tree, to lower kernels by. `others`: launches that only the host's text has.
 * `device`: those of the device's text, of which it matters what they pass only where one has no partner.
 */
export function launchesOfHost(
  named: readonly NamedLaunch[],
  host: Sites,
  device: () => Sites,
): Readonly<{ own: Sites; others: Sites }> {
  const [there, here] = [callsByPlace(named), callsByPlace(host)];
  // a macro may launch several times at one place
  const isPaired = (place: string): boolean => there.get(place)?.length === here.get(place)?.length;
  const alone = [...there.keys()].some((place) => !isPaired(place)) ? callsByPlace(device()) : null;
  const own = [...there].flatMap(([place, calls]): Sites => {
    const mine = here.get(place);
    if (mine === undefined || !isPaired(place)) return (alone?.get(place) ?? []).flat();
    return calls.flatMap((sites, k) =>
      (mine[k] ?? []).map((site) => ({
        ...site,
        nodes: (sites.find((one) => isSameKernel(one, site)) ?? sites[0]).nodes,
      })),
    );
  });
  const others = [...here].flatMap(([place, calls]) => (isPaired(place) ? [] : calls.flat()));
  return { own, others };
}

const isSameKernel = (a: NamedLaunch, b: NamedLaunch): boolean =>
  a.kernel === b.kernel && a.templateArguments.join() === b.templateArguments.join();

/** The launches by where they stand in files, and there by their calls in the tree, in its order. */
function callsByPlace<Site extends NamedLaunch>(
  sites: readonly Site[],
): ReadonlyMap<string, readonly (readonly [Site, ...Site[]])[]> {
  const places = groupBy(sites, ({ span }) => `${span.file}:${span.start}:${span.end}`);
  return new Map([...places].map(([place, group]) => [place, [...groupBy(group, ({ nodes }) => nodes.call).values()]]));
}
