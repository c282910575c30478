/**
 * What threads know of shared memory within one interval [D8] (e). As long as a thread has not written an array since
 * the interval began, what it reads of it is a function of the address, the same for all threads of the block: whoever
 * changed a cell in between raced with that read. Exact up to the first race. (What it wrote itself: index/cells.ts.)
 *
 * Example: `if (s[t] == 0 && s[k] != 0) s[t] = 1;` does not write s[k].
 */
import type { Access, Protocol } from '../protocol.ts';
import type { ArrayId } from '../../base/brand.ts';
import type { Expr } from '../../base/expr.ts';
import type { Summaries } from './summary.ts';
import { printType } from '../../base/ctype.ts';
import { apply, binary, typeOf } from '../../base/expr-build.ts';
import { addressOf } from '../index/address.ts';

/** The arrays that the thread itself may have written. */
export type OwnWrites = ReadonlySet<ArrayId>;
export const noWrites: OwnWrites = new Set();

/** The writes after an access. */
export function withAccess(writes: OwnWrites, access: Access): OwnWrites {
  return access.mode === 'read' ? writes : new Set([...writes, access.place.array]);
}

/** The writes after a step that may have been passed in any way. */
export function withStep(writes: OwnWrites, summaries: Summaries, step: Protocol): OwnWrites {
  const inside = writtenIn(summaries, step);
  return inside.size === 0 ? writes : new Set([...writes, ...inside]);
}

/** What is known of the value of a read, as an equation; null if nothing is. */
export function recalled(writes: OwnWrites, { gives, place }: Access): Expr | null {
  if (gives === null || typeOf(gives).kind === 'float' || writes.has(place.array)) return null;
  return binary('==', gives, apply(`at:${place.array}:${printType(typeOf(gives))}`, [addressOf(place)], typeOf(gives)));
}

const nothing: ReadonlySet<ArrayId> = new Set();

function writtenIn(summaries: Summaries, step: Protocol): ReadonlySet<ArrayId> {
  switch (step.kind) {
    case 'access':
      return step.access.mode === 'read' ? nothing : new Set([step.access.place.array]);
    case 'unknown':
      return new Set(step.footprint);
    case 'branch':
    case 'loop': {
      const known = summaries.written.get(step);
      if (known !== undefined) return known;
      const lists = step.kind === 'loop' ? step.body : [...step.then, ...step.otherwise];
      const found = new Set(lists.flatMap((inner) => [...writtenIn(summaries, inner)]));
      summaries.written.set(step, found);
      return found;
    }
    case 'barrier':
    case 'meeting':
    case 'part':
    case 'assume':
      return nothing;
  }
}
