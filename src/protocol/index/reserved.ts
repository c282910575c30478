/**
 * Ranges that one lane reserves for its warp [D32]: it adds to a counter how many places all lanes need, and a shuffle
 * gives the old value to all of them. Two executions of the shuffle give starts of ranges that do not overlap.
 *
 * Example: `m = __ballot_sync(~0u, keep); if (lane == 0) base = atomicAdd(n, __popc(m)); base = __shfl_sync(~0u, base,
 * 0);`. Where the lane that adds is another than the one that the shuffle reads from, or what is added is not the same
 * for all lanes, this does not hold.
 */
import type { ArrayId, StmtId, VarId } from '../../base/brand.ts';
import type { Expr } from '../../base/expr.ts';
import type { Kernel, Stmt, StmtOf } from '../../ir/ir.ts';
import type { Site } from './allocated.ts';
import { mapExpr } from '../../base/expr-walk.ts';
import { typeOf } from '../../base/expr-build.ts';
import { printExpr } from '../../base/expr-print.ts';
import { deviceLimits } from '../../launch/launch.ts';
import { laneGroupOf } from '../../ir/lane-groups.ts';
import { bodiesOf, targetOf } from '../../ir/walk.ts';
import { constantOf, simplify } from '../fold.ts';
import { definitionsOf, sitesOf } from './allocated.ts';
import { comesFirst, isSetInTurn, isWholeCell, touchesByArray } from './counters.ts';

/**
 * `by`: the atomic, on line `line`; `amount`: what it adds, the same for all lanes; `among`: the mask of the ballot
 * whose lowest lane adds, which names some lane; null: lane 0 adds.
 */
export type Reservation = Readonly<{ by: StmtId; line: number; array: ArrayId; amount: Expr; among: Expr | null }>;

type Survey = Readonly<{
  kernel: Kernel;
  known: ReadonlyMap<string, Expr>;
  sites: readonly Site[];
  definitions: ReadonlyMap<VarId, Site | null>;
}>;

/** By the shuffles that give the starts of the ranges. */
export function reservationsOf(
  kernel: Kernel,
  known: ReadonlyMap<string, Expr>,
  isAliased: (array: ArrayId) => boolean,
  handed: ReadonlySet<StmtId>,
): ReadonlyMap<StmtId, Reservation> {
  const found = new Map<StmtId, Reservation>();
  const sites = sitesOf(kernel);
  const shuffles = sites.filter(({ stmt }) => stmt.kind === 'lanes' && stmt.op === 'shfl');
  if (shuffles.length === 0) return found;
  const survey: Survey = { kernel, known, sites, definitions: definitionsOf(sites) };
  const counters = new Set(
    [...touchesByArray(kernel)]
      .filter(
        ([array, touches]) => !isAliased(array) && comesFirst(kernel, array, touches) && !isSetInTurn(touches, handed),
      )
      .map(([array]) => array),
  );
  for (const site of shuffles) {
    const reservation = site.stmt.kind === 'lanes' ? reservationAt(survey, site, site.stmt) : null;
    if (reservation !== null && counters.has(reservation.array) && onlyGoesUp(survey, reservation.array))
      found.set(site.stmt.id, reservation);
  }
  return found;
}

