/**
 * Values that lanes of a tile have in common after they exchanged them pairwise [D33]: a step in which each lane makes
 * its new value of its own one and of that of the lane `lane ^ m`, both in one way, gives the two lanes one value.
 * Steps with m = 16, 8, 4, 2 and 1 give it to the whole warp.
 *
 * Forward, over each list of statements, loops of constant steps turn by turn: of each scalar, which bits of the lane
 * number its value does not depend on. Under-approximates these: no bit is a right answer everywhere.
 *
 * Example: `for (m = 16; m > 0; m /= 2) v += __shfl_xor_sync(~0u, v, m);`. With `v -= …`, or without m = 1, it does not
 * hold.
 */
import type { Expr, VarExpr } from '../../base/expr.ts';
import type { Kernel, Stmt, StmtOf } from '../../ir/ir.ts';
import type { StmtId, VarId } from '../../base/brand.ts';
import { varId } from '../../base/brand.ts';
import { mapExpr, operandsOf, someNode } from '../../base/expr-walk.ts';
import { typeOf } from '../../base/expr-build.ts';
import { keep, memoized } from '../../base/memoize.ts';
import { deviceLimits } from '../../launch/launch.ts';
import { laneGroupOf } from '../../ir/lane-groups.ts';
import { assignedIn, bodiesOf, eachStmt, someStmt, targetOf } from '../../ir/walk.ts';
import { choose, constantOf, countNodes, simplify } from '../fold.ts';
import { isOfPartner, ofLane, ofPartner, symmetryOf } from './symmetric.ts';

/**
 * Behind a statement, lanes of one tile of `size` threads have one value of the scalar where their numbers agree in all
 * bits but those of `bits`.
 * `numbers`: it rests on floats that are compared being numbers.
 */
export type Exchanged = Readonly<{ scalar: VarId; size: number; bits: number; numbers: boolean }>;

const { warpSize } = deviceLimits;
/** No bit of the lane number matters. */
const allBits = warpSize - 1;
const mostTurns = 8;
const mostNodes = 200;

/**
 * What is known of a scalar: the value, in names of the values at the beginning of the step, and how the scalar got it.
 */
type Known = Readonly<{ value: Expr; exchanged: Omit<Exchanged, 'scalar'> | null }>;
type State = {
  scalars: Map<VarId, Known>;
  /**
   * Of values at the beginning of the step: the bits that do not matter. Not in it: all matter, or none if the kernel
   * changes it nowhere.
   */
  readonly bits: Map<VarId, number>;
  /** The distance of the lanes that exchange values in this step, and the size of their tile; 0: none do. */
  distance: number;
  size: number;
  /** Whether something so far rests on floats that are compared being numbers. */
  numbers: boolean;
};
/**
 * `rows`: the bits that do not matter to the indices of a thread. `isRow`: `threadIdx.x` tells the lane. `there`: lanes
 * that differ in these bits only come to the statement together, or none of them does (`here`), and leave the kernel
 * together (`left`). Blocks consist of whole groups of such lanes.
 */
type Walk = Readonly<{
  kernel: Kernel;
  rows: ReadonlyMap<string, number>;
  isRow: boolean;
  changed: ReadonlySet<VarId>;
  constants: ReadonlyMap<VarId, Expr>;
  found: Map<StmtId, Exchanged[]>;
  fresh: { count: number };
  there: { here: number; left: number };
}>;

/**
 * By the statement behind which they are alike. `block`: its extents; none where one is not known, since a partner that
 * is not there gives nothing.
 */
export const exchangesOf = (
  kernel: Kernel,
  block: readonly (number | null)[],
): ReadonlyMap<StmtId, readonly Exchanged[]> => keep(byBlock(kernel), block.join(), () => findExchanges(kernel, block));

const byBlock = memoized((_: Kernel): Map<string, ReadonlyMap<StmtId, readonly Exchanged[]>> => new Map());

