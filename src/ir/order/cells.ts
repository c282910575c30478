/**
 * Order by cells of arrays that tell each two threads something [T18]: a flag for each block or thread, which one
 * statement sets, and a lock for each bucket. Two accesses are ordered only where both are about one cell, so each gets
 * the cells that it comes before the setting of, that it comes behind seeing set, or whose lock is held there;
 * obligations then ask whether the two can meet with different ones. Under-approximating.
 * Needs: a kernel, and the launch. Gives: by statement, its cells, as places whose variables have there the values that
 * they have where the cell is accessed.
 * Example: `sum[b] = x; __threadfence(); atomicExch(&flag[b], 1);` and `while (atomicAdd(&flag[k], 0) == 0) { }
 * __threadfence(); x = sum[k];`: ordered where b of the one is k of the other.
 */
import type { ArrayId, StmtId, VarId } from '../../base/brand.ts';
import type { Expr } from '../../base/expr.ts';
import type { Kernel, Place, Stmt } from '../ir.ts';
import type { KnownLaunch, Shape } from './counting.ts';
import type { Access, Given, Seen } from './answers.ts';
import type { Path } from './paths.ts';
import { isStrong } from './answers.ts';
import { cellOf } from './constant-cells.ts';
import type { Fenced } from './fences.ts';
import { acquires, always, areJoined, comesBefore } from './fences.ts';
import { behindOf } from './known-by.ts';
import { givenBy, isLook, isReset } from './signals.ts';
import { eachStmt } from '../walk.ts';
import { alwaysLeaves, commonList } from './paths.ts';
import { valueOf } from './values.ts';
import { mapExpr } from '../../base/expr-walk.ts';
import { isOfBlock, isOfThread, knownOf, shapeOf, timesInBlock } from './counting.ts';
import type { Passed } from './exits.ts';
import { answerBehind, exitBehind, isUnchanged } from './exits.ts';
import { markProgress } from './progress.ts';
import { isAlone, mostInCell } from './own-cells.ts';
import { printExpr } from '../../base/expr-print.ts';
import { lockedCells } from './locks.ts';
import { sizeOf } from '../../base/ctype.ts';
import { wrap } from '../../base/arithmetic.ts';

/**
 * `before`: what the thread did there comes before the cell is set, `behind`: behind its having been seen so, `held`:
 * while a lock at it is held, `last`: in the one block that saw the last arrival there. Of `reaches` and `awaited` the
 * place stands for a number [T21]: what the thread stores behind it in this turn, or has waited for. `by`: what signal
 * or lock that is.
 * `isWide`: for threads of other blocks, too. `restsOn`: the array that must hold 0 when the kernel begins; null: none.
 */
export type CellOrder = Readonly<{
  by: string;
  role: 'before' | 'behind' | 'held' | 'last' | 'reaches' | 'awaited';
  fenced: Fenced;
  isWide: boolean;
  place: Place;
  restsOn: ArrayId | null;
}>;

/** Whether two threads are ordered of which the one comes by the first role, the other by the second, at one cell. */
export const areOrderedIn = (one: Ways, other: Ways, scope: 'block' | 'grid'): boolean =>
  one.by === other.by && areJoined(one.fenced, other.fenced) && areCounterparts(one.role, other.role, scope);
type Ways = Pick<CellOrder, 'by' | 'role' | 'fenced'>;

function areCounterparts(one: CellOrder['role'], other: CellOrder['role'], scope: 'block' | 'grid'): boolean {
  if (one === 'held') return other === 'held';
  if (one === 'reaches' || one === 'awaited') return other === (one === 'reaches' ? 'awaited' : 'reaches');
  if (one === 'last') return other === 'last' && scope === 'grid';
  return other === (one === 'before' ? 'behind' : 'before');
}

export type CellOrders = ReadonlyMap<StmtId, readonly CellOrder[]>;