function reservationAt(survey: Survey, site: Site, stmt: StmtOf<'lanes'>): Reservation | null {
  const [given, from] = stmt.operands;
  const group = laneGroupOf(stmt);
  if (
    given?.kind !== 'var' ||
    from === undefined ||
    group === null ||
    group.size !== deviceLimits.warpSize ||
    stmt.width !== deviceLimits.warpSize
  )
    return null;
  const source = spelledOut(survey, from, site);
  const leader = leaderOf(survey, source, site);
  const mask = group.mask === null ? null : spelledOut(survey, group.mask, site);
  // the lane that is read from takes part
  if (leader === null || (mask !== null && (leader.among === null || printExpr(mask) !== printExpr(leader.among))))
    return null;
  const branch = lastBefore(survey, site, given.id);
  if (
    branch?.kind !== 'branch' ||
    branch.otherwise.some((one) => assigns(one, given.id)) ||
    !isLane(survey, branch.when, site, source)
  )
    return null;
  const atomic = atomicIn(survey, branch, given.id);
  if (atomic?.stmt.kind !== 'atomic' || atomic.stmt.op !== 'add' || !isWholeCell(atomic.stmt)) return null;
  const [operand] = atomic.stmt.operands;
  const amount = operand === undefined ? null : spelledOut(survey, operand, atomic);
  const isOneCell = atomic.stmt.place.subscripts.every(({ index }) => constantOf(simplify(index)) !== null);
  return amount !== null && isOneCell && isOne(survey, amount, atomic)
    ? { by: atomic.stmt.id, line: atomic.stmt.span.line, array: atomic.stmt.place.array, amount, among: leader.among }
    : null;
}

/** The statement before it in its list that is the last one to give the scalar a value; null: there is none. */
function lastBefore({ sites }: Survey, site: Site, scalar: VarId): Stmt | null {
  const list = site.path.at(-1)?.list ?? sites.filter(({ path }) => path.length === 0).map(({ stmt }) => stmt);
  return list.slice(0, list.indexOf(site.stmt)).findLast((one) => assigns(one, scalar)) ?? null;
}

const assigns = (stmt: Stmt, scalar: VarId): boolean =>
  targetOf(stmt) === scalar || bodiesOf(stmt).some((body) => body.some((one) => assigns(one, scalar)));

/** The atomic whose result the first arm gives the scalar, as the last thing that it gives it. */
function atomicIn(survey: Survey, { then }: StmtOf<'branch'>, scalar: VarId): Site | null {
  const last = then.findLast((one) => assigns(one, scalar));
  const site = survey.sites.find(({ stmt }) => stmt === last);
  if (last?.kind === 'atomic') return site ?? null;
  const value =
    last?.kind === 'assign' && site !== undefined ? withoutCasts(spelledOut(survey, last.value, site)) : null;
  const made = value?.kind === 'var' ? survey.definitions.get(value.id) : null;
  return made !== null && made !== undefined && then.includes(made.stmt) ? made : null;
}

/** Whether the condition holds for the lane of the number that `source` gives, and for no other one. */
function isLane(survey: Survey, when: Expr, site: Site, source: Expr): boolean {
  const condition = withoutCasts(spelledOut(survey, when, site));
  const wanted = numberText(source);
  if (condition.kind === 'unary' && condition.op === 'not')
    return (
      wanted === '0' &&
      isOwnLane(survey, condition.operand.kind === 'cast' ? condition.operand.operand : condition.operand)
    );
  if (condition.kind !== 'binary' || condition.op !== '==') return false;
  const { left, right } = condition;
  return (
    (isOwnLane(survey, left) && numberText(right) === wanted) ||
    (isOwnLane(survey, right) && numberText(left) === wanted)
  );
}

/** Numbers are alike in all types. */
function numberText(expr: Expr): string {
  const own = withoutCasts(expr);
  const value = constantOf(own);
  return value === null ? printExpr(own) : `${value}`;
}

/** Whether it is the lane of the thread within its warp. */
function isOwnLane({ known }: Survey, expr: Expr): boolean {
  const size = (axis: string): bigint | null => constantOf(known.get(`blockDim.${axis}`) ?? expr);
  const isRow = (size('y') === 1n && size('z') === 1n) || (size('x') ?? 1n) % BigInt(deviceLimits.warpSize) === 0n;
  const own = withoutCasts(expr);
  if (
    own.kind !== 'binary' ||
    !(own.op === '%' ? constantOf(own.right) === 32n : own.op === '&' && constantOf(own.right) === 31n)
  )
    return false;
  const text = printExpr(own.left);
  return (
    text === 'threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)' || (isRow && text === 'threadIdx.x')
  );
}

