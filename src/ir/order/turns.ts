/**
 * Turns [T20]: a cell whose value says whose turn it is. Who changes it has waited before until it held a value that
 * nobody else waits for, so that what threads do between such a wait and the change comes one after the other, whatever
 * the first value: flags that go to and fro, counts of rounds, tickets, blocks that follow each other by their numbers.
 * Under-approximating.
 * Needs: a kernel with constants in their place [order/constants.ts], and the launch. Gives: what is done in turn, cell
 * by cell.
 * Example: `while (atomicAdd(turn, 0) != blockIdx.x) { } __threadfence(); *sum += x; __threadfence(); atomicExch(turn,
 * blockIdx.x + 1);`.
 */
import type { ArrayId, StmtId } from '../../base/brand.ts';
import type { Expr } from '../../base/expr.ts';
import type { Given } from './equality.ts';
import type { StmtOf } from '../ir.ts';
import type { Path } from './paths.ts';
import type { Residues, Share } from './residues.ts';
import type { Section, Use } from './sections.ts';
import type { Shape } from './counting.ts';
import { areApart, residuesOf } from './residues.ts';
import { awaitedBy } from './equality.ts';
import { betweenBarriers } from './block-locks.ts';
import { cellOf } from './constant-cells.ts';
import { commonList, conditionsOf, mayLeave } from './paths.ts';
import { drawnFrom } from './own-cells.ts';
import { eachThread, isIndex, literal, timesInBlock } from './counting.ts';
import { fenced, settledUses } from './sections.ts';
import { isLook } from './signals.ts';
import { someStmt } from '../walk.ts';
import { valueOf } from './values.ts';

type Atomic = StmtOf<'atomic'>;
type Cells = readonly (readonly [ArrayId, readonly Use[]])[];
/** From a wait to what ends the turn. `isOfBlock`: of a thread that does both for its block. */
type Turn = Readonly<{ awaited: Given; path: Path; section: Section; isOfBlock: boolean }>;

export function turnsIn(cells: Cells, isOpen: (array: ArrayId) => boolean, shape: Shape): readonly Section[] {
  return cells.flatMap(([array, own]): readonly Section[] => {
    const space = shape.kernel.arrays.get(array)?.space;
    const [first] = own;
    if (
      isOpen(array) ||
      (space !== 'global' && space !== 'shared') ||
      first === undefined ||
      own.some(({ place }) => cellOf(place) === null || cellOf(place) !== cellOf(first.place))
    )
      return [];
    if (first.place.type.kind !== 'int' || first.place.type.bits < 32) return [];
    // of a lock in shared memory, what parts its first values from the rest is not known before the rest fits
    for (const uses of settledUses(own, shape.kernel)) {
      const turns = turnsAt(uses, space, shape);
      if (turns !== null && areOfOneEach(turns, space, cells, isOpen, shape)) return sectionsOf(turns, space);
    }
    return [];
  });
}

function sectionsOf(turns: readonly Turn[], space: 'global' | 'shared'): readonly Section[] {
  const heldIn = (some: readonly Turn[]): ReadonlySet<StmtId> =>
    new Set(some.flatMap(({ section }) => [...section.held]));
  const isWide = space === 'global';
  const own = turns.filter(({ isOfBlock }) => !isOfBlock);
  return [
    { held: heldIn(own), isWide, isOfBlocks: false },
    ...(own.length < turns.length ? [{ held: heldIn(turns), isWide, isOfBlocks: true }] : []),
  ];
}

/** The turn that each change of the cell ends; null: some change ends none. */
function turnsAt(own: readonly Use[], space: 'global' | 'shared', shape: Shape): readonly Turn[] | null {
  const changes = own.filter((stmt) => !isLook(stmt));
  const looks = own.filter((stmt): stmt is Atomic => stmt.kind === 'atomic' && isLook(stmt));
  if (changes.length === 0 || looks.length === 0) return null;
  const found: Turn[] = [];
  for (const change of changes) {
    const turn = change.kind === 'atomic' ? turnBefore(change, changes, looks, space, shape) : null;
    if (turn === null) return null;
    found.push(turn);
  }
  return found;
}

