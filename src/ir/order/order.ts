/**
 * Which statements fences, atomics and flags order in every run, beyond barriers [D29]: by a lock that both hold [T15],
 * by a signal that comes behind the one and before the other [T17], or by cells of arrays that do so where they are one
 * [T18]. Under-approximating.
 * Needs: a kernel, and what is known of the launch. Gives: for two statements of two threads, what orders them.
 */
import type { ArrayId, StmtId } from '../../base/brand.ts';
import type { Kernel, Stmt } from '../ir.ts';
import type { CellOrders } from './cells.ts';
import type { KnownLaunch } from './counting.ts';
import { areOrderedIn, cellOrders } from './cells.ts';
import { eachStmt, placeOf } from '../walk.ts';
import { withConstants } from './constants.ts';
import { sectionsOf } from './locks.ts';
import type { Fenced } from './fences.ts';
import { areJoined, isOrdered } from './fences.ts';
import type { Signal } from './signals.ts';
import { signalsOf } from './signals.ts';

type Pair = Readonly<{ first: StmtId; second: StmtId; isBetweenBlocks: boolean }>;
/** `restsOn`: the arrays whose cells must hold 0 when the kernel begins. */
export type Ordered = Readonly<{ restsOn: readonly ArrayId[] }>;

export type Order = Readonly<{
  between: (pair: Pair) => Ordered | null;
  /**
   * What is ordered so with another access to the same array, one of them a write: what is read there changes in an
   * interval, without a race.
   */
  handed: ReadonlySet<StmtId>;
  /** Of accesses that are ordered with others about the same cell. */
  cells: CellOrders;
}>;

export function orderOf(given: Kernel, launch: KnownLaunch): Order {
  const kernel = withConstants(given);
  const sections = sectionsOf(kernel, launch);
  const signals = signalsOf(kernel, launch);
  const parting = partingLooks(kernel);
  const between = ({ first, second, isBetweenBlocks }: Pair): Ordered | null => {
    if (
      sections.some(
        ({ held, isWide, isOfBlocks }) =>
          held.has(first) && held.has(second) && (isBetweenBlocks ? isWide : !isOfBlocks),
      )
    )
      return { restsOn: [] };
    const reach = isBetweenBlocks ? 'device' : 'block';
    const alone = isBetweenBlocks
      ? signals.find((signal) => signal.isOfOneBlock(first) && signal.isOfOneBlock(second))
      : undefined;
    const found =
      (alone === undefined ? null : [alone]) ??
      leadingTo(first, second, reach, signals, parting) ??
      leadingTo(second, first, reach, signals, parting);
    return found === null
      ? null
      : { restsOn: found.flatMap(({ startsAtZero, array }) => (startsAtZero ? [] : [array])) };
  };
  const cells = cellOrders(kernel, launch);
  const mayBeOrdered = (first: StmtId, second: StmtId): boolean =>
    [false, true].some((isBetweenBlocks) => between({ first, second, isBetweenBlocks }) !== null) ||
    areOrderedByCells(cells, first, second);
  return {
    between,
    cells,
    handed: sections.length + signals.length + cells.size === 0 ? new Set() : handedIn(kernel, mayBeOrdered),
  };
}

/**
 * The signals by which a thread that comes to `to` comes after what another one did at `from`: from one to the next, as
 * long as who gives that has seen the one before, and released what it has seen. `parting`: looks of which a fence
 * behind may release before another one acquires. Null: there are none.
 */
function leadingTo(
  from: StmtId,
  to: StmtId,
  reach: 'device' | 'block',
  signals: readonly Signal[],
  parting: ReadonlySet<StmtId>,
): readonly Signal[] | null {
  const seen = signals.find((signal) => signal.given === from && signal.isSeen(to, reach));
  if (seen !== undefined) return [seen];
  type Way = Readonly<{ signals: readonly Signal[]; last: Signal; released: Fenced }>;
  const ways = signals.flatMap((signal): readonly Way[] => {
    const released = signal.before(from, reach);
    return released === null ? [] : [{ signals: [signal], last: signal, released }];
  });
  for (const { signals: way, last, released } of ways) {
    if (areJoined(released, last.behind(to, reach))) return way;
    for (const next of signals) {
      const isNew = !ways.some((other) => other.signals.includes(next));
      const observed =
        isNew && next.given !== null && areJoined(released, last.handsOn(next.given, reach))
          ? last.observedAt(next.given)
          : null;
      const passedOn = observed === null ? null : next.before(observed, reach);
      if (observed !== null && passedOn !== null && !parting.has(observed))
        ways.push({ signals: [...way, next], last: next, released: passedOn });
    }
  }
  return null;
}

/** Looks that do not acquire by themselves, where some fence only releases, or only acquires. */
function partingLooks(kernel: Kernel): ReadonlySet<StmtId> {
  const all: Stmt[] = [];
  eachStmt(kernel.body, (stmt) => void all.push(stmt));
  if (!all.some((stmt) => stmt.kind === 'fence' && (stmt.order === 'acquire' || stmt.order === 'release')))
    return new Set();
  return new Set(
    all
      .filter((stmt) => stmt.kind === 'load' || (stmt.kind === 'atomic' && !isOrdered(stmt, 'acquire', 'device')))
      .map(({ id }) => id),
  );
}

/** Whether the two are ordered where some cell of the one is one of the other. */
const areOrderedByCells = (cells: CellOrders, first: StmtId, second: StmtId): boolean =>
  (cells.get(first) ?? []).some((one) => (cells.get(second) ?? []).some((other) => areOrderedIn(one, other, 'grid')));

function handedIn(kernel: Kernel, mayBeOrdered: (first: StmtId, second: StmtId) => boolean): ReadonlySet<StmtId> {
  const byArray = new Map<ArrayId, Stmt[]>();
  eachStmt(kernel.body, (stmt) => {
    const array = placeOf(stmt)?.array;
    if (array !== undefined) byArray.set(array, [...(byArray.get(array) ?? []), stmt]);
  });
  const found = new Set<StmtId>();
  for (const own of byArray.values()) {
    for (const [k, a] of own.entries()) {
      for (const b of own.slice(k)) {
        if (a.kind === 'load' && b.kind === 'load') continue;
        if (!mayBeOrdered(a.id, b.id)) continue;
        found.add(a.id);
        found.add(b.id);
      }
    }
  }
  return found;
}