/** Which lane is read from: 0, or the lowest one that a ballot of the warp names; null: another one. */
function leaderOf(survey: Survey, source: Expr, site: Site): Readonly<{ among: Expr | null }> | null {
  const own = withoutCasts(source);
  if (constantOf(own) === 0n) return { among: null };
  if (
    own.kind !== 'binary' ||
    own.op !== '-' ||
    constantOf(own.right) !== 1n ||
    own.left.kind !== 'apply' ||
    own.left.fn !== '__ffs'
  )
    return null;
  const [among] = own.left.args;
  return among?.kind === 'var' && isBallot(survey, among.id, site) ? { among } : null;
}

/** Whether it is what a ballot of the whole warp gives, in the turn of the statement. */
function isBallot({ definitions }: Survey, scalar: VarId, at: Site): boolean {
  const site = definitions.get(scalar);
  if (site?.stmt.kind !== 'lanes' || site.stmt.op !== 'ballot' || !comesInTurn(site, at)) return false;
  const group = laneGroupOf(site.stmt);
  return group !== null && group.mask === null && group.size === deviceLimits.warpSize;
}

/** Whether all lanes of a warp that come there together have one value of it. */
function isOne(survey: Survey, expr: Expr, at: Site): boolean {
  const isAll = (...parts: readonly Expr[]): boolean => parts.every((part) => isOne(survey, part, at));
  if (expr.kind === 'int') return true;
  if (expr.kind === 'builtin') return /^(?:blockIdx|blockDim|gridDim)\./.test(expr.name);
  if (expr.kind === 'var')
    return (
      isBallot(survey, expr.id, at) ||
      (survey.kernel.scalars.get(expr.id)?.role === 'parameter' && !survey.definitions.has(expr.id))
    );
  if (expr.kind === 'cast' || expr.kind === 'unary') return isAll(expr.operand);
  if (expr.kind === 'binary') return isAll(expr.left, expr.right);
  return expr.kind === 'apply' && expr.fn === '__popc' && isAll(...expr.args);
}

/** Whether all that changes the cells adds numbers that are not negative. */
function onlyGoesUp(survey: Survey, array: ArrayId): boolean {
  return survey.sites.every((site) => {
    const { stmt } = site;
    if (stmt.kind !== 'atomic' || stmt.place.array !== array || stmt.op === 'load') return true;
    const [operand] = stmt.operands;
    const amount = operand === undefined ? null : withoutCasts(spelledOut(survey, operand, site));
    const value = amount === null ? null : constantOf(simplify(amount));
    const isCount = amount?.kind === 'apply' && amount.fn === '__popc';
    return (
      stmt.op === 'add' &&
      isWholeCell(stmt) &&
      amount !== null &&
      (isCount || (value !== null && value >= 0n && value < 1n << 20n))
    );
  });
}

/**
 * Whether a thread that comes to `later` has come to `site` in the same turn of all loops around that, and of no
 * others.
 */
const comesInTurn = (site: Site, later: Site): boolean =>
  site.order < later.order &&
  site.path.every(({ stmt, list }, k) => later.path[k]?.stmt === stmt && later.path[k].list === list);

/** With the values of scalars that are assigned once, in the same turn, in their place. */
function spelledOut(survey: Survey, expr: Expr, at: Site): Expr {
  return mapExpr(expr, (node) => {
    const site = node.kind === 'var' ? survey.definitions.get(node.id) : null;
    return site?.stmt.kind === 'assign' && comesInTurn(site, at) ? spelledOut(survey, site.stmt.value, site) : node;
  });
}

/** Without conversions between integers of 32 bits and more. */
const withoutCasts = (expr: Expr): Expr =>
  mapExpr(expr, (node) =>
    node.kind === 'cast' && node.to.kind === 'int' && node.to.bits >= 32 && isWide(node.operand) ? node.operand : node,
  );

function isWide(expr: Expr): boolean {
  const type = typeOf(expr);
  return type.kind === 'int' && type.bits >= 32;
}
