/**
 * What comes before a signal, and what comes behind having seen all of them [T17]: a cell that holds 0 at first, one
 * statement that signals there, so and so often at most, and an answer that nobody gets before that number of signals
 * was made. A flag that one thread sets, a counter of arrivals whose last one goes on, a barrier of blocks written by
 * hand. Under-approximating: what has not just this shape is not ordered.
 * Needs: a kernel, and the launch. Gives: for two statements, whether all that any thread does at the one comes before
 * all that another one does at the other.
 * Example: `part[b] = x; __threadfence(); if (atomicAdd(count, 1) == gridDim.x - 1) { __threadfence(); … part[k] … }`.
 */
import type { ArrayId, StmtId } from '../../base/brand.ts';
import type { Access, Behind, Given, Seen } from './answers.ts';
import type { KnownLaunch, Shape } from './counting.ts';
import type { OpenCount } from './open-counts.ts';
import type { Path } from './paths.ts';
import type { Fenced, Reach } from './fences.ts';
import { acquires, comesBefore, observedIn, onlyObserved, reaches, releasedAt } from './fences.ts';
import type { Kernel } from '../ir.ts';
import { alwaysLeaves, conditionsOf, isBlockBarrier, isInLoop, mayLeave } from './paths.ts';
import { isCertain, isMetByOne, knownOf, literal, shapeOf, timesAtMost, timesInBlock } from './counting.ts';
import { openCount } from './open-counts.ts';
import { cellByCell, cellOf } from './constant-cells.ts';
import { eachStmt } from '../walk.ts';
import { saysAll } from './answers.ts';
import { behindOf } from './known-by.ts';
import { stagesAt } from './stages.ts';
import { valueOf } from './values.ts';

/**
 * `array`: where the signals are given; the order rests on its cell holding 0 at first, where nothing in the kernel
 * sees to that (`startsAtZero`).
 */
export type Signal = Readonly<{
  array: ArrayId;
  startsAtZero: boolean;
  /** What a thread does there comes before the signal, or behind it, as it is fenced; null: it need not. */
  before: (stmt: StmtId, reach: Reach) => Fenced | null;
  behind: (stmt: StmtId, reach: Reach) => Fenced | null;
  /** Behind it, so that what the thread signals there leads on: a barrier alone stands for no fence [T17]. */
  handsOn: (stmt: StmtId, reach: Reach) => Fenced | null;
  /**
   * A thread that comes to the statement has seen all signals: their own writes come before it, fences or not (PTX ISA,
   * "Causality order": through observation order).
   */
  isSeen: (stmt: StmtId, reach: Reach) => boolean;
  /**
   * The statement that signals, where it is one; and by what a thread that comes to a statement has seen all signals.
   */
  given: StmtId | null;
  observedAt: (stmt: StmtId) => StmtId | null;
  /** Whether threads of one block at most come there. */
  isOfOneBlock: (stmt: StmtId) => boolean;
}>;

export function signalsOf(kernel: Kernel, launch: KnownLaunch): readonly Signal[] {
  if ([...kernel.arrays.values()].some(({ reached }) => reached !== undefined)) return [];
  const shape = shapeOf(kernel, launch);
  const accesses = new Map<ArrayId, Access[]>();
  const open = new Set<ArrayId>();
  eachStmt(kernel.body, (stmt) => {
    if (stmt.kind === 'unknown') for (const id of stmt.footprint) open.add(id);
    if (stmt.kind === 'load' || stmt.kind === 'store' || stmt.kind === 'atomic')
      accesses.set(stmt.place.array, [...(accesses.get(stmt.place.array) ?? []), stmt]);
  });
  return cellByCell(accesses).flatMap(([array, own]): readonly Signal[] => {
    const space = kernel.arrays.get(array)?.space;
    if (
      open.has(array) ||
      launch.isAliased(array) ||
      (space !== 'global' && space !== 'shared') ||
      new Set(own.map(({ place }) => cellOf(place))).size !== 1 ||
      own.some(({ place }) => cellOf(place) === null)
    )
      return [];
    const signal = signalAt(array, own, space, shape);
    return signal === null ? stages(array, own, space, shape) : [signal];
  });
}

/** Of a cell that goes through several values. */
function stages(array: ArrayId, own: readonly Access[], space: 'global' | 'shared', shape: Shape): readonly Signal[] {
  const firsts = own.filter((stmt) => isFirstValue(stmt, own, shape));
  const startsAtZero = firsts.length > 0;
  if (!startsAtZero && (space === 'shared' || (shape.launch.found?.(array) ?? null) !== null)) return [];
  const rest = own.filter((stmt) => !firsts.includes(stmt));
  return stagesAt(
    {
      array,
      startsAtZero,
      space,
      settings: rest.filter((stmt) => !isLook(stmt)),
      looks: rest.filter((stmt) => isLook(stmt)),
    },
    shape,
  );
}

