/**
 * Pointers that are read from memory. What a cell points to that the kernel leaves alone is an object of its own,
 * chosen by the address of the cell (ir/objects.ts): exact, but for cells that host code makes equal, which is for
 * launches to say. A cell that the kernel stores pointers to holds one of those or what was there before (over). Of
 * types that lead to themselves, such as lists and trees, and of long chains, one array stands for all that they lead
 * to, at an index that is not known (over).
 *
 * Example: of `float **rows`, `rows[i][j]` is byte `i * objectStride + 4 * j` of the array `rows[]`.
 */
import type { ArrayId } from '../../base/brand.ts';
import type { Expr } from '../../base/expr.ts';
import type { Reached, Stmt, Subscript } from '../../ir/ir.ts';
import type { Span } from '../../base/span.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { CType, StructType } from '../types/c-type.ts';
import type { MemoryPlace, Pointer, PointerTarget } from '../expressions/value.ts';
import type { Cell, CellFacts, HolderFacts } from './pointer-cells.ts';
import { arrayId, bytes, stmtId } from '../../base/brand.ts';
import { i32, i64, u64 } from '../../base/ctype.ts';
import { eachNode } from '../../base/expr-walk.ts';
import { int } from '../../base/expr-build.ts';
import { printExpr } from '../../base/expr-print.ts';
import { objectStride } from '../../base/object-stride.ts';
import { eachStmt, placeOf } from '../../ir/walk.ts';
import { spanOf, unknownScalar } from '../context.ts';
import { choose, combine, convert } from '../expressions/constants.ts';
import { isSized, isUndeclaredOnly, printCType, sameCType, sizeOfType } from '../types/c-type.ts';
import { elementMembers } from './element-members.ts';
import { cellAt, cellFactsAt, holderAt, modulo } from './pointer-cells.ts';
import { candidateOf, candidatePointer, notSeen } from './pointer-variable.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

/** What pointers in memory point to, from round to round. */
export type ReachedFacts = {
  readonly id: ArrayId;
  readonly name: string;
  readonly to: CType;
  readonly types: readonly string[];
  readonly root: ArrayId;
  readonly span: Span;
  reached: Reached;
};

/** Steps from an array of the source to what is told apart by the cells on the way. */
const maxDepth = 3;
/**
 * Where cells of several objects hold several pointers each: how many of them get numbers of their own before those of
 * the next object.
 */
const cellsPerObject = 2 ** 21;
const mostStored = 8;

/** What a pointer points to that was just read as `number` from there. */
export function pointerRead(cx: Context, place: MemoryPlace, to: CType, number: Expr, node: SyntaxNode): PointerTarget {
  return measured(cx, targetRead(cx, place, to, number, node), to);
}

/** A target as one of objects of that type; where they lie in an array is not known if the layout of either is not. */
function measured(cx: Context, target: PointerTarget, to: CType): PointerTarget {
  if (target.kind === 'chosen') {
    const of = (one: Pointer): Pointer => ({ ...one, target: measured(cx, one.target, to) });
    return {
      kind: 'chosen',
      cases: target.cases.map((one) => ({ when: one.when, pointer: of(one.pointer) })),
      last: of(target.last),
    };
  }
  if (target.kind !== 'memory') return target;
  const element = cx.madeUp.get(target.place.array);
  const isMeasured =
    to.kind === 'void' || (element === undefined ? isSized(to) : isUndeclaredOnly(to) && sameCType(element, to));
  return isMeasured
    ? target
    : {
        kind: 'unknown',
        because: fill(messages.unknownLayout, { name: printCType(to) }),
        footprint: [target.place.array],
      };
}

function targetRead(cx: Context, place: MemoryPlace, to: CType, number: Expr, node: SyntaxNode): PointerTarget {
  const decl = cx.arrays.get(place.array);
  if (decl === undefined) return unresolved(messages.loadedPointer);
  const cell = cellAt(place);
  const facts = cellFactsAt(cx, place.array, cell, sizeOfType(to));
  if (!facts.isRead) cx.facts.changed ||= facts.stored.length > 0;
  facts.isRead = true;
  if (facts.changed !== null) return unresolved(facts.changed);
  if (facts.stored.includes('unknown')) return unresolved(messages.loadedUnresolved);
  if (decl.space === 'shared' || decl.space === 'local') return storedTarget(cx, facts, to, number);
  if (facts.stored.length > 0) return oneOfStored(cx, facts, place, cell, to, node);
  return reachedTarget(cx, place, cell, to, place.volatile ? null : number, node);
}

