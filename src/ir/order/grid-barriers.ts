/**
 * Barriers of the whole grid that a kernel makes of atomics [T23]: one thread of each block arrives for it at a
 * counter, between two barriers of the block, and goes on when all have. In its view of the kernel the prover has a
 * barrier of the grid in the place of the second one; the machine executes what is written. Under-approximating: what
 * is not followed is none. Needs: a kernel, and the launch. Gives: the kernel with barriers of the grid, and what that
 * rests on.
 * Example: `__syncthreads(); if (t == 0) { __threadfence(); atomicAdd(n, 1); while (*n < ++k * gridDim.x);
 * __threadfence(); } __syncthreads();` of a volatile `n`.
 */
import type { Access } from './answers.ts';
import type { ArrayId, StmtId } from '../../base/brand.ts';
import type { Kernel, Stmt, StmtOf } from '../ir.ts';
import type { KnownLaunch, Shape } from './counting.ts';
import type { Cells, Counting } from './one-round.ts';
import type { Path } from './paths.ts';
import type { Poly } from './polynomials.ts';
import type { Round, Value } from './round-values.ts';
import { areRounds } from './rounds.ts';
import { cellByCell, cellOf } from './constant-cells.ts';
import { constant, minus, symbol, times, wholeOf } from './polynomials.ts';
import { eachStmt, mapStmts, placeOf, someStmt } from '../walk.ts';
import { isBlockBarrier, isInLoop } from './paths.ts';
import { isFence } from './fences.ts';
import { isLook, isReset } from './signals.ts';
import { isMetByOne, literal, shapeOf, timesInBlock } from './counting.ts';
import { joinedValue, names, number } from './round-values.ts';
import { printExpr } from '../../base/expr-print.ts';
import { throughRound } from './one-round.ts';

/** `restsOn`: arrays whose cells hold 0 when the kernel begins; `counters`: those that must not wrap around. */
export type WithGridBarriers = Readonly<{ kernel: Kernel; restsOn: readonly ArrayId[]; counters: readonly ArrayId[] }>;

/** A branch that may be a round, and the barrier of the block behind it. */
type Place = Readonly<{ branch: StmtOf<'branch'>; barrier: StmtId; isReleased: boolean; isAcquired: boolean }>;
type Cell = Readonly<{ array: ArrayId; own: readonly Access[] }>;
/** Rounds of one barrier: they arrive at one counter. */
type Group = Readonly<{ places: readonly Place[]; counter: Cell; generation: Cell | null }>;

export function withGridBarriers(kernel: Kernel, launch: KnownLaunch): WithGridBarriers {
  const nothing: WithGridBarriers = { kernel, restsOn: [], counters: [] };
  if ([...kernel.arrays.values()].some(({ reached }) => reached !== undefined)) return nothing;
  if (
    !someStmt(
      kernel.body,
      (stmt) => stmt.kind === 'atomic' && isArrival(stmt) && kernel.arrays.get(stmt.place.array)?.space === 'global',
    )
  )
    return nothing;
  const shape = shapeOf(kernel, launch);
  const blocks = blocksOf(launch);
  if (blocks === null) return nothing;
  const proved = groupsIn(shape).flatMap((group) => {
    const found = provedAs(group, blocks, shape);
    return found === null ? [] : [{ ...group, ...found }];
  });
  if (proved.length === 0) return nothing;
  const barriers = new Set(proved.flatMap(({ places }) => places.map(({ barrier }) => barrier)));
  const cells = new Set(
    proved.flatMap(({ counter, generation }) => [...counter.own, ...(generation?.own ?? [])].map(({ id }) => id)),
  );
  return {
    kernel: { ...kernel, body: mapStmts(kernel.body, (stmt) => [replacedIn(stmt, barriers, cells)]) },
    restsOn: proved.flatMap(({ restsOn }) => restsOn),
    counters: proved.flatMap(({ counters }) => counters),
  };
}

/**
 * With a barrier of the grid in the place of that of the block. Accesses to the cells, which are ordered, are as atomic
 * ones.
 */