export function cellOrders(kernel: Kernel, launch: KnownLaunch): CellOrders {
  const found = new Map<StmtId, CellOrder[]>();
  const add = (id: StmtId, order: CellOrder): void => void found.set(id, [...(found.get(id) ?? []), order]);
  if ([...kernel.arrays.values()].some(({ reached }) => reached !== undefined)) return found;
  const shape = shapeOf(kernel, launch);
  const [accesses, open] = accessesIn(kernel);
  for (const [array, own] of accesses) {
    const [first] = own;
    if (first === undefined || open.has(array) || launch.isAliased(array)) continue;
    const space = kernel.arrays.get(array)?.space;
    if (own.every(({ place }) => cellOf(place) !== null)) {
      const isFound = (launch.found?.(array) ?? null) !== null;
      if (!isFound && new Set(own.map(({ place }) => cellOf(place))).size === 1)
        markProgress(array, own, accesses, shape, add);
      continue;
    }
    if ((space !== 'global' && space !== 'shared') || !own.every(({ place }) => isWholeCell(place, first.place)))
      continue;
    for (const section of lockedCells(own, shape))
      for (const id of section.held)
        add(id, {
          by: `lock ${array}`,
          role: 'held',
          fenced: always,
          isWide: section.isWide,
          place: section.place,
          restsOn: null,
        });
    if (space === 'shared' || (launch.found?.(array) ?? null) !== null) continue;
    for (const flags of flagsAt(array, own, shape)) markFlags(flags, accesses, shape, add);
    markCounter(array, own, accesses, shape, add);
  }
  return found;
}

function accessesIn(kernel: Kernel): readonly [ReadonlyMap<ArrayId, readonly Access[]>, ReadonlySet<ArrayId>] {
  const accesses = new Map<ArrayId, Access[]>();
  const open = new Set<ArrayId>();
  eachStmt(kernel.body, (stmt) => {
    if (stmt.kind === 'unknown') for (const id of stmt.footprint) open.add(id);
    if (stmt.kind === 'load' || stmt.kind === 'store' || stmt.kind === 'atomic')
      accesses.set(stmt.place.array, [...(accesses.get(stmt.place.array) ?? []), stmt]);
  });
  return [accesses, open];
}

/** Accesses of one width, at multiples of it: what overlaps is one cell. */
const isWholeCell = (place: Place, like: Place): boolean => {
  const width = sizeOf(place.type);
  return (
    place.type.kind === 'int' &&
    width === sizeOf(like.type) &&
    place.offset % width === 0 &&
    place.subscripts.every(({ stride }) => stride % width === 0)
  );
};

// Flags ---------------------------------------------------------------------------------------------------------------

/**
 * Flags that are seen to hold one of some values: the statements that may have set them to it. `others`: what they may
 * hold else, beside 0.
 */
type Flags = Readonly<{
  by: string;
  array: ArrayId;
  set: readonly [Given, ...Given[]];
  others: readonly bigint[];
  looks: readonly Access[];
}>;

const maxSettings = 3;

function flagsAt(array: ArrayId, own: readonly Access[], shape: Shape): readonly Flags[] {
  const looks = own.filter((stmt) => isLook(stmt));
  const settings = own.filter((stmt) => !isLook(stmt)).map((stmt) => givenBy(stmt, shape));
  const given = settings.filter((one): one is Given => one !== null && !one.adds && one.value !== 0n);
  const [first, ...more] = given;
  if (
    first === undefined ||
    given.length < settings.length ||
    given.length > maxSettings ||
    looks.length === 0 ||
    !looks.every(isStrong)
  )
    return [];
  if (new Set(given.map(({ value }) => value)).size < given.length || !given.every(({ stmt }) => isAlone(stmt, shape)))
    return [];
  const each = given.map((one, k): Flags => ({
    by: `${array} ${k}`,
    array,
    set: [one],
    others: heldBy(given.filter((other) => other !== one)),
    looks,
  }));
  return more.length === 0 ? each : [...each, { by: `${array} any`, array, set: [first, ...more], others: [], looks }];
}

/**
 * What a cell may hold, beside 0, where none but these settings were made: of `or`, what several leave together, too.
 */
function heldBy(settings: readonly Given[]): readonly bigint[] {
  const held = new Set([0n]);
  for (const before of held)
    for (const { stmt, value } of settings)
      held.add(stmt.kind === 'atomic' && stmt.op === 'or' ? before | value : value);
  return [...held].filter((value) => value !== 0n);
}

type Add = (id: StmtId, order: CellOrder) => void;

function markFlags(flags: Flags, accesses: ReadonlyMap<ArrayId, readonly Access[]>, shape: Shape, add: Add): void {
  for (const [array, own] of accesses) {
    if (array === flags.array) continue;
    for (const { id } of own) {
      const before = cellBefore(id, flags, shape);
      if (before !== null) add(id, { by: flags.by, role: 'before', ...before, restsOn: flags.array });
      for (const look of flags.looks) {
        const behind = cellBehind(id, look, flags, shape);
        if (behind !== null) add(id, { by: flags.by, role: 'behind', ...behind, restsOn: flags.array });
      }
    }
  }
}