const unresolved = (because: string): PointerTarget => ({ kind: 'unknown', because, footprint: 'everything' });

// What the kernel stores ----------------------------------------------------------------------------------------------

/**
 * Notes that the next statement stores a pointer. In memory that only this kernel writes, the number that is stored
 * says which it is.
 */
export function pointerStored(cx: Context, place: MemoryPlace, pointer: Pointer, node: SyntaxNode): Expr {
  const cell = cellAt(place);
  const facts = cellFactsAt(cx, place.array, cell, sizeOfType(pointer.to));
  const known = [...facts.stored];
  const value = recorded(cx, facts, known, pointer);
  recordExact(cx, place, facts, pointer);
  const space = cx.arrays.get(place.array)?.space;
  const isOwn = facts.isRead && value !== null && (space === 'shared' || space === 'local');
  const stored = isOwn ? value : unknownScalar(cx, u64, messages.storedPointer, node);
  cx.pointerStores.add(stmtId(cx.nextStmt));
  return stored;
}

/** Notes the candidates of a pointer, and gives the number that stands for it; null where there is none. */
function recorded(cx: Context, facts: CellFacts, known: readonly string[], pointer: Pointer): Expr | null {
  const { target } = pointer;
  if (target.kind === 'unknown' && target.because === notSeen) return null;
  if (target.kind === 'chosen') {
    const parts = target.cases.map((one) => ({
      when: one.when,
      value: recorded(cx, facts, known, { ...one.pointer, to: pointer.to }),
    }));
    const last = recorded(cx, facts, known, { ...target.last, to: pointer.to });
    return parts.reduceRight<Expr | null>(
      (rest, one) => (rest === null || one.value === null ? null : choose(one.when, one.value, rest)),
      last,
    );
  }
  const found = candidateOf(pointer, facts.scale);
  if (found === null) {
    facts.scale = 1;
    cx.facts.changed = true;
    return null;
  }
  const candidate =
    facts.stored.length >= mostStored && !facts.stored.includes(found.candidate) ? 'unknown' : found.candidate;
  if (!facts.stored.includes(candidate)) {
    facts.stored.push(candidate);
    cx.facts.changed = true;
  }
  const tag = known.indexOf(candidate);
  if (tag === -1) return null;
  const count = convert(convert(found.count, i64), u64);
  if (known.length === 1) return count;
  return combine('+', int((tag + 1) * tagScale, u64), combine('&', count, int(tagScale - 1, u64)));
}

/** A number in memory is a tag and a count of 48 bits. */
const tagBits = 48;
const tagScale = 2 ** tagBits;

function storedTarget(cx: Context, facts: CellFacts, to: CType, number: Expr): PointerTarget {
  if (facts.stored.length === 0) return unresolved(notSeen);
  if (facts.exact !== null && facts.exact !== 'not seen') return facts.exact.target;
  const isOne = facts.stored.length === 1;
  const count = isOne ? convert(number, i64) : countIn(number);
  return chosenTarget(cx, facts, to, count, combine('>>', number, int(tagBits)), (k) => int(k + 1, u64));
}

/** The count in a number with a tag, which may be negative. Nothing here overflows, as signed shifts would. */
function countIn(number: Expr): Expr {
  const low = combine('&', number, int(tagScale - 1, u64));
  const sign = combine('>>', low, int(tagBits - 1));
  return combine('-', convert(low, i64), combine('*', convert(sign, i64), int(tagScale, i64)));
}

function chosenTarget(
  cx: Context,
  facts: CellFacts,
  to: CType,
  count: Expr,
  tag: Expr,
  tagOf: (k: number) => Expr,
): PointerTarget {
  const pointers = facts.stored.map((candidate) =>
    candidatePointer({ name: messages.pointerInMemory, to, pointed: cx.pointed, unit: facts.scale }, candidate, count),
  );
  const [last] = pointers.slice(-1);
  if (last === undefined) return unresolved(notSeen);
  if (pointers.length === 1) return last.target;
  return {
    kind: 'chosen',
    cases: pointers.slice(0, -1).map((pointer, k) => ({ when: combine('==', tag, tagOf(k)), pointer })),
    last,
  };
}

