/** What no question asks, and yet forbids a proof under a launch. Null: nothing. */
import type { ArrayId } from '../base/brand.ts';
import type { Kernel, StmtOf } from '../ir/ir.ts';
import type { LaunchConfig } from '../launch/launch.ts';
import { heldBarrier } from '../handover/held-barriers.ts';
import { restingOn } from '../ir/resting-on.ts';
import { staleRead } from '../ir/non-coherent.ts';
import { eachStmt, placeOf, someStmt, synchronizesGrid } from '../ir/walk.ts';
import { closedDimensions, volumeOf } from '../launch/dimensions.ts';

export const refusalsUnder = (config: LaunchConfig, kernel: Kernel, level: Level): readonly (string | null)[] =>
  [overlapping(config, kernel), notCooperative(config, kernel), readStale(kernel), inAnyOrder(kernel), unknownScope(config, kernel, level), stuckBarrier(config, kernel)];

type Level = 'block' | 'grid';

/** CUDA guide, Grid Synchronization: the barrier of the grid has a meaning in cooperative launches only. */
const notCooperative = ({ span, origin, cooperative }: LaunchConfig, kernel: Kernel): string | null =>
  (cooperative || span === null || !synchronizesGrid(kernel.body) ? null : `${origin} is not seen to be a cooperative launch, which a barrier of the grid needs`);

function overlapping({ overlaps, origin }: LaunchConfig, kernel: Kernel): string | null {
  const [names] = overlaps;
  const isRead = [...kernel.arrays.values()].some((decl) => decl.reached !== undefined && names?.includes(decl.name) === true);
  if (isRead && names !== undefined) return `${[...new Set(names)].join(' and ')} may ${names[0] === names[1] ? 'be one array twice' : 'be one array'}: which arrays the pointers that are read from memory point to is not followed`;
  return names === undefined ? null : `${origin} passes, or may pass, parts of one array as ${names.join(' and ')}: not modelled (\`__restrict__\` on one of them promises that they are apart)`;
}

/** [D25] PTX ISA, `ld.global.nc`: what it reads must not be written while the kernel runs, and may be old otherwise. */
function readStale(kernel: Kernel): string | null {
  const found = staleRead(kernel);
  if (found === null) return null;
  const name = kernel.arrays.get(found.load.place.array)?.name ?? found.load.place.array;
  return `line ${found.load.span.line} reads \`${name}\` past the coherent caches (\`__ldg\`), and line ${found.written.span.line} may write to it: such a load is for memory that the kernel only reads, and may give old data whatever barriers stand between`;
}

/**
 * C++ leaves the order of operands open [D24]: of a barrier or fence and what else is done, and of changes that steer the kernel. Another order of the latter gives
 * other values of what is loaded from these arrays, and nothing else.
 */
function inAnyOrder(kernel: Kernel): string | null {
  const all = kernel.unsequenced ?? [];
  const ordering = all.find(({ orders }) => orders);
  if (ordering !== undefined) return `the operands in line ${ordering.span.line} may be evaluated in any order, and one of them is a barrier or fence for what others do`;
  const changing = all.find(({ arrays }) => steers(kernel, arrays));
  return changing === undefined ? null : `the operands in line ${changing.span.line} may be evaluated in any order, and one of them changes what another one reads`;
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
  (leastScope === 'block' ? `the atomic of line ${span.line} has the scope of a cluster, which need not reach other blocks` : `which scope the atomic of line ${span.line} has is not known: it need not reach other threads`);

/** A block of several threads never passes it; no question of uniformity sees that, since all would come. */
function stuckBarrier({ block }: LaunchConfig, kernel: Kernel): string | null {
  const found = volumeOf(closedDimensions(block, [2, 2, 2])) === 1 ? null : heldBarrier(kernel);
  return found === null ? null : `a thread comes to the barrier of line ${found.barrier.span.line} with the lock that line ${found.taken.span.line} takes, and the other threads of its block cannot come there before it is given back: they wait for each other for ever`;
}