function findExchanges(kernel: Kernel, block: readonly (number | null)[]): ReadonlyMap<StmtId, readonly Exchanged[]> {
  const found = new Map<StmtId, Exchanged[]>();
  const [x, y, z] = block.map((extent) => extent ?? NaN);
  if (x === undefined || y === undefined || z === undefined || !Number.isInteger(x * y * z)) return found;
  if (!someStmt(kernel.body, (stmt) => stmt.kind === 'lanes' && stmt.op === 'shfl_xor')) return found;
  const rows = new Map([
    ['threadIdx.x', x === 1 ? allBits : 0],
    ['threadIdx.y', y === 1 ? allBits : bitsWithin(x)],
    ['threadIdx.z', z === 1 ? allBits : bitsWithin(x * y)],
  ]);
  const walk: Walk = {
    kernel,
    rows,
    isRow: y * z === 1 || x % warpSize === 0,
    changed: assignedIn(kernel.body),
    constants: constantsIn(kernel),
    found,
    fresh: { count: 0 },
    there: { here: bitsWithin(x * y * z), left: allBits },
  };
  if (someStmt(kernel.body, (stmt) => stmt.kind === 'loop' && bodiesOf(stmt).some(hasExit))) return found;
  walkAll(walk, kernel.body, { scalars: new Map(), bits: new Map(), distance: 0, size: 0, numbers: false });
  return found;
}

/**
 * The bits of the lane number in which the threads of one group differ, where groups are this large and lie one behind
 * the other.
 */
const bitsWithin = (size: number): number => Math.min(size & -size, warpSize) - 1;

const hasExit = (list: readonly Stmt[]): boolean =>
  someStmt(list, (stmt) => stmt.kind === 'jump' && stmt.to === 'exit');

/** Scalars that hold nothing but one constant; an argument has a value before the text gives it another one. */
function constantsIn({ body, scalars }: Kernel): ReadonlyMap<VarId, Expr> {
  const given = new Map<VarId, Expr | null>();
  eachStmt(body, (stmt) => {
    const target = targetOf(stmt);
    if (target !== null)
      given.set(target, stmt.kind === 'assign' && stmt.value.kind === 'int' && !given.has(target) ? stmt.value : null);
  });
  return new Map(
    [...given].flatMap(([id, value]) =>
      value === null || scalars.get(id)?.role === 'parameter' ? [] : [[id, value] as const],
    ),
  );
}

/** A list by itself. */
function walkAll(walk: Walk, list: readonly Stmt[], state: State): void {
  const records: Records = new Map();
  run(walk, list, state, records);
  for (const { at, of } of records.values()) note(walk, at, of);
}

function note({ found }: Walk, at: StmtId, exchanged: Exchanged): void {
  found.set(at, [...(found.get(at) ?? []).filter(({ scalar }) => scalar !== exchanged.scalar), exchanged]);
}

/** What is to be said of a scalar, and behind which statement: the last one, where later ones say more. */
type Records = Map<VarId, Readonly<{ at: StmtId; of: Exchanged }>>;

/** `records` null: the statements are executed several times, or under a condition. */
function run(walk: Walk, list: readonly Stmt[], state: State, records: Records | null): void {
  for (const stmt of list) {
    step(walk, stmt, state, records);
    if (records === null || stmt.kind === 'call') continue;
    for (const scalar of assignedIn([stmt])) {
      const exchanged = state.scalars.get(scalar)?.exchanged ?? null;
      if (exchanged !== null) record(walk, records, stmt.id, { scalar, ...exchanged });
    }
  }
}

function record(walk: Walk, records: Records, at: StmtId, of: Exchanged): void {
  const before = records.get(of.scalar);
  if (before !== undefined && (before.of.size !== of.size || (before.of.bits & ~of.bits) !== 0))
    note(walk, before.at, before.of);
  records.set(of.scalar, { at, of });
}

function step(walk: Walk, stmt: Stmt, state: State, records: Records | null): void {
  if (stmt.kind === 'branch') {
    runBranch(walk, stmt, state);
    return;
  }
  if (stmt.kind === 'loop') {
    if (!unrolled(walk, stmt, state)) forget(walk, stmt, state);
    return;
  }
  if (stmt.kind === 'call') {
    const last = stmt.body.at(-1);
    const inner = last?.kind === 'jump' && last.to === 'return' ? stmt.body.slice(0, -1) : stmt.body;
    if (hasJump(inner)) forget(walk, stmt, state);
    else run(walk, inner, state, records);
    return;
  }
  const target = targetOf(stmt);
  if (target !== null) set(walk, state, target, givenBy(walk, stmt, target, state));
}

