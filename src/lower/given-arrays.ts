/**
 * Large arrays in arguments that are passed by value (`Table t` with `int chunk[320]`): where the kernel only reads
 * one, all threads of the grid see what the launch gave, as in constant memory; else each thread has a copy of its own.
 * Exact.
 *
 * Example: with `out[t.chunk[blockIdx.x] * 64 + threadIdx.x]`, the threads of one block read one number.
 */
import type { ArrayId } from '../base/brand.ts';
import type { Kernel } from '../ir/ir.ts';
import { changedArrays } from '../ir/known-contents.ts';

/** The kernel with those of the arrays, which are local ones of arguments, in constant memory. */
export function withGivenArrays(kernel: Kernel, ofArguments: ReadonlySet<ArrayId>): Kernel {
  if (ofArguments.size === 0) return kernel;
  const changed = changedArrays(kernel);
  const isGiven = (id: ArrayId): boolean => ofArguments.has(id) && !changed.has(id);
  const arrays = [...kernel.arrays].map(
    ([id, decl]) =>
      [id, decl.space === 'local' && isGiven(id) ? { ...decl, space: 'constant' as const } : decl] as const,
  );
  return { ...kernel, arrays: new Map(arrays) };
}