// Counters ------------------------------------------------------------------------------------------------------------

/** A counter of arrivals for each row, tile or bucket, whose last one goes on, and may set it back. */
function markCounter(
  array: ArrayId,
  own: readonly Access[],
  accesses: ReadonlyMap<ArrayId, readonly Access[]>,
  shape: Shape,
  add: Add,
): void {
  const [setting, ...others] = own.filter((stmt) => !isReset(stmt));
  const given = setting === undefined || others.length > 0 ? null : givenBy(setting, shape);
  const most = setting === undefined || given === null || !given.adds ? null : mostInCell(setting, shape);
  if (setting === undefined || given === null || most === null) return;
  const seen: Seen = { given, most, looks: [], others: [], shape };
  const inBlock = timesInBlock(shape.paths.get(setting.id) ?? [], shape);
  const isSetBack = ({ id, place }: Access): boolean => {
    const at = behindOf(id, seen)?.by === 'own' ? asSeenFrom(setting.place, 'own', shape.kernel.body, shape) : null;
    const back = asSeenFrom(place, 'own', shape.kernel.body, shape);
    return at !== null && back !== null && textOf(at) === textOf(back);
  };
  if (!own.every((stmt) => stmt === setting || isSetBack(stmt))) return;
  for (const [, them] of accesses)
    for (const { id } of them) {
      const before = settingBehind(id, setting, shape);
      if (before !== null) add(id, { by: `${array} counted`, role: 'before', ...before, restsOn: array });
      const behind = behindOf(id, seen);
      const place =
        behind?.by === 'own'
          ? asSeenFrom(setting.place, behind.barrier === null ? 'own' : 'block', shape.kernel.body, shape)
          : null;
      if (behind === null || place === null) continue;
      for (const reach of ['device', 'block'] as const) {
        const fenced = acquires(id, behind, reach, shape);
        if (fenced !== null)
          add(id, {
            by: `${array} counted`,
            role: 'behind',
            place,
            fenced,
            isWide: reach === 'device',
            restsOn: array,
          });
      }
      if (inBlock === 1n)
        add(id, { by: `${array} last`, role: 'last', place, fenced: always, isWide: true, restsOn: array });
    }
}

type Cell = Pick<CellOrder, 'place' | 'isWide' | 'fenced'>;

/** The cell that a thread which comes to the statement sets behind it, to whichever of the values is seen. */
function cellBefore(id: StmtId, { set }: Flags, shape: Shape): Cell | null {
  const cells = set.map(({ stmt }) => settingBehind(id, stmt, shape));
  const [first] = cells;
  if (first === undefined || first === null) return null;
  const isOne = cells.every((cell) => cell !== null && textOf(cell.place) === textOf(first.place));
  const fenced = {
    isOwn: cells.every((cell) => cell?.fenced.isOwn === true),
    isTotal: cells.every((cell) => cell?.fenced.isTotal === true),
  };
  return isOne ? { place: first.place, fenced, isWide: cells.every((cell) => cell?.isWide === true) } : null;
}

function settingBehind(id: StmtId, setting: Access, shape: Shape): Cell | null {
  const [from, to] = [shape.paths.get(id), shape.paths.get(setting.id)];
  if (from === undefined || to === undefined || id === setting.id) return null;
  for (const reach of ['device', 'block'] as const) {
    const how = comesBefore(id, setting, to, reach, shape);
    const place = how === null ? null : asSeenFrom(setting.place, how.through, between(from, to), shape);
    if (how !== null && place !== null) return { place, fenced: how.fenced, isWide: reach === 'device' };
  }
  return null;
}

/** What stands in the list that both stand in, from the element of the one to that of the other. */
function between(from: Path, to: Path): readonly Stmt[] {
  const common = commonList(from, to);
  return common === null ? [] : (to[common.depth]?.list ?? []).slice(common.a, common.b + 1);
}

/**
 * The place, in terms that have one value for all who pass it on; null: they may not. `passed`: what a thread does
 * between the two places, or none of it.
 */
function asSeenFrom(place: Place, how: 'own' | 'block', passed: readonly Stmt[], { definitions }: Shape): Place | null {
  const isConstant = how === 'own' ? isOfThread : isOfBlock;
  if (place.subscripts.every(({ index }) => isConstant(index, definitions)))
    return {
      ...place,
      subscripts: place.subscripts.map((one) => ({ ...one, index: fromIds(one.index, definedIn(definitions)) })),
    };
  return how === 'own' && isUnchanged(place, passed) ? place : null;
}

