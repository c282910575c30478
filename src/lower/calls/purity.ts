/** Whether lowering something gave statements without any effect outside of it: then only its value matters. */
import type { ArrayId, VarId } from '../../base/brand.ts';
import type { Stmt } from '../../ir/ir.ts';
import type { Context } from '../context.ts';
import { eachStmt, placeOf, targetOf } from '../../ir/walk.ts';
import { capture } from '../context.ts';

/**
 * Lowers it apart, and gives what it made if its statements touch nothing but variables and local memory of their own;
 * null otherwise.
 */
export function withoutEffects<Made>(cx: Context, run: () => Made): Readonly<{ made: Made }> | null {
  const scalars = new Set(cx.scalars.keys());
  const arrays = new Set(cx.arrays.keys());
  const made: Made[] = [];
  const body = capture(cx, () => {
    made.push(run());
  });
  const [first] = made;
  return first !== undefined &&
    isPure(
      body,
      (id) => !scalars.has(id),
      (id) => !arrays.has(id) && cx.arrays.get(id)?.space === 'local',
    )
    ? { made: first }
    : null;
}

function isPure(
  body: readonly Stmt[],
  isOwnScalar: (id: VarId) => boolean,
  isOwnArray: (id: ArrayId) => boolean,
): boolean {
  let pure = true;
  eachStmt(body, (stmt) => {
    const target = targetOf(stmt);
    const place = placeOf(stmt);
    if ((target !== null && !isOwnScalar(target)) || (place !== null && !isOwnArray(place.array))) pure = false;
    if (/^(?:barrier|fence|lanes|unknown|atomic)$/.test(stmt.kind) || (stmt.kind === 'jump' && stmt.to === 'exit'))
      pure = false;
  });
  return pure;
}
