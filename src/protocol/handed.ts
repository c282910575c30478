/** What fences, atomics and flags order under a launch (ir/order/order.ts), asked once for each kernel and launch. */
import type { ArrayId } from '../base/brand.ts';
import type { Kernel } from '../ir/ir.ts';
import type { LaunchConfig } from '../launch/launch.ts';
import type { KnownLaunch } from '../ir/order/counting.ts';
import type { Order } from '../ir/order/order.ts';
import type { WithGridBarriers } from '../ir/order/grid-barriers.ts';
import { aliasesOf } from './index/read-only.ts';
import { memoized } from '../base/memoize.ts';
import { orderOf } from '../ir/order/order.ts';
import { withGridBarriers } from '../ir/order/grid-barriers.ts';

const underLaunches = memoized((kernel: Kernel) =>
  memoized((config: LaunchConfig): Order => orderOf(kernel, knownOf(kernel, config))),
);
const barriersUnder = memoized((kernel: Kernel) =>
  memoized((config: LaunchConfig): WithGridBarriers => withGridBarriers(kernel, knownOf(kernel, config))),
);

function knownOf(kernel: Kernel, config: LaunchConfig): KnownLaunch {
  const aliases = aliasesOf(kernel, config);
  const scalars = new Map(
    kernel.params.flatMap((param) => {
      const value = param.kind === 'scalar' ? config.scalars.get(param.name) : undefined;
      return param.kind === 'scalar' && typeof value === 'bigint' ? [[param.id, value] as const] : [];
    }),
  );
  return {
    block: config.block,
    grid: config.grid,
    scalars,
    isAliased: (array) => (aliases.get(array) ?? []).length > 0,
    found: (array) => foundIn(kernel, config, array),
  };
}

/** What an array is known to hold beside 0 when the launch begins, also by other names of it. */
function foundIn(kernel: Kernel, { found = [], aliases }: LaunchConfig, array: ArrayId): 'own' | 'other' | null {
  const decl = kernel.arrays.get(array);
  const own = decl?.parameter ?? decl?.name ?? '';
  const names = [own, ...aliases.filter((names) => names.includes(own)).flat()];
  const by = found.flatMap((one) => (names.includes(one.name) ? [one.by] : []));
  return decl?.starts !== undefined || by.includes('other') ? 'other' : (by[0] ?? null);
}

export const orderUnder = (kernel: Kernel, config: LaunchConfig): Order => underLaunches(kernel)(config);

/** The kernel with barriers of the grid where it makes them of atomics. */
export const gridBarriersUnder = (kernel: Kernel, config: LaunchConfig): WithGridBarriers =>
  barriersUnder(kernel)(config);

export { areOrderedIn } from '../ir/order/cells.ts';
