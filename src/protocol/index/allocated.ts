/**
 * Ranges that a block allocates: a thread of it adds the block's own counter to a counter of all blocks, and keeps the
 * old value in a shared cell, where the others read it [D27]. Places that results of the block's counter name behind
 * such a start are apart from those of other blocks. The same of an array of counters, one a bin, of which each thread
 * adds the one of its own number to the counter of all blocks of that number.
 *
 * Example: `k = atomicAdd(&found, 1); __syncthreads(); if (t == 0) start = atomicAdd(n, found); __syncthreads();
 * out[start + k] = x;`. Without the second barrier, or where the range is added before the last element is counted,
 * this does not hold.
 */
import type { ArrayId, StmtId, VarId } from '../../base/brand.ts';
import type { Expr } from '../../base/expr.ts';
import type { Kernel, Place, Stmt, StmtOf } from '../../ir/ir.ts';
import { wrap } from '../../base/arithmetic.ts';
import { bodiesOf, placeOf, targetOf } from '../../ir/walk.ts';
import { binary, builtin, int } from '../../base/expr-build.ts';
import { mapExpr } from '../../base/expr-walk.ts';
import { i64, sameType, u32 } from '../../base/ctype.ts';
import { constantOf, simplify } from '../fold.ts';

/**
 * Where a block's range begins: `counter`, of the block, is what it is for; `from`, of all blocks, is what it was taken
 * from. `below`: of arrays of counters, what the number of a bin is less than, where a thread of each block took its
 * range; null: there is one counter.
 */
export type Start = Readonly<{ counter: ArrayId; from: ArrayId; below: readonly Expr[] | null }>;
/**
 * `starts`: by loads of the cell that keeps where the block's range begins. `counted`: the atomics on these counters,
 * outside of loops, where no thread has left the kernel or a function before; `allocating`: those that allocate.
 */
export type Allocations = Readonly<{
  starts: ReadonlyMap<StmtId, Start>;
  counted: ReadonlySet<StmtId>;
  allocating: ReadonlySet<StmtId>;
}>;

export const noAllocations: Allocations = { starts: new Map(), counted: new Set(), allocating: new Set() };

/** A branch, loop or call around a statement, with the list of it that the statement is in. */
type Around = Readonly<{ stmt: Stmt; list: readonly Stmt[] }>;
export type Site<Of extends Stmt = Stmt> = Readonly<{
  stmt: Of;
  /** in the text */ order: number;
  /** outermost first */ path: readonly Around[];
}>;
type Survey = Readonly<{
  kernel: Kernel;
  known: ReadonlyMap<string, Expr>;
  isAliased: (array: ArrayId) => boolean;
  amounts: ReadonlyMap<StmtId, bigint>;
  sites: readonly Site[];
  /** null: assigned more than once */ definitions: ReadonlyMap<VarId, Site | null>;
}>;

/** `amounts`: by what atomics on counters change them. `known`: built-in variables, as expressions. */
export function allocationsOf(
  kernel: Kernel,
  known: ReadonlyMap<string, Expr>,
  amounts: ReadonlyMap<StmtId, bigint>,
  isAliased: (array: ArrayId) => boolean,
): Allocations {
  const starts = new Map<StmtId, Start>();
  const counted = new Set<StmtId>();
  const allocating = new Set<StmtId>();
  const found = { starts, counted, allocating };
  if (amounts.size === 0) return found;
  const sites = sitesOf(kernel);
  if (sites.some(({ stmt }) => stmt.kind === 'barrier' && stmt.scope.kind !== 'block' && stmt.scope.kind !== 'grid'))
    return found;
  const survey = { kernel, known, isAliased, amounts, sites, definitions: definitionsOf(sites) };
  for (const site of sites) {
    const kept = isOf(site, 'store') ? counterKept(survey, site) : null;
    if (kept === null) continue;
    const { start, by } = kept;
    allocating.add(by);
    for (const other of sites) {
      const { stmt, order } = other;
      const isOutside = start.below === null || !inLoop(other);
      if (stmt.kind === 'load' && order > site.order && stmt.place.array === placeOf(site.stmt)?.array && isOutside)
        starts.set(stmt.id, start);
      if (stmt.kind === 'atomic' && stmt.place.array === start.counter && !inLoop(other)) counted.add(stmt.id);
    }
  }
  return found;
}

const isOf = <Kind extends Stmt['kind']>(site: Site, kind: Kind): site is Site<StmtOf<Kind>> => site.stmt.kind === kind;

/**
 * Where the range begins that was allocated where `site` stores what was there before; null: it stores something else,
 * or may be left out or made again.
 */