function turnBefore(
  change: Atomic,
  changes: readonly Use[],
  looks: readonly Atomic[],
  space: 'global' | 'shared',
  shape: Shape,
): Turn | null {
  const to = shape.paths.get(change.id);
  if (to === undefined) return null;
  const others = new Set(changes.map(({ id }) => id));
  const waits = looks.flatMap((look) => {
    const path = shape.paths.get(look.id)?.slice(0, -1);
    const loop = shape.paths.get(look.id)?.at(-1)?.owner;
    const awaited = loop?.kind === 'loop' ? awaitedBy(loop, look, shape) : null;
    return path === undefined ||
      awaited === null ||
      loop === undefined ||
      loop === null ||
      someStmt([loop], ({ id }) => others.has(id))
      ? []
      : [{ look, path, awaited }];
  });
  for (const { look, path, awaited } of waits) {
    const common = commonList(path, to);
    if (common === null || common.a >= common.b) continue;
    const list = to[common.depth]?.list ?? [];
    const passed = list.slice(common.a + 1, common.b);
    const isChanged = someStmt(list.slice(common.a, common.b + 1), ({ id }) => id !== change.id && others.has(id));
    if (isChanged || passed.some((stmt) => mayLeave(stmt))) continue;
    const isOwn = path.length === common.depth + 1 && to.length === common.depth + 1;
    const section = isOwn
      ? fenced(passed, look, change)
      : space === 'global'
        ? heldForBlock(path, look, change, shape)
        : null;
    if (section === null || (space === 'global' && !section.isWide)) continue;
    return { awaited, path, section, isOfBlock: !isOwn };
  }
  return null;
}

/** One thread of the block waits, and the same ends the turn: else it could look again before the other one has. */
function heldForBlock(path: Path, look: Atomic, change: Atomic, shape: Shape): Section | null {
  const to = shape.paths.get(change.id);
  const common = to === undefined ? null : commonList(path, to);
  if (
    to === undefined ||
    common === null ||
    !areOfOneThread(path.slice(common.depth + 1), to.slice(common.depth + 1), shape)
  )
    return null;
  const held = betweenBarriers(path, look, change, shape);
  return held === null ? null : { held, isWide: true, isOfBlocks: true };
}

/** Whether the conditions of both leave one thread of a block, and that is the same. */
function areOfOneThread(one: Path, other: Path, shape: Shape): boolean {
  const { launch, definitions } = shape;
  const [x, y, z] = launch.block;
  if (x === null || y === null || z === null || x === undefined || y === undefined || z === undefined) return false;
  const blockLaunch = { ...launch, grid: [1, 1, 1] };
  const of = (path: Path): readonly string[] => {
    const conditions = conditionsOf(path);
    const found: string[] = [];
    let at = 0;
    const isKnown = eachThread(blockLaunch, ({ builtins, variables }) => {
      const known = {
        variables,
        builtins: new Map(
          [...builtins].filter(([name]) => !name.startsWith('blockIdx') && !name.startsWith('gridDim')),
        ),
      };
      const values = conditions.map(({ when, isTrue }) => {
        const value = valueOf(when, known, definitions);
        return value === null ? null : (value !== 0n) === isTrue;
      });
      if (!values.includes(false)) found.push(values.includes(null) ? `${at}?` : `${at}`);
      at++;
      return true;
    });
    return isKnown ? found : [];
  };
  const [first, second] = [of(one), of(other)];
  return first.length === 1 && second.length === 1 && first[0] === second[0];
}

// Whose turn ----------------------------------------------------------------------------------------------------------

/** Whether no two threads wait for one value. */
function areOfOneEach(
  turns: readonly Turn[],
  space: 'global' | 'shared',
  cells: Cells,
  isOpen: (array: ArrayId) => boolean,
  shape: Shape,
): boolean {
  const [first] = turns;
  if (first === undefined) return false;
  return (
    areTickets(turns, space, cells, isOpen, shape) ||
    areOfBlocks(turns, space, shape) ||
    areOfThreads(turns, space, shape)
  );
}

