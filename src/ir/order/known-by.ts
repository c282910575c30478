/**
 * How a thread that comes to a statement knows that all signals were given [T17]: by a condition around it, or by a
 * loop before it that is left only then; by its own answer, or behind a barrier by that of a thread of its block.
 * Under-approximating.
 */
import type { StmtId } from '../../base/brand.ts';
import type { Access, Behind, Seen } from './answers.ts';
import type { Path } from './paths.ts';
import { commonList, conditionsOf, flat, isBlockBarrier, mayLeave } from './paths.ts';
import { isCertain, literal } from './counting.ts';
import { isOfWholeBlock } from './fences.ts';
import { isByAlone, saysAll } from './answers.ts';

/** How a thread that comes to the statement knows that all signals were given; null: it need not. */
export function behindOf(id: StmtId, seen: Seen): Behind | null {
  const path = seen.shape.paths.get(id);
  if (path === undefined) return null;
  for (const { when, isTrue } of conditionsOf(path)) {
    const found = saysAll(when, isTrue, seen, path[0]?.at ?? 0);
    if (found !== null) return found;
  }
  for (const look of seen.looks) {
    const wait = waitFor(look, seen);
    const common = wait === null ? null : commonList(wait, path);
    if (wait === null || common === null || common.a >= common.b) continue;
    if (wait.length === common.depth + 1) return { by: 'look', observed: look, barrier: null, or: [] };
    const list = path[common.depth]?.list ?? [];
    const barrier = isOfWholeBlock(path, common.depth, seen.shape)
      ? list.findIndex((stmt, k) => k > common.a && k < common.b && isBlockBarrier(stmt))
      : -1;
    if (barrier >= 0 && isCertain(wait, seen.shape, path))
      return { by: 'look', observed: look, barrier: { depth: common.depth, at: barrier }, or: [] };
  }
  return null;
}

/** Where the loop stands that is left only after the look has said so in its last turn; null: there is none. */
function waitFor(look: Access, seen: Seen): Path | null {
  const path = seen.shape.paths.get(look.id);
  const frame = path?.at(-1);
  const loop = frame?.owner;
  if (path === undefined || frame === undefined || loop?.kind !== 'loop') return null;
  const parts = [...loop.before, ...loop.body, ...loop.step];
  const leaving = parts.filter((stmt) => mayLeave(stmt));
  const isBefore = loop.testFirst ? flat(loop.before).includes(look) : true;
  const root = path[0]?.at ?? 0;
  const around = path.slice(0, -1);
  if (leaving.length === 0)
    return isBefore && isByAlone(look, saysAll(loop.condition, false, seen, root)) ? around : null;
  const [only, ...others] = leaving;
  const isEndless = literal(loop.condition) === 1n;
  if (!isEndless || others.length > 0 || only?.kind !== 'branch' || frame.list.indexOf(only) <= frame.at) return null;
  const [out] = only.then;
  return only.then.length === 1 &&
    out?.kind === 'jump' &&
    out.to === 'break' &&
    !only.otherwise.some((stmt) => mayLeave(stmt)) &&
    isByAlone(look, saysAll(only.when, true, seen, root))
    ? around
    : null;
}