/** The value that a statement without bodies gives its target. */
function givenBy(walk: Walk, stmt: Stmt, target: VarId, state: State): Expr {
  if (stmt.kind === 'assign') return valueIn(walk, state, stmt.value);
  if (stmt.kind !== 'lanes') return anything(walk, state, target, 0);
  return exchangedIn(walk, state, stmt) ?? anything(walk, state, target, givesOne(stmt) ? allBits : 0);
}

const hasJump = (list: readonly Stmt[]): boolean => someStmt(list, ({ kind }) => kind === 'jump');

/** What is inside is looked at by itself, and what it changes is not known. */
function forget(walk: Walk, stmt: StmtOf<'branch'> | StmtOf<'loop'> | StmtOf<'call'>, state: State): void {
  beginStep(walk, state, 0, 0);
  const { there } = walk;
  const { here } = there;
  const inside = entered(state);
  const alike =
    stmt.kind === 'call'
      ? allBits
      : stmt.kind === 'branch'
        ? bitsOf(walk, state, valueIn(walk, state, stmt.when)).bits
        : bitsOfLoop(walk, stmt, inside);
  for (const body of bodiesOf(stmt)) {
    there.here = here & alike;
    walkAll(walk, body, stmt.kind === 'branch' ? entered(inside) : inside);
  }
  // threads for which the condition of a branch is one leave together, or none of them does
  const leaving =
    stmt.kind === 'branch' &&
    !bodiesOf(stmt)
      .flat()
      .some((inner) => bodiesOf(inner).some(hasJump))
      ? alike
      : 0;
  if (hasExit(bodiesOf(stmt).flat())) there.left &= leaving;
  there.here = leavesBehind(stmt) ? here & leaving : here;
  for (const target of assignedIn([stmt])) set(walk, state, target, anything(walk, state, target, 0));
}

/**
 * Whether threads that go on do so behind what follows the statement, too: of jumps out of loops, those behind the loop
 * are together again.
 */
function leavesBehind(stmt: StmtOf<'branch'> | StmtOf<'loop'> | StmtOf<'call'>): boolean {
  if (stmt.kind === 'call') return false;
  const isOut = (one: Stmt): boolean => one.kind === 'jump' && (stmt.kind === 'branch' || one.to === 'return');
  const isIn = (list: readonly Stmt[]): boolean =>
    list.some((one) => isOut(one) || (one.kind !== 'call' && bodiesOf(one).some(isIn)));
  return bodiesOf(stmt).some(isIn);
}

const entered = (state: State): State => ({ ...state, scalars: new Map(state.scalars) });

/**
 * Which lanes make the same iterations, with the state at the beginning of any of them: of what the loop changes, only
 * counters are known that it steps behind its body.
 */
function bitsOfLoop(walk: Walk, { before, condition, body, step: list }: StmtOf<'loop'>, state: State): number {
  const [inside, stepped] = [assignedIn([...before, ...body]), assignedIn(list)];
  const counters = new Map(
    [...stepped]
      .filter((id) => !inside.has(id))
      .map((id) => {
        const value = state.scalars.get(id)?.value;
        return [id, value === undefined ? 0 : bitsOf(walk, state, value).bits] as const;
      }),
  );
  const begin = (): void => {
    for (const id of [...inside, ...stepped])
      state.scalars.set(id, { value: anything(walk, state, id, counters.get(id) ?? 0), exchanged: null });
  };
  for (let isStable = false; !isStable;) {
    begin();
    const turn = entered(state);
    if (!someStmt(list, ({ kind }) => kind === 'loop' || kind === 'lanes')) run(walk, list, turn, null);
    isStable = true;
    for (const [id, bits] of counters) {
      const value = turn.scalars.get(id)?.value;
      const kept = bits & (value === undefined ? 0 : bitsOf(walk, turn, value).bits);
      if (kept !== bits) isStable = false;
      counters.set(id, kept);
    }
  }
  begin();
  return hasJump([...before, ...body, ...list]) || before.length > 0
    ? 0
    : bitsOf(walk, state, valueIn(walk, state, condition)).bits;
}

