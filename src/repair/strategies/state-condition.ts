/**
 * Strategy state-condition: what launches have to keep, the kernel states.
 *
 * Applies to races that a proved condition on the launch rules out (SW101 to SW106 as warnings), in the kernel's own
 * file. Promises: where the condition holds, nothing changes; where it does not, the program ends with a message,
 * unless it is compiled with NDEBUG (CUDA guide, Assertion). It is right only where all launches keep the condition,
 * which a person knows (presumed.ts). Smallest example:
 *
 *     __global__ void k(float *a, int pitch) {          __global__ void k(float *a, int pitch) {
 *       a[threadIdx.y * pitch + threadIdx.x] = 1;   ⟶     assert(pitch >= blockDim.x);
 *     }                                                   a[threadIdx.y * pitch + threadIdx.x] = 1;
 *                                                       }
 *
 * Cost: one comparison of each thread.
 */
import { listed } from '../../base/listing.ts';
import type { Proposal, RepairInput } from '../repair.ts';
import { childIn, namedChildren } from '../../parse/node.ts';
import { definitionOf, gapBefore } from '../source-text.ts';
import { includeOf } from '../include-line.ts';
import { lineOf } from '../written.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

export const name = 'state-condition';

/** Null where the kernel's text is not to be edited. */
export function stateConditions(
  conditions: readonly string[],
  { kernel, sourceOf, compiledFile }: RepairInput,
): Proposal | null {
  const text = kernel.span.file === compiledFile ? sourceOf(compiledFile) : null;
  const body = text === null ? null : childIn(definitionOf(kernel, text) ?? text.tree, 'body');
  const [first] = body === null ? [] : namedChildren(body).filter(({ type }) => type !== 'comment');
  if (text === null || first === undefined || conditions.length === 0) return null;
  const gap = gapBefore(text.text, first.start);
  const stated = conditions.map((condition) => `assert(${condition});${gap}`).join('');
  return {
    title: fill(messages.assertCondition, {
      condition: listed(conditions.map((condition) => `\`${condition}\``)),
      line: lineOf(text, first.start),
      name: kernel.name,
    }),
    edits: [
      ...includeOf('cassert', text, ['assert.h']),
      { file: text.file, start: first.start, end: first.start, text: stated },
    ],
    cost: {
      weight: 0.1 * conditions.length,
      words:
        conditions.length === 1 ? messages.oneComparison : fill(messages.comparisons, { count: conditions.length }),
    },
  };
}