// The signal ----------------------------------------------------------------------------------------------------------

function signalAt(array: ArrayId, own: readonly Access[], space: 'global' | 'shared', shape: Shape): Signal | null {
  const observing = own.filter((stmt) => isLook(stmt));
  const giving = own.filter((stmt) => !isLook(stmt) && !isFirstValue(stmt, own, shape) && !isReset(stmt));
  const given = givenTogether(giving, shape);
  if (given === null) return null;
  const resets = own.filter((stmt) => isReset(stmt) && !isFirstValue(stmt, own, shape));
  const starts = own.some((stmt) => isFirstValue(stmt, own, shape));
  if (space === 'shared' && !starts) return null;
  const ways = giving.flatMap((stmt) => {
    const path = shape.paths.get(stmt.id);
    return path === undefined || isInLoop(path) ? [] : [{ stmt, path }];
  });
  const [way, ...others] = ways;
  const most =
    ways.length < giving.length
      ? null
      : countOf(
          ways.map(({ path }) => path),
          space,
          shape,
        );
  if (way === undefined || most === null || (!given.adds && most !== 1n && most !== 0n)) return null;
  const all: Seen = { given, most, looks: resets.length > 0 ? [] : observing, others: [], shape };
  const behind = (id: StmtId): Behind | null => behindOf(id, all);
  if (resets.some(({ id }) => behind(id)?.by !== 'own')) return null;
  const found = starts ? null : (shape.launch.found?.(array) ?? null);
  if (found === 'other' || (found === 'own' && (others.length > 0 || !isLeftAtZero(all, way.path, resets))))
    return null;
  const releasedTo = (id: StmtId, within: Reach | null): Fenced | null => {
    const itself = ways.find(({ stmt }) => stmt.id === id);
    if (itself !== undefined) return within === null ? null : releasedAt(itself.stmt, itself.path, within);
    const each = ways.flatMap(({ stmt, path }) => comesBefore(id, stmt, path, within, shape)?.fenced ?? []);
    return each.find(({ isOwn, isTotal }) => isOwn && isTotal) ?? each[0] ?? null;
  };
  return {
    array,
    startsAtZero: starts,
    given: others.length > 0 ? null : given.stmt.id,
    observedAt: (id) => onlyObserved(behind(id)),
    before: (id, reach) => releasedTo(id, reachIn(space, reach)),
    behind: (id, reach) => acquires(id, behind(id), reachIn(space, reach), shape),
    handsOn: (id, reach) => acquires(id, behind(id), reachIn(space, reach), shape, 'strict'),
    isSeen: (id, reach) => {
      const [within, seen] = [reachIn(space, reach), behind(id)];
      return (
        within !== null && seen !== null && [given.stmt, ...observedIn(seen)].every((stmt) => reaches(stmt, within))
      );
    },
    isOfOneBlock: (id) =>
      others.length === 0 && behind(id)?.by === 'own' && given.adds && timesInBlock(way.path, shape) === 1n,
  };
}

/** One statement that signals, or several that add 1 each. */
function givenTogether(giving: readonly Access[], shape: Shape): Given | null {
  const [first, ...also] = giving;
  const given = first === undefined ? null : givenBy(first, shape);
  if (given === null || also.length === 0) return given;
  const isAdding = (stmt: Access): boolean =>
    stmt.kind === 'atomic' && stmt.op === 'add' && givenBy(stmt, shape)?.adds === true;
  return giving.every(isAdding) ? { ...given, also } : null;
}

/** How many times they signal together, at most. */
function countOf(paths: readonly Path[], space: 'global' | 'shared', shape: Shape): bigint | OpenCount | null {
  const counts = paths.map((path) => countAt(path, space, shape));
  const [only, ...others] = counts;
  if (others.length === 0) return only ?? null;
  return counts.reduce((sum: bigint | null, one) => (sum === null || typeof one !== 'bigint' ? null : sum + one), 0n);
}

/**
 * Whether a launch that begins with 0 there ends with 0: one thread of every block signals, and the last one sets it
 * back, or it has counted around.
 */
