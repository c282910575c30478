/**
 * What reading a patched text takes for granted that reading the text before did not: a patch is no promise then,
 * whatever is proved of what was read.
 */
import type { Kernel } from '../ir/ir.ts';
import { isUnmodelled } from '../ir/gaps.ts';
import { eachStmt } from '../ir/walk.ts';

/**
 * Whether something new is approximated (a name that nothing declares, say), or a barrier or fence came to stand in one
 * of several operands, or changes what another one reads: C++ leaves their order open.
 */
export function hasNewDoubts(now: Kernel, was: Kernel): boolean {
  const known = approximated(was);
  const open = (one: Kernel): number =>
    (one.unsequenced ?? []).reduce((sum, { orders, arrays }) => sum + (orders ? 1 : 0) + arrays.length, 0);
  return (
    [...approximated(now)].some((text) => !known.has(text)) ||
    open(now) > open(was) ||
    (now.unsupported !== null && was.unsupported === null)
  );
}

/**
 * In words. What asynchronous steps say exactly beside a rough one is no doubt of its own: proved is only what they
 * say, too.
 */
function approximated({ notes, body }: Kernel): ReadonlySet<string> {
  const found = new Set(notes.map(({ text }) => text));
  eachStmt(body, (stmt) => {
    const isStandIn = stmt.kind === 'unknown' && stmt.isStandIn === true;
    if ((stmt.kind === 'unknown' || stmt.kind === 'unknown-value') && !isStandIn && isUnmodelled(stmt))
      found.add(stmt.because);
  });
  return found;
}
