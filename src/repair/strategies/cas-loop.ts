/**
 * Strategy cas-loop: a read-modify-write that no atomic function does becomes a loop of compare-and-exchange.
 *
 * Applies where `atomic` does, to cells and operations that have no atomic function: sums of `short` or `char`, sums of
 * `float` that are computed in `double`, the least or greatest of floating-point numbers. `cuda::atomic_ref` makes the
 * loop (libcu++, which comes with the CUDA toolkit).
 * Promises: the cell gets what one thread alone would have stored, computed by the same operators from the value that
 * it then replaces. Smallest example:
 *
 *     if (v > *most) *most = v;   ⟶   cuda::atomic_ref<float, cuda::thread_scope_device> cell(*most);
 *                                     float old = cell.load(cuda::memory_order_relaxed);
 *                                     while (v > old && !cell.compare_exchange_weak(old, v,
 *                                     cuda::memory_order_relaxed)) {}
 *
 * Cost: one and a half times 10^(loop depth) for each statement, as for an atomic and the load before it.
 */
import { linesListed, listed } from '../../base/listing.ts';
import type { Edit } from '../../verdict/finding.ts';
import type { Fault } from '../fault.ts';
import type { Proposal, RepairInput, Strategy } from '../repair.ts';
import type { Update, ValueUpdate } from '../updates.ts';
import { equalUpdatesIn, valueUpdatesIn } from '../updates.ts';
import { costOfAtomics } from '../atomic-calls.ts';
import { addsForAll } from './one-adder.ts';
import { updatesIn } from '../claims.ts';
import { freshName, lineOf } from '../written.ts';
import { typeName } from '../cell-type.ts';
import { gapBefore, layoutAt } from '../source-text.ts';
import { includeOf } from '../include-line.ts';
import { textOf } from '../../parse/node.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

export const casLoop: Strategy = {
  name: 'cas-loop',
  handles: (fault, input) => updatesFor(fault, input, valueUpdatesIn(input)).length > 0,
  propose: (faults, input) => propose(faults, input, valueUpdatesIn(input)),
};

/** Presumes that the update of each thread is meant, where all do the same: `x[i] *= 2`. */
export const everyUpdate: Strategy = {
  name: 'every-update',
  handles: (fault, input) => updatesFor(fault, input, equalUpdatesIn(input)).length > 0,
  propose: (faults, input) => propose(faults, input, equalUpdatesIn(input)),
};

/** `function`: what an atomic function does, beside what none does. */
type Changed = Readonly<{ loop: ValueUpdate }> | Readonly<{ function: Update }>;

type Loops = ReturnType<typeof valueUpdatesIn>;

/** Those that the two accesses are; none where one is something else, or atomic functions do both. */
function updatesFor(fault: Fault, input: RepairInput, loops: Loops): readonly Changed[] {
  if (
    fault.kind !== 'race' ||
    fault.handover !== null ||
    [fault.first, fault.second].some((id) => addsForAll(id, input))
  )
    return [];
  const found = [fault.first, fault.second].flatMap((id): readonly Changed[] => {
    const [loop, known] = [loops.get(id), updatesIn(input).get(id)];
    if (loop !== undefined) return typeName(loop) === null ? [] : [{ loop }];
    return known === undefined ? [] : [{ function: known }];
  });
  return found.length === 2 && found.some((one) => 'loop' in one) ? found : [];
}

function propose(faults: readonly Fault[], input: RepairInput, known: Loops): readonly Proposal[] {
  const found = faults.flatMap((fault) => updatesFor(fault, input, known));
  const loops = [...new Set(found.flatMap((one) => ('loop' in one ? [one.loop] : [])))].sort(
    (a, b) => a.replaced.start - b.replaced.start,
  );
  const calls = [...new Set(found.flatMap((one) => ('function' in one ? [one.function] : [])))].sort(
    (a, b) => a.replaced.start - b.replaced.start,
  );
  const [one] = loops;
  if (one === undefined) return [];
  const { weight, words } = costOfAtomics([...loops, ...calls].map(({ at }) => at));
  const title = fill(messages.casLoops, {
    places: linesListed(loops.map(({ at, replaced }) => lineOf(at.text, replaced.start))),
    name: input.kernel.name,
  });
  const beside = listed(
    calls.map(({ name, replaced, at }) => fill(messages.atomicAtLine, { name, line: lineOf(at.text, replaced.start) })),
  );
  return [
    {
      title: calls.length === 0 ? title : fill(messages.andFunctions, { title, which: beside }),
      edits: [
        ...includeOf('cuda/atomic', one.at.text),
        ...loops.map(editFor),
        ...calls.map(({ at, replaced, call }) => ({ file: at.text.file, ...replaced, text: call })),
      ],
      cost: { weight: 1.5 * weight, words },
    },
  ];
}

function editFor(update: ValueUpdate, k: number): Edit {
  const {
    at: { text, around, array },
    target,
    replaced,
    valueFrom,
    conditionFrom,
    guard,
  } = update;
  const [cell, old] = [freshName('cell', around, text, k), freshName('old', around, text, k)];
  const [type, order] = [typeName(update) ?? '', 'cuda::memory_order_relaxed'];
  const scope = array.space === 'shared' ? 'block' : 'device';
  const test =
    conditionFrom === null
      ? ''
      : `${/[|?,=](?!=)/.test(conditionFrom(old).replace(/[<>=!]=/g, '')) ? `(${conditionFrom(old)})` : conditionFrom(old)} && `;
  const lines = [
    `cuda::atomic_ref<${type}, cuda::thread_scope_${scope}> ${cell}(${textOf(text, target)});`,
    `${type} ${old} = ${cell}.load(${order});`,
    `while (${test}!${cell}.compare_exchange_weak(${old}, ${valueFrom(old)}, ${order})) {}`,
  ];
  // what replaces a statement that is all of a branch or loop is one statement
  const isListed =
    around.find((node) => node.start < replaced.start || node.end > replaced.end)?.type === 'compound_statement';
  const gap = gapBefore(text.text, replaced.start);
  const { eol, indent } = layoutAt(text.text, replaced.start);
  const inner = `${eol}${indent}  `;
  return {
    file: text.file,
    ...replaced,
    text:
      isListed && guard === null
        ? lines.join(gap)
        : `${guard === null ? '' : `if (${guard}) `}{${inner}${lines.join(inner)}${eol}${indent}}`,
  };
}
