/**
 * Where a thread stands: its rank in the block, grid and warp, as expressions over the built-in variables.
 * CUDA guide, "Thread Hierarchy": the x index varies fastest; warps are 32 threads of consecutive rank.
 */
import type { Expr } from '../base/expr.ts';
import { u32 } from '../base/ctype.ts';
import { builtin, int } from '../base/expr-build.ts';
import { combine } from './expressions/constants.ts';

/** `threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)`, or the same of blocks; a u32. */
export function rank(kind: 'thread' | 'block'): Expr {
  const index = kind === 'thread' ? 'threadIdx' : 'blockIdx';
  const extent = kind === 'thread' ? 'blockDim' : 'gridDim';
  const inner = combine('+', builtin(`${index}.y`), combine('*', builtin(`${extent}.y`), builtin(`${index}.z`)));
  return combine('+', builtin(`${index}.x`), combine('*', builtin(`${extent}.x`), inner));
}

/** Threads of a block, or blocks of the grid; a u32. */
export function count(kind: 'blockDim' | 'gridDim'): Expr {
  return combine('*', combine('*', builtin(`${kind}.x`), builtin(`${kind}.y`)), builtin(`${kind}.z`));
}

/** The lane within the warp, 0 to 31; a u32. */
export function laneIndex(): Expr {
  return combine('%', rank('thread'), int(32, u32));
}

/** The lanes below, from, above a lane, as a u32 mask: PTX's `%lanemask_lt` and its kin. */
export function laneMask(which: 'eq' | 'lt' | 'le' | 'gt' | 'ge', lane: Expr): Expr {
  const one = combine('<<', int(1, u32), lane);
  const below = combine('-', one, int(1, u32));
  const all = int(0xffffffff, u32);
  switch (which) {
    case 'eq':
      return one;
    case 'lt':
      return below;
    case 'le':
      return combine('|', one, below);
    case 'gt':
      return combine('^', all, combine('|', one, below));
    case 'ge':
      return combine('^', all, below);
  }
}
