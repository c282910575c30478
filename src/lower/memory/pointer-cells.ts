/**
 * The cells of memory that pointers are read from and stored to: which are one cell, what the kernel stores there, and
 * whether anything else may change them. Facts of one round of lowering for the next, as in pointer-variable.ts.
 * Over-approximating.
 *
 * Example: of `struct Row { int n; float *data; }` (16 bytes), `rows[i].data` and `rows[0].data` are cells of class 8
 * modulo 16 of
 * `rows`: one may be the other, and neither is touched by a store to `rows[j].n`.
 */
import type { ArrayId, StmtId, VarId } from '../../base/brand.ts';
import type { Place, Stmt, Subscript } from '../../ir/ir.ts';
import type { Context } from '../context.ts';
import type { MemoryPlace, PointerTarget } from '../expressions/value.ts';
import { sizeOf } from '../../base/ctype.ts';
import { objectAt, objectStride } from '../../base/object-stride.ts';
import { assignedIn, eachStmt } from '../../ir/walk.ts';
import { freeVariables } from '../../base/expr-walk.ts';
import { constantOf } from '../expressions/constants.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

/**
 * Of an array that holds pointers. `unit`: the bytes between cells that may be one, 0 where each has a constant address
 * of its own.
 */
export type HolderFacts = { unit: number; classes: Map<number, CellFacts> };

/** Of the cells of one class of an array. */
export type CellFacts = {
  isRead: boolean;
  /** What the kernel stores there: candidates as of a pointer variable (pointer-variable.ts). */
  stored: string[];
  /** Bytes that the counts of these candidates count. */
  scale: number;
  /** The one pointer that all stores store, over values that are the same wherever it is read; null: there is none. */
  exact: Readonly<{ key: string; target: Extract<PointerTarget, { kind: 'memory' }> }> | 'not seen' | null;
  /** Why anything may stand there. */
  changed: string | null;
};

/** An address: subscripts that choose the object, those within it, and the constant part of both. */
export type Cell = Readonly<{
  objects: readonly Subscript[];
  inner: readonly Subscript[];
  object: number;
  offset: number;
}>;

const pointerBytes = 8;

/** The parts of an address; constant indices count as offset. */
export function cellAt(place: Pick<MemoryPlace, 'subscripts' | 'offset'>): Cell {
  let { offset } = place;
  const open = place.subscripts.filter(({ index, stride }) => {
    const known = constantOf(index);
    if (known !== null) offset += Number(known) * stride;
    return known === null;
  });
  const isObject = ({ stride }: Subscript): boolean => stride % objectStride === 0;
  const { object, byte } = objectAt(offset);
  return { objects: open.filter(isObject), inner: open.filter((one) => !isObject(one)), object, offset: byte };
}

export const modulo = (value: number, unit: number): number => (unit === 0 ? value : ((value % unit) + unit) % unit);

function gcd(a: number, b: number): number {
  let [x, y] = [Math.abs(a), Math.abs(b)];
  while (y !== 0) [x, y] = [y, x % y];
  return x;
}

/** What is known of an array that holds pointers, of which this is a cell. */
export function holderAt(cx: Context, array: ArrayId, cell: Cell): HolderFacts {
  const known = cx.facts.holders.get(array);
  const unit = cell.inner.reduce((sum, { stride }) => gcd(sum, stride), known?.unit ?? 0);
  if (known?.unit === unit) return known;
  const made: HolderFacts = { unit, classes: new Map() };
  cx.facts.holders.set(array, made);
  if (known !== undefined) cx.facts.changed = true;
  return made;
}

/** What is known of the cells that this one may be. `scale`: the size of what the pointer is said to point to. */
export function cellFactsAt(cx: Context, array: ArrayId, cell: Cell, scale: number): CellFacts {
  const holder = holderAt(cx, array, cell);
  const own = modulo(cell.offset, holder.unit);
  const known = holder.classes.get(own);
  if (known !== undefined) return known;
  const made: CellFacts = { isRead: false, stored: [], scale: Math.max(1, scale), exact: 'not seen', changed: null };
  holder.classes.set(own, made);
  return made;
}

/** Pointers that were stored, by their statements: what else is stored to a cell is no pointer that is known. */
export type PointerStores = Set<StmtId>;

/**
 * Looks, at the end of a round that learnt nothing else, for whatever changes cells other than by storing pointers.
 * Until then the kernel is lowered as if nothing did, and what is left undone in an earlier round must not count.
 */
