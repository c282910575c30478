/**
 * Order by how far another thread has come [T21]: one thread stores a number that grows from turn to turn of a loop,
 * and others wait until it is at least so large. A ring between a producer and a consumer has two such cells, head and
 * tail. Under-approximating.
 * Needs: a kernel, and the launch. Gives: by statement, the number that its thread stores behind it in this turn, or
 * has waited for at least.
 * Example: `buf[i % 4] = x; head.store(i + 1, release);` and `while (head.load(acquire) <= j) { } x = buf[j % 4];`:
 * ordered where i + 1 is j + 1 at most.
 */
import type { ArrayId, StmtId, VarId } from '../../base/brand.ts';
import type { Access } from './answers.ts';
import type { CellOrder } from './cells.ts';
import type { Fenced } from './fences.ts';
import type { Expr } from '../../base/expr.ts';
import type { Path } from './paths.ts';
import type { Shape } from './counting.ts';
import type { Stmt, StmtOf } from '../ir.ts';
import { acquires, comesBefore } from './fences.ts';
import { isLook } from './signals.ts';
import { answerBehind, exitBehind } from './exits.ts';
import { assignedIn, targetOf } from '../walk.ts';
import { binary, int, typeOf } from '../../base/expr-build.ts';
import { commonList, flat, mayLeave } from './paths.ts';
import { freeVariables } from '../../base/expr-walk.ts';
import { bytes } from '../../base/brand.ts';
import { isStrong } from './answers.ts';
import { isCertain, literal, timesAtMost } from './counting.ts';
import { settledUses } from './sections.ts';

type Add = (id: StmtId, order: CellOrder) => void;
type Loop = StmtOf<'loop'>;
/** The one statement that changes the cell, and the loop in whose turns its value grows. */
type Growing = Readonly<{ change: StmtOf<'atomic'>; value: Expr; path: Path; depth: number }>;

const wide = { kind: 'int', bits: 64, signed: true } as const;

/** `own`: all accesses to one cell, which is always the same. */
export function markProgress(
  array: ArrayId,
  own: readonly Access[],
  accesses: ReadonlyMap<ArrayId, readonly Access[]>,
  shape: Shape,
  add: Add,
): void {
  const space = shape.kernel.arrays.get(array)?.space;
  if (space !== 'global' && space !== 'shared') return;
  for (const uses of settledUses(
    own.filter((stmt) => stmt.kind !== 'load'),
    shape.kernel,
  )) {
    const first = own.filter((stmt) => stmt.kind !== 'load' && !uses.some((one) => one === stmt));
    const growing = growingAt(uses, space, shape);
    const starts =
      first.every((stmt) => startsBelow(stmt)) && first.some(({ id }) => isCertain(shape.paths.get(id) ?? [], shape));
    // who only reads without an order is none of the two, but nothing else may change the cell
    if (growing === null || (space === 'shared' && !starts) || (space === 'global' && first.length > 0)) continue;
    const restsOn = space === 'global' ? array : null;
    const by = `${array} reached`;
    for (const [other, them] of accesses) {
      if (other === array) continue;
      for (const { id } of them) markOne(id, growing, uses, { by, restsOn, space }, shape, add);
    }
    return;
  }
}

type About = Readonly<{ by: string; restsOn: ArrayId | null; space: 'global' | 'shared' }>;

function markOne(
  id: StmtId,
  growing: Growing,
  uses: readonly Access[],
  { by, restsOn, space }: About,
  shape: Shape,
  add: Add,
): void {
  const reaches = space === 'global' ? (['device', 'block'] as const) : (['block'] as const);
  const wait = uses.flatMap((look) => {
    const least = isLook(look) && isStrong(look) ? waitedFor(id, look, shape) : null;
    return least === null ? [] : [{ look, least }];
  });
  for (const reach of reaches) {
    const isWide = reach === 'device';
    const order = (role: CellOrder['role'], fenced: Fenced, index: Expr): CellOrder => ({
      by,
      role,
      fenced,
      isWide,
      restsOn,
      place: { ...growing.change.place, offset: bytes(0), subscripts: [{ index, stride: bytes(1), extent: null }] },
    });
    const stored = beforeIn(id, growing, reach, shape);
    if (stored !== null) add(id, order('reaches', stored, cast(growing.value)));
    for (const { look, least } of wait) {
      const fenced = acquires(id, { by: 'look', observed: look, barrier: null, or: [] }, reach, shape);
      if (fenced !== null) add(id, order('awaited', fenced, least));
    }
  }
}