/** A value in names of those at the beginning of the step. */
function valueIn({ constants, rows }: Walk, { scalars }: State, value: Expr): Expr {
  return simplify(
    mapExpr(value, (node) => {
      if (node.kind === 'builtin' && rows.has(node.name))
        return { kind: 'var', id: varId(node.name), type: typeOf(node) };
      return node.kind === 'var' ? (scalars.get(node.id)?.value ?? constants.get(node.id) ?? node) : node;
    }),
  );
}

/** A value of which only these bits are known not to matter. */
function anything({ kernel, fresh }: Walk, state: State, target: VarId, bits: number): Expr {
  fresh.count += 1;
  const id = varId(`value ${fresh.count}`);
  state.bits.set(id, bits);
  return { kind: 'var', id, type: kernel.scalars.get(target)?.type ?? { kind: 'int', bits: 32, signed: true } };
}

function set(walk: Walk, state: State, target: VarId, value: Expr): void {
  const isLong = countNodes(value, mostNodes) > mostNodes;
  const own = isLong || hasPartner(value) ? bitsOf(walk, state, value) : null;
  state.numbers ||= own?.numbers === true;
  const exchanged = own?.isExchanged === true ? { size: state.size, bits: own.bits, numbers: state.numbers } : null;
  state.scalars.set(target, { value: isLong ? anything(walk, state, target, own?.bits ?? 0) : value, exchanged });
}

/**
 * Which bits of the lane number the value does not depend on; `isExchanged`: because both lanes of a step make it in
 * one way.
 */
function bitsOf(
  walk: Walk,
  { bits, distance }: State,
  value: Expr,
): Readonly<{ bits: number; numbers: boolean; isExchanged: boolean }> {
  const bitsOfVariable = (variable: VarExpr): number => {
    const { id } = ofLane(variable);
    const isParameter = !walk.changed.has(id) && walk.kernel.scalars.get(id)?.role === 'parameter';
    return bits.get(id) ?? walk.rows.get(id) ?? (isParameter ? allBits : 0);
  };
  const bitsOfExpr = (expr: Expr): number =>
    bitsOfQuotient(walk, expr) |
    (expr.kind === 'var'
      ? bitsOfVariable(expr)
      : operandsOf(expr).reduce((sum, operand) => sum & bitsOfExpr(operand), allBits));
  const own = bitsOfExpr(value);
  if (!hasPartner(value)) return { bits: own, numbers: false, isExchanged: false };
  const symmetry = symmetryOf(value, (variable) => (bitsOfVariable(variable) & distance) !== 0);
  return {
    bits: symmetry.isSymmetric ? own | distance : own,
    numbers: symmetry.numbers,
    isExchanged: symmetry.isSymmetric,
  };
}

/** Of `threadIdx.x / 32`, or `threadIdx.x >> 5`: the bits below; of anything else 0. */
function bitsOfQuotient({ isRow }: Walk, expr: Expr): number {
  if (expr.kind !== 'binary' || !isRow || (expr.op !== '/' && expr.op !== '>>')) return 0;
  const [index, by] = [withoutCast(expr.left), constantOf(expr.right)];
  if (by === null || by < 0n || by > 1024n || index.kind !== 'var' || index.id !== 'threadIdx.x') return 0;
  const divisor = expr.op === '/' ? Number(by) : 2 ** Number(by);
  return divisor === 0 ? 0 : bitsWithin(divisor);
}

const withoutCast = (expr: Expr): Expr =>
  expr.kind === 'cast' && expr.to.kind === 'int' && expr.to.bits >= 32 ? expr.operand : expr;

