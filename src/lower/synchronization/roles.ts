/**
 * Barrier objects at which threads take different parts: some arrive and go on while others wait, or they meet in
 * different places. Such an object counts arrivals, wherever they are made, and is no barrier that all threads of the
 * block reach in one place; taken for one, it would seem divergent [D15]. An object is one of the block only where all
 * say so in one way, where no thread arrives again before it has waited, and where it is initialized before
 * (initialized.ts).
 *
 * Example: `if (producer) { fill(); full.arrive(); } else { full.arrive_and_wait(); use(); }`.
 */
import type { StmtId } from '../../base/brand.ts';
import type { Kernel, Stmt } from '../../ir/ir.ts';
import type { Mark } from './marks.ts';
import { bodiesOf } from '../../ir/walk.ts';
import { uninitialized } from './initialized.ts';
import { markAt } from './marks.ts';
import { messages } from '../wording.ts';

type Parted = Readonly<{ marks: ReadonlyMap<StmtId, Mark>; found: Map<string, string> }>;
/** `pending`: arrived at and not waited for. `left`: objects that threads met which are gone by now. */
type Way = Readonly<{ pending: ReadonlySet<string>; left: ReadonlySet<string> }>;
/** `end`: null where nothing comes after. `met`: the objects arrived at on the way. */
type Walked = Readonly<{ end: Way | null; met: ReadonlySet<string> }>;

/** Objects that are no barriers of the block, with the reason. */
export type PartedObjects = ReadonlyMap<string, string>;

/**
 * Why an object is none: it is one of those found, or in an array of which an element is used in other ways; null where
 * it is not found.
 */
export const whyParted = (parted: PartedObjects, on: string): string | null =>
  parted.get(on) ?? [...parted].find(([one]) => one.endsWith('+') && on.startsWith(one))?.[1] ?? null;

export const isParted = (parted: PartedObjects, on: string): boolean => whyParted(parted, on) !== null;

function add(parted: Parted, on: string, because: string = messages.barrierRoles): void {
  if (!parted.found.has(on)) parted.found.set(on, because);
}

export function partedBarriers(
  body: readonly Stmt[],
  marks: ReadonlyMap<StmtId, Mark>,
  scalars: Kernel['scalars'],
): PartedObjects {
  const parted: Parted = {
    marks,
    found: new Map([...uninitialized(body, marks, scalars)].map((on) => [on, messages.barrierUninitialized])),
  };
  walk(parted, body, { pending: new Set(), left: new Set() });
  return parted.found;
}

function walk(parted: Parted, list: readonly Stmt[], from: Way): Walked {
  let way: Way = from;
  const met = new Set<string>();
  for (const stmt of list) {
    const { end, met: inside } = step(parted, stmt, way);
    for (const on of inside) {
      met.add(on);
      if (way.left.has(on)) add(parted, on);
    }
    if (end === null) return { end, met };
    way = end;
  }
  return { end: way, met };
}

const nothing: ReadonlySet<string> = new Set();

function step(parted: Parted, stmt: Stmt, way: Way): Walked {
  const mark = markAt(parted.marks, stmt);
  if (mark !== null) return atMark(parted, mark, way);
  if (stmt.kind === 'branch')
    return atBranch(parted, walk(parted, stmt.then, way), walk(parted, stmt.otherwise, way), way);
  if (stmt.kind === 'jump') {
    for (const on of way.pending) add(parted, on);
    return { end: null, met: nothing };
  }
  if (stmt.kind !== 'loop' && stmt.kind !== 'call') return { end: way, met: nothing };
  const bodies = bodiesOf(stmt);
  // twice: what an iteration leaves pending is so in the next
  const walked = (stmt.kind === 'loop' ? [...bodies, ...bodies] : bodies).reduce<Walked>(
    (before, body) => {
      const after = before.end === null ? before : walk(parted, body, before.end);
      return { end: after.end, met: new Set([...before.met, ...after.met]) };
    },
    { end: way, met: nothing },
  );
  return { end: walked.end ?? { ...way, left: new Set([...way.left, ...walked.met]) }, met: walked.met };
}

function atMark(parted: Parted, mark: Mark, way: Way): Walked {
  switch (mark.kind) {
    case 'odd':
      add(parted, mark.on);
      return { end: way, met: nothing };
    case 'arrive':
      if (way.pending.has(mark.on)) add(parted, mark.on, messages.barrierTwice);
      return { end: { ...way, pending: new Set([...way.pending, mark.on]) }, met: new Set([mark.on]) };
    case 'settle':
      return { end: { ...way, pending: new Set([...way.pending].filter((on) => on !== mark.on)) }, met: nothing };
    case 'meet':
      if (way.pending.has(mark.on)) add(parted, mark.on, messages.barrierTwice);
      return { end: way, met: new Set([mark.on]) };
    case 'exact':
    case 'init':
    case 'copy':
    case 'commit':
    case 'wait':
      return { end: way, met: nothing };
  }
}

function atBranch(parted: Parted, then: Walked, otherwise: Walked, way: Way): Walked {
  const met = new Set([...then.met, ...otherwise.met]);
  for (const on of met) if (then.met.has(on) && otherwise.met.has(on)) add(parted, on);
  if (then.end === null || otherwise.end === null) {
    const gone = then.end === null ? then.met : otherwise.met;
    const stays = then.end ?? otherwise.end;
    return { end: stays === null ? null : { ...stays, left: new Set([...stays.left, ...gone]) }, met };
  }
  for (const [one, other] of [
    [then.end, otherwise.end],
    [otherwise.end, then.end],
  ] as const) {
    for (const on of one.pending) if (!other.pending.has(on)) add(parted, on);
  }
  return {
    end: {
      pending: new Set([...then.end.pending, ...otherwise.end.pending]),
      left: new Set([...way.left, ...then.end.left, ...otherwise.end.left]),
    },
    met,
  };
}