/** A first value that no turn stores: those are larger. */
const startsBelow = (stmt: Access): boolean => {
  const value =
    stmt.kind === 'store'
      ? literal(stmt.value)
      : stmt.kind === 'atomic' && (stmt.op === 'store' || stmt.op === 'exch')
        ? literal(stmt.operands[0])
        : null;
  return value !== null && value <= 0n;
};

// The number ----------------------------------------------------------------------------------------------------------

function growingAt(uses: readonly Access[], space: 'global' | 'shared', shape: Shape): Growing | null {
  const [change, ...others] = uses.filter((stmt) => !isLook(stmt));
  if (
    change?.kind !== 'atomic' ||
    others.length > 0 ||
    change.isGuessed === true ||
    (change.op !== 'store' && change.op !== 'exch')
  )
    return null;
  const path = shape.paths.get(change.id);
  const [value] = change.operands;
  if (path === undefined || value === undefined) return null;
  const depths = path.flatMap(({ owner }, k) => (owner?.kind === 'loop' ? [k] : []));
  const [depth, ...inner] = depths;
  const loop = depth === undefined ? null : path[depth]?.owner;
  if (depth === undefined || inner.length > 0 || loop?.kind !== 'loop') return null;
  if (timesAtMost(path.slice(0, depth), space, shape) !== 1n || !isGrowing(value, change, loop)) return null;
  return { change, value, path, depth };
}

/** A counter of the loop, or a constant more, that does not wrap around. */
function isGrowing(value: Expr, { place: { type } }: StmtOf<'atomic'>, loop: Loop): boolean {
  const [counter, more] =
    value.kind === 'binary' && value.op === '+' ? [value.left, literal(value.right)] : [value, 0n];
  const own = typeOf(value);
  if (
    counter.kind !== 'var' ||
    more === null ||
    own.kind !== 'int' ||
    type.kind !== 'int' ||
    own.signed !== type.signed ||
    own.bits !== type.bits ||
    own.bits < 32
  )
    return false;
  const step = stepOf(counter.id, loop);
  if (step === null || step <= 0n) return false;
  if (own.signed) return true;
  const { condition } = loop;
  const isBounded =
    loop.testFirst &&
    condition.kind === 'binary' &&
    condition.op === '<' &&
    condition.left.kind === 'var' &&
    condition.left.id === counter.id;
  return isBounded && step === 1n && more >= 0n && more <= 1n;
}

/** By how much the variable changes in each turn; null: it is not known. */
function stepOf(counter: VarId, loop: Loop): bigint | null {
  const always = [...flat(loop.step), ...(loop.body.some((stmt) => mayLeave(stmt)) ? [] : flat(loop.body))];
  const [only, ...others] = always.filter((stmt) => targetOf(stmt) === counter);
  const rest = [...loop.before, ...flat(loop.body), ...flat(loop.step)].filter((stmt) => stmt !== only);
  if (only?.kind !== 'assign' || others.length > 0 || assignedIn(rest).has(counter)) return null;
  const { value } = only;
  return value.kind === 'binary' && value.op === '+' && value.left.kind === 'var' && value.left.id === counter
    ? literal(value.right)
    : null;
}

/**
 * How what the thread does there comes before its own change in the same turn, where the number is the same by then;
 * null: it need not.
 */
function beforeIn(
  id: StmtId,
  { change, value, path, depth }: Growing,
  reach: 'block' | 'device',
  shape: Shape,
): Fenced | null {
  const from = shape.paths.get(id);
  const common = from === undefined || id === change.id ? null : commonList(from, path);
  const before = comesBefore(id, change, path, reach, shape);
  if (from === undefined || common === null || common.depth < depth || before?.through !== 'own') return null;
  return isKept(value, path[common.depth]?.list.slice(common.a, common.b) ?? []) ? before.fenced : null;
}

