/**
 * Ranges that a block allocates: a thread of it adds the block's own counter to a counter of all blocks, and keeps the old value in a shared
 * cell, where the others read it [D27]. Places that results of the block's counter name behind such a start are apart from those of other blocks.
 *
 * Example: `k = atomicAdd(&found, 1); __syncthreads(); if (t == 0) start = atomicAdd(n, found); __syncthreads(); out[start + k] = x;`.
 * Without the second barrier, or where the range is added before the last element is counted, this does not hold.
 */
import type { ArrayId, StmtId, VarId } from '../../base/brand.ts';
import type { Expr } from '../../base/expr.ts';
import type { Kernel, Place, Stmt, StmtOf } from '../../ir/ir.ts';
import { wrap } from '../../base/arithmetic.ts';
import { bodiesOf, placeOf, targetOf } from '../../ir/walk.ts';
import { binary, builtin, int } from '../../base/expr-build.ts';
import { mapExpr } from '../../base/expr-walk.ts';
import { sameType, u32 } from '../../base/ctype.ts';
import { constantOf, simplify } from '../fold.ts';

/** `starts`: by loads of the cell that keeps where the block's range begins, the counter that it is for. `counted`: the atomics on these counters, outside of loops, where no thread has left the kernel or a function before; `allocating`: those that allocate. */
export type Allocations = Readonly<{ starts: ReadonlyMap<StmtId, ArrayId>; counted: ReadonlySet<StmtId>; allocating: ReadonlySet<StmtId> }>;

export const noAllocations: Allocations = { starts: new Map(), counted: new Set(), allocating: new Set() };

/** A branch, loop or call around a statement, with the list of it that the statement is in. */
type Around = Readonly<{ stmt: Stmt; list: readonly Stmt[] }>;
type Site<Of extends Stmt = Stmt> = Readonly<{ stmt: Of; /** in the text */ order: number; /** outermost first */ path: readonly Around[] }>;
type Survey = Readonly<{ kernel: Kernel; known: ReadonlyMap<string, Expr>; isAliased: (array: ArrayId) => boolean; amounts: ReadonlyMap<StmtId, bigint>; sites: readonly Site[]; /** null: assigned more than once */ definitions: ReadonlyMap<VarId, Site | null> }>;

/** `amounts`: by what atomics on counters change them. `known`: built-in variables, as expressions. */
export function allocationsOf(kernel: Kernel, known: ReadonlyMap<string, Expr>, amounts: ReadonlyMap<StmtId, bigint>, isAliased: (array: ArrayId) => boolean): Allocations {
  const starts = new Map<StmtId, ArrayId>();
  const counted = new Set<StmtId>();
  const allocating = new Set<StmtId>();
  const found = { starts, counted, allocating };
  if (amounts.size === 0) return found;
  const sites = sitesOf(kernel);
  if (sites.some(({ stmt }) => stmt.kind === 'barrier' && stmt.scope.kind !== 'block' && stmt.scope.kind !== 'grid')) return found;
  const survey = { kernel, known, isAliased, amounts, sites, definitions: definitionsOf(sites) };
  for (const site of sites) {
    const kept = isOf(site, 'store') ? counterKept(survey, site) : null;
    if (kept === null) continue;
    const { counter, by } = kept;
    allocating.add(by);
    for (const other of sites) {
      const { stmt, order } = other;
      if (stmt.kind === 'load' && order > site.order && stmt.place.array === placeOf(site.stmt)?.array) starts.set(stmt.id, counter);
      if (stmt.kind === 'atomic' && stmt.place.array === counter && !inLoop(other)) counted.add(stmt.id);
    }
  }
  return found;
}

const isOf = <Kind extends Stmt['kind']>(site: Site, kind: Kind): site is Site<StmtOf<Kind>> => site.stmt.kind === kind;

/** The counter whose value was added where `site` stores what was there before; null: it stores something else, or may be left out or made again. */
function counterKept(survey: Survey, site: Site<StmtOf<'store'>>): Readonly<{ counter: ArrayId; by: StmtId }> | null {
  const { array, type } = site.stmt.place;
  const isOnly = changesOf(survey, array).every(({ stmt }) => stmt === site.stmt);
  if (!isOnly || survey.kernel.arrays.get(array)?.space !== 'shared' || survey.isAliased(array) || !isOneCell(site.stmt.place) || !isInEachBlock(survey, site)) return null;
  const step = definedBy(survey, site.stmt.value, site);
  if (step === null || !isOf(step, 'atomic') || listOf(step) !== listOf(site) || !sameType(step.stmt.place.type, type)) return null;
  const counter = isAllocator(survey, step.stmt.place) ? counterAdded(survey, step) : null;
  return counter === null ? null : { counter, by: step.stmt.id };
}

/** Whether a cell of global memory is changed by additions alone, of what is not negative. */
function isAllocator(survey: Survey, place: Place): boolean {
  if (survey.kernel.arrays.get(place.array)?.space !== 'global' || survey.isAliased(place.array) || !isOneCell(place)) return false;
  return changesOf(survey, place.array).every((site) => {
    if (!isOf(site, 'atomic') || site.stmt.op !== 'add' || !sameType(site.stmt.place.type, place.type) || !isOneCell(site.stmt.place)) return false;
    const [operand] = site.stmt.operands;
    return (operand !== undefined && isNatural(operand)) || counterAdded(survey, site) !== null;
  });
}

