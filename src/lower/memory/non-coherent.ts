/**
 * Loads past the coherent caches: `__ldg(p)`, `ld.global.nc`, `ldu`. They are for memory that nobody writes while the
 * kernel runs (PTX ISA, `ld.global.nc`: "read-only data"; CUDA guide, Read-Only Data Cache Load Function), and are
 * marked so.
 */
import type { Context } from '../context.ts';
import type { Stmt } from '../../ir/ir.ts';
import { mapStmts } from '../../ir/walk.ts';

/** What `read` does, its loads marked. */
export function nonCoherently<Made>(cx: Context, read: () => Made): Made {
  const from = cx.out.length;
  const made = read();
  const marked = (stmt: Stmt): readonly Stmt[] => [stmt.kind === 'load' ? { ...stmt, isNonCoherent: true } : stmt];
  cx.out.splice(from, cx.out.length - from, ...mapStmts(cx.out.slice(from), marked));
  return made;
}
