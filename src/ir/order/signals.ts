/**
 * What comes before a signal, and what comes behind having seen all of them [T17]: a cell that holds 0 at first, one statement that signals there, so and so
 * often at most, and an answer that nobody gets before that number of signals was made. A flag that one thread sets, a counter of arrivals whose last one
 * goes on, a barrier of blocks written by hand. Under-approximating: what has not just this shape is not ordered.
 * Needs: a kernel, and the launch. Gives: for two statements, whether all that any thread does at the one comes before all that another one does at the other.
 * Example: `part[b] = x; __threadfence(); if (atomicAdd(count, 1) == gridDim.x - 1) { __threadfence(); … part[k] … }`.
 */
import type { ArrayId, StmtId } from '../../base/brand.ts';
import type { Access, Behind, Given, Seen } from './answers.ts';
import type { KnownLaunch, Shape } from './counting.ts';
import type { OpenCount } from './open-counts.ts';
import type { Path } from './paths.ts';
import type { Fenced, Reach } from './fences.ts';
import { acquires, comesBefore, isOfWholeBlock, reaches, releasedAt } from './fences.ts';
import type { Kernel } from '../ir.ts';
import { alwaysLeaves, commonList, conditionsOf, flat, isBlockBarrier, isInLoop, mayLeave } from './paths.ts';
import { isCertain, isMetByOne, knownOf, literal, shapeOf, timesAtMost, timesInBlock } from './counting.ts';
import { openCount } from './open-counts.ts';
import { cellByCell, cellOf } from './constant-cells.ts';
import { eachStmt } from '../walk.ts';
import { saysAll } from './answers.ts';
import { stagesAt } from './stages.ts';
import { valueOf } from './values.ts';