/** The block's counter whose value, once all has been counted, an atomic adds; null: it adds something else. */
function counterAdded(survey: Survey, step: Site<StmtOf<'atomic'>>): ArrayId | null {
  const [operand] = step.stmt.operands;
  const load = operand === undefined || step.stmt.op !== 'add' ? null : definedBy(survey, operand, step);
  if (load === null || !isOf(load, 'load') || inLoop(load)) return null;
  const { array, type } = load.stmt.place;
  const isCell = survey.kernel.arrays.get(array)?.space === 'shared' && isOneCell(load.stmt.place) && is32Bits(type) && sameType(type, step.stmt.place.type);
  const changes = changesOf(survey, array);
  const isCounter = changes.every((site) => site.order < load.order && sameType(placeOf(site.stmt)?.type ?? type, type) && (isOf(site, 'store') ? isNatural(site.stmt.value) : (survey.amounts.get(site.stmt.id) ?? 0n) > 0n));
  return isCell && isCounter && changes.some((site) => isOf(site, 'store') && isInEachBlock(survey, site)) ? array : null;
}

/** The statement that alone gives a scalar its value, before the thread comes to `at`; copies are followed. */
function definedBy(survey: Survey, value: Expr, at: Site): Site | null {
  const site = value.kind === 'var' ? survey.definitions.get(value.id) : null;
  if (site === null || site === undefined || !comesAlways(site, at)) return null;
  return site.stmt.kind === 'assign' ? definedBy(survey, site.stmt.value, site) : site;
}

/** Whether a thread that comes to `later`, comes to `site` first: in a list around it, outside of loops. */
const comesAlways = (site: Site, later: Site): boolean => site.order < later.order && !inLoop(later) && site.path.every(({ stmt, list }, k) => later.path[k]?.stmt === stmt && later.path[k].list === list);

const inLoop = ({ path }: Site): boolean => path.some(({ stmt }) => stmt.kind === 'loop');
const listOf = ({ path }: Site): readonly Stmt[] | null => path.at(-1)?.list ?? null;

/** Whether in each block that gets past it a thread has made it, once: the first or the last thread of the block goes there. */
function isInEachBlock(survey: Survey, site: Site): boolean {
  if (inLoop(site) || survey.sites.some(({ stmt, order }) => order < site.order && stmt.kind === 'jump' && (stmt.to === 'exit' || stmt.to === 'return'))) return false;
  return outermost.some((thread) => site.path.every(({ stmt, list }) => stmt.kind === 'call' || (stmt.kind === 'branch' && isChosen(survey, { stmt, list }, site, thread))));
}

/** By the size of the block along an axis. */
type Thread = (size: Expr) => Expr;
const axes = ['x', 'y', 'z'] as const;
const outermost: readonly Thread[] = [() => int(0, u32), (size) => binary('-', size, int(1, u32))];

function isChosen(survey: Survey, { stmt, list }: Readonly<{ stmt: StmtOf<'branch'>; list: readonly Stmt[] }>, site: Site, thread: Thread): boolean {
  const when = constantOf(simplify(mapExpr(spelledOut(survey, stmt.when, site), (node) => (node.kind === 'builtin' ? valueFor(node.name, thread, survey.known) ?? node : node))));
  return when !== null && (when !== 0n) === (list === stmt.then);
}

function valueFor(name: string, thread: Thread, known: Survey['known']): Expr | null {
  const axis = axes.find((one) => name === `threadIdx.${one}`);
  if (axis !== undefined) return thread(known.get(`blockDim.${axis}`) ?? builtin(`blockDim.${axis}`));
  return name.startsWith('blockDim') ? known.get(name) ?? null : null;
}

/** With the values of scalars that are assigned once, before `at`, in their place. */
function spelledOut(survey: Survey, expr: Expr, at: Site): Expr {
  return mapExpr(expr, (node) => {
    const site = node.kind === 'var' ? survey.definitions.get(node.id) : null;
    return site?.stmt.kind === 'assign' && comesAlways(site, at) ? spelledOut(survey, site.stmt.value, site) : node;
  });
}

const changesOf = (survey: Survey, array: ArrayId): readonly Site[] => survey.sites.filter(({ stmt }) => (stmt.kind === 'unknown' ? stmt.footprint.includes(array) : (stmt.kind === 'store' || stmt.kind === 'atomic') && stmt.place.array === array));

/** An address that is the same for all threads and whole in itself. */
function isOneCell({ subscripts, offset, type }: Place): boolean {
  const width = type.kind === 'int' ? type.bits / 8 : 0;
  return is32Bits(type) && offset % width === 0 && subscripts.every(({ index, stride }) => stride % width === 0 && constantOf(simplify(index)) !== null);
}

const is32Bits = (type: Place['type']): boolean => type.kind === 'int' && type.bits === 32;

/** A constant that is not negative. */
function isNatural(expr: Expr): boolean {
  const value = constantOf(simplify(expr));
  return value !== null && wrap(value, { kind: 'int', bits: 32, signed: true }) >= 0n;
}

function sitesOf(kernel: Kernel): readonly Site[] {
  const sites: Site[] = [];
  const visit = (list: readonly Stmt[], path: readonly Around[]): void => {
    for (const stmt of list) {
      sites.push({ stmt, order: sites.length, path });
      for (const inner of bodiesOf(stmt)) visit(inner, [...path, { stmt, list: inner }]);
    }
  };
  visit(kernel.body, []);
  return sites;
}

function definitionsOf(sites: readonly Site[]): ReadonlyMap<VarId, Site | null> {
  const found = new Map<VarId, Site | null>();
  for (const site of sites) {
    const target = targetOf(site.stmt);
    if (target !== null) found.set(target, found.has(target) ? null : site);
  }
  return found;
}