/** What the lane gets from its partner; null: it is no exchange of this kind. */
function exchangedIn(walk: Walk, state: State, stmt: StmtOf<'lanes'>): Expr | null {
  const group = laneGroupOf(stmt);
  const [given, by] = stmt.operands;
  if (stmt.op !== 'shfl_xor' || group === null || group.mask !== null || given === undefined || by === undefined)
    return null;
  const distance = Number(constantOf(valueIn(walk, state, by)) ?? 0n);
  const isBit = [1, 2, 4, 8, 16].includes(distance);
  if (
    !isBit ||
    distance >= group.size ||
    distance >= stmt.width ||
    (walk.there.here & walk.there.left & distance) === 0
  )
    return null;
  const isSameStep = state.distance === distance && state.size === group.size;
  if (!isSameStep || hasPartner(valueIn(walk, state, given))) beginStep(walk, state, distance, group.size);
  return mapExpr(valueIn(walk, state, given), (node) => (node.kind === 'var' ? ofPartner(node) : node));
}

const hasPartner = (value: Expr): boolean => someNode(value, (node) => node.kind === 'var' && isOfPartner(node));

/** What scalars hold now has names of its own; constants stay known, and so do names. */
function beginStep(walk: Walk, state: State, distance: number, size: number): void {
  const made = [...state.scalars].filter(
    ([, { value }]) => value.kind !== 'int' && (value.kind !== 'var' || isOfPartner(value)),
  );
  const bits = made.map(([, { value }]) => bitsOf(walk, state, value).bits);
  made.forEach(([scalar, { exchanged }], k) => {
    state.scalars.set(scalar, { value: anything(walk, state, scalar, bits[k] ?? 0), exchanged });
  });
  Object.assign(state, { distance, size });
}

/** Whether all lanes get one result. */
function givesOne(stmt: StmtOf<'lanes'>): boolean {
  const group = laneGroupOf(stmt);
  if (group === null || group.mask !== null || group.size !== warpSize) return false;
  return ['any', 'all', 'ballot', 'match_all'].includes(stmt.op) || stmt.op.startsWith('reduce_');
}

/** Each arm by itself, and of what they change, one value or the other. */
function runBranch(walk: Walk, stmt: StmtOf<'branch'>, state: State): void {
  const arms = [stmt.then, stmt.otherwise];
  if (arms.some((arm) => hasJump(arm) || someStmt(arm, ({ kind }) => kind === 'lanes' || kind === 'loop'))) {
    forget(walk, stmt, state);
    return;
  }
  const when = valueIn(walk, state, stmt.when);
  const ends = arms.map((arm) => {
    const end = entered(state);
    run(walk, arm, end, null);
    state.numbers ||= end.numbers;
    return end.scalars;
  });
  for (const target of assignedIn(arms.flat())) {
    const type = walk.kernel.scalars.get(target)?.type;
    const [then, otherwise] = ends.map(
      (end): Expr | null => end.get(target)?.value ?? (type === undefined ? null : { kind: 'var', id: target, type }),
    );
    const isOpen = then === null || then === undefined || otherwise === null || otherwise === undefined;
    set(walk, state, target, isOpen ? anything(walk, state, target, 0) : choose(when, then, otherwise));
  }
}

/** Whether lanes exchange values there, outside of loops inside. */
const hasExchange = (stmt: Stmt): boolean =>
  (stmt.kind === 'lanes' && stmt.op === 'shfl_xor') || (stmt.kind === 'call' && stmt.body.some(hasExchange));

/** Turn by turn; false, with nothing changed: it is not known how many there are. */
function unrolled(walk: Walk, stmt: StmtOf<'loop'>, state: State): boolean {
  if (!stmt.testFirst || bodiesOf(stmt).some(hasJump) || !stmt.body.some(hasExchange)) return false;
  const trial = entered(state);
  for (let turn = 0; turn <= mostTurns; turn++) {
    run(walk, stmt.before, trial, null);
    const goesOn = valueIn(walk, trial, stmt.condition);
    if (goesOn.kind !== 'bool') return false;
    if (!goesOn.value) {
      Object.assign(state, trial);
      // what comes of the values later is no exchange
      beginStep(walk, state, 0, 0);
      return true;
    }
    run(walk, stmt.body, trial, null);
    run(walk, stmt.step, trial, null);
  }
  return false;
}
