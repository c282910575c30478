/**
 * Strategy delete-barrier: a barrier that only some threads reach goes, where nothing needs it.
 *
 * Applies to SW201 to SW204, where the barrier is a statement of the text or of a macro, and the kernel has no order
 * that races do not show (of atomics, fences, clocks). Promises: what each thread does stays as it is; a patch of it is
 * always proved. Smallest example:
 *
 *     if (t < 32) {
 *       out[t] = s[63 - t];         if (t < 32) {
 *       __syncthreads();       ⟶      out[t] = s[63 - t];
 *     }                             }
 *
 * Cost: none; one barrier less. An `if` that holds nothing else goes with it.
 */
import { linesListed, listed } from '../../base/listing.ts';
import type { Edit } from '../../verdict/finding.ts';
import type { Fault } from '../fault.ts';
import type { Proposal, RepairInput, Strategy } from '../repair.ts';
import type { Stmt } from '../../ir/ir.ts';
import type { StmtId } from '../../base/brand.ts';
import { eachStmt } from '../../ir/walk.ts';
import { isBarrierAlone, mayOrderOtherwise, removalWithBranch } from '../remove-barrier.ts';
import { macroBarrierOf } from '../macro-barriers.ts';
import { memoized } from '../../base/memoize.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

export const deleteBarrier: Strategy = {
  name: 'delete-barrier',
  handles: (fault, input) => deletionFor(fault, input) !== null,
  propose,
  onlyProved: true,
};

/** `where`: "line 7 of reduce". */
type Deletion = Readonly<{ edit: Edit; line: number; owner: string }>;

const deletionsIn = memoized((input: RepairInput): ReadonlyMap<StmtId, Deletion> => {
  const { kernel } = input;
  const found = new Map<StmtId, Deletion>();
  if (mayOrderOtherwise(kernel)) return found;
  eachStmt(kernel.body, (stmt) => {
    const deletion =
      stmt.kind === 'barrier' && stmt.scope.kind === 'block' && stmt.reduction === null
        ? deletionOf(stmt, input)
        : null;
    if (deletion !== null) found.set(stmt.id, deletion);
  });
  return found;
});

const deletionFor = (fault: Fault, input: RepairInput): Deletion | null =>
  fault.kind === 'divergence' ? (deletionsIn(input).get(fault.barrier) ?? null) : null;

function deletionOf({ source: id }: Stmt, input: RepairInput): Deletion | null {
  const source = input.kernel.sources.get(id);
  if (source === undefined || (source.callee !== null && source.span.file !== input.compiledFile)) return null;
  const text = input.sourceOf(source.span.file);
  const isWritten =
    text !== null && !source.inMacro && isBarrierAlone(text.text.slice(source.span.start, source.span.end));
  const macro = isWritten ? null : macroBarrierOf(source, input.kernel, (file) => input.sourceOf(file)?.text ?? null);
  if (macro?.place.isUse === false) return { edit: macro.place.edit, line: macro.line, owner: macro.macro };
  const edit = text === null || (!isWritten && macro === null) ? null : removalWithBranch(source, text);
  return edit === null ? null : { edit, line: source.span.line, owner: source.callee ?? input.kernel.name };
}

function propose(faults: readonly Fault[], input: RepairInput): readonly Proposal[] {
  const deletions = new Map(
    faults
      .flatMap((fault) => deletionFor(fault, input) ?? [])
      .map((one) => [`${one.edit.file} ${one.edit.start}`, one]),
  );
  const sorted = [...deletions.values()].sort((a, b) => a.edit.start - b.edit.start);
  if (sorted.length === 0) return [];
  const owners = listed([...new Set(sorted.map(({ owner }) => owner))]);
  const [one] = sorted;
  return [
    {
      title: fill(messages.deleteBarrier, {
        text: sorted.length > 1 ? 's' : '',
        more: linesListed(sorted.map(({ line }) => line)),
        owners,
      }),
      edits: sorted.map(({ edit }) => edit),
      cost: {
        weight: 0,
        words:
          sorted.length > 1
            ? fill(messages.barriersLess, { count: sorted.length })
            : fill(messages.barrierLessAt, { line: one?.line ?? 0 }),
      },
    },
  ];
}
