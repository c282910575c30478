/**
 * Pass: the launches that a kernel is analysed under. Needs: the kernel, the launches that were found of it, the
 * options. Gives: configurations, with what is unknown left open. Depends on: kernel IR, launch sites, options.
 */
import type { ClosedLaunch } from '../launch/unused-axes.ts';
import type { KernelInput } from './kernel-input.ts';
import type { LaunchConfig } from '../launch/launch.ts';
import { budgetReached, reasonText } from '../verdict/catalogue.ts';
import { closeUnusedAxes } from '../launch/unused-axes.ts';
import { configurationsFor } from '../launch/configurations.ts';
import { launchesOf } from './unit.ts';
import { statedLaunch } from '../launch/stated.ts';

/** Launches of one kernel that are analysed; more are reported, and forbid `drf`. */
const maxConfigurations = 16;

/**
 * `all`: their configurations. `analysed`: as many as are decided; `skipped`: why that is not all. `presumed`: the
 * extents that have to be 1 for what is proved under them; `doubtful`: the same, in words.
 */
export type Launches = Readonly<{
  closed: readonly ClosedLaunch[];
  all: readonly LaunchConfig[];
  analysed: readonly LaunchConfig[];
  skipped: readonly string[];
  presumed: readonly string[];
  doubtful: readonly string[];
}>;

export function launchesFor({
  kernel,
  from,
  request: { options },
}: Pick<KernelInput, 'kernel' | 'from' | 'request'>): Launches {
  const closed = configurationsFor(kernel, launchesOf(kernel, from), statedLaunch(kernel.name, options)).map((config) =>
    closeUnusedAxes(kernel, config),
  );
  const all = closed.map(({ config }) => config);
  return {
    closed,
    all,
    analysed: all.slice(0, maxConfigurations),
    skipped:
      all.length > maxConfigurations ? [reasonText(budgetReached('launches', `${maxConfigurations}`, null))] : [],
    presumed: [...new Set(closed.flatMap((launch) => launch.presumed))],
    doubtful: [...new Set(closed.flatMap((launch) => launch.doubtful))],
  };
}