const isKept = (value: Expr, passed: readonly Stmt[]): boolean => {
  const assigned = assignedIn(passed);
  return [...freeVariables(value)].every((one) => !assigned.has(one));
};

// The wait ------------------------------------------------------------------------------------------------------------

/**
 * What the cell held at least when the thread that comes to the statement left the loop around the look, in the same
 * turn of all loops around.
 */
function waitedFor(id: StmtId, look: Access, { paths }: Shape): Expr | null {
  const [path, from] = [paths.get(id), paths.get(look.id)];
  const around = from?.slice(0, -1);
  const common = path === undefined || around === undefined ? null : commonList(around, path);
  if (
    path === undefined ||
    from === undefined ||
    common === null ||
    common.a >= common.b ||
    from.length !== common.depth + 2
  )
    return null;
  const exit = exitBehind(look, from);
  if (exit === null) return null;
  const { names } = answerBehind(look, exit.rest);
  const least = leastIn(exit.when, exit.isTrue, names, look);
  const passed = path[common.depth]?.list.slice(common.a, common.b + 1) ?? [];
  return least !== null && isKept(least, passed) ? least : null;
}

const opposite: Readonly<Record<string, string>> = {
  '<': '>=',
  '>=': '<',
  '>': '<=',
  '<=': '>',
  '!=': '==',
  '==': '!=',
};
const swapped: Readonly<Record<string, string>> = {
  '<': '>',
  '>': '<',
  '<=': '>=',
  '>=': '<=',
  '==': '==',
  '!=': '!=',
};

/** The least answer with which the condition, or its opposite, holds; null: it is not known. */
function leastIn(when: Expr, isTrue: boolean, names: ReadonlySet<VarId>, look: Access): Expr | null {
  if (when.kind === 'unary' && when.op === 'not') return leastIn(when.operand, !isTrue, names, look);
  if (when.kind !== 'binary') return null;
  if (when.op === '&&' || when.op === '||')
    return (when.op === '&&') === isTrue
      ? (leastIn(when.left, isTrue, names, look) ?? leastIn(when.right, isTrue, names, look))
      : null;
  const op = isTrue ? when.op : opposite[when.op];
  const isHere = (expr: Expr): boolean => [...freeVariables(expr)].some((one) => names.has(one));
  if (op === undefined || isHere(when.left) === isHere(when.right)) return null;
  const [left, right, as] = isHere(when.left) ? [when.left, when.right, op] : [when.right, when.left, swapped[op]];
  return as === undefined ? null : isolated(left, as, cast(right), names, look);
}

/** `side op bound`, with the answer somewhere in the side. */
function isolated(side: Expr, op: string, bound: Expr, names: ReadonlySet<VarId>, look: Access): Expr | null {
  const own = typeOf(side);
  const { type } = look.place;
  if (own.kind !== 'int' || type.kind !== 'int' || own.bits !== type.bits || own.signed !== type.signed) return null;
  if (side.kind === 'var')
    return !names.has(side.id)
      ? null
      : op === '>'
        ? binary('+', bound, int(1n, wide))
        : op === '>=' || op === '=='
          ? bound
          : null;
  // differences of signed numbers alone: of others the bound may wrap around
  if (side.kind !== 'binary' || !own.signed || (side.op !== '+' && side.op !== '-')) return null;
  const isLeft = [...freeVariables(side.left)].some((one) => names.has(one));
  if (isLeft && [...freeVariables(side.right)].some((one) => names.has(one))) return null;
  if (isLeft) return isolated(side.left, op, binary(side.op === '+' ? '-' : '+', bound, cast(side.right)), names, look);
  if (side.op === '+') return isolated(side.right, op, binary('-', bound, cast(side.left)), names, look);
  const turned = swapped[op];
  return turned === undefined ? null : isolated(side.right, turned, binary('-', cast(side.left), bound), names, look);
}

const cast = (operand: Expr): Expr => ({ kind: 'cast', to: wide, operand });
