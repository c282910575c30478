/** Where the IR of a kernel says less than its source: for the report, each with its place. */
import type { Approximation } from '../verdict/coverage.ts';
import type { Kernel } from '../ir/ir.ts';
import { isUnmodelled } from '../ir/gaps.ts';
import { eachStmt } from '../ir/walk.ts';

/**
 * What stands in the notes, and any step without a model that no note speaks of. `isRun`: for what a run of the machine
 * decides, which takes exact steps in the place of such ones.
 */
export function approximationsOf(kernel: Kernel, isRun = false): readonly Approximation[] {
  const noted = new Set(kernel.notes.map(({ span }) => `${span.file}:${span.line}`));
  const steps: Approximation[] = [];
  eachStmt(kernel.body, (stmt) => {
    if (
      (stmt.kind !== 'unknown' && stmt.kind !== 'unknown-value') ||
      (isRun && stmt.kind === 'unknown' && stmt.isStandIn === true)
    )
      return;
    if (isUnmodelled(stmt) && !noted.has(`${stmt.span.file}:${stmt.span.line}`))
      steps.push({ text: stmt.because, span: stmt.span });
  });
  return distinct([...kernel.notes, ...steps]);
}

/**
 * Whether nothing can be proved of the kernel, since synchronization or memory is lost: it was not lowered, a step
 * without a model may be a barrier, or such a step may touch all memory that threads share. `check` answers
 * `unsupported` or `racy` then.
 */
export function isLost(kernel: Kernel): boolean {
  if (kernel.unsupported !== null) return true;
  const shared = [...kernel.arrays.values()]
    .filter(({ space }) => space === 'shared' || space === 'global')
    .map(({ id }) => id);
  let lost = false;
  eachStmt(kernel.body, (stmt) => {
    if (stmt.kind === 'unknown')
      lost ||= stmt.synchronizes || (shared.length > 0 && shared.every((id) => stmt.footprint.includes(id)));
  });
  return lost;
}

export function distinct(all: readonly Approximation[]): readonly Approximation[] {
  return [...new Map(all.map((one) => [`${one.span.file}:${one.span.line}:${one.text}`, one])).values()];
}

/** `line 7: …` in the kernel's own file, `util.cuh:7: …` elsewhere. */
export function placed({ text, span }: Approximation, kernel: Kernel): string {
  return span.file === kernel.span.file ? `line ${span.line}: ${text}` : `${span.file}:${span.line}: ${text}`;
}
