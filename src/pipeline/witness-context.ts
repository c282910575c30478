/** What `witness/` must know of the kernel to turn a model into a run. */
import type { Kernel } from '../ir/ir.ts';
import type { LaunchConfig, WarpModel } from '../launch/launch.ts';
import type { WitnessContext } from '../witness/witness.ts';

export function witnessContext(kernel: Kernel, config: LaunchConfig, warpModel: WarpModel): WitnessContext {
  return {
    block: config.block,
    grid: config.grid,
    warpModel,
    scalarParameters: kernel.params.flatMap((p) =>
      p.kind === 'scalar' ? [{ name: p.name, id: p.id, type: p.type, known: config.scalars.get(p.name) ?? null }] : [],
    ),
    arrays: [...kernel.arrays.values()].map((a) => ({
      id: a.id,
      name: a.name,
      space: a.space,
      element: a.element,
      elementBytes: a.elementBytes,
    })),
  };
}