function counterKept(survey: Survey, site: Site<StmtOf<'store'>>): Readonly<{ start: Start; by: StmtId }> | null {
  const { array, type } = site.stmt.place;
  const isOnly = changesOf(survey, array).every(({ stmt }) => stmt === site.stmt);
  const cell = cellOf(survey, site.stmt.place, site);
  if (!isOnly || survey.kernel.arrays.get(array)?.space !== 'shared' || survey.isAliased(array) || cell === null)
    return null;
  const below = boundsIn(survey, site, cell);
  const step = below === null ? null : definedBy(survey, site.stmt.value, site);
  if (
    below === null ||
    step === null ||
    !isOf(step, 'atomic') ||
    listOf(step) !== listOf(site) ||
    !sameType(step.stmt.place.type, type)
  )
    return null;
  const { place } = step.stmt;
  const added =
    cellOf(survey, place, step) === cell && isAllocator(survey, place, cell) ? counterAdded(survey, step, cell) : null;
  return added === null
    ? null
    : {
        start: { counter: added.counter, from: place.array, below: cell === 'own' ? [...below, ...added.below] : null },
        by: step.stmt.id,
      };
}

/** Whether cells of global memory are changed by additions alone, of what is not negative. */
function isAllocator(survey: Survey, place: Place, cell: Cell): boolean {
  if (survey.kernel.arrays.get(place.array)?.space !== 'global' || survey.isAliased(place.array)) return false;
  return changesOf(survey, place.array).every((site) => {
    if (!isOf(site, 'atomic') || site.stmt.op !== 'add' || !sameType(site.stmt.place.type, place.type)) return false;
    if (cell === 'one' ? cellOf(survey, site.stmt.place, site) !== 'one' : !isWhole(site.stmt.place)) return false;
    const [operand] = site.stmt.operands;
    return (operand !== undefined && isNatural(operand)) || counterAdded(survey, site, cell) !== null;
  });
}

/**
 * The block's counter whose value, once all has been counted, an atomic adds, with what the number of a bin is less
 * than where it is set; null: it adds something else.
 */
function counterAdded(
  survey: Survey,
  step: Site<StmtOf<'atomic'>>,
  cell: Cell,
): Readonly<{ counter: ArrayId; below: readonly Expr[] }> | null {
  const [operand] = step.stmt.operands;
  const load = operand === undefined || step.stmt.op !== 'add' ? null : definedBy(survey, operand, step);
  if (load === null || !isOf(load, 'load') || inLoop(load)) return null;
  const { array, type } = load.stmt.place;
  const isCell =
    survey.kernel.arrays.get(array)?.space === 'shared' &&
    !survey.isAliased(array) &&
    cellOf(survey, load.stmt.place, load) === cell &&
    sameType(type, step.stmt.place.type);
  const changes = changesOf(survey, array);
  const isCounter = changes.every(
    (site) =>
      site.order < load.order &&
      sameType(placeOf(site.stmt)?.type ?? type, type) &&
      (isOf(site, 'store')
        ? isNatural(site.stmt.value) && isWhole(site.stmt.place)
        : (survey.amounts.get(site.stmt.id) ?? 0n) > 0n),
  );
  const set = changes.flatMap((site) => {
    const bounds =
      isOf(site, 'store') && cellOf(survey, site.stmt.place, site) === cell ? boundsIn(survey, site, cell) : null;
    return bounds === null ? [] : [bounds];
  });
  const [below] = set;
  return isCell && isCounter && below !== undefined ? { counter: array, below } : null;
}

/** The statement that alone gives a scalar its value, before the thread comes to `at`; copies are followed. */
function definedBy(survey: Survey, value: Expr, at: Site): Site | null {
  const site = value.kind === 'var' ? survey.definitions.get(value.id) : null;
  if (site === null || site === undefined || !comesAlways(site, at)) return null;
  return site.stmt.kind === 'assign' ? definedBy(survey, site.stmt.value, site) : site;
}

/** Whether a thread that comes to `later`, comes to `site` first: in a list around it, outside of loops. */
const comesAlways = (site: Site, later: Site): boolean =>
  site.order < later.order &&
  !inLoop(later) &&
  site.path.every(({ stmt, list }, k) => later.path[k]?.stmt === stmt && later.path[k].list === list);

const inLoop = ({ path }: Site): boolean => path.some(({ stmt }) => stmt.kind === 'loop');
const listOf = ({ path }: Site): readonly Stmt[] | null => path.at(-1)?.list ?? null;

/**
 * Whether in each block that gets past it a thread has made it, once: the first or the last thread of the block goes
 * there.
 */
function isInEachBlock(survey: Survey, site: Site): boolean {
  if (inLoop(site) || mayEndBefore(survey, site)) return false;
  return outermost.some((thread) =>
    site.path.every(
      ({ stmt, list }) =>
        stmt.kind === 'call' || (stmt.kind === 'branch' && isChosen(survey, { stmt, list }, site, thread)),
    ),
  );
}

/** Whether a thread may have left the kernel or a function before it comes there. */
const mayEndBefore = (survey: Survey, site: Site): boolean =>
  survey.sites.some(
    ({ stmt, order }) => order < site.order && stmt.kind === 'jump' && (stmt.to === 'exit' || stmt.to === 'return'),
  );

/**
 * What the number of a thread is less than if it makes the store, at its own cell, in each block; null: that is not
 * known. Of the one cell of a block there are no bounds: some thread makes it.
 */
