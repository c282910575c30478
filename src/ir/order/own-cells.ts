/**
 * Which statements write each cell once at most, by one thread at most: the cell is that of the thread's or block's own
 * number, or of a ticket that no other thread draws. Under-approximating.
 * Example: of `if (threadIdx.x == 0) atomicExch(&flag[blockIdx.x], 1);` under a grid of one dimension, there is one for
 * each cell.
 */
import type { Expr } from '../../base/expr.ts';
import type { OpenCount } from './open-counts.ts';
import type { Path } from './paths.ts';
import type { Place, Stmt, StmtOf } from '../ir.ts';
import type { Shape } from './counting.ts';
import { conditionsOf, isInLoop } from './paths.ts';
import { cellOf } from './constant-cells.ts';
import { eachStmt, placeOf } from '../walk.ts';
import { eachThread, isIndex, literal, timesInBlock } from './counting.ts';
import { openCount } from './open-counts.ts';
import { valueOf } from './values.ts';

type Writing = StmtOf<'store'> | StmtOf<'atomic'> | StmtOf<'load'>;

export function isAlone(stmt: Writing, shape: Shape): boolean {
  const path = shape.paths.get(stmt.id);
  if (path === undefined || isInLoop(path)) return false;
  return isOfOwnBlock(stmt.place, path, shape) || isOfTicket(stmt.place, shape) || areApart(stmt.place, path, shape);
}

const varying = ({ subscripts }: Place): readonly Expr[] =>
  subscripts.map(({ index }) => index).filter((index) => literal(index) === null);

/** One thread of a block comes there, and the cell is that of the number of the block. */
function isOfOwnBlock(place: Place, path: Path, shape: Shape): boolean {
  const {
    launch: { grid },
    definitions,
  } = shape;
  const [index, ...others] = varying(place);
  if (index === undefined || others.length > 0 || grid[1] !== 1 || grid[2] !== 1 || timesInBlock(path, shape) !== 1n)
    return false;
  const moved =
    index.kind === 'binary' && (index.op === '+' || index.op === '-') && literal(index.right) !== null
      ? index.left
      : index;
  return isIndex(moved, 'blockIdx.x', definitions);
}

/**
 * The cell is that of the answer of an atomic that only counts up, on a cell that nothing else accesses: by an odd
 * number, which takes all values before any comes again, in few bits as in many.
 */
function isOfTicket(place: Place, { kernel, launch, definitions }: Shape): boolean {
  const [index, ...others] = varying(place);
  const drawn = index === undefined || others.length > 0 ? null : drawnFrom(index, definitions);
  if (drawn === null || drawn.isGuessed === true || drawn.scope === 'block') return false;
  const { array } = drawn.place;
  if (cellOf(drawn.place) === null || launch.isAliased(array) || kernel.arrays.get(array)?.space !== 'global')
    return false;
  let isOnly = true;
  eachStmt(kernel.body, (stmt) => {
    if (stmt.kind === 'unknown') isOnly &&= !stmt.footprint.includes(array);
    if (placeOf(stmt)?.array === array) isOnly &&= stmt.id === drawn.id;
  });
  return isOnly;
}

/**
 * The atomic that gives the value, by adding an odd number: it takes all values before any comes again, in few bits as
 * in many. Null: another statement gives it.
 */
export function drawnFrom(value: Expr, definitions: Shape['definitions']): StmtOf<'atomic'> | null {
  const drawn = originOf(value, definitions);
  const isDrawn =
    drawn?.kind === 'atomic' &&
    drawn.op === 'add' &&
    drawn.place.type.kind === 'int' &&
    (literal(drawn.operands[0]) ?? 0n) % 2n !== 0n;
  return isDrawn ? drawn : null;
}

/** The statement that gives the value, which is copied from there on. */
function originOf(expr: Expr, definitions: Shape['definitions'], depth = 6): Stmt | null {
  if (depth <= 0) return null;
  if (expr.kind === 'cast')
    return expr.to.kind === 'int' && expr.to.bits >= 32 ? originOf(expr.operand, definitions, depth - 1) : null;
  const [only, ...others] = expr.kind === 'var' ? (definitions.get(expr.id) ?? []) : [];
  if (only === undefined || others.length > 0) return null;
  return only.kind === 'assign' ? originOf(only.value, definitions, depth - 1) : only;
}

/** The threads that may come there have different cells. */
function areApart(place: Place, path: Path, shape: Shape): boolean {
  const most = countedByCell(place, path, shape);
  return most !== null && most <= 1n;
}

/**
 * How many threads write one cell there, each once, at most: a number, or as many as an open dimension of the grid.
 * Null: not known.
 */
export function mostInCell(stmt: Writing, shape: Shape): bigint | OpenCount | null {
  const path = shape.paths.get(stmt.id);
  if (path === undefined || isInLoop(path)) return null;
  const counted = countedByCell(stmt.place, path, shape);
  if (counted !== null) return counted;
  const { definitions } = shape;
  const [index, ...others] = varying(stmt.place);
  const axis = (['x', 'y', 'z'] as const).findIndex(
    (name) => index !== undefined && others.length === 0 && isIndex(index, `blockIdx.${name}`, definitions),
  );
  return axis < 0 ? null : openCount(timesInBlock(path, shape), shape, axis);
}

/** The most of the threads that may come there which have one cell, each looked at by itself. */
function countedByCell({ offset, subscripts }: Place, path: Path, { launch, definitions }: Shape): bigint | null {
  const conditions = conditionsOf(path);
  const counts = new Map<bigint, bigint>();
  let most = 0n;
  const isKnown = eachThread(launch, (known) => {
    if (
      conditions.some(({ when, isTrue }) => {
        const value = valueOf(when, known, definitions);
        return value !== null && (value !== 0n) !== isTrue;
      })
    )
      return true;
    let address = BigInt(offset);
    for (const { index, stride } of subscripts) {
      const value = valueOf(index, known, definitions);
      if (value === null) return false;
      address += value * BigInt(stride);
    }
    const count = (counts.get(address) ?? 0n) + 1n;
    counts.set(address, count);
    if (count > most) most = count;
    return true;
  });
  return isKnown ? most : null;
}