/** Something that was stored there or that stood there before; which, and at which index, is not known. */
function oneOfStored(
  cx: Context,
  facts: CellFacts,
  place: MemoryPlace,
  cell: Cell,
  to: CType,
  node: SyntaxNode,
): PointerTarget {
  const because = messages.pointersStored;
  const before: Pointer = { to, volatile: false, target: reachedTarget(cx, place, cell, to, null, node) };
  const tag = unknownScalar(cx, i32, because, node);
  const stored: Pointer = {
    to,
    volatile: false,
    target: chosenTarget(cx, facts, to, unknownScalar(cx, i64, because, node), tag, (k) => int(k + 1)),
  };
  return { kind: 'chosen', cases: [{ when: combine('==', tag, int(0)), pointer: before }], last: stored };
}

/**
 * All stores store one pointer that reads the same for every thread of the block (for local memory: in the thread), at
 * any time.
 */
function recordExact(cx: Context, place: MemoryPlace, facts: CellFacts, { target, to }: Pointer): void {
  if (facts.exact === null || (target.kind === 'unknown' && target.because === notSeen)) return;
  const isLocal = cx.arrays.get(place.array)?.space === 'local';
  const common =
    target.kind === 'memory' && target.place.subscripts.every(({ index }) => isSteady(cx, index, isLocal))
      ? target.place
      : null;
  const key =
    common === null
      ? ''
      : `${common.array} ${common.offset} ${printCType(to)} ${common.subscripts.map(({ index, stride }) => `${printExpr(index)}*${stride}`).join()}`;
  if (facts.exact !== 'not seen' && common !== null && facts.exact.key === key) return;
  facts.exact =
    common !== null && facts.exact === 'not seen' ? { key, target: { kind: 'memory', place: common } } : null;
  cx.facts.changed = true;
}

function isSteady(cx: Context, index: Expr, isLocal: boolean): boolean {
  let steady = true;
  eachNode(index, (node) => {
    if (node.kind === 'builtin') steady &&= isLocal || !node.name.startsWith('threadIdx');
    else if (node.kind === 'var') steady &&= cx.scalars.get(node.id)?.role === 'parameter';
    else if (node.kind === 'apply') steady = false;
  });
  return steady;
}

// What stood there before ---------------------------------------------------------------------------------------------

/**
 * The object that a cell points to. `number`: null where the cell may hold another pointer than when the kernel began.
 */
function reachedTarget(
  cx: Context,
  place: MemoryPlace,
  cell: Cell,
  to: CType,
  number: Expr | null,
  node: SyntaxNode,
): PointerTarget {
  const holder = holderAt(cx, place.array, cell);
  const array = arrayReached(cx, place, cell, holder, to, node);
  const exact =
    number === null || array.reached.isAnything || (place.isFlat !== undefined && isReached(cx, place.array))
      ? null
      : objectOf(cell, holder);
  if (exact === null || exact.subscripts.length > 0 || exact.offset !== 0)
    array.reached = { ...array.reached, several: true };
  if (exact !== null)
    return {
      kind: 'memory',
      place: { array: array.id, ...exact, volatile: false },
      ...(number === null ? {} : { number }),
    };
  const index = unknownScalar(cx, i64, messages.unknownPointee, node);
  return {
    kind: 'memory',
    place: {
      array: array.id,
      subscripts: [{ index, stride: bytes(objectStride), extent: null }],
      offset: 0,
      volatile: false,
    },
  };
}

const isReached = (cx: Context, array: ArrayId): boolean =>
  cx.arrays.get(array)?.reached !== undefined || cx.facts.allocated.has(array);

/** Where the object of a cell begins; null where its number would not fit. */
function objectOf(cell: Cell, { unit }: HolderFacts): Pick<MemoryPlace, 'subscripts' | 'offset'> | null {
  const outer = unit === 0 ? 1 : cellsPerObject;
  const subscripts: readonly Subscript[] = [
    ...cell.objects.map((one) => ({ index: one.index, stride: bytes(one.stride * outer), extent: null })),
    ...cell.inner.map((one) => ({ index: one.index, stride: bytes((one.stride / unit) * objectStride), extent: null })),
  ];
  const own = unit === 0 ? 0 : (cell.offset - modulo(cell.offset, unit)) / unit;
  const offset = (cell.object * outer + own) * objectStride;
  const fits = Math.abs(offset) <= Number.MAX_SAFE_INTEGER && subscripts.every(({ stride }) => stride < 2 ** 62);
  return fits ? { subscripts, offset } : null;
}

/**
 * Whether an object of that type leads to others of it, as in lists and trees: those are hardly arrays of their own.
 */