function replacedIn(stmt: Stmt, barriers: ReadonlySet<StmtId>, cells: ReadonlySet<StmtId>): Stmt {
  if (stmt.kind === 'barrier' && barriers.has(stmt.id)) return { ...stmt, scope: { kind: 'grid', isOwn: true } };
  if ((stmt.kind !== 'load' && stmt.kind !== 'store') || !cells.has(stmt.id)) return stmt;
  const { id, span, source, place } = stmt;
  const atomic = { kind: 'atomic', id, span, source, place, scope: 'device', order: 'relaxed' } as const;
  return stmt.kind === 'load'
    ? { ...atomic, op: 'load', operands: [], target: stmt.target }
    : { ...atomic, op: 'store', operands: [stmt.value], target: null };
}

/** How many blocks there are, where all extents but one along a line are known. */
function blocksOf({ grid }: KnownLaunch): Readonly<{ count: Poly; open: number | null }> | null {
  const open = grid.flatMap((extent, k) => (extent === null ? [k] : []));
  const known = grid.reduce((product: bigint, extent) => product * BigInt(extent ?? 1), 1n);
  return open.length > 1
    ? null
    : { count: times(constant(known), open.length === 0 ? constant(1n) : symbol(names.blocks)), open: open[0] ?? null };
}

// Where rounds may be -------------------------------------------------------------------------------------------------

const isArrival = ({ op, operands }: StmtOf<'atomic'>): boolean =>
  (op === 'add' && literal(operands[0]) === 1n) || op === 'inc';

function groupsIn(shape: Shape): readonly Group[] {
  const places = placesIn(shape);
  if (places.length === 0) return [];
  const cells = cellsIn(shape);
  const cellAt = new Map(cells.flatMap((cell) => cell.own.map(({ id }) => [id, cell] as const)));
  const within = new Map(
    places.map(
      (place) => [place, new Set(accessesIn(place.branch.then).map(({ id }) => cellAt.get(id) ?? null))] as const,
    ),
  );
  return cells.flatMap((counter): readonly Group[] => {
    const own = places.filter((place) => within.get(place)?.has(counter) === true);
    const used = new Set(own.flatMap((place) => [...(within.get(place) ?? [])]));
    const [generation = null, ...more] = [...used].filter((cell) => cell !== counter);
    const inside = new Set(own.flatMap(({ branch }) => accessesIn(branch.then).map(({ id }) => id)));
    const isWhole = [counter, ...(generation === null ? [] : [generation])].every((cell) =>
      cell.own.every(({ id }) => inside.has(id)),
    );
    return own.length === 0 ||
      more.length > 0 ||
      used.has(null) ||
      !isWhole ||
      !counter.own.some((stmt) => stmt.kind === 'atomic' && isArrival(stmt))
      ? []
      : [{ places: own, counter, generation }];
  });
}

function accessesIn(body: readonly Stmt[]): readonly Access[] {
  const found: Access[] = [];
  eachStmt(body, (stmt) => {
    if (stmt.kind === 'load' || stmt.kind === 'store' || stmt.kind === 'atomic') found.push(stmt);
  });
  return found;
}

/** Cells of global memory that are one for all threads, and that nothing else changes. */
function cellsIn({ kernel, launch }: Shape): readonly Cell[] {
  const accesses = new Map<ArrayId, Access[]>();
  const open = new Set<ArrayId>();
  eachStmt(kernel.body, (stmt) => {
    if (stmt.kind === 'unknown') for (const id of stmt.footprint) open.add(id);
    const array = placeOf(stmt)?.array;
    if (array !== undefined && (stmt.kind === 'load' || stmt.kind === 'store' || stmt.kind === 'atomic'))
      accesses.set(array, [...(accesses.get(array) ?? []), stmt]);
  });
  return cellByCell(accesses).flatMap(([array, own]): readonly Cell[] => {
    const [first] = own;
    const isOne =
      first !== undefined &&
      own.every(
        ({ place }) =>
          cellOf(place) !== null &&
          cellOf(place) === cellOf(first.place) &&
          place.type.kind === 'int' &&
          place.type.bits >= 32,
      );
    return isOne && kernel.arrays.get(array)?.space === 'global' && !open.has(array) && !launch.isAliased(array)
      ? [{ array, own }]
      : [];
  });
}