function isLeftAtZero(seen: Seen, path: Path, resets: readonly Access[]): boolean {
  const {
    given: { stmt, adds },
    most,
    shape,
  } = seen;
  const { block, grid } = shape.launch;
  const blocks = grid.reduce(
    (product: bigint | null, extent) => (product === null || extent === null ? null : product * BigInt(extent)),
    1n,
  );
  if (
    !adds ||
    block.includes(null) ||
    most !== blocks ||
    timesInBlock(path, shape) !== 1n ||
    !isCertain(path, shape) ||
    !isAlwaysMet(path)
  )
    return false;
  const around =
    stmt.kind === 'atomic' && stmt.op === 'inc' && stmt.operands[0] !== undefined
      ? valueOf(stmt.operands[0], knownOf(shape.launch, new Map()), shape.definitions)
      : null;
  return (
    around === blocks - 1n ||
    resets.some(({ id }) => {
      const to = shape.paths.get(id);
      if (to === undefined || isInLoop(to) || !isAlwaysMet(to)) return false;
      return isMetByOne(
        conditionsOf(to).filter(({ when, isTrue }) => saysAll(when, isTrue, seen, to[0]?.at ?? 0) === null),
        shape,
      );
    })
  );
}

/** Whether all who do not come there leave by conditions that are among those of the path. */
const isAlwaysMet = (path: Path): boolean =>
  path.every(({ list, at }) =>
    list
      .slice(0, at)
      .every(
        (stmt) =>
          !mayLeave(stmt) ||
          (stmt.kind === 'branch' &&
            [stmt.then, stmt.otherwise].every((arm) => alwaysLeaves(arm) || !arm.some((inner) => mayLeave(inner)))),
      ),
  );

/** How many signals there are at most: a number, or as many as an open dimension of the grid. */
function countAt(path: Path, space: 'global' | 'shared', shape: Shape): bigint | OpenCount | null {
  const known = timesAtMost(path, space, shape);
  if (known !== null) return known > 65_536n ? null : known;
  return space === 'global' ? openCount(timesInBlock(path, shape), shape) : null;
}

const reachIn = (space: 'global' | 'shared', reach: Reach): Reach | null =>
  space === 'shared' && reach === 'device' ? null : reach;

/** It only looks at the cell. */
export function isLook(stmt: Access): boolean {
  if (stmt.kind === 'load') return true;
  if (stmt.kind !== 'atomic') return false;
  const [first, second] = stmt.operands.map(literal);
  if (stmt.op === 'load') return true;
  return (
    (['add', 'sub', 'or', 'xor'].includes(stmt.op) && first === 0n) ||
    (stmt.op === 'cas' && first !== null && first === second)
  );
}

/** A 0 that is stored. */
export const isReset = (stmt: Access): boolean =>
  (stmt.kind === 'store' && literal(stmt.value) === 0n) ||
  (stmt.kind === 'atomic' && (stmt.op === 'store' || stmt.op === 'exch') && literal(stmt.operands[0]) === 0n);

/** A 0 that is stored before a barrier which stands before all others, by some thread of every block. */
function isFirstValue(stmt: Access, own: readonly Access[], shape: Shape): boolean {
  const path = shape.paths.get(stmt.id);
  const root = path?.[0];
  if (
    !isReset(stmt) ||
    path === undefined ||
    root === undefined ||
    shape.kernel.arrays.get(stmt.place.array)?.space !== 'shared' ||
    !isCertain(path, shape)
  )
    return false;
  const barrier = root.list.findIndex((one, k) => k > root.at && isBlockBarrier(one));
  return barrier >= 0 && own.every((other) => other === stmt || (shape.paths.get(other.id)?.[0]?.at ?? -1) > barrier);
}

export function givenBy(stmt: Access, { kernel }: Shape): Given | null {
  if (stmt.kind === 'store')
    return stmt.place.volatile && literal(stmt.value) !== null
      ? { stmt, adds: false, value: literal(stmt.value) ?? 0n }
      : null;
  if (
    stmt.kind !== 'atomic' ||
    stmt.isGuessed === true ||
    kernel.arrays.get(stmt.place.array) === undefined ||
    stmt.place.type.kind !== 'int'
  )
    return null;
  const value = literal(stmt.operands[0]);
  if (stmt.op === 'add') return value === 1n ? { stmt, adds: true, value } : null;
  // it wraps to 0 where it has counted to the operand: looked at where the answers are
  if (stmt.op === 'inc') return { stmt, adds: true, value: 1n };
  return value !== null && value !== 0n && ['exch', 'store', 'or'].includes(stmt.op)
    ? { stmt, adds: false, value }
    : null;
}
