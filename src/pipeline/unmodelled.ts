/**
 * What of a kernel is not modelled, by its IR alone: for kernels that no time was left for. Whatever else is found out, it keeps them from being proved.
 * Gives: reasons as those of `Decision.unknowns`, without repetitions.
 */
import type { Kernel } from '../ir/ir.ts';
import { eachStmt } from '../ir/walk.ts';

export function unmodelledIn({ body }: Kernel): readonly string[] {
  const found = new Set<string>();
  eachStmt(body, (stmt) => {
    if (stmt.kind === 'unknown' && (stmt.footprint.length > 0 || stmt.synchronizes)) found.add(`line ${stmt.span.line}: ${stmt.because}`);
  });
  return [...found];
}