/** Branches of one thread of the block between two barriers of it, with nothing in between that accesses memory. */
function placesIn(shape: Shape): readonly Place[] {
  const found: Place[] = [];
  const areTotal = areAllTotal(shape.kernel.body);
  eachStmt(shape.kernel.body, (branch) => {
    const frame = shape.paths.get(branch.id)?.at(-1);
    if (
      branch.kind !== 'branch' ||
      frame === undefined ||
      branch.otherwise.length > 0 ||
      !accessesIn(branch.then).some((stmt) => stmt.kind === 'atomic' && isArrival(stmt))
    )
      return;
    const own: Path = [{ list: branch.then, at: 0, owner: branch, part: 0 }];
    if (timesInBlock(own, shape) !== 1n || !isMetByOne([{ when: branch.when, isTrue: true }], shape)) return;
    const { list, at } = frame;
    const before = list.findLastIndex((stmt, k) => k < at && !isQuiet(stmt));
    const behind = list.findIndex((stmt, k) => k > at && !isQuiet(stmt));
    const [first, second] = [list[before], list[behind]];
    if (
      first === undefined ||
      second === undefined ||
      !isBlockBarrier(first) ||
      !isBlockBarrier(second) ||
      first.isStandIn === true ||
      second.isStandIn === true ||
      second.reduction !== null
    )
      return;
    const [entering, leaving] = [
      list.slice(0, before).findLast((stmt) => stmt.kind !== 'assign'),
      list.slice(behind + 1).find((stmt) => stmt.kind !== 'assign'),
    ];
    // a fence of all threads counts for the one that arrives where all fences are in one order
    const [byAll, seenByAll] = areTotal ? [[entering], [leaving]] : [[], []];
    const isReleased = [...byAll, ...list.slice(before, at)].some(
      (stmt) => stmt !== undefined && isFence('release', 'device')(stmt),
    );
    const isAcquired = [...seenByAll, ...list.slice(at, behind)].some(
      (stmt) => stmt !== undefined && isFence('acquire', 'device')(stmt),
    );
    found.push({ branch, barrier: second.id, isReleased, isAcquired });
  });
  return found;
}

/**
 * Whether all fences are `fence.sc` for two blocks, and no atomic acquires or releases without one: what one of them
 * orders they all do (fences.ts).
 */
function areAllTotal(body: readonly Stmt[]): boolean {
  let isSo = true;
  eachStmt(body, (stmt) => {
    if (stmt.kind === 'fence') isSo &&= stmt.order === 'seq_cst' && isFence('release', 'device')(stmt);
    if (stmt.kind === 'atomic') isSo &&= stmt.order === 'relaxed';
  });
  return isSo;
}

const isQuiet = ({ kind }: Stmt): boolean =>
  kind === 'assign' || kind === 'fence' || kind === 'unknown-value' || kind === 'assert';

// Whether they are ----------------------------------------------------------------------------------------------------

type Blocks = Readonly<{ count: Poly; open: number | null }>;
type Proved = Readonly<{ restsOn: readonly ArrayId[]; counters: readonly ArrayId[] }>;

function provedAs(group: Group, blocks: Blocks, shape: Shape): Proved | null {
  const { counter, generation } = group;
  const counting = countingOf(counter);
  const found = shape.launch.found?.(counter.array) ?? null;
  if (found === 'other' || (found === 'own' && counting === 'grows')) return null;
  // what a thread has read of the generation before it arrives may be enough; else its values are followed
  const under = (value: Value | null): boolean =>
    areProved(group, { counting, told: value, isTrusting: false }, blocks, shape)[0];
  const isRepeated = group.places.some(({ branch }) => isInLoop(shape.paths.get(branch.id) ?? []));
  if (under(null))
    return { restsOn: [counter.array], counters: counting === 'grows' && isRepeated ? [counter.array] : [] };
  if (generation === null || (shape.launch.found?.(generation.array) ?? null) !== null) return null;
  const [, values] = areProved(group, { counting, told: null, isTrusting: true }, blocks, shape);
  const isFollowed = [true, false].some((isToggled) => {
    const value = toldAs(values, isToggled);
    return value !== null && under(value);
  });
  return isFollowed
    ? {
        restsOn: [counter.array, generation.array],
        counters: isRepeated ? [counting === 'grows' ? counter.array : generation.array] : [],
      }
    : null;
}