export function settleCells(cx: Context, body: readonly Stmt[]): void {
  const assigned = assignedIn(body);
  for (const [array, holder] of cx.facts.holders) {
    for (const facts of holder.classes.values()) dropUnsteady(cx, facts, assigned);
    if (![...holder.classes.values()].some((facts) => facts.isRead)) continue;
    eachStmt(body, (stmt) => {
      noteChange(cx, array, holder, stmt);
    });
    overlapping(holder).forEach((facts) => {
      change(cx, facts, messages.overlappingPointers);
    });
  }
}

function dropUnsteady(cx: Context, facts: CellFacts, assigned: ReadonlySet<VarId>): void {
  if (facts.exact === null || facts.exact === 'not seen') return;
  const { place } = facts.exact.target;
  const isSteady = place.subscripts.every(({ index }) =>
    [...freeVariables(index)].every((id) => cx.scalars.get(id)?.role === 'parameter' && !assigned.has(id)),
  );
  if (isSteady) return;
  facts.exact = null;
  cx.facts.changed = true;
}

function change(cx: Context, facts: CellFacts, because: string): void {
  if (facts.changed !== null) return;
  facts.changed = because;
  cx.facts.changed = true;
}

function noteChange(cx: Context, array: ArrayId, holder: HolderFacts, stmt: Stmt): void {
  const all = (because: string): void => {
    for (const facts of holder.classes.values()) if (facts.isRead) change(cx, facts, because);
  };
  if (stmt.kind === 'unknown' && footprintHas(cx, stmt.footprint, array)) all(messages.changedPointer);
  if (stmt.kind === 'barrier' && stmt.scope.kind === 'collective' && stmt.scope.storage === array)
    all(messages.collectivePointer);
  if ((stmt.kind !== 'store' && stmt.kind !== 'atomic') || stmt.place.array !== array || cx.pointerStores.has(stmt.id))
    return;
  for (const [own, facts] of holder.classes) {
    if (
      facts.isRead &&
      mayTouch(
        stmt.place,
        own,
        holder.unit,
        cx.arrays.get(array)?.reached !== undefined || cx.facts.allocated.has(array),
      )
    )
      change(cx, facts, fill(messages.overwrittenPointer, { line: stmt.span.line }));
  }
}

function footprintHas(cx: Context, footprint: readonly ArrayId[], array: ArrayId): boolean {
  const decl = cx.arrays.get(array);
  if (footprint === cx.everything) return decl?.space === 'global' || decl?.space === 'shared';
  if (footprint === cx.globalMemory || footprint === cx.deviceVariables)
    return decl?.space === 'global' && (footprint === cx.globalMemory || decl.parameter === null);
  return footprint.includes(array);
}

/**
 * Whether an access may touch a byte of some cell of the class. `isReached`: in some object of the array, which indices
 * may count in. An index stays within the array that is declared with its extent, as C wants it: else any array beside
 * a pointer might change it.
 */
function mayTouch(place: Place, own: number, unit: number, isReached: boolean): boolean {
  const innermost = innermostArray(place.subscripts);
  const declared = innermost.every(({ index }) => constantOf(index) !== null) ? [] : innermost;
  const { inner, offset } = cellAt({
    ...place,
    subscripts: place.subscripts.slice(0, place.subscripts.length - declared.length),
  });
  const period = inner.reduce((sum, { stride }) => gcd(sum, stride), isReached ? gcd(unit, objectStride) : unit);
  const width = Math.max(sizeOf(place.type), ...declared.map(({ stride, extent }) => stride * (extent ?? 1)));
  if (unit === 0 && inner.length === 0) return own - offset < width && offset - own < pointerBytes;
  return modulo(own - offset, period) < width || modulo(offset - own, period) < pointerBytes;
}

/** The last subscripts, as far as they are those of one array of declared extents. */
function innermostArray(subscripts: readonly Subscript[]): readonly Subscript[] {
  const found: Subscript[] = [];
  for (const one of [...subscripts].reverse()) {
    const [outer] = found;
    if (one.extent === null || (outer !== undefined && one.stride !== outer.stride * (outer.extent ?? 1))) break;
    found.unshift(one);
  }
  return found;
}

/** Classes whose cells have bytes in common with cells of another class. */
function overlapping({ unit, classes }: HolderFacts): readonly CellFacts[] {
  return [...classes].flatMap(([own, facts]) =>
    [...classes.keys()].some((other) => other !== own && isNear(own, other, unit)) ? [facts] : [],
  );
}

const isNear = (a: number, b: number, unit: number): boolean =>
  unit === 0
    ? Math.abs(a - b) < pointerBytes
    : modulo(a - b, unit) < pointerBytes || modulo(b - a, unit) < pointerBytes;