const definedIn =
  (definitions: Shape['definitions']): ((id: VarId) => Expr | null) =>
  (id) => {
    const [only] = definitions.get(id) ?? [];
    return only?.kind === 'assign' ? only.value : null;
  };

/** Of what is made of ids, with the values of its variables in their place. */
function fromIds(expr: Expr, valueAt: (id: VarId) => Expr | null): Expr {
  return mapExpr(expr, (node) => {
    const value = node.kind === 'var' ? valueAt(node.id) : null;
    return value === null ? node : fromIds(value, valueAt);
  });
}

const textOf = ({ offset, subscripts }: Place): string =>
  [offset, ...subscripts.map(({ index, stride }) => `${stride}*${printExpr(index)}`)].join(' ');

// Behind --------------------------------------------------------------------------------------------------------------

/** The cell that a thread which comes to the statement has seen set by that look. */
function cellBehind(id: StmtId, look: Access, flags: Flags, shape: Shape): Cell | null {
  const {
    set: [given, ...more],
  } = flags;
  const seen: Seen = { given, most: 1n, looks: [look], others: flags.others, shape };
  const ofIds = more.length > 0 ? null : behindOf(id, seen);
  for (const reach of ['device', 'block'] as const) {
    const told =
      ofIds?.by === 'look' && ofIds.observed === look && ofIds.or.length === 0
        ? acquires(id, ofIds, reach, shape)
        : null;
    if (told !== null && ofIds !== null) {
      const place = asSeenFrom(look.place, ofIds.barrier === null ? 'own' : 'block', [look, ...allOf(shape)], shape);
      if (place !== null) return { place, fenced: told, isWide: reach === 'device' };
    }
    const place = justSeen(id, look, flags, shape);
    const seenAlone =
      place === null ? null : acquires(id, { by: 'look', observed: look, barrier: null, or: [] }, reach, shape);
    if (place !== null && seenAlone !== null) return { place, fenced: seenAlone, isWide: reach === 'device' };
  }
  return null;
}

/** That variables are never assigned: of a place that is not made of ids, nothing is known later. */
const allOf = ({ kernel }: Shape): readonly Stmt[] => kernel.body;

/**
 * The place of a look that stands in a list before the statement, in the same turn of all loops, and whose answer there
 * has let the thread pass.
 */
function justSeen(id: StmtId, look: Access, flags: Flags, { paths, launch }: Shape): Place | null {
  const [path, from] = [paths.get(id), paths.get(look.id)];
  const common = path === undefined || from === undefined ? null : commonList(from, path);
  const list = common === null ? undefined : from?.[common.depth]?.list;
  if (
    path === undefined ||
    from === undefined ||
    common === null ||
    list === undefined ||
    common.a >= common.b ||
    look.kind === 'store'
  )
    return null;
  if (!isUnchanged(look.place, list.slice(common.a + 1, common.b + 1))) return null;
  const exit = from.length === common.depth + 2 ? exitBehind(look, from) : null;
  if (exit === null && from.length !== common.depth + 1) return null;
  const since = (at: number): readonly Stmt[] => [...(exit?.rest ?? []), ...list.slice(common.a + 1, at)];
  const inner = path[common.depth + 1];
  const passed: readonly Passed[] = [
    ...(exit === null ? [] : [{ when: exit.when, isTrue: exit.isTrue, rest: exit.rest }]),
    ...list
      .slice(common.a + 1, common.b)
      .flatMap((stmt, k): readonly Passed[] =>
        stmt.kind === 'branch' && alwaysLeaves(stmt.then)
          ? [{ when: stmt.when, isTrue: false, rest: since(common.a + 1 + k) }]
          : [],
      ),
    ...(inner?.owner?.kind === 'branch'
      ? [{ when: inner.owner.when, isTrue: inner.part === 0, rest: since(common.b) }]
      : []),
  ];
  const excludes = ({ when, isTrue, rest }: Passed, value: bigint): boolean => {
    const { names, kept } = answerBehind(look, rest);
    const held = look.place.type.kind === 'int' ? wrap(value, look.place.type) : value;
    const truth = valueOf(
      when,
      knownOf({ ...launch, scalars: new Map() }, new Map(), new Map([...names].map((name) => [name, held]))),
      kept,
    );
    return truth !== null && (truth !== 0n) !== isTrue;
  };
  return [0n, ...flags.others].every((value) => passed.some((one) => excludes(one, value))) ? look.place : null;
}