/** `array`: where the signals are given; the order rests on its cell holding 0 at first, where nothing in the kernel sees to that (`startsAtZero`). */
export type Signal = Readonly<{
  array: ArrayId;
  startsAtZero: boolean;
  /** What a thread does there comes before the signal, or behind it, as it is fenced; null: it need not. */
  before: (stmt: StmtId, reach: Reach) => Fenced | null;
  behind: (stmt: StmtId, reach: Reach) => Fenced | null;
  /** A thread that comes to the statement has seen all signals: their own writes come before it, fences or not (PTX ISA, "Causality order": through observation order). */
  isSeen: (stmt: StmtId, reach: Reach) => boolean;
  /** The statement that signals; and by what a thread that comes to a statement has seen all signals. */
  given: StmtId;
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
    if (stmt.kind === 'load' || stmt.kind === 'store' || stmt.kind === 'atomic') accesses.set(stmt.place.array, [...(accesses.get(stmt.place.array) ?? []), stmt]);
  });
  return cellByCell(accesses).flatMap(([array, own]): readonly Signal[] => {
    const space = kernel.arrays.get(array)?.space;
    if (open.has(array) || launch.isAliased(array) || (space !== 'global' && space !== 'shared') || new Set(own.map(({ place }) => cellOf(place))).size !== 1 || own.some(({ place }) => cellOf(place) === null)) return [];
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
  return stagesAt({ array, startsAtZero, space, settings: rest.filter((stmt) => !isLook(stmt)), looks: rest.filter((stmt) => isLook(stmt)) }, shape);
}

// The signal -------------------------------------------------------------------------------------------------------------

function signalAt(array: ArrayId, own: readonly Access[], space: 'global' | 'shared', shape: Shape): Signal | null {
  const observing = own.filter((stmt) => isLook(stmt));
  const [first, ...others] = own.filter((stmt) => !isLook(stmt) && !isFirstValue(stmt, own, shape) && !isReset(stmt));
  const given = first === undefined || others.length > 0 ? null : givenBy(first, shape);
  if (given === null) return null;
  const resets = own.filter((stmt) => isReset(stmt) && !isFirstValue(stmt, own, shape));
  const starts = own.some((stmt) => isFirstValue(stmt, own, shape));
  if (space === 'shared' && !starts) return null;
  const path = shape.paths.get(given.stmt.id);
  const most = path === undefined || isInLoop(path) ? null : countAt(path, space, shape);
  if (path === undefined || most === null || (!given.adds && most !== 1n && most !== 0n)) return null;
  const all: Seen = { given, most, looks: resets.length > 0 ? [] : observing, others: [], shape };
  const behind = (id: StmtId): Behind | null => behindOf(id, all);
  if (resets.some(({ id }) => behind(id)?.by !== 'own')) return null;
  const found = starts ? null : (shape.launch.found?.(array) ?? null);
  if (found === 'other' || (found === 'own' && !isLeftAtZero(all, path, resets))) return null;
  return {
    array, startsAtZero: starts, given: given.stmt.id,
    observedAt: (id) => behind(id)?.observed.id ?? null,
    before: (id, reach) => {
      const within = reachIn(space, reach);
      if (id !== given.stmt.id) return comesBefore(id, given.stmt, path, within, shape)?.fenced ?? null;
      return within === null ? null : releasedAt(given.stmt, path, within);
    },
    behind: (id, reach) => acquires(id, behind(id), reachIn(space, reach), shape),
    isSeen: (id, reach) => {
      const [within, seen] = [reachIn(space, reach), behind(id)];
      return within !== null && seen !== null && [given.stmt, seen.observed].every((stmt) => reaches(stmt, within));
    },
    isOfOneBlock: (id) => behind(id)?.by === 'own' && given.adds && timesInBlock(path, shape) === 1n,
  };
}

/** Whether a launch that begins with 0 there ends with 0: one thread of every block signals, and the last one sets it back, or it has counted around. */
function isLeftAtZero(seen: Seen, path: Path, resets: readonly Access[]): boolean {
  const { given: { stmt, adds }, most, shape } = seen;
  const { block, grid } = shape.launch;
  const blocks = grid.reduce((product: bigint | null, extent) => (product === null || extent === null ? null : product * BigInt(extent)), 1n);
  if (!adds || block.includes(null) || most !== blocks || timesInBlock(path, shape) !== 1n || !isCertain(path, shape) || !isAlwaysMet(path)) return false;
  const around = stmt.kind === 'atomic' && stmt.op === 'inc' && stmt.operands[0] !== undefined ? valueOf(stmt.operands[0], knownOf(shape.launch, new Map()), shape.definitions) : null;
  return around === blocks - 1n || resets.some(({ id }) => {
    const to = shape.paths.get(id);
    if (to === undefined || isInLoop(to) || !isAlwaysMet(to)) return false;
    return isMetByOne(conditionsOf(to).filter(({ when, isTrue }) => saysAll(when, isTrue, seen, to[0]?.at ?? 0) === null), shape);
  });
}

/** Whether all who do not come there leave by conditions that are among those of the path. */
const isAlwaysMet = (path: Path): boolean => path.every(({ list, at }) => list.slice(0, at).every((stmt) => !mayLeave(stmt) || (stmt.kind === 'branch' && [stmt.then, stmt.otherwise].every((arm) => alwaysLeaves(arm) || !arm.some((inner) => mayLeave(inner))))));

/** How many signals there are at most: a number, or as many as an open dimension of the grid. */
function countAt(path: Path, space: 'global' | 'shared', shape: Shape): bigint | OpenCount | null {
  const known = timesAtMost(path, space, shape);
  if (known !== null) return known > 65_536n ? null : known;
  return space === 'global' ? openCount(timesInBlock(path, shape), shape) : null;
}

const reachIn = (space: 'global' | 'shared', reach: Reach): Reach | null => (space === 'shared' && reach === 'device' ? null : reach);

/** It only looks at the cell. */
export function isLook(stmt: Access): boolean {
  if (stmt.kind === 'load') return true;
  if (stmt.kind !== 'atomic') return false;
  const [first, second] = stmt.operands.map(literal);
  if (stmt.op === 'load') return true;
  return (['add', 'sub', 'or', 'xor'].includes(stmt.op) && first === 0n) || (stmt.op === 'cas' && first !== null && first === second);
}

/** A 0 that is stored. */
export const isReset = (stmt: Access): boolean =>
  (stmt.kind === 'store' && literal(stmt.value) === 0n) || (stmt.kind === 'atomic' && (stmt.op === 'store' || stmt.op === 'exch') && literal(stmt.operands[0]) === 0n);

/** A 0 that is stored before a barrier which stands before all others, by some thread of every block. */
function isFirstValue(stmt: Access, own: readonly Access[], shape: Shape): boolean {
  const path = shape.paths.get(stmt.id);
  const root = path?.[0];
  if (!isReset(stmt) || path === undefined || root === undefined || shape.kernel.arrays.get(stmt.place.array)?.space !== 'shared' || !isCertain(path, shape)) return false;
  const barrier = root.list.findIndex((one, k) => k > root.at && isBlockBarrier(one));
  return barrier >= 0 && own.every((other) => other === stmt || (shape.paths.get(other.id)?.[0]?.at ?? -1) > barrier);
}

export function givenBy(stmt: Access, { kernel }: Shape): Given | null {
  if (stmt.kind === 'store') return stmt.place.volatile && literal(stmt.value) !== null ? { stmt, adds: false, value: literal(stmt.value) ?? 0n } : null;
  if (stmt.kind !== 'atomic' || stmt.isGuessed === true || kernel.arrays.get(stmt.place.array) === undefined || stmt.place.type.kind !== 'int') return null;
  const value = literal(stmt.operands[0]);
  if (stmt.op === 'add') return value === 1n ? { stmt, adds: true, value } : null;
  // it wraps to 0 where it has counted to the operand: looked at where the answers are
  if (stmt.op === 'inc') return { stmt, adds: true, value: 1n };
  return value !== null && value !== 0n && ['exch', 'store', 'or'].includes(stmt.op) ? { stmt, adds: false, value } : null;
}

// Behind -----------------------------------------------------------------------------------------------------------------

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
    if (wait.length === common.depth + 1) return { by: 'look', observed: look, barrier: null };
    const list = path[common.depth]?.list ?? [];
    const barrier = isOfWholeBlock(path, common.depth, seen.shape) ? list.findIndex((stmt, k) => k > common.a && k < common.b && isBlockBarrier(stmt)) : -1;
    if (barrier >= 0 && isCertain(wait, seen.shape, path)) return { by: 'look', observed: look, barrier: { depth: common.depth, at: barrier } };
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
  if (leaving.length === 0) return isBefore && saysAll(loop.condition, false, seen, root)?.observed === look ? around : null;
  const [only, ...others] = leaving;
  const isEndless = literal(loop.condition) === 1n;
  if (!isEndless || others.length > 0 || only?.kind !== 'branch' || frame.list.indexOf(only) <= frame.at) return null;
  const [out] = only.then;
  return only.then.length === 1 && out?.kind === 'jump' && out.to === 'break' && !only.otherwise.some((stmt) => mayLeave(stmt)) && saysAll(only.when, true, seen, root)?.observed === look ? around : null;
}