function leadsToItself(type: CType): boolean {
  const seen = new Set<StructType>();
  const leadsTo = (at: CType, wanted: StructType): boolean => {
    if (at.kind === 'array') return leadsTo(at.of, wanted);
    if (at.kind === 'pointer' || at.kind === 'reference') return leadsTo(at.to, wanted);
    if (at.kind !== 'struct' || seen.has(at.struct)) return at.kind === 'struct' && at.struct === wanted;
    seen.add(at.struct);
    return at.struct.fields.some((field) => leadsTo(field.type, wanted));
  };
  return type.kind === 'struct' && leadsTo(type, type.struct);
}

function arrayReached(
  cx: Context,
  place: MemoryPlace,
  cell: Cell,
  holder: HolderFacts,
  to: CType,
  node: SyntaxNode,
): ReachedFacts {
  const outer = [...cx.facts.reached.values()].find(({ id }) => id === place.array);
  const type = printCType(to);
  const isAnything =
    leadsToItself(to) ||
    (outer !== undefined && (outer.reached.isAnything || outer.types.includes(type) || outer.types.length >= maxDepth));
  const root = outer?.root ?? place.array;
  const key = isAnything ? `${root} ->` : `${place.array} ${modulo(cell.offset, holder.unit)} of ${holder.unit}`;
  const known = cx.facts.reached.get(key);
  if (known !== undefined) {
    declareReached(cx, known);
    return known;
  }
  const from = cx.arrays.get(place.array);
  const name = isAnything
    ? `${cx.arrays.get(root)?.name ?? root}->...`
    : nameOf(from?.name ?? 'memory', place, cell, holder, from?.extents?.length === 0);
  const ids = new Set([...cx.facts.reached.values()].map(({ id }) => id));
  let id = arrayId(name);
  for (let k = 2; ids.has(id) || cx.arrays.has(id); k++) id = arrayId(`${name}#${k}`);
  const made: ReachedFacts = {
    id,
    name: id,
    to,
    types: [...(outer?.types ?? []), type],
    root,
    span: spanOf(cx, node),
    reached: { from: place.array, several: isAnything, isAnything, cell: bytes(cell.offset) },
  };
  cx.facts.reached.set(key, made);
  declareReached(cx, made);
  return made;
}

/** As the source would write it: `rows[]`, `list->data`, `lists[].data`, `*buffer`. */
function nameOf(holder: string, place: MemoryPlace, cell: Cell, { unit }: HolderFacts, isVariable: boolean): string {
  const label = place.label ?? '';
  const isMany = cell.objects.length + cell.inner.length > 0 || unit > 0;
  if (label === '') return isMany ? `${holder}[]` : isVariable ? `*${holder}` : `${holder}[${cell.offset / 8}]`;
  if (isVariable) return `${holder}${label}`;
  return isMany && !label.endsWith(']') ? `${holder}[]${label}` : `${holder}->${label.slice(1)}`;
}

/** Declares what earlier rounds found, so that pointers to it mean something from the start. */
export function declareKnownReached(cx: Context): void {
  for (const one of cx.facts.reached.values()) declareReached(cx, one);
}

function declareReached(cx: Context, { id, name, to, span, reached }: ReachedFacts): void {
  if (cx.arrays.has(id)) return;
  let element = to;
  while (element.kind === 'array') element = element.of;
  cx.arrays.set(id, {
    id,
    name,
    space: 'global',
    element: element.kind === 'scalar' ? element.type : null,
    elementBytes: bytes(Math.max(1, sizeOfType(element))),
    ...(element.kind === 'struct' ? { members: elementMembers(element) } : {}),
    extents: null,
    parameter: null,
    reached,
    span,
  });
  if (!isSized(element) && element.kind !== 'void') cx.madeUp.set(id, element);
}

/**
 * At the end: of the arrays that pointers in memory point to, those that the kernel accesses, as all rounds found them.
 */
export function keepReached(cx: Context, body: readonly Stmt[]): void {
  const used = new Set<ArrayId>();
  eachStmt(body, (stmt) => {
    const place = placeOf(stmt);
    if (place !== null) used.add(place.array);
    if (stmt.kind === 'unknown') for (const id of stmt.footprint) used.add(id);
  });
  for (const id of cx.facts.allocated.keys()) if (!used.has(id)) cx.arrays.delete(id);
  for (const { id, reached } of cx.facts.reached.values()) {
    const decl = cx.arrays.get(id);
    if (decl !== undefined && used.has(id)) cx.arrays.set(id, { ...decl, reached });
    else cx.arrays.delete(id);
  }
}