/** Each waits for a number that it drew from one counter, which gives none twice. */
function areTickets(
  turns: readonly Turn[],
  space: 'global' | 'shared',
  cells: Cells,
  isOpen: (array: ArrayId) => boolean,
  { kernel, definitions }: Shape,
): boolean {
  const drawn = turns.map(({ awaited }) => (awaited.isEqual ? drawnFrom(awaited.value, definitions) : null));
  const [one] = drawn;
  if (one === undefined || one === null || drawn.some((other) => other !== one) || isOpen(one.place.array))
    return false;
  const from = kernel.arrays.get(one.place.array)?.space;
  if (from !== 'global' && (from !== 'shared' || space !== 'shared')) return false;
  if (from === 'global' && (one.scope === 'block' || one.isGuessed === true)) return false;
  const own = cells.find(([, uses]) => uses.some((stmt) => stmt === one))?.[1] ?? [];
  return settledUses(own, kernel).some((uses) => uses.length === 1);
}

/** One thread of each block of a line of them waits for its block's number, so or so many further. */
function areOfBlocks(turns: readonly Turn[], space: 'global' | 'shared', shape: Shape): boolean {
  const {
    launch: { grid },
    definitions,
  } = shape;
  const [first, ...others] = turns;
  if (first === undefined || space === 'shared' || grid[1] !== 1 || grid[2] !== 1 || !first.awaited.isEqual)
    return false;
  const moved = (value: Expr): bigint | null => {
    const by = value.kind === 'binary' && (value.op === '+' || value.op === '-') ? literal(value.right) : null;
    if (by === null || value.kind !== 'binary') return isIndex(value, 'blockIdx.x', definitions) ? 0n : null;
    return isIndex(value.left, 'blockIdx.x', definitions) ? (value.op === '+' ? by : -by) : null;
  };
  const by = moved(first.awaited.value);
  return (
    by !== null &&
    others.every(({ path, awaited }) => path === first.path && awaited.isEqual && moved(awaited.value) === by) &&
    timesInBlock(first.path, shape) === 1n
  );
}

/** The threads that may come to the waits are looked at one by one, with all values that each may wait for. */
function areOfThreads(turns: readonly Turn[], space: 'global' | 'shared', shape: Shape): boolean {
  const { kernel, launch, definitions } = shape;
  const parameters = new Set(kernel.params.flatMap((param) => (param.kind === 'scalar' ? [param.id] : [])));
  const isGiven = (id: Parameters<typeof parameters.has>[0]): boolean => parameters.has(id);
  const shares: Share[] = [];
  const waits = turns.map(({ path, awaited }) => ({ conditions: conditionsOf(path), awaited }));
  let at = 0;
  const asked = space === 'global' ? launch : { ...launch, grid: [1, 1, 1] };
  const isKnown = eachThread(asked, (each) => {
    const known =
      space === 'global'
        ? each
        : {
            ...each,
            builtins: new Map(
              [...each.builtins].filter(([name]) => !name.startsWith('blockIdx') && !name.startsWith('gridDim')),
            ),
          };
    const of = `${at++}`;
    for (const { conditions, awaited } of waits) {
      if (
        conditions.some(({ when, isTrue }) => {
          const value = valueOf(when, known, definitions);
          return value !== null && (value !== 0n) !== isTrue;
        })
      )
        continue;
      const holds: Residues = residuesOf(awaited.value, { known, definitions, isGiven });
      const [value, ...others] = holds.few ?? [];
      if (!awaited.isEqual && (value === undefined || others.length > 0)) return false;
      shares.push(awaited.isEqual || value === undefined ? { of, holds } : { of, allBut: value });
    }
    return shares.length <= maxShares;
  });
  return isKnown && areApart(shares, Math.min(...turns.map(({ awaited }) => awaited.bits)));
}

const maxShares = 4096;