function countingOf({ own }: Cell): Counting {
  if (own.some((stmt) => stmt.kind === 'atomic' && stmt.op === 'inc')) return 'inc';
  return own.some((stmt) => isReset(stmt)) ? 'reset' : 'grows';
}

/** A value that the generation gets, and in which round. */
type Told = Readonly<{ value: Value | null; round: bigint | null }>;

/** One function of the round that gives all of them, and 0 before the first. */
const toldAs = (values: readonly Told[], isToggled: boolean): Value | null =>
  values.reduce(
    ({ value: now, round }: Told, { value, round: next }): Told => {
      const both = now === null || value === null ? null : joinedValue([now, round], [value, next], isToggled);
      return { value: both, round: round === next ? round : null };
    },
    { value: number(constant(0n)), round: 0n },
  ).value;

type Assumed = Pick<Cells, 'counting' | 'told' | 'isTrusting'>;

function areProved(
  { places, counter, generation }: Group,
  assumed: Assumed,
  blocks: Blocks,
  shape: Shape,
): readonly [boolean, readonly Told[]] {
  const { counting } = assumed;
  const values = new Map<StmtId, Told>();
  const alone = new Set<'last' | 'chosen'>();
  const cells: Cells = {
    isCounter: (stmt) => counter.own.includes(stmt),
    isGeneration: (stmt) => generation?.own.includes(stmt) === true,
    ...assumed,
    onTold: (stmt, value, { round }) => {
      values.set(stmt.id, { value, round: wholeOf(round) });
    },
    onAlone: (by) => {
      alone.add(by);
    },
  };
  const [first] = places;
  const own = first === undefined ? '' : printExpr(first.branch.when);
  const isProved = areRounds(shape.kernel.body, {
    isRound: (stmt) => places.some(({ branch }) => branch === stmt),
    isOwn: (when) => printExpr(when) === own,
    through: (branch, { env, round }) => {
      const place = places.find((one) => one.branch === branch);
      return place === undefined
        ? null
        : throughRound(branch.then, env, place, { at: roundOf(round, counting, blocks, shape), cells, shape });
    },
    roundOf: (round) => roundOf(round, counting, blocks, shape),
  });
  const isOfOneEach =
    alone.size === 0 ||
    (alone.size === 1 && (alone.has('last') || places.every(({ branch }) => isToldOnce(branch.then, cells))));
  return [
    isProved &&
      isOfOneEach &&
      (counting !== 'reset' || generation !== null) &&
      places.every(({ branch }) => printExpr(branch.when) === own),
    [...values.values()],
  ];
}

/** Whether there is one statement to change the generation, and one at most to set the counter back. */
function isToldOnce(body: readonly Stmt[], { isCounter, isGeneration }: Cells): boolean {
  const own = accessesIn(body).filter((stmt) => !isLook(stmt));
  return (
    own.filter((stmt) => isGeneration(stmt)).length <= 1 &&
    own.filter((stmt) => isCounter(stmt) && isReset(stmt)).length <= 1
  );
}

const axes = ['x', 'y', 'z'] as const;

function roundOf(round: bigint | null, counting: Counting, { count, open }: Blocks, { launch }: Shape): Round {
  const now = round === null ? symbol(names.round) : constant(round);
  return {
    round: now,
    blocks: count,
    base: counting === 'grows' ? times(minus(now, constant(1n)), count) : constant(0n),
    builtin: (name) => {
      const [of, axis] = name.split('.');
      const k = axes.findIndex((one) => one === axis);
      const extent = of === 'gridDim' ? launch.grid[k] : of === 'blockDim' ? launch.block[k] : undefined;
      if (of === 'gridDim' && k === open) return symbol(names.blocks);
      return extent === undefined || extent === null ? null : constant(BigInt(extent));
    },
    scalar: (id) => launch.scalars.get(id) ?? null,
  };
}
