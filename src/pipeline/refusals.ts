/** What no question asks, and yet forbids a proof under a launch. Null: nothing. */
import type { ArrayId } from '../base/brand.ts';
import type { Kernel, StmtOf } from '../ir/ir.ts';
import type { LaunchConfig } from '../launch/launch.ts';
import { heldBarrier } from '../handover/held-barriers.ts';
import { restingOn } from '../ir/resting-on.ts';
import { staleRead } from '../ir/non-coherent.ts';
import { eachStmt, placeOf, someStmt, isCooperative } from '../ir/walk.ts';
import { closedDimensions, volumeOf } from '../launch/dimensions.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

export const refusalsUnder = (config: LaunchConfig, kernel: Kernel, level: Level): readonly (string | null)[] => [
  overlapping(config, kernel),
  notCooperative(config, kernel),
  readStale(kernel),
  inAnyOrder(kernel),
  unknownScope(config, kernel, level),
  stuckBarrier(config, kernel),
];

type Level = 'block' | 'grid';

/** CUDA guide, Grid Synchronization: the barrier of the grid has a meaning in cooperative launches only. */
const notCooperative = ({ span, origin, cooperative }: LaunchConfig, kernel: Kernel): string | null =>
  cooperative || span === null || !isCooperative(kernel.body) ? null : fill(messages.notCooperative, { origin });

function overlapping({ overlaps, origin }: LaunchConfig, kernel: Kernel): string | null {
  const [names] = overlaps;
  const isRead = [...kernel.arrays.values()].some(
    (decl) => decl.reached !== undefined && names?.includes(decl.name) === true,
  );
  if (isRead && names !== undefined)
    return fill(messages.pointersMayAlias, {
      names: [...new Set(names)].join(' and '),
      alias: names[0] === names[1] ? messages.oneArrayTwice : messages.oneArray,
    });
  return names === undefined ? null : fill(messages.partsOfOneArray, { origin, names: names.join(' and ') });
}

/** [D25] PTX ISA, `ld.global.nc`: what it reads must not be written while the kernel runs, and may be old otherwise. */
function readStale(kernel: Kernel): string | null {
  const found = staleRead(kernel);
  if (found === null) return null;
  const name = kernel.arrays.get(found.load.place.array)?.name ?? found.load.place.array;
  return fill(messages.nonCoherentLoad, { line: found.load.span.line, name, line2: found.written.span.line });
}

/**
 * C++ leaves the order of operands open [D24]: of a barrier or fence and what else is done, and of changes that steer
 * the kernel. Another order of the latter gives other values of what is loaded from these arrays, and nothing else.
 */
function inAnyOrder(kernel: Kernel): string | null {
  const all = kernel.unsequenced ?? [];
  const ordering = all.find(({ orders }) => orders);
  if (ordering !== undefined) return fill(messages.operandsWithBarrier, { line: ordering.span.line });
  const changing = all.find(({ arrays }) => steers(kernel, arrays));
  return changing === undefined ? null : fill(messages.operandsWithEffect, { line: changing.span.line });
}

/** Whether who accesses which cells follows from what the arrays hold. */
function steers(kernel: Kernel, arrays: readonly ArrayId[]): boolean {
  const resting = restingOn(kernel, new Set(arrays));
  return resting === null || someStmt(kernel.body, (stmt) => placeOf(stmt) !== null && resting.reached.has(stmt.id));
}

/** Whether atomics may not reach the threads that they meet, since their scope is not known or the cluster's. */
function unknownScope({ block, grid }: LaunchConfig, kernel: Kernel, level: Level): string | null {
  const isOneBlock = level === 'block' || volumeOf(closedDimensions(grid, [2, 2, 2])) === 1;
  const isOneThread = volumeOf(closedDimensions(block, [2, 2, 2])) === 1;
  const found: StmtOf<'atomic'>[] = [];
  eachStmt(kernel.body, (stmt) => {
    if (stmt.kind !== 'atomic' || stmt.leastScope === undefined) return;
    const isGlobal = kernel.arrays.get(stmt.place.array)?.space === 'global';
    if ((isGlobal && !isOneBlock) || (stmt.leastScope === 'thread' && !isOneThread)) found.push(stmt);
  });
  return found[0] === undefined ? null : because(found[0]);
}

const because = ({ span, leastScope }: StmtOf<'atomic'>): string =>
  leastScope === 'block'
    ? fill(messages.clusterScope, { line: span.line })
    : fill(messages.unknownScope, { line: span.line });

/** A block of several threads never passes it; no question of uniformity sees that, since all would come. */
function stuckBarrier({ block }: LaunchConfig, kernel: Kernel): string | null {
  const found = volumeOf(closedDimensions(block, [2, 2, 2])) === 1 ? null : heldBarrier(kernel);
  return found === null
    ? null
    : fill(messages.deadlockWithLock, { line: found.barrier.span.line, line2: found.taken.span.line });
}