function boundsIn(survey: Survey, site: Site, cell: Cell): readonly Expr[] | null {
  if (cell === 'one') return isInEachBlock(survey, site) ? [] : null;
  if (inLoop(site) || mayEndBefore(survey, site)) return null;
  const bounds: Expr[] = [survey.known.get('blockDim.x') ?? builtin('blockDim.x')];
  for (const { stmt, list } of site.path) {
    if (stmt.kind === 'call') continue;
    const bound = stmt.kind === 'branch' && list === stmt.then ? ownBound(spelledOut(survey, stmt.when, site)) : null;
    if (bound === null) return null;
    bounds.push(bound);
  }
  return bounds;
}

/** The number below which `threadIdx.x` makes it true; null: it is another condition. */
function ownBound(when: Expr): Expr | null {
  if (when.kind === 'cast') return ownBound(when.operand);
  if (when.kind !== 'binary' || when.op !== '<' || !isOwnNumber(when.left)) return null;
  const bound = constantOf(simplify(when.right));
  return bound === null || bound < 0n || bound > largestBlock ? null : int(bound, i64);
}

/** As for all blocks: numbers of threads keep their values where they are converted. */
const largestBlock = 1024n;

function isOwnNumber(expr: Expr): boolean {
  if (expr.kind === 'cast') return expr.to.kind === 'int' && expr.to.bits >= 32 && isOwnNumber(expr.operand);
  return expr.kind === 'builtin' && expr.name === 'threadIdx.x';
}

/** By the size of the block along an axis. */
type Thread = (size: Expr) => Expr;
const axes = ['x', 'y', 'z'] as const;
const outermost: readonly Thread[] = [() => int(0, u32), (size) => binary('-', size, int(1, u32))];

function isChosen(
  survey: Survey,
  { stmt, list }: Readonly<{ stmt: StmtOf<'branch'>; list: readonly Stmt[] }>,
  site: Site,
  thread: Thread,
): boolean {
  const when = constantOf(
    simplify(
      mapExpr(spelledOut(survey, stmt.when, site), (node) =>
        node.kind === 'builtin' ? (valueFor(node.name, thread, survey.known) ?? node) : node,
      ),
    ),
  );
  return when !== null && (when !== 0n) === (list === stmt.then);
}

function valueFor(name: string, thread: Thread, known: Survey['known']): Expr | null {
  const axis = axes.find((one) => name === `threadIdx.${one}`);
  if (axis !== undefined) return thread(known.get(`blockDim.${axis}`) ?? builtin(`blockDim.${axis}`));
  return name.startsWith('blockDim') ? (known.get(name) ?? null) : null;
}

/** With the values of scalars that are assigned once, before `at`, in their place. */
function spelledOut(survey: Survey, expr: Expr, at: Site): Expr {
  return mapExpr(expr, (node) => {
    const site = node.kind === 'var' ? survey.definitions.get(node.id) : null;
    return site?.stmt.kind === 'assign' && comesAlways(site, at) ? spelledOut(survey, site.stmt.value, site) : node;
  });
}

const changesOf = (survey: Survey, array: ArrayId): readonly Site[] =>
  survey.sites.filter(({ stmt }) =>
    stmt.kind === 'unknown'
      ? stmt.footprint.includes(array)
      : (stmt.kind === 'store' || stmt.kind === 'atomic') && stmt.place.array === array,
  );

/** `one`: the address is the same for all threads; `own`: it is that of the element of the thread's own number. */
type Cell = 'one' | 'own';

/** Which cell, whole in itself, a place is; null: another one. */
function cellOf(survey: Survey, place: Place, at: Site): Cell | null {
  if (!isWhole(place)) return null;
  if (place.subscripts.every(({ index }) => constantOf(simplify(index)) !== null)) return 'one';
  const [only, ...others] = place.subscripts;
  return only !== undefined &&
    others.length === 0 &&
    place.offset === 0 &&
    only.stride === 4 &&
    isOwnNumber(spelledOut(survey, only.index, at))
    ? 'own'
    : null;
}

/** Whether it is a cell of an array of such. */
function isWhole({ subscripts, offset, type }: Place): boolean {
  return is32Bits(type) && offset % 4 === 0 && subscripts.every(({ stride }) => stride % 4 === 0);
}

const is32Bits = (type: Place['type']): boolean => type.kind === 'int' && type.bits === 32;

/** A constant that is not negative. */
function isNatural(expr: Expr): boolean {
  const value = constantOf(simplify(expr));
  return value !== null && wrap(value, { kind: 'int', bits: 32, signed: true }) >= 0n;
}

export function sitesOf(kernel: Kernel): readonly Site[] {
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

export function definitionsOf(sites: readonly Site[]): ReadonlyMap<VarId, Site | null> {
  const found = new Map<VarId, Site | null>();
  for (const site of sites) {
    const target = targetOf(site.stmt);
    if (target !== null) found.set(target, found.has(target) ? null : site);
  }
  return found;
}
