/** What of a file's kernels is lowered exactly, with approximations, or not at all, and how they are launched. */
import type { BlockKnowledge, KernelCoverage, Lowering } from '../verdict/coverage.ts';
import type { Kernel } from '../ir/ir.ts';
import type { LaunchConfig } from '../launch/launch.ts';
import type { LaunchOptions } from '../launch/configurations.ts';
import type { ReadUnit } from './unit.ts';
import { approximationsOf, distinct, isLost } from './approximations.ts';
import { closeUnusedAxes } from '../launch/unused-axes.ts';
import { configurationsFor } from '../launch/configurations.ts';
import { groupBy } from '../base/group.ts';
import { printConfig } from '../launch/print.ts';
import { launchesOf } from './unit.ts';
import { templateName } from '../base/kernel-name.ts';

/** A file as one of its kernels sees it, with the launches of that in other files (linked-launches.ts). */
type Linked = (kernel: Kernel, from: ReadUnit) => ReadUnit;

/** The kernels of one unit, the instances of a template as one. */
export function coverageOf(
  from: ReadUnit,
  options: LaunchOptions,
  linked: Linked = (_, own) => own,
): readonly KernelCoverage[] {
  const byPlace = groupBy(from.unit.kernels, (kernel) => `${kernel.span.file}:${kernel.span.start}`);
  return [...byPlace.values()].map((instances) =>
    together(instances[0], instances, linked(instances[0], from), options),
  );
}

function together(first: Kernel, instances: readonly Kernel[], from: ReadUnit, options: LaunchOptions): KernelCoverage {
  const supported = instances.filter((kernel) => !isLost(kernel));
  const looked = supported.length === 0 ? instances : supported;
  const approximations = distinct(
    instances.flatMap((kernel) =>
      kernel.unsupported === null ? approximationsOf(kernel) : [kernel.unsupported, ...approximationsOf(kernel)],
    ),
  );
  const lowering: Lowering =
    supported.length === 0 ? 'unsupported' : approximations.length > 0 ? 'approximated' : 'exact';
  const configs = looked.flatMap((kernel) =>
    configurationsFor(kernel, launchesOf(kernel, from), options).map(
      (config) => closeUnusedAxes(kernel, config).config,
    ),
  );
  const name = templateName(first.name);
  return {
    name,
    span: first.span,
    instances: instances.map((kernel) => kernel.name),
    lowering,
    approximations,
    block: blockKnowledge(configs),
    launches: [...new Set(configs.map(printConfig))],
  };
}

/** Known only if every launch found states the whole block. */
function blockKnowledge(configs: readonly LaunchConfig[]): BlockKnowledge {
  const found = configs.filter((config) => config.span !== null);
  if (found.length === 0) return 'elsewhere';
  return found.every((config) => config.block.every((axis) => axis !== null)) ? 'known' : 'open';
}
